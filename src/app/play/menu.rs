//! What opens over the map: the pack, questions, all messages, what is looked at, the end.

use bevy::prelude::*;

use super::act::{Aimed, Mode};
use super::log::HEIGHT;
use super::panel::WIDTH;
use super::run::Run;
use super::{conduit, over, pack};
use crate::app::Phase;
use crate::app::look::{CHOSEN, KEY, LINE, PANEL, PLAIN, QUIET, Type};
use crate::app::screens::{Screen, on};
use crate::geom::Pos;

/// Shows what is open.
pub(super) fn plugin(app: &mut App) {
    app.add_systems(OnEnter(Screen::Play), spawn).add_systems(
        Update,
        show.run_if(resource_changed::<Mode>.or_eager(resource_exists_and_changed::<Run>))
            .run_if(on(Screen::Play))
            .run_if(resource_exists::<Run>)
            .in_set(Phase::Show),
    );
}

/// Messages that are shown at once.
const SHOWN: usize = 26;

#[derive(Component)]
struct MenuBox;

fn spawn(mut commands: Commands) {
    commands.spawn((
        DespawnOnExit(Screen::Play),
        MenuBox,
        Node {
            position_type: PositionType::Absolute,
            left: px(14),
            top: px(HEIGHT + 12.0),
            max_width: percent(70),
            flex_direction: FlexDirection::Column,
            row_gap: px(1),
            padding: UiRect::axes(px(16), px(10)),
            border: UiRect::all(px(1)),
            display: Display::None,
            margin: UiRect::right(px(WIDTH + 14.0)),
            ..default()
        },
        BackgroundColor(PANEL),
        BorderColor::all(LINE),
        GlobalZIndex(1),
        Interaction::default(),
    ));
}

fn show(
    (run, mode, font): (Res<Run>, Res<Mode>, Res<Type>),
    mut boxes: Query<(Entity, &mut Node), With<MenuBox>>,
    mut commands: Commands,
) {
    for (entity, mut node) in &mut boxes {
        node.display = if *mode == Mode::Map {
            Display::None
        } else {
            Display::Flex
        };
        let mut frame = commands.entity(entity);
        frame.despawn_children();
        frame.with_children(|frame| fill(frame, &font, &run, *mode));
    }
}

/// A line that can be chosen, by its place.
#[derive(Component, Clone, Copy)]
pub(super) struct Line(pub usize);

/// Draws a line that can be chosen.
pub(super) fn line(
    frame: &mut ChildSpawnerCommands,
    index: usize,
    chosen: bool,
    fill: impl FnOnce(&mut ChildSpawnerCommands),
) {
    frame
        .spawn((
            Line(index),
            Interaction::default(),
            Node {
                column_gap: px(10),
                padding: UiRect::horizontal(px(4)),
                ..default()
            },
            BackgroundColor(if chosen { CHOSEN } else { Color::NONE }),
        ))
        .with_children(fill);
}

fn fill(frame: &mut ChildSpawnerCommands, font: &Type, run: &Run, mode: Mode) {
    let mut say = |text: &str, colour: Color| {
        frame.spawn(font.text(text, colour));
    };
    match mode {
        Mode::Map => {}
        Mode::Confirm(_, danger) => {
            say(&format!("{danger}: really?"), PLAIN);
            say("y, Enter do it    any other key does not", QUIET);
        }
        Mode::GiveUp => {
            say("give this run up and begin another?", PLAIN);
            say("y, Enter do it    any other key does not", QUIET);
        }
        Mode::Log => {
            let lines = run.log().lines();
            for line in &lines[lines.len().saturating_sub(SHOWN)..] {
                say(&format!("{:>6}  {}", line.turn, line.told()), PLAIN);
            }
            say("Esc closes", QUIET);
        }
        Mode::Pack(purpose, line) => pack::draw_list(frame, font, run, (purpose, line)),
        Mode::Item { letter, line, .. } => pack::draw_card(frame, font, run, (letter, line)),
        Mode::Aim(aimed, at) => {
            for line in words(run, at) {
                say(&line, PLAIN);
            }
            let does = match aimed {
                Aimed::Look | Aimed::Travel => "steps move, Enter goes there, Tab next, Esc closes",
                _ => "steps aim, Enter does it, Tab next, Esc closes",
            };
            say(does, QUIET);
        }
        Mode::Conduit(at) => {
            say("a conduit: light has to reach every lamp", KEY);
            if let Some(board) = conduit::board_at(run) {
                conduit::draw(frame, &board, at);
            }
            for line in [
                "steps choose, Enter or a click turns, Backspace turns the other way: a turn each",
                "s feels for a wrong tile and sets it right: three turns    Esc leaves it",
            ] {
                frame.spawn(font.text(line, QUIET));
            }
        }
        Mode::Over(line) => over::draw(frame, font, run, line),
    }
}

/// What there is to say of a place.
fn words(run: &Run, at: Pos) -> Vec<String> {
    let game = run.game();
    let (view, content) = (game.view(), game.content());
    let mut lines = Vec::new();
    if at == view.player().pos {
        lines.push("You.".to_owned());
    }
    if let Some(actor) = view.actor_at(at) {
        let def = content.monster(actor.kind);
        let state = match actor.in_sight {
            true => format!("{:?}", actor.mood).to_lowercase(),
            false => "felt from afar".to_owned(),
        };
        lines.push(format!(
            "{}, {state}, health {} of {}",
            view.monster_name(actor.kind),
            actor.health,
            actor.max_health
        ));
        lines.push(def.text.clone());
        if let Some(odds) = view.odds(actor.id) {
            let blows = |blows: Option<u32>| match blows {
                None => "no number of blows would".to_owned(),
                Some(1) => "1 blow would".to_owned(),
                Some(count) => format!("{count} blows would"),
            };
            let ((low, high), (low_back, high_back)) = (odds.damage, odds.damage_back);
            lines.push(format!(
                "You hit {}% for {low} to {high}; {} kill it.",
                odds.hit,
                blows(odds.blows)
            ));
            lines.push(format!(
                "It hits {}% for {low_back} to {high_back}, {}% of your health; {} kill you.",
                odds.hit_back,
                odds.share_back,
                blows(odds.blows_back)
            ));
        }
    }
    if let Some(item) = view.item_at(at) {
        lines.push(format!(
            "Here lies: {}.",
            view.item_name(item.kind, item.count, item.plus)
        ));
        lines.extend(view.about_item(item.kind, item.plus));
    }
    match view.tile(at) {
        Some(tile) => {
            let name = format!("{:?}", tile.tile);
            let seen = if tile.in_sight { "" } else { ", remembered" };
            lines.push(format!("{}{seen}", tile_words(&name)));
        }
        None => lines.push("You know nothing of this place.".to_owned()),
    }
    lines
}

/// `DoorClosed` as `Door closed`.
fn tile_words(name: &str) -> String {
    let mut words = String::new();
    for (index, c) in name.chars().enumerate() {
        if index > 0 && c.is_uppercase() {
            words.push(' ');
        }
        if index > 0 {
            words.extend(c.to_lowercase());
        } else {
            words.push(c);
        }
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tiles_are_named_in_words() {
        assert_eq!(tile_words("DoorClosed"), "Door closed");
        assert_eq!(tile_words("Floor"), "Floor");
    }
}
