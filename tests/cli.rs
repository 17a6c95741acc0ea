//! Drives the real binary as people and scripts do: what it prints where, and the exit status.

use std::collections::BTreeSet;
use std::ffi::OsStr;
use std::fs::{self, File};
use std::io::{BufRead, BufReader, Read};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use serde_json::Value;
use undercroft::map::{Map, Tile};

fn command<S: AsRef<OsStr>>(args: impl IntoIterator<Item = S>) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_undercroft"));
    command.args(args).stdin(Stdio::null());
    command
}

fn output<S: AsRef<OsStr>>(args: impl IntoIterator<Item = S>) -> Output {
    command(args).output().expect("the binary was built")
}

fn words(line: &str) -> Vec<&str> {
    line.split_whitespace().collect()
}

/// What is left on standard error, as text.
fn stderr(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).expect("diagnostics are UTF-8")
}

/// Standard output of a command that does what it should and has nothing to say of it.
fn done<S: AsRef<OsStr>>(args: impl IntoIterator<Item = S>) -> Vec<u8> {
    let output = output(args);
    assert_eq!(stderr(&output), "");
    assert_eq!(output.status.code(), Some(0));
    output.stdout
}

fn text<S: AsRef<OsStr>>(args: impl IntoIterator<Item = S>) -> String {
    String::from_utf8(done(args)).expect("the result is UTF-8")
}

fn json<S: AsRef<OsStr>>(args: impl IntoIterator<Item = S>) -> Value {
    serde_json::from_slice(&done(args)).expect("the result is JSON")
}

/// Asserts that a command ends with `status` and one line of its own that says `needle`.
fn ends<S: AsRef<OsStr>>(args: impl IntoIterator<Item = S>, status: i32, needle: &str) {
    let output = output(args);
    let line = stderr(&output);
    assert_eq!(output.status.code(), Some(status), "{line}");
    assert!(output.stdout.is_empty(), "{line}");
    assert!(line.starts_with("undercroft: "), "{line}");
    assert!(line.ends_with('\n') && line.lines().count() == 1, "{line}");
    assert!(line.contains(needle), "{needle} is not in {line}");
}

fn refused(line: &str, needle: &str) {
    ends(words(line), 2, needle);
}

/// Asserts that the parser refuses what was typed, with its own message.
fn misused(line: &str, needle: &str) {
    let output = output(words(line));
    let message = stderr(&output);
    assert_eq!(output.status.code(), Some(2), "{message}");
    assert!(output.stdout.is_empty(), "{message}");
    assert!(message.starts_with("error: "), "{message}");
    assert!(
        message.contains(needle) && message.contains("--help"),
        "{message}"
    );
}

/// An empty folder for one test.
fn folder(test: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(test);
    match fs::remove_dir_all(&path) {
        Ok(()) => {}
        Err(error) => assert_eq!(error.kind(), std::io::ErrorKind::NotFound),
    }
    fs::create_dir_all(&path).unwrap();
    path
}

fn names(folder: &Path) -> Vec<String> {
    fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect()
}

/// The names of all generators, as they are listed.
fn generators() -> Vec<String> {
    let listing = json(["generators", "--json"]);
    let names: Vec<String> = listing["generators"]
        .as_array()
        .unwrap()
        .iter()
        .map(|entry| entry["name"].as_str().unwrap().to_owned())
        .collect();
    assert!(names.len() >= 6);
    names
}

// ---- generate: text

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
        let first = done(words(&args));
        assert!(!first.is_empty());
        assert_eq!(first, done(words(&args)), "{format}");
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
    assert_ne!(of("-5"), of("5"));
    assert_ne!(of("-x"), of("x"));
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

// ---- generate: seeds that are drawn, share codes

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
        assert_eq!(done(words(again)), output.stdout);
        seeds.insert(seed.parse::<u64>().unwrap());
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

#[test]
fn a_share_code_with_an_option_that_it_overrules_is_refused() {
    for (option, value) in [
        ("--generator", "rogue"),
        ("--size", "80x50"),
        ("--param", "sectors=3"),
    ] {
        refused(
            &format!("generate --seed rogue/80x50#7 {option} {value}"),
            &format!("leave out {option}, or give the seed alone, --seed 7"),
        );
    }
}

#[test]
fn each_wrong_part_of_a_share_code_is_named() {
    for (code, needle) in [
        ("rouge/80x50#7", "did you mean `rogue`?"),
        ("rogue/80#7", "`80` is not a size"),
        ("rogue/3x3#7", "it accepts 7x7 to 4096x4096"),
        ("rogue/80x50/sectors=9#7", "sectors takes 2..=6"),
        ("rogue/80x50#", "the seed is empty"),
        ("rogue#7", "generator/WxH#seed"),
    ] {
        refused(&format!("generate --seed {code}"), needle);
        refused(&format!("--seed {code}"), needle);
    }
}

// ---- generate: JSON

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
        assert_eq!(rows.join("\n") + "\n", text);

        let map = Map::from_text(&text).unwrap();
        let start = map.start.unwrap();
        assert_eq!(document["start"]["x"], start.x);
        assert_eq!(document["start"]["y"], start.y);
        let open = map.tiles.as_slice().iter().filter(|t| t.is_walkable());
        assert_eq!(document["metrics"]["open"], open.count());

        let rooms = document["rooms"].as_array().unwrap();
        assert_eq!(document["metrics"]["rooms"], rooms.len());
        for room in rooms {
            let side = |name: &str| room[name].as_i64().unwrap();
            assert!(0 < side("left") && side("left") <= side("right") && side("right") < 69);
            assert!(0 < side("top") && side("top") <= side("bottom") && side("bottom") < 44);
        }

        let defaults = entry["params"].as_array().unwrap();
        let values = document["params"].as_object().unwrap();
        assert_eq!(values.len(), defaults.len());
        for param in defaults {
            assert_eq!(values[param["name"].as_str().unwrap()], param["default"]);
        }
    }
}

#[test]
fn json_shows_the_parameters_that_were_given() {
    let document = json(words(
        "generate --generator rooms --param tries=60,join=nearest --seed 1 --format json",
    ));
    assert_eq!(document["params"]["tries"], 60);
    assert_eq!(document["params"]["join"], "nearest");
    assert_eq!(document["params"]["margin"], 0);
    assert!(document["rooms"].as_array().unwrap().len() > 3);
}

// ---- generate: PNG

struct Picture {
    width: u32,
    height: u32,
    description: String,
    pixels: Vec<[u8; 3]>,
}

fn decode(bytes: &[u8]) -> Picture {
    let mut decoder = png::Decoder::new(std::io::Cursor::new(bytes));
    decoder.set_transformations(png::Transformations::EXPAND);
    let mut reader = decoder.read_info().unwrap();
    let mut buffer = vec![0; reader.output_buffer_size().unwrap()];
    let frame = reader.next_frame(&mut buffer).unwrap();
    assert_eq!(frame.color_type, png::ColorType::Rgb);
    let chunk = &reader.info().uncompressed_latin1_text[0];
    assert_eq!(chunk.keyword, "Description");
    Picture {
        width: frame.width,
        height: frame.height,
        description: chunk.text.clone(),
        pixels: buffer[..frame.buffer_size()]
            .chunks_exact(3)
            .map(|rgb| [rgb[0], rgb[1], rgb[2]])
            .collect(),
    }
}

#[test]
fn a_png_has_one_square_of_one_colour_a_tile() {
    // An odd width at an odd scale ends in half a byte.
    for scale in [1, 3, 8] {
        let code = "rooms/41x30#5";
        let args = format!("generate --seed {code} --format png --scale {scale}");
        let picture = decode(&done(words(&args)));
        assert_eq!((picture.width, picture.height), (41 * scale, 30 * scale));
        assert_eq!(picture.description, code);

        let map = text(["generate", "--seed", code]);
        let rows: Vec<&[u8]> = map.lines().map(str::as_bytes).collect();
        let mut colours = BTreeSet::new();
        for (index, colour) in picture.pixels.iter().enumerate() {
            let (x, y) = (
                index as u32 % picture.width / scale,
                index as u32 / picture.width / scale,
            );
            colours.insert((rows[y as usize][x as usize] as char, *colour));
        }
        // Floor and start have one colour each, walls one where they face a room and one inside.
        let count = |tile: char| colours.iter().filter(|(c, _)| *c == tile).count();
        assert_eq!((count('.'), count('@'), count('#')), (1, 1, 2));
        let distinct: BTreeSet<[u8; 3]> = colours.iter().map(|(_, rgb)| *rgb).collect();
        assert_eq!(distinct.len(), 4);
    }
}

#[test]
fn a_png_has_eight_pixels_a_tile_if_not_told_otherwise() {
    let picture = decode(&done(words("generate --seed 5 --format png")));
    assert_eq!((picture.width, picture.height), (640, 400));
}

#[test]
fn a_scale_out_of_range_or_without_a_png_is_refused() {
    for scale in ["0", "65", "-1"] {
        misused(
            &format!("generate --seed 1 --format png --scale {scale}"),
            "is not in 1..=64",
        );
    }
    misused("generate --seed 1 --format png --scale two", "two");
    refused(
        "generate --seed 1 --scale 4",
        "only a png has a scale, and the format is text",
    );
    refused(
        "generate --seed 1 --size 4096x7 --scale 9 --format png",
        "use 8 or less",
    );
}

#[cfg(target_os = "linux")]
#[test]
fn a_png_is_not_sent_to_a_terminal() {
    let terminal = File::options().write(true).open("/dev/ptmx").unwrap();
    let output = command(words("generate --seed 1 --format png"))
        .stdout(terminal)
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(2));
    let line = stderr(&output);
    assert!(
        line.starts_with("undercroft: a terminal cannot show a png: name a file with --out"),
        "{line}"
    );
}

// ---- generate: --out

#[test]
fn the_name_of_the_file_decides_the_format() {
    let folder = folder("formats");
    for (name, format) in [
        ("map.txt", "text"),
        ("map", "text"),
        ("map.json", "json"),
        ("map.png", "png"),
        ("MAP.PNG", "png"),
    ] {
        let path = folder.join(name);
        let args = words("generate --seed 7 --out").into_iter().map(OsStr::new);
        assert!(done(args.chain([path.as_os_str()])).is_empty());
        let expected = done(words(&format!("generate --seed 7 --format {format}")));
        assert_eq!(fs::read(&path).unwrap(), expected, "{name}");
    }
    assert_eq!(names(&folder).len(), 5);
}

#[test]
fn a_format_that_is_given_beats_the_name_of_the_file() {
    let folder = folder("given-format");
    let output = command(words("generate --seed 7 --format json --out map.txt"))
        .current_dir(&folder)
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(0));
    let written = fs::read(folder.join("map.txt")).unwrap();
    assert_eq!(written, done(words("generate --seed 7 --format json")));
    assert_eq!(names(&folder), ["map.txt"]);
}

#[test]
fn a_file_is_replaced_and_nothing_is_left_beside_it() {
    let folder = folder("replaced");
    let path = folder.join("map.txt");
    fs::write(&path, "old".repeat(10_000)).unwrap();
    let path = path.to_str().unwrap();
    done(["generate", "--seed", "7", "--out", path]);
    assert_eq!(
        fs::read_to_string(path).unwrap(),
        text(words("generate --seed 7"))
    );
    assert_eq!(names(&folder), ["map.txt"]);
}

#[test]
fn a_file_that_cannot_be_written_is_named_with_the_reason() {
    let folder = folder("unwritable");
    fs::write(folder.join("file"), "").unwrap();
    for (path, needle) in [
        (folder.join("none").join("map.txt"), "there is no folder"),
        (folder.join("file").join("map.txt"), "is not a folder"),
        (
            folder.join("file").join("deeper").join("map.txt"),
            "there is no folder",
        ),
        (folder.clone(), "it is a folder"),
        (folder.join("none/"), "cannot write"),
    ] {
        let path = path.to_str().unwrap();
        let args = ["generate", "--seed", "7", "--out", path];
        ends(args, 1, needle);
        ends(args, 1, path);
    }
    assert_eq!(names(&folder), ["file"]);
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_or_forbidden_place_is_a_failure_with_its_reason() {
    ends(
        words("generate --seed 7 --out /proc/nonexistent"),
        1,
        "cannot write /proc/nonexistent: ",
    );
    ends(
        words("generate --seed 7 --out /dev/full"),
        1,
        "cannot write /dev/full: No space left",
    );
    for args in [
        "generate --seed 7",
        "generators",
        "--help",
        "rng --state 1 --stream 1 --count 9",
    ] {
        let full = File::options().write(true).open("/dev/full").unwrap();
        let output = command(words(args)).stdout(full).output().unwrap();
        assert_eq!(output.status.code(), Some(1), "{args}");
        let line = stderr(&output);
        assert!(
            line.starts_with("undercroft: cannot write to standard output: No space left"),
            "{line}"
        );
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_device_is_written_to_and_not_replaced() {
    use std::os::unix::fs::FileTypeExt;
    assert!(done(words("generate --seed 7 --out /dev/null")).is_empty());
    assert!(
        fs::metadata("/dev/null")
            .unwrap()
            .file_type()
            .is_char_device()
    );
}

#[test]
fn a_map_that_fails_writes_no_file() {
    let folder = folder("no-rooms");
    let path = folder.join("map.txt");
    let path = path.to_str().unwrap();
    let code = "rooms/7x7/tries=1#";
    let failing = (0..100)
        .map(|seed| format!("{code}{seed}"))
        .find(|code| output(["generate", "--seed", code]).status.code() != Some(0))
        .expect("one try on the smallest map mostly fails");
    let args = ["generate", "--seed", &failing, "--out", path];
    ends(args, 1, "rooms placed no room on 7x7");
    assert!(names(&folder).is_empty());
}

// ---- a reader that goes away

#[test]
fn a_reader_that_stops_early_ends_it_silently() {
    for args in [
        "generate --seed 1 --size 2000x2000",
        "generate --seed 1 --size 2000x2000 --format json",
        "generate --generator scatter --seed 1 --size 900x900 --param walls=500000 --format png",
        "rng --state 1 --stream 1 --count 0xffffffffffffffff",
    ] {
        let mut child = command(words(args))
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut line = Vec::new();
        // Reader and pipe are closed at the end of the statement.
        BufReader::with_capacity(64, child.stdout.take().unwrap())
            .read_until(b'\n', &mut line)
            .unwrap();
        assert!(!line.is_empty(), "{args}");
        let mut said = String::new();
        child
            .stderr
            .take()
            .unwrap()
            .read_to_string(&mut said)
            .unwrap();
        assert_eq!(said, "", "{args}");
        assert_eq!(child.wait().unwrap().code(), Some(0), "{args}");
    }
}

// ---- generate: what is typed wrong

#[test]
fn a_bad_size_is_refused_with_what_would_be_right() {
    for size in ["0x0", "1x1", "3x3", "5000x5000", "80x5000", "6x7"] {
        for command in ["generate --seed 1", "--seed 1"] {
            refused(
                &format!("{command} --size {size}"),
                &format!("rogue cannot make a map of {size}: it accepts 7x7 to 4096x4096"),
            );
        }
    }
    for size in [
        "80",
        "80x",
        "x50",
        "-1x5",
        "-1x-5",
        "80x50x2",
        "axb",
        "80*50",
        "99999999999x9",
    ] {
        for command in ["generate --seed 1", "--seed 1"] {
            let needle = format!("--size: `{size}` is not a size: write columns x rows");
            refused(&format!("{command} --size {size}"), &needle);
            refused(&format!("{command} --size={size}"), &needle);
        }
    }
    ends(["generate", "--size", ""], 2, "`` is not a size");
}

#[test]
fn the_smallest_size_follows_the_parameters() {
    refused(
        "generate --seed 1 --param sectors=6,min-side=20",
        "it accepts 127x127 to 4096x4096 with sectors=6,min-side=20",
    );
}

#[test]
fn an_unknown_generator_is_refused_with_the_nearest() {
    refused("generate --generator rouge", "did you mean `rogue`?");
    refused("generate --generator room", "did you mean `rooms`?");
    refused("--generator scater", "did you mean `scatter`?");
    refused("generate --generator qqq", "there are rogue, rooms");
    ends(["generate", "--generator", ""], 2, "there are rogue, rooms");
}

#[test]
fn a_bad_parameter_is_refused_with_what_would_be_right() {
    for (param, needle) in [
        ("sectors=7", "sectors takes 2..=6"),
        ("sectors=-1", "sectors takes 2..=6"),
        ("sectors=many", "sectors takes 2..=6"),
        ("joins=some", "joins takes all | until-connected"),
        ("sector=3", "did you mean `sectors`?"),
        ("tries=3", "it takes sectors, min-side, joins"),
        ("sectors", "`sectors` is not a parameter: write name=value"),
        ("-x", "`-x` is not a parameter"),
        ("=3", "rogue has no parameter ``"),
        ("sectors=3,sectors=3", "sectors is given twice"),
        ("sectors=3 --param sectors=4", "sectors is given twice"),
    ] {
        refused(&format!("generate --seed 1 --param {param}"), needle);
        refused(&format!("--seed 1 --param {param}"), needle);
    }
    refused(
        "generate --generator box --param a=1",
        "box has no parameter `a`; it takes none",
    );
    refused(
        "generate --generator rooms --param min-side=9,max-side=5",
        "min-side=9 is larger than max-side=5",
    );
}

#[test]
fn an_empty_seed_is_refused() {
    for blank in ["", "  ", "\t"] {
        ends(
            ["generate", "--seed", blank],
            2,
            "--seed: the seed is empty: give",
        );
        ends(["--seed", blank], 2, "--seed: the seed is empty: give");
    }
}

#[test]
fn an_option_is_not_taken_for_the_value_that_is_missing() {
    misused(
        "generate --seed --size 80x24",
        "a value is required for '--seed <SEED>'",
    );
    misused(
        "generate --size --seed 7",
        "a value is required for '--size <WxH>'",
    );
    misused("generate --seed", "a value is required");
}

#[test]
fn what_is_quoted_from_the_command_line_cannot_break_the_line() {
    ends(
        ["generate", "--generator", "a\nb\x1b[2J"],
        2,
        r"`a\nb\u{1b}[2J`",
    );
}

#[test]
fn the_parser_refuses_what_it_does_not_know() {
    misused("genrate", "'generate'");
    misused("generate --sede 7", "'--seed'");
    misused("generate 7", "'7'");
    misused(
        "generate --seed 7 --seed 8",
        "cannot be used multiple times",
    );
    misused("generate --format hex", "text, json, png");
    misused(
        "--seed 7 generate",
        "'generate' cannot be used with '--seed <SEED>'",
    );
    misused("generators --jsn", "'--json'");
}

#[cfg(unix)]
#[test]
fn an_argument_that_is_not_unicode_is_refused() {
    use std::os::unix::ffi::OsStrExt;
    let odd = OsStr::from_bytes(b"\xff\xfe");
    let output = output([OsStr::new("generate"), OsStr::new("--seed"), odd]);
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr(&output).contains("UTF-8"));
}

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
                    "generate --generator {name} --seed 1 --size 400x400 --param {param}"
                )));
                assert!(
                    !stderr(&output).contains("out of range"),
                    "{name} {param}: {}",
                    stderr(&output)
                );
            }
        }
    }
}

// ---- rng

#[test]
fn draws_equal_the_known_answers() {
    let known = include_str!("golden/pcg32-42-54.txt");
    assert_eq!(known.lines().count(), 64);
    assert_eq!(text(words("rng --state 42 --stream 54 --count 64")), known);
    assert_eq!(
        text(words("rng --state 0x2a --stream 0X36 --count 0x40")),
        known
    );
}

#[test]
fn no_draws_print_nothing() {
    assert!(done(words("rng --state 42 --stream 54 --count 0")).is_empty());
}

#[test]
fn draws_are_one_number_of_eight_digits_a_line() {
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

#[test]
fn a_bad_number_is_refused_with_what_would_be_right() {
    for bad in ["abc", "-1", "1.5", "0xg", "18446744073709551616"] {
        for option in ["--state", "--stream", "--count"] {
            let mut args = vec!["rng"];
            for name in ["--state", "--stream", "--count"] {
                args.extend([name, if name == option { bad } else { "1" }]);
            }
            let needle = format!("{option}: `{bad}` is not a number: write decimal or 0x hex");
            ends(args, 2, &needle);
        }
    }
    misused("rng --state 1 --count 1", "--stream <N>");
}

// ---- the window

#[test]
fn screens_that_do_not_exist_are_refused_with_what_there_is() {
    for screen in ["title", "play", "maze", "conduit"] {
        refused(
            &format!("--screen {screen}"),
            &format!("`{screen}` is not a screen yet; there is `lab`"),
        );
    }
    refused("--screen labor", "`labor` is not a screen; there is `lab`");
}

#[test]
fn a_map_too_large_for_the_window_is_refused_with_the_reason() {
    for map in [
        "--size 4097x40",
        "--size 40x4097",
        "--seed rogue/4097x4097#1",
    ] {
        refused(&format!("--screen lab {map}"), "4096x4096");
    }
}

#[cfg(not(feature = "app"))]
#[test]
fn a_build_without_a_window_says_so() {
    for args in [
        "",
        "--screen lab",
        "--seed 7 --size 4096x4096",
        "--seed rooms/80x50#7 --config-dir a --data-dir b",
    ] {
        ends(
            words(args),
            1,
            "this build has no window: build it with the feature `app`",
        );
    }
}

// ---- help and version

#[test]
fn the_version_names_the_generation_version() {
    let expected = format!(
        "undercroft {} (generation version {})\n",
        env!("CARGO_PKG_VERSION"),
        undercroft::GENERATION_VERSION
    );
    assert_eq!(text(["--version"]), expected);
    assert_eq!(text(["-V"]), expected);
}

#[test]
fn every_help_has_examples_and_the_exit_status() {
    for command in ["", "generate", "generators", "rng"] {
        let help = text(words(&format!("{command} --help")));
        for part in ["Usage: undercroft", "Examples:\n", "Exit status: 0 done"] {
            assert!(help.contains(part), "{command}: {part}");
        }
        for line in help.lines() {
            assert!(line.chars().count() <= 100, "{command}: {line}");
        }
    }
    let help = text(["--help"]);
    for command in ["generate", "generators", "rng", "--screen", "--config-dir"] {
        assert!(help.contains(command), "{command}");
    }
}

#[test]
fn the_help_of_generate_explains_every_character() {
    let help = text(["generate", "--help"]);
    let drawn = Tile::ALL.map(Tile::to_char);
    for c in drawn.into_iter().chain(['@']).filter(|c| *c != ' ') {
        assert!(help.contains(&format!("  {c}  ")), "{c}");
    }
    assert!(help.contains("blank  solid nothing"));
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
    let folder = folder("examples");
    let binary = Path::new(env!("CARGO_BIN_EXE_undercroft"));
    let path = std::env::join_paths(
        std::iter::once(binary.parent().unwrap().to_owned())
            .chain(std::env::split_paths(&std::env::var_os("PATH").unwrap())),
    )
    .unwrap();
    let mut count = 0;
    for command in ["", "generate", "generators", "rng"] {
        let help = text(words(&format!("{command} --help")));
        let (_, examples) = help.split_once("Examples:\n").unwrap();
        for line in examples.lines().take_while(|line| !line.is_empty()) {
            let example = line.trim().split("   ").next().unwrap();
            if command.is_empty() && !example.starts_with("undercroft gen") {
                // It opens a window.
                continue;
            }
            let output = Command::new("sh")
                .args(["-c", example])
                .env("PATH", &path)
                .current_dir(&folder)
                .output()
                .unwrap();
            assert!(output.status.success(), "{example}: {}", stderr(&output));
            count += 1;
        }
    }
    assert!(count >= 10);
    assert_eq!(names(&folder), ["map.png"]);
}
