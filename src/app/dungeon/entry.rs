//! Turns what players type, paste or set with a slider into the spec of another map: a seed, a share
//! code, a size or a parameter. Errors say what is wrong with the input.

use crate::code::{CodeError, Target};
use crate::geom::Size;
use crate::mapgen::{Kind, MapSpec, ParamSpec};
use crate::text;

/// The map of what a text names, [typed](Target::read) or [pasted](Target::paste); a seed replaces the
/// one of `spec`.
///
/// # Errors
/// Says which part is wrong, and why.
pub fn spec_of(spec: &MapSpec, read: Result<Target, CodeError>) -> Result<MapSpec, String> {
    let target = read.map_err(|error| error.to_string())?;
    target
        .reseed(spec)
        .or_else(|| target.map())
        .ok_or_else(|| target.refusal())
}

/// The spec with another size.
///
/// # Errors
/// If the generator does not accept the size; says what it accepts.
pub fn with_size(spec: &MapSpec, size: Size) -> Result<MapSpec, String> {
    spec.with_size(size).map_err(|error| error.to_string())
}

/// The spec with the parameter `index` of stage number `stage` set to `value`, clamped to its range.
///
/// # Errors
/// If the generator refuses it in combination with the other parameters or the size.
pub fn with_param(
    spec: &MapSpec,
    (stage, index): (usize, usize),
    value: i32,
) -> Result<MapSpec, String> {
    let mut params = spec.stages()[stage].params.clone();
    params.set_value(index, value);
    spec.with_stage_params(stage, params)
        .map_err(|error| error.to_string())
}

/// Parses a number typed for a parameter.
///
/// # Errors
/// If it is no whole number in the parameter's range; says what the range is.
pub fn parse_param(param: &ParamSpec, text: &str) -> Result<i32, String> {
    let text = text::value(text);
    let error = || format!("{}, not \"{}\"", param.rule(), text::excerpt(&text));
    let value = text.parse().map_err(|_| error())?;
    match param.kind {
        Kind::Int { min, max, .. } if !(min..=max).contains(&value) => Err(error()),
        _ => Ok(value),
    }
}

/// Parses a typed width or height, in tiles.
///
/// # Errors
/// If it is no whole number.
pub fn parse_side(text: &str) -> Result<u32, String> {
    let text = text::value(text);
    text.parse()
        .map_err(|_| format!("\"{}\" is not a number of tiles", text::excerpt(&text)))
}

/// Longest range with a linear slider. Longer ranges use a logarithmic one, because their small values
/// matter most.
const MAX_LINEAR: u32 = 200;

/// The position of `value` on a slider for `min..=max`.
pub fn to_slider(min: i32, max: i32, value: i32) -> f32 {
    let offset = (i64::from(value) - i64::from(min)) as f32;
    if max.abs_diff(min) <= MAX_LINEAR {
        offset
    } else {
        (offset + 1.0).ln()
    }
}

/// The value at a position of a slider for `min..=max`.
pub fn from_slider(min: i32, max: i32, position: f32) -> i32 {
    let offset = if max.abs_diff(min) <= MAX_LINEAR {
        position
    } else {
        position.exp() - 1.0
    };
    (i64::from(min) + offset.round() as i64).clamp(i64::from(min), i64::from(max)) as i32
}

/// The distance on a slider from `value` to the next value, or at `max` from the previous one.
pub fn slider_step(min: i32, max: i32, value: i32) -> f32 {
    let here = to_slider(min, max, value);
    if value < max {
        to_slider(min, max, value + 1) - here
    } else {
        here - to_slider(min, max, value.saturating_sub(1).max(min))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::code::link;
    use crate::rng::Seed;

    fn read(text: &str) -> Result<MapSpec, String> {
        spec_of(&spec(), Target::read(text, crate::known()))
    }

    fn spec() -> MapSpec {
        "rooms/80x50/tries=60#7".parse().unwrap()
    }

    #[test]
    fn a_seed_changes_the_seed_alone_and_a_code_all() {
        let seeded = read(" 0x10 ").unwrap();
        assert_eq!(seeded.to_string(), "rooms/80x50/tries=60#16");
        let named = read("salt and iron").unwrap();
        assert_eq!(named.seed, "salt and iron".parse::<Seed>().unwrap());
        assert_eq!(named.to_string(), "rooms/80x50/tries=60#salt+and+iron");
        assert_eq!(named.to_string().parse(), Ok(named.clone()));
        // Other sizes and parameters leave it as it is, another seed does not.
        let sized = with_size(&named, Size::new(90, 60)).unwrap();
        assert_eq!(sized.to_string(), "rooms/90x60/tries=60#salt+and+iron");
        let numbered = spec_of(&sized, Target::read("9", crate::known())).unwrap();
        assert_eq!(numbered.to_string(), "rooms/90x60/tries=60#9");
        let odd = read("what? (7)").unwrap();
        assert_eq!(
            odd.to_string(),
            format!("rooms/80x50/tries=60#{}", odd.seed)
        );
        let code = read("rogue/40x30#3").unwrap();
        assert_eq!(code.to_string(), "rogue/40x30#3");
    }

    #[test]
    fn a_seed_or_a_code_that_was_broken_into_lines_is_joined() {
        let seeded = read("123\n456\r\n").unwrap();
        assert_eq!(seeded.to_string(), "rooms/80x50/tries=60#123456");
        let code = read("rogue/40x30\n  #3\n").unwrap();
        assert_eq!(code.to_string(), "rogue/40x30#3");
    }

    #[test]
    fn a_link_is_read_and_a_board_or_a_maze_is_not_taken_for_a_seed() {
        let read = |text: &str| read(text).map(|spec| spec.to_string());
        let link = |part: &str| read(&link::build("http://localhost:8000/", part));
        assert_eq!(link("rogue/40x30#3"), Ok("rogue/40x30#3".to_owned()));
        assert_eq!(link("seed=3"), Ok("rooms/80x50/tries=60#3".to_owned()));
        let maze = read("maze-dfs/9x7#5@:0:0");
        assert_eq!(
            maze,
            Ok("maze-dfs/9x7#5".to_owned()),
            "progress is left out"
        );
        for (text, screen) in [("board/5x5#7", "Conduit"), ("3x3:s:673aaa888", "Conduit")] {
            for error in [read(text), link(text)] {
                assert!(
                    error
                        .unwrap_err()
                        .ends_with(&format!("open it in {screen}"))
                );
            }
        }
    }

    #[test]
    fn each_wrong_part_of_a_code_is_named() {
        for (text, needle) in [
            ("rouge/80x50#7", "did you mean \"rogue\""),
            ("rogue/80#7", "\"80\" is not a size"),
            ("rogue/3x3#7", "7x7"),
            ("rogue/80x50/sectors=9#7", "sectors must be from 2 to 6"),
            ("rogue/80x50/joins=some#7", "all or until-connected"),
            ("rogue/80x50/sector=3#7", "did you mean \"sectors\""),
            ("rogue/80x50#", "seed"),
            ("rogue/80x50", "generator/WxH#seed"),
            ("", "seed"),
        ] {
            let error = read(text).unwrap_err();
            assert!(error.contains(needle), "{text}: {error}");
        }
    }

    #[test]
    fn sizes_and_parameters_are_refused_with_the_reason() {
        let resized = |width, height| with_size(&spec(), Size::new(width, height));
        assert!(resized(5, 5).unwrap_err().contains("7x7"));
        assert_eq!(resized(40, 30).unwrap().size().width, 40);
        let error = with_param(&spec(), (0, 1), 13).unwrap_err();
        assert!(error.contains("min-side=13"), "{error}");
        assert_eq!(
            with_param(&spec(), (0, 0), -4).unwrap().params().value(0),
            1
        );
        let param = &spec().generator().info().params[0];
        assert_eq!(parse_param(param, " 31 "), Ok(31));
        let rule = "tries must be from 1 to 100000";
        assert_eq!(parse_param(param, "0"), Err(format!("{rule}, not \"0\"")));
        assert_eq!(parse_param(param, "x"), Err(format!("{rule}, not \"x\"")));
        assert!(parse_side("x").unwrap_err().contains("\"x\""));
    }

    #[test]
    fn every_value_of_a_slider_is_reached_by_single_strides_both_ways() {
        for (min, max) in [(2, 6), (0, 200), (1, 100_000), (0, 1_000_000), (-500, 500)] {
            let mut value = min;
            for _ in 0..2000.min(max - min) {
                let here = to_slider(min, max, value);
                assert_eq!(from_slider(min, max, here), value);
                let next = from_slider(min, max, here + slider_step(min, max, value));
                assert_eq!(next, value + 1);
                let there = to_slider(min, max, next);
                let back = from_slider(min, max, there - slider_step(min, max, next));
                assert_eq!(back, value);
                value = next;
            }
        }
    }
}
