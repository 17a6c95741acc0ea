//! Every kind of item does what it says. The matches are exhaustive: a new kind needs a test.

use undercroft::game::content::{Class, ItemDef, ItemKind, Potion, Ring, Scroll, Style};
use undercroft::game::{
    Action, BlastKind, Condition, Danger, EventItem, GameEvent, Hunger, Letter, Mood, Outcome,
    Refusal,
};
use undercroft::geom::{Dir, Pos};

use super::scene::{Scene, act, content, letter, monsters, only, refuse};

const ROOM: &str = "\
.........
.........
.........
....@....
.........
.........
.........";

const ME: Pos = Pos::new(5, 4);

fn use_it(letter: Letter) -> Action {
    Action::Use {
        letter,
        at: None,
        sure: true,
    }
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
    let events = act(
        &mut game,
        Action::Eat {
            letter,
            sure: false,
        },
    );
    let kind = game.view().pack().next().unwrap().1.kind;
    let ate = |event: &GameEvent| matches!(event, GameEvent::Ate { item } if item.kind == kind);
    assert!(events.iter().any(ate));
    // One turn has passed.
    let expected = (100 + turns).min(content().rules().food.full) - 1;
    assert_eq!(game.view().player().food, expected, "{}", def.id);
    assert_eq!(game.view().player().hunger, Hunger::Fed);
    assert_eq!(game.view().pack().next().unwrap().1.count, 1);
    // A second meal would be wasted, if it is a large one.
    if turns > 1000 {
        let refusal = refuse(
            &mut game,
            Action::Eat {
                letter,
                sure: false,
            },
        );
        assert_eq!(refusal, Refusal::NeedsConfirmation(Danger::NotHungry));
    }
}

fn relic(def: &ItemDef, does: Scroll, food: u32) {
    let mut scene = Scene::new(1, ROOM, &[]);
    let letter = scene.give(&def.id, 1);
    scene.add_monster("stone-ram", Pos::new(9, 4));
    scene.set_player("food", 1500);
    let mut game = scene.game();
    let at = match does {
        Scroll::Blink => Some(Pos::new(2, 2)),
        does if does.is_aimed() => Some(Pos::new(9, 4)),
        _ => None,
    };
    let call = Action::Use {
        letter,
        at,
        sure: true,
    };
    let events = act(&mut game, call);
    let called = |event: &GameEvent| matches!(event, GameEvent::CalledOn { .. });
    assert!(events.iter().any(called), "{}: {events:?}", def.id);
    let works = |event: &GameEvent| match does {
        Scroll::Blink | Scroll::Teleport => matches!(event, GameEvent::Teleported { .. }),
        Scroll::Mapping => *event == GameEvent::Mapped,
        Scroll::MagicMissile => matches!(event, GameEvent::Hit { .. }),
        Scroll::Fireball => matches!(event, GameEvent::Blast { .. }),
        Scroll::Sleep => matches!(event, GameEvent::FellAsleep { .. }),
        Scroll::Sanctity => matches!(event, GameEvent::Hallowed { .. }),
        Scroll::Negation | Scroll::Sharpen | Scroll::Protect => false,
    };
    assert!(events.iter().any(works), "{}: {events:?}", def.id);
    // It stays, and has taken its food and that of a turn.
    assert_eq!(game.view().pack().count(), 1);
    assert_eq!(game.view().player().food, 1500 - food - 1, "{}", def.id);
    // Whoever would be weak with hunger afterwards is refused.
    scene.set_player("food", food + content().rules().food.weak - 1);
    let refusal = refuse(&mut scene.game(), call);
    assert_eq!(refusal, Refusal::TooHungryFor(letter));
}

fn drunk(def: &ItemDef, potion: Potion) {
    let mut scene = Scene::new(1, ROOM, &[]);
    let letter = scene.give(&def.id, 1);
    scene.set_player("health", 20);
    let mut game = scene.game();
    let before = game.view().player();
    let kind = game.view().pack().next().unwrap().1.kind;
    assert!(!game.view().knows(kind));
    let events = act(
        &mut game,
        Action::Quaff {
            letter,
            sure: false,
        },
    );
    let named = events.iter().filter_map(|event| match event {
        GameEvent::Quaffed { item } | GameEvent::Identified { item } => Some(*item),
        _ => None,
    });
    let named: Vec<EventItem> = named.collect();
    assert!(named.len() == 2 && named.iter().all(|item| item.kind == kind));
    assert!(named[0].look.is_some() && named[1].look.is_none());
    assert!(game.view().knows(kind) && game.view().pack().next().is_none());
    let after = game.view().player();
    let left = |condition| game.view().condition(condition);
    match potion {
        // 30 and a third of 40.
        Potion::Healing => assert_eq!(after.health, 40),
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
            act(
                &mut game,
                Action::Quaff {
                    letter,
                    sure: false,
                },
            );
            assert!(!only(&game).in_sight);
        }
        Potion::Darkness => {
            assert_eq!(after.sight, 3);
            assert!(!game.view().in_sight(ME + Pos::new(4, 0)));
            assert!(after.noise < before.noise);
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
}

/// The same potion thrown at a monster four tiles away.
fn thrown_potion(def: &ItemDef, potion: Potion) {
    let mut scene = Scene::new(2, "@...K....", &[('K', "ossuary-keeper")]);
    let letter = scene.give(&def.id, 1);
    scene.first()["health"] = 20.into();
    scene.know_all();
    let mut game = scene.game();
    let at = only(&game).pos;
    let events = act(
        &mut game,
        Action::Throw {
            letter,
            at,
            sure: false,
        },
    );
    let blast = |kind| {
        events.contains(&GameEvent::Blast {
            kind,
            center: at,
            radius: 2,
        })
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
        let too_near = refuse(
            &mut game,
            Action::Throw {
                letter,
                at,
                sure: false,
            },
        );
        assert_eq!(too_near, Refusal::NeedsConfirmation(Danger::OwnBlast));
        let known = refuse(
            &mut game,
            Action::Quaff {
                letter,
                sure: false,
            },
        );
        assert_eq!(known, Refusal::NeedsConfirmation(Danger::HarmfulPotion));
    }
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
    let events = act(
        &mut game,
        Action::Read {
            letter,
            at: None,
            sure: false,
        },
    );
    let after = game.view().player();
    let kind = game.view().pack().next().unwrap().1.kind;
    let read = |event: &GameEvent| matches!(event, GameEvent::Read { item } if item.kind == kind);
    assert!(events.iter().any(read) && game.view().knows(kind));
    match scroll {
        Scroll::Blink => {
            let far = after.pos - before.pos;
            assert!((3..=8).contains(&far.x.abs().max(far.y.abs())), "{far:?}");
            // Known, it can be aimed, though not at who stands there.
            let at = game.view().nearest_enemy();
            let aimed = Action::Read {
                letter,
                at,
                sure: true,
            };
            assert_eq!(refuse(&mut game, aimed), Refusal::NotFree);
        }
        Scroll::Teleport => assert!(
            events
                .iter()
                .any(|event| matches!(event, GameEvent::Teleported { .. }))
        ),
        Scroll::Mapping => {
            assert!(events.contains(&GameEvent::Mapped));
            let walled = Scene::new(1, "@#.", &[]);
            let mut walled = walled;
            let letter = walled.give(&def.id, 1);
            let mut game = walled.game();
            assert!(game.view().tile(Pos::new(3, 1)).is_none());
            act(&mut game, use_it(letter));
            assert!(game.view().tile(Pos::new(3, 1)).is_some());
        }
        Scroll::MagicMissile => {
            let hit = events.iter().find_map(|event| match event {
                GameEvent::Hit { at, damage, .. } if *at == foe.id => Some(*damage),
                _ => None,
            });
            // 8 to 12 and twice the depth, which is 1.
            assert!((10..=14).contains(&hit.unwrap()), "{hit:?}");
        }
        Scroll::Fireball => {
            assert!(events.contains(&GameEvent::Blast {
                kind: BlastKind::Fire,
                center: foe.pos,
                radius: 2
            }));
            assert!(
                game.view()
                    .actor_at(foe.pos)
                    .is_none_or(|foe| foe.health < 15)
            );
            let near = before.pos.step(Dir::East);
            let refusal = refuse(
                &mut game,
                Action::Read {
                    letter,
                    at: Some(near),
                    sure: false,
                },
            );
            assert_eq!(refusal, Refusal::NeedsConfirmation(Danger::OwnBlast));
        }
        Scroll::Sleep => {
            let asleep = |event: &GameEvent| matches!(event, GameEvent::FellAsleep { who } if *who == foe.id);
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
        }
        Scroll::Sanctity => {
            let mut scene = Scene::new(3, "@.r", &[('r', "crypt-rat")]);
            let letter = scene.give(&def.id, 1);
            let mut game = scene.game();
            act(&mut game, use_it(letter));
            assert!(game.view().is_hallowed(Pos::new(3, 1)));
            let health = game.view().player().health;
            for _ in 0..20 {
                act(&mut game, Action::Wait);
            }
            assert_eq!(game.view().player().health, health, "nobody strikes here");
        }
        Scroll::Sharpen => assert_eq!(after.attack, before.attack + 1),
        Scroll::Protect => assert_eq!(after.defence, before.defence + 1),
    }
}

fn weapon(def: &ItemDef, style: Style, attack: i32) {
    let mut scene = Scene::new(4, ROOM, &[]);
    let letter = scene.give(&def.id, 1);
    let mut game = scene.game();
    let bare = game.view().player().attack;
    let events = act(&mut game, Action::Equip { letter });
    assert!(matches!(events[0], GameEvent::Equipped { .. }));
    assert!(game.view().is_equipped(letter));
    let gain = game.view().player().attack - bare;
    match style {
        // Only its arrows profit.
        Style::Bow => assert_eq!(gain, 0),
        _ => assert_eq!(gain, attack, "{}", def.id),
    }
    assert_eq!(
        refuse(&mut game, Action::Equip { letter }),
        Refusal::InUse(letter)
    );
    act(&mut game, Action::Unequip { letter });
    assert_eq!(game.view().player().attack, bare);
    assert_eq!(
        refuse(&mut game, Action::Unequip { letter }),
        Refusal::NotInUse(letter)
    );
    special(def, style);
}

/// What a kind of weapon does that no other does.
fn special(def: &ItemDef, style: Style) {
    let hits = |events: &[GameEvent]| {
        let hit = |event: &&GameEvent| {
            matches!(event, GameEvent::Hit { by, .. } | GameEvent::Missed { by, .. }
                if *by == undercroft::game::ActorId::PLAYER)
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

fn armour(def: &ItemDef, defence: i32, weight: u32) {
    let mut scene = Scene::new(5, ROOM, &[]);
    let letter = scene.give(&def.id, 1);
    let mut game = scene.game();
    let before = game.view().player();
    let time = game.time();
    act(&mut game, Action::Equip { letter });
    assert_eq!(game.time() - time, 300, "armour takes three turns");
    let after = game.view().player();
    assert_eq!(after.defence, before.defence + defence, "{}", def.id);
    assert_eq!(after.noise, before.noise + 2 * weight as i32);
}

fn lantern(def: &ItemDef, reach: u32) {
    let row = "@.......................................";
    let mut scene = Scene::new(6, row, &[]);
    let letter = scene.give(&def.id, 1);
    let mut game = scene.game();
    assert_eq!(game.view().player().sight, 8);
    let seen = |game: &undercroft::game::Game, far: i32| game.view().in_sight(Pos::new(1 + far, 1));
    assert!(seen(&game, 8) && !seen(&game, 9));
    act(&mut game, Action::Equip { letter });
    assert_eq!(game.view().player().sight, reach, "{}", def.id);
    assert!(seen(&game, reach as i32) && !seen(&game, reach as i32 + 1));
}

fn worn(def: &ItemDef, ring: Ring) {
    let run = |with: bool, turns: usize| {
        let mut scene = Scene::new(7, ROOM, &[]);
        if with {
            scene.equip(&def.id, "ring");
        }
        scene.set_player("health", 10);
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
        Ring::Mending => assert_eq!((a.health, b.health), (18, 26)),
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
    act(&mut game, Action::Equip { letter: letters[0] });
    act(&mut game, Action::Equip { letter: letters[1] });
    let third = Action::Equip { letter: letters[2] };
    assert_eq!(refuse(&mut game, third), Refusal::RingsFull);
}

/// The damage that a thrown or shot thing did over many runs, and how often it broke.
fn volleys(def: &ItemDef, bow: bool) -> (i32, i32, usize, usize) {
    let (mut least, mut most, mut hits, mut broke) = (i32::MAX, 0, 0, 0);
    for seed in 0..300 {
        let mut scene = Scene::new(seed, "@....A....", &[('A', "abbot-in-repose")]);
        let letter = scene.give(&def.id, 3);
        if bow {
            scene.equip("fowlers-bow", "weapon");
        }
        let mut game = scene.game();
        let foe = only(&game);
        let action = if bow {
            Action::Fire {
                at: foe.pos,
                sure: false,
            }
        } else {
            Action::Throw {
                letter,
                at: foe.pos,
                sure: false,
            }
        };
        let events = act(&mut game, action);
        for event in &events {
            if let GameEvent::Hit { at, damage, .. } = event
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
        .monster(super::scene::monster("abbot-in-repose"))
        .defence
}

fn missile(def: &ItemDef, attack: i32) {
    let (least, most, hits, broke) = volleys(def, false);
    let range = undercroft::game::damage_range(content().rules(), bare() + attack, abbot(), false);
    assert!((range.0..=range.1).contains(&least) && (range.0..=range.1).contains(&most));
    assert!((255..=285).contains(&hits), "{hits} of 300 hit");
    // One in three.
    assert!((75..=125).contains(&broke), "{broke} of 300 broke");
}

fn arrow(def: &ItemDef, attack: i32) {
    let (least, most, hits, broke) = volleys(def, true);
    // The bow adds 2.
    let range =
        undercroft::game::damage_range(content().rules(), bare() + 2 + attack, abbot(), false);
    assert!((range.0..=range.1).contains(&least) && (range.0..=range.1).contains(&most));
    assert!((255..=285).contains(&hits), "{hits} of 300 hit");
    assert!((75..=125).contains(&broke), "{broke} of 300 broke");
    let mut scene = Scene::new(8, "@....A....", &[('A', "abbot-in-repose")]);
    scene.give(&def.id, 3);
    let mut game = scene.game();
    let at = only(&game).pos;
    assert_eq!(
        refuse(&mut game, Action::Fire { at, sure: false }),
        Refusal::NoBow
    );
    scene.equip("fowlers-bow", "weapon");
    scene.state["player"]["pack"]["slots"][0] = serde_json::Value::Null;
    let mut game = scene.game();
    assert_eq!(
        refuse(&mut game, Action::Fire { at, sure: false }),
        Refusal::NoArrows
    );
}

fn fire_pot(def: &ItemDef) {
    let mut scene = Scene::new(9, "@...K...", &[('K', "ossuary-keeper")]);
    let letter = scene.give(&def.id, 1);
    let mut game = scene.game();
    let foe = only(&game);
    let action = Action::Throw {
        letter,
        at: foe.pos,
        sure: false,
    };
    let events = act(&mut game, action);
    assert!(events.contains(&GameEvent::Blast {
        kind: BlastKind::Fire,
        center: foe.pos,
        radius: 1
    }));
    // 6 to 10, the depth, which is 1, and the first turn of burning.
    let lost = foe.max_health - only(&game).health;
    assert!((9..=13).contains(&lost), "{lost}");
    assert_eq!(game.view().player().health, 40);
}

#[test]
fn looks_are_dealt_out_anew_by_each_seed_and_are_all_different() {
    let mut dealings = Vec::new();
    for seed in 0..20 {
        let game = super::new_game(seed);
        let view = game.view();
        let looks: Vec<String> = (0..content().items().len() as u16)
            .map(ItemKind)
            .filter_map(|kind| {
                view.look_of(kind)
                    .map(|look| format!("{look} {:?}", content().item(kind).look()))
            })
            .collect();
        assert!(looks.len() >= 18);
        let mut sorted = looks.clone();
        sorted.sort();
        sorted.dedup();
        assert_eq!(sorted.len(), looks.len(), "two kinds look alike: {looks:?}");
        dealings.push(looks);
    }
    dealings.sort();
    dealings.dedup();
    assert_eq!(dealings.len(), 20);
}

#[test]
fn letters_stay_and_stacks_grow() {
    let mut scene = Scene::new(1, ROOM, &[]);
    let slates = scene.give("roof-slate", 3);
    let fig = scene.give("candied-fig", 1);
    let knife = scene.give("wax-knife", 1);
    scene.lay("roof-slate", 4, ME);
    scene.lay("horn-lantern", 1, ME.step(Dir::East));
    let mut game = scene.game();
    assert_eq!([slates, fig, knife], ['a', 'b', 'c'].map(letter));
    act(&mut game, Action::PickUp);
    let names: Vec<(char, u16)> = game
        .view()
        .pack()
        .map(|(letter, item)| (letter.to_char(), item.count))
        .collect();
    assert_eq!(names, [('a', 7), ('b', 1), ('c', 1)]);
    act(
        &mut game,
        Action::Drop {
            letter: fig,
            count: 1,
        },
    );
    act(&mut game, Action::step(Dir::East));
    act(&mut game, Action::PickUp);
    // The lantern takes the first free letter; the fig, back again, the next one.
    act(&mut game, Action::step(Dir::West));
    act(&mut game, Action::PickUp);
    let names: Vec<char> = game
        .view()
        .pack()
        .map(|(letter, _)| letter.to_char())
        .collect();
    assert_eq!(names, ['a', 'b', 'c', 'd']);
    assert_eq!(
        content().item(game.view().pack().nth(1).unwrap().1.kind).id,
        "horn-lantern"
    );
    // A part of a stack keeps nothing from the rest.
    act(
        &mut game,
        Action::Drop {
            letter: slates,
            count: 2,
        },
    );
    assert_eq!(game.view().pack().next().unwrap().1.count, 5);
    assert_eq!(
        refuse(
            &mut game,
            Action::Drop {
                letter: slates,
                count: 0
            }
        ),
        Refusal::NoCount
    );
}

#[test]
fn a_letter_comes_back_if_it_is_free() {
    let mut scene = Scene::new(1, ROOM, &[]);
    scene.give("roof-slate", 3);
    let fig = scene.give("candied-fig", 1);
    scene.give("wax-knife", 1);
    let mut game = scene.game();
    act(
        &mut game,
        Action::Drop {
            letter: letter('a'),
            count: 9,
        },
    );
    act(&mut game, Action::step(Dir::East));
    act(
        &mut game,
        Action::Drop {
            letter: fig,
            count: 1,
        },
    );
    act(&mut game, Action::PickUp);
    assert_eq!(game.view().pack().next().unwrap().0, fig);
}

#[test]
fn twenty_six_letters_are_all_there_are() {
    let mut scene = Scene::new(1, ROOM, &[]);
    for _ in 0..26 {
        scene.give("wax-knife", 1);
    }
    scene.lay("horn-lantern", 1, ME);
    let mut game = scene.game();
    assert_eq!(refuse(&mut game, Action::PickUp), Refusal::PackFull);
    assert_eq!(game.view().pack().count(), 26);
}
