//! What the program asks of the page that it runs in.

use std::sync::atomic::{AtomicU32, Ordering};

use bevy::platform::time::Instant;
use js_sys::{Array, Function, Reflect, Uint8Array};
use wasm_bindgen::prelude::*;
use web_sys::{Blob, FileReader, HtmlAnchorElement, HtmlInputElement, Url, console};

/// Where the page shows a sentence instead of the window.
const MESSAGE: &str = "message";

/// What the page chooses files with.
const CHOOSER: &str = "chooser";

/// What stands behind the `#` of the page's address.
pub fn fragment() -> String {
    let hash = web_sys::window().and_then(|window| window.location().hash().ok());
    hash.unwrap_or_default().trim_start_matches('#').to_owned()
}

/// The page's address, without what stands behind it.
pub fn address() -> String {
    let location = web_sys::window().map(|window| window.location());
    let address =
        location.and_then(|location| Some(location.origin().ok()? + &location.pathname().ok()?));
    address.unwrap_or_default()
}

/// Shows a sentence instead of the window, for what ends the program.
pub fn tell(sentence: &str) {
    console::error_1(&sentence.into());
    let document = web_sys::window().and_then(|window| window.document());
    if let Some(place) = document.and_then(|document| document.get_element_by_id(MESSAGE)) {
        place.set_text_content(Some(sentence));
        place.set_class_name("shown");
    }
}

/// Writes a line for whoever tests the page.
pub fn note(line: &str) {
    console::log_1(&line.into());
}

/// Whether the player has touched a key or the pointer: before that, a page plays no sound.
pub fn is_touched() -> bool {
    let known = |of: &JsValue, name: &str| Reflect::get(of, &name.into()).ok();
    let navigator = web_sys::window().map(|window| window.navigator());
    let activation = navigator.and_then(|navigator| known(&navigator, "userActivation"));
    // Where the browser does not tell, sound begins when it lets it.
    activation.is_none_or(|activation| {
        known(&activation, "hasBeenActive").is_none_or(|touched| touched.is_truthy())
    })
}

/// Runs `work` every so many milliseconds as long as the page is open, and hands it the time since now.
pub fn every(milliseconds: i32, mut work: impl FnMut(std::time::Duration) + 'static) {
    let began = Instant::now();
    let work = Closure::<dyn FnMut()>::new(move || work(began.elapsed()));
    if let Some(window) = web_sys::window() {
        // Without timers there is neither sound nor a pad.
        let _ = window.set_interval_with_callback_and_timeout_and_arguments_0(
            work.as_ref().unchecked_ref(),
            milliseconds,
        );
        work.forget();
    }
}

/// Lets the player choose a file of at most `limit` bytes, and hands its name and its bytes to `take`, or why it
/// cannot be read. If none is chosen, nothing happens.
pub fn choose_file(
    limit: u64,
    take: impl FnOnce(String, Result<Vec<u8>, String>) + 'static,
) -> Option<()> {
    let document = web_sys::window()?.document()?;
    let chooser = document.get_element_by_id(CHOOSER)?;
    let chooser: HtmlInputElement = chooser.dyn_into().ok()?;
    // The same file may be chosen again.
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
        // A failure ends the loading as well.
        let _ = reader.read_as_array_buffer(&file);
    });
    chooser.set_onchange(Some(chosen.unchecked_ref()));
    chooser.click();
    Some(())
}

/// A worker of the page, by its number. Dropped, it ends.
pub struct Worker(u32);

/// The functions of the page's script that start a worker and end it, and that of the worker that does its work.
const WORK: [&str; 3] = ["undercroftWork", "undercroftCancel", "undercroftObey"];

fn function(name: &str) -> Option<Function> {
    let found = Reflect::get(&js_sys::global(), &name.into()).ok()?;
    found.dyn_into().ok()
}

impl Worker {
    /// Has a worker do `order`, and hands its answer to `take`: what it made, or why it did not.
    pub fn start(order: &str, take: impl FnOnce(Result<Vec<u8>, String>) + 'static) -> Self {
        static STARTED: AtomicU32 = AtomicU32::new(0);
        let number = STARTED.fetch_add(1, Ordering::Relaxed);
        let take = Closure::once_into_js(move |answer: JsValue| {
            take(match answer.dyn_into::<Uint8Array>() {
                Ok(made) => Ok(made.to_vec()),
                Err(reason) => Err(reason.as_string().unwrap_or_default()),
            });
        });
        let [start, ..] = WORK;
        if let Some(start) = function(start) {
            let arguments = Array::of4(
                &number.into(),
                &wasm_bindgen::module(),
                &order.into(),
                &take,
            );
            // The script tells `take` what goes wrong.
            let _ = start.apply(&JsValue::NULL, &arguments);
        }
        Self(number)
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        let [_, cancel, _] = WORK;
        if let Some(cancel) = function(cancel) {
            // It may have ended by itself.
            let _ = cancel.call1(&JsValue::NULL, &self.0.into());
        }
    }
}

/// Whether this is a worker and not the page.
pub fn is_worker() -> bool {
    web_sys::window().is_none()
}

/// Does from now on, in a worker, what the page orders.
pub fn serve(obey: fn(&str) -> Result<Vec<u8>, String>) {
    let obey = Closure::<dyn Fn(String) -> JsValue>::new(move |order: String| match obey(&order) {
        Ok(made) => Uint8Array::from(&made[..]).into(),
        Err(reason) => reason.into(),
    });
    let [.., name] = WORK;
    // The script of the worker calls it by this name, and fails if there is none.
    let _ = Reflect::set(&js_sys::global(), &name.into(), &obey.into_js_value());
}

/// Loads the page again.
pub fn reload() {
    if let Some(window) = web_sys::window() {
        // The browser does that for every page.
        let _ = window.location().reload();
    }
}

/// Gives a file to the browser, which keeps it where it keeps downloads.
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
