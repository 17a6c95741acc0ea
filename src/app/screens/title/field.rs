//! The field of the title: a seed, or what somebody has passed on, is typed there, and Enter begins it.

use bevy::input_focus::{FocusCause, InputFocus, InputFocusVisible};
use bevy::prelude::*;

use super::TitleAction;
use crate::app::dungeon::{Dungeon, Regenerate, entry};
use crate::app::frame::Phase;
use crate::app::input::{ActionQueue, hand_out};
use crate::app::link::Target;
use crate::app::reward::Chosen;
use crate::app::screen::{Screen, on};
use crate::app::seed::{DrawnSeed, RunSeed};
use crate::app::ui::field::{self, Field, line};
use crate::app::ui::theme::Type;

pub(super) fn plugin(app: &mut App) {
    field::plugin::<TitleField>(app);
    app.add_message::<Typed>().add_systems(
        Update,
        (
            begin.in_set(Phase::Input).before(hand_out),
            enter.in_set(Phase::Act),
        )
            .run_if(on(Screen::Title)),
    );
}

/// Characters that can be typed: those of the id of the largest board, and of a long walk.
const LONGEST: usize = 20_000;

#[derive(Component, Clone, Copy, Debug)]
struct TitleField;

/// What was typed.
#[derive(Message, Clone, Debug)]
struct Typed(Target);

impl Field for TitleField {
    type Shown = Dungeon;
    type Request = Typed;

    fn value(self, dungeon: &Dungeon) -> String {
        dungeon.spec().seed.to_string()
    }

    fn request(self, _: &Dungeon, text: &str) -> Result<Option<Typed>, String> {
        let text = entry::join_lines(text);
        let seed = || match text.parse() {
            Ok(seed) => Ok(Target::Seed(seed)),
            Err(error) => Err(format!("seed: {error}")),
        };
        let target = Target::named(&text).unwrap_or_else(seed)?;
        Ok(Some(Typed(target)))
    }

    fn is_number(self) -> bool {
        false
    }

    fn edition(dungeon: &Res<Dungeon>) -> u64 {
        dungeon.last_changed().get().into()
    }
}

/// Adds the field, as wide as there is room.
pub(super) fn spawn(parent: &mut ChildSpawnerCommands, font: &Type) {
    line(parent, font, TitleField, None, LONGEST, false);
}

/// Gives it the keys.
fn enter(
    mut actions: MessageReader<TitleAction>,
    fields: Query<Entity, With<TitleField>>,
    (mut focus, mut visible): (ResMut<InputFocus>, ResMut<InputFocusVisible>),
) {
    if actions.read().any(|one| *one == TitleAction::EnterSeed)
        && let Some(field) = fields.iter().next()
    {
        focus.set(field, FocusCause::Navigated);
        visible.0 = true;
    }
}

/// Begins what was typed: a run of a seed; the maze, the map or the board that was named.
fn begin(
    mut typed: MessageReader<Typed>,
    dungeon: Res<Dungeon>,
    (mut drawn, mut seed): (ResMut<DrawnSeed>, ResMut<RunSeed>),
    mut chosen: ResMut<Chosen>,
    mut maps: MessageWriter<Regenerate>,
    mut queue: ResMut<ActionQueue>,
) {
    let Some(Typed(target)) = typed.read().last() else {
        return;
    };
    let (spec, action) = match target {
        Target::Seed(seed) => (dungeon.spec().with_seed(*seed), TitleAction::Begin),
        Target::Map(spec) if spec.generator().makes_cell_maze() => {
            (spec.clone(), TitleAction::Open(Screen::Maze))
        }
        Target::Map(spec) => (spec.clone(), TitleAction::Open(Screen::Lab)),
        other => {
            *chosen = other.clone().chosen();
            queue.push(&TitleAction::Open(other.screen()));
            return;
        }
    };
    drawn.0 = None;
    seed.set_if_neq(RunSeed(spec.seed));
    if spec != *dungeon.spec() {
        maps.write(Regenerate::Exactly(spec));
    }
    queue.push(&action);
}
