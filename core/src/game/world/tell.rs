//! What monsters announce. What is said of one is a row.

use serde::{Deserialize, Serialize};
use strum::{EnumCount, VariantArray};

use crate::geom::Pos;

/// What a monster announces before it does it, so that whoever sees it can answer.
#[derive(
    Clone,
    Copy,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Debug,
    Serialize,
    Deserialize,
    EnumCount,
    VariantArray,
)]
pub enum Tell {
    /// A shot along a line, at whoever stands in it first.
    Shot,
    /// A charge along a lane, at whoever stands in it first.
    Charge,
    /// A call for others, which a wound stops.
    Call,
    /// A heavy blow at one tile.
    Heavy,
    /// A blow at the eight tiles around it.
    Sweep,
}

impl Tell {
    /// Every variant, in the order of declaration.
    pub const ALL: [Self; Self::COUNT] = crate::listed(Self::VARIANTS);

    /// What is said of it.
    pub const fn words(self) -> &'static TellWords {
        match self {
            Self::Shot => &TellWords {
                begins: "takes aim",
                state: "taking aim",
                answer: "It is about to shoot along the marked line, at whoever stands in it first: step out of it.",
                misses: "the shot of {name} falls short",
                meets: "the shot of {name} strikes {what}",
            },
            Self::Charge => &TellWords {
                begins: "paws the ground",
                state: "about to charge",
                answer: "It is about to run along the marked lane, at whoever stands in it first: step out of it.",
                misses: "{name} runs on and meets nobody",
                meets: "{name} runs into {what}",
            },
            Self::Call => &TellWords {
                begins: "draws breath to call",
                state: "about to call",
                answer: "It is about to call for help: wound it, or get out of its sight, and it cannot.",
                misses: "{name} calls in vain",
                meets: "{name} calls in vain",
            },
            Self::Heavy => &TellWords {
                begins: "raises both hands for a heavy blow",
                state: "next blow heavy",
                answer: "Its next blow is heavy, and falls on the marked tile: step off it.",
                misses: "the heavy blow of {name} meets nobody",
                meets: "the heavy blow of {name} meets nobody",
            },
            Self::Sweep => &TellWords {
                begins: "draws back to strike all around",
                state: "about to sweep",
                answer: "It is about to strike all around it: get two tiles away from it.",
                misses: "{name} sweeps the empty air",
                meets: "{name} sweeps the empty air",
            },
        }
    }

    /// Whether it strikes, so that its tiles are to be left. Else it calls, which a wound stops.
    pub const fn strikes(self) -> bool {
        !matches!(self, Self::Call)
    }
}

/// What is said of an announcement.
#[derive(Debug)]
pub struct TellWords {
    /// What a monster does as it announces it.
    pub begins: &'static str,
    /// Its state until then.
    pub state: &'static str,
    /// What it is about to do, and what helps.
    pub answer: &'static str,
    /// That the monster `{name}` met nobody.
    pub misses: &'static str,
    /// That it met `{what}` instead of somebody.
    pub meets: &'static str,
}

/// What a monster has announced. It does it with its next action, unless something stops it before.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(in crate::game) struct Preparation {
    pub tell: Tell,
    /// Where it stands. Whoever is moved from there gives it up.
    pub from: Pos,
    /// The tile that it aims at: where its target stood.
    pub at: Pos,
}
