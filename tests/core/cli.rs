//! Drives the real binary as people and scripts do: what it prints where, and the exit status.

use std::collections::BTreeSet;
use std::ffi::OsStr;
use std::fs::{self, File};
use std::io::{BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use serde_json::Value;
use undercroft::game::content::Content;
use undercroft::map::{Map, Tile};
use undercroft::mapgen::metric::Metrics;

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

/// The text on standard error.
fn stderr(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).expect("diagnostics are UTF-8")
}

/// Standard output of a command that succeeds and prints nothing on standard error.
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

/// Asserts that the parser refuses the arguments with a message of its own.
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
            &format!("both set the map: leave out {option}, or give only the seed, --seed 7"),
        );
    }
}

#[test]
fn a_sample_may_be_a_file_as_text_or_as_a_picture() {
    let folder = folder("sample");
    let (txt, png) = (folder.join("fen.txt"), folder.join("fen.png"));
    // Not one of ours: the share codes show the digest of its tiles.
    let sample = done(words("generate --generator box --size 9x9 --seed 1"));
    fs::write(&txt, &sample).unwrap();
    let png = png.to_str().unwrap();
    done([
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
    assert!(code.starts_with("waves/40x30/sample=file-"), "{code}");
    assert!(
        code.contains(by_text["params"]["sample"].as_str().unwrap()),
        "{code}"
    );
    ends(
        ["generate", "--seed", code],
        2,
        "give --generator, --size, --seed and --param sample=FILE",
    );
}

#[test]
fn a_sample_that_cannot_be_used_is_named_with_the_reason() {
    let folder = folder("bad-sample");
    let path = folder.join("a.txt");
    let generate = |file: &str, status: i32, needle: &str| {
        let param = format!("sample={file}");
        ends(
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
    ends(args, 2, "sample is given twice");
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

        let mut map = map;
        map.rooms = serde_json::from_value(document["rooms"].clone()).unwrap();
        assert_eq!(
            document["metrics"],
            serde_json::to_value(Metrics::of(&map)).unwrap()
        );

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
fn a_small_png_has_one_square_of_one_colour_per_tile() {
    for scale in [1, 3] {
        let code = "rooms/41x30#5";
        let args = format!("generate --seed {code} --format png --scale {scale}");
        let picture = decode(&done(words(&args)));
        assert_eq!((picture.width, picture.height), (41 * scale, 30 * scale));
        assert_eq!(picture.description, code);

        let map = text(["generate", "--seed", code]);
        let rows: Vec<&[u8]> = map.lines().map(str::as_bytes).collect();
        let mut squares = BTreeSet::new();
        for (index, colour) in picture.pixels.iter().enumerate() {
            let (x, y) = (
                index as u32 % picture.width / scale,
                index as u32 / picture.width / scale,
            );
            squares.insert((x, y, rows[y as usize][x as usize] as char, *colour));
        }
        assert_eq!(squares.len(), 41 * 30);
        let colours = |tile: char| -> BTreeSet<[u8; 3]> {
            let of_tile = squares.iter().filter(|square| square.2 == tile);
            of_tile.map(|square| square.3).collect()
        };
        // Shades of floor, of wall faces and wall tops, and rock; one start.
        let (floor, wall, start) = (colours('.'), colours('#'), colours('@'));
        assert!(floor.len() > 4 && wall.len() > 4 && start.len() == 1);
        assert!(floor.is_disjoint(&wall) && floor.is_disjoint(&start));
    }
}

#[test]
fn a_large_png_shows_the_same_floor_in_more_pixels() {
    let picture = |scale: u32| {
        let args = format!("generate --seed rogue/41x30#5 --format png --scale {scale}");
        decode(&done(words(&args)))
    };
    let (small, large) = (picture(1), picture(16));
    assert_eq!((large.width, large.height), (41 * 16, 30 * 16));
    let map = text(["generate", "--seed", "rogue/41x30#5"]);
    let mut floors = 0;
    for (y, row) in map.lines().enumerate() {
        for x in row.match_indices('.').map(|(x, _)| x) {
            // A pixel below the shadow of a wall and above the mark.
            let (left, top) = (x * 16 + 3, y * 16 + 6);
            let at = |picture: &Picture, x: usize, y: usize| {
                picture.pixels[y * picture.width as usize + x]
            };
            assert_eq!(at(&large, left, top), at(&small, x, y), "({x},{y})");
            floors += 1;
        }
    }
    assert!(floors > 100);
}

#[test]
fn a_png_has_eight_pixels_per_tile_by_default() {
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
        "only png has a scale, and the format is text",
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

// ---- generate: Tiled maps

#[test]
fn a_tiled_map_is_written_with_the_image_that_it_refers_to() {
    let folder = folder("tiled");
    let path = folder.join("level.tmj");
    done([
        "generate",
        "--seed",
        "rooms/40x30#5",
        "--out",
        path.to_str().unwrap(),
    ]);
    let map: Value = serde_json::from_slice(&fs::read(&path).unwrap()).unwrap();
    assert_eq!(map["layers"][0]["data"].as_array().unwrap().len(), 40 * 30);
    let image = folder.join(map["tilesets"][0]["image"].as_str().unwrap());
    let picture = decode(&fs::read(image).unwrap());
    assert_eq!(map["tilesets"][0]["imagewidth"], picture.width);
    assert_eq!(map["tilesets"][0]["imageheight"], picture.height);
    assert_eq!(names(&folder).len(), 2);
}

#[test]
fn a_repainted_tileset_image_is_kept() {
    let folder = folder("painted");
    let image = folder.join("undercroft-tiles.png");
    fs::write(&image, "painted").unwrap();
    let path = folder.join("level.tmj");
    done(["generate", "--seed", "7", "--out", path.to_str().unwrap()]);
    assert_eq!(fs::read_to_string(&image).unwrap(), "painted");
    assert_eq!(names(&folder).len(), 2);
}

#[test]
fn a_tiled_map_on_standard_output_names_the_image_that_it_lacks() {
    let folder = folder("tiled-output");
    let output = command(words("generate --seed 7 --format tmj"))
        .current_dir(&folder)
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(0));
    let map: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(map["type"], "map");
    let line = stderr(&output);
    assert!(
        line.contains("undercroft-tiles.png: --out FILE.tmj writes both")
            && line.lines().count() == 1,
        "{line}"
    );
    assert!(names(&folder).is_empty());
}

// ---- generate: --out

#[test]
fn the_extension_of_the_file_decides_the_format() {
    let folder = folder("formats");
    for (name, format) in [
        ("map.txt", "text"),
        ("map", "text"),
        ("map.json", "json"),
        ("map.png", "png"),
        ("MAP.PNG", "png"),
        ("map.tmj", "tmj"),
    ] {
        let path = folder.join(name);
        let args = words("generate --seed 7 --out").into_iter().map(OsStr::new);
        assert!(done(args.chain([path.as_os_str()])).is_empty());
        let expected = output(words(&format!("generate --seed 7 --format {format}")));
        assert_eq!(fs::read(&path).unwrap(), expected.stdout, "{name}");
    }
    // The map for Tiled brings the image of its tiles.
    assert_eq!(names(&folder).len(), 7);
}

#[test]
fn a_format_option_beats_the_name_of_the_file() {
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
        (folder.join("none").join("map.txt"), "does not exist"),
        (folder.join("file").join("map.txt"), "is not a folder"),
        (
            folder.join("file").join("deeper").join("map.txt"),
            "does not exist",
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
fn a_reader_that_stops_early_ends_the_command_silently() {
    for args in [
        "generate --seed 1 --size 2000x2000",
        "generate --seed 1 --size 2000x2000 --format json",
        "generate --generator scatter --seed 1 --size 900x900 --param walls=500000 --format png",
        "rng --state 1 --stream 1 --count 0xffffffffffffffff",
        "survey --generator box --size 3x3 --seeds 0..100000 --csv -",
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
fn an_option_is_not_taken_for_a_missing_value() {
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
    misused("generate --format bmp", "text, json, png, tmj, hex");
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

// ---- generate: hex, and maze

/// The generators whose maps are mazes of cells.
const MAZES: [&str; 4] = [
    "maze-dfs",
    "maze-wilson",
    "maze-kruskal",
    "maze-growing-tree",
];

/// What `maze --check -` makes of `input`.
fn check(input: &[u8]) -> Output {
    let mut child = command(["maze", "--check", "-"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(input).unwrap();
    child.wait_with_output().unwrap()
}

#[test]
fn a_maze_in_hex_is_checked_and_shown_as_it_was_generated() {
    let folder = folder("hex");
    let path = folder.join("maze.hex");
    let path = path.to_str().unwrap();
    for generator in MAZES {
        for (size, param) in [
            ("3x3", "0"),
            ("41x31", "0"),
            ("81x51", "60"),
            ("5x99", "100"),
        ] {
            let args = format!(
                "generate --generator {generator} --seed 7 --size {size} --param braid={param} --format"
            );
            let hex = text(words(&format!("{args} hex")));
            let map = text(words(&format!("{args} text")));
            let sides = (hex.lines().next().unwrap().len(), hex.lines().count());
            let first = map.lines().next().unwrap().len();
            assert_eq!(sides, (first / 2, map.lines().count() / 2), "{hex}");
            fs::write(path, &hex).unwrap();
            assert_eq!(text(["maze", "--check", path]), map, "{hex}");
            assert_eq!(check(hex.as_bytes()).stdout, map.as_bytes());
        }
    }
    // A column and a row are left over, and no part of the maze.
    let even = text(words(
        "generate --generator maze-dfs --seed 7 --size 42x32 --format hex",
    ));
    assert_eq!(even.lines().count(), 15);
    let shown = check(even.as_bytes()).stdout;
    assert!(shown.starts_with("#".repeat(41).as_bytes()) && shown[41] == b'\n');
}

#[test]
fn a_file_that_ends_in_hex_asks_for_hex() {
    let folder = folder("hex-out");
    let path = folder.join("maze.hex");
    let path = path.to_str().unwrap();
    let args = ["generate", "--seed", "maze-kruskal/41x31#7", "--out", path];
    assert!(done(args).is_empty());
    let expected = done(words("generate --seed maze-kruskal/41x31#7 --format hex"));
    assert_eq!(fs::read(path).unwrap(), expected);
}

#[test]
fn a_generator_that_makes_no_maze_of_cells_has_no_hex_form() {
    let mut refusals = 0;
    for generator in generators() {
        let args = format!("generate --generator {generator} --seed 7 --format hex");
        if MAZES.contains(&generator.as_str()) {
            assert!(!done(words(&args)).is_empty());
        } else {
            refused(&args, &format!("--format: {generator} makes no cell mazes"));
            refused(&args, &MAZES.join(", "));
            refusals += 1;
        }
    }
    assert!(refusals >= 6);
    let folder = folder("no-hex");
    let path = folder.join("map.hex");
    let args = ["generate", "--seed", "7", "--out", path.to_str().unwrap()];
    ends(args, 2, "rogue makes no cell mazes");
    assert!(names(&folder).is_empty());
}

#[test]
fn a_damaged_maze_is_refused_with_line_and_column() {
    let folder = folder("damaged");
    for (name, content, needle) in [
        (
            "uneven",
            "BC\nB\n",
            "line 2, column 2: the row has 1 cells; make it 2",
        ),
        ("foreign", "BC\nBx\n", "line 2, column 2: `x` is not a cell"),
        (
            "one-sided",
            "BC\nB7\n",
            "line 2, column 2: `7` has a wall on the left that its neighbour `B` at line 2, column 1 lacks",
        ),
        (
            "border",
            "BC\n96\n",
            "line 2, column 1: `9` is open below, where the maze ends; write `B`",
        ),
        ("empty", "", "the maze is empty"),
    ] {
        let path = folder.join(name);
        fs::write(&path, content).unwrap();
        let path = path.to_str().unwrap();
        ends(["maze", "--check", path], 1, &format!("{path}: {needle}"));
        let output = check(content.as_bytes());
        assert_eq!(output.status.code(), Some(1));
        let line = stderr(&output);
        assert!(
            line.starts_with(&format!("undercroft: standard input: {needle}")),
            "{line}"
        );
    }
    let output = check(b"BC\nB\xff\n");
    assert_eq!(output.status.code(), Some(1));
    assert!(
        stderr(&output).contains("line 2, column 2: "),
        "{}",
        stderr(&output)
    );
}

#[test]
fn a_maze_that_cannot_be_read_is_named_with_the_reason() {
    let folder = folder("unreadable");
    for path in [folder.join("none.hex"), folder.clone()] {
        let path = path.to_str().unwrap();
        ends(
            ["maze", "--check", path],
            1,
            &format!("cannot read {path}: "),
        );
    }
    misused("maze", "--check <FILE>");
}

/// Runs a command that reads standard input from `/dev/zero`, which has no end.
#[cfg(unix)]
fn fed_with_zeros(args: &[&str]) -> Output {
    let zeros = File::open("/dev/zero").unwrap();
    command(args).stdin(zeros).output().unwrap()
}

#[cfg(unix)]
#[test]
fn endless_files_and_pipes_are_refused_by_name() {
    let folder = folder("endless");
    let pipe = folder.join("pipe");
    let made = Command::new("mkfifo").arg(&pipe).status().unwrap();
    assert!(made.success());
    let large = folder.join("large");
    File::create(&large)
        .unwrap()
        .set_len((64 << 20) + 1)
        .unwrap();
    let [pipe, large] = [&pipe, &large].map(|path| path.to_str().unwrap());
    for command in [["maze", "--check"], ["replay", "--verify"]] {
        let ends = |path: &str, said: &str| ends(command.into_iter().chain([path]), 1, said);
        ends("/dev/zero", "cannot read /dev/zero: not a regular file");
        ends(pipe, &format!("cannot read {pipe}: not a regular file"));
        ends(
            large,
            &format!("{large}: the file exceeds the 64 MiB limit"),
        );
        let output = fed_with_zeros(&[command[0], command[1], "-"]);
        assert_eq!(output.status.code(), Some(1));
        assert_eq!(
            stderr(&output),
            "undercroft: standard input: the file exceeds the 64 MiB limit\n"
        );
    }
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

// ---- sheets

#[test]
fn a_sheet_of_boards_or_mazes_has_its_solutions_on_a_second_page() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("sheets");
    fs::create_dir_all(&folder).unwrap();
    for (args, name, first) in [
        (
            "conduit --seed 7 --size 7x7 --walls 20",
            "boards.svg",
            "1 board/7x7/walls=20#7",
        ),
        (
            "conduit --seed board/5x5/wrap#7",
            "wrapping.png",
            "1 board/5x5/wrap#7",
        ),
        ("maze --seed 7", "mazes.svg", "1 maze-dfs/33x21#7"),
        (
            "maze --seed 7 --generator maze-wilson --size 21x21",
            "more.PNG",
            "1 maze-wilson/21x21#7",
        ),
    ] {
        let path = folder.join(name);
        let out = path.display().to_string();
        let mut all = words(args);
        all.extend(["--sheet", "3", "--out", &out]);
        let told = text(&all);
        assert_eq!(told.lines().next(), Some(first));
        assert_eq!(told.lines().count(), 3);
        let second = name.replace('.', "-solutions.");
        let pages = [name, &second].map(|name| fs::read(folder.join(name)).unwrap());
        assert_ne!(pages[0], pages[1]);
        let begins: &[u8] = if name.ends_with("svg") {
            b"<svg "
        } else {
            b"\x89PNG"
        };
        assert!(pages.iter().all(|page| page.starts_with(begins)), "{name}");
    }
    for (args, status, needle) in [
        (
            "conduit --seed 1 --sheet 3 --out boards.pdf",
            2,
            "boards.pdf is no name of a sheet",
        ),
        (
            "conduit --size 50x50 --seed 1 --sheet 40 --out x.svg",
            2,
            "too small to print",
        ),
        (
            "maze --generator rogue --seed 1 --sheet 4 --out x.svg",
            2,
            "does not make mazes",
        ),
    ] {
        ends(words(args), status, needle);
    }
}

// ---- conduit

/// Rows of masks.
fn masks(rows: &Value) -> Vec<Vec<u8>> {
    serde_json::from_value(rows.clone()).expect("rows of numbers")
}

#[test]
fn a_board_is_drawn_with_one_character_per_tile() {
    for (options, width, height) in [("", 10, 9), ("--size 3x50 --wrap", 3, 50)] {
        let board = text(words(&format!("conduit --seed 7 {options}")));
        let rows: Vec<&str> = board.split_terminator('\n').collect();
        assert_eq!(rows.len(), height, "{board}");
        for row in rows {
            assert_eq!(row.chars().count(), width, "{board}");
            assert!(row.chars().all(|c| ('─'..='╿').contains(&c)), "{board}");
        }
    }
}

#[test]
fn a_board_as_json_has_its_solution_and_agrees_with_its_id() {
    let args = "conduit --seed 7 --size 8x6 --wrap --walls 40 --format";
    let board = json(words(&format!("{args} json")));
    assert_eq!((&board["width"], &board["height"]), (&8.into(), &6.into()));
    assert_eq!(board["wellspring"], serde_json::json!([[3, 2], [3, 3]]));
    assert_eq!(board["share_code"], "board/8x6/wrap,walls=40#7");
    assert_eq!(board["options"]["wrap"], true);
    assert_eq!(board["options"]["walls"], true);
    assert_eq!(board["options"]["single"], false);
    let (tiles, solution) = (masks(&board["tiles"]), masks(&board["solution"]));
    assert_ne!(tiles, solution);
    let mut turned = 0;
    for (y, x) in (0..6).flat_map(|y| (0..8).map(move |x| (y, x))) {
        let mask = |rows: &[Vec<u8>]| undercroft::conduit::Mask::new(rows[y][x]);
        let wellspring = x == 3 && (2..=3).contains(&y);
        let same = mask(&tiles).turns_to(mask(&solution)).is_some();
        assert!(same || wellspring, "{x} {y}");
        turned += usize::from(mask(&tiles) != mask(&solution));
        // An edge of the solution meets one of its neighbour, around the border too.
        let right = solution[y][(x + 1) % 8];
        assert_eq!(solution[y][x] & 4 != 0, right & 1 != 0);
        let below = solution[(y + 1) % 6][x];
        assert_eq!(solution[y][x] & 2 != 0, below & 8 != 0);
    }
    assert!(turned > 10);
    let digits: String = tiles
        .iter()
        .flatten()
        .map(|mask| format!("{mask:x}"))
        .collect();
    let id = text(words(&format!("{args} id")));
    assert_eq!(board["id"], id.trim());
    assert!(id.starts_with(&format!("8x6:wb:{digits}:")), "{id}");
}

#[test]
fn a_board_is_solved_from_its_id() {
    for options in ["", "--wrap", "--single --walls 30", "--crosses --ambiguous"] {
        let made = json(words(&format!("conduit --seed 3 {options} --format json")));
        let id = made["id"].as_str().unwrap();
        let solved = json(["conduit", "--format", "json", "--solve", id]);
        assert_eq!(solved["tiles"], made["tiles"]);
        if !options.contains("ambiguous") {
            assert_eq!(solved["solution"], made["solution"]);
        }
        assert_eq!(solved["seed"], Value::Null);
        let drawn = text(["conduit", "--solve", id]);
        assert_eq!(drawn.lines().count(), 9);
        let solved_id = text(["conduit", "--format", "id", "--solve", id]);
        // Solved already, it is its own solution.
        assert_eq!(text(["conduit", "--solve", solved_id.trim()]), drawn);
    }
}

#[test]
fn a_share_code_names_the_same_board_as_its_options() {
    assert_eq!(
        text(words("conduit --seed board/12x7/wrap,walls=20,single#0x10")),
        text(words(
            "conduit --seed 16 --size 12x7 --wrap --walls 20 --single"
        ))
    );
    refused(
        "conduit --seed board/12x7#16 --wrap",
        "--wrap and the share code board/12x7#16 both set the board: leave out --wrap, or give only the seed, --seed 16",
    );
    refused(
        "conduit --seed board/12x7/wrop#16",
        "--seed: `wrop` is no rule",
    );
}

#[test]
fn a_drawn_seed_of_a_board_is_shown_with_the_command_that_makes_it_again() {
    let output = output(words("conduit --size 5x5 --wrap"));
    let line = stderr(&output);
    let (_, again) = line.trim_end().split_once(": undercroft ").unwrap();
    assert_eq!(done(words(again)), output.stdout);
}

#[test]
fn damaged_ids_and_bad_boards_are_refused_with_the_reason() {
    for (line, needle) in [
        (
            "--size 51x9",
            "--size: a board cannot be 51x9: it can be 3x3 to 50x50",
        ),
        ("--size 2x9", "3x3 to 50x50"),
        ("--size ten", "--size: `ten` is not a size"),
        ("--size -1x9", "--size: `-1x9` is not a size"),
        ("--solve 3x3", "--solve: an id has the parts"),
        ("--solve 3x3:s:67gaaa484", "column 3, row 1: `g`"),
        (
            "--solve 3x3:s:673aaa48",
            "have 8 digits; a board of 3x3 has 9",
        ),
        ("--solve 3x3:z:673aaa484", "`z` is no rule"),
        ("--solve 3x3:s:673aaa48a", "17 pipe ends; 16"),
    ] {
        refused(&format!("conduit {line}"), needle);
    }
    ends(
        words("conduit --solve 3x3:s:7111aaaaa"),
        1,
        "--solve: the board has no solution",
    );
    misused("conduit --walls 101", "101 is not in 0..=100");
    misused("conduit --solve 3x3:s:673aaa484 --wrap", "--wrap");
    misused("conduit --format png", "text, id, json");
}

#[test]
fn a_board_with_more_solutions_than_its_rules_allow_is_solved_with_a_note() {
    let noted = (0..50).any(|seed| {
        let id = text(words(&format!(
            "conduit --size 8x8 --ambiguous --format id --seed {seed}"
        )));
        let output = output(["conduit", "--solve", &id.trim().replace(":a:", "::")]);
        assert_eq!(output.status.code(), Some(0));
        stderr(&output) == "the board has more than one solution; this is one of them\n"
    });
    assert!(noted);
}

#[test]
fn the_help_of_conduit_names_every_field_of_the_json() {
    let help = text(["conduit", "--help"]);
    let document = json(words("conduit --seed 7 --format json"));
    let options = document["options"].as_object().unwrap();
    for field in document.as_object().unwrap().keys().chain(options.keys()) {
        assert!(help.contains(field), "{field}");
    }
}

// ---- rng

#[test]
fn draws_equal_the_known_answers() {
    let known = include_str!("../golden/pcg32-42-54.txt");
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
            cells[2..],
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
        table.contains(&format!("  {failed} failed, first at seed ")),
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
    assert_eq!(output.stdout, done(words(args)));
    let rows = fs::read(folder.join("rows.csv")).unwrap();
    assert_eq!(rows, done(words(&format!("{args} --csv -"))));
    let plot = fs::read(folder.join("plot.png")).unwrap();
    assert!(plot.starts_with(b"\x89PNG"));
    assert_eq!(names(&folder).len(), 2);
}

#[test]
fn a_bad_survey_is_refused_in_one_line() {
    for (args, needle) in [
        (
            "--seeds 7",
            "--seeds: `7` is not a range of seeds: write A..B",
        ),
        ("--seeds -1..5", "`-1..5` is not a range"),
        ("--seeds a..b", "`a..b` is not a range"),
        (
            "--seeds 5..5",
            "the range 5..5 is empty: its start must come before its end",
        ),
        ("--seeds 9..=3", "the range 9..=3 is empty"),
        (
            "--seeds 0..99999999",
            "has 99999999 seeds; use at most 1000000",
        ),
        ("--seeds 0..5 --generator rouge", "did you mean `rogue`?"),
        ("--seeds 0..5 --size 3x3", "it accepts 7x7"),
        ("--seeds 0..5 --param sectors=9", "sectors takes 2..=6"),
        ("--seeds 0..5 --csv - --json", "name a file with --csv"),
        (
            "--seeds 0..5 --plot -",
            "--plot: standard output is for the summary",
        ),
    ] {
        refused(&format!("survey {args}"), needle);
    }
    misused("survey", "--seeds <A..B>");
    misused("survey --seeds 0..5 --threads 0", "is not in 1..=1024");
    misused("survey --seeds 0..5 --threads -1", "is not in 1..=1024");
    misused("survey --seeds 0..5 --seed 7", "'--seed'");
    for option in ["--csv", "--plot"] {
        let args = format!("survey --seeds 0..5 {option} none/file");
        ends(words(&args), 1, "the folder none does not exist");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn the_progress_bar_is_for_terminals_and_changes_no_result() {
    let args = "survey --generator scatter --seeds 0..300";
    let terminal = File::options().write(true).open("/dev/ptmx").unwrap();
    let output = command(words(args)).stderr(terminal).output().unwrap();
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(output.stdout, done(words(args)));
}

// ---- replay

/// Replays of three short runs of the explorer, by seed.
fn recorded(test: &str) -> Vec<PathBuf> {
    let folder = folder(test);
    let args = "simulate --seed 7 --games 3 --turns 300 --json --record";
    let rows = text(words(args).into_iter().chain([folder.to_str().unwrap()]));
    let rows = rows.lines().map(|row| serde_json::from_str(row).unwrap());
    rows.map(|row: Value| folder.join(format!("{}.replay", row["seed"].as_str().unwrap())))
        .collect()
}

fn replay(args: &str, files: &[PathBuf]) -> Vec<String> {
    let files = files.iter().map(|file| file.to_str().unwrap().to_owned());
    let begin = ["replay", args].map(str::to_owned);
    begin.into_iter().chain(files).collect()
}

#[test]
fn recorded_runs_play_the_same_again() {
    let files = recorded("replay");
    let said = text(replay("--verify", &files));
    assert_eq!(said.lines().count(), 3, "{said}");
    for (line, file) in said.lines().zip(&files) {
        assert!(line.starts_with(file.to_str().unwrap()), "{line}");
        assert!(line.ends_with(": verified"), "{line}");
    }
    let objects = text(
        replay("--verify", &files[..1])
            .into_iter()
            .chain(["--json".into()]),
    );
    let object: Value = serde_json::from_str(&objects).unwrap();
    assert_eq!(object["seed"], "7");
    assert_eq!(object["verified"], true);
    assert_eq!(object["generation_version"], undercroft::GENERATION_VERSION);
    assert!(object["turns"].as_u64().unwrap() <= 300 && object["depth"].as_u64().unwrap() > 0);
    let info = text(replay("--info", &files[..1]));
    let digest = object["digest"].as_str().unwrap();
    assert!(info.contains("seed 7, ") && info.contains(digest), "{info}");
    // From standard input.
    let child = command(["replay", "--verify", "-"])
        .stdin(File::open(&files[0]).unwrap())
        .output();
    let said = String::from_utf8(child.unwrap().stdout).unwrap();
    assert!(
        said.starts_with("-: seed 7, ") && said.contains(digest),
        "{said}"
    );
}

#[test]
fn a_turn_of_a_replay_is_shown_as_the_player_knew_it() {
    let files = recorded("replay-turn");
    let shown = |turn: &str| {
        let begin = ["replay", "--turn", turn].map(str::to_owned);
        text(
            begin
                .into_iter()
                .chain([files[0].to_str().unwrap().to_owned()]),
        )
    };
    let start = shown("0");
    assert!(
        start.starts_with("seed 7, turn 0, depth 1, health 40 of 40"),
        "{start}"
    );
    let later = shown("64");
    assert!(later.starts_with("seed 7, turn 64, "), "{later}");
    assert!(start.matches('@').count() == 1 && later.matches('@').count() == 1);
    assert!(later.matches('#').count() > start.matches('#').count());
    assert_eq!(shown("9999999"), shown("100000"));
}

#[test]
fn the_log_of_a_replay_is_every_message_with_its_turn() {
    let files = recorded("replay-log");
    let log = text(replay("--log", &files[..1]));
    let mut last = 0;
    for line in log.lines() {
        let (turn, message) = line.trim_start().split_once(' ').unwrap();
        let turn: u64 = turn.parse().unwrap();
        assert!(turn >= last && turn <= 300, "{line}");
        assert!(
            message.starts_with(char::is_uppercase) && message.ends_with('.'),
            "{line}"
        );
        last = turn;
    }
    assert!(log.lines().count() > 10, "{log}");
    // The messages of one turn are those that `--turn` shows.
    let turn = last.to_string();
    let shown = text(replay("--turn", &[turn.into(), files[0].clone()]));
    let message = log.lines().last().unwrap().trim_start();
    let (_, message) = message.split_once(' ').unwrap();
    assert!(shown.lines().any(|line| line == message), "{shown}");
    // Of several replays each is named.
    let logs = text(replay("--log", &files));
    let named = |file: &&PathBuf| logs.contains(&format!("{}:\n", file.display()));
    assert_eq!(files.iter().filter(named).count(), 3);
    misused("replay --log --json x", "cannot be used with");
}

#[test]
fn an_invalid_replay_is_named_and_the_others_are_played() {
    let files = recorded("replay-wrong");
    let whole = fs::read_to_string(&files[1]).unwrap();
    let seed = files[1].file_stem().unwrap().to_str().unwrap();
    fs::write(
        &files[1],
        whole.replace(&format!("seed {seed}\n"), "seed 1\n"),
    )
    .unwrap();
    let cut = fs::read_to_string(&files[2]).unwrap();
    fs::write(&files[2], &cut[..cut.len() / 2]).unwrap();
    ends(replay("--verify", &files[1..2]), 1, ".replay: turn ");
    ends(replay("--verify", &files[2..]), 1, "replay: line ");
    let output = output(replay("--verify", &files));
    let (said, told) = (
        String::from_utf8(output.stdout.clone()).unwrap(),
        stderr(&output),
    );
    assert_eq!(output.status.code(), Some(1));
    assert!(
        said.lines().count() == 1 && said.contains(": verified"),
        "{said}"
    );
    assert_eq!(told.lines().count(), 3, "{told}");
    assert!(
        told.ends_with("undercroft: 2 of 3 replays failed\n"),
        "{told}"
    );
    ends(
        ["replay", "--verify", "no-such-file"],
        1,
        "cannot read no-such-file",
    );
    misused("replay", "required");
    misused("replay --verify --info x", "cannot be used with");
    misused("replay --turn -1 x", "invalid value");
}

// ---- catalog

#[test]
fn a_catalogue_lists_the_same_things_in_every_format() {
    let (mut monsters, mut items) = (0, 0);
    let objects = text(words("catalog --seeds 7..9 --depths 4 --json"));
    for (index, line) in objects.lines().enumerate() {
        let level: Value = serde_json::from_str(line).unwrap();
        assert_eq!(level["seed"], (7 + index / 4).to_string());
        assert_eq!(level["depth"], index % 4 + 1);
        let list = |key: &str| level[key].as_array().unwrap().clone();
        monsters += list("monsters").len();
        items += list("items").len() + list("offers").len();
        assert!(
            list("items").iter().any(|item| item["id"] == "ration"),
            "{line}"
        );
        for thing in list("monsters").iter().chain(&list("items")) {
            assert!((1..79).contains(&thing["x"].as_i64().unwrap()), "{thing}");
            assert!((1..49).contains(&thing["y"].as_i64().unwrap()), "{thing}");
        }
    }
    assert_eq!(objects.lines().count(), 8);
    assert_eq!(
        text(words("catalog --seeds 7..9 --depths 4 --format json")),
        objects
    );
    let csv = text(words("catalog --seeds 7..9 --depths 4 --format csv"));
    let columns = csv.lines().next().unwrap();
    assert_eq!(
        columns,
        "seed,depth,level,what,id,name,count,plus,asleep,x,y"
    );
    assert!(csv.lines().all(|row| row.split(',').count() == 11), "{csv}");
    assert_eq!(csv.matches(",monster,").count(), monsters);
    assert_eq!(csv.lines().count() - 1, monsters + items);
    let people = text(words("catalog --seeds 7..9 --depths 4"));
    assert_eq!(people.matches("seed ").count(), 2, "{people}");
    assert_eq!(people.matches("  depth ").count(), 8, "{people}");
}

#[test]
fn a_catalogue_does_not_depend_on_threads_or_on_other_seeds() {
    let one = text(words("catalog --seeds 0..70 --depths 2 --json --threads 1"));
    let two = text(words("catalog --seeds 0..70 --depths 2 --json --threads 2"));
    assert!(one == two);
    let last = text(words("catalog --seeds 69..70 --depths 2 --json"));
    assert!(one.ends_with(&last));
    let plus = text(words("catalog --seeds 69..70 --depths 2 --json --plus 3"));
    assert_ne!(plus, last);
}

#[test]
fn a_catalogue_of_nothing_is_refused() {
    refused("catalog --seeds 5..5", "is empty");
    refused("catalog --seeds 7", "write A..B");
    misused("catalog", "--seeds");
    misused("catalog --seeds 0..1 --depths 13", "--depths");
    misused(
        "catalog --seeds 0..1 --format xml",
        "[possible values: text, csv, json]",
    );
    misused(
        "catalog --seeds 0..1 --format csv --json",
        "cannot be used with",
    );
}

// ---- the window

#[test]
fn an_unknown_screen_is_refused_with_the_known_ones() {
    refused(
        "--screen labor",
        "unknown screen `labor`; choose from title, play, maze, conduit, lab, options",
    );
}

#[test]
fn a_maze_that_maze_run_cannot_start_with_is_refused_with_the_reason() {
    refused(
        "--screen maze --generator rogue",
        "--screen maze: rogue does not make mazes of cells",
    );
    refused("--screen maze --size 2003x21", "at most 1000 a side");
    refused(
        "--screen lab --maze -",
        "the screen `lab` does not show mazes",
    );
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
            "this build has no window: rebuild it with the feature `app`",
        );
    }
}

// ---- help and version

#[test]
fn the_version_names_the_generation_version_and_the_content() {
    let expected = format!(
        "undercroft {} (generation version {}, content {:016x})\n",
        env!("CARGO_PKG_VERSION"),
        undercroft::GENERATION_VERSION,
        Content::embedded().unwrap().digest()
    );
    assert_eq!(text(["--version"]), expected);
    assert_eq!(text(["-V"]), expected);
}

#[test]
fn every_help_has_examples_and_the_exit_status() {
    for command in [
        "",
        "conduit",
        "generate",
        "generators",
        "maze",
        "rng",
        "survey",
    ] {
        let help = text(words(&format!("{command} --help")));
        for part in ["Usage: undercroft", "Examples:\n", "Exit status: 0 done"] {
            assert!(help.contains(part), "{command}: {part}");
        }
        for line in help.lines() {
            assert!(line.chars().count() <= 100, "{command}: {line}");
        }
    }
    let help = text(["--help"]);
    for command in [
        "conduit",
        "generate",
        "generators",
        "maze",
        "rng",
        "survey",
        "--screen",
        "--config-dir",
    ] {
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
    for command in [
        "",
        "conduit",
        "generate",
        "generators",
        "maze",
        "rng",
        "survey",
    ] {
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
    let mut names = names(&folder);
    names.sort();
    assert_eq!(
        names,
        [
            "boards-solutions.svg",
            "boards.svg",
            "map.png",
            "map.tmj",
            "maze.hex",
            "mazes-solutions.svg",
            "mazes.svg",
            "rooms.csv",
            "rooms.png",
            "undercroft-tiles.png"
        ]
    );
}
