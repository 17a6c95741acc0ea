//! The log: sentences say what was so when it happened, and only what the player perceived.

use undercroft::game::{Action, Condition, Game, GameEvent, Letter, Outcome, Perception, describe};
use undercroft::geom::{Dir, Pos};

use super::rules::{descend_at_once, vault_scene};
use super::scene::{Scene, act, content, peek, step};

/// What the log says of some events.
fn told(events: &[GameEvent]) -> Vec<String> {
    let lines = events.iter().filter_map(|event| describe(content(), event));
    lines.collect()
}

/// Makes the first monster of a scene die of fire within the next turn.
fn set_alight(scene: &mut Scene) {
    scene.first()["health"] = 1.into();
    scene.first()["conditions"]["left"][Condition::Burning as usize] = 4.into();
}

fn has_died(events: &[GameEvent]) -> bool {
    let died = |event: &GameEvent| matches!(event, GameEvent::Died { .. });
    events.iter().any(died)
}

#[test]
fn a_killing_blow_names_its_victim() {
    let mut killed = 0;
    for seed in 0..10 {
        let mut scene = Scene::new(seed, "@r", &[('r', "crypt-rat")]);
        scene.first()["health"] = 1.into();
        let mut game = scene.game();
        let events = step(&mut game, Dir::East);
        if !has_died(&events) {
            continue;
        }
        killed += 1;
        let lines = told(&events);
        assert!(
            lines[0].starts_with("You hit the crypt rat for "),
            "{lines:?}"
        );
        assert_eq!(lines[1], "The crypt rat dies.");
    }
    assert!(killed > 5, "{killed}");
}

#[test]
fn a_sleeper_killed_at_a_blow_does_not_wake_first() {
    let mut scene = Scene::new(1, "@r", &[('r', "crypt-rat")]);
    scene.first()["mood"] = "Asleep".into();
    scene.equip("wax-knife", "weapon");
    let lines = told(&step(&mut scene.game(), Dir::East));
    assert!(
        lines[0].starts_with("You hit the sleeping crypt rat for "),
        "{lines:?}"
    );
    assert_eq!(lines[1..], ["The crypt rat dies."]);
}

#[test]
fn a_death_is_told_as_it_was_perceived() {
    let cast = [('b', "sexton-beetle")];
    let dies = |map: &str, telepathic: bool| {
        let mut scene = Scene::new(1, map, &cast);
        set_alight(&mut scene);
        if telepathic {
            let left = &mut scene.state["player"]["conditions"]["left"];
            left[Condition::Telepathic as usize] = 9.into();
        }
        let events = act(&mut scene.game(), Action::Wait);
        assert!(has_died(&events), "{events:?}");
        told(&events)
    };
    assert_eq!(dies("@#b", false), [""; 0]);
    let seen = dies("@....b", false);
    assert!(seen.contains(&"The sexton beetle dies.".into()), "{seen:?}");
    let felt = dies("@#b", true);
    let line = "You feel the sexton beetle die.".to_owned();
    assert!(felt.contains(&line), "{felt:?}");
}

#[test]
fn a_burst_is_seen_nearby_heard_through_walls_and_not_noticed_far_away() {
    let bursts = |map: &str| {
        let mut scene = Scene::new(1, map, &[('o', "marsh-lantern")]);
        set_alight(&mut scene);
        let events = act(&mut scene.game(), Action::Wait);
        assert!(has_died(&events), "{events:?}");
        told(&events)
    };
    let seen = bursts("@....o");
    let line = "The marsh lantern bursts into flame.".to_owned();
    assert!(seen.contains(&line), "{seen:?}");
    let noise = "You hear a loud noise.".to_owned();
    assert!(!seen.contains(&noise), "{seen:?}");
    assert_eq!(bursts("@#...o"), [noise]);
    assert_eq!(bursts("@#...................o"), [""; 0]);
}

#[test]
fn whoever_bursts_in_the_turn_in_which_it_comes_into_sight_is_seen_first() {
    let mut scene = Scene::new(1, "@o", &[('o', "marsh-lantern")]);
    scene.first()["in_sight"] = false.into();
    let lines = told(&act(&mut scene.game(), Action::Wait));
    assert_eq!(
        lines[..2],
        [
            "You see a marsh lantern.",
            "The marsh lantern bursts into flame."
        ]
    );
}

#[test]
fn a_door_that_opens_out_of_sight_is_not_told() {
    let opens = |map: &str| {
        let mut game = Scene::new(1, map, &[('n', "novice-shade")]).game();
        let events = act(&mut game, Action::Wait);
        let opened = |event: &GameEvent| matches!(event, GameEvent::DoorOpened { .. });
        assert!(events.iter().any(opened), "{events:?}");
        told(&events)
    };
    let unseen = "\
@........
########.
n+.......";
    assert_eq!(opens(unseen), [""; 0]);
    assert!(opens("@...+n").contains(&"A door opens.".into()));
}

#[test]
fn a_monster_is_seen_before_it_is_told_what_it_does() {
    let mut told_first = 0;
    for seed in 0..10 {
        let mut scene = Scene::new(seed, "@......n", &[('n', "novice-shade")]);
        scene.first()["mood"] = "Wandering".into();
        scene.first()["in_sight"] = false.into();
        let mut game = scene.game();
        // Events of an earlier turn stay where they are.
        let mut events = vec![GameEvent::FoundNothing];
        game.apply(Action::Wait, &mut events).unwrap();
        let lines = told(&events);
        assert_eq!(lines[1], "You see a novice shade.", "{lines:?}");
        assert_eq!(lines[2], "A novice shade comes straight at you.");
        told_first += usize::from(lines.get(3) == Some(&"The novice shade notices you.".into()));
    }
    assert!(told_first > 3, "{told_first}");
}

#[test]
fn a_brazier_is_remembered_as_it_was_last_seen() {
    let burns = |game: &Game| game.view().lamps().next().unwrap().lit;
    let out = |events: &[GameEvent]| {
        let out = |event: &GameEvent| matches!(event, GameEvent::BrazierOut { .. });
        events.iter().any(out)
    };
    // Behind a door: it goes out, and nobody tells the player.
    let mut scene = Scene::new(1, "@+..m^", &[('m', "smother-moth")]);
    scene.remember_all();
    let mut game = scene.game();
    let events = act(&mut game, Action::Wait);
    assert!(out(&events), "{events:?}");
    assert_eq!(told(&events), [""; 0]);
    assert!(burns(&game), "the player cannot know that it is out");
    assert!(!game.view().whole().lamps().next().unwrap().lit);
    assert_eq!(peek(&game)["here"]["braziers"][0]["lit"], false);
    step(&mut game, Dir::East);
    assert!(!burns(&game), "the door is open");
    // In sight: it is told who does it, and it is remembered although the dark hides it at once.
    let map = "@...........m^";
    let mut scene = Scene::new(1, map, &[('m', "smother-moth")]);
    scene.remember_all();
    let mut game = scene.game();
    assert!(burns(&game));
    let events = act(&mut game, Action::Wait);
    let lines = told(&events);
    assert!(out(&events), "{events:?}");
    let line = "The smother moth puts out a brazier.".to_owned();
    assert!(lines.contains(&line), "{lines:?}");
    assert!(!game.view().in_sight(Pos::new(14, 1)) && !burns(&game));
}

#[test]
fn a_save_cannot_say_that_a_brazier_in_sight_is_remembered_wrongly() {
    let mut scene = Scene::new(1, "@..^", &[]);
    scene.game();
    scene.state["here"]["braziers"][0]["seen_lit"] = false.into();
    let state = serde_json::from_value(scene.state).unwrap();
    let error = Game::resume(state, content()).unwrap_err();
    assert!(error.to_string().contains("brazier"), "{error}");
}

#[test]
fn a_mimic_is_revealed_in_one_sentence() {
    let mut scene = Scene::new(12, "@&", &[('&', "alms-box")]);
    scene.first()["disguised"] = true.into();
    scene.first()["mood"] = "Asleep".into();
    scene.first()["in_sight"] = false.into();
    scene.first()["met"] = false.into();
    let mut game = scene.game();
    let events = step(&mut game, Dir::East);
    let lines = told(&events);
    assert_eq!(lines[0], "An alms box was lying in wait.");
    let again = |line: &String| line.contains("wakes") || line.starts_with("You see");
    assert!(!lines.iter().any(again), "{lines:?}");
    let seen = |event: &GameEvent| matches!(event, GameEvent::Revealed { who, .. } if who.perception == Perception::Seen);
    assert!(seen(&events[0]));
}

#[test]
fn an_item_is_told_as_it_was_known_then() {
    let mut scene = Scene::new(1, "@.", &[]);
    let letter = scene.give("potion-healing", 2);
    scene.set_player("health", 1);
    let mut game = scene.game();
    let quaff = Action::Quaff {
        letter,
        sure: false,
    };
    let first = act(&mut game, quaff);
    let kind = game.view().pack().next().unwrap().1.kind;
    let look = game.view().look_of(kind).unwrap().to_owned();
    let article = if look.starts_with(['a', 'e', 'i', 'o', 'u']) {
        "an"
    } else {
        "a"
    };
    let second = act(&mut game, quaff);
    // Both are put into words when it is known.
    assert_eq!(
        told(&first)[..3],
        [
            format!("You drink {article} {look} potion."),
            "It was a potion of healing.".to_owned(),
            "You feel better.".to_owned()
        ]
    );
    assert_eq!(told(&second)[0], "You drink a potion of healing.");
}

#[test]
fn stacks_are_told_with_their_number() {
    let mut scene = Scene::new(1, "@...", &[]);
    scene.lay("roof-slate", 5, Pos::new(2, 1));
    let mut game = scene.game();
    let seen = told(&act(&mut game, Action::Wait));
    assert_eq!(seen, ["You see 5 roof slates."]);
    let here = told(&step(&mut game, Dir::East));
    assert_eq!(here, ["There are 5 roof slates here."]);
    let taken = told(&act(&mut game, Action::PickUp));
    assert_eq!(taken, ["You pick up 5 roof slates (a)."]);
    // With what is there already.
    scene.give("roof-slate", 2);
    let mut game = scene.game();
    step(&mut game, Dir::East);
    let taken = told(&act(&mut game, Action::PickUp));
    assert_eq!(taken, ["You pick up 5 roof slates (a, 7 in all)."]);
    let mut stolen = 0;
    for seed in 0..10 {
        let mut scene = Scene::new(seed, "@i........", &[('i', "wick-imp")]);
        scene.give("roof-slate", 3);
        let lines = told(&act(&mut scene.game(), Action::Wait));
        let line = "The wick imp steals 3 roof slates from your pack.".to_owned();
        stolen += usize::from(lines.contains(&line));
    }
    assert!(stolen > 0);
}

#[test]
fn the_everlamp_is_seen_once_and_by_its_name() {
    let mut game = super::new_game(1);
    for _ in 1..12 {
        game = descend_at_once(&game);
    }
    let mut state = peek(&game);
    let lamp: Pos = serde_json::from_value(state["here"]["down"].clone()).unwrap();
    let beside = |dir: &Dir| {
        game.view()
            .whole()
            .tile(lamp.step(*dir))
            .is_some_and(|tile| tile.tile.is_walkable())
    };
    let dir = Dir::CARDINAL.into_iter().find(beside).unwrap();
    state["player"]["pos"] = serde_json::json!(lamp.step(dir));
    state["here"]["actors"] = serde_json::json!([]);
    state["here"]["items"] = serde_json::json!([]);
    let mut game = Game::resume(serde_json::from_value(state).unwrap(), content()).unwrap();
    let lines = told(&act(&mut game, Action::Wait));
    assert_eq!(lines, ["There it hangs, cold and dark: the Everlamp."]);
    assert!(game.view().vault().is_some_and(|vault| vault.everlamp));
    let lines = told(&act(&mut game, Action::Wait));
    assert_eq!(lines, [""; 0]);
}

#[test]
fn what_is_picked_up_is_told_with_its_bonus() {
    for (plus, line) in [
        (2, "You pick up a +2 hatchet (a)."),
        (-1, "You pick up a -1 hatchet (a)."),
        (0, "You pick up a hatchet (a)."),
    ] {
        let mut scene = Scene::new(1, "@...", &[]);
        scene.lay("hatchet", 1, Pos::new(1, 1));
        scene.state["here"]["items"][0]["item"]["plus"] = plus.into();
        let lines = told(&act(&mut scene.game(), Action::PickUp));
        assert_eq!(lines, [line]);
    }
}

#[test]
fn a_mimic_is_announced_as_what_it_looks_like_and_revealed_by_that_name() {
    let mut scene = Scene::new(12, "@...&", &[('&', "alms-box")]);
    scene.first()["disguised"] = true.into();
    scene.first()["mood"] = "Asleep".into();
    scene.first()["in_sight"] = false.into();
    scene.first()["met"] = false.into();
    let mut game = scene.game();
    let seen = told(&act(&mut game, Action::Wait));
    let item = game.view().items().next().unwrap();
    let name = game.view().item_name(item.kind, 1, 0);
    assert!(
        seen.len() == 1 && seen[0].ends_with(&format!("{name}.")),
        "{seen:?}"
    );
    assert_eq!(told(&act(&mut game, Action::Wait)), [""; 0]);
    step(&mut game, Dir::East);
    step(&mut game, Dir::East);
    let lines = told(&step(&mut game, Dir::East));
    let mimic = "looks like something to pick up until you are beside it";
    assert_eq!(
        lines[..2],
        [
            format!("The {name} was an alms box, lying in wait."),
            format!("An alms box {mimic}.")
        ]
    );
}

#[test]
fn each_kind_of_monster_is_introduced_once_in_a_run() {
    let mut scene = Scene::new(1, "@...r..M..r", &[('r', "crypt-rat"), ('M', "mourner")]);
    for actor in scene.state["here"]["actors"].as_array_mut().unwrap() {
        actor["in_sight"] = false.into();
        actor["met"] = false.into();
        actor["next"] = 1000.into();
    }
    let mut game = scene.game();
    let lines = told(&act(&mut game, Action::Wait));
    let rat = "A crypt rat comes in numbers, and bites harder the more of them are beside you.";
    let mourner = "A mourner moves only while you do not see it.";
    assert_eq!(
        lines,
        ["You see a crypt rat.", rat, "You see a mourner.", mourner]
    );
    // The other rat, a save later.
    let mut state = peek(&game);
    state["player"]["pos"] = serde_json::json!(Pos::new(3, 1));
    let mut game = Game::resume(serde_json::from_value(state).unwrap(), content()).unwrap();
    assert_eq!(
        told(&act(&mut game, Action::Wait)),
        ["You see a crypt rat."]
    );
}

#[test]
fn who_is_no_threat_is_announced_once_and_a_sleeper_as_such() {
    for (id, line) in [
        ("crypt-rat", "You see a sleeping crypt rat."),
        ("old-mother-tallow", "You see Old Mother Tallow, asleep."),
    ] {
        let mut scene = Scene::new(1, "@.x\n...", &[('x', id)]);
        scene.first()["mood"] = "Asleep".into();
        scene.first()["in_sight"] = false.into();
        scene.first()["met"] = false.into();
        let mut game = scene.game();
        assert_eq!(told(&act(&mut game, Action::Wait))[0], line);
        let mut state = peek(&game);
        state["here"]["actors"][0]["in_sight"] = false.into();
        let mut game = Game::resume(serde_json::from_value(state).unwrap(), content()).unwrap();
        let lines = told(&act(&mut game, Action::Wait));
        assert!(
            !lines.iter().any(|line| line.starts_with("You see")),
            "{lines:?}"
        );
    }
}

#[test]
fn exploring_does_not_tell_of_an_item_again_before_it_picks_it_up() {
    let mut scene = Scene::new(1, "@...", &[]);
    scene.lay("hatchet", 1, Pos::new(3, 1));
    let mut game = scene.game();
    let mut lines = told(&act(&mut game, Action::Wait));
    while game.view().pack().next().is_none() {
        lines.extend(told(&act(&mut game, Action::Explore)));
    }
    assert_eq!(
        lines[..2],
        ["You see a hatchet.", "You pick up a hatchet (a)."]
    );
}

#[test]
fn a_new_level_says_what_it_gave() {
    let mut scene = Scene::new(1, "@r", &[('r', "crypt-rat")]);
    scene.set_player("experience", 104);
    scene.set_player("level", 2);
    scene.set_player("strength", 40);
    let mut game = scene.game();
    let mut lines = Vec::new();
    while game.view().actors().count() > 0 {
        lines = told(&step(&mut game, Dir::East));
    }
    let line = "You advance to level 3: +6 health, +1 attack, +1 defence.".to_owned();
    assert!(lines.contains(&line), "{lines:?}");
}

#[test]
fn a_potion_that_strengthens_says_by_how_much() {
    for (id, line) in [
        ("potion-strength", "You feel stronger: +1 attack."),
        ("potion-vigour", "You feel hardier: +8 health."),
    ] {
        let mut scene = Scene::new(1, "@...", &[]);
        let letter = scene.give(id, 1);
        let sure = false;
        let lines = told(&act(&mut scene.game(), Action::Quaff { letter, sure }));
        assert_eq!(lines[2], line);
    }
}

#[test]
fn a_rest_says_what_healing_costs_in_food_and_costs_that() {
    for ring in [None, Some("ring-mending"), Some("ring-fasting")] {
        let mut scene = Scene::new(1, "@...", &[]);
        scene.set_player("health", 20);
        if let Some(ring) = ring {
            scene.equip(ring, "ring");
        }
        let mut game = scene.game();
        let before = game.view().player().food;
        let healing = game.view().healing().unwrap();
        let mut lines = told(&act(&mut game, Action::Rest));
        while game.doing() == Some(Action::Rest) {
            lines.extend(told(&act(&mut game, Action::Rest)));
        }
        let (turns, food) = (healing.turns, before - game.view().player().food);
        assert_eq!(u64::from(turns), game.turns());
        assert!(
            healing.food.abs_diff(food) <= 2,
            "{ring:?}: {food}, {healing:?}"
        );
        let said = format!(
            "You rest: healing takes {turns} turns and food for {}.",
            healing.food
        );
        assert_eq!(lines, [said]);
        assert_eq!(game.view().healing(), None);
    }
    let mut scene = Scene::new(1, "@...", &[]);
    scene.set_player("health", 20);
    scene.set_player("food", 400);
    let mut game = scene.game();
    assert!(!game.view().healing().unwrap().fed);
    let line = &told(&act(&mut game, Action::Rest))[0];
    assert!(
        line.ends_with("you will be weak with hunger before it is done."),
        "{line}"
    );
}

#[test]
fn a_vault_tells_its_rule_before_anything_is_taken() {
    let mut game = vault_scene().game();
    let mut lines = told(&act(&mut game, Action::Wait));
    assert_eq!(lines, ["You see a lever: walk into it, and a vault opens."]);
    for _ in 0..3 {
        step(&mut game, Dir::East);
    }
    lines = told(&step(&mut game, Dir::SouthEast));
    assert_eq!(
        lines[1],
        "Stone grinds on stone, and the vault opens: you may take a +1 hatchet, a +1 quilted jack or a +1 ring of hush."
    );
    step(&mut game, Dir::South);
    step(&mut game, Dir::South);
    lines = told(&step(&mut game, Dir::South));
    assert_eq!(
        lines,
        ["There is a +1 quilted jack here: take it, and the other two vanish."]
    );
    let looked = game.view().look(Pos::new(3, 4));
    assert!(looked[0].ends_with("take one of the vault's things, and the others vanish."));
    lines = told(&act(&mut game, Action::PickUp));
    assert_eq!(
        lines,
        [
            "You pick up a +1 quilted jack (a).",
            "The other two sink into the floor."
        ]
    );
}

#[test]
fn a_conduit_is_never_called_a_lever() {
    let mut solved = 0;
    for seed in 0..12 {
        let game = descend_at_once(&super::new_game(seed));
        let mut state = peek(&game);
        if state["here"]["vault"]["mechanism"]["Conduit"].is_null() {
            continue;
        }
        let lever: Pos = serde_json::from_value(state["here"]["vault"]["lever"].clone()).unwrap();
        let beside = |dir: &Dir| {
            let tile = game.view().whole().tile(lever.step(*dir));
            tile.is_some_and(|tile| tile.tile.is_walkable())
        };
        let dir = Dir::ALL.into_iter().find(beside).unwrap();
        state["player"]["pos"] = serde_json::json!(lever.step(dir));
        state["here"]["actors"] = serde_json::json!([]);
        state["here"]["items"] = serde_json::json!([]);
        let mut game = Game::resume(serde_json::from_value(state).unwrap(), content()).unwrap();
        let mut lines = told(&act(&mut game, Action::Wait));
        assert!(lines.contains(
            &"You see a conduit: walk into it, and light it to open a vault.".to_owned()
        ));
        let dir = Dir::ALL
            .into_iter()
            .find(|back| lever.step(dir).step(*back) == lever);
        while game.view().conduit().is_some() {
            lines.extend(told(&act(&mut game, Action::Pull { dir: dir.unwrap() })));
        }
        lines.extend(game.view().look(lever));
        assert!(lines.contains(&"You turn a tile of the conduit.".to_owned()));
        assert!(
            !lines.iter().any(|line| line.contains("lever")),
            "{lines:?}"
        );
        solved += 1;
    }
    assert!(solved > 0);
}

#[test]
fn every_sentence_of_some_whole_runs_begins_with_a_capital_and_ends_with_a_full_stop() {
    let mut said = 0;
    for seed in 0..3 {
        let mut game = super::new_game(seed);
        let mut events = Vec::new();
        for _ in 0..400 {
            if game.outcome() != Outcome::Playing {
                break;
            }
            let near = game.view().nearest_enemy();
            let throw = near.map(|at| Action::Throw {
                letter: Letter::new('b').unwrap(),
                at,
                sure: true,
            });
            let done = throw.is_some_and(|throw| game.apply(throw, &mut events).is_ok());
            if !done && game.apply(Action::Explore, &mut events).is_err() {
                let _ = game.apply(Action::Wait, &mut events);
            }
        }
        for line in told(&events) {
            let first = line.chars().next().unwrap();
            assert!(!first.is_lowercase() && line.ends_with('.'), "{line}");
            assert!(!line.contains("  ") && !line.contains(".."), "{line}");
            said += 1;
        }
    }
    assert!(said > 100, "{said}");
}

#[test]
fn a_light_that_burns_low_is_told_of_once() {
    let (mut dimmed, mut told_again) = (0, 0);
    for seed in 0..20 {
        let mut scene = Scene::new(seed, "@m", &[('m', "smother-moth")]);
        scene.set_player("health", 40);
        let mut game = scene.game();
        let mut low = 0;
        for _ in 0..6 {
            let lines = told(&act(&mut game, Action::Wait));
            let is_low = |line: &&String| *line == "Everything around you grows dim.";
            low += lines.iter().filter(is_low).count();
        }
        dimmed += usize::from(low > 0);
        told_again += usize::from(low > 1);
    }
    assert!(dimmed > 10 && told_again == 0, "{dimmed} {told_again}");
}

#[test]
fn a_scroll_that_finds_nothing_to_improve_says_what_is_missing() {
    for (id, line) in [
        (
            "scroll-protect",
            "Nothing happens: you wear no armour for it to strengthen.",
        ),
        (
            "scroll-sharpen",
            "Nothing happens: you wield no weapon for it to sharpen.",
        ),
    ] {
        let mut scene = Scene::new(1, "@.", &[]);
        let (letter, at, sure) = (scene.give(id, 1), None, false);
        let mut game = scene.game();
        let lines = told(&act(&mut game, Action::Read { letter, at, sure }));
        assert!(lines.iter().any(|told| told == line), "{lines:?}");
        let vague = |told: &String| told == "Nothing happens.";
        assert!(!lines.iter().any(vague), "{lines:?}");
    }
}

#[test]
fn a_scroll_without_effect_says_what_it_lacks() {
    for (id, line) in [
        (
            "scroll-magic-missile",
            "nobody is in sight for it to strike",
        ),
        ("scroll-fireball", "nobody is in sight for it to strike"),
        (
            "scroll-sleep",
            "nobody is in sight whom it could put to sleep",
        ),
        (
            "scroll-negation",
            "there is no magic in sight for it to end",
        ),
        (
            "scroll-blink",
            "there is no free place near for it to take you to",
        ),
        ("scroll-sharpen", "your weapon cannot get any sharper"),
    ] {
        let mut scene = Scene::new(1, "@", &[]);
        let weapon = scene.equip("wax-knife", "weapon");
        let place = Letter::all().position(|letter| letter == weapon).unwrap();
        scene.state["player"]["pack"]["slots"][place]["plus"] =
            content().rules().scroll.improve_most.into();
        let (letter, at, sure) = (scene.give(id, 1), None, false);
        let mut game = scene.game();
        let lines = told(&act(&mut game, Action::Read { letter, at, sure }));
        let line = format!("Nothing happens: {line}.");
        assert!(lines.contains(&line), "{id}: {lines:?}");
    }
}

#[test]
fn who_splits_off_in_sight_is_not_announced_again() {
    let mut split = 0;
    for seed in 0..10 {
        let mut game = Scene::new(seed, "...\n@s.\n...", &[('s', "tallow-slime")]).game();
        act(&mut game, Action::Wait);
        let lines = told(&step(&mut game, Dir::East));
        let told = |words: &str| lines.iter().any(|line| line.starts_with(words));
        split += usize::from(told("The tallow slime splits in two."));
        assert!(!told("You see"), "{lines:?}");
    }
    assert!(split >= 7, "{split}");
}
