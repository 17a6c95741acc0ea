//! The sidebar: how the player is, what is worn, and who is in sight.

use bevy::prelude::*;

use super::scene::colour_of;
use super::stage::{self, Stage, TOLD};
use crate::app::Phase;
use crate::app::glyph::ViewInsets;
use crate::app::look::{KEY, LINE, PANEL, PLAIN, QUIET, Type, WELL, WRONG};
use crate::app::screens::Screen;
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
            show.run_if(stage::has_changed),
            fit.run_if(resource_changed::<ViewInsets>),
        )
            .run_if(stage::is_told)
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

/// A bar with words before it: a share of a whole.
fn gauge(
    frame: &mut ChildSpawnerCommands,
    font: &Type,
    (word, value): (&str, &str),
    (share, colour): (f32, Color),
) {
    pair(frame, font, word, value, PLAIN);
    frame
        .spawn((
            Node {
                width: percent(100),
                height: px(6),
                margin: UiRect::bottom(px(3)),
                ..default()
            },
            BackgroundColor(WELL),
        ))
        .with_child((
            Node {
                width: percent(100.0 * share.clamp(0.0, 1.0)),
                height: percent(100),
                ..default()
            },
            BackgroundColor(colour),
        ));
}

/// A word, and its value at the right edge.
fn pair(frame: &mut ChildSpawnerCommands, font: &Type, word: &str, value: &str, colour: Color) {
    frame
        .spawn(Node {
            justify_content: JustifyContent::SpaceBetween,
            column_gap: px(8),
            ..default()
        })
        .with_children(|line| {
            line.spawn(font.text(word, QUIET));
            line.spawn(font.text(value, colour));
        });
}

fn gap(frame: &mut ChildSpawnerCommands) {
    frame.spawn(Node {
        height: px(6),
        ..default()
    });
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

fn show(
    (stage, font): (Stage, Res<Type>),
    panels: Query<Entity, With<Panel>>,
    mut commands: Commands,
) {
    let (Some(run), Some(view)) = (stage.run(), stage.view()) else {
        return;
    };
    for panel in &panels {
        let mut panel = commands.entity(panel);
        panel.despawn_children();
        panel.with_children(|frame| fill(frame, &font, run.game(), view));
    }
}

fn fill(frame: &mut ChildSpawnerCommands, font: &Type, game: &Game, view: View<'_>) {
    let content = view.content();
    let player = view.player();
    let title = format!("{:?}", view.level_kind());
    frame
        .spawn(Node {
            justify_content: JustifyContent::SpaceBetween,
            ..default()
        })
        .with_children(|line| {
            line.spawn(font.sized(&title, 18.0, KEY));
            line.spawn(font.sized(&format!("depth {}", view.depth()), 18.0, KEY));
        });
    gap(frame);
    let health = player.health as f32 / player.max_health.max(1) as f32;
    let red = if health < 0.34 {
        WRONG
    } else {
        Color::srgb(0.72, 0.24, 0.20)
    };
    let value = format!("{} / {}", player.health, player.max_health);
    gauge(frame, font, ("health", &value), (health, red));
    let most = content.numbers().food.max(1) as f32;
    let (word, amber) = match player.hunger {
        Hunger::Fed => ("fed", Color::srgb(0.62, 0.47, 0.22)),
        Hunger::Hungry => ("hungry", KEY),
        Hunger::Weak => ("weak with hunger", WRONG),
        Hunger::Starving => ("starving", WRONG),
    };
    gauge(
        frame,
        font,
        ("food", word),
        (player.food as f32 / most, amber),
    );
    pair(
        frame,
        font,
        "level",
        &format!("{}, {} to go", player.level, player.missing),
        PLAIN,
    );
    pair(frame, font, "attack", &player.attack.to_string(), PLAIN);
    pair(frame, font, "defence", &player.defence.to_string(), PLAIN);
    pair(frame, font, "turn", &game.turns().to_string(), PLAIN);
    pair(frame, font, "seed", &game.seed().to_string(), PLAIN);
    for one in Condition::ALL {
        let left = view.condition(one);
        if left > 0 {
            pair(frame, font, condition(one), &format!("{left} turns"), KEY);
        }
    }
    gap(frame);
    for (letter, item) in view.pack().filter(|(letter, _)| view.is_equipped(*letter)) {
        let name = view.item_name(item.kind, item.count, item.plus);
        frame.spawn(font.text(&format!("{letter}  {name}"), PLAIN));
    }
    gap(frame);
    let mut seen: Vec<_> = view.actors().collect();
    let far = |pos: crate::geom::Pos| {
        (pos.x - player.pos.x)
            .abs()
            .max((pos.y - player.pos.y).abs())
    };
    seen.sort_by_key(|actor| (far(actor.pos), actor.id));
    for actor in seen.iter().take(LISTED) {
        let def = content.monster(actor.kind);
        let [r, g, b] = colour_of(def);
        let name = format!("{} {}", def.glyph, def.name);
        let share = actor.health as f32 / actor.max_health.max(1) as f32;
        frame
            .spawn(Node {
                justify_content: JustifyContent::SpaceBetween,
                column_gap: px(8),
                ..default()
            })
            .with_children(|line| {
                line.spawn(font.text(&name, Color::srgb_u8(r, g, b)));
                line.spawn(font.text(mood(actor.mood), QUIET));
            });
        frame
            .spawn((
                Node {
                    width: percent(100),
                    height: px(3),
                    ..default()
                },
                BackgroundColor(WELL),
            ))
            .with_child((
                Node {
                    width: percent(100.0 * share.clamp(0.0, 1.0)),
                    height: percent(100),
                    ..default()
                },
                BackgroundColor(Color::srgb(0.72, 0.24, 0.20)),
            ));
    }
    if seen.len() > LISTED {
        let more = format!("and {} more", seen.len() - LISTED);
        frame.spawn(font.text(&more, QUIET));
    }
}
