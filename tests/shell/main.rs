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
mod framing;
mod lab;
mod lab_look;
mod lab_panel;
mod lab_sheet;
mod layout;
mod maze;
mod menus;
mod options;
mod pads;
mod player;
mod plugins;
mod puzzles;
mod reward;
mod scale;
mod screens;
mod sight;
mod sound;
mod time;
mod together;
mod training;
#[path = "../../core/tests/shared/trial.rs"]
mod trial;
mod words;
