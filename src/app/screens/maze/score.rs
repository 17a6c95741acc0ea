//! What comes of a maze that is done: records, the result of a day, the lamp of a pack. And the
//! mazes of days and packs.

use bevy::prelude::*;
use xxhash_rust::xxh3::xxh3_64;

use super::action::MazeAction;
use super::play::Play;
use super::round::Round;
use crate::app::frame::Phase;
use crate::app::input::CommonAction;
use crate::app::notice::Notice;
use crate::app::platform::{Clipboard, today};
use crate::app::reward::{Chosen, Completion, Game, Help, Records, Verdict, daily};
use crate::app::screen::{Screen, on};
use crate::game::Daily;
use crate::mazerun::{LegError, MazeRun};
use crate::pack;

/// Judges mazes that are done.
pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Records>()
        .init_resource::<Judged>()
        .add_message::<CommonAction>()
        .add_systems(
            Update,
            (judge.run_if(resource_changed::<Play>), share)
                .chain()
                .run_if(on(Screen::Maze))
                .in_set(Phase::Settle),
        );
}

/// What is said of the maze that was done last, beside its result.
#[derive(Resource, Default, PartialEq, Eq)]
pub(super) struct Judged(pub String);

/// The day whose maze it is.
fn day(run: &MazeRun) -> Option<Daily> {
    let own = Some(run).filter(|run| !run.is_loaded());
    own.and_then(|run| daily::day_of_maze(run.leg()))
}

/// What a maze of a pack or a day is called.
pub(super) fn name(run: &MazeRun) -> Option<String> {
    let place = pack::place_of_maze(run.maze());
    let of_pack = place.map(|place| format!("{} {place}", pack::maze_packs()[place.pack]));
    of_pack.or_else(|| day(run).map(|day| format!("the daily of {day}")))
}

/// The maze after one of a pack.
pub(super) fn next(run: &MazeRun) -> Option<MazeRun> {
    pack::place_of_maze(run.maze())?.next().and_then(pack::maze)
}

/// The maze as it counts for records.
fn done(round: &Round) -> Completion {
    let run = round.run();
    let what = match (run.is_loaded(), pack::place_of_maze(run.maze())) {
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
        kind: format!("{} {what}", run.maze().size()),
        id: xxh3_64(run.maze().to_string().as_bytes()),
        time: round.time(),
        moves: round.steps(),
        help,
        given: round.spent().given,
    }
}

/// Takes note of a maze that is done, and tells what came of it.
fn judge(mut play: ResMut<Play>, mut records: ResMut<Records>, mut judged: ResMut<Judged>) {
    if !play.bypass_change_detection().take_done() {
        return;
    }
    let Some(round) = play.round() else { return };
    let done = done(round);
    let place = pack::place_of_maze(round.run().maze());
    let verdict = match (round.run().is_loaded(), place) {
        // Of mazes from elsewhere nobody knows how hard they are.
        (true, None) => Verdict::Uncounted,
        _ => records.add(&done),
    };
    let mut told = String::new();
    if done.help < Help::Shown {
        if let Some(place) = place {
            records.light_lamp(Game::Maze, place);
        }
        told = records.describe(Game::Maze, &done.kind, verdict);
    }
    judged.set_if_neq(Judged(told));
    if let Some(day) = day(round.run()).filter(|day| *day == today()) {
        records.add_daily(day, &done);
    }
}

/// Copies the result as a line, and saves a picture of it.
fn share(
    mut actions: MessageReader<MazeAction>,
    (play, records): (Res<Play>, Res<Records>),
    (mut clipboard, mut notice): (ResMut<Clipboard>, ResMut<Notice>),
    mut pictures: MessageWriter<CommonAction>,
) {
    for _ in actions
        .read()
        .filter(|action| **action == MazeAction::Share)
    {
        let line = match play.round().filter(|round| round.run().is_over()) {
            Some(round) => result(round, &records),
            None => {
                notice.0 = "Reach the goal first: then you can share the result".to_owned();
                continue;
            }
        };
        notice.0 = daily::copy_result(&line, &mut clipboard);
        pictures.write(CommonAction::Screenshot);
    }
}

/// The result in a line; that of a day is the first of the day.
fn result(round: &Round, records: &Records) -> String {
    let done = done(round);
    let here = (done.time, done.moves, done.help);
    let run = round.run();
    let what = || match run.is_loaded() {
        true => done.kind.clone(),
        false => run.leg().spec().to_string(),
    };
    daily::result_line((records, Game::Maze), day(run), what, here)
}

/// Shows the maze that was chosen on the title, as it was left if it was begun; false if none was.
pub(super) fn begin_chosen(chosen: &Chosen, play: &mut Play) -> Result<bool, LegError> {
    let run = match chosen {
        Chosen::Nothing | Chosen::Board(_) => return Ok(false),
        Chosen::Daily(day) => daily::maze(*day).make()?,
        Chosen::Pack(place) => match pack::maze(*place) {
            Some(run) => run,
            None => return Ok(false),
        },
        Chosen::Maze(progress) => {
            play.show(Round::given((**progress).clone()));
            return Ok(true);
        }
    };
    if !play.return_to(&run) {
        play.show(Round::new(run));
    }
    Ok(true)
}
