//! The sidebar's list of monsters, items and features in sight, and of monsters sensed elsewhere.

use bevy::prelude::*;

use super::row::{HEALTH, Meter, RowWithTip, SidebarRow};
use crate::app::notice::capitalize;
use crate::app::stage::look::{item_appearance, monster_colour, sign_of};
use crate::app::ui::theme::{KEY, PLAIN, QUIET, WRONG};
use crate::game::{ActorView, Landmark, SetPiecePart, View, counted, is_easy_fight};
use crate::geom::Pos;

/// Monsters listed at most.
const MAX_MONSTERS: usize = 9;

/// Items and features listed at most.
const MAX_THINGS: usize = 6;

/// The colour of a fight that the player should win easily.
pub(in crate::app::stage) const SAFE: Color = Color::srgb(0.50, 0.86, 0.62);

/// The monsters and things in sight, then the monsters out of sight; nearest first.
pub(super) fn nearby_rows(view: View<'_>) -> Vec<RowWithTip> {
    let me = view.player().pos;
    let mut known: Vec<ActorView> = view.actors().collect();
    known.sort_by_key(|actor| (!actor.in_sight, actor.pos.steps_to(me), actor.id));
    let unlisted = known.split_off(known.len().min(MAX_MONSTERS)).len();
    let (near, far): (Vec<_>, Vec<_>) = known.iter().partition(|actor| actor.in_sight);
    let things = thing_rows(view);
    let mut rows = Vec::new();
    for (heading, foes, things) in [
        ("in sight", &near, things),
        ("out of sight", &far, Vec::new()),
    ] {
        if !(foes.is_empty() && things.is_empty()) {
            rows.push(SidebarRow::Heading(heading).into());
        }
        for actor in foes {
            rows.push(monster_row(view, actor));
            let conditions = view.conditions_of(actor.id);
            let chips: Vec<_> = conditions
                .map(|state| (format!("└ {state}"), KEY))
                .collect();
            if !chips.is_empty() {
                rows.push(SidebarRow::Chips(chips).into());
            }
        }
        rows.extend(things);
    }
    if unlisted > 0 {
        rows.push(SidebarRow::Text((format!("and {unlisted} more"), QUIET)).into());
    }
    rows
}

/// The items in sight, then stairs, mechanisms and plates; each nearest first.
fn thing_rows(view: View<'_>) -> Vec<RowWithTip> {
    let me = view.player().pos;
    let nearest = |at: &Pos| (at.steps_to(me), at.y, at.x);
    let mut items: Vec<_> = view
        .items()
        .filter(|item| view.in_sight(item.pos))
        .collect();
    items.sort_by_key(|item| nearest(&item.pos));
    let items = items.iter().map(|item| {
        let (_, [r, g, b]) = item_appearance(view, item.kind);
        let glyph = view.sort(item.kind).glyph();
        let name = view.item_name(item.kind, item.count, item.plus);
        RowWithTip {
            row: SidebarRow::Text((format!("{glyph} {name}"), Color::srgb_u8(r, g, b))),
            tip: view.about_item(item.kind, item.plus).join(" "),
        }
    });
    let stairs = [
        (view.stairs_down(), "> stairs down"),
        (view.stairs_up(), "< stairs up"),
    ];
    let mechanisms = view.features().map(|feature| {
        let name = match (feature.is_everlamp(), feature.has_conduit) {
            _ if feature.landmark == Landmark::Font => "& font",
            (true, _) => "☼ the Everlamp",
            (_, true) => "¤ conduit",
            (_, false) => "⌠ lever",
        };
        (Some(feature.at), name)
    });
    let devices = view.set_piece_parts().filter_map(|(at, part)| {
        let name = match part {
            SetPiecePart::Lever { .. } => "⌠ lever",
            SetPiecePart::Plate { live: true } => "◘ plate",
            SetPiecePart::Plate { live: false } | SetPiecePart::Gate | SetPiecePart::Bars => {
                return None;
            }
        };
        Some((Some(at), name))
    });
    let mut features: Vec<(Pos, &str)> = stairs
        .into_iter()
        .chain(mechanisms)
        .chain(devices)
        .filter_map(|(at, name)| Some((at.filter(|at| view.in_sight(*at))?, name)))
        .collect();
    features.sort_by_key(|(at, _)| nearest(at));
    // What a room has several of is listed once, at the nearest.
    let mut listed: Vec<(Pos, &str, usize)> = Vec::new();
    for (at, name) in features {
        match listed.iter_mut().find(|(_, other, _)| *other == name) {
            Some((.., count)) => *count += 1,
            None => listed.push((at, name, 1)),
        }
    }
    let features = listed.into_iter().map(|(at, name, count)| {
        let text = match count {
            1 => name.to_owned(),
            _ => format!("{name} (x{count})"),
        };
        RowWithTip {
            row: SidebarRow::Text((text, PLAIN)),
            // The last line describes the feature, the lines before it whatever is on it.
            tip: view.look(at).pop().unwrap_or_default(),
        }
    });
    items.chain(features).take(MAX_THINGS).collect()
}

/// What the signs and numbers beside monsters mean, for the help.
pub(in crate::app) const SIDEBAR_HELP: [&str; 2] = [
    "A sign beside a monster, on the map and in the sidebar, says what it is doing: ♦ hunting you, z asleep, \
     ○ unaware of you, ¿ looking for you, ◄ fleeing from you; ‼ about to strike the tiles with that sign, ♪ about to call others.",
    "\"dies in 1, you in 12\" means that one blow kills it and twelve kill you. A fight that you would win easily is green, \
     and one that you would lose is red.",
];

fn monster_row(view: View<'_>, actor: &ActorView) -> RowWithTip {
    let def = view.content().monster(actor.kind);
    let [r, g, b] = monster_colour(def);
    let ((symbol, _), mood) = (sign_of(actor), actor.mood.row().towards_you);
    // The blows that the player needs to kill it, and those it needs to kill the player.
    let blows = view.odds(actor.id).map(|odds| {
        let mine = if odds.slays { Some(1) } else { odds.blows };
        (mine, odds.blows_back)
    });
    let (danger, colour) = blows.map_or((String::new(), QUIET), |(mine, theirs)| {
        let danger = match (mine, theirs) {
            (Some(mine), Some(theirs)) => format!("dies in {mine}, you in {theirs}"),
            (Some(mine), None) => format!("dies in {mine}, cannot hurt you"),
            (None, Some(theirs)) => format!("cannot be hurt, you die in {theirs}"),
            (None, None) => "neither can hurt the other".to_owned(),
        };
        (danger, danger_colour(mine, theirs))
    });
    let outcome = |fails: &str, kills: &str, blows: Option<u32>| match blows {
        Some(blows) => format!("{kills} in {}", counted(blows, "blow")),
        None => fails.to_owned(),
    };
    let expected = blows.map_or_else(String::new, |(mine, theirs)| {
        format!(
            " On average, {}, and {}.",
            outcome("you cannot kill it", "you kill it", mine),
            outcome("it cannot kill you", "it kills you", theirs)
        )
    });
    let tip = format!("{}, {mood}.{expected}", capitalize(&def.name));
    RowWithTip {
        row: SidebarRow::Foe(
            (
                format!("{} {}", def.glyph, def.name),
                Color::srgb_u8(r, g, b),
            ),
            (symbol.to_string(), colour),
            (danger, colour),
            Meter::new(actor.health, actor.max_health, HEALTH),
        ),
        tip,
    }
}

/// The colour for a fight in which the player and the monster need so many blows to win.
fn danger_colour(mine: Option<u32>, theirs: Option<u32>) -> Color {
    match (mine, theirs) {
        _ if is_easy_fight(mine, theirs) => SAFE,
        (Some(mine), Some(theirs)) if theirs > mine => KEY,
        _ => WRONG,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::stage::Run;
    use crate::app::stage::look::{CALL_SIGN, STRIKE_SIGN};
    use crate::bot::Explorer;
    use crate::game::Mood;
    use crate::rng::Seed;

    #[test]
    fn the_help_explains_every_sign_of_the_sidebar() {
        use Mood::{Asleep, Fleeing, Hunting, Searching, Wandering};
        for mood in [Asleep, Wandering, Hunting, Searching, Fleeing] {
            let row = mood.row();
            let explanation = format!("{} {}", row.sign, row.towards_you);
            assert!(SIDEBAR_HELP[0].contains(&explanation), "{explanation}");
        }
        for (symbol, meaning) in [
            (STRIKE_SIGN, "about to strike"),
            (CALL_SIGN, "about to call"),
        ] {
            let explanation = format!("{symbol} {meaning}");
            assert!(SIDEBAR_HELP[0].contains(&explanation), "{explanation}");
        }
        assert!(SIDEBAR_HELP[1].contains("dies in 1, you in 12"));
    }

    #[test]
    fn no_sign_of_a_monster_is_that_of_a_thing_or_of_ground() {
        use Mood::{Asleep, Fleeing, Hunting, Searching, Wandering};
        let moods = [Asleep, Wandering, Hunting, Searching, Fleeing].map(|mood| mood.row().sign);
        for sign in moods.into_iter().chain([STRIKE_SIGN, CALL_SIGN]) {
            let content = crate::game::content::Content::embedded().unwrap();
            assert!(
                content.items().iter().all(|item| item.glyph() != sign),
                "{sign}"
            );
            assert_eq!(crate::map::Tile::from_char(sign), None, "{sign}");
        }
    }

    const fn is_foe(row: &RowWithTip) -> bool {
        matches!(row.row, SidebarRow::Foe(..))
    }

    /// How the sidebar names whatever stands in its place for good.
    const FEATURES: [&str; 7] = [
        "> stairs down",
        "< stairs up",
        "& font",
        "☼ the Everlamp",
        "¤ conduit",
        "⌠ lever",
        "◘ plate",
    ];

    /// Plays some runs and checks the view of each turn.
    fn play(mut check: impl FnMut(View<'_>)) {
        for seed in 1..12 {
            let mut run = Run::new(Seed(seed), None).unwrap();
            let mut bot = Explorer::default();
            while run.game().turns() < 1500 && run.is_playing() {
                run.step_by(&mut bot);
                check(run.game().view());
            }
        }
    }

    #[test]
    fn who_is_sensed_is_listed_apart_from_who_is_in_sight() {
        let mut listed = 0;
        play(|view| {
            let rows = nearby_rows(view);
            let is_heading =
                |row: &RowWithTip| matches!(row.row, SidebarRow::Heading("out of sight"));
            let foes = |rows: &[RowWithTip]| rows.iter().filter(|row| is_foe(row)).count();
            let known = |seen: bool| view.actors().filter(|actor| actor.in_sight == seen).count();
            let sensed = rows.iter().position(is_heading).unwrap_or(rows.len());
            assert_eq!(foes(&rows[..sensed]), known(true).min(MAX_MONSTERS));
            assert!(sensed == rows.len() || known(false) > 0);
            listed += u32::from(sensed < rows.len());
        });
        assert!(listed > 0);
    }

    #[test]
    fn conditions_are_listed_below_the_monster_that_has_them() {
        let mut listed = 0;
        play(|view| {
            let rows = nearby_rows(view);
            let chips = |row: &RowWithTip| match &row.row {
                SidebarRow::Chips(chips) => chips.len(),
                _ => 0,
            };
            let conditions = |actor: ActorView| view.conditions_of(actor.id).count();
            let known: Vec<usize> = view.actors().map(conditions).collect();
            if known.len() <= MAX_MONSTERS {
                let shown: usize = rows.iter().map(chips).sum();
                assert_eq!(shown, known.iter().sum::<usize>());
                listed += shown;
            }
            assert!(
                rows.windows(2)
                    .all(|pair| chips(&pair[1]) == 0 || is_foe(&pair[0]))
            );
        });
        assert!(listed > 0);
    }

    #[test]
    fn items_and_stairs_are_listed_while_they_are_in_sight() {
        let (mut items, mut stairs, mut several) = (0, 0, 0);
        play(|view| {
            let rows = nearby_rows(view);
            let count = |fits: &dyn Fn(&str) -> bool| {
                let texts = rows.iter().filter_map(|row| match &row.row {
                    SidebarRow::Text((text, _)) => Some(text.as_str()),
                    _ => None,
                });
                texts.filter(|text| fits(text)).count()
            };
            let is_feature = |text: &str| {
                let name = text.split(" (x").next().unwrap_or_default();
                FEATURES.contains(&name)
            };
            let in_sight = view.items().filter(|item| view.in_sight(item.pos)).count();
            let listed = count(&|text| !is_feature(text) && !text.starts_with("and "));
            assert_eq!(listed, in_sight.min(MAX_THINGS));
            let down = view.stairs_down().is_some_and(|at| view.in_sight(at));
            assert!(down || count(&|text| text == "> stairs down") == 0);
            if down && in_sight == 0 {
                assert_eq!(count(&|text| text == "> stairs down"), 1);
                stairs += 1;
            }
            several += count(&|text| is_feature(text) && text.contains(" (x"));
            for name in FEATURES {
                assert!(count(&|text| text.starts_with(name)) <= 1);
            }
            items += listed;
        });
        assert!(items > 0 && stairs > 0 && several > 0);
    }

    #[test]
    fn danger_tells_who_would_win() {
        assert_eq!(danger_colour(Some(2), Some(9)), SAFE);
        assert_eq!(danger_colour(Some(5), Some(9)), KEY);
        assert_eq!(danger_colour(Some(9), Some(4)), WRONG);
        assert_eq!(danger_colour(None, None), SAFE);
    }
}
