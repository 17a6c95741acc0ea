//! What the program asks of the page that it runs in.

use bevy::platform::time::Instant;
use js_sys::{Array, Reflect, Uint8Array};
use wasm_bindgen::prelude::*;
use web_sys::{Blob, HtmlAnchorElement, Url, console};

/// Where the page shows a sentence instead of the window.
const MESSAGE: &str = "message";

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
