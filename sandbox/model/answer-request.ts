import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { text as readText } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import type { Answer, Asked, Ending, Outcome, RecordedRequest, ScriptedAnswer, Step } from './script.ts';
import { ANTHROPIC } from './speak-anthropic.ts';
import { GOOGLE } from './speak-google.ts';
import { OPENAI } from './speak-openai.ts';
import { event, object, type Voice } from './wire.ts';

const VOICES: readonly Voice[] = [OPENAI, ANTHROPIC, GOOGLE];

type Service = {
  readonly api_key: string | null;
  /** Takes the next answer of the script. */
  next(): ScriptedAnswer | undefined;
  record(request: RecordedRequest): unknown;
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
  const voice = VOICES.find((one) => one.modelOf(pathname) !== null);
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
    response.end(body ?? JSON.stringify(voice.fault(status, message)));
    return;
  }
  try {
    await perform(line, answer, await (asked.stream ? openStream(line) : answerAtOnce(line)));
  } catch (error) {
    if (!gone.aborted) throw error;
  }
}

/** How an answer goes out. */
type Mouth = {
  say(piece: string): unknown;
  raw(text: string): unknown;
  fail(error: { readonly status: number; readonly message: string }): unknown;
  end(ending: Ending): unknown;
};

async function perform(line: Line, steps: readonly Step[], mouth: Mouth): Promise<void> {
  const { response, gone } = line;
  for (const step of steps) {
    if (typeof step === 'string') await mouth.say(step);
    else if ('say' in step) for (const piece of cut(step.say, step.piece_length)) await mouth.say(piece);
    else if ('raw' in step) await mouth.raw(step.raw);
    else if ('error' in step) await mouth.fail(step.error);
    else if ('end' in step) await mouth.end(step.end);
    else await interrupt(line, step, mouth);
    if (response.writableEnded || response.destroyed || gone.aborted) return;
  }
  await mouth.end('stop');
}

type Said = string | { readonly say: string } | { readonly raw: string };

async function interrupt(
  { response, gone, asked }: Line,
  step: Exclude<Step, Said | { readonly error: object } | { readonly end: Ending }>,
  { say }: Mouth,
): Promise<void> {
  if ('wait_ms' in step) await wait(step.wait_ms, undefined, { signal: gone });
  else if ('until' in step) await Promise.race([step.until, once(gone, 'abort')]);
  else if ('stall' in step) await once(gone, 'abort');
  else if ('drop' in step) response.destroy();
  else if (!asked.stream) throw new RangeError('This step is of streams only.');
  else if ('end_silently' in step) response.end();
  else while (true) await say(step.say_forever);
}

async function openStream(line: Line): Promise<Mouth> {
  const { response, voice, asked } = line;
  response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' });
  response.flushHeaders();
  await write(line, voice.opening(asked));
  return {
    say: (piece) => write(line, voice.piece(piece, asked)),
    raw: (text) => write(line, text),
    fail: ({ status, message }) => response.end(event(voice.fault(status, message), voice.fault_event)),
    end: async (ending) => {
      await write(line, voice.ending(ending, asked));
      response.end();
    },
  };
}

/** What would have been streamed, in one body when all of it is said. */
function answerAtOnce(line: Line): Mouth {
  const { response, voice, asked } = line;
  let said = '';
  return {
    say: (piece) => {
      said += piece;
    },
    raw: (text) => response.end(text),
    fail: (error) => give(line, error),
    end: (ending) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify(voice.whole(said, ending, asked)));
    },
  };
}

/** Waits where the reader does not read. */
async function write({ response, gone }: Line, bytes: string): Promise<void> {
  gone.throwIfAborted();
  if (bytes !== '' && !response.write(bytes)) await once(response, 'drain', { signal: gone });
}

function* cut(text: string, length: number): Generator<string> {
  // By characters, since half of one is no text.
  const characters = [...text];
  for (let at = 0; at < characters.length; at += length) yield characters.slice(at, at + length).join('');
}
