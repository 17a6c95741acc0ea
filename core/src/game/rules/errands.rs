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

/// The places of an errand that are left to go to. What the player has left as it was is no errand, nor is one where
/// `me` stands.
pub(in crate::game) fn places(scene: Scene<'_>, errand: Errand, me: Pos) -> Vec<Pos> {
    let level = scene.level;
    let known = &level.known;
    let is_open = |at: &Pos| !ends_at(errand, *at, me) && !known.passed.contains(at);
    match errand {
        Errand::Prize => {
            let is_left = |door: &Pos| !level.has_offer(me) && !known.passed.contains(door);
            let vault = level
                .vault()
                .filter(|_| prize(scene).filter(is_left).is_some());
            let offers = vault.into_iter().flat_map(|vault| &vault.offers);
            let items = level.items.iter().map(|one| one.pos);
            let guarded = items.filter(|at| is_guarded(scene, *at) && is_open(at));
            offers.map(|(at, _)| *at).chain(guarded).collect()
        }
        Errand::Tomb => {
            let tombs = known.tiles.iter().filter(|(_, tile)| **tile == Tile::Tomb);
            tombs.map(|(at, _)| at).filter(is_open).collect()
        }
        Errand::Lever | Errand::Conduit | Errand::Everlamp => {
            let set_pieces = level.set_pieces.iter();
            let marks = set_pieces.flat_map(|piece| piece.places());
            let levers = marks
                .map(|(_, at)| at)
                .filter(|at| is_set_piece_lever(scene, *at));
            let levers = levers.filter(|_| errand == Errand::Lever);
            let places = mechanism(scene, errand).into_iter().chain(levers);
            places.filter(is_open).collect()
        }
        Errand::Stairs => {
            let stairs = Some(level.down).filter(|at| known.tiles[*at] == Tile::StairsDown);
            stairs.into_iter().filter(is_open).collect()
        }
    }
}

/// Whether a walk to the place of an errand may end on a tile: there for a prize and for the stairs, else beside it.
pub(in crate::game) fn ends_at(errand: Errand, place: Pos, pos: Pos) -> bool {
    match errand {
        Errand::Prize | Errand::Stairs => place == pos,
        _ => place.steps_to(pos) <= 1,
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
        is_tomb || is_set_piece_lever(scene, *at)
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
            && scene
                .player
                .auto_pickup_skips(&item, scene.content)
                .is_none()
            && scene.is_guarded(&item)
    })
}

/// Whether the player knows of a lever of a room on a tile that does something.
fn is_set_piece_lever(scene: Scene<'_>, pos: Pos) -> bool {
    let mut set_pieces = scene.level.set_pieces.iter();
    set_pieces.any(|one| one.waits_at(scene.content, Trigger::Lever, pos))
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
