//! The output through cpal: WASAPI on Windows, CoreAudio on Apple's systems, WebAudio in a
//! browser.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Sender, channel};

use cpal::traits::{DeviceTrait, HostTrait, StreamTrait};
use cpal::{
    BufferSize, Device, FromSample, SampleFormat, SizedSample, Stream, StreamConfig, StreamError,
    SupportedBufferSize,
};

use super::News;
use super::mix::{Loop, Mix, Voice};

/// A device that plays.
pub(super) struct Output {
    news: Sender<News>,
    lost: Arc<AtomicBool>,
    /// Plays until it is dropped.
    _stream: Stream,
}

/// Frames that are mixed at a time, if the device lets one choose: 23 ms at 44.1 kHz.
const FRAMES: u32 = 1024;

impl Output {
    /// Opens the system's default device.
    pub(super) fn open() -> Option<Self> {
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
        let (news, received) = channel();
        let lost = Arc::new(AtomicBool::new(false));
        let losing = Arc::clone(&lost);
        let channels = usize::from(config.channels).max(1);
        let mut mix = Mix::new(config.sample_rate);
        let fill = move |samples: &mut [T], _: &cpal::OutputCallbackInfo| {
            mix.follow(&received);
            for frame in samples.chunks_mut(channels) {
                let [left, right] = mix.frame();
                match frame {
                    [one] => *one = T::from_sample((left + right) / 2.0),
                    [first, second, others @ ..] => {
                        *first = T::from_sample(left);
                        *second = T::from_sample(right);
                        others.fill(T::EQUILIBRIUM);
                    }
                    [] => {}
                }
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
            news,
            lost,
            _stream: stream,
        })
    }

    pub(super) fn begin(&self, voice: Voice) {
        // A lost device is noticed by the next order.
        let _ = self.news.send(News::Begin(voice));
    }

    pub(super) fn put_behind(&self, wanted: Option<Loop>) {
        let _ = self.news.send(News::PutBehind(wanted));
    }

    pub(super) fn is_lost(&self) -> bool {
        self.lost.load(Ordering::Relaxed)
    }
}
