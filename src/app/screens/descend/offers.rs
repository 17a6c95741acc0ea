//! The bar's hints and offers: what the player can do where they stand, from what they know of the
//! level.

use std::collections::BTreeSet;

use bevy::prelude::*;

use super::action::DescendAction;
use super::aim::travel_target;
use super::mode::{AimKind, Mode};
use super::pack::find_item;
use crate::app::input::{Action as _, AnyAction, CommonAction, MenuAction};
use crate::app::stage::{Run, SIDEBAR_HELP};
use crate::app::ui::hud::{Bar, Hint};
use crate::app::ui::list;
use crate::game::content::Class;
use crate::game::{ActorView, Hunger, Intent, View};
use crate::geom::{Dir, Pos};
use crate::map::Tile;

/// The bar's hints on the map. The first is left out once the level is explored.
pub(super) static MAP_HINTS: [Hint; 6] = [
    (&[&DescendAction::Explore], "explore"),
    (&[&DescendAction::Pack], "pack"),
    (&[&DescendAction::Look], "look"),
    (&[&DescendAction::Level], "map"),
    (&[&CommonAction::Help], "help"),
    (&[&CommonAction::Back], "menu"),
];

/// The hints while an enemy is in sight, which rules out exploring and resting. The first is left out
/// unless the player can shoot.
static FIGHT_HINTS: [Hint; 7] = [
    (&[&DescendAction::Fire], "shoot"),
    (&[&DescendAction::Wait], "wait"),
    (&[&DescendAction::Throw], "throw"),
    (&[&DescendAction::Pack], "pack"),
    (&[&DescendAction::Look], "look"),
    (&[&CommonAction::Help], "help"),
    (&[&CommonAction::Back], "menu"),
];

static LOOK_HINTS: [Hint; 3] = [
    (&STEP_ACTIONS, "move"),
    (&[&DescendAction::NextTarget], "next"),
    (&[&CommonAction::Back], "close"),
];

static AIM_HINTS: [Hint; 3] = [
    (&STEP_ACTIONS, "move"),
    (&[&DescendAction::NextTarget], "next"),
    (&[&CommonAction::Back], "cancel"),
];

static CONDUIT_HINTS: [Hint; 5] = [
    (&STEP_ACTIONS, "choose"),
    (&[&DescendAction::Confirm], "turn the tile"),
    (&[&DescendAction::TurnBack], "turn it back"),
    (&[&DescendAction::Search], "fix a wrong one"),
    (&[&CommonAction::Back], "leave"),
];

static MENU_HINTS: [Hint; 3] = [
    list::MOVE,
    (&[&MenuAction::Choose], "choose"),
    (&[&CommonAction::Back], "close"),
];

static LOG_HINTS: [Hint; 2] = [
    (
        &[
            &MenuAction::Cursor(Dir::North),
            &MenuAction::Cursor(Dir::South),
        ],
        "scroll",
    ),
    (&[&CommonAction::Back], "close"),
];

static END_HINTS: [Hint; 3] = [
    list::MOVE,
    (&[&MenuAction::Choose], "choose"),
    (&[&CommonAction::Back], "title"),
];

static STEP_ACTIONS: [&dyn AnyAction; 4] = [
    &DescendAction::Step(Dir::West),
    &DescendAction::Step(Dir::East),
    &DescendAction::Step(Dir::North),
    &DescendAction::Step(Dir::South),
];

/// The step in a direction, from the action table, because the bar holds `'static` actions.
fn step_action(dir: Dir) -> Option<&'static dyn AnyAction> {
    let mut rows = DescendAction::TABLE.iter();
    let row = rows.find(|(action, _)| *action == DescendAction::Step(dir))?;
    Some(&row.0)
}

/// The introduction above the list of keys.
pub(super) static GAME_HELP: [&str; 6] = [
    "The Everlamp has gone out. It hangs in the sanctum, twelve depths down: go there and light it.",
    "Each depth has stairs down. Some have a vault, which a lever or a conduit opens.",
    "In the dark you see only a few tiles; where braziers burn you see far. Whoever you see can see you.",
    "Walk into an enemy to hit it; in a corridor only one can reach you. Resting restores health \
     and uses food. You have one life.",
    SIDEBAR_HELP[0],
    SIDEBAR_HELP[1],
];

/// The text above the list of keys while the pack is open.
static PACK_HELP: [&str; 4] = [
    "Your pack. A letter, or the arrows and Enter, opens an item's card: what it is and what you \
     can do with it.",
    "Left and Right sort it by letter or by kind. What you wield, wear or have lit is marked (in use).",
    "Unknown potions and scrolls are named by their look. Using one reveals its kind.",
    "The item keys also work on the map, without opening the pack.",
];

/// An action, and what it does here.
type Offer = (&'static dyn AnyAction, String);

/// Updates the bar's offers, hints and help text.
pub(super) fn update_bar(run: Res<Run>, mode: Res<Mode>, mut bar: ResMut<Bar>) {
    let view = run.game().view();
    let (here, hints): (Vec<Offer>, &'static [Hint]) = match *mode {
        Mode::Map => (list_offers(view), map_hints(view)),
        // The map of a run that is over leads nowhere.
        Mode::Aim(..) if !run.is_playing() => (Vec::new(), &LOOK_HINTS),
        Mode::Aim(kind, at) => {
            let offer: Offer = (&DescendAction::Confirm, aim_verb(view, kind).to_owned());
            let is_walk = matches!(kind, AimKind::Look | AimKind::Travel | AimKind::Level);
            let is_offered = !is_walk || can_walk(view, at);
            (Vec::from_iter(is_offered.then_some(offer)), aim_hints(kind))
        }
        Mode::Confirm(..) | Mode::GiveUp(_) => (Vec::new(), &list::QUESTION_HINTS),
        Mode::Log(_) => (Vec::new(), &LOG_HINTS),
        Mode::Conduit(_) => (Vec::new(), &CONDUIT_HINTS),
        Mode::Over(_) => (Vec::new(), &END_HINTS),
        _ => (Vec::new(), &MENU_HINTS),
    };
    let about: &[&str] = match *mode {
        Mode::Pack(..) | Mode::Item { .. } => &PACK_HELP,
        _ => &GAME_HELP,
    };
    let is_same = std::ptr::eq(bar.hints, hints) && std::ptr::eq(bar.about, about);
    if bar.here != here || !is_same {
        (bar.here, bar.hints, bar.about) = (here, hints, about);
    }
}

/// The hints while a tile is selected.
const fn aim_hints(kind: AimKind) -> &'static [Hint] {
    match kind {
        AimKind::Look | AimKind::Level => &LOOK_HINTS,
        _ => &AIM_HINTS,
    }
}

/// A verb for confirming the target.
pub(super) fn aim_verb(view: View<'_>, kind: AimKind) -> &'static str {
    let is_relic = |letter| {
        let class = find_item(view, letter).map(|item| view.content().item(item.kind).class);
        matches!(class, Some(Class::Relic { .. }))
    };
    match kind {
        AimKind::Use(letter) if is_relic(letter) => "use",
        AimKind::Arrow => "shoot",
        AimKind::Throw(_) => "throw",
        AimKind::Use(_) => "read",
        AimKind::Look | AimKind::Travel | AimKind::Level => "go there",
        AimKind::Close => "close",
        AimKind::Tend => "light, or put out",
    }
}

/// Whether a walk to a tile may be offered: no enemy rules it out, and nobody known stands there.
fn can_walk(view: View<'_>, at: Pos) -> bool {
    let to = travel_target(view, at);
    let is_open = view.tile(to).is_some_and(|tile| tile.tile.is_walkable());
    is_open
        && to != view.player().pos
        && view.can_begin(Intent::Travel).is_ok()
        && view.actor_at(to).is_none()
}

/// The hints on the map.
fn map_hints(view: View<'_>) -> &'static [Hint] {
    if view.enemy_in_sight() {
        let can_shoot = view.can_begin(Intent::Fire).is_ok();
        &FIGHT_HINTS[usize::from(!can_shoot)..]
    } else if view.is_explored() {
        &MAP_HINTS[1..]
    } else {
        &MAP_HINTS
    }
}

/// What the player can do on their tile and with its neighbours, attacks first.
fn list_offers(view: View<'_>) -> Vec<Offer> {
    let me = view.player().pos;
    let mut offers: Vec<Offer> = Vec::new();
    let mut add = |action: &'static dyn AnyAction, text: &str| {
        offers.push((action, text.to_owned()));
    };
    if let Some(item) = view.item_at(me) {
        let name = view.item_name(item.kind, item.count, item.plus);
        let choice = if item.offer.is_some() {
            ", one of three"
        } else {
            ""
        };
        add(&DescendAction::PickUp, &format!("take the {name}{choice}"));
    }
    match view.stairs_down() {
        Some(stairs) if stairs == me => add(&DescendAction::Descend, "go down"),
        Some(_) if !view.enemy_in_sight() => add(&DescendAction::Descend, "go to the stairs"),
        _ => {}
    }
    if view.stairs_up() == Some(me) && view.depth() > 1 {
        add(&DescendAction::Ascend, "go up");
    }
    let is_food = |class| matches!(class, Class::Food(_));
    if view.player().hunger != Hunger::Fed && view.find_class(is_food).is_some() {
        add(&DescendAction::Eat, "eat");
    }
    if !view.is_rested() && !view.enemy_in_sight() {
        add(&DescendAction::Rest, "rest");
    }
    let neighbours = Dir::ALL.map(|dir| neighbour_offer(view, dir, me.step(dir)));
    offers.extend(neighbours.into_iter().flatten());
    offers.sort_by_key(|(_, text)| !text.starts_with("strike "));
    // Several neighbours may make the same offer.
    let mut texts = BTreeSet::new();
    offers.retain(|(_, text)| texts.insert(text.clone()));
    offers
}

/// What the player can do with the tile at `pos`, one step away in `dir`.
fn neighbour_offer(view: View<'_>, dir: Dir, pos: Pos) -> Option<Offer> {
    let tile = view.tile(pos)?.tile;
    let step_into = |text: &str| step_action(dir).map(|step| (step, text.to_owned()));
    if let Some(feature) = view.feature_at(pos) {
        return match (feature.open, feature.is_everlamp(), feature.has_conduit) {
            (true, ..) => None,
            (_, true, _) => step_into("turn the conduit of the Everlamp"),
            (_, _, true) => step_into("turn the conduit"),
            _ => step_into("pull the lever"),
        };
    }
    let occupant: Option<ActorView> = view.actor_at(pos).filter(|actor| actor.in_sight);
    if let Some(actor) = occupant {
        let name = view.monster_name(actor.kind);
        return step_into(&format!("strike {name}"));
    }
    match tile {
        Tile::DoorClosed if !dir.is_diagonal() => step_into("open the door"),
        Tile::Tomb => step_into("open the tomb"),
        Tile::DoorOpen if !is_vault_gate(view, pos) => {
            Some((&DescendAction::Close, "close the door".to_owned()))
        }
        Tile::Brazier => {
            let burns = view.lamps().any(|lamp| lamp.pos == pos && lamp.lit);
            let text = if burns {
                "put out the brazier"
            } else {
                "light the brazier"
            };
            Some((&DescendAction::Tend, text.to_owned()))
        }
        _ => None,
    }
}

/// Whether `pos` is a vault's gate, which cannot be closed.
fn is_vault_gate(view: View<'_>, pos: Pos) -> bool {
    let mut vaults = view.features().filter_map(|feature| feature.vault);
    vaults.any(|vault| vault.door == pos)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bot::{Bot, Explorer};
    use crate::game::{Command, Game, Letter};
    use crate::rng::Seed;

    /// The game with two added items in the pack, the first of them wielded.
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
        Game::with_state(serde_json::from_value(state).unwrap(), content)
    }

    #[test]
    fn a_shot_is_offered_in_a_fight_to_who_has_a_bow_and_arrows() {
        let mut run = Run::new(Seed(5), None).unwrap();
        let mut bot = Explorer::default();
        while !run.game().view().enemy_in_sight() {
            let going_on = run.game().doing().map(Command::from);
            let command = going_on.unwrap_or_else(|| bot.choose_action(run.game().view()));
            run.apply(command).unwrap();
        }
        let shoots = |game: &Game| {
            let shoot: &dyn AnyAction = &DescendAction::Fire;
            let hints = map_hints(game.view());
            hints.iter().any(|hint| *hint.0[0] == *shoot)
        };
        assert!(!shoots(run.game()));
        assert!(shoots(&holding(run.game(), ["fowlers-bow", "arrow"])));
    }

    #[test]
    fn what_gives_a_question_up_is_not_named_as_its_answer() {
        let run = Run::new(Seed(5), None).unwrap();
        for kind in [
            AimKind::Close,
            AimKind::Tend,
            AimKind::Arrow,
            AimKind::Travel,
        ] {
            let (_, back) = aim_hints(kind).last().unwrap();
            assert_eq!(*back, "cancel");
            assert_ne!(aim_verb(run.game().view(), kind), *back);
        }
        assert_eq!(aim_hints(AimKind::Look).last().unwrap().1, "close");
    }

    #[test]
    fn what_is_aimed_is_read_or_used() {
        let run = Run::new(Seed(5), None).unwrap();
        let used = |id: &str| {
            let game = holding(run.game(), ["short-sword", id]);
            aim_verb(game.view(), AimKind::Use(Letter::all().nth(25).unwrap()))
        };
        assert_eq!(
            (used("scroll-fireball"), used("paschal-coal")),
            ("read", "use")
        );
    }

    #[test]
    fn a_walk_is_offered_to_free_tiles_and_without_danger() {
        let mut counts = [0; 3];
        let mut run = Run::new(Seed(5), None).unwrap();
        let mut bot = Explorer::default();
        while run.is_playing() && counts.contains(&0) {
            run.step_by(&mut bot);
            let view = run.game().view();
            for actor in view.actors() {
                assert!(!can_walk(view, actor.pos));
                counts[0] += 1;
            }
            let is_offered = view.stairs_up().is_some_and(|to| can_walk(view, to));
            assert!(!is_offered || !view.enemy_in_sight());
            counts[1 + usize::from(is_offered)] += 1;
        }
        assert!(!counts.contains(&0), "{counts:?}");
    }

    #[test]
    fn what_stands_here_and_beside_is_offered_with_the_action_that_does_it() {
        let mut seen: Vec<(&dyn AnyAction, String)> = Vec::new();
        let mut counts = [0, 0];
        for seed in 5..9 {
            let mut run = Run::new(Seed(seed), None).unwrap();
            let mut bot = Explorer::default();
            while run.game().turns() < 3000 && run.is_playing() {
                run.step_by(&mut bot);
                let view = run.game().view();
                seen.extend(list_offers(view));
                let explore: &dyn AnyAction = &DescendAction::Explore;
                let explores = map_hints(view).iter().any(|hint| *hint.0[0] == *explore);
                let can_explore = !view.enemy_in_sight() && !view.is_explored();
                assert_eq!(explores, can_explore);
                counts[usize::from(explores)] += 1;
            }
        }
        assert!(counts[0] > 10 && counts[1] > 10, "{counts:?}");
        let action_for = |text: &str| {
            let offer = seen.iter().find(|offer| offer.1.starts_with(text));
            offer.unwrap_or_else(|| panic!("no offer to {text}")).0
        };
        assert!(*action_for("take the ") == *(&DescendAction::PickUp as &dyn AnyAction));
        assert!(*action_for("go to the stairs") == *(&DescendAction::Descend as &dyn AnyAction));
        assert!(*action_for("go down") == *(&DescendAction::Descend as &dyn AnyAction));
        assert!(*action_for("rest") == *(&DescendAction::Rest as &dyn AnyAction));
        assert!(*action_for("eat") == *(&DescendAction::Eat as &dyn AnyAction));
        assert!(*action_for("close the door") == *(&DescendAction::Close as &dyn AnyAction));
        assert!(*action_for("put out the brazier") == *(&DescendAction::Tend as &dyn AnyAction));
        assert!(
            action_for("strike the ")
                .row()
                .unwrap()
                .name
                .starts_with("step-")
        );
        assert!(
            action_for("open the door")
                .row()
                .unwrap()
                .name
                .starts_with("step-")
        );
    }
}
