//! `undercroft replay`: plays recorded runs in the window, films and verifies them, and prints what they
//! contain.

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use super::content::ContentArg;
use super::json_list::JsonList;
use super::window::{self, Folders, MAX_FILM_SIZE, MIN_FILM_SIZE};
use super::{CliError, exit_status, file, note, value, wildcard};
use crate::code::Target;
use crate::diagnostic::print_diagnostic;
use crate::disk::{self, DiskError};
use crate::export::record;
use crate::game::content::Content;
use crate::game::record::{Divergence, Playback, Recording};
use crate::game::{Game, Hunger, Narrator, Outcome, counted, describe_cause};
use crate::geom::Size;
use crate::text;

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
  undercroft replay --film race.png mine.solve friends.solve

Without an option, the window opens and plays the run: at any speed, step by
step in both directions, and from any turn.

A replay is a text file: the seed and versions, every action, and a digest of
the state every 64 turns and at the end. The save of a run in progress is one,
too; a last line that a crash has cut short is left out. --verify repeats the
actions, compares the digests and names the first that differs. A replay is
refused if it is from another generation version, since its seed now gives
another dungeon, from another rules version, since its actions now lead
elsewhere, or with other content. The refusal says which version it needs;
--info reads any replay of this format.

--turn prints what the player knew of the level at that turn: # wall, . floor,
+ ' doors, < > stairs, @ the player; letters are creatures, other characters
items and terrain. It verifies the run up to there.

--log prints every message of the run, one per line, after the number of its
turn. With several replays, --turn and --log print a line with the file name
before each.

--film writes all pictures from one turn to another as an animated PNG (APNG),
drawn without a window. With --still N the file has one picture, N milliseconds
after the last turn. The same replay gives the same pictures.

--film also films how a daily board or maze was solved: from a file with the
line that shares the result, or with its code and the recorded solve. A second
such file of the same daily is the ghost that goes along. A solve of more than
20 seconds is shown faster, in 20 seconds.

--json prints a list with one object per replay, each on a line of its own:
  file         text
  seed         text: a decimal number, which may exceed 2^53
  plus         number: wins before this run (New Game Plus)
  generation_version, rules_version, content
               numbers, and text of 16 hex digits: of the recording program
  outcome      text: won, died, gave-up, finished (the training) or playing
               (not ended yet)
  turns, actions
               numbers
  digest       text: 16 hex digits over the final state; null with --info if
               a run in progress has not recorded it
  verified     true with --verify, false with --info
  depth        number: the final depth
  cause        text: the cause of death; null with --info, and unless the player
               died

"#,
    exit_status!()
);

/// Turns shown before a single picture, whose effects may last until it.
const TURNS_BEFORE_STILL: u64 = 12;

/// Watch or film a recorded run, or verify and inspect several
#[derive(clap::Args)]
#[command(after_long_help = EXAMPLES)]
pub struct Args {
    /// Replay files or pipes, or `-` for standard input; an invalid one does not stop the others
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,

    /// Play each replay without a window and compare the digests
    #[arg(long, groups = ["mode", "facts"])]
    verify: bool,

    /// Print what each replay says about itself, without playing it
    #[arg(long, groups = ["mode", "facts"])]
    info: bool,

    /// Print what the player knew at turn N
    #[arg(long, value_name = "N", group = "mode", value_parser = turn())]
    turn: Option<u64>,

    /// Print every message of the run with its turn
    #[arg(long, group = "mode")]
    log: bool,

    /// Print JSON, with --verify or --info; --help describes its fields
    #[arg(long, conflicts_with_all = ["turn", "log", "film"], requires = "facts")]
    json: bool,

    #[command(flatten)]
    content: ContentArg,

    #[command(flatten)]
    film: FilmArgs,

    #[command(flatten)]
    folders: Folders,
}

/// The options of a film.
#[derive(clap::Args)]
#[command(next_help_heading = "Film")]
struct FilmArgs {
    /// Film the run without a window, and write the film to this file, whose name ends in .png or .apng
    #[arg(long, value_name = "FILE", group = "mode")]
    film: Option<PathBuf>,

    /// Film from turn N on [default: 0, or 12 turns before a single picture]
    #[arg(long, value_name = "N", value_parser = turn())]
    from: Option<u64>,

    /// Film up to turn N [default: the end]
    #[arg(long, value_name = "N", value_parser = turn())]
    to: Option<u64>,

    /// Write a single picture instead: N milliseconds after the last turn, at most 60000
    #[arg(
        long,
        value_name = "N",
        value_parser = value::whole_number::<u64>(0..=60_000)
    )]
    still: Option<u64>,

    /// Size of the pictures in pixels, 800x500 to 4096x4096
    #[arg(long, value_name = "WxH", default_value = "1280x800")]
    size: Size,
}

impl FilmArgs {
    /// The first and the last turn to film of a run that ends at turn `end`. The last is
    /// [`u64::MAX`] for a film up to the end: the action that ends a run may take no time, and a film
    /// up to turn `end` would stop before it.
    fn turns(&self, end: u64) -> (u64, u64) {
        let to = self.to.filter(|&to| to < end);
        let before_still = to.unwrap_or(end).saturating_sub(TURNS_BEFORE_STILL);
        let from = self.from.unwrap_or(self.still.map_or(0, |_| before_still));
        (from, to.unwrap_or(u64::MAX))
    }
}

/// The parser of turn numbers; no run has more turns.
fn turn() -> impl Fn(&str) -> Result<u64, String> + Clone {
    value::whole_number(0..=1_000_000_000)
}

/// Watches, verifies or prints the replays.
///
/// # Errors
/// If a replay cannot be read or plays differently, or if `out` cannot be written. With several
/// replays, the error of each is printed, and the returned error counts them.
pub fn run(mut args: Args, out: &mut impl Write) -> Result<(), CliError> {
    wildcard::expand(&mut args.files)?;
    let args = &args;
    let is_text = args.verify || args.info || args.log || args.turn.is_some();
    if !is_text && args.film.film.is_none() {
        return watch(args);
    }
    if let Some(option) = args.folders.option() {
        let error = "only the window has saves and settings: leave it out, or open the window with the replay alone";
        return Err(CliError::option(option, error));
    }
    if args.info && args.content.is_given() {
        let error =
            "--info plays nothing, so content makes no difference: leave it out, or use --verify";
        return Err(CliError::option("--content", error));
    }
    if let Some(out) = &args.film.film {
        return film(args, out);
    }
    let content = args.content.load()?;
    let mut failed = 0;
    let mut list = args.json.then(JsonList::default);
    for path in &args.files {
        match inspect(args, path, content, list.as_mut(), out) {
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
    if let Some(list) = list {
        list.finish(out).map_err(CliError::Output)?;
    }
    match failed {
        0 => Ok(()),
        failed => Err(CliError::Failure(format!(
            "{failed} of {} replays failed",
            args.files.len()
        ))),
    }
}

/// Films a recorded run.
fn film(args: &Args, out: &Path) -> Result<(), CliError> {
    let film = &args.film;
    let (size, min, max) = (film.size, MIN_FILM_SIZE, MAX_FILM_SIZE);
    let fits = (min.width..=max.width).contains(&size.width)
        && (min.height..=max.height).contains(&size.height);
    if !fits {
        let error = format!("a film of {size} is too small or too large: use {min} to {max}");
        return Err(CliError::option("--size", error));
    }
    if let (Some(from), Some(to)) = (film.from, film.to)
        && from > to
    {
        return Err(CliError::Usage(format!(
            "--from {from} is after --to {to}: the film must start before it ends"
        )));
    }
    file::check_target("--film", out, &["png", "apng"])?;
    if let Some(picture) = film_solve(args)? {
        return file::write(out, |out| out.write_all(&picture));
    }
    let [path] = args.files.as_slice() else {
        let count = args.files.len();
        let error = format!("a film shows one replay, and there are {count}: name one");
        return Err(CliError::option("--film", error));
    };
    let (name, replay) = read(path)?;
    for turn in [film.from, film.to] {
        check_turn(name, &replay, turn)?;
    }
    let turns = film.turns(replay.turns());
    let content = args.content.load()?;
    let still = film.still.map(Duration::from_millis);
    let picture = window::film(replay, content, turns, still, size)?;
    file::write(out, |out| out.write_all(&picture))
}

/// Films the recorded solve of a daily, with the ghost of a second one if there is one; `None` if the files hold no
/// solves.
fn film_solve(args: &Args) -> Result<Option<Vec<u8>>, CliError> {
    let mut races = Vec::new();
    for path in args.files.iter().take(3) {
        // A pipe can be read only once.
        if !path.is_file() {
            return Ok(None);
        }
        let (name, bytes) = file::read(path, disk::LIMIT)?;
        match Target::paste(&text::decode_lossy(&bytes), crate::known()) {
            Ok(Target::Race(code, solve)) => races.push((code, solve)),
            _ if races.is_empty() => return Ok(None),
            _ => {
                return Err(CliError::file(
                    name,
                    "it holds no recorded solve of a daily",
                ));
            }
        }
    }
    let film = &args.film;
    let of_runs = film.from.map(|_| "--from").or(film.to.map(|_| "--to"));
    if let Some(option) = of_runs.or(film.still.map(|_| "--still")) {
        let error = "a solve has no turns: leave it out, and film the whole of it";
        return Err(CliError::option(option, error));
    }
    let mut races = races.into_iter();
    let (Some((code, solve)), rival, None) = (races.next(), races.next(), races.next()) else {
        let error = "a film shows one solve, and the ghost of one other: name two at most";
        return Err(CliError::option("--film", error));
    };
    if rival.as_ref().is_some_and(|(other, _)| *other != code) {
        let error = "the two solves are of different dailies: name two of the same";
        return Err(CliError::option("--film", error));
    }
    let rival = rival.map(|(_, solve)| solve);
    window::film_solve((code, solve), rival, film.size).map(Some)
}

/// Opens the window on a recorded run after checking that it can be played.
fn watch(args: &Args) -> Result<(), CliError> {
    // The window reads the file again, which a pipe cannot give.
    let is_stream =
        |path: &Path| path == Path::new("-") || path.exists() && !path.is_file() && !path.is_dir();
    let path = match args.files.as_slice() {
        [path] if !is_stream(path) => path,
        _ => {
            let error = "the window plays one replay file, and not standard input or a pipe: name one file, or use --verify, --info, --turn or --log";
            return Err(CliError::Usage(error.to_owned()));
        }
    };
    let content = args.content.load()?;
    let (_, replay) = read(path)?;
    let started = replay.start(content);
    started.map_err(|error| CliError::file(path, error))?;
    window::open_replay(path.clone(), content, args.folders.clone())
}

/// Prints what the options ask for about the replay at `path`.
fn inspect(
    args: &Args,
    path: &Path,
    content: &'static Content,
    list: Option<&mut JsonList>,
    out: &mut impl Write,
) -> Result<(), CliError> {
    let (name, replay) = read(path)?;
    let diverged = |error| CliError::file(name, error);
    if args.turn.is_none() && !args.log {
        let game = match args.verify {
            true => Some(replay.verify(content).map_err(diverged)?),
            false => None,
        };
        return write_facts(path, &replay, game.as_ref(), list, out).map_err(CliError::Output);
    }
    check_turn(name, &replay, args.turn)?;
    let mut playback = Playback::new(replay, content).map_err(diverged)?;
    if args.files.len() > 1 {
        writeln!(out, "{}:", path.display()).map_err(CliError::Output)?;
    }
    match args.turn {
        Some(turn) => {
            let messages = messages_at(&mut playback, turn).map_err(diverged)?;
            print_state(playback.game(), &messages, out).map_err(CliError::Output)
        }
        None => print_log(&mut playback, diverged, out),
    }
}

/// Checks that a run has a turn that an option names.
fn check_turn(name: &Path, replay: &Recording, turn: Option<u64>) -> Result<(), CliError> {
    let end = replay.turns();
    match turn.filter(|turn| *turn > end) {
        None => Ok(()),
        Some(turn) => {
            let error = format!("there is no turn {turn}: the run has turns 0 to {end}");
            Err(CliError::file(name, error))
        }
    }
}

/// Reads the replay at `path`; also returns its name for messages.
fn read(path: &Path) -> Result<(&Path, Recording), CliError> {
    let (name, bytes) = file::read(path, disk::LIMIT)?;
    let (recording, damage) = disk::parse_save(name, &bytes)?;
    match damage {
        Some(damage) if damage.is_cut => {
            note::print(&format!(
                "{}: {}; it is left out",
                name.display(),
                damage.error
            ));
        }
        Some(damage) => {
            let (path, reason) = (name.to_owned(), damage.error);
            return Err(DiskError::Recording { path, reason }.into());
        }
        None => {}
    }
    Ok((name, recording))
}

/// Writes what a replay says about itself, and how the run ended if it was played; `game` is its end.
fn write_facts(
    path: &Path,
    replay: &Recording,
    game: Option<&Game>,
    list: Option<&mut JsonList>,
    out: &mut impl Write,
) -> io::Result<()> {
    let file = path.display().to_string();
    let (seed, turns, actions) = (replay.seed(), replay.turns(), replay.count());
    let (plus, outcome) = (replay.plus(), replay.end().name());
    let (generation, rules) = (replay.generation(), replay.rules());
    let depth = replay.standing().map_or(1, |standing| standing.depth);
    let digest = game.map(Game::digest).or(replay.digest());
    let digest = digest.map(|digest| format!("{digest:016x}"));
    let content = format!("{:016x}", replay.content());
    let cause = game.and_then(|game| match game.outcome() {
        Outcome::Died { cause } => Some(describe_cause(game.content(), cause)),
        _ => None,
    });
    if let Some(list) = list {
        let object = record! {
            file: file,
            seed: seed.to_string(),
            plus: plus,
            generation_version: generation,
            rules_version: rules,
            content: content,
            outcome: outcome,
            turns: turns,
            actions: actions,
            digest: digest,
            verified: game.is_some(),
            depth: depth,
            cause: cause,
        };
        return list.push(&object, out);
    }
    write!(out, "{file}: seed {seed}")?;
    if plus > 0 {
        write!(out, ", New Game Plus {plus}")?;
    }
    let end = cause.as_deref().unwrap_or(outcome);
    write!(out, ", {}, {end} on depth {depth}", counted(turns, "turn"))?;
    if let Some(digest) = digest {
        write!(out, ", digest {digest}")?;
    }
    match game {
        Some(_) => writeln!(out, ": verified"),
        None => writeln!(
            out,
            ", {}, generation version {generation}, rules version {rules}, content {content}",
            counted(actions, "action")
        ),
    }
}

/// Seeks to the turn, and returns the messages of the action that led there. Narrates the run from the
/// start, because messages leave out what earlier ones said. The last turn is shown with the action
/// that ends the run, which may take no time.
fn messages_at(playback: &mut Playback, turn: u64) -> Result<Vec<String>, Divergence> {
    if turn < playback.recording().turns() {
        playback.seek(turn)?;
    } else {
        playback.seek_action(playback.length())?;
    }
    let position = playback.position();
    playback.seek_action(0)?;
    let (mut narrator, mut events) = (Narrator::default(), Vec::new());
    let mut messages = Vec::new();
    while playback.position() < position {
        events.clear();
        playback.step(&mut events)?;
        let told = narrator.tell(playback.game(), &events);
        // Each message as it stands then, in place of one of the turn before, too.
        messages = told.into_iter().map(|told| told.text).collect();
    }
    Ok(messages)
}

/// Plays a replay to its end and prints each message after the number of its turn.
fn print_log(
    playback: &mut Playback,
    diverged: impl Fn(Divergence) -> CliError,
    out: &mut impl Write,
) -> Result<(), CliError> {
    let (mut narrator, mut events) = (Narrator::default(), Vec::new());
    // Held back until it is clear that the next message does not replace it.
    let mut newest: Option<String> = None;
    while playback.step(&mut events).map_err(&diverged)?.is_some() {
        let game = playback.game();
        for told in narrator.tell(game, &events) {
            let line = format!("{:6} {}", game.turns(), told.text);
            let before = newest.replace(line).filter(|_| told.replaces.is_none());
            if let Some(before) = before {
                writeln!(out, "{before}").map_err(CliError::Output)?;
            }
        }
        events.clear();
    }
    newest.map_or(Ok(()), |line| {
        writeln!(out, "{line}").map_err(CliError::Output)
    })
}

/// Prints the state of the game as the player knows it.
fn print_state(game: &Game, messages: &[String], out: &mut impl Write) -> io::Result<()> {
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
        "seed {}, turn {}, depth {}, health {} of {}, rank {}, {hunger}",
        game.seed(),
        game.turns(),
        game.depth(),
        player.health,
        player.max_health,
        player.level
    )?;
    for message in messages {
        writeln!(out, "{message}")?;
    }
    for row in view.known_rows() {
        writeln!(out, "{row}")?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The turns filmed of a run of 900 turns.
    fn turns(from: Option<u64>, to: Option<u64>, still: Option<u64>) -> (u64, u64) {
        let film = FilmArgs {
            film: None,
            from,
            to,
            still,
            size: MIN_FILM_SIZE,
        };
        film.turns(900)
    }

    #[test]
    fn a_film_without_to_ends_with_the_run_and_a_picture_shows_its_end() {
        assert_eq!(turns(None, None, None), (0, u64::MAX));
        assert_eq!(turns(None, None, Some(150)), (888, u64::MAX));
        assert_eq!(turns(Some(300), None, Some(150)), (300, u64::MAX));
        assert_eq!(turns(None, Some(333), Some(150)), (321, 333));
        assert_eq!(turns(Some(300), Some(340), None), (300, 340));
    }

    #[test]
    fn a_film_up_to_the_last_turn_has_the_action_that_ends_the_run() {
        for to in [900, 901, 5000] {
            assert_eq!(turns(None, Some(to), None), (0, u64::MAX), "{to}");
            assert_eq!(turns(None, Some(to), Some(0)), (888, u64::MAX), "{to}");
        }
        assert_eq!(turns(None, Some(899), None), (0, 899));
    }
}
