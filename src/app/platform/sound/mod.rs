//! The output that sounds are heard from, and the thread that owns it; in a browser page, a timer. Where there is none, all is
//! silent, and nobody is told.

#[cfg_attr(target_os = "linux", path = "pulse.rs")]
#[cfg_attr(not(target_os = "linux"), path = "cpal.rs")]
mod backend;
mod mix;

use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::Duration;
#[cfg(not(target_family = "wasm"))]
use std::{sync::mpsc::RecvTimeoutError, thread};

use bevy::platform::time::Instant;
use bevy::prelude::Resource;

use backend::Output;
use mix::{Loop, Mix, Voice};
pub use mix::{RATE, Way};

/// What can be played: samples at [`RATE`] of all sounds in the order of their numbers, and of a loop by its
/// number.
pub(in crate::app) struct Sounds {
    pub(in crate::app) all: fn() -> Vec<Vec<f32>>,
    pub(in crate::app) background: fn(usize) -> Vec<f32>,
}

/// Starts the thread that plays.
pub(in crate::app) fn open(sounds: Sounds) -> Speaker {
    let (sender, orders) = channel();
    #[cfg(not(target_family = "wasm"))]
    thread::spawn(move || Player::new(sounds).serve(&orders));
    #[cfg(target_family = "wasm")]
    serve_page(sounds, orders);
    Speaker(sender)
}

/// Plays what is ordered, as soon as the browser lets a page be heard.
#[cfg(target_family = "wasm")]
fn serve_page(sounds: Sounds, orders: Receiver<Order>) {
    use super::page;

    /// Milliseconds from one look at the orders to the next.
    const PACE: i32 = 10;
    let mut unmade = Some(sounds);
    let mut player = None;
    let mut last = Duration::ZERO;
    page::every(PACE, move |now| {
        if player.is_none() {
            if !page::is_touched() {
                // What was ordered before is late by then.
                orders.try_iter().for_each(drop);
                return;
            }
            player = unmade.take().map(Player::new);
        }
        let Some(player) = &mut player else { return };
        let mut waiting = orders.try_iter().peekable();
        if waiting.peek().is_some() {
            last = now;
            waiting.for_each(|order| player.obey(order, &orders));
        } else if now.saturating_sub(last) > KEPT
            && let Some(output) = &player.output
        {
            last = now;
            output.put_behind(None);
        }
    });
}

/// Where sounds are sent, which takes no time.
#[derive(Resource)]
pub struct Speaker(Sender<Order>);

/// The loop behind the sounds.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Behind {
    /// The loop's number.
    pub number: usize,
    /// Speed, as of [`Way`].
    pub pitch: f32,
    /// Loudness, from 0 to 1.
    pub gain: f32,
}

enum Order {
    Sound(usize, Way),
    Behind(Option<Behind>),
}

impl Speaker {
    /// Plays a sound by its number.
    pub fn play(&self, sound: usize, way: Way) {
        // The thread is gone when the program ends.
        let _ = self.0.send(Order::Sound(sound, way));
    }

    /// Fades to a loop, or to none. A loop fades by itself when nothing was ordered for a while, so
    /// that a game left alone comes to rest: order it again to keep it.
    pub fn put_behind(&self, behind: Option<Behind>) {
        let _ = self.0.send(Order::Behind(behind));
    }
}

/// How long the output plays after the last order. Silence is mixed as well, and costs time.
const KEPT: Duration = Duration::from_secs(20);
/// How long it stays open from then on, while the loop fades.
#[cfg(not(target_family = "wasm"))]
const FADING: Duration = Duration::from_secs(4);
/// How long to wait before an output that could not be opened is tried again.
const RETRY: Duration = Duration::from_secs(10);

struct Player {
    made: Vec<Arc<[f32]>>,
    sounds: Sounds,
    /// The loop that was made last, and its number.
    background: Option<(usize, Arc<[f32]>)>,
    output: Option<Output>,
    failed: Option<Instant>,
}

impl Player {
    fn new(sounds: Sounds) -> Self {
        Self {
            made: (sounds.all)().into_iter().map(Arc::from).collect(),
            sounds,
            background: None,
            output: None,
            failed: None,
        }
    }

    /// Plays what is ordered until nobody can order any more.
    #[cfg(not(target_family = "wasm"))]
    fn serve(&mut self, orders: &Receiver<Order>) {
        let mut fading = false;
        loop {
            let order = match &self.output {
                Some(_) => orders.recv_timeout(if fading { FADING } else { KEPT }),
                None => orders.recv().map_err(|_| RecvTimeoutError::Disconnected),
            };
            match order {
                Ok(order) => {
                    fading = false;
                    self.obey(order, orders);
                }
                Err(RecvTimeoutError::Timeout) if fading => {
                    fading = false;
                    self.output = None;
                }
                Err(RecvTimeoutError::Timeout) => {
                    fading = true;
                    if let Some(output) = &self.output {
                        output.put_behind(None);
                    }
                }
                Err(RecvTimeoutError::Disconnected) => return,
            }
        }
    }

    fn obey(&mut self, mut order: Order, orders: &Receiver<Order>) {
        self.output.take_if(|output| output.is_lost());
        if self.output.is_none() && self.failed.is_none_or(|when| when.elapsed() > RETRY) {
            self.output = Output::open();
            self.failed = self.output.is_none().then(Instant::now);
            // What was ordered meanwhile is late by now.
            order = orders.try_iter().last().unwrap_or(order);
        }
        let Some(output) = &self.output else {
            return;
        };
        match order {
            Order::Sound(sound, way) => {
                if let Some(samples) = self.made.get(sound) {
                    output.begin(Voice {
                        samples: Arc::clone(samples),
                        way,
                    });
                }
            }
            Order::Behind(None) => output.put_behind(None),
            Order::Behind(Some(behind)) => {
                if self
                    .background
                    .as_ref()
                    .is_none_or(|(number, _)| *number != behind.number)
                {
                    let samples = (self.sounds.background)(behind.number).into();
                    self.background = Some((behind.number, samples));
                }
                output.put_behind(self.background.as_ref().map(|(_, samples)| Loop {
                    samples: Arc::clone(samples),
                    pitch: behind.pitch,
                    gain: behind.gain,
                }));
            }
        }
    }
}

/// What the output's thread is told.
enum News {
    Begin(Voice),
    PutBehind(Option<Loop>),
}

impl Mix {
    fn follow(&mut self, news: &Receiver<News>) {
        for news in news.try_iter() {
            match news {
                News::Begin(voice) => self.begin(voice),
                News::PutBehind(wanted) => self.put_behind(wanted),
            }
        }
    }
}
