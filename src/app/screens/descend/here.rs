//! What can be done here, for the bar: made from what the player knows, and from the table of actions.

use bevy::prelude::*;

use super::action::PlayAction;
use super::mode::{Aimed, Mode};
use crate::app::input::{AnyAction, CommonAction, MenuAction};
use crate::app::stage::Run;
use crate::app::ui::hud::{Bar, Hint};
use crate::game::content::Class;
use crate::game::{ActorView, Hunger, Intent, View};
use crate::geom::{Dir, Pos};
use crate::map::Tile;

/// What can always be done on the map; the first, while something is left to explore.
pub(super) static HINTS: [Hint; 6] = [
    (&[&PlayAction::Explore], "explore"),
    (&[&PlayAction::Pack], "pack"),
    (&[&PlayAction::Look], "look"),
    (&[&PlayAction::Level], "map"),
    (&[&CommonAction::Help], "help"),
    (&[&CommonAction::Back], "menu"),
];

/// The same while an enemy is near, who lets nobody explore or rest; the first, with a bow and arrows.
static IN_FIGHT: [Hint; 7] = [
    (&[&PlayAction::Fire], "shoot"),
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

/// What the game is about, in four lines.
pub(super) static ABOUT: [&str; 4] = [
    "The Everlamp has gone out. It hangs in the sanctum, twelve depths down: go there and light it.",
    "Each depth has stairs down. Some have a vault, which a lever or a conduit opens.",
    "In the dark you see only a few tiles; where braziers burn you see far. Whoever you see can see you.",
    "Walk into an enemy to hit it; in a corridor only one can reach you. Resting restores health \
     and uses food. You have one life.",
];

/// How the pack is worked, for who asks for help there.
static IN_PACK: [&str; 4] = [
    "Your pack. A letter, or the arrows and Enter, opens an item's card: what it is and what you \
     can do with it.",
    "Left and Right sort it by letter or by kind. What you wield, wear or have lit is marked (in use).",
    "Unknown potions and scrolls are named by their look. Using one reveals its kind.",
    "The item keys also work on the map, without opening the pack.",
];

/// What can be done, and what it does here.
type Offer = (&'static dyn AnyAction, String);

/// Keeps the bar up to date.
pub(super) fn offer(run: Res<Run>, mode: Res<Mode>, mut bar: ResMut<Bar>) {
    let (here, hints): (Vec<Offer>, &'static [Hint]) = match *mode {
        Mode::Map => (on_map(run.game().view()), always(run.game().view())),
        Mode::Aim(aimed, _) => (
            vec![(
                &PlayAction::Confirm,
                does(run.game().view(), aimed).to_owned(),
            )],
            &AIMING,
        ),
        Mode::Conduit(_) => (Vec::new(), &AT_CONDUIT),
        _ => (Vec::new(), &IN_MENU),
    };
    let about: &[&str] = match *mode {
        Mode::Pack(..) | Mode::Item { .. } => &IN_PACK,
        _ => &ABOUT,
    };
    let is_same = std::ptr::eq(bar.hints, hints) && std::ptr::eq(bar.about, about);
    if bar.here != here || !is_same {
        (bar.here, bar.hints, bar.about) = (here, hints, about);
    }
}

/// What confirming a target does.
pub(super) fn does(view: View<'_>, aimed: Aimed) -> &'static str {
    let is_relic = |letter| {
        let held = view.pack().find(|(held, _)| *held == letter);
        let class = held.map(|(_, item)| view.content().item(item.kind).class);
        matches!(class, Some(Class::Relic { .. }))
    };
    match aimed {
        Aimed::Use(letter) if is_relic(letter) => "call on",
        Aimed::Arrow => "shoot",
        Aimed::Throw(_) => "throw",
        Aimed::Use(_) => "read",
        Aimed::Look | Aimed::Travel | Aimed::Level => "go there",
        Aimed::Close => "close",
        Aimed::Tend => "light, or put out",
    }
}

/// What can be done wherever the player stands.
fn always(view: View<'_>) -> &'static [Hint] {
    if view.enemy_in_sight() {
        let shoots = view.can_begin(Intent::Fire).is_ok();
        &IN_FIGHT[usize::from(!shoots)..]
    } else if view.is_explored() {
        &HINTS[1..]
    } else {
        &HINTS
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
            offers.push((&PlayAction::Descend, "go to the stairs".to_owned()));
        }
        _ => {}
    }
    if view.stairs_up() == Some(me) && view.depth() > 1 {
        offers.push((&PlayAction::Ascend, "go up".to_owned()));
    }
    let hungry = view.player().hunger != Hunger::Fed;
    if hungry
        && view
            .find_class(|class| matches!(class, Class::Food(_)))
            .is_some()
    {
        offers.push((&PlayAction::Eat, "eat".to_owned()));
    }
    if !view.is_rested() && !view.enemy_in_sight() {
        offers.push((&PlayAction::Rest, "rest".to_owned()));
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
    use crate::game::{Game, Letter};
    use crate::rng::Seed;

    /// The game with two items in the pack, of which the first is in hand.
    fn holding(game: &Game, items: [&str; 2]) -> Game {
        let mut state = serde_json::to_value(game.state()).unwrap();
        let content = game.content();
        state["here"]["items_created"] = 500.into();
        for (place, id) in items.into_iter().enumerate() {
            let place = 24 + place;
            let letter = Letter::all().nth(place).unwrap();
            state["player"]["pack"]["slots"][place] = serde_json::json!({
                "id": 100_400 + place, "kind": content.find_item(id).unwrap(), "count": 1,
                "plus": 0, "letter": letter,
            });
        }
        state["player"]["pack"]["weapon"] = serde_json::json!(Letter::all().nth(24));
        Game::resume(serde_json::from_value(state).unwrap(), content).unwrap()
    }

    #[test]
    fn a_shot_is_offered_in_a_fight_to_who_has_a_bow_and_arrows() {
        let mut run = Run::new(Seed(5), None).unwrap();
        let mut bot = Explorer::default();
        while !run.game().view().enemy_in_sight() {
            let action = run.game().doing();
            let action = action.unwrap_or_else(|| bot.act(run.game().view()));
            run.apply(action).unwrap();
        }
        let shoots = |game: &Game| {
            let shoot: &dyn AnyAction = &PlayAction::Fire;
            let hints = always(game.view());
            hints.iter().any(|hint| *hint.0[0] == *shoot)
        };
        assert!(!shoots(run.game()));
        assert!(shoots(&holding(run.game(), ["fowlers-bow", "arrow"])));
    }

    #[test]
    fn what_is_aimed_is_read_or_called_on() {
        let run = Run::new(Seed(5), None).unwrap();
        let used = |id: &str| {
            let game = holding(run.game(), ["short-sword", id]);
            does(game.view(), Aimed::Use(Letter::all().nth(25).unwrap()))
        };
        assert_eq!(
            (used("scroll-fireball"), used("paschal-coal")),
            ("read", "call on")
        );
    }

    #[test]
    fn what_stands_here_and_beside_is_offered_with_the_action_that_does_it() {
        let mut seen: Vec<(&dyn AnyAction, String)> = Vec::new();
        let mut told = [0, 0];
        for seed in 5..9 {
            let mut run = Run::new(Seed(seed), None).unwrap();
            let mut bot = Explorer::default();
            while run.game().turns() < 3000 && run.is_playing() {
                run.step_by(&mut bot);
                let view = run.game().view();
                seen.extend(on_map(view));
                let explore: &dyn AnyAction = &PlayAction::Explore;
                let explores = always(view).iter().any(|hint| *hint.0[0] == *explore);
                let can_explore = !view.enemy_in_sight() && !view.is_explored();
                assert_eq!(explores, can_explore);
                told[usize::from(explores)] += 1;
            }
        }
        assert!(told[0] > 10 && told[1] > 10, "{told:?}");
        let by = |words: &str| {
            let offer = seen.iter().find(|(_, told)| told.starts_with(words));
            offer
                .unwrap_or_else(|| panic!("nothing offers to {words}"))
                .0
        };
        assert!(*by("take the ") == *(&PlayAction::PickUp as &dyn AnyAction));
        assert!(*by("go to the stairs") == *(&PlayAction::Descend as &dyn AnyAction));
        assert!(*by("go down") == *(&PlayAction::Descend as &dyn AnyAction));
        assert!(*by("rest") == *(&PlayAction::Rest as &dyn AnyAction));
        assert!(*by("eat") == *(&PlayAction::Eat as &dyn AnyAction));
        assert!(*by("close the door") == *(&PlayAction::Close as &dyn AnyAction));
        assert!(*by("put out the brazier") == *(&PlayAction::Tend as &dyn AnyAction));
        assert!(by("strike the ").row().unwrap().name.starts_with("step-"));
        assert!(by("open the door").row().unwrap().name.starts_with("step-"));
    }
}
