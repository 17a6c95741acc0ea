//! Actions: what a player can ask for. Each screen has an enum of its own with a table, from which
//! the key map, the list of keys, the options, hints and the buttons of a pad are made.

use std::any::{Any, TypeId};
use std::fmt::Debug;

use bevy::prelude::*;

use super::layers::Layer;
use super::{Asked, CommonAction, Keymap, hand_out};
use crate::app::frame::Phase;
use crate::app::platform::pad::Button;
use crate::app::screen::Screen;

/// What a player can ask for, as a message.
pub trait Action: Message + Copy + PartialEq + Debug {
    /// What keys and buttons can be bound to, in the order in which it is listed. What only a click
    /// can ask for has no row.
    const TABLE: &'static [(Self, Row)];

    /// Whether everything that is asked for after it waits for the next frame, because it changes
    /// the map or what others mean.
    fn ends_batch(&self) -> bool {
        row_of(self).is_some_and(|row| row.ends_batch)
    }
}

fn index_of<A: Action>(action: &A) -> Option<usize> {
    A::TABLE.iter().position(|(listed, _)| listed == action)
}

fn row_of<A: Action>(action: &A) -> Option<&'static Row> {
    index_of(action).map(|index| &A::TABLE[index].1)
}

/// What an action is about, for the list of keys.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Group {
    /// Going somewhere.
    Move,
    /// Doing something, to the map or the window.
    Act,
    /// What is carried or lies about.
    Items,
    /// Going over to something else to play.
    Another,
}

impl Group {
    /// All of them, in the order in which they are listed.
    pub const ALL: [Self; 4] = [Self::Move, Self::Act, Self::Items, Self::Another];

    /// Its heading.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Move => "Move",
            Self::Act => "Act",
            Self::Items => "Items",
            Self::Another => "Another one",
        }
    }
}

/// A row of a table of actions. Tables may share a name: then the actions share their keys.
#[derive(Debug)]
pub struct Row {
    /// The screens on which it can be asked for.
    pub screens: &'static [Screen],
    /// Its name in key maps; empty if no key can be bound to it.
    pub name: &'static str,
    /// What it does, in a few words.
    pub meaning: &'static str,
    /// The names of its default keys, separated by spaces.
    pub keys: &'static str,
    /// What it is about.
    pub group: Group,
    /// Its buttons on a pad.
    pub(super) pad: &'static [Button],
    /// Its buttons while a layer is open.
    pub(super) pad_in: &'static [(Layer, Button)],
    pub(super) repeats: bool,
    pub(super) in_menus: bool,
    pub(super) anywhere: bool,
    pub(super) alone: bool,
    pub(super) yields: bool,
    opens: bool,
    ends_batch: bool,
}

impl Row {
    /// An action that can be asked for on `screens`.
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
            group: Group::Act,
            pad: &[],
            pad_in: &[],
            repeats: false,
            in_menus: false,
            anywhere: false,
            alone: false,
            yields: false,
            opens: false,
            ends_batch: false,
        }
    }

    /// It is about going somewhere.
    #[must_use]
    pub const fn moves(mut self) -> Self {
        self.group = Group::Move;
        self
    }

    /// It is about items.
    #[must_use]
    pub const fn for_items(mut self) -> Self {
        self.group = Group::Items;
        self
    }

    /// It leads over to something else to play.
    #[must_use]
    pub const fn another(mut self) -> Self {
        self.group = Group::Another;
        self
    }

    /// Its default keys are younger than players' own key maps, and give way to them.
    #[must_use]
    pub const fn yields(mut self) -> Self {
        self.yields = true;
        self
    }

    /// Its buttons on a pad.
    #[must_use]
    pub const fn pad(mut self, buttons: &'static [Button]) -> Self {
        self.pad = buttons;
        self
    }

    /// Its buttons while a layer is open, where they differ from those of the screen.
    #[must_use]
    pub const fn pad_in(mut self, buttons: &'static [(Layer, Button)]) -> Self {
        self.pad_in = buttons;
        self
    }

    /// A key that is held down asks for it again and again.
    #[must_use]
    pub const fn repeats(mut self) -> Self {
        self.repeats = true;
        self
    }

    /// It can be asked for while a menu is open, on any screen.
    #[must_use]
    pub const fn in_menus(mut self) -> Self {
        self.in_menus = true;
        self
    }

    /// Its buttons mean it whatever is open.
    #[must_use]
    pub const fn anywhere(mut self) -> Self {
        self.anywhere = true;
        self
    }

    /// It opens or closes something, which takes one more frame.
    #[must_use]
    pub const fn opens(mut self) -> Self {
        self.opens = true;
        self
    }

    /// What comes after it waits for the next frame.
    #[must_use]
    pub const fn ends(mut self) -> Self {
        self.ends_batch = true;
        self
    }

    /// It waits until what was asked for before it has been done, and what comes after it waits too.
    #[must_use]
    pub const fn alone(mut self) -> Self {
        self.alone = true;
        self.ends()
    }
}

/// An action of whatever type.
pub trait AnyAction: Any + Debug + Send + Sync {
    /// Its type, and its row in the table of the type.
    fn id(&self) -> (TypeId, Option<usize>);
    /// Its row, if it has one.
    fn row(&self) -> Option<&'static Row>;
    /// As [`Action::ends_batch`].
    fn is_last(&self) -> bool;
    /// Writes it as a message of its type.
    fn send(&self, world: &mut World);
    /// A copy.
    fn boxed(&self) -> Box<dyn AnyAction>;
}

impl<A: Action> AnyAction for A {
    fn id(&self) -> (TypeId, Option<usize>) {
        (TypeId::of::<A>(), index_of(self))
    }

    fn row(&self) -> Option<&'static Row> {
        row_of(self)
    }

    fn is_last(&self) -> bool {
        self.ends_batch()
    }

    fn send(&self, world: &mut World) {
        world.write_message(*self);
        world.write_message(Asked);
    }

    fn boxed(&self) -> Box<dyn AnyAction> {
        Box::new(*self)
    }
}

impl dyn AnyAction {
    /// Whether a frame has to follow it.
    pub(super) fn needs_frame(&self) -> bool {
        self.is_last() || self.row().is_some_and(|row| row.opens)
    }

    /// Whether it is done before a screen does anything.
    pub(super) fn is_common(&self) -> bool {
        (self as &dyn Any).is::<CommonAction>()
    }

    /// Whether it has a frame of its own.
    pub(super) fn is_alone(&self) -> bool {
        self.row().is_some_and(|row| row.alone)
    }
}

impl PartialEq for dyn AnyAction {
    fn eq(&self, other: &Self) -> bool {
        self.id() == other.id()
    }
}

impl Eq for dyn AnyAction {}

/// Adds actions to an app.
pub trait AddActions {
    /// Registers the table of `A`, and hands out what is asked for of it as messages.
    fn add_actions<A: Action>(&mut self) -> &mut Self;
}

impl AddActions for App {
    fn add_actions<A: Action>(&mut self) -> &mut Self {
        self.world_mut()
            .get_resource_or_init::<Keymap>()
            .register::<A>();
        self.add_message::<A>().add_systems(
            Update,
            forget::<A>
                .run_if(state_changed::<Screen>)
                .in_set(Phase::Input)
                .before(hand_out),
        )
    }
}

/// What was asked for on one screen does not mean the next.
fn forget<A: Action>(mut actions: ResMut<Messages<A>>) {
    actions.clear();
}
