//! What the documentation says against the code. The tables of `docs/rules.md` are made from the content, and each number
//! of its prose is that which the comment after it names, as in `12<!--hazard.wire-->`; those of `docs/search.md` and the
//! metrics of `assets/map.schema.json` are made from the table of metrics. `UPDATE_RULES=1` rewrites them and fails.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::PathBuf;

use undercroft_core::game::content::{Abilities, Class, Content, DEEPEST, ItemDef, Number};
use undercroft_core::game::{describe_rule, fixed_numbers};
use undercroft_core::map::Tile;
use undercroft_core::mapgen::metric::Metric;

fn content() -> &'static Content {
    Content::embedded().unwrap()
}

fn numbers() -> String {
    let mut text = String::from("| number | value | meaning |\n| --- | ---: | --- |\n");
    for number in content().rules().numbers() {
        let Number {
            name,
            value,
            meaning,
            ..
        } = number;
        writeln!(text, "| `{name}` | {value} | {meaning} |").unwrap();
    }
    text
}

fn fixed() -> String {
    let mut text = String::from("| number | value | meaning |\n| --- | ---: | --- |\n");
    for number in fixed_numbers() {
        let (name, meaning) = (number.name(), number.meaning());
        writeln!(text, "| `{name}` | {} | {meaning} |", number.value).unwrap();
    }
    text
}

fn fuel() -> String {
    let mut text = String::from("| what burns | for turns | and leaves |\n| --- | ---: | --- |\n");
    for tile in Tile::ALL.iter().filter(|tile| tile.fuel() > 0) {
        let (name, fuel, left) = (tile.name(), tile.fuel(), tile.burnt().name());
        writeln!(text, "| {name} | {fuel} | {left} |").unwrap();
    }
    text
}

fn monsters() -> String {
    let mut text = String::from(
        "| glyph | monster | depths | health | attack | defence | step | blow | worth | group | does |\n\
         | --- | --- | --- | ---: | ---: | ---: | ---: | ---: | ---: | --- | --- |\n",
    );
    for kind in content().monster_kinds() {
        let def = content().monster(kind);
        let name = if def.named {
            format!("**{}**", def.name)
        } else {
            def.name.clone()
        };
        let (first, last) = def.depths;
        let (least, most) = def.group;
        let group = if most == 1 {
            "1".to_owned()
        } else {
            format!("{least} to {most}")
        };
        let does = content().describe_abilities(kind).join(", ");
        writeln!(
            text,
            "| `{}` | {name} | {first} to {last} | {} | {} | {} | {} | {} | {} | {group} | {does} |",
            def.glyph, def.health, def.attack, def.defence, def.pace, def.strike, def.worth
        )
        .unwrap();
    }
    text
}

fn abilities() -> String {
    let mut text = String::from(
        "| ability | what it does | its numbers: default, range, meaning |\n| --- | --- | --- |\n",
    );
    for ability in Abilities::list() {
        let numbers = ability.numbers.iter().map(|number| {
            let (name, value, meaning) = (number.name, number.value, number.meaning);
            let (_, name) = name.split_once('.').unwrap();
            let (least, most) = number.range;
            format!("`{name}`: {value}, {least} to {most}, {meaning}")
        });
        let numbers: Vec<String> = numbers.collect();
        let (name, about) = (ability.name, ability.about);
        writeln!(text, "| `{name}` | {about} | {} |", numbers.join("<br>")).unwrap();
    }
    text
}

fn items() -> String {
    let mut text = String::from(
        "| glyph | item | does | depths | weight | as a prize |\n| --- | --- | --- | --- | ---: | ---: |\n",
    );
    for def in content().items() {
        let does = match def.class {
            Class::Food(turns) => format!("feeds for {turns} turns"),
            Class::Weapon { style, attack } => format!("{style:?}, attack {attack:+}"),
            Class::Armour { defence, weight } => format!("defence {defence:+}, weight {weight}"),
            Class::Lantern(reach) => format!("one sees {reach} tiles in the dark"),
            Class::Missile(attack) => format!("thrown, attack {attack:+}"),
            Class::Arrow(attack) => format!("shot, attack {attack:+} and the bow's"),
            Class::Potion(_) | Class::Scroll(_) | Class::Ring(_) | Class::FirePot | Class::Pipe => {
                def.text.clone()
            }
            Class::Relic { does, food } => {
                let same = |def: &&ItemDef| def.class == Class::Scroll(does);
                let scroll = content().items().iter().find(same).unwrap();
                format!(
                    "does what a {} does; takes {food} turns of food",
                    scroll.name
                )
            }
        };
        let (first, last) = def.depths;
        writeln!(
            text,
            "| `{}` | {} | {does} | {first} to {last} | {} | {} |",
            def.glyph(),
            def.name,
            def.weight,
            def.prize
        )
        .unwrap();
    }
    text
}

fn levels() -> String {
    let mut text = String::from(
        "| kind | made by | size | how often | doors | braziers | fixtures | grass | pools | vaults | candle |\n\
         | --- | --- | --- | ---: | ---: | --- | --- | --- | --- | --- | ---: |\n",
    );
    for def in content().level_kinds() {
        let maker = [def.generator.as_str(), def.params.as_str()];
        let maker: Vec<&str> = maker.into_iter().filter(|part| !part.is_empty()).collect();
        let range = |(least, most): (u32, u32)| format!("{least} to {most}");
        writeln!(
            text,
            "| {:?} | `{}` | {}x{} | {} | {}% | {} | {} | {} | {} | {} | {} |",
            def.kind,
            maker.join("/"),
            def.size.0,
            def.size.1,
            def.weight,
            def.doors,
            range(def.braziers),
            range(def.fixtures),
            range(def.grass),
            range(def.water),
            if def.vault { "some" } else { "none" },
            def.candle
        )
        .unwrap();
    }
    text.push_str("\n| kind | its fixtures |\n| --- | --- |\n");
    for def in content().level_kinds() {
        let own = content().fixtures().iter();
        let own: Vec<String> = own
            .filter(|fixture| fixture.kind == def.kind)
            .map(|fixture| fixture.id.replace('-', " "))
            .collect();
        writeln!(text, "| {:?} | {} |", def.kind, own.join(", ")).unwrap();
    }
    text.push_str("\n| depth | worth of monsters, at most | things beside those that are certain |\n| ---: | ---: | ---: |\n");
    for depth in 1..=DEEPEST {
        let row = content().depth(depth);
        writeln!(text, "| {depth} | {} | {} |", row.budget, row.items).unwrap();
    }
    text
}

fn rooms() -> String {
    let mut text = String::from(
        "| room | depths | what you are told | what it does |\n| --- | --- | --- | --- |\n",
    );
    for def in content().set_pieces() {
        let rules = def.rules.iter().map(|rule| {
            let signs = rule.at.iter().map(|mark| def.marks[usize::from(*mark)].0);
            let at: String = signs.collect();
            let does = describe_rule(def, rule);
            match at.as_str() {
                "" => does,
                at => format!("`{at}`: {does}"),
            }
        });
        let rules: Vec<String> = rules.collect();
        let (first, last) = def.depths;
        let (name, told) = (def.name(), &def.text);
        writeln!(
            text,
            "| {name} | {first} to {last} | {told} | {} |",
            rules.join("<br>")
        )
        .unwrap();
    }
    text
}

/// The path of a file by its path from the root of the repository.
fn path(file: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
        .join("..")
        .join(file)
}

/// The numbers that the prose may name, and their values.
fn named() -> BTreeMap<String, i64> {
    let set = content().rules().numbers().into_iter();
    let set = set.map(|number| (number.name.to_owned(), number.value));
    let fixed = fixed_numbers().map(|number| (number.name(), number.value));
    set.chain(fixed).collect()
}

const CARDINALS: [&str; 11] = [
    "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
];

/// Parts, and all ordinals but the first two.
const PARTS: [&str; 11] = [
    "nothing", "whole", "half", "third", "quarter", "fifth", "sixth", "seventh", "eighth", "ninth",
    "tenth",
];

/// A number in the form that it has now: in figures, in words, or as a part.
fn written(value: i64, now: &str) -> Option<String> {
    let word = |words: &[&str]| {
        let index = usize::try_from(value).ok()?;
        words.get(index).map(ToString::to_string)
    };
    if !now.is_empty() && now.bytes().all(|byte| byte.is_ascii_digit()) {
        return Some(value.to_string());
    }
    let words = [CARDINALS, PARTS]
        .into_iter()
        .find(|words| words.contains(&now))?;
    Some(word(&words).unwrap_or_else(|| value.to_string()))
}

/// The text with each number as the comment after it says, and the comments that name none or follow none.
fn fill(text: &str) -> (String, Vec<String>) {
    let numbers = named();
    let (mut filled, mut wrong) = (String::with_capacity(text.len()), Vec::new());
    let mut rest = text;
    while let Some((before, after)) = rest.split_once("<!--") {
        let (comment, after) = after.split_once("-->").expect("a comment ends");
        let start = before
            .char_indices()
            .rev()
            .take_while(|(_, one)| one.is_alphanumeric())
            .last()
            .map_or(before.len(), |(index, _)| index);
        let (lead, now) = before.split_at(start);
        filled.push_str(lead);
        // Those that begin with a space enclose tables.
        let number = match comment.starts_with(' ') {
            true => Some(now.to_owned()),
            false => numbers.get(comment).and_then(|value| written(*value, now)),
        };
        if number.is_none() {
            wrong.push(format!("{now}<!--{comment}-->"));
        }
        filled += number.as_deref().unwrap_or(now);
        filled += &format!("<!--{comment}-->");
        rest = after;
    }
    filled.push_str(rest);
    (filled, wrong)
}

fn metrics() -> String {
    let mut text = String::from("| metric | counts | what it is |\n| --- | --- | --- |\n");
    for metric in Metric::NAMED {
        let (name, unit, meaning) = (metric.name(), metric.unit(), metric.meaning());
        writeln!(text, "| `{name}` | {unit} | {meaning} |").unwrap();
    }
    text
}

/// The fields of the schema that are metrics.
fn schema_of_metrics() -> String {
    let fields = Metric::ALL.map(|metric| {
        let (name, meaning) = (metric.name(), metric.meaning());
        format!(
            "        \"{name}\": {{ \"description\": \"{meaning}\", \"type\": \"integer\", \"minimum\": 0 }},\n"
        )
    });
    fields.concat()
}

/// The names of the metrics among the fields that the schema requires.
fn required_metrics() -> String {
    Metric::ALL
        .map(|metric| format!("        \"{}\",\n", metric.name()))
        .concat()
}

/// A part of a file that is made from the code: what stands before and after it, and the part.
type Part<'a> = (&'a str, &'a str, String);

/// Compares a file with what it should be: filled, and then with parts that are made from the code. `UPDATE_RULES=1`
/// rewrites it.
fn hold(file: &str, fill: impl Fn(&str) -> String, parts: &[Part<'_>]) {
    let path = path(file);
    let old = std::fs::read_to_string(&path).unwrap();
    let mut text = fill(&old);
    for (begin, end, part) in parts {
        let from = text.find(begin).unwrap_or_else(|| panic!("no {begin}")) + begin.len();
        let to = text[from..].find(end).unwrap_or_else(|| panic!("no {end}"));
        text.replace_range(from..from + to, part);
    }
    let mut lines = old.lines().zip(text.lines());
    let first = lines.find(|(old, new)| old != new);
    if crate::golden::is_asked("UPDATE_RULES") && old != text {
        std::fs::write(&path, &text).unwrap();
    }
    assert!(
        old == text,
        "{file} differs, first in {first:?}; UPDATE_RULES=1 rewrites it"
    );
}

/// The same for a page whose tables stand between comments with their names.
fn hold_tables(file: &str, fill: impl Fn(&str) -> String, tables: &[(&str, String)]) {
    let marks = tables.iter().map(|(name, table)| {
        let (begin, end) = (
            format!("<!-- {name} -->\n"),
            format!("<!-- end of {name} -->"),
        );
        (begin, end, table.clone())
    });
    let marks: Vec<_> = marks.collect();
    let parts = marks
        .iter()
        .map(|(begin, end, table)| (&**begin, &**end, table.clone()));
    hold(file, fill, &parts.collect::<Vec<_>>());
}

#[test]
fn the_tables_and_numbers_of_the_rules_are_those_of_the_code() {
    let filled = |text: &str| {
        let (text, unknown) = fill(text);
        assert!(
            unknown.is_empty(),
            "docs/rules.md names no number in {unknown:?}"
        );
        text
    };
    hold_tables(
        "docs/rules.md",
        filled,
        &[
            ("numbers", numbers()),
            ("fixed", fixed()),
            ("fuel", fuel()),
            ("monsters", monsters()),
            ("abilities", abilities()),
            ("items", items()),
            ("levels", levels()),
            ("rooms", rooms()),
        ],
    );
}

#[test]
fn the_metrics_of_the_documentation_and_of_the_schema_are_those_of_the_code() {
    hold_tables("docs/search.md", str::to_owned, &[("metrics", metrics())]);
    let object = "\"Figures of the map.\",\n      \"type\": \"object\",\n      \"required\": [\n";
    hold(
        "assets/map.schema.json",
        str::to_owned,
        &[
            (object, "        \"farthest\",", required_metrics()),
            (
                "\"longest_ends\"\n      ],\n      \"additionalProperties\": false,\n      \"properties\": {\n",
                "        \"farthest\":",
                schema_of_metrics(),
            ),
        ],
    );
}

/// The prose of a text in Markdown: without tables that are generated, drawings and code, and without the numbers that
/// comments name.
fn prose(text: &str) -> String {
    let mut prose = String::new();
    let (mut is_table, mut is_code) = (false, false);
    for line in text.lines() {
        if line.starts_with("<!-- ") {
            is_table = !line.starts_with("<!-- end");
        }
        let is_fence = line.starts_with("```");
        is_code ^= is_fence;
        if !(is_table || is_code || is_fence) {
            prose = prose + line + "\n";
        }
    }
    let prose: Vec<&str> = prose.split('`').step_by(2).collect();
    let prose = prose.join("`");
    let mut plain = String::new();
    let mut rest = prose.as_str();
    while let Some((before, after)) = rest.split_once("<!--") {
        plain.push_str(before.trim_end_matches(char::is_alphanumeric));
        rest = after.split_once("-->").unwrap().1;
    }
    plain + rest
}

/// Words of the prose that are numbers of nothing that could be another one: names, shapes, and what a structure of the
/// program has room for.
const NO_NUMBERS: [&str; 12] = [
    "code page 437",
    "and no two have the same one",
    "eight directions",
    "between two walls",
    "one of a vault's three",
    "or a third of another kind",
    "and half of them, rounded up, brightly",
    "and the two beside that",
    "No two on a level are alike",
    "a quarter turn",
    "one of three things",
    "a tile of three pipes",
];

#[test]
fn the_prose_of_the_rules_has_no_number_but_those_that_it_takes_from_the_code() {
    let text = std::fs::read_to_string(path("docs/rules.md")).unwrap();
    let mut prose = prose(&text)
        .split_whitespace()
        .collect::<Vec<_>>()
        .join(" ");
    for one in NO_NUMBERS {
        assert!(prose.contains(one), "the prose has no \"{one}\" any longer");
        prose = prose.replace(one, "");
    }
    let is_number = |word: &str| {
        let spelt = CARDINALS[2..].contains(&word) || PARTS[2..].contains(&word);
        spelt || word.bytes().any(|byte| byte.is_ascii_digit())
    };
    let words: Vec<&str> = prose.split(|one: char| !one.is_alphanumeric()).collect();
    let numbers = words.windows(5).filter(|words| is_number(words[2]));
    let numbers: Vec<String> = numbers.map(|words| words.join(" ")).collect();
    assert!(numbers.is_empty(), "{numbers:#?}");
    let whole = named()["turn.turn"];
    let (filled, wrong) =
        fill("a third<!--turn.turn--> of 7<!--no.number-->, and <!--turn.turn-->");
    assert_eq!(
        filled,
        format!("a {whole}<!--turn.turn--> of 7<!--no.number-->, and <!--turn.turn-->")
    );
    assert_eq!(wrong, ["7<!--no.number-->", "<!--turn.turn-->"]);
}

#[test]
fn the_rules_describe_every_behaviour() {
    let text = std::fs::read_to_string(path("docs/rules.md")).unwrap();
    for def in content().monsters() {
        let behaviour = format!("{:?}", def.behaviour);
        let name = behaviour.split(' ').next().unwrap();
        let described = text.contains(&format!("- **{name}**"));
        assert!(described, "{name} is not described");
    }
}
