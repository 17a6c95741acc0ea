//! The aiming cursor: picking a tile to shoot or throw at, to walk to, or to look at.

use bevy::prelude::*;

use super::super::action::{DescendAction, Offer, STEPS};
use super::super::mode::{AimKind, Mode};
use super::super::placement::CRAMPED;
use super::super::reply::Reply;
use super::super::walk::can_walk;
use super::pack::find_item;
use crate::app::input::CommonAction;
use crate::app::notice::capitalize;
use crate::app::stage::Run;
use crate::app::ui::hud::Hint;
use crate::app::ui::node::NodeExt;
use crate::app::ui::theme::{KEY, PLAIN, QUIET, UiFont, WRONG};
use crate::game::content::Sort;
use crate::game::{Action, Intent, View};
use crate::geom::Pos;

/// Answers an action while the aiming cursor is on `at`.
pub(super) fn handle(action: DescendAction, (kind, at): (AimKind, Pos), run: &Run) -> Reply {
    let view = run.game().view();
    match action {
        // A direction is enough: these act on an adjacent tile.
        DescendAction::Step(dir)
            if matches!(kind, AimKind::Close | AimKind::Tend | AimKind::Push) =>
        {
            confirm(kind, at.step(dir), run)
        }
        DescendAction::Step(dir) if view.size().contains(at.step(dir)) => {
            Reply::Open(Mode::Aim(kind, at.step(dir)))
        }
        DescendAction::NextTarget => select(view, (kind, at), true),
        DescendAction::PreviousTarget => select(view, (kind, at), false),
        DescendAction::Log => Reply::Open(Mode::Log(0)),
        DescendAction::Confirm | DescendAction::Fire => confirm(kind, at, run),
        // A pad has these buttons only here: on the map they mean something else.
        DescendAction::Push => confirm(AimKind::Push, at, run),
        DescendAction::Close if kind.is_look() => confirm(AimKind::Close, at, run),
        DescendAction::GoTo(clicked) => confirm(kind, clicked, run),
        DescendAction::Level if kind == AimKind::Level => Reply::Close,
        DescendAction::AlternatePad if kind.is_look() => {
            let target = view.nearest_enemy().unwrap_or(view.player().pos);
            let next = Mode::Aim(AimKind::Arrow, target);
            Reply::open_if_allowed(Intent::Fire, next, run)
        }
        _ => Reply::Nothing,
    }
}

/// Moves the cursor to the next target, or the one before: an enemy to aim at, a thing to look at, or a place that
/// one can travel to.
fn select(view: View<'_>, (kind, at): (AimKind, Pos), forward: bool) -> Reply {
    let mut candidates = match kind.action(at) {
        Some(_) => view.targets(),
        None => view.sights(),
    };
    if kind == AimKind::Travel {
        candidates.retain(|pos| can_walk(view, *pos));
    }
    let here = candidates.iter().position(|pos| *pos == at);
    let count = candidates.len();
    let next = match (here, forward) {
        (None, true) => 0,
        (None, false) => count.saturating_sub(1),
        (Some(here), true) => (here + 1) % count,
        (Some(here), false) => (here + count - 1) % count,
    };
    let next = candidates.get(next);
    next.map_or(Reply::Nothing, |pos| Reply::Open(Mode::Aim(kind, *pos)))
}

/// Plays the aimed action at a tile, or travels there.
fn confirm(kind: AimKind, at: Pos, run: &Run) -> Reply {
    if !run.is_playing() {
        return Reply::Close;
    }
    let view = run.game().view();
    let dir = view.player().pos.dir_to(at);
    let action = match (kind, kind.action(at)) {
        (_, Some(action)) => match view.aim(action) {
            Ok(_) => action,
            // The cursor stays open, so that the player can pick another target.
            Err(why) => return Reply::Refuse(why),
        },
        // Without a direction, the game asks for one again.
        (AimKind::Close, _) => Action::Close { dir },
        (AimKind::Tend, _) => Action::Tend { dir },
        (AimKind::Push, _) => Action::Push { dir },
        _ => Action::Travel {
            to: view.travel_target(at),
        },
    };
    action.into()
}

/// Draws the card of what is aimed, in a window with room for `max_lines` lines.
pub(super) fn draw(
    frame: &mut ChildSpawnerCommands,
    font: &UiFont,
    (run, max_lines): (&Run, usize),
    (kind, at): (AimKind, Pos),
) {
    for (line, colour) in card(run, kind, at, max_lines) {
        frame
            .spawn(Node::DEFAULT.margin(UiRect::bottom(px(3))))
            .with_child(font.wrapped(&line, colour));
    }
}

/// The card of an aimed action and its target tile, in a window with room for `max_lines` lines.
fn card(run: &Run, kind: AimKind, at: Pos, max_lines: usize) -> Vec<(String, Color)> {
    let view = run.game().view();
    let actor = view.actor_at(at).filter(|_| max_lines < CRAMPED);
    let omitted = actor.map(|actor| &view.content().monster(actor.kind).text);
    let mut lines = Vec::new();
    if let Some(action) = kind.action(at) {
        let item = match kind {
            AimKind::Throw(letter) | AimKind::Use(letter) => find_item(view, letter),
            _ => None,
        };
        let verb = verb(view, kind);
        let title = item.map_or_else(
            || format!("{verb} an arrow"),
            |item| format!("{verb}: {}", view.item_name(item.kind, 1, item.plus)),
        );
        lines.push((capitalize(&title), KEY));
        match view.aim(action) {
            Ok(aim) => {
                let odds = view.describe_aim(&aim).into_iter();
                lines.extend(odds.map(|line| (line, PLAIN)));
            }
            Err(why) => {
                // Not an error before the player has moved the cursor.
                let colour = if at == view.player().pos { KEY } else { WRONG };
                lines.push((view.explain(why), colour));
            }
        }
    }
    let details = view.look(at).into_iter();
    let details = details.filter(|line| Some(line) != omitted);
    if lines.is_empty() {
        // The first line names whoever or whatever is there.
        let colours = std::iter::once(KEY).chain(std::iter::repeat(PLAIN));
        lines.extend(details.zip(colours));
    } else {
        // Only the target's state and habits: melee odds do not apply to an aimed action.
        lines.extend(details.take(2).map(|line| (line, QUIET)));
    }
    lines
}

/// The card in words, and where its tile is from the player.
pub(super) fn describe(run: &Run, kind: AimKind, at: Pos) -> String {
    let mut lines = vec![run.game().view().describe_offset(at)];
    lines.extend(
        card(run, kind, at, usize::MAX)
            .into_iter()
            .map(|(line, _)| line),
    );
    lines.join("\n")
}

static LOOK_HINTS: [Hint; 3] = [
    (&STEPS, "move"),
    (&[&DescendAction::NextTarget], "next"),
    (&[&CommonAction::Back], "close"),
];

static AIM_HINTS: [Hint; 3] = [
    (&STEPS, "move"),
    (&[&DescendAction::NextTarget], "next"),
    (&[&CommonAction::Back], "cancel"),
];

/// What confirming the tile does, and the hints.
pub(super) fn hints(run: &Run, (kind, at): (AimKind, Pos)) -> (Vec<Offer>, &'static [Hint]) {
    // The map of a run that is over leads nowhere.
    if !run.is_playing() {
        return (Vec::new(), &LOOK_HINTS);
    }
    let view = run.game().view();
    let offer: Offer = (&DescendAction::Confirm, verb(view, kind).to_owned());
    let is_offered = !kind.is_look() || can_walk(view, at);
    (Vec::from_iter(is_offered.then_some(offer)), hints_for(kind))
}

/// The hints while a tile is selected.
const fn hints_for(kind: AimKind) -> &'static [Hint] {
    match kind {
        AimKind::Look | AimKind::Level => &LOOK_HINTS,
        _ => &AIM_HINTS,
    }
}

/// A verb for confirming the target.
fn verb(view: View<'_>, kind: AimKind) -> &'static str {
    let is_relic =
        |letter| find_item(view, letter).is_some_and(|item| view.sort(item.kind) == Sort::Relic);
    match kind {
        AimKind::Use(letter) if is_relic(letter) => "use",
        AimKind::Arrow => "shoot",
        AimKind::Throw(_) => "throw",
        AimKind::Use(_) => "read",
        AimKind::Look | AimKind::Travel | AimKind::Level => "go there",
        AimKind::Close => "close",
        AimKind::Tend => "light, or put out",
        AimKind::Push => "knock over",
    }
}

#[cfg(test)]
mod tests {
    use super::super::test::holding;
    use super::*;
    use crate::game::Letter;
    use crate::rng::Seed;

    #[test]
    fn what_gives_a_question_up_is_not_named_as_its_answer() {
        let run = Run::new(Seed(5), None).unwrap();
        for kind in [
            AimKind::Close,
            AimKind::Tend,
            AimKind::Push,
            AimKind::Arrow,
            AimKind::Travel,
        ] {
            let (_, back) = hints_for(kind).last().unwrap();
            assert_eq!(*back, "cancel");
            assert_ne!(verb(run.game().view(), kind), *back);
        }
        assert_eq!(hints_for(AimKind::Look).last().unwrap().1, "close");
    }

    #[test]
    fn what_is_aimed_is_read_or_used() {
        let run = Run::new(Seed(5), None).unwrap();
        let used = |id: &str| {
            let game = holding(run.game(), ["short-sword", id]);
            verb(game.view(), AimKind::Use(Letter::all().nth(25).unwrap()))
        };
        assert_eq!(
            (used("scroll-fireball"), used("paschal-coal")),
            ("read", "use")
        );
    }
}
