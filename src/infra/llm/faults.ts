import { SECOND_MS } from '../../shared/time.ts';
import { ModelFault } from './llm.ts';

/** The server is busy, and may have said for how long. */
export class Overloaded extends ModelFault {
  /** Null: it did not say. */
  readonly retry_after_ms: number | null;

  constructor(message: string, retry_after_ms: number | null) {
    super('overloaded', { message, retryable: true });
    this.retry_after_ms = retry_after_ms;
  }
}

/** The server does not take what it was asked, or how: a way to ask for JSON that it does not know, for one. */
export class NotTaken extends ModelFault {
  constructor(message: string) {
    super('declined', { message, retryable: false });
  }
}

/** An answer had more bytes than any of its length can have. */
export class TooManyBytes extends Error {
  override readonly name = 'TooManyBytes';
}

/** What errors are called that are about the exchange and not about what was said in it. */
const BROKEN: ReadonlySet<unknown> = new Set(['AI_APICallError', 'TypeError', 'AbortError']);

/**
 * What became of a request, as a fault that quotes nothing: errors of the SDK hold the prompt, the address and the answer, so none
 * of them goes on as a cause.
 *
 * @param error whatever the SDK threw, or put into the stream
 */
export function faultOf(error: unknown): ModelFault {
  if (error instanceof ModelFault) return error;
  const chain = causesOf(error);
  const status = firstNumber(chain, 'statusCode');
  // Of an answer that began well, what is wrong comes later: what cannot be read, or a line that broke off.
  if (status !== null && status >= 300) return faultOfStatus(status, chain);
  if (chain.some((one) => one instanceof TooManyBytes)) return tooLong();
  if (chain.some(({ name }) => name === 'AI_StreamProviderError')) return faultOfGivingUp(chain);
  // What the SDK calls an answer of an OpenAI-compatible server that ends without a word on why.
  if (chain.some(({ name }) => name === 'AI_InvalidResponseDataError'))
    return unreachable('the answer broke off');
  const code = chain.map(codeOf).find((one) => one !== null);
  if (code === 'UND_ERR_HEADERS_TIMEOUT' || code === 'UND_ERR_BODY_TIMEOUT') return timedOut('said nothing');
  if (code !== undefined || (status === null && chain.some(({ name }) => BROKEN.has(name))))
    return unreachable(code ?? 'the exchange broke off');
  return malformed('its answer is not what this API says');
}

/** @param what goes on from "The model server" */
export function timedOut(what: string): ModelFault {
  return new ModelFault('timed_out', { message: `The model server ${what} for too long.`, retryable: true });
}

export function unreachable(why: string): ModelFault {
  return new ModelFault('unreachable', {
    message: `The model server does not answer: ${why}.`,
    retryable: true,
  });
}

/** @param why goes on from "The model:" */
export function malformed(why: string): ModelFault {
  return new ModelFault('malformed', { message: `The model: ${why}.`, retryable: true });
}

export function cutOff(): ModelFault {
  return new ModelFault('cut_off', {
    message: 'The model wrote until it had to stop, and was not done.',
    retryable: true,
  });
}

export function tooLong(): ModelFault {
  return new ModelFault('cut_off', {
    message: 'The model wrote more than it was allowed to, and was stopped.',
    retryable: true,
  });
}

export function declined(message: string): ModelFault {
  return new ModelFault('declined', { message, retryable: false });
}

function faultOfStatus(status: number, chain: readonly Json[]): ModelFault {
  const message = `The model server answered ${status}.`;
  if (status === 401 || status === 402 || status === 403)
    return new ModelFault('refused_credentials', { message, retryable: false });
  if (status === 429 && chain.some(isOutOfQuota))
    return new ModelFault('refused_credentials', {
      message: `${message} The account has nothing left to spend.`,
      retryable: false,
    });
  if (status === 429 || status === 503 || status === 529) return new Overloaded(message, retryAfter(chain));
  if (status === 408 || status === 504) return timedOut(`answered ${status}, having worked`);
  if (status === 400 || status === 422) return new NotTaken(message);
  if (status >= 500) return new ModelFault('unreachable', { message, retryable: true });
  return declined(message);
}

/** An error in the middle of an answer, without a status. */
function faultOfGivingUp(chain: readonly Json[]): ModelFault {
  return chain.some(({ type }) => typeof type === 'string' && /rate_limit|overloaded/.test(type))
    ? new Overloaded('The model server is busy.', null)
    : unreachable('it gave up in the middle of an answer');
}

/** OpenAI says so by the status of a limit that passes. */
function isOutOfQuota({ responseBody }: Json): boolean {
  return typeof responseBody === 'string' && responseBody.includes('insufficient_quota');
}

/** `retry-after-ms`, which OpenAI sends, or `Retry-After`: seconds or a date. */
function retryAfter(chain: readonly Json[]): number | null {
  const headers = chain.map(({ responseHeaders }) => responseHeaders).find((one) => one !== undefined);
  const said = (name: string): string | null => {
    const value: unknown = typeof headers === 'object' && headers !== null ? Object(headers)[name] : null;
    return typeof value === 'string' ? value.trim() : null;
  };
  const [exact, rough] = [said('retry-after-ms'), said('retry-after')];
  if (exact !== null && /^\d{1,9}(?:\.\d+)?$/.test(exact)) return Number(exact);
  if (rough === null) return null;
  if (/^\d{1,9}(?:\.\d+)?$/.test(rough)) return Number(rough) * SECOND_MS;
  const at = Date.parse(rough);
  return Number.isNaN(at) ? null : Math.max(0, at - Date.now());
}

type Json = Readonly<Record<string, unknown>>;

/** The error, what it was made of, and so on; errors of a stream are plain objects. */
function causesOf(error: unknown): readonly Json[] {
  const chain: Json[] = [];
  for (let at = error; typeof at === 'object' && at !== null && chain.length < 8; at = (at as Json).cause)
    chain.push(at as Json);
  return chain;
}

function firstNumber(chain: readonly Json[], name: string): number | null {
  const found = chain.map((one) => one[name]).find((value) => typeof value === 'number');
  return typeof found === 'number' ? found : null;
}

/** The word of the system, of TLS or of the HTTP client, such as ECONNREFUSED or UND_ERR_SOCKET; these quote nothing. */
function codeOf({ code }: Json): string | null {
  return typeof code === 'string' && /^[A-Z][A-Z\d_]{2,60}$/.test(code) ? code : null;
}
