import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { type TestServer, testServer } from '../../../test/harness.ts';
import { type PlanStage, planStage, THREE_WEEKS } from '../../../test/plan-stage.ts';
import type { ReadEvent } from '../../../test/read-events.ts';

describe('plans as streams of events', () => {
  let server: TestServer;
  let stage: PlanStage;
  let draft: Record<string, unknown>;
  let body: Record<string, unknown>;
  before(async () => {
    server = await testServer();
    stage = await planStage(server, { language: 'ja' });
    draft = (await stage.ask('/draft', THREE_WEEKS)).body.data;
    body = { ...THREE_WEEKS, refined_draft: draft.draft };
  });

  const typesOf = (events: readonly ReadEvent[]): string[] => events.map(({ type }) => type);
  const without = (data: object, ...names: string[]): object =>
    Object.fromEntries(Object.entries(data).filter(([name]) => !names.includes(name)));
  const ofType = (events: readonly ReadEvent[], type: string): readonly ReadEvent[] =>
    events.filter((event) => event.type === type);

  /** Asserts that progress runs from 0 to 100, never back, with messages in the caller's language. */
  function assertProgress(events: readonly ReadEvent[], keys: readonly string[]): void {
    const told = ofType(events, 'progress');
    assert.equal(events[0]?.type, 'progress');
    assert.deepEqual([told[0]?.status, told[0]?.progress], ['preparing', 0]);
    assert.deepEqual([told.at(-1)?.status, told.at(-1)?.progress], ['finished', 100]);
    for (const [place, event] of told.entries()) {
      assert.deepEqual(Object.keys(event), ['type', 'status', 'message', 'progress', ...keys]);
      assert.ok(event.progress >= (told[place - 1]?.progress ?? 0));
      assert.match(event.message, /[\u3040-\u30ff\u4e00-\u9fff]/);
    }
  }

  test('a draft: progress, then what the synchronous answer has as its data', async () => {
    const events = await stage.stream('/draft/stream', THREE_WEEKS);
    assert.deepEqual(typesOf(events).slice(-3), ['progress', 'result', 'done']);
    assert.deepEqual(new Set(typesOf(events)), new Set(['progress', 'result', 'done']));
    assertProgress(events, []);
    const [result] = ofType(events, 'result');
    assert.deepEqual(Object.keys(result ?? {}), ['type', 'data']);
    assert.deepEqual(without(result?.data, 'generated_at'), without(draft, 'generated_at'));
  });

  test('a plan at once: progress with counts, then what the synchronous answer has as its data', async () => {
    const events = await stage.stream('/generate/stream/batch', body);
    assert.deepEqual(new Set(typesOf(events)), new Set(['progress', 'result', 'done']));
    assertProgress(events, ['count', 'total']);
    const { data } = (await stage.ask('/generate', body)).body;
    const [result] = ofType(events, 'result');
    assert.deepEqual(Object.keys(result?.data), Object.keys(data));
    const names = ['generated_at', 'content'];
    assert.deepEqual(without(result?.data, ...names), without(data, ...names));
    const withoutIds = (content: object[]) => content.map((workout) => without(workout, 'id'));
    assert.deepEqual(withoutIds(result?.data.content), withoutIds(data.content));
  });

  test('a plan workout by workout: each week after the last of its own, and the sum of it at the end', async () => {
    const events = await stage.stream('/generate/stream', body);
    const { data } = (await stage.ask('/generate', body)).body;
    assertProgress(events, ['count', 'total']);
    const workouts = ofType(events, 'workout').map((event) => event.data);
    assert.deepEqual(
      workouts.map((workout) => without(workout, 'id')),
      data.content.map((workout: object) => without(workout, 'id')),
    );
    const order = events
      .filter(({ type }) => type === 'workout' || type === 'weekly_info')
      .map(({ type, data: of }) => (type === 'workout' ? `of ${of.week_number}` : `week ${Object.keys(of)}`));
    const weeks = [1, 2, 3].flatMap((week) => [...Array(4).fill(`of ${week}`), `week ${week}`]);
    assert.deepEqual(order, weeks);
    const weekly_info = Object.assign({}, ...ofType(events, 'weekly_info').map((event) => event.data));
    const [result] = ofType(events, 'result');
    assert.deepEqual(Object.keys(result ?? {}), [
      'type',
      'total_workouts',
      'paces_from',
      'weekly_info',
      'readiness',
      'understood_as',
      'not_acted_on',
      'findings',
      'adjusted_weeks',
      'coach_notes',
      'engine',
      'generated_at',
    ]);
    assert.deepEqual([result?.total_workouts, result?.engine], [12, 'rules']);
    assert.deepEqual(result?.weekly_info, weekly_info);
    assert.deepEqual(weekly_info, data.weekly_info);
    assert.deepEqual(result?.readiness, data.readiness);
    assert.deepEqual(typesOf(events).slice(-3), ['progress', 'result', 'done']);
    let count = 0;
    for (const event of events) {
      if (event.type === 'workout') count += 1;
      if (event.type !== 'progress') continue;
      assert.deepEqual([event.count, event.total], [count, 12]);
    }
  });

  test('what can not be planned is an ordinary answer', async () => {
    const goal = { event: 'marathon', race_date: '2026-09-01' };
    for (const path of ['/draft/stream', '/generate/stream', '/generate/stream/batch']) {
      const answer = await stage.ask(path, { ...body, goal });
      assert.deepEqual([answer.status, answer.body.code], [400, 'validation_error'], path);
      assert.deepEqual(
        answer.body.details.map((detail: { path: string }) => detail.path),
        ['goal.race_date'],
      );
    }
  });

  test('a line that only the making refuses is told by its number, as the ordinary answer does', async () => {
    const refined_draft = String(draft.draft).replace(/^(- \*\*.*?\*\*.*?[：:]).*$/m, '$1 6 km: 10 × 1 km');
    const { status, body: refused } = await stage.ask('/generate', { ...body, refined_draft });
    assert.deepEqual([status, refused.code, refused.lines.length], [400, 'draft_not_readable', 1]);
    for (const path of ['/generate/stream', '/generate/stream/batch', '/generate/stream?resumable=true']) {
      const events = await stage.stream(path, { ...body, refined_draft });
      assert.deepEqual(typesOf(events).slice(-2), ['error', 'done'], path);
      const { error, lines } = refused;
      assert.deepEqual(events.at(-2), { type: 'error', error, lines });
    }
  });
});
