// Serves a folder on localhost: node serve.mjs FOLDER [PORT]
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname, join, normalize } from 'node:path';
import { pathToFileURL } from 'node:url';

const KINDS = {
  '.html': 'text/html; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
  '.js': 'text/javascript; charset=utf-8',
  '.png': 'image/png',
  '.wasm': 'application/wasm',
};

/** Serves `folder`; gives the server and its address. */
export const serve = (folder, port = 0) => new Promise((resolve, reject) => {
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url, 'http://localhost');
    const path = join(folder, normalize(pathname.endsWith('/') ? `${pathname}index.html` : pathname));
    const found = await stat(path).catch(() => null);
    if (!found?.isFile()) {
      response.writeHead(404).end();
      return;
    }
    const tag = `"${found.size}-${found.mtimeMs}"`;
    const head = { 'content-type': KINDS[extname(path)] ?? 'application/octet-stream', 'cache-control': 'no-cache', etag: tag };
    if (request.headers['if-none-match'] === tag) {
      response.writeHead(304, head).end();
      return;
    }
    // `scripts/web build` puts the same file beside it, packed with brotli.
    const packed = await stat(`${path}.br`).catch(() => null);
    if (packed?.mtimeMs >= found.mtimeMs && /\bbr\b/.test(request.headers['accept-encoding'] ?? '')) {
      response.writeHead(200, { ...head, 'content-encoding': 'br', 'content-length': packed.size, vary: 'accept-encoding' });
      createReadStream(`${path}.br`).pipe(response);
      return;
    }
    response.writeHead(200, { ...head, 'content-length': found.size });
    createReadStream(path).pipe(response);
  });
  server.on('error', reject);
  server.listen(port, 'localhost', () => {
    resolve({ server, address: `http://localhost:${server.address().port}/` });
  });
});

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  const { address } = await serve(process.argv[2], Number(process.argv[3] ?? 8000));
  console.log(`Undercroft is at ${address} (Ctrl+C ends it)`);
}
