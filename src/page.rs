//! The program of the browser page; `scripts/web build` makes the page.

#[cfg(target_family = "wasm")]
fn main() {
    undercroft::app::open_page();
}

#[cfg(not(target_family = "wasm"))]
fn main() {
    eprintln!("undercroft: this program runs in a browser: make its page with scripts/web build");
}
