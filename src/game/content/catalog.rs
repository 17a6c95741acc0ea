//! All content, read from its files and checked as a whole.

use std::sync::OnceLock;

use serde::de::DeserializeOwned;

use super::diagnostics::{ContentError, ContentErrors, Diagnostics};
use super::entries::{self, Entry};
use super::item::{self, ItemDef, Looks};
use super::kind::{DEEPEST, ItemKind, MonsterKind};
use super::level::{self, DepthRow, LevelEntry, LevelKindDef};
use super::monster::{self, MonsterDef};
use super::rules::{self, Rules, RulesEntry};
use crate::game::digest;

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
            digest: digest::of(&all),
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
