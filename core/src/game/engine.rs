//! One run: its start, its turn order, and queries for clients. The rules themselves are functions
//! in other modules, over the parts of the run that they need.

use std::collections::{BTreeMap, BTreeSet};

#[cfg(any(test, debug_assertions))]
use super::check;
use super::content::{Class, Content};
use super::daily::{self, Daily};
use super::practice::Practice;
use super::rules::{act, errands, fight, hazard, stairs, upkeep};
use super::setup::{GameError, MOST_PLUS, Setup};
use super::view::View;
use super::world::generation::spawn;
use super::{ai, digest};
use crate::game::rules::perception::update_perception;
use crate::game::rules::travel::{Step, Traveller};
use crate::game::rules::turn::{Scratch, TURN, Turn};
use crate::game::text::names::{self, counted};
use crate::game::world::action::{Action, Command, Danger, Letter, Refusal};
use crate::game::world::actor::ActorId;
use crate::game::world::condition::Conditions;
use crate::game::world::detail::Interruption;
use crate::game::world::event::{BodyEvent, GameEvent, RunEvent};
use crate::game::world::generation::listing::NewLevel;
use crate::game::world::generation::terrain::LevelBuffers;
use crate::game::world::item::Item;
use crate::game::world::player::{Loudness, Pack, Player};
use crate::game::world::scene::Scene;
use crate::game::world::state::{Outcome, Plan, State};
use crate::geom::Pos;
use crate::map::RoomGraph;
use crate::rng::Seed;

/// One run.
///
/// Cloning copies the run and its caches; two games whose [`digest`](Self::digest)s are equal have
/// the same future.
#[derive(Clone, Debug)]
pub struct Game {
    content: &'static Content,
    pub(super) state: State,
    /// The day of a daily run.
    daily: Option<Daily>,
    /// Why the run is practice, if something happened to it.
    practice: Option<Practice>,
    /// By kind of item, the index of its look in this run.
    looks: Vec<u8>,
    /// What outcomes are keyed by instead of the seed, in a [`Future`](super::Future) alone.
    pub(super) salt: Option<Seed>,
    scratch: Scratch,
    traveller: Traveller,
    buffers: LevelBuffers,
}

/// The state and its turns.
impl Game {
    /// Starts a run, on the stairs of depth 1.
    ///
    /// # Errors
    /// If New Game Plus is out of range.
    pub fn new(setup: Setup) -> Result<Self, GameError> {
        let Setup {
            seed,
            plus,
            content,
            daily,
        } = setup;
        if plus > MOST_PLUS {
            return Err(GameError::Plus(plus));
        }
        let mut buffers = LevelBuffers::default();
        let here = spawn::generate_level(content, seed, plus, 1, &mut buffers);
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
            oil: rules.sight.oil,
            hooded: false,
            known: [0; 2],
            met: BTreeSet::new(),
            thrown: None,
            searches: 0,
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
        game.set_origin(daily, None);
        game.equip_outfit();
        game.state.here.rebuild_cache(Default::default());
        update_perception(&mut game.turn(&mut Vec::new()));
        Ok(game)
    }

    /// Continues from a state that a test has made by hand.
    ///
    /// # Panics
    /// In builds with debug assertions, if the state is inconsistent.
    #[doc(hidden)]
    pub fn with_state(state: State, content: &'static Content) -> Self {
        let mut game = Self::assemble(content, state);
        game.state.here.rebuild_cache(Default::default());
        game.update_sight();
        game.assert_valid();
        game
    }

    /// A copy without the buffers, which fill again.
    pub(super) fn without_buffers(&self) -> Self {
        let mut game = Self {
            daily: self.daily,
            practice: self.practice,
            ..Self::assemble(self.content, self.state.clone())
        };
        game.scratch.interrupted = self.scratch.interrupted;
        game
    }

    fn assemble(content: &'static Content, state: State) -> Self {
        Self {
            content,
            looks: spawn::shuffle_looks(content, state.seed),
            state,
            daily: None,
            practice: None,
            salt: None,
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
            let item = Item::new(here.new_item_id(), kind, count, 0);
            let letter = player.pack.add(item, self.content).ok();
            match self.content.item(kind).class {
                Class::Weapon { .. } if index == 0 => player.pack.weapon = letter,
                Class::Lantern(_) if player.pack.lantern.is_none() => player.pack.lantern = letter,
                _ => {}
            }
        }
    }

    const fn scene(&self) -> Scene<'_> {
        Scene::new(self.content, self.looks.as_slice(), &self.state)
    }

    /// The context in which the rules change the run.
    pub(super) const fn turn<'a>(&'a mut self, events: &'a mut Vec<GameEvent>) -> Turn<'a> {
        let (state, scratch) = (&mut self.state, &mut self.scratch);
        let outcomes = match self.salt {
            Some(salt) => salt,
            None => state.seed,
        };
        let known = (self.content, self.looks.as_slice());
        Turn::new(known, outcomes, state, scratch, events)
    }

    fn update_sight(&mut self) {
        let State { here, player, .. } = &mut self.state;
        here.update_sight(player, self.content);
    }

    /// Applies an action and everything up to the player's next turn, and appends what happens to
    /// `events`.
    ///
    /// This is one step of a long action ([`Action::is_long`]); apply it again while
    /// [`doing`](Self::doing) returns it. A quiet turn allocates nothing once the buffers have
    /// grown.
    ///
    /// # Errors
    /// The [`Refusal`] says why the action is not possible. Nothing has changed then, and nothing
    /// was appended.
    pub fn apply(
        &mut self,
        command: impl Into<Command>,
        events: &mut Vec<GameEvent>,
    ) -> Result<(), Refusal> {
        self.apply_command(command.into(), events)
    }

    fn apply_command(
        &mut self,
        Command { action, sure }: Command,
        events: &mut Vec<GameEvent>,
    ) -> Result<(), Refusal> {
        if self.state.outcome != Outcome::Playing {
            return Err(Refusal::Over);
        }
        self.scratch.interrupted = None;
        let (step, sure) = if action.is_long() {
            (self.next_step_of(action)?, false)
        } else if action == Action::Fight {
            let scene = Scene::new(self.content, &self.looks, &self.state);
            let fight = fight::choose(scene, &mut self.traveller)?;
            if fight.is_risky && !sure {
                return Err(Refusal::NeedsConfirmation(Danger::Bursts));
            }
            (Step::Act(Action::step(fight.dir)), sure)
        } else {
            (Step::Act(action), sure)
        };
        let starts_rest = action == Action::Rest && self.doing() != Some(Action::Rest);
        let healing = if starts_rest {
            self.view().healing()
        } else {
            None
        };
        let from = (self.state.player.pos, self.state.here.depth);
        let before = self.state.time;
        self.scratch.explores = action == Action::Explore;
        if let Some(healing) = healing {
            events.push(BodyEvent::RestBegan { healing }.into());
        }
        let sets_out = action == Action::Proceed && self.doing() != Some(Action::Proceed);
        let left = match sets_out {
            true => errands::reached_from(self.scene(), from.0),
            false => Vec::new(),
        };
        let cost = self.apply_step(step, sure, events)?;
        self.state.here.known.passed.extend(left);
        if action == Action::Proceed && self.state.here.has_offer(self.state.player.pos) {
            // Whoever was led to one of the prizes has seen them all, and is not led back to another.
            let seen = errands::prize(self.scene());
            self.state.here.known.passed.extend(seen);
        }
        self.state.actions += 1;
        let cost = self.state.player.scale_by_haste(cost);
        self.state.player.next += u64::from(cost);
        // From now on, the player perceives events from the new position.
        self.update_sight();
        self.run_world(events);
        if std::mem::take(&mut self.scratch.falls) && self.state.outcome == Outcome::Playing {
            self.fall(events);
        }
        update_perception(&mut self.turn(events));
        self.update_plan(action, from, events);
        debug_assert!(self.state.time >= before, "{action:?} turns back time");
        self.assert_valid();
        Ok(())
    }

    /// Checks what holds between any two actions, in builds with debug assertions.
    ///
    /// # Panics
    /// If it does not hold.
    #[doc(hidden)]
    pub fn assert_valid(&self) {
        #[cfg(any(test, debug_assertions))]
        {
            check::assert_valid(&self.state, self.content);
            if let Some(next) = self.doing() {
                let plan = self.state.plan.as_ref();
                let step = Traveller::default().next_step(self.scene(), plan, next);
                assert_eq!(step.err(), None, "{next:?} goes on");
            }
        }
    }

    /// Applies what takes one turn; returns its duration in ticks.
    fn apply_step(
        &mut self,
        step: Step,
        sure: bool,
        events: &mut Vec<GameEvent>,
    ) -> Result<u32, Refusal> {
        // Resets the loudness, which the action may change; restored if it is refused.
        let loudness = std::mem::replace(&mut self.state.player.loudness, Loudness::Normal);
        let time = match step {
            Step::Act(action @ (Action::Ascend | Action::Descend)) => {
                self.take_stairs(Command { action, sure }, events)
            }
            Step::Act(action) => {
                act::apply_action(&mut self.turn(events), Command { action, sure })
            }
            Step::Feel { corrects } => act::feel(&mut self.turn(events), corrects),
        };
        if time.is_err() {
            self.state.player.loudness = loudness;
            return time;
        }
        if !matches!(step, Step::Act(Action::Search)) {
            self.state.player.searches = 0;
        }
        if std::mem::take(&mut self.scratch.falls) {
            self.fall(events);
        }
        time
    }

    /// Lets the player fall to the next depth.
    fn fall(&mut self, events: &mut Vec<GameEvent>) {
        let (state, content) = (&mut self.state, self.content);
        let depth = state.here.depth + 1;
        let first = stairs::fall(state, content, depth, &mut self.buffers);
        stairs::arrive_on_level(&mut self.turn(events), first, Vec::new());
        hazard::land(&mut self.turn(events));
    }

    fn take_stairs(
        &mut self,
        command: Command,
        events: &mut Vec<GameEvent>,
    ) -> Result<u32, Refusal> {
        let (state, content) = (&mut self.state, self.content);
        let depth = stairs::destination(state, content, command)?;
        if content
            .training()
            .is_some_and(|training| training.level(depth).is_none())
        {
            state.outcome = Outcome::Finished;
            events.push(GameEvent::Run(RunEvent::Finished));
            return Ok(content.rules().time.action);
        }
        let (first, followers) = stairs::change_level(state, content, depth, &mut self.buffers);
        stairs::arrive_on_level(&mut self.turn(events), first, followers);
        Ok(content.rules().time.action)
    }

    /// Runs everything due before the player's next action, the earliest first. Within a tick the
    /// turn of the world comes first, then actors by id, so the player (0) before all monsters.
    fn run_world(&mut self, events: &mut Vec<GameEvent>) {
        while self.state.outcome == Outcome::Playing {
            let state = &mut self.state;
            let player = (state.player.next, ActorId::PLAYER);
            let due = state.here.first_due().unwrap_or(player).min(player);
            if state.upkeep <= due.0 {
                state.time = state.upkeep;
                upkeep::tick_world(&mut self.turn(events));
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

    /// The long action in progress, for the client to apply again. It will not be refused.
    pub fn doing(&self) -> Option<Action> {
        self.state.plan.as_ref().map(Plan::action)
    }

    /// What the last action met that ends a long action, if anything. Not part of the state.
    pub const fn interruption(&self) -> Option<Interruption> {
        self.scratch.interrupted
    }

    /// The next step of a long action. Does not change the state.
    fn next_step_of(&mut self, action: Action) -> Result<Step, Refusal> {
        let scene = Scene::new(self.content, &self.looks, &self.state);
        self.traveller
            .next_step(scene, self.state.plan.as_ref(), action)
    }

    /// Stores a long action as the plan, or ends it and reports why.
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
            events.push(GameEvent::Run(RunEvent::Interrupted { why }));
            return;
        }
        let scene = Scene::new(self.content, &self.looks, &self.state);
        let continues = if depth == self.state.here.depth {
            self.traveller.can_continue(scene, action, from)
        } else {
            Err(Refusal::There)
        };
        match continues {
            Ok(()) => {
                let path = plan.map_or_else(Vec::new, Plan::into_path);
                self.state.plan = self.traveller.plan(action, path);
            }
            Err(Refusal::Explored) => {
                let left = self.view().leftovers();
                events.push(GameEvent::Run(RunEvent::Explored { left }));
            }
            Err(Refusal::EnemyInSight) => {
                let threat = scene.threat(Loudness::Normal);
                let why = threat.map_or(Interruption::Other, Interruption::Creature);
                events.push(GameEvent::Run(RunEvent::Interrupted { why }));
            }
            Err(Refusal::Flames | Refusal::HazardInTheWay(_) | Refusal::PlateInTheWay) => {
                let why = Interruption::Other;
                events.push(GameEvent::Run(RunEvent::Interrupted { why }));
            }
            Err(_) => {}
        }
    }
}

/// Queries for clients.
impl Game {
    /// What the player knows of the game.
    pub const fn view(&self) -> View<'_> {
        View::new(self.scene())
    }

    /// The rooms of the current level and how they join, whether the player knows of them or not.
    /// See [`RoomGraph`] for the cost; asking again costs nothing until the ground changes.
    pub fn room_graph(&self) -> &RoomGraph {
        self.state.here.room_graph()
    }

    /// A stable 64-bit digest of the whole state: the XXH3 hash of its postcard form. Two games
    /// with equal digests have the same future. Linear in the levels visited.
    pub fn digest(&self) -> u64 {
        digest::compute(&self.state)
    }

    /// The complete state, which the digest covers.
    pub const fn state(&self) -> &State {
        &self.state
    }

    /// The content of the run.
    pub const fn content(&self) -> &'static Content {
        self.content
    }

    /// Whether this is a training run.
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

    /// Whether the run is in progress, or how it ended.
    pub const fn outcome(&self) -> Outcome {
        self.state.outcome
    }

    /// Ticks since the start; a turn is 100 ticks.
    pub const fn time(&self) -> u64 {
        self.state.time
    }

    /// Turns of the world since the start.
    pub const fn turns(&self) -> u64 {
        self.state.time / TURN
    }

    /// The player's actions that took time, since the start.
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

    /// The score: points for depth, experience and, after a victory, speed.
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
        (self.state.outcome == Outcome::Won).then(|| {
            Setup::with_content(self.state.seed.nth(1), self.content)
                .plus((self.state.plus + 1).min(MOST_PLUS))
        })
    }

    /// Generates the level of a depth and lists its contents. Depends only on content, seed, depth
    /// and New Game Plus.
    pub fn new_level(setup: Setup, depth: u8) -> NewLevel {
        NewLevel::new(setup.content, setup.seed, setup.plus, depth)
    }

    /// Generates a level in the buffers of this game and returns its numbers of monsters and items,
    /// for benchmarks.
    #[doc(hidden)]
    pub fn bench_level(&mut self, seed: Seed, depth: u8) -> (usize, usize) {
        let level = spawn::generate_level(self.content, seed, 0, depth, &mut self.buffers);
        (level.actors().len(), level.items.len())
    }

    /// The day that the run is the daily of.
    pub const fn daily(&self) -> Option<Daily> {
        self.daily
    }

    /// Why the run counts for no daily and no record; `None` if it counts. A daily also has to wait for its day,
    /// which this does not know.
    pub fn practice(&self) -> Option<Practice> {
        self.practice.or_else(|| Practice::of_content(self.content))
    }

    /// Sets what a recording knows of the run and its state does not: the day of a daily, and what made it practice.
    pub(super) fn set_origin(&mut self, daily: Option<Daily>, practice: Option<Practice>) {
        self.daily = daily::check_run(daily, self.seed(), self.plus());
        self.practice = practice;
    }

    /// Makes the run practice, for good.
    pub(super) fn mark_practice(&mut self, why: Practice) {
        self.practice.get_or_insert(why);
    }

    /// A one-line summary of the run, for players to share. Only a daily that counts is named by its day.
    pub fn result(&self) -> String {
        self.result_as(self.practice())
    }

    /// As [`result`](Self::result), for a client that knows more on whether the run counts.
    pub fn result_as(&self, practice: Option<Practice>) -> String {
        let run = match (self.daily(), practice) {
            (_, Some(Practice::Training)) => "training".to_owned(),
            (Some(daily), None) => format!("daily {daily}"),
            (_, practice) => {
                let plus = match self.plus() {
                    0 => String::new(),
                    plus => format!(" plus {plus}"),
                };
                let practice = practice.map_or("", |_| ", practice");
                format!("seed {}{plus}{practice}", self.seed())
            }
        };
        let turns = counted(self.turns(), "turn");
        let (end, score) = (describe_end(self), self.score());
        format!("Undercroft, {run}: {end}; score {score}, {turns}")
    }
}

/// The state of a run, or how it ended, in a few words.
pub fn describe_end(game: &Game) -> String {
    names::describe_outcome(game.content, game.outcome(), game.depth())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_result_is_one_line_and_names_the_day_only_of_a_daily_that_counts() {
        let content = Content::embedded().unwrap();
        let daily = Setup::daily(Daily::of_day(20_778).unwrap(), content);
        let result = |setup| Game::new(setup).unwrap().result();
        let end = ": on depth 1; score 100, 0 turns";
        assert_eq!(result(daily), format!("Undercroft, daily 2026-11-21{end}"));
        let seed = daily.seed;
        for (setup, name) in [
            (
                Setup {
                    daily: None,
                    ..daily
                },
                format!("seed {seed}"),
            ),
            (
                Setup {
                    seed: Seed(20_261_121),
                    ..daily
                },
                "seed 20261121".to_owned(),
            ),
        ] {
            assert_eq!(result(setup), format!("Undercroft, {name}{end}"));
        }
        let mut game = Game::new(daily.plus(2)).unwrap();
        assert_eq!(game.daily(), None);
        game.mark_practice(Practice::Restored);
        let start = format!("Undercroft, seed {seed} plus 2, practice: on depth 1");
        assert!(game.result().starts_with(&start), "{}", game.result());
    }
}
