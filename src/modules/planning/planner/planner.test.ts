import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { newId } from '../../../shared/ids.ts';
import { planBrief } from '../../../test/plan-brief.ts';
import { createRulesEngine } from '../../../test/rules-engine.ts';
import { PlanRefused } from '../../../training/plan-request/plan-fault.ts';
import { readDraft } from '../draft/read-draft.ts';
import { writeDraft } from '../draft/write-draft.ts';
import type { PlanStep } from '../engine/engine.ts';
import { planOfSteps } from '../engine/engine.ts';
import { createPlanner } from './planner.ts';
import { createPlannerEngine } from './planner-engine.ts';

const BRIEF = planBrief({
  weeks: 12,
  start_date: '2026-09-07',
  goal: { event: '10k', race_date: '2026-11-29', target_time_s: null },
});
const LEFT_OUT = new Set(['id']);
const NOBODY_LEAVES = new AbortController().signal;

describe('plans that are worked out on a thread', () => {
  const planner = createPlanner();
  after(() => planner.close());
  const engine = createPlannerEngine(planner);
  const rules = createRulesEngine({ newId });

  async function stepsOf(steps: AsyncIterable<readonly PlanStep[]>): Promise<unknown[]> {
    const all: unknown[] = [];
    for await (const step of eachOf(steps)) {
      if (step.type === 'progress') continue;
      const shown = JSON.stringify(contentOf(step), (key, value) => (LEFT_OUT.has(key) ? undefined : value));
      all.push(JSON.parse(shown));
    }
    return all;
  }

  function contentOf(step: PlanStep): unknown {
    if (step.type === 'workout') return { type: step.type, workout: JSON.parse(step.json) };
    return step;
  }

  async function* eachOf(steps: AsyncIterable<readonly PlanStep[]>): AsyncIterable<PlanStep> {
    for await (const some of steps) yield* some;
  }

  for (const weeks of [3, 12])
    test(`of ${weeks} weeks are those that are made in place, in the same order`, async () => {
      const brief = { ...BRIEF, weeks };
      const made = await stepsOf(engine.plan(brief, NOBODY_LEAVES));
      assert.deepEqual(made, await stepsOf(rules.plan(brief, NOBODY_LEAVES)));
    });

  test('are read of the same draft, and refused in the same words', async () => {
    const brief = { ...BRIEF, weeks: 40 };
    const plan = planOfSteps((await Array.fromAsync(engine.plan(brief, NOBODY_LEAVES))).flat());
    const text = writeDraft(plan, brief);
    assert.ok(text.length > 4_000, 'it is one for a thread');
    const options = { weeks: 40, start_date: BRIEF.start_date, unit_system: 'metric' } as const;
    assert.deepEqual(await planner.readDraft(text, options, NOBODY_LEAVES), readDraft(text, options));
    const strict = { ...BRIEF, weeks: 12, content_sourcing: 'strict_existing' } as const;
    await assert.rejects(planner.plan(strict, NOBODY_LEAVES), (error) => {
      assert.ok(error instanceof PlanRefused);
      assert.equal(error.faults[0]?.code, 'library_lacks');
      return true;
    });
  });

  test('let go of each week that is passed on', async () => {
    const weeks = await planner.plan(BRIEF, NOBODY_LEAVES);
    const left: number[] = [];
    const passing = createPlannerEngine({ plan: async () => weeks }).plan(BRIEF, NOBODY_LEAVES);
    for await (const _steps of passing) left.push(weeks.length);
    assert.deepEqual(left, [12, 9, 6, 3, 0, 0]);
  });

  test('are not begun for whoever has left while waiting', async () => {
    const left = new AbortController();
    const waiting = Array.from({ length: 4 }, () => planner.plan(BRIEF, left.signal));
    left.abort(new Error('gone'));
    const results = await Promise.allSettled(waiting);
    assert.ok(results.filter(({ status }) => status === 'rejected').length >= 2);
    await assert.rejects(
      engine
        .plan(BRIEF, left.signal)
        [Symbol.asyncIterator]()
        .next()
        .then(() => planner.plan(BRIEF, left.signal)),
      /gone/,
    );
  });
});
