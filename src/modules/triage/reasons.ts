import { addDays, daysBetween } from '../../shared/calendar.ts';
import { DAY_MS, HOUR_MS } from '../../shared/time.ts';
import type { DonePart } from '../../training/planning/compliance.ts';
import { distanceOf, isKey, plannedDistanceOf, runsOf } from '../../training/planning/day-strip.ts';
import { rampTooFast } from '../../training/workload.ts';
import type { WorkoutType } from '../../training/workout-types.ts';
import type { WorkoutStatus } from '../calendars/index.ts';
import type { LimitName, Limits } from './limits.ts';

/** In the order in which coaches look: what hurts, who waits, what went wrong, what may, what is missing, what comes. */
export const REASON_CODES = [
  'pain_reported',
  'message_unanswered',
  'key_session_missed',
  'long_run_jump',
  'load_rising',
  'volume_above_plan',
  'volume_below_plan',
  'low_availability',
  'connection_lost',
  'silent',
  'race_near',
] as const;
export type ReasonCode = (typeof REASON_CODES)[number];

export const LIMIT_OF: Readonly<Record<ReasonCode, LimitName | null>> = {
  pain_reported: 'pain_level',
  message_unanswered: 'message_wait_hours',
  key_session_missed: 'key_sessions_missed',
  long_run_jump: 'long_run_jump_ratio',
  load_rising: 'load_ratio',
  volume_above_plan: 'volume_above_share',
  volume_below_plan: 'volume_below_share',
  low_availability: 'unavailable_share',
  connection_lost: null,
  silent: 'silent_days',
  race_near: 'race_days',
};

/** Up to this one, an athlete is to be looked at first. */
const LAST_OF_FIRST: ReasonCode = 'key_session_missed';
const FIRST_CODES: readonly ReasonCode[] = REASON_CODES.slice(0, REASON_CODES.indexOf(LAST_OF_FIRST) + 1);

export type Evidence = Readonly<Record<string, number | string | readonly SessionEvidence[]>>;
type SessionEvidence = {
  readonly plan_id: string;
  readonly workout_id: string;
  readonly date: string;
  readonly title: string;
  readonly workout_type: WorkoutType;
  readonly status: 'missed' | 'partly';
};

/** Why a coach may want to look at an athlete: what the rule saw, and since when. */
export type Reason = {
  readonly code: ReasonCode;
  readonly keys: readonly string[];
  readonly evidence: Evidence;
  /** YYYY-MM-DD where the athlete lives. */
  readonly since: string;
};

export type PlannedSession = {
  readonly plan_id: string;
  readonly plan_start_date: string;
  readonly workout_id: string;
  readonly date: string;
  readonly workout_type: WorkoutType;
  readonly title: string;
  readonly distance_m: number;
  readonly status: WorkoutStatus;
  readonly share: number | null;
  /** Metres that were to be run: of the club's session where one stands for it. */
  readonly to_do_m: number;
};

export type Facts = {
  readonly now: Date;
  /** YYYY-MM-DD where the athlete lives. */
  readonly today: string;
  /** Whether all, some or none of what they do shows: where something may be hidden, nothing is missing. */
  readonly sees: 'everything' | 'a part' | 'nothing';
  readonly sees_races: boolean;
  /** Whether distances of plans show. */
  readonly sees_sums: boolean;
  /** Of `PLAN_DAYS` back to as many ahead as a race is looked for. */
  readonly planned: readonly PlannedSession[];
  /** Of the last `DONE_DAYS`, with when they began. */
  readonly done: readonly (DonePart & { readonly start_time: Date })[];
  readonly last_activity: { readonly id: string; readonly start_time: Date } | null;
  readonly lost: readonly { readonly provider: string; readonly since: Date }[];
  readonly pains: readonly {
    readonly id: string;
    readonly area: string;
    readonly level: number;
    readonly date: string;
  }[];
  /** The conversation with the organization, where the athlete waits for an answer. */
  readonly waiting_message: {
    readonly conversation_id: string;
    readonly since: Date;
    readonly date: string;
  } | null;
  /** Days from today on, of the next seven, on which they cannot train. */
  readonly unavailable: readonly string[];
  readonly races: readonly { readonly id: string; readonly date: string; readonly name: string }[];
};

/** The week that is shown, and a week more, since what was done may count for something of a day beside it. */
export const PLAN_DAYS = 14;
/** The longest of thirty days before the longest of seven. */
export const DONE_DAYS = 38;
const WEEK_DAYS = 7;
/** Less planned in a week than this is no plan to be above or below of, in metres. */
const LEAST_PLANNED_M = 10_000;
/** A jump of a short run is no jump, in metres. */
const LEAST_LONG_M = 8_000;
/** Before there were so many runs, there is no longest one to speak of. */
const LEAST_RUNS_BEFORE = 3;
const MAX_SESSIONS = 3;

export function reasonsOf(facts: Facts, limits: Limits): Reason[] {
  return [
    ...pain(facts, limits),
    ...waiting(facts, limits),
    ...keySessions(facts, limits),
    ...longRunJump(facts, limits),
    ...rising(facts, limits),
    ...volume(facts, limits),
    ...availability(facts, limits),
    ...connections(facts),
    ...silence(facts, limits),
    ...races(facts, limits),
  ];
}

/** Smaller is to be looked at earlier: by the first reason, then by how many there are. */
export function placeOf(codes: readonly ReasonCode[]): number {
  const first = codes[0] === undefined ? REASON_CODES.length : REASON_CODES.indexOf(codes[0]);
  return first * PLACES_A_CODE + (PLACES_A_CODE - 1 - Math.min(codes.length, PLACES_A_CODE - 1));
}
const PLACES_A_CODE = REASON_CODES.length + 1;
/** Of who has no reason: no place is larger. */
export const LAST_PLACE = (REASON_CODES.length + 1) * PLACES_A_CODE;
/** Places below this one are looked at first. */
export const FIRST_PLACES = FIRST_CODES.length * PLACES_A_CODE;

function pain({ pains }: Facts, { pain_level }: Limits): Reason[] {
  const told = pains.filter(({ level }) => level >= pain_level);
  const [worst] = told.toSorted((a, b) => b.level - a.level || b.date.localeCompare(a.date));
  if (worst === undefined) return [];
  const since = told.map(({ date }) => date).sort()[0] ?? worst.date;
  return [
    {
      code: 'pain_reported',
      keys: told.map(({ id }) => id).sort(),
      evidence: {
        area: worst.area,
        level: worst.level,
        limit_level: pain_level,
        reported_on: worst.date,
        reports: told.length,
      },
      since,
    },
  ];
}

function waiting({ now, waiting_message: message }: Facts, { message_wait_hours }: Limits): Reason[] {
  if (message === null) return [];
  const hours = Math.floor((now.getTime() - message.since.getTime()) / HOUR_MS);
  if (hours < message_wait_hours) return [];
  // How long it has waited grows by itself: it is not told to the hour.
  return [
    {
      code: 'message_unanswered',
      keys: [`${message.conversation_id} ${message.since.toISOString()}`],
      evidence: {
        conversation_id: message.conversation_id,
        waiting_since: message.since.toISOString(),
        limit_hours: message_wait_hours,
      },
      since: message.date,
    },
  ];
}

function keySessions(facts: Facts, { key_sessions_missed }: Limits): Reason[] {
  const { planned, today, sees } = facts;
  if (sees !== 'everything') return [];
  const from = addDays(today, -WEEK_DAYS);
  const missed = planned.flatMap((workout) => {
    const { plan_id, workout_id, date, title, workout_type, status } = workout;
    if (!isKey(workout) || date < from || date >= today) return [];
    if (status !== 'missed' && status !== 'partly') return [];
    return [{ plan_id, workout_id, date, title, workout_type, status }];
  });
  const [first] = missed;
  if (first === undefined || missed.length < key_sessions_missed) return [];
  return [
    {
      code: 'key_session_missed',
      keys: missed.map(({ plan_id, workout_id, status }) => `${plan_id}/${workout_id}/${status}`).sort(),
      evidence: {
        sessions_count: missed.length,
        limit_count: key_sessions_missed,
        sessions: missed.slice(-MAX_SESSIONS),
      },
      since: first.date,
    },
  ];
}

function longRunJump(facts: Facts, { long_run_jump_ratio }: Limits): Reason[] {
  const from = addDays(facts.today, 1 - WEEK_DAYS);
  const runs = runsOf(facts.done);
  const before = runs.filter(({ date }) => date < from);
  const longest = (some: typeof runs) =>
    some.toSorted((a, b) => (b.distance_m ?? 0) - (a.distance_m ?? 0))[0];
  const [now, then] = [longest(runs.filter(({ date }) => date >= from)), longest(before)];
  if (now === undefined || then === undefined || before.length < LEAST_RUNS_BEFORE) return [];
  const [distance_m, longest_m] = [Math.round(now.distance_m ?? 0), Math.round(then.distance_m ?? 0)];
  const ratio = longest_m === 0 ? 0 : Math.round((distance_m / longest_m) * 100) / 100;
  // A race is as long as it is.
  if (now.is_race || distance_m < LEAST_LONG_M || ratio <= long_run_jump_ratio) return [];
  return [
    {
      code: 'long_run_jump',
      keys: [now.id],
      evidence: {
        activity_id: now.id,
        distance_m,
        longest_30_days_m: longest_m,
        ratio,
        limit_ratio: long_run_jump_ratio,
      },
      since: now.date,
    },
  ];
}

function rising(facts: Facts, { load_ratio }: Limits): Reason[] {
  const runs = runsOf(facts.done);
  const since = (days: number) => addDays(facts.today, 1 - days);
  const sum = (days: number) =>
    runs
      .filter(({ date }) => date >= since(days))
      .reduce((all, { distance_m }) => all + (distance_m ?? 0), 0);
  const ramp = rampTooFast(
    {
      last_7_days_m: sum(WEEK_DAYS),
      last_28_days_m: sum(4 * WEEK_DAYS),
      has_history: runs.some(({ date }) => date < since(3 * WEEK_DAYS) && date >= since(4 * WEEK_DAYS)),
    },
    load_ratio,
  );
  if (ramp === null) return [];
  const { last_7_days_m, average_week_m, ratio, limit } = ramp;
  const last =
    runs
      .map(({ date }) => date)
      .sort()
      .at(-1) ?? facts.today;
  return [
    {
      code: 'load_rising',
      keys: [`week of ${mondayOf(last)}`],
      evidence: { last_7_days_m, average_week_m, ratio, limit_ratio: limit },
      since: last,
    },
  ];
}

function volume(facts: Facts, { volume_above_share, volume_below_share }: Limits): Reason[] {
  const { today, sees, sees_sums, planned } = facts;
  if (!sees_sums || sees === 'nothing') return [];
  const from = addDays(today, -WEEK_DAYS);
  const isPast = ({ date }: { date: string }) => date >= from && date < today;
  const isWholeWeek = planned.some(({ plan_start_date }) => plan_start_date <= from);
  const to_do = planned.filter(isPast).map((one) => ({ ...one, distance_m: one.to_do_m }));
  const planned_m = plannedDistanceOf(to_do) ?? 0;
  const done_m = distanceOf(runsOf(facts.done).filter(isPast));
  if (!isWholeWeek || planned_m < LEAST_PLANNED_M) return [];
  const share = Math.round((done_m / planned_m) * 100) / 100;
  const found = { planned_distance_m: planned_m, done_distance_m: done_m, share };
  const key = [`week of ${mondayOf(addDays(today, -1))}`];
  if (share > volume_above_share) {
    return [
      {
        code: 'volume_above_plan',
        keys: key,
        evidence: { ...found, limit_share: volume_above_share },
        since: from,
      },
    ];
  }
  // Where something may be hidden, what is missing may be there.
  if (sees !== 'everything' || share >= volume_below_share) return [];
  return [
    {
      code: 'volume_below_plan',
      keys: key,
      evidence: { ...found, limit_share: volume_below_share },
      since: from,
    },
  ];
}

function availability(facts: Facts, { unavailable_share }: Limits): Reason[] {
  const { today, planned, unavailable } = facts;
  const until = addDays(today, WEEK_DAYS - 1);
  const ahead = planned.filter(({ date }) => date >= today && date <= until);
  const barred = ahead.filter(({ date }) => unavailable.includes(date));
  if (ahead.length === 0 || barred.length === 0 || barred.length / ahead.length < unavailable_share)
    return [];
  const dates = [...new Set(barred.map(({ date }) => date))].sort();
  return [
    {
      code: 'low_availability',
      keys: barred.map(({ plan_id, workout_id }) => `${plan_id}/${workout_id}`).sort(),
      evidence: {
        planned_count: ahead.length,
        unavailable_count: barred.length,
        limit_share: unavailable_share,
      },
      since: dates[0] ?? today,
    },
  ];
}

function connections({ lost, today, now }: Facts): Reason[] {
  return lost.map(({ provider, since }) => ({
    code: 'connection_lost' as const,
    keys: [`${provider} ${since.toISOString()}`],
    evidence: { provider, lost_at: since.toISOString() },
    since: addDays(today, -Math.floor((now.getTime() - since.getTime()) / DAY_MS)),
  }));
}

function silence({ now, today, sees, last_activity }: Facts, { silent_days }: Limits): Reason[] {
  if (sees !== 'everything' || last_activity === null) return [];
  const days = Math.floor((now.getTime() - last_activity.start_time.getTime()) / DAY_MS);
  if (days < silent_days) return [];
  return [
    {
      code: 'silent',
      keys: [last_activity.id],
      evidence: { last_activity_at: last_activity.start_time.toISOString(), limit_days: silent_days },
      since: addDays(today, -days),
    },
  ];
}

function races(facts: Facts, { race_days }: Limits): Reason[] {
  const { today, planned } = facts;
  const ofPlans = planned
    .filter(({ workout_type, date }) => workout_type === 'race' && date >= today)
    .map(({ workout_id, date, title }) => ({ id: workout_id, date, name: title }));
  const [next] = [...facts.races, ...ofPlans]
    .filter(({ date }) => date >= today && daysBetween(today, date) <= race_days)
    .toSorted((a, b) => a.date.localeCompare(b.date));
  if (next === undefined) return [];
  return [
    {
      code: 'race_near',
      keys: [next.date],
      evidence: {
        date: next.date,
        name: next.name,
        days_to_race: daysBetween(today, next.date),
        limit_days: race_days,
      },
      since: addDays(next.date, -race_days),
    },
  ];
}

function mondayOf(date: string): string {
  return addDays(date, -(((daysBetween('1970-01-05', date) % 7) + 7) % 7));
}
