//! What a screen reader is told: the nodes of the screens, as an adapter reads them, and what is spoken.

use accesskit::{Action, ActionRequest, NodeId, TreeId, TreeUpdate};
use accesskit_consumer::{FilterResult, Node, Tree, common_filter};
use bevy::a11y::{AccessibilityRequested, ActionRequest as Request};
use bevy::input::keyboard::{Key, KeyCode};
use bevy::prelude::*;
use undercroft::app::input::{CommonAction, MenuAction};
use undercroft::app::screens::conduit::{BoardSession, ConduitAction};
use undercroft::app::screens::descend::{DescendAction, Mode};
use undercroft::app::screens::maze::{MazeAction, MazeSession};
use undercroft::app::settings::Settings;
use undercroft::app::speech::Speech;
use undercroft::app::stage::PlayedContent;
use undercroft::app::ui::access::AccessTreeSource;
use undercroft::app::{Begin, Screen};
use undercroft::conduit::{Command, Input, Move};
use undercroft::game::content::{self, Content};
use undercroft::geom::Dir;
use undercroft::rng::Seed;

use crate::builder::{self, act};

/// The shell with its panels, as somebody has it who uses a screen reader.
fn app(first: Screen, begin: Begin) -> App {
    let mut app = builder::panelled(first, begin);
    app.world().resource::<AccessibilityRequested>().set(true);
    settle(&mut app);
    app
}

fn settle(app: &mut App) {
    for _ in 0..4 {
        app.update();
    }
}

fn update(app: &mut App) -> TreeUpdate {
    let tree = |screenful: AccessTreeSource| screenful.tree();
    app.world_mut().run_system_cached(tree).unwrap()
}

/// The nodes that an adapter passes on, each as its role, its name and what more is known of it; the focused one with a
/// star.
fn nodes(app: &mut App) -> Vec<String> {
    let tree = Tree::new(update(app), true);
    let mut lines = Vec::new();
    walk(&tree.state().root(), &mut lines);
    lines
}

fn walk(node: &Node, lines: &mut Vec<String>) {
    if common_filter(node) == FilterResult::Include {
        let mut line = format!("{:?} {}", node.role(), node.label().unwrap_or_default());
        if let Some(value) = node.value() {
            line += if node.label_comes_from_value() {
                ""
            } else {
                " = "
            };
            line += &value;
        }
        if node.is_selected() == Some(true) {
            line += " (selected)";
        }
        if node.is_focused() {
            line += " *";
        }
        lines.push(line);
    }
    for child in node.children() {
        walk(&child, lines);
    }
}

/// The first node below this one that is wanted.
fn descendant<'a>(node: Node<'a>, is_wanted: &impl Fn(&Node) -> bool) -> Option<Node<'a>> {
    if is_wanted(&node) {
        return Some(node);
    }
    node.children()
        .find_map(|child| descendant(child, is_wanted))
}

#[track_caller]
fn assert_has(lines: &[String], wanted: &str) {
    assert!(
        lines.iter().any(|line| line == wanted),
        "{wanted} in: {lines:#?}"
    );
}

#[track_caller]
fn assert_begins(lines: &[String], wanted: &str) {
    assert!(
        lines.iter().any(|line| line.starts_with(wanted)),
        "{wanted} in: {lines:#?}"
    );
}

fn focused(app: &mut App) -> String {
    let lines = nodes(app);
    let mut focused = lines.iter().filter(|line| line.ends_with(" *"));
    let line = focused.next().expect("something has the focus");
    assert_eq!(focused.next(), None);
    line.clone()
}

/// What was said, oldest first.
fn utterances(app: &App) -> Vec<String> {
    let speech = app.world().resource::<Speech>();
    speech.utterances().map(|said| said.text.clone()).collect()
}

/// What was said last.
fn said(app: &App) -> String {
    utterances(app).pop().unwrap_or_default()
}

/// The id of the first node of a role with a name that begins so.
fn find(app: &mut App, wanted: &str) -> NodeId {
    let update = update(app);
    let mut found = update.nodes.iter().filter(|(_, node)| {
        let name = node.label().or(node.value()).unwrap_or_default();
        format!("{:?} {name}", node.role()).starts_with(wanted)
    });
    found.next().unwrap_or_else(|| panic!("{wanted}")).0
}

fn ask(app: &mut App, target_node: NodeId, action: Action) {
    app.world_mut().write_message(Request(ActionRequest {
        action,
        target_tree: TreeId::ROOT,
        target_node,
        data: None,
    }));
    for _ in 0..3 {
        app.update();
    }
}

#[test]
fn every_screen_has_nodes_and_one_of_them_has_the_focus() {
    for screen in Screen::ALL {
        let mut app = app(screen, Begin::Last);
        let lines = nodes(&mut app);
        println!("{screen:?}: {lines:#?}");
        assert_begins(&lines, "Button ");
        focused(&mut app);
        let update = update(&mut app);
        for (_, node) in &update.nodes {
            let is_widget = !matches!(
                format!("{:?}", node.role()).as_str(),
                "Log" | "Label" | "ListBox" | "TextRun"
            );
            assert!(
                !is_widget || node.label().is_some_and(|name| !name.is_empty()),
                "{screen:?}: {node:?}"
            );
        }
    }
}

#[test]
fn the_title_is_a_list_and_the_cursor_is_its_focus() {
    let mut app = app(Screen::Title, Begin::Last);
    let first = focused(&mut app);
    assert!(
        first.starts_with("ListBoxOption ") && first.ends_with(" (selected) *"),
        "{first}"
    );
    act(&mut app, &[&MenuAction::Cursor(Dir::South)]);
    let second = focused(&mut app);
    assert_ne!(first, second);
    let lines = nodes(&mut app);
    assert_begins(&lines, "ListBox Undercroft, ");
    assert_begins(&lines, "TextInput seed = ");
}

#[test]
fn a_line_that_is_pressed_by_a_screen_reader_is_chosen() {
    let mut app = app(Screen::Title, Begin::Last);
    let packs = find(&mut app, "ListBoxOption Packs");
    ask(&mut app, packs, Action::Click);
    assert_begins(&nodes(&mut app), "ListBox Packs");
    act(&mut app, &[&MenuAction::Choose]);
    // What only its lamp shows.
    let first = find(&mut app, "ListBoxOption 1, ");
    let update = update(&mut app);
    let (_, node) = update.nodes.iter().find(|(id, _)| *id == first).unwrap();
    assert_eq!(node.description(), Some("not done"));
}

/// The board 3x3#7, with the cursor in its middle.
fn board() -> App {
    let board = builder::begun("board/3x3#7");
    app(Screen::Conduit, board)
}

#[test]
fn the_tile_of_the_cursor_is_spoken_when_it_moves_turns_or_is_locked() {
    let mut app = board();
    assert_eq!(focused(&mut app), "Canvas Conduit *");
    act(&mut app, &[&ConduitAction::Do(Input::Step(Dir::North))]);
    let before = said(&app);
    assert!(before.starts_with("Row 1, column 2: "), "{before}");
    act(&mut app, &[&ConduitAction::here(Command::Clockwise)]);
    let turned = said(&app);
    assert!(
        turned.starts_with("Row 1, column 2: ") && turned != before,
        "{turned}"
    );
    act(&mut app, &[&ConduitAction::here(Command::Lock)]);
    assert!(said(&app).ends_with("; locked."), "{}", said(&app));
}

#[test]
fn hints_and_results_of_a_board_are_spoken() {
    let mut app = board();
    act(&mut app, &[&ConduitAction::board(Move::Hint)]);
    // It says first what a hint costs.
    act(&mut app, &[&ConduitAction::board(Move::Hint)]);
    let notice = builder::notice(&app).lines().next().unwrap().to_owned();
    assert!(!notice.is_empty());
    assert!(
        said(&app).starts_with(notice.trim_end_matches('.')),
        "{} in {}",
        notice,
        said(&app)
    );
    act(
        &mut app,
        &[
            &ConduitAction::board(Move::Solve),
            &MenuAction::Answer(true),
        ],
    );
    let all: Vec<String> = utterances(&app);
    assert!(
        all.iter().any(|said| said.contains("Solution shown.")),
        "{all:#?}"
    );
    let lines = nodes(&mut app);
    assert_has(&lines, "Button Next");
}

#[test]
fn a_button_has_its_name_its_key_and_what_it_does_and_can_be_pressed() {
    let mut app = board();
    let lock = find(&mut app, "Button lock");
    let node = update(&mut app)
        .nodes
        .into_iter()
        .find(|(id, _)| *id == lock)
        .unwrap()
        .1;
    assert_eq!(node.keyboard_shortcut(), Some("l"));
    assert_eq!(node.description(), Some("Lock the tile"));
    ask(&mut app, lock, Action::Click);
    assert!(said(&app).ends_with("; locked."), "{}", said(&app));
}

#[test]
fn fields_and_sliders_of_a_panel_are_named_and_take_values() {
    let mut app = board();
    act(&mut app, &[&ConduitAction::EnterPanel]);
    let lines = nodes(&mut app);
    assert_has(&lines, "TextInput Width = 3");
    assert_has(&lines, "TextInput Height = 3");
    assert_begins(&lines, "Slider ");
    let tree = Tree::new(update(&mut app), true);
    let is_field = |node: &Node| node.label().as_deref() == Some("Width");
    let field = descendant(tree.state().root(), &is_field).expect("a field");
    assert!(field.supports_text_ranges());
    assert_eq!(field.document_range().text(), "3");
    let width = find(&mut app, "TextInput Width");
    ask(&mut app, width, Action::Focus);
    assert_eq!(focused(&mut app), "TextInput Width = 3 *");
}

/// What has the focus after Tab was pressed five times, within one frame or over many.
fn focus_after_tabs(first: Screen, is_one_frame: bool) -> String {
    let mut app = app(first, Begin::Seed(Seed(7)));
    for _ in 0..5 {
        builder::tap(&mut app, (KeyCode::Tab, Key::Tab));
        if !is_one_frame {
            settle(&mut app);
        }
    }
    // A widget gets one key a frame.
    settle(&mut app);
    settle(&mut app);
    focused(&mut app)
}

#[test]
fn tabs_of_one_frame_go_as_far_as_tabs_of_many() {
    for first in [Screen::Maze, Screen::Conduit, Screen::Lab] {
        let reached = focus_after_tabs(first, false);
        assert!(!reached.starts_with("Canvas"), "{reached}");
        assert_eq!(focus_after_tabs(first, true), reached, "{first:?}");
    }
}

#[test]
fn the_list_of_keys_is_a_dialog_with_the_focus_until_it_closes() {
    let mut app = board();
    act(&mut app, &[&CommonAction::Help]);
    for _ in ["those that a newcomer needs", "all"] {
        assert_eq!(focused(&mut app), "Dialog Keys *");
        act(&mut app, &[&CommonAction::Help]);
    }
    assert_eq!(focused(&mut app), "Canvas Conduit *");
}

#[test]
fn each_step_in_a_maze_is_spoken_and_the_steps_of_a_hint() {
    let maze = builder::begun("maze-dfs/21x15#7@:0:0");
    let mut app = app(Screen::Maze, maze);
    let run = app.world().resource::<MazeSession>().run();
    let is_wall = |dir: &Dir| run.maze().step(run.at(), *dir).is_none();
    let wall = Dir::CARDINAL.into_iter().find(is_wall);
    let wall = wall.expect("the start is a dead end");
    act(&mut app, &[&MazeAction::Step(wall)]);
    assert!(said(&app).ends_with(": a wall."), "{}", said(&app));
    act(&mut app, &[&MazeAction::Hint, &MazeAction::Hint]);
    let hinted = said(&app);
    assert!(hinted.contains("the next steps: "), "{hinted}");
    let way = hinted.split("the next steps: ").nth(1).unwrap();
    let way = way.split([',', ' ', ';']).next().unwrap();
    let dirs = [
        ("up", Dir::North),
        ("right", Dir::East),
        ("down", Dir::South),
        ("left", Dir::West),
    ];
    let (_, dir) = dirs.into_iter().find(|(name, _)| *name == way).unwrap();
    act(&mut app, &[&MazeAction::Step(dir)]);
    let stepped = said(&app);
    assert!(
        stepped.starts_with("Row ") && stepped != hinted,
        "{stepped}"
    );
    assert!(stepped.contains("; the goal is "), "{stepped}");
}

#[test]
fn messages_of_a_run_its_cursor_and_its_questions_are_told() {
    let mut app = app(Screen::Descend, Begin::Seed(Seed(7)));
    let all = utterances(&app).concat();
    assert!(
        all.contains("The Everlamp has gone out. You go down."),
        "{all}"
    );
    assert!(all.contains("Health "), "{all}");
    let before = builder::run(&app).log().count();
    act(&mut app, &[&DescendAction::Explore]);
    builder::wait(&mut app);
    app.update();
    let run = builder::run(&app);
    let told = run
        .log()
        .since(before)
        .last()
        .expect("something was met")
        .to_string();
    let all = utterances(&app).concat();
    assert!(all.contains(told.trim_end_matches('.')), "{told} in: {all}");
    act(
        &mut app,
        &[&DescendAction::Look, &DescendAction::Step(Dir::North)],
    );
    let Mode::Aim(_, at) = builder::mode(&app) else {
        panic!("nothing is examined");
    };
    let offset = builder::run(&app).game().view().describe_offset(at);
    assert!(
        said(&app).starts_with(&offset),
        "{offset} in: {}",
        said(&app)
    );
    act(&mut app, &[&CommonAction::Back, &DescendAction::GiveUp]);
    assert_begins(&nodes(&mut app), "ListBox Give up this run? It ends here.");
    let answer = focused(&mut app);
    assert!(
        answer.contains("No") && answer.contains("(selected)"),
        "{answer}"
    );
}

/// The lines of the list that is shown: each its id and its name; and the marked one, if it is in view, too.
fn list(app: &mut App) -> (Vec<(NodeId, String)>, Option<String>) {
    let update = update(app);
    let node = |id: NodeId| {
        &update
            .nodes
            .iter()
            .find(|(known, _)| *known == id)
            .unwrap()
            .1
    };
    let is_list = |node: &&accesskit::Node| node.role() == accesskit::Role::ListBox;
    let list = update
        .nodes
        .iter()
        .map(|(_, node)| node)
        .find(is_list)
        .unwrap();
    let lines = list.children().iter();
    let view = list.bounds().unwrap();
    let marked = lines
        .clone()
        .map(|id| node(*id))
        .find(|line| line.is_selected() == Some(true));
    let marked = marked.filter(|line| {
        let line = line.bounds().unwrap();
        // Its place is a whole number of pixels, that of the list may not be.
        line.y0 >= view.y0 - 1.0 && line.y1 <= view.y1 + 1.0
    });
    (
        lines
            .map(|id| (*id, node(*id).label().unwrap().to_owned()))
            .collect(),
        marked.map(|line| line.label().unwrap().to_owned()),
    )
}

#[test]
fn a_full_pack_keeps_its_nodes_while_the_cursor_moves_and_the_marked_line_is_in_view() {
    let [monsters, (name, items), levels, rules, fixtures, rooms] = content::FILES;
    let weapons = [
        "misericord",
        "short-sword",
        "knights-sword",
        "ration",
        "great-censer",
    ];
    let scrolls = items
        .lines()
        .filter_map(|line| line.split_once("id: \"scroll-")?.1.split_once('"'));
    let scrolls = scrolls
        .map(|(scroll, _)| format!("scroll-{scroll}"))
        .take(12);
    let more = weapons.map(str::to_owned).into_iter().chain(scrolls);
    let more: String = more.map(|id| format!("(\"{id}\", 1), ")).collect();
    let items = items.replacen("Outfit([", &format!("Outfit([{more}"), 1);
    let read = Content::read([monsters, (name, &items), levels, rules, fixtures, rooms]).unwrap();
    let mut app = builder::panelled(Screen::Descend, Begin::Seed(Seed(7)));
    app.insert_resource(PlayedContent(Box::leak(Box::new(read))));
    let mut windows = app.world_mut().query::<&mut Window>();
    let mut window = windows.single_mut(app.world_mut()).unwrap();
    window.resolution.set(800.0, 500.0);
    app.world_mut().resource_mut::<Settings>().text = Some(28);
    settle(&mut app);
    act(&mut app, &[&DescendAction::Pack]);
    settle(&mut app);
    let (lines, marked) = list(&mut app);
    assert!(lines.len() > 15);
    assert_eq!(marked.as_ref(), Some(&lines[0].1));
    let box_of = |app: &mut App| find(app, "ListBox Your pack");
    let list_id = box_of(&mut app);
    for (_, name) in lines.iter().skip(1).chain(&lines[..1]) {
        act(&mut app, &[&MenuAction::Cursor(Dir::South)]);
        settle(&mut app);
        let (now, marked) = list(&mut app);
        assert_eq!(now, lines);
        assert_eq!(marked.as_ref(), Some(name), "in view");
        assert_eq!(box_of(&mut app), list_id);
        assert_eq!(
            focused(&mut app),
            format!("ListBoxOption {name} (selected) *")
        );
    }
    // What is dropped goes, and the others keep their nodes.
    act(
        &mut app,
        &[
            &MenuAction::Cursor(Dir::South),
            &MenuAction::Choose,
            &MenuAction::Typed('d'),
        ],
    );
    act(&mut app, &[&DescendAction::Pack]);
    settle(&mut app);
    let (left, _) = list(&mut app);
    assert_eq!(left.len(), lines.len() - 1);
    let is_kept = |(_, name): &(NodeId, String)| lines.iter().any(|(_, known)| known == name);
    assert!(left.iter().all(is_kept));
}

#[test]
fn a_key_leads_to_the_rows_of_the_sidebar_which_have_their_tooltips_for_all() {
    let mut app = app(Screen::Descend, Begin::Seed(Seed(7)));
    let tip = |app: &mut App| -> Option<String> {
        let update = update(app);
        let (_, node) = update.nodes.iter().find(|(id, _)| *id == update.focus)?;
        node.description().map(str::to_owned)
    };
    act(&mut app, &[&CommonAction::Sidebar]);
    settle(&mut app);
    let first = tip(&mut app).expect("the first row has a tooltip");
    assert!(first.contains("You are of rank 1"), "{first}");
    assert_has(&nodes(&mut app), &format!("Label {first}"));
    builder::tap(&mut app, (KeyCode::Tab, Key::Tab));
    settle(&mut app);
    let second = tip(&mut app).expect("so has the next");
    assert_ne!(first, second);
    assert_has(&nodes(&mut app), &format!("Label {second}"));
    act(&mut app, &[&CommonAction::Back]);
    settle(&mut app);
    assert!(
        !nodes(&mut app).contains(&format!("Label {second}")),
        "the box closes"
    );
    assert_eq!(*app.world().resource::<Mode>(), Mode::Map);
}

#[test]
fn while_a_solve_is_watched_the_panel_and_the_keys_are_those_of_the_playback() {
    let mut app = board();
    let new = "Button New";
    assert_begins(&nodes(&mut app), new);
    while let Some(hint) = app.world().resource::<BoardSession>().conduit().find_hint() {
        let turn = ConduitAction::Do(Input::At(hint.at, Command::Clockwise));
        act(&mut app, &[&turn]);
    }
    settle(&mut app);
    let has = |app: &mut App, wanted: &str| {
        let mut lines = nodes(app).into_iter();
        lines.any(|line| line.starts_with(wanted))
    };
    act(&mut app, &[&ConduitAction::Watch]);
    settle(&mut app);
    assert!(!has(&mut app, new) && !has(&mut app, "TextInput Seed"));
    assert!(has(&mut app, "Button Stop watching"));
    act(&mut app, &[&CommonAction::Help]);
    settle(&mut app);
    assert!(has(&mut app, "Button Step back"), "{:#?}", nodes(&mut app));
    assert!(!has(&mut app, "Button Go to a turn") && !has(&mut app, "Button Show everything"));
    act(&mut app, &[&CommonAction::Help, &CommonAction::Back]);
    settle(&mut app);
    assert!(has(&mut app, new) && !has(&mut app, "Button Stop watching"));
}
