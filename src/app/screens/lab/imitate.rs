//! Maps of `waves` that imitate a sample of one's own.

use crate::geom::Size;
use crate::mapgen::waves::{Sample, Waves};
use crate::mapgen::{Generator, MapSpec, Stage};

/// The map of `waves` that imitates a sample, with the size and the seed of another; it keeps the parameters of one that
/// imitates something else.
pub(super) fn imitate(spec: &MapSpec, sample: Sample) -> Result<MapSpec, String> {
    let mut stage = match spec.stages() {
        [stage] if stage.generator().info().name == Waves.info().name => stage.clone(),
        _ => Stage::new(&Waves),
    };
    stage.params.set_sample(sample);
    let most = Waves.max_size();
    let size = Size::new(
        spec.size().width.min(most.width),
        spec.size().height.min(most.height),
    );
    let spec = MapSpec::with_stages(vec![stage], size, spec.seed);
    spec.map_err(|error| error.to_string())
}
