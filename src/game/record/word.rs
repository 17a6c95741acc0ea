//! Moves as text: the words of a recording, one short ASCII word per action.
//!
//! A word is a character for the action followed by its parameters: a letter of the pack, a
//! direction such as `n` or `ne`, a target as `@x,y`, and `!` to confirm any warning.
//!
//! | word | action | word | action |
//! | --- | --- | --- | --- |
//! | `mne` | step | `f@3,4` | fire |
//! | `.` | wait | `on`; `cn`, `c` | open a door; close one, the only one |
//! | `s` | search | `bn`, `b` | tend a brazier, the only one |
//! | `Z` | rest | `pn` | pull a lever, correct a conduit |
//! | `g` | pick up | `R12+`, `R12-` | turn a tile of a conduit, counter-clockwise with `-` |
//! | `da3` | drop three of `a` | `C1` | choose an offer |
//! | `ua`, `ea`, `qa`, `ra` | use, eat, quaff, read | `<`, `>` | take the stairs up, down |
//! | `wa`, `ta` | equip, take off | `x` | explore |
//! | `va@3,4` | throw | `_@3,4`, `Jn` | travel, run |
//! | `Q` | give up | `Fn` | feel for a wrong tile of a conduit |

use std::fmt;

use crate::game::world::action::{Action, Letter};
use crate::geom::{Dir, Pos};

/// The name of a direction in a recording.
fn dir_name(dir: Dir) -> &'static str {
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

/// Displays an action as a word.
pub(super) struct Word(pub Action);

/// Displays an optional target.
struct Target(Option<Pos>);

impl fmt::Display for Target {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Some(Pos { x, y }) => write!(f, "@{x},{y}"),
            None => Ok(()),
        }
    }
}

const fn confirmation(sure: bool) -> &'static str {
    if sure { "!" } else { "" }
}

impl fmt::Display for Word {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Action::Move { dir, sure } => write!(f, "m{}{}", dir_name(dir), confirmation(sure)),
            Action::Wait => write!(f, "."),
            Action::Search => write!(f, "s"),
            Action::Rest => write!(f, "Z"),
            Action::PickUp => write!(f, "g"),
            Action::Drop { letter, count } => write!(f, "d{letter}{count}"),
            Action::Use { letter, at, sure } => {
                write!(f, "u{letter}{}{}", Target(at), confirmation(sure))
            }
            Action::Eat { letter, sure } => write!(f, "e{letter}{}", confirmation(sure)),
            Action::Quaff { letter, sure } => write!(f, "q{letter}{}", confirmation(sure)),
            Action::Read { letter, at, sure } => {
                write!(f, "r{letter}{}{}", Target(at), confirmation(sure))
            }
            Action::Equip { letter } => write!(f, "w{letter}"),
            Action::Unequip { letter } => write!(f, "t{letter}"),
            Action::Throw { letter, at, sure } => {
                write!(f, "v{letter}{}{}", Target(Some(at)), confirmation(sure))
            }
            Action::Fire { at, sure } => write!(f, "f{}{}", Target(Some(at)), confirmation(sure)),
            Action::Open { dir } => write!(f, "o{}", dir_name(dir)),
            Action::Close { dir } => write!(f, "c{}", dir.map_or("", dir_name)),
            Action::Tend { dir } => write!(f, "b{}", dir.map_or("", dir_name)),
            Action::Pull { dir } => write!(f, "p{}", dir_name(dir)),
            Action::Rotate { tile, clockwise } => {
                write!(f, "R{tile}{}", if clockwise { '+' } else { '-' })
            }
            Action::Choose { offer } => write!(f, "C{offer}"),
            Action::Ascend => write!(f, "<"),
            Action::Descend { sure } => write!(f, ">{}", confirmation(sure)),
            Action::Explore => write!(f, "x"),
            Action::Travel { to } => write!(f, "_{}", Target(Some(to))),
            Action::Run { dir } => write!(f, "J{}", dir_name(dir)),
            Action::GiveUp => write!(f, "Q"),
            Action::Feel { dir } => write!(f, "F{}", dir_name(dir)),
        }
    }
}

/// The unread rest of a word.
struct Remainder<'a>(&'a str);

impl Remainder<'_> {
    fn letter(&mut self) -> Option<Letter> {
        let letter = Letter::new(self.0.chars().next()?)?;
        self.0 = &self.0[1..];
        Some(letter)
    }

    fn dir(&mut self) -> Option<Dir> {
        // Prefers the longest match, because `ne` also starts with `n`.
        let fits = Dir::ALL
            .into_iter()
            .filter(|dir| self.0.starts_with(dir_name(*dir)));
        let dir = fits.max_by_key(|dir| dir_name(*dir).len())?;
        self.0 = &self.0[dir_name(dir).len()..];
        Some(dir)
    }

    /// Removes a prefix; returns whether it was there.
    fn strip(&mut self, text: &str) -> bool {
        let rest = self.0.strip_prefix(text);
        self.0 = rest.unwrap_or(self.0);
        rest.is_some()
    }

    fn number<T: std::str::FromStr>(&mut self) -> Option<T> {
        let minus = usize::from(self.0.starts_with('-'));
        let digits = self.0[minus..].find(|c: char| !c.is_ascii_digit());
        let (number, rest) = self
            .0
            .split_at(minus + digits.unwrap_or(self.0.len() - minus));
        self.0 = rest;
        number.parse().ok()
    }

    fn target(&mut self) -> Option<Pos> {
        if !self.strip("@") {
            return None;
        }
        let x = self.number()?;
        self.strip(",");
        Some(Pos::new(x, self.number()?))
    }
}

/// Parses a word; `None` if it is invalid.
pub(super) fn parse_action(word: &str) -> Option<Action> {
    let verb = word.chars().next().filter(char::is_ascii)?;
    let mut rest = Remainder(&word[1..]);
    let has_parameter = |verbs: &str| verbs.contains(verb).then_some(());
    let parameters = Parameters {
        letter: has_parameter("dueqrwtv").and_then(|()| rest.letter()),
        dir: has_parameter("mocbpJF").and_then(|()| rest.dir()),
        number: has_parameter("dRC").and_then(|()| rest.number()),
        clockwise: rest.strip("+"),
        at: rest.target(),
        sure: rest.strip("!"),
    };
    let action = parameters.action(verb)?;
    // Rejects words with extra characters: writing the action again omits these.
    (Word(action).to_string() == word).then_some(action)
}

/// The parameters that follow the verb of a word.
struct Parameters {
    letter: Option<Letter>,
    dir: Option<Dir>,
    number: Option<u16>,
    clockwise: bool,
    at: Option<Pos>,
    sure: bool,
}

impl Parameters {
    fn action(self, verb: char) -> Option<Action> {
        let Self {
            letter,
            dir,
            number,
            clockwise,
            at,
            sure,
        } = self;
        if let Some(letter) = letter {
            return Some(match verb {
                'd' => Action::Drop {
                    letter,
                    count: number?,
                },
                'u' => Action::Use { letter, at, sure },
                'e' => Action::Eat { letter, sure },
                'q' => Action::Quaff { letter, sure },
                'r' => Action::Read { letter, at, sure },
                'w' => Action::Equip { letter },
                't' => Action::Unequip { letter },
                _ => {
                    let at = at?;
                    Action::Throw { letter, at, sure }
                }
            });
        }
        Some(match verb {
            'm' => Action::Move { dir: dir?, sure },
            '.' => Action::Wait,
            's' => Action::Search,
            'Z' => Action::Rest,
            'g' => Action::PickUp,
            'f' => Action::Fire { at: at?, sure },
            'o' => Action::Open { dir: dir? },
            'c' => Action::Close { dir },
            'b' => Action::Tend { dir },
            'p' => Action::Pull { dir: dir? },
            'R' => {
                let tile = number?;
                Action::Rotate { tile, clockwise }
            }
            'C' => {
                let offer = u8::try_from(number?).ok()?;
                Action::Choose { offer }
            }
            '<' => Action::Ascend,
            '>' => Action::Descend { sure },
            'x' => Action::Explore,
            '_' => Action::Travel { to: at? },
            'J' => Action::Run { dir: dir? },
            'Q' => Action::GiveUp,
            'F' => Action::Feel { dir: dir? },
            _ => return None,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every action, with every combination of parameters.
    fn every_action() -> Vec<Action> {
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
            Action::GiveUp,
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
                Action::Feel { dir },
            ]);
        }
        all
    }

    #[test]
    fn every_action_is_read_as_it_was_written_and_no_two_are_alike() {
        let mut words: Vec<String> = Vec::new();
        for action in every_action() {
            let word = Word(action).to_string();
            assert_eq!(parse_action(&word), Some(action), "{word}");
            assert!(word.is_ascii() && !word.contains([' ', '*', '=']), "{word}");
            words.push(word);
        }
        let count = words.len();
        words.sort();
        words.dedup();
        assert_eq!(words.len(), count);
    }

    #[test]
    fn invalid_words_are_rejected() {
        for word in [
            "", "m", "mx", "mnn", "m!", "..", "d", "da", "dA3", "da-1", "da65536", "u@1,2", "ua@",
            "ua@1", "ua@1,", "ua!@1,2", "va", "f", "f!@1,2", "cx", "c!", "bnn", "R", "R1", "R1*",
            "C", "C256", "_", "_3,4", "é", "mé", "ué",
        ] {
            assert_eq!(parse_action(word), None, "{word}");
        }
    }
}
