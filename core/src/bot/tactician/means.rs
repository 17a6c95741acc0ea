//! The means of the tactician: what it throws and burns, whom it blinds, where it stands.

use super::TacticianTactics;
use crate::bot::delver::{Driver, Enemy, step};
use crate::bot::{Means, gear};
use crate::game::content::{Class, Potion, Scroll};
use crate::game::{Action, Command, LampView, Mood, View};
use crate::geom::{Dir, Pos};

/// Tiles within which it throws.
const THROWS: std::ops::RangeInclusive<i32> = 2..=9;
/// Steps that it goes to put out a lamp.
const LAMPS: u32 = 12;

impl TacticianTactics {
    /// Throws what it has at the nearest enemy that is not beside it.
    pub(super) fn throw(&mut self, driver: &Driver, view: View<'_>) -> Option<Command> {
        let mut enemies = driver.enemies.iter();
        enemies.find_map(|enemy| self.throw_at(driver, view, enemy))
    }

    /// Shoots or throws at an enemy, if nothing is in the way.
    pub(super) fn throw_at(
        &mut self,
        driver: &Driver,
        view: View<'_>,
        enemy: &Enemy,
    ) -> Option<Command> {
        if !driver.may_use(Means::Throws) || !THROWS.contains(&enemy.distance) {
            return None;
        }
        let at = enemy.pos;
        let has_bow = gear::wields_bow(view);
        let arrows = gear::count_arrows(view);
        if !has_bow
            && arrows >= 3
            && enemy.distance >= 4
            && let Some(letter) = gear::find_bow(view)
        {
            return self.by(Means::Throws, Some(Action::Use { letter, at: None }.into()));
        }
        let shot = (has_bow && arrows > 0).then_some(Action::Fire { at });
        let throw = || {
            let letter = gear::find_missile(view, enemy.distance)?;
            Some(Action::Throw { letter, at })
        };
        let action = shot.or_else(throw)?;
        let aim = view.aim(action).ok()?;
        let hits = aim.target == Some(enemy.id);
        self.by(Means::Throws, hits.then(|| action.sure()))
    }

    /// Throws or reads what bursts into flame at at least `count` enemies, out of its own reach, if nothing would carry
    /// the fire to it.
    pub(super) fn burn(&self, driver: &Driver, view: View<'_>, count: usize) -> Option<Command> {
        if !driver.may_use(Means::Fire) {
            return None;
        }
        let me = view.player().pos;
        let find = |class: Class| view.find_class(|other| other == class);
        driver.enemies.iter().find_map(|enemy| {
            let at = enemy.pos;
            let throw = |letter| Action::Throw { letter, at }.into();
            let pot = || find(Class::FirePot).map(throw);
            let potion = || view.find_potion(Potion::Fire).map(throw);
            let ball = || driver.cast(view, Scroll::Fireball, Some(at), false);
            let command: Command = pot().or_else(potion).or_else(ball)?;
            let aim = view.aim(command.action).ok()?;
            let burnt = |enemy: &&Enemy| aim.blast.contains(&enemy.pos);
            let enough = driver.enemies.iter().filter(burnt).count() >= count;
            let is_safe = !aim.blast.contains(&me) && aim.blast.contains(&at) && !aim.spreads;
            (enough && is_safe).then_some(command)
        })
    }

    /// Knocks over a brazier beside it whose coals fall on an enemy.
    pub(super) fn topple(&mut self, driver: &mut Driver, view: View<'_>) -> Option<Command> {
        if !driver.may_use(Means::Fire) {
            return None;
        }
        let me = view.player().pos;
        let enemies = &driver.enemies;
        let is_hit = |dir: &Dir| {
            let lamp = me.step(*dir);
            let ahead = lamp.step(*dir);
            let falls = |pos: Pos| {
                let off = pos - ahead;
                pos.steps_to(lamp) == 1 && off.x.abs() + off.y.abs() <= 1
            };
            let burns = |one: &LampView| one.lit && one.pos == lamp;
            view.lamps().any(|one| burns(&one)) && enemies.iter().any(|one| falls(one.pos))
        };
        let dir = Dir::ALL.into_iter().find(is_hit)?;
        self.by(Means::Fire, Some(Action::Push { dir: Some(dir) }.into()))
    }

    /// Throws darkness, or else confusion, at enemies that are not beside it yet.
    pub(super) fn blind(&mut self, driver: &Driver, view: View<'_>) -> Option<Command> {
        let me = view.player().pos;
        let darkness = view.find_potion(Potion::Darkness);
        let darkness = darkness.filter(|_| driver.may_use(Means::Dark));
        let letter = darkness.or_else(|| view.find_potion(Potion::Confusion))?;
        let hunters = driver
            .enemies
            .iter()
            .filter(|one| one.mood == Mood::Hunting);
        let (action, blast) = hunters.map(|enemy| enemy.pos).find_map(|at| {
            let action = Action::Throw { letter, at };
            let blast = view.aim(action).ok()?.blast;
            let is_safe = blast.contains(&at) && !blast.contains(&me);
            is_safe.then_some((action, blast))
        })?;
        if darkness.is_some() {
            let struck = driver.enemies.iter().filter(|one| blast.contains(&one.pos));
            self.blinded = struck.map(|one| one.id).collect();
            self.since = 0;
            self.used = Some(Means::Dark);
        }
        Some(action.into())
    }

    /// Puts out the braziers that feed an enemy, which else would not die.
    pub(super) fn put_out_what_feeds(
        &mut self,
        driver: &mut Driver,
        view: View<'_>,
    ) -> Option<Command> {
        let mut enemies = driver.enemies.iter();
        let (at, range) = enemies.find_map(|enemy| {
            let fed = enemy.def.abilities.fed.as_ref()?;
            Some((enemy.pos, fed.range))
        })?;
        if !driver.may_use(Means::Dark) {
            return None;
        }
        let feeds = |lamp: &LampView| lamp.lit && lamp.pos.steps_to(at) <= range;
        let lamps: Vec<Pos> = view.lamps().filter(feeds).map(|lamp| lamp.pos).collect();
        let me = view.player().pos;
        let beside = lamps.iter().find_map(|lamp| me.dir_to(*lamp));
        let act = match beside {
            Some(dir) => Some(Action::Tend { dir: Some(dir) }.into()),
            None => {
                let is_taken = |pos: Pos| pos == at;
                let is_goal = |pos: Pos| lamps.iter().any(|lamp| lamp.steps_to(pos) == 1);
                let path = driver.path_finder.find(view, LAMPS, is_taken, is_goal)?;
                Some(step(path.dir))
            }
        };
        self.by(Means::Dark, act)
    }
}
