//! The first depth of Descend, by ear.

use std::fs;

use super::{Terminal, folder, piped};

/// Plays until a line contains `goal`; returns whether one did. It explores, strikes what is in the way, rests and
/// takes the stairs, all by what it is told.
fn play_until(terminal: &mut Terminal, goal: &str) -> bool {
    let mut command = "explore".to_owned();
    for _ in 0..400 {
        let answer = terminal.say(&command);
        let has = |text: &str| answer.iter().any(|line| line.contains(text));
        if has(goal) {
            return true;
        }
        if has("The run is over") {
            return false;
        }
        command = if has("Say \"yes\"") {
            "yes"
        } else if has("in sight: go step by step") || has("Not while") {
            "strike"
        } else if has("health is too low for that") {
            return_blow(terminal)
        } else if has("You stand on the stairs down") || has("explored") || has("Explored") {
            "descend"
        } else if has("Nobody is in sight to fight") {
            "rest"
        } else if command == "strike" {
            "strike"
        } else {
            "explore"
        }
        .to_owned();
    }
    false
}

/// The step towards whoever is beside the player, by the list of what is in sight.
fn return_blow(terminal: &mut Terminal) -> &'static str {
    let around = terminal.say("around");
    let names = ["north", "south", "east", "west"];
    let beside = around.iter().find_map(|line| {
        let (_, offset) = line.trim_end_matches('.').rsplit_once("; ")?;
        let parts: Vec<&str> = offset.split(" and ").collect();
        let near = parts.iter().all(|part| part.starts_with("1 "));
        let dirs: String = parts
            .iter()
            .filter_map(|part| part.strip_prefix("1 "))
            .collect();
        near.then_some(dirs)
    });
    let both = ["northeast", "northwest", "southeast", "southwest"];
    let found = beside.and_then(|dirs| both.into_iter().chain(names).find(|name| *name == dirs));
    found.unwrap_or("wait")
}

#[test]
fn the_first_depth_is_finished_by_a_script_that_has_only_the_text() {
    let finished = (1..6).find(|seed| {
        let folder = folder(format!("depth-{seed}"));
        let seed = seed.to_string();
        let (mut terminal, greeting) = Terminal::open("descend", &folder, &["--seed", &seed]);
        assert!(
            greeting.contains(&format!("The run of seed {seed}.")),
            "{greeting:?}"
        );
        assert!(
            greeting
                .iter()
                .any(|line| line.starts_with("Depth 1, turn 0, health ")),
            "{greeting:?}"
        );
        let finished = play_until(&mut terminal, "Depth 2, turn");
        if finished {
            let status = terminal.say("status");
            assert!(status[0].starts_with("Depth 2, "), "{status:?}");
        }
        terminal.leave();
        finished
    });
    assert!(finished.is_some());
}

#[test]
fn a_run_goes_on_where_it_was_left_and_another_seed_does_not_replace_it() {
    let folder = folder("run-kept");
    let (mut terminal, _) = Terminal::open("descend", &folder, &["--seed", "7"]);
    terminal.say("explore");
    terminal.say("wait 3");
    let state = terminal.say("where");
    let log = terminal.say("log");
    terminal.kill();
    let (mut terminal, greeting) = Terminal::open("descend", &folder, &[]);
    assert!(
        greeting[0].starts_with("Going on with the run of seed 7, after "),
        "{greeting:?}"
    );
    assert_eq!(terminal.say("where"), state);
    assert_eq!(terminal.say("log"), log);
    terminal.leave();
    let output = piped("descend", &folder, &["--seed", "8"], b"");
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("the run of seed 7 is in progress"));
}

#[test]
fn a_run_of_own_content_is_played_and_goes_on_with_that_content_alone() {
    let folder = folder("run-of-content");
    let own = folder.join("content");
    fs::create_dir(&own).unwrap();
    let rules = include_str!("../../../core/assets/content/rules.ron");
    let doubled = rules.replacen("health: 40,", "health: 80,", 1);
    fs::write(own.join("rules.ron"), doubled).unwrap();
    let given = ["--content", own.to_str().unwrap()];
    let (mut terminal, _) = Terminal::open("descend", &folder, &given);
    let status = terminal.say("status");
    assert!(status[0].ends_with("health 80 of 80."), "{status:?}");
    terminal.say("wait");
    terminal.leave();

    let output = piped("descend", &folder, &[], b"");
    assert_eq!(output.status.code(), Some(1));
    let told = String::from_utf8_lossy(&output.stderr);
    assert!(told.contains("recorded with other content"), "{told}");
    assert!(told.contains("its folder with --content"), "{told}");
    let (terminal, greeting) = Terminal::open("descend", &folder, &given);
    terminal.leave();
    assert!(greeting[0].starts_with("Going on"), "{greeting:?}");
}

#[test]
fn what_comes_into_sight_is_told_with_its_place_and_water_and_hazards_are_listed() {
    let sides = [" north", " south", " east", " west", ", here"];
    let (mut seen, mut listed) = (0, 0);
    for seed in ["3", "7", "9", "13"] {
        let folder = folder(format!("placed-{seed}"));
        let (mut terminal, _) = Terminal::open("descend", &folder, &["--seed", seed]);
        for _ in 0..12 {
            for line in terminal.say("explore") {
                if line.starts_with("You see ") {
                    assert!(sides.iter().any(|side| line.contains(side)), "{line}");
                    seen += 1;
                }
            }
        }
        let map = terminal.say("map");
        let names = [
            ": water; ",
            ": deep water; ",
            ": a hole in the floor; ",
            ": a bell wire; ",
        ];
        let is_listed = |line: &&String| names.iter().any(|name| line.contains(name));
        listed += map.iter().filter(is_listed).count();
        terminal.leave();
    }
    assert!(seen >= 6 && listed > 0, "{seen} {listed}");
}

#[test]
fn items_and_targets_are_called_by_name_and_dangers_are_asked_about() {
    let folder = folder("items");
    let (mut terminal, _) = Terminal::open("descend", &folder, &["--seed", "7"]);
    let pack = terminal.say("pack");
    assert!(
        pack.iter().all(|line| line.starts_with("Letter ")),
        "{pack:?}"
    );
    let fig = pack.iter().find(|line| line.contains("fig")).unwrap();
    let letter = fig.chars().nth(7).unwrap();
    let about = terminal.say("about fig");
    assert_eq!(terminal.say(&format!("about {letter}")), about);
    let question = terminal.ask("eat fig");
    assert!(question.contains("Say \"yes\" to do it"), "{question}");
    let other = terminal.ask("eat lamp post");
    assert!(
        other.contains("you carry no \"lamp post\"")
            || other.contains("You carry no \"lamp post\""),
        "{other}"
    );
    assert!(
        terminal.ask("yes").contains("othing was asked"),
        "the question was taken back"
    );
    let exits = terminal.say("exits");
    assert!(
        exits.iter().any(|line| line.starts_with("North: ")),
        "{exits:?}"
    );
    assert!(terminal.ask("give up").contains("Say \"yes\""));
    let end = terminal.say("yes");
    let over = "The run is over: you abandoned the run";
    assert!(end.iter().any(|line| line.starts_with(over)), "{end:?}");
    assert!(
        end.iter().any(|line| line.starts_with("Recorded in ")),
        "{end:?}"
    );
    assert!(terminal.ask("explore").contains("The run is over"));
    let records = terminal.ask("records");
    assert!(records.starts_with("1 run ended, 0 won"), "{records}");
    assert!(folder.join("replays/7-1.replay").exists() && folder.join("morgue/7-1.txt").exists());
    assert!(!folder.join("run.save").exists());
    let next = terminal.say("new");
    assert!(next[0].starts_with("The run of seed "), "{next:?}");
    terminal.leave();
    assert!(folder.join("run.save").exists());
}
