import { once } from 'node:events';
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { type Answer, html, json, Refused, type Said } from './answers.ts';
import { type Fault, planFaults, replacesAnswer } from './faults.ts';
import { startServer } from './server.ts';

export type RawCall = {
  readonly method: string;
  /** As it was sent, and what is behind its question mark. */
  readonly path: string;
  readonly search: string;
  readonly headers: IncomingHttpHeaders;
  /** How long the body was, of which not more than a megabyte is here. */
  readonly bytes: number;
  readonly body: Buffer;
};

/** One address of a stand-in. */
export type Route<Call, Name extends string> = {
  /** Null: a page for visitors, which no fault befalls and nobody notes. */
  readonly call: Name | null;
  readonly methods: readonly string[];
  readonly path: RegExp;
  /** Lets the call in, also where a fault keeps it from being done, and gives what it is to do. */
  open(call: Call, id: string): () => Said | Promise<Said>;
};

/** @param path `:id` in it is a part of a path, which `work` is told */
export function route<Call, Name extends string>(
  call: Name | null,
  methods: string,
  path: string,
  work: (call: Call, id: string) => Said | Promise<Said>,
): Route<Call, Name> {
  const open: Route<Call, Name>['open'] = (asked, id) => () => work(asked, id);
  return { call, methods: methods.split(' '), path: pathOf(path), open };
}

export function pathOf(path: string): RegExp {
  return new RegExp(`^${path.replace('/:id', '/(?<id>[^/]+)')}$`);
}

/** A call as a test may look at it afterwards: nothing of it is a secret. */
type NotedCall<Name extends string> = {
  readonly at: Date;
  /** Null: there is no such call. */
  readonly call: Name | null;
  readonly method: string;
  readonly path: string;
  readonly parameters: Readonly<Record<string, string>>;
  readonly authorization: 'Bearer' | 'Basic' | 'OAuth' | 'other' | null;
  readonly who: string | null;
  /** Null: it has got no answer. */
  readonly status: number | null;
  readonly fault: Fault['kind'] | null;
  readonly refusal: string | null;
};

type StandIn<Call, Name extends string> = {
  /** What its error messages call it. */
  readonly name: string;
  readonly port?: number | undefined;
  readonly now?: () => Date;
  /** Before each answer to a call. */
  readonly latency_ms?: number | undefined;
  /** The first that fits answers. */
  readonly routes: readonly Route<Call, Name>[];
  /** @throws Refused for what cannot be read */
  read(raw: RawCall): Call;
  readonly notFound: Answer;
  /** For an address that is there, by another method: as if it were not there unless it is said. */
  readonly notAllowed?: Answer;
  /** What is said with a status by a fault. */
  errorOf?(status: number): Answer;
  /** What a note may show of a call that has been let in or refused. */
  note?(call: Call): Partial<Pick<NotedCall<Name>, 'parameters' | 'who'>>;
  /** Besides those of the answer. */
  headersOf?(route: Route<Call, Name>, status: number): Readonly<Record<string, string>>;
};

/** Calls are noted up to this many, the oldest forgotten first. */
const MOST_NOTED = 20_000;
/** Who sends more has lost their mind. */
export const MOST_BYTES = 1_000_000;

/** Starts a stand-in on loopback, which answers by its routes, well or as the faults of the moment have it, and notes what was asked. */
export async function startStandIn<Call, Name extends string>(
  standIn: StandIn<Call, Name>,
  { faults = planFaults<Name>(), stopping = new AbortController() } = {},
) {
  const { now = () => new Date(), errorOf = (status) => ({ status }), latency_ms = 0 } = standIn;
  const calls: NotedCall<Name>[] = [];
  const note = (at: Date, { method, path, headers }: RawCall, call: Name | null): NotedCall<Name> => {
    if (calls.length >= MOST_NOTED) calls.splice(0, MOST_NOTED / 2);
    const authorization = schemeOf(headers.authorization);
    const answer = { parameters: {}, who: null, status: null, fault: null, refusal: null };
    const noted = { at, call, method, path, authorization, ...answer };
    calls.push(noted);
    return noted;
  };

  const answer = async (request: IncomingMessage, response: ServerResponse, stopped: AbortSignal) => {
    const at = now();
    const raw = await readRaw(request);
    const found = findRoute(standIn, raw);
    const noted = found?.route.call === null ? undefined : note(at, raw, found?.route.call ?? null);
    const fault = found?.route.call == null ? undefined : faults.take(found.route.call);
    if (fault?.kind === 'held') await Promise.race([fault.until, once(stopped, 'abort')]);
    const outcome = await work(standIn, raw, found, fault);
    const said = fault === undefined ? outcome.said : (insteadOf(fault, errorOf) ?? outcome.said);
    const status = typeof said === 'string' ? null : said.status;
    const { note: more, refusal } = outcome;
    if (noted !== undefined) Object.assign(noted, { ...more, status, refusal, fault: fault?.kind ?? null });
    if (noted !== undefined && latency_ms > 0)
      await wait(latency_ms, undefined, { signal: stopped }).catch(() => undefined);
    if (said === 'silent') return;
    if (said === 'drop') return void response.destroy();
    const headers = found === undefined ? {} : standIn.headersOf?.(found.route, said.status);
    await deliver(response, { ...said, headers: { ...headers, ...said.headers } }, { fault, stopped });
  };
  const { stop, ...server } = await startServer(standIn.name, standIn.port, answer, stopping);
  return {
    ...server,
    stop,
    faults,
    calls: {
      list: (call?: Name): readonly NotedCall<Name>[] =>
        calls.filter((one) => call === undefined || one.call === call),
      forget: (): void => {
        calls.length = 0;
      },
    },
  };
}

async function readRaw(request: IncomingMessage): Promise<RawCall> {
  const { method = 'GET', url = '/', headers } = request;
  const [, path = '', search = ''] = /^([^?]*)\??(.*)$/s.exec(url) ?? [];
  const chunks: Buffer[] = [];
  let bytes = 0;
  // Read to its end in any case: whoever sends does not listen before.
  for await (const chunk of request) {
    bytes += chunk.length;
    if (bytes <= MOST_BYTES) chunks.push(chunk);
  }
  return { method, path, search, headers, bytes, body: Buffer.concat(chunks) };
}

type Found<Call, Name extends string> = {
  readonly route: Route<Call, Name>;
  readonly id: string;
  readonly is_allowed: boolean;
};

function findRoute<Call, Name extends string>(
  { routes, notAllowed }: StandIn<Call, Name>,
  { method, path }: RawCall,
): Found<Call, Name> | undefined {
  const fitting = routes.filter((one) => one.path.test(path));
  const allowed = fitting.find(({ methods }) => methods.includes(method));
  const route = allowed ?? (notAllowed === undefined ? undefined : fitting[0]);
  if (route === undefined) return undefined;
  return { route, id: route.path.exec(path)?.groups?.id ?? '', is_allowed: allowed !== undefined };
}

type Outcome = {
  readonly said: Said;
  readonly note: object | undefined;
  readonly refusal: string | null;
};

/** Does what is asked, unless a fault keeps it from being done. */
async function work<Call, Name extends string>(
  { read, note, notFound, notAllowed = notFound }: StandIn<Call, Name>,
  raw: RawCall,
  found: Found<Call, Name> | undefined,
  fault: Fault | undefined,
): Promise<Outcome> {
  let call: Call | undefined;
  try {
    call = read(raw);
    if (found === undefined) throw new Refused(notFound, 'no such address');
    if (!found.is_allowed) throw new Refused(notAllowed, 'method not allowed');
    const go = found.route.open(call, found.id);
    const works = fault === undefined || !replacesAnswer(fault) || fault.after_work === true;
    return { said: works ? await go() : { status: 200 }, note: note?.(call), refusal: null };
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    return { said: error.answer, note: call && note?.(call), refusal: error.message };
  }
}

/** What a fault says in place of the answer; undefined where the answer goes out. */
function insteadOf(fault: Fault, errorOf: (status: number) => Answer): Said | undefined {
  switch (fault.kind) {
    case 'status':
      return errorOf(fault.status);
    case 'says':
      return { ...json(fault.status ?? 200, null, fault.headers), body: fault.body };
    case 'html':
      return html(fault.status ?? 200, '<!doctype html><title>Maintenance</title>');
    case 'redirect':
      return { status: 302, headers: { location: fault.to } };
    case 'endless':
      return json(200, null);
    case 'drop':
    case 'silent':
      return fault.kind;
    default:
      return undefined;
  }
}

async function deliver(
  response: ServerResponse,
  { status, headers = {}, body = '' }: Answer,
  { fault, stopped }: { readonly fault: Fault | undefined; readonly stopped: AbortSignal },
): Promise<void> {
  const bytes = Buffer.from(body);
  if (fault?.kind === 'endless') return pour(response, headers);
  if (fault?.kind === 'half' || fault?.kind === 'drip') {
    // Says how long the body is and sends half of it.
    response.writeHead(status, { ...headers, 'content-length': Math.max(2, bytes.length) });
    const then = (): unknown => (fault.kind === 'half' ? response.destroy() : undefined);
    response.write(bytes.subarray(0, Math.ceil(bytes.length / 2)), then);
    return;
  }
  if (fault?.kind === 'slow')
    await wait(fault.ms, undefined, { signal: stopped, ref: false }).catch(() => undefined);
  const length = status === 204 ? {} : { 'content-length': bytes.length };
  response.writeHead(status, { ...headers, ...length }).end(bytes);
}

/** A body without an end, as fast as it is read, until nobody does. */
export function pour(response: ServerResponse, headers: Readonly<Record<string, string>>): void {
  const chunk = '[0,'.repeat(20_000);
  const more = (): void => {
    while (!response.destroyed && response.write(chunk));
  };
  response.writeHead(200, headers).on('drain', more);
  more();
}

function schemeOf(authorization: string | undefined): NotedCall<never>['authorization'] {
  if (authorization === undefined) return null;
  const [, scheme = ''] = /^(bearer|basic|oauth)\s/i.exec(authorization) ?? [];
  return ({ bearer: 'Bearer', basic: 'Basic', oauth: 'OAuth' } as const)[scheme.toLowerCase()] ?? 'other';
}
