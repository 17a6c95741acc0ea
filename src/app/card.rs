//! A screen's card: what the parts that serve all screens have to know of one. The plugin of each screen registers its
//! own; its names, which are needed before there is an app, are in [`Screen`].

use std::collections::BTreeMap;

use bevy::prelude::*;

use super::screen::Screen;
use super::seed::TitleSeed;
#[cfg(feature = "cli")]
use crate::export::sheet::Entry;
use crate::game::{Daily, DailyCode, DailyGame};
use crate::rng::Seed;

/// What the parts that serve all screens have to know of one.
#[derive(Clone, Copy, Debug)]
pub struct ScreenCard {
    /// The screen that Back leads to; `None` for the title, where Back quits.
    pub parent: Option<Screen>,
    /// How the map is fitted to the window.
    pub fit: Fit,
    /// What the zoom keys and the wheel enlarge.
    pub zoom: Zooms,
    /// What fingers do.
    pub fingers: Fingers,
    /// Whether the map is the [`Dungeon`](super::dungeon::Dungeon).
    pub shows_dungeon: bool,
    /// Which run of Descend the map shows, if it shows one.
    pub run: Option<RunSource>,
    /// Whether the log and the sidebar of the run stand around the map.
    pub has_run_panels: bool,
    /// The seed of what the screen shows, which stands in the window's title and in the names of pictures.
    pub seed: fn(&World) -> Option<Seed>,
    /// Where the player is on the board or the map, in words, and what is there; for players who do not see it.
    pub place: fn(&World) -> Option<String>,
    /// What the screen shows, as others can open it.
    pub shared: fn(&World) -> Option<Shared>,
    /// What the screen shows as text, and the name of it for the player.
    pub copied: fn(&World) -> Option<(String, String)>,
    /// Whether the player waits for what the screen will show next; copying and pasting waits, too.
    pub is_making: fn(&World) -> bool,
    /// Opens what a pasted text names.
    ///
    /// # Errors
    /// Why it cannot be opened here.
    pub open: fn(&mut World, &str) -> Result<(), String>,
    /// What the screen shows, as it is printed, or why there is nothing to print.
    #[cfg(feature = "cli")]
    pub printed: fn(&World) -> Result<Vec<Entry>, String>,
}

impl Default for ScreenCard {
    /// A screen of the title's without a map of its own or anything to share.
    fn default() -> Self {
        Self {
            parent: Some(Screen::Title),
            fit: Fit::default(),
            zoom: Zooms::Nothing,
            fingers: Fingers::default(),
            shows_dungeon: false,
            run: None,
            has_run_panels: false,
            seed: |world| Some(world.resource::<TitleSeed>().seed()),
            place: |_| None,
            shared: |_| None,
            copied: |_| None,
            is_making: |_| false,
            open: |_, _| Err("nothing can be pasted here".to_owned()),
            #[cfg(feature = "cli")]
            printed: |_| Err("there is nothing to print here".to_owned()),
        }
    }
}

/// Which run a screen shows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RunSource {
    /// The player's own.
    Played,
    /// One that the player watches.
    Watched,
}

/// What the zoom keys and the wheel enlarge.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Zooms {
    /// The screen has nothing to zoom.
    Nothing,
    /// The map.
    Map,
    /// Something that the screen zooms itself.
    Own,
}

/// What fingers on a touch screen do besides a tap, which is a click with the left button. A field is the button of the
/// mouse that would do the same.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Fingers {
    /// A drag on the map. Without a button it moves the map.
    pub drag: Option<MouseButton>,
    /// A held tap. Without a button it only points, as the mouse does without a click.
    pub hold: Option<MouseButton>,
    /// A tap with two fingers.
    pub tap_of_two: Option<MouseButton>,
}

/// How the map is fitted to the window, until the player zooms it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Fit {
    /// Fitting does not shrink tiles below this height, in logical pixels.
    pub min_tile_height: f32,
    /// A taller window enlarges the tiles further, to show at most this many rows.
    pub max_rows: f32,
    /// Where more of the map is unknown than known, tiles are enlarged until what is known fills a third of a side of the
    /// view, or until the view shows no more rows than these.
    pub min_rows: f32,
    /// Whether this holds for large maps, too.
    pub enlarges_large_maps: bool,
}

impl Default for Fit {
    fn default() -> Self {
        Self {
            min_tile_height: 6.0,
            max_rows: f32::INFINITY,
            min_rows: 0.0,
            enlarges_large_maps: false,
        }
    }
}

/// What a screen shows, as others can open it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Shared {
    /// A seed, which the title takes.
    Seed(Seed),
    /// A share code or an id, and the word for what it opens.
    Code(String, &'static str),
    /// A recorded run. It has no code that can be typed, so its seed stands for it.
    Replay(Seed, String),
}

impl Shared {
    /// The daily of a game.
    pub fn daily(game: DailyGame, day: Daily) -> Self {
        Self::Code(DailyCode { game, day }.to_string(), "daily")
    }
}

/// The cards of all screens whose plugins have been added.
#[derive(Resource, Default)]
pub struct Cards(BTreeMap<Screen, ScreenCard>);

impl Cards {
    /// The card of a screen; the default for one without a plugin.
    pub fn of(&self, screen: Screen) -> ScreenCard {
        self.0.get(&screen).copied().unwrap_or_default()
    }

    /// The card of the open screen.
    pub fn shown(world: &World) -> ScreenCard {
        let screen = world.resource::<State<Screen>>().get();
        world.resource::<Self>().of(*screen)
    }
}

/// Registers the cards of screens.
pub trait AddScreen {
    /// Registers the card of `screen`.
    fn add_screen(&mut self, screen: Screen, card: ScreenCard) -> &mut Self;
}

impl AddScreen for App {
    fn add_screen(&mut self, screen: Screen, card: ScreenCard) -> &mut Self {
        let mut cards = self.world_mut().get_resource_or_init::<Cards>();
        cards.0.insert(screen, card);
        self
    }
}

/// Whether the terrain shows the `Dungeon` rather than the map of a game. True in an app without screens.
pub fn shows_dungeon(shown: Option<Res<State<Screen>>>, cards: Option<Res<Cards>>) -> bool {
    shown.is_none_or(|shown| cards.is_some_and(|cards| cards.of(*shown.get()).shows_dungeon))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::{headless, keymap};

    #[test]
    fn every_screen_has_a_card_and_leads_back_to_the_title() {
        let app = headless();
        let cards = app.world().resource::<Cards>();
        for screen in Screen::ALL {
            assert!(cards.0.contains_key(&screen), "{screen:?} has no card");
            let parents = std::iter::successors(Some(screen), |screen| cards.of(*screen).parent);
            assert_eq!(parents.take(9).last(), Some(Screen::Title), "{screen:?}");
        }
    }

    #[test]
    fn screens_are_zoomed_where_there_are_keys_for_it() {
        let app = headless();
        let (cards, keymap) = (app.world().resource::<Cards>(), keymap());
        for screen in Screen::ALL {
            let entries = keymap.entries_on(screen).into_iter();
            let has_key = entries
                .map(|entry| entry.name)
                .any(|name| name == "zoom-in");
            let zooms = cards.of(screen).zoom != Zooms::Nothing;
            assert_eq!(has_key, zooms, "{screen:?}");
        }
    }
}
