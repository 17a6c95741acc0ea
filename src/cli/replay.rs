//! `undercroft replay`: plays recorded runs, in the window or without it, verifies them and prints
//! what they contain.

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use super::content::ContentArg;
use super::window::Folders;
use super::{CliError, exit_status, file};
use crate::diagnostic::print_diagnostic;
use crate::disk;
use crate::export::record;
use crate::game::content::Content;
use crate::game::replay::{Divergence, Playback, Replay};
use crate::game::{Game, Hunger, Narrator, Outcome, View, counted, describe_cause};
use crate::geom::{Grid, Pos, Size};

const EXAMPLES: &str = concat!(
    r#"Examples:
  undercroft simulate --seed 7 --games 3 --record runs
  undercroft replay runs/7.replay
  undercroft replay --verify runs/*.replay
  undercroft replay --info runs/7.replay
  undercroft replay --turn 500 runs/7.replay
  undercroft replay --log runs/7.replay
  undercroft replay --film fight.png --from 300 --to 340 runs/7.replay
  undercroft replay --film blast.png --to 333 --still 150 runs/7.replay

Without an option the window opens and plays the run, at any speed, step by step in both
directions, from any turn.

A replay is a text file: the seed and versions, every action, and a digest of the state
every 64 turns and at the end. --verify repeats the actions, compares the digests and
names the first turn that differs. A replay from another generation version or with
other content is refused, since its seed now gives another dungeon.

--turn prints what the player knew of the level at that turn: # wall, . floor, + ' doors,
< > stairs, @ the player; letters are creatures, other characters items and terrain. It
verifies the run up to there.

--log prints every message of the run, one per line, after the number of its turn. With
several replays, a line with the file name comes before each.

--film writes a PNG file with all pictures from one turn to another (APNG), drawn without
a window. With --still N the file has one picture, N milliseconds after the last turn.
The same replay gives the same pictures.

--json prints one object per replay, one per line:
  file         text
  seed         text: a decimal number, which may exceed 2^53
  plus         number: wins before this run (New Game Plus)
  generation_version, content
               number, and text of 16 hex digits: of the recording program
  outcome      text: won, died or playing
  turns, actions
               numbers
  digest       text: 16 hex digits over the final state
  verified     true with --verify, false with --info
  depth, cause number, the final depth, and text, the cause of death, null unless the
               player died; both null with --info

"#,
    exit_status!()
);

/// Watch a recorded run, or verify and inspect several
#[derive(clap::Args)]
#[command(after_long_help = EXAMPLES)]
pub struct Args {
    /// Replay files, or `-` for standard input; an invalid one does not stop the others
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,

    /// Play each replay without a window and compare the digests
    #[arg(long, group = "what")]
    verify: bool,

    /// Print what each replay says about itself, without playing it
    #[arg(long, group = "what")]
    info: bool,

    /// Print what the player knew at turn N
    #[arg(long, value_name = "N", group = "what", allow_negative_numbers = true)]
    turn: Option<u64>,

    /// Print every message of the run with its turn
    #[arg(long, group = "what")]
    log: bool,

    /// Film the run without a window, and write the film as an animated PNG file
    #[arg(long, value_name = "FILE", group = "what")]
    film: Option<PathBuf>,

    /// Film from turn N on [default: 0, or shortly before a single picture]
    #[arg(long, value_name = "N", requires = "film")]
    from: Option<u64>,

    /// Film up to turn N [default: the end]
    #[arg(long, value_name = "N", requires = "film")]
    to: Option<u64>,

    /// Write one picture instead of a film: N milliseconds after the last turn
    #[arg(long, value_name = "N", requires = "film")]
    still: Option<u64>,

    /// Size of the film in pixels, at least 800x500
    #[arg(
        long,
        value_name = "WxH",
        requires = "film",
        default_value = "1280x800"
    )]
    size: Size,

    /// Print one JSON object per replay, with --verify or --info; --help describes its fields
    #[arg(long, conflicts_with_all = ["turn", "log", "film"], requires = "what")]
    json: bool,

    #[command(flatten)]
    content: ContentArg,

    #[command(flatten)]
    folders: Folders,
}

/// Watches, verifies or prints the replays.
///
/// # Errors
/// If a replay cannot be read or plays differently, or if `out` cannot be written. With several
/// replays, the error of each is printed, and the returned error counts them.
pub fn run(args: &Args, out: &mut impl Write) -> Result<(), CliError> {
    if let Some(out) = &args.film {
        return film(args, out);
    }
    if !args.verify && !args.info && !args.log && args.turn.is_none() {
        return watch(args);
    }
    let content = args.content.load()?;
    let mut failed = 0;
    for path in &args.files {
        match inspect(args, path, content, out) {
            // The other replays could not be printed either.
            Err(error @ CliError::Output(_)) => return Err(error),
            Err(error) if args.files.len() == 1 => return Err(error),
            Err(error) => {
                failed += 1;
                print_diagnostic(&format!("undercroft: {error}"));
            }
            Ok(()) => {}
        }
    }
    match failed {
        0 => Ok(()),
        failed => Err(CliError::FailedReplays {
            failed,
            all: args.files.len(),
        }),
    }
}

/// Films a recorded run.
fn film(args: &Args, out: &Path) -> Result<(), CliError> {
    let [path] = args.files.as_slice() else {
        return Err(CliError::OneReplay);
    };
    let to = args.to.unwrap_or(u64::MAX);
    // A picture shows what the turns before it have left.
    let before = args.still.map_or(0, |_| to.saturating_sub(12));
    let turns = (args.from.unwrap_or(before), to);
    if turns.0 > turns.1 {
        return Err(CliError::FilmBackwards(turns.0, turns.1));
    }
    super::window::film(super::window::Film {
        replay: read(path)?,
        content: args.content.load()?,
        turns,
        still: args.still.map(Duration::from_millis),
        size: args.size,
        out,
    })
}

/// Opens the window on a recorded run after checking that it can be played.
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
    super::window::watch(path.clone(), content, args.folders.clone())
}

fn inspect(
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
        let log = messages_at(&mut playback, turn).map_err(diverged)?;
        return print_state(playback.game(), &log, out).map_err(CliError::Output);
    }
    if args.log {
        if args.files.len() > 1 {
            writeln!(out, "{}:", path.display()).map_err(CliError::Output)?;
        }
        let mut playback = Playback::new(replay, content).map_err(diverged)?;
        return print_log(&mut playback, diverged, out);
    }
    let game = match args.verify {
        true => Some(replay.verify(content).map_err(diverged)?),
        false => None,
    };
    write_facts(path, &replay, game.as_ref(), args.json, out).map_err(CliError::Output)
}

fn read(path: &Path) -> Result<Replay, CliError> {
    let (path, bytes) = file::read(path)?;
    Ok(disk::parse_replay(path, &bytes)?)
}

/// Writes what a replay says about itself, and how the run ended if it was played: `game`.
fn write_facts(
    path: &Path,
    replay: &Replay,
    game: Option<&Game>,
    json: bool,
    out: &mut impl Write,
) -> io::Result<()> {
    let file = path.display().to_string();
    let (seed, turns, actions) = (replay.seed(), replay.turns(), replay.count());
    let (plus, outcome, version) = (replay.plus(), replay.end().name(), replay.generation());
    let [digest, content] = [replay.digest(), replay.content()].map(|it| format!("{it:016x}"));
    let cause = game.and_then(|game| match game.outcome() {
        Outcome::Died { cause } => Some(describe_cause(game.content(), cause)),
        _ => None,
    });
    if json {
        let object = record! {
            file: file,
            seed: seed.to_string(),
            plus: plus,
            generation_version: version,
            content: content,
            outcome: outcome,
            turns: turns,
            actions: actions,
            digest: digest,
            verified: game.is_some(),
            depth: game.map(Game::depth),
            cause: cause,
        };
        serde_json::to_writer(&mut *out, &object)?;
        return writeln!(out);
    }
    write!(out, "{file}: seed {seed}")?;
    if plus > 0 {
        write!(out, ", New Game Plus {plus}")?;
    }
    write!(out, ", {}, ", counted(turns, "turn"))?;
    match game.map(Game::depth) {
        Some(depth) => {
            let cause = cause.as_deref().unwrap_or(outcome);
            writeln!(out, "{cause} on depth {depth}, digest {digest}: verified")
        }
        None => writeln!(
            out,
            "{actions} actions, {outcome}, digest {digest}, generation version {version}, content {content}"
        ),
    }
}

/// Seeks to the turn; returns the messages of the action that led there. What they leave out depends on
/// what came before, so all of it is told.
fn messages_at(playback: &mut Playback, turn: u64) -> Result<Vec<String>, Divergence> {
    playback.seek(turn)?;
    let position = playback.position();
    playback.seek_action(0)?;
    let (mut narrator, mut events) = (Narrator::default(), Vec::new());
    let mut last = Vec::new();
    while playback.position() < position {
        events.clear();
        playback.step(&mut events)?;
        let told = narrator.tell(playback.game(), &events);
        last = told.into_iter().map(|(_, text)| text).collect();
    }
    Ok(last)
}

/// Plays a replay to its end and prints each message after the number of its turn.
fn print_log(
    playback: &mut Playback,
    diverged: impl Fn(Divergence) -> CliError,
    out: &mut impl Write,
) -> Result<(), CliError> {
    let (mut narrator, mut events) = (Narrator::default(), Vec::new());
    while playback.step(&mut events).map_err(&diverged)?.is_some() {
        let game = playback.game();
        for (_, text) in narrator.tell(game, &events) {
            writeln!(out, "{:6} {text}", game.turns()).map_err(CliError::Output)?;
        }
        events.clear();
    }
    Ok(())
}

/// Prints the state of the game as the player knows it.
fn print_state(game: &Game, log: &[String], out: &mut impl Write) -> io::Result<()> {
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

/// The character to print for each tile, as the player knows it.
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
