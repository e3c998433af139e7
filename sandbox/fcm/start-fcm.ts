import { createServer } from 'node:http';
import { type Clock, MINUTE_MS, SECOND_MS, systemClock } from '../../src/shared/time.ts';
import { listen } from '../loopback/listen.ts';
import type { FcmMessage } from './check-message.ts';
import { giveTokens, type ServiceAccount } from './give-tokens.ts';
import { type CallName, type Faults, planFaults } from './plan-faults.ts';
import { type Service, serve } from './serve.ts';

export type FcmSandbox = {
  /** `/token` and `/v1/projects/…/messages:send` are below it. */
  readonly url: string;
  readonly account: ServiceAccount;
  /** Settings with which a server sends its pushes here. */
  env(): { readonly FCM_SERVICE_ACCOUNT: string; readonly FCM_URL: string };
  /** What devices got, as it was sent. */
  readonly messages: {
    /** Oldest first. */
    list(): readonly FcmMessage[];
    to(token: string): readonly FcmMessage[];
    forget(): void;
  };
  /** How often it was asked: for access tokens, to send, and (among the latter) only to check. */
  calls(): Readonly<Record<CallName | 'validate', number>>;
  readonly faults: Pick<Faults, 'add' | 'clear'>;
  /** Access tokens that were given out are good no more. */
  endTokens(): void;
  stop(): Promise<void>;
};

export type FcmOptions = {
  /** Where it listens; any free one by default. */
  readonly port?: number;
  /** What its tokens and minutes follow, the machine's by default. */
  readonly clock?: Clock;
  readonly project_id?: string;
  readonly token_life_s?: number;
  /** Messages that the project may send in a minute. */
  readonly quota_per_minute?: number;
  /** What busy devices say. */
  readonly retry_after_s?: number;
  /** Before each answer. */
  readonly latency_ms?: number;
};

/** Starts a Firebase Cloud Messaging on loopback. Nothing of it leaves the machine, and everything is forgotten when it stops. */
export async function startFcm(options: FcmOptions = {}): Promise<FcmSandbox> {
  const { clock = systemClock, project_id = 'ekiden-sandbox', token_life_s = 3_599 } = options;
  const stopped = new AbortController();
  const server = createServer();
  const { url, close } = await listen(server, options.port);
  const tokens = await giveTokens({ project_id, token_url: `${url}/token`, token_life_s, clock });
  const calls = { token: 0, send: 0, validate: 0 };
  const faults = planFaults();
  const attempts = new Map<string, number>();
  let messages: FcmMessage[] = [];
  const service: Service = {
    tokens,
    faults,
    takeQuota: countByMinute(options.quota_per_minute ?? 600_000, clock),
    latency_ms: options.latency_ms ?? 0,
    retry_after_s: options.retry_after_s ?? 60,
    attemptOf: (token) => {
      const before = attempts.get(token) ?? 0;
      attempts.set(token, before + 1);
      return before;
    },
    messages: {
      add: (message) => messages.push(message),
      list: () => messages,
      forget: () => {
        messages = [];
      },
    },
    count: (call) => {
      calls[call] += 1;
    },
    stopped: stopped.signal,
  };
  server.on('request', (request, response) => {
    serve(service, request, response).catch((error: unknown) => {
      // A fault of the stand-in's own, unless whoever asked went away in the middle.
      if (!response.headersSent) response.writeHead(500, { 'content-type': 'text/plain' });
      response.end(`The stand-in for FCM has failed: ${String(error)}`);
    });
  });
  return {
    url,
    account: tokens.account,
    env: () => ({ FCM_SERVICE_ACCOUNT: JSON.stringify(tokens.account), FCM_URL: url }),
    messages: {
      list: () => messages,
      to: (token) => messages.filter((message) => message.token === token),
      forget: service.messages.forget,
    },
    calls: () => ({ ...calls }),
    faults,
    endTokens: tokens.endTokens,
    stop: async () => {
      stopped.abort();
      await close();
    },
  };
}

function countByMinute(most: number, clock: Clock): () => number | null {
  let [minute, used] = [0, 0];
  return () => {
    const now = clock.now().getTime();
    const current = Math.floor(now / MINUTE_MS);
    if (current !== minute) [minute, used] = [current, 0];
    used += 1;
    return used <= most ? null : Math.ceil(((current + 1) * MINUTE_MS - now) / SECOND_MS);
  };
}
