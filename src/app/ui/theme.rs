//! The colours and the type that all panels share, and the theme that they give the widgets.

use bevy::feathers::dark_theme::create_dark_theme;
use bevy::feathers::theme::{ThemeProps, ThemeToken};
use bevy::feathers::tokens;
use bevy::prelude::*;
use bevy::text::{FontSize, TextFont};

use crate::app::glyph::FONT;
pub use crate::app::settings::SMALL;

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

/// The widgets' theme in the panels' colours.
pub fn theme() -> ThemeProps {
    let mut theme = create_dark_theme();
    let colours: [(ThemeToken, Color); 24] = [
        (tokens::WINDOW_BG, PANEL),
        (tokens::FOCUS_RING, KEY.with_alpha(0.75)),
        (tokens::TEXT_MAIN, PLAIN),
        (tokens::TEXT_DIM, QUIET),
        (tokens::BUTTON_BG, WELL),
        (tokens::BUTTON_BG_HOVER, LINE),
        (tokens::BUTTON_BG_PRESSED, CHOSEN),
        (tokens::BUTTON_TEXT, PLAIN),
        (tokens::BUTTON_PRIMARY_BG, CHOSEN),
        (
            tokens::BUTTON_PRIMARY_BG_HOVER,
            Color::srgb(0.36, 0.27, 0.13),
        ),
        (
            tokens::BUTTON_PRIMARY_BG_PRESSED,
            Color::srgb(0.42, 0.31, 0.15),
        ),
        (tokens::BUTTON_PRIMARY_TEXT, KEY),
        (tokens::BUTTON_PLAIN_BG_HOVER, HOVER),
        (tokens::BUTTON_PLAIN_BG_PRESSED, LINE),
        (tokens::SLIDER_BG, WELL),
        (tokens::SLIDER_BG_HOVER, HOVER),
        (tokens::SLIDER_BG_PRESSED, HOVER),
        (tokens::SLIDER_BAR, Color::srgb(0.62, 0.47, 0.22)),
        (tokens::SLIDER_BAR_HOVER, Color::srgb(0.74, 0.57, 0.28)),
        (tokens::SLIDER_BAR_PRESSED, Color::srgb(0.86, 0.67, 0.34)),
        (tokens::TEXT_INPUT_BG, WELL),
        (tokens::TEXT_INPUT_TEXT, PLAIN),
        (tokens::TEXT_INPUT_CURSOR, KEY),
        (tokens::TEXT_INPUT_SELECTION, Color::srgb(0.36, 0.27, 0.13)),
    ];
    theme.color.extend(colours);
    theme
}
