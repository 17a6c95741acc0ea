//! How often a turn asks for a decision: at sampled turns with an enemy in sight, the tactician's choice
//! against the simplest one, to strike or to walk up, each in many pairs of futures.
//!
//! Both futures of a pair share a salt that replaces the seed in the keys of outcomes, and in both the
//! tactician plays on. Two controls compare the simplest choice with itself: with one salt for both
//! futures, where nothing may differ, and with two, which shows what chance alone counts as a decision.
//! The results depend only on the [`Study`], not on the threads.

use rayon::ThreadPool;

use super::runs::Job;
use crate::bot::{self, Bot, BotDriver, Tactician, tactician};
use crate::cli::{CliError, parallel};
use crate::game::content::{Apparent, Content, DEEPEST, Sort};
use crate::game::{
    Action, Command, FightEvent, Future, Game, GameEvent, ItemEvent, Mood, Outcome, Projectile,
    Setup, View,
};
use crate::rng::{Seed, Stream, Tag};

/// Pairs of futures at each sampled turn.
const PAIRS: usize = 32;
/// Turns for which a future is played.
const TURNS: u64 = 30;
/// The price of an item used, in thousandths of the player's whole health.
const PRICE: i64 = 100;
/// The mean difference from which on a choice counts, in the same unit.
const LEAST: i64 = 100;
/// Number of runs whose results are held at a time.
const BATCH: usize = 256;

/// What to measure.
#[derive(Clone, Copy, Debug)]
pub struct Study {
    /// The runs that turns are sampled from.
    pub job: Job,
    /// Turns to sample at each depth, from 1; all that there are, if there are fewer.
    pub samples: u64,
}

/// What was found at one depth.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct DepthRow {
    /// Turns with an enemy in sight, in all runs.
    pub turns: u64,
    /// Turns sampled of them.
    pub sampled: u64,
    /// Sampled turns at which the tactician does something else than the simplest.
    pub differs: u64,
    /// Sampled turns at which its choice is better, and worse.
    pub better: u64,
    pub worse: u64,
    /// Sampled turns at which the simplest choice differs from itself, with one salt for both futures.
    pub control: u64,
    /// The same with two salts.
    pub chance: u64,
}

impl DepthRow {
    /// Sampled turns that asked for a decision.
    pub const fn decisions(&self) -> u64 {
        self.better + self.worse
    }

    /// The sum of two rows.
    #[must_use]
    pub const fn plus(self, other: Self) -> Self {
        Self {
            turns: self.turns + other.turns,
            sampled: self.sampled + other.sampled,
            differs: self.differs + other.differs,
            better: self.better + other.better,
            worse: self.worse + other.worse,
            control: self.control + other.control,
            chance: self.chance + other.chance,
        }
    }
}

/// One row for each depth, from 1.
pub type Rows = [DepthRow; DEEPEST as usize];

/// A turn to sample: the number of the turn with an enemy in sight among those of its depth and run.
type Pick = (u8, u64);

impl Study {
    /// Plays the runs, and then again up to the sampled turns, with their futures. Calls `done` after each run
    /// and each sampled turn, from any thread.
    ///
    /// # Errors
    /// If the content is invalid.
    pub fn run(&self, pool: &ThreadPool, done: &(dyn Fn() + Sync)) -> Result<Rows, CliError> {
        let games = self.job.games;
        let seed = |index: usize| self.job.setup.seed.nth(index as u64);
        let mut counts = Vec::with_capacity(games);
        let count = |(): &mut (), index| {
            let counted = self.count_turns(seed(index));
            done();
            counted
        };
        parallel::for_each_in_order(pool, games, BATCH, count, |counted| {
            counts.push(counted?);
            Ok(())
        })?;
        let mut rows = Rows::default();
        for counted in &counts {
            for (row, count) in rows.iter_mut().zip(counted) {
                row.turns += count;
            }
        }
        let picks = self.pick_turns(&rows, &counts);
        let sampled: Vec<(usize, Vec<Pick>)> = picks
            .into_iter()
            .enumerate()
            .filter(|(_, picks)| !picks.is_empty())
            .collect();
        let measure = |(): &mut (), index: usize| {
            let (run, picks) = &sampled[index];
            self.measure_run(seed(*run), picks, done)
        };
        parallel::for_each_in_order(pool, sampled.len(), BATCH, measure, |found| {
            for (depth, row) in found? {
                let sum = &mut rows[usize::from(depth) - 1];
                *sum = sum.plus(row);
            }
            Ok(())
        })?;
        Ok(rows)
    }

    /// Counts the turns with an enemy in sight of the run of `seed`, by depth.
    fn count_turns(&self, seed: Seed) -> Result<[u64; DEEPEST as usize], CliError> {
        let mut counts = [0; DEEPEST as usize];
        self.play_run(seed, |game, _| {
            counts[usize::from(game.depth()) - 1] += 1;
            true
        })?;
        Ok(counts)
    }

    /// Spreads the samples of each depth evenly over its turns in all runs; returns those of each run.
    fn pick_turns(&self, rows: &Rows, counts: &[[u64; DEEPEST as usize]]) -> Vec<Vec<Pick>> {
        let mut picks = vec![Vec::new(); counts.len()];
        for (index, row) in rows.iter().enumerate() {
            let samples = self.samples.min(row.turns);
            let number = |sample: u64| (2 * sample + 1) * row.turns / (2 * samples);
            let (mut run, mut before) = (0, 0);
            for wanted in (0..samples).map(number) {
                while wanted >= before + counts[run][index] {
                    before += counts[run][index];
                    run += 1;
                }
                picks[run].push((index as u8 + 1, wanted - before));
            }
        }
        picks
    }

    /// Plays the run of `seed` up to its last sampled turn; returns what was found at each.
    fn measure_run(
        &self,
        seed: Seed,
        picks: &[Pick],
        done: &(dyn Fn() + Sync),
    ) -> Result<Vec<(u8, DepthRow)>, CliError> {
        let mut numbers = [0; DEEPEST as usize];
        let mut found = Vec::with_capacity(picks.len());
        self.play_run(seed, |game, bot| {
            let depth = game.depth();
            let number = &mut numbers[usize::from(depth) - 1];
            if picks.contains(&(depth, *number)) {
                found.push((depth, measure_turn(game, bot)));
                done();
            }
            *number += 1;
            found.len() < picks.len()
        })?;
        Ok(found)
    }

    /// Lets the tactician play the run of `seed`. Calls `at_choice` before each choice with an enemy in sight, once
    /// a turn, until it returns false.
    fn play_run(
        &self,
        seed: Seed,
        mut at_choice: impl FnMut(&Game, &Tactician) -> bool,
    ) -> Result<(), CliError> {
        let setup = Setup {
            seed,
            ..self.job.setup
        };
        let mut game = Game::new(setup)?;
        let mut bot = tactician(self.job.without);
        let mut driver = BotDriver::default();
        let mut events = Vec::new();
        let mut asked = None;
        while game.outcome() == Outcome::Playing && game.turns() < self.job.turns {
            let is_choice = game.doing().is_none() && asked != Some(game.actions());
            if is_choice && is_enemy_in_sight(game.view()) {
                asked = Some(game.actions());
                if !at_choice(&game, &bot) {
                    break;
                }
            }
            let command = driver.next_action(&mut bot, &game);
            events.clear();
            let result = game.apply(command, &mut events);
            driver.report_result(&mut bot, command, result);
        }
        Ok(())
    }
}

/// Whether the player sees an enemy that is awake.
fn is_enemy_in_sight(view: View<'_>) -> bool {
    let mut actors = view
        .actors()
        .filter(|actor| actor.in_sight && !actor.friend);
    actors.any(|actor| actor.mood != Mood::Asleep)
}

/// Compares the choices at one turn.
fn measure_turn(game: &Game, bot: &Tactician) -> DepthRow {
    let view = game.view();
    let simplest = bot.strike_or_approach(view).unwrap_or(Action::Wait.into());
    let choice = bot.clone().choose_action(view);
    let differs = choice.action != simplest.action;
    let values = |first: Option<Command>, set: u64| -> [i64; PAIRS] {
        std::array::from_fn(|pair| {
            let keys = [game.actions(), pair as u64, set];
            let salt = Seed(Stream::keyed(Tag::MEASURE, game.seed(), &keys).next_u64());
            play_future(game, bot.clone(), salt, first)
        })
    };
    let simple = values(Some(simplest), 0);
    // The same choice leads to the same futures.
    let chosen = if differs { values(None, 0) } else { simple };
    let control = values(Some(simplest), 0);
    let chance = values(Some(simplest), 1);
    let difference = compare(&chosen, &simple);
    DepthRow {
        turns: 0,
        sampled: 1,
        differs: differs.into(),
        better: (difference > 0).into(),
        worse: (difference < 0).into(),
        control: (compare(&control, &simple) != 0).into(),
        chance: (compare(&chance, &simple) != 0).into(),
    }
}

/// Plays a future whose first action is given, or the bot's own, and returns its value in thousandths: the
/// player's share of health, less 1 for death, the shares of health that the enemies have left, and a
/// price for each item used.
fn play_future(game: &Game, mut bot: Tactician, salt: Seed, first: Option<Command>) -> i64 {
    let content = game.content();
    let mut future = Future::new(game, salt);
    let mut used = 0;
    if let Some(first) = first {
        let mut events = Vec::new();
        // What turns out to be impossible is a turn of waiting.
        if future.apply(first, &mut events).is_err() {
            let waited = future.apply(Action::Wait, &mut events);
            debug_assert_eq!(waited, Ok(()), "waiting is possible");
        }
        used += count_used(content, &events);
    }
    let limit = game.turns() + TURNS;
    bot::play(&mut future, &mut bot, limit, |_, _, events| {
        used += count_used(content, events);
    });
    let player = future.view().player();
    let own = i64::from(player.health) * 1000 / i64::from(player.max_health.max(1));
    let dead = i64::from(matches!(future.outcome(), Outcome::Died { .. })) * 1000;
    own - dead - future.health_of_foes() - used * PRICE
}

/// Number of items used in these events: drunk, read, shattered or broken, and uses of relics.
fn count_used(content: &Content, events: &[GameEvent]) -> i64 {
    let is_used = |event: &&GameEvent| match event {
        GameEvent::Item(
            ItemEvent::Quaffed { .. } | ItemEvent::Read { .. } | ItemEvent::UsedRelic { .. },
        )
        | GameEvent::Fight(FightEvent::Broke { .. }) => true,
        GameEvent::Fight(FightEvent::Flew {
            what: Projectile::Item(item),
            ..
        }) => match item.kind {
            Apparent::Look(..) => true,
            Apparent::Kind(kind) => {
                matches!(
                    content.item(kind).class.sort(),
                    Sort::Potion | Sort::FirePot
                )
            }
        },
        _ => false,
    };
    events.iter().filter(is_used).count() as i64
}

/// Whether the values of one choice are better than those of another (1), worse (-1), or neither (0): their mean
/// difference is at least [`LEAST`] and over two standard errors. Without floats:
/// with sum S and sum of squares Q of n differences, S² / n² > 4 (Q - S² / n) / (n - 1) / n.
fn compare(values: &[i64; PAIRS], others: &[i64; PAIRS]) -> i64 {
    let differences = || {
        values
            .iter()
            .zip(others)
            .map(|(value, other)| value - other)
    };
    let count = PAIRS as i64;
    let sum: i64 = differences().sum();
    let squares: i64 = differences().map(|one| one * one).sum();
    let is_large = sum.abs() >= LEAST * count;
    let is_sure = sum * sum * (count - 1) > 4 * (count * squares - sum * sum);
    if is_large && is_sure { sum.signum() } else { 0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_difference_counts_if_it_is_large_and_sure() {
        let zero = [0; PAIRS];
        assert_eq!(compare(&zero, &zero), 0);
        assert_eq!(compare(&[100; PAIRS], &zero), 1);
        assert_eq!(compare(&zero, &[100; PAIRS]), -1);
        assert_eq!(compare(&[99; PAIRS], &zero), 0);
        // The mean is 125, the standard error about 61 and then about 63.
        let wild = |high| std::array::from_fn(|pair| if pair % 2 == 0 { high } else { 250 - high });
        assert_eq!(compare(&wild(465), &zero), 1);
        assert_eq!(compare(&wild(485), &zero), 0);
    }
}
