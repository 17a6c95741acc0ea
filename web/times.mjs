// Measures the page beside the native program, both drawn by Mesa's software driver: node times.mjs FOLDER PROGRAM
// Both show the Lab in 1280x728 pixels and make a new map of 80x50 tiles with every key.
import { execFile, spawn } from 'node:child_process';
import { mkdtemp, readFile, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { Browser } from './browser.mjs';
import { serve } from './serve.mjs';

const [folder, program] = process.argv.slice(2);
const SPEC = 'rooms/80x50#7';
const KEYS = 20, ROUNDS = 3;
const TICK = 1000 / 100;
const driver = '/usr/share/vulkan/icd.d/lvp_icd.x86_64.json';
const env = { VK_ICD_FILENAMES: driver, VK_DRIVER_FILES: driver };
const run = promisify(execFile);

/** Processor time in ms and memory in MB of a process and all that it started. */
async function used(root) {
  const all = new Map();
  for (const pid of (await readdir('/proc')).filter((name) => /^\d+$/.test(name))) {
    const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    if (text) all.set(Number(pid), { parent: Number(fields[1]), time: (Number(fields[11]) + Number(fields[12])) * TICK });
  }
  const isOurs = (pid) => pid === root || (all.has(pid) && isOurs(all.get(pid).parent));
  let [time, memory] = [0, 0];
  for (const [pid, process] of all) {
    if (!isOurs(pid)) continue;
    time += process.time;
    const text = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8').catch(() => '');
    memory += Number(/^Pss: +(\d+)/m.exec(text)?.[1] ?? 0) / 1024;
  }
  return { time, memory };
}

/** Presses the keys; gives what one of them took, and the memory at the end. */
async function keys(root, press) {
  await sleep(3000);
  const before = await used(root);
  for (let n = 0; n < KEYS; n += 1) await press();
  await sleep(1000);
  const after = await used(root);
  return { key: (after.time - before.time) / KEYS, memory: after.memory };
}

/** The page: also how long it takes to the title, at first and again, and the main thread's share of a key. */
async function page(address) {
  const browser = await Browser.open({ env });
  try {
    await browser.command('Emulation.setDeviceMetricsOverride', { width: 1280, height: 728, deviceScaleFactor: 1, mobile: false });
    await browser.prepare(`const { log } = console;
      console.log = (...told) => { if (told[0] === 'screen title') window.title ??= performance.now(); log(...told); };`);
    const titles = [];
    for (let n = 0; n < 3; n += 1) {
      await browser.go(`${address}#noted`);
      await browser.note(/screen title/);
      titles.push(await browser.run('return window.title'));
      await sleep(3000);
    }
    await browser.go(`${address}#noted&${SPEC}`);
    await browser.note(/map rooms\/80x50#7/);
    await browser.command('Performance.enable', {});
    const main = async () => (await browser.command('Performance.getMetrics', {})).metrics.find(({ name }) => name === 'TaskDuration').value * 1000;
    const before = await main();
    const found = await keys(browser.driver.pid, async () => {
      await browser.pressFor('r', /map rooms/);
      await sleep(300);
    });
    return { titles, ...found, main: (await main() - before) / KEYS };
  } finally {
    await browser.close();
  }
}

async function native() {
  const own = await mkdtemp(join(tmpdir(), 'undercroft-times-'));
  const screen = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', '1280x800x24'], { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] });
  const number = await new Promise((resolve) => screen.stdio[3].once('data', (text) => resolve(String(text).trim())));
  const there = { ...process.env, ...env, DISPLAY: `:${number}` };
  const xdotool = (...args) => run('xdotool', args, { env: there });
  const shown = spawn(program, ['--screen', 'lab', '--seed', SPEC, '--timings', '--config-dir', join(own, 'config'), '--data-dir', join(own, 'data')],
    { env: there, stdio: ['ignore', 'ignore', 'pipe'] });
  let said = '';
  shown.stderr.on('data', (text) => { said += text; });
  const ended = new Promise((resolve) => shown.once('exit', resolve));
  try {
    await xdotool('search', '--sync', '--name', 'Undercroft', 'windowfocus', '--sync');
    const found = await keys(shown.pid, async () => {
      await xdotool('key', 'r');
      await sleep(300);
    });
    shown.kill();
    await ended;
    return { ...found, said: /timings: .*/.exec(said)?.[0] };
  } finally {
    shown.kill();
    screen.kill();
    await rm(own, { recursive: true, force: true });
  }
}

const { server, address } = await serve(folder);
const ms = (value) => `${value.toFixed(0)} ms`;
for (let n = 0; n < ROUNDS; n += 1) {
  const there = await page(address);
  console.log(`page:   title after ${there.titles.map(ms).join(', ')}; ${ms(there.key)} of processor time per key, ${ms(there.main)} of them in the main thread; ${there.memory.toFixed(0)} MB`);
  const here = await native();
  console.log(`native: ${ms(here.key)} of processor time per key; ${here.memory.toFixed(0)} MB; ${here.said}`);
}
server.close();
server.closeAllConnections();
