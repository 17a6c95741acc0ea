// Hands out what the page is made of when there is no network: the newest files if they come, else those that came last.
const NAME = 'undercroft';
const FILES = ['./', 'page.js', 'worker.js', 'undercroft.js', 'undercroft_bg.wasm', 'icon.png', 'icon-256.png', 'undercroft.webmanifest'];

self.addEventListener('install', (event) => {
  self.skipWaiting();
  event.waitUntil(caches.open(NAME).then((kept) => kept.addAll(FILES)));
});

self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));

self.addEventListener('fetch', (event) => {
  if (event.request.method !== 'GET' || new URL(event.request.url).origin !== location.origin) return;
  const answer = async () => {
    const kept = await caches.open(NAME);
    try {
      const response = await fetch(event.request);
      if (response.ok) event.waitUntil(kept.put(event.request, response.clone()));
      return response;
    } catch (error) {
      const found = await kept.match(event.request, { ignoreSearch: true });
      if (found) return found;
      throw error;
    }
  };
  event.respondWith(answer());
});
