//! The numbers of the rules that no content sets. Each is a constant beside its rule; here they come together, so that
//! documentation can state them by name.

use super::ai::{ability, choice, step};
use super::content::{Fixed, catalog, fixture as drawn, kind, set_piece as defined};
use super::rules::{
    act, aim, burn, candle, combat, consume, effects, field, fight, hazard, inventory, mechanism,
    mood, set_piece, stairs, travel, turn, upkeep,
};
use super::world::generation::{fixture, hazards, set_pieces, spawn, terrain, webs};
use super::world::{actor, conduit, formulas, level, player, scene, set_piece as placed};
use super::world::{field as fields, hazard as kinds};

const NUMBERS: &[&[Fixed]] = &[
    turn::NUMBERS,
    player::NUMBERS,
    actor::NUMBERS,
    scene::NUMBERS,
    formulas::NUMBERS,
    combat::NUMBERS,
    fight::NUMBERS,
    travel::NUMBERS,
    upkeep::NUMBERS,
    inventory::NUMBERS,
    consume::NUMBERS,
    act::NUMBERS,
    aim::NUMBERS,
    effects::NUMBERS,
    level::NUMBERS,
    mood::NUMBERS,
    choice::NUMBERS,
    step::NUMBERS,
    stairs::NUMBERS,
    fields::NUMBERS,
    field::NUMBERS,
    burn::NUMBERS,
    kinds::NUMBERS,
    hazard::NUMBERS,
    hazards::NUMBERS,
    webs::NUMBERS,
    set_pieces::NUMBERS,
    set_piece::NUMBERS,
    placed::NUMBERS,
    mechanism::NUMBERS,
    conduit::NUMBERS,
    catalog::NUMBERS,
    kind::NUMBERS,
    drawn::NUMBERS,
    defined::NUMBERS,
    candle::NUMBERS,
    fixture::NUMBERS,
    spawn::NUMBERS,
    terrain::NUMBERS,
];

/// Every number of the rules that no content sets, in the order of the documentation.
pub fn fixed_numbers() -> impl Iterator<Item = Fixed> {
    let all = NUMBERS.iter().chain(ability::NUMBERS);
    all.copied().flatten().copied()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::game::content::Content;

    #[test]
    fn no_two_numbers_have_one_name() {
        let names = fixed_numbers().map(|number| number.name());
        let set = Content::embedded().unwrap().rules().numbers().into_iter();
        let names = names.chain(set.map(|number| number.name.to_owned()));
        let mut seen = BTreeSet::new();
        for name in names {
            assert!(seen.insert(name.clone()), "{name}");
        }
    }
}
