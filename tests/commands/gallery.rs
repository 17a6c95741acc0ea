//! Runs `scripts/gallery` on pages of its own: where the pictures and metrics go, and what is left
//! as it was.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// A folder with the script and a page, as in the repository.
fn folder(test: &str, page: Option<&str>) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(test);
    match fs::remove_dir_all(&folder) {
        Ok(()) => {}
        Err(error) => assert_eq!(error.kind(), std::io::ErrorKind::NotFound),
    }
    for part in ["scripts", "docs"] {
        fs::create_dir_all(folder.join(part)).unwrap();
    }
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("scripts/gallery");
    fs::copy(script, folder.join("scripts/gallery")).unwrap();
    if let Some(page) = page {
        fs::write(folder.join("docs/generators.md"), page).unwrap();
    }
    folder
}

fn gallery(folder: &Path, names: &[&str]) -> Output {
    Command::new("bash")
        .arg(folder.join("scripts/gallery"))
        .args(names)
        .env("UNDERCROFT", env!("CARGO_BIN_EXE_undercroft"))
        // A thousand of each are for the page that is kept.
        .env("SEEDS", "0..20")
        .output()
        .unwrap()
}

/// The page after the script did what it should.
fn page(folder: &Path, names: &[&str]) -> String {
    let output = gallery(folder, names);
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{said}");
    assert_eq!(said, "");
    fs::read_to_string(folder.join("docs/generators.md")).unwrap()
}

#[test]
fn a_page_is_made_with_every_generator_and_made_again_the_same() {
    let folder = folder("gallery-whole", None);
    let first = page(&folder, &[]);
    for generator in undercroft::mapgen::ALL {
        let info = generator.info();
        let heading = format!("\n## {0}\n\n<!-- gallery:{0} -->\n", info.name);
        assert_eq!(first.matches(&heading).count(), 1, "{}", info.name);
        assert!(first.contains(info.description));
        let picture = folder.join(format!("docs/pictures/gen-{}.png", info.name));
        assert!(fs::read(picture).unwrap().starts_with(b"\x89PNG"));
    }
    // Some are enough, the whole takes long.
    assert_eq!(page(&folder, &["rogue", "box"]), first);
}

#[test]
fn what_is_written_around_the_marks_stays() {
    let words = "# Generators\n\nIntro.\n\n## box\n\nAbout box.\n\n## blob\n\nAbout blob.\n";
    let folder = folder("gallery-around", Some(words));
    let written = page(&folder, &["blob"]);
    assert!(
        written.starts_with("# Generators\n\nIntro.\n\n## box\n\nAbout box.\n\n## blob\n\n<!--")
    );
    assert!(written.ends_with("<!-- /gallery:blob -->\n\nAbout blob.\n"));
    let table: Vec<&str> = written
        .lines()
        .filter(|line| line.starts_with('|'))
        .collect();
    assert_eq!(table.len(), 5);
    assert!(table[0].contains(" `dead_ends` |"), "{}", table[0]);
    let cells = |line: &str| line.matches('|').count();
    assert!(table.iter().all(|line| cells(line) == cells(table[0])));

    let stale = written.replace("this map", "an old map");
    fs::write(folder.join("docs/generators.md"), stale).unwrap();
    assert_eq!(page(&folder, &["blob"]), written);
}

#[test]
fn a_page_with_a_broken_mark_is_left_alone() {
    let words = "# Generators\n\n## box\n\n<!-- gallery:box -->\n\nAbout box.\n";
    let folder = folder("gallery-broken", Some(words));
    for (name, needle) in [
        ("box", "the marks of box stand there 1 and 0 times"),
        ("bix", "there is no generator bix"),
    ] {
        let output = gallery(&folder, &[name]);
        assert_eq!(output.status.code(), Some(1));
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(said.contains(needle), "{said}");
        let page = fs::read_to_string(folder.join("docs/generators.md")).unwrap();
        assert_eq!(page, words);
    }
}

#[test]
fn every_picture_of_the_documentation_is_drawn_by_the_script() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let output = Command::new("bash")
        .arg(root.join("scripts/gallery"))
        .arg("list")
        .env("UNDERCROFT", env!("CARGO_BIN_EXE_undercroft"))
        .output()
        .unwrap();
    let listed = String::from_utf8(output.stdout).unwrap();
    let listed: BTreeSet<String> = listed.lines().map(|name| format!("{name}.png")).collect();
    let files = fs::read_dir(root.join("docs/pictures")).unwrap();
    let files: BTreeSet<String> = files
        .map(|file| file.unwrap().file_name().into_string().unwrap())
        .collect();
    assert_eq!(files, listed);
    let mut pages: Vec<PathBuf> = fs::read_dir(root.join("docs"))
        .unwrap()
        .map(|page| page.unwrap().path())
        .collect();
    pages.push(root.join("README.md"));
    let pages = pages.iter().filter(|page| page.is_file());
    let shown: BTreeSet<String> = pages
        .flat_map(|page| {
            let text = fs::read_to_string(page).unwrap();
            let parts = text.split("pictures/").skip(1);
            let ends = parts.filter_map(|part| Some(part.split_once(')')?.0.to_owned()));
            ends.collect::<Vec<_>>()
        })
        .filter(|name| name.ends_with(".png"))
        .collect();
    let unknown: Vec<_> = shown.difference(&files).collect();
    assert!(unknown.is_empty(), "shown, and not there: {unknown:?}");
    let unused: Vec<_> = files.difference(&shown).collect();
    assert!(unused.is_empty(), "there, and not shown: {unused:?}");
}
