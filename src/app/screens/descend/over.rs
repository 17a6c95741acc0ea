//! The end of a run: what happened, in numbers, and where to go from there.

use std::time::Duration;

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;
use bevy::window::RequestRedraw;

use super::mode::{Aimed, Mode};
use crate::app::input::{ActionQueue, AnyAction, MenuAction};
use crate::app::notice::Notice;
use crate::app::platform::Clipboard;
use crate::app::screen::{OpenScreen, Screen};
use crate::app::seed::RunSeed;
use crate::app::settings::Taught;
use crate::app::stage::{PlayedContent, Run, Saves, Slot, ToWatch};
use crate::app::ui::list;
use crate::app::ui::theme::{KEY, PLAIN, QUIET, Type};
use crate::game::{Game, Outcome, Setup, advice, counted, describe_end};

/// Where one can go.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Way {
    Same,
    New,
    Plus,
    Watch,
    Map,
    Copy,
    Title,
}

impl Way {
    const ALL: [Self; 7] = [
        Self::New,
        Self::Same,
        Self::Plus,
        Self::Watch,
        Self::Map,
        Self::Copy,
        Self::Title,
    ];

    /// Its key and what it is called at the end of this run.
    fn word(self, run: &Run) -> (char, &'static str) {
        match self {
            Self::New if run.game().is_training() => ('n', "Descend to the Everlamp"),
            Self::Same if run.game().is_training() => ('s', "Learn again"),
            Self::New => ('n', "Start a run with a new seed"),
            Self::Same => ('s', "Start again with the same seed"),
            Self::Plus => ('p', "Continue into New Game Plus"),
            Self::Watch => ('w', "Watch the replay"),
            Self::Map => ('m', "Look at the map"),
            Self::Copy => ('c', "Copy the result"),
            Self::Title => ('t', "Return to the title"),
        }
    }

    /// Whether it begins a run. Its letter is a key of the game, and chooses the line alone.
    const fn begins(self) -> bool {
        matches!(self, Self::New | Self::Same | Self::Plus)
    }

    fn is_open(self, run: &Run) -> bool {
        match self {
            Self::Plus => run.game().new_game_plus().is_some(),
            Self::Watch => run.replay().is_some(),
            _ => true,
        }
    }
}

fn ways(run: &Run) -> impl Iterator<Item = Way> {
    Way::ALL.into_iter().filter(|way| way.is_open(run))
}

fn words(run: &Run) -> impl Iterator<Item = (char, &'static str)> {
    ways(run).map(|way| way.word(run))
}

/// How long the screen must have been shown before it obeys: keys that were meant for the map still
/// arrive when the blow falls.
const GRACE: Duration = Duration::from_secs(1);

/// When the end of the run was shown, by the program's clock; `None` while the run goes on.
#[derive(Resource, Default)]
pub(super) struct Shown(Option<Duration>);

/// Notes when the end is shown first, and drops the keys typed before it.
pub(super) fn note(
    run: Res<Run>,
    time: Res<Time<Real>>,
    mut shown: ResMut<Shown>,
    mut queue: ResMut<ActionQueue>,
) {
    if run.is_playing() {
        shown.0 = None;
    } else if shown.0.is_none() {
        shown.0 = Some(time.elapsed());
        queue.clear();
    }
}

/// What lies outside the run.
#[derive(SystemParam)]
pub(super) struct Outside<'w> {
    shown: Res<'w, Shown>,
    time: Res<'w, Time<Real>>,
    queue: ResMut<'w, ActionQueue>,
    seed: ResMut<'w, RunSeed>,
    content: Option<Res<'w, PlayedContent>>,
    pub(super) taught: Option<ResMut<'w, Taught>>,
    watch: Option<ResMut<'w, ToWatch>>,
    screens: OpenScreen<'w>,
    saves: Option<Res<'w, Saves>>,
    clipboard: ResMut<'w, Clipboard>,
    notice: ResMut<'w, Notice>,
}

impl Outside<'_> {
    /// Whether the end has been shown for long enough that a key is meant for it.
    pub(super) fn is_read(&self) -> bool {
        let shown = self.shown.0;
        shown.is_some_and(|shown| self.time.elapsed().saturating_sub(shown) >= GRACE)
    }

    /// Asks for an action of another part, after those that wait.
    pub(super) fn ask(&mut self, action: &dyn AnyAction) {
        self.queue.push(action);
        self.redraw();
    }

    /// Asks for one more frame: under the pointer lies another thing then.
    pub(super) fn redraw(&mut self) {
        self.screens.redraw.write(RequestRedraw);
    }

    /// Goes to another screen.
    pub(super) fn open(&mut self, screen: Screen) {
        self.screens.open(screen);
    }

    /// Begins another run, unless one is in progress in its place.
    fn begin(&mut self, setup: Setup, run: &mut Run, mode: &mut Mode) {
        let resting = |run: &Run| {
            let saves = self.saves.as_deref();
            saves.is_some_and(|saves| saves.suspended(Slot::of(run.game())).is_some())
        };
        match Run::begin(setup) {
            Ok(next) if resting(&next) => {
                self.open(Screen::Title);
                self.notice.0 =
                    "Another run is in progress: continue it, or begin a new one here".to_owned();
            }
            Ok(next) => {
                *run = next;
                *mode = Mode::Map;
                if !run.game().is_training() {
                    self.seed.0 = run.game().seed();
                } else if let Some(taught) = &mut self.taught {
                    taught.forget_descend();
                }
            }
            Err(reason) => self.notice.0 = reason,
        }
    }
}

/// The run of another seed, as hard as this one.
fn next(game: &Game, number: u64) -> Setup {
    Setup::with_content(game.seed().nth(number), game.content()).plus(game.plus())
}

/// The first descent after the training, with the seed that the title shows.
fn first_descent(outside: &Outside) -> Option<Setup> {
    let content = PlayedContent::or_own(outside.content.as_deref()).ok()?;
    Some(Setup::with_content(outside.seed.0, content))
}

/// Does what is asked for at the end of a run.
pub(super) fn on_menu(
    action: MenuAction,
    chosen: usize,
    (run, mode): (&mut Run, &mut Mode),
    outside: &mut Outside,
) {
    if !outside.is_read() {
        return;
    }
    let way = match list::asked(action, chosen, words(run).map(|word| word.0)) {
        Some(list::Asked::Cursor(line)) => {
            *mode = Mode::Over(line);
            return;
        }
        Some(list::Asked::Line(line)) => {
            let way = ways(run).nth(line);
            if action != MenuAction::Choose && way.is_some_and(Way::begins) {
                *mode = Mode::Over(line);
                return;
            }
            way
        }
        None => return,
    };
    let begun = match way {
        Some(Way::New) if run.game().is_training() => first_descent(outside),
        Some(Way::New) => Some(next(run.game(), 1)),
        Some(Way::Same) => Some(next(run.game(), 0)),
        Some(Way::Plus) => run.game().new_game_plus(),
        Some(Way::Watch) => {
            if let Some(watch) = &mut outside.watch {
                watch.0 = run.replay().map(ToOwned::to_owned);
            }
            outside.open(Screen::Replay);
            None
        }
        Some(Way::Map) => {
            *mode = Mode::Aim(Aimed::Look, run.game().view().player().pos);
            None
        }
        Some(Way::Copy) => {
            let result = run.game().result();
            let copied = outside.clipboard.copy(&result);
            outside.notice.0 = match copied {
                Err(reason) => reason,
                Ok(()) => format!("Copied: {result}"),
            };
            None
        }
        Some(Way::Title) => {
            outside.open(Screen::Title);
            None
        }
        None => None,
    };
    if let Some(setup) = begun {
        outside.begin(setup, run, mode);
    }
}

/// Draws the end of a run: what it came to, which is cut where there is no room for all, and below it
/// what can be done now.
pub(super) fn draw(
    frame: &mut ChildSpawnerCommands,
    font: &Type,
    (run, chosen): (&Run, usize),
    cramped: bool,
) {
    let above = Node {
        flex_direction: FlexDirection::Column,
        row_gap: px(1),
        min_height: px(0),
        overflow: Overflow::clip(),
        ..default()
    };
    frame
        .spawn(above)
        .with_children(|above| draw_story(above, font, run, cramped));
    frame
        .spawn(Node {
            flex_direction: FlexDirection::Column,
            row_gap: px(1),
            flex_shrink: 0.0,
            ..default()
        })
        .with_children(|below| list::lines(below, font, words(run), chosen));
}

/// How the run ended, how its killer is met, and what it came to: the most important if `cramped`.
fn draw_story(frame: &mut ChildSpawnerCommands, font: &Type, run: &Run, cramped: bool) {
    let game = run.game();
    let end = match game.outcome() {
        Outcome::Won => "The Everlamp burns again.".to_owned(),
        Outcome::Finished => {
            "You know what you need. The Everlamp hangs twelve depths down.".to_owned()
        }
        _ => format!("You {}.", describe_end(game)),
    };
    frame.spawn(font.wrapped(&end, KEY));
    if let Outcome::Died { cause } = game.outcome() {
        frame
            .spawn(Node {
                margin: UiRect::bottom(px(6)),
                ..default()
            })
            .with_child(font.wrapped(&advice(game.content(), cause), PLAIN));
    }
    for (name, value) in facts(run, cramped) {
        frame
            .spawn(Node {
                column_gap: px(10),
                ..default()
            })
            .with_children(|row| {
                row.spawn(Node {
                    width: px(70),
                    flex_shrink: 0.0,
                    ..default()
                })
                .with_child(font.text(name, QUIET));
                row.spawn(font.wrapped(&value, PLAIN));
            });
    }
    frame
        .spawn(Node {
            margin: UiRect::vertical(px(6)),
            ..default()
        })
        .with_child(font.hint(run.epitaph()));
}

/// What a run came to, in figures.
fn facts(run: &Run, cramped: bool) -> Vec<(&'static str, String)> {
    let game = run.game();
    let player = game.view().player();
    let plus = match game.plus() {
        0 => String::new(),
        plus => format!("  New Game Plus {plus}"),
    };
    let day = game
        .daily()
        .map_or_else(String::new, |daily| format!("  the daily of {daily}"));
    let mut facts = vec![
        ("score", game.score().to_string()),
        ("seed", format!("{}{plus}{day}", game.seed())),
        (
            "reached",
            format!(
                "depth {}, level {}, in {}",
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
    }
    facts
}
