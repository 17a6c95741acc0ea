//! Films of recorded runs need no display and are always the same.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Output;

use png::{BlendOp, Decoder};

use crate::desktop::Folder;
use crate::program::command_without_folders;

/// Records a run of the explorer bot.
fn record(folder: &Path) -> PathBuf {
    let runs = folder.join("runs");
    let output = run(
        folder,
        &["simulate", "--seed", "7", "--games", "1", "--record"],
        &runs,
    );
    assert!(output.status.success());
    runs.join("7.replay")
}

fn run(folder: &Path, args: &[&str], last: &Path) -> Output {
    let mut command = command_without_folders(folder);
    command.args(args).arg(last).output().unwrap()
}

#[track_caller]
fn film(folder: &Path, replay: &Path, name: &str, args: &[&str]) -> Vec<u8> {
    let out = folder.join(name);
    let file = out.display().to_string();
    let args = [&["replay", "--size", "800x500", "--film", &file], args].concat();
    let output = run(folder, &args, replay);
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{stderr}");
    fs::read(out).unwrap()
}

#[test]
fn a_replay_gives_the_same_film_pixel_for_pixel_without_a_display() {
    let folder = Folder::new();
    let replay = record(folder.path());
    let turns = ["--from", "60", "--to", "66"];
    let one = film(folder.path(), &replay, "one.png", &turns);
    let two = film(folder.path(), &replay, "two.png", &turns);
    assert!(one == two, "the same seed, actions and clock");

    let mut reader = Decoder::new(std::io::Cursor::new(&one))
        .read_info()
        .unwrap();
    let info = reader.info();
    assert_eq!((info.width, info.height), (800, 500));
    let frames = info.animation_control.unwrap().num_frames;
    assert!(frames > 10, "{frames}");
    let mut bytes = vec![0; reader.output_buffer_size().unwrap()];
    let first = reader.next_frame(&mut bytes).unwrap();
    assert_eq!((first.width, first.height), (800, 500));
    let colours: std::collections::BTreeSet<u8> = bytes[..400_000].iter().copied().collect();
    assert!(colours.len() > 40, "{} colours", colours.len());
    reader.next_frame(&mut bytes).unwrap();
    assert_eq!(reader.info().frame_control.unwrap().blend_op, BlendOp::Over);

    let still = ["--to", "66", "--still", "100"];
    let picture = film(folder.path(), &replay, "still.png", &still);
    let reader = Decoder::new(std::io::Cursor::new(&picture))
        .read_info()
        .unwrap();
    assert!(reader.info().animation_control.is_none());

    // Without a last turn a picture shows the end of the run.
    let info = run(folder.path(), &["replay", "--info", "--json"], &replay);
    let info: serde_json::Value = serde_json::from_slice(&info.stdout).unwrap();
    let last = info[0]["turns"].to_string();
    let end = film(folder.path(), &replay, "end.png", &["--still", "100"]);
    let to_last = ["--to", &last, "--still", "100"];
    assert!(end == film(folder.path(), &replay, "last.png", &to_last));
    assert!(end != picture);
}
