//! Tests of the command line, of saves on disk and of exports, in one program.
#![cfg_attr(
    windows,
    allow(
        unused_imports,
        dead_code,
        reason = "tests with a shell script are for other systems"
    )
)]

mod cli;
#[path = "../../core/tests/shared/disguise.rs"]
mod disguise;
mod disk;
mod docs;
mod export;
#[cfg(unix)]
mod gallery;
mod layers;
mod play;
#[path = "../../core/tests/shared/sealed.rs"]
mod sealed;
mod simulate;
#[path = "../../core/tests/shared/trial.rs"]
mod trial;
