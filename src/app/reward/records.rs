//! What was achieved: the best time and the fewest moves of each kind of board and maze, successes in
//! a row, days, lamps of packs, runs.
//!
//! The file `records.save` holds names with lists of numbers. Names that this version does not know,
//! and numbers after those that it knows, are kept for the version that does.

use std::collections::BTreeMap;
use std::time::Duration;

use bevy::prelude::*;
use bevy::window::ExitSystems;

use crate::app::notice::Notice;
use crate::app::platform::kept::{Keeper, OwnFolder, advice};
use crate::app::screen::Screen;
use crate::app::ui::stopwatch::format_time;
use crate::disk;
use crate::game::Daily;
use crate::pack::Place;
use crate::seal::{self, Kind};

/// Name of the file in the data folder, and its kind.
const FILE: &str = "records.save";
const KIND: Kind = Kind {
    magic: *b"\x89UCrecs\n",
    format: 1,
};

/// What was done last is remembered this far back, for nothing counts twice.
const REMEMBERED: usize = 2000;

/// What was achieved.
#[derive(Resource, Clone, Default, PartialEq, Eq, Debug)]
pub struct Records(BTreeMap<String, Vec<u64>>);

/// What records are of.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Game {
    /// Boards.
    Conduit,
    /// Mazes.
    Maze,
}

impl Game {
    /// Both.
    pub const ALL: [Self; 2] = [Self::Conduit, Self::Maze];

    /// The screen that it is played on.
    pub const fn screen(self) -> Screen {
        match self {
            Self::Conduit => Screen::Conduit,
            Self::Maze => Screen::Maze,
        }
    }

    const fn name(self) -> &'static str {
        match self {
            Self::Conduit => "conduit",
            Self::Maze => "maze",
        }
    }

    /// What one of it is called.
    pub const fn one(self) -> &'static str {
        match self {
            Self::Conduit => "board",
            Self::Maze => "maze",
        }
    }

    /// What is counted.
    pub(super) const fn moves(self) -> &'static str {
        match self {
            Self::Conduit => "moves",
            Self::Maze => "steps",
        }
    }
}

/// Help that was had, the greatest last.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Help {
    /// None.
    None,
    /// Hints.
    Hints,
    /// The solution.
    Shown,
}

/// A board or a maze that was done.
#[derive(Clone, Debug)]
pub struct Done {
    /// What it is.
    pub game: Game,
    /// Its size, kind and difficulty, as people read them.
    pub kind: String,
    /// Tells it from others.
    pub id: u64,
    /// The time played.
    pub time: Duration,
    /// Moves made, those taken back included.
    pub moves: u32,
    /// Help that was had.
    pub help: Help,
    /// Whether it came from elsewhere with some of it done.
    pub given: bool,
}

/// The best of a kind.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Best {
    /// How many were done without help.
    pub count: u64,
    /// The shortest time, to the millisecond.
    pub time: Duration,
    /// The fewest moves, perhaps of another one.
    pub moves: u32,
}

/// What became of something that was done.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// It does not count: done before, with help, or begun elsewhere.
    Uncounted,
    /// It counts.
    Counted {
        /// Whether it is the first of its kind.
        first: bool,
        /// Whether it was faster than all before.
        faster: bool,
        /// Whether it took fewer moves than all before.
        fewer: bool,
    },
}

/// Runs in Descend.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Runs {
    /// Runs that have ended.
    pub ended: u64,
    /// Of these, won.
    pub won: u64,
    /// The deepest depth that was reached.
    pub deepest: u64,
    /// The highest score.
    pub score: u64,
}

impl Records {
    fn get(&self, name: &str, index: usize) -> Option<u64> {
        self.0.get(name)?.get(index).copied()
    }

    /// The numbers of a name, at least `count` of them.
    fn numbers(&mut self, name: String, count: usize) -> &mut Vec<u64> {
        let numbers = self.0.entry(name).or_default();
        if numbers.len() < count {
            numbers.resize(count, 0);
        }
        numbers
    }

    /// Takes note of what was done. Only what was done without help, and for the first time, counts.
    pub fn note(&mut self, done: &Done) -> Verdict {
        let game = done.game.name();
        let seen = self.numbers(format!("seen {game}"), 0);
        if done.given || seen.contains(&done.id) {
            return Verdict::Uncounted;
        }
        seen.push(done.id);
        let surplus = seen.len().saturating_sub(REMEMBERED);
        seen.drain(..surplus);
        let row = self.numbers(format!("row {game}"), 2);
        if done.help > Help::None {
            row[0] = 0;
            return Verdict::Uncounted;
        }
        row[0] += 1;
        row[1] = row[1].max(row[0]);
        let numbers = self.numbers(best_name(done.game, &done.kind), 3);
        let (time, moves) = (millis(done.time), u64::from(done.moves));
        let first = numbers[0] == 0;
        let (faster, fewer) = (time < numbers[1], moves < numbers[2]);
        numbers[0] += 1;
        if first || faster {
            numbers[1] = time;
        }
        if first || fewer {
            numbers[2] = moves;
        }
        Verdict::Counted {
            first,
            faster: faster && !first,
            fewer: fewer && !first,
        }
    }

    /// The best of a kind, if one was done without help.
    pub fn best(&self, game: Game, kind: &str) -> Option<Best> {
        let numbers = self.0.get(&best_name(game, kind))?;
        best_of(numbers)
    }

    /// All kinds with their best, by name.
    pub fn bests(&self, game: Game) -> impl Iterator<Item = (&str, Best)> {
        let head = best_name(game, "");
        self.0.iter().filter_map(move |(name, numbers)| {
            let kind = name.strip_prefix(head.as_str())?;
            Some((kind, best_of(numbers)?))
        })
    }

    /// How many were done in a row without help, now and at most.
    pub fn row(&self, game: Game) -> (u64, u64) {
        let name = format!("row {}", game.name());
        let number = |index| self.get(&name, index).unwrap_or_default();
        (number(0), number(1))
    }

    /// The best of a kind in words, after what was done; empty if there is nothing to tell.
    pub fn tell(&self, game: Game, kind: &str, verdict: Verdict) -> String {
        let Some(best) = self.best(game, kind) else {
            return String::new();
        };
        let news = match verdict {
            Verdict::Uncounted => String::new(),
            Verdict::Counted { first: true, .. } => " Your first of this kind.".to_owned(),
            Verdict::Counted {
                faster: true,
                fewer: true,
                ..
            } => " New best in both.".to_owned(),
            Verdict::Counted { faster: true, .. } => " New best time.".to_owned(),
            Verdict::Counted { fewer: true, .. } => format!(" New fewest {}.", game.moves()),
            Verdict::Counted { .. } => String::new(),
        };
        format!("Best of {kind}: {}.{news}", best.tell(game))
    }

    // ---- days

    /// Takes note of the result of a day, if it is the first; a solution that was shown is none.
    pub fn note_day(&mut self, day: Daily, done: &Done) {
        if done.given || done.help == Help::Shown {
            return;
        }
        let numbers = [
            millis(done.time),
            done.moves.into(),
            u64::from(done.help > Help::None),
        ];
        let name = day_name(done.game, day);
        self.0.entry(name).or_insert_with(|| numbers.to_vec());
    }

    /// The result of a day: time, moves, help.
    pub fn day(&self, game: Game, day: Daily) -> Option<(Duration, u32, Help)> {
        let numbers = self.0.get(&day_name(game, day))?;
        let [time, moves, help, ..] = numbers[..] else {
            return None;
        };
        let help = if help == 0 { Help::None } else { Help::Hints };
        let moves = u32::try_from(moves).unwrap_or(u32::MAX);
        Some((Duration::from_millis(time), moves, help))
    }

    /// Days in a row with a result, up to today, or up to yesterday as long as today has none.
    pub fn days_in_row(&self, game: Game, today: Daily) -> u32 {
        let has = |day: u32| {
            let day = Daily::of_day(day);
            day.is_some_and(|day| self.0.contains_key(&day_name(game, day)))
        };
        let last = today.day();
        let last = if has(last) {
            last
        } else {
            last.saturating_sub(1)
        };
        (0..=last).rev().take_while(|day| has(*day)).count() as u32
    }

    /// Days with a result.
    pub fn days(&self, game: Game) -> usize {
        let head = format!("day {} ", game.name());
        let names = self.0.keys();
        names.filter(|name| name.starts_with(&head)).count()
    }

    // ---- packs

    /// Lights the lamp of a board or maze of a pack.
    pub fn light(&mut self, game: Game, place: Place) {
        let lamps = self.numbers(pack_name(game, place.pack), 1);
        lamps[0] |= 1 << place.number;
    }

    /// Whether the lamp of a board or maze of a pack is lit.
    pub fn is_lit(&self, game: Game, place: Place) -> bool {
        let lamps = self.get(&pack_name(game, place.pack), 0);
        lamps.unwrap_or_default() & 1 << place.number != 0
    }

    // ---- runs

    /// Takes note of a run that has ended.
    pub fn note_run(&mut self, won: bool, deepest: u8, score: u64) {
        let numbers = self.numbers(RUNS.to_owned(), 4);
        numbers[0] += 1;
        numbers[1] += u64::from(won);
        numbers[2] = numbers[2].max(deepest.into());
        numbers[3] = numbers[3].max(score);
    }

    /// All runs.
    pub fn runs(&self) -> Runs {
        let number = |index| self.get(RUNS, index).unwrap_or_default();
        Runs {
            ended: number(0),
            won: number(1),
            deepest: number(2),
            score: number(3),
        }
    }
}

impl Best {
    /// Time and moves.
    pub fn tell(&self, game: Game) -> String {
        let moves = match self.moves {
            1 => game.moves().trim_end_matches('s'),
            _ => game.moves(),
        };
        format!("{}, {} {moves}", format_time(self.time), self.moves)
    }
}

const RUNS: &str = "runs";

fn best_name(game: Game, kind: &str) -> String {
    format!("best {} {kind}", game.name())
}

fn day_name(game: Game, day: Daily) -> String {
    format!("day {} {day}", game.name())
}

fn pack_name(game: Game, pack: usize) -> String {
    format!("pack {} {}", game.name(), pack + 1)
}

fn best_of(numbers: &[u64]) -> Option<Best> {
    match *numbers {
        [count, time, moves, ..] if count > 0 => Some(Best {
            count,
            time: Duration::from_millis(time),
            moves: u32::try_from(moves).unwrap_or(u32::MAX),
        }),
        _ => None,
    }
}

fn millis(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}

/// Loads the records and saves them whenever they change, if there is a folder for that.
pub(super) fn plugin(app: &mut App) {
    let mut records = Records::default();
    if let Some(folder) = app.world().get_resource::<OwnFolder>()
        && folder.refusal().is_none()
    {
        let path = folder.path().join(FILE);
        let accept = |entries| Ok(Records(entries));
        let told = match disk::recover_sealed(&path, "list of records", KIND, accept) {
            Ok((found, told)) => {
                records = found.unwrap_or_default();
                app.add_systems(Last, save.before(ExitSystems));
                told
            }
            Err(reason) => format!("Records are not saved in this window, {}", advice(&reason)),
        };
        app.init_resource::<Notice>();
        app.world_mut().resource_mut::<Notice>().add(&told);
    }
    app.insert_resource(records);
}

fn save(records: Res<Records>, folder: Res<OwnFolder>, keeper: Res<Keeper>) {
    if records.is_changed() && !records.is_added() {
        let path = folder.path().join(FILE);
        keeper.put(path, seal::pack(KIND, &records.0), true);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn done(id: u64, seconds: u64, moves: u32, help: Help) -> Done {
        Done {
            game: Game::Conduit,
            kind: "10x9 easy".to_owned(),
            id,
            time: Duration::from_secs(seconds),
            moves,
            help,
            given: false,
        }
    }

    #[test]
    fn the_best_of_a_kind_is_of_those_done_without_help_and_once() {
        let mut records = Records::default();
        let tell = |records: &Records, verdict| records.tell(Game::Conduit, "10x9 easy", verdict);
        let verdict = records.note(&done(1, 90, 40, Help::None));
        let told = tell(&records, verdict);
        assert_eq!(
            told,
            "Best of 10x9 easy: 1:30, 40 moves. Your first of this kind."
        );
        for (done, told) in [
            (
                done(1, 5, 5, Help::None),
                "Best of 10x9 easy: 1:30, 40 moves.",
            ),
            (
                done(2, 72, 44, Help::None),
                "Best of 10x9 easy: 1:12, 40 moves. New best time.",
            ),
            (
                done(3, 80, 34, Help::None),
                "Best of 10x9 easy: 1:12, 34 moves. New fewest moves.",
            ),
            (
                done(4, 9, 9, Help::Hints),
                "Best of 10x9 easy: 1:12, 34 moves.",
            ),
            (
                done(4, 9, 9, Help::None),
                "Best of 10x9 easy: 1:12, 34 moves.",
            ),
        ] {
            let verdict = records.note(&done);
            assert_eq!(tell(&records, verdict), told);
        }
        let given = Done {
            given: true,
            ..done(5, 1, 1, Help::None)
        };
        assert_eq!(records.note(&given), Verdict::Uncounted);
        assert_eq!(records.best(Game::Conduit, "10x9 easy").unwrap().count, 3);
        assert_eq!(records.row(Game::Conduit), (0, 3), "a hint ends the row");
        assert_eq!(records.bests(Game::Maze).count(), 0);
    }

    #[test]
    fn days_in_a_row_end_with_a_day_that_has_no_result() {
        let mut records = Records::default();
        let day = |number| Daily::of_day(number).unwrap();
        for number in [100, 102, 103, 104] {
            records.note_day(day(number), &done(1, 60, 50, Help::None));
        }
        records.note_day(day(104), &done(1, 1, 1, Help::None));
        records.note_day(day(105), &done(1, 1, 1, Help::Shown));
        let row = |today| records.days_in_row(Game::Conduit, day(today));
        assert_eq!([row(104), row(105), row(106)], [3, 3, 0]);
        let first = (Duration::from_secs(60), 50, Help::None);
        assert_eq!(records.day(Game::Conduit, day(104)), Some(first));
        assert_eq!(records.days(Game::Conduit), 4);
    }

    #[test]
    fn what_another_version_has_kept_is_kept_on() {
        let mut entries = BTreeMap::new();
        entries.insert("flights of stairs".to_owned(), vec![7, 8]);
        entries.insert("best conduit 10x9 easy".to_owned(), vec![1, 90_000, 40, 99]);
        let mut records = Records(entries);
        records.note(&done(1, 60, 50, Help::None));
        let place = Place {
            pack: 2,
            number: 29,
        };
        records.light(Game::Maze, place);
        records.note_run(true, 12, 900);
        records.note_run(false, 3, 70);
        let bytes = seal::pack(KIND, &records.0);
        let again = Records(seal::unpack(KIND, &bytes).unwrap());
        assert_eq!(again, records);
        assert_eq!(again.get("flights of stairs", 1), Some(8));
        assert_eq!(again.0["best conduit 10x9 easy"], [2, 60_000, 40, 99]);
        assert!(again.is_lit(Game::Maze, place) && !again.is_lit(Game::Conduit, place));
        let runs = Runs {
            ended: 2,
            won: 1,
            deepest: 12,
            score: 900,
        };
        assert_eq!(again.runs(), runs);
    }
}
