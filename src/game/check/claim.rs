//! What every check is made of: claims in one line, and claims that several parts share.

use std::fmt::{Debug, Display};

use crate::game::content::{Content, LEVEL_SIZE, MonsterKind};
use crate::game::item::Item;
use crate::game::steps::towards;
use crate::geom::Pos;

/// Describes what is wrong, and what would be right.
pub(super) type Validity = Result<(), String>;

/// The longest time to an actor's next action, in ticks. Content allows 1,000 for a step or an
/// attack, which water or a charge doubles.
pub(super) const LONGEST_WAIT: u64 = 10_000;

/// The highest bonus that scrolls give an item, and the worst penalty.
const MAX_BONUS: i8 = 20;

/// Returns from a check with what is wrong, unless the condition holds.
macro_rules! ensure {
    ($right:expr, $($wrong:tt)+) => {
        if !$right {
            return Err(format!($($wrong)+));
        }
    };
}

pub(super) use ensure;

pub(super) fn within<T: PartialOrd + Display>(what: &str, found: T, least: T, most: T) -> Validity {
    let right = least <= found && found <= most;
    ensure!(right, "{what} is {found}, not from {least} to {most}");
    Ok(())
}

pub(super) fn equal<T: PartialEq + Debug>(what: &str, found: T, right: T) -> Validity {
    ensure!(found == right, "{what} is {found:?}, not {right:?}");
    Ok(())
}

pub(super) fn on_level(pos: Pos, what: &str) -> Validity {
    ensure!(
        LEVEL_SIZE.contains(pos),
        "{what} is at {pos}, which is off the map of {LEVEL_SIZE}"
    );
    Ok(())
}

/// Checks that a path leads from tile to adjacent tile.
pub(super) fn chain(way: &[Pos]) -> Validity {
    for &pos in way {
        on_level(pos, "a tile of its way")?;
    }
    let beside = |pair: &[Pos]| towards(pair[0], pair[1]).is_some();
    match way.windows(2).find(|pair| !beside(pair)) {
        Some(pair) => Err(format!("its way leaps from {} to {}", pair[1], pair[0])),
        None => Ok(()),
    }
}

pub(super) fn monster_kind(kind: MonsterKind, content: &Content) -> Validity {
    let kinds = content.monsters().len();
    within("its kind", usize::from(kind.0), 0, kinds - 1)
}

pub(super) fn item(item: &Item, content: &Content) -> Validity {
    let kinds = content.items().len();
    within("an item's kind", usize::from(item.kind.0), 0, kinds - 1)?;
    let stacks = content.item(item.kind).stacks();
    let most = if stacks { u16::MAX } else { 1 };
    within("an item's count", item.count, 1, most)?;
    within("an item's bonus", item.plus, -MAX_BONUS, MAX_BONUS)
}
