//! The systems around a [`PuzzleSession`]: what begins it, makes its rounds, records and shares their results, and
//! teaches.

use std::io::Write;
use std::marker::PhantomData;
use std::sync::Arc;
use std::time::Duration;

use bevy::prelude::*;
use bevy::render::RenderApp;

use super::end::{self, EndBoxPlugin, EndTexts};
use super::session::LessonsEnd;
use super::{Puzzle, PuzzleSession, Round, autosave, ghost, watch};
use crate::app::begin::Begin;
use crate::app::frame::{Phase, React};
use crate::app::input::{AddActions, AddLayers, CommonAction, CurrentNames, Layer};
use crate::app::notice::{Notice, capitalize};
use crate::app::platform::clock::Wake;
use crate::app::platform::clock::since_1970;
use crate::app::platform::{Clipboard, ExportFolders, today};
use crate::app::reward::{BestSolves, Help, Records};
use crate::app::seed::TitleSeed;
use crate::app::settings::{Settings, Taught};
use crate::app::share;
use crate::app::ui::lesson::Lesson;
use crate::app::ui::playback::ReplayAction;
use crate::app::ui::stopwatch::{ClockFrames, PlayTime};
use crate::app::ui::timeline;
use crate::profile::Done;

/// How often to check whether a round has been made.
const POLL_INTERVAL: Duration = Duration::from_millis(50);

/// Adds the session of a puzzle, and the systems that all puzzles share.
pub struct PuzzlePlugin<P>(PhantomData<fn() -> P>);

impl<P> Default for PuzzlePlugin<P> {
    fn default() -> Self {
        Self(PhantomData)
    }
}

/// The order in which a puzzle is played in [`Phase::Act`].
#[derive(SystemSet, Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum PuzzleSet {
    /// Rounds that have been made are shown.
    Receive,
    /// Actions are applied.
    Apply,
    /// Lessons begin and end.
    Teach,
    /// What a new round has to say is said, in place of what was said of the one before.
    Announce,
}

impl<P: Puzzle> Plugin for PuzzlePlugin<P> {
    fn build(&self, app: &mut App) {
        let screen = P::GAME.screen();
        app.add_actions::<P::Action>()
            .add_message::<P::Request>()
            .add_message::<ReplayAction>()
            .init_resource::<PuzzleSession<P>>()
            .init_resource::<Records>()
            .init_resource::<BestSolves>()
            .init_resource::<Lesson>();
        if !app.is_plugin_added::<EndTexts>() {
            app.add_plugins(EndTexts);
        }
        if app.get_sub_app(RenderApp).is_some() {
            app.add_plugins(EndBoxPlugin::<P>::default());
        }
        timeline::plugin(app);
        autosave::plugin::<P>(app);
        app.add_layers(screen, |world| {
            let session = world.resource::<PuzzleSession<P>>();
            let watched = session.watched().map(|_| Layer::Playback);
            let asks = session.state.asks().then_some(Layer::Question);
            watched.into_iter().chain(asks).collect()
        })
        .configure_sets(
            React,
            (PuzzleSet::Receive, PuzzleSet::Apply, PuzzleSet::Teach)
                .chain()
                .in_set(Phase::Act),
        )
        .add_systems(Startup, record_results::<P>)
        .add_systems(OnEnter(screen), begin::<P>)
        .add_systems(
            OnExit(screen),
            (clear_lesson, end::clear_end, watch::leave::<P>),
        )
        .add_systems(
            React,
            (
                (watch::drop_actions::<P>, watch::control::<P>, receive::<P>)
                    .chain()
                    .in_set(PuzzleSet::Receive),
                (toggle_lessons::<P>, watch::start::<P>, ghost::toggle::<P>)
                    .chain()
                    .in_set(PuzzleSet::Teach),
                open_requested::<P>.in_set(Phase::Generate),
                ghost::load_ghost::<P>.in_set(Phase::Derive),
                (
                    announce::<P>.in_set(PuzzleSet::Announce),
                    conclude_lessons::<P>,
                    record_results::<P>,
                    share_result::<P>,
                )
                    .chain()
                    .in_set(Phase::Record),
            )
                .in_set(screen),
        )
        .add_systems(
            Update,
            (
                (advance_clock::<P>, watch::advance::<P>, ghost::advance::<P>)
                    .chain()
                    .in_set(Phase::Tick),
                (end::update_end::<P>, watch::update_timeline::<P>).in_set(Phase::Light),
                (run_clock::<P>, update_lesson::<P>).in_set(Phase::Show),
            )
                .in_set(screen),
        );
    }
}

// ---- beginning

/// Begins or continues the session when its screen is entered: with the round that was chosen, or with the first
/// one of a seed that was. A player who is new to the puzzle is taught first, or told about the lessons if a
/// round was chosen or is under way.
fn begin<P: Puzzle>(
    (title, mut begin): (Res<TitleSeed>, ResMut<Begin>),
    mut session: ResMut<PuzzleSession<P>>,
    (settings, taught, names): (Res<Settings>, Res<Taught>, CurrentNames),
    solves: Res<BestSolves>,
    mut notice: ResMut<Notice>,
) {
    let begin = begin.take();
    let watched = match begin {
        Begin::Solve(id) => solves.0.get(P::GAME, id).and_then(|kept| kept.read()),
        _ => None,
    };
    let seed = begin.seed();
    let mut refuse = |reason: String| notice.refuse(&reason);
    let chosen = P::chosen(begin, session.own());
    let chosen = chosen.unwrap_or_else(|reason| {
        refuse(reason);
        None
    });
    let is_chosen = chosen.is_some() || watched.is_some() || P::is_begun(session.own());
    match seed {
        _ if !session.is_begun => session.begin(seed.unwrap_or(title.seed()), chosen.is_some()),
        Some(seed) if chosen.is_none() && session.own().seed != Some(seed) => {
            session.begin_anew(seed)
        }
        // Another screen has used the terrain since.
        _ => session.present_again(),
    }
    if let Some(Err(reason)) = chosen.map(|request| session.request(request, true)) {
        refuse(reason);
    }
    // The player knows what was chosen.
    session.take_arrival();
    if settings.teach && !taught.has(P::TAUGHT) && session.lesson().is_none() {
        match is_chosen {
            true => notice.add(&format!(
                "New here? {} starts {}",
                names.in_sentences().of(&CommonAction::Lessons),
                P::LESSONS
            )),
            false => session.start_lessons(),
        }
    }
    if let Some(solve) = watched {
        session.start_watch(Arc::new(solve), true);
    }
}

// ---- rounds

/// Adds the time since the last frame before this frame's actions apply.
fn advance_clock<P: Puzzle>(played: Res<PlayTime>, mut session: ResMut<PuzzleSession<P>>) {
    let session = session.bypass_change_detection();
    if session.watched().is_none() {
        session.round_mut().add_time(played.0);
    }
}

/// Requests a redraw each second while the clock of a round runs.
fn run_clock<P: Puzzle>(session: Res<PuzzleSession<P>>, mut frames: ClockFrames) {
    if !session.is_finished() {
        frames.request(session.time());
    }
}

/// Shows a round that was being made.
fn receive<P: Puzzle>(mut session: ResMut<PuzzleSession<P>>, mut notice: ResMut<Notice>) {
    let number = session.number();
    if let Err(reason) = session.bypass_change_detection().poll() {
        notice.refuse(&reason);
    }
    if session.number() != number {
        session.set_changed();
    }
}

/// Opens the round that the panel, the clipboard or a key asks for.
fn open_requested<P: Puzzle>(
    mut requests: MessageReader<P::Request>,
    mut session: ResMut<PuzzleSession<P>>,
    mut notice: ResMut<Notice>,
) {
    // Of several requests in one frame only the last round would be seen.
    let Some(request) = requests.read().last() else {
        return;
    };
    let resumes = P::is_daily(request);
    if let Err(reason) = session.request(request.clone(), resumes) {
        notice.refuse(&reason);
    }
}

/// Tells the player what is being made, and what a new round has to say.
fn announce<P: Puzzle>(
    mut session: ResMut<PuzzleSession<P>>,
    (names, mut notice): (CurrentNames, ResMut<Notice>),
    mut told: Local<String>,
    mut wake: MessageWriter<Wake>,
) {
    let session = session.bypass_change_detection();
    if let Some(arrival) = session.take_arrival() {
        let undo = || {
            let (undo, noun) = (names.in_sentences().of(&P::UNDO), P::GAME.noun());
            format!("Press {undo} to go back to the {noun} you left")
        };
        let back = arrival.can_go_back.then(undo);
        // The notice before was about another round.
        notice.say(arrival.greeting.or(back).unwrap_or_default());
    }
    let Some(request) = session.making().filter(|_| session.is_waiting()) else {
        told.clear();
        return;
    };
    wake.write(Wake(POLL_INTERVAL));
    let text = format!("Generating {}...", P::name(request));
    if notice.text() == *told && *told != text {
        notice.clear();
    }
    // A key clears the notice.
    if *told != text || notice.text().is_empty() {
        notice.add(&text);
        *told = text;
    }
}

// ---- results

/// Enters results into the records, tells what those say, and keeps the best solves.
fn record_results<P: Puzzle>(
    mut session: ResMut<PuzzleSession<P>>,
    (mut records, mut solves): (ResMut<Records>, ResMut<BestSolves>),
    mut notice: ResMut<Notice>,
) {
    let session = session.bypass_change_detection();
    for Done {
        completion: done,
        solve,
        name,
    } in session.take_unrecorded()
    {
        let verdict = records.add(&done, today());
        let text = match done.help {
            Help::Shown => String::new(),
            _ => records.describe(&done, verdict),
        };
        match session.is_finished() && session.completion().id == done.id {
            true => session.verdict = text,
            // Another round was asked for in the same frame.
            false => notice.add(&format!("{}. {text}", capitalize(&done.describe()))),
        }
        if let Some(solve) = solve.filter(|_| done.uncounted.is_none()) {
            let kept = solves.bypass_change_detection();
            if kept.0.add(&done, &solve, (name, since_1970().as_secs())) {
                solves.set_changed();
            }
        }
    }
}

/// The folder for solves that are saved, within the data folder.
const FOLDER: &str = "exports";

/// Copies the result as a line of text with a link or a code, and takes a screenshot.
fn share_result<P: Puzzle>(
    mut actions: MessageReader<P::Action>,
    (session, records, settings): (Res<PuzzleSession<P>>, Res<Records>, Res<Settings>),
    (mut clipboard, mut notice): (ResMut<Clipboard>, ResMut<Notice>),
    folders: Option<Res<ExportFolders>>,
    mut common_actions: MessageWriter<CommonAction>,
) {
    for _ in actions.read().filter(|action| **action == P::SHARE) {
        let Some(shared) = session.shared_result(&records, &settings.page) else {
            notice.say(P::UNFINISHED);
            continue;
        };
        notice.say(share::copy_line(&mut clipboard, &shared.line));
        if let (Some(long), Some(ExportFolders(folders))) = (shared.long_solve, folders.as_deref())
        {
            let stem = long.split('@').next().unwrap_or_default().replace('/', "-");
            let content = |out: &mut _| Write::write_all(out, long.as_bytes());
            notice.add(&match folders.write_new(FOLDER, &stem, "solve", content) {
                Ok(path) => format!("Its solve, too long for a line, is in {}", path.display()),
                Err(error) => error.to_string(),
            });
        }
        common_actions.write(CommonAction::Screenshot);
    }
}

// ---- lessons

/// Starts the lessons, or skips those that are left.
fn toggle_lessons<P: Puzzle>(
    mut actions: MessageReader<CommonAction>,
    mut session: ResMut<PuzzleSession<P>>,
    mut notice: ResMut<Notice>,
) {
    let is_asked = actions.read().any(|it| *it == CommonAction::Lessons);
    if !is_asked || session.watched().is_some() {
        return;
    }
    match session.lesson() {
        Some(_) => session.skip_lessons(),
        None => session.start_lessons(),
    }
    notice.clear();
}

/// Notes that the lessons have been played, in whatever way they ended.
fn conclude_lessons<P: Puzzle>(
    mut session: ResMut<PuzzleSession<P>>,
    names: CurrentNames,
    (mut taught, mut notice): (ResMut<Taught>, ResMut<Notice>),
) {
    let Some(end) = session.bypass_change_detection().take_lessons_end() else {
        return;
    };
    let was_new = !taught.has(P::TAUGHT);
    taught.add(P::TAUGHT);
    if was_new && let Some(request) = P::after_lessons(&session) {
        if let Err(reason) = session.request(request, false) {
            notice.refuse(&reason);
        }
        // The player has not seen the one before.
        session.take_arrival();
    }
    notice.add(&match end {
        LessonsEnd::Done => format!("That's all. Here is your first {}.", P::GAME.noun()),
        LessonsEnd::Skipped => {
            let again = names.in_sentences().of(&CommonAction::Lessons);
            format!("Lessons skipped; {again} starts them again")
        }
    });
}

fn update_lesson<P: Puzzle>(
    session: Res<PuzzleSession<P>>,
    names: CurrentNames,
    mut lesson: ResMut<Lesson>,
) {
    if !session.is_changed() && !names.are_changed() {
        return;
    }
    let number = session.lesson();
    let shown = number.map(|number| P::describe_lesson(&session, number, names.in_sentences()));
    lesson.set_if_neq(shown.unwrap_or_default());
}

/// Clears the strip, which other screens have too. The lesson goes on when the player comes back.
fn clear_lesson(mut lesson: ResMut<Lesson>) {
    *lesson = Lesson::default();
}
