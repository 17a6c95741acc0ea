//! Plays what is heard, where there is a device to play it.

use bevy::prelude::*;

use super::{Heard, Sound};
use crate::app::platform::sound::{self, Speaker};
use crate::app::seed::Cosmetic;
use crate::app::settings::Settings;

/// Plays each [`Heard`], where there is a [`Speaker`].
pub struct SoundPlugin;

impl Plugin for SoundPlugin {
    fn build(&self, app: &mut App) {
        app.add_message::<Heard>().add_systems(PostUpdate, play);
    }
}

/// Opens a [`Speaker`] that knows every [`Sound`].
pub(in crate::app) fn open_speaker(app: &mut App) {
    let tones = || Sound::ALL.map(|sound| sound.samples().into()).to_vec();
    app.insert_resource(sound::open(tones));
}

/// The factor of the samples at a volume. The ear counts by ratios.
fn factor(volume: u8) -> f32 {
    let share = f32::from(volume) / f32::from(Settings::LOUDEST);
    share * share
}

/// What is heard at once at most.
const AT_ONCE: usize = 4;

/// Plays what is heard, each sound once a frame.
fn play(
    mut heard: MessageReader<Heard>,
    (settings, speaker): (Res<Settings>, Option<Res<Speaker>>),
    mut cosmetic: ResMut<Cosmetic>,
) {
    let mut sounds: Vec<Sound> = Vec::new();
    for Heard(sound) in heard.read() {
        if sounds.len() < AT_ONCE && !sounds.contains(sound) {
            sounds.push(*sound);
        }
    }
    let (Some(speaker), true) = (speaker, settings.volume > 0) else {
        return;
    };
    for sound in sounds {
        let pitch = if sound.is_tune() {
            1.0
        } else {
            0.95 + cosmetic.bypass_change_detection().0.below(101) as f32 / 1000.0
        };
        speaker.play(sound as usize, pitch, factor(settings.volume));
    }
}
