import { DAY_MS, MINUTE_MS } from '../../../../shared/time.ts';
import type { Allowance } from '../../provider.ts';

/** Limits begin anew at :00, :15, :30 and :45, and at midnight UTC. */
const QUARTER_MS = 15 * MINUTE_MS;
/** The platform's clock may be behind ours: a call that is a moment too early fails, and it counts. */
const SLACK_MS = 2_000;

/** A limit and what is left of it: calls of a quarter of an hour or of a day, of all kinds or of reads alone. */
type Window = { readonly limit: number; readonly left: number; readonly until: Date };

/** How many more calls an answer allows, by the window that is used up first; null where it does not say. */
export function readAllowance(headers: Headers, now: Date): Allowance | null {
  const [tightest = null] = readWindows(headers, now).toSorted(
    (a, b) => a.left / a.limit - b.left / b.limit || b.until.getTime() - a.until.getTime(),
  );
  return tightest;
}

/** When to ask again after a refusal: when the last of the used-up windows begins anew, or with the next quarter of an hour. */
export function readRetryTime(headers: Headers, now: Date): Date {
  const usedUp = readWindows(headers, now).filter(({ left }) => left === 0);
  const latest = usedUp.map(({ until }) => until.getTime()).sort((a, b) => b - a)[0];
  return latest === undefined ? nextStart(now, QUARTER_MS) : new Date(latest);
}

function readWindows(headers: Headers, now: Date): Window[] {
  return ['x-ratelimit', 'x-readratelimit'].flatMap((name) => {
    const limits = readPair(headers.get(`${name}-limit`));
    const usages = readPair(headers.get(`${name}-usage`));
    if (limits === null || usages === null) return [];
    return [QUARTER_MS, DAY_MS].flatMap((length_ms, index) => {
      const [limit = 0, usage = 0] = [limits[index], usages[index]];
      if (limit === 0) return [];
      return [{ limit, left: Math.max(0, limit - usage), until: nextStart(now, length_ms) }];
    });
  });
}

/** `short,long` */
function readPair(text: string | null): [number, number] | null {
  const [, short, long] = /^\s*(\d{1,9})\s*,\s*(\d{1,9})\s*$/.exec(text ?? '') ?? [];
  return short === undefined || long === undefined ? null : [Number(short), Number(long)];
}

function nextStart(now: Date, length_ms: number): Date {
  return new Date((Math.floor(now.getTime() / length_ms) + 1) * length_ms + SLACK_MS);
}
