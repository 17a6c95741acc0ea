//! `generate` as text and as JSON: seeds, share codes, parameters and samples.

use std::collections::BTreeSet;
use std::ffi::OsString;
use std::fs;
use std::process::{Command, ExitCode};

use serde_json::Value;
use undercroft::game::content::Content;
use undercroft::geom::Rect;
use undercroft::map::{Map, Room};
use undercroft::mapgen::metric::Metrics;

use super::{assert_fails, folder, generators, json, output, stderr, stdout, text, words};

/// What the program is given in the processes of the test below.
const GIVEN: &str = "UNDERCROFT_TEST_GIVEN";

#[test]
fn what_needs_no_content_of_the_game_reads_none() {
    if let Ok(given) = std::env::var(GIVEN) {
        let args = format!("undercroft {given}");
        let code = undercroft::cli::run(args.split(' ').map(OsString::from));
        assert_eq!(format!("{code:?}"), format!("{:?}", ExitCode::SUCCESS));
        assert_eq!(Content::is_read(), given.contains("level"), "{given}");
        return;
    }
    for given in [
        "generate --seed rogue/80x50#7",
        "generate --generator rogue --seed 7",
        "generate --seed salt --format json",
        "generate --like caves/60x40|doors --seed 3",
        "generate --seed level/80x50/depth=2#7",
        "--version",
        "-V",
        "--help",
        "-h",
        "search --help",
        "man",
        "completions bash",
    ] {
        // In a process of its own, for other tests read the content.
        let (_, module) = module_path!().split_once("::").unwrap();
        let name = format!("{module}::what_needs_no_content_of_the_game_reads_none");
        let child = Command::new(std::env::current_exe().unwrap())
            .args(["--exact", &name])
            .env(GIVEN, given)
            .output()
            .unwrap();
        let said = String::from_utf8_lossy(&child.stdout);
        assert!(child.status.success(), "{given}: {said}");
        assert!(said.contains("1 passed"), "{said}");
    }
}

// ---- text

#[test]
fn text_is_exactly_the_rows_of_the_map() {
    for (size, width, height) in [("80x24", 80, 24), ("64x33", 64, 33), ("80x50", 80, 50)] {
        for generator in generators() {
            if generator == "two-rooms" && height < 31 {
                continue;
            }
            let map = text(words(&format!(
                "generate --generator {generator} --seed 7 --size {size}"
            )));
            assert!(map.ends_with('\n') && !map.contains('\r'), "{map}");
            let rows: Vec<&str> = map.split_terminator('\n').collect();
            assert_eq!(rows.len(), height, "{map}");
            assert!(rows.iter().all(|row| row.len() == width), "{map}");
            assert_eq!(map.matches('@').count(), 1, "{map}");
            assert!(Map::from_text(&map).unwrap().is_connected(), "{map}");
        }
    }
}

#[test]
fn defaults_are_rogue_at_80x50_as_text() {
    assert_eq!(
        text(words("generate --seed 5")),
        text(words(
            "generate --generator rogue --seed 5 --size 80x50 --format text --out -"
        ))
    );
}

#[test]
fn the_same_seed_gives_the_same_bytes_in_every_format() {
    for format in ["text", "json", "png"] {
        let args = format!("generate --seed 11 --size 60x40 --format {format}");
        let first = stdout(words(&args));
        assert!(!first.is_empty());
        assert_eq!(first, stdout(words(&args)), "{format}");
    }
}

#[test]
fn another_seed_gives_another_map() {
    let maps: BTreeSet<String> = (0..20)
        .map(|seed| text(words(&format!("generate --seed {seed}"))))
        .collect();
    assert_eq!(maps.len(), 20);
}

#[test]
fn a_seed_is_decimal_hexadecimal_or_any_text() {
    assert_eq!(
        text(words("generate --seed 42")),
        text(words("generate --seed 0x2A"))
    );
    let of = |seed: &str| {
        let document = json(["generate", "--format", "json", "--seed", seed]);
        document["seed"].as_str().unwrap().to_owned()
    };
    assert_eq!(of("18446744073709551615"), "18446744073709551615");
    let hashed = of("salt and iron");
    assert_eq!(of(" salt and iron "), hashed);
    assert_ne!(of("Salt and iron"), hashed);
    assert_ne!(of("-x"), of("x"));
    // What may be meant as a number is taken as a text, and said to be.
    for text in ["-5", "1e5", "18446744073709551616"] {
        let output = output(["generate", "--json", "--seed", text]);
        let document: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
        let seed = document["seed"].as_str().unwrap();
        let line = stderr(&output);
        assert!(
            line.starts_with(&format!("--seed: \"{text}\" is no decimal or 0x hex")),
            "{line}"
        );
        assert!(
            line.ends_with(&format!("so it is a text, seed {seed}\n")),
            "{line}"
        );
        assert_eq!(
            seed,
            text.parse::<undercroft::rng::Seed>().unwrap().to_string()
        );
    }
}

#[test]
fn parameters_change_the_map_and_may_share_one_option() {
    let apart = text(words(
        "generate --generator rooms --seed 3 --param tries=60 --param margin=2",
    ));
    let together = text(words(
        "generate --generator rooms --seed 3 --param tries=60,margin=2",
    ));
    assert_eq!(apart, together);
    assert_ne!(apart, text(words("generate --generator rooms --seed 3")));
}

// ---- seeds that are drawn, share codes

#[test]
fn a_drawn_seed_is_shown_with_the_command_that_makes_the_map_again() {
    let mut seeds = BTreeSet::new();
    for _ in 0..3 {
        let output = output(words("generate --generator rooms --param margin=1"));
        assert_eq!(output.status.code(), Some(0));
        let line = stderr(&output);
        let (seed, again) = line
            .strip_prefix("seed ")
            .and_then(|line| line.strip_suffix('\n'))
            .and_then(|line| line.split_once(": undercroft "))
            .unwrap_or_else(|| panic!("{line}"));
        assert!(again.ends_with(&format!("rooms/80x50/margin=1#{seed}")));
        assert_eq!(stdout(words(again)), output.stdout);
        // Short enough to read out.
        let seed = seed.parse::<u64>().unwrap();
        assert!(seed < 1_000_000_000, "{seed}");
        seeds.insert(seed);
    }
    assert_eq!(seeds.len(), 3);
}

#[test]
fn a_share_code_names_the_same_map_wherever_a_seed_goes() {
    for generator in generators() {
        for (seed, size) in [("7", "80x50"), ("0xffffffffffffffff", "64x40")] {
            let args =
                format!("generate --generator {generator} --seed {seed} --size {size} --format");
            let document = json(words(&format!("{args} json")));
            let code = document["share_code"].as_str().unwrap();
            assert_eq!(
                text(["generate", "--seed", code]),
                text(words(&format!("{args} text")))
            );
            assert_eq!(
                json(["generate", "--format", "json", "--seed", code]),
                document
            );
        }
    }
    let args = "generate --generator rogue --param sectors=4,joins=until-connected --seed 9";
    let document = json(words(&format!("{args} --format json")));
    let code = "rogue/80x50/sectors=4,joins=until-connected#9";
    assert_eq!(document["share_code"], code);
    assert_eq!(text(["generate", "--seed", code]), text(words(args)));
}

/// As the files of other languages' systems have them.
#[cfg(target_os = "linux")]
#[test]
fn the_name_of_a_sample_and_of_a_map_may_have_any_bytes() {
    use std::ffi::OsString;
    use std::os::unix::ffi::OsStringExt;
    let folder = folder("any-bytes");
    let sample = stdout(words("generate --generator box --size 9x9 --seed 1"));
    let name = |rest: &[u8]| {
        let path = [
            folder.as_os_str().as_encoded_bytes(),
            b"/a,pattern=3,\xff ",
            rest,
        ]
        .concat();
        OsString::from_vec(path)
    };
    fs::write(name(b"sample.txt"), sample).unwrap();
    let mut param = OsString::from("--param=pattern=2,sample=");
    param.push(name(b"sample.txt"));
    let line = "generate --generator waves --size 40x30 --seeds 3..5 --out";
    let args = words(line).into_iter().map(OsString::from);
    let printed = stdout(args.chain([name(b"{seed}.txt"), param]));
    assert!(printed.is_empty());
    assert!(fs::exists(name(b"3.txt")).unwrap() && fs::exists(name(b"4.txt")).unwrap());
}

#[test]
fn a_sample_may_be_a_file_as_text_or_as_a_picture() {
    let folder = folder("sample");
    let (txt, png) = (folder.join("fen.txt"), folder.join("fen.png"));
    // Not one of ours: the share codes show the digest of its tiles.
    let sample = stdout(words("generate --generator box --size 9x9 --seed 1"));
    fs::write(&txt, &sample).unwrap();
    let png = png.to_str().unwrap();
    stdout([
        "generate",
        "--seed",
        "box/9x9#1",
        "--scale",
        "1",
        "--out",
        png,
    ]);
    let make = |file: &str| {
        let param = format!("--param=sample={file}");
        let rest = words("generate --generator waves --size 40x30 --seed 3 --format json");
        json(rest.into_iter().chain([param.as_str()]))
    };
    let [by_text, by_picture] = [txt.to_str().unwrap(), png].map(make);
    assert_eq!(by_text, by_picture);
    let code = by_text["share_code"].as_str().unwrap();
    assert!(code.starts_with("waves/40x30/sample=~"), "{code}");
    assert!(
        code.contains(by_text["stages"][0]["params"]["sample"].as_str().unwrap()),
        "{code}"
    );
    // The code carries the sample.
    assert_eq!(
        json(["generate", "--format", "json", "--seed", code]),
        by_text
    );
    let param = format!("--param=sample={png}");
    let args = ["generate", "--generator", "waves", "--size=20x20", &param];
    let random = output(args);
    let line = stderr(&random);
    let (_, seed) = line
        .trim_end()
        .rsplit_once("undercroft generate --seed ")
        .unwrap();
    assert_eq!(stdout(["generate", "--seed", seed]), random.stdout);
}

#[test]
fn a_sample_that_cannot_be_used_is_named_with_the_reason() {
    let folder = folder("bad-sample");
    let path = folder.join("a.txt");
    let generate = |file: &str, status: i32, needle: &str| {
        let param = format!("sample={file}");
        assert_fails(
            ["generate", "--generator", "waves", "--param", &param],
            status,
            needle,
        );
    };
    generate("fern", 1, "or one of burrows, canals");
    generate(folder.to_str().unwrap(), 1, "not a regular file");
    #[cfg(unix)]
    generate("/dev/zero", 1, "not a regular file");
    for (content, needle) in [
        (&b"####\n#.x#\n####\n####\n"[..], "line 2, column 3"),
        (b"##\n##\n", "4 to 64 tiles"),
        (b"\x89PNG\r\n\x1a\nnonsense", "cannot read the picture"),
        (&[b'#'; (1 << 20) + 1], "1 MiB limit"),
    ] {
        fs::write(&path, content).unwrap();
        generate(path.to_str().unwrap(), 1, needle);
    }
    fs::write(&path, "....\n....\n....\n....\n").unwrap();
    let twice = format!("sample={},sample=fen", path.to_str().unwrap());
    let args = ["generate", "--generator", "waves", "--param", &twice];
    assert_fails(args, 2, "sample is given twice");
}

// ---- levels of Descend

#[test]
fn a_level_of_descend_is_a_map_with_its_monsters_items_and_hazards() {
    let code = "level/80x50/depth=3#7";
    let document = json(["generate", "--format", "json", "--seed", code]);
    let levels = json(words("catalog --seeds 7..8 --depths 3 --json"));
    let level = &levels[2];
    assert_eq!(level["depth"], 3);
    let things = document["things"].as_array().unwrap();
    let count = |class: &str| {
        things
            .iter()
            .filter(|thing| thing["class"] == class)
            .count()
    };
    for (class, list) in [
        ("monster", "monsters"),
        ("item", "items"),
        ("hazard", "hazards"),
    ] {
        assert_eq!(
            count(class),
            level[list].as_array().unwrap().len(),
            "{class}"
        );
    }
    assert!(count("monster") > 3 && count("item") > 3);
    let at = |position: &serde_json::Value| (position["x"].clone(), position["y"].clone());
    let up = level["up"].as_array().unwrap();
    assert_eq!(at(&document["start"]), (up[0].clone(), up[1].clone()));
    let tiled = json(["generate", "-q", "--format", "tmj", "--seed", code]);
    assert!(tiled.to_string().contains("\"monster\""));
    // A plain map has none.
    let plain = json(["generate", "--format", "json", "--seed", "rogue/80x50#7"]);
    assert_eq!(plain.get("things"), None);
}

#[test]
fn a_code_to_search_like_has_ranges_in_any_stage_which_options_replace() {
    let codes = |args: &str| {
        let found = text(words(&format!(
            "search --seeds 1..2 --where open>=1 {args}"
        )));
        found
            .lines()
            .map(|line| line.split_whitespace().next().unwrap().to_owned())
            .collect::<Vec<_>>()
    };
    assert_eq!(
        codes("--like caves/60x40/wall=44..=45|vaults/count=1..=2#3"),
        [
            "caves/60x40/wall=44|vaults/count=1#1",
            "caves/60x40/wall=44|vaults/count=2#1",
            "caves/60x40|vaults/count=1#1",
            "caves/60x40|vaults/count=2#1",
        ]
    );
    assert_eq!(
        codes("--like caves/60x40/wall=44..=45|vaults/count=1..=2 --param wall=40 --size 50x40"),
        [
            "caves/50x40/wall=40|vaults/count=1#1",
            "caves/50x40/wall=40|vaults/count=2#1",
        ]
    );
}

#[test]
fn each_set_piece_is_a_map_with_what_its_drawing_marks() {
    let names: Vec<String> = Content::embedded()
        .unwrap()
        .set_pieces()
        .iter()
        .map(|room| room.id.clone())
        .collect();
    assert!(names.len() >= 20);
    for name in &names {
        let mut ways = Vec::new();
        for seed in 1..13 {
            let code = format!("set-piece/23x23/name={name}#{seed}");
            let document = json(["generate", "--format", "json", "--seed", &code]);
            assert!(
                document["start"].is_object() && document["rooms"][0]["kind"] == "prefab",
                "{code}"
            );
            let things = document["things"].as_array().unwrap();
            assert!(!things.is_empty(), "{code}");
            let tiles = document["tiles"].as_array().unwrap();
            for thing in things {
                let at = |key: &str| thing[key].as_u64().unwrap() as usize;
                assert!(
                    tiles[at("y")]
                        .as_str()
                        .unwrap()
                        .chars()
                        .nth(at("x"))
                        .is_some()
                );
            }
            // The start stands before the entrance, and something of the room is reached from there.
            assert!(document["metrics"]["open"].as_u64() > Some(1), "{code}");
            ways.push(document["tiles"].clone());
        }
        ways.sort_by_key(ToString::to_string);
        ways.dedup();
        assert!((2..=8).contains(&ways.len()), "{name}: {} ways", ways.len());
    }
}

#[test]
fn levels_are_searched_like_other_maps() {
    let found = text(words(
        "search --like level/80x50/depth=4 --where loops>=1 --seeds 0..20 --count 3",
    ));
    assert_eq!(found.lines().count(), 3, "{found}");
    assert!(found.starts_with("level/80x50/depth=4#"), "{found}");
}

// ---- JSON

#[test]
fn json_agrees_with_the_text() {
    let listing = json(["generators", "--json"]);
    for entry in listing["generators"].as_array().unwrap() {
        let name = entry["name"].as_str().unwrap();
        let args = format!("generate --generator {name} --seed 0x10 --size 70x45");
        let document = json(words(&format!("{args} --format json")));
        let text = text(words(&args));

        assert_eq!(document["generator"], name);
        assert_eq!(document["seed"], "16");
        assert_eq!(document["share_code"], format!("{name}/70x45#16"));
        assert_eq!(document["size"]["width"], 70);
        assert_eq!(document["size"]["height"], 45);
        assert_eq!(
            document["generation_version"],
            undercroft::GENERATION_VERSION
        );

        let rows: Vec<&str> = document["tiles"]
            .as_array()
            .unwrap()
            .iter()
            .map(|row| row.as_str().unwrap())
            .collect();
        // The start hides nothing.
        assert_eq!(rows.join("\n") + "\n", text.replace('@', "."));

        let map = Map::from_text(&text).unwrap();
        let start = map.start.unwrap();
        assert_eq!(document["start"]["x"], start.x);
        assert_eq!(document["start"]["y"], start.y);
        let open = map.tiles.as_slice().iter().filter(|t| t.is_walkable());
        assert_eq!(
            document["metrics"]["open"],
            open.count() * 100 / map.size().area()
        );

        let rooms = document["rooms"].as_array().unwrap();
        assert_eq!(document["metrics"]["rooms"], rooms.len());
        for room in rooms {
            let side = |name: &str| room[name].as_i64().unwrap();
            assert!(0 < side("left") && side("left") <= side("right") && side("right") < 69);
            assert!(0 < side("top") && side("top") <= side("bottom") && side("bottom") < 44);
        }

        let mut map = map;
        let areas = document["rooms"].clone();
        let areas: Vec<Rect> = serde_json::from_value(areas).unwrap();
        map.rooms = areas.into_iter().map(Room::plain).collect();
        assert_eq!(
            document["metrics"],
            serde_json::to_value(Metrics::of(&map)).unwrap()
        );

        let defaults = entry["params"].as_array().unwrap();
        let values = document["stages"][0]["params"].as_object().unwrap();
        assert_eq!(values.len(), defaults.len());
        for param in defaults {
            assert_eq!(values[param["name"].as_str().unwrap()], param["default"]);
        }
    }
}

#[test]
fn json_shows_the_parameters_that_were_given() {
    let document = json(words(
        "generate --seed rooms/80x50/tries=60,join=nearest|doors/in=left#1 --format json",
    ));
    assert_eq!(document["generator"], "rooms|doors");
    let [rooms, doors] = &document["stages"].as_array().unwrap()[..] else {
        panic!("{document}");
    };
    assert_eq!(
        (&rooms["generator"], &rooms["in"]),
        (&"rooms".into(), &"all".into())
    );
    assert_eq!(rooms["params"]["tries"], 60);
    assert_eq!(rooms["params"]["join"], "nearest");
    assert_eq!(rooms["params"]["margin"], 0);
    assert_eq!(
        (&doors["generator"], &doors["in"]),
        (&"doors".into(), &"left".into())
    );
    assert!(document["rooms"].as_array().unwrap().len() > 3);
}

// ---- content of one's own

#[test]
fn the_maps_of_own_content_are_its_levels_wherever_maps_are_made() {
    let folder = folder("generate-content");
    let content = folder.join("mine");
    fs::create_dir(&content).unwrap();
    let monsters = include_str!("../../../core/assets/content/monsters.ron");
    // Another name says nothing to the seed, other numbers do.
    let monsters = monsters.replacen("name: \"crypt rat\"", "name: \"accountant\"", 1);
    let monsters = monsters.replacen("health: 5, attack: 5", "health: 6, attack: 5", 1);
    fs::write(content.join("monsters.ron"), monsters).unwrap();
    let content = content.to_str().unwrap();
    let with = |line: &str| text(words(line).into_iter().chain(["--content", content]));
    let made = with("generate --seed level/80x50/depth=1#7 --format json");
    assert!(
        made.contains("\"accountant\"") && !made.contains("\"crypt rat\""),
        "{made}"
    );
    let made: Value = serde_json::from_str(&made).unwrap();
    let code = made["share_code"].as_str().unwrap();
    let (name, rest) = code.split_once('/').unwrap();
    let number = name.strip_prefix("level@").unwrap();
    assert!(number.len() == 8 && rest == "80x50#7", "{code}");
    // The code says what it is of, and is refused where that is not.
    let made_of = |code: &str| with(&format!("generate --seed {code} --json"));
    assert_eq!(made_of(code), made_of("level/80x50#7"));
    let args = format!("generate --seed {code} --content {content}");
    let said = stderr(&output(words(&args)));
    assert!(
        said.starts_with("text leaves out") && said.contains(" things"),
        "{said}"
    );
    let files = folder.join("{seed}.csv");
    let line = words("generate --seed level/80x50#1 --seeds 3..5 --out");
    let said = stderr(&output(line.into_iter().chain([files.to_str().unwrap()])));
    assert!(
        said.starts_with("csv leaves out") && said.lines().count() == 1,
        "{said}"
    );
    let why = format!(
        "\"{name}\" is of content that this program does not have: give its folder with --content, or write \"level\""
    );
    for line in [
        format!("generate --seed {code}"),
        format!("search --like {code} --seeds 0..3 --sort open"),
        format!("survey --like {code} --seeds 0..3"),
    ] {
        assert_fails(words(&line), 2, &why);
    }
    // What is searched, surveyed and converted is of the same content.
    let found = with("search --generator level --size 80x50 --seeds 3..6 --sort open");
    assert!(found.lines().all(|line| line.starts_with(name)), "{found}");
    let summary = with("survey --generator level --size 80x50 --seeds 3..6");
    assert!(
        summary.starts_with(&format!("{name}/80x50, seeds 3..=5")),
        "{summary}"
    );
    let file = folder.join("level.tmx");
    let path = file.to_str().unwrap();
    with(&format!(
        "generate --seed level/80x50/depth=1#7 --out {path}"
    ));
    let kept: Value =
        serde_json::from_str(&with(&format!("convert {path} --format json"))).unwrap();
    assert_eq!(kept, made);
    // Without the content the things stay, and the code goes.
    let alone = json(["convert", path, "--format", "json"]);
    assert_eq!(
        (&alone["things"], alone.get("share_code")),
        (&made["things"], None)
    );
    // The set pieces are those of the content, too.
    let rooms = include_str!("../../../core/assets/content/rooms.txt");
    let first = rooms
        .lines()
        .find_map(|line| line.strip_prefix("name: "))
        .unwrap();
    let first = first.split_whitespace().next().unwrap();
    let piece = with(&format!(
        "generate --seed set-piece/23x23/name={first}#1 --format json"
    ));
    assert!(
        piece.contains(&format!("\"set-piece@{number}\"")),
        "{piece}"
    );
}

#[test]
fn what_is_wrong_in_own_content_is_said_once_and_by_the_right_name() {
    let folder = folder("generate-content-wrong");
    let path = folder.to_str().unwrap();
    let said = || {
        let args = format!("generate --seed level/80x50#7 --content {path}");
        let output = output(words(&args));
        assert_eq!(output.status.code(), Some(1));
        stderr(&output)
    };
    let monsters = include_str!("../../../core/assets/content/monsters.ron");
    let rooms = include_str!("../../../core/assets/content/rooms.txt");
    let rooms = format!(
        "{rooms}\nname: den\ntext: a den\nlegend: E = entrance\nlegend: g = monster crypt-rta sleeps\n##E##\n#...#\n#.g.#\n#####\n"
    );
    // A file that is called almost right is not passed by.
    fs::write(folder.join("rooms.txt"), &rooms).unwrap();
    fs::write(folder.join("monster.ron"), monsters).unwrap();
    let error = said();
    assert!(
        error.contains("monster.ron: no file of content has this name: call it monsters.ron"),
        "{error}"
    );
    fs::remove_file(folder.join("monster.ron")).unwrap();
    // A word that is none is named, with the one that is meant.
    fs::write(folder.join("monsters.ron"), monsters).unwrap();
    let error = said();
    assert!(
        error.contains("there is no monster or ability \"crypt-rta\"; did you mean \"crypt-rat\"?"),
        "{error}"
    );
    // Nobody is to blame for what a list lacks that did not read.
    fs::write(
        folder.join("rooms.txt"),
        rooms.replace("crypt-rta", "crypt-rat"),
    )
    .unwrap();
    fs::write(
        folder.join("monsters.ron"),
        monsters.replacen("health: 5", "health: x", 1),
    )
    .unwrap();
    let error = said();
    assert!(
        error.contains("monsters.ron:") && error.contains("1 error"),
        "{error}"
    );
    assert!(!error.contains("rooms.txt"), "{error}");
}
