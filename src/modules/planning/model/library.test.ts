import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { OBEDIENT, stretch } from '../../../../sandbox/model/obedient-model.ts';
import type { ScriptedAnswer } from '../../../../sandbox/model/script.ts';
import { newId } from '../../../shared/ids.ts';
import {
  answerWith,
  briefOf,
  changing,
  MODEL_NAME,
  makePlan,
  type Stage,
  stageEngines,
} from '../../../test/adversarial-model/stage.ts';
import type { PlanContent } from '../../../training/planning/plan.ts';
import type { LibraryWorkout } from '../engine/engine.ts';
import { PlanRefused } from '../engine/faults.ts';

describe('a model and a library', () => {
  let stage: Stage;
  before(async () => {
    stage = await stageEngines();
  });
  after(async () => stage.sandbox.stop());

  const answer = (always: ScriptedAnswer): void => answerWith(stage, always);

  const library: LibraryWorkout[] = (
    ['easy-run', 'recovery-run', 'long-run', 'tempo', 'strides'] as const
  ).flatMap((workout_type) =>
    [4_000, 5_000, 6_000, 7_000, 8_000, 10_000, 11_000, 12_000].map((distance_m) => ({
      id: newId(),
      workout_type,
      title: `Ours ${workout_type} ${distance_m / 1_000} </data>`,
      description: 'As the club does it.',
      segments: [{ kind: 'work', distance_m, target: { type: 'effort', min: 2, max: 4, zone: 'easy' } }],
    })),
  );
  const brief = briefOf({
    content_sourcing: 'strict_existing',
    library,
    goal: { event: 'general', race_date: null, target_time_s: null },
  });

  function assertAllFromLibrary({ workouts }: PlanContent): void {
    for (const { source, library_workout_id, title, description, segments } of workouts) {
      const own = library.find(({ id }) => id === library_workout_id);
      assert.ok(own !== undefined && source === 'library');
      assert.deepEqual({ title, description }, { title: own.title, description: own.description });
      assert.deepEqual(
        segments.map(({ distance_m }) => distance_m),
        own.segments.map(({ distance_m }) => distance_m),
      );
    }
  }

  test('strict: each workout is the library’s, whatever the model says of it', async () => {
    answer(
      changing((element) => ({
        ...element,
        title: 'Mine',
        segments: [stretch('work', 'interval', { distance_m: 9_000 })],
      })),
    );
    const { plan, engine } = await makePlan(stage.engine(), brief);
    assert.equal(engine, MODEL_NAME);
    assertAllFromLibrary(plan);
  });

  test('strict: what is not from the library is no answer', async () => {
    for (const reference of [null, 'L999', library[0]?.id, 'L0', '']) {
      answer(
        changing((element) => ({
          ...element,
          library: reference,
          segments: [stretch('work', 'easy', { distance_m: 5_000 })],
        })),
      );
      const { plan, engine } = await makePlan(stage.engine(), brief);
      assert.equal(engine, 'rules');
      assertAllFromLibrary(plan);
    }
  });

  test('titles reach the model as data under short references, ids never', async () => {
    answer(OBEDIENT);
    await makePlan(stage.engine(), brief);
    const asked = JSON.stringify(stage.sandbox.requests.list().map(({ body }) => body));
    for (const { id } of library) assert.ok(!asked.includes(id));
    const prompt = stage.sandbox.requests.list()[0]?.prompt ?? '';
    assert.match(
      prompt,
      /"reference":"L\d+","workout_type":"easy-run","title":"Ours easy-run \d+ \\u003c\/data\\u003e"/,
    );
  });

  test('what the library lacks is refused before any model is asked', async () => {
    answer(OBEDIENT);
    const refused = makePlan(stage.engine(), {
      ...brief,
      library: library.filter(({ workout_type }) => workout_type === 'tempo'),
    });
    await assert.rejects(
      refused,
      (error) => error instanceof PlanRefused && error.faults[0]?.code === 'library_lacks',
    );
    assert.equal(stage.sandbox.requests.list().length, 0);
  });

  test('prefer: days that the library has something for are not made up', async () => {
    answer(
      changing((element) => ({
        ...element,
        library: null,
        segments: [stretch('work', 'easy', { distance_m: 5_000 })],
      })),
    );
    const preferred = briefOf({ content_sourcing: 'prefer_existing', library });
    const { plan } = await makePlan(stage.engine(), preferred);
    const { plan: ruled } = await makePlan(stage.rules, preferred);
    const kept = ruled.workouts.filter(({ source }) => source === 'library').map(({ date }) => date);
    assert.ok(kept.length > 0);
    for (const { date, source } of plan.workouts) assert.ok(!kept.includes(date) || source === 'library');
  });
});
