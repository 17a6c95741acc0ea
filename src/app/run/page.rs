//! Opens the shell in a browser page, with what its link asks for.

use std::path::PathBuf;

use bevy::prelude::*;

use super::{Options, run_with};
use crate::app::dungeon::{Dungeon, large};
use crate::app::link::{Link, Target};
use crate::app::notice::Notice;
use crate::app::platform::page;
use crate::app::reward::Chosen;
use crate::app::screen::Screen;
use crate::app::screens::conduit::Session;
use crate::app::screens::options::OptionsState;
use crate::app::screens::title::backdrop;
use crate::app::stage::Run;
use crate::disk::{self, DiskError};
use crate::entropy;
use crate::game::content::Content;
use crate::game::replay::Replay;

/// Opens the shell. What goes wrong is told in the page. In a worker of the page, waits for its orders instead.
pub fn open_page() {
    if page::is_worker() {
        page::serve(large::run_job);
        return;
    }
    if let Err(reason) = open() {
        page::tell(&reason);
    }
}

fn open() -> Result<(), String> {
    let said = |error: &dyn std::fmt::Display| error.to_string();
    let Link {
        target,
        is_noted,
        mut wrong,
    } = Link::read(&page::fragment());
    let seed = entropy::fresh_seed().map_err(|error| said(&error))?;
    let mut options = Options {
        drawn: true,
        screen: target.as_ref().map_or(Screen::Title, Target::screen),
        spec: backdrop(seed),
        maze: None,
        chosen: Chosen::Nothing,
        content: Content::embedded().map_err(|errors| said(errors))?,
        replay: None,
        timings: None,
        config_dir: None,
        data_dir: None,
    };
    match target {
        None => {}
        Some(Target::Seed(seed)) => (options.spec, options.drawn) = (backdrop(seed), false),
        Some(Target::Map(spec)) => (options.spec, options.drawn) = (spec, false),
        Some(Target::Replay(replay)) => match keep(&replay) {
            Ok(path) => options.replay = Some(path),
            Err(error) => {
                options.screen = Screen::Title;
                wrong = format!("The recorded run of the link is not shown: {error}.");
            }
        },
        Some(other) => options.chosen = other.chosen(),
    }
    let opened = run_with(options, move |app| {
        app.world_mut().resource_mut::<Notice>().add(&wrong);
        if is_noted {
            app.add_systems(
                Last,
                (
                    note_screen.run_if(state_changed::<Screen>),
                    note_run.run_if(resource_exists_and_changed::<Run>),
                    note_map.run_if(resource_changed::<Dungeon>),
                    note_board.run_if(resource_changed::<Session>),
                    note_notice.run_if(resource_changed::<Notice>),
                    note_options.run_if(resource_changed::<OptionsState>),
                ),
            );
        }
    });
    opened.map_err(|error| said(&error))
}

/// Keeps the recorded run of a link among the others, in the place of that of the link before.
fn keep(replay: &Replay) -> Result<PathBuf, DiskError> {
    let path = PathBuf::from("replays/from-a-link.replay");
    disk::write_text(&path, &replay.to_string())?;
    Ok(path)
}

fn note_screen(screen: Res<State<Screen>>) {
    page::note(&format!("screen {}", screen.name()));
}

/// Writes the digest of the run whenever it is another.
fn note_run(run: Res<Run>, mut last: Local<u64>) {
    let game = run.game();
    let digest = game.digest();
    if digest != *last {
        *last = digest;
        let (seed, turn) = (game.seed(), game.turns());
        page::note(&format!("run {seed} turn {turn} digest {digest:016x}"));
    }
}

fn note_notice(notice: Res<Notice>, mut last: Local<String>) {
    if *last != notice.0 {
        last.clone_from(&notice.0);
        page::note(&format!("notice {}", notice.0.replace('\n', " ")));
    }
}

/// Writes what the Options say whenever that is something else.
fn note_options(state: Res<OptionsState>, mut last: Local<String>) {
    if *last != state.said() {
        state.said().clone_into(&mut last);
        page::note(&format!("options {}", *last));
    }
}

fn note_map(dungeon: Res<Dungeon>) {
    let made = if dungeon.map().size().area() > 0 {
        " made"
    } else {
        ""
    };
    page::note(&format!("map {}{made}", dungeon.spec()));
}

fn note_board(session: Res<Session>) {
    let board = session.conduit().board();
    let solved = if board.is_solved() { " solved" } else { "" };
    let at = session.cursor().at;
    page::note(&format!(
        "board {} at {},{}{solved}",
        board.id(),
        at.x,
        at.y
    ));
}
