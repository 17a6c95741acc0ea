//! The pads that are plugged in: their buttons, and the presses on their way to the frame.

#[cfg(feature = "gamepad")]
mod device;
mod hold;
mod press;

#[cfg(feature = "gamepad")]
pub(in crate::app) use device::plugin;
pub use hold::{Change, Hold, Stick};
pub use press::{Button, PadQueue, Press};
