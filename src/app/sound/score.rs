//! The notes of the sounds that there are several of: a step on each ground, a blow with each style of
//! weapon, the warning of each role.

use super::Ground;
use super::tone::Wave::{Hiss, Reed, Sine, Soft};
use super::tone::{Note, note};
use crate::game::content::{Role, Style};

/// The heel, then the sole.
pub(super) fn step(ground: Ground) -> Vec<Note> {
    match ground {
        Ground::Stone => vec![
            note(Hiss, 0, 34, (1500.0, 700.0), 0.20),
            note(Sine, 0, 60, (150.0, 90.0), 0.16),
        ],
        Ground::Earth => vec![
            note(Hiss, 0, 80, (420.0, 200.0), 0.20),
            note(Sine, 0, 70, (105.0, 60.0), 0.16),
        ],
        Ground::Water => vec![
            note(Hiss, 0, 150, (900.0, 2600.0), 0.16),
            note(Sine, 40, 90, (320.0, 560.0), 0.10),
        ],
        Ground::Grass => vec![
            note(Hiss, 0, 60, (3600.0, 5200.0), 0.15),
            note(Hiss, 50, 80, (4800.0, 2800.0), 0.15),
        ],
        Ground::Rubble => vec![
            note(Hiss, 0, 30, (2600.0, 1300.0), 0.22),
            note(Soft, 30, 40, (410.0, 350.0), 0.12),
            note(Hiss, 70, 36, (2000.0, 900.0), 0.20),
        ],
        Ground::Wood => vec![
            note(Hiss, 0, 28, (900.0, 500.0), 0.18),
            note(Soft, 0, 90, (175.0, 140.0), 0.18),
        ],
    }
}

/// What strikes, then whom it strikes.
pub(super) fn blow(style: Option<Style>) -> Vec<Note> {
    let body = note(Sine, 0, 130, (210.0, 70.0), 0.60);
    match style {
        None => vec![
            note(Hiss, 0, 60, (900.0, 300.0), 0.45),
            note(Sine, 0, 110, (180.0, 65.0), 0.62),
        ],
        Some(Style::Dagger) => vec![
            note(Hiss, 0, 70, (4200.0, 1800.0), 0.40),
            note(Sine, 0, 80, (260.0, 110.0), 0.42),
        ],
        Some(Style::Sword) => vec![note(Hiss, 0, 90, (2400.0, 500.0), 0.50), body],
        Some(Style::Axe) => vec![
            note(Hiss, 0, 130, (1700.0, 260.0), 0.52),
            note(Sine, 0, 170, (170.0, 52.0), 0.56),
            note(Soft, 20, 80, (310.0, 240.0), 0.14),
        ],
        Some(Style::Spear) => vec![
            note(Hiss, 0, 50, (1200.0, 3400.0), 0.30),
            note(Hiss, 50, 80, (2600.0, 600.0), 0.40),
            note(Sine, 45, 110, (230.0, 85.0), 0.50),
        ],
        Some(Style::Mace) => vec![
            note(Hiss, 0, 110, (700.0, 150.0), 0.50),
            note(Sine, 0, 230, (130.0, 38.0), 0.72),
        ],
        Some(Style::Bow) => vec![
            note(Hiss, 0, 36, (3000.0, 900.0), 0.42),
            note(Soft, 0, 130, (220.0, 205.0), 0.26),
        ],
    }
}

/// What is heard of a monster of a role that wakes, hunts or does what it is feared for: short, and told
/// apart without looking.
pub(super) fn warning(role: Role) -> Vec<Note> {
    match role {
        Role::Hunter => vec![
            note(Reed, 0, 110, (392.0, 440.0), 0.12),
            note(Reed, 90, 200, (466.2, 440.0), 0.12),
        ],
        Role::Swarm => [0, 55, 95, 150, 185]
            .map(|at| note(Reed, at, 40, (1480.0, 1760.0), 0.14))
            .to_vec(),
        Role::Pack => vec![
            note(Soft, 0, 260, (330.0, 620.0), 0.20),
            note(Soft, 230, 420, (620.0, 390.0), 0.20),
        ],
        Role::Charger => vec![
            note(Hiss, 0, 220, (500.0, 1400.0), 0.40),
            note(Sine, 240, 90, (95.0, 55.0), 0.55),
            note(Sine, 360, 100, (95.0, 50.0), 0.60),
        ],
        Role::Archer => vec![
            note(Reed, 0, 240, (170.0, 300.0), 0.10),
            note(Hiss, 240, 50, (2600.0, 1200.0), 0.24),
        ],
        Role::Thief => [(0, 740.0), (95, 660.0), (190, 590.0)]
            .map(|(at, tone)| note(Soft, at, 80, (tone, tone * 0.94), 0.18))
            .to_vec(),
        Role::Splitter => [(0, 190.0), (110, 240.0), (200, 320.0)]
            .map(|(at, tone)| note(Sine, at, 110, (tone, tone * 1.7), 0.32))
            .to_vec(),
        Role::Exploder => vec![
            note(Hiss, 0, 620, (1800.0, 7000.0), 0.30),
            note(Reed, 0, 620, (110.0, 220.0), 0.09),
        ],
        Role::Summoner => vec![
            note(Reed, 0, 420, (130.8, 130.8), 0.10),
            note(Soft, 0, 420, (196.0, 196.0), 0.18),
            note(Soft, 300, 520, (185.0, 185.0), 0.18),
        ],
        Role::Healer => vec![
            note(Sine, 0, 360, (392.0, 392.0), 0.18),
            note(Sine, 150, 420, (493.9, 493.9), 0.18),
        ],
        Role::Phaser => vec![
            note(Hiss, 0, 560, (400.0, 3200.0), 0.22),
            note(Sine, 60, 520, (880.0, 622.0), 0.10),
        ],
        Role::Unseen => vec![
            note(Hiss, 0, 90, (260.0, 180.0), 0.50),
            note(Hiss, 170, 180, (320.0, 140.0), 0.55),
        ],
        Role::Snuffer => vec![note(Hiss, 0, 520, (2600.0, 240.0), 0.30)],
        Role::Guard => vec![
            note(Soft, 0, 320, (587.3, 583.0), 0.18),
            note(Soft, 0, 320, (831.0, 826.0), 0.12),
            note(Hiss, 0, 40, (3000.0, 1500.0), 0.24),
        ],
        Role::Mimic => vec![
            note(Reed, 0, 130, (140.0, 210.0), 0.12),
            note(Hiss, 130, 50, (1300.0, 500.0), 0.45),
            note(Soft, 130, 90, (160.0, 120.0), 0.30),
        ],
        Role::Sleeper => vec![
            note(Reed, 0, 640, (74.0, 49.0), 0.16),
            note(Hiss, 0, 640, (300.0, 120.0), 0.24),
        ],
        // Heavy boots.
        Role::Wanderer => [0, 260]
            .into_iter()
            .flat_map(|at| {
                [
                    note(Sine, at, 150, (88.0, 46.0), 0.55),
                    note(Hiss, at, 60, (600.0, 250.0), 0.24),
                ]
            })
            .collect(),
    }
}
