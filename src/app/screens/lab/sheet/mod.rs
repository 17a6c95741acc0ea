//! The sheet: many maps at once, as small pictures over the Lab's map. They differ in their seeds or in one parameter,
//! or were found by a search, or kept; each is one key or click from being the map.

mod chart;
mod field;
mod layout;
mod listing;
mod looks;
mod pictures;
mod plot;
mod rows;
mod search;
mod state;
mod strips;
mod tasks;
mod text;
mod thumbnail;
mod work;

use bevy::prelude::*;
use bevy::render::RenderApp;

use self::layout::Layout;
pub use self::listing::Source;
pub use self::rows::{Edit, Row, rows_of};
pub use self::state::{Sheet, SheetRequest};
pub(super) use self::tasks::SearchTasks;
use super::action::LabAction;
use super::compare::Compared;
use super::favourites::Favourites;
use super::stages::DRAWN;
use super::view::{self, LabView};
use crate::app::dungeon::{Dungeon, Regenerate, takes_long};
use crate::app::frame::{Phase, React};
use crate::app::input::MenuAction;
use crate::app::notice::Notice;
use crate::app::screen::Screen;
use crate::search::Order;

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Sheet>()
        .init_resource::<Layout>()
        .add_message::<SheetRequest>()
        .add_systems(OnExit(Screen::Lab), |mut sheet: ResMut<Sheet>| {
            sheet.rest();
        })
        .add_systems(
            React,
            (
                (open, apply_menu, apply_requests)
                    .chain()
                    .after(view::close)
                    .in_set(Phase::Act),
                rest.run_if(resource_changed::<LabView>)
                    .in_set(Phase::Derive),
            )
                .in_set(Screen::Lab),
        )
        .add_systems(
            Update,
            (
                work::go_on_searching,
                work::go_on_measuring,
                work::make_thumbnails,
            )
                .chain()
                .run_if(resource_equals(LabView::Sheet))
                .in_set(Screen::Lab)
                .in_set(Phase::Light),
        );
    if app.get_sub_app(RenderApp).is_some() {
        app.add_plugins(looks::plugin);
    }
}

/// Opens the sheet.
fn open(
    mut actions: MessageReader<LabAction>,
    (dungeon, kept, compared): (Res<Dungeon>, Res<Favourites>, Res<Compared>),
    (mut sheet, mut view): (ResMut<Sheet>, ResMut<LabView>),
    mut notice: ResMut<Notice>,
) {
    for action in actions.read() {
        let source = match action {
            LabAction::Sheet => Source::Seeds,
            LabAction::Search => Source::Found,
            LabAction::ShowKept => Source::Kept,
            _ => continue,
        };
        if source != Source::Kept && dungeon.spec().is_drawn() {
            notice.refuse(&DRAWN);
            continue;
        }
        if source != Source::Kept && takes_long(dungeon.spec()) {
            let size = dungeon.spec().size();
            notice.refuse(&format!("maps of {size} take too long for a sheet"));
            continue;
        }
        let beside = compared.beside(dungeon.spec());
        sheet.beside = beside.map(|other| other.spec.clone());
        sheet.show(source, dungeon.spec(), &kept);
        *view = LabView::Sheet;
        sheet.wants_field = source == Source::Found;
    }
}

/// Ends the work of a sheet that was left.
fn rest(view: Res<LabView>, mut sheet: ResMut<Sheet>) {
    if *view != LabView::Sheet {
        sheet.rest();
    }
}

/// Applies the keys of the sheet.
fn apply_menu(
    mut actions: MessageReader<MenuAction>,
    layout: Res<Layout>,
    (mut sheet, mut kept): (ResMut<Sheet>, ResMut<Favourites>),
    mut view: ResMut<LabView>,
    mut requests: MessageWriter<Regenerate>,
    mut notice: ResMut<Notice>,
) {
    for action in actions.read() {
        if *view != LabView::Sheet {
            continue;
        }
        let action = action.letter().map_or(*action, MenuAction::Typed);
        let is_range = sheet.source == Source::Range;
        let sheet = &mut *sheet;
        match action {
            MenuAction::Cursor(dir) | MenuAction::Scroll(dir) => match &mut sheet.chart {
                Some(chart) if is_range => chart.go(dir),
                _ => sheet.move_cursor(dir, layout.columns),
            },
            MenuAction::Choose if is_range => sheet.open_cell(),
            MenuAction::Choose => {
                let chosen = sheet.chosen().map(|item| item.spec.clone());
                if let Some(spec) = chosen {
                    requests.write(Regenerate::Exactly(spec));
                    *view = LabView::Map;
                }
            }
            MenuAction::Typed(letter) => {
                apply_letter(letter, sheet, &mut kept, &mut notice);
            }
            MenuAction::Answer(_) | MenuAction::MarkYes => {}
        }
        sheet.follow(&layout);
    }
}

/// Letters that mean something on the map, too, mean the same here.
fn apply_letter(letter: char, sheet: &mut Sheet, kept: &mut Favourites, notice: &mut Notice) {
    let Some(base) = sheet.base.clone() else {
        return;
    };
    match letter {
        's' => sheet.show(Source::Seeds, &base, kept),
        'a' => {
            if sheet.source == Source::Values {
                let params = base.generator().info().params;
                sheet.parameter = (sheet.parameter + 1) % params.len().max(1);
            }
            sheet.show(Source::Values, &base, kept);
        }
        '/' => {
            sheet.show(Source::Found, &base, kept);
            sheet.wants_field = true;
        }
        'M' => sheet.show(Source::Kept, &base, kept),
        '\t' => sheet.wants_field = true,
        'g' => sheet.show(Source::Range, &base, kept),
        'q' | 'Q' if sheet.source == Source::Range => sheet.turn_axis(usize::from(letter == 'Q')),
        'i' => {
            let asked = sheet.asked();
            sheet.set_order(listing::next_order(sheet.order, &asked));
        }
        'I' => {
            let order = sheet.order.map(|order| Order {
                is_ascending: !order.is_ascending,
                ..order
            });
            sheet.set_order(order);
        }
        'm' => {
            if let Some(spec) = sheet.chosen().map(|item| item.spec.clone()) {
                if let Err(reason) = kept.toggle(&spec) {
                    notice.refuse(&reason);
                    return;
                }
                if sheet.source == Source::Kept {
                    sheet.replace(listing::kept(kept.all()));
                }
            }
        }
        '+' | '=' | '-' => {
            let step = if letter == '-' { -1 } else { 1 };
            sheet.zoom = (sheet.zoom + step).clamp(-Layout::ZOOMS, Layout::ZOOMS);
        }
        _ => {}
    }
}

fn apply_requests(
    mut requests: MessageReader<SheetRequest>,
    mut sheet: ResMut<Sheet>,
    mut kept: ResMut<Favourites>,
) {
    for request in requests.read() {
        match request {
            // Enter after what was searched for while it was typed. A search that was left begins anew.
            SheetRequest::Search(condition)
                if sheet.source == Source::Found
                    && sheet
                        .search
                        .as_ref()
                        .is_some_and(|search| !search.was_stopped())
                    && sheet.condition() == Some(condition) => {}
            SheetRequest::Search(condition) => {
                sheet.condition = Some(condition.clone());
                sheet.source = Source::Found;
                sheet.search();
            }
            SheetRequest::Edit(edit) => sheet.edit(*edit),
            SheetRequest::Name(name) => {
                if let Some(spec) = sheet.chosen().map(|item| item.spec.clone()) {
                    kept.rename(&spec, name);
                    sheet.replace(listing::kept(kept.all()));
                }
            }
        }
    }
}
