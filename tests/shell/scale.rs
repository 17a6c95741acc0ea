//! The scale factor of the window that changes while the program runs, as on its way to another screen.

use bevy::prelude::*;
use bevy::window::{PrimaryWindow, WindowResized, WindowScaleFactorChanged};
use undercroft::app::glyph::{Atlas, Viewport, Zoom};
use undercroft::app::{Begin, Screen};
use undercroft::rng::Seed;

use crate::builder;

/// Changes the scale factor as the window's event loop does: the window keeps its size in logical pixels.
fn set_scale_factor(app: &mut App, scale_factor: f32) {
    let world = app.world_mut();
    let mut windows = world.query_filtered::<(Entity, &mut Window), With<PrimaryWindow>>();
    let (entity, mut window) = windows.single_mut(world).unwrap();
    let size = window.size();
    window.resolution.set_scale_factor(scale_factor);
    window.resolution.set(size.x, size.y);
    world.write_message(WindowScaleFactorChanged {
        window: entity,
        scale_factor: scale_factor.into(),
    });
    world.write_message(WindowResized {
        window: entity,
        width: size.x,
        height: size.y,
    });
    settle(app);
}

fn settle(app: &mut App) {
    for _ in 0..6 {
        app.update();
    }
}

/// The image of the glyphs, and the sizes of one of them and of all of it.
fn atlas(app: &App) -> (Handle<Image>, UVec2, UVec2) {
    let atlas = app.world().resource::<Atlas>();
    let images = app.world().resource::<Assets<Image>>();
    let size = images.get(&atlas.image()).unwrap().size();
    (atlas.image(), atlas.cell(), size)
}

/// Each text that is shown, with its size in physical pixels and the logical pixels to one of those.
fn texts(app: &mut App) -> Vec<(Entity, Vec2, f32)> {
    let world = app.world_mut();
    let mut nodes = world.query_filtered::<(Entity, &ComputedNode), With<Text>>();
    nodes
        .iter(world)
        .filter(|(_, node)| node.size().min_element() > 0.0)
        .map(|(entity, node)| (entity, node.size(), node.inverse_scale_factor()))
        .collect()
}

#[test]
fn glyphs_tiles_and_texts_follow_the_scale_factor_of_the_window() {
    let mut app = builder::panelled(Screen::Descend, Begin::Seed(Seed(7)));
    settle(&mut app);
    let view = |app: &App| *app.world().resource::<Viewport>();
    let step = |app: &App| app.world().resource::<Zoom>().step();
    let first = step(&app);
    let (before, glyphs, said) = (view(&app), atlas(&app), texts(&mut app));
    assert_eq!(before.scale_factor, 1.0);
    assert!(said.len() > 10, "{said:?}");

    set_scale_factor(&mut app, 2.0);
    let (image, cell, size) = atlas(&app);
    assert_ne!(image, glyphs.0, "rasterised again");
    assert_eq!((cell, size), (glyphs.1 * 2, glyphs.2 * 2));
    let after = view(&app);
    assert_eq!(after.scale_factor, 2.0);
    assert_eq!(step(&app), first, "cells grow without another zoom");
    assert_eq!(after.window, before.window * 2);
    assert_eq!(after.cell, before.cell * 2);
    let middle = before.window.as_vec2() / 2.0;
    let moved = after.place_at(middle) - before.place_at(middle);
    assert!(moved.abs().max_element() < 0.5, "{moved}");
    let again = texts(&mut app);
    assert_eq!(again.len(), said.len());
    for ((entity, small, inverse), (same, large, half)) in said.iter().zip(&again) {
        assert_eq!((entity, *inverse), (same, half * 2.0));
        let off = *large / 2.0 - *small;
        assert!(off.abs().max_element() < 2.0, "{small} became {large}");
    }

    set_scale_factor(&mut app, 1.0);
    assert_eq!((atlas(&app), view(&app)), (glyphs, before));
    assert_eq!(texts(&mut app), said);
}
