//! Calls into the browser page that the program runs in, and into its script.

use std::sync::atomic::{AtomicU32, Ordering};

use bevy::platform::time::Instant;
use js_sys::{Array, Function, Reflect, Uint8Array};
use wasm_bindgen::prelude::*;
use web_sys::{Blob, FileReader, HtmlAnchorElement, HtmlInputElement, Url, console};

/// Id of the element that shows an error instead of the canvas.
const MESSAGE: &str = "message";

/// Id of the file input.
const CHOOSER: &str = "chooser";

/// The part of the page's address after the `#`.
pub fn fragment() -> String {
    let hash = web_sys::window().and_then(|window| window.location().hash().ok());
    hash.unwrap_or_default().trim_start_matches('#').to_owned()
}

/// The page's address without query and fragment.
pub fn address() -> String {
    let location = web_sys::window().map(|window| window.location());
    let address =
        location.and_then(|location| Some(location.origin().ok()? + &location.pathname().ok()?));
    address.unwrap_or_default()
}

/// Shows why the program has ended, in place of the canvas.
pub fn show_error(sentence: &str) {
    console::error_1(&sentence.into());
    let document = web_sys::window().and_then(|window| window.document());
    if let Some(place) = document.and_then(|document| document.get_element_by_id(MESSAGE)) {
        place.set_text_content(Some(sentence));
        place.set_class_name("shown");
    }
}

/// Shows what the page is about, for its tab and the browser's history.
pub fn set_title(title: &str) {
    if let Some(document) = web_sys::window().and_then(|window| window.document()) {
        document.set_title(title);
    }
}

/// The functions of the page's script that take the names of the keys that the program uses, copy a text, show the
/// keyboard of a phone, and are told whether the title is shown and where the map is.
const TAKE_KEYS: &str = "undercroftKeys";
const COPY: &str = "undercroftCopy";
const TYPE: &str = "undercroftType";
const SCREEN: &str = "undercroftScreen";
const MAP: &str = "undercroftMap";

/// Says which keys the program uses now, by their names and with spaces between them. All others with Ctrl or Alt, and all
/// other function keys, are the browser's.
pub fn take_keys(names: &str) {
    if let Some(take) = function(TAKE_KEYS) {
        // Without it the program takes all.
        let _ = take.call1(&JsValue::NULL, &names.into());
    }
}

/// Shows the keyboard of a phone for a field with this text, and whether it takes numbers alone; for no field, hides it.
/// What is typed comes as keys.
pub fn type_into(field: Option<(&str, bool)>) {
    let Some(show) = function(TYPE) else { return };
    // Without it there are other keyboards.
    let _ = match field {
        Some((text, is_number)) => show.call2(&JsValue::NULL, &text.into(), &is_number.into()),
        None => show.call0(&JsValue::NULL),
    };
}

/// Says whether the title is shown, from which the browser's Back leaves the page. On other screens it comes as Esc.
pub fn tell_screen(is_title: bool) {
    if let Some(tell) = function(SCREEN) {
        // Without it, Back leaves the page from any screen.
        let _ = tell.call1(&JsValue::NULL, &is_title.into());
    }
}

/// Says where the map is that two fingers zoom, by its distances from the left, right, top and bottom edge of the canvas in
/// logical pixels; elsewhere they zoom the page, and everywhere if there is no map.
pub fn tell_map(insets: Option<[f32; 4]>) {
    if let Some(tell) = function(MAP) {
        let insets = insets.into_iter().flatten().map(JsValue::from);
        // Without it, they zoom the page everywhere.
        let _ = tell.apply(&JsValue::NULL, &insets.collect::<Array>());
    }
}

/// Puts a text on the clipboard; whether the browser has done so.
pub fn copy(text: &str) -> bool {
    let copied = function(COPY).and_then(|copy| copy.call1(&JsValue::NULL, &text.into()).ok());
    copied.is_some_and(|copied| copied.is_truthy())
}

/// Whether the browser may let the page read the clipboard. From an address that is not secure it never does.
pub fn can_paste() -> bool {
    let get = |object: JsValue, name: &str| Reflect::get(&object, &name.into()).ok();
    let clipboard = get(js_sys::global().into(), "navigator")
        .and_then(|navigator| get(navigator, "clipboard"))
        .filter(JsValue::is_truthy);
    clipboard
        .and_then(|clipboard| get(clipboard, "readText"))
        .is_some_and(|read| read.is_function())
}

/// Whether what the player has told the browser or the system fits a media query.
pub fn prefers(query: &str) -> bool {
    let answer =
        function("matchMedia").and_then(|ask| ask.call1(&js_sys::global(), &query.into()).ok());
    let fits = answer.and_then(|answer| Reflect::get(&answer, &"matches".into()).ok());
    fits.is_some_and(|fits| fits.is_truthy())
}

/// Writes a line to the console, for tests of the page.
pub fn log(line: &str) {
    console::log_1(&line.into());
}

/// Whether the player has pressed a key or a pointer button; before that, browsers play no sound.
pub fn is_touched() -> bool {
    let get = |object: &JsValue, name: &str| Reflect::get(object, &name.into()).ok();
    let navigator = web_sys::window().map(|window| window.navigator());
    let activation = navigator.and_then(|navigator| get(&navigator, "userActivation"));
    // In a browser without this property, try anyway: sound starts once the browser allows it.
    activation.is_none_or(|activation| {
        get(&activation, "hasBeenActive").is_none_or(|touched| touched.is_truthy())
    })
}

/// Runs `work` every so many milliseconds as long as the page is open, with the time since this call.
pub fn every(milliseconds: i32, mut work: impl FnMut(std::time::Duration) + 'static) {
    let start = Instant::now();
    let work = Closure::<dyn FnMut()>::new(move || work(start.elapsed()));
    if let Some(window) = web_sys::window() {
        // If it fails, there is neither sound nor gamepad input.
        let _ = window.set_interval_with_callback_and_timeout_and_arguments_0(
            work.as_ref().unchecked_ref(),
            milliseconds,
        );
        work.forget();
    }
}

/// Runs `work` when the page hears of an event with this name for the first time.
pub fn once(event: &str, work: impl FnOnce() + 'static) {
    let mut work = Some(work);
    let hear = Closure::<dyn FnMut()>::new(move || {
        if let Some(work) = work.take() {
            work();
        }
    });
    if let Some(window) = web_sys::window() {
        // If it fails, the event is not heard.
        let _ = window.add_event_listener_with_callback(event, hear.as_ref().unchecked_ref());
        hear.forget();
    }
}

/// Opens the browser's file dialog and calls `take` with the name of the chosen file and its bytes, or why it
/// cannot be read; files over `limit` bytes are refused. If the player cancels, `take` is not called.
pub fn choose_file(
    limit: u64,
    take: impl FnOnce(String, Result<Vec<u8>, String>) + 'static,
) -> Option<()> {
    let document = web_sys::window()?.document()?;
    let chooser = document.get_element_by_id(CHOOSER)?;
    let chooser: HtmlInputElement = chooser.dyn_into().ok()?;
    // Otherwise choosing the same file again would not fire a change event.
    chooser.set_value("");
    let of = chooser.clone();
    let chosen = Closure::once_into_js(move || {
        let Some(file) = of.files().and_then(|files| files.get(0)) else {
            return;
        };
        let name = file.name();
        if file.size() > limit as f64 {
            take(
                name,
                Err(format!("it exceeds the {} MiB limit", limit >> 20)),
            );
            return;
        }
        let Ok(reader) = FileReader::new() else {
            take(name, Err("the browser cannot read it".to_owned()));
            return;
        };
        let of = reader.clone();
        let read = Closure::once_into_js(move || {
            let bytes = of.result().ok().filter(|read| !read.is_null());
            let bytes = bytes.map(|read| Uint8Array::new(&read).to_vec());
            take(
                name,
                bytes.ok_or_else(|| "the browser cannot read it".to_owned()),
            );
        });
        reader.set_onloadend(Some(read.unchecked_ref()));
        // After a failure, `loadend` fires as well.
        let _ = reader.read_as_array_buffer(&file);
    });
    chooser.set_onchange(Some(chosen.unchecked_ref()));
    chooser.click();
    Some(())
}

/// A web worker, by its number. Dropping it ends the worker.
pub struct Worker(u32);

/// The functions of the page's script that start and cancel a worker.
const START_WORKER: &str = "undercroftWork";
const CANCEL_WORKER: &str = "undercroftCancel";
/// The function that does the work in a worker.
const RUN_JOB: &str = "undercroftRunJob";

fn function(name: &str) -> Option<Function> {
    let found = Reflect::get(&js_sys::global(), &name.into()).ok()?;
    found.dyn_into().ok()
}

impl Worker {
    /// Starts a worker that carries out `order`, and calls `take` with its answer or why it failed.
    pub fn start(order: &str, take: impl FnOnce(Result<Vec<u8>, String>) + 'static) -> Self {
        static STARTED: AtomicU32 = AtomicU32::new(0);
        let number = STARTED.fetch_add(1, Ordering::Relaxed);
        let take = Closure::once_into_js(move |answer: JsValue| {
            take(match answer.dyn_into::<Uint8Array>() {
                Ok(made) => Ok(made.to_vec()),
                Err(reason) => Err(reason.as_string().unwrap_or_default()),
            });
        });
        if let Some(start) = function(START_WORKER) {
            let arguments = Array::of4(
                &number.into(),
                &wasm_bindgen::module(),
                &order.into(),
                &take,
            );
            // The script passes errors to `take`.
            let _ = start.apply(&JsValue::NULL, &arguments);
        }
        Self(number)
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        if let Some(cancel) = function(CANCEL_WORKER) {
            // It may have finished already.
            let _ = cancel.call1(&JsValue::NULL, &self.0.into());
        }
    }
}

/// Whether this instance of the program runs in a web worker.
pub fn is_worker() -> bool {
    web_sys::window().is_none()
}

/// Registers the function that does the jobs of the page in this worker.
pub fn run_jobs_by(run: fn(&str) -> Result<Vec<u8>, String>) {
    let run = Closure::<dyn Fn(String) -> JsValue>::new(move |job: String| match run(&job) {
        Ok(made) => Uint8Array::from(&made[..]).into(),
        Err(reason) => reason.into(),
    });
    // The worker's script calls it by this name and reports an error if it is missing.
    let _ = Reflect::set(&js_sys::global(), &RUN_JOB.into(), &run.into_js_value());
}

/// Reloads the page.
pub fn reload() {
    if let Some(window) = web_sys::window() {
        // Browsers allow it for every page.
        let _ = window.location().reload();
    }
}

/// Offers a file as a download.
pub fn download(name: &str, bytes: &[u8]) -> Option<()> {
    let parts = Array::of1(&Uint8Array::from(bytes));
    let blob = Blob::new_with_u8_array_sequence(&parts).ok()?;
    let address = Url::create_object_url_with_blob(&blob).ok()?;
    let document = web_sys::window()?.document()?;
    let link: HtmlAnchorElement = document.create_element("a").ok()?.dyn_into().ok()?;
    link.set_href(&address);
    link.set_download(name);
    link.click();
    Url::revoke_object_url(&address).ok()
}
