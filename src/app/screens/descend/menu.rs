//! What opens over the map: the pack, questions, all messages, what is looked at, the end.

use bevy::prelude::*;
use bevy::window::PrimaryWindow;

use super::act::{ANSWERS, Aimed, Mode};
use super::action::PlayAction;
use super::{conduit, over, pack};
use crate::app::frame::Phase;
use crate::app::glyph::ViewInsets;
use crate::app::input::{CommonAction, Keymap};
use crate::app::screen::{Screen, on};
use crate::app::stage::LOG_HEIGHT as HEIGHT;
use crate::app::stage::PANEL_WIDTH as WIDTH;
use crate::app::stage::Run;
use crate::app::ui::list;
use crate::app::ui::theme::{KEY, LINE, PANEL, PLAIN, QUIET, Type};
use crate::app::ui::widget;
use crate::game::VaultView;
use crate::geom::Pos;
use crate::map::Tile;

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

/// Room for the boxes: all of the window that log, sidebar and bar leave.
#[derive(Component)]
struct Room;

#[derive(Component)]
struct MenuBox;

/// Around the boxes, and around what is in them, in logical pixels.
const MARGIN: f32 = 14.0;
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
                left: px(MARGIN),
                right: px(WIDTH + MARGIN),
                top: px(HEIGHT + MARGIN),
                bottom: px(MARGIN),
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

/// Whether what is of interest lies in the left half of the level.
fn is_left(run: &Run, mode: Mode) -> bool {
    let view = run.game().view();
    let at = match mode {
        Mode::Aim(_, at) => at,
        _ => view.player().pos,
    };
    at.x < view.size().width as i32 / 2
}

fn show(
    (run, mode): (Res<Run>, Res<Mode>),
    (font, keymap): (Res<Type>, Res<Keymap>),
    (insets, scale): (Res<ViewInsets>, Res<UiScale>),
    windows: Query<&Window, With<PrimaryWindow>>,
    mut rooms: Query<&mut Node, (With<Room>, Without<MenuBox>)>,
    mut boxes: Query<(Entity, &mut Node), With<MenuBox>>,
    mut commands: Commands,
) {
    let height = windows.single().map_or(0.0, Window::height) / scale.0;
    let around = HEIGHT + insets.bottom + 2.0 * (MARGIN + PADDING);
    let lines = ((height - around) / LINE_HEIGHT).max(1.0) as usize;
    for mut node in &mut rooms {
        node.bottom = px(insets.bottom + MARGIN);
        // On the other side.
        node.align_items = if is_left(&run, *mode) {
            AlignItems::FlexEnd
        } else {
            AlignItems::FlexStart
        };
    }
    for (entity, mut node) in &mut boxes {
        widget::show(&mut node, *mode != Mode::Map);
        let mut frame = commands.entity(entity);
        frame.despawn_children();
        frame.with_children(|frame| fill(frame, &font, (&run, *mode, &keymap), lines));
    }
}

/// Fills the box, which has room for so many lines.
fn fill(
    frame: &mut ChildSpawnerCommands,
    font: &Type,
    (run, mode, keymap): (&Run, Mode, &Keymap),
    room: usize,
) {
    let back = keymap.key(&CommonAction::Back);
    let mut say = |text: &str, colour: Color| {
        frame.spawn(font.wrapped(text, colour));
    };
    match mode {
        Mode::Map => {}
        Mode::Confirm(_, danger, line) => {
            say(&format!("{danger}: are you sure?"), PLAIN);
            list::lines(frame, font, ANSWERS, line);
        }
        Mode::GiveUp(line) => {
            say("Abandon this run and start another?", PLAIN);
            list::lines(frame, font, ANSWERS, line);
        }
        Mode::Log => {
            let lines = run.log().lines();
            let shown = room.saturating_sub(1);
            for line in &lines[lines.len().saturating_sub(shown)..] {
                let line = format!("{:>6}  {}", line.turn, line.told());
                frame.spawn(font.text(&line, PLAIN));
            }
            frame.spawn(font.text(&format!("{back}: close"), QUIET));
        }
        Mode::Pack(purpose, line) => {
            pack::draw_list(frame, font, (run, keymap), (purpose, line));
        }
        Mode::Item { letter, line, .. } => {
            pack::draw_card(frame, font, (run, keymap), (letter, line));
        }
        Mode::Aim(aimed, at) => {
            for line in words(run, at) {
                say(&line, PLAIN);
            }
            let (choose, next) = (
                keymap.key(&PlayAction::Confirm),
                keymap.key(&PlayAction::NextTarget),
            );
            let does = match aimed {
                Aimed::Look | Aimed::Travel => {
                    format!("steps: move    {choose}: go there    {next}: next    {back}: close")
                }
                Aimed::Close | Aimed::Tend => {
                    format!("Which direction? Press a step key.    {back}: close")
                }
                _ => {
                    format!("steps: aim    {choose}: do it    {next}: next target    {back}: close")
                }
            };
            say(&does, QUIET);
        }
        Mode::Conduit(at) => {
            say("Conduit: bring light to every lamp", KEY);
            if let Some(board) = conduit::board_at(run) {
                conduit::draw(frame, &board, at);
            }
            let [turn, turn_back, search] = [
                PlayAction::Confirm,
                PlayAction::TurnBack,
                PlayAction::Search,
            ]
            .map(|action| keymap.key(&action));
            let feel = run.game().content().rules().vault.feel / 100;
            for line in [
                format!(
                    "steps: choose    {turn}, click: turn    {turn_back}: turn back    1 turn each"
                ),
                format!(
                    "{search}: find a wrong tile and fix it, {feel} turns and loud    {back}: leave"
                ),
            ] {
                frame.spawn(font.wrapped(&line, QUIET));
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
            false => "sensed from afar".to_owned(),
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
            "Item: {}.",
            view.item_name(item.kind, item.count, item.plus)
        ));
        lines.extend(view.about_item(item.kind, item.plus));
    }
    match view.tile(at) {
        Some(tile) => {
            let seen = if tile.in_sight { "" } else { ", remembered" };
            lines.push(format!(
                "{}{seen}.",
                name_of_place(tile.tile, at, view.vault())
            ));
        }
        None => lines.push("Unexplored.".to_owned()),
    }
    lines
}

/// What there is on a tile besides actors and items.
fn name_of_place(tile: Tile, at: Pos, vault: Option<VaultView>) -> &'static str {
    match vault {
        Some(vault) if vault.lever == at => match vault {
            VaultView { everlamp: true, .. } => "The Everlamp",
            VaultView { open: true, .. } => "What opened the vault",
            VaultView {
                has_conduit: true, ..
            } => "The conduit that opens the vault",
            _ => "The lever that opens the vault",
        },
        Some(vault) if vault.door == at && !vault.open => "The gate of the vault, shut",
        _ => match tile {
            Tile::Void => "Nothing",
            Tile::Wall => "Wall",
            Tile::Floor => "Floor",
            Tile::DoorClosed => "Closed door",
            Tile::DoorOpen => "Open door",
            Tile::StairsUp => "Stairs up",
            Tile::StairsDown => "Stairs down",
            Tile::Water => "Water",
            Tile::Grass => "Tall grass",
            Tile::Brazier => "Brazier",
            Tile::Pew => "Pew",
            Tile::Tomb => "Tomb, closed",
            Tile::Deep => "Deep water",
            Tile::Rubble => "Rubble",
            Tile::Reeds => "Reeds",
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_everlamp_and_what_opens_a_vault_are_named_as_what_they_are() {
        let (lever, door) = (Pos::new(3, 4), Pos::new(5, 4));
        let vault = VaultView {
            has_conduit: true,
            lever,
            door,
            open: false,
            everlamp: false,
            offers: 3,
        };
        let name = |tile, at, vault| name_of_place(tile, at, Some(vault));
        assert_eq!(
            name(Tile::Wall, lever, vault),
            "The conduit that opens the vault"
        );
        assert_eq!(name(Tile::Wall, door, vault), "The gate of the vault, shut");
        let open = VaultView {
            open: true,
            ..vault
        };
        assert_eq!(name(Tile::DoorOpen, door, open), "Open door");
        let lamp = VaultView {
            everlamp: true,
            door: lever,
            ..vault
        };
        assert_eq!(name(Tile::Brazier, lever, lamp), "The Everlamp");
        assert_eq!(name(Tile::Brazier, Pos::new(1, 1), lamp), "Brazier");
    }
}
