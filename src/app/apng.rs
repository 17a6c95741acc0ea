//! PNG files of pictures, and of films: APNG with one palette for all frames, of which each holds only
//! what differs from the one before. Knows pixels alone.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, BufWriter};
use std::path::Path;
use std::time::Duration;

use png::{BitDepth, BlendOp, ColorType, Compression, DisposeOp, Encoder, EncodingError};

/// A colour of six bits a channel.
type Colour = u32;

/// A pixel that is as it was.
const SAME: Colour = u32::MAX;

/// Its place in the palette, behind all colours.
const CLEAR: u8 = 255;

/// What differs from one frame to the next, and where.
struct Change {
    left: u32,
    top: u32,
    width: u32,
    pixels: Vec<Colour>,
}

/// A film in the making.
pub(super) struct Recorder {
    size: (u32, u32),
    last: Vec<Colour>,
    /// Each with how many frames it is shown.
    changes: Vec<(Change, u16)>,
}

fn coarse(pixel: [u8; 3]) -> Colour {
    let [r, g, b] = pixel.map(|channel| u32::from(channel) >> 2);
    r << 12 | g << 6 | b
}

fn channels(colour: Colour) -> [u8; 3] {
    [colour >> 12, colour >> 6, colour].map(|channel| {
        let channel = (channel & 63) as u8;
        channel << 2 | channel >> 4
    })
}

impl Recorder {
    /// For frames of so many columns and rows.
    pub const fn new(size: (u32, u32)) -> Self {
        Self {
            size,
            last: Vec::new(),
            changes: Vec::new(),
        }
    }

    /// Adds a frame of three bytes a pixel.
    pub fn add(&mut self, picture: &[u8]) {
        let (pixels, _) = picture.as_chunks::<3>();
        let now: Vec<Colour> = pixels.iter().map(|pixel| coarse(*pixel)).collect();
        let change = self.change_to(&now);
        self.last = now;
        match (change, self.changes.last_mut()) {
            (Some(change), _) => self.changes.push((change, 1)),
            (None, Some((_, frames))) => *frames += 1,
            (None, None) => {}
        }
    }

    fn change_to(&self, now: &[Colour]) -> Option<Change> {
        let (width, height) = (self.size.0 as usize, self.size.1 as usize);
        let differs = |x: usize, y: usize| {
            let index = y * width + x;
            self.last.get(index) != Some(&now[index])
        };
        let row = |y: &usize| (0..width).any(|x| differs(x, *y));
        let top = (0..height).find(row)?;
        let bottom = (0..height).rev().find(row)?;
        let column = |x: &usize| (top..=bottom).any(|y| differs(*x, y));
        let left = (0..width).find(column)?;
        let right = (0..width).rev().find(column)?;
        let places = (top..=bottom).flat_map(|y| (left..=right).map(move |x| (x, y)));
        let pixels = places.map(|(x, y)| match differs(x, y) {
            true => now[y * width + x],
            false => SAME,
        });
        Some(Change {
            left: left as u32,
            top: top as u32,
            width: (right - left + 1) as u32,
            pixels: pixels.collect(),
        })
    }

    /// Writes the film, with so much time from frame to frame.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn write(&self, path: &Path, frame: Duration) -> io::Result<()> {
        let mut counts = BTreeMap::new();
        for (change, _) in &self.changes {
            for colour in change.pixels.iter().filter(|colour| **colour != SAME) {
                *counts.entry(*colour).or_insert(0u64) += 1;
            }
        }
        let (palette, places) = palette(counts);
        let mut encoder = encoder(path, self.size)?;
        encoder.set_color(ColorType::Indexed);
        encoder.set_palette(palette.as_flattened());
        let mut alpha = [255; 256];
        alpha[usize::from(CLEAR)] = 0;
        encoder.set_trns(&alpha[..]);
        let write = || -> Result<(), EncodingError> {
            encoder.set_animated(self.changes.len() as u32, 0)?;
            encoder.set_dispose_op(DisposeOp::None)?;
            let mut writer = encoder.write_header()?;
            for (index, (change, frames)) in self.changes.iter().enumerate() {
                let bytes: Vec<u8> = change.pixels.iter().map(|colour| places(*colour)).collect();
                if index > 0 {
                    // Small before it is moved, and moved before it grows.
                    writer.reset_frame_dimension()?;
                    writer.reset_frame_position()?;
                    writer.set_frame_dimension(change.width, bytes.len() as u32 / change.width)?;
                    writer.set_frame_position(change.left, change.top)?;
                    writer.set_blend_op(BlendOp::Over)?;
                }
                writer.set_frame_delay(*frames * frame.as_millis() as u16, 1000)?;
                writer.write_image_data(&bytes)?;
            }
            writer.finish()
        };
        write().map_err(io::Error::other)
    }
}

/// Writes a single picture of three bytes a pixel.
///
/// # Errors
/// If the file cannot be written.
pub(super) fn write_picture(path: &Path, picture: &[u8], size: (u32, u32)) -> io::Result<()> {
    let mut encoder = encoder(path, size)?;
    encoder.set_color(ColorType::Rgb);
    let write = || -> Result<(), EncodingError> {
        let mut writer = encoder.write_header()?;
        writer.write_image_data(picture)?;
        writer.finish()
    };
    write().map_err(io::Error::other)
}

fn encoder(path: &Path, (width, height): (u32, u32)) -> io::Result<Encoder<'_, BufWriter<File>>> {
    let file = BufWriter::new(File::create(path)?);
    let mut encoder = Encoder::new(file, width, height);
    encoder.set_depth(BitDepth::Eight);
    encoder.set_compression(Compression::High);
    Ok(encoder)
}

/// Colours that stand for all that there are, with how often each occurs: the median cut (P. Heckbert,
/// 1982). Also gives the place in it of any colour.
fn palette(counts: BTreeMap<Colour, u64>) -> (Vec<[u8; 3]>, impl Fn(Colour) -> u8) {
    let mut boxes: Vec<Vec<(Colour, u64)>> = vec![counts.into_iter().collect()];
    while boxes.len() < usize::from(CLEAR) {
        let widest = boxes
            .iter()
            .enumerate()
            .map(|(index, colours)| (spread(colours), index))
            .max();
        let Some(((1.., axis), index)) = widest else {
            break;
        };
        let mut colours = boxes.swap_remove(index);
        colours.sort_unstable_by_key(|(colour, _)| channels(*colour)[axis]);
        let half = colours.iter().map(|(_, count)| count).sum::<u64>() / 2;
        let mut sum = 0;
        let middle = colours.iter().position(|(_, count)| {
            sum += count;
            sum > half
        });
        let middle = middle.unwrap_or(0).clamp(1, colours.len() - 1);
        let rest = colours.split_off(middle);
        boxes.extend([colours, rest]);
    }
    let mut places = BTreeMap::new();
    let mut palette = Vec::new();
    for (index, colours) in boxes.iter().enumerate() {
        let whole = colours.iter().map(|(_, count)| count).sum::<u64>().max(1);
        let mean = |axis: usize| {
            let sum = colours
                .iter()
                .map(|(colour, count)| u64::from(channels(*colour)[axis]) * count);
            (sum.sum::<u64>() / whole) as u8
        };
        palette.push([mean(0), mean(1), mean(2)]);
        places.extend(colours.iter().map(|(colour, _)| (*colour, index as u8)));
    }
    palette.resize(256, [0; 3]);
    let place = move |colour| match colour {
        SAME => CLEAR,
        colour => places.get(&colour).copied().unwrap_or(0),
    };
    (palette, place)
}

/// How far colours lie apart along the axis on which they lie farthest apart, weighted by how often they
/// occur; and that axis.
fn spread(colours: &[(Colour, u64)]) -> (u64, usize) {
    let whole: u64 = colours.iter().map(|(_, count)| count).sum();
    let along = |axis: usize| {
        let values = colours.iter().map(|(colour, _)| channels(*colour)[axis]);
        let (least, most) = values.fold((u8::MAX, 0), |(least, most), value| {
            (value.min(least), value.max(most))
        });
        u64::from(most.saturating_sub(least))
    };
    let (width, axis) = (0..3)
        .map(|axis| (along(axis), axis))
        .max()
        .unwrap_or((0, 0));
    // What is rare counts for less, but not for nothing.
    (width * width * whole.isqrt(), axis)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_film_reads_back_frame_by_frame() {
        let size = (4, 3);
        let picture = |index: usize| -> Vec<u8> {
            let mut picture = vec![10; 36];
            picture[3 * index] = 200;
            picture
        };
        let mut recorder = Recorder::new(size);
        for index in [0, 0, 5, 11] {
            recorder.add(&picture(index));
        }
        let name = format!("undercroft-film-{}.png", std::process::id());
        let path = std::env::temp_dir().join(name);
        recorder.write(&path, Duration::from_millis(50)).unwrap();
        let decoder = png::Decoder::new(io::BufReader::new(File::open(&path).unwrap()));
        let mut reader = decoder.read_info().unwrap();
        assert_eq!(reader.info().animation_control.unwrap().num_frames, 3);
        let mut bytes = vec![0; reader.output_buffer_size().unwrap()];
        let mut frames = Vec::new();
        for _ in 0..3 {
            let info = reader.next_frame(&mut bytes).unwrap();
            let control = reader.info().frame_control.unwrap();
            frames.push((control.delay_num, info.width, info.height));
        }
        // From one bright pixel to the next.
        assert_eq!(frames, [(100, 4, 3), (50, 2, 2), (50, 3, 2)]);
        std::fs::remove_file(path).unwrap();
    }

    #[test]
    fn few_colours_stay_as_they_are_and_many_become_as_many_as_there_is_room_for() {
        let few: BTreeMap<Colour, u64> = (0..200).map(|n| (n * 1300, 1)).collect();
        let (palette_of_few, place) = palette(few.clone());
        for colour in few.keys() {
            assert_eq!(
                palette_of_few[usize::from(place(*colour))],
                channels(*colour)
            );
        }
        assert_eq!(place(SAME), CLEAR);
        let many: BTreeMap<Colour, u64> = (0..20_000).map(|n| (n * 13, 1)).collect();
        let (palette, place) = palette(many.clone());
        for colour in many.keys() {
            let shown = palette[usize::from(place(*colour))];
            let far = shown
                .iter()
                .zip(channels(*colour))
                .map(|(a, b)| a.abs_diff(b));
            assert!(far.max().unwrap() < 64);
        }
    }
}
