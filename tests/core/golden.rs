//! Golden files: what was made is compared with what is kept here.

use std::path::{Path, PathBuf};

/// Where the golden files lie.
pub fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden")
}

/// What to do about a difference.
pub const HINT: &str = "if it should differ, see `Golden files` in CONTRIBUTING.md";

/// Whether an environment variable asks for an update: whether it is 1.
pub fn is_asked(variable: &str) -> bool {
    std::env::var_os(variable).is_some_and(|value| value == "1")
}

/// Compares `made` with the golden file, or rewrites the file and fails if `UPDATE_GOLDEN=1`.
pub fn compare(file: &str, made: &str) -> Result<(), String> {
    let path = folder().join(file);
    let golden = std::fs::read_to_string(&path).unwrap_or_default();
    if golden == made {
        return Ok(());
    }
    if is_asked("UPDATE_GOLDEN") {
        std::fs::write(&path, made).unwrap();
        return Err(format!(
            "{file} was rewritten; run again without UPDATE_GOLDEN"
        ));
    }
    let line = golden.lines().zip(made.lines()).position(|(a, b)| a != b);
    let line = line.unwrap_or_else(|| golden.lines().count().min(made.lines().count()));
    Err(format!(
        "{file}:{}: golden `{}`, made `{}`; {HINT}",
        line + 1,
        golden.lines().nth(line).unwrap_or("(end)"),
        made.lines().nth(line).unwrap_or("(end)"),
    ))
}
