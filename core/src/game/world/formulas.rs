//! Damage and experience formulas, the same for all actors. Damage is an integer in units of
//! 1/65,536 point until it is rounded at the end, so results do not depend on floating-point
//! rounding.

use crate::game::content::{Fixed, Rules, Style, numbers};
use crate::map::Tile;
use crate::rng::Stream;

/// Fixed-point units per point of damage.
const POINT: i64 = 1 << 16;

/// The outcome of an attack.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::game) enum Blow {
    /// The attack missed.
    Missed,
    /// The attack hit for this much damage, which may be 0.
    Hit(i32),
}

/// Average damage of a hit in units of [`POINT`], rounded down:
/// `a - d` if `a >= 2d`, else `a * (1/4 + min(1/4, a / 8d))`.
fn base_damage(attack: i32, defence: i32) -> i64 {
    let (a, d) = (i64::from(attack.max(0)), i64::from(defence.max(0)));
    if a >= 2 * d {
        (a - d) * POINT
    } else {
        a * POINT / 4 + (a * POINT / 4).min(a * a * POINT / (8 * d.max(1)))
    }
}

impl Blow {
    /// Resolves an attack that hits with a chance of `chance` per cent, as [`hit_percent`] gives it. `percent` scales
    /// its damage; 100 leaves it unchanged. `surprise` multiplies the damage to a target that is off guard.
    ///
    /// Draws, in this order: whether it misses, unless it is sure to hit; whether the damage varies; if
    /// so, a coin for whether it is higher or lower; whether to round up, with
    /// the fraction as the chance.
    pub fn strike(
        rules: &Rules,
        attack: i32,
        defence: i32,
        surprise: Option<i32>,
        (chance, percent): (u8, i32),
        stream: &mut Stream,
    ) -> Self {
        if !hits(chance, stream) {
            return Self::Missed;
        }
        let mut parts = base_damage(attack, defence) * i64::from(percent) / 100;
        if stream.one_in(rules.combat.varies) {
            let stronger = stream.coin();
            parts = vary_damage(rules, parts, stronger);
        }
        parts *= i64::from(surprise.unwrap_or(1));
        let up = i64::from(stream.below(POINT as u32)) < parts % POINT;
        Self::Hit((parts / POINT) as i32 + i32::from(up))
    }
}

impl Blow {
    /// Resolves an attack with a chance of `chance` per cent to hit, that does `least` to `most` damage to anybody.
    ///
    /// Draws whether it misses, unless it is sure to hit; then the damage.
    pub fn plain(chance: u8, (least, most): (i32, i32), stream: &mut Stream) -> Self {
        if !hits(chance, stream) {
            return Self::Missed;
        }
        Self::Hit(stream.range(least, most.max(least)))
    }
}

/// Draws whether an attack with a chance of `chance` per cent hits; draws nothing if it is sure to.
fn hits(chance: u8, stream: &mut Stream) -> bool {
    chance >= 100 || stream.below(100) < u32::from(chance)
}

/// Raises or lowers the damage of a hit by the swing of the rules.
fn vary_damage(rules: &Rules, parts: i64, stronger: bool) -> i64 {
    let swing = i64::from(rules.combat.swing);
    parts * (100 + if stronger { swing } else { -swing }) / 100
}

/// Minimum and maximum damage of a hit; `surprise` and `percent` are as in [`Blow::strike`].
pub(in crate::game) fn damage_range(
    rules: &Rules,
    attack: i32,
    defence: i32,
    surprise: Option<i32>,
    percent: i32,
) -> (i32, i32) {
    let factor = i64::from(surprise.unwrap_or(1));
    let base = base_damage(attack, defence) * i64::from(percent) / 100;
    let least = vary_damage(rules, base, false) * factor / POINT;
    let most = (vary_damage(rules, base, true) * factor + POINT - 1) / POINT;
    (least as i32, most as i32)
}

/// Duration of the player's attack, in ticks.
pub(in crate::game) const fn blow_time(rules: &Rules, style: Option<Style>) -> u32 {
    match style {
        Some(Style::Mace) => rules.time.action * rules.time.mace / 100,
        _ => rules.time.action,
    }
}

numbers! {
    "formulas":
    /// Per cent of the usual ticks that a step into water or reeds takes.
    const WATER: u32 = 200;

    /// Per cent of the usual ticks that a step onto rubble takes.
    const RUBBLE: u32 = 200;

    /// The least chance to hit, in per cent, however far the target is.
    const LEAST_CHANCE: i32 = 10;

    /// The highest rank.
    pub(in crate::game) const MAX_LEVEL: u8 = 50;
}

/// Duration of a step onto a tile, in per cent of a plain step.
pub(in crate::game) const fn step_percent(tile: Tile) -> u32 {
    if tile.is_wet() {
        WATER
    } else if tile.is_rough() {
        RUBBLE
    } else {
        100
    }
}

/// Chance to hit a target, in per cent, the same for everybody: a missile loses by each tile beyond those
/// near, a blow is struck from a distance of 1, and who is off guard is hit for certain. What is shown is what is
/// drawn by.
pub(in crate::game) fn hit_percent(rules: &Rules, distance: i32, sure: bool) -> u8 {
    if sure {
        return 100;
    }
    let miss = rules.combat.miss as i32;
    let near = (100 * (miss - 1) + miss / 2) / miss;
    let missiles = &rules.missiles;
    let lost = (distance - missiles.near).max(0) * missiles.far;
    (near - lost).max(LEAST_CHANCE.min(near)) as u8
}

/// Average damage of an attack on someone awake in hundredths of a point, misses included, if it hits with a chance of
/// `chance` per cent.
pub(in crate::game) fn mean_damage(attack: i32, defence: i32, chance: u8) -> i64 {
    base_damage(attack, defence) * i64::from(chance) / POINT
}

/// How many blows of a mean damage, in hundredths of a point, take this health; `None` if they do no damage.
pub(in crate::game) fn blows(health: i32, mean: i64) -> Option<u32> {
    let health = i64::from(health) * 100;
    let blows = (mean > 0).then(|| (health + mean - 1) / mean);
    blows.and_then(|blows| u32::try_from(blows).ok())
}

/// The most that potions can add to maximum health, and to attack.
pub(in crate::game) const MAX_POTION_GAIN: i32 = 99_999;

/// Total experience needed to reach `level`; each step is rounded down.
pub(in crate::game) fn experience_for(rules: &Rules, level: u8) -> u32 {
    experience_around(rules, level).0
}

/// Total experience needed to reach `level`, and the one after it.
pub(in crate::game) fn experience_around(rules: &Rules, level: u8) -> (u32, u32) {
    let (mut sum, mut step) = (0u64, u64::from(rules.growth.first_step));
    for _ in 1..level {
        sum = sum.saturating_add(step);
        step = step.saturating_mul(rules.growth.step.into()) / 100;
    }
    let total = |sum: u64| sum.min(u32::MAX.into()) as u32;
    (total(sum), total(sum.saturating_add(step)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::content::Content;

    fn rules() -> &'static Rules {
        Content::embedded().unwrap().rules()
    }

    #[test]
    fn base_damage_follows_the_formula_of_the_rules() {
        let quarter = POINT / 4;
        // a >= 2d.
        assert_eq!(base_damage(10, 5), 5 * POINT);
        assert_eq!(base_damage(10, 0), 10 * POINT);
        assert_eq!(base_damage(0, 0), 0);
        // a < 2d: a * (1/4 + min(1/4, a / 8d)).
        assert_eq!(base_damage(8, 8), 8 * quarter + 8 * POINT / 8);
        assert_eq!(base_damage(10, 6), 10 * quarter + 100 * POINT / 48);
        // Then at most half the attack, at least a quarter.
        for a in 0..60 {
            for d in 1..60 {
                if a < 2 * d {
                    assert!(base_damage(a, d) * 2 <= i64::from(a) * POINT, "{a} {d}");
                    assert!(base_damage(a, d) * 4 >= i64::from(a) * POINT, "{a} {d}");
                }
            }
        }
    }

    #[test]
    fn one_attack_in_ten_misses_and_sleepers_take_triple_damage() {
        let (mut missed, mut sum, mut asleep) = (0, 0, 0);
        for n in 0..20_000 {
            match Blow::strike(rules(), 12, 4, None, (90, 100), &mut Stream::new(n, 1)) {
                Blow::Missed => missed += 1,
                Blow::Hit(damage) => sum += damage,
            }
            match Blow::strike(rules(), 12, 4, Some(3), (100, 100), &mut Stream::new(n, 2)) {
                Blow::Missed => panic!("a sleeper was missed"),
                Blow::Hit(damage) => asleep += damage,
            }
        }
        assert!((1900..2100).contains(&missed), "{missed}");
        // 8 a hit on average; 24 for a sleeper.
        assert!((140_000..148_000).contains(&sum), "{sum}");
        assert!((470_000..490_000).contains(&asleep), "{asleep}");
    }

    #[test]
    fn a_missile_loses_eight_per_cent_a_tile_past_four_and_keeps_a_tenth() {
        let percent = |far| hit_percent(rules(), far, false);
        assert_eq!([1, 4, 5, 6, 9].map(percent), [90, 90, 82, 74, 50]);
        assert_eq!([14, 15, 40].map(percent), [10, 10, 10]);
        assert_eq!(hit_percent(rules(), 14, true), 100, "a sleeper");
        for far in [1, 7, 14] {
            let chance = percent(far);
            let drawn = |n| hits(chance, &mut Stream::new(n, far as u64));
            let hit = (0..20_000).filter(|n| drawn(*n)).count() as i32;
            let expected = i32::from(chance) * 200;
            assert!((hit - expected).abs() < 300, "{far}: {hit}, not {expected}");
        }
    }

    #[test]
    fn half_of_all_hits_do_half_or_one_and_a_half_times_the_damage() {
        let mut counts = std::collections::BTreeMap::new();
        for n in 0..20_000 {
            if let Blow::Hit(damage) =
                Blow::strike(rules(), 10, 0, None, (90, 100), &mut Stream::new(n, 3))
            {
                *counts.entry(damage).or_insert(0) += 1;
            }
        }
        assert_eq!(counts.keys().copied().collect::<Vec<_>>(), [5, 10, 15]);
        assert!((4200..4800).contains(&counts[&5]), "{counts:?}");
        assert!((8700..9300).contains(&counts[&10]), "{counts:?}");
        assert!((4200..4800).contains(&counts[&15]), "{counts:?}");
        assert_eq!(damage_range(rules(), 10, 0, None, 100), (5, 15));
    }

    #[test]
    fn the_fraction_left_is_the_chance_to_round_up() {
        // A base of 3/4 point, varied to 3/8 or 9/8: 3/4 on average.
        let mut sum = 0;
        for n in 0..40_000 {
            if let Blow::Hit(damage) =
                Blow::strike(rules(), 2, 2, None, (90, 100), &mut Stream::new(n, 4))
            {
                sum += damage;
            }
        }
        // 36,000 hits of 0.75.
        assert!((26_300..27_700).contains(&sum), "{sum}");
    }

    #[test]
    fn steps_of_experience_grow_by_a_tenth() {
        let levels: Vec<u32> = (1..7).map(|level| experience_for(rules(), level)).collect();
        assert_eq!(levels, [0, 50, 105, 165, 231, 303]);
    }
}
