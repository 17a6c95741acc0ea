//! What is obvious to do where the player stands, without a step.

use crate::app::stage::Run;
use crate::game::Action;

/// Take what lies here, or the stairs; where there is nothing, search.
pub(super) fn obvious(run: &Run) -> Action {
    let view = run.game().view();
    let me = view.player().pos;
    if view.item_at(me).is_some() {
        Action::PickUp
    } else if view.stairs_down() == Some(me) {
        Action::Descend { sure: false }
    } else if view.stairs_up() == Some(me) {
        Action::Ascend
    } else {
        Action::Search
    }
}
