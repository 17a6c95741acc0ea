//! `undercroft man`: prints manual pages.

use std::io::Write;

use clap_mangen::Man;

use super::{CliError, exit_status};
use crate::text;

const EXAMPLES: &str = concat!(
    r#"Examples:
  undercroft man > undercroft.1
  undercroft man search > undercroft-search.1

`man -l FILE` shows a page. Installed as ~/.local/share/man/man1/undercroft.1,
`man undercroft` finds it.

"#,
    exit_status!()
);

/// Print the manual page of the program, or of a command
#[derive(clap::Args)]
#[command(after_long_help = EXAMPLES)]
pub struct Args {
    /// The command, such as search [default: the program]
    command: Option<String>,
}

/// Prints the page.
pub fn run(args: &Args, out: &mut impl Write) -> Result<(), CliError> {
    let mut program = super::command().disable_help_subcommand(true);
    // Gives the commands their full names.
    program.build();
    let page = match &args.command {
        None => &program,
        Some(name) => program.find_subcommand(name).ok_or_else(|| {
            let names: Vec<&str> = program.get_subcommands().map(|it| it.get_name()).collect();
            let near = names
                .iter()
                .map(|known| (strsim::osa_distance(known, name), known));
            let near = near
                .min()
                .filter(|(distance, _)| *distance <= 1 + name.len() / 4);
            let hint = match near {
                Some((_, known)) => format!("did you mean \"{known}\"?"),
                None => format!("there are {}", names.join(", ")),
            };
            let name = text::excerpt(name);
            CliError::Usage(format!("there is no command \"{name}\"; {hint}"))
        })?,
    };
    Man::new(page.clone())
        .source(concat!("undercroft ", env!("CARGO_PKG_VERSION")))
        .render(out)
        .map_err(CliError::Output)
}
