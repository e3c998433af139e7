import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { text as readText } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { type Answer, fcmError, googleError, later } from './answers.ts';
import { type FcmMessage, readSendRequest } from './check-message.ts';
import { fateOf, validationOf } from './device-classes.ts';
import type { TokenGiver } from './give-tokens.ts';
import type { CallName, Fault, Faults } from './plan-faults.ts';

export type Service = {
  readonly tokens: TokenGiver;
  readonly faults: Faults;
  /** Takes one of the minute's messages; null: there is one, else how many seconds until there are again. */
  takeQuota(): number | null;
  readonly latency_ms: number;
  readonly retry_after_s: number;
  /** How many messages came for a device before this one. */
  attemptOf(token: string): number;
  readonly messages: { add(message: FcmMessage): void; list(): readonly FcmMessage[]; forget(): void };
  count(call: CallName | 'validate'): void;
  /** Aborted when the stand-in stops. */
  readonly stopped: AbortSignal;
};

const NOT_FOUND: Answer = { status: 404, body: '<!DOCTYPE html><title>Error 404 (Not Found)!!1</title>' };

/** Null: the line is cut; `silence`: nothing is said. */
type Said = Answer | null | 'silence';

export async function serve(
  service: Service,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { account } = service.tokens;
  const { pathname } = new URL(request.url ?? '/', 'http://127.0.0.1');
  const body = await readText(request);
  const asked = `${request.method} ${pathname}`;
  if (asked === 'POST /token') {
    await answer(service, 'token', response, () => service.tokens.give(new URLSearchParams(body)));
  } else if (asked === `POST /v1/projects/${account.project_id}/messages:send`) {
    const { authorization } = request.headers;
    await answer(service, 'send', response, () => send(service, authorization, body));
  } else if (/^POST \/v1\/projects\/[^/]+\/messages:send$/.test(asked)) {
    const message = 'Permission cloudmessaging.messages.create denied on this project (or it may not exist).';
    write(response, googleError('PERMISSION_DENIED', message));
  } else if (asked === 'GET /sandbox/messages') {
    const lines = service.messages.list().map((message) => `${JSON.stringify(message)}\n`);
    response.writeHead(200, { 'content-type': 'application/x-ndjson' }).end(lines.join(''));
  } else if (asked === 'DELETE /sandbox/messages') {
    service.messages.forget();
    response.writeHead(204).end();
  } else write(response, NOT_FOUND);
}

/** Answers well or as the faults of the moment have it. */
async function answer(
  service: Service,
  call: CallName,
  response: ServerResponse,
  work: () => Said | Promise<Said>,
): Promise<void> {
  service.count(call);
  const fault = service.faults.take(call);
  const said = await (fault === undefined ? work() : misbehave(fault, work, service.stopped));
  if (service.latency_ms > 0)
    await wait(service.latency_ms, undefined, { signal: service.stopped }).catch(() => undefined);
  if (said === 'silence' || service.stopped.aborted) return;
  if (said === null) response.destroy();
  else if (fault?.kind === 'half') writeHalf(response, said);
  else write(response, said);
}

async function misbehave(
  fault: Fault,
  work: () => Said | Promise<Said>,
  stopped: AbortSignal,
): Promise<Said> {
  switch (fault.kind) {
    case 'says':
      return fault.answer;
    case 'text':
      return { status: fault.status, body: fault.text };
    case 'drop':
      return null;
    case 'silent':
      return 'silence';
    case 'held':
      await Promise.race([fault.until, once(stopped, 'abort')]);
      return work();
    case 'half':
      return work();
  }
}

function send(service: Service, authorization: string | undefined, body: string): Said {
  if (!service.tokens.knows(authorization)) {
    return googleError('UNAUTHENTICATED', 'Request had invalid authentication credentials.');
  }
  const read = readSendRequest(body);
  if ('status' in read) return read;
  const { message, validate_only } = read;
  if (validate_only) {
    service.count('validate');
    const verdict = validationOf(message.token);
    return verdict === 'ok' ? accepted(service, 'fake_message_id') : verdict;
  }
  const wait_s = service.takeQuota();
  if (wait_s !== null)
    return later(fcmError('RESOURCE_EXHAUSTED', 'QUOTA_EXCEEDED', 'Quota of the project exceeded.'), wait_s);
  const fate = fateOf(message.token, service.attemptOf(message.token), service.retry_after_s);
  if (fate.taken) service.messages.add(message);
  return fate.said === 'ok' ? accepted(service, String(service.messages.list().length)) : fate.said;
}

function accepted({ tokens }: Service, id: string): Answer {
  return { status: 200, body: { name: `projects/${tokens.account.project_id}/messages/${id}` } };
}

function write(response: ServerResponse, said: Answer): void {
  const { type, body } = bodyOf(said);
  response.writeHead(said.status, { 'content-type': type, ...said.headers }).end(body);
}

/** Says how long the body is and sends half of it. */
function writeHalf(response: ServerResponse, said: Answer): void {
  const bytes = Buffer.from(bodyOf(said).body);
  response.writeHead(said.status, { 'content-length': bytes.length, ...said.headers });
  response.write(bytes.subarray(0, Math.ceil(bytes.length / 2)), () => response.destroy());
}

/** A text goes as it is. */
function bodyOf({ body }: Answer): { type: string; body: string } {
  return typeof body === 'string'
    ? { type: 'text/html; charset=UTF-8', body }
    : { type: 'application/json; charset=UTF-8', body: JSON.stringify(body) };
}
