//! Lessons: the strip in the bar with the current lesson and a button that skips them, and when the
//! lessons of a game start and end. Knows nothing about what is taught.

use bevy::ecs::component::Mutable;
use bevy::prelude::*;

use super::hud::spawn_hint;
use super::theme::{KEY, PLAIN, QUIET, UiFont};
use super::widget::set_displayed;
use crate::app::frame::Phase;
use crate::app::input::{AnyAction, CommonAction, CurrentNames, LeaveScreen, Names};
use crate::app::notice::Notice;
use crate::app::settings::{Settings, Taught};

/// A game with lessons on small boards or mazes. The player's own game is paused during the lessons.
pub(in crate::app) trait HasLessons: Resource<Mutability = Mutable> {
    /// The key under which [`Taught`] records that the lessons are done.
    const NAME: &str;
    /// What is played, and its lessons, as nouns for notices.
    const NOUNS: [&str; 2];
    /// The action that starts the lessons.
    const START: &dyn AnyAction;

    /// Whether a lesson is in progress.
    fn is_teaching(&self) -> bool;

    /// Opens the first lesson.
    fn begin_lessons(&mut self);

    /// Returns to the player's own game.
    fn end_lessons(&mut self);
}

/// Starts the lessons on the first visit. A player who chose a board or maze (`is_chosen`) gets that
/// instead, with a notice about the lessons.
pub(in crate::app) fn start_on_first_visit<T: HasLessons>(
    mut game: ResMut<T>,
    is_chosen: bool,
    (settings, taught, names): (&Settings, &Taught, Names),
    notice: &mut Notice,
) {
    if !settings.teach || taught.has(T::NAME) {
        return;
    }
    if is_chosen {
        let [_, lessons] = T::NOUNS;
        notice.add(&format!(
            "New here? {} starts {lessons}",
            names.of(T::START)
        ));
    } else {
        game.begin_lessons();
    }
}

/// Ends the lessons when the player presses Back, which then does not leave the screen, and records it
/// when the lessons have ended.
pub(in crate::app) fn finish<T: HasLessons>(
    mut left: ResMut<Messages<LeaveScreen>>,
    mut game: ResMut<T>,
    (lesson, names): (Res<Lesson>, CurrentNames),
    (mut taught, mut notice): (ResMut<Taught>, ResMut<Notice>),
) {
    let is_skipped = game.is_teaching() && left.drain().count() > 0;
    if is_skipped {
        game.end_lessons();
        let again = names.get().of(T::START);
        notice.0 = format!("Lessons skipped; {again} starts them again");
    } else if !lesson.text.is_empty() && !game.is_teaching() {
        notice.0 = format!("That's all. Here is your first {}.", T::NOUNS[0]);
    } else {
        return;
    }
    taught.add(T::NAME);
}

/// Ends the lessons when the screen is left.
pub(in crate::app) fn close<T: HasLessons>(mut game: ResMut<T>, mut lesson: ResMut<Lesson>) {
    game.end_lessons();
    *lesson = Lesson::default();
}

/// The current lesson; empty if there is none.
#[derive(Resource, Default, Clone, PartialEq, Eq, Debug)]
pub struct Lesson {
    /// Number and name of the lesson.
    pub title: String,
    /// What to do next.
    pub text: String,
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Lesson>()
        .add_systems(Update, update_strip.after(Phase::Show));
}

#[derive(Component)]
struct Strip;

#[derive(Component)]
enum LessonText {
    Title,
    Body,
}

/// Holds the button that skips the lessons.
#[derive(Component)]
struct SkipBox;

/// Spawns the strip, the first line of the bar.
pub(super) fn spawn_strip(bar: &mut ChildSpawnerCommands, font: &UiFont) {
    let strip = Node {
        width: percent(100),
        // Two lines, so that the bar keeps its height from one sentence to the next.
        min_height: px(48),
        padding: UiRect::vertical(px(5)),
        column_gap: px(16),
        align_items: AlignItems::Center,
        display: Display::None,
        ..default()
    };
    bar.spawn((Strip, strip)).with_children(|strip| {
        let fixed = Node {
            flex_shrink: 0.0,
            ..default()
        };
        let title = (LessonText::Title, font.text("", KEY));
        strip.spawn((fixed.clone(), children![title]));
        let growing = Node {
            flex_grow: 1.0,
            flex_shrink: 1.0,
            flex_basis: px(0),
            ..default()
        };
        let body = (LessonText::Body, font.wrapped("", PLAIN));
        strip.spawn((growing, children![body]));
        strip.spawn((SkipBox, fixed));
    });
}

fn update_strip(
    (lesson, names, font): (Res<Lesson>, CurrentNames, Res<UiFont>),
    mut strip: Single<&mut Node, With<Strip>>,
    mut texts: Query<(&LessonText, &mut Text)>,
    skip_box: Single<(Entity, Option<&Children>), With<SkipBox>>,
    mut commands: Commands,
) {
    if !lesson.is_changed() && !names.are_changed() {
        return;
    }
    set_displayed(&mut strip, !lesson.text.is_empty());
    for (part, mut text) in &mut texts {
        text.0.clone_from(match part {
            LessonText::Title => &lesson.title,
            LessonText::Body => &lesson.text,
        });
    }
    let (skip_box, hint) = *skip_box;
    if hint.is_none() || names.are_changed() {
        let mut skip_box = commands.entity(skip_box);
        skip_box.despawn_children().with_children(|skip_box| {
            let label = ("skip", QUIET);
            spawn_hint(skip_box, &font, names.get(), &[&CommonAction::Back], label);
        });
    }
}
