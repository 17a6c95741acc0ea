//! Exported files, read by the libraries of others: Tiled maps of each generator by `tiled`, pictures by the PNG
//! decoder.

mod json;
mod ldtk;
mod read;
mod tiled;
mod vtt;

use std::fs;
use std::sync::LazyLock;

use undercroft::export::{self, Companion, Format, Options, Part};
use undercroft::geom::Size;
use undercroft::map::{Map, Tile};
use undercroft::mapgen::{ALL, GenerateError, MAX_SIDE, MapSpec};
use undercroft::rng::Seed;

use crate::trial;

fn file(format: Format, spec: Option<&MapSpec>, map: &Map) -> Vec<u8> {
    let mut file = Vec::new();
    let written = export::write(format, spec, map, &Options::default(), &mut file);
    written.unwrap_or_else(|error| panic!("{format:?} {spec:?}: {error}"));
    file
}

fn companion(companion: Companion) -> Vec<u8> {
    let mut file = Vec::new();
    companion.write(&mut file).unwrap();
    file
}

/// Maps of each generator: of its smallest size, of a usual one, and with odd sides; 20 seeds in a trial.
fn samples() -> Vec<(MapSpec, Map)> {
    static SAMPLES: LazyLock<Vec<(MapSpec, Map)>> = LazyLock::new(make_samples);
    SAMPLES.clone()
}

fn make_samples() -> Vec<(MapSpec, Map)> {
    let mut samples = Vec::new();
    for generator in ALL {
        let min = generator.min_size(&generator.params());
        let at_least = |w: u32, h: u32| Size::new(w.max(min.width), h.max(min.height));
        let before = samples.len();
        let seeds = trial::amount(3, 67);
        for size in [min, at_least(80, 50), at_least(61, 33)] {
            for seed in 0..seeds {
                let spec = MapSpec::new(generator.info().name, size, Seed(seed)).unwrap();
                match spec.generate() {
                    Ok(map) => samples.push((spec, map)),
                    // The smallest map may have no space for a room.
                    Err(GenerateError::NoRooms { .. }) => assert_eq!(size, min, "{spec}"),
                    Err(error) => panic!("{spec}: {error}"),
                }
            }
        }
        let name = generator.info().name;
        assert!(samples.len() as u64 >= before as u64 + 2 * seeds, "{name}");
    }
    for seed in 0..trial::amount(3, 200) {
        let spec: MapSpec = format!("rooms/80x50|vaults|doors#{seed}").parse().unwrap();
        let map = spec.generate().unwrap();
        samples.push((spec, map));
    }
    samples
}

/// A map with every kind of tile, which no generator makes.
fn every_tile() -> Map {
    let text = "##############\n#@.+'<>~\"^-0.#\n#},; ........#\n##############\n";
    let map = Map::from_text(text).unwrap();
    for tile in Tile::ALL {
        assert!(map.tiles.as_slice().contains(tile), "{tile:?}");
    }
    map
}

/// A PNG, decoded.
pub struct Picture {
    pub width: u32,
    pub height: u32,
    /// Texts with their keywords.
    pub texts: Vec<(String, String)>,
    pub pixels: Vec<[u8; 3]>,
}

pub fn decode(bytes: &[u8]) -> Picture {
    let mut decoder = png::Decoder::new(std::io::Cursor::new(bytes));
    decoder.set_transformations(png::Transformations::EXPAND);
    let mut reader = decoder.read_info().unwrap();
    let mut buffer = vec![0; reader.output_buffer_size().unwrap()];
    let frame = reader.next_frame(&mut buffer).unwrap();
    let channels = frame.color_type.samples();
    assert!(channels >= 3);
    let texts = &reader.info().uncompressed_latin1_text;
    Picture {
        width: frame.width,
        height: frame.height,
        texts: texts
            .iter()
            .map(|chunk| (chunk.keyword.clone(), chunk.text.clone()))
            .collect(),
        pixels: buffer[..frame.buffer_size()]
            .chunks_exact(channels)
            .map(|rgb| [rgb[0], rgb[1], rgb[2]])
            .collect(),
    }
}

#[test]
fn a_large_map_is_written_in_small_pieces() {
    /// Counts the bytes, and measures the largest piece.
    #[derive(Default)]
    struct Gauge {
        bytes: usize,
        largest: usize,
    }

    impl std::io::Write for Gauge {
        fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
            self.bytes += bytes.len();
            self.largest = self.largest.max(bytes.len());
            Ok(bytes.len())
        }
        fn flush(&mut self) -> std::io::Result<()> {
            Ok(())
        }
    }

    let spec = MapSpec::new("box", Size::new(MAX_SIDE, 256), Seed(1)).unwrap();
    let map = spec.generate().unwrap();
    for format in [Format::Text, Format::Png, Format::Tmj, Format::Tmx] {
        let mut gauge = Gauge::default();
        export::write(format, &spec, &map, &Options::default(), &mut gauge).unwrap();
        assert!(gauge.bytes > 4096, "{format:?}");
        assert!(gauge.largest < 1 << 17, "{format:?} {}", gauge.largest);
    }
}

#[test]
fn every_export_is_reproducible() {
    for (spec, map) in samples().into_iter().step_by(9) {
        for format in Format::ALL {
            let write = || {
                let mut file = Vec::new();
                export::write(format, &spec, &map, &Options::default(), &mut file).map(|()| file)
            };
            let Ok(file) = write() else {
                // Only a maze of cells has a hex form.
                assert_eq!(format, Format::Hex, "{spec}");
                assert!(!spec.generator().makes_cell_maze(), "{spec}");
                continue;
            };
            assert!(!file.is_empty());
            assert_eq!(file, write().unwrap(), "{spec} {format:?}");
        }
    }
}

/// The table of docs/export.md.
fn table() -> String {
    let mut table = String::from(
        "| ending | what it is | read | what it leaves out | files beside it |\n| --- | --- | --- | --- | --- |\n",
    );
    for format in Format::ALL {
        let row = format.row();
        let about = match row.page {
            "" => format.about().to_owned(),
            page => format!("[{}]({page})", format.about()),
        };
        let is_read = if row.reader.is_some() { "yes" } else { "" };
        let beside = format.companions().iter();
        let beside: Vec<String> = beside.map(|it| format!("`{}`", it.name())).collect();
        let lost = Part::ALL.iter().filter(|part| !row.keeps.contains(part));
        let lost: Vec<&str> = lost.map(|part| part.name()).collect();
        let (ending, beside, lost) = (format.extension(), beside.join(", "), lost.join(", "));
        table += &format!("| `.{ending}` | {about} | {is_read} | {lost} | {beside} |\n");
    }
    table
}

#[test]
fn the_page_lists_every_format() {
    let path = format!("{}/docs/export.md", env!("CARGO_MANIFEST_DIR"));
    let page = fs::read_to_string(&path).unwrap();
    let head = "<!-- formats -->\n";
    let (before, rest) = page.split_once(head).unwrap();
    let (listed, after) = rest.split_once("<!-- end of formats -->\n").unwrap();
    if std::env::var_os("UPDATE_GOLDEN").is_some() {
        let page = format!("{before}{head}{}<!-- end of formats -->\n{after}", table());
        fs::write(&path, page).unwrap();
        panic!("docs/export.md was rewritten; run again without UPDATE_GOLDEN");
    }
    assert_eq!(listed, table(), "UPDATE_GOLDEN=1 rewrites the table");
    for format in Format::ALL {
        if let Some(anchor) = format.row().page.strip_prefix('#') {
            let heads = page.lines().filter_map(|line| line.strip_prefix("## "));
            let anchors = heads.map(|head| {
                let kept = |letter: &char| letter.is_alphanumeric() || " -".contains(*letter);
                let head: String = head.to_lowercase().chars().filter(kept).collect();
                head.replace(' ', "-")
            });
            assert!(anchors.into_iter().any(|it| it == anchor), "{anchor}");
        }
    }
}

#[test]
fn formats_differ_in_their_endings_keys_and_labels_and_their_help_fits_a_terminal() {
    for (index, format) in Format::ALL.into_iter().enumerate() {
        let row = format.row();
        assert!(!row.ending.is_empty() && !row.label.is_empty() && row.key.is_alphabetic());
        for other in &Format::ALL[..index] {
            assert!(row.ending != other.row().ending && row.key != other.row().key);
        }
        let help = row.help;
        let reading = row.reader.map_or("", |reader| reader.help);
        let lines = help.lines().chain(reading.lines());
        assert!(
            lines.into_iter().all(|line| line.len() <= 80),
            "{help}{reading}"
        );
        assert!(!help.ends_with('\n'));
    }
}
