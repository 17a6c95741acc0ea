//! Tests of the shell without window and renderer, in one program.

mod builder;
mod conduit;
mod lab;
mod maze;
mod options;
#[cfg(feature = "gamepad")]
mod pads;
mod play;
mod plugins;
mod screens;
#[cfg(feature = "audio")]
mod sound;
mod time;
