//! Names of things and sentences about events, in English. Knows what the player knows, and says no
//! more.

use super::Game;
use super::content::{Content, ItemKind, LookKind, MonsterKind};
use super::event::GameEvent;
use super::state::{ActorId, Cause, Condition, Hunger, Outcome};

/// The look of a kind that has one.
pub(super) fn look(game: &Game, kind: ItemKind) -> Option<&str> {
    let looks = game.content.looks();
    let index = usize::from(*game.looks.get(usize::from(kind.0))?);
    let list = match game.content.item(kind).look()? {
        LookKind::Potion => &looks.potions,
        LookKind::Scroll => &looks.scrolls,
    };
    list.get(index).map(String::as_str)
}

/// The name of so many of a kind, as the player knows it.
pub(super) fn item(game: &Game, kind: ItemKind, count: u16, plus: i8) -> String {
    let def = game.content.item(kind);
    let known = def.look().is_none() || game.state.knows(kind);
    let sign = if plus == 0 {
        String::new()
    } else {
        format!("{plus:+} ")
    };
    if known {
        return match count {
            1 => format!("{sign}{}", def.name),
            _ => format!("{count} {sign}{}", def.plural),
        };
    }
    let look = look(game, kind).unwrap_or("strange");
    match (def.look(), count) {
        (Some(LookKind::Scroll), 1) => format!("scroll titled {look}"),
        (Some(LookKind::Scroll), _) => format!("{count} scrolls titled {look}"),
        (_, 1) => format!("{look} potion"),
        (_, _) => format!("{count} {look} potions"),
    }
}

/// The name of a kind of monster with its article, unless it has a name of its own.
pub(super) fn monster(content: &Content, kind: MonsterKind) -> String {
    let def = content.monster(kind);
    if def.named {
        def.name.clone()
    } else {
        format!("the {}", def.name)
    }
}

/// What killed: for the last line of a run.
pub fn describe_cause(content: &Content, cause: Cause) -> String {
    let with = |kind| {
        let def = content.monster(kind);
        let vowel = def.name.starts_with(['a', 'e', 'i', 'o', 'u']);
        match (def.named, vowel) {
            (true, _) => def.name.clone(),
            (false, true) => format!("an {}", def.name),
            (false, false) => format!("a {}", def.name),
        }
    };
    match cause {
        Cause::Monster(kind) => format!("killed by {}", with(kind)),
        Cause::Burst(kind) => format!("burst together with {}", with(kind)),
        Cause::Fire => "burnt to death".into(),
        Cause::Own => "killed by their own doing".into(),
        Cause::Hunger => "starved".into(),
    }
}

/// How a run stands or ended, in a few words.
pub fn describe_end(game: &Game) -> String {
    match game.outcome() {
        Outcome::Won => "lit the Everlamp".to_owned(),
        Outcome::Died { cause } => {
            let how = describe_cause(game.content, cause);
            format!("died on depth {}, {how}", game.depth())
        }
        Outcome::Playing => format!("on depth {}", game.depth()),
    }
}

/// The name of an actor as the player would put it.
fn who(game: &Game, id: ActorId) -> String {
    if id == ActorId::PLAYER {
        return "you".into();
    }
    let index = game.state.here.index_of(id);
    let seen = index.filter(|&index| game.knows_of(index));
    match seen {
        Some(index) => monster(game.content, game.state.here.actors[index].kind),
        None => "something".into(),
    }
}

fn upper(mut text: String) -> String {
    if let Some(first) = text.get_mut(..1) {
        first.make_ascii_uppercase();
    }
    text
}

/// With "a" or "an", if it is one.
fn with_article(name: String, count: u16) -> String {
    if count != 1 {
        return name;
    }
    let vowel = name.starts_with(['a', 'e', 'i', 'o', 'u']);
    format!("{} {name}", if vowel { "an" } else { "a" })
}

/// A sentence for the log about an event that has just happened, if the player is told of it: what
/// they do, what is done to them, and what they see. Steps and flights are not told.
pub fn describe(game: &Game, event: &GameEvent) -> Option<String> {
    let player = ActorId::PLAYER;
    let name = |id| who(game, id);
    let thing = |kind, count| item(game, kind, count, 0);
    let some = |kind, count| with_article(thing(kind, count), count);
    let known = |id: ActorId| {
        id == player
            || game
                .state
                .here
                .index_of(id)
                .is_some_and(|index| game.knows_of(index))
    };
    let verb = |id: ActorId, you: &str, they: &str| {
        if id == player {
            you.to_owned()
        } else {
            they.to_owned()
        }
    };
    let text = match *event {
        GameEvent::Missed { by, at } => {
            format!("{} {} {}", name(by), verb(by, "miss", "misses"), name(at))
        }
        GameEvent::Hit {
            by,
            at,
            damage,
            asleep,
        } => {
            let asleep = if asleep { " asleep" } else { "" };
            format!(
                "{} {} {}{asleep} for {damage}",
                name(by),
                verb(by, "hit", "hits"),
                name(at)
            )
        }
        GameEvent::Hurt {
            who: id,
            damage,
            cause,
        } if known(id) => {
            let by = match cause {
                Cause::Hunger => "hunger",
                Cause::Fire => "the fire",
                Cause::Burst(_) | Cause::Own | Cause::Monster(_) => "the blast",
            };
            format!("{by} hurts {} for {damage}", name(id))
        }
        GameEvent::Died { kind, .. } => format!("{} dies", monster(game.content, kind)),
        GameEvent::Healed { who: id, amount } if known(id) && amount > 0 => {
            format!("{} {} better", name(id), verb(id, "feel", "looks"))
        }
        GameEvent::ConditionBegan { who: id, condition } if id == player => {
            begins(condition).into()
        }
        GameEvent::ConditionEnded { who: id, condition } if id == player => ends(condition)?.into(),
        GameEvent::Woke { who: id } if known(id) => format!("{} wakes", name(id)),
        GameEvent::FellAsleep { who: id } if known(id) => format!("{} falls asleep", name(id)),
        GameEvent::Noticed { who: id } if known(id) => format!("{} notices you", name(id)),
        GameEvent::Fled { who: id } if known(id) => format!("{} turns to flee", name(id)),
        GameEvent::CameIntoSight { who: id } => format!("you see {}", name(id)),
        GameEvent::Revealed { who: id } => format!("it was {}", name(id)),
        GameEvent::Stole { who: id, kind } => {
            format!("{} steals your {}", name(id), thing(kind, 1))
        }
        GameEvent::Split { who: id, .. } if known(id) => format!("{} divides", name(id)),
        GameEvent::Burst { .. } => "it bursts".into(),
        GameEvent::Charged { who: id, .. } => format!("{} charges", name(id)),
        GameEvent::Summoned { who: id, .. } if known(id) => {
            format!("{} calls, and is answered", name(id))
        }
        GameEvent::Unmade { .. } => "it comes apart".into(),
        GameEvent::Followed { who: id } => format!("{} comes after you", name(id)),
        GameEvent::DoorOpened { by, .. } if by != player => "a door opens".into(),
        GameEvent::DoorClosed { .. } => "you close the door".into(),
        GameEvent::BrazierLit { .. } => "the brazier catches".into(),
        GameEvent::BrazierOut { .. } => "a light goes out".into(),
        GameEvent::PickedUp {
            letter,
            kind,
            count,
        } => format!("you now have {} ({letter})", some(kind, count)),
        GameEvent::NoRoom { kind } => format!("your pack has no room for {}", thing(kind, 1)),
        GameEvent::Dropped { kind, count } => format!("you lay down {}", some(kind, count)),
        GameEvent::LiesHere { kind, count } => format!("here lies {}", some(kind, count)),
        GameEvent::ItemSeen { kind, .. } => format!("you see {}", some(kind, 1)),
        GameEvent::FeatureSeen { pos } => {
            let level = &game.state.here;
            let feature = if pos == level.down {
                "stairs that lead down"
            } else if pos == level.up {
                "stairs that lead up"
            } else {
                "a lever"
            };
            format!("you see {feature}")
        }
        GameEvent::Equipped { kind, .. } => format!("you ready your {}", thing(kind, 1)),
        GameEvent::Unequipped { kind, .. } => format!("you put away your {}", thing(kind, 1)),
        GameEvent::Ate { kind } => format!("you eat the {}", thing(kind, 1)),
        GameEvent::Identified { kind } => format!("it is {}", some(kind, 1)),
        GameEvent::Improved { kind, .. } => {
            format!("your {} is better than before", thing(kind, 1))
        }
        GameEvent::Strengthened => "you feel stronger".into(),
        GameEvent::Fizzled => "nothing comes of it".into(),
        GameEvent::Mapped => "the plan of this level is before your eyes".into(),
        GameEvent::Hallowed { .. } => "the ground is hallowed".into(),
        GameEvent::LevelGained { level } => format!("you are now of level {level}"),
        GameEvent::HungerChanged { hunger } => match hunger {
            Hunger::Fed => "you are no longer hungry",
            Hunger::Hungry => "you are hungry",
            Hunger::Weak => "you are weak with hunger",
            Hunger::Starving => "you are starving",
        }
        .into(),
        GameEvent::Arrived { depth, .. } => format!("you come to depth {depth}"),
        GameEvent::LeverPulled { .. } => "it gives way".into(),
        GameEvent::ConduitTurned { .. } => "the conduit turns".into(),
        GameEvent::VaultOpened { .. } => "stone grinds on stone: a way is open".into(),
        GameEvent::VaultTaken { .. } => "the other two sink into the floor".into(),
        GameEvent::Noise { .. } => "the noise rolls through the vaults".into(),
        GameEvent::FoundNothing => "you find nothing".into(),
        GameEvent::Explored => "there is nothing left to explore".into(),
        GameEvent::PlayerDied { cause } => {
            format!("you die, {}", describe_cause(game.content, cause))
        }
        GameEvent::Won => "the Everlamp burns again".into(),
        _ => return None,
    };
    Some(upper(text))
}

const fn begins(condition: Condition) -> &'static str {
    match condition {
        Condition::Hasted => "everything slows down around you",
        Condition::Confused => "you can hardly tell left from right",
        Condition::Burning => "you are on fire",
        Condition::Telepathic => "you hear the thoughts of all who live here",
        Condition::Bright => "light pours from your eyes",
        Condition::Darkened => "darkness closes in",
        Condition::Dimmed => "your light burns low",
        Condition::Spent => "you are out of breath",
    }
}

const fn ends(condition: Condition) -> Option<&'static str> {
    Some(match condition {
        Condition::Hasted => "the world is as fast as you again",
        Condition::Confused => "your head is clear again",
        Condition::Burning => "the fire is out",
        Condition::Telepathic => "the thoughts fall silent",
        Condition::Bright => "your eyes are as they were",
        Condition::Darkened => "the darkness lifts",
        Condition::Dimmed => "your light burns as before",
        Condition::Spent => return None,
    })
}
