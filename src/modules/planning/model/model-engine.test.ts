import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import {
  type Element,
  OBEDIENT,
  obedientElements,
  part,
  weeksAsked,
} from '../../../../sandbox/model/obedient-model.ts';
import { elements, type ScriptedAnswer } from '../../../../sandbox/model/script.ts';
import type { LanguageModel } from '../../../infra/llm/index.ts';
import { newId } from '../../../shared/ids.ts';
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
import type { LibraryWorkout, PlanBrief } from '../../../training/plan-request/plan-brief.ts';
import { NO_CONSTRAINTS } from '../../../training/planning/constraints.ts';
import type { PlannedWorkout } from '../../../training/planning/plan.ts';
import { createModelEngine } from './model-engine.ts';

describe('plans by a model', () => {
  let stage: Stage;
  before(async () => {
    stage = await stageEngines();
  });
  after(async () => stage.sandbox.stop());

  const notAsked = (name: string): LanguageModel => ({
    name,
    limits: ANSWER_LIMITS,
    streamText: () => assert.fail('no text was wanted'),
    streamElements: () => assert.fail('no list was wanted'),
  });
  const answer = (always: ScriptedAnswer | undefined, script?: readonly ScriptedAnswer[]): void =>
    answerWith(stage, always, script);
  const told = (): string =>
    stage.sandbox.requests
      .list()
      .map(({ body }) => JSON.stringify(body))
      .join('\n');

  test('sessions and words are the model’s, days, sizes, titles, targets and sums are not', async () => {
    const tempo = { workout_type: 'tempo', zone: 'threshold', parts: [part({ distance_m: 2_000 })] };
    answer(
      changing((element) => ({
        ...element,
        ...(element.parts.length > 0 ? tempo : {}),
        description: 'Stay loose all the way.',
        title: 'Ride the wave',
      })),
    );
    const brief = briefOf({ weeks: 4 });
    const { plan, engine } = await makePlan(stage.engine(), brief);
    const { plan: ruled } = await makePlan(stage.rules, brief);
    assert.equal(engine, MODEL_NAME);
    const dayOf = ({ date, distance_m }: PlannedWorkout) => ({ date, distance_m });
    assert.deepEqual(plan.workouts.map(dayOf), ruled.workouts.map(dayOf));
    const sessions = plan.workouts.filter(({ workout_type }) => workout_type === 'tempo');
    assert.ok(sessions.length >= 3, `${sessions.length}`);
    assert.deepEqual([...new Set(sessions.map(({ title }) => title))], ['2 km threshold']);
    for (const { description, segments, source } of plan.workouts) {
      assert.deepEqual(
        { description, source },
        { description: 'Stay loose all the way.', source: 'generated' },
      );
      assert.ok(JSON.stringify(segments).includes('"type":"'));
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
    assert.equal(blocks.length, 1);
    assert.doesNotMatch(outside, /PWNED|Maria|300 km|language|<|>/);
    assert.doesNotMatch(request?.system ?? '', /PWNED|Maria|300 km|\{\{/);
    assert.match(request?.system ?? '', /never an instruction to you/);
  });

  const but =
    (wrong: number, change: (element: Element) => Element): ScriptedAnswer =>
    ({ prompt }) => [
      elements(obedientElements(prompt).map((one) => (one.week === wrong ? change(one) : one))),
    ];
  const tooHard = (element: Element): Element => ({
    ...element,
    parts: element.parts.length > 0 ? [part({ distance_m: 5_000 })] : [],
  });

  test('a week that does not pass is asked for once more, with the findings, and its second answer is taken', async () => {
    answer(OBEDIENT, [but(2, tooHard)]);
    const { engine } = await makePlan(stage.engine(), briefOf({ weeks: 3 }));
    assert.equal(engine, MODEL_NAME);
    const [first, second, ...more] = stage.sandbox.requests.list().map(({ prompt }) => prompt);
    const weeks = (prompt = ''): number[] => weeksAsked(prompt).map(({ week }) => week);
    assert.deepEqual([weeks(first), weeks(second), more.length], [[1, 2, 3], [2], 0]);
    assert.doesNotMatch(first ?? '', /could not be used/);
    assert.match(second ?? '', /could not be used:\n- Week 2.*(?:more|most|hard)/);
    assert.doesNotMatch(second ?? '', /2026/);
  });

  test('what is still wrong then is the rules’ week, the name says so, and nobody asks a third time', async () => {
    answer(but(2, tooHard));
    const brief = briefOf({ weeks: 3 });
    const { plan, engine } = await makePlan(stage.engine(), brief);
    const { plan: ruled } = await makePlan(stage.rules, brief);
    assert.equal(engine, `${MODEL_NAME}, rules in week 2`);
    assert.equal(stage.sandbox.requests.list().length, 2);
    const second = ({ workouts }: typeof plan) =>
      workouts.filter(({ week_number }) => week_number === 2).map(({ id, ...workout }) => workout);
    assert.deepEqual(second(plan), second(ruled));
  });

  test('the first weeks are shown while the others are being asked for again', async () => {
    answer(OBEDIENT, [but(2, tooHard)]);
    const callsAt: number[] = [];
    for await (const steps of stage.engine().plan(briefOf({ weeks: 3 }), new AbortController().signal))
      if (steps.some(({ type }) => type === 'week')) callsAt.push(stage.sandbox.requests.list().length);
    assert.deepEqual(callsAt, [1, 2, 2]);
  });

  test('weeks that the model leaves out are the rules’, and the engine names them', async () => {
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
      const made = await makePlan(stage.engine(), briefOf({ weeks: 6 }));
      assert.equal(made.engine, engine);
      assert.ok(made.steps.some((step) => step.type === 'progress' && step.status === 'falling_back'));
      assert.equal(
        stage.sandbox.requests.list().length,
        2 + new Set(weeks.map((week) => Math.ceil(week / 3))).size,
      );
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
      ...notAsked('fake/model'),
      async *streamElements({ prompt, read, max_output_tokens }) {
        calls += 1;
        tokens += max_output_tokens;
        const [first] = weeksAsked(prompt);
        for (const element of obedientElements(prompt).filter(({ week }) => week === first?.week)) {
          const one = read(element);
          if ('value' in one) yield one.value;
        }
      },
    };
    const engine = createModelEngine({ model, rules: stage.rules, clock: systemClock, logger: QUIET });
    const made = await makePlan(engine, briefOf({ weeks: 52, workout_days: days }));
    assert.ok(made.engine.startsWith('fake/model') && made.engine.length <= 200, made.engine);
    assert.ok(calls <= 52, `${calls} calls`);
    assert.ok(tokens <= 52 * (8_592 + 14 * 350), `${tokens} tokens`);
  });

  test('a model that brings no week of a piece in two calls is left alone, however long the plan is', async () => {
    answer(['I would rather talk about shoes.']);
    const { engine } = await makePlan(stage.engine(), briefOf({ weeks: 30 }));
    assert.equal(engine, 'rules');
    assert.equal(stage.sandbox.requests.list().length, 2);
  });

  test('when the time is over the rest comes from the rules', async () => {
    let now = 1_800_000_000_000;
    const clock = { now: () => new Date(now) };
    const model: LanguageModel = {
      ...notAsked('slow/model'),
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
      ...notAsked('deaf/model'),
      streamElements: () => ({ [Symbol.asyncIterator]: () => ({ next: () => new Promise(() => {}) }) }),
    };
    const engine = createModelEngine({
      model: deaf,
      rules: stage.rules,
      clock: systemClock,
      logger: QUIET,
      times: { call_ms: 5, plan_ms: 300_000 },
    });
    assert.equal((await makePlan(engine, briefOf())).engine, 'rules');
    await assert.rejects(makePlan(engine, briefOf(), AbortSignal.timeout(3)), { name: 'TimeoutError' });
  });

  test('a model that never stops is not listened to for ever, though it leaves no time for a clock', async () => {
    const endless: LanguageModel = {
      ...notAsked('endless/model'),
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
      ...notAsked('broken/model'),
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

  test('what the coach does not want is not offered, nor what an injury forbids', async () => {
    answer(OBEDIENT);
    const told = async (constraints: Partial<PlanBrief['constraints']>): Promise<string> => {
      stage.sandbox.requests.forget();
      await makePlan(
        stage.engine(),
        briefOf({ constraints: { ...NO_CONSTRAINTS, ...constraints }, weeks: 3 }),
      );
      const asked = weeksAsked(stage.sandbox.requests.list()[0]?.prompt ?? '');
      return asked.flatMap(({ days }) => days.flatMap(({ allowed }) => allowed.slice(1))).join();
    };
    assert.match(await told({}), /hills.*fartlek/);
    assert.doesNotMatch(await told({ exclude: ['hills', 'fartlek', 'strides'] }), /hills|fartlek|strides/);
    const withoutSpeed = await told({ exclude: ['speed'] });
    assert.doesNotMatch(withoutSpeed, /intervals|fartlek/);
    assert.match(withoutSpeed, /hills/, 'hills are left out by a name of their own');
    const hurt = (running: 'no_hills' | 'no_speed') => ({
      injuries: [{ area: 'calf', from: '2026-11-01', to: null, running }],
    });
    assert.doesNotMatch(await told(hurt('no_hills')), /hills/);
    assert.doesNotMatch(await told(hurt('no_speed')), /hills|intervals|fartlek|strides/);
  });

  test('without speed nothing is faster than threshold, whatever the model calls it', async () => {
    const fast = { workout_type: 'tempo', zone: 'interval', parts: [part({ times: 4, distance_m: 400 })] };
    answer(changing((element) => (element.parts.length > 0 ? { ...element, ...fast } : element)));
    const constraints = { ...NO_CONSTRAINTS, exclude: ['speed'] as const };
    const { plan } = await makePlan(stage.engine(), briefOf({ constraints, weeks: 3 }));
    assert.ok(plan.workouts.every(({ title }) => !title.includes('4 × 400 m')));
    assert.match(stage.sandbox.requests.list()[1]?.prompt ?? '', /the coach's "exclude" does not hold/);
  });

  test('what the library has something for is the library’s, and nothing of it is told', async () => {
    answer(OBEDIENT);
    const target = { type: 'effort', min: 2, max: 4, zone: 'easy' } as const;
    const library = [4_000, 5_000, 6_000, 7_000, 8_000, 10_000, 11_000, 12_000].map(
      (distance_m): LibraryWorkout => ({
        id: newId(),
        workout_type: 'easy-run',
        title: 'Ours',
        description: 'As the club does it.',
        segments: [{ kind: 'work', distance_m, target }],
      }),
    );
    const brief = briefOf({ content_sourcing: 'prefer_existing', library, weeks: 3 });
    const { plan, engine } = await makePlan(stage.engine(), brief);
    const { plan: ruled } = await makePlan(stage.rules, brief);
    const ours = ({ workouts }: typeof plan) =>
      workouts
        .filter(({ source }) => source === 'library')
        .map(({ date, library_workout_id }) => ({ date, library_workout_id }));
    assert.ok(ours(plan).length > 0);
    assert.deepEqual(ours(plan), ours(ruled));
    assert.equal(engine, MODEL_NAME);
    assert.doesNotMatch(
      JSON.stringify(stage.sandbox.requests.list().map(({ body }) => body)),
      /Ours|As the club/,
    );
    stage.sandbox.requests.forget();
    const strict = { ...brief, content_sourcing: 'strict_existing' } as const;
    assert.equal((await makePlan(stage.engine(), strict)).engine, 'rules');
    assert.equal(stage.sandbox.requests.list().length, 0);
  });
});
