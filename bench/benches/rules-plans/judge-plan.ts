import { constraints } from './constraints.ts';
import type { Finding } from './findings.ts';
import { longRuns } from './long-runs.ts';
import { factsOf, found } from './measure.ts';
import { paces } from './paces.ts';
import { progression } from './progression.ts';
import { aroundRaces } from './races.ts';
import { readiness } from './readiness.ts';
import { sessionRules } from './sessions.ts';
import { sumsAndDates } from './sums-and-dates.ts';
import type { Case } from './wire.ts';

/** Everything that `docs/planning-rules.md` finds in one served plan. It knows the engine by what it serves alone. */
export function judgePlan(one: Case): Finding[] {
  const facts = factsOf(one);
  return [
    sumsAndDates,
    constraints,
    readiness,
    progression,
    longRuns,
    aroundRaces,
    sessionRules,
    paces,
  ].flatMap((rules) => rules(facts));
}

/** What a day more costs the long run at most: half a kilometre of rounding. */
const FEWER_M = 500;

/** The same request with other days: the longest run is never shorter because there are more of them. */
export function judgeFamily(family: readonly Case[]): Finding[] {
  const byDays = family.toSorted((a, b) => a.asked.workout_days.length - b.asked.workout_days.length);
  const longest = byDays.map((one) => factsOf(one).longest_m);
  return longest.slice(1).flatMap((metres, index) => {
    const allowed = (longest[index] ?? 0) - FEWER_M;
    return metres < allowed ? [found('long_run_by_days', { found: metres, allowed })] : [];
  });
}
