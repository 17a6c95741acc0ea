//! Descend in words: the messages of the log after each command, and what is in sight by name, direction and distance.

mod sight;

use std::path::{Path, PathBuf};
use std::time::Duration;

use super::words::{self, Command, expect_end, read_count, read_place, unexpected};
use super::{Conversation, Refused, clock};
use crate::cli::CliError;
use crate::code::Target;
use crate::conduit::{Conduit, Puzzle};
use crate::disk::{self, DiskError, RunFile};
use crate::entropy;
use crate::game::content::{Class, Content, DEEPEST, Sort};
use crate::game::record::{Divergence, Playback, Summary};
use crate::game::{
    self, Action, DailyGame, End, Game, GameEvent, Letter, Narrator, Outcome, Practice, Refusal,
    Run, Setup, View, advice, counted, describe_end,
};
use crate::geom::{Dir, Pos};
use crate::profile::board::words::{describe_at, describe_row, place_name};
use crate::profile::{Ending, Records, SaveFolder, Slot};
use crate::text::excerpt;

/// Descend in the terminal.
pub struct Descent {
    run: Run,
    narrator: Narrator,
    log: Log,
    saves: SaveFolder,
    folder: PathBuf,
    records: Records,
    file: Option<RunFile>,
    /// Whether the player was asked about the command and said yes.
    is_sure: bool,
    /// What the last list of sights has by its numbers.
    listed: Vec<Pos>,
    /// Whether the end of the run has been told and archived.
    is_ended: bool,
    /// The end of the run, until everything of it is saved.
    ending: Option<Ending>,
    greeting: Vec<String>,
}

#[rustfmt::skip]
const COMMANDS: &[Command] = &[
    Command::taking(&["north", "n"], "[N]", "takes a step north, or N; it strikes, opens and pulls what is in the way"),
    Command::taking(&["northeast", "ne"], "[N]", "takes a step northeast"),
    Command::taking(&["east", "e"], "[N]", "takes a step east"),
    Command::taking(&["southeast", "se"], "[N]", "takes a step southeast"),
    Command::taking(&["south", "s"], "[N]", "takes a step south"),
    Command::taking(&["southwest", "sw"], "[N]", "takes a step southwest"),
    Command::taking(&["west", "w"], "[N]", "takes a step west"),
    Command::taking(&["northwest", "nw"], "[N]", "takes a step northwest"),
    Command::taking(&["run"], "DIRECTION", "runs until something of interest appears"),
    Command::new(&["explore", "x"], "explores the level, and picks up what lies on the way; then goes on to what is left"),
    Command::taking(&["go", "go to"], "THING", "goes to something in sight or known: its number in the list, its name, or stairs"),
    Command::new(&["descend", ">"], "goes to the stairs down, and from there down"),
    Command::new(&["ascend", "<"], "goes to the stairs up, and from there up"),
    Command::new(&["strike", "fight"], "strikes an enemy beside you, or steps towards the nearest"),
    Command::new(&["rest", "z"], "rests until healed"),
    Command::taking(&["wait"], "[N]", "lets a turn pass, or N"),
    Command::taking(&["search"], "[N]", "searches around you for a turn, or N"),
    Command::new(&["take", "g", "pick up"], "picks up what lies here"),
    Command::new(&["around", "a"], "lists what is in sight, with numbers, the nearest first"),
    Command::taking(&["look", "what is here"], "[THING or DIRECTION]", "tells all about something in sight, a tile beside you, or where you stand"),
    Command::new(&["where", "exits"], "tells where you stand, and how far it goes in each direction"),
    Command::new(&["map"], "lists all that you know of the level, and how far it is on foot"),
    Command::new(&["status", "me"], "tells your health, hunger, light and progress"),
    Command::new(&["pack", "i"], "lists what you carry, by its letters"),
    Command::taking(&["about"], "ITEM", "tells all about something that you carry"),
    Command::taking(&["eat"], "ITEM", "eats something that you carry, by its name or letter"),
    Command::taking(&["drink", "quaff"], "ITEM", "drinks a potion"),
    Command::taking(&["read"], "ITEM [at THING]", "reads a scroll"),
    Command::taking(&["wield", "wear", "equip"], "ITEM", "wields a weapon, puts on armour or a ring, or lights a lantern"),
    Command::taking(&["take off", "put away"], "ITEM", "stops using something, which stays in the pack"),
    Command::taking(&["use"], "ITEM [at THING]", "uses something in the way that it is made for"),
    Command::taking(&["throw"], "ITEM [at THING]", "throws something, at the nearest enemy if you name none"),
    Command::taking(&["shoot", "fire"], "[at THING]", "shoots an arrow with the bow that you wield"),
    Command::taking(&["aim"], "throw or use ITEM [at THING], or shoot [at THING]", "tells what that would do, and takes no turn"),
    Command::taking(&["drop"], "ITEM [N]", "drops all of it, or N"),
    Command::taking(&["close"], "[DIRECTION]", "closes a door beside you"),
    Command::taking(&["tend"], "[DIRECTION]", "lights a brazier beside you, or puts it out"),
    Command::taking(&["push"], "[DIRECTION]", "knocks a burning brazier over, away from you"),
    Command::new(&["hood"], "hoods your lantern, or takes the hood off"),
    Command::new(&["conduit"], "tells the tiles of the conduit beside you"),
    Command::taking(&["turn"], "ROW COLUMN", "turns a tile of the conduit clockwise"),
    Command::taking(&["turn back"], "ROW COLUMN", "turns it the other way"),
    Command::new(&["feel"], "finds a wrong tile of the conduit and sets it right; it takes a while and is loud"),
    Command::taking(&["log"], "[N]", "tells the last messages again, ten or N"),
    Command::new(&["give up"], "ends the run"),
    Command::new(&["new"], "begins another run with a random seed, once this one is over"),
    Command::new(&["records"], "tells your best results"),
];

const ABOUT: &[&str] = &[
    "The Everlamp has gone out. It hangs in the sanctum, twelve depths down: go there and light it. You have one life.",
    "\"explore\" walks for you and stops at anything new; \"around\" lists what is in sight; a step towards an enemy \
     strikes it. North is the top of the map. Resting restores health and uses food.",
];

/// The most steps of an action that takes many turns.
const MAX_STEPS: usize = 2000;

/// The most turns of one command with a number.
const MAX_COUNT: u32 = 100;

/// The messages of a run, with repeats counted.
#[derive(Default)]
struct Log(Vec<(String, u32)>);

impl Log {
    fn push(&mut self, text: &str) {
        match self.0.last_mut() {
            Some((last, times)) if last == text => *times += 1,
            _ => self.0.push((text.to_owned(), 1)),
        }
    }

    /// Removes the newest message if it is this one, told once.
    fn take_back(&mut self, text: &str) {
        self.0.pop_if(|(last, times)| last == text && *times == 1);
    }

    fn lines(&self) -> Vec<String> {
        let line = |(text, times): &(String, u32)| match times {
            1 => text.clone(),
            times => format!("{text} (x{times})"),
        };
        self.0.iter().map(line).collect()
    }
}

/// The first message of a run.
const WELCOME: &str = "The Everlamp has gone out. You go down.";

/// A saved run that was played to where it was left.
struct Loaded {
    run: Run,
    narrator: Narrator,
    log: Log,
}

/// Plays a saved run to where it was left.
fn load(path: &Path, content: &'static Content) -> Result<Loaded, CliError> {
    let recording = match disk::read_save(path)? {
        (_, Some(damage)) if !damage.is_cut => {
            let error = damage.error;
            return Err(CliError::file(
                path,
                format!(
                    "{error}; the window offers to go on from before that, or name another folder with --data-dir"
                ),
            ));
        }
        (recording, _) => recording,
    };
    let diverged = |error| {
        let advice = match error {
            Divergence::Content { .. } => {
                "give its folder with --content, or another folder with --data-dir"
            }
            _ => "the window keeps it under another name, or name another folder with --data-dir",
        };
        CliError::file(path, format!("{error}; {advice}"))
    };
    let mut playback = Playback::new(recording, content).map_err(diverged)?;
    let (mut narrator, mut log) = (Narrator::default(), Log::default());
    log.push(WELCOME);
    let mut events = Vec::new();
    while playback.step(&mut events).map_err(diverged)?.is_some() {
        tell(
            playback.game(),
            &mut narrator,
            &events,
            &mut log,
            &mut Vec::new(),
        );
        events.clear();
    }
    let run = Run::resume(playback).map_err(diverged)?;
    Ok(Loaded { run, narrator, log })
}

/// Says what happened, and notes it in the log.
fn tell(
    game: &Game,
    narrator: &mut Narrator,
    events: &[GameEvent],
    log: &mut Log,
    said: &mut Vec<String>,
) {
    for told in narrator.tell(game, events) {
        if let Some(before) = &told.replaces {
            log.take_back(before);
            said.pop_if(|last| last == before);
        }
        log.push(&told.text);
        let view = game.view();
        said.push(match sight::place_of(view, told.event) {
            Some(at) => sight::with_place(view, &told.text, at),
            None => told.text,
        });
    }
}

impl Descent {
    /// Opens the saved run, or begins the one of a target.
    pub fn open(
        folder: &Path,
        content: &'static Content,
        target: Option<Target>,
    ) -> Result<Self, CliError> {
        let saves = SaveFolder::new(folder.to_owned());
        let (mut records, message) = Records::load(folder)?;
        let wanted = match target {
            None => None,
            Some(Target::Number(seed) | Target::Text(seed, _)) => {
                Some(Setup::with_content(seed, content))
            }
            Some(Target::Daily(code)) if code.game == DailyGame::Run => {
                Some(Setup::daily(code.day, content))
            }
            Some(other) => return Err(CliError::option("--seed", other.refusal())),
        };
        let slot = match wanted {
            Some(Setup { daily: Some(_), .. }) => Slot::Daily,
            _ => Slot::Run,
        };
        let path = saves.run(slot);
        let mut greeting = vec![message];
        let mut left = None;
        for slot in Slot::ALL {
            let path = saves.run(slot);
            // The program was killed before it could archive the run.
            let is_over = |run: Summary| run.check(content).is_ok() && run.end != End::Playing;
            if disk::exists(&path) && disk::read_summary(&path).is_ok_and(is_over) {
                let loaded = load(&path, content)?;
                let mut ending = ending(&loaded.run, &loaded.log).found();
                greeting.push(archive(&mut ending, &saves, (&mut records, folder))?);
            }
        }
        if disk::exists(&path) {
            let loaded = load(&path, content)?;
            let game = loaded.run.game();
            let is_wanted =
                wanted.is_none_or(|setup| (setup.seed, setup.daily) == (game.seed(), game.daily()));
            if !is_wanted {
                let error = format!(
                    "{} is in progress in this folder: leave out --seed to go on with it; \"give up\" ends it",
                    describe_origin(game)
                );
                return Err(CliError::option("--seed", error));
            }
            left = Some(loaded);
        }
        let loaded = match left {
            Some(loaded) => {
                let game = loaded.run.game();
                let turns = counted(game.turns(), "turn");
                greeting.push(format!(
                    "going on with {}, after {turns}",
                    describe_origin(game)
                ));
                loaded
            }
            None => begin(match wanted {
                Some(setup) => setup,
                None => Setup::with_content(entropy::fresh_seed()?, content),
            })?,
        };
        let Loaded { run, narrator, log } = loaded;
        greeting.retain(|line| !line.is_empty());
        greeting.push("descend: \"help\" lists the commands".to_owned());
        Ok(Self {
            run,
            narrator,
            log,
            saves,
            folder: folder.to_owned(),
            records,
            file: None,
            is_sure: false,
            listed: Vec::new(),
            is_ended: false,
            ending: None,
            greeting,
        })
    }

    const fn game(&self) -> &Game {
        self.run.game()
    }

    const fn view(&self) -> View<'_> {
        self.game().view()
    }

    fn path(&self) -> PathBuf {
        self.saves.run(Slot::of(self.game()))
    }

    fn introduce(&mut self, said: &mut Vec<String>) {
        let game = self.game();
        said.push(describe_origin(game));
        if let Some((last, _)) = self.log.0.last() {
            said.push(last.clone());
        }
        if let Some(why) = game.practice() {
            said.push(why.to_string());
        }
        said.push(sight::describe_state(self.game()));
        self.list_sights(said);
    }

    /// Carries out an action, to its end if it takes many turns.
    fn act(
        &mut self,
        command: impl Into<game::Command>,
        said: &mut Vec<String>,
    ) -> Result<(), Refused> {
        let mut command = command.into();
        command.sure = std::mem::take(&mut self.is_sure);
        let action = command.action;
        let view = self.view();
        if let Action::Use { letter, .. } = action
            && let Err(why) = view.can_use(letter)
        {
            return Err(view.explain(why).into());
        }
        let before = sight::Standing::of(self.game());
        let count = said.len();
        for number in 0..MAX_STEPS {
            let mut events = Vec::new();
            if let Err(why) = self.run.apply(command, &mut events) {
                match number {
                    0 => return Err(self.refuse(action, why)),
                    _ => break,
                }
            }
            let (game, narrator) = (self.run.game(), &mut self.narrator);
            tell(game, narrator, &events, &mut self.log, said);
            if self.game().outcome() != Outcome::Playing {
                return Ok(self.end(said)?);
            }
            match self.game().doing() {
                Some(next) => command = next.into(),
                None => break,
            }
        }
        let is_quiet = said.len() == count;
        before.tell_changes(self.game(), is_quiet, said);
        Ok(())
    }

    /// Says why an action is refused, and what helps.
    fn refuse(&self, action: Action, why: Refusal) -> Refused {
        let view = self.view();
        match why {
            Refusal::NeedsConfirmation(danger) => Refused::Ask(view.question(action, danger)),
            Refusal::NoTarget => {
                "nobody is in sight: name a target, as in \"at 2\", from the list of \"around\""
                    .into()
            }
            Refusal::WhichDirection => {
                "there are several: name the direction as well, such as north".into()
            }
            Refusal::AtConduit => {
                "a conduit is in the way: \"conduit\" tells its tiles, \"turn\" turns them".into()
            }
            Refusal::Solid(at) => view
                .describe_obstacle(at)
                .unwrap_or_else(|| format!("{} is in the way", sight::tile_name(view, at)))
                .into(),
            _ => view.explain(why).into(),
        }
    }

    // ---- the end

    /// Tells the end of the run, counts it and keeps its recording and its story.
    fn end(&mut self, said: &mut Vec<String>) -> Result<(), String> {
        self.is_ended = true;
        let game = self.game();
        said.push(match game.outcome() {
            Outcome::Won => "the Everlamp burns again: you have won".to_owned(),
            _ => format!("the run is over: you {}", describe_end(game)),
        });
        if let Outcome::Died { cause } = game.outcome() {
            said.push(advice(game.content(), cause));
        }
        said.push(format!("{} ", game.result_as(practice(game))));
        self.ending = Some(ending(&self.run, &self.log));
        said.push("\"new\" begins another run, \"quit\" leaves".to_owned());
        Ok(())
    }

    // ---- what is in sight

    fn list_sights(&mut self, said: &mut Vec<String>) {
        let view = self.view();
        let sights = sight::noted(view).into_iter();
        let listed: Vec<Pos> = sights.filter(|at| view.in_sight(*at)).collect();
        let lines = listed
            .iter()
            .enumerate()
            .map(|(index, at)| format!("{}: {}", index + 1, sight::describe_sight(view, *at)));
        let lines: Vec<String> = lines.collect();
        if lines.is_empty() {
            said.push("nothing of note is in sight".to_owned());
        }
        said.extend(lines);
        self.listed = listed;
    }

    fn list_map(&mut self, said: &mut Vec<String>) {
        let view = self.view();
        let listed = sight::noted(view);
        said.push(match view.is_explored() {
            true => "the level is explored".to_owned(),
            false => "the level is not explored yet".to_owned(),
        });
        let lines = listed.iter().enumerate().map(|(index, at)| {
            let way = view.known_path(*at).map(|path| path.len());
            let way = way.map_or("no known way".to_owned(), |steps| {
                format!("{} on foot", counted(steps as u64, "step"))
            });
            format!("{}: {}; {way}", index + 1, sight::describe_sight(view, *at))
        });
        let lines: Vec<String> = lines.collect();
        said.extend(lines);
        self.listed = listed;
    }

    /// The tile of something by its number in the last list, its name or its direction.
    fn find_thing(&self, words: &[&str]) -> Result<Pos, String> {
        let view = self.view();
        let text = words.join(" ").to_lowercase();
        if let [word] = words {
            if let Ok(number) = word.parse::<usize>() {
                let at = number
                    .checked_sub(1)
                    .and_then(|index| self.listed.get(index));
                return at.copied().ok_or_else(|| {
                    format!("there is no number {number} in the list; \"around\" makes a new one")
                });
            }
            if let Some(dir) = sight::read_dir(word) {
                return Ok(view.player().pos.step(dir));
            }
        }
        match text.as_str() {
            "stairs" | "stairs down" | "down" => {
                return view
                    .stairs_down()
                    .ok_or_else(|| "you have not seen stairs leading down yet".to_owned());
            }
            "stairs up" | "up" => {
                return view
                    .stairs_up()
                    .ok_or_else(|| "you have not seen stairs leading up yet".to_owned());
            }
            _ => {}
        }
        let fits = |at: &Pos| {
            let name = sight::describe_sight(view, *at).to_lowercase();
            text.split_whitespace().all(|word| name.contains(word))
        };
        let found = view.sights().into_iter().find(fits);
        found.ok_or_else(|| {
            format!(
                "you know of no \"{}\"; \"around\" and \"map\" list what there is",
                excerpt(&text)
            )
        })
    }

    /// The slot of something that is carried and suits a verb, by its letter or its name. Without a name, the only one
    /// that suits.
    fn find_item(&self, verb: &str, words: &[&str]) -> Result<Letter, String> {
        let view = self.view();
        let text = words.join(" ").to_lowercase();
        let fits = |letter: Letter, name: &str| match text.len() {
            1 if Letter::new(text.chars().next().unwrap_or_default()) == Some(letter) => true,
            _ => text.split_whitespace().all(|word| name.contains(word)),
        };
        let named = view.pack().map(|(letter, item)| {
            let name = view
                .item_name(item.kind, item.count, item.plus)
                .to_lowercase();
            let sort = view.sort(item.kind);
            (letter, name, suits(verb, sort, view.is_equipped(letter)))
        });
        let mut found: Vec<(Letter, String, bool)> = named
            .filter(|(letter, name, _)| fits(*letter, name))
            .collect();
        // A letter of the pack comes before a letter of a name.
        if text.len() == 1
            && let Some(at) = found
                .iter()
                .position(|(letter, ..)| letter.to_string() == text)
        {
            found = vec![found.swap_remove(at)];
        }
        let is_carried = !found.is_empty();
        found.retain(|(.., suits)| *suits);
        match &found[..] {
            [(letter, ..)] => Ok(*letter),
            [] if text.is_empty() => Err(format!("you carry nothing to {verb}")),
            [] if is_carried => Err(format!("\"{}\" is nothing to {verb}", excerpt(&text))),
            [] => Err(format!(
                "you carry no \"{}\"; \"pack\" lists what you carry",
                excerpt(&text)
            )),
            several => {
                let names: Vec<String> = several
                    .iter()
                    .map(|(letter, name, _)| format!("{name}, letter {letter}"))
                    .collect();
                let names: Vec<&str> = names.iter().map(String::as_str).collect();
                Err(format!(
                    "which one: {}? Give its letter",
                    words::list(&names, "or")
                ))
            }
        }
    }

    /// The action of a command on an item: what follows it names the item, and after "at" the target.
    fn item_action(&self, verb: &str, rest: &[&str]) -> Result<Action, String> {
        let at = rest.iter().position(|word| word.eq_ignore_ascii_case("at"));
        let (item, target) = match at {
            Some(at) => (&rest[..at], Some(&rest[at + 1..])),
            None => (rest, None),
        };
        let target = target.map(|words| self.find_thing(words)).transpose()?;
        let nearest = || {
            let nearest = target.or_else(|| self.view().nearest_enemy());
            nearest.ok_or_else(|| "nobody is in sight: name a target, as in \"at 2\"".to_owned())
        };
        if verb == "shoot" {
            return match item.first() {
                Some(word) => Err(unexpected(word)),
                None => Ok(Action::Fire { at: nearest()? }),
            };
        }
        let letter = self.find_item(verb, item)?;
        match verb {
            "throw" => Ok(Action::Throw {
                letter,
                at: nearest()?,
            }),
            _ => Ok(Action::Use { letter, at: target }),
        }
    }

    fn tell_pack(&self, said: &mut Vec<String>) {
        let view = self.view();
        let lines = view.pack().map(|(letter, item)| {
            let name = view.item_name(item.kind, item.count, item.plus);
            let used = if view.is_equipped(letter) {
                ", in use"
            } else {
                ""
            };
            format!("letter {letter}: {name}{used}")
        });
        let lines: Vec<String> = lines.collect();
        if lines.is_empty() {
            said.push("your pack is empty".to_owned());
        }
        said.extend(lines);
    }

    // ---- conduits

    /// The conduit beside the player and its direction.
    fn conduit(&self) -> Result<(Dir, Conduit), String> {
        let view = self.view();
        let me = view.player().pos;
        let mut conduits = view.features().filter(|feature| feature.has_conduit);
        let found = conduits.find_map(|feature| me.dir_to(feature.at));
        let board = view.conduit_or_solved();
        let (dir, board) = found
            .zip(board)
            .ok_or_else(|| Refusal::NoConduit.to_string())?;
        let puzzle = Puzzle::solved_by(board.clone(), &board);
        Ok((dir, Conduit::new(puzzle)))
    }

    fn turn(
        &mut self,
        rest: &[&str],
        clockwise: bool,
        said: &mut Vec<String>,
    ) -> Result<(), Refused> {
        let (_, conduit) = self.conduit()?;
        let place = read_place(&rest.join(" "), conduit.size());
        let at = place.ok_or("turn which tile? Give its row and column")??;
        let view = self.view();
        let broken = view.broken_conduit().and_then(|several| several.broken);
        let pipe = view.find_class(|class| class == Class::Pipe);
        let mends = broken.is_some_and(|(broken, _)| broken == at);
        let action = match pipe.filter(|_| mends) {
            Some(letter) => Action::Use { letter, at: None },
            None => Action::Rotate {
                tile: (at.y * conduit.size().width as i32 + at.x) as u16,
                clockwise,
            },
        };
        self.act(action, said)?;
        if let Ok((_, conduit)) = self.conduit() {
            said.push(describe_at(&conduit, at));
        }
        Ok(())
    }

    fn tell_conduit(&self, said: &mut Vec<String>) -> Result<(), String> {
        let (_, conduit) = self.conduit()?;
        said.extend((0..conduit.size().height as i32).map(|row| describe_row(&conduit, row)));
        let view = self.view();
        if let Some(several) = view.broken_conduit() {
            let names = several.outlets.iter().map(|outlet| {
                let to = match outlet.to {
                    game::Lamplit::Vault => "the vault",
                    game::Lamplit::Font => "a font, which heals once",
                    game::Lamplit::Stairs => "the hall of the stairs down",
                };
                let lit = if outlet.lit { ", lit" } else { "" };
                format!("the lamp at {} lights {to}{lit}", place_name(outlet.tile))
            });
            said.extend(names);
            if let Some((at, _)) = several.broken {
                said.push(format!(
                    "a pipe is missing at {}: it leads light to one side, for good",
                    place_name(at)
                ));
            }
        }
        said.push("turning a tile takes a turn; \"turn ROW COLUMN\" turns it, \"feel\" sets a wrong one right".to_owned());
        Ok(())
    }

    fn step(&mut self, dir: Dir, rest: &[&str], said: &mut Vec<String>) -> Result<(), Refused> {
        let count = read_count(rest, MAX_COUNT)?;
        self.repeat(Action::step(dir), count, said)?;
        if self.is_ended {
            return Ok(());
        }
        let view = self.view();
        said.push(sight::describe_way(view, view.player().pos, dir));
        Ok(())
    }

    /// Does something several times, until something new appears, somebody strikes or it is refused.
    fn repeat(
        &mut self,
        action: Action,
        count: u32,
        said: &mut Vec<String>,
    ) -> Result<(), Refused> {
        for number in 0..count {
            let health = self.view().player().health;
            let threats = self.view().threats().count();
            match self.act(action, said) {
                Err(Refused::Why(why)) if number > 0 => {
                    said.push(why);
                    return Ok(());
                }
                Err(why) => return Err(why),
                Ok(()) => {}
            }
            let player = self.view().player();
            let is_new = self.view().threats().count() > threats || player.health < health;
            if is_new || self.is_ended {
                return Ok(());
            }
        }
        Ok(())
    }

    fn go_to(&mut self, words: &[&str], said: &mut Vec<String>) -> Result<(), Refused> {
        if words.is_empty() {
            return Err("go where? Name something of \"around\" or \"map\", or its number".into());
        }
        let at = self.find_thing(words)?;
        let view = self.view();
        let to = view.travel_target(at);
        if to == view.player().pos {
            return Err("you are there".into());
        }
        self.act(Action::Travel { to }, said)
    }

    fn stairs(&mut self, down: bool, said: &mut Vec<String>) -> Result<(), Refused> {
        let view = self.view();
        let me = view.player().pos;
        let (stairs, action) = match down {
            true => (view.stairs_down(), Action::Descend),
            false => (view.stairs_up(), Action::Ascend),
        };
        match stairs {
            _ if !down && view.depth() == 1 => Err(view.explain(Refusal::Barred).into()),
            Some(to) if to != me => self.act(Action::Travel { to }, said),
            None if !down => Err("you have not seen stairs leading up yet".into()),
            None if view.depth() < DEEPEST => {
                Err("you have not seen stairs leading down yet".into())
            }
            _ => {
                self.act(action, said)?;
                if !self.is_ended {
                    self.list_sights(said);
                }
                Ok(())
            }
        }
    }

    fn begin_anew(&mut self, said: &mut Vec<String>) -> Result<(), String> {
        if !self.is_ended {
            return Err("this run is in progress: \"give up\" ends it".to_owned());
        }
        self.save(said)
            .map_err(|error| format!("the run that ended is not saved yet: {error}"))?;
        let path = self.saves.run(Slot::Run);
        if disk::exists(&path) {
            return Err(
                "another run is in progress in this folder: leave, and play it without --seed"
                    .to_owned(),
            );
        }
        let seed = entropy::fresh_seed().map_err(|error| error.to_string())?;
        let loaded = begin(Setup::with_content(seed, self.game().content()));
        let Loaded { run, narrator, log } = loaded.map_err(|error| error.to_string())?;
        (self.run, self.narrator, self.log) = (run, narrator, log);
        (self.is_ended, self.file) = (false, None);
        self.introduce(said);
        Ok(())
    }
}

/// Whether an item of this class, in use or not, is what a verb is about.
fn suits(verb: &str, sort: Sort, in_use: bool) -> bool {
    match verb {
        "eat" => sort == Sort::Food,
        "drink" => sort == Sort::Potion,
        "read" => sort == Sort::Scroll,
        "wield" => sort.is_gear() && !in_use,
        "take off" => in_use,
        _ => true,
    }
}

/// Begins a run.
fn begin(setup: Setup) -> Result<Loaded, CliError> {
    let mut log = Log::default();
    log.push(WELCOME);
    Ok(Loaded {
        run: Run::new(setup)?,
        narrator: Narrator::default(),
        log,
    })
}

/// The day or the seed of a run.
fn describe_origin(game: &Game) -> String {
    match game.daily() {
        Some(day) => format!("the daily run of {day}"),
        None => format!("the run of seed {}", game.seed()),
    }
}

/// Why a run counts for no daily and no record.
fn practice(game: &Game) -> Option<Practice> {
    let is_early = game.daily().is_some_and(|day| day > clock::today());
    let practice = game.practice();
    practice.or_else(|| is_early.then_some(Practice::DayToCome))
}

/// Writes the end of a run. Returns where it is, as the beginning of a line.
fn archive(
    ending: &mut Ending,
    saves: &SaveFolder,
    (records, folder): (&mut Records, &Path),
) -> Result<String, DiskError> {
    let told = ending.write(saves, records, |records| records.save(folder))?;
    let story = ending.replay().map(|replay| saves.story(replay));
    let place = story.map(|story| format!("Recorded in {}", story.display()));
    Ok(told.or(place).unwrap_or_default() + " ")
}

/// The end of a run that is over.
fn ending(run: &Run, log: &Log) -> Ending {
    Ending::new(run, practice(run.game()), clock::now(), log.lines(), true)
}

impl Conversation for Descent {
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

    fn command(
        &mut self,
        name: &'static str,
        rest: &[&str],
        is_sure: bool,
        said: &mut Vec<String>,
    ) -> Result<(), Refused> {
        self.is_sure = is_sure;
        let is_question = matches!(name, "log" | "records" | "status" | "pack" | "new");
        if self.is_ended && !is_question {
            return Err("the run is over: \"new\" begins another, \"quit\" leaves".into());
        }
        if let Some(dir) = sight::read_dir(name) {
            return self.step(dir, rest, said);
        }
        match name {
            "run" => {
                let [word] = rest else {
                    return Err("run where? Name a direction, such as north".into());
                };
                let dir = sight::read_dir(word).ok_or_else(|| unexpected(word))?;
                return self.act(Action::Run { dir }, said);
            }
            "go" => {
                let rest = rest.strip_prefix(&["to"]).unwrap_or(rest);
                return self.go_to(rest, said);
            }
            "wait" => return self.repeat(Action::Wait, read_count(rest, MAX_COUNT)?, said),
            "search" => return self.repeat(Action::Search, read_count(rest, MAX_COUNT)?, said),
            "look" => {
                let view = self.view();
                let at = match rest {
                    [] => view.player().pos,
                    rest => self.find_thing(rest)?,
                };
                said.extend(view.look(at));
                return Ok(());
            }
            "about" => {
                let letter = self.find_item("look at", rest)?;
                said.extend(self.view().about_carried(letter));
                return Ok(());
            }
            "use" | "eat" | "drink" | "read" | "wield" | "take off" | "throw" | "shoot" => {
                let action = self.item_action(name, rest)?;
                return self.act(action, said);
            }
            "aim" => {
                let Some((verb, rest)) = rest.split_first() else {
                    return Err("aim what? Say throw, use or shoot, and at what".into());
                };
                let verb = ["throw", "use", "shoot"]
                    .into_iter()
                    .find(|known| known.eq_ignore_ascii_case(verb));
                let action = self.item_action(verb.ok_or("say throw, use or shoot")?, rest)?;
                let view = self.view();
                let aim = view.aim(action).map_err(|why| view.explain(why))?;
                said.extend(view.describe_aim(&aim));
                return Ok(());
            }
            "drop" => {
                let (item, count) = match rest {
                    [item @ .., last] if !item.is_empty() && last.parse::<u16>().is_ok() => {
                        (item, last.parse().unwrap_or(u16::MAX))
                    }
                    _ => (rest, u16::MAX),
                };
                let letter = self.find_item("drop", item)?;
                return self.act(Action::Drop { letter, count }, said);
            }
            "close" | "tend" | "push" => {
                let dir = match rest {
                    [] => None,
                    [word] => Some(sight::read_dir(word).ok_or_else(|| unexpected(word))?),
                    [_, more, ..] => return Err(unexpected(more).into()),
                };
                return self.act(
                    match name {
                        "close" => Action::Close { dir },
                        "tend" => Action::Tend { dir },
                        _ => Action::Push { dir },
                    },
                    said,
                );
            }
            "turn" => return self.turn(rest, true, said),
            "turn back" => return self.turn(rest, false, said),
            "log" => {
                let count = match rest {
                    [] => 10,
                    rest => read_count(rest, 500)? as usize,
                };
                let lines = self.log.lines();
                let skipped = lines.len().saturating_sub(count);
                said.extend(lines.into_iter().skip(skipped));
                return Ok(());
            }
            _ => {}
        }
        expect_end(rest)?;
        match name {
            "explore" => {
                let view = self.view();
                let goes_on = view.is_explored() && view.errand().is_some();
                self.act(
                    if goes_on {
                        Action::Proceed
                    } else {
                        Action::Explore
                    },
                    said,
                )
            }
            "descend" => self.stairs(true, said),
            "ascend" => self.stairs(false, said),
            "strike" => self.act(Action::Fight, said),
            "rest" => self.act(Action::Rest, said),
            "take" => self.act(Action::PickUp, said),
            "hood" => self.act(Action::Hood, said),
            "around" => {
                self.list_sights(said);
                Ok(())
            }
            "where" => {
                let view = self.view();
                said.push(sight::describe_state(self.game()));
                said.extend(view.look(view.player().pos).into_iter().skip(1));
                let ways = Dir::ALL.map(|dir| sight::describe_way(view, view.player().pos, dir));
                said.extend(ways);
                Ok(())
            }
            "map" => {
                self.list_map(said);
                Ok(())
            }
            "status" => {
                said.extend(sight::describe_player(self.game()));
                Ok(())
            }
            "pack" => {
                self.tell_pack(said);
                Ok(())
            }
            "conduit" => Ok(self.tell_conduit(said)?),
            "feel" => {
                let (dir, _) = self.conduit()?;
                self.act(Action::Feel { dir }, said)
            }
            "give up" if !self.is_sure => {
                Err(Refused::Ask("give up this run? It ends here.".to_owned()))
            }
            "give up" => self.act(Action::GiveUp, said),
            "new" => Ok(self.begin_anew(said)?),
            "records" => {
                let runs = self.records.runs();
                said.push(format!(
                    "{} ended, {} won; deepest depth {}, highest score {}",
                    counted(runs.ended, "run"),
                    runs.won,
                    runs.deepest,
                    runs.score
                ));
                Ok(())
            }
            _ => Ok(()),
        }
    }

    fn pass(&mut self, time: Duration) {
        self.run
            .pass(u64::try_from(time.as_millis()).unwrap_or(u64::MAX));
    }

    fn save(&mut self, said: &mut Vec<String>) -> Result<(), DiskError> {
        if self.is_ended && self.ending.is_none() {
            return Ok(());
        }
        // What ends a run is in its save, too, before anything else is written of it.
        let path = self.path();
        match &mut self.file {
            Some(file) if file.is_intact() => {
                let more = self.run.take_unsaved();
                if !more.is_empty() {
                    let unsynced = file.append(&more)?;
                    unsynced
                        .sync()
                        .map_err(|reason| DiskError::Unwritable { path, reason })?;
                }
            }
            _ => {
                self.file = None;
                self.file = Some(RunFile::create(&path, &self.run.write())?);
            }
        }
        if let Some(ending) = &mut self.ending {
            let records = (&mut self.records, self.folder.as_path());
            said.push(archive(ending, &self.saves, records)?);
            (self.ending, self.file) = (None, None);
        }
        Ok(())
    }

    fn close(&mut self) -> Result<(), DiskError> {
        self.run.put_down();
        self.save(&mut Vec::new())
    }
}
