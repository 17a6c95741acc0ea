//! Reads and writes the files of commands: reads up to a size limit, writes all or nothing. Does
//! not know their formats.

use std::fs::{self, File};
use std::io::{self, BufWriter, ErrorKind, Write};
use std::path::Path;

use super::CliError;
use crate::disk::{self, DiskError};

/// Reads the file at `path`, or standard input for `-`; returns its name for messages too.
///
/// # Errors
/// If it exceeds the limit for files, is not a regular file, or cannot be read.
pub fn read(path: &Path) -> Result<(&Path, Vec<u8>), DiskError> {
    if path == Path::new("-") {
        let name = Path::new("standard input");
        return Ok((
            name,
            disk::read_bounded(io::stdin().lock(), name, disk::LIMIT)?,
        ));
    }
    Ok((path, disk::read_regular(path, disk::LIMIT)?))
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
    try_write(path, content).map_err(|reason| CliError::File {
        path: path.to_owned(),
        reason: explain(path, reason),
    })
}

fn try_write(
    path: &Path,
    content: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> io::Result<()> {
    let target = match fs::metadata(path) {
        Err(error) if error.kind() == ErrorKind::NotFound => path.to_owned(),
        Err(error) => return Err(error),
        Ok(found) if found.is_dir() => {
            let reason = "it is a folder; name a file in it";
            return Err(io::Error::new(ErrorKind::IsADirectory, reason));
        }
        // Renaming a file over a device would replace the device.
        Ok(found) if !found.is_file() => {
            return fill(&mut File::options().write(true).open(path)?, content);
        }
        // Renaming would bypass the permission.
        Ok(found) if found.permissions().readonly() => {
            let reason = "it is read-only";
            return Err(io::Error::new(ErrorKind::PermissionDenied, reason));
        }
        // Replace the target of a link, not the link.
        Ok(_) => fs::canonicalize(path)?,
    };
    let mut draft = disk::create_draft(&target)?;
    fill(draft.as_file_mut(), content)?;
    draft.persist(&target)?;
    Ok(())
}

fn fill(file: &mut File, content: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> io::Result<()> {
    let mut out = BufWriter::with_capacity(1 << 16, file);
    content(&mut out)?;
    out.flush()
}

/// Names the missing folder, which the operating system does not.
fn explain(path: &Path, reason: io::Error) -> io::Error {
    let folder = path.parent().filter(|folder| *folder != Path::new(""));
    let missing = matches!(
        reason.kind(),
        ErrorKind::NotFound | ErrorKind::NotADirectory
    );
    match folder {
        Some(folder) if missing && !folder.is_dir() => {
            let text = if folder.exists() {
                format!("{} is not a folder", folder.display())
            } else {
                format!(
                    "the folder {} does not exist; create it first",
                    folder.display()
                )
            };
            io::Error::new(reason.kind(), text)
        }
        _ => reason,
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
    }
}
