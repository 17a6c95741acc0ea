//! Saves the mazes with every step and restores them at the next start. It knows the contents of the
//! file, not the rules of the game.

use serde::{Deserialize, Deserializer, Serialize};

use super::play::Play;
use super::round::{Round, RoundState};
use crate::GENERATION_VERSION;
use crate::app::autosave::Persistent;
use crate::app::reward::daily;
use crate::app::screen::Screen;
use crate::game::{Daily, DailyCode, DailyGame, counted};
use crate::mazerun::MazeRun;
use crate::seal::Kind;

/// The contents of `maze.save`: the current maze and the unfinished ones that undo returns to.
#[derive(Serialize, Deserialize)]
pub(in crate::app) struct Saved {
    /// The generation version; another version makes other mazes from the same seeds.
    generation: u32,
    dark: bool,
    shown: SavedRound,
    left: Vec<SavedRound>,
    /// The day of each maze that is a daily, by its code, in the order of the mazes; saves of before
    /// end without them.
    #[serde(deserialize_with = "read_days")]
    days: Vec<Option<String>>,
}

/// Reads the days, or none where the save ends before them.
fn read_days<'de, D: Deserializer<'de>>(from: D) -> Result<Vec<Option<String>>, D::Error> {
    Ok(Vec::deserialize(from).unwrap_or_default())
}

/// The day of a saved maze, if it is the daily of that day.
fn read_day(code: &str, run: &MazeRun) -> Option<Daily> {
    let code: DailyCode = code.parse().ok()?;
    let is_maze = code.game == DailyGame::Maze && *run.leg() == daily::maze(code.day);
    (is_maze && !run.is_loaded()).then_some(code.day)
}

fn write_day(round: &Round) -> Option<String> {
    let game = DailyGame::Maze;
    let day = round.daily()?;
    Some(DailyCode { game, day }.to_string())
}

/// One maze as it is saved.
#[derive(Serialize, Deserialize)]
pub(in crate::app) struct SavedRound {
    standing: RoundState,
    run: MazeRun,
}

impl SavedRound {
    fn new(round: &Round) -> Self {
        Self {
            standing: round.state(),
            run: round.run().clone(),
        }
    }

    fn restore(self) -> Result<Round, String> {
        Round::resume(self.run, self.standing)
            .map_err(|reason| format!("a step before its restart cannot be taken: {reason}"))
    }
}

impl Persistent for Play {
    type Saved = Saved;
    const SCREEN: Screen = Screen::Maze;
    const FILE: &str = "maze.save";
    const KIND: Kind = Kind {
        magic: *b"\x89UCmaze\n",
        format: 3,
    };
    const NOUNS: [&str; 2] = ["maze", "Mazes"];

    fn changes(&self) -> u64 {
        self.revision()
    }

    fn save(&self) -> Option<Saved> {
        // Lessons are not saved, but the mazes that they suspend are.
        let play = self.main_play();
        Some(Saved {
            generation: GENERATION_VERSION,
            dark: play.is_dark(),
            shown: SavedRound::new(play.round()?),
            left: play.unfinished().map(SavedRound::new).collect(),
            days: (play.round().into_iter().chain(play.unfinished()))
                .map(write_day)
                .collect(),
        })
    }

    fn from_saved(saved: Saved) -> Result<Self, String> {
        let found = saved.generation;
        if found != GENERATION_VERSION {
            return Err(format!(
                "the maze was made by generation version {found}, and this program has \
                 {GENERATION_VERSION}: seeds give other mazes now"
            ));
        }
        let days = saved.days;
        let restore = |(index, saved): (usize, SavedRound)| {
            let mut round = saved.restore()?;
            let day = days.get(index).and_then(Option::as_deref);
            round.day = day.and_then(|code| read_day(code, round.run()));
            Ok::<_, String>(round)
        };
        let shown = saved.shown;
        let round = match shown.run.is_over() {
            false => restore((0, shown))?,
            true => Round::new(shown.run.next().map_err(|error| error.to_string())?),
        };
        let left: Result<_, _> = (1..).zip(saved.left).map(restore).collect();
        Ok(Self::from_rounds(round, left?, saved.dark))
    }

    fn summary(&self) -> String {
        let round = self.main_play().round().filter(|round| {
            let is_first = round.run().leg().number() == 0;
            round.steps() > 0 || !is_first
        });
        round.map_or_else(String::new, |round| {
            let run = round.run();
            if run.is_over() {
                return format!("maze {} is next", run.leg().number() + 2);
            }
            let steps = counted(round.steps(), "step");
            let number = run.leg().number() + 1;
            format!("maze {number}, {} cells, {steps}", run.maze().size())
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::screens::maze::round::Totals;
    use crate::geom::Size;
    use crate::mazerun::Leg;
    use crate::rng::Seed;
    use crate::seal;
    use std::time::Duration;

    #[test]
    fn a_maze_comes_back_with_its_steps_time_and_what_was_shown() {
        let leg = Leg::new("maze-dfs", Size::new(16, 10), Seed(7)).unwrap();
        let mut run = leg.at(2, 0).make().unwrap();
        for _ in 0..5 {
            run.step(run.next_step().unwrap()).unwrap();
        }
        let state = RoundState {
            spent: Totals {
                time: Some(Duration::from_millis(2500)),
                earlier: 7,
                given: false,
            },
            way: true,
            taken_back: Vec::new(),
        };
        let unfinished = || Round::new(leg.at(9, 0).make().unwrap());
        let round = Round::resume(run, state.clone()).unwrap();
        let play = Play::from_rounds(round, [unfinished()].into(), true);
        let bytes = seal::pack(Play::KIND, &play.save());
        let saved: Option<Saved> = seal::unpack(Play::KIND, &bytes).unwrap();
        let play = Play::from_saved(saved.unwrap()).unwrap();
        assert!(play.is_dark());
        assert_eq!(play.summary(), "maze 3, 20x13 cells, 12 steps");
        assert_eq!(play.unfinished().count(), 1);
        let round = play.round().unwrap();
        assert_eq!(round.state(), state);
        assert_eq!(round.run().steps_taken(), 5);
    }

    #[test]
    fn a_maze_that_was_done_is_followed_by_the_next_and_one_of_another_version_is_refused() {
        let leg = Leg::new("maze-dfs", Size::new(8, 5), Seed(7)).unwrap();
        let mut run = leg.make().unwrap();
        while let Some(dir) = run.next_step() {
            run.step(dir).unwrap();
        }
        let save = || {
            Play::from_rounds(Round::new(run.clone()), [].into(), false)
                .save()
                .unwrap()
        };
        let play = Play::from_saved(save()).unwrap();
        assert_eq!(play.round().unwrap().run().leg().number(), 1);
        let other = Saved {
            generation: 0,
            ..save()
        };
        let refusal = Play::from_saved(other).err().unwrap();
        assert!(refusal.contains("generation version 0"), "{refusal}");
    }

    #[test]
    fn a_daily_is_saved_with_its_day_and_a_save_of_before_has_none() {
        let day = Daily::of_day(20_781).unwrap();
        let left = Round::of_day(day).unwrap();
        let play = Play::from_rounds(left, [Round::of_day(day).unwrap()].into(), false);
        let bytes = seal::pack(Play::KIND, &play.save().unwrap());
        let days = |bytes: &[u8]| {
            let play = Play::from_saved(seal::unpack(Play::KIND, bytes).unwrap()).unwrap();
            let rounds = play.round().into_iter().chain(play.unfinished());
            rounds.map(Round::daily).collect::<Vec<_>>()
        };
        assert_eq!(days(&bytes), [Some(day); 2]);
        let mut saved = play.save().unwrap();
        saved.days = vec![None, Some("daily-maze/2026-11-25".to_owned())];
        assert_eq!(days(&seal::pack(Play::KIND, &saved)), [None; 2]);
        let before = (saved.generation, saved.dark, saved.shown, saved.left);
        assert_eq!(days(&seal::pack(Play::KIND, &before)), [None; 2]);
    }

    #[test]
    fn steps_before_a_restart_that_the_maze_refuses_are_refused() {
        let leg = Leg::new("maze-dfs", Size::new(8, 5), Seed(7)).unwrap();
        let mut round = Round::new(leg.make().unwrap());
        let way = round.run().next_step().unwrap();
        round.step(way).unwrap();
        round.restart();
        let mut saved = Play::from_rounds(round, [].into(), false).save().unwrap();
        saved.shown.standing.taken_back = vec![way; 20];
        let refusal = Play::from_saved(saved).err().unwrap();
        assert!(refusal.contains("before its restart"), "{refusal}");
    }
}
