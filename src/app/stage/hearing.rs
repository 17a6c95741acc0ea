//! What is heard of the run that is played, and from where. Steps are silent, and so are runs that are
//! watched.

use bevy::prelude::*;

use super::run::Run;
use super::turn::TurnTaken;
use crate::app::frame::Phase;
use crate::app::screen::{Screen, on};
use crate::app::sound::{Background, Bed, Heard, Sound};
use crate::game::{ActorId, EventActor, GameEvent, Hunger, Perception, View};
use crate::geom::Pos;

pub(super) fn plugin(app: &mut App) {
    app.add_message::<Heard>()
        .init_resource::<Background>()
        .add_systems(
            Update,
            (
                hear.run_if(on(Screen::Play).and_then(resource_exists::<Run>)),
                choose_background,
            )
                .in_set(Phase::Show),
        );
}

/// The theme on the title, and the sound of the level that is played.
fn choose_background(
    shown: Option<Res<State<Screen>>>,
    run: Option<Res<Run>>,
    mut background: ResMut<Background>,
) {
    let run = run.filter(|run| run.is_playing());
    let wanted = match (shown.map(|shown| *shown.get()), run) {
        (Some(Screen::Title), _) => Some((Bed::Title, 0)),
        (Some(Screen::Play), Some(run)) => {
            let view = run.game().view();
            Some((Bed::Level(view.level_kind()), view.depth()))
        }
        _ => None,
    };
    background.set_if_neq(Background(wanted));
}

fn hear(run: Res<Run>, mut turns: MessageReader<TurnTaken>, mut heard: MessageWriter<Heard>) {
    let view = run.game().view();
    for turn in turns.read() {
        for event in &turn.events {
            if let Some(sound) = sound_of(event, view) {
                heard.write(place(sound, place_of(event, view), view));
            }
        }
        if turn.events.iter().any(|event| weakens(event, view)) {
            heard.write(Heard::here(Sound::Heartbeat));
        }
    }
}

fn place(sound: Sound, from: Option<Pos>, view: View) -> Heard {
    let me = view.player().pos;
    from.map_or(Heard::here(sound), |pos| Heard {
        sound,
        from: (pos.x - me.x, pos.y - me.y),
        muffled: !view.in_sight(pos),
    })
}

/// Whether the player was hurt, and has a quarter of their health left or less.
fn weakens(event: &GameEvent, view: View) -> bool {
    let player = view.player();
    let hurt = match *event {
        GameEvent::Hit { at, .. } => at == ActorId::PLAYER,
        GameEvent::Hurt { who, .. } => who == ActorId::PLAYER,
        _ => false,
    };
    hurt && (1..=player.max_health / 4).contains(&player.health)
}

/// Where it happened, if it was not where the player is.
fn place_of(event: &GameEvent, view: View) -> Option<Pos> {
    let of = |actor: EventActor| {
        let mut actors = view.actors();
        actors
            .find(|monster| actor == monster.id)
            .map(|monster| monster.pos)
    };
    match *event {
        GameEvent::Hit { at, .. } => of(at),
        GameEvent::Missed { by, at } => of(at).or_else(|| of(by)),
        GameEvent::Died { pos, .. }
        | GameEvent::DoorOpened { pos, .. }
        | GameEvent::DoorClosed { pos }
        | GameEvent::BrazierLit { pos }
        | GameEvent::BrazierOut { pos, .. }
        | GameEvent::TombOpened { pos }
        | GameEvent::Noise { pos, .. } => Some(pos),
        GameEvent::Flew { from, .. } => Some(from),
        GameEvent::Blast { center, .. } => Some(center),
        GameEvent::VaultOpened { door } => Some(door),
        GameEvent::Noticed { who } | GameEvent::Woke { who } => of(who),
        _ => None,
    }
}

/// The sound of an event, if it has one and the player perceived it.
fn sound_of(event: &GameEvent, view: View) -> Option<Sound> {
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
        GameEvent::Read { .. } | GameEvent::CalledOn { .. } => Sound::Scroll,
        GameEvent::Noise { perception, .. } if perception != Perception::Unnoticed => Sound::Rumble,
        GameEvent::Blast { center, .. } if view.in_sight(center) => Sound::Rumble,
        GameEvent::ConduitTurned { .. } => Sound::Turn,
        GameEvent::VaultOpened { .. } => Sound::Solved,
        GameEvent::Won => Sound::Victory,
        GameEvent::BrazierLit { .. } => Sound::Flame,
        GameEvent::BrazierOut {
            perception: Perception::Seen,
            ..
        } => Sound::Quench,
        GameEvent::LeverPulled { .. } => Sound::Lever,
        GameEvent::TombOpened { .. } => Sound::Rumble,
        GameEvent::Flew { from, to, .. } if view.in_sight(from) || view.in_sight(to) => {
            Sound::Flight
        }
        GameEvent::Woke { who } | GameEvent::Noticed { who }
            if who.perception == Perception::Seen =>
        {
            Sound::Alarm
        }
        GameEvent::Identified { .. }
        | GameEvent::Improved { .. }
        | GameEvent::Strengthened
        | GameEvent::Invigorated => Sound::Insight,
        GameEvent::Equipped { .. } | GameEvent::Unequipped { .. } | GameEvent::Dropped { .. } => {
            Sound::Gear
        }
        _ => return None,
    })
}
