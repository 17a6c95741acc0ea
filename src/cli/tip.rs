//! What a wrong word of a command line may have been meant as: generators, their parameters and screens have names, too,
//! which stand after an option.

use clap::Command;
use clap::builder::StyledStr;
use clap::error::{ContextKind, ContextValue, Error};

use super::window::SCREENS;
use crate::code::Target;
use crate::mapgen::Generator;

/// Adds a tip to an error of the parser of `root`, if its word has a meaning elsewhere.
pub fn add(error: &mut Error, root: &Command, command: Option<&str>) {
    let text = |kind: ContextKind| match error.get(kind) {
        Some(ContextValue::String(word)) => Some(word.clone()),
        _ => None,
    };
    let tip = if let Some(word) = text(ContextKind::InvalidSubcommand) {
        of_command(&word)
    } else {
        let command = command.and_then(|name| root.find_subcommand(name));
        let takes = |id: &str| {
            let mut all = command.unwrap_or(root).get_arguments();
            all.any(|argument| argument.get_id() == id)
        };
        text(ContextKind::InvalidArg).and_then(|word| of_argument(&word, takes))
    };
    if let Some(tip) = tip {
        for kind in [ContextKind::SuggestedSubcommand, ContextKind::SuggestedArg] {
            error.remove(kind);
        }
        let tip = ContextValue::StyledStrs(vec![StyledStr::from(tip)]);
        error.insert(ContextKind::Suggested, tip);
    }
}

fn is_generator(word: &str) -> bool {
    crate::known().find(word).is_some()
}

/// The tip for what stands where a command is expected.
fn of_command(word: &str) -> Option<String> {
    if SCREENS.contains(&word) {
        return Some(format!(
            "to open the window there: undercroft --screen {word}"
        ));
    }
    if is_generator(word) {
        return Some(format!(
            "to make such a map: undercroft generate --generator {word}"
        ));
    }
    let tip =
        "to write a map in a format: undercroft generate, or undercroft convert for one in a file";
    (word == "export").then(|| tip.to_owned())
}

/// The tip for an argument that a command does not have, which takes those with some ids.
fn of_argument(word: &str, takes: impl Fn(&str) -> bool) -> Option<String> {
    if let Some(name) = word.strip_prefix("--") {
        let mut generators = crate::known().all().map(Generator::info);
        let is_param = generators.any(|info| info.params.iter().any(|param| param.name == name));
        return (is_param && takes("params"))
            .then(|| format!("{name} is a parameter of generators: --param {name}=VALUE"));
    }
    if is_generator(word) && takes("generator") {
        return Some(format!("{word} is a generator: --generator {word}"));
    }
    let is_seed = takes("seed")
        && matches!(
            Target::read(word, crate::known()),
            Ok(Target::Number(_) | Target::Map(_))
        );
    is_seed.then(|| format!("seeds and share codes follow an option: --seed {word}"))
}
