import { after, before, describe, test } from 'node:test';
import fc from 'fast-check';
import { weeksAsked } from '../../../../sandbox/model/obedient-model.ts';
import type { LanguageModel } from '../../../infra/llm/index.ts';
import { WEEKDAYS } from '../../../shared/calendar.ts';
import { systemClock } from '../../../shared/time.ts';
import { ANSWER_LIMITS } from '../../../test/adversarial-model/speak-in-process.ts';
import {
  assertNoPayload,
  briefOf,
  makePlan,
  QUIET,
  type Stage,
  stageEngines,
} from '../../../test/adversarial-model/stage.ts';
import { checkProperty, chosenRuns } from '../../../test/property.ts';
import { GOAL_EVENTS } from '../../../training/planning/brief.ts';
import { planPaces } from '../../../training/planning/paces.ts';
import { EXPERIENCE_LEVELS, STEP_KINDS } from '../../../training/planning/plan.ts';
import { ZONE_NAMES } from '../../../training/planning/zone-names.ts';
import { createModelEngine } from './model-engine.ts';

/** Sessions that can be read and may be anything: most of them are nonsense, some dangerous, some good. */
const step = fc.record({
  kind: fc.constantFrom(...STEP_KINDS),
  zone: fc.constantFrom('easy', 'easy', 'easy', ...ZONE_NAMES),
  amount: fc.oneof(
    fc.record({ distance_m: fc.integer({ min: 50, max: 20_000 }) }),
    fc.record({ duration_s: fc.integer({ min: 10, max: 7_200 }) }),
  ),
});
const toStep = ({ kind, zone, amount }: { kind: string; zone: string; amount: object }) => ({
  kind,
  zone,
  ...amount,
});
const segment = fc.oneof(
  { weight: 3, arbitrary: step.map(toStep) },
  fc
    .record({
      times: fc.integer({ min: 1, max: 12 }),
      inner: fc.array(step.map(toStep), { minLength: 1, maxLength: 3 }),
    })
    .map(({ times, inner }) => ({ kind: 'repeat', times, segments: inner })),
);
const session = fc.record({
  segments: fc.array(segment, { minLength: 1, maxLength: 4 }),
  /** Which of the allowed types, and whether it goes by the day's size. */
  type: fc.nat(5),
  sized: fc.boolean(),
  title: fc.oneof(fc.string({ unit: 'binary', maxLength: 60 }), fc.constant('Easy does it')),
});

const example = fc.record({
  brief: fc.record({
    weeks: fc.integer({ min: 1, max: 6 }),
    workout_days: fc.subarray([...WEEKDAYS], { minLength: 1 }),
    event: fc.constantFrom(...GOAL_EVENTS),
    level: fc.constantFrom(...EXPERIENCE_LEVELS),
    vdot: fc.option(fc.integer({ min: 30, max: 70 })),
    offset: fc.nat(6),
  }),
  sessions: fc.array(session, { minLength: 3, maxLength: 12 }),
});
type Example = typeof example extends fc.Arbitrary<infer T> ? T : never;

describe('whatever a model answers', () => {
  let stage: Stage;
  before(async () => {
    stage = await stageEngines();
  });
  after(async () => stage.sandbox.stop());

  function modelOf({ sessions }: Example): LanguageModel {
    let next = 0;
    return {
      name: 'any/model',
      limits: ANSWER_LIMITS,
      streamText: () => {
        throw new Error('no draft was wanted');
      },
      async *streamElements({ prompt, read }) {
        for (const { week, days } of weeksAsked(prompt)) {
          for (const { day, allowed, about_m } of days) {
            const one = sessions[next % sessions.length];
            next += 1;
            if (one === undefined) continue;
            const size = { kind: 'work', zone: 'easy', distance_m: about_m ?? 5_000 };
            const element = {
              week,
              day,
              workout_type: allowed[one.type % allowed.length],
              title: one.title,
              description: one.title,
              segments: one.sized ? [size] : one.segments,
            };
            const outcome = read(element);
            if ('value' in outcome) yield outcome.value;
          }
        }
      },
    };
  }

  test('the end is a plan without findings', async (t) => {
    await checkProperty(t, chosenRuns(60), {
      any: example,
      check: async (one) => {
        const { weeks, workout_days, event, level, vdot, offset } = one.brief;
        const brief = briefOf({
          weeks,
          workout_days: WEEKDAYS.filter((day) => workout_days.includes(day)),
          start_date: `2026-11-2${offset}`,
          goal: { event, race_date: null, target_time_s: null },
          runner: {
            paces: vdot === null ? null : planPaces(vdot),
            heart_rates: null,
            experience_level: level,
          },
          history: null,
        });
        const limits = { pause_ms: 0 };
        const engine = createModelEngine({
          model: modelOf(one),
          rules: stage.rules,
          clock: systemClock,
          logger: QUIET,
          limits,
        });
        assertNoPayload((await makePlan(engine, brief)).plan);
      },
      story: (one) => JSON.stringify(one),
    });
  });
});
