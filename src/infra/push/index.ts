import path from 'node:path';
import type { Logger } from 'pino';
import type { Clock } from '../../shared/time.ts';
import { createPoster } from '../http-client/index.ts';
import { createFcmSender } from './fcm.ts';
import { createPushOutbox } from './outbox.ts';
import type { Pusher } from './push.ts';
import type { FcmAccount, WebPushOptions } from './settings.ts';
import { createWebPush } from './web-push.ts';
import { refuseWebToken } from './web-push-subscription.ts';

export { refuseAppToken } from './app-token.ts';
export { MAX_PUSH_BYTES, type Pusher, type PushMessage, type PushTarget, sizeOfPush } from './push.ts';
export { canonicalPushToken } from './web-push-subscription.ts';

/** Sends pushes to their services; without the operator's settings they go to files in `<data_dir>/outbox`. */
export function createPusher(options: {
  readonly fcm: { readonly account: Omit<FcmAccount, 'api_url'>; readonly api_url: string } | undefined;
  readonly web: WebPushOptions;
  readonly data_dir: string;
  readonly logger: Logger;
  readonly clock: Clock;
}): Pusher {
  const { fcm, web, data_dir, logger, clock } = options;
  const outbox = createPushOutbox({ folder: path.join(data_dir, 'outbox'), logger, clock });
  const poster = createPoster();
  const apps =
    fcm === undefined
      ? outbox
      : createFcmSender({ ...fcm.account, api_url: fcm.api_url }, { poster, clock, logger });
  const browsers =
    web.vapid === undefined
      ? undefined
      : createWebPush({ vapid: web.vapid, origins: web.origins, poster, logger, clock });
  return {
    send: (target, message, signal) => {
      if (target.platform !== 'web') return apps.send(target, message, signal);
      return browsers === undefined
        ? outbox.send(target, message, signal)
        : browsers.send(target.token, message, signal);
    },
    web_push_key: web.vapid?.public_key ?? null,
    refuseWebToken: (token) => refuseWebToken(token, web.origins),
    close: async () => poster.close(),
  };
}
