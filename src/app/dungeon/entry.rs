//! What people type or paste to get another map: a seed, a share code, a size, a number. Each
//! gives the map's spec, or says what is wrong with it.

use crate::geom::Size;
use crate::mapgen::{Kind, MapSpec, ParamSpec};

/// The map that `text`, a seed or a share code, leads to from `spec`.
///
/// # Errors
/// Says which part is wrong, and why.
pub fn seed_or_code(spec: &MapSpec, text: &str) -> Result<MapSpec, String> {
    let text = one_line(text);
    if MapSpec::is_code(&text) {
        return text.parse().map_err(|error| format!("{error}"));
    }
    let seed = text.parse().map_err(|error| format!("seed: {error}"))?;
    Ok(spec.with_seed(seed))
}

/// A text that was pasted into a field of one line: its lines are joined.
pub fn one_line(text: &str) -> String {
    text.lines().map(str::trim).collect()
}

/// The map of another size.
///
/// # Errors
/// Says what the generator accepts.
pub fn size(spec: &MapSpec, size: Size) -> Result<MapSpec, String> {
    MapSpec::with_params(spec.generator(), size, spec.params().clone(), spec.seed)
        .map_err(|error| error.to_string())
}

/// The map with parameter number `index` at `value`, brought into its range.
///
/// # Errors
/// If the generator refuses it together with the others or with the size.
pub fn param(spec: &MapSpec, index: usize, value: i32) -> Result<MapSpec, String> {
    let mut params = spec.params().clone();
    params.set_value(index, value);
    MapSpec::with_params(spec.generator(), spec.size(), params, spec.seed)
        .map_err(|error| error.to_string())
}

/// A number as it is typed for the parameter `of`.
///
/// # Errors
/// Says which values there are.
pub fn number(of: &ParamSpec, text: &str) -> Result<i32, String> {
    let wrong = || format!("{} takes {}", of.name, of.range());
    let value = text.trim().parse().map_err(|_| wrong())?;
    match of.kind {
        Kind::Int { min, max, .. } if !(min..=max).contains(&value) => Err(wrong()),
        _ => Ok(value),
    }
}

/// A side as it is typed.
///
/// # Errors
/// If it is no whole number.
pub fn side(text: &str) -> Result<u32, String> {
    text.trim()
        .parse()
        .map_err(|_| format!("`{}` is not a number of tiles", text.trim()))
}

/// Ranges longer than this are spread by logarithm: what matters lies at their beginning.
const LINEAR: i64 = 200;

/// Where `value` lies on a slider for `min..=max`.
pub fn slide(min: i32, max: i32, value: i32) -> f32 {
    let offset = (i64::from(value) - i64::from(min)) as f32;
    if i64::from(max) - i64::from(min) <= LINEAR {
        offset
    } else {
        (offset + 1.0).ln()
    }
}

/// The value at place `place` of a slider for `min..=max`.
pub fn value_at(min: i32, max: i32, place: f32) -> i32 {
    let offset = if i64::from(max) - i64::from(min) <= LINEAR {
        place
    } else {
        place.exp() - 1.0
    };
    (i64::from(min) + offset.round() as i64).clamp(i64::from(min), i64::from(max)) as i32
}

/// How far on a slider one more is from `value`; at the end, how far one less is.
pub fn stride(min: i32, max: i32, value: i32) -> f32 {
    let here = slide(min, max, value);
    if value < max {
        slide(min, max, value + 1) - here
    } else {
        here - slide(min, max, value.saturating_sub(1).max(min))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rng::Seed;

    fn spec() -> MapSpec {
        "rooms/80x50/tries=60#7".parse().unwrap()
    }

    #[test]
    fn a_seed_changes_the_seed_alone_and_a_code_all() {
        let seeded = seed_or_code(&spec(), " 0x10 ").unwrap();
        assert_eq!(seeded.to_string(), "rooms/80x50/tries=60#16");
        let named = seed_or_code(&spec(), "salt and iron").unwrap();
        assert_eq!(named.seed, "salt and iron".parse::<Seed>().unwrap());
        let code = seed_or_code(&spec(), "rogue/40x30#3").unwrap();
        assert_eq!(code.to_string(), "rogue/40x30#3");
    }

    #[test]
    fn a_seed_or_a_code_that_was_broken_into_lines_is_joined() {
        let seeded = seed_or_code(&spec(), "123\n456\r\n").unwrap();
        assert_eq!(seeded.to_string(), "rooms/80x50/tries=60#123456");
        let code = seed_or_code(&spec(), "rogue/40x30\n  #3\n").unwrap();
        assert_eq!(code.to_string(), "rogue/40x30#3");
    }

    #[test]
    fn each_wrong_part_of_a_code_is_named() {
        for (text, needle) in [
            ("rouge/80x50#7", "did you mean `rogue`"),
            ("rogue/80#7", "`80` is not a size"),
            ("rogue/3x3#7", "7x7"),
            ("rogue/80x50/sectors=9#7", "2..=6"),
            ("rogue/80x50/joins=some#7", "all | until-connected"),
            ("rogue/80x50/sector=3#7", "did you mean `sectors`"),
            ("rogue/80x50#", "seed"),
            ("rogue/80x50", "generator/WxH#seed"),
            ("", "seed"),
        ] {
            let error = seed_or_code(&spec(), text).unwrap_err();
            assert!(error.contains(needle), "{text}: {error}");
        }
    }

    #[test]
    fn sizes_and_parameters_are_refused_with_the_reason() {
        assert!(size(&spec(), Size::new(5, 5)).unwrap_err().contains("7x7"));
        assert_eq!(size(&spec(), Size::new(40, 30)).unwrap().size().width, 40);
        let error = param(&spec(), 1, 13).unwrap_err();
        assert!(error.contains("min-side=13"), "{error}");
        assert_eq!(param(&spec(), 0, -4).unwrap().params().value(0), 1);
        let of = &spec().generator().info().params[0];
        assert_eq!(number(of, " 31 "), Ok(31));
        assert!(number(of, "0").unwrap_err().contains("1..=100000"));
        assert!(number(of, "x").unwrap_err().contains("1..=100000"));
        assert!(side("x").unwrap_err().contains("`x`"));
    }

    #[test]
    fn every_value_of_a_slider_is_reached_by_single_strides_both_ways() {
        for (min, max) in [(2, 6), (0, 200), (1, 100_000), (0, 1_000_000), (-500, 500)] {
            let mut value = min;
            for _ in 0..2000.min(max - min) {
                let place = slide(min, max, value);
                assert_eq!(value_at(min, max, place), value);
                let on = value_at(min, max, place + stride(min, max, value));
                assert_eq!(on, value + 1);
                let there = slide(min, max, on);
                assert_eq!(value_at(min, max, there - stride(min, max, on)), value);
                value = on;
            }
        }
    }
}
