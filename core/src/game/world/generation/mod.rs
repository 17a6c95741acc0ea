//! Makes the levels of a run. Depends only on content, seed, depth and New Game Plus.

pub(in crate::game) mod fixture;
pub(in crate::game) mod hazards;
pub(in crate::game) mod listing;
pub(in crate::game) mod set_pieces;
pub(in crate::game) mod spawn;
pub(in crate::game) mod terrain;
pub(in crate::game) mod webs;
