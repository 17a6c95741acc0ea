//! What can be done here, for the bar: made from what the player knows, and from the table of actions.

use bevy::prelude::*;

use super::action::PlayAction;
use super::mode::{Aimed, Mode};
use crate::app::input::{AnyAction, CommonAction, MenuAction};
use crate::app::stage::Run;
use crate::app::ui::hud::{Bar, Hint};
use crate::game::{ActorView, View};
use crate::geom::{Dir, Pos};
use crate::map::Tile;

/// What can always be done on the map.
pub(super) static HINTS: [Hint; 7] = [
    (&[&PlayAction::Explore], "explore"),
    (&[&PlayAction::Rest], "rest"),
    (&[&PlayAction::Pack], "pack"),
    (&[&PlayAction::Look], "look"),
    (&[&PlayAction::Level], "map"),
    (&[&CommonAction::Help], "help"),
    (&[&CommonAction::Back], "menu"),
];

/// The same for who is well rested.
static RESTED: [Hint; 6] = [
    (&[&PlayAction::Explore], "explore"),
    (&[&PlayAction::Pack], "pack"),
    (&[&PlayAction::Look], "look"),
    (&[&PlayAction::Level], "map"),
    (&[&CommonAction::Help], "help"),
    (&[&CommonAction::Back], "menu"),
];

/// The same while an enemy is near, who lets nobody explore or rest.
static IN_FIGHT: [Hint; 6] = [
    (&[&PlayAction::Wait], "wait"),
    (&[&PlayAction::Throw], "throw"),
    (&[&PlayAction::Pack], "pack"),
    (&[&PlayAction::Look], "look"),
    (&[&CommonAction::Help], "help"),
    (&[&CommonAction::Back], "menu"),
];

static AIMING: [Hint; 3] = [
    (&STEPS, "move"),
    (&[&PlayAction::NextTarget], "next"),
    (&[&CommonAction::Back], "close"),
];

static AT_CONDUIT: [Hint; 5] = [
    (&STEPS, "choose"),
    (&[&PlayAction::Confirm], "turn the tile"),
    (&[&PlayAction::TurnBack], "turn it back"),
    (&[&PlayAction::Search], "fix a wrong one"),
    (&[&CommonAction::Back], "leave"),
];

static IN_MENU: [Hint; 3] = [
    (
        &[
            &MenuAction::Cursor(Dir::North),
            &MenuAction::Cursor(Dir::South),
        ],
        "move",
    ),
    (&[&MenuAction::Choose], "choose"),
    (&[&CommonAction::Back], "close"),
];

static STEPS: [&dyn AnyAction; 4] = [
    &PlayAction::Step(Dir::West),
    &PlayAction::Step(Dir::East),
    &PlayAction::Step(Dir::North),
    &PlayAction::Step(Dir::South),
];

/// The step in a direction, as an action of the table.
fn step(dir: Dir) -> Option<&'static dyn AnyAction> {
    use crate::app::input::Action as _;
    let mut rows = PlayAction::TABLE.iter();
    let row = rows.find(|(action, _)| *action == PlayAction::Step(dir))?;
    Some(&row.0)
}

/// What can be done, and what it does here.
type Offer = (&'static dyn AnyAction, String);

/// Keeps the bar up to date.
pub(super) fn offer(run: Res<Run>, mode: Res<Mode>, mut bar: ResMut<Bar>) {
    let (here, hints): (Vec<Offer>, &'static [Hint]) = match *mode {
        Mode::Map if run.game().view().enemy_in_sight() => (on_map(run.game().view()), &IN_FIGHT),
        Mode::Map if run.game().view().is_rested() => (on_map(run.game().view()), &RESTED),
        Mode::Map => (on_map(run.game().view()), &HINTS),
        Mode::Aim(aimed, _) => (
            vec![(&PlayAction::Confirm, does(aimed).to_owned())],
            &AIMING,
        ),
        Mode::Conduit(_) => (Vec::new(), &AT_CONDUIT),
        _ => (Vec::new(), &IN_MENU),
    };
    if bar.here != here || !std::ptr::eq(bar.hints, hints) {
        (bar.here, bar.hints) = (here, hints);
    }
}

/// What confirming a target does.
pub(super) const fn does(aimed: Aimed) -> &'static str {
    match aimed {
        Aimed::Arrow => "shoot",
        Aimed::Throw(_) => "throw",
        Aimed::Use(_) => "read",
        Aimed::Look | Aimed::Travel | Aimed::Level => "go there",
        Aimed::Close => "close",
        Aimed::Tend => "light, or put out",
    }
}

/// What can be done where the player stands.
fn on_map(view: View<'_>) -> Vec<Offer> {
    let me = view.player().pos;
    let mut offers: Vec<Offer> = Vec::new();
    if let Some(item) = view.item_at(me) {
        let name = view.item_name(item.kind, item.count, item.plus);
        let choice = if item.offer.is_some() {
            ", one of three"
        } else {
            ""
        };
        offers.push((&PlayAction::PickUp, format!("take the {name}{choice}")));
    }
    match view.stairs_down() {
        Some(stairs) if stairs == me => {
            offers.push((&PlayAction::Descend, "go down".to_owned()));
        }
        Some(_) if !view.enemy_in_sight() => {
            offers.push((&PlayAction::Descend, "to the stairs".to_owned()));
        }
        _ => {}
    }
    if view.stairs_up() == Some(me) && view.depth() > 1 {
        offers.push((&PlayAction::Ascend, "go up".to_owned()));
    }
    let beside = |pos: &(Dir, Pos)| view.tile(pos.1).is_some();
    let neighbours = Dir::ALL.map(|dir| (dir, me.step(dir)));
    for (dir, pos) in neighbours.into_iter().filter(beside) {
        offers.extend(to_neighbour(view, dir, pos));
    }
    // What presses comes first.
    offers.sort_by_key(|(_, words)| !words.starts_with("strike "));
    // What several neighbours offer is offered once.
    let mut told: Vec<Offer> = Vec::new();
    for offer in offers {
        if !told.iter().any(|(_, words)| *words == offer.1) {
            told.push(offer);
        }
    }
    told
}

/// What can be done with what stands beside the player.
fn to_neighbour(view: View<'_>, dir: Dir, pos: Pos) -> Option<Offer> {
    let into = |words: &str| step(dir).map(|step| (step, words.to_owned()));
    if let Some(vault) = view.vault().filter(|vault| vault.lever == pos) {
        return match (vault.open, vault.everlamp, vault.has_conduit) {
            (true, ..) => None,
            (_, true, _) => into("turn the conduit of the Everlamp"),
            (_, _, true) => into("turn the conduit"),
            _ => into("pull the lever"),
        };
    }
    let occupant: Option<ActorView> = view.actor_at(pos).filter(|actor| actor.in_sight);
    if let Some(actor) = occupant {
        let name = view.monster_name(actor.kind);
        return into(&format!("strike {name}"));
    }
    match view.tile(pos)?.tile {
        Tile::DoorClosed if !dir.is_diagonal() => into("open the door"),
        Tile::Tomb => into("open the tomb"),
        Tile::DoorOpen if !is_gate(view, pos) => {
            Some((&PlayAction::Close, "close the door".to_owned()))
        }
        Tile::Brazier => {
            let burns = view.lamps().any(|lamp| lamp.pos == pos && lamp.lit);
            let words = if burns {
                "put out the brazier"
            } else {
                "light the brazier"
            };
            Some((&PlayAction::Tend, words.to_owned()))
        }
        _ => None,
    }
}

/// Whether it is the gate of a vault, which stays open.
fn is_gate(view: View<'_>, pos: Pos) -> bool {
    view.vault().is_some_and(|vault| vault.door == pos)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bot::{Bot, Explorer};
    use crate::rng::Seed;

    #[test]
    fn what_stands_here_and_beside_is_offered_with_the_action_that_does_it() {
        let mut seen: Vec<(&dyn AnyAction, String)> = Vec::new();
        for seed in 5..9 {
            let mut run = Run::new(Seed(seed), None).unwrap();
            let mut bot = Explorer::default();
            while run.game().turns() < 3000 && run.is_playing() {
                let action = run.game().doing();
                let action = action.unwrap_or_else(|| bot.act(run.game().view()));
                if let Err(why) = run.apply(action) {
                    bot.refused(action, why);
                }
                seen.extend(on_map(run.game().view()));
            }
        }
        let by = |words: &str| {
            let offer = seen.iter().find(|(_, told)| told.starts_with(words));
            offer
                .unwrap_or_else(|| panic!("nothing offers to {words}"))
                .0
        };
        assert!(*by("take the ") == *(&PlayAction::PickUp as &dyn AnyAction));
        assert!(*by("go down") == *(&PlayAction::Descend as &dyn AnyAction));
        assert!(*by("close the door") == *(&PlayAction::Close as &dyn AnyAction));
        assert!(*by("put out the brazier") == *(&PlayAction::Tend as &dyn AnyAction));
        assert!(by("strike the ").row().unwrap().name.starts_with("step-"));
        assert!(by("open the door").row().unwrap().name.starts_with("step-"));
    }
}
