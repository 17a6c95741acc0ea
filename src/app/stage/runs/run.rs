//! A run with what the screen keeps about it: its log, its tally, and the turns that are not shown
//! yet. A run is either played and recorded, or replayed from a recording.

use std::path::{Path, PathBuf};
use std::time::Duration;

use bevy::platform::time::Instant;
use bevy::prelude::Resource;

use super::messages::Log;
use super::tally::Tally;
use super::turn::TurnTaken;
use crate::app::platform::today;
use crate::app::stage::present::{Tone, present};
use crate::bot::{Bot, BotDriver};
use crate::disk::{RunFile, Unsynced};
use crate::game::content::{Content, ContentErrors};
use crate::game::record::{Divergence, Playback, Recording};
use crate::game::{
    self, Action, ActorId, BodyEvent, Command, Game, GameError, GameEvent, Narrator, Outcome,
    Practice, Refusal, Setup,
};
use crate::geom::Pos;
use crate::rng::Seed;

/// Replaces the embedded content for every run. Insert it before the plugins, because they look at the
/// saved runs.
#[derive(Resource, Clone, Copy, Debug)]
pub struct PlayedContent(pub &'static Content);

impl PlayedContent {
    /// The given content, or else the embedded one.
    pub(in crate::app) fn or_own(given: Option<&Self>) -> Result<&'static Content, ContentErrors> {
        match given {
            Some(content) => Ok(content.0),
            None => Content::embedded().map_err(Clone::clone),
        }
    }
}

/// A run with its log and tally. The resource is the run that the player plays.
#[derive(Resource)]
pub struct Run {
    source: Source,
    narrator: Narrator,
    log: Log,
    tally: Tally,
    pub(in crate::app) pack_order: PackOrder,
    /// Turns taken since the last call of [`Self::take_turns`].
    turns: Vec<TurnTaken>,
    /// Whether there is something new to show since the last call of [`Self::take_dirty`].
    is_dirty: bool,
    /// Whether the player's long action is still running.
    under_way: bool,
    /// See [`Self::take_interruption`].
    is_interrupted: bool,
    /// See [`Self::epitaph`].
    pub(in crate::app) epitaph: String,
    /// See [`Self::replay`].
    pub(in crate::app) replay: Option<PathBuf>,
    pub(in crate::app) saving: Saving,
    /// When the last action was applied.
    acted: Option<Instant>,
}

/// How a played run is saved.
#[derive(Default)]
pub(in crate::app) struct Saving {
    /// The file to which every move is appended.
    pub file: Option<RunFile>,
    /// What was appended last, to be synced.
    pub unsynced: Option<Unsynced>,
    /// Why the last moves could not be saved, if so.
    pub failure: Option<String>,
    /// Whether the file in the run's slot is its own, so that it may be replaced.
    pub owns_slot: bool,
}

impl Saving {
    fn append(&mut self, text: &str) {
        let Some(file) = &mut self.file else { return };
        match file.append(text) {
            Ok(unsynced) => {
                self.unsynced = Some(unsynced);
                self.failure = None;
            }
            Err(error) => self.failure = Some(error.to_string()),
        }
    }
}

/// The order in which the pack is listed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(in crate::app) enum PackOrder {
    #[default]
    Letter,
    /// Items of the same class together.
    Kind,
}

impl PackOrder {
    pub const fn other(self) -> Self {
        match self {
            Self::Letter => Self::Kind,
            Self::Kind => Self::Letter,
        }
    }

    pub const fn name(self) -> &'static str {
        match self {
            Self::Letter => "by letter",
            Self::Kind => "by kind",
        }
    }
}

/// Where a run's actions come from.
enum Source {
    /// The player or a bot; all actions are recorded.
    Played(Box<game::Run>),
    /// A recording.
    Recorded(Box<Playback>),
}

impl Source {
    const fn game(&self) -> &Game {
        match self {
            Self::Played(run) => run.game(),
            Self::Recorded(playback) => playback.game(),
        }
    }
}

/// The first message of a descent to the Everlamp.
const WELCOME: &str = "The Everlamp has gone out. You go down.";

/// The first message of a run; in the training, the text of its first lesson.
fn welcome_message(game: &Game) -> String {
    let training = game.content().training();
    let level = training.and_then(|training| training.level(1));
    level.map_or_else(|| WELCOME.to_owned(), |level| format!("{}.", level.text))
}

/// The day or the seed of a run, such as "seed 7".
pub(in crate::app) fn describe_origin(game: &game::Game) -> String {
    match game.daily() {
        Some(day) => format!("the daily of {day}"),
        None => format!("seed {}", game.seed()),
    }
}

impl Run {
    /// Starts a run with the default setup of this content.
    ///
    /// # Errors
    /// If the content is invalid, as a sentence.
    pub fn new(seed: Seed, content: Option<&PlayedContent>) -> Result<Self, String> {
        let content = PlayedContent::or_own(content).map_err(|error| error.to_string())?;
        Self::begin(Setup::with_content(seed, content))
    }

    /// Starts a run with this setup.
    ///
    /// # Errors
    /// If the setup is out of range, as a sentence.
    pub fn begin(setup: Setup) -> Result<Self, String> {
        let played = game::Run::new(setup).map_err(|error| error.to_string())?;
        let mut run = Self::from_source(Source::Played(Box::new(played)));
        if let Some(why) = run.practice_to_tell() {
            run.tell(&why.to_string());
        }
        Ok(run)
    }

    fn from_source(source: Source) -> Self {
        let mut run = Self {
            source,
            narrator: Narrator::default(),
            log: Log::default(),
            tally: Tally::default(),
            pack_order: PackOrder::default(),
            turns: Vec::new(),
            is_dirty: true,
            under_way: false,
            is_interrupted: false,
            epitaph: String::new(),
            replay: None,
            saving: Saving::default(),
            acted: None,
        };
        let welcome = welcome_message(run.game());
        run.log.push(0, welcome, Tone::Plain);
        run
    }

    /// Plays a saved run to where it was left, with its log and its tally.
    ///
    /// # Errors
    /// If the recording plays differently now.
    pub fn load(recording: Recording, content: Option<&PlayedContent>) -> Result<Self, Divergence> {
        let mut run = Self::watch(recording, content)?;
        run.load_for(Duration::MAX)?;
        run.into_played()
    }

    /// Plays on in the recording of a saved run for some time; returns whether its end is reached.
    ///
    /// # Errors
    /// If the recording plays differently now.
    pub(in crate::app) fn load_for(&mut self, time: Duration) -> Result<bool, Divergence> {
        /// Moves between two looks at the clock.
        const MOVES: u64 = 32;
        let Source::Recorded(playback) = &mut self.source else {
            return Ok(true);
        };
        let started = Instant::now();
        let mut events = Vec::new();
        while playback.step(&mut events)?.is_some() {
            log_events(&mut self.log, &mut self.narrator, playback.game(), &events);
            count_events(&mut self.tally, playback.game(), &events);
            events.clear();
            if playback.position().is_multiple_of(MOVES) && started.elapsed() >= time {
                break;
            }
        }
        Ok(playback.is_at_end())
    }

    /// Turns a recording at its end into a run to be continued.
    ///
    /// # Errors
    /// If the recording plays differently now.
    pub(in crate::app) fn into_played(self) -> Result<Self, Divergence> {
        let source = match self.source {
            Source::Recorded(playback) => Source::Played(Box::new(game::Run::resume(*playback)?)),
            played @ Source::Played(_) => played,
        };
        let saving = Saving {
            owns_slot: true,
            ..Saving::default()
        };
        Ok(Self {
            source,
            saving,
            ..self
        })
    }

    /// Opens a recording at its start.
    ///
    /// # Errors
    /// If it was recorded with another generation version or other content.
    pub fn watch(
        recording: Recording,
        content: Option<&PlayedContent>,
    ) -> Result<Self, Divergence> {
        let content = PlayedContent::or_own(content).map_err(GameError::Content)?;
        let playback = Playback::new(recording, content)?;
        Ok(Self::from_source(Source::Recorded(Box::new(playback))))
    }

    /// The game as it stands now.
    pub const fn game(&self) -> &Game {
        self.source.game()
    }

    /// The game with the recording made of it; `None` for a replay.
    pub const fn played(&self) -> Option<&game::Run> {
        match &self.source {
            Source::Played(run) => Some(run),
            Source::Recorded(_) => None,
        }
    }

    /// The recording and the position in it; `None` for a run that is played.
    pub fn playback(&self) -> Option<&Playback> {
        match &self.source {
            Source::Played(_) => None,
            Source::Recorded(playback) => Some(playback),
        }
    }

    /// Whether the run is not over yet.
    pub fn is_playing(&self) -> bool {
        self.game().outcome() == Outcome::Playing
    }

    /// Why the run counts for no daily and no record; `None` if it counts. Records, dailies, shared results and the
    /// end of the run all ask this.
    pub fn practice(&self) -> Option<Practice> {
        let game = self.game();
        let is_early = game.daily().is_some_and(|day| day > today());
        let practice = game.practice();
        practice.or_else(|| is_early.then_some(Practice::DayToCome))
    }

    /// [`practice`](Self::practice), if the player would not expect it.
    pub(in crate::app) fn practice_to_tell(&self) -> Option<Practice> {
        self.practice().filter(|why| *why != Practice::Training)
    }

    /// Makes a played run practice, for good, and tells the player why.
    pub fn mark_practice(&mut self, why: Practice) {
        if let Source::Played(played) = &mut self.source {
            played.mark_practice(why);
            self.saving.append(&played.take_unsaved());
            self.tell(&why.to_string());
        }
    }

    /// Writes the whole recording of a played run, to be appended to.
    pub(in crate::app) fn write(&mut self) -> Option<String> {
        match &mut self.source {
            Source::Played(played) => Some(played.write()),
            Source::Recorded(_) => None,
        }
    }

    /// Records and saves the digest of the state in which a played run is left.
    pub(in crate::app) fn put_down(&mut self) {
        if let Source::Played(played) = &mut self.source {
            played.put_down();
            self.saving.append(&played.take_unsaved());
        }
    }

    /// A one-line summary of the run, for players to share.
    pub fn result(&self) -> String {
        self.game().result_as(self.practice())
    }

    /// Ends the run with the player alive; does nothing if it is already over.
    pub(in crate::app) fn give_up(&mut self) {
        let _ = self.apply(Action::GiveUp);
    }

    /// The messages so far.
    pub const fn log(&self) -> &Log {
        &self.log
    }

    /// The statistics so far.
    pub const fn tally(&self) -> &Tally {
        &self.tally
    }

    /// A sentence on where the story of the ended run was written, or why it was not; empty while the
    /// run lasts.
    pub fn epitaph(&self) -> &str {
        &self.epitaph
    }

    /// The recording of the ended run, if it was written.
    pub fn replay(&self) -> Option<&Path> {
        self.replay.as_deref()
    }

    /// Applies an action and logs what happened, or why it was refused. Does nothing to a replay.
    pub(in crate::app) fn apply(&mut self, command: impl Into<Command>) -> Result<(), Refusal> {
        let Source::Played(played) = &mut self.source else {
            return Ok(());
        };
        let before = actor_positions(played.game());
        let threats: Vec<ActorId> = played.game().view().threats().collect();
        let mut events = Vec::new();
        self.under_way = false;
        let waited = self.acted.replace(Instant::now());
        let waited = waited.map_or(Duration::ZERO, |acted| acted.elapsed());
        played.pass(u64::try_from(waited.as_millis()).unwrap_or(u64::MAX));
        if let Err(refusal) = played.apply(command, &mut events) {
            let view = self.game().view();
            match refusal {
                // These open a question or a board, which needs no message.
                Refusal::NeedsConfirmation(_) | Refusal::AtConduit | Refusal::WhichDirection => {}
                Refusal::Solid(at) => {
                    let beside = at.steps_to(view.player().pos) == 1;
                    if let Some(obstacle) = view.describe_obstacle(at).filter(|_| beside) {
                        self.remark(&obstacle);
                    }
                }
                _ => self.refuse(refusal),
            }
            return Err(refusal);
        }
        // Saved before it is shown.
        self.saving.append(&played.take_unsaved());
        let game = played.game();
        self.under_way = game.doing().is_some();
        let has_new_threat = || game.view().threats().any(|id| !threats.contains(&id));
        self.is_interrupted |= game.interruption().is_some() || has_new_threat();
        self.record_turn(before, events);
        Ok(())
    }

    /// Takes the next action of a bot.
    pub(in crate::app) fn follow(&mut self, driver: &mut BotDriver, bot: &mut impl Bot) {
        let command = driver.next_action(bot, self.game());
        let result = self.apply(command);
        driver.report_result(bot, command, result);
    }

    /// Logs why something cannot be done.
    pub(in crate::app) fn refuse(&mut self, why: Refusal) {
        self.remark(&self.game().view().explain(why));
    }

    /// Adds to a refusal what works.
    pub(in crate::app) fn advise(&mut self, sentence: &str) {
        self.log.append(sentence);
    }

    /// Logs a sentence about the run.
    fn tell(&mut self, sentence: &str) {
        self.say(sentence, Tone::Plain);
    }

    /// Logs a sentence that passes by, because nothing has happened.
    pub(in crate::app) fn remark(&mut self, sentence: &str) {
        self.say(sentence, Tone::Quiet);
    }

    fn say(&mut self, sentence: &str, tone: Tone) {
        let turn = self.game().turns();
        self.log.push(turn, sentence.to_owned(), tone);
        self.is_dirty = true;
    }

    /// Whether, since the last call, an action met something that ends a long action: a sighting, a wound.
    pub(in crate::app) const fn take_interruption(&mut self) -> bool {
        std::mem::replace(&mut self.is_interrupted, false)
    }

    /// Whether the player has started a long action that nothing has ended since.
    pub(in crate::app) const fn is_under_way(&self) -> bool {
        self.under_way
    }

    /// Stops the long action where it is.
    pub(in crate::app) const fn halt(&mut self) {
        self.under_way = false;
    }

    /// Takes up to `steps` further steps of the long action that is under way, none once `stops` is
    /// true. All turns but the last lose their [`GameEvent::Moved`] events, because animating those
    /// steps now would come too late.
    pub(in crate::app) fn continue_action(&mut self, steps: usize, stops: impl Fn(&Game) -> bool) {
        let first = self.turns.len();
        for _ in 0..steps {
            self.under_way &= !stops(self.game());
            let action = self.game().doing().filter(|_| self.under_way);
            if action.is_none_or(|action| self.apply(action).is_err()) {
                break;
            }
        }
        // The step that began the action is already in the list.
        let (first, last) = (first.saturating_sub(1), self.turns.len().saturating_sub(1));
        for turn in &mut self.turns[first.min(last)..last] {
            let is_step =
                |event: &GameEvent| matches!(event, GameEvent::Body(BodyEvent::Moved { .. }));
            turn.events.retain(|event| !is_step(event));
        }
    }

    /// Replays the next action of a recording; returns `false` at its end.
    ///
    /// # Errors
    /// If the action plays differently than recorded.
    pub fn step(&mut self) -> Result<bool, Divergence> {
        let Source::Recorded(playback) = &mut self.source else {
            return Ok(false);
        };
        let before = actor_positions(playback.game());
        let mut events = Vec::new();
        let done = playback.step(&mut events)?.is_some();
        self.record_turn(before, events);
        Ok(done)
    }

    /// Moves a recording to the state after `position` actions, at most to its end. The log then has
    /// the messages of the last few actions before it.
    ///
    /// # Errors
    /// If an action on the way plays differently than recorded.
    pub fn seek(&mut self, position: u64) -> Result<(), Divergence> {
        let Source::Recorded(playback) = &mut self.source else {
            return Ok(());
        };
        let position = position.min(playback.length());
        let mut replayed = REPLAYED_ACTIONS;
        loop {
            playback.seek_action(position.saturating_sub(replayed))?;
            (self.log, self.narrator) = (Log::default(), Narrator::default());
            let is_whole = playback.position() == 0;
            if is_whole {
                let welcome = welcome_message(playback.game());
                self.log.push(0, welcome, Tone::Plain);
            }
            self.is_dirty = true;
            let mut events = Vec::new();
            while playback.position() < position {
                events.clear();
                playback.step(&mut events)?;
                log_events(&mut self.log, &mut self.narrator, playback.game(), &events);
            }
            if is_whole || self.log.lines().len() >= SHOWN_MESSAGES {
                return Ok(());
            }
            // Nothing much happened there.
            replayed *= 8;
        }
    }

    /// Moves a recording to the first action after which `turn` turns have passed, at most to its end.
    ///
    /// # Errors
    /// If an action on the way plays differently than recorded.
    pub fn seek_turn(&mut self, turn: u64) -> Result<(), Divergence> {
        let Source::Recorded(playback) = &mut self.source else {
            return Ok(());
        };
        playback.seek(turn)?;
        let position = playback.position();
        self.seek(position)
    }

    /// Returns the turns taken since the last call.
    pub(in crate::app) fn take_turns(&mut self) -> Vec<TurnTaken> {
        std::mem::take(&mut self.turns)
    }

    /// Returns whether there is something new to show since the last call.
    pub(super) const fn take_dirty(&mut self) -> bool {
        std::mem::replace(&mut self.is_dirty, false)
    }

    /// Switches the order of the pack.
    pub(in crate::app) const fn reorder(&mut self) {
        self.pack_order = self.pack_order.other();
        self.is_dirty = true;
    }

    /// Logs and counts the events of a turn, and keeps them for [`Self::take_turns`].
    fn record_turn(&mut self, before: Vec<(ActorId, Pos)>, events: Vec<GameEvent>) {
        self.log.pass();
        let game = self.source.game();
        log_events(&mut self.log, &mut self.narrator, game, &events);
        count_events(&mut self.tally, game, &events);
        let mut positions = actor_positions(game);
        positions.extend(before);
        self.turns.push(TurnTaken { events, positions });
        self.is_dirty = true;
    }
}

/// Actions before the target of [`Run::seek`] whose messages are logged; more, if they have fewer messages
/// than are shown at once.
const REPLAYED_ACTIONS: u64 = 40;
const SHOWN_MESSAGES: usize = 4;

/// Positions of the player and of all monsters that the player knows of.
fn actor_positions(game: &Game) -> Vec<(ActorId, Pos)> {
    let actors = game.view().actors().map(|actor| (actor.id, actor.pos));
    let player = (ActorId::PLAYER, game.view().player().pos);
    actors.chain([player]).collect()
}

fn log_events(log: &mut Log, narrator: &mut Narrator, game: &Game, events: &[GameEvent]) {
    for told in narrator.tell(game, events) {
        if let Some(before) = &told.replaces {
            log.take_back(before);
        }
        log.push(
            game.turns(),
            told.text,
            present(told.event, game.view()).tone,
        );
    }
}

fn count_events(tally: &mut Tally, game: &Game, events: &[GameEvent]) {
    for event in events {
        if let Some(deed) = present(event, game.view()).deed {
            tally.count(deed);
        }
    }
}

#[cfg(test)]
impl Run {
    /// Continues a long action, or else applies the bot's next one.
    pub(in crate::app) fn step_by(&mut self, bot: &mut impl Bot) {
        let going_on = self.game().doing().map(Command::from);
        let command = going_on.unwrap_or_else(|| bot.choose_action(self.game().view()));
        if let Err(why) = self.apply(command) {
            bot.handle_refusal(command, why);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bot::Explorer;
    use crate::geom::Dir;
    use crate::map::Tile;

    #[test]
    fn what_keeps_a_step_back_is_said_unless_it_is_a_wall() {
        let mut run = Run::new(Seed(16_609_949_237_206_923_553), None).unwrap();
        let mut bot = Explorer::default();
        let mut bumps = [0, 0];
        while run.game().turns() < 400 && bumps.contains(&0) {
            for dir in Dir::CARDINAL {
                let view = run.game().view();
                let at = view.tile(view.player().pos.step(dir));
                let (which, message) = match at.map(|tile| tile.tile) {
                    Some(Tile::Brazier) => (0, Some("A brazier is in the way.")),
                    Some(Tile::Wall) => (1, None),
                    _ => continue,
                };
                run.log = Log::default();
                assert!(matches!(
                    run.apply(Action::step(dir)),
                    Err(Refusal::Solid(_))
                ));
                let logged = run.log().lines().last().map(|line| line.text.as_str());
                assert_eq!(logged, message);
                bumps[which] += 1;
            }
            run.step_by(&mut bot);
        }
        assert!(!bumps.contains(&0), "{bumps:?}");
    }
}
