//! The Options screen: what the player has chosen of the window, and the keys, which are bound anew
//! by pressing them. Everything holds at once and is kept; see [`crate::app::settings`].
//!
//! | part | owns |
//! | --- | --- |
//! | [`rows`] | what there is to choose, in its order |
//! | [`Desk`] | where the cursor is, what is being asked, and what a choice does |
//! | [`intent`] | what a player can ask for here |
//! | `screen` | how it looks, and the mouse |

mod desk;
pub mod intent;
pub mod rows;
mod screen;

use bevy::prelude::*;
use bevy::render::RenderApp;

pub use desk::{Desk, Spot};
pub use intent::OptionsIntent;
pub(in crate::app) use intent::TABLE;

use crate::app::dungeon::Scene;
use crate::app::frame::Phase;
use crate::app::glyph::ViewInsets;
use crate::app::input::intent::Intent;
use crate::app::input::{KeyTaker, Keymap};
use crate::app::screen::{Screen, on};
use crate::app::settings::Settings;
use crate::app::ui::hud::{Bar, Hint};
use crate::geom::Dir;

/// Adds the screen.
pub struct OptionsPlugin;

impl Plugin for OptionsPlugin {
    fn build(&self, app: &mut App) {
        app.init_resource::<Desk>()
            .init_resource::<Settings>()
            .add_systems(OnEnter(Screen::Options), enter)
            .add_systems(OnExit(Screen::Options), leave)
            .add_systems(
                Update,
                (
                    obey.in_set(Phase::Act),
                    // After whoever else closes something.
                    hand_keys.in_set(Phase::Settle),
                )
                    .run_if(on(Screen::Options)),
            );
        if app.get_sub_app(RenderApp).is_some() {
            screen::plugin(app);
        }
    }
}

static HINTS: [Hint; 7] = [
    (
        &[Intent::Cursor(Dir::North), Intent::Cursor(Dir::South)],
        "move",
    ),
    (
        &[Intent::Cursor(Dir::West), Intent::Cursor(Dir::East)],
        "change",
    ),
    (&[Intent::Choose], "choose"),
    (&[Intent::Options(OptionsIntent::Remove)], "take a key away"),
    (&[Intent::Options(OptionsIntent::Reset)], "as at first"),
    (&[Intent::Options(OptionsIntent::NextPart)], "next part"),
    (&[Intent::Back], "title"),
];

static MOUSE: [(&str, &str); 2] = [("click", "choose"), ("wheel", "scroll the keys")];

fn enter(
    (mut scene, mut bar): (ResMut<Scene>, ResMut<Bar>),
    (mut desk, keymap): (ResMut<Desk>, Option<Res<Keymap>>),
) {
    *scene = Scene::Dungeon;
    bar.set_if_neq(Bar {
        facts: Vec::new(),
        hints: &HINTS,
        mouse: &MOUSE,
    });
    *desk = Desk::default();
    if let Some(keymap) = keymap {
        desk.rest(&keymap);
    }
}

fn leave(mut desk: ResMut<Desk>, mut taker: ResMut<KeyTaker>, mut insets: ResMut<ViewInsets>) {
    desk.close();
    insets.left = 0.0;
    *taker = KeyTaker::Nobody;
}

fn obey(
    mut intents: MessageReader<Intent>,
    mut desk: ResMut<Desk>,
    (mut settings, mut keymap): (ResMut<Settings>, ResMut<Keymap>),
) {
    for intent in intents.read() {
        let (mut next, mut keys) = (settings.clone(), keymap.clone());
        let mut after = desk.clone();
        after.obey(*intent, &mut next, &mut keys);
        desk.set_if_neq(after);
        settings.set_if_neq(next);
        keymap.set_if_neq(keys);
    }
}

/// While a key is bound anew, every key is its name.
fn hand_keys(desk: Res<Desk>, mut taker: ResMut<KeyTaker>) {
    taker.set_if_neq(if desk.binds() {
        KeyTaker::Binding
    } else {
        KeyTaker::Nobody
    });
}
