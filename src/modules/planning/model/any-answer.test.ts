import { after, before, describe, test } from 'node:test';
import fc from 'fast-check';
import { part, weeksAsked } from '../../../../sandbox/model/obedient-model.ts';
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
import { EXPERIENCE_LEVELS } from '../../../training/planning/plan.ts';
import { ZONE_NAMES } from '../../../training/planning/zone-names.ts';
import { createModelEngine } from './model-engine.ts';

/** Sessions that can be read and have arbitrary content: most are nonsense, some dangerous, some good. */
const amount = fc.oneof(
  fc.constantFrom(400, 1_000, 2_000).map((distance_m) => ({ distance_m })),
  fc.integer({ min: 50, max: 20_000 }).map((distance_m) => ({ distance_m })),
  fc.constantFrom(60, 180, 600).map((duration_s) => ({ duration_s })),
  fc.integer({ min: 10, max: 7_200 }).map((duration_s) => ({ duration_s })),
);
const count = fc.option(fc.integer({ min: 1, max: 12 }));
const anyPart = fc
  .record({ amount, times: count, sets: fc.option(fc.integer({ min: 1, max: 3 })) })
  .map(({ amount: each, times, sets }) => part({ ...each, times, sets }));
const session = fc.record({
  parts: fc.array(anyPart, { minLength: 1, maxLength: 4 }),
  zone: fc.constantFrom(null, ...ZONE_NAMES),
  strides: fc.option(fc.integer({ min: 2, max: 12 })),
  /** The index of the allowed type, and whether it has parts only where they are asked for. */
  type: fc.nat(5),
  meant: fc.boolean(),
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
          for (const { day, allowed, hard_m } of days) {
            const one = sessions[next % sessions.length];
            next += 1;
            if (one === undefined) continue;
            const { parts, zone, strides, title: description } = one;
            const workout_type = allowed[one.type % allowed.length];
            const isOpen = !one.meant || hard_m !== undefined;
            const element = {
              ...{ week, day, workout_type, zone, strides, description },
              parts: isOpen ? parts : [],
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
        const engine = createModelEngine({
          model: modelOf(one),
          rules: stage.rules,
          clock: systemClock,
          logger: QUIET,
        });
        assertNoPayload((await makePlan(engine, brief)).plan);
      },
      story: (one) => JSON.stringify(one),
    });
  });
});
