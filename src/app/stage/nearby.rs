//! Who and what is in sight, and who is sensed elsewhere, as lines of the sidebar.

use bevy::prelude::*;

use super::look::{colour_of, of_kind};
use super::panel::BLOOD;
use super::row::{Bar, Row, Told};
use crate::app::notice::capitalize;
use crate::app::ui::theme::{KEY, PLAIN, QUIET, WRONG};
use crate::game::{ActorView, Mood, View, counted};
use crate::geom::Pos;

/// How many monsters are listed.
const LISTED: usize = 9;

/// How many things in sight are listed.
const THINGS: usize = 6;

pub(super) const SAFE: Color = Color::srgb(0.50, 0.86, 0.62);

/// Monsters, with the blows that either side takes, and things; in sight first, the nearest first.
pub(super) fn lines(view: View<'_>) -> Vec<Told> {
    let me = view.player().pos;
    let mut known: Vec<ActorView> = view.actors().collect();
    known.sort_by_key(|actor| (!actor.in_sight, actor.pos.steps_to(me), actor.id));
    let unlisted = known.split_off(known.len().min(LISTED)).len();
    let (near, far): (Vec<_>, Vec<_>) = known.iter().partition(|actor| actor.in_sight);
    let things = things(view);
    let mut lines = Vec::new();
    for (heading, foes, things) in [
        ("in sight", &near, things),
        ("out of sight", &far, Vec::new()),
    ] {
        // The first numbers are explained.
        let fights = match lines.iter().any(is_foe) || foes.is_empty() {
            true => "",
            false => "blows: it / you",
        };
        if !(foes.is_empty() && things.is_empty()) {
            lines.push(Row::Heading(heading, fights).into());
        }
        lines.extend(foes.iter().map(|actor| foe(view, actor)));
        lines.extend(things);
    }
    if unlisted > 0 {
        lines.push(Row::Text((format!("and {unlisted} more"), QUIET)).into());
    }
    lines
}

const fn is_foe(told: &Told) -> bool {
    matches!(told.row, Row::Foe(..))
}

/// The items in sight, then stairs and what opens a vault; of each the nearest first.
fn things(view: View<'_>) -> Vec<Told> {
    let me = view.player().pos;
    let nearest = |at: &Pos| (at.steps_to(me), at.y, at.x);
    let mut items: Vec<_> = view
        .items()
        .filter(|item| view.in_sight(item.pos))
        .collect();
    items.sort_by_key(|item| nearest(&item.pos));
    let items = items.iter().map(|item| {
        let (_, [r, g, b]) = of_kind(view, view.content(), item.kind);
        let sign = view.content().item(item.kind).glyph();
        let name = view.item_name(item.kind, item.count, item.plus);
        Told {
            row: Row::Text((format!("{sign} {name}"), Color::srgb_u8(r, g, b))),
            tip: view.about_item(item.kind, item.plus).join(" "),
        }
    });
    let stairs = [
        (view.stairs_down(), "> stairs down"),
        (view.stairs_up(), "< stairs up"),
    ];
    let vault = view.vault().map(|vault| {
        let name = match (vault.everlamp, vault.has_conduit) {
            (true, _) => "☼ the Everlamp",
            (_, true) => "¤ conduit",
            (_, false) => "⌠ lever",
        };
        (Some(vault.lever), name)
    });
    let mut places: Vec<(Pos, &str)> = stairs
        .into_iter()
        .chain(vault)
        .filter_map(|(at, name)| Some((at.filter(|at| view.in_sight(*at))?, name)))
        .collect();
    places.sort_by_key(|(at, _)| nearest(at));
    let places = places.into_iter().map(|(at, name)| Told {
        row: Row::Text((name.to_owned(), PLAIN)),
        // What the place is comes last, after who is there.
        tip: view.look(at).pop().unwrap_or_default(),
    });
    items.chain(places).take(THINGS).collect()
}

/// What a monster is up to: a sign, and words.
const fn mood(mood: Mood) -> (&'static str, &'static str) {
    match mood {
        Mood::Asleep => ("z", "asleep"),
        Mood::Wandering => ("-", "unaware of you"),
        Mood::Hunting => ("!", "hunting you"),
        Mood::Searching => ("?", "searching"),
        Mood::Fleeing => ("~", "fleeing"),
    }
}

fn foe(view: View<'_>, actor: &ActorView) -> Told {
    let def = view.content().monster(actor.kind);
    let [r, g, b] = colour_of(def);
    let (sign, doing) = mood(actor.mood);
    let odds = view.odds(actor.id);
    let count = |blows: Option<u32>| blows.map_or("-".to_owned(), |blows| blows.to_string());
    let fight = odds.map(|odds| {
        let mine = if odds.slays { Some(1) } else { odds.blows };
        (mine, odds.blows_back)
    });
    let (danger, alarm) = fight.map_or((String::new(), QUIET), |(mine, theirs)| {
        let words = format!("{} / {}", count(mine), count(theirs));
        (words, alarm(mine, theirs))
    });
    let takes = |fails: &str, kills: &str, blows: Option<u32>| match blows {
        Some(blows) => format!("{kills} in {}", counted(blows, "blow")),
        None => fails.to_owned(),
    };
    let expected = fight.map_or_else(String::new, |(mine, theirs)| {
        format!(
            " On average, {}, and {}.",
            takes("you cannot kill it", "you kill it", mine),
            takes("it cannot kill you", "it kills you", theirs)
        )
    });
    let tip = format!("{}, {doing}.{expected}", capitalize(&def.name));
    Told {
        row: Row::Foe(
            (
                format!("{} {} {sign}", def.glyph, def.name),
                Color::srgb_u8(r, g, b),
            ),
            (danger, alarm),
            Bar::of(actor.health, actor.max_health, BLOOD),
        ),
        tip,
    }
}

/// The colour of a danger: whether who needs so many blows would win against who needs so many.
const fn alarm(mine: Option<u32>, theirs: Option<u32>) -> Color {
    match (mine, theirs) {
        (_, None) => SAFE,
        (None, Some(_)) => WRONG,
        (Some(mine), Some(theirs)) if theirs <= mine => WRONG,
        (Some(mine), Some(theirs)) if theirs <= 2 * mine => KEY,
        _ => SAFE,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::stage::Run;
    use crate::bot::Explorer;
    use crate::rng::Seed;

    /// Plays some runs, and looks at each turn of them.
    fn play(mut look: impl FnMut(View<'_>)) {
        for seed in 1..12 {
            let mut run = Run::new(Seed(seed), None).unwrap();
            let mut bot = Explorer::default();
            while run.game().turns() < 1500 && run.is_playing() {
                run.step_by(&mut bot);
                look(run.game().view());
            }
        }
    }

    #[test]
    fn who_is_sensed_is_listed_apart_from_who_is_in_sight() {
        let mut listed = 0;
        play(|view| {
            let told = lines(view);
            let head = |words: &str| {
                let is_head =
                    |told: &Told| matches!(told.row, Row::Heading(head, _) if head == words);
                told.iter().position(is_head)
            };
            let foes = |told: &[Told]| told.iter().filter(|told| is_foe(told)).count();
            let there = |seen: bool| view.actors().filter(|actor| actor.in_sight == seen).count();
            let sensed = head("out of sight").unwrap_or(told.len());
            assert_eq!(foes(&told[..sensed]), there(true).min(LISTED));
            assert!(sensed == told.len() || there(false) > 0);
            listed += u32::from(sensed < told.len());
        });
        assert!(listed > 0);
    }

    #[test]
    fn items_and_stairs_are_listed_while_they_are_in_sight() {
        let (mut items, mut stairs) = (0, 0);
        play(|view| {
            let told = lines(view);
            let count = |fits: &dyn Fn(&str) -> bool| {
                let words = told.iter().filter_map(|told| match &told.row {
                    Row::Text((words, _)) => Some(words.as_str()),
                    _ => None,
                });
                words.filter(|words| fits(words)).count()
            };
            let is_place = |words: &str| {
                words.contains("stairs") || words.contains("conduit") || words.contains("lever")
            };
            let in_sight = view.items().filter(|item| view.in_sight(item.pos)).count();
            let listed = count(&|words| !is_place(words) && !words.starts_with("and "));
            assert_eq!(listed, in_sight.min(THINGS));
            let down = view.stairs_down().is_some_and(|at| view.in_sight(at));
            assert!(down || count(&|words| words == "> stairs down") == 0);
            if down && in_sight == 0 {
                assert_eq!(count(&|words| words == "> stairs down"), 1);
                stairs += 1;
            }
            items += listed;
        });
        assert!(items > 0 && stairs > 0);
    }

    #[test]
    fn danger_tells_who_would_win() {
        assert_eq!(alarm(Some(2), Some(9)), SAFE);
        assert_eq!(alarm(Some(5), Some(9)), KEY);
        assert_eq!(alarm(Some(9), Some(4)), WRONG);
        assert_eq!(alarm(None, None), SAFE);
    }
}
