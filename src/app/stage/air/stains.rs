//! Blood, scorch marks and ash that fights leave on the ground. They last as long as the run is shown and
//! are not saved with it.

use std::collections::BTreeMap;
use std::time::Duration;

use bevy::prelude::*;

use super::effects::Effects;
use crate::app::dungeon::paint::hash;
use crate::app::glyph::{Cell, Drawn};
use crate::app::stage::level::ShownLevel;
use crate::app::stage::look::{Colour, blend};
use crate::app::stage::present::{Residue, present};
use crate::app::stage::runs::shown::ShownRun;
use crate::app::stage::runs::turn::TurnTaken;
use crate::game::View;
use crate::game::content::{Content, MonsterKind};
use crate::geom::{Dir, Grid, Pos};
use crate::map::{Map, Tile, fov};
use crate::rng::Seed;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Stain {
    /// Blood, or whatever fluid a monster has instead.
    Blood(Colour),
    Scorch,
    Ash,
}

const BLOOD: Colour = [150, 22, 20];
const WAX: Colour = [176, 164, 104];
const SOOT: Colour = [22, 17, 16];
const ASH: Colour = [150, 146, 144];

/// Damage from which a hit draws blood.
const MIN_BLEEDING_DAMAGE: i32 = 3;

/// The stains of a run, by depth and tile.
#[derive(Resource, Default)]
pub(in crate::app::stage) struct Stains {
    /// The seed of the run, and its current depth and turn.
    run: Option<Seed>,
    depth: u8,
    turns: u64,
    visible: BTreeMap<(u8, Pos), Stain>,
    /// Stains to show later, with the time since start-up: blood appears with the blow that draws it.
    pending: Vec<(Duration, (u8, Pos), Stain)>,
}

impl Stains {
    pub const fn are_pending(&self) -> bool {
        !self.pending.is_empty()
    }

    fn add(&mut self, pos: Pos, stain: Stain) {
        self.pending
            .push((Duration::ZERO, (self.depth, pos), stain));
    }

    /// Shows the stains that are due, in order; returns whether there are any.
    fn show_until(&mut self, now: Duration) -> bool {
        let before = self.pending.len();
        let due = self.pending.extract_if(.., |(start, ..)| *start <= now);
        self.visible
            .extend(due.map(|(_, place, stain)| (place, stain)));
        self.pending.len() < before
    }

    /// Adds the stains of a turn as pending.
    fn record_turn(&mut self, turn: &TurnTaken, map: &Map, view: View<'_>) {
        let mut burnt = Vec::new();
        for event in &turn.events {
            match present(event, view).residue {
                Some(Residue::Level(depth)) => self.depth = depth,
                Some(Residue::Wound { who, damage }) if damage >= MIN_BLEEDING_DAMAGE => {
                    if let Some(pos) = turn.position(who.id) {
                        self.add(pos, blood_of(who.kind, view.content()));
                    }
                }
                Some(Residue::Burn { who }) => burnt.push(who),
                Some(Residue::Death { who, kind, at }) => {
                    let stain = match burnt.contains(&who) {
                        true => Stain::Ash,
                        false => blood_of(Some(kind), view.content()),
                    };
                    let beside = Dir::ALL[hash(at) as usize % Dir::ALL.len()];
                    self.add(at, stain);
                    self.add(at.step(beside), stain);
                }
                Some(Residue::Scorch { center, radius }) => {
                    fov::visible(map, center, radius, |pos| {
                        let offset = pos - center;
                        let square = (offset.x * offset.x + offset.y * offset.y) as u32;
                        // Away from the centre a quarter of the tiles stays clean, for a ragged edge.
                        if square <= radius * radius && (square < 3 || !hash(pos).is_multiple_of(4))
                        {
                            self.add(pos, Stain::Scorch);
                        }
                    });
                }
                Some(Residue::Wound { .. }) | None => {}
            }
        }
    }

    /// Draws the stains of the current level that lie on bare floor.
    pub fn draw(&self, map: &Map, cells: &mut Grid<Cell>) {
        let here = (self.depth, Pos::new(i32::MIN, i32::MIN))..;
        let here = self.visible.range(here);
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

/// The stain of a wounded monster, or of the player if `kind` is `None`.
fn blood_of(kind: Option<MonsterKind>, content: &Content) -> Stain {
    let Some(kind) = kind else {
        return Stain::Blood(BLOOD);
    };
    let abilities = &content.monster(kind).abilities;
    if abilities.splits.is_some() {
        Stain::Blood(WAX)
    } else if abilities.any(|nature| nature.is_dry) {
        Stain::Ash
    } else {
        Stain::Blood(BLOOD)
    }
}

/// Records the stains of this frame's turns, each due when the effect that causes it arrives.
pub(in crate::app::stage) fn record_turns(
    shown: ShownRun,
    (level, effects): (Res<ShownLevel>, Res<Effects>),
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
    let map = level.0.as_ref().map_or(&nothing, |level| &level.map);
    for turn in turns.read() {
        let first = stains.pending.len();
        stains.record_turn(turn, map, view);
        for (start, (_, pos), _) in &mut stains.pending[first..] {
            *start = effects.arrival_at(*pos).unwrap_or_default();
        }
    }
    // A seek in a recording changes the level without an event.
    stains.depth = view.depth();
}

/// Shows the stains that are due; all of them once no effect is playing.
pub(in crate::app::stage) fn show_due(effects: Res<Effects>, mut stains: ResMut<Stains>) {
    let now = effects.now().unwrap_or(Duration::MAX);
    if stains.bypass_change_detection().show_until(now) {
        stains.set_changed();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::stage::Run;
    use crate::game::{ActorId, BlastKind, EventActor, FightEvent, GameEvent, PlaceEvent};

    fn turn(events: Vec<GameEvent>) -> TurnTaken {
        TurnTaken {
            events,
            positions: vec![(ActorId::PLAYER, Pos::new(2, 1))],
        }
    }

    #[test]
    fn blood_stays_where_it_was_shed_and_on_its_own_level() {
        let map = Map::from_text("#######\n#.....#\n#######\n").unwrap();
        let hit = |damage| {
            GameEvent::Fight(FightEvent::Hit {
                by: EventActor::PLAYER,
                at: EventActor::PLAYER,
                damage,
                surprise: None,
                projectile: None,
            })
        };
        let arrived = |depth| GameEvent::Place(PlaceEvent::Arrived { depth, first: true });
        let mut stains = Stains::default();
        let run = Run::new(Seed(7), None).unwrap();
        let view = run.game().view();
        stains.record_turn(&turn(vec![arrived(1), hit(2)]), &map, view);
        assert!(!stains.are_pending(), "a scratch");
        stains.record_turn(&turn(vec![hit(5), arrived(2)]), &map, view);
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
        let blast = GameEvent::Fight(FightEvent::Blast {
            kind: BlastKind::Fire,
            center: Pos::new(1, 1),
            radius: 5,
        });
        let mut stains = Stains::default();
        let run = Run::new(Seed(7), None).unwrap();
        stains.record_turn(&turn(vec![blast]), &map, run.game().view());
        let arrives = Duration::from_millis(90);
        for (start, ..) in &mut stains.pending {
            *start = arrives;
        }
        assert!(!stains.show_until(arrives / 2), "before the blast");
        assert!(stains.visible.is_empty());
        assert!(stains.show_until(arrives) && !stains.are_pending());
        let mut cells = Grid::new(7, 3, Cell::default());
        stains.draw(&map, &mut cells);
        let marked = |x| cells[Pos::new(x, 1)] != Cell::default();
        assert!(marked(1) && marked(2));
        assert!(!marked(4) && !marked(5), "not behind the wall");
    }
}
