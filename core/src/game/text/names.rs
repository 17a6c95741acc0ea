//! English names of items, monsters and tiles, and short summaries of runs.

use crate::game::content::{Apparent, Content, LookKind, MonsterKind};
use crate::game::view::View;
use crate::game::world::detail::{Cause, Errand, EventItem, Leftovers};
use crate::game::world::state::Outcome;

/// A look of a class: a colour, or a title.
fn look_name(content: &Content, of: LookKind, index: u8) -> &str {
    let list = match of {
        LookKind::Potion => &content.looks().potions,
        LookKind::Scroll => &content.looks().scrolls,
    };
    let name = list.get(usize::from(index));
    name.map_or("strange", String::as_str)
}

/// The name of a stack with its count, as the player knew it: `3 murky potions`.
pub(in crate::game) fn item_name(content: &Content, item: EventItem) -> String {
    let EventItem { kind, count, plus } = item;
    match kind {
        Apparent::Kind(kind) => {
            let def = content.item(kind);
            let sign = match plus {
                0 => String::new(),
                _ => format!("{plus:+} "),
            };
            match count {
                1 => format!("{sign}{}", def.name),
                _ => format!("{count} {sign}{}", def.plural),
            }
        }
        Apparent::Look(of, index) => {
            let look = look_name(content, of, index);
            match (of, count) {
                (LookKind::Scroll, 1) => format!("scroll titled {look}"),
                (LookKind::Scroll, _) => format!("{count} scrolls titled {look}"),
                (LookKind::Potion, 1) => format!("{look} potion"),
                (LookKind::Potion, _) => format!("{count} {look} potions"),
            }
        }
    }
}

/// The name of a kind of monster with "the", unless it has a proper name.
pub(in crate::game) fn monster_name(content: &Content, kind: MonsterKind) -> String {
    let def = content.monster(kind);
    if def.named {
        def.name.clone()
    } else {
        format!("the {}", def.name)
    }
}

/// A group of at least two monsters of a kind, all asleep or all awake: `2 sleeping crypt rats`.
pub(in crate::game) fn monster_group(
    content: &Content,
    kind: MonsterKind,
    count: u32,
    asleep: bool,
) -> String {
    let def = content.monster(kind);
    let sleeping = if asleep { "sleeping " } else { "" };
    format!("{count} {sleeping}{}", def.plural_name())
}

/// The name of a kind of monster with "a" or "an", unless it has a proper name.
pub(in crate::game) fn monster_with_article(content: &Content, kind: MonsterKind) -> String {
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
        Cause::Monster(kind) => format!("killed by {}", monster_with_article(content, kind)),
        Cause::Burst(kind) => format!(
            "killed by the blast of {}",
            monster_with_article(content, kind)
        ),
        Cause::Fire => "burnt to death".into(),
        Cause::Own => "killed by your own blast".into(),
        Cause::Hunger => "starved to death".into(),
    }
}

/// Advice on how to avoid this cause of death, in one or two sentences.
pub fn advice(content: &Content, cause: Cause) -> String {
    match cause {
        Cause::Monster(kind) | Cause::Burst(kind) => {
            let def = content.monster(kind);
            let habit = to_sentence(format!(
                "{} {}",
                monster_with_article(content, kind),
                def.habit
            ));
            format!("{habit} {}", def.answer)
        }
        Cause::Fire => "Flames go out in water, and with a potion of healing.".into(),
        Cause::Own => "A blast spares nobody: aim it farther away than it reaches.".into(),
        Cause::Hunger => "Every level has a ration: go down before the last one is eaten.".into(),
    }
}

/// A count with its noun, pluralized with an "s": `1 turn`, `2 turns`.
pub fn counted(count: impl Into<u64>, noun: &str) -> String {
    let count = count.into();
    let s = if count == 1 { "" } else { "s" };
    format!("{count} {noun}{s}")
}

/// The state of a run, or how it ended, in a few words.
pub(in crate::game) fn describe_outcome(content: &Content, outcome: Outcome, depth: u8) -> String {
    let place = match content.training() {
        Some(_) => format!("in lesson {depth}"),
        None => format!("on depth {depth}"),
    };
    match outcome {
        Outcome::Won => "lit the Everlamp".to_owned(),
        Outcome::Died { cause } => {
            let how = describe_cause(content, cause);
            format!("died {place}, {how}")
        }
        Outcome::GaveUp => format!("abandoned the run {place}"),
        Outcome::Finished => "finished the training".to_owned(),
        Outcome::Playing => place,
    }
}

impl Errand {
    /// What it is, with its article.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Prize => "what there is to take",
            Self::Tomb => "the nearest tomb",
            Self::Lever => "the lever",
            Self::Conduit => "the conduit",
            Self::Everlamp => "the Everlamp",
            Self::Stairs => "the stairs down",
        }
    }
}

/// Says that a level is explored, and what it still holds, without capital letter and full stop.
pub(in crate::game) fn explored_message(left: Leftovers) -> String {
    let mut sentences = vec!["explored".to_owned()];
    if left.unpacked > 0 {
        let things = counted(left.unpacked as u64, "thing");
        sentences.push(format!("Your pack is full: {things} left"));
    }
    for (remains, sentence) in [
        (left.sealed, "A vault is still sealed"),
        (left.offers, "You have yet to choose an item from the vault"),
        (left.items > 0, "Some items are still on the floor"),
        (left.tombs == 1, "A tomb is still closed"),
        (left.tombs > 1, "Some tombs are still closed"),
        (left.everlamp, "The Everlamp waits for its light"),
        (
            !left.stairs && !left.everlamp,
            "The way down is still hidden",
        ),
    ] {
        if remains {
            sentences.push(sentence.to_owned());
        }
    }
    if let Some(errand) = left.next {
        sentences.push(format!("Going on leads to {}", errand.name()));
    }
    sentences.join(". ")
}

/// Adds a capital letter and a full stop.
pub(in crate::game) fn to_sentence(text: String) -> String {
    capitalize(text) + "."
}

/// Capitalizes the first letter, if it is ASCII.
pub(in crate::game) fn capitalize(mut text: String) -> String {
    if let Some(first) = text.get_mut(..1) {
        first.make_ascii_uppercase();
    }
    text
}

/// Adds "a" or "an" if `count` is 1.
pub(in crate::game) fn with_article(name: String, count: u16) -> String {
    if count != 1 {
        return name;
    }
    let vowel = name.starts_with(['a', 'e', 'i', 'o', 'u']);
    format!("{} {name}", if vowel { "an" } else { "a" })
}

impl<'a> View<'a> {
    /// The name of a stack as the player knows it: `3 murky potions`.
    pub fn item_name(self, kind: Apparent, count: u16, plus: i8) -> String {
        item_name(self.scene.content, EventItem { kind, count, plus })
    }

    /// The look of a potion (a colour) or scroll (a title) in this run; `None` for other items, and but for
    /// spectators for a kind that the player has not identified.
    pub fn look_of(self, item: Apparent) -> Option<&'a str> {
        let scene = self.scene;
        let (of, index) = match item {
            Apparent::Look(of, index) => (of, index),
            Apparent::Kind(kind) => (
                scene
                    .content
                    .item(kind)
                    .look()
                    .filter(|_| self.is_whole() || scene.knows(kind))?,
                *scene.looks.get(usize::from(kind.0))?,
            ),
        };
        Some(look_name(scene.content, of, index))
    }

    /// The name of a kind of monster with its article.
    pub fn monster_name(self, kind: MonsterKind) -> String {
        monster_name(self.scene.content, kind)
    }
}
