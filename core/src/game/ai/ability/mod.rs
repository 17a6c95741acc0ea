//! The abilities that are actions. Each `act` uses one, if the monster has it and its moment has come, and returns how
//! long it takes in ticks.

pub mod bursts;
pub mod charges;
pub mod gathers;
pub mod heals;
pub mod heavy;
pub mod lurks;
pub mod shoots;
pub mod snuffs;
pub mod steals;
pub mod summons;
pub mod sweeps;
pub mod wary;
