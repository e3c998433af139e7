import { DAY_MS } from '../../shared/time.ts';
import { type RecentRuns, rampTooFast } from '../../training/workload.ts';

/** So many whole days without an activity, and a coach may want to ask. */
export const QUIET_DAYS = 7;
/** So many days without a word from a platform. */
export const STALE_DAYS = 7;

/** What an athlete's flags follow from. Of activities only what the ceiling shows. */
export type FlagFacts = {
  readonly last_activity_at: Date | null;
  readonly runs: RecentRuns;
  /** Ordered by provider; those with which something may be wrong suffice. */
  readonly connections: readonly Connection[];
};

/** An athlete's connection to a platform. Times are ISO 8601. */
export type Connection = {
  readonly provider: string;
  readonly connected_at: string;
  readonly last_sync_at: string | null;
  readonly token_expired_at: string | null;
};

/** A reason to look at an athlete, with the numbers behind it. Times are ISO 8601, UTC. */
export type Flag =
  | {
      readonly flag: 'no_recent_activity';
      readonly days_since_last_activity: number | null;
      readonly limit_days: number;
    }
  | ({ readonly flag: 'ramp_too_fast' } & NonNullable<ReturnType<typeof rampTooFast>>)
  | {
      readonly flag: 'sync_stale';
      readonly provider: string;
      readonly days_since_sync: number;
      readonly limit_days: number;
    }
  | { readonly flag: 'token_expired'; readonly provider: string; readonly expired_at: string };

export function flagsOf(facts: FlagFacts, now: Date): Flag[] {
  return [
    ...noRecentActivity(facts, now),
    ...ramp(facts),
    ...facts.connections.flatMap((connection) => syncStale(connection, now)),
    ...facts.connections.flatMap(tokenExpired),
  ];
}

function noRecentActivity({ last_activity_at }: FlagFacts, now: Date): Flag[] {
  const days = last_activity_at === null ? null : wholeDays(last_activity_at.getTime(), now);
  if (days !== null && days < QUIET_DAYS) return [];
  return [{ flag: 'no_recent_activity', days_since_last_activity: days, limit_days: QUIET_DAYS }];
}

function ramp({ runs }: FlagFacts): Flag[] {
  const found = rampTooFast(runs);
  return found === null ? [] : [{ flag: 'ramp_too_fast', ...found }];
}

/** Before this a platform must have been heard of last for its silence to be flagged: the first moment of a day in UTC. */
export function staleBefore(now: Date): Date {
  return new Date((utcDay(now.getTime()) - STALE_DAYS + 1) * DAY_MS);
}

/**
 * A platform that refuses its token is silent for that reason, which the other flag says. Days are those of the calendar in
 * UTC: a platform speaks of private activities too, and when 24 hours are full would tell the second of them.
 */
function syncStale({ provider, ...at }: Connection, now: Date): Flag[] {
  const since = Date.parse(at.last_sync_at ?? at.connected_at);
  if (at.token_expired_at !== null || since >= staleBefore(now).getTime()) return [];
  const days_since_sync = utcDay(now.getTime()) - utcDay(since);
  return [{ flag: 'sync_stale', provider, days_since_sync, limit_days: STALE_DAYS }];
}

function tokenExpired({ provider, token_expired_at }: Connection): Flag[] {
  return token_expired_at === null
    ? []
    : [{ flag: 'token_expired', provider, expired_at: utc(token_expired_at) }];
}

const utc = (time: string): string => new Date(time).toISOString();

const utcDay = (time: number): number => Math.floor(time / DAY_MS);

const wholeDays = (since: number, now: Date): number => Math.floor((now.getTime() - since) / DAY_MS);
