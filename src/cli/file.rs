//! Reads and writes the files of commands: reads up to a size limit, writes all or nothing.

use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::Path;

use super::CliError;
use crate::disk::{self, DiskError};
use crate::text;

/// Reads the file or the pipe at `path`, or standard input for `-` and `/dev/stdin`. Also returns its name for
/// messages.
///
/// # Errors
/// As [`disk::read_input`].
pub fn read(path: &Path, limit: u64) -> Result<(&Path, Vec<u8>), DiskError> {
    if path == Path::new("-") || disk::open_file_number(path) == Some(0) {
        let name = Path::new("standard input");
        let bytes = disk::read_bounded(io::stdin().lock(), name, limit)?;
        return Ok((name, bytes));
    }
    Ok((path, disk::read_input(path, limit)?))
}

/// The name of a file with these bytes, which come from another one; on Unix, they need not be text.
pub fn name_from(bytes: Vec<u8>) -> OsString {
    #[cfg(unix)]
    return std::os::unix::ffi::OsStringExt::from_vec(bytes);
    #[cfg(not(unix))]
    return String::from_utf8_lossy(&bytes).into_owned().into();
}

/// Checks that the name of the file at `path`, the value of `option`, ends in one of `endings`. A file without
/// an ending passes, and so does anything but a file, whose name says nothing.
///
/// # Errors
/// [`CliError::Usage`].
pub fn check_ending(
    option: &'static str,
    path: &Path,
    endings: &[&'static str],
) -> Result<(), CliError> {
    let Some(ending) = path.extension() else {
        return Ok(());
    };
    let is_known = endings
        .iter()
        .any(|known| ending.eq_ignore_ascii_case(known));
    match is_known || matches!(disk::find_target(path), Ok(None)) {
        true => Ok(()),
        false => Err(wrong_ending(option, path, endings)),
    }
}

/// The error for a file name that ends in none of `endings`.
pub fn wrong_ending(option: &str, path: &Path, endings: &[&str]) -> CliError {
    let endings = list_endings(endings);
    CliError::option(
        option,
        format!("{} does not end in {endings}", path.display()),
    )
}

/// Endings with their dots, as in `.txt, .json or .csv`.
pub fn list_endings(endings: &[&str]) -> String {
    let endings: Vec<String> = endings.iter().map(|ending| format!(".{ending}")).collect();
    text::list(&endings, "or")
}

/// Checks that the file at `path`, the value of `option`, can be written, and that its name ends in one of
/// `endings`, if it has an ending. Call it before a long computation, whose result would be lost.
///
/// # Errors
/// As [`write`] and [`check_ending`], and if the path is `-`.
pub fn check_target(
    option: &'static str,
    path: &Path,
    endings: &[&'static str],
) -> Result<(), CliError> {
    if path == Path::new("-") {
        let error = "\"-\" does not stand for standard output here: name a file";
        return Err(CliError::option(option, error));
    }
    check_ending(option, path, endings)?;
    check_writable(path)
}

/// Checks that the file at `path` can be written.
///
/// # Errors
/// As [`write`].
pub fn check_writable(path: &Path) -> Result<(), CliError> {
    let checked = disk::find_target(path).and_then(|target| match target {
        // The draft is removed at once.
        Some(target) => disk::Draft::create(&target).map(drop),
        None => Ok(()),
    });
    checked.map_err(|reason| unwritable(path, reason))
}

/// Creates a folder unless it exists.
///
/// # Errors
/// [`CliError::Failure`] with the path and the reason.
pub fn create_folder(path: &Path) -> Result<(), CliError> {
    let is_file = path.exists() && !path.is_dir();
    fs::create_dir_all(path).map_err(|reason| match is_file {
        true => unwritable(path, io::Error::other("it is not a folder")),
        false => unwritable(path, reason),
    })
}

/// Writes `content` to the file at `path`, replacing it only once everything is written; writes
/// directly to a device, a pipe or an open file of this process.
///
/// Does not sync: unlike a save, a result can be made again from its seed.
///
/// # Errors
/// [`CliError::Failure`] with the path and the reason; the old file is then unchanged.
pub fn write(
    path: &Path,
    content: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> Result<(), CliError> {
    try_write(path, content).map_err(|reason| unwritable(path, reason))
}

fn try_write(
    path: &Path,
    content: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> io::Result<()> {
    let Some(target) = disk::find_target(path)? else {
        return match disk::open_file_number(path) {
            // Opened anew, they would be written from their start.
            Some(1) => fill(io::stdout(), content),
            Some(2) => fill(io::stderr(), content),
            _ => fill(File::options().append(true).open(path)?, content),
        };
    };
    disk::remove_on_signal();
    let mut draft = disk::Draft::create(&target)?;
    fill(draft.file(), content)?;
    draft.persist(&target)
}

fn fill(out: impl Write, content: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> io::Result<()> {
    let mut out = BufWriter::with_capacity(1 << 16, out);
    content(&mut out)?;
    out.flush()
}

/// The error for `path`, with what is in the way.
fn unwritable(path: &Path, reason: io::Error) -> CliError {
    let reason = disk::explain(path, reason);
    match reason.kind() {
        // Its reader had enough, as that of standard output may.
        io::ErrorKind::BrokenPipe => CliError::Output(reason),
        _ => CliError::Failure(format!("cannot write {}: {reason}", path.display())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(folder: &Path) -> Vec<String> {
        let entries = fs::read_dir(folder).unwrap();
        entries
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect()
    }

    #[test]
    fn a_write_that_fails_halfway_leaves_only_the_old_file() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("map.txt");
        fs::write(&path, "old").unwrap();
        let error = write(&path, |out| {
            out.write_all(&[b'#'; 1 << 17])?;
            Err(io::Error::other("the disk is full"))
        })
        .unwrap_err()
        .to_string();
        assert!(error.contains("map.txt: the disk is full"), "{error}");
        assert_eq!(fs::read_to_string(&path).unwrap(), "old");
        assert_eq!(names(folder.path()), ["map.txt"]);
    }

    #[test]
    fn a_read_only_file_is_left_alone() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("map.txt");
        fs::write(&path, "old").unwrap();
        let mut permissions = fs::metadata(&path).unwrap().permissions();
        permissions.set_readonly(true);
        fs::set_permissions(&path, permissions).unwrap();
        let error = write(&path, |out| out.write_all(b"new"))
            .unwrap_err()
            .to_string();
        assert!(error.contains("map.txt: it is read-only"), "{error}");
        assert_eq!(fs::read_to_string(&path).unwrap(), "old");
    }

    #[cfg(unix)]
    #[test]
    fn a_link_stays_a_link() {
        let folder = tempfile::tempdir().unwrap();
        let (file, link) = (
            folder.path().join("file.txt"),
            folder.path().join("link.txt"),
        );
        fs::write(&file, "old").unwrap();
        std::os::unix::fs::symlink(&file, &link).unwrap();
        write(&link, |out| out.write_all(b"new")).unwrap();
        assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
        assert_eq!(fs::read_to_string(&file).unwrap(), "new");
        fs::remove_file(&file).unwrap();
        write(&link, |out| out.write_all(b"newer")).unwrap();
        assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
        assert_eq!(fs::read_to_string(&file).unwrap(), "newer");
    }

    #[test]
    fn checking_a_target_leaves_nothing_behind() {
        let folder = tempfile::tempdir().unwrap();
        check_target("--out", &folder.path().join("map.txt"), &["txt"]).unwrap();
        assert!(names(folder.path()).is_empty());
        let missing = folder.path().join("none").join("map.txt");
        let error = check_target("--out", &missing, &["txt"]);
        let error = error.unwrap_err().to_string();
        assert!(error.contains("none does not exist"), "{error}");
    }
}
