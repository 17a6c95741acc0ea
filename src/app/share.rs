//! Links to the browser page that open what is shown.

use bevy::prelude::*;

use super::dungeon::Dungeon;
use super::frame::Phase;
use super::input::CommonAction;
use super::link::{REPLAY, SEED, to};
use super::notice::Notice;
use super::platform::Clipboard;
use super::screen::Screen;
use super::screens::conduit::Session;
use super::screens::maze::Play;
use super::seed::RunSeed;
use super::settings::Settings;
use super::stage::{Run, Watched};

/// The longest link that is copied, in bytes; some programs cut longer ones.
const LONGEST: usize = 32 << 10;

/// Copies links to what is shown.
pub fn plugin(app: &mut App) {
    app.add_systems(Update, copy.in_set(Phase::Act));
}

/// What screens show.
type Shown<'w> = (
    Res<'w, State<Screen>>,
    Res<'w, RunSeed>,
    Res<'w, Dungeon>,
    Res<'w, Session>,
    Res<'w, Play>,
    (Option<Res<'w, Run>>, Option<Res<'w, Watched>>),
);

fn copy(
    mut actions: MessageReader<CommonAction>,
    shown: Shown,
    settings: Res<Settings>,
    mut clipboard: ResMut<Clipboard>,
    mut notice: ResMut<Notice>,
) {
    for _ in actions
        .read()
        .filter(|action| **action == CommonAction::CopyLink)
    {
        let link = to_shown(&shown, &settings.page);
        notice.0 = match clipboard.copy(&link) {
            _ if link.len() > LONGEST => {
                "This run is too long for a link; send its replay file".to_owned()
            }
            Ok(()) if link.len() > 100 => "Copied the link".to_owned(),
            Ok(()) => format!("Copied {link}"),
            Err(reason) => format!("{reason}; the link is {link}"),
        };
    }
}

/// The link to what is shown.
fn to_shown((screen, seed, dungeon, session, maze, (run, watched)): &Shown, page: &str) -> String {
    let part = match ***screen {
        Screen::Lab => dungeon.spec().to_string(),
        Screen::Conduit => session.conduit().puzzle().start().id(),
        Screen::Maze if let Some(round) = maze.round() => {
            format!("{}@:0:0", round.run().leg().spec())
        }
        Screen::Play if let Some(run) = run => format!("{SEED}{}", run.game().seed()),
        Screen::Replay if let Some(watched) = watched => match watched.run.playback() {
            Some(playback) => format!("{REPLAY}{}", playback.replay()),
            None => format!("{SEED}{}", watched.run.game().seed()),
        },
        _ => format!("{SEED}{}", seed.0),
    };
    to(page, &part)
}
