//! Fights: how long blows, shadows and other effects are seen, and what ends them.

use bevy::prelude::*;
use undercroft::app::Screen;
use undercroft::app::glyph::{Fade, GlyphSprite, LightMap, Lit, Motion, Tint};
use undercroft::app::input::{AnyAction, CommonAction};
use undercroft::app::screens::descend::{Mode, PlayAction, PlayPlugin};
use undercroft::app::settings;
use undercroft::app::stage::Run;
use undercroft::geom::Dir;
use undercroft::map::Tile;

use super::{FRAME, SECOND, Shell};

/// Whether the player or a monster is marked as hit: drawn aside from where they stand, by a blow.
fn recoils(shell: &mut Shell) -> bool {
    let mut sprites = shell.app.world_mut().query::<(&GlyphSprite, &Motion)>();
    let world = shell.app.world();
    sprites
        .iter(world)
        .any(|(sprite, motion)| sprite.at != motion.without_nudge(sprite.at))
}

/// How many glyphs fly, rise or drift over the map; not what always hangs there, below whoever stands.
fn motes(shell: &mut Shell) -> usize {
    let mut motes = shell
        .app
        .world_mut()
        .query_filtered::<(&Visibility, &Transform), With<Fade>>();
    let world = shell.app.world();
    motes
        .iter(world)
        .filter(|(visibility, at)| **visibility != Visibility::Hidden && at.translation.z > 1.2)
        .count()
}

#[test]
fn a_shadow_goes_with_whoever_moves_and_lies_where_they_come_to_rest() {
    let mut shell = Shell::new(Screen::Play, "rogue/80x50#7", PlayPlugin::default());
    shell.set(settings::Motion::Reduced);
    shell.settle();
    let view = shell.get::<Run>().game().view();
    let from = view.player().pos;
    let plain = |dir: &Dir| {
        let tile = view.tile(from.step(*dir));
        tile.is_some_and(|tile| tile.tile == Tile::Floor) && view.can_step(*dir)
    };
    let dir = Dir::ALL.into_iter().find(plain).unwrap();
    let to = from.step(dir);
    let covered = |shell: &Shell, pos| shell.get::<LightMap>().get(pos).flags & Lit::COVERED != 0;
    assert!(covered(&shell, from));
    shell.ask(SECOND, &PlayAction::Step(dir));
    shell.frame(FRAME);
    assert!(!covered(&shell, from) && !covered(&shell, to), "on the way");
    shell.settle();
    assert!(covered(&shell, to) && !covered(&shell, from));
}

/// Fights until a blow flashes while the player stands beside a wall; returns where that is.
fn fight(shell: &mut Shell) -> Option<Dir> {
    for _ in 0..400 {
        let view = shell.get::<Run>().game().view();
        let me = view.player().pos;
        let health = view.player().health;
        let foe = view.nearest_enemy();
        let beside = Dir::ALL.into_iter().find(|dir| foe == Some(me.step(*dir)));
        match (beside, foe) {
            (Some(dir), _) => shell.ask(SECOND, &PlayAction::Step(dir)),
            (None, Some(_)) => shell.ask(SECOND, &PlayAction::Wait),
            (None, None) => shell.ask(SECOND, &PlayAction::Explore),
        }
        // A blow lands after 60 ms.
        for _ in 0..5 {
            shell.frame(FRAME);
        }
        let run = shell.get::<Run>();
        if !run.is_playing() {
            return None;
        }
        let view = run.game().view();
        let me = view.player().pos;
        let is_wall = |dir: &Dir| {
            let tile = view.tile(me.step(*dir));
            tile.is_some_and(|tile| tile.tile == Tile::Wall)
        };
        let wall = Dir::CARDINAL.into_iter().find(is_wall);
        let rests = run.game().doing().is_none();
        // Whoever is hit shows a number: a digit and its shadow at least.
        let hit = view.player().health < health;
        if wall.is_some() && rests && hit && motes(shell) > 1 {
            return wall;
        }
    }
    None
}

/// A run in the middle of a fight, with a wall beside the player.
pub fn in_a_fight(motion: settings::Motion) -> (Shell, Dir) {
    let fights = |seed| {
        let code = format!("rogue/80x50#{seed}");
        let mut shell = Shell::new(Screen::Play, &code, PlayPlugin::default());
        shell.set(motion);
        shell.settle();
        let wall = fight(&mut shell)?;
        Some((shell, wall))
    };
    (1..20)
        .find_map(fights)
        .expect("a blow lands beside a wall")
}

#[test]
fn a_blow_is_seen_for_a_while_and_not_repeated_by_zoom_help_or_a_bump() {
    let (mut shell, wall) = in_a_fight(settings::Motion::Reduced);
    let mut recoiled = false;
    for _ in 0..40 {
        shell.frame(FRAME);
        recoiled |= recoils(&mut shell);
        assert!(motes(&mut shell) > 0, "a number rises for 720 ms");
    }
    assert!(recoiled, "whoever strikes or is hit moves");
    shell.settle();
    assert_eq!(motes(&mut shell), 0);
    let mode = *shell.get::<Mode>();
    let (run, tint) = (shell.changed::<Run>(), shell.changed::<Tint>());
    let asked: [&dyn AnyAction; 4] = [
        &CommonAction::ZoomIn,
        &CommonAction::Help,
        &CommonAction::Help,
        &PlayAction::Step(wall),
    ];
    for action in asked {
        shell.ask(SECOND, action);
        for _ in 0..3 {
            assert_eq!(motes(&mut shell), 0, "{action:?}");
            shell.frame(FRAME);
        }
        assert_eq!(*shell.get::<Mode>(), mode, "{action:?}");
        assert_eq!(shell.changed::<Run>(), run, "{action:?}");
        assert_eq!(shell.changed::<Tint>(), tint, "{action:?}");
    }
}

#[test]
fn any_key_ends_all_effects_at_once() {
    let (mut shell, _) = in_a_fight(settings::Motion::Reduced);
    shell.frame(FRAME);
    shell.frame(FRAME);
    assert!(motes(&mut shell) > 0);
    shell.ask(FRAME, &CommonAction::Help);
    assert_eq!(motes(&mut shell), 0);
    assert!(!recoils(&mut shell));
}

#[test]
fn without_motion_no_blow_is_seen_on_its_way() {
    let mut fought = 0;
    for seed in 1..6 {
        let code = format!("rogue/80x50#{seed}");
        let mut shell = Shell::new(Screen::Play, &code, PlayPlugin::default());
        shell.set(settings::Motion::None);
        shell.settle();
        assert_eq!(fight(&mut shell), None, "nothing is ever seen in the air");
        let run = shell.get::<Run>();
        fought += usize::from(run.tally().slain() > 0 || !run.is_playing());
    }
    assert!(fought > 0);
}
