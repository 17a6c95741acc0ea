//! Who may use whom: the order of modules that the table of `src/lib.rs` states, held against the
//! paths that the source names.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::fs;
use std::path::{Path, PathBuf};

use syn::visit::{self, Visit};

/// A module's path from the root of the crate: `["map", "fov"]`.
type Module = Vec<String>;

/// The source: each module of a file of its own, and what it names of this crate outside tests.
struct Source {
    names: BTreeMap<Module, BTreeSet<Vec<String>>>,
}

impl Source {
    fn of_this_crate() -> Self {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
        let mut files = Vec::new();
        collect(&root, &mut files);
        let names = files.iter().filter_map(|file| {
            let module = module_of(file.strip_prefix(&root).unwrap())?;
            let text = fs::read_to_string(file).unwrap();
            Some((module.clone(), names(&text, module)))
        });
        Self {
            names: names.collect(),
        }
    }

    /// The file that a path leads into.
    fn file_of<'a>(&self, name: &'a [String]) -> Option<&'a [String]> {
        let mut files = (1..=name.len()).rev().map(|length| &name[..length]);
        files.find(|file| self.names.contains_key(*file))
    }

    /// Every use of a name: where, and the path from the root of the crate.
    fn uses(&self) -> impl Iterator<Item = (&Module, &Vec<String>)> {
        let all = self.names.iter();
        all.flat_map(|(module, names)| names.iter().map(move |name| (module, name)))
    }
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            collect(&path, files);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            files.push(path);
        }
    }
}

/// The module of a file below `src`; none for the program and the root itself.
fn module_of(file: &Path) -> Option<Module> {
    let parts = file.with_extension("");
    let mut module: Module = parts
        .iter()
        .map(|part| part.to_str().unwrap().to_owned())
        .collect();
    module.pop_if(|last| last == "mod");
    (!matches!(&module[..], [only] if only == "main" || only == "lib")).then_some(module)
}

/// What the source text of `module` names of this crate, outside of its tests.
fn names(text: &str, module: Module) -> BTreeSet<Vec<String>> {
    let mut found = Names {
        module,
        names: BTreeSet::new(),
    };
    found.visit_file(&syn::parse_file(text).unwrap());
    found.names
}

struct Names {
    module: Module,
    names: BTreeSet<Vec<String>>,
}

impl Names {
    /// Notes a path that begins with `crate`, `self` or `super`.
    fn note(&mut self, path: &[String]) {
        let mut rest = path;
        let mut from = match rest.first().map(String::as_str) {
            Some("crate") => Module::new(),
            Some("self" | "super") => self.module.clone(),
            _ => return,
        };
        if matches!(rest[0].as_str(), "crate" | "self") {
            rest = &rest[1..];
        }
        while rest.first().is_some_and(|part| part == "super") {
            from.pop();
            rest = &rest[1..];
        }
        from.extend_from_slice(rest);
        self.names.insert(from);
    }

    fn note_tree(&mut self, tree: &syn::UseTree, before: &mut Vec<String>) {
        let depth = before.len();
        match tree {
            syn::UseTree::Path(path) => {
                before.push(path.ident.to_string());
                self.note_tree(&path.tree, before);
            }
            syn::UseTree::Group(group) => {
                group
                    .items
                    .iter()
                    .for_each(|tree| self.note_tree(tree, before));
            }
            syn::UseTree::Name(name) => {
                before.push(name.ident.to_string());
                self.note(before);
            }
            syn::UseTree::Rename(name) => {
                before.push(name.ident.to_string());
                self.note(before);
            }
            syn::UseTree::Glob(_) => self.note(before),
        }
        before.truncate(depth);
    }
}

fn is_test(attributes: &[syn::Attribute]) -> bool {
    attributes.iter().any(|attribute| {
        let list = attribute.meta.require_list();
        attribute.path().is_ident("cfg") && list.is_ok_and(|list| list.tokens.to_string() == "test")
    })
}

impl<'ast> Visit<'ast> for Names {
    fn visit_item(&mut self, item: &'ast syn::Item) {
        match item {
            syn::Item::Mod(module) if is_test(&module.attrs) => {}
            syn::Item::Use(of) if is_test(&of.attrs) => {}
            _ => visit::visit_item(self, item),
        }
    }

    /// Who may see an item is no use of anything.
    fn visit_vis_restricted(&mut self, _: &'ast syn::VisRestricted) {}

    fn visit_item_use(&mut self, item: &'ast syn::ItemUse) {
        self.note_tree(&item.tree, &mut Vec::new());
    }

    fn visit_path(&mut self, path: &'ast syn::Path) {
        let parts = path.segments.iter().map(|part| part.ident.to_string());
        self.note(&parts.collect::<Vec<_>>());
        visit::visit_path(self, path);
    }

    /// The arguments of a macro are tokens alone.
    fn visit_macro(&mut self, of: &'ast syn::Macro) {
        for words in of
            .tokens
            .to_string()
            .split([',', '(', ')', '{', '}', '[', ']', ' ', '&'])
            .filter(|word| !word.is_empty())
            .collect::<Vec<_>>()
            .windows(3)
        {
            if let ["crate", "::", module] = words {
                self.note(&["crate".to_owned(), (*module).to_owned()]);
            }
        }
        visit::visit_macro(self, of);
    }
}

/// The modules in the order in which `src/lib.rs` lists them.
fn layers() -> Vec<String> {
    listed("src/lib.rs")
}

/// The modules of the shell, the lowest first: `src/app/mod.rs` lists them from the top.
fn floors() -> Vec<String> {
    listed("src/app/mod.rs").into_iter().rev().collect()
}

/// The modules in the order in which the table of a file lists them.
fn listed(file: &str) -> Vec<String> {
    let text = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(file));
    let text = text.unwrap();
    let rows = text.lines().filter_map(|line| line.strip_prefix("//! | "));
    let names = rows.filter_map(|row| row.split('`').nth(1));
    names.map(ToOwned::to_owned).collect()
}

fn words(module: &Module, name: &[String]) -> String {
    format!("{} uses {}", module.join("::"), name.join("::"))
}

/// The uses in the text of a module that are wrong, as `against` has it.
fn faults(
    module: &str,
    text: &str,
    against: impl Fn(&[(&Module, &Vec<String>)]) -> Vec<String>,
) -> Vec<String> {
    let module: Module = module.split("::").map(ToOwned::to_owned).collect();
    let names = names(text, module.clone());
    let uses: Vec<_> = names.iter().map(|name| (&module, name)).collect();
    against(&uses)
}

/// Uses against the order of the layers, in words.
fn upward(uses: &[(&Module, &Vec<String>)], layers: &[String]) -> Vec<String> {
    let place = |name: &String| layers.iter().position(|layer| layer == name);
    let mut wrong = Vec::new();
    for (module, name) in uses {
        let (from, to) = (place(&module[0]), name.first().and_then(place));
        assert!(from.is_some(), "src/lib.rs has no row for {}", module[0]);
        if to > from {
            let rule = "which src/lib.rs lists below it";
            wrong.push(format!("{}, {rule}", words(module, name)));
        }
    }
    wrong
}

#[test]
fn no_module_uses_one_that_comes_after_it() {
    let source = Source::of_this_crate();
    let uses: Vec<_> = source.uses().collect();
    assert!(uses.len() > 500, "{}", uses.len());
    let wrong = upward(&uses, &layers());
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn an_import_against_the_order_is_found() {
    let found = |text: &str| faults("map::fov", text, |uses| upward(uses, &layers()));
    for text in [
        "use crate::game::Game;",
        "use super::super::{geom::Pos, game};",
        "fn f() { crate::game::save::encode(); }",
        "fn f() { assert!(crate::game::ready()); }",
        "mod inner { const C: crate::game::Game = 0; }",
    ] {
        assert_eq!(found(text).len(), 1, "{text}");
    }
    for text in [
        "use crate::geom::Pos; use super::Tile;",
        "#[cfg(test)] mod tests { use crate::game::Game; }",
    ] {
        assert_eq!(found(text), [""; 0], "{text}");
    }
}

/// Uses within the shell against the order of its floors, and screens that name another screen, in
/// words.
fn against_floors(uses: &[(&Module, &Vec<String>)], floors: &[String]) -> Vec<String> {
    let place = |name: &String| floors.iter().position(|floor| floor == name);
    let mut wrong = Vec::new();
    for (module, name) in uses {
        let (["app", from @ ..], ["app", to, ..]) = (&strs(module)[..], &strs(name)[..]) else {
            continue;
        };
        let Some(floor) = from.first() else { continue };
        let floor = place(&(*floor).to_owned());
        assert!(floor.is_some(), "src/app/mod.rs has no row for {}", from[0]);
        // What is no floor is taken from the top.
        let target = place(&(*to).to_owned()).unwrap_or(floors.len());
        let screen_of = |path: &[String]| match &strs(path)[..] {
            ["app", "screens", screen, _, ..] => Some((*screen).to_owned()),
            _ => None,
        };
        let (own, other) = (
            screen_of(&[module.as_slice(), &[String::new()]].concat()),
            screen_of(name),
        );
        if own.is_some() && other.is_some() && own != other {
            wrong.push(format!("{}, another screen", words(module, name)));
        } else if Some(target) > floor && floor != Some(floors.len() - 1) {
            let rule = "which src/app/mod.rs lists above it";
            wrong.push(format!("{}, {rule}", words(module, name)));
        }
    }
    wrong
}

fn strs(path: &[String]) -> Vec<&str> {
    path.iter().map(String::as_str).collect()
}

#[test]
fn no_part_of_the_shell_uses_one_above_it_and_no_screen_another() {
    let source = Source::of_this_crate();
    let uses: Vec<_> = source.uses().collect();
    let floors = floors();
    assert!(floors.len() > 14, "{floors:?}");
    let wrong = against_floors(&uses, &floors);
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn an_import_against_the_floors_and_one_between_screens_are_found() {
    let found =
        |module: &str, text: &str| faults(module, text, |uses| against_floors(uses, &floors()));
    for (module, text) in [
        (
            "app::input::keymap",
            "use crate::app::screens::lab::LabAction;",
        ),
        ("app::ui::hud", "use crate::app::stage::Run;"),
        ("app::glyph", "fn f() { super::input::dispatch_actions(); }"),
        ("app::stage", "use crate::app::UndercroftPlugin;"),
        ("app::screens::title", "use super::lab::PanelShown;"),
        (
            "app::screens::maze::play",
            "use crate::app::screens::{lab::Animation, maze::Play};",
        ),
    ] {
        assert_eq!(found(module, text).len(), 1, "{module}: {text}");
    }
    for (module, text) in [
        (
            "app::screens::title",
            "use crate::app::input::Keymap; use super::super::ui::hud::Bar;",
        ),
        (
            "app::screens::maze::play",
            "use super::round::Round; use crate::app::screens::maze::Play;",
        ),
        (
            "app::ui::hud",
            "#[cfg(test)] mod tests { use crate::app::screens::lab::LabAction; }",
        ),
        (
            "app::run",
            "use super::screens::maze::Play; use super::UndercroftPlugin;",
        ),
        ("app", "use screens::lab::LabPlugin;"),
    ] {
        assert_eq!(found(module, text).len(), 0, "{module}: {text}");
    }
}

/// The rooms, each with the order of its parts in the table of its own file.
const ROOMS: [&str; 8] = [
    "game",
    "game/world",
    "game/rules",
    "game/text",
    "app/stage",
    "app/stage/runs",
    "app/stage/air",
    "app/stage/sidebar",
];

/// Uses within a room against the order of its parts, in words. Whatever is no part is taken from
/// the top.
fn against_parts(uses: &[(&Module, &Vec<String>)], room: &str) -> Vec<String> {
    let parts = listed(&format!("src/{room}/mod.rs"));
    let place = |name: &str| parts.iter().position(|part| part == name);
    let path: Vec<&str> = room.split('/').collect();
    let mut wrong = Vec::new();
    for (module, name) in uses {
        let (module_path, name_path) = (strs(module), strs(name));
        let (Some([from, ..]), Some(to)) = (
            module_path.strip_prefix(&path[..]),
            name_path.strip_prefix(&path[..]),
        ) else {
            continue;
        };
        let from = place(from);
        assert!(
            from.is_some(),
            "src/{room}/mod.rs has no row for {module:?}"
        );
        let to = to.first().and_then(|to| place(to)).unwrap_or(parts.len());
        if Some(to) > from {
            let rule = format!("which src/{room}/mod.rs lists below it");
            wrong.push(format!("{}, {rule}", words(module, name)));
        }
    }
    wrong
}

#[test]
fn no_part_of_a_room_uses_one_below_it_in_the_table() {
    let source = Source::of_this_crate();
    let uses: Vec<_> = source.uses().collect();
    for room in ROOMS {
        let parts = listed(&format!("src/{room}/mod.rs"));
        assert!(parts.len() >= 5, "{room}: {parts:?}");
        let wrong = against_parts(&uses, room);
        assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    }
}

#[test]
fn the_top_of_the_game_holds_at_most_ten_files() {
    let top = fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("src/game")).unwrap();
    let files = top.filter(|entry| entry.as_ref().unwrap().path().is_file());
    assert!((1..=10).contains(&files.count()));
}

#[test]
fn an_import_against_the_order_of_a_room_is_found() {
    let found = |room: &str, module: &str, text: &str| {
        faults(module, text, |uses| against_parts(uses, room))
    };
    for (room, module, text) in [
        (
            "game/world",
            "game::world::level",
            "use super::scene::Scene;",
        ),
        (
            "game",
            "game::world::level",
            "use crate::game::rules::turn::Turn;",
        ),
        ("game", "game::world::actor", "use crate::game::Game;"),
        (
            "game",
            "game::rules::combat",
            "fn f(_: &crate::game::engine::Game) {}",
        ),
        (
            "game",
            "game::rules::turn",
            "use crate::game::ai::step::walk;",
        ),
        (
            "game/rules",
            "game::rules::act",
            "use super::upkeep::tick_world;",
        ),
        (
            "app/stage",
            "app::stage::air::effects",
            "use crate::app::stage::Run;",
        ),
        (
            "app/stage/air",
            "app::stage::air::reveal",
            "use super::effects::Effects;",
        ),
    ] {
        assert_eq!(found(room, module, text).len(), 1, "{module}: {text}");
    }
    for (room, module, text) in [
        (
            "game",
            "game::rules::turn",
            "use crate::game::world::level::Level; use crate::geom::Pos;",
        ),
        (
            "game",
            "game::ai::step",
            "pub(in crate::game) use super::role::hunt;",
        ),
        (
            "game/world",
            "game::world::level",
            "#[cfg(test)] mod tests { use crate::game::Game; }",
        ),
    ] {
        assert_eq!(found(room, module, text).len(), 0, "{module}: {text}");
    }
}

/// The folders whose files do not import each other in a circle.
const FOLDERS_WITHOUT_CIRCLES: [&str; 6] = [
    "game",
    "app/stage",
    "app/screens/conduit",
    "app/screens/descend",
    "app/screens/lab",
    "app/screens/maze",
];

/// The shortest circle of modules in and below a folder that import each other, if there is one. A folder's
/// own file uses all files in it.
fn circle(source: &Source, folder: &str) -> Option<String> {
    let folder: Vec<&str> = folder.split('/').collect();
    let is_inside = |module: &&Module| strs(module).starts_with(&folder);
    let modules = || source.names.keys().filter(is_inside);
    let uses = |module: &Module| -> BTreeSet<&[String]> {
        let names = source.names[module].iter();
        let names = names.filter_map(|name| source.file_of(name));
        let inside = modules().filter(|other| other.split_last().unwrap().1 == module);
        let all = names.chain(inside.map(Vec::as_slice));
        all.filter(|to| to != module).collect()
    };
    let graph: BTreeMap<&[String], _> = modules().map(|of| (of.as_slice(), uses(of))).collect();
    let shortest_from = |start| {
        let mut ways = VecDeque::from([vec![start]]);
        let mut seen = BTreeSet::new();
        while let Some(mut way) = ways.pop_front() {
            for &next in graph.get(way.last().unwrap()).into_iter().flatten() {
                if next == start {
                    way.push(next);
                    return Some(way);
                }
                if seen.insert(next) {
                    ways.push_back([&way[..], &[next]].concat());
                }
            }
        }
        None
    };
    let shortest = graph
        .keys()
        .copied()
        .filter_map(shortest_from)
        .min_by_key(Vec::len);
    shortest.map(|way| {
        let names: Vec<String> = way.iter().map(|module| module.join("::")).collect();
        names.join(" uses ")
    })
}

#[test]
fn no_files_of_these_folders_import_each_other_in_a_circle() {
    let source = Source::of_this_crate();
    for folder in FOLDERS_WITHOUT_CIRCLES {
        let own: Module = folder.split('/').map(ToOwned::to_owned).collect();
        assert!(source.names.contains_key(&own), "{folder}");
        assert_eq!(circle(&source, folder), None);
    }
}

#[test]
fn the_shortest_circle_of_imports_is_found() {
    let found = |texts: &[(&str, &str)]| {
        let all = texts.iter().map(|(module, text)| {
            let module: Module = module.split("::").map(ToOwned::to_owned).collect();
            (module.clone(), names(text, module))
        });
        let names = all.collect();
        circle(&Source { names }, "game")
    };
    let ends = ("game::end", "use crate::geom::Pos;");
    let straight = (
        "game::first",
        "use super::second::Second; use super::end::End;",
    );
    let on = ("game::second", "fn f() { super::third::third(); }");
    let third = |text: &'static str| found(&[ends, straight, on, ("game::third", text)]);
    assert_eq!(third("use super::end::End;"), None);
    assert_eq!(
        third("use super::first::First;").unwrap(),
        "game::first uses game::second uses game::third uses game::first"
    );
    assert_eq!(
        third("use super::{first::First, second::Second};").unwrap(),
        "game::second uses game::third uses game::second"
    );
    let folder = ("game::folder", "pub use self::child::Child;");
    assert_eq!(
        found(&[folder, ("game::folder::child", "use super::Child;")]).unwrap(),
        "game::folder uses game::folder::child uses game::folder"
    );
}

/// Whether source text has a pattern that names a variant of the type `of`, outside of its tests.
fn has_pattern(text: &str, of: &'static str) -> bool {
    let mut patterns = Patterns { of, found: false };
    patterns.visit_file(&syn::parse_file(text).unwrap());
    patterns.found
}

struct Patterns {
    of: &'static str,
    found: bool,
}

impl<'ast> Visit<'ast> for Patterns {
    fn visit_item_mod(&mut self, module: &'ast syn::ItemMod) {
        if !is_test(&module.attrs) {
            visit::visit_item_mod(self, module);
        }
    }

    fn visit_pat(&mut self, pat: &'ast syn::Pat) {
        let path = match pat {
            syn::Pat::Path(path) => Some(&path.path),
            syn::Pat::TupleStruct(pat) => Some(&pat.path),
            syn::Pat::Struct(pat) => Some(&pat.path),
            _ => None,
        };
        let owner = path.and_then(|path| path.segments.iter().rev().nth(1));
        self.found |= owner.is_some_and(|owner| owner.ident == self.of);
        visit::visit_pat(self, pat);
    }

    /// The arguments of `matches!` are tokens alone.
    fn visit_macro(&mut self, of: &'ast syn::Macro) {
        let variant = format!("{} ::", self.of);
        self.found |= of.path.is_ident("matches") && of.tokens.to_string().contains(&variant);
    }
}

/// A mode is added in `mode.rs`, `modes/mod.rs` and its own file. Others ask the mode.
#[test]
fn few_files_of_descend_match_on_the_mode() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/app/screens/descend");
    let mut files = Vec::new();
    collect(&folder, &mut files);
    let text = |file: &PathBuf| fs::read_to_string(file).unwrap();
    let names = files.iter().filter(|file| text(file).contains("Mode::"));
    assert!(names.count() > 5);
    files.retain(|file| has_pattern(&text(file), "Mode") || file.ends_with("mode.rs"));
    assert!((2..=3).contains(&files.len()), "{files:?}");
}

#[test]
fn a_pattern_of_a_type_is_found() {
    for text in [
        "fn f(m: Mode) { if let Mode::Log(_) = m {} }",
        "fn f(m: Mode) { match m { super::Mode::Map | _ => {} } }",
        "fn f(m: Mode) -> bool { matches!(m, Mode::Item { .. }) }",
    ] {
        assert!(has_pattern(text, "Mode"), "{text}");
    }
    for text in [
        "fn f(m: Mode) -> bool { m == Mode::Map }",
        "fn f() { if let Reply::Open(_) = g(Mode::Map) {} }",
        "#[cfg(test)] mod tests { fn f(m: Mode) { let Mode::Map = m else { return }; } }",
    ] {
        assert!(!has_pattern(text, "Mode"), "{text}");
    }
}

#[test]
fn every_module_of_the_core_denies_arithmetic_with_floats() {
    let text = include_str!("../../src/lib.rs");
    let lines: Vec<&str> = text.lines().collect();
    let mut core = 0;
    for pair in lines.windows(2) {
        if let Some(module) = pair[1].trim_start_matches("pub ").strip_prefix("mod ")
            && !pair[0].starts_with("#[cfg")
        {
            assert_eq!(pair[0], "#[deny(clippy::float_arithmetic)]", "{module}");
            core += 1;
        }
    }
    assert_eq!(core, 17, "modules of the core");
}

/// The lines of the shell outside `platform/` that hold any of these words, but for imports, comments and tests, which
/// come last in a file.
fn lines_of_the_shell(words: &[&str]) -> Vec<String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/app");
    let mut files = Vec::new();
    collect(&root, &mut files);
    assert!(files.len() > 200, "{} files", files.len());
    let outside = files
        .iter()
        .filter(|file| !file.starts_with(root.join("platform")));
    let mut found = Vec::new();
    for file in outside {
        let text = fs::read_to_string(file).unwrap();
        let code = text.split("\n#[cfg(test)]\nmod tests").next().unwrap();
        let holds = |line: &&str| words.iter().any(|word| line.contains(word));
        let is_code = |line: &&str| !["use ", "//"].iter().any(|it| line.trim().starts_with(it));
        let lines = code.lines().filter(is_code).filter(holds);
        found.extend(lines.map(|line| format!("{}: {}", file.display(), line.trim())));
    }
    found
}

#[test]
fn few_lines_of_the_shell_ask_for_frames() {
    let asking = lines_of_the_shell(&[
        "write(RequestRedraw)",
        "write_message(RequestRedraw)",
        "Wake(",
    ]);
    assert!((1..=40).contains(&asking.len()), "{asking:#?}");
    let conditions = lines_of_the_shell(&["or_eager"]);
    assert!(conditions.len() <= 10, "{conditions:#?}");
}

#[test]
fn what_a_screen_begins_with_is_handed_over_in_one_place() {
    let words = [
        "ChosenSeed",
        "SeedText",
        "LabDungeon",
        "Chosen::",
        "GivenMaze",
        "ToWatch",
        "KeptMap",
    ];
    assert_eq!(lines_of_the_shell(&words), [""; 0]);
    assert!(!lines_of_the_shell(&["Begin::"]).is_empty());
}
