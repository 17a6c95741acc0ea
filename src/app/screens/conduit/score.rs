//! Statistics of the board being played, and what a solved board earns: records, the result of a
//! day, the lamp of a pack. Also opens the boards of days and packs.

use std::time::Duration;

use bevy::prelude::*;
use serde::{Deserialize, Serialize};
use xxhash_rust::xxh3::xxh3_64;

use super::action::ConduitAction;
use super::entry::BoardRequest;
use super::session::Session;
use super::texts;
use crate::app::begin::Begin;
use crate::app::card::Shared;
use crate::app::frame::Phase;
use crate::app::input::CommonAction;
use crate::app::notice::Notice;
use crate::app::platform::Clipboard;
use crate::app::reward::{Completion, Game, Help, Records, daily};
use crate::app::screen::Screen;
use crate::conduit::{Conduit, Move};
use crate::game::DailyGame;
use crate::pack::{self, Place};

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Records>()
        .init_resource::<BoardSummary>()
        .add_systems(
            Update,
            (
                record_win.run_if(resource_changed::<Session>),
                share_result,
                update_summary
                    .run_if(resource_changed::<Session>.or_eager(resource_changed::<Records>)),
            )
                .chain()
                .in_set(Screen::Conduit)
                .in_set(Phase::Settle),
        );
}

/// Time, moves and help that a board has taken. Neither undo nor restart takes them back.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub(super) struct Stats {
    /// The time played; `None` before the board is shown.
    pub played: Option<Duration>,
    /// Moves made, including those later undone.
    pub moves: u32,
    /// Whether a hint or a check was used.
    pub hinted: bool,
    /// Whether the solution was shown.
    pub shown: bool,
    /// Whether the board was pasted with progress on it.
    pub given: bool,
}

impl Stats {
    /// Statistics of a board that may have been played elsewhere.
    pub fn imported(conduit: &Conduit, played: Option<Duration>) -> Self {
        Self {
            played,
            moves: conduit.moves(),
            hinted: conduit.is_aided(),
            shown: false,
            given: conduit.history() != (0, 0) || played.is_some(),
        }
    }

    /// Counts a move that was made on `conduit`, whose own count was `moves_before`.
    pub fn record_move(&mut self, action: Move, moves_before: u32, conduit: &Conduit) {
        self.shown |= action == Move::Solve;
        self.hinted |= action == Move::Hint;
        if !matches!(action, Move::Undo | Move::Redo | Move::Rewind) {
            let made = conduit.moves().saturating_sub(moves_before);
            self.moves = self.moves.saturating_add(made);
        }
    }

    /// Adds the statistics of an earlier attempt at the same board.
    pub fn carry_over(&mut self, earlier: &Self) {
        self.played = self.played.max(earlier.played);
        self.moves = self.moves.max(earlier.moves);
        self.hinted |= earlier.hinted;
        self.shown |= earlier.shown;
        self.given |= earlier.given;
    }

    pub const fn help(&self) -> Help {
        match (self.shown, self.hinted) {
            (true, _) => Help::Shown,
            (false, true) => Help::Hints,
            (false, false) => Help::None,
        }
    }
}

fn pack_place(session: &Session) -> Option<Place> {
    pack::find_board(&session.conduit().puzzle().start().id())
}

/// The solved board as records count it.
fn build_result(session: &Session) -> Completion {
    let stats = session.stats();
    Completion {
        game: Game::Conduit,
        kind: texts::record_category(session.conduit(), session.rating()),
        id: xxh3_64(session.conduit().puzzle().start().id().as_bytes()),
        time: session.played(),
        moves: stats.moves,
        help: stats.help(),
        given: stats.given,
        day: session.daily(),
    }
}

/// Records a board that was just solved, and adds what it earned to the notice.
fn record_win(
    mut session: ResMut<Session>,
    mut records: ResMut<Records>,
    mut notice: ResMut<Notice>,
) {
    if !session.bypass_change_detection().take_win() {
        return;
    }
    let done = build_result(&session);
    let verdict = records.add(&done);
    if done.help < Help::Shown {
        if let Some(place) = pack_place(&session) {
            records.light_lamp(Game::Conduit, place);
        }
        notice.add(&records.describe(Game::Conduit, &done.kind, verdict));
    }
}

/// Copies the result as a line of text, and saves a screenshot.
fn share_result(
    mut actions: MessageReader<ConduitAction>,
    (session, records): (Res<Session>, Res<Records>),
    (mut clipboard, mut notice): (ResMut<Clipboard>, ResMut<Notice>),
    mut screenshots: MessageWriter<CommonAction>,
) {
    for _ in actions
        .read()
        .filter(|action| **action == ConduitAction::Share)
    {
        if !session.conduit().is_won() {
            notice.0 = "Light every lamp first: then you can share the result".to_owned();
            continue;
        }
        let line = result_line(&session, &records);
        notice.0 = daily::copy_result(&line, &mut clipboard);
        screenshots.write(CommonAction::Screenshot);
    }
}

/// The result in one line. For a daily, it is the first result of that day.
fn result_line(session: &Session, records: &Records) -> String {
    let done = build_result(session);
    let board = || {
        session.spec().map_or_else(
            || texts::board_name(session.conduit(), session.rating()),
            ToString::to_string,
        )
    };
    daily::result_line(
        (records, Game::Conduit),
        session.daily(),
        board,
        (done.time, done.moves, done.help),
    )
}

/// What panel and bar show about days, packs and records.
#[derive(Resource, Default, PartialEq, Eq)]
pub(super) struct BoardSummary {
    /// The name of a daily or pack board; empty for others.
    pub name: String,
    /// Lines for the panel: the name, and the best result of the board's kind.
    pub text: String,
}

fn update_summary(
    (session, mut shown): (Res<Session>, Local<Option<u64>>),
    records: Res<Records>,
    mut summary: ResMut<BoardSummary>,
) {
    let number = session.board_number();
    if shown.replace(number) == Some(number) && !records.is_changed() {
        return;
    }
    if session.lesson_number().is_some() {
        summary.set_if_neq(BoardSummary::default());
        return;
    }
    let of_pack = pack_place(&session)
        .map(|place| format!("{} {place}", pack::board_pack_names()[place.pack]));
    let of_day = || session.daily().map(|day| format!("the daily of {day}"));
    let name = of_pack.or_else(of_day);
    let kind = texts::record_category(session.conduit(), session.rating());
    let best = records.best(Game::Conduit, &kind).map(|best| {
        let (now, _) = records.streak(Game::Conduit);
        let best = best.describe(Game::Conduit);
        format!("best of {kind}: {best}; {now} in a row without hints")
    });
    let lines: Vec<String> = name.iter().cloned().chain(best).collect();
    summary.set_if_neq(BoardSummary {
        name: name.unwrap_or_default(),
        text: lines.join("\n"),
    });
}

/// The board after this one: the next of its pack, or a new one of the same kind.
pub(super) fn next_board(session: &Session) -> BoardRequest {
    let next = pack_place(session).and_then(Place::next);
    match next.and_then(pack::board) {
        Some(puzzle) => BoardRequest::Puzzle(Box::new(puzzle)),
        None => {
            let mut config = *session.config();
            config.spec.seed = config.spec.seed.nth(1);
            BoardRequest::Generate(config)
        }
    }
}

/// The board as others can open it.
pub(super) fn share_board(session: &Session) -> Shared {
    match session.daily() {
        Some(day) => Shared::daily(DailyGame::Board, day),
        None => Shared::Code(session.conduit().puzzle().start().id(), "board"),
    }
}

/// Opens the board that the screen begins with, resumed if it was started before; returns whether there is one.
pub(super) fn open_chosen(begin: Begin, session: &mut Session) -> bool {
    let request = match begin {
        Begin::Daily(day) => BoardRequest::Daily(day),
        Begin::Pack(place) => match pack::board(place) {
            Some(puzzle) => BoardRequest::Puzzle(Box::new(puzzle)),
            None => return false,
        },
        Begin::Board(named) => named.into(),
        _ => return false,
    };
    let is_first_visit = session.run_seed.is_none();
    let is_resumed = match &request {
        BoardRequest::Generate(config) => session.return_to(config.spec.make().start(), None),
        BoardRequest::Puzzle(puzzle) => session.return_to(puzzle.start(), None),
        BoardRequest::Progress(_) | BoardRequest::Daily(_) => false,
    };
    if !is_resumed {
        request.open(session);
    }
    if is_first_visit {
        session.forget_earlier_boards();
    }
    true
}
