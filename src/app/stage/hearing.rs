//! What is heard of the run that is played: blows, doors, finds. Steps are silent, and so are runs
//! that are watched.

use bevy::prelude::*;

use super::run::Run;
use super::turn::TurnTaken;
use crate::app::frame::Phase;
use crate::app::screen::{Screen, on};
use crate::app::sound::{Heard, Sound};
use crate::game::{ActorId, Game, GameEvent, Hunger, Perception};

pub(super) fn plugin(app: &mut App) {
    app.add_message::<Heard>().add_systems(
        Update,
        hear.run_if(on(Screen::Play).and_then(resource_exists::<Run>))
            .in_set(Phase::Show),
    );
}

fn hear(run: Res<Run>, mut turns: MessageReader<TurnTaken>, mut heard: MessageWriter<Heard>) {
    let game = run.game();
    for turn in turns.read() {
        let sounds = turn.events.iter().filter_map(|event| sound_of(event, game));
        heard.write_batch(sounds.map(Heard));
    }
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
        GameEvent::DoorOpened {
            perception: Perception::Seen,
            ..
        } => Sound::Door,
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
