//! Menus, lists, boxes and the bar by the mouse and the wheel, with the panels as they are laid out.

use std::fs;

use bevy::prelude::*;
use bevy::ui_widgets::Scrollbar;
use undercroft::app::dungeon::Dungeon;
use undercroft::app::glyph::Viewport;
use undercroft::app::input::{Layer, Layers};
use undercroft::app::screens::conduit::BoardSession;
use undercroft::app::screens::descend::Mode;
use undercroft::app::screens::maze::{MazeAction, MazeSession};
use undercroft::app::settings::Settings;
use undercroft::app::ui::hud::Bar;
use undercroft::app::{Begin, Screen};
use undercroft::conduit::Spec;
use undercroft::disk;
use undercroft::game::{Run, Setup};
use undercroft::rng::Seed;

use crate::builder::{self, mode, screen};
use crate::player::{BESIDE, Player};
use crate::sight::{self, marked, paint_at, scroll_at, scrolled, seen_texts};

fn is_open(player: &Player, layer: Layer) -> bool {
    player.resource::<Layers>().is_open(layer)
}

/// The share code of the map in the Lab.
fn dungeon_code(player: &Player) -> String {
    player.resource::<Dungeon>().spec().to_string()
}

/// The middle of the line with the cursor.
fn line(player: &mut Player) -> Vec2 {
    marked(&mut player.0).center()
}

#[test]
fn the_list_of_replays_scrolls_by_the_wheel_and_keys_and_not_under_the_pointer() {
    let data = builder::folder("replays-by-mouse");
    let replays = data.join("replays");
    fs::create_dir_all(&replays).unwrap();
    for seed in 0..60 {
        let run = Run::new(Setup::new(Seed(seed)).unwrap()).unwrap();
        let file = replays.join(format!("{seed}.replay"));
        disk::write_recording(&file, &run.recording()).unwrap();
    }
    let app = builder::panelled_on_disk(Screen::Replays, Begin::Last, Some(data));
    let mut player = Player::with(app);
    let top = line(&mut player);
    player.press(&["Down"]);
    let height = line(&mut player).y - top.y;
    player.press(&["Up"]);
    let at_rest = scrolled(&mut player.0);
    // The pointer goes down beyond the middle of the list, line by line.
    player.point(top);
    let mut last = top;
    for number in 1..=20 {
        let at = top + Vec2::new(0.0, height * number as f32);
        player.point(at);
        last = line(&mut player);
        assert!((last.y - at.y).abs() < 3.0, "{last} is selected at {at}");
    }
    assert_eq!(scrolled(&mut player.0), at_rest);
    for button in [MouseButton::Middle, MouseButton::Right] {
        player.click_with(button, last);
        assert_eq!(screen(&player.0), Screen::Replays);
    }
    player.turn_wheel(-1, last);
    assert_ne!(scrolled(&mut player.0), at_rest);
    assert!(
        line(&mut player).y < last.y,
        "the cursor stays on its line, which moves up"
    );
    // A key moves the cursor from the line where it is, and the list follows it.
    player.press(&["Right"; 8]);
    let end = line(&mut player);
    assert!(end.y > last.y && end.y < 800.0, "the last line is in view");
    player.press(&["Left"; 8]);
    assert_eq!(line(&mut player), top);
    assert_eq!(scrolled(&mut player.0), at_rest);
}

#[test]
fn a_click_beside_a_menu_closes_it_unless_it_is_the_second_of_a_double_click() {
    let mut player = Player::on(Screen::Lab, "rogue/60x36#7");
    player.press(&["e"]);
    assert!(is_open(&player, Layer::Menu));
    player.pass(1000);
    player.click_on("Export the map as");
    assert!(is_open(&player, Layer::Menu), "a click on it");
    player.click(BESIDE);
    assert!(!is_open(&player, Layer::Menu));
    player.press(&["e"]);
    player.click(BESIDE);
    assert!(is_open(&player, Layer::Menu), "it has just been opened");
    // To the title, whose question is no different.
    player.press(&["Esc", "Esc", "Esc"]);
    assert!(is_open(&player, Layer::Question));
    player.pass(1000);
    player.click(BESIDE);
    assert!(!is_open(&player, Layer::Question));
    assert_eq!(builder::exit(&player.0), None);
}

#[test]
fn the_pause_menu_is_worked_by_the_mouse() {
    let mut player = Player::on(Screen::Descend, "7");
    player.press(&["Esc"]);
    let first = line(&mut player);
    player.press(&["Down"]);
    let second = line(&mut player);
    assert!(second.y > first.y);
    // Moving the pointer over a line selects it.
    player.point(first);
    assert_eq!(mode(&player.0), Mode::Pause(0));
    player.point(second);
    assert_eq!(mode(&player.0), Mode::Pause(1));
    // Clicking a line chooses it: the first continues the run, the second opens help.
    player.click(first);
    assert_eq!(mode(&player.0), Mode::Map);
    player.press(&["Esc"]);
    assert_eq!(mode(&player.0), Mode::Pause(0), "wherever the pointer is");
    player.click(second);
    assert!(is_open(&player, Layer::Help));
}

#[test]
fn a_click_closes_the_list_of_keys_but_not_on_its_scrollbar() {
    let mut player = Player::on(Screen::Descend, "7");
    player.resize(800.0, 500.0);
    player.press(&["?", "?"]);
    let mut bars = player
        .0
        .world_mut()
        .query::<(&Scrollbar, &ComputedNode, &bevy::ui::UiGlobalTransform)>();
    let places = bars
        .iter(player.0.world())
        .map(|(_, node, transform)| sight::logical(node, transform));
    // The list covers the sidebar, whose own bar is further to the right.
    let bar = places
        .filter(|bar| bar.height() > 100.0)
        .min_by(|a, b| a.min.x.total_cmp(&b.min.x))
        .unwrap();
    let middle = bar.center();
    player.press(&["PageDown"; 3]);
    let (bottom, most) = scroll_at(&mut player.0, Vec2::new(200.0, middle.y));
    assert!(bottom > 0.0 && bottom == most, "{bottom} of {most}");
    player.click(Vec2::new(middle.x, bar.min.y + 2.0));
    assert!(is_open(&player, Layer::Help));
    let (up, _) = scroll_at(&mut player.0, Vec2::new(200.0, middle.y));
    assert!(up < bottom, "{up}: it scrolls");
    player.click(Vec2::new(100.0, 100.0));
    assert!(!is_open(&player, Layer::Help));
}

#[test]
fn the_list_of_keys_is_whole_where_it_has_room_and_otherwise_compact() {
    let mut player = Player::on(Screen::Lab, "rogue/40x25#7");
    let mut shows = |size: (f32, f32), keys: &str| {
        player.resize(size.0, size.1);
        player.press(&["?"; 2]);
        let seen = seen_texts(&mut player.0);
        player.press(&["?"]);
        seen.iter().any(|shown| shown.text.trim() == keys)
    };
    // A new map, and the map before.
    let (wide, narrow) = ((1920.0, 1080.0), (800.0, 500.0));
    for size in [wide, narrow, wide] {
        assert!(shows(size, "r"));
        let is_whole = shows(size, "z  Shift+r  Ctrl+z");
        assert_eq!(is_whole, size == wide, "{size:?}");
    }
}

#[test]
fn everything_in_a_panel_is_reached_by_the_wheel_at_twice_the_text_size() {
    for (first, named) in [
        (Screen::Options, "7"),
        (Screen::Lab, "rogue/80x50#7"),
        (Screen::Conduit, "board/10x9#7"),
    ] {
        let mut player = Player::on(first, named);
        if first == Screen::Conduit {
            player.press(&["Tab"]);
        }
        player.0.world_mut().resource_mut::<Settings>().text = Some(28);
        player.resize(1280.0, 728.0);
        let at = match first {
            Screen::Options => Vec2::new(300.0, 300.0),
            _ => Vec2::new(1000.0, 500.0),
        };
        let (top, most) = scroll_at(&mut player.0, at);
        assert!(top == 0.0 && most > 0.0, "{first:?}: {top} of {most}");
        player.turn_wheel(-60, at);
        assert_eq!(scroll_at(&mut player.0, at), (most, most), "{first:?}");
        player.turn_wheel(60, at);
        assert_eq!(scroll_at(&mut player.0, at), (0.0, most), "{first:?}");
    }
}

/// The place of the player of the run in the window.
fn place_of_player(player: &Player) -> Vec2 {
    let at = builder::run(&player.0).game().view().player().pos;
    let view = player.resource::<Viewport>();
    view.point_of(Vec2::new(at.x as f32, at.y as f32) + 0.5)
}

#[test]
fn no_box_covers_the_player_however_small_the_window_is() {
    let mut player = Player::on(Screen::Descend, "7");
    for (width, height) in [(800.0, 500.0), (1280.0, 800.0)] {
        player.resize(width, height);
        let at = place_of_player(&player);
        assert_eq!(paint_at(&mut player.0, at), "");
        for open in [
            &["i"][..],
            &["Esc"],
            &[";"],
            &["Shift+m"],
            &["t", "b"],
            &["d", "Down"],
        ] {
            player.press(open);
            assert_ne!(mode(&player.0), Mode::Map, "{open:?}");
            assert_eq!(place_of_player(&player), at, "{open:?}");
            assert_eq!(paint_at(&mut player.0, at), "", "{open:?}");
            player.press(&["Esc"]);
            assert_eq!(mode(&player.0), Mode::Map, "{open:?}");
        }
    }
}

#[test]
fn the_result_of_a_maze_stands_beside_it_until_it_is_closed() {
    let mut player = Player::on(Screen::Maze, "maze-dfs/21x15#5");
    player.resize(800.0, 500.0);
    while let Some(dir) = player.resource::<MazeSession>().run().next_step() {
        builder::act(&mut player.0, &[&MazeAction::Step(dir)]);
    }
    player.settle();
    assert!(player.sees("Close"), "the box with the result");
    let tile = player.resource::<MazeSession>().walker_tile();
    let view = player.resource::<Viewport>();
    let at = view.point_of(Vec2::new(tile.x as f32, tile.y as f32) + 0.5);
    assert_eq!(paint_at(&mut player.0, at), "");
    let close = sight::place_of(&mut player.0, "Close");
    player.click(close);
    assert!(!player.sees("Close"));
    // That of the next maze is shown again.
    player.press(&["n"]);
    while let Some(dir) = player.resource::<MazeSession>().run().next_step() {
        builder::act(&mut player.0, &[&MazeAction::Step(dir)]);
    }
    player.settle();
    assert!(player.sees("Close"));
}

#[test]
fn a_click_on_a_hint_does_what_its_key_does_and_one_on_a_fact_does_nothing() {
    let mut player = Player::on(Screen::Lab, "rogue/60x36#7");
    player.press(&["p"]);
    let bar = player.resource::<Bar>().clone();
    let (_, label) = bar.hints[0];
    let hint = player.place_of(label);
    let values = bar.facts.iter().map(|(_, value)| value.trim().to_owned());
    let facts: Vec<String> = values.collect();
    let texts = player.texts();
    let facts = facts.iter().filter_map(|fact| {
        let shown = texts.iter().find(|(text, _)| text.trim() == fact);
        shown.map(|(_, place)| place.center())
    });
    let facts: Vec<Vec2> = facts.collect();
    assert!(facts.len() > 1, "{facts:?}");
    for place in &facts {
        let at_rest = paint_at(&mut player.0, *place);
        player.point(*place);
        assert_eq!(paint_at(&mut player.0, *place), at_rest, "a fact");
    }
    let at_rest = paint_at(&mut player.0, hint);
    player.point(hint);
    assert_ne!(paint_at(&mut player.0, hint), at_rest, "a hint");
    player.click(hint);
    let clicked = dungeon_code(&player);
    player.press(&["Shift+r", "r"]);
    assert_eq!(dungeon_code(&player), clicked, "key and hint agree");
    for place in facts {
        player.click(place);
        assert_eq!(dungeon_code(&player), clicked);
    }
}

#[test]
fn a_seed_typed_faster_than_frames_are_drawn_is_taken_whole() {
    let mut player = Player::on(Screen::Title, "7");
    player.press_at_once(&["s", "4", "7", "1", "1", "Enter"]);
    assert_eq!(builder::window_title(&mut player.0), "Undercroft - 4711");
    player.press_at_once(&["s", "9", "9", "Ctrl+a", "1", "2", "Enter"]);
    assert_eq!(builder::window_title(&mut player.0), "Undercroft - 12");
}

#[test]
fn zooming_in_and_out_by_keys_and_by_the_wheel_leads_back() {
    let mut player = Player::on(Screen::Lab, "rogue/60x36#7");
    let view = |player: &Player| *player.resource::<Viewport>();
    let middle = Vec2::new(640.0, 300.0);
    let first = view(&player);
    player.press(&["-"]);
    assert_ne!(view(&player), first);
    player.press(&["+"]);
    assert_eq!(view(&player), first);
    player.turn_wheel(1, middle);
    assert_ne!(view(&player), first);
    player.turn_wheel(-1, middle);
    assert_eq!(view(&player), first);
    player.turn_wheel(-1, middle);
    assert_ne!(view(&player), first);
    player.press(&["f"]);
    assert_eq!(view(&player), first);
}

#[test]
fn a_damaged_id_typed_in_the_panel_is_refused_in_words_and_the_board_stays() {
    let mut player = Player::on(Screen::Conduit, "board/3x3#7");
    let puzzle = "board/3x3#7".parse::<Spec>().unwrap().make();
    let board = |player: &Player| player.resource::<BoardSession>().conduit().board().id();
    let id = puzzle.start().id();
    // Tab focuses the first size; the field of the id is twenty controls further.
    player.press(&["Tab"; 21]);
    let before = board(&player);
    for (damaged, reason) in [
        (id.replacen("3x3", "3y3", 1), "is not a board"),
        (id[..id.len() - 1].to_owned(), "digits"),
        (id.replace("::", ":q:"), "\"q\" is not a rule"),
    ] {
        player.press(&["Ctrl+a"]);
        player.type_text(&damaged);
        player.press(&["Enter"]);
        assert!(player.sees(reason), "{damaged}");
        assert_eq!(board(&player), before);
    }
    player.press(&["Ctrl+a"]);
    player.type_text(&id);
    player.press(&["Enter"]);
    assert_eq!(board(&player), id);
    assert!(!player.sees("is not a rule"));
}
