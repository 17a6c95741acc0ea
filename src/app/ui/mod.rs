//! What every screen is made of: the theme, the frame with its facts and hints, and what the
//! pointer chooses.

pub mod hud;
pub(in crate::app) mod pointer;
pub mod theme;
