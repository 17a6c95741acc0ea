//! The daily run, whose seed is the date, so that everyone plays the same run on that day.
//!
//! The seed of 21 November 2026 is 20261121. Dates are in UTC. The conversions between dates and
//! days since 1 January 1970 follow H. Hinnant, "chrono-compatible low-level date algorithms", 2013.

use std::fmt;

use crate::rng::Seed;

/// The daily run of a date in UTC.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Daily {
    year: u16,
    month: u8,
    day: u8,
}

/// The years that have daily runs.
const YEARS: std::ops::RangeInclusive<u16> = 1970..=9999;

impl Daily {
    /// The last date with a daily run.
    pub const LAST: Self = Self {
        year: 9999,
        month: 12,
        day: 31,
    };

    /// The date `days` after 1 January 1970; `None` after the year 9999.
    pub fn of_day(days: u32) -> Option<Self> {
        // Counts eras of 400 years from 1 March of the year 0.
        let days = days + 719_468;
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

    /// The seed of the day's run.
    pub fn seed(self) -> Seed {
        let [year, month, day] = [self.year, self.month.into(), self.day.into()].map(u64::from);
        Seed(year * 10_000 + month * 100 + day)
    }

    /// The date whose run has this seed and New Game Plus; `None` if it is not a daily run.
    pub fn of(setup: (Seed, u8)) -> Option<Self> {
        let (Seed(number), 0) = setup else {
            return None;
        };
        let date = Self {
            year: u16::try_from(number / 10_000).ok()?,
            month: u8::try_from(number / 100 % 100).ok()?,
            day: u8::try_from(number % 100).ok()?,
        };
        let in_range = YEARS.contains(&date.year)
            && (1..=12).contains(&date.month)
            && (1..=31).contains(&date.day);
        // Converting the 31st of a shorter month yields a day of the next month.
        (in_range && Self::of_day(date.day()) == Some(date)).then_some(date)
    }
}

impl fmt::Display for Daily {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:04}-{:02}-{:02}", self.year, self.month, self.day)
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
    fn only_a_seed_that_is_a_date_is_a_daily_run() {
        let daily = Daily::of_day(20_778).unwrap();
        assert_eq!(daily.seed(), Seed(20_261_121));
        assert_eq!(Daily::of((daily.seed(), 0)), Some(daily));
        assert_eq!(Daily::of((daily.seed(), 1)), None);
        for number in [
            0,
            7,
            20_260_230,
            20_261_131,
            20_261_301,
            20_260_000,
            19_691_231,
            120_260_101,
            u64::MAX,
        ] {
            assert_eq!(Daily::of((Seed(number), 0)), None, "{number}");
        }
    }
}
