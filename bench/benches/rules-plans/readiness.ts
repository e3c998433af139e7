import type { Finding } from './findings.ts';
import { reachableRun, weeksToRace } from './long-runs.ts';
import { type Facts, found } from './measure.ts';
import { GAIN_WANTED, RACE_M, READINESS } from './norms.ts';
import { vdotOfRace } from './paces.ts';
import { type Asked, type Known, READINESS_LEVELS, type ReadinessLevel } from './wire.ts';

/** The level that the answer names is the one that the table has. */
export function readiness({ asked, known, plan }: Facts): Finding[] {
  // That it is absent is found as such.
  if (plan.readiness === undefined) return [];
  const { level, reasons } = plan.readiness;
  const is = readinessOf(asked, known);
  if (level !== is) return [found('readiness_wrong', { found: level, allowed: is })];
  if (is !== 'ready' && reasons.length === 0)
    return [found('readiness_wrong', { found: 'no reasons', allowed: 'why' })];
  return [];
}

/** The worst of its checks; what is not known can not be ready. */
export function readinessOf(asked: Asked, known: Known): ReadinessLevel {
  const { event } = asked.goal;
  if (event === 'general') return 'ready';
  const { weeks, weekly_m, longest_m } = READINESS[event];
  const { history } = known;
  const lately = history?.weekly_distance_m.slice(-4) ?? [];
  const mean = lately.reduce((sum, one) => sum + one, 0) / Math.max(1, lately.length);
  const asksNothing = weekly_m[0] === 0;
  const checks: ReadinessLevel[] = [
    graded(weeksToRace(asked), weeks),
    asksNothing ? 'ready' : history === null ? 'stretch' : graded(mean, weekly_m),
    asksNothing || history === null ? 'ready' : graded(reachableRun(asked, known), longest_m),
    timeInMind(asked, known),
  ];
  return checks.toSorted((a, b) => READINESS_LEVELS.indexOf(b) - READINESS_LEVELS.indexOf(a))[0] ?? 'ready';
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
  return wanted / eights <= plain ? 'ready' : wanted / eights <= most ? 'stretch' : 'not_advised';
}
