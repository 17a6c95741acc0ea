//! `--steps`: steps in four or in eight directions, and the loops of the room graph, which is measured where it is named.

use std::fs;

use serde_json::Value;

use super::{command, folder, json, output, stderr, text, words};

fn number(value: &Value) -> u64 {
    value.as_u64().unwrap_or_else(|| panic!("{value}"))
}

#[test]
fn a_diagonal_is_one_step_of_eight_directions() {
    let folder = folder("steps");
    let file = folder.join("map.txt");
    fs::write(&file, "#####\n#@..#\n#...#\n#...#\n#####\n").unwrap();
    let measure = |steps: &str| {
        let path = file.display();
        json(words(&format!("measure {path} --json{steps}")))[0].clone()
    };
    for (steps, longest) in [("", 4), (" --steps four", 4), (" --steps eight", 2)] {
        let measured = measure(steps);
        assert_eq!(measured["metrics"]["longest_steps"], longest, "{steps}");
        assert_eq!(measured["metrics"]["farthest_steps"], longest, "{steps}");
        assert_eq!(measured["graph_loops"], 0);
    }
}

#[test]
fn a_survey_and_a_search_count_the_same_steps() {
    let of = |steps: &str| {
        let args = format!("--like caves/50x40 --seeds 0..60 --steps {steps}");
        let search = format!("search {args} --sort longest_steps --count 1 --json");
        let found = json(words(&search));
        assert_eq!(found["steps"], steps);
        let survey = json(words(&format!("survey {args} --json")));
        let metrics = survey["metrics"].as_array().unwrap();
        let longest = metrics
            .iter()
            .find(|one| one["name"] == "longest_steps")
            .unwrap();
        let best = number(&found["matches"][0]["metrics"]["longest_steps"]);
        assert_eq!(number(&longest["max"]), best);
        best
    };
    assert!(of("eight") < of("four"));
}

#[test]
fn results_with_other_steps_do_not_join_and_those_that_do_not_say_have_four() {
    let folder = folder("steps-merge");
    let save = |name: &str, args: &str| {
        let line = format!("search --like rooms/40x30 --sort longest_steps {args} --json");
        let found = text(words(&line));
        fs::write(folder.join(name), &found).unwrap();
        found
    };
    let four = save("four.json", "--seeds 0..20");
    save("eight.json", "--seeds 20..40 --steps eight");
    let old = four.replacen("  \"steps\": \"four\",\n", "", 1);
    assert_ne!(old, four);
    fs::write(folder.join("old.json"), old).unwrap();
    let merge = |files: &str| {
        let mut command = command(words(&format!("search --merge {files} --json")));
        command.current_dir(&folder).output().unwrap()
    };
    let error = stderr(&merge("four.json eight.json"));
    assert!(
        error.contains("steps is \"eight\", not \"four\""),
        "{error}"
    );
    assert_eq!(String::from_utf8(merge("old.json").stdout).unwrap(), four);
}

#[test]
fn the_loops_of_the_room_graph_are_measured_where_they_are_named() {
    let search = "search --like rooms/60x40 --seeds 0..40 --sort graph_loops --count 3 --json";
    let found = json(words(search));
    for found in found["matches"].as_array().unwrap() {
        let code = found["share_code"].as_str().unwrap();
        let map = json(["generate", "--seed", code, "--json"]);
        let loops = number(&map["graph"]["loops"]);
        assert_eq!(number(&found["metrics"]["graph_loops"]), loops, "{code}");
        assert!(
            (1..=number(&map["metrics"]["loops"])).contains(&loops),
            "{code}"
        );
    }
    let table = text(words("survey --like rooms/60x40 --seeds 0..9 --csv -"));
    assert!(!table.contains("_loops") && table.contains(",loops,"));
    let ranged = "survey --like rooms/60x40 --seeds 0..40 --range graph_loops,large_loops --json";
    let survey = json(words(ranged));
    let best = number(&survey["range"]["kinds"][0]["highest_x"]["x"]);
    assert_eq!(best, number(&found["matches"][0]["metrics"]["graph_loops"]));
    let wrong = output(words("search --seeds 0..9 --sort graph_loop"));
    assert!(stderr(&wrong).contains("did you mean \"graph_loops\"?"));
}
