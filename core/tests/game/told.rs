//! What is told is what is done: cards, questions, previews and the log agree with the rules.

use std::collections::BTreeSet;

use undercroft_core::game::content::Class;
use undercroft_core::game::{
    Action, BodyEvent, Danger, FightEvent, Game, GameEvent, Letter, MonsterEvent, Narrator,
    Refusal, Setup, View,
};
use undercroft_core::geom::{Dir, Pos};
use undercroft_core::map::Tile;
use undercroft_core::rng::Seed;

use super::scene::{Scene, act, content, item, me, monster, read, refuse, step, told, vault_scene};

/// Turns left of a condition of the first monster, by its place in the list of conditions.
fn give_condition(scene: &mut Scene, index: usize, turns: u16) {
    scene.first()["conditions"]["left"][index] = turns.into();
}

/// Place of a condition in their list.
const DARKENED: usize = 5;

fn offers(view: View<'_>) -> usize {
    view.items().filter(|item| item.offer.is_some()).count()
}

#[test]
fn mapping_shows_the_floor_of_a_sealed_vault_and_not_what_lies_there() {
    let mut scene = vault_scene();
    scene.set_player("pos", serde_json::json!(Pos::new(7, 1)));
    scene.know_all();
    let scroll = scene.give("scroll-mapping", 1);
    let mut game = scene.game();
    read(&mut game, scroll);
    let view = game.view();
    let prize = Pos::new(3, 4);
    assert_eq!(view.tile(prize).unwrap().tile, Tile::Floor);
    assert_eq!(offers(view), 0);
    assert_eq!(view.look(prize), ["On the map you read: bare floor."]);
    assert!(view.item_at(prize).is_none() && !view.sights().contains(&prize));
    // Once it is open and in sight, they are shown.
    act(&mut game, Action::Travel { to: Pos::new(5, 1) });
    while let Some(action) = game.doing() {
        act(&mut game, action);
    }
    step(&mut game, Dir::South);
    act(&mut game, Action::Travel { to: Pos::new(4, 1) });
    assert_eq!(offers(game.view()), 3);
}

#[test]
fn a_brazier_that_was_only_mapped_is_not_said_to_burn() {
    let mut scene = Scene::new(1, "@.#...\n..#.^.\n..#...", &[]);
    let scroll = scene.give("scroll-mapping", 1);
    scene.know_all();
    scene.state["here"]["braziers"][0]["lit"] = false.into();
    // The last column is joined to the first by a tunnel below.
    let mut game = scene.game();
    read(&mut game, scroll);
    let at = Pos::new(5, 2);
    assert_eq!(game.view().look(at), ["On the map you read: a brazier."]);
    assert_eq!(game.view().lamps().count(), 0);
}

#[test]
fn one_s_own_blast_asks_exactly_where_it_burns() {
    let map = "\
.......
.......
...@...
.......
.......";
    let (mut asked, mut free) = (0, 0);
    for (id, read) in [
        ("scroll-fireball", true),
        ("fire-pot", false),
        ("potion-fire", false),
        ("potion-darkness", false),
        ("potion-confusion", false),
    ] {
        let mut scene = Scene::new(16, map, &[]);
        scene.know_all();
        let letter = scene.give(id, 1);
        let game = scene.game();
        for index in 0..35 {
            let at = Pos::new(1 + index % 7, 1 + index / 7);
            if at == me(&game) {
                continue;
            }
            let action = match read {
                true => Action::Use {
                    letter,
                    at: Some(at),
                },
                false => Action::Throw { letter, at },
            };
            let reaches = game.view().aim(action).unwrap().blast.contains(&me(&game));
            let answer = game.clone().apply(action, &mut Vec::new());
            let own = Err(Refusal::NeedsConfirmation(Danger::OwnBlast));
            assert_eq!(answer == own, reaches, "{id} at {at}");
            let mut done = game.clone();
            let events = act(&mut done, action.sure());
            let caught = events.iter().any(|event| match event {
                GameEvent::Fight(FightEvent::Hurt { who, .. })
                | GameEvent::Body(BodyEvent::ConditionBegan { who, .. }) => who.kind.is_none(),
                _ => false,
            });
            assert_eq!(caught, reaches, "{id} at {at}");
            asked += u32::from(reaches);
            free += u32::from(!reaches);
        }
    }
    assert!(asked > 20 && free > 40, "{asked} {free}");
}

#[test]
fn a_blast_that_sets_off_what_bursts_beside_the_player_asks_first() {
    let mut scene = Scene::new(1, "..@..\n...o.", &[('o', "marsh-lantern")]);
    scene.first()["next"] = 1000.into();
    scene.know_all();
    let letter = scene.give("fire-pot", 1);
    let at = Pos::new(5, 1);
    let throw = Action::Throw { letter, at };
    let mut game = scene.game();
    // The flames reach the lantern alone, and the lantern's burst the player.
    assert!(!game.view().aim(throw).unwrap().blast.contains(&me(&game)));
    let asks = refuse(&mut game, throw);
    assert_eq!(asks, Refusal::NeedsConfirmation(Danger::Bursts));
    let question = game.view().question(throw, Danger::Bursts);
    assert!(
        question.contains("The marsh lantern would burst"),
        "{question}"
    );
    let health = game.view().player().health;
    act(&mut game, throw.sure());
    assert!(game.view().player().health < health);
}

#[test]
fn a_blinded_monster_neither_shoots_nor_charges_nor_calls() {
    for (id, map) in [
        ("bone-acolyte", "@.......M"),
        ("stone-ram", "@....M"),
        ("bell-ringer", "@.....M"),
    ] {
        let told = |blind: bool| {
            let mut scene = Scene::new(4, map, &[('M', id)]);
            if blind {
                give_condition(&mut scene, DARKENED, 30);
            }
            let mut game = scene.game();
            let mut events = act(&mut game, Action::Wait);
            events.extend(act(&mut game, Action::Wait));
            events.iter().any(|event| {
                matches!(
                    event,
                    GameEvent::Fight(FightEvent::Flew { .. })
                        | GameEvent::Fight(FightEvent::Charged { .. })
                        | GameEvent::Monster(MonsterEvent::Summoned { .. })
                )
            })
        };
        assert!(told(false), "{id} does so with its sight");
        assert!(!told(true), "{id} did so blinded");
    }
}

#[test]
fn a_blinded_hunter_goes_where_it_knew_the_player_and_strikes_unless_it_keeps_away() {
    let blinded = |map: &str, id: &str| {
        let mut scene = Scene::new(4, map, &[('M', id)]);
        give_condition(&mut scene, DARKENED, 30);
        scene.set_player("vigour", 500);
        scene.set_player("health", 500);
        let mut game = scene.game();
        let events: Vec<GameEvent> = (0..3).flat_map(|_| act(&mut game, Action::Wait)).collect();
        let strikes = |event: &GameEvent| {
            let GameEvent::Fight(event) = event else {
                return false;
            };
            matches!(event, FightEvent::Hit { .. } | FightEvent::Missed { .. })
        };
        let far = super::scene::only(&game).pos.steps_to(me(&game));
        (events.iter().any(strikes), far)
    };
    assert_eq!(blinded("@M....", "pew-ghoul"), (true, 1));
    assert_eq!(blinded("@M....", "bone-acolyte"), (false, 1));
    assert_eq!(blinded("@.....M", "pew-ghoul"), (false, 3));
}

#[test]
fn a_blinded_monster_interrupts_only_where_it_may_hear() {
    let far = |blind: bool| {
        // Twelve tiles away: within the noise radius of a walk, beyond the hearing radius.
        let mut scene = Scene::new(4, "@...........M^", &[('M', "pew-ghoul")]);
        scene.first()["mood"] = "Wandering".into();
        if blind {
            give_condition(&mut scene, DARKENED, 30);
        }
        scene.game().view().enemy_in_sight()
    };
    assert!(far(false) && !far(true));
}

#[test]
fn dropping_or_throwing_what_is_worn_takes_as_long_as_taking_it_off() {
    for (id, place) in [
        ("quilted-jack", "armour"),
        ("founders-plate", "armour"),
        ("short-sword", "weapon"),
        ("ring-hush", "ring"),
    ] {
        let mut scene = Scene::new(1, "@....", &[]);
        let letter = scene.equip(id, place);
        let game = scene.game();
        let time = |action: Action| {
            let mut game = game.clone();
            act(&mut game, action.sure());
            game.time()
        };
        let at = Pos::new(4, 1);
        let taken_off = time(Action::Use { letter, at: None });
        assert_eq!(time(Action::Drop { letter, count: 1 }), taken_off, "{id}");
        assert_eq!(time(Action::Throw { letter, at }), taken_off, "{id}");
        // What is not in use is dropped at once.
        let mut off = game.clone();
        act(&mut off, Action::Use { letter, at: None });
        let before = off.time();
        act(&mut off, Action::Drop { letter, count: 1 });
        assert_eq!(off.time() - before, 100, "{id}");
    }
}

/// The card of an item in the pack.
fn card(game: &Game, letter: Letter) -> String {
    game.view().about_carried(letter).join(" ")
}

#[test]
fn the_cards_of_potions_say_how_far_they_reach_and_how_long_they_last() {
    let mut scene = Scene::new(1, "@........", &[]);
    scene.know_all();
    let [fire, darkness, confusion, pot] = [
        "potion-fire",
        "potion-darkness",
        "potion-confusion",
        "fire-pot",
    ]
    .map(|id| scene.give(id, 1));
    let game = scene.game();
    let flames = "Flames within 1 tile do 7 to 11 at this depth.";
    assert!(card(&game, fire).contains(&format!("{flames} Thrown, it reaches 2 tiles.")));
    assert!(card(&game, pot).ends_with(flames));
    assert!(card(&game, darkness).contains("For 120 turns; thrown, for 30 turns within 2 tiles."));
    assert!(card(&game, confusion).contains("For 10 turns; thrown, within 2 tiles."));
    // And so it is.
    let radius = |game: &mut Game, action| {
        let events = act(game, action);
        events.into_iter().find_map(|event| match event {
            GameEvent::Fight(FightEvent::Blast { radius, .. }) => Some(radius),
            _ => None,
        })
    };
    let at = Pos::new(6, 1);
    for (letter, reach) in [(fire, 2), (darkness, 2), (confusion, 2), (pot, 1)] {
        let thrown = radius(&mut game.clone(), Action::Throw { letter, at }.sure());
        assert_eq!(thrown, Some(reach));
    }
    let drunk = radius(
        &mut game.clone(),
        Action::Use {
            letter: fire,
            at: None,
        }
        .sure(),
    );
    assert_eq!(drunk, Some(1));
}

#[test]
fn mimics_pose_as_what_lies_about_at_their_depth() {
    let mut poses = BTreeSet::new();
    for depth in [2, 3, 5, 6, 7] {
        let kind = Game::new_level(Setup::new(Seed(3)).unwrap(), depth).kind;
        for number in 1..=80 {
            let mut scene = Scene::new(3, "@..a", &[('a', "alms-box")]);
            scene.empty_pack();
            scene.state["here"]["depth"] = depth.into();
            scene.state["here"]["kind"] = serde_json::json!(kind);
            let first = scene.first();
            first["id"] = (u32::from(depth) * 10_000 + number).into();
            first["mood"] = "Asleep".into();
            first["disguised"] = true.into();
            let game = scene.game();
            let shown = game.view().items().next().unwrap();
            poses.insert(shown.kind);
            let Some(kind) = shown.kind.kind() else {
                continue;
            };
            let def = content().item(kind);
            assert!(def.weight > 0, "{}", def.id);
            assert!((def.depths.0..=def.depths.1).contains(&depth), "{}", def.id);
            assert!(
                (def.count.0..=def.count.1).contains(&shown.count),
                "{}",
                def.id
            );
        }
    }
    assert!(poses.len() > 40, "{}", poses.len());
    let relics = poses
        .iter()
        .filter_map(|kind| kind.kind())
        .filter(|kind| matches!(content().item(*kind).class, Class::Relic { .. }));
    assert_eq!(relics.count(), 0);
}

#[test]
fn the_arrows_of_a_bow_that_found_no_room_are_picked_up_later() {
    let mut scene = vault_scene();
    scene.empty_pack();
    scene.vault()["offers"][0][1]["kind"] = serde_json::json!(item("fowlers-bow"));
    scene.state["here"]["features"][0]["mechanism"] =
        serde_json::json!({"Lever": {"pulled": true}});
    let tiles = scene.state["here"]["tiles"]["tiles"]
        .as_str()
        .unwrap()
        .to_owned();
    let mut tiles = tiles.into_bytes();
    tiles[2 * 80 + 4] = b'\'';
    scene.state["here"]["tiles"]["tiles"] = String::from_utf8(tiles).unwrap().into();
    let offer = scene.vault()["offers"][0][0].clone();
    scene.set_player("pos", offer);
    // 25 things that do not stack with the arrows leave room for the bow alone.
    let spare = scene.give("hatchet", 1);
    for _ in 0..24 {
        scene.give("hatchet", 1);
    }
    let mut game = scene.game();
    let events = act(&mut game, Action::PickUp);
    assert!(told(&events).contains(&"Your pack has no room for 16 arrows.".to_owned()));
    assert!(game.view().items().all(|item| !item.declined));
    // Once there is room, exploring goes for them.
    act(
        &mut game,
        Action::Drop {
            letter: spare,
            count: 1,
        },
    );
    act(&mut game, Action::Explore);
    let arrows = game
        .view()
        .pack()
        .find(|(_, carried)| carried.kind == item("arrow"));
    assert_eq!(arrows.map(|(_, arrows)| arrows.count), Some(16));
}

#[test]
fn what_is_thrown_onto_dropped_things_is_picked_up_again() {
    let mut scene = Scene::new(16, "@....", &[]);
    let letter = scene.give("roof-slate", 5);
    let mut game = scene.game();
    act(&mut game, Action::Drop { letter, count: 2 });
    let here = me(&game);
    step(&mut game, Dir::East);
    step(&mut game, Dir::East);
    step(&mut game, Dir::West);
    step(&mut game, Dir::East);
    // What was only dropped stays.
    assert!(game.view().item_at(here).unwrap().declined);
    act(&mut game, Action::Throw { letter, at: here });
    assert_eq!(game.view().item_at(here).unwrap().count, 3);
    assert!(!game.view().item_at(here).unwrap().declined);
    step(&mut game, Dir::West);
    step(&mut game, Dir::West);
    assert_eq!(game.view().pack().next().unwrap().1.count, 5);
    // And what is dropped onto thrown things is left alone.
    act(&mut game, Action::Drop { letter, count: 5 });
    assert!(game.view().item_at(here).unwrap().declined);
}

/// A scene on whose few tiles nothing more fits: each has a thing that does not stack.
fn full_floor() -> Scene {
    let mut scene = Scene::new(1, "@..", &[]);
    for x in 1..=3 {
        scene.lay("hatchet", 1, Pos::new(x, 1));
    }
    // The stairs, which are out of reach, have room otherwise.
    for x in [76, 78] {
        scene.lay("hatchet", 1, Pos::new(x, 48));
    }
    scene
}

#[test]
fn nothing_is_lost_in_silence_where_the_floor_is_full() {
    let mut scene = full_floor();
    let axe = scene.give("hatchet", 1);
    let slate = scene.give("roof-slate", 2);
    let mut game = scene.game();
    let drop = Action::Drop {
        letter: axe,
        count: 1,
    };
    assert_eq!(refuse(&mut game, drop), Refusal::FloorFull);
    let at = Pos::new(3, 1);
    let events = act(&mut game, Action::Throw { letter: slate, at });
    let lost = "The floor has no room for a roof slate: it is lost.".to_owned();
    assert!(told(&events).contains(&lost), "{:?}", told(&events));
}

#[test]
fn stacks_do_not_outgrow_what_they_can_count() {
    let mut scene = Scene::new(1, "@..", &[]);
    scene.lay("roof-slate", 65_530, Pos::new(3, 1));
    let letter = scene.give("roof-slate", 10);
    let mut game = scene.game();
    for x in [2, 3] {
        scene.lay("hatchet", 1, Pos::new(x, 1));
    }
    let total = |game: &Game| {
        let lying: u32 = game
            .view()
            .whole()
            .items()
            .map(|item| u32::from(item.count))
            .sum();
        lying
            + game
                .view()
                .pack()
                .map(|(_, item)| u32::from(item.count))
                .sum::<u32>()
    };
    let at = Pos::new(3, 1);
    for _ in 0..10 {
        let before = total(&game);
        act(&mut game, Action::Throw { letter, at });
        assert_eq!(total(&game), before);
    }
}

/// A wraith in the rock diagonally beside the player, past a wall.
fn wraith() -> Scene {
    Scene::new(2, "..#\n.@#\n##W", &[('W', "wall-wraith")])
}

#[test]
fn a_wraith_in_rock_can_be_struck_where_it_strikes() {
    let mut scene = wraith();
    scene.set_player("health", 40);
    let at = Pos::new(3, 3);
    let mut tiles = scene.state["here"]["tiles"]["tiles"]
        .as_str()
        .unwrap()
        .to_owned()
        .into_bytes();
    tiles[3 * 80 + 3] = b'#';
    scene.state["here"]["tiles"]["tiles"] = String::from_utf8(tiles).unwrap().into();
    let game = scene.game();
    let struck = |events: &[GameEvent]| {
        events.iter().any(|event| match event {
            GameEvent::Fight(FightEvent::Hit { by, .. })
            | GameEvent::Fight(FightEvent::Missed { by, .. }) => {
                by.kind == Some(monster("wall-wraith"))
            }
            _ => false,
        })
    };
    let hits = |events: &[GameEvent]| {
        events.iter().any(|event| match event {
            GameEvent::Fight(FightEvent::Hit { at, .. })
            | GameEvent::Fight(FightEvent::Missed { at, .. }) => {
                at.kind == Some(monster("wall-wraith"))
            }
            _ => false,
        })
    };
    assert!(struck(&act(&mut game.clone(), Action::Wait)));
    assert!(hits(&step(&mut game.clone(), Dir::SouthEast)));
    // An axe reaches it, too.
    scene.equip("hatchet", "weapon");
    assert!(hits(&step(&mut scene.game(), Dir::SouthEast)));
    // Where it can be seen, it can be aimed at.
    assert!(game.view().actor_at(at).is_none_or(|actor| actor.in_sight));
    // Nobody else is reached past two walls, and reaches nobody.
    let mut other = Scene::new(2, "..#\n.@#\n##g", &[('g', "pew-ghoul")]);
    let mut game = other.game();
    assert!(!struck(&act(&mut game, Action::Wait)));
    other.first()["next"] = 1000.into();
    assert_eq!(
        refuse(&mut other.game(), Action::step(Dir::SouthEast)),
        Refusal::Squeeze
    );
}

#[test]
fn a_thrown_arrow_is_not_said_to_be_shot() {
    let mut scene = Scene::new(1, "@....", &[]);
    let letter = scene.give("arrow", 3);
    let at = Pos::new(4, 1);
    let thrown = act(&mut scene.game(), Action::Throw { letter, at });
    assert_eq!(told(&thrown), ["You throw an arrow."]);
    scene.equip("fowlers-bow", "weapon");
    let thrown = act(&mut scene.game(), Action::Throw { letter, at });
    assert_eq!(told(&thrown), ["You throw an arrow."]);
    let shot = act(&mut scene.game(), Action::Fire { at });
    assert_eq!(told(&shot), ["You shoot an arrow."]);
}

#[test]
fn cards_count_whatever_else_is_worn() {
    for ring in [false, true] {
        let mut scene = Scene::new(1, "@....", &[]);
        let armour = scene.give("founders-plate", 1);
        let hush = scene.give("ring-hush", 1);
        if ring {
            scene.state["player"]["pack"]["rings"][0] = serde_json::json!(hush);
        }
        let mut game = scene.game();
        let promised = card(&game, armour);
        act(
            &mut game,
            Action::Use {
                letter: armour,
                at: None,
            },
        );
        // A wait is quiet; a step is what the card is about.
        step(&mut game, Dir::East);
        let noise = game.view().player().noise;
        let line = format!("Your steps are heard from, in tiles: {noise} instead of");
        assert!(promised.contains(&line), "{promised}, not {noise}");
        // The ring's own card says what it is worth.
        let promised = card(&game, hush);
        let quiet = if ring {
            "Without it: your steps are heard from, in tiles: 12 instead of 6"
        } else {
            "Your steps are heard from, in tiles: 6 instead of 12"
        };
        assert!(promised.contains(quiet), "{promised}");
    }
    // A third ring cannot be put on.
    let mut scene = Scene::new(1, "@....", &[]);
    let rings = ["ring-hush", "ring-mending"].map(|id| scene.give(id, 1));
    scene.state["player"]["pack"]["rings"] = serde_json::json!(rings);
    let third = scene.give("ring-wrath", 1);
    let told = card(&scene.game(), third);
    assert!(
        told.contains("You wear two rings already: take one off first."),
        "{told}"
    );
}

#[test]
fn the_light_of_a_lantern_is_told_as_it_is_seen() {
    for dimmed in [false, true] {
        let mut scene = Scene::new(1, "@....", &[]);
        let lantern = scene.give("sanctuary-lamp", 1);
        if dimmed {
            scene.state["player"]["conditions"]["left"][6] = 50.into();
        }
        let mut game = scene.game();
        let promised = card(&game, lantern);
        act(
            &mut game,
            Action::Use {
                letter: lantern,
                at: None,
            },
        );
        let sight = game.view().player().sight;
        assert!(
            promised.contains(&format!("in the dark: {sight}")),
            "{promised}, not {sight}"
        );
    }
}

#[test]
fn the_odds_of_a_swarm_count_those_beside_the_player() {
    let alone = Scene::new(1, "...\n.@r\n...", &[('r', "crypt-rat")]).game();
    let many = Scene::new(1, "rrr\n.@r\n...", &[('r', "crypt-rat")]).game();
    let odds = |game: &Game| {
        let first = game.view().actor_at(Pos::new(3, 2)).unwrap();
        game.view().odds(first.id).unwrap().damage_back
    };
    let (least, most) = super::scene::damage_range(5, 2);
    assert_eq!(odds(&alone), (least, most));
    let (least, most) = super::scene::damage_range(8, 2);
    assert_eq!(odds(&many), (least, most));
}

#[test]
fn the_one_that_is_back_in_sight_is_the_one_that_was_seen_last() {
    let mut scene = Scene::new(1, "@#..rr\n......", &[('r', "crypt-rat")]);
    scene.hide_all();
    for actor in scene.state["here"]["actors"].as_array_mut().unwrap() {
        actor["next"] = 9_000.into();
    }
    scene.remember_all();
    let slates = scene.give("roof-slate", 20);
    let mut game = scene.game();
    let mut narrator = Narrator::default();
    let mut tell = |action: Action| {
        let events = act(&mut game, action);
        let told = narrator.tell(&game, &events).into_iter();
        let lines = told.map(|told| told.text);
        lines
            .filter(|line| line.contains("back in sight") || line.contains("dies"))
            .collect::<Vec<String>>()
    };
    let (out, back) = (Action::step(Dir::SouthEast), Action::step(Dir::NorthWest));
    let hide = |tell: &mut dyn FnMut(Action) -> Vec<String>| {
        tell(back);
        for _ in 0..25 {
            tell(Action::Wait);
        }
    };
    tell(out);
    hide(&mut tell);
    assert_eq!(tell(out), ["A crypt rat is back in sight."; 2]);
    // Once the nearer one is dead, the other is the last one that was seen.
    let at = Pos::new(5, 1);
    while tell(Action::Throw { letter: slates, at }).is_empty() {}
    tell(Action::Wait);
    hide(&mut tell);
    assert_eq!(tell(out), ["The crypt rat is back in sight."]);
}

#[test]
fn no_door_of_the_training_can_be_seen_past() {
    let mut checked = 0;
    for depth in 1..=3 {
        let level = Game::new_level(Setup::training().unwrap(), depth);
        for (pos, tile) in level.map.tiles.iter() {
            if *tile == Tile::DoorClosed {
                let solid = |dir: Dir| level.map.tiles[pos.step(dir)] == Tile::Wall;
                let across = solid(Dir::North) && solid(Dir::South);
                assert!(
                    across || solid(Dir::West) && solid(Dir::East),
                    "{depth}: {pos}"
                );
                checked += 1;
            }
        }
    }
    assert!(checked >= 6, "{checked}");
}

#[test]
fn a_closed_door_of_any_level_stands_between_two_solid_tiles() {
    let mut checked = 0;
    for seed in 0..30 {
        for depth in 1..=11 {
            let level = Game::new_level(Setup::new(Seed(seed)).unwrap(), depth);
            for (pos, tile) in level.map.tiles.iter() {
                if *tile == Tile::DoorClosed {
                    let solid = |dir: Dir| level.map.tiles[pos.step(dir)].is_opaque();
                    let across = solid(Dir::North) && solid(Dir::South);
                    let named = format!("seed {seed}, depth {depth}: {pos}");
                    assert!(across || solid(Dir::West) && solid(Dir::East), "{named}");
                    checked += 1;
                }
            }
        }
    }
    assert!(checked > 300, "{checked}");
}
