//! The binary: passes the arguments to [`undercroft::cli`] and reports a panic in one line.

use std::panic::{self, Location, UnwindSafe};
use std::process::ExitCode;

use undercroft::diagnostic::print_failure;

fn main() -> ExitCode {
    panic::set_hook(Box::new(|panic| {
        print_failure(&panic_message(panic.payload_as_str(), panic.location()));
        if cfg!(panic = "abort") {
            std::process::exit(1);
        }
    }));
    run_guarded(|| undercroft::cli::run(std::env::args_os()))
}

/// Runs `work`; a panic, which the hook has reported, exits with status 1 like any other failure. With
/// `panic = "abort"`, the hook exits itself.
fn run_guarded(work: impl FnOnce() -> ExitCode + UnwindSafe) -> ExitCode {
    panic::catch_unwind(work).unwrap_or(ExitCode::FAILURE)
}

/// The line that reports a panic to the user.
fn panic_message(message: Option<&str>, location: Option<&Location<'_>>) -> String {
    let message = message
        .unwrap_or("no reason given")
        .replace(['\n', '\r'], " ");
    let location = location.map_or_else(String::new, |location| format!(" at {location}"));
    format!(
        "undercroft: internal error: {message}{location}; please report this with the command you ran and the output of undercroft --version"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_exits_with_status_1() {
        let code = run_guarded(|| panic!("for this test"));
        assert_eq!(format!("{code:?}"), format!("{:?}", ExitCode::FAILURE));
        let code = run_guarded(|| ExitCode::SUCCESS);
        assert_eq!(format!("{code:?}"), format!("{:?}", ExitCode::SUCCESS));
    }

    #[test]
    fn a_panic_is_reported_in_one_line() {
        let line = panic_message(Some("two\nlines"), Some(Location::caller()));
        assert!(
            line.starts_with("undercroft: internal error: two lines at src"),
            "{line}"
        );
        assert!(line.ends_with(
            "please report this with the command you ran and the output of undercroft --version"
        ));
        let line = panic_message(Some("formatted"), None);
        assert!(line.contains("internal error: formatted; please"), "{line}");
        assert!(panic_message(None, None).contains("no reason given"));
    }
}
