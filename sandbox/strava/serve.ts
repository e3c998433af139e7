import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { admit, tooMany } from './admit.ts';
import { type Answer, notFound, Refusal } from './answers.ts';
import { kindOfAuthorization, type RequestLog, withoutSecrets } from './keep-log.ts';
import { type Fault, type Faults, faultAnswer, replacesAnswer } from './plan-faults.ts';
import type { Platform } from './platform.ts';
import { type PlatformRequest, readRequest } from './read-request.ts';
import { findRoute, type Route } from './routes.ts';

export type Service = {
  readonly platform: Platform;
  readonly faults: Faults;
  readonly log: RequestLog;
  /** Aborted when the platform stops. */
  readonly stopped: AbortSignal;
};

type Outcome = { answer: Answer; athlete_id: number | null; counted: boolean };

/** Answers one request, well or as the faults of the moment have it. */
export async function serve(
  service: Service,
  incoming: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { platform, faults, log } = service;
  const at = platform.now();
  const request = await readRequest(incoming).catch((error: unknown) => refused(error));
  if (!('parameters' in request)) return write(response, request);
  const found = findRoute(request.method, request.path);
  const fault = found && faults.take(found.route.call);
  const outcome =
    found === undefined
      ? { answer: notFound('Resource', 'path').answer, athlete_id: null, counted: false }
      : await answer(platform, found, request, fault);
  const replaced = fault !== undefined && replacesAnswer(fault);
  const said = replaced ? faultAnswer(fault, () => tooMany(platform)) : outcome.answer;
  log.add({
    at,
    call: found?.route.call ?? null,
    method: request.method,
    path: request.path,
    parameters: withoutSecrets(request),
    authorization: kindOfAuthorization(request.authorization),
    athlete_id: outcome.athlete_id,
    status: said.status,
    fault: fault?.kind ?? null,
  });
  const limits = outcome.counted && said.status !== 401 ? platform.counter.headers(said.status === 429) : {};
  await deliver(service, response, { ...said, headers: { ...limits, ...said.headers } }, fault);
}

/** Does what is asked, unless a fault keeps it from being done; it counts in any case. */
async function answer(
  platform: Platform,
  { route, id }: { route: Route; id: string },
  request: PlatformRequest,
  fault: Fault | undefined,
): Promise<Outcome> {
  const outcome: Outcome = { answer: { status: 200, body: null }, athlete_id: null, counted: false };
  const works = fault === undefined || !replacesAnswer(fault) || fault.after_work === true;
  try {
    if (route.counts === undefined) {
      if (works) outcome.answer = await route.handle(platform, request, id);
      return outcome;
    }
    const counted = platform.counter.usage().daily;
    try {
      const access = admit(platform, request, route.counts);
      outcome.athlete_id = access.athlete_id;
      if (works) outcome.answer = route.handle(platform, request, access, id);
    } finally {
      outcome.counted = platform.counter.usage().daily > counted;
    }
  } catch (error) {
    outcome.answer = refused(error);
  }
  return outcome;
}

function refused(error: unknown): Answer {
  if (error instanceof Refusal) return error.answer;
  throw error;
}

async function deliver(
  { stopped }: Service,
  response: ServerResponse,
  said: Answer,
  fault: Fault | undefined,
): Promise<void> {
  switch (fault?.kind) {
    case 'silent':
      return;
    case 'drop':
      response.destroy();
      return;
    case 'half':
      return writeHalf(response, said, () => response.destroy());
    case 'drip':
      return writeHalf(response, said, () => undefined);
    case 'endless':
      return pour(response);
    case 'slow':
      await wait(fault.ms, undefined, { signal: stopped }).catch(() => undefined);
      return write(response, said);
    default:
      return write(response, said);
  }
}

function write(response: ServerResponse, { status, headers = {}, body }: Answer): void {
  response.writeHead(status, { ...headers, ...(status === 204 ? {} : { 'content-length': lengthOf(body) }) });
  response.end(body ?? undefined);
}

/** Says how long the body is and sends half of it. */
function writeHalf(response: ServerResponse, { status, headers = {}, body }: Answer, then: () => void): void {
  response.writeHead(status, { ...headers, 'content-length': Math.max(2, lengthOf(body)) });
  const bytes = Buffer.from(body ?? '{}');
  response.write(bytes.subarray(0, Math.ceil(bytes.length / 2)), then);
}

/** A body without an end, as fast as it is read, until nobody does. */
function pour(response: ServerResponse): void {
  const chunk = '[0,'.repeat(20_000);
  const more = (): void => {
    while (!response.destroyed && response.write(chunk));
  };
  response.writeHead(200, { 'content-type': 'application/json' }).on('drain', more);
  more();
}

function lengthOf(body: string | null): number {
  return body === null ? 0 : Buffer.byteLength(body);
}
