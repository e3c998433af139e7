import { SECOND_MS } from '../../shared/time.ts';
import { ModelFault } from './llm.ts';

export class Overloaded extends ModelFault {
  readonly retry_after_ms: number | null;

  constructor(message: string, retry_after_ms: number | null) {
    super('overloaded', { message, retryable: true });
    this.retry_after_ms = retry_after_ms;
  }
}

/** The server does not accept the request, for example the way to ask for JSON. */
export class NotTaken extends ModelFault {
  constructor(message: string) {
    super('declined', { message, retryable: false });
  }
}

/** The answer has more bytes than its permitted length can have. */
export class TooManyBytes extends Error {
  override readonly name = 'TooManyBytes';
}

/** Error names that concern the exchange, not its content. */
const BROKEN: ReadonlySet<unknown> = new Set(['AI_APICallError', 'TypeError', 'AbortError']);

/**
 * A failed request as a fault that quotes nothing: SDK errors hold prompt, address and answer, so none becomes a cause.
 * @param error what the SDK threw or put into the stream
 */
export function faultOf(error: unknown): ModelFault {
  if (error instanceof ModelFault) return error;
  const chain = causesOf(error);
  const status = firstNumber(chain, 'statusCode');
  // After a good status the fault is later: unreadable content or a broken connection.
  if (status !== null && status >= 300) return faultOfStatus(status, chain);
  if (chain.some((one) => one instanceof TooManyBytes)) return tooLong();
  if (chain.some(({ name }) => name === 'AI_StreamProviderError')) return faultOfGivingUp(chain);
  // The SDK's error for an OpenAI-compatible stream without a finish reason.
  if (chain.some(({ name }) => name === 'AI_InvalidResponseDataError'))
    return unreachable('the answer broke off');
  const code = chain.map(codeOf).find((one) => one !== null);
  if (code === 'UND_ERR_HEADERS_TIMEOUT' || code === 'UND_ERR_BODY_TIMEOUT') return timedOut('said nothing');
  if (code !== undefined || (status === null && chain.some(({ name }) => BROKEN.has(name))))
    return unreachable(code ?? 'the exchange broke off');
  return malformed('its answer is not what this API says');
}

export function timedOut(what: string): ModelFault {
  return new ModelFault('timed_out', { message: `The model server ${what} for too long.`, retryable: true });
}

export function unreachable(why: string): ModelFault {
  return new ModelFault('unreachable', {
    message: `The model server does not answer: ${why}.`,
    retryable: true,
  });
}

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

/** An error inside a stream, without a status. */
function faultOfGivingUp(chain: readonly Json[]): ModelFault {
  return chain.some(({ type }) => typeof type === 'string' && /rate_limit|overloaded/.test(type))
    ? new Overloaded('The model server is busy.', null)
    : unreachable('it gave up in the middle of an answer');
}

/** OpenAI uses the status of a temporary limit for an exhausted quota. */
function isOutOfQuota({ responseBody }: Json): boolean {
  return typeof responseBody === 'string' && responseBody.includes('insufficient_quota');
}

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

/** The error code of the system, TLS or HTTP client, such as ECONNREFUSED; it quotes nothing. */
function codeOf({ code }: Json): string | null {
  return typeof code === 'string' && /^[A-Z][A-Z\d_]{2,60}$/.test(code) ? code : null;
}
