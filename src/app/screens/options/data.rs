//! What a browser page keeps, handed out as one file and taken in again. What is asked before that is
//! [`OptionsState`]'s.

use bevy::prelude::*;
use bevy::winit::{EventLoopProxyWrapper, WinitUserEvent};

use super::chosen::{self, Chosen};
use super::{DataOrder, OptionsState, apply_actions};
use crate::app::frame::Phase;
use crate::app::platform::{page, today};
use crate::app::screen::{Screen, on};
use crate::disk::{self, bundle::Bundle};

/// Does what is ordered.
pub(super) fn plugin(app: &mut App) {
    chosen::plugin(app);
    app.add_systems(
        Update,
        (offer, obey)
            .chain()
            .after(apply_actions)
            .run_if(on(Screen::Options))
            .in_set(Phase::Act),
    );
}

/// Asks whether the chosen file is to replace what is kept, or says why it cannot.
fn offer(chosen: Res<Chosen>, mut state: ResMut<OptionsState>) {
    let Some((name, read)) = chosen.take() else {
        return;
    };
    let read = read.and_then(|bytes| Bundle::read(&bytes).map_err(|error| error.to_string()));
    match read {
        Ok(bundle) => {
            let kept = disk::hand_out().unwrap_or_default().count();
            state.offer(&name, bundle, &kept);
        }
        Err(reason) => state.say(format!("Nothing was imported. {name}: {reason}.")),
    }
}

fn obey(
    mut orders: MessageReader<DataOrder>,
    mut state: ResMut<OptionsState>,
    (chosen, proxy): (Res<Chosen>, Res<EventLoopProxyWrapper>),
) {
    for order in orders.read() {
        match order {
            DataOrder::Export => state.say(export().unwrap_or_else(|reason| reason)),
            DataOrder::Choose => {
                let (chosen, proxy) = (Chosen::clone(&chosen), (**proxy).clone());
                let asked = page::choose_file(disk::LIMIT, move |name, read| {
                    chosen.put((name, read));
                    // The page is there as long as this is.
                    let _ = proxy.send_event(WinitUserEvent::WakeUp);
                });
                let said = match asked {
                    Some(()) => "Choose a file that was exported.",
                    None => "This browser does not let the page open files.",
                };
                state.say(said.to_owned());
            }
            DataOrder::Replace(bundle) => match disk::take_in(bundle) {
                Ok(()) => page::reload(),
                Err(error) => state.say(format!("Nothing was imported: {error}.")),
            },
        }
    }
}

/// Downloads all that is kept.
fn export() -> Result<String, String> {
    let failed = |reason: &dyn std::fmt::Display| format!("Nothing was exported: {reason}.");
    let bundle = disk::hand_out().map_err(|error| failed(&error))?;
    let name = format!("undercroft-{}.save", today());
    page::download(&name, &bundle.to_bytes())
        .ok_or_else(|| failed(&"the browser refused the download"))?;
    Ok(format!("Downloaded {} as {name}.", bundle.count()))
}
