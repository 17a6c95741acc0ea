//! Layers that are open over the screen. The topmost layer that takes keys gets them, and Back closes
//! the topmost of all. What a layer shows is up to the screen.

use std::collections::BTreeMap;

use bevy::input_focus::InputFocus;
use bevy::prelude::*;
use bevy::text::EditableText;
use strum::{EnumCount, VariantArray};

use super::{Chord, HelpShown};
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
}

/// The open layers, one bit each. They follow from what is open, and nobody sets them: see [`AddLayers`].
#[derive(Resource, Default, Clone, Copy, PartialEq, Eq, Debug)]
pub struct Layers(u16);

/// Sent when Back is pressed and this layer is the topmost, so that what has opened it closes it.
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

    /// Whether a widget has the focus, and gets keys.
    pub(super) fn is_on_widget(self) -> bool {
        matches!(self.keys(), Some(Layer::Control | Layer::Text))
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

    /// Whether what follows this key waits for the next frame, as it may move the focus or operate the focused widget.
    pub(super) fn ends_frame(self, key: Chord) -> bool {
        match self.keys() {
            Some(Layer::Control) => true,
            Some(Layer::Text) => key.leaves_field(),
            _ => false,
        }
    }
}

impl FromIterator<Layer> for Layers {
    fn from_iter<I: IntoIterator<Item = Layer>>(open: I) -> Self {
        let open = open.into_iter();
        open.fold(Self::default(), |layers, layer| layers.with(layer, true))
    }
}

/// Which layers the parts of each screen open.
#[derive(Resource, Default)]
pub(super) struct ScreenLayers(BTreeMap<Screen, Vec<fn(&World) -> Layers>>);

/// Registers which layers screens open.
pub trait AddLayers {
    /// Registers how the layers that `screen`, or a part of it, opens follow from its state.
    fn add_layers(&mut self, screen: Screen, open: fn(&World) -> Layers) -> &mut Self;
}

impl AddLayers for App {
    fn add_layers(&mut self, screen: Screen, open: fn(&World) -> Layers) -> &mut Self {
        let mut layers = self.world_mut().get_resource_or_init::<ScreenLayers>();
        layers.0.entry(screen).or_default().push(open);
        self
    }
}

/// Works out which layers are open: those of the screen, the key list, and one for a widget with the focus.
pub(in crate::app) fn derive_layers(world: &mut World) {
    let screen = world.get_resource::<State<Screen>>().map(State::get);
    let parts = screen.and_then(|screen| world.resource::<ScreenLayers>().0.get(screen));
    let of_parts = parts.into_iter().flatten();
    let of_screen = of_parts.fold(0, |open, part| open | part(world).0);
    let focus = world.get_resource::<InputFocus>();
    let focused = focus.and_then(|focus| world.get_entity(focus.get()?).ok());
    let of_focus = focused.map(|widget| match widget.contains::<EditableText>() {
        true => Layer::Text,
        false => Layer::Control,
    });
    let help = (*world.resource::<HelpShown>() != HelpShown::Nothing).then_some(Layer::Help);
    let others = of_focus.into_iter().chain(help);
    let open = others.fold(Layers(of_screen), |layers, layer| layers.with(layer, true));
    world.resource_mut::<Layers>().set_if_neq(open);
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
}
