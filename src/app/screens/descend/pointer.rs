//! The tile under the pointer, from when the pointer moves until a key is pressed. It marks the path
//! there, or the tiles that an aimed action would hit, and fills the map's tooltip.

use bevy::prelude::*;

use super::mode::{AimKind, Mode};
use crate::app::frame::{Phase, React, any_changed};
use crate::app::input::{ActionSent, MapPointer};
use crate::app::screen::Screen;
use crate::app::stage::{MapCursor, Marks, Run};
use crate::app::ui::pointer::PointerSelection;
use crate::app::ui::tip::PointedTip;
use crate::game::FeatureView;
use crate::geom::Pos;
use crate::map::Tile;

/// The tile under the pointer; `None` off the map, and after a key press until the pointer moves.
#[derive(Resource, Default, Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct HoveredTile(pub Option<Pos>);

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<HoveredTile>()
        .add_message::<CursorMoved>()
        .add_systems(
            React,
            (
                update_hovered_tile,
                (update_marks, update_map_tip)
                    .run_if(any_changed::<(Mode, HoveredTile)>)
                    .run_if(resource_exists::<Run>),
            )
                .chain()
                .in_set(Screen::Descend)
                .in_set(Phase::Derive),
        )
        .add_systems(OnExit(Screen::Descend), on_exit);
}

fn update_hovered_tile(
    mut pointed: PointerSelection,
    mut actions: MessageReader<ActionSent>,
    map: MapPointer,
    mut hovered: ResMut<HoveredTile>,
) {
    if actions.read().count() > 0 {
        hovered.set_if_neq(HoveredTile(None));
    }
    if pointed.has_moved() {
        hovered.set_if_neq(HoveredTile(map.tile()));
    }
}

fn on_exit(mut hovered: ResMut<HoveredTile>, mut tip: ResMut<PointedTip>) {
    *hovered = HoveredTile::default();
    *tip = PointedTip::default();
}

/// Marks the aimed tile and what would be hit, or the path to the tile under the pointer.
fn update_marks(
    (mode, hovered, run): (Res<Mode>, Res<HoveredTile>, Res<Run>),
    mut marks: ResMut<Marks>,
) {
    let view = run.game().view();
    let goal = match mode.aim() {
        Some((AimKind::Travel | AimKind::Level, at)) => Some(at),
        Some(_) => None,
        None => hovered.0.filter(|_| *mode == Mode::Map),
    };
    let mut path = goal
        .and_then(|goal| view.known_path(view.travel_target(goal)))
        .unwrap_or_default();
    let mut cursor = None;
    if let Some((kind, at)) = mode.aim() {
        if let Some(Ok(aim)) = kind.action(at).map(|action| view.aim(action)) {
            path.extend(aim.path.into_iter().chain(aim.blast));
        }
        cursor = Some(match kind.is_look() {
            true => MapCursor::Look(at),
            false => MapCursor::Target(at),
        });
    }
    let looked_at = match cursor {
        Some(MapCursor::Look(at)) => Some(at),
        _ => hovered.0.filter(|_| *mode == Mode::Map),
    };
    let ring = looked_at.map_or_else(Vec::new, |at| view.notice_ring(at));
    marks.set_if_neq(Marks { path, cursor, ring });
}

/// Describes the tile under the pointer as examining it would, unless it is bare floor or wall.
fn update_map_tip(
    (mode, hovered, run): (Res<Mode>, Res<HoveredTile>, Res<Run>),
    mut tip: ResMut<PointedTip>,
) {
    let view = run.game().view();
    let is_plain = |pos| {
        let tile = view.tile(pos).map(|tile| tile.tile);
        let is_bare = tile.is_none_or(|tile| matches!(tile, Tile::Floor | Tile::Wall | Tile::Void));
        let is_feature = view
            .features()
            .flat_map(FeatureView::parts)
            .any(|part| part == pos);
        let is_feature = is_feature || view.set_piece_part_at(pos).is_some();
        is_bare && !is_feature && view.actor_at(pos).is_none() && view.item_at(pos).is_none()
    };
    let interesting = hovered
        .0
        .filter(|pos| *mode == Mode::Map && !is_plain(*pos));
    let lines = interesting.map_or_else(Vec::new, |pos| view.look(pos));
    tip.set_if_neq(PointedTip(lines));
}
