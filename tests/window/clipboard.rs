//! The clipboard of a display, as another program uses it: reads its text, and provides texts.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{self, JoinHandle, sleep};
use std::time::Duration;

use x11rb::connection::Connection;
use x11rb::protocol::Event;
use x11rb::protocol::xproto::{
    Atom, AtomEnum, ConnectionExt, CreateWindowAux, EventMask, PropMode, SELECTION_NOTIFY_EVENT,
    SelectionNotifyEvent, SelectionRequestEvent, WindowClass,
};
use x11rb::rust_connection::RustConnection;
use x11rb::wrapper::ConnectionExt as _;
use x11rb::{COPY_DEPTH_FROM_PARENT, CURRENT_TIME, NONE};

use crate::desktop::{Desktop, wait_for};

const POLL: Duration = Duration::from_millis(2);

/// A separate connection with an invisible window.
struct Client {
    connection: RustConnection,
    window: u32,
    clipboard: Atom,
    targets: Atom,
    text: Atom,
}

impl Client {
    fn new(display: &str) -> Self {
        let (connection, screen) = RustConnection::connect(Some(display)).unwrap();
        let window = connection.generate_id().unwrap();
        connection
            .create_window(
                COPY_DEPTH_FROM_PARENT,
                window,
                connection.setup().roots[screen].root,
                0,
                0,
                1,
                1,
                0,
                WindowClass::INPUT_OUTPUT,
                0,
                &CreateWindowAux::new(),
            )
            .unwrap();
        let atom = |name: &str| {
            let cookie = connection.intern_atom(false, name.as_bytes()).unwrap();
            cookie.reply().unwrap().atom
        };
        let [clipboard, targets, text] = ["CLIPBOARD", "TARGETS", "UTF8_STRING"].map(atom);
        Self {
            connection,
            window,
            clipboard,
            targets,
            text,
        }
    }

    /// Answers a request for the clipboard with `text`.
    fn serve(&self, request: &SelectionRequestEvent, text: &str) {
        let (requestor, property) = (request.requestor, request.property);
        let mut answer = property;
        if request.target == self.text {
            self.connection
                .change_property8(
                    PropMode::REPLACE,
                    requestor,
                    property,
                    self.text,
                    text.as_bytes(),
                )
                .unwrap();
        } else if request.target == self.targets {
            let targets = [self.targets, self.text];
            self.connection
                .change_property32(
                    PropMode::REPLACE,
                    requestor,
                    property,
                    AtomEnum::ATOM,
                    &targets,
                )
                .unwrap();
        } else {
            answer = NONE;
        }
        let notice = SelectionNotifyEvent {
            response_type: SELECTION_NOTIFY_EVENT,
            sequence: 0,
            time: request.time,
            requestor,
            selection: request.selection,
            target: request.target,
            property: answer,
        };
        self.connection
            .send_event(false, requestor, EventMask::NO_EVENT, notice)
            .unwrap();
        self.connection.flush().unwrap();
    }
}

/// The text on the clipboard; panics if there is none.
pub fn read(desktop: &Desktop) -> String {
    let client = Client::new(desktop.display());
    let (connection, window) = (&client.connection, client.window);
    connection
        .convert_selection(
            window,
            client.clipboard,
            client.text,
            client.clipboard,
            CURRENT_TIME,
        )
        .unwrap();
    connection.flush().unwrap();
    let answer = wait_for("the clipboard's owner answers", || {
        match connection.poll_for_event().unwrap() {
            Some(Event::SelectionNotify(answer)) => Some(answer),
            _ => None,
        }
    });
    assert_ne!(answer.property, NONE, "there is no text on the clipboard");
    let property = connection
        .get_property(true, window, answer.property, AtomEnum::ANY, 0, 1 << 16)
        .unwrap();
    String::from_utf8(property.reply().unwrap().value).unwrap()
}

/// A text on the clipboard, until this is dropped or another text replaces it.
pub struct ProvidedText {
    is_over: Arc<AtomicBool>,
    server: Option<JoinHandle<()>>,
}

/// Puts `text` on the clipboard.
pub fn put(desktop: &Desktop, text: &str) -> ProvidedText {
    let client = Client::new(desktop.display());
    let (window, clipboard) = (client.window, client.clipboard);
    client
        .connection
        .set_selection_owner(window, clipboard, CURRENT_TIME)
        .unwrap()
        .check()
        .unwrap();
    let is_over = Arc::new(AtomicBool::new(false));
    let (text, stop) = (text.to_owned(), Arc::clone(&is_over));
    let server = thread::spawn(move || {
        while !stop.load(Ordering::Relaxed) {
            match client.connection.poll_for_event().unwrap() {
                Some(Event::SelectionRequest(request)) => client.serve(&request, &text),
                Some(_) => {}
                None => sleep(POLL),
            }
        }
    });
    ProvidedText {
        is_over,
        server: Some(server),
    }
}

impl Drop for ProvidedText {
    fn drop(&mut self) {
        self.is_over.store(true, Ordering::Relaxed);
        if let Some(server) = self.server.take() {
            // If the thread panicked, its message is printed and the test times out.
            let _ = server.join();
        }
    }
}
