//! `generate` as PNG and for Tiled.

use std::collections::BTreeSet;
use std::fs::{self, File};

use serde_json::Value;

use crate::export::{self, Picture};

use super::{command, folder, names, stderr, stdout, text, words};

// ---- PNG

/// As [`export::decode`], of a picture that says what it is of.
fn decode(bytes: &[u8]) -> Picture {
    let picture = export::decode(bytes);
    assert_eq!(picture.texts[0].0, "Description");
    picture
}

#[test]
fn a_small_png_has_one_square_of_one_colour_per_tile() {
    for scale in [1, 3] {
        let code = "rooms/41x30#5";
        let args = format!("generate --seed {code} --format png --scale {scale}");
        let picture = decode(&stdout(words(&args)));
        assert_eq!((picture.width, picture.height), (41 * scale, 30 * scale));
        assert_eq!(picture.texts[0].1, code);

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
        decode(&stdout(words(&args)))
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
    let picture = decode(&stdout(words("generate --seed 5 --format png")));
    assert_eq!((picture.width, picture.height), (640, 400));
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

// ---- maps with files beside them

#[test]
fn a_map_is_written_with_the_files_that_it_refers_to() {
    let folder = folder("beside");
    for (format, beside) in [
        ("tmj", &["tsj", "png"][..]),
        ("tmx", &["tsx", "png"]),
        ("ldtk", &["png"]),
        ("dd2vtt", &[]),
    ] {
        let folder = folder.join(format);
        fs::create_dir(&folder).unwrap();
        let name = format!("level.{format}");
        let path = folder.join(&name);
        let path = path.to_str().unwrap();
        stdout(["generate", "--seed", "rooms/40x30#5", "--out", path]);
        let mut expected: Vec<String> = beside
            .iter()
            .map(|extension| format!("undercroft-tileset.{extension}"))
            .collect();
        expected.insert(0, name);
        let mut found = names(&folder);
        found.sort_unstable();
        expected.sort_unstable();
        assert_eq!(found, expected);
    }
}

#[test]
fn maps_of_a_folder_share_its_tileset_and_what_was_repainted_is_kept() {
    let folder = folder("painted");
    let [image, set] =
        ["png", "tsx"].map(|extension| folder.join(format!("undercroft-tileset.{extension}")));
    fs::write(&image, "painted").unwrap();
    fs::write(&set, "changed").unwrap();
    for name in ["1.tmx", "2.tmx"] {
        let path = folder.join(name);
        stdout(["generate", "--seed", "7", "--out", path.to_str().unwrap()]);
    }
    assert_eq!(fs::read_to_string(&image).unwrap(), "painted");
    assert_eq!(fs::read_to_string(&set).unwrap(), "changed");
    assert_eq!(names(&folder).len(), 4);
}

#[test]
fn a_map_on_standard_output_names_the_files_that_it_lacks() {
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
        line.contains("undercroft-tileset.tsj and undercroft-tileset.png")
            && line.contains("--out FILE.tmj writes all")
            && line.lines().count() == 1,
        "{line}"
    );
    assert!(names(&folder).is_empty());
}
