import type { Finding } from './findings.ts';
import { weeksToRace } from './long-runs.ts';
import { type Facts, found } from './measure.ts';
import { GAIN_WANTED, RACE_M, READINESS } from './norms.ts';
import { vdotOfRace } from './vdot.ts';
import { type Asked, type Known, READINESS_LEVELS, type ReadinessLevel } from './wire.ts';

/** What of a plan counts. */
type Planned = Pick<Facts, 'weeks' | 'sessions' | 'longest_m' | 'race'>;

/** The level that the answer names is the one that the table has. */
export function readiness({ asked, known, plan, ...planned }: Facts): Finding[] {
  // That it is absent is found as such.
  if (plan.readiness === undefined) return [];
  const { level, reasons } = plan.readiness;
  const is = readinessOf(asked, known, planned);
  if (level !== is) return [found('readiness_wrong', { found: level, allowed: is })];
  if (is !== 'ready' && reasons.length === 0)
    return [found('readiness_wrong', { found: 'no reasons', allowed: 'why' })];
  return [];
}

/** The worst of its checks; what is not known can not be ready. Without a plan those of the runner alone. */
export function readinessOf(asked: Asked, known: Known, planned: Planned | null): ReadinessLevel {
  const { history } = known;
  const checks: ReadinessLevel[] = [
    history === null ? 'stretch' : 'ready',
    ...beginning(known, planned),
    ...towardsRace(asked, known, planned),
    timeInMind(asked, known),
  ];
  return checks.toSorted((a, b) => READINESS_LEVELS.indexOf(b) - READINESS_LEVELS.indexOf(a))[0] ?? 'ready';
}

/** The first week and its longest run against what was run lately; 12 km and 5 km are for anybody. */
function beginning({ history }: Known, planned: Planned | null): ReadinessLevel[] {
  const [first] = planned?.weeks ?? [];
  if (history === null || first === undefined) return [];
  return [
    graded(-first.training_m, limits(meanOf(history), 12_000)),
    graded(-first.longest_m, limits(history.longest_run_m, 5_000)),
  ];
}

function limits(lately_m: number, forAnybody_m: number): readonly [number, number] {
  const from = Math.max(lately_m, forAnybody_m / 1.1);
  return [-Math.round(from * 1.1), -Math.round(from * 1.3)];
}

function towardsRace(asked: Asked, { history }: Known, planned: Planned | null): ReadinessLevel[] {
  const { event } = asked.goal;
  if (event === 'general') return [];
  const { weeks, weekly_m, peak_m, longest_m, taper_weeks } = READINESS[event];
  const isThere =
    history !== null &&
    meanOf(history) >= Math.max(weekly_m[0], peak_m[1], 8_000) &&
    history.longest_run_m >= Math.max(longest_m[1], 5_000);
  return [
    graded(weeksToRace(asked), isThere ? [taper_weeks, Math.ceil(taper_weeks / 2)] : weeks),
    ...(history === null ? [] : [graded(meanOf(history), weekly_m)]),
    ...(planned === null || isAfterPlan(asked, planned) ? [] : carrying(planned, { peak_m, longest_m })),
  ];
}

/** The largest week and the longest run, of which three hours are enough. */
function carrying(
  { weeks, sessions, longest_m: longest }: Planned,
  { peak_m, longest_m }: Pick<(typeof READINESS)['5k'], 'peak_m' | 'longest_m'>,
): ReadinessLevel[] {
  const peak = Math.max(0, ...weeks.map(({ training_m }) => training_m));
  const run = sessions.find(({ workout, isRace }) => !isRace && workout.distance_m === longest);
  const isLongEnough = (run?.workout.duration_s ?? 0) >= 3 * 3_600;
  return [graded(peak, peak_m), isLongEnough ? 'ready' : graded(longest, longest_m)];
}

function isAfterPlan({ weeks }: Asked, { race }: Planned): boolean {
  return race !== null && race.at >= weeks * 7;
}

function meanOf({ weekly_distance_m }: NonNullable<Known['history']>): number {
  const lately = weekly_distance_m.slice(-4);
  return Math.round(lately.reduce((sum, one) => sum + one, 0) / Math.max(1, lately.length));
}

function graded(value: number, [enough, least]: readonly [number, number]): ReadinessLevel {
  return value >= enough ? 'ready' : value >= least ? 'stretch' : 'not_advised';
}

function timeInMind({ goal, experience_level, ...asked }: Asked, { vdot }: Known): ReadinessLevel {
  if (goal.target_time_s === null || goal.event === 'general') return 'ready';
  if (vdot === null) return 'stretch';
  const wanted = vdotOfRace(RACE_M[goal.event], goal.target_time_s) - vdot;
  const eights = Math.max(1, weeksToRace({ goal, experience_level, ...asked })) / 8;
  const [plain, most] = GAIN_WANTED[experience_level];
  return graded(-Math.round((10 * wanted) / eights) / 10, [-plain, -most]);
}
