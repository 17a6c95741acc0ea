//! Nothing is cut off in any window, whatever is open and however large the text is, and what matters most is in sight.

use undercroft::app::Begin;
use undercroft::app::Screen;
use undercroft::app::glyph::{Terrain, ViewInsets, Viewport};
use undercroft::app::screens::maze::{MazeAction, MazeSession};
use undercroft::app::settings::Settings;
use undercroft::app::stage::PlayedContent;
use undercroft::app::ui::side::Drawer;
use undercroft::game::content::{Content, FILES};
use undercroft::rng::Seed;

use bevy::prelude::*;

use crate::builder::{self, begun};
use crate::player::Player;
use crate::sight::{Shown, seen_texts, shown_texts, window};

/// What is cut off at the edges of the window or of a panel, and cannot be scrolled to.
pub fn cut_off(app: &mut App) -> Vec<String> {
    let window = window(app);
    let is_in =
        |inner: (f32, f32), outer: (f32, f32)| inner.0 >= outer.0 - 1.0 && inner.1 <= outer.1 + 1.0;
    let mut cut = Vec::new();
    for Shown {
        text,
        rect,
        clip,
        scrolls,
    } in shown_texts(app)
    {
        let outer = clip.map_or(window, |clip| clip.intersect(window));
        let is_in_x = is_in((rect.min.x, rect.max.x), (outer.min.x, outer.max.x));
        let is_in_y = scrolls || is_in((rect.min.y, rect.max.y), (outer.min.y, outer.max.y));
        if !is_in_x || !is_in_y {
            cut.push(format!("{text:?} {rect:?} in {outer:?}"));
        }
    }
    cut
}

/// Each screen, and what can be open on it by these keys.
pub fn views() -> Vec<(Screen, Begin, &'static [&'static str])> {
    let on = |screen: Screen, begin: Option<&str>, keys: &[&'static [&'static str]]| {
        let begin = begin.map_or(Begin::Last, begun);
        let view = |keys: &&'static [&'static str]| (screen, begin.clone(), *keys);
        keys.iter().map(view).collect::<Vec<_>>()
    };
    [
        on(
            Screen::Title,
            None,
            &[&[], &["?"], &["t"], &["k"], &["k", "Enter"], &["e"], &["d"]],
        ),
        // Learning and playing.
        on(Screen::Title, None, &[&["a"], &["a", "?"]]),
        on(
            Screen::Descend,
            None,
            &[
                &[],
                &["?"],
                &["i"],
                &["i", "Enter"],
                &["M"],
                &[";"],
                &["m"],
                &["t"],
                &["Esc"],
                &["R"],
                &["R", "Y"],
            ],
        ),
        on(
            Screen::Maze,
            Some("maze-dfs/21x15#7@:0:0"),
            &[&[], &["?"], &["Tab"]],
        ),
        on(
            Screen::Conduit,
            Some("board/7x7#7"),
            &[&[], &["?"], &["Tab"]],
        ),
        on(
            Screen::Lab,
            Some("rogue/80x50#7"),
            &[&[], &["?"], &["s"], &["e"], &["3"]],
        ),
        on(Screen::Options, None, &[&[], &["?"]]),
        on(Screen::Replays, None, &[&[], &["?"]]),
    ]
    .concat()
}

/// The windows of desktops, from the smallest.
const SIZES: [(f32, f32); 5] = [
    (800.0, 500.0),
    (1024.0, 528.0),
    (1280.0, 728.0),
    (1920.0, 1080.0),
    (3440.0, 1440.0),
];

/// The text sizes, of which the second fits the window.
const TEXTS: [Option<u8>; 4] = [Some(12), None, Some(22), Some(28)];

/// What has to be in sight whatever the window and the text: health and what is near, in a drawer at the latest, and the
/// answers to a question.
fn missing(player: &mut Player, (first, keys): (Screen, &[&str])) -> Vec<&'static str> {
    if keys.is_empty() && *player.resource::<Drawer>() == Drawer::Closed {
        assert!(
            player.sees("40 / 40") || first != Screen::Descend,
            "the bar has the health"
        );
        player.0.insert_resource(Drawer::Open);
        player.settle();
    }
    let seen = seen_texts(&mut player.0);
    let sees = |part: &str| seen.iter().any(|shown| shown.text.contains(part));
    let wanted: &[&'static str] = match (first, keys) {
        (Screen::Descend, []) => &["40", "stairs up"],
        (Screen::Descend, ["R"]) => &["Yes", "No"],
        (Screen::Title, []) => &["Descend", "Conduit"],
        (Screen::Conduit | Screen::Maze, []) => &["0:0"],
        _ => &[],
    };
    let is_missing = |part: &&&str| !sees(part);
    wanted.iter().filter(is_missing).copied().collect()
}

#[test]
fn the_samples_of_the_options_stand_beside_the_columns() {
    let mut player = Player::on(Screen::Options, "7");
    for size in SIZES {
        player.resize(size.0, size.1);
        let left = player.resource::<ViewInsets>().left * player.resource::<UiScale>().0;
        let texts = shown_texts(&mut player.0);
        let sample = texts.iter().find(|shown| shown.text == "26 / 40");
        match sample {
            Some(shown) => assert!(shown.rect.min.x >= left, "{size:?}"),
            None => assert!(size.0 < 1000.0, "{size:?}: there is room"),
        }
    }
}

/// The content with a first weapon whose name is as long as names get.
fn long_named() -> PlayedContent {
    let files = FILES.map(|(file, text)| match file {
        "items.ron" => (
            file,
            text.replace("\"wax knife\"", "\"processional spear of brass\""),
        ),
        _ => (file, text.to_owned()),
    });
    let read = Content::read(files.each_ref().map(|(file, text)| (*file, text.as_str())));
    PlayedContent(Box::leak(Box::new(read.unwrap())))
}

#[test]
fn nothing_is_cut_off_in_any_window_with_any_text() {
    let mut wrong = Vec::new();
    let content = long_named();
    for (first, begin, keys) in views() {
        let mut app = builder::panelled(first, begin);
        app.insert_resource(content);
        let mut player = Player::with(app);
        player.press(keys);
        for size in SIZES {
            for text in TEXTS {
                player.0.world_mut().resource_mut::<Settings>().text = text;
                player.resize(size.0, size.1);
                let place = format!("{size:?} {text:?} {first:?} {keys:?}");
                let cut = cut_off(&mut player.0).into_iter();
                wrong.extend(cut.map(|cut| format!("{place}: cut off: {cut}")));
                let missing = missing(&mut player, (first, keys)).into_iter();
                wrong.extend(missing.map(|part| format!("{place}: {part} is out of sight")));
            }
        }
    }
    assert!(wrong.is_empty(), "{}: {wrong:#?}", wrong.len());
}

#[test]
fn a_maze_is_whole_beside_its_panel_in_any_larger_window() {
    let mut player = Player::on(Screen::Maze, "maze-dfs/33x21#7");
    for (width, height) in SIZES {
        player.resize(width, height);
        let view = player.resource::<Viewport>();
        let maze = player.resource::<Terrain>().size().as_vec2() * view.tile_px();
        let is_large = width >= 1280.0;
        assert!(
            !is_large || maze.cmple(view.room.as_vec2()).all(),
            "{maze} in {}",
            view.room
        );
    }
}

#[test]
fn the_minimap_gives_way_before_anything_that_is_listed() {
    let mut player = Player::with(builder::panelled(Screen::Descend, Begin::Seed(Seed(7))));
    player.resize(1024.0, 528.0);
    player.press(&["x", "x", "x", "x"]);
    for row in ["in sight", "tin lantern"] {
        assert!(player.sees(row), "{row}: {:?}", player.texts());
    }
}

#[test]
fn the_end_of_a_round_tells_its_result_once() {
    let mut player = Player::on(Screen::Maze, "maze-dfs/9x5#7");
    let next = |player: &Player| {
        let run = player.resource::<MazeSession>().round().run();
        run.next_step()
    };
    while let Some(dir) = next(&player) {
        builder::act(&mut player.0, &[&MazeAction::Step(dir)]);
    }
    player.settle();
    let texts = shown_texts(&mut player.0);
    let best = texts.iter().filter(|shown| shown.text.contains("est of"));
    let told: Vec<&str> = texts.iter().map(|shown| shown.text.as_str()).collect();
    assert_eq!(best.count(), 1, "{told:?}");
}
