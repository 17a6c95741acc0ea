//! Plays sounds and background loops on the audio device, if there is one.

use std::time::Duration;

use bevy::prelude::*;

use super::loops::Bed;
use super::{Background, Sound, SoundEvent};
use crate::app::platform::sound::{self, BackgroundLoop, PlayParams, Sounds, Speaker};
use crate::app::seed::Cosmetic;
use crate::app::settings::Settings;

/// Plays each [`SoundEvent`] and the [`Background`] if there is a [`Speaker`].
pub struct SoundPlugin;

impl Plugin for SoundPlugin {
    fn build(&self, app: &mut App) {
        app.init_resource::<Background>()
            .add_message::<SoundEvent>()
            .add_systems(PostUpdate, (play_events, update_background));
    }
}

/// Opens the audio device as a [`Speaker`] with every [`Sound`] and [`Bed`].
pub(in crate::app) fn open_speaker(app: &mut App) {
    app.insert_resource(sound::open(Sounds {
        all: || Sound::all().map(Sound::samples).collect(),
        background: |number| Bed::from_number(number).samples(),
    }));
}

/// Seconds after which an unchanged loop is sent again, because the speaker fades it out otherwise.
const RESEND_SECONDS: f64 = 2.0;

/// Sends the loop of [`Background`] to the speaker when it changes, and regularly to keep it playing.
fn update_background(
    (background, settings): (Res<Background>, Res<Settings>),
    speaker: Option<Res<Speaker>>,
    time: Res<Time<Real>>,
    mut sent: Local<Option<(BackgroundLoop, f64)>>,
) {
    let Some(speaker) = speaker else {
        return;
    };
    let wanted = background
        .0
        .and_then(|(bed, depth)| build_loop(bed, depth, &settings));
    let now = time.elapsed_secs_f64();
    let due = |when: f64| now - when > RESEND_SECONDS;
    match (*sent, wanted) {
        (None, None) => return,
        (Some((known, when)), Some(wanted)) if known == wanted && !due(when) => return,
        _ => speaker.set_background(wanted),
    }
    *sent = wanted.map(|wanted| (wanted, now));
}

/// The loop with the volume from the settings, for a depth from 0; `None` at volume 0.
fn build_loop(bed: Bed, depth: u8, settings: &Settings) -> Option<BackgroundLoop> {
    let volume = match bed {
        Bed::Title => settings.music,
        Bed::Level(..) => settings.ambience,
    };
    // Lower and louder with depth.
    let share = f32::from(depth.min(12)) / 12.0;
    (volume > 0).then(|| BackgroundLoop {
        number: bed.number(),
        pitch: 1.0 - 0.2 * share,
        gain: volume_gain(volume) * (0.6 + 0.4 * share),
    })
}

/// The gain for a volume from 0 to [`Settings::LOUDEST`]. Quadratic, because hearing is not linear.
fn volume_gain(volume: u8) -> f32 {
    let share = f32::from(volume) / f32::from(Settings::MAX_VOLUME);
    share * share
}

/// The maximum number of sounds that start in one frame.
const MAX_PER_FRAME: usize = 4;

/// Minimum time between two step sounds, so that running does not rattle.
const MIN_STEP_INTERVAL: Duration = Duration::from_millis(110);

/// Distance in tiles at which a sound has half its gain.
const HALF_GAIN_TILES: f32 = 8.0;
/// Horizontal distance in tiles at which a sound is panned halfway to one side.
const HALF_PAN_TILES: f32 = 6.0;

/// Gain, pan and muffling of a sound from its position, at pitch 1.
fn spatialize(event: SoundEvent, volume: u8) -> PlayParams {
    let (right, down) = (event.from.0 as f32, event.from.1 as f32);
    PlayParams {
        pitch: 1.0,
        gain: volume_gain(volume) * HALF_GAIN_TILES / (HALF_GAIN_TILES + right.hypot(down)),
        pan: right / (HALF_PAN_TILES + right.abs()),
        muffled: event.muffled,
    }
}

/// Plays the frame's sounds, each at most once.
fn play_events(
    mut events: MessageReader<SoundEvent>,
    (settings, speaker): (Res<Settings>, Option<Res<Speaker>>),
    time: Res<Time<Real>>,
    mut cosmetic: ResMut<Cosmetic>,
    mut last_step: Local<Option<Duration>>,
) {
    let mut started: Vec<SoundEvent> = Vec::new();
    for event in events.read() {
        let is_new = !started.iter().any(|other| other.sound == event.sound);
        if is_new && started.len() < MAX_PER_FRAME {
            started.push(*event);
        }
    }
    let (Some(speaker), true) = (speaker, settings.volume > 0) else {
        return;
    };
    for event in started {
        let now = time.elapsed();
        if matches!(event.sound, Sound::Step(_)) {
            if last_step.is_some_and(|before| now - before < MIN_STEP_INTERVAL) {
                continue;
            }
            *last_step = Some(now);
        }
        let mut way = spatialize(event, settings.volume);
        let range = event.sound.pitch_variation();
        if range > 0 {
            let drawn = cosmetic.bypass_change_detection().0.below(2 * range + 1);
            way.pitch += (drawn as f32 - range as f32) / 1000.0;
        }
        speaker.play(event.sound.number(), way);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::content::LevelKind;

    #[test]
    fn the_theme_and_the_levels_have_separate_volumes() {
        let settings = Settings {
            volume: 0,
            ambience: 0,
            music: 3,
            ..Settings::default()
        };
        let halls = Bed::Level(LevelKind::Halls, 1);
        let theme = build_loop(Bed::Title, 0, &settings).unwrap();
        assert!(theme.gain > 0.0 && build_loop(halls, 1, &settings).is_none());
        let settings = Settings {
            ambience: 3,
            music: 0,
            ..settings
        };
        assert!(build_loop(Bed::Title, 0, &settings).is_none());
        let (high, deep) = (
            build_loop(halls, 1, &settings),
            build_loop(halls, 12, &settings),
        );
        let (high, deep) = (high.unwrap(), deep.unwrap());
        assert!(deep.gain > high.gain && deep.pitch < high.pitch);
    }

    #[test]
    fn distant_sounds_are_softer_and_sounds_to_the_side_are_panned() {
        let here = SoundEvent::at_player(Sound::Door);
        let from = |from| spatialize(SoundEvent { from, ..here }, Settings::MAX_VOLUME);
        let near = spatialize(here, Settings::MAX_VOLUME);
        assert_eq!((near.gain, near.pan), (1.0, 0.0));
        assert!(from((0, 8)).gain < from((0, 4)).gain);
        assert_eq!(from((0, 8)).pan, 0.0);
        assert!(from((-3, 0)).pan < 0.0 && from((3, 0)).pan > 0.0);
        assert!(from((40, 0)).pan < 1.0);
        assert_eq!(spatialize(here, 0).gain, 0.0);
    }
}
