//! `undercroft completions`: prints the script that completes commands and options in a shell.

use std::io::Write;

use clap::builder::PossibleValuesParser;
use clap::{Arg, Command, ValueHint};
use clap_complete::Shell;

use super::{CliError, exit_status, window};
use crate::bot::{BotKind, Means};
use crate::mapgen::metric::Metric;

const EXAMPLES: &str = concat!(
    r#"Examples:
  undercroft completions bash > undercroft.bash
  undercroft completions zsh > _undercroft
  undercroft completions fish > undercroft.fish

Bash looks for the script in ~/.local/share/bash-completion/completions, as
`undercroft`; zsh in the folders of $fpath, as `_undercroft`; fish in
~/.config/fish/completions, as `undercroft.fish`. New shells have it.

"#,
    exit_status!()
);

/// Print the completions of a shell
#[derive(clap::Args)]
#[command(after_long_help = EXAMPLES)]
pub struct Args {
    /// The shell that reads them
    shell: Shell,
}

/// Prints the script.
pub fn run(args: &Args, out: &mut impl Write) -> Result<(), CliError> {
    // Into memory first: the generator panics if its output cannot be written.
    let mut script = Vec::new();
    let mut program = describe_values(super::command());
    clap_complete::generate(args.shell, &mut program, "undercroft", &mut script);
    out.write_all(&script).map_err(CliError::Output)
}

/// Adds to each option what its values are: paths, words or neither. The parser does without that, for its refusals
/// of words say more.
fn describe_values(command: Command) -> Command {
    let command = command.mut_args(describe_value);
    command.mut_subcommands(describe_values)
}

fn describe_value(arg: Arg) -> Arg {
    if !arg.get_action().takes_values() || !arg.get_possible_values().is_empty() {
        return arg;
    }
    let words = words(arg.get_id().as_str());
    if !words.is_empty() {
        return arg.value_parser(PossibleValuesParser::new(words));
    }
    let name = arg.get_value_names().and_then(|names| names.first());
    let hint = match name.map(|name| name.as_str()) {
        Some("FILE" | "FILES") => ValueHint::FilePath,
        Some("DIR") => ValueHint::DirPath,
        _ => ValueHint::Other,
    };
    arg.value_hint(hint)
}

/// The words that an option takes, if there are only so many. Some are made here, once in the life of the process.
fn words(id: &str) -> Vec<&'static str> {
    match id {
        "bot" => BotKind::ALL.map(BotKind::name).to_vec(),
        "command" => {
            let program = super::command();
            let names = program.get_subcommands().map(Command::get_name);
            names.map(|name| &*name.to_owned().leak()).collect()
        }
        "generator" | "name" => crate::known().names().collect(),
        "screen" => window::SCREENS.to_vec(),
        "sort" => {
            let names = Metric::NAMED.map(Metric::name);
            let smallest = names.map(|name| &*format!("-{name}").leak());
            names.into_iter().chain(smallest).collect()
        }
        "without" => Means::ALL.map(Means::name).to_vec(),
        _ => Vec::new(),
    }
}
