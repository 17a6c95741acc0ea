//! A player at the shell with its panels: keys that are typed, what the mouse does, and what is seen then.

use std::time::{Duration, Instant};

use bevy::input::ButtonState;
use bevy::input::keyboard::{Key, KeyCode, KeyboardInput};
use bevy::input::mouse::{MouseButtonInput, MouseScrollUnit, MouseWheel};
use bevy::input::touch::TouchPhase;
use bevy::prelude::*;
use bevy::window::{CursorMoved, PrimaryWindow, WindowEvent};
use undercroft::app::Screen;
use undercroft::app::platform::clock::Clock;
use undercroft::app::settings::{Motion, Settings};

use crate::builder;
use crate::sight;

/// Nothing is at this place but the map, if one is shown.
pub const BESIDE: Vec2 = Vec2::new(3.0, 3.0);

/// The shell in a window of 1280x800. Nothing moves by itself, no lessons are told, and the clock stands still.
pub struct Player(pub App);

impl Player {
    /// On a screen with what a text names, as on the command line.
    pub fn on(first: Screen, named: &str) -> Self {
        Self::with(builder::panelled(first, builder::begun(named)))
    }

    /// In an app of which no frame has run yet.
    pub fn with(mut app: App) -> Self {
        app.insert_resource(Clock::At(Instant::now()));
        let mut settings = app.world_mut().resource_mut::<Settings>();
        (settings.motion, settings.teach) = (Motion::None, false);
        let mut player = Self(app);
        player.resize(1280.0, 800.0);
        player.point(BESIDE);
        player
    }

    pub fn resize(&mut self, width: f32, height: f32) {
        self.window_mut().resolution.set(width, height);
        self.settle();
    }

    /// Runs as many frames as anything takes that needs no time.
    pub fn settle(&mut self) {
        for _ in 0..6 {
            self.0.update();
        }
    }

    /// Lets time pass, and a frame.
    pub fn pass(&mut self, milliseconds: u64) {
        let Clock::At(now) = *self.0.world().resource::<Clock>() else {
            panic!("the clock stands still");
        };
        let then = now + Duration::from_millis(milliseconds);
        self.0.insert_resource(Clock::At(then));
        self.0.update();
    }

    /// Lets time pass until `done`.
    #[track_caller]
    pub fn until(&mut self, done: impl Fn(&mut App) -> bool) {
        let began = Instant::now();
        while !done(&mut self.0) {
            self.pass(50);
            assert!(began.elapsed() < Duration::from_secs(120), "timed out");
        }
        self.settle();
    }

    // ---- keys

    /// Presses keys one after the other, named as in the key map, and waits until all is done.
    pub fn press(&mut self, keys: &[&str]) {
        for key in keys {
            self.strike(key);
            self.0.update();
            self.0.update();
        }
        self.settle();
    }

    /// As [`press`](Self::press), all within one frame.
    pub fn press_at_once(&mut self, keys: &[&str]) {
        for key in keys {
            self.strike(key);
        }
        for _ in keys {
            self.0.update();
        }
        self.settle();
    }

    /// Types a text, a letter a frame.
    pub fn type_text(&mut self, text: &str) {
        for letter in text.chars() {
            match letter {
                ' ' => self.strike("Space"),
                letter => self.strike(&letter.to_string()),
            }
            self.0.update();
        }
        self.settle();
    }

    /// Presses and releases a key, and before and after it the modifiers in its name and that of a capital.
    fn strike(&mut self, name: &str) {
        let (mut held, mut key) = (Vec::new(), name);
        for (modifier, code, logical) in [
            ("Ctrl+", KeyCode::ControlLeft, Key::Control),
            ("Shift+", KeyCode::ShiftLeft, Key::Shift),
        ] {
            let rest = key.strip_prefix(modifier);
            let is_capital = logical == Key::Shift && key.chars().all(char::is_uppercase);
            if rest.is_some() || is_capital {
                held.push((code, logical));
            }
            key = rest.unwrap_or(key);
        }
        let (code, logical) = match key {
            "Enter" => (KeyCode::Enter, Key::Enter),
            "Esc" => (KeyCode::Escape, Key::Escape),
            "Tab" => (KeyCode::Tab, Key::Tab),
            "Space" => (KeyCode::Space, Key::Space),
            "Backspace" => (KeyCode::Backspace, Key::Backspace),
            "Up" => (KeyCode::ArrowUp, Key::ArrowUp),
            "Down" => (KeyCode::ArrowDown, Key::ArrowDown),
            "Left" => (KeyCode::ArrowLeft, Key::ArrowLeft),
            "Right" => (KeyCode::ArrowRight, Key::ArrowRight),
            "PageDown" => (KeyCode::PageDown, Key::PageDown),
            // It counts by its letter.
            letter => (KeyCode::F24, Key::Character(letter.into())),
        };
        let text = match &logical {
            Key::Character(letter) => Some(letter.clone()),
            Key::Space => Some(" ".into()),
            _ => None,
        };
        for (code, modifier) in &held {
            let down = builder::key(*code, modifier.clone(), ButtonState::Pressed);
            builder::send(&mut self.0, down);
        }
        for state in [ButtonState::Pressed, ButtonState::Released] {
            let text = text.clone();
            let event = builder::key(code, logical.clone(), state);
            builder::send(&mut self.0, KeyboardInput { text, ..event });
        }
        for (code, modifier) in held {
            let up = builder::key(code, modifier, ButtonState::Released);
            builder::send(&mut self.0, up);
        }
    }

    // ---- mouse

    fn window(&mut self) -> Entity {
        let world = self.0.world_mut();
        let mut windows = world.query_filtered::<Entity, With<PrimaryWindow>>();
        windows.single(world).unwrap()
    }

    fn window_mut(&mut self) -> Mut<'_, Window> {
        let window = self.window();
        self.0.world_mut().get_mut::<Window>(window).unwrap()
    }

    /// Sends what the mouse does as Bevy does, by itself and among the events of the window.
    fn send<M: Message + Clone + Into<WindowEvent>>(&mut self, message: M) {
        self.0.world_mut().write_message(message.clone());
        builder::send(&mut self.0, message);
    }

    /// Moves the pointer.
    pub fn point(&mut self, at: Vec2) {
        let window = self.window();
        self.window_mut().set_cursor_position(Some(at));
        self.send(CursorMoved {
            window,
            position: at,
            delta: None,
        });
        self.settle();
    }

    /// Presses or releases a button where the pointer is.
    pub fn button(&mut self, button: MouseButton, state: ButtonState) {
        let window = self.window();
        self.send(MouseButtonInput {
            button,
            state,
            window,
        });
        self.settle();
    }

    pub fn click(&mut self, at: Vec2) {
        self.click_with(MouseButton::Left, at);
    }

    pub fn click_with(&mut self, button: MouseButton, at: Vec2) {
        self.point(at);
        self.button(button, ButtonState::Pressed);
        self.button(button, ButtonState::Released);
    }

    /// Clicks on the topmost text in sight that says this.
    #[track_caller]
    pub fn click_on(&mut self, text: &str) {
        let at = self.place_of(text);
        self.click(at);
    }

    /// Moves the pointer with the left button held.
    pub fn drag(&mut self, from: Vec2, to: Vec2) {
        self.point(from);
        self.button(MouseButton::Left, ButtonState::Pressed);
        self.point(to);
        self.button(MouseButton::Left, ButtonState::Released);
    }

    /// Turns the wheel at a place, away from the player by a positive number of notches.
    pub fn turn_wheel(&mut self, notches: i32, at: Vec2) {
        self.point(at);
        let window = self.window();
        for _ in 0..notches.abs() {
            self.send(MouseWheel {
                unit: MouseScrollUnit::Line,
                x: 0.0,
                y: notches.signum() as f32,
                window,
                phase: TouchPhase::Moved,
            });
            self.0.update();
        }
        self.settle();
    }

    // ---- what there is to see

    /// The middle of the topmost text in sight that says this.
    #[track_caller]
    pub fn place_of(&mut self, text: &str) -> Vec2 {
        sight::place_of(&mut self.0, text)
    }

    pub fn sees(&mut self, part: &str) -> bool {
        sight::is_seen(&mut self.0, part)
    }

    /// All texts in sight, with their places.
    pub fn texts(&mut self) -> Vec<(String, Rect)> {
        let texts = sight::seen_texts(&mut self.0);
        texts
            .into_iter()
            .map(|shown| (shown.text, shown.rect))
            .collect()
    }

    pub fn resource<R: Resource>(&self) -> &R {
        self.0.world().resource()
    }
}
