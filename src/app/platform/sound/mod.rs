//! The sound output, and the thread that drives it (in a browser page, a timer). Without an output device the
//! game is silent, and only the options say so.

#[cfg_attr(target_os = "linux", path = "pulse.rs")]
#[cfg_attr(not(target_os = "linux"), path = "cpal.rs")]
mod backend;
mod mix;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::Duration;
#[cfg(not(target_family = "wasm"))]
use std::{sync::mpsc::RecvTimeoutError, thread};

use bevy::platform::time::Instant;
use bevy::prelude::Resource;

use backend::Output;
use mix::{Loop, Mixer, Voice};
pub use mix::{PlayParams, RATE};

/// Generators of the samples at [`RATE`]: of all sounds in the order of their numbers, and of one background loop.
pub(in crate::app) struct Sounds {
    pub(in crate::app) all: fn() -> Vec<Vec<f32>>,
    pub(in crate::app) background: fn(usize) -> Vec<f32>,
}

/// Starts the sound thread.
pub(in crate::app) fn open(sounds: Sounds) -> Speaker {
    let (sender, commands) = channel();
    let is_silent = Arc::default();
    let player = (sounds, Arc::clone(&is_silent));
    #[cfg(not(target_family = "wasm"))]
    thread::spawn(move || Player::new(player).run(&commands));
    #[cfg(target_family = "wasm")]
    run_in_page(player, commands);
    Speaker {
        commands: sender,
        is_silent,
    }
}

/// Applies commands from a timer, once the browser lets the page play sound.
#[cfg(target_family = "wasm")]
fn run_in_page(sounds: (Sounds, Arc<AtomicBool>), commands: Receiver<Command>) {
    use super::page;

    /// Milliseconds between two looks at the commands.
    const PERIOD: i32 = 10;
    let mut sounds = Some(sounds);
    let mut player = None;
    let mut last = Duration::ZERO;
    page::every(PERIOD, move |now| {
        if player.is_none() {
            if !page::is_touched() {
                // These sounds would come too late.
                commands.try_iter().for_each(drop);
                return;
            }
            player = sounds.take().map(Player::new);
        }
        let Some(player) = &mut player else { return };
        let mut waiting = commands.try_iter().peekable();
        if waiting.peek().is_some() {
            last = now;
            waiting.for_each(|command| player.apply(command, &commands));
        } else if now.saturating_sub(last) > IDLE_TIMEOUT
            && let Some(output) = &player.output
        {
            last = now;
            output.send(OutputCommand::SetLoop(None));
        }
    });
}

/// Sends sounds to the sound thread, without waiting for it.
#[derive(Resource)]
pub struct Speaker {
    commands: Sender<Command>,
    /// Whether the last attempt to open the output failed.
    is_silent: Arc<AtomicBool>,
}

/// The background loop to play.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct BackgroundLoop {
    /// The loop's number.
    pub number: usize,
    /// Speed, as in [`PlayParams`].
    pub pitch: f32,
    /// Loudness, from 0 to 1.
    pub gain: f32,
}

enum Command {
    Play(usize, PlayParams),
    SetBackground(Option<BackgroundLoop>),
}

impl Speaker {
    /// Plays a sound by its number.
    pub fn play(&self, sound: usize, params: PlayParams) {
        // Fails only if the thread has ended, as it does with the program.
        let _ = self.commands.send(Command::Play(sound, params));
    }

    /// Why nothing is heard, if that is known. The output is opened with the first sound.
    pub fn trouble(&self) -> Option<&'static str> {
        let is_silent = self.is_silent.load(Ordering::Relaxed);
        is_silent.then_some(match cfg!(target_os = "linux") {
            true => "Silent: no sound server answers",
            false => "Silent: there is no sound device",
        })
    }

    /// Fades to a loop, or to none. Without any command for 20 s the loop fades out, so that an idle program
    /// uses no processor time: repeat the command to keep it playing.
    pub fn set_background(&self, background: Option<BackgroundLoop>) {
        let _ = self.commands.send(Command::SetBackground(background));
    }
}

/// How long the output plays after the last command: mixing silence costs time as well.
const IDLE_TIMEOUT: Duration = Duration::from_secs(20);
/// How long the output stays open after that, while the loop fades out.
#[cfg(not(target_family = "wasm"))]
const FADE_OUT: Duration = Duration::from_secs(4);
/// The wait before another attempt to open the output.
const RETRY: Duration = Duration::from_secs(10);

struct Player {
    samples: Vec<Arc<[f32]>>,
    sounds: Sounds,
    /// The number and samples of the loop that was generated last.
    background: Option<(usize, Arc<[f32]>)>,
    output: Option<Output>,
    /// When the last attempt to open the output failed.
    failed_at: Option<Instant>,
    is_silent: Arc<AtomicBool>,
}

impl Player {
    fn new((sounds, is_silent): (Sounds, Arc<AtomicBool>)) -> Self {
        Self {
            samples: (sounds.all)().into_iter().map(Arc::from).collect(),
            sounds,
            background: None,
            output: None,
            failed_at: None,
            is_silent,
        }
    }

    /// Applies commands until the [`Speaker`] is dropped.
    #[cfg(not(target_family = "wasm"))]
    fn run(&mut self, commands: &Receiver<Command>) {
        let mut is_fading = false;
        loop {
            let timeout = if is_fading { FADE_OUT } else { IDLE_TIMEOUT };
            let received = match &self.output {
                Some(_) => commands.recv_timeout(timeout),
                None => commands.recv().map_err(|_| RecvTimeoutError::Disconnected),
            };
            match received {
                Ok(command) => {
                    is_fading = false;
                    self.apply(command, commands);
                }
                Err(RecvTimeoutError::Timeout) if is_fading => {
                    is_fading = false;
                    self.output = None;
                }
                Err(RecvTimeoutError::Timeout) => {
                    is_fading = true;
                    if let Some(output) = &self.output {
                        output.send(OutputCommand::SetLoop(None));
                    }
                }
                Err(RecvTimeoutError::Disconnected) => return,
            }
        }
    }

    fn apply(&mut self, mut command: Command, commands: &Receiver<Command>) {
        self.output.take_if(|output| output.is_lost());
        if self.output.is_none() && self.failed_at.is_none_or(|at| at.elapsed() > RETRY) {
            self.output = Output::open();
            self.failed_at = self.output.is_none().then(Instant::now);
            self.is_silent
                .store(self.output.is_none(), Ordering::Relaxed);
            // Opening takes a while, after which older sounds would come too late.
            command = commands.try_iter().last().unwrap_or(command);
        }
        let Some(output) = &self.output else {
            return;
        };
        output.send(match command {
            Command::Play(sound, params) => {
                let Some(samples) = self.samples.get(sound) else {
                    return;
                };
                OutputCommand::Play(Voice {
                    samples: Arc::clone(samples),
                    params,
                })
            }
            Command::SetBackground(background) => {
                OutputCommand::SetLoop(background.map(|wanted| {
                    let samples = match &self.background {
                        Some((number, samples)) if *number == wanted.number => Arc::clone(samples),
                        _ => {
                            let samples: Arc<[f32]> =
                                (self.sounds.background)(wanted.number).into();
                            self.background = Some((wanted.number, Arc::clone(&samples)));
                            samples
                        }
                    };
                    Loop {
                        samples,
                        pitch: wanted.pitch,
                        gain: wanted.gain,
                    }
                }))
            }
        });
    }
}

/// A command to the output's mixer, which runs on the audio thread.
enum OutputCommand {
    Play(Voice),
    SetLoop(Option<Loop>),
}

impl Mixer {
    fn apply_commands(&mut self, commands: &Receiver<OutputCommand>) {
        for command in commands.try_iter() {
            match command {
                OutputCommand::Play(voice) => self.play(voice),
                OutputCommand::SetLoop(new) => self.set_loop(new),
            }
        }
    }
}
