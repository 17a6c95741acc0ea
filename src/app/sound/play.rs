//! Plays what is heard, where there is a device to play it.

use std::time::Duration;

use bevy::prelude::*;

use super::bed::Bed;
use super::{Background, Heard, Sound};
use crate::app::platform::sound::{self, BackgroundLoop, PlayParams, Sounds, Speaker};
use crate::app::seed::Cosmetic;
use crate::app::settings::Settings;

/// Plays each [`Heard`], where there is a [`Speaker`].
pub struct SoundPlugin;

impl Plugin for SoundPlugin {
    fn build(&self, app: &mut App) {
        app.init_resource::<Background>()
            .add_message::<Heard>()
            .add_systems(PostUpdate, (play, put_behind));
    }
}

/// Opens a [`Speaker`] that knows every [`Sound`] and every [`Bed`].
pub(in crate::app) fn open_speaker(app: &mut App) {
    app.insert_resource(sound::open(Sounds {
        all: || Sound::all().map(Sound::samples).collect(),
        background: |number| Bed::numbered(number).samples(),
    }));
}

/// Seconds after which a loop that goes on is ordered again, or else it fades.
const AGAIN: f64 = 2.0;

/// Keeps the loop of the [`Background`] playing while there are frames.
fn put_behind(
    (background, settings): (Res<Background>, Res<Settings>),
    speaker: Option<Res<Speaker>>,
    time: Res<Time<Real>>,
    mut ordered: Local<Option<(BackgroundLoop, f64)>>,
) {
    let Some(speaker) = speaker else {
        return;
    };
    let wanted = background
        .0
        .and_then(|(bed, depth)| behind(bed, depth, &settings));
    let now = time.elapsed_secs_f64();
    let due = |when: f64| now - when > AGAIN;
    match (*ordered, wanted) {
        (None, None) => return,
        (Some((known, when)), Some(wanted)) if known == wanted && !due(when) => return,
        _ => speaker.set_background(wanted),
    }
    *ordered = wanted.map(|wanted| (wanted, now));
}

/// A loop at its volume, at a depth from 0; `None` if it is not to be heard.
fn behind(bed: Bed, depth: u8, settings: &Settings) -> Option<BackgroundLoop> {
    let volume = match bed {
        Bed::Title => settings.music,
        Bed::Level(_) => settings.ambience,
    };
    // The deeper, the lower and the louder.
    let share = f32::from(depth.min(12)) / 12.0;
    (volume > 0).then(|| BackgroundLoop {
        number: bed.number(),
        pitch: 1.0 - 0.2 * share,
        gain: factor(volume) * (0.6 + 0.4 * share),
    })
}

/// The factor of the samples at a volume. The ear counts by ratios.
fn factor(volume: u8) -> f32 {
    let share = f32::from(volume) / f32::from(Settings::MAX_VOLUME);
    share * share
}

/// The most sounds that begin in one frame.
const AT_ONCE: usize = 4;

/// From one step that is heard to the next: whoever runs is not heard as a rattle.
const STRIDE: Duration = Duration::from_millis(110);

/// Tiles from the player at which a sound is half as loud as beside them.
const HALVED: f32 = 8.0;
/// Columns from the player at which a sound is halfway to the side.
const HALFWAY: f32 = 6.0;

/// How a sound reaches the player, at its own pitch.
fn way(heard: Heard, volume: u8) -> PlayParams {
    let (right, down) = (heard.from.0 as f32, heard.from.1 as f32);
    PlayParams {
        pitch: 1.0,
        gain: factor(volume) * HALVED / (HALVED + right.hypot(down)),
        pan: right / (HALFWAY + right.abs()),
        muffled: heard.muffled,
    }
}

/// Plays what is heard, each sound once a frame.
fn play(
    mut messages: MessageReader<Heard>,
    (settings, speaker): (Res<Settings>, Option<Res<Speaker>>),
    time: Res<Time<Real>>,
    mut cosmetic: ResMut<Cosmetic>,
    mut stepped: Local<Option<Duration>>,
) {
    let mut begun: Vec<Heard> = Vec::new();
    for heard in messages.read() {
        if begun.len() < AT_ONCE && !begun.iter().any(|other| other.sound == heard.sound) {
            begun.push(*heard);
        }
    }
    let (Some(speaker), true) = (speaker, settings.volume > 0) else {
        return;
    };
    for heard in begun {
        let now = time.elapsed();
        if matches!(heard.sound, Sound::Step(_)) {
            if stepped.is_some_and(|before| now - before < STRIDE) {
                continue;
            }
            *stepped = Some(now);
        }
        let mut way = way(heard, settings.volume);
        let range = heard.sound.varies();
        if range > 0 {
            let drawn = cosmetic.bypass_change_detection().0.below(2 * range + 1);
            way.pitch += (drawn as f32 - range as f32) / 1000.0;
        }
        speaker.play(heard.sound.number(), way);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::content::LevelKind;

    #[test]
    fn the_theme_and_the_levels_have_volumes_of_their_own() {
        let settings = Settings {
            volume: 0,
            ambience: 0,
            music: 3,
            ..Settings::default()
        };
        let halls = Bed::Level(LevelKind::Halls);
        let theme = behind(Bed::Title, 0, &settings).unwrap();
        assert!(theme.gain > 0.0 && behind(halls, 1, &settings).is_none());
        let settings = Settings {
            ambience: 3,
            music: 0,
            ..settings
        };
        assert!(behind(Bed::Title, 0, &settings).is_none());
        let (high, deep) = (behind(halls, 1, &settings), behind(halls, 12, &settings));
        let (high, deep) = (high.unwrap(), deep.unwrap());
        assert!(deep.gain > high.gain && deep.pitch < high.pitch);
    }

    #[test]
    fn what_is_far_is_softer_and_what_is_to_the_side_is_heard_there() {
        let here = Heard::here(Sound::Door);
        let from = |from| way(Heard { from, ..here }, Settings::MAX_VOLUME);
        let near = way(here, Settings::MAX_VOLUME);
        assert_eq!((near.gain, near.pan), (1.0, 0.0));
        assert!(from((0, 8)).gain < from((0, 4)).gain);
        assert_eq!(from((0, 8)).pan, 0.0);
        assert!(from((-3, 0)).pan < 0.0 && from((3, 0)).pan > 0.0);
        assert!(from((40, 0)).pan < 1.0);
        assert_eq!(way(here, 0).gain, 0.0);
    }
}
