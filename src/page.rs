//! The binary of the browser page, which `scripts/web build` builds.

#[cfg(target_family = "wasm")]
fn main() {
    undercroft::app::open_page();
}

#[cfg(not(target_family = "wasm"))]
fn main() {
    eprintln!("undercroft: this program runs in a browser: make its page with scripts/web build");
}
