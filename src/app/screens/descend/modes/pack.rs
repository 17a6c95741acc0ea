//! The pack: the list of the items that suit a purpose.

use bevy::prelude::*;

use super::super::action::Offer;
use super::super::mode::{AimKind, Mode, Purpose};
use super::super::reply::{Choice, Reply};
use crate::app::input::{AnyAction, MenuAction};
use crate::app::stage::{PackOrder, Run};
use crate::app::ui::node::NodeExt;
use crate::app::ui::theme::{KEY, PLAIN, UiFont};
use crate::game::content::{Class, Scroll, Sort};
use crate::game::{Action, Intent, ItemView, Letter, Refusal, View};
use crate::geom::Dir;

/// The text above the list of keys while the pack is open.
pub(super) static HELP: [&str; 4] = [
    "Your pack. A letter, or the arrows and Enter, opens an item's card: what it is and what you \
     can do with it.",
    "Left and Right sort it by letter or by kind. What you wield, wear or have lit is marked (in use).",
    "Unknown potions and scrolls are named by their look. Using one reveals its kind.",
    "The item keys also work on the map, without opening the pack.",
];

impl Purpose {
    /// The title of the list.
    pub(super) const fn question(self) -> &'static str {
        match self {
            Self::Use => "Your pack",
            Self::Drop => "Drop what?",
            Self::Throw => "Throw what?",
            Self::Shoot => "Shoot what?",
            Self::Eat => "Eat what?",
            Self::Quaff => "Drink what?",
            Self::Read => "Read what?",
            Self::UseRelic => "Use what?",
            Self::Equip => "Wield or wear what?",
            Self::TakeOff => "Take off what?",
        }
    }

    /// The next purpose in the cycle of the one pad button for all of them.
    const fn next(self) -> Self {
        match self {
            Self::Use => Self::Drop,
            Self::Drop => Self::Throw,
            _ => Self::Use,
        }
    }

    /// The key and the text of this use on an item's card.
    pub(super) const fn label(self, sort: Sort) -> (char, &'static str) {
        match self {
            Self::Use => ('i', "Open its card"),
            Self::Drop => ('d', "Drop it"),
            Self::Throw => ('t', "Throw it"),
            Self::Shoot => ('f', "Shoot it"),
            Self::Eat => ('e', "Eat it"),
            Self::Quaff => ('q', "Drink it"),
            Self::Read => ('r', "Read it"),
            Self::UseRelic => ('u', "Use it"),
            Self::Equip => match sort {
                Sort::Weapon => ('w', "Wield it"),
                Sort::Lantern => ('w', "Light it"),
                _ => ('w', "Wear it"),
            },
            Self::TakeOff => match sort {
                Sort::Weapon => ('p', "Put it away"),
                Sort::Lantern => ('p', "Put it out"),
                _ => ('p', "Take it off"),
            },
        }
    }

    /// Whether an item of this sort suits the purpose.
    pub(super) fn accepts(self, sort: Sort, equipped: bool) -> bool {
        match self {
            Self::Use | Self::Drop | Self::Throw => true,
            Self::Shoot => sort == Sort::Arrow,
            Self::Eat => sort == Sort::Food,
            Self::Quaff => sort == Sort::Potion,
            Self::Read => sort == Sort::Scroll,
            Self::UseRelic => matches!(sort, Sort::Relic | Sort::Pipe),
            Self::Equip => !equipped && sort.is_gear(),
            Self::TakeOff => equipped,
        }
    }

    /// The line that is selected at first. For throwing, prefers missiles and harmful potions, then
    /// anything that is not in use.
    pub(super) fn first_line(self, run: &Run) -> usize {
        if self != Self::Throw {
            return 0;
        }
        let view = run.game().view();
        let letters = self.letters(run);
        let worth = |letter: Letter| {
            let class = find_item(view, letter).and_then(|item| view.class(item.kind));
            match class {
                Some(Class::Missile(_) | Class::FirePot) => 2,
                Some(Class::Potion(potion)) if potion.is_harmful() => 2,
                _ => u8::from(!view.is_equipped(letter)),
            }
        };
        let best = letters.iter().map(|letter| worth(*letter)).max();
        let first = letters
            .iter()
            .position(|letter| Some(worth(*letter)) == best);
        first.unwrap_or_default()
    }

    /// The letters of the items that suit the purpose, in the chosen order of the pack.
    pub fn letters(self, run: &Run) -> Vec<Letter> {
        self.letters_by(run, run.pack_order)
    }

    fn letters_by(self, run: &Run, order: PackOrder) -> Vec<Letter> {
        let view = run.game().view();
        let sort = |item: &ItemView| view.sort(item.kind);
        let mut items: Vec<(Letter, ItemView)> = view
            .pack()
            .filter(|(letter, item)| self.accepts(sort(item), view.is_equipped(*letter)))
            .collect();
        if order == PackOrder::Kind {
            items.sort_by_key(|(letter, item)| (sort(item), item.kind, *letter));
        }
        items.into_iter().map(|(letter, _)| letter).collect()
    }
}

/// The key that throws the last thing at the last target again, in the list of what to throw. It comes before the slot
/// of that letter.
const AGAIN: char = 't';

/// What throwing again would do, or why it cannot; `None` if nothing was thrown yet.
fn describe_again(view: View<'_>) -> Option<String> {
    Some(match view.throw_again() {
        Ok(Action::Throw { letter, at }) => {
            let item = find_item(view, letter)?;
            let name = view.item_name(item.kind, item.count, item.plus);
            let target = view.actor_at(at)?;
            format!("again: {name} at {}", view.monster_name(target.kind))
        }
        Err(Refusal::NothingThrown) | Ok(_) => return None,
        Err(why) => format!("again: {}", why),
    })
}

/// The item with a letter, if the pack has one.
pub(super) fn find_item(view: View<'_>, letter: Letter) -> Option<ItemView> {
    let mut pack = view.pack();
    let found = pack.find(|(carried, _)| *carried == letter);
    found.map(|(_, item)| item)
}

/// Goes on to the next purpose in the cycle.
pub(super) fn next_purpose(purpose: Purpose, run: &Run) -> Reply {
    let next = purpose.next();
    Reply::Open(Mode::Pack(next, next.first_line(run)))
}

/// Answers an action that is none of every list: sorting, and throwing again.
pub(super) fn handle(
    action: MenuAction,
    (purpose, line): (Purpose, usize),
    run: &Run,
) -> Option<Reply> {
    if let MenuAction::Cursor(Dir::West | Dir::East) = action {
        let selected = purpose.letters(run).get(line).copied();
        let sorted = purpose.letters_by(run, run.pack_order.other());
        let at = sorted.iter().position(|letter| Some(*letter) == selected);
        return Some(Reply::Reorder(Mode::Pack(purpose, at.unwrap_or_default())));
    }
    (purpose == Purpose::Throw && action == MenuAction::Typed(AGAIN)).then(|| {
        let view = run.game().view();
        match view.throw_again() {
            Ok(action) => action.into(),
            Err(why) => Reply::Refuse(why),
        }
    })
}

/// The items that suit a purpose.
pub(super) fn choices(purpose: Purpose, run: &Run) -> Vec<Choice> {
    let view = run.game().view();
    let letters = purpose.letters(run).into_iter().enumerate();
    letters
        .filter_map(|(at, letter)| {
            let item = find_item(view, letter)?;
            let name = view.item_name(item.kind, item.count, item.plus);
            let worn = if view.is_equipped(letter) {
                "  (in use)"
            } else {
                ""
            };
            let reply = use_item((letter, at), purpose, run);
            Some(Choice::new(
                letter.to_char(),
                format!("{name}{worn}"),
                reply,
            ))
        })
        .collect()
}

/// Uses the item with this letter, on line `from` of the list, for a purpose.
pub(super) fn use_item((letter, from): (Letter, usize), purpose: Purpose, run: &Run) -> Reply {
    let view = run.game().view();
    let target = view.nearest_enemy().unwrap_or(view.player().pos);
    let is_aimed = find_item(view, letter)
        .and_then(|item| view.class(item.kind))
        .and_then(Class::spell)
        .is_some_and(Scroll::is_aimed);
    match purpose {
        Purpose::Use => Reply::Open(Mode::Item {
            letter,
            from,
            line: 0,
        }),
        Purpose::Throw => Reply::Open(Mode::Aim(AimKind::Throw(letter), target)),
        Purpose::Shoot => {
            Reply::open_if_allowed(Intent::Fire, Mode::Aim(AimKind::Arrow, target), run)
        }
        Purpose::Read | Purpose::UseRelic if is_aimed => {
            Reply::Open(Mode::Aim(AimKind::Use(letter), target))
        }
        Purpose::Drop => Action::Drop {
            letter,
            count: u16::MAX,
        }
        .into(),
        Purpose::Eat
        | Purpose::Quaff
        | Purpose::Read
        | Purpose::UseRelic
        | Purpose::Equip
        | Purpose::TakeOff => Action::Use { letter, at: None }.into(),
    }
}

/// What the bar offers: the other order, where there is one.
pub(super) fn offers(run: &Run, purpose: Purpose) -> Vec<Offer> {
    let sort = || {
        let order = run.pack_order.other().name();
        let action: &dyn AnyAction = &MenuAction::Cursor(Dir::East);
        (action, format!("sort {order}"))
    };
    let has_orders = purpose.letters(run).len() > 1;
    has_orders.then(sort).into_iter().collect()
}

/// Draws what stands above the list: what throwing again would do.
pub(super) fn draw(frame: &mut ChildSpawnerCommands, font: &UiFont, run: &Run, purpose: Purpose) {
    let again = describe_again(run.game().view()).filter(|_| purpose == Purpose::Throw);
    if let Some(again) = again {
        let row = Node::row(8.0).margin(UiRect::left(px(8)));
        frame.spawn(row).with_children(|row| {
            row.spawn(font.text(&AGAIN.to_string(), KEY));
            row.spawn(font.wrapped(&again, PLAIN));
        });
    }
}

/// The description of the selected item, or that there is none.
pub(super) fn notes(run: &Run, (purpose, selected): (Purpose, usize)) -> Vec<String> {
    match (purpose.letters(run).get(selected), purpose) {
        (Some(letter), _) => run.game().view().about_carried(*letter),
        (None, Purpose::Use | Purpose::Drop | Purpose::Throw) => {
            vec!["Your pack is empty.".to_owned()]
        }
        (None, _) => vec!["You carry nothing of that kind.".to_owned()],
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bot::Explorer;
    use crate::rng::Seed;

    #[test]
    fn the_list_of_what_to_throw_begins_on_what_is_made_for_it() {
        let mut run = Run::new(Seed(7), None).unwrap();
        for _ in 0..2 {
            let letters = Purpose::Throw.letters(&run);
            let first = letters[Purpose::Throw.first_line(&run)];
            let view = run.game().view();
            let class = find_item(view, first).and_then(|item| view.class(item.kind));
            assert!(matches!(class, Some(Class::Missile(_))), "{class:?}");
            assert!(view.is_equipped(letters[0]), "the knife");
            run.reorder();
        }
        for purpose in [Purpose::Use, Purpose::Drop, Purpose::Eat] {
            assert_eq!(purpose.first_line(&run), 0);
        }
    }

    #[test]
    fn the_pack_is_listed_by_letter_or_by_kind_and_the_choice_stays_where_it_was() {
        let filled = |seed: u64| {
            let mut run = Run::new(Seed(seed), None).unwrap();
            let mut bot = Explorer::default();
            while run.is_playing() && Purpose::Use.letters(&run).len() < 9 {
                run.step_by(&mut bot);
            }
            Some(run).filter(Run::is_playing)
        };
        let mut run = (7..).find_map(filled).unwrap();
        let by_letter = Purpose::Use.letters(&run);
        assert!(by_letter.is_sorted() && by_letter.len() > 5);
        let sort = |run: &mut Run, dir, line| {
            let action = MenuAction::Cursor(dir);
            let Some(Reply::Reorder(mode)) = handle(action, (Purpose::Use, line), run) else {
                panic!("left and right sort the pack");
            };
            run.reorder();
            mode
        };
        let mode = sort(&mut run, Dir::East, 3);
        let by_kind = Purpose::Use.letters(&run);
        assert_ne!(by_kind, by_letter);
        let view = run.game().view();
        let sorts = by_kind
            .iter()
            .map(|letter| view.sort(find_item(view, *letter).unwrap().kind));
        assert!(sorts.is_sorted());
        let at = by_kind.iter().position(|letter| *letter == by_letter[3]);
        assert_eq!(Some(mode), at.map(|at| Mode::Pack(Purpose::Use, at)));
        sort(&mut run, Dir::West, 0);
        assert_eq!(Purpose::Use.letters(&run), by_letter);
    }

    #[test]
    fn no_card_offers_two_uses_by_one_key() {
        let all = <Purpose as strum::VariantArray>::VARIANTS;
        let keys: std::collections::BTreeSet<char> =
            all.iter().map(|one| one.label(Sort::FirePot).0).collect();
        assert_eq!(keys.len(), all.len());
    }
}
