//! The title: where the program begins. A bot plays the seed's run behind the menu; another seed,
//! drawn or typed, shows another, and is what the next screen begins with.

mod achieved;
mod action;
mod demo;
mod draw;
mod field;
mod menu;
mod page;

use bevy::prelude::*;
use bevy::render::RenderApp;

pub use action::TitleAction;

use crate::app::dungeon::{Dungeon, Regenerate, Scene};
use crate::app::frame::Phase;
use crate::app::glyph::ViewInsets;
use crate::app::input::{AddActions, CommonAction, MenuAction};
use crate::app::notice::Notice;
use crate::app::screen::{Screen, on};
use crate::app::seed::{DrawnSeed, RunSeed};
use crate::app::ui::hud::{Bar, Hint};
use crate::entropy::fresh_seed;
use crate::geom::{Dir, Size};
use crate::mapgen::MapSpec;
use crate::rng::Seed;

pub(super) fn plugin(app: &mut App) {
    demo::plugin(app);
    menu::plugin(app);
    app.add_actions::<TitleAction>()
        .init_resource::<Kept>()
        .add_systems(OnExit(Screen::Lab), keep)
        .add_systems(OnEnter(Screen::Lab), restore)
        .add_systems(OnEnter(Screen::Title), enter)
        .add_systems(
            Update,
            follow_seed
                .run_if(resource_changed::<Dungeon>)
                .run_if(on(Screen::Title))
                .in_set(Phase::Settle),
        );
    if app.get_sub_app(RenderApp).is_some() {
        draw::plugin(app);
        field::plugin(app);
    }
}

static HINTS: [Hint; 5] = [
    (
        &[
            &MenuAction::Cursor(Dir::North),
            &MenuAction::Cursor(Dir::South),
        ],
        "move",
    ),
    (&[&MenuAction::Choose], "open"),
    (&[&TitleAction::EnterSeed], "type a seed"),
    (&[&TitleAction::NewSeed], "another seed"),
    (&[&CommonAction::Help], "keys"),
];

/// As [`HINTS`] for the pages over the first.
static PAGE_HINTS: [Hint; 4] = [
    (
        &[
            &MenuAction::Cursor(Dir::North),
            &MenuAction::Cursor(Dir::South),
        ],
        "move",
    ),
    (&[&MenuAction::Choose], "open"),
    (&[&CommonAction::Back], "back"),
    (&[&CommonAction::Help], "keys"),
];

static MOUSE: [(&str, &str); 1] = [("Click", "Open")];

/// The Lab's dungeon, while another screen is shown.
#[derive(Resource, Default)]
struct Kept(Option<Dungeon>);

/// Keeps the Lab's map for when it is entered again.
fn keep(dungeon: Res<Dungeon>, mut kept: ResMut<Kept>) {
    kept.0 = Some(dungeon.clone());
}

/// Shows the Lab's map as it was left, unless the player has chosen a seed since.
fn restore(
    mut kept: ResMut<Kept>,
    drawn: Res<DrawnSeed>,
    mut dungeon: ResMut<Dungeon>,
    mut scene: ResMut<Scene>,
) {
    *scene = Scene::Dungeon;
    let untouched = drawn.is(dungeon.spec().seed);
    if let Some(kept) = kept.0.take_if(|_| untouched) {
        *dungeon = kept;
    }
}

/// Shows a dungeon of a fresh seed. At the start of the program it is the one that was asked for.
fn enter(
    mut drawn: ResMut<DrawnSeed>,
    mut requests: MessageWriter<Regenerate>,
    (mut scene, mut bar, mut insets): (ResMut<Scene>, ResMut<Bar>, ResMut<ViewInsets>),
    mut transitions: MessageReader<StateTransitionEvent<Screen>>,
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
        ..default()
    });
    let last = transitions.read().last();
    if last.is_some_and(|last| last.exited.is_some()) {
        draw_seed(&mut drawn, &mut requests, &mut notice);
    }
}

/// Asks for a dungeon of a fresh seed.
pub(super) fn draw_seed(
    drawn: &mut DrawnSeed,
    requests: &mut MessageWriter<Regenerate>,
    notice: &mut Notice,
) {
    match fresh_seed() {
        Ok(seed) => {
            drawn.0 = Some(seed);
            requests.write(Regenerate::Exactly(backdrop(seed)));
        }
        Err(error) => notice.0 = error.to_string(),
    }
}

/// The map behind the menu, with which the Lab begins.
pub(in crate::app) fn backdrop(seed: Seed) -> MapSpec {
    MapSpec::new("rogue", Size::new(80, 50), seed).expect("the generator makes maps of this size")
}

/// The run begins with the seed that is shown.
fn follow_seed(dungeon: Res<Dungeon>, mut seed: ResMut<RunSeed>) {
    seed.set_if_neq(RunSeed(dungeon.spec().seed));
}
