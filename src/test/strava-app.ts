import { startServer } from '../../sandbox/kit/server.ts';
import type { StravaSandbox } from '../../sandbox/strava/start-strava.ts';

/** What an app sees of an answer. */
export type Seen = { readonly status: number; readonly headers: Headers; readonly body: unknown };

export const REDIRECT_URI = 'https://app.ekiden.example.org/connected?by=strava';

/** The least that an app can be: it sends what it is told and takes nothing from the stand-in's code. */
export async function call(address: string, init: RequestInit = {}): Promise<Seen> {
  const response = await fetch(address, { redirect: 'manual', ...init });
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.startsWith('application/json') === true;
  return { status: response.status, headers: response.headers, body: isJson ? JSON.parse(text) : text };
}

/** A member of an object, some levels down; undefined where there is none. */
export function at(value: unknown, ...path: (string | number)[]): unknown {
  let here: unknown = value;
  for (const step of path) here = Object(here)[step];
  return here;
}

export function authorizeAddress(strava: StravaSandbox, changes: Record<string, string> = {}): string {
  const query = new URLSearchParams({
    client_id: String(strava.settings.client_id),
    redirect_uri: REDIRECT_URI,
    response_type: 'code',
    approval_prompt: 'auto',
    scope: 'read,activity:read_all,profile:read_all',
    state: 'a state & more',
    ...changes,
  });
  return `${strava.url}/oauth/authorize?${query}`;
}

export function app(strava: StravaSandbox): Record<'client_id' | 'client_secret', string> {
  const { client_id, client_secret } = strava.settings;
  return { client_id: String(client_id), client_secret };
}

/** Where the platform sends somebody back to. */
export function backFrom({ headers }: Seen): URL {
  return new URL(headers.get('location') ?? 'about:blank');
}

/** The code for an athlete who accepts. */
export async function codeOf(strava: StravaSandbox, athlete_id: number, scope?: string): Promise<string> {
  strava.decideFor({ athlete_id, decision: 'accept' });
  const back = backFrom(
    await call(authorizeAddress(strava, scope === undefined ? {} : { scope }), { method: 'GET' }),
  );
  strava.decideFor(undefined);
  return back.searchParams.get('code') ?? '';
}

export function exchange(strava: StravaSandbox, changes: Record<string, string>): Promise<Seen> {
  const body = new URLSearchParams({ ...app(strava), grant_type: 'authorization_code', ...changes });
  return call(`${strava.url}/oauth/token`, { method: 'POST', body });
}

export function refresh(strava: StravaSandbox, refresh_token: string): Promise<Seen> {
  return exchange(strava, { grant_type: 'refresh_token', refresh_token });
}

export type Connection = {
  readonly access_token: string;
  readonly refresh_token: string;
  get(path: string): Promise<Seen>;
};

/** An athlete's consent and the tokens for it. */
export async function connect(
  strava: StravaSandbox,
  athlete_id: number,
  scope?: string,
): Promise<Connection> {
  const { body } = await exchange(strava, { code: await codeOf(strava, athlete_id, scope) });
  const access_token = String(at(body, 'access_token'));
  return {
    access_token,
    refresh_token: String(at(body, 'refresh_token')),
    get: (path) => get(strava, access_token, path),
  };
}

export function get(strava: StravaSandbox, access_token: string, path: string): Promise<Seen> {
  return call(`${strava.url}/api/v3${path}`, { headers: { authorization: `Bearer ${access_token}` } });
}

type Heard = {
  readonly event: Record<string, unknown>;
  readonly raw: string;
  readonly signature: string | undefined;
};

export type Receiver = {
  readonly url: string;
  readonly heard: Heard[];
  /** Of the handshakes. */
  readonly asked: URLSearchParams[];
  /** How it answers events from now on: a status, or not at all. */
  answerWith(how: number | 'never'): void;
  /** How it answers the handshake from now on. */
  shakeWith(how: 'right' | 'wrong' | 'text' | 'never' | 404): void;
  stop(): Promise<void>;
};

/** An app's webhook. */
export async function startReceiver(): Promise<Receiver> {
  const heard: Heard[] = [];
  const asked: URLSearchParams[] = [];
  let events: number | 'never' = 200;
  let handshake: Parameters<Receiver['shakeWith']>[0] = 'right';
  const { url, stop } = await startServer('an app', 0, async (request, response) => {
    const { searchParams } = new URL(request.url ?? '/', 'http://app.invalid');
    if (request.method === 'GET') {
      asked.push(searchParams);
      const challenge = handshake === 'wrong' ? 'another' : searchParams.get('hub.challenge');
      if (handshake === 'never') return;
      const type = handshake === 'text' ? 'text/plain' : 'application/json';
      response.writeHead(handshake === 404 ? 404 : 200, { 'content-type': type });
      response.end(JSON.stringify({ 'hub.challenge': challenge }));
      return;
    }
    const raw = (await request.toArray()).join('');
    heard.push({ event: parse(raw), raw, signature: request.headers['x-strava-signature']?.toString() });
    if (events !== 'never') response.writeHead(events).end();
  });
  return {
    url: `${url}/webhook?from=strava`,
    heard,
    asked,
    answerWith: (how) => {
      events = how;
    },
    shakeWith: (how) => {
      handshake = how;
    },
    stop,
  };
}

export function subscribe(strava: StravaSandbox, callback_url: string): Promise<Seen> {
  const body = new URLSearchParams({ ...app(strava), callback_url, verify_token: 'ours' });
  return call(`${strava.url}/api/v3/push_subscriptions`, { method: 'POST', body });
}

function parse(raw: string): Record<string, unknown> {
  try {
    return Object(JSON.parse(raw));
  } catch {
    return {};
  }
}
