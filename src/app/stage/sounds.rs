//! The sounds of the run that is played, with their directions, and captions for them. Watched runs are
//! silent.

use bevy::prelude::*;

use super::layout::PANEL_WIDTH;
use super::runs::run::Run;
use super::runs::turn::TurnTaken;
use crate::app::frame::Phase;
use crate::app::screen::Screen;
use crate::app::settings::Settings;
use crate::app::sound::{Background, Bed, Ground, Sound, SoundEvent};
use crate::app::ui::theme::{PANEL, PLAIN, UiFont};
use crate::app::ui::widget::set_displayed;
use crate::game::content::{Class, Cue, LevelKind, Style};
use crate::game::{
    ActorId, BodyEvent, EventActor, FightEvent, GameEvent, Hunger, ItemEvent, MonsterEvent,
    Perception, PlaceEvent, Projectile, RunEvent, View,
};
use crate::geom::Pos;
use crate::map::Tile;

pub(super) fn plugin(app: &mut App) {
    app.add_message::<SoundEvent>()
        .init_resource::<Background>()
        .add_systems(
            Update,
            (
                (
                    send_sounds
                        .run_if(resource_exists::<Run>)
                        .in_set(Screen::Descend),
                    update_captions.run_if(on_message::<TurnTaken>),
                )
                    .chain(),
                choose_background,
            )
                .in_set(Phase::Show),
        )
        .add_systems(
            OnEnter(Screen::Descend),
            spawn_captions.run_if(resource_exists::<UiFont>),
        );
}

/// Chooses the theme on the title, and the ambience of the level in play.
fn choose_background(
    screen: Res<State<Screen>>,
    run: Option<Res<Run>>,
    mut background: ResMut<Background>,
) {
    let run = run.filter(|run| run.is_playing());
    let wanted = match (screen.get(), run) {
        (Screen::Title, _) => Some((Bed::Title, 0)),
        (Screen::Descend, Some(run)) => {
            let view = run.game().view();
            Some((Bed::Level(view.level_kind()), view.depth()))
        }
        _ => None,
    };
    background.set_if_neq(Background(wanted));
}

/// Sends the sounds of this frame's turns.
fn send_sounds(
    run: Res<Run>,
    mut turns: MessageReader<TurnTaken>,
    mut heard: MessageWriter<SoundEvent>,
) {
    let view = run.game().view();
    let mut stepped = None;
    for turn in turns.read() {
        for event in &turn.events {
            if let Some(sound) = sound_of(event, turn, view) {
                heard.write(heard_from(sound, event, view));
            }
            match *event {
                GameEvent::Body(BodyEvent::Moved { who, to, .. }) if who == ActorId::PLAYER => {
                    stepped = Some(to)
                }
                // The steps before were on another level.
                GameEvent::Place(PlaceEvent::Arrived { .. }) => stepped = None,
                _ => {}
            }
        }
        if turn.events.iter().any(|event| hurts_badly(event, view)) {
            heard.write(SoundEvent::at_player(Sound::Heartbeat));
        }
    }
    // Of several steps in a frame only the last, and after the sounds that matter more.
    if let Some(ground) = stepped.and_then(|pos| ground_at(pos, view)) {
        heard.write(SoundEvent::at_player(Sound::Step(ground)));
    }
}

/// The ground that a step on a tile sounds like.
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

/// The style of the weapon that the player used in a turn; `None` for bare hands.
fn weapon_style(turn: &TurnTaken, view: View) -> Option<Style> {
    let flew = |event: &GameEvent| {
        matches!(
            event,
            GameEvent::Fight(FightEvent::Flew {
                what: Projectile::Item(_) | Projectile::Arrow(_),
                ..
            })
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

/// The cue of a monster, if the player perceived which monster it is.
fn known_cue(who: EventActor, view: View) -> Option<Cue> {
    let kind = who.kind.filter(|_| who.is_known())?;
    Some(view.content().monster(kind).cue())
}

/// The line of captions at the lower edge of the map.
#[derive(Component)]
struct Captions;

fn spawn_captions(mut commands: Commands, font: Res<UiFont>) {
    commands
        .spawn((
            DespawnOnExit(Screen::Descend),
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

/// Captions shown at most.
const MAX_CAPTIONS: usize = 3;

/// Shows captions for the sounds of the last turn, if they are switched on.
fn update_captions(
    mut heard: MessageReader<SoundEvent>,
    settings: Res<Settings>,
    mut lines: Query<(Entity, &mut Node), With<Captions>>,
    (children, mut texts): (Query<&Children>, Query<&mut Text>),
) {
    let mut captions: Vec<String> = Vec::new();
    for caption in heard.read().filter_map(|heard| caption(*heard)) {
        if settings.captions && captions.len() < MAX_CAPTIONS && !captions.contains(&caption) {
            captions.push(caption);
        }
    }
    for (line, mut node) in &mut lines {
        set_displayed(&mut node, !captions.is_empty());
        for child in children.iter_descendants(line) {
            if let Ok(mut text) = texts.get_mut(child) {
                text.set_if_neq(Text::new(captions.join(" ")));
            }
        }
    }
}

/// Describes a sound and its direction. `None` if the player saw or did what made it, except for
/// heartbeats.
fn caption(heard: SoundEvent) -> Option<String> {
    if !heard.muffled && heard.sound != Sound::Heartbeat {
        return None;
    }
    let name = heard.sound.caption();
    let (right, down) = heard.from;
    let distance = match right.abs().max(down.abs()) {
        0 => return Some(format!("[{name}]")),
        ..=8 => "to",
        _ => "far to",
    };
    // An axis counts if its distance is more than half of the other's.
    let axes = [
        (down, right, ["north", "south"]),
        (right, down, ["west", "east"]),
    ];
    let names = axes.map(|(along, across, [less, more])| {
        let counts = along.abs() * 2 > across.abs();
        counts.then_some(if along < 0 { less } else { more })
    });
    let direction: Vec<&str> = names.into_iter().flatten().collect();
    Some(format!("[{name} {distance} the {}]", direction.join("-")))
}

/// Adds the direction of an event to its sound, and whether it is muffled.
fn heard_from(sound: Sound, event: &GameEvent, view: View) -> SoundEvent {
    let me = view.player().pos;
    let from = event_position(event, view);
    from.map_or(SoundEvent::at_player(sound), |pos| SoundEvent {
        sound,
        from: (pos.x - me.x, pos.y - me.y),
        muffled: !was_seen(event).unwrap_or_else(|| view.in_sight(pos)),
    })
}

/// Whether the player saw what happened, or did it; their view is that at the end of a long action.
/// `None` if the event does not tell.
fn was_seen(event: &GameEvent) -> Option<bool> {
    let is_seen = |who: EventActor| who.perception == Perception::Seen;
    Some(match *event {
        GameEvent::Place(PlaceEvent::DoorOpened { by, perception, .. })
        | GameEvent::Place(PlaceEvent::BrazierOut { by, perception, .. }) => {
            by == ActorId::PLAYER || perception == Perception::Seen
        }
        GameEvent::Place(PlaceEvent::Noise { perception, .. }) => perception == Perception::Seen,
        GameEvent::Place(PlaceEvent::DoorClosed { .. })
        | GameEvent::Place(PlaceEvent::BrazierLit { .. })
        | GameEvent::Place(PlaceEvent::TombOpened { .. }) => true,
        GameEvent::Fight(FightEvent::Hit { by, at, .. })
        | GameEvent::Fight(FightEvent::Missed { by, at }) => is_seen(by) || is_seen(at),
        GameEvent::Fight(FightEvent::Died { who, by_player, .. }) => by_player || is_seen(who),
        _ => is_seen(acting_monster(event)?),
    })
}

/// The monster that does something besides attacking.
const fn acting_monster(event: &GameEvent) -> Option<EventActor> {
    match *event {
        GameEvent::Monster(MonsterEvent::Noticed { who })
        | GameEvent::Body(BodyEvent::Woke { who })
        | GameEvent::Fight(FightEvent::Charged { who, .. })
        | GameEvent::Monster(MonsterEvent::Revealed { who, .. })
        | GameEvent::Monster(MonsterEvent::Stole { who, .. })
        | GameEvent::Monster(MonsterEvent::Split { who, .. })
        | GameEvent::Monster(MonsterEvent::Summoned { who, .. }) => Some(who),
        _ => None,
    }
}

/// Whether the event hurt the player, who has at most a quarter of their health left.
fn hurts_badly(event: &GameEvent, view: View) -> bool {
    let player = view.player();
    let hurt = match *event {
        GameEvent::Fight(FightEvent::Hit { at, .. }) => at == ActorId::PLAYER,
        GameEvent::Fight(FightEvent::Hurt { who, .. }) => who == ActorId::PLAYER,
        _ => false,
    };
    hurt && (1..=player.max_health / 4).contains(&player.health)
}

/// Where an event happened; `None` if the player knows no place other than their own.
fn event_position(event: &GameEvent, view: View) -> Option<Pos> {
    let monster_position = |who: EventActor| {
        let mut monsters = view.actors();
        monsters
            .find(|monster| who == monster.id)
            .map(|monster| monster.pos)
    };
    match *event {
        GameEvent::Fight(FightEvent::Hit { at, .. }) => monster_position(at),
        GameEvent::Fight(FightEvent::Missed { by, at }) => {
            monster_position(at).or_else(|| monster_position(by))
        }
        GameEvent::Fight(FightEvent::Died { pos, .. })
        | GameEvent::Place(PlaceEvent::DoorOpened { pos, .. })
        | GameEvent::Place(PlaceEvent::DoorClosed { pos })
        | GameEvent::Place(PlaceEvent::BrazierLit { pos })
        | GameEvent::Place(PlaceEvent::BrazierOut { pos, .. })
        | GameEvent::Place(PlaceEvent::TombOpened { pos })
        | GameEvent::Place(PlaceEvent::Noise { pos, .. }) => Some(pos),
        GameEvent::Fight(FightEvent::Flew { from, .. }) => Some(from),
        GameEvent::Fight(FightEvent::Blast { center, .. }) => Some(center),
        GameEvent::Place(PlaceEvent::VaultOpened { door, .. }) => Some(door),
        _ => acting_monster(event).and_then(monster_position),
    }
}

/// How far an unseen door is heard, in steps.
const EARSHOT: i32 = 12;

/// The sound of an event, if it has one and the player perceived it.
fn sound_of(event: &GameEvent, turn: &TurnTaken, view: View) -> Option<Sound> {
    match *event {
        GameEvent::Fight(event) => sound_of_fight(event, turn, view),
        GameEvent::Body(event) => sound_of_body(event, view),
        GameEvent::Monster(event) => sound_of_monster(event, view),
        GameEvent::Item(event) => sound_of_item(event),
        GameEvent::Place(event) => sound_of_place(event, view),
        GameEvent::Run(event) => match event {
            RunEvent::Won => Some(Sound::Victory),
            RunEvent::Interrupted { .. }
            | RunEvent::Explored { .. }
            | RunEvent::GaveUp
            | RunEvent::Finished => None,
        },
    }
}

fn sound_of_fight(event: FightEvent, turn: &TurnTaken, view: View) -> Option<Sound> {
    let player = ActorId::PLAYER;
    Some(match event {
        FightEvent::Hit { at: who, .. } | FightEvent::Hurt { who, .. } if who == player => {
            Sound::Hurt
        }
        FightEvent::Hit { by, .. } if by == player => Sound::Blow(weapon_style(turn, view)),
        FightEvent::Missed { by, at } if by == player || at == player => Sound::Miss,
        FightEvent::Died { who, by_player, .. } if by_player || who.is_known() => Sound::Death,
        FightEvent::PlayerDied { .. } => Sound::Fallen,
        FightEvent::Blast { center, .. } if view.in_sight(center) => Sound::Rumble,
        FightEvent::Flew { from, to, .. } if view.in_sight(from) || view.in_sight(to) => {
            Sound::Flight
        }
        FightEvent::Charged { who, .. } => Sound::Alarm(known_cue(who, view)?),
        FightEvent::Hit { .. }
        | FightEvent::Hurt { .. }
        | FightEvent::Missed { .. }
        | FightEvent::Died { .. }
        | FightEvent::Blast { .. }
        | FightEvent::Flew { .. }
        | FightEvent::Blocked { .. }
        | FightEvent::Broke { .. }
        | FightEvent::NobodyAffected
        | FightEvent::Burst { .. } => return None,
    })
}

fn sound_of_body(event: BodyEvent, view: View) -> Option<Sound> {
    Some(match event {
        BodyEvent::LevelGained { .. } => Sound::Level,
        BodyEvent::HungerChanged { hunger } if hunger != Hunger::Fed => Sound::Hunger,
        BodyEvent::Woke { who } if who.perception == Perception::Seen => {
            Sound::Alarm(known_cue(who, view)?)
        }
        BodyEvent::Strengthened | BodyEvent::Invigorated => Sound::Insight,
        BodyEvent::Moved { .. }
        | BodyEvent::Teleported { .. }
        | BodyEvent::Healed { .. }
        | BodyEvent::ConditionBegan { .. }
        | BodyEvent::ConditionEnded { .. }
        | BodyEvent::Woke { .. }
        | BodyEvent::FellAsleep { .. }
        | BodyEvent::Experience { .. }
        | BodyEvent::RestBegan { .. }
        | BodyEvent::HungerChanged { .. } => return None,
    })
}

fn sound_of_monster(event: MonsterEvent, view: View) -> Option<Sound> {
    match event {
        MonsterEvent::Noticed { who } if who.perception != Perception::Seen => None,
        MonsterEvent::Noticed { who }
        | MonsterEvent::Revealed { who, .. }
        | MonsterEvent::Stole { who, .. }
        | MonsterEvent::Split { who, .. }
        | MonsterEvent::Summoned { who, .. } => Some(Sound::Alarm(known_cue(who, view)?)),
        MonsterEvent::LostTrack { .. }
        | MonsterEvent::Fled { .. }
        | MonsterEvent::CameIntoSight { .. }
        | MonsterEvent::Met { .. }
        | MonsterEvent::Unmade { .. }
        | MonsterEvent::Followed { .. }
        | MonsterEvent::NamedHere { .. } => None,
    }
}

const fn sound_of_item(event: ItemEvent) -> Option<Sound> {
    Some(match event {
        ItemEvent::PickedUp { .. } | ItemEvent::VaultTaken { .. } | ItemEvent::Ate { .. } => {
            Sound::Take
        }
        ItemEvent::Quaffed { .. } => Sound::Potion,
        ItemEvent::Read { .. } | ItemEvent::UsedRelic { .. } => Sound::Scroll,
        ItemEvent::Identified { .. } | ItemEvent::Improved { .. } => Sound::Insight,
        ItemEvent::Equipped { .. } | ItemEvent::Unequipped { .. } | ItemEvent::Dropped { .. } => {
            Sound::Gear
        }
        ItemEvent::Lost { .. }
        | ItemEvent::NoRoom { .. }
        | ItemEvent::LiesHere { .. }
        | ItemEvent::Offered { .. }
        | ItemEvent::ItemSeen { .. }
        | ItemEvent::NothingToImprove { .. }
        | ItemEvent::Fizzled { .. } => return None,
    })
}

fn sound_of_place(event: PlaceEvent, view: View) -> Option<Sound> {
    Some(match event {
        PlaceEvent::DoorOpened {
            pos, perception, ..
        } => {
            let is_near = pos.steps_to(view.player().pos) <= EARSHOT;
            let is_noticed = perception == Perception::Seen || is_near;
            return is_noticed.then_some(Sound::Door);
        }
        PlaceEvent::DoorClosed { .. } => Sound::Door,
        PlaceEvent::Arrived { .. } => Sound::Stairs,
        PlaceEvent::Noise { perception, .. } if perception != Perception::Unnoticed => {
            Sound::Rumble
        }
        PlaceEvent::TombOpened { .. } => Sound::Rumble,
        PlaceEvent::ConduitTurned { .. } => Sound::Turn,
        PlaceEvent::VaultOpened { .. } => Sound::Solved,
        PlaceEvent::BrazierLit { .. } => Sound::Flame,
        PlaceEvent::BrazierOut {
            perception: Perception::Seen,
            ..
        } => Sound::Quench,
        PlaceEvent::LeverPulled { .. } => Sound::Lever,
        PlaceEvent::Noise { .. }
        | PlaceEvent::BrazierOut { .. }
        | PlaceEvent::LandmarkSeen { .. }
        | PlaceEvent::Mapped
        | PlaceEvent::Hallowed { .. }
        | PlaceEvent::FoundNothing => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::content::MonsterKind;
    use crate::rng::Seed;

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
        for (from, text) in [
            ((-5, 0), "[a door creaks to the west]"),
            ((-5, 1), "[a door creaks to the west]"),
            ((3, -2), "[a door creaks to the north-east]"),
            ((0, 11), "[a door creaks far to the south]"),
        ] {
            assert_eq!(door(from, true).as_deref(), Some(text));
        }
        let heart = caption(SoundEvent::at_player(Sound::Heartbeat));
        assert_eq!(heart.as_deref(), Some("[your heart pounds]"));
        assert_eq!(caption(SoundEvent::at_player(Sound::Take)), None);
    }

    #[test]
    fn what_the_player_saw_or_did_has_no_caption_wherever_they_are_by_then() {
        let run = Run::new(Seed(7), None).unwrap();
        let view = run.game().view();
        // A corner of the level, which is out of sight.
        let pos = Pos::default();
        assert!(!view.in_sight(pos));
        let monster = |perception| EventActor {
            id: ActorId(9),
            kind: None,
            perception,
        };
        let (seen, unseen) = (Perception::Seen, Perception::Unnoticed);
        let door = |by, perception| {
            GameEvent::Place(PlaceEvent::DoorOpened {
                pos,
                by,
                perception,
            })
        };
        let told = |event: GameEvent| caption(heard_from(Sound::Door, &event, view)).is_some();
        assert!(told(door(monster(unseen), unseen)));
        assert!(!told(door(monster(seen), seen)));
        assert!(!told(door(EventActor::PLAYER, seen)));
        assert!(!told(GameEvent::Place(PlaceEvent::DoorClosed { pos })));
        let died = |perception, by_player| {
            GameEvent::Fight(FightEvent::Died {
                who: monster(perception),
                kind: MonsterKind(0),
                pos,
                by_player,
            })
        };
        assert!(told(died(Perception::Felt, false)));
        assert!(!told(died(Perception::Felt, true)) && !told(died(seen, false)));
    }
}
