//! Sounds that are on their way to the ear, put together sample by sample. Knows no device.

use std::sync::Arc;

/// Samples a second of every sound.
pub const RATE: u32 = 44_100;

/// A sound that is begun.
#[derive(Clone, Debug)]
pub struct Voice {
    /// Its samples at [`RATE`].
    pub samples: Arc<[f32]>,
    /// How much faster than it was made, 1 for not at all.
    pub pitch: f32,
    /// How loud, from 0 to 1.
    pub loud: f32,
}

/// Sounds that go on.
#[derive(Debug)]
pub struct Mix {
    voices: Vec<(Voice, f64)>,
    /// Samples of a sound for one of the device.
    pace: f64,
}

/// More than these are not told apart; the oldest ends.
const MOST: usize = 12;

impl Mix {
    /// Nothing yet, for a device of `rate` samples a second.
    pub fn new(rate: u32) -> Self {
        Self {
            voices: Vec::with_capacity(MOST),
            pace: f64::from(RATE) / f64::from(rate.max(1)),
        }
    }

    /// Begins a sound.
    pub fn begin(&mut self, voice: Voice) {
        if self.voices.len() == MOST {
            self.voices.remove(0);
        }
        self.voices.push((voice, 0.0));
    }

    /// The next sample, from -1 to 1.
    pub fn sample(&mut self) -> f32 {
        let mut sum = 0.0;
        let pace = self.pace;
        self.voices.retain_mut(|(voice, at)| {
            let index = *at as usize;
            let Some(here) = voice.samples.get(index).copied() else {
                return false;
            };
            let next = voice.samples.get(index + 1).copied().unwrap_or_default();
            let between = at.fract() as f32;
            sum += (here + (next - here) * between) * voice.loud;
            *at += pace * f64::from(voice.pitch);
            true
        });
        sum.clamp(-1.0, 1.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn voice(samples: &[f32], pitch: f32, loud: f32) -> Voice {
        Voice {
            samples: samples.into(),
            pitch,
            loud,
        }
    }

    fn take(mix: &mut Mix, count: usize) -> Vec<f32> {
        (0..count).map(|_| mix.sample()).collect()
    }

    #[test]
    fn sounds_are_added_and_end_by_themselves() {
        let mut mix = Mix::new(RATE);
        assert_eq!(take(&mut mix, 2), [0.0, 0.0]);
        mix.begin(voice(&[0.5, 0.25, 0.5], 1.0, 1.0));
        assert_eq!(take(&mut mix, 1), [0.5]);
        mix.begin(voice(&[0.5, 1.0], 1.0, 0.5));
        assert_eq!(take(&mut mix, 3), [0.5, 1.0, 0.0]);
        assert!(mix.voices.is_empty());
    }

    #[test]
    fn a_sound_is_stretched_to_the_rate_of_the_device_and_to_its_pitch() {
        let mut mix = Mix::new(2 * RATE);
        mix.begin(voice(&[0.0, 1.0], 1.0, 1.0));
        assert_eq!(take(&mut mix, 5), [0.0, 0.5, 1.0, 0.5, 0.0]);
        mix.begin(voice(&[0.0, 0.5, 1.0], 4.0, 1.0));
        assert_eq!(take(&mut mix, 3), [0.0, 1.0, 0.0]);
    }

    #[test]
    fn many_sounds_at_once_stay_within_bounds() {
        let mut mix = Mix::new(RATE);
        for _ in 0..50 {
            mix.begin(voice(&[1.0, -1.0, 0.0], 1.0, 1.0));
        }
        assert_eq!(mix.voices.len(), MOST);
        assert_eq!(take(&mut mix, 3), [1.0, -1.0, 0.0]);
    }
}
