//! Walking in fog: the map shows only what the walker sees, and dimly what it has seen.

use bevy::prelude::*;

use super::action::LabAction;
use super::pan::WalkMode;
use crate::app::dungeon::{Dungeon, Scene, is_large};
use crate::app::frame::{Phase, React, any_changed};
use crate::app::glyph::{LightMap, Veil};
use crate::app::notice::Notice;
use crate::app::player::Walker;
use crate::app::screen::Screen;
use crate::geom::Grid;
use crate::map::fov;

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Fog>()
        .add_systems(OnExit(Screen::Lab), lift)
        .add_systems(
            React,
            (
                switch.in_set(Phase::Generate),
                // Each step shows more.
                look_around
                    .run_if(any_changed::<(Fog, Walker, WalkMode, Dungeon, Scene)>)
                    .in_set(Phase::Record),
            )
                .in_set(Screen::Lab),
        );
}

/// How far the walker sees, in tiles.
const RADIUS: u32 = 48;

/// Whether the map shows only what the walker has seen.
#[derive(Resource, Default, Clone, Copy, PartialEq, Eq, Debug)]
pub struct Fog(pub bool);

/// Walking begins with the fog, and the fog ends with walking.
fn switch(
    mut actions: MessageReader<LabAction>,
    (mut fog, mut mode): (ResMut<Fog>, ResMut<WalkMode>),
    dungeon: Res<Dungeon>,
    mut notice: ResMut<Notice>,
) {
    for action in actions.read() {
        match action {
            LabAction::Fog if is_large(dungeon.map().size()) => {
                notice.refuse(&"fog covers maps of up to 512x512 tiles");
            }
            LabAction::Fog => {
                fog.0 = !fog.0;
                if fog.0 {
                    mode.0 = true;
                }
                notice.say(match fog.0 {
                    true => "Walk in fog: you see what the @ sees and has seen".to_owned(),
                    false => "The whole map is in sight".to_owned(),
                });
            }
            LabAction::WalkMode => {
                fog.set_if_neq(Fog(false));
            }
            _ => {}
        }
    }
}

fn look_around(
    (fog, walker, dungeon): (Res<Fog>, Res<Walker>, Res<Dungeon>),
    scene: Res<Scene>,
    mut lights: ResMut<LightMap>,
    mut veil: Local<Grid<Veil>>,
) {
    let map = dungeon.map();
    let at = walker.at().filter(|_| fog.0 && !is_large(map.size()));
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

fn lift(mut lights: ResMut<LightMap>, mut fog: ResMut<Fog>) {
    fog.0 = false;
    lights.set_veil(Grid::default());
}
