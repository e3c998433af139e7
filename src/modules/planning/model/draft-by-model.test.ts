import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { OBEDIENT, part } from '../../../../sandbox/model/obedient-model.ts';
import { LANGUAGES } from '../../../shared/languages.ts';
import { COACH_TEXTS } from '../../../test/adversarial-model/coach-texts.ts';
import {
  answerWith,
  briefOf,
  changing,
  MODEL_NAME,
  makeDraft,
  makePlan,
  type Stage,
  stageEngines,
} from '../../../test/adversarial-model/stage.ts';
import type { PlanBrief } from '../../../training/plan-request/plan-brief.ts';
import type { PlannedWorkout, Segment } from '../../../training/planning/plan.ts';
import { readDraft } from '../draft/read-draft.ts';

/** Sessions that no rule would plan, one after the other. */
const SESSIONS = [
  { workout_type: 'intervals', zone: 'interval', parts: [part({ sets: 2, times: 3, distance_m: 400 })] },
  {
    workout_type: 'fartlek',
    zone: 'threshold',
    parts: [1, 2, 3, 2, 1].map((min) => part({ duration_s: 60 * min })),
  },
  {
    workout_type: 'tempo',
    zone: 'threshold',
    parts: [part({ distance_m: 2_000 }), part({ distance_m: 1_000 })],
  },
  { workout_type: 'intervals', zone: '10k', parts: [part({ times: 3, duration_s: 240 })] },
] as const;

describe('a draft that a model made', () => {
  let stage: Stage;
  before(async () => {
    stage = await stageEngines();
  });
  after(async () => stage.sandbox.stop());

  const inventive = () => {
    let next = 0;
    return changing((element) => {
      if (element.parts.length === 0) return element;
      next += 1;
      return { ...element, ...SESSIONS[next % SESSIONS.length] };
    });
  };

  /** The workout without warming up and cooling down, since a draft rounds the size of the day. */
  const mainOf = ({ segments }: PlannedWorkout): unknown =>
    segments
      .filter(({ kind, repeat }) => repeat !== undefined || kind === 'work' || kind === 'recovery')
      .filter((segment) => !isEasy(segment))
      .map((segment) => JSON.stringify(segment));
  const isEasy = ({ target }: Segment): boolean => target?.zone === 'easy' || target?.zone === 'recovery';

  async function backAndForth(brief: PlanBrief) {
    answerWith(stage, inventive());
    const { plan } = await makePlan(stage.engine(), brief);
    answerWith(stage, inventive());
    const { draft: text, engine } = await makeDraft(stage.engine(), brief);
    const { weeks, faults } = readDraft(text, brief);
    assert.deepEqual(faults, undefined);
    const again = await makePlan(stage.rules, { ...brief, draft: { weeks: weeks ?? [], text } });
    return { plan, engine, again: again.plan };
  }

  for (const language of LANGUAGES)
    for (const unit_system of ['metric', 'imperial'] as const)
      test(`${language}, ${unit_system}: comes back as the same sessions`, async () => {
        const { plan, engine, again } = await backAndForth(briefOf({ language, unit_system, weeks: 4 }));
        assert.ok(engine.startsWith(MODEL_NAME), engine);
        const titles = plan.workouts.map(({ title }) => title);
        assert.deepEqual(
          again.workouts.map(({ title }) => title),
          titles,
        );
        assert.deepEqual(again.workouts.map(mainOf), plan.workouts.map(mainOf));
        for (const [index, { distance_m }] of plan.workouts.entries())
          assert.ok(
            Math.abs((again.workouts[index]?.distance_m ?? 0) - distance_m) <= 100,
            `${titles[index]}`,
          );
      });

  test('is written from its plan, the coach’s words being quoted to the coach alone', async () => {
    answerWith(stage, OBEDIENT);
    const goal = { event: 'general', race_date: null, target_time_s: null } as const;
    const { draft, engine } = await makeDraft(stage.engine(), briefOf({ ...COACH_TEXTS, goal }));
    assert.equal(engine, MODEL_NAME);
    assert.doesNotMatch(draft.slice(draft.indexOf('## Week 1')), /evil|PWNED|maria|<|bpm|\d:\d\d/i);
  });

  test('of a year is the model’s in all of its weeks', async () => {
    answerWith(stage, OBEDIENT);
    const brief = briefOf({ weeks: 52 });
    const { draft, engine } = await makeDraft(stage.engine(), brief);
    assert.equal(engine, MODEL_NAME);
    assert.equal(readDraft(draft, brief).weeks?.length, 52);
  });
});
