//! The bitmap of one glyph: how much of each pixel of a cell the glyph covers.

use std::ops::Range;

/// Coverage of a cell's pixels, row-major from the top-left corner: 0 is none, 255 is all.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Bitmap {
    width: i32,
    height: i32,
    coverage: Vec<u8>,
}

impl Bitmap {
    /// An empty bitmap of `width` x `height` pixels, each raised to at least 1.
    pub fn new(width: i32, height: i32) -> Self {
        let (width, height) = (width.max(1), height.max(1));
        Self {
            width,
            height,
            coverage: vec![0; (width * height) as usize],
        }
    }

    /// Number of columns, in pixels.
    pub fn width(&self) -> i32 {
        self.width
    }

    /// Number of rows, in pixels.
    pub fn height(&self) -> i32 {
        self.height
    }

    /// One row from left to right.
    ///
    /// # Panics
    /// If `y` lies outside the bitmap.
    pub fn row(&self, y: i32) -> &[u8] {
        let start = (y * self.width) as usize;
        &self.coverage[start..start + self.width as usize]
    }

    /// Coverage at column `x` and row `y`.
    ///
    /// # Panics
    /// If the pixel lies outside the bitmap.
    pub fn get(&self, x: i32, y: i32) -> u8 {
        self.row(y)[x as usize]
    }

    /// Sets the pixels of the rectangle `xs` x `ys`, clipped to the bitmap.
    pub fn fill(&mut self, xs: Range<i32>, ys: Range<i32>, coverage: u8) {
        let (xs, ys) = (
            xs.start.max(0)..xs.end.min(self.width),
            ys.start.max(0)..ys.end.min(self.height),
        );
        for y in ys {
            for x in xs.clone() {
                self.coverage[(y * self.width + x) as usize] = coverage;
            }
        }
    }

    /// Raises a pixel to at least `coverage`; ignores pixels outside the bitmap.
    pub fn cover(&mut self, x: i32, y: i32, coverage: u8) {
        if (0..self.width).contains(&x) && (0..self.height).contains(&y) {
            let pixel = &mut self.coverage[(y * self.width + x) as usize];
            *pixel = (*pixel).max(coverage);
        }
    }

    /// Whether no pixel is covered.
    pub fn is_empty(&self) -> bool {
        self.coverage.iter().all(|&c| c == 0)
    }
}
