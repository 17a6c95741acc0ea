//! The sounds that play at the moment, mixed to two channels frame by frame. Knows no device.

use std::f32::consts::FRAC_PI_4;
use std::sync::Arc;

/// Samples a second of every sound.
pub const RATE: u32 = 44_100;

/// How a sound reaches the player.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Way {
    /// Speed as a factor of the one it was made with: 2 is an octave higher.
    pub pitch: f32,
    /// Loudness, from 0 to 1.
    pub gain: f32,
    /// Direction, from -1 for the left to 1 for the right.
    pub pan: f32,
    /// Whether a wall is in the way, which takes the high tones off.
    pub muffled: bool,
}

/// A sound that begins.
#[derive(Clone, Debug)]
pub struct Voice {
    /// Its samples at [`RATE`].
    pub samples: Arc<[f32]>,
    /// How it is played.
    pub way: Way,
}

#[derive(Debug)]
struct Playing {
    voice: Voice,
    /// The sample that is due, counted at [`RATE`].
    at: f64,
    /// Factors of the left and the right channel; their squares add up to that of the gain.
    sides: [f32; 2],
    /// What a wall has let through so far.
    low: f32,
}

/// A loop behind the sounds.
#[derive(Clone, Debug)]
pub struct Loop {
    /// Its samples at [`RATE`]; the last leads on to the first.
    pub samples: Arc<[f32]>,
    /// Speed, as of [`Way`].
    pub pitch: f32,
    /// Loudness, from 0 to 1.
    pub gain: f32,
}

#[derive(Debug)]
struct Background {
    samples: Arc<[f32]>,
    /// As of [`Playing`].
    at: f64,
    pitch: f32,
    /// Loudness now, and where it goes.
    gain: f32,
    wanted: f32,
}

/// The voices that play, and the loop behind them.
#[derive(Debug)]
pub struct Mix {
    playing: Vec<Playing>,
    /// The loop that was begun last, and those that fade.
    background: Vec<Background>,
    /// The most that the gain of a loop changes in one frame.
    fade: f32,
    /// Samples of a sound for each frame of the device.
    pace: f64,
    /// The share of a change that passes a wall in one frame.
    passing: f32,
}

/// The most voices at once. One more ends the oldest.
const VOICES: usize = 12;
/// Seconds that a loop takes from silence to full gain, or back.
const FADE: f32 = 3.0;
/// What a wall lets through, in hertz.
const MUFFLED: f32 = 700.0;

impl Mix {
    /// Silence, for a device of `rate` frames a second.
    pub fn new(rate: u32) -> Self {
        let rate = rate.max(1);
        Self {
            playing: Vec::with_capacity(VOICES),
            background: Vec::new(),
            fade: 1.0 / (FADE * rate as f32),
            pace: f64::from(RATE) / f64::from(rate),
            passing: 1.0 - (-std::f32::consts::TAU * MUFFLED / rate as f32).exp(),
        }
    }

    /// Begins a sound.
    pub fn begin(&mut self, voice: Voice) {
        if self.playing.len() == VOICES {
            self.playing.remove(0);
        }
        let angle = (voice.way.pan.clamp(-1.0, 1.0) + 1.0) * FRAC_PI_4;
        let sides = [angle.cos(), angle.sin()].map(|side| side * voice.way.gain);
        self.playing.push(Playing {
            voice,
            at: 0.0,
            sides,
            low: 0.0,
        });
    }

    /// Fades to a loop, or to none. One that plays already goes on.
    pub fn put_behind(&mut self, wanted: Option<Loop>) {
        for background in &mut self.background {
            background.wanted = 0.0;
        }
        let Some(Loop {
            samples,
            pitch,
            gain,
        }) = wanted
        else {
            return;
        };
        let mut known = self.background.iter_mut();
        if let Some(same) = known.find(|other| Arc::ptr_eq(&other.samples, &samples)) {
            (same.pitch, same.wanted) = (pitch, gain);
        } else {
            self.background.push(Background {
                samples,
                at: 0.0,
                pitch,
                gain: 0.0,
                wanted: gain,
            });
        }
    }

    /// The next frame, left and right, each from -1 to 1.
    pub fn frame(&mut self) -> [f32; 2] {
        let mut sum = [0.0; 2];
        let (pace, fade) = (self.pace, self.fade);
        self.background.retain_mut(|background| {
            let sides = background.next(pace, fade);
            sum[0] += sides[0];
            sum[1] += sides[1];
            background.gain > 0.0 || background.wanted > 0.0
        });
        self.playing.retain_mut(|playing| {
            let Some(sample) = playing.next(self.pace, self.passing) else {
                return false;
            };
            for (sum, side) in sum.iter_mut().zip(playing.sides) {
                *sum += sample * side;
            }
            true
        });
        sum.map(|side| side.clamp(-1.0, 1.0))
    }
}

impl Background {
    /// The sample that is due, on the right half a loop ahead of the left, which makes it wide.
    fn next(&mut self, pace: f64, fade: f32) -> [f32; 2] {
        let count = self.samples.len();
        let index = self.at as usize;
        let sides = [index, index + count / 2].map(|index| {
            let (here, next) = (
                self.samples[index % count],
                self.samples[(index + 1) % count],
            );
            (here + (next - here) * self.at.fract() as f32) * self.gain
        });
        self.at = (self.at + pace * f64::from(self.pitch)) % count as f64;
        self.gain += (self.wanted - self.gain).clamp(-fade, fade);
        sides
    }
}

impl Playing {
    /// The sample that is due, between the two nearest of the sound; `None` at its end.
    fn next(&mut self, pace: f64, passing: f32) -> Option<f32> {
        let Voice { samples, way } = &self.voice;
        let index = self.at as usize;
        let here = *samples.get(index)?;
        let next = samples.get(index + 1).copied().unwrap_or_default();
        let sample = here + (next - here) * self.at.fract() as f32;
        self.at += pace * f64::from(way.pitch);
        if !way.muffled {
            return Some(sample);
        }
        self.low += (sample - self.low) * passing;
        Some(self.low)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PLAIN: Way = Way {
        pitch: 1.0,
        gain: 1.0,
        pan: -1.0,
        muffled: false,
    };

    fn voice(samples: &[f32], way: Way) -> Voice {
        Voice {
            samples: samples.into(),
            way,
        }
    }

    /// The left channel of the next frames.
    fn take(mix: &mut Mix, count: usize) -> Vec<f32> {
        (0..count).map(|_| mix.frame()[0]).collect()
    }

    #[test]
    fn sounds_are_added_and_end_by_themselves() {
        let mut mix = Mix::new(RATE);
        assert_eq!(take(&mut mix, 2), [0.0, 0.0]);
        mix.begin(voice(&[0.5, 0.25, 0.5], PLAIN));
        assert_eq!(take(&mut mix, 1), [0.5]);
        mix.begin(voice(&[0.5, 1.0], Way { gain: 0.5, ..PLAIN }));
        assert_eq!(take(&mut mix, 3), [0.5, 1.0, 0.0]);
        assert!(mix.playing.is_empty());
    }

    #[test]
    fn a_sound_is_stretched_to_the_rate_of_the_device_and_to_its_pitch() {
        let mut mix = Mix::new(2 * RATE);
        mix.begin(voice(&[0.0, 1.0], PLAIN));
        assert_eq!(take(&mut mix, 5), [0.0, 0.5, 1.0, 0.5, 0.0]);
        let high = Way {
            pitch: 4.0,
            ..PLAIN
        };
        mix.begin(voice(&[0.0, 0.5, 1.0], high));
        assert_eq!(take(&mut mix, 3), [0.0, 1.0, 0.0]);
    }

    #[test]
    fn many_sounds_at_once_stay_within_bounds() {
        let mut mix = Mix::new(RATE);
        for _ in 0..50 {
            mix.begin(voice(&[1.0, -1.0, 0.0], PLAIN));
        }
        assert_eq!(mix.playing.len(), VOICES);
        assert_eq!(take(&mut mix, 3), [1.0, -1.0, 0.0]);
    }

    #[test]
    fn a_sound_from_the_right_is_on_the_right_and_as_loud_as_one_ahead() {
        let heard = |pan| {
            let mut mix = Mix::new(RATE);
            mix.begin(voice(&[1.0], Way { pan, ..PLAIN }));
            mix.frame()
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
        let wanted = Loop {
            samples,
            pitch: 1.0,
            gain: 1.0,
        };
        let mut mix = Mix::new(RATE);
        mix.put_behind(Some(wanted.clone()));
        let heard = take(&mut mix, 4 * RATE as usize);
        assert!(heard[0] < 0.001 && heard.windows(2).all(|pair| pair[0] <= pair[1]));
        assert!((heard[heard.len() - 1] - 0.5).abs() < 0.001);

        mix.put_behind(Some(wanted));
        assert!((take(&mut mix, 1)[0] - 0.5).abs() < 0.001, "it goes on");
        mix.put_behind(None);
        let heard = take(&mut mix, 4 * RATE as usize);
        assert!(heard[0] > 0.49 && heard[heard.len() - 1] == 0.0);
        assert!(mix.background.is_empty());
    }

    #[test]
    fn a_wall_takes_the_high_tones_off_and_leaves_the_low_ones() {
        let loudest = |period: usize, muffled| {
            let wave = |at: usize| if at % period < period / 2 { 0.5 } else { -0.5 };
            let samples: Vec<f32> = (0..2000).map(wave).collect();
            let mut mix = Mix::new(RATE);
            mix.begin(voice(&samples, Way { muffled, ..PLAIN }));
            let heard = take(&mut mix, 1500);
            heard[1000..]
                .iter()
                .fold(0.0_f32, |most, s| most.max(s.abs()))
        };
        // 7.4 kHz and 88 Hz.
        assert!(loudest(6, true) < 0.2 * loudest(6, false));
        assert!(loudest(500, true) > 0.9 * loudest(500, false));
    }
}
