//! Copies a link to the browser page that opens what the current screen shows.

use bevy::prelude::*;

use super::dungeon::Dungeon;
use super::frame::Phase;
use super::input::CommonAction;
use super::link::{REPLAY_PREFIX, SEED_PREFIX, build_link};
use super::notice::Notice;
use super::platform::Clipboard;
use super::screen::Screen;
use super::screens::conduit::Session;
use super::screens::maze::Play;
use super::seed::RunSeed;
use super::settings::Settings;
use super::stage::{Run, Watched};

/// The longest link that is copied, in bytes; some programs truncate longer ones.
const MAX_LINK_LENGTH: usize = 32 << 10;

/// Handles [`CommonAction::CopyLink`].
pub fn plugin(app: &mut App) {
    app.add_systems(Update, copy_link.in_set(Phase::Act));
}

/// The current screen, and what each screen shows.
type ScreenState<'w> = (
    Res<'w, State<Screen>>,
    Res<'w, RunSeed>,
    Res<'w, Dungeon>,
    Res<'w, Session>,
    Res<'w, Play>,
    (Option<Res<'w, Run>>, Option<Res<'w, Watched>>),
);

fn copy_link(
    mut actions: MessageReader<CommonAction>,
    state: ScreenState,
    settings: Res<Settings>,
    mut clipboard: ResMut<Clipboard>,
    mut notice: ResMut<Notice>,
) {
    for _ in actions
        .read()
        .filter(|action| **action == CommonAction::CopyLink)
    {
        let link = build_link(&settings.page, &link_part(&state));
        notice.0 = match clipboard.copy(&link) {
            _ if link.len() > MAX_LINK_LENGTH => {
                "This run is too long for a link; send its replay file".to_owned()
            }
            Ok(()) if link.len() > 100 => "Copied the link".to_owned(),
            Ok(()) => format!("Copied {link}"),
            Err(reason) => format!("{reason}; the link is {link}"),
        };
    }
}

/// The part of the link that names what the screen shows.
fn link_part((screen, seed, dungeon, session, maze, (run, watched)): &ScreenState) -> String {
    match ***screen {
        Screen::Lab => dungeon.spec().to_string(),
        Screen::Conduit => session.conduit().puzzle().start().id(),
        Screen::Maze if let Some(round) = maze.round() => {
            format!("{}@:0:0", round.run().leg().spec())
        }
        Screen::Play if let Some(run) = run => format!("{SEED_PREFIX}{}", run.game().seed()),
        Screen::Replay if let Some(watched) = watched => match watched.run.playback() {
            Some(playback) => format!("{REPLAY_PREFIX}{}", playback.replay()),
            None => format!("{SEED_PREFIX}{}", watched.run.game().seed()),
        },
        _ => format!("{SEED_PREFIX}{}", seed.0),
    }
}
