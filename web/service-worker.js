// Receives push messages while no page of the app is open, and opens the game when one is clicked.

/** @typedef {{ title: string, body: string, url: string }} PushMessage */
/** The types of service workers cannot be used beside those of pages. @type {any} */
const worker = self;

worker.addEventListener('install', () => { worker.skipWaiting(); });
worker.addEventListener('activate', (/** @type {any} */ event) => { event.waitUntil(worker.clients.claim()); });

worker.addEventListener('push', (/** @type {any} */ event) => {
  const message = /** @type {PushMessage | undefined} */ (event.data?.json());
  if (message) event.waitUntil(show(message));
});

/** The app's pages, also those that were loaded past this worker. @returns {Promise<any[]>} */
const openPages = () => worker.clients.matchAll({ type: 'window', includeUncontrolled: true });

/** Shows a message, unless the game is in sight. @param {PushMessage} message */
async function show({ title, body, url }) {
  const pages = await openPages();
  if (pages.some(page => page.visibilityState === 'visible' && new URL(page.url).pathname === url)) return;
  await worker.registration.showNotification(title, { body, tag: url, data: { url } });
}

worker.addEventListener('notificationclick', (/** @type {any} */ event) => {
  event.notification.close();
  event.waitUntil(open(event.notification.data.url));
});

/** Goes to the page of a game: to a tab that shows it, or to a new one. @param {string} url */
async function open(url) {
  const pages = await openPages();
  const shown = pages.find(page => new URL(page.url).pathname === url);
  await (shown ? shown.focus() : worker.clients.openWindow(url));
}
