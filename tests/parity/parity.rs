//! Prints the digests of what seeds make: maps, boards, levels and recorded runs. `scripts/web parity` compiles it to
//! WebAssembly, runs it under Node and compares it with `tests/golden/parity.txt`, which the tests of the core hold
//! the native program to.

#[path = "../core/catalogue.rs"]
mod catalogue;

fn main() {
    #[cfg(target_family = "wasm")]
    std::panic::set_hook(Box::new(|panic| out::print(&format!("{panic}\n"))));
    out::print(&catalogue::digests());
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
