//! Copies a code, or with the address of a browser page a link, that opens what the current screen shows.

use bevy::prelude::*;

use super::dungeon::Dungeon;
use super::frame::Phase;
use super::input::CommonAction;
use super::notice::{Notice, capitalize};
use super::platform::Clipboard;
use super::screen::Screen;
use super::screens::conduit::Session;
use super::screens::maze::Play;
use super::seed::TitleSeed;
use super::settings::Settings;
use super::stage::{Run, Watched};
use crate::code::link::{self, REPLAY_PREFIX, SEED_PREFIX};
use crate::game::{Daily, DailyCode, DailyGame};
use crate::rng::Seed;

/// The longest link that is copied, in bytes; some programs truncate longer ones.
const MAX_LINK_LENGTH: usize = 32 << 10;

/// The longest code or link that the message repeats, in bytes.
const MAX_SHOWN_LENGTH: usize = 100;

/// Handles [`CommonAction::CopyLink`].
pub fn plugin(app: &mut App) {
    app.add_systems(Update, copy_link.in_set(Phase::Act));
}

/// The current screen, and what each screen shows.
type ScreenState<'w> = (
    Res<'w, State<Screen>>,
    Res<'w, TitleSeed>,
    Res<'w, Dungeon>,
    Res<'w, Session>,
    Res<'w, Play>,
    (Option<Res<'w, Run>>, Option<Res<'w, Watched>>),
);

fn copy_link(
    mut actions: MessageReader<CommonAction>,
    state: ScreenState,
    settings: Res<Settings>,
    mut clipboard: ResMut<Clipboard>,
    mut notice: ResMut<Notice>,
) {
    for _ in actions
        .read()
        .filter(|action| **action == CommonAction::CopyLink)
    {
        notice.0 = match Shared::of(&state) {
            None => "Nothing to copy here".to_owned(),
            Some(shared) if settings.page.is_empty() => shared.copy_code(&mut clipboard),
            Some(shared) => shared.copy_link(&settings.page, &mut clipboard),
        };
    }
}

/// What the screen shows, as others can open it.
enum Shared {
    Seed(Seed),
    /// A share code or an id, and the word for what it opens.
    Code(String, &'static str),
    /// A recorded run. It has no code that can be typed, so its seed stands for it.
    Replay(Seed, String),
}

impl Shared {
    fn daily(game: DailyGame, day: Daily) -> Self {
        Self::Code(DailyCode { game, day }.to_string(), "daily")
    }

    /// `None` where there is nothing to share.
    fn of((screen, seed, dungeon, session, maze, (run, watched)): &ScreenState) -> Option<Self> {
        Some(match ***screen {
            Screen::Lab => Self::Code(dungeon.spec().to_string(), "map"),
            Screen::Conduit => match session.daily() {
                Some(day) => Self::daily(DailyGame::Board, day),
                None => Self::Code(session.conduit().puzzle().start().id(), "board"),
            },
            Screen::Maze => {
                let round = maze.round()?;
                if let Some(day) = round.daily() {
                    return Some(Self::daily(DailyGame::Maze, day));
                }
                let run = round.run();
                let spec = (!run.is_loaded()).then(|| run.leg().spec())?;
                Self::Code(format!("{spec}@:0:0"), "maze")
            }
            Screen::Descend => {
                let game = run.as_ref()?.game();
                let day = game.daily();
                day.map_or(Self::Seed(game.seed()), |day| {
                    Self::daily(DailyGame::Run, day)
                })
            }
            Screen::Replay => {
                let run = &watched.as_ref()?.run;
                let seed = run.game().seed();
                match run.playback() {
                    Some(playback) => Self::Replay(seed, playback.recording().to_string()),
                    None => Self::Seed(seed),
                }
            }
            Screen::Title => Self::Seed(seed.seed()),
            Screen::Options | Screen::Replays => return None,
        })
    }

    /// Copies the part of a link that can be typed on the title. Returns the message for the player.
    fn copy_code(self, clipboard: &mut Clipboard) -> String {
        let (code, name, use_of_it) = match self {
            Self::Seed(seed) => (seed.to_string(), "seed", "use it".to_owned()),
            Self::Code(code, what) => (code, "code", format!("open this {what}")),
            Self::Replay(seed, _) => {
                let use_of_it = "play this run, or send its replay file to show it";
                (seed.to_string(), "seed", use_of_it.to_owned())
            }
        };
        match clipboard.copy(&code) {
            Ok(()) if code.len() > MAX_SHOWN_LENGTH => {
                format!(
                    "{} copied. Type it on the title screen to {use_of_it}.",
                    capitalize(name)
                )
            }
            Ok(()) => format!(
                "{} {code} copied. Type it on the title screen to {use_of_it}.",
                capitalize(name)
            ),
            Err(reason) => format!("{reason}; the {name} is {code}"),
        }
    }

    /// Copies a link to `page`. Returns the message for the player.
    fn copy_link(self, page: &str, clipboard: &mut Clipboard) -> String {
        let part = match self {
            Self::Seed(seed) => format!("{SEED_PREFIX}{seed}"),
            Self::Code(code, _) => code,
            Self::Replay(_, replay) => format!("{REPLAY_PREFIX}{replay}"),
        };
        let link = link::build(page, &part);
        if link.len() > MAX_LINK_LENGTH {
            return "This run is too long for a link; send its replay file".to_owned();
        }
        match clipboard.copy(&link) {
            Ok(()) if link.len() > MAX_SHOWN_LENGTH => "Link copied".to_owned(),
            Ok(()) => format!("Link copied: {link}"),
            Err(reason) => format!("{reason}; the link is {link}"),
        }
    }
}
