//! The panel at the right edge: how the game stands, what can be done with the key of each, the
//! kind of board, seed and id. Lays it out and keeps it up to date.

use bevy::feathers::controls::ButtonVariant;
use bevy::input_focus::tab_navigation::TabGroup;
use bevy::input_focus::{FocusCause, InputFocus, InputFocusVisible};
use bevy::prelude::*;
use bevy::ui_widgets::{Activate, ScrollArea, SliderValue, ValueChange};
use bevy::window::RequestRedraw;

use super::act::Begin;
use super::action::ConduitAction;
use super::entry::{self, Wanted};
use super::field::{self, BoardField};
use super::session::{Order, Session};
use super::{shown, words};
use crate::app::frame::Phase;
use crate::app::glyph::ViewInsets;
use crate::app::screen::Screen;
use crate::app::ui::field::Complaint;
use crate::app::ui::theme::{KEY, LINE, PANEL, PLAIN, QUIET, Type, WELL, WRONG};
use crate::app::ui::widget::{heading, key_button, row, scrollbar, slider, word_button};
use crate::conduit::{Difficulty, Rules};
use crate::geom::Size;

/// The panel's width, and what is kept free above the board for notices, in logical pixels.
const WIDTH: f32 = 300.0;
const NOTICES: f32 = 34.0;

/// Draws the panel.
pub(super) fn plugin(app: &mut App) {
    app.add_observer(choose)
        .add_observer(slide)
        .add_systems(OnEnter(Screen::Conduit), spawn)
        .add_systems(OnExit(Screen::Conduit), leave)
        .add_systems(
            Update,
            (
                enter.in_set(Phase::Act),
                (
                    raise,
                    (standing, kind, follow_up).run_if(resource_changed::<Session>),
                    clock,
                    complain.run_if(resource_changed::<Complaint>),
                )
                    .chain()
                    .in_set(Phase::Show),
            )
                .run_if(shown),
        );
}

#[derive(Component)]
struct Panel;

/// What a button chooses of the board's kind.
#[derive(Component, Clone, Copy, PartialEq, Eq)]
enum Chooses {
    Size(Size),
    Rule(Rule),
    Difficulty(Option<Difficulty>),
}

/// A rule that is on or off.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Rule {
    Wrap,
    Single,
    Crosses,
    Ambiguous,
}

impl Rule {
    const ALL: [(Self, &'static str); 4] = [
        (Self::Wrap, "wrapping"),
        (Self::Crosses, "crosses"),
        (Self::Single, "single spring"),
        (Self::Ambiguous, "many solutions"),
    ];

    fn of(self, rules: &mut Rules) -> &mut bool {
        match self {
            Self::Wrap => &mut rules.wrap,
            Self::Single => &mut rules.single,
            Self::Crosses => &mut rules.crosses,
            Self::Ambiguous => &mut rules.ambiguous,
        }
    }
}

/// Sizes that a button leads to.
const SIZES: [Size; 6] = [
    Size::new(3, 3),
    Size::new(5, 5),
    Size::new(10, 9),
    Size::new(15, 15),
    Size::new(25, 25),
    Size::new(50, 50),
];

const DIFFICULTIES: [(Option<Difficulty>, &str); 4] = [
    (None, "any"),
    (Some(Difficulty::Easy), "easy"),
    (Some(Difficulty::Medium), "medium"),
    (Some(Difficulty::Hard), "hard"),
];

/// What a text or a bar of the panel tells.
#[derive(Component, Clone, Copy, PartialEq, Eq)]
enum Tells {
    Time,
    Moves,
    Fewest,
    Lit,
    History,
    Difficulty,
}

/// The bar of how much is lit.
#[derive(Component)]
struct LitBar;

#[derive(Component)]
struct WallsSlider;

#[derive(Component)]
struct ComplaintText;

fn spawn(mut commands: Commands, font: Res<Type>, mut insets: ResMut<ViewInsets>) {
    *insets = ViewInsets {
        right: WIDTH,
        top: NOTICES,
        ..*insets
    };
    let frame = Node {
        position_type: PositionType::Absolute,
        right: px(0),
        top: px(0),
        bottom: px(insets.bottom),
        width: px(WIDTH),
        border: UiRect::left(px(1)),
        ..default()
    };
    let column = Node {
        flex_direction: FlexDirection::Column,
        flex_grow: 1.0,
        min_width: px(0),
        row_gap: px(4),
        padding: UiRect::axes(px(12), px(8)),
        overflow: Overflow::scroll_y(),
        ..default()
    };
    commands
        .spawn((
            DespawnOnExit(Screen::Conduit),
            Panel,
            TabGroup::modal(),
            Interaction::default(),
            frame,
            BackgroundColor(PANEL),
            BorderColor::all(LINE),
        ))
        .with_children(|frame| {
            let mut column = frame.spawn((ScrollArea, column));
            let target = column.id();
            column.with_children(|panel| {
                spawn_standing(panel, &font);
                spawn_actions(panel, &font);
                spawn_kind(panel, &font);
                spawn_names(panel, &font);
            });
            scrollbar(frame, target);
        });
}

/// Time and moves in large figures, and how much is lit.
fn spawn_standing(panel: &mut ChildSpawnerCommands, font: &Type) {
    let figure = |row: &mut ChildSpawnerCommands, name: &str, tells: Tells| {
        row.spawn(Node {
            flex_direction: FlexDirection::Column,
            flex_grow: 1.0,
            flex_basis: px(0),
            ..default()
        })
        .with_children(|cell| {
            cell.spawn(font.hint(name));
            cell.spawn((tells, font.sized("", 22.0, PLAIN)));
        });
    };
    panel.spawn(row(10.0)).with_children(|row| {
        figure(row, "time", Tells::Time);
        figure(row, "moves", Tells::Moves);
        figure(row, "fewest", Tells::Fewest);
    });
    panel
        .spawn((
            Node {
                height: px(6),
                margin: UiRect::vertical(px(3)),
                border_radius: BorderRadius::all(px(3)),
                overflow: Overflow::clip(),
                flex_shrink: 0.0,
                ..default()
            },
            BackgroundColor(WELL),
        ))
        .with_child((
            LitBar,
            Node {
                width: percent(0),
                border_radius: BorderRadius::all(px(3)),
                ..default()
            },
            BackgroundColor(Color::srgb(1.0, 0.72, 0.28)),
        ));
    panel
        .spawn(Node {
            justify_content: JustifyContent::SpaceBetween,
            ..row(10.0)
        })
        .with_children(|row| {
            row.spawn((Tells::Lit, font.hint("")));
            row.spawn((Tells::History, font.hint("")));
        });
}

fn spawn_actions(panel: &mut ChildSpawnerCommands, font: &Type) {
    use ConduitAction as Ask;
    let groups: [(&str, &[(Ask, &str)]); 2] = [
        (
            "tile",
            &[
                (Ask::Turn, "turn"),
                (Ask::TurnBack, "back"),
                (Ask::Lock, "lock"),
            ],
        ),
        (
            "board",
            &[
                (Ask::Undo, "undo"),
                (Ask::Redo, "redo"),
                (Ask::Pin, "pin"),
                (Ask::Rewind, "to the pin"),
                (Ask::Hint, "hint"),
                (Ask::Check, "check"),
                (Ask::Jumble, "jumble"),
                (Ask::Solve, "solve"),
                (Ask::Restart, "restart"),
                (Ask::New, "new"),
            ],
        ),
    ];
    for (name, actions) in groups {
        heading(panel, font, name);
        panel.spawn(row(4.0)).with_children(|row| {
            for (action, word) in actions {
                key_button(row, font, word, action);
            }
        });
    }
}

fn spawn_kind(panel: &mut ChildSpawnerCommands, font: &Type) {
    let normal = || ButtonVariant::Normal;
    panel
        .spawn(Node {
            justify_content: JustifyContent::SpaceBetween,
            margin: UiRect::top(px(7)),
            ..default()
        })
        .with_children(|row| {
            row.spawn(font.text("kind", QUIET));
            row.spawn((Tells::Difficulty, font.text("", KEY)));
        });
    panel.spawn(row(4.0)).with_children(|row| {
        for size in SIZES {
            let word = size.to_string();
            word_button(row, font, &word, Chooses::Size(size), normal());
        }
    });
    panel.spawn(row(6.0)).with_children(|row| {
        row.spawn(font.text("size", QUIET));
        field::spawn(row, font, BoardField::Width, Some(3.0));
        row.spawn(font.text("x", QUIET));
        field::spawn(row, font, BoardField::Height, Some(3.0));
    });
    panel.spawn(row(4.0)).with_children(|row| {
        for (difficulty, word) in DIFFICULTIES {
            word_button(row, font, word, Chooses::Difficulty(difficulty), normal());
        }
    });
    panel.spawn(row(4.0)).with_children(|row| {
        for (rule, word) in Rule::ALL {
            word_button(row, font, word, Chooses::Rule(rule), normal());
        }
    });
    panel
        .spawn(Node {
            flex_wrap: FlexWrap::NoWrap,
            ..row(6.0)
        })
        .with_children(|row| {
            row.spawn(font.text("walls", QUIET));
            row.spawn((WallsSlider, slider(0.0, 100.0, 0.0, 5.0)));
            field::spawn(row, font, BoardField::Walls, Some(3.0));
            row.spawn(font.text("%", QUIET));
        });
}

fn spawn_names(panel: &mut ChildSpawnerCommands, font: &Type) {
    heading(panel, font, "seed, code or id");
    for (name, field) in [("seed", BoardField::Seed), ("id", BoardField::Id)] {
        panel
            .spawn(Node {
                flex_wrap: FlexWrap::NoWrap,
                ..row(6.0)
            })
            .with_children(|row| {
                row.spawn(Node {
                    width: px(34),
                    flex_shrink: 0.0,
                    ..default()
                })
                .with_child(font.text(name, QUIET));
                field::spawn(row, font, field, None);
            });
    }
    panel
        .spawn((ComplaintText, font.text("", WRONG)))
        .insert(TextLayout::default());
    panel.spawn(row(4.0)).with_children(|row| {
        for (asked, word) in [
            (ConduitAction::CopyId, "copy id"),
            (ConduitAction::PasteId, "paste"),
        ] {
            key_button(row, font, word, &asked);
        }
    });
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
        let first = Chooses::Size(SIZES[0]);
        if let Some((first, _)) = buttons.iter().find(|(_, chooses)| **chooses == first) {
            focus.set(first, FocusCause::Navigated);
            visible.0 = true;
        }
    }
}

/// Keeps the panel above the bar.
fn raise(insets: Res<ViewInsets>, mut panels: Query<&mut Node, With<Panel>>) {
    let bottom = px(insets.bottom);
    for mut node in &mut panels {
        if node.bottom != bottom {
            node.bottom = bottom;
        }
    }
}

fn choose(
    activate: On<Activate>,
    buttons: Query<&Chooses>,
    session: Res<Session>,
    mut begins: MessageWriter<Begin>,
    mut complaint: ResMut<Complaint>,
) {
    let Ok(chooses) = buttons.get(activate.entity) else {
        return;
    };
    let order = session.order();
    let wanted = match *chooses {
        Chooses::Size(size) => entry::size(order, size),
        Chooses::Rule(rule) => {
            let mut rules = order.spec.rules;
            let on = rule.of(&mut rules);
            *on = !*on;
            Ok(entry::rules(order, rules))
        }
        Chooses::Difficulty(difficulty) => Ok(Wanted::Order(Order {
            difficulty,
            ..*order
        })),
    };
    complaint.ask(wanted.map(|wanted| Some(Begin(wanted))), &mut begins);
}

fn slide(
    change: On<ValueChange<f32>>,
    sliders: Query<(), With<WallsSlider>>,
    session: Res<Session>,
    mut begins: MessageWriter<Begin>,
    mut complaint: ResMut<Complaint>,
) {
    let percent = change.value.round().clamp(0.0, 100.0) as u8;
    if sliders.contains(change.source) && percent != session.order().spec.walls() {
        let wanted = entry::walls(session.order(), percent);
        complaint.ask(wanted.map(|wanted| Some(Begin(wanted))), &mut begins);
    }
}

/// Tells how the game stands.
fn standing(
    session: Res<Session>,
    mut texts: Query<(&Tells, &mut Text)>,
    mut bars: Query<&mut Node, With<LitBar>>,
) {
    let conduit = session.conduit();
    let (lit, all) = conduit.progress();
    let (done, _) = conduit.history();
    for (tells, mut text) in &mut texts {
        let told = match tells {
            Tells::Time => continue,
            Tells::Moves => conduit.moves().to_string(),
            Tells::Fewest => conduit.fewest_moves().to_string(),
            Tells::Lit => format!("{lit} of {all} lit"),
            Tells::History => history(done, conduit.pins()),
            Tells::Difficulty => {
                let difficulty = words::difficulty(session.rating().difficulty);
                let aided = if conduit.is_aided() {
                    ", with help"
                } else {
                    ""
                };
                format!("{difficulty}{aided}")
            }
        };
        if text.0 != told {
            text.0 = told;
        }
    }
    let share = percent(lit as f32 * 100.0 / all.max(1) as f32);
    for mut node in &mut bars {
        if node.width != share {
            node.width = share;
        }
    }
}

/// How far undo leads, and to which pin.
fn history(done: usize, pins: &[usize]) -> String {
    let before = pins.iter().rev().find(|pin| **pin <= done);
    match before {
        Some(pin) if *pin == done => "pinned here".to_owned(),
        Some(pin) => format!("{} since the pin", done - pin),
        None => format!("{done} to undo"),
    }
}

/// The clock shows the time of the frame: it moves whenever anything does.
fn clock(session: Res<Session>, mut texts: Query<(&Tells, &mut Text)>) {
    let time = words::time(session.played());
    for (tells, mut text) in &mut texts {
        if *tells == Tells::Time && text.0 != time {
            text.0.clone_from(&time);
        }
    }
}

/// Marks what is chosen.
fn kind(
    session: Res<Session>,
    mut buttons: Query<(&Chooses, &mut ButtonVariant)>,
    sliders: Query<(Entity, &SliderValue), With<WallsSlider>>,
    mut commands: Commands,
) {
    let order = session.order();
    let mut rules = order.spec.rules;
    for (chooses, mut variant) in &mut buttons {
        let chosen = match *chooses {
            Chooses::Size(size) => session.conduit().size() == size,
            Chooses::Rule(rule) => *rule.of(&mut rules),
            Chooses::Difficulty(difficulty) => order.difficulty == difficulty,
        };
        variant.set_if_neq(if chosen {
            ButtonVariant::Primary
        } else {
            ButtonVariant::Normal
        });
    }
    for (entity, value) in &sliders {
        let walls = f32::from(order.spec.walls());
        if value.0 != walls {
            commands.entity(entity).insert(SliderValue(walls));
        }
    }
}

fn complain(
    complaint: Res<Complaint>,
    mut texts: Query<(&mut Text, &mut Node), With<ComplaintText>>,
) {
    for (mut text, mut node) in &mut texts {
        text.0.clone_from(&complaint.0);
        node.display = if complaint.0.is_empty() {
            Display::None
        } else {
            Display::Flex
        };
    }
}

/// Widgets take on their looks at the beginning of the next frame, which has to come for that.
fn follow_up(mut redraw: MessageWriter<RequestRedraw>) {
    redraw.write(RequestRedraw);
}
