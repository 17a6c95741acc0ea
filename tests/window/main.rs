//! Tests of the real window: the real binary on its own display (Xvfb, rendered by the Vulkan software driver),
//! with input from xdotool and pictures read back from the display. A test that cannot run fails and says what
//! to install.

#[path = "../shared/beside_conduit.rs"]
mod beside_conduit;
mod cells;
mod clipboard;
mod close;
mod conduit;
mod descend;
mod desktop;
mod film;
mod gallery;
mod keys;
mod lab;
mod maze;
mod opengl;
mod options;
mod panels;
mod picture;
mod program;
mod sound;
mod start;
#[path = "../../core/tests/shared/trial.rs"]
mod trial;
mod vault;
mod view;
mod wayland;
