//! The font of the window and of printed pages.

/// DejaVu Sans Mono as a TrueType file, under a free licence (`assets/fonts/LICENSE`).
pub(crate) static FONT: &[u8] = include_bytes!("../assets/fonts/DejaVuSansMono.ttf");
