//! The conditions that the player and monsters share. What one does to whom, and what is said of it, is a row.

use serde::{Deserialize, Serialize};
use strum::{EnumCount, VariantArray};

/// A temporary condition, counted in turns. They are saved and tick in this order.
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
pub enum Condition {
    /// Actions take less time.
    Hasted,
    /// Some steps go in a random direction.
    Confused,
    /// Health falls each turn until the condition runs out or the creature enters water.
    Burning,
    /// Every creature on the level is sensed.
    Telepathic,
    /// Sight in the dark reaches farther.
    Bright,
    /// Sight is short, and so is the distance at which monsters notice the player.
    Darkened,
    /// The lantern's reach is reduced.
    Dimmed,
    /// Recovering: it cannot charge, heal or call yet.
    Spent,
}

impl Condition {
    /// Every variant, in the order of declaration.
    pub const ALL: [Self; Self::COUNT] = crate::listed(Self::VARIANTS);

    /// What is so of it, and said.
    pub const fn words(self) -> &'static ConditionWords {
        match self {
            Self::Hasted => &ConditionWords {
                name: "hasted",
                sign: '»',
                effect: "All that you do takes less time.",
                began: "everything around you slows down",
                ended: Some("everything is back to its normal speed"),
                of_monster: Some("hasted"),
                ..ConditionWords::PLAIN
            },
            Self::Confused => &ConditionWords {
                name: "confused",
                sign: '?',
                effect: "Your steps and throws go astray.",
                began: "you can hardly tell left from right",
                ended: Some("your head is clear again"),
                of_monster: Some("confused"),
                monster_began: Some("{name} looks confused"),
                is_healed: true,
                passes_in_rest: true,
                takes_its_mind: true,
                ..ConditionWords::PLAIN
            },
            Self::Burning => &ConditionWords {
                name: "burning",
                sign: '^',
                effect: "Fire hurts you each turn; water puts it out.",
                began: "you are on fire",
                ended: Some("you are no longer on fire"),
                of_monster: Some("on fire"),
                is_healed: true,
                ..ConditionWords::PLAIN
            },
            Self::Telepathic => &ConditionWords {
                name: "telepathic",
                sign: '¤',
                effect: "You sense every creature on the level.",
                began: "you sense every creature on this level",
                ended: Some("you no longer sense the creatures on this level"),
                ..ConditionWords::PLAIN
            },
            Self::Bright => &ConditionWords {
                name: "keen-eyed",
                sign: '*',
                effect: "You see farther in the dark.",
                began: "you can see farther in the dark",
                ended: Some("you can no longer see as far in the dark"),
                affects_sight: true,
                ..ConditionWords::PLAIN
            },
            Self::Darkened => &ConditionWords {
                name: "darkened",
                sign: '•',
                effect: "You cannot see as far, and are harder to notice.",
                began: "darkness closes in on you",
                ended: Some("the darkness lifts"),
                of_monster: Some("blinded"),
                monster_began: Some("darkness surrounds {name}"),
                affects_sight: true,
                passes_in_rest: true,
                takes_its_mind: true,
                ..ConditionWords::PLAIN
            },
            Self::Dimmed => &ConditionWords {
                name: "dimmed",
                sign: '°',
                effect: "You cannot see as far.",
                began: "everything around you grows dim",
                ended: Some("everything around you is as bright as before"),
                affects_sight: true,
                is_healed: true,
                passes_in_rest: true,
                ..ConditionWords::PLAIN
            },
            Self::Spent => &ConditionWords {
                name: "out of breath",
                sign: '.',
                effect: "You have to recover.",
                began: "you are out of breath",
                of_monster: Some("recovering"),
                ..ConditionWords::PLAIN
            },
        }
    }
}

/// What is so of a condition, and said. Of the player, but for [`of_monster`](Self::of_monster).
#[derive(Debug)]
pub struct ConditionWords {
    /// Its name, which follows "you are".
    pub name: &'static str,
    /// A sign for it.
    pub sign: char,
    /// What it does, as a sentence.
    pub effect: &'static str,
    /// The message when it begins.
    pub began: &'static str,
    /// The message when it ends.
    pub ended: Option<&'static str>,
    /// The state of a monster, if that can be seen.
    pub of_monster: Option<&'static str>,
    /// The message when it begins for the monster `{name}`.
    pub monster_began: Option<&'static str>,
    /// Whether it changes how far the player sees.
    pub affects_sight: bool,
    /// Whether a potion of healing ends it.
    pub is_healed: bool,
    /// Whether rest waits until it has passed.
    pub passes_in_rest: bool,
    /// Whether a monster that gets it gives up what it has announced.
    pub takes_its_mind: bool,
}

impl ConditionWords {
    const PLAIN: Self = Self {
        name: "",
        sign: ' ',
        effect: "",
        began: "",
        ended: None,
        of_monster: None,
        monster_began: None,
        affects_sight: false,
        is_healed: false,
        passes_in_rest: false,
        takes_its_mind: false,
    };
}

/// Turns left of each condition.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub(in crate::game) struct Conditions {
    left: [u16; Condition::ALL.len()],
}

impl Conditions {
    pub const fn has(&self, condition: Condition) -> bool {
        self.left[condition as usize] > 0
    }

    /// Remaining turns; 0 without the condition.
    pub const fn left(&self, condition: Condition) -> u16 {
        self.left[condition as usize]
    }

    /// Makes the condition last at least `turns` more turns.
    pub fn extend(&mut self, condition: Condition, turns: u16) {
        let left = &mut self.left[condition as usize];
        *left = (*left).max(turns);
    }

    pub const fn end(&mut self, condition: Condition) {
        self.left[condition as usize] = 0;
    }

    pub fn is_any(&self) -> bool {
        self.left != [0; Condition::ALL.len()]
    }

    /// Counts one turn down; returns whether the condition ended.
    pub const fn tick(&mut self, condition: Condition) -> bool {
        let left = &mut self.left[condition as usize];
        let ends = *left == 1;
        *left = left.saturating_sub(1);
        ends
    }
}
