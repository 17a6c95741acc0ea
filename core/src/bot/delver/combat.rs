//! The single acts of a fight: to strike, to step up or away, to use something up, to flee.

use super::super::{Means, gear};
use super::{Driver, Enemy, attack_adjacent_tile, is_passage, quaff, step, try_unknown};
use crate::conduit::{Answer, SEARCH_BUDGET};
use crate::game::content::{Class, Potion, Scroll};
use crate::game::{Action, Command, Condition, Hunger, Lamplit, Mood, View};
use crate::geom::{Dir, Pos, Rect};

/// Turns without damage or experience that make a fight a stalemate.
const STALEMATE_TURNS: u32 = 24;
/// Turns after a stalemate for which it ignores enemies that are not adjacent.
const TURNS_IGNORING_ENEMIES: u32 = 40;
/// How often it flees up the stairs of a level.
const MAX_RETREATS: u8 = 3;
/// Turns for which it waits for an enemy to approach.
const MAX_WAIT_TURNS: u32 = 8;

impl Driver {
    /// In the sanctum, lights the Everlamp rather than fight distant enemies.
    fn light_everlamp(&mut self, view: View<'_>) -> Option<Command> {
        let lamp = view.everlamp().filter(|lamp| !lamp.open)?;
        let is_threatened = self.enemies[0].distance <= if lamp.has_conduit { 3 } else { 1 };
        if is_threatened && self.avoids_enemies() {
            return None;
        }
        if let Some(dir) = view.player().pos.dir_to(lamp.at) {
            // With an enemy in sight nobody can feel for a wrong tile, but turn one.
            return match lamp.has_conduit {
                true => turn_wrong_tile(view),
                false => Some(step(dir)),
            };
        }
        let is_goal = |pos: Pos| pos.steps_to(lamp.at) == 1;
        let detour = self.find_detour(view, is_goal);
        let path = detour.or_else(|| self.path_finder.find(view, u32::MAX, |_| false, is_goal))?;
        Some(step(path.dir))
    }

    /// Counts turns in which a fight brings neither damage nor experience. After [`STALEMATE_TURNS`] it
    /// ignores distant enemies for a while.
    pub fn detect_stalemate(&mut self, view: View<'_>) {
        let player = view.player();
        if player.health < self.last_health || player.experience != self.last_experience {
            self.stalled_turns = 0;
        }
        (self.last_health, self.last_experience) = (player.health, player.experience);
        self.stalled_turns += 1;
        if self.stalled_turns > STALEMATE_TURNS {
            self.stalled_turns = 0;
            self.stalemates += 1;
            self.turns_ignoring_enemies = TURNS_IGNORING_ENEMIES;
            self.ignores_vault = true;
        }
    }

    /// After stalemates, goes on past enemies that are not adjacent; `None` to fight.
    pub fn go_past_enemies(&mut self, view: View<'_>) -> Option<Command> {
        let ignores_enemies = self.turns_ignoring_enemies > 0 || !self.avoids_enemies();
        if !ignores_enemies || self.enemies[0].distance <= 1 {
            return None;
        }
        let action = self.bypass_enemies(view);
        if action.is_none() {
            // The rest of the level is behind enemies that it cannot get past.
            (self.wants_to_leave, self.ignores_vault) = (true, true);
        }
        action
    }

    /// What comes before any fight: the Everlamp, a meal for who is weak with hunger, and the way past
    /// enemies after a stalemate.
    pub fn attend_to_level(&mut self, view: View<'_>) -> Option<Command> {
        if let Some(action) = self.light_everlamp(view) {
            return Some(action);
        }
        self.detect_stalemate(view);
        let is_weak = view.player().hunger >= Hunger::Weak;
        let meal = is_weak.then(|| self.eat(view)).flatten();
        meal.or_else(|| self.go_past_enemies(view))
    }

    /// Steps off a tile that somebody is about to strike, onto one that nobody aims at: near the enemies, to strike
    /// back, or far from them in a fight that it is losing. Strikes instead whom the next blow kills.
    pub fn dodge(&self, view: View<'_>, is_losing: bool) -> Option<Command> {
        let me = view.player().pos;
        let aimed: Vec<Pos> = view.aimed_tiles().map(|(pos, _)| pos).collect();
        if !aimed.contains(&me) {
            return None;
        }
        let mut threats = self.enemies.iter().filter(|enemy| enemy.prepares.is_some());
        let dies = |enemy: &Enemy| enemy.distance <= 1 && enemy.blows_to_kill <= 1;
        if threats.any(dies) {
            return None;
        }
        let safe = |dir: &Dir| view.can_step(*dir) && !aimed.contains(&me.step(*dir));
        let dirs = Dir::ALL.into_iter().filter(safe);
        let far = |dir: &Dir| {
            let far = self.distance_to_enemies(me.step(*dir)).unwrap_or(0);
            if is_losing { -far } else { far }
        };
        dirs.min_by_key(far).map(step)
    }

    /// Strikes or throws something at one that draws breath to call, so that it cannot.
    pub fn stop_call(&self, view: View<'_>) -> Option<Command> {
        let mut enemies = self.enemies.iter();
        let caller = enemies.find(|enemy| {
            enemy
                .prepares
                .is_some_and(|announcement| !announcement.strikes())
        })?;
        if let Some(strike) = attack_adjacent_tile(view, caller.pos) {
            return Some(strike);
        }
        let at = caller.pos;
        let throw = |letter| Action::Throw { letter, at };
        let missile = view.find_class(|class| matches!(class, Class::Missile(_)));
        let arrow = view.find_class(|class| matches!(class, Class::Arrow(_)));
        let shot = arrow.map(|_| Action::Fire { at });
        let ways = [shot, missile.map(throw)].into_iter().flatten();
        let ways = ways.filter(|_| self.may_use(Means::Throws));
        let hits = |action: &Action| {
            let aim = view.aim(*action);
            aim.is_ok_and(|aim| aim.target == Some(caller.id) && aim.hit > 0)
        };
        let mut ways = ways.filter(hits);
        ways.next().map(Action::sure)
    }

    /// Strikes an awake neighbour, else walks up to the nearest awake enemy.
    pub fn strike_or_approach(&mut self, view: View<'_>) -> Command {
        let mut enemies = self.enemies.iter();
        let me = view.player().pos;
        let strike = enemies.find_map(|enemy| {
            let dir = me.dir_to(enemy.pos)?;
            view.known().can_reach(me, dir).then(|| step(dir))
        });
        strike.unwrap_or_else(|| self.approach(view, self.enemies[0].pos))
    }

    /// The expected damage from killing all hunting enemies in sight, in hundredths of a point.
    pub fn expected_damage(&self) -> i64 {
        let mut order: Vec<(u32, i64)> = Vec::new();
        for enemy in &self.enemies {
            let reach = if enemy.def.post_reach().is_some() {
                4
            } else {
                14
            };
            let is_hunting = enemy.mood == Mood::Hunting && enemy.distance <= reach;
            if is_hunting || enemy.distance <= 2 {
                order.push((enemy.blows_to_kill, enemy.damage_per_turn));
            }
        }
        order.sort_unstable();
        let (mut turns, mut damage) = (0, 0);
        for (blows_to_kill, damage_per_turn) in order {
            turns += i64::from(blows_to_kill.min(50));
            damage += turns * damage_per_turn;
        }
        damage
    }

    /// Disables, damages or outruns the enemies in sight with a known item.
    pub fn hold_off_enemies(&self, view: View<'_>) -> Option<Command> {
        let nearest = self.enemies[0];
        let any_near = |fits: fn(&Enemy) -> bool| {
            let mut enemies = self.enemies.iter();
            enemies.any(|enemy| enemy.distance <= 5 && fits(enemy))
        };
        let cast_if =
            |helps: bool, scroll| helps.then(|| self.cast(view, scroll, None, true)).flatten();
        cast_if(any_near(|enemy| !enemy.is_named), Scroll::Sleep)
            .or_else(|| cast_if(any_near(|enemy| enemy.is_magical), Scroll::Negation))
            .or_else(|| self.attack_at_range(view))
            .or_else(|| {
                let is_pressed = nearest.distance <= 2 && !nearest.shoots();
                cast_if(is_pressed, Scroll::Sanctity)
            })
            .or_else(|| {
                let haste_helps = view.condition(Condition::Hasted) == 0 && nearest.distance <= 3;
                haste_helps.then(|| quaff(view, Potion::Haste)).flatten()
            })
    }

    /// Leaves by the stairs or by magic; tries unknown items if `health`, in per cent, is low.
    pub fn escape(&mut self, view: View<'_>, health: i32) -> Option<Command> {
        if view.stairs_down() == Some(view.player().pos) && self.enemies[0].distance > 1 {
            return Some(Action::Descend.sure());
        }
        self.cast(view, Scroll::Teleport, None, true)
            .or_else(|| self.blink_away(view))
            .or_else(|| (health < 40).then(|| try_unknown(view)).flatten())
            .or_else(|| self.flee_to_stairs(view))
    }

    /// Throws or reads an item that harms an enemy at a distance.
    pub fn attack_at_range(&self, view: View<'_>) -> Option<Command> {
        let burns = self.may_use(Means::Fire);
        self.enemies.iter().find_map(|enemy| {
            let at = enemy.pos;
            let throw = |letter| Action::Throw { letter, at }.into();
            let use_area_effect = || {
                let fireball = || self.cast(view, Scroll::Fireball, Some(at), false);
                let fire = burns.then(fireball).flatten();
                fire.or_else(|| {
                    let fire = burns.then(|| view.find_potion(Potion::Fire)).flatten();
                    fire.or_else(|| view.find_potion(Potion::Confusion))
                        .map(throw)
                })
            };
            let throw_fire_pot = || view.find_class(|class| class == Class::FirePot).map(throw);
            (enemy.distance > 2)
                .then(use_area_effect)
                .flatten()
                .or_else(|| (burns && enemy.distance > 1).then(throw_fire_pot).flatten())
                .or_else(|| self.cast(view, Scroll::MagicMissile, Some(at), true))
        })
    }

    /// Blinks to the tile in sight that is farthest from all enemies.
    fn blink_away(&self, view: View<'_>) -> Option<Command> {
        self.cast(view, Scroll::Blink, None, true)?;
        let me = view.player().pos;
        let mut best: Option<(i32, Pos)> = None;
        for pos in Rect::between(me, me).grown(8).positions() {
            let known = view.tile(pos).filter(|known| known.in_sight);
            if pos == me || !known.is_some_and(|known| known.tile.is_plain()) {
                continue;
            }
            let distance = self.distance_to_enemies(pos)?;
            if distance > 3 && best.is_none_or(|(longest, _)| distance > longest) {
                best = Some((distance, pos));
            }
        }
        self.cast(view, Scroll::Blink, Some(best?.1), true)
    }

    /// The number of steps from `pos` to the nearest awake enemy in sight.
    fn distance_to_enemies(&self, pos: Pos) -> Option<i32> {
        let distances = self.enemies.iter().map(|enemy| enemy.pos.steps_to(pos));
        distances.min()
    }

    /// Runs for the stairs if they are close enough, or if all enemies are slower.
    pub fn flee_to_stairs(&mut self, view: View<'_>) -> Option<Command> {
        if !self.avoids_enemies() {
            return None;
        }
        let retreats = self.retreats[usize::from(self.depth)];
        let up = view
            .stairs_up()
            .filter(|_| self.depth > 1 && retreats < MAX_RETREATS);
        let (down, me) = (view.stairs_down(), view.player().pos);
        if down == Some(me) {
            return Some(Action::Descend.sure());
        }
        if up == Some(me) {
            self.retreats[usize::from(self.depth)] += 1;
            return Some(Action::Ascend.into());
        }
        let nearest = self.enemies[0].distance;
        if nearest < 2 {
            return None;
        }
        let all_are_slower = self
            .enemies
            .iter()
            .all(|enemy| enemy.ticks_per_step > 100 && !enemy.shoots());
        let max_steps = match all_are_slower {
            true => 60,
            false => u32::try_from(nearest).ok()? * 2,
        };
        let enemies = &self.enemies;
        let is_blocked = |pos: Pos| enemies.iter().any(|enemy| enemy.pos.steps_to(pos) <= 1);
        let is_goal = |pos: Pos| [down, up].contains(&Some(pos));
        let path = self
            .path_finder
            .find(view, max_steps, is_blocked, is_goal)?;
        Some(step(path.dir))
    }

    /// Meets an enemy that it neither strikes nor throws at: keeps clear of one that bursts, waits for one that
    /// comes, in a passage if there are several, goes around one that is better avoided, or walks up to it.
    pub fn meet(&mut self, view: View<'_>, target: &Enemy, is_losing: bool) -> Command {
        if target.bursts()
            && target.distance <= 2
            && self.avoids_enemies()
            // Let it burst at a distance.
            && let Some(dir) = self.find_dir_away(view, target.pos)
        {
            return step(dir);
        }
        if target.distance == 1 {
            return self.avoid_adjacent(view);
        }
        if self.waits_for(target) {
            let may_retreat = self.may_use(Means::Doors);
            let retreat = may_retreat.then(|| self.retreat_to_passage(view)).flatten();
            return retreat.unwrap_or(Action::Wait.into());
        }
        if target.is_better_avoided(is_losing)
            && self.avoids_enemies()
            && let Some(action) = self.bypass_enemies(view)
        {
            return action;
        }
        self.approach(view, target.pos)
    }

    /// The enemy to deal with: the nearest, but a summoner first, or there will always be more enemies.
    pub fn choose_target(&self, is_losing: bool) -> Enemy {
        let nearest = self.enemies[0];
        let mut enemies = self.enemies.iter().copied();
        let summoner = enemies.find(|enemy| enemy.def.abilities.summons.is_some());
        summoner
            .filter(|_| !is_losing && nearest.distance > 1)
            .unwrap_or(nearest)
    }

    /// Whether to let an enemy come rather than go to it.
    pub fn waits_for(&self, enemy: &Enemy) -> bool {
        // One that steals comes too, but flees with what it takes.
        enemy.def.closes_in()
            && enemy.def.abilities.steals.is_none()
            && enemy.mood == Mood::Hunting
            && self.stalled_turns < MAX_WAIT_TURNS
            && self.avoids_enemies()
    }

    /// Walks up to the enemy at `target`, past other enemies if possible. Waits if it is adjacent.
    fn approach(&mut self, view: View<'_>, target: Pos) -> Command {
        let enemies = &self.enemies;
        let is_blocked = |pos: Pos| {
            let mut others = enemies.iter().filter(|other| other.pos != target);
            others.any(|other| other.pos == pos)
        };
        let is_goal = |pos: Pos| pos == target;
        let free = self.path_finder.find(view, 30, is_blocked, is_goal);
        // Through other enemies if there is no other way.
        match free.or_else(|| self.path_finder.find(view, 30, |_| false, is_goal)) {
            Some(path) if view.player().pos.step(path.dir) != target => step(path.dir),
            Some(_) => Action::Wait.into(),
            None => self.bypass_enemies(view).unwrap_or(Action::Wait.into()),
        }
    }

    /// Attacks the adjacent enemy that dies soonest, preferring summoners and healers. Attacks a sleeper
    /// only if no other is adjacent, and only with a dagger.
    pub fn attack_adjacent(&self, view: View<'_>) -> Option<Command> {
        let me = view.player().pos;
        let adjacent = self.enemies.iter().chain(&self.sleepers).filter(|enemy| {
            (!enemy.bursts() || enemy.mood == Mood::Asleep)
                && me
                    .dir_to(enemy.pos)
                    .is_some_and(|dir| view.known().can_reach(me, dir))
        });
        let priority = |enemy: &&Enemy| {
            let weight = if enemy.def.is_caster() { 2 } else { 3 };
            (
                enemy.mood == Mood::Asleep,
                enemy.blows_to_kill.saturating_mul(weight),
                -enemy.damage_per_turn,
                enemy.id,
            )
        };
        let enemy = adjacent.min_by_key(priority)?;
        if enemy.mood == Mood::Asleep && !gear::wields_dagger(view) {
            return None;
        }
        Some(step(me.dir_to(enemy.pos)?))
    }

    /// The direction of the step that leads farthest from `from`, if any does.
    fn find_dir_away(&self, view: View<'_>, from: Pos) -> Option<Dir> {
        let me = view.player().pos;
        let open = Dir::ALL.into_iter().filter(|dir| view.can_step(*dir));
        let dir = open.max_by_key(|dir| {
            let to = me.step(*dir);
            (to.steps_to(from), self.distance_to_enemies(to))
        })?;
        (me.step(dir).steps_to(from) > me.steps_to(from)).then_some(dir)
    }

    /// What to do beside an enemy that it did not attack: steps away from one that bursts, or attacks
    /// it if it cannot; waits beside any other.
    fn avoid_adjacent(&self, view: View<'_>) -> Command {
        let nearest = self.enemies[0];
        if !nearest.bursts() {
            return Action::Wait.into();
        }
        let away = self.find_dir_away(view, nearest.pos);
        let dir = away.or_else(|| view.player().pos.dir_to(nearest.pos));
        dir.map_or(Action::Wait.into(), step)
    }

    /// Against several hunters, retreats to a nearby tile with at most two exits.
    fn retreat_to_passage(&mut self, view: View<'_>) -> Option<Command> {
        let hunters = self.enemies.iter().filter(|one| one.mood == Mood::Hunting);
        if hunters.count() < 2 || is_passage(view, view.player().pos) {
            return None;
        }
        let enemies = &self.enemies;
        let max_steps = u32::try_from(enemies[0].distance - 1).ok()?.min(4);
        let is_blocked = |pos: Pos| enemies.iter().any(|enemy| enemy.pos.steps_to(pos) <= 1);
        let path = self
            .path_finder
            .find(view, max_steps, is_blocked, |pos| is_passage(view, pos))?;
        Some(step(path.dir))
    }
}

/// Turns the first wrong tile of the conduit beside the player by a quarter, or fits the missing pipe into it. What
/// it lights first is the vault.
pub(super) fn turn_wrong_tile(view: View<'_>) -> Option<Command> {
    let board = view.conduit()?;
    let several = view.broken_conduit();
    let broken = several.as_ref().and_then(|one| one.broken);
    if broken.is_some()
        && let Some(letter) = view.find_class(|class| class == Class::Pipe)
    {
        return Some(Action::Use { letter, at: None }.into());
    }
    let whole = several.as_ref().map_or(&board, |one| &one.mended);
    let Answer::One(solved) = whole.answer(SEARCH_BUDGET) else {
        return None;
    };
    let width = board.size().width as usize;
    let index = |pos: Pos| pos.y as usize * width + pos.x as usize;
    let gap = broken.map(|(pos, _)| index(pos));
    let tiles = board.rows().flatten().zip(solved.rows().flatten());
    let mut tiles = tiles.enumerate();
    let wrong = tiles.find(|(at, (tile, solved))| Some(*at) != gap && tile != solved);
    // When all else is right, the broken tile is turned until the vault is lit.
    let wrong = wrong.map(|(at, _)| at).or_else(|| {
        let one = several.as_ref()?;
        let vault = one.outlets.iter().find(|lamp| lamp.to == Lamplit::Vault)?;
        let (_, fused) = broken?;
        (!fused && !vault.lit).then_some(gap?)
    })?;
    let action = Action::Rotate {
        tile: u16::try_from(wrong).ok()?,
        clockwise: true,
    };
    Some(action.into())
}
