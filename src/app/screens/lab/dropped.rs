//! Samples in files that are dropped onto the window.

use std::path::Path;

use bevy::prelude::*;
use bevy::window::FileDragAndDrop;

use super::imitate::imitate;
use super::paint::Canvas;
use crate::app::frame::{Phase, React};
use crate::app::screen::Screen;
use crate::disk;
use crate::export;
use crate::mapgen::MapSpec;

pub(super) fn plugin(app: &mut App) {
    app.add_message::<FileDragAndDrop>().add_systems(
        React,
        read_dropped_files.in_set(Screen::Lab).in_set(Phase::Act),
    );
}

/// The largest file of a sample, in bytes.
const LIMIT: u64 = 1 << 20;

/// Imitates each file dropped onto the window; the last one stays.
fn read_dropped_files(mut drops: MessageReader<FileDragAndDrop>, mut canvas: Canvas) {
    for drop in drops.read() {
        if let FileDragAndDrop::DroppedFile { path_buf, .. } = drop {
            match of_file(canvas.dungeon.spec(), path_buf) {
                Ok(spec) => canvas.show(spec, "waves imitates the map in the file"),
                Err(reason) => canvas.notice.refuse(&reason),
            }
        }
    }
}

/// The map that imitates the one in a file.
fn of_file(spec: &MapSpec, path: &Path) -> Result<MapSpec, String> {
    let bytes = disk::read_regular(path, LIMIT).map_err(|error| error.to_string())?;
    let sample = export::read_sample(&bytes).map_err(|error| error.to_string());
    sample
        .and_then(|sample| imitate(spec, sample))
        .map_err(|reason| format!("{}: {reason}", path.display()))
}
