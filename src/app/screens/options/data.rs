//! Exports all data that a browser page keeps as one file, and imports such a file. The questions to the
//! player are in [`OptionsState`].

use bevy::prelude::*;
use bevy::winit::{EventLoopProxyWrapper, WinitUserEvent};

use super::import::{self, ChosenFile};
use super::{DataRequest, OptionsState, apply_actions};
use crate::app::frame::{Phase, React};
use crate::app::platform::{page, today};
use crate::app::screen::Screen;
use crate::disk::{self, bundle::Bundle};

pub(super) fn plugin(app: &mut App) {
    import::plugin(app);
    app.add_systems(
        React,
        (ask_to_import, handle_requests)
            .chain()
            .after(apply_actions)
            .in_set(Screen::Options)
            .in_set(Phase::Act),
    );
}

/// Asks whether the chosen file is to replace all data, or reports why it cannot.
fn ask_to_import(chosen: Res<ChosenFile>, mut state: ResMut<OptionsState>) {
    let Some((name, read)) = chosen.take() else {
        return;
    };
    let read = read.and_then(|bytes| Bundle::read(&bytes).map_err(|error| error.to_string()));
    match read {
        Ok(bundle) => {
            let kept = disk::collect_bundle().unwrap_or_default().count();
            state.ask_to_import(&name, bundle, &kept);
        }
        Err(reason) => state.set_message(format!("Nothing was imported. {name}: {reason}.")),
    }
}

fn handle_requests(
    mut requests: MessageReader<DataRequest>,
    mut state: ResMut<OptionsState>,
    (chosen, proxy): (Res<ChosenFile>, Res<EventLoopProxyWrapper>),
) {
    for request in requests.read() {
        match request {
            DataRequest::Export => state.set_message(export().unwrap_or_else(|reason| reason)),
            DataRequest::ChooseFile => {
                let (chosen, proxy) = (ChosenFile::clone(&chosen), (**proxy).clone());
                let opened = page::choose_file(disk::LIMIT, move |name, read| {
                    chosen.put((name, read));
                    // Sending fails only once the event loop has ended.
                    let _ = proxy.send_event(WinitUserEvent::WakeUp);
                });
                let message = match opened {
                    Some(()) => "Choose a file that was exported.",
                    None => "This browser does not let the page open files.",
                };
                state.set_message(message.to_owned());
            }
            DataRequest::Import(bundle) => match disk::import_bundle(bundle) {
                Ok(()) => page::reload(),
                Err(error) => state.set_message(format!("Nothing was imported: {error}.")),
            },
        }
    }
}

/// Downloads all data as one file. Returns the message for the player either way.
fn export() -> Result<String, String> {
    let failed = |reason: &dyn std::fmt::Display| format!("Nothing was exported: {reason}.");
    let bundle = disk::collect_bundle().map_err(|error| failed(&error))?;
    let name = format!("undercroft-{}.save", today());
    page::download(&name, &bundle.to_bytes())
        .ok_or_else(|| failed(&"the browser refused the download"))?;
    Ok(format!("Downloaded {} as {name}.", bundle.count()))
}
