//! The parameters of a run, and why a game cannot be started.

use super::content::{Content, ContentErrors};
use super::daily::{Daily, DailyCode, DailyGame};
use crate::rng::Seed;

/// The highest New Game Plus.
pub const MOST_PLUS: u8 = 20;

/// The parameters of a run.
#[derive(Clone, Copy, Debug)]
pub struct Setup {
    /// The seed that levels and outcomes are generated from.
    pub seed: Seed,
    /// New Game Plus: how often the Everlamp was lit before, 0 to 20. Each time makes monsters
    /// stronger.
    pub plus: u8,
    /// Monsters, items, levels and rules.
    pub content: &'static Content,
    /// The day that the run counts for; `None` for an ordinary run. A run of another seed, or with New Game Plus, is
    /// the daily of no day.
    pub daily: Option<Daily>,
}

impl Setup {
    /// A first run with the embedded content.
    ///
    /// # Errors
    /// The errors in the content files.
    pub fn new(seed: Seed) -> Result<Self, GameError> {
        let content = Content::embedded().map_err(|errors| GameError::Content(errors.clone()))?;
        Ok(Self::with_content(seed, content))
    }

    /// A first run with other content.
    pub const fn with_content(seed: Seed, content: &'static Content) -> Self {
        Self {
            seed,
            plus: 0,
            content,
            daily: None,
        }
    }

    /// The daily run of a day.
    pub fn daily(day: Daily, content: &'static Content) -> Self {
        let code = DailyCode {
            game: DailyGame::Run,
            day,
        };
        Self {
            daily: Some(day),
            ..Self::with_content(code.seed(), content)
        }
    }

    /// A run through the training: three hand-drawn levels, always the same.
    ///
    /// # Errors
    /// The errors in the content files.
    pub fn training() -> Result<Self, GameError> {
        let content =
            Content::with_training().map_err(|errors| GameError::Content(errors.clone()))?;
        let seed = content.training().map_or(0, |training| training.start.seed);
        Ok(Self::with_content(Seed(seed), content))
    }

    /// The same run with New Game Plus.
    #[must_use]
    pub const fn plus(self, plus: u8) -> Self {
        Self { plus, ..self }
    }
}

/// Why a game cannot be started.
#[expect(missing_docs, reason = "each message says what it means")]
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum GameError {
    #[error("{0}")]
    Content(ContentErrors),
    #[error("New Game Plus must be 0 to {MOST_PLUS}, not {0}")]
    Plus(u8),
}
