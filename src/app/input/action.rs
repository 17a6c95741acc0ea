//! Actions: the commands that a player can give. Each screen has an enum of them with a table, which
//! is the source of the key map, the key list, the key settings, the hints and the gamepad buttons.

use std::any::{Any, TypeId};
use std::fmt::Debug;

use bevy::prelude::*;
use strum::VariantArray;

use super::layers::{Layer, Layers};
use super::{ActionSent, CommonAction, Keymap};
use crate::app::frame::Phase;
use crate::app::platform::pad::Button;
use crate::app::screen::Screen;

/// A command of the player, sent as a message.
pub trait Action: Message + Copy + PartialEq + Debug {
    /// The actions that keys and buttons can be bound to, in the order of the key list. An action that
    /// only a click can send has no row.
    const TABLE: &'static [(Self, Row)];
}

fn index_of<A: Action>(action: &A) -> Option<usize> {
    A::TABLE.iter().position(|(listed, _)| listed == action)
}

fn row_of<A: Action>(action: &A) -> Option<&'static Row> {
    index_of(action).map(|index| &A::TABLE[index].1)
}

/// The category of an action in the key list.
#[derive(Clone, Copy, PartialEq, Eq, Debug, VariantArray)]
pub enum Group {
    /// Movement, of the player or the view.
    Move,
    /// Everything else: acting on the map or the window.
    Act,
    /// Items, carried or on the floor.
    Items,
    /// Changing to another maze or board.
    Another,
}

impl Group {
    /// Every group, in the order of the key list.
    pub const ALL: &'static [Self] = Self::VARIANTS;

    /// The heading in the key list.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Move => "Move",
            Self::Act => "Act",
            Self::Items => "Items",
            Self::Another => "More",
        }
    }
}

/// A row of an action table. Rows of several tables may have the same name: those actions share
/// their keys.
#[derive(Debug)]
#[must_use]
pub struct Row {
    /// The screens where the action is available.
    pub screens: &'static [Screen],
    /// The action's id in key map files; empty if no key can be bound to it.
    pub name: &'static str,
    /// What the action does, in a few words, for the key list.
    pub meaning: &'static str,
    /// The default keys, separated by spaces.
    pub keys: &'static str,
    /// The default keys with the controls of Net, if they are others.
    pub(super) net_keys: &'static str,
    /// The group in the key list.
    pub group: Group,
    /// Default gamepad buttons.
    pub(super) pad: &'static [Button],
    /// Gamepad buttons while a layer is open.
    pub(super) pad_in: &'static [(Layer, Button)],
    pub(super) repeats: bool,
    pub(super) in_menus: bool,
    pub(super) anywhere: bool,
    pub(super) is_first: bool,
    /// A layer while which is open, or only unless, its keys have it.
    pub(super) when: Option<(Layer, bool)>,
}

impl Row {
    /// A row for an action that is available on `screens`, in the group [`Group::Act`].
    pub const fn new(
        screens: &'static [Screen],
        name: &'static str,
        meaning: &'static str,
        keys: &'static str,
    ) -> Self {
        Self {
            screens,
            name,
            meaning,
            keys,
            net_keys: keys,
            group: Group::Act,
            pad: &[],
            pad_in: &[],
            repeats: false,
            in_menus: false,
            anywhere: false,
            is_first: false,
            when: None,
        }
    }

    /// Gives it other default keys with the controls of Net.
    pub const fn in_net(mut self, keys: &'static str) -> Self {
        self.net_keys = keys;
        self
    }

    /// Puts it in [`Group::Move`].
    pub const fn moves(mut self) -> Self {
        self.group = Group::Move;
        self
    }

    /// Puts it in [`Group::Items`].
    pub const fn for_items(mut self) -> Self {
        self.group = Group::Items;
        self
    }

    /// Puts it in [`Group::Another`].
    pub const fn another(mut self) -> Self {
        self.group = Group::Another;
        self
    }

    /// Has its keys only while a layer is open; they may mean something else otherwise.
    pub const fn while_open(mut self, layer: Layer) -> Self {
        self.when = Some((layer, true));
        self
    }

    /// Has its keys only while a layer is not open.
    pub const fn unless(mut self, layer: Layer) -> Self {
        self.when = Some((layer, false));
        self
    }

    /// Whether its keys have it with these layers open.
    pub(super) fn holds(&self, layers: Layers) -> bool {
        self.when
            .is_none_or(|(layer, open)| layers.is_open(layer) == open)
    }

    /// Puts it on the first page of the key list.
    pub const fn first(mut self) -> Self {
        self.is_first = true;
        self
    }

    /// Sets its gamepad buttons.
    pub const fn pad(mut self, buttons: &'static [Button]) -> Self {
        self.pad = buttons;
        self
    }

    /// Sets gamepad buttons that send it only while a layer is open.
    pub const fn pad_in(mut self, buttons: &'static [(Layer, Button)]) -> Self {
        self.pad_in = buttons;
        self
    }

    /// Repeats while a key or button is held down.
    pub const fn repeats(mut self) -> Self {
        self.repeats = true;
        self
    }

    /// Also available while a menu is open, on any screen.
    pub const fn in_menus(mut self) -> Self {
        self.in_menus = true;
        self
    }

    /// Keeps its default gamepad buttons whatever layer is open, and its keys while the key list is open.
    pub const fn anywhere(mut self) -> Self {
        self.anywhere = true;
        self
    }
}

/// An action of any type.
pub trait AnyAction: Any + Debug + Send + Sync {
    /// The type, and the row's index in the type's table. Actions without a row are equal if their types
    /// are.
    fn id(&self) -> (TypeId, Option<usize>);
    /// The row in the table, if it has one.
    fn row(&self) -> Option<&'static Row>;
    /// Writes it as a message of its type, and [`ActionSent`].
    fn send(&self, world: &mut World);
    /// An owned copy.
    fn boxed(&self) -> Box<dyn AnyAction>;
}

impl<A: Action> AnyAction for A {
    fn id(&self) -> (TypeId, Option<usize>) {
        (TypeId::of::<A>(), index_of(self))
    }

    fn row(&self) -> Option<&'static Row> {
        row_of(self)
    }

    fn send(&self, world: &mut World) {
        world.write_message(*self);
        world.write_message(ActionSent);
    }

    fn boxed(&self) -> Box<dyn AnyAction> {
        Box::new(*self)
    }
}

impl dyn AnyAction {
    /// Whether this is a [`CommonAction`].
    pub(super) fn is_common(&self) -> bool {
        (self as &dyn Any).is::<CommonAction>()
    }
}

impl PartialEq for dyn AnyAction {
    fn eq(&self, other: &Self) -> bool {
        self.id() == other.id()
    }
}

impl Eq for dyn AnyAction {}

/// Registers actions in an app.
pub trait AddActions {
    /// Adds the table of `A` to the key map, and the messages of `A`.
    fn add_actions<A: Action>(&mut self) -> &mut Self;
}

impl AddActions for App {
    fn add_actions<A: Action>(&mut self) -> &mut Self {
        self.world_mut()
            .get_resource_or_init::<Keymap>()
            .register::<A>();
        self.add_message::<A>().add_systems(
            Update,
            clear_actions::<A>
                .run_if(state_changed::<Screen>)
                .in_set(Phase::Input),
        )
    }
}

/// Drops actions of the previous screen when the screen changes.
fn clear_actions<A: Action>(mut actions: ResMut<Messages<A>>) {
    actions.clear();
}
