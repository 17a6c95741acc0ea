//! The maze on the disk: written with every step, found again at the next start. Knows the form of
//! the file, not what a step is.

use bevy::prelude::*;
use serde::{Deserialize, Serialize};

use super::play::Play;
use super::round::{Round, Standing};
use crate::GENERATION_VERSION;
use crate::app::keeping::{self, Persistent};
use crate::app::screen::Screen;
use crate::mazerun::MazeRun;
use crate::seal::Kind;

/// Keeps the maze, if there is a folder for that.
pub(super) fn plugin(app: &mut App) {
    keeping::plugin::<Play>(app);
}

/// The mazes as they are saved: the one that is shown, and those that undo leads back to.
#[derive(Serialize, Deserialize)]
pub(in crate::app) struct Saved {
    /// A seed gives another maze in another version.
    generation: u32,
    dark: bool,
    shown: SavedRound,
    left: Vec<SavedRound>,
}

/// A maze as it is saved.
#[derive(Serialize, Deserialize)]
pub(in crate::app) struct SavedRound {
    standing: Standing,
    run: MazeRun,
}

impl SavedRound {
    fn of(round: &Round) -> Self {
        Self {
            standing: round.standing(),
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
        self.changes()
    }

    fn save(&self) -> Option<Saved> {
        // A maze that teaches is not kept: what waits behind it is.
        let play = self.behind_lessons();
        Some(Saved {
            generation: GENERATION_VERSION,
            dark: play.is_dark(),
            shown: SavedRound::of(play.round()?),
            left: play.left().map(SavedRound::of).collect(),
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
        let shown = saved.shown;
        let round = match shown.run.is_over() {
            false => shown.restore()?,
            true => Round::new(shown.run.next().map_err(|error| error.to_string())?),
        };
        let left: Result<_, _> = saved.left.into_iter().map(SavedRound::restore).collect();
        Ok(Self::of(round, left?, saved.dark))
    }

    fn summary(&self) -> String {
        let round = self.behind_lessons().round().filter(|round| {
            let is_first = round.run().leg().number() == 0;
            round.steps() > 0 || !is_first
        });
        round.map_or_else(String::new, |round| {
            let run = round.run();
            if run.is_over() {
                return format!("maze {} is next", run.leg().number() + 2);
            }
            let steps = match round.steps() {
                1 => "1 step".to_owned(),
                steps => format!("{steps} steps"),
            };
            let number = run.leg().number() + 1;
            format!("maze {number}, {} cells, {steps}", run.maze().size())
        })
    }

    fn take_over(&mut self, other: Self) {
        self.take_over(other);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::screens::maze::round::Spent;
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
            run.step(run.way_on().unwrap()).unwrap();
        }
        let standing = Standing {
            spent: Spent {
                time: Some(Duration::from_millis(2500)),
                earlier: 7,
                given: false,
            },
            way: true,
            taken_back: Vec::new(),
        };
        let left = || Round::new(leg.at(9, 0).make().unwrap());
        let round = Round::resume(run, standing.clone()).unwrap();
        let play = Play::of(round, [left()].into(), true);
        let bytes = seal::pack(Play::KIND, &play.save());
        let saved: Option<Saved> = seal::unpack(Play::KIND, &bytes).unwrap();
        let play = Play::from_saved(saved.unwrap()).unwrap();
        assert!(play.is_dark());
        assert_eq!(play.summary(), "maze 3, 20x13 cells, 12 steps");
        assert_eq!(play.left().count(), 1);
        let round = play.round().unwrap();
        assert_eq!(round.standing(), standing);
        assert_eq!(round.run().steps_taken(), 5);
    }

    #[test]
    fn a_maze_that_was_done_is_followed_by_the_next_and_one_of_another_version_is_refused() {
        let leg = Leg::new("maze-dfs", Size::new(8, 5), Seed(7)).unwrap();
        let mut run = leg.make().unwrap();
        while let Some(dir) = run.way_on() {
            run.step(dir).unwrap();
        }
        let save = || {
            Play::of(Round::new(run.clone()), [].into(), false)
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
    fn steps_before_a_restart_that_the_maze_refuses_are_refused() {
        let leg = Leg::new("maze-dfs", Size::new(8, 5), Seed(7)).unwrap();
        let mut round = Round::new(leg.make().unwrap());
        let way = round.run().way_on().unwrap();
        round.step(way).unwrap();
        round.restart();
        let mut saved = Play::of(round, [].into(), false).save().unwrap();
        saved.shown.standing.taken_back = vec![way; 20];
        let refusal = Play::from_saved(saved).err().unwrap();
        assert!(refusal.contains("before its restart"), "{refusal}");
    }
}
