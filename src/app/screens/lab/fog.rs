//! Walking in fog: the map shows only what the walker sees, and dimly what it has seen.

use bevy::prelude::*;

use super::tool::LabTool;
use crate::app::dungeon::{Dungeon, Scene, is_large};
use crate::app::frame::{Phase, React, any_changed};
use crate::app::glyph::{LightMap, Veil};
use crate::app::player::Walker;
use crate::app::screen::Screen;
use crate::geom::Grid;
use crate::map::fov;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(OnExit(Screen::Lab), lift).add_systems(
        React,
        // Each step shows more.
        look_around
            .run_if(any_changed::<(LabTool, Walker, Dungeon, Scene)>)
            .in_set(Phase::Record)
            .in_set(Screen::Lab),
    );
}

/// How far the walker sees, in tiles.
const RADIUS: u32 = 48;

fn look_around(
    (tool, walker, dungeon): (Res<LabTool>, Res<Walker>, Res<Dungeon>),
    scene: Res<Scene>,
    mut lights: ResMut<LightMap>,
    mut veil: Local<Grid<Veil>>,
) {
    let map = dungeon.map();
    let at = walker
        .at()
        .filter(|_| *tool == LabTool::Fog && !is_large(map.size()));
    if dungeon.is_changed() || at.is_none() || veil.size() != map.size() {
        *veil = Grid::default();
    }
    let Some(at) = at else {
        lights.set_veil(Grid::default());
        return;
    };
    if veil.size() != map.size() {
        veil.reset(map.size().width, map.size().height, Veil::Unseen);
    }
    for tile in veil.as_mut_slice() {
        if *tile == Veil::InView {
            *tile = Veil::Remembered;
        }
    }
    fov::visible(map, at, RADIUS, |pos| veil[pos] = Veil::InView);
    // The making of the map is shown whole.
    lights.set_veil(match *scene {
        Scene::Dungeon => veil.clone(),
        Scene::Other => Grid::default(),
    });
}

fn lift(mut lights: ResMut<LightMap>) {
    lights.set_veil(Grid::default());
}
