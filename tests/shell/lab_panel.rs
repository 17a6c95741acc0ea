//! The Lab worked as a player does, through its panel and on its map, by keys and by the mouse.

use std::fs;

use bevy::input::ButtonState;
use bevy::prelude::*;
use bevy::window::FileDragAndDrop;
use undercroft::app::Screen;
use undercroft::app::dungeon::{Dungeon, Look};
use undercroft::app::glyph::Viewport;
use undercroft::app::platform::{Clipboard, Folders};
use undercroft::app::screens::lab::{ChosenStage, LabView, Pen, Ranks, Sheet};
use undercroft::app::settings::ConfigFiles;
use undercroft::app::ui::access::AccessTreeSource;
use undercroft::export;
use undercroft::geom::{Dir, Pos, Rect};
use undercroft::map::{Map, Tile};
use undercroft::mapgen::metric::{Metric, Metrics};
use undercroft::mapgen::{MapSpec, Mask};
use undercroft::rng::Seed;

use crate::builder::{self, BusyBackground, notice, screen};
use crate::player::{BESIDE, Player};
use crate::sight::{paint_at, sliders};

fn lab(code: &str) -> Player {
    Player::on(Screen::Lab, code)
}

fn spec(code: &str) -> MapSpec {
    code.parse().unwrap()
}

fn shown(player: &Player) -> &MapSpec {
    player.resource::<Dungeon>().spec()
}

fn code(player: &Player) -> String {
    shown(player).to_string()
}

/// The value of the first parameter.
fn first_param(player: &Player) -> i32 {
    shown(player).params().value(0)
}

/// Moves the focus to a control of the panel, by its role and its name for a screen reader.
fn focus(player: &mut Player, control: &str) {
    // The first key goes on from the control used last, which Esc forgets.
    player.press(&["Enter", "Esc", "Enter"]);
    for _ in 0..80 {
        if focused(player) == control {
            return;
        }
        player.press(&["Tab"]);
    }
    panic!("Tab leads to no {control}");
}

/// The role and the name of the control with the focus.
fn focused(player: &mut Player) -> String {
    let tree = |source: AccessTreeSource| source.tree();
    let tree = player.0.world_mut().run_system_cached(tree).unwrap();
    let mut nodes = tree.nodes.iter();
    let (_, node) = nodes.find(|(id, _)| *id == tree.focus).unwrap();
    format!("{:?} {}", node.role(), node.label().unwrap_or_default())
}

const WIDTH: &str = "TextInput Width";
const HEIGHT: &str = "TextInput Height";
const SEED: &str = "TextInput Seed";
const ADD_STAGE: &str = "Button Add stage";
const FIRST_NUMBER: &str = "TextInput tries";
const FIRST_SLIDER: &str = "Slider tries";

#[test]
fn generators_change_by_key_by_mouse_and_in_the_list() {
    let mut player = lab("rogue/60x36#7");
    player.press(&["]"]);
    assert_eq!(code(&player), "rooms/60x36#7");
    player.press(&["["]);
    assert_eq!(code(&player), "rogue/60x36#7");
    player.click_on("rooms");
    assert_eq!(code(&player), "rooms/60x36#7");
    player.press(&["Enter", "Up"]);
    assert_eq!(code(&player), "rogue/60x36#7");
    player.press(&["Down", "Down"]);
    assert_eq!(code(&player), "caves/60x36#7");
    // Outside the list the same keys pan.
    player.press(&["Esc", "Up"]);
    assert_eq!(code(&player), "caves/60x36#7");
}

#[test]
fn the_chosen_generator_is_in_sight_from_the_start() {
    for code in ["maze-dfs/61x37#7", "conduit/61x37#7"] {
        let mut player = lab(code);
        let name = spec(code).generator().info().name;
        let place = player.place_of(name);
        assert!(place.y < 180.0, "{name} is in the list, not below it");
        let texts = crate::sight::seen_texts(&mut player.0);
        let row = texts.iter().find(|shown| shown.rect.contains(place));
        let row = row.unwrap();
        let clip = row.clip.expect("the list is scrolled");
        assert!(
            clip.contains(row.rect.min) && clip.contains(row.rect.max),
            "{code}: {:?} in {clip:?}",
            row.rect
        );
    }
}

#[test]
fn a_slider_moves_by_mouse_and_by_keys_and_the_code_follows() {
    let mut player = lab("rooms/60x36#7");
    let first = code(&player);
    // The topmost slider is that of the first parameter, `tries`.
    let bar = sliders(&mut player.0)[0];
    player.click(bar.center());
    let value = first_param(&player);
    assert!(
        (200..500).contains(&value),
        "{value}, at half of its length"
    );
    // The click has moved the focus to it.
    player.press(&["Right"]);
    assert_eq!(code(&player), format!("rooms/60x36/tries={}#7", value + 1));
    player.press(&["Left", "Left", "Left"]);
    assert_eq!(first_param(&player), value - 2);

    // The map follows while the slider is dragged.
    player.press(&["Esc"]);
    player.point(bar.center());
    player.button(MouseButton::Left, ButtonState::Pressed);
    player.point(Vec2::new(bar.min.x + 20.0, bar.center().y));
    let few = first_param(&player);
    assert!((1..10).contains(&few), "{few}");
    player.button(MouseButton::Left, ButtonState::Released);
    assert_eq!(first_param(&player), few);

    // With the keyboard alone, from the list through the fields.
    player.press(&["Esc"]);
    focus(&mut player, FIRST_SLIDER);
    player.press(&["Right", "Right"]);
    assert_eq!(first_param(&player), few + 2);
    player.press(&["Esc"]);
    focus(&mut player, FIRST_NUMBER);
    player.type_text("30");
    player.press(&["Enter"]);
    assert_eq!(code(&player), first, "the number is its default");
}

#[test]
fn what_is_pointed_at_pressed_or_focused_shows_it_and_comes_to_rest_again() {
    let mut player = lab("rooms/60x36#7");
    let row = player.place_of("caves");
    let bar = sliders(&mut player.0)[0].center();
    for place in [row, bar] {
        let at_rest = paint_at(&mut player.0, place);
        player.point(place);
        let pointed = paint_at(&mut player.0, place);
        assert_ne!(pointed, at_rest);
        player.point(BESIDE);
        assert_eq!(paint_at(&mut player.0, place), at_rest);
    }
    player.point(bar);
    let pointed = paint_at(&mut player.0, bar);
    player.button(MouseButton::Left, ButtonState::Pressed);
    // A click moves the bar to the pointer, too; after it, the bar is there already.
    player.button(MouseButton::Left, ButtonState::Released);
    let released = paint_at(&mut player.0, bar);
    player.button(MouseButton::Left, ButtonState::Pressed);
    let pressed = paint_at(&mut player.0, bar);
    assert!(pressed != released && released != pointed);
    player.button(MouseButton::Left, ButtonState::Released);
    assert_eq!(paint_at(&mut player.0, bar), released);

    player.point(BESIDE);
    player.press(&["Esc"]);
    let at_rest = paint_at(&mut player.0, bar);
    focus(&mut player, FIRST_SLIDER);
    assert_ne!(paint_at(&mut player.0, bar), at_rest, "a ring around it");
    player.press(&["Esc"]);
    assert_eq!(paint_at(&mut player.0, bar), at_rest);
}

#[test]
fn size_and_seed_are_typed_and_no_letter_of_them_is_taken_for_a_key() {
    let mut player = lab("rogue/60x36#7");
    focus(&mut player, WIDTH);
    player.type_text("70");
    player.press(&["Enter"]);
    assert_eq!(code(&player), "rogue/70x36#7");
    // Tab applies a number too, and moves on to the next field.
    focus(&mut player, HEIGHT);
    player.type_text("40");
    player.press(&["Tab"]);
    // Each of these letters is also a key of the Lab.
    player.type_text("were caves? vex[e]f");
    player.press(&["Enter"]);
    let seed: Seed = "were caves? vex[e]f".parse().unwrap();
    assert_eq!(code(&player), format!("rogue/70x40#{seed}"));
    // The same with Shift held down throughout.
    focus(&mut player, SEED);
    player.press(&[
        "A",
        "Shift+Space",
        "X",
        "Shift+Backspace",
        "Shift+Space",
        "B",
        "Enter",
    ]);
    let seed: Seed = "A  B".parse().unwrap();
    let expected = format!("rogue/70x40#{seed}");
    assert_eq!(code(&player), expected);
    // Esc discards what was typed.
    focus(&mut player, SEED);
    player.type_text("12");
    player.press(&["Esc"]);
    assert_eq!(code(&player), expected);
}

#[test]
fn a_wrong_code_is_refused_in_words_at_the_foot_and_the_map_stays() {
    let mut player = lab("rogue/60x36/sectors=4#7");
    let reason = "must be from 2 to 6";
    focus(&mut player, SEED);
    player.type_text("rogue/60x36/sectors=9#7");
    assert!(!player.sees(reason));
    player.press(&["Enter"]);
    assert!(player.sees(reason));
    assert_eq!(code(&player), "rogue/60x36/sectors=4#7");
    player.press(&["Esc"]);
    // A valid code clears the message.
    focus(&mut player, SEED);
    player.type_text("rogue/60x36#8");
    player.press(&["Enter"]);
    assert!(!player.sees(reason));
    assert_eq!(code(&player), "rogue/60x36#8");
}

#[test]
fn a_button_and_a_key_light_the_map_and_that_is_kept() {
    let root = builder::folder("lab-light");
    let folders = Folders::find(Some(root.clone()), Some(root.join("data"))).unwrap();
    let mut player = lab("rogue/60x36#7");
    player.0.insert_resource(ConfigFiles::new(folders));
    // The button is further down in the panel.
    player.turn_wheel(-12, Vec2::new(1100.0, 300.0));
    player.click_on("Light");
    assert_eq!(*player.resource::<Look>(), Look::Lit);
    player.click_on("Light");
    assert_eq!(*player.resource::<Look>(), Look::Plan);
    player.press(&["o"]);
    assert_eq!(*player.resource::<Look>(), Look::Lit);
    player.pass(600);
    let options = fs::read_to_string(root.join("options.ron")).unwrap();
    assert!(options.contains("lit: true"), "{options}");
}

#[test]
fn metrics_are_in_sight_with_their_place_among_others_and_say_what_they_are() {
    let mut player = lab("rooms/40x30#7");
    let known = |app: &mut App| {
        let world = app.world();
        let spec = world.resource::<Dungeon>().spec();
        world.resource::<Ranks>().are_known(spec)
    };
    player.until(known);
    let texts = player.texts();
    let shares = texts.iter().filter(|(text, _)| text.ends_with('%'));
    // That of open tiles is a share itself.
    assert_eq!(shares.count(), Metric::ALL.len() + 1);
    let is_told = |player: &mut Player| {
        let texts = player.texts();
        let beside = texts.iter().filter(|(_, place)| place.max.x < 980.0);
        beside
            .into_iter()
            .any(|(text, _)| text.contains(" maps of this kind have less"))
    };
    assert!(!is_told(&mut player));
    for metric in Metric::ALL {
        let texts = player.texts();
        let names = texts.iter().filter(|(text, _)| text == metric.name());
        let (_, row) = names
            .max_by(|(_, a), (_, b)| a.min.y.total_cmp(&b.min.y))
            .unwrap();
        let row = row.center();
        player.point(row);
        assert!(is_told(&mut player) && player.sees(metric.meaning()));
    }
    // It is not in the way of whoever goes on by keys.
    player.press(&["Right"]);
    assert!(!is_told(&mut player));
    player.point(BESIDE);
    assert!(!is_told(&mut player));
    // By keys alone: the last controls of the panel, before the heading of the list and around.
    player.press(&["Enter", "Shift+Tab", "Shift+Tab"]);
    assert!(is_told(&mut player));
}

/// The map of a share code.
fn map(code: &str) -> Map {
    spec(code).generate().unwrap()
}

/// The middle of a tile in the window.
fn middle_of(player: &Player, pos: Pos) -> Vec2 {
    let view = player.resource::<Viewport>();
    view.point_of(Vec2::new(pos.x as f32, pos.y as f32) + 0.5)
}

const CODE: &str = "rooms/60x36#7";

#[test]
fn what_a_drag_paints_is_in_the_code_and_is_taken_back_by_a_key() {
    let mut player = lab(CODE);
    let start = map(CODE).start.unwrap();
    let from = start + Pos::new(-1, 2);
    player.press(&["d"]);
    let ends = [from, start + Pos::new(2, 2)].map(|pos| middle_of(&player, pos));
    player.drag(ends[0], ends[1]);
    let tiles: Vec<(Pos, Tile)> = shown(&player).edits().iter().collect();
    let wall = |x| (from + Pos::new(x, 0), Tile::Wall);
    assert_eq!(tiles, [0, 1, 2, 3].map(wall));
    player.press(&["z"]);
    assert_eq!(code(&player), CODE);
}

#[test]
fn keys_paint_at_a_cross_that_steps_move_and_escape_ends_it() {
    let mut player = lab(CODE);
    let start = map(CODE).start.unwrap();
    player.press(&["d", "Right", "t", "Right", "Down", "t", "Down", "Down"]);
    let edited = shown(&player).clone();
    let tiles: Vec<Pos> = edited.edits().iter().map(|(pos, _)| pos).collect();
    assert_eq!(
        tiles,
        [(1, 0), (2, 0), (2, 1)].map(|(x, y)| start + Pos::new(x, y))
    );
    assert!(player.resource::<Pen>().0.is_some());
    // The panel of tools stays as long as something is painted; the keys pan again.
    player.press(&["Esc", "t", "Right", "t"]);
    assert_eq!(player.resource::<Pen>().0, None);
    assert_eq!(shown(&player), &edited);
    assert!(player.sees("3 tiles edited"));
    assert_eq!(screen(&player.0), Screen::Lab);
}

#[test]
fn what_is_locked_stays_when_the_next_map_comes() {
    let mut player = lab(CODE);
    let made = map(CODE);
    let start = made.start.unwrap();
    let area = Rect::between(start + Pos::new(-3, -3), start + Pos::new(2, 2));
    player.press(&["d"]);
    player.click_on("Lock");
    let corners = [
        Pos::new(area.left, area.top),
        Pos::new(area.right, area.bottom),
    ];
    let [from, to] = corners.map(|pos| middle_of(&player, pos));
    player.drag(from, to);
    assert!(player.sees("36 tiles locked"));
    player.press(&["r"]);
    assert_ne!(shown(&player).seed, spec(CODE).seed);
    let next = map(&code(&player));
    assert!(
        area.positions()
            .all(|pos| next.tiles[pos] == made.tiles[pos]),
        "{next}"
    );
    assert!(next.is_connected() && next.tiles != made.tiles);
    // Back, and back before the stroke.
    player.press(&["z", "z"]);
    assert_eq!(code(&player), CODE);
}

#[test]
fn a_rectangle_becomes_a_room_with_the_name_that_is_typed() {
    let mut player = lab(CODE);
    let start = map(CODE).start.unwrap();
    player.press(&["d"]);
    player.click_on("Room");
    player.press(&["Enter"]);
    let mut steps = 0..90;
    while focused(&mut player) != "TextInput Name" {
        assert!(steps.next().is_some(), "Tab leads to no name");
        player.press(&["Tab"]);
    }
    player.type_text("den");
    player.press(&["Enter"]);
    let ends = [start, start + Pos::new(2, 1)].map(|pos| middle_of(&player, pos));
    player.drag(ends[0], ends[1]);
    let room = |player: &Player| {
        let made = map(&code(player));
        let named = made.rooms.iter().find(|room| room.name.is_some());
        named.map(|room| (room.name.unwrap().to_string(), room.area))
    };
    let area = Rect::between(start, start + Pos::new(2, 1));
    assert_eq!(room(&player), Some(("den".to_owned(), area)));
    assert!(
        player.sees("0 tiles edited, 1 room"),
        "{:?}",
        player.texts()
    );
    // The start goes where it is put, and the room stays.
    player.click_on("Start");
    let to = middle_of(&player, start + Pos::new(1, 0));
    player.drag(to, to);
    let made = map(&code(&player));
    assert_eq!(made.start, Some(start + Pos::new(1, 0)));
    assert!(room(&player).is_some());
    // A wall around it cuts it off, which is said at once.
    player.click_on("Rectangle");
    player.click_on("wall");
    let around = area.grown(1);
    for (from, to) in [
        ((around.left, around.top), (around.right, around.top)),
        ((around.left, around.bottom), (around.right, around.bottom)),
        ((around.left, around.top), (around.left, around.bottom)),
        ((around.right, around.top), (around.right, around.bottom)),
    ] {
        let [from, to] = [from, to].map(|(x, y)| middle_of(&player, Pos::new(x, y)));
        player.drag(from, to);
    }
    let said = notice(&player.0);
    assert!(said.contains("cannot be reached from the start"), "{said}");
}

#[test]
fn a_map_of_ones_own_is_pasted_locked_and_made_anew_around() {
    let mut player = lab(CODE);
    let rows: Vec<String> = (0..30)
        .map(|y| match y {
            0 | 29 => "#".repeat(50),
            _ => format!(
                "#{}#",
                if y == 15 {
                    "~".repeat(48)
                } else {
                    ".".repeat(48)
                }
            ),
        })
        .collect();
    let text = rows.join("\n").replacen("#.", "#@", 1);
    let mut clipboard = player.0.world_mut().resource_mut::<Clipboard>();
    clipboard.copy(&text).unwrap();
    player.press(&["v"]);
    let drawn = shown(&player).clone();
    assert!(drawn.is_drawn());
    assert_eq!(drawn.generate().unwrap().to_string(), text.clone() + "\n");
    // The text is the map and no seed of another.
    player.press(&["r"]);
    assert!(
        notice(&player.0).contains("was drawn"),
        "{}",
        notice(&player.0)
    );
    assert_eq!(shown(&player), &drawn);
    player.press(&["d"]);
    player.click_on("Lock");
    let ends = [Pos::new(10, 10), Pos::new(20, 18)].map(|pos| middle_of(&player, pos));
    player.drag(ends[0], ends[1]);
    assert!(
        notice(&player.0).starts_with("Locked: caves makes the rest"),
        "{}",
        notice(&player.0)
    );
    player.press(&["r"]);
    let made = map(&code(&player));
    assert!((10..=20).all(|x| made.tiles[Pos::new(x, 15)] == Tile::Water));
    assert!(made.is_connected() && !shown(&player).is_drawn());
    player.press(&["z", "z"]);
    assert_eq!(shown(&player), &drawn);
}

#[test]
fn a_dropped_map_is_opened_or_imitated() {
    let folder = builder::folder("lab-dropped");
    fs::create_dir_all(&folder).unwrap();
    let path = folder.join("hall.txt");
    let row = |inner: &str| format!("#{}#\n", inner.repeat(5));
    let text = [
        row("##"),
        row(".~").replacen('.', "@", 1),
        row(".."),
        row(".#"),
        row("##"),
    ]
    .concat();
    fs::write(&path, &text).unwrap();
    let drop_it = |player: &mut Player| {
        let window = Entity::PLACEHOLDER;
        let path_buf = path.clone();
        player
            .0
            .world_mut()
            .write_message(FileDragAndDrop::DroppedFile { window, path_buf });
        player.0.update();
        player.0.update();
    };
    let mut player = lab(CODE);
    drop_it(&mut player);
    assert!(
        player.sees("hall.txt") && player.sees("Imitate it"),
        "{:?}",
        player.texts()
    );
    player.press(&["i"]);
    assert_eq!(shown(&player).generator().name(), "waves");
    let sample = shown(&player).params().sample().unwrap();
    assert_eq!(sample.tiles().size().to_string(), "12x5");
    drop_it(&mut player);
    player.press(&["o"]);
    assert_eq!(shown(&player).generate().unwrap().to_string(), text);
    // What can be no sample is opened at once, with all that lies on it.
    let code = "level/80x50/depth=3#7";
    let spec = undercroft::known().read(code).unwrap();
    let level = spec.generate().unwrap();
    let mut changed = level.clone();
    let free = level
        .tiles
        .iter()
        .find(|(_, tile)| **tile == Tile::Floor)
        .unwrap()
        .0;
    changed.tiles[free] = Tile::Rubble;
    let things = undercroft::game::things(&spec, &level);
    let options = export::Options {
        things: &things,
        ..export::Options::default()
    };
    let mut file = Vec::new();
    export::write(export::Format::Json, None, &changed, &options, &mut file).unwrap();
    fs::write(&path, file).unwrap();
    drop_it(&mut player);
    let shown = shown(&player);
    let made = shown.generate().unwrap();
    assert_eq!(
        (made.tiles.clone(), made.start),
        (changed.tiles, changed.start)
    );
    assert_eq!(undercroft::game::things(shown, &made), things);
}

#[test]
fn waves_imitates_a_rectangle() {
    let mut player = lab(CODE);
    let made = map(CODE);
    let corner = made.start.unwrap() + Pos::new(-6, -4);
    player.press(&["d"]);
    player.click_on("Imitate");
    // With keys: from the top left to the bottom right.
    let steps = |key: &'static str, count: usize| vec![key; count];
    let there = [steps("Left", 6), steps("Up", 4)].concat();
    let back = [steps("Right", 11), steps("Down", 7)].concat();
    player.press(&[there, vec!["t"], back, vec!["t"]].concat());
    let sample = shown(&player).params().sample();
    let sample = sample.expect("a sample of one's own").tiles();
    for (pos, tile) in sample.iter() {
        assert_eq!(*tile, made.tiles[pos + corner], "{pos}");
    }
    assert_eq!(sample.size().to_string(), "12x8");
    player.press(&["z"]);
    assert_eq!(code(&player), CODE);
}

#[test]
fn stages_are_added_limited_moved_and_taken_away() {
    let mut player = lab(CODE);
    // By keys.
    focus(&mut player, ADD_STAGE);
    player.press(&["Enter"]);
    assert_eq!(code(&player), "rooms/60x36|vaults#7");
    let chosen = |player: &Player| player.resource::<ChosenStage>().of(shown(player));
    assert_eq!(chosen(&player), 1);
    // By mouse.
    player.click_on("left");
    let limited = shown(&player).clone();
    assert_eq!(limited.stages()[1].mask, Mask::Left);
    focus(&mut player, ADD_STAGE);
    player.press(&["Enter"]);
    player.click_on("Up");
    assert_eq!(code(&player), "rooms/60x36|vaults|vaults/in=left#7");
    player.press(&["z"]);
    assert_eq!(code(&player), "rooms/60x36|vaults/in=left|vaults#7");
    // The choice is still the second place, to which the new ones had moved.
    player.click_on("Remove");
    assert_eq!(code(&player), "rooms/60x36|vaults#7");
    player.press(&["z", "z"]);
    assert_eq!(shown(&player), &limited);
    player.click_on("2 vaults in left");
    assert_eq!(chosen(&player), 1);
    player.click_on("Remove");
    assert_eq!(code(&player), CODE);
}

#[test]
fn while_strokes_paint_the_panel_is_entered_at_the_tools() {
    let mut player = lab(CODE);
    player.press(&["Enter"]);
    assert!(
        focused(&mut player).contains("rooms"),
        "{}",
        focused(&mut player)
    );
    player.press(&["Esc", "d", "Tab"]);
    assert_eq!(focused(&mut player), "Button Brush");
}

/// Moves the pointer to the right over the first row of the sheet until this map is under the cursor; returns the place.
fn picture_of(player: &mut Player, seed: Seed) -> Vec2 {
    for x in (0..1280).step_by(20) {
        let at = Vec2::new(x as f32, 100.0);
        player.point(at);
        let chosen = player.resource::<Sheet>().chosen();
        if chosen.is_some_and(|item| item.spec.seed == seed) {
            return at;
        }
    }
    panic!("no picture of {seed} is found");
}

#[test]
fn a_click_on_a_picture_of_the_sheet_makes_it_the_map() {
    let mut player = lab(CODE);
    player.press(&["s"]);
    let at = picture_of(&mut player, Seed(9));
    player.click(at);
    assert_eq!(*player.resource::<LabView>(), LabView::Map);
    assert_eq!(code(&player), "rooms/60x36#9");
}

#[test]
fn a_typed_condition_fills_the_sheet_without_enter_and_a_wrong_one_says_what_is_wrong() {
    let mut player = lab("rooms/30x20#7");
    let found = |app: &mut App| app.world().resource::<Sheet>().items().len() > 30;
    player.press(&["/"]);
    player.type_text("loop >= 1");
    player.press(&["Enter"]);
    assert!(player.sees("loops"), "it names what was meant");
    player.press(&["Ctrl+a"]);
    player.type_text("loops >= 1 && rooms == 4");
    player.until(found);
    let condition = |player: &Player| {
        let condition = player.resource::<Sheet>().condition();
        condition.unwrap().to_string()
    };
    assert_eq!(condition(&player), "loops >= 1 && rooms == 4");
    // The second row's sign becomes `!=`: the focus goes from the sentence to the buttons of the first row (metric, sign,
    // number, remove), and on to the second row.
    player.press(&["Tab"; 6]);
    player.press(&["Enter"]);
    assert_eq!(condition(&player), "loops >= 1 && rooms != 4");
    player.until(found);
    player.press(&["Esc", "Enter"]);
    let metrics = Metrics::of(&shown(&player).generate().unwrap());
    assert!(metrics.loops >= 1 && metrics.rooms != 4, "{metrics:?}");
}

#[test]
fn the_key_of_the_search_leads_to_its_sentence_from_the_open_sheet_too() {
    let mut player = lab("rooms/30x20#7");
    player.press(&["s", "Right", "/"]);
    player.type_text("loops >= 1");
    player.press(&["Enter"]);
    let condition = player.resource::<Sheet>().condition();
    assert_eq!(condition.unwrap().to_string(), "loops >= 1");
    assert_eq!(code(&player), "rooms/30x20#7");
}

#[test]
fn a_button_flips_between_two_maps() {
    let mut player = lab(CODE);
    player.press(&["r"]);
    let second = code(&player);
    // The button is further down in the panel.
    player.turn_wheel(-6, Vec2::new(1100.0, 300.0));
    player.click_on("Compare");
    assert_eq!(code(&player), CODE);
    player.click_on("Compare");
    assert_eq!(code(&player), second);
}

#[test]
fn sight_is_that_of_the_tile_under_the_pointer() {
    use undercroft::app::glyph::Tint;

    let mut player = lab("maze-dfs/61x37/braid=20#7");
    let start = map("maze-dfs/61x37/braid=20#7").start.unwrap();
    let at = middle_of(&player, start);
    player.point(at);
    player.press(&["4"]);
    let tint = |player: &Player| player.resource::<Tint>().clone();
    let from_start = tint(&player);
    assert!(from_start.get(start).is_some());
    let elsewhere = middle_of(&player, start.step(Dir::West).step(Dir::West));
    player.point(elsewhere);
    assert_ne!(tint(&player), from_start);
    player.point(at);
    assert_eq!(tint(&player), from_start);
    player.point(BESIDE);
    assert!(
        tint(&player).is_empty(),
        "nothing is visible from outside the map"
    );
}

#[test]
fn a_map_that_takes_long_can_be_cancelled_while_its_progress_is_shown() {
    let mut player = lab("rogue/60x36#7");
    let busy = BusyBackground::new(&player.0);
    focus(&mut player, SEED);
    player.type_text("scatter/2048x2048/walls=1000000#8");
    player.press(&["Enter"]);
    let making = "Generating scatter 2048x2048";
    assert!(player.sees("Cancel") && player.sees(making));
    player.press(&["Esc"]);
    assert!(!player.sees(making));
    assert!(notice(&player.0).starts_with("Cancelled scatter/2048x2048"));
    drop(busy);
    player.settle();
    assert_eq!(code(&player), "rogue/60x36#7");
}
