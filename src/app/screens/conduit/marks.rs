//! What the Conduit screen marks on its board: hints, tiles found wrong, and packets of light.

use super::lessons;
use super::session::Session;
use crate::app::board::{HINTED, Mark, REASON, SIDES, TilePackets, WRONG, index};
use crate::conduit::{Hint, Mask, Reason, TICKS_PER_TILE};
use crate::geom::Pos;

/// Collects the marks of the hint, the check and the lesson, row by row.
pub(super) fn collect_marks(session: &Session, marks: &mut Vec<Mark>) {
    let conduit = session.conduit();
    let [upper, lower] = conduit.board().wellspring();
    marks.clear();
    marks.resize(conduit.size().area(), Mark::default());
    let mut set = |pos: Pos, flag: u32| {
        marks[index(conduit, pos)].flags |= flag;
        if pos == lower {
            marks[index(conduit, upper)].flags |= flag;
        }
    };
    for pos in session.wrong() {
        set(*pos, WRONG);
    }
    if let Some(at) = lessons::spoken_of(session) {
        set(at, HINTED);
    }
    let Some(hint) = session.hint() else { return };
    for tile in hint.because.iter().flat_map(|because| &because.tiles) {
        set(*tile, REASON);
    }
    set(hint.at, HINTED);
    let (joined, closed) = known(hint);
    // Of a wellspring of two, the edge going up is the upper half's.
    let halves = if hint.at == lower && upper != lower {
        [(upper, 8), (lower, 7)]
    } else {
        [(hint.at, 15), (hint.at, 15)]
    };
    for (at, own) in halves {
        let mark = &mut marks[index(conduit, at)];
        mark.joined |= joined.bits() & own;
        mark.closed |= closed.bits() & own;
    }
}

/// The sides that a hint says must be joined, and those that cannot.
fn known(hint: &Hint) -> (Mask, Mask) {
    let mut known = (Mask::NONE, Mask::NONE);
    for because in &hint.because {
        if let Reason::Edges { joined, closed } = because.reason {
            known = (known.0 | joined, known.1 | closed);
        }
    }
    known
}

/// Collects the packets on each tile, row by row.
pub(super) fn collect_packets(session: &Session, on: &mut Vec<TilePackets>) {
    let conduit = session.conduit();
    on.clear();
    on.resize(conduit.size().area(), (0, false));
    if !session.is_showing() {
        return;
    }
    for packet in session.packets().iter(conduit) {
        let side = SIDES.iter().position(|dir| *dir == packet.dir).unwrap_or(0);
        let half = TICKS_PER_TILE / 2;
        if packet.ticks == 0 {
            on[index(conduit, packet.from)].1 = true;
        } else if packet.ticks < half {
            on[index(conduit, packet.from)].0 |= 1 << (side * 8 + usize::from(packet.ticks) - 1);
        } else if let Some(to) = conduit.beyond(packet.from, packet.dir) {
            let place = usize::from(TICKS_PER_TILE - 1 - packet.ticks);
            on[index(conduit, to)].0 |= 1 << ((side + 2) % 4 * 8 + place);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::screens::conduit::Order;
    use crate::conduit::{Input, Move};
    use crate::rng::Seed;
    use std::time::Duration;

    #[test]
    fn packets_lie_on_joined_arms_all_the_way() {
        let mut session = Session::new(Order::first(Seed(7)));
        session.input(Input::Board(Move::Solve)).unwrap();
        let mut on = Vec::new();
        let mut seen = 0;
        for _ in 0..200 {
            session.run_packets(Duration::from_millis(20));
            collect_packets(&session, &mut on);
            for (index, (slots, _)) in on.iter().enumerate() {
                let width = session.conduit().size().width as usize;
                let pos = Pos::new((index % width) as i32, (index / width) as i32);
                let joined = session.conduit().joined(pos);
                for side in (0..4).filter(|side| slots >> (8 * side) & 255 != 0) {
                    assert!(joined.bits() >> side & 1 == 1, "{index} {side}");
                    seen += 1;
                }
            }
        }
        assert!(seen > 1000, "{seen}");
    }

    #[test]
    fn a_hint_is_marked_with_the_tiles_it_follows_from() {
        let mut session = Session::new(Order::first(Seed(7)));
        let mut marks = Vec::new();
        let mut reasons = 0;
        while !session.conduit().is_won() {
            session.input(Input::Board(Move::Hint)).unwrap();
            collect_marks(&session, &mut marks);
            let hinted = marks.iter().any(|mark| mark.flags & HINTED != 0);
            assert_eq!(
                hinted,
                !session.conduit().is_won(),
                "a solved board is bare"
            );
            reasons += marks.iter().filter(|mark| mark.flags & REASON != 0).count();
        }
        assert!(reasons > 50, "{reasons}");
    }
}
