import { daysBetween } from '../../shared/calendar.ts';
import type { PlanBrief } from '../plan-request/plan-brief.ts';
import { type Constraints, isInjured } from '../planning/constraints.ts';
import {
  CAP_OF_ZONE,
  HARD_DAY_FROM_S,
  HARD_TIME_OF_LITTLE_S,
  LEAST_DAYS_BETWEEN_HARD,
  MOST_HARD_TIME,
  WEEKS_LOOKED_BACK,
} from '../planning/limits.ts';
import type { ExperienceLevel, Phase } from '../planning/plan.ts';
import { taperDays } from '../planning/race-limits.ts';
import { aimOfWeek, type PlanRace, racesToTaperFor } from '../planning/race-of-plan.ts';
import { seededChoice } from '../planning/seeded-choice.ts';
import { dayBesideLong, LEAST_BESIDE_LONG } from '../planning/share-days.ts';
import type { SkeletonDay, SkeletonWeek } from '../planning/skeleton.ts';
import { roundDown } from '../planning/weekly-volumes.ts';
import type { ZoneName } from '../planning/zone-names.ts';
import type { WorkoutType } from '../workout-types.ts';
import { chooseSession, type Session } from './choose-session.ts';
import type { Amount, Kit } from './kit.ts';
import { mostOf } from './quality-session.ts';
import type { Recipe } from './recipes.ts';

/** The faster last part of a long run. */
export type FastEnd = { readonly zone: ZoneName; readonly amount: Amount };

/** The hard running of a week: a session for each hard day that one fits on, by date, and what its long run ends with. */
export type WeekSessions = {
  readonly sessions: ReadonlyMap<string, Session>;
  readonly end: FastEnd | null;
  /** Whether its sessions come before all else that is run beside the long run, as they do in a lighter week. */
  readonly areFirst: boolean;
};

/** Of what a week may have of hard running so much is planned: the rest is for rounding. */
const USED_OF_HARD = 0.93;
/** What a week may come out smaller by than it was meant. */
const ROUNDING_M = 600;
/** How much of the room for a session is used, from the first week until the last four before the taper, which have all of it. */
const SHARE_OF_ROOM = { first: 0.75, from: 0.82, until: 0.92, peak: 1, taper: 0.75, race_week: 0.5 };
/** The last weeks before the taper, in which sessions are the largest of their kind. */
const PEAK_WEEKS = 4;
/** So many weeks back sessions are not repeated. */
const WEEKS_OF_VARIETY = 3;
/** A week with less than this share of the three before it is a lighter one; from this share of the usual week on it is a full one. */
const LIGHTER = 0.94;
const FULL = 0.8;
/** So much more than what they are held against have the largest of the last weeks, where there is a choice. */
const MARGIN = 1.03;
/** The least of a lighter week's key session, of the smallest of those of the three weeks before it. */
const LEAST_OF_KEY = 0.92;
/** Of the room for a session, in weeks that the last four before the taper are to go beyond. */
const MOST_BEFORE_PEAK = 0.95;
/** And less of it, where the largest is what was run last. */
const SMALLER = [0.92, 0.85, 0.78];
const WHOLE = [1, ...SMALLER];
/** Of the largest of its kind so far, where none is larger. */
const AS_LARGE = 0.96;
/** Of what a week has beside its long run so much at least is for its sessions. */
const SESSIONS_OF_REST = 0.6;
/** Warming up, a little that is fast, and cooling down. */
const LEAST_SESSION_M = 3_500;
/** A session on a day that may have no long run. */
const MOST_WITHOUT_LONG_S = 70 * 60;
/** Each of two sessions of a week. */
const LEAST_OF_TWO_M = 4_300;
/** What an easy run beside sessions has at least. */
const LEAST_EASY_M: Readonly<Record<ExperienceLevel, number>> = {
  beginner: 2_200,
  intermediate: 2_500,
  advanced: 3_000,
};
/** Less hard running than this is no session beside a long run that was hard. */
const WORTHWHILE_S = 12 * 60;
/** An element of quality that does not make the long run a hard day. */
const SHORT_END_S = 8.25 * 60;
/** Up to so many days of training a week has two elements of quality, one of them in the long run if need be. */
const FEW_DAYS = 4;

/** Of what the week may have of hard running, and of the long run itself. */
const END_OF_HARD = { marathon: 0.6, half_marathon: 0.45 };
const END_OF_LONG = { marathon: 0.5, half_marathon: 0.3 };
/** Metres at marathon pace: the longest is the last one, three weeks before the race, and each of those before is shorter. */
const AT_MARATHON_PACE_M = { last: 14_000, less_each_week: 1_000, least: 8_000 };

/** A week as it was built. */
type DoneWeek = {
  readonly volume_m: number;
  readonly sessions: readonly (Session & { readonly date: string })[];
};

/** What a session may be, the first that there is one for. */
type Try = {
  /** Of the room. */
  readonly shares: readonly number[];
  /** At least. */
  readonly points: number;
  /** Close to the race, what has to be so many times the largest of its kind before. */
  readonly ofLargest: number;
  /** Whether sessions of other weeks and races will do. */
  readonly isAny?: boolean;
  /** Only of these kinds. */
  readonly owed?: ReadonlySet<WorkoutType>;
};

/** Plans the hard running of weeks in order: it grows towards the taper, changes, and stays in lighter weeks. */
export type SessionPlanner = {
  /**
   * For a week of so many metres after those that were kept; `actual_m` of them are run where its days have no room for all, and
   * `most_sessions` beside its long run.
   */
  plan(week: SkeletonWeek, volume_m: number, actual_m?: number, most_sessions?: number): WeekSessions;
  /** Takes a week as it was built; again, where it was built again. */
  keep(week_number: number, done: DoneWeek): void;
};

export function createSessionPlanner(
  brief: PlanBrief,
  kit: Kit,
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
        kit,
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

type Planning = {
  readonly brief: PlanBrief;
  readonly kit: Kit;
  readonly skeleton: readonly SkeletonWeek[];
  /** Those that there is a taper for, in order. */
  readonly races: readonly PlanRace[];
  /** All weeks before this one. */
  readonly before: readonly DoneWeek[];
  /** With the metres that it comes out with. */
  readonly week: SkeletonWeek;
  /** Metres that it was meant to have. */
  readonly meant_m: number;
  readonly most_sessions: number;
};

function sessionsOfWeek(planning: Planning): WeekSessions {
  const { brief, kit, week, most_sessions } = planning;
  const usual_m = usualOf(planning);
  const hard_s = hardSecondsOf(planning);
  const days = week.days.filter(({ role, date }) => role === 'quality' && allows(brief.constraints, date));
  // Where two have no room there is one.
  const roomy = totalOf(planning, days.length, false) < LEAST_OF_TWO_M ? 1 : days.length;
  const most = Math.min(days.length, roomy, most_sessions);
  const needed = elementsOf(planning, usual_m);
  const racePace = racePaceEnd(planning, { usual_m, hard_s });
  const reserved_s = Math.max(
    racePace === null ? 0 : secondsOf(kit, racePace),
    most < needed ? SHORT_END_S : 0,
  );
  const left_s = hard_s - reserved_s;
  const worthwhile =
    reserved_s < HARD_DAY_FROM_S ? days.length : Math.max(1, Math.floor(left_s / WORTHWHILE_S));
  const slots = days.slice(0, Math.min(worthwhile, most));
  const sessions = chooseAll(planning, slots, { usual_m, hard_s: left_s, hasRacePace: racePace !== null });
  const used_s = [...sessions.values()].reduce((sum, { main }) => sum + kit.hardSeconds(main.segments), 0);
  const areFirst = leastPoints(planning, new Map()) > 0;
  return {
    areFirst,
    sessions,
    end: racePace ?? (sessions.size < needed ? shortEnd(planning, hard_s - used_s) : null),
  };
}

/** Metres of the usual week. */
function usualOf({ brief, skeleton, before, week }: Planning): number {
  // What was run before and is not run any more makes no session larger than those to come.
  const largest_m = Math.max(...skeleton.map(({ volume_m }) => volume_m));
  const lately = (brief.history?.weekly_distance_m ?? []).map((metres) => Math.min(metres, largest_m));
  const volumes = [...lately, ...before.map(({ volume_m }) => volume_m)];
  return Math.max(week.volume_m - ROUNDING_M, ...volumes.slice(-WEEKS_LOOKED_BACK));
}

/** Seconds of hard running that the week has room for. */
function hardSecondsOf({ kit, before, week }: Planning): number {
  const volumes = before.slice(-WEEKS_LOOKED_BACK).map(({ volume_m }) => volume_m);
  const running_s = Math.max(week.volume_m, ...volumes) * kit.secondsAMetre('easy') * 0.97;
  return USED_OF_HARD * Math.max(HARD_TIME_OF_LITTLE_S, MOST_HARD_TIME * running_s);
}

/** How many elements of quality a week has that is none of the lighter ones: two on few days. */
function elementsOf({ brief, week }: Planning, usual_m: number): number {
  if (brief.runner.experience_level === 'beginner' || isTapered(brief, week)) return 0;
  const days = brief.workout_days.length;
  if (days < 3 || week.number < 3 || week.volume_m < FULL * usual_m) return 0;
  return days <= FEW_DAYS ? 2 : 1;
}

/** Whether a week leads to a race that has a date. */
function isTapered({ goal, constraints }: PlanBrief, { phase }: SkeletonWeek): boolean {
  return phase === 'taper' && (goal.race_date !== null || constraints.races.length > 0);
}

function chooseAll(
  planning: Planning,
  days: readonly SkeletonDay[],
  { usual_m, hard_s, hasRacePace }: { usual_m: number; hard_s: number; hasRacePace: boolean },
): ReadonlyMap<string, Session> {
  const { brief, kit, week, before } = planning;
  const lately = before.slice(-WEEKS_OF_VARIETY).flatMap(({ sessions }) => sessions.map(({ key }) => key));
  const chosen = new Map<string, Session>();
  let left_s = hard_s;
  for (const [slot, day] of days.entries()) {
    const slotsLeft = days.length - slot;
    const least = leastPoints(planning, chosen);
    const room = {
      usual_m,
      hard_s: slotsLeft > 1 && least === 0 ? left_s * 0.55 : left_s,
      total_m: Math.min(
        totalOf(planning, days.length, least > 0),
        day.limits.long ? Number.POSITIVE_INFINITY : MOST_WITHOUT_LONG_S / kit.secondsAMetre('easy'),
      ),
      level: brief.runner.experience_level,
    };
    const taken = [...chosen.values()].map(({ type }) => type);
    const asked = {
      numbers: brief,
      seed: brief.seed,
      week,
      phase: phaseOf(planning),
      slot,
      slots: days.length,
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
      // A smaller one rather than none.
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
          kit,
        ),
      ),
    );
    if (session === null) continue;
    chosen.set(day.date, session);
    left_s -= kit.hardSeconds(session.main.segments);
  }
  return chosen;
}

/** The first session that there is for one of some tries, in order. */
function firstOf<One>(tries: readonly One[], choose: (one: One) => Session | null): Session | null {
  for (const one of tries) {
    const session = choose(one);
    if (session !== null) return session;
  }
  return null;
}

/** Metres of a whole session: what its week leaves it beside the long run and easy runs, and less than the long run. */
function totalOf({ brief, kit, week, meant_m }: Planning, sessions: number, isKey: boolean): number {
  const { long_run_m, days } = week;
  const runs = days.filter(({ role }) => role !== 'cross' && role !== 'race' && role !== 'long').length;
  const { half_m, tenth_m, halves_from_m } = kit.units;
  // The long run is rounded up, as the week is down.
  const long_m = Math.ceil(long_run_m / half_m) * half_m;
  const rounded_m = roundDown(meant_m, meant_m >= halves_from_m ? half_m : tenth_m) - long_m;
  // The key session of a lighter week comes before easy runs, and may be longer than its long run.
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

/** In a lighter week what the weeks before it prepared for goes on. */
function phaseOf({ skeleton, week }: Planning): Phase {
  if (week.phase !== 'recovery') return week.phase;
  const before = skeleton.slice(0, week.number - 1).findLast(({ phase }) => phase !== 'recovery')?.phase;
  return before === undefined || before === 'taper' ? 'recovery' : before;
}

/** Sessions grow until the last weeks before the taper. */
function shareOfRoom(planning: Planning, date: string): number {
  const { brief, week } = planning;
  if (week.phase === 'taper') {
    return week.days.some(({ role }) => role === 'race') ? SHARE_OF_ROOM.race_week : SHARE_OF_ROOM.taper;
  }
  if (week.number === 1) return SHARE_OF_ROOM.first;
  if (isPeak(planning, date)) return SHARE_OF_ROOM.peak;
  const last = Math.min(brief.weeks, nextRace(planning)?.week_number ?? brief.weeks);
  const way = Math.min(1, (week.number - 1) / last);
  return SHARE_OF_ROOM.from + (SHARE_OF_ROOM.until - SHARE_OF_ROOM.from) * way;
}

/** The next race that there is a taper for. */
function nextRace({ races, week }: Planning): PlanRace | undefined {
  return races.find(({ at }) => at >= (week.number - 1) * 7);
}

/** Whether a day is in the last weeks before the taper for the goal. */
function isPeak({ brief, races }: Pick<Planning, 'brief' | 'races'>, date: string): boolean {
  const race = races.find((one) => one.date === brief.goal.race_date) ?? races.at(-1);
  if (race === undefined) return false;
  const toTaper = race.at - taperDays(race.event) - daysBetween(brief.start_date, date);
  return toTaper > 0 && toTaper <= PEAK_WEEKS * 7;
}

/** Not the main part of so many of the last two of its kind. */
function isNew({ type, main }: Session, before: readonly DoneWeek[], of_two: number): boolean {
  const own = before.flatMap(({ sessions }) => sessions.filter((session) => session.type === type)).slice(-2);
  return own.filter((one) => JSON.stringify(one.main) === JSON.stringify(main)).length < of_two;
}

/** Close to the race the first of each kind is as large as any before. */
function isLargeEnough({ type, points }: Session, date: string, planning: Planning, share: number): boolean {
  if (!isPeak(planning, date)) return true;
  const { peak, earlier } = largestOf(type, planning);
  return Math.max(points / share, peak) >= earlier;
}

/** Kinds that are there in the last weeks before the taper, and not as large as before yet. */
function owedInPeak(planning: Planning, date: string): ReadonlySet<WorkoutType> {
  if (!isPeak(planning, date)) return new Set();
  const types = new Set(planning.before.flatMap(({ sessions }) => sessions.map(({ type }) => type)));
  return new Set(
    [...types].filter((type) => {
      const { peak, earlier } = largestOf(type, planning);
      return peak > 0 && peak < AS_LARGE * earlier;
    }),
  );
}

/** Points of the largest session of a kind, in the last weeks before the taper and before them. */
function largestOf(
  type: WorkoutType,
  planning: Planning,
): { readonly peak: number; readonly earlier: number } {
  const own = planning.before.flatMap(({ sessions }) => sessions.filter((session) => session.type === type));
  const [peak, earlier] = [true, false].map((inPeak) =>
    Math.max(0, ...own.flatMap(({ date, points }) => (isPeak(planning, date) === inPeak ? points : []))),
  );
  return { peak: peak ?? 0, earlier: earlier ?? 0 };
}

/** What the key session of a lighter week has at least, where none of its sessions has it yet. */
function leastPoints({ brief, before, week }: Planning, chosen: ReadonlyMap<string, Session>): number {
  const three = before.slice(-3);
  const isLighter = week.volume_m <= LIGHTER * Math.max(0, ...three.map(({ volume_m }) => volume_m));
  if (three.length < 3 || !isLighter || isTapered(brief, week)) return 0;
  const keys = three.map(({ sessions }) => Math.max(0, ...sessions.map(({ points }) => points)));
  const least = Math.min(...keys);
  return [...chosen.values()].some(({ points }) => points >= least) ? 0 : least;
}

/**
 * Marathoners learn their pace on tired legs, half marathoners theirs: every second long run of build and peak ends with it, for
 * those who are not beginners. No longer than what makes a hard day where another one is beside it.
 */
function racePaceEnd(
  planning: Planning,
  { usual_m, hard_s }: { readonly usual_m: number; readonly hard_s: number },
): FastEnd | null {
  const { brief, kit, week } = planning;
  const event = aimOfWeek(brief, week.number);
  if (event !== 'marathon' && event !== 'half_marathon') return null;
  if (week.phase !== 'build' && week.phase !== 'peak') return null;
  if (!mayEndFast(planning)) return null;
  const weeks = (nextRace(planning)?.week_number ?? brief.weeks) - week.number;
  if (weeks % 2 === (event === 'marathon' ? 0 : seededChoice(brief.seed, [7], 2))) return null;
  if (isBesideHard(planning)) return null;
  const { last, less_each_week, least } = AT_MARATHON_PACE_M;
  const most_m = Math.min(
    mostOf(event, { usual_m, hard_s: hard_s * END_OF_HARD[event] }, kit),
    week.long_run_m * END_OF_LONG[event],
    event === 'marathon' ? Math.max(least, last - less_each_week * Math.max(0, weeks - 3)) : usual_m,
  );
  const end = { zone: event, amount: { distance_m: Math.round(roundDown(most_m, kit.units.whole_m)) } };
  return secondsOf(kit, end) < SHORT_END_S ? null : end;
}

/** The second element of quality of a week: too short to make its day a hard one. */
function shortEnd(planning: Planning, left_s: number): FastEnd | null {
  if (!mayEndFast(planning) || left_s < SHORT_END_S) return null;
  return { zone: 'marathon', amount: { duration_s: SHORT_END_S } };
}

function mayEndFast({ brief, week }: Planning): boolean {
  const long = week.days.find(({ role }) => role === 'long');
  const { exclude } = brief.constraints;
  if (long === undefined || brief.runner.experience_level === 'beginner') return false;
  if (exclude.includes('tempo') && exclude.includes('race-pace')) return false;
  return allows(brief.constraints, long.date);
}

/** Whether a hard day is next to the long run. */
function isBesideHard({ skeleton, week }: Planning): boolean {
  const long = week.days.find(({ role }) => role === 'long');
  if (long === undefined) return true;
  const near = skeleton.slice(Math.max(0, week.number - 2), week.number + 1).flatMap(({ days }) => days);
  return near.some(
    ({ role, date }) =>
      (role === 'quality' || role === 'race') &&
      Math.abs(daysBetween(date, long.date)) < LEAST_DAYS_BETWEEN_HARD,
  );
}

function secondsOf(kit: Kit, { zone, amount }: FastEnd): number {
  return kit.measure([kit.stretch('work', zone, amount)]).duration_s;
}

/** Faster than threshold pace. */
const SPEED: readonly WorkoutType[] = ['intervals', 'hills', 'fartlek'];

function isForbidden(constraints: Constraints, date: string, { type, zone }: Recipe): boolean {
  const { exclude } = constraints;
  if (exclude.includes(type)) return true;
  if (type === 'hills' && isInjured(constraints, date, ['no_hills'])) return true;
  const cap = CAP_OF_ZONE[zone];
  return exclude.includes('speed') && (SPEED.includes(type) || cap === 'interval' || cap === 'repetition');
}

/** Whether an injury leaves room for hard running on a day. */
function allows(constraints: Constraints, date: string): boolean {
  return !isInjured(constraints, date, ['none', 'easy_only', 'no_speed']);
}
