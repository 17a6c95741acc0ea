//! Every kind of item does what it says. The matches are exhaustive: a new kind needs a test.

mod pack;
mod potion;
mod weapon;

use potion::drunk;
use undercroft_core::game::content::{Apparent, Class, ItemDef, LookKind, Ring, Scroll};
use undercroft_core::game::{
    Action, BlastKind, BodyEvent, Command, Condition, Danger, FightEvent, GameEvent, Hunger,
    ItemEvent, Letter, PlaceEvent, Refusal,
};
use undercroft_core::geom::{Dir, Pos};
use weapon::{arrow, fire_pot, missile, weapon};

use super::scene::{self, Scene, act, content, only, refuse};

const ROOM: &str = "\
.........
.........
.........
....@....
.........
.........
.........";

const ME: Pos = Pos::new(5, 4);

fn use_it(letter: Letter) -> Command {
    Action::Use { letter, at: None }.sure()
}

#[test]
fn every_kind_of_item_does_what_it_says() {
    let mut tested = 0;
    for def in content().items() {
        match def.class {
            Class::Food(turns) => food(def, turns),
            Class::Potion(potion) => drunk(def, potion),
            Class::Scroll(scroll) => read(def, scroll),
            Class::Weapon { style, attack } => weapon(def, style, attack),
            Class::Armour { defence, weight } => armour(def, defence, weight),
            Class::Lantern(reach) => lantern(def, reach),
            Class::Ring(ring) => worn(def, ring),
            Class::Missile(attack) => missile(def, attack),
            Class::Arrow(attack) => arrow(def, attack),
            Class::FirePot => fire_pot(def),
            Class::Relic { does, food } => relic(def, does, food),
            // The stories of the broken conduits use it.
            Class::Pipe => assert_eq!(content().pipe(), content().find_item(&def.id)),
        }
        tested += 1;
    }
    assert!(tested >= 40, "{tested} kinds of item");
}

fn food(def: &ItemDef, turns: u32) {
    let mut scene = Scene::new(1, ROOM, &[]);
    let letter = scene.give(&def.id, 2);
    scene.set_player("food", 100);
    let mut game = scene.game();
    assert_eq!(game.view().player().hunger, Hunger::Weak);
    let events = act(&mut game, Action::Use { letter, at: None });
    let kind = game.view().pack().next().unwrap().1.kind;
    let ate = |event: &GameEvent| matches!(event, GameEvent::Item(ItemEvent::Ate { item }) if item.kind == kind);
    assert!(events.iter().any(ate));
    // One turn has passed.
    let expected = (100 + turns).min(content().rules().food.full) - 1;
    assert_eq!(game.view().player().food, expected, "{}", def.id);
    assert_eq!(game.view().player().hunger, Hunger::Fed);
    assert_eq!(game.view().pack().next().unwrap().1.count, 1);
    // A second meal would be wasted, if it is a large one.
    if turns > 1000 {
        let refusal = refuse(&mut game, Action::Use { letter, at: None });
        assert_eq!(refusal, Refusal::NeedsConfirmation(Danger::NotHungry));
    }
}

fn relic(def: &ItemDef, does: Scroll, food: u32) {
    let mut scene = Scene::new(1, ROOM, &[]);
    let letter = scene.give(&def.id, 1);
    scene.add_monster("stone-ram", Pos::new(9, 4))["next"] = 9_000.into();
    scene.set_player("food", 1500);
    let mut game = scene.game();
    let at = match does {
        Scroll::Blink => Some(Pos::new(2, 2)),
        does if does.is_aimed() => Some(Pos::new(9, 4)),
        _ => None,
    };
    let call = Action::Use { letter, at }.sure();
    let events = act(&mut game, call);
    let called = |event: &GameEvent| matches!(event, GameEvent::Item(ItemEvent::UsedRelic { .. }));
    assert!(events.iter().any(called), "{}: {events:?}", def.id);
    let works = |event: &GameEvent| match does {
        Scroll::Blink | Scroll::Teleport => {
            matches!(event, GameEvent::Body(BodyEvent::Teleported { .. }))
        }
        Scroll::Mapping => *event == GameEvent::Place(PlaceEvent::Mapped),
        Scroll::MagicMissile => matches!(event, GameEvent::Fight(FightEvent::Hit { .. })),
        Scroll::Fireball => matches!(event, GameEvent::Fight(FightEvent::Blast { .. })),
        Scroll::Sleep => matches!(event, GameEvent::Body(BodyEvent::FellAsleep { .. })),
        Scroll::Sanctity => matches!(event, GameEvent::Place(PlaceEvent::Hallowed { .. })),
        Scroll::Negation | Scroll::Sharpen | Scroll::Protect => false,
    };
    assert!(events.iter().any(works), "{}: {events:?}", def.id);
    // It stays, and has taken its food and that of a turn.
    assert_eq!(game.view().pack().count(), 2);
    assert_eq!(game.view().player().food, 1500 - food - 1, "{}", def.id);
    // Whoever would be weak with hunger afterwards is refused.
    scene.set_player("food", food + content().rules().food.weak - 1);
    let refusal = refuse(&mut scene.game(), call);
    assert_eq!(refusal, Refusal::TooHungryFor(letter));
}

fn read(def: &ItemDef, scroll: Scroll) {
    let map = "\
.........
.........
@......a.
.........
.........";
    let mut scene = Scene::new(3, map, &[('a', "bone-acolyte")]);
    let letter = scene.give(&def.id, 2);
    scene.equip("wax-knife", "weapon");
    scene.equip("quilted-jack", "armour");
    scene.first()["health"] = 15.into();
    let mut game = scene.game();
    let before = game.view().player();
    let foe = only(&game);
    let events = scene::read(&mut game, letter);
    let after = game.view().player();
    let kind = content().find_item(&def.id).unwrap();
    let is_look = |kind: Apparent| matches!(kind, Apparent::Look(LookKind::Scroll, _));
    let read = |event: &GameEvent| matches!(event, GameEvent::Item(ItemEvent::Read { item }) if is_look(item.kind));
    assert!(events.iter().any(read) && game.view().knows(kind));
    match scroll {
        Scroll::Blink => {
            let far = after.pos - before.pos;
            assert!((3..=8).contains(&far.x.abs().max(far.y.abs())), "{far:?}");
            // Known, it can be aimed, though not at who stands there.
            let at = game.view().nearest_enemy();
            let aimed = Action::Use { letter, at }.sure();
            assert_eq!(refuse(&mut game, aimed), Refusal::NotFree);
        }
        Scroll::Teleport => {
            let gone =
                |event: &GameEvent| matches!(event, GameEvent::Body(BodyEvent::Teleported { .. }));
            assert!(events.iter().any(gone));
            // In a hall of 60 tiles, one of the farthest.
            let row = ".".repeat(60);
            let hall = format!("@{}\n{}", &row[1..], [row.as_str(); 19].join("\n"));
            let mut hall = Scene::new(3, &hall, &[]);
            let letter = hall.give(&def.id, 1);
            for seed in 0..10 {
                hall.state["seed"] = seed.into();
                let mut game = hall.game();
                scene::read(&mut game, letter);
                let far = scene::me(&game).steps_to(Pos::new(1, 1));
                assert!(far >= 50, "{far}");
            }
        }
        Scroll::Mapping => {
            assert!(events.contains(&GameEvent::Place(PlaceEvent::Mapped)));
            let mut walled = Scene::new(1, "@#.", &[]);
            let letter = walled.give(&def.id, 1);
            let mut game = walled.game();
            assert!(game.view().tile(Pos::new(3, 1)).is_none());
            act(&mut game, use_it(letter));
            assert!(game.view().tile(Pos::new(3, 1)).is_some());
        }
        Scroll::MagicMissile => {
            let hit = events.iter().find_map(|event| match event {
                GameEvent::Fight(FightEvent::Hit { at, damage, .. }) if *at == foe.id => {
                    Some(*damage)
                }
                _ => None,
            });
            // 8 to 12 and twice the depth, which is 1.
            assert!((10..=14).contains(&hit.unwrap()), "{hit:?}");
        }
        Scroll::Fireball => {
            assert!(events.contains(&GameEvent::Fight(FightEvent::Blast {
                kind: BlastKind::Fire,
                center: foe.pos,
                radius: 2
            })));
            assert!(
                game.view()
                    .actor_at(foe.pos)
                    .is_none_or(|foe| foe.health < 15)
            );
            let near = before.pos.step(Dir::East);
            let refusal = refuse(
                &mut game,
                Action::Use {
                    letter,
                    at: Some(near),
                },
            );
            assert_eq!(refusal, Refusal::NeedsConfirmation(Danger::OwnBlast));
        }
        Scroll::Sleep => {
            let asleep = |event: &GameEvent| matches!(event, GameEvent::Body(BodyEvent::FellAsleep { who }) if *who == foe.id);
            assert!(events.iter().any(asleep));
        }
        Scroll::Negation => {
            let mut scene = Scene::new(3, "@...W", &[('W', "wall-wraith")]);
            let letter = scene.give(&def.id, 1);
            scene.state["player"]["conditions"]["left"][0] = 9.into();
            let mut game = scene.game();
            act(&mut game, use_it(letter));
            assert_eq!(game.view().actors().count(), 0);
            assert_eq!(game.view().condition(Condition::Hasted), 0);
            // Who was called is destroyed, too, and others lose their conditions alone.
            for summoned in [false, true] {
                let mut scene = Scene::new(3, "@...r", &[('r', "crypt-rat")]);
                let letter = scene.give(&def.id, 1);
                scene.first()["summoned"] = summoned.into();
                scene.first()["conditions"]["left"][Condition::Hasted as usize] = 9.into();
                let mut game = scene.game();
                act(&mut game, use_it(letter));
                let state = scene::peek(&game);
                let left = state["here"]["actors"].as_array().unwrap();
                assert_eq!(left.len(), usize::from(!summoned));
                let hasted = |one: &serde_json::Value| one["conditions"]["left"][0] != 0;
                assert!(!left.iter().any(hasted), "{left:?}");
            }
        }
        Scroll::Sanctity => {
            let mut scene = Scene::new(3, "@....r", &[('r', "crypt-rat")]);
            let letter = scene.give(&def.id, 1);
            let mut game = scene.game();
            act(&mut game, use_it(letter));
            for (x, hallowed) in [(2, true), (3, true), (4, false)] {
                assert_eq!(game.view().is_hallowed(Pos::new(x, 1)), hallowed, "{x}");
            }
            let health = game.view().player().health;
            for _ in 0..20 {
                act(&mut game, Action::Wait);
            }
            assert_eq!(game.view().player().health, health, "nobody strikes here");
            // It comes no nearer than to the edge of that ground, until that is hallowed no more.
            assert_eq!(only(&game).pos, Pos::new(4, 1));
            for _ in 0..10 {
                act(&mut game, Action::Wait);
            }
            assert!(only(&game).pos.steps_to(Pos::new(1, 1)) < 3);
            // One may strike from there.
            let mut scene = Scene::new(3, "@r", &[('r', "crypt-rat")]);
            let letter = scene.give(&def.id, 1);
            let mut game = scene.game();
            act(&mut game, use_it(letter));
            let events = scene::step(&mut game, Dir::East);
            let fights = events
                .iter()
                .filter(|event| matches!(event, GameEvent::Fight(_)));
            assert!(fights.count() > 0, "{events:?}");
        }
        Scroll::Sharpen => {
            assert_eq!(after.attack, before.attack + 1);
            // From +20 on it adds nothing.
            for (plus, gained) in [(19, 1), (20, 0)] {
                let letters = scene.state["player"]["pack"]["weapon"].clone();
                let slots = scene.state["player"]["pack"]["slots"]
                    .as_array_mut()
                    .unwrap();
                let knife = slots
                    .iter_mut()
                    .find(|slot| slot["letter"] == letters)
                    .unwrap();
                knife["plus"] = plus.into();
                let mut game = scene.game();
                let before = game.view().player().attack;
                scene::read(&mut game, letter);
                assert_eq!(game.view().player().attack, before + gained, "+{plus}");
            }
        }
        Scroll::Protect => assert_eq!(after.defence, before.defence + 1),
    }
}

fn armour(def: &ItemDef, defence: i32, weight: u32) {
    let mut scene = Scene::new(5, ROOM, &[]);
    let letter = scene.give(&def.id, 1);
    let mut game = scene.game();
    let before = game.view().player();
    let time = game.time();
    act(&mut game, Action::Use { letter, at: None });
    assert_eq!(game.time() - time, 300, "armour takes three turns");
    let after = game.view().player();
    assert_eq!(after.defence, before.defence + defence, "{}", def.id);
    assert_eq!(after.noise, before.noise + weight as i32);
    act(&mut game, Action::Wait);
    let quiet = content().rules().noise.quiet;
    assert_eq!(game.view().player().noise, quiet + weight as i32 / 2);
}

fn lantern(def: &ItemDef, reach: u32) {
    let row = "@.......................................";
    let mut scene = Scene::new(6, row, &[]);
    let letter = scene.give(&def.id, 1);
    let mut game = scene.game();
    assert_eq!(game.view().player().sight, 8);
    let seen =
        |game: &undercroft_core::game::Game, far: i32| game.view().in_sight(Pos::new(1 + far, 1));
    assert!(seen(&game, 8) && !seen(&game, 9));
    act(&mut game, Action::Use { letter, at: None });
    assert_eq!(game.view().player().sight, reach, "{}", def.id);
    assert!(seen(&game, reach as i32) && !seen(&game, reach as i32 + 1));
}

fn worn(def: &ItemDef, ring: Ring) {
    let run = |with: bool, turns: usize| {
        let mut scene = Scene::new(7, ROOM, &[]);
        if with {
            scene.equip(&def.id, "ring");
        }
        scene.set_player("health", 5);
        let mut game = scene.game();
        for _ in 0..turns {
            act(&mut game, Action::Wait);
        }
        game
    };
    let (plain, with) = (run(false, 60), run(true, 60));
    let (a, b) = (plain.view().player(), with.view().player());
    match ring {
        // 40 in 300 turns: 8 in 60.
        Ring::Mending => assert_eq!((a.health, b.health), (13, 21)),
        // 2 a turn while healing.
        Ring::Fasting => assert_eq!((a.food, b.food), (1380, 1440)),
        Ring::Hush => assert_eq!(b.noise, a.noise / 2),
        Ring::Wrath => assert_eq!(b.attack, a.attack + 3),
        Ring::Warding => assert_eq!(b.defence, a.defence + 2),
        Ring::Listening => {
            let mut scene = Scene::new(7, "@#r", &[('r', "crypt-rat")]);
            scene.first()["mood"] = "Asleep".into();
            assert_eq!(scene.game().view().actors().count(), 0);
            scene.equip(&def.id, "ring");
            assert!(!only(&scene.game()).in_sight);
        }
    }
    // Two at most.
    let mut scene = Scene::new(7, ROOM, &[]);
    let letters = [0, 1, 2].map(|_| scene.give(&def.id, 1));
    let mut game = scene.game();
    act(
        &mut game,
        Action::Use {
            letter: letters[0],
            at: None,
        },
    );
    act(
        &mut game,
        Action::Use {
            letter: letters[1],
            at: None,
        },
    );
    let third = Action::Use {
        letter: letters[2],
        at: None,
    };
    assert_eq!(refuse(&mut game, third), Refusal::RingsFull);
    // What is in use is taken off.
    let first = Action::Use {
        letter: letters[0],
        at: None,
    };
    act(&mut game, first);
    assert!(!game.view().is_equipped(letters[0]));
    act(&mut game, third);
    assert!(game.view().is_equipped(letters[2]));
}

#[test]
fn a_blink_onto_what_turns_out_to_be_alive_ends_beside_it() {
    for seed in 0..5 {
        for disguised in [true, false] {
            let at = Pos::new(6, 1);
            let mut scene = Scene::new(seed, "@....&...", &[('&', "alms-box")]);
            scene.first()["disguised"] = disguised.into();
            scene.first()["mood"] = "Asleep".into();
            let letter = scene.give("scroll-blink", 1);
            scene.know_all();
            let mut game = scene.game();
            let blink = Action::Use {
                letter,
                at: Some(at),
            };
            if !disguised {
                assert_eq!(refuse(&mut game, blink), Refusal::NotFree);
                continue;
            }
            act(&mut game, blink);
            assert_eq!(scene::me(&game).steps_to(at), 1, "it is not told before");
        }
    }
}
