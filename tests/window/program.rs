//! The running program: starts it, sends it keys and clicks, and waits until it is idle.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::rc::Rc;
use std::thread::sleep;
use std::time::{Duration, Instant};

use undercroft::disk;
use undercroft::game::Run;

use crate::desktop::{Desktop, Folder, wait_for};
use crate::picture::{Area, Picture};

/// The colour of `@`, which nothing else uses.
const WALKER: [u8; 3] = [255, 246, 214];

/// Whether a pixel has nearly the colour of `@`: in small cells, antialiasing changes all of its pixels.
pub fn is_walker(pixel: [u8; 3]) -> bool {
    pixel
        .iter()
        .zip(WALKER)
        .all(|(channel, wanted)| channel.abs_diff(wanted) <= 4)
}

/// How long nothing may happen before the program counts as idle. It may not be shorter than the longest pause in which
/// the program still has something to do: 50 ms between looks at a board that is made in the background, 80 at a map.
const QUIET: Duration = Duration::from_millis(80);
const POLL: Duration = Duration::from_millis(5);

/// The packages that the window tests need on Debian and Ubuntu.
const PACKAGES: &str = "xvfb mesa-vulkan-drivers libegl1 libegl-mesa0 xdotool libxkbcommon-x11-0 libxcursor1 \
                        libxi6 libxrandr2 pulseaudio pulseaudio-utils weston";

/// Hides every Vulkan driver, the software driver included.
pub const NO_VULKAN: [(&str, &str); 2] = [
    ("VK_DRIVER_FILES", "/dev/null"),
    ("VK_ICD_FILENAMES", "/dev/null"),
];

/// The manifest of the Vulkan software driver. The tests use it even if there is a GPU, which cannot draw on Xvfb.
pub fn software_driver() -> PathBuf {
    ["/usr/share/vulkan/icd.d", "/etc/vulkan/icd.d"]
        .iter()
        .filter_map(|folder| fs::read_dir(folder).ok())
        .flatten()
        .filter_map(|entry| Some(entry.ok()?.path()))
        .find(|path| {
            let name = path.file_name().and_then(|name| name.to_str());
            name.is_some_and(|name| name.starts_with("lvp_icd") && name.ends_with(".json"))
        })
        .expect(
            "the Vulkan software driver is missing: install the package mesa-vulkan-drivers (its \
             name on Debian and Ubuntu; scripts/test installs all that the window tests need)",
        )
}

/// The command line of the program, with all files in `folder` and no display yet.
pub fn command(folder: &Path) -> Command {
    let mut command = command_without_folders(folder);
    command
        .arg("--config-dir")
        .arg(folder.join("config"))
        .arg("--data-dir")
        .arg(folder.join("data"));
    command
}

/// As [`command`], for subcommands, which have no options for folders.
pub fn command_without_folders(folder: &Path) -> Command {
    let driver = software_driver();
    let mut command = Command::new(env!("CARGO_BIN_EXE_undercroft"));
    command
        .env_remove("DISPLAY")
        .env_remove("WAYLAND_DISPLAY")
        .env_remove("WAYLAND_SOCKET")
        .env_remove("PULSE_SERVER")
        .env_remove("PULSE_RUNTIME_PATH")
        .env_remove("PULSE_COOKIE")
        .env("HOME", folder)
        .env("XDG_RUNTIME_DIR", folder)
        .env("WINIT_X11_SCALE_FACTOR", "1")
        .env("VK_DRIVER_FILES", &driver)
        .env("VK_ICD_FILENAMES", &driver)
        .stdin(Stdio::null());
    command
}

fn write_config(folder: &Folder, name: &str, text: &str) {
    let config = folder.path().join("config");
    fs::create_dir_all(&config).unwrap();
    fs::write(config.join(name), text).unwrap();
}

/// The running program, with the keyboard focus on its window. Killed when dropped.
pub struct Program<'a> {
    desktop: &'a Desktop,
    folder: Rc<Folder>,
    child: Child,
    window: u32,
    size: (u32, u32),
}

impl<'a> Program<'a> {
    /// Opens the window with the map of a share code; returns it with its first picture.
    pub fn start(desktop: &'a Desktop, code: &str) -> (Self, Picture) {
        Self::start_scaled(desktop, code, "1")
    }

    /// As [`Program::start`], with this scale factor.
    pub fn start_scaled(desktop: &'a Desktop, code: &str, scale: &str) -> (Self, Picture) {
        let environment = [("WINIT_X11_SCALE_FACTOR", scale)];
        Self::open(desktop, &["--screen", "lab", "--seed", code], &environment)
    }

    /// Opens the window on this screen, with a seed or a share code.
    pub fn on_screen(desktop: &'a Desktop, screen: &str, code: &str) -> (Self, Picture) {
        Self::open(desktop, &["--screen", screen, "--seed", code], &[])
    }

    /// As [`Program::on_screen`], without animations and lessons, so that even the title becomes idle.
    pub fn still(desktop: &'a Desktop, screen: &str, code: &str) -> (Self, Picture) {
        Self::still_with(desktop, screen, code, "", &[])
    }

    /// As [`Program::still`], with more options, each followed by a comma.
    pub fn still_with_options(
        desktop: &'a Desktop,
        screen: &str,
        code: &str,
        options: &str,
    ) -> (Self, Picture) {
        Self::still_with(desktop, screen, code, options, &[])
    }

    /// As [`Program::still`], drawn with OpenGL because there is no Vulkan driver.
    pub fn still_without_vulkan(desktop: &'a Desktop, screen: &str, code: &str) -> (Self, Picture) {
        Self::still_with(desktop, screen, code, "", &NO_VULKAN)
    }

    fn still_with(
        desktop: &'a Desktop,
        screen: &str,
        code: &str,
        options: &str,
        environment: &[(&str, &str)],
    ) -> (Self, Picture) {
        let folder = Rc::new(Folder::new());
        let options = format!("({options}motion: None, teach: false)");
        write_config(&folder, "options.ron", &options);
        let args = ["--screen", screen, "--seed", code];
        Self::open_in(desktop, folder, &args, environment)
    }

    /// Opens the window with the files of this folder.
    pub fn in_folder(desktop: &'a Desktop, folder: Rc<Folder>, screen: &str) -> (Self, Picture) {
        write_config(&folder, "options.ron", "(motion: None)");
        Self::open_in(desktop, folder, &["--screen", screen], &[])
    }

    /// Opens the window with these files of the player's configuration and no others.
    pub fn with_config(
        desktop: &'a Desktop,
        files: &[(&str, &str)],
        args: &[&str],
    ) -> (Self, Picture) {
        let folder = Rc::new(Folder::new());
        for (name, text) in files {
            write_config(&folder, name, text);
        }
        Self::open_in(desktop, folder, args, &[])
    }

    /// Starts the program again after it has ended, with the same files.
    pub fn again(&self, args: &[&str]) -> (Self, Picture) {
        Self::open_in(self.desktop, Rc::clone(&self.folder), args, &[])
    }

    fn open(desktop: &'a Desktop, args: &[&str], environment: &[(&str, &str)]) -> (Self, Picture) {
        let folder = Rc::new(Folder::new());
        // The lesson boards and mazes have been seen.
        let taught = "(taught: [\"boards\", \"loops\", \"mazes\"])";
        write_config(&folder, "state.ron", taught);
        Self::open_in(desktop, folder, args, environment)
    }

    /// Opens the window on a saved run.
    pub fn on_run(desktop: &'a Desktop, run: &Run) -> (Self, Picture) {
        let folder = Rc::new(Folder::new());
        let data = folder.path().join("data");
        fs::create_dir_all(&data).unwrap();
        disk::write_recording(&data.join("run.save"), &run.recording()).unwrap();
        Self::in_folder(desktop, folder, "descend")
    }

    /// As [`Program::on_screen`] without animations and lessons, in its folder, so that it names its files without the
    /// folder's path.
    pub fn in_its_folder(desktop: &'a Desktop, screen: &str, code: &str) -> (Self, Picture) {
        let folder = Rc::new(Folder::new());
        write_config(&folder, "options.ron", "(motion: None, teach: false)");
        let mut command = command_without_folders(folder.path());
        command
            .current_dir(folder.path())
            .args(["--config-dir", "config", "--data-dir", "data"])
            .args(["--screen", screen, "--seed", code]);
        Self::launch(desktop, folder, command)
    }

    fn open_in(
        desktop: &'a Desktop,
        folder: Rc<Folder>,
        args: &[&str],
        environment: &[(&str, &str)],
    ) -> (Self, Picture) {
        let mut command = command(folder.path());
        command.args(args).envs(environment.iter().copied());
        Self::launch(desktop, folder, command)
    }

    fn launch(desktop: &'a Desktop, folder: Rc<Folder>, mut command: Command) -> (Self, Picture) {
        let log = File::create(folder.path().join("stderr")).unwrap();
        let child = command
            .env("DISPLAY", desktop.display())
            .stdout(Stdio::null())
            .stderr(log)
            .spawn()
            .unwrap();
        let mut program = Self {
            desktop,
            folder,
            child,
            window: 0,
            size: (0, 0),
        };
        program.window = wait_for("the program opens its window", || {
            program.assert_runs();
            let found = desktop.xdotool(["search", "--onlyvisible", "--name", "^Undercroft - "])?;
            found.lines().next()?.parse().ok()
        });
        program.size = desktop.size(program.window);
        // There is no window manager to set the focus.
        program.xdotool(&["windowfocus", "--sync", &program.window.to_string()]);
        let first = wait_for("the window shows something", || {
            Some(program.settle()).filter(|picture| !picture.is_black())
        });
        (program, first)
    }

    /// Starts to walk in the Lab and closes the panel; returns the picture, with the map in the whole window.
    pub fn walk(&mut self) -> Picture {
        // The second key also dismisses the notice that the first one causes.
        self.press(&["w", "p"])
    }

    /// The process id.
    pub fn id(&self) -> u32 {
        self.child.id()
    }

    /// The size of the window, as the display reports it.
    pub fn size(&self) -> (u32, u32) {
        self.desktop.size(self.window)
    }

    pub fn window(&self) -> u32 {
        self.window
    }

    pub fn data(&self) -> PathBuf {
        self.folder.path().join("data")
    }

    /// The folder of the player's settings.
    pub fn config(&self) -> PathBuf {
        self.folder.path().join("config")
    }

    /// All output on standard error so far.
    pub fn stderr(&self) -> String {
        fs::read_to_string(self.folder.path().join("stderr")).unwrap_or_default()
    }

    /// The only sentence of the program's own on standard error.
    #[track_caller]
    pub fn only_sentence(&self) -> String {
        let stderr = self.stderr();
        let own: Vec<&str> = stderr
            .lines()
            .filter(|line| line.starts_with("undercroft: "))
            .collect();
        assert_eq!(own.len(), 1, "{stderr}");
        own[0].to_owned()
    }

    fn assert_runs(&mut self) {
        if let Some(status) = self.child.try_wait().unwrap() {
            panic!(
                "the program ended with {status}; on Debian and Ubuntu the window tests need the \
                 packages {PACKAGES}, which scripts/test installs"
            );
        }
    }

    pub fn xdotool(&self, args: &[&str]) -> String {
        self.desktop
            .xdotool(args)
            .unwrap_or_else(|| panic!("xdotool {args:?} failed"))
    }

    /// Presses keys, with xdotool's names, as fast as possible; returns the picture once the program is idle.
    #[track_caller]
    pub fn press(&mut self, keys: &[&str]) -> Picture {
        self.send(keys);
        self.settle()
    }

    /// As [`Program::press`], without waiting.
    pub fn send(&self, keys: &[&str]) {
        if keys.is_empty() {
            return;
        }
        self.xdotool(&[&["key", "--delay", "0"], keys].concat());
    }

    /// Types a text; returns the picture once the program is idle.
    #[track_caller]
    pub fn type_text(&mut self, text: &str) -> Picture {
        self.xdotool(&["type", "--delay", "0", text]);
        self.settle()
    }

    /// Clicks a pixel of the window with a button of the mouse.
    #[track_caller]
    pub fn click(&mut self, button: u32, (x, y): (u32, u32)) -> Picture {
        let (x, y, button) = (x.to_string(), y.to_string(), button.to_string());
        self.xdotool(&["mousemove", &x, &y, "click", &button]);
        self.settle()
    }

    /// Turns the wheel at a pixel of the window towards the player, by so many notches.
    #[track_caller]
    pub fn turn_wheel(&mut self, notches: u32, (x, y): (u32, u32)) -> Picture {
        let (x, y, notches) = (x.to_string(), y.to_string(), notches.to_string());
        let click = ["click", "--repeat", &notches, "--delay", "0", "5"];
        self.xdotool(&[&["mousemove", &x, &y], &click[..]].concat());
        self.settle()
    }

    /// Moves the mouse to a pixel of the window.
    #[track_caller]
    pub fn point(&mut self, (x, y): (u32, u32)) -> Picture {
        self.xdotool(&["mousemove", &x.to_string(), &y.to_string()]);
        self.settle()
    }

    /// Resizes the window to a size in physical pixels.
    #[track_caller]
    pub fn resize(&mut self, size: (u32, u32)) -> Picture {
        let (window, width, height) = (
            self.window.to_string(),
            size.0.to_string(),
            size.1.to_string(),
        );
        self.xdotool(&["windowsize", &window, &width, &height]);
        wait_for("the window has its new size", || {
            (self.desktop.size(self.window) == size).then_some(())
        });
        self.size = size;
        self.settle()
    }

    pub fn title(&self) -> String {
        let title = self.xdotool(&["getwindowname", &self.window.to_string()]);
        title.trim_end_matches('\n').to_owned()
    }

    /// What the window shows now, idle or not.
    pub fn look(&self) -> Picture {
        self.desktop.picture(self.size)
    }

    /// The picture once program and display are idle: for [`QUIET`], no thread of the program has run, none of the
    /// display is running, and the picture has stayed the same.
    #[track_caller]
    pub fn settle(&mut self) -> Picture {
        wait_for("the program becomes idle", || {
            self.assert_runs();
            let traces = self.traces()?;
            let before = self.desktop.screen();
            let began = Instant::now();
            while began.elapsed() < QUIET {
                sleep(POLL);
                if self.traces().as_ref() != Some(&traces) {
                    return None;
                }
            }
            let rests = self.desktop.screen() == before;
            rests.then(|| Picture::from_xwd(&before, self.size))
        })
    }

    /// The processor times of the program's threads, which change when they run; `None` while one of them or of the
    /// display is running. The display's times do not count, because Xvfb may wake hundreds of times a second for
    /// nothing. It draws everything it has to draw in one go.
    fn traces(&self) -> Option<String> {
        let program = threads(self.child.id())?;
        let display = threads(self.desktop.server())?;
        let runs = |thread: &String| matches!(fields(thread)[0], "R" | "D");
        let rests = !program.iter().chain(&display).any(runs);
        rests.then(|| program.concat())
    }

    /// Processor time used so far, in ticks of a hundredth of a second.
    pub fn ticks(&self) -> u64 {
        let stat = fs::read_to_string(format!("/proc/{}/stat", self.child.id())).unwrap();
        let fields = fields(&stat);
        fields[11].parse::<u64>().unwrap() + fields[12].parse::<u64>().unwrap()
    }

    /// Resident memory now, in KiB.
    pub fn resident(&self) -> u64 {
        self.memory("VmRSS:")
    }

    /// The peak of resident memory, in KiB.
    pub fn most_resident(&self) -> u64 {
        self.memory("VmHWM:")
    }

    fn memory(&self, name: &str) -> u64 {
        let status = fs::read_to_string(format!("/proc/{}/status", self.child.id())).unwrap();
        let line = status.lines().find_map(|line| line.strip_prefix(name));
        let number = line.and_then(|line| line.split_whitespace().next());
        number.unwrap().parse().unwrap()
    }

    /// Kills the program at once, as a crash or a power cut would.
    pub fn kill(&mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }

    /// Waits until the program ends.
    pub fn wait(&mut self) -> ExitStatus {
        wait_for("the program ends", || self.child.try_wait().unwrap())
    }
}

/// What the kernel reports about each thread of a process: its `stat`, and its processor time in nanoseconds if the
/// kernel counts that.
fn threads(process: u32) -> Option<Vec<String>> {
    let tasks = fs::read_dir(format!("/proc/{process}/task")).ok()?;
    let thread = |folder: PathBuf| {
        let stat = fs::read_to_string(folder.join("stat")).ok()?;
        Some(stat + &fs::read_to_string(folder.join("schedstat")).unwrap_or_default())
    };
    tasks.map(|task| thread(task.ok()?.path())).collect()
}

/// The fields of a `stat` file from the third, the state. The second is a name in parentheses, which may contain
/// anything.
fn fields(stat: &str) -> Vec<&str> {
    let (_, rest) = stat.rsplit_once(')').unwrap();
    rest.split_whitespace().collect()
}

impl Drop for Program<'_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            for process in [self.child.id(), self.desktop.server()] {
                eprintln!("threads: {:#?}", threads(process));
            }
            eprintln!("standard error:\n{}", self.stderr());
        }
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The area of `@`.
#[track_caller]
pub fn walker(picture: &Picture) -> Area {
    picture
        .area(is_walker)
        .unwrap_or_else(|| panic!("there is no @, see {}", picture.keep("no-walker")))
}
