//! The output through a PulseAudio server, or through PipeWire, which speaks the same protocol. The client is
//! pure Rust, so that the program needs no C library.

use std::ffi::CStr;
use std::fs;
use std::os::unix::net::UnixStream;
use std::sync::mpsc::{Sender, channel};
use std::sync::{Arc, Weak};

use bevy::tasks::block_on;
use pulseaudio::protocol::stream::{BufferAttr, StreamFlags};
use pulseaudio::protocol::{
    ChannelMap, ChannelVolume, PlaybackStreamParams, SampleFormat, SampleSpec,
};
use pulseaudio::{AsPlaybackSource, Client, PlaybackStream};

use super::OutputCommand;
use super::mix::{Mixer, RATE};

/// The program's name in volume controls.
const NAME: &CStr = c"Undercroft";
/// Length of the authentication cookie, in bytes.
const COOKIE_LENGTH: usize = 256;
/// Size of a frame, in bytes: two channels of `f32`.
const FRAME_SIZE: u32 = 8;
/// Frames buffered at the server: 32 ms.
const BUFFER_FRAMES: u32 = RATE * 32 / 1000;

/// A stream to the server.
pub(super) struct Output {
    commands: Sender<OutputCommand>,
    /// Dangles once the connection is closed.
    connection: Weak<()>,
    /// Plays until it is dropped.
    _stream: PlaybackStream,
}

impl Output {
    /// Connects to the server that the environment names.
    pub(super) fn open() -> Option<Self> {
        let socket = UnixStream::connect(pulseaudio::socket_path_from_env()?).ok()?;
        Self::open_stream(&connect(socket)?)
    }

    fn open_stream(client: &Client) -> Option<Self> {
        let (commands, received) = channel();
        let alive = Arc::new(());
        let connection = Arc::downgrade(&alive);
        let mut mixer = Mixer::new(RATE);
        let fill = move |bytes: &mut [u8]| {
            // The closure owns it, and is dropped with the connection.
            let _ = &alive;
            mixer.apply_commands(&received);
            let mut frames = bytes.chunks_exact_mut(FRAME_SIZE as usize);
            for frame in &mut frames {
                let [left, right] = mixer.next_frame().map(f32::to_le_bytes);
                frame[..4].copy_from_slice(&left);
                frame[4..].copy_from_slice(&right);
            }
            frames.into_remainder().fill(0);
            bytes.len()
        };
        let stream = client.create_playback_stream(stream_params(), fill.as_playback_source());
        Some(Self {
            commands,
            connection,
            _stream: block_on(stream).ok()?,
        })
    }

    pub(super) fn send(&self, command: OutputCommand) {
        // A lost connection is noticed before the next command.
        let _ = self.commands.send(command);
    }

    pub(super) fn is_lost(&self) -> bool {
        self.connection.strong_count() == 0
    }
}

/// Authenticates with a server. Even a server that identifies the user by the socket refuses a cookie of another
/// length.
fn connect(socket: UnixStream) -> Option<Client> {
    let cookie = pulseaudio::cookie_path_from_env().and_then(|path| fs::read(path).ok());
    let cookie = cookie.unwrap_or_else(|| vec![0; COOKIE_LENGTH]);
    Client::new_unix(NAME, socket, Some(cookie)).ok()
}

fn stream_params() -> PlaybackStreamParams {
    PlaybackStreamParams {
        sample_spec: SampleSpec {
            format: SampleFormat::Float32Le,
            channels: 2,
            sample_rate: RATE,
        },
        channel_map: ChannelMap::stereo(),
        cvolume: Some(ChannelVolume::norm(2)),
        buffer_attr: BufferAttr {
            target_length: BUFFER_FRAMES * FRAME_SIZE,
            minimum_request_length: BUFFER_FRAMES / 4 * FRAME_SIZE,
            ..Default::default()
        },
        flags: StreamFlags {
            adjust_latency: true,
            ..Default::default()
        },
        ..Default::default()
    }
}

#[cfg(test)]
mod tests {
    use std::io::{BufReader, Read};
    use std::thread;
    use std::time::Duration;

    use pulseaudio::protocol::{
        self, AuthReply, Command, CreatePlaybackStreamReply, MAX_VERSION, Request,
        SetClientNameReply,
    };

    use super::super::mix::{PlayParams, Voice};
    use super::*;

    /// The channel that the fake server assigns.
    const CHANNEL: u32 = 3;

    /// Plays the server until a stream is created, and returns the requested parameters.
    fn accept(socket: &mut BufReader<UnixStream>) -> PlaybackStreamParams {
        loop {
            let (seq, command) = protocol::read_command_message(socket, MAX_VERSION).unwrap();
            let to = socket.get_mut();
            match command {
                Command::Auth(auth) => {
                    assert_eq!(auth.cookie.len(), COOKIE_LENGTH, "real servers check it");
                    let reply = AuthReply {
                        version: MAX_VERSION,
                        ..Default::default()
                    };
                    protocol::write_reply_message(to, seq, &reply, MAX_VERSION).unwrap();
                }
                Command::SetClientName(_) => {
                    let reply = SetClientNameReply { client_id: 1 };
                    protocol::write_reply_message(to, seq, &reply, MAX_VERSION).unwrap();
                }
                Command::CreatePlaybackStream(wanted) => {
                    let reply = CreatePlaybackStreamReply {
                        channel: CHANNEL,
                        sample_spec: wanted.sample_spec,
                        channel_map: wanted.channel_map,
                        buffer_attr: wanted.buffer_attr,
                        ..Default::default()
                    };
                    protocol::write_reply_message(to, seq, &reply, MAX_VERSION).unwrap();
                    return wanted;
                }
                other => panic!("{other:?}"),
            }
        }
    }

    /// Requests frames and returns them, left and right.
    fn request(socket: &mut BufReader<UnixStream>, frames: u32) -> Vec<[f32; 2]> {
        let request = Command::Request(Request {
            channel: CHANNEL,
            length: frames * FRAME_SIZE,
        });
        protocol::write_command_message(socket.get_mut(), u32::MAX, &request, MAX_VERSION).unwrap();
        let header = protocol::read_descriptor(socket).unwrap();
        assert_eq!(
            (header.channel, header.length),
            (CHANNEL, frames * FRAME_SIZE)
        );
        let mut bytes = vec![0; header.length as usize];
        socket.read_exact(&mut bytes).unwrap();
        let samples = bytes.chunks_exact(4).map(|sample| match *sample {
            [a, b, c, d] => f32::from_le_bytes([a, b, c, d]),
            _ => unreachable!("chunks are exact"),
        });
        let samples: Vec<f32> = samples.collect();
        samples
            .chunks_exact(2)
            .map(|frame| [frame[0], frame[1]])
            .collect()
    }

    #[test]
    fn a_server_gets_each_sound_and_a_lost_connection_is_noticed() {
        let (ours, theirs) = UnixStream::pair().unwrap();
        let server = thread::spawn(move || {
            let mut socket = BufReader::new(theirs);
            let wanted = accept(&mut socket);
            (socket, wanted)
        });
        let client = connect(ours).unwrap();
        let output = Output::open_stream(&client).unwrap();
        let (mut socket, wanted) = server.join().unwrap();
        let spec = wanted.sample_spec;
        assert_eq!(spec, stream_params().sample_spec);
        let milliseconds = wanted.buffer_attr.target_length * 1000 / FRAME_SIZE / spec.sample_rate;
        assert!(
            milliseconds < 60,
            "{milliseconds} ms between a key and its sound"
        );

        assert_eq!(request(&mut socket, 2), [[0.0; 2]; 2]);
        output.send(OutputCommand::Play(Voice {
            samples: [0.5, -0.25].into(),
            params: PlayParams {
                pitch: 1.0,
                gain: 1.0,
                pan: -1.0,
                muffled: false,
            },
        }));
        assert_eq!(
            request(&mut socket, 3),
            [[0.5, 0.0], [-0.25, 0.0], [0.0; 2]]
        );
        assert!(!output.is_lost());
        drop(socket);
        while !output.is_lost() {
            thread::sleep(Duration::from_millis(1));
        }
    }
}
