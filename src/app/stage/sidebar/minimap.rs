//! The minimap at the foot of the sidebar: the known level, a pixel per tile.

use bevy::prelude::*;
use bevy::ui::UiSystems;

use crate::app::dungeon::paint;
use crate::app::frame::Phase;
use crate::app::glyph::{ViewInsets, srgb_image};
use crate::app::platform::clock::{FRAME, Wake};
use crate::app::stage::layout::MINIMAP_HEIGHT;
use crate::app::stage::runs::shown::{self, ShownRun};
use crate::app::ui::edges::UiWindow;
use crate::app::ui::node::NodeExt;
use crate::app::ui::side::Drawer;
use crate::game::View;
use crate::geom::Grid;

pub(in crate::app::stage) fn plugin(app: &mut App) {
    app.add_systems(
        Update,
        draw_minimap
            .run_if(shown::has_changed)
            .run_if(shown::has_panels)
            .in_set(Phase::Show),
    )
    .add_systems(
        PostUpdate,
        make_room.run_if(shown::has_panels).after(UiSystems::Layout),
    );
}

/// Space around the minimap, in logical pixels.
const MARGIN: f32 = 10.0;

pub(in crate::app::stage) const PLAYER: [u8; 4] = [255, 255, 255, 255];
pub(in crate::app::stage) const MONSTER: [u8; 4] = [255, 84, 70, 255];
pub(in crate::app::stage) const ITEM: [u8; 4] = [240, 206, 96, 255];

const HAZARD: [u8; 4] = [214, 96, 200, 255];

#[derive(Component)]
struct Minimap;

/// The list of rows above the minimap.
#[derive(Component)]
pub(super) struct Listed;

/// Spawns the minimap at the foot of the sidebar.
pub(super) fn spawn_minimap(panel: &mut ChildSpawnerCommands) {
    let place = Node::DEFAULT
        .align(AlignItems::FlexEnd)
        .padding(MARGIN, MARGIN)
        .height(px(MINIMAP_HEIGHT))
        .rigid();
    let map = (
        Minimap,
        ImageNode::default(),
        Node::DEFAULT.width(percent(100)),
    );
    panel.spawn((Place, place, children![map]));
}

/// The place of the minimap.
#[derive(Component)]
struct Place;

/// Gives the minimap its place only if all that is listed above it is in sight.
fn make_room(
    window: UiWindow,
    (insets, drawer): (Res<ViewInsets>, Res<Drawer>),
    lists: Query<&ComputedNode, With<Listed>>,
    mut places: Query<&mut Node, With<Place>>,
    mut wake: MessageWriter<Wake>,
) {
    let Ok(list) = lists.single() else {
        return;
    };
    let listed = (list.content_size().y * list.inverse_scale_factor()).ceil();
    let room = window.size().y - insets.bottom - MINIMAP_HEIGHT;
    let display = match listed <= room && !drawer.is_narrow() {
        true => Display::Flex,
        false => Display::None,
    };
    for mut place in &mut places {
        if place.display != display {
            place.display = display;
            // The next frame lays it out.
            wake.write(Wake(FRAME));
        }
    }
}

fn draw_minimap(
    shown: ShownRun,
    mut maps: Query<&mut ImageNode, With<Minimap>>,
    mut images: ResMut<Assets<Image>>,
) {
    let (Some(view), Ok(mut node)) = (shown.view(), maps.single_mut()) else {
        return;
    };
    let size = UVec2::new(view.size().width, view.size().height);
    let data = minimap_pixels(view);
    match images.get(&node.image) {
        Some(image) if image.size() == size => {
            if image.data.as_ref() != Some(&data)
                && let Some(mut image) = images.get_mut(&node.image)
            {
                image.data = Some(data);
            }
        }
        _ => node.image = images.add(srgb_image(size, data)),
    }
}

/// RGBA of each tile, row by row; unknown tiles are transparent.
fn minimap_pixels(view: View<'_>) -> Vec<u8> {
    let size = view.size();
    let mut pixels = Grid::new(size.width, size.height, [0; 4]);
    for index in 0..size.area() {
        let pos = pixels.pos_of(index);
        if let Some(tile) = view.tile(pos) {
            // In 256ths: brighter than the map in sight, darker where it is remembered.
            let brightness = if tile.in_sight { 380 } else { 220 };
            let [r, g, b] = paint::scaled(paint::dot_colour(tile.tile), brightness);
            pixels[pos] = [r, g, b, 255];
        }
    }
    let items = view.items().map(|item| (item.pos, ITEM));
    let monsters = view.actors().map(|actor| (actor.pos, MONSTER));
    let player = [(view.player().pos, PLAYER)];
    let hazards = view.hazards().map(|(_, pos)| (pos, HAZARD));
    for (pos, pixel) in hazards.chain(items).chain(monsters).chain(player) {
        if let Some(old) = pixels.get_mut(pos) {
            *old = pixel;
        }
    }
    pixels.as_slice().as_flattened().to_vec()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::stage::Run;
    use crate::geom::Pos;
    use crate::rng::Seed;
    use bevy::window::PrimaryWindow;

    #[test]
    fn in_a_low_window_what_is_listed_has_the_room_of_the_minimap() {
        let mut world = World::new();
        world.init_resource::<ViewInsets>();
        world.init_resource::<Drawer>();
        world.init_resource::<Messages<Wake>>();
        let listed = ComputedNode {
            content_size: Vec2::new(280.0, 400.0),
            ..ComputedNode::DEFAULT
        };
        world.spawn((Listed, listed));
        let mut shown = |height: u32, scale: f32| {
            world.insert_resource(UiScale(scale));
            let size = Window {
                resolution: (1280, height).into(),
                ..default()
            };
            let window = world.spawn((size, PrimaryWindow)).id();
            let place = world.spawn((Place, Node::default())).id();
            world.run_system_cached(make_room).unwrap();
            let display = world.get::<Node>(place).unwrap().display;
            world.despawn(window);
            world.despawn(place);
            display
        };
        assert_eq!(shown(600, 1.0), Display::Flex);
        assert_eq!(shown(728, 2.0), Display::None);
        assert_eq!(shown(1440, 2.0), Display::Flex);
    }

    #[test]
    fn the_map_shows_the_player_and_nothing_that_is_not_known() {
        let run = Run::new(Seed(7), None).unwrap();
        let view = run.game().view();
        let pixels = minimap_pixels(view);
        let (pixels, _) = pixels.as_chunks::<4>();
        let width = view.size().width as i32;
        let mut known = 0;
        for (index, pixel) in pixels.iter().enumerate() {
            let pos = Pos::new(index as i32 % width, index as i32 / width);
            assert_eq!(pixel[3] > 0, view.tile(pos).is_some(), "{pos}");
            known += usize::from(pixel[3] > 0);
            assert!(pos != view.player().pos || *pixel == PLAYER);
        }
        assert!(known > 10);
    }
}
