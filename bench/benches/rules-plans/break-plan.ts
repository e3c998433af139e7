import assert from 'node:assert/strict';
import type { Code } from './findings.ts';
import { GOOD_PLANS } from './good-plans.ts';
import { judgePlan } from './judge-plan.ts';
import { type PaperCase, paperPlan, withSums } from './paper-plan.ts';
import type { Asked, Case, Constraints, ServedWorkout } from './wire.ts';

/** Good plans, and ways to break them, for tests. */

/** A plan that breaks one rule, and what it does. */
export type Broken = readonly [code: Code, what: string, plan: () => Case];

/** What is found, each code once. */
export function codesOf(one: Case): Code[] {
  return [...new Set(judgePlan(one).map(({ code }) => code))];
}

/** A good plan by a part of its name. */
const good = (part: string): PaperCase => {
  const [, plan] = Object.entries(GOOD_PLANS).find(([name]) => name.includes(part)) ?? assert.fail(part);
  return plan;
};
export const MARATHON = good('first marathon');
export const HALF = good('three days');
export const FIVE_K = good('5 km');
export const YEAR = good('year');
export const MIDWAY = good('midway');
export const ULTRA = good('50 km');

/** Some weeks written otherwise. */
export const weeks = (plan: PaperCase, changed: Readonly<Record<number, string>>): Case =>
  paperPlan({ ...plan, weeks: plan.weeks.map((line, index) => changed[index + 1] ?? line) });

/** Workouts changed, and sums with them. */
export function workouts(
  plan: PaperCase,
  change: (content: readonly ServedWorkout[]) => readonly ServedWorkout[],
): Case {
  const one = paperPlan(plan);
  return { ...one, plan: withSums({ ...one.plan, content: change(one.plan.content) }, one.asked) };
}

/** One workout changed, and sums with it. */
export const workout = (plan: PaperCase, at: number, changes: Partial<ServedWorkout>): Case =>
  workouts(plan, (content) => content.map((one, index) => (index === at ? { ...one, ...changes } : one)));

export function info(
  plan: PaperCase,
  change: (weekly: Case['plan']['weekly_info']) => Case['plan']['weekly_info'],
): Case {
  const one = paperPlan(plan);
  return { ...one, plan: { ...one.plan, weekly_info: change(one.plan.weekly_info) } };
}

export const asking = (plan: PaperCase, changes: Partial<Asked>): Case => {
  const one = paperPlan(plan);
  return { ...one, asked: { ...one.asked, ...changes } };
};
export const wanting = (constraints: Constraints): Case => asking(YEAR, { constraints });

export const without = <Value>(record: Readonly<Record<string, Value>>, key: string): Record<string, Value> =>
  Object.fromEntries(Object.entries(record).filter(([name]) => name !== key));
