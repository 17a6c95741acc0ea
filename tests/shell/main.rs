//! Tests of the shell without window and renderer, in one program.

mod builder;
mod conduit;
mod lab;
mod maze;
mod options;
mod pads;
mod play;
mod plugins;
mod reward;
mod screens;
mod sound;
mod time;
mod training;
