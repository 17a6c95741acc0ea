//! Reads damaged texts, and plays at random, for a number of seconds: nothing may panic, and what is
//! read keeps its word.
//!
//! `cargo run --release -p undercroft-core --example fuzz -- hex|code|conduit|reader 60 [SEED]`

mod code;
#[path = "../../tests/shared/codes.rs"]
mod codes;
mod conduit;
mod damage;
#[path = "../../tests/shared/disguise.rs"]
mod disguise;
mod hex;
mod reader;

use std::error::Error;
use std::fmt::Debug;
use std::time::{Duration, Instant};

use undercroft_core::rng::Stream;

const USAGE: &str = "usage: fuzz hex|code|conduit|reader [SECONDS] [SEED]";

fn main() -> Result<(), Box<dyn Error>> {
    let mut args = std::env::args().skip(1);
    let what = args.next().ok_or(USAGE)?;
    let seconds = args.next().map_or(Ok(10), |text| text.parse())?;
    let seed = args.next().map_or(Ok(1), |text| text.parse())?;
    match what.as_str() {
        "hex" => run(seconds, seed, hex::round),
        "code" => run(seconds, seed, code::round),
        "conduit" => run(seconds, seed, conduit::round),
        "reader" => run(seconds, seed, reader::round),
        _ => return Err(USAGE.into()),
    }
    Ok(())
}

/// Goes through rounds, each with a stream of its own, until the time is over.
fn run<T: Default + Debug>(seconds: u64, seed: u64, round: fn(&mut Stream, &mut T)) {
    let end = Instant::now() + Duration::from_secs(seconds);
    let mut tally = T::default();
    let mut count = 0;
    while Instant::now() < end {
        round(&mut Stream::new(seed, count), &mut tally);
        count += 1;
    }
    println!("{seconds} s from seed {seed}, {count} rounds: {tally:?}");
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Goes through the first rounds of seed 1.
    fn sample<T: Default + Debug>(count: u64, round: fn(&mut Stream, &mut T)) {
        let mut tally = T::default();
        for number in 0..count {
            round(&mut Stream::new(1, number), &mut tally);
        }
    }

    #[test]
    fn a_sample_of_damaged_hex_is_read_or_refused() {
        sample(500, hex::round);
    }

    #[test]
    fn a_sample_of_damaged_codes_is_read_or_refused() {
        sample(500, code::round);
    }

    #[test]
    fn a_sample_of_damaged_ids_is_read_or_refused_and_boards_are_played() {
        sample(50, conduit::round);
    }
}
