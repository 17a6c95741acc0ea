//! What the pack keeps: letters, stacks, and the looks of what is not known yet.

use serde_json::json;
use undercroft_core::game::content::ItemKind;
use undercroft_core::game::{Action, Refusal};
use undercroft_core::geom::{Dir, Pos};

use super::{ME, ROOM};
use crate::scene::{Scene, act, content, item, letter, peek, refuse};

#[test]
fn looks_are_dealt_out_anew_by_each_seed_and_are_all_different() {
    let mut dealings = Vec::new();
    for seed in 0..20 {
        let game = crate::new_game(seed);
        let view = game.view();
        let looks: Vec<String> = (0..content().items().len() as u16)
            .map(ItemKind)
            .filter_map(|kind| {
                view.whole()
                    .look_of(kind.into())
                    .map(|look| format!("{look} {:?}", content().item(kind).look()))
            })
            .collect();
        assert!(looks.len() >= 18);
        let mut sorted = looks.clone();
        sorted.sort();
        sorted.dedup();
        assert_eq!(sorted.len(), looks.len(), "two kinds look alike: {looks:?}");
        dealings.push(looks);
    }
    dealings.sort();
    dealings.dedup();
    assert_eq!(dealings.len(), 20);
}

#[test]
fn letters_stay_and_stacks_grow() {
    let mut scene = Scene::new(1, ROOM, &[]);
    scene.empty_pack();
    let slates = scene.give("roof-slate", 3);
    let fig = scene.give("candied-fig", 1);
    let knife = scene.give("wax-knife", 1);
    scene.lay("roof-slate", 4, ME);
    scene.lay("horn-lantern", 1, ME.step(Dir::East));
    let mut game = scene.game();
    assert_eq!([slates, fig, knife], ['a', 'b', 'c'].map(letter));
    act(&mut game, Action::PickUp);
    let names: Vec<(char, u16)> = game
        .view()
        .pack()
        .map(|(letter, item)| (letter.to_char(), item.count))
        .collect();
    assert_eq!(names, [('a', 7), ('b', 1), ('c', 1)]);
    act(
        &mut game,
        Action::Drop {
            letter: fig,
            count: 1,
        },
    );
    act(&mut game, Action::step(Dir::East));
    // The lantern takes the first free letter; the fig, back again, the next one.
    act(&mut game, Action::step(Dir::West));
    act(&mut game, Action::PickUp);
    let names: Vec<char> = game
        .view()
        .pack()
        .map(|(letter, _)| letter.to_char())
        .collect();
    assert_eq!(names, ['a', 'b', 'c', 'd']);
    assert_eq!(
        game.view().pack().nth(1).unwrap().1.kind,
        item("horn-lantern")
    );
    // A part of a stack keeps nothing from the rest.
    act(
        &mut game,
        Action::Drop {
            letter: slates,
            count: 2,
        },
    );
    assert_eq!(game.view().pack().next().unwrap().1.count, 5);
    assert_eq!(
        refuse(
            &mut game,
            Action::Drop {
                letter: slates,
                count: 0
            }
        ),
        Refusal::NoCount
    );
}

#[test]
fn a_letter_comes_back_if_it_is_free() {
    let mut scene = Scene::new(1, ROOM, &[]);
    scene.give("roof-slate", 3);
    let fig = scene.give("candied-fig", 1);
    scene.give("wax-knife", 1);
    let mut game = scene.game();
    act(
        &mut game,
        Action::Drop {
            letter: letter('a'),
            count: 9,
        },
    );
    act(&mut game, Action::step(Dir::East));
    act(
        &mut game,
        Action::Drop {
            letter: fig,
            count: 1,
        },
    );
    act(&mut game, Action::PickUp);
    assert_eq!(game.view().pack().next().unwrap().0, fig);
}

#[test]
fn twenty_six_letters_are_all_there_are() {
    let mut scene = Scene::new(1, ROOM, &[]);
    scene.empty_pack();
    for _ in 0..26 {
        scene.give("wax-knife", 1);
    }
    scene.lay("horn-lantern", 1, ME);
    let mut game = scene.game();
    assert_eq!(refuse(&mut game, Action::PickUp), Refusal::PackFull);
    assert_eq!(game.view().pack().count(), 26);
}

#[test]
fn what_is_dropped_lies_where_steps_lead_and_not_behind_a_wall() {
    let mut scene = Scene::new(1, "@#.\n.#.\n.#.", &[]);
    scene.lay("arrow", 1, Pos::new(1, 1));
    scene.lay("potion-haste", 1, Pos::new(1, 2));
    let letter = scene.give("ration", 1);
    let mut game = scene.game();
    act(&mut game, Action::Drop { letter, count: 1 });
    let state = peek(&game);
    let lying = state["here"]["items"].as_array().unwrap();
    let ration = lying
        .iter()
        .find(|one| one["item"]["kind"] == json!(item("ration")));
    assert_eq!(ration.unwrap()["pos"], json!(Pos::new(1, 3)));
}
