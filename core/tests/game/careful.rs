//! A careful player, as simple as can be: enough to see that runs can be played to their end.

use undercroft_core::game::content::{Class, Potion, Scroll};
use undercroft_core::game::{
    Action, Condition, FeatureView, Game, GameEvent, HazardKind, Hunger, Outcome, Refusal,
};
use undercroft_core::geom::{Dir, Pos};

use super::new_game;
use super::scene::content;

/// What a careful player does next.
pub fn choose(game: &Game) -> Action {
    let view = game.view();
    let player = view.player();
    let hurt = player.health * 100 / player.max_health;
    if view.enemy_in_sight() {
        return fight(game, hurt);
    }
    if player.hunger >= Hunger::Hungry
        && let Some(letter) = view.find_class(|class| matches!(class, Class::Food(_)))
    {
        return Action::Use { letter, at: None };
    }
    if let Some(action) = dress(game) {
        return action;
    }
    let burns = view.condition(Condition::Burning) > 0;
    if hurt < 70 && !view.is_rested() && player.hunger < Hunger::Weak && !burns {
        return Action::Rest;
    }
    if let Some(action) = try_out(game) {
        return action;
    }
    let mut features = view.features();
    let is_prize = |one: &FeatureView| !one.open && one.vault.is_some();
    if let Some(feature) = features.find(is_prize) {
        let beside = player.pos.dir_to(feature.at);
        if let Some(dir) = beside {
            return work(feature, dir);
        }
    }
    Action::Explore
}

/// Pulls a lever, or sets a tile of a conduit right.
const fn work(feature: FeatureView, dir: Dir) -> Action {
    match feature.has_conduit {
        true => Action::Feel { dir },
        false => Action::Move { dir },
    }
}

fn fight(game: &Game, hurt: i32) -> Action {
    let view = game.view();
    let player = view.player();
    if hurt < 35 {
        if let Some(letter) = view.find_potion(Potion::Healing) {
            return Action::Use { letter, at: None };
        }
        if let Some(letter) = view.find_scroll(Scroll::Teleport) {
            return Action::Use { letter, at: None };
        }
        let mut pack = view.pack();
        if let Some((letter, _)) = pack.find(|(_, item)| item.kind.kind().is_none()) {
            return Action::Use { letter, at: None };
        }
    }
    let far = |pos: Pos| {
        (pos.x - player.pos.x)
            .abs()
            .max((pos.y - player.pos.y).abs())
    };
    let awake = view
        .actors()
        .filter(|actor| actor.in_sight && actor.mood != undercroft_core::game::Mood::Asleep);
    let Some(foe) = awake.min_by_key(|actor| far(actor.pos)) else {
        return Action::Wait;
    };
    let def = content().monster(foe.kind);
    let explodes = def.abilities.bursts.is_some();
    if far(foe.pos) > 1 || explodes {
        if let Some(letter) = view.find_class(|class| matches!(class, Class::Missile(_))) {
            return Action::Throw {
                letter,
                at: foe.pos,
            };
        }
        if far(foe.pos) > 1 {
            for scroll in [Scroll::MagicMissile, Scroll::Fireball] {
                if let Some(letter) = view
                    .find_scroll(scroll)
                    .filter(|_| hurt < 70 && far(foe.pos) > 3)
                {
                    return Action::Use {
                        letter,
                        at: Some(foe.pos),
                    };
                }
            }
        }
    }
    let dir = Dir::ALL.into_iter().min_by_key(|dir| {
        let to = player.pos.step(*dir);
        let here = to == foe.pos;
        let open = view.can_step(*dir) || here;
        (!open, far_between(to, foe.pos))
    });
    match dir {
        Some(dir) if far(foe.pos) == 1 => Action::step(dir),
        // Those who come are waited for; those who do not are gone to.
        Some(dir) if !def.closes_in() || def.abilities.steals.is_some() => Action::step(dir),
        _ => Action::Wait,
    }
}

fn far_between(a: Pos, b: Pos) -> i32 {
    (a.x - b.x).pow(2) + (a.y - b.y).pow(2)
}

/// Puts on what is better than what is worn.
fn dress(game: &Game) -> Option<Action> {
    let view = game.view();
    let value = |class: Class, plus: i8| match class {
        Class::Weapon { style, attack } if style != undercroft_core::game::content::Style::Bow => {
            let slow = style == undercroft_core::game::content::Style::Mace;
            Some((0, (attack + i32::from(plus)) * if slow { 6 } else { 10 }))
        }
        Class::Armour { defence, .. } => Some((1, defence * 10 + i32::from(plus) * 10)),
        Class::Lantern(reach) => Some((2, reach as i32)),
        Class::Ring(_) => Some((3, 1)),
        _ => None,
    };
    for (letter, item) in view.pack() {
        let class = view.class(item.kind);
        let Some((place, good)) = class.and_then(|class| value(class, item.plus)) else {
            continue;
        };
        if view.is_equipped(letter) {
            continue;
        }
        let worn = view.pack().filter(|(letter, _)| view.is_equipped(*letter));
        let worn = worn.filter_map(|(_, item)| value(view.class(item.kind)?, item.plus));
        let same: Vec<i32> = worn
            .filter(|(other, _)| *other == place)
            .map(|(_, good)| good)
            .collect();
        let room = place == 3 && same.len() < 2;
        if room || (place != 3 && same.iter().all(|other| *other < good)) {
            return Some(Action::Use { letter, at: None });
        }
    }
    None
}

/// Reads and drinks what is unknown while nobody is about, and what helps for good.
fn try_out(game: &Game) -> Option<Action> {
    let view = game.view();
    if view.player().health * 100 < view.player().max_health * 80 {
        return None;
    }
    let helps = |class| {
        matches!(
            class,
            Class::Potion(Potion::Strength | Potion::Vigour)
                | Class::Scroll(Scroll::Sharpen | Scroll::Protect | Scroll::Mapping)
        )
    };
    let mut pack = view.pack();
    let found = pack.find(|(_, item)| match view.class(item.kind) {
        None => true,
        Some(Class::Scroll(Scroll::Protect)) => view.pack().any(|(letter, item)| {
            view.is_equipped(letter) && matches!(view.class(item.kind), Some(Class::Armour { .. }))
        }),
        Some(class) => helps(class),
    });
    found.map(|(letter, _)| Action::Use { letter, at: None })
}

/// Plays a run to its end, or so many actions.
pub fn play(seed: u64, most: usize) -> Game {
    let mut game = new_game(seed);
    let mut events: Vec<GameEvent> = Vec::new();
    let mut stuck = 0;
    for _ in 0..most {
        if game.outcome() != Outcome::Playing {
            break;
        }
        events.clear();
        let action = game.doing().unwrap_or_else(|| choose(&game));
        let done = game.apply(action.sure(), &mut events);
        let done = match (action, done) {
            (Action::Explore, Err(Refusal::Explored | Refusal::HazardInTheWay(_))) => {
                leave(&mut game, &mut events)
            }
            (_, Err(Refusal::InTheWay(pos))) => clear_way(&mut game, pos, &mut events),
            (_, Err(_)) => game.apply(Action::Wait, &mut events),
            (_, done) => done,
        };
        stuck = if done.is_ok() { 0 } else { stuck + 1 };
        assert!(
            stuck < 5,
            "seed {seed}: {action:?}, {done:?} at depth {}",
            game.depth()
        );
    }
    game
}

/// Goes up to who sleeps in the way, and strikes.
fn clear_way(game: &mut Game, at: Pos, events: &mut Vec<GameEvent>) -> Result<(), Refusal> {
    let view = game.view();
    let me = view.player().pos;
    if let Some(dir) = me.dir_to(at) {
        let struck = game.apply(Action::step(dir).sure(), events);
        if struck.is_ok() {
            return struck;
        }
    }
    let view = game.view();
    let beside = Dir::ALL
        .into_iter()
        .map(|dir| at.step(dir))
        .filter(|pos| *pos != me);
    let to = beside.min_by_key(|pos| view.known_path(*pos).map_or(usize::MAX, |way| way.len()));
    game.apply(Action::Travel { to: to.unwrap() }, events)
}

/// Goes to a known hole, or jumps into one beside them; `None` if there is none. Where a bridge or the floor is gone,
/// the way back is down.
fn jump(game: &mut Game, events: &mut Vec<GameEvent>) -> Option<Result<(), Refusal>> {
    let view = game.view();
    let me = view.player().pos;
    let pits = view.hazards().filter(|(kind, _)| *kind == HazardKind::Pit);
    let pits: Vec<Pos> = pits.map(|(_, pos)| pos).collect();
    if let Some(dir) = pits.iter().find_map(|pit| me.dir_to(*pit)) {
        return Some(game.apply(Action::step(dir).sure(), events));
    }
    let beside = pits
        .iter()
        .flat_map(|pit| Dir::ALL.map(|dir| pit.step(dir)));
    let ways = beside.filter_map(|pos| Some((view.known_path(pos)?.len(), pos)));
    let (_, to) = ways.min()?;
    Some(game.apply(Action::Travel { to }, events))
}

/// Goes down, or to the Everlamp.
fn leave(game: &mut Game, events: &mut Vec<GameEvent>) -> Result<(), Refusal> {
    let view = game.view();
    let me = view.player().pos;
    if let Some(lamp) = view.everlamp() {
        if let Some(dir) = me.dir_to(lamp.at) {
            return game.apply(work(lamp, dir), events);
        }
        let ways = Dir::ALL.into_iter().map(|dir| lamp.at.step(dir));
        let to = ways.min_by_key(|pos| view.known_path(*pos).map_or(usize::MAX, |way| way.len()));
        return game.apply(Action::Travel { to: to.unwrap() }, events);
    }
    if view.stairs_down().is_none()
        && let Some(done) = jump(game, events)
    {
        return done;
    }
    let view = game.view();
    match view.stairs_down() {
        Some(to) if to != me => match game.apply(Action::Travel { to }, events) {
            Err(Refusal::InTheWay(pos)) => clear_way(game, pos, events),
            // The flames burn down meanwhile.
            Err(Refusal::Flames) => game.apply(Action::Wait, events),
            Err(Refusal::HazardInTheWay(_)) => jump(game, events).unwrap(),
            done => done,
        },
        _ => game.apply(Action::Descend.sure(), events),
    }
}

#[test]
fn runs_end_in_death_or_victory_and_every_level_can_be_left() {
    let mut ends = Vec::new();
    let many = crate::trial::amount(24, 400);
    for seed in 0..many {
        let game = play(seed, 60_000);
        assert_ne!(game.outcome(), Outcome::Playing, "seed {seed}");
        ends.push(game.depth());
    }
    ends.sort_unstable();
    let first = ends.iter().filter(|depth| **depth == 1).count();
    assert!(ends[ends.len() / 2] >= 2, "{ends:?}");
    // It knows nothing of doorways, and often strikes from one.
    assert!(first as u64 * 7 < many, "{ends:?}");
}
