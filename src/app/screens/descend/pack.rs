//! The pack on the screen: what of it is offered for what, in which order, and the card of one item
//! with what can be done with it.

use bevy::prelude::*;

use super::act::act;
use super::mode::{Aimed, Mode};
use crate::app::input::{MenuAction, Names};
use crate::app::stage::{PackOrder, Run};
use crate::app::ui::list::{self, line};
use crate::app::ui::theme::{KEY, PLAIN, QUIET, Type};
use crate::game::content::{Class, Scroll};
use crate::game::{Action, Intent, ItemView, Letter};
use crate::geom::Dir;

/// What letters of the pack are chosen for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Purpose {
    /// To look at it, and then to do something with it.
    Use,
    /// To lay it down.
    Drop,
    /// To throw it.
    Throw,
    /// To shoot it.
    Shoot,
    /// To eat it.
    Eat,
    /// To drink it.
    Quaff,
    /// To read it.
    Read,
    /// To call on it.
    CallOn,
    /// To wield or wear it.
    Equip,
    /// To put it away.
    TakeOff,
}

impl Purpose {
    /// What the player is asked.
    const fn question(self) -> &'static str {
        match self {
            Self::Use => "Your pack",
            Self::Drop => "Drop what?",
            Self::Throw => "Throw what?",
            Self::Shoot => "Shoot what?",
            Self::Eat => "Eat what?",
            Self::Quaff => "Drink what?",
            Self::Read => "Read what?",
            Self::CallOn => "Call on what?",
            Self::Equip => "Wield or wear what?",
            Self::TakeOff => "Take off what?",
        }
    }

    /// What the list is for next: the pad has one button for all of them.
    pub(super) const fn next(self) -> Self {
        match self {
            Self::Use => Self::Drop,
            Self::Drop => Self::Throw,
            _ => Self::Use,
        }
    }

    /// What it is called on a card, and the key for it there.
    const fn word(self, class: Class) -> (char, &'static str) {
        match self {
            Self::Use => ('u', "Use it"),
            Self::Drop => ('d', "Drop it"),
            Self::Throw => ('t', "Throw it"),
            Self::Shoot => ('f', "Shoot it"),
            Self::Eat => ('e', "Eat it"),
            Self::Quaff => ('q', "Drink it"),
            Self::Read => ('r', "Read it"),
            Self::CallOn => ('a', "Call on it"),
            Self::Equip => match class {
                Class::Weapon { .. } => ('w', "Wield it"),
                Class::Lantern(_) => ('w', "Light it"),
                _ => ('w', "Wear it"),
            },
            Self::TakeOff => match class {
                Class::Weapon { .. } => ('p', "Put it away"),
                Class::Lantern(_) => ('p', "Put it out"),
                _ => ('p', "Take it off"),
            },
        }
    }

    /// Whether something of this class is offered.
    const fn fits(self, class: Class, equipped: bool) -> bool {
        match self {
            Self::Use | Self::Drop | Self::Throw => true,
            Self::Shoot => matches!(class, Class::Arrow(_)),
            Self::Eat => matches!(class, Class::Food(_)),
            Self::Quaff => matches!(class, Class::Potion(_)),
            Self::Read => matches!(class, Class::Scroll(_)),
            Self::CallOn => matches!(class, Class::Relic { .. }),
            Self::Equip => !equipped && class.is_gear(),
            Self::TakeOff => equipped,
        }
    }

    /// The line that the list begins on: what is thrown first is what is made for it, or does harm, and
    /// rather anything than what is in use.
    pub(super) fn first(self, run: &Run) -> usize {
        if self != Self::Throw {
            return 0;
        }
        let view = run.game().view();
        let letters = self.letters(run);
        let worth = |letter: Letter| {
            let class = carried(run, letter).and_then(|item| view.class(item.kind));
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

    /// The letters that are offered, in the order of the pack.
    pub fn letters(self, run: &Run) -> Vec<Letter> {
        let view = run.game().view();
        let content = view.content();
        let class = |item: ItemView| content.item(item.kind).class;
        let mut items: Vec<(Letter, ItemView)> = view
            .pack()
            .filter(|(letter, item)| self.fits(class(*item), view.is_equipped(*letter)))
            .collect();
        if run.pack_order == PackOrder::Kind {
            items.sort_by_key(|(letter, item)| (rank(class(*item)), item.kind.0, *letter));
        }
        items.into_iter().map(|(letter, _)| letter).collect()
    }
}

/// Where a class is listed among the others.
const fn rank(class: Class) -> u8 {
    match class {
        Class::Weapon { .. } => 0,
        Class::Arrow(_) => 1,
        Class::Missile(_) | Class::FirePot => 2,
        Class::Armour { .. } => 3,
        Class::Lantern(_) => 4,
        Class::Ring(_) => 5,
        Class::Potion(_) => 6,
        Class::Scroll(_) => 7,
        Class::Relic { .. } => 8,
        Class::Food(_) => 9,
    }
}

fn carried(run: &Run, letter: Letter) -> Option<ItemView> {
    let mut pack = run.game().view().pack();
    pack.find(|(l, _)| *l == letter).map(|(_, item)| item)
}

/// What can be done with an item, the obvious first, and the key and the words for each.
fn choices(run: &Run, letter: Letter) -> Vec<(Purpose, (char, &'static str))> {
    let Some(item) = carried(run, letter) else {
        return Vec::new();
    };
    let class = run.game().view().content().item(item.kind).class;
    let uses = uses(run, letter).into_iter();
    uses.map(|purpose| (purpose, purpose.word(class))).collect()
}

/// The same without words.
fn uses(run: &Run, letter: Letter) -> Vec<Purpose> {
    let Some(item) = carried(run, letter) else {
        return Vec::new();
    };
    let view = run.game().view();
    let class = view.content().item(item.kind).class;
    let equipped = view.is_equipped(letter);
    let mut uses: Vec<Purpose> = [
        Purpose::Eat,
        Purpose::Quaff,
        Purpose::Read,
        Purpose::CallOn,
        Purpose::Equip,
        Purpose::TakeOff,
        Purpose::Shoot,
        Purpose::Throw,
        Purpose::Drop,
    ]
    .into_iter()
    .filter(|purpose| purpose.fits(class, equipped))
    .collect();
    // Who knows that a potion harms throws it.
    if view.knows(item.kind) && matches!(class, Class::Potion(potion) if potion.is_harmful()) {
        uses.sort_by_key(|purpose| *purpose != Purpose::Throw);
    }
    uses
}

/// Does what is asked for while the pack is listed.
pub(super) fn on_list(
    action: MenuAction,
    (purpose, line): (Purpose, usize),
    run: &mut Run,
    mode: &mut Mode,
) {
    let letters = purpose.letters(run);
    if let MenuAction::Cursor(Dir::West | Dir::East) = action {
        run.reorder();
        let chosen = letters.get(line).copied();
        let sorted = purpose.letters(run);
        let at = sorted.iter().position(|letter| Some(*letter) == chosen);
        *mode = Mode::Pack(purpose, at.unwrap_or_default());
        return;
    }
    match list::asked(action, line, letters.iter().map(|letter| letter.to_char())) {
        Some(list::Asked::Cursor(line)) => *mode = Mode::Pack(purpose, line),
        Some(list::Asked::Line(at)) => do_with((letters[at], at), purpose, run, mode),
        None if letters.is_empty() && action == MenuAction::Choose => *mode = Mode::Map,
        None => {}
    }
}

/// Does what is asked for while the card of an item is shown.
pub(super) fn on_card(
    action: MenuAction,
    (letter, from, line): (Letter, usize, usize),
    run: &mut Run,
    mode: &mut Mode,
) {
    let choices = choices(run, letter);
    match list::asked(action, line, choices.iter().map(|(_, word)| word.0)) {
        Some(list::Asked::Cursor(line)) => *mode = Mode::Item { letter, from, line },
        Some(list::Asked::Line(at)) => do_with((letter, from), choices[at].0, run, mode),
        None => {}
    }
}

/// Does with a letter, which is on that line of the list, what it was chosen for.
fn do_with((letter, from): (Letter, usize), purpose: Purpose, run: &mut Run, mode: &mut Mode) {
    *mode = Mode::Map;
    let view = run.game().view();
    let target = view.nearest_enemy().unwrap_or(view.player().pos);
    let aimed = carried(run, letter)
        .and_then(|item| view.class(item.kind))
        .and_then(Class::spell)
        .is_some_and(Scroll::is_aimed);
    let sure = false;
    let action = match purpose {
        Purpose::Use => {
            *mode = Mode::Item {
                letter,
                from,
                line: 0,
            };
            return;
        }
        Purpose::Throw => {
            *mode = Mode::Aim(Aimed::Throw(letter), target);
            return;
        }
        Purpose::Shoot => {
            match view.can_begin(Intent::Fire) {
                Ok(()) => *mode = Mode::Aim(Aimed::Arrow, target),
                Err(why) => run.refuse(why),
            }
            return;
        }
        Purpose::Read | Purpose::CallOn if aimed => {
            *mode = Mode::Aim(Aimed::Use(letter), target);
            return;
        }
        Purpose::Drop => Action::Drop {
            letter,
            count: u16::MAX,
        },
        Purpose::Eat => Action::Eat { letter, sure },
        Purpose::Quaff => Action::Quaff { letter, sure },
        Purpose::Read => Action::Read {
            letter,
            at: None,
            sure,
        },
        Purpose::CallOn => Action::Use {
            letter,
            at: None,
            sure,
        },
        Purpose::Equip => Action::Equip { letter },
        Purpose::TakeOff => Action::Unequip { letter },
    };
    act(action, run, mode);
}

/// The letters that are offered, the chosen one with what there is to say of it.
pub(super) fn draw_list(
    frame: &mut ChildSpawnerCommands,
    font: &Type,
    (run, names): (&Run, Names),
    (purpose, chosen): (Purpose, usize),
) {
    let view = run.game().view();
    let letters = purpose.letters(run);
    frame.spawn(font.text(purpose.question(), KEY));
    let items = letters
        .iter()
        .filter_map(|letter| Some((*letter, carried(run, *letter)?)));
    for (index, (letter, item)) in items.enumerate() {
        let name = view.item_name(item.kind, item.count, item.plus);
        let worn = if view.is_equipped(letter) {
            "  (in use)"
        } else {
            ""
        };
        line(frame, index, index == chosen, |row| {
            row.spawn(font.text(&letter.to_string(), KEY));
            row.spawn(font.text(&format!("{name}{worn}"), PLAIN));
        });
    }
    if letters.is_empty() {
        let none = match purpose {
            Purpose::Use | Purpose::Drop | Purpose::Throw => "Your pack is empty.",
            _ => "You carry nothing of that kind.",
        };
        frame.spawn(font.text(none, QUIET));
    }
    if let Some(letter) = letters.get(chosen) {
        about(frame, font, run, *letter);
    }
    frame.spawn(font.wrapped(&list::help(names), QUIET));
    if letters.len() > 1 {
        let (key, order) = (
            names.of(&MenuAction::Cursor(Dir::East)),
            run.pack_order.other().name(),
        );
        frame.spawn(font.wrapped(&format!("{key}: {order}"), QUIET));
    }
}

/// What there is to say of an item.
fn about(frame: &mut ChildSpawnerCommands, font: &Type, run: &Run, letter: Letter) {
    let Some(item) = carried(run, letter) else {
        return;
    };
    frame
        .spawn(Node {
            flex_direction: FlexDirection::Column,
            margin: UiRect::vertical(px(6)),
            max_width: px(460),
            ..default()
        })
        .with_children(|text| {
            for line in run.game().view().about_item(item.kind, item.plus) {
                text.spawn(font.hint(&line));
            }
        });
}

/// An item with what can be done with it.
pub(super) fn draw_card(
    frame: &mut ChildSpawnerCommands,
    font: &Type,
    (run, names): (&Run, Names),
    (letter, chosen): (Letter, usize),
) {
    let Some(item) = carried(run, letter) else {
        return;
    };
    let view = run.game().view();
    let name = view.item_name(item.kind, item.count, item.plus);
    frame.spawn(font.text(&format!("{letter}  {name}"), KEY));
    about(frame, font, run, letter);
    let words = choices(run, letter).into_iter().map(|(_, word)| word);
    list::lines(frame, font, words, chosen);
    frame.spawn(font.wrapped(&list::help(names), QUIET));
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
            let first = letters[Purpose::Throw.first(&run)];
            let class = carried(&run, first).and_then(|item| run.game().view().class(item.kind));
            assert!(matches!(class, Some(Class::Missile(_))), "{class:?}");
            assert!(run.game().view().is_equipped(letters[0]), "the knife");
            run.reorder();
        }
        for purpose in [Purpose::Use, Purpose::Drop, Purpose::Eat] {
            assert_eq!(purpose.first(&run), 0);
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
        let mut mode = Mode::Pack(Purpose::Use, 3);
        on_list(
            MenuAction::Cursor(Dir::East),
            (Purpose::Use, 3),
            &mut run,
            &mut mode,
        );
        let by_kind = Purpose::Use.letters(&run);
        assert_ne!(by_kind, by_letter);
        let content = run.game().content();
        let ranks = by_kind
            .iter()
            .map(|letter| rank(content.item(carried(&run, *letter).unwrap().kind).class));
        assert!(ranks.is_sorted());
        let at = by_kind.iter().position(|letter| *letter == by_letter[3]);
        assert_eq!(Some(mode), at.map(|at| Mode::Pack(Purpose::Use, at)));
        on_list(
            MenuAction::Cursor(Dir::West),
            (Purpose::Use, 0),
            &mut run,
            &mut mode,
        );
        assert_eq!(Purpose::Use.letters(&run), by_letter);
    }

    #[test]
    fn no_card_offers_two_uses_by_one_key() {
        let all = [
            Purpose::Use,
            Purpose::Drop,
            Purpose::Throw,
            Purpose::Shoot,
            Purpose::Eat,
            Purpose::Quaff,
            Purpose::Read,
            Purpose::Equip,
            Purpose::TakeOff,
        ];
        let keys: std::collections::BTreeSet<char> =
            all.iter().map(|one| one.word(Class::FirePot).0).collect();
        assert_eq!(keys.len(), all.len());
    }
}
