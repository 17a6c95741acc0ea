//! Tests of the shell without window and renderer, in one program.

mod access;
#[path = "../shared/beside_conduit.rs"]
mod beside_conduit;
mod builder;
mod conduit;
mod descend;
#[path = "../../core/tests/shared/disguise.rs"]
mod disguise;
mod fingers;
mod lab;
mod lab_look;
mod lab_sheet;
mod maze;
mod options;
mod pads;
mod plugins;
mod reward;
mod scale;
mod screens;
mod sound;
mod time;
mod together;
mod training;
