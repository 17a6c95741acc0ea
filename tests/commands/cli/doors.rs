//! Every door of the command line that takes a text from outside, with every disguise: options, files
//! and standard input.

use std::fs;
use std::path::Path;

use super::{fed, folder, output, stdout, text, words};
use crate::disguise::{OF_DOCUMENTS, OF_VALUES, encodings};

#[test]
fn an_option_means_the_same_in_every_disguise() {
    let id = "3x3:s:673aaa484";
    for (args, value, written) in [
        (&["generate", "--size", "9x9", "--seed"][..], "42", "42"),
        (
            &["generate", "--size", "9x9", "--seed"],
            "cafe\u{301}",
            "caf\u{e9}",
        ),
        (&["generate", "--seed"], "rogue/20x20#7", "rogue/20x20#7"),
        (
            &["generate", "--seed"],
            "maze-dfs/9x9#7@:0:0",
            "maze-dfs/9x9#7",
        ),
        (
            &["generate", "--seed"],
            "https://example.org/#rogue/20x20%237",
            "rogue/20x20#7",
        ),
        (&["conduit", "--seed"], "board/5x4#7", "board/5x4#7"),
        (&["conduit", "--seed"], "https://example.org/#seed=9", "9"),
        (&["conduit", "--solve"], id, id),
        (
            &["conduit", "--solve"],
            "3x3:s:673aaa484@100000000:1:12",
            id,
        ),
        (
            &["conduit", "--solve"],
            "https://example.org/#3x3:s:673aaa484",
            id,
        ),
        (&["generate", "--seed", "7", "--size"], "9x9", "9x9"),
        (&["survey", "--size", "9x9", "--seeds"], "0..3", "0..3"),
        (
            &["generate", "--seed", "7", "--param"],
            "sectors=3",
            "sectors=3",
        ),
    ] {
        let run = |value: &str| stdout(args.iter().copied().chain([value]));
        let expected = run(written);
        assert!(!expected.is_empty());
        for (name, disguise) in OF_VALUES {
            let found = run(&disguise(value));
            assert_eq!(found, expected, "{args:?} {value}, {name}");
        }
    }
}

/// A file in every disguise and every encoding.
fn disguised(document: &str) -> impl Iterator<Item = (&'static str, Vec<u8>)> {
    OF_DOCUMENTS.into_iter().flat_map(move |(name, disguise)| {
        let text = disguise(document);
        let plain = text.clone().into_bytes();
        let all = encodings(&text).into_iter().chain([plain]);
        all.map(move |bytes| (name, bytes)).collect::<Vec<_>>()
    })
}

#[test]
fn a_maze_is_the_same_from_a_file_and_from_a_pipe_in_every_disguise() {
    let folder = folder("doors-maze");
    let path = folder.join("maze.hex");
    let drawn = text(words("generate --seed maze-dfs/9x7#7"));
    let hex = text(words("generate --seed maze-dfs/9x7#7 --format hex"));
    for (name, bytes) in disguised(&drawn).chain(disguised(&hex)) {
        fs::write(&path, &bytes).unwrap();
        let from_file = text(["maze".as_ref(), "--check".as_ref(), path.as_os_str()]);
        assert_eq!(from_file, drawn, "{name}");
        let from_pipe = fed(&["maze", "--check", "-"], &bytes);
        assert_eq!(
            String::from_utf8(from_pipe.stdout).unwrap(),
            drawn,
            "{name}"
        );
    }
}

#[test]
fn a_replay_and_a_sample_are_the_same_in_every_disguise() {
    let folder = folder("doors-files");
    let replays = folder.join("replays");
    let args = format!(
        "simulate --seed 7 --turns 80 --record {}",
        replays.display()
    );
    stdout(words(&args));
    let replay = fs::read_dir(&replays)
        .unwrap()
        .next()
        .unwrap()
        .unwrap()
        .path();
    let recorded = fs::read_to_string(&replay).unwrap();
    let verify = |path: &Path| stdout(["replay".as_ref(), "--info".as_ref(), path.as_os_str()]);
    let expected = verify(&replay);
    for (name, bytes) in disguised(&recorded) {
        fs::write(&replay, bytes).unwrap();
        assert_eq!(verify(&replay), expected, "{name}");
    }

    let sample = folder.join("sample.txt");
    let drawing = "######\n#..~##\n#..+.#\n##.###\n######\n";
    let param = format!("sample={}", sample.display());
    let make = || {
        let args = words("generate --generator waves --size 20x20 --seed 7 --param");
        stdout(args.into_iter().chain([param.as_str()]))
    };
    fs::write(&sample, drawing).unwrap();
    let expected = make();
    for (name, bytes) in disguised(drawing) {
        fs::write(&sample, bytes).unwrap();
        assert_eq!(make(), expected, "{name}");
    }
}

#[test]
fn content_is_the_same_in_every_disguise() {
    let folder = folder("doors-content");
    let rules = include_str!("../../../core/assets/content/rules.ron");
    let content = folder.to_str().unwrap();
    let catalog = || {
        stdout([
            "catalog",
            "--seeds",
            "7..8",
            "--depths",
            "2",
            "--content",
            content,
        ])
    };
    fs::write(folder.join("rules.ron"), rules).unwrap();
    let expected = catalog();
    for (name, bytes) in disguised(rules) {
        fs::write(folder.join("rules.ron"), bytes).unwrap();
        assert_eq!(catalog(), expected, "{name}");
    }
}

#[test]
fn a_text_with_a_slash_and_a_hash_is_a_seed() {
    let text_seed = output(["generate", "--size", "9x9", "--seed", "AC/DC #1"]);
    assert!(text_seed.status.success());
}
