/// <reference lib="webworker" />
import { cleanupOutdatedCaches, createHandlerBoundToURL, precacheAndRoute } from 'workbox-precaching';
import { NavigationRoute, registerRoute } from 'workbox-routing';

declare const self: ServiceWorkerGlobalScope;
/** Every file of the console with the hash of what is in it; the build writes it. */
declare const __FILES__: { readonly url: string; readonly revision: string | null }[];

const PAGE = '/console/index.html';

// A new version waits until the tabs of the old one are closed: nobody's page changes under their hands.
cleanupOutdatedCaches();
precacheAndRoute(__FILES__);
registerRoute(new NavigationRoute(createHandlerBoundToURL(PAGE), { allowlist: [/^\/console(?:\/|$)/] }));

/** What the server pushes: title, text and data. */
type Pushed = { readonly title: string; readonly body: string };

self.addEventListener('push', (event) => {
  if (event.data === null) return;
  const { title, body } = event.data.json() as Pushed;
  event.waitUntil(self.registration.showNotification(title, { body, icon: '/console/icon.svg' }));
});

/** Leads to a tab of the console that is open, or opens one. */
self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(
    self.clients.matchAll({ type: 'window' }).then(async ([first]) => {
      await (first === undefined ? self.clients.openWindow('/console/') : first.focus());
    }),
  );
});
