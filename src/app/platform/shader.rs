//! The shaders of `shaders/`, which are compiled into the program.

use bevy::asset::Assets;
use bevy::prelude::*;

/// A shader and where its text is from.
#[derive(Clone)]
pub(in crate::app) struct EmbeddedShader {
    pub handle: Handle<Shader>,
    /// The path of the file, from the root of the repository.
    pub file: &'static str,
    pub text: &'static str,
}

/// Declares an [`EmbeddedShader`] by its handle and the name of its file.
macro_rules! embedded_shader {
    ($handle:expr, $name:literal) => {
        $crate::app::platform::shader::EmbeddedShader {
            handle: $handle,
            file: concat!("shaders/", $name),
            text: include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/shaders/", $name)),
        }
    };
}
pub(in crate::app) use embedded_shader;

/// The shaders that were loaded.
#[derive(Resource, Default)]
pub(in crate::app) struct EmbeddedShaders(pub Vec<EmbeddedShader>);

/// Loads shaders. Those that another one imports come first.
pub(in crate::app) fn load(app: &mut App, shaders: impl IntoIterator<Item = EmbeddedShader>) {
    for shader in shaders {
        set_text(app.world_mut(), &shader, shader.text.to_owned());
        let mut loaded = app.world_mut().get_resource_or_init::<EmbeddedShaders>();
        loaded.0.push(shader);
    }
}

/// Sets the text of a shader; whatever is drawn with it is drawn anew.
pub(in crate::app) fn set_text(world: &mut World, shader: &EmbeddedShader, text: String) {
    let mut shaders = world.resource_mut::<Assets<Shader>>();
    // A handle that is a constant always has a place.
    let _ = shaders.insert(shader.handle.id(), Shader::from_wgsl(text, shader.file));
}
