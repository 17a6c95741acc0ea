//! What lights up for a moment: the tiles where blows landed, and light that runs from a solved
//! conduit out through the level, as far as it is known.

use std::collections::VecDeque;
use std::time::Duration;

use bevy::prelude::*;
use bevy::window::RequestRedraw;

use super::shown::ShownRun;
use super::turn::TurnTaken;
use crate::app::settings::Settings;
use crate::game::{GameEvent, View};
use crate::geom::{Dir, Grid, Pos};

/// How long a blow is shown.
const FLASH: Duration = Duration::from_millis(110);

/// Tiles that light passes in a second.
const SPEED: f32 = 26.0;

/// Tiles behind its front that still glow.
const TRAIL: f32 = 14.0;

/// How far it runs, in tiles.
const REACH: u16 = 60;

/// The effects that are shown. Times are since start-up.
#[derive(Resource, Default)]
pub(super) struct Effects {
    /// Where blows landed, and until when that is shown.
    pub blows: Vec<Pos>,
    until: Duration,
    /// Each tile that light comes to, with the steps there.
    reach: Vec<(Pos, u16)>,
    began: Duration,
    /// Steps that the front of the light has come.
    front: f32,
}

impl Effects {
    /// Whether there are none.
    pub const fn is_empty(&self) -> bool {
        self.blows.is_empty() && self.reach.is_empty()
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

/// Begins what the turns of this frame call for.
pub(super) fn begin(
    shown: ShownRun,
    (time, settings): (Res<Time<Real>>, Option<Res<Settings>>),
    mut turns: MessageReader<TurnTaken>,
    mut effects: ResMut<Effects>,
) {
    let now = time.elapsed();
    let mut blows = Vec::new();
    let mut is_solved = false;
    for turn in turns.read() {
        blows.extend_from_slice(&turn.blows);
        let solved = |event| matches!(event, &GameEvent::VaultOpened { .. } | &GameEvent::Won);
        is_solved |= turn.events.iter().any(solved);
    }
    if !blows.is_empty() {
        effects.blows = blows;
        effects.until = now + FLASH;
    }
    let vault = shown.view().and_then(|view| Some((view, view.vault()?)));
    if let Some((view, vault)) = vault.filter(|_| is_solved)
        && !settings.is_some_and(|settings| settings.is_still())
    {
        effects.reach = reach(view, vault.lever);
        (effects.began, effects.front) = (now, 0.0);
    }
}

/// Moves them on until they are over, and asks for frames until then.
pub(super) fn advance(
    time: Res<Time<Real>>,
    mut effects: ResMut<Effects>,
    mut redraw: MessageWriter<RequestRedraw>,
) {
    let now = time.elapsed();
    redraw.write(RequestRedraw);
    if !effects.blows.is_empty() && now >= effects.until {
        effects.blows.clear();
    }
    if let Some((_, farthest)) = effects.reach.last() {
        let end = f32::from(*farthest) + TRAIL;
        effects.front = now.saturating_sub(effects.began).as_secs_f32() * SPEED;
        if effects.front > end {
            effects.reach.clear();
        }
    }
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
        let mut effects = Effects {
            reach: reach(view, from),
            ..default()
        };
        assert!(effects.reach.len() > 5);
        assert!(effects.reach.is_sorted_by_key(|(_, steps)| *steps));
        for (pos, _) in &effects.reach {
            assert!(view.tile(*pos).is_some_and(|tile| tile.tile.is_walkable()));
        }
        assert_eq!(effects.glow().collect::<Vec<_>>(), [(from, 1.0)]);
        effects.front = 2.0;
        assert!(effects.glow().count() > 1);
        assert!(effects.glow().all(|(pos, glow)| glow < 1.0 || pos != from));
        effects.front = 1000.0;
        assert_eq!(effects.glow().count(), 0);
    }
}
