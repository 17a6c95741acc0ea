//! Light that runs from a solved conduit out through the level, as far as it is known.

use std::collections::VecDeque;
use std::time::Duration;

use bevy::prelude::*;
use bevy::window::RequestRedraw;

use super::shown::Stage;
use crate::app::settings::Settings;
use crate::game::{GameEvent, View};
use crate::geom::{Dir, Grid, Pos};

/// Tiles that light passes in a second.
const SPEED: f32 = 26.0;

/// Tiles behind its front that still glow.
const TRAIL: f32 = 14.0;

/// How far it runs, in tiles.
const REACH: u16 = 60;

/// Light on its way: each tile it comes to, with the steps there.
#[derive(Resource, Default)]
pub(super) struct Surge {
    reach: Vec<(Pos, u16)>,
    began: Duration,
    /// Steps that its front has come.
    front: f32,
}

impl Surge {
    /// Whether any light runs.
    pub fn is_over(&self) -> bool {
        self.reach.is_empty()
    }

    /// The tiles that glow, from 0 for hardly to 1 for the front.
    pub fn glow(&self) -> impl Iterator<Item = (Pos, f32)> {
        self.reach.iter().filter_map(|(pos, steps)| {
            let behind = self.front - f32::from(*steps);
            let glows = (0.0..TRAIL).contains(&behind);
            glows.then_some((*pos, 1.0 - behind / TRAIL))
        })
    }
}

/// The tiles that are known to be open, around a wall or a tile that light comes from.
fn reach(view: View<'_>, from: Pos) -> Vec<(Pos, u16)> {
    let size = view.size();
    let mut seen = Grid::new(size.width, size.height, false);
    if let Some(seen) = seen.get_mut(from) {
        *seen = true;
    }
    let mut queue = VecDeque::from([(from, 0)]);
    let mut reach = vec![(from, 0)];
    while let Some((pos, steps)) = queue.pop_front() {
        for to in Dir::CARDINAL.map(|dir| pos.step(dir)) {
            let open = view.tile(to).is_some_and(|tile| tile.tile.is_walkable());
            let new = open && steps < REACH && seen.get(to) == Some(&false);
            if new {
                seen[to] = true;
                reach.push((to, steps + 1));
                queue.push_back((to, steps + 1));
            }
        }
    }
    reach
}

/// Lets light run from what has just been solved.
pub(super) fn begin(
    stage: Stage,
    (time, settings): (Option<Res<Time<Real>>>, Option<Res<Settings>>),
    mut surge: ResMut<Surge>,
) {
    if Settings::is_still(settings.as_deref()) {
        return;
    }
    let (Some(run), Some(view)) = (stage.run(), stage.view()) else {
        return;
    };
    let solved =
        |event: &GameEvent| matches!(event, GameEvent::VaultOpened { .. } | GameEvent::Won);
    if !run.events().iter().any(solved) {
        return;
    }
    let Some(vault) = view.vault() else { return };
    *surge = Surge {
        reach: reach(view, vault.lever),
        began: time.map_or(Duration::ZERO, |time| time.elapsed()),
        front: 0.0,
    };
}

/// Moves it on, until its trail has passed the last tile.
pub(super) fn advance(
    time: Option<Res<Time<Real>>>,
    mut surge: ResMut<Surge>,
    mut redraw: MessageWriter<RequestRedraw>,
) {
    let Some((_, farthest)) = surge.reach.last() else {
        return;
    };
    let end = f32::from(*farthest) + TRAIL;
    let now = time.map_or(Duration::ZERO, |time| time.elapsed());
    surge.front = now.saturating_sub(surge.began).as_secs_f32() * SPEED;
    if surge.front > end {
        surge.reach.clear();
    }
    redraw.write(RequestRedraw);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::stage::Run;
    use crate::rng::Seed;

    #[test]
    fn light_goes_outward_step_by_step_and_leaves_a_trail() {
        let run = Run::new(Seed(7), None).unwrap();
        let view = run.game().view();
        let from = view.player().pos;
        let mut surge = Surge {
            reach: reach(view, from),
            ..default()
        };
        assert!(surge.reach.len() > 5);
        assert!(surge.reach.is_sorted_by_key(|(_, steps)| *steps));
        for (pos, _) in &surge.reach {
            assert!(view.tile(*pos).is_some_and(|tile| tile.tile.is_walkable()));
        }
        assert_eq!(surge.glow().collect::<Vec<_>>(), [(from, 1.0)]);
        surge.front = 2.0;
        assert!(surge.glow().count() > 1);
        assert!(surge.glow().all(|(pos, glow)| glow < 1.0 || pos != from));
        surge.front = 1000.0;
        assert_eq!(surge.glow().count(), 0);
    }
}
