//! Boards of Conduit on the GPU, for the Conduit screen and for the conduits of Descend: their animation,
//! the texture with their tiles, and the material with its shaders.

mod animation;
mod material;
mod texels;

pub use animation::{BoardAnimation, SIDES};
pub(in crate::app) use material::plugin;
pub use material::{BoardMaterial, BoardMaterials, BoardPlace};
pub use texels::{HINTED, Mark, PacketSlots, REASON, Scratch, WRONG};
