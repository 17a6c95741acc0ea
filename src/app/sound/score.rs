//! Notes of the sounds that come in variants: steps by ground, blows by weapon style, alarms by cue.

use super::Ground;
use super::tone::Wave::{Noise, Sine, Square, Triangle};
use super::tone::{Note, note};
use crate::game::content::{Cue, Style};

/// Heel, then sole.
pub(super) fn step_notes(ground: Ground) -> Vec<Note> {
    match ground {
        Ground::Stone => vec![
            note(Noise, 0, 34, (1500.0, 700.0), 0.20),
            note(Sine, 0, 60, (150.0, 90.0), 0.16),
        ],
        Ground::Earth => vec![
            note(Noise, 0, 80, (420.0, 200.0), 0.20),
            note(Sine, 0, 70, (105.0, 60.0), 0.16),
        ],
        Ground::Water => vec![
            note(Noise, 0, 150, (900.0, 2600.0), 0.16),
            note(Sine, 40, 90, (320.0, 560.0), 0.10),
        ],
        Ground::Grass => vec![
            note(Noise, 0, 60, (3600.0, 5200.0), 0.15),
            note(Noise, 50, 80, (4800.0, 2800.0), 0.15),
        ],
        Ground::Rubble => vec![
            note(Noise, 0, 30, (2600.0, 1300.0), 0.22),
            note(Triangle, 30, 40, (410.0, 350.0), 0.12),
            note(Noise, 70, 36, (2000.0, 900.0), 0.20),
        ],
        Ground::Wood => vec![
            note(Noise, 0, 28, (900.0, 500.0), 0.18),
            note(Triangle, 0, 90, (175.0, 140.0), 0.18),
        ],
    }
}

/// The weapon, then the body it hits.
pub(super) fn blow_notes(style: Option<Style>) -> Vec<Note> {
    let body = note(Sine, 0, 130, (210.0, 70.0), 0.60);
    match style {
        None => vec![
            note(Noise, 0, 60, (900.0, 300.0), 0.45),
            note(Sine, 0, 110, (180.0, 65.0), 0.62),
        ],
        Some(Style::Dagger) => vec![
            note(Noise, 0, 70, (4200.0, 1800.0), 0.40),
            note(Sine, 0, 80, (260.0, 110.0), 0.42),
        ],
        Some(Style::Sword) => vec![note(Noise, 0, 90, (2400.0, 500.0), 0.50), body],
        Some(Style::Axe) => vec![
            note(Noise, 0, 130, (1700.0, 260.0), 0.52),
            note(Sine, 0, 170, (170.0, 52.0), 0.56),
            note(Triangle, 20, 80, (310.0, 240.0), 0.14),
        ],
        Some(Style::Spear) => vec![
            note(Noise, 0, 50, (1200.0, 3400.0), 0.30),
            note(Noise, 50, 80, (2600.0, 600.0), 0.40),
            note(Sine, 45, 110, (230.0, 85.0), 0.50),
        ],
        Some(Style::Mace) => vec![
            note(Noise, 0, 110, (700.0, 150.0), 0.50),
            note(Sine, 0, 230, (130.0, 38.0), 0.72),
        ],
        Some(Style::Bow) => vec![
            note(Noise, 0, 36, (3000.0, 900.0), 0.42),
            note(Triangle, 0, 130, (220.0, 205.0), 0.26),
        ],
    }
}

/// Short, and distinct enough to recognise by ear what a monster does.
pub(super) fn alarm_notes(cue: Cue) -> Vec<Note> {
    match cue {
        Cue::Stir => vec![
            note(Square, 0, 110, (392.0, 440.0), 0.12),
            note(Square, 90, 200, (466.2, 440.0), 0.12),
        ],
        Cue::Chitter => [0, 55, 95, 150, 185]
            .map(|start| note(Square, start, 40, (1480.0, 1760.0), 0.14))
            .to_vec(),
        Cue::Howl => vec![
            note(Triangle, 0, 260, (330.0, 620.0), 0.20),
            note(Triangle, 230, 420, (620.0, 390.0), 0.20),
        ],
        Cue::Hooves => vec![
            note(Noise, 0, 220, (500.0, 1400.0), 0.40),
            note(Sine, 240, 90, (95.0, 55.0), 0.55),
            note(Sine, 360, 100, (95.0, 50.0), 0.60),
        ],
        Cue::Bowstring => vec![
            note(Square, 0, 240, (170.0, 300.0), 0.10),
            note(Noise, 240, 50, (2600.0, 1200.0), 0.24),
        ],
        Cue::Snicker => [(0, 740.0), (95, 660.0), (190, 590.0)]
            .map(|(start, pitch)| note(Triangle, start, 80, (pitch, pitch * 0.94), 0.18))
            .to_vec(),
        Cue::Bubble => [(0, 190.0), (110, 240.0), (200, 320.0)]
            .map(|(start, pitch)| note(Sine, start, 110, (pitch, pitch * 1.7), 0.32))
            .to_vec(),
        Cue::Fuse => vec![
            note(Noise, 0, 620, (1800.0, 7000.0), 0.30),
            note(Square, 0, 620, (110.0, 220.0), 0.09),
        ],
        Cue::Chant => vec![
            note(Square, 0, 420, (130.8, 130.8), 0.10),
            note(Triangle, 0, 420, (196.0, 196.0), 0.18),
            note(Triangle, 300, 520, (185.0, 185.0), 0.18),
        ],
        Cue::Hum => vec![
            note(Sine, 0, 360, (392.0, 392.0), 0.18),
            note(Sine, 150, 420, (493.9, 493.9), 0.18),
        ],
        Cue::Whisper => vec![
            note(Noise, 0, 560, (400.0, 3200.0), 0.22),
            note(Sine, 60, 520, (880.0, 622.0), 0.10),
        ],
        Cue::Stone => vec![
            note(Noise, 0, 90, (260.0, 180.0), 0.50),
            note(Noise, 170, 180, (320.0, 140.0), 0.55),
        ],
        Cue::Breath => vec![note(Noise, 0, 520, (2600.0, 240.0), 0.30)],
        Cue::Metal => vec![
            note(Triangle, 0, 320, (587.3, 583.0), 0.18),
            note(Triangle, 0, 320, (831.0, 826.0), 0.12),
            note(Noise, 0, 40, (3000.0, 1500.0), 0.24),
        ],
        Cue::Lid => vec![
            note(Square, 0, 130, (140.0, 210.0), 0.12),
            note(Noise, 130, 50, (1300.0, 500.0), 0.45),
            note(Triangle, 130, 90, (160.0, 120.0), 0.30),
        ],
        Cue::Groan => vec![
            note(Square, 0, 640, (74.0, 49.0), 0.16),
            note(Noise, 0, 640, (300.0, 120.0), 0.24),
        ],
        // Heavy boots.
        Cue::Trudge => [0, 260]
            .into_iter()
            .flat_map(|start| {
                [
                    note(Sine, start, 150, (88.0, 46.0), 0.55),
                    note(Noise, start, 60, (600.0, 250.0), 0.24),
                ]
            })
            .collect(),
    }
}
