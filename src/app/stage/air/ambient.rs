//! Ambient motion, with the motion setting at full: wind over water and grass, flickering flames, embers
//! and dust. Requests thirty frames a second, and none while the window is in the background or
//! nothing in view moves.

use bevy::prelude::*;
use bevy::window::PrimaryWindow;

use super::atmosphere;
use super::clock::{AMBIENT_FRAME, AmbientClock, lattice_point, unit};
use super::motes::{Mote, Motes};
use crate::app::dungeon::paint::noise;
use crate::app::glyph::{self, Wind};
use crate::app::platform::clock::Wake;
use crate::app::settings::Settings;
use crate::app::stage::level::ShownLevel;
use crate::app::stage::lighting::burning_actors;
use crate::app::stage::look::{blend, to_glyph, to_vec2};
use crate::app::stage::runs::shown::ShownRun;
use crate::game::Lighting;
use crate::game::View;
use crate::geom::Pos;
use crate::map::Tile;

/// Seconds after which the wind's time starts again, so that an `f32` holds it exactly enough.
const WIND_PERIOD: f64 = 3600.0;

/// Fires that throw embers at most, and embers of each.
const MAX_FIRES: usize = 24;
const EMBERS: u32 = 4;

/// Motes of dust around the player.
const DUST: u32 = 18;

/// Sets the clock and the wind, lists embers and dust, and requests the next frame.
pub(in crate::app::stage) fn update_ambient(
    shown: ShownRun,
    (time, settings): (Res<Time<Real>>, Res<Settings>),
    (level, seen): (Res<ShownLevel>, Res<glyph::Viewport>),
    windows: Query<&Window, With<PrimaryWindow>>,
    (mut clock, mut wind): (ResMut<AmbientClock>, ResMut<Wind>),
    (mut motes, mut wake): (ResMut<Motes>, MessageWriter<Wake>),
) {
    let view = shown.view().filter(|_| !settings.is_calm());
    let (Some(view), Some(level)) = (view, &level.0) else {
        clock.set_if_neq(AmbientClock(None));
        wind.set_if_neq(Wind::default());
        return;
    };
    let size = view.size();
    let (first, end) = seen.tiles(UVec2::new(size.width, size.height));
    let is_visible = |pos: Pos| {
        let at = IVec2::new(pos.x, pos.y);
        let is_in_view = at.cmpge(first.as_ivec2()).all() && at.cmplt(end.as_ivec2()).all();
        is_in_view && view.in_sight(pos)
    };
    let lamps = view.lamps().filter(|lamp| lamp.lit).map(|lamp| lamp.pos);
    let fires = lamps
        .chain(burning_actors(view).map(|(_, pos)| pos))
        .filter(|pos| is_visible(*pos));
    let fires: Vec<Pos> = fires.take(MAX_FIRES).collect();
    let mut tiles = level.map.tiles.iter();
    let sways = |tile: &Tile| matches!(tile, Tile::Grass | Tile::Water);
    let is_still = fires.is_empty() && !tiles.any(|(pos, tile)| sways(tile) && is_visible(pos));
    if is_still && !atmosphere::has_moving_air(view.level_kind()) {
        clock.set_if_neq(AmbientClock(None));
        wind.set_if_neq(Wind::default());
        return;
    }
    let mut now = time.elapsed_secs_f64();
    if windows.iter().any(|window| window.focused) {
        wake.write(Wake(AMBIENT_FRAME));
    } else {
        // In the background the clock stops.
        now = clock.0.unwrap_or(now);
    }
    clock.set_if_neq(AmbientClock(Some(now)));
    wind.set_if_neq(Wind {
        time: (now % WIND_PERIOD) as f32,
        strength: 1.0,
    });
    for fire in fires {
        push_embers(fire, now, &mut motes.0);
    }
    push_dust(view, now, &mut motes.0);
}

/// Sparks that rise from a fire, sway and go out.
fn push_embers(fire: Pos, now: f64, motes: &mut Vec<Mote>) {
    for number in 0..EMBERS as i32 {
        let id = fire.x * 97 + number * 13;
        let lifetime = 1.1 + f64::from(unit(id, fire.y)) * 0.9;
        let lives = now / lifetime + f64::from(unit(fire.y, id));
        let (life, progress) = (lives.floor() as i32, lives.fract() as f32);
        let start = unit(id + life * 7, fire.y) - 0.5;
        let sway = (progress * 7.0 + start * 9.0).sin() * 0.14;
        let rise = 0.15 + progress * (1.0 + unit(id, life) * 0.8);
        let at = to_vec2(fire) + Vec2::new(start * 0.5 + sway, -rise);
        let fg = blend([255, 214, 120], [190, 50, 20], progress);
        let opacity = (1.0 - progress).powf(0.7) * 0.9;
        let ember = Mote::halo(fg, at, opacity, 0.34 - 0.14 * progress);
        motes.push(ember.with_z(1.25));
    }
}

/// Dust that drifts through lit air around the player.
fn push_dust(view: View<'_>, now: f64, motes: &mut Vec<Mote>) {
    let player = view.player().pos;
    for number in 0..DUST as i32 {
        let lifetime = 5.0 + f64::from(unit(number, 3)) * 4.0;
        let lives = now / lifetime + f64::from(unit(7, number));
        let (life, progress) = (lives.floor() as i32, lives.fract() as f32);
        // Fixed points on the level, repeated every 19 by 13 tiles, so dust does not follow the player.
        let spot = Pos::new(
            lattice_point(player.x, (unit(number * 31, life) * 19.0) as i32, 19),
            lattice_point(player.y, (unit(life, number * 17) * 13.0) as i32, 13),
        );
        let lit = view
            .tile(spot)
            .is_some_and(|tile| tile.lighting == Lighting::Bright);
        if !lit {
            continue;
        }
        let angle = progress * 3.0 + number as f32;
        let drift = Vec2::new(
            angle.sin() * 0.5 + progress,
            angle.cos() * 0.3 + progress * 0.4,
        );
        let opacity = (progress * std::f32::consts::PI).sin() * 0.34;
        let fg = blend([255, 236, 200], [255, 200, 140], noise(spot) as f32 / 255.0);
        let at = to_vec2(spot) + drift - 0.5;
        motes.push(Mote::new(to_glyph('·'), fg, at).faded(opacity).with_z(1.22));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::card::{AddScreen, RunSource, ScreenCard};
    use crate::app::screen::Screen;
    use crate::app::stage::Run;
    use crate::app::stage::level::KnownLevel;
    use crate::rng::Seed;
    use bevy::ecs::system::RunSystemOnce;

    #[test]
    fn the_wind_drops_where_nothing_in_view_moves() {
        let mut runs = (1..).map(|seed| Run::new(Seed(seed), None).unwrap());
        let is_still = |run: &Run| !atmosphere::has_moving_air(run.game().view().level_kind());
        let run = runs.find(is_still).unwrap();
        let level = KnownLevel::new(run.game().view());
        let mut app = App::new();
        app.add_screen(
            Screen::Descend,
            ScreenCard {
                run: Some(RunSource::Played),
                ..default()
            },
        );
        let world = app.world_mut();
        // The default view has no tiles.
        world.init_resource::<glyph::Viewport>();
        world.init_resource::<Time<Real>>();
        world.init_resource::<Settings>();
        world.init_resource::<Motes>();
        world.init_resource::<Messages<Wake>>();
        world.insert_resource(State::new(Screen::Descend));
        world.insert_resource(ShownLevel(Some(level)));
        world.insert_resource(run);
        world.insert_resource(AmbientClock(Some(5.0)));
        world.insert_resource(Wind {
            time: 5.0,
            strength: 1.0,
        });
        world.run_system_once(update_ambient).unwrap();
        assert_eq!(*world.resource::<AmbientClock>(), AmbientClock(None));
        assert_eq!(*world.resource::<Wind>(), Wind::default());
    }

    #[test]
    fn embers_rise_from_their_fire_and_stay_near_it() {
        let fire = Pos::new(10, 10);
        for step in 0..200 {
            let mut motes = Vec::new();
            push_embers(fire, f64::from(step) * 0.033, &mut motes);
            assert_eq!(motes.len(), EMBERS as usize);
            for mote in motes {
                let offset = mote.at - to_vec2(fire);
                assert!(
                    offset.x.abs() < 0.6 && (-2.2..0.0).contains(&offset.y),
                    "{offset}"
                );
            }
        }
    }
}
