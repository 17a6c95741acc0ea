//! Share codes of maps: what is read is written as a code that reads back, and names a map that its
//! generator makes or refuses with a reason.

use undercroft::geom::Size;
use undercroft::mapgen::{ALL, Kind, MapSpec};
use undercroft::rng::{Seed, Stream};

use super::damage::damage;

/// What the driver went through.
#[derive(Default, Debug)]
pub struct Tally {
    codes: u64,
    read: u64,
    refused: u64,
    made: u64,
}

const LETTERS: &[u8] = b"0123456789abcdefghijklmnopqrstuvwxyz-/,=#x .:_";

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
                    assert!(map.is_connected(), "{damaged}");
                }
            }
            Err(error) => {
                tally.refused += 1;
                assert!(!error.to_string().is_empty(), "{damaged}");
            }
        }
    }
}

/// A code of any generator, with parameters anywhere in their ranges.
pub fn draw_code(stream: &mut Stream) -> String {
    let generator = *stream.pick(&ALL).expect("there are generators");
    let mut params = generator.params();
    for spec in generator.info().params {
        if stream.coin() {
            let value = match spec.kind {
                Kind::Int { min, max, .. } => stream.range(min, max.min(min + 200)),
                Kind::Choice { options, .. } => stream.below(options.len() as u32) as i32,
            };
            params
                .set(&format!("{}={}", spec.name, spec.show(value)))
                .expect("the value is in range");
        }
    }
    let seed = Seed(stream.next_u64());
    let size = Size::new(stream.range(5, 90) as u32, stream.range(5, 60) as u32);
    MapSpec::with_params(generator, size, params, seed)
        .map_or_else(|_| format!("rogue/80x50#{seed}"), |spec| spec.to_string())
}
