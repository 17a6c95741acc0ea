//! Reads and writes the files of commands: reads up to a size limit, writes all or nothing. Does
//! not know their formats.

use std::fs::{self, File};
use std::io::{self, BufWriter, ErrorKind, Write};
use std::path::{Path, PathBuf};

use super::CliError;
use crate::disk::{self, DiskError};

/// Reads the file at `path`, or standard input for `-`. Also returns its name for messages.
///
/// # Errors
/// If it exceeds the limit for files, is not a regular file, or cannot be read.
pub fn read(path: &Path) -> Result<(&Path, Vec<u8>), DiskError> {
    if path == Path::new("-") {
        let name = Path::new("standard input");
        let bytes = disk::read_bounded(io::stdin().lock(), name, disk::LIMIT)?;
        return Ok((name, bytes));
    }
    Ok((path, disk::read_regular(path, disk::LIMIT)?))
}

/// Checks that the file at `path`, the value of `option`, can be written. Call it before a long
/// computation, whose result would be lost.
///
/// # Errors
/// As [`write`], and if the path is `-`.
pub fn check_target(option: &'static str, path: &Path) -> Result<(), CliError> {
    if path == Path::new("-") {
        return Err(CliError::NotAFile(option));
    }
    let checked = find_target(path).and_then(|target| match target {
        // The draft is removed at once.
        Some(target) => disk::create_draft(&target).map(drop),
        None => Ok(()),
    });
    checked.map_err(|reason| unwritable(path, reason))
}

/// Creates a folder unless it exists.
///
/// # Errors
/// [`CliError::File`] with the path and the reason.
pub fn create_folder(path: &Path) -> Result<(), CliError> {
    fs::create_dir_all(path).map_err(|reason| unwritable(path, reason))
}

/// Writes `content` to the file at `path`, replacing it only once everything is written; writes
/// directly to a device or a pipe.
///
/// Does not sync: unlike a save, a result can be made again from its seed.
///
/// # Errors
/// [`CliError::File`] with the path and the reason; the old file is then unchanged.
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
    let Some(target) = find_target(path)? else {
        return fill(&mut File::options().write(true).open(path)?, content);
    };
    let mut draft = disk::create_draft(&target)?;
    fill(draft.as_file_mut(), content)?;
    draft.persist(&target)?;
    Ok(())
}

/// The file to create or replace: the target of a link rather than the link. `None` for a device or a
/// pipe, over which no file may be renamed.
fn find_target(path: &Path) -> io::Result<Option<PathBuf>> {
    match fs::metadata(path) {
        Err(error) if error.kind() == ErrorKind::NotFound => {
            let link = fs::read_link(path);
            Ok(Some(link.map_or_else(
                |_| path.to_owned(),
                |link| path.with_file_name(link),
            )))
        }
        Err(error) => Err(error),
        Ok(found) if found.is_dir() => {
            let reason = "it is a folder; name a file in it";
            Err(io::Error::new(ErrorKind::IsADirectory, reason))
        }
        Ok(found) if !found.is_file() => Ok(None),
        // Renaming would bypass the permission.
        Ok(found) if found.permissions().readonly() => {
            let reason = "it is read-only";
            Err(io::Error::new(ErrorKind::PermissionDenied, reason))
        }
        Ok(_) => fs::canonicalize(path).map(Some),
    }
}

fn fill(file: &mut File, content: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> io::Result<()> {
    let mut out = BufWriter::with_capacity(1 << 16, file);
    content(&mut out)?;
    out.flush()
}

/// The error for `path`. Says what is in the way, which the operating system does not.
fn unwritable(path: &Path, reason: io::Error) -> CliError {
    let folder = path.parent().unwrap_or(Path::new(""));
    let is_missing = folder != Path::new("") && !folder.exists();
    let name = folder.display();
    let text = match reason.kind() {
        ErrorKind::NotFound | ErrorKind::NotADirectory if is_missing => {
            format!("the folder {name} does not exist; create it first")
        }
        ErrorKind::NotADirectory => format!("{name} is not a folder"),
        ErrorKind::AlreadyExists => "it is not a folder".to_owned(),
        _ => reason.to_string(),
    };
    CliError::File {
        path: path.to_owned(),
        reason: io::Error::new(reason.kind(), text),
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
        check_target("--out", &folder.path().join("map.txt")).unwrap();
        assert!(names(folder.path()).is_empty());
        let missing = folder.path().join("none").join("map.txt");
        let error = check_target("--out", &missing).unwrap_err().to_string();
        assert!(error.contains("none does not exist"), "{error}");
    }
}
