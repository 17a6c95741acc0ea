//! The maze on the disk: written with every step, found again at the next start. Knows the form of
//! the file, not what a step is.

use std::time::Duration;

use bevy::prelude::*;
use serde::{Deserialize, Serialize};

use super::play::Play;
use super::round::Round;
use crate::GENERATION_VERSION;
use crate::app::keeping::{self, Kept};
use crate::app::screen::Screen;
use crate::mazerun::MazeRun;
use crate::seal::Kind;

/// Keeps the maze, if there is a folder for that.
pub(super) fn plugin(app: &mut App) {
    keeping::plugin::<Play>(app);
}

/// The maze as it is saved.
#[derive(Serialize, Deserialize)]
pub(in crate::app) struct Saved {
    /// A seed gives another maze in another version.
    generation: u32,
    dark: bool,
    /// Milliseconds, from the first step on.
    time: Option<u64>,
    /// Whether the whole way is shown.
    way: bool,
    run: MazeRun,
}

impl Kept for Play {
    type Saved = Saved;
    const SCREEN: Screen = Screen::Maze;
    const FILE: &str = "maze.save";
    const KIND: Kind = Kind {
        magic: *b"\x89UCmaze\n",
        format: 1,
    };
    const WHAT: [&str; 2] = ["maze", "Mazes"];

    fn changes(&self) -> u64 {
        self.changes()
    }

    fn save(&self) -> Option<Saved> {
        // A maze that teaches is not kept: what waits behind it is.
        let play = self.behind_lessons();
        let round = play.round()?;
        let (time, way) = round.standing();
        let millis = |time: Duration| u64::try_from(time.as_millis()).unwrap_or(u64::MAX);
        Some(Saved {
            generation: GENERATION_VERSION,
            dark: play.is_dark(),
            time: time.map(millis),
            way,
            run: round.run().clone(),
        })
    }

    fn restore(saved: Saved) -> Result<Self, String> {
        let found = saved.generation;
        if found != GENERATION_VERSION {
            return Err(format!(
                "the maze was made by generation version {found}, and this program has \
                 {GENERATION_VERSION}: seeds give other mazes now"
            ));
        }
        let time = saved.time.map(Duration::from_millis);
        let round = match saved.run.is_over() {
            false => Round::resume(saved.run, time, saved.way),
            true => Round::new(saved.run.next().map_err(|error| error.to_string())?),
        };
        Ok(Self::of(round, saved.dark))
    }

    fn about(&self) -> String {
        let run = self.behind_lessons().round().map(Round::run);
        run.filter(|run| run.steps_taken() > 0 || run.leg().number() > 0)
            .map_or_else(String::new, |run| {
                let (number, steps) = (run.leg().number() + 1, run.steps_taken());
                let steps = match steps {
                    1 => "1 step".to_owned(),
                    steps => format!("{steps} steps"),
                };
                format!("maze {number}, {} cells, {steps}", run.maze().size())
            })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geom::Size;
    use crate::mazerun::Leg;
    use crate::rng::Seed;
    use crate::seal;

    #[test]
    fn a_maze_comes_back_with_its_steps_time_and_what_was_shown() {
        let leg = Leg::new("maze-dfs", Size::new(16, 10), Seed(7)).unwrap();
        let mut run = leg.at(2, 0).make().unwrap();
        for _ in 0..5 {
            run.step(run.way_on().unwrap()).unwrap();
        }
        let round = Round::resume(run, Some(Duration::from_millis(2500)), true);
        let bytes = seal::pack(Play::KIND, &Play::of(round, true).save());
        let saved: Option<Saved> = seal::unpack(Play::KIND, &bytes).unwrap();
        let play = Play::restore(saved.unwrap()).unwrap();
        assert!(play.is_dark());
        assert_eq!(play.about(), "maze 3, 20x13 cells, 5 steps");
        let round = play.round().unwrap();
        assert_eq!(round.standing(), (Some(Duration::from_millis(2500)), true));
        assert_eq!(round.run().steps_taken(), 5);
    }

    #[test]
    fn a_maze_that_was_done_is_followed_by_the_next_and_one_of_another_version_is_refused() {
        let leg = Leg::new("maze-dfs", Size::new(8, 5), Seed(7)).unwrap();
        let mut run = leg.make().unwrap();
        while let Some(dir) = run.way_on() {
            run.step(dir).unwrap();
        }
        let save = || Play::of(Round::new(run.clone()), false).save().unwrap();
        let play = Play::restore(save()).unwrap();
        assert_eq!(play.round().unwrap().run().leg().number(), 1);
        let other = Saved {
            generation: 0,
            ..save()
        };
        let refusal = Play::restore(other).err().unwrap();
        assert!(refusal.contains("generation version 0"), "{refusal}");
    }
}
