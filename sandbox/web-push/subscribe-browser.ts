import { createECDH, randomBytes } from 'node:crypto';
import type { BrowserKeys } from './decrypt-message.ts';

/** What a browser hands to the app, as `JSON.stringify` writes it. */
export type PushSubscription = {
  readonly endpoint: string;
  readonly expirationTime: null;
  readonly keys: { readonly p256dh: string; readonly auth: string };
};

/** One thing that is said instead of 201. `drop` reads all and cuts the line; `silence` never answers. */
export type Misfortune =
  | { readonly status: number; readonly headers?: Readonly<Record<string, string>>; readonly body?: string }
  | 'drop'
  | 'silence';

export type ReceivedMessage = {
  readonly text: string;
  readonly ttl_s: number;
  readonly urgency: string;
};

/** A browser that has allowed pushes. */
export type Browser = {
  readonly subscription: PushSubscription;
  /** The subscription as text: what an app registers. */
  readonly token: string;
  /** What it got and could read, oldest first. */
  messages(): readonly ReceivedMessage[];
  /** What is answered to the next pushes for it, in order; all of them are taken after that. */
  meetWith(...misfortunes: readonly Misfortune[]): void;
  /** Takes the permission back: 410 from now on. */
  unsubscribe(): void;
};

export type StoredBrowser = Browser & {
  /** The key that pushes for it have to be signed by; null: by any. */
  readonly application_server_key: string | null;
  readonly keys: BrowserKeys;
  readonly is_gone: () => boolean;
  readonly next: () => Misfortune | undefined;
  readonly receive: (message: ReceivedMessage) => void;
};

export function makeBrowser(endpoint: string, application_server_key: string | null): StoredBrowser {
  const pair = createECDH('prime256v1');
  const p256dh = pair.generateKeys('base64url');
  const auth = randomBytes(16);
  const subscription = {
    endpoint,
    expirationTime: null,
    keys: { p256dh, auth: auth.toString('base64url') },
  };
  const messages: ReceivedMessage[] = [];
  let ahead: Misfortune[] = [];
  let gone = false;
  return {
    subscription,
    token: JSON.stringify(subscription),
    messages: () => messages,
    meetWith: (...misfortunes) => {
      ahead = [...misfortunes];
    },
    unsubscribe: () => {
      gone = true;
    },
    application_server_key,
    keys: { pair, auth },
    is_gone: () => gone,
    next: () => ahead.shift(),
    receive: (message) => messages.push(message),
  };
}
