//! Colours, font and text styles of all panels.

use bevy::prelude::*;
use bevy::text::{FontSize, TextFont};

pub use crate::app::settings::DEFAULT_TEXT_SIZE as SMALL;
use crate::font::FONT;

/// Background of panels.
pub const PANEL: Color = Color::srgb(0.035, 0.035, 0.055);
/// Background of buttons, text fields and sliders.
pub const WELL: Color = Color::srgb(0.075, 0.075, 0.11);
/// Borders of panels.
pub const LINE: Color = Color::srgb(0.16, 0.16, 0.22);
/// Secondary text.
pub const QUIET: Color = Color::srgb(0.60, 0.60, 0.67);
/// Normal text.
pub const PLAIN: Color = Color::srgb(0.80, 0.79, 0.80);
/// Key names and other highlighted text.
pub const KEY: Color = Color::srgb(1.0, 0.80, 0.45);
/// Background under the pointer.
pub const HOVER: Color = Color::srgb(0.11, 0.11, 0.16);
/// Background of the chosen line or button.
pub const CHOSEN: Color = Color::srgb(0.25, 0.18, 0.08);
/// Error messages.
pub const WRONG: Color = Color::srgb(1.0, 0.50, 0.42);

/// Text size of explanations, in logical pixels.
pub const TINY: f32 = 12.0;

/// Height of a line of text at the normal size, which is Bevy's share of it, in logical pixels.
pub const LINE_HEIGHT: f32 = 1.2 * SMALL;

/// The font of the panels.
#[derive(Resource, Clone)]
pub struct UiFont(Handle<Font>);

impl FromWorld for UiFont {
    fn from_world(world: &mut World) -> Self {
        let mut fonts = world.resource_mut::<Assets<Font>>();
        Self(fonts.add(Font::from_bytes(FONT.to_vec())))
    }
}

impl UiFont {
    /// The font at the normal size, [`SMALL`].
    pub fn font(&self) -> TextFont {
        TextFont {
            font: (&self.0).into(),
            font_size: FontSize::Px(SMALL),
            ..default()
        }
    }

    /// An explanation in small, quiet text that wraps.
    pub fn hint(&self, text: &str) -> impl Bundle + use<> {
        self.paragraph(text, TINY, QUIET)
    }

    /// A line of text that does not wrap.
    pub fn text(&self, text: &str, colour: Color) -> impl Bundle + use<> {
        self.sized(text, SMALL, colour)
    }

    /// Text that wraps.
    pub fn wrapped(&self, text: &str, colour: Color) -> impl Bundle + use<> {
        self.paragraph(text, SMALL, colour)
    }

    /// Text of `size` logical pixels that wraps.
    pub fn paragraph(&self, text: &str, size: f32, colour: Color) -> impl Bundle + use<> {
        self.styled(text, size, colour, TextLayout::default())
    }

    /// A line of text of `size` logical pixels that does not wrap.
    pub fn sized(&self, text: &str, size: f32, colour: Color) -> impl Bundle + use<> {
        self.styled(text, size, colour, TextLayout::no_wrap())
    }

    fn styled(
        &self,
        text: &str,
        size: f32,
        colour: Color,
        layout: TextLayout,
    ) -> impl Bundle + use<> {
        let font = TextFont {
            font_size: FontSize::Px(size),
            ..self.font()
        };
        (Text::new(text), font, TextColor(colour), layout)
    }
}
