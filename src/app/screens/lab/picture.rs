//! Saves the map as it is shown as a picture, and its making as a film. Both are drawn on the CPU, in the background.

use std::io;
use std::time::Duration;

use bevy::prelude::*;

use super::action::{FilmKind, Overlay, SavePicture};
use super::animation::{self, Animation};
use super::export::{ExportTasks, ExportTo, create_file, result_notice, stem};
use super::overlay::{self, ActiveOverlays};
use super::recording::Film;
use super::tint::{EVERY_10, EVERY_100};
use crate::app::apng::{self, Recorder};
use crate::app::dungeon::{Dungeon, Look, Scene};
use crate::app::frame::{Phase, React};
use crate::app::glyph::{Artist, Glyph, LightMap, Sticker, Terrain, Tint, blend};
use crate::app::notice::Notice;
use crate::app::platform::background::Work;
use crate::app::platform::{ExportFolders, FileError};
use crate::app::player::{HERO_COLOUR, Walker};
use crate::app::settings::Settings;
use crate::app::stage::PlayedContent;
use crate::game::things;
use crate::geom::Size;
use crate::mapgen::MapSpec;

pub(super) fn plugin(app: &mut App) {
    app.add_message::<SavePicture>()
        .add_systems(React, save.in_set(Phase::Record));
}

/// Side of a tile at most, in pixels.
const MAX_TILE: u32 = 16;

/// Longest side of a picture and of a film, in pixels.
const PICTURE: u32 = 4096;
const FILM: u32 = 1280;

/// The most frames of a film, and the duration of each at least.
const MAX_FRAMES: usize = 150;
const FRAME: Duration = Duration::from_millis(40);

/// How long a film lasts at least if it has fewer frames, per frame, and how long the finished map is shown.
const SLOW_FRAME: Duration = Duration::from_millis(120);
const END: Duration = Duration::from_secs(2);

/// The side of a tile in a picture whose longer side is at most `longest` pixels.
fn tile_side(map: Size, longest: u32) -> u32 {
    (longest / map.width.max(map.height).max(1)).clamp(1, MAX_TILE)
}

fn save(
    mut requests: MessageReader<SavePicture>,
    (terrain, lights, tint): (Res<Terrain>, Res<LightMap>, Res<Tint>),
    (dungeon, walker, scene): (Res<Dungeon>, Res<Walker>, Res<Scene>),
    content: Option<Res<PlayedContent>>,
    (active, look, settings): (Res<ActiveOverlays>, Res<Look>, Option<Res<Settings>>),
    (folders, to, animation): (Option<Res<ExportFolders>>, Res<ExportTo>, Res<Animation>),
    mut tasks: ResMut<ExportTasks>,
    mut notice: ResMut<Notice>,
) {
    for request in requests.read() {
        let Some(ExportFolders(folders)) = folders.as_deref() else {
            notice.refuse(&FileError::NoHome);
            continue;
        };
        let (spec, folders) = (dungeon.spec().clone(), folders.clone());
        let to = to.folder().to_owned();
        let is_plain = settings.as_ref().is_some_and(|settings| settings.plain);
        match request {
            SavePicture::Shown => {
                let mut artist = Artist::new(tile_side(spec.size(), PICTURE), is_plain);
                let at = walker.at().filter(|_| *scene == Scene::Dungeon);
                let walker = at.map(|at| Sticker {
                    at,
                    glyph: Glyph::of('@').unwrap_or_default(),
                    colour: HERO_COLOUR,
                });
                let things = match &content {
                    Some(content) if active.has(Overlay::Things) => {
                        let things = things(&spec, dungeon.map());
                        overlay::stickers(&things, content.0).collect()
                    }
                    _ => Vec::new(),
                };
                let stickers: Vec<Sticker> = things.into_iter().chain(walker).collect();
                let size = artist.size(&terrain);
                let mut picture = artist.draw(&terrain, (&lights, &tint), &stickers);
                if active.has(Overlay::Grid) {
                    draw_grid(&mut picture, size, size.0 / spec.size().width.max(1));
                }
                let write = move || {
                    create_file(
                        &folders,
                        &to,
                        &format!("{}-shown", stem(&spec)),
                        "png",
                        |out| apng::write_picture(out, &picture, size),
                    )
                };
                let what = match animation.film() {
                    None => "the picture",
                    Some(_) => "the picture of this step",
                };
                if cfg!(target_family = "wasm") {
                    notice.say(result_notice(what, write()));
                } else {
                    let work = Work::start("", write, Box::new(|_| Err(String::new())));
                    tasks.0.push((what, work));
                }
            }
            SavePicture::Making(kind) => {
                let (look, kind) = (*look, *kind);
                let write = move || {
                    let stem = format!("{}-making", stem(&spec));
                    let film = Film::record(&spec).map_err(|error| error.to_string())?;
                    create_file(&folders, &to, &stem, kind.ending(), |out| {
                        let side = tile_side(spec.size(), FILM);
                        write_film(film, look, Artist::new(side, is_plain), kind, out)
                    })
                };
                notice.say("Saving the film...");
                let work = Work::start("", write, Box::new(|_| Err(String::new())));
                tasks.0.push(("the film", work));
            }
        }
    }
}

/// Draws the lines of [`Overlay::Grid`] over a picture with tiles of `side` pixels.
fn draw_grid(picture: &mut [u8], (width, _): (u32, u32), side: u32) {
    let line_at = |place: u32| {
        let tile = place / side;
        let is_edge = place.is_multiple_of(side);
        match (tile.is_multiple_of(100), tile.is_multiple_of(10)) {
            (true, _) if is_edge => Some(EVERY_100),
            (_, true) if is_edge && side > 1 => Some(EVERY_10),
            _ => None,
        }
    };
    let (pixels, _) = picture.as_chunks_mut::<3>();
    for (index, pixel) in (0..).zip(pixels) {
        let (x, y) = (index % width, index / width);
        for [r, g, b, strength] in [line_at(x), line_at(y)].into_iter().flatten() {
            *pixel = blend(*pixel, [r, g, b], strength.into());
        }
    }
}

/// The making of a map as a film, on a flat plan.
///
/// # Errors
/// If the map cannot be made.
pub fn film_of(spec: &MapSpec, kind: FilmKind) -> Result<Vec<u8>, String> {
    let film = Film::record(spec).map_err(|error| error.to_string())?;
    let mut file = Vec::new();
    let artist = Artist::new(tile_side(spec.size(), FILM), false);
    let written = write_film(film, Look::Plan, artist, kind, &mut file);
    written.map_err(|error| error.to_string())?;
    Ok(file)
}

/// Writes the steps of a film, as many at a time as it takes to have few frames.
fn write_film(
    mut film: Film,
    look: Look,
    mut artist: Artist,
    kind: FilmKind,
    out: impl io::Write,
) -> io::Result<()> {
    let mut terrain = Terrain::default();
    let mut lights = LightMap::default();
    let count = film.length().clamp(1, MAX_FRAMES);
    let frame = if count < MAX_FRAMES {
        SLOW_FRAME
    } else {
        FRAME
    };
    let mut recorder = None;
    for number in 0..=count {
        film.seek(film.length() * number / count);
        let tint = animation::draw_step(&film, look, &mut terrain, &mut lights);
        let picture = artist.draw(&terrain, (&lights, &tint), &[]);
        recorder
            .get_or_insert_with(|| Recorder::new(artist.size(&terrain)))
            .add(&picture);
    }
    // The finished map, without the colours of the last step.
    let end = artist.draw(&terrain, (&lights, &Tint::default()), &[]);
    let Some(mut recorder) = recorder else {
        return Ok(());
    };
    for _ in 0..END.as_millis() / frame.as_millis() {
        recorder.add(&end);
    }
    match kind {
        FilmKind::Apng => recorder.write(out, frame),
        FilmKind::Gif => recorder.write_gif(out, frame),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tiles_are_as_large_as_there_is_room_for_and_never_nothing() {
        for (width, height, longest, side) in [
            (80, 50, PICTURE, 16),
            (80, 50, FILM, 16),
            (512, 30, PICTURE, 8),
            (4096, 4096, PICTURE, 1),
            (200, 512, FILM, 2),
        ] {
            assert_eq!(tile_side(Size::new(width, height), longest), side);
        }
    }

    #[test]
    fn the_grid_lies_on_every_tenth_tile() {
        let (side, width, height) = (2, 60, 24);
        let mut picture = vec![0; (width * height * 3) as usize];
        draw_grid(&mut picture, (width, height), side);
        let (pixels, _) = picture.as_chunks::<3>();
        for (index, pixel) in (0..).zip(pixels) {
            let (x, y): (u32, u32) = (index % width, index / width);
            let is_line = [x, y].iter().any(|place| place.is_multiple_of(20));
            assert_eq!(*pixel != [0; 3], is_line, "{x},{y}");
        }
        assert_ne!(pixels[0], pixels[20], "the first line is of another colour");
    }

    #[test]
    fn a_film_has_a_frame_for_each_of_few_steps_and_ends_with_the_map() {
        let film = Film::record(&"box/12x8#7".parse().unwrap()).unwrap();
        let steps = film.length();
        assert!((1..MAX_FRAMES).contains(&steps));
        let mut file = Vec::new();
        write_film(
            film,
            Look::Plan,
            Artist::new(4, true),
            FilmKind::Apng,
            &mut file,
        )
        .unwrap();
        let reader = png::Decoder::new(io::Cursor::new(file))
            .read_info()
            .unwrap();
        let info = reader.info();
        assert_eq!((info.width, info.height), (48, 32));
        let frames = info.animation_control.unwrap().num_frames as usize;
        assert!((2..=steps + 2).contains(&frames), "{frames} for {steps}");
        // As a GIF it has the same frames, and ends with the map.
        let file = film_of(&"box/12x8#7".parse().unwrap(), FilmKind::Gif).unwrap();
        let mut options = gif::DecodeOptions::new();
        options.set_color_output(gif::ColorOutput::Indexed);
        let mut reader = options.read_info(file.as_slice()).unwrap();
        assert_eq!((reader.width(), reader.height()), (12 * 16, 8 * 16));
        let (mut count, mut time) = (0, 0);
        while let Some(frame) = reader.read_next_frame().unwrap() {
            assert!(frame.width > 0 && frame.delay > 0);
            (count, time) = (count + 1, time + u32::from(frame.delay));
        }
        assert_eq!(count, frames);
        assert!(time >= 200, "the map stays for two seconds: {time}");
    }
}
