//! `undercroft completions`: prints the script that completes commands and options in a shell.

use std::io::Write;

use clap_complete::Shell;

use super::{CliError, exit_status};

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
    clap_complete::generate(args.shell, &mut super::command(), "undercroft", &mut script);
    out.write_all(&script).map_err(CliError::Output)
}
