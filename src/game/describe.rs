//! English names of things, and what can be said of a run in a few words.

use super::content::{Content, ItemKind, LookKind, MonsterKind};
use super::detail::{Cause, EventItem, Leftovers};
use super::state::Outcome;
use crate::map::Tile;

/// The look of a kind, by its index among those of its class; `None` for kinds without one.
pub(super) fn look(content: &Content, kind: ItemKind, index: u8) -> Option<&str> {
    let list = match content.item(kind).look()? {
        LookKind::Potion => &content.looks().potions,
        LookKind::Scroll => &content.looks().scrolls,
    };
    list.get(usize::from(index)).map(String::as_str)
}

/// The name of a stack with its count, as the player knew it: `3 murky potions`.
pub(super) fn item(content: &Content, item: EventItem) -> String {
    let EventItem {
        kind, count, plus, ..
    } = item;
    let def = content.item(kind);
    let Some(index) = item.look else {
        let sign = match plus {
            0 => String::new(),
            _ => format!("{plus:+} "),
        };
        return match count {
            1 => format!("{sign}{}", def.name),
            _ => format!("{count} {sign}{}", def.plural),
        };
    };
    let look = look(content, kind, index).unwrap_or("strange");
    match (def.look(), count) {
        (Some(LookKind::Scroll), 1) => format!("scroll titled {look}"),
        (Some(LookKind::Scroll), _) => format!("{count} scrolls titled {look}"),
        (_, 1) => format!("{look} potion"),
        (_, _) => format!("{count} {look} potions"),
    }
}

/// The name of a kind of monster with "the", unless it has a proper name.
pub(super) fn monster(content: &Content, kind: MonsterKind) -> String {
    let def = content.monster(kind);
    if def.named {
        def.name.clone()
    } else {
        format!("the {}", def.name)
    }
}

/// So many of a kind of monster, at least two, all asleep or all awake: `2 sleeping crypt rats`.
pub(super) fn monsters(content: &Content, kind: MonsterKind, count: u32, asleep: bool) -> String {
    let def = content.monster(kind);
    let sleeping = if asleep { "sleeping " } else { "" };
    match def.plural.as_str() {
        "" => format!("{count} {sleeping}{}s", def.name),
        plural => format!("{count} {sleeping}{plural}"),
    }
}

/// The name of a kind of monster with "a" or "an", unless it has a proper name.
pub(super) fn a_monster(content: &Content, kind: MonsterKind) -> String {
    let def = content.monster(kind);
    if def.named {
        def.name.clone()
    } else {
        with_article(def.name.clone(), 1)
    }
}

/// The cause of death, for the last line of a run: `killed by a crypt rat`.
pub fn describe_cause(content: &Content, cause: Cause) -> String {
    match cause {
        Cause::Monster(kind) => format!("killed by {}", a_monster(content, kind)),
        Cause::Burst(kind) => format!("killed by the blast of {}", a_monster(content, kind)),
        Cause::Fire => "burnt to death".into(),
        Cause::Own => "killed by a self-inflicted blast".into(),
        Cause::Hunger => "starved to death".into(),
    }
}

/// How to meet what ended a run, in a sentence or two, for the next one.
pub fn advice(content: &Content, cause: Cause) -> String {
    match cause {
        Cause::Monster(kind) | Cause::Burst(kind) => {
            let def = content.monster(kind);
            let habit = sentence(format!("{} {}", a_monster(content, kind), def.habit));
            format!("{habit} {}", def.answer)
        }
        Cause::Fire => "Flames go out in water, and with a potion of healing.".into(),
        Cause::Own => "A blast spares nobody: aim it farther away than it reaches.".into(),
        Cause::Hunger => "Every level has a ration: go down before the last one is eaten.".into(),
    }
}

/// A number with its noun, which takes an "s" in the plural: `1 turn`, `2 turns`.
pub fn counted(count: impl Into<u64>, noun: &str) -> String {
    let count = count.into();
    let s = if count == 1 { "" } else { "s" };
    format!("{count} {noun}{s}")
}

/// The state of a run, or how it ended, in a few words.
pub(super) fn outcome(content: &Content, outcome: Outcome, depth: u8) -> String {
    match outcome {
        Outcome::Won => "lit the Everlamp".to_owned(),
        Outcome::Died { cause } => {
            let how = describe_cause(content, cause);
            format!("died on depth {depth}, {how}")
        }
        Outcome::GaveUp => format!("abandoned the run on depth {depth}"),
        Outcome::Finished => "finished the training".to_owned(),
        Outcome::Playing => format!("on depth {depth}"),
    }
}

/// That a level is explored, and what it still holds.
pub fn describe_leftovers(left: Leftovers) -> String {
    sentence(explored(left))
}

pub(super) fn explored(left: Leftovers) -> String {
    let mut sentences = vec!["explored"];
    for (remains, sentence) in [
        (left.sealed, "A vault is still sealed"),
        (left.offers, "An open vault still offers its items"),
        (left.items, "Some items still lie around"),
        (left.tombs == 1, "A tomb is still closed"),
        (left.tombs > 1, "Some tombs are still closed"),
        (left.everlamp, "The Everlamp waits for its light"),
        (
            !left.stairs && !left.everlamp,
            "The way down is still hidden",
        ),
    ] {
        if remains {
            sentences.push(sentence);
        }
    }
    sentences.join(". ")
}

/// What is on a tile besides actors and items.
pub(super) const fn tile(tile: Tile) -> &'static str {
    match tile {
        Tile::Void => "solid rock",
        Tile::Wall => "a wall",
        Tile::Floor => "bare floor",
        Tile::DoorClosed => "a closed door",
        Tile::DoorOpen => "an open door",
        Tile::StairsUp => "stairs leading up",
        Tile::StairsDown => "stairs leading down",
        Tile::Water => "water",
        Tile::Grass => "tall grass",
        Tile::Brazier => "a brazier",
        Tile::Pew => "a pew",
        Tile::Tomb => "a closed tomb",
        Tile::Deep => "deep water",
        Tile::Rubble => "rubble",
        Tile::Reeds => "reeds",
    }
}

/// With a capital and a full stop.
pub(super) fn sentence(text: String) -> String {
    upper(text) + "."
}

/// With a capital first letter.
fn upper(mut text: String) -> String {
    if let Some(first) = text.get_mut(..1) {
        first.make_ascii_uppercase();
    }
    text
}

/// With "a" or "an" if `count` is 1.
pub(super) fn with_article(name: String, count: u16) -> String {
    if count != 1 {
        return name;
    }
    let vowel = name.starts_with(['a', 'e', 'i', 'o', 'u']);
    format!("{} {name}", if vowel { "an" } else { "a" })
}
