//! The sidebar: the player's status and equipment, and what is nearby.

use bevy::ecs::system::SystemParam;
use bevy::input_focus::tab_navigation::{TabGroup, TabIndex};
use bevy::input_focus::{FocusCause, InputFocus, InputFocusVisible};
use bevy::picking::hover::Hovered;
use bevy::prelude::*;

use super::minimap::{Listed, spawn_minimap};
use super::nearby;
use super::row::{ColouredText, Fills, HEALTH, Meter, RowWithTip, SidebarRow, Texts, thousandths};
use crate::app::frame::{Phase, React};
use crate::app::input::CommonAction;
use crate::app::notice::capitalize;
use crate::app::screen::Screen;
use crate::app::stage::air::vignette::{HeartBeat, HeartSystems};
use crate::app::stage::layout::PANEL_WIDTH;
use crate::app::stage::runs::run::describe_origin;
use crate::app::stage::runs::shown::{self, ShownRun};
use crate::app::ui::focus::Navigation;
use crate::app::ui::node::NodeExt;
use crate::app::ui::side::{Drawer, side_panel};
use crate::app::ui::style::FocusRing;
use crate::app::ui::theme::{KEY, PLAIN, QUIET, UiFont, WRONG};
use crate::app::ui::tip::{Tip, TipsWithin};
use crate::app::ui::widget::spawn_scrolling_column;
use crate::game::content::{DEEPEST, Sort};
use crate::game::{Condition, Game, Hunger, ItemView, Letter, Lighting, Practice, View, counted};
use crate::rng::Seed;

pub(in crate::app::stage) fn plugin(app: &mut App) {
    app.add_systems(React, enter.in_set(Phase::Act));
    app.add_systems(
        Update,
        update_panel
            .run_if(shown::has_changed.or_eager(resource_changed::<Drawer>))
            .run_if(shown::has_panels)
            .in_set(Phase::Show),
    )
    .add_systems(
        PostUpdate,
        beat.after(HeartSystems)
            .run_if(resource_changed::<HeartBeat>),
    );
}

/// The name of the row of the player's health.
const HEALTH_NAME: &str = "health";

/// Lets the bar of the player's health beat when little is left.
fn beat(
    beat: Res<HeartBeat>,
    rows: Query<(Entity, &ShownRow)>,
    (descendants, mut fills): (Query<&Children>, Fills),
) {
    let of_health = |row: &&ShownRow| matches!(row.0, SidebarRow::Gauge(HEALTH_NAME, ..));
    for (node, ShownRow(row)) in rows.iter().filter(|(_, row)| of_health(row)) {
        let mut colours = row.fills();
        for node in descendants.iter_descendants_depth_first(node) {
            if let Ok((_, mut shown)) = fills.get_mut(node)
                && let Some((_, colour)) = colours.next()
            {
                let bright = colour.mix(&Color::WHITE, 0.6 * beat.0);
                shown.set_if_neq(BackgroundColor(bright));
            }
        }
    }
}

pub(in crate::app::stage) fn spawn_panel(mut commands: Commands, screen: Res<State<Screen>>) {
    commands
        .spawn((
            DespawnOnExit(*screen.get()),
            TipsWithin,
            TabGroup::modal(),
            side_panel(Node::column(0.0).width(px(PANEL_WIDTH))),
        ))
        .with_children(|panel| {
            let body = Node::DEFAULT.min_height(px(0)).share();
            panel.spawn(body).with_children(|body| {
                let rows = spawn_scrolling_column(body, (12.0, 8.0), 2.0, |_| ());
                let mut commands = body.commands();
                // The scrollbar stands in the margin at the right.
                let mut rows = commands.entity(rows);
                rows.insert(Listed)
                    .entry::<Node>()
                    .and_modify(|mut node| node.padding.right = px(7));
            });
            spawn_minimap(panel);
        });
}

/// The row that a node shows.
#[derive(Component)]
pub(in crate::app) struct ShownRow(SidebarRow);

/// The row of the player's light and lantern.
#[derive(SystemParam)]
pub(in crate::app) struct LightRow<'w, 's> {
    rows: Query<'w, 's, (&'static ShownRow, &'static Hovered)>,
}

impl LightRow<'_, '_> {
    /// Whether the pointer is over it.
    pub fn is_under_pointer(&self) -> bool {
        let mut rows = self.rows.iter();
        rows.any(|(row, hovered)| hovered.0 && matches!(row.0, SidebarRow::Light(_)))
    }
}

const EXPERIENCE: Color = Color::srgb(0.50, 0.55, 0.86);
pub(in crate::app::stage) const FOOD: Color = Color::srgb(0.80, 0.62, 0.28);

/// Tracks the player's health from turn to turn, for the ghost of the health bar.
#[derive(Default, Clone, Copy)]
struct HealthTracker {
    run: Option<Seed>,
    turn: u64,
    health: i32,
    /// Health before the latest loss.
    ghost: i32,
}

impl HealthTracker {
    /// Takes the health of a turn and returns the ghost. Several calls in a turn count as one loss.
    fn update(&mut self, run: Seed, turn: u64, health: i32) -> i32 {
        if Some(run) != self.run || turn < self.turn || health <= 0 {
            // Another run, the same seed from its start, or death, which leaves an empty bar.
            self.ghost = health;
        } else if health < self.health {
            self.ghost = if turn > self.turn {
                self.health
            } else {
                self.ghost.max(self.health)
            };
        } else if turn != self.turn || self.ghost < health {
            self.ghost = health;
        }
        (self.run, self.turn, self.health) = (Some(run), turn, health);
        self.ghost
    }
}

/// Changes only the rows that differ from before, because laying out text is most of the cost of a turn.
fn update_panel(
    (shown, font, drawer): (ShownRun, Res<UiFont>, Res<Drawer>),
    panels: Query<(Entity, Option<&Children>), With<Listed>>,
    (mut shown_rows, mut tips): (Query<&mut ShownRow>, Query<(&mut Tip, &mut TabIndex)>),
    (descendants, mut texts, mut fills): (Query<&Children>, Texts, Fills),
    mut tracker: Local<HealthTracker>,
    mut commands: Commands,
) {
    let (Some(run), Some(view)) = (shown.run(), shown.view()) else {
        return;
    };
    let game = run.game();
    let ghost = tracker.update(game.seed(), game.turns(), view.player().health);
    let rows = panel_rows((run.game(), view), ghost, drawer.is_narrow());
    for (panel, children) in &panels {
        let nodes = children.map_or(&[][..], |children| children);
        for (node, RowWithTip { row, tip }) in nodes.iter().zip(&rows) {
            if let Ok((mut old, mut index)) = tips.get_mut(*node) {
                old.set_if_neq(Tip(tip.clone()));
                index.set_if_neq(tab_index(tip));
            }
            let Ok(mut old) = shown_rows.get_mut(*node) else {
                continue;
            };
            if old.0 == *row {
                continue;
            }
            if old.0.has_same_nodes(row) {
                let nodes = descendants.iter_descendants_depth_first(*node);
                row.update(nodes, &mut texts, &mut fills);
            } else {
                let mut node = commands.entity(*node);
                node.insert(row.node()).despawn_children();
                node.with_children(|frame| row.spawn(frame, &font));
            }
            old.0 = row.clone();
        }
        for RowWithTip { row, tip } in rows.iter().skip(nodes.len()) {
            let mut node = commands.spawn((
                ShownRow(row.clone()),
                Tip(tip.clone()),
                (tab_index(tip), FocusRing::Inside),
                row.node(),
                ChildOf(panel),
            ));
            node.with_children(|frame| row.spawn(frame, &font));
        }
        for node in nodes.iter().skip(rows.len()) {
            commands.entity(*node).despawn();
        }
    }
}

/// Tab stops at the rows with a tooltip.
fn tab_index(tip: &str) -> TabIndex {
    TabIndex(if tip.is_empty() { -1 } else { 0 })
}

/// Gives the first row with a tooltip the focus.
fn enter(
    mut actions: MessageReader<CommonAction>,
    panel: Single<Entity, With<TipsWithin>>,
    navigation: Navigation,
    (mut focus, mut visible): (ResMut<InputFocus>, ResMut<InputFocusVisible>),
) {
    if actions
        .read()
        .all(|action| *action != CommonAction::Sidebar)
    {
        return;
    }
    if let Some(row) = navigation.first_of(*panel) {
        focus.set(row, FocusCause::Navigated);
        visible.0 = true;
    }
}

/// All rows, with what keeps a player alive first; `ghost` is the player's health before the latest loss. In a drawer, which is
/// low, what is near follows at once on health.
fn panel_rows((game, view): (&Game, View<'_>), ghost: i32, in_drawer: bool) -> Vec<RowWithTip> {
    let mut rows = player_rows(view, ghost);
    let own = rows.split_off(if in_drawer { HEALTH_ROWS } else { rows.len() });
    rows.push(SidebarRow::Gap.into());
    rows.extend(nearby::nearby_rows(view));
    rows.push(SidebarRow::Gap.into());
    rows.extend(own);
    rows.extend(place_rows(game, view));
    rows.extend(equipment_rows(view));
    rows
}

/// The first rows of the player: rank and health.
const HEALTH_ROWS: usize = 2;

/// The last depth of the descent, or of the training.
fn last_depth(view: View<'_>) -> usize {
    let training = view.content().training();
    training.map_or(usize::from(DEEPEST), |training| training.levels.len())
}

fn tipped(row: SidebarRow, tip: String) -> RowWithTip {
    RowWithTip { row, tip }
}

fn player_rows(view: View<'_>, ghost: i32) -> Vec<RowWithTip> {
    let player = view.player();
    let depth = view.depth();
    let place = format!("{} {depth}", view.content().depth_word());
    let experience = format!(
        "You are of rank {}; {} more experience takes you to the next. This is {place} of {}.",
        player.level,
        player.missing,
        last_depth(view)
    );
    let portrait = SidebarRow::Portrait(
        ("@".to_owned(), PLAIN),
        format!("rank {}", player.level),
        place,
        Meter::new(
            player.step.saturating_sub(player.missing) as i32,
            player.step as i32,
            EXPERIENCE,
        ),
    );
    let (health_colour, text_colour) = match 3 * player.health < player.max_health {
        true => (WRONG, WRONG),
        false => (HEALTH, PLAIN),
    };
    let health = format!("{} / {}", player.health, player.max_health);
    let mut health_bar = Meter::new(player.health, player.max_health, health_colour);
    health_bar.ghost = thousandths(ghost.into(), player.max_health.into());
    let health = SidebarRow::Gauge(HEALTH_NAME, (health, text_colour), health_bar);
    let (hunger, food_colour, text_colour) = match player.hunger {
        Hunger::Fed => ("fed", FOOD, PLAIN),
        Hunger::Hungry => ("hungry", KEY, KEY),
        Hunger::Weak => ("weak with hunger", WRONG, WRONG),
        Hunger::Starving => ("starving", WRONG, WRONG),
    };
    let full = view.content().rules().food.full;
    let food_bar = Meter::new(player.food as i32, full as i32, food_colour);
    let food = SidebarRow::Gauge("food", (hunger.to_owned(), text_colour), food_bar);
    let food_left = counted(player.food, "turn");
    let mut rows = vec![
        tipped(portrait, experience),
        tipped(
            health,
            format!(
                "It returns with time and rest while you are fed: to {} here, and whole beside a burning brazier. \
                 At 0 the run is over.",
                view.heals_up_to()
            ),
        ),
        tipped(
            food,
            format!("Food for {food_left}; healing uses more of it."),
        ),
    ];
    let (oil, lantern) = oil_row(view).unzip();
    let (light, tip) = light_chip(view);
    let lights = [light].into_iter().chain(lantern).collect();
    rows.push(tipped(SidebarRow::Light(lights), tip));
    rows.extend(oil);
    let active = Condition::ALL
        .into_iter()
        .map(|condition| (condition.words(), view.condition(condition)))
        .filter(|(_, left)| *left > 0);
    let (chips, tips): (Vec<ColouredText>, Vec<String>) = active
        .map(|(words, left)| {
            let (name, turns) = (words.name, counted(left, "turn"));
            (
                (format!("{} {name} {left}", words.sign), KEY),
                format!("{} for {turns}: {}", capitalize(name), words.effect),
            )
        })
        .unzip();
    if !chips.is_empty() {
        rows.push(tipped(SidebarRow::Chips(chips), tips.join(" ")));
    }
    rows
}

/// The rows of the level and of the run, which change seldom.
fn place_rows(game: &Game, view: View<'_>) -> Vec<RowWithTip> {
    let player = view.player();
    let chips =
        |texts: Vec<(String, Color)>, tip: &str| tipped(SidebarRow::Chips(texts), tip.to_owned());
    let fighting = chips(
        vec![
            (format!("attack {}", player.attack), PLAIN),
            (format!("defence {}", player.defence), PLAIN),
        ],
        "The damage of your blows, and how much your armour takes off the blows of others.",
    );
    let level = chips(
        vec![
            (format!("{:?}", view.level_kind()), QUIET),
            (format!("turn {}", game.turns()), QUIET),
        ],
        "The kind of level, and the turns so far.",
    );
    let name = describe_origin(game);
    let source = match (game.practice(), game.daily()) {
        (Some(Practice::Training), _) | (None, None) => None,
        (Some(why), _) => Some((format!("{name}, practice"), why.to_string())),
        (None, Some(_)) => {
            let tip = "Everybody has the same dungeon on that day, and the first result counts.";
            Some((name, tip.to_owned()))
        }
    };
    let source = source.map(|(text, tip)| chips(vec![(text, QUIET)], &tip));
    let rows = [fighting, level].into_iter();
    rows.chain(candle_row(view)).chain(source).collect()
}

const OIL: Color = Color::srgb(0.86, 0.62, 0.20);
const WAX: Color = Color::srgb(0.90, 0.84, 0.66);

/// The candle of the level, which grows shorter, and what happens when it has burnt out.
fn candle_row(view: View<'_>) -> Option<RowWithTip> {
    let (left, whole) = view.candle()?;
    let colour = match left {
        0 => WRONG,
        left if left <= whole / 4 => KEY,
        _ => PLAIN,
    };
    let text = match left {
        0 => "down".to_owned(),
        left => counted(left, "turn"),
    };
    let tip = match left {
        0 => "Patrols with lamps come by the stairs, one after another.".to_owned(),
        _ => format!(
            "It burns for {} more on this level. When it has burnt out, patrols with lamps come by the stairs.",
            counted(left, "turn")
        ),
    };
    let bar = Meter::new(left as i32, whole as i32, WAX);
    let row = SidebarRow::Gauge("candle", (text, colour), bar);
    Some(RowWithTip { row, tip })
}

/// The light that the player stands in, and what that means.
fn light_chip(view: View<'_>) -> (ColouredText, String) {
    let player = view.player();
    let (place, stand, colour) = match player.lighting {
        Lighting::Bright => ("in the light", "in bright light", KEY),
        Lighting::Dim => ("in dim light", "in dim light", PLAIN),
        Lighting::Dark => ("in the dark", "in the dark", QUIET),
    };
    let text = format!("{place}: seen from {}", player.noticed);
    let mut tip = format!(
        "You stand {stand}: an enemy that sees you notices you within {}, and hears your last action within {}.",
        counted(player.noticed.unsigned_abs(), "tile"),
        counted(player.noise.unsigned_abs(), "tile")
    );
    if player.lighting == Lighting::Dark {
        let combat = &view.content().rules().combat;
        tip += &format!(
            " Your blow at one that does not know of you hits {} times as hard, with a dagger {} times.",
            combat.unaware, combat.stab
        );
    }
    ((text, colour), tip)
}

/// The oil of the lantern in use, and a word where it gives no light.
fn oil_row(view: View<'_>) -> Option<(RowWithTip, ColouredText)> {
    let lantern = view.player().lantern?;
    let full = view.content().rules().sight.oil;
    let is_low = lantern.oil <= full / 10;
    let word = match (lantern.oil, lantern.hooded) {
        (0, _) => ("lantern out", WRONG),
        (_, true) => ("hooded", QUIET),
        (_, false) => ("", PLAIN),
    };
    let left = counted(lantern.oil, "turn");
    let tip = format!(
        "Your lantern lights {} while it burns. Its oil lasts {left} of {full}, and is filled beside a burning brazier.",
        counted(lantern.reach, "tile"),
    );
    let colour = if is_low { WRONG } else { PLAIN };
    let bar = Meter::new(lantern.oil as i32, full as i32, OIL);
    let row = tipped(SidebarRow::Gauge("oil", (left, colour), bar), tip);
    Some((row, (word.0.to_owned(), word.1)))
}

/// What is worn; of the places for rings only those with one.
fn equipment_rows(view: View<'_>) -> Vec<RowWithTip> {
    let mut worn = view.pack().filter(|(letter, _)| view.is_equipped(*letter));
    let mut slots: Vec<(&'static str, Option<(Letter, ItemView)>)> = vec![
        ("weapon", None),
        ("armour", None),
        ("light", None),
        ("ring", None),
        ("ring", None),
    ];
    for (letter, item) in &mut worn {
        let wanted = match view.sort(item.kind) {
            Sort::Armour => "armour",
            Sort::Lantern => "light",
            Sort::Ring => "ring",
            _ => "weapon",
        };
        let mut free = slots.iter_mut();
        if let Some(slot) = free.find(|(name, held)| *name == wanted && held.is_none()) {
            slot.1 = Some((letter, item));
        }
    }
    slots
        .into_iter()
        .filter(|(name, item)| *name != "ring" || item.is_some())
        .map(|(name, item)| {
            let text = item.map_or(("none".to_owned(), QUIET), |(_, item)| {
                (view.item_name(item.kind, item.count, item.plus), PLAIN)
            });
            let about = item.map(|(letter, _)| view.about_carried(letter));
            RowWithTip {
                row: SidebarRow::Slot(name, text),
                tip: about.unwrap_or_default().join(" "),
            }
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::stage::Run;
    use crate::bot::Explorer;

    #[test]
    fn what_was_just_lost_is_shown_until_the_next_turn_that_loses_nothing() {
        let mut tracker = HealthTracker::default();
        let mut update = |run, turn, health| tracker.update(Seed(run), turn, health);
        assert_eq!(update(7, 0, 40), 40);
        assert_eq!(update(7, 1, 31), 40, "nine were lost");
        assert_eq!(update(7, 1, 31), 40, "the same turn");
        assert_eq!(update(7, 2, 25), 31, "six more");
        assert_eq!(update(7, 3, 26), 26);
        assert_eq!(update(7, 4, 0), 0, "the bar of the dead is empty");
        assert_eq!(update(7, 0, 20), 20, "the same seed again");
        assert_eq!(update(8, 50, 12), 12, "another run, later and worse off");
    }

    #[test]
    fn the_sidebar_says_what_light_the_player_stands_in() {
        let mut told = [0; 3];
        for seed in 1..6 {
            let mut run = Run::new(Seed(seed), None).unwrap();
            let mut bot = Explorer::default();
            let mut check = |run: &Run| {
                let view = run.game().view();
                let rows = player_rows(view, 0);
                let says = |words: &str| {
                    rows.iter().any(|row| match &row.row {
                        SidebarRow::Light(chips) => chips.iter().any(|(text, _)| text == words),
                        _ => false,
                    })
                };
                let lights = [
                    (Lighting::Bright, "in the light: seen from 14"),
                    (Lighting::Dim, "in dim light: seen from 8"),
                    (Lighting::Dark, "in the dark: seen from 4"),
                ];
                for (index, (lighting, words)) in lights.into_iter().enumerate() {
                    assert_eq!(says(words), view.player().lighting == lighting);
                    told[index] += usize::from(says(words));
                }
            };
            while run.game().turns() < 300 && run.is_playing() {
                run.step_by(&mut bot);
                check(&run);
                // The explorer takes the hood off again.
                if run.game().turns().is_multiple_of(10) {
                    run.apply(crate::game::Action::Hood).unwrap();
                    check(&run);
                }
            }
        }
        assert!(told.iter().all(|count| *count > 2), "{told:?}");
    }

    #[test]
    fn empty_slots_are_shown_as_empty_but_those_of_rings() {
        let run = Run::new(Seed(7), None).unwrap();
        let slots = equipment_rows(run.game().view());
        let names: Vec<&str> = slots
            .iter()
            .map(|slot| match &slot.row {
                SidebarRow::Slot(name, _) => *name,
                other => panic!("{other:?}"),
            })
            .collect();
        assert_eq!(names, ["weapon", "armour", "light"]);
        let none = SidebarRow::Slot("armour", ("none".to_owned(), QUIET));
        assert_eq!(slots[1].row, none);
    }
}
