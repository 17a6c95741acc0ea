//! How the pages of the title look: the menu with its seed field, lists, lamps, questions.

use bevy::prelude::*;
use bevy::window::PrimaryWindow;

use super::field;
use super::menu::{self, Menu, Shown};
use super::page::{Content, Page, Row};
use crate::app::frame::Phase;
use crate::app::input::hand_out;
use crate::app::screen::{Screen, on};
use crate::app::ui::field::FieldError;
use crate::app::ui::list::{self, Line};
use crate::app::ui::live::LiveText;
use crate::app::ui::theme::{CHOSEN, KEY, LINE, PANEL, PLAIN, QUIET, TINY, Type, WELL, WRONG};

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Low>()
        .add_systems(OnEnter(Screen::Title), spawn)
        .add_systems(
            Update,
            (
                list::select_with_pointer::<Menu>
                    .run_if(menu::is_read)
                    .in_set(Phase::Input)
                    .before(hand_out),
                (
                    fit,
                    draw.run_if(resource_changed::<Shown>.or_eager(resource_changed::<Low>)),
                    highlight.run_if(
                        resource_changed::<Menu>
                            .or_eager(resource_changed::<Shown>)
                            .or_eager(resource_changed::<Low>),
                    ),
                )
                    .chain()
                    .in_set(Phase::Show),
            )
                .run_if(on(Screen::Title)),
        );
}

/// Room for a page, and in it for the word of a line and for the name of a fact, in logical pixels.
const WIDTH: f32 = 540.0;
const WORD: f32 = 116.0;
const NAME: f32 = 210.0;

/// The bar at the bottom, in logical pixels.
const BAR: f32 = 28.0;

/// A window lower than this, in logical pixels, has room for the lines alone.
const LEAST_HEIGHT: f32 = 560.0;

/// A lamp in a strip, and one with its number.
const LAMP: f32 = 7.0;
const CELL: f32 = 74.0;

/// A lamp that is lit.
const LIT: Color = Color::srgb(1.0, 0.76, 0.34);
/// Behind a question.
const SHADE: Color = Color::srgba(0.0, 0.0, 0.0, 0.6);

/// Whether the window is low.
#[derive(Resource, Default, PartialEq, Eq)]
struct Low(bool);

/// Around the page, and the page itself.
#[derive(Component)]
struct Around;
#[derive(Component)]
struct Paper;

/// Words about a line, by its place; readable on any ground.
#[derive(Component)]
struct About(usize);

fn spawn(mut commands: Commands) {
    let around = Node {
        position_type: PositionType::Absolute,
        width: percent(100),
        height: percent(100),
        align_items: AlignItems::Center,
        padding: UiRect::left(percent(5)).with_bottom(px(BAR)),
        ..default()
    };
    let paper = Node {
        flex_direction: FlexDirection::Column,
        padding: UiRect::axes(px(34), px(18)),
        width: px(WIDTH),
        border: UiRect::all(px(1)),
        row_gap: px(2),
        ..default()
    };
    let looks = (
        BackgroundColor(PANEL.with_alpha(0.94)),
        BorderColor::all(LINE),
    );
    commands
        .spawn((Around, DespawnOnExit(Screen::Title), around))
        .insert(BackgroundColor(Color::NONE))
        .with_child((Paper, paper, looks));
}

fn fit(windows: Query<&Window, With<PrimaryWindow>>, scale: Res<UiScale>, mut low: ResMut<Low>) {
    let height = windows.single().map_or(f32::MAX, Window::height);
    low.set_if_neq(Low(height / scale.0 < LEAST_HEIGHT));
}

/// Draws the page that was opened. A question stands in the middle, before all else.
fn draw(
    (shown, menu, font, low): (Res<Shown>, Res<Menu>, Res<Type>, Res<Low>),
    mut around: Query<(&mut Node, &mut BackgroundColor), With<Around>>,
    mut papers: Query<(Entity, &mut Node), (With<Paper>, Without<Around>)>,
    mut commands: Commands,
) {
    let is_question = menu.page.is_question();
    for (mut node, mut ground) in &mut around {
        let (left, justify, shade) = match is_question {
            true => (px(0), JustifyContent::Center, SHADE),
            false => (percent(5), JustifyContent::FlexStart, Color::NONE),
        };
        (node.padding.left, node.justify_content) = (left, justify);
        ground.0 = shade;
    }
    for (paper, mut node) in &mut papers {
        node.padding = UiRect::axes(px(34), px(if low.0 { 6 } else { 18 }));
        let mut paper = commands.entity(paper);
        paper.despawn_children();
        paper.with_children(|paper| fill(paper, (&font, &low), menu.page, &shown.content));
    }
}

/// A row with room around it.
fn apart(margin: UiRect) -> Node {
    Node {
        margin,
        column_gap: px(8),
        align_items: AlignItems::Center,
        ..default()
    }
}

fn fill(
    paper: &mut ChildSpawnerCommands,
    (font, low): (&Type, &Low),
    page: Page,
    content: &Content,
) {
    if page == Page::Main && low.0 {
        paper.spawn(font.sized("Undercroft", 26.0, KEY));
    } else if page == Page::Main {
        paper.spawn(font.sized("Undercroft", 46.0, KEY));
        let story = font.text("the Everlamp has gone out; the way is down", QUIET);
        paper.spawn((apart(UiRect::bottom(px(8))), children![story]));
    } else {
        let title = font.sized(&content.title, 22.0, KEY);
        paper.spawn((apart(UiRect::bottom(px(8))), children![title]));
    }
    let has_names = content.facts.iter().any(|(name, _)| !name.is_empty());
    for (name, told) in &content.facts {
        fact(paper, font, (name, told), has_names);
    }
    if page.columns() > 1 {
        let cells = Node {
            flex_wrap: FlexWrap::Wrap,
            column_gap: px(4),
            row_gap: px(4),
            ..default()
        };
        paper.spawn(cells).with_children(|cells| {
            for (index, row) in content.rows.iter().enumerate() {
                cell(cells, font, (index, row));
            }
        });
        return;
    }
    for (index, row) in content.rows.iter().enumerate() {
        line(paper, font, (index, row), page);
    }
    if page == Page::Main {
        paper
            .spawn(apart(UiRect::top(px(8))))
            .with_children(|line| {
                line.spawn(font.text("seed", QUIET));
                field::spawn(line, font);
            });
        let complaint = LiveText::<FieldError>(|complaint| complaint.0.clone());
        paper
            .spawn((complaint, font.hint("")))
            .insert(TextColor(WRONG));
    }
}

fn fact(
    paper: &mut ChildSpawnerCommands,
    font: &Type,
    (name, told): (&str, &str),
    has_names: bool,
) {
    let row = Node {
        column_gap: px(10),
        margin: UiRect::bottom(px(2)),
        ..default()
    };
    paper.spawn(row).with_children(|row| {
        if has_names {
            let column = Node {
                width: px(NAME),
                flex_shrink: 0.0,
                ..default()
            };
            row.spawn((column, children![font.text(name, QUIET)]));
        }
        row.spawn(font.wrapped(told, PLAIN));
    });
}

fn line(paper: &mut ChildSpawnerCommands, font: &Type, (index, row): (usize, &Row), page: Page) {
    let node = Node {
        padding: UiRect::axes(px(10), px(2)),
        margin: if index == 0 && !matches!(page, Page::Main) {
            UiRect::top(px(6))
        } else {
            UiRect::ZERO
        },
        column_gap: px(14),
        align_items: AlignItems::Center,
        border_radius: BorderRadius::all(px(3)),
        ..default()
    };
    let column = Node {
        min_width: px(WORD),
        flex_shrink: 0.0,
        ..default()
    };
    paper
        .spawn((Button, Line(index), node, BackgroundColor(Color::NONE)))
        .with_children(|line| {
            if page != Page::Main {
                line.spawn(font.text(&row.letter.to_string(), KEY));
            }
            line.spawn((column, children![font.sized(&row.word, 18.0, PLAIN)]));
            if row.lamps.len() > 1 {
                strip(line, &row.lamps);
            }
            line.spawn((About(index), font.hint(&row.about)));
        });
}

/// The lamps of a pack, side by side.
fn strip(line: &mut ChildSpawnerCommands, lamps: &[bool]) {
    let strip = Node {
        width: px(15.0 * (LAMP + 2.0)),
        flex_wrap: FlexWrap::Wrap,
        column_gap: px(2),
        row_gap: px(2),
        flex_shrink: 0.0,
        ..default()
    };
    line.spawn(strip).with_children(|strip| {
        for lit in lamps {
            strip.spawn(lamp(*lit, LAMP));
        }
    });
}

/// A lamp: a disc of light, or a ring.
fn lamp(lit: bool, size: f32) -> impl Bundle {
    (
        Node {
            width: px(size),
            height: px(size),
            border: UiRect::all(px(1)),
            border_radius: BorderRadius::all(percent(50)),
            flex_shrink: 0.0,
            ..default()
        },
        BackgroundColor(if lit { LIT } else { WELL }),
        BorderColor::all(if lit { LIT } else { QUIET }),
    )
}

/// A board or a maze of a pack: its lamp, its number, its size.
fn cell(cells: &mut ChildSpawnerCommands, font: &Type, (index, row): (usize, &Row)) {
    let node = Node {
        width: px(CELL),
        flex_direction: FlexDirection::Column,
        align_items: AlignItems::Center,
        padding: UiRect::axes(px(4), px(4)),
        row_gap: px(2),
        border_radius: BorderRadius::all(px(4)),
        ..default()
    };
    let lit = row.lamps.first().copied();
    cells
        .spawn((Button, Line(index), node, BackgroundColor(Color::NONE)))
        .with_children(|cell| {
            cell.spawn(apart(UiRect::ZERO)).with_children(|head| {
                if let Some(lit) = lit {
                    head.spawn(lamp(lit, 14.0));
                }
                let colour = if lit == Some(true) { KEY } else { PLAIN };
                head.spawn(font.text(&row.word, colour));
            });
            cell.spawn((About(index), font.sized(&row.about, TINY, QUIET)));
        });
}

/// Shows which line is chosen, by its ground and by brighter words.
fn highlight(
    menu: Res<Menu>,
    mut lines: Query<(&Line, &mut BackgroundColor)>,
    mut words: Query<(&About, &mut TextColor)>,
) {
    for (line, mut ground) in &mut lines {
        ground.0 = if line.0 == menu.line {
            CHOSEN
        } else {
            Color::NONE
        };
    }
    for (about, mut colour) in &mut words {
        colour.0 = if about.0 == menu.line { PLAIN } else { QUIET };
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::glyph::shade::contrast;
    use crate::app::ui::palette::vision::linear;

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
