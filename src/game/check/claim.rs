//! Building blocks of checks: one-line assertions, and checks that several parts share.

use std::fmt::{Debug, Display};

use crate::game::content::{Content, LEVEL_SIZE, MonsterKind};
use crate::game::item::Item;
use crate::geom::Pos;

/// The error describes what is wrong, and what would be valid.
pub(super) type Validity = Result<(), String>;

/// The longest delay until an actor's next action, in ticks. Content allows 1,000 for a step or an
/// attack, which water or a charge can multiply by up to 10.
pub(super) const LONGEST_WAIT: u64 = 10_000;

/// The highest bonus and the greatest penalty of an item that no scroll has improved.
const MAX_BONUS: i8 = 20;

/// Returns an error from a check unless the condition holds.
macro_rules! ensure {
    ($right:expr, $($wrong:tt)+) => {
        if !$right {
            return Err(format!($($wrong)+));
        }
    };
}

pub(super) use ensure;

pub(super) fn check_range<T: PartialOrd + Display>(
    what: &str,
    found: T,
    least: T,
    most: T,
) -> Validity {
    let valid = least <= found && found <= most;
    ensure!(valid, "{what} is {found}, not from {least} to {most}");
    Ok(())
}

pub(super) fn check_equal<T: PartialEq + Debug>(what: &str, found: T, expected: T) -> Validity {
    ensure!(found == expected, "{what} is {found:?}, not {expected:?}");
    Ok(())
}

pub(super) fn check_on_level(pos: Pos, what: &str) -> Validity {
    ensure!(
        LEVEL_SIZE.contains(pos),
        "{what} is at {pos}, which is off the map of {LEVEL_SIZE}"
    );
    Ok(())
}

/// Checks that each tile of a path is adjacent to the next.
pub(super) fn check_path(path: &[Pos]) -> Validity {
    for &pos in path {
        check_on_level(pos, "a tile of its way")?;
    }
    let beside = |pair: &[Pos]| pair[0].dir_to(pair[1]).is_some();
    match path.windows(2).find(|pair| !beside(pair)) {
        Some(pair) => Err(format!("its way leaps from {} to {}", pair[1], pair[0])),
        None => Ok(()),
    }
}

pub(super) fn check_monster_kind(kind: MonsterKind, content: &Content) -> Validity {
    let kinds = content.monsters().len();
    check_range("its kind", usize::from(kind.0), 0, kinds - 1)
}

pub(super) fn check_item(item: &Item, content: &Content) -> Validity {
    let kinds = content.items().len();
    check_range("an item's kind", usize::from(item.kind.0), 0, kinds - 1)?;
    let stacks = content.item(item.kind).stacks();
    let most = if stacks { u16::MAX } else { 1 };
    check_range("an item's count", item.count, 1, most)?;
    let scroll = &content.rules().scroll;
    let improved = scroll.improve_most - 1 + scroll.improve;
    check_range(
        "an item's bonus",
        item.plus,
        -MAX_BONUS,
        improved.max(MAX_BONUS),
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::item::ItemId;

    #[test]
    fn an_item_may_be_as_good_as_the_rules_let_scrolls_make_it() {
        let rules = include_str!("../../../assets/content/rules.ron")
            .replace("improve: 1,", "improve: 9,")
            .replace("improve_most: 20,", "improve_most: 99,");
        let content = Content::read([
            (
                "m.ron",
                include_str!("../../../assets/content/monsters.ron"),
            ),
            ("i.ron", include_str!("../../../assets/content/items.ron")),
            ("l.ron", include_str!("../../../assets/content/levels.ron")),
            ("r.ron", &rules),
        ])
        .unwrap();
        let sword = content.find_item("wax-knife").unwrap();
        let check = |plus| check_item(&Item::new(ItemId::new(1, 1), sword, 1, plus), &content);
        assert_eq!(check(107), Ok(()));
        assert!(check(108).is_err());
        let embedded = Content::embedded().unwrap();
        let item = Item::new(ItemId::new(1, 1), sword, 1, 21);
        assert!(check_item(&item, embedded).is_err());
    }
}
