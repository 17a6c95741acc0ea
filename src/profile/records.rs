//! The player's records: the scores of each kind of board and maze, streaks, daily results, lamps of packs, and runs.
//!
//! The file `records.save` maps names to lists of numbers. Names and trailing numbers that the program does not
//! know are kept.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::Duration;

use super::Game;
use super::format_time;
use super::score::{self, Better, Dated, Lamp, Score, Scores};
use crate::disk::{self, DiskError};
use crate::game::Daily;
use crate::pack::{self, Place};
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
#[derive(Clone, Default, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "app", derive(bevy::prelude::Resource))]
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
    /// What it is compared with.
    pub kind: score::Kind,
    /// A hash that identifies it.
    pub id: u64,
    /// The time played.
    pub time: Duration,
    /// Moves made, including undone ones.
    pub moves: u32,
    /// The fewest moves possible.
    pub fewest: u32,
    /// The help that the player got.
    pub help: Help,
    /// Why it counts for no record, if that is known before it is finished.
    pub uncounted: Option<Uncounted>,
    /// The day that it is the daily of.
    pub day: Option<Daily>,
    /// Its place in the packs.
    pub place: Option<Place>,
}

impl Completion {
    /// Its score.
    pub fn score(&self) -> Score {
        Score::of(self.moves, self.fewest, self.time)
    }

    /// Moves, time and help in words, such as "64 steps, 6 more than needed, in 0:42, with hints".
    pub fn describe(&self) -> String {
        let (moves, time) = (self.game.count_moves(self.moves), format_time(self.time));
        let over = match self.score().over {
            0 => "the fewest possible".to_owned(),
            over => format!("{over} more than needed"),
        };
        match self.help {
            // The fewest moves are no achievement then.
            Help::Shown => format!("{moves} in {time}, solution shown"),
            Help::Hints => format!("{moves}, {over}, in {time}, with hints"),
            Help::None => format!("{moves}, {over}, in {time}"),
        }
    }
}

/// Whether a finished board or maze counts for the records.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// It does not.
    Uncounted(Uncounted),
    /// It counts among the scores of its kind, and betters this.
    Counted(Better),
}

/// Why a finished board or maze does not count.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Uncounted {
    /// The solution was shown.
    Shown,
    /// It was finished before.
    Repeated,
    /// It came from a code or a file with part of it already done.
    Begun,
    /// It is the daily of a day that has not begun.
    DayToCome,
}

impl Uncounted {
    const fn reason(self) -> &'static str {
        match self {
            Self::Shown => "The solution was shown, so it does not count for the records.",
            Self::Repeated => "It was solved before, so it does not count again.",
            Self::Begun => "It was begun elsewhere, so it does not count for the records.",
            Self::DayToCome => "Its day is still to come, so it does not count yet.",
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
    /// The path of the file in a data folder.
    pub fn path(folder: &Path) -> PathBuf {
        folder.join(FILE)
    }

    /// Loads the records of a data folder, or their backup; also returns what to tell the player.
    ///
    /// # Errors
    /// If they can be neither read nor renamed. Saving would then destroy them.
    pub fn load(folder: &Path) -> Result<(Self, String), DiskError> {
        let accept = |entries| Ok(Self(entries));
        let found = disk::recover_sealed(&Self::path(folder), "list of records", KIND, accept);
        found.map(|(found, message)| (found.unwrap_or_default(), message))
    }

    /// Saves them in a data folder; what was there is kept as the backup.
    ///
    /// # Errors
    /// [`DiskError::Unwritable`].
    pub fn save(&self, folder: &Path) -> Result<(), DiskError> {
        disk::write(&Self::path(folder), &self.to_bytes(), true)
    }

    /// The content of the file.
    pub fn to_bytes(&self) -> Vec<u8> {
        seal::pack(KIND, &self.0)
    }

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

    /// Whether something was finished before.
    fn has_seen(&self, game: &str, id: u64) -> bool {
        let seen = self.0.get(&format!("seen {game}"));
        seen.is_some_and(|seen| seen.contains(&id))
    }

    /// Notes that something was finished for the first time.
    fn note(&mut self, game: &str, id: u64) {
        let seen = self.numbers(format!("seen {game}"), 0);
        seen.push(id);
        let surplus = seen.len().saturating_sub(MAX_SEEN);
        seen.drain(..surplus);
    }

    /// Adds a finished board or maze. It lights its lamp in a pack unless the solution was shown. It counts only if
    /// it was finished for the first time and no solution was shown: for its day and among the scores of its kind.
    /// `today` is the day in UTC.
    pub fn add(&mut self, done: &Completion, today: Daily) -> Verdict {
        let game = done.game.name();
        if let Some(place) = done.place {
            self.light_lamp(done.game, place, Lamp::of_completion(done));
        }
        if let Some(why) = self.why_uncounted(done, today) {
            if why == Uncounted::DayToCome && !self.has_seen(&early(game), done.id) {
                self.note(&early(game), done.id);
            }
            return Verdict::Uncounted(why);
        }
        self.note(game, done.id);
        if let Some(day) = done.day.filter(|_| done.help < Help::Shown) {
            self.add_daily(day, done);
        }
        // A maze from elsewhere may be a short one.
        if !done.kind.loaded || done.help > Help::None {
            let streak = self.numbers(format!("row {game}"), 2);
            streak[0] = match done.help {
                Help::None => streak[0] + 1,
                _ => 0,
            };
            streak[1] = streak[1].max(streak[0]);
        }
        if done.help == Help::Shown {
            return Verdict::Uncounted(Uncounted::Shown);
        }
        let name = score_name(done.game, &done.kind.to_string());
        let numbers = self.0.entry(name).or_default();
        let mut scores = Scores::of_numbers(numbers);
        let (day, score) = (today, done.score());
        let better = scores.add(Dated { day, score });
        *numbers = scores.to_numbers();
        Verdict::Counted(better)
    }

    /// Why a board or maze counts neither for its day nor among the scores, if that does not depend on the help got.
    fn why_uncounted(&self, done: &Completion, today: Daily) -> Option<Uncounted> {
        let is_to_come = done.day.is_some_and(|day| day > today);
        let to_come = is_to_come.then_some(Uncounted::DayToCome);
        let repeated = || {
            self.has_seen(done.game.name(), done.id)
                .then_some(Uncounted::Repeated)
        };
        done.uncounted.or(to_come).or_else(repeated)
    }

    /// Whether a finished board or maze is missing among the results, as after a kill before they were written. `today`
    /// is the day in UTC.
    pub fn lacks(&self, done: &Completion, today: Daily) -> bool {
        let is_early = self.has_seen(&early(done.game.name()), done.id);
        self.why_uncounted(done, today).is_none() && !is_early
    }

    /// Whether a hint would cost a board or maze in play something: it has had no help, and counts for the records or
    /// for its lamp. `today` is the day in UTC.
    pub fn hint_costs(&self, done: &Completion, today: Daily) -> bool {
        let is_lamp_open = |place| {
            let alone = Completion {
                moves: done.moves.max(done.fewest),
                ..done.clone()
            };
            let earned = Lamp::of_completion(&alone);
            earned > Lamp::Half && earned > self.lamp(done.game, place)
        };
        done.help == Help::None
            && (self.why_uncounted(done, today).is_none() || done.place.is_some_and(is_lamp_open))
    }

    /// The scores of a kind, if there are any.
    pub fn scores(&self, game: Game, kind: &str) -> Option<Scores> {
        parse_scores(self.0.get(&score_name(game, kind))?)
    }

    /// All kinds with their scores, sorted by name.
    pub fn all_scores(&self, game: Game) -> impl Iterator<Item = (&str, Scores)> {
        self.named(score_name(game, ""), parse_scores)
    }

    /// The names that begin with `prefix`, without it, and what their numbers mean.
    fn named<T>(
        &self,
        prefix: String,
        parse: fn(&[u64]) -> Option<T>,
    ) -> impl Iterator<Item = (&str, T)> {
        let all = self.0.range(prefix.clone()..);
        let own = all.map_while(move |(name, numbers)| {
            let kind = name.strip_prefix(prefix.as_str())?;
            Some((kind, parse(numbers)))
        });
        own.filter_map(|(kind, parsed)| Some((kind, parsed?)))
    }

    /// The number of puzzles that were finished without help.
    pub fn done_alone(&self, game: Game) -> u64 {
        let scores = self.all_scores(game);
        let alone = scores.filter(|(kind, _)| !score::is_hinted(kind));
        let counts = alone.map(|(_, scores)| scores.count());
        counts.fold(0, u64::saturating_add)
    }

    /// The current and the longest streak of puzzles finished without help.
    pub fn streak(&self, game: Game) -> (u64, u64) {
        let name = format!("row {}", game.name());
        let number = |index| self.get(&name, index).unwrap_or_default();
        (number(0), number(1))
    }

    /// Describes the best of the kind of a finished board or maze, if there is one, and whether the last result is
    /// among it or why it does not count.
    pub fn describe(&self, done: &Completion, verdict: Verdict) -> String {
        let (game, kind) = (done.game, done.kind.to_string());
        let best = self.scores(game, &kind).and_then(|scores| scores.best());
        let best = best.map(|best| format!("Best of {kind}: {}.", best.describe(game)));
        let needed = || game.moves().trim_end_matches('s');
        let news = match verdict {
            Verdict::Uncounted(why) => why.reason().to_owned(),
            Verdict::Counted(Better { first: true, .. }) => "Your first of this kind.".to_owned(),
            Verdict::Counted(Better {
                over: true,
                pace: true,
                ..
            }) => "New best in both.".to_owned(),
            Verdict::Counted(Better { over: true, .. }) => {
                format!("New fewest {} over.", game.moves())
            }
            Verdict::Counted(Better { pace: true, .. }) => {
                format!("New best time per needed {}.", needed())
            }
            Verdict::Counted(_) => String::new(),
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
        let prefix = format!("day {} ", game.name());
        let names = self.0.keys();
        names.filter(|name| name.starts_with(&prefix)).count()
    }

    // ---- packs

    /// Has a lamp show what a board or maze of a pack has earned, unless it shows more.
    fn light_lamp(&mut self, game: Game, place: Place, earned: Lamp) {
        if earned <= self.lamp(game, place) {
            return;
        }
        let lamps = self.numbers(pack_name(game, place.pack), LAMPS);
        let bit = 1 << place.number;
        for (number, shows) in [
            (0, earned > Lamp::Dark),
            (1, earned == Lamp::Half),
            (2, earned == Lamp::Star),
        ] {
            match shows {
                true => lamps[number] |= bit,
                false => lamps[number] &= !bit,
            }
        }
    }

    /// What a board or maze of a pack has earned.
    pub fn lamp(&self, game: Game, place: Place) -> Lamp {
        let name = pack_name(game, place.pack);
        let has = |number| self.get(&name, number).unwrap_or_default() & 1 << place.number != 0;
        match (has(0), has(1), has(2)) {
            (false, ..) => Lamp::Dark,
            (true, true, _) => Lamp::Half,
            (true, false, true) => Lamp::Star,
            (true, false, false) => Lamp::Lit,
        }
    }

    /// What each board or maze of a pack has earned.
    pub fn lamps(&self, game: Game, pack: usize) -> [Lamp; pack::LENGTH] {
        std::array::from_fn(|number| self.lamp(game, Place { pack, number }))
    }

    // ---- runs

    /// Adds a run that has ended, unless a run with this id, that of its recording, was added before.
    pub fn add_run(&mut self, id: u64, won: bool, deepest: u8, score: u64) {
        if self.has_seen("run", id) {
            return;
        }
        self.note("run", id);
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

const RUNS: &str = "runs";

/// Numbers of a pack, one bit for each lamp: whether it is lit, lit by half, and a star.
const LAMPS: usize = 3;

/// The list of what was finished before its day.
fn early(game: &str) -> String {
    format!("early {game}")
}

fn score_name(game: Game, kind: &str) -> String {
    format!("score {} {kind}", game.name())
}

fn day_name(game: Game, day: Daily) -> String {
    format!("day {} {day}", game.name())
}

fn pack_name(game: Game, pack: usize) -> String {
    format!("pack {} {}", game.name(), pack + 1)
}

fn parse_scores(numbers: &[u64]) -> Option<Scores> {
    let scores = Scores::of_numbers(numbers);
    scores.best().is_some().then_some(scores)
}

fn millis(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn today() -> Daily {
        Daily::of_day(20_000).unwrap()
    }

    fn done(id: u64, seconds: u64, moves: u32, help: Help) -> Completion {
        Completion {
            game: Game::Conduit,
            kind: score::Kind {
                hinted: help > Help::None,
                ..score::Kind::plain("10x9 easy")
            },
            id,
            time: Duration::from_secs(seconds),
            moves,
            fewest: 30,
            help,
            uncounted: None,
            day: None,
            place: None,
        }
    }

    #[test]
    fn only_what_was_finished_for_the_first_time_counts_and_with_hints_it_is_a_kind_of_its_own() {
        let mut records = Records::default();
        for (done, message) in [
            (
                done(1, 90, 40, Help::None),
                "Best of 10x9 easy: 10 moves over, 3.00 s per needed move. Your first of this kind.",
            ),
            (
                done(1, 5, 5, Help::None),
                "Best of 10x9 easy: 10 moves over, 3.00 s per needed move. It was solved before, so it does not count again.",
            ),
            (
                done(2, 72, 44, Help::None),
                "Best of 10x9 easy: 10 moves over, 2.40 s per needed move. New best time per needed move.",
            ),
            (
                done(3, 80, 34, Help::None),
                "Best of 10x9 easy: 4 moves over, 2.40 s per needed move. New fewest moves over.",
            ),
            (
                done(4, 9, 30, Help::Hints),
                "Best of 10x9 easy, with hints: perfect, 0.30 s per needed move. Your first of this kind.",
            ),
            (
                done(4, 9, 9, Help::None),
                "Best of 10x9 easy: 4 moves over, 2.40 s per needed move. It was solved before, so it does not count again.",
            ),
        ] {
            let verdict = records.add(&done, today());
            assert_eq!(records.describe(&done, verdict), message);
        }
        let given = Completion {
            uncounted: Some(Uncounted::Begun),
            ..done(5, 1, 1, Help::None)
        };
        assert_eq!(
            records.add(&given, today()),
            Verdict::Uncounted(Uncounted::Begun)
        );
        let scores = records.scores(Game::Conduit, "10x9 easy").unwrap();
        assert_eq!((scores.count(), records.done_alone(Game::Conduit)), (3, 3));
        assert_eq!(
            records.streak(Game::Conduit),
            (0, 3),
            "a hint ends the streak"
        );
        assert_eq!(records.all_scores(Game::Maze).count(), 0);
    }

    #[test]
    fn a_braided_maze_breaks_no_record_of_another_kind_and_no_short_one_by_being_short() {
        let mut records = Records::default();
        let maze = |id, moves, fewest, braided| Completion {
            game: Game::Maze,
            kind: score::Kind {
                braided,
                ..score::Kind::plain("16x10 maze-dfs")
            },
            fewest,
            ..done(id, 115, moves, Help::None)
        };
        records.add(&maze(1, 119, 115, false), today());
        let verdict = records.add(&maze(2, 35, 35, true), today());
        let first = Better {
            first: true,
            over: false,
            pace: false,
        };
        assert_eq!(verdict, Verdict::Counted(first));
        // One with a short way took longer for each step that it needed.
        let verdict = records.add(&maze(3, 39, 35, false), today());
        let none = Better {
            first: false,
            ..first
        };
        assert_eq!(verdict, Verdict::Counted(none));
        let best = records.scores(Game::Maze, "16x10 maze-dfs").unwrap();
        assert_eq!(
            best.best(),
            Some(Score {
                over: 4,
                pace: 1000
            })
        );
    }

    #[test]
    fn a_hint_costs_what_would_count_or_light_more_of_a_lamp() {
        let mut records = Records::default();
        let place = Place { pack: 0, number: 3 };
        let open = |id, help| done(id, 5, 12, help);
        let of_pack = |id, moves| Completion {
            place: Some(place),
            ..done(id, 5, moves, Help::None)
        };
        assert!(records.hint_costs(&open(1, Help::None), today()));
        assert!(!records.hint_costs(&open(1, Help::Hints), today()));
        records.add(&open(1, Help::None), today());
        assert!(!records.hint_costs(&open(1, Help::None), today()));
        // What was done before counts no more, but its lamp can become a star.
        records.add(&of_pack(2, 34), today());
        assert!(records.hint_costs(&of_pack(2, 12), today()));
        assert!(!records.hint_costs(&of_pack(2, 31), today()));
        let begun = Completion {
            uncounted: Some(Uncounted::Begun),
            ..of_pack(3, 12)
        };
        assert!(!records.hint_costs(&begun, today()));
    }

    #[test]
    fn a_lamp_shows_the_best_that_was_done_and_those_of_before_stay_lit() {
        let mut records = Records::default();
        let (game, place) = (
            Game::Conduit,
            Place {
                pack: 2,
                number: 29,
            },
        );
        records.0.insert("pack conduit 3".to_owned(), vec![1 << 4]);
        let mut add = |moves: u32, help, uncounted| {
            let solved = Completion {
                place: Some(place),
                uncounted,
                ..done(moves.into(), 60, moves, help)
            };
            records.add(&solved, today());
            records.lamp(game, place)
        };
        assert_eq!(add(30, Help::Shown, None), Lamp::Dark);
        assert_eq!(add(31, Help::None, Some(Uncounted::Begun)), Lamp::Half);
        assert_eq!(add(32, Help::None, None), Lamp::Lit);
        assert_eq!(add(33, Help::Hints, None), Lamp::Lit);
        assert_eq!(add(30, Help::None, None), Lamp::Star);
        assert_eq!(add(34, Help::None, None), Lamp::Star);
        let lamps = records.lamps(game, 2);
        assert_eq!((lamps[4], lamps[5]), (Lamp::Lit, Lamp::Dark));
    }

    #[test]
    fn a_daily_streak_ends_with_a_day_that_has_no_result() {
        let mut records = Records::default();
        let day = |number| Daily::of_day(number).unwrap();
        let mut add = |number, done| {
            let day = Some(day(number));
            records.add(&Completion { day, ..done }, today())
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
        records.add(&solved(1, yesterday), today);
        let early = solved(2, tomorrow);
        let verdict = records.add(&early, today);
        assert_eq!(verdict, Verdict::Uncounted(Uncounted::DayToCome));
        // Found on its day it is no more than it was; another attempt then counts.
        assert!(!records.lacks(&early, tomorrow));
        assert!(!records.lacks(&solved(1, yesterday), tomorrow));
        assert!(records.lacks(&solved(3, yesterday), tomorrow));
        let mut later = records.clone();
        assert!(matches!(later.add(&early, tomorrow), Verdict::Counted(_)));
        let counts = |day| records.day(Game::Conduit, day).is_some();
        assert_eq!(
            [yesterday, today, tomorrow].map(counts),
            [true, false, false]
        );
        assert_eq!(records.done_alone(Game::Conduit), 1);
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
    fn entries_of_other_versions_are_kept() {
        let mut entries = BTreeMap::new();
        entries.insert("flights of stairs".to_owned(), vec![7, 8]);
        entries.insert("day conduit 2020-01-01".to_owned(), vec![5, 6, 0]);
        let mut records = Records(entries);
        records.add(&done(1, 60, 50, Help::None), today());
        records.add_run(1, true, 12, 900);
        records.add_run(2, false, 3, 70);
        let bytes = seal::pack(KIND, &records.0);
        let again = Records(seal::unpack(KIND, &bytes).unwrap());
        assert_eq!(again, records);
        assert_eq!(again.get("flights of stairs", 1), Some(8));
        assert_eq!(again.all_scores(Game::Conduit).count(), 1);
        assert_eq!(again.done_alone(Game::Conduit), 1);
        let runs = Runs {
            ended: 2,
            won: 1,
            deepest: 12,
            score: 900,
        };
        assert_eq!(again.runs(), runs);
    }
}
