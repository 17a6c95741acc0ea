//! Where the window looks: zoom, the part that panels leave free, and the camera on whole
//! physical pixels. Knows the map's size, nothing of what is on it.

use super::GlyphSystems;
use super::terrain::Terrain;
use crate::geom::Pos;
use bevy::camera::ScalingMode;
use bevy::prelude::*;
use bevy::window::{PrimaryWindow, RequestRedraw};

/// Sides of a cell that the zoom offers, in logical pixels. Cells are square: rooms keep their
/// shape, and the usual 80x50 tiles that of the usual window.
const SIDES: [f32; 23] = [
    0.125, 0.25, 0.5, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 8.0, 9.0, 10.0, 12.0, 14.0, 15.0, 16.0, 18.0,
    20.0, 24.0, 28.0, 32.0, 40.0, 48.0,
];

/// Cells of fewer physical pixels hold no mark: such a view is an overview.
pub(super) const LEAST_CELL: u32 = 4;

/// The most tiles in the window that are shown as marks, at more than a kilobyte each: those of a
/// window of 3840x2160 pixels in cells of 8.
const MOST_TILES: u32 = 130_000;

/// Largest side of a cell in physical pixels: an atlas of 20 columns then stays within 2048
/// pixels, which every device has.
const LARGEST: f32 = 102.0;

/// The middle of the tile to look at, in tiles from the map's top-left corner: the middle of the
/// first tile is (0.5, 0.5). Followed only as far as the map does not fit the window.
#[derive(Resource, Clone, Copy, PartialEq, Debug, Default)]
pub struct CameraTarget(pub Vec2);

/// Keeps a place on the map at a point of the window, wherever the target is.
#[derive(Resource, Clone, Copy, PartialEq, Debug, Default)]
pub struct CameraHold {
    /// The place, in tiles.
    pub place: Vec2,
    /// The point, in logical pixels.
    pub point: Vec2,
    /// From 0, where the view is that of the target, to 1, where the place is held.
    pub share: f32,
}

impl CameraHold {
    /// The origin of a view that has this one without it.
    fn origin(&self, seen: &View) -> IVec2 {
        let point = (self.point * seen.scale_factor).round().as_ivec2();
        let held = (seen.snap(self.place) - point).as_vec2();
        seen.origin
            .as_vec2()
            .lerp(held, self.share)
            .round()
            .as_ivec2()
    }
}

/// Widths of what panels cover along the window's edges, in the panels' own pixels: logical ones,
/// as long as [`UiScale`] is 1.
#[derive(Resource, Clone, Copy, PartialEq, Debug, Default)]
pub struct ViewInsets {
    /// At the left edge.
    pub left: f32,
    /// At the right edge.
    pub right: f32,
    /// At the top.
    pub top: f32,
    /// At the bottom.
    pub bottom: f32,
}

impl ViewInsets {
    /// The same in logical pixels, for panels of this scale; without one they are not scaled.
    pub fn logical(&self, scale: Option<&UiScale>) -> Self {
        let scale = scale.map_or(1.0, |scale| scale.0);
        Self {
            left: self.left * scale,
            right: self.right * scale,
            top: self.top * scale,
            bottom: self.bottom * scale,
        }
    }

    /// Whether no panel covers a point of a window, both in logical pixels, as these insets are.
    pub fn leave_free(&self, point: Vec2, window: Vec2) -> bool {
        point.x >= self.left
            && point.y >= self.top
            && point.x < window.x - self.right
            && point.y < window.y - self.bottom
    }
}

/// How large a cell is: a step in a table of sides, and the window's scale factor.
#[derive(Resource, Clone, Copy, PartialEq, Debug)]
pub struct Zoom {
    step: usize,
    scale_factor: f32,
}

impl Default for Zoom {
    /// Cells of 20 logical pixels.
    fn default() -> Self {
        Self {
            step: 17,
            scale_factor: 1.0,
        }
    }
}

impl Zoom {
    /// Number of steps, from an overview to large letters.
    pub const STEPS: usize = SIDES.len();

    /// The step now, `0..STEPS`.
    pub fn step(&self) -> usize {
        self.step
    }

    /// Goes to a step, or to the last one.
    pub fn set(&mut self, step: usize) {
        self.step = step.min(Self::STEPS - 1);
    }

    /// Grows (or shrinks) the cells by a number of steps, as far as the table goes.
    pub fn by(&mut self, steps: i32) {
        self.set(self.step.saturating_add_signed(steps as isize));
    }

    /// Goes to the largest step at which `tiles` fit `room`, in physical pixels; to the first
    /// one where none does.
    pub fn fit(&mut self, tiles: UVec2, room: UVec2) {
        let fits = |step: &usize| {
            let (cell, shrink) = self.cell_at(*step);
            (tiles.map(|side| side.div_ceil(shrink)) * cell)
                .cmple(room)
                .all()
        };
        self.step = (0..Self::STEPS).rev().find(fits).unwrap_or(0);
    }

    /// Size of a cell in physical pixels.
    pub fn cell_px(&self) -> UVec2 {
        self.cell_at(self.step).0
    }

    /// Tiles along each side of a cell: one, or more where a tile is smaller than a pixel.
    pub fn shrink(&self) -> u32 {
        self.cell_at(self.step).1
    }

    fn cell_at(&self, step: usize) -> (UVec2, u32) {
        let side = SIDES[step] * self.scale_factor;
        let cell = side.round().clamp(1.0, LARGEST) as u32;
        let shrink = (1.0 / side).round().max(1.0) as u32;
        (UVec2::splat(cell), shrink)
    }
}

/// What the window shows now, written by [`GlyphSystems`]; for the mouse, and for anything that
/// has to lie over a tile.
#[derive(Resource, Clone, Copy, PartialEq, Debug)]
pub struct View {
    /// The window, in physical pixels.
    pub window: UVec2,
    /// Physical pixels a logical one.
    pub scale_factor: f32,
    /// Size of a cell, in physical pixels; at least 1.
    pub cell: UVec2,
    /// Tiles along each side of a cell: one, or more in an overview of cells of one pixel.
    pub shrink: u32,
    /// The pixel of the map that lies in the window's top-left corner, in physical pixels from
    /// the map's top-left corner.
    pub origin: IVec2,
    /// Size of the part of the window that panels leave free, in physical pixels.
    pub room: UVec2,
}

impl Default for View {
    fn default() -> Self {
        Self {
            window: UVec2::ZERO,
            scale_factor: 1.0,
            cell: UVec2::ONE,
            shrink: 1,
            origin: IVec2::ZERO,
            room: UVec2::ZERO,
        }
    }
}

impl View {
    /// Physical pixels a tile; whole, or the inverse of a whole number.
    pub fn tile_px(&self) -> Vec2 {
        self.cell.as_vec2() / self.shrink as f32
    }

    /// Whether tiles are too small or too many for marks and are shown as dots of colour.
    pub fn is_overview(&self) -> bool {
        let tiles = self.window / self.cell;
        self.cell.min_element() < LEAST_CELL || tiles.x * tiles.y > MOST_TILES
    }

    /// The place on the map, in tiles, under a point of the window in logical pixels (as the
    /// cursor's position is given). May lie outside the map.
    pub fn place_at(&self, point: Vec2) -> Vec2 {
        (point * self.scale_factor + self.origin.as_vec2()) / self.tile_px()
    }

    /// The tile under a point of the window in logical pixels. May lie outside the map.
    pub fn tile_at(&self, point: Vec2) -> Pos {
        let tile = self.place_at(point).floor().as_ivec2();
        Pos::new(tile.x, tile.y)
    }

    /// Where a place on the map, in tiles, lies in the window, in logical pixels; a tile's own
    /// position gives its top-left corner.
    pub fn point_of(&self, place: Vec2) -> Vec2 {
        (place * self.tile_px() - self.origin.as_vec2()) / self.scale_factor
    }

    /// The first tile in the window and the one after the last, cut to a map of `size` tiles.
    pub fn tiles(&self, size: UVec2) -> (UVec2, UVec2) {
        let cell = self.cell.as_ivec2();
        let end = self.origin + self.window.as_ivec2() + cell - 1;
        let cut = |v: IVec2| (v.max(IVec2::ZERO).as_uvec2() * self.shrink).min(size);
        (cut(self.origin.div_euclid(cell)), cut(end.div_euclid(cell)))
    }

    /// A place in tiles as whole physical pixels from the map's top-left corner.
    pub(super) fn snap(&self, place: Vec2) -> IVec2 {
        (place * self.tile_px()).round().as_ivec2()
    }
}

/// Places one axis: the map's pixel at the window's edge, for a map `map` pixels long in a window
/// of `window` pixels of which `before` and `after` are covered, looking at pixel `target`.
fn place(map: i32, window: i32, before: i32, after: i32, target: i32) -> i32 {
    let room = (window - before - after).max(1);
    if map <= room {
        -(before + (room - map) / 2)
    } else {
        (target - before - room / 2).clamp(-before, map - room - before)
    }
}

/// The view of a map of `map` tiles.
fn view(
    window: UVec2,
    scale_factor: f32,
    (cell, shrink): (UVec2, u32),
    map: UVec2,
    insets: &ViewInsets,
    target: Vec2,
) -> View {
    let px = |inset: f32| (inset * scale_factor).round() as i32;
    let before = IVec2::new(px(insets.left), px(insets.top));
    let after = IVec2::new(px(insets.right), px(insets.bottom));
    let mut view = View {
        window,
        scale_factor,
        cell,
        shrink,
        origin: IVec2::ZERO,
        room: (window.as_ivec2() - before - after)
            .max(IVec2::ONE)
            .as_uvec2(),
    };
    // Rounded as the sprites are, so that one that the camera follows stays put in the window.
    let target = view.snap(target - 0.5) + cell.as_ivec2() / 2;
    let map = (map.map(|side| side.div_ceil(shrink)) * cell).as_ivec2();
    let size = window.as_ivec2();
    view.origin = IVec2::new(
        place(map.x, size.x, before.x, after.x, target.x),
        place(map.y, size.y, before.y, after.y, target.y),
    );
    view
}

/// Marks the camera that draws the map, and with it the user interface.
#[derive(Component)]
pub struct GlyphCamera;

/// Adds the resources and the system that keeps [`View`] up to date; needs no renderer.
pub(super) fn plugin(app: &mut App) {
    app.init_resource::<CameraTarget>()
        .init_resource::<CameraHold>()
        .init_resource::<ViewInsets>()
        .init_resource::<Zoom>()
        .init_resource::<View>()
        .add_systems(PostUpdate, update_view.in_set(GlyphSystems::Look));
}

fn update_view(
    windows: Query<&Window, With<PrimaryWindow>>,
    terrain: Res<Terrain>,
    (insets, scale): (Res<ViewInsets>, Option<Res<UiScale>>),
    (target, hold): (Res<CameraTarget>, Res<CameraHold>),
    mut zoom: ResMut<Zoom>,
    mut current: ResMut<View>,
    mut redraw: MessageWriter<RequestRedraw>,
) {
    let Ok(window) = windows.single() else {
        return;
    };
    let scale_factor = window.scale_factor();
    if zoom.scale_factor != scale_factor {
        zoom.scale_factor = scale_factor;
    }
    let size = window.physical_size();
    let mut seen = view(
        size,
        scale_factor,
        (zoom.cell_px(), zoom.shrink()),
        terrain.size(),
        &insets.logical(scale.as_deref()),
        target.0,
    );
    seen.origin = hold.origin(&seen);
    if current.window != seen.window || current.room != seen.room {
        // Whoever fits the zoom to it does so in the next frame.
        redraw.write(RequestRedraw);
    }
    current.set_if_neq(seen);
}

/// Spawns the camera. A unit of the world is a cell, so that zooming moves nothing but the
/// camera; its place is the window's lower left corner, which keeps odd sizes on whole pixels.
pub(super) fn spawn_camera(mut commands: Commands) {
    let projection = OrthographicProjection {
        viewport_origin: Vec2::ZERO,
        ..OrthographicProjection::default_2d()
    };
    commands.spawn((
        GlyphCamera,
        Camera2d,
        Msaa::Off,
        Projection::Orthographic(projection),
    ));
}

/// Points the camera at the view.
pub(super) fn aim_camera(
    view: Res<View>,
    mut camera: Query<(&mut Transform, &mut Projection), With<GlyphCamera>>,
) {
    let Ok((mut transform, mut projection)) = camera.single_mut() else {
        return;
    };
    let (cell, window) = (view.tile_px(), view.window.as_vec2());
    let corner = Vec2::new(view.origin.x as f32, -(view.origin.y as f32) - window.y) / cell;
    transform.translation = corner.extend(0.0);
    if let Projection::Orthographic(projection) = &mut *projection {
        projection.scaling_mode = ScalingMode::Fixed {
            width: window.x.max(1.0) / cell.x,
            height: window.y.max(1.0) / cell.y,
        };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn look(window: [u32; 2], scale: f32, cell: [u32; 2], map: [u32; 2], target: [f32; 2]) -> View {
        let insets = ViewInsets {
            right: 31.0,
            top: 10.0,
            ..default()
        };
        view(
            window.into(),
            scale,
            (cell.into(), 1),
            map.into(),
            &insets,
            target.into(),
        )
    }

    #[test]
    fn a_map_that_fits_is_in_the_middle_of_what_panels_leave() {
        let view = look([1000, 700], 1.0, [10, 16], [40, 20], [3.5, 3.5]);
        // Free: 969 x 690 from (0, 10); the map takes 400 x 320.
        assert_eq!(view.origin, IVec2::new(-284, -195));
        assert_eq!(view.point_of(Vec2::ZERO), Vec2::new(284.0, 195.0));
    }

    #[test]
    fn enlarged_panels_cover_more() {
        let insets = ViewInsets {
            right: 300.0,
            bottom: 30.0,
            ..default()
        };
        assert_eq!(insets.logical(None), insets);
        let larger = insets.logical(Some(&UiScale(1.5)));
        assert_eq!((larger.right, larger.bottom), (450.0, 45.0));
        let window = Vec2::new(1000.0, 700.0);
        assert!(insets.leave_free(Vec2::new(600.0, 100.0), window));
        assert!(!larger.leave_free(Vec2::new(600.0, 100.0), window));
        assert!(!larger.leave_free(Vec2::new(100.0, 660.0), window));
    }

    #[test]
    fn a_larger_map_follows_the_target_as_far_as_its_edges() {
        let at = |x, y| look([301, 203], 1.0, [9, 15], [80, 50], [x, y]).origin;
        // 270 x 193 pixels are free, from (0, 10).
        assert_eq!(at(0.5, 0.5), IVec2::new(0, -10));
        assert_eq!(at(79.5, 49.5), IVec2::new(720 - 270, 750 - 203));
        let middle = at(40.5, 25.5);
        assert_eq!(middle, IVec2::new(40 * 9 + 4 - 135, 25 * 15 + 7 - 10 - 96));
        assert_eq!(at(41.5, 25.5) - middle, IVec2::new(9, 0));
    }

    #[test]
    fn a_followed_sprite_stays_put_while_both_move_by_fractions() {
        let mut seen = std::collections::BTreeSet::new();
        for i in 0..100 {
            let at = Vec2::new(40.0 + i as f32 * 0.013, 25.0 + i as f32 * 0.007);
            let view = look([301, 203], 1.0, [9, 15], [80, 50], (at + 0.5).into());
            seen.insert((view.snap(at) - view.origin).to_array());
        }
        assert_eq!(seen.len(), 1);
    }

    #[test]
    fn a_place_is_held_in_the_window_as_far_as_it_is_asked_for() {
        let mut seen = look([1000, 700], 2.0, [10, 16], [40, 20], [3.5, 3.5]);
        let (free, place) = (seen.origin, Vec2::new(7.0, 3.0));
        let hold = |share| CameraHold {
            place,
            point: Vec2::new(40.0, 60.0),
            share,
        };
        assert_eq!(hold(0.0).origin(&seen), free);
        let held = hold(1.0).origin(&seen);
        let half = hold(0.5).origin(&seen);
        assert!(((held + free) - half * 2).abs().max_element() <= 1);
        seen.origin = held;
        assert_eq!(seen.point_of(place), Vec2::new(40.0, 60.0));
    }

    #[test]
    fn a_tile_is_found_under_each_of_its_corners() {
        for scale in [1.0, 1.25, 1.5, 2.0] {
            let view = look([1283, 801], scale, [13, 21], [80, 50], [20.5, 20.5]);
            for (x, y) in [(0, 0), (7, 9), (79, 49)] {
                let corner = view.point_of(Vec2::new(x as f32, y as f32));
                let inside = Vec2::splat(0.25 / scale);
                let far = view.cell.as_vec2() / scale - inside;
                assert_eq!(view.tile_at(corner + inside), Pos::new(x, y));
                assert_eq!(view.tile_at(corner + far), Pos::new(x, y));
            }
        }
    }

    #[test]
    fn the_tiles_in_view_are_those_that_show_a_pixel() {
        let view = look([300, 210], 1.0, [10, 20], [80, 50], [40.5, 25.5]);
        let (first, end) = view.tiles(UVec2::new(80, 50));
        let left = view.origin.as_vec2() / view.cell.as_vec2();
        let right = (view.origin + view.window.as_ivec2()).as_vec2() / view.cell.as_vec2();
        assert_eq!(first, left.floor().as_uvec2());
        assert_eq!(end, right.ceil().as_uvec2());
        let small = look([300, 210], 1.0, [10, 20], [3, 2], [0.5, 0.5]);
        assert_eq!(
            small.tiles(UVec2::new(3, 2)),
            (UVec2::ZERO, UVec2::new(3, 2))
        );
    }

    #[test]
    fn a_window_smaller_than_its_panels_shows_something_without_failing() {
        let view = look([10, 5], 1.0, [10, 16], [80, 50], [40.5, 25.5]);
        assert_eq!(view.room, UVec2::ONE);
    }

    #[test]
    fn zoom_stays_within_its_table_and_on_whole_pixels() {
        let mut zoom = Zoom::default();
        assert_eq!(zoom.cell_px(), UVec2::splat(20));
        zoom.by(-100);
        assert_eq!(zoom.step(), 0);
        zoom.by(100);
        assert_eq!(zoom.step(), Zoom::STEPS - 1);
        zoom.scale_factor = 3.0;
        assert!(zoom.cell_px().x * 20 <= 2048);
        zoom.scale_factor = 1.0;
        zoom.fit(UVec2::new(80, 50), UVec2::new(1280, 800));
        assert_eq!(zoom.cell_px(), UVec2::splat(16));
        zoom.fit(UVec2::new(4096, 4096), UVec2::new(1280, 800));
        assert_eq!((zoom.cell_px(), zoom.shrink()), (UVec2::ONE, 8));
        zoom.fit(UVec2::new(4096, 4096), UVec2::new(10, 10));
        assert_eq!(zoom.step(), 0);
    }

    #[test]
    fn a_large_window_shows_small_tiles_as_an_overview_and_a_small_one_as_marks() {
        let shows = |x, y, cell| {
            View {
                window: UVec2::new(x, y),
                cell: UVec2::splat(cell),
                ..View::default()
            }
            .is_overview()
        };
        assert!(!shows(1920, 1080, 4) && shows(1920, 1080, 3));
        assert!(!shows(3840, 2160, 8) && shows(3840, 2160, 6));
        assert!(shows(3840, 2160, 4));
    }

    #[test]
    fn tiles_smaller_than_a_pixel_are_found_and_placed() {
        let insets = ViewInsets::default();
        let size = UVec2::new(1280, 800);
        let map = UVec2::splat(4096);
        let seen = view(
            size,
            1.0,
            (UVec2::ONE, 8),
            map,
            &insets,
            Vec2::splat(2048.0),
        );
        assert_eq!(seen.origin, IVec2::new(-384, -144));
        assert!(seen.is_overview());
        assert_eq!(seen.tile_at(Vec2::new(384.0, 144.0)), Pos::new(0, 0));
        assert_eq!(seen.point_of(Vec2::splat(4096.0)), Vec2::new(896.0, 656.0));
        assert_eq!(seen.tiles(map), (UVec2::ZERO, map));
    }
}
