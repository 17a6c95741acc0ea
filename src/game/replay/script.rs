//! Actions as text: the words of a replay. Short, one word an action, nothing but ASCII.
//!
//! A word is a character for the action, then its parameters: a letter of the pack, a direction as
//! `n`, `ne` and so on, a target as `@x,y`, and `!` to confirm any warning.
//!
//! | word | action | word | action |
//! | --- | --- | --- | --- |
//! | `mne` | step | `f@3,4` | fire |
//! | `.` | wait | `on`; `cn`, `c` | open a door; close one, the only one |
//! | `s` | search | `bn`, `b` | tend a brazier, the only one |
//! | `Z` | rest | `pn` | pull a lever, feel a conduit |
//! | `g` | pick up | `R12+`, `R12-` | turn a tile of a conduit, counter-clockwise with `-` |
//! | `da3` | drop three of `a` | `C1` | choose an offer |
//! | `ua`, `ea`, `qa`, `ra` | use, eat, quaff, read | `<`, `>` | take the stairs up, down |
//! | `wa`, `ta` | equip, take off | `x` | explore |
//! | `va@3,4` | throw | `_@3,4`, `Jn` | travel, run |

use std::fmt;

use crate::game::{Action, Letter};
use crate::geom::{Dir, Pos};

/// The name of a direction in a replay.
fn name(dir: Dir) -> &'static str {
    match dir {
        Dir::North => "n",
        Dir::NorthEast => "ne",
        Dir::East => "e",
        Dir::SouthEast => "se",
        Dir::South => "s",
        Dir::SouthWest => "sw",
        Dir::West => "w",
        Dir::NorthWest => "nw",
    }
}

/// Displays an action as its word.
pub(super) struct Word(pub Action);

/// Displays an optional target.
struct Place(Option<Pos>);

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Some(Pos { x, y }) => write!(f, "@{x},{y}"),
            None => Ok(()),
        }
    }
}

const fn yes(sure: bool) -> &'static str {
    if sure { "!" } else { "" }
}

impl fmt::Display for Word {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Action::Move { dir, sure } => write!(f, "m{}{}", name(dir), yes(sure)),
            Action::Wait => write!(f, "."),
            Action::Search => write!(f, "s"),
            Action::Rest => write!(f, "Z"),
            Action::PickUp => write!(f, "g"),
            Action::Drop { letter, count } => write!(f, "d{letter}{count}"),
            Action::Use { letter, at, sure } => write!(f, "u{letter}{}{}", Place(at), yes(sure)),
            Action::Eat { letter, sure } => write!(f, "e{letter}{}", yes(sure)),
            Action::Quaff { letter, sure } => write!(f, "q{letter}{}", yes(sure)),
            Action::Read { letter, at, sure } => write!(f, "r{letter}{}{}", Place(at), yes(sure)),
            Action::Equip { letter } => write!(f, "w{letter}"),
            Action::Unequip { letter } => write!(f, "t{letter}"),
            Action::Throw { letter, at, sure } => {
                write!(f, "v{letter}{}{}", Place(Some(at)), yes(sure))
            }
            Action::Fire { at, sure } => write!(f, "f{}{}", Place(Some(at)), yes(sure)),
            Action::Open { dir } => write!(f, "o{}", name(dir)),
            Action::Close { dir } => write!(f, "c{}", dir.map_or("", name)),
            Action::Tend { dir } => write!(f, "b{}", dir.map_or("", name)),
            Action::Pull { dir } => write!(f, "p{}", name(dir)),
            Action::Rotate { tile, clockwise } => {
                write!(f, "R{tile}{}", if clockwise { '+' } else { '-' })
            }
            Action::Choose { offer } => write!(f, "C{offer}"),
            Action::Ascend => write!(f, "<"),
            Action::Descend { sure } => write!(f, ">{}", yes(sure)),
            Action::Explore => write!(f, "x"),
            Action::Travel { to } => write!(f, "_{}", Place(Some(to))),
            Action::Run { dir } => write!(f, "J{}", name(dir)),
        }
    }
}

/// The rest of a word that is being read.
struct Remainder<'a>(&'a str);

impl Remainder<'_> {
    fn letter(&mut self) -> Option<Letter> {
        let letter = Letter::new(self.0.chars().next()?)?;
        self.0 = &self.0[1..];
        Some(letter)
    }

    fn dir(&mut self) -> Option<Dir> {
        // The longest first: `n` begins `ne`.
        let fits = |dir: &Dir| self.0.starts_with(name(*dir));
        let dir = Dir::ALL
            .into_iter()
            .filter(fits)
            .max_by_key(|dir| name(*dir).len())?;
        self.0 = &self.0[name(dir).len()..];
        Some(dir)
    }

    fn sure(&mut self) -> bool {
        self.take("!")
    }

    fn take(&mut self, checkpoint: &str) -> bool {
        match self.0.strip_prefix(checkpoint) {
            Some(rest) => {
                self.0 = rest;
                true
            }
            None => false,
        }
    }

    /// Reads `+` for clockwise or `-` for counter-clockwise.
    fn turn(&mut self) -> Option<bool> {
        let clockwise = self.take("+");
        (clockwise || self.take("-")).then_some(clockwise)
    }

    fn number<T: std::str::FromStr>(&mut self) -> Option<T> {
        let minus = usize::from(self.0.starts_with('-'));
        let digits = self.0[minus..]
            .find(|c: char| !c.is_ascii_digit())
            .unwrap_or(self.0.len() - minus);
        let (number, rest) = self.0.split_at(minus + digits);
        self.0 = rest;
        number.parse().ok()
    }

    fn place(&mut self) -> Option<Option<Pos>> {
        if !self.take("@") {
            return Some(None);
        }
        let x = self.number()?;
        if !self.take(",") {
            return None;
        }
        let y = self.number()?;
        Some(Some(Pos::new(x, y)))
    }
}

/// Reads a word; `None` if it is not one.
pub(super) fn read(word: &str) -> Option<Action> {
    let first = word.chars().next().filter(char::is_ascii)?;
    let mut rest = Remainder(&word[1..]);
    let action = match first {
        '.' => Action::Wait,
        's' => Action::Search,
        'Z' => Action::Rest,
        'g' => Action::PickUp,
        '<' => Action::Ascend,
        '>' => Action::Descend { sure: rest.sure() },
        'x' => Action::Explore,
        'f' => Action::Fire {
            at: rest.place()??,
            sure: rest.sure(),
        },
        '_' => Action::Travel { to: rest.place()?? },
        'R' => Action::Rotate {
            tile: rest.number()?,
            clockwise: rest.turn()?,
        },
        'C' => Action::Choose {
            offer: rest.number()?,
        },
        'm' | 'o' | 'c' | 'b' | 'p' | 'J' => read_directed(first, &mut rest)?,
        _ => read_item(first, &mut rest)?,
    };
    rest.0.is_empty().then_some(action)
}

/// Reads what follows the character of an action that takes a direction.
fn read_directed(first: char, rest: &mut Remainder<'_>) -> Option<Action> {
    let dir = rest.dir();
    Some(match first {
        'm' => Action::Move {
            dir: dir?,
            sure: rest.sure(),
        },
        'o' => Action::Open { dir: dir? },
        'c' => Action::Close { dir },
        'b' => Action::Tend { dir },
        'p' => Action::Pull { dir: dir? },
        'J' => Action::Run { dir: dir? },
        _ => return None,
    })
}

/// Reads what follows the character of an action with an item of the pack.
fn read_item(first: char, rest: &mut Remainder<'_>) -> Option<Action> {
    let letter = rest.letter()?;
    Some(match first {
        'd' => Action::Drop {
            letter,
            count: rest.number()?,
        },
        'u' => Action::Use {
            letter,
            at: rest.place()?,
            sure: rest.sure(),
        },
        'e' => Action::Eat {
            letter,
            sure: rest.sure(),
        },
        'q' => Action::Quaff {
            letter,
            sure: rest.sure(),
        },
        'r' => Action::Read {
            letter,
            at: rest.place()?,
            sure: rest.sure(),
        },
        'w' => Action::Equip { letter },
        't' => Action::Unequip { letter },
        'v' => Action::Throw {
            letter,
            at: rest.place()??,
            sure: rest.sure(),
        },
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every action, with everything that can be said of it.
    fn every() -> Vec<Action> {
        let letter = Letter::new('q').unwrap();
        let at = Pos::new(-3, 47);
        let mut all = vec![
            Action::Wait,
            Action::Search,
            Action::Rest,
            Action::PickUp,
            Action::Drop {
                letter,
                count: u16::MAX,
            },
            Action::Equip { letter },
            Action::Unequip { letter },
            Action::Choose { offer: 2 },
            Action::Ascend,
            Action::Explore,
            Action::Travel { to: at },
            Action::Close { dir: None },
            Action::Tend { dir: None },
        ];
        for sure in [false, true] {
            all.extend([
                Action::Eat { letter, sure },
                Action::Quaff { letter, sure },
                Action::Throw { letter, at, sure },
                Action::Fire { at, sure },
                Action::Descend { sure },
                Action::Rotate {
                    tile: 99,
                    clockwise: sure,
                },
            ]);
            for at in [None, Some(at)] {
                all.push(Action::Use { letter, at, sure });
                all.push(Action::Read { letter, at, sure });
            }
            all.extend(Dir::ALL.map(|dir| Action::Move { dir, sure }));
        }
        for dir in Dir::ALL {
            all.extend([
                Action::Open { dir },
                Action::Close { dir: Some(dir) },
                Action::Tend { dir: Some(dir) },
                Action::Pull { dir },
                Action::Run { dir },
            ]);
        }
        all
    }

    #[test]
    fn every_action_is_read_as_it_was_written_and_no_two_are_alike() {
        let mut words: Vec<String> = Vec::new();
        for action in every() {
            let word = Word(action).to_string();
            assert_eq!(read(&word), Some(action), "{word}");
            assert!(word.is_ascii() && !word.contains([' ', '*', '=']), "{word}");
            words.push(word);
        }
        let count = words.len();
        words.sort();
        words.dedup();
        assert_eq!(words.len(), count);
    }

    #[test]
    fn what_is_no_word_is_refused() {
        for word in [
            "", "m", "mx", "mnn", "m!", "..", "d", "da", "dA3", "da-1", "da65536", "u@1,2", "ua@",
            "ua@1", "ua@1,", "ua!@1,2", "va", "f", "f!@1,2", "cx", "c!", "bnn", "R", "R1", "R1*",
            "C", "C256", "_", "_3,4", "é", "mé", "ué",
        ] {
            assert_eq!(read(word), None, "{word}");
        }
    }
}
