//! The date and the time, which decide nothing but what counts for which day.

use std::time::UNIX_EPOCH;

use crate::game::Daily;
use crate::game::record::Recorded;

/// This minute in UTC.
pub fn now() -> Recorded {
    Recorded::at(UNIX_EPOCH.elapsed().unwrap_or_default().as_secs())
}

/// Today's date in UTC.
pub fn today() -> Daily {
    now().day()
}
