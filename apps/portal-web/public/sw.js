// Shows the alerts a plant sends while the portal is closed (ADR 0012). It keeps nothing, answers no request of a page, and has no address of the
// portal in its scope: pages are loaded as if it were not there.

/** Longer texts are not ours. */
const MOST = { title: 120, body: 600, key: 200 };
const HOME = '/alerts';

/** @param {unknown} value @param {number} most */
const textOf = (value, most) => (typeof value === 'string' ? value.slice(0, most) : '');

/** What a plant sent; an empty object when it is not what we understand. @param {PushMessageData | null} data */
function read(data) {
  try {
    const said = data?.json();
    return typeof said === 'object' && said !== null ? said : {};
  } catch {
    return {};
  }
}

/** Only pages of this portal are opened, whatever a plant sends. @param {unknown} link */
function pageOf(link) {
  const text = textOf(link, 300);
  if (!URL.canParse(text)) return HOME;
  const { origin, pathname, search } = new URL(text);
  return origin === self.location.origin && pathname === HOME ? `${pathname}${search}` : HOME;
}

/** Every message must be shown, or the browser takes the permission back. */
function show(data) {
  const { title, body, link, key } = read(data);
  const tag = textOf(key, MOST.key);
  return self.registration.showNotification(textOf(title, MOST.title) || 'Varco', {
    body: textOf(body, MOST.body),
    icon: '/favicon.svg',
    // The same message again takes the place of the first, without a second sound.
    ...(tag === '' ? {} : { tag }),
    data: { page: pageOf(link) },
  });
}

/** An open portal is told which alert was pressed; without one a window is opened. @param {string} page */
async function open(page) {
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const found = windows.find(({ visibilityState }) => visibilityState === 'visible') ?? windows[0];
  if (found === undefined) return self.clients.openWindow(page);
  found.postMessage({ kind: 'varco-pressed', page });
  return found.focus();
}

self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('push', (event) => event.waitUntil(show(event.data)));
self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(open(pageOf(new URL(event.notification.data?.page ?? HOME, self.location.origin).href)));
});
