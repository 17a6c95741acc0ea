//! Layers that are open over the screen. The topmost layer that takes keys gets them, and Back closes
//! the topmost of all. What a layer shows is up to the screen.

use bevy::prelude::*;
use strum::{EnumCount, VariantArray};

use super::Chord;
use crate::app::screen::Screen;

/// A kind of layer, from bottom to top.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, EnumCount, VariantArray)]
pub enum Layer {
    /// Something recorded is watched on the screen of a puzzle, whose keys are those of the replays.
    Playback,
    /// Painting on a map.
    Paint,
    /// The animation of a map's generation.
    Animation,
    /// A map is being generated in the background.
    Generation,
    /// The aiming or examine cursor on the map.
    Aim,
    /// A conduit board over the map.
    Board,
    /// A question: Enter, Esc and two letters answer it, and arrows move its cursor.
    Question,
    /// A list with a cursor: arrows move it, Enter and letters choose a line.
    Menu,
    /// A key is being bound: the next key press becomes the binding.
    Binding,
    /// A focused button or slider, which takes the keys that operate it.
    Control,
    /// A focused text field, which takes almost every key.
    Text,
    /// The key list.
    Help,
}

impl Layer {
    /// Every variant, in the order of declaration.
    pub const ALL: [Self; Self::COUNT] = crate::listed(Self::VARIANTS);

    /// Whether the screen's keys are off, or mean something else, while it is open.
    const fn takes_keys(self) -> bool {
        matches!(
            self,
            Self::Question | Self::Menu | Self::Binding | Self::Control | Self::Text | Self::Help
        )
    }

    /// Whether it stands for the focused widget, on any screen.
    const fn is_focus(self) -> bool {
        matches!(self, Self::Control | Self::Text)
    }
}

/// The open layers, one bit each. The system that opens a layer updates it by [`with`](Self::with) and
/// reads [`LayerClosed`] to learn that Back has closed it.
#[derive(Resource, Default, Clone, Copy, PartialEq, Eq, Debug)]
pub struct Layers(u16);

/// Sent when Back has closed this layer.
#[derive(Message, Clone, Copy, PartialEq, Eq, Debug)]
pub struct LayerClosed(pub Layer);

/// Sent when Back is pressed and no layer is open.
#[derive(Message, Clone, Copy, PartialEq, Eq, Debug)]
pub struct LeaveScreen;

impl Layers {
    /// A copy with `layer` open or closed.
    #[must_use]
    pub const fn with(self, layer: Layer, open: bool) -> Self {
        let bit = 1 << layer as u16;
        Self(if open { self.0 | bit } else { self.0 & !bit })
    }

    /// A copy in which, of the layers in `own`, only `open` is open.
    #[must_use]
    pub fn with_only(self, own: &[Layer], open: Option<Layer>) -> Self {
        own.iter().fold(self, |layers, layer| {
            layers.with(*layer, open == Some(*layer))
        })
    }

    /// Whether `layer` is open.
    pub const fn is_open(self, layer: Layer) -> bool {
        self.0 & 1 << layer as u16 != 0
    }

    pub(super) fn top_down(self) -> impl Iterator<Item = Layer> {
        let layers = Layer::ALL.into_iter().rev();
        layers.filter(move |layer| self.is_open(*layer))
    }

    /// The topmost open layer.
    pub fn top(self) -> Option<Layer> {
        self.top_down().next()
    }

    /// The topmost open layer that takes keys.
    pub fn keys(self) -> Option<Layer> {
        self.top_down().find(|layer| layer.takes_keys())
    }

    /// The screen whose keys hold on `screen`.
    pub const fn key_screen(self, screen: Screen) -> Screen {
        match self.is_open(Layer::Playback) {
            true => Screen::Replay,
            false => screen,
        }
    }

    /// Whether the keys go to a list: that of a menu, or the answers to a question.
    pub fn has_list(self) -> bool {
        matches!(self.keys(), Some(Layer::Menu | Layer::Question))
    }

    /// Whether the focused widget takes this key.
    pub(super) fn widget_takes(self, key: Chord) -> bool {
        match self.keys() {
            Some(Layer::Control) => key.is_control_key(),
            Some(Layer::Text) => !key.is_program_key(),
            _ => false,
        }
    }

    /// The layers that stay open when the screen changes: those of a focused widget.
    pub(super) fn after_screen_change(self) -> Self {
        let closed = Layer::ALL.into_iter().filter(|layer| !layer.is_focus());
        closed.fold(self, |layers, layer| layers.with(layer, false))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn back_finds_the_topmost_layer_and_keys_go_to_the_topmost_that_takes_them() {
        assert_eq!(Layers::default().top(), None);
        let mut layers = Layers::default();
        for layer in [Layer::Help, Layer::Menu, Layer::Aim, Layer::Text] {
            layers = layers.with(layer, true);
        }
        assert_eq!(layers.top(), Some(Layer::Help));
        assert_eq!(layers.keys(), Some(Layer::Help));
        layers = layers.with(Layer::Help, false);
        assert_eq!(layers.keys(), Some(Layer::Text));
        layers = layers.with(Layer::Text, false);
        assert_eq!(
            (layers.top(), layers.keys()),
            (Some(Layer::Menu), Some(Layer::Menu))
        );
        layers = layers.with(Layer::Menu, false);
        assert_eq!((layers.top(), layers.keys()), (Some(Layer::Aim), None));
        assert!(Layer::ALL.is_sorted());
    }

    #[test]
    fn another_screen_closes_all_but_what_has_the_focus() {
        let open = Layer::ALL.into_iter();
        let all = open.fold(Layers::default(), |layers, layer| layers.with(layer, true));
        let left: Vec<Layer> = all.after_screen_change().top_down().collect();
        assert_eq!(left, [Layer::Text, Layer::Control]);
    }
}
