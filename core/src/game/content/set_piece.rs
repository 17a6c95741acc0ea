//! Set pieces: drawings cut into the rock of a level, with marks and rules of the form "on a trigger do
//! effects". Whoever is inside always has a way out, which `proof.rs` makes sure of.

use serde::{Deserialize, Serialize};
use strum::{EnumString, IntoStaticStr, VariantArray};

use super::ability::Abilities;
use super::diagnostics::Diagnostics;
use super::item::ItemDef;
use super::kind::{DEEPEST, ItemKind, LevelKind, MonsterKind};
use super::monster::MonsterDef;
use super::number::{Fixed, numbers};
use crate::geom::{Dir, Grid, Pos, Rect, Size};
use crate::map::prefab::{Format, Prefab};
use crate::map::{Drawn, Tile};
use crate::mapgen;

numbers! {
    "set_piece":
    /// The first depth with set pieces.
    pub(crate) const FIRST: u8 = 2;

    /// Tiles along a side of the smallest set piece, with its walls.
    const SMALLEST: u32 = 3;

    /// Tiles along a side of the largest set piece.
    const LARGEST: u32 = 17;

    /// The weight of a set piece that has none in its file.
    const WEIGHT: u32 = 10;
}

/// The longest time after which effects end, in turns.
const LONGEST: u16 = 999;

/// A set piece, as the content file defines it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct SetPieceDef {
    /// Its id in files and code: `a-z`, `0-9` and `-`.
    pub id: String,
    /// What players are told when they see it first: one sentence.
    #[serde(skip_serializing)]
    pub text: String,
    /// The kinds of level where it is found; empty for all.
    pub kinds: Vec<LevelKind>,
    /// First and last depth where it is found.
    pub depths: (u8, u8),
    /// Relative frequency among the rooms of such a level.
    pub weight: u32,
    /// What the characters of the drawing that are no tiles stand for, in ascending order of the characters.
    pub marks: Vec<(char, Mark)>,
    /// What happens there, in the order in which it is tried.
    pub rules: Vec<SetPieceRule>,
    /// The drawing, with its walls around it.
    pub drawing: Grid<Drawn<char>>,
}

/// What a character of a set piece's drawing stands for.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Mark {
    /// What is there.
    pub is: MarkKind,
    /// The tile beneath, at first.
    pub tile: Tile,
}

/// What is at a mark.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub enum MarkKind {
    /// The way in, which lies in the wall; there is one.
    Entrance,
    /// A place that rules name, and nothing else.
    Place,
    /// A plate in the floor, which rules have something to do when it is stepped on.
    Plate,
    /// A lever in a wall.
    Lever,
    /// A gate of stone, which is a wall while it is closed.
    Gate,
    /// Wooden bars, seen through, which burn.
    Bars,
    /// A brazier.
    Brazier {
        /// Whether it burns at first.
        lit: bool,
    },
    /// Ground that can lie under deep water, or dry.
    Basin,
    /// A closed tomb with something worth coming for inside.
    Tomb,
    /// A hole in the floor, over the next depth.
    Pit,
    /// Oil on the floor.
    Oil,
    /// Marsh gas over the ground.
    Gas,
    /// A certain item.
    Item {
        /// Its kind.
        kind: ItemKind,
        /// How many.
        count: u16,
    },
    /// An item of the depth.
    Find,
    /// An item worth coming for.
    Prize,
    /// A monster.
    Monster {
        /// Which.
        who: Who,
        /// What it does at first.
        does: Presence,
    },
}

/// Which monster a mark is for.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub enum Who {
    /// One of this kind, at any depth.
    Kind(MonsterKind),
    /// One that lives at the depth and has this ability, if any has; else any that lives there. Empty for any.
    Able(String),
}

/// What a monster of a set piece does at first.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, EnumString)]
#[strum(serialize_all = "lowercase")]
pub enum Presence {
    /// It sleeps.
    Sleeps,
    /// It is awake.
    Wanders,
    /// It is not there until a rule has it appear.
    Waits,
}

/// Something that a set piece does by itself.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct SetPieceRule {
    /// When.
    pub trigger: Trigger,
    /// Where: places in the list of marks; empty if it is the whole room.
    pub at: Vec<u8>,
    /// What, with the places in the list of marks where it does.
    pub does: Vec<(Effect, Vec<u8>)>,
    /// Turns after which it is undone; 0 for never.
    pub lasts: u16,
    /// Whether it happens each time, and not only once.
    pub repeats: bool,
}

/// What a rule of a set piece waits for.
#[derive(
    Clone,
    Copy,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Debug,
    Serialize,
    EnumString,
    IntoStaticStr,
    VariantArray,
)]
#[strum(serialize_all = "kebab-case")]
pub enum Trigger {
    /// The player steps on a mark.
    Step,
    /// The player takes the item of a mark.
    Take,
    /// The player pulls the lever of a mark.
    Lever,
    /// The player is loud in the room.
    Noise,
    /// All of a mark is bright; braziers burn.
    Light,
    /// All of a mark is dark; braziers are out.
    Dark,
    /// A mark is in flames.
    Fire,
}

/// What a rule of a set piece does.
#[derive(
    Clone,
    Copy,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Debug,
    Serialize,
    Deserialize,
    EnumString,
    IntoStaticStr,
    VariantArray,
)]
#[strum(serialize_all = "kebab-case")]
pub enum Effect {
    /// Opens gates and bars.
    Open,
    /// Closes gates and bars, but not on somebody.
    Close,
    /// Lets deep water into basins.
    Flood,
    /// Lets the water out of basins.
    Drain,
    /// Lights braziers.
    Light,
    /// Puts braziers out.
    PutOut,
    /// Wakes all who sleep in the room.
    Wake,
    /// Lets marsh gas in.
    Gas,
    /// Lets incense in.
    Incense,
    /// Breaks the floor, so that whoever is there falls to the next depth.
    Collapse,
    /// Rings a bell, which calls all who hear it.
    Ring,
    /// Has monsters appear that wait.
    Appear,
    /// Has monsters vanish that appeared.
    Vanish,
    /// Sets fire to marks.
    Kindle,
    /// Spills oil on marks.
    Spill,
}

impl Effect {
    /// What it does to what, and what is said of it. How it does it is in `rules/set_piece.rs`.
    const fn row(self) -> &'static EffectRow {
        match self {
            Self::Open => &EffectRow {
                inverse: Some(Self::Close),
                fits: Fits::Closable,
                does: "raises the bars",
                seen: Some("bars rise"),
                heard: Some("you hear bars rattle"),
                of_gate: Some([
                    "opens the gate",
                    "stone grinds on stone, and a gate opens",
                    "you hear stone grind on stone",
                ]),
            },
            Self::Close => &EffectRow {
                inverse: Some(Self::Open),
                fits: Fits::Closable,
                does: "lowers the bars",
                seen: Some("bars drop"),
                heard: Some("you hear bars rattle"),
                of_gate: Some([
                    "closes the gate",
                    "stone grinds on stone, and a gate closes",
                    "you hear stone grind on stone",
                ]),
            },
            Self::Flood => &EffectRow {
                inverse: Some(Self::Drain),
                fits: Fits::Basin,
                does: "lets deep water in",
                seen: Some("water pours in"),
                heard: Some("you hear water rush"),
                ..EffectRow::PLAIN
            },
            Self::Drain => &EffectRow {
                inverse: Some(Self::Flood),
                fits: Fits::Basin,
                does: "lets the water out",
                seen: Some("the water runs out"),
                heard: Some("you hear water rush"),
                ..EffectRow::PLAIN
            },
            Self::Light => &EffectRow {
                inverse: Some(Self::PutOut),
                fits: Fits::Brazier,
                does: "lights the braziers",
                seen: Some("flames leap up in the braziers"),
                ..EffectRow::PLAIN
            },
            Self::PutOut => &EffectRow {
                inverse: Some(Self::Light),
                fits: Fits::Brazier,
                does: "puts the braziers out",
                seen: Some("the braziers go out"),
                ..EffectRow::PLAIN
            },
            Self::Wake => &EffectRow {
                fits: Fits::Room,
                does: "wakes all who sleep in this room",
                ..EffectRow::PLAIN
            },
            Self::Gas => &EffectRow {
                fits: Fits::Ground,
                does: "lets marsh gas in",
                seen: Some("marsh gas hisses out of the floor"),
                ..EffectRow::PLAIN
            },
            Self::Incense => &EffectRow {
                fits: Fits::Ground,
                does: "fills the air with incense",
                seen: Some("incense pours into the room"),
                ..EffectRow::PLAIN
            },
            Self::Collapse => &EffectRow {
                fits: Fits::WholeGround,
                does: "breaks the floor",
                seen: Some("the floor breaks"),
                heard: Some("you hear stone break"),
                ..EffectRow::PLAIN
            },
            Self::Ring => &EffectRow {
                fits: Fits::Room,
                does: "rings a bell, which calls all who hear it",
                seen: Some("a bell rings, and calls all who hear it"),
                heard: Some("a bell rings, and calls all who hear it"),
                ..EffectRow::PLAIN
            },
            Self::Appear => &EffectRow {
                inverse: Some(Self::Vanish),
                fits: Fits::Guest,
                does: "calls up the dead",
                seen: Some("the dead rise"),
                ..EffectRow::PLAIN
            },
            Self::Vanish => &EffectRow {
                inverse: Some(Self::Appear),
                fits: Fits::Guest,
                does: "sends the dead away",
                seen: Some("the dead fade away"),
                ..EffectRow::PLAIN
            },
            Self::Kindle => &EffectRow {
                fits: Fits::Ground,
                does: "sets fire to the room",
                seen: Some("sparks fly"),
                ..EffectRow::PLAIN
            },
            Self::Spill => &EffectRow {
                fits: Fits::Ground,
                does: "spills oil",
                seen: Some("oil runs out over the floor"),
                ..EffectRow::PLAIN
            },
        }
    }

    /// What undoes it, if anything does.
    pub const fn inverse(self) -> Option<Self> {
        self.row().inverse
    }

    /// What a rule does with it, to a gate or to anything else.
    pub(in crate::game) fn does(self, gate: bool) -> &'static str {
        let row = self.row();
        row.of_gate
            .filter(|_| gate)
            .map_or(row.does, |[does, ..]| does)
    }

    /// What it looks like, if like anything.
    pub(in crate::game) fn seen(self, gate: bool) -> Option<&'static str> {
        let row = self.row();
        row.of_gate
            .filter(|_| gate)
            .map_or(row.seen, |[_, seen, _]| Some(seen))
    }

    /// What it sounds like out of sight, if like anything.
    pub(in crate::game) fn heard(self, gate: bool) -> Option<&'static str> {
        let row = self.row();
        row.of_gate
            .filter(|_| gate)
            .map_or(row.heard, |[.., heard]| Some(heard))
    }

    /// Whether it does something to the whole room, and not to marks.
    const fn is_everywhere(self) -> bool {
        matches!(self.row().fits, Fits::Room)
    }

    /// Whether it can do something to a mark.
    fn fits(self, mark: &Mark) -> bool {
        match self.row().fits {
            Fits::Room => false,
            Fits::Closable => matches!(mark.is, MarkKind::Gate | MarkKind::Bars),
            Fits::Basin => mark.is == MarkKind::Basin,
            Fits::Brazier => matches!(mark.is, MarkKind::Brazier { .. }),
            Fits::Guest => {
                let does = Presence::Waits;
                matches!(mark.is, MarkKind::Monster { does: found, .. } if found == does)
            }
            Fits::Ground => mark.is_ground(),
            Fits::WholeGround => mark.is_ground() && mark.is != MarkKind::Pit,
        }
    }
}

/// What an effect does to what, and what is said of it.
struct EffectRow {
    inverse: Option<Effect>,
    fits: Fits,
    does: &'static str,
    seen: Option<&'static str>,
    heard: Option<&'static str>,
    /// The same three of a gate, if they differ.
    of_gate: Option<[&'static str; 3]>,
}

impl EffectRow {
    const PLAIN: Self = Self {
        inverse: None,
        fits: Fits::Room,
        does: "",
        seen: None,
        heard: None,
        of_gate: None,
    };
}

/// What an effect can do something to.
enum Fits {
    /// The whole room.
    Room,
    /// Gates and bars.
    Closable,
    Basin,
    Brazier,
    /// Monsters that wait.
    Guest,
    Ground,
    /// The same, but for holes.
    WholeGround,
}

impl Mark {
    /// Whether it is ground that stays ground, but for fire and what breaks it.
    const fn is_ground(&self) -> bool {
        !matches!(
            self.is,
            MarkKind::Entrance
                | MarkKind::Lever
                | MarkKind::Gate
                | MarkKind::Bars
                | MarkKind::Brazier { .. }
                | MarkKind::Basin
                | MarkKind::Tomb
        )
    }

    /// Whether an item of the room lies there.
    pub const fn has_item(&self) -> bool {
        matches!(
            self.is,
            MarkKind::Item { .. } | MarkKind::Find | MarkKind::Prize
        )
    }

    /// Whether a rule can wait for something there.
    const fn fits(&self, trigger: Trigger) -> bool {
        match trigger {
            Trigger::Step => self.is_ground() && !matches!(self.is, MarkKind::Pit),
            Trigger::Take => self.has_item(),
            Trigger::Lever => matches!(self.is, MarkKind::Lever),
            Trigger::Noise => false,
            Trigger::Light | Trigger::Dark => {
                self.is_ground() || matches!(self.is, MarkKind::Brazier { .. })
            }
            Trigger::Fire => self.is_ground() || matches!(self.is, MarkKind::Bars),
        }
    }
}

impl SetPieceDef {
    /// Its name, without an article.
    pub fn name(&self) -> String {
        self.id.replace('-', " ")
    }

    /// Whether it is found on levels of a kind and depth.
    pub fn fits(&self, kind: LevelKind, depth: u8) -> bool {
        (self.depths.0..=self.depths.1).contains(&depth)
            && (self.kinds.is_empty() || self.kinds.contains(&kind))
    }

    /// The place in the list of marks of a character.
    pub fn mark_of(&self, sign: char) -> Option<u8> {
        let index = self.marks.binary_search_by_key(&sign, |mark| mark.0).ok();
        index.map(|index| index as u8)
    }

    /// The mark at a place in their list; the last one beyond it.
    pub fn mark(&self, index: u8) -> &Mark {
        &self.marks[usize::from(index).min(self.marks.len() - 1)].1
    }

    /// The mark that is drawn somewhere; `None` for a tile.
    pub fn mark_at(&self, drawn: Drawn<char>) -> Option<&Mark> {
        match drawn {
            Drawn::Mark(sign) => Some(self.mark(self.mark_of(sign)?)),
            _ => None,
        }
    }

    /// Where the entrance of the drawing is, turned as [`Grid::oriented`] does it, and the way out there.
    pub(crate) fn entrance(&self, turn: u32) -> Option<(Pos, Dir)> {
        let drawn = self.drawing.oriented(turn);
        let size = drawn.size();
        let whole = Rect::sized(Pos::default(), size.width as i32, size.height as i32);
        let is_entrance = |pos: &Pos| {
            let mark = self.mark_at(drawn.at(*pos));
            mark.is_some_and(|mark| mark.is == MarkKind::Entrance)
        };
        let entrance = whole.positions().find(is_entrance)?;
        let mut ways = Dir::CARDINAL.into_iter();
        let out = ways.find(|dir| !whole.contains(entrance.step(*dir)))?;
        Some((entrance, out))
    }

    /// The rules that wait for something at a mark.
    pub fn rules_at(&self, mark: u8) -> impl Iterator<Item = (usize, &SetPieceRule)> {
        let rules = self.rules.iter().enumerate();
        rules.filter(move |(_, rule)| rule.at.contains(&mark))
    }

    /// The tile of the drawing at a position, as it is at first.
    pub(crate) fn tile_at(&self, drawn: Drawn<char>) -> Tile {
        match drawn {
            Drawn::Keep => Tile::Wall,
            Drawn::Tile(tile) => tile,
            Drawn::Mark(_) => self.mark_at(drawn).map_or(Tile::Wall, |mark| mark.tile),
        }
    }
}

const FORMAT: Format = Format {
    keys: &["text", "kinds", "depths", "weight"],
    repeated: &["on", "whenever"],
    characters: "#.~\"-},;",
    sizes: [Size::new(SMALLEST, SMALLEST), LARGEST_SET_PIECE],
};

/// The largest set piece.
pub(crate) const LARGEST_SET_PIECE: Size = Size::new(LARGEST, LARGEST);

/// What the legend of a set piece can give, for error messages.
const MEANINGS: &str = "entrance, entrance door, place, plate, lever, gate, gate open, bars, bars open, brazier lit, \
    brazier out, pool, basin, tomb, pit, oil, gas, find, prize, item ID, item COUNT ID, monster WHO sleeps (or wanders or \
    waits), where WHO is an id, an ability or \"any\"; and after it \"on\" and the character of the ground beneath";

/// Reads every set piece; reports errors, among them what `prove` says is wrong. A set piece that names what `is_unread`
/// is left out without an error.
pub(super) fn read<'a>(
    (file, text): (&'a str, &str),
    (monsters, items): (&[MonsterDef], &[ItemDef]),
    is_unread: impl Fn(&str) -> bool,
    prove: impl Fn(&SetPieceDef) -> Result<(), String>,
    diagnostics: &mut Diagnostics<'a>,
) -> Vec<SetPieceDef> {
    diagnostics.file = file;
    let mark = |sign: char, meaning: &str| match read_mark(meaning, monsters, items) {
        Some(mark) => Ok((sign, mark)),
        None => Err(match wrong_word(meaning, monsters, items) {
            Some((word, _)) if is_unread(word) => String::new(),
            Some((_, reason)) => reason,
            None => format!("a legend cannot give \"{meaning}\": it gives one of {MEANINGS}"),
        }),
    };
    let prefabs = diagnostics.read_prefabs(text, &FORMAT, mark);
    let rooms = prefabs.iter();
    rooms
        .filter_map(|prefab| define(prefab, &prove, diagnostics))
        .collect()
}

/// The word of a legend that names a monster or an item that there is not, and what is wrong with it.
fn wrong_word<'m>(
    meaning: &'m str,
    monsters: &[MonsterDef],
    items: &[ItemDef],
) -> Option<(&'m str, String)> {
    let words: Vec<&str> = meaning.split_whitespace().collect();
    let abilities: Vec<&str> = Abilities::list().iter().map(|one| one.name).collect();
    let (what, word, known): (_, _, Vec<&str>) = match words[..] {
        ["item", word]
        | ["item", _, word]
        | ["item", word, "on", ..]
        | ["item", _, word, "on", ..] => {
            ("item", word, items.iter().map(|item| &*item.id).collect())
        }
        ["monster", word, ..] => {
            let ids = monsters.iter().map(|def| &*def.id);
            let known = ids.chain(abilities.iter().copied()).chain(["any"]);
            ("monster or ability", word, known.collect())
        }
        _ => return None,
    };
    let hint = match mapgen::nearest(word, known.iter().copied()) {
        Some(near) => format!("did you mean \"{near}\"?"),
        None => "its id is needed".to_owned(),
    };
    let reason = || format!("there is no {what} \"{word}\"; {hint}");
    (!known.contains(&word)).then(|| (word, reason()))
}

/// Reads what a legend gives; `None` if it is nothing that there is.
fn read_mark(meaning: &str, monsters: &[MonsterDef], items: &[ItemDef]) -> Option<Mark> {
    let (meaning, ground) = match meaning.split_once(" on ") {
        Some((meaning, ground)) => {
            let mut characters = ground.trim().chars();
            let tile = characters.next().and_then(Tile::from_char)?;
            let is_ground = tile.is_walkable() && tile != Tile::DoorClosed;
            if characters.next().is_some() || !is_ground {
                return None;
            }
            (meaning, Some(tile))
        }
        None => (meaning, None),
    };
    let words: Vec<&str> = meaning.split_whitespace().collect();
    let kind_of = |id: &str| {
        let index = items.iter().position(|item| item.id == id)?;
        Some(ItemKind(index as u16))
    };
    let (is, tile) = match words[..] {
        ["entrance"] => (MarkKind::Entrance, Tile::Floor),
        ["entrance", "door"] => (MarkKind::Entrance, Tile::DoorClosed),
        ["place"] => (MarkKind::Place, Tile::Floor),
        ["plate"] => (MarkKind::Plate, Tile::Floor),
        ["lever"] => (MarkKind::Lever, Tile::Wall),
        ["gate"] => (MarkKind::Gate, Tile::Wall),
        ["gate", "open"] => (MarkKind::Gate, Tile::Floor),
        ["bars"] => (MarkKind::Bars, Tile::Pew),
        ["bars", "open"] => (MarkKind::Bars, Tile::Floor),
        ["brazier", "lit"] => (MarkKind::Brazier { lit: true }, Tile::Brazier),
        ["brazier", "out"] => (MarkKind::Brazier { lit: false }, Tile::Brazier),
        ["pool"] => (MarkKind::Basin, Tile::Deep),
        ["basin"] => (MarkKind::Basin, Tile::Floor),
        ["tomb"] => (MarkKind::Tomb, Tile::Tomb),
        ["pit"] => (MarkKind::Pit, Tile::Floor),
        ["oil"] => (MarkKind::Oil, Tile::Floor),
        ["gas"] => (MarkKind::Gas, Tile::Floor),
        ["find"] => (MarkKind::Find, Tile::Floor),
        ["prize"] => (MarkKind::Prize, Tile::Floor),
        ["item", id] => {
            let (kind, count) = (kind_of(id)?, 1);
            (MarkKind::Item { kind, count }, Tile::Floor)
        }
        ["item", count, id] => {
            let (kind, count) = (kind_of(id)?, count.parse().ok()?);
            let fits = count > 0 && (count == 1 || items[usize::from(kind.0)].stacks());
            (fits.then_some(MarkKind::Item { kind, count })?, Tile::Floor)
        }
        ["monster", who, does] => {
            let does = does.parse().ok()?;
            let id = monsters.iter().position(|def| def.id == who);
            let is_ability = || Abilities::list().iter().any(|one| one.name == who);
            let who = match id {
                Some(index) => Who::Kind(MonsterKind(index as u16)),
                None if who == "any" => Who::Able(String::new()),
                None => Who::Able(is_ability().then(|| who.to_owned())?),
            };
            (MarkKind::Monster { who, does }, Tile::Floor)
        }
        _ => return None,
    };
    let mark = Mark { is, tile };
    match ground {
        None => Some(mark),
        Some(tile) => mark.is_ground().then_some(Mark { tile, ..mark }),
    }
}

fn define(
    prefab: &Prefab<'_, (char, Mark)>,
    prove: &impl Fn(&SetPieceDef) -> Result<(), String>,
    diagnostics: &mut Diagnostics<'_>,
) -> Option<SetPieceDef> {
    let before = diagnostics.errors.len();
    let marks: Vec<(char, Mark)> = prefab.legend().map(|(_, mark)| mark.clone()).collect();
    let text = prefab.value("text", None, "one sentence about the room", |text| {
        (!text.is_empty()).then(|| text.to_owned())
    });
    let names = LevelKind::ALL.map(|kind| format!("{kind:?}")).join(", ");
    let right = format!("some of {names}, with commas between them");
    let kinds = prefab.value("kinds", Some(Vec::new()), &right, |text| {
        let kinds = text.split(',').map(|one| one.trim().parse().ok());
        kinds.collect()
    });
    let whole = Some((FIRST, DEEPEST));
    let depths = prefab.value("depths", whole, "as in \"5 to 12\"", |text| {
        let (first, last) = text.split_once(" to ")?;
        Some((first.trim().parse().ok()?, last.trim().parse().ok()?))
    });
    let weight = prefab.value("weight", Some(WEIGHT), "a whole number", |text| {
        text.parse().ok()
    });
    let (text, kinds) = (diagnostics.accept(text), diagnostics.accept(kinds));
    let (depths, weight) = (diagnostics.accept(depths), diagnostics.accept(weight));
    if let Some((first, _)) = depths {
        let line = prefab.line_of("depths");
        diagnostics.check_depths(depths?, line);
        diagnostics.require(first >= FIRST, line, || {
            format!("there are no set pieces before depth {FIRST}")
        });
    }
    let mut rules = Vec::new();
    for &(line, key, value) in prefab.repeated() {
        match read_rule(value, key == "whenever", &marks) {
            Ok(rule) => rules.push((line, rule)),
            Err(reason) => diagnostics.error(line, reason),
        }
    }
    check_use(prefab, &rules, diagnostics);
    let size = prefab.drawing.size();
    let mut drawing = Grid::new(size.width, size.height, Drawn::Keep);
    for (pos, drawn) in prefab.drawing.iter() {
        drawing[pos] = match drawn {
            Drawn::Keep => Drawn::Keep,
            Drawn::Tile(tile) => Drawn::Tile(*tile),
            Drawn::Mark((sign, _)) => Drawn::Mark(*sign),
        };
    }
    let def = SetPieceDef {
        id: prefab.name.to_owned(),
        text: text?,
        kinds: kinds?,
        depths: depths?,
        weight: weight?,
        marks,
        rules: rules.into_iter().map(|(_, rule)| rule).collect(),
        drawing,
    };
    if diagnostics.errors.len() > before {
        return None;
    }
    match check_walls(&def).and_then(|()| prove(&def)) {
        Ok(()) => Some(def),
        Err(reason) => {
            diagnostics.error(prefab.line, format!("\"{}\": {reason}", prefab.name));
            None
        }
    }
}

/// Reads a rule, such as `lever L do open G, ring for 20 turns`; says what is wrong with it.
fn read_rule(text: &str, repeats: bool, marks: &[(char, Mark)]) -> Result<SetPieceRule, String> {
    let form = "a rule is a trigger with its marks, \"do\" and effects with their marks: \
                \"lever L do open G, ring for 20 turns\"";
    let (trigger, effects) = text.split_once(" do ").ok_or(form)?;
    let (effects, lasts) = match effects.split_once(" for ") {
        None => (effects, 0),
        Some((effects, turns)) => {
            let turns = turns.trim().strip_suffix("turns").unwrap_or(turns).trim();
            let turns = turns
                .parse()
                .ok()
                .filter(|turns| (1..=LONGEST).contains(turns));
            let turns = turns.ok_or_else(|| format!("the turns are from 1 to {LONGEST}"))?;
            (effects, turns)
        }
    };
    let find = |signs: &str| {
        let find = |sign: char| {
            let found = marks.iter().position(|(other, _)| *other == sign);
            found
                .map(|index| index as u8)
                .ok_or_else(|| format!("{sign:?} is not in the legend"))
        };
        signs.chars().map(find).collect::<Result<Vec<u8>, String>>()
    };
    let mark = |index: u8| &marks[usize::from(index)];
    let (name, signs) = split_word(trigger);
    let triggers: Vec<&str> = Trigger::VARIANTS.iter().map(|one| one.into()).collect();
    let trigger: Trigger = name.parse().map_err(|_| {
        format!(
            "\"{name}\" is not a trigger; use one of {}",
            triggers.join(", ")
        )
    })?;
    let at = find(signs)?;
    if at.is_empty() != (trigger == Trigger::Noise) {
        return Err(form.to_owned());
    }
    if let Some(wrong) = at.iter().find(|at| !mark(**at).1.fits(trigger)) {
        return Err(format!("{:?} cannot have \"{name}\"", mark(*wrong).0));
    }
    let mut does = Vec::new();
    for effect in effects.split(',') {
        let effect = effect.trim();
        let (name, signs) = match effect.strip_prefix("put out") {
            Some(signs) => ("put-out", signs.trim()),
            None => split_word(effect),
        };
        let effects: Vec<&str> = Effect::VARIANTS.iter().map(|one| one.into()).collect();
        let effect: Effect = name.parse().map_err(|_| {
            format!(
                "\"{name}\" is not an effect; use some of {}",
                effects.join(", ")
            )
        })?;
        let on = find(signs)?;
        if on.is_empty() != effect.is_everywhere() {
            return Err(format!(
                "\"{name}\" is given marks, unless it is wake or ring"
            ));
        }
        if let Some(wrong) = on.iter().find(|on| !effect.fits(&mark(**on).1)) {
            return Err(format!("{:?} cannot {name}", mark(*wrong).0));
        }
        if lasts > 0 && effect.inverse().is_none() {
            return Err(format!("\"{name}\" cannot be undone after some turns"));
        }
        does.push((effect, on));
    }
    Ok(SetPieceRule {
        trigger,
        at,
        does,
        lasts,
        repeats,
    })
}

/// Splits a text after its first word.
fn split_word(text: &str) -> (&str, &str) {
    let (word, rest) = text.trim().split_once(' ').unwrap_or((text.trim(), ""));
    (word, rest.trim())
}

/// Reports plates and levers that do nothing, and monsters that wait for ever.
fn check_use(
    prefab: &Prefab<'_, (char, Mark)>,
    rules: &[(usize, SetPieceRule)],
    diagnostics: &mut Diagnostics<'_>,
) {
    for (index, (line, (sign, mark))) in prefab.legend().enumerate() {
        let index = index as u8;
        let waits_at = |trigger: Trigger| {
            let mut rules = rules.iter();
            rules.any(|(_, rule)| rule.trigger == trigger && rule.at.contains(&index))
        };
        let appears = || {
            let mut effects = rules.iter().flat_map(|(_, rule)| &rule.does);
            effects.any(|(effect, on)| *effect == Effect::Appear && on.contains(&index))
        };
        let (is_used, what) = match mark.is {
            MarkKind::Plate => (waits_at(Trigger::Step), "no rule has \"step\" for"),
            MarkKind::Lever => (waits_at(Trigger::Lever), "no rule has \"lever\" for"),
            MarkKind::Monster {
                does: Presence::Waits,
                ..
            } => (appears(), "no rule lets appear"),
            _ => (true, ""),
        };
        diagnostics.require(is_used, line, || format!("{what} {sign:?}"));
    }
}

/// Checks that a set piece is walled in but for one entrance, which lies in a side; says what is wrong.
fn check_walls(def: &SetPieceDef) -> Result<(), String> {
    let size = def.drawing.size();
    let (right, bottom) = (size.width as i32 - 1, size.height as i32 - 1);
    let mut entrances = 0;
    for (pos, drawn) in def.drawing.iter() {
        let (Pos { x, y }, tile) = (pos, def.tile_at(*drawn));
        let is_side = x == 0 || x == right || y == 0 || y == bottom;
        let is_corner = (x == 0 || x == right) && (y == 0 || y == bottom);
        let is_entrance = matches!(drawn, Drawn::Mark(sign)
            if def.mark_of(*sign).is_some_and(|mark| def.mark(mark).is == MarkKind::Entrance));
        if is_entrance {
            entrances += 1;
            if !is_side || is_corner {
                return Err("the entrance lies in a side, and not in a corner".into());
            }
        } else if is_side && tile != Tile::Wall {
            return Err(format!(
                "the drawing has walls all around, but for its entrance: not so in column {}, row {}",
                x + 1,
                y + 1
            ));
        }
        let is_gate = matches!(drawn, Drawn::Mark(sign)
            if def.mark_of(*sign).is_some_and(|mark| def.mark(mark).is == MarkKind::Gate));
        if is_side && is_gate {
            return Err("a gate lies within the walls".into());
        }
    }
    match entrances {
        1 => Ok(()),
        count => Err(format!("it has {count} entrances, not one")),
    }
}
