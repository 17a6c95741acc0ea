//! What opens over the map: the pack, questions, all messages, what is looked at, the end.

use bevy::prelude::*;
use bevy::ui::UiSystems;
use bevy::window::PrimaryWindow;

use super::act::ANSWERS;
use super::mode::{Aimed, Mode};
use super::room::{self, MARGIN, Room};
use super::{conduit, here, over, pack, pause};
use crate::app::frame::Phase;
use crate::app::glyph::{GlyphSystems, ViewInsets};
use crate::app::input::{CommonAction, Names, NamesNow, PadUsed};
use crate::app::notice::capital;
use crate::app::screen::{Screen, on};
use crate::app::stage::LOG_HEIGHT as HEIGHT;
use crate::app::stage::Run;
use crate::app::ui::list;
use crate::app::ui::theme::{KEY, LINE, PANEL, PLAIN, QUIET, Type, WRONG};
use crate::app::ui::widget;
use crate::geom::Pos;

/// Shows what is open.
pub(super) fn plugin(app: &mut App) {
    app.add_systems(OnEnter(Screen::Play), spawn)
        .add_systems(
            PostUpdate,
            room::lay
                .after(GlyphSystems::Look)
                .before(UiSystems::Layout)
                .run_if(on(Screen::Play)),
        )
        .add_systems(
            Update,
            show.run_if(
                resource_changed::<Mode>
                    .or_eager(resource_exists_and_changed::<Run>)
                    .or_eager(resource_changed::<PadUsed>),
            )
            .run_if(on(Screen::Play))
            .run_if(resource_exists::<Run>)
            .in_set(Phase::Show),
        );
}

#[derive(Component)]
struct MenuBox;

/// Around what is in a box, in logical pixels.
const PADDING: f32 = 10.0;

/// Height of a line of text, in logical pixels.
const LINE_HEIGHT: f32 = 18.0;

fn spawn(mut commands: Commands) {
    commands
        .spawn((
            DespawnOnExit(Screen::Play),
            Room,
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

fn show(
    (run, mode): (Res<Run>, Res<Mode>),
    (font, names): (Res<Type>, NamesNow),
    (insets, scale): (Res<ViewInsets>, Res<UiScale>),
    windows: Query<&Window, With<PrimaryWindow>>,
    mut boxes: Query<(Entity, &mut Node, &mut BorderColor), With<MenuBox>>,
    mut commands: Commands,
) {
    let height = windows.single().map_or(0.0, Window::height) / scale.0;
    let around = HEIGHT + insets.bottom + 2.0 * (MARGIN + PADDING);
    let lines = ((height - around) / LINE_HEIGHT).max(1.0) as usize;
    for (entity, mut node, mut border) in &mut boxes {
        let is_open = *mode != Mode::Map;
        if !is_open && node.display == Display::None {
            continue;
        }
        widget::show(&mut node, is_open);
        let asks = matches!(*mode, Mode::Confirm(..) | Mode::GiveUp(_));
        border.set_if_neq(BorderColor::all(if asks { KEY } else { LINE }));
        // Of what is too long, the end is seen.
        node.justify_content = match *mode {
            Mode::Log => JustifyContent::FlexEnd,
            _ => JustifyContent::FlexStart,
        };
        let mut frame = commands.entity(entity);
        frame.despawn_children();
        frame.with_children(|frame| fill(frame, &font, (&run, *mode, names.get()), lines));
    }
}

/// Fills the box, which has room for so many lines.
fn fill(
    frame: &mut ChildSpawnerCommands,
    font: &Type,
    (run, mode, names): (&Run, Mode, Names),
    room: usize,
) {
    let back = names.of(&CommonAction::Back);
    let mut say = |text: &str, colour: Color| {
        frame.spawn(font.wrapped(text, colour));
    };
    match mode {
        Mode::Map => {}
        Mode::Confirm(_, danger, line) => {
            say(
                &format!("{}: are you sure?", capital(&danger.to_string())),
                KEY,
            );
            list::lines(frame, font, ANSWERS, line);
        }
        Mode::GiveUp(line) => {
            say(
                "Give up this run? It ends here; its story and its replay are kept.",
                KEY,
            );
            list::lines(frame, font, ANSWERS, line);
        }
        Mode::Pause(line) => pause::draw(frame, font, (run, names), line),
        Mode::Log => {
            let lines = run.log().lines();
            let shown = room.saturating_sub(1);
            for line in &lines[lines.len().saturating_sub(shown)..] {
                let told = format!("{:>6}  {}", line.turn, line);
                frame.spawn(font.wrapped(&told, line.tone.colour(0)));
            }
            frame.spawn(font.text(&format!("{back}: close"), QUIET));
        }
        Mode::Pack(purpose, line) => {
            pack::draw_list(frame, font, (run, names), (purpose, line));
        }
        Mode::Item { letter, line, .. } => {
            pack::draw_card(frame, font, (run, names), (letter, line));
        }
        Mode::Aim(aimed, at) => {
            for (line, colour) in card(run, aimed, at, room) {
                say(&line, colour);
            }
            if matches!(aimed, Aimed::Close | Aimed::Tend) {
                say("Which direction? Press a step key.", KEY);
            }
        }
        Mode::Conduit(at) => {
            say("Conduit: bring light to every lamp", KEY);
            if let Some(board) = conduit::board_at(run) {
                // Below the title, and above the words on what it costs.
                let height = (room as f32 - 3.5) * LINE_HEIGHT;
                conduit::draw(frame, &board, at, height);
            }
            let feel = run.game().content().rules().vault.feel / 100;
            let cost = format!(
                "Turning a tile takes a turn. Finding a wrong one and fixing it takes {feel}, and is loud."
            );
            frame.spawn(font.wrapped(&cost, QUIET));
        }
        Mode::Over(line) => over::draw(frame, font, (run, line), room < CRAMPED),
    }
}

/// Lines of a window in which a card beside the figures of the player has no room for what somebody
/// looks like, nor the end of a run for all its figures.
const CRAMPED: usize = 24;

/// What there is to say of what is aimed, and of the tile, in a window with room for so many lines.
fn card(run: &Run, aimed: Aimed, at: Pos, room: usize) -> Vec<(String, Color)> {
    let view = run.game().view();
    let stands = view.actor_at(at).filter(|_| room < CRAMPED);
    let left_out = stands.map(|actor| &view.content().monster(actor.kind).text);
    let mut lines = Vec::new();
    if let Some(action) = aimed.action(at) {
        let held = match aimed {
            Aimed::Throw(letter) | Aimed::Use(letter) => {
                let mut pack = view.pack();
                pack.find(|(held, _)| *held == letter)
            }
            _ => None,
        };
        let count = 1;
        let name = held.map(|(_, item)| view.item_name(item.kind, count, item.plus));
        let does = here::does(view, aimed);
        let title = name.map_or_else(
            || format!("{does} an arrow"),
            |name| format!("{does}: {name}"),
        );
        lines.push((capital(&title), KEY));
        match view.aim(action) {
            Ok(aim) => {
                let odds = view.describe_aim(&aim).into_iter();
                lines.extend(odds.map(|line| (line, PLAIN)));
            }
            Err(why) => {
                // Nothing is wrong before the mark has been moved.
                let colour = if at == view.player().pos { KEY } else { WRONG };
                lines.push((format!("{}.", capital(&why.to_string())), colour));
            }
        }
    }
    let seen = view.look(at).into_iter();
    let seen = seen.filter(|line| Some(line) != left_out);
    if lines.is_empty() {
        lines.extend(seen.map(|line| (line, PLAIN)));
    } else {
        // Who it is and what it does; the odds of a blow are not what is aimed.
        lines.extend(seen.take(2).map(|line| (line, QUIET)));
    }
    lines
}
