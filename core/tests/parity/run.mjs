// Runs a WebAssembly module under Node and prints what it writes: node run.mjs MODULE [CODES]
import { readFileSync, writeSync } from 'node:fs';

const module = await WebAssembly.compile(readFileSync(process.argv[2]));
let memory;
const write = (at, length) => {
  for (let bytes = new Uint8Array(memory.buffer, at, length); bytes.length > 0; ) {
    bytes = bytes.subarray(writeSync(1, bytes));
  }
};
const codes = () => Number(process.argv[3] ?? 0);
const { exports } = await WebAssembly.instantiate(module, { host: { write, codes } });
memory = exports.memory;
process.exitCode = exports.main(0, 0);
