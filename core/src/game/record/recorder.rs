//! The recorder that writes down a run while it is played.

use super::recording::{INTERVAL, Recording, Segment, Standing};
use super::text::Record;
use crate::game::engine::Game;
use crate::game::world::action::Command;
use crate::game::world::state::End;
use crate::record::Moves;

/// Records a run while it is played. [`Run`](super::Run) also writes it.
#[derive(Clone, Debug)]
pub struct Recorder {
    recording: Recording,
    /// The turn at or after which the next digest is due.
    next_digest: u64,
}

impl Recorder {
    /// Starts recording a run, which must be at its start.
    pub fn new(game: &Game) -> Self {
        Self::continued(game, Recording::new(game))
    }

    /// Goes on recording a run, which must be at the end of `recording`.
    pub(super) const fn continued(game: &Game, recording: Recording) -> Self {
        Self {
            recording,
            next_digest: next_multiple(game.turns()),
        }
    }

    /// Records a move; `game` is in the state after it.
    pub fn record(&mut self, game: &Game, command: impl Into<Command>) {
        self.add(game, Some(command.into()), 0);
    }

    /// Records a move, or the digest of the current state; returns what it added.
    pub(super) fn add(&mut self, game: &Game, command: Option<Command>, millis: u64) -> Record {
        let end = End::from(game.outcome());
        let has_ended = end != End::Playing;
        let with_digest = command.is_none() || game.turns() >= self.next_digest || has_ended;
        if with_digest {
            self.next_digest = next_multiple(game.turns());
        }
        let mut moves = Moves::default();
        if let Some(command) = command {
            moves.add(command, 1);
        }
        let record = Record {
            segment: Segment {
                moves,
                millis,
                digest: with_digest.then(|| game.digest()),
                standing: Standing::of(game),
            },
            end: has_ended.then_some(end),
            ..Record::default()
        };
        self.recording.add(record.clone());
        record
    }

    /// Records what made the run practice, if its recording has to say so and does not yet.
    pub(super) fn mark(&mut self, game: &Game) -> Option<Record> {
        let practice = game.practice().filter(|why| why.mark().is_some());
        if practice.is_none() || self.recording.practice.is_some() {
            return None;
        }
        let record = Record {
            practice,
            ..Record::default()
        };
        self.recording.add(record.clone());
        Some(record)
    }

    /// Whether the digest of the current state is not recorded.
    pub(super) fn is_open(&self) -> bool {
        self.recording.standing().is_some() && self.recording.digest().is_none()
    }

    /// The recording up to the last move.
    pub(super) const fn recording(&self) -> &Recording {
        &self.recording
    }

    /// The complete recording, with the digest of the current state.
    pub fn finish(mut self, game: &Game) -> Recording {
        if self.is_open() {
            self.recording.open_segment().digest = Some(game.digest());
        }
        self.recording
    }
}

/// The first multiple of [`INTERVAL`] after a turn.
const fn next_multiple(turn: u64) -> u64 {
    (turn / INTERVAL + 1) * INTERVAL
}
