//! A board in play: its recording, the time and the help it has taken, and the texts about it. The rules are in
//! [`crate::conduit`].

pub mod round;
pub mod setup;
pub mod texts;
pub mod words;

pub use round::BoardRound;
pub use setup::BoardMove;
