//! What the player is asked and told before an action: checks before an item or target is chosen,
//! questions before a danger, and the reasons for a refusal. Uses only what the player knows.

use super::messages::bare_reason;
use super::names;
use crate::game::content::{Class, Scroll, Sort};
use crate::game::rules::aim::{self, Aim};
use crate::game::view::View;
use crate::game::view::values::ActorView;
use crate::game::world::action::{Action, Danger, Letter, Refusal};
use crate::game::world::player::Loudness;

/// An action before the player has chosen its item or target.
#[expect(missing_docs, reason = "a name is enough")]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Intent {
    Eat,
    Quaff,
    Read,
    Throw,
    Fire,
    /// Wield, wear or light something.
    Equip,
    TakeOff,
    Drop,
    Travel,
}

impl View<'_> {
    /// Checks whether an action of this kind is possible with any item at all, before the player
    /// chooses one.
    ///
    /// # Errors
    /// Why it is not possible.
    pub fn can_begin(self, intent: Intent) -> Result<(), Refusal> {
        let has = |wanted: Sort, none: Refusal| {
            let mut pack = self.pack();
            let found = pack.find(|(_, item)| self.sort(item.kind) == wanted);
            found.map(|_| ()).ok_or(none)
        };
        let has_gear = |in_use: bool, none: Refusal| {
            let mut pack = self.pack();
            let fits = pack.any(|(letter, item)| {
                self.sort(item.kind).is_gear() && self.is_equipped(letter) == in_use
            });
            if fits { Ok(()) } else { Err(none) }
        };
        match intent {
            Intent::Eat => has(Sort::Food, Refusal::NoFood),
            Intent::Quaff => has(Sort::Potion, Refusal::NoPotion),
            Intent::Read => has(Sort::Scroll, Refusal::NoScroll),
            Intent::Throw | Intent::Drop => match self.pack().next() {
                Some(_) => Ok(()),
                None => Err(Refusal::EmptyPack),
            },
            Intent::Fire => aim::find_arrows(self.scene).map(|_| ()),
            Intent::Equip => has_gear(false, Refusal::NoGear),
            Intent::TakeOff => has_gear(true, Refusal::NothingInUse),
            Intent::Travel if self.enemy_in_sight() => Err(Refusal::EnemyInSight),
            Intent::Travel => Ok(()),
        }
    }

    /// Checks whether a scroll or relic of the pack would have any effect, before it is spent.
    /// Reading and using do not check it, because recorded runs hold wasted ones.
    ///
    /// # Errors
    /// [`Refusal::NoEffect`], if the kind is identified.
    pub fn can_use(self, letter: Letter) -> Result<(), Refusal> {
        let item = self.scene.player.pack.get(letter);
        let class = item.and_then(|item| self.class(self.scene.apparent(item.kind)));
        match class.and_then(Class::spell) {
            Some(scroll) if !self.scene.has_effect(scroll) => Err(Refusal::NoEffect(scroll)),
            _ => Ok(()),
        }
    }

    /// Says why an action is refused, in a sentence that names what stands in its way.
    pub fn explain(self, why: Refusal) -> String {
        let pack = &self.scene.player.pack;
        names::to_sentence(match why {
            Refusal::EnemyInSight => {
                // The loudest action has all threats of the others.
                let threat = self.scene.threat(Loudness::Loud);
                let threat = threat.and_then(|id| self.scene.level.actor(id));
                match threat {
                    Some(actor) => {
                        let name = names::monster_with_article(self.content(), actor.kind);
                        let fight = if self.fight().is_ok() { " fight," } else { "" };
                        format!(
                            "not while {name} is in sight: go step by step, wait,{fight} or get away"
                        )
                    }
                    None => why.to_string(),
                }
            }
            Refusal::Explored => names::explored_message(self.leftovers()),
            Refusal::TooHungryFor(letter) => {
                format!(
                    "you are too hungry to use {}: eat first",
                    self.the_item(letter)
                )
            }
            Refusal::NoEffect(scroll) => {
                let reason = match scroll {
                    Scroll::Sharpen if pack.weapon.is_none() => bare_reason(true),
                    Scroll::Protect if pack.armour.is_none() => bare_reason(false),
                    _ => scroll.row().nothing,
                };
                format!("{why}{reason}")
            }
            _ => why.to_string(),
        })
    }

    /// The question that asks the player to confirm a dangerous action.
    pub fn question(self, action: Action, danger: Danger) -> String {
        let name = |letter| self.the_item(letter);
        let class = |letter| {
            let item = self.scene.player.pack.get(letter);
            item.map(|item| self.content().item(item.kind).class)
        };
        let does = match action {
            Action::Use { letter, .. } => {
                let verb = match class(letter) {
                    Some(Class::Food(_)) => "eat",
                    Some(Class::Potion(_)) => "drink",
                    Some(Class::Scroll(_)) => "read",
                    Some(Class::Missile(_) | Class::FirePot) => "throw",
                    Some(Class::Arrow(_)) => "shoot",
                    _ => "use",
                };
                format!("{verb} {}", name(letter))
            }
            Action::Throw { letter, .. } => format!("throw {}", name(letter)),
            Action::Fire { .. } => "shoot".to_owned(),
            Action::Descend => "go down the stairs".to_owned(),
            Action::Move { .. }
                if matches!(
                    danger,
                    Danger::Flames | Danger::Hazard(_) | Danger::DeepWater
                ) =>
            {
                "step there".to_owned()
            }
            _ => "attack".to_owned(),
        };
        let why = match (danger, action) {
            (Danger::InUse, Action::Throw { letter, .. }) => {
                let state = match class(letter) {
                    Some(Class::Armour { .. } | Class::Ring(_)) => "wearing",
                    Some(Class::Lantern(_)) => "seeing by",
                    _ => "wielding",
                };
                return names::capitalize(format!("{does} you are {state}?"));
            }
            (Danger::Bursts, _) => {
                let at = match action {
                    // A step, too, may lead beside what bursts.
                    Action::Fight => {
                        let near = |actor: &ActorView| actor.pos.steps_to(self.player().pos) <= 2;
                        let mut actors = self.actors().filter(near).map(|actor| actor.pos);
                        actors.find(|pos| self.scene.may_burst(*pos))
                    }
                    Action::Move { dir } => {
                        let mut tiles = self.scene.attacked_tiles(dir);
                        tiles.find(|pos| self.scene.may_burst(*pos))
                    }
                    _ => {
                        let aim = self.aim(action).ok();
                        let mut harmed = aim.iter().flat_map(Aim::harmed);
                        harmed.find(|pos| self.scene.may_burst_nearby(*pos))
                    }
                };
                let actor = at.and_then(|at| self.actor_at(at));
                let name = actor.map_or("it".to_owned(), |actor| self.monster_name(actor.kind));
                format!("{name} would burst into flame near you")
            }
            (Danger::HarmfulPotion, _) => "it harms whoever drinks it".to_owned(),
            (Danger::OwnBlast, _) => "it would catch you, too".to_owned(),
            (Danger::NotHungry, _) => "you are not hungry enough for all of it".to_owned(),
            _ => danger.to_string(),
        };
        format!("{}? {}", names::capitalize(does), names::to_sentence(why))
    }

    /// The name of one item of a slot, with "the".
    pub(in crate::game) fn the_item(self, letter: Letter) -> String {
        let item = self.scene.player.pack.get(letter);
        item.map_or("it".to_owned(), |item| {
            format!(
                "the {}",
                self.item_name(self.scene.apparent(item.kind), 1, item.plus)
            )
        })
    }
}
