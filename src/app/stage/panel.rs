//! The sidebar: how the player is, what is worn, and who is in sight.

use bevy::prelude::*;

use super::look::colour_of;
use super::shown::{self, ShownRun, TOLD};
use crate::app::frame::Phase;
use crate::app::glyph::ViewInsets;
use crate::app::screen::Screen;
use crate::app::ui::theme::{KEY, LINE, PANEL, PLAIN, QUIET, Type, WELL, WRONG};
use crate::game::{Condition, Game, Hunger, Mood, View};

/// The sidebar's width, in logical pixels.
pub const WIDTH: f32 = 250.0;

/// How many of those in sight are listed.
const LISTED: usize = 9;

/// Shows the sidebar.
pub(super) fn plugin(app: &mut App) {
    for screen in TOLD {
        app.add_systems(OnEnter(screen), spawn)
            .add_systems(OnExit(screen), leave);
    }
    app.add_systems(
        Update,
        (
            show.run_if(shown::has_changed),
            fit.run_if(resource_changed::<ViewInsets>),
        )
            .run_if(shown::is_told)
            .in_set(Phase::Show),
    );
}

#[derive(Component)]
struct Panel;

fn spawn(mut commands: Commands, screen: Res<State<Screen>>, mut insets: ResMut<ViewInsets>) {
    insets.right = WIDTH;
    commands.spawn((
        DespawnOnExit(*screen.get()),
        Panel,
        Interaction::default(),
        Node {
            position_type: PositionType::Absolute,
            right: px(0),
            top: px(0),
            bottom: px(insets.bottom),
            width: px(WIDTH),
            flex_direction: FlexDirection::Column,
            padding: UiRect::axes(px(12), px(8)),
            row_gap: px(3),
            border: UiRect::left(px(1)),
            overflow: Overflow::clip(),
            ..default()
        },
        BackgroundColor(PANEL),
        BorderColor::all(LINE),
    ));
}

fn leave(mut insets: ResMut<ViewInsets>) {
    insets.right = 0.0;
}

fn fit(insets: Res<ViewInsets>, mut panels: Query<&mut Node, With<Panel>>) {
    for mut node in &mut panels {
        node.bottom = px(insets.bottom);
    }
}

/// A line of the sidebar.
#[derive(Clone, PartialEq, Debug)]
enum Row {
    Title(String, String),
    Gap,
    /// A word, and its value at the right edge.
    Pair(&'static str, String, Color),
    /// The same with a bar below: a share of a whole, in thousandths.
    Gauge(&'static str, String, (u16, Color)),
    Text(String, Color),
    /// Somebody in sight: name and colour, what they are up to, the share of their health.
    Foe(String, Color, &'static str, u16),
}

/// What a line's node shows.
#[derive(Component)]
struct Shown(Row);

const BLOOD: Color = Color::srgb(0.72, 0.24, 0.20);

/// A share of a whole in thousandths.
fn thousandths(part: i64, whole: i64) -> u16 {
    (1000 * part / whole.max(1)).clamp(0, 1000) as u16
}

impl Row {
    fn node(&self) -> Node {
        Node {
            flex_direction: FlexDirection::Column,
            min_height: if matches!(self, Self::Gap) {
                px(6)
            } else {
                Val::Auto
            },
            ..default()
        }
    }

    fn draw(&self, frame: &mut ChildSpawnerCommands, font: &Type) {
        match self {
            Self::Gap => {}
            Self::Title(left, right) => {
                frame.spawn(ends()).with_children(|line| {
                    line.spawn(font.sized(left, 18.0, KEY));
                    line.spawn(font.sized(right, 18.0, KEY));
                });
            }
            Self::Pair(word, value, colour) => pair(frame, font, word, (value, *colour)),
            Self::Gauge(word, value, share) => {
                pair(frame, font, word, (value, PLAIN));
                bar(frame, 6.0, *share);
            }
            Self::Text(text, colour) => {
                frame.spawn(font.text(text, *colour));
            }
            Self::Foe(name, colour, mood, share) => {
                frame.spawn(ends()).with_children(|line| {
                    line.spawn(font.text(name, *colour));
                    line.spawn(font.text(mood, QUIET));
                });
                bar(frame, 3.0, (*share, BLOOD));
            }
        }
    }
}

/// What stands at both ends of a line.
fn ends() -> Node {
    Node {
        justify_content: JustifyContent::SpaceBetween,
        column_gap: px(8),
        ..default()
    }
}

fn pair(frame: &mut ChildSpawnerCommands, font: &Type, word: &str, (value, colour): (&str, Color)) {
    frame.spawn(ends()).with_children(|line| {
        line.spawn(font.text(word, QUIET));
        line.spawn(font.text(value, colour));
    });
}

fn bar(frame: &mut ChildSpawnerCommands, height: f32, (share, colour): (u16, Color)) {
    frame
        .spawn((
            Node {
                width: percent(100),
                height: px(height),
                ..default()
            },
            BackgroundColor(WELL),
        ))
        .with_child((
            Node {
                width: percent(f32::from(share) / 10.0),
                height: percent(100),
                ..default()
            },
            BackgroundColor(colour),
        ));
}

const fn mood(mood: Mood) -> &'static str {
    match mood {
        Mood::Asleep => "asleep",
        Mood::Wandering => "unaware",
        Mood::Hunting => "hunting",
        Mood::Searching => "searching",
        Mood::Fleeing => "fleeing",
    }
}

const fn condition(condition: Condition) -> &'static str {
    match condition {
        Condition::Hasted => "hasted",
        Condition::Confused => "confused",
        Condition::Burning => "burning",
        Condition::Telepathic => "telepathic",
        Condition::Bright => "keen-eyed",
        Condition::Darkened => "darkened",
        Condition::Dimmed => "dimmed",
        Condition::Spent => "spent",
    }
}

/// Draws the lines that are others than before. Most stay from turn to turn, and laying out text is
/// most of what a turn costs.
fn show(
    (source, font): (ShownRun, Res<Type>),
    panels: Query<(Entity, Option<&Children>), With<Panel>>,
    mut shown: Query<&mut Shown>,
    mut commands: Commands,
) {
    let (Some(run), Some(view)) = (source.run(), source.view()) else {
        return;
    };
    let rows = rows(run.game(), view);
    for (panel, children) in &panels {
        let nodes = children.map_or(&[][..], |children| children);
        for (node, row) in nodes.iter().zip(&rows) {
            let Ok(mut shown) = shown.get_mut(*node) else {
                continue;
            };
            if shown.0 != *row {
                let mut line = commands.entity(*node);
                line.insert(row.node()).despawn_children();
                line.with_children(|frame| row.draw(frame, &font));
                shown.0 = row.clone();
            }
        }
        for row in rows.iter().skip(nodes.len()) {
            let line = commands
                .spawn((Shown(row.clone()), row.node(), ChildOf(panel)))
                .id();
            commands
                .entity(line)
                .with_children(|frame| row.draw(frame, &font));
        }
        for node in nodes.iter().skip(rows.len()) {
            commands.entity(*node).despawn();
        }
    }
}

/// All lines.
fn rows(game: &Game, view: View<'_>) -> Vec<Row> {
    let content = view.content();
    let player = view.player();
    let pair = |word, value: String| Row::Pair(word, value, PLAIN);
    let red = if 3 * player.health < player.max_health {
        WRONG
    } else {
        BLOOD
    };
    let (fed, amber) = match player.hunger {
        Hunger::Fed => ("fed", Color::srgb(0.62, 0.47, 0.22)),
        Hunger::Hungry => ("hungry", KEY),
        Hunger::Weak => ("weak with hunger", WRONG),
        Hunger::Starving => ("starving", WRONG),
    };
    let health = thousandths(player.health.into(), player.max_health.into());
    let food = thousandths(player.food.into(), content.rules().food.full.into());
    let mut rows = vec![
        Row::Title(
            format!("{:?}", view.level_kind()),
            format!("depth {}", view.depth()),
        ),
        Row::Gap,
        Row::Gauge(
            "health",
            format!("{} / {}", player.health, player.max_health),
            (health, red),
        ),
        Row::Gauge("food", fed.to_owned(), (food, amber)),
        pair(
            "level",
            format!("{}, {} to go", player.level, player.missing),
        ),
        pair("attack", player.attack.to_string()),
        pair("defence", player.defence.to_string()),
        pair("turn", game.turns().to_string()),
        pair("seed", game.seed().to_string()),
    ];
    for one in Condition::ALL {
        let left = view.condition(one);
        if left > 0 {
            rows.push(Row::Pair(condition(one), format!("{left} turns"), KEY));
        }
    }
    rows.push(Row::Gap);
    let equipped = view.pack().filter(|(letter, _)| view.is_equipped(*letter));
    rows.extend(equipped.map(|(letter, item)| {
        let name = view.item_name(item.kind, item.count, item.plus);
        Row::Text(format!("{letter}  {name}"), PLAIN)
    }));
    rows.push(Row::Gap);
    let mut seen: Vec<_> = view.actors().collect();
    let far = |pos: crate::geom::Pos| {
        (pos.x - player.pos.x)
            .abs()
            .max((pos.y - player.pos.y).abs())
    };
    seen.sort_by_key(|actor| (far(actor.pos), actor.id));
    rows.extend(seen.iter().take(LISTED).map(|actor| {
        let def = content.monster(actor.kind);
        let [r, g, b] = colour_of(def);
        Row::Foe(
            format!("{} {}", def.glyph, def.name),
            Color::srgb_u8(r, g, b),
            mood(actor.mood),
            thousandths(actor.health.into(), actor.max_health.into()),
        )
    }));
    if seen.len() > LISTED {
        let more = format!("and {} more", seen.len() - LISTED);
        rows.push(Row::Text(more, QUIET));
    }
    rows
}
