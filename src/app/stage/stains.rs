//! What fights leave on the ground: blood, scorch and ash, where they happened. Kept for as long as the
//! run is shown; no part of it.

use std::collections::BTreeMap;
use std::time::Duration;

use bevy::prelude::*;

use super::effects::{Effects, blend};
use super::look::Colour;
use super::scene::Ground;
use super::shown::ShownRun;
use super::turn::TurnTaken;
use crate::app::dungeon::paint::hash;
use crate::app::glyph::{Cell, Drawn};
use crate::game::content::{MonsterDef, Role};
use crate::game::{ActorId, BlastKind, Cause, GameEvent, Perception};
use crate::geom::{Dir, Grid, Pos};
use crate::map::{Map, Tile, fov};
use crate::rng::Seed;

/// What lies on a tile.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Stain {
    /// Blood, or what runs in its place.
    Blood(Colour),
    Scorch,
    Ash,
}

const BLOOD: Colour = [150, 22, 20];
const WAX: Colour = [176, 164, 104];
const SOOT: Colour = [22, 17, 16];
const ASH: Colour = [150, 146, 144];

/// Least damage that draws blood.
const DEEP: i32 = 3;

/// What has been left, by depth and tile.
#[derive(Resource, Default)]
pub(super) struct Stains {
    /// The run, the depth at which it is, and how far it has come.
    run: Option<Seed>,
    depth: u8,
    turns: u64,
    left: BTreeMap<(u8, Pos), Stain>,
    /// Those that are not seen yet, and from when on they are: blood comes with the blow.
    pending: Vec<(Duration, (u8, Pos), Stain)>,
}

impl Stains {
    /// Whether some are not seen yet.
    pub const fn are_pending(&self) -> bool {
        !self.pending.is_empty()
    }

    fn leave(&mut self, pos: Pos, stain: Stain) {
        self.pending
            .push((Duration::ZERO, (self.depth, pos), stain));
    }

    /// Shows those whose time has come, in their order; whether there are any.
    fn show_until(&mut self, now: Duration) -> bool {
        let before = self.pending.len();
        let due = self.pending.extract_if(.., |(from, ..)| *from <= now);
        self.left
            .extend(due.map(|(_, place, stain)| (place, stain)));
        self.pending.len() < before
    }

    /// What a turn leaves.
    fn take(&mut self, turn: &TurnTaken, map: &Map, what_is: impl Fn(ActorId) -> Stain) {
        let mut burnt = Vec::new();
        for event in &turn.events {
            match *event {
                GameEvent::Arrived { depth, .. } => self.depth = depth,
                GameEvent::Hit { at, damage, .. }
                    if damage >= DEEP && at.perception == Perception::Seen =>
                {
                    if let Some(pos) = turn.place(at.id) {
                        self.leave(pos, what_is(at.id));
                    }
                }
                GameEvent::Hurt {
                    who,
                    cause: Cause::Fire,
                    ..
                } => burnt.push(who.id),
                GameEvent::Died { who, pos, .. } if who.perception == Perception::Seen => {
                    let stain = match burnt.contains(&who.id) {
                        true => Stain::Ash,
                        false => what_is(who.id),
                    };
                    let beside = Dir::ALL[hash(pos) as usize % Dir::ALL.len()];
                    self.leave(pos, stain);
                    self.leave(pos.step(beside), stain);
                }
                GameEvent::Blast {
                    kind: BlastKind::Fire,
                    center,
                    radius,
                } => fov::visible(map, center, radius, |pos| {
                    let offset = pos - center;
                    let far = (offset.x * offset.x + offset.y * offset.y) as u32;
                    // The edge is ragged.
                    if far <= radius * radius && (far < 3 || !hash(pos).is_multiple_of(4)) {
                        self.leave(pos, Stain::Scorch);
                    }
                }),
                _ => {}
            }
        }
    }

    /// Draws what lies on bare ground at this depth.
    pub fn draw(&self, map: &Map, cells: &mut Grid<Cell>) {
        let here = (self.depth, Pos::new(i32::MIN, i32::MIN))..;
        let here = self.left.range(here);
        for ((_, pos), stain) in here.take_while(|((depth, _), _)| *depth == self.depth) {
            let bare = map.tiles.get(*pos) == Some(&Tile::Floor);
            let Some(cell) = cells.get_mut(*pos).filter(|_| bare) else {
                continue;
            };
            let (mark, colour, share) = match stain {
                Stain::Blood(colour) => (Drawn::Splash, *colour, 0.3),
                Stain::Scorch => (Drawn::Flecks, SOOT, 0.55),
                Stain::Ash => (Drawn::Pebbles, ASH, 0.35),
            };
            *cell = Cell {
                glyph: mark.glyph(),
                fg: blend(cell.bg, colour, 0.85),
                bg: blend(cell.bg, colour, share),
            };
        }
    }
}

/// What runs in a kind of monster.
const fn inside(def: &MonsterDef) -> Stain {
    match def.role {
        Role::Splitter => Stain::Blood(WAX),
        Role::Exploder | Role::Phaser | Role::Snuffer | Role::Summoner => Stain::Ash,
        _ => Stain::Blood(BLOOD),
    }
}

/// Notes what the turns of this frame leave.
pub(super) fn note(
    shown: ShownRun,
    (ground, effects): (Res<Ground>, Res<Effects>),
    mut turns: MessageReader<TurnTaken>,
    mut stains: ResMut<Stains>,
) {
    let Some((run, view)) = shown.run().zip(shown.view()) else {
        return;
    };
    let (seed, now) = (run.game().seed(), run.game().turns());
    if stains.run != Some(seed) || now < stains.turns {
        *stains = Stains {
            run: Some(seed),
            depth: view.depth(),
            ..default()
        };
    }
    stains.turns = now;
    let nothing = Map::default();
    let map = ground.0.as_ref().map_or(&nothing, |level| &level.map);
    for turn in turns.read() {
        let kind_of = |id: ActorId| {
            turn.events.iter().find_map(|event| match event {
                GameEvent::Hit { at, .. } if at.id == id => at.kind,
                GameEvent::Died { who, kind, .. } if who.id == id => Some(*kind),
                _ => None,
            })
        };
        let first = stains.pending.len();
        stains.take(turn, map, |id| {
            kind_of(id).map_or(Stain::Blood(BLOOD), |kind| {
                inside(view.content().monster(kind))
            })
        });
        for (from, (_, pos), _) in &mut stains.pending[first..] {
            *from = effects.reach(*pos).unwrap_or_default();
        }
    }
    // A level may have been reached in a way that no event tells of, as by going through a recording.
    stains.depth = view.depth();
}

/// Shows the stains whose time has come: all of them where nothing is shown happening.
pub(super) fn settle(effects: Res<Effects>, mut stains: ResMut<Stains>) {
    let now = effects.now().unwrap_or(Duration::MAX);
    if stains.bypass_change_detection().show_until(now) {
        stains.set_changed();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::EventActor;

    fn turn(events: Vec<GameEvent>) -> TurnTaken {
        TurnTaken {
            events,
            before: Vec::new(),
            after: vec![(ActorId::PLAYER, Pos::new(2, 1))],
        }
    }

    #[test]
    fn blood_stays_where_it_was_shed_and_on_its_own_level() {
        let map = Map::from_text("#######\n#.....#\n#######\n").unwrap();
        let hit = |damage| GameEvent::Hit {
            by: EventActor::PLAYER,
            at: EventActor::PLAYER,
            damage,
            asleep: false,
        };
        let arrived = |depth| GameEvent::Arrived { depth, first: true };
        let mut stains = Stains::default();
        let blood = |_| Stain::Blood(BLOOD);
        stains.take(&turn(vec![arrived(1), hit(2)]), &map, blood);
        assert!(!stains.are_pending(), "a scratch");
        stains.take(&turn(vec![hit(5), arrived(2)]), &map, blood);
        stains.show_until(Duration::ZERO);
        let plain = || Grid::new(7, 3, Cell::default());
        let mut cells = plain();
        stains.draw(&map, &mut cells);
        assert!(cells == plain(), "it was shed on the level above");
        stains.depth = 1;
        stains.draw(&map, &mut cells);
        assert_eq!(cells[Pos::new(2, 1)].glyph, Drawn::Splash.glyph());
        assert_eq!(
            cells
                .iter()
                .filter(|(_, cell)| **cell != Cell::default())
                .count(),
            1
        );
    }

    #[test]
    fn a_blast_of_fire_scorches_the_ground_it_reaches() {
        let map = Map::from_text("#######\n#..#..#\n#######\n").unwrap();
        let blast = GameEvent::Blast {
            kind: BlastKind::Fire,
            center: Pos::new(1, 1),
            radius: 5,
        };
        let mut stains = Stains::default();
        stains.take(&turn(vec![blast]), &map, |_| Stain::Ash);
        let arrives = Duration::from_millis(90);
        for (from, ..) in &mut stains.pending {
            *from = arrives;
        }
        assert!(!stains.show_until(arrives / 2), "before the blast");
        assert!(stains.left.is_empty());
        assert!(stains.show_until(arrives) && !stains.are_pending());
        let mut cells = Grid::new(7, 3, Cell::default());
        stains.draw(&map, &mut cells);
        let marked = |x| cells[Pos::new(x, 1)] != Cell::default();
        assert!(marked(1) && marked(2));
        assert!(!marked(4) && !marked(5), "not behind the wall");
    }
}
