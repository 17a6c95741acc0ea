//! The binary: hands what was typed to [`undercroft::cli`], and turns a panic into one line.

use std::any::Any;
use std::io::Write;
use std::panic::{self, Location, UnwindSafe};
use std::process::ExitCode;

fn main() -> ExitCode {
    panic::set_hook(Box::new(|panic| {
        // Nobody is left to tell if standard error is gone.
        let _ = writeln!(
            std::io::stderr(),
            "{}",
            apology(panic.payload(), panic.location())
        );
    }));
    guard(|| undercroft::cli::run(std::env::args_os()))
}

/// Runs `work`; a panic in it, of which the hook has told the user, is a failure like any other.
fn guard(work: impl FnOnce() -> ExitCode + UnwindSafe) -> ExitCode {
    panic::catch_unwind(work).unwrap_or(ExitCode::FAILURE)
}

/// The one line that a user sees of a panic.
fn apology(payload: &(dyn Any + Send), location: Option<&Location<'_>>) -> String {
    let what = payload
        .downcast_ref::<&str>()
        .copied()
        .or_else(|| payload.downcast_ref::<String>().map(String::as_str))
        .unwrap_or("no reason given")
        .replace(['\n', '\r'], " ");
    let place = location.map_or_else(String::new, |location| format!(" at {location}"));
    format!(
        "undercroft: internal error: {what}{place}; please report it with the command that led to it"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_is_a_failure_and_not_an_abort() {
        let code = guard(|| panic!("for this test"));
        assert_eq!(format!("{code:?}"), format!("{:?}", ExitCode::FAILURE));
        let code = guard(|| ExitCode::SUCCESS);
        assert_eq!(format!("{code:?}"), format!("{:?}", ExitCode::SUCCESS));
    }

    #[test]
    fn a_user_sees_one_line_of_a_panic() {
        let line = apology(&"two\nlines", Some(Location::caller()));
        assert!(
            line.starts_with("undercroft: internal error: two lines at src"),
            "{line}"
        );
        assert!(line.ends_with("please report it with the command that led to it"));
        let line = apology(&String::from("formatted"), None);
        assert!(line.contains("internal error: formatted; please"), "{line}");
        assert!(apology(&7, None).contains("no reason given"));
    }
}
