//! Background loops: a theme for the title and an ambience for each kind of level, synthesized like the
//! sounds.

use std::f32::consts::TAU;

use super::tone::{Note, Wave, note, sample_count};
use crate::app::platform::sound::RATE;
use crate::game::content::{DEEPEST, LevelKind};
use crate::rng::{Seed, Stream, Tag};

/// A background loop.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Bed {
    /// The theme of the title.
    Title,
    /// The ambience of a kind of level at a depth, from 1.
    Level(LevelKind, u8),
}

/// Depths that have an ambience of their own.
const DEPTHS: usize = DEEPEST as usize;

/// Length of every loop, in milliseconds.
const LOOP_MS: u32 = 16_000;

/// Wind: filtered noise that swells.
struct Wind {
    /// Cutoff of the low-pass filter, in hertz.
    pitch: f32,
    gain: f32,
    /// Swells per loop.
    swells: u32,
}

/// A continuous tone, tuned to whole cycles per loop so that the loop has no seam.
struct Drone {
    /// In hertz.
    pitch: f32,
    gain: f32,
    swells: u32,
}

/// What one hears on a depth besides what all levels of its kind have: a low tone that swells, and single notes far off.
struct Air {
    /// The tone, in hertz.
    hum: f32,
    gain: f32,
    /// Swells per loop.
    swells: u32,
    /// The notes, in hertz.
    note: f32,
    /// How many there are in a loop, at least 1.
    notes: u32,
}

const fn air(hum: f32, gain: f32, swells: u32, note: f32, notes: u32) -> Air {
    Air {
        hum,
        gain,
        swells,
        note,
        notes,
    }
}

/// The moods from depth 1 to 12 as sound; `dungeon/mood.rs` has their looks.
static AIRS: [Air; DEPTHS] = [
    air(131.0, 0.020, 2, 523.0, 2),
    air(117.0, 0.022, 3, 440.0, 1),
    air(104.0, 0.024, 1, 880.0, 3),
    air(98.0, 0.026, 4, 392.0, 1),
    air(87.0, 0.028, 2, 1175.0, 5),
    air(82.0, 0.030, 3, 988.0, 4),
    air(73.0, 0.032, 5, 311.0, 2),
    air(69.0, 0.034, 1, 262.0, 1),
    air(58.0, 0.038, 2, 1480.0, 2),
    air(52.0, 0.042, 1, 139.0, 1),
    air(46.0, 0.046, 4, 156.0, 3),
    air(41.0, 0.050, 1, 659.0, 3),
];

/// What one hears on a depth, from 1.
fn air_of(depth: u8) -> &'static Air {
    let index = usize::from(depth).saturating_sub(1);
    &AIRS[index.min(DEPTHS - 1)]
}

impl Bed {
    /// The number by which the speaker knows the loop, from 0.
    pub const fn number(self) -> usize {
        match self {
            Self::Title => 0,
            Self::Level(kind, depth) => {
                let below = (depth as usize).saturating_sub(1);
                let depth = if below < DEPTHS { below } else { DEPTHS - 1 };
                1 + kind as usize * DEPTHS + depth
            }
        }
    }

    /// The loop with this [`number`](Self::number).
    pub fn from_number(number: usize) -> Self {
        match number.checked_sub(1) {
            None => Self::Title,
            Some(level) => Self::Level(LevelKind::ALL[level / DEPTHS], (level % DEPTHS) as u8 + 1),
        }
    }

    /// Mono samples at [`RATE`], from -1 to 1. The end continues seamlessly at the beginning.
    pub fn samples(self) -> Vec<f32> {
        let mut samples = vec![0.0; sample_count(LOOP_MS)];
        let mut noise = Stream::keyed(Tag::COSMETIC, Seed(1), &[self.number() as u64]);
        if let Some(wind) = self.wind() {
            wind.mix_into(&mut samples, &mut noise);
        }
        for drone in self.drones() {
            drone.mix_into(&mut samples);
        }
        for note in self.notes() {
            note.mix_into(&mut samples, &mut noise);
        }
        for sample in &mut samples {
            *sample = sample.clamp(-1.0, 1.0);
        }
        samples
    }

    const fn wind(self) -> Option<Wind> {
        let (pitch, gain, swells) = match self {
            Self::Title => (260.0, 0.10, 2),
            Self::Level(LevelKind::Halls, _) => (320.0, 0.20, 3),
            Self::Level(LevelKind::Cloisters, _) => (520.0, 0.18, 4),
            Self::Level(LevelKind::Caverns, _) => (180.0, 0.22, 2),
            Self::Level(LevelKind::Crypts, _) => return None,
            Self::Level(LevelKind::Labyrinth, _) => (700.0, 0.20, 5),
            Self::Level(LevelKind::Sanctum, _) => (140.0, 0.20, 1),
        };
        Some(Wind {
            pitch,
            gain,
            swells,
        })
    }

    fn drones(self) -> Vec<Drone> {
        let chord: &[(f32, f32, u32)] = match self {
            Self::Title => &[(73.4, 0.07, 1)],
            Self::Level(LevelKind::Halls, _) => &[(65.4, 0.08, 2), (98.0, 0.05, 3)],
            Self::Level(LevelKind::Cloisters, _) => {
                &[(220.0, 0.02, 3), (329.6, 0.02, 4), (110.0, 0.05, 1)]
            }
            Self::Level(LevelKind::Caverns, _) => &[(55.0, 0.08, 1)],
            Self::Level(LevelKind::Crypts, _) => {
                &[(49.0, 0.10, 1), (51.9, 0.08, 2), (146.8, 0.02, 3)]
            }
            Self::Level(LevelKind::Labyrinth, _) => &[(61.7, 0.07, 3)],
            Self::Level(LevelKind::Sanctum, _) => &[
                (65.4, 0.08, 1),
                (98.0, 0.06, 2),
                (130.8, 0.04, 3),
                (164.8, 0.03, 2),
            ],
        };
        let drone = |&(pitch, gain, swells)| Drone {
            pitch,
            gain,
            swells,
        };
        let hum = match self {
            Self::Title => None,
            Self::Level(_, depth) => {
                let &Air {
                    hum: pitch,
                    gain,
                    swells,
                    ..
                } = air_of(depth);
                Some(Drone {
                    pitch,
                    gain,
                    swells,
                })
            }
        };
        chord.iter().map(drone).chain(hum).collect()
    }

    fn notes(self) -> Vec<Note> {
        let mut notes = self.own_notes();
        if let Self::Level(_, depth) = self {
            let &Air {
                note: pitch,
                notes: count,
                ..
            } = air_of(depth);
            // At uneven distances, and none across the seam.
            let starts = (0..count).map(|number| {
                let share = LOOP_MS / count;
                number * share + share / 4 + number % 2 * share / 5
            });
            notes.extend(starts.map(|start| note(Wave::Sine, start, 900, (pitch, pitch), 0.03)));
        }
        notes
    }

    /// Those of the title, and of a kind of level.
    fn own_notes(self) -> Vec<Note> {
        match self {
            Self::Title => theme(),
            Self::Level(LevelKind::Caverns, _) => {
                [700, 2900, 3200, 6100, 9400, 11_800, 12_050, 14_900]
                    .into_iter()
                    .zip([1245.0, 988.0, 1109.0, 1319.0, 932.0, 1175.0, 880.0, 1047.0])
                    .map(|(start, pitch)| note(Wave::Sine, start, 160, (pitch, pitch * 1.3), 0.10))
                    .collect()
            }
            Self::Level(LevelKind::Labyrinth, _) => [3000, 3350, 10_200]
                .into_iter()
                .map(|start| note(Wave::Sine, start, 130, (105.0, 62.0), 0.16))
                .collect(),
            _ => Vec::new(),
        }
    }
}

/// A slow tune of eight bars in D minor, over a bass line.
fn theme() -> Vec<Note> {
    const BEAT: u32 = LOOP_MS / 16;
    const TUNE: [(u32, f32); 12] = [
        (0, 293.7),
        (2, 349.2),
        (3, 329.6),
        (4, 293.7),
        (6, 220.0),
        (8, 261.6),
        (9, 293.7),
        (10, 349.2),
        (11, 392.0),
        (12, 440.0),
        (14, 329.6),
        (15, 277.2),
    ];
    const BASS: [f32; 4] = [146.8, 116.5, 174.6, 110.0];
    let tune =
        TUNE.map(|(beat, pitch)| note(Wave::Triangle, beat * BEAT, 2400, (pitch, pitch), 0.10));
    let bass = (0..).zip(BASS);
    let bass =
        bass.map(|(bar, pitch)| note(Wave::Sine, bar * 4 * BEAT, 4400, (pitch, pitch), 0.14));
    tune.into_iter().chain(bass).collect()
}

/// Rises from 0 to 1 and falls back, `swells` times in a loop of `count` samples.
fn swell(index: usize, count: usize, swells: u32) -> f32 {
    let turns = index as f32 / count as f32 * swells as f32;
    0.5 - 0.5 * (turns * TAU).cos()
}

impl Wind {
    fn mix_into(&self, samples: &mut [f32], noise: &mut Stream) {
        let count = samples.len();
        let drawn: Vec<f32> = (0..count)
            .map(|_| noise.next_u32() as f32 / u32::MAX as f32 * 2.0 - 1.0)
            .collect();
        let share = TAU * self.pitch / RATE as f32;
        let mut low = [0.0_f32; 2];
        let mut filter = |drawn: f32| {
            low[0] += share * (drawn - low[0]);
            low[1] += share * (low[0] - low[1]);
            low[1]
        };
        // Warms the filter up with the end of the loop, so that the beginning continues it.
        for drawn in &drawn[count - RATE as usize..] {
            filter(*drawn);
        }
        for (index, sample) in samples.iter_mut().enumerate() {
            let filtered = filter(drawn[index]);
            let strength = 0.35 + 0.65 * swell(index, count, self.swells);
            // Restores the power that the filters remove.
            *sample += filtered / share.sqrt() * strength * self.gain;
        }
    }
}

impl Drone {
    fn mix_into(&self, samples: &mut [f32]) {
        let count = samples.len();
        let cycles = (self.pitch * LOOP_MS as f32 / 1000.0).round();
        for (index, sample) in samples.iter_mut().enumerate() {
            let phase = (f64::from(cycles) * index as f64 / count as f64).fract() as f32;
            let strength = 0.5 + 0.5 * swell(index, count, self.swells);
            *sample += (phase * TAU).sin() * strength * self.gain;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_depth_sounds_different() {
        let halls = |depth| Bed::Level(LevelKind::Halls, depth).samples();
        for depth in 2..=DEEPEST {
            assert!(halls(depth) != halls(depth - 1), "{depth}");
        }
    }

    #[test]
    fn every_loop_is_audible_does_not_clip_and_has_no_seam() {
        let kinds = LevelKind::ALL.into_iter();
        let levels = kinds.flat_map(|kind| [1, 5, 10, 12].map(|depth| Bed::Level(kind, depth)));
        for bed in levels.chain([Bed::Title]) {
            assert_eq!(Bed::from_number(bed.number()), bed);
            let samples = bed.samples();
            let power = samples.iter().map(|sample| sample * sample).sum::<f32>();
            let loudness = (power / samples.len() as f32).sqrt();
            assert!((0.01..0.2).contains(&loudness), "{bed:?}: {loudness}");
            assert!(samples.iter().all(|sample| sample.abs() < 1.0), "{bed:?}");
            let steps = samples.windows(2).map(|pair| (pair[1] - pair[0]).abs());
            let steepest = steps.fold(0.0_f32, f32::max);
            let seam = (samples[0] - samples[samples.len() - 1]).abs();
            assert!(seam <= steepest, "{bed:?}: {seam}, elsewhere {steepest}");
        }
    }
}
