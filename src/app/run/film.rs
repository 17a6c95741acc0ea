//! Films of recorded runs, and single pictures: the shell without a window, drawn into a texture frame
//! by frame. The clock moves from frame to frame, so a recording gives the same film each time.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use bevy::camera::RenderTarget;
use bevy::prelude::*;
use bevy::render::render_resource::TextureFormat;
use bevy::render::view::screenshot::{Screenshot, ScreenshotCaptured};
use bevy::ui::IsDefaultUiCamera;

use super::{Build, Error, build, catch};
use crate::app::apng::{self, Recorder};
use crate::app::glyph::GlyphCamera;
use crate::app::platform::Folders;
use crate::app::platform::clock::Clock;
use crate::app::screen::Screen;
use crate::app::screens::descend::{AimKind, Mode};
use crate::app::settings::{Motion, Settings, WindowPlace};
use crate::app::stage::{self, PlayedContent, Run};
use crate::game::content::Content;
use crate::game::replay::Replay;
use crate::mapgen::MapSpec;

/// What is filmed, and how.
#[derive(Clone, Debug)]
pub struct Filming {
    /// The recording.
    pub replay: Replay,
    /// What it is played by.
    pub content: &'static Content,
    /// The map of the Lab, which is not shown.
    pub spec: MapSpec,
    /// The turns from which and to which it is filmed.
    pub turns: (u64, u64),
    /// One picture so long after the last turn, instead of a film.
    pub still: Option<Duration>,
    /// Columns and rows of the picture, in pixels.
    pub size: (u32, u32),
    /// How much moves.
    pub motion: Motion,
    /// The PNG file, with all frames of a film in it (APNG).
    pub out: PathBuf,
}

/// From one frame to the next.
const FRAME: Duration = Duration::from_millis(50);

/// Frames from one action to the next, and the most while its effects are shown.
const BEAT: u32 = 3;
const LONGEST_BEAT: u32 = 9;

/// From one action to the next where nothing is filmed.
const PAUSE: Duration = Duration::from_secs(1);

/// Frames after the last turn.
const TAIL: u32 = 16;

/// Frames in which the first picture comes to rest, unseen.
const BEFORE: u32 = 60;

/// Most times that a picture is asked for before it comes back from the GPU.
const PATIENCE: u32 = 10_000;

/// Films a recorded run.
///
/// # Errors
/// If it plays differently, there is nothing to draw with, or the file cannot be written.
pub fn film(filming: &Filming) -> Result<(), Error> {
    let mut reason = None;
    catch(|_| {
        if let Err(error) = shoot(filming) {
            reason = Some(error);
        }
        AppExit::Success
    })?;
    reason.map_or(Ok(()), Err)
}

fn shoot(filming: &Filming) -> Result<(), Error> {
    let mut studio = Studio::open(filming)?;
    let (_, to) = filming.turns;
    if let Some(after) = filming.still {
        while studio.act(to)? {
            // The turns before the last come to rest, as for somebody who takes their time.
            if studio.turns() < to {
                studio.pass(PAUSE);
            }
        }
        studio.pass(FRAME);
        if after > FRAME {
            studio.pass(after.saturating_sub(FRAME));
        }
        let picture = studio.picture()?;
        return apng::write_picture(&filming.out, &picture, filming.size)
            .map_err(|error| cannot_write(&filming.out, &error));
    }
    let mut recorder = Recorder::new(filming.size);
    recorder.add(&studio.picture()?);
    while studio.act(to)? {
        for frame in 0..LONGEST_BEAT {
            if frame >= BEAT && !stage::is_busy(studio.app.world()) {
                break;
            }
            recorder.add(&studio.picture()?);
        }
    }
    for _ in 0..TAIL {
        recorder.add(&studio.picture()?);
    }
    recorder
        .write(&filming.out, FRAME)
        .map_err(|error| cannot_write(&filming.out, &error))
}

fn cannot_write(path: &Path, reason: &dyn std::fmt::Display) -> Error {
    Error::Film(format!("cannot write {}: {reason}", path.display()))
}

/// The picture that the GPU has given back.
#[derive(Resource, Default)]
struct Shot(Option<Image>);

/// The shell, drawn into a texture.
struct Studio {
    app: App,
    now: Instant,
    target: Handle<Image>,
}

impl Studio {
    /// Goes to the first turn, and waits until all that moves has come to rest.
    fn open(filming: &Filming) -> Result<Self, Error> {
        let content = PlayedContent(filming.content);
        let mut run = Run::watch(filming.replay.clone(), Some(&content))
            .map_err(|error| Error::Film(error.to_string()))?;
        run.seek_turn(filming.turns.0)
            .map_err(|error| Error::Film(error.to_string()))?;
        let mut app = App::new();
        app.insert_resource(content);
        let shell = Build {
            spec: filming.spec.clone(),
            screen: Screen::Play,
            drawn: true,
            settings: Some(Settings {
                motion: filming.motion,
                // Nobody is there to be taught.
                teach: false,
                ..default()
            }),
            folders: Folders::find(None, None)?,
            data: None,
            place: WindowPlace::default(),
            unseen: Some(filming.size),
        };
        build(&mut app, shell);
        app.insert_resource(run).init_resource::<Shot>();
        app.finish();
        app.cleanup();
        let mut studio = Self {
            app,
            now: Instant::now(),
            target: Handle::default(),
        };
        studio.pass(FRAME);
        studio.aim(filming.size);
        for _ in 0..BEFORE {
            studio.pass(FRAME);
        }
        Ok(studio)
    }

    /// Points the camera at a texture.
    fn aim(&mut self, (width, height): (u32, u32)) {
        let world = self.app.world_mut();
        let target = Image::new_target_texture(width, height, TextureFormat::Rgba8UnormSrgb, None);
        self.target = world.resource_mut::<Assets<Image>>().add(target);
        let mut cameras = world.query_filtered::<Entity, With<GlyphCamera>>();
        let cameras: Vec<Entity> = cameras.iter(world).collect();
        for camera in cameras {
            let target = RenderTarget::Image(self.target.clone().into());
            world.entity_mut(camera).insert((target, IsDefaultUiCamera));
        }
    }

    /// Runs a frame so long after the one before.
    fn pass(&mut self, after: Duration) {
        self.now += after;
        self.app.insert_resource(Clock::At(self.now));
        self.app.update();
    }

    /// Does the next action, unless the run or the film is at its end.
    fn act(&mut self, to: u64) -> Result<bool, Error> {
        let world = self.app.world_mut();
        let mut run = world.resource_mut::<Run>();
        // It is marked as changed when its turns are told.
        let run = run.bypass_change_detection();
        if run.game().turns() >= to || !run.is_playing() {
            return Ok(false);
        }
        let done = run.step().map_err(|error| Error::Film(error.to_string()))?;
        if !run.is_playing() {
            // The map is looked at, and not the list of what can be done at the end.
            let me = run.game().view().player().pos;
            self.app.insert_resource(Mode::Aim(AimKind::Look, me));
        }
        Ok(done)
    }

    /// Turns that the run has come.
    fn turns(&self) -> u64 {
        self.app.world().resource::<Run>().game().turns()
    }

    /// The picture of the next frame: three bytes a pixel.
    fn picture(&mut self) -> Result<Vec<u8>, Error> {
        let world = self.app.world_mut();
        let keep = |captured: On<ScreenshotCaptured>, mut shot: ResMut<Shot>| {
            shot.0 = Some(captured.image.clone());
        };
        world
            .spawn(Screenshot::image(self.target.clone()))
            .observe(keep);
        self.pass(FRAME);
        for _ in 0..PATIENCE {
            if let Some(image) = self.app.world_mut().resource_mut::<Shot>().0.take() {
                let picture = image.try_into_dynamic();
                let picture = picture.map_err(|error| Error::Film(error.to_string()))?;
                return Ok(picture.to_rgb8().into_raw());
            }
            std::thread::yield_now();
            // The clock stands, and so does what is drawn.
            self.app.update();
        }
        Err(Error::NoGpu)
    }
}
