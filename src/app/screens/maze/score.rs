//! What a completed maze counts for: records, the result of the day, the lamp in a pack. Also names
//! and starts the mazes of days and packs.

use bevy::prelude::*;
use xxhash_rust::xxh3::xxh3_64;

use super::action::MazeAction;
use super::play::Play;
use super::round::Round;
use crate::app::begin::Begin;
use crate::app::card::Shared;
use crate::app::frame::Phase;
use crate::app::input::CommonAction;
use crate::app::notice::Notice;
use crate::app::platform::Clipboard;
use crate::app::reward::{Completion, Game, Help, Records, Uncounted, Verdict, daily};
use crate::app::screen::Screen;
use crate::game::DailyGame;
use crate::mazerun::{LegError, MazeRun};
use crate::pack;

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Records>()
        .init_resource::<ResultNote>()
        .add_systems(
            Update,
            (record_result.run_if(resource_changed::<Play>), share_result)
                .chain()
                .in_set(Screen::Maze)
                .in_set(Phase::Settle),
        );
}

/// The line below the latest result that compares it with the records; empty if there is nothing to say.
#[derive(Resource, Default, PartialEq, Eq)]
pub(super) struct ResultNote(pub String);

/// The name of a maze that is part of a pack or the daily of some day.
pub(super) fn pack_or_daily_name(round: &Round) -> Option<String> {
    let place = pack::find_maze(round.run().maze());
    let of_pack = place.map(|place| format!("{} {place}", pack::maze_pack_names()[place.pack]));
    of_pack.or_else(|| round.daily().map(|day| format!("the daily of {day}")))
}

/// The maze after this one in its pack.
pub(super) fn next_in_pack(run: &MazeRun) -> Option<MazeRun> {
    pack::find_maze(run.maze())?.next().and_then(pack::maze)
}

/// The maze as the records count it.
fn to_done(round: &Round) -> Completion {
    let run = round.run();
    let source = match (run.is_loaded(), pack::find_maze(run.maze())) {
        (false, _) => run.leg().generator().info().name,
        (true, Some(_)) => "of a pack",
        (true, None) => "loaded",
    };
    let help = match (run.is_solved(), run.hints()) {
        (true, _) => Help::Shown,
        (false, 0) => Help::None,
        (false, _) => Help::Hints,
    };
    Completion {
        game: Game::Maze,
        kind: format!("{} {source}", run.maze().size()),
        id: xxh3_64(run.maze().to_string().as_bytes()),
        time: round.time(),
        moves: round.steps(),
        help,
        given: round.totals().given,
        day: round.daily(),
    }
}

/// Enters a completed maze into the records and sets the [`ResultNote`].
fn record_result(
    mut play: ResMut<Play>,
    mut records: ResMut<Records>,
    mut note: ResMut<ResultNote>,
) {
    if !play.bypass_change_detection().take_completion() {
        return;
    }
    let Some(round) = play.finished() else {
        return;
    };
    let done = to_done(round);
    let place = pack::find_maze(round.run().maze());
    let verdict = match (round.run().is_loaded(), place) {
        // The difficulty of a maze from elsewhere is unknown.
        (true, None) => Verdict::Uncounted(Uncounted::Foreign),
        _ => records.add(&done),
    };
    let mut text = String::new();
    if done.help < Help::Shown {
        if let Some(place) = place {
            records.light_lamp(Game::Maze, place);
        }
        text = records.describe(Game::Maze, &done.kind, verdict);
    }
    note.set_if_neq(ResultNote(text));
}

/// Copies the result as a line of text and takes a screenshot.
fn share_result(
    mut actions: MessageReader<MazeAction>,
    (play, records): (Res<Play>, Res<Records>),
    (mut clipboard, mut notice): (ResMut<Clipboard>, ResMut<Notice>),
    mut common_actions: MessageWriter<CommonAction>,
) {
    for _ in actions
        .read()
        .filter(|action| **action == MazeAction::Share)
    {
        let Some(round) = play.finished() else {
            notice.0 = "Reach the goal first: then you can share the result".to_owned();
            continue;
        };
        notice.0 = daily::copy_result(&format_result(round, &records), &mut clipboard);
        // During the first steps of the next maze, the finished one is no longer on the screen.
        if play.is_over() {
            common_actions.write(CommonAction::Screenshot);
        }
    }
}

/// The result in one line; for a daily maze, the first result of the day.
fn format_result(round: &Round, records: &Records) -> String {
    let done = to_done(round);
    let result = (done.time, done.moves, done.help);
    let run = round.run();
    let name = || match run.is_loaded() {
        true => done.kind.clone(),
        false => run.leg().spec().to_string(),
    };
    daily::result_line((records, Game::Maze), round.daily(), name, result)
}

/// The maze as others can open it; `None` if it came from a file.
pub(super) fn share_maze(round: &Round) -> Option<Shared> {
    if let Some(day) = round.daily() {
        return Some(Shared::daily(DailyGame::Maze, day));
    }
    let run = round.run();
    let spec = (!run.is_loaded()).then(|| run.leg().spec())?;
    Some(Shared::Code(format!("{spec}@:0:0"), "maze"))
}

/// Starts the maze that the screen begins with, or continues it if it is unfinished. Returns whether there is one.
pub(super) fn start_chosen(begin: Begin, play: &mut Play) -> Result<bool, LegError> {
    let round = match begin {
        Begin::Daily(day) => Round::of_day(day)?,
        Begin::Pack(place) => match pack::maze(place) {
            Some(run) => Round::new(run),
            None => return Ok(false),
        },
        Begin::Maze(progress) => {
            play.start_round(Round::from_progress(*progress));
            return Ok(true);
        }
        _ => return Ok(false),
    };
    if !play.return_to(round.run(), round.daily()) {
        play.start_round(round);
    }
    Ok(true)
}
