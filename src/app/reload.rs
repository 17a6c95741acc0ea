//! In a build with the feature `reload`: shaders and content are read again when their files in the repository
//! change, while the program runs. For whoever works on them.

use std::path::Path;
use std::{fs, io};

use bevy::prelude::*;
use bevy::render::error_handler::{ErrorType, RenderError, RenderErrorPolicy};

use super::notice::Notice;
use super::platform::device_loss;
use super::platform::shader::{self, EmbeddedShaders};
use super::screens::descend::Mode;
use super::stage::{PlayedContent, Run};
use crate::disk;
use crate::game::content::Content;
use crate::game::{Practice, Setup};

#[cfg(feature = "reload")]
pub(super) mod watch;

/// A shader that does not compile is told of on standard error, with its line; what needs it is not drawn until it
/// does. Any other failure ends the program.
fn go_on(error: &RenderError, world: &mut World, renderer: &mut World) -> RenderErrorPolicy {
    match error.ty {
        ErrorType::Validation => RenderErrorPolicy::Ignore,
        _ => device_loss::record_loss(error, world, renderer),
    }
}

/// Reads all shaders whose text differs from that in the repository at `root`.
fn reload_shaders(world: &mut World, root: &Path) -> io::Result<()> {
    let shaders = world.resource::<EmbeddedShaders>().0.clone();
    for shader in shaders {
        let text = match fs::read_to_string(root.join(shader.file)) {
            // An editor is about to put the new file there.
            Err(error) if error.kind() == io::ErrorKind::NotFound => continue,
            text => text?,
        };
        let loaded = world.resource::<Assets<Shader>>().get(&shader.handle);
        if loaded.is_none_or(|loaded| loaded.source.as_str() != text) {
            shader::set_text(world, &shader, text);
        }
    }
    Ok(())
}

/// Reads the content, and begins the run that is played again with it, from its seed.
fn reload_content(world: &mut World, folder: &Path) -> Result<(), String> {
    let content = disk::read_content(folder).map_err(|errors| errors.to_string())?;
    let played = world.get_resource::<Run>();
    let played = played.filter(|run| run.played().is_some()).map(Run::game);
    let content = match played.and_then(|game| game.content().training()) {
        Some(_) => {
            let file = folder.join("training.txt");
            let text = fs::read_to_string(&file).map_err(|error| error.to_string())?;
            let training = content.add_training((&file.to_string_lossy(), &text));
            training.map_err(|errors| errors.to_string())?
        }
        None => content,
    };
    let is_unchanged = match played {
        Some(game) => *game.content() == content,
        None => PlayedContent::or_own(world.get_resource()).is_ok_and(|old| *old == content),
    };
    if is_unchanged {
        return Ok(());
    }
    // The few versions of one session stay in memory: whatever is played refers to its content.
    let content: &'static Content = Box::leak(Box::new(content));
    let setup = played.map(|game| Setup::with_content(game.seed(), content).plus(game.plus()));
    if content.training().is_none() {
        world.insert_resource(PlayedContent(content));
    }
    if let Some(setup) = setup {
        let mut run = Run::begin(setup)?;
        run.mark_practice(Practice::Reloaded);
        world.insert_resource(run);
        *world.get_resource_or_init::<Mode>() = Mode::Map;
    }
    world.resource_mut::<Notice>().say("Content reloaded.");
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::platform::device_loss::LostDevice;
    use crate::rng::Seed;
    use tempfile::TempDir;

    const ROOT: &str = env!("CARGO_MANIFEST_DIR");

    /// A copy of the folder of content.
    fn content_folder() -> TempDir {
        let folder = tempfile::tempdir().unwrap();
        for file in fs::read_dir(Path::new(ROOT).join("core/assets/content")).unwrap() {
            let file = file.unwrap().path();
            fs::copy(&file, folder.path().join(file.file_name().unwrap())).unwrap();
        }
        folder
    }

    /// Changes the first occurrence of a text in a file.
    fn change(file: &Path, from: &str, to: &str) {
        let text = fs::read_to_string(file).unwrap();
        assert!(text.contains(from));
        fs::write(file, text.replacen(from, to, 1)).unwrap();
    }

    fn world(setup: Setup) -> World {
        let mut world = World::new();
        world.init_resource::<Notice>();
        world.insert_resource(Run::begin(setup).unwrap());
        world
    }

    fn practice(world: &World) -> Option<Practice> {
        world.resource::<Run>().game().practice()
    }

    #[test]
    fn changed_content_begins_the_run_again_as_practice_and_errors_leave_it() {
        let folder = content_folder();
        let folder = folder.path();
        let mut world = world(Setup::new(Seed(7)).unwrap());
        reload_content(&mut world, folder).unwrap();
        assert_eq!(practice(&world), None, "nothing has changed");
        change(&folder.join("monsters.ron"), "crypt rat", "crypt mouse");
        reload_content(&mut world, folder).unwrap();
        let game = world.resource::<Run>().game();
        assert_eq!((game.seed(), game.turns()), (Seed(7), 0));
        assert_eq!(practice(&world), Some(Practice::Reloaded));
        let names = game.content().monsters();
        assert!(names.iter().any(|def| def.name == "crypt mouse"));
        let digest = game.content().digest();
        change(&folder.join("monsters.ron"), "crypt mouse", "crypt rat");
        reload_content(&mut world, folder).unwrap();
        assert_eq!(
            practice(&world),
            Some(Practice::Reloaded),
            "as before, and no less practice"
        );
        change(&folder.join("monsters.ron"), "crypt rat", "crypt mouse");
        reload_content(&mut world, folder).unwrap();
        fs::write(folder.join("monsters.ron"), "[(").unwrap();
        let error = reload_content(&mut world, folder).unwrap_err();
        assert_eq!(error.lines().count(), 1, "{error}");
        assert!(error.contains("monsters.ron:2"), "{error}");
        assert_eq!(world.resource::<Run>().game().content().digest(), digest);
    }

    #[test]
    fn the_training_is_read_again_too() {
        let folder = content_folder();
        let folder = folder.path();
        let mut world = world(Setup::training().unwrap());
        reload_content(&mut world, folder).unwrap();
        assert_eq!(
            practice(&world),
            Some(Practice::Training),
            "nothing has changed"
        );
        change(&folder.join("training.txt"), "health: 40", "health: 39");
        reload_content(&mut world, folder).unwrap();
        assert_eq!(practice(&world), Some(Practice::Reloaded));
        let game = world.resource::<Run>().game();
        assert_eq!(game.view().player().health, 39);
        assert!(game.content().training().is_some());
    }

    #[test]
    fn a_shader_that_does_not_compile_does_not_end_the_program() {
        let mut world = World::new();
        world.init_resource::<LostDevice>();
        let error = |ty| RenderError {
            ty,
            description: String::new(),
            source: None,
        };
        let policy = go_on(&error(ErrorType::Validation), &mut world, &mut World::new());
        assert!(matches!(policy, RenderErrorPolicy::Ignore));
        assert_eq!(world.resource::<LostDevice>().reason(), None);
    }

    #[test]
    fn shaders_are_read_from_the_files_of_the_repository() {
        let mut world = World::new();
        world.init_resource::<Assets<Shader>>();
        world.init_resource::<EmbeddedShaders>();
        let shader = shader::EmbeddedShader {
            handle: Handle::default(),
            file: "shaders/glyph.wgsl",
            text: "",
        };
        shader::set_text(&mut world, &shader, String::new());
        world.resource_mut::<EmbeddedShaders>().0.push(shader);
        reload_shaders(&mut world, Path::new(ROOT)).unwrap();
        let shaders = world.resource::<Assets<Shader>>();
        let (_, read) = shaders.iter().next().unwrap();
        assert!(read.source.as_str().contains("@fragment"));
        reload_shaders(&mut world, Path::new("/nowhere")).unwrap();
    }
}
