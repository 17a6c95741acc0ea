//! Synthesizes the sounds from tables of notes; there are no recordings.

use std::f32::consts::TAU;

use super::{Sound, score};
use crate::app::platform::sound::RATE;
use crate::rng::{Seed, Stream, Tag};

impl Sound {
    /// Mono samples at [`RATE`], from -1 to 1.
    pub fn samples(self) -> Vec<f32> {
        let notes = self.notes();
        let end = notes.iter().map(Note::end).max().unwrap_or_default();
        let mut samples = vec![0.0; end];
        let mut noise = Stream::keyed(Tag::COSMETIC, Seed(0), &[self.number() as u64]);
        for note in &notes {
            note.mix_into(&mut samples, &mut noise);
        }
        for sample in &mut samples {
            *sample = sample.clamp(-1.0, 1.0);
        }
        samples
    }

    fn notes(self) -> Vec<Note> {
        use Wave::{Noise, Sine, Square, Triangle};
        match self {
            Self::Step(ground) => score::step_notes(ground),
            Self::Blow(style) => score::blow_notes(style),
            Self::Alarm(cue) => score::alarm_notes(cue),
            Self::Hurt => vec![
                note(Noise, 0, 120, (1100.0, 250.0), 0.45),
                note(Square, 0, 170, (150.0, 85.0), 0.22),
                note(Sine, 0, 190, (120.0, 50.0), 0.55),
            ],
            Self::Miss => vec![note(Noise, 0, 140, (700.0, 3800.0), 0.22)],
            Self::Death => vec![
                note(Noise, 0, 260, (1800.0, 120.0), 0.40),
                note(Triangle, 0, 320, (330.0, 55.0), 0.45),
            ],
            Self::Fallen => vec![
                note(Triangle, 0, 420, (220.0, 218.0), 0.40),
                note(Triangle, 300, 420, (174.6, 173.0), 0.40),
                note(Triangle, 600, 900, (130.8, 128.0), 0.45),
                note(Sine, 600, 900, (65.4, 64.0), 0.40),
            ],
            Self::Take => vec![
                note(Triangle, 0, 70, (660.0, 660.0), 0.30),
                note(Triangle, 55, 120, (880.0, 880.0), 0.30),
            ],
            Self::Door => vec![
                note(Noise, 0, 70, (500.0, 300.0), 0.45),
                note(Square, 20, 190, (92.0, 128.0), 0.12),
                note(Sine, 170, 90, (110.0, 70.0), 0.50),
            ],
            Self::Stairs => vec![
                note(Noise, 0, 70, (620.0, 380.0), 0.40),
                note(Noise, 120, 70, (560.0, 340.0), 0.36),
                note(Noise, 240, 70, (500.0, 300.0), 0.32),
                note(Noise, 360, 80, (440.0, 260.0), 0.28),
            ],
            Self::Level => vec![
                note(Triangle, 0, 160, (523.3, 523.3), 0.32),
                note(Triangle, 110, 160, (659.3, 659.3), 0.32),
                note(Triangle, 220, 160, (784.0, 784.0), 0.32),
                note(Triangle, 330, 500, (1046.5, 1046.5), 0.36),
            ],
            Self::Hunger => vec![
                note(Square, 0, 220, (196.0, 185.0), 0.20),
                note(Square, 200, 320, (156.0, 139.0), 0.20),
            ],
            Self::Potion => vec![
                note(Sine, 0, 80, (300.0, 520.0), 0.40),
                note(Sine, 90, 80, (360.0, 640.0), 0.40),
                note(Sine, 180, 110, (430.0, 860.0), 0.40),
            ],
            Self::Scroll => vec![
                note(Noise, 0, 160, (2600.0, 5200.0), 0.20),
                note(Triangle, 110, 360, (1318.5, 1318.5), 0.14),
                note(Triangle, 170, 360, (1760.0, 1760.0), 0.12),
            ],
            Self::Rumble => vec![
                note(Noise, 0, 620, (420.0, 60.0), 0.60),
                note(Sine, 0, 480, (80.0, 34.0), 0.45),
            ],
            Self::Bell => vec![
                note(Sine, 0, 1200, (174.6, 174.6), 0.34),
                note(Triangle, 0, 900, (419.0, 419.0), 0.16),
                note(Sine, 560, 980, (174.6, 174.6), 0.26),
                note(Triangle, 560, 800, (419.0, 419.0), 0.12),
            ],
            Self::Flame => vec![
                note(Noise, 0, 60, (3000.0, 5000.0), 0.30),
                note(Noise, 40, 520, (500.0, 1500.0), 0.40),
                note(Sine, 60, 420, (98.0, 131.0), 0.30),
            ],
            Self::Quench => vec![
                note(Noise, 0, 420, (6000.0, 900.0), 0.30),
                note(Sine, 0, 160, (150.0, 70.0), 0.30),
            ],
            Self::Lever => vec![
                note(Noise, 0, 40, (1500.0, 800.0), 0.40),
                note(Square, 40, 260, (74.0, 62.0), 0.14),
                note(Noise, 300, 60, (1000.0, 400.0), 0.45),
                note(Sine, 300, 140, (130.0, 60.0), 0.50),
            ],
            Self::Flight => vec![note(Noise, 0, 170, (1200.0, 5200.0), 0.24)],
            Self::Heartbeat => vec![
                note(Sine, 0, 150, (62.0, 44.0), 0.85),
                note(Sine, 210, 190, (58.0, 40.0), 0.70),
            ],
            Self::Insight => vec![
                note(Triangle, 0, 260, (987.8, 987.8), 0.18),
                note(Triangle, 80, 320, (1318.5, 1318.5), 0.18),
            ],
            Self::Gear => vec![
                note(Noise, 0, 50, (1800.0, 900.0), 0.30),
                note(Triangle, 30, 90, (233.0, 220.0), 0.28),
            ],
            Self::Victory => vec![
                note(Triangle, 0, 1400, (196.0, 196.0), 0.18),
                note(Triangle, 180, 1300, (246.9, 246.9), 0.18),
                note(Triangle, 360, 1200, (293.7, 293.7), 0.18),
                note(Triangle, 540, 1050, (392.0, 392.0), 0.20),
                note(Triangle, 720, 870, (493.9, 493.9), 0.20),
                note(Sine, 0, 1590, (98.0, 98.0), 0.20),
            ],
            Self::Turn => vec![
                note(Noise, 0, 28, (3200.0, 1600.0), 0.30),
                note(Triangle, 4, 70, (440.0, 415.0), 0.26),
            ],
            Self::Solved => vec![
                note(Triangle, 0, 900, (261.6, 261.6), 0.22),
                note(Triangle, 130, 900, (329.6, 329.6), 0.22),
                note(Triangle, 260, 900, (392.0, 392.0), 0.22),
                note(Triangle, 390, 1000, (523.3, 523.3), 0.24),
            ],
            Self::Goal => vec![
                note(Triangle, 0, 140, (587.3, 587.3), 0.30),
                note(Triangle, 110, 140, (740.0, 740.0), 0.30),
                note(Triangle, 220, 520, (880.0, 880.0), 0.34),
            ],
            Self::Choice => vec![note(Triangle, 0, 45, (520.0, 500.0), 0.16)],
        }
    }
}

/// The shape of a note's wave.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Wave {
    /// A pure tone.
    Sine,
    /// Softer than a square wave.
    Triangle,
    /// Reedy and harsh.
    Square,
    /// White noise through a low-pass filter at the note's pitch.
    Noise,
}

/// A tone that glides from one pitch to another and fades out.
#[derive(Clone, Copy, Debug)]
pub(super) struct Note {
    wave: Wave,
    /// Start and duration, in milliseconds.
    start: u32,
    duration: u32,
    /// Pitch at the start and at the end, in hertz.
    pitch: (f32, f32),
    gain: f32,
}

/// Builds a note; see [`Note`] for the units.
pub(super) const fn note(
    wave: Wave,
    start: u32,
    duration: u32,
    pitch: (f32, f32),
    gain: f32,
) -> Note {
    Note {
        wave,
        start,
        duration,
        pitch,
        gain,
    }
}

/// The number of samples in `ms` milliseconds.
pub(super) const fn sample_count(ms: u32) -> usize {
    (ms * RATE / 1000) as usize
}

/// Fade-in of every note, in milliseconds: a sudden start clicks.
const ATTACK_MS: u32 = 3;

impl Note {
    const fn end(&self) -> usize {
        sample_count(self.start + self.duration)
    }

    /// Adds the note to `samples`. A note that reaches past the end wraps around to the beginning.
    pub(super) fn mix_into(&self, samples: &mut [f32], noise: &mut Stream) {
        let start = sample_count(self.start);
        let count = self.end() - start;
        let (mut phase, mut low) = (0.0_f32, 0.0_f32);
        let length = samples.len();
        for index in 0..count {
            let sample = &mut samples[(start + index) % length];
            let progress = index as f32 / count as f32;
            let pitch = self.pitch.0 + (self.pitch.1 - self.pitch.0) * progress;
            let step = pitch / RATE as f32;
            phase = (phase + step).fract();
            let wave = match self.wave {
                Wave::Sine => (phase * TAU).sin(),
                Wave::Triangle => 4.0 * (phase - 0.5).abs() - 1.0,
                Wave::Square => {
                    if phase < 0.5 {
                        1.0
                    } else {
                        -1.0
                    }
                }
                Wave::Noise => {
                    let drawn = noise.next_u32() as f32 / u32::MAX as f32;
                    let share = (TAU * step).min(1.0);
                    low += share * (2.0 * drawn - 1.0 - low);
                    // Restores the power that the filter removes.
                    low / share.sqrt()
                }
            };
            let rise = (index as f32 / sample_count(ATTACK_MS) as f32).min(1.0);
            let fall = (1.0 - progress) * (1.0 - progress);
            *sample += wave * rise * fall * self.gain;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::content::{Cue, Style};

    #[test]
    fn every_sound_is_audible_and_short_has_silent_ends_and_does_not_clip() {
        for sound in Sound::all() {
            let samples = sound.samples();
            let (first, last) = (samples[0], samples[samples.len() - 1]);
            assert!(first.abs() < 0.01, "{sound:?} begins with {first}");
            assert!(last.abs() < 0.01, "{sound:?} ends with {last}");
            let loudest = samples.iter().fold(0.0_f32, |most, s| most.max(s.abs()));
            assert!((0.1..=1.0).contains(&loudest), "{sound:?}: {loudest}");
            // Single samples may reach the limit; many in a row would crackle.
            let clipped = samples.iter().filter(|sample| sample.abs() >= 1.0).count();
            assert!(
                clipped * 1000 < samples.len(),
                "{sound:?}: {clipped} clipped"
            );
            let mean = samples.iter().map(|s| s * s).sum::<f32>() / samples.len() as f32;
            assert!(mean.sqrt() > 0.01, "{sound:?}: {}", mean.sqrt());
            let notes = sound.notes();
            let end = notes.iter().map(|note| note.start + note.duration).max();
            assert_eq!(samples.len(), sample_count(end.unwrap()), "{sound:?}");
            assert!(samples.len() < sample_count(1600), "{sound:?} is long");
        }
    }

    #[test]
    fn steps_are_quiet_and_short() {
        let loudness = |sound: Sound| {
            let samples = sound.samples();
            let power = samples.iter().map(|sample| sample * sample).sum::<f32>();
            (power / samples.len() as f32).sqrt()
        };
        let blow = Sound::Blow(Some(Style::Sword));
        let is_step = |sound: &Sound| matches!(sound, Sound::Step(_));
        let steps: Vec<Sound> = Sound::all().filter(is_step).collect();
        assert_eq!(steps.len(), 6);
        for step in steps {
            assert!(loudness(step) < 0.6 * loudness(blow), "{step:?}");
            assert!(step.samples().len() <= sample_count(200), "{step:?}");
        }
    }

    #[test]
    fn a_sound_is_the_same_each_time_and_no_two_are_alike() {
        let all: Vec<Sound> = Sound::all().collect();
        assert_eq!(all.len(), 25 + 6 + 7 + Cue::ALL.len());
        let made: Vec<Vec<f32>> = all.iter().map(|sound| sound.samples()).collect();
        for (index, sound) in all.iter().enumerate() {
            assert_eq!(sound.number(), index);
            assert_eq!(sound.samples(), made[index]);
            for (other, samples) in all.iter().zip(&made).take(index) {
                assert_ne!(samples, &made[index], "{sound:?} {other:?}");
                assert_ne!(sound.caption(), other.caption());
            }
        }
    }
}
