//! What each potion does to whoever drinks it, and to whoever it is thrown at.

use undercroft_core::game::content::{Apparent, ItemDef, Potion};
use undercroft_core::game::{
    Action, BlastKind, Condition, Danger, EventItem, FightEvent, Game, GameEvent, ItemEvent,
    Lighting, Mood, Refusal,
};
use undercroft_core::geom::{Dir, Pos};

use super::{ME, ROOM};
use crate::scene::{Scene, act, only, refuse, told};

pub fn drunk(def: &ItemDef, potion: Potion) {
    let mut scene = Scene::new(1, ROOM, &[]);
    scene.empty_pack();
    let letter = scene.give(&def.id, 1);
    scene.set_player("health", 20);
    let mut game = scene.game();
    let before = game.view().player();
    let unknown = game.view().pack().next().unwrap().1.kind;
    assert_eq!(unknown.kind(), None);
    let kind = game.content().find_item(&def.id).unwrap();
    let events = act(&mut game, Action::Use { letter, at: None });
    let named = events.iter().filter_map(|event| match event {
        GameEvent::Item(ItemEvent::Quaffed { item })
        | GameEvent::Item(ItemEvent::Identified { item }) => Some(*item),
        _ => None,
    });
    let named: Vec<EventItem> = named.collect();
    let named: Vec<Apparent> = named.iter().map(|item| item.kind).collect();
    assert_eq!(named, [unknown, kind.into()]);
    assert!(game.view().knows(kind) && game.view().pack().next().is_none());
    let after = game.view().player();
    let left = |condition| game.view().condition(condition);
    match potion {
        Potion::Healing => {
            assert_eq!(after.health, 40);
            // 30 and a third of 200.
            let mut scene = Scene::new(1, ROOM, &[]);
            let letter = scene.give(&def.id, 1);
            scene.set_player("vigour", 160);
            scene.set_player("health", 10);
            let mut game = scene.game();
            act(&mut game, Action::Use { letter, at: None });
            assert_eq!(game.view().player().health, 10 + 30 + 66);
        }
        Potion::Haste => {
            assert_eq!(left(Condition::Hasted), 25);
            let time = game.time();
            act(&mut game, Action::Wait);
            assert_eq!(game.time() - time, 50);
        }
        Potion::Strength => assert_eq!(after.attack, before.attack + 1),
        Potion::Vigour => {
            assert_eq!(after.max_health, before.max_health + 8);
            assert_eq!(after.health, 28);
        }
        Potion::Light => {
            assert_eq!(left(Condition::Bright), 249);
            assert_eq!(after.sight, before.sight * 2);
        }
        Potion::Telepathy => {
            let mut scene = Scene::new(1, "@#r", &[('r', "crypt-rat")]);
            let letter = scene.give(&def.id, 1);
            scene.first()["mood"] = "Asleep".into();
            let mut game = scene.game();
            assert_eq!(game.view().actors().count(), 0);
            act(&mut game, Action::Use { letter, at: None });
            assert!(!only(&game).in_sight);
        }
        Potion::Darkness => {
            assert_eq!(after.sight, 3);
            assert!(!game.view().in_sight(ME + Pos::new(4, 0)));
            assert_eq!(after.lighting, Lighting::Dark);
        }
        Potion::Confusion => {
            assert_eq!(left(Condition::Confused), 9);
            let mut astray = 0;
            for _ in 0..8 {
                let from = game.view().player().pos;
                if game.view().can_step(Dir::East) {
                    act(&mut game, Action::step(Dir::East));
                    astray += i32::from(game.view().player().pos != from.step(Dir::East));
                } else {
                    act(&mut game, Action::Wait);
                }
            }
            assert!(astray > 0);
        }
        Potion::Fire => {
            assert!(after.health < 14, "{}", after.health);
            assert!(left(Condition::Burning) > 0);
        }
    }
    thrown_potion(def, potion);
    thrown_unknown(def, potion);
}

/// Throws the potion at a monster four tiles away, known or not.
fn throw(def: &ItemDef, known: bool) -> (Game, Pos, Vec<GameEvent>) {
    let mut scene = Scene::new(2, "@...K....", &[('K', "ossuary-keeper")]);
    let letter = scene.give(&def.id, 1);
    scene.first()["health"] = 20.into();
    if known {
        scene.know_all();
    }
    let mut game = scene.game();
    let at = only(&game).pos;
    let events = act(&mut game, Action::Throw { letter, at });
    (game, at, events)
}

/// The same potion thrown.
fn thrown_potion(def: &ItemDef, potion: Potion) {
    let (game, at, events) = throw(def, true);
    let blast = |kind| {
        events.contains(&GameEvent::Fight(FightEvent::Blast {
            kind,
            center: at,
            radius: 2,
        }))
    };
    match potion {
        Potion::Fire => {
            assert!(
                blast(BlastKind::Fire) && only(&game).health < 20,
                "{events:?}"
            );
        }
        Potion::Confusion => assert!(blast(BlastKind::Confusion)),
        Potion::Darkness => {
            assert!(blast(BlastKind::Darkness));
            assert_ne!(only(&game).mood, Mood::Hunting);
        }
        Potion::Healing => assert!(blast(BlastKind::Vapour) && only(&game).health > 20),
        _ => assert!(blast(BlastKind::Vapour) && only(&game).health == 20),
    }
    if potion.is_harmful() {
        let mut scene = Scene::new(2, "@.K......", &[('K', "ossuary-keeper")]);
        let letter = scene.give(&def.id, 1);
        scene.know_all();
        let mut game = scene.game();
        let at = only(&game).pos;
        let too_near = refuse(&mut game, Action::Throw { letter, at });
        assert_eq!(too_near, Refusal::NeedsConfirmation(Danger::OwnBlast));
        let known = refuse(&mut game, Action::Use { letter, at: None });
        assert_eq!(known, Refusal::NeedsConfirmation(Danger::HarmfulPotion));
    }
}

#[test]
fn a_thrown_potion_says_if_it_affects_nobody() {
    let throw_at = |id: &str, map: &str| {
        let mut scene = Scene::new(2, map, &[('K', "ossuary-keeper")]);
        scene.first()["health"] = 20.into();
        let letter = scene.give(id, 1);
        let at = Pos::new(4, 1);
        told(&act(&mut scene.game(), Action::Throw { letter, at }))
    };
    let says = |lines: &[String]| lines.iter().any(|line| line == "Nobody is affected.");
    for id in ["potion-healing", "potion-confusion", "potion-darkness"] {
        let near = throw_at(id, "@...K....");
        assert!(!says(&near), "{id}: {near:?}");
        let far = throw_at(id, "@.......K");
        assert!(says(&far), "{id}: {far:?}");
    }
    for map in ["@...K....", "@.......K"] {
        let lines = throw_at("potion-strength", map);
        assert!(says(&lines), "{map}: {lines:?}");
    }
}

/// Thrown unknown: what is seen of it is told first, then what it was, if that can be told from it.
fn thrown_unknown(def: &ItemDef, potion: Potion) {
    let (_, _, events) = throw(def, false);
    let told = told(&events);
    let named = told.iter().position(|line| line.starts_with("It was "));
    assert_eq!(
        named.is_some(),
        potion.is_harmful() || potion == Potion::Healing,
        "{told:?}"
    );
    let seen = match potion {
        // Told by whom it hits.
        Potion::Fire => return,
        Potion::Confusion => "A cloud of dizzying vapour spreads.",
        Potion::Darkness => "A cloud of darkness spreads.",
        _ => "The potion shatters.",
    };
    let seen = told.iter().position(|line| line == seen);
    assert!(
        seen.is_some() && (named.is_none() || seen < named),
        "{told:?}"
    );
}
