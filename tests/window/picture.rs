//! Pictures of the window, and how two of them differ.

use std::path::Path;

use image::{Rgb, RgbImage};

/// What is on the screen, or on a part of it.
#[derive(Clone, PartialEq, Eq)]
pub struct Picture(RgbImage);

/// The least rectangle around some pixels: its upper left one, and its size.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Area {
    pub at: (u32, u32),
    pub size: (u32, u32),
}

impl Picture {
    /// Reads the format in which Xvfb keeps its screen, the one of `xwd`: a header of big-endian
    /// words, a table of colours, the pixels.
    pub fn from_xwd(file: &[u8]) -> Self {
        let word = |index: usize| {
            let bytes = file[index * 4..][..4].try_into().unwrap();
            u32::from_be_bytes(bytes)
        };
        let (header, width, height, bits, stride, colours) =
            (word(0), word(4), word(5), word(11), word(12), word(19));
        assert_eq!(bits, 32, "the screen was opened with 24 bits a pixel");
        let pixels = &file[(header + colours * 12) as usize..];
        let least_first = word(7) == 0;
        Self(RgbImage::from_fn(width, height, |x, y| {
            let at = (y * stride + x * 4) as usize;
            let [a, b, c, d] = pixels[at..][..4].try_into().unwrap();
            Rgb(if least_first { [c, b, a] } else { [b, c, d] })
        }))
    }

    pub fn open(path: &Path) -> Option<Self> {
        Some(Self(image::open(path).ok()?.to_rgb8()))
    }

    pub fn size(&self) -> (u32, u32) {
        self.0.dimensions()
    }

    pub fn pixel(&self, x: u32, y: u32) -> [u8; 3] {
        self.0.get_pixel(x, y).0
    }

    /// A part of it.
    pub fn cut(&self, at: (u32, u32), size: (u32, u32)) -> Self {
        Self(image::imageops::crop_imm(&self.0, at.0, at.1, size.0, size.1).to_image())
    }

    pub fn is_black(&self) -> bool {
        self.0.pixels().all(|pixel| pixel.0 == [0; 3])
    }

    /// Where the pixels are that `wanted` tells; `None` if there is none.
    pub fn area(&self, wanted: impl Fn([u8; 3]) -> bool) -> Option<Area> {
        area(
            self.0
                .enumerate_pixels()
                .filter(|(_, _, pixel)| wanted(pixel.0))
                .map(|(x, y, _)| (x, y)),
        )
    }

    /// Where another picture of the same size differs.
    fn difference(&self, other: &Self) -> impl Iterator<Item = (u32, u32)> {
        assert_eq!(self.size(), other.size());
        let pairs = self.0.enumerate_pixels().zip(other.0.pixels());
        pairs
            .filter(|((_, _, pixel), other)| *pixel != *other)
            .map(|((x, y, _), _)| (x, y))
    }

    /// How many pixels another picture of the same size has otherwise.
    pub fn count_different(&self, other: &Self) -> usize {
        self.difference(other).count()
    }

    /// Asserts that much is not the same: one pixel in twenty.
    #[track_caller]
    pub fn assert_is_not(&self, other: &Self, why: &str) {
        let (width, height) = self.size();
        let count = self.difference(other).count();
        if count * 20 < (width * height) as usize {
            panic!(
                "{why}: only {count} pixels differ, see {:?}",
                kept(self, other)
            );
        }
    }

    /// Asserts that something is not the same, if only a line of text: a hundred pixels.
    #[track_caller]
    pub fn assert_is_not_quite(&self, other: &Self, why: &str) {
        let count = self.difference(other).count();
        if count < 100 {
            let kept = kept(self, other);
            panic!("{why}: only {count} pixels differ, see {kept:?}");
        }
    }

    /// Keeps it as a file for whoever looks into a failure; returns where.
    pub fn keep(&self, name: &str) -> String {
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("window-{name}.png"));
        match self.0.save(&path) {
            Ok(()) => path.display().to_string(),
            Err(error) => format!("(not kept: {error})"),
        }
    }

    /// Asserts that two pictures are the same, pixel for pixel.
    #[track_caller]
    pub fn assert_is(&self, expected: &Self, why: &str) {
        if self == expected {
            return;
        }
        let kept = kept(self, expected);
        let sizes = (self.size(), expected.size());
        assert!(sizes.0 == sizes.1, "{why}: sizes {sizes:?}, {kept:?}");
        let count = self.difference(expected).count();
        let place = area(self.difference(expected)).unwrap();
        panic!("{why}: {count} pixels differ within {place:?}, see {kept:?}");
    }
}

/// Keeps two pictures that a test has compared; returns where.
fn kept(one: &Picture, other: &Picture) -> [String; 2] {
    let test = std::thread::current()
        .name()
        .unwrap_or("test")
        .replace("::", "-");
    [(one, "is"), (other, "compared-with")]
        .map(|(picture, which)| picture.keep(&format!("{test}-{which}")))
}

fn area(pixels: impl Iterator<Item = (u32, u32)>) -> Option<Area> {
    let mut corners: Option<[u32; 4]> = None;
    for (x, y) in pixels {
        let [left, top, right, bottom] = corners.unwrap_or([x, y, x, y]);
        corners = Some([left.min(x), top.min(y), right.max(x), bottom.max(y)]);
    }
    let [left, top, right, bottom] = corners?;
    Some(Area {
        at: (left, top),
        size: (right - left + 1, bottom - top + 1),
    })
}
