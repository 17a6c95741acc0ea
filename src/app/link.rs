//! Reads links to the browser page, which name what to open after the `#`, and the codes and links that players type
//! and paste.

use std::fmt::Display;
use std::str::FromStr;

use percent_encoding::{AsciiSet, CONTROLS, percent_decode_str, utf8_percent_encode};

use super::platform::today;
use super::screen::Screen;
use crate::conduit::Named;
use crate::game::replay::Replay;
use crate::game::{DailyCode, DailyGame};
use crate::mapgen::MapSpec;
use crate::mazerun;
use crate::rng::Seed;

/// A link that was read.
#[derive(Clone, Debug, Default)]
pub struct Link {
    /// What to open; without one, the title screen with a random seed.
    pub target: Option<Target>,
    /// Whether the page logs the game to the console, for tests.
    pub is_logged: bool,
    /// A sentence about the first invalid part; empty if there is none.
    pub error: String,
}

/// What a link opens.
#[derive(Clone, Debug)]
pub enum Target {
    /// The title screen with this seed.
    Seed(Seed),
    /// The Lab with this map.
    Map(MapSpec),
    /// Conduit with this board.
    Board(Named),
    /// Maze Run with this maze and the steps taken in it.
    Maze(Box<mazerun::Progress>),
    /// The daily of a day that has begun: the run on the title, the board in Conduit, the maze in Maze Run.
    Daily(DailyCode),
    /// The replay of this run.
    Replay(Box<Replay>),
}

/// The part of a link that turns on [`Link::is_logged`].
const LOG_PART: &str = "noted";

/// The prefix of a part that names a seed.
pub const SEED_PREFIX: &str = "seed=";
/// The prefix of a part that contains a recorded run.
pub const REPLAY_PREFIX: &str = "replay=";

/// Characters that have another meaning in an address or a link, or that browsers and other programs change.
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

/// Builds a link to `page` that opens `part`.
pub fn build_link(page: &str, part: &str) -> String {
    format!("{page}#{}", utf8_percent_encode(part, ESCAPED))
}

impl Link {
    /// Reads the fragment of a link: parts separated by `&`, each of them `seed=` and a seed, the share code of a
    /// map, a board or a maze, the code of a daily, the id of a board, or `replay=` and the text of a recorded run. The last one wins.
    pub fn read(fragment: &str) -> Self {
        let mut link = Self::default();
        for part in fragment.split('&').filter(|part| !part.is_empty()) {
            if part == LOG_PART {
                link.is_logged = true;
                continue;
            }
            let part = percent_decode_str(part).decode_utf8_lossy();
            match parse_part(&part) {
                Ok(target) => link.target = Some(target),
                Err(reason) if link.error.is_empty() => {
                    link.error = format!("In the link: {reason}")
                }
                Err(_) => {}
            }
        }
        link
    }
}

fn parse_part(part: &str) -> Result<Target, String> {
    if let Some(seed) = part.strip_prefix(SEED_PREFIX) {
        return parse(seed, Target::Seed);
    }
    if let Some(text) = part.strip_prefix(REPLAY_PREFIX) {
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
    /// What a typed or pasted text opens: a link, a share code or an id. Any other text is a seed.
    ///
    /// # Errors
    /// Says which part is wrong, and why.
    pub fn read(text: &str) -> Result<Self, String> {
        let text = join_lines(text);
        if !is_link(&text) {
            return Self::named(&text).unwrap_or_else(|| parse(&text, Self::Seed));
        }
        let (_, fragment) = text.split_once('#').unwrap_or_default();
        let link = Link::read(fragment);
        link.target.ok_or(match link.error.as_str() {
            "" => "the link has no seed and no code after a `#`".to_owned(),
            error => error.to_owned(),
        })
    }

    /// The error for a place that does not open such a target: what it is, and what opens it.
    pub fn refusal(&self) -> String {
        let (what, place) = match self {
            Self::Seed(_) => ("a seed", "enter it on the title"),
            Self::Map(_) => ("a map", "open it in the Map Lab"),
            Self::Board(_) => ("a Conduit board", "open it in Conduit"),
            Self::Maze(_) => ("a maze", "open it in Maze Run"),
            Self::Daily(code) => match code.game {
                DailyGame::Run => ("a daily run", "enter it on the title"),
                DailyGame::Board => ("a daily board", "open it in Conduit"),
                DailyGame::Maze => ("a daily maze", "open it in Maze Run"),
            },
            Self::Replay(_) => ("a recorded run", "open its link in a browser"),
        };
        format!("this is {what}; {place}")
    }

    /// What a share code, with or without progress, or the id of a board names. `None` for any other text, which
    /// may be a seed.
    pub fn named(text: &str) -> Option<Result<Self, String>> {
        if DailyCode::is_meant(text) {
            let code = DailyCode::from_str(text).and_then(|code| code.begun_by(today()));
            return Some(code.map(Self::Daily).map_err(|error| error.to_string()));
        }
        // Boards come first: their share codes look like those of maps from an unknown generator.
        if Named::is_meant(text) {
            return Some(parse(text, Self::Board));
        }
        if mazerun::Progress::is_meant(text) {
            return Some(parse(text, |progress| Self::Maze(Box::new(progress))));
        }
        MapSpec::is_code(text).then(|| parse(text, Self::Map))
    }

    /// The screen that it opens.
    pub const fn screen(&self) -> Screen {
        match self {
            Self::Seed(_) => Screen::Title,
            Self::Map(_) => Screen::Lab,
            Self::Board(_) => Screen::Conduit,
            Self::Maze(_) => Screen::Maze,
            Self::Daily(code) => match code.game {
                DailyGame::Run => Screen::Title,
                DailyGame::Board => Screen::Conduit,
                DailyGame::Maze => Screen::Maze,
            },
            Self::Replay(_) => Screen::Replay,
        }
    }
}

/// Whether `text` is a link rather than a code or a seed.
pub fn is_link(text: &str) -> bool {
    let text = text.trim_start();
    text.starts_with("https://") || text.starts_with("http://")
}

/// Joins the lines of a text that was pasted into a single-line field, without the spaces around them.
pub fn join_lines(text: &str) -> String {
    text.lines().map(str::trim).collect()
}

fn parse<T: FromStr<Err: Display>>(
    text: &str,
    target: impl FnOnce(T) -> Target,
) -> Result<Target, String> {
    text.parse().map(target).map_err(|error| error.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{self, Action, Daily, Setup};

    fn target_of(fragment: &str) -> Target {
        let link = Link::read(fragment);
        assert_eq!(link.error, "");
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
            let link = build_link("https://example.org/", part);
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
    fn a_link_opens_what_its_code_does_and_other_text_is_a_seed() {
        let screen = |text: &str| Target::read(text).unwrap().screen();
        for part in [
            "seed=7",
            "rooms/80x50#7",
            "board/3x3#5",
            "maze-dfs/9x7#5@:0:0",
        ] {
            let link = build_link("http://localhost:8000/", part);
            assert_eq!(screen(&link), target_of(part).screen());
            let (one, other) = link.split_at(24);
            assert_eq!(screen(&format!(" {one}\n  {other}\n")), screen(&link));
        }
        assert!(matches!(
            Target::read(" salt and iron "),
            Ok(Target::Seed(_))
        ));
        for (text, needle) in [
            ("", "the seed is empty"),
            ("rogue/80#7", "`80` is not a size"),
            ("https://example.org/", "no seed and no code"),
            ("https://example.org/#sead=7", "In the link: `sead=7`"),
        ] {
            let error = Target::read(text).unwrap_err();
            assert!(error.contains(needle), "{text}: {error}");
        }
        let board = Target::read("board/3x3#5").unwrap();
        assert_eq!(
            board.refusal(),
            "this is a Conduit board; open it in Conduit"
        );
    }

    #[test]
    fn the_game_is_logged_on_request() {
        let link = Link::read("seed=7&noted");
        assert!(link.is_logged && link.target.is_some());
        let none = Link::read("");
        assert!(!none.is_logged && none.target.is_none());
    }

    #[test]
    fn a_daily_is_known_by_its_day_and_its_seed_and_the_date_are_ordinary() {
        let day = today();
        let daily = |name: &str| Target::read(&format!("{name}/{day}"));
        for (name, screen) in [
            ("daily", Screen::Title),
            ("daily-board", Screen::Conduit),
            ("daily-maze", Screen::Maze),
        ] {
            let Ok(Target::Daily(code)) = daily(name) else {
                panic!("{name}")
            };
            assert_eq!((code.day, Target::Daily(code).screen()), (day, screen));
            let link = build_link("https://example.org/", &code.to_string());
            assert!(matches!(Target::read(&link), Ok(Target::Daily(read)) if read == code));
            let tomorrow = Daily::of_day(day.day() + 1).unwrap();
            let refusal = Target::read(&format!("{name}/{tomorrow}")).unwrap_err();
            let needle = format!("the daily of {tomorrow} is still to come");
            assert!(refusal.contains(&needle), "{refusal}");
        }
        let Ok(Target::Daily(board)) = daily("daily-board") else {
            panic!("not a daily")
        };
        let bare = format!("board/9x8#{}", board.seed());
        assert!(matches!(Target::read(&bare), Ok(Target::Board(_))));
        assert!(matches!(
            Target::read("20261124"),
            Ok(Target::Seed(Seed(20_261_124)))
        ));
    }

    #[test]
    fn an_invalid_link_is_reported_in_a_sentence() {
        for (fragment, needle) in [
            ("sead=7", "`sead=7` is neither"),
            ("rooms/80x5000000#7", "In the link: "),
            ("board/99x3#1", "In the link: "),
            ("replay=7", "In the link: replay: "),
        ] {
            let link = Link::read(&format!("{fragment}&noted"));
            let error = link.error;
            assert!(error.contains(needle) && !error.contains('\n'), "{error}");
            assert!(link.target.is_none() && link.is_logged, "{fragment}");
        }
    }
}
