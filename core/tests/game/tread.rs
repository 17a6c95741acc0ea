//! What a tile does to whoever comes onto it, and a condition to whoever has it: for each hazard, field and condition, the
//! same for the player and for monsters, and for each way of coming, but for what is said in the table.

use std::collections::BTreeSet;

use serde_json::json;
use undercroft_core::game::{
    Action, ActorId, BodyEvent, Cause, Condition, FightEvent, Game, GameEvent, HazardKind,
    ItemEvent, PlaceEvent, Refusal,
};
use undercroft_core::geom::{Dir, Pos};

use super::scene::{Scene, act, content, monsters, peek};

/// What lies on a tile.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum What {
    Hazard(HazardKind),
    Field(&'static str, u8),
    DeepWater,
}

/// Who comes there, and how.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum How {
    /// The player, by a step.
    YouStep,
    /// The player, by magic.
    YouBlink,
    /// A monster by a step, out of its mind: no other steps onto a trap.
    Walks,
    /// The same, with a name of its own.
    Named,
    /// A monster that swims, by a step.
    Swims,
    /// One that charges across.
    Charges,
    /// One that walks through walls.
    Phases,
}

/// Something lies on a tile of the scene. Where fire is put out, everybody burns.
fn lay(scene: &mut Scene, what: What, pos: Pos) {
    match what {
        What::Hazard(kind) => {
            scene.state["here"]["hazards"] = json!([{"pos": pos, "kind": kind, "known": false}]);
        }
        What::Field(layer, amount) => {
            scene.state["here"]["fields"][layer] = json!([[pos.y * 80 + pos.x, amount]]);
        }
        What::DeepWater => {
            let tiles = &mut scene.state["here"]["tiles"]["tiles"];
            let mut text = tiles.as_str().unwrap().to_owned();
            let at = (pos.y * 80 + pos.x) as usize;
            text.replace_range(at..=at, "}");
            *tiles = text.into();
        }
    }
    if matches!(what, What::DeepWater | What::Hazard(HazardKind::ColdFont)) {
        let burning = Condition::Burning as usize;
        scene.state["player"]["conditions"]["left"][burning] = 200.into();
        if let Some(actor) = scene.state["here"]["actors"].get_mut(0) {
            actor["conditions"]["left"][burning] = 200.into();
        }
    }
}

/// What came of it, in words.
fn outcomes(game: &Game, events: &[GameEvent]) -> BTreeSet<&'static str> {
    let words = events.iter().filter_map(|event| {
        Some(match event {
            GameEvent::Body(BodyEvent::Held { .. }) => "is held",
            GameEvent::Body(BodyEvent::FellAsleep { .. }) => "falls asleep",
            GameEvent::Body(BodyEvent::ConditionBegan {
                condition: Condition::Dimmed,
                ..
            }) => "is dazed",
            GameEvent::Body(BodyEvent::ConditionEnded {
                condition: Condition::Burning,
                ..
            }) => "is put out",
            GameEvent::Fight(FightEvent::Hurt {
                cause: Cause::Fire, ..
            }) => "is burnt",
            GameEvent::Item(ItemEvent::Doused) => "loses the light",
            GameEvent::Place(PlaceEvent::HazardSprung { kind, .. })
                if !matches!(kind, HazardKind::Pit | HazardKind::RottenFloor) =>
            {
                "sets it off"
            }
            GameEvent::Place(PlaceEvent::Fell { .. }) => "falls",
            _ => return None,
        })
    });
    let mut words: BTreeSet<&str> = words.collect();
    let is_monster = game.depth() == 1 && monsters(game).is_empty();
    let fell = |event: &GameEvent| matches!(event, GameEvent::Place(PlaceEvent::HazardSprung { by: Some(by), .. }) if *by != ActorId::PLAYER);
    if is_monster && events.iter().any(fell) {
        words.insert("falls");
    }
    words
}

/// Whoever is hurt meanwhile goes on.
fn heal_all(game: &mut Game) {
    let mut state = peek(game);
    (state["player"]["health"], state["player"]["vigour"]) = (500.into(), 500.into());
    for actor in state["here"]["actors"].as_array_mut().unwrap() {
        actor["health"] = actor["max_health"].clone();
    }
    *game = Game::with_state(serde_json::from_value(state).unwrap(), content());
}

/// Lets somebody come onto a tile with something, and stay there or go on for some turns.
fn meet(what: What, how: How) -> BTreeSet<&'static str> {
    let mut events = Vec::new();
    let mut game = match how {
        How::YouStep => {
            let mut scene = Scene::new(1, "@..", &[]);
            lay(&mut scene, what, Pos::new(2, 1));
            let mut game = scene.game();
            events.extend(act(&mut game, Action::step(Dir::East).sure()));
            game
        }
        How::YouBlink => {
            let mut scene = Scene::new(1, "@.....", &[]);
            let at = Pos::new(5, 1);
            lay(&mut scene, what, at);
            scene.remember_all();
            scene.know_all();
            let letter = scene.give("scroll-blink", 1);
            let mut game = scene.game();
            let blinks = Action::Use {
                letter,
                at: Some(at),
            };
            match game.apply(blinks.sure(), &mut events) {
                Ok(()) => game,
                Err(Refusal::NotFree) => return BTreeSet::from(["is not taken there"]),
                Err(other) => panic!("{what:?}: {other}"),
            }
        }
        How::Walks | How::Named | How::Swims => {
            let kind = match how {
                How::Named => "sister-ember",
                How::Swims => "gutter-hound",
                _ => "sexton-beetle",
            };
            let mut scene = Scene::new(1, "@\n####\n#.m#\n####", &[('m', kind)]);
            let confused = Condition::Confused as usize;
            scene.first()["conditions"]["left"][confused] = 999.into();
            lay(&mut scene, what, Pos::new(2, 3));
            scene.game()
        }
        How::Charges => {
            let mut scene = Scene::new(4, "#######\n@.....R\n#######", &[('R', "stone-ram")]);
            lay(&mut scene, what, Pos::new(4, 2));
            scene.game()
        }
        How::Phases => {
            let mut scene = Scene::new(4, "#######\n@.....W\n#######", &[('W', "wall-wraith")]);
            // It goes around flames, so those begin where it stands, and burn before it goes.
            scene.first()["next"] = 250.into();
            let x = if matches!(what, What::Field("flames" | "incense", _)) {
                7
            } else {
                4
            };
            lay(&mut scene, what, Pos::new(x, 2));
            scene.game()
        }
    };
    let turns = match how {
        How::YouStep | How::YouBlink => 1,
        How::Walks | How::Named | How::Swims => 150,
        How::Charges | How::Phases => 8,
    };
    for _ in 0..turns {
        heal_all(&mut game);
        let goes_on = match how {
            How::YouStep if game.depth() == 1 => Action::step(Dir::East).sure(),
            How::YouBlink => Action::step(Dir::West).sure(),
            _ => Action::Wait.into(),
        };
        events.extend(act(&mut game, goes_on));
    }
    outcomes(&game, &events)
}

const EVERY_WAY: [How; 7] = [
    How::YouStep,
    How::YouBlink,
    How::Walks,
    How::Named,
    How::Swims,
    How::Charges,
    How::Phases,
];

#[test]
fn each_hazard_and_field_does_the_same_to_everybody_who_comes_there() {
    let trap = &["sets it off"][..];
    let font = &["is put out", "sets it off"][..];
    let doused = &["is put out", "loses the light", "sets it off"][..];
    let (falls, held) = (&["falls"][..], &["is held"][..]);
    let (out, lost) = (&["is put out"][..], &["is put out", "loses the light"][..]);
    let (burnt, dazed, sleeps) = (&["is burnt"][..], &["is dazed"][..], &["falls asleep"][..]);
    let (kept, none) = (&["is not taken there"][..], &[][..]);
    let hazard = What::Hazard;
    // In the order of the ways above. Whoever burns beside deep water is put out, too.
    let table: [(What, [&[&str]; 7]); 9] = [
        (
            hazard(HazardKind::BellWire),
            [trap, kept, trap, trap, trap, trap, none],
        ),
        (
            hazard(HazardKind::Censer),
            [trap, kept, trap, trap, trap, trap, none],
        ),
        (
            hazard(HazardKind::ColdFont),
            [doused, kept, font, font, font, font, none],
        ),
        (
            hazard(HazardKind::Pit),
            [falls, kept, falls, none, falls, falls, none],
        ),
        (
            hazard(HazardKind::RottenFloor),
            [falls, kept, falls, none, falls, falls, none],
        ),
        (
            What::Field("webs", 2),
            [held, held, held, held, held, held, none],
        ),
        (What::Field("flames", 200), [burnt; 7]),
        (
            What::Field("incense", 200),
            [dazed, dazed, sleeps, none, sleeps, none, none],
        ),
        (What::DeepWater, [lost, kept, out, out, out, out, out]),
    ];
    let hazards = table
        .iter()
        .filter(|(what, _)| matches!(what, What::Hazard(_)));
    let traps = HazardKind::ALL.iter().filter(|kind| kind.is_trap());
    assert_eq!(hazards.count(), traps.count());
    for (what, expected) in table {
        for (how, expected) in EVERY_WAY.into_iter().zip(expected) {
            // Of incense, who runs on breathes little.
            let runs = matches!(how, How::Charges | How::Phases);
            if runs && matches!(what, What::Field("incense", _)) {
                continue;
            }
            let found = meet(what, how);
            // Whoever burns is burnt until they are put out, and incense dazes whoever breaks its censer.
            let told = |word: &&&str| match what {
                What::Field("flames", _) => **word == "is burnt",
                What::Field("incense", _) => matches!(**word, "is dazed" | "falls asleep"),
                _ => !matches!(**word, "is burnt" | "is dazed" | "falls asleep"),
            };
            let found: BTreeSet<&str> = found.iter().filter(told).copied().collect();
            let expected: BTreeSet<&str> = expected.iter().copied().collect();
            assert_eq!(found, expected, "{what:?}, {how:?}");
        }
    }
}

#[test]
fn each_condition_runs_out_for_everybody_alike_and_fire_alone_hurts() {
    for condition in Condition::ALL {
        for kind in [
            "",
            "sexton-beetle",
            "stone-ram",
            "wall-wraith",
            "sister-ember",
        ] {
            let cast: Vec<(char, &str)> = Vec::from_iter((!kind.is_empty()).then_some(('m', kind)));
            // With a wall between, so that nobody strikes.
            let row = format!("@{}#m.", ".".repeat(3));
            let mut scene = Scene::new(3, if cast.is_empty() { "@...." } else { &row }, &cast);
            let who = if cast.is_empty() {
                &mut scene.state["player"]
            } else {
                scene.first()["mood"] = "Asleep".into();
                scene.first()
            };
            who["conditions"]["left"][condition as usize] = 2.into();
            let mut game = scene.game();
            let mut events = Vec::new();
            for _ in 0..8 {
                events.extend(act(&mut game, Action::Wait));
            }
            let is_of_player = kind.is_empty();
            let ends = events.iter().filter(|event| {
                matches!(event, GameEvent::Body(BodyEvent::ConditionEnded { who, condition: one })
                    if *one == condition && (*who == ActorId::PLAYER) == is_of_player)
            });
            assert_eq!(ends.count(), 1, "{condition:?} of {kind:?}: {events:?}");
            let hurts = events.iter().filter(|event| {
                matches!(
                    event,
                    GameEvent::Fight(FightEvent::Hurt {
                        cause: Cause::Fire,
                        ..
                    })
                )
            });
            let is_hurt = hurts.count() > 0;
            assert_eq!(
                is_hurt,
                condition == Condition::Burning,
                "{condition:?} of {kind:?}"
            );
        }
    }
}
