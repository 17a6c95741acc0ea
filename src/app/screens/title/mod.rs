//! The title screen: a menu over a run that a bot plays. The seed on the title, drawn or entered, is
//! the one that the run and the next screen begin with. One that was chosen stays until then.

mod action;
mod demo;
mod draw;
mod field;
mod loading;
mod menu;
mod page;
mod records;

use bevy::prelude::*;
use bevy::render::RenderApp;

pub use action::TitleAction;
pub use field::{Entered, SeedText};
#[cfg(target_family = "wasm")]
pub(in crate::app) use menu::log_selection;

use crate::app::dungeon::{Dungeon, Regenerate, Scene};
use crate::app::frame::Phase;
use crate::app::glyph::ViewInsets;
use crate::app::input::{AddActions, CommonAction, MenuAction};
use crate::app::notice::Notice;
use crate::app::screen::Screen;
use crate::app::seed::{ChosenSeed, RunSeed};
use crate::app::ui::hud::{Bar, Hint};
use crate::app::ui::list;
use crate::entropy::fresh_seed;
use crate::geom::{Dir, Size};
use crate::mapgen::MapSpec;
use crate::rng::Seed;

pub(super) fn plugin(app: &mut App) {
    demo::plugin(app);
    menu::plugin(app);
    loading::plugin(app);
    field::plugin(app);
    app.add_actions::<TitleAction>()
        .init_resource::<LabDungeon>()
        .add_systems(OnExit(Screen::Lab), store_lab_dungeon)
        .add_systems(OnEnter(Screen::Lab), restore_lab_dungeon)
        .add_systems(OnEnter(Screen::Title), on_enter)
        .add_systems(
            Update,
            update_run_seed
                .run_if(resource_changed::<Dungeon>)
                .in_set(Screen::Title)
                .in_set(Phase::Settle),
        );
    if app.get_sub_app(RenderApp).is_some() {
        draw::plugin(app);
        field::view_plugin(app);
    }
}

static HINTS: [Hint; 5] = [
    list::MOVE,
    (&[&MenuAction::Choose], "open"),
    (&[&TitleAction::EnterSeed], "type a seed"),
    (&[&TitleAction::NewSeed], "another seed"),
    (&[&CommonAction::Help], "keys"),
];

/// The hints on all pages but the main one and those of packs.
static PAGE_HINTS: [Hint; 4] = page_hints(list::MOVE);

/// The hints on the page of a pack, whose boards or mazes lie in a grid.
static PACK_HINTS: [Hint; 4] = page_hints((
    &[
        &MenuAction::Cursor(Dir::West),
        &MenuAction::Cursor(Dir::East),
        &MenuAction::Cursor(Dir::North),
        &MenuAction::Cursor(Dir::South),
    ],
    "move",
));

const fn page_hints(movement: Hint) -> [Hint; 4] {
    [
        movement,
        (&[&MenuAction::Choose], "open"),
        (&[&CommonAction::Back], "back"),
        (&[&CommonAction::Help], "keys"),
    ]
}

static PAGE_HELP: [&str; 1] = ["A letter chooses its line."];

static MOUSE: [(&str, &str); 1] = [("Click", "Open")];

/// The Lab's map while another screen is open.
#[derive(Resource, Default)]
struct LabDungeon(Option<Dungeon>);

fn store_lab_dungeon(dungeon: Res<Dungeon>, mut stored: ResMut<LabDungeon>) {
    stored.0 = Some(dungeon.clone());
}

/// Brings back the Lab's map, unless the player has chosen a seed since.
fn restore_lab_dungeon(
    mut stored: ResMut<LabDungeon>,
    (seed, mut own): (Res<RunSeed>, ResMut<ChosenSeed>),
    mut dungeon: ResMut<Dungeon>,
    mut scene: ResMut<Scene>,
) {
    *scene = Scene::Dungeon;
    let is_chosen = own.is(seed.0);
    if let Some(stored) = stored.0.take_if(|_| !is_chosen) {
        *dungeon = stored;
    }
    own.use_up(seed.0);
}

/// Sets the bar, and draws a seed, unless the player has chosen one that is not used yet, or this is
/// the first screen, whose seed came with the start of the program.
fn on_enter(
    (seed, own): (Res<RunSeed>, Res<ChosenSeed>),
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
    let transition = transitions.read().last();
    let is_first = transition.is_none_or(|transition| transition.exited.is_none());
    if !is_first && !own.is(seed.0) {
        draw_seed(&mut requests, &mut notice);
    }
}

/// Draws a random seed and requests its map. Returns the seed, unless there is none.
fn draw_seed(requests: &mut MessageWriter<Regenerate>, notice: &mut Notice) -> Option<Seed> {
    match fresh_seed() {
        Ok(seed) => {
            requests.write(Regenerate::Exactly(backdrop(seed)));
            Some(seed)
        }
        Err(error) => {
            notice.refuse(&error);
            None
        }
    }
}

/// The map that carries the title's seed, and the one that the Lab opens with.
pub(in crate::app) fn backdrop(seed: Seed) -> MapSpec {
    MapSpec::new("rogue", Size::new(80, 50), seed).expect("the generator makes maps of this size")
}

/// Makes the seed on the title the one of the next run.
fn update_run_seed(dungeon: Res<Dungeon>, mut seed: ResMut<RunSeed>) {
    seed.set_if_neq(RunSeed(dungeon.spec().seed));
}
