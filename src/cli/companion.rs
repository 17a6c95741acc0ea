//! Writes the files that a map refers to beside it.

use std::path::Path;

use super::{CliError, file};
use crate::diagnostic::print_diagnostic;
use crate::disk;
use crate::export::Format;

/// Writes the files that a map in `format` at `map` refers to. Keeps those that exist: maps in one folder share
/// them, and someone may have repainted the image. Without a file of a map, says which are missing.
pub fn write(format: Format, map: Option<&Path>) -> Result<(), CliError> {
    let companions = format.companions();
    // A device or a pipe has no folder for them.
    let is_file = |path: &&Path| matches!(disk::find_target(path), Ok(Some(_)));
    let Some(map) = map.filter(is_file) else {
        let names: Vec<&str> = companions
            .iter()
            .map(|companion| companion.name())
            .collect();
        if !names.is_empty() {
            print_diagnostic(&format!(
                "the map needs {} beside it: --out FILE.{} writes all",
                names.join(" and "),
                format.extension()
            ));
        }
        return Ok(());
    };
    for companion in companions {
        let path = map.with_file_name(companion.name());
        if !path.exists() {
            file::write(&path, |out| companion.write(out))?;
        }
    }
    Ok(())
}
