//! The sounds, made from a table of notes: no recordings. Knows waves, not when anything sounds.

use std::f32::consts::TAU;

use super::Sound;
use crate::app::platform::sound::RATE;
use crate::rng::{Seed, Stream, Tag};

impl Sound {
    /// Its samples at [`RATE`], each from -1 to 1; the same each time.
    pub fn samples(self) -> Vec<f32> {
        let notes = self.notes();
        let end = notes.iter().map(Note::end).max().unwrap_or_default();
        let mut samples = vec![0.0; end];
        let mut noise = Stream::keyed(Tag::COSMETIC, Seed(0), &[self as u64]);
        for note in &notes {
            note.add_to(&mut samples, &mut noise);
        }
        for sample in &mut samples {
            *sample = sample.clamp(-1.0, 1.0);
        }
        samples
    }

    fn notes(self) -> Vec<Note> {
        use Wave::{Hiss, Reed, Sine, Soft};
        match self {
            Self::Blow => vec![
                note(Hiss, 0, 90, (2400.0, 500.0), 0.50),
                note(Sine, 0, 130, (210.0, 70.0), 0.60),
            ],
            Self::Hurt => vec![
                note(Hiss, 0, 120, (1100.0, 250.0), 0.45),
                note(Reed, 0, 170, (150.0, 85.0), 0.22),
                note(Sine, 0, 190, (120.0, 50.0), 0.55),
            ],
            Self::Miss => vec![note(Hiss, 0, 140, (700.0, 3800.0), 0.22)],
            Self::Death => vec![
                note(Hiss, 0, 260, (1800.0, 120.0), 0.40),
                note(Soft, 0, 320, (330.0, 55.0), 0.45),
            ],
            Self::Fallen => vec![
                note(Soft, 0, 420, (220.0, 218.0), 0.40),
                note(Soft, 300, 420, (174.6, 173.0), 0.40),
                note(Soft, 600, 900, (130.8, 128.0), 0.45),
                note(Sine, 600, 900, (65.4, 64.0), 0.40),
            ],
            Self::Take => vec![
                note(Soft, 0, 70, (660.0, 660.0), 0.30),
                note(Soft, 55, 120, (880.0, 880.0), 0.30),
            ],
            Self::Door => vec![
                note(Hiss, 0, 70, (500.0, 300.0), 0.45),
                note(Reed, 20, 190, (92.0, 128.0), 0.12),
                note(Sine, 170, 90, (110.0, 70.0), 0.50),
            ],
            Self::Stairs => vec![
                note(Hiss, 0, 70, (620.0, 380.0), 0.40),
                note(Hiss, 120, 70, (560.0, 340.0), 0.36),
                note(Hiss, 240, 70, (500.0, 300.0), 0.32),
                note(Hiss, 360, 80, (440.0, 260.0), 0.28),
            ],
            Self::Level => vec![
                note(Soft, 0, 160, (523.3, 523.3), 0.32),
                note(Soft, 110, 160, (659.3, 659.3), 0.32),
                note(Soft, 220, 160, (784.0, 784.0), 0.32),
                note(Soft, 330, 500, (1046.5, 1046.5), 0.36),
            ],
            Self::Hunger => vec![
                note(Reed, 0, 220, (196.0, 185.0), 0.20),
                note(Reed, 200, 320, (156.0, 139.0), 0.20),
            ],
            Self::Potion => vec![
                note(Sine, 0, 80, (300.0, 520.0), 0.40),
                note(Sine, 90, 80, (360.0, 640.0), 0.40),
                note(Sine, 180, 110, (430.0, 860.0), 0.40),
            ],
            Self::Scroll => vec![
                note(Hiss, 0, 160, (2600.0, 5200.0), 0.20),
                note(Soft, 110, 360, (1318.5, 1318.5), 0.14),
                note(Soft, 170, 360, (1760.0, 1760.0), 0.12),
            ],
            Self::Rumble => vec![
                note(Hiss, 0, 620, (420.0, 60.0), 0.80),
                note(Sine, 0, 480, (80.0, 34.0), 0.55),
            ],
            Self::Turn => vec![
                note(Hiss, 0, 28, (3200.0, 1600.0), 0.30),
                note(Soft, 4, 70, (440.0, 415.0), 0.26),
            ],
            Self::Solved => vec![
                note(Soft, 0, 900, (261.6, 261.6), 0.22),
                note(Soft, 130, 900, (329.6, 329.6), 0.22),
                note(Soft, 260, 900, (392.0, 392.0), 0.22),
                note(Soft, 390, 1000, (523.3, 523.3), 0.24),
            ],
            Self::Goal => vec![
                note(Soft, 0, 140, (587.3, 587.3), 0.30),
                note(Soft, 110, 140, (740.0, 740.0), 0.30),
                note(Soft, 220, 520, (880.0, 880.0), 0.34),
            ],
            Self::Choice => vec![note(Soft, 0, 45, (520.0, 500.0), 0.16)],
        }
    }
}

/// The form of a note's wave.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Wave {
    /// Nothing but its tone.
    Sine,
    /// A triangle.
    Soft,
    /// A square.
    Reed,
    /// Noise, of which what lies above its tone is taken away.
    Hiss,
}

/// A tone that glides and fades.
#[derive(Clone, Copy, Debug)]
struct Note {
    wave: Wave,
    /// When it begins and how long it lasts, in milliseconds.
    at: u32,
    long: u32,
    /// Its tone at the beginning and at the end, in cycles a second.
    tone: (f32, f32),
    loud: f32,
}

const fn note(wave: Wave, at: u32, long: u32, tone: (f32, f32), loud: f32) -> Note {
    Note {
        wave,
        at,
        long,
        tone,
        loud,
    }
}

/// Samples in a time given in milliseconds.
const fn samples_in(ms: u32) -> usize {
    (ms * RATE / 1000) as usize
}

/// How long a note takes to be there, in milliseconds: without it there is a click.
const RISE: u32 = 3;

impl Note {
    const fn end(&self) -> usize {
        samples_in(self.at + self.long)
    }

    fn add_to(&self, samples: &mut [f32], noise: &mut Stream) {
        let begin = samples_in(self.at);
        let count = self.end() - begin;
        let (mut phase, mut low) = (0.0_f32, 0.0_f32);
        for (index, sample) in samples[begin..self.end()].iter_mut().enumerate() {
            let passed = index as f32 / count as f32;
            let tone = self.tone.0 + (self.tone.1 - self.tone.0) * passed;
            let step = tone / RATE as f32;
            phase = (phase + step).fract();
            let wave = match self.wave {
                Wave::Sine => (phase * TAU).sin(),
                Wave::Soft => 4.0 * (phase - 0.5).abs() - 1.0,
                Wave::Reed => {
                    if phase < 0.5 {
                        1.0
                    } else {
                        -1.0
                    }
                }
                Wave::Hiss => {
                    let drawn = noise.next_u32() as f32 / u32::MAX as f32;
                    let share = (TAU * step).min(1.0);
                    low += share * (2.0 * drawn - 1.0 - low);
                    // What is taken away is missed.
                    low / share.sqrt()
                }
            };
            let rise = (index as f32 / samples_in(RISE) as f32).min(1.0);
            let fall = (1.0 - passed) * (1.0 - passed);
            *sample += wave * rise * fall * self.loud;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_sound_is_heard_begins_and_ends_in_silence_and_is_short() {
        for sound in Sound::ALL {
            let samples = sound.samples();
            let (first, last) = (samples[0], samples[samples.len() - 1]);
            assert!(first.abs() < 0.01, "{sound:?} begins with {first}");
            assert!(last.abs() < 0.01, "{sound:?} ends with {last}");
            assert!(samples.iter().all(|sample| sample.abs() <= 1.0));
            let loudest = samples.iter().fold(0.0_f32, |most, s| most.max(s.abs()));
            assert!((0.1..=1.0).contains(&loudest), "{sound:?}: {loudest}");
            assert!(samples.len() < samples_in(1600), "{sound:?} is long");
        }
    }

    #[test]
    fn a_sound_is_the_same_each_time_and_no_two_are_alike() {
        for (index, sound) in Sound::ALL.into_iter().enumerate() {
            assert_eq!(sound as usize, index);
            assert_eq!(sound.samples(), sound.samples());
            for other in &Sound::ALL[..index] {
                assert_ne!(sound.samples(), other.samples(), "{sound:?} {other:?}");
            }
        }
    }
}
