//! The text fields of a panel: the size, the percentage, the seed and the code of the round.

use std::fmt;
use std::marker::PhantomData;

use bevy::prelude::*;

use super::PanelPuzzle;
use crate::app::dungeon::entry::parse_side;
use crate::app::puzzle::PuzzleSession;
use crate::app::ui::field::Field;
use crate::code::Target;
use crate::geom::Size;
use crate::text;

/// What a field sets.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Setting {
    /// Columns.
    Width,
    /// Rows.
    Height,
    /// What the slider sets.
    Percent,
    /// The seed; also accepts codes.
    Seed,
    /// The code; also accepts numbers.
    Code,
}

impl Setting {
    /// Characters of the longest text: an id of a board of 50x50 tiles with walls, and progress on all of them.
    pub(super) const MAX_LENGTH: usize = 7700;
}

#[derive(Component)]
pub(super) struct PanelField<P> {
    setting: Setting,
    puzzle: PhantomData<fn() -> P>,
}

impl<P> PanelField<P> {
    pub(super) const fn new(setting: Setting) -> Self {
        Self {
            setting,
            puzzle: PhantomData,
        }
    }
}

impl<P> Clone for PanelField<P> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<P> Copy for PanelField<P> {}

impl<P> fmt::Debug for PanelField<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.setting.fmt(f)
    }
}

impl<P: PanelPuzzle> PanelField<P> {
    fn parse(self, session: &PuzzleSession<P>, text: &str) -> Result<P::Request, String> {
        let Size { width, height } = P::size(session);
        match self.setting {
            Setting::Width => P::with_size(session, Size::new(parse_side(text)?, height)),
            Setting::Height => P::with_size(session, Size::new(width, parse_side(text)?)),
            Setting::Percent => {
                let text = text::value(text);
                let percent = text.parse().ok().filter(|percent| *percent <= 100);
                let name = P::LAYOUT.percent.0.to_lowercase();
                let error = || format!("{name} must be from 0 to 100 per cent, not \"{text}\"");
                P::with_percent(session, percent.ok_or_else(error)?)
            }
            Setting::Seed => P::named(session, Target::read(text, crate::known())),
            Setting::Code => P::named(session, Target::paste(text, crate::known())),
        }
    }
}

impl<P: PanelPuzzle> Field for PanelField<P> {
    type Shown = PuzzleSession<P>;
    type Request = P::Request;

    fn value(self, session: &PuzzleSession<P>) -> String {
        let size = P::size(session);
        match self.setting {
            Setting::Width => size.width.to_string(),
            Setting::Height => size.height.to_string(),
            Setting::Percent => P::percent(session).to_string(),
            Setting::Seed => P::seed(session).map_or_else(String::new, |seed| seed.to_string()),
            Setting::Code => P::shown_code(session),
        }
    }

    fn request(self, session: &PuzzleSession<P>, text: &str) -> Result<Option<P::Request>, String> {
        let request = self.parse(session, text)?;
        Ok((text::value(text) != self.value(session)).then_some(request))
    }

    fn is_number(self) -> bool {
        !matches!(self.setting, Setting::Seed | Setting::Code)
    }

    fn revision(session: &Res<PuzzleSession<P>>) -> u64 {
        session.number()
    }
}
