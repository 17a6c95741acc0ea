//! Why a run is practice: it is played like any other, and counts for no daily and no record.

use super::content::Content;

/// Why a run counts for no daily and no record. Its message is a sentence for the player.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Practice {
    /// It is the training.
    #[error("The training counts for no record.")]
    Training,
    /// Its content is not the embedded one.
    #[error("The rules are not the game's own, so this run counts for no daily and no record.")]
    OtherRules,
    /// Its file was damaged, and it continues from before.
    #[error(
        "This run continues from before its file was damaged, so it counts for no daily and no record."
    )]
    Restored,
    /// Its content was replaced while it was played.
    #[error(
        "The content was reloaded while the program ran, so this run counts for no daily and no record."
    )]
    Reloaded,
    /// It is the daily of a day that has not begun.
    #[error(
        "The day of this daily is still to come, so this run counts for no daily and no record."
    )]
    DayToCome,
}

impl Practice {
    /// Why runs with this content are practice, if they are.
    pub fn of_content(content: &Content) -> Option<Self> {
        if content.training().is_some() {
            return Some(Self::Training);
        }
        let own = Content::embedded().map(Content::digest);
        (own != Ok(content.digest())).then_some(Self::OtherRules)
    }

    /// Its name in a recording; `None` for the reasons that the rest of the recording shows.
    pub(super) const fn mark(self) -> Option<&'static str> {
        match self {
            Self::Restored => Some("restored"),
            Self::Reloaded => Some("reloaded"),
            Self::Training | Self::OtherRules | Self::DayToCome => None,
        }
    }

    /// The reason with this name in a recording.
    pub(super) fn of_mark(mark: &str) -> Option<Self> {
        let marked = [Self::Restored, Self::Reloaded];
        marked
            .into_iter()
            .find(|reason| reason.mark() == Some(mark))
    }
}
