//! Share codes by way of the clipboard.

use bevy::prelude::*;

use super::action::LabAction;
use crate::app::dungeon::{Dungeon, Regenerate, entry};
use crate::app::frame::Phase;
use crate::app::notice::Notice;
use crate::app::platform::{Clipboard, ClipboardRead};

/// Copies and pastes share codes.
pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Clipboard>()
        .init_resource::<Pasting>()
        .add_systems(Update, (apply_actions, arrive).chain().in_set(Phase::Act));
}

/// A text that is on its way from the clipboard.
#[derive(Resource, Default)]
struct Pasting(Option<ClipboardRead>);

fn apply_actions(
    mut actions: MessageReader<LabAction>,
    dungeon: Res<Dungeon>,
    mut clipboard: ResMut<Clipboard>,
    mut pasting: ResMut<Pasting>,
    mut notice: ResMut<Notice>,
) {
    for action in actions.read() {
        match action {
            LabAction::CopyCode => {
                let code = dungeon.spec().to_string();
                notice.0 = match clipboard.copy(&code) {
                    Ok(()) => format!("copied {code}"),
                    Err(reason) => format!("{reason}; the share code is {code}"),
                };
            }
            LabAction::PasteCode => pasting.0 = Some(clipboard.read()),
            _ => {}
        }
    }
}

fn arrive(
    mut pasting: ResMut<Pasting>,
    dungeon: Res<Dungeon>,
    mut requests: MessageWriter<Regenerate>,
    mut notice: ResMut<Notice>,
) {
    if pasting.0.is_none() {
        return;
    }
    let Some(text) = pasting.0.as_mut().and_then(ClipboardRead::poll) else {
        return;
    };
    pasting.0 = None;
    let spec = text.and_then(|text| entry::seed_or_code(dungeon.spec(), &text));
    match spec {
        Ok(spec) => drop(requests.write(Regenerate::Exactly(spec))),
        Err(reason) => notice.0 = format!("not pasted: {reason}"),
    }
}
