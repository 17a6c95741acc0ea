//! A list in a box over the screen: its title, its rows and the keys for them. Back closes it, and so does a choice.

use std::marker::PhantomData;

use bevy::input_focus::InputFocus;
use bevy::prelude::*;

use super::{AddList, Command, List, Row, Rows, Steps, interpret};
use crate::app::frame::{Phase, React};
use crate::app::input::{
    AddLayers, CommonAction, CurrentNames, Layer, LayerClosed, Layers, MenuAction, clear_focus,
};
use crate::app::screen::Screen;
use crate::app::ui::node::NodeExt;
use crate::app::ui::pointer::Backdrop;
use crate::app::ui::theme::{KEY, LINE, PANEL, QUIET, UiFont};
use crate::app::ui::widget::{self, spawn_scrolling_column};
use crate::geom::Dir;

/// What a list over a screen says, and what a choice from it does.
pub(in crate::app) trait Dialog: Send + Sync + 'static {
    const SCREEN: Screen;

    /// Whether its rows are the answers to a question, of which the first is the safe one.
    const IS_QUESTION: bool = false;

    fn title(world: &World) -> String;

    fn rows(world: &World) -> Vec<Row>;

    fn choose(world: &mut World, line: usize);
}

const fn layer<D: Dialog>() -> Layer {
    match D::IS_QUESTION {
        true => Layer::Question,
        false => Layer::Menu,
    }
}

/// Whether a dialog is open, and where its cursor is.
#[derive(Resource, PartialEq, Eq)]
pub(in crate::app) struct Opened<D>(Option<usize>, PhantomData<D>);

impl<D: Dialog> Opened<D> {
    /// Opens it, with the cursor on its first row. It takes the focus from any widget.
    pub fn open(&mut self, focus: &mut Option<ResMut<InputFocus>>) {
        self.0 = Some(0);
        clear_focus(focus);
    }

    pub const fn is_open(&self) -> bool {
        self.0.is_some()
    }
}

impl<D: Dialog> List for Opened<D> {
    fn cursor(&self) -> Option<usize> {
        self.0
    }

    fn move_to(&mut self, line: usize) {
        self.0 = Some(line);
    }
}

/// Registers dialogs.
pub(in crate::app) trait AddDialog {
    fn add_dialog<D: Dialog>(&mut self) -> &mut Self;
}

impl AddDialog for App {
    fn add_dialog<D: Dialog>(&mut self) -> &mut Self {
        self.insert_resource(Opened::<D>(None, PhantomData))
            .add_list::<Opened<D>>(D::SCREEN)
            .add_layers(D::SCREEN, |world| {
                let opened = world.resource::<Opened<D>>();
                Layers::default().with(layer::<D>(), opened.is_open())
            })
            .add_systems(
                OnEnter(D::SCREEN),
                spawn::<D>.run_if(resource_exists::<UiFont>),
            )
            .add_systems(OnExit(D::SCREEN), |mut opened: ResMut<Opened<D>>| {
                opened.0 = None;
            })
            .add_systems(
                React,
                find_rows::<D>
                    .pipe(apply_menu::<D>)
                    .in_set(D::SCREEN)
                    .in_set(Phase::Act),
            )
            .add_systems(
                Update,
                find_rows::<D>
                    .pipe(show::<D>)
                    .run_if(any_with_component::<RowsOf<D>>)
                    .in_set(D::SCREEN)
                    .in_set(Phase::Show),
            )
    }
}

/// The title and the rows of a dialog that is open.
type Shown = Option<(String, Vec<Row>)>;

fn find_rows<D: Dialog>(world: &World) -> Shown {
    let is_open = world.resource::<Opened<D>>().0.is_some();
    is_open.then(|| (D::title(world), D::rows(world)))
}

/// Moves the cursor, or chooses a row.
fn apply_menu<D: Dialog>(
    In(shown): In<Shown>,
    (mut actions, mut closed): (MessageReader<MenuAction>, MessageReader<LayerClosed>),
    mut opened: ResMut<Opened<D>>,
    mut commands: Commands,
) {
    let is_closed = closed.read().any(|closed| closed.0 == layer::<D>());
    let actions: Vec<MenuAction> = actions.read().copied().collect();
    let Some((cursor, (_, rows))) = opened.0.zip(shown) else {
        return;
    };
    if is_closed {
        opened.0 = None;
    }
    for action in actions {
        let letters = rows.iter().map(|row| row.letter);
        match interpret(action, (cursor, Steps::Around), letters) {
            Some(Command::Cursor(line)) => opened.0 = Some(line),
            Some(Command::Line(line)) => {
                opened.0 = None;
                commands.queue(move |world: &mut World| D::choose(world, line));
            }
            None => {}
        }
    }
}

#[derive(Component)]
struct Area<D>(PhantomData<D>);

#[derive(Component)]
struct Title<D>(PhantomData<D>);

#[derive(Component)]
struct RowsOf<D>(PhantomData<D>);

#[derive(Component)]
struct Keys<D>(PhantomData<D>);

fn spawn<D: Dialog>(mut commands: Commands, font: Res<UiFont>) {
    let frame = Node::column(6.0)
        .max_height(percent(100))
        .padding(22.0, 14.0)
        .framed();
    let area = (
        DespawnOnExit(D::SCREEN),
        Area::<D>(PhantomData),
        GlobalZIndex(1),
        widget::full_window(),
        // Makes the box stand out, over the text of panels too.
        BackgroundColor(Color::srgba(0.0, 0.0, 0.0, 0.55)),
        Backdrop,
    );
    commands.spawn(area).with_children(|area| {
        area.spawn((frame, BackgroundColor(PANEL), BorderColor::all(LINE)))
            .with_children(|frame| {
                frame.spawn((Title::<D>(PhantomData), font.text("", KEY)));
                let body = Node::DEFAULT.min_height(px(0));
                frame.spawn(body).with_children(|body| {
                    let rows = spawn_scrolling_column(body, (0.0, 0.0), 0.0, |_| {});
                    let rows_of = RowsOf::<D>(PhantomData);
                    body.commands().entity(rows).insert(rows_of);
                });
                frame.spawn((Keys::<D>(PhantomData), font.text("", QUIET)));
            });
    });
}

/// Shows or hides the box, and what it says.
fn show<D: Dialog>(
    In(shown): In<Shown>,
    (font, names): (Res<UiFont>, CurrentNames),
    mut area: Single<&mut Node, With<Area<D>>>,
    list: Single<Entity, With<RowsOf<D>>>,
    mut texts: Query<(&mut Text, Has<Title<D>>), Or<(With<Title<D>>, With<Keys<D>>)>>,
    mut rows: Rows,
) {
    widget::set_displayed(&mut area, shown.is_some());
    let Some((title, list_rows)) = shown else {
        return;
    };
    for (mut text, is_title) in &mut texts {
        let new = match (is_title, names.in_menu()) {
            (true, _) => title.clone(),
            (false, None) => String::new(),
            (false, Some(names)) => format!(
                "{} {}: move    {}: choose    {}: close",
                names.of(&MenuAction::Cursor(Dir::North)),
                names.of(&MenuAction::Cursor(Dir::South)),
                names.of(&MenuAction::Choose),
                names.of(&CommonAction::Back),
            ),
        };
        text.set_if_neq(Text(new));
    }
    rows.show::<Opened<D>>(*list, list_rows, |line, row| Row::draw(line, row, &font));
}
