//! The level at a glance, as far as it is known: at the foot of the sidebar, a dot a tile, and whole in
//! the window while that is asked for.

use bevy::prelude::*;

use super::panel::WIDTH;
use super::shown::{self, ShownRun, TOLD};
use crate::app::dungeon::paint;
use crate::app::frame::Phase;
use crate::app::glyph::{ViewInsets, srgb_image};
use crate::app::screen::Screen;
use crate::game::View;
use crate::geom::Pos;

/// Whether the window shows the whole level, however small its tiles are then.
#[derive(Resource, Default, Clone, Copy, PartialEq, Eq, Debug)]
pub struct WholeLevel(pub bool);

/// Shows the map of the level.
pub(super) fn plugin(app: &mut App) {
    for screen in TOLD {
        app.add_systems(OnEnter(screen), spawn);
    }
    app.add_systems(
        Update,
        (
            draw.run_if(shown::has_changed),
            fit.run_if(resource_changed::<ViewInsets>),
        )
            .run_if(shown::is_told)
            .in_set(Phase::Show),
    );
}

/// Space around it, in logical pixels.
const MARGIN: f32 = 10.0;

pub(super) const PLAYER: [u8; 4] = [255, 255, 255, 255];
pub(super) const MONSTER: [u8; 4] = [255, 84, 70, 255];
pub(super) const ITEM: [u8; 4] = [240, 206, 96, 255];

#[derive(Component)]
struct Minimap;

fn spawn(mut commands: Commands, screen: Res<State<Screen>>, insets: Res<ViewInsets>) {
    commands.spawn((
        DespawnOnExit(*screen.get()),
        Minimap,
        ImageNode::default(),
        ZIndex(1),
        Node {
            position_type: PositionType::Absolute,
            right: px(MARGIN),
            bottom: px(insets.bottom + MARGIN),
            width: px(WIDTH - 2.0 * MARGIN),
            ..default()
        },
    ));
}

fn fit(insets: Res<ViewInsets>, mut maps: Query<&mut Node, With<Minimap>>) {
    for mut node in &mut maps {
        node.bottom = px(insets.bottom + MARGIN);
    }
}

fn draw(
    shown: ShownRun,
    mut maps: Query<&mut ImageNode, With<Minimap>>,
    mut images: ResMut<Assets<Image>>,
) {
    let (Some(view), Ok(mut node)) = (shown.view(), maps.single_mut()) else {
        return;
    };
    let size = UVec2::new(view.size().width, view.size().height);
    let data = dots(view);
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

/// Red, green, blue and opacity of each tile, row by row.
fn dots(view: View<'_>) -> Vec<u8> {
    let (width, height) = (view.size().width as i32, view.size().height as i32);
    let mut dots = vec![[0; 4]; (width * height) as usize];
    let mut put = |pos: Pos, dot: [u8; 4]| {
        if let Some(place) = dots.get_mut((pos.y * width + pos.x) as usize) {
            *place = dot;
        }
    };
    for pos in (0..height).flat_map(|y| (0..width).map(move |x| Pos::new(x, y))) {
        if let Some(tile) = view.tile(pos) {
            let parts = if tile.in_sight { 380 } else { 220 };
            let [r, g, b] = paint::scaled(paint::dot_colour(tile.tile), parts);
            put(pos, [r, g, b, 255]);
        }
    }
    view.items().for_each(|item| put(item.pos, ITEM));
    view.actors().for_each(|actor| put(actor.pos, MONSTER));
    put(view.player().pos, PLAYER);
    dots.into_flattened()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::stage::Run;
    use crate::rng::Seed;

    #[test]
    fn the_map_shows_the_player_and_nothing_that_is_not_known() {
        let run = Run::new(Seed(7), None).unwrap();
        let view = run.game().view();
        let dots = dots(view);
        let (dots, _) = dots.as_chunks::<4>();
        let width = view.size().width as i32;
        let mut known = 0;
        for (index, dot) in dots.iter().enumerate() {
            let pos = Pos::new(index as i32 % width, index as i32 / width);
            assert_eq!(dot[3] > 0, view.tile(pos).is_some(), "{pos}");
            known += usize::from(dot[3] > 0);
            assert!(pos != view.player().pos || *dot == PLAYER);
        }
        assert!(known > 10);
    }
}
