import { createECDH, randomBytes, randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { Answer, Said } from '../kit/answers.ts';
import { type RawCall, route, startStandIn } from '../kit/stand-in.ts';
import { checkVapid, type VapidClaims } from './check-vapid.ts';
import { type BrowserKeys, decryptMessage, readHeader } from './decrypt-message.ts';

/** As push services have to take it, and no more is taken here. */
const MOST_BYTES = 4_096;
const URGENCIES = ['very-low', 'low', 'normal', 'high'];

type ReceivedMessage = { readonly text: string; readonly ttl_s: number; readonly urgency: string };

/** A push as it came, without what nobody may keep. */
type RecordedPush = {
  readonly path: string;
  /** Null where no status was said. */
  readonly status: number | null;
  readonly because: string | null;
  readonly bytes: number;
  readonly claims: VapidClaims | null;
};

export type WebPushSandbox = Awaited<ReturnType<typeof startWebPush>>;
export type Browser = ReturnType<typeof makeBrowser>['browser'];
type StoredBrowser = ReturnType<typeof makeBrowser>;

/**
 * Starts a push service for browsers on loopback, and the browsers with it: it takes what RFC 8030 has, and decrypts what it
 * gets with their keys.
 *
 * @param options.port where it listens; any free one by default
 * @param options.now by which signatures are over
 */
export async function startWebPush({
  port,
  now = () => new Date(),
}: {
  port?: number;
  now?: () => Date;
} = {}) {
  const pair = createECDH('prime256v1');
  const public_key = pair.generateKeys('base64url');
  // Node leaves zeros at its beginning out.
  const private_key = Buffer.alloc(32);
  pair.getPrivateKey().copy(private_key, 32 - pair.getPrivateKey().length);
  const browsers = new Map<string, StoredBrowser>();
  let pushes: RecordedPush[] = [];
  const take = ({ path, headers, body }: RawCall, id: string): Said => {
    const said = answerPush({ browser: browsers.get(id), headers, body, origin: service.url, now: now() });
    const { answer, because = null, claims = null } = said;
    const status = typeof answer === 'string' ? null : answer.status;
    pushes.push({ path, status, because, bytes: body.length, claims });
    return answer;
  };
  const service = await startStandIn({
    name: 'push services',
    port,
    now,
    routes: [route('push', 'POST', '/push/:id', take)],
    read: (raw) => raw,
    notFound: { status: 404 },
    notAllowed: { status: 405, headers: { allow: 'POST' } },
  });
  return {
    ...service,
    /** `VAPID_…` and `WEB_PUSH_ORIGINS` with which a server pushes here, always the same pair of keys. */
    env: () => ({
      VAPID_PUBLIC_KEY: public_key,
      VAPID_PRIVATE_KEY: private_key.toString('base64url'),
      VAPID_SUBJECT: 'mailto:operator@example.org',
      WEB_PUSH_ORIGINS: service.url,
    }),
    /** A browser that allows pushes. @param application_server_key whose; the server's by default, null: anybody's */
    subscribe: (application_server_key: string | null = public_key): Browser => {
      const id = randomUUID();
      const stored = makeBrowser(`${service.url}/push/${id}`, application_server_key);
      browsers.set(id, stored);
      return stored.browser;
    },
    pushes: {
      list: (): readonly RecordedPush[] => pushes,
      forget: (): void => {
        pushes = [];
      },
    },
  };
}

/** @param application_server_key the key that pushes for it have to be signed by; null: by any */
export function makeBrowser(endpoint: string, application_server_key: string | null) {
  const pair = createECDH('prime256v1');
  const p256dh = pair.generateKeys('base64url');
  const auth = randomBytes(16);
  const keys: BrowserKeys = { pair, auth };
  const messages: ReceivedMessage[] = [];
  const ahead: Said[] = [];
  const stored = { application_server_key, keys, messages, ahead, is_gone: false };
  /** What it hands to the app, as `JSON.stringify` writes it. */
  const subscription = { endpoint, expirationTime: null, keys: { p256dh, auth: auth.toString('base64url') } };
  const browser = {
    subscription,
    /** The subscription as text: what an app registers. */
    token: JSON.stringify(subscription),
    /** What it got and could read, oldest first. */
    messages: (): readonly ReceivedMessage[] => messages,
    /** What is answered to the next pushes for it, in order; all of them are taken after that. */
    meetWith: (...answers: readonly Said[]): void => {
      ahead.splice(0, ahead.length, ...answers);
    },
    /** Takes the permission back: 410 from now on. */
    unsubscribe: (): void => {
      stored.is_gone = true;
    },
  };
  return Object.assign(stored, { browser });
}

type Push = {
  readonly browser: StoredBrowser | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
  readonly origin: string;
  readonly now: Date;
};
type Outcome = { readonly answer: Said; readonly because?: string; readonly claims?: VapidClaims };

/** One push, held to RFC 8030, 8188, 8291 and 8292 before the browser reads it. */
function answerPush(push: Push): Outcome {
  const { browser, headers, body, origin, now } = push;
  if (headers.authorization === undefined) return refuse(401, 'no Authorization');
  const finding = checkVapid(headers.authorization, { audience: origin, now });
  if (finding.fault !== null) return refuse(403, finding.fault);
  const { claims, key } = finding;
  if (browser === undefined) return { ...refuse(404, 'no such subscription'), claims };
  if (browser.is_gone) return { ...refuse(410, 'the browser has unsubscribed'), claims };
  if (browser.application_server_key !== null && browser.application_server_key !== key)
    return { ...refuse(403, 'the subscription was made for another key'), claims };
  if (body.length > MOST_BYTES) return { ...refuse(413, 'too many bytes'), claims };
  const message = readMessage(push, browser);
  if (typeof message === 'string') return { ...refuse(400, message), claims };
  const planned = browser.ahead.shift();
  if (planned !== undefined) return { answer: planned, because: 'as the test says', claims };
  browser.messages.push(message);
  const location = `${origin}/message/${randomUUID()}`;
  return { answer: { status: 201, headers: { location, ttl: String(message.ttl_s) } }, claims };
}

/** Or what is wrong with it. A real service cannot tell whether the browser will be able to read it; this one can, and says so. */
function readMessage({ headers, body }: Push, browser: StoredBrowser): ReceivedMessage | string {
  const { ttl, urgency = 'normal', topic } = headers;
  if (typeof ttl !== 'string' || !/^\d{1,10}$/.test(ttl)) return 'no TTL in seconds';
  if (typeof urgency !== 'string' || !URGENCIES.includes(urgency)) return 'no such Urgency';
  if (topic !== undefined && !/^[\w-]{1,32}$/.test(String(topic))) return 'no such Topic';
  if (headers['content-encoding'] !== 'aes128gcm') return 'Content-Encoding is not aes128gcm';
  const header = readHeader(body);
  if (header === null) return 'the body does not begin as RFC 8291 has it';
  const text = decryptMessage(browser.keys, header);
  if (text === null) return 'the browser cannot decrypt it';
  return { text: text.toString(), ttl_s: Number(ttl), urgency };
}

function refuse(status: number, because: string): { answer: Answer; because: string } {
  return { answer: { status, body: because }, because };
}
