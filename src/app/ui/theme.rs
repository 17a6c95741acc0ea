//! The colours and the type that all panels share.

use bevy::prelude::*;
use bevy::text::{FontSize, TextFont};

use crate::app::glyph::FONT;
pub use crate::app::settings::DEFAULT_TEXT_SIZE as SMALL;

/// Ground of panels.
pub const PANEL: Color = Color::srgb(0.035, 0.035, 0.055);
/// Ground of what can be typed into or moved.
pub const WELL: Color = Color::srgb(0.075, 0.075, 0.11);
/// Lines between panels.
pub const LINE: Color = Color::srgb(0.16, 0.16, 0.22);
/// Text beside what matters.
pub const QUIET: Color = Color::srgb(0.60, 0.60, 0.67);
/// Text.
pub const PLAIN: Color = Color::srgb(0.80, 0.79, 0.80);
/// Keys, and what is chosen.
pub const KEY: Color = Color::srgb(1.0, 0.80, 0.45);
/// Ground under the pointer.
pub const HOVER: Color = Color::srgb(0.11, 0.11, 0.16);
/// Ground of what is chosen.
pub const CHOSEN: Color = Color::srgb(0.25, 0.18, 0.08);
/// What went wrong.
pub const WRONG: Color = Color::srgb(1.0, 0.50, 0.42);

/// Size of what explains other text, in logical pixels.
pub const TINY: f32 = 12.0;

/// The panels' font.
#[derive(Resource, Clone)]
pub struct Type(Handle<Font>);

impl FromWorld for Type {
    fn from_world(world: &mut World) -> Self {
        let mut fonts = world.resource_mut::<Assets<Font>>();
        Self(fonts.add(Font::from_bytes(FONT.to_vec())))
    }
}

impl Type {
    /// The font at the usual size.
    pub fn font(&self) -> TextFont {
        TextFont {
            font: (&self.0).into(),
            font_size: FontSize::Px(SMALL),
            ..default()
        }
    }

    /// Words that explain others: small and quiet, over as many lines as they need.
    pub fn hint(&self, text: &str) -> impl Bundle + use<> {
        let font = TextFont {
            font_size: FontSize::Px(TINY),
            ..self.font()
        };
        (
            Text::new(text),
            font,
            TextColor(QUIET),
            TextLayout::default(),
        )
    }

    /// A line of text.
    pub fn text(&self, text: &str, colour: Color) -> impl Bundle + use<> {
        self.sized(text, SMALL, colour)
    }

    /// Text over as many lines as it needs.
    pub fn wrapped(&self, text: &str, colour: Color) -> impl Bundle + use<> {
        (
            Text::new(text),
            self.font(),
            TextColor(colour),
            TextLayout::default(),
        )
    }

    /// A line of text of `size` logical pixels.
    pub fn sized(&self, text: &str, size: f32, colour: Color) -> impl Bundle + use<> {
        let font = TextFont {
            font_size: FontSize::Px(size),
            ..self.font()
        };
        (
            Text::new(text),
            font,
            TextColor(colour),
            TextLayout::no_wrap(),
        )
    }
}
