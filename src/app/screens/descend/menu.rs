//! The box over the map: the pack, questions, the message log, examined tiles, the end of the run.

use bevy::prelude::*;
use bevy::ui::UiSystems;
use bevy::window::{PrimaryWindow, WindowResized};

use super::mode::{ANSWERS, AimKind, Mode};
use super::placement::{self, MARGIN, MenuArea, margin};
use super::{conduit, ending, offers, pack, pause};
use crate::app::frame::Phase;
use crate::app::glyph::{GlyphSystems, ViewInsets};
use crate::app::input::{CommonAction, CurrentNames, Names, PadUsed};
use crate::app::notice::capitalize;
use crate::app::screen::Screen;
use crate::app::stage::{LOG_HEIGHT, LogLine, MINIMAP_HEIGHT, Run};
use crate::app::ui::list;
use crate::app::ui::theme::{KEY, LINE, PANEL, PLAIN, QUIET, UiFont, WRONG};
use crate::app::ui::widget;
use crate::game::counted;
use crate::geom::Pos;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(OnEnter(Screen::Descend), spawn_menu_box)
        .add_systems(
            PostUpdate,
            placement::position_menu_area
                .after(GlyphSystems::Look)
                .before(UiSystems::Layout)
                .in_set(Screen::Descend)
                .run_if(resource_exists::<Run>),
        )
        .add_systems(
            Update,
            update_menu_box
                .run_if(
                    resource_changed::<Mode>
                        .or_eager(resource_exists_and_changed::<Run>)
                        .or_eager(resource_changed::<PadUsed>)
                        .or_eager(on_message::<WindowResized>)
                        .or_eager(resource_changed::<ViewInsets>)
                        .or_eager(resource_changed::<UiScale>),
                )
                .in_set(Screen::Descend)
                .run_if(resource_exists::<Run>)
                .in_set(Phase::Show),
        );
}

#[derive(Component)]
struct MenuBox;

/// Vertical padding of the box, in logical pixels.
const PADDING: f32 = 10.0;

/// Height of a line of text, in logical pixels.
const LINE_HEIGHT: f32 = 18.0;

fn spawn_menu_box(mut commands: Commands) {
    commands
        .spawn((
            DespawnOnExit(Screen::Descend),
            MenuArea,
            Node {
                position_type: PositionType::Absolute,
                flex_direction: FlexDirection::Column,
                ..default()
            },
            GlobalZIndex(1),
        ))
        .with_child((
            MenuBox,
            Node {
                max_width: percent(100),
                max_height: percent(100),
                flex_direction: FlexDirection::Column,
                row_gap: px(1),
                padding: UiRect::axes(px(16), px(PADDING)),
                border: UiRect::all(px(1)),
                display: Display::None,
                overflow: Overflow::clip(),
                ..default()
            },
            BackgroundColor(PANEL),
            BorderColor::all(LINE),
            Interaction::default(),
        ));
}

fn update_menu_box(
    (run, mode): (Res<Run>, Res<Mode>),
    (font, names): (Res<UiFont>, CurrentNames),
    (insets, scale): (Res<ViewInsets>, Res<UiScale>),
    board: Res<conduit::ShownBoard>,
    windows: Query<&Window, With<PrimaryWindow>>,
    menu_box: Single<(Entity, &mut Node, &mut BorderColor), With<MenuBox>>,
    mut commands: Commands,
) {
    let height = windows.single().map_or(0.0, Window::height) / scale.0;
    let around = LOG_HEIGHT + insets.bottom + 2.0 * (MARGIN + PADDING);
    let max_lines = ((height - around) / LINE_HEIGHT).max(1.0) as usize;
    let (entity, mut node, mut border) = menu_box.into_inner();
    let is_open = *mode != Mode::Map;
    if !is_open && node.display == Display::None {
        return;
    }
    widget::set_displayed(&mut node, is_open);
    let is_question = matches!(*mode, Mode::Confirm(..) | Mode::GiveUp(_));
    border.set_if_neq(BorderColor::all(if is_question { KEY } else { LINE }));
    // Of a log that does not fit, the end is shown.
    node.justify_content = match *mode {
        Mode::Log(_) => JustifyContent::FlexEnd,
        _ => JustifyContent::FlexStart,
    };
    // In the sidebar the box covers the minimap whole rather than a part of it.
    node.min_height = match placement::is_in_sidebar(*mode) {
        true => px(MINIMAP_HEIGHT),
        false => Val::Auto,
    };
    let mut frame = commands.entity(entity);
    frame.despawn_children();
    frame.with_children(|frame| {
        draw_mode(
            frame,
            &font,
            (&run, *mode, names.get()),
            (max_lines, &board),
        );
    });
}

/// Draws what the mode shows into the box, which has room for `max_lines` lines.
fn draw_mode(
    frame: &mut ChildSpawnerCommands,
    font: &UiFont,
    (run, mode, names): (&Run, Mode, Names),
    (max_lines, shown_board): (usize, &conduit::ShownBoard),
) {
    let back = names.of(&CommonAction::Back);
    let mut add_line = |text: &str, colour: Color| {
        frame.spawn(font.wrapped(text, colour));
    };
    match mode {
        Mode::Map => {}
        Mode::Confirm(action, danger, line) => {
            add_line(&run.game().view().question(action, danger), KEY);
            list::spawn_lines(frame, font, ANSWERS, line);
        }
        Mode::GiveUp(line) => {
            add_line("Give up this run? It ends here.", KEY);
            list::spawn_lines(frame, font, ANSWERS, line);
        }
        Mode::Pause(line) => pause::draw(frame, font, (run, names), line),
        Mode::Log(scrolled) => {
            let lines = run.log().lines();
            let lines = &lines[..lines.len().saturating_sub(scrolled)];
            // The last line of the box is the hint.
            let skipped = (lines.len() + 1).saturating_sub(max_lines);
            for line in lines.iter().skip(skipped) {
                spawn_logged(frame, font, line);
            }
            frame.spawn(font.text(&format!("{back}: close"), QUIET));
        }
        Mode::Pack(purpose, line) => {
            pack::draw_list(frame, font, (run, names), (purpose, line));
        }
        Mode::Item { letter, line, .. } => {
            pack::draw_card(frame, font, run, (letter, line));
        }
        Mode::Aim(kind, at) => {
            for (line, colour) in aim_card(run, kind, at, max_lines) {
                frame
                    .spawn(margin(UiRect::bottom(px(3))))
                    .with_child(font.wrapped(&line, colour));
            }
        }
        Mode::Conduit(_) => {
            add_line("Conduit: bring light to every lamp", KEY);
            if let Some(board) = conduit::board_at(run) {
                // Leaves room for the title above and the cost below.
                let height = (max_lines as f32 - 3.5) * LINE_HEIGHT;
                conduit::spawn_board(frame, shown_board, board.size(), height);
            }
            let feel = counted(run.game().content().rules().feel_actions(), "turn");
            let cost = format!(
                "Turning a tile takes a turn. Finding a wrong one and fixing it takes {feel} and is loud."
            );
            // No wider than most boards, so that more of the map stays in view.
            let narrow = Node {
                max_width: px(420),
                ..default()
            };
            frame.spawn(narrow).with_child(font.wrapped(&cost, QUIET));
        }
        Mode::Over(line) => ending::draw(frame, font, (run, line), max_lines < CRAMPED),
    }
}

/// Spawns a message of the log beside its turn.
fn spawn_logged(frame: &mut ChildSpawnerCommands, font: &UiFont, line: &LogLine) {
    let row = Node {
        column_gap: px(12),
        flex_shrink: 0.0,
        ..default()
    };
    let turn = Node {
        width: px(46),
        flex_shrink: 0.0,
        justify_content: JustifyContent::FlexEnd,
        ..default()
    };
    let colour = line.tone.colour(0);
    frame.spawn(row).with_children(|row| {
        row.spawn(turn)
            .with_child(font.text(&line.turn.to_string(), QUIET));
        row.spawn(font.wrapped(&line.to_string(), colour));
    });
}

/// With fewer lines than this, cards omit a monster's description, and the end of a run its less
/// important facts.
const CRAMPED: usize = 24;

/// The card of an aimed action and its target tile, in a window with room for `max_lines` lines.
fn aim_card(run: &Run, kind: AimKind, at: Pos, max_lines: usize) -> Vec<(String, Color)> {
    let view = run.game().view();
    let actor = view.actor_at(at).filter(|_| max_lines < CRAMPED);
    let omitted = actor.map(|actor| &view.content().monster(actor.kind).text);
    let mut lines = Vec::new();
    if let Some(action) = kind.action(at) {
        let item = match kind {
            AimKind::Throw(letter) | AimKind::Use(letter) => pack::find_item(view, letter),
            _ => None,
        };
        let verb = offers::aim_verb(view, kind);
        let title = item.map_or_else(
            || format!("{verb} an arrow"),
            |item| format!("{verb}: {}", view.item_name(item.kind, 1, item.plus)),
        );
        lines.push((capitalize(&title), KEY));
        match view.aim(action) {
            Ok(aim) => {
                let odds = view.describe_aim(&aim).into_iter();
                lines.extend(odds.map(|line| (line, PLAIN)));
            }
            Err(why) => {
                // Not an error before the player has moved the cursor.
                let colour = if at == view.player().pos { KEY } else { WRONG };
                lines.push((view.explain(why), colour));
            }
        }
    }
    let details = view.look(at).into_iter();
    let details = details.filter(|line| Some(line) != omitted);
    if lines.is_empty() {
        // The first line names whoever or whatever is there.
        let colours = std::iter::once(KEY).chain(std::iter::repeat(PLAIN));
        lines.extend(details.zip(colours));
    } else {
        // Only the target's state and habits: melee odds do not apply to an aimed action.
        lines.extend(details.take(2).map(|line| (line, QUIET)));
    }
    lines
}
