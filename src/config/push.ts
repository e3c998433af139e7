import { type FcmSettings, parseFcm } from './fcm.ts';
import type { ProviderEnv } from './read-provider.ts';
import { parseWebPush, type WebPushSettings } from './web-push.ts';

/** Through whom pushes go: apps by Firebase Cloud Messaging, browsers by the service of each. */
export type PushSettings = {
  /** Undefined: pushes to apps go to the outbox. */
  readonly fcm: FcmSettings | undefined;
  readonly web: WebPushSettings;
};

/** @throws Error of one line that names the first setting that is wrong or missing */
export function parsePush(env: ProviderEnv): PushSettings {
  return { fcm: parseFcm(env), web: parseWebPush(env) };
}

const OUTBOX = 'none: its pushes are files in the outbox';

/** What is in force, by the names of the settings, secrets masked. */
export function describePush({ fcm, web }: PushSettings): Record<string, string> {
  const { vapid, origins } = web;
  return {
    ...(fcm === undefined
      ? { FCM_SERVICE_ACCOUNT: OUTBOX }
      : { FCM_SERVICE_ACCOUNT: `${fcm.client_email}, key ********`, FCM_URL: fcm.api_url }),
    ...(vapid === undefined
      ? { VAPID_PUBLIC_KEY: OUTBOX }
      : {
          VAPID_PUBLIC_KEY: vapid.public_key,
          VAPID_PRIVATE_KEY: '********',
          VAPID_SUBJECT: vapid.subject,
        }),
    WEB_PUSH_ORIGINS: origins.join(','),
  };
}
