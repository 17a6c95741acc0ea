//! What the game is made of: kinds of monster, kinds of item, kinds of level and the numbers of the
//! rules, read from RON and checked whole. Knows nothing of a run.
//!
//! The files that the program holds are [`FILES`]; a player's own may take their place.
//!
//! Each file is one RON list. It is cut into its entries first, so that every entry that is wrong
//! is named with its line, not only the first one.

mod entries;
mod item;
mod level;
mod monster;
mod rules;

use std::fmt;
use std::sync::OnceLock;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

pub use item::{
    Class, ItemDef, LookKind, Looks, Potion, Ring, Scroll, Style, TitleDef, WeaponStats,
};
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

/// The deepest level: the sanctum.
pub const DEEPEST: u8 = 12;

/// The most kinds of item there can be: what the player knows is one bit a kind.
pub const MOST_ITEM_KINDS: usize = 128;

/// The files of the program, each with its name and its text: monsters, items, levels, rules.
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
    /// For a summoner, whom it calls.
    calls: Vec<Option<MonsterKind>>,
    items: Vec<ItemDef>,
    looks: Looks,
    kinds: Vec<LevelKindDef>,
    rows: Vec<DepthRow>,
    rules: Rules,
    ration: ItemKind,
    outfit: Vec<(ItemKind, u16)>,
    digest: u64,
}

/// One thing that is wrong with the content.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct ContentError {
    /// The file.
    pub file: String,
    /// The line, counted from 1.
    pub line: usize,
    /// What is wrong and what would be right.
    pub reason: String,
}

impl fmt::Display for ContentError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: {}", self.file, self.line, self.reason)
    }
}

/// Everything that is wrong with the content, by file and line; displayed one a line.
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
    /// The content that is embedded in the program, read once.
    ///
    /// # Errors
    /// Everything that is wrong with it; a test keeps that empty.
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
        let calls = monster::check(&mut monster_defs, numbers, &mut reader.within(monsters.0));
        let item::Checked {
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
            calls,
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

    /// A kind of monster. A kind of other content counts as the last one.
    pub fn monster(&self, kind: MonsterKind) -> &MonsterDef {
        &self.monsters[usize::from(kind.0).min(self.monsters.len() - 1)]
    }

    /// A kind of item. A kind of other content counts as the last one.
    pub fn item(&self, kind: ItemKind) -> &ItemDef {
        &self.items[usize::from(kind.0).min(self.items.len() - 1)]
    }

    /// The kind of monster with this id.
    pub fn find_monster(&self, id: &str) -> Option<MonsterKind> {
        let index = self.monsters.iter().position(|monster| monster.id == id)?;
        Some(MonsterKind(index as u16))
    }

    /// The kind of item with this id.
    pub fn find_item(&self, id: &str) -> Option<ItemKind> {
        let index = self.items.iter().position(|item| item.id == id)?;
        Some(ItemKind(index as u16))
    }

    /// All kinds of monster.
    pub fn monster_kinds(&self) -> impl Iterator<Item = MonsterKind> {
        (0..self.monsters.len() as u16).map(MonsterKind)
    }

    /// All kinds of item.
    pub fn item_kinds(&self) -> impl Iterator<Item = ItemKind> {
        (0..self.items.len() as u16).map(ItemKind)
    }

    /// Whom a kind of monster calls, if it is a summoner.
    pub fn called_by(&self, kind: MonsterKind) -> Option<MonsterKind> {
        self.calls.get(usize::from(kind.0)).copied().flatten()
    }

    /// The looks of what is unknown, before they are shuffled.
    pub const fn looks(&self) -> &Looks {
        &self.looks
    }

    /// Every kind of level, in the order of the file.
    pub fn level_kinds(&self) -> &[LevelKindDef] {
        &self.kinds
    }

    /// What a depth holds: depths start at 1.
    pub fn depth(&self, depth: u8) -> &DepthRow {
        &self.rows[usize::from(depth.clamp(1, DEEPEST)) - 1]
    }

    /// The numbers of the rules.
    pub const fn rules(&self) -> &Rules {
        &self.rules
    }

    /// What a run begins with, and how many of each. The first is in hand.
    pub fn outfit(&self) -> &[(ItemKind, u16)] {
        &self.outfit
    }

    /// The kind of item that every level holds one of.
    pub const fn ration(&self) -> ItemKind {
        self.ration
    }

    /// A stable 64-bit digest (XXH3) of everything that play depends on: what saves and replays were
    /// made with. Names, descriptions, comments and line ends do not count.
    pub const fn digest(&self) -> u64 {
        self.digest
    }
}

/// Reads files and gathers what is wrong with them.
#[derive(Default)]
struct Reader {
    errors: Vec<ContentError>,
}

/// Gathers what is wrong with one file.
struct Complaints<'a> {
    file: &'a str,
    errors: &'a mut Vec<ContentError>,
}

impl Reader {
    fn within<'a>(&'a mut self, file: &'a str) -> Complaints<'a> {
        Complaints {
            file,
            errors: &mut self.errors,
        }
    }

    fn list<T: DeserializeOwned>(&mut self, (file, text): (&str, &str)) -> Vec<Entry<T>> {
        let mut complaints = self.within(file);
        entries::read(text, &mut complaints)
    }
}

impl Complaints<'_> {
    fn error(&mut self, line: usize, reason: String) {
        self.errors.push(ContentError {
            file: self.file.to_owned(),
            line,
            reason,
        });
    }

    /// Whether nothing in this file is wrong so far.
    fn is_clean(&self) -> bool {
        self.errors.iter().all(|error| error.file != self.file)
    }

    /// Puts numbers in the place of their names in braces: those of the rules, and the entry's
    /// `own`. Nothing is replaced while the rules themselves are wrong.
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
            self.error(line, format!("`{{{name}}}` is no number of the rules"));
        }
    }

    /// Complains unless `right`.
    fn require(&mut self, right: bool, line: usize, reason: impl FnOnce() -> String) {
        if !right {
            self.error(line, reason());
        }
    }

    /// Complains of an id that is empty, has foreign characters or was there before.
    fn check_ids<'b>(&mut self, ids: impl Iterator<Item = (&'b str, usize)>) {
        let mut known: Vec<&str> = Vec::new();
        for (id, line) in ids {
            let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
            self.require(!id.is_empty() && id.chars().all(plain), line, || {
                format!("`{id}` is no id: use a-z, 0-9 and `-`")
            });
            self.require(!known.contains(&id), line, || {
                format!("the id `{id}` is there twice")
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
