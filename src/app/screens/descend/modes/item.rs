//! The card of an item in the pack, with its uses.

use bevy::prelude::*;

use super::super::mode::Purpose;
use super::super::reply::Choice;
use super::pack::{find_item, use_item};
use crate::app::stage::Run;
use crate::app::ui::node::NodeExt;
use crate::app::ui::theme::UiFont;
use crate::game::content::Class;
use crate::game::{ItemView, Letter};

/// The uses of an item, the most obvious first.
fn list_uses(run: &Run, letter: Letter, item: &ItemView) -> Vec<Purpose> {
    let view = run.game().view();
    let sort = view.sort(item.kind);
    let equipped = view.is_equipped(letter);
    let mut uses: Vec<Purpose> = [
        Purpose::Eat,
        Purpose::Quaff,
        Purpose::Read,
        Purpose::UseRelic,
        Purpose::Equip,
        Purpose::TakeOff,
        Purpose::Shoot,
        Purpose::Throw,
        Purpose::Drop,
    ]
    .into_iter()
    .filter(|purpose| purpose.accepts(sort, equipped))
    .collect();
    // A potion known to be harmful is for throwing.
    if matches!(view.class(item.kind), Some(Class::Potion(potion)) if potion.is_harmful()) {
        uses.sort_by_key(|purpose| *purpose != Purpose::Throw);
    }
    uses
}

/// The uses on the card of the item with this letter, which was on line `from` of the pack.
pub(super) fn choices((letter, from): (Letter, usize), run: &Run) -> Vec<Choice> {
    let view = run.game().view();
    let Some(item) = find_item(view, letter) else {
        return Vec::new();
    };
    let uses = list_uses(run, letter, &item).into_iter();
    uses.map(|purpose| {
        let (key, label) = purpose.label(view.sort(item.kind));
        Choice::new(key, label, use_item((letter, from), purpose, run))
    })
    .collect()
}

/// The letter and the name of an item.
pub(super) fn title(letter: Letter, run: &Run) -> String {
    let view = run.game().view();
    let item = find_item(view, letter);
    item.map_or_else(String::new, |item| {
        format!(
            "{letter}  {}",
            view.item_name(item.kind, item.count, item.plus)
        )
    })
}

/// Draws what is known of an item.
pub(super) fn draw(frame: &mut ChildSpawnerCommands, font: &UiFont, run: &Run, letter: Letter) {
    let text = Node::column(0.0)
        .max_width(px(460))
        .rigid()
        .margin(UiRect::vertical(px(6)));
    frame.spawn(text).with_children(|text| {
        for line in run.game().view().about_carried(letter) {
            text.spawn(font.hint(&line));
        }
    });
}
