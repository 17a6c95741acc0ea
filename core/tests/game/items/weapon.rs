//! What each weapon and missile adds to a blow, a throw or a shot.

use undercroft_core::game::content::{ItemDef, Style};
use undercroft_core::game::{
    Action, BlastKind, FightEvent, GameEvent, ItemEvent, Outcome, Refusal,
};
use undercroft_core::geom::Dir;

use super::ROOM;
use crate::scene::{Scene, act, content, damage_range, monsters, only, refuse};

pub fn weapon(def: &ItemDef, style: Style, attack: i32) {
    let mut scene = Scene::new(4, ROOM, &[]);
    let letter = scene.give(&def.id, 1);
    let mut game = scene.game();
    let bare = game.view().player().attack;
    let events = act(&mut game, Action::Use { letter, at: None });
    assert!(matches!(
        events[0],
        GameEvent::Item(ItemEvent::Equipped { .. })
    ));
    assert!(game.view().is_equipped(letter));
    let gain = game.view().player().attack - bare;
    match style {
        // Only its arrows profit.
        Style::Bow => assert_eq!(gain, 0),
        _ => assert_eq!(gain, attack, "{}", def.id),
    }
    // Used again, it is put away.
    let events = act(&mut game, Action::Use { letter, at: None });
    assert!(matches!(
        events[0],
        GameEvent::Item(ItemEvent::Unequipped { .. })
    ));
    assert_eq!(game.view().player().attack, bare);
    special(def, style);
}

/// What a kind of weapon does that no other does.
fn special(def: &ItemDef, style: Style) {
    let hits = |events: &[GameEvent]| {
        let hit = |event: &&GameEvent| {
            matches!(event, GameEvent::Fight(FightEvent::Hit { by, .. }) | GameEvent::Fight(FightEvent::Missed { by, .. })
                if *by == undercroft_core::game::ActorId::PLAYER)
        };
        events.iter().filter(hit).count()
    };
    let map = "\
.K.
K@KK
...";
    for seed in 0..20 {
        let mut scene = Scene::new(seed, map, &[('K', "tomb-knight")]);
        scene.equip(&def.id, "weapon");
        scene.set_player("health", 40);
        for actor in scene.state["here"]["actors"].as_array_mut().unwrap() {
            actor["mood"] = "Asleep".into();
        }
        let mut game = scene.game();
        let before = (game.time(), monsters(&game).len());
        let events = act(&mut game, Action::step(Dir::East));
        let time = game.time() - before.0;
        let dead = before.1 - monsters(&game).len();
        match style {
            Style::Dagger => assert_eq!((hits(&events), dead), (1, 1), "{}", def.id),
            Style::Sword => assert_eq!((hits(&events), dead), (1, 0)),
            // Three stand beside the player, the fourth is out of reach.
            Style::Axe => assert_eq!(hits(&events), 3),
            Style::Spear => assert_eq!(hits(&events), 2),
            Style::Mace => {
                let died = game.outcome() != Outcome::Playing;
                assert!(time == 200 || died, "a blow takes two turns");
            }
            Style::Bow => assert_eq!(hits(&events), 1),
        }
        if !matches!(style, Style::Mace) && game.outcome() == Outcome::Playing {
            assert_eq!(time, 100);
        }
    }
}

/// The damage that a thrown or shot thing did over many runs, and how often it broke.
fn volleys(def: &ItemDef, bow: bool) -> (i32, i32, usize, usize) {
    let (mut least, mut most, mut hits, mut broke) = (i32::MAX, 0, 0, 0);
    for seed in 0..300 {
        let mut scene = Scene::new(seed, "@...A....", &[('A', "abbot-in-repose")]);
        let letter = scene.give(&def.id, 3);
        if bow {
            scene.equip("fowlers-bow", "weapon");
        }
        let mut game = scene.game();
        let foe = only(&game);
        let action = if bow {
            Action::Fire { at: foe.pos }
        } else {
            Action::Throw {
                letter,
                at: foe.pos,
            }
        };
        let events = act(&mut game, action);
        for event in &events {
            if let GameEvent::Fight(FightEvent::Hit { at, damage, .. }) = event
                && *at == foe.id
            {
                least = least.min(*damage);
                most = most.max(*damage);
                hits += 1;
            }
        }
        broke += usize::from(game.view().items().count() == 0);
    }
    (least, most, hits, broke)
}

fn bare() -> i32 {
    content().rules().growth.attack
}

fn abbot() -> i32 {
    content()
        .monster(crate::scene::monster("abbot-in-repose"))
        .defence
}

pub fn missile(def: &ItemDef, attack: i32) {
    let (least, most, hits, broke) = volleys(def, false);
    let range = damage_range(bare() + attack, abbot());
    assert!((range.0..=range.1).contains(&least) && (range.0..=range.1).contains(&most));
    assert!((255..=285).contains(&hits), "{hits} of 300 hit");
    // One in four.
    assert!((50..=100).contains(&broke), "{broke} of 300 broke");
}

pub fn arrow(def: &ItemDef, attack: i32) {
    let (least, most, hits, broke) = volleys(def, true);
    // The bow adds 2.
    let range = damage_range(bare() + 2 + attack, abbot());
    assert!((range.0..=range.1).contains(&least) && (range.0..=range.1).contains(&most));
    assert!((255..=285).contains(&hits), "{hits} of 300 hit");
    assert!((50..=100).contains(&broke), "{broke} of 300 broke");
    let mut scene = Scene::new(8, "@...A....", &[('A', "abbot-in-repose")]);
    scene.give(&def.id, 3);
    let mut game = scene.game();
    let at = only(&game).pos;
    assert_eq!(refuse(&mut game, Action::Fire { at }), Refusal::NoBow);
    scene.equip("fowlers-bow", "weapon");
    scene.state["player"]["pack"]["slots"][0] = serde_json::Value::Null;
    let mut game = scene.game();
    assert_eq!(refuse(&mut game, Action::Fire { at }), Refusal::NoArrows);
}

pub fn fire_pot(def: &ItemDef) {
    let mut scene = Scene::new(9, "@...K...", &[('K', "ossuary-keeper")]);
    let letter = scene.give(&def.id, 1);
    let mut game = scene.game();
    let foe = only(&game);
    let action = Action::Throw {
        letter,
        at: foe.pos,
    };
    let events = act(&mut game, action);
    assert!(events.contains(&GameEvent::Fight(FightEvent::Blast {
        kind: BlastKind::Fire,
        center: foe.pos,
        radius: 1
    })));
    // 6 to 10, the depth, which is 1, and the first turn of burning.
    let lost = foe.max_health - only(&game).health;
    assert!((9..=13).contains(&lost), "{lost}");
    assert_eq!(game.view().player().health, 40);
}
