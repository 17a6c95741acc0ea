//! Content that is wrong is refused whole, each mistake with its file and line.

use undercroft_core::game::content::{Abilities, Content, Cue, DEEPEST, EMBEDDED_DIGEST, FILES};

const MONSTERS: &str = FILES[0].1;
const ITEMS: &str = FILES[1].1;
const LEVELS: &str = FILES[2].1;
const RULES: &str = FILES[3].1;
const FIXTURES: &str = FILES[4].1;

fn read(monsters: &str, items: &str, levels: &str) -> Vec<(String, usize, String)> {
    errors([
        ("m.ron", monsters),
        ("i.ron", items),
        ("l.ron", levels),
        ("r.ron", RULES),
        ("f.txt", FIXTURES),
        FILES[5],
    ])
}

fn read_rules(rules: &str) -> Vec<(String, usize, String)> {
    let [monsters, items, levels, _, fixtures, rooms] = FILES;
    errors([monsters, items, levels, ("r.ron", rules), fixtures, rooms])
}

fn read_fixtures(fixtures: &str) -> Vec<(String, usize, String)> {
    let [monsters, items, levels, rules, _, rooms] = FILES;
    errors([monsters, items, levels, rules, ("f.txt", fixtures), rooms])
}

fn errors(files: [(&str, &str); 6]) -> Vec<(String, usize, String)> {
    match Content::read(files) {
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
fn the_digest_of_the_built_in_content_is_written_down() {
    let digest = Content::embedded().unwrap().digest();
    assert_eq!(
        EMBEDDED_DIGEST, digest,
        "write it down: EMBEDDED_DIGEST is {digest:#018x}"
    );
}

#[test]
fn the_content_as_it_is_is_right() {
    assert_eq!(read(MONSTERS, ITEMS, LEVELS), []);
}

#[test]
fn every_mistake_is_named_at_once_with_file_and_line() {
    let monsters = MONSTERS
        .replace("health: 5, attack: 5", "health: 0, attack: 5")
        .replace("kind: \"crypt-rat\"", "kind: \"cript-rat\"")
        .replace("phases: ()", "fazes: ()")
        .replace("glyph: 'b'", "glyph: '漢'")
        .replace("glyph: 'i'", "glyph: ' '");
    let items = ITEMS
        .replace("class: Food(400)", "class: Food(0)")
        .replace("\"lilac\"", "\"rose\"");
    let levels = LEVELS
        .replace("Depth(depth: 5,", "Depth(depth: 60,")
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
    has("m.ron", line_of(&monsters, "fazes: ()"), "fazes");
    for glyph in ["'漢'", "' '"] {
        let reason = format!("glyph {glyph} cannot be drawn");
        has(
            "m.ron",
            line_of(&monsters, &format!("glyph: {glyph}")),
            &reason,
        );
    }
    has("i.ron", line_of(&items, "Food(0)"), "candied-fig");
    has("i.ron", 1, "twice");
    has(
        "l.ron",
        line_of(&levels, "depth: 60"),
        "depth 60 where depth 5 belongs",
    );
    has("l.ron", line_of(&levels, "brade=60"), "brade");
    assert!(errors.len() >= 7, "{errors:#?}");
    assert!(errors.is_sorted(), "by file and line");
}

#[test]
fn a_wrong_number_of_an_ability_is_named_with_its_line_and_its_range() {
    let monsters = MONSTERS
        .replace("shoots: (range: 8)", "shoots: (range: 99)")
        .replace(
            "charges: (range: 6, force: 230)",
            "\n  charges: (range: 6,\n  force: -1)",
        )
        .replace("snuffs: (range: 12", "snuffs: (reach: 12")
        .replace("Guards(reach: 6)", "Guards(reach: 100)")
        .replace("steals: ()", "steels: ()")
        .replace("behaviour: Sleeps", "behaviour: Dozes");
    let errors = read(&monsters, ITEMS, LEVELS);
    for (text, reason) in [
        (
            "shoots: (range: 99)",
            "\"bone-acolyte\": shoots.range is 99, not from 1 to 40",
        ),
        (
            "force: -1",
            "\"stone-ram\": charges.force is -1, not from 0 to 1000",
        ),
        (
            "Guards(reach: 100)",
            "\"ossuary-keeper\": guards.reach is 100, not from 0 to 99",
        ),
        ("snuffs: (reach: 12", "reach"),
        ("steels: ()", "steels"),
        ("behaviour: Dozes", "Dozes"),
    ] {
        let line = line_of(&monsters, text);
        let found = errors
            .iter()
            .any(|error| error.1 == line && error.2.contains(reason));
        assert!(found, "no {line} with `{reason}` in {errors:#?}");
    }
}

#[test]
fn the_monsters_of_the_game_use_every_ability_and_every_cue_and_live_at_every_depth() {
    let content = Content::embedded().unwrap();
    let monsters = content.monsters();
    for ability in Abilities::list() {
        let used = MONSTERS.contains(&format!("{}: (", ability.name));
        assert!(used, "nobody has {}", ability.name);
    }
    for cue in Cue::ALL {
        let used = monsters.iter().any(|def| def.cue() == cue);
        assert!(used, "nobody has the cue {cue:?}");
    }
    for depth in 1..=DEEPEST {
        let lives = monsters.iter().filter(|def| {
            def.weight > 0 && !def.named && (def.depths.0..=def.depths.1).contains(&depth)
        });
        assert!(lives.count() >= 2, "{depth}");
    }
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
fn every_wrong_number_of_the_rules_is_named_at_once_with_its_line() {
    let rules = RULES
        .replace("miss: 10,", "miss: 1,")
        .replace("weak: 150,", "weak: 301,")
        .replace("light: 250,", "light: -5,")
        .replace("spreads: 50,", "spreads: 0.5,")
        .replace("        negation: 50,\n", "")
        .replace("    Score(", "    Ring(")
        // Of the numbers that no content sets.
        .replace("sweeps: 10,", "sweeps: 10, fen: 6,");
    let errors = read_rules(&rules);
    for (text, reason) in [
        ("miss: 1,", "combat.miss is 1, not from 2 to 9999"),
        ("weak: 301,", "food.weak is 301, more than food.hungry, 300"),
        ("light: -5,", ""),
        ("spreads: 0.5,", ""),
        ("    Scrolls(", "negation"),
        ("    Ring(", "Ring"),
        ("fen: 6,", "fen"),
    ] {
        let line = line_of(&rules, text);
        // RON puts a missing field at the end of its group.
        let end = line
            + rules
                .lines()
                .skip(line)
                .position(|text| text.contains("),"))
                .unwrap()
            + 1;
        let found = errors.iter().any(|(file, at, told)| {
            file == "r.ron" && (line..=end).contains(at) && told.contains(reason)
        });
        assert!(found, "no {line} with `{reason}` in {errors:#?}");
    }
    assert!(errors.is_sorted(), "by file and line");
}

#[test]
fn a_group_of_the_rules_that_is_missing_or_there_twice_is_named() {
    let from = RULES.find("    Score(").unwrap();
    let score = &RULES[from..RULES.len() - 2];
    let errors = read_rules(&RULES.replace(score, ""));
    assert_eq!(errors, [("r.ron".into(), 1, "Score missing".into())]);
    let errors = read_rules(&RULES.replace(score, &score.repeat(2)));
    assert!(
        errors.iter().any(|error| error.2 == "Score appears twice"),
        "{errors:#?}"
    );
}

#[test]
fn texts_take_their_numbers_from_the_rules() {
    let [monsters, items, levels, _, fixtures, rooms] = FILES;
    let rules = RULES.replace("vigour: 8,", "vigour: 11,");
    let content =
        Content::read([monsters, items, levels, ("r.ron", &rules), fixtures, rooms]).unwrap();
    let text = |id| content.item(content.find_item(id).unwrap()).text.clone();
    assert_eq!(text("potion-vigour"), "Raises health by 11, for good.");
    assert!(text("horn-lantern").contains("11 tiles"));
    for item in content.items() {
        assert!(!item.text.contains(['{', '}']), "{}", item.text);
    }
}

#[test]
fn a_text_that_names_an_unknown_number_is_refused_with_its_line() {
    let monsters = MONSTERS.replace("stiff with wax", "stiff with {wax.stiff}");
    let items = ITEMS.replace("{potion.vigour}", "{potion.vigor}");
    let errors = read(&monsters, &items, LEVELS);
    assert_eq!(
        errors,
        [
            (
                "i.ron".into(),
                line_of(&items, "potion.vigor}"),
                "\"{potion.vigor}\" is not a number of the rules".into()
            ),
            (
                "m.ron".into(),
                line_of(&monsters, "wax.stiff"),
                "\"{wax.stiff}\" is not a number of the rules".into()
            ),
        ]
    );
}

#[test]
fn an_outfit_of_unknown_things_is_refused() {
    let items = ITEMS.replace(
        "(\"roof-slate\", 3), (\"candied-fig\"",
        "(\"roof-tile\", 5), (\"hatchet\", 2), (\"candied-fig\"",
    );
    let errors = read(MONSTERS, &items, LEVELS);
    let line = line_of(&items, "Outfit");
    for part in ["roof-tile", "2 of \"hatchet\""] {
        let found = errors.iter().any(|e| e.1 == line && e.2.contains(part));
        assert!(found, "{errors:#?}");
    }
}

/// The digest of the content in which `what` is replaced in a file.
fn digest_with(file: usize, what: &str, by: &str) -> u64 {
    let changed = FILES[file].1.replace(what, by);
    assert_ne!(changed, FILES[file].1, "`{what}` is not there");
    let mut files = FILES;
    files[file].1 = &changed;
    Content::read(files).unwrap().digest()
}

#[test]
fn comments_line_ends_and_texts_for_reading_leave_the_digest_as_it_is() {
    let digest = Content::embedded().unwrap().digest();
    for file in 0..FILES.len() {
        assert_eq!(digest_with(file, "\n", "\r\n"), digest, "{file}");
        let begin = match file {
            4 => "name: nave\n",
            5 => "name: belfry\n",
            _ => "[\n",
        };
        let remark = format!("{begin}\n // A remark.\n");
        assert_eq!(digest_with(file, begin, &remark), digest, "{file}");
    }
    assert_eq!(
        digest_with(0, "stiff with wax", "stiff with tallow"),
        digest
    );
    assert_eq!(digest_with(0, "\"crypt rat\"", "\"cellar rat\""), digest);
    assert_eq!(
        digest_with(0, "(140, 70, 15)", "(140, 90, 15)"),
        digest,
        "a glow"
    );
    assert_ne!(digest_with(0, "reach: 3", "reach: 4"), digest, "its reach");
    assert_eq!(digest_with(0, "cue: Trudge, ", ""), digest);
    assert_eq!(digest_with(1, "for good", "for ever"), digest);
    assert_eq!(digest_with(1, "\"lilac\"", "\"mauve\""), digest);
    assert_eq!(digest_with(2, "\"the halls\"", "\"the rooms\""), digest);
}

#[test]
fn whatever_play_depends_on_changes_the_digest() {
    let mut digests = vec![
        Content::embedded().unwrap().digest(),
        digest_with(0, "health: 5, attack: 5", "health: 6, attack: 5"),
        digest_with(0, "shoots: (range: 8)", "shoots: (range: 9)"),
        digest_with(0, "gathers: (waits: 3)", "gathers: (waits: 3, rushes: 13)"),
        digest_with(0, "behaviour: Sleeps, ", ""),
        digest_with(1, "Food(400)", "Food(401)"),
        digest_with(1, "\"lilac\", ", ""),
        digest_with(1, "(\"roof-slate\", 3), ", "(\"roof-slate\", 6), "),
        digest_with(
            1,
            "Lying([(\"roof-slate\", 3)])",
            "Lying([(\"roof-slate\", 4)])",
        ),
        digest_with(2, "braid=60", "braid=50"),
        digest_with(2, "budget: 75,", "budget: 76,"),
        digest_with(3, "miss: 10,", "miss: 11,"),
        digest_with(3, "swift_turns: 10,", "swift_turns: 11,"),
        digest_with(4, "weight: 4\n", "weight: 5\n"),
        digest_with(4, ".###.\n..!#.", ".#.#.\n..!#."),
    ];
    let count = digests.len();
    digests.sort_unstable();
    digests.dedup();
    assert_eq!(digests.len(), count);
}

#[test]
fn every_mistake_in_a_fixture_is_named_with_its_line_and_says_what_would_be_right() {
    for (what, by, at, reason) in [
        (
            "kind: Halls",
            "kind: Attic",
            "kind: Attic",
            "kind is \"Attic\": write one of Halls, Cloisters, Caverns, Crypts, Labyrinth, Sanctum",
        ),
        (
            "kind: Halls\n",
            "",
            "name: nave",
            "\"nave\" has no \"kind\": write one of Halls,",
        ),
        (
            "depths: 5 to 12",
            "depths: 5-12",
            "depths: 5-12",
            "depths is \"5-12\": write as in \"5 to 12\"",
        ),
        (
            "depths: 5 to 12",
            "depths: 5 to 13",
            "depths: 5 to 13",
            "depths 5 to 13 are wrong: they go from 1 to 12",
        ),
        (
            "legend: ! = find",
            "legend: ! = gold",
            "legend: ! = gold",
            "a legend can give \"find\", not \"gold\"",
        ),
        (
            ".,},.",
            ".,+,.",
            ".,+,.",
            "column 3: '+' is neither one of #.~\"^-0},;_ nor in a legend of \"bell-pit\"",
        ),
        ("__,,,_", "  ,,, ", "  ,,, ", "\"_\" leaves a tile as it is"),
        (
            "name: colonnade",
            "name: nave",
            "name: nave\nkind: Halls\n.....\n",
            "the id \"nave\" appears twice",
        ),
        (
            "name: nave",
            "name: Nave",
            "name: Nave",
            "\"Nave\" is not an id: use a-z, 0-9 and \"-\"",
        ),
        (
            "boss: sister-ember",
            "boss: sister-ember\nweight: 4",
            "weight: 4\n_....",
            "\"kennel-yard\" is an arena, which has no \"weight\"",
        ),
    ] {
        let fixtures = FIXTURES.replacen(what, by, 1);
        let errors = read_fixtures(&fixtures);
        let before = &fixtures[..fixtures.find(at).unwrap()];
        let line = 1 + before.matches('\n').count();
        let expected = errors.iter().filter(|(file, found, told)| {
            file == "f.txt" && *found == line && told.contains(reason)
        });
        assert_eq!(expected.count(), 1, "{line}: {reason}: {errors:#?}");
        assert_eq!(errors.len(), 1, "{errors:#?}");
    }
    assert_eq!(read_fixtures(""), [], "levels may have none");
}

/// A room that is right, in the form of the file.
const CELL: &str = "\
name: cell
text: a cell
legend: E = entrance
legend: G = gate open
legend: L = lever
on: noise do close G
whenever: lever L do open G
#######
E...G.#
#####L#
";

#[test]
fn every_mistake_in_a_room_is_named_with_its_line_and_says_what_would_be_right() {
    let read = |rooms: &str| {
        let mut files = FILES;
        files[5] = ("r.txt", rooms);
        errors(files)
    };
    assert_eq!(read(CELL), []);
    let lever = "whenever: lever L do open G";
    for (what, by, at, reason) in [
        (
            "E...G.#\n#####L#",
            "#...G.#\nE####L#",
            "name: cell",
            "the entrance lies in a side, and not in a corner",
        ),
        (
            "E...G.#",
            "E...G.E",
            "name: cell",
            "it has 2 entrances, not one",
        ),
        (
            "#######\nE",
            "#.#####\nE",
            "name: cell",
            "walls all around, but for its entrance: not so in column 2, row 1",
        ),
        (lever, "", "legend: L", "no rule has \"lever\" for 'L'"),
        (
            "legend: G = gate open",
            "legend: G = gate ajar",
            "legend: G",
            "a legend cannot give \"gate ajar\": it gives one of entrance,",
        ),
        (
            "text: a cell",
            "text: a cell\ndepths: 1 to 5",
            "depths: 1 to 5",
            "there are no set pieces before depth 2",
        ),
        (
            lever,
            "whenever: kick L do open G",
            "whenever: kick",
            "\"kick\" is not a trigger; use one of step, take, lever, noise, light, dark, fire",
        ),
        (
            lever,
            "whenever: lever L do lift G",
            "whenever: lever",
            "\"lift\" is not an effect; use some of open, close,",
        ),
        (
            lever,
            "whenever: lever L do open L",
            "whenever: lever",
            "'L' cannot open",
        ),
        (
            lever,
            "on: lever L do open G",
            "name: cell",
            "somebody in column 6, row 2 can be shut in",
        ),
    ] {
        let rooms = CELL.replacen(what, by, 1);
        let errors = read(&rooms);
        let line = line_of(&rooms, at);
        let expected = errors.iter().filter(|(file, found, told)| {
            file == "r.txt" && *found == line && told.contains(reason)
        });
        assert_eq!(expected.count(), 1, "{line}: {reason}: {errors:#?}");
    }
    assert_eq!(read(""), [], "levels may have none");
}

#[test]
fn a_prefab_with_few_keys_is_found_everywhere_and_as_often_as_any() {
    let [monsters, items, levels, rules, ..] = FILES;
    let fixture = ("f.txt", "name: well\nkind: Halls\n.~.\n");
    let room = (
        "r.txt",
        "name: nook\ntext: a nook\nlegend: E = entrance\n####\nE..#\n####\n",
    );
    let content = Content::read([monsters, items, levels, rules, fixture, room]).unwrap();
    let fixture = &content.fixtures()[0];
    assert_eq!(
        (fixture.depths, fixture.weight, fixture.cut),
        ((1, DEEPEST), 10, false)
    );
    let room = &content.set_pieces()[0];
    assert_eq!((room.depths, room.weight), ((2, DEEPEST), 10));
    assert!(room.kinds.is_empty());
}

#[test]
fn the_drawings_of_the_rules_can_be_read_as_they_stand() {
    let page = concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/rules.md");
    let page = std::fs::read_to_string(page).unwrap();
    let blocks = page.split("```text\n").skip(1);
    let blocks = blocks.map(|block| block.split("```").next().unwrap());
    let [fixture, room] = blocks.collect::<Vec<&str>>()[..] else {
        panic!("the page has two drawings");
    };
    let [monsters, items, levels, rules, ..] = FILES;
    let (fixture, room) = (("f.txt", fixture), ("r.txt", room));
    let content = Content::read([monsters, items, levels, rules, fixture, room]).unwrap();
    assert_eq!(
        (content.fixtures().len(), content.set_pieces().len()),
        (1, 1)
    );
}

mod any {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(crate::trial::amount(80, 3000)))]

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

        #[test]
        fn no_text_of_fixtures_panics(at in 0..FIXTURES.len(), junk in ".{0,12}") {
            let text = format!("{}{junk}{}", &FIXTURES[..at], &FIXTURES[at..]);
            let _ = read_fixtures(&text);
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
    let rich = LEVELS.replace("budget: 75, items: 5)", "budget: 4000000000, items: 65535)");
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
