//! Prints the digests of what seeds make: maps, boards, levels and recorded runs. `scripts/web parity` compiles it to
//! WebAssembly, runs it under Node and compares it with `core/tests/golden/parity.txt`, which the tests of the core hold
//! the native program to. Asked for a number of random codes, it prints the digests of their maps instead, which
//! `scripts/trial codes` compares between the two.

#[path = "../shared/catalogue.rs"]
mod catalogue;

fn main() {
    #[cfg(target_family = "wasm")]
    std::panic::set_hook(Box::new(|panic| out::print(&format!("{panic}\n"))));
    out::print(&match out::codes() {
        0 => catalogue::digests(),
        count => catalogue::mixed(count),
    });
}

#[cfg(not(target_family = "wasm"))]
mod out {
    pub fn print(text: &str) {
        print!("{text}");
    }

    pub fn codes() -> u32 {
        let count = std::env::args().nth(1);
        count.map_or(0, |count| count.parse().expect("a number of codes"))
    }
}

#[cfg(target_family = "wasm")]
mod out {
    #[link(wasm_import_module = "host")]
    unsafe extern "C" {
        /// Prints the `length` bytes of UTF-8 at `at` in the module's memory, and keeps no pointer to them.
        safe fn write(at: *const u8, length: usize);

        /// The number of random codes that are asked for, 0 for what the golden file has.
        pub safe fn codes() -> u32;
    }

    pub fn print(text: &str) {
        write(text.as_ptr(), text.len());
    }
}
