use std::collections::{BTreeMap, BTreeSet};

use super::page::Shape;
use super::*;
use crate::conduit::{Mask, Puzzle, Spec};
use crate::geom::{Dir, Pos};
use crate::mazerun::Leg;
use crate::rng::Seed;

const SITE: &str = "https://example.org/undercroft/";

fn style(is_large: bool) -> Style<'static> {
    Style {
        is_large,
        site: Some(SITE),
        ..Style::default()
    }
}

fn boards(code: &str, count: u64) -> Vec<Entry> {
    let spec: Spec = code.parse().unwrap();
    let specs = (0..count).map(|number| {
        let mut spec = spec;
        spec.seed = Seed(spec.seed.0 + number);
        spec
    });
    specs
        .map(|spec| Entry::board(spec.make(), spec.to_string()))
        .collect()
}

fn mazes(width: u32, height: u32, count: u64) -> Vec<Entry> {
    let runs = (0..count).map(|number| {
        let leg = Leg::new("maze-dfs", Size::new(width, height), Seed(7 + number)).unwrap();
        Entry::maze(leg.make().unwrap())
    });
    runs.collect()
}

fn puzzle(entry: &Entry) -> &Puzzle {
    match &entry.picture {
        Picture::Board(puzzle) => puzzle,
        Picture::Maze(_) => panic!("not a board"),
    }
}

fn texts(page: &Page) -> Vec<(&str, f32)> {
    let texts = page.shapes.iter().filter_map(|shape| match shape {
        Shape::Text { text, height, .. } => Some((text.as_str(), *height)),
        _ => None,
    });
    texts.collect()
}

/// The corners of what a page shows.
fn points(page: &Page) -> Vec<Point> {
    let points = page.shapes.iter().flat_map(|shape| match shape {
        Shape::Stroke { points, .. } => points.clone(),
        Shape::Disc { at, .. } => vec![*at],
        Shape::Boxes(boxes) => {
            let ends = boxes
                .iter()
                .map(|[[x, y], [width, height]]| [x + width, y + height]);
            boxes
                .iter()
                .map(|[corner, _]| *corner)
                .chain(ends)
                .collect()
        }
        Shape::Text { at, height, text } => {
            let width = text.chars().count() as f32 * font::ADVANCE * height;
            // What the highest and the lowest characters take.
            vec![
                [at[0], at[1] - 0.9 * height],
                [at[0] + width, at[1] + 0.25 * height],
            ]
        }
    });
    points.collect()
}

/// Width of the tiles of the first board of a page, and its upper left corner: its frame begins with the vertical
/// lines of its grid.
fn grid(page: &Page, width: u32) -> (f32, Point) {
    let mut lines = page.shapes.iter().filter_map(|shape| match shape {
        Shape::Stroke { points, .. } => Some(points[0]),
        _ => None,
    });
    let corner = lines.next().unwrap();
    let last = lines.nth(width as usize - 1).unwrap();
    ((last[0] - corner[0]) / width as f32, corner)
}

/// The tiles that the pipes of the first board of a page are, read from the picture.
fn read_tiles(page: &Page, size: Size) -> BTreeMap<(i32, i32), Mask> {
    let (side, corner) = grid(page, size.width);
    let place = |value: f32, axis: usize| ((value - corner[axis]) / side).floor() as i32;
    let mut tiles = BTreeMap::new();
    for shape in &page.shapes {
        let Shape::Stroke { points, width, .. } = shape else {
            continue;
        };
        let [[x1, y1], [x2, y2]] = points[..] else {
            continue;
        };
        let pos = (place(x1, 0), place(y1, 1));
        if (width - side * draw::PIPE_WIDTH).abs() > 0.001 || pos.0 >= size.width as i32 {
            continue;
        }
        let dir = Dir::CARDINAL.into_iter().find(|dir| {
            let delta = dir.delta();
            ((x2 - x1) / side - delta.x as f32).abs() < 0.6
                && ((y2 - y1) / side - delta.y as f32).abs() < 0.6
                && (x2 - x1) * delta.x as f32 + (y2 - y1) * delta.y as f32 > 0.0
        });
        let mask = tiles.entry(pos).or_insert(Mask::NONE);
        *mask = *mask | Mask::of(dir.unwrap());
    }
    tiles
}

/// The tiles of a board without what joins the halves of the ring.
fn tiles(board: &Board) -> BTreeMap<(i32, i32), Mask> {
    let [upper, lower] = board.wellspring();
    let mut tiles = BTreeMap::new();
    for (y, row) in (0..).zip(board.rows()) {
        for (x, mask) in (0..).zip(row) {
            let pos = Pos::new(x, y);
            let hidden = match (upper == lower, pos) {
                (false, pos) if pos == upper => Mask::of(Dir::South),
                (false, pos) if pos == lower => Mask::of(Dir::North),
                _ => Mask::NONE,
            };
            let shown = Mask::new(mask.bits() & !hidden.bits());
            if shown != Mask::NONE {
                tiles.insert((x, y), shown);
            }
        }
    }
    tiles
}

#[test]
fn what_is_on_a_page_is_within_its_margins() {
    for paper in [Paper::A4, Paper::Letter] {
        for (entries, is_large) in [
            (boards("board/10x9#7", 1), false),
            (boards("board/10x9/wrap,walls=30#7", 12), false),
            (boards("board/3x3/single#7", 60), false),
            (boards("board/50x50#7", 2), false),
            (boards("board/3x50#7", 7), false),
            (boards("board/50x3/ambiguous#7", 7), false),
            (boards("board/13x12/wrap#7", 2), true),
            (boards("board/3x3#7", 30), true),
            (mazes(60, 3, 2), false),
            (mazes(100, 100, 2), false),
            (mazes(16, 10, 9), true),
        ] {
            let mut style = style(is_large);
            style.paper = paper;
            let sheet = Sheet::new(&entries, &style).unwrap();
            let [width, height] = paper.size();
            for page in sheet.puzzles.iter().chain(&sheet.solutions) {
                let outside = points(page).into_iter().find(|[x, y]| {
                    let across = MARGIN - 0.01..width - MARGIN + 0.01;
                    let down = MARGIN - 0.01..height - MARGIN + 0.01;
                    !across.contains(x) || !down.contains(y)
                });
                assert_eq!(outside, None, "{:?} {paper:?}", entries[0].code);
            }
            let pictures = |pages: &[Page]| -> usize {
                let labels = pages.iter().flat_map(texts);
                labels
                    .filter(|(text, _)| {
                        let number = text.split_once('.').map(|(number, _)| number);
                        number.is_some_and(|number| number.parse::<u32>().is_ok())
                    })
                    .count()
            };
            assert_eq!(pictures(&sheet.puzzles), entries.len());
            assert_eq!(pictures(&sheet.solutions), entries.len());
        }
    }
}

#[test]
fn pages_show_boards_at_the_start_and_the_last_page_shows_them_solved() {
    for code in [
        "board/7x7/walls=20#7",
        "board/6x5/wrap#8",
        "board/5x5/single,crosses#9",
    ] {
        let entries = boards(code, 1);
        let sheet = Sheet::new(&entries, &style(false)).unwrap();
        let (start, solved) = (puzzle(&entries[0]).start(), puzzle(&entries[0]).solved());
        let ([shown], [solution]) = (&sheet.puzzles[..], &sheet.solutions[..]) else {
            panic!("more than two pages")
        };
        assert_eq!(read_tiles(shown, start.size()), tiles(start), "{code}");
        assert_eq!(read_tiles(solution, start.size()), tiles(&solved), "{code}");
        assert_ne!(tiles(start), tiles(&solved));
    }
}

#[test]
fn every_wall_of_a_maze_is_drawn_once_and_the_way_only_where_it_is_solved() {
    let entries = mazes(12, 12, 1);
    let Picture::Maze(run) = &entries[0].picture else {
        panic!("not a maze")
    };
    let sheet = Sheet::new(&entries, &style(false)).unwrap();
    let strokes = |page: &Page, shade: u8| -> Vec<usize> {
        let strokes = page.shapes.iter().filter_map(|shape| match shape {
            Shape::Stroke {
                points,
                shade: found,
                ..
            } if *found == shade => Some(points.len()),
            _ => None,
        });
        strokes.collect()
    };
    let (shown, solution) = (&sheet.puzzles[0], &sheet.solutions[0]);
    // Of 264 inner sides 143 are open; 48 are on the border.
    assert_eq!(strokes(shown, 0), [2; 264 - 143 + 48]);
    assert!(strokes(shown, draw::WAY_SHADE).is_empty());
    assert_eq!(strokes(solution, draw::WAY_SHADE), [run.solution().count()]);
}

#[test]
fn large_print_has_large_text_and_tiles() {
    let entries = boards("board/7x7#7", 3);
    let pages = [false, true].map(|is_large| Sheet::new(&entries, &style(is_large)).unwrap());
    let [normal, large] = pages.each_ref().map(|sheet| {
        let page = &sheet.puzzles[0];
        let smallest = texts(page).into_iter().map(|(_, height)| height);
        (grid(page, 7).0, smallest.fold(f32::MAX, f32::min))
    });
    assert!(large.0 > normal.0 * 1.3, "{normal:?} {large:?}");
    let eighteen_points = 18.0 / 72.0 * 25.4;
    assert!(large.1 >= eighteen_points, "{normal:?} {large:?}");
    let [normal, large] = pages.map(|sheet| sheet.puzzles.len());
    assert!(large > normal, "{normal} {large}");
}

#[test]
fn a_board_that_would_be_too_small_is_refused_by_its_number() {
    let mut entries = boards("board/5x5#7", 1);
    entries.extend(boards("board/50x50#7", 1));
    let error = Sheet::new(&entries, &style(true)).unwrap_err();
    assert_eq!(
        error.to_string(),
        "number 2, of 50x50, is too large for large print on a page: a tile would be under 6.5 mm wide"
    );
    let error = Sheet::new(&mazes(400, 9, 1), &style(false)).unwrap_err();
    assert_eq!(
        error.to_string(),
        "number 1, of 400x9, is too large for a page: a cell would be under 1.2 mm wide"
    );
}

#[test]
fn a_pdf_has_all_pages_and_is_the_same_each_time() {
    let entries = boards("board/9x9#7", 8);
    let sheet = Sheet::new(&entries, &style(false)).unwrap();
    let pdf = sheet.to_pdf();
    assert_eq!(pdf, Sheet::new(&entries, &style(false)).unwrap().to_pdf());
    let text = String::from_utf8_lossy(&pdf);
    let pages = sheet.puzzles.len() + sheet.solutions.len();
    assert!(sheet.puzzles.len() > 1);
    assert!(text.starts_with("%PDF-") && text.trim_end().ends_with("%%EOF"));
    assert_eq!(text.matches("/Type /Page\n").count(), pages);
    assert!(text.contains(&format!("/Count {pages}")));
    for entry in &entries {
        let code = entry.code.as_ref().unwrap().replace('#', "%23");
        assert!(text.contains(&format!("/URI ({SITE}#{code})")), "{code}");
    }
}

/// Width and height, and the shades of the page in 8 pixels a millimetre, with nothing but its QR codes.
fn boxes_in_pixels(page: &Page) -> ([usize; 2], Vec<u8>) {
    let pixels = |length: f32| (length * 8.0).round() as usize;
    let [width, height] = page.size.map(pixels);
    let mut shades = vec![u8::MAX; width * height];
    for shape in &page.shapes {
        let Shape::Boxes(boxes) = shape else { continue };
        for [[x, y], [across, down]] in boxes {
            for row in shades
                .chunks_mut(width)
                .take(pixels(y + down))
                .skip(pixels(*y))
            {
                row[pixels(*x)..pixels(x + across)].fill(0);
            }
        }
    }
    ([width, height], shades)
}

#[test]
fn each_qr_code_of_a_picture_reads_as_the_link_that_opens_the_puzzle() {
    let mut entries = boards("board/5x5#7", 2);
    // An id is long.
    let id = puzzle(&boards("board/12x11/walls=20#9", 1)[0]).start().id();
    entries[1].code = Some(id.clone());
    for is_large in [false, true] {
        let sheet = Sheet::new(&entries, &style(is_large)).unwrap();
        let mut read = BTreeSet::new();
        for page in &sheet.puzzles {
            let ([width, height], pixels) = boxes_in_pixels(page);
            let mut reader = quircs::Quirc::default();
            let codes = reader.identify(width, height, &pixels);
            let text = |code: quircs::Code| String::from_utf8(code.decode().ok()?.payload).ok();
            read.extend(codes.filter_map(|code| text(code.ok()?)));
        }
        let expected = [format!("{SITE}#board/5x5%237"), format!("{SITE}#{id}")];
        assert_eq!(read, BTreeSet::from(expected), "{is_large}");
    }
}

#[test]
fn what_is_too_long_or_has_no_code_has_none_below() {
    let mut entries = boards("board/5x5#7", 3);
    entries[0].code = Some("x".repeat(3000));
    entries[1].code = None;
    let sheet = Sheet::new(&entries, &style(false)).unwrap();
    let page = &sheet.puzzles[0];
    assert_eq!(page.links.len(), 1);
    assert!(!texts(page).iter().any(|(text, _)| text.contains("xxx")));
    let mut plain = style(false);
    plain.site = None;
    let sheet = Sheet::new(&entries[2..], &plain).unwrap();
    let page = &sheet.puzzles[0];
    assert!(page.links.is_empty());
    assert!(texts(page).contains(&("board/5x5#9", Type::new(false).code)));
}
