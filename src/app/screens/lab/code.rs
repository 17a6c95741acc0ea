//! Copies share codes to the clipboard and pastes them.

use bevy::prelude::*;

use super::action::LabAction;
use crate::app::dungeon::{Dungeon, Regenerate, entry};
use crate::app::frame::{Phase, React};
use crate::app::notice::Notice;
use crate::app::platform::Clipboard;
use crate::app::screen::Screen;
use crate::code::Target;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        React,
        (apply_actions, load_pasted_code)
            .chain()
            .in_set(Screen::Lab)
            .in_set(Phase::Act),
    );
}

fn apply_actions(
    mut actions: MessageReader<LabAction>,
    dungeon: Res<Dungeon>,
    mut clipboard: ResMut<Clipboard>,
    mut notice: ResMut<Notice>,
) {
    for action in actions.read() {
        match action {
            LabAction::CopyCode => {
                let code = dungeon.spec().to_string();
                notice.say(match clipboard.copy(&code) {
                    Ok(()) => format!("Copied {code}"),
                    Err(reason) => format!("{reason}; the share code is {code}"),
                });
            }
            LabAction::PasteCode => clipboard.paste(),
            _ => {}
        }
    }
}

/// Requests the map of a pasted code once the clipboard delivers it.
fn load_pasted_code(
    mut clipboard: ResMut<Clipboard>,
    dungeon: Res<Dungeon>,
    mut requests: MessageWriter<Regenerate>,
    mut notice: ResMut<Notice>,
) {
    let Some(text) = clipboard.pasted() else {
        return;
    };
    let spec =
        text.and_then(|text| entry::spec_of(dungeon.spec(), Target::paste(&text, crate::known())));
    match spec {
        Ok(spec) => drop(requests.write(Regenerate::Exactly(spec))),
        Err(reason) => notice.say(format!("Not pasted: {reason}")),
    }
}
