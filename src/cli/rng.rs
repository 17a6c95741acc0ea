//! `undercroft rng`: prints the raw output of a stream, to compare with other implementations.

use std::io::{self, Write};

use super::{CliError, exit_status, value};
use crate::rng::Stream;

const EXAMPLES: &str = concat!(
    r#"Examples:
  undercroft rng --state 42 --stream 54 --count 6
  undercroft rng --state 0x2a --stream 0x36 --count 1000000 | sort -u | wc -l

The generator is PCG-XSH-RR 64/32. Numbers are decimal or 0x hex, up to 64 bits.
The top bit of the stream number is ignored.

"#,
    exit_status!()
);

/// Print raw draws of the random number generator
///
/// Each draw is an 8-digit hex number on a line of its own.
#[derive(clap::Args)]
#[command(after_long_help = EXAMPLES)]
pub struct Args {
    /// Start the generator from this state
    #[arg(long, value_name = "N")]
    state: String,

    /// Draw from this stream, one of the generator's sequences
    #[arg(long, value_name = "N")]
    stream: String,

    /// Draw this many numbers
    #[arg(long, value_name = "N")]
    count: String,
}

/// Prints the draws.
pub fn run(args: &Args, out: &mut impl Write) -> Result<(), CliError> {
    let state = value::parse_number("--state", &args.state)?;
    let stream = value::parse_number("--stream", &args.stream)?;
    let count = value::parse_number("--count", &args.count)?;
    print(Stream::new(state, stream), count, out).map_err(CliError::Output)
}

fn print(mut stream: Stream, count: u64, out: &mut impl Write) -> io::Result<()> {
    const DIGITS: &[u8; 16] = b"0123456789abcdef";
    // Formatted by hand, since `write!` would take nearly all of the time.
    let mut line = *b"00000000\n";
    for _ in 0..count {
        let word = stream.next_u32();
        for (place, byte) in line[..8].iter_mut().enumerate() {
            *byte = DIGITS[(word >> (28 - 4 * place) & 0xf) as usize];
        }
        out.write_all(&line)?;
    }
    Ok(())
}
