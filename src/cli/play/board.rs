//! Conduit in words: a cursor on the board, tiles told by their place, shape and state.

use std::path::Path;
use std::time::Duration;

use super::table::{Found, Table};
use super::words::{Command, expect_end, read_count, read_place, read_side, unexpected};
use super::{Conversation, Refused, clock, confirm};
use crate::cli::CliError;
use crate::code::{CodeError, Target};
use crate::conduit::{Board, Conduit, Mask, Move, MoveError, Named, Progress, Spec};
use crate::disk::DiskError;
use crate::entropy;
use crate::game::DailyGame;
use crate::geom::{Dir, Pos, Size};
use crate::pack::{self, Place};
use crate::profile::board::texts::{self, Stage};
use crate::profile::board::words::{
    describe_around, describe_at, describe_row, describe_rules, describe_steps, describe_tile,
    light_path, place_name,
};
use crate::profile::board::{BoardMove, BoardRound};
use crate::profile::score::{Lamp, Scores};
use crate::profile::{Completion, Game, Help, Records, Round, daily, format_time};
use crate::text::excerpt;

/// Conduit in the terminal.
pub struct Boards {
    table: Table<BoardRound>,
    at: Pos,
    /// The reason of the last hint.
    reason: Option<String>,
    greeting: Vec<String>,
}

#[rustfmt::skip]
const COMMANDS: &[Command] = &[
    Command::taking(&["go"], "ROW COLUMN", "goes to a tile; the two numbers alone do, too"),
    Command::taking(&["up", "north"], "[N]", "goes up, one tile or N"),
    Command::taking(&["right", "east"], "[N]", "goes to the right"),
    Command::taking(&["down", "south"], "[N]", "goes down"),
    Command::taking(&["left", "west"], "[N]", "goes to the left"),
    Command::new(&["where", "look", "what is here", "w"], "tells the tile where you are"),
    Command::new(&["around", "a"], "tells the tiles on its four sides"),
    Command::taking(&["row"], "N", "tells all tiles of a row"),
    Command::new(&["board"], "tells all rows of the board"),
    Command::new(&["status"], "tells how far the board is solved, the moves and the time"),
    Command::taking(&["turn", "t", "clockwise"], "[TIMES or ROW COLUMN]", "turns the tile clockwise by a quarter"),
    Command::taking(&["turn back", "back", "anticlockwise"], "[TIMES or ROW COLUMN]", "turns it the other way"),
    Command::taking(&["half", "f"], "[ROW COLUMN]", "turns it by half, which is two moves"),
    Command::taking(&["lock", "l"], "[ROW COLUMN]", "locks the tile against turning"),
    Command::taking(&["unlock"], "[ROW COLUMN]", "unlocks it"),
    Command::new(&["next dark", "n"], "goes to the next dark tile, row by row"),
    Command::new(&["previous dark"], "goes to the dark tile before"),
    Command::new(&["next lamp"], "goes to the next dark lamp"),
    Command::new(&["next unlocked"], "goes to the next tile that is not locked"),
    Command::new(&["path"], "tells the way of the light to this tile"),
    Command::new(&["hint", "h"], "goes to a tile that can be deduced, and says why; once more, and it is turned; the board then counts as helped"),
    Command::new(&["mistake", "where did i go wrong"], "goes back to the last position without a mistake, and says what went wrong; it counts as a hint"),
    Command::new(&["why"], "tells the reason of the last hint again"),
    Command::new(&["check", "c"], "says how many locked tiles are wrong; it counts as a hint"),
    Command::new(&["undo", "u"], "takes back the last change; at the start of a board, goes back to the one before it"),
    Command::new(&["redo"], "makes it again; at the end, goes on to the board after it"),
    Command::new(&["pin", "p"], "sets a point where undo stops, or removes it"),
    Command::new(&["rewind"], "goes back to the pin, or to the start"),
    Command::new(&["restart"], "turns everything back to the start, and unlocks it"),
    Command::new(&["jumble"], "turns all tiles that are not locked at random"),
    Command::new(&["solve"], "shows the solution; the board then does not count"),
    Command::taking(
        &["new"],
        "[WxH] [DIFFICULTY] [wrap] [walls PERCENT]",
        "another board like the last new one, but for what you say: the size from 3x3 to 50x50, easy, medium, hard, expert or any, \
         wrap or flat, and walls, of which 0 per cent are none",
    ),
    Command::new(&["next board"], "the next board of the pack, or another one of this kind"),
    Command::taking(&["open"], "CODE", "opens a share code, an id, a link or a seed"),
    Command::new(&["daily"], "opens the board of today"),
    Command::taking(&["pack"], "[PACK [NUMBER]]", "lists the packs, or opens a board of one by its numbers"),
    Command::new(&["code"], "tells the share code or id of this board, and its id with your progress"),
    Command::new(&["share"], "tells the line that shares the result"),
    Command::new(&["records"], "tells your results of each kind of board"),
    Command::new(&["results"], "tells the last twenty results of this kind, with their dates"),
];

const ABOUT: &[&str] = &[
    "Every tile has pipes. Turn the tiles until the light of the wellspring reaches every lamp: a lamp is a tile with \
     one pipe. When you are done every pipe is connected: no loose ends, no loops.",
    "You stand on one tile. Its line says where it is, which of its sides are open, which of them are joined to the \
     next tile, and whether light reaches it.",
];

/// Follows a hint that only points at a tile.
const AGAIN: &str = "\"hint\" again turns it";

const NEW: &str =
    "size such as 7x7 and none of easy, medium, hard, expert, any, wrap, flat and walls";
const WALLS: &str = "say how many per cent of the sides have walls, as in \"new walls 20\"";

/// The most quarter turns of one command: four lead back.
const MAX_QUARTERS: u32 = 3;

impl Boards {
    /// Opens the saved boards, or the one of a target.
    pub fn open((folder, page): (&Path, &str), target: Option<Target>) -> Result<Self, CliError> {
        let mut found: Found<BoardRound> = Found::read(folder)?;
        let mut greeting = std::mem::take(&mut found.messages);
        let first = |seed| {
            let spec = BoardRound::first(seed);
            BoardRound::generate(spec, spec)
        };
        let (round, seed) = match (target, &found.left) {
            (None, Some(_)) => (None, None),
            (None, None) => {
                let seed = entropy::fresh_seed()?;
                (Some(first(seed)), Some(seed))
            }
            (Some(Target::Number(seed) | Target::Text(seed, _)), left) => {
                let goes_on = left.as_ref().is_some_and(|left| left.seed == Some(seed));
                ((!goes_on).then(|| first(seed)), Some(seed))
            }
            (Some(target), left) => {
                let order = match left {
                    Some(left) => *left.order(),
                    None => BoardRound::first(entropy::fresh_seed()?),
                };
                let round = round_of(target, &order);
                let round = round.map_err(|error| CliError::option("--seed", error))?;
                (Some(round), None)
            }
        };
        let Some(mut table) = found.sit_down(round, page) else {
            return Err(CliError::Failure("there is no board".to_owned()));
        };
        table.seed = seed.or(table.seed);
        greeting.push("conduit: \"help\" lists the commands".to_owned());
        Ok(Self {
            at: start_of(table.round().conduit()),
            table,
            reason: None,
            greeting,
        })
    }

    fn conduit(&self) -> &Conduit {
        self.table.round().conduit()
    }

    /// Says which board it is, and where the player stands.
    fn introduce(&mut self, said: &mut Vec<String>) {
        self.at = start_of(self.conduit());
        self.reason = None;
        let round = self.table.round();
        let name = texts::board_name(round.conduit(), round.grade());
        let of = self
            .table
            .name()
            .map_or(String::new(), |name| format!(", {name}"));
        said.push(format!(
            "board {name}{of}: {}",
            describe_rules(round.conduit())
        ));
        self.tell_progress(said);
        self.tell_here(said);
    }

    fn tell_here(&self, said: &mut Vec<String>) {
        said.push(describe_at(self.conduit(), self.at));
    }

    fn tell_progress(&self, said: &mut Vec<String>) {
        let (lit, all) = self.conduit().progress();
        said.push(match self.conduit().is_won() {
            true => "the board is solved: \"next board\" goes on".to_owned(),
            false => format!("{lit} of {all} tiles lit"),
        });
    }

    /// Makes a move; says what it says.
    fn play(&mut self, action: BoardMove, said: &mut Vec<String>) -> Result<(), Refused> {
        let told = self.table.play(action, said);
        let told = told.map_err(|refusal| match refusal {
            MoveError::Locked(at) => {
                format!("the tile at {} is locked: unlock it first", place_name(at))
            }
            MoveError::Pinned => "undo stops at this pin: \"pin\" removes it".to_owned(),
            MoveError::Won => "the board is solved; \"next board\" goes on".to_owned(),
            other => other.to_string(),
        })?;
        // The result comes before what the records say of it.
        said.splice(0..0, told);
        Ok(())
    }

    /// Reads the place of a command, if one is given, and goes there.
    fn go_along(&mut self, rest: &[&str]) -> Result<(), Refused> {
        if let Some(first) = rest.first() {
            let place = read_place(&rest.join(" "), self.conduit().size());
            self.at = place.ok_or_else(|| unexpected(first))??;
        }
        Ok(())
    }

    /// Turns the tile where the player stands by quarters, once for each.
    fn turn(
        &mut self,
        rest: &[&str],
        of: fn(Pos) -> Move,
        said: &mut Vec<String>,
    ) -> Result<(), Refused> {
        let mut times = 1;
        match rest {
            [word] if word.bytes().all(|byte| byte.is_ascii_digit()) => {
                times = read_count(rest, MAX_QUARTERS)?;
            }
            _ => self.go_along(rest)?,
        }
        for _ in 0..times {
            self.play(BoardMove::Make(of(self.at)), said)?;
            if self.conduit().is_won() {
                self.tell_progress(said);
                return Ok(());
            }
        }
        let mut told = vec![format!(
            "turned: {}",
            describe_tile(self.conduit(), self.at)
        )];
        self.tell_progress(&mut told);
        said.splice(0..0, [told.join(". ")]);
        Ok(())
    }

    fn lock(&mut self, rest: &[&str], wanted: bool, said: &mut Vec<String>) -> Result<(), Refused> {
        self.go_along(rest)?;
        if self.conduit().is_locked(self.at) == wanted {
            let state = if wanted {
                "locked already"
            } else {
                "not locked"
            };
            return Err(format!("the tile at {} is {state}", place_name(self.at)).into());
        }
        self.play(BoardMove::Make(Move::Lock(self.at)), said)?;
        let done = if wanted { "locked" } else { "unlocked" };
        said.push(format!("{done}: {}", describe_at(self.conduit(), self.at)));
        Ok(())
    }

    /// Goes to the next tile, row by row, of which something holds.
    fn seek(
        &mut self,
        (back, what): (bool, &str),
        holds: impl Fn(&Conduit, Pos) -> bool,
        said: &mut Vec<String>,
    ) -> Result<(), Refused> {
        let Size { width, .. } = self.conduit().size();
        let count = self.conduit().size().area() as i32;
        let here = self.at.y * width as i32 + self.at.x;
        let step = if back { -1 } else { 1 };
        let found = (1..=count).find_map(|number| {
            let index = (here + step * number).rem_euclid(count);
            let at = Pos::new(index % width as i32, index / width as i32);
            holds(self.conduit(), at).then_some(at)
        });
        self.at = found.ok_or_else(|| format!("there is no {what}"))?;
        self.tell_here(said);
        Ok(())
    }

    /// What a move costs the board, if it is help and the board has had none.
    fn cost(&self, action: BoardMove) -> Option<String> {
        let help = self.table.round().help_of(action);
        let help = help.filter(|_| self.table.hint_costs());
        help.map(|help| Game::Conduit.hint_costs(help))
    }

    fn show(&mut self, round: BoardRound, said: &mut Vec<String>) {
        let greeting = round.greeting();
        self.table.show(round);
        said.extend(greeting);
        self.introduce(said);
    }

    /// Takes back or makes again a change, on this board or the one before or after it.
    fn step(&mut self, back: bool, said: &mut Vec<String>) -> Result<(), Refused> {
        let (action, end) = match back {
            true => (Move::Undo, MoveError::NothingToUndo),
            false => (Move::Redo, MoveError::NothingToRedo),
        };
        let before = self.conduit().board().clone();
        let is_at_end = match back {
            true => self.conduit().history().0 == 0 && !self.conduit().is_pinned(),
            false => self.conduit().history().1 == 0,
        };
        if is_at_end {
            if !self.table.step(back) {
                return Err(end.to_string().into());
            }
            self.introduce(said);
            return Ok(());
        }
        self.play(BoardMove::Make(action), said)?;
        let done = if back { "undone" } else { "done again" };
        let changed = changed_tiles(&before, self.conduit());
        match changed[..] {
            [at] => {
                self.at = at;
                said.push(format!("{done}: {}", describe_at(self.conduit(), at)));
            }
            [] => said.push(format!("{done}: a tile was locked or unlocked")),
            _ => said.push(format!("{done}: {} tiles have turned", changed.len())),
        }
        self.tell_progress(said);
        Ok(())
    }

    fn hint(&mut self, said: &mut Vec<String>) -> Result<(), Refused> {
        let hint = self.conduit().find_hint();
        let hint = hint.ok_or_else(|| MoveError::Won.to_string())?;
        let action = self.table.round().hint_move();
        let mut told = Vec::new();
        if action == BoardMove::Point {
            if self.conduit().is_locked(hint.at) {
                let place = place_name(hint.at);
                said.push(format!("the tile at {place} was locked wrongly"));
            }
            self.play(action, &mut told)?;
            self.at = hint.at;
            self.tell_here(said);
            let reason = texts::spoken_hint(&hint, self.conduit(), Stage::Pointed);
            said.extend([reason.clone(), AGAIN.to_owned()]);
            self.reason = Some(reason);
            return Ok(());
        }
        let reason = texts::spoken_hint(&hint, self.conduit(), Stage::Turned);
        self.play(action, &mut told)?;
        self.at = hint.at;
        said.push(format!("turned: {}", describe_at(self.conduit(), self.at)));
        said.push(reason.clone());
        self.reason = Some(reason);
        if self.conduit().is_won() {
            // The message of the hint has given way to that of the result.
            said.extend(told);
        }
        self.tell_progress(said);
        Ok(())
    }

    /// Goes back to the last position without a mistake; says what went wrong.
    fn retract(&mut self, said: &mut Vec<String>) -> Result<(), Refused> {
        let mistake = self.conduit().find_mistake();
        let mistake = mistake.map_err(|why| why.to_string())?;
        self.play(BoardMove::Make(Move::Retract), &mut Vec::new())?;
        let Some(mistake) = mistake else {
            said.push(texts::NO_MISTAKE.to_owned());
            return Ok(());
        };
        self.at = mistake.hint.at;
        let reason = texts::spoken_mistake(&mistake, self.conduit());
        said.push(reason.clone());
        self.reason = Some(reason);
        self.tell_here(said);
        self.tell_progress(said);
        Ok(())
    }

    fn open_pack(&mut self, rest: &[&str], said: &mut Vec<String>) -> Result<(), Refused> {
        let Some(place) = read_pack(Game::Conduit, self.table.records(), rest, said)? else {
            return Ok(());
        };
        let puzzle = pack::board(place).ok_or("there is no such board")?;
        let order = *self.table.round().order();
        let round = BoardRound::given(Conduit::new(puzzle), None, order);
        self.table.resume(round);
        self.introduce(said);
        Ok(())
    }
}

/// The tiles that are turned otherwise than on another board; of a wellspring of two, the lower.
fn changed_tiles(before: &Board, conduit: &Conduit) -> Vec<Pos> {
    let Size { width, height } = conduit.size();
    let [upper, lower] = conduit.board().wellspring();
    let all = (0..height as i32).flat_map(|y| (0..width as i32).map(move |x| Pos::new(x, y)));
    let mut changed: Vec<Pos> = all
        .filter(|at| before.tile(*at) != conduit.board().tile(*at))
        .map(|at| if at == upper { lower } else { at })
        .collect();
    changed.dedup();
    changed.sort_unstable_by_key(|at| (at.y, at.x));
    changed.dedup();
    changed
}

/// Where the player stands at first: the lower tile of the wellspring, which turns.
fn start_of(conduit: &Conduit) -> Pos {
    conduit.board().wellspring()[1]
}

/// The board that a text names.
fn round_of(target: Target, order: &Spec) -> Result<BoardRound, String> {
    Ok(match target {
        Target::Board(Named::Spec(spec)) => BoardRound::generate(spec, *order),
        Target::Board(Named::Puzzle(puzzle)) => {
            BoardRound::given(Conduit::new(*puzzle), None, *order)
        }
        Target::Board(Named::Progress(progress)) => {
            let Progress { conduit, seconds } = *progress;
            let played = Duration::from_secs(seconds.into());
            BoardRound::given(conduit, Some(played), *order)
        }
        Target::Daily(code) | Target::Race(code, _) if code.game == DailyGame::Board => {
            BoardRound::daily(code.day, *order)
        }
        Target::Number(seed) | Target::Text(seed, _) => {
            let spec = order.with_seed(seed);
            BoardRound::generate(spec, spec)
        }
        other => return Err(other.refusal()),
    })
}

/// Reads the numbers of a pack and of a puzzle in it; lists what there is without them.
pub(super) fn read_pack(
    game: Game,
    records: &Records,
    rest: &[&str],
    said: &mut Vec<String>,
) -> Result<Option<Place>, String> {
    let (names, size_of) = game.packs();
    let number = |word: &str, most: usize| {
        let number = word.parse::<usize>().ok();
        let number = number.filter(|number| (1..=most).contains(number));
        number.ok_or_else(|| format!("\"{}\" is not a number from 1 to {most}", excerpt(word)))
    };
    match rest {
        [] => {
            for (pack, name) in names.iter().enumerate() {
                let lamps = describe_lamps(&records.lamps(game, pack), game);
                said.push(format!("{}: {name}, {lamps}", pack + 1));
            }
            said.push("\"pack 1\" opens the first of a pack that is not done".to_owned());
            Ok(None)
        }
        [pack] => {
            let pack = number(pack, names.len())? - 1;
            let mut places = (0..pack::LENGTH).map(|number| Place { pack, number });
            let open = places.find(|place| records.lamp(game, *place) == Lamp::Dark);
            Ok(Some(open.unwrap_or(Place { pack, number: 0 })))
        }
        [pack, of] => {
            let pack = number(pack, names.len())? - 1;
            let place = Place {
                pack,
                number: number(of, pack::LENGTH)? - 1,
            };
            Ok(Some(place).filter(|place| size_of(*place).is_some()))
        }
        [_, _, more, ..] => Err(unexpected(more)),
    }
}

/// How many puzzles of a pack are done, and how well.
fn describe_lamps(lamps: &[Lamp], game: Game) -> String {
    let count = |lamp: Lamp| lamps.iter().filter(|own| **own == lamp).count();
    let (all, done) = (lamps.len(), lamps.len() - count(Lamp::Dark));
    let mut told = format!("{done} of {all} done");
    for (count, how) in [
        (
            count(Lamp::Star),
            format!("with the fewest {}", game.moves()),
        ),
        (count(Lamp::Half), "with help".to_owned()),
    ] {
        if count > 0 {
            told += &format!(", {count} {how}");
        }
    }
    told
}

/// Says the player's scores of each kind.
pub(super) fn tell_records(game: Game, records: &Records, said: &mut Vec<String>) {
    let all = records.all_scores(game).filter_map(|(kind, scores)| {
        let told = describe_scores(&scores, game)?;
        Some(format!("{kind}: {told}"))
    });
    let told: Vec<String> = all.collect();
    if told.is_empty() {
        said.push(format!("no {} has been done yet", game.noun()));
    }
    said.extend(told);
    let (now, longest) = records.streak(game);
    if longest > 0 {
        said.push(format!("{now} in a row without help, at most {longest}"));
    }
    let today = clock::today();
    let streak = records.daily_streak(game, today);
    if streak > 0 {
        said.push(format!("dailies: {streak} days in a row"));
    }
    if let Some(result) = records.day(game, today) {
        said.push(daily::daily_line(game, today, result));
    }
}

/// The best and the median of the scores of a kind, and how many there are.
fn describe_scores(scores: &Scores, game: Game) -> Option<String> {
    let (best, median) = (scores.best()?, scores.median()?);
    let (count, last) = (scores.count(), scores.last().len());
    Some(format!(
        "best: {}; median of the last {last}: {}; {count} done",
        best.describe(game),
        median.describe(game)
    ))
}

/// Says the last scores of the kind of a puzzle in play, with their dates.
pub(super) fn tell_results(done: &Completion, records: &Records, said: &mut Vec<String>) {
    let (game, kind) = (done.game, done.kind.to_string());
    let Some(scores) = records.scores(game, &kind) else {
        said.push(format!("{kind}: none has been done yet"));
        return;
    };
    let told = describe_scores(&scores, game);
    said.extend(told.map(|told| format!("{kind}: {told}")));
    let last = scores.last().iter();
    said.extend(last.map(|dated| format!("{}: {}", dated.day, dated.score.describe(game))));
}

impl Conversation for Boards {
    fn commands(&self) -> &'static [Command] {
        COMMANDS
    }

    fn about(&self) -> &'static [&'static str] {
        ABOUT
    }

    fn greet(&mut self, said: &mut Vec<String>) {
        said.append(&mut self.greeting);
        self.introduce(said);
    }

    fn other(&mut self, line: &str, said: &mut Vec<String>) -> Option<Result<(), String>> {
        let place = read_place(line, self.conduit().size())?;
        Some(place.map(|at| {
            self.at = at;
            self.tell_here(said);
        }))
    }

    fn command(
        &mut self,
        name: &'static str,
        rest: &[&str],
        is_sure: bool,
        said: &mut Vec<String>,
    ) -> Result<(), Refused> {
        match name {
            "go" => {
                let first = *rest.first().ok_or("go where? Give a row and a column")?;
                if let (Some(side), count) = (read_side(first), &rest[1..]) {
                    return self.walk(side, count, said);
                }
                self.go_along(rest)?;
                self.tell_here(said);
                return Ok(());
            }
            "up" | "right" | "down" | "left" => {
                let side = read_side(name).unwrap_or(Dir::North);
                return self.walk(side, rest, said);
            }
            "turn" => return self.turn(rest, Move::Clockwise, said),
            "turn back" => return self.turn(rest, Move::CounterClockwise, said),
            "half" => return self.turn(rest, Move::Half, said),
            "lock" => return self.lock(rest, true, said),
            "unlock" => return self.lock(rest, false, said),
            "row" => {
                let height = self.conduit().size().height;
                let row = match rest {
                    [] => self.at.y + 1,
                    rest => read_count(rest, height)? as i32,
                };
                said.push(describe_row(self.conduit(), row - 1));
                return Ok(());
            }
            "new" => return self.new_board(rest, said),
            "open" => {
                let text = rest.join(" ");
                let target = Target::paste(&text, crate::known())
                    .and_then(|target| target.begun_by(clock::today()));
                let target = target.map_err(|error| match error {
                    CodeError::Nothing => {
                        "open what? Give a share code, an id or a seed".to_owned()
                    }
                    other => other.to_string(),
                })?;
                let round = round_of(target, self.table.round().order())?;
                self.table.resume(round);
                self.introduce(said);
                return Ok(());
            }
            "pack" => return self.open_pack(rest, said),
            _ => {}
        }
        expect_end(rest)?;
        match name {
            "where" => self.tell_here(said),
            "around" => said.extend(describe_around(self.conduit(), self.at)),
            "board" => {
                said.push(describe_rules(self.conduit()));
                let rows = 0..self.conduit().size().height as i32;
                said.extend(rows.map(|row| describe_row(self.conduit(), row)));
            }
            "status" => self.tell_status(said),
            "next dark" => self.seek((false, "dark tile"), is_dark, said)?,
            "previous dark" => self.seek((true, "dark tile"), is_dark, said)?,
            "next lamp" => {
                let is_lamp = |conduit: &Conduit, at| {
                    let pipes = conduit.board().tile(at).unwrap_or_default();
                    pipes.is_lamp() && is_dark(conduit, at)
                };
                self.seek((false, "dark lamp"), is_lamp, said)?;
            }
            "next unlocked" => {
                let is_open = |conduit: &Conduit, at| !conduit.is_locked(at);
                self.seek((false, "tile that is not locked"), is_open, said)?;
            }
            "path" => self.tell_path(said),
            "hint" => {
                confirm(self.cost(BoardMove::Make(Move::Hint)), is_sure)?;
                self.hint(said)?;
            }
            "mistake" => {
                confirm(self.cost(BoardMove::Make(Move::Retract)), is_sure)?;
                self.retract(said)?;
            }
            "why" => {
                let reason = self.reason.clone();
                said.push(reason.ok_or("there was no hint on this board yet: \"hint\" gives one")?);
            }
            "check" => {
                confirm(self.cost(BoardMove::Check), is_sure)?;
                self.play(BoardMove::Check, said)?;
                let wrong: Vec<String> = self
                    .table
                    .round()
                    .wrong_tiles()
                    .iter()
                    .map(|at| place_name(*at))
                    .collect();
                if !wrong.is_empty() {
                    said.push(format!("wrong: {}", wrong.join("; ")));
                }
            }
            "solve" => {
                let question = "show the solution? The board then does not count as solved";
                let can_count =
                    !self.conduit().is_won() && self.table.round().completion().help < Help::Shown;
                let costs = can_count.then(|| question.to_owned());
                confirm(costs, is_sure)?;
                self.play(BoardMove::Make(Move::Solve), said)?;
                self.tell_progress(said);
            }
            "undo" => self.step(true, said)?,
            "redo" => self.step(false, said)?,
            "pin" => self.play(BoardMove::Make(Move::Pin), said)?,
            "rewind" | "restart" | "jumble" => {
                let action = match name {
                    "rewind" => Move::Rewind,
                    "restart" => Move::Restart,
                    _ => Move::Jumble,
                };
                // The result of a solved board has been told; a new one begins from nothing.
                if action != Move::Restart || !self.table.begin_again(BoardMove::Again) {
                    self.play(BoardMove::Make(action), said)?;
                }
                self.tell_progress(said);
            }
            "next board" => {
                let round = next_board(self.table.round());
                self.show(round, said);
            }
            "daily" => {
                let order = *self.table.round().order();
                self.table.resume(BoardRound::daily(clock::today(), order));
                self.introduce(said);
            }
            "code" => {
                let round = self.table.round();
                if let Some(spec) = round.spec() {
                    said.push(format!("share code: {spec} "));
                }
                said.push(format!("id: {} ", round.conduit().puzzle().start().id()));
                said.push(format!("with your progress: {} ", round.progress()));
            }
            "share" => {
                let line = self.table.result();
                let line = line.ok_or("light every lamp first: then you can share the result")?;
                said.push(format!("{line} "));
            }
            "records" => tell_records(Game::Conduit, self.table.records(), said),
            "results" => {
                let done = self.table.round().completion();
                tell_results(&done, self.table.records(), said);
            }
            _ => {}
        }
        Ok(())
    }

    fn pass(&mut self, time: Duration) {
        self.table.pass(time);
    }

    fn save(&mut self, _said: &mut Vec<String>) -> Result<(), DiskError> {
        self.table.save()
    }

    fn close(&mut self) -> Result<(), DiskError> {
        self.table.close()
    }
}

fn is_dark(conduit: &Conduit, at: Pos) -> bool {
    !conduit.is_lit(at)
}

/// What follows a board: the next of its pack, or another of its kind.
fn next_board(round: &BoardRound) -> BoardRound {
    let next = round.place().and_then(Place::next).and_then(pack::board);
    if let Some(puzzle) = next {
        return BoardRound::given(Conduit::new(puzzle), None, *round.order());
    }
    let order = *round.order();
    if let Some(spec) = round.next_of_code() {
        return BoardRound::generate(spec, order);
    }
    let spec = order.with_seed(order.seed.nth(1));
    BoardRound::generate(spec, spec)
}

impl Boards {
    fn walk(&mut self, side: Dir, rest: &[&str], said: &mut Vec<String>) -> Result<(), Refused> {
        let count = read_count(rest, 50)?;
        for _ in 0..count {
            match self.conduit().beyond(self.at, side) {
                Some(next) => self.at = next,
                None => {
                    said.push("the board ends here".to_owned());
                    break;
                }
            }
        }
        self.tell_here(said);
        Ok(())
    }

    /// Another board like the last new one but for what is said of it; one that undo and redo do not lead to.
    fn new_board(&mut self, rest: &[&str], said: &mut Vec<String>) -> Result<(), Refused> {
        let mut spec = *self.table.round().order();
        if rest.is_empty() {
            spec.seed = spec.seed.nth(1);
        }
        let mut words = rest.iter().copied();
        while let Some(word) = words.next() {
            let changed = match word {
                "any" => Ok(spec.with_difficulty(None)),
                "wrap" | "flat" => {
                    spec.rules.wrap = word == "wrap";
                    Ok(spec)
                }
                "walls" => {
                    let percent = words.next().unwrap_or_default();
                    let percent = percent.trim_end_matches('%').parse();
                    spec.with_walls(percent.map_err(|_| WALLS.to_owned())?)
                }
                _ if word.starts_with(|first: char| first.is_ascii_digit()) => {
                    word.parse().and_then(|size: Size| spec.with_size(size))
                }
                _ => match word.parse() {
                    Ok(difficulty) => Ok(spec.with_difficulty(Some(difficulty))),
                    Err(_) => {
                        let word = excerpt(word);
                        return Err(format!("\"{word}\" is no {NEW}").into());
                    }
                },
            };
            spec = changed.map_err(|error| error.to_string())?;
        }
        while self.table.has_met(|round| round.spec() == Some(&spec)) {
            spec.seed = spec.seed.nth(1);
        }
        self.show(BoardRound::generate(spec, spec), said);
        Ok(())
    }

    fn tell_status(&self, said: &mut Vec<String>) {
        let round = self.table.round();
        let (conduit, done) = (round.conduit(), round.completion());
        let name = texts::board_name(conduit, round.grade());
        let of = self
            .table
            .name()
            .map_or(String::new(), |name| format!(", {name}"));
        said.push(format!("board {name}{of}"));
        self.tell_progress(said);
        said.push(format!(
            "moves: {}, the fewest possible: {}; time: {}; locked: {}",
            round.moves(),
            conduit.fewest_moves(),
            format_time(round.time()),
            round.locked_count()
        ));
        let loops = conduit.loops();
        if loops.iter().any(|sides| *sides != Mask::NONE) {
            let width = conduit.size().width as usize;
            let on = loops
                .iter()
                .enumerate()
                .filter(|(_, sides)| **sides != Mask::NONE);
            let places: Vec<String> = on
                .take(8)
                .map(|(index, _)| {
                    place_name(Pos::new((index % width) as i32, (index / width) as i32))
                })
                .collect();
            said.push(format!("there is a loop: {}", places.join("; ")));
        }
        match done.help {
            Help::None => {}
            Help::Hints => {
                said.push("you had hints, so it counts only among those with hints".to_owned())
            }
            Help::Shown => said.push("the solution was shown".to_owned()),
        }
    }

    fn tell_path(&self, said: &mut Vec<String>) {
        let (conduit, at) = (self.conduit(), self.at);
        let spring = place_name(conduit.board().wellspring()[0]);
        said.push(match light_path(conduit, at) {
            None => format!("no light comes to {}", place_name(at)),
            Some(way) if way.is_empty() => "this is the wellspring".to_owned(),
            Some(way) => {
                format!("from the wellspring at {spring}: {}", describe_steps(&way))
            }
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_command_is_named_once() {
        let mut names: Vec<&str> = COMMANDS
            .iter()
            .flat_map(|command| command.names)
            .copied()
            .collect();
        let count = names.len();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), count);
        assert!(super::super::words::find(&[COMMANDS], "next").is_err());
    }
}
