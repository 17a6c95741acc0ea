//! Saves the mazes with every step and restores them at the next start. It knows the contents of the
//! file, not the rules of the game.

use serde::{Deserialize, Serialize};

use super::play::Play;
use super::round::{Round, RoundState};
use crate::GENERATION_VERSION;
use crate::app::autosave::Persistent;
use crate::app::screen::Screen;
use crate::game::counted;
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

    fn take_over(&mut self, other: Self) {
        self.replace_with(other);
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
            run.step(run.way_on().unwrap()).unwrap();
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
        while let Some(dir) = run.way_on() {
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
    fn steps_before_a_restart_that_the_maze_refuses_are_refused() {
        let leg = Leg::new("maze-dfs", Size::new(8, 5), Seed(7)).unwrap();
        let mut round = Round::new(leg.make().unwrap());
        let way = round.run().way_on().unwrap();
        round.step(way).unwrap();
        round.restart();
        let mut saved = Play::from_rounds(round, [].into(), false).save().unwrap();
        saved.shown.standing.taken_back = vec![way; 20];
        let refusal = Play::from_saved(saved).err().unwrap();
        assert!(refusal.contains("before its restart"), "{refusal}");
    }
}
