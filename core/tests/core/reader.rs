//! What a text from outside names, at every door of the core and in every disguise.

#[path = "../../examples/fuzz/code.rs"]
#[expect(dead_code, reason = "only its codes are drawn")]
mod code;
#[path = "../../examples/fuzz/damage.rs"]
mod damage;
#[path = "../shared/disguise.rs"]
pub mod disguise;
#[path = "../../examples/fuzz/reader.rs"]
mod fuzz;

use crate::catalogue::codes;
use disguise::{OF_DOCUMENTS, OF_VALUES, encodings};
use fuzz::{paste_text, read_text};
use undercroft_core::code::{Target, link};
use undercroft_core::conduit::Named;
use undercroft_core::game::record::Recording;
use undercroft_core::game::{self, Action, Setup};
use undercroft_core::map::Map;
use undercroft_core::mapgen::MapSpec;
use undercroft_core::mapgen::waves::Sample;
use undercroft_core::maze::Maze;
use undercroft_core::rng::{Seed, Stream};
use undercroft_core::text;

/// What a text is, in one word, and the code or number that it stands for.
fn kind(text: &str) -> String {
    match read_text(text) {
        Ok(Target::Number(seed)) => format!("number {seed}"),
        Ok(Target::Text(..)) => "text".to_owned(),
        Ok(Target::Map(spec)) => format!("map {spec}"),
        Ok(Target::Board(Named::Spec(spec))) => format!("board {spec}"),
        Ok(Target::Board(Named::Puzzle(_))) => "id".to_owned(),
        Ok(Target::Board(Named::Progress(_))) => "id with progress".to_owned(),
        Ok(Target::Maze(progress)) => format!("maze {progress}"),
        Ok(Target::Drawn(maze)) => format!("drawn {}", maze.size()),
        Ok(Target::Daily(code)) => format!("daily {code}"),
        Ok(Target::Race(code, solve)) => format!("daily {code} with {solve}"),
        Ok(Target::Replay(_)) => "replay".to_owned(),
        Err(error) => format!("error: {error}"),
    }
}

const ID: &str = "3x3:s:673aaa484";
const MAP: &str = "rooms/80x50/tries=60#7";
const MAZE: &str = "maze-dfs/33x21#7";

#[test]
fn a_line_that_shares_a_result_is_pasted_as_what_it_ends_with() {
    for end in [
        "daily-maze/2026-11-24@abc",
        "https://example.org/#daily-maze/2026-11-24@abc",
    ] {
        let line = format!("Undercroft daily maze 2026-11-24: 3:41, 64 steps, no hints, {end}\n");
        let pasted = paste_text(&line);
        assert!(
            matches!(pasted, Ok(Target::Race(_, solve)) if solve == "abc"),
            "{line}"
        );
        assert!(
            matches!(read_text(&line), Ok(Target::Text(..))),
            "typed, it is a seed"
        );
    }
    let other = "Undercroft is at https://example.org/ and elsewhere";
    assert!(paste_text(other).is_err());
}

#[test]
fn each_text_is_one_thing() {
    for (text, expected) in [
        ("42", "number 42"),
        ("0x2A", "number 42"),
        ("42\u{200b}", "number 42"),
        ("20261124", "number 20261124"),
        (
            " daily-maze/2026-11-24\u{a0}",
            "daily daily-maze/2026-11-24",
        ),
        (
            "daily-maze/2026-11-24@AZ-_09",
            "daily daily-maze/2026-11-24 with AZ-_09",
        ),
        (
            "https://example.org/#daily-board/2026-11-24@abc",
            "daily daily-board/2026-11-24 with abc",
        ),
        (
            "daily/2026-11-24@abc",
            "error: after the \"@\" of a daily board or maze stands a recorded solve, of letters, digits, - and _; \"abc\" is none",
        ),
        (
            "daily-maze/2026-11-24@a.b",
            "error: after the \"@\" of a daily board or maze stands a recorded solve, of letters, digits, - and _; \"a.b\" is none",
        ),
        (
            "daily/2026-11-31",
            "error: \"2026-11-31\" is not a date from 1970 to 9999; write it as 2026-11-24",
        ),
        ("salt and iron", "text"),
        ("AC/DC #1", "text"),
        ("a/b", "text"),
        ("room #5", "text"),
        ("ham & eggs", "text"),
        ("rogue", "text"),
        ("Board games", "text"),
        ("level 5", "text"),
        ("dungeon/deep", "text"),
        ("10x9", "text"),
        ("1/2/3", "text"),
        ("7/80x50#7", "text"),
        ("`42`", "text"),
        ("12:30", "text"),
        (MAP, "map rooms/80x50/tries=60#7"),
        ("`rooms/80x50/tries=60#7`", "map rooms/80x50/tries=60#7"),
        ("rooms / 80x50 / tries=60 # 7", "map rooms/80x50/tries=60#7"),
        ("rooms/80x50/tries=60#0x7", "map rooms/80x50/tries=60#7"),
        (MAZE, "map maze-dfs/33x21#7"),
        ("maze-dfs/33x21#7@:0:0", "maze maze-dfs/33x21#7@:0:0"),
        ("board/10x9/wrap#7", "board board/10x9/wrap#7"),
        (ID, "id"),
        ("3x3:s:673aaa484@100000000:1:12", "id with progress"),
        ("BC\nB6\n", "drawn 2x2"),
        ("#####\n#...#\n###.#\n#...#\n#####\n", "drawn 2x2"),
        ("123\n456\n", "number 123456"),
        ("HTTPS://example.org/#seed=7", "number 7"),
        (
            "https://example.org/#board/10x9/wrap%237&noted",
            "board board/10x9/wrap#7",
        ),
    ] {
        assert_eq!(kind(text), expected, "{text:?}");
    }
}

#[test]
fn a_code_with_a_mistake_is_an_error_that_names_the_part() {
    for (text, needle) in [
        (
            "rogue/80x50#7.",
            "the seed \"7.\" of the code is not a number; as a text it is #",
        ),
        (
            "board/10x9#7,",
            "the seed \"7,\" of the code is not a number",
        ),
        ("rogue/80x50#", "the seed is empty after the \"#\""),
        ("rogue#7", "write generator/WxH#seed"),
        ("rogue/80x50", "write generator/WxH#seed"),
        ("board#7", "write board/WxH#seed"),
        ("rogue/80#7", "\"80\" is not a size"),
        ("Caves/80x50#7", "did you mean \"caves\"?"),
        ("CAVES/80x50#7", "did you mean \"caves\"?"),
        ("Board/10x9#7", "did you mean \"board\"?"),
        ("board /10x9#7", ""),
        ("rouge/80x50#7", "did you mean \"rogue\"?"),
        ("rouge/80x50", "did you mean \"rogue\"?"),
        ("boar/10x9#7", "did you mean \"board\"?"),
        ("cave/80x50#7", "did you mean \"caves\"?"),
        ("zzz/80x50#7", "there are rogue, rooms"),
        ("rogue/80x50/sector=3#7", "did you mean \"sectors\"?"),
        (
            "rogue/80x50/sectors=9#7",
            "sectors must be from 2 to 6 in rogue, not \"9\"",
        ),
        (
            "level/80x50/depth=13#7",
            "depth must be from 1 to 12 in level",
        ),
        ("Level/80x50#7", "did you mean \"level\""),
        ("rogue/80x50#7@:0:0", "does not make mazes"),
        ("maze-dfs/33x21#7@:0", "CODE@STEPS:SECONDS:HINTS"),
        (
            "board/10x9#7@000:0:0",
            "the seed \"7@000:0:0\" of the code is not a number",
        ),
        ("3x3:q:673aaa484", "\"q\" is not a rule"),
        ("BC\nB7\n", "line 2, column 2"),
        ("###\n#.#\n#.#\n", "not a maze"),
        (
            "https://example.org/",
            "the link has no seed and no code after a \"#\"",
        ),
        (
            "https://example.org/#board/10x9%23",
            "in the link, the seed is empty after the \"#\"",
        ),
        ("", "the seed is empty"),
        ("\u{feff}\u{200b}\n", "the seed is empty"),
    ] {
        if text == "board /10x9#7" {
            assert_eq!(kind(text), "board board/10x9#7");
            continue;
        }
        let found = kind(text);
        assert!(
            found.starts_with("error: ") && found.contains(needle),
            "{text:?}: {found}"
        );
        assert!(paste_text(text).is_err(), "{text:?}");
    }
}

#[test]
fn a_disguise_changes_nothing() {
    let texts = [
        "42",
        "salt and iron",
        "café",
        MAP,
        MAZE,
        "board/10x9#7",
        ID,
        "maze-dfs/33x21#7@:0:0",
    ];
    for text in texts {
        let link = link::build(
            "https://example.org/",
            &match kind(text).starts_with(['n', 't']) {
                true => format!("seed={text}"),
                false => text.to_owned(),
            },
        );
        let seed = read_text(text).unwrap().seed();
        for (name, disguise) in OF_VALUES {
            let disguised = disguise(text);
            assert_eq!(kind(&disguised), kind(text), "{text}, {name}");
            assert_eq!(kind(&disguise(&link)), kind(text), "{link}, {name}");
            assert_eq!(
                read_text(&disguised).unwrap().seed(),
                seed,
                "{text}, {name}"
            );
            for bytes in encodings(&disguised) {
                assert_eq!(
                    kind(&text::decode(&bytes).unwrap()),
                    kind(text),
                    "{text}, {name}"
                );
            }
            match kind(text).as_str() {
                "text" => assert!(paste_text(&disguised).is_err(), "{text}, {name}"),
                _ => assert!(paste_text(&disguised).is_ok(), "{text}, {name}"),
            }
        }
    }
}

#[test]
fn a_disguised_document_is_the_same_at_every_door() {
    let map = MAZE.parse::<MapSpec>().unwrap().generate().unwrap();
    let maze = Maze::from_map(&map).unwrap();
    let drawing = "######\n# ..##\n#.@. #\n##  ##\n#### \u{20}\n";
    let sample = Sample::from_text(drawing).unwrap();
    let mut run = game::Run::new(Setup::new(Seed(7)).unwrap()).unwrap();
    for _ in 0..70 {
        run.apply(Action::Wait, &mut Vec::new()).unwrap();
    }
    let replay = run.recording();
    for (name, disguise) in OF_DOCUMENTS {
        for form in [
            maze.to_string(),
            maze.to_string().to_lowercase(),
            map.to_string(),
        ] {
            let disguised = disguise(&form);
            assert_eq!(Maze::read(&disguised), Ok(maze.clone()), "{name}");
            let target = paste_text(&disguised);
            assert!(
                matches!(target, Ok(Target::Drawn(drawn)) if *drawn == maze),
                "{name}"
            );
            for bytes in encodings(&disguised) {
                assert_eq!(
                    Maze::read(&text::decode_lossy(&bytes)),
                    Ok(maze.clone()),
                    "{name}"
                );
            }
        }
        assert_eq!(
            disguise(&replay.to_string()).parse::<Recording>(),
            Ok(replay.clone()),
            "{name}"
        );
        assert_eq!(
            Sample::from_text(&disguise(drawing)),
            Ok(sample.clone()),
            "{name}"
        );
    }
    assert_eq!(Map::read(drawing).unwrap().size().to_string(), "6x5");
}

#[test]
fn a_paste_that_names_nothing_is_refused() {
    for text in [
        "hello world",
        "/home/me/map.png",
        "def f(x):\n    return x\n",
        "rogue",
        "cafe",
    ] {
        let error = paste_text(text).unwrap_err().to_string();
        assert!(
            error.contains("is not a share code, an id, a maze, a link or a number"),
            "{error}"
        );
    }
    let link = "https://example.org/#seed=salt";
    assert!(matches!(paste_text(link), Ok(Target::Text(..))));
    let long = "QUJD".repeat(750_000);
    assert!(paste_text(&long).unwrap_err().to_string().len() < 200);
    assert!(matches!(paste_text("BAE"), Ok(Target::Drawn(_))));
    assert!(matches!(read_text("BAE"), Ok(Target::Text(..))));
}

#[test]
fn a_code_opens_the_same_screen_however_it_is_given() {
    for (text, screen) in [
        ("7", "title"),
        ("salt", "title"),
        (MAP, "lab"),
        (MAZE, "maze"),
        ("maze-dfs/33x21#7@:0:0", "maze"),
        ("maze-dfs/4001x4001#7", "lab"),
        ("BC\nB6", "maze"),
        ("board/10x9#7", "conduit"),
        (ID, "conduit"),
    ] {
        assert_eq!(read_text(text).unwrap().screen(), screen, "{text}");
        let part = match screen {
            "title" => format!("seed={text}"),
            _ => text.to_owned(),
        };
        let link = link::build("https://example.org/", &part);
        if !text.contains('\n') {
            assert_eq!(read_text(&link).unwrap().screen(), screen, "{link}");
        }
    }
    assert_eq!(
        read_text(MAZE).unwrap().refusal(),
        "this is a maze; open it in Maze Run"
    );
}

#[test]
fn a_text_means_the_same_at_every_door() {
    let mut tally = fuzz::Tally::default();
    for number in 0..150 {
        fuzz::round(&mut Stream::new(7, number), &mut tally);
    }
    assert!(tally.counts().iter().all(|count| *count > 50), "{tally:?}");
}
