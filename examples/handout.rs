//! Writes what a release holds beside the program: manual pages, completions for shells, and the licences of the
//! crates that the program contains. `scripts/release` runs it:
//!
//! ```text
//! cargo run --no-default-features --features cli --example handout -- FOLDER [TARGET]
//! ```
//!
//! FOLDER gets `share/man`, `share/bash-completion`, `share/zsh`, `share/fish` and `share/licenses`. TARGET is the
//! platform that the program is built for, if it is not this one.

use std::collections::{BTreeMap, BTreeSet};
use std::error::Error;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::{env, fs};

use clap_complete::Shell;
use serde_json::Value;

type Outcome<T = ()> = Result<T, Box<dyn Error>>;

/// A licence's text is a few KiB; anything much longer is something else.
const LONGEST_LICENCE: u64 = 256 * 1024;

fn main() -> ExitCode {
    let Some(folder) = env::args_os().nth(1).map(PathBuf::from) else {
        eprintln!("handout: name the folder to write to");
        return ExitCode::from(2);
    };
    let target = env::args().nth(2);
    let share = folder.join("share");
    match manual(&share)
        .and_then(|()| completions(&share))
        .and_then(|()| licences(&share, target.as_deref()))
    {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("handout: {error}");
            ExitCode::FAILURE
        }
    }
}

/// Writes `undercroft.1` and a page for each command.
fn manual(share: &Path) -> Outcome {
    let folder = made(share.join("man/man1"))?;
    clap_mangen::generate_to(undercroft::cli::command(), folder)?;
    Ok(())
}

/// Writes completions where each shell looks for them.
fn completions(share: &Path) -> Outcome {
    for (shell, place, name) in [
        (Shell::Bash, "bash-completion/completions", "undercroft"),
        (Shell::Zsh, "zsh/site-functions", "_undercroft"),
        (Shell::Fish, "fish/vendor_completions.d", "undercroft.fish"),
    ] {
        let mut text = Vec::new();
        let mut command = undercroft::cli::command();
        clap_complete::generate(shell, &mut command, "undercroft", &mut text);
        fs::write(made(share.join(place))?.join(name), text)?;
    }
    Ok(())
}

/// Writes the licences of the crates in the program for `target`, or for this platform: a list of the crates, then
/// each text once.
fn licences(share: &Path, target: Option<&str>) -> Outcome {
    let about = cargo(&["--version", "--verbose"])?;
    let host = about.lines().find_map(|line| line.strip_prefix("host: "));
    let target = target.or(host).ok_or("cargo does not name its platform")?;
    let metadata: Value = serde_json::from_str(&cargo(&[
        "metadata",
        "--format-version=1",
        "--filter-platform",
        target,
    ])?)?;
    let compiled = cargo(&[
        "tree",
        "--package=undercroft",
        "--target",
        target,
        "--edges=normal",
        "--prefix=none",
        "--format={p}",
    ])?;
    // A line of `cargo tree` is `name vVERSION`, and more for crates that are not from a registry.
    let compiled: BTreeSet<String> = compiled
        .lines()
        .map(|line| line.split(' ').take(2).collect::<Vec<_>>().join(" "))
        .filter(|name| !name.starts_with("undercroft"))
        .collect();
    let mut list = String::new();
    let mut texts: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for package in metadata["packages"].as_array().into_iter().flatten() {
        let (name, version) = (text(package, "name"), text(package, "version"));
        if compiled.contains(&format!("{name} v{version}")) {
            writeln!(list, "{name} {version}: {}", text(package, "license"))?;
            let manifest = Path::new(text(package, "manifest_path"));
            for licence in licence_texts(manifest.parent().unwrap_or(manifest))? {
                texts.entry(licence).or_default().push(name.to_owned());
            }
        }
    }
    if list.lines().count() != compiled.len() {
        return Err("cargo tree names crates that cargo metadata does not".into());
    }
    let mut all = format!("Undercroft contains these crates.\n\n{list}");
    for (licence, crates) in &texts {
        let rule = "-".repeat(80);
        write!(all, "\n{rule}\n{}:\n\n{licence}\n", crates.join(", "))?;
    }
    fs::write(
        made(share.join("licenses/undercroft"))?.join("CRATES.txt"),
        all,
    )?;
    Ok(())
}

/// The licences and notices in the folder of a crate, in the order of their files' names.
fn licence_texts(folder: &Path) -> Outcome<Vec<String>> {
    let mut files = BTreeSet::new();
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let name = entry.file_name().to_string_lossy().to_uppercase();
        let says = ["LICEN", "COPYING", "NOTICE", "UNLICENSE"];
        let met = entry.metadata()?;
        if says.iter().any(|start| name.starts_with(start))
            && met.is_file()
            && met.len() <= LONGEST_LICENCE
        {
            files.insert(entry.path());
        }
    }
    let read = |file: &PathBuf| -> Outcome<String> {
        let text = String::from_utf8_lossy(&fs::read(file)?).replace("\r\n", "\n");
        Ok(text.trim().to_owned())
    };
    files.iter().map(read).collect()
}

fn text<'a>(package: &'a Value, field: &str) -> &'a str {
    package[field].as_str().unwrap_or_default()
}

fn cargo(arguments: &[&str]) -> Outcome<String> {
    let program = env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let output = Command::new(program).args(arguments).output()?;
    if !output.status.success() {
        let said = String::from_utf8_lossy(&output.stderr);
        return Err(format!("cargo {} fails: {said}", arguments.join(" ")).into());
    }
    Ok(String::from_utf8(output.stdout)?)
}

/// The folder, which is there afterwards.
fn made(folder: PathBuf) -> Outcome<PathBuf> {
    fs::create_dir_all(&folder)?;
    Ok(folder)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_command_has_a_manual_page_and_is_completed() {
        let folder = tempfile::tempdir().unwrap();
        manual(folder.path()).unwrap();
        completions(folder.path()).unwrap();
        let read = |name: &str| fs::read_to_string(folder.path().join(name)).unwrap();
        let shells = [
            read("bash-completion/completions/undercroft"),
            read("zsh/site-functions/_undercroft"),
            read("fish/vendor_completions.d/undercroft.fish"),
        ];
        for command in undercroft::cli::command().get_subcommands() {
            let name = command.get_name();
            let page = read(&format!("man/man1/undercroft-{name}.1"));
            assert!(page.contains(".SH OPTIONS"), "{name}: {page}");
            assert!(shells.iter().all(|shell| shell.contains(name)), "{name}");
        }
    }

    #[test]
    fn every_crate_in_the_program_names_its_licence() {
        let folder = tempfile::tempdir().unwrap();
        licences(folder.path(), None).unwrap();
        let all = fs::read_to_string(folder.path().join("licenses/undercroft/CRATES.txt")).unwrap();
        let list: Vec<&str> = all.split("\n\n").nth(1).unwrap().lines().collect();
        assert!(
            list.iter().any(|line| line.starts_with("bevy ")),
            "{list:?}"
        );
        for line in list {
            let licence = line.split_once(": ").map(|(_, licence)| licence);
            assert!(licence.is_some_and(|it| !it.is_empty()), "{line}");
        }
    }
}
