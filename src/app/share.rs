//! The clipboard: copies a code, or with the address of a browser page a link, that opens what the current screen shows, and
//! has the screen open what is pasted.

use std::mem;

use bevy::prelude::*;

use super::card::{Cards, Shared};
use super::frame::{Phase, React};
use super::input::CommonAction;
use super::notice::{Notice, capitalize};
use super::platform::Clipboard;
use super::screen::Screen;
use super::settings::Settings;
use crate::code::link::{self, REPLAY_PREFIX, SEED_PREFIX};

/// The longest link that is copied, in bytes; some programs truncate longer ones.
const MAX_LINK_LENGTH: usize = 32 << 10;

/// The longest code or link that the message repeats, in bytes.
const MAX_SHOWN_LENGTH: usize = 100;

/// What the player wants to copy or paste, until what the screen makes is there.
#[derive(Resource, Default)]
struct Asked(Vec<CommonAction>);

/// Handles [`CommonAction::Copy`], [`CommonAction::CopyLink`] and [`CommonAction::Paste`].
pub fn plugin(app: &mut App) {
    app.init_resource::<Asked>().add_systems(
        React,
        (
            forget.run_if(state_changed::<Screen>).before(Phase::Act),
            collect.in_set(Phase::Act),
            // What an action asked for is there before the next one.
            (
                serve.run_if(|asked: Res<Asked>| !asked.0.is_empty()),
                open_pasted.run_if(resource_exists::<Clipboard>),
            )
                .chain()
                .after(Phase::Act)
                .before(Phase::Generate),
        ),
    );
}

/// The longest line that the message repeats, in characters. A result with a recorded solve is longer.
const MAX_SHOWN_LINE: usize = 160;

/// Copies a line that speaks for itself, such as a result. Returns the message for the player.
pub fn copy_line(clipboard: &mut Clipboard, line: &str) -> String {
    let shown = match line.char_indices().nth(MAX_SHOWN_LINE) {
        Some((end, _)) => format!("Copied: {}...", &line[..end]),
        None => format!("Copied: {line}"),
    };
    copied(clipboard, line, shown)
}

/// Copies a text of this name. Returns the message for the player.
pub fn copy(clipboard: &mut Clipboard, text: &str, name: &str) -> String {
    copied(clipboard, text, format!("Copied {name}"))
}

/// Copies a text and says so, or why not, and then the text itself.
fn copied(clipboard: &mut Clipboard, text: &str, message: String) -> String {
    match clipboard.copy(text) {
        Ok(()) => message,
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

fn forget(mut asked: ResMut<Asked>) {
    asked.0.clear();
}

fn collect(mut actions: MessageReader<CommonAction>, mut asked: ResMut<Asked>) {
    let is_for_clipboard = |action: &&CommonAction| {
        matches!(
            action,
            CommonAction::Copy | CommonAction::CopyLink | CommonAction::Paste
        )
    };
    let wanted: Vec<_> = actions.read().filter(is_for_clipboard).copied().collect();
    if !wanted.is_empty() {
        asked.0.extend(wanted);
    }
}

fn serve(world: &mut World) {
    let card = Cards::shown(world);
    if (card.is_making)(world) {
        return;
    }
    for action in mem::take(&mut world.resource_mut::<Asked>().0) {
        let (shared, copied) = ((card.shared)(world), (card.copied)(world));
        let page = world.resource::<Settings>().page.clone();
        let clipboard = &mut *world.resource_mut::<Clipboard>();
        let said = match action {
            CommonAction::Paste => {
                clipboard.paste();
                continue;
            }
            CommonAction::Copy => copied.map(|(text, name)| copy(clipboard, &text, &name)),
            _ if page.is_empty() => shared.map(|shared| shared.copy_code(clipboard)),
            _ => shared.map(|shared| shared.copy_link(&page, clipboard)),
        };
        let said = said.unwrap_or_else(|| "Nothing to copy here".to_owned());
        world.resource_mut::<Notice>().say(said);
    }
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
