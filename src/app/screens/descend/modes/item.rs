//! The card of an item in the pack, with its uses.

use bevy::prelude::*;

use super::super::mode::{Mode, Purpose};
use super::super::reply::Reply;
use super::pack::{draw_description, find_item, use_item};
use crate::app::input::MenuAction;
use crate::app::stage::Run;
use crate::app::ui::list;
use crate::app::ui::theme::{KEY, UiFont};
use crate::game::Letter;
use crate::game::content::Class;

/// The uses on an item's card, the most obvious first, each with its key and text.
fn list_uses(run: &Run, letter: Letter) -> Vec<(Purpose, (char, &'static str))> {
    let view = run.game().view();
    let Some(item) = find_item(view, letter) else {
        return Vec::new();
    };
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
    uses.into_iter()
        .map(|purpose| (purpose, purpose.label(sort)))
        .collect()
}

/// Answers an action on an item's card.
pub(super) fn handle(
    action: MenuAction,
    (letter, from, line): (Letter, usize, usize),
    run: &Run,
) -> Reply {
    let uses = list_uses(run, letter);
    Reply::from_list(
        action,
        line,
        uses.iter().map(|(_, label)| label.0),
        |line| Mode::Item { letter, from, line },
        |at| use_item((letter, from), uses[at].0, run),
    )
}

/// Draws the card of an item: its name, description and uses.
pub(super) fn draw(
    frame: &mut ChildSpawnerCommands,
    font: &UiFont,
    run: &Run,
    (letter, selected): (Letter, usize),
) {
    let view = run.game().view();
    let Some(item) = find_item(view, letter) else {
        return;
    };
    let name = view.item_name(item.kind, item.count, item.plus);
    frame.spawn(font.text(&format!("{letter}  {name}"), KEY));
    draw_description(frame, font, run, letter);
    let labels = list_uses(run, letter).into_iter().map(|(_, label)| label);
    list::spawn_lines(frame, font, labels, selected);
}
