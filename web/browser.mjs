// A headless Chromium that draws by the processor, driven by the WebDriver protocol.
import { spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

let port = 9515 + 10 * (process.pid % 1000);
/** The longest that anything may take: the processor draws. */
const LIMIT = 180_000;

export const ENTER = '\uE007', ESCAPE = '\uE00C', TAB = '\uE004';
export const UP = '\uE013', DOWN = '\uE015', LEFT = '\uE012', RIGHT = '\uE014';

/** A browser with storage of its own. */
export class Browser {
  /** Opens it with these variables of its environment, for pictures in this folder. */
  static async open({ pictures, env = {} } = {}) {
    const own = await mkdtemp(join(tmpdir(), 'undercroft-page-'));
    port += 1;
    const driver = spawn('chromedriver', [`--port=${port}`], { stdio: 'ignore', env: { ...process.env, ...env } });
    const browser = Object.assign(new Browser(), { driver, own, pictures, lines: [], path: `http://localhost:${port}` });
    await browser.until(() => browser.call('GET', '/status').then((status) => status.ready, () => false), 'the driver');
    const args = [
      '--headless=new', '--no-sandbox', '--disable-dev-shm-usage', '--use-angle=swiftshader', '--enable-unsafe-swiftshader',
      '--ignore-gpu-blocklist', '--hide-scrollbars', '--window-size=1280,800', `--user-data-dir=${own}`,
    ];
    const { sessionId } = await browser.call('POST', '/session', {
      capabilities: {
        alwaysMatch: {
          browserName: 'chrome',
          'goog:chromeOptions': { args, prefs: { 'download.default_directory': join(own, 'downloads') } },
          'goog:loggingPrefs': { browser: 'ALL' },
        },
      },
    });
    browser.path += `/session/${sessionId}`;
    return browser;
  }

  async call(method, path, body) {
    const answer = await fetch(this.path + path, { method, body: body && JSON.stringify(body) });
    const { value } = await answer.json();
    if (value?.error) throw new Error(`${path}: ${value.message}`);
    return value;
  }

  async close() {
    await this.call('DELETE', '').catch(() => {});
    this.driver.kill();
    await rm(this.own, { recursive: true, force: true, maxRetries: 5 });
  }

  async until(found, what) {
    for (const end = Date.now() + LIMIT; Date.now() < end; await sleep(50)) {
      const value = await found();
      if (value) return value;
    }
    throw new Error(`waited in vain for ${what}; the console says:\n${this.lines.slice(-20).join('\n')}`);
  }

  /** What the console said since it was asked last, added to all of it. */
  async listen() {
    const logged = await this.call('POST', '/se/log', { type: 'browser' });
    this.lines.push(...logged.map(({ message }) => message.replace(/^\S+ \S+ "?(.*?)"?$/s, '$1')));
    // The empty page between two visits is not ours: it complains of what the left one was still loading. An icon, which the
    // browser takes last, may be cut off so, too; one that is not there has a status.
    const isOurs = (message) => !message.startsWith('about:blank ') && !/favicon|icon\S* .*net::ERR_/.test(message);
    const broken = logged.find(({ level, message }) => level === 'SEVERE' && isOurs(message));
    if (broken) throw new Error(`the console complains: ${broken.message}`);
    return this.lines;
  }

  /** Waits for a line of the console that matches, after the first `from`. */
  note(pattern, from = 0) {
    return this.until(async () => (await this.listen()).slice(from).map((line) => line.match(pattern)).find(Boolean), String(pattern));
  }

  run(script) {
    return this.call('POST', '/execute/sync', { script, args: [] });
  }

  /** What Chromium's own protocol does. */
  command(cmd, params) {
    return this.call('POST', '/goog/cdp/execute', { cmd, params });
  }

  /** Has the page run `source` before its own scripts. */
  prepare(source) {
    return this.command('Page.addScriptToEvaluateOnNewDocument', { source });
  }

  async go(address) {
    await this.call('POST', '/url', { url: 'about:blank' });
    this.lines = [];
    await this.listen();
    this.lines = [];
    await this.call('POST', '/url', { url: address });
  }

  /** Opens another tab and goes on in it. */
  async newTab() {
    const { handle } = await this.call('POST', '/window/new', { type: 'tab' });
    await this.goOnIn(handle);
  }

  /** Goes on in the tab with this handle. */
  goOnIn(handle) {
    return this.call('POST', '/window', { handle });
  }

  /** Ends the process of the tab, and goes on in another tab. */
  async crash() {
    const gone = await this.call('GET', '/window');
    const { handle } = await this.call('POST', '/window/new', { type: 'tab' });
    // The answer never comes.
    this.command('Page.crash', {}).catch(() => {});
    await sleep(300);
    await this.goOnIn(handle);
    for (const other of await this.call('GET', '/window/handles')) {
      if (other === gone) {
        await this.goOnIn(other).catch(() => {});
        await this.call('DELETE', '/window').catch(() => {});
      }
    }
    await this.goOnIn(handle);
  }

  async press(...keys) {
    for (const key of keys) {
      const actions = [{ type: 'keyDown', value: key }, { type: 'keyUp', value: key }];
      await this.call('POST', '/actions', { actions: [{ type: 'key', id: 'keys', actions }] });
    }
  }

  /** Presses a key, and waits for the line of the console that it leads to. */
  async pressFor(key, pattern) {
    const from = (await this.listen()).length;
    await this.press(key);
    return this.note(pattern, from);
  }

  /** Makes it a phone of this size, which has no mouse. */
  async phone(width = 390, height = 844) {
    await this.command('Emulation.setDeviceMetricsOverride', { width, height, deviceScaleFactor: 1, mobile: true });
    await this.command('Emulation.setTouchEmulationEnabled', { enabled: true, maxTouchPoints: 5 });
  }

  /** Where fingers are from now on: none goes up, and new ones come down. */
  fingers(type, ...points) {
    return this.command('Input.dispatchTouchEvent', { type, touchPoints: points.map(([x, y], id) => ({ x, y, id })) });
  }

  /** Taps with a finger at each of these points at once. */
  async tap(...points) {
    await this.fingers('touchStart', ...points);
    await this.fingers('touchEnd');
  }

  /** Moves two fingers around a point from one distance to another; gives how much larger the page is now. */
  async pinch([x, y], from, to) {
    const fingers = (apart) => [[x - apart / 2, y], [x + apart / 2, y]];
    await this.fingers('touchStart', fingers(from)[0]);
    await this.fingers('touchStart', ...fingers(from));
    for (let step = 1; step <= 8; step += 1) {
      await this.fingers('touchMove', ...fingers(from + (to - from) * step / 8));
      await sleep(40);
    }
    await this.fingers('touchEnd');
    await sleep(300);
    return this.run('return visualViewport.scale');
  }

  /** Begins a run on the title. */
  descend(pattern) {
    return this.pressFor('d', pattern);
  }

  /** Plays a run and gives it up; gives its text. */
  async recorded(address) {
    await this.go(`${address}#noted&seed=9`);
    await this.note(/screen title/);
    await this.descend(/run 9 turn 0 /);
    await this.pressFor('x', /run 9 turn [1-9]/);
    await this.press(ESCAPE, 'g');
    // Keys behind a question that opens are no answer to it.
    await this.frames();
    // Here `y` is a step, which only marks the answer.
    await this.press('y', ENTER);
    const replays = "return Object.entries(localStorage).filter(([name]) => name.startsWith('undercroft/replays/'))";
    const [[, kept]] = await this.until(async () => {
      const entries = await this.run(replays);
      return entries.length > 0 && entries;
    }, 'the replay');
    return kept.slice(kept.indexOf('\n') + 1);
  }

  /** Waits until what was pressed and noted is drawn. */
  async frames() {
    await this.run('return new Promise((done) => { let n = 4; const f = () => (n-- ? requestAnimationFrame(f) : done()); f(); })');
    await sleep(1500);
  }

  async picture(name) {
    await this.frames();
    await writeFile(join(this.pictures, `${name}.png`), Buffer.from(await this.call('GET', '/screenshot'), 'base64'));
  }
}
