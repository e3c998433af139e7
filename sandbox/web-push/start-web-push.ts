import { createECDH } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { listen } from '../loopback/listen.ts';
import { answerPush } from './answer-push.ts';
import type { VapidClaims } from './check-vapid.ts';
import { type Browser, type Misfortune, makeBrowser, type StoredBrowser } from './subscribe-browser.ts';

/** A push as it came, without what nobody may keep. */
export type RecordedPush = {
  readonly path: string;
  /** Null where no status was said. */
  readonly status: number | null;
  /** Why it was not taken. */
  readonly because: string | null;
  readonly bytes: number;
  readonly claims: VapidClaims | null;
};

export type WebPushSandbox = {
  /** The origin of this push service. */
  readonly url: string;
  /** `VAPID_…` and `WEB_PUSH_ORIGINS` with which a server pushes here, always the same pair of keys. */
  env(): Readonly<Record<string, string>>;
  /** A browser that allows pushes. @param application_server_key whose; the server's by default, null: anybody's */
  subscribe(application_server_key?: string | null): Browser;
  readonly pushes: { list(): readonly RecordedPush[]; forget(): void };
  stop(): Promise<void>;
};

/**
 * Starts a push service for browsers on loopback, and the browsers with it: it takes what RFC 8030 has, and decrypts what it
 * gets with their keys.
 *
 * @param options.port where it listens; any free one by default
 * @param options.now by which signatures are over
 */
export async function startWebPush(
  options: { readonly port?: number; readonly now?: () => Date } = {},
): Promise<WebPushSandbox> {
  const { port = 0, now = () => new Date() } = options;
  const pair = createECDH('prime256v1');
  const public_key = pair.generateKeys('base64url');
  // Node leaves zeros at its beginning out.
  const private_key = Buffer.alloc(32);
  pair.getPrivateKey().copy(private_key, 32 - pair.getPrivateKey().length);
  const browsers = new Map<string, StoredBrowser>();
  let pushes: RecordedPush[] = [];
  const server = createServer((request, response) => {
    // Whoever goes away in the middle has not asked anything.
    receive(request, response).catch(() => response.destroy());
  });
  async function receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await buffer(request);
    const path = request.url ?? '';
    if (request.method !== 'POST') {
      response.writeHead(405, { allow: 'POST' }).end();
      return;
    }
    const { headers } = request;
    const said = answerPush({ browser: browsers.get(path), headers, body, origin: url, now: now() });
    const status = typeof said.answer === 'string' ? null : said.answer.status;
    pushes.push({ path, status, because: said.because, bytes: body.length, claims: said.claims });
    say(response, said.answer);
  }
  const { url, close } = await listen(server, port);
  return {
    url,
    env: () => ({
      VAPID_PUBLIC_KEY: public_key,
      VAPID_PRIVATE_KEY: private_key.toString('base64url'),
      VAPID_SUBJECT: 'mailto:operator@example.org',
      WEB_PUSH_ORIGINS: url,
    }),
    subscribe: (application_server_key = public_key) => {
      const path = `/push/${crypto.randomUUID()}`;
      const browser = makeBrowser(`${url}${path}`, application_server_key);
      browsers.set(path, browser);
      return browser;
    },
    pushes: {
      list: () => pushes,
      forget: () => {
        pushes = [];
      },
    },
    stop: async () => {
      await close();
    },
  };
}

function say(response: ServerResponse, answer: Misfortune): void {
  if (answer === 'silence') return;
  if (answer === 'drop') response.destroy();
  else response.writeHead(answer.status, { ...answer.headers }).end(answer.body);
}
