//! Wildcards in the names of files: the shells of Windows leave them to the programs, those of other systems do not.

use std::ffi::OsStr;
use std::fs;
use std::path::{Component, Path, PathBuf};

use super::CliError;

/// Replaces each path with a wildcard by the files that it names, on Windows. Elsewhere the shell has done that, and
/// what it has left is part of a name.
///
/// # Errors
/// If no file matches, if the folder cannot be read, or if a wildcard stands for folders.
pub fn expand(paths: &mut Vec<PathBuf>) -> Result<(), CliError> {
    if cfg!(windows) {
        let files: Result<Vec<_>, _> = paths.iter().map(|path| matching(path)).collect();
        *paths = files?.concat();
    }
    Ok(())
}

/// The files that a path names, by name; a path without a wildcard names itself. In its last part `*` stands for any
/// characters, `?` for one, and letters for their capitals.
fn matching(path: &Path) -> Result<Vec<PathBuf>, CliError> {
    // The prefix of a path of Windows may contain a question mark.
    let is_wild = |part: &Component<'_>| match part {
        Component::Normal(name) => name.as_encoded_bytes().iter().any(|c| b"*?".contains(c)),
        _ => false,
    };
    let (Some(folder), Some(pattern)) = (path.parent(), path.file_name()) else {
        return Ok(vec![path.to_owned()]);
    };
    if folder.components().any(|part| is_wild(&part)) {
        let error = "* and ? stand for files, not for folders: use them behind the last separator";
        return Err(CliError::Usage(format!("{}: {error}", path.display())));
    }
    if !is_wild(&Component::Normal(pattern)) {
        return Ok(vec![path.to_owned()]);
    }
    let folder = match folder.as_os_str().is_empty() {
        true => Path::new("."),
        false => folder,
    };
    let unreadable =
        |reason| CliError::Failure(format!("cannot read {}: {reason}", folder.display()));
    let pattern = folded(pattern);
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).map_err(unreadable)? {
        let entry = entry.map_err(unreadable)?;
        let name = entry.file_name();
        if matches(&pattern, &folded(&name)) && entry.path().is_file() {
            found.push(path.with_file_name(name));
        }
    }
    found.sort();
    match found.is_empty() {
        true => Err(CliError::Failure(format!(
            "no file matches {}",
            path.display()
        ))),
        false => Ok(found),
    }
}

fn folded(name: &OsStr) -> Vec<char> {
    name.to_string_lossy().to_lowercase().chars().collect()
}

/// Whether a pattern matches a whole name.
fn matches(pattern: &[char], name: &[char]) -> bool {
    match pattern.split_first() {
        None => name.is_empty(),
        Some(('*', rest)) => (0..=name.len()).any(|taken| matches(rest, &name[taken..])),
        Some((c, rest)) => name
            .split_first()
            .is_some_and(|(first, others)| ['?', *first].contains(c) && matches(rest, others)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pattern_matches_whole_names_in_any_case() {
        for (pattern, name, expected) in [
            ("*", "7.replay", true),
            ("*.replay", "7.REPLAY", true),
            ("*.replay", "7.replay.bak", false),
            ("?.replay", "7.replay", true),
            ("?.replay", "17.replay", false),
            ("1*7*.r?p*", "1-27-a.replay", true),
            ("*a*a*", "abba", true),
            ("*a*a*", "abb", false),
            ("é?", "Éa", true),
            ("", "a", false),
        ] {
            let [pattern_of, name_of] = [pattern, name].map(|text| folded(OsStr::new(text)));
            assert_eq!(matches(&pattern_of, &name_of), expected, "{pattern} {name}");
        }
    }

    #[test]
    fn a_wildcard_names_the_files_of_its_folder_in_order() {
        let folder = tempfile::tempdir().unwrap();
        let at = folder.path();
        for name in ["b.txt", "a.TXT", "c.csv"] {
            fs::write(at.join(name), "").unwrap();
        }
        fs::create_dir(at.join("d.txt")).unwrap();
        let found = matching(&at.join("*.txt")).unwrap();
        assert_eq!(found, [at.join("a.TXT"), at.join("b.txt")]);
        // Without a wildcard, a file need not be there.
        assert_eq!(matching(&at.join("e.txt")).unwrap(), [at.join("e.txt")]);
        assert_eq!(matching(Path::new("-")).unwrap(), [Path::new("-")]);
    }

    #[test]
    fn a_wildcard_that_names_nothing_says_so() {
        let folder = tempfile::tempdir().unwrap();
        for (pattern, status, needle) in [
            ("*.replay", 1, "no file matches "),
            ("none/*.replay", 1, "cannot read "),
            ("r*/a.replay", 2, "stand for files, not for folders"),
        ] {
            let error = matching(&folder.path().join(pattern)).unwrap_err();
            assert_eq!(error.status(), status, "{error}");
            assert!(error.to_string().contains(needle), "{error}");
        }
    }
}
