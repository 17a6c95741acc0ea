//! The sidebar: who the player is and how, what is worn, and who and what is in sight.

use bevy::prelude::*;

use super::nearby;
use super::row::{Bar, Fills, Row, Texts, Told, Words, thousandths};
use super::shown::{self, ShownRun, TOLD};
use super::tip::Tip;
use crate::app::frame::Phase;
use crate::app::glyph::ViewInsets;
use crate::app::notice::capitalize;
use crate::app::screen::Screen;
use crate::app::ui::side::side_panel;
use crate::app::ui::theme::{KEY, PLAIN, QUIET, Type, WRONG};
use crate::game::content::{Class, DEEPEST};
use crate::game::{Condition, Game, Hunger, ItemView, View, counted};

/// The sidebar's width, in logical pixels.
pub const WIDTH: f32 = 250.0;

/// Room at the foot of the sidebar for the map of the level, in logical pixels.
const FOOT: f32 = 168.0;

/// Shows the sidebar.
pub(super) fn plugin(app: &mut App) {
    for screen in TOLD {
        app.add_systems(OnEnter(screen), spawn)
            .add_systems(OnExit(screen), leave);
    }
    app.add_systems(
        Update,
        show.run_if(shown::has_changed)
            .run_if(shown::is_told)
            .in_set(Phase::Show),
    );
}

#[derive(Component)]
struct Panel;

fn spawn(mut commands: Commands, screen: Res<State<Screen>>, mut insets: ResMut<ViewInsets>) {
    insets.right = WIDTH;
    let column = Node {
        width: px(WIDTH),
        flex_direction: FlexDirection::Column,
        padding: UiRect::new(px(12), px(12), px(8), px(FOOT)),
        row_gap: px(2),
        overflow: Overflow::clip(),
        ..default()
    };
    commands.spawn((
        DespawnOnExit(*screen.get()),
        Panel,
        side_panel(&insets, column),
    ));
}

fn leave(mut insets: ResMut<ViewInsets>) {
    insets.right = 0.0;
}

/// What a line's node shows.
#[derive(Component)]
struct Shown(Row);

pub(super) const BLOOD: Color = Color::srgb(0.72, 0.24, 0.20);
pub(super) const BREAD: Color = Color::srgb(0.80, 0.62, 0.28);

/// A condition: its sign, its name, and what it does.
const fn condition(condition: Condition) -> (char, &'static str, &'static str) {
    match condition {
        Condition::Hasted => ('»', "hasted", "You act twice as often."),
        Condition::Confused => ('?', "confused", "Your steps and throws go astray."),
        Condition::Burning => (
            '^',
            "burning",
            "Fire hurts you each turn; water puts it out.",
        ),
        Condition::Telepathic => ('¤', "telepathic", "You sense every creature on the level."),
        Condition::Bright => ('*', "keen-eyed", "You see farther in the dark."),
        Condition::Darkened => (
            '•',
            "darkened",
            "You cannot see as far, and are harder to notice.",
        ),
        Condition::Dimmed => ('°', "dimmed", "You cannot see as far."),
        Condition::Spent => ('.', "spent", "You are out of breath."),
    }
}

/// The player's health when it was shown last, and when that turn began.
#[derive(Default, Clone, Copy)]
struct Before {
    turn: u64,
    health: i32,
    ghost: i32,
}

impl Before {
    /// Notes the health of a turn; returns what it was before what was just lost.
    fn note(&mut self, turn: u64, health: i32) -> i32 {
        let is_another = turn < self.turn;
        if health < self.health && !is_another {
            self.ghost = if turn > self.turn {
                self.health
            } else {
                self.ghost.max(self.health)
            };
        } else if turn != self.turn || self.ghost < health {
            self.ghost = health;
        }
        (self.turn, self.health) = (turn, health);
        self.ghost
    }
}

/// Draws the lines that are others than before. Most stay from turn to turn, and laying out text is
/// most of what a turn costs.
fn show(
    (source, font): (ShownRun, Res<Type>),
    panels: Query<(Entity, Option<&Children>), With<Panel>>,
    (mut shown, mut tips): (Query<&mut Shown>, Query<&mut Tip>),
    (parts, mut texts, mut fills): (Query<&Children>, Texts, Fills),
    mut before: Local<Before>,
    mut commands: Commands,
) {
    let (Some(run), Some(view)) = (source.run(), source.view()) else {
        return;
    };
    let ghost = before.note(run.game().turns(), view.player().health);
    let told = lines(run.game(), view, ghost);
    for (panel, children) in &panels {
        let nodes = children.map_or(&[][..], |children| children);
        for (node, Told { row, tip }) in nodes.iter().zip(&told) {
            if let Ok(mut shown) = tips.get_mut(*node) {
                shown.set_if_neq(Tip(tip.clone()));
            }
            let Ok(mut shown) = shown.get_mut(*node) else {
                continue;
            };
            if shown.0 == *row {
                continue;
            }
            if shown.0.is_built_as(row) {
                row.redraw(
                    parts.iter_descendants_depth_first(*node),
                    &mut texts,
                    &mut fills,
                );
                shown.0 = row.clone();
            } else {
                let mut line = commands.entity(*node);
                line.insert(row.node()).despawn_children();
                line.with_children(|frame| row.draw(frame, &font));
                shown.0 = row.clone();
            }
        }
        for Told { row, tip } in told.iter().skip(nodes.len()) {
            let line = (
                Shown(row.clone()),
                Tip(tip.clone()),
                Interaction::default(),
                row.node(),
                ChildOf(panel),
            );
            let line = commands.spawn(line).id();
            commands
                .entity(line)
                .with_children(|frame| row.draw(frame, &font));
        }
        for node in nodes.iter().skip(told.len()) {
            commands.entity(*node).despawn();
        }
    }
}

/// All lines; the player's health was `ghost` before what was just lost.
fn lines(game: &Game, view: View<'_>, ghost: i32) -> Vec<Told> {
    let mut lines = of_player(game, view, ghost);
    lines.push(Row::Gap.into());
    lines.extend(equipment(view));
    lines.push(Row::Gap.into());
    lines.extend(nearby::lines(view));
    lines
}

/// The last depth of the run.
fn deepest(view: View<'_>) -> usize {
    let training = view.content().training();
    training.map_or(usize::from(DEEPEST), |training| training.levels.len())
}

fn of_player(game: &Game, view: View<'_>, ghost: i32) -> Vec<Told> {
    let player = view.player();
    let told = |row: Row, tip: String| Told { row, tip };
    let is_low = 3 * player.health < player.max_health;
    let red = if is_low { WRONG } else { BLOOD };
    let (fed, amber) = match player.hunger {
        Hunger::Fed => ("fed", BREAD),
        Hunger::Hungry => ("hungry", KEY),
        Hunger::Weak => ("weak with hunger", WRONG),
        Hunger::Starving => ("starving", WRONG),
    };
    let full = view.content().rules().food.full;
    let mut health = Bar::of(player.health, player.max_health, red);
    health.ghost = thousandths(ghost.into(), player.max_health.into());
    let mut where_and_when = vec![
        (format!("{:?}", view.level_kind()), QUIET),
        (format!("turn {}", game.turns()), QUIET),
    ];
    if !game.is_training() {
        where_and_when.push((format!("seed {}", game.seed()), QUIET));
    }
    let mut lines = vec![
        told(
            Row::Portrait(
                ("@".to_owned(), PLAIN),
                format!("level {}", player.level),
                match view.content().training() {
                    Some(_) => format!("lesson {}", view.depth()),
                    None => format!("depth {}", view.depth()),
                },
            ),
            format!(
                "You are level {}; {} more experience takes you to the next. This is depth {} of {}.",
                player.level,
                player.missing,
                view.depth(),
                deepest(view)
            ),
        ),
        told(
            Row::Gauge(
                "health",
                (
                    format!("{} / {}", player.health, player.max_health),
                    if is_low { WRONG } else { PLAIN },
                ),
                health,
            ),
            "It returns with time and rest while you are fed. At 0 the run is over.".to_owned(),
        ),
        told(
            Row::Gauge(
                "food",
                (fed.to_owned(), if amber == BREAD { PLAIN } else { amber }),
                Bar::of(player.food as i32, full as i32, amber),
            ),
            format!(
                "Food for {}; healing uses more of it.",
                counted(player.food, "turn")
            ),
        ),
        told(
            Row::Chips(vec![
                (format!("attack {}", player.attack), PLAIN),
                (format!("defence {}", player.defence), PLAIN),
            ]),
            "The damage of your blows, and how much your armour takes off the blows of others."
                .to_owned(),
        ),
        told(
            Row::Chips(where_and_when),
            "The kind of level, the turns so far, and the seed: the same seed gives the same dungeon."
                .to_owned(),
        ),
    ];
    let held = Condition::ALL
        .into_iter()
        .map(|one| (condition(one), view.condition(one)))
        .filter(|(_, left)| *left > 0);
    let (chips, tips): (Vec<Words>, Vec<String>) = held
        .map(|((sign, name, does), left)| {
            let chip = (format!("{sign} {name} {left}"), KEY);
            (
                chip,
                format!("{} for {}: {does}", capitalize(name), counted(left, "turn")),
            )
        })
        .unzip();
    if !chips.is_empty() {
        lines.push(told(Row::Chips(chips), tips.join(" ")));
    }
    lines
}

/// The slots for equipment, those that are empty, too.
fn equipment(view: View<'_>) -> Vec<Told> {
    let mut worn = view.pack().filter(|(letter, _)| view.is_equipped(*letter));
    let mut slots: Vec<(&'static str, Option<ItemView>)> = vec![
        ("weapon", None),
        ("armour", None),
        ("light", None),
        ("ring", None),
        ("ring", None),
    ];
    let class = |item: ItemView| view.content().item(item.kind).class;
    for (_, item) in &mut worn {
        let wanted = match class(item) {
            Class::Armour { .. } => "armour",
            Class::Lantern(_) => "light",
            Class::Ring(_) => "ring",
            _ => "weapon",
        };
        let mut free = slots.iter_mut();
        if let Some(slot) = free.find(|(name, held)| *name == wanted && held.is_none()) {
            slot.1 = Some(item);
        }
    }
    slots
        .into_iter()
        .map(|(name, item)| {
            let words = item.map_or(("none".to_owned(), QUIET), |item| {
                (view.item_name(item.kind, item.count, item.plus), PLAIN)
            });
            let about = item.map(|item| view.about_item(item.kind, item.plus));
            Told {
                row: Row::Slot(name, words),
                tip: about.unwrap_or_default().join(" "),
            }
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::stage::Run;
    use crate::rng::Seed;

    #[test]
    fn what_was_just_lost_is_shown_until_the_next_turn_that_loses_nothing() {
        let mut before = Before::default();
        assert_eq!(before.note(0, 40), 40);
        assert_eq!(before.note(1, 31), 40, "nine were lost");
        assert_eq!(before.note(1, 31), 40, "the same turn");
        assert_eq!(before.note(2, 25), 31, "six more");
        assert_eq!(before.note(3, 26), 26);
        assert_eq!(before.note(0, 20), 20, "another run");
    }

    #[test]
    fn empty_slots_are_shown_as_empty() {
        let run = Run::new(Seed(7), None).unwrap();
        let slots = equipment(run.game().view());
        let names: Vec<&str> = slots
            .iter()
            .map(|told| match &told.row {
                Row::Slot(name, _) => *name,
                other => panic!("{other:?}"),
            })
            .collect();
        assert_eq!(names, ["weapon", "armour", "light", "ring", "ring"]);
        let none = Row::Slot("ring", ("none".to_owned(), QUIET));
        assert_eq!(slots[4].row, none);
    }
}
