//! Takes any sensible action, all equally likely: those that the view shows to be possible.

use super::Bot;
use crate::game::content::Class;
use crate::game::{Action, View};
use crate::geom::Dir;
use crate::map::Tile;
use crate::rng::{Seed, Stream, Tag};

/// Takes a random action out of the sensible ones.
#[derive(Clone, Debug)]
pub struct Random {
    seed: Seed,
    asked: u64,
    /// The sensible actions of this turn; a field only to reuse its buffer.
    choices: Vec<Action>,
}

/// Key that separates its streams from those of other bots.
const WHO: u64 = 1;

impl Random {
    /// Creates the bot; its choices depend on the run's seed.
    pub const fn new(seed: Seed) -> Self {
        Self {
            seed,
            asked: 0,
            choices: Vec::new(),
        }
    }

    /// Lists the actions that are possible as far as the player knows.
    fn list(&mut self, view: View<'_>) {
        self.choices.clear();
        let me = view.player().pos;
        for dir in Dir::ALL {
            let to = me.step(dir);
            if view.can_step(dir) || view.actor_at(to).is_some() {
                self.choices.push(Action::Move { dir, sure: true });
            }
            match view.tile(to).map(|known| known.tile) {
                Some(Tile::DoorOpen) if view.actor_at(to).is_none() => {
                    self.choices.push(Action::Close { dir: Some(dir) });
                }
                Some(Tile::Tomb) => self.choices.push(Action::Open { dir }),
                Some(Tile::Brazier) => self.choices.push(Action::Tend { dir: Some(dir) }),
                _ => {}
            }
            if view.vault().is_some_and(|vault| vault.lever == to) {
                self.choices.push(Action::Pull { dir });
            }
        }
        self.choices.extend([Action::Wait, Action::Search]);
        if view.item_at(me).is_some() {
            self.choices.push(Action::PickUp);
        }
        if view.stairs_down() == Some(me) {
            self.choices.push(Action::Descend { sure: true });
        }
        if view.stairs_up() == Some(me) && view.depth() > 1 {
            self.choices.push(Action::Ascend);
        }
        if !view.enemy_in_sight() {
            self.choices.push(Action::Explore);
            if let Some(to) = view.stairs_down().filter(|to| *to != me) {
                self.choices.push(Action::Travel { to });
            }
        }
        self.list_pack(view);
    }

    fn list_pack(&mut self, view: View<'_>) {
        let target = view.nearest_enemy();
        for (letter, item) in view.pack() {
            let sure = true;
            self.choices.push(Action::Drop { letter, count: 1 });
            match view.content().item(item.kind).class {
                Class::Food(_) | Class::Potion(_) | Class::Scroll(_) | Class::Relic { .. } => {
                    let at = target;
                    self.choices.push(Action::Use { letter, at, sure });
                }
                Class::Weapon { .. } | Class::Armour { .. } | Class::Lantern(_) => {
                    let at = None;
                    self.choices.push(Action::Use { letter, at, sure });
                }
                Class::Ring(_) if view.is_equipped(letter) => {
                    self.choices.push(Action::Unequip { letter });
                }
                Class::Ring(_) => self.choices.push(Action::Equip { letter }),
                Class::Missile(_) | Class::FirePot => {
                    if let Some(at) = target {
                        self.choices.push(Action::Throw { letter, at, sure });
                    }
                }
                Class::Arrow(_) => {
                    if let Some(at) = target {
                        self.choices.push(Action::Fire { at, sure });
                    }
                }
            }
        }
    }
}

impl Bot for Random {
    fn act(&mut self, view: View<'_>) -> Action {
        self.list(view);
        let mut stream = Stream::keyed(Tag::BOT, self.seed, &[WHO, self.asked]);
        self.asked += 1;
        stream.pick(&self.choices).copied().unwrap_or(Action::Wait)
    }
}
