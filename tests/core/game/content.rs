//! Content that is wrong is refused whole, each mistake with its file and line.

use undercroft::game::content::Content;

const MONSTERS: &str = include_str!("../../../assets/content/monsters.ron");
const ITEMS: &str = include_str!("../../../assets/content/items.ron");
const LEVELS: &str = include_str!("../../../assets/content/levels.ron");

fn read(monsters: &str, items: &str, levels: &str) -> Vec<(String, usize, String)> {
    match Content::read(("m.ron", monsters), ("i.ron", items), ("l.ron", levels)) {
        Ok(_) => Vec::new(),
        Err(errors) => errors
            .0
            .into_iter()
            .map(|error| (error.file, error.line, error.reason))
            .collect(),
    }
}

/// The line on which `what` stands, counted from 1.
fn line_of(text: &str, what: &str) -> usize {
    1 + text.lines().position(|line| line.contains(what)).unwrap()
}

#[test]
fn the_content_as_it_is_is_right() {
    assert_eq!(read(MONSTERS, ITEMS, LEVELS), []);
}

#[test]
fn every_mistake_is_named_at_once_with_file_and_line() {
    let monsters = MONSTERS
        .replace("health: 5, attack: 4", "health: 0, attack: 4")
        .replace("calls: \"crypt-rat\"", "calls: \"cript-rat\"")
        .replace("role: Phaser", "role: Fazer");
    let items = ITEMS
        .replace("class: Food(400)", "class: Food(0)")
        .replace("\"lilac\"", "\"rose\"");
    let levels = LEVELS
        .replace("Depth(depth: 5,", "Depth(depth: 6,")
        .replace("params: \"braid=60\"", "params: \"brade=60\"");
    let errors = read(&monsters, &items, &levels);
    let has = |file: &str, line: usize, part: &str| {
        let found = errors
            .iter()
            .any(|(f, l, reason)| f == file && *l == line && reason.contains(part));
        assert!(found, "no {file}:{line} with `{part}` in {errors:#?}");
    };
    has("m.ron", line_of(&monsters, "health: 0,"), "health is 0");
    has("m.ron", line_of(&monsters, "cript-rat"), "cript-rat");
    has("m.ron", line_of(&monsters, "role: Fazer"), "Fazer");
    has("i.ron", line_of(&items, "Food(0)"), "candied-fig");
    has("i.ron", 1, "twice");
    has(
        "l.ron",
        line_of(&levels, "budget: 135"),
        "depth 6 where depth 5 belongs",
    );
    has("l.ron", line_of(&levels, "brade=60"), "brade");
    assert!(errors.len() >= 7, "{errors:#?}");
    assert!(errors.is_sorted(), "by file and line");
}

#[test]
fn one_broken_entry_hides_no_other() {
    let monsters = MONSTERS
        .replace("id: \"wick-imp\",", "id: wick-imp\",")
        .replace("id: \"stone-ram\",", "idd: \"stone-ram\",");
    let lines: Vec<usize> = read(&monsters, ITEMS, LEVELS)
        .into_iter()
        .map(|(_, line, _)| line)
        .collect();
    // An open string swallows what follows, so the first mistake may be all there is to see of
    // its kind; but a wrong field is found beside any other.
    assert!(!lines.is_empty());
    let monsters = MONSTERS
        .replace("id: \"wick-imp\",", "idd: \"wick-imp\",")
        .replace("id: \"stone-ram\",", "idd: \"stone-ram\",");
    let errors = read(&monsters, ITEMS, LEVELS);
    for name in ["wick-imp", "stone-ram"] {
        let line = line_of(&monsters, &format!("idd: \"{name}\""));
        assert!(
            errors.iter().any(|error| error.1 == line),
            "{line}: {errors:#?}"
        );
    }
}

#[test]
fn texts_that_are_no_lists_are_refused() {
    for (text, line) in [
        ("", 1),
        ("\n\nhello", 3),
        ("[\n(", 2),
        ("[\n\n)]", 3),
        ("[]", 1),
    ] {
        let errors = read(text, ITEMS, LEVELS);
        assert!(
            errors
                .iter()
                .any(|(file, at, _)| file == "m.ron" && *at == line),
            "{text:?}: {errors:#?}"
        );
    }
}

#[test]
fn the_digest_changes_with_any_text() {
    let digest = |monsters: &str| {
        Content::read(("m", monsters), ("i", ITEMS), ("l", LEVELS))
            .unwrap()
            .digest()
    };
    let other = MONSTERS.replace("stiff with wax", "stiff with tallow");
    assert_ne!(digest(MONSTERS), digest(&other));
    assert_eq!(digest(MONSTERS), Content::embedded().unwrap().digest());
}

mod any {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(300))]

        #[test]
        fn no_text_panics(cut in 0..MONSTERS.len(), junk in ".{0,12}") {
            let mut at = cut;
            while !MONSTERS.is_char_boundary(at) {
                at -= 1;
            }
            let text = format!("{}{junk}{}", &MONSTERS[..at], &MONSTERS[at..]);
            let _ = read(&text, ITEMS, LEVELS);
            let _ = read(&MONSTERS[..at], ITEMS, LEVELS);
        }
    }
}

#[test]
fn content_without_measure_is_refused_at_once_and_says_what_the_limit_is() {
    let say = |file: &str, errors: &[(String, usize, String)], part: &str| {
        let found = errors
            .iter()
            .any(|(f, _, reason)| f == file && reason.contains(part));
        assert!(found, "no {file} with `{part}` in {errors:#?}");
    };
    let more = |text: &str, entry: &dyn Fn(usize) -> String, count: usize| {
        let end = text.rfind(']').unwrap();
        let more: String = (0..count).map(entry).collect();
        format!("{}{more}]", &text[..end])
    };
    let item = |number: usize| {
        format!(
            "Item(id: \"ring-{number}\", name: \"ring\", plural: \"rings\", text: \"A ring.\",
             class: Ring(Hush), depths: (1, 12), weight: 1),\n"
        )
    };
    let errors = read(MONSTERS, &more(ITEMS, &item, 65_535), LEVELS);
    say("i.ron", &errors, "1000 is the limit");
    let errors = read(MONSTERS, &more(ITEMS, &item, 128), LEVELS);
    say("i.ron", &errors, "more than 128");
    let depth = |number: usize| format!("Depth(depth: {}, budget: 1, items: 1),\n", number % 256);
    let errors = read(MONSTERS, ITEMS, &more(LEVELS, &depth, 300));
    say("l.ron", &errors, "312 depths are listed");
    let rich = LEVELS.replace("budget: 40, items: 5)", "budget: 4000000000, items: 65535)");
    let errors = read(MONSTERS, ITEMS, &rich);
    say("l.ron", &errors, "budget is 4000000000; 9999 is the limit");
    say("l.ron", &errors, "items is 65535; 200 is the limit");
    let heap = ITEMS.replace("count: (6, 14)", "count: (1, 65535)");
    say("i.ron", &read(MONSTERS, &heap, LEVELS), "(1, 65535)");
    // 256 looks would be counted as none.
    let names: String = (0..240)
        .map(|number| format!("\"hue-{number}\","))
        .collect();
    let colours = ITEMS.replace("\"amber\",", &format!("\"amber\",{names}"));
    let errors = read(MONSTERS, &colours, LEVELS);
    say("i.ron", &errors, "256 looks of a Potion; 255 is the limit");
}
