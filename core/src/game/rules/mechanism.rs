//! What is done with mechanisms: levers, conduits and fonts; and how the light of a conduit runs to a room.

use super::effects::apply_potion;
use super::inventory::ActionResult;
use super::turn::Turn;
use crate::game::content::{Fixed, Potion, numbers};
use crate::game::world::action::{Letter, Refusal};
use crate::game::world::conduit::Attempt;
use crate::game::world::detail::Lamplit;
use crate::game::world::event::{PlaceEvent, RunEvent};
use crate::game::world::feature::{Feature, Font, Mechanism, Opens};
use crate::game::world::scene::Scene;
use crate::game::world::state::Outcome;
use crate::geom::{Dir, Pos};
use crate::map::path::{LONGEST, PathFinder};
use crate::map::{Steps, Tile, TileSet};

/// Turns a tile of the conduit beside the player by a quarter.
pub(in crate::game) fn rotate_tile(
    turn: &mut Turn<'_>,
    tile: u16,
    clockwise: bool,
) -> ActionResult {
    let pos = conduit_beside(turn.scene()).ok_or(Refusal::NoConduit)?;
    operate(turn, pos, Attempt::Rotate { tile, clockwise })
}

/// The conduit beside the player, finished or not.
fn conduit_beside(scene: Scene<'_>) -> Option<Pos> {
    let me = scene.player.pos;
    let mut features = scene.level.features.iter();
    let beside = features
        .find(|feature| feature.mechanism.conduit().is_some() && me.dir_to(feature.at).is_some());
    beside.map(|feature| feature.at)
}

/// Puts the missing pipe into the broken conduit beside the player.
pub(in crate::game) fn fit_part(turn: &mut Turn<'_>, letter: Letter) -> ActionResult {
    let pos = conduit_beside(turn.scene()).ok_or(Refusal::NoConduit)?;
    let time = operate(turn, pos, Attempt::Fit)?;
    turn.take_from_pack(letter, 1);
    Ok(time)
}

numbers! {
    "mechanism":
    /// Ticks that a quarter turn of a conduit's tile takes, a pull of a lever, and a drink from a font.
    pub(in crate::game) const TURN_TIME: u32 = 100;

    /// Tiles that the light of a conduit reaches in a room; half of them brightly.
    const ROOM_LIGHT: u32 = 12;

    /// Tiles that the light of a conduit reaches in the vault.
    const VAULT_LIGHT: u32 = 4;

    /// Tiles that each of its lights along the way there reaches.
    const WAY_LIGHT: u32 = 3;

    /// Steps between the lights along the way.
    const WAY_STEPS: usize = 3;
}

/// Operates the mechanism on a tile. Solving it opens the vault or lights the Everlamp.
pub(in crate::game) fn operate(turn: &mut Turn<'_>, pos: Pos, attempt: Attempt) -> ActionResult {
    let mut features = turn.level.features.iter_mut();
    let feature = features.find(|feature| feature.at == pos);
    let feature = feature.ok_or(Refusal::NoConduit)?;
    feature.mechanism.check(attempt)?;
    let worked = feature.mechanism.operate(attempt);
    let is_font = matches!(feature.mechanism, Mechanism::Font(_));
    turn.emit(match (worked.turned, attempt) {
        (Some((tile, quarters)), _) => PlaceEvent::ConduitTurned {
            pos,
            tile,
            quarters,
        },
        (None, Attempt::Fit) => PlaceEvent::ConduitMended { pos },
        (None, _) if is_font => PlaceEvent::FontDrunk { pos },
        (None, _) => PlaceEvent::LeverPulled { pos },
    });
    if is_font {
        apply_potion(turn, Potion::Healing);
    }
    for lit in worked.lit {
        match lit {
            Lamplit::Vault => open(turn, pos),
            Lamplit::Font => {
                let features = turn.level.features.iter_mut();
                let mut fonts = features.filter_map(|feature| match &mut feature.mechanism {
                    Mechanism::Font(font) => Some((feature.at, font)),
                    _ => None,
                });
                if let Some((at, font)) = fonts.next() {
                    *font = Font::Full;
                    light_room(turn, pos, lit, at);
                }
            }
            Lamplit::Stairs => light_room(turn, pos, lit, turn.level.down),
        }
    }
    Ok(TURN_TIME)
}

/// Opens what the mechanism on a tile opens.
fn open(turn: &mut Turn<'_>, pos: Pos) {
    match turn.level.feature_at(pos).map(|feature| &feature.opens) {
        Some(Opens::Everlamp) => {
            turn.end(Outcome::Won, RunEvent::Won);
        }
        Some(Opens::Vault(vault)) => {
            let (door, room, mut items) = (vault.door, vault.room, vault.offers.iter());
            let offers = std::array::from_fn(|_| Some(turn.event_item(items.next()?.1)));
            turn.level.set_tile(door, Tile::DoorOpen);
            turn.emit(PlaceEvent::VaultOpened { door, offers });
            if turn
                .level
                .feature_at(pos)
                .is_some_and(Feature::lights_rooms)
            {
                turn.level.add_permanent_light(room.center(), VAULT_LIGHT);
            }
        }
        Some(Opens::HealingFont) | None => {}
    }
}

/// Lets the light of the conduit at `from` run through the corridors to a room, which it lights for good.
fn light_room(turn: &mut Turn<'_>, from: Pos, to: Lamplit, at: Pos) {
    let open = TileSet::of(&turn.level.tiles, Tile::is_walkable);
    // A font is in the wall.
    let beside = |pos: Pos| {
        let here = std::iter::once(pos);
        let mut near = here.chain(Dir::CARDINAL.map(|dir| pos.step(dir)));
        near.find(|pos| open.contains(*pos))
    };
    if let Some((start, end)) = beside(from).zip(beside(at)) {
        let mut way = Vec::new();
        PathFinder::default().find(&open, Steps::Eight, start, end, LONGEST, &mut way);
        for pos in way.into_iter().step_by(WAY_STEPS) {
            turn.level.add_permanent_light(pos, WAY_LIGHT);
        }
        turn.level.add_permanent_light(end, ROOM_LIGHT);
    }
    turn.emit(PlaceEvent::RoomLit { to, at });
}
