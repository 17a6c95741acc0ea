//! The player's best solve of each board and maze, which are kept as words in a file.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::{Completion, Game, Help, Round, Solve, format_time};
use crate::disk::{self, DiskError};
use crate::game::record::Recorded as RecordedAt;
use crate::seal::{self, Kind};

/// The name of the file in a data folder, its magic number and its format.
const FILE: &str = "solves.save";
const KIND: Kind = Kind {
    magic: *b"\x89UCsolv\n",
    format: 2,
};

/// The most solves that are kept; the oldest give way.
const MAX_KEPT: usize = 300;

/// A solve that is kept, and what is told of it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Kept {
    /// What was solved, such as the code of a board.
    pub name: String,
    /// When, in seconds since 1970.
    pub at: u64,
    moves: u32,
    millis: u64,
    hinted: bool,
    setup: String,
    word: String,
}

/// The best solves of all games.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Solves(BTreeMap<(String, u64), Kept>);

impl Kept {
    /// When it was solved.
    pub const fn recorded(&self) -> RecordedAt {
        RecordedAt::at(self.at)
    }

    /// The number of moves.
    pub const fn moves(&self) -> u32 {
        self.moves
    }

    /// The time and the help in words, such as "solved in 0:42".
    pub fn outcome(&self) -> String {
        let time = format_time(Duration::from_millis(self.millis));
        let help = if self.hinted { ", with hints" } else { "" };
        format!("solved in {time}{help}")
    }

    /// The solve itself; `None` if it does not lead to the end, as under other rules.
    pub fn read<R: Round>(&self) -> Option<Solve<R>> {
        Solve::unpack(&self.setup, &self.word).ok()
    }
}

impl Solves {
    /// The path of the file in a data folder.
    pub fn path(folder: &Path) -> PathBuf {
        folder.join(FILE)
    }

    /// Loads the solves of a data folder, or those before them; also returns what to tell the player.
    ///
    /// # Errors
    /// If they can be neither read nor renamed. Saving would then destroy them.
    pub fn load(folder: &Path) -> Result<(Self, String), DiskError> {
        let accept = |kept: Vec<(String, u64, Kept)>| {
            let kept = kept.into_iter().map(|(game, id, kept)| ((game, id), kept));
            Ok(Self(kept.collect()))
        };
        let found = disk::recover_sealed(&Self::path(folder), "list of solves", KIND, accept);
        found.map(|(found, message)| (found.unwrap_or_default(), message))
    }

    /// The content of the file.
    pub fn to_bytes(&self) -> Vec<u8> {
        let kept = self.0.iter();
        let kept: Vec<(&str, u64, &Kept)> = kept
            .map(|((game, id), kept)| (game.as_str(), *id, kept))
            .collect();
        seal::pack(KIND, &kept)
    }

    /// Keeps a solve unless one of the same board or maze is as good: with as few moves in as short a time. Returns
    /// whether it is kept. `name` says what was solved, `at` when, in seconds since 1970.
    pub fn add<R: Round>(
        &mut self,
        done: &Completion,
        solve: &Solve<R>,
        (name, at): (String, u64),
    ) -> bool {
        if done.help == Help::Shown {
            return false;
        }
        let key = (done.game.name().to_owned(), done.id);
        let millis = u64::try_from(done.time.as_millis()).unwrap_or(u64::MAX);
        let rank = |hinted: bool, moves: u32, millis: u64| (hinted, moves, millis);
        let is_hinted = done.help != Help::None;
        let own = rank(is_hinted, done.moves, millis);
        let is_better = |kept: &Kept| own < rank(kept.hinted, kept.moves, kept.millis);
        if !self.0.get(&key).is_none_or(is_better) {
            return false;
        }
        let Ok(word) = solve.pack() else {
            return false;
        };
        let kept = Kept {
            name,
            at,
            moves: done.moves,
            millis,
            hinted: is_hinted,
            setup: solve.setup().to_owned(),
            word,
        };
        self.0.insert(key, kept);
        while self.0.len() > MAX_KEPT {
            let oldest = self.0.iter().min_by_key(|(_, kept)| kept.at);
            let Some(oldest) = oldest.map(|(key, _)| key.clone()) else {
                break;
            };
            self.0.remove(&oldest);
        }
        true
    }

    /// The best solve of a board or a maze, by the hash that identifies it.
    pub fn get(&self, game: Game, id: u64) -> Option<&Kept> {
        self.0.get(&(game.name().to_owned(), id))
    }

    /// All solves with their games and hashes, the newest first.
    pub fn newest(&self) -> Vec<(Game, u64, &Kept)> {
        let mut all: Vec<(Game, u64, &Kept)> = self
            .0
            .iter()
            .filter_map(|((name, id), kept)| {
                let game = Game::ALL.into_iter().find(|game| game.name() == name)?;
                Some((game, *id, kept))
            })
            .collect();
        all.sort_by_key(|(_, _, kept)| std::cmp::Reverse(kept.at));
        all
    }

    /// Forgets a solve; returns whether there was one.
    pub fn remove(&mut self, game: Game, id: u64) -> bool {
        self.0.remove(&(game.name().to_owned(), id)).is_some()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geom::Size;
    use crate::mazerun::Leg;
    use crate::profile::Recorded;
    use crate::profile::maze::{MazeMove, MazeRound};
    use crate::rng::Seed;

    fn solved(seed: u64, millis: u64, hinted: bool) -> Recorded<MazeRound> {
        let leg = Leg::new("maze-dfs", Size::new(4, 3), Seed(seed)).unwrap();
        let mut recorded = Recorded::new(MazeRound::new(leg.make().unwrap()));
        if hinted {
            recorded.play(MazeMove::Hint).unwrap();
        }
        while let Some(dir) = recorded.run().next_step() {
            recorded.round_mut().add_time(Duration::from_millis(millis));
            recorded.play(MazeMove::Step(dir)).unwrap();
        }
        recorded
    }

    fn add(solves: &mut Solves, recorded: &Recorded<MazeRound>, at: u64) -> bool {
        let (done, solve) = (recorded.completion(), recorded.solve().unwrap());
        solves.add(&done, &solve, ("maze".to_owned(), at))
    }

    #[test]
    fn the_best_solve_of_each_maze_is_kept_and_comes_back() {
        let mut solves = Solves::default();
        assert!(add(&mut solves, &solved(1, 300, true), 10));
        assert!(add(&mut solves, &solved(1, 400, false), 20), "no hints");
        assert!(!add(&mut solves, &solved(1, 400, false), 30), "as good");
        assert!(add(&mut solves, &solved(1, 200, false), 40), "faster");
        assert!(add(&mut solves, &solved(2, 200, false), 50));
        let recorded = solved(1, 200, false);
        let id = recorded.completion().id;
        let kept = solves.get(Game::Maze, id).unwrap();
        let solve = kept.read::<MazeRound>().unwrap();
        assert_eq!(solve.moves().len(), recorded.run().steps().len());
        assert_eq!(kept.at, 40);
        let times: Vec<u64> = solves.newest().iter().map(|(.., kept)| kept.at).collect();
        assert_eq!(times, [50, 40]);
        let folder = std::env::temp_dir().join(format!("undercroft-solves-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        std::fs::write(Solves::path(&folder), solves.to_bytes()).unwrap();
        let (again, message) = Solves::load(&folder).unwrap();
        assert_eq!((again, message.as_str()), (solves.clone(), ""));
        std::fs::remove_dir_all(folder).unwrap();
        assert!(solves.remove(Game::Maze, id) && !solves.remove(Game::Maze, id));
    }

    #[test]
    fn the_oldest_solves_give_way() {
        let mut solves = Solves::default();
        let recorded = solved(1, 200, false);
        let solve = recorded.solve().unwrap();
        for number in 0..=MAX_KEPT as u64 {
            let done = Completion {
                id: number,
                ..recorded.completion()
            };
            assert!(solves.add(&done, &solve, (String::new(), 1000 + number)));
        }
        assert_eq!(solves.newest().len(), MAX_KEPT);
        assert!(solves.get(Game::Maze, 0).is_none());
        assert!(solves.get(Game::Maze, 1).is_some());
    }
}
