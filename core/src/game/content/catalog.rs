//! All content, read from its files and checked as a whole.

use std::sync::OnceLock;

use super::diagnostics::{ContentErrors, Diagnostics};
use super::fixture::{self, ArenaDef, FixtureDef};
use super::item::{self, Class, ItemDef, Looks, ReadItems};
use super::kind::{DEEPEST, ItemKind, MonsterKind};
use super::level::{self, DepthRow, LevelKindDef};
use super::monster::{self, MonsterDef};
use super::number::{Fixed, numbers};
use super::proof;
use super::rules::{self, Rules};
use super::set_piece::{self, SetPieceDef};
use super::training::{self, Thing, Training};
use crate::game::digest;

/// The embedded files, each with its name and its text: monsters, items, levels, rules,
/// fixtures, rooms.
pub const FILES: [(&str, &str); 6] = [
    (
        "core/assets/content/monsters.ron",
        include_str!("../../../assets/content/monsters.ron"),
    ),
    (
        "core/assets/content/items.ron",
        include_str!("../../../assets/content/items.ron"),
    ),
    (
        "core/assets/content/levels.ron",
        include_str!("../../../assets/content/levels.ron"),
    ),
    (
        "core/assets/content/rules.ron",
        include_str!("../../../assets/content/rules.ron"),
    ),
    (
        "core/assets/content/fixtures.txt",
        include_str!("../../../assets/content/fixtures.txt"),
    ),
    (
        "core/assets/content/rooms.txt",
        include_str!("../../../assets/content/rooms.txt"),
    ),
];

/// The [digest](Content::digest) of the embedded content, known without reading it: what `--version` shows.
pub const EMBEDDED_DIGEST: u64 = 0x212d_6643_14d2_3142;

/// The embedded file of the training.
const TRAINING: (&str, &str) = (
    "core/assets/content/training.txt",
    include_str!("../../../assets/content/training.txt"),
);

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
    fixtures: Vec<FixtureDef>,
    arenas: Vec<ArenaDef>,
    set_pieces: Vec<SetPieceDef>,
    rules: Rules,
    ration: ItemKind,
    outfit: Vec<(ItemKind, u16)>,
    lying: Vec<(ItemKind, u16)>,
    training: Option<Training>,
    digest: u64,
}

numbers! {
    "vault":
    /// Arrows that go with a bow in a vault.
    const ARROWS: u16 = 16;
}

static EMBEDDED: OnceLock<Result<Content, ContentErrors>> = OnceLock::new();

impl Content {
    /// The embedded content, read once.
    ///
    /// # Errors
    /// Every error in the files; a test ensures that there are none.
    pub fn embedded() -> Result<&'static Self, &'static ContentErrors> {
        EMBEDDED.get_or_init(|| Self::read(FILES)).as_ref()
    }

    /// Whether the embedded content was read in this process.
    #[doc(hidden)]
    pub fn is_read() -> bool {
        EMBEDDED.get().is_some()
    }

    /// Reads content from files in the order of [`FILES`], each given as its name and its text.
    ///
    /// # Errors
    /// Every error, with file and line.
    pub fn read(files: [(&str, &str); 6]) -> Result<Self, ContentErrors> {
        let [monsters, items, levels, rules, fixtures, set_pieces] = files;
        let lists = [monsters, items];
        let mut diagnostics = Diagnostics::default();
        let rules = rules::read(rules, &mut diagnostics);
        let numbers = rules.map(|rules| rules.numbers());
        let numbers = numbers.as_deref();
        let (monsters, summons) = monster::read(monsters, numbers, &mut diagnostics);
        let (kinds, rows) = level::read(levels, &mut diagnostics);
        let (fixtures, arenas) = fixture::read(fixtures, &monsters, &mut diagnostics);
        let ReadItems {
            items,
            looks,
            outfit,
            lying,
        } = item::read(items, numbers, &mut diagnostics);
        let ration = items.iter().position(|item| item.id == "ration");
        let is_required = diagnostics.is_clean();
        diagnostics.require(ration.is_some() || !is_required, 1, || {
            "there is no item \"ration\": each level holds one".into()
        });
        let is_unread = diagnostics.unread(lists);
        let set_pieces = set_piece::read(
            set_pieces,
            (&monsters, &items),
            is_unread,
            proof::check,
            &mut diagnostics,
        );
        let mut errors = diagnostics.errors;
        let (Some(ration), Some(rules), true) = (ration, rules, errors.is_empty()) else {
            errors.sort();
            return Err(ContentErrors(errors));
        };
        // Names and descriptions do not count: their fields are not serialized. Of the looks, only
        // their number counts, because the seed shuffles them.
        let looks_count = (looks.potions.len(), looks.scrolls.len());
        let all = (
            &monsters,
            &items,
            looks_count,
            (&outfit, &lying),
            &kinds,
            &rows,
            (&fixtures, &arenas, &set_pieces),
            rules,
        );
        Ok(Self {
            digest: digest::compute(&all),
            monsters,
            summons,
            items,
            looks,
            kinds,
            rows,
            fixtures,
            arenas,
            set_pieces,
            rules,
            ration: ItemKind(ration as u16),
            outfit,
            lying,
            training: None,
        })
    }

    /// The embedded content with the levels of the training in place of generated ones, read once.
    ///
    /// # Errors
    /// Every error in the files; a test ensures that there are none.
    pub fn with_training() -> Result<&'static Self, &'static ContentErrors> {
        static WITH_TRAINING: OnceLock<Result<Content, ContentErrors>> = OnceLock::new();
        let read = || {
            Self::embedded()
                .map_err(Clone::clone)?
                .clone()
                .add_training(TRAINING)
        };
        WITH_TRAINING.get_or_init(read).as_ref()
    }

    /// Replaces the generated levels with those of a training file, given by name and text.
    ///
    /// # Errors
    /// Every error in the file.
    pub fn add_training(mut self, file: (&str, &str)) -> Result<Self, ContentErrors> {
        let mut diagnostics = Diagnostics::default();
        let is_known = |thing: &Thing| match thing {
            Thing::Item { id, .. } | Thing::Offer(id) => self.find_item(id).is_some(),
            Thing::Monster { id, .. } => self.find_monster(id).is_some(),
            Thing::Gate | Thing::Conduit => true,
        };
        let training = training::read(file, is_known, &mut diagnostics);
        if !diagnostics.errors.is_empty() {
            return Err(ContentErrors(diagnostics.errors));
        }
        self.digest = digest::compute(&(self.digest, &training));
        self.training = Some(training);
        Ok(self)
    }

    /// Returns the content with this digest: this one or that of the training; this one if the
    /// digest is unknown.
    pub fn of_run(&'static self, digest: u64) -> &'static Self {
        if digest == self.digest {
            return self;
        }
        let training = Self::with_training().ok();
        training
            .filter(|content| content.digest == digest)
            .unwrap_or(self)
    }

    /// What a depth is called: those of the training are lessons.
    pub const fn depth_word(&self) -> &'static str {
        match self.training() {
            Some(_) => "lesson",
            None => "depth",
        }
    }

    /// The levels of the training; `None` if levels are generated.
    pub const fn training(&self) -> Option<&Training> {
        self.training.as_ref()
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

    /// What the behaviour and each ability of a kind do, with their numbers, in words that follow its name: `opens
    /// doors`.
    pub fn describe_abilities(&self, kind: MonsterKind) -> Vec<String> {
        let called = self
            .summoned_by(kind)
            .map(|called| self.monster(called).plural_name());
        self.monster(kind).describe(&called.unwrap_or_default())
    }

    /// The kind that this kind summons.
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

    /// Every fixture, in the order of the file.
    pub fn fixtures(&self) -> &[FixtureDef] {
        &self.fixtures
    }

    /// Every arena, in the order of the file.
    pub fn arenas(&self) -> &[ArenaDef] {
        &self.arenas
    }

    /// Every set piece, in the order of the file.
    pub fn set_pieces(&self) -> &[SetPieceDef] {
        &self.set_pieces
    }

    /// The numbers of the rules, by group.
    pub const fn rules(&self) -> &Rules {
        &self.rules
    }

    /// The items that a run begins with, and how many of each; the first is wielded.
    pub fn outfit(&self) -> &[(ItemKind, u16)] {
        &self.outfit
    }

    /// The items that lie about on the first depth of every run, and how many of each.
    pub fn lying(&self) -> &[(ItemKind, u16)] {
        &self.lying
    }

    /// The kind of item that every level holds at least one of.
    pub const fn ration(&self) -> ItemKind {
        self.ration
    }

    /// The kind of item that mends a broken conduit, if any does.
    pub fn pipe(&self) -> Option<ItemKind> {
        let is_pipe = |item: &ItemDef| item.class == Class::Pipe;
        let index = self.items().iter().position(is_pipe)?;
        Some(ItemKind(index as u16))
    }

    /// What a vault adds to an item that is useless alone: arrows and their number for a bow.
    pub fn extra(&self, kind: ItemKind) -> Option<(ItemKind, u16)> {
        let arrow = |item: &ItemDef| matches!(item.class, Class::Arrow(_));
        let arrow = self.items.iter().position(arrow)?;
        self.item(kind)
            .class
            .is_bow()
            .then_some((ItemKind(arrow as u16), ARROWS))
    }

    /// Scales a monster's health or attack by New Game Plus `plus`.
    pub(in crate::game) fn scale_by_plus(&self, plus: u8, value: i32) -> i32 {
        value * (100 + self.rules.growth.plus * i32::from(plus)) / 100
    }

    /// A stable 64-bit digest (XXH3) of everything that play depends on; saves and replays store
    /// it. Names, descriptions, comments and line endings do not count.
    pub const fn digest(&self) -> u64 {
        self.digest
    }
}
