//! What is open over the screen. The uppermost layer that takes keys gets them, and Back closes the
//! uppermost of all. Knows the kinds of layers, not what is in them.

use bevy::prelude::*;

use super::Chord;

/// A kind of layer. They lie over one another in this order.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Layer {
    /// A film of how a map is made.
    Animation,
    /// A map that is being made in the background.
    Making,
    /// A mark that is moved over the map.
    Aim,
    /// A board over the map.
    Board,
    /// A question that is answered by the keys of the screen.
    Question,
    /// A list with a cursor: arrows and Enter work it, and letters choose lines.
    Menu,
    /// A key is being bound: the next one is its name.
    Binding,
    /// A button or a slider that has the focus, and takes the keys that work it.
    Control,
    /// A text field that has the focus, and takes almost every key.
    Text,
    /// The list of keys.
    Help,
}

impl Layer {
    const ALL: [Self; 10] = [
        Self::Animation,
        Self::Making,
        Self::Aim,
        Self::Board,
        Self::Question,
        Self::Menu,
        Self::Binding,
        Self::Control,
        Self::Text,
        Self::Help,
    ];

    /// Whether the keys of the screen mean something else, or nothing, while it is open.
    const fn takes_keys(self) -> bool {
        matches!(
            self,
            Self::Menu | Self::Binding | Self::Control | Self::Text
        )
    }

    /// Whether it is open because a widget has the focus, whatever the screen.
    const fn is_focus(self) -> bool {
        matches!(self, Self::Control | Self::Text)
    }
}

/// The layers that are open, one bit each. Whoever opens a layer keeps it up to date by
/// [`with`](Self::with), and hears by [`Closed`] that Back has closed it.
#[derive(Resource, Default, Clone, Copy, PartialEq, Eq, Debug)]
pub struct Layers(u16);

/// Back has closed this layer.
#[derive(Message, Clone, Copy, PartialEq, Eq, Debug)]
pub struct Closed(pub Layer);

/// Back was asked for, and nothing is open but the screen.
#[derive(Message, Clone, Copy, PartialEq, Eq, Debug)]
pub struct LeaveScreen;

impl Layers {
    /// The same with `layer` open or not.
    #[must_use]
    pub const fn with(self, layer: Layer, open: bool) -> Self {
        let bit = 1 << layer as u16;
        Self(if open { self.0 | bit } else { self.0 & !bit })
    }

    /// The same with `open` as the only one of `own` that is open.
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

    /// The uppermost.
    pub fn top(self) -> Option<Layer> {
        self.top_down().next()
    }

    /// The uppermost of those that take keys.
    pub fn keys(self) -> Option<Layer> {
        self.top_down().find(|layer| layer.takes_keys())
    }

    /// Whether a field or a control has the focus that takes this key.
    pub(super) fn has_a_widget_for(self, key: Chord) -> bool {
        match self.keys() {
            Some(Layer::Control) => key.is_for_a_control(),
            Some(Layer::Text) => !key.is_for_the_program(),
            _ => false,
        }
    }

    /// What is open when another screen is entered: a widget may keep the focus.
    pub(super) fn on_another_screen(self) -> Self {
        let closed = Layer::ALL.into_iter().filter(|layer| !layer.is_focus());
        closed.fold(self, |layers, layer| layers.with(layer, false))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn back_finds_the_uppermost_layer_and_keys_go_to_the_uppermost_that_takes_them() {
        assert_eq!(Layers::default().top(), None);
        let mut layers = Layers::default();
        for layer in [Layer::Help, Layer::Menu, Layer::Aim, Layer::Text] {
            layers = layers.with(layer, true);
        }
        assert_eq!(layers.top(), Some(Layer::Help));
        assert_eq!(layers.keys(), Some(Layer::Text));
        layers = layers.with(Layer::Help, false).with(Layer::Text, false);
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
        let left: Vec<Layer> = all.on_another_screen().top_down().collect();
        assert_eq!(left, [Layer::Text, Layer::Control]);
    }
}
