//! Kinds with several abilities: each does what each of its abilities says, in the documented order.

use std::collections::BTreeSet;

use undercroft_core::bot::{self, BotKind};
use undercroft_core::game::content::{Abilities, Content, FILES};
use undercroft_core::game::{
    Action, ActorId, Announcement, BodyEvent, FightEvent, Game, GameEvent, MonsterEvent, Mood,
    PlaceEvent, Setup,
};
use undercroft_core::geom::{Dir, Pos};
use undercroft_core::rng::Seed;

use super::far;
use crate::scene::{Scene, act, me, monsters, only, step};

/// The entry of a kind with these abilities, a behaviour and a rest.
fn entry(id: &str, behaviour: &str, abilities: &str, rest: &str) -> String {
    format!(
        "(id: \"{id}\", name: \"{id}\", glyph: 'x', behaviour: {behaviour}, abilities: ({abilities}),
          text: \"A test.\", answer: \"Run.\", attack: 3, defence: 0, worth: 3, depths: (1, 12),
          weight: 1, asleep: 20, {rest}),\n"
    )
}

/// Content with these monsters and no others.
fn content_of(monsters: &str) -> &'static Content {
    let monsters = format!("[\n{monsters}]\n");
    let [_, items, levels, rules, fixtures, rooms] = FILES;
    match Content::read([("m.ron", &monsters), items, levels, rules, fixtures, rooms]) {
        Ok(content) => Box::leak(Box::new(content)),
        Err(errors) => panic!("{errors}\n{monsters}"),
    }
}

/// A scene with one kind, `x`, that has these abilities.
fn scene(seed: u64, map: &str, behaviour: &str, abilities: &str) -> Scene {
    let kinds = entry("x", behaviour, abilities, "health: 40");
    let rat = entry("rat", "Wanders", "", "health: 5");
    let content = content_of(&format!("{kinds}{rat}"));
    let mut scene = Scene::with_content(content, seed, map, &[('x', "x"), ('r', "rat")]);
    scene.set_player("vigour", 500);
    scene.set_player("health", 500);
    scene.equip("sanctuary-lamp", "lantern");
    scene
}

/// What the first monster does in so many turns in which the player waits, one word for each event of its own.
fn doings(game: &mut Game, turns: usize) -> Vec<&'static str> {
    let mut doings = Vec::new();
    for _ in 0..turns {
        doings.extend(act(game, Action::Wait).iter().filter_map(doing));
    }
    doings
}

fn doing(event: &GameEvent) -> Option<&'static str> {
    Some(match event {
        GameEvent::Fight(FightEvent::Burst { .. }) => "bursts",
        GameEvent::Fight(FightEvent::Charged { .. }) => "charges",
        GameEvent::Body(BodyEvent::Healed { .. }) => "heals",
        GameEvent::Monster(MonsterEvent::Summoned { .. }) => "summons",
        GameEvent::Place(PlaceEvent::BrazierOut { .. }) => "snuffs",
        GameEvent::Fight(FightEvent::Flew { .. }) => "shoots",
        GameEvent::Monster(MonsterEvent::Stole { .. }) => "steals",
        GameEvent::Monster(MonsterEvent::Split { .. }) => "splits",
        GameEvent::Monster(MonsterEvent::Fled { .. }) => "flees",
        GameEvent::Monster(MonsterEvent::Revealed { .. }) => "mimics",
        GameEvent::Place(PlaceEvent::DoorOpened { .. }) => "opens_doors",
        GameEvent::Monster(MonsterEvent::Prepared { announcement, .. }) => match announcement {
            Announcement::Shot => "aims",
            Announcement::Charge => "paws",
            Announcement::Call => "breathes",
            Announcement::Heavy => "heaves",
            Announcement::Sweep => "draws back",
        },
        GameEvent::Body(BodyEvent::Moved { who, .. }) if *who != ActorId::PLAYER => "moves",
        _ => return None,
    })
}

#[test]
fn three_monsters_and_one_ability_are_content_enough() {
    let kinds = [
        entry("slug", "Wanders", "", "health: 4"),
        entry("bat", "Wanders", "", "health: 4"),
        entry("turret", "Stands", "shoots: (range: 5)", "health: 9"),
    ];
    let content = content_of(&kinds.concat());
    assert_eq!(content.monsters().len(), 3);
    let habit = |id| {
        content
            .monster(content.find_monster(id).unwrap())
            .habit
            .clone()
    };
    assert_eq!(habit("slug"), "comes straight at you");
    assert_eq!(
        habit("turret"),
        "stays where it is, takes aim for a turn and then shoots along a line, up to 5 tiles"
    );
    let setup = Setup::with_content(Seed(4), content);
    for depth in 1..=12 {
        assert!(
            !Game::new_level(setup, depth).monsters.is_empty(),
            "{depth}"
        );
    }
}

#[test]
fn depths_at_which_nothing_lives_are_empty_of_monsters() {
    let kinds = entry("slug", "Wanders", "", "health: 4").replace("(1, 12)", "(2, 2)");
    let setup = Setup::with_content(Seed(4), content_of(&kinds));
    let count = |depth| Game::new_level(setup, depth).monsters.len();
    assert_eq!(count(1), 0);
    assert!(count(2) > 0);
}

/// Plays each kind with two abilities on generated levels; collects what happened there.
#[test]
fn any_two_abilities_are_played_together_without_a_broken_state() {
    let number = |name: &str| match name {
        "summons" => "summons: (kind: \"rat\")".to_owned(),
        name => format!("{name}: ()"),
    };
    let names: Vec<&str> = Abilities::list()
        .iter()
        .map(|ability| ability.name)
        .collect();
    let behaviours = ["Wanders", "Guards(reach: 5)", "Sleeps", "Stands"];
    let mut happened: BTreeSet<&str> = BTreeSet::new();
    let mut played = 0;
    for (first, one) in names.iter().enumerate() {
        for (second, other) in names.iter().enumerate().skip(first + 1) {
            let abilities = format!("{}, {}", number(one), number(other));
            let behaviour = behaviours[(first + second) % behaviours.len()];
            let kinds = [
                entry("both", behaviour, &abilities, "health: 12, group: (1, 3)"),
                entry("loose", "Wanders", &abilities, "health: 12"),
                entry("rat", "Wanders", "", "health: 5"),
            ];
            let content = content_of(&kinds.concat());
            let seed = Seed(100 * first as u64 + second as u64);
            let mut game = hardy(content, seed);
            let mut bot = BotKind::Random.create_bot(seed);
            bot::play(&mut game, &mut *bot, 120, |_, _, events| {
                happened.extend(events.iter().filter_map(doing));
            });
            played += game.turns();
        }
    }
    assert!(played > 10_000, "{played}");
    assert!(happened.len() >= 15, "{happened:?}");
}

/// A game whose player lives long enough to meet somebody.
fn hardy(content: &'static Content, seed: Seed) -> Game {
    let game = Game::new(Setup::with_content(seed, content)).unwrap();
    let mut state = serde_json::to_value(game.state()).unwrap();
    state["player"]["vigour"] = 4000.into();
    state["player"]["health"] = 4000.into();
    Game::with_state(serde_json::from_value(state).unwrap(), content)
}

#[test]
fn an_archer_that_phases_shoots_out_of_the_wall() {
    // Out of sight it comes through the rock; where it sees the player it shoots.
    let mut scene = scene(1, "@.....##.x", "Wanders", "shoots: (), phases: ()");
    scene.hide_first();
    let mut game = scene.game();
    let mut shots = Vec::new();
    for _ in 0..12 {
        let events = act(&mut game, Action::Wait);
        shots.extend(events.iter().filter_map(|event| match event {
            GameEvent::Fight(FightEvent::Flew { from, .. }) => Some(*from),
            _ => None,
        }));
    }
    let in_wall = Pos::new(7, 1);
    assert!(
        shots.len() >= 4 && shots.iter().all(|from| *from == in_wall),
        "{shots:?}"
    );
}

#[test]
fn a_thief_that_splits_does_both_and_only_one_of_them_has_the_loot() {
    let (mut split, mut stole) = (0, 0);
    for seed in 0..10 {
        let mut scene = scene(
            seed,
            "....\n@x..\n....",
            "Wanders",
            "steals: (), splits: ()",
        );
        scene.give("horn-lantern", 1);
        let mut game = scene.game();
        let mut done: Vec<&str> = Vec::new();
        for _ in 0..6 {
            let beside = game
                .view()
                .actors()
                .find(|actor| far(actor.pos, me(&game)) == 1);
            let dir = beside.and_then(|actor| me(&game).dir_to(actor.pos));
            let action = dir.map_or(Action::Wait, Action::step);
            done.extend(act(&mut game, action).iter().filter_map(doing));
        }
        split += usize::from(done.contains(&"splits"));
        if done.contains(&"steals") {
            stole += 1;
            let thieves = game.view().actors().filter(|actor| actor.has_loot);
            assert!(thieves.count() <= 1);
        }
    }
    assert!(split >= 5 && stole >= 3, "{split} {stole}");
}

#[test]
fn a_summoner_that_flees_calls_first_and_flees_wounded() {
    let abilities = "summons: (kind: \"rat\"), flees: (below: 50)";
    let mut game = scene(2, "@.....x.........", "Wanders", abilities).game();
    assert_eq!(doings(&mut game, 2)[..2], ["breathes", "summons"]);
    let mut scene = scene(2, "@.....x.........", "Wanders", abilities);
    scene.first()["health"] = 10.into();
    let mut game = scene.game();
    let doings = doings(&mut game, 3);
    assert!(
        doings.contains(&"flees") && !doings.contains(&"summons"),
        "{doings:?}"
    );
    assert!(far(monsters(&game)[0].1, me(&game)) > 6);
}

#[test]
fn a_charger_that_bursts_charges_and_then_bursts() {
    let mut game = scene(3, "@....x....", "Wanders", "charges: (), bursts: ()").game();
    assert_eq!(doings(&mut game, 2), ["paws", "charges"]);
    assert_eq!(only(&game).pos, Pos::new(2, 1));
    let later = doings(&mut game, 3);
    assert_eq!(later, ["bursts"], "it strikes no blows, but its own end");
    // Killed on the way it bursts, too.
    let mut scene = scene(3, "@x....", "Wanders", "charges: (), bursts: ()");
    scene.first()["health"] = 1.into();
    scene.set_player("strength", 50);
    let mut game = scene.game();
    let mut events = act(&mut game, Action::step(Dir::East).sure());
    if monsters(&game).len() == 1 {
        events = act(&mut game, Action::step(Dir::East).sure());
    }
    assert!(events.iter().any(|event| doing(event) == Some("bursts")));
}

/// The first thing that a kind with these abilities does on a map.
fn first_of(map: &str, abilities: &str) -> Option<&'static str> {
    let mut scene = scene(5, map, "Wanders", abilities);
    scene.remember_all();
    // In this turn it is not the one in three that does not back away.
    scene.first()["id"] = 10_001.into();
    // The monsters of the map after the first are wounded, for healers.
    for actor in scene.state["here"]["actors"]
        .as_array_mut()
        .unwrap()
        .iter_mut()
        .skip(1)
    {
        actor["health"] = 1.into();
        actor["next"] = 5000.into();
    }
    doings(&mut scene.game(), 1).first().copied()
}

#[test]
fn abilities_are_considered_in_the_documented_order() {
    let in_order = [
        ("bursts", "bursts: ()"),
        ("paws", "charges: ()"),
        ("heals", "heals: (range: 20)"),
        ("breathes", "summons: (kind: \"rat\")"),
        ("snuffs", "snuffs: (near: 0)"),
        ("moves", "wary: (near: 8)"),
        ("aims", "shoots: ()"),
    ];
    // Beside the player a burst comes before all others.
    let all: Vec<&str> = in_order.iter().map(|(_, ability)| *ability).collect();
    assert_eq!(
        first_of("..........\n@x......r.\n.^........", &all.join(", ")),
        Some("bursts")
    );
    // Farther off each of the others comes before those after it.
    let map = "..............\n@....x......r.\n.....^........";
    for first in 1..in_order.len() {
        let abilities = all[first..].join(", ");
        assert_eq!(
            first_of(map, &abilities),
            Some(in_order[first].0),
            "{abilities}"
        );
    }
    let documented: Vec<&str> = Abilities::list()
        .iter()
        .map(|ability| ability.name)
        // One keeps others from being used, but only in the dark; one is of those that wander.
        .filter(|name| !["lurks", "drawn"].contains(name))
        .collect();
    let played = in_order.map(|(_, ability)| ability.split(':').next().unwrap());
    assert_eq!(documented[..played.len()], played);
}

#[test]
fn what_cannot_be_done_now_leaves_the_turn_to_the_next_ability() {
    // Not in a straight line: it calls. In sight of nothing to heal, or out of breath: it shoots.
    let abilities = "charges: (), heals: (), summons: (kind: \"rat\"), shoots: ()";
    let map = ".............\n@............\n.............\n......x......";
    let mut scene = scene(5, map, "Wanders", abilities);
    let mut game = scene.game();
    assert_eq!(doings(&mut game, 1), ["breathes"]);
    scene.first()["conditions"]["left"][7] = 9.into();
    let mut game = scene.game();
    assert_eq!(doings(&mut game, 2), ["aims", "shoots"]);
}

#[test]
fn a_guard_that_shoots_does_so_from_its_post_and_does_not_leave_it() {
    let abilities = "shoots: (range: 12), wary: (near: 3, waits: 0), charges: (range: 12)";
    let mut game = scene(6, "@.........x.......", "Guards(reach: 4)", abilities).game();
    let doings = doings(&mut game, 5);
    assert!(
        doings == ["aims", "shoots", "aims", "shoots", "aims"],
        "{doings:?}"
    );
    assert_eq!(only(&game).pos, Pos::new(11, 1));
    // Within reach of the post it charges.
    let mut game = scene(6, "@...x.............", "Guards(reach: 4)", abilities).game();
    assert_eq!(self::doings(&mut game, 2), ["paws", "charges"]);
    // It is not driven farther from its post than it hunts.
    let abilities = "wary: (near: 9)";
    let mut game = scene(
        6,
        "@....x.....................",
        "Guards(reach: 9)",
        abilities,
    )
    .game();
    for _ in 0..20 {
        step(&mut game, Dir::East);
        if only(&game).pos.x - me(&game).x < 2 {
            break;
        }
        assert!(far(only(&game).pos, Pos::new(6, 1)) <= 9);
    }
}

#[test]
fn a_watched_monster_does_not_walk_but_does_what_it_can_from_there() {
    let abilities = "unseen: (), shoots: (), steals: (), wary: ()";
    let mut game = scene(7, "@..x.......", "Wanders", abilities).game();
    let doings = doings(&mut game, 4);
    assert!(doings == ["aims", "shoots", "aims", "shoots"], "{doings:?}");
    assert_eq!(only(&game).pos, Pos::new(4, 1));
    // With loot it would flee, but not while it is seen.
    let mut scene = scene(7, "@..x.......", "Wanders", "unseen: (), steals: ()");
    scene.first()["mood"] = "Fleeing".into();
    scene.first()["loot"] = serde_json::json!({
        "id": 100_477, "kind": 0, "count": 1, "plus": 0, "letter": null,
    });
    let mut game = scene.game();
    assert_eq!(self::doings(&mut game, 4), [""; 0]);
}

#[test]
fn one_that_stands_never_moves_but_strikes() {
    for mood in ["Hunting", "Wandering", "Searching", "Fleeing"] {
        let mut scene = scene(8, "@....x....", "Stands", "charges: (), opens_doors: ()");
        scene.first()["mood"] = mood.into();
        scene.first()["goal"] = serde_json::Value::Null;
        let mut game = scene.game();
        assert_eq!(doings(&mut game, 6), [""; 0], "{mood}");
    }
    let mut struck = false;
    let mut game = scene(8, "@x", "Stands", "").game();
    for _ in 0..4 {
        struck |= !super::hits_on_me(&act(&mut game, Action::Wait)).is_empty();
    }
    assert!(struck);
    assert_eq!(only(&game).mood, Mood::Hunting);
}

#[test]
fn one_that_phases_and_opens_doors_goes_through_both() {
    let map = "@...+....x";
    let passes = |abilities: &str| {
        let mut scene = scene(9, map, "Wanders", abilities);
        scene.lose_sight();
        scene.first()["goal"] = scene.state["player"]["pos"].clone();
        let mut game = scene.game();
        let opened = doings(&mut game, 12).contains(&"opens_doors");
        (opened, far(monsters(&game)[0].1, me(&game)) == 1)
    };
    assert_eq!(passes("phases: (), opens_doors: ()"), (true, true));
    // Without, it goes around the door, through the rock.
    assert_eq!(passes("phases: ()"), (false, true));
    assert_eq!(passes("opens_doors: ()"), (true, true));
    assert_eq!(passes(""), (false, false));
}

#[test]
fn heavy_blows_and_sweeps_are_counted_each_for_itself() {
    for (heavy, sweeps) in [(3, 4), (2, 3), (5, 3)] {
        let abilities = format!("heavy: (every: {heavy}), sweeps: (every: {sweeps})");
        let mut game = scene(3, "@x", "Wanders", &abilities).game();
        let mut announced = Vec::new();
        for _ in 0..60 {
            for event in act(&mut game, Action::Wait) {
                if let GameEvent::Monster(MonsterEvent::Prepared { announcement, .. }) = event {
                    announced.push(announcement);
                }
            }
        }
        for announcement in [Announcement::Heavy, Announcement::Sweep] {
            let often = announced.iter().filter(|one| **one == announcement).count();
            assert!(often >= 4, "{abilities}: {announcement:?} {often} times");
        }
    }
}

#[test]
fn one_that_flees_early_does_not_come_back_before_it_has_mended() {
    let map = "@.x.................";
    let mut scene = scene(2, map, "Wanders", "flees: (below: 80)");
    scene.first()["health"] = 28.into();
    let mut game = scene.game();
    let words = doings(&mut game, 8);
    let often = words.iter().filter(|word| **word == "flees").count();
    assert_eq!(often, 1, "{words:?}");
}

#[test]
fn one_that_flees_uses_nothing_but_cornered_it_bursts_shoots_or_strikes() {
    let flees = |map: &str, abilities: &str| {
        let mut scene = scene(5, map, "Wanders", abilities);
        scene.first()["mood"] = "Fleeing".into();
        scene.first()["health"] = 10.into();
        let mut game = scene.game();
        let mut events = act(&mut game, Action::Wait);
        events.extend(act(&mut game, Action::Wait));
        let strikes = |event: &GameEvent| match event {
            GameEvent::Fight(FightEvent::Hit { .. } | FightEvent::Missed { .. }) => Some("strikes"),
            event => doing(event),
        };
        let doings: Vec<&str> = events.iter().filter_map(strikes).collect();
        doings
    };
    let all = "bursts: (), shoots: (), charges: (), summons: (kind: \"rat\")";
    assert_eq!(flees("@.x........", all), ["moves", "moves"]);
    assert_eq!(flees("@x", "bursts: ()"), ["bursts"]);
    assert_eq!(flees("@.x", "shoots: ()")[..2], ["aims", "shoots"]);
    assert_eq!(
        flees("@.x", "charges: (), summons: (kind: \"rat\")"),
        [""; 0]
    );
    assert_eq!(flees("@x", ""), ["strikes", "strikes"]);
}
