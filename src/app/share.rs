//! The clipboard: copies a code, or with the address of a browser page a link, that opens what the current screen shows, and
//! has the screen open what is pasted.

use bevy::prelude::*;

use super::card::{Cards, Shared};
use super::frame::{Phase, React};
use super::input::CommonAction;
use super::notice::{Notice, capitalize};
use super::platform::Clipboard;
use super::settings::Settings;
use crate::code::link::{self, REPLAY_PREFIX, SEED_PREFIX};

/// The longest link that is copied, in bytes; some programs truncate longer ones.
const MAX_LINK_LENGTH: usize = 32 << 10;

/// The longest code or link that the message repeats, in bytes.
const MAX_SHOWN_LENGTH: usize = 100;

/// Handles [`CommonAction::CopyLink`], and what is pasted.
pub fn plugin(app: &mut App) {
    app.add_systems(
        React,
        (
            // What an action asked for is there before the next one.
            open_pasted
                .run_if(resource_exists::<Clipboard>)
                .after(Phase::Act)
                .before(Phase::Generate),
            find_shared
                .pipe(copy_link)
                .run_if(is_asked_for)
                .in_set(Phase::Act),
        ),
    );
}

/// Copies a text. Returns the message for the player, with the text itself if nothing was copied.
pub fn copy(clipboard: &mut Clipboard, text: &str, name: &str) -> String {
    match clipboard.copy(text) {
        Ok(()) => format!("Copied {name}"),
        Err(reason) if text.len() > MAX_SHOWN_LENGTH => reason,
        Err(reason) => format!("{reason}; it is {text}"),
    }
}

/// Has the screen open what was pasted, once the clipboard delivers it.
fn open_pasted(world: &mut World) {
    let clipboard = world.resource_mut::<Clipboard>().into_inner();
    let Some(text) = clipboard.pasted() else {
        return;
    };
    let open = Cards::shown(world).open;
    if let Err(reason) = text.and_then(|text| open(world, &text)) {
        let mut notice = world.resource_mut::<Notice>();
        notice.say(format!("Not pasted: {reason}"));
    }
}

fn is_asked_for(mut actions: MessageReader<CommonAction>) -> bool {
    // All have to be read, or the rest would ask again.
    let asked = actions
        .read()
        .filter(|action| **action == CommonAction::CopyLink);
    asked.count() > 0
}

fn find_shared(world: &World) -> Option<Shared> {
    (Cards::shown(world).shared)(world)
}

fn copy_link(
    shared: In<Option<Shared>>,
    settings: Res<Settings>,
    mut clipboard: ResMut<Clipboard>,
    mut notice: ResMut<Notice>,
) {
    notice.say(match shared.0 {
        None => "Nothing to copy here".to_owned(),
        Some(shared) if settings.page.is_empty() => shared.copy_code(&mut clipboard),
        Some(shared) => shared.copy_link(&settings.page, &mut clipboard),
    });
}

impl Shared {
    /// Copies the part of a link that can be typed on the title. Returns the message for the player.
    fn copy_code(self, clipboard: &mut Clipboard) -> String {
        let (code, name, use_of_it) = match self {
            Self::Seed(seed) => (seed.to_string(), "seed", "use it".to_owned()),
            Self::Code(code, what) => (code, "code", format!("open this {what}")),
            Self::Replay(seed, _) => {
                let use_of_it = "play this run, or send its replay file to show it";
                (seed.to_string(), "seed", use_of_it.to_owned())
            }
        };
        match clipboard.copy(&code) {
            Ok(()) if code.len() > MAX_SHOWN_LENGTH => {
                format!(
                    "{} copied. Type it on the title screen to {use_of_it}.",
                    capitalize(name)
                )
            }
            Ok(()) => format!(
                "{} {code} copied. Type it on the title screen to {use_of_it}.",
                capitalize(name)
            ),
            Err(reason) => format!("{reason}; the {name} is {code}"),
        }
    }

    /// Copies a link to `page`. Returns the message for the player.
    fn copy_link(self, page: &str, clipboard: &mut Clipboard) -> String {
        let part = match self {
            Self::Seed(seed) => format!("{SEED_PREFIX}{seed}"),
            Self::Code(code, _) => code,
            Self::Replay(_, replay) => format!("{REPLAY_PREFIX}{replay}"),
        };
        let link = link::build(page, &part);
        if link.len() > MAX_LINK_LENGTH {
            return "This run is too long for a link; send its replay file".to_owned();
        }
        match clipboard.copy(&link) {
            Ok(()) if link.len() > MAX_SHOWN_LENGTH => "Link copied".to_owned(),
            Ok(()) => format!("Link copied: {link}"),
            Err(reason) => format!("{reason}; the link is {link}"),
        }
    }
}
