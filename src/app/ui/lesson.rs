//! What a lesson says now: a strip above the bar, which makes room for it as for the bar, and a button
//! that skips the lessons. And when the lessons of a game begin and end. Knows nothing of what is
//! taught.

use bevy::ecs::component::Mutable;
use bevy::prelude::*;

use super::hud::spawn_hint;
use super::theme::{KEY, PLAIN, QUIET, Type};
use super::widget::show;
use crate::app::frame::Phase;
use crate::app::input::{AnyAction, CommonAction, Layer, Layers, LeaveScreen, Names, NamesNow};
use crate::app::notice::Notice;
use crate::app::settings::{Settings, Taught};

/// A game that small boards or mazes teach; what is played waits behind them.
pub(in crate::app) trait Teaches: Resource<Mutability = Mutable> {
    /// The name under which it is noted that they have been seen.
    const NAME: &str;
    /// What is played, and what teaches it.
    const WHAT: [&str; 2];
    /// What begins them.
    const BEGINS: &dyn AnyAction;

    /// Whether one of them is shown.
    fn is_taught(&self) -> bool;

    /// Shows the first of them.
    fn begin_lessons(&mut self);

    /// Goes back to what is played.
    fn end_lessons(&mut self);
}

/// Begins the lessons at the first visit. Whoever has chosen what to play gets that, and is told of
/// them.
pub(in crate::app) fn greet<T: Teaches>(
    mut game: ResMut<T>,
    is_chosen: bool,
    (settings, taught, names): (&Settings, &Taught, Names),
    notice: &mut Notice,
) {
    if !settings.teach || taught.has(T::NAME) {
        return;
    }
    if is_chosen {
        let [_, lessons] = T::WHAT;
        notice.add(&format!(
            "New here? {} starts {lessons}",
            names.of(T::BEGINS)
        ));
    } else {
        game.begin_lessons();
    }
}

/// Begins the lessons when they are asked for, over the list of keys, too.
pub(in crate::app) fn begin<T: Teaches>(game: &mut T, layers: &mut ResMut<Layers>) {
    let closed = layers.with(Layer::Help, false);
    layers.set_if_neq(closed);
    game.begin_lessons();
}

/// Ends the lessons when the player goes back, rather than leaving the screen, and takes note when they
/// have ended.
pub(in crate::app) fn attend<T: Teaches>(
    mut left: ResMut<Messages<LeaveScreen>>,
    mut game: ResMut<T>,
    (lesson, names): (Res<Lesson>, NamesNow),
    (taught, mut notice): (Option<ResMut<Taught>>, ResMut<Notice>),
) {
    let is_skipped = game.is_taught() && left.drain().count() > 0;
    if is_skipped {
        game.end_lessons();
        let again = names.get().of(T::BEGINS);
        notice.0 = format!("Lessons skipped; {again} starts them again");
    } else if !lesson.words.is_empty() && !game.is_taught() {
        notice.0 = format!(
            "That is all there is to it: now a {} of your own",
            T::WHAT[0]
        );
    } else {
        return;
    }
    if let Some(mut taught) = taught {
        taught.add(T::NAME);
    }
}

/// Ends the lessons as the screen is left.
pub(in crate::app) fn close<T: Teaches>(mut game: ResMut<T>, mut lesson: ResMut<Lesson>) {
    game.end_lessons();
    *lesson = Lesson::default();
}

/// What is taught now; empty if nothing is.
#[derive(Resource, Default, Clone, PartialEq, Eq, Debug)]
pub struct Lesson {
    /// Which lesson it is.
    pub head: String,
    /// What applies now.
    pub words: String,
}

/// Keeps the strip.
pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Lesson>()
        .add_systems(Update, tell.after(Phase::Show));
}

#[derive(Component)]
struct Strip;

/// The head of the lesson (true), or its words.
#[derive(Component)]
struct Told(bool);

/// Holds the button.
#[derive(Component)]
struct Skip;

/// The strip, as the first line of the bar.
pub(super) fn spawn(bar: &mut ChildSpawnerCommands, font: &Type) {
    let strip = Node {
        width: percent(100),
        // Two lines: what lies above does not move as one sentence follows another.
        min_height: px(48),
        padding: UiRect::vertical(px(5)),
        column_gap: px(16),
        align_items: AlignItems::Center,
        display: Display::None,
        ..default()
    };
    bar.spawn((Strip, strip)).with_children(|strip| {
        let head = Node {
            flex_shrink: 0.0,
            ..default()
        };
        strip.spawn((head, children![(Told(true), font.text("", KEY))]));
        let words = Node {
            flex_grow: 1.0,
            flex_shrink: 1.0,
            flex_basis: px(0),
            ..default()
        };
        strip.spawn((words, children![(Told(false), font.wrapped("", PLAIN))]));
        let skip = Node {
            flex_shrink: 0.0,
            ..default()
        };
        strip.spawn((Skip, skip));
    });
}

fn tell(
    (lesson, names, font): (Res<Lesson>, NamesNow, Res<Type>),
    mut strips: Query<&mut Node, With<Strip>>,
    mut texts: Query<(&Told, &mut Text)>,
    buttons: Query<(Entity, Option<&Children>), With<Skip>>,
    mut commands: Commands,
) {
    if !lesson.is_changed() && !names.are_changed() {
        return;
    }
    for mut node in &mut strips {
        show(&mut node, !lesson.words.is_empty());
    }
    for (told, mut text) in &mut texts {
        text.0
            .clone_from(if told.0 { &lesson.head } else { &lesson.words });
    }
    for (button, shown) in &buttons {
        if shown.is_none_or(|shown| shown.is_empty()) || names.are_changed() {
            let mut button = commands.entity(button);
            button.despawn_children();
            button.with_children(|button| {
                spawn_hint(
                    button,
                    &font,
                    names.get(),
                    &[&CommonAction::Back],
                    ("skip", QUIET),
                );
            });
        }
    }
}
