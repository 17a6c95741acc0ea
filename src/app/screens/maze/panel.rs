//! What the panel of Maze Run holds.

use super::action::{MazeAction, PRESET_SIZES};
use super::file;
use super::mazes::{MazeSession, Mazes};
use super::request::{MazeRequest, by, loops_of};
use crate::app::input::{AnyAction, CommonAction};
use crate::app::puzzle::Round;
use crate::app::puzzle::panel::{Layout, PanelPuzzle};
use crate::app::reward::Help;
use crate::app::ui::stopwatch::format_time;
use crate::code::{CodeError, Target};
use crate::game::counted;
use crate::geom::Size;
use crate::mazerun::Leg;
use crate::rng::Seed;

/// The generators by name, with what they are called here and their tips.
const GENERATORS: [(&str, &str, &str); 4] = [
    (
        "maze-dfs",
        "Winding",
        "Long winding passages with few dead ends, dug depth first (maze-dfs).",
    ),
    (
        "maze-wilson",
        "Even",
        "One of all mazes of its size, each as likely as any other (maze-wilson).",
    ),
    (
        "maze-kruskal",
        "Bushy",
        "Many short dead ends: walls are opened in random order (maze-kruskal).",
    ),
    (
        "maze-growing-tree",
        "Branching",
        "Passages wind here and branch there, as either the newest cell or any other grows on (maze-growing-tree).",
    ),
];

static BUTTONS: [(&dyn AnyAction, &str); 5] = [
    (&MazeAction::Undo, "Undo"),
    (&MazeAction::Redo, "Redo"),
    (&MazeAction::Hint, "Hint"),
    (&MazeAction::Restart, "Restart"),
    (&MazeAction::Skip, "New"),
];

static MAZE_ACTIONS: [(&dyn AnyAction, &str); 5] = [
    (&MazeAction::Solution, "Solution"),
    (&MazeAction::Another, "Another"),
    (&MazeAction::Ghost, "Ghost"),
    (&MazeAction::Watch, "Watch"),
    (&CommonAction::Lessons, "Lessons"),
];

static SHARING: [(&dyn AnyAction, &str); 5] = [
    (&MazeAction::Share, "Share"),
    (&CommonAction::Copy, "Copy"),
    (&MazeAction::CopyProgress, "Copy with progress"),
    (&CommonAction::Paste, "Paste"),
    (&MazeAction::Save, "Save as hex"),
];

impl PanelPuzzle for Mazes {
    /// The name of a generator.
    type Rule = &'static str;

    const LAYOUT: &'static Layout<Self> = &Layout {
        figures: &[
            ("Time", |play| format_time(play.time())),
            ("Steps", |play| play.steps().to_string()),
            ("Fewest", |play| play.run().ends().steps.to_string()),
        ],
        progress: None,
        ghost: |round| match round.is_finished() {
            true => format!("at the goal after {}", counted(round.steps(), "step")),
            false => counted(round.steps(), "step"),
        },
        notes: [trail_text, help_text],
        buttons: &BUTTONS,
        sections: &[("Maze", &MAZE_ACTIONS)],
        kind: |play| match play.run().is_loaded() {
            true => "loaded".to_owned(),
            false => play.run().leg().generator().info().name.to_owned(),
        },
        sizes: &PRESET_SIZES,
        rules: &[&GENERATORS],
        switches: &[(
            MazeAction::Dark,
            "Dark",
            "Only what the lantern has shown can be seen, and the goal. A maze that was dark from the first step to the last is of a kind of its own.",
        )],
        percent: (
            "Loops",
            "The share of dead ends that are opened up, so that several ways lead to the goal. Mazes with loops are of a kind of their own.",
        ),
        code: "Code",
        sharing: &SHARING,
        enter: MazeAction::EnterPanel,
    };

    fn size(play: &MazeSession) -> Size {
        play.run().maze().size()
    }

    fn with_size(play: &MazeSession, size: Size) -> Result<MazeRequest, String> {
        MazeRequest::of_leg(play.latest_leg().with_size(size))
    }

    fn new_of_size(play: &MazeSession, size: Size) -> Result<MazeRequest, String> {
        let leg = play.latest_leg();
        let is_same = leg.size() == size;
        MazeRequest::of_leg(match is_same {
            true => Ok(leg.another()),
            false => leg.with_size(size),
        })
    }

    fn percent(play: &MazeSession) -> u8 {
        loops_of(play.run().leg())
    }

    fn with_percent(play: &MazeSession, percent: u8) -> Result<MazeRequest, String> {
        let leg = play.latest_leg();
        MazeRequest::of_leg(by(&leg, leg.generator(), percent))
    }

    fn seed(play: &MazeSession) -> Option<Seed> {
        named_leg(play).map(|leg| leg.spec().seed)
    }

    fn shown_code(play: &MazeSession) -> String {
        named_leg(play).map_or_else(String::new, |leg| leg.spec().to_string())
    }

    fn named(play: &MazeSession, read: Result<Target, CodeError>) -> Result<MazeRequest, String> {
        file::named(play, read)
    }

    fn is_chosen(play: &MazeSession, name: &'static str) -> bool {
        play.run().leg().generator().info().name == name
    }

    fn choose(play: &MazeSession, name: &'static str) -> Result<MazeRequest, String> {
        let generator = crate::known()
            .look_up(name)
            .map_err(|error| error.to_string())?;
        let leg = play.latest_leg();
        MazeRequest::of_leg(by(&leg, generator, loops_of(&leg)))
    }

    fn is_on(play: &MazeSession, action: MazeAction) -> bool {
        action == MazeAction::Dark && play.is_dark()
    }
}

/// The leg that makes the maze, if one does.
fn named_leg(play: &MazeSession) -> Option<&Leg> {
    let run = play.run();
    (!run.is_loaded()).then(|| run.leg())
}

/// How far the way back is.
fn trail_text(play: &MazeSession) -> String {
    match play.run().trail().len() {
        1 if play.shelf().has_before() => "undo: previous maze".to_owned(),
        cells => format!("{} from the start", counted((cells - 1) as u64, "cell")),
    }
}

fn help_text(play: &MazeSession) -> String {
    match play.completion().help {
        Help::Shown => "solution shown",
        Help::Hints => "with hints",
        Help::None => "",
    }
    .to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::keymap;
    use crate::app::puzzle::Puzzle;
    use crate::app::screen::Screen;
    use crate::profile::maze::MazeRound;

    #[test]
    fn a_button_has_a_capital_and_the_help_starts_with_its_first_word() {
        let map = keymap();
        let lists = [&BUTTONS[..], &MAZE_ACTIONS, &SHARING];
        for (action, label) in lists.concat() {
            let meaning = map.meaning(action, Some(Screen::Maze)).unwrap();
            let first = label.split(' ').next().unwrap();
            assert!(meaning.starts_with(first), "{label}: {meaning}");
            assert!(label.starts_with(char::is_uppercase), "{label}");
        }
    }

    #[test]
    fn each_setting_changes_by_itself() {
        let play = MazeSession::of(Mazes::first(Seed(7)));
        let code = |request: Result<MazeRequest, String>| request.unwrap().leg().spec().to_string();
        assert_eq!(
            code(Mazes::with_size(&play, Size::new(9, 4))),
            "maze-dfs/19x9#7"
        );
        assert_eq!(
            code(Mazes::with_percent(&play, 30)),
            "maze-dfs/33x21/braid=30#7"
        );
        assert_eq!(
            code(Mazes::choose(&play, "maze-wilson")),
            "maze-wilson/33x21#7"
        );
        assert_eq!(
            code(Mazes::named(&play, Target::read("12", crate::known()))),
            "maze-dfs/33x21#12"
        );
        let other = Mazes::new_of_size(&play, Size::new(16, 10)).unwrap();
        assert_eq!(other.leg().attempt(), 1, "another one of the same size");
        for (name, ..) in GENERATORS {
            let looped = Mazes::with_percent(&play, 30).unwrap();
            let play = MazeSession::of(MazeRound::new(looped.leg().make().unwrap()));
            let chosen = Mazes::choose(&play, name).unwrap();
            assert_eq!(loops_of(chosen.leg()), 30, "{name} keeps the loops");
        }
        let reason = Mazes::with_size(&play, Size::new(1001, 9)).err().unwrap();
        assert!(reason.contains("at most 1000 per side"), "{reason}");
    }
}
