//! The camera: zoom, the part of the window that panels leave free, and a view aligned to whole
//! physical pixels.

use super::GlyphSystems;
use super::terrain::Terrain;
use crate::geom::Pos;
use bevy::camera::ScalingMode;
use bevy::prelude::*;
use bevy::window::PrimaryWindow;

/// Side of a cell at each zoom step, in logical pixels. Cells are square, so rooms keep their
/// shape, and the default 80x50 map has the shape of the default window.
const CELL_SIDES: [f32; 23] = [
    0.125, 0.25, 0.5, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 8.0, 9.0, 10.0, 12.0, 14.0, 15.0, 16.0, 18.0,
    20.0, 24.0, 28.0, 32.0, 40.0, 48.0,
];

/// Smallest cell side that shows glyphs, in physical pixels. A view with smaller cells is an
/// overview.
pub(super) const MIN_CELL: u32 = 4;

/// The most tiles in a window that are shown as glyphs, because each takes more than a kilobyte:
/// enough for 3840x2160 pixels in cells of 8.
const MAX_GLYPH_TILES: u32 = 130_000;

/// Largest cell side, in physical pixels. It keeps the atlas, of 20 columns and fewer rows, within the 2048 pixels that
/// every device supports.
pub(super) const MAX_CELL: f32 = 102.0;

/// The place on the map that the camera centres, in tiles from the map's top-left corner; the
/// middle of the first tile is (0.5, 0.5).
#[derive(Resource, Clone, Copy, PartialEq, Debug, Default)]
pub struct CameraTarget(pub Vec2);

/// What the view does not scroll past.
#[derive(Resource, Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum CameraLimits {
    /// The edges of the map; a map that fits the window is centred.
    #[default]
    Map,
    /// Nothing: the target is in the middle.
    None,
}

/// Pins a place on the map to a point in the window, overriding [`CameraTarget`].
#[derive(Resource, Clone, Copy, PartialEq, Debug, Default)]
pub struct CameraHold {
    /// The place, in tiles.
    pub place: Vec2,
    /// The point in the window, in logical pixels.
    pub point: Vec2,
    /// Blends from 0, where the view follows the target, to 1, where the place is pinned.
    pub share: f32,
}

impl CameraHold {
    /// The origin to use instead of that of `view`.
    fn origin(&self, view: &Viewport) -> IVec2 {
        let point = (self.point * view.scale_factor).round().as_ivec2();
        let held = (view.snap(self.place) - point).as_vec2();
        view.origin
            .as_vec2()
            .lerp(held, self.share)
            .round()
            .as_ivec2()
    }
}

/// Space along the window's edges that panels cover, in UI pixels: logical pixels before
/// [`UiScale`] is applied. See [`ViewInsets::logical`].
#[derive(Resource, Clone, Copy, PartialEq, Debug, Default)]
pub struct ViewInsets {
    /// Width covered at the left edge.
    pub left: f32,
    /// Width covered at the right edge.
    pub right: f32,
    /// Height covered at the top.
    pub top: f32,
    /// Height covered at the bottom.
    pub bottom: f32,
}

impl ViewInsets {
    /// Converts the insets to logical pixels; without a [`UiScale`] they are the same.
    pub fn logical(&self, scale: Option<&UiScale>) -> Self {
        let scale = scale.map_or(1.0, |scale| scale.0);
        Self {
            left: self.left * scale,
            right: self.right * scale,
            top: self.top * scale,
            bottom: self.bottom * scale,
        }
    }

    /// The part of a window that panels leave free, in physical pixels. The insets are in logical pixels.
    pub fn room(&self, window: UVec2, scale_factor: f32) -> UVec2 {
        let px = |inset: f32| (inset * scale_factor).round() as i32;
        let taken = IVec2::new(
            px(self.left) + px(self.right),
            px(self.top) + px(self.bottom),
        );
        (window.as_ivec2() - taken).max(IVec2::ONE).as_uvec2()
    }

    /// Whether no panel covers `point` in a window of size `window`. All values, including these
    /// insets, are in logical pixels.
    pub fn leave_free(&self, point: Vec2, window: Vec2) -> bool {
        point.x >= self.left
            && point.y >= self.top
            && point.x < window.x - self.right
            && point.y < window.y - self.bottom
    }
}

/// The size of a cell: a step in a table of cell sides, times the window's scale factor.
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
    /// Number of steps. Step 0 has the smallest cells.
    pub const STEPS: usize = CELL_SIDES.len();

    /// The current step, `0..STEPS`.
    pub fn step(&self) -> usize {
        self.step
    }

    /// Sets the step, clamped to the last one.
    pub fn set(&mut self, step: usize) {
        self.step = step.min(Self::STEPS - 1);
    }

    /// Zooms in by a number of steps, or out if it is negative, clamped to the table.
    pub fn step_by(&mut self, steps: i32) {
        self.set(self.step.saturating_add_signed(steps as isize));
    }

    /// Sets the largest step at which `tiles` fit into `room`, in physical pixels, or step 0 if none
    /// does.
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

    /// Tiles along each side of a cell: more than one if a tile is smaller than a pixel.
    pub fn shrink(&self) -> u32 {
        self.cell_at(self.step).1
    }

    /// Physical pixels per tile.
    pub fn tile_px(&self) -> Vec2 {
        self.cell_px().as_vec2() / self.shrink() as f32
    }

    /// Cell size and [`shrink`](Self::shrink) at a step.
    fn cell_at(&self, step: usize) -> (UVec2, u32) {
        let side = CELL_SIDES[step] * self.scale_factor;
        let cell = side.round().clamp(1.0, MAX_CELL) as u32;
        let shrink = (1.0 / side).round().max(1.0) as u32;
        (UVec2::splat(cell), shrink)
    }
}

/// The part of the map that the window shows, updated in [`GlyphSystems::Look`]. It converts between
/// points in the window and places on the map, for the mouse and for anything drawn over a tile.
#[derive(Resource, Clone, Copy, PartialEq, Debug)]
pub struct Viewport {
    /// Size of the window, in physical pixels.
    pub window: UVec2,
    /// Physical pixels per logical pixel.
    pub scale_factor: f32,
    /// Size of a cell, in physical pixels; at least 1.
    pub cell: UVec2,
    /// Tiles along each side of a cell: more than one only if cells are one pixel.
    pub shrink: u32,
    /// Offset of the window's top-left corner from the map's top-left corner, in physical pixels.
    pub origin: IVec2,
    /// Size of the part of the window that panels leave free, in physical pixels.
    pub room: UVec2,
}

impl Default for Viewport {
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

impl Viewport {
    /// Physical pixels per tile: a whole number, or the inverse of one.
    pub fn tile_px(&self) -> Vec2 {
        self.cell.as_vec2() / self.shrink as f32
    }

    /// Whether tiles are too small or too many for glyphs, and are drawn as dots of colour.
    pub fn is_overview(&self) -> bool {
        let tiles = self.window / self.cell;
        self.cell.min_element() < MIN_CELL || tiles.x * tiles.y > MAX_GLYPH_TILES
    }

    /// The place on the map, in tiles, under a point in the window, in logical pixels like the
    /// cursor position. It may lie outside the map.
    pub fn place_at(&self, point: Vec2) -> Vec2 {
        (point * self.scale_factor + self.origin.as_vec2()) / self.tile_px()
    }

    /// The tile under a point in the window, in logical pixels. It may lie outside the map.
    pub fn tile_at(&self, point: Vec2) -> Pos {
        let tile = self.place_at(point).floor().as_ivec2();
        Pos::new(tile.x, tile.y)
    }

    /// The point in the window, in logical pixels, of a place on the map, in tiles. The position of a
    /// tile gives its top-left corner.
    pub fn point_of(&self, place: Vec2) -> Vec2 {
        (place * self.tile_px() - self.origin.as_vec2()) / self.scale_factor
    }

    /// Limits a [`CameraTarget`] on a map of `map` tiles to what the view can centre. Beyond that, a way back would seem
    /// to do nothing.
    pub fn clamp_target(&self, target: Vec2, map: Vec2) -> Vec2 {
        let half = self.room.as_vec2() / self.tile_px() / 2.0;
        let middle = map / 2.0;
        target.clamp(half.min(middle), (map - half).max(middle))
    }

    /// The first tile in the window and the end of the range after the last one, clipped to a map of
    /// `size` tiles.
    pub fn tiles(&self, size: UVec2) -> (UVec2, UVec2) {
        let cell = self.cell.as_ivec2();
        let end = self.origin + self.window.as_ivec2() + cell - 1;
        let clip = |v: IVec2| (v.max(IVec2::ZERO).as_uvec2() * self.shrink).min(size);
        (
            clip(self.origin.div_euclid(cell)),
            clip(end.div_euclid(cell)),
        )
    }

    /// Converts a place in tiles to whole physical pixels from the map's top-left corner.
    pub(super) fn snap(&self, place: Vec2) -> IVec2 {
        (place * self.tile_px()).round().as_ivec2()
    }
}

/// The view's origin on one axis, in pixels: for a map of length `map` in a window of length `window`
/// whose first `before` and last `after` pixels are covered, with the tile of length `cell` that begins at `target`
/// centred if possible.
fn axis_origin(
    (map, limits): (i32, CameraLimits),
    window: i32,
    (before, after): (i32, i32),
    target: i32,
    cell: i32,
) -> i32 {
    let room = (window - before - after).max(1);
    // `target` was rounded up from a half pixel, so this is rounded down.
    let centred = target + (cell - room).div_euclid(2) - before;
    match limits {
        CameraLimits::None => centred,
        CameraLimits::Map if map <= room => -(before + (room - map) / 2),
        CameraLimits::Map => centred.clamp(-before, map - room - before),
    }
}

/// Computes the view of a map of this size, in tiles.
fn compute_view(
    window: UVec2,
    scale_factor: f32,
    (cell, shrink): (UVec2, u32),
    (map, limits): (UVec2, CameraLimits),
    insets: &ViewInsets,
    target: Vec2,
) -> Viewport {
    let px = |inset: f32| (inset * scale_factor).round() as i32;
    let before = IVec2::new(px(insets.left), px(insets.top));
    let after = IVec2::new(px(insets.right), px(insets.bottom));
    let mut view = Viewport {
        window,
        scale_factor,
        cell,
        shrink,
        origin: IVec2::ZERO,
        room: insets.room(window, scale_factor),
    };
    // Snapped like the sprites, so that a sprite the camera follows does not jitter in the window.
    let target = view.snap(target - 0.5);
    let map = (map.map(|side| side.div_ceil(shrink)) * cell).as_ivec2();
    let (size, cell) = (window.as_ivec2(), cell.as_ivec2());
    let origin = |axis: usize| {
        let covered = (before[axis], after[axis]);
        let map = (map[axis], limits);
        axis_origin(map, size[axis], covered, target[axis], cell[axis])
    };
    view.origin = IVec2::new(origin(0), origin(1));
    view
}

/// Marks the camera that draws the map and the user interface.
#[derive(Component)]
pub struct GlyphCamera;

/// Adds the resources and the system that keeps [`Viewport`] up to date; needs no renderer.
pub(super) fn plugin(app: &mut App) {
    app.init_resource::<CameraTarget>()
        .init_resource::<CameraHold>()
        .init_resource::<CameraLimits>()
        .init_resource::<ViewInsets>()
        .init_resource::<Zoom>()
        .init_resource::<Viewport>()
        .add_systems(PreUpdate, follow_scale)
        .add_systems(PostUpdate, update_view.in_set(GlyphSystems::Look));
}

/// Keeps cells at their size in logical pixels.
fn follow_scale(windows: Query<&Window, With<PrimaryWindow>>, mut zoom: ResMut<Zoom>) {
    let scale_factor = windows.iter().next().map(Window::scale_factor);
    if let Some(scale_factor) = scale_factor.filter(|it| *it != zoom.scale_factor) {
        zoom.scale_factor = scale_factor;
    }
}

fn update_view(
    windows: Query<&Window, With<PrimaryWindow>>,
    terrain: Res<Terrain>,
    (insets, scale): (Res<ViewInsets>, Option<Res<UiScale>>),
    (target, hold, limits): (Res<CameraTarget>, Res<CameraHold>, Res<CameraLimits>),
    zoom: Res<Zoom>,
    mut current: ResMut<Viewport>,
) {
    let Ok(window) = windows.single() else {
        return;
    };
    let scale_factor = window.scale_factor();
    let mut view = compute_view(
        window.physical_size(),
        scale_factor,
        (zoom.cell_px(), zoom.shrink()),
        (terrain.size(), *limits),
        &insets.logical(scale.as_deref()),
        target.0,
    );
    view.origin = hold.origin(&view);
    current.set_if_neq(view);
}

/// Spawns the camera. One world unit is one tile, so zooming moves only the camera. The camera sits
/// at the window's lower left corner, which keeps windows of odd size on whole pixels.
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

/// Moves and scales the camera to match the view.
pub(super) fn aim_camera(
    view: Res<Viewport>,
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

    fn view_of(
        window: [u32; 2],
        scale: f32,
        cell: [u32; 2],
        map: [u32; 2],
        target: [f32; 2],
    ) -> Viewport {
        let insets = ViewInsets {
            right: 31.0,
            top: 10.0,
            ..default()
        };
        compute_view(
            window.into(),
            scale,
            (cell.into(), 1),
            (map.into(), CameraLimits::Map),
            &insets,
            target.into(),
        )
    }

    #[test]
    fn a_map_that_fits_is_in_the_middle_of_what_panels_leave() {
        let view = view_of([1000, 700], 1.0, [10, 16], [40, 20], [3.5, 3.5]);
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
        let at = |x, y| view_of([301, 203], 1.0, [9, 15], [80, 50], [x, y]).origin;
        // 270 x 193 pixels are free, from (0, 10).
        assert_eq!(at(0.5, 0.5), IVec2::new(0, -10));
        assert_eq!(at(79.5, 49.5), IVec2::new(720 - 270, 750 - 203));
        let middle = at(40.5, 25.5);
        assert_eq!(middle, IVec2::new(40 * 9 + 4 - 135, 25 * 15 + 7 - 10 - 96));
        assert_eq!(at(41.5, 25.5) - middle, IVec2::new(9, 0));
    }

    #[test]
    fn a_target_at_the_edge_moves_the_view_by_as_much_as_itself() {
        for window in [[300, 210], [301, 211]] {
            for cell in [[14, 16], [15, 17]] {
                let view = |target: Vec2| view_of(window, 1.0, cell, [80, 50], target.into());
                let half = view(Vec2::ZERO).room.as_vec2() / 2.0;
                let cell = Vec2::new(cell[0] as f32, cell[1] as f32);
                for edge in [half / cell, Vec2::new(80.0, 50.0) - half / cell] {
                    let inward = (Vec2::new(40.0, 25.0) - edge).signum() * Vec2::new(60.0, 40.0);
                    let moved = view(edge + inward / cell).origin - view(edge).origin;
                    assert_eq!(moved.as_vec2(), inward, "{window:?} {cell}");
                }
            }
        }
    }

    #[test]
    fn a_followed_sprite_stays_put_while_both_move_by_fractions() {
        let mut points = std::collections::BTreeSet::new();
        for i in 0..100 {
            let at = Vec2::new(40.0 + i as f32 * 0.013, 25.0 + i as f32 * 0.007);
            let view = view_of([301, 203], 1.0, [9, 15], [80, 50], (at + 0.5).into());
            points.insert((view.snap(at) - view.origin).to_array());
        }
        assert_eq!(points.len(), 1);
    }

    #[test]
    fn a_place_is_held_in_the_window_as_far_as_it_is_asked_for() {
        let mut view = view_of([1000, 700], 2.0, [10, 16], [40, 20], [3.5, 3.5]);
        let (free, place) = (view.origin, Vec2::new(7.0, 3.0));
        let hold = |share| CameraHold {
            place,
            point: Vec2::new(40.0, 60.0),
            share,
        };
        assert_eq!(hold(0.0).origin(&view), free);
        let held = hold(1.0).origin(&view);
        let half = hold(0.5).origin(&view);
        assert!(((held + free) - half * 2).abs().max_element() <= 1);
        view.origin = held;
        assert_eq!(view.point_of(place), Vec2::new(40.0, 60.0));
    }

    #[test]
    fn a_tile_is_found_under_each_of_its_corners() {
        for scale in [1.0, 1.25, 1.5, 2.0] {
            let view = view_of([1283, 801], scale, [13, 21], [80, 50], [20.5, 20.5]);
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
        let view = view_of([300, 210], 1.0, [10, 20], [80, 50], [40.5, 25.5]);
        let (first, end) = view.tiles(UVec2::new(80, 50));
        let left = view.origin.as_vec2() / view.cell.as_vec2();
        let right = (view.origin + view.window.as_ivec2()).as_vec2() / view.cell.as_vec2();
        assert_eq!(first, left.floor().as_uvec2());
        assert_eq!(end, right.ceil().as_uvec2());
        let small = view_of([300, 210], 1.0, [10, 20], [3, 2], [0.5, 0.5]);
        assert_eq!(
            small.tiles(UVec2::new(3, 2)),
            (UVec2::ZERO, UVec2::new(3, 2))
        );
    }

    #[test]
    fn the_target_stays_on_the_map_and_that_of_a_small_map_in_its_middle() {
        let view = Viewport {
            room: UVec2::new(100, 100),
            cell: UVec2::splat(10),
            ..default()
        };
        let at = |x, y| view.clamp_target(Vec2::new(x, y), Vec2::new(80.0, 6.0));
        assert_eq!(at(-9.0, 0.0), Vec2::new(5.0, 3.0));
        assert_eq!(at(99.0, 9.0), Vec2::new(75.0, 3.0));
        assert_eq!(at(40.0, 3.0), Vec2::new(40.0, 3.0));
    }

    #[test]
    fn a_window_smaller_than_its_panels_shows_something_without_failing() {
        let view = view_of([10, 5], 1.0, [10, 16], [80, 50], [40.5, 25.5]);
        assert_eq!(view.room, UVec2::ONE);
    }

    #[test]
    fn zoom_stays_within_its_table_and_on_whole_pixels() {
        let mut zoom = Zoom::default();
        assert_eq!(zoom.cell_px(), UVec2::splat(20));
        zoom.step_by(-100);
        assert_eq!(zoom.step(), 0);
        zoom.step_by(100);
        assert_eq!(zoom.step(), Zoom::STEPS - 1);
        zoom.scale_factor = 3.0;
        assert_eq!(zoom.cell_px().x as f32, MAX_CELL);
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
        let is_overview = |x, y, cell| {
            Viewport {
                window: UVec2::new(x, y),
                cell: UVec2::splat(cell),
                ..Viewport::default()
            }
            .is_overview()
        };
        assert!(!is_overview(1920, 1080, 4) && is_overview(1920, 1080, 3));
        assert!(!is_overview(3840, 2160, 8) && is_overview(3840, 2160, 6));
        assert!(is_overview(3840, 2160, 4));
    }

    #[test]
    fn tiles_smaller_than_a_pixel_are_found_and_placed() {
        let insets = ViewInsets::default();
        let size = UVec2::new(1280, 800);
        let map = UVec2::splat(4096);
        let target = Vec2::splat(2048.0);
        let view = compute_view(
            size,
            1.0,
            (UVec2::ONE, 8),
            (map, CameraLimits::Map),
            &insets,
            target,
        );
        assert_eq!(view.origin, IVec2::new(-384, -144));
        assert!(view.is_overview());
        assert_eq!(view.tile_at(Vec2::new(384.0, 144.0)), Pos::new(0, 0));
        assert_eq!(view.point_of(Vec2::splat(4096.0)), Vec2::new(896.0, 656.0));
        assert_eq!(view.tiles(map), (UVec2::ZERO, map));
    }
}
