import fc from 'fast-check';
import { buildPlan } from '../../src/modules/planning/rules/plan-weeks.ts';
import { countedIds } from '../../src/test/plan-brief.ts';
import { anyPlanBrief } from '../../src/test/random-plan-briefs.ts';
import { checkContext } from '../../src/training/plan-request/check-context.ts';
import { checkPlan } from '../../src/training/planning/check-plan.ts';
import type { Bench, BenchContext } from '../bench.ts';
import { measuredRow, median, type Row } from '../row.ts';
import { judgeGrid } from './rules-plans/judge-grid.ts';
import { servePlan } from './rules-plans/serve-plan.ts';

const FINDINGS = 'rules-findings';
const PLANS = 'rules-plans-with-findings';
const OWN = 'rules-own-check';
const EXCEPTIONS = 'rules-exceptions';
const YEAR = 'rules-year-cpu';
const SLOWEST = 'rules-year-slowest';
const SEED = 20_260_701;
const NONE = { is: '<=', value: 0 } as const;
const YEAR_MS = { is: '<=', value: 30 } as const;

/** What the built-in engine writes for a grid of requests, judged by the rules of `docs/planning-rules.md` without knowing the engine. */
export const rulesPlans: Bench = {
  name: 'rules-plans',
  rows: [FINDINGS, PLANS, OWN, EXCEPTIONS, YEAR, SLOWEST],
  run: async (context) => {
    const grid = judgeGrid({ each: context.quick ? 10 : 1, log: (line) => context.log(line) });
    const of = `${grid.plans} plans`;
    const random = ownCheck(context);
    return [
      measuredRow({
        name: FINDINGS,
        value: sum(grid.codes.values()),
        unit: '',
        bar: NONE,
        detail: `${of}; ${listed(grid.codes)}`,
      }),
      measuredRow({
        name: PLANS,
        value: grid.plans_with_findings,
        unit: '',
        bar: NONE,
        detail: `of ${of}; ${grid.plans_with_more_than_missing_fields} of them with more than missing fields; by code ${listed(grid.plans_of_codes)}`,
      }),
      measuredRow({ name: OWN, value: random.findings, unit: '', bar: NONE, detail: random.detail }),
      measuredRow({
        name: EXCEPTIONS,
        value: random.exceptions + grid.exceptions,
        unit: '',
        bar: NONE,
        detail: `${of}, and ${random.detail}`,
      }),
      yearRow(context),
      measuredRow({
        name: SLOWEST,
        value: slowestYear(grid.years),
        unit: 'ms',
        bar: YEAR_MS,
        detail: `processor time of the slowest of ${grid.years.length} plans of 52 weeks of the grid, the best of three goes each`,
      }),
    ];
  },
};

function sum(values: Iterable<number>): number {
  return [...values].reduce((total, one) => total + one, 0);
}

function listed(counts: ReadonlyMap<string, number>): string {
  const sorted = [...counts].toSorted(([, a], [, b]) => b - a);
  return sorted.length === 0 ? 'none' : sorted.map(([name, count]) => `${name} ${count}`).join(', ');
}

function slowestYear(years: readonly Parameters<typeof servePlan>[0][]): number {
  return Math.max(
    0,
    ...years.map((year) => Math.min(...Array.from({ length: 3 }, () => servePlan(year).cpu_ms))),
  );
}

/** Random requests over the whole of what can be asked for, held against the check that the engine itself plans by. */
function ownCheck(context: BenchContext): { findings: number; exceptions: number; detail: string } {
  const count = context.quick ? 1_000 : 10_000;
  let [findings, exceptions] = [0, 0];
  for (const brief of fc.sample(anyPlanBrief, { numRuns: count, seed: SEED })) {
    try {
      findings += checkPlan(buildPlan(brief, countedIds()), checkContext(brief)).length;
    } catch (error) {
      exceptions += 1;
      context.log(`seed ${brief.seed}: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  return { findings, exceptions, detail: `${count} random requests, seed ${SEED}` };
}

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
    bar: YEAR_MS,
    detail: `processor time of a plan of 52 weeks, median of ${rounds} random requests; the slowest took ${Math.max(...ms).toFixed(0)} ms`,
  });
}
