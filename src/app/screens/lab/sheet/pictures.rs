//! What the sheet is about: its pictures or the heat map, and the frame around what is under the cursor.

use bevy::picking::events::{Move, Pointer, Press};
use bevy::prelude::*;

use super::super::favourites::Favourites;
use super::super::view::LabView;
use super::chart::Chart;
use super::layout::Layout;
use super::listing::Source;
use super::plot::Plot;
use super::state::{Sheet, size_of};
use super::strips::{self, blank};
use crate::app::frame::{Phase, any_changed};
use crate::app::input::{ActionQueue, MenuAction};
use crate::app::platform::clock::{FRAME, Wake};
use crate::app::screen::Screen;
use crate::app::ui::items::Items;
use crate::app::ui::node::NodeExt;
use crate::app::ui::theme::{KEY, QUIET, TINY, UiFont};
use crate::app::ui::widget;

pub(super) fn plugin(app: &mut App) {
    app.add_observer(point).add_observer(press).add_systems(
        Update,
        (
            lay_out,
            (strips::show, draw_plot, mark)
                .run_if(any_changed::<(Sheet, Layout, Favourites, LabView)>),
        )
            .chain()
            .run_if(resource_equals(LabView::Sheet))
            .in_set(Screen::Lab)
            .in_set(Phase::Show),
    );
}

/// The node of the pictures.
#[derive(Component)]
struct Grid;

/// The image of the heat map.
#[derive(Component)]
struct Picture;

/// The frame around the picture under the cursor.
#[derive(Component)]
struct Frame;

#[derive(Component)]
struct Labels;

/// A text at an axis, and its place.
#[derive(Component, Clone, PartialEq)]
struct Caption {
    at: [f32; 2],
    text: String,
}

pub(super) fn spawn(sheet: &mut ChildSpawnerCommands, images: &mut Assets<Image>) {
    let grid = Node::DEFAULT.share().clip();
    sheet.spawn((Grid, grid)).with_children(|grid| {
        let over = Node::DEFAULT.absolute();
        let image = images.add(blank((1, 1)));
        let picture = (
            Picture,
            ImageNode::new(image),
            over.clone(),
            Pickable::IGNORE,
        );
        strips::spawn(grid);
        grid.spawn(picture);
        grid.spawn((Labels, over.clone(), Pickable::IGNORE));
        let border = UiRect::all(px(2));
        grid.spawn((
            Frame,
            over.border(border),
            Outline::new(px(2), px(0), Color::BLACK),
            BorderColor::all(KEY),
            Pickable::IGNORE,
        ));
    });
}

/// Lays out the pictures in the room that there is.
fn lay_out(
    (mut sheet, mut layout): (ResMut<Sheet>, ResMut<Layout>),
    grid: Single<&ComputedNode, With<Grid>>,
    mut wake: MessageWriter<Wake>,
) {
    let (width, height) = (grid.size().x as u32, grid.size().y as u32);
    if width == 0 || height == 0 {
        return;
    }
    let pixels = 1.0 / grid.inverse_scale_factor();
    let new = Layout::new(size_of(sheet.items()), (width, height), pixels, sheet.zoom);
    if *layout != new {
        if layout.picture != new.picture {
            sheet.forget_pictures();
        }
        *layout = new;
        sheet.follow(&new);
        wake.write(Wake(FRAME));
    }
}

/// The heat map and the places of its cells, if it is shown and has any.
fn plot_of<'a>(sheet: &'a Sheet, layout: &Layout) -> Option<(&'a Chart, Plot)> {
    let chart = sheet.chart.as_ref();
    let chart = chart.filter(|_| sheet.source() == Source::Range)?;
    Some((chart, Plot::new(chart, layout)?))
}

/// Draws the heat map, and writes what stands along its axes.
fn draw_plot(
    (sheet, layout): (Res<Sheet>, Res<Layout>),
    picture: Single<(&ImageNode, &mut Node), With<Picture>>,
    mut images: ResMut<Assets<Image>>,
    (labels, font): (Single<Entity, With<Labels>>, Res<UiFont>),
    mut shown: Items<Caption>,
) {
    let (node, mut place) = picture.into_inner();
    let plot = plot_of(&sheet, &layout);
    widget::set_displayed(&mut place, plot.is_some());
    let logical = |side: u32| side as f32 / layout.pixels;
    let mut captions = Vec::new();
    if let Some((chart, plot)) = plot {
        let mut image = blank(layout.area);
        if let Some(data) = &mut image.data {
            plot.paint(chart, layout.area.0, data);
        }
        let _ = images.insert(&node.image, image);
        (place.width, place.height) = (px(logical(layout.area.0)), px(logical(layout.area.1)));
        let labels = plot.labels(chart, &layout).into_iter();
        captions.extend(labels.map(|((left, top), text)| Caption {
            at: [left, top].map(logical),
            text,
        }));
    }
    shown.show(*labels, captions, |entity, caption| {
        let node = Node::DEFAULT
            .absolute()
            .left(px(caption.at[0]))
            .top(px(caption.at[1]));
        entity
            .insert((node, Pickable::IGNORE))
            .with_child((font.sized(&caption.text, TINY, QUIET), Pickable::IGNORE));
    });
}

/// Frames the map or the cell under the cursor.
fn mark((sheet, layout): (Res<Sheet>, Res<Layout>), mut frame: Single<&mut Node, With<Frame>>) {
    let framed = if sheet.source() == Source::Range {
        let shown = plot_of(&sheet, &layout);
        shown.map(|(chart, plot)| (plot.corner(chart.cursor()), plot.cell))
    } else {
        let slot = sheet
            .cursor()
            .checked_sub(sheet.page().top * layout.columns);
        let in_sight = layout.columns * layout.rows;
        let slot = slot.filter(|slot| *slot < in_sight && sheet.chosen().is_some());
        slot.map(|slot| (layout.corner(slot), layout.picture))
    };
    widget::set_displayed(&mut frame, framed.is_some());
    let Some(((left, top), (width, height))) = framed else {
        return;
    };
    let logical = |side: u32| side as f32 / layout.pixels;
    (frame.left, frame.top) = (px(logical(left) - 2.0), px(logical(top) - 2.0));
    frame.width = px(logical(width) + 4.0);
    frame.height = px(logical(height) + 4.0);
}

/// Where the pointer is within the pictures, in physical pixels.
fn within(
    (node, transform): (&ComputedNode, &UiGlobalTransform),
    at: Vec2,
    window: Option<&Window>,
) -> Vec2 {
    let scale = window.map_or(1.0, Window::scale_factor);
    at * scale - (transform.translation - node.size() / 2.0)
}

/// Moves the cursor to what is under a point. Whether there is anything.
fn choose(sheet: &mut ResMut<Sheet>, layout: &Layout, at: Vec2) -> bool {
    if sheet.source() == Source::Range {
        let shown = plot_of(sheet, layout);
        let cell = shown.and_then(|(_, plot)| plot.cell_at(at.x, at.y));
        let is_new = cell.is_some() && cell != sheet.chart.as_ref().map(Chart::cursor);
        if let Some(cell) = cell.filter(|_| is_new)
            && let Some(chart) = &mut sheet.chart
        {
            chart.choose(cell);
        }
        return cell.is_some();
    }
    let slot = layout.slot_at(at.x, at.y);
    let place = slot.map(|slot| sheet.page().top * layout.columns + slot);
    let place = place.filter(|place| *place < sheet.items().len());
    if let Some(place) = place.filter(|place| *place != sheet.cursor()) {
        sheet.put_cursor(place);
    }
    place.is_some()
}

type GridNode = (&'static ComputedNode, &'static UiGlobalTransform);

fn point(
    moved: On<Pointer<Move>>,
    grids: Query<GridNode, With<Grid>>,
    windows: Query<&Window>,
    (layout, mut sheet): (Res<Layout>, ResMut<Sheet>),
) {
    // Not where the pointer happens to be while the pictures change under it.
    if let Ok(grid) = grids.get(moved.entity)
        && moved.delta != Vec2::ZERO
    {
        let at = within(grid, moved.pointer_location.position, windows.iter().next());
        choose(&mut sheet, &layout, at);
    }
}

fn press(
    pressed: On<Pointer<Press>>,
    grids: Query<GridNode, With<Grid>>,
    windows: Query<&Window>,
    (layout, mut sheet): (Res<Layout>, ResMut<Sheet>),
    mut queue: ResMut<ActionQueue>,
) {
    let Ok(grid) = grids.get(pressed.entity) else {
        return;
    };
    let at = within(
        grid,
        pressed.pointer_location.position,
        windows.iter().next(),
    );
    if choose(&mut sheet, &layout, at) {
        queue.push(&MenuAction::Choose);
    }
}
