//! What is thrown and shot: what it does, how far it flies true, and what gives away who threw it.

use undercroft_core::game::{
    Action, FightEvent, Game, GameEvent, Message, Mood, Narrator, Refusal, Setup,
};
use undercroft_core::geom::{Dir, Pos};
use undercroft_core::rng::Seed;

use super::scene::{Scene, act, item, only, refuse, step};

/// What a throw at the one monster in sight, made in many runs, did: its least and most damage, and how many hit.
fn many(scene: &Scene, action: impl Fn(Pos) -> Action) -> (i32, i32, usize) {
    let (mut least, mut most, mut hits) = (i32::MAX, 0, 0);
    for seed in 0..300 {
        let mut scene = scene.state.clone();
        scene["seed"] = seed.into();
        let content = super::scene::content();
        let mut game = Game::with_state(serde_json::from_value(scene).unwrap(), content);
        let foe = only(&game);
        for event in act(&mut game, action(foe.pos)) {
            if let GameEvent::Fight(FightEvent::Hit { at, damage, .. }) = event
                && at == foe.id
            {
                (least, most) = (least.min(damage), most.max(damage));
                hits += 1;
            }
        }
    }
    (least, most, hits)
}

#[test]
fn a_fig_and_an_axe_that_are_thrown_do_one() {
    for id in ["candied-fig", "hatchet", "quilted-jack", "wax-knife"] {
        // Even at whoever sleeps, and however strong the arm is.
        for mood in ["Hunting", "Asleep"] {
            let mut scene = Scene::new(1, "@..g", &[('g', "pew-ghoul")]);
            scene.first()["mood"] = mood.into();
            scene.set_player("strength", 20);
            let letter = scene.give(id, 1);
            let throw = |at| Action::Throw { letter, at };
            let (least, most, hits) = many(&scene, throw);
            assert_eq!((least, most), (1, 1), "{id}");
            assert!(hits >= 255, "{id}");
            let game = scene.game();
            let aim = game.view().aim(throw(only(&game).pos)).unwrap();
            assert_eq!(aim.damage, Some((1, 1)));
        }
    }
}

#[test]
fn an_arrow_by_hand_scratches_and_falls_short_beyond_four_tiles() {
    let hall = |tiles: usize| {
        let map = format!("@{}g", ".".repeat(tiles - 1));
        let mut scene = Scene::new(1, &map, &[('g', "pew-ghoul")]);
        let letter = scene.give("arrow", 5);
        (scene, letter)
    };
    let (scene, letter) = hall(4);
    let throw = |at| Action::Throw { letter, at };
    let (least, most, hits) = many(&scene, throw);
    assert_eq!((least, most), (1, 3));
    assert!((255..=285).contains(&hits), "{hits}");
    // One tile farther, both the card and the throw say why not.
    let (scene, letter) = hall(5);
    let mut game = scene.game();
    let at = only(&game).pos;
    let action = Action::Throw { letter, at };
    assert_eq!(game.view().aim(action), Err(Refusal::TooFarByHand(4)));
    assert_eq!(refuse(&mut game, action), Refusal::TooFarByHand(4));
    assert_eq!(
        game.view().explain(Refusal::TooFarByHand(4)),
        "By hand an arrow flies 4 tiles at most: go nearer, or shoot it with a bow."
    );
    // With a bow it flies as far as ever, and strikes with all its force.
    let (mut scene, _) = hall(5);
    scene.equip("yew-bow", "weapon");
    let (_, most, _) = many(&scene, |at| Action::Fire { at });
    assert!(most > 10, "{most}");
}

#[test]
fn a_shot_from_afar_hits_as_seldom_as_its_card_says_and_so_do_those_of_archers() {
    for (tiles, chance) in [(4, 90), (5, 82), (7, 66)] {
        let map = format!("@{}A", ".".repeat(tiles - 1));
        let mut scene = Scene::new(1, &map, &[('A', "glass-archer")]);
        let letter = scene.give("roof-slate", 3);
        scene.equip("sanctuary-lamp", "lantern");
        let throw = |at| Action::Throw { letter, at };
        let expected = 3 * chance;
        let near = |found: usize| (expected - 27..=expected + 27).contains(&found);
        let (_, _, hits) = many(&scene, throw);
        assert!(near(hits), "{tiles}: {hits}");
        let game = scene.game();
        let (at, id) = (only(&game).pos, only(&game).id);
        let aim = game.view().aim(throw(at)).unwrap();
        assert_eq!(usize::from(aim.hit), chance);
        // What the archer has against the player is what it shoots by.
        let odds = game.view().odds(id).unwrap();
        assert_eq!((usize::from(odds.hit_back), odds.hit), (chance, 90));
        let told = format!("You are hit {chance}% of the time");
        assert!(
            game.view()
                .look(at)
                .iter()
                .any(|line| line.starts_with(&told))
        );
        let (mut shots, mut struck) = (0, 0);
        for seed in 0..300 {
            let mut state = scene.state.clone();
            state["seed"] = seed.into();
            let content = super::scene::content();
            let mut game = Game::with_state(serde_json::from_value(state).unwrap(), content);
            // It draws, and then it shoots.
            let mut events = act(&mut game, Action::Wait);
            events.extend(act(&mut game, Action::Wait));
            for event in events {
                match event {
                    GameEvent::Fight(FightEvent::Flew { .. }) => shots += 1,
                    GameEvent::Fight(FightEvent::Hit { by, .. }) if by == id => struck += 1,
                    _ => {}
                }
            }
        }
        assert!(shots == 300 && near(struck), "{tiles}: {struck} of {shots}");
    }
}

/// Somebody a few tiles away who does not know of the player, and the letter of a slate.
fn unaware(mood: &str, lantern: bool) -> (Game, Action) {
    let mut scene = Scene::new(3, "@...g...", &[('g', "pew-ghoul")]);
    scene.first()["mood"] = mood.into();
    scene.first()["goal"] = serde_json::Value::Null;
    scene.first()["next"] = 1_000.into();
    let letter = scene.give("roof-slate", 3);
    scene.set_player("hooded", !lantern);
    let game = scene.game();
    let at = only(&game).pos;
    (game, Action::Throw { letter, at })
}

#[test]
fn a_slate_out_of_the_dark_makes_its_target_look_about_and_one_by_lantern_light_gives_the_thrower_away()
 {
    for mood in ["Wandering", "Asleep", "Searching"] {
        let (mut game, throw) = unaware(mood, false);
        let at = only(&game).pos;
        let events = act(&mut game, throw);
        let line = "The pew ghoul looks about: it does not know where that came from.";
        assert!(
            super::scene::told(&events).contains(&line.to_owned()),
            "{mood}"
        );
        assert_eq!(only(&game).mood, Mood::Searching, "{mood}");
        let noise = super::scene::content().rules().noise;
        assert_eq!(
            game.view().player().noise,
            noise.quiet,
            "as loud as waiting"
        );
        let goal = super::scene::peek(&game)["here"]["actors"][0]["goal"].clone();
        assert_eq!(
            goal,
            serde_json::json!(at),
            "around itself, not at the player"
        );
        let (mut game, throw) = unaware(mood, true);
        act(&mut game, throw);
        assert_eq!(only(&game).mood, Mood::Hunting, "{mood}");
        assert_eq!(game.view().player().noise, noise.fighting);
    }
    // Who hunts the player already does not forget them.
    let (mut game, throw) = unaware("Hunting", false);
    act(&mut game, throw);
    assert_eq!(only(&game).mood, Mood::Hunting);
}

#[test]
fn neither_a_hit_nor_a_miss_out_of_the_dark_betrays_the_thrower() {
    let (mut hit, mut missed) = (0, 0);
    for seed in 0..40 {
        let mut scene = Scene::new(seed, "@...g...", &[('g', "pew-ghoul")]);
        scene.first()["mood"] = "Wandering".into();
        scene.first()["next"] = 1_000.into();
        scene.hood();
        let letter = scene.give("roof-slate", 1);
        let mut game = scene.game();
        let at = only(&game).pos;
        for event in act(&mut game, Action::Throw { letter, at }) {
            hit += u32::from(matches!(event, GameEvent::Fight(FightEvent::Hit { .. })));
            missed += u32::from(matches!(event, GameEvent::Fight(FightEvent::Missed { .. })));
        }
        assert_eq!(only(&game).mood, Mood::Searching, "{seed}");
    }
    assert!(hit > 0 && missed > 0, "{hit} {missed}");
}

#[test]
fn a_bolt_out_of_the_dark_shows_who_sent_it() {
    for id in [
        "scroll-magic-missile",
        "martyrs-tongue",
        "scroll-fireball",
        "paschal-coal",
    ] {
        let mut scene = Scene::new(3, "@...g...", &[('g', "pew-ghoul")]);
        scene.first()["mood"] = "Wandering".into();
        scene.first()["next"] = 1_000.into();
        scene.hood();
        scene.know_all();
        let letter = scene.give(id, 1);
        let mut game = scene.game();
        let at = Some(only(&game).pos);
        act(&mut game, Action::Use { letter, at });
        assert_eq!(only(&game).mood, Mood::Hunting, "{id}");
    }
}

#[test]
fn a_weapon_in_hand_adds_nothing_to_what_is_thrown() {
    let damage = |weapon: Option<&str>| {
        let mut scene = Scene::new(1, "@..g", &[('g', "pew-ghoul")]);
        let letter = scene.give("throwing-knife", 1);
        if let Some(weapon) = weapon {
            scene.equip(weapon, "weapon");
        }
        let game = scene.game();
        let at = only(&game).pos;
        game.view()
            .aim(Action::Throw { letter, at })
            .unwrap()
            .damage
    };
    assert_eq!(damage(Some("knights-sword")), damage(None));
}

#[test]
fn three_slates_lie_about_on_the_first_depth_of_every_run() {
    let slate = item("roof-slate");
    for seed in 0..30 {
        let game = Game::new(Setup::new(Seed(seed)).unwrap()).unwrap();
        let all = game.view().whole();
        let lying = all
            .items()
            .filter(|one| one.kind == slate && one.count == 1);
        assert!(lying.count() >= 3, "seed {seed}");
    }
}

/// Does an action, and keeps the lines of a log as the window does.
fn tell(game: &mut Game, narrator: &mut Narrator, log: &mut Vec<String>, action: Action) {
    let events = act(game, action);
    for Message { text, replaces, .. } in narrator.tell(game, &events) {
        if replaces.is_some() {
            assert_eq!(log.pop(), replaces, "only the newest line is written anew");
        }
        log.push(text);
    }
}

#[test]
fn a_volley_is_one_line_and_so_is_what_is_picked_up_after_it() {
    let mut scene = Scene::new(1, "@...o...", &[('o', "tomb-knight")]);
    scene.first()["next"] = 9_000.into();
    scene.empty_pack();
    let letter = scene.give("roof-slate", 12);
    let mut game = scene.game();
    let at = only(&game).pos;
    let (mut narrator, mut log) = (Narrator::default(), Vec::new());
    let (mut hits, mut damage, mut broken) = (0, 0, 0);
    for _ in 0..12 {
        let before = game.clone();
        tell(
            &mut game,
            &mut narrator,
            &mut log,
            Action::Throw { letter, at },
        );
        let health = only(&before).health - only(&game).health;
        hits += u32::from(health > 0);
        damage += health;
        broken = 12
            - game
                .view()
                .items()
                .map(|one| u32::from(one.count))
                .sum::<u32>()
            - game
                .view()
                .pack()
                .map(|(_, one)| u32::from(one.count))
                .sum::<u32>();
    }
    assert_eq!(log.len(), 1, "{log:?}");
    let misses = 12 - hits;
    let expected = format!(
        "You throw 12 roof slates at the tomb knight: {hits} hit for {damage} in all, {misses} {}, {broken} break.",
        if misses == 1 { "misses" } else { "miss" }
    );
    assert_eq!(log[0], expected);
    // Another thing is another volley.
    let mut scene = Scene::new(1, "@...o...", &[('o', "ossuary-keeper")]);
    scene.first()["next"] = 9_000.into();
    let slate = scene.give("roof-slate", 2);
    let knife = scene.give("throwing-knife", 2);
    let mut game = scene.game();
    let (mut narrator, mut log) = (Narrator::default(), Vec::new());
    for letter in [slate, knife, knife] {
        tell(
            &mut game,
            &mut narrator,
            &mut log,
            Action::Throw { letter, at },
        );
    }
    assert_eq!(log.len(), 2, "{log:?}");
    assert!(log[0].starts_with("The roof slate "), "{log:?}");
    assert!(
        log[1].starts_with("You throw 2 throwing knives at "),
        "{log:?}"
    );
}

#[test]
fn arrows_that_lie_in_a_row_are_picked_up_in_one_line() {
    let mut scene = Scene::new(1, "@.....", &[]);
    scene.give("arrow", 2);
    for x in [2, 3, 5] {
        scene.lay("arrow", 1, Pos::new(x, 1));
    }
    scene.see_items();
    let mut game = scene.game();
    let (mut narrator, mut log) = (Narrator::default(), Vec::new());
    for _ in 0..4 {
        tell(&mut game, &mut narrator, &mut log, Action::step(Dir::East));
    }
    assert_eq!(log, ["You pick up 3 arrows (a, 5 in all)."]);
    let mut game = scene.game();
    let told = super::scene::told(&step(&mut game, Dir::East));
    assert_eq!(told, ["You pick up an arrow (a, 3 in all)."]);
}
