//! The output through a PulseAudio server, or PipeWire, which speaks the same protocol. It is spoken
//! in Rust, so that the program needs no C library for it.

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

use super::News;
use super::mix::{Loop, Mix, RATE, Voice};

/// What a mixer shows.
const NAME: &CStr = c"Undercroft";
/// Bytes of a cookie.
const COOKIE: usize = 256;
/// Bytes of a frame: two channels of `f32`.
const FRAME: u32 = 8;
/// Frames that wait at the server to be heard: 32 ms.
const WAITING: u32 = RATE * 32 / 1000;

/// A stream to the server.
pub(super) struct Output {
    news: Sender<News>,
    /// Gone with the connection.
    connected: Weak<()>,
    /// Plays until it is dropped.
    _stream: PlaybackStream,
}

impl Output {
    /// Connects to the server that the environment names.
    pub(super) fn open() -> Option<Self> {
        let socket = UnixStream::connect(pulseaudio::socket_path_from_env()?).ok()?;
        Self::of(&client(socket)?)
    }

    fn of(client: &Client) -> Option<Self> {
        let (news, received) = channel();
        let connection = Arc::new(());
        let connected = Arc::downgrade(&connection);
        let mut mix = Mix::new(RATE);
        let fill = move |bytes: &mut [u8]| {
            let _ = &connection;
            mix.follow(&received);
            let mut frames = bytes.chunks_exact_mut(FRAME as usize);
            for frame in &mut frames {
                let [left, right] = mix.frame().map(f32::to_le_bytes);
                frame[..4].copy_from_slice(&left);
                frame[4..].copy_from_slice(&right);
            }
            frames.into_remainder().fill(0);
            bytes.len()
        };
        let stream = client.create_playback_stream(parameters(), fill.as_playback_source());
        Some(Self {
            news,
            connected,
            _stream: block_on(stream).ok()?,
        })
    }

    pub(super) fn begin(&self, voice: Voice) {
        // A lost connection is noticed by the next order.
        let _ = self.news.send(News::Begin(voice));
    }

    pub(super) fn put_behind(&self, wanted: Option<Loop>) {
        let _ = self.news.send(News::PutBehind(wanted));
    }

    pub(super) fn is_lost(&self) -> bool {
        self.connected.strong_count() == 0
    }
}

/// Introduces the program to a server. One that knows its user by the socket still refuses a cookie that is
/// not of this length.
fn client(socket: UnixStream) -> Option<Client> {
    let kept = pulseaudio::cookie_path_from_env().and_then(|path| fs::read(path).ok());
    let cookie = kept.unwrap_or_else(|| vec![0; COOKIE]);
    Client::new_unix(NAME, socket, Some(cookie)).ok()
}

fn parameters() -> PlaybackStreamParams {
    PlaybackStreamParams {
        sample_spec: SampleSpec {
            format: SampleFormat::Float32Le,
            channels: 2,
            sample_rate: RATE,
        },
        channel_map: ChannelMap::stereo(),
        cvolume: Some(ChannelVolume::norm(2)),
        buffer_attr: BufferAttr {
            target_length: WAITING * FRAME,
            minimum_request_length: WAITING / 4 * FRAME,
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

    use super::super::mix::Way;
    use super::*;

    /// The channel of the one stream.
    const CHANNEL: u32 = 3;

    /// Answers like a server until a stream is there, and returns what the stream asks for.
    fn accept(socket: &mut BufReader<UnixStream>) -> PlaybackStreamParams {
        loop {
            let (seq, command) = protocol::read_command_message(socket, MAX_VERSION).unwrap();
            let to = socket.get_mut();
            match command {
                Command::Auth(auth) => {
                    assert_eq!(auth.cookie.len(), COOKIE, "as real servers do");
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

    /// Asks for frames and returns them, left and right.
    fn hear(socket: &mut BufReader<UnixStream>, frames: u32) -> Vec<[f32; 2]> {
        let request = Command::Request(Request {
            channel: CHANNEL,
            length: frames * FRAME,
        });
        protocol::write_command_message(socket.get_mut(), u32::MAX, &request, MAX_VERSION).unwrap();
        let header = protocol::read_descriptor(socket).unwrap();
        assert_eq!((header.channel, header.length), (CHANNEL, frames * FRAME));
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
    fn a_server_hears_each_sound_and_one_that_goes_away_is_noticed() {
        let (ours, theirs) = UnixStream::pair().unwrap();
        let server = thread::spawn(move || {
            let mut socket = BufReader::new(theirs);
            let wanted = accept(&mut socket);
            (socket, wanted)
        });
        let client = client(ours).unwrap();
        let output = Output::of(&client).unwrap();
        let (mut socket, wanted) = server.join().unwrap();
        let spec = wanted.sample_spec;
        assert_eq!(spec, parameters().sample_spec);
        let milliseconds = wanted.buffer_attr.target_length * 1000 / FRAME / spec.sample_rate;
        assert!(
            milliseconds < 60,
            "{milliseconds} ms between a key and its sound"
        );

        assert_eq!(hear(&mut socket, 2), [[0.0; 2]; 2]);
        output.begin(Voice {
            samples: [0.5, -0.25].into(),
            way: Way {
                pitch: 1.0,
                gain: 1.0,
                pan: -1.0,
                muffled: false,
            },
        });
        assert_eq!(hear(&mut socket, 3), [[0.5, 0.0], [-0.25, 0.0], [0.0; 2]]);
        assert!(!output.is_lost());
        drop(socket);
        while !output.is_lost() {
            thread::sleep(Duration::from_millis(1));
        }
    }
}
