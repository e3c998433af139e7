import type { ServerResponse } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import { type Answer, json, sendAnswer } from './wire.ts';

/** The calls that an app makes, and `push`: what the stand-in sends by itself. */
export const CALLS = [
  'request_token',
  'oauth_confirm',
  'access_token',
  'oauth2_confirm',
  'oauth2_token',
  'token_exchange',
  'user_id',
  'user_permissions',
  'registration',
  'backfill',
  'pull',
  'activity_file',
] as const;
export type CallName = (typeof CALLS)[number];

export type Fault =
  /** The work is done; its answer comes late. A post's body comes in two halves with the pause between. */
  | { readonly kind: 'slow'; readonly ms: number }
  /** Refused before any work. */
  | { readonly kind: 'status'; readonly status: 401 | 429 | 500 }
  /** The connection breaks before any work, or after it, so that nobody hears of what was done. */
  | { readonly kind: 'drop'; readonly after_work?: boolean }
  /** The work is done; half of its answer comes. Of a post: half of its body. */
  | { readonly kind: 'half_body' }
  /** A page instead of what was asked for, and 200. */
  | { readonly kind: 'html' }
  /** Nobody ever answers. */
  | { readonly kind: 'silent' };

export type Faults = {
  /** From now on, or for so many calls. What was set first is used up first. */
  set(call: CallName | 'push' | 'every', fault: Fault, times?: number): void;
  /** All of that call, or all. */
  clear(call?: CallName | 'push' | 'every'): void;
  /** The fault of a call that is being made now. */
  next(call: CallName | 'push'): Fault | undefined;
};

export function keepFaults(): Faults {
  let waiting: { call: string; fault: Fault; times: number }[] = [];
  return {
    set: (call, fault, times = Number.POSITIVE_INFINITY) => {
      waiting.push({ call, fault, times });
    },
    clear: (call) => {
      waiting = call === undefined ? [] : waiting.filter((one) => one.call !== call);
    },
    next: (call) => {
      const one = waiting.find((known) => known.call === call || (known.call === 'every' && call !== 'push'));
      if (one === undefined) return undefined;
      one.times -= 1;
      if (one.times <= 0) waiting = waiting.filter((known) => known !== one);
      return one.fault;
    },
  };
}

const PAGE = '<!doctype html><html><body><h1>Service temporarily unavailable</h1></body></html>';

/**
 * Answers a call with its fault, or well without one.
 *
 * @param work what the call does and answers; not called where the fault comes before
 * @returns the status that was sent, or null when none was
 */
export async function answerWithFault(
  fault: Fault | undefined,
  response: ServerResponse,
  work: () => Promise<Answer>,
  stopping: AbortSignal,
): Promise<number | null> {
  switch (fault?.kind) {
    case 'silent':
      return null;
    case 'status':
      return send(response, json(fault.status, { errorMessage: `fault: ${fault.status}` }));
    case 'html':
      return send(response, { status: 200, headers: { 'content-type': 'text/html' }, body: PAGE });
    case 'drop':
      if (fault.after_work === true) await work();
      response.destroy();
      return null;
    case 'half_body': {
      const { status, headers, body } = await work();
      const bytes = Buffer.from(body);
      response.writeHead(status, { ...headers, 'content-length': bytes.length });
      response.write(bytes.subarray(0, Math.floor(bytes.length / 2)), () => response.destroy());
      return status;
    }
    case 'slow': {
      const answer = await work();
      await setTimeout(fault.ms, undefined, { signal: stopping, ref: false });
      return send(response, answer);
    }
    case undefined:
      return send(response, await work());
  }
}

function send(response: ServerResponse, answer: Answer): number {
  sendAnswer(response, answer);
  return answer.status;
}
