//! Continues a saved run: its recording is played between frames, and what is left of a damaged one is
//! offered.

use std::time::Duration;

use bevy::ecs::system::RunSystemOnce;
use bevy::prelude::*;
use bevy::window::RequestRedraw;

use super::menu::Menu;
use super::page::Page;
use crate::app::begin::Begin;
use crate::app::frame::Phase;
use crate::app::notice::Notice;
use crate::app::platform::IS_PAGE;
use crate::app::screen::{OpenScreen, Screen};
use crate::app::stage::{Loading, NotLoaded, PlayedContent, Remains, Run, SaveFolder, Saves, Slot};

pub(super) fn plugin(app: &mut App) {
    app.add_systems(OnExit(Screen::Title), stop).add_systems(
        Update,
        advance
            .run_if(resource_exists::<Loading>)
            .in_set(Screen::Title)
            .in_set(Phase::Tick),
    );
}

/// How long a frame loads. A page must answer its browser sixty times a second.
const SLICE: Duration = Duration::from_millis(if IS_PAGE { 12 } else { 250 });

/// Continues the run of a slot, now if it is in memory, or else once it is loaded.
pub(super) fn continue_run(world: &mut World, slot: Slot) {
    let is_here = |run: &Run| run.is_playing() && Slot::of(run.game()) == slot;
    if world.get_resource::<Run>().is_some_and(is_here) || Saves::resume(world, slot) {
        open_descend(world);
        return;
    }
    if world
        .get_resource::<Loading>()
        .is_some_and(|loading| loading.slot() == slot)
    {
        return;
    }
    let Some(folder) = world.get_resource::<SaveFolder>() else {
        return;
    };
    match Loading::open(folder, slot, world.get_resource::<PlayedContent>()) {
        Ok(loading) => world.insert_resource(loading),
        Err(error) => refuse(world, error),
    }
}

/// Loads what is left of a damaged run, which the player has accepted.
pub(super) fn restore(world: &mut World) {
    let Some(remains) = world.remove_resource::<Remains>() else {
        return;
    };
    open_page(world, Page::Main);
    match Loading::restore(remains, world.get_resource::<PlayedContent>()) {
        Ok(loading) => world.insert_resource(loading),
        Err(reason) => world.resource_mut::<Notice>().say(reason),
    }
}

/// Loads on, and opens the run once it is loaded.
fn advance(world: &mut World) {
    let Some(mut loading) = world.remove_resource::<Loading>() else {
        return;
    };
    match loading.advance(SLICE) {
        Ok(false) => {
            world.resource_mut::<Notice>().say(loading.progress());
            world.insert_resource(loading);
            world.write_message(RequestRedraw);
        }
        Ok(true) => match loading.finish(world.resource::<SaveFolder>()) {
            Ok((run, kept)) => {
                let mut notice = world.resource_mut::<Notice>();
                if let Some(kept) = kept {
                    notice.say(kept);
                } else if Loading::is_progress(notice.text()) {
                    notice.clear();
                }
                Saves::play(world, run);
                open_descend(world);
            }
            Err(error) => refuse(world, error),
        },
        Err(error) => refuse(world, error),
    }
}

fn stop(mut commands: Commands) {
    commands.remove_resource::<Loading>();
    commands.remove_resource::<Remains>();
}

/// Says why a run cannot be continued, or offers what is left of it.
fn refuse(world: &mut World, error: NotLoaded) {
    match error {
        NotLoaded::Unreadable(reason) => world.resource_mut::<Notice>().say(reason),
        NotLoaded::Damaged(remains) => {
            world.insert_resource(*remains);
            open_page(world, Page::ConfirmRemains);
        }
    }
}

fn open_page(world: &mut World, page: Page) {
    let now = world.resource::<Time<Real>>().elapsed();
    world.resource_mut::<Menu>().open(page, now);
    world.write_message(RequestRedraw);
}

fn open_descend(world: &mut World) {
    let open = |mut screens: OpenScreen| screens.open(Screen::Descend, Begin::Last);
    world
        .run_system_once(open)
        .expect("every app with a title has screens");
}
