//! Writes pictures as PNG, and films as APNG or GIF. A film has one palette, and each frame holds only the
//! rectangle that differs from the previous one.

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::time::Duration;

use png::{BitDepth, BlendOp, ColorType, Compression, DisposeOp, Encoder, EncodingError};

/// A colour with six bits per channel.
type Colour = u32;

/// The colour of a pixel that has not changed.
const UNCHANGED: Colour = u32::MAX;

/// The palette index of unchanged pixels, which are transparent. All colours come before it.
const TRANSPARENT: u8 = 255;

/// The rectangle of a frame that differs from the previous frame.
struct FrameDelta {
    left: u32,
    top: u32,
    width: u32,
    pixels: Vec<Colour>,
}

/// Collects the frames of a film.
pub(super) struct Recorder {
    size: (u32, u32),
    last: Vec<Colour>,
    /// Each delta with the number of frames for which it is shown.
    deltas: Vec<(FrameDelta, u32)>,
}

fn quantize(pixel: [u8; 3]) -> Colour {
    let [r, g, b] = pixel.map(|channel| u32::from(channel) >> 2);
    r << 12 | g << 6 | b
}

fn rgb(colour: Colour) -> [u8; 3] {
    [colour >> 12, colour >> 6, colour].map(|channel| {
        let channel = (channel & 63) as u8;
        channel << 2 | channel >> 4
    })
}

impl Recorder {
    /// A recorder for frames of this width and height in pixels.
    pub const fn new(size: (u32, u32)) -> Self {
        Self {
            size,
            last: Vec::new(),
            deltas: Vec::new(),
        }
    }

    /// Adds a frame of three bytes per pixel.
    pub fn add(&mut self, picture: &[u8]) {
        let (pixels, _) = picture.as_chunks::<3>();
        let frame: Vec<Colour> = pixels.iter().map(|pixel| quantize(*pixel)).collect();
        let delta = self.delta_to(&frame);
        self.last = frame;
        match (delta, self.deltas.last_mut()) {
            (Some(delta), _) => self.deltas.push((delta, 1)),
            (None, Some((_, frames))) => *frames += 1,
            (None, None) => {}
        }
    }

    /// `None` if the frame equals the last one.
    fn delta_to(&self, frame: &[Colour]) -> Option<FrameDelta> {
        let (width, height) = (self.size.0 as usize, self.size.1 as usize);
        let differs = |x: usize, y: usize| {
            let index = y * width + x;
            self.last.get(index) != Some(&frame[index])
        };
        let row_differs = |y: &usize| (0..width).any(|x| differs(x, *y));
        let top = (0..height).find(row_differs)?;
        let bottom = (0..height).rev().find(row_differs)?;
        let column_differs = |x: &usize| (top..=bottom).any(|y| differs(*x, y));
        let left = (0..width).find(column_differs)?;
        let right = (0..width).rev().find(column_differs)?;
        let rectangle = (top..=bottom).flat_map(|y| (left..=right).map(move |x| (x, y)));
        let pixels = rectangle.map(|(x, y)| match differs(x, y) {
            true => frame[y * width + x],
            false => UNCHANGED,
        });
        Some(FrameDelta {
            left: left as u32,
            top: top as u32,
            width: (right - left + 1) as u32,
            pixels: pixels.collect(),
        })
    }

    /// The palette of the film, and a function from a colour to its index.
    fn palette(&self) -> (Vec<[u8; 3]>, impl Fn(Colour) -> u8) {
        let mut counts = BTreeMap::new();
        for (delta, _) in &self.deltas {
            for colour in delta.pixels.iter().filter(|colour| **colour != UNCHANGED) {
                *counts.entry(*colour).or_insert(0u64) += 1;
            }
        }
        build_palette(counts)
    }

    /// Writes the film as a GIF, which goes on for ever; `frame` is the duration of a frame, which is rounded to
    /// hundredths of a second.
    ///
    /// # Errors
    /// If `out` cannot be written, or a side has more than 65,535 pixels.
    pub fn write_gif(&self, out: impl Write, frame: Duration) -> io::Result<()> {
        let (palette, index_of) = self.palette();
        let side = |pixels: u32| u16::try_from(pixels).map_err(io::Error::other);
        let (width, height) = (side(self.size.0)?, side(self.size.1)?);
        let write = || -> Result<(), gif::EncodingError> {
            let mut encoder = gif::Encoder::new(out, width, height, palette.as_flattened())?;
            encoder.set_repeat(gif::Repeat::Infinite)?;
            for (delta, frames) in &self.deltas {
                let indices: Vec<u8> = delta.pixels.iter().map(|it| index_of(*it)).collect();
                let hundredths = (*frames * frame).as_millis().div_ceil(10);
                encoder.write_frame(&gif::Frame {
                    delay: u16::try_from(hundredths).unwrap_or(u16::MAX),
                    dispose: gif::DisposalMethod::Keep,
                    transparent: Some(TRANSPARENT),
                    left: delta.left as u16,
                    top: delta.top as u16,
                    width: delta.width as u16,
                    height: (indices.len() as u32 / delta.width) as u16,
                    buffer: indices.into(),
                    ..gif::Frame::default()
                })?;
            }
            Ok(())
        };
        write().map_err(io::Error::other)
    }

    /// Writes the film; `frame` is the duration of a frame.
    ///
    /// # Errors
    /// If `out` cannot be written.
    pub fn write(&self, out: impl Write, frame: Duration) -> io::Result<()> {
        let (palette, index_of) = self.palette();
        let mut encoder = create_encoder(out, self.size);
        encoder.set_color(ColorType::Indexed);
        encoder.set_palette(palette.as_flattened());
        let mut alpha = [255; 256];
        alpha[usize::from(TRANSPARENT)] = 0;
        encoder.set_trns(&alpha[..]);
        let write = || -> Result<(), EncodingError> {
            encoder.set_animated(self.deltas.len() as u32, 0)?;
            encoder.set_dispose_op(DisposeOp::None)?;
            let mut writer = encoder.write_header()?;
            for (index, (delta, frames)) in self.deltas.iter().enumerate() {
                let bytes: Vec<u8> = delta
                    .pixels
                    .iter()
                    .map(|colour| index_of(*colour))
                    .collect();
                if index > 0 {
                    // Each setter checks that the rectangle lies within the picture, so start from the whole of it.
                    writer.reset_frame_dimension()?;
                    writer.reset_frame_position()?;
                    writer.set_frame_dimension(delta.width, bytes.len() as u32 / delta.width)?;
                    writer.set_frame_position(delta.left, delta.top)?;
                    writer.set_blend_op(BlendOp::Over)?;
                }
                let (numerator, denominator) = delay_of(*frames * frame);
                writer.set_frame_delay(numerator, denominator)?;
                writer.write_image_data(&bytes)?;
            }
            writer.finish()
        };
        write().map_err(io::Error::other)
    }
}

/// A duration as the fraction of a second that APNG holds: in milliseconds, or in larger units if it is longer than
/// 65 seconds. At most 18 hours.
fn delay_of(time: Duration) -> (u16, u16) {
    let in_parts = |parts: u16| {
        let count = time.as_millis() * u128::from(parts) / 1000;
        Some((u16::try_from(count).ok()?, parts))
    };
    let found = [1000, 100, 10, 1].into_iter().find_map(in_parts);
    found.unwrap_or((u16::MAX, 1))
}

/// Writes a single picture of three bytes per pixel.
///
/// # Errors
/// If `out` cannot be written.
pub(super) fn write_picture(out: impl Write, picture: &[u8], size: (u32, u32)) -> io::Result<()> {
    let mut encoder = create_encoder(out, size);
    encoder.set_color(ColorType::Rgb);
    let write = || -> Result<(), EncodingError> {
        let mut writer = encoder.write_header()?;
        writer.write_image_data(picture)?;
        writer.finish()
    };
    write().map_err(io::Error::other)
}

fn create_encoder<W: Write>(out: W, (width, height): (u32, u32)) -> Encoder<'static, W> {
    let mut encoder = Encoder::new(out, width, height);
    encoder.set_depth(BitDepth::Eight);
    encoder.set_compression(Compression::High);
    encoder
}

/// Reduces the colours, given with their frequencies, to a palette by median cut (P. Heckbert, 1982). Also returns
/// a function from a colour to its palette index.
fn build_palette(counts: BTreeMap<Colour, u64>) -> (Vec<[u8; 3]>, impl Fn(Colour) -> u8) {
    let mut boxes: Vec<Vec<(Colour, u64)>> = vec![counts.into_iter().collect()];
    while boxes.len() < usize::from(TRANSPARENT) {
        let widest = boxes
            .iter()
            .enumerate()
            .map(|(index, colours)| (spread(colours), index))
            .max();
        let Some(((1.., axis), index)) = widest else {
            break;
        };
        let mut colours = boxes.swap_remove(index);
        colours.sort_unstable_by_key(|(colour, _)| rgb(*colour)[axis]);
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
    let mut indices = BTreeMap::new();
    let mut palette = Vec::new();
    for (index, colours) in boxes.iter().enumerate() {
        let total = colours.iter().map(|(_, count)| count).sum::<u64>().max(1);
        let mean = |axis: usize| {
            let sum = colours
                .iter()
                .map(|(colour, count)| u64::from(rgb(*colour)[axis]) * count);
            (sum.sum::<u64>() / total) as u8
        };
        palette.push([mean(0), mean(1), mean(2)]);
        indices.extend(colours.iter().map(|(colour, _)| (*colour, index as u8)));
    }
    palette.resize(256, [0; 3]);
    let index_of = move |colour| match colour {
        UNCHANGED => TRANSPARENT,
        colour => indices.get(&colour).copied().unwrap_or(0),
    };
    (palette, index_of)
}

/// The axis along which the colours differ most, preceded by that difference weighted with their frequency.
fn spread(colours: &[(Colour, u64)]) -> (u64, usize) {
    let total: u64 = colours.iter().map(|(_, count)| count).sum();
    let width = |axis: usize| {
        let values = colours.iter().map(|(colour, _)| rgb(*colour)[axis]);
        let (min, max) = values.fold((u8::MAX, 0), |(min, max), value| {
            (value.min(min), value.max(max))
        });
        u64::from(max.saturating_sub(min))
    };
    let (width, axis) = (0..3)
        .map(|axis| (width(axis), axis))
        .max()
        .unwrap_or((0, 0));
    // Rare colours count for less, but not for nothing.
    (width * width * total.isqrt(), axis)
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
        let mut film = Vec::new();
        recorder
            .write(&mut film, Duration::from_millis(50))
            .unwrap();
        let decoder = png::Decoder::new(io::Cursor::new(film));
        let mut reader = decoder.read_info().unwrap();
        assert_eq!(reader.info().animation_control.unwrap().num_frames, 3);
        let mut bytes = vec![0; reader.output_buffer_size().unwrap()];
        let mut frames = Vec::new();
        for _ in 0..3 {
            let info = reader.next_frame(&mut bytes).unwrap();
            let control = reader.info().frame_control.unwrap();
            frames.push((control.delay_num, info.width, info.height));
        }
        // Each delta spans the old and the new bright pixel.
        assert_eq!(frames, [(100, 4, 3), (50, 2, 2), (50, 3, 2)]);
    }

    #[test]
    fn a_still_stretch_may_last_longer_than_a_minute() {
        let seconds = |seconds| delay_of(Duration::from_secs(seconds));
        assert_eq!(seconds(65), (65_000, 1000));
        assert_eq!(seconds(66), (6600, 100));
        assert_eq!(seconds(700), (7000, 10));
        assert_eq!(seconds(7000), (7000, 1));
        assert_eq!(seconds(1 << 40), (u16::MAX, 1));
        let mut recorder = Recorder::new((2, 1));
        for _ in 0..70_000 {
            recorder.add(&[9; 6]);
        }
        assert_eq!(recorder.deltas.len(), 1);
        assert_eq!(recorder.deltas[0].1, 70_000);
    }

    #[test]
    fn few_colours_are_kept_and_many_are_reduced_to_the_palette() {
        let few: BTreeMap<Colour, u64> = (0..200).map(|n| (n * 1300, 1)).collect();
        let (palette, index_of) = build_palette(few.clone());
        for colour in few.keys() {
            assert_eq!(palette[usize::from(index_of(*colour))], rgb(*colour));
        }
        assert_eq!(index_of(UNCHANGED), TRANSPARENT);
        let many: BTreeMap<Colour, u64> = (0..20_000).map(|n| (n * 13, 1)).collect();
        let (palette, index_of) = build_palette(many.clone());
        for colour in many.keys() {
            let shown = palette[usize::from(index_of(*colour))];
            let errors = shown.iter().zip(rgb(*colour)).map(|(a, b)| a.abs_diff(b));
            assert!(errors.max().unwrap() < 64);
        }
    }
}
