//! What the documentation says against the code: the tables of `docs/rules.md` are made from the content, those of
//! `docs/search.md` and the metrics of `assets/map.schema.json` from the table of metrics. `UPDATE_RULES=1` rewrites them
//! and fails.

use std::fmt::Write as _;
use std::path::Path;

use undercroft_core::game::content::{Abilities, Class, Content, DEEPEST, ItemDef, Number};
use undercroft_core::game::describe_rule;
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
    for def in content().rooms() {
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

/// Compares parts of a file, by its path from the root of the repository, with what they should be. `UPDATE_RULES=1`
/// rewrites them.
fn hold(file: &str, parts: &[Part<'_>]) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(file);
    let mut text = std::fs::read_to_string(&path).unwrap();
    let mut wrong = Vec::new();
    for (begin, end, part) in parts {
        let from = text.find(begin).unwrap_or_else(|| panic!("no {begin}")) + begin.len();
        let to = text[from..].find(end).unwrap_or_else(|| panic!("no {end}"));
        let place = from..from + to;
        if text[place.clone()] != *part {
            wrong.push(begin.trim());
            text.replace_range(place, part);
        }
    }
    if crate::golden::is_asked("UPDATE_RULES") && !wrong.is_empty() {
        std::fs::write(&path, text).unwrap();
    }
    assert!(
        wrong.is_empty(),
        "{file} differs after {wrong:?}; UPDATE_RULES=1 rewrites it"
    );
}

/// Compares the tables of a page, each of which stands between comments with its name.
fn hold_tables(file: &str, tables: &[(&str, String)]) {
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
    hold(file, &parts.collect::<Vec<_>>());
}

#[test]
fn the_tables_of_the_rules_are_those_of_the_code() {
    hold_tables(
        "docs/rules.md",
        &[
            ("numbers", numbers()),
            ("monsters", monsters()),
            ("abilities", abilities()),
            ("items", items()),
            ("levels", levels()),
            ("rooms", rooms()),
        ],
    );
}

#[test]
fn the_metrics_of_the_documentation_are_those_of_the_code() {
    hold_tables("docs/search.md", &[("metrics", metrics())]);
}

#[test]
fn the_metrics_of_the_schema_are_those_of_the_code() {
    let object = "\"Figures of the map.\",\n      \"type\": \"object\",\n      \"required\": [\n";
    hold(
        "assets/map.schema.json",
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

#[test]
fn the_rules_describe_every_behaviour_and_name_no_number_that_there_is_not() {
    let text =
        std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/rules.md"))
            .unwrap();
    for def in content().monsters() {
        let behaviour = format!("{:?}", def.behaviour);
        let name = behaviour.split(' ').next().unwrap();
        let described = text.contains(&format!("- **{name}**"));
        assert!(described, "{name} is not described");
    }
    let abilities = Abilities::list()
        .into_iter()
        .flat_map(|ability| ability.numbers);
    let numbers = content().rules().numbers().into_iter().chain(abilities);
    let names: Vec<&str> = numbers.map(|number| number.name).collect();
    assert!(names.len() > 80);
    // Prose that mentions a number of the table by name mentions one that there is.
    for quoted in text.split('`').skip(1).step_by(2) {
        let known_group = names.iter().any(|name| {
            quoted
                .split_once('.')
                .is_some_and(|(group, _)| name.starts_with(&format!("{group}.")))
        });
        assert!(
            !known_group || names.contains(&quoted),
            "`{quoted}` is no number of the rules"
        );
    }
}
