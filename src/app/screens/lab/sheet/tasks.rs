//! Looks at many maps in the background, piece by piece.

use std::collections::VecDeque;
use std::ops::ControlFlow;

use super::listing::MOST;
use crate::app::dungeon::large::{self, PieceRange};
use crate::app::platform::background::Work;
use crate::map::Steps;
use crate::mapgen::MapSpec;
use crate::search::{Condition, Findings, Order, Question, Search, Variants};

/// A search whose pieces are looked at in the background, or were.
pub struct SearchTasks {
    search: Search,
    /// The pieces that are being looked at, in their order.
    running: VecDeque<(PieceRange, Work<Findings>)>,
    next_piece: u64,
    looked_at: u64,
    is_over: bool,
}

impl SearchTasks {
    /// A search for the maps of the kind of `spec` with these seeds that meet a condition.
    ///
    /// # Errors
    /// If maps of this kind cannot be searched for.
    pub fn new(
        spec: &MapSpec,
        condition: Condition,
        order: Option<Order>,
        seeds: &str,
    ) -> Result<Self, String> {
        let question = Question {
            variants: Variants::from(spec),
            condition: Some(condition),
            steps: Steps::Four,
            order,
            count: MOST,
        };
        let seeds = seeds.parse().map_err(|error| format!("{error}"))?;
        Ok(Self {
            search: Search::new(question, seeds),
            running: VecDeque::new(),
            next_piece: 0,
            looked_at: 0,
            is_over: false,
        })
    }

    /// What is searched for.
    pub const fn search(&self) -> &Search {
        &self.search
    }

    /// How many maps it has looked at.
    pub const fn looked_at(&self) -> u64 {
        self.looked_at
    }

    /// Whether it has come to an end.
    pub const fn is_over(&self) -> bool {
        self.is_over
    }

    /// Ends it.
    pub fn stop(&mut self) {
        self.running.clear();
        self.is_over = true;
    }

    /// Starts work, and gives what is done to `take`, in order, until that breaks. Whether anything has changed.
    pub fn go_on(&mut self, mut take: impl FnMut(Findings) -> ControlFlow<()>) -> bool {
        if self.is_over {
            return false;
        }
        let mut is_new = false;
        while let Some((pieces, work)) = self.running.front_mut() {
            let Some(result) = work.take() else { break };
            let pieces = *pieces;
            self.running.pop_front();
            is_new = true;
            let Ok(findings) = result else {
                self.stop();
                break;
            };
            self.looked_at += pieces.maps(&self.search);
            if take(findings).is_break() {
                self.stop();
            }
        }
        while !self.is_over && self.running.len() < PieceRange::at_once() {
            let Some(pieces) = PieceRange::next(self.next_piece, &self.search) else {
                self.is_over = self.running.is_empty();
                is_new |= self.is_over;
                break;
            };
            self.next_piece = pieces.end;
            let search = self.search.clone();
            let work = Work::start(
                &pieces.command(&search),
                move || Ok(pieces.look_at(&search)),
                Box::new(large::unpack_findings),
            );
            self.running.push_back((pieces, work));
        }
        is_new
    }
}
