//! Sound latency: the real program with its own PulseAudio server, which plays into a null sink.

use std::fs;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::rc::Rc;

use crate::desktop::{Desktop, Folder, spawn_tool, wait_for};
use crate::program::Program;

/// A sound server that a program running in the same folder connects to. Stops when dropped.
struct Server(Child);

impl Server {
    fn start(folder: &Path) -> Self {
        let socket = folder.join("pulse").join("native");
        let home = folder.join("server");
        fs::create_dir_all(folder.join("pulse")).unwrap();
        fs::create_dir_all(&home).unwrap();
        let mut command = Command::new("pulseaudio");
        command
            .args(["-n", "--daemonize=no", "--use-pid-file=no"])
            .args(["--exit-idle-time=-1", "--disable-shm=yes"])
            .args(["-L", "module-null-sink", "-L"])
            .arg(format!(
                "module-native-protocol-unix socket={} auth-anonymous=1",
                socket.display()
            ))
            // The program does not find the server's cookie here, as with PipeWire, which has none.
            .env("HOME", &home)
            .env("XDG_RUNTIME_DIR", folder)
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null());
        let server = Self(spawn_tool(&mut command, "pulseaudio", "pulseaudio"));
        wait_for("the sound server listens", || socket.exists().then_some(()));
        server
    }

    /// The server's description of the streams that it plays.
    fn streams(folder: &Path) -> String {
        let mut pactl = Command::new("pactl");
        pactl
            .args([
                "--server",
                &format!("unix:{}/pulse/native", folder.display()),
            ])
            .args(["list", "sink-inputs"])
            .env("LC_ALL", "C")
            .env("HOME", folder)
            .stdout(Stdio::piped())
            .stderr(Stdio::null());
        let pactl = spawn_tool(&mut pactl, "pactl", "pulseaudio-utils");
        String::from_utf8(pactl.wait_with_output().unwrap().stdout).unwrap()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // It may have exited already.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

#[test]
fn a_sound_is_heard_within_60_milliseconds_by_the_servers_own_count() {
    let desktop = Desktop::open();
    let folder = Rc::new(Folder::new());
    let _server = Server::start(folder.path());
    let (program, _) = Program::in_folder(&desktop, Rc::clone(&folder), "title");
    // A null sink renders two seconds of silence ahead while nothing plays, and plays those first.
    wait_for("the program plays within 60 ms", || {
        // The program closes its stream when it has been idle for long.
        program.send(&["Down"]);
        let streams = Server::streams(folder.path());
        let microseconds = |name: &str| -> Option<u32> {
            let line = streams.lines().find(|line| line.trim().starts_with(name))?;
            line.split_whitespace().nth(2)?.parse().ok()
        };
        let is_listed = streams.contains("\"Undercroft\"");
        let buffer = microseconds("Buffer Latency:").filter(|_| is_listed)?;
        let sink = microseconds("Sink Latency:")?;
        (buffer > 0 && buffer + sink < 60_000).then_some(())
    });
    drop(program);
}
