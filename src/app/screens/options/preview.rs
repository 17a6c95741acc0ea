//! What a change of the options shows in: a lit room with a monster, a bar of health, a few pipes and a piece of a maze.

use bevy::prelude::*;
use bevy::render::RenderApp;

use crate::app::frame::Phase;
use crate::app::glyph::ViewInsets;
use crate::app::screen::Screen;
use crate::app::stage::{HEALTH, Run, Watched};
use crate::app::ui::edges::{Clear, Edge, UiWindow};
use crate::app::ui::node::NodeExt;
use crate::app::ui::theme::{KEY, LINE, PANEL, PLAIN, QUIET, UiFont, WELL};
use crate::app::ui::widget::set_displayed;
use crate::bot::{BotDriver, Explorer};
use crate::rng::Seed;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(OnEnter(Screen::Options), show_room)
        .add_systems(OnExit(Screen::Options), |mut commands: Commands| {
            commands.remove_resource::<Watched>();
        });
    if app.get_sub_app(RenderApp).is_some() {
        app.add_systems(OnEnter(Screen::Options), spawn_samples)
            .add_systems(
                Update,
                show_samples.in_set(Phase::Show).in_set(Screen::Options),
            );
    }
}

/// A seed whose first level soon has a monster in a lit room, and the most turns until then.
const SEED: Seed = Seed(7);
const MOST_TURNS: u64 = 400;

/// Begins a run and stops it where there is something to see.
fn show_room(mut commands: Commands) {
    let Ok(mut run) = Run::new(SEED, None) else {
        return;
    };
    let (mut bot, mut driver) = (Explorer::default(), BotDriver::default());
    while !run.game().view().enemy_in_sight() && run.game().turns() < MOST_TURNS {
        run.follow(&mut driver, &mut bot);
    }
    // What happened until then is not shown.
    run.take_turns();
    commands.insert_resource(Watched { run, whole: false });
}

/// A piece of a line of characters, and whether it is lit.
type Piece = (&'static str, bool);

/// Pipes and a maze, drawn with characters.
const PIPES: [&[Piece]; 3] = [
    &[("┏━●", true), ("  ╻", false)],
    &[("┃ ", true), (" ╺━┛", false)],
    &[("◆━╸", true), (" ●", false)],
];
const MAZE: [&[Piece]; 3] = [
    &[("┏━━━━━┓", false)],
    &[("┃", false), ("@···", true), ("╻┃", false)],
    &[("┗━━━╸", false), ("☼", true), ("┃", false)],
];

/// The room beside the columns, at whose end the samples stand.
#[derive(Component)]
struct Samples;

fn spawn_samples(mut commands: Commands, font: Res<UiFont>) {
    let room = Node::DEFAULT
        .absolute()
        .right(px(14))
        .justify(JustifyContent::FlexEnd);
    let place = Node::row(24.0)
        .wrap(8.0)
        .padding(12.0, 8.0)
        .framed()
        .rounded(4.0);
    let look = (BackgroundColor(PANEL), BorderColor::all(LINE));
    let clear = Clear(&[(Edge::Left, 14.0), (Edge::Bottom, 14.0)]);
    let mut room = commands.spawn((Samples, DespawnOnExit(Screen::Options), clear, room));
    room.with_children(|room| {
        room.spawn((place, look)).with_children(|place| {
            place.spawn(Node::column(4.0)).with_children(|column| {
                column.spawn(font.text("26 / 40", PLAIN));
                let well = Node::DEFAULT.width(percent(100)).height(px(6));
                let fill = Node::DEFAULT.size(percent(65), percent(100));
                column.spawn((
                    (well, BackgroundColor(WELL)),
                    children![(fill, BackgroundColor(HEALTH))],
                ));
            });
            for sample in [PIPES, MAZE] {
                place.spawn(Node::column(0.0)).with_children(|column| {
                    for pieces in sample {
                        column.spawn(Node::row(0.0)).with_children(|line| {
                            for (text, is_lit) in pieces {
                                let colour = if *is_lit { KEY } else { QUIET };
                                line.spawn(font.text(text, colour));
                            }
                        });
                    }
                });
            }
        });
    });
}

/// Width beside the columns, in UI pixels, from which on there are samples.
const LEAST_WIDTH: f32 = 200.0;

/// Hides the samples where the columns leave too little of the window.
fn show_samples(
    (window, insets): (UiWindow, Res<ViewInsets>),
    mut room: Single<&mut Node, With<Samples>>,
) {
    set_displayed(&mut room, window.size().x - insets.left >= LEAST_WIDTH);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Lighting;
    use bevy::ecs::system::RunSystemOnce;

    #[test]
    fn the_room_is_lit_and_somebody_is_there() {
        let mut world = World::new();
        world.run_system_once(show_room).unwrap();
        let view = world.resource::<Watched>().run.game().view();
        assert!(view.enemy_in_sight());
        assert_ne!(view.player().lighting, Lighting::Dark);
    }
}
