//! Who may use whom within a crate: the order of modules that the tables of some files state, held against the paths that
//! the source names. Between the crates the compiler holds it.

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

/// The one use against the order: everything about an ability of monsters is in its file, and of that the content knows
/// the parameters.
const WAY_UP: (&str, &str, &str) = ("core/src", "game::content::ability", "game::ai::ability");

impl Source {
    /// The source below a folder of the repository, `src` or `core/src`.
    fn below(folder: &str) -> Self {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
        let mut files = Vec::new();
        collect(&root, &mut files);
        let names = files.iter().filter_map(|file| {
            let module = module_of(file.strip_prefix(&root).unwrap())?;
            let text = fs::read_to_string(file).unwrap();
            let mut names = names(&text, module.clone());
            let is_way_up = (folder, strs(&module)) == (WAY_UP.0, WAY_UP.1.split("::").collect());
            names.retain(|name| !(is_way_up && name.join("::").starts_with(WAY_UP.2)));
            Some((module, names))
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
        // Here, too, who may see an item is no use.
        let tokens = of.tokens.to_string().replace("in crate", "");
        for words in tokens
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

/// A room: a folder of modules, and the file whose table lists them in the order in which they may use each other.
struct Room {
    /// The folder of the crate's source.
    source: &'static str,
    /// The folder of the room below that; empty for the whole crate.
    folder: &'static str,
    /// The file with the table, below the folder of the room.
    table: &'static str,
    /// Whether the table lists first what uses all others, and not what all others use.
    from_top: bool,
}

const fn room(source: &'static str, folder: &'static str) -> Room {
    Room {
        source,
        folder,
        table: "mod.rs",
        from_top: false,
    }
}

const ROOMS: [Room; 11] = [
    Room {
        table: "lib.rs",
        ..room("core/src", "")
    },
    room("core/src", "game"),
    room("core/src", "game/world"),
    room("core/src", "game/rules"),
    room("core/src", "game/text"),
    Room {
        table: "lib.rs",
        ..room("src", "")
    },
    Room {
        from_top: true,
        ..room("src", "app")
    },
    room("src", "app/stage"),
    room("src", "app/stage/runs"),
    room("src", "app/stage/air"),
    room("src", "app/stage/sidebar"),
];

impl Room {
    /// The parts, each of which uses only those before it.
    fn parts(&self) -> Vec<String> {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(self.source);
        let text = fs::read_to_string(folder.join(self.folder).join(self.table)).unwrap();
        let rows = text.lines().filter_map(|line| line.strip_prefix("//! | "));
        let names = rows.filter_map(|row| row.split('`').nth(1));
        let mut parts: Vec<String> = names.map(ToOwned::to_owned).collect();
        if self.from_top {
            parts.reverse();
        }
        parts
    }

    /// Uses within the room against the order of its parts, in words. What is no part is the room's own: no part uses it,
    /// but in the shell, which the uppermost part opens. A crate's own is what it re-exports, and used by all.
    fn against(&self, uses: &[(&Module, &Vec<String>)]) -> Vec<String> {
        let parts = self.parts();
        let place = |name: &str| parts.iter().position(|part| part == name);
        let path: Vec<&str> = self.folder.split_terminator('/').collect();
        let mut wrong = Vec::new();
        for (module, name) in uses {
            let (module_path, name_path) = (strs(module), strs(name));
            let (Some([from, ..]), Some(to)) = (
                module_path.strip_prefix(&path[..]),
                name_path.strip_prefix(&path[..]),
            ) else {
                continue;
            };
            // A macro of the shell names all of it.
            if to.is_empty() && self.from_top {
                continue;
            }
            let from = place(from);
            let table = format!("{}/{}/{}", self.source, self.folder, self.table);
            assert!(from.is_some(), "{table} has no row for {module:?}");
            let to = match to.first().and_then(|to| place(to)) {
                None if path.is_empty() => continue,
                to => to.unwrap_or(parts.len()),
            };
            let opens_the_window = self.from_top && from == Some(parts.len() - 1);
            if Some(to) > from && !opens_the_window {
                wrong.push(format!(
                    "{} uses {}, against the order of {table}",
                    module.join("::"),
                    name.join("::")
                ));
            }
        }
        wrong
    }
}

fn strs(path: &[String]) -> Vec<&str> {
    path.iter().map(String::as_str).collect()
}

/// What follows from the state is worked out in one place, and nobody else sets it.
#[test]
fn layers_insets_and_the_bar_have_one_writer_each() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/app");
    let mut files = Vec::new();
    collect(&root, &mut files);
    for (name, writer) in [
        ("Layers", "input/layers.rs"),
        ("ViewInsets", "ui/edges.rs"),
        ("Bar", "ui/hud.rs"),
    ] {
        let ways = [
            format!("ResMut<{name}>"),
            format!("resource_mut::<{name}>"),
            format!("insert_resource({name}"),
        ];
        let writes = |file: &&PathBuf| {
            let text = fs::read_to_string(file).unwrap();
            let code = text.split("#[cfg(test)]").next().unwrap_or_default();
            ways.iter().any(|way| code.contains(way))
        };
        let writers = files.iter().filter(writes);
        let writers: Vec<_> = writers
            .map(|file| file.strip_prefix(&root).unwrap())
            .collect();
        assert_eq!(writers, [Path::new(writer)], "{name}");
    }
}

#[test]
fn no_part_of_a_room_uses_one_against_the_order_of_its_table() {
    for source in ["core/src", "src"] {
        let all = Source::below(source);
        let uses: Vec<_> = all.uses().collect();
        assert!(uses.len() > 500, "{}", uses.len());
        for room in ROOMS.iter().filter(|room| room.source == source) {
            assert!(room.parts().len() >= 4, "{}", room.folder);
            let wrong = room.against(&uses);
            assert!(wrong.is_empty(), "{}", wrong.join("\n"));
        }
    }
}

/// The uses in the text of a module of a room that are against its order.
fn faults(source: &str, folder: &str, module: &str, text: &str) -> Vec<String> {
    let mut rooms = ROOMS.iter();
    let room = rooms.find(|room| (room.source, room.folder) == (source, folder));
    let module: Module = module.split("::").map(ToOwned::to_owned).collect();
    let names = names(text, module.clone());
    let uses: Vec<_> = names.iter().map(|name| (&module, name)).collect();
    room.unwrap().against(&uses)
}

#[test]
fn a_use_against_the_order_of_a_room_is_found() {
    for (source, folder, module, text) in [
        ("core/src", "", "map::fov", "use crate::game::Game;"),
        (
            "core/src",
            "",
            "map::fov",
            "use super::super::{geom::Pos, game};",
        ),
        (
            "core/src",
            "",
            "map::fov",
            "fn f() { crate::game::save::encode(); }",
        ),
        (
            "core/src",
            "",
            "map::fov",
            "fn f() { assert!(crate::game::ready()); }",
        ),
        (
            "core/src",
            "",
            "map::fov",
            "mod inner { const C: crate::game::Game = 0; }",
        ),
        ("src", "", "disk::folder", "use crate::cli::CliError;"),
        (
            "core/src",
            "game/world",
            "game::world::level",
            "use super::scene::Scene;",
        ),
        (
            "core/src",
            "game",
            "game::world::level",
            "use crate::game::rules::turn::Turn;",
        ),
        (
            "core/src",
            "game",
            "game::world::actor",
            "use crate::game::Game;",
        ),
        (
            "core/src",
            "game/rules",
            "game::rules::act",
            "use super::upkeep::tick_world;",
        ),
        (
            "src",
            "app/stage",
            "app::stage::air::effects",
            "use crate::app::stage::Run;",
        ),
        (
            "src",
            "app",
            "app::input::keymap",
            "use crate::app::screens::lab::LabAction;",
        ),
        (
            "src",
            "app",
            "app::glyph",
            "fn f() { super::input::derive_layers(); }",
        ),
        (
            "src",
            "app",
            "app::stage",
            "use crate::app::UndercroftPlugin;",
        ),
    ] {
        assert_eq!(
            faults(source, folder, module, text).len(),
            1,
            "{module}: {text}"
        );
    }
    for (source, folder, module, text) in [
        (
            "core/src",
            "",
            "map::fov",
            "use crate::geom::Pos; use super::Tile;",
        ),
        (
            "core/src",
            "",
            "map::fov",
            "#[cfg(test)] mod tests { use crate::game::Game; }",
        ),
        ("src", "", "disk::folder", "use crate::game::Game;"),
        (
            "core/src",
            "game",
            "game::ai::step",
            "pub(in crate::game) use super::role::hunt;",
        ),
        (
            "src",
            "app",
            "app::run",
            "use super::screens::maze::MazeSession; use super::UndercroftPlugin;",
        ),
        ("src", "app", "app", "use screens::lab::LabPlugin;"),
    ] {
        assert_eq!(
            faults(source, folder, module, text),
            [""; 0],
            "{module}: {text}"
        );
    }
}

/// The uses of other screens by a screen, in words.
fn between_screens(uses: &[(&Module, &Vec<String>)]) -> Vec<String> {
    let wrong = uses.iter().filter(|(module, name)| {
        matches!(
            (&strs(module)[..], &strs(name)[..]),
            (["app", "screens", own, ..], ["app", "screens", other, _, ..]) if own != other
        )
    });
    wrong
        .map(|(module, name)| format!("{} uses {}", module.join("::"), name.join("::")))
        .collect()
}

#[test]
fn no_screen_uses_another() {
    let source = Source::below("src");
    assert_eq!(between_screens(&source.uses().collect::<Vec<_>>()), [""; 0]);
    let module: Module = ["app", "screens", "title"].map(ToOwned::to_owned).into();
    for (text, count) in [
        ("use super::lab::PanelShown;", 1),
        ("use crate::app::screens::{lab::Animation, title::Page};", 1),
        ("use self::page::Page; use crate::app::input::Keymap;", 0),
    ] {
        let names = names(text, module.clone());
        let uses: Vec<_> = names.iter().map(|name| (&module, name)).collect();
        assert_eq!(between_screens(&uses).len(), count, "{text}");
    }
}

/// The folders whose files do not import each other in a circle.
const FOLDERS_WITHOUT_CIRCLES: [(&str, &str); 6] = [
    ("core/src", "game"),
    ("src", "app/stage"),
    ("src", "app/screens/conduit"),
    ("src", "app/screens/descend"),
    ("src", "app/screens/lab"),
    ("src", "app/screens/maze"),
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
    for (root, folder) in FOLDERS_WITHOUT_CIRCLES {
        let source = Source::below(root);
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
