//! Scores that compare players and not puzzles: how many moves more than needed, and the time for each move that was
//! needed. Within a [`Kind`] any two are comparable, whatever the puzzle.

use std::fmt;
use std::time::Duration;

use super::Game;
use crate::game::Daily;

/// How well a board or a maze was done. 0 moves over and the shortest pace are best.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Score {
    /// Moves or steps more than the fewest possible.
    pub over: u32,
    /// Milliseconds for each move of the fewest possible.
    pub pace: u32,
}

impl Score {
    /// The score of a puzzle that was done in `moves` moves and this time, of which `fewest` are needed.
    pub fn of(moves: u32, fewest: u32, time: Duration) -> Self {
        let millis = time.as_millis() / u128::from(fewest.max(1));
        Self {
            over: moves.saturating_sub(fewest),
            pace: u32::try_from(millis).unwrap_or(u32::MAX),
        }
    }

    /// Whether no move was wasted.
    pub const fn is_perfect(self) -> bool {
        self.over == 0
    }

    /// In words, such as "perfect, 1.25 s per needed move" or "3 steps over, 0.40 s per needed step".
    pub fn describe(self, game: Game) -> String {
        let pace = format_pace(self.pace);
        let needed = game.moves().trim_end_matches('s');
        format!(
            "{}, {pace} per needed {needed}",
            describe_over(self.over, game)
        )
    }
}

/// Moves over the fewest in words, such as "perfect" or "3 steps over".
pub fn describe_over(over: u32, game: Game) -> String {
    match over {
        0 => "perfect".to_owned(),
        over => format!("{} over", game.count_moves(over)),
    }
}

/// Formats a pace in milliseconds as seconds, such as "1.25 s", with one decimal from 10 seconds on.
pub fn format_pace(pace: u32) -> String {
    let (seconds, hundredths) = (pace / 1000, pace % 1000 / 10);
    match seconds {
        0..10 => format!("{seconds}.{hundredths:02} s"),
        _ => format!("{seconds}.{} s", hundredths / 10),
    }
}

/// What puzzles are compared with each other: their size and difficulty or generator, and what makes them easier or
/// harder than others of these. Displayed as words.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Kind {
    /// Size and difficulty or generator, such as `10x9 easy` or `16x10 maze-dfs`.
    pub base: String,
    /// A maze has loops, so that its fewest steps say little.
    pub braided: bool,
    /// Only the lantern lights the maze.
    pub dark: bool,
    /// A maze came from a file.
    pub loaded: bool,
    /// A hint was used.
    pub hinted: bool,
    /// A board may have several solutions.
    pub several: bool,
}

impl Kind {
    /// A kind with nothing special.
    pub fn plain(base: impl Into<String>) -> Self {
        Self {
            base: base.into(),
            braided: false,
            dark: false,
            loaded: false,
            hinted: false,
            several: false,
        }
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.base)?;
        for (applies, word) in [
            (self.braided, "braided"),
            (self.dark, "dark"),
            (self.loaded, "loaded"),
            (self.several, "several solutions"),
            (self.hinted, HINTED),
        ] {
            if applies {
                write!(f, ", {word}")?;
            }
        }
        Ok(())
    }
}

/// The last words of a kind of which puzzles were done with hints.
const HINTED: &str = "with hints";

/// Whether the kind of this name is one with hints.
pub(super) fn is_hinted(kind: &str) -> bool {
    kind.ends_with(HINTED)
}

/// A score and the day on which it was reached.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Dated {
    /// The day in UTC.
    pub day: Daily,
    /// The score.
    pub score: Score,
}

/// The last scores of a kind, the oldest first, and the best of all time.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Scores {
    last: Vec<Dated>,
    /// The fewest moves over and the shortest pace, not necessarily of the same puzzle.
    best: Option<Score>,
    count: u64,
}

impl Scores {
    /// Scores kept at most.
    pub const MAX: usize = 20;

    /// Adds a score. Returns whether it is the first, and whether it betters each of the bests.
    pub fn add(&mut self, dated: Dated) -> Better {
        let Score { over, pace } = dated.score;
        let best = self.best;
        let better = Better {
            first: best.is_none(),
            over: best.is_some_and(|best| over < best.over),
            pace: best.is_some_and(|best| pace < best.pace),
        };
        let least = |own: u32, other: Option<u32>| other.map_or(own, |other| own.min(other));
        self.best = Some(Score {
            over: least(over, best.map(|best| best.over)),
            pace: least(pace, best.map(|best| best.pace)),
        });
        self.count = self.count.saturating_add(1);
        self.last.push(dated);
        let surplus = self.last.len().saturating_sub(Self::MAX);
        self.last.drain(..surplus);
        better
    }

    /// The last scores, the oldest first.
    pub fn last(&self) -> &[Dated] {
        &self.last
    }

    /// The best of all time, part by part.
    pub const fn best(&self) -> Option<Score> {
        self.best
    }

    /// How many there were.
    pub const fn count(&self) -> u64 {
        self.count
    }

    /// The median of the last scores, part by part; of an even number the lower one.
    pub fn median(&self) -> Option<Score> {
        let median = |part: fn(&Dated) -> u32| {
            let mut parts: Vec<u32> = self.last.iter().map(part).collect();
            parts.sort_unstable();
            parts.get(parts.len().saturating_sub(1) / 2).copied()
        };
        let over = median(|dated| dated.score.over)?;
        let pace = median(|dated| dated.score.pace)?;
        Some(Score { over, pace })
    }

    /// As numbers for the file of records: the count, the bests, and day, moves over and pace of each of the last.
    pub fn to_numbers(&self) -> Vec<u64> {
        let best = self.best.unwrap_or(Score { over: 0, pace: 0 });
        let head = [self.count, best.over.into(), best.pace.into()];
        let last = self.last.iter().flat_map(|dated| {
            let Score { over, pace } = dated.score;
            [dated.day.day(), over, pace].map(u64::from)
        });
        head.into_iter().chain(last).collect()
    }

    /// Reads [numbers](Self::to_numbers); what makes no sense is left out.
    pub fn of_numbers(numbers: &[u64]) -> Self {
        let part = |number: u64| u32::try_from(number).ok();
        let score = |over, pace| {
            let (over, pace) = (part(over)?, part(pace)?);
            Some(Score { over, pace })
        };
        let Some(([count, over, pace], last)) = numbers.split_first_chunk() else {
            return Self::default();
        };
        let last = last.chunks_exact(3).filter_map(|chunk| {
            let day = part(chunk[0]).and_then(Daily::of_day)?;
            let score = score(chunk[1], chunk[2])?;
            Some(Dated { day, score })
        });
        let mut last: Vec<Dated> = last.collect();
        let surplus = last.len().saturating_sub(Self::MAX);
        last.drain(..surplus);
        Self {
            last,
            best: score(*over, *pace).filter(|_| *count > 0),
            count: *count,
        }
    }
}

/// What a new score betters.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Better {
    /// It is the first of its kind.
    pub first: bool,
    /// It has fewer moves over than all before.
    pub over: bool,
    /// It has a shorter pace than all before.
    pub pace: bool,
}

/// What a puzzle of a pack has earned. A better one replaces a worse one.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub enum Lamp {
    /// It is not done, or its solution was shown.
    #[default]
    Dark,
    /// It was done with hints.
    Half,
    /// It was done alone.
    Lit,
    /// It was done alone with the fewest moves.
    Star,
}

impl Lamp {
    /// What a finished puzzle earns. One that was begun elsewhere may have been done with help.
    pub fn of_completion(done: &super::Completion) -> Self {
        match (Self::of(done.score(), done.help), done.uncounted) {
            (Self::Lit | Self::Star, Some(_)) => Self::Half,
            (earned, _) => earned,
        }
    }

    /// What a score earns, with the help that was got.
    pub const fn of(score: Score, help: super::Help) -> Self {
        match help {
            super::Help::Shown => Self::Dark,
            super::Help::Hints => Self::Half,
            super::Help::None if score.is_perfect() => Self::Star,
            super::Help::None => Self::Lit,
        }
    }

    /// What it stands for, in words.
    pub const fn meaning(self) -> &'static str {
        match self {
            Self::Dark => "not done",
            Self::Half => "done with help",
            Self::Lit => "done alone",
            Self::Star => "perfect, and without help",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::profile::Help;

    fn dated(day: u32, over: u32, pace: u32) -> Dated {
        Dated {
            day: Daily::of_day(day).unwrap(),
            score: Score { over, pace },
        }
    }

    #[test]
    fn a_short_way_is_no_record_by_itself() {
        // A braided maze of 35 needed steps, and a plain one of 115: both were walked with one detour of two cells.
        let short = Score::of(39, 35, Duration::from_secs(35));
        let long = Score::of(119, 115, Duration::from_secs(115));
        assert_eq!(short, long);
        let mut scores = Scores::default();
        assert!(
            scores
                .add(Dated {
                    score: long,
                    ..dated(20_000, 0, 0)
                })
                .first
        );
        let again = scores.add(Dated {
            score: short,
            ..dated(20_001, 0, 0)
        });
        assert_eq!(
            again,
            Better {
                first: false,
                over: false,
                pace: false
            }
        );
        let braided = Kind {
            braided: true,
            ..Kind::plain("16x10 maze-dfs")
        };
        assert_ne!(braided, Kind::plain("16x10 maze-dfs"));
        assert_eq!(braided.to_string(), "16x10 maze-dfs, braided");
        let hinted = Kind {
            hinted: true,
            several: true,
            ..Kind::plain("5x5 easy")
        };
        assert_eq!(
            hinted.to_string(),
            "5x5 easy, several solutions, with hints"
        );
    }

    #[test]
    fn a_score_is_told_in_the_words_of_its_game() {
        let told = |over, pace, game| Score { over, pace }.describe(game);
        assert_eq!(
            [
                told(0, 1259, Game::Conduit),
                told(1, 400, Game::Maze),
                told(12, 73_940, Game::Maze)
            ],
            [
                "perfect, 1.25 s per needed move",
                "1 step over, 0.40 s per needed step",
                "12 steps over, 73.9 s per needed step"
            ]
        );
    }

    #[test]
    fn the_last_twenty_are_kept_with_their_median_and_the_best_of_all() {
        let mut scores = Scores::default();
        assert_eq!((scores.median(), scores.best()), (None, None));
        scores.add(dated(100, 0, 900));
        for day in 101..130 {
            let better = scores.add(dated(day, day - 100, 1000 - day));
            assert!(!better.over && !better.first);
        }
        assert_eq!(scores.last().len(), Scores::MAX);
        assert_eq!(scores.last()[0].day, Daily::of_day(110).unwrap());
        assert_eq!(
            (scores.count(), scores.best()),
            (30, Some(Score { over: 0, pace: 871 }))
        );
        assert_eq!(
            scores.median(),
            Some(Score {
                over: 19,
                pace: 880
            })
        );
    }

    #[test]
    fn scores_read_back_from_their_numbers_and_damage_costs_only_itself() {
        let mut scores = Scores::default();
        assert_eq!(Scores::of_numbers(&scores.to_numbers()), scores);
        for day in 0..25 {
            scores.add(dated(20_000 + day, day % 7, 500 + day));
        }
        let numbers = scores.to_numbers();
        assert_eq!(Scores::of_numbers(&numbers), scores);
        let mut damaged = numbers.clone();
        damaged[3] = u64::MAX;
        damaged.push(7);
        let read = Scores::of_numbers(&damaged);
        assert_eq!(read.last(), &scores.last()[1..]);
        assert_eq!(Scores::of_numbers(&[1, 2]), Scores::default());
    }

    #[test]
    fn a_lamp_shows_how_a_puzzle_was_done() {
        let score = |over| Score { over, pace: 1 };
        let lamps = [
            Lamp::of(score(0), Help::Shown),
            Lamp::of(score(0), Help::Hints),
            Lamp::of(score(3), Help::None),
            Lamp::of(score(0), Help::None),
        ];
        assert_eq!(lamps, [Lamp::Dark, Lamp::Half, Lamp::Lit, Lamp::Star]);
        assert!(lamps.is_sorted());
    }
}
