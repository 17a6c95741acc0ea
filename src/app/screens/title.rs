//! The title: where the program begins. A dungeon of the seed lies behind the menu; another seed,
//! drawn or typed, shows another, and is what the next screen begins with.

use bevy::prelude::*;
use bevy::render::RenderApp;

use super::{Screen, on};
use crate::app::Phase;
use crate::app::dungeon::{Dungeon, Notice, Regenerate, Scene};
use crate::app::glyph::ViewInsets;
use crate::app::hud::{Bar, Hint};
use crate::app::intent::{Intent, IntentQueue, hand_out};
use crate::app::lab::{Complaint, Field, PanelShown, spawn_field};
use crate::app::look::{CHOSEN, KEY, LINE, PANEL, PLAIN, QUIET, Type, WRONG};
use crate::app::seed::RunSeed;
use crate::entropy::fresh_seed;
use crate::geom::Size;
use crate::mapgen::MapSpec;
use crate::rng::Seed;

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Menu>()
        .init_resource::<Drawn>()
        .init_resource::<Kept>()
        .init_resource::<Bar>()
        .init_resource::<Scene>()
        .init_resource::<PanelShown>()
        .add_systems(OnExit(Screen::Lab), keep)
        .add_systems(OnEnter(Screen::Lab), restore)
        .add_systems(OnEnter(Screen::Title), enter)
        .add_systems(
            Update,
            (
                obey.in_set(Phase::Act),
                follow_seed
                    .run_if(resource_changed::<Dungeon>)
                    .in_set(Phase::Settle),
            )
                .run_if(on(Screen::Title)),
        );
    if app.get_sub_app(RenderApp).is_some() {
        app.add_systems(OnEnter(Screen::Title), spawn).add_systems(
            Update,
            (
                point.in_set(Phase::Input).before(hand_out),
                (
                    highlight.run_if(resource_changed::<Menu>),
                    complain.run_if(resource_changed::<Complaint>),
                )
                    .in_set(Phase::Show),
            )
                .run_if(on(Screen::Title)),
        );
    }
}

/// An entry of the menu.
struct Entry {
    intent: Intent,
    word: &'static str,
    about: &'static str,
}

/// The menu, in the order in which it is shown.
const ENTRIES: [Entry; 2] = [
    Entry {
        intent: Intent::Open(Screen::Lab),
        word: "Map Lab",
        about: "every generator, seen, tuned, exported",
    },
    Entry {
        intent: Intent::Back,
        word: "Quit",
        about: "",
    },
];

static HINTS: [Hint; 4] = [
    (
        &[
            Intent::Cursor(crate::geom::Dir::North),
            Intent::Cursor(crate::geom::Dir::South),
        ],
        "move",
    ),
    (&[Intent::Choose], "open"),
    (&[Intent::NewSeed], "another seed"),
    (&[Intent::Help], "keys"),
];

static MOUSE: [(&str, &str); 1] = [("click", "open")];

/// Room for the word of an entry, in logical pixels.
const WORD: f32 = 120.0;

/// The entry that is chosen.
#[derive(Resource, Default, Clone, Copy, PartialEq, Eq, Debug)]
struct Menu(usize);

/// The seed that was drawn as the title was entered.
#[derive(Resource, Default)]
struct Drawn(Option<Seed>);

/// The Lab's dungeon, while another screen is shown.
#[derive(Resource, Default)]
struct Kept(Option<Dungeon>);

#[derive(Component)]
struct Item(usize);

#[derive(Component)]
struct ComplaintText;

/// Keeps the Lab's map for when it is entered again.
fn keep(dungeon: Res<Dungeon>, mut kept: ResMut<Kept>) {
    kept.0 = Some(dungeon.clone());
}

/// Shows the Lab's map as it was left, unless the player has chosen a seed since.
fn restore(
    mut kept: ResMut<Kept>,
    drawn: Res<Drawn>,
    mut dungeon: ResMut<Dungeon>,
    mut scene: ResMut<Scene>,
) {
    *scene = Scene::Dungeon;
    let untouched = drawn.0 == Some(dungeon.spec().seed);
    if let Some(kept) = kept.0.take_if(|_| untouched) {
        *dungeon = kept;
    }
}

/// Shows a dungeon of a fresh seed. At the start of the program it is the one that was asked for.
fn enter(
    mut drawn: ResMut<Drawn>,
    mut requests: MessageWriter<Regenerate>,
    (mut scene, mut bar, mut insets): (ResMut<Scene>, ResMut<Bar>, ResMut<ViewInsets>),
    dungeon: Res<Dungeon>,
    mut notice: ResMut<Notice>,
) {
    *scene = Scene::Dungeon;
    insets.right = 0.0;
    bar.set_if_neq(Bar {
        facts: vec![(
            "",
            concat!("version ", env!("CARGO_PKG_VERSION")).to_owned(),
        )],
        hints: &HINTS,
        mouse: &MOUSE,
    });
    let at_start = dungeon.map().size().area() == 0;
    if !at_start {
        draw(&mut drawn, &mut requests, &mut notice);
    }
}

/// Asks for a dungeon of a fresh seed.
fn draw(drawn: &mut Drawn, requests: &mut MessageWriter<Regenerate>, notice: &mut Notice) {
    match fresh_seed() {
        Ok(seed) => {
            drawn.0 = Some(seed);
            requests.write(Regenerate::Exactly(backdrop(seed)));
        }
        Err(error) => notice.0 = error.to_string(),
    }
}

/// The map behind the menu.
fn backdrop(seed: Seed) -> MapSpec {
    MapSpec::new("rogue", Size::new(80, 50), seed).expect("the generator makes maps of this size")
}

fn obey(
    mut intents: MessageReader<Intent>,
    mut menu: ResMut<Menu>,
    mut queue: ResMut<IntentQueue>,
    mut drawn: ResMut<Drawn>,
    mut requests: MessageWriter<Regenerate>,
    mut notice: ResMut<Notice>,
) {
    for intent in intents.read() {
        match intent {
            Intent::Cursor(dir) => {
                let count = ENTRIES.len();
                let step = (dir.delta().y + count as i32) as usize;
                menu.set_if_neq(Menu((menu.0 + step) % count));
            }
            Intent::Choose => queue.0.push_front(ENTRIES[menu.0].intent),
            Intent::NewSeed => {
                draw(&mut drawn, &mut requests, &mut notice);
                // It was asked for: what is opened next begins with it.
                drawn.0 = None;
            }
            _ => {}
        }
    }
}

/// The run begins with the seed that is shown.
fn follow_seed(dungeon: Res<Dungeon>, seed: Option<ResMut<RunSeed>>) {
    if let Some(mut seed) = seed {
        seed.set_if_neq(RunSeed(dungeon.spec().seed));
    }
}

fn spawn(mut commands: Commands, (font, menu): (Res<Type>, Res<Menu>)) {
    commands
        .spawn((
            DespawnOnExit(Screen::Title),
            Node {
                position_type: PositionType::Absolute,
                width: percent(100),
                height: percent(100),
                justify_content: JustifyContent::Center,
                align_items: AlignItems::Center,
                ..default()
            },
            BackgroundColor(Color::srgba(0.01, 0.01, 0.025, 0.62)),
        ))
        .with_children(|screen| {
            screen
                .spawn((
                    Node {
                        flex_direction: FlexDirection::Column,
                        padding: UiRect::axes(px(44), px(26)),
                        border: UiRect::all(px(1)),
                        row_gap: px(4),
                        ..default()
                    },
                    BackgroundColor(PANEL.with_alpha(0.92)),
                    BorderColor::all(LINE),
                ))
                .with_children(|frame| fill(frame, &font, *menu));
        });
}

fn fill(frame: &mut ChildSpawnerCommands, font: &Type, menu: Menu) {
    frame.spawn(font.sized("Undercroft", 52.0, KEY));
    frame
        .spawn(Node {
            margin: UiRect::bottom(px(16)),
            ..default()
        })
        .with_child(font.text("the Everlamp has gone out; the way is down", QUIET));
    for (index, entry) in ENTRIES.iter().enumerate() {
        frame
            .spawn((
                Button,
                Item(index),
                Node {
                    padding: UiRect::axes(px(10), px(4)),
                    column_gap: px(14),
                    align_items: AlignItems::Baseline,
                    border_radius: BorderRadius::all(px(3)),
                    ..default()
                },
                BackgroundColor(ground(index, menu)),
            ))
            .with_children(|line| {
                line.spawn(Node {
                    width: px(WORD),
                    ..default()
                })
                .with_child(font.sized(entry.word, 20.0, PLAIN));
                line.spawn(font.text(entry.about, QUIET));
            });
    }
    frame
        .spawn(Node {
            margin: UiRect::top(px(16)),
            column_gap: px(8),
            align_items: AlignItems::Center,
            ..default()
        })
        .with_children(|line| {
            line.spawn(font.text("seed", QUIET));
            spawn_field(line, font, Field::Seed, None);
        });
    frame
        .spawn((ComplaintText, font.hint("")))
        .insert(TextColor(WRONG));
}

/// The ground of an entry.
fn ground(index: usize, menu: Menu) -> Color {
    if index == menu.0 { CHOSEN } else { Color::NONE }
}

/// The pointer chooses what it is over, and a press opens it.
fn point(
    items: Query<(&Interaction, &Item), Changed<Interaction>>,
    mut menu: ResMut<Menu>,
    mut queue: ResMut<IntentQueue>,
) {
    for (interaction, item) in &items {
        if *interaction != Interaction::None {
            menu.set_if_neq(Menu(item.0));
        }
        if *interaction == Interaction::Pressed {
            queue.0.push_back(ENTRIES[item.0].intent);
        }
    }
}

fn highlight(menu: Res<Menu>, mut items: Query<(&Item, &mut BackgroundColor)>) {
    for (item, mut colour) in &mut items {
        colour.0 = ground(item.0, *menu);
    }
}

fn complain(complaint: Res<Complaint>, mut texts: Query<&mut Text, With<ComplaintText>>) {
    for mut text in &mut texts {
        text.0.clone_from(&complaint.0);
    }
}
