//! Prints what seeds make: maps, boards, levels and recorded runs. `scripts/web parity` runs it natively and,
//! compiled to WebAssembly, under Node, and compares the two, byte for byte.

#[path = "../core/catalogue.rs"]
mod catalogue;

use undercroft::game::content::Content;
use undercroft::game::replay::Replay;
use undercroft::mapgen;

/// The recorded runs, one after another; each begins with these words.
const RUNS: &str = include_str!("../golden/runs.txt");
const FIRST: &str = "undercroft replay ";

fn main() {
    #[cfg(target_family = "wasm")]
    std::panic::set_hook(Box::new(|panic| out::print(&format!("{panic}\n"))));
    for generator in mapgen::ALL {
        out::print(&catalogue::maps(generator.info().name));
    }
    out::print(&catalogue::boards(22));
    out::print(&catalogue::levels(0..20));
    out::print(&runs());
}

/// Plays the recorded runs: turns and digest of each at its end.
fn runs() -> String {
    let content = Content::embedded().expect("the built-in content has no errors");
    let played = RUNS.split(FIRST).skip(1).map(|run| {
        let replay: Replay = format!("{FIRST}{run}")
            .parse()
            .expect("a golden run parses");
        match replay.verify(content) {
            Ok(game) => format!("run of {} turns {:016x}\n", game.turns(), game.digest()),
            Err(error) => format!("run {error}\n"),
        }
    });
    played.collect()
}

#[cfg(not(target_family = "wasm"))]
mod out {
    pub fn print(text: &str) {
        print!("{text}");
    }
}

#[cfg(target_family = "wasm")]
mod out {
    #[link(wasm_import_module = "host")]
    unsafe extern "C" {
        /// Prints the `length` bytes of UTF-8 at `at` in the module's memory, and keeps no pointer to them.
        safe fn write(at: *const u8, length: usize);
    }

    pub fn print(text: &str) {
        write(text.as_ptr(), text.len());
    }
}
