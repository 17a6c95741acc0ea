//! The reader of texts from outside: one text means the same at every door (typed, pasted, in a file, in
//! a link, in disguise), what begins like a code is no text seed, and what is read is written as it was.

use undercroft_core::code::{CodeError, Target, link};
use undercroft_core::conduit::{Conduit, Named, Progress, Spec};
use undercroft_core::game;
use undercroft_core::geom::Size;
use undercroft_core::map::Map;
use undercroft_core::mapgen::{BUILT_IN, Buffers, MapSpec};
use undercroft_core::maze::Maze;
use undercroft_core::mazerun::{self, Leg};
use undercroft_core::rng::{Seed, Stream};
use undercroft_core::text;

use super::damage::damage;
use super::disguise::{OF_DOCUMENTS, OF_VALUES, encodings};

/// What the driver went through.
#[derive(Default, Debug)]
pub struct Tally {
    texts: u64,
    codes: u64,
    seeds: u64,
    refused: u64,
}

impl Tally {
    /// The number of texts that were codes, seeds, or refused.
    #[allow(dead_code, reason = "the test asks for it")]
    pub fn counts(&self) -> [u64; 3] {
        [self.codes, self.seeds, self.refused]
    }
}

const LETTERS: &[u8] = b"0123456789abcdefxLRUDB-/,=#@:.% \n`";

/// One round: a text of some form, as it is and damaged.
pub fn round(stream: &mut Stream, tally: &mut Tally) {
    let text = draw(stream);
    check(&text, stream, tally);
    for _ in 0..8 {
        check(&damage(&text, LETTERS, stream), stream, tally);
    }
}

/// What a text names where it is typed, with the generators of the game.
pub fn read_text(text: &str) -> Result<Target, CodeError> {
    Target::read(text, &game::generators())
}

/// What a text names where it is pasted.
pub fn paste_text(text: &str) -> Result<Target, CodeError> {
    Target::paste(text, &game::generators())
}

/// What a text names, or that it names nothing.
fn meaning(read: &Result<Target, CodeError>) -> String {
    match read {
        Ok(Target::Number(seed)) => format!("number {seed}"),
        Ok(Target::Text(seed, _)) => format!("text {seed}"),
        Ok(Target::Map(spec)) => format!("map {spec}"),
        Ok(Target::Board(Named::Spec(spec))) => format!("board {spec}"),
        Ok(Target::Board(Named::Puzzle(puzzle))) => format!("board {}", puzzle.start().id()),
        Ok(Target::Board(Named::Progress(progress))) => format!("board {progress}"),
        Ok(Target::Maze(progress)) => format!("maze {progress}"),
        Ok(Target::Drawn(maze)) => format!("drawn {maze}"),
        Ok(Target::Daily(code)) => format!("daily {code}"),
        Ok(Target::Race(code, solve)) => format!("race {code}@{solve}"),
        Ok(Target::Replay(replay)) => format!("replay {replay}"),
        Err(_) => "nothing".to_owned(),
    }
}

fn check(text: &str, stream: &mut Stream, tally: &mut Tally) {
    let read = read_text(text);
    let expected = meaning(&read);
    tally.texts += 1;
    match &read {
        Ok(target) if target.seed().is_some() => tally.seeds += 1,
        Ok(_) => tally.codes += 1,
        Err(_) => tally.refused += 1,
    }
    // In disguise. Of several lines, the single value that they hold.
    let is_drawn = matches!(read, Ok(Target::Drawn(_)));
    let disguises = if is_drawn {
        &OF_DOCUMENTS[..]
    } else {
        &OF_VALUES[..]
    };
    let (name, disguise) = disguises[stream.below(disguises.len() as u32) as usize];
    let single = text::value(text);
    // A fence within a fence, and a row of a maze that fails, are other texts.
    if (is_drawn || !text.contains(['\n', '\r'])) && !single.contains("```") {
        let inner = if is_drawn { text } else { &single };
        let disguised = disguise(inner);
        assert_eq!(
            meaning(&read_text(&disguised)),
            expected,
            "{text:?}, {name}"
        );
    }
    // In a file.
    for bytes in encodings(text) {
        let decoded = text::decode(&bytes).expect("it was text");
        assert_eq!(meaning(&read_text(&decoded)), expected, "{text:?}");
        assert_eq!(decoded, text::decode_lossy(&bytes), "{text:?}");
    }
    // Pasted, where texts are no seeds.
    let pasted = meaning(&paste_text(text));
    match &read {
        Ok(Target::Text(..)) if !is_link(text) => assert!(
            pasted == "nothing" || pasted.starts_with("drawn"),
            "{text:?}"
        ),
        _ => assert_eq!(pasted, expected, "{text:?}"),
    }
    check_forms(text, &read, &expected);
}

fn is_link(text: &str) -> bool {
    let value = text::value(text).to_lowercase();
    let quoted = value
        .strip_prefix('`')
        .and_then(|rest| rest.strip_suffix('`'));
    let value = text::trim(quoted.unwrap_or(&value));
    value.starts_with("http://") || value.starts_with("https://")
}

/// The doors that take one form alone, and what is written for it.
fn check_forms(text: &str, read: &Result<Target, CodeError>, expected: &str) {
    let again = |text: &str| meaning(&read_text(text));
    let linked = |part: &str| again(&link::build("https://example.org/play/", part));
    match read {
        Ok(Target::Number(_) | Target::Text(..)) if is_link(text) => {}
        Ok(Target::Number(seed) | Target::Text(seed, _)) => {
            assert_eq!(text.parse(), Ok(*seed), "{text:?}");
            assert_eq!(
                linked(&format!("{}{text}", link::SEED_PREFIX)),
                expected,
                "{text:?}"
            );
            assert_eq!(again(&seed.to_string()), format!("number {seed}"));
            let value = text::value(text);
            let head = value.split(['/', '#']).next().unwrap_or_default();
            let is_name = BUILT_IN.find(&text::trim(head).to_lowercase()).is_some();
            assert!(!is_name || head.len() == value.len(), "{text:?}");
        }
        Ok(Target::Map(spec)) => {
            assert_eq!(again(&spec.to_string()), expected);
            assert_eq!(linked(&spec.to_string()), expected);
        }
        Ok(Target::Maze(progress)) => assert_eq!(again(&progress.to_string()), expected),
        Ok(Target::Daily(code)) => assert_eq!(linked(&code.to_string()), expected),
        Ok(Target::Race(code, solve)) => assert_eq!(linked(&format!("{code}@{solve}")), expected),
        Ok(Target::Board(_)) => {
            let written = expected.strip_prefix("board ").expect("it is a board");
            assert_eq!(again(written), expected);
            assert_eq!(linked(written), expected);
        }
        Ok(Target::Drawn(maze)) => {
            assert_eq!(Maze::read(text).as_ref(), Ok(&**maze), "{text:?}");
        }
        Ok(Target::Replay(_)) => {}
        Err(error) => {
            let error = error.to_string();
            assert!(
                !error.is_empty() && error.len() < 600 && !error.contains('\n'),
                "{error}"
            );
        }
    }
}

/// A text of any form.
fn draw(stream: &mut Stream) -> String {
    let seed = Seed(stream.next_u64() >> stream.below(60));
    let side = stream.range(3, 6);
    let board = format!("board/{side}x4#{seed}");
    match stream.below(12) {
        0 => seed.to_string(),
        1 => format!("{:#x}", seed.0),
        2 => draw_words(stream),
        3 => board,
        4 => board_of(&board).start().id(),
        5 => {
            let conduit = Conduit::new(board_of(&board));
            Progress {
                conduit,
                seconds: 7,
            }
            .to_string()
        }
        6 => {
            let leg = Leg::new("maze-dfs", Size::new(4, 3), seed).expect("it is a maze");
            let run = leg.make().expect("it has passages");
            mazerun::Progress { run, seconds: 7 }.to_string()
        }
        7 | 8 => {
            let spec: MapSpec = format!("maze-kruskal/9x7#{seed}")
                .parse()
                .expect("it is a code");
            let mut map = Map::default();
            spec.generate_into(&mut map, &mut Buffers::default())
                .expect("it has room");
            let maze = Maze::from_map(&map).expect("it is a maze");
            if stream.coin() {
                map.to_string()
            } else {
                maze.to_string()
            }
        }
        9 => link::build("https://example.org/", &super::code::draw_code(stream)),
        _ => super::code::draw_code(stream),
    }
}

fn board_of(code: &str) -> undercroft_core::conduit::Puzzle {
    let spec: Spec = code.parse().expect("it is a code");
    spec.make()
}

/// Words as people type them, among them such as resemble codes.
fn draw_words(stream: &mut Stream) -> String {
    const WORDS: [&str; 16] = [
        "salt",
        "and",
        "iron",
        "AC/DC",
        "#1",
        "rogue",
        "board",
        "level",
        "10x9",
        "/",
        "#",
        "café",
        "cafe\u{301}",
        "https:",
        "@",
        "7.",
    ];
    let count = stream.range(1, 4);
    let words = (0..count).map(|_| *stream.pick(&WORDS).expect("there are words"));
    words.collect::<Vec<_>>().join(" ")
}
