//! Draws the title's pages: the menu with its seed field, lists, lamps, questions.

use bevy::prelude::*;

use super::field;
use super::menu::{Menu, ShownPage};
use super::page::{Page, PageContent, Row, RowAction};
use super::{TitleAction, plot};
use crate::app::frame::{Phase, any_changed};
use crate::app::input::AnyAction as _;
use crate::app::screen::Screen;
use crate::app::seed::TitleSeed;
use crate::app::ui::edges::{ABOVE_BAR, Edge, Takes, UiWindow};
use crate::app::ui::field::FieldError;
use crate::app::ui::hud::BelowNotice;
use crate::app::ui::list::{line, line_node};
use crate::app::ui::live::LiveText;
use crate::app::ui::node::NodeExt;
use crate::app::ui::pointer::Backdrop;
use crate::app::ui::side::Drawer;
use crate::app::ui::theme::{
    KEY, LINE, LINE_HEIGHT, PANEL, PLAIN, QUIET, TINY, UiFont, WELL, WRONG,
};
use crate::app::ui::tip::Tip;
use crate::app::ui::widget::{KeyLabel, spawn_scrolling_column};
use crate::profile::score::Lamp;

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<SmallWindow>()
        .add_systems(OnEnter(Screen::Title), spawn_page_area)
        .add_systems(
            Update,
            (
                update_small_window,
                draw_page.run_if(any_changed::<(ShownPage, SmallWindow)>),
                brighten_selected.run_if(any_changed::<(Menu, ShownPage, SmallWindow)>),
            )
                .chain()
                .in_set(Phase::Show)
                .in_set(Screen::Title),
        );
}

// Sizes are in UI pixels.
const PAGE_WIDTH: f32 = 556.0;
const LABEL_WIDTH: f32 = 116.0;
const FACT_NAME_WIDTH: f32 = 210.0;
/// Minimum height of a window with room for more than the rows of a page.
const MIN_FULL_HEIGHT: f32 = 560.0;
/// Diameter of a lamp in a strip.
const STRIP_LAMP: f32 = 7.0;
/// Diameter of a lamp in a cell.
const CELL_LAMP: f32 = 14.0;
/// Text size of a star, in diameters of a lamp.
const STAR: f32 = 1.8;
const CELL_WIDTH: f32 = 74.0;
/// The most lines of small print one below the other.
const LINES: usize = 10;

/// Colour of a lit lamp.
const LAMPLIGHT: Color = Color::srgb(1.0, 0.76, 0.34);
/// Colour over the rest of the window behind a question.
const SHADE: Color = Color::srgba(0.0, 0.0, 0.0, 0.6);

/// Whether the window is lower than [`MIN_FULL_HEIGHT`], and whether it is narrow.
#[derive(Resource, Default, PartialEq, Eq)]
struct SmallWindow {
    is_low: bool,
    is_narrow: bool,
}

/// The whole window, in which the page is placed.
#[derive(Component)]
struct PageArea;

#[derive(Component)]
struct PageBox;

/// The description of the row at this index.
#[derive(Component)]
struct Description(usize);

/// What the selected one of the rows side by side is.
#[derive(Component)]
struct ShelfNote;

fn spawn_page_area(mut commands: Commands) {
    let area = Node::DEFAULT
        .absolute()
        .align_centre()
        .top(px(0))
        .width(percent(100))
        .padding_at(UiRect::left(percent(5)));
    let page = Node::DEFAULT
        .width(px(PAGE_WIDTH))
        .max_width(percent(100))
        .max_height(percent(100))
        .framed();
    let background = BackgroundColor(PANEL.with_alpha(0.97));
    commands
        .spawn((
            PageArea,
            (Backdrop, ABOVE_BAR),
            BelowNotice,
            DespawnOnExit(Screen::Title),
            area,
            BackgroundColor(Color::NONE),
        ))
        .with_child((
            PageBox,
            // The player behind it keeps clear of it.
            Takes(Edge::Left),
            page,
            background,
            BorderColor::all(LINE),
        ));
}

fn update_small_window((window, drawer): (UiWindow, Res<Drawer>), mut small: ResMut<SmallWindow>) {
    small.set_if_neq(SmallWindow {
        is_low: window.size().y < MIN_FULL_HEIGHT,
        is_narrow: drawer.is_narrow(),
    });
}

/// Draws the open page: at the left, or for a question, in the middle of a darkened window.
fn draw_page(
    (shown, menu, font, small): (Res<ShownPage>, Res<Menu>, Res<UiFont>, Res<SmallWindow>),
    area: Single<(&mut Node, &mut BackgroundColor), With<PageArea>>,
    page_box: Single<Entity, With<PageBox>>,
    mut commands: Commands,
) {
    let is_question = menu.page.is_question();
    let (mut node, mut background) = area.into_inner();
    (node.padding.left, node.justify_content, background.0) = if is_question {
        (percent(0), JustifyContent::Center, SHADE)
    } else {
        let left = if small.is_narrow { 0 } else { 5 };
        (percent(left), JustifyContent::FlexStart, Color::NONE)
    };
    let padding = (
        if small.is_narrow { 10.0 } else { 34.0 },
        if small.is_low { 6.0 } else { 18.0 },
    );
    let mut page = commands.entity(*page_box);
    page.despawn_children().with_children(|parent| {
        spawn_scrolling_column(parent, padding, 2.0, |column| {
            spawn_page(column, (&font, small.is_low), menu.page, &shown.content);
        });
    });
}

/// A node whose children stand side by side.
fn side_by_side(margin: UiRect) -> Node {
    Node::row(8.0).align_centre().margin(margin)
}

fn spawn_page(
    parent: &mut ChildSpawnerCommands,
    (font, is_low): (&UiFont, bool),
    page: Page,
    content: &PageContent,
) {
    if page == Page::Main && is_low {
        parent.spawn(font.sized("Undercroft", 26.0, KEY));
    } else if page == Page::Main {
        parent.spawn(font.sized("Undercroft", 46.0, KEY));
        let story = font.wrapped("the Everlamp has gone out; the way is down", QUIET);
        parent.spawn((side_by_side(UiRect::bottom(px(8))), children![story]));
    } else {
        let title = font.paragraph(&content.title, 22.0, KEY);
        parent.spawn((side_by_side(UiRect::bottom(px(8))), children![title]));
    }
    let has_names = content.facts.iter().any(|(name, _)| !name.is_empty());
    for (name, value) in &content.facts {
        spawn_fact(parent, font, (name, value), has_names);
    }
    for plot in &content.plots {
        plot::spawn_plot(parent, font, plot);
    }
    if !content.lines.is_empty() {
        plot::spawn_columns(parent, font, &content.lines, LINES);
    }
    if page.is_grid() {
        let cells = Node::row(4.0).wrap(4.0).margin_top(8.0);
        parent.spawn(cells).with_children(|cells| {
            for (index, row) in content.rows.iter().enumerate() {
                spawn_cell(cells, font, (index, row));
            }
        });
        return;
    }
    let rows: Vec<(usize, &Row)> = content.rows.iter().enumerate().collect();
    let (above, shelf) = rows.split_at(content.shelf.unwrap_or(rows.len()));
    for row in above {
        spawn_row(parent, font, *row, page);
    }
    if page == Page::Main {
        spawn_shelf(parent, font, shelf);
        parent
            .spawn(side_by_side(UiRect::top(px(8))))
            .with_children(|row| {
                row.spawn(font.text("seed", QUIET));
                field::spawn_field(row, font);
                let number = LiveText::<TitleSeed>::new(TitleSeed::number);
                row.spawn((number, font.text("", QUIET)));
            });
        let field_error = LiveText::<FieldError>::new(|field_error| field_error.0.clone());
        parent.spawn((field_error, font.hint(""))).insert((
            TextColor(WRONG),
            // Its place is kept, so that nothing moves when it says something.
            Node::DEFAULT.margin_top(2.0).min_height(px(LINE_HEIGHT)),
        ));
    }
}

/// Spawns the quiet rows side by side, and a line that says what the selected one is.
fn spawn_shelf(parent: &mut ChildSpawnerCommands, font: &UiFont, rows: &[(usize, &Row)]) {
    let shelf = Node::wrapping_row(2.0).margin_top(8.0);
    parent.spawn(shelf).with_children(|shelf| {
        for (index, row) in rows {
            let node = line_node().padding(5.0, 0.0).rounded(3.0);
            let mut line = shelf.spawn((line::<Menu>(*index), node));
            line.insert(Tip::new(&row.description));
            line.with_children(|line| {
                spawn_key(line, font, row);
                line.spawn(font.text(&row.label, PLAIN));
            });
        }
    });
    let note = Node::DEFAULT.min_height(px(LINE_HEIGHT)).padding(9.0, 0.0);
    parent.spawn((note, children![(ShelfNote, font.hint(""))]));
}

/// Spawns the key that does the same as a row.
fn spawn_key(line: &mut ChildSpawnerCommands, font: &UiFont, row: &Row) {
    let action = match &row.action {
        RowAction::Act(action) => *action,
        RowAction::Continue(_) => TitleAction::Open(Screen::Descend),
        _ => return,
    };
    if action.row().is_some() {
        let column = Node::DEFAULT.min_width(px(9));
        line.spawn(column).with_children(|column| {
            column.spawn((KeyLabel::new(&action), font.text("", KEY)));
        });
    }
}

fn spawn_fact(
    parent: &mut ChildSpawnerCommands,
    font: &UiFont,
    (name, value): (&str, &str),
    has_names: bool,
) {
    let row = Node::row(10.0).margin(UiRect::bottom(px(2)));
    parent.spawn(row).with_children(|row| {
        if has_names {
            let column = Node::DEFAULT.width(px(FACT_NAME_WIDTH)).rigid();
            row.spawn((column, children![font.text(name, QUIET)]));
        }
        row.spawn(font.wrapped(value, PLAIN));
    });
}

fn spawn_row(
    parent: &mut ChildSpawnerCommands,
    font: &UiFont,
    (index, row): (usize, &Row),
    page: Page,
) {
    let node = Node {
        column_gap: px(14),
        ..line_node().padding(8.0, 1.0).rounded(3.0).margin(
            if index == 0 && !matches!(page, Page::Main) {
                UiRect::top(px(6))
            } else {
                UiRect::ZERO
            },
        )
    };
    let column = Node::DEFAULT
        .min_width(px(LABEL_WIDTH))
        .max_width(percent(60))
        .rigid();
    parent
        .spawn((line::<Menu>(index), node))
        .with_children(|line| {
            match page {
                Page::Main => spawn_key(line, font, row),
                _ => drop(line.spawn(font.text(&row.letter.to_string(), KEY))),
            }
            line.spawn((column, children![font.paragraph(&row.label, 18.0, PLAIN)]));
            if row.lamps.len() > 1 {
                spawn_lamp_strip(line, font, &row.lamps);
            }
            line.spawn((Description(index), font.hint(&row.description)));
        });
}

/// Spawns the lamps of a pack in rows of 15.
fn spawn_lamp_strip(line: &mut ChildSpawnerCommands, font: &UiFont, lamps: &[Lamp]) {
    let strip = Node::row(2.0)
        .wrap(2.0)
        .width(px(15.0 * (STRIP_LAMP + 2.0)))
        .rigid();
    line.spawn(strip).with_children(|strip| {
        for own in lamps {
            spawn_lamp(strip, font, *own, STRIP_LAMP);
        }
    });
}

/// Spawns a lamp: a ring while dark, a disc whose lower half is bright or all of it, or a star in place of the disc.
fn spawn_lamp(parent: &mut ChildSpawnerCommands, font: &UiFont, lamp: Lamp, size: f32) {
    let disc = Node {
        border_radius: BorderRadius::all(percent(50)),
        ..Node::DEFAULT
            .centre()
            .size(px(size), px(size))
            .framed()
            .rigid()
    };
    let (ground, ring) = match lamp {
        Lamp::Dark => (WELL, QUIET),
        Lamp::Half => (WELL, LAMPLIGHT),
        Lamp::Lit => (LAMPLIGHT, LAMPLIGHT),
        Lamp::Star => (Color::NONE, Color::NONE),
    };
    let mut disc = parent.spawn((disc, BackgroundColor(ground), BorderColor::all(ring)));
    match lamp {
        Lamp::Dark | Lamp::Lit => {}
        Lamp::Half => {
            let half = size - 2.0;
            let lower = Node {
                border_radius: BorderRadius::bottom(px(half / 2.0)),
                ..Node::DEFAULT
                    .absolute()
                    .left(px(0))
                    .bottom(px(0))
                    .size(px(half), px(half / 2.0))
            };
            disc.with_child((lower, BackgroundColor(LAMPLIGHT)));
        }
        Lamp::Star => {
            let star = Node::DEFAULT.absolute();
            disc.with_child((
                star,
                children![font.sized("\u{2605}", size * STAR, LAMPLIGHT)],
            ));
        }
    }
}

/// Spawns a board or a maze of a pack: its lamp, number and size.
fn spawn_cell(cells: &mut ChildSpawnerCommands, font: &UiFont, (index, row): (usize, &Row)) {
    let node = Node::column(2.0)
        .align_centre()
        .width(px(CELL_WIDTH))
        .padding(2.0, 2.0)
        .rounded(4.0)
        .border(UiRect::all(px(2)));
    let lamp = row.lamps.first().copied();
    let mut line = cells.spawn((line::<Menu>(index), node));
    if let Some(lamp) = lamp {
        line.insert(Tip::new(lamp.meaning()));
    }
    line.with_children(|cell| {
        cell.spawn(side_by_side(UiRect::ZERO))
            .with_children(|head| {
                if let Some(lamp) = lamp {
                    spawn_lamp(head, font, lamp, CELL_LAMP);
                }
                let is_done = lamp.is_some_and(|lamp| lamp > Lamp::Dark);
                let colour = if is_done { KEY } else { PLAIN };
                head.spawn(font.text(&row.label, colour));
            });
        cell.spawn((
            Description(index),
            font.sized(&row.description, TINY, QUIET),
        ));
    });
}

/// Brightens the description of the selected row.
fn brighten_selected(
    (menu, shown): (Res<Menu>, Res<ShownPage>),
    mut descriptions: Query<(&Description, &mut TextColor)>,
    mut notes: Query<&mut Text, With<ShelfNote>>,
) {
    let shelf = shown.content.shelf.unwrap_or(usize::MAX);
    let row = shown
        .content
        .rows
        .get(menu.row)
        .filter(|_| menu.row >= shelf);
    for mut note in &mut notes {
        note.set_if_neq(Text::new(row.map_or("", |row| &row.description)));
    }
    for (description, mut colour) in &mut descriptions {
        let is_selected = description.0 == menu.row;
        colour.0 = if is_selected { PLAIN } else { QUIET };
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::glyph::shade::contrast;
    use crate::app::ui::palette::vision::linear;
    use crate::app::ui::theme::CHOSEN;

    #[test]
    fn every_word_is_told_from_its_ground_chosen_or_not() {
        let grounds = [
            (CHOSEN, vec![PLAIN, KEY]),
            (PANEL, vec![PLAIN, KEY, QUIET, WRONG]),
        ];
        for (ground, words) in grounds {
            for word in words {
                let ratio = contrast(linear(word), linear(ground));
                assert!(ratio >= 4.5, "{word:?} on {ground:?}: {ratio}");
            }
        }
    }
}
