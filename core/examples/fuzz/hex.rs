//! Mazes as hex text: what is written is read as the same maze, and a damaged text is refused with a
//! place in it, or is a maze that is written as it was read.

use undercroft_core::maze::{Buffers, Maze, braid, kruskal};
use undercroft_core::rng::Stream;

use super::damage::damage;

/// What the driver went through.
#[derive(Default, Debug)]
pub struct Tally {
    texts: u64,
    read: u64,
    refused: u64,
}

const LETTERS: &[u8] = b"0123456789abcdefABCDEFg \n\n\r\t";

/// One round: a maze, its text, and damaged ones.
pub fn round(stream: &mut Stream, tally: &mut Tally) {
    let (width, height) = (stream.range(1, 24) as u32, stream.range(1, 24) as u32);
    let (mut maze, mut buffers) = (Maze::new(width, height), Buffers::default());
    kruskal(&mut maze, &mut buffers, stream, |_, _| {});
    if stream.coin() {
        let percent = stream.below(101);
        braid(&mut maze, stream, percent, |_, _| {});
    }
    let text = maze.to_string();
    assert_eq!(Maze::from_hex(&text).as_ref(), Ok(&maze), "{text}");
    for _ in 0..20 {
        let damaged = damage(&text, LETTERS, stream);
        tally.texts += 1;
        match Maze::from_hex(&damaged) {
            Ok(maze) => {
                tally.read += 1;
                assert_eq!(Maze::from_hex(&maze.to_string()), Ok(maze), "{damaged}");
            }
            Err(error) => {
                tally.refused += 1;
                assert!(!error.to_string().is_empty(), "{damaged}");
            }
        }
    }
}
