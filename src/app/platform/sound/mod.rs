//! The device that sounds are heard from, and the thread that has it. Where there is none, all is
//! silent, and nobody is told.

mod mix;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::{Duration, Instant};

use bevy::prelude::*;
use cpal::traits::{DeviceTrait, HostTrait, StreamTrait};
use cpal::{
    BufferSize, Device, FromSample, SampleFormat, SizedSample, Stream, StreamConfig, StreamError,
    SupportedBufferSize,
};

pub use mix::RATE;
use mix::{Mix, Voice};

/// Begins to listen for sounds to be played, whose samples at [`RATE`] `tones` makes.
pub(in crate::app) fn open(tones: impl FnOnce() -> Vec<Arc<[f32]>> + Send + 'static) -> Speaker {
    let (sender, orders) = channel();
    thread::spawn(move || serve(&tones(), &orders));
    Speaker(sender)
}

/// Where sounds are sent to, which takes no time.
#[derive(Resource)]
pub struct Speaker(Sender<Order>);

struct Order {
    tone: usize,
    pitch: f32,
    loud: f32,
}

impl Speaker {
    /// Plays one of the tones, faster or slower by the factor `pitch`, as loud as `loud`, from 0
    /// to 1.
    pub fn play(&self, tone: usize, pitch: f32, loud: f32) {
        // Nobody listens any more as the program ends.
        let _ = self.0.send(Order { tone, pitch, loud });
    }
}

/// How long the device is kept after the last sound: while nothing is heard, nothing is worked out.
const KEPT: Duration = Duration::from_secs(20);
/// How long one that cannot be had is left alone.
const LEFT_ALONE: Duration = Duration::from_secs(10);

/// Plays what is ordered until nobody can order any more.
fn serve(tones: &[Arc<[f32]>], orders: &Receiver<Order>) {
    let _quiet = quiet();
    let mut output: Option<Output> = None;
    let mut failed: Option<Instant> = None;
    loop {
        let order = if output.is_some() {
            orders.recv_timeout(KEPT)
        } else {
            orders.recv().map_err(|_| RecvTimeoutError::Disconnected)
        };
        let mut order = match order {
            Ok(order) => order,
            Err(RecvTimeoutError::Timeout) => {
                output = None;
                continue;
            }
            Err(RecvTimeoutError::Disconnected) => return,
        };
        output.take_if(|output| output.is_lost());
        if output.is_none() && failed.is_none_or(|when| when.elapsed() > LEFT_ALONE) {
            output = Output::open();
            failed = output.is_none().then(Instant::now);
            // What was ordered while it was opened is late by now.
            order = orders.try_iter().last().unwrap_or(order);
        }
        if let (Some(output), Some(samples)) = (&output, tones.get(order.tone)) {
            output.begin(Voice {
                samples: Arc::clone(samples),
                pitch: order.pitch,
                loud: order.loud,
            });
        }
    }
}

/// ALSA says on the terminal what it misses, unless somebody else listens.
#[cfg(target_os = "linux")]
fn quiet() -> impl Sized {
    alsa::Output::local_error_handler()
}

#[cfg(not(target_os = "linux"))]
const fn quiet() {}

/// A device that plays.
struct Output {
    voices: Sender<Voice>,
    lost: Arc<AtomicBool>,
    /// Plays as long as it is there.
    _stream: Stream,
}

/// The frames that are worked out at a time, if the device lets one choose: 1024 are heard 23
/// milliseconds later.
const FRAMES: u32 = 1024;

impl Output {
    /// The device that the system names, if it plays.
    fn open() -> Option<Self> {
        let device = cpal::default_host().default_output_device()?;
        let supported = device.default_output_config().ok()?;
        let format = supported.sample_format();
        let frames = match supported.buffer_size() {
            SupportedBufferSize::Range { min, max } => Some(FRAMES.clamp(*min, *max)),
            SupportedBufferSize::Unknown => None,
        };
        let config = supported.config();
        let chosen = frames.map(|frames| StreamConfig {
            buffer_size: BufferSize::Fixed(frames),
            ..config.clone()
        });
        chosen
            .into_iter()
            .chain([config])
            .find_map(|config| Self::of(&device, &config, format))
    }

    fn of(device: &Device, config: &StreamConfig, format: SampleFormat) -> Option<Self> {
        match format {
            SampleFormat::I8 => Self::with::<i8>(device, config),
            SampleFormat::I16 => Self::with::<i16>(device, config),
            SampleFormat::I24 => Self::with::<cpal::I24>(device, config),
            SampleFormat::I32 => Self::with::<i32>(device, config),
            SampleFormat::U8 => Self::with::<u8>(device, config),
            SampleFormat::U16 => Self::with::<u16>(device, config),
            SampleFormat::U32 => Self::with::<u32>(device, config),
            SampleFormat::F32 => Self::with::<f32>(device, config),
            SampleFormat::F64 => Self::with::<f64>(device, config),
            _ => None,
        }
    }

    fn with<T: SizedSample + FromSample<f32>>(
        device: &Device,
        config: &StreamConfig,
    ) -> Option<Self> {
        let (voices, begun) = channel::<Voice>();
        let lost = Arc::new(AtomicBool::new(false));
        let losing = Arc::clone(&lost);
        let channels = usize::from(config.channels).max(1);
        let mut mix = Mix::new(config.sample_rate);
        let fill = move |samples: &mut [T], _: &cpal::OutputCallbackInfo| {
            for voice in begun.try_iter() {
                mix.begin(voice);
            }
            for frame in samples.chunks_mut(channels) {
                frame.fill(T::from_sample(mix.sample()));
            }
        };
        let fail = move |error| {
            if !matches!(error, StreamError::BufferUnderrun) {
                losing.store(true, Ordering::Relaxed);
            }
        };
        let stream = device.build_output_stream(config, fill, fail, None).ok()?;
        stream.play().ok()?;
        Some(Self {
            voices,
            lost,
            _stream: stream,
        })
    }

    fn begin(&self, voice: Voice) {
        // A lost device is noticed by the next sound.
        let _ = self.voices.send(voice);
    }

    fn is_lost(&self) -> bool {
        self.lost.load(Ordering::Relaxed)
    }
}
