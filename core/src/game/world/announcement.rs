//! What a monster has announced, and what is said of that. Which abilities announce something, the table of
//! [`ability`](crate::game::ai::ability) says.

use serde::{Deserialize, Serialize};

use crate::game::content::ability::Announcement;
use crate::geom::Pos;

/// What is said of an announcement.
#[derive(Debug)]
pub struct AnnouncementWords {
    /// What a monster does as it announces it.
    pub begins: &'static str,
    /// Its state until then.
    pub state: &'static str,
    /// What it is about to do, and what helps.
    pub answer: &'static str,
    /// That the monster `{name}` met nobody.
    pub misses: &'static str,
    /// That it met `{what}` instead of somebody.
    pub meets: &'static str,
}

/// What a monster has announced. It does it with its next action, unless something stops it before.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(in crate::game) struct Preparation {
    pub announcement: Announcement,
    /// Where it stands. Whoever is moved from there gives it up.
    pub from: Pos,
    /// The tile that it aims at: where its target stood.
    pub at: Pos,
}
