//! Share codes of maps: what is read is written as a code that reads back, and names a map that its
//! generator makes or refuses with a reason.

use undercroft_core::mapgen::MapSpec;
use undercroft_core::rng::Stream;

use super::codes;
use super::damage::damage;

/// What the driver went through.
#[derive(Default, Debug)]
pub struct Tally {
    codes: u64,
    read: u64,
    refused: u64,
    made: u64,
}

const LETTERS: &[u8] = b"0123456789abcdefghijklmnopqrstuvwxyz-/,=#x .:_|~AZ";

/// Maps of at most this many tiles are made, so that most of the time goes into codes.
const SMALL: usize = 4000;

/// One round: a map's code, and damaged ones.
pub fn round(stream: &mut Stream, tally: &mut Tally) {
    let code = draw_code(stream);
    for _ in 0..20 {
        let damaged = damage(&code, LETTERS, stream);
        tally.codes += 1;
        match damaged.parse::<MapSpec>() {
            Ok(spec) => {
                tally.read += 1;
                assert_eq!(spec.to_string().parse(), Ok(spec.clone()), "{damaged}");
                if spec.size().area() <= SMALL
                    && let Ok(map) = spec.generate()
                {
                    tally.made += 1;
                    assert_eq!(map.size(), spec.size(), "{damaged}");
                    let is_plain = spec.edits().is_empty();
                    assert!(!is_plain || map.is_connected(), "{damaged}");
                }
            }
            Err(error) => {
                tally.refused += 1;
                assert!(!error.to_string().is_empty(), "{damaged}");
            }
        }
    }
}

/// A code with all that a code may carry.
pub fn draw_code(stream: &mut Stream) -> String {
    codes::draw(80, stream).to_string()
}
