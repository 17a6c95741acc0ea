//! The title's text field for a seed, a share code, a board's id or a link. Enter keeps a seed for what
//! is opened next, and opens anything else.

use bevy::input_focus::{FocusCause, InputFocus, InputFocusVisible};
use bevy::prelude::*;

use super::{TitleAction, update_run_seed};
use crate::app::dungeon::{Dungeon, Regenerate};
use crate::app::frame::Phase;
use crate::app::input::{ActionQueue, dispatch_actions};
use crate::app::platform::today;
use crate::app::reward::Chosen;
use crate::app::screen::Screen;
use crate::app::seed::{ChosenSeed, RunSeed};
use crate::app::ui::field::{self, Field, spawn_text_field};
use crate::app::ui::live;
use crate::app::ui::theme::UiFont;
use crate::code::Target;
use crate::rng::Seed;
use crate::text;

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<SeedText>()
        .add_message::<Entered>()
        .add_systems(
            Update,
            (
                open_target.in_set(Phase::Input).before(dispatch_actions),
                update_seed_text
                    .run_if(
                        resource_changed::<Dungeon>
                            .or_eager(resource_changed::<SeedText>)
                            .or_eager(resource_changed::<State<Screen>>),
                    )
                    .after(update_run_seed)
                    .in_set(Phase::Settle),
            )
                .in_set(Screen::Title),
        );
}

pub(super) fn view_plugin(app: &mut App) {
    field::plugin::<TitleField>(app);
    app.add_plugins(live::plugin::<SeedText>)
        .add_systems(Update, focus_field.in_set(Screen::Title).in_set(Phase::Act));
}

/// Maximum number of characters; enough for a link to the largest board, or to a maze with a long walk.
const MAX_CHARS: usize = 20_000;

/// The seed on the title as it was typed, or as a number.
#[derive(Resource, Default)]
pub struct SeedText(String);

impl SeedText {
    /// What the field shows.
    pub fn text(&self) -> &str {
        &self.0
    }

    /// The number of a seed that was typed in another way; otherwise empty.
    pub fn number(&self) -> String {
        let seed = self.0.parse::<Seed>().map(|seed| seed.to_string());
        let number = seed.ok().filter(|number| *number != self.0);
        number.map_or_else(String::new, |number| format!("= {number}"))
    }
}

#[derive(Component, Clone, Copy, Debug)]
struct TitleField;

/// Something valid was entered: what it opens, and the text.
#[derive(Message, Clone, Debug)]
pub struct Entered(Target, String);

impl Entered {
    /// Reads a text that was typed in the field.
    ///
    /// # Errors
    /// If the title does not open it; says why.
    pub fn read(text: &str) -> Result<Self, String> {
        let read = Target::read(text).and_then(|target| target.begun_by(today()));
        match read.map_err(|error| error.to_string())? {
            target @ (Target::Replay(_) | Target::Drawn(_)) => Err(target.refusal()),
            target => Ok(Self(target, text::value(text).into_owned())),
        }
    }
}

impl Field for TitleField {
    type Shown = SeedText;
    type Request = Entered;

    fn value(self, text: &SeedText) -> String {
        text.0.clone()
    }

    fn request(self, _: &SeedText, text: &str) -> Result<Option<Entered>, String> {
        Entered::read(text).map(Some)
    }

    fn is_number(self) -> bool {
        false
    }

    fn revision(text: &Res<SeedText>) -> u64 {
        text.last_changed().get().into()
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

/// Keeps the seed, or opens the screen of the map, maze or board.
fn open_target(
    mut entered: MessageReader<Entered>,
    dungeon: Res<Dungeon>,
    (mut own, mut seed, mut shown): (ResMut<ChosenSeed>, ResMut<RunSeed>, ResMut<SeedText>),
    mut chosen: ResMut<Chosen>,
    mut maps: MessageWriter<Regenerate>,
    mut queue: ResMut<ActionQueue>,
) {
    let Some(Entered(target, text)) = entered.read().last() else {
        return;
    };
    let spec = match target {
        Target::Number(seed) | Target::Text(seed) => {
            shown.0.clone_from(text);
            dungeon.spec().with_seed(*seed)
        }
        Target::Map(spec) => {
            queue.push(&TitleAction::Open(Screen::of(target)));
            spec.clone()
        }
        other => {
            *chosen = other.clone().into();
            queue.push(&match Screen::of(other) {
                Screen::Title => TitleAction::Daily,
                screen => TitleAction::Open(screen),
            });
            return;
        }
    };
    own.0 = Some(spec.seed);
    seed.set_if_neq(RunSeed(spec.seed));
    if spec != *dungeon.spec() {
        maps.write(Regenerate::Exactly(spec));
    }
}

/// Shows the seed as a number, unless the text that was typed stands for it.
fn update_seed_text(dungeon: Res<Dungeon>, mut text: ResMut<SeedText>) {
    let seed = dungeon.spec().seed;
    if text.0.parse() != Ok(seed) {
        text.0 = seed.to_string();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seed_that_was_typed_as_a_phrase_is_shown_with_its_number() {
        let number = |text: &str| SeedText(text.to_owned()).number();
        assert_eq!(number("salt and iron"), "= 6686834804109255245");
        assert_eq!(number("0x2a"), "= 42");
        assert_eq!(number("42"), "");
        assert_eq!(number(""), "");
    }
}
