//! Screenshots of the window, and comparisons of two of them.

use std::path::Path;

use image::{Rgb, RgbImage};

/// A picture of the screen, or of a part of it.
#[derive(Clone, PartialEq, Eq)]
pub struct Picture(RgbImage);

/// The smallest rectangle around some pixels.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Area {
    /// The top-left pixel.
    pub at: (u32, u32),
    pub size: (u32, u32),
}

/// The relative luminance of a pixel, 0 to 1, as WCAG defines it.
pub fn luminance(pixel: [u8; 3]) -> f64 {
    let [red, green, blue] = pixel.map(|channel| {
        let share = f64::from(channel) / 255.0;
        match share <= 0.04045 {
            true => share / 12.92,
            false => ((share + 0.055) / 1.055).powf(2.4),
        }
    });
    0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/// The contrast ratio of two luminances.
pub fn contrast(one: f64, other: f64) -> f64 {
    (one.max(other) + 0.05) / (one.min(other) + 0.05)
}

impl Picture {
    /// Reads the upper left corner, of this size, of a file in the `xwd` format, in which Xvfb stores its screen: a header
    /// of big-endian words, a table of colours, and the pixels.
    pub fn from_xwd(file: &[u8], size: (u32, u32)) -> Self {
        let word = |index: usize| {
            let bytes = file[index * 4..][..4].try_into().unwrap();
            u32::from_be_bytes(bytes)
        };
        let (header, bits, stride, colours) = (word(0), word(11), word(12), word(19));
        let (width, height) = (size.0.min(word(4)), size.1.min(word(5)));
        assert_eq!(bits, 32, "Xvfb runs with a depth of 24 bits");
        let pixels = &file[(header + colours * 12) as usize..];
        let is_little_endian = word(7) == 0;
        Self(RgbImage::from_fn(width, height, |x, y| {
            let at = (y * stride + x * 4) as usize;
            let [a, b, c, d] = pixels[at..][..4].try_into().unwrap();
            Rgb(if is_little_endian {
                [c, b, a]
            } else {
                [b, c, d]
            })
        }))
    }

    /// A black picture.
    pub fn blank((width, height): (u32, u32)) -> Self {
        Self(RgbImage::new(width, height))
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

    /// The part of `size` pixels with its top-left corner at `at`.
    pub fn cut(&self, at: (u32, u32), size: (u32, u32)) -> Self {
        Self(image::imageops::crop_imm(&self.0, at.0, at.1, size.0, size.1).to_image())
    }

    pub fn is_black(&self) -> bool {
        self.0.pixels().all(|pixel| pixel.0 == [0; 3])
    }

    /// The area of the pixels that are wanted; `None` if there are none.
    pub fn area(&self, is_wanted: impl Fn([u8; 3]) -> bool) -> Option<Area> {
        let pixels = self.0.enumerate_pixels();
        let wanted = pixels.filter(|(_, _, pixel)| is_wanted(pixel.0));
        area_of(wanted.map(|(x, y, _)| (x, y)))
    }

    /// The pixels in which a picture of the same size differs.
    fn difference(&self, other: &Self) -> impl Iterator<Item = (u32, u32)> {
        assert_eq!(self.size(), other.size());
        let pairs = self.0.enumerate_pixels().zip(other.0.pixels());
        pairs
            .filter(|((_, _, pixel), other)| *pixel != *other)
            .map(|((x, y, _), _)| (x, y))
    }

    /// The area in which a picture of the same size differs; `None` if it does not.
    pub fn changed(&self, other: &Self) -> Option<Area> {
        area_of(self.difference(other))
    }

    /// The number of pixels in which a picture of the same size differs.
    pub fn count_different(&self, other: &Self) -> usize {
        self.difference(other).count()
    }

    /// Asserts that at most one pixel in a thousand differs noticeably, as between two drivers.
    #[track_caller]
    pub fn assert_looks_like(&self, expected: &Self, why: &str) {
        assert_eq!(self.size(), expected.size());
        let pairs = self.0.pixels().zip(expected.0.pixels());
        let count = pairs
            .filter(|(one, other)| {
                let mut channels = one.0.iter().zip(other.0);
                channels.any(|(one, other)| one.abs_diff(other) > 8)
            })
            .count();
        let (width, height) = self.size();
        if count > (width * height / 1000) as usize {
            let files = save_both(self, expected);
            panic!("{why}: {count} pixels differ noticeably, see {files:?}");
        }
    }

    /// Asserts that at least one pixel in twenty differs.
    #[track_caller]
    pub fn assert_is_not(&self, other: &Self, why: &str) {
        let (width, height) = self.size();
        self.assert_differs(other, (width * height).div_ceil(20), why);
    }

    /// Asserts that at least a hundred pixels differ, as for a line of text.
    #[track_caller]
    pub fn assert_is_not_quite(&self, other: &Self, why: &str) {
        self.assert_differs(other, 100, why);
    }

    #[track_caller]
    fn assert_differs(&self, other: &Self, least: u32, why: &str) {
        let count = self.count_different(other);
        if count < least as usize {
            let files = save_both(self, other);
            panic!("{why}: only {count} pixels differ, see {files:?}");
        }
    }

    /// Saves the picture so that a failure can be investigated; returns the path.
    pub fn keep(&self, name: &str) -> String {
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("window-{name}.png"));
        match self.0.save(&path) {
            Ok(()) => path.display().to_string(),
            Err(error) => format!("(not saved: {error})"),
        }
    }

    /// Saves the picture as PNG.
    pub fn save(&self, path: &Path) {
        self.0
            .save(path)
            .unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    }

    /// Asserts that two pictures are the same, pixel for pixel.
    #[track_caller]
    pub fn assert_is(&self, expected: &Self, why: &str) {
        if self == expected {
            return;
        }
        let files = save_both(self, expected);
        let sizes = (self.size(), expected.size());
        assert!(sizes.0 == sizes.1, "{why}: sizes {sizes:?}, {files:?}");
        let count = self.count_different(expected);
        let area = area_of(self.difference(expected)).unwrap();
        panic!("{why}: {count} pixels differ within {area:?}, see {files:?}");
    }
}

/// Saves two pictures that a test has compared; returns their paths.
fn save_both(one: &Picture, other: &Picture) -> [String; 2] {
    let test = std::thread::current()
        .name()
        .unwrap_or("test")
        .replace("::", "-");
    [(one, "is"), (other, "compared-with")]
        .map(|(picture, which)| picture.keep(&format!("{test}-{which}")))
}

/// The smallest rectangle around some pixels; `None` if there are none.
pub fn area_of(pixels: impl Iterator<Item = (u32, u32)>) -> Option<Area> {
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
