//! `survey` and `rng`.

use std::fs::{self, File};

use super::{command, folder, generators, json, names, stderr, stdout, text, words};

// ---- rng

#[test]
fn draws_equal_the_known_answers() {
    let known = include_str!("../../../core/tests/golden/pcg32-42-54.txt");
    assert_eq!(known.lines().count(), 64);
    assert_eq!(text(words("rng --state 42 --stream 54 --count 64")), known);
    assert_eq!(
        text(words("rng --state 0x2a --stream 0X36 --count 0x40")),
        known
    );
}

#[test]
fn no_draws_print_nothing() {
    assert!(stdout(words("rng --state 42 --stream 54 --count 0")).is_empty());
}

#[test]
fn draws_are_one_number_of_eight_digits_per_line() {
    let draws = text(words(
        "rng --state 0xffffffffffffffff --stream 18446744073709551615 --count 20000",
    ));
    assert_eq!(draws.lines().count(), 20_000);
    for line in draws.lines() {
        assert_eq!(line.len(), 8);
        assert!(
            line.bytes().all(|c| matches!(c, b'0'..=b'9' | b'a'..=b'f')),
            "{line}"
        );
    }
}

// ---- survey

/// The values of one column of a CSV without quotes in it.
fn column<'a>(rows: &'a str, name: &str) -> Vec<&'a str> {
    let mut lines = rows.lines().map(|line| line.split(','));
    let place = lines.next().unwrap().position(|head| head == name).unwrap();
    lines.map(|mut cells| cells.nth(place).unwrap()).collect()
}

#[test]
fn a_survey_measures_what_generate_measures() {
    for generator in generators() {
        let kind = format!("--generator {generator} --size 70x45");
        let rows = text(words(&format!("survey {kind} --seeds 3..6 --csv -")));
        assert_eq!(column(&rows, "seed"), ["3", "4", "5"]);
        for (index, seed) in (3..6).enumerate() {
            let document = json(words(&format!(
                "generate {kind} --seed {seed} --format json"
            )));
            let metrics = document["metrics"].as_object().unwrap();
            let mut numbers = 0;
            for (name, value) in metrics.iter().filter(|(_, value)| value.is_u64()) {
                assert_eq!(
                    column(&rows, name)[index],
                    value.to_string(),
                    "{generator} {name}"
                );
                numbers += 1;
            }
            assert!(numbers >= 6);
        }
    }
}

#[test]
fn a_survey_is_the_same_whatever_the_number_of_threads() {
    let kind = "survey --generator rooms --size 7x7 --param tries=2 --seeds 0..=9000";
    let summary = text(words(&format!("{kind} --threads 1")));
    let rows = text(words(&format!("{kind} --threads 1 --csv -")));
    assert_eq!(rows.lines().count(), 9002);
    for threads in [2, 7] {
        assert_eq!(summary, text(words(&format!("{kind} --threads {threads}"))));
        assert_eq!(
            rows,
            text(words(&format!("{kind} --threads {threads} --csv -")))
        );
    }
    assert_eq!(summary, text(words(kind)));
}

#[test]
fn a_survey_over_ranges_has_a_table_for_each_metric() {
    let kind = "survey --generator caves --size 60x40 --seeds 0..30 --param";
    let args = format!("{kind} wall=44..=46,rounds=3..5");
    let table = text(words(&args));
    assert!(
        table.starts_with(
            "caves/60x40/wall=44..=46,rounds=3..=4, seeds 0..=29: 180 maps, 0 failed\n\nopen "
        ),
        "{table}"
    );
    let document = json(words(&format!("{args} --json")));
    let values = document["values"].as_array().unwrap();
    assert_eq!((values.len(), &document["maps"]), (6, &180.into()));
    let rows = text(words(&format!("{args} --csv -")));
    assert!(
        rows.starts_with("param_wall,param_rounds,seed,open,"),
        "{rows}"
    );
    assert_eq!(rows.lines().count(), 181);
    for value in values {
        let (wall, rounds) = (&value["params"]["wall"], &value["params"]["rounds"]);
        // The same as of this kind alone.
        let alone = json(words(&format!("{kind} wall={wall},rounds={rounds} --json")));
        assert_eq!(value["metrics"], alone["metrics"]);
        assert_eq!(
            (&value["maps"], alone["values"].as_array().unwrap().len()),
            (&30.into(), 0)
        );
        let loops = &alone["metrics"].as_array().unwrap()[4];
        let block = table
            .split("\n\n")
            .find(|block| block.starts_with("loops "))
            .unwrap();
        let line = block
            .lines()
            .find(|line| line.starts_with(&format!("wall={wall},rounds={rounds} ")));
        let cells: Vec<&str> = line.unwrap().split_whitespace().collect();
        assert_eq!(loops["name"], "loops");
        assert_eq!(
            cells[1].parse::<f64>().unwrap(),
            loops["mean"].as_f64().unwrap()
        );
        assert_eq!(
            cells[2].parse::<f64>().unwrap(),
            loops["standard_deviation"].as_f64().unwrap()
        );
    }
    let plot = folder("survey-ranges").join("plot.png");
    text(
        words(&args)
            .into_iter()
            .chain(["--plot", plot.to_str().unwrap()]),
    );
    assert!(fs::metadata(plot).unwrap().len() > 1000);
}

#[test]
fn a_summary_agrees_with_the_rows() {
    let args = "survey --generator rooms --size 60x40 --seeds 0x10..116";
    let rows = text(words(&format!("{args} --csv -")));
    let document = json(words(&format!("{args} --json")));
    assert_eq!(document["kind"], "rooms/60x40");
    assert_eq!(document["seeds"], "16..=115");
    assert_eq!(document["maps"], 100);
    let table = text(words(args));
    assert!(
        table.starts_with("rooms/60x40, seeds 16..=115: 100 maps, 0 failed\n\n"),
        "{table}"
    );
    for metric in document["metrics"].as_array().unwrap() {
        let name = metric["name"].as_str().unwrap();
        let mut values: Vec<u64> = column(&rows, name)
            .iter()
            .map(|v| v.parse().unwrap())
            .collect();
        values.sort_unstable();
        assert_eq!(metric["count"], 100);
        assert_eq!(metric["min"], values[0], "{name}");
        assert_eq!(metric["lower_quartile"], values[24], "{name}");
        assert_eq!(metric["median"], values[49], "{name}");
        assert_eq!(metric["upper_quartile"], values[74], "{name}");
        assert_eq!(metric["max"], values[99], "{name}");
        // A hundred values: the mean has two places exactly.
        let sum = values.iter().sum::<u64>();
        assert_eq!(
            metric["mean"].as_f64().unwrap(),
            sum as f64 / 100.0,
            "{name}"
        );
        let line = table
            .lines()
            .find(|line| line.split_whitespace().next() == Some(name));
        let cells: Vec<&str> = line.unwrap().split_whitespace().collect();
        assert_eq!(
            cells[1],
            format!("{}.{:02}", sum / 100, sum % 100),
            "{name}"
        );
        let quartiles = [values[0], values[24], values[49], values[74], values[99]];
        assert_eq!(
            cells[3..],
            quartiles.map(|value| value.to_string()),
            "{name}"
        );
    }
}

#[test]
fn maps_that_cannot_be_made_are_counted_with_the_reason() {
    let args = "survey --generator rooms --size 7x7 --param tries=1 --seeds 0..300";
    let rows = text(words(&format!("{args} --csv -")));
    let failed = rows
        .lines()
        .filter(|line| line.contains("\"rooms placed no room"))
        .count();
    assert!((1..300).contains(&failed));
    let table = text(words(args));
    let head = format!("seeds 0..=299: {} maps, {failed} failed", 300 - failed);
    assert!(table.contains(&head), "{table}");
    assert!(
        table.contains(&format!("  {failed} failed, rooms/7x7/tries=1#0 first: ")),
        "{table}"
    );
    let document = json(words(&format!("{args} --json")));
    assert_eq!(document["failures"][0]["count"], failed);
    assert_eq!(document["metrics"][0]["count"], 300 - failed);
}

#[test]
fn a_survey_writes_rows_and_a_plot_beside_the_summary() {
    let folder = folder("survey");
    let output = command(words(
        "survey --generator rooms --seeds 0..50 --csv rows.csv --plot plot.png",
    ))
    .current_dir(&folder)
    .output()
    .unwrap();
    assert_eq!(
        (output.status.code(), stderr(&output)),
        (Some(0), String::new())
    );
    let args = "survey --generator rooms --seeds 0..50";
    assert_eq!(output.stdout, stdout(words(args)));
    let rows = fs::read(folder.join("rows.csv")).unwrap();
    assert_eq!(rows, stdout(words(&format!("{args} --csv -"))));
    let plot = fs::read(folder.join("plot.png")).unwrap();
    assert!(plot.starts_with(b"\x89PNG"));
    assert_eq!(names(&folder).len(), 2);
}

#[cfg(target_os = "linux")]
#[test]
fn the_progress_bar_is_for_terminals_and_changes_no_result() {
    let args = "survey --generator scatter --seeds 0..300";
    let terminal = File::options().write(true).open("/dev/ptmx").unwrap();
    let output = command(words(args)).stderr(terminal).output().unwrap();
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(output.stdout, stdout(words(args)));
}
