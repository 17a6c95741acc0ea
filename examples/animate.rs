//! Watches a map being dug: `cargo run --no-default-features --example animate -- rooms/80x23#7`.
//!
//! In a terminal, which has to be as large as the map, the steps are drawn as they were taken;
//! `--fast` takes a second for them instead of six. Anywhere else some frames are printed, one after
//! the other.

use std::error::Error;
use std::io::{self, IsTerminal, Write};
use std::process::ExitCode;
use std::thread;
use std::time::Duration;

use undercroft::geom::{Pos, Rect};
use undercroft::map::{Map, Tile};
use undercroft::mapgen::{Buffers, MapSpec, Recorder, Step};

/// Frames that are printed where nothing moves.
const FRAMES: usize = 6;
/// Pictures a second at most.
const RATE: usize = 50;

fn main() -> ExitCode {
    match run(std::env::args().skip(1), &mut io::stdout()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("animate: {error}");
            ExitCode::FAILURE
        }
    }
}

fn run(
    args: impl Iterator<Item = String>,
    out: &mut (impl Write + IsTerminal),
) -> Result<(), Box<dyn Error>> {
    let (fast, codes): (Vec<String>, Vec<String>) = args.partition(|arg| arg == "--fast");
    let code = codes.first().map_or("rooms/80x23#7", String::as_str);
    let spec: MapSpec = code.parse()?;
    let mut recorder = Recorder::default();
    spec.observe(&mut Map::default(), &mut Buffers::default(), &mut recorder)?;
    let rock = Map::new(spec.size(), Tile::Wall);
    if out.is_terminal() {
        let seconds = if fast.is_empty() { 6 } else { 1 };
        play(rock, &recorder.steps, seconds, out)?;
    } else {
        print(rock, &recorder.steps, out)?;
    }
    Ok(())
}

/// Draws every step where it was taken, for about so many seconds.
fn play(mut map: Map, steps: &[Step], seconds: usize, out: &mut impl Write) -> io::Result<()> {
    let a_frame = steps.len().div_ceil(seconds * RATE).max(1);
    let frames = steps.len().div_ceil(a_frame).max(1);
    let pause = Duration::from_millis(seconds as u64 * 1000) / frames as u32;
    // Clear the screen, then the rock to be dug.
    write!(out, "\x1b[2J\x1b[H{map}")?;
    let mut refused = Vec::new();
    for frame in steps.chunks(a_frame) {
        // A place that was tried in vain is shown for one frame.
        for area in refused.drain(..) {
            write!(out, "{}", drawn(&map, area, ""))?;
        }
        for step in frame {
            step.replay(&mut map);
            write!(out, "{}", change(&map, *step))?;
            if let Step::Refused(area) = step {
                write!(out, "{}", drawn(&map, *area, "\x1b[41m"))?;
                refused.push(*area);
            }
        }
        write!(out, "{}", at(Pos::new(0, map.size().height as i32)))?;
        out.flush()?;
        // Slow steps are not to be slower than one can bear.
        thread::sleep(pause.min(Duration::from_millis(250)));
    }
    // Once more as a whole, without colours.
    write!(out, "\x1b[H{map}")?;
    out.flush()
}

/// What a step changes on the map, as it shows on the screen.
fn change(map: &Map, step: Step) -> String {
    match step {
        Step::Paint { area, .. } => drawn(map, area, ""),
        Step::Room(room) => drawn(map, room.area, "\x1b[33m"),
        Step::Start(pos) => format!("{}\x1b[1;33m@\x1b[0m", at(pos)),
        // The others leave the map as it is.
        _ => String::new(),
    }
}

/// Moves the cursor to a tile.
fn at(pos: Pos) -> String {
    format!("\x1b[{};{}H", pos.y + 1, pos.x + 1)
}

/// The tiles of `area`, which may lie partly off the map, in a colour.
fn drawn(map: &Map, area: Rect, colour: &str) -> String {
    let mut text = colour.to_owned();
    for y in area.top..=area.bottom {
        let row = (area.left..=area.right)
            .map(|x| Pos::new(x, y))
            .filter(|pos| map.tiles.contains(*pos));
        for (index, pos) in row.enumerate() {
            if index == 0 {
                text += &at(pos);
            }
            text.push(map.tiles[pos].to_char());
        }
    }
    if !colour.is_empty() {
        text += "\x1b[0m";
    }
    text
}

/// Prints some frames, the first after some steps and the last after all.
fn print(mut map: Map, steps: &[Step], out: &mut impl Write) -> io::Result<()> {
    let mut taken = 0;
    for frame in 1..=FRAMES {
        let until = steps.len() * frame / FRAMES;
        if until == taken {
            // There are fewer steps than frames.
            continue;
        }
        for step in &steps[taken..until] {
            step.replay(&mut map);
        }
        taken = until;
        writeln!(out, "step {taken} of {}\n{map}", steps.len())?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn steps(code: &str) -> (Map, Map, Vec<Step>) {
        let spec: MapSpec = code.parse().unwrap();
        let mut map = Map::default();
        let mut recorder = Recorder::default();
        spec.observe(&mut map, &mut Buffers::default(), &mut recorder)
            .unwrap();
        (Map::new(spec.size(), Tile::Wall), map, recorder.steps)
    }

    /// A terminal that knows no more than what is written here.
    fn screen(written: &str, map: &Map) -> String {
        let size = map.size();
        let mut rows = vec![vec![' '; size.width as usize]; size.height as usize + 1];
        let (mut x, mut y) = (0, 0);
        let mut rest = written;
        while let Some(c) = rest.chars().next() {
            rest = &rest[c.len_utf8()..];
            if c == '\n' {
                (x, y) = (0, y + 1);
            } else if c != '\x1b' {
                rows[y][x] = c;
                x += 1;
            } else {
                let end = rest.find(|c: char| c.is_ascii_alphabetic()).unwrap();
                let (numbers, last) = (&rest[1..end], &rest[end..=end]);
                rest = &rest[end + 1..];
                if last == "H" {
                    let place = numbers.split_once(';').unwrap_or(("1", "1"));
                    y = place.0.parse::<usize>().unwrap() - 1;
                    x = place.1.parse::<usize>().unwrap() - 1;
                }
            }
        }
        rows.truncate(size.height as usize);
        let lines = rows
            .into_iter()
            .map(|row| row.into_iter().collect::<String>() + "\n");
        lines.collect()
    }

    #[test]
    fn the_steps_leave_the_map_on_the_screen() {
        for code in ["rooms/40x20/tries=12#7", "scatter/30x12#3", "rogue/40x20#1"] {
            let (rock, map, steps) = steps(code);
            let mut drawn = rock.to_string();
            let mut dug = rock;
            for step in &steps {
                step.replay(&mut dug);
                drawn += &change(&dug, *step);
            }
            assert_eq!(screen(&drawn, &map), map.to_string(), "{code}");
        }
    }

    #[test]
    fn a_played_generation_ends_with_the_map() {
        let (rock, map, steps) = steps("box/9x5#1");
        let mut out = Vec::new();
        play(rock, &steps, 1, &mut out).unwrap();
        let written = String::from_utf8(out).unwrap();
        assert!(written.ends_with(&map.to_string()));
        assert_eq!(screen(&written, &map), map.to_string());
    }

    #[test]
    fn printed_frames_go_from_the_first_steps_to_the_map() {
        for (code, frames) in [("rooms/40x20#7", FRAMES), ("box/9x5#1", 2)] {
            let (rock, map, steps) = steps(code);
            let mut out = Vec::new();
            print(rock, &steps, &mut out).unwrap();
            let text = String::from_utf8(out).unwrap();
            assert_eq!(text.matches("step ").count(), frames, "{code}");
            assert!(text.ends_with(&format!("{map}\n")), "{text}");
        }
    }
}
