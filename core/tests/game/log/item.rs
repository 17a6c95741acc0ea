//! Items in the log: by the name, number and bonus known then, and what they did or could not do.

use undercroft_core::game::{Action, Letter};
use undercroft_core::geom::{Dir, Pos};

use crate::scene::{Scene, act, read, step, told};

#[test]
fn an_item_is_told_as_it_was_known_then() {
    let mut scene = Scene::new(1, "@.", &[]);
    let letter = scene.give("potion-healing", 2);
    scene.set_player("health", 1);
    let mut game = scene.game();
    let quaff = Action::Use { letter, at: None };
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
    let taken = told(&step(&mut game, Dir::East));
    assert_eq!(taken, ["You pick up 5 roof slates (a)."]);
    // With what is there already.
    scene.give("roof-slate", 2);
    let taken = told(&step(&mut scene.game(), Dir::East));
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
fn what_is_picked_up_is_told_with_its_bonus() {
    for (plus, line) in [
        (
            2,
            "You pick up a +2 hatchet (a), better than bare hands: attack +5.",
        ),
        (
            -1,
            "You pick up a -1 hatchet (a), better than bare hands: attack +2.",
        ),
        (
            0,
            "You pick up a hatchet (a), better than bare hands: attack +3.",
        ),
    ] {
        let mut scene = Scene::new(1, "@...", &[]);
        scene.lay("hatchet", 1, Pos::new(1, 1));
        scene.state["here"]["items"][0]["item"]["plus"] = plus.into();
        let lines = told(&act(&mut scene.game(), Action::PickUp));
        assert_eq!(lines, [line]);
    }
}

#[test]
fn a_potion_that_strengthens_says_by_how_much() {
    for (id, line) in [
        ("potion-strength", "You feel stronger: +1 attack."),
        ("potion-vigour", "You feel hardier: +8 health."),
    ] {
        let mut scene = Scene::new(1, "@...", &[]);
        let letter = scene.give(id, 1);
        let lines = told(&act(&mut scene.game(), Action::Use { letter, at: None }));
        assert_eq!(lines[2], line);
    }
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
            "Nothing happens: you are wearing no armour to strengthen.",
        ),
        (
            "scroll-sharpen",
            "Nothing happens: you have no weapon in hand to sharpen.",
        ),
    ] {
        let mut scene = Scene::new(1, "@.", &[]);
        let (letter, at) = (scene.give(id, 1), None);
        let mut game = scene.game();
        let lines = told(&act(&mut game, Action::Use { letter, at }));
        assert!(lines.iter().any(|told| told == line), "{lines:?}");
        let vague = |told: &String| told == "Nothing happens.";
        assert!(!lines.iter().any(vague), "{lines:?}");
    }
}

#[test]
fn a_scroll_without_effect_says_what_it_lacks() {
    for (id, line) in [
        ("scroll-magic-missile", "there is no enemy in sight"),
        ("scroll-fireball", "there is no enemy in sight"),
        ("scroll-sleep", "there is nobody in sight to put to sleep"),
        ("scroll-negation", "there is no magic in sight to end"),
        (
            "scroll-blink",
            "there is no free space nearby to take you to",
        ),
        ("scroll-sharpen", "your weapon cannot get any sharper"),
    ] {
        let mut scene = Scene::new(1, "@", &[]);
        let weapon = scene.equip("wax-knife", "weapon");
        let place = Letter::all().position(|letter| letter == weapon).unwrap();
        scene.state["player"]["pack"]["slots"][place]["plus"] = 20.into();
        let (letter, at) = (scene.give(id, 1), None);
        let mut game = scene.game();
        let lines = told(&act(&mut game, Action::Use { letter, at }));
        let line = format!("Nothing happens: {line}.");
        assert!(lines.contains(&line), "{id}: {lines:?}");
    }
}

#[test]
fn a_missile_that_breaks_is_told_of() {
    let (mut broken, mut whole) = (0, 0);
    for seed in 0..20 {
        let mut scene = Scene::new(seed, "@.K", &[('K', "tomb-knight")]);
        let letter = scene.give("roof-slate", 1);
        let mut game = scene.game();
        let at = Pos::new(3, 1);
        let lines = told(&act(&mut game, Action::Throw { letter, at }));
        let lies = game.view().items().any(|item| item.pos == at);
        let told = lines.iter().any(|line| line == "The roof slate breaks.");
        assert_eq!(told, !lies, "{seed}: {lines:?}");
        broken += usize::from(told);
        whole += usize::from(lies);
    }
    assert!(broken > 2 && whole > 2, "{broken} and {whole}");
}

#[test]
fn scrolls_of_mapping_and_sanctity_say_what_they_did() {
    for (id, line) in [
        (
            "scroll-mapping",
            "You now know the layout of this level, but not what lies in it.",
        ),
        (
            "scroll-sanctity",
            "The ground around you is hallowed: no monster enters it, or strikes a blow at you there.",
        ),
    ] {
        let mut scene = Scene::new(1, "@.", &[]);
        let letter = scene.give(id, 1);
        let lines = told(&read(&mut scene.game(), letter));
        assert!(lines.iter().any(|told| told == line), "{lines:?}");
    }
}

#[test]
fn what_stops_a_missile_on_its_way_is_told() {
    let told_of = |map: &str, at: i32| {
        let mut scene = Scene::new(1, map, &[('r', "crypt-rat")]);
        scene.remember_all();
        let slate = scene.give("roof-slate", 1);
        let mut game = scene.game();
        let at = game.view().player().pos + Pos::new(at, 0);
        let throw = Action::Throw { letter: slate, at };
        told(&act(&mut game, throw))
    };
    let thrown = "You throw a roof slate.";
    assert_eq!(told_of("@..^...", 5)[..2], [thrown, "A brazier stops it."]);
    assert_eq!(told_of("@^.....", 5)[..2], [thrown, "A brazier stops it."]);
    assert_eq!(
        told_of("@..+...", 3)[..2],
        [thrown, "A closed door stops it."]
    );
    // It falls where it was aimed, or meets somebody.
    let met = |line: &String| line.contains("crypt rat");
    assert!(met(&told_of("@..r.^.", 6)[1]));
    assert!(!told_of("@....^r", 2).contains(&"A brazier stops it.".to_owned()));
}
