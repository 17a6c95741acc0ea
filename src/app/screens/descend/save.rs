//! The run on the disk: saved at stairs, now and then, and whenever the screen or the program is
//! left; found again at the next start; told about when it has ended.

use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};

use bevy::app::AppExit;
use bevy::prelude::*;
use bevy::window::ExitSystems;

use crate::app::frame::Phase;
use crate::app::notice::Notice;
use crate::app::platform::kept::{DataFolder, explain_unsaved};
use crate::app::platform::{IS_PAGE, today};
use crate::app::reward::Records;
use crate::app::screen::{Screen, on};
use crate::app::stage::{Mark, PlayedContent, Run, SaveFolder, Saves, Slot, mark};
use crate::disk::{self, DiskError};
use crate::game::{Outcome, counted, describe_cause};
use crate::geom::Pos;

/// Keeps the run on the disk, and goes on with the one that is there.
///
/// A second window on the same folder plays without saving. It does not refuse to open: whoever
/// started it from a desktop would see nothing happen, and mazes, boards, the Lab and recorded runs
/// need no save.
pub(super) fn plugin(app: &mut App, folder: PathBuf) {
    DataFolder::open(app, &folder);
    let mut kept = Kept {
        unsaved: app.world().resource::<DataFolder>().refusal().map(unsaved),
    };
    let folder = SaveFolder::new(folder);
    let mut saves = Saves::default();
    if kept.unsaved.is_none() {
        match load(app, &folder, &mut saves) {
            Ok(run) => drop(run.map(|run| app.insert_resource(run))),
            Err(reason) => kept.unsaved = Some(unsaved(explain_unsaved(&reason))),
        }
    }
    app.insert_resource(folder)
        .insert_resource(saves)
        .insert_resource(kept)
        .init_resource::<SaveFailure>()
        .add_systems(OnEnter(Screen::Title), warn)
        .add_systems(OnEnter(Screen::Play), warn)
        .add_systems(OnExit(Screen::Play), keep.run_if(resource_exists::<Run>))
        .add_systems(
            Update,
            follow
                .run_if(resource_exists_and_changed::<Run>)
                .run_if(on(Screen::Play))
                .in_set(Phase::Settle),
        )
        .add_systems(
            Last,
            // The window's button ends the program in the same schedule.
            keep.run_if(on_message::<AppExit>)
                .run_if(resource_exists::<Run>)
                .after(ExitSystems),
        );
}

/// Loads the run of each slot. Returns the one to go on with; the others rest.
fn load(app: &mut App, folder: &SaveFolder, saves: &mut Saves) -> Result<Option<Run>, DiskError> {
    let content = PlayedContent::or_own(app.world().get_resource::<PlayedContent>());
    let content = content.map_err(DiskError::Content)?;
    let mut first = None;
    for slot in Slot::ALL {
        let found = disk::recover_run(&folder.run(slot), content, Run::resume);
        let (run, told) = found?;
        app.world_mut().resource_mut::<Notice>().add(&told);
        let Some(run) = run else { continue };
        saves.last.insert(Slot::of(run.game()), mark(&run));
        match first {
            None => first = Some(run),
            Some(_) => saves.rest(run),
        }
    }
    Ok(first)
}

fn unsaved(why: String) -> String {
    format!("Runs are not saved in this window, {why}")
}

/// Turns after which a run is saved again. A page may be closed at any turn, and is not told in time.
const INTERVAL: u64 = if IS_PAGE { 1 } else { 50 };

/// What is on the disk.
#[derive(Resource)]
struct Kept {
    /// Why no run is saved, as a sentence, if none is.
    unsaved: Option<String>,
}

/// Why the last save failed, if it did. It outlives the app, so that whoever ran it can say so and
/// end with a failure.
#[derive(Resource, Clone, Default)]
pub struct SaveFailure(Arc<Mutex<Option<String>>>);

impl SaveFailure {
    /// The reason, as a sentence without its full stop.
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

/// Tells whoever comes to play that runs are not saved.
fn warn(kept: Res<Kept>, mut notice: ResMut<Notice>) {
    if let Some(reason) = &kept.unsaved {
        notice.add(reason);
    }
}

/// Saves the run when it has gone on for long enough, and writes down its end.
fn follow(
    (folder, failure): (Res<SaveFolder>, Res<SaveFailure>),
    (mut run, mut saves): (ResMut<Run>, ResMut<Saves>),
    kept: Res<Kept>,
    (mut notice, mut records): (ResMut<Notice>, Option<ResMut<Records>>),
) {
    let slot = Slot::of(run.game());
    if !run.is_playing() {
        if !run.epitaph.is_empty() {
            return;
        }
        if let Some(records) = &mut records {
            count(records, &run);
        }
        if let Some(reason) = &kept.unsaved {
            run.epitaph.clone_from(reason);
            return;
        }
        saves.last.remove(&slot);
        let ended = end(&folder, &run);
        failure.set(ended.as_ref().err().cloned());
        match ended {
            Ok(kept) => {
                run.epitaph = format!("Recorded in {}", kept.story.display());
                run.replay = Some(kept.replay);
            }
            Err(reason) => run.epitaph = reason,
        }
        return;
    }
    let (seed, turn, depth) = mark(&run);
    let recent = |(last_seed, last_turn, last_depth): Mark| {
        (last_seed, last_depth) == (seed, depth)
            && (last_turn..last_turn + INTERVAL).contains(&turn)
    };
    let is_another = |(last_seed, last_turn, _): Mark| last_seed != seed || turn < last_turn;
    let last = saves.last.get(&slot).copied();
    if last.is_some_and(is_another) {
        bury(&folder, &run, (&mut notice, records.as_deref_mut()));
    }
    if !last.is_some_and(recent) {
        write(&folder, &run, (&kept, &mut saves), &failure, &mut notice);
    }
}

/// Counts a run that has ended; the training counts for nothing.
fn count(records: &mut Records, run: &Run) {
    let game = run.game();
    if game.is_training() {
        return;
    }
    let won = game.outcome() == Outcome::Won;
    records.add_run(won, game.deepest(), game.score());
}

/// Saves the run as it stands, unless it was saved so.
fn keep(
    (folder, failure): (Res<SaveFolder>, Res<SaveFailure>),
    (run, mut saves): (Res<Run>, ResMut<Saves>),
    kept: Res<Kept>,
    mut notice: ResMut<Notice>,
) {
    let last = saves.last.get(&Slot::of(run.game()));
    let saved = last == Some(&mark(&run)) && failure.reason().is_none();
    if run.is_playing() && !saved {
        write(&folder, &run, (&kept, &mut saves), &failure, &mut notice);
    }
}

fn write(
    folder: &SaveFolder,
    run: &Run,
    (kept, saves): (&Kept, &mut Saves),
    failure: &SaveFailure,
    notice: &mut Notice,
) {
    let Some(played) = run.played().filter(|_| kept.unsaved.is_none()) else {
        return;
    };
    let slot = Slot::of(run.game());
    // A failure is told once and not at every turn.
    saves.last.insert(slot, mark(run));
    let written = disk::write_run(&folder.run(slot), played).map_err(|error| error.to_string());
    if let Err(reason) = &written {
        notice.0.clone_from(reason);
    }
    failure.set(written.err());
}

/// Ends the run on the disk, in whose place another was begun: it leaves what any run leaves.
fn bury(folder: &SaveFolder, other: &Run, (notice, records): (&mut Notice, Option<&mut Records>)) {
    let content = other.game().content();
    let slot = Slot::of(other.game());
    let buried = disk::read_run(&folder.run(slot), content)
        .map_err(|error| error.to_string())
        .and_then(|left| Run::resume(left).map_err(|error| error.to_string()))
        .and_then(|mut left| {
            left.give_up();
            if let Some(records) = records {
                count(records, &left);
            }
            end(folder, &left)
        });
    if let Err(reason) = buried {
        notice.add(&reason);
    }
}

/// What is kept of a run that has ended.
struct End {
    story: PathBuf,
    replay: PathBuf,
}

/// Writes the replay and the story of a run that has ended, and the result of a daily one, and
/// removes its save.
fn end(folder: &SaveFolder, run: &Run) -> Result<End, String> {
    let told = |error: DiskError| error.to_string();
    let Some(played) = run.played() else {
        return Err("it was not played".to_owned());
    };
    let stem = run.game().seed().to_string();
    let replay = folder.free("replays", &stem, "replay");
    disk::write_replay(&replay, &played.replay()).map_err(told)?;
    let path = folder.free("morgue", &stem, "txt");
    disk::write_text(&path, &story(run)).map_err(told)?;
    let daily = run.game().daily();
    // The first result counts, and none before its day.
    if let Some(daily) = daily.filter(|daily| *daily <= today() && folder.result(*daily).is_none())
    {
        let path = folder.daily(daily);
        let result = format!("{}\n", run.game().result());
        disk::write_text(&path, &result).map_err(told)?;
    }
    disk::remove_run(&folder.run(Slot::of(run.game()))).map_err(told)?;
    Ok(End {
        story: path,
        replay,
    })
}

/// Messages at the end of a story.
const LAST_WORDS: usize = 20;

/// What remains of a run: how it ended, who it was, what was carried, the level as far as it was
/// known, and the last messages.
fn story(run: &Run) -> String {
    let (game, view) = (run.game(), run.game().view());
    let player = view.player();
    let end = match game.outcome() {
        Outcome::Won => "The Everlamp burns again.".to_owned(),
        Outcome::Died { cause } => {
            let how = describe_cause(game.content(), cause);
            format!("Died on depth {}, {how}.", game.depth())
        }
        Outcome::GaveUp => format!("Abandoned the run on depth {}.", game.depth()),
        Outcome::Finished => "Finished the training.".to_owned(),
        Outcome::Playing => "Still alive.".to_owned(),
    };
    let mut lines = vec![
        format!(
            "Undercroft {}, seed {}",
            env!("CARGO_PKG_VERSION"),
            game.seed()
        ),
        end,
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
        let used = if view.is_equipped(letter) {
            " (in use)"
        } else {
            ""
        };
        let name = view.item_name(item.kind, item.count, item.plus);
        lines.push(format!("  {letter}  {name}{used}"));
    }
    lines.push(String::new());
    lines.extend(map(run));
    lines.push(String::new());
    let said = run.log().lines();
    lines.extend(
        said[said.len().saturating_sub(LAST_WORDS)..]
            .iter()
            .map(|line| line.told()),
    );
    lines.push(String::new());
    lines.join("\n")
}

/// The level as far as it is known, without empty rows and columns at the right.
fn map(run: &Run) -> Vec<String> {
    let view = run.game().view();
    let size = view.size();
    let me = view.player().pos;
    let mut rows: Vec<Vec<char>> = (0..size.height as i32)
        .map(|y| {
            let tile = |x| {
                view.tile(Pos::new(x, y))
                    .map_or(' ', |tile| tile.tile.to_char())
            };
            (0..size.width as i32).map(tile).collect()
        })
        .collect();
    let mut put = |pos: Pos, c: char| rows[pos.y as usize][pos.x as usize] = c;
    for actor in view.actors() {
        put(actor.pos, run.game().content().monster(actor.kind).glyph);
    }
    put(me, '@');
    rows.into_iter()
        .map(|row| row.into_iter().collect::<String>().trim_end().to_owned())
        .filter(|row| !row.is_empty())
        .collect()
}
