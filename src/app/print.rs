//! Prints what the screen shows, a board, a maze or a pack, to a PDF file. Not in a build without the command line,
//! which has the sheets, nor in the browser page.

use std::io::Write;
use std::path::PathBuf;

use bevy::prelude::*;

use super::card::Cards;
use super::frame::{Phase, React};
use super::input::CommonAction;
use super::notice::Notice;
use super::platform::{ExportFolders, FileError};
use super::settings::Settings;
use crate::export::sheet::{Entry, Sheet, Style};

/// The folder for the files within the data folder.
const FOLDER: &str = "exports";

/// The longest name of a file, in characters, before its number.
const MAX_STEM: usize = 40;

/// Handles [`CommonAction::Print`].
pub fn plugin(app: &mut App) {
    app.add_systems(
        React,
        find_printed
            .pipe(print)
            .run_if(is_asked_for)
            .in_set(Phase::Record),
    );
}

fn is_asked_for(mut actions: MessageReader<CommonAction>) -> bool {
    // All have to be read, or the rest would ask again.
    let asked = actions
        .read()
        .filter(|action| **action == CommonAction::Print);
    asked.count() > 0
}

fn find_printed(world: &World) -> Result<Vec<Entry>, String> {
    (Cards::shown(world).printed)(world)
}

fn print(
    entries: In<Result<Vec<Entry>, String>>,
    folders: Option<Res<ExportFolders>>,
    settings: Res<Settings>,
    mut notice: ResMut<Notice>,
) {
    let written = entries
        .0
        .and_then(|entries| write(&entries, folders.as_deref(), &settings.page));
    notice.say(match written {
        Ok(path) => format!("Saved the page to print as {}", path.display()),
        Err(reason) => format!("Not printed: {reason}"),
    });
}

/// Writes a sheet; QR codes lead to `page`, if that is not empty.
fn write(
    entries: &[Entry],
    folders: Option<&ExportFolders>,
    page: &str,
) -> Result<PathBuf, String> {
    let style = Style {
        site: Some(page).filter(|page| !page.is_empty()),
        ..Style::default()
    };
    let sheet = Sheet::new(entries, &style).map_err(|error| error.to_string())?;
    let folders = folders.ok_or_else(|| FileError::NoHome.to_string())?;
    let content = |out: &mut _| Write::write_all(out, &sheet.to_pdf());
    let written = folders.0.write_new(FOLDER, &stem(entries), "pdf", content);
    written.map_err(|error| error.to_string())
}

/// The name of the file: of the only entry, or of the pack that all are of.
fn stem(entries: &[Entry]) -> String {
    let name = match entries {
        [only] => only.code.as_ref().or(only.name.as_ref()).cloned(),
        [first, ..] => first.name.as_ref().map(|name| {
            let numbered = name.rsplit_once(' ');
            numbered.map_or(name.as_str(), |(pack, _)| pack).to_owned()
        }),
        [] => None,
    };
    let name = name.unwrap_or_else(|| "sheet".to_owned()).to_lowercase();
    let parts = name.split(|c: char| !c.is_ascii_alphanumeric());
    let parts: Vec<&str> = parts.filter(|part| !part.is_empty()).collect();
    parts.join("-").chars().take(MAX_STEM).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pack::Place;

    #[test]
    fn a_file_has_the_name_of_what_it_is_of() {
        let board: crate::conduit::Spec = "board/10x9/walls=20#7".parse().unwrap();
        let of = |code: &str| stem(&[Entry::board(board.make(), code.to_owned())]);
        assert_eq!(of("board/10x9/walls=20#7"), "board-10x9-walls-20-7");
        assert_eq!(of("3x3:s:673aaa888"), "3x3-s-673aaa888");
        assert_eq!(of(&"9".repeat(2000)).len(), MAX_STEM);
        let places = (0..3).map(|number| Place { pack: 0, number });
        let pack: Vec<Entry> = places.filter_map(Entry::pack_board).collect();
        assert_eq!(stem(&pack), "springs");
        assert_eq!(stem(&pack[1..2]), of(&pack[1].code.clone().unwrap()));
    }
}
