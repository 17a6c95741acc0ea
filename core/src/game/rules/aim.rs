//! Computes where something thrown, shot or read at a tile stops, and what it may do there. The
//! rules and the preview share these functions, so that a projectile lands where its preview shows.
//! Changes nothing.

use crate::game::content::{Class, Fixed, Scroll, numbers};
use crate::game::world::action::{Action, Danger, Letter, Refusal};
use crate::game::world::actor::{Actor, ActorId};
use crate::game::world::formulas;
use crate::game::world::scene::Scene;
use crate::geom::{Dir, Pos};
use crate::map::TileSet;

/// What throwing, shooting or reading something at a tile may do, based on what the player knows.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Aim {
    /// The tiles that it crosses, in order, up to the one where it stops; empty if it falls at the
    /// player's feet or does not fly.
    pub path: Vec<Pos>,
    /// Where it stops.
    pub lands: Pos,
    /// The tile that stops it short of its target: a monster's tile, or a solid one.
    pub stopped_by: Option<Pos>,
    /// The tiles that its flames or cloud fill, row by row.
    pub blast: Vec<Pos>,
    /// Whether its fire could spread to the player over what burns.
    pub spreads: bool,
    /// Whether it is a burning lantern, whose oil spills and burns where it stops.
    pub spills: bool,
    /// The monster that it strikes, if the player knows of it.
    pub target: Option<ActorId>,
    /// Chance to hit the target, or everyone in the blast, in per cent.
    pub hit: u8,
    /// Minimum and maximum damage to the target, or to each actor in the blast; `None` if it does
    /// none or the player cannot know.
    pub damage: Option<(i32, i32)>,
    /// The class of what flies, if the player knows it.
    pub class: Option<Class>,
    /// The slot of what is thrown, shot or read.
    pub letter: Letter,
}

/// Something that the player throws, shoots or reads at a tile.
#[derive(Clone, Copy, Debug)]
pub(in crate::game) struct Flight {
    pub letter: Letter,
    pub class: Class,
    /// Whether the player knows what it is.
    pub known: bool,
    /// The tile that it is aimed at; `None` for a scroll without a target.
    pub at: Option<Pos>,
    /// Where it stops; for a scroll that shoots nothing, its target.
    pub to: Option<Pos>,
    /// Whether it is a lantern that burns, whose oil spills and burns where it stops.
    pub burns: bool,
    /// How it strikes; `None` if it breaks, bursts or cannot miss.
    pub force: Option<Force>,
}

/// How hard a missile strikes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::game) enum Force {
    /// With this attack, as a blow does.
    Attack(i32),
    /// For so much at least and at most, whatever the defence.
    Plain(i32, i32),
}

impl Flight {
    /// Radius in tiles of the flames or cloud where it stops; `None` if it makes neither.
    fn radius(&self) -> Option<u32> {
        blast_radius(self.class)
    }

    /// Whether the player knows that it harms everyone near the tile where it stops.
    pub fn is_blast(&self) -> bool {
        match self.class {
            Class::FirePot => true,
            Class::Potion(potion) => self.known && potion.is_harmful(),
            class => self.known && class.spell().is_some_and(Scroll::explodes),
        }
    }
}

numbers! {
    "aim":
    /// Radius in tiles of a fireball.
    const FIREBALL: u32 = 2;

    /// Radius in tiles of a fire pot, and of a potion of fire that is drunk.
    const POT: u32 = 1;

    /// Radius in tiles of what comes out of a potion that shatters.
    const CLOUD: u32 = 2;
}

/// Radius in tiles of the flames or cloud where something thrown, shot or read stops; `None` if it
/// makes neither.
pub(in crate::game) fn blast_radius(class: Class) -> Option<u32> {
    match class {
        Class::FirePot => Some(POT),
        Class::Potion(_) => Some(CLOUD),
        class => {
            let explodes = class.spell().is_some_and(Scroll::explodes);
            explodes.then_some(FIREBALL)
        }
    }
}

/// The tile where a projectile aimed at `at` stops.
fn landing_tile(scene: Scene<'_>, at: Pos) -> Result<Pos, Refusal> {
    if !scene.can_aim_at(at) {
        return Err(Refusal::BadTarget);
    }
    Ok(scene.level.projectile_lands(scene.player.pos, at))
}

/// Plans the throw of an item from the pack.
pub(in crate::game) fn plan_throw(
    scene: Scene<'_>,
    letter: Letter,
    at: Pos,
) -> Result<Flight, Refusal> {
    let (item, def) = scene.player.pack.item(letter, scene.content)?;
    let missiles = &scene.rules().missiles;
    if matches!(def.class, Class::Arrow(_)) && at.steps_to(scene.player.pos) > missiles.hand_range {
        return Err(Refusal::TooFarByHand(missiles.hand_range));
    }
    Ok(Flight {
        letter,
        class: def.class,
        known: scene.knows(item.kind),
        at: Some(at),
        to: Some(landing_tile(scene, at)?),
        burns: scene.player.pack.lantern == Some(letter)
            && scene.player.burning_lantern(scene.content).is_some(),
        force: match def.class {
            Class::FirePot | Class::Potion(_) => None,
            Class::Missile(attack) => Some(Force::Attack(
                scene.player.bare_attack(scene.content) + attack,
            )),
            Class::Arrow(_) => Some(Force::Plain(missiles.hand_least, missiles.hand_most)),
            _ => Some(Force::Plain(missiles.plain, missiles.plain)),
        },
    })
}

/// Plans a shot with the first arrows in the pack.
pub(in crate::game) fn plan_shot(scene: Scene<'_>, at: Pos) -> Result<Flight, Refusal> {
    let (letter, class, sharpness) = find_arrows(scene)?;
    let (player, content) = (scene.player, scene.content);
    let attack = player.bare_attack(content) + player.weapon_bonus(content) + sharpness;
    Ok(Flight {
        letter,
        class,
        known: true,
        at: Some(at),
        to: Some(landing_tile(scene, at)?),
        burns: false,
        force: Some(Force::Attack(attack)),
    })
}

/// The first arrows in the pack: their slot, their class and the attack that they add. Requires a
/// wielded bow.
pub(in crate::game) fn find_arrows(scene: Scene<'_>) -> Result<(Letter, Class, i32), Refusal> {
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

/// Plans the reading of a scroll from the pack, or the use of a relic. A known aimed scroll needs a
/// target; an unknown scroll is aimed at the nearest enemy, if any.
pub(in crate::game) fn plan_reading(
    scene: Scene<'_>,
    (letter, scroll): (Letter, Scroll),
    at: Option<Pos>,
) -> Result<Flight, Refusal> {
    let (item, def) = scene.player.pack.item(letter, scene.content)?;
    let known = scene.knows(item.kind);
    let at = choose_target(scene, scroll, known, at)?;
    let landing = |at| match scroll.shoots() {
        true => scene.level.projectile_lands(scene.player.pos, at),
        false => at,
    };
    Ok(Flight {
        letter,
        class: def.class,
        known,
        at,
        to: at.map(landing),
        burns: false,
        force: None,
    })
}

/// The tile that a scroll is aimed at; `None` if it needs no target.
fn choose_target(
    scene: Scene<'_>,
    scroll: Scroll,
    known: bool,
    at: Option<Pos>,
) -> Result<Option<Pos>, Refusal> {
    if !known {
        let given = at.filter(|&at| scene.can_aim_at(at));
        return Ok(given.or_else(|| scene.nearest_enemy()));
    }
    let shoots = scroll.shoots();
    let fits = |at| scene.can_aim_at(at) && (shoots || scene.looks_free_and_plain(at));
    match at.filter(|_| scroll.is_aimed()) {
        None if shoots => scene.nearest_enemy().map(Some).ok_or(Refusal::NoTarget),
        Some(at) if !fits(at) && shoots => Err(Refusal::BadTarget),
        Some(at) if !fits(at) => Err(Refusal::NotFree),
        at => Ok(at),
    }
}

/// Previews an action that throws, shoots or reads something; refuses any other action.
pub(in crate::game) fn preview(scene: Scene<'_>, action: Action) -> Result<Aim, Refusal> {
    let flight = match action {
        Action::Throw { letter, at } => plan_throw(scene, letter, at)?,
        Action::Fire { at } => plan_shot(scene, at)?,
        Action::Use { letter, at } => {
            let (_, def) = scene.player.pack.item(letter, scene.content)?;
            let at = at.or_else(|| scene.nearest_enemy());
            match def.class {
                Class::Scroll(does) | Class::Relic { does, .. } => {
                    plan_reading(scene, (letter, does), at)?
                }
                Class::Missile(_) | Class::FirePot => {
                    plan_throw(scene, letter, at.ok_or(Refusal::NoTarget)?)?
                }
                Class::Arrow(_) => plan_shot(scene, at.ok_or(Refusal::NoTarget)?)?,
                _ => return Err(Refusal::BadTarget),
            }
        }
        _ => return Err(Refusal::BadTarget),
    };
    Ok(Aim::new(scene, &flight))
}

/// Why the player should confirm what is aimed, as far as they know: its blast reaches them, or it
/// harms something beside them that would burst.
pub(in crate::game) fn danger(scene: Scene<'_>, flight: &Flight) -> Option<Danger> {
    let aim = Aim::new(scene, flight);
    if flight.is_blast() && aim.blast.contains(&scene.player.pos) {
        return Some(Danger::OwnBlast);
    }
    if (flight.is_blast() || flight.burns) && aim.spreads {
        return Some(Danger::FireSpreads);
    }
    let bursts = aim.harmed().any(|pos| scene.may_burst_nearby(pos));
    bursts.then_some(Danger::Bursts)
}

impl Aim {
    /// The tiles where it does damage, as far as the player knows.
    pub(in crate::game) fn harmed(&self) -> impl Iterator<Item = Pos> + '_ {
        let target = self.target.map(|_| self.lands);
        let flames = self.blast.iter().filter(|_| self.damage.is_some());
        target.into_iter().chain(flames.copied())
    }

    fn new(scene: Scene<'_>, flight: &Flight) -> Self {
        let me = scene.player.pos;
        let class = flight.known.then_some(flight.class);
        let spell = flight.class.spell();
        let is_projectile = spell.is_none_or(|scroll| flight.known && scroll.shoots());
        let mut aim = Self {
            path: Vec::new(),
            lands: if flight.known {
                flight.to.unwrap_or(me)
            } else {
                me
            },
            stopped_by: None,
            blast: Vec::new(),
            spreads: false,
            spills: false,
            target: None,
            hit: 0,
            damage: None,
            class,
            letter: flight.letter,
        };
        let Some(at) = flight.at.filter(|_| is_projectile) else {
            return aim;
        };
        // The preview leaves out monsters that the player does not know of.
        let known = |pos: Pos| known_actor(scene, pos).is_some();
        aim.path.extend(scene.level.projectile_path(me, at, known));
        aim.lands = aim.path.last().copied().unwrap_or(me);
        let hits = aim.lands != me && known(aim.lands);
        aim.stopped_by = scene.level.projectile_stopped_by(me, at, (aim.lands, hits));
        if let Some(radius) = flight.radius() {
            aim.blast = blast_tiles(scene, aim.lands, radius);
            let fire = match flight.class {
                Class::Potion(potion) => flight.known && potion.row().explodes,
                _ => true,
            };
            if fire {
                (aim.hit, aim.damage) = (100, Some(flame_damage(scene)));
                aim.spreads = spreads_to_player(scene, &aim.blast);
            }
        } else if let Some(actor) = known_actor(scene, aim.lands) {
            aim.target = Some(actor.id);
            (aim.hit, aim.damage) = strike_odds(scene, flight, actor);
        }
        if flight.burns {
            aim.spills = true;
            aim.spreads = spreads_to_player(scene, &[aim.lands]);
        }
        aim
    }
}

/// Whether flames on these tiles could spread to the player's tile, over what burns as far as the player
/// knows.
fn spreads_to_player(scene: Scene<'_>, lit: &[Pos]) -> bool {
    let (level, me) = (scene.level, scene.player.pos);
    let burns = |pos: Pos| {
        let known = level
            .known
            .tiles
            .get(pos)
            .is_some_and(|tile| tile.fuel() > 0);
        known || scene.is_in_sight(pos) && level.can_catch(pos)
    };
    if !burns(me) {
        return false;
    }
    let mut found = TileSet::new(level.tiles.size());
    found.insert(me);
    let mut ahead = vec![me];
    while let Some(pos) = ahead.pop() {
        for near in Dir::ALL.map(|dir| pos.step(dir)) {
            if lit.contains(&near) {
                return true;
            }
            if burns(near) && found.insert(near) {
                ahead.push(near);
            }
        }
    }
    lit.contains(&me)
}

/// The monster on a tile, if the player knows of it.
fn known_actor(scene: Scene<'_>, pos: Pos) -> Option<&Actor> {
    let actor = scene.level.actor_at(pos)?;
    (scene.sees(actor) || (!actor.disguised && scene.senses(actor))).then_some(actor)
}

/// Chance to hit a monster, in per cent, and the minimum and maximum damage: 0 if it would glance off.
fn strike_odds(scene: Scene<'_>, flight: &Flight, actor: &Actor) -> (u8, Option<(i32, i32)>) {
    if scene.is_warded(actor) {
        return (0, Some((0, 0)));
    }
    let percent = scene.hit_percent(ActorId::PLAYER, actor.id, true);
    match flight.force {
        None => (100, Some(missile_damage(scene))),
        Some(Force::Plain(least, most)) => (percent, Some((least, most.max(least)))),
        Some(Force::Attack(attack)) => {
            let defence = actor.def(scene.content).defence;
            let surprise = scene.surprise(ActorId::PLAYER, actor.id, false);
            let factor = surprise.map(|surprise| scene.surprise_factor(surprise));
            let damage = formulas::damage_range(scene.rules(), attack, defence, factor, 100);
            (percent, Some(damage))
        }
    }
}

/// Minimum and maximum damage of a magic missile at this depth.
pub(in crate::game) fn missile_damage(scene: Scene<'_>) -> (i32, i32) {
    let numbers = &scene.rules().scroll;
    let deep = numbers.missile_depth * i32::from(scene.level.depth);
    (numbers.missile_least + deep, numbers.missile_most + deep)
}

/// Minimum and maximum damage of a burst of flame at this depth.
pub(in crate::game) fn flame_damage(scene: Scene<'_>) -> (i32, i32) {
    let fire = &scene.rules().fire;
    let deep = fire.depth * i32::from(scene.level.depth);
    (fire.least + deep, fire.most + deep)
}

/// The tiles that a blast fills.
fn blast_tiles(scene: Scene<'_>, center: Pos, radius: u32) -> Vec<Pos> {
    let mut sight = scene.level.cache.sight.clone();
    let mut tiles = TileSet::default();
    sight.look(center, radius, &mut tiles);
    tiles.iter().collect()
}
