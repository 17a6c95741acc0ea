// Starts the program, and does for it what only a page's script can.
const canvas = document.getElementById('undercroft');
const message = document.getElementById('message');
const waiting = message.textContent;

/** Shows a sentence in place of the game, with a button that loads the page again if it may help. */
const tell = (text, again = false) => {
  message.textContent = text;
  message.className = 'shown';
  canvas.inert = true;
  if (again) {
    const button = document.createElement('button');
    button.textContent = 'Load the page again';
    button.onclick = () => location.reload();
    message.append(button);
    button.focus();
  }
};

// Workers that make something with an instance of the program of their own, by numbers.
const workers = new Map();
window.undercroftCancel = (number) => {
  workers.get(number)?.terminate();
  return workers.delete(number);
};
window.undercroftWork = (number, module, order, answer) => {
  const end = (made) => { if (window.undercroftCancel(number)) answer(made); };
  try {
    const worker = new Worker('worker.js', { type: 'module' });
    workers.set(number, worker);
    worker.onmessage = ({ data }) => end(data);
    worker.onerror = () => end('The browser gives the page no worker.');
    worker.postMessage({ module, order });
  } catch (error) {
    answer(`The browser gives the page no worker: ${error.message ?? error}`);
  }
};

// The keys that the program uses now, by its names for them.
let used = null;
window.undercroftKeys = (names) => { used = new Set(names.split(' ')); };
/** Keys that are the browser's whatever the program uses: load again, the address, back and forward, the size. */
const BROWSERS = new Set(['F5', 'Ctrl+F5', 'Ctrl+r', 'Ctrl+Shift+r', 'Ctrl+l', 'Alt+d', 'F6', 'Alt+Left', 'Alt+Right',
  'Ctrl++', 'Ctrl+=', 'Ctrl+-', 'Ctrl+0', 'Ctrl+Shift++']);
/** What fields for text use. */
const FIELDS = new Set(['Ctrl+a', 'Ctrl+c', 'Ctrl+v', 'Ctrl+x', 'Ctrl+Left', 'Ctrl+Right', 'Ctrl+Backspace', 'Ctrl+Delete',
  'Ctrl+Home', 'Ctrl+End']);
/** Whether a key is the browser's, and not the program's. */
const isBrowsers = (event) => {
  if (['Control', 'Alt', 'AltGraph', 'Shift', 'Meta'].includes(event.key) || event.getModifierState('AltGraph')) return false;
  const key = event.key.startsWith('Arrow') ? event.key.slice(5) : event.key === ' ' ? 'Space' : event.key;
  const parts = [event.ctrlKey && 'Ctrl', event.altKey && 'Alt', event.shiftKey && 'Shift', key.length === 1 ? key.toLowerCase() : key];
  const name = parts.filter(Boolean).join('+');
  if (event.metaKey || BROWSERS.has(name)) return true;
  const isPlain = !event.ctrlKey && !event.altKey && !/^F\d+$/.test(key);
  return !isPlain && used !== null && !used.has(name) && !FIELDS.has(name);
};
// The program does not hear the browser's keys go down, so it does not keep them from the browser. It hears all go up: one that
// went down without Ctrl may do so with it. But it hears of that with what comes next, since by itself it changes nothing, and
// a frame for it would cost as much as one for the key that goes down.
const up = [];
let downAt = 0;
const tellUp = () => { for (const event of up.splice(0)) canvas.dispatchEvent(new KeyboardEvent('keyup', event)); };
window.addEventListener('keyup', (event) => {
  if (!event.isTrusted || event.target !== canvas) return;
  event.stopImmediatePropagation();
  event.preventDefault();
  up.push(event);
}, true);
window.addEventListener('keydown', (event) => {
  tellUp();
  downAt = performance.now();
  if (isBrowsers(event)) event.stopImmediatePropagation();
}, true);
for (const other of ['pointerdown', 'pointermove', 'pointerup', 'wheel', 'blur', 'focus']) window.addEventListener(other, tellUp, true);
// A frame that comes soon after a key went down shows what that did. A later one may be for a key that is held.
const SOON = 100;
const nextFrame = window.requestAnimationFrame.bind(window);
window.requestAnimationFrame = (draw) => nextFrame((time) => {
  if (performance.now() > downAt + SOON) tellUp();
  draw(time);
});

/** Types a key into the program. */
const type = (key) => {
  for (const kind of ['keydown', 'keyup']) {
    canvas.dispatchEvent(new KeyboardEvent(kind, { key, bubbles: true, cancelable: true }));
  }
};

// The browser's Back is Esc, and leaves the page from the title: all other screens have an entry of the history to go back from.
let isAway = history.state === 'away';
window.undercroftScreen = (isTitle) => {
  if (isAway === !isTitle) return;
  isAway = !isTitle;
  if (isAway) history.pushState('away', '');
  else history.back();
};
window.addEventListener('popstate', () => {
  if (!isAway || history.state === 'away') return;
  history.pushState('away', '');
  type('Escape');
});

// What is typed on a phone's keyboard goes into an input of the page; the program gets it as keys, and shows its own field.
const keyboard = document.getElementById('keyboard');
let typed = '';
/** Shows the phone's keyboard for a field with this text; for none, hides it. */
window.undercroftType = (text, isNumber) => {
  if (text === undefined) {
    if (!keyboard.hidden) canvas.focus();
    keyboard.hidden = true;
    return;
  }
  typed = text;
  keyboard.value = text;
  keyboard.inputMode = isNumber ? 'numeric' : 'text';
  keyboard.hidden = false;
  keyboard.focus({ preventScroll: true });
  keyboard.select();
};
// A keyboard composes words and corrects them, so what counts is how the text differs from what it was.
keyboard.addEventListener('input', () => {
  const [before, now] = [[...typed], [...keyboard.value]];
  let same = 0;
  while (same < before.length && before[same] === now[same]) same += 1;
  // What the program's field has selected is none of that.
  type('End');
  for (let gone = same; gone < before.length; gone += 1) type('Backspace');
  for (const letter of now.slice(same)) type(letter);
  typed = keyboard.value;
});
keyboard.addEventListener('keydown', (event) => {
  if (event.key !== 'Enter' && event.key !== 'Escape') return;
  event.preventDefault();
  type(event.key);
});
// Somebody who has hidden the keyboard taps the field again. Some browsers show it only while they are touched.
canvas.addEventListener('pointerup', (event) => {
  if (event.pointerType === 'touch' && !keyboard.hidden) keyboard.focus({ preventScroll: true });
});

// Two fingers on the map zoom the map, and elsewhere the page. One that is larger than its window is always what they zoom, so
// that there is a way back.
let map = [];
/** Where the map is: how far from the left, right, top and bottom edge. Without these there is none. */
window.undercroftMap = (...insets) => { map = insets; };
const isOnMap = ({ clientX: x, clientY: y }) => {
  if (map.length === 0) return false;
  const [left, right, top, bottom] = map;
  return x >= left && x < canvas.clientWidth - right && y >= top && y < canvas.clientHeight - bottom;
};
window.addEventListener('touchstart', (event) => {
  if (event.target !== canvas) return;
  // The program's library keeps all touches from the browser. What the browser may do with them, the style sheet says.
  event.stopImmediatePropagation();
  const zoomsPage = (window.visualViewport?.scale ?? 1) > 1.01;
  if (!zoomsPage && event.touches.length > 1 && [...event.touches].every(isOnMap)) event.preventDefault();
}, { capture: true, passive: false });

/** Copies a text; whether it is on the clipboard. Unlike `navigator.clipboard` this answers at once, and without https. */
window.undercroftCopy = (text) => {
  let copied = false;
  const fill = (event) => {
    event.clipboardData.setData('text/plain', text);
    event.preventDefault();
    copied = true;
  };
  document.addEventListener('copy', fill, true);
  try { document.execCommand('copy'); } finally { document.removeEventListener('copy', fill, true); }
  return copied;
};

/** Takes a lock that this tab holds as long as it is open; whether it has got it within so many milliseconds. */
const lock = (patience) => new Promise((resolve) => {
  navigator.locks.request('undercroft', { signal: AbortSignal.timeout(patience) }, () => {
    resolve(true);
    return new Promise(() => {});
  }).catch(() => resolve(false));
});
/** The same where the browser has no locks, as from an address without https: the tabs ask each other. */
const ask = (patience) => new Promise((resolve) => {
  const tabs = new BroadcastChannel('undercroft');
  const own = Math.random();
  let state = 'asks', isRefused = false;
  tabs.onmessage = ({ data: { asks, refuses } }) => {
    // Of two that ask at once, the one with the smaller number goes first.
    if (asks !== undefined && (state === 'holds' || (state === 'asks' && own < asks))) tabs.postMessage({ refuses: asks });
    if (refuses === own) isRefused = true;
  };
  const end = Date.now() + patience;
  const turn = () => {
    isRefused = false;
    tabs.postMessage({ asks: own });
    setTimeout(() => {
      if (isRefused && Date.now() < end) { turn(); return; }
      state = isRefused ? 'is refused' : 'holds';
      resolve(!isRefused);
    }, 500);
  };
  turn();
});
const take = navigator.locks ? lock : ask;
const takeSoon = async () => {
  let own;
  try { own = sessionStorage; } catch { /* The browser keeps nothing for this page. */ }
  // The page that the tab showed before may end late, on a busy machine seconds later, so a tab that has held the lock
  // waits longer than one that is new.
  const taken = await take(own?.getItem('undercroft/held') ? 15_000 : 2_000);
  if (taken) own?.setItem('undercroft/held', 'yes');
  return taken;
};

/** The module, while how much of it has come is shown. */
const load = async () => {
  const response = await fetch('undercroft_bg.wasm');
  if (!response.ok) throw new Error(`the server has no program for the page (${response.status} ${response.statusText})`);
  const mebibytes = (bytes) => (bytes / 2 ** 20).toFixed(0);
  const total = Number(document.querySelector('meta[name="module-bytes"]')?.content) || 0;
  let got = 0;
  const count = new TransformStream({
    transform(chunk, out) {
      got += chunk.byteLength;
      const of = total > got ? ` of ${mebibytes(total)}` : '';
      if (message.textContent.startsWith(waiting)) message.textContent = `${waiting}\n\n${mebibytes(got)}${of} MiB`;
      out.enqueue(chunk);
    },
  });
  return new Response(response.body.pipeThrough(count), { headers: { 'content-type': 'application/wasm' } });
};

try {
  if (!document.createElement('canvas').getContext('webgl2')) {
    throw new Error('this browser does not offer WebGL 2; turn it on in the settings, or use another browser');
  }
  window.undercroftIsOpenElsewhere = !(await takeSoon());
  canvas.addEventListener('webglcontextlost', (event) => {
    event.preventDefault();
    tell('The browser has taken the graphics away. What was played is saved; the page loads again as soon as it may draw.', true);
  });
  canvas.addEventListener('webglcontextrestored', () => location.reload());
  // A page that is loaded while there is no network, and no worker that has kept it, is lost; then the link waits.
  const opened = location.hash;
  window.addEventListener('hashchange', () => {
    if (navigator.onLine || navigator.serviceWorker?.controller) location.reload();
    else console.warn('The link opens when there is a network again.');
  });
  window.addEventListener('online', () => { if (location.hash !== opened) location.reload(); });
  const { default: start } = await import('./undercroft.js');
  await start({ module_or_path: load() });
  if (message.textContent.startsWith(waiting)) message.className = '';
  canvas.focus();
  // Keeps what the page is made of, for when there is no network.
  navigator.serviceWorker?.register('offline.js').catch(() => {});
} catch (error) {
  if (message.textContent.startsWith(waiting)) tell(`Undercroft does not start: ${error.message ?? error}`, true);
  console.error(error);
}
