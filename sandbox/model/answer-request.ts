import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { text as readText } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { voiceOf } from './dialects.ts';
import type { Answer, Asked, Ending, Outcome, RecordedRequest, ScriptedAnswer, Step } from './script.ts';
import type { Voice } from './voice.ts';
import { object } from './wire.ts';

export type Service = {
  readonly api_key: string | null;
  /** Takes the next answer of the script. */
  next(): ScriptedAnswer | undefined;
  record(request: RecordedRequest): void;
  /** Aborted when the stand-in stops. */
  readonly stopped: AbortSignal;
};

type Line = {
  readonly response: ServerResponse;
  readonly voice: Voice;
  readonly asked: Asked;
  /** Aborted when nobody listens any more. */
  readonly gone: AbortSignal;
};

/** Answers one request by the script, and keeps what was asked and what became of it. */
export async function answerRequest(
  service: Service,
  incoming: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { pathname } = new URL(incoming.url ?? '/', 'http://127.0.0.1');
  const voice = voiceOf(pathname);
  if (voice === undefined || incoming.method !== 'POST') {
    response.writeHead(404, { 'content-type': 'application/json' }).end('{"error":{"message":"Not found"}}');
    return;
  }
  const left = new AbortController();
  let outcome: Outcome = 'answering';
  let sent = 0;
  response.on('close', () => {
    outcome = response.writableFinished ? 'answered' : 'cut';
    sent = response.socket?.bytesWritten ?? sent;
    left.abort();
  });
  const body = object(JSON.parse(await readText(incoming)));
  const key = voice.keyOf(incoming.headers);
  const asked: Asked = {
    dialect: voice.dialect,
    ...voice.read(body, pathname),
    authorization: key === undefined ? 'none' : key === service.api_key ? 'right' : 'wrong',
    body,
  };
  const before = response.socket?.bytesWritten ?? 0;
  service.record({
    ...asked,
    path: pathname,
    user_agent: incoming.headers['user-agent'] ?? '',
    status: () => (response.headersSent ? response.statusCode : null),
    outcome: () => outcome,
    bytes_sent: () => (response.socket?.bytesWritten ?? sent) - before,
  });
  const line: Line = { response, voice, asked, gone: AbortSignal.any([left.signal, service.stopped]) };
  await give(line, await decide(service, asked));
}

async function decide({ api_key, next }: Service, asked: Asked): Promise<Answer> {
  if (api_key !== null && asked.authorization !== 'right') {
    return { status: 401, message: 'Incorrect API key provided.' };
  }
  const scripted = next();
  if (scripted === undefined) return { status: 500, message: 'The script of the stand-in is over.' };
  return typeof scripted === 'function' ? scripted(asked) : scripted;
}

async function give(line: Line, answer: Answer): Promise<void> {
  const { response, voice, asked, gone } = line;
  if ('status' in answer) {
    const { status, message = `The stand-in answers ${status}.`, body, headers } = answer;
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(body ?? voice.errorBody(status, message));
    return;
  }
  try {
    await (asked.stream ? stream(line, answer) : sayWhole(line, answer));
  } catch (error) {
    if (!gone.aborted) throw error;
  }
}

async function stream(line: Line, steps: readonly Step[]): Promise<void> {
  const { response, voice, asked } = line;
  response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' });
  response.flushHeaders();
  await write(line, voice.opening(asked));
  for (const step of steps) {
    if (typeof step === 'string') await write(line, voice.piece(step, asked));
    else if ('say' in step)
      for (const piece of cut(step.say, step.piece_length)) await write(line, voice.piece(piece, asked));
    else if ('say_forever' in step) while (true) await write(line, voice.piece(step.say_forever, asked));
    else if ('raw' in step) await write(line, step.raw);
    else if ('error' in step) {
      response.end(voice.errorEvent(step.error.status, step.error.message));
      return;
    } else if (await pauses(line, step)) return;
  }
  await finish(line, 'stop');
}

/** @returns whether the answer is over with it */
async function pauses(
  line: Line,
  step: Exclude<
    Step,
    string | { say: string } | { say_forever: string } | { raw: string } | { error: object }
  >,
): Promise<boolean> {
  if ('wait_ms' in step || 'until' in step) {
    await passTime(line, step);
    return false;
  }
  if ('stall' in step) await once(line.gone, 'abort');
  else if ('drop' in step) line.response.destroy();
  else if ('end_silently' in step) line.response.end();
  else await finish(line, step.end);
  return true;
}

async function passTime(
  { gone }: Line,
  step: { readonly wait_ms: number } | { readonly until: Promise<unknown> },
): Promise<void> {
  if ('wait_ms' in step) await wait(step.wait_ms, undefined, { signal: gone });
  else await Promise.race([step.until, once(gone, 'abort')]);
}

async function finish(line: Line, ending: Ending): Promise<void> {
  await write(line, line.voice.ending(ending, line.asked));
  line.response.end();
}

/** Waits where the reader does not read. */
async function write({ response, gone }: Line, bytes: string): Promise<void> {
  gone.throwIfAborted();
  if (bytes !== '' && !response.write(bytes)) await once(response, 'drain', { signal: gone });
}

/** What would have been streamed, at once. */
async function sayWhole(line: Line, steps: readonly Step[]): Promise<void> {
  const { response, voice, asked, gone } = line;
  let said = '';
  for (const step of steps) {
    if (typeof step === 'string') said += step;
    else if ('say' in step) said += step.say;
    else if ('wait_ms' in step || 'until' in step) await passTime(line, step);
    else if ('stall' in step) return void (await once(gone, 'abort'));
    else if ('drop' in step) return void response.destroy();
    else if ('error' in step) return give(line, step.error);
    else if ('raw' in step) return void response.end(step.raw);
    else if ('end' in step) return whole(line, voice.whole(said, step.end, asked));
    else throw new RangeError('This step is of streams only.');
  }
  whole(line, voice.whole(said, 'stop', asked));
}

function whole({ response }: Line, body: string): void {
  response.writeHead(200, { 'content-type': 'application/json' }).end(body);
}

function* cut(text: string, length: number): Generator<string> {
  // By characters, since half of one is no text.
  const characters = [...text];
  for (let at = 0; at < characters.length; at += length) yield characters.slice(at, at + length).join('');
}
