//! The work of the sheet: goes on with the search or the heat map, and makes pictures on all threads within a budget of time
//! per frame.

use std::time::Duration;

use bevy::platform::time::Instant;
use bevy::prelude::*;
use bevy::tasks::ComputeTaskPool;

use super::layout::Layout;
use super::listing::{Item, Source};
use super::state::Sheet;
use super::thumbnail::{Scratch, Thumbnail, make};
use crate::app::dungeon::Look;
use crate::app::platform::clock::{FRAME, Wake};

/// Time in a frame for making pictures.
const BUDGET: Duration = Duration::from_millis(20);
/// The same while none is made: nothing moves yet, and more frames would take longer.
const FIRST_BUDGET: Duration = Duration::from_millis(60);
/// Maps that a thread makes before it looks at the clock.
const BATCH: usize = 4;

/// Goes on with the search and shows what it finds.
pub(super) fn go_on_searching(mut sheet: ResMut<Sheet>, mut wake: MessageWriter<Wake>) {
    if sheet.source() != Source::Found {
        return;
    }
    let Some(search) = sheet.bypass_change_detection().search.as_mut() else {
        return;
    };
    let is_new = search.go_on();
    if !search.is_over() {
        wake.write(Wake(FRAME));
    }
    if is_new {
        let items = search.items();
        sheet.replace(items);
    }
}

/// Goes on with the measuring and shows what is new.
pub(super) fn go_on_measuring(mut sheet: ResMut<Sheet>, mut wake: MessageWriter<Wake>) {
    if sheet.source() != Source::Range {
        return;
    }
    let Some(chart) = sheet.bypass_change_detection().chart.as_mut() else {
        return;
    };
    let (is_new, is_over) = chart.go_on();
    if !is_over {
        wake.write(Wake(FRAME));
    }
    if is_new {
        sheet.set_changed();
    }
}

/// Makes pictures that are due, in their order, until the time is up.
pub(super) fn make_thumbnails(
    mut sheet: ResMut<Sheet>,
    (layout, look): (Res<Layout>, Res<Look>),
    mut scratches: Local<Vec<Scratch>>,
    mut wake: MessageWriter<Wake>,
) {
    let start = Instant::now();
    let is_made = |item: &Item| !matches!(item.thumbnail, Thumbnail::Due);
    let budget = match sheet.items().iter().any(is_made) {
        true => BUDGET,
        false => FIRST_BUDGET,
    };
    if look.is_changed() {
        sheet.forget_pictures();
    }
    let (picture, look) = (layout.picture, *look);
    let pool = ComputeTaskPool::get();
    let threads = pool.thread_num().max(1);
    scratches.resize_with(threads, Scratch::default);
    loop {
        let due = sheet.due(threads * BATCH);
        if due.is_empty() {
            break;
        }
        let items = sheet.bypass_change_detection().items();
        let share = due.len().div_ceil(threads);
        let made = pool.scope(|scope| {
            for (places, scratch) in due.chunks(share).zip(scratches.iter_mut()) {
                scope.spawn(async move {
                    let one = |place: &usize| {
                        let spec = &items[*place].spec;
                        (*place, make(spec, look, picture, scratch))
                    };
                    places.iter().map(one).collect::<Vec<_>>()
                });
            }
        });
        for (place, thumbnail) in made.into_iter().flatten() {
            sheet.set_thumbnail(place, thumbnail);
        }
        if sheet.order().is_some() {
            sheet.arrange();
        }
        if start.elapsed() > budget {
            wake.write(Wake(FRAME));
            break;
        }
    }
}
