//! `undercroft replay`: plays recorded runs again, in the window or without it, and says whether they
//! are still the same.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use serde::Serialize;

use super::content::ContentArg;
use super::{CliError, exit_status, file, tell};
use crate::disk;
use crate::game::content::Content;
use crate::game::replay::{Divergence, Playback, Replay};
use crate::game::{Game, Hunger, Outcome, View, describe, describe_cause};
use crate::geom::{Grid, Pos};

const EXAMPLES: &str = concat!(
    r#"Examples:
  undercroft simulate --seed 7 --games 3 --record runs
  undercroft replay runs/7.replay
  undercroft replay --verify runs/*.replay
  undercroft replay --info runs/7.replay
  undercroft replay --turn 500 runs/7.replay
  undercroft replay --log runs/7.replay

Without an option the window opens and plays the run: faster, slower, step by step in both
directions, from any turn.

A replay is text: what the run was made from, every action, and a digest of the state
every 64 turns and at the end. --verify does the actions again and compares; the first
turn whose digest differs is named. A replay of another generation version or with
other content is refused, since its seed gives another dungeon now.

--turn shows what the player knew of the level when that turn had come: # wall, . floor,
+ ' doors, < > stairs, @ the player, letters are creatures, the rest lies about. What led
there is verified on the way.

--log prints every message of the run, a line each, after the turn it was told in. Several
replays are told one after the other, each after a line with its name.

--json prints one object a replay, a line each:
  file         text
  seed         text: the decimal number, which may be beyond 2^53
  plus         number: New Game Plus
  generation_version, content
               number, and text of 16 hex digits: what it was recorded with
  outcome      text: won, died or playing
  turns, actions
               numbers
  digest       text: 16 hex digits, of the state at its end
  verified     true with --verify; false with --info, which plays nothing
  depth, cause with --verify: where it ended, and what killed, null unless it died

"#,
    exit_status!()
);

/// Watch a recorded run, play several again and compare, or show what is in them
#[derive(clap::Args)]
#[command(after_long_help = EXAMPLES)]
pub struct Args {
    /// The replays, or `-` for standard input; a damaged or different one does not stop the others
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,

    /// Play each again without a window, and compare every digest
    #[arg(long, group = "what")]
    verify: bool,

    /// Print what each says of itself, without playing it
    #[arg(long, group = "what")]
    info: bool,

    /// Print what the player knew when so many turns had passed
    #[arg(long, value_name = "N", group = "what", allow_negative_numbers = true)]
    turn: Option<u64>,

    /// Print every message of the run, a line each with its turn
    #[arg(long, group = "what")]
    log: bool,

    /// Print a JSON object a replay; --help describes it
    #[arg(long, conflicts_with_all = ["turn", "log"], requires = "what")]
    json: bool,

    #[command(flatten)]
    content: ContentArg,

    /// Folder of the settings, instead of the platform's own
    #[arg(long, value_name = "DIR", help_heading = "Folders")]
    config_dir: Option<PathBuf>,

    /// Folder of the player's files, instead of the platform's own
    #[arg(long, value_name = "DIR", help_heading = "Folders")]
    data_dir: Option<PathBuf>,
}

/// Plays or shows each replay.
///
/// # Errors
/// If one cannot be read or is not the same run any more, or if `out` cannot be written. Of several
/// replays each that is wrong is told, and the error counts them.
pub fn run(args: &Args, out: &mut impl Write) -> Result<(), CliError> {
    if !args.verify && !args.info && !args.log && args.turn.is_none() {
        return watch(args);
    }
    let content = args.content.load()?;
    let mut wrong = 0;
    for path in &args.files {
        match one(args, path, content, out) {
            // Nobody reads on.
            Err(error @ CliError::Output(_)) => return Err(error),
            Err(error) if args.files.len() == 1 => return Err(error),
            Err(error) => {
                wrong += 1;
                tell(&format!("undercroft: {error}"));
            }
            Ok(()) => {}
        }
    }
    match wrong {
        0 => Ok(()),
        wrong => Err(CliError::WrongReplays {
            wrong,
            all: args.files.len(),
        }),
    }
}

/// Opens the window on a recorded run, once it is known to play.
fn watch(args: &Args) -> Result<(), CliError> {
    let path = match args.files.as_slice() {
        [path] if path != Path::new("-") => path,
        _ => return Err(CliError::OneReplay),
    };
    let content = args.content.load()?;
    read(path)?
        .start(content)
        .map_err(|error| CliError::Diverged {
            path: path.clone(),
            error,
        })?;
    let (config, data) = (args.config_dir.clone(), args.data_dir.clone());
    super::window::watch(path.clone(), content, config, data)
}

fn one(
    args: &Args,
    path: &Path,
    content: &'static Content,
    out: &mut impl Write,
) -> Result<(), CliError> {
    let replay = read(path)?;
    let diverged = |error| CliError::Diverged {
        path: path.to_owned(),
        error,
    };
    if let Some(turn) = args.turn {
        let mut playback = Playback::new(replay, content).map_err(diverged)?;
        let log = seek(&mut playback, turn).map_err(diverged)?;
        return show(playback.game(), &log, out).map_err(CliError::Output);
    }
    if args.log {
        if args.files.len() > 1 {
            writeln!(out, "{}:", path.display()).map_err(CliError::Output)?;
        }
        let mut playback = Playback::new(replay, content).map_err(diverged)?;
        return tell_all(&mut playback, diverged, out);
    }
    let game = match args.verify {
        true => Some(replay.verify(content).map_err(diverged)?),
        false => None,
    };
    let object = Object::new(path, &replay, game.as_ref());
    let written = if args.json {
        serde_json::to_writer(&mut *out, &object)
            .map_err(io::Error::from)
            .and_then(|()| writeln!(out))
    } else {
        object.line(out)
    };
    written.map_err(CliError::Output)
}

fn read(path: &Path) -> Result<Replay, CliError> {
    let (path, bytes) = file::read(path)?;
    Ok(disk::parse_replay(path, &bytes)?)
}

#[derive(Serialize)]
struct Object<'a> {
    file: String,
    seed: String,
    plus: u8,
    generation_version: u32,
    content: String,
    outcome: &'a str,
    turns: u64,
    actions: u64,
    digest: String,
    verified: bool,
    #[serde(flatten)]
    end: Option<End>,
}

/// What is known only to those who played it.
#[derive(Serialize)]
struct End {
    depth: u8,
    cause: Option<String>,
}

impl<'a> Object<'a> {
    fn new(path: &Path, replay: &'a Replay, game: Option<&Game>) -> Self {
        Self {
            file: path.display().to_string(),
            seed: replay.seed().to_string(),
            plus: replay.plus(),
            generation_version: replay.generation(),
            content: format!("{:016x}", replay.content()),
            outcome: replay.end().name(),
            turns: replay.turns(),
            actions: replay.count(),
            digest: format!("{:016x}", replay.digest()),
            verified: game.is_some(),
            end: game.map(|game| End {
                depth: game.depth(),
                cause: match game.outcome() {
                    Outcome::Died { cause } => Some(describe_cause(game.content(), cause)),
                    _ => None,
                },
            }),
        }
    }

    fn line(&self, out: &mut impl Write) -> io::Result<()> {
        let Self {
            file, seed, turns, ..
        } = self;
        write!(out, "{file}: seed {seed}")?;
        if self.plus > 0 {
            write!(out, ", plus {}", self.plus)?;
        }
        write!(out, ", {turns} turns, ")?;
        match &self.end {
            Some(End { depth, cause }) => {
                let cause = cause.as_deref().unwrap_or(self.outcome);
                write!(out, "{cause} on depth {depth}, digest {}", self.digest)?;
                writeln!(out, ": the same run")
            }
            None => writeln!(
                out,
                "{} actions, {}, digest {}, generation version {}, content {}",
                self.actions, self.outcome, self.digest, self.generation_version, self.content
            ),
        }
    }
}

/// Goes to the turn; what the log said of the action that led there.
fn seek(playback: &mut Playback, turn: u64) -> Result<Vec<String>, Divergence> {
    playback.seek(turn)?;
    let position = playback.position();
    let mut events = Vec::new();
    if position > 0 {
        playback.seek_action(position - 1)?;
        playback.step(&mut events)?;
    }
    let game = playback.game();
    Ok(events
        .iter()
        .filter_map(|event| describe(game.content(), event))
        .collect())
}

/// Plays a replay to its end and prints what the log says of it, each message after its turn.
fn tell_all(
    playback: &mut Playback,
    diverged: impl Fn(Divergence) -> CliError,
    out: &mut impl Write,
) -> Result<(), CliError> {
    let mut events = Vec::new();
    while playback.step(&mut events).map_err(&diverged)?.is_some() {
        let game = playback.game();
        for text in events
            .drain(..)
            .filter_map(|event| describe(game.content(), &event))
        {
            writeln!(out, "{:6} {text}", game.turns()).map_err(CliError::Output)?;
        }
    }
    Ok(())
}

/// Prints a game as the player knows it.
fn show(game: &Game, log: &[String], out: &mut impl Write) -> io::Result<()> {
    let view = game.view();
    let player = view.player();
    let hunger = match player.hunger {
        Hunger::Fed => "fed",
        Hunger::Hungry => "hungry",
        Hunger::Weak => "weak with hunger",
        Hunger::Starving => "starving",
    };
    writeln!(
        out,
        "seed {}, turn {}, depth {}, health {} of {}, level {}, {hunger}",
        game.seed(),
        game.turns(),
        game.depth(),
        player.health,
        player.max_health,
        player.level
    )?;
    for line in log {
        writeln!(out, "{line}")?;
    }
    let glyphs = glyphs(view);
    for y in 0..glyphs.height() as i32 {
        let row: String = (0..glyphs.width() as i32)
            .map(|x| glyphs[Pos::new(x, y)])
            .collect();
        writeln!(out, "{}", row.trim_end())?;
    }
    Ok(())
}

/// What the player knows of each tile.
fn glyphs(view: View<'_>) -> Grid<char> {
    let known = view.known();
    let mut glyphs = Grid::new(known.width(), known.height(), ' ');
    for (pos, tile) in known.iter() {
        glyphs[pos] = tile.to_char();
    }
    for item in view.items() {
        glyphs[item.pos] = view.content().item(item.kind).glyph();
    }
    for actor in view.actors() {
        glyphs[actor.pos] = view.content().monster(actor.kind).glyph;
    }
    glyphs[view.player().pos] = '@';
    glyphs
}
