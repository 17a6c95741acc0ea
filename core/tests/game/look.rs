//! What is looked at: everything that can be seen has a name, a state and a meaning.

use undercroft_core::game::{Action, Cause, Danger, Lighting, Mood, Refusal, advice};
use undercroft_core::geom::{Dir, Pos};

use super::scene::{Scene, act, content, damage_range, monster, only, refuse, step, vault_scene};

fn look(scene: &Scene, x: i32, y: i32) -> Vec<String> {
    scene.game().view().look(Pos::new(x, y))
}

#[test]
fn everything_in_sight_is_named_with_what_it_means() {
    let mut scene = Scene::new(1, "^~\"'.@.+\n.........", &[]);
    scene.remember_all();
    scene.lay("roof-slate", 2, Pos::new(1, 2));
    scene.lay("hatchet", 1, Pos::new(2, 2));
    scene.see_items();
    for (x, y, line) in [
        (1, 1, "A brazier, burning."),
        (4, 1, "An open door, in bright light."),
        (5, 0, "A wall."),
        (5, 1, "Bare floor, in bright light."),
        (6, 1, "You."),
        (8, 1, "A closed door, in bright light."),
        (1, 2, "There are 2 roof slates here."),
        (2, 2, "There is a hatchet here."),
        (78, 48, "Out of sight: stairs leading down."),
    ] {
        assert_eq!(look(&scene, x, y)[0], line);
    }
    assert!(look(&scene, 2, 1)[0].starts_with("Water, which slows"));
    assert!(look(&scene, 3, 1)[0].starts_with("Tall grass, which hides"));
    scene.forget();
    let unseen = "You have not seen this place yet.";
    assert_eq!(look(&scene, 40, 40), [unseen]);
}

#[test]
fn a_look_at_a_monster_tells_its_state_and_its_habit() {
    let mut scene = Scene::new(1, "@...M", &[('M', "mourner")]);
    scene.first()["health"] = 30.into();
    scene.first()["conditions"]["left"][1] = 5.into();
    let lines = look(&scene, 5, 1);
    assert_eq!(
        lines[0],
        "The mourner: hunting you, confused, 30 of 45 health."
    );
    assert_eq!(
        lines[1],
        "Moves only while you do not see it; bright light makes it weak."
    );
    assert!(
        lines[4].starts_with("You hit 90% of the time for "),
        "{lines:?}"
    );
    assert!(
        lines[5].starts_with("You are hit 90% of the time for "),
        "{lines:?}"
    );
    scene.first()["mood"] = "Asleep".into();
    assert!(look(&scene, 5, 1)[0].starts_with("The mourner: asleep, confused, "));
}

#[test]
fn every_kind_of_monster_has_a_habit_and_an_answer_in_good_sentences() {
    for kind in content().monster_kinds() {
        let def = content().monster(kind);
        let habit = &def.habit;
        assert!(
            habit.starts_with(|c: char| c.is_ascii_lowercase()) && !habit.ends_with('.'),
            "{habit}"
        );
        let answer = &def.answer;
        assert!(
            answer.starts_with(|c: char| c.is_ascii_uppercase()) && answer.ends_with('.'),
            "{answer}"
        );
        assert!(
            answer.len() <= 80 && habit.len() <= 80,
            "{}: too long",
            def.id
        );
        let told = advice(content(), Cause::Monster(kind));
        assert!(
            told.contains(&def.name) && told.ends_with(answer.as_str()),
            "{told}"
        );
    }
    assert_eq!(
        advice(content(), Cause::Monster(monster("mourner"))),
        "A mourner moves only while you do not see it; bright light makes it weak. Keep it in sight, and stay out of its reach."
    );
    for cause in [Cause::Fire, Cause::Own, Cause::Hunger] {
        assert!(advice(content(), cause).ends_with('.'));
    }
}

#[test]
fn what_is_in_sight_comes_first_monsters_before_all_and_doors_and_braziers_last() {
    let cast = [('r', "crypt-rat"), ('n', "novice-shade")];
    let mut scene = Scene::new(1, ".n.r@..r>\n^......+.", &cast);
    scene.remember_all();
    scene.lay("ration", 1, Pos::new(9, 2));
    scene.lay("hatchet", 1, Pos::new(6, 2));
    // Underneath a monster.
    scene.lay("rushlight", 1, Pos::new(2, 1));
    scene.see_items();
    let game = scene.game();
    let monsters = [(4, 1), (2, 1), (8, 1)];
    // The ration lies behind the door.
    let things = [(6, 2), (9, 1)];
    let rest = [(8, 2), (1, 2)];
    let all = monsters.into_iter().chain(things).chain(rest);
    let all: Vec<Pos> = all.map(|(x, y)| Pos::new(x, y)).collect();
    let sights = game.view().sights();
    assert_eq!(sights[..all.len()], all);
    assert_eq!(game.view().targets(), all[..3]);
    // Out of sight, but known.
    assert!(
        sights[all.len()..]
            .iter()
            .all(|pos| !game.view().in_sight(*pos))
    );
}

#[test]
fn what_is_remembered_comes_after_it_prizes_and_tombs_before_stairs_and_braziers() {
    // The player sees only the near part of the hall.
    let mut scene = Scene::new(
        1,
        "@.r....######.....0.^.\n.............>........",
        &[('r', "crypt-rat")],
    );
    scene.remember_all();
    scene.state["here"]["braziers"][0]["lit"] = false.into();
    scene.state["here"]["known"]["unlit"] = serde_json::json!([Pos::new(21, 1)]);
    scene.lay("ration", 1, Pos::new(15, 2));
    scene.see_items();
    let sights = scene.game().view().sights();
    let expected = [(3, 1), (15, 2), (19, 1), (14, 2), (21, 1)];
    let expected: Vec<Pos> = expected.iter().map(|(x, y)| Pos::new(*x, *y)).collect();
    let listed = sights.iter().filter(|pos| expected.contains(pos));
    assert!(listed.eq(&expected), "{sights:?}");
}

#[test]
fn an_open_vault_is_worth_a_look_for_its_offers_and_no_longer_for_what_opened_it() {
    let mut game = vault_scene().game();
    let lever = Pos::new(5, 2);
    for _ in 0..3 {
        step(&mut game, Dir::East);
    }
    assert!(game.view().sights().contains(&lever));
    let gate = Pos::new(4, 2);
    let blocked = game.view().describe_obstacle(gate).unwrap();
    assert_eq!(blocked, "The gate of the vault is sealed: pull its lever.");
    // Walking into the lever pulls it.
    step(&mut game, Dir::SouthEast);
    assert_eq!(game.view().describe_obstacle(gate), None);
    step(&mut game, Dir::South);
    let sights = game.view().sights();
    assert!(!sights.contains(&lever), "{sights:?}");
    assert_eq!(
        sights[..3],
        [(3, 4), (4, 4), (5, 4)].map(|(x, y)| Pos::new(x, y))
    );
}

#[test]
fn a_dagger_kills_a_sleeper_at_one_blow_and_a_look_says_so() {
    let mut scene = Scene::new(1, "@g.", &[('g', "pew-ghoul")]);
    scene.equip("wax-knife", "weapon");
    let slays = |scene: &Scene| {
        let lines = look(scene, 2, 1);
        lines
            .iter()
            .any(|line| line.ends_with("1 blow kills a sleeper."))
    };
    assert!(!slays(&scene), "it is awake");
    scene.first()["mood"] = "Asleep".into();
    assert!(slays(&scene));
    scene.equip("hatchet", "weapon");
    assert!(!slays(&scene), "an axe only wounds it");
}

#[test]
fn a_mimic_out_of_sight_is_remembered_as_an_item_is() {
    let mut scene = Scene::new(12, "@...&\n.####\n.####", &[('&', "alms-box")]);
    scene.first()["disguised"] = true.into();
    scene.first()["mood"] = "Asleep".into();
    let mut game = scene.game();
    assert_eq!(game.view().items().count(), 1);
    for _ in 0..2 {
        step(&mut game, Dir::South);
    }
    let mimic = game.view().items().next().map(|item| item.pos);
    assert_eq!(mimic, Some(Pos::new(5, 1)));
    let looked = game.view().look(Pos::new(5, 1));
    assert!(looked[0].starts_with("There is a"), "{looked:?}");
}

#[test]
fn odds_say_what_a_fight_is_like() {
    let mut scene = Scene::new(1, "@g.", &[('g', "pew-ghoul")]);
    let game = scene.game();
    let odds = game.view().odds(only(&game).id).unwrap();
    let (player, ghoul) = (game.view().player(), content().monster(only(&game).kind));
    assert_eq!((odds.hit, odds.hit_back), (90, 90));
    assert_eq!(odds.damage, damage_range(player.attack, ghoul.defence));
    assert_eq!(odds.damage_back, damage_range(ghoul.attack, player.defence));
    // Its attack is at least twice the defence: the difference, nine times in ten.
    assert!(ghoul.attack >= 2 * player.defence);
    let mean = (ghoul.attack - player.defence) * 90;
    assert_eq!(
        odds.blows_back,
        Some(((player.health * 100 + mean - 1) / mean) as u32)
    );
    assert_eq!(odds.share_back, (mean / player.health) as u32);
    let blows = odds.blows.unwrap() as i32;
    assert!(blows * odds.damage.1 >= ghoul.health && blows > 1);
    scene.first()["mood"] = "Asleep".into();
    let game = scene.game();
    let odds = game.view().odds(only(&game).id).unwrap();
    assert_eq!(odds.hit, 100);
    assert!(odds.damage.1 > 2 * damage_range(player.attack, ghoul.defence).1);
    assert_eq!(only(&game).mood, Mood::Asleep);
}

#[test]
fn previews_and_questions_about_any_place_are_answered_within_the_map() {
    let ends = [i32::MIN, -1, 0, 1, 49, 80, 1 << 20, i32::MAX];
    let mut scene = Scene::new(1, "@........\n.........", &[]);
    scene.know_all();
    let sanctity = scene.give("scroll-sanctity", 1);
    let letters = ["roof-slate", "fire-pot", "scroll-fireball"].map(|id| scene.give(id, 1));
    let mut game = scene.game();
    act(
        &mut game,
        Action::Use {
            letter: sanctity,
            at: None,
        }
        .sure(),
    );
    let view = game.view();
    for x in ends {
        for y in ends {
            let at = Pos::new(x, y);
            let on_map = view.size().contains(at);
            for letter in letters {
                let at = Some(at);
                assert!(on_map || view.aim(Action::Use { letter, at }).is_err());
            }
            assert!(!view.look(at).is_empty());
            assert!(on_map || view.tile(at).is_none() && view.lighting(at) == Lighting::Dark);
            assert!(on_map || view.known_path(at).is_none());
            let far = x.unsigned_abs().max(y.unsigned_abs()) > 3;
            assert!(!far || !view.is_hallowed(at), "{at}");
        }
    }
}

#[test]
fn what_keeps_a_step_back_is_named_unless_it_is_a_wall() {
    let mut scene = Scene::new(1, "}.^\n.@-\n#.~", &[]);
    scene.remember_all();
    let game = scene.game();
    let told = |x: i32, y: i32| game.view().describe_obstacle(Pos::new(x, y));
    assert_eq!(told(3, 1).unwrap(), "A brazier is in the way.");
    assert_eq!(told(3, 2).unwrap(), "A pew is in the way.");
    for (x, y) in [(1, 1), (2, 1), (1, 3), (3, 3), (0, 0)] {
        assert_eq!(told(x, y), None);
    }
}

#[test]
fn every_name_has_its_article_alone_and_behind_every_prefix() {
    let check = |text: &str| {
        let mut words = text.split(' ');
        let article = words.next().unwrap().to_lowercase();
        let vowel = words.next().unwrap().starts_with(['a', 'e', 'i', 'o', 'u']);
        assert_eq!(article, if vowel { "an" } else { "a" }, "{text}");
    };
    let mut checked = 0;
    for kind in content().monster_kinds() {
        let def = content().monster(kind);
        if def.named {
            continue;
        }
        check(&advice(content(), Cause::Monster(kind)));
        for mood in ["Asleep", "Hunting"] {
            let mut scene = Scene::new(1, "@......", &[]);
            scene.add_monster(&def.id, Pos::new(4, 1))["mood"] = mood.into();
            scene.hide_first();
            let events = act(&mut scene.game(), Action::Wait);
            for line in super::scene::told(&events) {
                if let Some(seen) = line.strip_prefix("You see ") {
                    check(seen);
                    checked += 1;
                }
            }
        }
    }
    for def in content().items() {
        for plus in [-1, 0, 1] {
            let mut scene = Scene::new(1, "@.", &[]);
            scene.lay(&def.id, 1, Pos::new(2, 1));
            scene.state["here"]["items"][0]["item"]["plus"] = plus.into();
            for known in [false, true] {
                if known {
                    scene.know_all();
                }
                let line = look_after_a_turn(&scene);
                check(line.strip_prefix("There is ").unwrap());
                checked += 1;
            }
        }
    }
    assert!(checked > 300, "{checked}");
}

fn look_after_a_turn(scene: &Scene) -> String {
    let mut game = scene.game();
    act(&mut game, Action::Wait);
    game.view().look(Pos::new(2, 1))[0].clone()
}

#[test]
fn what_would_do_nothing_is_refused_with_its_reason_before_it_is_spent() {
    let mut scene = Scene::new(1, "@....", &[]);
    let bell = scene.give("sanctus-bell", 1);
    let negation = scene.give("scroll-negation", 1);
    let sharpen = scene.give("scroll-sharpen", 1);
    let protect = scene.give("scroll-protect", 1);
    let stoup = scene.give("holy-water-stoup", 1);
    let told = |scene: &Scene, letter| {
        let game = scene.game();
        let refused = game.view().can_use(letter).err();
        refused.map(|why| game.view().explain(why))
    };
    for letter in [negation, sharpen, protect, stoup] {
        assert_eq!(told(&scene, letter), None, "nobody knows what it is");
    }
    scene.know_all();
    let nothing = |reason: &str| Some(format!("Nothing would happen: {reason}."));
    for (letter, reason) in [
        (bell, "there is nobody in sight to put to sleep"),
        (negation, "there is no magic in sight to end"),
        (sharpen, "you have no weapon in hand to sharpen"),
        (protect, "you are wearing no armour to strengthen"),
    ] {
        assert_eq!(told(&scene, letter), nothing(reason));
        // The action itself, which recordings hold, says the same.
        let at = None;
        let events = act(&mut scene.game(), Action::Use { letter, at }.sure());
        let lines = super::scene::told(&events);
        let happens = format!("Nothing happens: {reason}.");
        assert!(lines.contains(&happens), "{lines:?}");
    }
    assert_eq!(told(&scene, stoup), None);
    scene.equip("short-sword", "weapon");
    scene.equip("quilted-jack", "armour");
    scene.add_monster("bell-ringer", Pos::new(4, 1));
    for letter in [bell, negation, sharpen, protect] {
        assert_eq!(told(&scene, letter), None);
    }
    scene.set_player("food", 10);
    let view = scene.game();
    let why = view.view().explain(Refusal::TooHungryFor(bell));
    assert_eq!(
        why,
        "You are too hungry to use the sanctus bell: eat first."
    );
}

#[test]
fn a_question_names_what_would_be_lost() {
    let mut scene = Scene::new(1, "@o..r", &[('o', "marsh-lantern"), ('r', "crypt-rat")]);
    scene.know_all();
    let knife = scene.equip("misericord", "weapon");
    let jack = scene.equip("quilted-jack", "armour");
    let light = scene.equip("horn-lantern", "lantern");
    let slate = scene.give("roof-slate", 3);
    let fire = scene.give("potion-fire", 2);
    let ration = scene.give("ration", 2);
    scene.state["player"]["pack"]["slots"][0]["plus"] = 1.into();
    scene.set_player("health", 1);
    let mut game = scene.game();
    let at = Pos::new(2, 1);
    let throw = |letter| Action::Throw { letter, at };
    for (action, question) in [
        (throw(knife), "Throw the +1 misericord you are wielding?"),
        (throw(jack), "Throw the quilted jack you are wearing?"),
        (throw(light), "Throw the horn lantern you are seeing by?"),
        (
            throw(slate),
            "Throw the roof slate? The marsh lantern would burst into flame near you.",
        ),
        (
            throw(fire),
            "Throw the potion of fire? It would catch you, too.",
        ),
        (
            Action::Use {
                letter: fire,
                at: None,
            },
            "Drink the potion of fire? It harms whoever drinks it.",
        ),
        (
            Action::Use {
                letter: ration,
                at: None,
            },
            "Eat the ration? You are not hungry enough for all of it.",
        ),
        (
            Action::step(Dir::East),
            "Attack? The marsh lantern would burst into flame near you.",
        ),
    ] {
        let Refusal::NeedsConfirmation(danger) = refuse(&mut game, action) else {
            panic!("{action:?}");
        };
        assert_eq!(game.view().question(action, danger), question);
    }
    let view = game.view();
    let told = view.question(Action::Descend, Danger::BadlyHurt);
    assert_eq!(told, "Go down the stairs? You are badly hurt.");
}

#[test]
fn the_nearest_enemy_that_may_attack_is_named_in_a_refusal() {
    let cast = [
        ('n', "novice-shade"),
        ('g', "pew-ghoul"),
        ('r', "crypt-rat"),
    ];
    let mut scene = Scene::new(1, "@r..n.g", &cast);
    scene.first()["mood"] = "Asleep".into();
    let mut game = scene.game();
    // The rat sleeps, so that it is none.
    let why = refuse(&mut game, Action::Explore);
    assert_eq!(
        game.view().explain(why),
        "Not while a novice shade is in sight: go step by step, wait, fight, or get away."
    );
    assert_eq!(refuse(&mut game, Action::Rest), why);
    // What would be refused itself is not advised.
    scene.set_player("health", 4);
    let mut game = scene.game();
    assert_eq!(refuse(&mut game, Action::Fight), Refusal::HalfDead);
    assert_eq!(
        game.view().explain(why),
        "Not while a novice shade is in sight: go step by step, wait, or get away."
    );
}

#[test]
fn what_stops_an_aim_is_told_with_what_is_aimed() {
    let mut scene = Scene::new(1, "@.-..", &[]);
    let slate = scene.give("roof-slate", 1);
    scene.remember_all();
    let game = scene.game();
    let letter = slate;
    let told = |x: i32| {
        let at = Pos::new(x, 1);
        let aim = game.view().aim(Action::Throw { letter, at }).unwrap();
        game.view().describe_aim(&aim)
    };
    assert_eq!(
        told(5),
        ["A pew is in the way: the roof slate will hit nobody."]
    );
    assert_eq!(told(2), ["It hits nobody and falls to the ground."]);
}

#[test]
fn a_relic_that_is_aimed_at_nobody_does_not_fall_to_the_ground() {
    let mut scene = Scene::new(1, "@....", &[]);
    let letter = scene.give("martyrs-tongue", 1);
    scene.remember_all();
    let game = scene.game();
    let at = Some(Pos::new(3, 1));
    let aim = game.view().aim(Action::Use { letter, at }).unwrap();
    assert_eq!(game.view().describe_aim(&aim), ["It hits nobody there."]);
}

#[test]
fn a_look_at_an_exploder_tells_what_its_blast_does_instead_of_blows() {
    let mut scene = Scene::new(1, "@...o", &[('o', "marsh-lantern")]);
    scene.first()["mood"] = "Asleep".into();
    let lines = look(&scene, 5, 1);
    let blast = "It strikes no blows; its blast hits you for 3 to 11.";
    assert!(lines.iter().any(|line| line == blast), "{lines:?}");
}
