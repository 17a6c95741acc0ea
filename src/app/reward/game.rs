//! The screen of each puzzle game.

use crate::app::screen::Screen;
use crate::profile::Game;

impl Game {
    /// The screen of the game.
    pub const fn screen(self) -> Screen {
        match self {
            Self::Conduit => Screen::Conduit,
            Self::Maze => Screen::Maze,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_is_called_as_its_screen() {
        for game in Game::ALL {
            let screen = game.screen();
            assert_eq!(game.name(), screen.name());
            assert_eq!(game.title(), screen.title());
        }
    }
}
