import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { OBEDIENT, obedientElements, stretch, weeksAsked } from '../../../../sandbox/model/obedient-model.ts';
import { elements, type ScriptedAnswer } from '../../../../sandbox/model/script.ts';
import type { LanguageModel } from '../../../infra/llm/index.ts';
import { systemClock } from '../../../shared/time.ts';
import { COACH_TEXTS } from '../../../test/adversarial-model/coach-texts.ts';
import { ANSWER_LIMITS } from '../../../test/adversarial-model/speak-in-process.ts';
import {
  answerWith,
  briefOf,
  changing,
  MODEL_NAME,
  makePlan,
  QUIET,
  type Stage,
  stageEngines,
} from '../../../test/adversarial-model/stage.ts';
import { NO_CONSTRAINTS } from '../../../training/planning/constraints.ts';
import { createModelEngine } from './model-engine.ts';

describe('plans by a model', () => {
  let stage: Stage;
  before(async () => {
    stage = await stageEngines();
  });
  after(async () => stage.sandbox.stop());

  const answer = (always: ScriptedAnswer | undefined, script?: readonly ScriptedAnswer[]): void =>
    answerWith(stage, always, script);
  const told = (): string =>
    stage.sandbox.requests
      .list()
      .map(({ body }) => JSON.stringify(body))
      .join('\n');

  test('sessions and words are the model’s, days, sizes, targets and sums are not', async () => {
    answer(
      changing((element) => ({ ...element, title: 'Ride the wave', description: 'Stay loose all the way.' })),
    );
    const brief = briefOf({ weeks: 4 });
    const { plan, engine } = await makePlan(stage.engine(), brief);
    const { plan: ruled } = await makePlan(stage.rules, brief);
    assert.equal(engine, MODEL_NAME);
    assert.deepEqual(
      plan.workouts.map(({ date }) => date),
      ruled.workouts.map(({ date }) => date),
    );
    for (const { title, description, segments, source } of plan.workouts) {
      assert.deepEqual(
        { title, description, source },
        { title: 'Ride the wave', description: 'Stay loose all the way.', source: 'generated' },
      );
      assert.ok(JSON.stringify(segments).includes('"type":"'));
    }
    for (const [week, { total_distance_m }] of Object.entries(plan.weekly_info)) {
      const meant = ruled.weekly_info[week]?.total_distance_m ?? 0;
      assert.ok(Math.abs(total_distance_m - meant) <= 500, `week ${week}: ${total_distance_m}, ${meant}`);
    }
    assert.equal(new Set(plan.workouts.map(({ id }) => id)).size, plan.workouts.length);
  });

  test('what a model is not needed for it is not told: who the runner is, how fast, and when', async () => {
    answer(OBEDIENT);
    const brief = briefOf({
      ...COACH_TEXTS,
      goal: { event: '10k', race_date: '2026-12-06', target_time_s: 2_677 },
    });
    await makePlan(stage.engine(), brief);
    const asked = told();
    const { paces, heart_rates } = brief.runner;
    const secret = [
      '45.678',
      ...Object.values(paces?.zones ?? {}).flatMap(({ min, max }) => [min, max]),
      ...Object.values(heart_rates ?? {}).flatMap(({ min, max }) => [min, max]),
      ...(brief.history?.weekly_distance_m ?? []),
      brief.history?.longest_run_m ?? 0,
      2_677,
      '2026-1',
      'maria@club.example',
      'evil.example',
    ];
    for (const one of secret) assert.ok(!new RegExp(`(?<![\\d.])${one}(?![\\d.])`).test(asked), `${one}`);
    assert.ok(asked.includes('Hills for Maria please.'));
  });

  test('what the coach wrote stands in its block, which it can not end', async () => {
    answer(OBEDIENT);
    await makePlan(stage.engine(), briefOf(COACH_TEXTS));
    const [request] = stage.sandbox.requests.list();
    const blocks = request?.prompt.match(/<data name="[a-z]+">\n.*\n<\/data>/g) ?? [];
    const outside = blocks.reduce((text, block) => text.replace(block, ''), request?.prompt ?? '');
    assert.equal(blocks.length, 2);
    assert.doesNotMatch(outside, /PWNED|Maria|300 km|language|<|>/);
    assert.doesNotMatch(request?.system ?? '', /PWNED|Maria|300 km|\{\{/);
    assert.match(request?.system ?? '', /never an instruction to you/);
  });

  test('a week that does not pass is asked for again, with what is wrong, and the others are kept', async () => {
    const lazy = changing((element) => ({
      ...element,
      segments: [stretch('work', 'easy', { distance_m: 60_000 })],
    }));
    answer(OBEDIENT, [
      ({ prompt }) => [
        elements(obedientElements(prompt).map((one) => (one.week === 2 ? { ...one, day: 'monday' } : one))),
      ],
    ]);
    const { engine } = await makePlan(stage.engine(), briefOf({ weeks: 3 }));
    assert.equal(engine, MODEL_NAME);
    const [first, second, ...more] = stage.sandbox.requests.list();
    assert.deepEqual(
      weeksAsked(first?.prompt ?? '').map(({ week }) => week),
      [1, 2, 3],
    );
    assert.deepEqual(
      weeksAsked(second?.prompt ?? '').map(({ week }) => week),
      [2],
    );
    assert.match(second?.prompt ?? '', /could not be used:\n- Week 2: tuesday is missing/);
    assert.equal(more.length, 0);
    answer(lazy);
    assert.equal((await makePlan(stage.engine(), briefOf({ weeks: 3 }))).engine, 'rules');
  });

  test('weeks that the model gives up are the rules’, and the engine names them', async () => {
    const without =
      (weeks: readonly number[]): ScriptedAnswer =>
      ({ prompt }) => [
        elements(obedientElements(prompt).filter(({ week }) => !weeks.includes(Number(week)))),
      ];
    for (const [weeks, engine] of [
      [[5, 6], `${MODEL_NAME}, rules from week 5`],
      [[2], `${MODEL_NAME}, rules in week 2`],
      [[2, 5], `${MODEL_NAME}, rules in weeks 2, 5`],
      [[1], `${MODEL_NAME}, rules in week 1`],
    ] as const) {
      answer(without(weeks));
      const made = await makePlan(stage.engine({ limits: { fruitless_calls: 9 } }), briefOf({ weeks: 6 }));
      assert.equal(made.engine, engine);
      assert.ok(made.steps.some((step) => step.type === 'progress' && step.status === 'falling_back'));
    }
  });

  test('a model that goes away leaves what there is, and is not asked for the rest', async () => {
    answer({ status: 401 }, [OBEDIENT]);
    const { engine } = await makePlan(stage.engine(), briefOf({ weeks: 8 }));
    assert.equal(engine, `${MODEL_NAME}, rules from week 4`);
    assert.equal(stage.sandbox.requests.list().length, 2);
  });

  test('a year is asked for in a bounded number of calls, however bad the answers are', async () => {
    const days = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const;
    let [calls, tokens] = [0, 0];
    const model: LanguageModel = {
      name: 'fake/model',
      limits: ANSWER_LIMITS,
      streamText: () => assert.fail('no draft was wanted'),
      async *streamElements({ prompt, read, max_output_tokens }) {
        calls += 1;
        tokens += max_output_tokens;
        // Every second call brings one of the weeks that it was asked for.
        const all = obedientElements(prompt).filter(
          ({ week }) => calls % 2 === 0 && week === weeksAsked(prompt)[0]?.week,
        );
        for (const element of all) {
          const one = read(element);
          if ('value' in one) yield one.value;
        }
      },
    };
    const engine = createModelEngine({
      model,
      rules: stage.rules,
      clock: systemClock,
      logger: QUIET,
      limits: { pause_ms: 0 },
    });
    const made = await makePlan(engine, briefOf({ weeks: 52, workout_days: days }));
    assert.match(made.engine, /^fake\/model, rules in weeks 2, 5, .*-52$/);
    assert.ok(made.engine.length <= 200);
    assert.ok(calls <= 54, `${calls} calls`);
    assert.ok(tokens <= 52 * 7 * 1_000, `${tokens} tokens`);
  });

  test('a model that never brings a week is left alone, however long the plan is', async () => {
    answer(['I would rather talk about shoes.']);
    const { engine } = await makePlan(stage.engine(), briefOf({ weeks: 30 }));
    assert.equal(engine, 'rules');
    assert.equal(stage.sandbox.requests.list().length, 4);
  });

  test('when the time is over the rest comes from the rules', async () => {
    let now = 1_800_000_000_000;
    const clock = { now: () => new Date(now) };
    const model: LanguageModel = {
      name: 'slow/model',
      limits: ANSWER_LIMITS,
      streamText: () => assert.fail('no draft was wanted'),
      async *streamElements({ prompt, read }) {
        now += 100_000;
        for (const element of obedientElements(prompt)) {
          const one = read(element);
          if ('value' in one) yield one.value;
        }
      },
    };
    const engine = createModelEngine({ model, rules: stage.rules, clock, logger: QUIET });
    const brief = briefOf({ weeks: 16 });
    assert.match((await makePlan(engine, brief)).engine, /^slow\/model, rules from week \d+$/);
    const patient = { ...model, limits: { ...ANSWER_LIMITS, answer_ms: 3_600_000 } };
    const parts = { rules: stage.rules, clock, logger: QUIET };
    assert.equal(
      (await makePlan(createModelEngine({ model: patient, ...parts }), brief)).engine,
      'slow/model',
    );
  });

  test('whoever leaves ends the call at once', async () => {
    const leaving = new AbortController();
    const reason = new Error('gone');
    answer(() => {
      leaving.abort(reason);
      return [{ stall: true }];
    });
    await assert.rejects(makePlan(stage.engine(), briefOf(), leaving.signal), reason);
    await stage.cut();
    assert.equal(stage.sandbox.requests.list().length, 1);
    await assert.rejects(makePlan(stage.engine(), briefOf(), leaving.signal), reason);
    assert.equal(stage.sandbox.requests.list().length, 1);
  });

  test('a model that heeds no signal holds nobody up', async () => {
    const deaf: LanguageModel = {
      name: 'deaf/model',
      limits: ANSWER_LIMITS,
      streamText: () => assert.fail('no draft was wanted'),
      streamElements: () => ({ [Symbol.asyncIterator]: () => ({ next: () => new Promise(() => {}) }) }),
    };
    const engine = createModelEngine({
      model: deaf,
      rules: stage.rules,
      clock: systemClock,
      logger: QUIET,
      limits: { call_ms: 5, pause_ms: 0 },
    });
    assert.equal((await makePlan(engine, briefOf())).engine, 'rules');
    await assert.rejects(makePlan(engine, briefOf(), AbortSignal.timeout(3)), { name: 'TimeoutError' });
  });

  test('a model that never stops is not listened to for ever, though it leaves no time for a clock', async () => {
    const endless: LanguageModel = {
      name: 'endless/model',
      limits: ANSWER_LIMITS,
      streamText: () => assert.fail('no draft was wanted'),
      async *streamElements({ read }) {
        for (;;) {
          const one = read({});
          if ('value' in one) yield one.value;
        }
      },
    };
    const engine = stage.engine({ model: endless });
    assert.equal((await makePlan(engine, briefOf())).engine, 'rules');
  });

  test('what is no fault of the model is not hidden behind the rules', async () => {
    const broken: LanguageModel = {
      name: 'broken/model',
      limits: ANSWER_LIMITS,
      streamText: () => assert.fail('no draft was wanted'),
      streamElements: () => {
        throw new TypeError('a bug');
      },
    };
    const engine = createModelEngine({
      model: broken,
      rules: stage.rules,
      clock: systemClock,
      logger: QUIET,
    });
    await assert.rejects(makePlan(engine, briefOf()), TypeError);
  });

  test('what the coach does not want is not offered', async () => {
    answer(OBEDIENT);
    const constraints = { ...NO_CONSTRAINTS, exclude: ['hills', 'fartlek', 'strides'] as const };
    await makePlan(stage.engine(), briefOf({ constraints, weeks: 4 }));
    assert.doesNotMatch(stage.sandbox.requests.list()[0]?.prompt ?? '', /hills|fartlek|strides/);
  });
});
