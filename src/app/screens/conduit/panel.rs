//! The panel at the right edge: progress, a button with its key for each action, the settings of the
//! next board, its seed and its id.

use bevy::input_focus::tab_navigation::TabGroup;
use bevy::input_focus::{FocusCause, InputFocus, InputFocusVisible};
use bevy::prelude::*;
use bevy::ui::Pressed;
use bevy::ui_widgets::{Activate, SliderValue, ValueChange};

use super::action::{ConduitAction, PRESET_SIZES};
use super::boards::{BoardRequest, Boards, Session};
use super::entry::{self, BoardField, spawn_field};
use crate::app::frame::{Phase, any_changed};
use crate::app::glyph::ViewInsets;
use crate::app::puzzle::{Puzzle, Round};
use crate::app::reward::{Help, Records};
use crate::app::screen::Screen;
use crate::app::ui::field::FieldError;
use crate::app::ui::live::{self, LiveText};
use crate::app::ui::side::side_panel;
use crate::app::ui::stopwatch::format_time;
use crate::app::ui::style::ButtonVariant;
use crate::app::ui::theme::{KEY, PLAIN, QUIET, UiFont, WELL, WRONG};
use crate::app::ui::widget::{
    heading, key_button, row, slider, spawn_scrolling_column, text_button,
};
use crate::conduit::{Command, Difficulty, Move, Rules};
use crate::geom::Size;
use crate::profile::board::BoardConfig;
use crate::profile::board::texts;

/// Width of the panel, and height left free above the board for notices, in logical pixels.
const PANEL_WIDTH: f32 = 300.0;
const NOTICE_HEIGHT: f32 = 34.0;

pub(super) fn plugin(app: &mut App) {
    app.add_plugins((live::plugin::<Session>, live::plugin::<BoardSummary>))
        .add_observer(apply_choice)
        .init_resource::<BoardSummary>()
        .add_observer(move_walls)
        .add_observer(release_walls)
        .add_systems(OnEnter(Screen::Conduit), spawn_panel)
        .add_systems(OnExit(Screen::Conduit), on_exit)
        .add_systems(
            Update,
            (
                focus_panel.in_set(Phase::Act),
                update_summary
                    .run_if(any_changed::<(Session, Records)>)
                    .in_set(Phase::Light),
                update_panel
                    .run_if(resource_changed::<Session>)
                    .in_set(Phase::Show),
            )
                .in_set(Screen::Conduit),
        );
}

/// The setting of a new board that a button chooses.
#[derive(Component, Clone, Copy)]
enum BoardChoice {
    Size(Size),
    /// Switches a rule on or off.
    Rule(fn(&mut Rules) -> &mut bool),
    Difficulty(Option<Difficulty>),
}

const RULE_CHOICES: [(BoardChoice, &str); 4] = [
    (BoardChoice::Rule(|rules| &mut rules.wrap), "Wrapping"),
    (BoardChoice::Rule(|rules| &mut rules.crosses), "Crosses"),
    (
        BoardChoice::Rule(|rules| &mut rules.single),
        "Single wellspring",
    ),
    (
        BoardChoice::Rule(|rules| &mut rules.ambiguous),
        "Many solutions",
    ),
];

const DIFFICULTY_CHOICES: [(BoardChoice, &str); 4] = [
    (BoardChoice::Difficulty(None), "Any"),
    (BoardChoice::Difficulty(Some(Difficulty::Easy)), "Easy"),
    (BoardChoice::Difficulty(Some(Difficulty::Medium)), "Medium"),
    (BoardChoice::Difficulty(Some(Difficulty::Hard)), "Hard"),
];

const TILE_ACTIONS: [(ConduitAction, &str); 4] = [
    (ConduitAction::here(Command::Clockwise), "Turn"),
    (ConduitAction::here(Command::CounterClockwise), "Turn back"),
    (ConduitAction::here(Command::Half), "Half turn"),
    (ConduitAction::here(Command::Lock), "Lock"),
];

const BOARD_ACTIONS: [(ConduitAction, &str); 11] = [
    (ConduitAction::board(Move::Undo), "Undo"),
    (ConduitAction::board(Move::Redo), "Redo"),
    (ConduitAction::board(Move::Pin), "Pin"),
    (ConduitAction::board(Move::Rewind), "Undo to pin"),
    (ConduitAction::board(Move::Hint), "Hint"),
    (ConduitAction::Check, "Check"),
    (ConduitAction::board(Move::Retract), "Mistake?"),
    (ConduitAction::board(Move::Jumble), "Jumble"),
    (ConduitAction::board(Move::Solve), "Solve"),
    (ConduitAction::board(Move::Restart), "Restart"),
    (ConduitAction::New, "New"),
];

const CLIPBOARD_ACTIONS: [(ConduitAction, &str); 4] = [
    (ConduitAction::Share, "Share"),
    (ConduitAction::CopyId, "Copy id"),
    (ConduitAction::CopyProgress, "Copy with progress"),
    (ConduitAction::PasteId, "Paste"),
];

/// The filled part of the progress bar.
#[derive(Component)]
struct ProgressFill;

#[derive(Component)]
struct WallsSlider;

fn spawn_panel(mut commands: Commands, font: Res<UiFont>, mut insets: ResMut<ViewInsets>) {
    *insets = ViewInsets {
        right: PANEL_WIDTH,
        top: NOTICE_HEIGHT,
        ..*insets
    };
    let width = Node {
        width: px(PANEL_WIDTH),
        ..default()
    };
    let mut panel = commands.spawn((
        DespawnOnExit(Screen::Conduit),
        TabGroup::modal(),
        side_panel(&insets, width),
    ));
    panel.with_children(|panel| {
        spawn_scrolling_column(panel, (12.0, 8.0), 4.0, |panel| {
            spawn_progress(panel, &font);
            for (name, actions) in [("Tile", &TILE_ACTIONS[..]), ("Board", &BOARD_ACTIONS)] {
                heading(panel, &font, name);
                spawn_actions(panel, &font, actions);
            }
            spawn_settings(panel, &font);
            spawn_seed_and_id(panel, &font);
        });
    });
}

/// Time and moves in large figures, the progress bar, and the lines below it.
fn spawn_progress(panel: &mut ChildSpawnerCommands, font: &UiFont) {
    let figures: [(&str, fn(&Session) -> String); 3] = [
        ("Time", |session| format_time(session.time())),
        ("Moves", |session| session.moves().to_string()),
        ("Fewest", |session| {
            session.conduit().fewest_moves().to_string()
        }),
    ];
    panel.spawn(row(10.0)).with_children(|row| {
        for (name, figure) in figures {
            let cell = Node {
                flex_direction: FlexDirection::Column,
                flex_grow: 1.0,
                flex_basis: px(0),
                ..default()
            };
            row.spawn((
                cell,
                children![
                    font.hint(name),
                    (LiveText(figure), font.sized("", 22.0, PLAIN)),
                ],
            ));
        }
    });
    let track = Node {
        height: px(6),
        margin: UiRect::vertical(px(3)),
        border_radius: BorderRadius::all(px(3)),
        overflow: Overflow::clip(),
        flex_shrink: 0.0,
        ..default()
    };
    let filled = Node {
        width: percent(0),
        border_radius: BorderRadius::all(px(3)),
        ..default()
    };
    let colour = BackgroundColor(Color::srgb(1.0, 0.72, 0.28));
    panel.spawn((
        track,
        BackgroundColor(WELL),
        children![(ProgressFill, filled, colour)],
    ));
    panel.spawn((
        spread_row(10.0),
        children![
            (LiveText::<Session>(lit_text), font.hint("")),
            (LiveText::<Session>(undo_text), font.hint("")),
        ],
    ));
    panel.spawn((
        LiveText::<BoardSummary>(|summary| summary.0.clone()),
        font.hint(""),
    ));
}

/// A row with one child at each end.
fn spread_row(gap: f32) -> Node {
    Node {
        justify_content: JustifyContent::SpaceBetween,
        ..row(gap)
    }
}

fn spawn_actions(
    panel: &mut ChildSpawnerCommands,
    font: &UiFont,
    actions: &[(ConduitAction, &str)],
) {
    panel.spawn(row(4.0)).with_children(|row| {
        for (action, word) in actions {
            key_button(row, font, word, action);
        }
    });
}

fn spawn_settings(panel: &mut ChildSpawnerCommands, font: &UiFont) {
    let mut title = spread_row(0.0);
    title.margin = UiRect::top(px(7));
    panel.spawn((
        title,
        children![
            font.text("Kind", QUIET),
            (LiveText::<Session>(difficulty_text), font.text("", KEY)),
        ],
    ));
    let choices = |panel: &mut ChildSpawnerCommands, choices: &[(BoardChoice, &str)]| {
        panel.spawn(row(4.0)).with_children(|row| {
            for (choice, word) in choices {
                text_button(row, font, word, *choice, ButtonVariant::Normal);
            }
        });
    };
    let sizes = PRESET_SIZES.map(|size| (BoardChoice::Size(size), size.to_string()));
    choices(
        panel,
        &sizes.each_ref().map(|(size, word)| (*size, &**word)),
    );
    panel.spawn(row(6.0)).with_children(|row| {
        row.spawn(font.text("Size", QUIET));
        spawn_field(row, font, BoardField::Width, Some(3.0));
        row.spawn(font.text("x", QUIET));
        spawn_field(row, font, BoardField::Height, Some(3.0));
    });
    choices(panel, &DIFFICULTY_CHOICES);
    choices(panel, &RULE_CHOICES);
    panel.spawn(single_line_row()).with_children(|row| {
        row.spawn(font.text("Walls", QUIET));
        row.spawn((WallsSlider, slider(0.0, 100.0, 0.0, 5.0)));
        spawn_field(row, font, BoardField::Walls, Some(3.0));
        row.spawn(font.text("%", QUIET));
    });
}

/// A row that does not wrap.
fn single_line_row() -> Node {
    Node {
        flex_wrap: FlexWrap::NoWrap,
        ..row(6.0)
    }
}

fn spawn_seed_and_id(panel: &mut ChildSpawnerCommands, font: &UiFont) {
    heading(panel, font, "Seed and id");
    for (name, field) in [("Seed", BoardField::Seed), ("Id", BoardField::Id)] {
        let column = Node {
            width: px(34),
            flex_shrink: 0.0,
            ..default()
        };
        panel.spawn(single_line_row()).with_children(|row| {
            row.spawn((column, children![font.text(name, QUIET)]));
            spawn_field(row, font, field, None);
        });
    }
    let complaint = LiveText::<FieldError>(|complaint| complaint.0.clone());
    panel.spawn((complaint, font.wrapped("", WRONG)));
    spawn_actions(panel, font, &CLIPBOARD_ACTIONS);
}

fn on_exit(mut insets: ResMut<ViewInsets>, mut focus: ResMut<InputFocus>) {
    (insets.right, insets.top) = (0.0, 0.0);
    focus.clear();
}

/// Focuses the first size. The buttons above it are skipped because each has its own key.
fn focus_panel(
    mut actions: MessageReader<ConduitAction>,
    buttons: Query<(Entity, &BoardChoice)>,
    (mut focus, mut visible): (ResMut<InputFocus>, ResMut<InputFocusVisible>),
) {
    for _ in actions
        .read()
        .filter(|action| **action == ConduitAction::EnterPanel)
    {
        let first = buttons.iter().find(
            |(_, choice)| matches!(choice, BoardChoice::Size(size) if *size == PRESET_SIZES[0]),
        );
        if let Some((first, _)) = first {
            focus.set(first, FocusCause::Navigated);
            visible.0 = true;
        }
    }
}

fn apply_choice(
    activate: On<Activate>,
    buttons: Query<&BoardChoice>,
    session: Res<Session>,
    mut requests: MessageWriter<BoardRequest>,
    mut complaint: ResMut<FieldError>,
) {
    let Ok(choice) = buttons.get(activate.entity) else {
        return;
    };
    let mut config = *session.config();
    let request = match *choice {
        BoardChoice::Size(size) => entry::new_of_size(&session, size),
        BoardChoice::Rule(rule_of) => {
            let rule = rule_of(&mut config.spec.rules);
            *rule = !*rule;
            Ok(BoardRequest::Generate(config))
        }
        BoardChoice::Difficulty(difficulty) => Ok(BoardRequest::Generate(BoardConfig {
            difficulty,
            ..config
        })),
    };
    complaint.send(request.map(Some), &mut requests);
}

/// Moves the slider, and asks for another board once a key has moved it. While it is dragged, no board is made.
fn move_walls(
    change: On<ValueChange<f32>>,
    sliders: Query<(), With<WallsSlider>>,
    session: Res<Session>,
    mut requests: MessageWriter<BoardRequest>,
    mut complaint: ResMut<FieldError>,
    mut commands: Commands,
) {
    if !sliders.contains(change.source) {
        return;
    }
    let value = SliderValue(f32::from(walls_at(change.value)));
    commands.entity(change.source).insert(value);
    if change.is_final {
        send_walls(change.value, &session, &mut requests, &mut complaint);
    }
}

/// Asks for another board when the slider is let go. A click on it has no other end.
fn release_walls(
    released: On<Remove, Pressed>,
    sliders: Query<&SliderValue, With<WallsSlider>>,
    session: Res<Session>,
    mut requests: MessageWriter<BoardRequest>,
    mut complaint: ResMut<FieldError>,
) {
    if let Ok(value) = sliders.get(released.entity) {
        send_walls(value.0, &session, &mut requests, &mut complaint);
    }
}

/// Asks for a board with the walls that the slider shows, unless this one has them.
fn send_walls(
    value: f32,
    session: &Session,
    requests: &mut MessageWriter<BoardRequest>,
    complaint: &mut FieldError,
) {
    let percent = walls_at(value);
    if percent != session.config().spec.walls() {
        let request = entry::with_walls(session.config(), percent);
        complaint.send(request.map(Some), requests);
    }
}

fn walls_at(value: f32) -> u8 {
    value.round().clamp(0.0, 100.0) as u8
}

/// What the panel says about days, packs and records.
#[derive(Resource, Default, PartialEq, Eq)]
struct BoardSummary(String);

fn update_summary(
    (session, mut shown): (Res<Session>, Local<Option<u64>>),
    records: Res<Records>,
    mut summary: ResMut<BoardSummary>,
) {
    if shown.replace(session.number()) == Some(session.number()) && !records.is_changed() {
        return;
    }
    let mut lines = Vec::new();
    if session.lesson().is_none() {
        let kind = texts::record_kind(session.conduit(), session.rating()).to_string();
        let scores = records.scores(Boards::GAME, &kind);
        let best = scores.and_then(|scores| scores.best()).map(|best| {
            let (now, _) = records.streak(Boards::GAME);
            let best = best.describe(Boards::GAME);
            format!("best of {kind}: {best}; {now} in a row without hints")
        });
        lines.extend(session.name().into_iter().chain(best));
    }
    summary.set_if_neq(BoardSummary(lines.join("\n")));
}

fn lit_text(session: &Session) -> String {
    let (lit, all) = session.conduit().progress();
    format!("{lit} of {all} lit")
}

/// How many changes can be undone, down to the last pin if there is one.
fn undo_text(session: &Session) -> String {
    let (done, _) = session.conduit().history();
    let pins = session.conduit().pins();
    match pins.iter().rev().find(|pin| **pin <= done) {
        Some(pin) if *pin == done => "at the pin".to_owned(),
        Some(pin) => format!("{} since pin", done - pin),
        None if done == 0 && session.shelf().has_before() => "undo: previous board".to_owned(),
        None => format!("{done} to undo"),
    }
}

fn difficulty_text(session: &Session) -> String {
    let difficulty = texts::shown_difficulty(session.conduit(), session.rating());
    let help = match session.stats().help() {
        Help::Shown => Some("solution shown"),
        Help::Hints => Some("with hints"),
        Help::None => None,
    };
    let parts: Vec<&str> = difficulty.into_iter().chain(help).collect();
    parts.join(", ")
}

/// Updates the progress bar, the chosen buttons and the slider.
fn update_panel(
    session: Res<Session>,
    mut bars: Query<&mut Node, With<ProgressFill>>,
    mut buttons: Query<(&BoardChoice, &mut ButtonVariant)>,
    sliders: Query<(Entity, &SliderValue), (With<WallsSlider>, Without<Pressed>)>,
    mut commands: Commands,
) {
    let (lit, all) = session.conduit().progress();
    for mut node in &mut bars {
        node.width = percent(lit as f32 * 100.0 / all.max(1) as f32);
    }
    let config = session.config();
    let mut rules = config.spec.rules;
    for (choice, mut variant) in &mut buttons {
        let is_chosen = match *choice {
            BoardChoice::Size(size) => session.conduit().size() == size,
            BoardChoice::Rule(rule_of) => *rule_of(&mut rules),
            BoardChoice::Difficulty(difficulty) => config.difficulty == difficulty,
        };
        variant.set_if_neq(if is_chosen {
            ButtonVariant::Primary
        } else {
            ButtonVariant::Normal
        });
    }
    let walls = SliderValue(f32::from(config.spec.walls()));
    for (entity, _) in sliders.iter().filter(|(_, value)| **value != walls) {
        commands.entity(entity).insert(walls);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::input::Action;

    #[test]
    fn a_button_has_a_capital_and_the_help_starts_with_its_first_word() {
        let buttons = TILE_ACTIONS
            .iter()
            .chain(&BOARD_ACTIONS)
            .chain(&CLIPBOARD_ACTIONS);
        for (action, label) in buttons {
            let mut rows = ConduitAction::TABLE.iter();
            let (_, row) = rows.find(|(known, _)| known == action).unwrap();
            let first = label.split(' ').next().unwrap();
            assert!(row.meaning.starts_with(first), "{label}: {}", row.meaning);
            assert!(label.starts_with(char::is_uppercase), "{label}");
        }
    }

    #[test]
    fn a_slider_that_is_dragged_asks_for_a_board_only_when_it_is_let_go() {
        let mut app = App::new();
        app.init_resource::<Session>()
            .init_resource::<FieldError>()
            .add_message::<BoardRequest>()
            .add_observer(move_walls)
            .add_observer(release_walls);
        let slider = app.world_mut().spawn((WallsSlider, SliderValue(0.0))).id();
        let change = |app: &mut App, value: f32, is_final| {
            let source = slider;
            app.world_mut().trigger(ValueChange {
                source,
                value,
                is_final,
            });
            app.world_mut().flush();
        };
        let press = |app: &mut App| {
            app.world_mut().entity_mut(slider).insert(Pressed);
        };
        let let_go = |app: &mut App| {
            app.world_mut().entity_mut(slider).remove::<Pressed>();
        };
        let asked = |app: &mut App| {
            let mut requests = app.world_mut().resource_mut::<Messages<BoardRequest>>();
            let walls = requests.drain().map(|request| match request {
                BoardRequest::Generate(config) => config.spec.walls(),
                other => panic!("{other:?}"),
            });
            walls.collect::<Vec<_>>()
        };
        press(&mut app);
        for percent in 1..=100_u8 {
            change(&mut app, f32::from(percent), false);
        }
        let shown = app.world().get::<SliderValue>(slider).unwrap().0;
        assert_eq!((shown, asked(&mut app)), (100.0, vec![]));
        change(&mut app, 60.4, true);
        let_go(&mut app);
        assert_eq!(asked(&mut app).last(), Some(&60));
        // A click, and a key.
        press(&mut app);
        change(&mut app, 25.0, false);
        assert_eq!(asked(&mut app), [0; 0]);
        let_go(&mut app);
        assert_eq!(asked(&mut app), [25]);
        change(&mut app, 30.0, true);
        assert_eq!(asked(&mut app), [30]);
        // Back where it was, nothing is asked for.
        change(&mut app, 0.0, true);
        assert_eq!(asked(&mut app), [0; 0]);
    }
}
