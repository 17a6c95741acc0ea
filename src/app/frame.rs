//! The order of a frame: every plugin of the shell puts its systems into one of these phases.

use bevy::ecs::schedule::{ScheduleLabel, SingleThreadedExecutor};
use bevy::ecs::system::{StaticSystemParam, SystemParam, SystemParamItem};
use bevy::prelude::*;

/// What an action does. It runs between [`Phase::Tick`] and [`Phase::Light`]: once for what has come from elsewhere, and then
/// once for each action. So any number of actions in one frame leave what the same actions leave in as many frames.
#[derive(ScheduleLabel, Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct React;

/// The phases, in this order. Those from [`Phase::Act`] to [`Phase::Record`] belong to [`React`], the others to [`Update`].
#[derive(SystemSet, Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Phase {
    /// Keys, mouse and gamepad become actions.
    Input,
    /// What goes on by itself goes on, once a frame: clocks, playbacks, long actions.
    Tick,
    /// An action becomes a move, a map request or a change of the view.
    Act,
    /// Map requests become maps.
    Generate,
    /// What follows from the state is worked out: which layers are open, where the walker is on a new map.
    Derive,
    /// Progress and results are kept, and the player is told.
    Record,
    /// Lamps and the lantern light the map.
    Light,
    /// Updates sprites, panels and the window title.
    Show,
}

/// Sends the next action of the player; returns false if there is none, or if it has to wait for the next frame.
#[derive(Resource)]
pub(super) struct SendNext(pub fn(&mut World) -> bool);

/// Chains the phases. Harmless if called more than once.
pub(super) fn configure_phases(app: &mut App) {
    use Phase::{Act, Derive, Generate, Input, Light, Record, Show, Tick};
    if app.get_schedule(React).is_some() {
        return;
    }
    app.init_schedule(React)
        .edit_schedule(React, |schedule| {
            // It is short, and may run several times in a frame.
            schedule.set_executor(SingleThreadedExecutor::new());
        })
        .configure_sets(React, (Act, Generate, Derive, Record).chain())
        .configure_sets(Update, (Input, Tick, Light, Show).chain())
        .add_systems(Update, react.after(Tick).before(Light));
}

/// Runs [`React`] for one action after another.
fn react(world: &mut World) {
    let send = world.get_resource::<SendNext>().map(|send| send.0);
    world.run_schedule(React);
    while send.is_some_and(|send| send(world)) {
        world.run_schedule(React);
    }
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
