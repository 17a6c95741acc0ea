//! Keeps a picture of the window and tells where.

use std::io;

use bevy::prelude::*;
use bevy::render::view::screenshot::{Screenshot, ScreenshotCaptured};
use bevy::window::RequestRedraw;
use image::ImageFormat;

use super::frame::Phase;
use super::input::CommonAction;
use super::notice::Notice;
use super::platform::{Folders, NewFile};
use super::screens::ShownSeed;
use crate::rng::Seed;

/// Where pictures go, within the data folder.
const FOLDER: &str = "screenshots";

/// Saves what [`CommonAction::Screenshot`] asks for.
pub struct ScreenshotPlugin {
    /// Where pictures go.
    pub folders: Folders,
}

#[derive(Resource)]
struct Album(Folders);

impl Plugin for ScreenshotPlugin {
    fn build(&self, app: &mut App) {
        app.insert_resource(Album(self.folders.clone()))
            .add_systems(Update, (take, wait).chain().in_set(Phase::Show));
    }
}

fn take(mut actions: MessageReader<CommonAction>, mut commands: Commands) {
    for _ in actions
        .read()
        .filter(|action| **action == CommonAction::Screenshot)
    {
        commands.spawn(Screenshot::primary_window()).observe(keep);
    }
}

/// A picture comes back from the GPU some frames after it was asked for, so frames there must be.
fn wait(underway: Query<(), With<Screenshot>>, mut redraw: MessageWriter<RequestRedraw>) {
    if !underway.is_empty() {
        redraw.write(RequestRedraw);
    }
}

fn keep(
    captured: On<ScreenshotCaptured>,
    album: Res<Album>,
    seed: ShownSeed,
    mut notice: ResMut<Notice>,
    mut redraw: MessageWriter<RequestRedraw>,
) {
    let written = write(&captured.image, &album.0, seed.get());
    let told = written.map_or_else(|why| why, |path| format!("Saved the picture as {path}"));
    notice.add(&told);
    redraw.write(RequestRedraw);
}

fn write(image: &Image, folders: &Folders, seed: Seed) -> Result<String, String> {
    let picture = image.clone().try_into_dynamic();
    let picture = picture.map_err(|error| format!("Cannot take a picture: {error}."))?;
    let picture = picture.to_rgb8();
    let write = |out: &mut NewFile| {
        let written = picture.write_to(out, ImageFormat::Png);
        written.map_err(io::Error::other)
    };
    let path = folders.write_new(FOLDER, &format!("undercroft-{seed}"), "png", write);
    path.map(|path| path.display().to_string())
        .map_err(|error| error.to_string())
}
