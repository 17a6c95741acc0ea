//! The three rules of a step, by the longest walk on a map:
//! `cargo run --no-default-features --example ways -- eight 'caves/60x24#7'`.
//!
//! `four` is for walkers without diagonals, `eight` is the game's rule, and `squeezing` is for those
//! who fit between two diagonal walls.

use std::error::Error;

use undercroft::map::distance::{DistanceMap, UNBOUNDED};
use undercroft::map::path::{LONGEST, PathFinder};
use undercroft::map::{Steps, Tile, TileSet};
use undercroft::mapgen::MapSpec;

fn main() -> Result<(), Box<dyn Error>> {
    let mut args = std::env::args().skip(1);
    let steps = match args.next().as_deref() {
        Some("four") => Steps::Four,
        None | Some("eight") => Steps::Eight,
        Some("squeezing") => Steps::Squeezing,
        Some(other) => return Err(format!("\"{other}\" is not four, eight or squeezing").into()),
    };
    let code = args.next().unwrap_or_else(|| "caves/60x24#7".to_owned());
    let map = code.parse::<MapSpec>()?.generate()?;
    let from = map.start.ok_or("the map has no start")?;

    let open = TileSet::of(&map.tiles, Tile::is_walkable);
    let mut distances = DistanceMap::default();
    distances.measure(&open, steps, &[from], UNBOUNDED);
    let (to, far) = distances.farthest().ok_or("the start is not walkable")?;
    let mut path = Vec::new();
    PathFinder::default().find(&open, steps, from, to, LONGEST, &mut path);

    let mut text: Vec<Vec<char>> = map
        .to_string()
        .lines()
        .map(|row| row.chars().collect())
        .collect();
    for pos in &path {
        text[pos.y as usize][pos.x as usize] = '*';
    }
    for row in text {
        println!("{}", row.into_iter().collect::<String>());
    }
    println!("{far} steps to the farthest tile, {to}");
    Ok(())
}
