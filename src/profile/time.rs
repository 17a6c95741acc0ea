//! Times as the player reads them.

use std::time::Duration;

/// Formats a time as `m:ss`, or `h:mm:ss` from an hour on.
pub fn format_time(time: Duration) -> String {
    let seconds = time.as_secs();
    let (hours, minutes, seconds) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
    if hours > 0 {
        format!("{hours}:{minutes:02}:{seconds:02}")
    } else {
        format!("{minutes}:{seconds:02}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_time_is_read_in_minutes_and_hours() {
        let time = |seconds| format_time(Duration::from_secs(seconds));
        assert_eq!([time(0), time(75), time(3599)], ["0:00", "1:15", "59:59"]);
        assert_eq!(time(3600 * 25 + 61), "25:01:01");
    }
}
