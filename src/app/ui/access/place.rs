//! Says where the player is, by the words of the screen's card, when that changes.

use bevy::prelude::*;

use crate::app::card::Cards;
use crate::app::screen::Screen;
use crate::app::speech::{Speaking, Speech, is_heard};

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Place>().add_systems(
        PostUpdate,
        find.pipe(say)
            .run_if(is_heard)
            .run_if(resource_exists::<State<Screen>>)
            .in_set(Speaking::Place),
    );
}

/// The screen, and the words for where the player is on it; empty if there is nothing to tell.
#[derive(Resource, Default, PartialEq, Eq)]
pub(super) struct Place(Option<Screen>, pub String);

fn find(world: &World) -> Place {
    let screen = *world.resource::<State<Screen>>().get();
    let place = (Cards::shown(world).place)(world);
    Place(Some(screen), place.unwrap_or_default())
}

fn say(now: In<Place>, mut told: ResMut<Place>, mut speech: ResMut<Speech>) {
    if told.0 != now.0.0
        && let Some(screen) = now.0.0
    {
        speech.say(screen.title());
    }
    if *told != now.0 {
        speech.say_new(&now.0.1, &told.1);
        *told = now.0;
    }
}
