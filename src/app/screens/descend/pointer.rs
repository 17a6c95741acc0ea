//! The tile under the pointer: where a press would go. It is of interest from when the pointer is
//! moved until a key is pressed. And what is pointed out on the map, by the pointer or by aiming.

use bevy::prelude::*;

use super::act::beside_mechanism;
use super::mode::{Aimed, Mode};
use crate::app::frame::Phase;
use crate::app::input::{Asked, MapPointer};
use crate::app::screen::{Screen, on};
use crate::app::stage::{MapCursor, MapTip, Marks, Run};
use crate::app::ui::pointer::Pointed;
use crate::geom::Pos;
use crate::map::Tile;

/// The tile under the pointer, if it is on the map and was moved last.
#[derive(Resource, Default, Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Pointer(pub Option<Pos>);

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Pointer>()
        .add_message::<CursorMoved>()
        .add_systems(
            Update,
            (
                follow,
                (point_out, tell)
                    .run_if(resource_changed::<Mode>.or_eager(resource_changed::<Pointer>)),
            )
                .chain()
                .run_if(on(Screen::Play))
                .in_set(Phase::Settle),
        )
        .add_systems(OnExit(Screen::Play), leave);
}

fn follow(
    mut pointed: Pointed,
    mut asked: MessageReader<Asked>,
    map: MapPointer,
    mut pointer: ResMut<Pointer>,
) {
    if asked.read().count() > 0 {
        pointer.set_if_neq(Pointer(None));
    }
    if pointed.has_moved() {
        pointer.set_if_neq(Pointer(map.tile()));
    }
}

fn leave(mut pointer: ResMut<Pointer>, mut tip: ResMut<MapTip>) {
    *pointer = Pointer::default();
    *tip = MapTip::default();
}

/// Marks what is aimed at and what would be hit, or the way to the tile under the pointer.
fn point_out(
    (mode, pointer): (Res<Mode>, Res<Pointer>),
    run: Option<Res<Run>>,
    mut marks: ResMut<Marks>,
) {
    let Some(run) = run else { return };
    let view = run.game().view();
    let goal = match *mode {
        Mode::Map => pointer.0,
        Mode::Aim(Aimed::Travel | Aimed::Level, at) => Some(at),
        _ => None,
    };
    let mut path = goal
        .and_then(|goal| view.known_path(beside_mechanism(view, goal)))
        .unwrap_or_default();
    let mut spot = None;
    if let Mode::Aim(aimed, at) = *mode {
        if let Some(Ok(aim)) = aimed.action(at).map(|action| view.aim(action)) {
            path.extend(aim.path.into_iter().chain(aim.blast));
        }
        spot = Some(match aimed {
            Aimed::Look | Aimed::Travel | Aimed::Level => MapCursor::Look(at),
            _ => MapCursor::Target(at),
        });
    }
    marks.set_if_neq(Marks { path, cursor: spot });
}

/// Tells of the tile under the pointer what a look would tell, if there is anything but floor or wall.
fn tell(
    (mode, pointer): (Res<Mode>, Res<Pointer>),
    run: Option<Res<Run>>,
    mut tip: ResMut<MapTip>,
) {
    let (Some(run), Mode::Map) = (run, *mode) else {
        tip.set_if_neq(MapTip::default());
        return;
    };
    let view = run.game().view();
    let is_plain = |pos| {
        let tile = view.tile(pos).map(|tile| tile.tile);
        let bare = tile.is_none_or(|tile| matches!(tile, Tile::Floor | Tile::Wall | Tile::Void));
        let vault = view
            .vault()
            .is_some_and(|vault| vault.lever == pos || vault.door == pos);
        bare && !vault && view.actor_at(pos).is_none() && view.item_at(pos).is_none()
    };
    let of_interest = pointer.0.filter(|pos| !is_plain(*pos));
    let told = of_interest.map_or_else(Vec::new, |pos| view.look(pos));
    tip.set_if_neq(MapTip(told));
}
