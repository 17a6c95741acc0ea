//! A run on the stage, and what the screen keeps of it: messages, and what happened last. It is
//! played and recorded, or it is played again from a recording.

use std::path::{Path, PathBuf};

use bevy::prelude::Resource;

use super::log::{Log, Tone};
use super::tally::Tally;
use super::turn::TurnTaken;
use crate::app::notice::capitalize;
#[cfg(test)]
use crate::bot::Bot;
use crate::game::content::{Content, ContentErrors};
use crate::game::replay::{Divergence, Playback, Replay};
use crate::game::{
    self, Action, ActorId, Game, GameError, GameEvent, Narrator, Outcome, Refusal, Setup,
};
use crate::geom::Pos;
use crate::rng::Seed;

/// The content that runs are played by; where there is none, they are played by the program's own.
/// Inserted before the plugins, which load the saved run.
#[derive(Resource, Clone, Copy, Debug)]
pub struct PlayedContent(pub &'static Content);

impl PlayedContent {
    /// The content that was given, or else the program's own.
    pub(in crate::app) fn or_own(given: Option<&Self>) -> Result<&'static Content, ContentErrors> {
        match given {
            Some(content) => Ok(content.0),
            None => Content::embedded().map_err(Clone::clone),
        }
    }
}

/// A run, and what the screen keeps of it. As a resource it is the one that the player plays.
#[derive(Resource)]
pub struct Run {
    source: Source,
    narrator: Narrator,
    log: Log,
    tally: Tally,
    /// How the pack is listed.
    pub(in crate::app) order: Order,
    /// Turns that were taken since they were told last.
    turns: Vec<TurnTaken>,
    /// Whether there is something to show that was not shown yet.
    news: bool,
    /// Whether the long action that the player asked for goes on.
    under_way: bool,
    /// What became of it on the disk when it ended.
    pub(in crate::app) epitaph: String,
    /// Where its recording was written when it ended.
    pub(in crate::app) replay: Option<PathBuf>,
}

/// The order in which the pack is listed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(in crate::app) enum Order {
    /// By letter.
    #[default]
    Letter,
    /// What is of a kind together.
    Kind,
}

impl Order {
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
    /// From whoever plays; all are recorded.
    Played(Box<game::Run>),
    /// From a recording.
    Recorded(Box<Playback>),
}

/// What is said first in a descent to the Everlamp.
const WELCOME: &str = "The Everlamp has gone out. You go down.";

/// What is said first.
fn welcome(game: &Game) -> String {
    let training = game.content().training();
    let level = training.and_then(|training| training.level(1));
    level.map_or_else(|| WELCOME.to_owned(), |level| format!("{}.", level.text))
}

impl Run {
    /// A run at its start.
    ///
    /// # Errors
    /// Why there is none, in a sentence.
    pub fn new(seed: Seed, content: Option<&PlayedContent>) -> Result<Self, String> {
        let content = PlayedContent::or_own(content).map_err(|error| error.to_string())?;
        Self::begin(Setup::with_content(seed, content))
    }

    /// A run at its start, of a seed and as hard as is asked for.
    ///
    /// # Errors
    /// Why there is none, in a sentence.
    pub fn begin(setup: Setup) -> Result<Self, String> {
        let played = game::Run::new(setup).map_err(|error| error.to_string())?;
        Ok(Self::of(Source::Played(Box::new(played))))
    }

    fn of(source: Source) -> Self {
        let mut run = Self {
            source,
            narrator: Narrator::default(),
            log: Log::default(),
            tally: Tally::default(),
            order: Order::default(),
            turns: Vec::new(),
            news: true,
            under_way: false,
            epitaph: String::new(),
            replay: None,
        };
        let welcome = welcome(run.game());
        run.log.say(0, welcome);
        run
    }

    /// A run that was saved, with all that was said in it: its recording says it again.
    ///
    /// # Errors
    /// What the recording and the program do not agree on.
    pub fn resume(played: game::Run) -> Result<Self, Divergence> {
        let content = played.game().content();
        let mut playback = Playback::new(played.replay(), content)?;
        let mut run = Self::of(Source::Played(Box::new(played)));
        let mut events = Vec::new();
        while playback.step(&mut events)?.is_some() {
            tell((&mut run.log, &mut run.narrator), playback.game(), &events);
            run.tally.count(&events);
            events.clear();
        }
        Ok(run)
    }

    /// A recorded run at its start, to be watched.
    ///
    /// # Errors
    /// If it was recorded with another generation version or other content.
    pub fn watch(replay: Replay, content: Option<&PlayedContent>) -> Result<Self, Divergence> {
        let playback = Playback::new(
            replay,
            PlayedContent::or_own(content).map_err(GameError::Content)?,
        )?;
        Ok(Self::of(Source::Recorded(Box::new(playback))))
    }

    /// The game.
    pub const fn game(&self) -> &Game {
        match &self.source {
            Source::Played(run) => run.game(),
            Source::Recorded(playback) => playback.game(),
        }
    }

    /// The game with its recording, if it is played.
    pub const fn played(&self) -> Option<&game::Run> {
        match &self.source {
            Source::Played(run) => Some(run),
            Source::Recorded(_) => None,
        }
    }

    /// The recording and how far it has been played, if it is one.
    pub fn playback(&self) -> Option<&Playback> {
        match &self.source {
            Source::Played(_) => None,
            Source::Recorded(playback) => Some(playback),
        }
    }

    /// Whether it goes on.
    pub fn is_playing(&self) -> bool {
        self.game().outcome() == Outcome::Playing
    }

    /// Ends it, alive.
    pub(in crate::app) fn give_up(&mut self) {
        // A run that is over already needs no end.
        let _ = self.apply(Action::GiveUp);
    }

    /// What was said.
    pub const fn log(&self) -> &Log {
        &self.log
    }

    /// What it amounts to.
    pub const fn tally(&self) -> &Tally {
        &self.tally
    }

    /// Where its story was written when it ended, or why it was not; empty before.
    pub fn epitaph(&self) -> &str {
        &self.epitaph
    }

    /// Where its recording was written when it ended, if it was.
    pub fn replay(&self) -> Option<&Path> {
        self.replay.as_deref()
    }

    /// Does an action and says what happened, or says why it was not done. A recorded run is only
    /// watched, and does nothing.
    pub(in crate::app) fn apply(&mut self, action: Action) -> Result<(), Refusal> {
        let Source::Played(played) = &mut self.source else {
            return Ok(());
        };
        let before = places(played.game());
        let mut events = Vec::new();
        self.under_way = false;
        if let Err(refusal) = played.apply(action, &mut events) {
            let view = self.game().view();
            match refusal {
                // What opens a question or a board says enough.
                Refusal::NeedsConfirmation(_) | Refusal::AtConduit | Refusal::WhichDirection => {}
                Refusal::Solid(at) => {
                    let beside = at.steps_to(view.player().pos) == 1;
                    if let Some(told) = view.describe_obstacle(at).filter(|_| beside) {
                        self.remark(&told);
                    }
                }
                _ => self.refuse(refusal),
            }
            return Err(refusal);
        }
        self.under_way = played.game().doing().is_some();
        self.happened(before, events);
        Ok(())
    }

    /// Says why something cannot be done.
    pub(in crate::app) fn refuse(&mut self, why: Refusal) {
        self.remark(&format!("{}.", capitalize(&why.to_string())));
    }

    /// Says something beside the run: nothing happens.
    pub(in crate::app) fn remark(&mut self, sentence: &str) {
        let turn = self.game().turns();
        self.log.say_as(turn, sentence.to_owned(), Tone::Quiet);
        self.news = true;
    }

    /// Whether a long action goes on that the player has asked for and nothing has ended since.
    pub(in crate::app) const fn is_under_way(&self) -> bool {
        self.under_way
    }

    /// Leaves the long action where it is.
    pub(in crate::app) const fn halt(&mut self) {
        self.under_way = false;
    }

    /// Takes up to so many further steps of the long action that is under way, and none once it
    /// `stops`. Of several, the last is told as any turn is, and those before without the steps of
    /// anybody: who shows them would come too late.
    pub(in crate::app) fn go_on(&mut self, steps: usize, stops: impl Fn(&Game) -> bool) {
        let first = self.turns.len();
        for _ in 0..steps {
            self.under_way &= !stops(self.game());
            let action = self.game().doing().filter(|_| self.under_way);
            if action.is_none_or(|action| self.apply(action).is_err()) {
                break;
            }
        }
        // Its first step was taken before.
        let (first, last) = (first.saturating_sub(1), self.turns.len().saturating_sub(1));
        for turn in &mut self.turns[first.min(last)..last] {
            let is_step = |event: &GameEvent| matches!(event, GameEvent::Moved { .. });
            turn.events.retain(|event| !is_step(event));
        }
    }

    /// Does the next action of a recording; false at its end.
    ///
    /// # Errors
    /// What differs from what was recorded.
    pub fn step(&mut self) -> Result<bool, Divergence> {
        let Source::Recorded(playback) = &mut self.source else {
            return Ok(false);
        };
        let before = places(playback.game());
        let mut events = Vec::new();
        let done = playback.step(&mut events)?.is_some();
        self.happened(before, events);
        Ok(done)
    }

    /// Goes to where so many actions of a recording are done, or to its end. What was said shortly
    /// before is in the log then.
    ///
    /// # Errors
    /// What differs from what was recorded on the way there.
    pub fn seek(&mut self, position: u64) -> Result<(), Divergence> {
        let Source::Recorded(playback) = &mut self.source else {
            return Ok(());
        };
        let position = position.min(playback.length());
        playback.seek_action(position.saturating_sub(REMEMBERED))?;
        (self.log, self.narrator) = (Log::default(), Narrator::default());
        if playback.position() == 0 {
            self.log.say(0, welcome(playback.game()));
        }
        self.news = true;
        let mut events = Vec::new();
        while playback.position() < position {
            events.clear();
            playback.step(&mut events)?;
            tell(
                (&mut self.log, &mut self.narrator),
                playback.game(),
                &events,
            );
        }
        Ok(())
    }

    /// Goes to the first action of a recording after which the world has seen so many turns, or to
    /// its end.
    ///
    /// # Errors
    /// What differs from what was recorded on the way there.
    pub fn seek_turn(&mut self, turn: u64) -> Result<(), Divergence> {
        let Source::Recorded(playback) = &mut self.source else {
            return Ok(());
        };
        playback.seek(turn)?;
        let position = playback.position();
        self.seek(position)
    }

    /// The turns that were taken since this was asked last.
    pub(in crate::app) fn take_turns(&mut self) -> Vec<TurnTaken> {
        std::mem::take(&mut self.turns)
    }

    /// Whether there is something to show that was not there when this was asked last.
    pub(super) const fn take_news(&mut self) -> bool {
        std::mem::replace(&mut self.news, false)
    }

    /// Lists the pack in the other order.
    pub(in crate::app) const fn reorder(&mut self) {
        self.order = self.order.other();
        self.news = true;
    }

    /// Takes down a turn: says what happened, counts it, and notes where everybody is.
    fn happened(&mut self, before: Vec<(ActorId, Pos)>, events: Vec<GameEvent>) {
        let game = match &self.source {
            Source::Played(run) => run.game(),
            Source::Recorded(playback) => playback.game(),
        };
        tell((&mut self.log, &mut self.narrator), game, &events);
        self.tally.count(&events);
        let after = places(game);
        self.turns.push(TurnTaken {
            events,
            before,
            after,
        });
        self.news = true;
    }
}

/// Actions before the one that is gone to whose messages are shown.
const REMEMBERED: u64 = 40;

/// Where everybody is who is known of.
fn places(game: &Game) -> Vec<(ActorId, Pos)> {
    let actors = game.view().actors().map(|actor| (actor.id, actor.pos));
    let player = (ActorId::PLAYER, game.view().player().pos);
    actors.chain([player]).collect()
}

fn tell((log, narrator): (&mut Log, &mut Narrator), game: &Game, events: &[GameEvent]) {
    for (event, text) in narrator.tell(game, events) {
        log.say_as(game.turns(), text, Tone::of(event));
    }
}

#[cfg(test)]
impl Run {
    /// Does what a bot wants, or goes on with what it has begun.
    pub(in crate::app) fn step_by(&mut self, bot: &mut impl Bot) {
        let action = self.game().doing();
        let action = action.unwrap_or_else(|| bot.act(self.game().view()));
        if let Err(why) = self.apply(action) {
            bot.refused(action, why);
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
        let mut told = [0, 0];
        while run.game().turns() < 400 && told.contains(&0) {
            for dir in Dir::CARDINAL {
                let view = run.game().view();
                let at = view.tile(view.player().pos.step(dir));
                let (which, words) = match at.map(|tile| tile.tile) {
                    Some(Tile::Deep) => (0, Some("Deep water is in the way.")),
                    Some(Tile::Wall) => (1, None),
                    _ => continue,
                };
                run.log = Log::default();
                assert!(matches!(
                    run.apply(Action::step(dir)),
                    Err(Refusal::Solid(_))
                ));
                let said = run.log().lines().last().map(|line| line.text.as_str());
                assert_eq!(said, words);
                told[which] += 1;
            }
            run.step_by(&mut bot);
        }
        assert!(!told.contains(&0), "{told:?}");
    }
}
