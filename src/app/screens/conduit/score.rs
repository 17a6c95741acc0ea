//! What a board has cost, which no undo takes back, and what comes of it when the board is done:
//! records, the result of a day, the lamp of a pack. And the boards of days and packs.

use std::time::Duration;

use bevy::prelude::*;
use serde::{Deserialize, Serialize};
use xxhash_rust::xxh3::xxh3_64;

use super::action::ConduitAction;
use super::entry::Begin;
use super::session::Session;
use super::words;
use crate::app::frame::Phase;
use crate::app::input::CommonAction;
use crate::app::notice::Notice;
use crate::app::platform::{Clipboard, today};
use crate::app::reward::{Chosen, Completion, Game, Help, Records, daily};
use crate::app::screen::{Screen, on};
use crate::conduit::{Conduit, Move, Named};
use crate::game::Daily;
use crate::pack::{self, Place};

/// Judges boards that are done.
pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Records>()
        .init_resource::<Standing>()
        .add_message::<CommonAction>()
        .add_systems(
            Update,
            (
                judge.run_if(resource_changed::<Session>),
                share,
                stand.run_if(resource_changed::<Session>.or_eager(resource_changed::<Records>)),
            )
                .chain()
                .run_if(on(Screen::Conduit))
                .in_set(Phase::Settle),
        );
}

/// What a board has cost so far, which neither undo nor restart takes back.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub(super) struct Spent {
    /// The time played, from the first move on.
    pub played: Option<Duration>,
    /// Moves made, those that were taken back included.
    pub moves: u32,
    /// Whether a hint was had.
    pub hinted: bool,
    /// Whether the solution was shown.
    pub shown: bool,
    /// Whether it came from elsewhere, with some of it done.
    pub given: bool,
}

impl Spent {
    /// What a board has cost on which something has been done elsewhere.
    pub fn given(conduit: &Conduit, played: Option<Duration>) -> Self {
        let begun = conduit.history() != (0, 0) || played.is_some();
        Self {
            played,
            moves: conduit.moves(),
            hinted: conduit.is_aided(),
            shown: false,
            given: begun,
        }
    }

    /// Takes note of a move; `before` are the moves that the board counted before it.
    pub fn pay(&mut self, action: Move, before: u32, conduit: &Conduit) {
        self.shown |= action == Move::Solve;
        self.hinted |= action == Move::Hint;
        if !matches!(action, Move::Pin | Move::Restart) {
            self.played.get_or_insert_default();
        }
        if !matches!(action, Move::Undo | Move::Redo | Move::Rewind) {
            let made = conduit.moves().saturating_sub(before);
            self.moves = self.moves.saturating_add(made);
        }
    }

    /// Adds what the same board has cost before.
    pub fn carry(&mut self, before: &Self) {
        self.played = self.played.max(before.played);
        self.moves = self.moves.max(before.moves);
        self.hinted |= before.hinted;
        self.shown |= before.shown;
        self.given |= before.given;
    }

    /// The help that was had.
    pub const fn help(&self) -> Help {
        match (self.shown, self.hinted) {
            (true, _) => Help::Shown,
            (false, true) => Help::Hints,
            (false, false) => Help::None,
        }
    }
}

/// The place of a board among the packs.
fn place(session: &Session) -> Option<Place> {
    pack::place_of_board(&session.conduit().puzzle().start().id())
}

/// The day whose board is played.
fn day(session: &Session) -> Option<Daily> {
    session.spec().and_then(daily::day_of_board)
}

/// The board as it counts for records.
fn done(session: &Session) -> Completion {
    let spent = session.spent();
    Completion {
        game: Game::Conduit,
        kind: words::kind(session.conduit(), session.rating()),
        id: xxh3_64(session.conduit().puzzle().start().id().as_bytes()),
        time: session.played(),
        moves: spent.moves,
        help: spent.help(),
        given: spent.given,
    }
}

/// Takes note of a board that is done, and tells what came of it.
fn judge(mut session: ResMut<Session>, mut records: ResMut<Records>, mut notice: ResMut<Notice>) {
    if !session.bypass_change_detection().take_done() {
        return;
    }
    let done = done(&session);
    let verdict = records.add(&done);
    if done.help < Help::Shown {
        if let Some(place) = place(&session) {
            records.light_lamp(Game::Conduit, place);
        }
        notice.add(&records.describe(Game::Conduit, &done.kind, verdict));
    }
    if let Some(day) = day(&session).filter(|day| *day == today()) {
        records.add_daily(day, &done);
    }
}

/// Copies the result as a line, and saves a picture of it.
fn share(
    mut actions: MessageReader<ConduitAction>,
    (session, records): (Res<Session>, Res<Records>),
    (mut clipboard, mut notice): (ResMut<Clipboard>, ResMut<Notice>),
    mut pictures: MessageWriter<CommonAction>,
) {
    for _ in actions
        .read()
        .filter(|action| **action == ConduitAction::Share)
    {
        if !session.conduit().is_won() {
            notice.0 = "Light every lamp first: then you can share the result".to_owned();
            continue;
        }
        let line = result(&session, &records);
        notice.0 = daily::copy_result(&line, &mut clipboard);
        pictures.write(CommonAction::Screenshot);
    }
}

/// The result in a line; that of a day is the first of the day.
fn result(session: &Session, records: &Records) -> String {
    let spent = session.spent();
    let here = (session.played(), spent.moves, spent.help());
    let what = || {
        session.spec().map_or_else(
            || words::board(session.conduit().size(), session.rating()),
            ToString::to_string,
        )
    };
    daily::result_line((records, Game::Conduit), day(session), what, here)
}

/// What panel and bar say of days, packs and records.
#[derive(Resource, Default, PartialEq, Eq)]
pub(super) struct Standing {
    /// What a board of a day or a pack is called; empty for others.
    pub name: String,
    /// That, and the best result of its kind.
    pub told: String,
}

fn stand(
    (session, mut before): (Res<Session>, Local<Option<u64>>),
    records: Res<Records>,
    mut standing: ResMut<Standing>,
) {
    let is_known = before.replace(session.boards()) == Some(session.boards());
    if is_known && !records.is_changed() {
        return;
    }
    if session.lesson().is_some() {
        standing.set_if_neq(Standing::default());
        return;
    }
    let of_pack =
        place(&session).map(|place| format!("{} {place}", pack::board_packs()[place.pack]));
    let of_day = || day(&session).map(|day| format!("the daily of {day}"));
    let name = of_pack.or_else(of_day).unwrap_or_default();
    let mut parts: Vec<String> = Some(name.clone())
        .filter(|name| !name.is_empty())
        .into_iter()
        .collect();
    let kind = words::kind(session.conduit(), session.rating());
    if let Some(best) = records.best(Game::Conduit, &kind) {
        let (now, _) = records.streak(Game::Conduit);
        let best = best.describe(Game::Conduit);
        parts.push(format!(
            "best of {kind}: {best}; {now} in a row without help"
        ));
    }
    let told = parts.join("\n");
    standing.set_if_neq(Standing { name, told });
}

/// The board after this one: the next of its pack, or another of its kind.
pub(super) fn next(session: &Session) -> Begin {
    let next = place(session).and_then(Place::next).and_then(pack::board);
    next.map_or_else(
        || Begin::Order(session.next_order()),
        |puzzle| Begin::Puzzle(Box::new(puzzle)),
    )
}

/// Shows the board that was chosen on the title, as it was left if it was begun; false if none was.
pub(super) fn begin_chosen(chosen: &Chosen, session: &mut Session) -> bool {
    let named = match chosen {
        Chosen::Nothing | Chosen::Maze(_) => None,
        Chosen::Daily(day) => Some(Named::Spec(daily::board(*day))),
        Chosen::Pack(place) => pack::board(*place).map(|puzzle| Named::Puzzle(Box::new(puzzle))),
        Chosen::Board(named) => Some(named.clone()),
    };
    let Some(named) = named else { return false };
    let is_first = session.run.is_none();
    let is_there = match &named {
        Named::Spec(spec) => session.return_to(spec.make().start()),
        Named::Puzzle(puzzle) => session.return_to(puzzle.start()),
        Named::Progress(_) => false,
    };
    if !is_there {
        Begin::from(named).show(session);
    }
    if is_first {
        session.forget_before();
    }
    true
}
