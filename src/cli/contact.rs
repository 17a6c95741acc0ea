//! Sheets of maps: small pictures of many maps with their share codes below them, as one PNG.

use std::path::Path;

use super::chart::{self, FAINT, HEADER_HEIGHT, Picture, TEXT};
use super::{CliError, file};
use crate::export::Painter;
use crate::map::Map;
use crate::mapgen::{Buffers, MapSpec};
use crate::text::wrap;

/// The most maps on a sheet.
pub const MAX_MAPS: usize = 1000;

/// About how many pixels all maps take.
const PIXELS: u32 = 24_000_000;
/// The most pixels of a map's longer side, and of the whole sheet's width at least.
const MAX_SIDE: u32 = 320;
const MIN_WIDTH: u32 = 640;
/// Space around maps, and height of a line and width of a character below them, in pixels.
const GAP: u32 = 12;
const LINE: u32 = 15;
const CHARACTER: f32 = 7.3;
const FONT_SIZE: u32 = 12;
/// The same for the title and the note of the header.
const TITLE_CHARACTER: f32 = 13.3;
const NOTE_CHARACTER: f32 = 9.1;

/// A map of a sheet.
pub struct Entry {
    pub spec: MapSpec,
    /// What is written below its share code.
    pub note: String,
}

/// The places of the maps.
struct Layout {
    /// One for each map.
    painters: Vec<Painter>,
    columns: usize,
    /// Width and height of a picture, and of the space for one with its labels.
    picture: (u32, u32),
    slot: (u32, u32),
    /// The lines below each picture: of the share code and of the note.
    labels: Vec<[Vec<String>; 2]>,
}

impl Layout {
    fn new(entries: &[Entry]) -> Self {
        let share = PIXELS / entries.len().max(1) as u32;
        let side = share.isqrt() * 5 / 4;
        let side = side.min(MAX_SIDE);
        let sizes = || entries.iter().map(|entry| entry.spec.size());
        let painters: Vec<Painter> = sizes()
            .map(|size| Painter::fitting(size, side, side))
            .collect();
        let pictures = painters.iter().zip(sizes());
        let pictures = pictures.map(|(painter, size)| painter.picture_size(size));
        let picture = pictures.fold((0, 0), |largest, it| {
            (largest.0.max(it.0), largest.1.max(it.1))
        });
        // Room for a short share code.
        let width = picture.0.max(130);
        let characters = (width as f32 / CHARACTER) as usize;
        let label = |entry: &Entry| {
            [entry.spec.to_string(), entry.note.clone()].map(|text| wrap(&text, characters))
        };
        let labels: Vec<_> = entries.iter().map(label).collect();
        let lines = labels.iter().map(|[code, note]| code.len() + note.len());
        let lines = lines.max().unwrap_or(0) as u32;
        let slot = (width + GAP, picture.1 + 4 + lines * LINE + GAP);
        // About 16 to 10, but for a few.
        let columns = (entries.len() as f32 * slot.1 as f32 * 1.6 / slot.0 as f32).sqrt();
        let columns = (columns.round() as usize).max(((MIN_WIDTH - GAP) / slot.0) as usize);
        let columns = columns.clamp(1, entries.len().max(1));
        Self {
            painters,
            columns,
            picture,
            slot,
            labels,
        }
    }

    /// Width and height of the sheet.
    fn size(&self) -> (u32, u32) {
        let rows = self.labels.len().div_ceil(self.columns) as u32;
        let width = GAP + self.columns as u32 * self.slot.0;
        (width.max(MIN_WIDTH), HEADER_HEIGHT + rows * self.slot.1)
    }

    /// The upper left corner of a picture.
    fn corner(&self, index: usize) -> (u32, u32) {
        let (column, row) = (index % self.columns, index / self.columns);
        (
            GAP + column as u32 * self.slot.0,
            HEADER_HEIGHT + row as u32 * self.slot.1,
        )
    }
}

/// Writes the sheet of maps to the file at `path`. `title` and `note` are its header; its description lists the share
/// codes.
///
/// # Errors
/// If a map cannot be generated, or the file cannot be written.
pub fn write(path: &Path, title: &str, note: &str, entries: &[Entry]) -> Result<(), CliError> {
    if entries.is_empty() {
        let error = format!("{}: there is no map to put on it", path.display());
        return Err(CliError::Failure(error));
    }
    let layout = Layout::new(entries);
    let size = layout.size();
    let space = size.0 as f32 - 60.0 - title.chars().count() as f32 * TITLE_CHARACTER;
    let note = shorten(note, (space / NOTE_CHARACTER) as usize);
    let mut picture = Picture::draw(size, |area| {
        chart::draw_header(area, title, &note)?;
        for (index, [code, note]) in layout.labels.iter().enumerate() {
            let (left, top) = layout.corner(index);
            let top = top + layout.picture.1 + 4;
            let lines = code.iter().map(|line| (line, TEXT));
            let lines = lines.chain(note.iter().map(|line| (line, FAINT)));
            for ((line, colour), number) in lines.zip(0..) {
                let at = (left as i32, (top + number * LINE) as i32);
                area.draw_text(line, &chart::style(FONT_SIZE, colour), at)?;
            }
        }
        Ok(())
    })?;
    let (mut map, mut buffers) = (Map::default(), Buffers::default());
    for (index, (entry, painter)) in entries.iter().zip(&layout.painters).enumerate() {
        entry.spec.generate_into(&mut map, &mut buffers)?;
        let (left, mut y) = layout.corner(index);
        painter.paint(&map, |row| {
            let start = 3 * (y as usize * picture.size.0 as usize + left as usize);
            let colours = row.as_flattened();
            picture.pixels[start..start + colours.len()].copy_from_slice(colours);
            y += 1;
        });
    }
    let codes: Vec<String> = entries.iter().map(|entry| entry.spec.to_string()).collect();
    file::write(path, |out| picture.write_described(&codes.join("\n"), out))
}

/// A text of at most `width` characters, with dots in place of what is too much.
fn shorten(text: &str, width: usize) -> String {
    if text.chars().count() <= width {
        return text.to_owned();
    }
    let shown = text.chars().take(width.saturating_sub(3));
    shown.chain("...".chars()).take(width).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_note_ends_in_dots() {
        assert_eq!(shorten("loops >= 3", 10), "loops >= 3");
        assert_eq!(shorten("loops >= 3", 9), "loops ...");
        assert_eq!(shorten("loops >= 3", 0), "");
    }
}
