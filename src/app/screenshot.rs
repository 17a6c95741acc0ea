//! Saves screenshots of the window and tells the player where.

use std::io;

use bevy::prelude::*;
use bevy::render::view::screenshot::{Screenshot, ScreenshotCaptured};
use bevy::window::RequestRedraw;
use image::ImageFormat;

use super::frame::Phase;
use super::input::CommonAction;
use super::notice::Notice;
use super::platform::{ExportFolders, FileError, Folders, NewFile};
use super::screens::ShownSeed;
use crate::rng::Seed;

/// The folder for screenshots within the data folder.
const FOLDER: &str = "screenshots";

/// Handles [`CommonAction::Screenshot`].
pub fn plugin(app: &mut App) {
    app.add_systems(
        Update,
        (take_screenshots, request_frames)
            .chain()
            .in_set(Phase::Show),
    );
}

fn take_screenshots(mut actions: MessageReader<CommonAction>, mut commands: Commands) {
    for _ in actions
        .read()
        .filter(|action| **action == CommonAction::Screenshot)
    {
        commands
            .spawn(Screenshot::primary_window())
            .observe(save_screenshot);
    }
}

/// Keeps frames coming while a screenshot is pending: it returns from the GPU some frames after the request.
fn request_frames(pending: Query<(), With<Screenshot>>, mut redraw: MessageWriter<RequestRedraw>) {
    if !pending.is_empty() {
        redraw.write(RequestRedraw);
    }
}

fn save_screenshot(
    captured: On<ScreenshotCaptured>,
    folders: Option<Res<ExportFolders>>,
    seed: Res<ShownSeed>,
    mut notice: ResMut<Notice>,
) {
    let written = match folders {
        Some(folders) => write_png(&captured.image, &folders.0, seed.0),
        None => Err(FileError::NoHome.to_string()),
    };
    let message = written.map_or_else(|error| error, |path| format!("Saved the picture as {path}"));
    notice.add(&message);
}

fn write_png(image: &Image, folders: &Folders, seed: Option<Seed>) -> Result<String, String> {
    let picture = image.clone().try_into_dynamic();
    let picture = picture.map_err(|error| format!("Cannot take a picture: {error}."))?;
    let picture = picture.to_rgb8();
    let write = |out: &mut NewFile| {
        let written = picture.write_to(out, ImageFormat::Png);
        written.map_err(io::Error::other)
    };
    let seed = seed.map(|seed| format!("-{seed}"));
    let name = format!("undercroft{}", seed.unwrap_or_default());
    let path = folders.write_new(FOLDER, &name, "png", write);
    path.map(|path| path.display().to_string())
        .map_err(|error| error.to_string())
}
