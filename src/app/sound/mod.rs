//! What sounds when: what the player does, sees and hears in a run, the boards, the mazes and the
//! menus. Steps are silent. Shows nothing and decides nothing.
//!
//! | part | owns |
//! | --- | --- |
//! | [`tone`] | the sounds themselves |
//! | [`mix`] | sounds at once |

pub mod mix;
pub mod tone;

use bevy::prelude::*;

pub use tone::Sound;

use super::frame::Phase;
use super::platform::sound::Speaker;
use super::screens::conduit::Session;
use super::screens::maze;
use super::seed::Cosmetic;
use super::settings::Settings;
use super::stage::Run;
use crate::game::{ActorId, Game, GameEvent, Hunger, Perception};

/// Turns what happens into [`Heard`], and plays it where there is a [`Speaker`].
pub struct SoundPlugin;

/// The factor of the samples at a volume. The ear counts by ratios.
fn factor(volume: u8) -> f32 {
    let share = f32::from(volume) / f32::from(Settings::LOUDEST);
    share * share
}

/// Something that is to be heard.
#[derive(Message, Clone, Copy, PartialEq, Eq, Debug)]
pub struct Heard(pub Sound);

impl Plugin for SoundPlugin {
    fn build(&self, app: &mut App) {
        app.init_resource::<Settings>()
            .add_message::<Heard>()
            .add_systems(
                Update,
                (
                    run.run_if(resource_exists_and_changed::<Run>),
                    board.run_if(resource_exists_and_changed::<Session>),
                    goal.run_if(resource_exists_and_changed::<maze::Play>),
                    play,
                )
                    .chain()
                    .in_set(Phase::Show),
            );
    }
}

/// What happened in the last action, once.
fn run(run: Res<Run>, mut last: Local<(u64, Vec<GameEvent>)>, mut heard: MessageWriter<Heard>) {
    let game = run.game();
    let (turn, events) = &mut *last;
    if *turn == game.turns() && events == run.events() {
        return;
    }
    *turn = game.turns();
    events.clear();
    events.extend_from_slice(run.events());
    let sounds = events.iter().filter_map(|event| sound_of(event, game));
    heard.write_batch(sounds.map(Heard));
}

/// The sound of something that happened, if it has one and the player was there.
fn sound_of(event: &GameEvent, game: &Game) -> Option<Sound> {
    let me = ActorId::PLAYER;
    Some(match *event {
        GameEvent::Hit { at, .. } if at == me => Sound::Hurt,
        GameEvent::Hit { by, .. } if by == me => Sound::Blow,
        GameEvent::Hurt { who, .. } if who == me => Sound::Hurt,
        GameEvent::Missed { by, at } if by == me || at == me => Sound::Miss,
        GameEvent::Died { who, by_player, .. } if by_player || who.is_known() => Sound::Death,
        GameEvent::PlayerDied { .. } => Sound::Fallen,
        GameEvent::PickedUp { .. } | GameEvent::VaultTaken { .. } | GameEvent::Ate { .. } => {
            Sound::Take
        }
        GameEvent::DoorOpened { perception, .. } if perception == Perception::Seen => Sound::Door,
        GameEvent::DoorClosed { .. } => Sound::Door,
        GameEvent::Arrived { .. } => Sound::Stairs,
        GameEvent::LevelGained { .. } => Sound::Level,
        GameEvent::HungerChanged { hunger } if hunger != Hunger::Fed => Sound::Hunger,
        GameEvent::Quaffed { .. } => Sound::Potion,
        GameEvent::Read { .. } => Sound::Scroll,
        GameEvent::Noise { perception, .. } if perception != Perception::Unnoticed => Sound::Rumble,
        GameEvent::Blast { center, .. } if game.view().in_sight(center) => Sound::Rumble,
        GameEvent::ConduitTurned { .. } => Sound::Turn,
        GameEvent::VaultOpened { .. } | GameEvent::Won => Sound::Solved,
        _ => return None,
    })
}

/// Turns on the board of Conduit, and the last of them.
fn board(
    session: Res<Session>,
    mut last: Local<Option<(u64, u32, bool)>>,
    mut heard: MessageWriter<Heard>,
) {
    let conduit = session.conduit();
    let now = (session.boards(), conduit.moves(), conduit.is_won());
    let Some(before) = last.replace(now).filter(|before| before.0 == now.0) else {
        return;
    };
    if now.1 != before.1 {
        heard.write(Heard(Sound::Turn));
    }
    if now.2 && !before.2 {
        heard.write(Heard(Sound::Solved));
    }
}

/// The end of a maze.
fn goal(play: Res<maze::Play>, mut last: Local<bool>, mut heard: MessageWriter<Heard>) {
    let over = play.round().is_some_and(|round| round.finish().is_some());
    if over && !std::mem::replace(&mut *last, over) {
        heard.write(Heard(Sound::Goal));
    }
    *last = over;
}

/// What is heard at once at most.
const AT_ONCE: usize = 4;

/// Plays what is heard, each sound once a frame.
fn play(
    mut heard: MessageReader<Heard>,
    (settings, speaker): (Res<Settings>, Option<Res<Speaker>>),
    cosmetic: Option<ResMut<Cosmetic>>,
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
    let mut cosmetic = cosmetic;
    for sound in sounds {
        let pitch = match &mut cosmetic {
            Some(cosmetic) if !sound.is_tune() => {
                0.95 + cosmetic.bypass_change_detection().0.below(101) as f32 / 1000.0
            }
            _ => 1.0,
        };
        speaker.play(sound, pitch, factor(settings.volume));
    }
}
