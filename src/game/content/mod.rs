//! The content of the game: kinds of monster, item and level, and the numbers of the rules, read from
//! RON and checked completely. Independent of any run.
//!
//! The embedded files are [`FILES`]; a player's own can replace them.
//!
//! Each file is one RON list. It is split into entries first, so that every faulty entry is reported
//! with its line, not only the first one.

mod entries;
mod item;
mod level;
mod monster;
mod rules;

use std::fmt;
use std::sync::OnceLock;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

pub use item::{Class, ItemDef, LookKind, Looks, Potion, Ring, Scroll, Style, TitleDef};
pub use level::{DepthRow, LevelKind, LevelKindDef};
pub use monster::{MonsterDef, Role};
pub use rules::{Levels, Number, Rules, Vaults};

use entries::Entry;
pub(crate) use level::LEVEL_SIZE;
use level::LevelEntry;
use rules::RulesEntry;

/// Index of a kind of monster in [`Content::monsters`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub struct MonsterKind(pub u16);

/// Index of a kind of item in [`Content::items`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub struct ItemKind(pub u16);

/// The deepest level, which holds the Everlamp.
pub const DEEPEST: u8 = 12;

/// The most kinds of item: a run keeps one bit for each.
pub const MAX_ITEM_KINDS: usize = 128;

/// The embedded files, each with its name and its text: monsters, items, levels, rules.
pub const FILES: [(&str, &str); 4] = [
    (
        "assets/content/monsters.ron",
        include_str!("../../../assets/content/monsters.ron"),
    ),
    (
        "assets/content/items.ron",
        include_str!("../../../assets/content/items.ron"),
    ),
    (
        "assets/content/levels.ron",
        include_str!("../../../assets/content/levels.ron"),
    ),
    (
        "assets/content/rules.ron",
        include_str!("../../../assets/content/rules.ron"),
    ),
];

/// All content of the game, checked.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Content {
    monsters: Vec<MonsterDef>,
    /// By kind of monster, the kind that it summons.
    summons: Vec<Option<MonsterKind>>,
    items: Vec<ItemDef>,
    looks: Looks,
    kinds: Vec<LevelKindDef>,
    rows: Vec<DepthRow>,
    rules: Rules,
    ration: ItemKind,
    outfit: Vec<(ItemKind, u16)>,
    digest: u64,
}

/// One fault of the content.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct ContentError {
    /// Name of the file, as it was given.
    pub file: String,
    /// The line, counted from 1.
    pub line: usize,
    /// What is wrong, and what would be right.
    pub reason: String,
}

impl fmt::Display for ContentError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: {}", self.file, self.line, self.reason)
    }
}

/// All faults of the content, by file and line; displayed one per line.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub struct ContentErrors(pub Vec<ContentError>);

impl fmt::Display for ContentErrors {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, error) in self.0.iter().enumerate() {
            if index > 0 {
                f.write_str("\n")?;
            }
            write!(f, "{error}")?;
        }
        Ok(())
    }
}

impl Content {
    /// The embedded content, read once.
    ///
    /// # Errors
    /// All faults; a test ensures that there are none.
    pub fn embedded() -> Result<&'static Self, &'static ContentErrors> {
        static EMBEDDED: OnceLock<Result<Content, ContentErrors>> = OnceLock::new();
        EMBEDDED.get_or_init(|| Self::read(FILES)).as_ref()
    }

    /// Reads content from files in the order of [`FILES`], each given as its name and its text.
    ///
    /// # Errors
    /// Everything that is wrong, each with file and line.
    pub fn read(files: [(&str, &str); 4]) -> Result<Self, ContentErrors> {
        let [monsters, items, levels, rules] = files;
        let mut reader = Reader::default();
        let mut monster_defs: Vec<Entry<MonsterDef>> = reader.list(monsters);
        let item_defs: Vec<Entry<item::ItemEntry>> = reader.list(items);
        let level_defs: Vec<Entry<LevelEntry>> = reader.list(levels);
        let rule_groups: Vec<Entry<RulesEntry>> = reader.list(rules);
        let rules = rules::check(&rule_groups, &mut reader.within(rules.0));
        let numbers = rules.map(|rules| rules.numbers());
        let numbers = numbers.as_deref();
        let summons = monster::check(&mut monster_defs, numbers, &mut reader.within(monsters.0));
        let item::ItemContent {
            items: item_defs,
            looks,
            outfit,
        } = item::check(item_defs, numbers, &mut reader.within(items.0));
        let (kinds, rows) = level::check(level_defs, &mut reader.within(levels.0));
        let ration = item_defs.iter().position(|item| item.id == "ration");
        if ration.is_none() {
            reader
                .within(items.0)
                .error(1, "there is no item `ration`: each level holds one".into());
        }
        let (Some(ration), Some(rules), true) = (ration, rules, reader.errors.is_empty()) else {
            reader.errors.sort();
            return Err(ContentErrors(reader.errors));
        };
        let monsters: Vec<MonsterDef> = monster_defs.into_iter().map(|entry| entry.value).collect();
        // Names and descriptions do not count: their fields are not serialized. Of the looks it
        // matters how many there are, since the seed shuffles them.
        let looks_count = (looks.potions.len(), looks.scrolls.len());
        let all = (
            &monsters,
            &item_defs,
            looks_count,
            &outfit,
            &kinds,
            &rows,
            rules,
        );
        Ok(Self {
            digest: super::digest::of(&all),
            monsters,
            summons,
            items: item_defs,
            looks,
            kinds,
            rows,
            rules,
            ration: ItemKind(ration as u16),
            outfit,
        })
    }

    /// Every kind of monster, in the order of the file.
    pub fn monsters(&self) -> &[MonsterDef] {
        &self.monsters
    }

    /// Every kind of item, in the order of the file.
    pub fn items(&self) -> &[ItemDef] {
        &self.items
    }

    /// A kind of monster; the last one if `kind` is out of range.
    pub fn monster(&self, kind: MonsterKind) -> &MonsterDef {
        &self.monsters[usize::from(kind.0).min(self.monsters.len() - 1)]
    }

    /// A kind of item; the last one if `kind` is out of range.
    pub fn item(&self, kind: ItemKind) -> &ItemDef {
        &self.items[usize::from(kind.0).min(self.items.len() - 1)]
    }

    /// Looks up a kind of monster by its id.
    pub fn find_monster(&self, id: &str) -> Option<MonsterKind> {
        let index = self.monsters.iter().position(|monster| monster.id == id)?;
        Some(MonsterKind(index as u16))
    }

    /// Looks up a kind of item by its id.
    pub fn find_item(&self, id: &str) -> Option<ItemKind> {
        let index = self.items.iter().position(|item| item.id == id)?;
        Some(ItemKind(index as u16))
    }

    /// Every index into [`monsters`](Self::monsters).
    pub fn monster_kinds(&self) -> impl Iterator<Item = MonsterKind> {
        (0..self.monsters.len() as u16).map(MonsterKind)
    }

    /// Every index into [`items`](Self::items).
    pub fn item_kinds(&self) -> impl Iterator<Item = ItemKind> {
        (0..self.items.len() as u16).map(ItemKind)
    }

    /// The kind that a summoner of this kind summons; `None` for other roles.
    pub fn summoned_by(&self, kind: MonsterKind) -> Option<MonsterKind> {
        self.summons.get(usize::from(kind.0)).copied().flatten()
    }

    /// The looks of unidentified items, before the seed shuffles them.
    pub const fn looks(&self) -> &Looks {
        &self.looks
    }

    /// Every kind of level, in the order of the file.
    pub fn level_kinds(&self) -> &[LevelKindDef] {
        &self.kinds
    }

    /// What a depth holds; depths start at 1.
    pub fn depth(&self, depth: u8) -> &DepthRow {
        &self.rows[usize::from(depth.clamp(1, DEEPEST)) - 1]
    }

    /// The numbers of the rules, by group.
    pub const fn rules(&self) -> &Rules {
        &self.rules
    }

    /// The items that a run begins with, and how many of each; the first is wielded.
    pub fn outfit(&self) -> &[(ItemKind, u16)] {
        &self.outfit
    }

    /// The kind of item that every level holds at least one of.
    pub const fn ration(&self) -> ItemKind {
        self.ration
    }

    /// A stable 64-bit digest (XXH3) of everything that play depends on, which saves and replays
    /// name. Names, descriptions, comments and line ends do not count.
    pub const fn digest(&self) -> u64 {
        self.digest
    }
}

/// Reads files and collects their faults.
#[derive(Default)]
struct Reader {
    errors: Vec<ContentError>,
}

/// Collects the faults of one file.
struct Diagnostics<'a> {
    file: &'a str,
    errors: &'a mut Vec<ContentError>,
}

impl Reader {
    fn within<'a>(&'a mut self, file: &'a str) -> Diagnostics<'a> {
        Diagnostics {
            file,
            errors: &mut self.errors,
        }
    }

    fn list<T: DeserializeOwned>(&mut self, (file, text): (&str, &str)) -> Vec<Entry<T>> {
        let mut diagnostics = self.within(file);
        entries::read(text, &mut diagnostics)
    }
}

impl Diagnostics<'_> {
    fn error(&mut self, line: usize, reason: String) {
        self.errors.push(ContentError {
            file: self.file.to_owned(),
            line,
            reason,
        });
    }

    /// Whether this file has no faults so far.
    fn is_clean(&self) -> bool {
        self.errors.iter().all(|error| error.file != self.file)
    }

    /// Replaces names in braces with numbers: those of the rules, and the entry's `own`. Replaces
    /// nothing while the rules themselves are wrong.
    fn fill_numbers(
        &mut self,
        text: &mut String,
        line: usize,
        numbers: Option<&[Number]>,
        own: Option<(&str, i64)>,
    ) {
        let Some(numbers) = numbers else { return };
        let known = |name: &str| {
            let own = own.filter(|(known, _)| *known == name);
            let rule = || numbers.iter().find(|number| number.name == name);
            own.map(|(_, value)| value).or_else(|| Some(rule()?.value))
        };
        for name in rules::fill(text, known) {
            self.error(line, format!("`{{{name}}}` is not a number of the rules"));
        }
    }

    /// Reports a fault unless `right`.
    fn require(&mut self, right: bool, line: usize, reason: impl FnOnce() -> String) {
        if !right {
            self.error(line, reason());
        }
    }

    /// Reports ids that are empty, repeated, or contain other characters than `a-z`, `0-9` and `-`.
    fn check_ids<'b>(&mut self, ids: impl Iterator<Item = (&'b str, usize)>) {
        let mut known: Vec<&str> = Vec::new();
        for (id, line) in ids {
            let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
            self.require(!id.is_empty() && id.chars().all(plain), line, || {
                format!("`{id}` is not an id: use a-z, 0-9 and `-`")
            });
            self.require(!known.contains(&id), line, || {
                format!("the id `{id}` appears twice")
            });
            known.push(id);
        }
    }

    fn check_depths(&mut self, (first, last): (u8, u8), line: usize) {
        let right = 1 <= first && first <= last && last <= DEEPEST;
        self.require(right, line, || {
            format!("depths ({first}, {last}) are wrong: they go from 1 to {DEEPEST}")
        });
    }
}
