import assert from 'node:assert/strict';
import { test } from 'node:test';
import { countedIds, planBrief } from '../../../test/plan-brief.ts';
import { createRulesEngine } from '../../../test/rules-engine.ts';
import { readDraft } from '../draft/read-draft.ts';
import type { DraftStep, PlanStep } from '../engine/engine.ts';
import { planOfSteps } from '../engine/engine.ts';
import { presentWorkout } from '../present-workout.ts';
import { buildPlan } from '../rules/plan-weeks.ts';

const engine = () => createRulesEngine({ newId: countedIds() });
const never = new AbortController().signal;

async function stepsOf<Step>(steps: AsyncIterable<Step>): Promise<Step[]> {
  return await Array.fromAsync(steps);
}

test('a plan comes workout by workout, week by week, and whole at the end', async () => {
  const brief = planBrief();
  const steps = (await stepsOf<readonly PlanStep[]>(engine().plan(brief, never))).flat();
  const plan = buildPlan(brief, countedIds());
  const last = steps.at(-1);
  assert.ok(last?.type === 'plan');
  assert.deepEqual(planOfSteps(steps), plan);
  assert.deepEqual([last.engine, last.findings, last.adjusted_weeks], ['rules', [], []]);
  assert.deepEqual(
    steps.flatMap((step) => (step.type === 'workout' ? [step.json] : [])),
    plan.workouts.map((workout) => JSON.stringify(presentWorkout(workout))),
  );
  let seen: number[] = [];
  for (const step of steps) {
    if (step.type === 'workout') seen.push(JSON.parse(step.json).week_number);
    if (step.type !== 'week') continue;
    assert.deepEqual(new Set(seen), new Set([step.week_number]));
    assert.deepEqual(step.week, plan.weekly_info[step.week_number]);
    seen = [];
  }
  const percents = steps.flatMap((step) => (step.type === 'progress' ? [step.progress] : []));
  assert.deepEqual(
    percents,
    percents.toSorted((a, b) => a - b),
  );
  assert.ok(percents.every((percent) => Number.isInteger(percent) && percent >= 0 && percent <= 100));
});

test('a draft ends with its text, which the plan can be made from', async () => {
  const brief = planBrief();
  const last = (await stepsOf<DraftStep>(engine().draft(brief, never))).at(-1);
  assert.ok(last?.type === 'draft');
  assert.equal(last.engine, 'rules');
  const { weeks } = readDraft(last.draft, brief);
  assert.equal(weeks?.length, brief.weeks);
});

test('who does not want it any more ends it, with their reason', async () => {
  const controller = new AbortController();
  const reason = new Error('gone');
  let weeks = 0;
  await assert.rejects(async () => {
    for await (const steps of engine().plan(planBrief(), controller.signal)) {
      weeks += steps.filter(({ type }) => type === 'week').length;
      if (weeks === 6) controller.abort(reason);
    }
  }, reason);
  assert.equal(weeks, 6);
  await assert.rejects(stepsOf(engine().draft(planBrief(), AbortSignal.abort(reason))), reason);
});
