//! Copies the share code of the map, and opens what is pasted.

use bevy::prelude::*;

use super::action::LabAction;
use crate::app::dungeon::{Dungeon, Regenerate, entry};
use crate::app::frame::{Phase, React};
use crate::app::notice::Notice;
use crate::app::platform::Clipboard;
use crate::app::screen::Screen;
use crate::app::share;
use crate::code::Target;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(React, apply_actions.in_set(Screen::Lab).in_set(Phase::Act));
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
                notice.say(share::copy(&mut clipboard, &code, &code));
            }
            LabAction::PasteCode => clipboard.paste(),
            _ => {}
        }
    }
}

/// Requests the map of a pasted text.
pub(super) fn open(world: &mut World, text: &str) -> Result<(), String> {
    let spec = world.resource::<Dungeon>().spec();
    let spec = entry::spec_of(spec, Target::paste(text, crate::known()))?;
    world.write_message(Regenerate::Exactly(spec));
    Ok(())
}
