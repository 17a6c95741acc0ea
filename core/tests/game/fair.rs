//! Levels differ, dangers come in their order, and nothing decides a run early: over many seeds.

use std::collections::{BTreeMap, BTreeSet};

use undercroft_core::game::content::{
    Class, Content, DEEPEST, FILES, FixtureDef, LevelKind, Sort, Style,
};
use undercroft_core::game::{
    Action, Buried, FightEvent, Game, GameEvent, ItemEvent, MonsterEvent, Mood, NewLevel,
    PlaceEvent, Refusal, Setup,
};
use undercroft_core::geom::{Dir, Pos};
use undercroft_core::map::distance::{DistanceMap, UNBOUNDED};
use undercroft_core::map::{Drawn, Steps, Tile, TileSet};
use undercroft_core::rng::Seed;

use super::scene::descend_at_once;
use super::scene::{Scene, act, content, item, monster, monsters, only, peek, refuse, step};

fn new_level(seed: u64, depth: u8) -> NewLevel {
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
            // Set pieces lie around it.
            let in_room = |pos: Pos| level.set_pieces.iter().any(|(_, area)| area.contains(pos));
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
            for (kind, plus) in &offers {
                let def = content().item(*kind);
                let (first, last) = def.depths;
                let drawn_from = (depth + 2).min(DEEPEST);
                assert!(
                    (first..=last).contains(&drawn_from),
                    "{} at {depth}",
                    def.id
                );
                let better = if *kind == offers[0].0 { 1..=2 } else { 0..=0 };
                assert!(better.contains(plus), "{plus} of {}", def.id);
            }
            assert!(matches!(class(1), Class::Ring(_)), "{:?}", class(1));
            assert!(matches!(class(2), Class::Relic { .. }), "{:?}", class(2));
            vaults += 1;
        }
    }
    assert!(vaults > 60, "{vaults} vaults");
    assert_eq!(styles.len(), 4, "{styles:?}");
}

#[test]
fn items_lie_about_by_their_weight_and_of_twenty_weapons_and_armours_five_are_not_plain() {
    // Without fixtures and rooms no prizes lie about.
    let content = content_with("", "");
    let mut found: BTreeMap<i8, u32> = BTreeMap::new();
    let mut kinds: BTreeMap<String, u32> = BTreeMap::new();
    for (seed, depth) in (0..40).flat_map(|seed| (1..=DEEPEST).map(move |depth| (seed, depth))) {
        let level = Game::new_level(Setup::with_content(Seed(seed), content), depth);
        for (kind, _, plus, _) in level.items {
            *kinds.entry(content.item(kind).id.clone()).or_default() += 1;
            match content.item(kind).class {
                Class::Weapon { .. } | Class::Armour { .. } => *found.entry(plus).or_default() += 1,
                _ => assert_eq!(plus, 0),
            }
        }
    }
    let all: u32 = found.values().sum();
    assert!(all > 400, "{found:?}");
    assert!(found.keys().copied().eq(-1..=2), "{found:?}");
    for (plus, share) in [(-1, 5), (1, 15), (2, 5)] {
        let percent = 100 * found[&plus] / all;
        assert!(percent.abs_diff(share) <= 3, "{plus}: {percent}% of {all}");
    }
    // At every depth their weights are 40 and 14.
    let [healing, haste] = ["potion-healing", "potion-haste"].map(|id| kinds[id]);
    assert!(
        (2 * haste..4 * haste).contains(&healing),
        "{healing} and {haste}"
    );
}

#[test]
fn a_guard_stands_beside_an_item() {
    let (mut guards, mut beside) = (0, 0);
    for seed in 0..20 {
        for depth in 4..=DEEPEST {
            let level = new_level(seed, depth);
            let in_room = |pos: Pos| level.set_pieces.iter().any(|(_, area)| area.contains(pos));
            for (kind, _, pos) in level.monsters.iter().filter(|(.., pos)| !in_room(*pos)) {
                let def = content().monster(*kind);
                if def.post_reach().is_some() && !def.named {
                    guards += 1;
                    let mut items = level.items.iter();
                    beside += u32::from(items.any(|(.., at)| at.steps_to(*pos) == 1));
                }
            }
        }
    }
    assert!(
        guards > 50 && beside * 10 > guards * 9,
        "{beside} of {guards}"
    );
}

// ---- fixtures ----

/// Content with these fixtures and set pieces, and no others.
fn content_with(fixtures: &str, rooms: &str) -> &'static Content {
    let [monsters, items, levels, rules, ..] = FILES;
    let drawn = (("f.txt", fixtures), ("r.txt", rooms));
    match Content::read([monsters, items, levels, rules, drawn.0, drawn.1]) {
        Ok(content) => Box::leak(Box::new(content)),
        Err(errors) => panic!("{errors}"),
    }
}

/// The same fixture for each kind of level of the first depth.
fn everywhere(name: &str, keys: &str, drawing: &str) -> String {
    let kinds = ["Halls", "Cloisters", "Caverns", "Crypts"];
    let one = |kind: &str| {
        let id = kind.to_lowercase();
        format!("name: {name}-{id}\nkind: {kind}\n{keys}{drawing}\n")
    };
    kinds.map(one).concat()
}

/// Steps from the stairs up by tile.
fn steps(level: &NewLevel) -> DistanceMap {
    let mut distances = DistanceMap::default();
    let open = TileSet::of(&level.map.tiles, Tile::is_walkable);
    let up = level.map.start.unwrap();
    distances.measure(&open, Steps::Eight, &[up], UNBOUNDED);
    distances
}

#[test]
fn a_fixture_lies_on_floor_and_what_is_cut_into_rock_leaves_the_stairs_apart() {
    let bare = content_with("", "");
    let pews = content_with(&everywhere("pews", "", "---\n---\n---"), "");
    let hall = ["..............."; 15].join("\n");
    let hall = content_with(&everywhere("hall", "cut: yes\n", &hall), "");
    let (mut laid, mut cut, mut shorter) = (0, 0, 0);
    for seed in 0..60 {
        // Nothing else is cut into rock on the first depth.
        let level = |content| Game::new_level(Setup::with_content(Seed(seed), content), 1);
        let before = level(bare);
        let dug = |after: &NewLevel| {
            let tiles = after.map.tiles.iter();
            let changed = tiles.filter(|(pos, tile)| before.map.tiles[*pos] != **tile);
            let was_solid = |pos: Pos| {
                let tile = before.map.tiles[pos];
                matches!(tile, Tile::Wall | Tile::DoorClosed)
            };
            changed.filter(|(pos, _)| was_solid(*pos)).count()
        };
        let after = level(pews);
        laid += after.fixtures.len();
        assert_eq!(dug(&after), 0, "seed {seed}\n{}", after.map);
        let after = level(hall);
        cut += usize::from(dug(&after) > 0);
        let way = |level: &NewLevel| steps(level).get(level.down).unwrap();
        let (long, short) = (way(&before), way(&after));
        shorter += usize::from(short < long);
        assert!(short >= long * 60 / 100, "{short} of {long}, seed {seed}");
    }
    assert!(
        laid > 30 && cut > 30 && shorter > 15,
        "{laid} {cut} {shorter}"
    );
}

#[test]
fn fixtures_are_laid_down_in_all_eight_orientations() {
    let content = content_with(&everywhere("corner", "", "-,\n;."), "");
    let mut found = BTreeSet::new();
    for seed in 0..80 {
        let level = Game::new_level(Setup::with_content(Seed(seed), content), 1);
        let mut tiles = level.map.tiles.iter();
        let Some((pew, _)) = tiles.find(|(_, tile)| **tile == Tile::Pew) else {
            continue;
        };
        let beside = |tile: Tile| {
            let mut dirs = Dir::CARDINAL.into_iter();
            dirs.find(|dir| level.map.tiles[pew.step(*dir)] == tile)
                .unwrap()
        };
        found.insert([Tile::Rubble, Tile::Reeds].map(|tile| beside(tile) as u8));
    }
    assert_eq!(found.len(), 8, "{found:?}");
}

#[test]
fn fixtures_and_rooms_are_found_as_often_as_their_weight_says() {
    // Of each a few that are rare, and as many that are twenty times as frequent.
    let weights = [("rare", 1), ("common", 20)];
    let (mut fixtures, mut rooms) = (String::new(), String::new());
    for ((name, weight), number) in weights
        .into_iter()
        .flat_map(|one| (0..7).map(move |n| (one, n)))
    {
        let (name, key) = (format!("{name}-{number}"), format!("weight: {weight}\n"));
        fixtures += &everywhere(&name, &key, ",");
        rooms +=
            &format!("name: {name}\ntext: a cell\n{key}legend: E = entrance\n####\nE..#\n####\n");
    }
    let content = content_with(&fixtures, &rooms);
    let mut found = [[0; 2]; 2];
    for seed in 0..60 {
        let setup = Setup::with_content(Seed(seed), content);
        let is_rare = |id: &str| usize::from(id.starts_with("rare"));
        for index in Game::new_level(setup, 1).fixtures {
            found[0][is_rare(&content.fixtures()[index].id)] += 1;
        }
        for (index, _) in Game::new_level(setup, 2).set_pieces {
            found[1][is_rare(&content.set_pieces()[index].id)] += 1;
        }
    }
    for [common, rare] in found {
        assert!(rare > 0 && common > 5 * rare, "{found:?}");
    }
}

#[test]
fn a_named_monster_stands_in_the_middle_of_its_arena_or_without_one_is_put_as_others_are() {
    let arena =
        |drawing: &str| content_with(&format!("name: yard\nboss: sister-ember\n{drawing}\n"), "");
    let pillars = arena(".....\n.-.-.\n.....\n.-.-.\n.....");
    // Nobody can come to the middle of this one, so that there is never room for it.
    let ring = arena(".....\n.###.\n.#.#.\n.###.\n.....");
    let mut met = [0; 2];
    for seed in 0..20 {
        for depth in [5, 6] {
            for (which, content) in [pillars, ring].into_iter().enumerate() {
                let level = Game::new_level(Setup::with_content(Seed(seed), content), depth);
                let ember = content.find_monster("sister-ember").unwrap();
                let mut monsters = level.monsters.iter();
                let Some((.., at)) = monsters.find(|(kind, ..)| *kind == ember) else {
                    continue;
                };
                let distances = steps(&level);
                let named = format!("seed {seed}, depth {depth}\n{}", level.map);
                assert!(distances.get(*at).unwrap() >= 12, "{named}");
                let tiles = level.map.tiles.iter();
                let pews = tiles.filter(|(_, tile)| **tile == Tile::Pew);
                let pews: Vec<Pos> = pews.map(|(pos, _)| pos).collect();
                if which == 0 && pews.len() == 4 {
                    let middle = pews[0] + Pos::new(1, 1);
                    assert!(middle.steps_to(*at) <= 1, "{at}, {named}");
                    assert!(distances.get(middle).unwrap() >= 16, "{middle}, {named}");
                    met[which] += 1;
                }
                met[which] += usize::from(which == 1);
            }
        }
    }
    assert!(met[0] >= 15 && met[1] == 20, "{met:?}");
}

#[test]
fn each_kind_of_level_has_six_fixtures_of_its_own_and_they_come_up() {
    let mut found: BTreeMap<LevelKind, BTreeSet<usize>> = BTreeMap::new();
    let (mut levels, mut empty) = (0, 0);
    for seed in 0..60 {
        for depth in 1..=DEEPEST {
            let level = new_level(seed, depth);
            for index in &level.fixtures {
                let fixture = &content().fixtures()[*index];
                assert_eq!(fixture.kind, level.kind);
                assert!(
                    (fixture.depths.0..=fixture.depths.1).contains(&depth),
                    "{}",
                    fixture.id
                );
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
fn a_third_of_the_tombs_hold_an_item_and_a_third_a_monster() {
    let (mut tombs, mut items, mut monsters) = (0, 0, 0);
    for seed in 0..30 {
        for depth in 1..=DEEPEST {
            let level = new_level(seed, depth);
            // In those of set pieces there is always something.
            let in_room = |pos: Pos| level.set_pieces.iter().any(|(_, area)| area.contains(pos));
            let tiles = level.map.tiles.iter();
            let closed = tiles.filter(|(pos, tile)| **tile == Tile::Tomb && !in_room(*pos));
            tombs += closed.count();
            for (inside, _) in level.tombs.iter().filter(|(_, pos)| !in_room(*pos)) {
                match inside {
                    Buried::Item(..) => items += 1,
                    Buried::Monster(_) => monsters += 1,
                }
            }
        }
    }
    assert!(tombs >= 100, "{tombs}");
    for some in [items, monsters] {
        assert!(
            (tombs / 4..=tombs * 5 / 12).contains(&some),
            "{some} of {tombs}"
        );
    }
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
