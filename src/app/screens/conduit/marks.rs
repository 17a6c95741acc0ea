//! What the Conduit screen marks on its board: hints, tiles found wrong, and packets of light.

use super::boards::BoardSession;
use super::lessons;
use crate::app::board::{HINTED, Mark, PacketSlots, REASON, SIDES, WRONG};
use crate::conduit::TICKS_PER_TILE;
use crate::geom::{Grid, Pos};
use crate::profile::board::texts;

/// Collects the marks of the hint, the check and the lesson.
pub(super) fn collect_marks(session: &BoardSession, marks: &mut Grid<Mark>) {
    let conduit = session.conduit();
    let size = conduit.size();
    let [upper, lower] = conduit.board().wellspring();
    marks.reset(size.width, size.height, Mark::default());
    let mut set = |pos: Pos, flag: u32| {
        marks[pos].flags |= flag;
        if pos == lower {
            marks[upper].flags |= flag;
        }
    };
    for pos in session.wrong_tiles() {
        set(*pos, WRONG);
    }
    let lesson = session.lesson();
    let target = lesson.and_then(|number| lessons::target_tile(number, conduit));
    if let Some(at) = target {
        set(at, HINTED);
    }
    let Some(hint) = session.hint() else { return };
    for tile in hint.because.iter().flat_map(|because| &because.tiles) {
        set(*tile, REASON);
    }
    set(hint.at, HINTED);
    let (joined, closed) = texts::known_edges(hint).unwrap_or_default();
    // In a wellspring of two, the upward edge belongs to the upper half.
    let halves = if hint.at == lower && upper != lower {
        [(upper, 8), (lower, 7)]
    } else {
        [(hint.at, 15), (hint.at, 15)]
    };
    for (at, own_sides) in halves {
        marks[at].joined |= joined.bits() & own_sides;
        marks[at].closed |= closed.bits() & own_sides;
    }
}

/// Collects the packets of light on each tile.
pub(super) fn collect_packets(session: &BoardSession, slots: &mut Grid<PacketSlots>) {
    let conduit = session.conduit();
    let size = conduit.size();
    slots.reset(size.width, size.height, (0, false));
    if !session.are_packets_running() {
        return;
    }
    for packet in session.packets().iter(conduit) {
        let side = SIDES.iter().position(|dir| *dir == packet.dir).unwrap_or(0);
        let half = TICKS_PER_TILE / 2;
        if packet.ticks == 0 {
            slots[packet.from].1 = true;
        } else if packet.ticks < half {
            slots[packet.from].0 |= 1 << (side * 8 + usize::from(packet.ticks) - 1);
        } else if let Some(to) = conduit.beyond(packet.from, packet.dir) {
            let place = usize::from(TICKS_PER_TILE - 1 - packet.ticks);
            slots[to].0 |= 1 << ((side + 2) % 4 * 8 + place);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::puzzle::Puzzle;
    use crate::app::screens::conduit::Boards;
    use crate::conduit::{Input, Move};
    use crate::rng::Seed;
    use std::time::Duration;

    #[test]
    fn packets_lie_on_joined_arms_all_the_way() {
        let mut session = BoardSession::of(Boards::first(Seed(7)));
        session.apply_input(Input::Board(Move::Solve)).unwrap();
        let mut packets = Grid::default();
        let mut count = 0;
        for _ in 0..200 {
            session.run_packets(Duration::from_millis(20));
            collect_packets(&session, &mut packets);
            for (pos, (slots, _)) in packets.iter() {
                let joined = session.conduit().joined(pos);
                for side in (0..4).filter(|side| slots >> (8 * side) & 255 != 0) {
                    assert!(joined.bits() >> side & 1 == 1, "{pos} {side}");
                    count += 1;
                }
            }
        }
        assert!(count > 1000, "{count}");
    }

    #[test]
    fn a_hint_is_marked_with_the_tiles_it_follows_from() {
        let mut session = BoardSession::of(Boards::first(Seed(7)));
        let mut marks = Grid::default();
        let mut reasons = 0;
        while !session.conduit().is_won() {
            session.apply_input(Input::Board(Move::Hint)).unwrap();
            collect_marks(&session, &mut marks);
            let marks = marks.as_slice();
            let hinted = marks.iter().any(|mark| mark.flags & HINTED != 0);
            assert_eq!(
                hinted,
                !session.conduit().is_won(),
                "a solved board has no marks"
            );
            reasons += marks.iter().filter(|mark| mark.flags & REASON != 0).count();
        }
        assert!(reasons > 50, "{reasons}");
    }
}
