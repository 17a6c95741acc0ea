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

use super::OutputCommand;
use super::mix::Mixer;

/// An open output device.
pub(super) struct Output {
    commands: Sender<OutputCommand>,
    is_lost: Arc<AtomicBool>,
    /// Plays until it is dropped.
    _stream: Stream,
}

/// Buffer size in frames, if the device supports a choice: 23 ms at 44.1 kHz.
const BUFFER_FRAMES: u32 = 1024;

impl Output {
    /// Opens the system's default device.
    pub(super) fn open() -> Option<Self> {
        let device = cpal::default_host().default_output_device()?;
        let supported = device.default_output_config().ok()?;
        let format = supported.sample_format();
        let frames = match supported.buffer_size() {
            SupportedBufferSize::Range { min, max } => Some(BUFFER_FRAMES.clamp(*min, *max)),
            SupportedBufferSize::Unknown => None,
        };
        let config = supported.config();
        let preferred = frames.map(|frames| StreamConfig {
            buffer_size: BufferSize::Fixed(frames),
            ..config.clone()
        });
        preferred
            .into_iter()
            .chain([config])
            .find_map(|config| Self::open_with(&device, &config, format))
    }

    fn open_with(device: &Device, config: &StreamConfig, format: SampleFormat) -> Option<Self> {
        match format {
            SampleFormat::I8 => Self::open_as::<i8>(device, config),
            SampleFormat::I16 => Self::open_as::<i16>(device, config),
            SampleFormat::I24 => Self::open_as::<cpal::I24>(device, config),
            SampleFormat::I32 => Self::open_as::<i32>(device, config),
            SampleFormat::U8 => Self::open_as::<u8>(device, config),
            SampleFormat::U16 => Self::open_as::<u16>(device, config),
            SampleFormat::U32 => Self::open_as::<u32>(device, config),
            SampleFormat::F32 => Self::open_as::<f32>(device, config),
            SampleFormat::F64 => Self::open_as::<f64>(device, config),
            _ => None,
        }
    }

    fn open_as<T: SizedSample + FromSample<f32>>(
        device: &Device,
        config: &StreamConfig,
    ) -> Option<Self> {
        let (commands, received) = channel();
        let is_lost = Arc::new(AtomicBool::new(false));
        let set_lost = Arc::clone(&is_lost);
        let channels = usize::from(config.channels).max(1);
        let mut mixer = Mixer::new(config.sample_rate);
        let fill = move |samples: &mut [T], _: &cpal::OutputCallbackInfo| {
            mixer.apply_commands(&received);
            for frame in samples.chunks_mut(channels) {
                let [left, right] = mixer.next_frame();
                match frame {
                    [mono] => *mono = T::from_sample((left + right) / 2.0),
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
                set_lost.store(true, Ordering::Relaxed);
            }
        };
        let stream = device.build_output_stream(config, fill, fail, None).ok()?;
        stream.play().ok()?;
        Some(Self {
            commands,
            is_lost,
            _stream: stream,
        })
    }

    pub(super) fn send(&self, command: OutputCommand) {
        // A lost device is noticed before the next command.
        let _ = self.commands.send(command);
    }

    pub(super) fn is_lost(&self) -> bool {
        self.is_lost.load(Ordering::Relaxed)
    }
}
