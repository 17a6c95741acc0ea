//! Links to the browser page, which name what to open after the `#`.

use std::borrow::Cow;
use std::fmt::Write;

use super::{CodeError, Form, Target};
use crate::mapgen::Generators;
use crate::text::{self, Invalid};

/// What a link opens.
#[derive(Clone, Debug, Default)]
pub struct Link {
    /// What to open; without one, the title screen with a random seed.
    pub target: Option<Target>,
    /// Whether the page logs the game to the console, for tests.
    pub is_logged: bool,
    /// What is wrong with the first invalid part.
    pub error: Option<CodeError>,
}

/// The page that links lead to if no other is chosen.
pub const DEFAULT_PAGE: &str = "https://example.org/undercroft/";

/// Whether a text can be the address of a page, or is empty and so names none.
pub fn is_address(text: &str) -> bool {
    let has_scheme = text.starts_with("https://") || text.starts_with("http://");
    text.is_empty() || has_scheme && text.chars().all(|c| c.is_ascii_graphic() && c != '#')
}

/// The part of a link that turns on [`Link::is_logged`].
const LOG_PART: &str = "noted";

/// The prefix of a part that names a seed.
pub const SEED_PREFIX: &str = "seed=";
/// The prefix of a part that contains a recorded run.
pub const REPLAY_PREFIX: &str = "replay=";

/// Characters besides controls that have another meaning in an address or a link, or that browsers and
/// other programs change.
const ESCAPED: &[u8] = b" \"#%&<>\\^`{|}";

/// Builds a link to `page` that opens `part`.
pub fn build(page: &str, part: &str) -> String {
    let mut link = format!("{page}#");
    for byte in part.bytes() {
        if byte.is_ascii() && !byte.is_ascii_control() && !ESCAPED.contains(&byte) {
            link.push(byte.into());
        } else {
            write!(link, "%{byte:02X}").expect("a string takes what is written");
        }
    }
    link
}

/// What follows the `#` of a link, which may be nothing; `None` for any other text.
pub(super) fn fragment(value: &str) -> Option<&str> {
    let is_link = ["https://", "http://"].iter().any(|scheme| {
        let start = value.get(..scheme.len());
        start.is_some_and(|start| start.eq_ignore_ascii_case(scheme))
    });
    let fragment = value.split_once('#').map_or("", |(_, fragment)| fragment);
    is_link.then_some(fragment)
}

/// The parts of a fragment that name something, without escapes and what surrounds a value.
pub(super) fn parts(fragment: &str) -> impl Iterator<Item = String> {
    let parts = fragment.split('&').map(|part| {
        let part = unescape(part);
        match part.starts_with(REPLAY_PREFIX) {
            true => part.into_owned(),
            false => text::value(&part).into_owned(),
        }
    });
    parts.filter(|part| !part.is_empty())
}

/// Replaces `%` and two hex digits by the byte that they stand for.
fn unescape(part: &str) -> Cow<'_, str> {
    if !part.contains('%') {
        return part.into();
    }
    let mut bytes = Vec::with_capacity(part.len());
    let mut rest = part.as_bytes();
    while let Some((first, after)) = rest.split_first() {
        let digits = after.get(..2).filter(|_| *first == b'%');
        let digits = digits.filter(|digits| digits.iter().all(u8::is_ascii_hexdigit));
        let byte = digits.and_then(|digits| str::from_utf8(digits).ok());
        match byte.and_then(|digits| u8::from_str_radix(digits, 16).ok()) {
            Some(byte) => {
                bytes.push(byte);
                rest = &after[2..];
            }
            None => {
                bytes.push(*first);
                rest = after;
            }
        }
    }
    String::from_utf8_lossy(&bytes).into_owned().into()
}

impl Link {
    /// Reads the fragment of a link: parts separated by `&`, each of them `seed=` and a seed, a share
    /// code, the id of a board, or `replay=` and the text of a recorded run. The last one wins.
    pub fn read(fragment: &str, generators: &Generators) -> Self {
        let mut link = Self::default();
        for part in parts(fragment) {
            if part == LOG_PART {
                link.is_logged = true;
                continue;
            }
            match read_part(&part, generators) {
                Ok(target) => link.target = Some(target),
                Err(error) if link.error.is_none() => {
                    let error = Invalid::new(format_args!("in the link, {error}"));
                    link.error = Some(error.into());
                }
                Err(_) => {}
            }
        }
        link
    }

    /// What it opens.
    ///
    /// # Errors
    /// What is wrong, if it opens nothing.
    pub(super) fn opened(self) -> Result<Target, CodeError> {
        self.target
            .ok_or_else(|| self.error.unwrap_or_else(|| no_part().into()))
    }
}

pub(super) fn no_part() -> Invalid {
    Invalid::new("the link has no seed and no code after a \"#\"")
}

fn read_part(part: &str, generators: &Generators) -> Result<Target, CodeError> {
    if let Some(seed) = part.strip_prefix(SEED_PREFIX) {
        let seed = &seed.replace('+', " ");
        return Ok(match Form::of(&text::value(seed), generators) {
            Form::Number => Target::Number(seed.parse()?),
            _ => Target::text(seed)?,
        });
    }
    if let Some(text) = part.strip_prefix(REPLAY_PREFIX) {
        return Ok(Target::Replay(Box::new(text.parse()?)));
    }
    Target::read_code(Form::of(part, generators), part, generators)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::conduit::Named;
    use crate::game::{self, Action, Setup};
    use crate::rng::Seed;

    fn target_of(fragment: &str) -> Target {
        let link = Link::read(fragment, &game::generators());
        assert_eq!(link.error, None);
        link.target.unwrap()
    }

    #[test]
    fn seeds_maps_and_boards_are_told_apart() {
        assert!(matches!(target_of("seed=0x10"), Target::Number(Seed(16))));
        for seed in ["seed=salt%20and%20iron", "seed=salt+and+iron"] {
            let target = target_of(seed);
            assert!(
                matches!(target, Target::Text(seed, _) if "salt and iron".parse() == Ok(seed)),
                "{target:?}"
            );
        }
        let Target::Map(spec) = target_of("rooms/80x50/tries=60#7") else {
            panic!("not a map")
        };
        assert_eq!(spec.to_string(), "rooms/80x50/tries=60#7");
        let Target::Board(Named::Spec(spec)) = target_of("board/3x3#5") else {
            panic!("not a board")
        };
        assert_eq!(spec.to_string(), "board/3x3#5");
        let id = spec.make().start().id();
        assert!(matches!(target_of(&id), Target::Board(Named::Puzzle(_))));
        let begun = format!("{id}@100000000:9:20");
        assert!(matches!(
            target_of(&begun),
            Target::Board(Named::Progress(_))
        ));
        assert!(matches!(target_of("maze-dfs/9x7#5@:0:0"), Target::Maze(_)));
    }

    #[test]
    fn a_link_to_a_maze_or_a_recorded_run_is_read_as_it_was_written() {
        let read = |part: &str| {
            let link = build("https://example.org/", part);
            let (_, fragment) = link.split_once('#').unwrap();
            assert!(
                fragment.bytes().all(|byte| byte.is_ascii_graphic()),
                "{fragment}"
            );
            target_of(fragment)
        };
        assert!(matches!(read("maze-dfs/9x7#5@:0:0"), Target::Maze(_)));
        assert!(
            matches!(read("seed=salt & älter"), Target::Text(seed, _) if "salt & älter".parse() == Ok(seed))
        );
        let mut run = game::Run::new(Setup::new(Seed(7)).unwrap()).unwrap();
        for _ in 0..100 {
            run.apply(Action::Wait, &mut Vec::new()).unwrap();
        }
        let text = run.recording().to_string();
        let Target::Replay(replay) = read(&format!("replay={text}")) else {
            panic!("not a run")
        };
        assert_eq!(replay.to_string(), text);
    }

    #[test]
    fn the_game_is_logged_on_request() {
        let link = Link::read("seed=7&noted", &game::generators());
        assert!(link.is_logged && link.target.is_some());
        let none = Link::read("", &game::generators());
        assert!(!none.is_logged && none.target.is_none() && none.error.is_none());
    }

    #[test]
    fn an_invalid_link_is_reported_in_one_clause() {
        for (fragment, needle) in [
            ("sead=7", "in the link, \"sead=7\" is neither"),
            ("seed=", "in the link, the seed is empty"),
            ("rooms/80x5000000#7", "in the link, "),
            ("board/99x3#1", "in the link, "),
            (
                "board/10x9#",
                "in the link, the seed is empty after the \"#\"",
            ),
            ("replay=7", "in the link, the recorded run, line 1"),
            ("https://example.org/%23seed=7", "is neither seed"),
        ] {
            let link = Link::read(&format!("{fragment}&noted"), &game::generators());
            let error = link.error.unwrap().to_string();
            assert!(error.contains(needle) && !error.contains('\n'), "{error}");
            assert!(
                error
                    .replace("http://", "")
                    .replace("https://", "")
                    .matches(':')
                    .count()
                    <= 1,
                "{error}"
            );
            assert!(link.target.is_none() && link.is_logged, "{fragment}");
        }
    }

    #[test]
    fn escapes_that_are_none_stay() {
        for (part, plain) in [
            ("%41%", "A%"),
            ("%4", "%4"),
            ("%zz%c3%a4", "%zzä"),
            ("%+1", "%+1"),
        ] {
            assert_eq!(unescape(part), plain);
        }
    }
}
