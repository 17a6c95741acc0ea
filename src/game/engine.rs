//! One run: its start, its turns, and what clients ask of it. The rules are functions elsewhere, over
//! the parts of the run that they concern; here is who acts when.

use std::collections::{BTreeMap, BTreeSet};

use super::action::{Action, Letter, Refusal};
use super::actor::{ActorId, Conditions};
use super::check::{self, MOST_PLUS};
use super::content::{Class, Content};
use super::daily::Daily;
use super::describe::{self, counted};
use super::detail::Interruption;
use super::event::GameEvent;
use super::item::Item;
use super::notice::update_perception;
use super::player::{Loudness, Pack, Player};
use super::scene::Scene;
use super::setup::{GameError, Setup};
use super::state::{Outcome, Plan, State};
use super::survey::Survey;
use super::terrain::LevelBuffers;
use super::travel::Traveller;
use super::turn::{Scratch, TURN, Turn};
use super::view::View;
use super::{act, ai, digest, spawn, stairs, upkeep};
use crate::geom::Pos;
use crate::rng::Seed;

/// One run.
///
/// Cloning copies the run and its caches; two games whose [`digest`](Self::digest)s are equal have
/// the same future.
#[derive(Clone, Debug)]
pub struct Game {
    content: &'static Content,
    pub(super) state: State,
    /// By kind of item, the index of its look in this run.
    looks: Vec<u8>,
    scratch: Scratch,
    traveller: Traveller,
    buffers: LevelBuffers,
}

/// The state and its turns.
impl Game {
    /// A run at its start: on the stairs of depth 1.
    ///
    /// # Errors
    /// If New Game Plus is out of range.
    pub fn new(setup: Setup) -> Result<Self, GameError> {
        let Setup {
            seed,
            plus,
            content,
        } = setup;
        if plus > MOST_PLUS {
            return Err(GameError::Plus(plus));
        }
        let mut buffers = LevelBuffers::default();
        let here = spawn::level(content, seed, plus, 1, &mut buffers);
        let rules = content.rules();
        let start = content.training().map(|training| training.start);
        let player = Player {
            pos: here.up,
            health: start.map_or(rules.growth.health, |start| start.health),
            vigour: 0,
            strength: 0,
            experience: 0,
            level: 1,
            food: start.map_or(rules.food.full, |start| start.food),
            mending: 0,
            conditions: Conditions::default(),
            loudness: Loudness::Normal,
            pack: Pack::default(),
            next: 0,
            kills: 0,
            known: [0; 2],
            met: BTreeSet::new(),
        };
        let state = State {
            content: content.digest(),
            seed,
            plus,
            time: 0,
            actions: 0,
            upkeep: TURN,
            outcome: Outcome::Playing,
            player,
            plan: None,
            here,
            other_levels: BTreeMap::new(),
        };
        let mut game = Self::assemble(content, state);
        game.buffers = buffers;
        game.equip_outfit();
        game.state.here.enter(Default::default());
        update_perception(&mut game.turn(&mut Vec::new()), 0);
        Ok(game)
    }

    /// Makes a game from a saved state.
    ///
    /// # Errors
    /// If the state was made with other content, or is not one that a run can be in.
    pub fn resume(state: State, content: &'static Content) -> Result<Self, GameError> {
        if state.content != content.digest() {
            return Err(GameError::OtherContent {
                expected: content.digest(),
                found: state.content,
            });
        }
        check::loaded(&state, content).map_err(GameError::InvalidState)?;
        let mut game = Self::assemble(content, state);
        game.state.here.enter(Default::default());
        game.update_sight();
        game.check().map_err(GameError::InvalidState)?;
        if let Some(action) = game.doing() {
            game.next_step_of(action).map_err(|why| {
                GameError::InvalidState(format!("{action:?} is under way, and cannot go on: {why}"))
            })?;
        }
        Ok(game)
    }

    fn assemble(content: &'static Content, state: State) -> Self {
        Self {
            content,
            looks: spawn::shuffle_looks(content, state.seed),
            state,
            scratch: Scratch::default(),
            traveller: Traveller::default(),
            buffers: LevelBuffers::default(),
        }
    }

    /// Fills the pack with the outfit of a new run.
    fn equip_outfit(&mut self) {
        let State { player, here, .. } = &mut self.state;
        player.pack.slots = vec![None; Letter::COUNT];
        for (index, &(kind, count)) in self.content.outfit().iter().enumerate() {
            let item = Item {
                id: here.new_item_id(),
                kind,
                count,
                plus: 0,
                letter: None,
            };
            let letter = player.pack.add(item, self.content).ok();
            if index == 0 && matches!(self.content.item(kind).class, Class::Weapon { .. }) {
                player.pack.weapon = letter;
            }
        }
    }

    const fn scene(&self) -> Scene<'_> {
        Scene::new(self.content, self.looks.as_slice(), &self.state)
    }

    /// The run as rules change it.
    pub(super) const fn turn<'a>(&'a mut self, events: &'a mut Vec<GameEvent>) -> Turn<'a> {
        let (state, scratch) = (&mut self.state, &mut self.scratch);
        Turn::new(self.content, self.looks.as_slice(), state, scratch, events)
    }

    fn update_sight(&mut self) {
        let State { here, player, .. } = &mut self.state;
        here.update_sight(player, self.content);
    }

    /// Does an action and everything up to the player's next turn; appends what happens to
    /// `events`.
    ///
    /// Of a long action ([`Action::is_long`]) this is one step; apply it again while
    /// [`doing`](Self::doing) returns it. A quiet turn allocates nothing once the buffers have
    /// grown.
    ///
    /// # Errors
    /// A [`Refusal`] says why the action was not done: then nothing has changed and nothing was
    /// appended.
    pub fn apply(&mut self, action: Action, events: &mut Vec<GameEvent>) -> Result<(), Refusal> {
        if self.state.outcome != Outcome::Playing {
            return Err(Refusal::Over);
        }
        self.scratch.interrupted = None;
        let step = if action.is_long() {
            self.next_step_of(action)?
        } else {
            action
        };
        let healing = match (action, self.doing()) {
            (Action::Rest, Some(Action::Rest)) => None,
            (Action::Rest, _) => self.view().healing(),
            _ => None,
        };
        let from = (self.state.player.pos, self.state.here.depth);
        #[cfg(any(test, debug_assertions))]
        let before = self.state.time;
        let begin = events.len();
        let cost = self.act(step, events)?;
        if let Some(healing) = healing {
            events.insert(begin, GameEvent::RestBegan { healing });
        }
        self.state.actions += 1;
        let cost = self.state.player.scale_by_haste(cost, self.content);
        self.state.player.next += u64::from(cost);
        if action == Action::Explore {
            // What lies here was told when it came into sight, and is picked up next.
            let lies = |event: &GameEvent| matches!(event, GameEvent::LiesHere { .. });
            let told = events[begin..].iter().position(lies);
            told.map(|index| events.remove(begin + index));
        }
        // What the world does from now on is perceived from where the player is now.
        self.update_sight();
        self.run_world(events);
        update_perception(&mut self.turn(events), begin);
        self.update_plan(action, from, events);
        #[cfg(any(test, debug_assertions))]
        self.assert_valid(action, before);
        Ok(())
    }

    #[cfg(any(test, debug_assertions))]
    fn assert_valid(&self, action: Action, before: u64) {
        if let Err(fault) = self.check() {
            panic!("after {action:?}: {fault}");
        }
        assert!(self.state.time >= before, "{action:?} turns back time");
        if let Some(next) = self.doing() {
            let refusal = self.clone().next_step_of(next).err();
            assert_eq!(refusal, None, "{next:?} goes on after {action:?}");
        }
    }

    /// Does an action that takes one turn; returns its duration in ticks.
    fn act(&mut self, action: Action, events: &mut Vec<GameEvent>) -> Result<u32, Refusal> {
        // The default, which an action may change; restored if it is refused.
        let loudness = std::mem::replace(&mut self.state.player.loudness, Loudness::Normal);
        let time = match action {
            Action::Ascend | Action::Descend { .. } => self.take_stairs(action, events),
            _ => act::act(&mut self.turn(events), action),
        };
        if time.is_err() {
            self.state.player.loudness = loudness;
        }
        time
    }

    fn take_stairs(&mut self, action: Action, events: &mut Vec<GameEvent>) -> Result<u32, Refusal> {
        let (state, content) = (&mut self.state, self.content);
        let depth = stairs::destination(state, content, action)?;
        if content
            .training()
            .is_some_and(|training| training.level(depth).is_none())
        {
            state.outcome = Outcome::Finished;
            events.push(GameEvent::Finished);
            return Ok(content.rules().time.action);
        }
        let (first, followers) = stairs::change_level(state, content, depth, &mut self.buffers);
        stairs::arrive(&mut self.turn(events), first, followers);
        Ok(content.rules().time.action)
    }

    /// Plays everything due before the player's next action, the earliest first. At the same tick
    /// the turn of the world comes first, then actors by id, so the player (0) before all monsters.
    fn run_world(&mut self, events: &mut Vec<GameEvent>) {
        while self.state.outcome == Outcome::Playing {
            let state = &mut self.state;
            let player = (state.player.next, ActorId::PLAYER);
            let due = state.here.first_due().unwrap_or(player).min(player);
            if state.upkeep <= due.0 {
                state.time = state.upkeep;
                upkeep::world_turn(&mut self.turn(events));
                self.state.upkeep += TURN;
                continue;
            }
            state.time = due.0;
            if due == player {
                return;
            }
            ai::take_turn(&mut self.turn(events), due.1);
        }
    }

    /// The long action in progress, which the client applies again. It will not be refused then.
    pub fn doing(&self) -> Option<Action> {
        self.state.plan.as_ref().map(|plan| plan.action)
    }

    /// The next single action of a long action. Does not change the state.
    fn next_step_of(&mut self, action: Action) -> Result<Action, Refusal> {
        let scene = Scene::new(self.content, &self.looks, &self.state);
        self.traveller
            .next_step(scene, self.state.plan.as_ref(), action)
    }

    /// Keeps a long action as the plan, or ends it.
    fn update_plan(
        &mut self,
        action: Action,
        (from, depth): (Pos, u8),
        events: &mut Vec<GameEvent>,
    ) {
        let plan = self.state.plan.take();
        if !action.is_long() || self.state.outcome != Outcome::Playing {
            return;
        }
        if let Some(why) = self.scratch.interrupted {
            events.push(GameEvent::Interrupted { why });
            return;
        }
        let scene = Scene::new(self.content, &self.looks, &self.state);
        let goes_on = if depth == self.state.here.depth {
            self.traveller.can_go_on(scene, action, from)
        } else {
            Err(Refusal::There)
        };
        match goes_on {
            Ok(()) => {
                let mut path = plan.map_or_else(Vec::new, |plan| plan.path);
                path.clone_from(&self.traveller.path);
                self.state.plan = Some(Plan { action, path });
            }
            Err(Refusal::Explored) => {
                let left = self.view().leftovers();
                events.push(GameEvent::Explored { left });
            }
            Err(Refusal::EnemyInSight) => {
                let threat = scene.threat(Loudness::Normal);
                let why = threat.map_or(Interruption::Other, Interruption::Creature);
                events.push(GameEvent::Interrupted { why });
            }
            Err(_) => {}
        }
    }

    /// Checks that the state is consistent, as far as a run in progress can break it.
    ///
    /// # Errors
    /// The first fault. No sequence of actions leads to one; tests check after each.
    pub fn check(&self) -> Result<(), String> {
        check::in_play(&self.state, self.content)
    }
}

/// What clients ask.
impl Game {
    /// What the player knows of the game.
    pub const fn view(&self) -> View<'_> {
        View::new(self.scene(), self.state.plus)
    }

    /// A stable 64-bit digest of the whole state: `digest`'s documentation publishes the bytes. Two
    /// games with equal digests have the same future. Linear in the levels visited.
    pub fn digest(&self) -> u64 {
        digest::of(&self.state)
    }

    /// The complete state, as a save holds it.
    pub const fn state(&self) -> &State {
        &self.state
    }

    /// The content that the run is played with.
    pub const fn content(&self) -> &'static Content {
        self.content
    }

    /// Whether it is the training, which is no descent to the Everlamp.
    pub const fn is_training(&self) -> bool {
        self.content.training().is_some()
    }

    /// The seed of the run.
    pub const fn seed(&self) -> Seed {
        self.state.seed
    }

    /// How often the Everlamp was lit before.
    pub const fn plus(&self) -> u8 {
        self.state.plus
    }

    /// Whether the run goes on, and how it ended.
    pub const fn outcome(&self) -> Outcome {
        self.state.outcome
    }

    /// Ticks since the start; 100 are a turn.
    pub const fn time(&self) -> u64 {
        self.state.time
    }

    /// Turns of the world since the start.
    pub const fn turns(&self) -> u64 {
        self.state.time / TURN
    }

    /// Actions of the player that took time, since the start.
    pub const fn actions(&self) -> u64 {
        self.state.actions
    }

    /// The current depth, from 1 to 12.
    pub const fn depth(&self) -> u8 {
        self.state.here.depth
    }

    /// The deepest depth that the player has visited.
    pub fn deepest(&self) -> u8 {
        let left = self.state.other_levels.keys().next_back().copied();
        self.depth().max(left.unwrap_or(0))
    }

    /// Points: for depth, experience and, after a victory, speed.
    pub fn score(&self) -> u64 {
        let won = self.state.outcome == Outcome::Won;
        let rules = &self.content.rules().score;
        let swift = rules.swift.saturating_sub(self.turns()) / rules.swift_turns;
        let experience = u64::from(self.state.player.experience);
        let base = u64::from(self.deepest()) * rules.depth + experience;
        (base + if won { rules.won + swift } else { 0 }) * (u64::from(self.state.plus) + 1)
    }

    /// A setup for the next run after a victory: the next seed of the sequence, one level harder.
    /// `None` without a victory.
    pub fn new_game_plus(&self) -> Option<Setup> {
        (self.state.outcome == Outcome::Won).then(|| Setup {
            seed: self.state.seed.nth(1),
            plus: (self.state.plus + 1).min(MOST_PLUS),
            content: self.content,
        })
    }

    /// Generates the level of a depth and lists what it holds. Depends on content, seed, depth and
    /// New Game Plus alone.
    pub fn survey(setup: Setup, depth: u8) -> Survey {
        Survey::new(setup.content, setup.seed, setup.plus, depth)
    }

    /// Generates a level in the buffers of this game and returns its numbers of monsters and items:
    /// for benchmarks.
    #[doc(hidden)]
    pub fn bench_level(&mut self, seed: Seed, depth: u8) -> (usize, usize) {
        let level = spawn::level(self.content, seed, 0, depth, &mut self.buffers);
        (level.actors().len(), level.items.len())
    }

    /// The date of the run, if it is a daily run.
    pub fn daily(&self) -> Option<Daily> {
        Daily::of((self.seed(), self.plus()))
    }

    /// A one-line summary of the run, to share.
    pub fn result(&self) -> String {
        let run = match (self.daily(), self.plus()) {
            _ if self.is_training() => "training".to_owned(),
            (Some(daily), _) => format!("daily {daily}"),
            (None, 0) => format!("seed {}", self.seed()),
            (None, plus) => format!("seed {} plus {plus}", self.seed()),
        };
        let turns = counted(self.turns(), "turn");
        let (end, score) = (describe_end(self), self.score());
        format!("Undercroft, {run}: {end}; score {score}, {turns}")
    }
}

/// The state of a run, or how it ended, in a few words.
pub fn describe_end(game: &Game) -> String {
    describe::outcome(game.content, game.outcome(), game.depth())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_result_is_one_line() {
        let daily = Daily::of_day(20_778).unwrap();
        let game = Game::new(Setup::new(daily.seed()).unwrap()).unwrap();
        assert_eq!(
            game.result(),
            "Undercroft, daily 2026-11-21: on depth 1; score 100, 0 turns"
        );
    }
}
