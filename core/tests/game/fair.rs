//! Levels differ, dangers come in their order, and nothing decides a run early: over many seeds.

use std::collections::{BTreeMap, BTreeSet};

use undercroft_core::game::content::{Class, DEEPEST, FixtureDef, LevelKind, Sort, Style};
use undercroft_core::game::{
    Action, FightEvent, Game, GameEvent, ItemEvent, MonsterEvent, Mood, PlaceEvent, Refusal, Setup,
};
use undercroft_core::geom::{Dir, Pos};
use undercroft_core::map::{Drawn, Tile};
use undercroft_core::rng::Seed;

use super::scene::descend_at_once;
use super::scene::{Scene, act, content, item, monster, monsters, only, peek, refuse, step};

fn new_level(seed: u64, depth: u8) -> undercroft_core::game::NewLevel {
    Game::new_level(Setup::new(Seed(seed)).unwrap(), depth)
}

// ---- who lives where ----

#[test]
fn no_kind_of_monster_is_more_than_a_fifth_of_those_at_any_depth() {
    for depth in 1..=DEEPEST {
        let mut counts = BTreeMap::new();
        for seed in 0..150 {
            for (kind, ..) in new_level(seed, depth).monsters {
                *counts.entry(kind).or_insert(0) += 1;
            }
        }
        let all: usize = counts.values().sum();
        for (kind, count) in counts {
            let id = &content().monster(kind).id;
            assert!(count * 5 <= all, "{id}: {count} of {all} at depth {depth}");
        }
    }
}

#[test]
fn sleepers_and_mourners_come_from_depth_6_on_and_potions_of_fire_from_depth_3() {
    for id in ["abbot-in-repose", "mourner"] {
        assert_eq!(content().monster(monster(id)).depths.0, 6, "{id}");
    }
    assert_eq!(content().item(item("potion-fire")).depths.0, 3);
    for seed in 0..200 {
        for depth in [1, 2] {
            let level = new_level(seed, depth);
            let fire = |(kind, ..): &(_, _, _, _)| *kind == item("potion-fire");
            assert!(!level.items.iter().any(fire), "seed {seed}, depth {depth}");
        }
    }
}

#[test]
fn whoever_has_a_name_is_announced_on_arrival_while_alive() {
    let mut announced = BTreeSet::new();
    for seed in 0..6 {
        let mut game = super::random::hardy(seed);
        while game.depth() < DEEPEST {
            let mut state = peek(&game);
            state["player"]["pos"] = state["here"]["down"].clone();
            state["here"]["actors"] = serde_json::json!([]);
            game = Game::with_state(serde_json::from_value(state).unwrap(), content());
            let events = act(&mut game, Action::Descend.sure());
            let kinds = monsters(&game).into_iter().map(|(kind, _)| kind);
            let named: Vec<_> = kinds
                .filter(|kind| content().monster(*kind).named)
                .collect();
            let told: Vec<_> = events
                .iter()
                .filter_map(|event| match event {
                    GameEvent::Monster(MonsterEvent::NamedHere { kind }) => Some(*kind),
                    _ => None,
                })
                .collect();
            assert_eq!(told, named, "seed {seed}, depth {}", game.depth());
            announced.extend(told);
        }
    }
    assert_eq!(announced.len(), 3);
    // Whoever comes back knows it.
    let kind = monster("sister-ember");
    let names = |events: &[GameEvent]| {
        let named = |event: &&GameEvent| matches!(event, GameEvent::Monster(MonsterEvent::NamedHere { kind: one }) if *one == kind);
        events.iter().filter(named).count()
    };
    let mut times = 0;
    for seed in 0..6 {
        let mut game = super::random::hardy(seed);
        while game.depth() < DEEPEST && !monsters(&game).iter().any(|(one, _)| *one == kind) {
            game = descend_at_once(&game);
        }
        if game.depth() == DEEPEST {
            continue;
        }
        // Up and down again, with nobody near the stairs.
        let mut state = peek(&game);
        let up = state["here"]["up"].clone();
        state["player"]["pos"] = up.clone();
        let actors = state["here"]["actors"].as_array_mut().unwrap();
        actors.retain(|actor| actor["pos"] != up && actor["kind"] == serde_json::json!(kind));
        let mut game = Game::with_state(serde_json::from_value(state).unwrap(), content());
        act(&mut game, Action::Ascend);
        let events = act(&mut game, Action::Descend.sure());
        assert_eq!(names(&events), 0, "seed {seed}");
        times += 1;
    }
    assert!(times > 0);
    let line = undercroft_core::game::describe(
        content(),
        &GameEvent::Monster(MonsterEvent::NamedHere { kind }),
    );
    assert_eq!(line.unwrap(), "This is where Sister Ember dwells.");
}

#[test]
fn armour_that_is_found_early_differs_by_little() {
    let armours = content().items().iter().filter_map(|def| match def.class {
        Class::Armour { defence, .. } if def.depths.0 <= 4 => Some(defence),
        _ => None,
    });
    let (mut least, mut most) = (99, 0);
    for defence in armours {
        (least, most) = (least.min(defence), most.max(defence));
    }
    assert!(least >= 1 && most - least <= 2, "{least} to {most}");
}

// ---- what there is to find ----

#[test]
fn a_labyrinth_is_small_and_hides_something_worth_finding() {
    for seed in 0..60 {
        for depth in [4, 8] {
            let level = new_level(seed, depth);
            let walkable = level.map.tiles.iter();
            // Rooms with an idea lie around it.
            let in_room = |pos: Pos| level.rooms.iter().any(|(_, area)| area.contains(pos));
            let walkable = walkable.filter(|(pos, tile)| tile.is_walkable() && !in_room(*pos));
            let (mut columns, mut rows) = (BTreeSet::new(), BTreeSet::new());
            for (pos, _) in walkable {
                columns.insert(pos.x);
                rows.insert(pos.y);
            }
            let named = format!("seed {seed}, depth {depth}\n{}", level.map);
            assert!(columns.len() <= 45 && rows.len() <= 29, "{named}");
            let courts = level
                .fixtures
                .iter()
                .map(|index| &content().fixtures()[*index]);
            let hidden: usize = courts.map(caches).sum();
            let prizes = level.items.iter();
            let prizes = prizes.filter(|(kind, ..)| content().item(*kind).prize > 0);
            assert!(hidden > 0 && prizes.count() >= hidden, "{named}");
        }
    }
}

fn caches(fixture: &FixtureDef) -> usize {
    let drawn = fixture.drawing.iter();
    drawn
        .filter(|(_, one)| matches!(one, Drawn::Mark(_)))
        .count()
}

#[test]
fn a_vault_offers_a_weapon_of_another_kind_a_ring_and_a_relic() {
    let (mut vaults, mut styles) = (0, Vec::new());
    for seed in 0..60 {
        for depth in 2..DEEPEST {
            let offers = new_level(seed, depth).offers;
            if offers.is_empty() {
                continue;
            }
            let class = |index: usize| content().item(offers[index].0).class;
            let Class::Weapon { style, .. } = class(0) else {
                panic!("{:?} is no weapon", class(0));
            };
            assert!(!matches!(style, Style::Sword | Style::Dagger), "{style:?}");
            if !styles.contains(&style) {
                styles.push(style);
            }
            assert!(matches!(class(1), Class::Ring(_)), "{:?}", class(1));
            assert!(matches!(class(2), Class::Relic { .. }), "{:?}", class(2));
            vaults += 1;
        }
    }
    assert!(vaults > 60, "{vaults} vaults");
    assert_eq!(styles.len(), 4, "{styles:?}");
}

// ---- fixtures ----

#[test]
fn each_kind_of_level_has_six_fixtures_of_its_own_and_they_come_up() {
    let mut found: BTreeMap<LevelKind, BTreeSet<usize>> = BTreeMap::new();
    let (mut levels, mut empty) = (0, 0);
    for seed in 0..60 {
        for depth in 1..=DEEPEST {
            let level = new_level(seed, depth);
            for index in &level.fixtures {
                assert_eq!(content().fixtures()[*index].kind, level.kind);
            }
            levels += 1;
            empty += usize::from(level.fixtures.is_empty());
            found.entry(level.kind).or_default().extend(level.fixtures);
        }
    }
    for kind in LevelKind::ALL {
        let count = found[&kind].len();
        assert!(count >= 6, "{count} fixtures in {kind:?}");
    }
    assert!(empty * 50 < levels, "{empty} of {levels} levels have none");
}

#[test]
fn every_fixture_is_drawn_otherwise_and_changes_how_one_moves_sees_or_hides() {
    let mut drawn = Vec::new();
    for fixture in content().fixtures() {
        assert!(!drawn.contains(&&fixture.drawing), "{}", fixture.id);
        drawn.push(&fixture.drawing);
        let count = |is: fn(Tile) -> bool| {
            let tiles = fixture.drawing.iter();
            tiles
                .filter(|(_, one)| matches!(one, Drawn::Tile(tile) if is(*tile)))
                .count()
        };
        let plays = count(|tile| tile != Tile::Floor);
        assert!(
            plays >= 4 || count(|tile| tile == Tile::Tomb) > 0,
            "{}",
            fixture.id
        );
    }
}

#[test]
fn rubble_and_reeds_slow_whoever_steps_there() {
    for (map, share) in [("@,.", 200), ("@;.", 200), ("@..", 100)] {
        let mut game = Scene::new(1, map, &[]).game();
        step(&mut game, Dir::East);
        assert_eq!(game.time(), share, "{map}");
    }
    // A monster too: two steps over rubble take it as long as four.
    let mut scene = Scene::new(1, "g,,......@", &[('g', "pew-ghoul")]);
    scene.equip("sanctuary-lamp", "lantern");
    let mut game = scene.game();
    for _ in 0..4 {
        act(&mut game, Action::Wait);
    }
    assert_eq!(only(&game).pos, Pos::new(3, 1));
}

#[test]
fn reeds_hide_like_grass_and_put_out_flames() {
    for (tile, hides) in [('.', false), ('"', true), (';', true)] {
        let map = format!("@....{tile}");
        let mut scene = Scene::new(1, &map, &[]);
        scene.equip("sanctuary-lamp", "lantern");
        scene.add_monster("pew-ghoul", Pos::new(6, 1));
        let seen = scene.game().view().actors().count();
        assert_eq!(seen == 0, hides, "{tile}");
    }
    let mut scene = Scene::new(1, "@;.", &[]);
    scene.state["player"]["conditions"]["left"]
        [undercroft_core::game::Condition::Burning as usize] = 4.into();
    let mut game = scene.game();
    step(&mut game, Dir::East);
    let burning = game
        .view()
        .condition(undercroft_core::game::Condition::Burning);
    assert_eq!(burning, 0);
}

#[test]
fn pews_are_cover_and_deep_water_is_none() {
    for (tile, covers) in [('.', false), ('-', true), ('0', true), ('}', false)] {
        let map = format!("@..{tile}..a");
        let mut scene = Scene::new(1, &map, &[('a', "bone-acolyte")]);
        scene.equip("sanctuary-lamp", "lantern");
        let slate = scene.give("roof-slate", 1);
        let mut game = scene.game();
        assert_eq!(game.view().actors().count(), 1, "{tile} hides nobody");
        let throw = Action::Throw {
            letter: slate,
            at: Pos::new(7, 1),
        };
        let end = if covers { 3 } else { 7 };
        let aim = game.view().aim(throw).unwrap();
        assert_eq!(aim.lands, Pos::new(end, 1), "{tile}");
        // It takes aim first.
        act(&mut game, Action::Wait);
        let events = act(&mut game, Action::Wait);
        let shot = events
            .iter()
            .any(|event| matches!(event, GameEvent::Fight(FightEvent::Flew { .. })));
        assert_eq!(shot, !covers, "{tile}: {events:?}");
    }
    let mut game = Scene::new(1, "@-.", &[]).game();
    let refusal = refuse(&mut game, Action::step(Dir::East));
    assert_eq!(refusal, Refusal::Solid(Pos::new(2, 1)));
}

#[test]
fn a_tomb_is_opened_around_a_corner() {
    let mut game = Scene::new(1, "@#.\n#0.\n...", &[]).game();
    let pos = Pos::new(2, 2);
    let events = step(&mut game, Dir::SouthEast);
    assert!(events.contains(&GameEvent::Place(PlaceEvent::TombOpened { pos })));
    let further = refuse(&mut game, Action::step(Dir::SouthEast));
    assert_eq!(further, Refusal::Squeeze, "a step still needs room");
}

#[test]
fn a_tomb_that_is_walked_into_breaks_and_gives_out_what_is_in_it() {
    let pos = Pos::new(2, 1);
    let opened = |scene: &Scene| {
        let mut game = scene.game();
        let events = step(&mut game, Dir::East);
        assert!(events.contains(&GameEvent::Place(PlaceEvent::TombOpened { pos })));
        assert_eq!(game.time(), 200);
        assert_eq!(game.view().player().pos, Pos::new(1, 1));
        assert_eq!(game.view().tile(pos).unwrap().tile, Tile::Rubble);
        (game, events)
    };
    let mut scene = Scene::new(1, "@0..", &[]);
    let (_, events) = opened(&scene);
    assert!(events.contains(&GameEvent::Place(PlaceEvent::FoundNothing)));

    scene.lay("ring-hush", 1, pos);
    let thing = scene.state["here"]["items"][0]["item"].clone();
    scene.state["here"]["items"] = serde_json::json!([]);
    scene.state["here"]["tombs"][0]["inside"] = serde_json::json!({ "Item": thing });
    let (game, events) = opened(&scene);
    let seen = |event: &GameEvent| matches!(event, GameEvent::Item(ItemEvent::ItemSeen { .. }));
    assert!(events.iter().any(seen), "{events:?}");
    assert_eq!(game.view().item_at(pos).unwrap().kind, item("ring-hush"));

    let ghoul = monster("pew-ghoul");
    scene.state["here"]["tombs"][0]["inside"] = serde_json::json!({ "Monster": ghoul });
    let (game, _) = opened(&scene);
    let ghost = only(&game);
    assert_eq!(
        (ghost.kind, ghost.pos, ghost.mood),
        (ghoul, pos, Mood::Hunting)
    );
}

#[test]
fn tombs_of_every_sort_are_found() {
    let mut inside = BTreeSet::new();
    for seed in 0..12 {
        let mut game = super::random::hardy(seed);
        while game.depth() < DEEPEST {
            for tomb in peek(&game)["here"]["tombs"].as_array().unwrap() {
                let sort = match &tomb["inside"] {
                    serde_json::Value::String(word) => word.clone(),
                    other => other.as_object().unwrap().keys().next().unwrap().clone(),
                };
                inside.insert(sort);
            }
            game = descend_at_once(&game);
        }
    }
    assert_eq!(inside.len(), 3, "{inside:?}");
}

#[test]
fn an_unknown_potion_says_that_it_can_be_thrown() {
    let mut scene = Scene::new(1, "@..", &[]);
    scene.give("potion-fire", 1);
    let told = |scene: &Scene| {
        let game = scene.game();
        let mut pack = game.view().pack();
        let potion = pack.find(|(_, held)| game.view().sort(held.kind) == Sort::Potion);
        let (_, held) = potion.unwrap();
        game.view().about_item(held.kind, 0).join(" ")
    };
    assert!(
        told(&scene).contains("throw those at enemies"),
        "{}",
        told(&scene)
    );
    scene.know_all();
    assert!(
        !told(&scene).contains("Some are harmful"),
        "{}",
        told(&scene)
    );
}
