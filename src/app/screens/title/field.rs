//! The title's text field for a seed, a share code, a board's id or a link. Enter keeps a seed for what
//! is opened next, and opens anything else.

use bevy::prelude::*;

use super::{TitleAction, menu};
use crate::app::begin::Begin;
use crate::app::frame::{Phase, React};
use crate::app::platform::today;
use crate::app::screen::Screen;
use crate::app::seed::TitleSeed;
use crate::app::ui::field::{self, Field, spawn_text_field};
use crate::app::ui::live;
use crate::app::ui::theme::UiFont;
use crate::code::Target;
use crate::text;

pub(super) fn plugin(app: &mut App) {
    app.add_message::<Entered>().add_systems(
        React,
        open_target
            .in_set(Screen::Title)
            .in_set(Phase::Act)
            .before(menu::apply_actions),
    );
}

pub(super) fn view_plugin(app: &mut App) {
    field::plugin::<TitleField>(app);
    let focus = field::focus_on::<TitleField, _>(TitleAction::EnterSeed);
    app.add_plugins(live::plugin::<TitleSeed>)
        .add_systems(React, focus.in_set(Screen::Title).in_set(Phase::Act));
}

/// Maximum number of characters; enough for a link to the largest board, or to a maze with a long walk.
const MAX_CHARS: usize = 20_000;

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
        let read = Target::read(text, crate::known()).and_then(|target| target.begun_by(today()));
        match read.map_err(|error| error.to_string())? {
            target @ (Target::Replay(_) | Target::Drawn(_)) => Err(target.refusal()),
            target => Ok(Self(target, text::value(text).into_owned())),
        }
    }
}

impl Field for TitleField {
    type Shown = TitleSeed;
    type Request = Entered;

    fn value(self, title: &TitleSeed) -> String {
        title.text()
    }

    fn request(self, _: &TitleSeed, text: &str) -> Result<Option<Entered>, String> {
        Entered::read(text).map(Some)
    }

    fn is_number(self) -> bool {
        false
    }

    fn revision(title: &Res<TitleSeed>) -> u64 {
        title.last_changed().get().into()
    }
}

/// Spawns the field, which fills the rest of its row.
pub(super) fn spawn_field(parent: &mut ChildSpawnerCommands, font: &UiFont) {
    spawn_text_field(parent, font, TitleField, None, MAX_CHARS);
}

/// Keeps the seed, or opens the screen of the map, maze or board.
fn open_target(
    mut entered: MessageReader<Entered>,
    (mut title, mut begin): (ResMut<TitleSeed>, ResMut<Begin>),
    mut actions: MessageWriter<TitleAction>,
) {
    let Some(Entered(target, text)) = entered.read().last() else {
        return;
    };
    match target {
        Target::Number(seed) | Target::Text(seed, _) => return title.choose(*seed, text),
        Target::Map(spec) => title.show(spec.seed),
        _ => {}
    }
    *begin = target.clone().into();
    actions.write(match Screen::of(target) {
        Screen::Title => TitleAction::Daily,
        screen => TitleAction::Open(screen),
    });
}
