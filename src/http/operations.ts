import Type from 'typebox';
import type { Database } from '../infra/db/database.ts';
import { type DownloadRequest, type ObjectStore, openDownload } from '../infra/object-store/index.ts';
import type { RateLimiter } from '../infra/rate-limit/index.ts';
import { defineError, outageAnswer, unavailable } from '../shared/errors.ts';
import type { Clock } from '../shared/time.ts';
import { type Route, route } from './route.ts';
import { OneOf, Shape } from './schemas.ts';

const notReady = defineError(
  'not_ready',
  503,
  'Not ready: a service that this server needs does not answer.',
);

const Check = Shape({
  name: Type.String(),
  ok: Type.Boolean(),
  note: Type.Optional(Type.String({ description: 'What it means that this does not answer.' })),
});

const WITHOUT_REDIS = 'Redis does not answer: this process counts rate limits in its own memory.';

const LEAVING = 'Not ready: this server is about to stop.';

const DEAD = 'The database has not answered this process for half a minute.';

/**
 * `/healthz`: the process lives, and the database has not been dead to it for half a minute. `/readyz`: what it needs answers, so that a balancer may send it requests. Without
 * Redis it serves on, degraded.
 */
export function healthRoutes(deps: {
  db: Database;
  store: ObjectStore;
  rateLimiter: RateLimiter;
  leaving: AbortController;
}): readonly Route[] {
  // Nobody waits for the answer: without it, a process that nothing else is asked of would not notice that the database is dead.
  let isAsking = false;
  const askDatabase = (): void => {
    if (isAsking) return;
    isAsking = true;
    const done = (): void => {
      isAsking = false;
    };
    deps.db.ping().then(done, done);
  };
  const alive = route({
    operation_id: 'getLiveness',
    method: 'GET',
    path: '/healthz',
    guard: { kind: 'open' },
    tag: 'Operations',
    summary: 'Liveness',
    volatile: true,
    responses: { 200: Shape({ status: Type.Literal('ok') }) },
    errors: [unavailable],
    handler: async () => {
      askDatabase();
      if (deps.db.isDead()) throw outageAnswer(undefined, DEAD);
      return { status: 200, body: { status: 'ok' as const } };
    },
  });
  const ready = route({
    operation_id: 'getReadiness',
    method: 'GET',
    path: '/readyz',
    guard: { kind: 'open' },
    tag: 'Operations',
    summary: 'Readiness',
    volatile: true,
    responses: { 200: Shape({ status: OneOf(['ok', 'degraded']), checks: Type.Array(Check) }) },
    errors: [notReady],
    handler: async () => {
      if (deps.leaving.signal.aborted) throw notReady({ message: LEAVING });
      const [limits, ...needed] = await Promise.all([
        check('rate_limits', deps.rateLimiter.ping()),
        check('database', deps.db.ping()),
        check('object_store', deps.store.ping()),
      ]);
      const failing = needed.filter(({ ok }) => !ok).map(({ name }) => name);
      if (failing.length > 0)
        throw notReady({ message: `Not ready: ${failing.join(' and ')} does not answer.` });
      const body = limits.ok
        ? { status: 'ok' as const, checks: [...needed, limits] }
        : { status: 'degraded' as const, checks: [...needed, { ...limits, note: WITHOUT_REDIS }] };
      return { status: 200, body };
    },
  });
  return [alive, ready];
}

async function check(name: string, ping: Promise<void>): Promise<{ name: string; ok: boolean }> {
  return ping.then(
    () => ({ name, ok: true }),
    () => ({ name, ok: false }),
  );
}

/**
 * `/files/…`: what the links to files of this server lead to. The signature is the credential.
 *
 * @param mayOpen throws what is answered where a valid link must not be followed any more
 */
export function fileRoute(
  deps: { store: ObjectStore; clock: Clock },
  mayOpen: (key: string) => Promise<void>,
): Route {
  return route({
    operation_id: 'downloadFile',
    method: 'GET',
    path: '/files/*',
    guard: { kind: 'open' },
    tag: 'Operations',
    summary: 'Download a file by its signed link',
    responses: {},
    handler: async ({ url, method, headers }) => {
      const { pathname, searchParams } = new URL(url, 'http://localhost');
      const request: DownloadRequest = {
        method: method === 'HEAD' ? 'HEAD' : 'GET',
        key: decodeURIComponent(pathname.slice('/files/'.length)),
        query: parametersOf(searchParams),
        headers: { range: headers.range, 'if-range': header(headers['if-range']) },
        now: deps.clock.now(),
      };
      const download = await openDownload(deps.store, request, mayOpen);
      if (download.error !== null) throw download.error;
      return { status: download.status, headers: download.headers, stream: download.body ?? undefined };
    },
  });
}

/** Parameters by name; one given twice is an array. */
function parametersOf(parameters: URLSearchParams): Record<string, unknown> {
  const names = new Set(parameters.keys());
  return Object.fromEntries(
    [...names].map((name) => {
      const [first, ...more] = parameters.getAll(name);
      return [name, more.length === 0 ? first : [first, ...more]];
    }),
  );
}

function header(value: string | string[] | undefined): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
