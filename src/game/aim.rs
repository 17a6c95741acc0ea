//! What is thrown, shot or read at a tile: where it stops, and what it may do there. The rules and the
//! preview ask the same functions, so that a flight ends where its preview does. Changes nothing.

use super::action::{Action, Letter, Refusal};
use super::actor::{Actor, ActorId};
use super::combat;
use super::content::{Class, Potion, Scroll};
use super::scene::Scene;
use crate::geom::Pos;
use crate::map::TileSet;

/// What throwing, shooting or reading something at a tile may do, as far as the player knows.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Aim {
    /// The tiles that it crosses, in order, up to the one where it stops; none if it falls at the
    /// player's feet, or does not fly.
    pub path: Vec<Pos>,
    /// Where it stops.
    pub lands: Pos,
    /// What keeps it from the tile that is aimed at: a monster's tile, or something solid.
    pub stopped_by: Option<Pos>,
    /// The tiles that its flames or its cloud fill, in rows.
    pub blast: Vec<Pos>,
    /// The monster that it strikes, if the player knows of one there.
    pub target: Option<ActorId>,
    /// Chance to hit the target, or all in the blast, in per cent.
    pub hit: u8,
    /// Minimum and maximum damage to the target, or to each in the blast; `None` if it does none, or
    /// the player cannot know.
    pub damage: Option<(i32, i32)>,
    /// What it is, if the player knows.
    pub class: Option<Class>,
}

/// Something on its way from the player to a tile.
#[derive(Clone, Copy, Debug)]
pub(super) struct Flight {
    pub letter: Letter,
    pub class: Class,
    /// Whether the player knows what it is.
    pub known: bool,
    /// The tile that it is aimed at; `None` for a scroll without an aim.
    pub at: Option<Pos>,
    /// Where it stops; of a scroll that shoots nothing, its target.
    pub to: Option<Pos>,
    /// The attack it strikes with; `None` for what breaks, bursts or cannot miss.
    pub attack: Option<i32>,
}

impl Flight {
    /// Radius of the flames or the cloud where it stops.
    pub fn radius(&self, scene: Scene<'_>) -> Option<u32> {
        let rules = scene.rules();
        match self.class {
            Class::FirePot => Some(rules.fire.pot),
            Class::Potion(_) => Some(rules.potion.cloud),
            class if class.spell() == Some(Scroll::Fireball) => Some(rules.fire.ball),
            _ => None,
        }
    }

    /// Whether the player knows that it harms everybody near where it stops.
    pub fn is_blast(&self) -> bool {
        match self.class {
            Class::FirePot => true,
            Class::Potion(potion) => self.known && potion.is_harmful(),
            class => self.known && class.spell() == Some(Scroll::Fireball),
        }
    }
}

/// The tile where something that flies stops.
fn landing(scene: Scene<'_>, at: Pos) -> Result<Pos, Refusal> {
    if !scene.can_aim_at(at) {
        return Err(Refusal::BadTarget);
    }
    Ok(scene.level.projectile_lands(scene.player.pos, at))
}

/// Throws an item of the pack.
pub(super) fn throw(scene: Scene<'_>, letter: Letter, at: Pos) -> Result<Flight, Refusal> {
    let (item, def) = scene.player.pack.item(letter, scene.content)?;
    let bare = scene.player.bare_attack(scene.content);
    Ok(Flight {
        letter,
        class: def.class,
        known: scene.knows(item.kind),
        at: Some(at),
        to: Some(landing(scene, at)?),
        attack: match def.class {
            Class::FirePot | Class::Potion(_) => None,
            Class::Missile(attack) => Some(bare + attack),
            _ => Some(bare),
        },
    })
}

/// Shoots the first arrows of the pack.
pub(super) fn fire(scene: Scene<'_>, at: Pos) -> Result<Flight, Refusal> {
    let (letter, class, sharpness) = quiver(scene)?;
    let (player, content) = (scene.player, scene.content);
    let attack = player.bare_attack(content) + player.weapon_bonus(content) + sharpness;
    Ok(Flight {
        letter,
        class,
        known: true,
        at: Some(at),
        to: Some(landing(scene, at)?),
        attack: Some(attack),
    })
}

/// The arrows that a shot takes: their slot, and the attack that they add.
pub(super) fn quiver(scene: Scene<'_>) -> Result<(Letter, Class, i32), Refusal> {
    if !scene.player.has_bow(scene.content) {
        return Err(Refusal::NoBow);
    }
    let mut pack = scene.player.pack.items();
    let arrows = pack.find_map(|(letter, item)| match scene.content.item(item.kind).class {
        class @ Class::Arrow(attack) => Some((letter, class, attack)),
        _ => None,
    });
    arrows.ok_or(Refusal::NoArrows)
}

/// Reads a scroll of the pack, or calls on a relic. A known aimed scroll needs a target; an unknown scroll is aimed at the
/// nearest enemy, if there is one.
pub(super) fn read(scene: Scene<'_>, letter: Letter, at: Option<Pos>) -> Result<Flight, Refusal> {
    let (item, def) = scene.player.pack.item(letter, scene.content)?;
    let scroll = def.class.spell().ok_or(Refusal::WrongItem(letter))?;
    let known = scene.knows(item.kind);
    let at = target(scene, scroll, known, at)?;
    let flies = matches!(scroll, Scroll::MagicMissile | Scroll::Fireball);
    let lands = |at| match flies {
        true => scene.level.projectile_lands(scene.player.pos, at),
        false => at,
    };
    Ok(Flight {
        letter,
        class: def.class,
        known,
        at,
        to: at.map(lands),
        attack: None,
    })
}

/// The tile that a scroll is aimed at.
fn target(
    scene: Scene<'_>,
    scroll: Scroll,
    known: bool,
    at: Option<Pos>,
) -> Result<Option<Pos>, Refusal> {
    if !known {
        let given = at.filter(|&at| scene.can_aim_at(at));
        return Ok(given.or_else(|| scene.nearest_enemy()));
    }
    let fits = match (scroll, at) {
        (Scroll::Blink, Some(at)) => scene.can_aim_at(at) && scene.is_free_and_plain(at),
        (Scroll::MagicMissile | Scroll::Fireball, Some(at)) => scene.can_aim_at(at),
        (Scroll::MagicMissile | Scroll::Fireball, None) => {
            return scene.nearest_enemy().map(Some).ok_or(Refusal::NoTarget);
        }
        _ => return Ok(None),
    };
    match scroll {
        _ if fits => Ok(at),
        Scroll::Blink => Err(Refusal::NotFree),
        _ => Err(Refusal::BadTarget),
    }
}

/// What an action would do that throws, shoots or reads something; other actions have no aim.
pub(super) fn preview(scene: Scene<'_>, action: Action) -> Result<Aim, Refusal> {
    let flight = match action {
        Action::Throw { letter, at, .. } => throw(scene, letter, at)?,
        Action::Fire { at, .. } => fire(scene, at)?,
        Action::Read { letter, at, .. } => read(scene, letter, at)?,
        Action::Use { letter, at, .. } => {
            let (_, def) = scene.player.pack.item(letter, scene.content)?;
            let at = at.or_else(|| scene.nearest_enemy());
            match def.class {
                Class::Scroll(_) | Class::Relic { .. } => read(scene, letter, at)?,
                Class::Missile(_) | Class::FirePot => {
                    throw(scene, letter, at.ok_or(Refusal::NoTarget)?)?
                }
                Class::Arrow(_) => fire(scene, at.ok_or(Refusal::NoTarget)?)?,
                _ => return Err(Refusal::WrongItem(letter)),
            }
        }
        _ => return Err(Refusal::BadTarget),
    };
    Ok(Aim::new(scene, &flight))
}

impl Aim {
    fn new(scene: Scene<'_>, flight: &Flight) -> Self {
        let me = scene.player.pos;
        let class = flight.known.then_some(flight.class);
        let flies = flight.class.spell().is_none_or(|scroll| {
            flight.known && matches!(scroll, Scroll::MagicMissile | Scroll::Fireball)
        });
        let mut aim = Self {
            path: Vec::new(),
            lands: if flight.known {
                flight.to.unwrap_or(me)
            } else {
                me
            },
            stopped_by: None,
            blast: Vec::new(),
            target: None,
            hit: 0,
            damage: None,
            class,
        };
        let Some(at) = flight.at.filter(|_| flies) else {
            return aim;
        };
        // Whom the player does not know of is struck, but not foretold.
        let known = |pos: Pos| known_actor(scene, pos).is_some();
        aim.path.extend(scene.level.projectile_path(me, at, known));
        aim.lands = aim.path.last().copied().unwrap_or(me);
        let hits = aim.lands != me && known(aim.lands);
        aim.stopped_by = scene.level.projectile_stopped_by(me, at, (aim.lands, hits));
        if let Some(radius) = flight.radius(scene) {
            aim.blast = blast(scene, aim.lands, radius);
            let fire = match flight.class {
                Class::Potion(potion) => flight.known && potion == Potion::Fire,
                _ => true,
            };
            if fire {
                (aim.hit, aim.damage) = (100, Some(flames(scene)));
            }
        } else if let Some(actor) = known_actor(scene, aim.lands) {
            aim.target = Some(actor.id);
            (aim.hit, aim.damage) = strike(scene, flight, actor);
        }
        aim
    }
}

/// The monster on a tile that the player knows of.
fn known_actor(scene: Scene<'_>, pos: Pos) -> Option<&Actor> {
    let actor = scene.level.actor_at(pos)?;
    (scene.sees(actor) || (!actor.disguised && scene.senses(actor))).then_some(actor)
}

/// The chance to hit a monster, in per cent, and the least and most damage.
fn strike(scene: Scene<'_>, flight: &Flight, actor: &Actor) -> (u8, Option<(i32, i32)>) {
    let rules = scene.rules();
    let Some(attack) = flight.attack else {
        return (100, Some(missile(scene)));
    };
    let (defence, asleep) = (actor.def(scene.content).defence, actor.is_asleep());
    let percent = if asleep {
        100
    } else {
        combat::hit_percent(rules)
    };
    let damage = combat::damage_range(rules, attack, defence, asleep);
    (percent, Some(damage))
}

/// Minimum and maximum damage of a magic missile at this depth.
pub(super) fn missile(scene: Scene<'_>) -> (i32, i32) {
    let numbers = &scene.rules().scroll;
    let deep = numbers.missile_depth * i32::from(scene.level.depth);
    (numbers.missile_least + deep, numbers.missile_most + deep)
}

/// Minimum and maximum damage of flames that burst at this depth.
pub(super) fn flames(scene: Scene<'_>) -> (i32, i32) {
    let fire = &scene.rules().fire;
    let deep = fire.depth * i32::from(scene.level.depth);
    (fire.least + deep, fire.most + deep)
}

/// The tiles that a blast fills.
fn blast(scene: Scene<'_>, center: Pos, radius: u32) -> Vec<Pos> {
    let mut sight = scene.level.cache.sight.clone();
    let mut tiles = TileSet::default();
    sight.look(center, radius, &mut tiles);
    tiles.iter().collect()
}
