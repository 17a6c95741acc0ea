//! The bots that play to win, and the futures in which their choices are measured.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use crate::golden;
use undercroft_core::bot::{self, Bot, BotDriver, BotKind, Means, MeansSet, Striker, tactician};
use undercroft_core::game::content::{Apparent, Content, FILES, ItemKind, Potion};
use undercroft_core::game::{
    Action, FightEvent, Future, Game, GameEvent, Mood, Outcome, PlaceEvent, Setup, View,
};
use undercroft_core::geom::Pos;
use undercroft_core::map::Tile;
use undercroft_core::rng::Seed;

fn game(seed: u64) -> Game {
    Game::new(Setup::new(Seed(seed)).unwrap()).unwrap()
}

/// Plays a run; returns the game at the end.
fn play(bot: &mut dyn Bot, seed: u64, turns: u64) -> Game {
    let mut game = game(seed);
    bot::play(&mut game, bot, turns, |_, _, _| ());
    game
}

/// The explorer is what balance is measured with: who changes the bots must leave its runs as they are.
#[test]
fn the_explorer_plays_the_golden_runs() {
    let mut runs = String::new();
    for seed in 1..=5 {
        let mut bot = BotKind::Explorer.create_bot(Seed(seed));
        let game = play(&mut *bot, seed, 2000);
        let (depth, turns) = (game.depth(), game.turns());
        writeln!(runs, "{seed} {depth} {turns} {:016x}", game.digest()).unwrap();
    }
    golden::compare_derived("explorer.txt", &runs).unwrap();
}

/// The awake enemies in sight.
fn enemies(view: View<'_>) -> Vec<Pos> {
    let actors = view
        .actors()
        .filter(|actor| actor.in_sight && !actor.friend);
    let awake = actors.filter(|actor| actor.mood != Mood::Asleep);
    awake.map(|actor| actor.pos).collect()
}

#[test]
fn with_an_enemy_in_sight_the_striker_drinks_healing_strikes_or_walks() {
    let (mut strikes, mut steps, mut drinks) = (0, 0, 0);
    for seed in 1..=5 {
        let mut game = game(seed);
        let mut bot = Striker::default();
        let mut driver = BotDriver::default();
        while game.outcome() == Outcome::Playing && game.turns() < 4000 {
            let command = driver.next_action(&mut bot, &game);
            let (view, is_asked) = (game.view(), game.doing().is_none());
            let (enemies, player) = (enemies(view), view.player());
            if is_asked && !enemies.is_empty() {
                let is_hurt = player.health * 100 / player.max_health < 35;
                let healing = view.find_potion(Potion::Healing);
                match command.action {
                    Action::Use { letter, .. } => {
                        assert!(is_hurt && healing == Some(letter), "seed {seed}: {command}");
                        drinks += 1;
                    }
                    Action::Move { dir } => {
                        let flees_fire = view.is_fire_at_player();
                        assert!(
                            !is_hurt || healing.is_none() || flees_fire,
                            "seed {seed}: {command}"
                        );
                        let is_strike = enemies.contains(&player.pos.step(dir));
                        strikes += u32::from(is_strike);
                        steps += u32::from(!is_strike);
                    }
                    // Whom it cannot get at it waits for, or leaves by the stairs.
                    other => assert!(
                        matches!(other, Action::Wait | Action::Descend | Action::Hood),
                        "seed {seed}: {other:?}"
                    ),
                }
            }
            let result = game.apply(command, &mut Vec::new());
            driver.report_result(&mut bot, command, result);
        }
    }
    let told = format!("{strikes} strikes, {steps} steps, {drinks} drinks");
    assert!(strikes > 100 && steps > 30 && drinks > 0, "{told}");
}

/// The means that a tactician used in a few runs, as it says itself.
fn used(without: &[Means]) -> BTreeSet<&'static str> {
    let mut used = BTreeSet::new();
    for seed in 1..=3 {
        let mut game = game(seed);
        let mut bot = tactician(without.iter().copied().collect());
        bot::play_watched(&mut game, &mut bot, 2500, |_, bot, _, _| {
            used.extend(bot.means().map(Means::name));
        });
    }
    used
}

#[test]
fn a_tactician_does_without_what_is_taken_away() {
    let all = used(&[]);
    for means in [Means::Throws, Means::Doors] {
        assert!(all.contains(means.name()), "{all:?}");
    }
    assert_eq!(used(&Means::ALL), BTreeSet::new());
    let without = used(&[Means::Throws]);
    assert!(!without.contains("throws"), "{without:?}");
    assert!(without.contains("doors"), "{without:?}");
    let set: MeansSet = [Means::Dark].into_iter().collect();
    assert!(set.contains(Means::Dark) && !set.contains(Means::Fire));
    assert!(MeansSet::default().is_empty() && !set.is_empty());
}

#[test]
fn with_the_seed_as_its_salt_a_future_is_the_run() {
    for (kind, seed) in [(BotKind::Tactician, 3), (BotKind::Explorer, 5)] {
        let mut game = game(seed);
        bot::play(
            &mut game,
            &mut *kind.create_bot(Seed(seed)),
            300,
            |_, _, _| (),
        );
        let mut future = Future::new(&game, Seed(seed));
        let turns = game.turns() + 700;
        bot::play(
            &mut game,
            &mut *kind.create_bot(Seed(0)),
            turns,
            |_, _, _| (),
        );
        bot::play(
            &mut future,
            &mut *kind.create_bot(Seed(0)),
            turns,
            |_, _, _| (),
        );
        assert_eq!(future.digest(), game.digest(), "{kind:?}");
    }
}

#[test]
fn another_salt_changes_outcomes_and_leaves_the_run_alone() {
    let game = play(&mut *BotKind::Explorer.create_bot(Seed(2)), 2, 200);
    let before = game.digest();
    let ends = (1..=8).map(|salt| {
        let mut future = Future::new(&game, Seed(salt));
        let mut bot = BotKind::Explorer.create_bot(Seed(0));
        bot::play(&mut future, &mut *bot, 1500, |_, _, _| ());
        (future.digest(), future.view().player().health)
    });
    let ends: BTreeSet<_> = ends.collect();
    assert_eq!(ends.len(), 8);
    let healths: BTreeSet<i32> = ends.iter().map(|(_, health)| *health).collect();
    assert!(healths.len() > 2, "{healths:?}");
    assert_eq!(game.digest(), before);
}

/// The levels that a player arrives at for the first time, and the kinds of unknown items by their looks.
fn met(future: &mut Future) -> Vec<(u8, Vec<String>, Vec<Option<String>>)> {
    let content = future.view().content();
    let looks = |future: &Future| {
        let kinds = (0..content.items().len()).map(|index| ItemKind(index as u16));
        let looks = kinds.map(|kind| {
            future
                .view()
                .whole()
                .look_of(Apparent::Kind(kind))
                .map(str::to_owned)
        });
        looks.collect::<Vec<_>>()
    };
    let unknown = looks(future);
    assert!(unknown.iter().flatten().count() > 10);
    let mut levels = Vec::new();
    let mut bot = BotKind::Explorer.create_bot(Seed(0));
    bot::play(future, &mut *bot, 4000, |future, _, events| {
        let is_first = |event: &GameEvent| matches!(event, GameEvent::Place(PlaceEvent::Arrived { first, .. }) if *first);
        if events.iter().any(is_first) {
            let view = future.view().whole();
            let rows = view.known().rows();
            // A monster may have opened a door since.
            let glyph = |tile: &Tile| tile.to_char().to_string().replace('\'', "+");
            let rows = rows.map(|row| row.iter().map(glyph).collect());
            levels.push((view.depth(), rows.collect(), unknown.clone()));
        }
    });
    levels
}

#[test]
fn another_salt_leaves_levels_and_looks_alone() {
    // A seed with which both get some levels down.
    let found = (4..20).find_map(|seed| {
        let game = game(seed);
        let both = [11, 12].map(|salt| met(&mut Future::new(&game, Seed(salt))));
        (both[0].len().min(both[1].len()) >= 2).then_some(both)
    });
    let [one, other] = found.unwrap();
    for (one, other) in one.iter().zip(&other) {
        assert_eq!(one.0, other.0);
        assert_eq!(one.2, other.2, "looks at depth {}", one.0);
        assert_eq!(one.1, other.1, "depth {}", one.0);
    }
}

#[test]
fn a_future_counts_the_health_that_its_foes_have_left() {
    let mut seen = 0;
    for seed in 7..=18 {
        let mut game = game(seed);
        let mut bot = BotKind::Striker.create_bot(Seed(seed));
        let mut driver = BotDriver::default();
        while game.outcome() == Outcome::Playing && enemies(game.view()).len() != 1 {
            let command = driver.next_action(&mut *bot, &game);
            let result = game.apply(command, &mut Vec::new());
            driver.report_result(&mut *bot, command, result);
        }
        let view = game.view();
        let foes: Vec<_> = view.actors().filter(|actor| actor.in_sight).collect();
        let [foe] = &foes[..] else { continue };
        let mut future = Future::new(&game, Seed(1));
        let share = i64::from(foe.health) * 1000 / i64::from(foe.max_health);
        assert_eq!(future.health_of_foes(), share, "seed {seed}");
        let turns = game.turns() + 60;
        let mut bot = BotKind::Striker.create_bot(Seed(0));
        let mut is_dead = false;
        bot::play(&mut future, &mut *bot, turns, |_, _, events| {
            is_dead |= events.iter().any(|event| {
                matches!(event, GameEvent::Fight(FightEvent::Died { who, .. }) if *who == foe.id)
            });
        });
        if is_dead {
            seen += 1;
            // One that splits may leave parts.
            assert!(future.health_of_foes() < share, "seed {seed}");
        }
    }
    assert!(seen >= 4, "{seen}");
}

/// Content with the largest numbers of what bots weigh: many monsters of everything, and a player who bears it for a while.
fn largest() -> &'static Content {
    let kinds = [
        "",
        "charges: (range: 40, force: 1000)",
        "shoots: (range: 40, force: 1000)",
        "bursts: ()",
        "heavy: (every: 2, force: 1000), splits: ()",
        "sweeps: (every: 3, force: 1000)",
    ];
    let monsters = (0..).zip(kinds).map(|(number, abilities)| {
        format!(
            "(id: \"m{number}\", name: \"m{number}\", glyph: 'x', abilities: ({abilities}), text: \"A test.\",
              answer: \"Run.\", health: 9999, attack: 999, defence: {}, pace: 10, strike: 10, worth: 1,
              depths: (1, 12), weight: 1, group: (1, 9), asleep: 20),\n",
            999 * (number % 2)
        )
    });
    let monsters = format!("[\n{}]\n", monsters.collect::<String>());
    let [_, items, levels, (name, rules), fixtures, rooms] = FILES;
    let mut rules = rules.to_owned();
    for (group, number, value) in [
        ("Growth(", "health:", 9999),
        ("Growth(", "attack:", 999),
        ("Growth(", "defence:", 0),
        ("Growth(", "health_gain:", 999),
        ("Growth(", "first_step:", 10),
        ("Growth(", "plus:", 1000),
        ("Combat(", "swing:", 100),
        ("Combat(", "varies:", 1),
        ("Combat(", "asleep:", 99),
        ("Combat(", "unaware:", 99),
        ("Combat(", "doorway:", 99),
        ("Combat(", "cramped:", 100),
    ] {
        let from = rules.find(group).unwrap();
        let at = from + rules[from..].find(&format!(" {number} ")).unwrap() + number.len() + 2;
        let end = at + rules[at..].find(',').unwrap();
        rules.replace_range(at..end, &value.to_string());
    }
    let rules = (name, rules.as_str());
    match Content::read([("m.ron", &monsters), items, levels, rules, fixtures, rooms]) {
        Ok(content) => Box::leak(Box::new(content)),
        Err(errors) => panic!("{errors}"),
    }
}

#[test]
fn no_bot_overflows_with_the_largest_numbers_that_content_allows() {
    let content = largest();
    for kind in BotKind::ALL {
        let mut crowds = 0;
        for (seed, plus) in (1..=4).flat_map(|seed| [(seed, 0), (seed, 20)]) {
            let mut game = Game::new(Setup::with_content(Seed(seed), content).plus(plus)).unwrap();
            let mut bot = kind.create_bot(Seed(seed));
            bot::play(&mut game, &mut *bot, 300, |game: &Game, _, _| {
                crowds += usize::from(enemies(game.view()).len() > 1);
            });
        }
        assert!(crowds > 0, "{kind:?}");
    }
}
