//! The title's text field for a seed, a share code or a board's id. Enter opens what was entered.

use bevy::input_focus::{FocusCause, InputFocus, InputFocusVisible};
use bevy::prelude::*;

use super::TitleAction;
use crate::app::dungeon::{Dungeon, Regenerate, entry};
use crate::app::frame::Phase;
use crate::app::input::{ActionQueue, dispatch_actions};
use crate::app::link::Target;
use crate::app::reward::Chosen;
use crate::app::screen::{Screen, in_screen};
use crate::app::seed::{DrawnSeed, RunSeed};
use crate::app::ui::field::{self, Field, spawn_text_field};
use crate::app::ui::theme::UiFont;

pub(super) fn plugin(app: &mut App) {
    field::plugin::<TitleField>(app);
    app.add_message::<TargetEntered>().add_systems(
        Update,
        (
            open_target.in_set(Phase::Input).before(dispatch_actions),
            focus_field.in_set(Phase::Act),
        )
            .run_if(in_screen(Screen::Title)),
    );
}

/// Maximum number of characters; enough for the id of the largest board, or a maze with a long walk.
const MAX_CHARS: usize = 20_000;

#[derive(Component, Clone, Copy, Debug)]
struct TitleField;

/// A valid target was entered.
#[derive(Message, Clone, Debug)]
struct TargetEntered(Target);

impl Field for TitleField {
    type Shown = Dungeon;
    type Request = TargetEntered;

    fn value(self, dungeon: &Dungeon) -> String {
        dungeon.spec().seed.to_string()
    }

    fn request(self, _: &Dungeon, text: &str) -> Result<Option<TargetEntered>, String> {
        let text = entry::join_lines(text);
        let seed = || match text.parse() {
            Ok(seed) => Ok(Target::Seed(seed)),
            Err(error) => Err(format!("seed: {error}")),
        };
        let target = Target::named(&text).unwrap_or_else(seed)?;
        Ok(Some(TargetEntered(target)))
    }

    fn is_number(self) -> bool {
        false
    }

    fn revision(dungeon: &Res<Dungeon>) -> u64 {
        dungeon.last_changed().get().into()
    }
}

/// Spawns the field, which fills the rest of its row.
pub(super) fn spawn_field(parent: &mut ChildSpawnerCommands, font: &UiFont) {
    spawn_text_field(parent, font, TitleField, None, MAX_CHARS);
}

fn focus_field(
    mut actions: MessageReader<TitleAction>,
    fields: Query<Entity, With<TitleField>>,
    (mut focus, mut visible): (ResMut<InputFocus>, ResMut<InputFocusVisible>),
) {
    if actions
        .read()
        .any(|action| *action == TitleAction::EnterSeed)
        && let Some(field) = fields.iter().next()
    {
        focus.set(field, FocusCause::Navigated);
        visible.0 = true;
    }
}

/// Begins a run of the seed, or opens the screen of the map, maze or board.
fn open_target(
    mut entered: MessageReader<TargetEntered>,
    dungeon: Res<Dungeon>,
    (mut drawn, mut seed): (ResMut<DrawnSeed>, ResMut<RunSeed>),
    mut chosen: ResMut<Chosen>,
    mut maps: MessageWriter<Regenerate>,
    mut queue: ResMut<ActionQueue>,
) {
    let Some(TargetEntered(target)) = entered.read().last() else {
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
