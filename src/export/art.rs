//! The pictures of single tiles, 16x16 pixels each, drawn with one character a pixel. Knows inks,
//! not how a tile's neighbours change its look.
//!
//! At eight pixels a tile only every second column and row is shown, the odd ones: a line one pixel
//! wide lies on one of those.

use super::look::Ink;
use crate::map::Tile;

/// Side of a tile's picture in pixels.
pub const SIDE: usize = 16;

/// One picture, row by row.
pub type Art = [&'static [u8; SIDE]; SIDE];

/// The ink that a character stands for.
pub const fn ink(mark: u8) -> Ink {
    match mark {
        b'.' => Ink::Floor,
        b',' => Ink::FloorMark,
        b':' => Ink::FloorShadow,
        b't' => Ink::WallTop,
        b'e' => Ink::WallEdge,
        b'a' => Ink::WallFace,
        b'b' => Ink::WallJoint,
        b'w' => Ink::Wood,
        b'W' => Ink::WoodDark,
        b'i' => Ink::Iron,
        b's' => Ink::Stair,
        b'S' => Ink::StairDark,
        b'-' => Ink::Water,
        b'~' => Ink::Wave,
        b'g' => Ink::Grass,
        b'G' => Ink::Blade,
        b'f' => Ink::Flame,
        b'*' => Ink::Spark,
        b'%' => Ink::Ember,
        _ => Ink::Rock,
    }
}

/// The picture of `tile` by itself, which can be laid beside itself without a seam.
pub const fn of(tile: Tile) -> &'static Art {
    match tile {
        Tile::Void => &VOID,
        Tile::Wall => &WALL,
        Tile::Floor => &FLOOR,
        Tile::DoorClosed => &DOOR_CLOSED,
        Tile::DoorOpen => &DOOR_OPEN,
        Tile::StairsUp => &STAIRS_UP,
        Tile::StairsDown => &STAIRS_DOWN,
        Tile::Water => &WATER,
        Tile::Grass => &GRASS,
        Tile::Brazier => &BRAZIER,
    }
}

/// The tile where a walk begins.
pub static START: Art = [
    b"................",
    b"................",
    b".....%%%%%%.....",
    b"...%%%%%%%%%%...",
    b"...%%%%**%%%%...",
    b"..%%%******%%%..",
    b"..%%********%%..",
    b"..%%********%%..",
    b"..%**********%..",
    b"..%%********%%..",
    b"..%%********%%..",
    b"..%%%******%%%..",
    b"...%%%%**%%%%...",
    b"...%%%%%%%%%%...",
    b".....%%%%%%.....",
    b"................",
];

/// A wall with open ground below: its top and its face.
pub static WALL_FRONT: Art = [
    b"tttttttttttttttt",
    b"tttttttttttttttt",
    b"tttttttttttttttt",
    b"tttttttttttttttt",
    b"tttttttttttttttt",
    b"tttttttttttttttt",
    b"eeeeeeeeeeeeeeee",
    b"eeeeeeeeeeeeeeee",
    b"aaaaaaabaaaaaaab",
    b"aaaaaaabaaaaaaab",
    b"aaaaaaabaaaaaaab",
    b"bbbbbbbbbbbbbbbb",
    b"aaabaaaaaaabaaaa",
    b"aaabaaaaaaabaaaa",
    b"bbbbbbbbbbbbbbbb",
    b"bbbbbbbbbbbbbbbb",
];

static VOID: Art = [b"                "; SIDE];

static WALL: Art = [
    b"ttttttt ttttttt ",
    b"ttttttt ttttttt ",
    b"ttttttt ttttttt ",
    b"                ",
    b"ttt ttttttt tttt",
    b"ttt ttttttt tttt",
    b"ttt ttttttt tttt",
    b"                ",
    b"ttttttt ttttttt ",
    b"ttttttt ttttttt ",
    b"ttttttt ttttttt ",
    b"                ",
    b"ttt ttttttt tttt",
    b"ttt ttttttt tttt",
    b"ttt ttttttt tttt",
    b"                ",
];

static FLOOR: Art = [
    b"................",
    b"................",
    b"................",
    b"................",
    b"................",
    b"................",
    b"................",
    b"................",
    b"........,,......",
    b"........,,......",
    b"................",
    b"................",
    b"................",
    b"................",
    b"................",
    b"................",
];

static DOOR_CLOSED: Art = [
    b"WWWWWWWWWWWWWWWW",
    b"WWWWWWWWWWWWWWWW",
    b"WWwwwWwwwwwWwwWW",
    b"WWwwwWwwwwwWwwWW",
    b"WWiiiiiiiiiiiiWW",
    b"WWwwwWwwwwwWwwWW",
    b"WWwwwWwwwwwWwwWW",
    b"WWwwwWwwwwwWwwWW",
    b"WWwwwWwwwssWwwWW",
    b"WWwwwWwwwssWwwWW",
    b"WWwwwWwwwwwWwwWW",
    b"WWwwwWwwwwwWwwWW",
    b"WWiiiiiiiiiiiiWW",
    b"WWwwwWwwwwwWwwWW",
    b"WWwwwWwwwwwWwwWW",
    b"WWwwwWwwwwwWwwWW",
];

static DOOR_OPEN: Art = [
    b"WWWW........WWWW",
    b"WWWW........WWWW",
    b"WWww..........WW",
    b"WWww..........WW",
    b"WWww..........WW",
    b"WWww..........WW",
    b"WWww..........WW",
    b"WWww..........WW",
    b"WWww....,,....WW",
    b"WWww....,,....WW",
    b"WWww..........WW",
    b"WWww..........WW",
    b"WWww..........WW",
    b"WWww..........WW",
    b"WWWW........WWWW",
    b"WWWW........WWWW",
];

static STAIRS_UP: Art = [
    b"............ssss",
    b"............ssss",
    b"............SSSS",
    b"............SSSS",
    b"........ssssSSSS",
    b"........ssssSSSS",
    b"........SSSSSSSS",
    b"........SSSSSSSS",
    b"....ssssSSSSSSSS",
    b"....ssssSSSSSSSS",
    b"....SSSSSSSSSSSS",
    b"....SSSSSSSSSSSS",
    b"ssssSSSSSSSSSSSS",
    b"ssssSSSSSSSSSSSS",
    b"SSSSSSSSSSSSSSSS",
    b"SSSSSSSSSSSSSSSS",
];

static STAIRS_DOWN: Art = [
    b"ssss            ",
    b"ssss            ",
    b"SSSS            ",
    b"SSSS            ",
    b"SSSSssss        ",
    b"SSSSssss        ",
    b"SSSSSSSS        ",
    b"SSSSSSSS        ",
    b"SSSSSSSSssss    ",
    b"SSSSSSSSssss    ",
    b"SSSSSSSSSSSS    ",
    b"SSSSSSSSSSSS    ",
    b"SSSSSSSSSSSSssss",
    b"SSSSSSSSSSSSssss",
    b"SSSSSSSSSSSSSSSS",
    b"SSSSSSSSSSSSSSSS",
];

static WATER: Art = [
    b"----------------",
    b"----------------",
    b"----------------",
    b"--~~~-----------",
    b"-~---~~---------",
    b"--------~~------",
    b"----------------",
    b"----------------",
    b"----------------",
    b"----------~~~---",
    b"~--------~---~~~",
    b"-~~-------------",
    b"----------------",
    b"----~~~~--------",
    b"----------------",
    b"----------------",
];

static GRASS: Art = [
    b"gggggggggggggggg",
    b"gggggggggggggggg",
    b"gggGgggggggggggg",
    b"gggGgggggggGgggg",
    b"gGgGgGgggggGgggg",
    b"gGgGgGgggGgGgggg",
    b"ggGGGggggGgGgGgg",
    b"ggGGGggggGGGgGgg",
    b"ggggggggggGGGggg",
    b"gggggggggggggggg",
    b"gggggGgggggggggg",
    b"gggggGgGgggggGgg",
    b"gggGgGgGgggGgGgg",
    b"gggGGGGggggGgGgG",
    b"ggggGGgggggGGGGg",
    b"gggggggggggggggg",
];

static BRAZIER: Art = [
    b"................",
    b".......f........",
    b".......ff.......",
    b"......fff..f....",
    b".....fff*fff....",
    b".....ff**fff....",
    b"....ff****ff....",
    b"....ff****fff...",
    b"...iff****ffi...",
    b"...iiiiiiiiii...",
    b"...iiiiiiiiii...",
    b"....iiiiiiii....",
    b".....iiiiii.....",
    b"......iiii......",
    b".....ii..ii.....",
    b"....ii::::ii....",
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_pixel_is_drawn_with_an_ink_that_has_a_character() {
        for tile in Tile::ALL {
            for row in of(tile) {
                for mark in *row {
                    let dark = matches!(tile, Tile::Void | Tile::Wall | Tile::StairsDown);
                    assert!(
                        ink(*mark) != Ink::Rock || (*mark == b' ' && dark),
                        "{tile:?}"
                    );
                }
            }
        }
    }

    #[test]
    fn no_two_tiles_look_alike() {
        for (index, tile) in Tile::ALL.into_iter().enumerate() {
            for other in &Tile::ALL[..index] {
                assert_ne!(of(tile), of(*other), "{tile:?} {other:?}");
            }
            assert_ne!(of(tile), &START);
        }
    }
}
