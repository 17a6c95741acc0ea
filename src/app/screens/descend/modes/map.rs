//! The map itself, with nothing open over it: what the keys of the game do, and what the bar offers where the
//! player stands.

use std::collections::BTreeSet;

use super::super::action::{DescendAction, Offer};
use super::super::mode::{AimKind, Mode, Purpose};
use super::super::reply::Reply;
use super::super::walk::walk_to;
use crate::app::input::{Action as _, AnyAction, CommonAction};
use crate::app::stage::{Run, SIDEBAR_HELP};
use crate::app::ui::hud::Hint;
use crate::game::content::{Class, DEEPEST};
use crate::game::{
    Action, ActorView, Errand, Hunger, Intent, Landmark, Refusal, SetPiecePart, View,
};
use crate::geom::{Dir, Pos};
use crate::map::Tile;

/// The player's health, and what is where they stand.
pub(super) fn describe(run: &Run) -> String {
    let view = run.game().view();
    let here = view.look(view.player().pos).into_iter();
    let lines = std::iter::once(view.describe_health()).chain(here.skip(1));
    lines.collect::<Vec<String>>().join("\n")
}

/// What an action does on the map.
pub(super) fn handle(action: DescendAction, run: &Run) -> Reply {
    let view = run.game().view();
    let me = view.player().pos;
    let target = view.nearest_enemy().unwrap_or(me);
    let pack = |purpose: Purpose| Mode::Pack(purpose, purpose.first_line(run));
    let pick = |intent, purpose: Purpose| Reply::open_if_allowed(intent, pack(purpose), run);
    match action {
        DescendAction::GoTo(at) => walk_to(at, run),
        DescendAction::Step(dir) => Action::step(dir).into(),
        DescendAction::Run(dir) => Action::Run { dir }.into(),
        DescendAction::Wait => Action::Wait.into(),
        DescendAction::Search => Action::Search.into(),
        DescendAction::Rest => Action::Rest.into(),
        // On a level that is explored it goes on to what is left to do there.
        DescendAction::Explore => match goes_on(view) {
            Some(_) => Action::Proceed.into(),
            None => Action::Explore.into(),
        },
        DescendAction::Fight => Action::Fight.into(),
        DescendAction::PickUp => Action::PickUp.into(),
        DescendAction::Descend => match view.stairs_down() {
            Some(to) if to != me => Action::Travel { to }.into(),
            None if view.depth() < DEEPEST => {
                Reply::Say("You have not seen stairs leading down yet.".to_owned())
            }
            _ => Action::Descend.into(),
        },
        DescendAction::Ascend if view.depth() == 1 => Reply::Refuse(Refusal::Barred),
        DescendAction::Ascend => match view.stairs_up() {
            Some(to) if to != me => Action::Travel { to }.into(),
            None => Reply::Say("You have not seen stairs leading up yet.".to_owned()),
            Some(_) => Action::Ascend.into(),
        },
        DescendAction::Pack => Reply::Open(pack(Purpose::Use)),
        DescendAction::Drop => pick(Intent::Drop, Purpose::Drop),
        DescendAction::Throw => pick(Intent::Throw, Purpose::Throw),
        DescendAction::Eat => pick(Intent::Eat, Purpose::Eat),
        DescendAction::Quaff => pick(Intent::Quaff, Purpose::Quaff),
        DescendAction::Read => pick(Intent::Read, Purpose::Read),
        DescendAction::Equip => pick(Intent::Equip, Purpose::Equip),
        DescendAction::TakeOff => pick(Intent::TakeOff, Purpose::TakeOff),
        DescendAction::Fire => {
            Reply::open_if_allowed(Intent::Fire, Mode::Aim(AimKind::Arrow, target), run)
        }
        DescendAction::Travel => {
            let to = view.stairs_down().unwrap_or(me);
            Reply::open_if_allowed(Intent::Travel, Mode::Aim(AimKind::Travel, to), run)
        }
        DescendAction::Level => Reply::Open(Mode::Aim(AimKind::Level, me)),
        DescendAction::Look => Reply::Open(Mode::Aim(AimKind::Look, target)),
        DescendAction::Close => Action::Close { dir: None }.into(),
        DescendAction::Tend => Action::Tend { dir: None }.into(),
        DescendAction::Push => Action::Push { dir: None }.into(),
        DescendAction::Hood => Action::Hood.into(),
        DescendAction::Log => Reply::Open(Mode::Log(0)),
        DescendAction::GiveUp => Reply::Open(Mode::ASK_TO_GIVE_UP),
        DescendAction::Confirm => default_action(view).map_or_else(Reply::Say, Reply::from),
        DescendAction::NextTarget
        | DescendAction::PreviousTarget
        | DescendAction::TurnBack
        | DescendAction::TurnAt(_)
        | DescendAction::AlternatePad => Reply::Nothing,
    }
}

/// What the key of exploring goes on to, on a level that is explored.
fn goes_on(view: View<'_>) -> Option<Errand> {
    let errand = view.is_explored().then(|| view.errand()).flatten();
    errand.map(|(errand, _)| errand)
}

/// The action of the confirm key on the map: pick up, take the stairs, or search. Beside a monster it does
/// not search, which would give away a turn, but says why.
fn default_action(view: View<'_>) -> Result<Action, String> {
    let me = view.player().pos;
    if view.item_at(me).is_some() {
        return Ok(Action::PickUp);
    }
    if view.stairs_down() == Some(me) {
        return Ok(Action::Descend);
    }
    if view.stairs_up() == Some(me) {
        return Ok(Action::Ascend);
    }
    let beside = view.actors().find(|actor| actor.pos.steps_to(me) == 1);
    match beside.map(|actor| view.monster_name(actor.kind)) {
        Some(name) => Err(format!(
            "You do not search while {name} is beside you. A step towards it strikes it."
        )),
        None => Ok(Action::Search),
    }
}

/// The bar's hints on the map. The first is left out once the level is explored.
pub static HINTS: [Hint; 6] = [
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

/// The introduction above the list of keys.
pub static HELP: [&str; 6] = [
    "The Everlamp has gone out. It hangs in the sanctum, twelve depths down: go there and light it.",
    "Each depth has stairs down. Some have a vault, which a lever or a conduit opens.",
    "By your lantern you see, and are noticed from afar; hooded, in the dark, you see little, and hardly anybody notices \
     you. Whoever you see can see you.",
    "Walk into an enemy to hit it; in a corridor only one can reach you. Resting restores health \
     and uses food. You have one life.",
    SIDEBAR_HELP[0],
    SIDEBAR_HELP[1],
];

/// What the player can do here, and the hints.
pub(super) fn hints(run: &Run) -> (Vec<Offer>, &'static [Hint]) {
    let view = run.game().view();
    (list_offers(view), hints_for(view))
}

fn hints_for(view: View<'_>) -> &'static [Hint] {
    if view.enemy_in_sight() {
        let can_shoot = view.can_begin(Intent::Fire).is_ok();
        &FIGHT_HINTS[usize::from(!can_shoot)..]
    } else if view.is_explored() {
        &HINTS[1..]
    } else {
        &HINTS
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
    if view
        .lamps()
        .any(|lamp| lamp.lit && me.dir_to(lamp.pos).is_some())
    {
        add(&DescendAction::Push, "knock the brazier over");
    }
    if let Some(lantern) = view.player().lantern {
        let unaware = view
            .actors()
            .any(|actor| view.notice_range(actor.id).is_some());
        match lantern.hooded {
            true => add(&DescendAction::Hood, "unhood the lantern"),
            // Where it may matter.
            false if unaware && lantern.oil > 0 => add(&DescendAction::Hood, "hood the lantern"),
            false => {}
        }
    }
    let fight = view.fight().ok();
    if let Some(fight) = fight
        && let Some(actor) = view.actor_at(fight.at)
    {
        let name = view.monster_name(actor.kind);
        let does = if fight.strikes { "fight" } else { "go up to" };
        add(&DescendAction::Fight, &format!("{does} {name}"));
    }
    if !view.enemy_in_sight()
        && let Some(errand) = goes_on(view)
    {
        add(
            &DescendAction::Explore,
            &format!("go on to {}", errand.name()),
        );
    }
    let struck = fight.filter(|fight| fight.strikes).map(|fight| fight.at);
    for dir in Dir::ALL {
        let pos = me.step(dir);
        if Some(pos) != struck {
            offers.extend(neighbour_offer(view, dir, pos));
        }
    }
    let is_blow = |text: &str| text.starts_with("fight ") || text.starts_with("strike ");
    offers.sort_by_key(|(_, text)| !is_blow(text));
    // Several neighbours may make the same offer.
    let mut texts = BTreeSet::new();
    offers.retain(|(_, text)| texts.insert(text.clone()));
    offers
}

/// The step in a direction, from the action table, because the bar holds `'static` actions.
fn step_action(dir: Dir) -> Option<&'static dyn AnyAction> {
    let mut rows = DescendAction::TABLE.iter();
    let row = rows.find(|(action, _)| *action == DescendAction::Step(dir))?;
    Some(&row.0)
}

/// What the player can do with the tile at `pos`, one step away in `dir`.
fn neighbour_offer(view: View<'_>, dir: Dir, pos: Pos) -> Option<Offer> {
    let tile = view.tile(pos)?.tile;
    let step_into = |text: &str| step_action(dir).map(|step| (step, text.to_owned()));
    if let Some(feature) = view.feature_at(pos) {
        return match (feature.done, feature.is_everlamp(), feature.has_conduit) {
            (true, ..) => None,
            _ if feature.landmark == Landmark::Font => match feature.open {
                true => step_into("drink from the font"),
                false => None,
            },
            (_, true, _) => step_into("turn the conduit of the Everlamp"),
            (_, _, true) => step_into("turn the conduit"),
            _ => step_into("pull the lever"),
        };
    }
    if view.set_piece_part_at(pos) == Some(SetPiecePart::Lever { live: true }) {
        return step_into("pull the lever");
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
    use super::super::test::{each_turn, holding};
    use super::*;
    use crate::bot::{Bot, Explorer};
    use crate::game::{Command, Game};
    use crate::rng::Seed;

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
            let hints = hints_for(game.view());
            hints.iter().any(|hint| *hint.0[0] == *shoot)
        };
        assert!(!shoots(run.game()));
        assert!(shoots(&holding(run.game(), ["fowlers-bow", "arrow"])));
    }

    #[test]
    fn on_an_explored_level_the_key_of_exploring_goes_on_as_the_bar_says() {
        let (mut explores, mut goes_on) = (0, 0);
        each_turn(5..9, 3000, |run| {
            let view = run.game().view();
            if view.enemy_in_sight() {
                return;
            }
            let Reply::Act(command, Mode::Map) = handle(DescendAction::Explore, run) else {
                panic!("the key acts");
            };
            let offers = list_offers(view);
            let mut texts = offers.iter().map(|(_, text)| text.as_str());
            let offer = texts.find(|text| text.starts_with("go on to "));
            match view.errand().filter(|_| view.is_explored()) {
                Some((errand, _)) => {
                    assert_eq!(offer, Some(format!("go on to {}", errand.name()).as_str()));
                    assert_eq!(command.action, Action::Proceed);
                    assert_eq!(run.game().clone().apply(command, &mut Vec::new()), Ok(()));
                    goes_on += 1;
                }
                None => {
                    assert_eq!((command.action, offer), (Action::Explore, None));
                    explores += 1;
                }
            }
        });
        assert!(explores > 10 && goes_on > 10, "{explores} {goes_on}");
    }

    #[test]
    fn what_stands_here_and_beside_is_offered_with_the_action_that_does_it() {
        let mut seen: Vec<(&dyn AnyAction, String)> = Vec::new();
        let (mut counts, mut blows) = ([0, 0], 0);
        each_turn(5..9, 3000, |run| {
            let view = run.game().view();
            let offers = list_offers(view);
            if let Ok(fight) = view.fight() {
                let blow = step_action(fight.dir).unwrap();
                let offered = offers.iter().any(|(action, _)| **action == *blow);
                assert!(!fight.strikes || !offered, "two offers for one blow");
                blows += usize::from(fight.strikes);
            }
            seen.extend(offers);
            let explore: &dyn AnyAction = &DescendAction::Explore;
            let explores = hints_for(view).iter().any(|hint| *hint.0[0] == *explore);
            let can_explore = !view.enemy_in_sight() && !view.is_explored();
            assert_eq!(explores, can_explore);
            counts[usize::from(explores)] += 1;
        });
        assert!(counts[0] > 10 && counts[1] > 10, "{counts:?}");
        assert!(blows > 10, "{blows}");
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
        assert!(*action_for("knock the brazier over") == *(&DescendAction::Push as &dyn AnyAction));
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
