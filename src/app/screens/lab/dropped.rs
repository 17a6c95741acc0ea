//! Files that are dropped onto the window: maps to open, and samples to imitate.

use std::path::Path;

use bevy::input_focus::InputFocus;
use bevy::prelude::*;
use bevy::window::FileDragAndDrop;

use super::imitate::imitate;
use super::paint::Canvas;
use crate::app::dungeon::{Dungeon, Regenerate};
use crate::app::frame::{Phase, React};
use crate::app::notice::Notice;
use crate::app::screen::Screen;
use crate::app::ui::list::Row;
use crate::app::ui::list::dialog::{AddDialog, Dialog, Opened};
use crate::disk;
use crate::export::{self, read};
use crate::mapgen::MapSpec;
use crate::mapgen::waves::Sample;

pub(super) fn plugin(app: &mut App) {
    app.add_message::<FileDragAndDrop>()
        .init_resource::<Dropped>()
        .add_dialog::<Dropped>()
        .add_systems(
            React,
            read_dropped_files.in_set(Screen::Lab).in_set(Phase::Act),
        );
}

/// A file that is a map and a sample alike: the player says what it is to be.
#[derive(Resource, Default)]
struct Dropped {
    name: String,
    both: Option<(MapSpec, Sample)>,
}

/// What can be done with it.
const CHOICES: [(char, &str); 2] = [
    ('o', "Open it as the map"),
    ('i', "Imitate it: a map of waves"),
];

impl Dialog for Dropped {
    const SCREEN: Screen = Screen::Lab;

    fn title(world: &World) -> String {
        world.resource::<Self>().name.clone()
    }

    fn rows(_: &World) -> Vec<Row> {
        let rows = CHOICES.map(|(key, label)| Row::new(key, label.to_owned()));
        rows.into()
    }

    fn choose(world: &mut World, line: usize) {
        let Some((map, sample)) = world.resource_mut::<Self>().both.take() else {
            return;
        };
        let spec = match line {
            0 => Ok(map),
            _ => imitate(world.resource::<Dungeon>().spec(), sample),
        };
        match spec {
            Ok(spec) => drop(world.write_message(Regenerate::Exactly(spec))),
            Err(reason) => world.resource_mut::<Notice>().refuse(&reason),
        }
    }
}

/// Opens each file dropped onto the window, or imitates it; the last one stays.
fn read_dropped_files(
    mut drops: MessageReader<FileDragAndDrop>,
    mut canvas: Canvas,
    (mut dropped, mut dialog): (ResMut<Dropped>, ResMut<Opened<Dropped>>),
    mut focus: Option<ResMut<InputFocus>>,
) {
    for drop in drops.read() {
        let FileDragAndDrop::DroppedFile { path_buf, .. } = drop else {
            continue;
        };
        let name = path_buf.file_name().unwrap_or_default();
        let name = name.to_string_lossy().into_owned();
        let done = read_file(path_buf).and_then(|(map, sample)| match (map, sample) {
            (Ok(map), Ok(sample)) => {
                *dropped = Dropped {
                    name: name.clone(),
                    both: Some((map, sample)),
                };
                dialog.open(&mut focus);
                Ok(())
            }
            (Ok(map), Err(_)) => {
                canvas.show(map, "");
                Ok(())
            }
            (Err(_), Ok(sample)) => {
                let spec = imitate(canvas.dungeon.spec(), sample)?;
                canvas.show(spec, "waves imitates the map in the file");
                Ok(())
            }
            (Err(reason), Err(_)) => Err(reason),
        });
        if let Err(reason) = done {
            canvas.notice.refuse(&format!("{name}: {reason}"));
        }
    }
}

/// A file as a map, and as a sample; each with the reason if it is none.
type Read = (Result<MapSpec, String>, Result<Sample, String>);

fn read_file(path: &Path) -> Result<Read, String> {
    let bytes = disk::read_regular(path, disk::LIMIT).map_err(|error| error.to_string())?;
    let map = read_map(&bytes, &mut |beside| disk::read_beside(path, beside));
    let sample = export::read_sample(&bytes).map_err(|error| error.to_string());
    // What is wrong with a picture is what it is as a sample.
    Ok(match (map, &sample) {
        (Err(_), Err(reason)) if export::is_png(&bytes) => (Err(reason.clone()), sample),
        (map, _) => (map, sample),
    })
}

/// The map in a file, as one whose share code holds all of it.
pub(super) fn read_map(
    bytes: &[u8],
    tileset: &mut read::LoadTileset<'_>,
) -> Result<MapSpec, String> {
    let loaded = read::read(bytes, tileset).map_err(|error| error.to_string())?;
    loaded.into_spec().map_err(|error| error.to_string())
}
