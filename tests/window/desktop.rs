//! An invisible display: Xvfb, with keys and mouse from xdotool.

use std::ffi::OsStr;
use std::fs;
use std::io::{BufRead, BufReader, ErrorKind};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use tempfile::TempDir;
use x11rb::protocol::xproto::{AtomEnum, ClientMessageEvent, ConnectionExt, EventMask};
use x11rb::rust_connection::RustConnection;

use crate::picture::Picture;

/// How long a test waits for anything. Slow machines need far more than fast ones.
pub const TIMEOUT: Duration = Duration::from_secs(60);
const POLL: Duration = Duration::from_millis(5);

/// Polls until there is an answer; panics with `what` after [`TIMEOUT`].
#[track_caller]
pub fn wait_for<T>(what: &str, mut answer: impl FnMut() -> Option<T>) -> T {
    let began = Instant::now();
    loop {
        if let Some(answer) = answer() {
            return answer;
        }
        assert!(
            began.elapsed() < TIMEOUT,
            "waited {} s in vain: {what}",
            TIMEOUT.as_secs()
        );
        sleep(POLL);
    }
}

/// Panics because a program that the tests need is not installed.
fn panic_missing(program: &str, package: &str) -> ! {
    panic!(
        "{program} is missing: install the package {package} (its name on Debian and Ubuntu; \
         scripts/test installs all that the window tests need)"
    );
}

/// Starts a program that the tests need; panics with the name of its package if it is missing.
pub fn spawn_tool(command: &mut Command, program: &str, package: &str) -> Child {
    match command.spawn() {
        Err(error) if error.kind() == ErrorKind::NotFound => panic_missing(program, package),
        child => child.unwrap(),
    }
}

/// A temporary folder, removed when dropped.
pub struct Folder(TempDir);

impl Folder {
    pub fn new() -> Self {
        Self(tempfile::tempdir().unwrap())
    }

    pub fn path(&self) -> &Path {
        self.0.path()
    }
}

/// A display for one test.
pub struct Desktop {
    /// Keeps the server alive: it exits with its last client, however the test ends.
    connection: Option<RustConnection>,
    server: Child,
    display: String,
    folder: Folder,
}

impl Desktop {
    pub fn open() -> Self {
        Self::of_size("1600x1000")
    }

    /// As [`Desktop::open`], with this size in pixels, such as "1600x1000".
    pub fn of_size(size: &str) -> Self {
        let folder = Folder::new();
        let mut command = Command::new("Xvfb");
        command
            .args(["-displayfd", "1", "-screen", "0", &format!("{size}x24")])
            .args(["-dpi", "96", "-nocursor", "-terminate", "-nolisten", "tcp"])
            .arg("-fbdir")
            .arg(folder.path())
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::null());
        let mut server = spawn_tool(&mut command, "Xvfb", "xvfb");
        let mut number = String::new();
        BufReader::new(server.stdout.take().unwrap())
            .read_line(&mut number)
            .unwrap();
        assert!(!number.trim().is_empty(), "Xvfb found no free display");
        let display = format!(":{}", number.trim());
        let (connection, _) = RustConnection::connect(Some(&display)).unwrap();
        Self {
            connection: Some(connection),
            server,
            display,
            folder,
        }
    }

    /// The name of the display for the environment variable `DISPLAY`.
    pub fn display(&self) -> &str {
        &self.display
    }

    /// The server's process id.
    pub fn server(&self) -> u32 {
        self.server.id()
    }

    /// Gives the keyboard another layout, named as for setxkbmap, such as "ru".
    pub fn set_layout(&self, layout: &str) {
        let mut command = Command::new("setxkbmap");
        command
            .args(["-display", &self.display])
            .args(layout.split_whitespace())
            .stderr(Stdio::null());
        let mut tool = spawn_tool(&mut command, "setxkbmap", "x11-xkb-utils");
        assert!(tool.wait().unwrap().success(), "the layout {layout}");
    }

    /// Runs xdotool and returns its output, or `None` if it fails. Its requests have reached the server by then.
    pub fn xdotool<S: AsRef<OsStr>>(&self, args: impl IntoIterator<Item = S>) -> Option<String> {
        let output = Command::new("xdotool")
            .args(args)
            .env("DISPLAY", &self.display)
            .output();
        let output = match output {
            Err(error) if error.kind() == ErrorKind::NotFound => {
                panic_missing("xdotool", "xdotool")
            }
            output => output.unwrap(),
        };
        output
            .status
            .success()
            .then(|| String::from_utf8(output.stdout).unwrap())
    }

    fn atom(&self, name: &str) -> u32 {
        let connection = self.connection.as_ref().unwrap();
        let cookie = connection.intern_atom(false, name.as_bytes()).unwrap();
        cookie.reply().unwrap().atom
    }

    /// Asks a window to close, as the close button of its title bar does.
    pub fn ask_to_close(&self, window: u32) {
        let connection = self.connection.as_ref().unwrap();
        let data = [self.atom("WM_DELETE_WINDOW"), x11rb::CURRENT_TIME, 0, 0, 0];
        let message = ClientMessageEvent::new(32, window, self.atom("WM_PROTOCOLS"), data);
        connection
            .send_event(false, window, EventMask::NO_EVENT, message)
            .unwrap()
            .check()
            .unwrap();
    }

    /// Width and height of a window's icon.
    pub fn icon(&self, window: u32) -> Option<(u32, u32)> {
        let connection = self.connection.as_ref().unwrap();
        let icon = self.atom("_NET_WM_ICON");
        let property = connection
            .get_property(false, window, icon, AtomEnum::CARDINAL, 0, 2)
            .unwrap()
            .reply()
            .unwrap();
        let mut size = property.value32()?;
        Some((size.next()?, size.next()?))
    }

    /// Size of a window, after all earlier requests.
    pub fn size(&self, window: u32) -> (u32, u32) {
        let connection = self.connection.as_ref().unwrap();
        let window = connection.get_geometry(window).unwrap().reply().unwrap();
        (window.width.into(), window.height.into())
    }

    /// What the screen shows now, as Xvfb stores it. Two of these are compared in a fraction of the time that it takes to
    /// read one as a picture.
    pub fn screen(&self) -> Vec<u8> {
        fs::read(self.folder.path().join("Xvfb_screen0")).unwrap()
    }

    /// The screen's upper left corner, where windows open without a window manager.
    pub fn picture(&self, size: (u32, u32)) -> Picture {
        Picture::from_xwd(&self.screen(), size)
    }
}

impl Drop for Desktop {
    fn drop(&mut self) {
        self.connection = None;
        let began = Instant::now();
        while began.elapsed() < Duration::from_secs(5) {
            if matches!(self.server.try_wait(), Ok(Some(_))) {
                return;
            }
            sleep(POLL);
        }
        let _ = self.server.kill();
        let _ = self.server.wait();
    }
}
