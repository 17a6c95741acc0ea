//! What is open over the map, one file per mode. A mode's `handle` answers an action of the player, `draw` fills the
//! box over the map, and its hints are those of the bar.
//!
//! | part | mode |
//! | --- | --- |
//! | `map` | nothing is open |
//! | `aim` | the aiming cursor |
//! | `board` | the conduit beside the player |
//! | `pack` | the list of items that suit a purpose |
//! | `item` | an item's card |
//! | `ask` | a question |
//! | `log` | the message log |
//! | `pause` | the pause menu |
//! | `over` | the summary at the end of a run, and its menu |

mod aim;
mod ask;
pub(super) mod board;
mod item;
mod log;
pub(super) mod map;
mod over;
mod pack;
mod pause;

use bevy::prelude::*;

use super::action::{DescendAction, Offer};
use super::mode::{AimKind, Mode};
use super::reply::{Choice, Reply};
use crate::app::input::{CommonAction, MenuAction, Names};
use crate::app::stage::Run;
use crate::app::ui::hud::{Bar, Hint};
use crate::app::ui::list;
use crate::app::ui::side::Drawer;
use crate::app::ui::theme::{KEY, UiFont};
use crate::game::Action;

/// Where the player is, or the cursor, and what is there: in words, for players who do not see it.
pub(super) fn describe_place(mode: Mode, run: &Run) -> String {
    match mode {
        Mode::Aim(kind, at) => aim::describe(run, kind, at),
        Mode::Conduit(at) => board::describe(run, at),
        _ => map::describe(run),
    }
}

/// Answers an action of the game.
pub(super) fn handle(action: DescendAction, mode: Mode, run: &Run) -> Reply {
    match (mode, action) {
        (Mode::Map, _) => map::handle(action, run),
        (Mode::Aim(kind, at), _) => aim::handle(action, (kind, at), run),
        // Back leads from here to the title, which a stray click must not.
        (Mode::Over(_), _) => Reply::Nothing,
        // A click beside what is open only closes it.
        (_, DescendAction::GoTo(_)) => Reply::Close,
        (Mode::Conduit(at), _) => board::handle(action, at, run),
        (Mode::Pack(purpose, _), DescendAction::AlternatePad) => pack::next_purpose(purpose, run),
        (Mode::Log(_), DescendAction::Log) => Reply::Close,
        _ => Reply::Nothing,
    }
}

/// Answers an action of a menu.
pub(super) fn handle_menu(action: MenuAction, mode: Mode, run: &Run) -> Reply {
    match mode {
        Mode::Log(scrolled) => log::handle(action, scrolled, run),
        Mode::Pack(purpose, line) => pack::handle(action, (purpose, line), run)
            .unwrap_or_else(|| Choice::apply(action, mode, choices(mode, run, None))),
        Mode::Map | Mode::Aim(..) | Mode::Conduit(_) => Reply::Nothing,
        _ => Choice::apply(action, mode, choices(mode, run, None)),
    }
}

/// The lines of a mode that is a list; those that a key does, too, name it.
pub(super) fn choices(mode: Mode, run: &Run, names: Option<Names>) -> Vec<Choice> {
    match mode {
        Mode::Pack(purpose, _) => pack::choices(purpose, run),
        Mode::Item { letter, from, .. } => item::choices((letter, from), run),
        Mode::Confirm(asked, ..) => ask::choices(asked.sure(), names),
        Mode::GiveUp(_) => ask::choices(Action::GiveUp.into(), names),
        Mode::Pause(_) => pause::choices(names),
        Mode::Over(_) => over::choices(run),
        Mode::Map | Mode::Aim(..) | Mode::Conduit(_) | Mode::Log(_) => Vec::new(),
    }
}

/// What the list of a mode is called.
pub(super) fn title(mode: Mode, run: &Run) -> Option<String> {
    Some(match mode {
        Mode::Pack(purpose, _) => purpose.question().to_owned(),
        Mode::Item { letter, .. } => item::title(letter, run),
        Mode::Confirm(action, danger, _) => run.game().view().question(action, danger),
        Mode::GiveUp(_) => "Give up this run? It ends here.".to_owned(),
        Mode::Pause(_) => "Paused".to_owned(),
        Mode::Over(_) => over::title(run.game()),
        Mode::Map | Mode::Aim(..) | Mode::Conduit(_) | Mode::Log(_) => return None,
    })
}

/// The mode after the run has gone on: a board that the player has left is closed, and the end of the run opens its
/// menu, unless the player looks at its map or log.
pub(super) fn after(mode: Mode, run: &Run) -> Mode {
    match mode {
        Mode::Conduit(_) if run.is_playing() && !board::is_beside(run) => Mode::Map,
        _ if run.is_playing() => mode,
        Mode::Over(_) | Mode::Log(_) | Mode::Aim(AimKind::Look | AimKind::Level, _) => mode,
        _ => Mode::Over(0),
    }
}

/// Draws what is open into the box over the map, which has room for `max_lines` lines: above its list, if it has one.
pub(super) fn draw(
    frame: &mut ChildSpawnerCommands,
    font: &UiFont,
    (run, mode): (&Run, Mode),
    (max_lines, shown_board): (usize, &board::ShownBoard),
) {
    if let Some(title) = title(mode, run) {
        frame.spawn(font.wrapped(&title, KEY));
    }
    match mode {
        Mode::Map | Mode::Confirm(..) | Mode::GiveUp(_) => {}
        Mode::Pause(_) => pause::draw(frame, font, run),
        Mode::Log(scrolled) => log::draw(frame, font, (run, max_lines), scrolled),
        Mode::Pack(purpose, _) => pack::draw(frame, font, run, purpose),
        Mode::Item { letter, .. } => item::draw(frame, font, run, letter),
        Mode::Aim(kind, at) => aim::draw(frame, font, (run, max_lines), (kind, at)),
        Mode::Conduit(_) => board::draw(frame, font, (run, max_lines), shown_board),
        Mode::Over(_) => over::draw(frame, font, run, max_lines),
    }
}

/// What stands below the list of a mode: what is known of what the cursor is on.
pub(super) fn notes(mode: Mode, run: &Run) -> Vec<String> {
    match mode {
        Mode::Pack(purpose, line) => pack::notes(run, (purpose, line)),
        _ => Vec::new(),
    }
}

static MENU_HINTS: [Hint; 3] = [
    list::MOVE,
    (&[&MenuAction::Choose], "choose"),
    (&[&CommonAction::Back], "close"),
];

/// What the bar offers, and its hints.
fn hints(mode: Mode, run: &Run) -> (Vec<Offer>, &'static [Hint]) {
    let hints: &[Hint] = match mode {
        Mode::Map => return map::hints(run),
        Mode::Aim(kind, at) => return aim::hints(run, (kind, at)),
        Mode::Confirm(..) | Mode::GiveUp(_) => &list::QUESTION_HINTS,
        Mode::Log(_) => &log::HINTS,
        Mode::Conduit(at) => board::hints(run.game().view(), at),
        Mode::Over(_) => &over::HINTS,
        Mode::Pack(purpose, _) => return (pack::offers(run, purpose), &MENU_HINTS),
        Mode::Item { .. } | Mode::Pause(_) => &MENU_HINTS,
    };
    (Vec::new(), hints)
}

/// What the sidebar would say first, where it is in a drawer.
fn facts(run: &Run, drawer: Drawer) -> Vec<(&'static str, String)> {
    let view = run.game().view();
    let player = view.player();
    let health = format!("{} / {}", player.health, player.max_health);
    match drawer.is_narrow() {
        true => vec![("health", health), ("depth", view.depth().to_string())],
        false => Vec::new(),
    }
}

static MOUSE_HINTS: [(&str, &str); 3] = [
    ("Click", "Go there, or attack"),
    ("Click lantern", "Hood or unhood it"),
    ("Wheel", "Zoom"),
];

static FINGER_HINTS: [(&str, &str); 4] = [
    ("Tap", "Go there, or attack"),
    ("Hold", "Look at a tile"),
    ("Drag", "Move the map"),
    ("Two fingers", "Zoom"),
];

/// What the bar holds.
pub(super) fn bar(world: &World) -> Bar {
    let Some(run) = world.get_resource::<Run>() else {
        return Bar::default();
    };
    let mode = *world.resource::<Mode>();
    let (here, hints) = hints(mode, run);
    Bar {
        facts: facts(run, *world.resource::<Drawer>()),
        here,
        hints,
        mouse: &MOUSE_HINTS,
        fingers: &FINGER_HINTS,
        about: match mode {
            Mode::Pack(..) | Mode::Item { .. } => &pack::HELP,
            _ => &map::HELP,
        },
        ..Bar::default()
    }
}

/// What the tests of several modes need.
#[cfg(test)]
pub(super) mod test {
    use std::ops::Range;

    use crate::app::stage::Run;
    use crate::bot::Explorer;
    use crate::game::{Game, Letter};
    use crate::rng::Seed;

    /// Looks at each turn of the runs of some seeds that the explorer plays, until so many turns have passed.
    pub(in super::super) fn each_turn(seeds: Range<u64>, turns: u64, mut look: impl FnMut(&Run)) {
        for seed in seeds {
            let mut run = Run::new(Seed(seed), None).unwrap();
            let mut bot = Explorer::default();
            while run.game().turns() < turns && run.is_playing() {
                run.step_by(&mut bot);
                look(&run);
            }
        }
    }

    /// The game with two added items in the pack, the first of them wielded.
    pub(super) fn holding(game: &Game, items: [&str; 2]) -> Game {
        let mut state = serde_json::to_value(game.state()).unwrap();
        let content = game.content();
        state["here"]["items_created"] = 500.into();
        for (place, id) in items.into_iter().enumerate() {
            let place = 24 + place;
            let letter = Letter::all().nth(place).unwrap();
            state["player"]["pack"]["slots"][place] = serde_json::json!({
                "id": 100_400 + place, "kind": content.find_item(id).unwrap(), "count": 1,
                "plus": 0, "letter": letter,
            });
        }
        state["player"]["pack"]["weapon"] = serde_json::json!(Letter::all().nth(24));
        Game::with_state(serde_json::from_value(state).unwrap(), content)
    }
}
