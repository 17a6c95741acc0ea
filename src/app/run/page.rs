//! Opens the shell in a browser page, with what the page's link names.

use std::path::PathBuf;

use bevy::input_focus::InputFocus;
use bevy::prelude::*;
use bevy::text::{EditableText, EditableTextFilter};

use super::{Options, run_with};
use crate::app::begin::Begin;
use crate::app::card::{Cards, Zooms};
use crate::app::dungeon::{Dungeon, large};
use crate::app::frame::any_changed;
use crate::app::glyph::ViewInsets;
use crate::app::input::{Keymap, Layers, TouchUsed};
use crate::app::notice::{Notice, capitalize};
use crate::app::platform::data_folder::{DataFolder, FileWriter};
use crate::app::platform::{page, today};
use crate::app::screen::Screen;
use crate::app::screens::conduit::{self, BoardSession};
use crate::app::screens::descend::SaveFailure;
use crate::app::screens::options::OptionsState;
use crate::app::screens::title;
use crate::app::seed::TitleSeed;
use crate::app::settings::Settings;
use crate::app::stage::Run;
use crate::code::Target;
use crate::code::link::Link;
use crate::disk::{self, DiskError};
use crate::entropy;
use crate::game::content::Content;
use crate::game::record::Recording;

/// Opens the shell, and shows errors in the page. In a web worker, waits for orders of the page instead.
pub fn open_page() {
    if page::is_worker() {
        page::run_jobs_by(|order| conduit::run_job(order).unwrap_or_else(|| large::run_job(order)));
        return;
    }
    if let Err(reason) = open() {
        page::show_error(&reason);
    }
}

fn open() -> Result<(), String> {
    let Link {
        target,
        is_logged,
        error,
    } = Link::read(&page::fragment(), crate::known());
    let begun = target.map(|target| target.begun_by(today())).transpose();
    let (target, error) = match begun {
        Ok(target) => (target, error),
        Err(to_come) => (None, Some(to_come)),
    };
    let error = error.map(|error| error.to_string());
    let mut link_error = capitalize(&error.unwrap_or_default());
    let seed = entropy::fresh_seed().map_err(|error| error.to_string())?;
    let mut options = Options {
        screen: target.as_ref().map_or(Screen::Title, Screen::of),
        seed,
        begin: Begin::Last,
        content: Content::embedded().map_err(|errors| errors.to_string())?,
        timings: None,
        config_dir: None,
        data_dir: None,
    };
    match target {
        None => {}
        Some(Target::Replay(replay)) => match save_replay(&replay) {
            Ok(path) => options.begin = Begin::Replay(path),
            Err(error) => {
                options.screen = Screen::Title;
                link_error = format!("The recorded run of the link is not shown: {error}.");
            }
        },
        Some(other) => options.begin = other.into(),
    }
    options.seed = options.begin.seed().unwrap_or(seed);
    let opened = run_with(options, move |app| {
        app.add_systems(
            Last,
            (
                tell_title.run_if(state_changed::<Screen>),
                tell_keys.run_if(any_changed::<(State<Screen>, Keymap)>),
                tell_field.run_if(any_changed::<(InputFocus, TouchUsed)>),
                tell_map.run_if(any_changed::<(State<Screen>, ViewInsets, UiScale, Layers)>),
            ),
        );
        app.world_mut().resource_mut::<Notice>().add(&link_error);
        // Buttons for fingers from the start, where there is no mouse.
        app.insert_resource(TouchUsed(page::prefers("(pointer: coarse)")));
        if is_logged {
            app.add_systems(
                Last,
                (
                    log_screen.run_if(state_changed::<Screen>),
                    log_run.run_if(resource_exists_and_changed::<Run>),
                    log_seed.run_if(resource_changed::<TitleSeed>),
                    log_map.run_if(resource_changed::<Dungeon>),
                    log_board.run_if(resource_changed::<BoardSession>),
                    log_notice.run_if(resource_changed::<Notice>),
                    title::log_selection,
                    log_options.run_if(resource_changed::<OptionsState>),
                    log_looks.run_if(resource_changed::<Settings>),
                    log_saving,
                ),
            );
        }
    });
    opened.map_err(|error| error.to_string())
}

/// Saves the recorded run of a link among the replays, replacing that of the previous link.
fn save_replay(replay: &Recording) -> Result<PathBuf, DiskError> {
    let path = PathBuf::from("replays/from-a-link.replay");
    disk::write_text(&path, &replay.to_string())?;
    Ok(path)
}

/// Names the screen in the title of the page, and has Back lead to the title.
fn tell_title(screen: Res<State<Screen>>) {
    page::tell_screen(*screen.get() == Screen::Title);
    page::set_title(&match screen.get() {
        Screen::Title => "Undercroft".to_owned(),
        screen => format!("{} - Undercroft", screen.title()),
    });
}

/// Says which keys the screen uses: the others are the browser's.
fn tell_keys(screen: Res<State<Screen>>, keymap: Res<Keymap>) {
    let entries = keymap.entries_on(*screen.get());
    let keys: Vec<String> = entries.iter().flat_map(|entry| entry.keys()).collect();
    page::take_keys(&keys.join(" "));
}

/// Says where two fingers zoom the map, and not the page.
fn tell_map(
    (screen, cards, layers): (Res<State<Screen>>, Res<Cards>, Res<Layers>),
    (insets, scale): (Res<ViewInsets>, Res<UiScale>),
) {
    let has_map = cards.of(*screen.get()).zoom != Zooms::Nothing && !layers.has_list();
    let ViewInsets {
        left,
        right,
        top,
        bottom,
    } = insets.logical(Some(&scale));
    page::tell_map(has_map.then_some([left, right, top, bottom]));
}

/// Shows the keyboard of a phone for the field with the focus.
fn tell_field(
    (focus, touch): (Res<InputFocus>, Res<TouchUsed>),
    fields: Query<(&EditableText, Has<EditableTextFilter>)>,
    mut shown: Local<Option<Entity>>,
) {
    let field = focus
        .get()
        .filter(|_| touch.0)
        .and_then(|focused| Some((focused, fields.get(focused).ok()?)));
    let focused = field.map(|(focused, _)| focused);
    if std::mem::replace(&mut *shown, focused) == focused {
        return;
    }
    let text = field.map(|(_, (text, is_number))| (text.value().to_string(), is_number));
    page::type_into(
        text.as_ref()
            .map(|(text, is_number)| (text.as_str(), *is_number)),
    );
}

fn log_screen(screen: Res<State<Screen>>) {
    page::log(&format!("screen {}", screen.name()));
}

/// Logs the digest of the run when it changes.
fn log_run(run: Res<Run>, mut last: Local<u64>) {
    let game = run.game();
    let digest = game.digest();
    if digest != *last {
        *last = digest;
        let (seed, turn) = (game.seed(), game.turns());
        page::log(&format!("run {seed} turn {turn} digest {digest:016x}"));
    }
}

fn log_notice(notice: Res<Notice>, mut last: Local<String>) {
    if *last != notice.text() {
        notice.text().clone_into(&mut last);
        page::log(&format!("notice {}", notice.text().replace('\n', " ")));
    }
}

/// Logs the row of the cursor on the Options screen and whether it asks something, and its message when it changes.
fn log_options(state: Res<OptionsState>, mut last: Local<String>) {
    let asks = if state.is_prompting() { " asks" } else { "" };
    page::log(&format!("options {:?}{asks}", state.row()));
    if *last != state.message() {
        state.message().clone_into(&mut last);
        page::log(&format!("message {}", *last));
    }
}

fn log_looks(settings: Res<Settings>) {
    page::log(&format!(
        "looks {:?}, {:?}",
        settings.palette, settings.motion
    ));
}

/// Logs whether what is played is saved, when that changes.
fn log_saving(
    folder: Option<Res<DataFolder>>,
    writer: Option<Res<FileWriter>>,
    run: Res<SaveFailure>,
    mut last: Local<&'static str>,
) {
    let saving = match (folder, writer) {
        (Some(folder), _) if folder.refusal().is_some() => "refused",
        (Some(_), _) if run.reason().is_some() => "failing",
        (Some(_), Some(writer)) if writer.failures().last().is_some() => "failing",
        (Some(_), _) => "on",
        (None, _) => "off",
    };
    if *last != saving {
        *last = saving;
        page::log(&format!("saving {saving}"));
    }
}

fn log_seed(title: Res<TitleSeed>) {
    page::log(&format!("seed {}", title.seed()));
}

fn log_map(dungeon: Res<Dungeon>) {
    let made = if dungeon.map().size().area() > 0 {
        " made"
    } else {
        ""
    };
    page::log(&format!("map {}{made}", dungeon.spec()));
}

fn log_board(session: Res<BoardSession>) {
    let board = session.conduit().board();
    let solved = if board.is_solved() { " solved" } else { "" };
    let at = session.cursor().at;
    page::log(&format!(
        "board {} at {},{}{solved}",
        board.id(),
        at.x,
        at.y
    ));
}
