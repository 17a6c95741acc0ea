//! `survey --range`: the expressive range of one kind of map or two.

use std::fs;

use serde_json::Value;

use super::{folder, json, stdout, text, words};

/// The columns of a survey's CSV: seed and two metrics.
fn rows(args: &str, metrics: [&str; 2]) -> Vec<[u64; 3]> {
    let rows = text(words(&format!("survey {args} --csv -")));
    let mut lines = rows.lines().map(|line| line.split(',').collect::<Vec<_>>());
    let names = lines.next().unwrap();
    let places = ["seed", metrics[0], metrics[1]]
        .map(|name| names.iter().position(|known| *known == name).unwrap());
    let row = |cells: Vec<&str>| places.map(|place| cells[place].parse().unwrap());
    lines.map(row).collect()
}

fn maps_in_cells(kind: &Value) -> u64 {
    let cells = kind["cells"].as_array().unwrap().iter();
    cells.map(|cell| cell[2].as_u64().unwrap()).sum()
}

#[test]
fn a_range_counts_every_map_and_names_the_extremes() {
    let args = "--like rooms/50x30 --seeds 5..155";
    let rows = rows(args, ["loops", "longest_steps"]);
    let document = json(words(&format!(
        "survey {args} --range loops,longest_steps --json"
    )));
    let range = &document["range"];
    assert_eq!(range["x"]["metric"], "loops");
    assert_eq!(range["y"]["metric"], "longest_steps");
    assert_eq!(range["overlap_percent"], Value::Null);
    let [kind] = &range["kinds"].as_array().unwrap()[..] else {
        panic!("{range}");
    };
    assert_eq!((&kind["maps"], &kind["failed"]), (&150.into(), &0.into()));
    assert_eq!(maps_in_cells(kind), 150);

    let lowest = |place: usize| *rows.iter().min_by_key(|row| (row[place], row[0])).unwrap();
    let highest = |place: usize| {
        let most = rows.iter().map(|row| row[place]).max().unwrap();
        *rows.iter().find(|row| row[place] == most).unwrap()
    };
    for (name, [seed, x, y]) in [
        ("lowest_x", lowest(1)),
        ("highest_x", highest(1)),
        ("lowest_y", lowest(2)),
        ("highest_y", highest(2)),
    ] {
        let code = format!("rooms/50x30#{seed}");
        let expected = serde_json::json!({ "share_code": code, "x": x, "y": y });
        assert_eq!(kind[name], expected, "{name}");
    }

    // The fullest cell holds the maps that lie within its values.
    let fullest = &kind["fullest"];
    let value = |of: &Value, key: &str| of[key].as_u64().unwrap();
    let cell = |axis: &str, number: u64| {
        let (start, width) = (value(&range[axis], "start"), value(&range[axis], "width"));
        (number - start) / width
    };
    let (x, y) = (value(fullest, "x"), value(fullest, "y"));
    let same =
        |row: &&[u64; 3]| cell("x", row[1]) == cell("x", x) && cell("y", row[2]) == cell("y", y);
    let maps: Vec<_> = rows.iter().filter(same).collect();
    assert_eq!(maps.len() as u64, value(kind, "fullest_maps"));
    assert_eq!(fullest["share_code"], format!("rooms/50x30#{}", maps[0][0]));

    // The text names the same maps.
    let table = text(words(&format!("survey {args} --range loops,longest_steps")));
    assert!(table.starts_with("rooms/50x30, seeds 5..=154: 150 maps, 0 failed\n\n"));
    for name in ["lowest_x", "highest_x", "lowest_y", "highest_y", "fullest"] {
        let code = kind[name]["share_code"].as_str().unwrap();
        assert!(table.contains(&format!(" {code} ")), "{code}: {table}");
    }
    assert!(!table.contains("overlap"), "{table}");
}

#[test]
fn two_kinds_overlap_by_the_share_that_they_have_in_common() {
    let overlap = |against: &str| {
        let args = format!(
            "survey --like caves/60x40 --seeds 0..120 --range open,loops --against {against}"
        );
        let document = json(words(&format!("{args} --json")));
        let kinds = document["range"]["kinds"].as_array().unwrap();
        assert_eq!(kinds.len(), 2);
        assert!(kinds.iter().all(|kind| maps_in_cells(kind) == 120));
        let percent = document["range"]["overlap_percent"].as_f64().unwrap();
        let line = format!("\noverlap {percent:.1}%\n");
        assert!(text(words(&args)).ends_with(&line), "{line}");
        percent
    };
    assert_eq!(overlap("caves/60x40"), 100.0);
    // The seed of a code says nothing about its kind.
    assert_eq!(overlap("caves/60x40#7"), 100.0);
    assert_eq!(overlap("box/60x40"), 0.0);
    let some = overlap("caves/60x40/wall=46");
    assert!(0.0 < some && some < 100.0, "{some}");
}

#[test]
fn a_heat_map_and_its_figures_are_the_same_whatever_the_number_of_threads() {
    let folder = folder("range");
    let draw = |name: &str, args: &str| {
        let path = folder.join(name);
        let line =
            format!("survey --like caves/40x30 --seeds 0..90 --range loops,dead_ends {args}");
        let plot = ["--plot", path.to_str().unwrap()];
        let printed = stdout(words(&line).into_iter().chain(plot));
        (printed, fs::read(path).unwrap())
    };
    let one = draw("one.png", "--threads 1");
    assert_eq!(one, draw("two.png", "--threads 3"));
    assert!(one.1.starts_with(b"\x89PNG"));
    let against = "--against caves/40x30/wall=47";
    let both = draw("both.png", &format!("{against} --threads 1"));
    assert_eq!(both, draw("again.png", &format!("{against} --threads 3")));
    assert_ne!(both.1, one.1);
}

#[test]
fn maps_that_cannot_be_made_are_left_out_of_a_range() {
    let args = "survey --like rooms/7x7/tries=1 --seeds 0..60 --range open,loops";
    let document = json(words(&format!("{args} --json")));
    let kind = &document["range"]["kinds"][0];
    let count = |key: &str| kind[key].as_u64().unwrap();
    assert!(count("failed") > 0 && count("maps") > 0);
    assert_eq!(count("failed") + count("maps"), 60);
    assert_eq!(maps_in_cells(kind), count("maps"));

    // Without a map there is no range.
    let first = document["failures"][0]["first"].as_str().unwrap();
    let (_, seed) = first.split_once('#').unwrap();
    let seeds = format!("{seed}..={seed}");
    let args = format!("survey --like rooms/7x7/tries=1 --seeds {seeds} --range open,loops");
    assert_eq!(json(words(&format!("{args} --json")))["range"], Value::Null);
    let table = text(words(&args));
    assert!(table.contains(": 0 maps, 1 failed\n"), "{table}");
}
