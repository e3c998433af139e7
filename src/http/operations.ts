import Type from 'typebox';
import { type DownloadRequest, type ObjectStore, openDownload } from '../infra/object-store/index.ts';
import { unavailable } from '../shared/errors.ts';
import type { Clock } from '../shared/time.ts';
import { type Health, notReady } from './health.ts';
import { type Route, route } from './route.ts';
import { OneOf, Shape } from './schemas.ts';

const Check = Shape({
  name: Type.String(),
  ok: Type.Boolean(),
  took_ms: Type.Integer(),
  note: Type.Optional(
    Type.String({ description: 'What it means that this does not answer, or what there is to say of it.' }),
  ),
});
const Checked = Shape({ status: OneOf(['ok', 'degraded', 'failed']), checks: Type.Array(Check) });

/**
 * `/healthz`: the process lives, and the database has not been dead for half a minute. `/readyz`: needed services answer,
 * so a balancer may send requests. `/readyz?full`: every used service with its state, same status.
 */
export function healthRoutes(health: Health): readonly Route[] {
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
      health.requireAlive();
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
    query: Type.Object({ full: Type.Optional(Type.String()) }),
    responses: { 200: Checked, 503: Checked },
    errors: [notReady],
    handler: async ({ query }) => {
      const isFull = query.full !== undefined;
      const body = isFull ? await health.readyInFull() : await health.ready();
      if (body.status !== 'failed') return { status: 200, body };
      if (isFull) return { status: 503, body, headers: { 'retry-after': '1' } };
      const failing = body.checks.filter(({ ok }) => !ok).map(({ name }) => name);
      throw notReady({ message: `Not ready: ${failing.join(' and ')} does not answer.` });
    },
  });
  return [alive, ready];
}

/**
 * `/files/…`: the target of signed links to files of this server. The signature is the credential.
 * @param mayOpen throws where a valid link must no longer be followed
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
