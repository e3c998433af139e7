import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { type TestServer, testServer } from '../../../test/harness.ts';
import { athleteOf, type PlanStage, planStage } from '../../../test/plan-stage.ts';

const MARATHON_IN_FOUR_WEEKS = {
  weeks: 4,
  experience_level: 'beginner',
  start_date: '2026-09-07',
  workout_days: ['tuesday', 'thursday', 'sunday'],
  goal: { event: 'marathon', race_date: '2026-10-04' },
};

describe('whether a plan is advised', () => {
  let server: TestServer;
  let stage: PlanStage;
  before(async () => {
    server = await testServer();
    stage = await planStage(server);
  });

  test('a draft says it first, and the answer as fields; the plan is made all the same', async () => {
    const athlete_id = await athleteOf(server, stage.club);
    const asked = { ...MARATHON_IN_FOUR_WEEKS, athlete_id };
    const drafted = await stage.ask('/draft', { ...asked, language: 'en' });
    assert.equal(drafted.status, 200, JSON.stringify(drafted.body));
    const { draft, readiness } = drafted.body.data;
    assert.equal(readiness.level, 'not_advised');
    assert.deepEqual(readiness.reasons[0].evidence, { unit: 'weeks', found: 4, ready: 18, stretch: 12 });
    const [, , second] = draft.split('\n');
    assert.match(second, /^\*\*Readiness: not advised\.\*\* .*4 weeks to the race, where 18 weeks are usual/);
    assert.ok(second.includes(readiness.reasons[0].text) && second.includes(readiness.earliest_date), second);

    const made = await stage.ask('/generate', { ...asked, refined_draft: draft });
    assert.equal(made.status, 200, JSON.stringify(made.body));
    assert.ok(made.body.data.content.length > 0);
    assert.deepEqual(made.body.data.readiness, readiness);
  });

  for (const [language, words] of [
    ['zh-TW', /^\*\*準備程度：不建議。\*\*/m],
    ['ja', /^\*\*準備の見通し：おすすめしません。\*\*/m],
  ] as const) {
    test(`in ${language} it is said in the words of the plan`, async () => {
      const { body } = await stage.ask('/draft', { ...MARATHON_IN_FOUR_WEEKS, language });
      assert.match(body.data.draft, words);
      assert.match(body.data.readiness.reasons[0].text, /[\p{Script=Han}]/u);
    });
  }

  test('of nobody in particular nothing is called enough', async () => {
    const { body } = await stage.ask('/draft', {
      ...MARATHON_IN_FOUR_WEEKS,
      weeks: 20,
      goal: { event: 'half_marathon' },
    });
    const { level, reasons } = body.data.readiness;
    assert.equal(level, 'stretch');
    assert.ok(reasons.some(({ code }: { code: string }) => code === 'history_unknown'));
  });

  test('each stream tells it in its result', async () => {
    const drafted = await stage.ask('/draft', MARATHON_IN_FOUR_WEEKS);
    const streamed = await stage.stream('/draft/stream', MARATHON_IN_FOUR_WEEKS);
    const result = streamed.find(({ type }) => type === 'result');
    assert.deepEqual(Reflect.get(Object(result?.data), 'readiness'), drafted.body.data.readiness);
    const asked = { ...MARATHON_IN_FOUR_WEEKS, refined_draft: drafted.body.data.draft };
    const made = await stage.ask('/generate', asked);
    for (const path of ['/generate/stream', '/generate/stream/batch']) {
      const ended = (await stage.stream(path, asked)).find(({ type }) => type === 'result');
      const told = path.endsWith('batch') ? ended?.data : ended;
      assert.deepEqual(Reflect.get(Object(told), 'readiness'), made.body.data.readiness, path);
    }
  });
});
