//! `search`: what it prints, and how results are joined.

use std::fs;

use undercroft::geom::{Pos, Rect};
use undercroft::map::{Map, Room, Tile};
use undercroft::mapgen::{Edits, MapSpec};

use super::{assert_fails, command, folder, generators, json, output, stderr, stdout, text, words};

/// The arguments of a line, and then a condition, which holds spaces.
pub fn ask<'a>(line: &'a str, condition: &'a str) -> Vec<&'a str> {
    let mut args = words(line);
    args.extend(["--where", condition]);
    args
}

/// The first word of each line.
pub fn codes(lines: &str) -> Vec<&str> {
    lines
        .lines()
        .map(|line| line.split(' ').next().unwrap())
        .collect()
}

#[test]
fn a_search_finds_the_rows_of_a_survey_that_meet_its_condition() {
    let mut matches = 0;
    for generator in generators() {
        let kind = format!("--generator {generator} --size 60x40 --seeds 50..80");
        let rows = text(words(&format!("survey {kind} --csv -")));
        let mut rows = rows.lines().map(|row| row.split(',').collect::<Vec<_>>());
        let header = rows.next().unwrap();
        let place = |name: &str| header.iter().position(|head| *head == name).unwrap();
        let (loops, open, longest) = (place("loops"), place("open"), place("longest_steps"));
        let mut expected = String::new();
        for row in rows {
            let figure = |place: usize| row[place].parse::<u64>().unwrap();
            if figure(loops) >= 1 && (30..50).contains(&figure(open)) || figure(longest) > 110 {
                let metrics = [row[open], row[loops], row[longest]].join(",");
                expected += &format!("{generator}/60x40#{},{},{metrics}\n", row[0], row[0]);
            }
        }
        let condition = "loops >= 1 && open in 30%..50% || longest_steps > 110";
        let line = format!("search {kind} --csv");
        if expected.is_empty() {
            let output = output(ask(&line, condition));
            assert_eq!(stderr(&output), "no match among 30 maps\n");
            continue;
        }
        let found = text(ask(&line, condition));
        let (header, found) = found.split_once('\n').unwrap();
        assert_eq!(header, "share_code,seed,open,loops,longest_steps");
        assert_eq!(found, expected, "{generator}");
        matches += expected.lines().count();
    }
    assert!(matches > 60, "{matches}");
}

#[test]
fn text_json_and_csv_tell_the_same() {
    let line = "search --generator caves --size 50x40 --param wall=44..=46 --seeds 7..60 --sort -loops --count 6";
    let condition = "loops in 2..=5";
    let lines = text(ask(line, condition));
    let document = json(ask(&format!("{line} --json"), condition));
    let rows = text(ask(&format!("{line} --csv"), condition));
    let rows: Vec<&str> = rows.lines().skip(1).collect();
    assert_eq!(document["kind"], "caves/50x40/wall=44..=46");
    assert_eq!(document["where"], condition);
    assert_eq!(document["sort"], "-loops");
    assert_eq!(document["count"], 6);
    assert_eq!(document["seeds"], "7..=59");
    assert_eq!(document["maps"], 53 * 3);
    assert_eq!(document["failed"], 0);
    assert_eq!(
        document["generation_version"],
        undercroft::GENERATION_VERSION
    );
    assert!(document["matched"].as_u64().unwrap() > 6);
    let matches = document["matches"].as_array().unwrap();
    assert_eq!(
        (matches.len(), lines.lines().count(), rows.len()),
        (6, 6, 6)
    );
    let mut before = 0;
    for ((found, line), row) in matches.iter().zip(lines.lines()).zip(rows) {
        let code = found["share_code"].as_str().unwrap();
        let (wall, seed) = (found["params"]["wall"].as_u64().unwrap(), &found["seed"]);
        let loops = found["metrics"]["loops"].as_u64().unwrap();
        assert!((44..=46).contains(&wall) && (before..=5).contains(&loops));
        before = loops;
        let seed = seed.as_str().unwrap();
        assert_eq!(
            row,
            format!("{code},{seed},{wall},{loops}").replace(
                &format!("{code},"),
                &if code.contains(',') {
                    format!("\"{code}\",")
                } else {
                    format!("{code},")
                }
            )
        );
        assert_eq!(words(line), [code, "loops", &loops.to_string()]);
        let map = json(["generate", "--seed", code, "--format", "json"]);
        assert_eq!(map["metrics"]["loops"], loops);
        assert_eq!(map["seed"], seed);
        assert_eq!(map["stages"][0]["params"]["wall"], wall);
    }
}

#[test]
fn a_search_is_the_same_whatever_the_number_of_threads() {
    for rest in [
        "",
        " --count 7",
        " --sort longest_steps --count 7",
        " --sort -open",
    ] {
        let line = format!("search --generator rooms --size 40x30 --seeds 0..6000{rest} --json");
        let condition = "loops >= 3";
        let expected = stdout(ask(&format!("{line} --threads 1"), condition));
        for threads in [2, 7] {
            let line = format!("{line} --threads {threads}");
            assert_eq!(stdout(ask(&line, condition)), expected, "{line}");
        }
    }
}

#[test]
fn results_of_parts_join_to_the_result_of_the_whole() {
    let folder = folder("search-parts");
    for (number, rest) in [
        "",
        " --count 9",
        " --sort longest_steps --count 9",
        " --sort -loops",
    ]
    .into_iter()
    .enumerate()
    {
        let at = |range: &str| {
            format!(
                "search --generator rooms --size 40x30 --param extra=0..=1 --seeds {range}{rest}"
            )
        };
        let condition = "loops >= 3 && !(rooms == 7)";
        let mut files = Vec::new();
        for (index, range) in ["0..100", "100..101", "101..=699"].into_iter().enumerate() {
            let part = output(ask(&format!("{} --json", at(range)), condition));
            let path = folder.join(format!("{number}-{index}.json"));
            fs::write(&path, part.stdout).unwrap();
            files.insert(0, path.to_str().unwrap().to_owned());
        }
        for format in ["--json", "--csv"] {
            let whole = text(ask(&format!("{} {format}", at("0..700")), condition));
            let args = ["search", format, "--merge"].into_iter();
            let joined = text(args.clone().chain(files.iter().map(String::as_str)));
            assert_eq!(joined, whole, "{rest} {format}");
            // A result joins with nothing.
            if format == "--json" {
                let path = folder.join("joined");
                fs::write(&path, joined).unwrap();
                assert_eq!(text(args.chain([path.to_str().unwrap()])), whole);
            }
        }
    }
}

#[test]
fn results_that_do_not_join_are_refused_with_the_reason() {
    let folder = folder("search-merge");
    let save = |name: &str, line: &str, condition: &str| {
        let line = format!("search --generator rooms {line} --json");
        fs::write(folder.join(name), output(ask(&line, condition)).stdout).unwrap();
    };
    save("a.json", "--seeds 0..50 --size 40x30", "loops >= 1");
    save("other.json", "--seeds 50..99 --size 40x30", "loops >= 2");
    save("size.json", "--seeds 50..99 --size 40x31", "loops >= 1");
    save(
        "sorted.json",
        "--seeds 50..99 --sort loops --size 40x30",
        "loops >= 1",
    );
    save(
        "count.json",
        "--seeds 50..99 --count 5 --size 40x30",
        "loops >= 1",
    );
    save("over.json", "--seeds 49..99 --size 40x30", "loops >= 1");
    save("far.json", "--seeds 60..99 --size 40x30", "loops >= 1");
    let a = fs::read_to_string(folder.join("a.json")).unwrap();
    let version = undercroft::GENERATION_VERSION;
    let change = |name: &str, from: &str, to: &str| {
        assert!(a.contains(from), "{from}");
        fs::write(folder.join(name), a.replacen(from, to, 1)).unwrap();
    };
    change(
        "version.json",
        &format!("_version\": {version}"),
        "_version\": 1",
    );
    change("cut.json", "  \"matches\": [", "");
    change("kind.json", "rooms/40x30\"", "rooms/40x30/tries=x\"");
    change(
        "row.json",
        "\"share_code\": \"rooms",
        "\"share_code\": \"caves",
    );
    change("metric.json", "\"loops\": ", "\"lops\": ");
    change("zero.json", "\"count\": 1000000", "\"count\": 0");
    fs::write(
        folder.join("rows.csv"),
        "share_code,seed,loops\nrooms/40x30#1,1,2\n",
    )
    .unwrap();
    fs::write(folder.join("map.txt"), stdout(words("generate --seed 1"))).unwrap();
    let merge = |files: &str| {
        let mut command = command(words(&format!("search --merge {files}")));
        command.current_dir(&folder).output().unwrap()
    };
    for (files, needle) in [
        (
            "a.json other.json",
            "other.json: it answers another question than a.json: where is \"loops >= 2\", not \"loops >= 1\"",
        ),
        (
            "a.json size.json",
            "kind is \"rooms/40x31\", not \"rooms/40x30\"",
        ),
        ("a.json sorted.json", "sort is \"loops\", not \"\""),
        ("a.json count.json", "count is \"5\", not \"1000000\""),
        (
            "a.json over.json",
            "over.json: seed 49 was searched for a.json, too",
        ),
        (
            "a.json a.json",
            "a.json: seed 0 was searched for a.json, too",
        ),
        (
            "version.json",
            "its maps are of generation version 1, and this program makes those of",
        ),
        ("cut.json", "cut.json: it is not the JSON of a search: "),
        (
            "kind.json",
            "kind.json: kind: tries must be from 1 to 100000 in rooms, not \"x\"",
        ),
        ("row.json", "\"caves/40x30#"),
        (
            "metric.json",
            "with its metrics is no match of its question",
        ),
        ("zero.json", "zero.json: count: 0 is not from 1 to 1000000"),
        (
            "rows.csv",
            "rows.csv: it is not the JSON of a search: write one with search --json",
        ),
        ("map.txt", "map.txt: it is not the JSON of a search"),
        ("none.json", "cannot read none.json"),
    ] {
        let output = merge(files);
        let line = stderr(&output);
        assert_eq!(output.status.code(), Some(1), "{files}: {line}");
        assert!(
            line.starts_with("undercroft: ") && line.contains(needle),
            "{files}: {line}"
        );
        assert!(output.stdout.is_empty());
    }
    let output = merge("far.json a.json");
    assert_eq!(stderr(&output), "no file has the seeds between 49 and 60\n");
    assert_eq!(output.status.code(), Some(0));
    assert!(!output.stdout.is_empty());
}

#[test]
fn results_that_are_not_whole_are_refused() {
    let folder = folder("search-whole");
    let ask = |rest: &str| {
        let line =
            format!("search --sort loops --generator rooms --seeds 0..40 --size 40x30 {rest}");
        text(words(&line))
    };
    let json = ask("--json");
    let refuse = |changed: &str, needle: &str| {
        let path = folder.join("changed");
        fs::write(&path, changed).unwrap();
        let args = ["search", "--merge", path.to_str().unwrap()];
        assert_fails(args, 1, &format!("changed: {needle}"));
    };
    let mut value: serde_json::Value = serde_json::from_str(&json).unwrap();
    let matches = value["matches"].as_array_mut().unwrap();
    let taken = matches.pop().unwrap();
    refuse(&value.to_string(), "it lists 39 of the 40 matches");
    value["matches"]
        .as_array_mut()
        .unwrap()
        .extend([taken.clone(), taken]);
    refuse(&value.to_string(), "it lists rooms/40x30#");
    let more = json.replace("\"maps\": 40", "\"maps\": 41");
    refuse(
        &more,
        "its heading says 41 maps, and its kinds and seeds make 40",
    );
    // A match that the condition leaves out.
    let line = "search --generator rooms --seeds 0..40 --size 40x30 --json --where";
    let found = text(words(line).into_iter().chain(["rooms >= 0"]));
    refuse(
        &found.replace("rooms >= 0", "rooms >= 99"),
        "\"rooms/40x30#0\" with its metrics",
    );
}

/// A cave with a room of water and braziers that is locked: its share code.
fn with_locked_room() -> (MapSpec, Rect) {
    let spec: MapSpec = "caves/60x40|vaults#7".parse().unwrap();
    let area = Rect::sized(Pos::new(20, 12), 9, 6);
    let mut edits = Edits::default();
    for pos in area.positions() {
        let is_edge = !area.grown(-1).contains(pos);
        let tile = if is_edge { Tile::Wall } else { Tile::Water };
        edits.set(pos, tile);
    }
    edits.set(Pos::new(24, 17), Tile::DoorClosed);
    edits.set(Pos::new(24, 14), Tile::Brazier);
    edits.rooms = vec![Room {
        name: Some("boss".parse().unwrap()),
        ..Room::plain(area.grown(-1))
    }];
    edits.joins = true;
    (spec.with_edits(edits).unwrap(), area)
}

#[test]
fn what_is_locked_is_on_every_map_that_is_searched_surveyed_and_drawn() {
    let (spec, area) = with_locked_room();
    let code = spec.to_string();
    let made = spec.generate().unwrap();
    let has_it = |map: &Map| {
        area.positions()
            .all(|pos| map.tiles[pos] == made.tiles[pos])
    };
    // With the code as the kind of map, however it is given, and with ranges.
    for option in ["--like", "--seed"] {
        let line = format!("search {option} {code} --seeds 0..60 --param wall=44..=46 --where");
        let found = text(words(&line).into_iter().chain(["longest_steps > 60"]));
        assert!(found.lines().count() > 20, "{found}");
        for line in found.lines() {
            let found: MapSpec = line.split_whitespace().next().unwrap().parse().unwrap();
            let map = found.generate().unwrap();
            assert!(has_it(&map), "{found}");
            assert!(map.rooms.iter().any(|room| room.name.is_some()));
        }
        // Parts of a search join, and the room with them.
        let folder = folder("search-locked");
        let part = |seeds: &str| {
            let line = format!("search {option} {code} --seeds {seeds} --sort loops --json");
            let path = folder.join(seeds);
            fs::write(&path, text(words(&line))).unwrap();
            path.to_str().unwrap().to_owned()
        };
        let [one, two, all] = ["0..9", "9..20", "0..20"].map(part);
        let joined = text(["search", "--merge", &one, &two, "--json"]);
        assert_eq!(joined, fs::read_to_string(all).unwrap());
        // A survey measures the same maps, and files and sheets have them.
        let out = folder.join("{seed}.json");
        let line = format!("generate {option} {code} --seeds 3..6 --out");
        text(words(&line).into_iter().chain([out.to_str().unwrap()]));
        let rows = text(words(&format!(
            "survey {option} {code} --seeds 3..6 --csv -"
        )));
        for row in rows.lines().skip(1) {
            let cells: Vec<&str> = row.split(',').collect();
            let file = folder.join(format!("{}.json", cells[0]));
            let value: serde_json::Value =
                serde_json::from_str(&fs::read_to_string(file).unwrap()).unwrap();
            assert_eq!(value["metrics"]["open"].to_string(), cells[1], "{row}");
            let code = value["share_code"].as_str().unwrap();
            assert!(has_it(
                &code.parse::<MapSpec>().unwrap().generate().unwrap()
            ));
        }
        let sheet = folder.join("sheet.png");
        let line = format!("generate {option} {code} --seeds 1..5 --sheet");
        let listed = text(words(&line).into_iter().chain([sheet.to_str().unwrap()]));
        for line in listed.lines() {
            assert!(has_it(
                &line.parse::<MapSpec>().unwrap().generate().unwrap()
            ));
        }
        assert_eq!(listed.lines().count(), 4);
    }
    let (_, word) = code.split_once('~').unwrap();
    let summary = text(words(&format!("survey --like {code} --seeds 0..3")));
    assert!(
        summary.starts_with(&format!("caves/60x40|vaults#~{word}, ")),
        "{summary}"
    );
}

#[test]
fn a_search_says_if_nothing_matches_and_what_could_not_be_made() {
    let none = output(ask("search --seeds 0..9", "loops >= 1000"));
    assert_eq!((none.status.code(), none.stdout.len()), (Some(0), 0));
    assert_eq!(stderr(&none), "no match among 9 maps\n");
    let args = "search --generator rooms --size 7x7 --param tries=1 --seeds 0..300";
    let some = output(ask(args, "rooms == 1"));
    let lines = String::from_utf8(some.stdout.clone()).unwrap();
    let line = stderr(&some);
    let failed = 300 - lines.lines().count();
    assert!(failed > 0 && failed < 300);
    let start = format!("{failed} of 300 maps could not be generated, rooms/7x7/tries=1#");
    assert!(line.starts_with(&start), "{line}");
    assert!(
        line.contains(" first: rooms placed no room on 7x7"),
        "{line}"
    );
}

#[test]
fn a_long_search_ends_with_the_last_match_that_it_keeps() {
    let line = "search --generator rooms --seeds 5..1000000000000 --count 2";
    let found = text(ask(line, "loops >= 1"));
    let all = text(ask("search --generator rooms --seeds 5..100", "loops >= 1"));
    let all = codes(&all);
    assert_eq!(codes(&found), all[..2]);
}

#[test]
fn a_sample_may_be_a_file_whose_name_holds_dots() {
    let folder = folder("search-sample");
    fs::create_dir(folder.join("in")).unwrap();
    let sample = stdout(words("generate --generator caves --size 20x20 --seed 1"));
    fs::write(folder.join("a.txt"), sample).unwrap();
    let args =
        "search --generator waves --size 20x20 --param sample=../a.txt --seeds 0..3 --sort open";
    let output = command(words(args))
        .current_dir(folder.join("in"))
        .output()
        .unwrap();
    assert_eq!(stderr(&output), "");
    let lines = String::from_utf8(output.stdout).unwrap();
    assert!(lines.starts_with("waves/20x20/sample=~"), "{lines}");
    let built_in = "search --generator waves --size 20x20 --param sample=burrows..canals --seeds 0..2 --sort open";
    assert_eq!(text(words(built_in)).lines().count(), 2);
}
