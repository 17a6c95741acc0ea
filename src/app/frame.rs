//! The order of a frame: every plugin of the shell puts its systems into one of these phases.

use bevy::ecs::system::{StaticSystemParam, SystemParam, SystemParamItem};
use bevy::prelude::*;

/// The phases of a frame, in [`Update`], in this order.
#[derive(SystemSet, Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Phase {
    /// Keys, mouse and gamepad become actions.
    Input,
    /// Actions become moves, map requests and changes of the view.
    Act,
    /// Map requests become maps.
    Generate,
    /// Reacts to the new map or state before it is lit: the walker goes to the map's start, and
    /// progress is saved.
    Settle,
    /// Lamps and the lantern light the map.
    Light,
    /// Updates sprites, panels and the window title.
    Show,
}

/// Chains the phases. Harmless if called more than once.
pub(super) fn configure_phases(app: &mut App) {
    use Phase::{Act, Generate, Input, Light, Settle, Show};
    app.configure_sets(Update, (Input, Act, Generate, Settle, Light, Show).chain());
}

/// Whether any of these resources has changed: a run condition for a system that shows several.
pub(super) fn any_changed<T: Resources>(resources: StaticSystemParam<T::Param>) -> bool {
    T::have_changed(resources.into_inner())
}

/// Whether a resource has changed or something that shows it is new, which has this component.
pub(super) fn changed_or_new<T: Resource, C: Component>(
    resource: Option<Res<T>>,
    new: Query<(), Added<C>>,
) -> bool {
    !new.is_empty() || resource.is_some_and(|resource| resource.is_changed())
}

/// Several types of resources, some of which may not exist.
pub(super) trait Resources: 'static {
    /// The resources as a parameter of a system.
    type Param: SystemParam + 'static;

    /// Whether any of them has changed.
    fn have_changed(resources: SystemParamItem<Self::Param>) -> bool;
}

macro_rules! impl_resources {
    ($($name:ident),+) => {
        impl<$($name: Resource),+> Resources for ($($name,)+) {
            type Param = ($(Option<Res<'static, $name>>,)+);

            fn have_changed(resources: SystemParamItem<Self::Param>) -> bool {
                #[expect(non_snake_case, reason = "each resource is named as its type")]
                let ($($name,)+) = resources;
                $($name.is_some_and(|resource| resource.is_changed()))||+
            }
        }
    };
}

impl_resources!(A, B);
impl_resources!(A, B, C);
impl_resources!(A, B, C, D);
impl_resources!(A, B, C, D, E);
impl_resources!(A, B, C, D, E, F);
