//! Golden files: what was made is compared with what is kept here.

use std::path::{Path, PathBuf};

use undercroft_core::mapgen::MapSpec;
use undercroft_core::{GENERATION_VERSION, RULES_VERSION};

/// Where the golden files lie.
pub fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden")
}

/// What to do about a difference.
pub const HINT: &str = "if it should differ, see \"Golden files\" in CONTRIBUTING.md";

/// Whether an environment variable asks for an update: whether it is 1.
pub fn is_asked(variable: &str) -> bool {
    std::env::var_os(variable).is_some_and(|value| value == "1")
}

/// The version that a golden file belongs to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Version {
    /// Maps, mazes and boards.
    Generation,
    /// Levels and runs.
    Rules,
}

impl Version {
    /// The first line of a file: the version whose results follow.
    pub fn header(self) -> String {
        match self {
            Self::Generation => format!("# Generation version {GENERATION_VERSION}.\n"),
            Self::Rules => format!("# Rules version {RULES_VERSION}.\n"),
        }
    }

    /// The constant to raise.
    const fn constant(self) -> &'static str {
        match self {
            Self::Generation => "GENERATION_VERSION",
            Self::Rules => "RULES_VERSION",
        }
    }
}

/// Compares `made` with the golden file of a version, below its header. If `UPDATE_GOLDEN=1`, rewrites
/// the file and fails, but refuses to if lines have changed and the version has not.
pub fn compare(version: Version, file: &str, made: &str) -> Result<(), String> {
    let made = version.header() + made;
    compare_if(file, &made, may_replace, version.constant())
}

/// Compares what follows from other golden files with its own, which has no header and may always be
/// rewritten.
pub fn compare_derived(file: &str, made: &str) -> Result<(), String> {
    compare_if(file, made, |_, _| true, "")
}

/// Whether the same version may have `made` in place of `golden`: results may be added, not changed.
/// Another version may have anything.
pub fn may_replace(golden: &str, made: &str) -> bool {
    let mut lines = made.lines();
    let is_kept = |line| lines.any(|made| made == line);
    golden.lines().next() != made.lines().next() || golden.lines().all(is_kept)
}

fn compare_if(
    file: &str,
    made: &str,
    may_replace: impl Fn(&str, &str) -> bool,
    constant: &str,
) -> Result<(), String> {
    let path = folder().join(file);
    let golden = std::fs::read_to_string(&path).unwrap_or_default();
    if golden == made {
        return Ok(());
    }
    if is_asked("UPDATE_GOLDEN") && may_replace(&golden, made) {
        std::fs::write(&path, made).unwrap();
        return Err(format!(
            "{file} was rewritten; run again without UPDATE_GOLDEN"
        ));
    }
    let line = golden.lines().zip(made.lines()).position(|(a, b)| a != b);
    let line = line.unwrap_or_else(|| golden.lines().count().min(made.lines().count()));
    let hint = if may_replace(&golden, made) {
        HINT.to_owned()
    } else {
        format!(
            "this gives something else than before: if it should, raise {constant}; if this change has \
             raised it, restore the file first"
        )
    };
    let made = made.lines().nth(line).unwrap_or("(end)");
    Err(format!(
        "{file}:{}: golden \"{}\", made \"{made}\"; {hint}{}",
        line + 1,
        golden.lines().nth(line).unwrap_or("(end)"),
        drawn(made).unwrap_or_default(),
    ))
}

/// The map whose share code ends a line, to look at.
fn drawn(line: &str) -> Option<String> {
    let spec: MapSpec = line.rsplit_once(' ')?.1.parse().ok()?;
    Some(format!("\n{}", spec.generate().ok()?))
}
