//! Tests that text in panels and messages is readable, and that colours with different meanings can be told
//! apart with a colour vision deficiency (simulation of Machado, Oliveira and Fernandes, 2009).

use bevy::color::Srgba;
use bevy::prelude::*;

use super::log::FOOTER;
use super::look;
use super::present::Tone;
use super::sidebar::minimap::{ITEM, MONSTER, PLAYER};
use super::sidebar::nearby::SAFE;
use super::sidebar::panel::FOOD;
use super::sidebar::row::{GHOST, HEALTH};
use crate::app::dungeon::Palette as DungeonPalette;
use crate::app::dungeon::paint::paint;
use crate::app::glyph::shade::{beneath, contrast, linear, remembered, remembered_object};
use crate::app::settings::Palette;
use crate::app::ui::palette::vision::{difference, linear as light, simulate};
use crate::app::ui::theme::{CHOSEN, HOVER, KEY, LINE, PANEL, PLAIN, QUIET, WELL, WRONG};
use crate::game::content::{Content, DEEPEST, ItemKind, LevelKind};
use crate::game::{Game, Setup};
use crate::geom::{Grid, Pos, Size};
use crate::map::{Map, Tile};
use crate::rng::Seed;

/// The contrast of text required for level AA of the Web Content Accessibility Guidelines.
const READABLE: f32 = 4.5;

const TONES: [Tone; 6] = [
    Tone::Plain,
    Tone::Good,
    Tone::Bad,
    Tone::Warning,
    Tone::Find,
    Tone::Quiet,
];

#[test]
fn all_text_is_readable_on_its_ground() {
    let mut checked = 0;
    let mut check = |text: Color, ground: Color, what: &str| {
        let ratio = contrast(light(text), light(ground));
        assert!(ratio >= READABLE, "{what}: {text:?} on {ground:?}: {ratio}");
        checked += 1;
    };
    for text in [QUIET, PLAIN, KEY] {
        for ground in [PANEL, WELL, HOVER, LINE, CHOSEN] {
            check(text, ground, "panels");
        }
    }
    for text in [WRONG, FOOTER, SAFE] {
        for ground in [PANEL, WELL] {
            check(text, ground, "status");
        }
    }
    for tone in TONES {
        for age in 0..4 {
            check(tone.colour(age), PANEL, "messages");
        }
        // The newest message is the brightest.
        let ratio = |age| contrast(light(tone.colour(age)), light(PANEL));
        assert!((1..4).all(|age| ratio(age - 1) > ratio(age)), "{tone:?}");
    }
    for def in Content::embedded().unwrap().monsters() {
        let [r, g, b] = look::monster_colour(def);
        check(Color::srgb_u8(r, g, b), PANEL, &def.name);
    }
    let game = Game::new(Setup::new(Seed(1)).unwrap()).unwrap();
    let content = game.view().content();
    for index in 0..content.items().len() {
        let kind = ItemKind(index as u16);
        let (_, [r, g, b]) = look::item_appearance(game.view().whole(), kind.into());
        check(Color::srgb_u8(r, g, b), PANEL, &content.item(kind).name);
    }
    assert!(checked > 130, "{checked}");
}

#[test]
fn what_means_different_things_is_told_apart_without_a_kind_of_cones() {
    let bytes = |[r, g, b, _]: [u8; 4]| Color::Srgba(Srgba::rgb_u8(r, g, b));
    let tone = |tone: Tone| tone.colour(0);
    // Bars, the odds of a fight, messages, the minimap, and the selection.
    let pairs = [
        ("health and food", HEALTH, FOOD, 12.0),
        ("health and ghost", HEALTH, GHOST, 20.0),
        ("health and empty bar", HEALTH, WELL, 20.0),
        ("safe and deadly", SAFE, WRONG, 12.0),
        ("safe and even", SAFE, KEY, 12.0),
        ("even and deadly", KEY, WRONG, 12.0),
        ("gain and loss", tone(Tone::Good), tone(Tone::Bad), 12.0),
        (
            "gain and warning",
            tone(Tone::Good),
            tone(Tone::Warning),
            12.0,
        ),
        (
            "warning and loss",
            tone(Tone::Warning),
            tone(Tone::Bad),
            12.0,
        ),
        ("find and loss", tone(Tone::Find), tone(Tone::Bad), 12.0),
        ("monster and item", bytes(MONSTER), bytes(ITEM), 20.0),
        ("monster and player", bytes(MONSTER), bytes(PLAYER), 20.0),
        ("item and player", bytes(ITEM), bytes(PLAYER), 12.0),
        ("selected and not", CHOSEN, PANEL, 8.0),
        ("key and text", KEY, QUIET, 12.0),
    ];
    for palette in [Palette::Protan, Palette::Deutan, Palette::Tritan] {
        for (what, one, other, least) in pairs {
            let far = difference(
                simulate(palette, light(one)),
                simulate(palette, light(other)),
            );
            assert!(far >= least, "{palette:?}, {what}: {far}");
        }
    }
}

/// A map with a column of every tile that an item can lie on.
fn map_of_grounds() -> Map {
    let grounds: Vec<Tile> = Tile::ALL
        .iter()
        .copied()
        .filter(|tile| tile.is_walkable())
        .collect();
    let mut map = Map::new(Size::new(grounds.len() as u32 + 2, 9), Tile::Wall);
    for y in 1..8 {
        for (x, tile) in grounds.iter().enumerate() {
            map.tiles[Pos::new(x as i32 + 1, y)] = *tile;
        }
    }
    map
}

#[test]
fn every_item_is_told_from_every_ground_that_it_is_remembered_on() {
    let game = Game::new(Setup::new(Seed(1)).unwrap()).unwrap();
    let view = game.view();
    let map = map_of_grounds();
    let mut cells = Grid::default();
    let mut checked = 0;
    for kind in LevelKind::ALL {
        for depth in 1..=DEEPEST {
            let palette = DungeonPalette::of(kind, depth);
            paint(&map, &palette, &mut cells);
            let grounds = map.tiles.iter().filter(|(_, tile)| tile.is_walkable());
            for (pos, tile) in grounds {
                let ground = remembered(linear(cells[pos].bg), palette.memory);
                for def in view.content().items() {
                    let item = view.content().find_item(&def.id).unwrap();
                    let (_, colour) = look::item_appearance(view.whole(), item.into());
                    let thing = remembered_object(linear(colour));
                    let ratio = contrast(thing, beneath(ground));
                    assert!(
                        ratio >= READABLE,
                        "{} on {tile:?} of {kind:?} {depth}: {ratio}",
                        def.id
                    );
                    checked += 1;
                }
            }
        }
    }
    assert!(checked > 20_000, "{checked}");
}
