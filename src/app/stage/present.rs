//! How each event of the game is shown and heard. The log, the sounds, the effects, the stains and the tally each read
//! their part of it. The texts of messages are the core's ([`game::Narrator`](crate::game::Narrator)).

use bevy::color::{Color, Mix};

use crate::app::sound::{Ground, Sound, SoundEvent};
use crate::app::ui::theme::{KEY, PLAIN, QUIET, WRONG};
use crate::game::content::{Class, Effect, LevelKind, MonsterKind, Style};
use crate::game::{
    ActorId, BlastKind, BodyEvent, Cause, EventActor, FightEvent, GameEvent, HazardKind, Hunger,
    ItemEvent, MonsterEvent, Perception, PlaceEvent, Projectile, RunEvent, View,
};
use crate::geom::Pos;
use crate::map::Tile;

/// What the player gets to see and hear of an event. The default is that of most events: a plain message at most.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub(super) struct Presentation {
    /// What its message means, if it has one.
    pub tone: Tone,
    /// Its sound, if it has one and the player perceived it.
    pub sound: Option<SoundEvent>,
    /// Whether it hurt the player and left them little health.
    pub plays_heartbeat: bool,
    /// What is seen of it in the air.
    pub visual: Option<Visual>,
    /// What it leaves on the ground.
    pub residue: Option<Residue>,
    /// What it counts as in the statistics of the run.
    pub deed: Option<Deed>,
}

/// What a message means to the player; decides its colour.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Tone {
    /// Neither good nor bad.
    #[default]
    Plain,
    /// The player gains something.
    Good,
    /// The player loses something.
    Bad,
    /// A danger to watch.
    Warning,
    /// An item or feature is found.
    Find,
    /// A refusal or remark; no time passes.
    Quiet,
}

impl Tone {
    /// The colour of a message that is `age` messages older than the newest.
    pub(in crate::app) fn colour(self, age: usize) -> Color {
        let fresh = match self {
            Self::Plain => Color::srgb(0.90, 0.89, 0.90),
            Self::Good => Color::srgb(0.60, 0.88, 0.56),
            Self::Bad => WRONG,
            Self::Warning => KEY,
            Self::Find => Color::srgb(0.60, 0.80, 1.0),
            Self::Quiet => PLAIN,
        };
        let faded = 0.22 * age.min(3) as f32;
        fresh.mix(&QUIET, faded)
    }
}

/// Something that is seen for a while after a turn.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) enum Visual {
    Flight {
        what: Projectile,
        from: Pos,
        to: Pos,
    },
    /// A blow, shot or bolt that hit for some damage, or missed.
    Blow {
        by: EventActor,
        at: EventActor,
        damage: Option<i32>,
    },
    /// Damage from anything else.
    Wound {
        who: EventActor,
        damage: i32,
    },
    Healing {
        who: EventActor,
        amount: i32,
    },
    Teleport {
        from: Pos,
        to: Pos,
    },
    /// The death of a monster; without a place, where it was before.
    Death {
        who: ActorId,
        kind: MonsterKind,
        at: Option<Pos>,
    },
    Door {
        at: Pos,
        was_open: bool,
    },
    Blast {
        kind: BlastKind,
        center: Pos,
        radius: u32,
    },
    /// The player reaches another level, and what happened on the old one cannot be seen there.
    Arrival,
    /// Light runs through the level from an open vault, or from the Everlamp.
    VaultLight,
    EverlampLight,
}

/// Something that marks the ground.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) enum Residue {
    /// An attack wounds an actor.
    Wound { who: EventActor, damage: i32 },
    /// An actor burns; if it dies of that, it leaves ash.
    Burn { who: ActorId },
    Death {
        who: ActorId,
        kind: MonsterKind,
        at: Pos,
    },
    /// Fire blackens the ground.
    Scorch { center: Pos, radius: u32 },
    /// What follows happens on the level at this depth.
    Level(u8),
}

/// Something that the statistics of a run count.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Deed {
    /// The player hit for some damage, and was hit.
    Dealt(i32),
    Taken(i32),
    Ate,
    Drank,
    Read,
    OpenedVault,
    Slew(MonsterKind),
}

/// How far an unseen door is heard, in steps.
const EARSHOT: i32 = 12;

/// How an event is shown and heard; `view` is what the player knows after it.
pub(super) fn present(event: &GameEvent, view: View<'_>) -> Presentation {
    match *event {
        GameEvent::Fight(event) => present_fight(event, view),
        GameEvent::Body(event) => present_body(event, view),
        GameEvent::Monster(event) => present_monster(event, view),
        GameEvent::Item(event) => present_item(event),
        GameEvent::Place(event) => present_place(event, view),
        GameEvent::Run(event) => present_course(event),
    }
}

fn present_fight(event: FightEvent, view: View<'_>) -> Presentation {
    let me = ActorId::PLAYER;
    match event {
        FightEvent::Charged { who, .. } => Presentation {
            sound: alarm(who, view),
            ..Tone::Warning.into()
        },
        FightEvent::Wasted { who, by, .. } => Presentation {
            sound: is_seen(who).then(|| {
                let sound = if by.is_some() {
                    Sound::Rumble
                } else {
                    Sound::Miss
                };
                heard(sound, monster_position(who, view), true, view)
            }),
            ..Tone::Good.into()
        },
        FightEvent::Glanced { at } => Presentation {
            sound: is_seen(at).then(|| heard(Sound::Miss, monster_position(at, view), true, view)),
            visual: Some(Visual::Blow {
                by: EventActor::PLAYER,
                at,
                damage: None,
            }),
            ..Tone::Warning.into()
        },
        FightEvent::Missed { by, at } => Presentation {
            sound: (by == me || at == me).then(|| {
                let pos = monster_position(at, view).or_else(|| monster_position(by, view));
                heard(Sound::Miss, pos, is_seen(by) || is_seen(at), view)
            }),
            visual: Some(Visual::Blow {
                by,
                at,
                damage: None,
            }),
            ..Tone::Plain.into()
        },
        FightEvent::Hit {
            by,
            at,
            damage,
            projectile,
            ..
        } => {
            let (sound, deed) = if at == me {
                (Some(Sound::Hurt), Some(Deed::Taken(damage)))
            } else if by == me {
                let blow = Sound::Blow(weapon_style(projectile, view));
                (Some(blow), Some(Deed::Dealt(damage)))
            } else {
                (None, None)
            };
            let place = monster_position(at, view);
            Presentation {
                sound: sound.map(|sound| heard(sound, place, is_seen(by) || is_seen(at), view)),
                plays_heartbeat: at == me && has_little_health(view),
                visual: Some(Visual::Blow {
                    by,
                    at,
                    damage: Some(damage),
                }),
                residue: is_seen(at).then_some(Residue::Wound { who: at, damage }),
                deed,
                ..tone_for(at, Tone::Bad)
            }
        }
        FightEvent::Hurt { who, damage, cause } => Presentation {
            sound: (who == me).then_some(SoundEvent::at_player(Sound::Hurt)),
            plays_heartbeat: who == me && has_little_health(view),
            visual: Some(Visual::Wound { who, damage }),
            residue: (cause == Cause::Fire).then_some(Residue::Burn { who: who.id }),
            ..tone_for(who, Tone::Bad)
        },
        FightEvent::Died {
            who,
            kind,
            pos,
            by_player,
        } => {
            let (is_seen, who_id) = (is_seen(who), who.id);
            Presentation {
                sound: (by_player || who.is_known())
                    .then(|| heard(Sound::Death, Some(pos), by_player || is_seen, view)),
                visual: is_seen.then_some(Visual::Death {
                    who: who_id,
                    kind,
                    at: Some(pos),
                }),
                residue: is_seen.then_some(Residue::Death {
                    who: who_id,
                    kind,
                    at: pos,
                }),
                deed: by_player.then_some(Deed::Slew(kind)),
                ..if by_player { Tone::Good } else { Tone::Plain }.into()
            }
        }
        FightEvent::Flew { what, from, to } => Presentation {
            sound: (view.in_sight(from) || view.in_sight(to))
                .then(|| heard(Sound::Flight, Some(from), view.in_sight(from), view)),
            visual: Some(Visual::Flight { what, from, to }),
            ..Tone::Plain.into()
        },
        FightEvent::Blast {
            kind,
            center,
            radius,
        } => Presentation {
            sound: view
                .in_sight(center)
                .then(|| heard(Sound::Rumble, Some(center), true, view)),
            visual: Some(Visual::Blast {
                kind,
                center,
                radius,
            }),
            residue: (kind == BlastKind::Fire).then_some(Residue::Scorch { center, radius }),
            ..Tone::Plain.into()
        },
        FightEvent::PlayerDied { .. } => Presentation {
            sound: Some(SoundEvent::at_player(Sound::Fallen)),
            ..Tone::Bad.into()
        },
        FightEvent::Blocked { .. }
        | FightEvent::Broke { .. }
        | FightEvent::NobodyAffected
        | FightEvent::Burst { .. } => Tone::Plain.into(),
    }
}

fn present_body(event: BodyEvent, view: View<'_>) -> Presentation {
    match event {
        BodyEvent::Moved { who, to, .. } => Presentation {
            sound: ground_at(to, view)
                .filter(|_| who == ActorId::PLAYER)
                .map(|ground| SoundEvent::at_player(Sound::Step(ground))),
            ..Tone::Plain.into()
        },
        BodyEvent::Teleported { who, from, to } => Presentation {
            visual: is_seen(who).then_some(Visual::Teleport { from, to }),
            ..Tone::Plain.into()
        },
        BodyEvent::Healed { who, amount } => Presentation {
            visual: (amount > 0).then_some(Visual::Healing { who, amount }),
            ..tone_for(who, Tone::Good)
        },
        BodyEvent::Woke { who } => Presentation {
            sound: alarm(who, view).filter(|_| is_seen(who)),
            ..Tone::Warning.into()
        },
        BodyEvent::LevelGained { .. } => at_player(Sound::Level, Tone::Good),
        BodyEvent::Strengthened => at_player(Sound::Insight, Tone::Good),
        BodyEvent::Invigorated => at_player(Sound::Insight, Tone::Plain),
        BodyEvent::HungerChanged {
            hunger: Hunger::Fed,
        } => Tone::Good.into(),
        BodyEvent::HungerChanged { .. } => at_player(Sound::Hunger, Tone::Bad),
        BodyEvent::ConditionBegan { .. }
        | BodyEvent::ConditionEnded { .. }
        | BodyEvent::FellAsleep { .. }
        | BodyEvent::Held { .. }
        | BodyEvent::Experience { .. }
        | BodyEvent::RestBegan { .. } => Tone::Plain.into(),
    }
}

fn present_monster(event: MonsterEvent, view: View<'_>) -> Presentation {
    match event {
        MonsterEvent::Startled { who } => Presentation {
            sound: alarm(who, view).filter(|_| is_seen(who)),
            ..Tone::Plain.into()
        },
        MonsterEvent::Noticed { who } => Presentation {
            sound: alarm(who, view).filter(|_| is_seen(who)),
            ..Tone::Warning.into()
        },
        MonsterEvent::Revealed { who, .. } | MonsterEvent::Summoned { who, .. } => Presentation {
            sound: alarm(who, view),
            ..Tone::Warning.into()
        },
        MonsterEvent::Prepared { who, .. } => Presentation {
            sound: alarm(who, view).filter(|_| is_seen(who)),
            ..Tone::Warning.into()
        },
        MonsterEvent::Stopped { .. } => Tone::Good.into(),
        MonsterEvent::Fed { who, amount, .. } => Presentation {
            sound: is_seen(who)
                .then(|| heard(Sound::Flame, monster_position(who, view), true, view)),
            visual: is_seen(who).then_some(Visual::Healing { who, amount }),
            ..Tone::Warning.into()
        },
        MonsterEvent::Stole { who, .. } => Presentation {
            sound: alarm(who, view),
            ..Tone::Bad.into()
        },
        MonsterEvent::Split { who, .. } => Presentation {
            sound: alarm(who, view),
            ..Tone::Plain.into()
        },
        MonsterEvent::Unmade { who } => Presentation {
            visual: who.kind.filter(|_| is_seen(who)).map(|kind| Visual::Death {
                who: who.id,
                kind,
                at: None,
            }),
            ..Tone::Plain.into()
        },
        MonsterEvent::CameIntoSight { .. } | MonsterEvent::Followed { .. } => Tone::Warning.into(),
        MonsterEvent::LostTrack { .. }
        | MonsterEvent::Fled { .. }
        | MonsterEvent::Met { .. }
        | MonsterEvent::NamedHere { .. } => Tone::Plain.into(),
    }
}

fn present_item(event: ItemEvent) -> Presentation {
    let counted = |sound, deed| Presentation {
        deed: Some(deed),
        ..at_player(sound, Tone::Plain)
    };
    match event {
        ItemEvent::PickedUp { .. } | ItemEvent::VaultTaken { .. } => {
            at_player(Sound::Take, Tone::Find)
        }
        ItemEvent::Ate { .. } => counted(Sound::Take, Deed::Ate),
        ItemEvent::Quaffed { .. } => counted(Sound::Potion, Deed::Drank),
        ItemEvent::Read { .. } => counted(Sound::Scroll, Deed::Read),
        ItemEvent::UsedRelic { .. } => at_player(Sound::Scroll, Tone::Plain),
        ItemEvent::Identified { .. } => at_player(Sound::Insight, Tone::Find),
        ItemEvent::Improved { .. } => at_player(Sound::Insight, Tone::Good),
        ItemEvent::Equipped { .. }
        | ItemEvent::Unequipped { .. }
        | ItemEvent::Dropped { .. }
        | ItemEvent::Hooded { .. }
        | ItemEvent::OilFilled => at_player(Sound::Gear, Tone::Plain),
        ItemEvent::OilLow { .. }
        | ItemEvent::OilOut
        | ItemEvent::Doused
        | ItemEvent::SweptOff { .. } => at_player(Sound::Quench, Tone::Warning),
        ItemEvent::OilSpilt => Tone::Plain.into(),
        ItemEvent::LiesHere { .. } | ItemEvent::ItemSeen { skipped: None, .. } => Tone::Find.into(),
        ItemEvent::ItemSeen { .. }
        | ItemEvent::Lost { .. }
        | ItemEvent::NoRoom { .. }
        | ItemEvent::Offered { .. }
        | ItemEvent::NothingToImprove { .. }
        | ItemEvent::Fizzled { .. } => Tone::Plain.into(),
    }
}

fn present_place(event: PlaceEvent, view: View<'_>) -> Presentation {
    let seen_at = |sound, pos| Presentation {
        sound: Some(heard(sound, Some(pos), true, view)),
        ..Tone::Plain.into()
    };
    match event {
        PlaceEvent::DoorOpened {
            pos,
            by,
            perception,
        } => {
            let is_seen = perception == Perception::Seen;
            let is_near = pos.steps_to(view.player().pos) <= EARSHOT;
            let is_witnessed = is_seen || by == ActorId::PLAYER;
            Presentation {
                sound: (is_seen || is_near)
                    .then(|| heard(Sound::Door, Some(pos), is_witnessed, view)),
                visual: is_seen.then_some(Visual::Door {
                    at: pos,
                    was_open: false,
                }),
                ..Tone::Plain.into()
            }
        }
        PlaceEvent::DoorClosed { pos } => Presentation {
            visual: view.in_sight(pos).then_some(Visual::Door {
                at: pos,
                was_open: true,
            }),
            ..seen_at(Sound::Door, pos)
        },
        PlaceEvent::BrazierLit { pos } => seen_at(Sound::Flame, pos),
        PlaceEvent::BrazierOut {
            pos,
            perception: Perception::Seen,
            ..
        } => seen_at(Sound::Quench, pos),
        PlaceEvent::BrazierToppled {
            pos,
            perception: Perception::Seen,
            ..
        } => seen_at(Sound::Rumble, pos),
        PlaceEvent::HazardFound { .. } => Tone::Find.into(),
        PlaceEvent::HazardSprung {
            pos,
            kind,
            perception,
            ..
        } => {
            let sound = match kind {
                HazardKind::BellWire => Some(Sound::Bell),
                _ if perception != Perception::Seen => None,
                HazardKind::ColdFont => Some(Sound::Quench),
                _ => Some(Sound::Rumble),
            };
            let is_seen = perception == Perception::Seen;
            Presentation {
                sound: sound.map(|sound| heard(sound, Some(pos), is_seen, view)),
                ..Tone::Warning.into()
            }
        }
        PlaceEvent::WallBroke {
            pos,
            perception: Perception::Seen,
        } => seen_at(Sound::Rumble, pos),
        PlaceEvent::Fell { .. } => at_player(Sound::Rumble, Tone::Bad),
        PlaceEvent::FireSeen { pos } => Presentation {
            sound: Some(heard(Sound::Flame, Some(pos), true, view)),
            ..Tone::Warning.into()
        },
        PlaceEvent::GasBurst { pos, perception } => Presentation {
            sound: Some(heard(
                Sound::Rumble,
                Some(pos),
                perception == Perception::Seen,
                view,
            )),
            ..Tone::Warning.into()
        },
        PlaceEvent::BurntDown { pos, .. } => seen_at(Sound::Flame, pos),
        PlaceEvent::TombOpened { pos } => seen_at(Sound::Rumble, pos),
        PlaceEvent::CandleLow { .. } => Tone::Warning.into(),
        PlaceEvent::CandleOut => at_player(Sound::Quench, Tone::Bad),
        PlaceEvent::PatrolCame { stairs } => Presentation {
            sound: Some(heard(Sound::Bell, Some(stairs), false, view)),
            ..Tone::Warning.into()
        },
        PlaceEvent::Noise { pos, perception } => Presentation {
            sound: (perception != Perception::Unnoticed).then(|| {
                let is_seen = perception == Perception::Seen;
                heard(Sound::Rumble, Some(pos), is_seen, view)
            }),
            ..Tone::Warning.into()
        },
        PlaceEvent::Arrived { depth, .. } => Presentation {
            visual: Some(Visual::Arrival),
            residue: Some(Residue::Level(depth)),
            ..at_player(Sound::Stairs, Tone::Plain)
        },
        PlaceEvent::LeverPulled { .. } => at_player(Sound::Lever, Tone::Plain),
        PlaceEvent::ConduitTurned { .. } => at_player(Sound::Turn, Tone::Plain),
        PlaceEvent::ConduitMended { .. } => at_player(Sound::Turn, Tone::Good),
        PlaceEvent::FontDrunk { .. } => at_player(Sound::Potion, Tone::Good),
        PlaceEvent::RoomLit { at, .. } => Presentation {
            sound: Some(heard(Sound::Solved, Some(at), view.in_sight(at), view)),
            ..Tone::Good.into()
        },
        PlaceEvent::VaultOpened { door, .. } => Presentation {
            sound: Some(heard(Sound::Solved, Some(door), view.in_sight(door), view)),
            visual: Some(Visual::VaultLight),
            deed: Some(Deed::OpenedVault),
            ..Tone::Good.into()
        },
        PlaceEvent::LandmarkSeen { .. }
        | PlaceEvent::SetPieceSeen { .. }
        | PlaceEvent::DeviceSeen { .. } => Tone::Find.into(),
        PlaceEvent::LeverIdle { .. } => Tone::Quiet.into(),
        PlaceEvent::PlateStepped { .. } => at_player(Sound::Lever, Tone::Warning),
        PlaceEvent::SetPieceChanged {
            effect,
            pos,
            perception,
            ..
        } => present_room(effect, pos, perception, view),
        PlaceEvent::BrazierOut { .. }
        | PlaceEvent::BrazierToppled { .. }
        | PlaceEvent::Mapped
        | PlaceEvent::Hallowed { .. }
        | PlaceEvent::WallBroke { .. }
        | PlaceEvent::SearchedAll { .. }
        | PlaceEvent::FoundNothing => Tone::Plain.into(),
    }
}

/// What a set piece does.
fn present_room(effect: Effect, pos: Pos, perception: Perception, view: View<'_>) -> Presentation {
    let sound = match effect {
        Effect::Open | Effect::Close => Sound::Door,
        Effect::Flood | Effect::Drain | Effect::PutOut => Sound::Quench,
        Effect::Light | Effect::Kindle => Sound::Flame,
        Effect::Ring => Sound::Bell,
        _ => Sound::Rumble,
    };
    let tone = match effect {
        Effect::Open | Effect::Drain | Effect::Light | Effect::Vanish => Tone::Good,
        Effect::Flood | Effect::PutOut | Effect::Spill => Tone::Plain,
        _ => Tone::Warning,
    };
    Presentation {
        sound: (perception != Perception::Unnoticed).then(|| {
            let is_seen = perception == Perception::Seen;
            heard(sound, Some(pos), is_seen, view)
        }),
        ..tone.into()
    }
}

fn present_course(event: RunEvent) -> Presentation {
    match event {
        RunEvent::Won => Presentation {
            visual: Some(Visual::EverlampLight),
            ..at_player(Sound::Victory, Tone::Good)
        },
        RunEvent::Interrupted { .. }
        | RunEvent::Explored { .. }
        | RunEvent::GaveUp
        | RunEvent::Finished => Tone::Plain.into(),
    }
}

/// A message of this tone and nothing else.
impl From<Tone> for Presentation {
    fn from(tone: Tone) -> Self {
        Self {
            tone,
            ..Self::default()
        }
    }
}

/// The tone if it happens to the player.
fn tone_for(who: EventActor, tone: Tone) -> Presentation {
    if who == ActorId::PLAYER {
        tone.into()
    } else {
        Tone::Plain.into()
    }
}

/// A sound where the player is.
fn at_player(sound: Sound, tone: Tone) -> Presentation {
    Presentation {
        sound: Some(SoundEvent::at_player(sound)),
        ..tone.into()
    }
}

/// A sound from a place, or from where the player is if they know of none. It is muffled unless the player saw or did
/// what made it: their view is that at the end of a long action.
fn heard(sound: Sound, at: Option<Pos>, is_seen: bool, view: View<'_>) -> SoundEvent {
    let me = view.player().pos;
    at.map_or(SoundEvent::at_player(sound), |pos| SoundEvent {
        sound,
        from: (pos.x - me.x, pos.y - me.y),
        muffled: !is_seen,
    })
}

/// The sound of a monster that does something besides attacking, if the player perceived which monster it is.
fn alarm(who: EventActor, view: View<'_>) -> Option<SoundEvent> {
    let kind = who.kind.filter(|_| who.is_known())?;
    let sound = Sound::Alarm(view.content().monster(kind).cue());
    Some(heard(
        sound,
        monster_position(who, view),
        is_seen(who),
        view,
    ))
}

fn is_seen(who: EventActor) -> bool {
    who.perception == Perception::Seen
}

fn monster_position(who: EventActor, view: View<'_>) -> Option<Pos> {
    let mut monsters = view.actors();
    let monster = monsters.find(|monster| who == monster.id)?;
    Some(monster.pos)
}

/// Whether the player has at most a quarter of their health left.
fn has_little_health(view: View<'_>) -> bool {
    let player = view.player();
    (1..=player.max_health / 4).contains(&player.health)
}

/// The style of the weapon with which the player hit; `None` for bare hands.
fn weapon_style(projectile: Option<Projectile>, view: View<'_>) -> Option<Style> {
    if let Some(Projectile::Item(_) | Projectile::Arrow(_)) = projectile {
        return Some(Style::Bow);
    }
    let mut worn = view.pack().filter(|(letter, _)| view.is_equipped(*letter));
    worn.find_map(|(_, item)| match view.class(item.kind)? {
        Class::Weapon { style, .. } => Some(style),
        _ => None,
    })
}

/// The ground that a step on a tile sounds like.
fn ground_at(pos: Pos, view: View<'_>) -> Option<Ground> {
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::stage::Run;
    use crate::geom::Rect;
    use crate::rng::Seed;

    #[test]
    fn what_the_player_saw_or_did_is_not_muffled_wherever_they_are_by_then() {
        let run = Run::new(Seed(7), None).unwrap();
        let view = run.game().view();
        // Out of sight, and near enough for a door to be heard.
        let me = view.player().pos;
        let mut near = Rect::between(me, me).grown(EARSHOT).positions();
        let pos = near.find(|pos| !view.in_sight(*pos)).unwrap();
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
        let told = |event: GameEvent| {
            present(&event, view)
                .sound
                .is_some_and(|sound| sound.muffled)
        };
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
