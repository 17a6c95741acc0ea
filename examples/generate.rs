//! Five lines to a map: `cargo run --no-default-features --example generate -- rooms/80x24#7`.

use undercroft::mapgen::{MapSpec, SpecError};

fn main() -> Result<(), SpecError> {
    let code = std::env::args()
        .nth(1)
        .unwrap_or_else(|| "rogue/80x24#7".to_owned());
    let spec: MapSpec = code.parse()?;
    print!("{}", spec.generate()?);
    Ok(())
}
