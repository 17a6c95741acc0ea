//! The field for what to look for among the options and keys. Enter goes to the next place where it occurs.

use bevy::prelude::*;

use super::{OptionsAction, OptionsState};
use crate::app::frame::{Phase, React};
use crate::app::input::Keymap;
use crate::app::screen::Screen;
use crate::app::ui::access::Named;
use crate::app::ui::field::{self, Field, spawn_text_field};
use crate::app::ui::node::NodeExt;
use crate::app::ui::theme::{QUIET, UiFont};

/// Characters of the longest text.
const MAX_CHARACTERS: usize = 40;

pub(super) fn plugin(app: &mut App) {
    app.add_message::<Searched>().add_systems(
        React,
        search
            .run_if(on_message::<Searched>)
            .in_set(Screen::Options)
            .in_set(Phase::Act),
    );
}

pub(super) fn view_plugin(app: &mut App) {
    field::plugin::<SearchField>(app);
    let focus = field::focus_on::<SearchField, _>(OptionsAction::Search);
    app.add_systems(React, focus.in_set(Screen::Options).in_set(Phase::Act));
}

#[derive(Component, Clone, Copy, Debug)]
struct SearchField;

/// What is looked for.
#[derive(Message, Clone, Debug)]
struct Searched(String);

impl Field for SearchField {
    type Shown = OptionsState;
    type Request = Searched;

    fn value(self, state: &OptionsState) -> String {
        state.searched().to_owned()
    }

    fn request(self, _: &OptionsState, text: &str) -> Result<Option<Searched>, String> {
        Ok((!text.trim().is_empty()).then(|| Searched(text.to_owned())))
    }

    fn is_number(self) -> bool {
        false
    }

    fn revision(_: &Res<OptionsState>) -> u64 {
        0
    }
}

/// Spawns the field with its name.
pub(super) fn spawn_field(parent: &mut ChildSpawnerCommands, font: &UiFont) {
    let row = Node::row(8.0).align_centre().padding(12.0, 4.0).rigid();
    parent.spawn(row).with_children(|row| {
        row.spawn(font.text("search", QUIET));
        let field = spawn_text_field(row, font, SearchField, None, MAX_CHARACTERS);
        row.commands().entity(field).insert(Named::new("Search"));
    });
}

fn search(
    mut searched: MessageReader<Searched>,
    (mut state, keymap): (ResMut<OptionsState>, Res<Keymap>),
) {
    for Searched(text) in searched.read() {
        state.search(text, &keymap);
    }
}
