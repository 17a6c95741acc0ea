//! The run on disk: saved on stairs, every few turns, and on leaving the screen or the program; loaded
//! at the next start; replaced by a replay and a story when it ends.

use std::error::Error;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};

use bevy::app::AppExit;
use bevy::prelude::*;
use bevy::window::ExitSystems;

use crate::app::frame::Phase;
use crate::app::notice::{Notice, capitalize};
use crate::app::platform::data_folder::{DataFolder, explain_unsaved};
use crate::app::platform::{IS_PAGE, now};
use crate::app::reward::Records;
use crate::app::screen::Screen;
use crate::app::stage::{PlayedContent, Progress, Run, SaveFolder, Saves, Slot};
use crate::disk::{self, DiskError};
use crate::game::{self, Outcome, Practice, counted, describe_end};

/// Loads the saved runs of `folder` and saves the current one there.
///
/// A second window on the same folder plays without saving. It does not refuse to open, because from a
/// desktop that would look as if nothing happened, and mazes, boards, the Lab and replays need no save.
pub(super) fn plugin(app: &mut App, folder: PathBuf) {
    DataFolder::open(app, &folder);
    let refusal = app.world().resource::<DataFolder>().refusal();
    let mut refusal = SaveRefusal(refusal);
    let folder = SaveFolder::new(folder);
    let mut saves = Saves::default();
    if refusal.0.is_none() {
        match load_runs(app, &folder, &mut saves) {
            Ok(run) => drop(run.map(|run| app.insert_resource(run))),
            Err(reason) => refusal.0 = Some(explain_unsaved("Runs are not saved", &reason)),
        }
    }
    app.insert_resource(folder)
        .insert_resource(saves)
        .insert_resource(refusal)
        .init_resource::<SaveFailure>()
        .add_systems(OnEnter(Screen::Title), warn_if_not_saved)
        .add_systems(OnEnter(Screen::Descend), warn_if_not_saved)
        .add_systems(
            OnExit(Screen::Descend),
            save_on_exit.run_if(resource_exists::<Run>),
        )
        .add_systems(
            Update,
            save_progress
                .run_if(resource_exists_and_changed::<Run>)
                .in_set(Screen::Descend)
                .in_set(Phase::Settle),
        )
        .add_systems(
            Last,
            // Closing the window sends `AppExit` in this schedule.
            save_on_exit
                .run_if(on_message::<AppExit>)
                .run_if(resource_exists::<Run>)
                .after(ExitSystems),
        );
}

/// Loads the run of each slot. Returns the first one found, to be played next, and puts the others
/// aside. A run that had ended, but could not be archived, is archived now.
fn load_runs(
    app: &mut App,
    folder: &SaveFolder,
    saves: &mut Saves,
) -> Result<Option<Run>, DiskError> {
    let content = PlayedContent::or_own(app.world().get_resource::<PlayedContent>());
    let content = content.map_err(DiskError::Content)?;
    let mut first = None;
    for slot in Slot::ALL {
        let path = folder.run(slot);
        let is_saved = disk::exists(&path);
        let accept = |played: game::Run| {
            slot.check(played.game())?;
            Run::resume(played).map_err(|error| error.to_string())
        };
        let (run, warning) = disk::recover_run(&path, content, accept)?;
        let world = app.world_mut();
        world.resource_mut::<Notice>().add(&warning);
        let Some(mut run) = run else { continue };
        if !run.is_playing() {
            let mut records = world.get_resource_or_init::<Records>();
            if let Err(reason) = end_run(folder, &mut run, &mut records) {
                world.resource_mut::<Notice>().add(&reason.to_string());
            }
            continue;
        }
        saves.last.insert(slot, run.progress());
        if !is_saved || !warning.is_empty() {
            run.mark_practice(Practice::Restored);
            let practice = Practice::Restored.to_string();
            world.resource_mut::<Notice>().add(&practice);
        }
        match first {
            None => first = Some(run),
            Some(_) => saves.suspend(run),
        }
    }
    Ok(first)
}

/// Turns between saves. A web page saves every turn, because it is not warned before it is closed.
const SAVE_INTERVAL: u64 = if IS_PAGE { 1 } else { 50 };

/// Why no run is saved in this window, as a sentence; `None` if runs are saved.
#[derive(Resource)]
struct SaveRefusal(Option<String>);

/// Why the last save failed, if it did. It is shared, so that the program can report the failure and
/// exit with an error after the app is gone.
#[derive(Resource, Clone, Default)]
pub struct SaveFailure(Arc<Mutex<Option<String>>>);

impl SaveFailure {
    /// The reason, as a sentence without a full stop; `None` if the last save succeeded.
    pub fn reason(&self) -> Option<String> {
        self.0
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .clone()
    }

    fn set(&self, reason: Option<String>) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = reason;
    }
}

/// Warns the player, on the title and on entering a run, that runs are not saved.
fn warn_if_not_saved(refusal: Res<SaveRefusal>, mut notice: ResMut<Notice>) {
    if let Some(reason) = &refusal.0 {
        notice.add(reason);
    }
}

/// Saves the run on a new level and every [`SAVE_INTERVAL`] turns, and archives it when it ends.
fn save_progress(
    (folder, failure): (Res<SaveFolder>, Res<SaveFailure>),
    (mut run, mut saves): (ResMut<Run>, ResMut<Saves>),
    refusal: Res<SaveRefusal>,
    (mut notice, mut records): (ResMut<Notice>, ResMut<Records>),
) {
    let slot = Slot::of(run.game());
    if !run.is_playing() {
        if !run.epitaph.is_empty() {
            return;
        }
        if let Some(reason) = &refusal.0 {
            count_run(&mut records, &run);
            run.epitaph.clone_from(reason);
            return;
        }
        saves.last.remove(&slot);
        let error = end_run(&folder, &mut run, &mut records).err();
        let reason = error.map(|error| error.to_string());
        if let Some(reason) = &reason {
            run.epitaph.clone_from(reason);
        }
        failure.set(reason);
        return;
    }
    let (seed, turn, depth) = run.progress();
    let is_recent = |(last_seed, last_turn, last_depth): Progress| {
        (last_seed, last_depth) == (seed, depth)
            && (last_turn..last_turn + SAVE_INTERVAL).contains(&turn)
    };
    let is_another = |(last_seed, last_turn, _): Progress| last_seed != seed || turn < last_turn;
    let last = saves.last.get(&slot).copied();
    if last.is_some_and(is_another)
        && let Err(reason) = archive_replaced_run(&folder, &run, &mut records)
    {
        notice.add(&reason.to_string());
    }
    if !last.is_some_and(is_recent) {
        write_save(&folder, &run, (&refusal, &mut saves), &failure, &mut notice);
    }
}

/// Adds a finished run to the records, unless it is practice.
fn count_run(records: &mut Records, run: &Run) {
    let game = run.game();
    if let Some(played) = run.played().filter(|_| run.practice().is_none()) {
        let won = game.outcome() == Outcome::Won;
        records.add_run(played.replay().id(), won, game.deepest(), game.score());
    }
}

/// Saves a finished run as ended, so that it cannot go on whatever happens, counts it and archives it.
fn end_run(
    folder: &SaveFolder,
    run: &mut Run,
    records: &mut Records,
) -> Result<(), Box<dyn Error>> {
    let played = run.played().ok_or("it was not played")?;
    let saved = disk::write_run(&folder.run(Slot::of(run.game())), played);
    count_run(records, run);
    // A save that could not be written matters only if it is still there.
    archive_run(folder, run).and(saved.map_err(Into::into))
}

/// Saves the run, unless its current turn is already saved.
fn save_on_exit(
    (folder, failure): (Res<SaveFolder>, Res<SaveFailure>),
    (run, mut saves): (Res<Run>, ResMut<Saves>),
    refusal: Res<SaveRefusal>,
    mut notice: ResMut<Notice>,
) {
    let last = saves.last.get(&Slot::of(run.game()));
    let is_saved = last == Some(&run.progress()) && failure.reason().is_none();
    if run.is_playing() && !is_saved {
        write_save(&folder, &run, (&refusal, &mut saves), &failure, &mut notice);
    }
}

fn write_save(
    folder: &SaveFolder,
    run: &Run,
    (refusal, saves): (&SaveRefusal, &mut Saves),
    failure: &SaveFailure,
    notice: &mut Notice,
) {
    let Some(played) = run.played().filter(|_| refusal.0.is_none()) else {
        return;
    };
    let slot = Slot::of(run.game());
    // Recorded even if the write fails, so that the failure is reported once and not every turn.
    saves.last.insert(slot, run.progress());
    let written = disk::write_run(&folder.run(slot), played).map_err(|error| error.to_string());
    if let Err(reason) = &written {
        notice.0.clone_from(reason);
    }
    failure.set(written.err());
}

/// Archives the saved run that `other` has replaced in its slot, as if the player had given it up.
fn archive_replaced_run(
    folder: &SaveFolder,
    other: &Run,
    records: &mut Records,
) -> Result<(), Box<dyn Error>> {
    let save = folder.run(Slot::of(other.game()));
    let mut replaced = Run::resume(disk::read_run(&save, other.game().content())?)?;
    replaced.give_up();
    end_run(folder, &mut replaced, records)
}

/// Writes the result of a daily run, the replay of a finished run and its story, and removes its save. Without its
/// replay it stays saved, to be archived at the next start; a story that cannot be written is given up.
fn archive_run(folder: &SaveFolder, run: &mut Run) -> Result<(), Box<dyn Error>> {
    let played = run.played().ok_or("it was not played")?;
    let stem = run.game().seed().to_string();
    // Only the first result of a day counts.
    if let Some(daily) = run.game().daily()
        && run.practice().is_none()
        && folder.result(daily).is_none()
    {
        disk::write_text(&folder.daily(daily), &format!("{}\n", run.result()))?;
    }
    let path = folder.free_path("replays", &stem, "replay");
    disk::write_replay(&path, &played.replay().with_time(now()))?;
    disk::remove_run(&folder.run(Slot::of(run.game())))?;
    let story = folder.free_path("morgue", &stem, "txt");
    run.epitaph = match disk::write_text(&story, &format_story(run)) {
        Ok(()) => format!("Recorded in {}", story.display()),
        Err(error) => format!("Recorded in {}, without its story: {error}", path.display()),
    };
    run.replay = Some(path);
    Ok(())
}

/// Messages at the end of a story, the latest ones of the log.
const STORY_MESSAGES: usize = 20;

/// The text file of a finished run: its end, the player's figures, the pack, the known part of the
/// level, and the last messages.
fn format_story(run: &Run) -> String {
    let (game, view) = (run.game(), run.game().view());
    let player = view.player();
    let outcome = match game.outcome() {
        Outcome::Won => "The Everlamp burns again.".to_owned(),
        Outcome::Died { .. } | Outcome::GaveUp => {
            format!("{}.", capitalize(&describe_end(game)))
        }
        Outcome::Finished => "Finished the training.".to_owned(),
        Outcome::Playing => "Still alive.".to_owned(),
    };
    let mut lines = vec![
        format!(
            "Undercroft {}, seed {}",
            env!("CARGO_PKG_VERSION"),
            game.seed()
        ),
        outcome,
        String::new(),
        format!(
            "score {}, {}, deepest {}, {}",
            game.score(),
            counted(game.turns(), "turn"),
            game.deepest(),
            counted(player.kills, "kill")
        ),
        format!(
            "level {}, health {}/{}, attack {}, defence {}",
            player.level, player.health, player.max_health, player.attack, player.defence
        ),
        String::new(),
        "carried:".to_owned(),
    ];
    for (letter, item) in view.pack() {
        let note = match (view.is_equipped(letter), view.knows(item.kind)) {
            (true, _) => " (in use)",
            (false, false) => " (never identified)",
            (false, true) => "",
        };
        let name = view.true_name(item.kind, item.count, item.plus);
        lines.push(format!("  {letter}  {name}{note}"));
    }
    lines.push(String::new());
    lines.extend(view.known_rows().into_iter().filter(|row| !row.is_empty()));
    lines.push(String::new());
    let messages = run.log().lines();
    let skipped = messages.len().saturating_sub(STORY_MESSAGES);
    lines.extend(messages.iter().skip(skipped).map(ToString::to_string));
    lines.push(String::new());
    lines.join("\n")
}
