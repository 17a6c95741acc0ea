//! The picture of a Conduit board, for the Conduit screen and for the conduits of Descend: how each tile
//! looks on its way to its new state, the texture and the material that the shaders read. Knows no
//! screen.

mod material;
mod picture;
mod texels;

pub(in crate::app) use material::plugin;
pub use material::{BoardMaterial, BoardMaterials, BoardPlace};
pub use picture::{Picture, SIDES};
pub use texels::{HINTED, Mark, REASON, Scratch, TilePackets, WRONG, index};
