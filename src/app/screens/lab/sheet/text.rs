//! What the sheet says of its maps and of the one under the cursor.

use super::listing::Source;
use super::state::Sheet;
use super::thumbnail::Thumbnail;
use crate::game::counted;
use crate::mapgen::metric::Metric;

/// What the maps are, and how many.
pub(super) fn headline(sheet: &Sheet) -> String {
    let count = sheet.items().len();
    let base = sheet.base.as_ref().map_or_else(String::new, |spec| {
        format!("{} {}", spec.name(), spec.size())
    });
    let text = match sheet.source() {
        Source::Seeds => format!("{count} seeds of {base}"),
        Source::Values => format!("{count} values of a parameter of {base}"),
        Source::Range => describe_range(sheet),
        Source::Kept if count == 0 => "No map is kept yet: m keeps one".to_owned(),
        Source::Kept => format!("{count} kept maps"),
        Source::Found => match (&sheet.search, sheet.condition()) {
            (Some(search), Some(_)) => format!("{base}: {}", search.progress(count)),
            _ => format!(
                "{base}: type a condition on {}, such as loops >= 3 && longest_steps >= 200",
                Metric::NAMED.map(Metric::name).join(", ")
            ),
        },
    };
    let told: Vec<&str> = sheet.told().into_iter().map(Metric::name).collect();
    let told = match (told.as_slice(), sheet.source()) {
        ([], _) | (_, Source::Range) => String::new(),
        (names, _) => format!("; below each: {}", names.join(" ")),
    };
    match sheet.count_due() {
        0 => text + &told,
        due => format!("{text}, {due} to draw{told}"),
    }
}

/// What the heat map is of.
fn describe_range(sheet: &Sheet) -> String {
    let Some(chart) = &sheet.chart else {
        return String::new();
    };
    let kinds: Vec<String> = chart.names().collect();
    let kinds = match kinds.as_slice() {
        [one, other] => format!("{one} blue, {other} orange, both pale"),
        _ => kinds.concat(),
    };
    format!("{kinds}: {}", chart.progress())
}

/// The cell under the cursor.
fn describe_cell(sheet: &Sheet) -> String {
    let chart = sheet.chart.as_ref();
    let Some((chart, condition)) = chart.and_then(|chart| Some((chart, chart.condition()?))) else {
        return String::new();
    };
    let maps = chart.maps(chart.cursor());
    let counts = chart.names().zip(maps);
    let counts: Vec<String> = counts.map(|(_, maps)| counted(maps, "map")).collect();
    format!(
        "{condition}: {}. Enter or a click shows them",
        counts.join(" and ")
    )
}

/// The map or the cell under the cursor.
pub(super) fn describe_chosen(sheet: &Sheet) -> String {
    if sheet.source() == Source::Range {
        return describe_cell(sheet);
    }
    let Some(item) = sheet.chosen() else {
        return "There is no map here".to_owned();
    };
    let figures = Metric::ALL.iter().filter_map(|metric| {
        let figure = item.thumbnail.figure(*metric)?;
        Some(format!("{} {}", metric.name(), metric.in_words(figure)))
    });
    let figures: Vec<String> = figures.collect();
    let failed = match &item.thumbnail {
        Thumbnail::Failed(reason) => reason.as_str(),
        _ => "",
    };
    format!("{}  {}{failed}", item.spec, figures.join("  "))
}
