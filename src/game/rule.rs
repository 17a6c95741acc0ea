//! Every number of the rules in one list, taken from where the rules use it: `docs/rules.md` shows
//! the list, and a test compares the two.

use super::ai::{self, art, deed};
use super::content::Content;
use super::{act, combat, effect, pack, sight, spawn, time, vault};

/// A number of the rules.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rule {
    /// Its name, in groups: `combat.miss`.
    pub name: &'static str,
    /// Its value.
    pub value: i64,
    /// What it means, with its unit.
    pub meaning: &'static str,
}

/// Every number of the rules, those of the content among them, in the order of the documentation.
pub fn rules(content: &Content) -> Vec<Rule> {
    let numbers = content.numbers();
    let rule = |name, value: i64, meaning| Rule {
        name,
        value,
        meaning,
    };
    vec![
        rule(
            "time.turn",
            100,
            "ticks a turn of the world takes, and a plain action",
        ),
        rule("time.haste", 50, "ticks a plain action takes in haste"),
        rule("time.water", 200, "ticks a step into water takes"),
        rule("time.mace", 200, "ticks a blow with a mace takes"),
        rule(
            "time.armour",
            pack::ARMOUR_TIME.into(),
            "ticks to put armour on or off",
        ),
        rule(
            "sight.dark",
            numbers.sight.into(),
            "tiles one sees in the dark without a lantern",
        ),
        rule(
            "sight.brazier",
            numbers.brazier.into(),
            "tiles a brazier lights",
        ),
        rule(
            "sight.grass",
            sight::GRASS_SIGHT.into(),
            "tiles at which who stands in grass is seen, and sees",
        ),
        rule(
            "sight.darkened",
            sight::DARKENED_SIGHT.into(),
            "tiles one sees, and is seen at, when darkened",
        ),
        rule(
            "sight.listening",
            sight::LISTENING.into(),
            "tiles at which a ring of listening feels creatures",
        ),
        rule(
            "sight.search",
            act::SEARCH.into(),
            "tiles within which a search finds what is disguised",
        ),
        rule(
            "noise.quiet",
            sight::NOISE[0].into(),
            "tiles at which one is noticed who waits, rests or searches; armour's weight is added",
        ),
        rule(
            "noise.walking",
            sight::NOISE[1].into(),
            "tiles at which one is noticed who walks; twice armour's weight is added",
        ),
        rule(
            "noise.fighting",
            sight::NOISE[2].into(),
            "tiles at which one is noticed who fights or throws; twice armour's weight is added",
        ),
        rule(
            "notice.seen",
            ai::NOTICE_SEEN.into(),
            "per cent of turns in which one who sees the player within that radius notices them",
        ),
        rule(
            "notice.heard",
            ai::NOTICE_HEARD.into(),
            "per cent of turns in which one who does not see them, within half of it, goes to look",
        ),
        rule(
            "notice.wakes",
            time::WAKES[0].into(),
            "one in so many sleepers within half of it wakes each turn",
        ),
        rule(
            "notice.wakes-fight",
            time::WAKES[1].into(),
            "the same while the player fights",
        ),
        rule(
            "notice.wakes-deep",
            time::WAKES[2].into(),
            "the same for deep sleepers, always",
        ),
        rule(
            "hunt.memory",
            ai::MEMORY.into(),
            "turns a hunter remembers whom it has lost sight of",
        ),
        rule(
            "hunt.guess",
            ai::GUESS.into(),
            "of these, turns in which it still knows where they went",
        ),
        rule(
            "hunt.search",
            ai::SEARCH.into(),
            "turns it then looks around",
        ),
        rule(
            "hunt.mended",
            ai::MENDED.into(),
            "per cent of health at which one who fled turns back",
        ),
        rule(
            "hunt.safe",
            ai::SAFE.into(),
            "tiles at which one who flees stops",
        ),
        rule(
            "hunt.rest",
            time::REST as i64,
            "turns in which a monster that rests gets back a point of health",
        ),
        rule(
            "hunt.pause",
            ai::PAUSE.into(),
            "turns a wanderer stays where it has found no way on",
        ),
        rule(
            "hunt.stroll",
            ai::STROLL.into(),
            "tiles it wanders where there are no rooms",
        ),
        rule(
            "hunt.way",
            ai::WANDER.into(),
            "steps of the longest way it wanders",
        ),
        rule(
            "combat.miss",
            combat::MISS.into(),
            "one blow in so many misses, unless its target sleeps",
        ),
        rule("combat.asleep", 3, "times the damage to who sleeps"),
        rule(
            "combat.breaks",
            act::BREAKS.into(),
            "one in so many missiles breaks on whom it meets",
        ),
        rule(
            "growth.health",
            numbers.health.into(),
            "health of one who begins",
        ),
        rule(
            "growth.attack",
            numbers.attack.into(),
            "attack of one who begins",
        ),
        rule(
            "growth.defence",
            numbers.defence.into(),
            "defence of one who begins",
        ),
        rule(
            "growth.first-step",
            numbers.first_step.into(),
            "experience for the second level; each further step is 11/10 of the one before",
        ),
        rule(
            "growth.health-gain",
            numbers.health_gain.into(),
            "health that a level adds",
        ),
        rule(
            "growth.attack-gain",
            numbers.attack_gain.into(),
            "quarters of attack that a level adds",
        ),
        rule(
            "growth.defence-gain",
            numbers.defence_gain.into(),
            "quarters of defence that a level adds",
        ),
        rule(
            "growth.plus",
            numbers.plus.into(),
            "per cent that each New Game Plus adds to monsters' health and attack",
        ),
        rule(
            "food.full",
            numbers.food.into(),
            "turns of food of one who is full",
        ),
        rule(
            "food.hungry",
            numbers.hungry.into(),
            "turns of food below which one is hungry",
        ),
        rule(
            "food.weak",
            numbers.weak.into(),
            "turns of food below which one is weak, and nothing heals",
        ),
        rule(
            "food.starving",
            numbers.starving.into(),
            "turns of food below which one starves",
        ),
        rule(
            "food.healing",
            numbers.healing.into(),
            "turns in which health comes back whole",
        ),
        rule(
            "fire.burns",
            time::BURN.into(),
            "health that burning takes each turn",
        ),
        rule(
            "fire.turns",
            time::BURN_TURNS.into(),
            "turns for which one burns",
        ),
        rule(
            "fire.least",
            effect::FIRE.0.into(),
            "the least that flame does, and the depth",
        ),
        rule(
            "fire.most",
            effect::FIRE.1.into(),
            "the most that flame does, and the depth",
        ),
        rule(
            "fire.ball",
            effect::FIREBALL.into(),
            "tiles, the radius of a fireball",
        ),
        rule(
            "fire.pot",
            effect::FIRE_POT.into(),
            "tiles, the radius of a fire pot, and of a potion of fire that is drunk",
        ),
        rule(
            "potion.cloud",
            effect::CLOUD.into(),
            "tiles, the radius of what comes out of a potion that shatters",
        ),
        rule(
            "potion.healing",
            effect::HEALING.into(),
            "health that a potion of healing heals, and a third of the whole",
        ),
        rule(
            "potion.vigour",
            effect::VIGOUR.into(),
            "health that a potion of vigour adds for good",
        ),
        rule(
            "potion.strength",
            1,
            "attack that a potion of strength adds for good",
        ),
        rule("potion.haste", effect::HASTE.into(), "turns of haste"),
        rule(
            "potion.light",
            effect::LIGHT.into(),
            "turns of light, in which one sees twice as far in the dark",
        ),
        rule(
            "potion.telepathy",
            effect::TELEPATHY.into(),
            "turns of telepathy",
        ),
        rule(
            "potion.darkness",
            effect::DARKNESS.into(),
            "turns of darkness",
        ),
        rule(
            "potion.confusion",
            effect::CONFUSION.into(),
            "turns of confusion, in which every other step goes astray",
        ),
        rule(
            "scroll.blink",
            effect::BLINK.into(),
            "tiles one blinks at most without an aim",
        ),
        rule(
            "scroll.missile-least",
            effect::MISSILE.0.into(),
            "the least that a magic missile does, and twice the depth",
        ),
        rule(
            "scroll.missile-most",
            effect::MISSILE.1.into(),
            "the most that a magic missile does, and twice the depth",
        ),
        rule(
            "scroll.sanctity",
            effect::HOLY.0.into(),
            "tiles, the radius of hallowed ground",
        ),
        rule(
            "scroll.sanctity-turns",
            effect::HOLY.1.into(),
            "turns for which ground is hallowed",
        ),
        rule(
            "role.swarm",
            combat::SWARM as i64,
            "attack that its kin beside the player add at most, one each",
        ),
        rule(
            "role.pack",
            art::RUSH as i64,
            "turns, in the last two of which a pack comes on, whoever is still missing",
        ),
        rule(
            "role.charger",
            art::CHARGE.into(),
            "tiles it charges at most, for twice the damage and twice the time",
        ),
        rule(
            "role.charger-spent",
            deed::SPENT_CHARGING.into(),
            "turns until it charges again",
        ),
        rule("role.archer", art::SHOT.0.into(), "tiles it shoots"),
        rule(
            "role.archer-wary",
            art::SHOT.1.into(),
            "tiles at which it backs away",
        ),
        rule(
            "role.guard",
            art::POST.into(),
            "tiles from its post within which it hunts",
        ),
        rule(
            "role.summoner",
            art::CALL.0.into(),
            "those it calls at a time, or one more",
        ),
        rule(
            "role.summoner-most",
            art::CALL.1 as i64,
            "called ones on a level at which nobody calls more",
        ),
        rule(
            "role.summoner-spent",
            art::CALL.2.into(),
            "turns until it calls again",
        ),
        rule(
            "role.healer",
            art::HEAL.0.into(),
            "tiles within which it heals",
        ),
        rule(
            "role.healer-share",
            art::HEAL.1.into(),
            "per cent of health that it heals",
        ),
        rule(
            "role.healer-spent",
            art::HEAL.2.into(),
            "turns until it heals again",
        ),
        rule(
            "role.wary",
            art::WARY.into(),
            "tiles at which summoners and healers back away",
        ),
        rule(
            "role.falter",
            art::FALTER as i64,
            "one turn in so many, archers, summoners and healers stop backing away",
        ),
        rule(
            "role.snuffer",
            art::SNUFF.into(),
            "tiles at which it finds a light",
        ),
        rule(
            "role.snuffer-dims",
            deed::DIMMED.into(),
            "turns for which its hit halves the player's light",
        ),
        rule(
            "vault.turn",
            vault::TURN_TIME.into(),
            "ticks a quarter turn of a conduit's tile takes, and a pull of a lever",
        ),
        rule(
            "vault.feel",
            vault::FEEL_TIME.into(),
            "ticks it takes to feel for a wrong tile of a conduit and set it right",
        ),
        rule(
            "level.distance",
            spawn::DISTANCE.into(),
            "steps from the stairs up within which no monster is put",
        ),
    ]
}
