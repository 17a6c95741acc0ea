//! The panel at the right edge: how the game stands, what can be done with the key of each, the
//! kind of board, seed and id. Lays it out and keeps it up to date.

use bevy::input_focus::tab_navigation::TabGroup;
use bevy::input_focus::{FocusCause, InputFocus, InputFocusVisible};
use bevy::prelude::*;
use bevy::ui_widgets::{Activate, SliderValue, ValueChange};
use bevy::window::RequestRedraw;

use super::action::{ConduitAction, SIZES};
use super::entry::{self, Begin, BoardField, spawn_field};
use super::order::Order;
use super::score::Standing;
use super::session::Session;
use super::words;
use crate::app::frame::Phase;
use crate::app::glyph::ViewInsets;
use crate::app::reward::Help;
use crate::app::screen::{Screen, on};
use crate::app::ui::field::FieldError;
use crate::app::ui::live::{self, LiveText};
use crate::app::ui::side::{side_panel, spawn_scrolling_column};
use crate::app::ui::stopwatch::format_time;
use crate::app::ui::style::ButtonVariant;
use crate::app::ui::theme::{KEY, PLAIN, QUIET, Type, WELL, WRONG};
use crate::app::ui::widget::{heading, key_button, row, slider, text_button};
use crate::conduit::{Command, Difficulty, Move, Rules};
use crate::geom::Size;

/// The panel's width, and what is kept free above the board for notices, in logical pixels.
const WIDTH: f32 = 300.0;
const NOTICES: f32 = 34.0;

/// Draws the panel.
pub(super) fn plugin(app: &mut App) {
    app.add_plugins((live::plugin::<Session>, live::plugin::<Standing>))
        .add_observer(choose)
        .add_observer(slide)
        .add_systems(OnEnter(Screen::Conduit), spawn)
        .add_systems(OnExit(Screen::Conduit), leave)
        .add_systems(
            Update,
            (
                enter.in_set(Phase::Act),
                update
                    .run_if(resource_changed::<Session>)
                    .in_set(Phase::Show),
            )
                .run_if(on(Screen::Conduit)),
        );
}

/// What a button chooses of the board's kind.
#[derive(Component, Clone, Copy)]
enum Chooses {
    Size(Size),
    /// Whether this rule holds.
    Rule(fn(&mut Rules) -> &mut bool),
    Difficulty(Option<Difficulty>),
}

const RULES: [(Chooses, &str); 4] = [
    (Chooses::Rule(|rules| &mut rules.wrap), "wrapping"),
    (Chooses::Rule(|rules| &mut rules.crosses), "crosses"),
    (Chooses::Rule(|rules| &mut rules.single), "single spring"),
    (
        Chooses::Rule(|rules| &mut rules.ambiguous),
        "many solutions",
    ),
];

const DIFFICULTIES: [(Chooses, &str); 4] = [
    (Chooses::Difficulty(None), "any"),
    (Chooses::Difficulty(Some(Difficulty::Easy)), "easy"),
    (Chooses::Difficulty(Some(Difficulty::Medium)), "medium"),
    (Chooses::Difficulty(Some(Difficulty::Hard)), "hard"),
];

const ON_TILE: [(ConduitAction, &str); 4] = [
    (ConduitAction::here(Command::Clockwise), "turn"),
    (ConduitAction::here(Command::CounterClockwise), "back"),
    (ConduitAction::here(Command::Half), "half"),
    (ConduitAction::here(Command::Lock), "lock"),
];

const ON_BOARD: [(ConduitAction, &str); 10] = [
    (ConduitAction::board(Move::Undo), "undo"),
    (ConduitAction::board(Move::Redo), "redo"),
    (ConduitAction::board(Move::Pin), "pin"),
    (ConduitAction::board(Move::Rewind), "to the pin"),
    (ConduitAction::board(Move::Hint), "hint"),
    (ConduitAction::Check, "check"),
    (ConduitAction::board(Move::Jumble), "jumble"),
    (ConduitAction::board(Move::Solve), "solve"),
    (ConduitAction::board(Move::Restart), "restart"),
    (ConduitAction::New, "new"),
];

const WITH_CLIPBOARD: [(ConduitAction, &str); 4] = [
    (ConduitAction::Share, "result"),
    (ConduitAction::CopyId, "copy id"),
    (ConduitAction::CopyProgress, "with progress"),
    (ConduitAction::PasteId, "paste"),
];

/// The bar of how much is lit.
#[derive(Component)]
struct LitBar;

#[derive(Component)]
struct WallsSlider;

fn spawn(mut commands: Commands, font: Res<Type>, mut insets: ResMut<ViewInsets>) {
    *insets = ViewInsets {
        right: WIDTH,
        top: NOTICES,
        ..*insets
    };
    let width = Node {
        width: px(WIDTH),
        ..default()
    };
    let panel = commands.spawn((
        DespawnOnExit(Screen::Conduit),
        TabGroup::modal(),
        side_panel(&insets, width),
    ));
    spawn_scrolling_column(panel, 8.0, |panel| {
        spawn_standing(panel, &font);
        for (name, actions) in [("tile", &ON_TILE[..]), ("board", &ON_BOARD)] {
            heading(panel, &font, name);
            spawn_actions(panel, &font, actions);
        }
        spawn_kind(panel, &font);
        spawn_names(panel, &font);
    });
}

/// Time and moves in large figures, and how much is lit.
fn spawn_standing(panel: &mut ChildSpawnerCommands, font: &Type) {
    let figures: [(&str, fn(&Session) -> String); 3] = [
        ("time", |session| format_time(session.played())),
        ("moves", |session| session.moves().to_string()),
        ("fewest", |session| {
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
    let light = BackgroundColor(Color::srgb(1.0, 0.72, 0.28));
    panel.spawn((
        track,
        BackgroundColor(WELL),
        children![(LitBar, filled, light)],
    ));
    panel.spawn((
        spread(10.0),
        children![
            (LiveText::<Session>(lit), font.hint("")),
            (LiveText::<Session>(history), font.hint("")),
        ],
    ));
    panel.spawn((
        LiveText::<Standing>(|standing| standing.told.clone()),
        font.hint(""),
    ));
}

/// A row whose children stand at its ends.
fn spread(gap: f32) -> Node {
    Node {
        justify_content: JustifyContent::SpaceBetween,
        ..row(gap)
    }
}

fn spawn_actions(panel: &mut ChildSpawnerCommands, font: &Type, actions: &[(ConduitAction, &str)]) {
    panel.spawn(row(4.0)).with_children(|row| {
        for (action, word) in actions {
            key_button(row, font, word, action);
        }
    });
}

fn spawn_kind(panel: &mut ChildSpawnerCommands, font: &Type) {
    let mut title = spread(0.0);
    title.margin = UiRect::top(px(7));
    panel.spawn((
        title,
        children![
            font.text("kind", QUIET),
            (LiveText::<Session>(difficulty), font.text("", KEY)),
        ],
    ));
    let choices = |panel: &mut ChildSpawnerCommands, choices: &[(Chooses, &str)]| {
        panel.spawn(row(4.0)).with_children(|row| {
            for (chooses, word) in choices {
                text_button(row, font, word, *chooses, ButtonVariant::Normal);
            }
        });
    };
    let sizes = SIZES.map(|size| (Chooses::Size(size), size.to_string()));
    choices(
        panel,
        &sizes.each_ref().map(|(size, word)| (*size, &**word)),
    );
    panel.spawn(row(6.0)).with_children(|row| {
        row.spawn(font.text("size", QUIET));
        spawn_field(row, font, BoardField::Width, Some(3.0));
        row.spawn(font.text("x", QUIET));
        spawn_field(row, font, BoardField::Height, Some(3.0));
    });
    choices(panel, &DIFFICULTIES);
    choices(panel, &RULES);
    panel.spawn(line()).with_children(|row| {
        row.spawn(font.text("walls", QUIET));
        row.spawn((WallsSlider, slider(0.0, 100.0, 0.0, 5.0)));
        spawn_field(row, font, BoardField::Walls, Some(3.0));
        row.spawn(font.text("%", QUIET));
    });
}

/// A row of one line.
fn line() -> Node {
    Node {
        flex_wrap: FlexWrap::NoWrap,
        ..row(6.0)
    }
}

fn spawn_names(panel: &mut ChildSpawnerCommands, font: &Type) {
    heading(panel, font, "seed, code or id");
    for (name, field) in [("seed", BoardField::Seed), ("id", BoardField::Id)] {
        let column = Node {
            width: px(34),
            flex_shrink: 0.0,
            ..default()
        };
        panel.spawn(line()).with_children(|row| {
            row.spawn((column, children![font.text(name, QUIET)]));
            spawn_field(row, font, field, None);
        });
    }
    let complaint = LiveText::<FieldError>(|complaint| complaint.0.clone());
    panel.spawn((complaint, font.wrapped("", WRONG)));
    spawn_actions(panel, font, &WITH_CLIPBOARD);
}

fn leave(mut insets: ResMut<ViewInsets>, mut focus: ResMut<InputFocus>) {
    (insets.right, insets.top) = (0.0, 0.0);
    focus.clear();
}

/// Gives the keys to the panel: to its first size. What stands above has keys of its own.
fn enter(
    mut actions: MessageReader<ConduitAction>,
    buttons: Query<(Entity, &Chooses)>,
    (mut focus, mut visible): (ResMut<InputFocus>, ResMut<InputFocusVisible>),
) {
    for _ in actions
        .read()
        .filter(|action| **action == ConduitAction::EnterPanel)
    {
        let is_first =
            |chooses: &Chooses| matches!(chooses, Chooses::Size(size) if *size == SIZES[0]);
        if let Some((first, _)) = buttons.iter().find(|(_, chooses)| is_first(chooses)) {
            focus.set(first, FocusCause::Navigated);
            visible.0 = true;
        }
    }
}

fn choose(
    activate: On<Activate>,
    buttons: Query<&Chooses>,
    session: Res<Session>,
    mut begins: MessageWriter<Begin>,
    mut complaint: ResMut<FieldError>,
) {
    let Ok(chooses) = buttons.get(activate.entity) else {
        return;
    };
    let mut order = *session.order();
    let wanted = match *chooses {
        Chooses::Size(size) => entry::size(&order, size),
        Chooses::Rule(of) => {
            let rule = of(&mut order.spec.rules);
            *rule = !*rule;
            Ok(Begin::Order(order))
        }
        Chooses::Difficulty(difficulty) => Ok(Begin::Order(Order {
            difficulty,
            ..order
        })),
    };
    complaint.send(wanted.map(Some), &mut begins);
}

fn slide(
    change: On<ValueChange<f32>>,
    sliders: Query<(), With<WallsSlider>>,
    session: Res<Session>,
    mut begins: MessageWriter<Begin>,
    mut complaint: ResMut<FieldError>,
) {
    let percent = change.value.round().clamp(0.0, 100.0) as u8;
    if sliders.contains(change.source) && percent != session.order().spec.walls() {
        let wanted = entry::walls(session.order(), percent);
        complaint.send(wanted.map(Some), &mut begins);
    }
}

fn lit(session: &Session) -> String {
    let (lit, all) = session.conduit().progress();
    format!("{lit} of {all} lit")
}

/// How far undo leads, and to which pin.
fn history(session: &Session) -> String {
    let (done, _) = session.conduit().history();
    let pins = session.conduit().pins();
    match pins.iter().rev().find(|pin| **pin <= done) {
        Some(pin) if *pin == done => "pinned here".to_owned(),
        Some(pin) => format!("{} since the pin", done - pin),
        None => format!("{done} to undo"),
    }
}

fn difficulty(session: &Session) -> String {
    let help = match session.spent().help() {
        Help::Shown => ", solution shown",
        Help::Hints => ", with help",
        Help::None => "",
    };
    let difficulty = words::difficulty(session.rating());
    format!("{difficulty}{help}")
}

/// Shows how much is lit, and marks what is chosen.
fn update(
    (session, mut before): (Res<Session>, Local<Option<u64>>),
    mut bars: Query<&mut Node, With<LitBar>>,
    mut buttons: Query<(&Chooses, &mut ButtonVariant)>,
    sliders: Query<(Entity, &SliderValue), With<WallsSlider>>,
    mut commands: Commands,
    mut redraw: MessageWriter<RequestRedraw>,
) {
    let (lit, all) = session.conduit().progress();
    for mut node in &mut bars {
        node.width = percent(lit as f32 * 100.0 / all.max(1) as f32);
    }
    let order = session.order();
    let mut rules = order.spec.rules;
    // The fields of another board follow by a frame, too.
    let mut looks_change = before.replace(session.boards()) != Some(session.boards());
    for (chooses, mut variant) in &mut buttons {
        let chosen = match *chooses {
            Chooses::Size(size) => session.conduit().size() == size,
            Chooses::Rule(of) => *of(&mut rules),
            Chooses::Difficulty(difficulty) => order.difficulty == difficulty,
        };
        looks_change |= variant.set_if_neq(if chosen {
            ButtonVariant::Primary
        } else {
            ButtonVariant::Normal
        });
    }
    let walls = SliderValue(f32::from(order.spec.walls()));
    for (entity, _) in sliders.iter().filter(|(_, value)| **value != walls) {
        commands.entity(entity).insert(walls);
        looks_change = true;
    }
    // Widgets take on their looks at the beginning of the next frame, which has to come for that.
    if looks_change {
        redraw.write(RequestRedraw);
    }
}
