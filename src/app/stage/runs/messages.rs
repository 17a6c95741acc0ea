//! The messages of a run, with repeats counted.

use std::fmt;

use bevy::color::{Color, Mix};

use crate::app::ui::theme::{KEY, PLAIN, QUIET, WRONG};
use crate::game::{
    ActorId, BodyEvent, FightEvent, GameEvent, Hunger, ItemEvent, MonsterEvent, PlaceEvent,
    RunEvent,
};

/// Messages kept at most.
const CAPACITY: usize = 500;

/// What a message means to the player; decides its colour.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Tone {
    /// Neither good nor bad.
    #[default]
    Plain,
    /// The player gains something.
    Good,
    /// The player loses something.
    Bad,
    /// A danger to watch.
    Warning,
    /// An item or feature is found.
    Find,
    /// A refusal or remark; no time passes.
    Quiet,
}

impl Tone {
    pub(super) fn of_event(event: &GameEvent) -> Self {
        let me = ActorId::PLAYER;
        match *event {
            GameEvent::Fight(event) => match event {
                FightEvent::Hit { at: who, .. } | FightEvent::Hurt { who, .. } if who == me => {
                    Self::Bad
                }
                FightEvent::PlayerDied { .. } => Self::Bad,
                FightEvent::Died {
                    by_player: true, ..
                } => Self::Good,
                FightEvent::Charged { .. } => Self::Warning,
                FightEvent::Missed { .. }
                | FightEvent::Hit { .. }
                | FightEvent::Hurt { .. }
                | FightEvent::Died { .. }
                | FightEvent::Flew { .. }
                | FightEvent::Blocked { .. }
                | FightEvent::Broke { .. }
                | FightEvent::Blast { .. }
                | FightEvent::NobodyAffected
                | FightEvent::Burst { .. } => Self::Plain,
            },
            GameEvent::Body(event) => match event {
                BodyEvent::HungerChanged { hunger } if hunger != Hunger::Fed => Self::Bad,
                BodyEvent::Healed { who, .. } if who == me => Self::Good,
                BodyEvent::HungerChanged { .. }
                | BodyEvent::LevelGained { .. }
                | BodyEvent::Strengthened => Self::Good,
                BodyEvent::Woke { .. } => Self::Warning,
                BodyEvent::Moved { .. }
                | BodyEvent::Teleported { .. }
                | BodyEvent::Healed { .. }
                | BodyEvent::ConditionBegan { .. }
                | BodyEvent::ConditionEnded { .. }
                | BodyEvent::FellAsleep { .. }
                | BodyEvent::Invigorated
                | BodyEvent::Experience { .. }
                | BodyEvent::RestBegan { .. } => Self::Plain,
            },
            GameEvent::Monster(event) => match event {
                MonsterEvent::Stole { .. } => Self::Bad,
                MonsterEvent::CameIntoSight { .. }
                | MonsterEvent::Noticed { .. }
                | MonsterEvent::Summoned { .. }
                | MonsterEvent::Revealed { .. }
                | MonsterEvent::Followed { .. } => Self::Warning,
                MonsterEvent::LostTrack { .. }
                | MonsterEvent::Fled { .. }
                | MonsterEvent::Met { .. }
                | MonsterEvent::Split { .. }
                | MonsterEvent::Unmade { .. }
                | MonsterEvent::NamedHere { .. } => Self::Plain,
            },
            GameEvent::Item(event) => match event {
                ItemEvent::Improved { .. } => Self::Good,
                ItemEvent::PickedUp { .. }
                | ItemEvent::LiesHere { .. }
                | ItemEvent::ItemSeen { .. }
                | ItemEvent::Identified { .. }
                | ItemEvent::VaultTaken { .. } => Self::Find,
                ItemEvent::Lost { .. }
                | ItemEvent::NoRoom { .. }
                | ItemEvent::Dropped { .. }
                | ItemEvent::Offered { .. }
                | ItemEvent::Equipped { .. }
                | ItemEvent::Unequipped { .. }
                | ItemEvent::Ate { .. }
                | ItemEvent::Quaffed { .. }
                | ItemEvent::Read { .. }
                | ItemEvent::UsedRelic { .. }
                | ItemEvent::NothingToImprove { .. }
                | ItemEvent::Fizzled { .. } => Self::Plain,
            },
            GameEvent::Place(event) => match event {
                PlaceEvent::VaultOpened { .. } => Self::Good,
                PlaceEvent::Noise { .. } => Self::Warning,
                PlaceEvent::LandmarkSeen { .. } => Self::Find,
                PlaceEvent::DoorOpened { .. }
                | PlaceEvent::DoorClosed { .. }
                | PlaceEvent::BrazierLit { .. }
                | PlaceEvent::BrazierOut { .. }
                | PlaceEvent::Mapped
                | PlaceEvent::Hallowed { .. }
                | PlaceEvent::Arrived { .. }
                | PlaceEvent::TombOpened { .. }
                | PlaceEvent::LeverPulled { .. }
                | PlaceEvent::ConduitTurned { .. }
                | PlaceEvent::FoundNothing => Self::Plain,
            },
            GameEvent::Run(event) => match event {
                RunEvent::Won => Self::Good,
                RunEvent::Interrupted { .. }
                | RunEvent::Explored { .. }
                | RunEvent::GaveUp
                | RunEvent::Finished => Self::Plain,
            },
        }
    }

    /// The colour of a message that is `age` messages older than the newest.
    pub(in crate::app) fn colour(self, age: usize) -> Color {
        let fresh = match self {
            Self::Plain => Color::srgb(0.90, 0.89, 0.90),
            Self::Good => Color::srgb(0.60, 0.88, 0.56),
            Self::Bad => WRONG,
            Self::Warning => KEY,
            Self::Find => Color::srgb(0.60, 0.80, 1.0),
            Self::Quiet => PLAIN,
        };
        let faded = 0.22 * age.min(3) as f32;
        fresh.mix(&QUIET, faded)
    }
}

/// A message; displays as its text with the number of repeats.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Line {
    /// One or more sentences.
    pub text: String,
    /// Its meaning, which colours it.
    pub tone: Tone,
    /// How many times in a row it was logged, from 1.
    pub times: u32,
    /// The turn in which it was last logged.
    pub turn: u64,
}

/// The messages of a run, oldest first.
#[derive(Default, Clone, PartialEq, Eq, Debug)]
pub struct Log(Vec<Line>);

impl Log {
    /// Adds a message. One that repeats the newest message only raises its count, and of refusals in a row
    /// the last one stays.
    pub fn push(&mut self, turn: u64, text: String, tone: Tone) {
        let line = Line {
            text,
            tone,
            times: 1,
            turn,
        };
        match self.0.last_mut() {
            Some(last) if last.text == line.text => {
                last.times += 1;
                last.turn = turn;
            }
            Some(last) if last.tone == Tone::Quiet && tone == Tone::Quiet => *last = line,
            _ => self.0.push(line),
        }
        if self.0.len() > CAPACITY {
            self.0.drain(..CAPACITY / 10);
        }
    }

    /// The messages that are kept, oldest first.
    pub fn lines(&self) -> &[Line] {
        &self.0
    }
}

impl fmt::Display for Line {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.times {
            ..=1 => f.write_str(&self.text),
            times => write!(f, "{} (x{times})", self.text),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_again_is_counted_and_what_is_old_goes() {
        let mut log = Log::default();
        for turn in 0..3 {
            log.push(turn, "You wait.".into(), Tone::Plain);
        }
        assert_eq!(log.lines().len(), 1);
        assert_eq!(log.lines()[0].to_string(), "You wait. (x3)");
        for text in ["There is no way.", "You have no potion."] {
            log.push(3, text.into(), Tone::Quiet);
        }
        assert_eq!(log.lines().len(), 2, "the last refusal stays");
        for turn in 0..2000 {
            log.push(turn, format!("{turn}"), Tone::Plain);
        }
        assert!(log.lines().len() <= CAPACITY);
        assert_eq!(log.lines().last().unwrap().to_string(), "1999");
    }
}
