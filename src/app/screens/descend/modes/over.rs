//! The end of a run: a summary in numbers, and the menu below it.

use bevy::prelude::*;

use super::super::mode::{AimKind, Mode};
use super::super::placement::CRAMPED;
use super::super::reply::{Choice, Reply};
use crate::app::begin::Begin;
use crate::app::input::{CommonAction, MenuAction};
use crate::app::screen::Screen;
use crate::app::stage::Run;
use crate::app::ui::hud::Hint;
use crate::app::ui::list;
use crate::app::ui::node::NodeExt;
use crate::app::ui::theme::{PLAIN, QUIET, UiFont};
use crate::game::{Game, Outcome, Setup, View, advice, counted, describe_end};

pub(super) static HINTS: [Hint; 3] = [
    list::MOVE,
    (&[&MenuAction::Choose], "choose"),
    (&[&CommonAction::Back], "title"),
];

/// A run of the same difficulty, `number` seeds after this one; the daily again if that is the same seed.
fn setup_with_seed(game: &Game, number: u64) -> Setup {
    let seed = game.seed().short_nth(number);
    Setup {
        daily: game.daily().filter(|_| seed == game.seed()),
        ..Setup::with_content(seed, game.content()).plus(game.plus())
    }
}

/// The lines of the menu.
pub(super) fn choices(run: &Run) -> Vec<Choice> {
    let game = run.game();
    let begin = |number| Reply::Begin(setup_with_seed(game, number));
    let (new, next, again) = match game.is_training() {
        true => (
            "Descend to the Everlamp",
            Reply::FirstDescent,
            "Learn again",
        ),
        false => (
            "Start a run with a new seed",
            begin(1),
            "Start again with the same seed",
        ),
    };
    let whole_level = Mode::Aim(AimKind::Level, game.view().player().pos);
    let plus = game.new_game_plus().map(|setup| {
        let seed = game.seed().short_nth(1);
        Reply::Begin(Setup { seed, ..setup })
    });
    let watch = run
        .replay()
        .map(|path| Reply::Screen(Screen::Replay, Begin::Replay(path.to_owned())));
    let lines = [
        ('n', new, Some(next)),
        ('s', again, Some(begin(0))),
        ('p', "Continue into New Game Plus", plus),
        ('w', "Watch the replay", watch),
        ('m', "Look at the map", Some(Reply::Open(whole_level))),
        ('c', "Copy the result", Some(Reply::Copy(run.result()))),
        (
            't',
            "Return to the title",
            Some(Reply::Screen(Screen::Title, Begin::Last)),
        ),
    ];
    let offered = lines.into_iter();
    offered
        .filter_map(|(letter, text, reply)| Some(Choice::new(letter, text, reply?)))
        .collect()
}

/// How the run ended.
pub(super) fn title(game: &Game) -> String {
    match game.outcome() {
        Outcome::Won => "The Everlamp burns again.".to_owned(),
        Outcome::Finished => {
            "You know what you need. The Everlamp hangs twelve depths down.".to_owned()
        }
        _ => format!("You {}.", describe_end(game)),
    }
}

/// Draws advice against what killed the player, and the facts of the run; only the most important ones where there is
/// room for few lines.
pub(super) fn draw(frame: &mut ChildSpawnerCommands, font: &UiFont, run: &Run, max_lines: usize) {
    let game = run.game();
    if let Outcome::Died { cause } = game.outcome() {
        let advice = advice(game.content(), cause);
        frame
            .spawn(Node::DEFAULT.margin(UiRect::bottom(px(6))))
            .with_child(font.wrapped(&advice, PLAIN));
    }
    for (name, value) in list_facts(run, max_lines < CRAMPED) {
        frame.spawn(Node::row(10.0)).with_children(|row| {
            row.spawn(Node::DEFAULT.width(px(70)).rigid())
                .with_child(font.text(name, QUIET));
            row.spawn(font.wrapped(&value, PLAIN));
        });
    }
    if let Some(why) = run.practice_to_tell() {
        frame
            .spawn(Node::DEFAULT.margin_top(6.0))
            .with_child(font.wrapped(&why.to_string(), PLAIN));
    }
    frame
        .spawn(Node::DEFAULT.margin(UiRect::vertical(px(6))))
        .with_child(font.hint(run.epitaph()));
}

/// The facts of the run, each a name and a value.
fn list_facts(run: &Run, cramped: bool) -> Vec<(&'static str, String)> {
    let game = run.game();
    let player = game.view().player();
    let plus = match game.plus() {
        0 => String::new(),
        plus => format!("  New Game Plus {plus}"),
    };
    let day = game
        .daily()
        .map_or_else(String::new, |daily| format!("  the daily of {daily}"));
    let place = game.content().depth_word();
    let mut facts = vec![
        ("score", game.score().to_string()),
        ("seed", format!("{}{plus}{day}", game.seed())),
        (
            "reached",
            format!(
                "{place} {}, rank {}, in {}",
                game.deepest(),
                player.level,
                counted(game.turns(), "turn")
            ),
        ),
    ];
    if game.is_training() {
        facts.drain(..2);
    }
    if !cramped {
        facts.extend(run.tally().facts(game.content()));
        facts.extend(carried_unidentified(game.view()).map(|names| ("carried", names)));
    }
    facts
}

/// What the pack holds that the player never identified, by its true name.
fn carried_unidentified(view: View<'_>) -> Option<String> {
    let all = view.pack().zip(view.whole().pack());
    let unknown = all.filter(|((_, item), _)| item.kind.kind().is_none());
    let names: Vec<String> = unknown
        .map(|(_, (_, item))| view.item_name(item.kind, item.count, item.plus))
        .collect();
    (!names.is_empty()).then(|| format!("{}, never identified", names.join(", ")))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bot::Explorer;
    use crate::rng::Seed;

    #[test]
    fn what_was_never_identified_is_told_by_its_true_name() {
        let mut run = Run::new(Seed(5), None).unwrap();
        assert_eq!(carried_unidentified(run.game().view()), None);
        let unknown = |run: &Run| {
            let view = run.game().view();
            let mut pack = view.whole().pack();
            pack.find_map(|(_, item)| item.kind.kind().filter(|kind| !view.knows(*kind)))
        };
        let mut bot = Explorer::default();
        let kind = loop {
            run.step_by(&mut bot);
            if let Some(kind) = unknown(&run) {
                break kind;
            }
            assert!(run.is_playing() && run.game().turns() < 5000);
        };
        let view = run.game().view();
        let names = carried_unidentified(view).unwrap();
        let name = &view.content().item(kind).name;
        assert!(names.contains(name.as_str()), "{name} is not in {names}");
        let mut pack = view.pack().map(|(_, item)| view.item_name(item.kind, 1, 0));
        assert!(!pack.any(|known| known.contains(name.as_str())));
    }
}
