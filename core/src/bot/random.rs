//! Takes any sensible action, all equally likely: those that the view shows to be possible.

use super::Bot;
use crate::game::content::Sort;
use crate::game::{Action, Command, View};
use crate::geom::Dir;
use crate::map::Tile;
use crate::rng::{Seed, Stream, Tag};

/// A bot that takes a random sensible action.
#[derive(Clone, Debug)]
pub struct Random {
    seed: Seed,
    /// Decisions so far, which key the stream of the next one.
    decisions: u64,
    /// The sensible actions of this turn; a field only to reuse its buffer.
    choices: Vec<Command>,
}

/// Key that separates its streams from those of other bots.
const STREAM_KEY: u64 = 1;

impl Random {
    /// Creates the bot; its choices depend on the run's seed.
    pub const fn new(seed: Seed) -> Self {
        Self {
            seed,
            decisions: 0,
            choices: Vec::new(),
        }
    }

    /// Lists the actions that are possible as far as the player knows.
    fn list_actions(&mut self, view: View<'_>) {
        self.choices.clear();
        let me = view.player().pos;
        for dir in Dir::ALL {
            let to = me.step(dir);
            if view.can_step(dir) || view.actor_at(to).is_some() {
                self.choices.push(Action::Move { dir }.sure());
            }
            match view.tile(to).map(|known| known.tile) {
                Some(Tile::DoorOpen) if view.actor_at(to).is_none() => {
                    self.choices.push(Action::Close { dir: Some(dir) }.into());
                }
                Some(Tile::Tomb) => self.choices.push(Action::Move { dir }.into()),
                Some(Tile::Brazier) => {
                    let dir = Some(dir);
                    self.choices.push(Action::Tend { dir }.into());
                    if view.lamps().any(|lamp| lamp.pos == to && lamp.lit) {
                        self.choices.push(Action::Push { dir }.into());
                    }
                }
                _ => {}
            }
            if let Some(feature) = view.feature_at(to) {
                let action = match feature.has_conduit {
                    true => Action::Feel { dir },
                    false => Action::Move { dir },
                };
                self.choices.push(action.into());
            }
        }
        let idle = [Action::Wait, Action::Search];
        self.choices.extend(idle.map(Command::from));
        if view.item_at(me).is_some() {
            self.choices.push(Action::PickUp.into());
        }
        if view.stairs_down() == Some(me) {
            self.choices.push(Action::Descend.sure());
        }
        if view.stairs_up() == Some(me) && view.depth() > 1 {
            self.choices.push(Action::Ascend.into());
        }
        if !view.enemy_in_sight() {
            self.choices.push(Action::Explore.into());
            self.choices.push(Action::Proceed.into());
            if let Some(to) = view.stairs_down().filter(|to| *to != me) {
                self.choices.push(Action::Travel { to }.into());
            }
        }
        if view.nearest_enemy().is_some() {
            self.choices.push(Action::Fight.sure());
        }
        self.list_item_actions(view);
    }

    /// Lists the actions with items in the pack.
    fn list_item_actions(&mut self, view: View<'_>) {
        let target = view.nearest_enemy();
        for (letter, item) in view.pack() {
            self.choices.push(Action::Drop { letter, count: 1 }.into());
            let use_at = |at| Some(Action::Use { letter, at });
            let action = match view.sort(item.kind) {
                Sort::Food | Sort::Potion | Sort::Scroll | Sort::Relic => use_at(target),
                Sort::Weapon | Sort::Armour | Sort::Lantern | Sort::Ring | Sort::Pipe => {
                    use_at(None)
                }
                Sort::Missile | Sort::FirePot => target.map(|at| Action::Throw { letter, at }),
                Sort::Arrow => target.map(|at| Action::Fire { at }),
            };
            self.choices.extend(action.map(Action::sure));
        }
    }
}

impl Bot for Random {
    fn choose_action(&mut self, view: View<'_>) -> Command {
        self.list_actions(view);
        let mut stream = Stream::keyed(Tag::BOT, self.seed, &[STREAM_KEY, self.decisions]);
        self.decisions += 1;
        let choice = stream.pick(&self.choices).copied();
        choice.unwrap_or(Action::Wait.into())
    }
}
