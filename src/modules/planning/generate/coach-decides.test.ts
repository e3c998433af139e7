import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { type TestServer, testServer } from '../../../test/harness.ts';
import { type PlanStage, planStage, THREE_WEEKS } from '../../../test/plan-stage.ts';

describe('what a coach wrote into a draft', () => {
  let server: TestServer;
  let stage: PlanStage;
  let draft: string;
  before(async () => {
    server = await testServer();
    stage = await planStage(server, { language: 'zh-TW' });
    draft = (await stage.ask('/draft', THREE_WEEKS)).body.data.draft;
  });

  const withLine = (content: string) => {
    const at = draft.indexOf('## Week 2');
    return draft.slice(0, at) + draft.slice(at).replace(/^(- \*\*.*?\*\*.*?：).*$/m, `$1${content}`);
  };
  const make = async (refined_draft: string) =>
    await stage.ask('/generate', { ...THREE_WEEKS, refined_draft });

  test('stands, with its targets and its words, and training judgement on it is told in every answer', async () => {
    const refined_draft = `請先和我聯絡。\n${withLine('長跑 36 公里，配速 7:00，帶上朋友')}`;
    const { status, body } = await make(refined_draft);
    assert.equal(status, 200, JSON.stringify(body));
    const { content, findings, coach_notes } = body.data;
    const workout = content.find(({ distance_m }: { distance_m: number }) => distance_m === 36_000);
    assert.deepEqual(workout?.segments[0].target, { type: 'pace', min: 420, max: 420, zone: null });
    assert.match(workout.notes, /帶上朋友/);
    assert.deepEqual([workout.text_source, workout.segments_source], ['generated', 'written']);
    const others = content.filter((one: object) => one !== workout);
    assert.ok(others.every((one: object) => !Object.hasOwn(one, 'segments_source')));
    assert.equal(coach_notes, '請先和我聯絡。');
    const told = findings.find(({ code }: { code: string }) => code === 'long_run_time');
    assert.deepEqual(
      [told.rank, told.week, told.evidence.unit, told.evidence.found > told.evidence.allowed, told.source],
      ['warning', 2, 's', true, 'Daniels'],
    );
    assert.match(told.text, /長跑/);
    const events = await stage.stream('/generate/stream', { ...THREE_WEEKS, refined_draft });
    const result = events.find(({ type }) => type === 'result');
    assert.deepEqual([result?.findings, result?.coach_notes], [findings, coach_notes]);
  });

  test('is not there in findings where nobody edited anything', async () => {
    const { body } = await make(draft);
    assert.deepEqual([body.data.findings, body.data.adjusted_weeks, body.data.coach_notes], [[], [], '']);
  });

  test('is refused by its line, in the coach’s language and with one that would be read, all such lines at once', async () => {
    const unreadable = withLine('間歇 800 x 8').replace(/^(## Week 3.*)$/m, '$1\n\n- 週八：輕鬆跑 8 公里');
    const { status, body } = await make(unreadable);
    assert.deepEqual([status, body.code], [400, 'draft_not_readable']);
    const lines = unreadable.split('\n');
    assert.deepEqual(
      body.lines.map(({ number }: { number: number }) => lines[number - 1]?.slice(0, 2)),
      ['- ', '- '],
    );
    assert.match(body.lines[0].nearest, /8 × 800 m$/);
    assert.match(body.lines[1].reason, /[\u4e00-\u9fff]/);
    assert.match(body.error, /2/);
    const fixed = unreadable
      .replace('間歇 800 x 8', body.lines[0].nearest.replace(/^.*[:：]/, ''))
      .replace('- 週八：輕鬆跑 8 公里', '');
    assert.equal((await make(fixed)).status, 200);
    const many = await make(`## Week 1\n${'- Funday: easy 8 km\n'.repeat(300)}## Week 2\n## Week 3\n`);
    assert.equal(many.body.lines.length, 20);
    assert.match(many.body.error, /300.*280/);
  });
});
