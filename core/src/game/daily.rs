//! The daily games: a run, a board and a maze that are the same for everyone on their day.
//!
//! The seed of each is a hash of the game and the date, from which the date cannot be read back: a daily is begun
//! as the daily of its day, and the day stands in its saves and replays. Dates are in UTC. The conversions between
//! dates and days since 1 January 1970 follow H. Hinnant, "chrono-compatible low-level date algorithms", 2013.

use std::fmt;
use std::str::FromStr;

use strum::{EnumCount, VariantArray};

use crate::decimal::parse_digits;
use crate::rng::{Seed, Stream, Tag};
use crate::text::Invalid;

/// The date of a daily game, in UTC.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Daily {
    year: u16,
    month: u8,
    day: u8,
}

/// The years that have daily games.
const YEARS: std::ops::RangeInclusive<u16> = 1970..=9999;

/// The seeds of dailies are below this number, as those of new games are, so that they can be read out.
const SEEDS: u32 = 1_000_000_000;

impl Daily {
    /// The last date with daily games.
    pub const LAST: Self = Self {
        year: 9999,
        month: 12,
        day: 31,
    };

    /// The date `days` after 1 January 1970; `None` after the year 9999.
    pub fn of_day(days: u32) -> Option<Self> {
        // Counts eras of 400 years from 1 March of the year 0.
        let days = days.checked_add(719_468)?;
        let (era, day_of_era) = (days / 146_097, days % 146_097);
        let years =
            (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
        let day_of_year = day_of_era - (365 * years + years / 4 - years / 100);
        let months = (5 * day_of_year + 2) / 153;
        let day = day_of_year - (153 * months + 2) / 5 + 1;
        let month = if months < 10 { months + 3 } else { months - 9 };
        let year = years + 400 * era + u32::from(month <= 2);
        let date = Self {
            year: u16::try_from(year).ok()?,
            month: month as u8,
            day: day as u8,
        };
        YEARS.contains(&date.year).then_some(date)
    }

    /// Days from 1 January 1970 to this date.
    pub fn day(self) -> u32 {
        let (month, day) = (u32::from(self.month), u32::from(self.day));
        let year = u32::from(self.year) - u32::from(month <= 2);
        let (era, day_of_era) = (year / 400, year % 400);
        let months = if month > 2 { month - 3 } else { month + 9 };
        let day_of_year = (153 * months + 2) / 5 + day - 1;
        era * 146_097 + day_of_era * 365 + day_of_era / 4 - day_of_era / 100 + day_of_year - 719_468
    }
}

impl fmt::Display for Daily {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:04}-{:02}-{:02}", self.year, self.month, self.day)
    }
}

impl FromStr for Daily {
    type Err = Invalid;

    /// Reads a date in the form in which it is displayed.
    fn from_str(text: &str) -> Result<Self, Invalid> {
        let parse = || {
            let parts: Vec<&str> = text.split('-').collect();
            let [year, month, day] = parts[..] else {
                return None;
            };
            let date = Self {
                year: parse_digits(year)?,
                month: parse_digits(month)?,
                day: parse_digits(day)?,
            };
            let in_range = YEARS.contains(&date.year)
                && (1..=12).contains(&date.month)
                && (1..=31).contains(&date.day);
            // Converting the 31st of a shorter month yields a day of the next month.
            (in_range && Self::of_day(date.day()) == Some(date) && date.to_string() == text)
                .then_some(date)
        };
        parse().ok_or_else(|| {
            let text: String = text.chars().take(24).collect();
            Invalid::new(format_args!(
                "\"{text}\" is not a date from 1970 to 9999; write it as 2026-11-24"
            ))
        })
    }
}

/// The games that have a daily.
#[derive(Clone, Copy, PartialEq, Eq, Debug, EnumCount, VariantArray)]
pub enum DailyGame {
    /// A run in Descend.
    Run,
    /// A board of Conduit.
    Board,
    /// A maze of Maze Run.
    Maze,
}

impl DailyGame {
    /// Every variant, in the order of declaration.
    pub const ALL: [Self; Self::COUNT] = crate::listed(Self::VARIANTS);
}

/// The daily of a game and a day. Written as `daily/2026-11-24` for the run, `daily-board/2026-11-24` for the board and
/// `daily-maze/2026-11-24` for the maze.
///
/// ```
/// use undercroft_core::game::{DailyCode, DailyGame};
///
/// let code: DailyCode = "daily-board/2026-11-24".parse()?;
/// assert_eq!((code.game, code.day.to_string().as_str()), (DailyGame::Board, "2026-11-24"));
/// # Ok::<(), undercroft_core::text::Invalid>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DailyCode {
    /// What is played.
    pub game: DailyGame,
    /// The day that it counts for.
    pub day: Daily,
}

impl DailyGame {
    /// The first part of its codes.
    const fn name(self) -> &'static str {
        match self {
            Self::Run => "daily",
            Self::Board => "daily-board",
            Self::Maze => "daily-maze",
        }
    }

    fn split(code: &str) -> Option<(Self, &str)> {
        let (name, date) = code.trim().split_once('/')?;
        let mut games = Self::ALL.into_iter();
        let game = games.find(|game| game.name().eq_ignore_ascii_case(name))?;
        Some((game, date))
    }
}

impl DailyCode {
    /// Whether `text` looks like the code of a daily, valid or not.
    pub fn is_meant(text: &str) -> bool {
        DailyGame::split(text).is_some()
    }

    /// This code, unless its day is still to come.
    ///
    /// # Errors
    /// If it is.
    pub fn begun_by(self, today: Daily) -> Result<Self, Invalid> {
        let day = self.day;
        match day <= today {
            true => Ok(self),
            false => Err(Invalid::new(format_args!(
                "the daily of {day} is still to come: today is {today} in UTC"
            ))),
        }
    }

    /// The seed, a hash of the game and the day.
    pub fn seed(self) -> Seed {
        let keys = [self.game as u64, self.day.day().into()];
        let mut stream = Stream::keyed(Tag::DAILY, Seed(0), &keys);
        Seed(stream.below(SEEDS).into())
    }
}

/// The day that a run with this seed and New Game Plus is the daily of, if it is that of `day`.
pub(super) fn check_run(day: Option<Daily>, seed: Seed, plus: u8) -> Option<Daily> {
    let game = DailyGame::Run;
    day.filter(|day| (seed, plus) == (DailyCode { game, day: *day }.seed(), 0))
}

impl fmt::Display for DailyCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.game.name(), self.day)
    }
}

impl FromStr for DailyCode {
    type Err = Invalid;

    fn from_str(text: &str) -> Result<Self, Invalid> {
        let (game, date) = DailyGame::split(text).ok_or_else(|| {
            Invalid::new("a daily is daily/DATE for the run, daily-board/DATE for the board or daily-maze/DATE for the maze")
        })?;
        let day = date.parse()?;
        Ok(Self { game, day })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_and_dates_agree() {
        for (days, date) in [
            (0, "1970-01-01"),
            (58, "1970-02-28"),
            (59, "1970-03-01"),
            (11_016, "2000-02-29"),
            (20_778, "2026-11-21"),
            (47_540, "2100-02-28"),
            (47_541, "2100-03-01"),
            (2_932_896, "9999-12-31"),
        ] {
            let daily = Daily::of_day(days).unwrap();
            assert_eq!(daily.to_string(), date);
            assert_eq!(daily.day(), days);
        }
        assert_eq!(Daily::of_day(2_932_896), Some(Daily::LAST));
        assert_eq!(Daily::of_day(2_932_897), None);
        let mut last = None;
        for days in 0..2_932_897 {
            let daily = Daily::of_day(days).unwrap();
            assert_eq!(daily.day(), days);
            assert!(last < Some(daily));
            last = Some(daily);
        }
    }

    #[test]
    fn a_day_after_the_last_has_no_date() {
        for days in [2_932_897, u32::MAX - 719_468, u32::MAX - 719_467, u32::MAX] {
            assert_eq!(Daily::of_day(days), None, "{days}");
        }
    }

    #[test]
    fn a_code_reads_back_and_another_text_is_refused_by_name() {
        let day = Daily::of_day(20_781).unwrap();
        for (game, code) in DailyGame::ALL.into_iter().zip([
            "daily/2026-11-24",
            "daily-board/2026-11-24",
            "daily-maze/2026-11-24",
        ]) {
            let daily = DailyCode { game, day };
            assert_eq!(daily.to_string(), code);
            assert_eq!(format!(" {} ", code.to_uppercase()).parse(), Ok(daily));
        }
        for text in ["daily", "dailies/2026-11-24", "2026-11-24", "board/9x8#7"] {
            assert!(!DailyCode::is_meant(text), "{text}");
            let error = text.parse::<DailyCode>().unwrap_err().to_string();
            assert!(
                error.starts_with("a daily is daily/DATE"),
                "{text}: {error}"
            );
        }
        for date in [
            "",
            "7",
            "20261124",
            "2026-11-31",
            "2026-02-29",
            "2026-13-01",
            "2026-00-10",
            "2026-11-00",
            "1969-12-31",
            "10000-01-01",
            "2026-11-1",
            "2026-11-024",
            "+026-11-24",
            "2026-11-24#7",
            "2026-11-24 ,",
        ] {
            let error = format!("daily/{date}").parse::<DailyCode>().unwrap_err();
            let expected = format!("\"{date}\" is not a date from 1970 to 9999");
            assert!(error.to_string().starts_with(&expected), "{error}");
        }
    }

    #[test]
    fn a_day_to_come_has_no_daily_yet() {
        let code: DailyCode = "daily-maze/2026-11-24".parse().unwrap();
        let day = |days| Daily::of_day(days).unwrap();
        assert_eq!(code.begun_by(day(20_781)), Ok(code));
        assert_eq!(code.begun_by(day(20_782)), Ok(code));
        assert_eq!(
            code.begun_by(day(20_780)).unwrap_err().to_string(),
            "the daily of 2026-11-24 is still to come: today is 2026-11-23 in UTC"
        );
    }

    #[test]
    fn each_daily_has_a_seed_of_its_own_that_no_date_leads_to() {
        let mut seeds = Vec::new();
        for days in 20_000..21_000 {
            let day = Daily::of_day(days).unwrap();
            let date: u64 = day.to_string().replace('-', "").parse().unwrap();
            for game in DailyGame::ALL {
                let seed = DailyCode { game, day }.seed();
                assert_ne!(seed, Seed(date));
                seeds.push(seed);
            }
        }
        let count = seeds.len();
        seeds.sort_unstable();
        seeds.dedup();
        assert_eq!(seeds.len(), count);
        // Published: everyone has the same daily.
        let code = |code: &str| code.parse::<DailyCode>().unwrap().seed().0;
        assert_eq!(
            ["daily", "daily-board", "daily-maze"].map(|game| code(&format!("{game}/2026-11-24"))),
            [497_456_680, 307_380_015, 333_187_334]
        );
    }
}
