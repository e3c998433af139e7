import type { PlanBrief } from '../plan-request/plan-brief.ts';
import {
  HARD_DAY_FROM_S,
  HARD_TIME_OF_LITTLE_S,
  MOST_HARD_TIME,
  WEEKS_LOOKED_BACK,
} from '../planning/limits.ts';
import type { ExperienceLevel } from '../planning/plan.ts';
import { racesToTaperFor } from '../planning/race-of-plan.ts';
import { dayBesideLong, LEAST_BESIDE_LONG } from '../planning/share-days.ts';
import type { SkeletonDay, SkeletonWeek } from '../planning/skeleton.ts';
import { roundDown } from '../planning/weekly-volumes.ts';
import type { WorkoutType } from '../workout-types.ts';
import { chooseSession, type Session } from './choose-session.ts';
import { type FastEnd, racePaceEnd, SHORT_END_S, secondsOf, shortEnd } from './fast-end.ts';
import { AS_LARGE, isLargeEnough, isNew, leastPoints, owedInPeak, shareOfRoom } from './growing-sessions.ts';
import type { Recipe } from './recipes.ts';
import type { SegmentBuilder } from './segment-builder.ts';
import {
  allows,
  type DoneWeek,
  isForbidden,
  isPeak,
  isTapered,
  type Planning,
  phaseOf,
} from './week-to-plan.ts';

/** The hard running of a week: a session for each hard day with room for one, by date, and the fast end of the long run. */
export type WeekSessions = {
  readonly sessions: ReadonlyMap<string, Session>;
  readonly end: FastEnd | null;
  /** Whether the sessions take precedence over easy runs, as in a lighter week. */
  readonly areFirst: boolean;
};

/** The planned share of the hard running that a week may have; the rest is for rounding. */
const USED_OF_HARD = 0.93;
/** A week may come out smaller by these metres than meant. */
const ROUNDING_M = 600;
/** Sessions are not repeated within this many weeks. */
const WEEKS_OF_VARIETY = 3;
/** A week counts as full from this share of the usual week on. */
const FULL = 0.8;
/** The preferred margin of the largest sessions of the last weeks over those they are compared with. */
const MARGIN = 1.03;
/** The least of a lighter week's key session, as a share of the smallest key session of the three weeks before it. */
const LEAST_OF_KEY = 0.92;
/** The most of the room in earlier weeks, so that the last four before the taper can exceed them. */
const MOST_BEFORE_PEAK = 0.95;
/** Smaller shares of the room, tried where the largest session repeats a recent one. */
const SMALLER = [0.92, 0.85, 0.78];
const WHOLE = [1, ...SMALLER];
/** The least share for sessions of what a week has beside its long run. */
const SESSIONS_OF_REST = 0.6;
/** The least metres of a session: warming up, some hard running, and cooling down. */
const LEAST_SESSION_M = 3_500;
/** The most time of a session on a day that allows no long run. */
const MOST_WITHOUT_LONG_S = 70 * 60;
/** The least metres of each of two sessions of a week. */
const LEAST_OF_TWO_M = 4_300;
const LEAST_EASY_M: Readonly<Record<ExperienceLevel, number>> = {
  beginner: 2_200,
  intermediate: 2_500,
  advanced: 3_000,
};

/** After a hard long run, a session with less hard running than this is not worthwhile. */
const WORTHWHILE_S = 12 * 60;
/** With up to this many training days a week has two hard parts, one of them in the long run if necessary. */
const FEW_DAYS = 4;

type Try = {
  readonly shares: readonly number[];
  readonly points: number;
  /** In the last weeks before the taper: the least points as a multiple of the largest session of the type before. */
  readonly ofLargest: number;
  /** Whether sessions of other phases and events count too. */
  readonly isAny?: boolean;
  readonly owed?: ReadonlySet<WorkoutType>;
};

/** Plans the hard running of weeks in order: it grows towards the taper, varies, and is kept in lighter weeks. */
export type SessionPlanner = {
  /**
   * Plans a week of so many metres after the kept weeks. `actual_m` is the volume where the days have no room for all of it, and
   * `most_sessions` the most sessions beside the long run.
   */
  plan(week: SkeletonWeek, volume_m: number, actual_m?: number, most_sessions?: number): WeekSessions;
  keep(week_number: number, done: DoneWeek): void;
};

export function createSessionPlanner(
  brief: PlanBrief,
  builder: SegmentBuilder,
  skeleton: readonly SkeletonWeek[],
): SessionPlanner {
  const done = new Map<number, DoneWeek>();
  const races = racesToTaperFor(brief);
  return {
    plan: (week, volume_m, actual_m = volume_m, most_sessions = 2) => {
      const before = skeleton
        .slice(0, week.number - 1)
        .map(({ number }) => done.get(number) ?? { volume_m: 0, sessions: [] });
      return sessionsOfWeek({
        brief,
        builder,
        skeleton,
        races,
        before,
        week: { ...week, volume_m: actual_m },
        meant_m: volume_m,
        most_sessions,
      });
    },
    keep: (week_number, week) => {
      done.set(week_number, week);
    },
  };
}

function sessionsOfWeek(planning: Planning): WeekSessions {
  const { brief, builder, week, most_sessions } = planning;
  const usual_m = usualOf(planning);
  const hard_s = hardSecondsOf(planning);
  const days = week.days.filter(({ role, date }) => role === 'quality' && allows(brief.constraints, date));
  const roomy = totalOf(planning, days.length, false) < LEAST_OF_TWO_M ? 1 : days.length;
  const most = Math.min(days.length, roomy, most_sessions);
  const needed = elementsOf(planning, usual_m);
  const racePace = racePaceEnd(planning, { usual_m, hard_s });
  const reserved_s = Math.max(
    racePace === null ? 0 : secondsOf(builder, racePace),
    most < needed ? SHORT_END_S : 0,
  );
  const left_s = hard_s - reserved_s;
  const worthwhile =
    reserved_s < HARD_DAY_FROM_S ? days.length : Math.max(1, Math.floor(left_s / WORTHWHILE_S));
  const hardDays = days.slice(0, Math.min(worthwhile, most));
  const sessions = chooseAll(planning, hardDays, { usual_m, hard_s: left_s, hasRacePace: racePace !== null });
  const used_s = [...sessions.values()].reduce(
    (sum, { main }) => sum + builder.hardSeconds(main.segments),
    0,
  );
  const areFirst = leastPoints(planning, new Map()) > 0;
  return {
    areFirst,
    sessions,
    end: racePace ?? (sessions.size < needed ? shortEnd(planning, hard_s - used_s) : null),
  };
}

function usualOf({ brief, skeleton, before, week }: Planning): number {
  // Weeks of the history that are larger than any of the plan do not make sessions larger.
  const largest_m = Math.max(...skeleton.map(({ volume_m }) => volume_m));
  const lately = (brief.history?.weekly_distance_m ?? []).map((metres) => Math.min(metres, largest_m));
  const volumes = [...lately, ...before.map(({ volume_m }) => volume_m)];
  return Math.max(week.volume_m - ROUNDING_M, ...volumes.slice(-WEEKS_LOOKED_BACK));
}

function hardSecondsOf({ builder, before, week }: Planning): number {
  const volumes = before.slice(-WEEKS_LOOKED_BACK).map(({ volume_m }) => volume_m);
  const running_s = Math.max(week.volume_m, ...volumes) * builder.secondsAMetre('easy') * 0.97;
  return USED_OF_HARD * Math.max(HARD_TIME_OF_LITTLE_S, MOST_HARD_TIME * running_s);
}

/** The number of hard parts of a week that is not a lighter one: two on few days. */
function elementsOf({ brief, week }: Planning, usual_m: number): number {
  if (brief.runner.experience_level === 'beginner' || isTapered(brief, week)) return 0;
  const days = brief.workout_days.length;
  if (days < 3 || week.number < 3 || week.volume_m < FULL * usual_m) return 0;
  return days <= FEW_DAYS ? 2 : 1;
}

function chooseAll(
  planning: Planning,
  days: readonly SkeletonDay[],
  { usual_m, hard_s, hasRacePace }: { usual_m: number; hard_s: number; hasRacePace: boolean },
): ReadonlyMap<string, Session> {
  const { brief, builder, week, before } = planning;
  const lately = before.slice(-WEEKS_OF_VARIETY).flatMap(({ sessions }) => sessions.map(({ key }) => key));
  const chosen = new Map<string, Session>();
  let left_s = hard_s;
  for (const [place, day] of days.entries()) {
    const daysLeft = days.length - place;
    const least = leastPoints(planning, chosen);
    const room = {
      usual_m,
      hard_s: daysLeft > 1 && least === 0 ? left_s * 0.55 : left_s,
      total_m: Math.min(
        totalOf(planning, days.length, least > 0),
        day.limits.long ? Number.POSITIVE_INFINITY : MOST_WITHOUT_LONG_S / builder.secondsAMetre('easy'),
      ),
      level: brief.runner.experience_level,
    };
    const taken = [...chosen.values()].map(({ type }) => type);
    const asked = {
      numbers: brief,
      seed: brief.seed,
      week,
      phase: phaseOf(planning),
      place,
      hard_days: days.length,
      lately,
      isOut: (type: WorkoutType, recipe: Recipe) =>
        taken.includes(type) ||
        (hasRacePace && type === 'race-pace') ||
        isForbidden(brief.constraints, day.date, recipe),
    };
    const usual = shareOfRoom(planning, day.date);
    const shares = [usual, isPeak(planning, day.date) ? 1 : Math.max(usual, MOST_BEFORE_PEAK), ...SMALLER];
    const owed = owedInPeak(planning, day.date);
    const key = LEAST_OF_KEY * least;
    const keys = [MARGIN, AS_LARGE, 0].flatMap((ofLargest) =>
      [MARGIN * least, key].map((points) => ({ shares, points, ofLargest })),
    );
    const tries: readonly Try[] = [
      ...(owed.size === 0 ? [] : [{ shares: WHOLE, points: key, ofLargest: AS_LARGE, owed }]),
      ...(least === 0
        ? [{ shares: [usual], points: 0, ofLargest: MARGIN }]
        : [...keys, { shares: [1], points: key, ofLargest: 0, isAny: true }]),
      { shares: WHOLE, points: 0, ofLargest: AS_LARGE },
      ...(chosen.size === 0 ? [{ shares: [1], points: 0, ofLargest: 0 }] : []),
    ];
    const session = firstOf(tries, ({ shares, points, ofLargest, isAny = false, owed: only }) =>
      firstOf(shares, (share) =>
        chooseSession(
          {
            ...asked,
            isAny,
            room: { ...room, share },
            fits: (one) =>
              one.points >= points &&
              (only?.has(one.type) ?? true) &&
              isNew(one, before, only === undefined ? 1 : 2) &&
              isLargeEnough(one, day.date, planning, ofLargest),
          },
          builder,
        ),
      ),
    );
    if (session === null) continue;
    chosen.set(day.date, session);
    left_s -= builder.hardSeconds(session.main.segments);
  }
  return chosen;
}

function firstOf<One>(tries: readonly One[], choose: (one: One) => Session | null): Session | null {
  for (const one of tries) {
    const session = choose(one);
    if (session !== null) return session;
  }
  return null;
}

/** Metres of a whole session: what the week has beside its long run and easy runs, and less than the long run. */
function totalOf({ brief, builder, week, meant_m }: Planning, sessions: number, isKey: boolean): number {
  const { long_run_m, days } = week;
  const runs = days.filter(({ role }) => role !== 'cross' && role !== 'race' && role !== 'long').length;
  const { half_m, tenth_m, halves_from_m } = builder.units;
  const long_m = Math.ceil(long_run_m / half_m) * half_m;
  const rounded_m = roundDown(meant_m, meant_m >= halves_from_m ? half_m : tenth_m) - long_m;
  // The key session of a lighter week takes precedence over easy runs and may be longer than its long run.
  if (isKey) return rounded_m - (sessions - 1) * LEAST_SESSION_M;
  if (week.phase !== 'recovery' && dayBesideLong(brief.goal.event, week) !== undefined) {
    const left_m = rounded_m - Math.ceil((LEAST_BESIDE_LONG * long_m) / half_m) * half_m;
    return Math.min(long_m - half_m, left_m / sessions);
  }
  const rest_m = meant_m - long_run_m;
  const easy_m = Math.max(0, runs - sessions) * LEAST_EASY_M[brief.runner.experience_level];
  const left_m = Math.max(rest_m - easy_m, SESSIONS_OF_REST * rest_m) / sessions;
  const most_m = long_run_m === 0 ? left_m : Math.max(long_run_m - half_m, LEAST_SESSION_M);
  return Math.min(most_m, Math.max(left_m, Math.min(LEAST_SESSION_M, rest_m / sessions)));
}
