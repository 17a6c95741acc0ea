//! What a set piece has become: the state of its marks and rules. `content/set_piece.rs` says what there can be,
//! `generation/set_pieces.rs` where it is, and `rules/set_piece.rs` what it does.

use serde::{Deserialize, Serialize};

use super::actor::ActorId;
use super::item::ItemId;
use crate::game::content::{
    Content, Fixed, Mark, MarkKind, MonsterKind, SetPieceDef, SetPieceRule, Trigger, numbers,
};
use crate::geom::{Pos, Rect};

/// A set piece on a level.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(in crate::game) struct SetPiece {
    /// Its place in [`Content::set_pieces`].
    pub kind: u16,
    /// Its tiles, with its walls.
    pub area: Rect,
    /// By mark, its tiles, row by row.
    pub marks: Vec<Vec<Pos>>,
    /// By rule, how it stands.
    pub rules: Vec<RuleState>,
    /// The items that still lie on their marks, with the marks.
    pub prizes: Vec<(u8, ItemId)>,
    /// The monsters that wait, or have appeared.
    pub guests: Vec<Guest>,
    /// Whether the player has seen it.
    pub seen: bool,
    /// How often it has done something that the player noticed.
    pub acts: u16,
}

/// How a rule stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub(in crate::game) struct RuleState {
    /// Whether it has happened, and happens no more.
    pub spent: bool,
    /// Whether what it waits for was so when it was last looked at.
    pub holds: bool,
    /// Turns until it is undone; 0 if it will not be.
    pub left: u16,
}

/// A monster of a set piece that is not always there.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(in crate::game) struct Guest {
    /// Where it appears.
    pub pos: Pos,
    /// Its mark.
    pub mark: u8,
    /// What it is.
    pub kind: MonsterKind,
    /// The monster, once it has appeared. It stays gone when it has died.
    pub id: Option<ActorId>,
}

numbers! {
    "set_piece":
    /// Acts from which on exploring leaves a room alone, so that it never goes to and fro for one that opens and
    /// closes.
    const RESTLESS: u16 = 8;
}

impl SetPiece {
    /// What it is, as the content defines it.
    pub fn def<'a>(&self, content: &'a Content) -> &'a SetPieceDef {
        &content.set_pieces()[usize::from(self.kind)]
    }

    /// The mark of a tile, by its place in their list.
    pub fn mark_at(&self, pos: Pos) -> Option<u8> {
        if !self.area.contains(pos) {
            return None;
        }
        let found = self.marks.iter().position(|tiles| tiles.contains(&pos));
        found.map(|index| index as u8)
    }

    /// The rules that would act now on a trigger at a mark.
    pub fn live_rules<'a>(
        &self,
        content: &'a Content,
        trigger: Trigger,
        mark: u8,
    ) -> impl Iterator<Item = (usize, &'a SetPieceRule)> {
        let rules = self.def(content).rules_at(mark);
        rules.filter(move |(index, rule)| rule.trigger == trigger && self.is_live(*index))
    }

    /// Whether a rule would act now.
    pub fn is_live(&self, rule: usize) -> bool {
        let state = self.rules.get(rule).copied().unwrap_or_default();
        !state.spent && state.left == 0
    }

    /// Whether something would happen on a tile on a trigger.
    pub fn waits_at(&self, content: &Content, trigger: Trigger, pos: Pos) -> bool {
        let mark = self.mark_at(pos);
        mark.is_some_and(|mark| self.live_rules(content, trigger, mark).next().is_some())
    }

    /// The lever on a tile.
    pub fn lever_at(&self, content: &Content, pos: Pos) -> Option<u8> {
        let is_lever = |mark: &u8| self.def(content).mark(*mark).is == MarkKind::Lever;
        self.mark_at(pos).filter(is_lever)
    }

    /// Whether it acts when an item is taken.
    pub fn guards(&self, content: &Content, item: ItemId) -> bool {
        let prize = self.prizes.iter().find(|(_, id)| *id == item);
        prize.is_some_and(|(mark, _)| {
            self.live_rules(content, Trigger::Take, *mark)
                .next()
                .is_some()
        })
    }

    /// Whether it has opened and closed so often that exploring leaves it alone.
    pub const fn is_restless(&self) -> bool {
        self.acts >= RESTLESS
    }

    /// The places in the list of marks, each with its tiles, in their order.
    pub fn places(&self) -> impl Iterator<Item = (u8, Pos)> {
        let marks = (0..).zip(&self.marks);
        marks.flat_map(|(mark, tiles)| tiles.iter().map(move |pos| (mark, *pos)))
    }

    /// The marks with their tiles, in their order.
    pub fn tiles<'a>(&'a self, content: &'a Content) -> impl Iterator<Item = (u8, &'a Mark, Pos)> {
        let def = self.def(content);
        self.places()
            .map(move |(mark, pos)| (mark, def.mark(mark), pos))
    }
}
