//! What comes into sight is announced once, by what it looks like.

use undercroft_core::game::{Action, Game, GameEvent, MonsterEvent, Narrator, Perception};
use undercroft_core::geom::{Dir, Pos};

use crate::scene::{Scene, act, content, descend_at_once, peek, step, told};

#[test]
fn a_mimic_is_revealed_in_one_sentence() {
    let mut scene = Scene::new(12, "@&", &[('&', "alms-box")]);
    scene.first()["disguised"] = true.into();
    scene.first()["mood"] = "Asleep".into();
    scene.hide_first();
    let mut game = scene.game();
    let events = step(&mut game, Dir::East);
    let lines = told(&events);
    assert_eq!(lines[0], "An alms box was lying in wait.");
    let again = |line: &String| line.contains("wakes") || line.starts_with("You see");
    assert!(!lines.iter().any(again), "{lines:?}");
    let seen = |event: &GameEvent| matches!(event, GameEvent::Monster(MonsterEvent::Revealed { who, .. }) if who.perception == Perception::Seen);
    assert!(seen(&events[0]));
}

#[test]
fn a_mimic_is_announced_as_what_it_looks_like_and_revealed_by_that_name() {
    let mut scene = Scene::new(12, "@...&", &[('&', "alms-box")]);
    scene.first()["disguised"] = true.into();
    scene.first()["mood"] = "Asleep".into();
    scene.hide_first();
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
            format!("Alms box: {mimic}.")
        ]
    );
}

#[test]
fn each_kind_of_monster_is_introduced_once_in_a_run() {
    let mut scene = Scene::new(1, "@...r..M..r", &[('r', "crypt-rat"), ('M', "mourner")]);
    scene.hide_all();
    let mut game = scene.game();
    let lines = told(&act(&mut game, Action::Wait));
    let rat = "Crypt rat: hunts in a pack, and bites harder the more of them are beside you.";
    let mourner = "Mourner: moves only while you do not see it; bright light makes it weak.";
    assert_eq!(
        lines,
        ["You see a crypt rat.", rat, "You see a mourner.", mourner]
    );
    // The other rat, a save later.
    let mut state = peek(&game);
    state["player"]["pos"] = serde_json::json!(Pos::new(3, 1));
    let mut game = Game::with_state(serde_json::from_value(state).unwrap(), content());
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
        scene.hide_first();
        let mut game = scene.game();
        assert_eq!(told(&act(&mut game, Action::Wait))[0], line);
        let mut state = peek(&game);
        state["here"]["known"]["in_sight"] = serde_json::json!([]);
        let mut game = Game::with_state(serde_json::from_value(state).unwrap(), content());
        let lines = told(&act(&mut game, Action::Wait));
        assert!(
            !lines.iter().any(|line| line.starts_with("You see")),
            "{lines:?}"
        );
    }
}

#[test]
fn the_everlamp_is_seen_once_and_by_its_name() {
    let mut game = crate::new_game(1);
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
    let mut game = Game::with_state(serde_json::from_value(state).unwrap(), content());
    let lines = told(&act(&mut game, Action::Wait));
    assert_eq!(lines, ["There it hangs, cold and dark: the Everlamp."]);
    assert!(game.view().everlamp().is_some());
    let lines = told(&act(&mut game, Action::Wait));
    assert_eq!(lines, [""; 0]);
}

#[test]
fn the_return_of_a_monster_is_told_after_a_while_or_if_it_ends_a_walk() {
    let mut scene = Scene::new(1, "@#..r\n.....", &[('r', "crypt-rat")]);
    scene.first()["next"] = 9_000.into();
    scene.hide_first();
    scene.remember_all();
    let mut game = scene.game();
    let mut narrator = Narrator::default();
    let mut tell = |action: Action| {
        let events = act(&mut game, action);
        let told = narrator.tell(&game, &events).into_iter();
        told.map(|told| told.text).collect::<Vec<String>>()
    };
    let (out, back) = (Action::step(Dir::SouthEast), Action::step(Dir::NorthWest));
    assert_eq!(tell(out)[0], "You see a crypt rat.");
    let again = ["The crypt rat is back in sight."];
    // Around the corner and back, by steps.
    assert_eq!([tell(back), tell(out), tell(back)].concat(), [""; 0]);
    let to = Pos::new(3, 2);
    assert_eq!(tell(Action::Travel { to })[..1], again, "it ends the walk");
    tell(back);
    for _ in 0..20 {
        tell(Action::Wait);
    }
    assert_eq!(tell(out)[..1], again, "it was gone for long");
}

#[test]
fn those_of_a_kind_who_come_into_sight_at_once_are_counted() {
    let seen = |map: &str, asleep: &[usize]| {
        let cast = [
            ('r', "crypt-rat"),
            ('&', "alms-box"),
            ('A', "abbot-in-repose"),
        ];
        let mut scene = Scene::new(1, map, &cast);
        scene.hide_all();
        let actors = scene.state["here"]["actors"].as_array_mut().unwrap();
        for (index, actor) in actors.iter_mut().enumerate() {
            let asleep = asleep.contains(&index);
            actor["mood"] = if asleep { "Asleep" } else { "Hunting" }.into();
        }
        let mut game = scene.game();
        let events = act(&mut game, Action::Wait);
        let told = Narrator::default().tell(&game, &events).into_iter();
        let lines = told.map(|told| told.text);
        lines
            .filter(|line| line.starts_with("You see"))
            .collect::<Vec<String>>()
    };
    let rats = "@...r\n....r\n....r\n....r";
    assert_eq!(seen(rats, &[]), ["You see 4 crypt rats."]);
    assert_eq!(
        seen(rats, &[1]),
        ["You see 3 crypt rats.", "You see a sleeping crypt rat."]
    );
    assert_eq!(
        seen(rats, &[0, 2, 3]),
        ["You see 3 sleeping crypt rats.", "You see a crypt rat."]
    );
    let others = "@...A\n....&\n....A\n....&";
    assert_eq!(
        seen(others, &[]),
        ["You see 2 abbots in repose.", "You see 2 alms boxes."]
    );
}

#[test]
fn exploring_does_not_tell_of_an_item_again_before_it_picks_it_up() {
    let mut scene = Scene::new(1, "@...", &[]);
    scene.lay("hatchet", 1, Pos::new(3, 1));
    let mut game = scene.game();
    let mut lines = told(&act(&mut game, Action::Wait));
    while game.view().pack().count() == 1 {
        lines.extend(told(&act(&mut game, Action::Explore)));
    }
    assert_eq!(
        lines[..2],
        [
            "You see a hatchet.",
            "You pick up a hatchet (a), better than bare hands: attack +3."
        ]
    );
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
