//! What is left to do on a level that is explored, in the order in which going on leads there: the untaken
//! prize of a vault, the tombs, the mechanism of a vault or the Everlamp, the stairs down. The bar, the
//! messages and the walk all ask here. Changes nothing.

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
            scene.level.has_offer(pos)
                && !scene.level.has_offer(me)
                && prize(scene).is_some_and(|door| !scene.level.known.passed.contains(&door))
        }
        Errand::Tomb => beside(pos)
            .any(|at| scene.level.known.tiles.get(at) == Some(&Tile::Tomb) && is_open(at)),
        Errand::Lever | Errand::Conduit | Errand::Everlamp => {
            mechanism(scene, errand).is_some_and(|at| at.steps_to(pos) == 1 && is_open(at))
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
    places.extend(around.filter(|at| scene.level.known.tiles.get(*at) == Some(&Tile::Tomb)));
    for errand in [Errand::Lever, Errand::Conduit, Errand::Everlamp] {
        places.extend(mechanism(scene, errand).filter(|at| at.steps_to(me) <= 1));
    }
    places
}

/// The door of an open vault that still has its offers.
fn prize(scene: Scene<'_>) -> Option<Pos> {
    let features = scene.level.features.iter();
    let mut open = features.filter(|one| one.mechanism.is_solved());
    open.find_map(|feature| match &feature.opens {
        Opens::Vault(vault) if !vault.offers.is_empty() => Some(vault.door),
        _ => None,
    })
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
