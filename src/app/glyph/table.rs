//! The glyph table: code page 437 in its own order, then our drawings.

use std::sync::LazyLock;

use super::drawings::Drawn;
use crate::text::{BLANK, CP437};

/// The table, for look-ups in both directions.
struct Table {
    /// The characters, in the order of their indices.
    chars: Vec<char>,
    /// The characters with their indices, sorted by character.
    sorted: Vec<(char, u16)>,
}

static TABLE: LazyLock<Table> = LazyLock::new(|| {
    let mut chars: Vec<char> = CP437.chars().collect();
    chars.extend(Drawn::chars());
    let mut sorted: Vec<(char, u16)> = chars.iter().copied().zip(0..).collect();
    sorted.sort_unstable();
    Table { chars, sorted }
});

/// Index into the glyph table: 0..=255 are code page 437, followed by [`Drawn::ALL`].
///
/// ```
/// use undercroft::app::glyph::Glyph;
/// let at = Glyph::of('@').unwrap();
/// assert_eq!((at, at.to_char()), (Glyph(0x40), '@'));
/// assert_eq!(Glyph::of('漢'), None);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Glyph(pub u16);

impl Glyph {
    /// Number of glyphs in the table.
    pub const COUNT: u16 = 256 + Drawn::ALL.len() as u16;

    /// The space: only the background of its cell is visible.
    pub const BLANK: Self = Self(0x20);

    /// The glyph of a character, or `None` if it is not in the table.
    pub fn of(c: char) -> Option<Self> {
        if matches!(c, ' '..='~') {
            return Some(Self(c as u16));
        }
        let sorted = &TABLE.sorted;
        let index = sorted.binary_search_by_key(&c, |&(c, _)| c).ok()?;
        Some(Self(sorted[index].1))
    }

    /// The character of the glyph, or a space if the index lies outside the table.
    pub fn to_char(self) -> char {
        TABLE.chars.get(usize::from(self.0)).copied().unwrap_or(' ')
    }

    /// Whether the glyph draws nothing.
    pub fn is_blank(self) -> bool {
        BLANK.contains(&self.to_char())
    }

    /// Every glyph, in the order of the table.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..Self::COUNT).map(Self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::content::Content;
    use crate::map::Tile;

    #[test]
    fn every_tile_monster_and_item_of_the_game_can_be_drawn() {
        let content = Content::embedded().unwrap();
        let monsters = content.monsters().iter().map(|monster| monster.glyph);
        let items = content.items().iter().map(|item| item.glyph());
        let tiles = Tile::ALL.iter().map(|tile| tile.to_char());
        let all: Vec<char> = monsters.chain(items).chain(tiles).collect();
        assert!(all.len() > 50);
        for c in all {
            let glyph = Glyph::of(c).unwrap_or_default();
            assert!(!glyph.is_blank() || c == Tile::default().to_char(), "{c:?}");
        }
    }

    #[test]
    fn the_table_has_as_many_characters_as_it_says() {
        assert_eq!(CP437.chars().count(), 256);
        assert_eq!(TABLE.chars.len(), usize::from(Glyph::COUNT));
    }

    #[test]
    fn every_glyph_comes_back_from_its_character() {
        for glyph in Glyph::all() {
            assert_eq!(Glyph::of(glyph.to_char()), Some(glyph));
        }
    }

    #[test]
    fn known_codes_of_code_page_437_are_in_place() {
        let known = [
            (0x01, '☺'),
            (0x0f, '☼'),
            (0x1f, '▼'),
            (0x7f, '⌂'),
            (0x80, 'Ç'),
            (0x9b, '¢'),
            (0xb0, '░'),
            (0xb3, '│'),
            (0xc9, '╔'),
            (0xdb, '█'),
            (0xe1, 'ß'),
            (0xf7, '≈'),
            (0xfa, '·'),
            (0xfe, '■'),
        ];
        for (code, c) in known {
            assert_eq!(Glyph(code).to_char(), c, "{code:#x}");
        }
    }

    #[test]
    fn an_index_outside_the_table_is_blank() {
        assert!(Glyph(Glyph::COUNT).is_blank());
    }
}
