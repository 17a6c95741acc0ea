//! The list of generators, `--help` and `--version`.

use std::path::Path;
use std::process::Command;

use undercroft::game::content::Content;
use undercroft::map::Tile;

use super::{folder, json, names, output, stderr, text, words};

// ---- generators

#[test]
fn the_list_names_every_generator_with_its_parameters() {
    let list = text(["generators"]);
    let listing = json(["generators", "--json"]);
    assert_eq!(
        listing["generation_version"],
        undercroft::GENERATION_VERSION
    );
    let mut params = 0;
    for entry in listing["generators"].as_array().unwrap() {
        let of = |key: &str| entry[key].as_str().unwrap();
        let head = format!("{}: {}\n", of("name"), of("description"));
        let (_, rest) = list.split_once(&head).unwrap();
        let section = rest.split("\n\n").next().unwrap();
        assert!(section.contains(of("source")));
        let side = |key: &str| format!("{}x{}", entry[key]["width"], entry[key]["height"]);
        assert!(section.contains(&format!("{} to {}", side("min_size"), side("max_size"))));
        for param in entry["params"].as_array().unwrap() {
            params += 1;
            let default = param["default"].to_string();
            let line = section
                .lines()
                .find(|line| line.contains(param["meaning"].as_str().unwrap()))
                .unwrap();
            assert!(line.contains(&format!("--param {} ", param["name"].as_str().unwrap())));
            assert!(line.contains(&format!("default {}:", default.trim_matches('"'))));
            match param["options"].as_array() {
                Some(options) => assert!(options.contains(&param["default"])),
                None => assert!(line.contains(&format!("{}..={}", param["min"], param["max"]))),
            }
        }
    }
    assert!(params >= 10);
    let special = listing["special"].as_array().unwrap();
    let names: Vec<&str> = special
        .iter()
        .filter_map(|entry| entry["name"].as_str())
        .collect();
    assert_eq!(names, ["level", "set-piece", "vaults", "doors"]);
    for name in names {
        assert!(list.contains(&format!("\n{name}: ")), "{list}");
        assert_eq!(
            json(["generators", name, "--json"])["generators"][0]["name"],
            name
        );
    }
}

#[test]
fn one_generator_is_shown_as_it_is_in_the_list() {
    let list = text(["generators"]);
    let listing = json(["generators", "--json"]);
    let entries = listing["generators"].as_array().unwrap();
    for (section, entry) in list.split("\n\n").zip(entries) {
        let name = entry["name"].as_str().unwrap();
        assert_eq!(text(["generators", name]).trim_end(), section.trim_end());
        let alone = json(["generators", name, "--json"]);
        assert_eq!(alone["generators"], serde_json::json!([entry]));
        assert_eq!(alone["generation_version"], listing["generation_version"]);
    }
}

#[test]
fn each_parameter_takes_every_value_that_is_listed() {
    let listing = json(["generators", "--json"]);
    for entry in listing["generators"].as_array().unwrap() {
        let name = entry["name"].as_str().unwrap();
        for param in entry["params"].as_array().unwrap() {
            let values = match param["options"].as_array() {
                Some(options) => options.clone(),
                None => vec![param["min"].clone(), param["max"].clone()],
            };
            for value in values {
                let value = value.to_string();
                let param = format!(
                    "{}={}",
                    param["name"].as_str().unwrap(),
                    value.trim_matches('"')
                );
                // Alone, one end of a range may contradict another parameter's default or need a
                // larger map; it is never out of range.
                let output = output(words(&format!(
                    "generate --generator {name} --seed 1 --size 60x60 --param {param}"
                )));
                let (param_name, _) = param.split_once('=').unwrap();
                assert!(
                    !stderr(&output).contains(&format!("{param_name} must be ")),
                    "{name} {param}: {}",
                    stderr(&output)
                );
            }
        }
    }
}

// ---- help and version

#[test]
fn the_version_names_the_versions_of_generation_and_rules_and_the_content() {
    let expected = format!(
        "undercroft {} (generation version {}, rules version {}, content {:016x})\n",
        env!("CARGO_PKG_VERSION"),
        undercroft::GENERATION_VERSION,
        undercroft::RULES_VERSION,
        Content::embedded().unwrap().digest()
    );
    assert_eq!(text(["--version"]), expected);
    assert_eq!(text(["-V"]), expected);
}

/// All commands; the first is the program itself. The replays of `replay` are recorded by `simulate`.
const COMMANDS: [&str; 17] = [
    "",
    "catalog",
    "completions",
    "conduit",
    "convert",
    "generate",
    "generators",
    "man",
    "maze",
    "measure",
    "play",
    "rng",
    "schema",
    "simulate",
    "replay",
    "search",
    "survey",
];

#[test]
fn every_help_has_examples_and_the_exit_status() {
    for command in COMMANDS {
        let help = text(words(&format!("{command} --help")));
        for part in ["Usage: undercroft", "Examples:\n", "Exit status: 0 done"] {
            assert!(help.contains(part), "{command}: {part}");
        }
        let (_, examples) = help.split_once("Examples:\n").unwrap();
        for line in examples.lines() {
            // A line of examples cannot be broken.
            let width = if line.contains('|') { 90 } else { 80 };
            assert!(line.chars().count() <= width, "{command}: {line}");
        }
    }
    let help = text(["--help"]);
    for command in COMMANDS.into_iter().chain(["--screen", "--config-dir"]) {
        assert!(help.contains(command), "{command}");
    }
}

#[test]
fn every_command_has_a_manual_page_and_is_completed() {
    let program = text(["man"]);
    let scripts =
        ["bash", "elvish", "fish", "powershell", "zsh"].map(|shell| text(["completions", shell]));
    for command in &COMMANDS[1..] {
        let page = text(["man", command]);
        assert!(page.contains(&format!("undercroft\\-{command}")), "{page}");
        assert!(page.contains("Exit status: 0 done"), "{command}");
        assert!(
            program.contains(&format!("undercroft\\-{command}(1)")),
            "{command}"
        );
        for script in &scripts {
            assert!(script.contains(command), "{command}: {script}");
        }
    }
    for script in &scripts {
        assert!(
            script.contains("generator") && script.contains("quiet"),
            "{script}"
        );
    }
}

#[cfg(target_os = "linux")]
#[test]
fn bash_completes_paths_whole_and_words_by_what_there_is() {
    let folder = folder("completed");
    std::fs::write(folder.join("sp ace.replay"), "").unwrap();
    std::fs::write(folder.join("exp.txt"), "").unwrap();
    let script = text(["completions", "bash"]);
    // As the shell calls it, without a terminal for `compopt`.
    let call = r#"
compopt() { :; }
COMP_WORDS=(undercroft "$@"); COMP_CWORD=$#
_undercroft undercroft "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD-1]}"
printf '%s\n' "${COMPREPLY[@]}""#;
    let complete = |line: &str| {
        let output = Command::new("bash")
            .args(["-c", &format!("{script}\n{call}"), "bash"])
            .args(line.split(' '))
            .current_dir(&folder)
            .output()
            .unwrap();
        String::from_utf8(output.stdout).unwrap()
    };
    for (line, expected) in [
        ("generate --out sp", "sp ace.replay\n"),
        ("generate -o sp", "sp ace.replay\n"),
        ("simulate --bot exp", "explorer\n"),
        ("survey --generator maze-d", "maze-dfs\n"),
        ("search --sort choke", "choke_points\n"),
        ("--screen rep", "replays\n"),
        ("man sea", "search\n"),
        ("generate --seed exp", "exp\n"),
    ] {
        assert_eq!(complete(line), expected, "{line}");
    }
    // Folders are left to the shell.
    assert_eq!(complete("simulate --record exp").trim(), "");
}

#[test]
fn the_help_of_generate_explains_every_character() {
    let help = text(["generate", "--help"]);
    let drawn = Tile::ALL.iter().map(|tile| tile.to_char());
    for c in drawn.chain(['@']).filter(|c| *c != ' ') {
        assert!(help.contains(&format!("  {c}  ")), "{c}");
    }
    assert!(help.contains("blank  solid rock"));
}

#[test]
fn the_help_of_generate_names_every_field_of_the_json() {
    let help = text(["generate", "--help"]);
    let document = json(words("generate --seed 7 --format json"));
    let metrics = document["metrics"].as_object().unwrap();
    for field in document.as_object().unwrap().keys().chain(metrics.keys()) {
        assert!(help.contains(field), "{field}");
    }
}

#[cfg(unix)]
#[test]
fn every_example_in_the_help_can_be_pasted() {
    let (folder, home) = (folder("examples"), folder("examples-home"));
    let binary = Path::new(env!("CARGO_BIN_EXE_undercroft"));
    let path = std::env::join_paths(
        std::iter::once(binary.parent().unwrap().to_owned())
            .chain(std::env::split_paths(&std::env::var_os("PATH").unwrap())),
    )
    .unwrap();
    let mut count = 0;
    for command in COMMANDS {
        let help = text(words(&format!("{command} --help")));
        let (_, examples) = help.split_once("Examples:\n").unwrap();
        for line in examples.lines().take_while(|line| !line.is_empty()) {
            let example = line.trim().split("   ").next().unwrap();
            let opens_window = match command {
                "" => !example.starts_with("undercroft gen"),
                "replay" => example.contains("--film") || !example.contains(" --"),
                _ => false,
            };
            if opens_window || example.contains("--games 1000") || example.contains(" < ") {
                continue;
            }
            let output = Command::new("sh")
                .args(["-c", example])
                .env("PATH", &path)
                .env("HOME", &home)
                .env("XDG_DATA_HOME", home.join("data"))
                .current_dir(&folder)
                .output()
                .unwrap();
            assert!(output.status.success(), "{example}: {}", stderr(&output));
            count += 1;
        }
    }
    assert!(count >= 10);
    let mut names = names(&folder);
    let series = names.extract_if(.., |name| name.starts_with("caves-"));
    assert_eq!(series.count(), 24);
    names.sort();
    assert_eq!(
        names,
        [
            "_undercroft",
            "a.csv",
            "a.png",
            "boards.pdf",
            "c.png",
            "caves.png",
            "found.csv",
            "making.gif",
            "map.dd2vtt",
            "map.json",
            "map.ldtk",
            "map.png",
            "map.schema.json",
            "map.tmx",
            "maze.hex",
            "mazes.pdf",
            "one.json",
            "runs",
            "springs.pdf",
            "two.json",
            "undercroft-search.1",
            "undercroft-tileset.png",
            "undercroft-tileset.tsx",
            "undercroft.1",
            "undercroft.bash",
            "undercroft.fish",
            "week.pdf",
        ]
    );
}
