//! How much a test does that can go on for long: a sample, or with `scripts/trial` the whole.

/// The environment variable that asks for the whole; `scripts/trial` sets it.
const WHOLE: &str = "UNDERCROFT_TRIAL";

/// Returns `whole` in a trial, otherwise `sample`.
pub fn amount<T>(sample: T, whole: T) -> T {
    match std::env::var_os(WHOLE) {
        Some(_) => whole,
        None => sample,
    }
}
