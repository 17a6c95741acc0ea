//! Sheets to print: boards or mazes with their share codes, and their solutions on pages of their own.
//!
//! A page is a list of shapes in millimetres, which are written as PDF. Its text is set in the font that the program
//! ships, as characters, so that they can be searched for and copied.
//!
//! | part | owns |
//! | --- | --- |
//! | `entry` | what is on a sheet: boards and mazes with their names and codes |
//! | `page` | pages, the shapes on them, and paper |
//! | `font` | the font, and the width of text |
//! | `flow` | the arrangement of blocks on pages |
//! | `draw` | pictures of boards, empty grids and mazes |
//! | `caption` | headings, share codes and QR codes |
//! | `pdf` | the format |

mod caption;
mod draw;
mod entry;
mod flow;
mod font;
mod page;
mod pdf;

pub use entry::{Entry, Picture, week_of};
pub use page::Paper;

use caption::{Caption, Type};
use flow::{Area, Slot};
use page::{Page, Point};

use crate::conduit::Board;
use crate::geom::Size;
use crate::text;

/// Empty space at the edges of a page, which every printer leaves.
const MARGIN: f32 = 12.0;
/// Space between a board and its empty grid, in tiles.
const GRID_GAP: f32 = 1.0;

/// How a sheet is printed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Style<'a> {
    /// The paper.
    pub paper: Paper,
    /// Whether text has 18 points or more, and tiles 6.5 mm or more.
    pub is_large: bool,
    /// The address of the browser page to which the QR codes lead; without one there are none.
    pub site: Option<&'a str>,
}

/// Pages to print, all of the same paper.
#[derive(Clone, Debug)]
pub struct Sheet {
    title: &'static str,
    puzzles: Vec<Page>,
    solutions: Vec<Page>,
}

/// A picture would be too small to use.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error(
    "number {number}, of {size}, is too large for {}a page: a {} would be under {} mm wide",
    if *.is_large { "large print on " } else { "" },
    .unit,
    *.tenths as f32 / 10.0
)]
pub struct TooLarge {
    /// The number of the picture, from 1.
    pub number: usize,
    /// Its size, in tiles or cells.
    pub size: Size,
    unit: &'static str,
    is_large: bool,
    /// The least width of a tile or a cell, in tenths of a millimetre.
    tenths: u32,
}

/// The lines that say what to do, at the top of pages of puzzles.
fn instructions(entries: &[Entry]) -> String {
    let boards = entries.iter().filter_map(|entry| match &entry.picture {
        Picture::Board(puzzle) => Some(puzzle.start()),
        Picture::Maze(_) => None,
    });
    let boards: Vec<&Board> = boards.collect();
    if boards.is_empty() {
        return "Find the way from the ring to the disc.".to_owned();
    }
    let mut lines =
        "Draw every tile in the empty grid, turned so that all are joined to the ring, with no \
                     loose ends and no loops."
            .to_owned();
    if boards.iter().any(|board| !board.rules().single) {
        lines += " A ring on two tiles turns as one: only its upward end is on the upper tile.";
    }
    if boards.iter().any(|board| board.has_walls()) {
        lines += " No pipe crosses a thick line.";
    }
    lines
}

/// A block of a page: heading, picture and caption.
struct Block<'a> {
    picture: &'a Picture,
    caption: Caption,
    is_solution: bool,
}

/// The places of the parts of a block at a width of tiles.
struct Parts {
    /// Width and height.
    size: Point,
    heading: Vec<String>,
    code: Vec<String>,
    /// Height of the heading, and height up to the caption.
    heading_end: f32,
    picture_end: f32,
    /// From the board to its empty grid.
    grid: Option<Point>,
}

impl Block<'_> {
    fn parts(&self, side: f32, area: Point) -> Parts {
        let Size { width, height } = self.picture.size();
        let one = [width as f32 * side, height as f32 * side];
        let has_grid = matches!(self.picture, Picture::Board(_)) && !self.is_solution;
        let beside = 2.0 * one[0] + GRID_GAP * side;
        let (picture, grid) = match has_grid {
            false => (one, None),
            true if beside <= area[0] => {
                let across = one[0] + GRID_GAP * side;
                ([beside, one[1]], Some([across, 0.0]))
            }
            true => {
                // There is no room for another column, so text may be as wide as the page.
                let down = one[1] + GRID_GAP * side;
                ([one[0].max(area[0]), one[1] + down], Some([0.0, down]))
            }
        };
        let width = picture[0].max(self.caption.min_width()).min(area[0]);
        let heading = self.caption.heading(width);
        let heading_end = self.caption.heading_height(heading.len());
        let picture_end = heading_end + picture[1];
        let code = self.caption.code(width);
        let bottom = self.caption.height(code.len());
        Parts {
            size: [width.max(picture[0]), picture_end + bottom],
            heading,
            code,
            heading_end,
            picture_end,
            grid,
        }
    }

    fn add_to(&self, page: &mut Page, slot: &Slot, area: Point) {
        let parts = self.parts(slot.side, area);
        let [x, y] = slot.corner;
        let corner = [x, y + parts.heading_end];
        self.caption.add_heading(page, &parts.heading, slot.corner);
        match self.picture {
            Picture::Board(puzzle) if self.is_solution => {
                draw::add_board(page, &puzzle.solved(), corner, slot.side);
            }
            Picture::Board(puzzle) => {
                draw::add_board(page, puzzle.start(), corner, slot.side);
                if let Some([across, down]) = parts.grid {
                    let corner = [corner[0] + across, corner[1] + down];
                    draw::add_empty_grid(page, puzzle.start(), corner, slot.side);
                }
            }
            Picture::Maze(run) => {
                draw::add_maze(page, run, corner, slot.side, self.is_solution);
            }
        }
        let below = [x, y + parts.picture_end];
        self.caption.add_code(page, &parts.code, below);
    }
}

impl Sheet {
    /// Makes a sheet of `entries`: as few pages as tiles of a good size allow, with tiles as large as these pages
    /// hold, and then the solutions in the same way.
    ///
    /// # Errors
    /// If a picture is too large for a page.
    pub fn new(entries: &[Entry], style: &Style<'_>) -> Result<Self, TooLarge> {
        let title = entries
            .first()
            .map_or("Undercroft", |entry| entry.picture.words().1);
        let text = instructions(entries);
        Ok(Self {
            title,
            puzzles: pages(entries, style, (title, &text), false)?,
            solutions: pages(entries, style, ("Solutions", ""), true)?,
        })
    }

    /// All pages as a PDF, the solutions last.
    pub fn to_pdf(&self) -> Vec<u8> {
        let pages: Vec<&Page> = self.puzzles.iter().chain(&self.solutions).collect();
        pdf::to_pdf(self.title, &pages)
    }
}

/// The pages of puzzles, or those of their solutions, with a title and a text at the top of each.
fn pages(
    entries: &[Entry],
    style: &Style<'_>,
    (title, text): (&str, &str),
    is_solution: bool,
) -> Result<Vec<Page>, TooLarge> {
    let Some(first) = entries.first() else {
        return Ok(Vec::new());
    };
    let range = first.picture.ranges(style.is_large)[usize::from(is_solution)];
    let kind = Type::new(style.is_large);
    let blocks = (1..).zip(entries).map(|(number, entry)| Block {
        picture: &entry.picture,
        caption: match is_solution {
            true => Caption::of_solution(number, style),
            false => Caption::new(number, entry, style),
        },
        is_solution,
    });
    let blocks: Vec<Block<'_>> = blocks.collect();
    let [width, height] = style.paper.size();
    let inner = width - 2.0 * MARGIN;
    let lines = text::wrap(text, kind.characters(kind.body, inner));
    let top = MARGIN + kind.header_height(lines.len());
    let area = Area {
        corner: [MARGIN, top],
        size: [inner, height - top - MARGIN],
    };
    let block_size = |index: usize, side: f32| {
        let block: &Block<'_> = &blocks[index];
        block.parts(side, area.size).size
    };
    let slots = flow::arrange(blocks.len(), area, range, block_size).map_err(|index| TooLarge {
        number: index + 1,
        size: entries[index].picture.size(),
        unit: entries[index].picture.words().0,
        is_large: style.is_large,
        tenths: (range.0 * 10.0).round() as u32,
    })?;
    let count = slots.last().map_or(0, |slot| slot.page + 1);
    let mut pages: Vec<Page> = (1..=count)
        .map(|number| {
            let mut page = Page::new(style.paper);
            let number = (count > 1).then(|| format!("{number} of {count}"));
            kind.add_header(&mut page, title, number.as_deref(), &lines, MARGIN);
            page
        })
        .collect();
    for (block, slot) in blocks.iter().zip(&slots) {
        block.add_to(&mut pages[slot.page], slot, area.size);
    }
    Ok(pages)
}

#[cfg(test)]
mod tests;
