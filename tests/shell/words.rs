//! One word has one meaning on every screen, and one key wherever its letter is free there.

use std::collections::BTreeSet;
use std::fmt::Write;
use std::fs;
use std::path::Path;

use undercroft::app::Screen;
use undercroft::app::input::Keymap;

use crate::builder;

fn keymap() -> Keymap {
    let app = builder::app(Screen::Title, "rogue/40x25#7");
    app.world().resource::<Keymap>().clone()
}

/// What is done on several screens, by the word that its meaning begins with, and its key.
const WORDS: [(&str, &str); 8] = [
    ("Undo", "u"),
    ("Redo", "Ctrl+y"),
    ("Restart", "r"),
    ("New", "n"),
    ("Hint", "h"),
    ("Share", "Shift+s"),
    ("Copy", "y"),
    ("Paste", "v"),
];

/// Where the letter is something else, and the key there.
const EXCEPTIONS: [(&str, Screen, &str, &str); 5] = [
    ("Undo", Screen::Lab, "z", "u is a step"),
    ("New", Screen::Lab, "r", "n is a step"),
    ("New", Screen::Title, "r", "as in the Lab"),
    ("Hint", Screen::Maze, "Space", "h is a step"),
    ("Copy", Screen::Lab, "c", "y is a step"),
];

/// The first word of a meaning, which a colon may follow.
fn first_word(meaning: &str) -> &str {
    let word = meaning.split(' ').next().unwrap_or_default();
    word.trim_end_matches([':', ','])
}

#[test]
fn a_word_is_one_key_on_every_screen_where_its_letter_is_no_step() {
    let map = keymap();
    let mut used = BTreeSet::new();
    for (word, key) in WORDS {
        let mut screens = 0;
        for screen in Screen::ALL {
            let entries = map.entries_on(screen).into_iter();
            let own = entries.filter(|entry| !entry.is_everywhere());
            let of_word: Vec<_> = own
                .filter(|entry| first_word(entry.meaning) == word)
                .collect();
            // "New board of 3x3" is a new board, too.
            let Some(entry) = of_word.first() else {
                continue;
            };
            let mut exceptions = EXCEPTIONS.iter();
            let wanted = exceptions
                .find(|(other, on, ..)| (*other, *on) == (word, screen))
                .map_or(key, |(_, _, key, _)| {
                    used.insert((word, screen));
                    key
                });
            let keys: Vec<String> = of_word.iter().flat_map(|entry| entry.keys()).collect();
            assert!(
                keys.iter().any(|key| key == wanted),
                "{word} on {screen:?}: {keys:?}"
            );
            assert!(!entry.meaning.is_empty());
            screens += 1;
        }
        assert!(screens > 1, "{word} is on {screens} screens");
    }
    assert_eq!(used.len(), EXCEPTIONS.len(), "each exception is one");
}

#[test]
fn what_is_taken_back_begun_again_or_asked_for_has_no_other_word() {
    for entry in keymap().entries() {
        for other in [
            "Return",
            "Again",
            "Back to",
            "Forward",
            "Draw another",
            "Next m",
        ] {
            assert!(!entry.meaning.starts_with(other), "{}", entry.meaning);
        }
    }
}

/// The keys of every screen.
fn table(map: &Keymap) -> String {
    let mut text = "# Keys

As they are bound at first; **Options** binds others. `?` lists those of the screen in front of you: first what a newcomer needs,
and once more all of them.
"
    .to_owned();
    let mut section = |name: &str, fits: &dyn Fn(&[Screen]) -> bool| {
        let entries = map.entries().iter().filter(|entry| fits(&entry.screens));
        let rows: Vec<String> = entries
            .map(|entry| {
                let keys = entry
                    .keys()
                    .map(|key| format!("`{key}`").replace('|', "\\|"));
                let keys: Vec<String> = keys.collect();
                format!("| {} | {} |", keys.join(" "), entry.meaning)
            })
            .collect();
        if !rows.is_empty() {
            let _ = write!(
                text,
                "\n## {name}\n\n| keys | what they do |\n| --- | --- |\n"
            );
            text.extend(rows.into_iter().map(|row| row + "\n"));
        }
    };
    let mut titles: Vec<&str> = Screen::ALL.iter().map(|screen| screen.title()).collect();
    titles.dedup();
    for title in titles {
        let of_screen = |screen: &Screen| screen.title() == title;
        section(title, &|screens: &[Screen]| screens.iter().all(of_screen));
    }
    let is_one = |screens: &[Screen]| screens.iter().all(|it| it.title() == screens[0].title());
    let all = Screen::ALL.len();
    let several: BTreeSet<String> = map
        .entries()
        .iter()
        .filter(|entry| entry.screens.len() < all && !is_one(&entry.screens))
        .map(|entry| titles_of(&entry.screens))
        .collect();
    for names in several {
        section(&names, &|screens: &[Screen]| titles_of(screens) == names);
    }
    section("Every screen", &|screens: &[Screen]| screens.len() == all);
    text
}

fn titles_of(screens: &[Screen]) -> String {
    let mut titles: Vec<&str> = screens.iter().map(|screen| screen.title()).collect();
    titles.dedup();
    titles.join(", ")
}

#[test]
fn the_page_of_keys_is_that_of_the_program() {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/keys.md");
    let wanted = table(&keymap());
    let made = Path::new(env!("CARGO_TARGET_TMPDIR")).join("keys.md");
    let known = fs::read_to_string(&page).unwrap_or_default();
    if known != wanted {
        fs::write(&made, wanted).unwrap();
        panic!(
            "docs/keys.md is out of date; it would be {}",
            made.display()
        );
    }
}
