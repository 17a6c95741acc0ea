//! Finds the boards and mazes of `core/assets/packs`:
//! `cargo run --release --no-default-features --example packs`.
//!
//! Of each pack it makes many candidates, measures how hard each is, and keeps thirty from easy to hard.

use std::collections::BTreeMap;
use std::error::Error;
use std::fs;
use std::path::Path;

use undercroft::conduit::{Grade, Spec};
use undercroft::geom::Size;
use undercroft::mazerun::Leg;
use undercroft::pack::{LENGTH, maze_line};
use undercroft::rng::Seed;

/// Candidates that are looked at for a pack.
const CANDIDATES: u64 = 600;

/// The packs of boards: name, and the kinds that its boards are of.
const BOARDS: [(&str, &[&str]); 5] = [
    (
        "Springs",
        &["board/5x5/easy", "board/5x6/easy", "board/6x6/easy"],
    ),
    (
        "Brooks",
        &[
            "board/7x7/easy",
            "board/8x7/easy",
            "board/7x7/medium",
            "board/8x8/medium,walls=20",
        ],
    ),
    (
        "Cisterns",
        &[
            "board/10x9/medium",
            "board/9x9/medium,crosses",
            "board/11x9/medium,walls=15",
        ],
    ),
    (
        "Whirlpools",
        &[
            "board/9x9/medium,wrap",
            "board/9x9/hard,wrap",
            "board/10x9/hard,wrap",
            "board/10x10/hard,wrap,crosses",
        ],
    ),
    (
        "The Deep",
        &[
            "board/13x13/hard",
            "board/15x13/hard",
            "board/12x12/expert",
            "board/13x13/expert,wrap,single",
        ],
    ),
];

/// The packs of mazes: name, and the generators and sizes, in cells, that its mazes are of.
const MAZES: [(&str, &[(&str, [u32; 2])]); 5] = [
    (
        "Cellars",
        &[
            ("maze-dfs", [8, 6]),
            ("maze-wilson", [10, 7]),
            ("maze-kruskal", [11, 8]),
        ],
    ),
    (
        "Galleries",
        &[("maze-dfs", [12, 8]), ("maze-kruskal", [14, 9])],
    ),
    (
        "Vaults",
        &[("maze-growing-tree", [18, 12]), ("maze-dfs", [16, 10])],
    ),
    (
        "Crypts",
        &[("maze-dfs", [22, 14]), ("maze-growing-tree", [24, 15])],
    ),
    (
        "The Maze",
        &[("maze-dfs", [30, 20]), ("maze-growing-tree", [32, 21])],
    ),
];

fn main() -> Result<(), Box<dyn Error>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("core/assets/packs");
    let mut text = String::new();
    for (name, kinds) in BOARDS {
        text += &format!("# {name}\n");
        // By grade, then by size.
        let mut found: BTreeMap<Grade, Vec<(usize, String)>> = BTreeMap::new();
        for number in 0..CANDIDATES {
            for kind in kinds {
                let spec: Spec = format!("{kind}#{}", number + 1).parse()?;
                let start = spec.make();
                let board = (spec.size().area(), start.start().id());
                found.entry(start.grade()).or_default().push(board);
            }
        }
        for boards in found.values_mut() {
            boards.sort();
            boards.dedup();
        }
        for id in choose(&found) {
            text += id;
            text.push('\n');
        }
    }
    fs::write(folder.join("boards.txt"), &text)?;
    let (mut least, mut most) = (0, 0);
    text.clear();
    for (name, kinds) in MAZES {
        let mut found = BTreeMap::new();
        for number in 0..CANDIDATES {
            for (generator, [width, height]) in kinds {
                let leg = Leg::new(generator, Size::new(*width, *height), Seed(number + 1))?;
                let run = leg.make()?;
                found.entry(run.effort()).or_insert(maze_line(run.maze()));
            }
        }
        (least, most) = write_pack(&mut text, name, &found, (least, most))?;
    }
    fs::write(folder.join("mazes.txt"), &text)?;
    Ok(())
}

/// Chooses boards of as many grades as there are, the easiest first; those of a grade from small to large.
fn choose(found: &BTreeMap<Grade, Vec<(usize, String)>>) -> Vec<&String> {
    let groups: Vec<_> = found.values().collect();
    let mut shares = vec![0; groups.len()];
    // One of each grade after another, until the pack is full.
    while shares.iter().sum::<usize>() < LENGTH {
        for (share, group) in shares.iter_mut().zip(&groups) {
            *share = (*share + 1).min(group.len());
        }
    }
    // The hardest are the rarest: what is too much is taken from the grades with most.
    while shares.iter().sum::<usize>() > LENGTH {
        let most = shares.iter_mut().max_by_key(|share| **share);
        *most.expect("a pack has boards") -= 1;
    }
    let mut chosen = Vec::new();
    for (group, share) in groups.iter().zip(shares) {
        chosen.extend((0..share).map(|number| &group[number * group.len() / share].1));
    }
    chosen
}

/// Appends a pack of those that were found, by effort; returns the efforts of its first and its
/// last, which are more than those of the pack before.
fn write_pack(
    text: &mut String,
    name: &str,
    found: &BTreeMap<u32, String>,
    (least, most): (u32, u32),
) -> Result<(u32, u32), String> {
    // The easiest and the hardest are flukes.
    let efforts: Vec<u32> = found
        .keys()
        .copied()
        .filter(|effort| *effort > least)
        .collect();
    let trimmed = &efforts[efforts.len() / 50..efforts.len() - efforts.len() / 50];
    let last = trimmed.last().copied().unwrap_or_default();
    if trimmed.len() < LENGTH || last <= most {
        return Err(format!("{name}: there are too few to choose from"));
    }
    *text += &format!("# {name}\n");
    let mut chosen = Vec::new();
    for number in 0..LENGTH {
        chosen.push(trimmed[number * (trimmed.len() - 1) / (LENGTH - 1)]);
    }
    for effort in &chosen {
        *text += &found[effort];
        text.push('\n');
    }
    Ok((chosen[0], last))
}
