//! Plays runs on several threads. The rows depend only on the [`Job`], not on the threads: each run
//! has its own seed, and the rows come in the order of the seeds.

use rayon::ThreadPool;

use super::means::Tally;
use super::met::Met;
use crate::bot::{self, Bot, BotKind, MeansSet, tactician};
use crate::cli::{CliError, parallel};
use crate::game::content::LevelKind;
use crate::game::record::{Recorder, Recording};
use crate::game::{Game, GameEvent, Hunger, Outcome, PlaceEvent, RunEvent, Setup, describe_cause};
use crate::rng::Seed;

/// Number of runs played before their rows are passed on.
const BATCH: usize = 256;

/// The runs to play.
#[derive(Clone, Copy, Debug)]
pub struct Job {
    /// The first run; the others have seeds derived from its own.
    pub setup: Setup,
    /// Number of runs, from 1.
    pub games: usize,
    /// The bot that plays all of them.
    pub bot: BotKind,
    /// The means that it does without; only the tactician can.
    pub without: MeansSet,
    /// Turns after which a run stops.
    pub turns: u64,
    /// Whether to record a replay of each run.
    pub record: bool,
}

/// How a run ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Row {
    pub seed: Seed,
    pub outcome: Outcome,
    pub depth: u8,
    pub turns: u64,
    /// The cause of death; `None` unless the player died.
    pub cause: Option<String>,
    pub digest: u64,
    pub deepest: u8,
    pub level: u8,
    pub kills: u32,
    /// Whether the player died within one turn that began at full health.
    pub sudden: bool,
    /// The worst hunger of the run.
    pub hunger: Hunger,
    /// Number of levels left by the stairs down before they were fully explored.
    pub left: u8,
    /// Levels visited and turns spent there, by kind of level in the order of [`LevelKind::ALL`].
    pub kinds: [(u64, u64); LevelKind::ALL.len()],
    /// By what means monsters died, and how often each was used.
    pub tally: Tally,
    /// What it met and used.
    pub met: Met,
}

impl Row {
    /// `won`, `died`, or `limit` if the run was stopped; no bot gives up.
    pub const fn outcome_name(&self) -> &'static str {
        match self.outcome {
            Outcome::Won => "won",
            Outcome::Died { .. } => "died",
            _ => "limit",
        }
    }
}

impl Job {
    /// Plays all runs. Calls `done` after each, from any thread, and `take` with each row, in order.
    ///
    /// # Errors
    /// The first error of `take`, or if the content is invalid.
    pub fn play(
        &self,
        pool: &ThreadPool,
        done: &(dyn Fn() + Sync),
        mut take: impl FnMut(Row, Option<Recording>) -> Result<(), CliError>,
    ) -> Result<(), CliError> {
        let play = |(): &mut (), index: usize| {
            let played = self.play_one(self.setup.seed.nth(index as u64));
            done();
            played
        };
        parallel::for_each_in_order(pool, self.games, BATCH, play, |played| {
            let (row, replay) = played?;
            take(row, replay)
        })
    }

    /// Creates the bot for the run of `seed`.
    fn create_bot(&self, seed: Seed) -> Box<dyn Bot> {
        match self.bot {
            BotKind::Tactician => Box::new(tactician(self.without)),
            other => other.create_bot(seed),
        }
    }

    /// Plays the run of `seed`.
    fn play_one(&self, seed: Seed) -> Result<(Row, Option<Recording>), CliError> {
        let mut game = Game::new(Setup { seed, ..self.setup })?;
        let mut recorder = self.record.then(|| Recorder::new(&game));
        let mut bot = self.create_bot(seed);
        let (mut was_unhurt, mut sudden) = (true, false);
        let mut hunger = Hunger::Fed;
        let (mut is_explored, mut left) = (false, 0);
        let mut kinds = [(0, 0); LevelKind::ALL.len()];
        let mut kind = game.view().level_kind();
        let mut turns = 0;
        let mut tally = Tally::default();
        let mut met = Met::default();
        kinds[kind as usize].0 = 1;
        let limit = self.turns;
        bot::play_watched(&mut game, &mut *bot, limit, |game, bot, action, events| {
            tally.count(game.content(), bot.means(), events);
            if let Some(recorder) = &mut recorder {
                recorder.record(game, action);
            }
            let player = game.view().player();
            let tile = game.view().tile(player.pos);
            let swims = tile.is_some_and(|tile| tile.tile.is_deep());
            met.count(player.lighting, swims, events);
            if matches!(game.outcome(), Outcome::Died { .. }) {
                sudden = was_unhurt;
            }
            was_unhurt = player.health == player.max_health;
            hunger = hunger.max(player.hunger);
            kinds[kind as usize].1 += game.turns() - turns;
            turns = game.turns();
            kind = game.view().level_kind();
            for event in events {
                match event {
                    GameEvent::Run(RunEvent::Explored { .. }) => is_explored = true,
                    GameEvent::Place(PlaceEvent::Arrived { first, .. }) => {
                        left += u8::from(*first && !is_explored);
                        kinds[kind as usize].0 += u64::from(*first);
                        is_explored = false;
                    }
                    _ => {}
                }
            }
        });
        let player = game.view().player();
        let row = Row {
            seed,
            outcome: game.outcome(),
            depth: game.depth(),
            turns: game.turns(),
            cause: match game.outcome() {
                Outcome::Died { cause } => Some(describe_cause(game.content(), cause)),
                _ => None,
            },
            digest: game.digest(),
            deepest: game.deepest(),
            level: player.level,
            kills: player.kills,
            sudden,
            hunger,
            left,
            kinds,
            tally,
            met,
        };
        Ok((row, recorder.map(|recorder| recorder.finish(&game))))
    }
}
