import { randomUUID } from 'node:crypto';
import { makeBrowser } from '../../sandbox/web-push/start-web-push.ts';

/** What a browser registers whose pushes go to a service that every server knows; where the server has no VAPID keys, to the outbox. */
export function webPushToken(): string {
  const endpoint = `https://updates.push.services.mozilla.com/wpush/v2/${randomUUID()}`;
  return makeBrowser(endpoint, null).browser.token;
}
