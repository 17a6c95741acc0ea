// Plays in the page with a headless Chromium: node test.mjs FOLDER PICTURES [quick]
//
// The tests wait for states that the page logs (its screen, run, board, selected row), not for sentences.
import assert from 'node:assert/strict';
import { mkdir, readFile, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Browser, DOWN, ENTER, ESCAPE, LEFT, RIGHT, TAB, UP } from './browser.mjs';
import { serve } from './serve.mjs';

const [folder, pictures, quick] = process.argv.slice(2);

/** What `quick` plays: a part of the name of each. */
const QUICK = [
  'a screen reader', 'after a reload', 'keys of the browser', 'held while', 'is copied', 'without locks',
  'ends late', 'share code', 'of the link is solved', 'recorded run of one', 'damaged save', 'does not read',
  'on a phone', 'two fingers', 'phone\'s keyboard', 'second tab', 'is full', 'given up', 'name for each',
  'less to move', 'without a network',
];

/** The quarter turns that solve board/3x3#7, on a way over its tiles. */
const WAY = [[RIGHT, 1], [RIGHT, 2], [DOWN, 3], [DOWN, 0], [LEFT, 1], [LEFT, 2], [UP, 3]];

const tests = {
  async 'a run of a typed seed goes on after a reload with the same digest'(browser, address) {
    const began = Date.now();
    await browser.go(`${address}#noted`);
    await browser.note(/screen title/);
    console.log(`    ${Date.now() - began} ms to the title`);
    await browser.picture('title');
    await browser.press('s', ...'4711', ENTER);
    await browser.note(/^seed 4711/);
    await browser.descend(/run 4711 turn 0 /);
    await browser.picture('descend-begins');
    for (const key of 'xsxsxsxsxsxsxsxsxsxsxsxsxsxsxs') await browser.press(key);
    // Exploring goes on for a while after the last key.
    const digest = async () => {
      for (let last; ; ) {
        await sleep(3000);
        const line = (await browser.listen()).findLast((line) => /^run /.test(line));
        if (line === last) return line;
        last = line;
      }
    };
    const before = await digest();
    assert.match(before, /run 4711 turn [1-9]/);
    await browser.picture('descend');
    await browser.go(`${address}#noted`);
    await browser.note(/screen title/);
    await browser.picture('title-with-a-run');
    await browser.press('c');
    await browser.note(/screen descend/);
    assert.equal(await digest(), before);
    await browser.picture('descend-again');
  },

  async 'the share code of a map in the link opens the Lab with it'(browser, address) {
    await browser.go(`${address}#noted&rooms/60x30/tries=40#7`);
    await browser.note(/screen lab/);
    await browser.note(/map rooms\/60x30\/tries=40#7/);
    await browser.picture('lab');
    // A stroke of wall from the start makes it another map, which its code carries.
    await browser.press('d', 't', RIGHT, RIGHT, 't');
    await browser.note(/map rooms\/60x30\/tries=40#7~/);
    await browser.picture('lab-painted');
    await browser.press(ESCAPE, 's');
    await sleep(3000);
    await browser.listen();
    await browser.picture('lab-sheet');
  },

  async 'a maze of the link is begun, and a recorded run of one is watched'(browser, address) {
    await browser.go(`${address}#noted&${encodeURIComponent('maze-dfs/21x15#7@:0:0')}`);
    await browser.note(/screen maze/);
    await browser.picture('maze');
    await browser.go(`${address}#noted&replay=${encodeURIComponent(await browser.recorded(address))}`);
    await browser.note(/screen replay/);
    await sleep(2000);
    await browser.listen();
    await browser.picture('replay');
  },

  async 'a board of the link is solved by keys, and found again'(browser, address) {
    await browser.go(`${address}#noted&board/3x3#7`);
    await browser.note(/board 3x3::4ec1a43b1 /);
    await browser.press(LEFT, LEFT, UP, UP, UP);
    for (const [step, turns] of WAY) {
      await browser.press(step);
      for (let turn = 0; turn < turns; turn += 1) await browser.press(' ');
    }
    await browser.note(/board .* solved/);
    await browser.picture('conduit-solved');
  },

  async 'a screen reader is told what the page shows, and hears what changes'(browser, address) {
    await browser.go(`${address}#noted&board/3x3#7`);
    await browser.note(/board 3x3::4ec1a43b1 /);
    await browser.command('Accessibility.enable', {});
    /** Waits for a node of Chromium's accessibility tree with this role and a name that matches. */
    const node = (role, pattern) => browser.until(async () => {
      const { nodes } = await browser.command('Accessibility.getFullAXTree', {});
      return nodes.find((node) => !node.ignored && node.role?.value === role && pattern.test(node.name?.value ?? ''));
    }, `${role} ${pattern}`);
    await node('application', /^Conduit$/);
    await node('button', /^lock$/);
    await browser.press(TAB);
    await node('textbox', /^Width$/);
    await browser.press(ESCAPE);
    await node('log', /^/);
    await browser.press(UP);
    await node('StaticText', /^Row 1, column 2: /);
    // It presses a button.
    const pressed = await browser.run("[...document.querySelectorAll('#panels [role=button]')].find((it) => it.ariaLabel === 'lock').click(); return true");
    assert(pressed);
    await node('StaticText', /; locked\.$/);
    await browser.press(ESCAPE);
    await browser.note(/screen title/);
    await node('listbox', /^Undercroft/);
    const option = await node('option', /^Conduit/);
    const focused = "const id = document.getElementById('undercroft').getAttribute('aria-activedescendant'); return document.getElementById(id)?.getAttribute('role')";
    assert.equal(await browser.until(() => browser.run(focused), 'the focus'), 'option');
    assert(option);
  },

  async 'a second tab plays without saving and says so'(browser, address) {
    await browser.go(`${address}#noted`);
    await browser.note(/screen title/);
    await browser.newTab();
    await browser.go(`${address}#noted`);
    await browser.note(/^saving refused/);
    await browser.picture('second-tab');
  },

  async 'a page that ends late does not keep its tab from saving'(browser, address) {
    await browser.go(`${address}#noted`);
    await browser.note(/screen title/);
    const tab = await browser.call('GET', '/window');
    await browser.newTab();
    await browser.go(`${address}icon.png`);
    // It gets what the page holds as soon as that lets go, and keeps it for a while.
    await browser.run("navigator.locks.request('undercroft', () => new Promise((done) => setTimeout(done, 4000))), 0");
    await browser.goOnIn(tab);
    await browser.go(`${address}#noted`);
    assert.equal((await browser.note(/^saving (.*)/))[1], 'on');
  },

  async 'a damaged save is kept aside and told'(browser, address) {
    await browser.go(`${address}icon.png`);
    await browser.run("localStorage.setItem('undercroft/run.save', '17\\nno save')");
    await browser.go(`${address}#noted`);
    await browser.note(/screen title/);
    const aside = "return localStorage.getItem('undercroft/run-unreadable-1.save')";
    assert.equal(await browser.until(() => browser.run(aside), 'the save that is kept aside'), '17\nno save');
    await browser.picture('damaged-save');
  },

  async 'a storage that is full is told, and what was saved stays'(browser, address) {
    await browser.go(`${address}#noted&seed=5`);
    await browser.note(/screen title/);
    await browser.descend(/run 5 turn 0 /);
    await sleep(1000);
    const kept = "return Object.entries(localStorage).filter(([name]) => name.startsWith('undercroft/run.save')).sort().join()";
    await browser.pressFor('s', /run 5 turn 1 /);
    const before = await browser.run(kept);
    assert.match(before, /^undercroft\/run.save,\d+\nundercroft recording [^]*,undercroft\/run.save~1,\d+\ns /);
    await browser.run(`for (let size = 1 << 22; size >= 1; size >>= 1) {
      for (let n = 0; ; n += 1) { try { localStorage.setItem('full' + size + '.' + n, 'x'.repeat(size)); } catch { break; } }
    }`);
    await browser.press('s');
    await browser.note(/^saving failing/);
    assert.equal(await browser.run(kept), before);
    await browser.picture('storage-full');
  },

  async 'a tab that crashes at any moment loses at most a move'(browser, address) {
    await browser.go(`${address}#noted&seed=5`);
    await browser.note(/screen title/);
    await browser.descend(/run 5 turn 0 /);
    // Before its first move there is nothing to save.
    await browser.pressFor('s', /run 5 turn 1 /);
    const turns = (lines) => lines.map((line) => line.match(/^run 5 turn (\d+) /)).filter(Boolean).map(([, turn]) => +turn);
    let shown = 1;
    for (let kill = 0; kill < 20; kill += 1) {
      for (let key = 0; key <= kill % 4; key += 1) await browser.press(...'sz'.repeat(2));
      await sleep((kill * 37) % 90);
      shown = Math.max(shown, ...turns(await browser.listen()));
      await browser.crash();
      await browser.go(`${address}#noted`);
      await browser.note(/screen title/);
      await browser.pressFor('c', /screen descend/);
      await browser.note(/run 5 turn/);
      const [found] = turns(await browser.listen());
      assert(found >= shown - 1, `kill ${kill}: turn ${found} of ${shown}`);
      shown = found;
    }
    assert(shown > 20, `turn ${shown}`);
    assert.match(await browser.run("return localStorage.getItem('undercroft/run.save')"), /undercroft recording/);
  },

  async 'a long run is loaded between frames with a line of progress'(browser, address) {
    const recorded = await readFile(new URL('../core/tests/golden/runs.txt', import.meta.url), 'utf8');
    const [first] = recorded.split(/(?=^undercroft recording)/m).slice(1);
    await browser.go(`${address}icon.png`);
    await browser.run(`localStorage.setItem('undercroft/run.save', ${JSON.stringify(`17\n${first}`)})`);
    await browser.go(`${address}#noted`);
    await browser.note(/screen title/);
    await browser.press('c');
    const began = Date.now();
    await browser.note(/^notice Loading the run: turn \d+ of \d+/);
    await browser.note(/screen descend/);
    console.log(`    ${Date.now() - began} ms for ${first.match(/@\d+/g).at(-1)} turns`);
    await browser.picture('descend-long');
  },

  async 'without storage one plays all the same and is told'(browser, address) {
    const recorded = await browser.recorded(address);
    await browser.prepare("Object.defineProperty(window, 'localStorage', { get() { throw new DOMException('no', 'SecurityError'); } })");
    await browser.go(`${address}#noted`);
    await browser.note(/^saving off/);
    await browser.descend(/run \d+ turn 0 /);
    await browser.picture('no-storage');
    await browser.go(`${address}#noted&replay=${encodeURIComponent(recorded)}`);
    await browser.note(/screen title/);
    assert(!browser.lines.some((line) => line === 'screen replay'));
  },

  async 'all that is kept is exported, and imported where there is nothing'(browser, address) {
    const kept = 'return JSON.stringify(Object.entries(localStorage).sort())';
    /** Opens the Options, and goes up from the first key over these buttons. */
    const button = async (...rows) => {
      await browser.pressFor('o', /screen options/);
      await browser.pressFor(TAB, /^options Action/);
      for (const row of rows) await browser.pressFor(UP, new RegExp(`^options ${row}$`));
    };
    /** Chooses a file. */
    const choose = async (path, pattern) => {
      await browser.pressFor(ENTER, /^message /);
      const chooser = await browser.call('POST', '/element', { using: 'css selector', value: '#chooser' });
      const from = (await browser.listen()).length;
      await browser.call('POST', `/element/${Object.values(chooser)[0]}/value`, { text: path });
      return browser.note(pattern, from);
    };
    await browser.go(`${address}#noted&seed=6`);
    await browser.note(/screen title/);
    await browser.descend(/run 6 turn 0 /);
    const [run] = await browser.pressFor('s', /run 6 turn 1 digest \w+/);
    await browser.go(`${address}#noted`);
    await browser.note(/screen title/);
    await button('Import', 'Export');
    await browser.pressFor(ENTER, /^message /);
    await browser.picture('exported');
    const folder = join(browser.own, 'downloads');
    const [name] = await browser.until(async () => {
      const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.save'));
      return names.length > 0 && names;
    }, 'the download');
    const whole = await readFile(join(folder, name));

    const damaged = join(folder, 'damaged.save');
    await writeFile(damaged, whole.map((byte, at) => (at === whole.length >> 1 ? byte ^ 1 : byte)));
    await browser.command('Page.setInterceptFileChooserDialog', { enabled: true });
    await browser.pressFor(DOWN, /^options Import$/);
    const before = await browser.run(kept);
    await choose(damaged, /^message .*damaged\.save/);
    await browser.picture('import-refused');
    assert.equal(await browser.run(kept), before);

    await browser.call('POST', '/url', { url: 'about:blank' });
    await browser.go(`${address}icon.png`);
    await browser.run('localStorage.clear()');
    await browser.go(`${address}#noted`);
    await browser.note(/screen title/);
    await button('Import');
    await choose(join(folder, name), /^options Import asks/);
    await browser.picture('import');
    await browser.pressFor('y', /screen title/);
    assert.equal(await browser.run(kept), before);
    await browser.pressFor('c', /screen descend/);
    await browser.note(new RegExp(run));
  },

  async 'a map of 4096x4096 is made beside the frames, measured and exported'(browser, address) {
    await browser.go(`${address}#noted&rooms/4096x4096#7`);
    await browser.note(/map rooms\/4096x4096#7 made/);
    await browser.picture('large');
    await browser.press('e');
    await browser.pressFor('t', /notice .*rooms-4096x4096-7\.txt/);
  },

  async 'a large map that is on its way can be given up'(browser, address) {
    await browser.prepare("window.Worker = class { postMessage() {} terminate() { console.log('the worker ends'); } }");
    await browser.go(`${address}#noted&rooms/4096x4096#7`);
    await browser.note(/screen lab/);
    await browser.picture('large-on-its-way');
    await browser.pressFor(ESCAPE, /the worker ends/);
  },

  async 'graphics that are taken away are told, and come again'(browser, address) {
    await browser.go(`${address}#noted`);
    await browser.note(/screen title/);
    await browser.picture('title-again');
    const from = browser.lines.length;
    await browser.run(`window.lost = document.querySelector('canvas').getContext('webgl2').getExtension('WEBGL_lose_context');
      window.lost.loseContext()`);
    await browser.until(() => browser.run("return document.getElementById('message').textContent.startsWith('The browser has taken the graphics away')"), 'the sentence');
    await browser.picture('graphics-lost');
    assert.equal(await browser.run("return document.activeElement.tagName"), 'BUTTON');
    await browser.press('d');
    assert(!browser.lines.slice(from).some((line) => /^title /.test(line)), 'nobody plays what cannot be seen');
    await browser.run('window.lost.restoreContext()');
    await browser.note(/screen title/, from);
  },

  async 'two tabs without locks, as without https, do not save over each other'(browser, address) {
    await browser.prepare("Object.defineProperty(navigator, 'locks', { value: undefined })");
    await browser.go(`${address}#noted`);
    assert.equal((await browser.note(/^saving (.*)/))[1], 'on');
    await browser.newTab();
    await browser.prepare("Object.defineProperty(navigator, 'locks', { value: undefined })");
    await browser.go(`${address}#noted`);
    assert.equal((await browser.note(/^saving (.*)/))[1], 'refused');
  },

  async 'the keys of the browser are left to it, and the others are the game\'s'(browser, address) {
    /** Whether the page keeps a key from the browser. */
    const keeps = (key, code, held = {}) => browser.run(`
      const event = new KeyboardEvent('keydown', { key: '${key}', code: '${code}', bubbles: true, cancelable: true, ...${JSON.stringify(held)} });
      document.querySelector('canvas').dispatchEvent(event);
      return event.defaultPrevented;`);
    const ctrl = { ctrlKey: true };
    await browser.go(`${address}#noted&board/3x3#7`);
    await browser.note(/^screen conduit/);
    await browser.note(/^board /);
    for (const [key, code, held] of [['F5', 'F5'], ['r', 'KeyR', ctrl], ['l', 'KeyL', ctrl], ['+', 'Equal', ctrl], ['-', 'Minus', ctrl],
      ['ArrowLeft', 'ArrowLeft', { altKey: true }], ['f', 'KeyF', ctrl], ['h', 'KeyH', ctrl], ['F7', 'F7'], ['i', 'KeyI', { ctrlKey: true, shiftKey: true }]]) {
      assert.equal(await keeps(key, code, held), false, `${key} ${JSON.stringify(held ?? {})}`);
    }
    for (const [key, code, held] of [['ArrowLeft', 'ArrowLeft'], ['F9', 'F9'], ['z', 'KeyZ', ctrl], ['/', 'Slash'], [' ', 'Space'], ['Tab', 'Tab']]) {
      assert.equal(await keeps(key, code, held), true, `${key} ${JSON.stringify(held ?? {})}`);
    }
  },

  async 'a key held while the tab is left counts no longer when one comes back'(browser, address) {
    await browser.go(`${address}#noted&seed=5`);
    await browser.note(/screen title/);
    await browser.descend(/run 5 turn 0 /);
    // As with Ctrl+Tab: the key goes up elsewhere, and a hidden tab draws no frame.
    await browser.run(`const canvas = document.querySelector('canvas');
      canvas.dispatchEvent(new KeyboardEvent('keydown', { key: 'Control', code: 'ControlLeft', ctrlKey: true, bubbles: true, cancelable: true }));
      canvas.blur();
      canvas.focus();`);
    await browser.pressFor('s', /run 5 turn 1 /);
  },

  async 'the clock of a board stands while another tab is in front'(browser, address) {
    await browser.go(`${address}#noted&board/5x5#7`);
    await browser.note(/^board 5x5/);
    const clock = async () => {
      const [, minutes, seconds] = /Time (\d+):(\d\d)/.exec(await browser.run("return document.querySelector('#panels').innerText"));
      return 60 * Number(minutes) + Number(seconds);
    };
    const tab = await browser.call('GET', '/window');
    await browser.until(async () => await clock() > 0, 'the clock');
    await browser.newTab();
    await sleep(15_000);
    await browser.goOnIn(tab);
    const before = await clock();
    await browser.until(async () => await clock() > before, 'the clock');
    assert(await clock() < 15, 'the time away counted');
  },

  async 'what is copied is on the clipboard, and what cannot be pasted is told'(browser, address) {
    await browser.prepare(`Object.defineProperty(navigator, 'clipboard', { value: undefined });
      window.addEventListener('copy', (event) => console.log('copied ' + event.clipboardData.getData('text/plain')));`);
    await browser.go(`${address}#noted&board/3x3#7`);
    await browser.note(/^board /);
    await browser.pressFor('\uE039', /^copied http.*#3x3::/);
    await browser.note(/^notice Link copied/);
    await browser.pressFor('v', /^notice .*https/);
  },

  async 'the page and its canvas have a name for each screen'(browser, address) {
    const names = "const { role, ariaLabel } = document.querySelector('canvas'); return [document.title, role, ariaLabel].join()";
    const are = async (wanted) => await browser.until(async () => (await browser.run(names)) === wanted, wanted);
    await browser.go(`${address}#noted&rooms/60x30#7`);
    await browser.note(/screen lab/);
    await are('Map Lab - Undercroft,application,Map Lab');
    await browser.pressFor(ESCAPE, /screen title/);
    await are('Undercroft,application,Title');
  },

  async 'who wants less to move and more contrast gets them'(browser, address) {
    await browser.command('Emulation.setEmulatedMedia', { features: [{ name: 'prefers-reduced-motion', value: 'reduce' }, { name: 'prefers-contrast', value: 'more' }] });
    await browser.go(`${address}#noted`);
    await browser.note(/screen title/);
    await browser.note(/^looks HighContrast, Reduced/);
  },

  async 'the page is there without a network, and opens links'(browser, address, server) {
    await browser.go(`${address}#noted`);
    await browser.note(/screen title/);
    const files = "return caches.open('undercroft').then((kept) => kept.keys()).then((keys) => keys.length)";
    await browser.until(async () => (await browser.run(files)) >= 8, 'what the page is made of');
    end(server);
    await browser.go(`${address}#noted&board/3x3#7`);
    await browser.note(/^board 3x3::4ec1a43b1 /);
  },

  async 'fingers on a phone turn tiles, and the browser\'s Back is Esc'(browser, address) {
    await browser.phone();
    await browser.go(`${address}#noted&board/3x3#7`);
    await browser.note(/^board 3x3::4ec1a43b1 /);
    const { width, height } = await browser.run("return document.getElementById('undercroft').getBoundingClientRect().toJSON()");
    assert.deepEqual([width, height], [390, 844]);
    await browser.picture('phone-conduit');
    // The middle of the board is somewhere in the middle of the page.
    const middle = [195, 380];
    let from = (await browser.listen()).length;
    await browser.tap(middle);
    await browser.note(/^board 3x3::(?!4ec1a43b1)/, from);
    from = (await browser.listen()).length;
    await browser.tap(middle, [middle[0] + 20, middle[1]]);
    await browser.note(/^board 3x3::4ec1a43b1 /, from);
    await browser.call('POST', '/back', {});
    await browser.note(/^screen title/);
    await browser.picture('phone-title');
  },

  async 'two fingers on the board leave the page as large as it is, and beside it enlarge the page'(browser, address) {
    await browser.phone();
    await browser.go(`${address}#noted&board/7x7#7`);
    await browser.note(/^board 7x7::/);
    await sleep(1000);
    const board = [195, 380], buttons = [195, 800];
    assert.equal(await browser.pinch(board, 60, 240), 1);
    const scale = await browser.pinch(buttons, 60, 240);
    assert(scale > 1.5, `the page is ${scale} times as large`);
    // From anywhere there is a way back.
    assert.equal(await browser.pinch(board, 300, 20), 1);
    // The title has no map.
    await browser.go(`${address}#noted`);
    await browser.note(/screen title/);
    await sleep(1000);
    assert(await browser.pinch([195, 400], 60, 240) > 1.5);
  },

  async 'a phone\'s keyboard comes for a field, and what is typed on it is in the field'(browser, address) {
    await browser.phone();
    // It begins as what is typed does.
    await browser.go(`${address}#noted&seed=4735272`);
    await browser.note(/screen title/);
    const isShown = "return document.activeElement.id === 'keyboard'";
    // The field is the last of the page; below it a tap does nothing.
    let found = false;
    for (let y = 690; y > 300 && !found; y -= 14) {
      await browser.tap([150, y]);
      await sleep(700);
      found = await browser.run(isShown);
    }
    assert(found, 'no field brings the keyboard');
    await browser.picture('phone-keyboard');
    await browser.command('Input.insertText', { text: '4712' });
    await browser.press('\uE003', '1', ENTER);
    await browser.note(/^seed 4711/);
    await browser.until(async () => !(await browser.run(isShown)), 'the end of the keyboard');
  },

  async 'each screen fits a phone, upright and on its side'(browser, address) {
    for (const [name, width, height] of [['upright', 390, 844], ['lying', 844, 390], ['tablet', 768, 1024]]) {
      await browser.phone(width, height);
      for (const [screen, link] of [['conduit', 'board/7x7#7'], ['maze', 'maze-dfs/21x15#7'], ['lab', 'rooms/60x30#7']]) {
        await browser.go(`${address}#noted&${link}`);
        await browser.note(new RegExp(`screen ${screen}`));
        await sleep(1500);
        await browser.picture(`${name}-${screen}`);
      }
      await browser.go(`${address}#noted&seed=5`);
      await browser.note(/screen title/);
      await browser.picture(`${name}-title`);
      const box = await browser.run("return document.getElementById('undercroft').getBoundingClientRect().toJSON()");
      assert.deepEqual([box.width, box.height], [width, height]);
      if (name === 'upright') await browser.descend(/run 5 turn 0 /);
      else await browser.pressFor('c', /screen descend/);
      // With the large buttons, which go with a key and come with a finger.
      await browser.tap([width / 3, height / 2]);
      await browser.picture(`${name}-descend`);
    }
  },

  async 'a link that does not read opens the title and says what is wrong'(browser, address) {
    await browser.go(`${address}#noted&sead=7`);
    await browser.note(/^notice .*sead=7/);
    await browser.note(/screen title/);
    await browser.picture('title-wrong-link');
  },
};

await mkdir(pictures, { recursive: true });
let failed = 0;
const only = process.env.ONLY ? [process.env.ONLY] : quick ? QUICK : [''];
const chosen = Object.entries(tests).filter(([name]) => only.some((part) => name.includes(part)));
assert(chosen.length >= only.length, `there is no test for one of: ${only.join(', ')}`);
/** Plays the next that nobody plays yet, until there is none. */
async function play() {
  for (let next; (next = waiting.shift()); ) await playOne(...next);
}

async function playOne(name, test) {
  // A server for each, which a scenario may end.
  const { server, address } = await serve(folder);
  const browser = await Browser.open({ pictures });
  const began = Date.now();
  try {
    await test(browser, address, server);
    console.log(`ok   ${name} (${((Date.now() - began) / 1000).toFixed(0)} s)`);
  } catch (error) {
    failed += 1;
    await browser.picture(`failed-${failed}`).catch(() => {});
    console.log(`FAIL ${name}\n     ${error.stack}`);
  } finally {
    await browser.close();
    end(server);
  }
}

function end(server) {
  server.close();
  server.closeAllConnections();
}

// A browser waits a third of its time.
const waiting = [...chosen];
await Promise.all([play(), play()]);
console.log(`pictures: ${pictures}`);
console.log(`${chosen.length - failed} passed, ${failed} failed`);
process.exitCode = failed > 0 ? 1 : 0;
