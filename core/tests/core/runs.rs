//! Bots play whole runs. In test builds the game checks its state after every turn: no two actors share
//! a tile, none stands in a wall, health is in bounds, every item is in one place, letters are unique,
//! time does not run backwards, and no long action that continues is refused.

use std::fmt::Write as _;

use crate::{catalogue, golden, trial};
use undercroft_core::bot::{self, Bot, BotKind};
use undercroft_core::game::content::{Content, DEEPEST};
use undercroft_core::game::record::{Recorder, Recording};
use undercroft_core::game::{Action, Command, Game, Outcome, Refusal, Setup, View};
use undercroft_core::rng::Seed;

fn game(seed: u64) -> Game {
    Game::new(Setup::new(Seed(seed)).unwrap()).unwrap()
}

/// Plays a run; returns its actions and the game at the end.
fn play(kind: BotKind, seed: u64, turns: u64) -> (Vec<Command>, Game) {
    let mut game = game(seed);
    let mut bot = kind.create_bot(Seed(seed));
    let mut actions = Vec::new();
    bot::play(&mut game, &mut *bot, turns, |_, action, _| {
        actions.push(action);
    });
    (actions, game)
}

#[test]
fn the_explorer_gets_beyond_the_first_level_and_ends_every_run() {
    let mut depths = Vec::new();
    for seed in 100..110 {
        let (_, game) = play(BotKind::Explorer, seed, 50_000);
        assert_ne!(game.outcome(), Outcome::Playing, "seed {seed}");
        depths.push(game.deepest());
    }
    depths.sort_unstable();
    let shallow = depths.iter().filter(|depth| **depth == 1).count();
    assert!(shallow <= 1, "{depths:?}");
    assert!((4..=10).contains(&depths[depths.len() / 2]), "{depths:?}");
}

#[test]
fn random_and_chaos_never_break_the_game() {
    for seed in 0..12 {
        let (actions, game) = play(BotKind::Random, seed, 1500);
        assert!(!actions.is_empty() && game.turns() > 0, "seed {seed}");
    }
    let mut deepest = 0;
    let turns = trial::amount(2_000, 20_000);
    for seed in 0..trial::amount(24, 200) {
        let (_, game) = play(BotKind::Chaos, seed, turns);
        deepest = deepest.max(game.deepest());
    }
    // A bot that dies on the first levels would test little.
    assert!(deepest >= 4, "only depth {deepest}: choose other seeds");
}

#[test]
fn the_same_bot_with_the_same_seed_plays_the_same_run() {
    for kind in BotKind::ALL {
        let (actions, one) = play(kind, 7, 800);
        let (again, two) = play(kind, 7, 800);
        assert_eq!(actions, again, "{kind:?}");
        assert_eq!(one.digest(), two.digest(), "{kind:?}");
    }
}

#[test]
fn a_run_is_determined_by_its_seed_and_its_actions() {
    for kind in BotKind::ALL {
        let (actions, end) = play(kind, 11, 1200);
        let mut game = game(11);
        let mut events = Vec::new();
        for (number, action) in actions.into_iter().enumerate() {
            let done = game.apply(action, &mut events);
            assert_eq!(done, Ok(()), "{kind:?}, action {number}: {action:?}");
        }
        assert_eq!(game.digest(), end.digest(), "{kind:?}");
    }
}

#[test]
fn a_refusal_changes_nothing() {
    let mut game = game(5);
    let mut bot = BotKind::Chaos.create_bot(Seed(5));
    let mut events = Vec::new();
    let (mut refused, mut done) = (0, 0);
    while done < 400 && game.outcome() == Outcome::Playing {
        let action = bot.choose_action(game.view());
        let before = game.digest();
        events.clear();
        match game.apply(action, &mut events) {
            Ok(()) => done += 1,
            Err(why) => {
                refused += 1;
                assert_eq!(game.digest(), before, "{action:?}: {why:?}");
                assert!(events.is_empty(), "{action:?}: {why:?}");
                bot.handle_refusal(action, why);
            }
        }
    }
    assert!(refused > 50 && done > 50, "{refused} refused, {done} done");
}

#[test]
fn no_action_is_accepted_after_the_end() {
    let (_, mut game) = play(BotKind::Random, 3, 100_000);
    assert_ne!(game.outcome(), Outcome::Playing);
    let digest = game.digest();
    for action in [Action::Wait, Action::Explore, Action::Ascend] {
        let refused = game.apply(action, &mut Vec::new());
        assert_eq!(refused, Err(Refusal::Over));
    }
    assert_eq!(game.digest(), digest);
}

/// A bot whose every action is refused.
struct Stubborn {
    decisions: u32,
}

impl Bot for Stubborn {
    fn choose_action(&mut self, _: View<'_>) -> Command {
        self.decisions += 1;
        Action::Ascend.into()
    }
}

#[test]
fn time_passes_even_if_every_action_of_a_bot_is_refused() {
    let mut game = game(1);
    let mut bot = Stubborn { decisions: 0 };
    bot::play(&mut game, &mut bot, 10, |_, action, _| {
        assert_eq!(action, Action::Wait.into());
    });
    assert!(game.turns() >= 10);
    assert!(bot.decisions >= 10 * bot::MAX_REFUSALS);
}

/// The golden runs: the bot, the number of runs, and the maximum number of turns.
const GOLDEN: [(BotKind, usize, u64); 3] = [
    (BotKind::Explorer, 30, 1500),
    (BotKind::Random, 8, 1000),
    (BotKind::Chaos, 12, 1000),
];

/// Lets a bot play a golden run.
fn record(kind: BotKind, number: usize, turns: u64) -> String {
    let seed: Seed = format!("golden {} {number}", kind.name()).parse().unwrap();
    let mut game = Game::new(Setup::new(seed).unwrap()).unwrap();
    let mut recorder = Recorder::new(&game);
    let mut bot = kind.create_bot(seed);
    bot::play(&mut game, &mut *bot, turns, |game, command, _| {
        recorder.record(game, command);
    });
    recorder.finish(&game).to_string()
}

/// The recorded moves with the digests that they lead to now; `None` if one is refused.
fn record_again(run: &str) -> Option<String> {
    let recording: Recording = run.parse().ok()?;
    let mut game = Game::new(Setup::new(recording.seed()).unwrap()).unwrap();
    let mut recorder = Recorder::new(&game);
    for command in recording.moves() {
        game.apply(command, &mut Vec::new()).ok()?;
        recorder.record(&game, command);
    }
    Some(recorder.finish(&game).to_string())
}

/// The golden runs, each recorded again, or played by its bot if it can no longer be.
fn update() -> String {
    let recorded = catalogue::recorded_runs();
    let runs = GOLDEN
        .into_iter()
        .flat_map(|(kind, count, turns)| (0..count).map(move |number| (kind, number, turns)));
    let runs = runs.enumerate().map(|(at, (kind, number, turns))| {
        let again = recorded.get(at).and_then(|run| record_again(run));
        again.unwrap_or_else(|| {
            eprintln!("played again: {} {number}", kind.name());
            record(kind, number, turns)
        })
    });
    runs.collect()
}

/// Replays the recorded actions rather than asking the bots again, which may play better by now.
#[test]
fn fifty_golden_runs_reach_their_digests() {
    if golden::is_asked("UPDATE_GOLDEN") {
        golden::compare(golden::Version::Rules, "runs.txt", &update()).unwrap();
    }
    let content = Content::embedded().unwrap();
    let runs = catalogue::recorded_runs();
    assert_eq!(runs.len(), 50);
    let (mut turns, mut deepest) = (0, 0);
    for (number, run) in runs.iter().enumerate() {
        let replay: Recording = run
            .parse()
            .unwrap_or_else(|why| panic!("run {number}: {why}"));
        assert_eq!(replay.to_string(), *run, "run {number}");
        let game = replay.verify(content);
        let game = game.unwrap_or_else(|why| panic!("run {number}: {why}; {}", golden::HINT));
        assert_eq!(Some(game.digest()), replay.digest());
        turns += game.turns();
        deepest = deepest.max(game.deepest());
    }
    assert!(turns > 20_000 && deepest >= 3, "{turns}, {deepest}");
}

/// The levels of some seeds, a line each, and one of each kind drawn.
fn levels() -> String {
    let mut text = String::from(
        "# Levels of the game: seed, depth, kind, monsters, items, digest of all it holds.\n",
    );
    text += &catalogue::levels((0..2).chain([u64::MAX]));
    for (seed, depth) in [(7, 1), (7, 4), (7, DEEPEST)] {
        let level = Game::new_level(Setup::new(Seed(seed)).unwrap(), depth);
        writeln!(text, "seed {seed} depth {depth}\n{}", level.map).unwrap();
    }
    text
}

#[test]
fn levels_equal_the_golden_catalogue() {
    golden::compare(golden::Version::Rules, "levels.txt", &levels())
        .unwrap_or_else(|error| panic!("{error}"));
}
