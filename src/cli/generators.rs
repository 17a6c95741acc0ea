//! `undercroft generators`: lists the map generators, or shows one, for people or as JSON.

use std::io::{self, Write};

use super::{CliError, exit_status};
use crate::export::record;
use crate::geom::Size;
use crate::mapgen::{self, Generator};
use crate::text;

const EXAMPLES: &str = concat!(
    r#"Examples:
  undercroft generators
  undercroft generators caves
  undercroft generators --json
  undercroft generate --generator rooms --param tries=60 --param margin=1

The minimum size is that for the default parameters; others may need a larger
map.

--json prints one object:
  generation_version  number
  generators          list, with NAME of one, of
    name, description, source     texts
    min_size, max_size            {"width", "height"}, min_size with defaults
    params                        list of
      name, meaning               texts
      min, max, default           numbers, for a numeric parameter
      options, default            words, for a choice of words
  special             list, in the same form: what makes maps of one size, or
                      only changes the map of the stages before it

"#,
    exit_status!()
);

/// List the generators, or show one, with sizes, parameters, ranges and defaults
#[derive(clap::Args)]
#[command(after_long_help = EXAMPLES)]
pub struct Args {
    /// Show this generator alone
    name: Option<String>,

    /// Print JSON; --help describes its fields
    #[arg(long)]
    json: bool,
}

/// Prints the list.
pub fn run(args: &Args, out: &mut impl Write) -> Result<(), CliError> {
    let generators = match &args.name {
        None => crate::known().all().collect(),
        Some(name) => {
            let generator = crate::known().look_up(&text::value(name));
            vec![generator.map_err(|error| CliError::Usage(error.to_string()))?]
        }
    };
    let done = if args.json {
        print_json(&generators, out)
    } else {
        print_list(&generators, out)
    };
    done.map_err(CliError::Output)
}

fn min_size(generator: &dyn Generator) -> Size {
    generator.min_size(&generator.params())
}

fn print_list(generators: &[&dyn Generator], out: &mut impl Write) -> io::Result<()> {
    for (index, generator) in generators.iter().enumerate() {
        if index > 0 {
            writeln!(out)?;
        }
        let info = generator.info();
        writeln!(out, "{}: {}", info.name, info.description)?;
        let max = generator.max_size();
        writeln!(
            out,
            "  size    {}",
            mapgen::sizes(min_size(*generator), max)
        )?;
        writeln!(out, "  source  {}", info.source)?;
        let widest = info.params.iter().map(|param| param.name.len()).max();
        for param in info.params {
            let default = param.show(param.default());
            writeln!(
                out,
                "  --param {:width$}  {}, default {default}: {}",
                param.name,
                param.range(),
                param.meaning,
                width = widest.unwrap_or_default()
            )?;
        }
    }
    Ok(())
}

fn print_json(generators: &[&dyn Generator], out: &mut impl Write) -> io::Result<()> {
    let entry = |generator: &&dyn Generator| {
        let info = generator.info();
        record! {
            name: info.name,
            description: info.description,
            source: info.source,
            min_size: min_size(*generator),
            max_size: generator.max_size(),
            params: info.params,
        }
    };
    let is_special = |generator: &&&dyn Generator| {
        let mut makers = crate::known().makers().iter();
        let has_one_size = min_size(**generator) == generator.max_size();
        has_one_size || makers.all(|maker| maker.name() != generator.name())
    };
    // One that is asked for is in the list, whatever it is.
    let (special, makers): (Vec<_>, Vec<_>) = match generators {
        [_] => (Vec::new(), generators.iter().collect()),
        _ => generators.iter().partition(is_special),
    };
    let listing = record! {
        generation_version: crate::GENERATION_VERSION,
        generators: makers.into_iter().map(entry).collect::<Vec<_>>(),
        special: special.into_iter().map(entry).collect::<Vec<_>>(),
    };
    serde_json::to_writer_pretty(&mut *out, &listing)?;
    writeln!(out)
}
