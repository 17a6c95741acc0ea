//! The run on the disk: saved at stairs, now and then, and whenever the screen or the program is
//! left; found again at the next start; told about when it has ended.

use std::fs;
use std::path::PathBuf;

use bevy::app::AppExit;
use bevy::prelude::*;
use bevy::window::ExitSystems;

use crate::app::frame::Phase;
use crate::app::notice::Notice;
use crate::app::platform::today;
use crate::app::screen::{Screen, on};
use crate::app::stage::{PlayedContent, Run};
use crate::disk::{self, DiskError};
use crate::game::{Daily, Outcome, describe_cause};
use crate::geom::Pos;
use crate::rng::Seed;

/// Keeps the run on the disk, and goes on with the one that is there.
pub(super) fn plugin(app: &mut App, folder: PathBuf) {
    let folder = SaveFolder(folder);
    let mut kept = Kept::default();
    let content = app.world().get_resource::<PlayedContent>().copied();
    match find(&folder, content) {
        Ok(run) => {
            if let Some(run) = run {
                kept.last = Some(mark(&run));
                app.insert_resource(run);
            }
        }
        Err(reason) => {
            kept.unreadable = true;
            app.insert_resource(Notice(format!("{reason}. The file is kept")));
        }
    }
    app.insert_resource(folder)
        .insert_resource(kept)
        .init_resource::<Notice>()
        .add_message::<AppExit>()
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

/// Turns after which a run is saved again.
const INTERVAL: u64 = 50;

/// The folder for the player's files.
#[derive(Resource)]
pub struct SaveFolder(PathBuf);

impl SaveFolder {
    /// The run that is played.
    fn run(&self) -> PathBuf {
        self.0.join("run.save")
    }

    /// Where the result of a day's run is kept.
    fn daily(&self, daily: Daily) -> PathBuf {
        self.0.join("daily").join(format!("{daily}.txt"))
    }

    /// What became of a day's run when it was played first.
    pub fn result(&self, daily: Daily) -> Option<String> {
        let text = fs::read_to_string(self.daily(daily)).ok()?;
        text.lines().next().map(str::to_owned)
    }

    /// A name in a folder of this one that no file has yet.
    fn free(&self, folder: &str, stem: &str, extension: &str) -> PathBuf {
        let folder = self.0.join(folder);
        let named = |number: u32| folder.join(format!("{stem}-{number}.{extension}"));
        (1..)
            .map(named)
            .find(|path| !path.exists())
            .unwrap_or_else(|| named(0))
    }
}

/// What is on the disk.
#[derive(Resource, Default)]
struct Kept {
    /// There is a save that cannot be read; it is put aside before another is written.
    unreadable: bool,
    /// The run that was saved last, with its turn and depth.
    last: Option<(Seed, u64, u8)>,
}

/// The run that was saved, if there is one.
fn find(folder: &SaveFolder, content: Option<PlayedContent>) -> Result<Option<Run>, String> {
    let path = folder.run();
    if !path.exists() {
        return Ok(None);
    }
    let content = PlayedContent::or_own(content.as_ref()).map_err(|error| error.to_string())?;
    let run = disk::read_run_with(&path, content).map_err(|error| error.to_string())?;
    Run::resume(run)
        .map(Some)
        .map_err(|error| format!("cannot load {}: {error}", path.display()))
}

fn mark(run: &Run) -> (Seed, u64, u8) {
    let game = run.game();
    (game.seed(), game.turns(), game.depth())
}

/// Saves the run when it has gone on for long enough, and writes down its end.
fn follow(
    folder: Res<SaveFolder>,
    mut run: ResMut<Run>,
    mut kept: ResMut<Kept>,
    mut notice: ResMut<Notice>,
) {
    let (seed, turn, depth) = mark(&run);
    if !run.is_playing() {
        if run.epitaph.is_empty() {
            kept.last = None;
            match end(&folder, &run) {
                Ok(kept) => {
                    run.epitaph = format!("written down in {}", kept.story.display());
                    run.replay = Some(kept.replay);
                }
                Err(reason) => run.epitaph = reason,
            }
        }
        return;
    }
    let recent = |(last_seed, last_turn, last_depth): (Seed, u64, u8)| {
        (last_seed, last_depth) == (seed, depth)
            && (last_turn..last_turn + INTERVAL).contains(&turn)
    };
    if !kept.last.is_some_and(recent)
        && let Err(reason) = write(&folder, &run, &mut kept)
    {
        notice.0 = reason;
    }
}

/// Saves the run as it stands.
fn keep(
    folder: Res<SaveFolder>,
    run: Res<Run>,
    mut kept: ResMut<Kept>,
    mut notice: ResMut<Notice>,
) {
    if run.is_playing()
        && kept.last != Some(mark(&run))
        && let Err(reason) = write(&folder, &run, &mut kept)
    {
        notice.0 = reason;
    }
}

fn write(folder: &SaveFolder, run: &Run, kept: &mut Kept) -> Result<(), String> {
    let path = folder.run();
    if kept.unreadable && path.exists() {
        let aside = folder.free("", "unreadable", "save");
        fs::rename(&path, &aside)
            .map_err(|error| format!("cannot put {} aside: {error}", path.display()))?;
    }
    kept.unreadable = false;
    // A failure is told once and not at every turn.
    kept.last = Some(mark(run));
    let Some(played) = run.played() else {
        return Ok(());
    };
    disk::write_run(&path, played).map_err(|error| error.to_string())
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
    disk::remove_run(&folder.run()).map_err(told)?;
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
        Outcome::Playing => "Still on the way.".to_owned(),
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
            "score {}, {} turns, deepest {}, {} kills",
            game.score(),
            game.turns(),
            game.deepest(),
            player.kills
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
