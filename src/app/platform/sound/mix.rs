//! Mixes the sounds that are playing into stereo, frame by frame.

use std::f32::consts::FRAC_PI_4;
use std::sync::Arc;

/// Sample rate of every sound, in hertz.
pub const RATE: u32 = 44_100;

/// How a sound is played.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct PlayParams {
    /// Speed as a factor of the original: 2 is an octave higher.
    pub pitch: f32,
    /// Loudness, from 0 to 1.
    pub gain: f32,
    /// Direction, from -1 for the left to 1 for the right.
    pub pan: f32,
    /// Whether a wall is in the way, which filters out high frequencies.
    pub muffled: bool,
}

/// A sound to play once.
#[derive(Clone, Debug)]
pub struct Voice {
    /// Its samples at [`RATE`].
    pub samples: Arc<[f32]>,
    /// How it is played.
    pub params: PlayParams,
}

#[derive(Debug)]
struct PlayingVoice {
    voice: Voice,
    /// The position in the samples.
    position: f64,
    /// Gain of the left and the right channel, for equal power at every pan.
    gains: [f32; 2],
    /// The state of the low-pass filter of a muffled sound.
    filtered: f32,
}

/// A loop to play behind the sounds.
#[derive(Clone, Debug)]
pub struct Loop {
    /// Its samples at [`RATE`]; the last joins the first without a click.
    pub samples: Arc<[f32]>,
    /// Speed, as in [`PlayParams`].
    pub pitch: f32,
    /// Loudness, from 0 to 1.
    pub gain: f32,
}

#[derive(Debug)]
struct PlayingLoop {
    /// The loop, with the gain that it fades to.
    target: Loop,
    /// The position in the samples.
    position: f64,
    gain: f32,
}

/// The sounds and the loops that are playing.
#[derive(Debug)]
pub struct Mixer {
    voices: Vec<PlayingVoice>,
    /// The current loop, and those that fade out.
    loops: Vec<PlayingLoop>,
    /// The largest change of a loop's gain in one frame.
    fade: f32,
    /// Samples of a sound for each frame of the device.
    step: f64,
    /// The coefficient of the low-pass filter of muffled sounds.
    low_pass: f32,
}

/// The most voices at once. One more ends the oldest.
const MAX_VOICES: usize = 12;
/// Seconds that a loop takes from silence to full gain, or back.
const FADE_SECONDS: f32 = 3.0;
/// The cutoff frequency of muffled sounds, in hertz.
const MUFFLE_CUTOFF: f32 = 700.0;

impl Mixer {
    /// A silent mixer for a device of `rate` frames a second.
    pub fn new(rate: u32) -> Self {
        let rate = rate.max(1);
        Self {
            voices: Vec::with_capacity(MAX_VOICES),
            loops: Vec::new(),
            fade: 1.0 / (FADE_SECONDS * rate as f32),
            step: f64::from(RATE) / f64::from(rate),
            low_pass: 1.0 - (-std::f32::consts::TAU * MUFFLE_CUTOFF / rate as f32).exp(),
        }
    }

    /// Starts a sound.
    pub fn play(&mut self, voice: Voice) {
        if self.voices.len() == MAX_VOICES {
            self.voices.remove(0);
        }
        let angle = (voice.params.pan.clamp(-1.0, 1.0) + 1.0) * FRAC_PI_4;
        let gains = [angle.cos(), angle.sin()].map(|side| side * voice.params.gain);
        self.voices.push(PlayingVoice {
            voice,
            position: 0.0,
            gains,
            filtered: 0.0,
        });
    }

    /// Fades to a loop, or to none. A loop with the same samples continues with the new pitch and gain.
    pub fn set_loop(&mut self, new: Option<Loop>) {
        for playing in &mut self.loops {
            playing.target.gain = 0.0;
        }
        let Some(target) = new else { return };
        let is_same =
            |playing: &&mut PlayingLoop| Arc::ptr_eq(&playing.target.samples, &target.samples);
        match self.loops.iter_mut().find(is_same) {
            Some(playing) => playing.target = target,
            None => self.loops.push(PlayingLoop {
                target,
                position: 0.0,
                gain: 0.0,
            }),
        }
    }

    /// The next frame, left and right, each from -1 to 1.
    pub fn next_frame(&mut self) -> [f32; 2] {
        let mut frame = [0.0; 2];
        self.loops.retain_mut(|playing| {
            let [left, right] = playing.next_frame(self.step, self.fade);
            frame[0] += left;
            frame[1] += right;
            playing.gain > 0.0 || playing.target.gain > 0.0
        });
        self.voices.retain_mut(|playing| {
            let Some(sample) = playing.next_sample(self.step, self.low_pass) else {
                return false;
            };
            for (sum, gain) in frame.iter_mut().zip(playing.gains) {
                *sum += sample * gain;
            }
            true
        });
        frame.map(|side| side.clamp(-1.0, 1.0))
    }
}

impl PlayingLoop {
    /// The next frame. The right channel is half a loop ahead of the left, which widens the sound.
    fn next_frame(&mut self, step: f64, fade: f32) -> [f32; 2] {
        let samples = &self.target.samples;
        let count = samples.len();
        let index = self.position as usize;
        let frame = [index, index + count / 2].map(|index| {
            let (here, next) = (samples[index % count], samples[(index + 1) % count]);
            (here + (next - here) * self.position.fract() as f32) * self.gain
        });
        self.position = (self.position + step * f64::from(self.target.pitch)) % count as f64;
        self.gain += (self.target.gain - self.gain).clamp(-fade, fade);
        frame
    }
}

impl PlayingVoice {
    /// The next sample, interpolated between the two nearest of the sound; `None` at its end.
    fn next_sample(&mut self, step: f64, low_pass: f32) -> Option<f32> {
        let Voice { samples, params } = &self.voice;
        let index = self.position as usize;
        let here = *samples.get(index)?;
        let next = samples.get(index + 1).copied().unwrap_or_default();
        let sample = here + (next - here) * self.position.fract() as f32;
        self.position += step * f64::from(params.pitch);
        if !params.muffled {
            return Some(sample);
        }
        self.filtered += (sample - self.filtered) * low_pass;
        Some(self.filtered)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PLAIN: PlayParams = PlayParams {
        pitch: 1.0,
        gain: 1.0,
        pan: -1.0,
        muffled: false,
    };

    fn voice(samples: &[f32], params: PlayParams) -> Voice {
        Voice {
            samples: samples.into(),
            params,
        }
    }

    /// The left channel of the next frames.
    fn left(mixer: &mut Mixer, count: usize) -> Vec<f32> {
        (0..count).map(|_| mixer.next_frame()[0]).collect()
    }

    #[test]
    fn sounds_are_added_and_end_by_themselves() {
        let mut mixer = Mixer::new(RATE);
        assert_eq!(left(&mut mixer, 2), [0.0, 0.0]);
        mixer.play(voice(&[0.5, 0.25, 0.5], PLAIN));
        assert_eq!(left(&mut mixer, 1), [0.5]);
        mixer.play(voice(&[0.5, 1.0], PlayParams { gain: 0.5, ..PLAIN }));
        assert_eq!(left(&mut mixer, 3), [0.5, 1.0, 0.0]);
        assert!(mixer.voices.is_empty());
    }

    #[test]
    fn a_sound_is_stretched_to_the_rate_of_the_device_and_to_its_pitch() {
        let mut mixer = Mixer::new(2 * RATE);
        mixer.play(voice(&[0.0, 1.0], PLAIN));
        assert_eq!(left(&mut mixer, 5), [0.0, 0.5, 1.0, 0.5, 0.0]);
        let high = PlayParams {
            pitch: 4.0,
            ..PLAIN
        };
        mixer.play(voice(&[0.0, 0.5, 1.0], high));
        assert_eq!(left(&mut mixer, 3), [0.0, 1.0, 0.0]);
    }

    #[test]
    fn many_sounds_at_once_stay_within_bounds() {
        let mut mixer = Mixer::new(RATE);
        for _ in 0..50 {
            mixer.play(voice(&[1.0, -1.0, 0.0], PLAIN));
        }
        assert_eq!(mixer.voices.len(), MAX_VOICES);
        assert_eq!(left(&mut mixer, 3), [1.0, -1.0, 0.0]);
    }

    #[test]
    fn a_sound_from_the_right_is_on_the_right_and_as_loud_as_one_ahead() {
        let heard = |pan| {
            let mut mixer = Mixer::new(RATE);
            mixer.play(voice(&[1.0], PlayParams { pan, ..PLAIN }));
            mixer.next_frame()
        };
        let power = |[left, right]: [f32; 2]| left * left + right * right;
        let (left, ahead, right) = (heard(-1.0), heard(0.0), heard(1.0));
        assert!(left[1].abs() < 1e-6 && right[0].abs() < 1e-6);
        assert!((ahead[0] - ahead[1]).abs() < 1e-6);
        for side in [left, right] {
            assert!((power(side) - power(ahead)).abs() < 1e-6);
        }
    }

    #[test]
    fn a_loop_fades_in_goes_round_and_fades_to_another() {
        let samples: Arc<[f32]> = vec![0.5; 100].into();
        let drone = Loop {
            samples,
            pitch: 1.0,
            gain: 1.0,
        };
        let mut mixer = Mixer::new(RATE);
        mixer.set_loop(Some(drone.clone()));
        let heard = left(&mut mixer, 4 * RATE as usize);
        assert!(heard[0] < 0.001 && heard.windows(2).all(|pair| pair[0] <= pair[1]));
        assert!((heard[heard.len() - 1] - 0.5).abs() < 0.001);

        mixer.set_loop(Some(drone));
        assert!((left(&mut mixer, 1)[0] - 0.5).abs() < 0.001, "it continues");
        mixer.set_loop(None);
        let heard = left(&mut mixer, 4 * RATE as usize);
        assert!(heard[0] > 0.49 && heard[heard.len() - 1] == 0.0);
        assert!(mixer.loops.is_empty());
    }

    #[test]
    fn a_wall_takes_the_high_tones_off_and_leaves_the_low_ones() {
        let loudest = |period: usize, muffled| {
            let wave = |at: usize| if at % period < period / 2 { 0.5 } else { -0.5 };
            let samples: Vec<f32> = (0..2000).map(wave).collect();
            let mut mixer = Mixer::new(RATE);
            mixer.play(voice(&samples, PlayParams { muffled, ..PLAIN }));
            let heard = left(&mut mixer, 1500);
            heard[1000..]
                .iter()
                .fold(0.0_f32, |most, s| most.max(s.abs()))
        };
        // 7.4 kHz and 88 Hz.
        assert!(loudest(6, true) < 0.2 * loudest(6, false));
        assert!(loudest(500, true) > 0.9 * loudest(500, false));
    }
}
