//! Where the camera looks while a run is shown: at the middle of what is known of the level, and from where that is larger than
//! the view, at what is in sight and along with the player.

use std::collections::BTreeMap;

use bevy::prelude::*;
use bevy::window::PrimaryWindow;

use super::air::reveal::Reveal;
use super::level::ShownLevel;
use super::look::to_vec2;
use super::marks::Marks;
use super::runs::shown::ShownRun;
use crate::app::glyph::{
    CameraHold, CameraLimits, CameraTarget, GlyphSprite, Motion, Terrain, ViewInsets, Zoom,
};
use crate::app::input::PanBy;
use crate::app::platform::clock::{FRAME, Wake};
use crate::app::player::Hero;
use crate::app::settings::Settings;
use crate::geom::{Pos, Rect};
use crate::rng::Seed;

/// Whether the view is zoomed out to the whole level, however small the tiles become.
#[derive(Resource, Default, Clone, Copy, PartialEq, Eq, Debug)]
pub struct WholeLevel(pub bool);

/// What was known of the level when it was first shown, to which the zoom is fitted; `None` while no run is.
#[derive(Resource, Default, Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::app) struct Arrival(pub Option<Rect>);

/// What is known of the level that is shown.
#[derive(Resource, Default)]
pub(super) struct Known {
    /// The level: seed of the run and depth.
    level: Option<(Seed, u8)>,
    /// What was known of each level when it was first shown, so that its zoom is the same whatever was shown since.
    arrivals: BTreeMap<(Seed, u8), Rect>,
    turns: u64,
    bounds: Option<Rect>,
    sight: Option<Rect>,
    /// Where others in sight stand.
    others: Vec<Pos>,
    /// Where the camera looks but for what is selected or dragged, and for which view; `None` after an arrival.
    place: Option<(Vec2, Framing)>,
}

/// What the view can hold, in tiles, and the size of one, in physical pixels.
#[derive(Clone, Copy, PartialEq)]
struct Framing {
    room: Vec2,
    tile: Vec2,
}

/// How far the player may be from the middle before the camera follows, as a share of the view: so far that what was known
/// on arrival stays in the middle third.
const SLACK: f32 = 1.0 / 3.0;

/// How near to the edge of the view a selected tile may be, in tiles.
const CURSOR_MARGIN: f32 = 3.5;

/// The time in which the camera has gone most of the way to what has become known, in seconds.
const GLIDE: f32 = 0.12;

/// Notes what is known, and whether the player has arrived on another level.
pub(super) fn note_known(
    shown: ShownRun,
    level: Res<ShownLevel>,
    (mut known, mut arrival): (ResMut<Known>, ResMut<Arrival>),
) {
    let (Some(run), Some(view), Some(level)) = (shown.run(), shown.view(), &level.0) else {
        return;
    };
    let now = (run.game().seed(), view.depth());
    let turns = run.game().turns();
    (known.bounds, known.sight) = (level.bounds, level.sight);
    known.others.clear();
    let others = view.actors().filter(|actor| actor.in_sight);
    known.others.extend(others.map(|actor| actor.pos));
    // A run that starts anew may have the seed of the one before.
    if known.level != Some(now) || turns == 0 && known.turns > 0 {
        known.place = None;
        let first = |bounds| *known.arrivals.entry(now).or_insert(bounds);
        arrival.0 = level.bounds.map(first);
    }
    (known.level, known.turns) = (Some(now), turns);
}

pub(super) fn forget(mut known: ResMut<Known>, mut limits: ResMut<CameraLimits>) {
    known.place = None;
    *limits = CameraLimits::default();
}

/// The first and the last point of some tiles.
type Ends = (Vec2, Vec2);

/// The nearest place from which all that is known is in view, or as much as the view can hold; and of that, what is nearer to the
/// player, the nearest last, each on an axis on which the view can hold it.
fn show(place: Vec2, (known, nearer): (Ends, &[Ends]), room: Vec2) -> Vec2 {
    let ends = |(min, max): Ends| (max - room / 2.0, min + room / 2.0);
    let (first, last) = ends(known);
    let place = place.clamp(first.min(last), first.max(last));
    nearer.iter().fold(place, |place, tiles| {
        let (first, last) = ends(*tiles);
        let shown = place.clamp(first.min(last), first.max(last));
        Vec2::select(first.cmple(last), shown, place)
    })
}

/// The player and those others who can be in view along with the player, as far off as that.
fn within_reach(others: &[Pos], player: Vec2, reach: Vec2) -> Ends {
    let tiles = others.iter().map(|other| to_vec2(*other));
    let near = tiles.filter(|tile| (*tile + 0.5 - player).abs().cmple(reach - 0.5).all());
    near.fold((player - 0.5, player + 0.5), |(first, last), tile| {
        (first.min(tile), last.max(tile + 1.0))
    })
}

/// How far the map is dragged, in tiles, since the player stood here.
#[derive(Default)]
pub(super) struct Pan {
    player: Vec2,
    by: Vec2,
}

/// Moves the camera as far as what is known, and the player, need it. While a tile is selected, it goes as far as that tile
/// needs; and where the map is dragged, until the player moves. While a new level opens, the player stays in the same place in
/// the window.
pub(super) fn look(
    (reveal, marks, whole): (Res<Reveal>, Res<Marks>, Res<WholeLevel>),
    windows: Query<&Window, With<PrimaryWindow>>,
    (insets, scale, zoom): (Res<ViewInsets>, Option<Res<UiScale>>, Res<Zoom>),
    heroes: Query<(&GlyphSprite, &Motion), With<Hero>>,
    (mut target, mut hold, mut limits): (
        ResMut<CameraTarget>,
        ResMut<CameraHold>,
        ResMut<CameraLimits>,
    ),
    (mut panned, terrain): (MessageReader<PanBy>, Res<Terrain>),
    (time, settings, mut wake): (Res<Time<Real>>, Res<Settings>, MessageWriter<Wake>),
    (mut known, mut pan): (ResMut<Known>, Local<Pan>),
) {
    hold.set_if_neq(reveal.camera_hold());
    limits.set_if_neq(match whole.0 {
        true => CameraLimits::Map,
        false => CameraLimits::None,
    });
    let (Ok((sprite, motion)), Ok(window)) = (heroes.single(), windows.single()) else {
        return;
    };
    let Some(bounds) = known.bounds else { return };
    let player = motion.without_nudge(sprite.at) + 0.5;
    if pan.player != player {
        *pan = Pan {
            player,
            by: Vec2::ZERO,
        };
    }
    let insets = insets.logical(scale.as_deref());
    let tile = zoom.tile_px();
    let room = insets.room(window.physical_size(), window.scale_factor());
    let room = room.as_vec2() / tile;
    let framing = Framing { room, tile };
    let ends = |tiles: Rect| {
        let first = Vec2::new(tiles.left as f32, tiles.top as f32);
        let last = Vec2::new(tiles.right as f32, tiles.bottom as f32);
        (first, last + 1.0)
    };
    // In whole tiles, so that the map moves by as many pixels as the player does.
    let slack = (room * SLACK).floor();
    let who = within_reach(&known.others, player, room / 2.0 + slack);
    let nearer = [ends(known.sight.unwrap_or(bounds)), who];
    let tiles = (ends(bounds), &nearer[..]);
    let before = known.place.filter(|(_, before)| *before == framing);
    let mut place = match before {
        Some((before, _)) => {
            let wanted = show(before, tiles, room);
            let share = 1.0 - (-time.delta_secs() / GLIDE).exp();
            match settings.is_calm() || wanted.distance(before) < 0.02 {
                true => wanted,
                false => {
                    wake.write(Wake(FRAME));
                    before.lerp(wanted, share)
                }
            }
        }
        None => show((tiles.0.0 + tiles.0.1) / 2.0, tiles, room),
    };
    place = place.clamp(player - slack, player + slack);
    known.place = Some((place, framing));
    if let Some(cursor) = marks.cursor {
        let cursor = to_vec2(cursor.pos()) + 0.5;
        let reach = (room / 2.0 - CURSOR_MARGIN).floor().max(Vec2::ZERO);
        place = place.clamp(cursor - reach, cursor + reach);
    }
    let map = terrain.size().as_vec2();
    for PanBy(by) in panned.read() {
        let to = place + pan.by - *by * window.scale_factor() / tile;
        pan.by = to.clamp(Vec2::ZERO, map) - place;
    }
    target.set_if_neq(CameraTarget(place + pan.by));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_camera_moves_no_further_than_what_is_known_needs() {
        let room = Vec2::new(40.0, 20.0);
        let ends = |left: f32, right: f32| (Vec2::new(left, 5.0), Vec2::new(right, 15.0));
        let known = |left: f32, right: f32| (ends(left, right), &[] as &[_]);
        let place = Vec2::new(30.0, 10.0);
        assert_eq!(
            show(place, known(20.0, 40.0), room),
            place,
            "all is in view"
        );
        // Tile 59 is in the last column of the view.
        assert_eq!(show(place, known(35.0, 60.0), room).x, 40.0);
        // Where not all can be in view, nothing beyond it is.
        assert_eq!(show(place, known(0.0, 100.0), room), place);
        assert_eq!(show(Vec2::new(10.0, 10.0), known(0.0, 100.0), room).x, 20.0);
        // What is in sight comes before what is remembered.
        let near = |tiles: &[Ends]| show(place, (ends(0.0, 100.0), tiles), room);
        assert_eq!(near(&[ends(40.0, 55.0)]).x, 35.0);
        assert_eq!(near(&[ends(12.0, 50.0)]), place);
        assert_eq!(near(&[ends(40.0, 90.0)]), place);
        // And who is in sight before where they are.
        assert_eq!(near(&[ends(40.0, 90.0), ends(48.0, 60.0)]).x, 40.0);
    }

    #[test]
    fn who_is_farther_off_than_the_view_can_follow_is_left_out() {
        let player = Vec2::new(10.5, 5.5);
        let who = |x: i32| within_reach(&[Pos::new(x, 6)], player, Vec2::splat(20.0));
        assert_eq!(who(29).1, Vec2::new(30.0, 7.0));
        assert_eq!(who(31), (player - 0.5, player + 0.5));
    }
}
