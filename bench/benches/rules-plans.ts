import fc from 'fast-check';
import { buildPlan } from '../../src/modules/planning/rules/build-plan.ts';
import { checkContext } from '../../src/modules/planning/rules/check-context.ts';
import { countedIds } from '../../src/test/plan-brief.ts';
import { anyPlanBrief } from '../../src/test/random-plan-briefs.ts';
import { checkPlan } from '../../src/training/planning/check-plan.ts';
import type { Bench, BenchContext } from '../bench.ts';
import { measuredRow, median, type Row } from '../row.ts';

const FINDINGS = 'rules-findings';
const EXCEPTIONS = 'rules-exceptions';
const YEAR = 'rules-year-cpu';
const SEED = 20_260_701;

/** Random requests over the whole of what can be asked for, through the `rules` engine and the check. */
export const rulesPlans: Bench = {
  name: 'rules-plans',
  rows: [FINDINGS, EXCEPTIONS, YEAR],
  run: async (context) => {
    const count = context.quick ? 1_000 : 10_000;
    const briefs = fc.sample(anyPlanBrief, { numRuns: count, seed: SEED });
    let findings = 0;
    let exceptions = 0;
    for (const brief of briefs) {
      try {
        findings += checkPlan(buildPlan(brief, countedIds()), checkContext(brief)).length;
      } catch (error) {
        exceptions += 1;
        context.log(`seed ${brief.seed}: ${error instanceof Error ? error.message : String(error)}`);
      }
    }
    const detail = `${count} random requests, seed ${SEED}`;
    return [
      measuredRow({ name: FINDINGS, value: findings, unit: '', bar: { is: '<=', value: 0 }, detail }),
      measuredRow({ name: EXCEPTIONS, value: exceptions, unit: '', bar: { is: '<=', value: 0 }, detail }),
      yearRow(context),
    ];
  },
};

/** A year of weeks with as many workouts as its runner has days, each brief by itself, in processor time of this process. */
function yearRow(context: BenchContext): Row {
  const rounds = context.quick ? 60 : 300;
  const briefs = fc
    .sample(anyPlanBrief, { numRuns: rounds, seed: SEED })
    .map((brief) => ({ ...brief, weeks: 52 }));
  // What a server has compiled long ago is not what a plan costs.
  for (const brief of briefs.slice(0, 30)) buildPlan(brief, countedIds());
  const ms = briefs.map((brief) => {
    const before = process.cpuUsage();
    buildPlan(brief, countedIds());
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1_000;
  });
  return measuredRow({
    name: YEAR,
    value: median(ms),
    unit: 'ms',
    bar: { is: '<=', value: 30 },
    detail: `processor time of a plan of 52 weeks, median of ${rounds} random requests; the slowest took ${Math.max(...ms).toFixed(0)} ms`,
  });
}
