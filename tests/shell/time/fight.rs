//! Tests of fights: how long blows, shadows and other effects are shown, and what ends them.

use bevy::prelude::*;
use undercroft::app::glyph::{Fade, GlyphSprite, LightMap, Lit, Motion, Tint};
use undercroft::app::input::{AnyAction, CommonAction};
use undercroft::app::screens::descend::{DescendAction, Mode};
use undercroft::app::settings;
use undercroft::app::stage::Run;
use undercroft::geom::Dir;
use undercroft::map::Tile;

use super::{FRAME, SECOND, Shell};

/// Whether a lunge or recoil draws an actor beside its place.
fn is_any_aside(shell: &mut Shell) -> bool {
    let mut sprites = shell.app.world_mut().query::<(&GlyphSprite, &Motion)>();
    let world = shell.app.world();
    sprites
        .iter(world)
        .any(|(sprite, motion)| sprite.at != motion.without_nudge(sprite.at))
}

/// Counts the motes in front of all actors and their signs, such as numbers and projectiles.
fn count_motes(shell: &mut Shell) -> usize {
    let mut motes = shell
        .app
        .world_mut()
        .query_filtered::<(&Visibility, &Transform), With<Fade>>();
    let world = shell.app.world();
    motes
        .iter(world)
        .filter(|(visibility, at)| **visibility != Visibility::Hidden && at.translation.z > 1.28)
        .count()
}

#[test]
fn a_shadow_goes_with_whoever_moves_and_lies_where_they_come_to_rest() {
    let mut shell = Shell::play(7, settings::Motion::Reduced);
    let view = shell.get::<Run>().game().view();
    let from = view.player().pos;
    let plain = |dir: &Dir| {
        let tile = view.tile(from.step(*dir));
        tile.is_some_and(|tile| tile.tile == Tile::Floor) && view.can_step(*dir)
    };
    let dir = Dir::ALL.into_iter().find(plain).unwrap();
    let to = from.step(dir);
    let is_covered =
        |shell: &Shell, pos| shell.get::<LightMap>().get(pos).flags & Lit::COVERED != 0;
    assert!(is_covered(&shell, from));
    shell.act(SECOND, &DescendAction::Step(dir));
    shell.frame(FRAME);
    assert!(
        !is_covered(&shell, from) && !is_covered(&shell, to),
        "on the way"
    );
    shell.settle();
    assert!(is_covered(&shell, to) && !is_covered(&shell, from));
}

/// Fights until a monster's blow is shown while the player stands beside a wall. Returns the direction of
/// the wall, or `None` if that does not happen in 400 actions, before the run ends or because who is in sight does not come.
fn fight(shell: &mut Shell) -> Option<Dir> {
    let mut waits = 0;
    for _ in 0..400 {
        let view = shell.get::<Run>().game().view();
        let me = view.player().pos;
        let health = view.player().health;
        let foe = view.nearest_enemy();
        let beside = foe.and_then(|foe| me.dir_to(foe));
        waits = if beside.is_none() && foe.is_some() {
            waits + 1
        } else {
            0
        };
        if waits > 20 {
            return None;
        }
        match (beside, foe) {
            (Some(dir), _) => shell.act(SECOND, &DescendAction::Step(dir)),
            (None, Some(_)) => shell.act(SECOND, &DescendAction::Wait),
            (None, None) => shell.act(SECOND, &DescendAction::Explore),
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
        // A hit shows a number: at least one digit and its shadow.
        let hit = view.player().health < health;
        if wall.is_some() && rests && hit && count_motes(shell) > 1 {
            return wall;
        }
    }
    None
}

/// A shell in the middle of a fight, and the direction of a wall beside the player.
pub fn in_a_fight(motion: settings::Motion) -> (Shell, Dir) {
    let fights = |seed| {
        let mut shell = Shell::play(seed, motion);
        let wall = fight(&mut shell)?;
        Some((shell, wall))
    };
    (1..20)
        .find_map(fights)
        .expect("no blow lands beside a wall")
}

#[test]
fn a_blow_is_seen_for_a_while_and_not_repeated_by_zoom_help_or_a_bump() {
    let (mut shell, wall) = in_a_fight(settings::Motion::Reduced);
    let mut was_aside = false;
    for _ in 0..40 {
        shell.frame(FRAME);
        was_aside |= is_any_aside(&mut shell);
        assert!(count_motes(&mut shell) > 0, "a number is shown for 720 ms");
    }
    assert!(was_aside, "attackers lunge and victims recoil");
    shell.settle();
    assert_eq!(count_motes(&mut shell), 0);
    let mode = *shell.get::<Mode>();
    let (run, tint) = (shell.last_changed::<Run>(), shell.last_changed::<Tint>());
    let actions: [&dyn AnyAction; 4] = [
        &CommonAction::ZoomIn,
        &CommonAction::Help,
        &CommonAction::Help,
        &DescendAction::Step(wall),
    ];
    for action in actions {
        shell.act(SECOND, action);
        for _ in 0..3 {
            assert_eq!(count_motes(&mut shell), 0, "{action:?}");
            shell.frame(FRAME);
        }
        assert_eq!(*shell.get::<Mode>(), mode, "{action:?}");
        assert_eq!(shell.last_changed::<Run>(), run, "{action:?}");
        assert_eq!(shell.last_changed::<Tint>(), tint, "{action:?}");
    }
}

#[test]
fn any_key_ends_all_effects_at_once() {
    let (mut shell, _) = in_a_fight(settings::Motion::Reduced);
    shell.frame(FRAME);
    shell.frame(FRAME);
    assert!(count_motes(&mut shell) > 0);
    shell.act(FRAME, &CommonAction::Help);
    assert_eq!(count_motes(&mut shell), 0);
    assert!(!is_any_aside(&mut shell));
}

#[test]
fn without_motion_no_blow_is_seen_on_its_way() {
    let mut fought = 0;
    for seed in 1..6 {
        let mut shell = Shell::play(seed, settings::Motion::None);
        assert_eq!(fight(&mut shell), None, "no effect is ever shown");
        let run = shell.get::<Run>();
        fought += usize::from(run.tally().slain() > 0 || !run.is_playing());
    }
    assert!(fought > 0);
}
