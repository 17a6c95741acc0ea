//! The title screen: a menu over a run that a bot plays. The seed on the title, drawn or entered, is
//! the one that the run and the next screen begin with. One that was chosen stays until then.

mod action;
mod demo;
mod draw;
mod field;
mod loading;
mod menu;
mod page;
mod plot;
mod records;

use bevy::prelude::*;
use bevy::render::RenderApp;

pub use action::TitleAction;
pub use field::Entered;
use menu::Menu;
#[cfg(target_family = "wasm")]
pub(in crate::app) use menu::log_selection;
use page::Page;

use crate::app::begin::Begin;
use crate::app::card::{AddScreen, RunSource, ScreenCard, Shared};
use crate::app::input::{AddActions, CommonAction, MenuAction};
use crate::app::notice::Notice;
use crate::app::screen::Screen;
use crate::app::seed::TitleSeed;
use crate::app::stage;
use crate::app::ui::hud::{AddBar, Bar, Hint};
use crate::app::ui::list;
use crate::entropy::fresh_seed;
use crate::geom::Dir;
use crate::rng::Seed;

pub(super) fn plugin(app: &mut App) {
    demo::plugin(app);
    menu::plugin(app);
    loading::plugin(app);
    field::plugin(app);
    app.add_screen(
        Screen::Title,
        ScreenCard {
            parent: None,
            fit: stage::FIT,
            run: Some(RunSource::Watched),
            shared: |world| Some(Shared::Seed(world.resource::<TitleSeed>().seed())),
            #[cfg(feature = "cli")]
            printed: menu::printed,
            ..default()
        },
    )
    .add_bar(Screen::Title, bar, |_| true)
    .add_actions::<TitleAction>()
    .add_systems(OnEnter(Screen::Title), on_enter);
    if app.get_sub_app(RenderApp).is_some() {
        draw::plugin(app);
        field::view_plugin(app);
    }
}

const OPEN: Hint = (&[&MenuAction::Choose], "open");
const BACK: Hint = (&[&CommonAction::Back], "back");
const KEYS: Hint = (&[&CommonAction::Help], "keys");

static HINTS: [Hint; 5] = [
    list::MOVE,
    OPEN,
    (&[&TitleAction::EnterSeed], "type a seed"),
    (&[&TitleAction::NewSeed], "another seed"),
    KEYS,
];

/// The hints on all pages but the main one and those of packs.
static PAGE_HINTS: &[Hint] = &[list::MOVE, OPEN, BACK, KEYS];

/// The hints on the page of a pack, whose boards or mazes lie in a grid.
static PACK_HINTS: &[Hint] = &[
    (
        &[
            &MenuAction::Cursor(Dir::West),
            &MenuAction::Cursor(Dir::East),
            &MenuAction::Cursor(Dir::North),
            &MenuAction::Cursor(Dir::South),
        ],
        "move",
    ),
    OPEN,
    #[cfg(feature = "cli")]
    (&[&CommonAction::Print], "print"),
    BACK,
    KEYS,
];

static PAGE_HELP: [&str; 1] = ["A letter chooses its line."];

static MOUSE: [(&str, &str); 1] = [("Click", "Open")];

fn bar(world: &World) -> Bar {
    let page = world.resource::<Menu>().page;
    Bar {
        facts: vec![(
            "",
            concat!("version ", env!("CARGO_PKG_VERSION")).to_owned(),
        )],
        hints: match page {
            Page::Main => &HINTS,
            Page::Pack(..) => PACK_HINTS,
            page if page.is_question() => &list::QUESTION_HINTS,
            _ => PAGE_HINTS,
        },
        mouse: &MOUSE,
        about: match page {
            Page::Main => &[],
            _ => &PAGE_HELP,
        },
        ..default()
    }
}

/// Sets the bar, and draws a seed, unless the player has chosen one that is not used yet, or this is
/// the first screen, whose seed came with the start of the program.
fn on_enter(
    (mut title, mut begin): (ResMut<TitleSeed>, ResMut<Begin>),
    mut transitions: MessageReader<StateTransitionEvent<Screen>>,
    mut notice: ResMut<Notice>,
) {
    let transition = transitions.read().last();
    let is_first = transition.is_none_or(|transition| transition.exited.is_none());
    if is_first {
        return;
    }
    title.take_back(&begin.take());
    if !title.is_chosen()
        && let Some(seed) = draw_seed(&mut notice)
    {
        title.show(seed);
    }
}

/// Draws a random seed, or says why there is none.
fn draw_seed(notice: &mut Notice) -> Option<Seed> {
    fresh_seed().inspect_err(|error| notice.refuse(error)).ok()
}
