//! Many maps at once: sheets of what `search` found and of `generate --seeds`, files by seed, and the
//! kind of a share code for other seeds.

use std::fs::{self, File};
use std::path::Path;

use super::search::{ask, codes};
use super::{command, folder, json, names, output, stderr, stdout, text, words};

/// Width, height and description of a PNG, and its pixels.
fn picture(path: &Path) -> ((u32, u32), String, Vec<u8>) {
    let decoder = png::Decoder::new(std::io::BufReader::new(File::open(path).unwrap()));
    let mut reader = decoder.read_info().unwrap();
    let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
    reader.next_frame(&mut pixels).unwrap();
    let info = reader.info();
    let texts = &info.uncompressed_latin1_text;
    let description = texts.iter().find(|text| text.keyword == "Description");
    let description = description.map_or_else(String::new, |text| text.text.clone());
    ((info.width, info.height), description, pixels)
}

#[test]
fn a_sheet_shows_every_map_and_lists_the_codes() {
    let folder = folder("search-sheet");
    let path = folder.join("found.png");
    let sheet = format!("--sheet={}", path.display());
    let line = "search --generator caves --size 40x30 --seeds 0..500 --sort loops --count 7";
    let mut args = ask(line, "loops >= 1");
    let plain = text(args.clone());
    args.push(&sheet);
    assert_eq!(text(args), plain);
    let (size, description, _) = picture(&path);
    assert_eq!(description.lines().collect::<Vec<_>>(), codes(&plain));
    assert!(size.0 >= 640 && size.1 > 200, "{size:?}");

    let codes = text([
        "generate",
        "--generator",
        "caves",
        "--size",
        "40x30",
        "--seeds",
        "1..=24",
        &sheet,
    ]);
    let expected: Vec<String> = (1..=24).map(|seed| format!("caves/40x30#{seed}")).collect();
    assert_eq!(codes.lines().collect::<Vec<_>>(), expected);
    let (size, description, pixels) = picture(&path);
    assert_eq!(description + "\n", codes);
    // More than two fifths are maps: other colours than the paper.
    let paper = &pixels[..3];
    let drawn = pixels
        .chunks_exact(3)
        .filter(|pixel| *pixel != paper)
        .count();
    assert!(
        drawn * 5 > (size.0 * size.1 * 2) as usize,
        "{drawn} of {size:?}"
    );
    assert_eq!(names(&folder), ["found.png"]);
}

#[test]
fn each_seed_has_a_file_of_its_own() {
    let folder = folder("series");
    let run = |args: &str| {
        let output = command(words(args)).current_dir(&folder).output().unwrap();
        (output.status.code(), stderr(&output))
    };
    fs::create_dir(folder.join("maps")).unwrap();
    let done = run("generate --generator box --size 9x9 --seeds 3..=5 --out maps/{seed}.tmj");
    assert_eq!(done, (Some(0), String::new()));
    let mut found = names(&folder.join("maps"));
    found.sort();
    let tileset = ["undercroft-tileset.png", "undercroft-tileset.tsj"];
    assert_eq!(found, [&["3.tmj", "4.tmj", "5.tmj"], &tileset[..]].concat());
    for seed in 3..=5 {
        let map = output(words(&format!(
            "generate --seed box/9x9#{seed} --format tmj"
        )))
        .stdout;
        assert_eq!(
            fs::read(folder.join(format!("maps/{seed}.tmj"))).unwrap(),
            map
        );
    }
    // One seed has a name, too.
    assert_eq!(
        run("generate --seed box/9x9#8 --out map-{seed}.txt").0,
        Some(0)
    );
    assert!(folder.join("map-8.txt").exists());
    // What is refused leaves nothing.
    assert_eq!(run("generate --seeds 1..4 --out {seed}.hex").0, Some(2));
    assert_eq!(names(&folder).len(), 2);
}

#[test]
fn a_map_that_cannot_be_made_does_not_keep_the_others_from_their_files() {
    let folder = folder("series-failing");
    let args =
        "generate --generator rooms --size 7x7 --param tries=1 --seeds 0..40 --out {seed}.txt";
    let output = command(words(args)).current_dir(&folder).output().unwrap();
    let line = stderr(&output);
    assert_eq!(output.status.code(), Some(1), "{line}");
    let written = names(&folder).len();
    assert!((1..40).contains(&written));
    let start = format!(
        "undercroft: {} of 40 maps could not be generated, rooms/7x7/tries=1#",
        40 - written
    );
    assert!(line.starts_with(&start), "{line}");
}

#[test]
fn a_share_code_gives_its_kind_to_other_seeds() {
    let code = "rooms/60x40/tries=60,margin=1";
    for like in [code.to_owned(), format!("{code}#7")] {
        let map = text(["generate", "--like", &like, "--seed", "8"]);
        assert_eq!(map, text(["generate", "--seed", &format!("{code}#8")]));
    }
    let other = json(words(&format!(
        "generate --json --like {code} --seed 8 --size 50x40 --param margin=2"
    )));
    assert_eq!(other["share_code"], "rooms/50x40/tries=60,margin=2#8");
    let found = text(words(&format!(
        "search --like {code} --param margin=0..=1 --seeds 3..4 --sort loops"
    )));
    let mut found = codes(&found);
    found.sort_unstable();
    assert_eq!(
        found,
        ["rooms/60x40/tries=60#3", "rooms/60x40/tries=60,margin=1#3"]
    );
    let kind = json(words(&format!(
        "survey --like {code}#5 --seeds 1..3 --json"
    )));
    assert_eq!(kind["kind"], code);
}

#[test]
fn generate_and_conduit_print_json_for_the_short_option_as_well() {
    assert_eq!(
        stdout(words("conduit --seed 7 --json")),
        stdout(words("conduit --seed 7 --format json"))
    );
    assert_eq!(
        stdout(words("generate --seed 7 --json")),
        stdout(words("generate --seed 7 --format json"))
    );
}
