//! Makes films and single pictures of recorded runs, and films of solves: runs the shell without a window and renders it into a
//! texture. The clock is advanced by hand, so that a recording always gives the same film.

use std::time::{Duration, Instant};

use bevy::camera::RenderTarget;
use bevy::prelude::*;
use bevy::render::render_resource::TextureFormat;
use bevy::render::view::screenshot::{Screenshot, ScreenshotCaptured};
use bevy::ui::IsDefaultUiCamera;

use super::{Error, ShellSetup, build_shell, catch_panics};
use crate::app::UndercroftPlugin;
use crate::app::apng::{self, Recorder};
use crate::app::begin::Begin;
use crate::app::dungeon::default_map;
use crate::app::glyph::GlyphCamera;
use crate::app::platform::clock::Clock;
use crate::app::puzzle::{Puzzle, PuzzleSession};
use crate::app::screen::Screen;
use crate::app::screens::conduit::Boards;
use crate::app::screens::descend::{AimKind, Mode};
use crate::app::screens::maze::Mazes;
use crate::app::settings::{Motion, Settings, WindowPlacement};
use crate::app::stage::{self, PlayedContent, Run};
use crate::game::content::Content;
use crate::game::record::{Playback, Recording};
use crate::game::{DailyCode, DailyGame};

/// What to film, and how.
#[derive(Clone, Debug)]
pub struct Filming {
    /// The recorded run.
    pub replay: Recording,
    /// The content that it was played with.
    pub content: &'static Content,
    /// The first and the last turn of the film. It ends with the action that reaches the last turn, or
    /// with the recording.
    pub turns: (u64, u64),
    /// Makes a single picture, this long after the last turn, instead of a film.
    pub still: Option<Duration>,
    /// Width and height in pixels.
    pub size: (u32, u32),
    /// How much is animated.
    pub motion: Motion,
}

/// A recorded solve to film, and how.
#[derive(Clone, Debug)]
pub struct SolveFilming {
    /// The daily board or maze that was solved.
    pub code: DailyCode,
    /// The solve, as a word.
    pub solve: String,
    /// Another solve of the same daily, whose ghost goes along.
    pub rival: Option<String>,
    /// Width and height in pixels.
    pub size: (u32, u32),
    /// How much is animated.
    pub motion: Motion,
}

/// The longest film of a solve. The clock of a longer solve runs faster.
const MAX_SOLVE_FILM: Duration = Duration::from_secs(20);

/// Duration of a frame.
const FRAME: Duration = Duration::from_millis(50);

/// Frames per action: at least, and at most while effects are playing.
const MIN_ACTION_FRAMES: u32 = 3;
const MAX_ACTION_FRAMES: u32 = 9;

/// Time from one action to the next before a still picture.
const STILL_PAUSE: Duration = Duration::from_secs(1);

/// Frames after the last turn.
const FINAL_FRAMES: u32 = 16;

/// Frames that run before the first one is captured, so that the picture settles.
const WARM_UP_FRAMES: u32 = 60;

/// How many updates to wait for a picture from the GPU.
const MAX_CAPTURE_UPDATES: u32 = 10_000;

/// Films a recorded run. Returns a PNG; a film is an animated one.
///
/// # Errors
/// If the recording diverges, or if there is no GPU or software renderer.
pub fn film(filming: &Filming) -> Result<Vec<u8>, Error> {
    let mut result = Ok(Vec::new());
    catch_panics(|_| {
        result = make_film(filming);
        AppExit::Success
    })?;
    result
}

fn make_film(filming: &Filming) -> Result<Vec<u8>, Error> {
    let mut studio = Studio::open(filming)?;
    let (_, last_turn) = filming.turns;
    let mut film = Vec::new();
    match filming.still {
        Some(delay) => {
            let picture = studio.capture_still(last_turn, delay)?;
            apng::write_picture(&mut film, &picture, filming.size)
        }
        None => {
            let mut recorder = Recorder::new(filming.size);
            studio.record(last_turn, &mut recorder)?;
            recorder.write(&mut film, FRAME)
        }
    }
    .map_err(film_error)?;
    Ok(film)
}

/// Films a recorded solve. Returns an animated PNG.
///
/// # Errors
/// If a word is no solve of the daily, or if there is no GPU or software renderer.
pub fn film_solve(filming: &SolveFilming) -> Result<Vec<u8>, Error> {
    let mut result = Ok(Vec::new());
    catch_panics(|_| {
        result = match filming.code.game {
            DailyGame::Board => make_solve_film::<Boards>(filming),
            DailyGame::Maze => make_solve_film::<Mazes>(filming),
            DailyGame::Run => Err(film_error("a daily run is no board or maze")),
        };
        AppExit::Success
    })?;
    result
}

fn make_solve_film<P: Puzzle>(filming: &SolveFilming) -> Result<Vec<u8>, Error> {
    let day = filming.code.day;
    let read = |word: &str| {
        let request = P::race(day, word).map_err(film_error)?;
        let solve = P::rival(&request).cloned();
        solve.ok_or_else(|| film_error("no solve"))
    };
    let solve = read(&filming.solve)?;
    let rival = filming.rival.as_deref().map(read).transpose()?;
    let mut app = App::new();
    let shell = UndercroftPlugin {
        seed: filming.code.seed(),
        spec: default_map(filming.code.seed()),
        screen: P::GAME.screen(),
        begin: Begin::Daily(day),
        data: None,
    };
    build_film_shell(&mut app, shell, filming.motion, filming.size);
    let mut studio = Studio::finish(app);
    studio.warm_up(filming.size);
    let speed = solve.time().as_secs_f32() / MAX_SOLVE_FILM.as_secs_f32();
    let step = FRAME.mul_f32(speed.max(1.0));
    let mut session = studio.app.world_mut().resource_mut::<PuzzleSession<P>>();
    session.begin_film(solve, rival);
    let mut recorder = Recorder::new(filming.size);
    recorder.add(&studio.capture()?);
    while studio
        .app
        .world_mut()
        .resource_mut::<PuzzleSession<P>>()
        .film_on(step)
    {
        recorder.add(&studio.capture()?);
    }
    for _ in 0..FINAL_FRAMES {
        recorder.add(&studio.capture()?);
    }
    let mut film = Vec::new();
    recorder.write(&mut film, FRAME).map_err(film_error)?;
    Ok(film)
}

/// Adds the shell to an app that draws into a texture.
fn build_film_shell(app: &mut App, shell: UndercroftPlugin, motion: Motion, film_size: (u32, u32)) {
    let setup = ShellSetup {
        shell,
        settings: Settings {
            motion,
            // A film shows no lessons.
            teach: false,
            ..default()
        },
        sets_motion: true,
        folders: None,
        placement: WindowPlacement::default(),
        film_size: Some(film_size),
    };
    build_shell(app, setup);
}

fn film_error(error: impl ToString) -> Error {
    Error::Film(error.to_string())
}

/// The captured picture, once the GPU has returned it.
#[derive(Resource, Default)]
struct Captured(Option<Image>);

/// The shell, rendered into a texture.
struct Studio {
    app: App,
    now: Instant,
    target: Handle<Image>,
}

impl Studio {
    /// Plays to the first turn and lets the picture settle.
    fn open(filming: &Filming) -> Result<Self, Error> {
        let content = PlayedContent(filming.content);
        let mut run = Run::watch(filming.replay.clone(), Some(&content)).map_err(film_error)?;
        run.seek_turn(filming.turns.0).map_err(film_error)?;
        if !run.is_playing() {
            // The screen would start another run in place of one that is over.
            let before_end = filming.replay.count().saturating_sub(1);
            run.seek(before_end).map_err(film_error)?;
        }
        let mut app = App::new();
        app.insert_resource(content);
        let shell = UndercroftPlugin {
            seed: filming.replay.seed(),
            spec: default_map(filming.replay.seed()),
            screen: Screen::Descend,
            begin: Begin::Last,
            data: None,
        };
        build_film_shell(&mut app, shell, filming.motion, filming.size);
        app.insert_resource(run);
        let mut studio = Self::finish(app);
        studio.warm_up(filming.size);
        Ok(studio)
    }

    /// Ends the building of the app.
    fn finish(mut app: App) -> Self {
        app.init_resource::<Captured>();
        app.finish();
        app.cleanup();
        Self {
            app,
            now: Instant::now(),
            target: Handle::default(),
        }
    }

    /// Lets the picture settle, in a texture.
    fn warm_up(&mut self, size: (u32, u32)) {
        self.advance(FRAME);
        self.render_to_texture(size);
        for _ in 0..WARM_UP_FRAMES {
            self.advance(FRAME);
        }
    }

    /// Plays to the last turn and returns a picture `delay` after it.
    fn capture_still(&mut self, last_turn: u64, delay: Duration) -> Result<Vec<u8>, Error> {
        while self.step(last_turn)? {
            let run = self.app.world().resource::<Run>();
            let is_at_end = run.playback().is_none_or(Playback::is_at_end);
            // The effects of earlier turns end before the next turn.
            if run.game().turns() < last_turn && !is_at_end {
                self.advance(STILL_PAUSE);
            }
        }
        self.advance(FRAME);
        if delay > FRAME {
            self.advance(delay.saturating_sub(FRAME));
        }
        self.capture()
    }

    /// Plays to the last turn and records every frame.
    fn record(&mut self, last_turn: u64, recorder: &mut Recorder) -> Result<(), Error> {
        recorder.add(&self.capture()?);
        while self.step(last_turn)? {
            for frame in 0..MAX_ACTION_FRAMES {
                if frame >= MIN_ACTION_FRAMES && !stage::is_busy(self.app.world()) {
                    break;
                }
                recorder.add(&self.capture()?);
            }
        }
        for _ in 0..FINAL_FRAMES {
            recorder.add(&self.capture()?);
        }
        Ok(())
    }

    /// Renders the map's cameras and the user interface into a texture.
    fn render_to_texture(&mut self, (width, height): (u32, u32)) {
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

    /// Runs a frame this long after the previous one.
    fn advance(&mut self, duration: Duration) {
        self.now += duration;
        self.app.insert_resource(Clock::At(self.now));
        self.app.update();
    }

    /// Plays the next action of the recording; returns false at the end of the run or of the film.
    fn step(&mut self, last_turn: u64) -> Result<bool, Error> {
        let world = self.app.world_mut();
        let mut run = world.resource_mut::<Run>();
        // The stage marks it as changed when it shows the turn.
        let run = run.bypass_change_detection();
        if run.game().turns() >= last_turn || !run.is_playing() {
            return Ok(false);
        }
        let has_stepped = run.step().map_err(film_error)?;
        if !run.is_playing() {
            // Shows the map instead of the menu at the end of a run.
            let me = run.game().view().player().pos;
            self.app.insert_resource(Mode::Aim(AimKind::Look, me));
        }
        Ok(has_stepped)
    }

    /// Runs a frame and returns its picture, with three bytes per pixel.
    fn capture(&mut self) -> Result<Vec<u8>, Error> {
        let store = |event: On<ScreenshotCaptured>, mut captured: ResMut<Captured>| {
            captured.0 = Some(event.image.clone());
        };
        self.app
            .world_mut()
            .spawn(Screenshot::image(self.target.clone()))
            .observe(store);
        self.advance(FRAME);
        for _ in 0..MAX_CAPTURE_UPDATES {
            if let Some(image) = self.app.world_mut().resource_mut::<Captured>().0.take() {
                let picture = image.try_into_dynamic().map_err(film_error)?;
                return Ok(picture.to_rgb8().into_raw());
            }
            std::thread::yield_now();
            // The clock is stopped, so these updates do not change the picture.
            self.app.update();
        }
        Err(Error::NoGpu("it draws no picture".to_owned()))
    }
}
