//! What a text names that somebody has passed on: behind the `#` of the browser page's address, or
//! typed on the title.

use std::fmt::Display;
use std::str::FromStr;

use percent_encoding::{AsciiSet, CONTROLS, percent_decode_str, utf8_percent_encode};

use super::reward::Chosen;
use super::screen::Screen;
use crate::conduit::Named;
use crate::game::replay::Replay;
use crate::mapgen::MapSpec;
use crate::mazerun;
use crate::rng::Seed;

/// What a link opens.
#[derive(Clone, Debug, Default)]
pub struct Link {
    /// What is shown first; without one, the title with a seed of its own.
    pub target: Option<Target>,
    /// Whether the page writes what is played to the console, for tests.
    pub is_noted: bool,
    /// A sentence about the first part that does not read; empty if all do.
    pub wrong: String,
}

/// A seed, a map, a board, a maze or a recorded run.
#[derive(Clone, Debug)]
pub enum Target {
    /// The title, with this seed.
    Seed(Seed),
    /// The Lab, with this map.
    Map(MapSpec),
    /// Conduit, with this board.
    Board(Named),
    /// Maze Run, with this maze and the steps taken.
    Maze(Box<mazerun::Progress>),
    /// The film of this run.
    Replay(Box<Replay>),
}

/// The part of a link that asks for notes in the console.
const NOTED: &str = "noted";

/// What a part that names a seed begins with.
pub const SEED: &str = "seed=";
/// What a part with the text of a recorded run begins with.
pub const REPLAY: &str = "replay=";

/// What has another meaning in an address or between the parts of a link, or is not kept as it is.
const ESCAPED: &AsciiSet = &CONTROLS
    .add(b' ')
    .add(b'"')
    .add(b'#')
    .add(b'%')
    .add(b'&')
    .add(b'<')
    .add(b'>')
    .add(b'\\')
    .add(b'^')
    .add(b'`')
    .add(b'{')
    .add(b'|')
    .add(b'}');

/// A link to the page that opens `part`.
pub fn to(page: &str, part: &str) -> String {
    format!("{page}#{}", utf8_percent_encode(part, ESCAPED))
}

impl Link {
    /// Reads the parts of a link, between which there is `&`: `seed=` and a seed, the share code of a map,
    /// a board or a maze, the id of a board, `replay=` and the text of a recorded run.
    pub fn read(fragment: &str) -> Self {
        let mut link = Self::default();
        for part in fragment.split('&').filter(|part| !part.is_empty()) {
            if part == NOTED {
                link.is_noted = true;
                continue;
            }
            let part = percent_decode_str(part).decode_utf8_lossy();
            match target(&part) {
                Ok(target) => link.target = Some(target),
                Err(reason) if link.wrong.is_empty() => {
                    link.wrong = format!("In the link: {reason}")
                }
                Err(_) => {}
            }
        }
        link
    }
}

fn target(part: &str) -> Result<Target, String> {
    if let Some(seed) = part.strip_prefix(SEED) {
        let seed = seed.parse().map_err(|error| format!("seed: {error}"))?;
        return Ok(Target::Seed(seed));
    }
    if let Some(text) = part.strip_prefix(REPLAY) {
        let replay = text.parse().map_err(|error| format!("replay: {error}"))?;
        return Ok(Target::Replay(Box::new(replay)));
    }
    Target::named(part).unwrap_or_else(|| {
        let part: String = part.chars().take(40).collect();
        Err(format!(
            "`{part}` is neither seed=NUMBER nor the share code of a map, a board or a maze, nor the id of a board"
        ))
    })
}

impl Target {
    /// What a text names by itself: a share code, with progress or without, or the id of a board. `None`
    /// for any other text, which may be a seed.
    pub fn named(text: &str) -> Option<Result<Self, String>> {
        // A board's share code would else be taken for that of a map by an unknown generator.
        if Named::is_meant(text) {
            return Some(read(text, Self::Board));
        }
        if mazerun::Progress::is_meant(text) {
            return Some(read(text, |progress| Self::Maze(Box::new(progress))));
        }
        MapSpec::is_code(text).then(|| read(text, Self::Map))
    }

    /// The screen that shows it.
    pub const fn screen(&self) -> Screen {
        match self {
            Self::Seed(_) => Screen::Title,
            Self::Map(_) => Screen::Lab,
            Self::Board(_) => Screen::Conduit,
            Self::Maze(_) => Screen::Maze,
            Self::Replay(_) => Screen::Replay,
        }
    }

    /// What its screen begins with, but for seeds, maps and recorded runs.
    pub fn chosen(self) -> Chosen {
        match self {
            Self::Seed(_) | Self::Map(_) | Self::Replay(_) => Chosen::Nothing,
            Self::Board(named) => Chosen::Board(named),
            Self::Maze(progress) => Chosen::Maze(progress),
        }
    }
}

fn read<T: FromStr<Err: Display>>(
    text: &str,
    target: impl FnOnce(T) -> Target,
) -> Result<Target, String> {
    text.parse().map(target).map_err(|error| error.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{self, Action, Setup};

    fn target_of(fragment: &str) -> Target {
        let link = Link::read(fragment);
        assert_eq!(link.wrong, "");
        link.target.unwrap()
    }

    #[test]
    fn seeds_maps_and_boards_are_told_apart() {
        assert!(matches!(target_of("seed=0x10"), Target::Seed(Seed(16))));
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
            let link = to("https://example.org/", part);
            let (_, fragment) = link.split_once('#').unwrap();
            assert!(
                fragment.bytes().all(|byte| byte.is_ascii_graphic()),
                "{fragment}"
            );
            target_of(fragment)
        };
        assert!(matches!(read("maze-dfs/9x7#5@:0:0"), Target::Maze(_)));
        let mut run = game::Run::new(Setup::new(Seed(7)).unwrap()).unwrap();
        for _ in 0..100 {
            run.apply(Action::Wait, &mut Vec::new()).unwrap();
        }
        let text = run.replay().to_string();
        let Target::Replay(replay) = read(&format!("replay={text}")) else {
            panic!("not a run")
        };
        assert_eq!(replay.to_string(), text);
        let map = read("rooms/80x50/tries=60#7");
        assert!(matches!(map, Target::Map(spec) if spec.to_string() == "rooms/80x50/tries=60#7"));
    }

    #[test]
    fn notes_are_written_when_they_are_asked_for() {
        let link = Link::read("seed=7&noted");
        assert!(link.is_noted && link.target.is_some());
        let none = Link::read("");
        assert!(!none.is_noted && none.target.is_none());
    }

    #[test]
    fn what_is_wrong_with_a_link_is_told_in_a_sentence() {
        for (fragment, needle) in [
            ("sead=7", "`sead=7` is neither"),
            ("rooms/80x5000000#7", "In the link: "),
            ("board/99x3#1", "In the link: "),
            ("replay=7", "In the link: replay: "),
        ] {
            let link = Link::read(&format!("{fragment}&noted"));
            let told = link.wrong;
            assert!(told.contains(needle) && !told.contains('\n'), "{told}");
            assert!(link.target.is_none() && link.is_noted, "{fragment}");
        }
    }
}
