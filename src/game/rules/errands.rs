//! What is left to do on a level that is explored, in the order in which going on leads there: the untaken
//! prize of a vault, the tombs, the mechanism of a vault or the Everlamp, the stairs down. The bar, the
//! messages and the walk all ask here. Changes nothing.

use crate::game::content::Trigger;
use crate::game::world::detail::Errand;
use crate::game::world::feature::{Feature, Mechanism, Opens};
use crate::game::world::scene::Scene;
use crate::geom::{Pos, Rect};
use crate::map::Tile;

/// The order in which they are done.
pub(in crate::game) const ORDER: [Errand; 6] = [
    Errand::Prize,
    Errand::Tomb,
    Errand::Lever,
    Errand::Conduit,
    Errand::Everlamp,
    Errand::Stairs,
];

/// Whether a walk to an errand may end on a tile: that of the errand itself for a prize and for the stairs,
/// else one beside it. What the player has left as it was is no errand, nor is one where `me` stands.
pub(in crate::game) fn ends_at(scene: Scene<'_>, errand: Errand, pos: Pos, me: Pos) -> bool {
    let is_open = |at: Pos| !is_reached(errand, at, me) && !scene.level.known.passed.contains(&at);
    let beside = |pos: Pos| Rect::between(pos, pos).grown(1).positions();
    match errand {
        Errand::Prize => {
            let offered = scene.level.has_offer(pos)
                && !scene.level.has_offer(me)
                && prize(scene).is_some_and(|door| !scene.level.known.passed.contains(&door));
            offered || is_guarded(scene, pos) && is_open(pos)
        }
        Errand::Tomb => beside(pos)
            .any(|at| scene.level.known.tiles.get(at) == Some(&Tile::Tomb) && is_open(at)),
        Errand::Lever | Errand::Conduit | Errand::Everlamp => {
            let room = |at: Pos| errand == Errand::Lever && is_room_lever(scene, at) && is_open(at);
            mechanism(scene, errand).is_some_and(|at| at.steps_to(pos) == 1 && is_open(at))
                || !scene.level.machines.is_empty() && beside(pos).any(room)
        }
        Errand::Stairs => {
            scene.level.known.tiles.get(pos) == Some(&Tile::StairsDown) && is_open(pos)
        }
    }
}

/// Whether someone on a tile has reached an errand there.
fn is_reached(errand: Errand, at: Pos, me: Pos) -> bool {
    match errand {
        Errand::Prize | Errand::Stairs => at == me,
        _ => at.steps_to(me) <= 1,
    }
}

/// The places of the errands that someone on a tile has reached, to be left as they are.
pub(in crate::game) fn reached_from(scene: Scene<'_>, me: Pos) -> Vec<Pos> {
    let mut places = Vec::new();
    if scene.level.has_offer(me) {
        places.extend(prize(scene));
    }
    let around = Rect::between(me, me).grown(1).positions();
    places.extend(around.filter(|at| {
        let is_tomb = scene.level.known.tiles.get(*at) == Some(&Tile::Tomb);
        is_tomb || is_room_lever(scene, *at)
    }));
    places.extend(is_guarded(scene, me).then_some(me));
    for errand in [Errand::Lever, Errand::Conduit, Errand::Everlamp] {
        places.extend(mechanism(scene, errand).filter(|at| at.steps_to(me) <= 1));
    }
    places
}

/// The door of an open vault that still has its offers.
pub(in crate::game) fn prize(scene: Scene<'_>) -> Option<Pos> {
    let features = scene.level.features.iter();
    let mut open = features.filter(|one| one.mechanism.is_solved());
    open.find_map(|feature| match &feature.opens {
        Opens::Vault(vault) if !vault.offers.is_empty() => Some(vault.door),
        _ => None,
    })
}

/// Whether an item lies on a tile that the player knows of, may want, and has not left behind, and on the taking of which
/// a room acts.
fn is_guarded(scene: Scene<'_>, pos: Pos) -> bool {
    let known = &scene.level.known;
    let item = scene.level.item_at(pos).map(|one| one.item);
    item.is_some_and(|item| {
        known.items.contains(&item.id)
            && !known.declined.contains(&item.id)
            && scene.player.spares(&item, scene.content).is_none()
            && scene.is_guarded(&item)
    })
}

/// Whether the player knows of a lever of a room on a tile that does something.
fn is_room_lever(scene: Scene<'_>, pos: Pos) -> bool {
    let mut machines = scene.level.machines.iter();
    machines.any(|one| one.waits_at(scene.content, Trigger::Lever, pos))
        && scene.level.known.landmarks.contains(&pos)
}

/// The known mechanism that is still to be worked.
fn mechanism(scene: Scene<'_>, errand: Errand) -> Option<Pos> {
    let kind = |feature: &Feature| match (&feature.opens, &feature.mechanism) {
        (Opens::Everlamp, _) => Some(Errand::Everlamp),
        (_, Mechanism::Conduit(_)) => Some(Errand::Conduit),
        (_, Mechanism::Lever { .. }) => Some(Errand::Lever),
        // Whoever needs to drink goes there.
        (_, Mechanism::Font(_)) => None,
    };
    let known = &scene.level.known.landmarks;
    let mut features = scene.level.features.iter();
    let fits = |feature: &&Feature| {
        kind(feature) == Some(errand) && !feature.mechanism.is_done() && known.contains(&feature.at)
    };
    features.find(fits).map(|feature| feature.at)
}
