//! Links to the browser page: what they open stands behind the `#` of the page's address.

use bevy::prelude::*;
use percent_encoding::{AsciiSet, CONTROLS, percent_decode_str, utf8_percent_encode};

use super::dungeon::Dungeon;
use super::frame::Phase;
use super::input::CommonAction;
use super::notice::Notice;
use super::platform::Clipboard;
use super::screen::Screen;
use super::screens::conduit::{Begin, Session, entry};
use super::screens::maze::Play;
use super::seed::RunSeed;
use super::settings::Settings;
use super::stage::{Run, Watched};
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

/// A seed, a map, a maze, a board or a recorded run.
#[derive(Clone, Debug)]
pub enum Target {
    /// The title, with this seed.
    Seed(Seed),
    /// The Lab, with this map.
    Map(MapSpec),
    /// Maze Run, with the maze of this share code.
    Maze(MapSpec),
    /// Conduit, with this board.
    Board(Begin),
    /// The film of this run.
    Replay(Box<Replay>),
}

/// The part of a link that asks for notes in the console.
const NOTED: &str = "noted";

/// What a part that names a seed begins with.
const SEED: &str = "seed=";
/// What a part that names a maze begins with.
const MAZE: &str = "maze=";
/// What a part with the text of a recorded run begins with.
const REPLAY: &str = "replay=";

/// The longest link that is copied, in bytes; some programs cut longer ones.
const LONGEST: usize = 32 << 10;

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

/// Copies links to what is shown.
pub fn plugin(app: &mut App) {
    app.add_systems(Update, copy.in_set(Phase::Act));
}

/// What screens show.
type Shown<'w> = (
    Res<'w, State<Screen>>,
    Res<'w, RunSeed>,
    Res<'w, Dungeon>,
    Res<'w, Session>,
    Res<'w, Play>,
    (Option<Res<'w, Run>>, Option<Res<'w, Watched>>),
);

fn copy(
    mut actions: MessageReader<CommonAction>,
    shown: Shown,
    settings: Res<Settings>,
    mut clipboard: ResMut<Clipboard>,
    mut notice: ResMut<Notice>,
) {
    for _ in actions
        .read()
        .filter(|action| **action == CommonAction::CopyLink)
    {
        let link = to_shown(&shown, &settings.page);
        notice.0 = match clipboard.copy(&link) {
            _ if link.len() > LONGEST => {
                "This run is too long for a link; send its file, the replay.".to_owned()
            }
            Ok(()) if link.len() > 100 => "Copied the link.".to_owned(),
            Ok(()) => format!("Copied {link}"),
            Err(reason) => format!("{reason}; the link is {link}"),
        };
    }
}

/// The link to what is shown.
fn to_shown((screen, seed, dungeon, session, maze, (run, watched)): &Shown, page: &str) -> String {
    let part = match ***screen {
        Screen::Lab => dungeon.spec().to_string(),
        Screen::Conduit => session.conduit().puzzle().start().id(),
        Screen::Maze if let Some(round) = maze.round() => {
            format!("{MAZE}{}", round.run().leg().spec())
        }
        Screen::Play if let Some(run) = run => format!("{SEED}{}", run.game().seed()),
        Screen::Replay if let Some(watched) = watched => match watched.run.playback() {
            Some(playback) => format!("{REPLAY}{}", playback.replay()),
            None => format!("{SEED}{}", watched.run.game().seed()),
        },
        _ => format!("{SEED}{}", seed.0),
    };
    to(page, &part)
}

/// A link to the page that opens `part`.
fn to(page: &str, part: &str) -> String {
    format!("{page}#{}", utf8_percent_encode(part, ESCAPED))
}

impl Link {
    /// Reads the parts of a link, between which there is `&`: `seed=` and a seed, the share code of a map
    /// or a board, the id of a board, `maze=` and the share code of a maze, `replay=` and the text of a
    /// recorded run.
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
    if let Some(code) = part.strip_prefix(MAZE) {
        let spec: MapSpec = code.parse().map_err(|error| format!("maze: {error}"))?;
        if !spec.generator().makes_cell_maze() {
            return Err(format!("maze: `{code}` is the share code of another map"));
        }
        return Ok(Target::Maze(spec));
    }
    if let Some(text) = part.strip_prefix(REPLAY) {
        let replay = text.parse().map_err(|error| format!("replay: {error}"))?;
        return Ok(Target::Replay(Box::new(replay)));
    }
    if mazerun::Progress::is_meant(part) {
        return Err("paste the code of a maze that was begun into Maze Run".to_owned());
    }
    if let Some(begin) = entry::named(part) {
        return Ok(Target::Board(begin?));
    }
    if MapSpec::is_code(part) {
        let spec = part.parse().map_err(|error| format!("{error}"))?;
        return Ok(Target::Map(spec));
    }
    Err(format!(
        "`{}` is neither seed=NUMBER nor the share code of a map or a board, nor the id of a board",
        part.chars().take(40).collect::<String>()
    ))
}

impl Target {
    /// The screen that shows it.
    pub const fn screen(&self) -> Screen {
        match self {
            Self::Seed(_) => Screen::Title,
            Self::Map(_) => Screen::Lab,
            Self::Maze(_) => Screen::Maze,
            Self::Board(_) => Screen::Conduit,
            Self::Replay(_) => Screen::Replay,
        }
    }
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
        let Target::Board(Begin::Order(order)) = target_of("board/3x3#5") else {
            panic!("not a board")
        };
        assert_eq!(order.spec.to_string(), "board/3x3#5");
        let id = order.spec.make().start().id();
        assert!(matches!(target_of(&id), Target::Board(Begin::Puzzle(_))));
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
        let Target::Maze(spec) = read("maze=maze-dfs/21x15#7") else {
            panic!("not a maze")
        };
        assert_eq!(spec.to_string(), "maze-dfs/21x15#7");
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
            ("maze=rooms/80x50%237", "is the share code of another map"),
            ("replay=7", "In the link: replay: "),
        ] {
            let link = Link::read(&format!("{fragment}&noted"));
            let told = link.wrong;
            assert!(told.contains(needle) && !told.contains('\n'), "{told}");
            assert!(link.target.is_none() && link.is_noted, "{fragment}");
        }
    }
}
