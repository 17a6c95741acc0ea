//! The player's records: best times and fewest moves of each kind of board and maze, streaks, daily results,
//! lamps of packs, and runs.
//!
//! The file `records.save` maps names to lists of numbers. Names and trailing numbers that this version does not
//! know are kept for the version that does.

use std::collections::BTreeMap;
use std::time::Duration;

use bevy::prelude::*;
use bevy::window::ExitSystems;

use super::Game;
use crate::app::notice::Notice;
use crate::app::platform::data_folder::{DataFolder, FileWriter, explain_unsaved};
use crate::app::platform::today;
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

/// How many ids of finished boards, mazes or runs are remembered, so that none counts twice.
const MAX_SEEN: usize = 2000;

/// The player's records, by name.
#[derive(Resource, Clone, Default, PartialEq, Eq, Debug)]
pub struct Records(BTreeMap<String, Vec<u64>>);

/// The help that the player got, from least to most.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Help {
    /// No help.
    None,
    /// One or more hints.
    Hints,
    /// The solution.
    Shown,
}

/// A finished board or maze.
#[derive(Clone, Debug)]
pub struct Completion {
    /// The game.
    pub game: Game,
    /// Its size, kind and difficulty, as displayed.
    pub kind: String,
    /// A hash that identifies it.
    pub id: u64,
    /// The time played.
    pub time: Duration,
    /// Moves made, including undone ones.
    pub moves: u32,
    /// The help that the player got.
    pub help: Help,
    /// Why it counts for no record, if that is known before it is finished.
    pub uncounted: Option<Uncounted>,
    /// The day that it is the daily of.
    pub day: Option<Daily>,
    /// Its place in the packs.
    pub place: Option<Place>,
}

/// The best results of a kind of board or maze.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Best {
    /// How many were finished without help.
    pub count: u64,
    /// The shortest time, to the millisecond.
    pub time: Duration,
    /// The fewest moves, not necessarily in the same game as the shortest time.
    pub moves: u32,
}

/// Whether a finished board or maze counts for the records.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// It does not.
    Uncounted(Uncounted),
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

/// Why a finished board or maze does not count.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Uncounted {
    /// It was finished with help.
    Helped,
    /// It was finished before.
    Repeated,
    /// It came from a code or a file with part of it already done.
    Begun,
    /// It is a maze from elsewhere, whose difficulty is unknown.
    Foreign,
    /// It is the daily of a day that has not begun.
    DayToCome,
}

impl Uncounted {
    const fn reason(self) -> &'static str {
        match self {
            Self::Helped => "You had help, so it does not count for the records.",
            Self::Repeated => "It was solved before, so it does not count again.",
            Self::Begun => "It was begun elsewhere, so it does not count for the records.",
            Self::DayToCome => "Its day is still to come, so it does not count yet.",
            Self::Foreign => "It is not one of the game's, so it does not count for the records.",
        }
    }
}

/// A summary of all runs in Descend.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Runs {
    /// The number of runs that have ended.
    pub ended: u64,
    /// How many of them were won.
    pub won: u64,
    /// The deepest depth reached.
    pub deepest: u64,
    /// The highest score.
    pub score: u64,
}

impl Records {
    fn get(&self, name: &str, index: usize) -> Option<u64> {
        self.0.get(name)?.get(index).copied()
    }

    /// The numbers of a name, extended with zeros to at least `count`.
    fn numbers(&mut self, name: String, count: usize) -> &mut Vec<u64> {
        let numbers = self.0.entry(name).or_default();
        if numbers.len() < count {
            numbers.resize(count, 0);
        }
        numbers
    }

    /// Notes that something was finished; returns whether it was for the first time.
    fn is_first(&mut self, game: &str, id: u64) -> bool {
        let seen = self.numbers(format!("seen {game}"), 0);
        let is_first = !seen.contains(&id);
        if is_first {
            seen.push(id);
            let surplus = seen.len().saturating_sub(MAX_SEEN);
            seen.drain(..surplus);
        }
        is_first
    }

    /// Adds a finished board or maze. It lights its lamp in a pack unless the solution was shown. It counts only if
    /// it was finished for the first time: for its day unless the solution was shown, and for the rest if it was
    /// finished without help.
    pub fn add(&mut self, done: &Completion) -> Verdict {
        let game = done.game.screen().name();
        if let Some(place) = done.place.filter(|_| done.help < Help::Shown) {
            self.light_lamp(done.game, place);
        }
        if let Some(why) = done.uncounted {
            return Verdict::Uncounted(why);
        }
        if done.day.is_some_and(|day| day > today()) {
            return Verdict::Uncounted(Uncounted::DayToCome);
        }
        if !self.is_first(game, done.id) {
            return Verdict::Uncounted(Uncounted::Repeated);
        }
        if let Some(day) = done.day.filter(|_| done.help < Help::Shown) {
            self.add_daily(day, done);
        }
        let streak = self.numbers(format!("row {game}"), 2);
        if done.help > Help::None {
            streak[0] = 0;
            return Verdict::Uncounted(Uncounted::Helped);
        }
        streak[0] += 1;
        streak[1] = streak[1].max(streak[0]);
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

    /// The best results of a kind, if one was finished without help.
    pub fn best(&self, game: Game, kind: &str) -> Option<Best> {
        parse_best(self.0.get(&best_name(game, kind))?)
    }

    /// All kinds with their best results, sorted by name.
    pub fn bests(&self, game: Game) -> impl Iterator<Item = (&str, Best)> {
        let prefix = best_name(game, "");
        self.0.iter().filter_map(move |(name, numbers)| {
            let kind = name.strip_prefix(prefix.as_str())?;
            Some((kind, parse_best(numbers)?))
        })
    }

    /// The current and the longest streak of puzzles finished without help.
    pub fn streak(&self, game: Game) -> (u64, u64) {
        let name = format!("row {}", game.screen().name());
        let number = |index| self.get(&name, index).unwrap_or_default();
        (number(0), number(1))
    }

    /// Describes the best results of a kind, if there are any, and whether the last one is among them or why
    /// it does not count.
    pub fn describe(&self, game: Game, kind: &str, verdict: Verdict) -> String {
        let best = self.best(game, kind);
        let best = best.map(|best| format!("Best of {kind}: {}.", best.describe(game)));
        let news = match verdict {
            Verdict::Uncounted(why) => why.reason().to_owned(),
            Verdict::Counted { first: true, .. } => "First result for this kind.".to_owned(),
            Verdict::Counted {
                faster: true,
                fewer: true,
                ..
            } => "New best in both.".to_owned(),
            Verdict::Counted { faster: true, .. } => "New best time.".to_owned(),
            Verdict::Counted { fewer: true, .. } => format!("New fewest {}.", game.moves()),
            Verdict::Counted { .. } => String::new(),
        };
        let sentences = best.into_iter().chain((!news.is_empty()).then_some(news));
        sentences.collect::<Vec<_>>().join(" ")
    }

    // ---- daily results

    /// Adds the result of a day, unless it has one.
    fn add_daily(&mut self, day: Daily, done: &Completion) {
        let numbers = [
            millis(done.time),
            done.moves.into(),
            u64::from(done.help > Help::None),
        ];
        let name = day_name(done.game, day);
        self.0.entry(name).or_insert_with(|| numbers.to_vec());
    }

    /// The first result of a day: time, moves and help.
    pub fn day(&self, game: Game, day: Daily) -> Option<(Duration, u32, Help)> {
        let numbers = self.0.get(&day_name(game, day))?;
        let [time, moves, help, ..] = numbers[..] else {
            return None;
        };
        let help = if help == 0 { Help::None } else { Help::Hints };
        let moves = u32::try_from(moves).unwrap_or(u32::MAX);
        Some((Duration::from_millis(time), moves, help))
    }

    /// The number of consecutive days with a result, up to today, or up to yesterday while today has none.
    pub fn daily_streak(&self, game: Game, today: Daily) -> u32 {
        let has = |day: u32| {
            let day = Daily::of_day(day);
            day.is_some_and(|day| self.0.contains_key(&day_name(game, day)))
        };
        let today = today.day();
        let last = match has(today) {
            true => today,
            false => today.saturating_sub(1),
        };
        (0..=last).rev().take_while(|day| has(*day)).count() as u32
    }

    /// The number of days with a result.
    pub fn days(&self, game: Game) -> usize {
        let prefix = format!("day {} ", game.screen().name());
        let names = self.0.keys();
        names.filter(|name| name.starts_with(&prefix)).count()
    }

    // ---- packs

    /// Lights the lamp of a board or maze of a pack, which marks it as solved.
    pub fn light_lamp(&mut self, game: Game, place: Place) {
        let lamps = self.numbers(pack_name(game, place.pack), 1);
        lamps[0] |= 1 << place.number;
    }

    /// Whether the lamp of a board or maze of a pack is lit.
    pub fn is_lit(&self, game: Game, place: Place) -> bool {
        let lamps = self.get(&pack_name(game, place.pack), 0);
        lamps.unwrap_or_default() & 1 << place.number != 0
    }

    // ---- runs

    /// Adds a run that has ended, unless a run with this id, that of its recording, was added before.
    pub fn add_run(&mut self, id: u64, won: bool, deepest: u8, score: u64) {
        if !self.is_first("run", id) {
            return;
        }
        let numbers = self.numbers(RUNS.to_owned(), 4);
        numbers[0] += 1;
        numbers[1] += u64::from(won);
        numbers[2] = numbers[2].max(deepest.into());
        numbers[3] = numbers[3].max(score);
    }

    /// The summary of all runs.
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
    /// Time and moves, such as "time 1:30, moves 40".
    pub fn describe(&self, game: Game) -> String {
        format!(
            "time {}, {} {}",
            format_time(self.time),
            game.moves(),
            self.moves
        )
    }
}

const RUNS: &str = "runs";

fn best_name(game: Game, kind: &str) -> String {
    format!("best {} {kind}", game.screen().name())
}

fn day_name(game: Game, day: Daily) -> String {
    format!("day {} {day}", game.screen().name())
}

fn pack_name(game: Game, pack: usize) -> String {
    format!("pack {} {}", game.screen().name(), pack + 1)
}

fn parse_best(numbers: &[u64]) -> Option<Best> {
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

/// Adds the records; loads and saves them if the app has a data folder that is not locked by another window.
pub(super) fn plugin(app: &mut App) {
    let mut records = Records::default();
    if let Some(folder) = app.world().get_resource::<DataFolder>()
        && folder.refusal().is_none()
    {
        let path = folder.path().join(FILE);
        let accept = |entries| Ok(Records(entries));
        let message = match disk::recover_sealed(&path, "list of records", KIND, accept) {
            Ok((found, message)) => {
                records = found.unwrap_or_default();
                app.add_systems(Last, save_records.before(ExitSystems));
                message
            }
            Err(reason) => explain_unsaved("Records are not saved", &reason),
        };
        app.init_resource::<Notice>();
        app.world_mut().resource_mut::<Notice>().add(&message);
    }
    app.insert_resource(records);
}

fn save_records(records: Res<Records>, folder: Res<DataFolder>, writer: Res<FileWriter>) {
    if records.is_changed() && !records.is_added() {
        let path = folder.path().join(FILE);
        writer.write(path, seal::pack(KIND, &records.0), true);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn done(id: u64, seconds: u64, moves: u32, help: Help) -> Completion {
        Completion {
            game: Game::Conduit,
            kind: "10x9 easy".to_owned(),
            id,
            time: Duration::from_secs(seconds),
            moves,
            help,
            uncounted: None,
            day: None,
            place: None,
        }
    }

    #[test]
    fn only_what_was_finished_for_the_first_time_without_help_counts_for_the_best() {
        let mut records = Records::default();
        let describe =
            |records: &Records, verdict| records.describe(Game::Conduit, "10x9 easy", verdict);
        let verdict = records.add(&done(1, 90, 40, Help::None));
        assert_eq!(
            describe(&records, verdict),
            "Best of 10x9 easy: time 1:30, moves 40. First result for this kind."
        );
        for (done, message) in [
            (
                done(1, 5, 5, Help::None),
                "Best of 10x9 easy: time 1:30, moves 40. It was solved before, so it does not count again.",
            ),
            (
                done(2, 72, 44, Help::None),
                "Best of 10x9 easy: time 1:12, moves 40. New best time.",
            ),
            (
                done(3, 80, 34, Help::None),
                "Best of 10x9 easy: time 1:12, moves 34. New fewest moves.",
            ),
            (
                done(4, 9, 9, Help::Hints),
                "Best of 10x9 easy: time 1:12, moves 34. You had help, so it does not count for the records.",
            ),
            (
                done(4, 9, 9, Help::None),
                "Best of 10x9 easy: time 1:12, moves 34. It was solved before, so it does not count again.",
            ),
        ] {
            let verdict = records.add(&done);
            assert_eq!(describe(&records, verdict), message);
        }
        let given = Completion {
            uncounted: Some(Uncounted::Begun),
            ..done(5, 1, 1, Help::None)
        };
        assert_eq!(records.add(&given), Verdict::Uncounted(Uncounted::Begun));
        assert_eq!(records.best(Game::Conduit, "10x9 easy").unwrap().count, 3);
        assert_eq!(
            records.streak(Game::Conduit),
            (0, 3),
            "a hint ends the streak"
        );
        assert_eq!(records.bests(Game::Maze).count(), 0);
    }

    #[test]
    fn a_daily_streak_ends_with_a_day_that_has_no_result() {
        let mut records = Records::default();
        let day = |number| Daily::of_day(number).unwrap();
        let mut add = |number, done| {
            let day = Some(day(number));
            records.add(&Completion { day, ..done })
        };
        for number in [100, 102, 103, 104] {
            add(number, done(number.into(), 60, 50, Help::None));
        }
        add(104, done(1, 1, 1, Help::None));
        add(105, done(2, 1, 1, Help::Shown));
        let repeated = Verdict::Uncounted(Uncounted::Repeated);
        assert_eq!(add(105, done(2, 1, 1, Help::None)), repeated);
        let streak = |today| records.daily_streak(Game::Conduit, day(today));
        assert_eq!([streak(104), streak(105), streak(106)], [3, 3, 0]);
        let first = (Duration::from_secs(60), 50, Help::None);
        assert_eq!(records.day(Game::Conduit, day(104)), Some(first));
        assert_eq!(records.days(Game::Conduit), 4);
    }

    #[test]
    fn a_daily_counts_for_its_own_day_and_none_before_that_day() {
        let mut records = Records::default();
        let today = today();
        let [yesterday, tomorrow] =
            [today.day() - 1, today.day() + 1].map(|day| Daily::of_day(day).unwrap());
        let solved = |id, day| Completion {
            day: Some(day),
            ..done(id, 60, 50, Help::None)
        };
        records.add(&solved(1, yesterday));
        let verdict = records.add(&solved(2, tomorrow));
        assert_eq!(verdict, Verdict::Uncounted(Uncounted::DayToCome));
        let counts = |day| records.day(Game::Conduit, day).is_some();
        assert_eq!(
            [yesterday, today, tomorrow].map(counts),
            [true, false, false]
        );
        assert_eq!(records.best(Game::Conduit, "10x9 easy").unwrap().count, 1);
    }

    #[test]
    fn a_run_counts_once_and_only_so_many_are_remembered() {
        let mut records = Records::default();
        for id in [1, 2, 1, 2, 2] {
            records.add_run(id, false, 3, 70);
        }
        assert_eq!(records.runs().ended, 2);
        for id in 0..3000 {
            records.add_run(id, false, 3, 70);
        }
        assert_eq!(records.runs().ended, 3000);
        assert_eq!(records.0["seen run"].len(), MAX_SEEN);
    }

    #[test]
    fn entries_of_another_version_are_kept() {
        let mut entries = BTreeMap::new();
        entries.insert("flights of stairs".to_owned(), vec![7, 8]);
        entries.insert("best conduit 10x9 easy".to_owned(), vec![1, 90_000, 40, 99]);
        let mut records = Records(entries);
        records.add(&done(1, 60, 50, Help::None));
        let place = Place {
            pack: 2,
            number: 29,
        };
        records.light_lamp(Game::Maze, place);
        records.add_run(1, true, 12, 900);
        records.add_run(2, false, 3, 70);
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
