//! `convert`, `measure` and `schema`.

use std::fs;

use serde_json::Value;

use super::{assert_fails, fed, folder, json, names, output, stderr, stdout, text, words};

const DRAWN: &str = "#######\n#@.+..#\n#######\n";

#[test]
fn a_drawn_map_goes_through_every_format_that_is_read_and_comes_back() {
    let folder = folder("converted");
    let path = |name: &str| folder.join(name).display().to_string();
    fs::write(path("drawn.txt"), DRAWN).unwrap();
    let mut last = path("drawn.txt");
    for name in [
        "a.tmx", "b.json", "c.tmj", "d.ldtk", "e.tmx", "f.tmj", "g.json", "h.txt",
    ] {
        let next = path(name);
        assert!(stdout(["convert", &last, "--out", &next]).is_empty());
        assert_eq!(text(["convert", &next]), DRAWN, "{name}");
        last = next;
    }
    // And out to those that are not.
    for (name, lost) in [
        ("a.csv", "csv leaves out the start\n"),
        ("a.tscn", ""),
        ("a.dd2vtt", "dd2vtt leaves out the start\n"),
        ("a.png", "png leaves out the start\n"),
    ] {
        let output = output(["convert", &last, "--out", &path(name)]);
        assert_eq!(
            (output.status.code(), stderr(&output).as_str()),
            (Some(0), lost)
        );
        assert!(fs::metadata(path(name)).unwrap().len() > 20, "{name}");
    }
    let why = "a map as CSV is written and not read: give the map as text";
    assert_fails(["convert", &path("a.csv")], 1, why);
    assert!(names(&folder).contains(&"undercroft-tileset.png".to_owned()));
}

#[test]
fn a_share_code_is_kept_as_long_as_it_makes_the_map() {
    let folder = folder("kept-code");
    let path = |name: &str| folder.join(name).display().to_string();
    let code = "rooms/40x30#5";
    stdout(["generate", "--seed", code, "--out", &path("map.tmx")]);
    let kept: Value = json(["convert", &path("map.tmx"), "--format", "json"]);
    assert_eq!(kept["share_code"], code);
    let map = fs::read_to_string(path("map.tmx")).unwrap();
    // Something of the ground becomes water, the 55th tile.
    let changed = map.replacen(",49,", ",55,", 1);
    assert_ne!(map, changed);
    fs::write(path("map.tmx"), changed).unwrap();
    let changed: Value = json(["convert", &path("map.tmx"), "--format", "json"]);
    assert!(changed.get("share_code").is_none());
    assert_eq!(changed["rooms"], kept["rooms"]);
    let tiles = changed["tiles"].to_string();
    assert_eq!(tiles.matches('~').count(), 1);
}

#[test]
fn maps_from_files_are_measured_as_generated_ones_are() {
    let folder = folder("measured");
    let path = |name: &str| folder.join(name).display().to_string();
    let code = "caves/60x40#5";
    let whole: Value = json(["generate", "--seed", code, "--format", "json"]);
    for name in ["map.tmx", "map.tmj", "map.json"] {
        stdout(["generate", "--seed", code, "--out", &path(name)]);
    }
    fs::write(path("drawn.txt"), DRAWN).unwrap();
    let files = ["map.tmx", "map.tmj", "map.json", "drawn.txt"].map(path);
    let args = ["measure", "--json"]
        .into_iter()
        .chain(files.iter().map(String::as_str));
    let measured: Value = json(args);
    let measured = measured.as_array().unwrap();
    for (file, found) in files.iter().zip(measured).take(3) {
        assert_eq!(
            (&found["file"], &found["share_code"]),
            (&file.as_str().into(), &code.into())
        );
        assert_eq!(found["metrics"], whole["metrics"]);
    }
    assert_eq!(measured.len(), 4);
    assert_eq!(measured[3]["share_code"], Value::Null);
    assert_eq!(measured[3]["metrics"]["open"], 23);

    let table = text(["measure", &files[0], &files[3]]);
    let rows: Vec<Vec<&str>> = table.lines().map(words).collect();
    assert_eq!(rows[0][..3], ["file", "size", "open"]);
    assert_eq!(rows[2][1..3], ["7x3", "23%"]);
    assert!(rows.iter().all(|row| row.len() == rows[0].len()) && rows.len() == 3);
}

#[test]
fn a_map_is_read_from_a_pipe_and_its_form_is_found_in_it() {
    for format in ["text", "json", "tmj", "tmx"] {
        let map = fed(
            &["generate", "--seed", "box/9x5#1", "--format", format],
            b"",
        )
        .stdout;
        let converted = fed(&["convert", "-"], &map);
        assert_eq!(stderr(&converted), "", "{format}");
        let expected = text(words("generate --seed box/9x5#1"));
        assert_eq!(
            String::from_utf8(converted.stdout).unwrap(),
            expected,
            "{format}"
        );
    }
}

#[test]
fn what_cannot_be_read_or_written_is_named() {
    let folder = folder("unconverted");
    let path = |name: &str| folder.join(name).display().to_string();
    let (map, bad, out) = (path("map.txt"), path("bad.txt"), path("out.hex"));
    fs::write(&map, DRAWN).unwrap();
    fs::write(&bad, "###\n#?#\n").unwrap();
    assert_fails(
        ["convert", &bad],
        1,
        "bad.txt: line 2, column 2: \"?\" is not a tile",
    );
    assert_fails(["measure", &map, &bad], 1, "bad.txt: line 2, column 2");
    assert_fails(["measure", &path("none")], 1, "cannot read");
    assert_fails(
        ["convert", &map, "--out", &out],
        1,
        "out.hex: the map is not a maze of cells",
    );
    assert_fails(
        ["convert", &map, "--out", &path("out.doc")],
        2,
        "out.doc does not end in .txt",
    );
    assert_fails(
        ["convert", &map, "--scale", "9"],
        2,
        "--scale is only for png and",
    );
    let mut left = names(&folder);
    left.sort_unstable();
    assert_eq!(left, ["bad.txt", "map.txt"]);
}

#[test]
fn the_schema_is_printed_as_the_repository_has_it() {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/assets/map.schema.json");
    assert_eq!(text(["schema"]), fs::read_to_string(file).unwrap());
    assert!(json(["schema"])["properties"]["tiles"].is_object());
}
