//! What is heard of the run that is played, and from where; with captions, in words, too. Runs that are
//! watched are silent.

use bevy::prelude::*;

use super::panel::WIDTH as PANEL_WIDTH;
use super::run::Run;
use super::turn::TurnTaken;
use crate::app::frame::Phase;
use crate::app::screen::{Screen, on};
use crate::app::settings::Settings;
use crate::app::sound::{Background, Bed, Ground, Sound, SoundEvent};
use crate::app::ui::theme::{PANEL, PLAIN, Type};
use crate::app::ui::widget::set_displayed;
use crate::game::content::{Class, LevelKind, Role, Style};
use crate::game::{ActorId, EventActor, GameEvent, Hunger, Perception, Projectile, View};
use crate::geom::Pos;
use crate::map::Tile;

pub(super) fn plugin(app: &mut App) {
    app.add_message::<SoundEvent>()
        .init_resource::<Background>()
        .add_systems(
            Update,
            (
                (
                    hear.run_if(on(Screen::Play).and_then(resource_exists::<Run>)),
                    tell.run_if(on_message::<TurnTaken>),
                )
                    .chain(),
                choose_background,
            )
                .in_set(Phase::Show),
        )
        .add_systems(OnEnter(Screen::Play), spawn.run_if(resource_exists::<Type>));
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

fn hear(run: Res<Run>, mut turns: MessageReader<TurnTaken>, mut heard: MessageWriter<SoundEvent>) {
    let view = run.game().view();
    let mut stepped = None;
    for turn in turns.read() {
        for event in &turn.events {
            if let Some(sound) = sound_of(event, turn, view) {
                heard.write(place(sound, place_of(event, view), view));
            }
            match *event {
                GameEvent::Moved { who, to, .. } if who == ActorId::PLAYER => stepped = Some(to),
                // What came before was on another level.
                GameEvent::Arrived { .. } => stepped = None,
                _ => {}
            }
        }
        if turn.events.iter().any(|event| weakens(event, view)) {
            heard.write(SoundEvent::at_player(Sound::Heartbeat));
        }
    }
    // Of many steps in a frame the last, after all that matters more.
    if let Some(ground) = stepped.and_then(|pos| ground_at(pos, view)) {
        heard.write(SoundEvent::at_player(Sound::Step(ground)));
    }
}

/// What a step on a tile sounds like.
fn ground_at(pos: Pos, view: View) -> Option<Ground> {
    let soil = matches!(view.level_kind(), LevelKind::Caverns | LevelKind::Labyrinth);
    Some(match view.tile(pos)?.tile {
        Tile::Water | Tile::Reeds | Tile::Deep => Ground::Water,
        Tile::Grass => Ground::Grass,
        Tile::Rubble => Ground::Rubble,
        Tile::DoorOpen | Tile::DoorClosed => Ground::Wood,
        Tile::Floor if soil => Ground::Earth,
        _ => Ground::Stone,
    })
}

/// What the player strikes with in a turn; `None` for bare hands.
fn style(turn: &TurnTaken, view: View) -> Option<Style> {
    let flew = |event: &GameEvent| {
        matches!(
            event,
            GameEvent::Flew {
                what: Projectile::Item(_),
                ..
            }
        )
    };
    if turn.events.iter().any(flew) {
        return Some(Style::Bow);
    }
    let mut worn = view.pack().filter(|(letter, _)| view.is_equipped(*letter));
    worn.find_map(|(_, item)| match view.class(item.kind)? {
        Class::Weapon { style, .. } => Some(style),
        _ => None,
    })
}

/// The role of a monster that the player knows of.
fn role(who: EventActor, view: View) -> Option<Role> {
    let known = who.kind.filter(|_| who.is_known())?;
    Some(view.content().monster(known).role)
}

/// The line of captions, over the lower edge of the map.
#[derive(Component)]
struct Captions;

fn spawn(mut commands: Commands, font: Res<Type>) {
    commands
        .spawn((
            DespawnOnExit(Screen::Play),
            Captions,
            Node {
                position_type: PositionType::Absolute,
                left: px(0),
                right: px(PANEL_WIDTH),
                bottom: px(36),
                justify_content: JustifyContent::Center,
                display: Display::None,
                ..default()
            },
            Pickable::IGNORE,
        ))
        .with_children(|line| {
            let ground = Node {
                padding: UiRect::axes(px(8), px(2)),
                border_radius: BorderRadius::all(px(3)),
                ..default()
            };
            line.spawn((ground, BackgroundColor(PANEL)))
                .with_child(font.text("", PLAIN));
        });
}

/// The most captions at once.
const TOLD: usize = 3;

/// Tells in words what was heard of the last turn, if the player wants that.
fn tell(
    mut heard: MessageReader<SoundEvent>,
    settings: Option<Res<Settings>>,
    mut lines: Query<(Entity, &mut Node), With<Captions>>,
    (children, mut texts): (Query<&Children>, Query<&mut Text>),
) {
    let wanted = settings.is_some_and(|settings| settings.captions);
    let mut told: Vec<String> = Vec::new();
    for caption in heard.read().filter_map(|heard| caption(*heard)) {
        if wanted && told.len() < TOLD && !told.contains(&caption) {
            told.push(caption);
        }
    }
    for (line, mut node) in &mut lines {
        set_displayed(&mut node, !told.is_empty());
        for child in children.iter_descendants(line) {
            if let Ok(mut text) = texts.get_mut(child) {
                text.set_if_neq(Text::new(told.join(" ")));
            }
        }
    }
}

/// A sound in words, with where it comes from; `None` for one that is seen to be made, or that the log
/// tells.
fn caption(heard: SoundEvent) -> Option<String> {
    let matters = matches!(heard.sound, Sound::Heartbeat | Sound::Alarm(_));
    if !heard.muffled && !matters {
        return None;
    }
    let what = heard.sound.caption();
    let (right, down) = heard.from;
    let far = match right.abs().max(down.abs()) {
        0 => return Some(format!("[{what}]")),
        ..=8 => "to",
        _ => "far to",
    };
    // A side counts if it is more than a third of the way.
    let sides = [
        (down, right, ["north", "south"]),
        (right, down, ["west", "east"]),
    ];
    let named = sides.map(|(along, across, [less, more])| {
        let counts = along.abs() * 2 > across.abs();
        counts.then_some(if along < 0 { less } else { more })
    });
    let words: Vec<&str> = named.into_iter().flatten().collect();
    Some(format!("[{what} {far} the {}]", words.join("-")))
}

fn place(sound: Sound, from: Option<Pos>, view: View) -> SoundEvent {
    let me = view.player().pos;
    from.map_or(SoundEvent::at_player(sound), |pos| SoundEvent {
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
        GameEvent::VaultOpened { door, .. } => Some(door),
        GameEvent::Noticed { who }
        | GameEvent::Woke { who }
        | GameEvent::Charged { who, .. }
        | GameEvent::Revealed { who, .. }
        | GameEvent::Stole { who, .. }
        | GameEvent::Split { who, .. }
        | GameEvent::Summoned { who, .. } => of(who),
        _ => None,
    }
}

/// How far away a door is heard that is not seen, in tiles.
const EARSHOT: i32 = 12;

fn is_within(reach: i32, pos: Pos, view: View) -> bool {
    pos.steps_to(view.player().pos) <= reach
}

/// The sound of an event, if it has one and the player perceived it.
fn sound_of(event: &GameEvent, turn: &TurnTaken, view: View) -> Option<Sound> {
    let me = ActorId::PLAYER;
    Some(match *event {
        GameEvent::Hit { at, .. } if at == me => Sound::Hurt,
        GameEvent::Hit { by, .. } if by == me => Sound::Blow(style(turn, view)),
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
        // A door that somebody else opens is heard from afar.
        GameEvent::DoorOpened { pos, .. } if is_within(EARSHOT, pos, view) => Sound::Door,
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
            Sound::Alarm(role(who, view)?)
        }
        GameEvent::Charged { who, .. }
        | GameEvent::Revealed { who, .. }
        | GameEvent::Stole { who, .. }
        | GameEvent::Split { who, .. }
        | GameEvent::Summoned { who, .. } => Sound::Alarm(role(who, view)?),
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_caption_says_what_is_heard_and_from_where_if_it_is_not_seen() {
        let door = |from, muffled| {
            caption(SoundEvent {
                sound: Sound::Door,
                from,
                muffled,
            })
        };
        assert_eq!(door((-5, 0), false), None);
        for (from, words) in [
            ((-5, 0), "[a door creaks to the west]"),
            ((-5, 1), "[a door creaks to the west]"),
            ((3, -2), "[a door creaks to the north-east]"),
            ((0, 11), "[a door creaks far to the south]"),
        ] {
            assert_eq!(door(from, true).as_deref(), Some(words));
        }
        let heart = caption(SoundEvent::at_player(Sound::Heartbeat));
        assert_eq!(heart.as_deref(), Some("[your heart pounds]"));
        assert_eq!(caption(SoundEvent::at_player(Sound::Take)), None);
    }
}
