//! The player's actions, and the reasons to refuse them.

use std::fmt::{self, Write as _};
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use super::hazard::HazardKind;
use super::word::{Parameter, take_char};
use crate::game::content::Scroll;
use crate::geom::{Dir, Pos};
use crate::text::{self, Invalid};

/// A slot of the pack, named `a` to `z`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(try_from = "char", into = "char")]
pub struct Letter(u8);

impl Letter {
    /// Slots in the pack.
    pub const COUNT: usize = 26;

    /// The slot named `c`; `None` unless it is one of `a` to `z`.
    pub const fn new(c: char) -> Option<Self> {
        if c.is_ascii_lowercase() {
            Some(Self(c as u8 - b'a'))
        } else {
            None
        }
    }

    /// Every slot, from `a` to `z`.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..Self::COUNT as u8).map(Self)
    }

    /// The slot's name.
    pub const fn to_char(self) -> char {
        (b'a' + self.0) as char
    }

    pub(in crate::game) const fn index(self) -> usize {
        self.0 as usize
    }
}

impl std::fmt::Display for Letter {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}", self.to_char())
    }
}

impl Parameter for Letter {
    fn write(self, word: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(word, "{self}")
    }

    fn read(rest: &mut &str) -> Option<Self> {
        Self::new(take_char(rest)?)
    }
}

impl From<Letter> for char {
    fn from(letter: Letter) -> Self {
        letter.to_char()
    }
}

impl TryFrom<char> for Letter {
    type Error = String;

    fn try_from(c: char) -> Result<Self, String> {
        Self::new(c).ok_or_else(|| format!("\"{c}\" is not a letter of the pack, a to z"))
    }
}

/// Declares the actions: the character that a recording writes for each, its name, and its parameters in the order in
/// which they follow the character.
macro_rules! actions {
    ($(
        $(#[doc = $about:literal])+
        $char:literal $Name:ident $({ $( $(#[doc = $meaning:literal])* $field:ident: $Type:ty ),+ })?
    )+) => {
        /// What the player does. One call of [`Game::apply`](crate::game::Game::apply) takes at most one turn.
        ///
        /// [`Explore`](Self::Explore), [`Proceed`](Self::Proceed), [`Travel`](Self::Travel), [`Run`](Self::Run), [`Rest`](Self::Rest)
        /// and [`Feel`](Self::Feel) take many turns. Each `apply` does **one step** of them; as long as
        /// [`Game::doing`](crate::game::Game::doing) then returns the action, the client applies it again, at any
        /// pace. Anything new interrupts it ([`RunEvent::Interrupted`](crate::game::RunEvent::Interrupted)),
        /// and any other action ends it. A recording has it as the action and the number of times it was
        /// applied.
        ///
        /// `letter` is a slot of the pack. The word of an action in a recording is a character followed by its
        /// parameters: a letter, a number, a direction such as `ne`, a tile as `@x,y`; see [`Command`].
        #[expect(missing_docs, reason = "a name is enough for most fields")]
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub enum Action {
            $(
                $(#[doc = $about])+
                #[doc = concat!("\n\nIts word: `", $char, "`" $($(, ", `", stringify!($field), "`")+)? , ".")]
                $Name $({ $( $(#[doc = $meaning])* $field: $Type ),+ })?,
            )+
        }

        impl Action {
            fn write(self, word: &mut fmt::Formatter<'_>) -> fmt::Result {
                match self {
                    $(Self::$Name $({ $($field),+ })? => {
                        word.write_char($char)?;
                        $($($field.write(word)?;)+)?
                    })+
                }
                Ok(())
            }

            /// Reads the character `verb` and what follows it; `None` if an action lacks something.
            fn read(verb: char, rest: &mut &str) -> Option<Self> {
                Some(match verb {
                    $($char => Self::$Name $({ $($field: Parameter::read(rest)?),+ })?,)+
                    _ => return None,
                })
            }
        }
    };
}

actions! {
    /// A step; attacks a monster, opens a closed door or a tomb or pulls a lever in the way.
    'm' Move { dir: Dir }

    /// Lets a turn pass.
    '.' Wait

    /// Searches nearby tiles for a turn and reveals disguised monsters.
    's' Search

    /// Waits turn by turn until healed.
    'Z' Rest

    /// Picks up the item on the player's tile. An offer of an open vault is taken, and the others vanish.
    'g' PickUp

    /// Drops items of one slot; the whole stack if it holds fewer.
    'd' Drop {
        letter: Letter,
        /// Items to drop, at least 1.
        count: u16
    }

    /// Uses an item according to its class: eats, drinks or reads it, throws or shoots it, wields a weapon, puts on
    /// armour or a ring, lights a lantern; or stops using it, and it stays in the pack.
    'u' Use {
        letter: Letter,
        /// Target of a scroll, relic or missile; `None` for the nearest enemy.
        at: Option<Pos>
    }

    /// Throws one item at a tile.
    'v' Throw {
        letter: Letter,
        /// The target tile, in sight.
        at: Pos
    }

    /// Shoots an arrow at a tile with the wielded bow.
    'f' Fire {
        /// The target tile, in sight.
        at: Pos
    }

    /// Closes an open door beside the player.
    'c' Close {
        /// Which of several; `None` if only one can be closed.
        dir: Option<Dir>
    }

    /// Puts out a burning brazier beside the player, or lights one that is out.
    'b' Tend {
        /// Which of several; `None` if there is only one.
        dir: Option<Dir>
    }

    /// Knocks over a burning brazier beside the player, away from them.
    'P' Push {
        /// Which of several; `None` if there is only one.
        dir: Option<Dir>
    }

    /// Hoods the lantern in use, so that it gives no light and burns no oil, or takes the hood off.
    'L' Hood

    /// Turns one tile of the conduit next to the player by a quarter.
    'R' Rotate {
        /// The conduit's tile, as an index row by row.
        tile: u16,
        /// Written `+`, or `-` for the other way.
        clockwise: bool
    }

    /// Feels for a wrong tile of the conduit next to the player, and corrects it in the last turn.
    'F' Feel { dir: Dir }

    /// Takes the stairs up.
    '<' Ascend

    /// Takes the stairs down.
    '>' Descend

    /// Explores the level and picks up items on the way.
    'x' Explore

    /// On an explored level, goes to what is left to do there: the prizes of an open vault, the tombs, the conduit,
    /// the stairs. It does none of that. What it sets out from is left as it is, and not gone to again.
    'n' Proceed

    /// Strikes an enemy beside the player, or else steps towards the nearest in sight. Below half of their health the
    /// player has to choose.
    'a' Fight

    /// Travels along known tiles.
    '_' Travel {
        /// The destination, a known tile.
        to: Pos
    }

    /// Runs in a direction until something of interest appears.
    'J' Run {
        /// The direction to start in.
        dir: Dir
    }

    /// Abandons the run, which ends it.
    'Q' GiveUp
}

impl Action {
    /// A step in a direction.
    pub const fn step(dir: Dir) -> Self {
        Self::Move { dir }
    }

    /// The action with every warning confirmed.
    pub const fn sure(self) -> Command {
        let (action, sure) = (self, true);
        Command { action, sure }
    }

    /// Whether the action can take many turns.
    pub const fn is_long(self) -> bool {
        matches!(
            self,
            Self::Rest
                | Self::Explore
                | Self::Proceed
                | Self::Travel { .. }
                | Self::Run { .. }
                | Self::Feel { .. }
        )
    }
}

/// An action as the player gives it. Its text is a word of a recording: that of the action, and `!` if it is sure.
///
/// ```
/// use undercroft_core::game::{Action, Command};
/// use undercroft_core::geom::Dir;
///
/// let step = Action::Move { dir: Dir::NorthEast }.sure();
/// assert_eq!(step.to_string(), "mne!");
/// assert_eq!("mne!".parse(), Ok(step));
/// assert_eq!("x".parse(), Ok(Command::from(Action::Explore)));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Command {
    /// What to do.
    pub action: Action,
    /// Confirms any warning: without it a dangerous action is refused with [`Refusal::NeedsConfirmation`]. Decides
    /// nothing where there is no danger.
    pub sure: bool,
}

impl From<Action> for Command {
    fn from(action: Action) -> Self {
        let sure = false;
        Self { action, sure }
    }
}

impl fmt::Display for Command {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.action.write(f)?;
        f.write_str(if self.sure { "!" } else { "" })
    }
}

impl FromStr for Command {
    type Err = Invalid;

    fn from_str(word: &str) -> Result<Self, Invalid> {
        let read = || {
            let mut rest = word;
            let verb = take_char(&mut rest)?;
            let action = Action::read(verb, &mut rest)?;
            let sure = rest == "!";
            let command = Self { action, sure };
            // Rejects what follows, and numbers with leading zeros: writing the command again omits these.
            (command.to_string() == word).then_some(command)
        };
        read()
            .ok_or_else(|| Invalid::new(format_args!("\"{}\" is not a move", text::excerpt(word))))
    }
}

/// Why an action asks for confirmation.
#[expect(missing_docs, reason = "each message says what it means")]
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, thiserror::Error)]
pub enum Danger {
    #[error("it will burst")]
    Bursts,
    #[error("you know what that potion does")]
    HarmfulPotion,
    #[error("you are in the blast")]
    OwnBlast,
    #[error("the fire would spread to you")]
    FireSpreads,
    #[error("those are flames")]
    Flames,
    #[error("{} is there", .0.name())]
    Hazard(HazardKind),
    #[error("you are using that")]
    InUse,
    #[error("you are not hungry")]
    NotHungry,
    #[error("you are badly hurt")]
    BadlyHurt,
    #[error(
        "that is deep water, which puts out your lantern and may carry off what you do not hold or wear"
    )]
    DeepWater,
}

/// Why an action was refused. A refused action changes nothing, not even the random state.
#[expect(missing_docs, reason = "each message says what it means")]
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, thiserror::Error)]
pub enum Refusal {
    #[error("the run is over")]
    Over,
    /// The action is dangerous; with `sure` it is applied.
    #[error("{0}: really?")]
    NeedsConfirmation(Danger),
    #[error("something solid is in the way at {0}")]
    Solid(Pos),
    #[error("the gap between the corners is too narrow: go around")]
    Squeeze,
    #[error("your pack has nothing at \"{0}\"")]
    NoItem(Letter),
    #[error("you wear two rings already: take one off first")]
    RingsFull,
    #[error("drop at least one")]
    NoCount,
    #[error("nothing lies here to pick up")]
    NothingHere,
    #[error("your pack is full: drop something, or use it up")]
    PackFull,
    #[error("the floor has no room for it")]
    FloorFull,
    #[error("your pack is empty")]
    EmptyPack,
    #[error("you have nothing to eat")]
    NoFood,
    #[error("you have no potion to drink")]
    NoPotion,
    #[error("you have no scroll to read")]
    NoScroll,
    #[error("you have nothing else to wield or wear")]
    NoGear,
    #[error("you are not wielding or wearing anything")]
    NothingInUse,
    #[error("wield a bow first")]
    NoBow,
    #[error("you have no arrows")]
    NoArrows,
    /// An arrow is thrown so many tiles at most.
    #[error("by hand an arrow flies {0} tiles at most: go nearer, or shoot it with a bow")]
    TooFarByHand(i32),
    #[error("no enemy is in sight: choose a target")]
    NoTarget,
    #[error("choose a tile in sight other than your own")]
    BadTarget,
    #[error("choose a free tile in sight")]
    NotFree,
    #[error("there is no open door beside you")]
    NoDoor,
    #[error("something is in the doorway")]
    Doorway,
    #[error("there is no brazier beside you")]
    NoBrazier,
    /// Only a burning brazier is knocked over.
    #[error("that brazier is out: it holds no coals to throw")]
    NoCoals,
    /// The only known path leads over a hazard that the player knows of.
    #[error("the only way that you know leads over {}: go step by step, or look for another", .0.name())]
    HazardInTheWay(HazardKind),
    /// The only known path leads over a plate that the player knows of.
    #[error(
        "the only way that you know leads over a plate: step on it if you want to, or look for another way"
    )]
    PlateInTheWay,
    /// Flames are where the player is or has to go.
    #[error("not with flames so near: get away from them, or let them burn down")]
    Flames,
    #[error("you have no lantern in use")]
    NoLantern,
    #[error("not while you swim: get ashore first")]
    Swimming,
    #[error("not while you burn: step into water, or wait for the flames on you to die")]
    Burning,
    #[error("your lantern is out of oil: fill it beside a burning brazier")]
    NoOil,
    #[error("which direction?")]
    WhichDirection,
    /// The step leads into a conduit, whose tiles are turned with [`Action::Rotate`].
    #[error("a conduit is in the way: turn its tiles")]
    AtConduit,
    #[error("the conduit has no such tile")]
    NoTile,
    #[error("there is no conduit beside you")]
    NoConduit,
    /// A wrong tile of a conduit was felt for twice.
    #[error("your fingers have learnt all they can from this conduit: turn its tiles yourself")]
    FeltOften,
    /// The tiles that can be set right by feeling are right.
    #[error(
        "every tile that can be set right by feeling is right: the broken one is yours to turn"
    )]
    NothingWrong,
    /// Light has run through the broken tile of a conduit.
    #[error(
        "light has run through the broken tile and fused it: with the missing pipe it would turn again"
    )]
    Fused,
    #[error("nothing is broken on this conduit")]
    NothingBroken,
    /// A font that no light has reached.
    #[error("the font is dry: the light of the conduit would fill it")]
    DryFont,
    #[error("you have drunk the font dry")]
    DrunkFont,
    #[error("there are no stairs up here")]
    NoStairsUp,
    #[error("there are no stairs down here")]
    NoStairsDown,
    #[error("the door above is barred until the Everlamp burns")]
    Barred,
    #[error("there is no way further down: the Everlamp is on this depth")]
    Deepest,
    #[error("not while an enemy is in sight: go step by step, wait, fight, or get away")]
    EnemyInSight,
    #[error("nobody is in sight to fight")]
    NobodyToFight,
    #[error("you know of no way to the enemy in sight")]
    NoWayToEnemy,
    /// Only [`Action::Fight`] is refused for it.
    #[error(
        "your health is too low for that fight: a step towards an enemy strikes it, or flee, or heal"
    )]
    HalfDead,
    #[error("you have thrown nothing yet")]
    NothingThrown,
    #[error("you have none of those left to throw")]
    NoneLeft,
    #[error("whoever you threw at is no longer in sight")]
    TargetGone,
    /// Only throwing again is refused for it: whoever aims is told what is in the way.
    #[error("something is in the way: choose what to throw, and aim anew")]
    TargetCovered,
    #[error("you are well rested")]
    Rested,
    /// Health comes back no further away from a burning brazier.
    #[error(
        "you are as well rested as you can be here: beside a burning brazier you would heal fully"
    )]
    RestedHere,
    #[error("you are too hungry to heal: eat first")]
    TooHungry,
    /// Using a relic takes food.
    #[error("you are too hungry to use \"{0}\": eat first")]
    TooHungryFor(Letter),
    /// The scroll or relic would be wasted. Only [`View::can_use`](crate::game::View::can_use) refuses it.
    #[error("nothing would happen")]
    NoEffect(Scroll),
    #[error("everything within reach is explored")]
    Explored,
    /// The only known path leads past a monster that stands here and does not hunt the player.
    #[error("a monster blocks the only way")]
    InTheWay(Pos),
    #[error("you know of no way there")]
    NoWay,
    #[error("you are there already")]
    There,
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    /// Every word that an action may have with some typical parameters, and what it means.
    fn words() -> BTreeMap<String, Command> {
        let tails = [
            "", "n", "ne", "e", "se", "s", "sw", "w", "nw", "a", "z", "a1", "q65535", "a@-3,47",
            "q@79,0", "@3,4", "@-3,-47", "0+", "99-",
        ];
        let verbs = (b'!'..=b'~').map(char::from);
        let words = verbs.flat_map(|verb| tails.map(|tail| format!("{verb}{tail}")));
        let words = words.flat_map(|word| [format!("{word}!"), word]);
        words
            .filter_map(|word| Some((word.clone(), word.parse().ok()?)))
            .collect()
    }

    #[test]
    fn every_word_is_written_as_it_was_read_and_no_two_mean_the_same() {
        let words = words();
        for (word, command) in &words {
            assert_eq!(command.to_string(), *word);
            assert_eq!(command.sure, word.ends_with('!'));
            assert!(!word.contains([' ', '*', '=']), "{word}");
            let same = words.values().filter(|other| *other == command);
            assert_eq!(same.count(), 1, "{word}");
        }
        let mut actions: Vec<_> = words
            .values()
            .map(|command| std::mem::discriminant(&command.action))
            .collect();
        actions.dedup();
        assert_eq!(actions.len(), 23, "actions");
    }

    #[test]
    fn a_changed_word_is_refused_or_means_something_else() {
        let words = words();
        let (mut refused, mut other) = (0, 0);
        for (word, command) in &words {
            for at in 0..word.len() {
                for part in ["", "!", "+", "-", "@", ",", "0", "7", "a", "n", "é"] {
                    let changed = format!("{}{part}{}", &word[..at], &word[at + 1..]);
                    match changed.parse::<Command>() {
                        Ok(read) => {
                            assert_eq!(read.to_string(), changed);
                            assert_eq!(read == *command, changed == *word, "{changed}");
                            other += 1;
                        }
                        Err(why) => {
                            assert!(why.to_string().ends_with("is not a move"), "{why}");
                            refused += 1;
                        }
                    }
                }
            }
        }
        assert!(refused > 1000 && other > 200, "{refused}, {other}");
    }

    #[test]
    fn a_word_is_read_as_its_action() {
        let letter = Letter::new('q').unwrap();
        let at = Pos::new(-3, 47);
        let some = Some(at);
        for (word, command) in [
            (
                "mse!",
                Action::Move {
                    dir: Dir::SouthEast,
                }
                .sure(),
            ),
            (".", Action::Wait.into()),
            ("dq3", Action::Drop { letter, count: 3 }.into()),
            ("uq", Action::Use { letter, at: None }.into()),
            ("uq@-3,47!", Action::Use { letter, at: some }.sure()),
            ("vq@-3,47", Action::Throw { letter, at }.into()),
            ("c", Action::Close { dir: None }.into()),
            (
                "R12-",
                Action::Rotate {
                    tile: 12,
                    clockwise: false,
                }
                .into(),
            ),
            ("_@-3,47", Action::Travel { to: at }.into()),
        ] {
            assert_eq!(word.parse(), Ok(command), "{word}");
        }
    }

    #[test]
    fn invalid_words_are_refused() {
        for word in [
            "", "m", "mx", "mnn", "m!", "..", ".!!", "d", "da", "dA3", "da-1", "da65536", "da03",
            "u@1,2", "ua@", "ua@1", "ua@1,", "ua!@1,2", "va", "f", "f!@1,2", "cx", "bnn", "R",
            "R1", "R1*", "_", "_3,4", "é", "mé", "ué", "ea", "C1", "on",
        ] {
            let why = word.parse::<Command>().unwrap_err();
            assert_eq!(why.to_string(), format!("\"{word}\" is not a move"));
        }
    }
}
