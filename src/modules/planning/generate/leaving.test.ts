import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { type ModelSandbox, startModel } from '../../../../sandbox/model/start-model.ts';
import { eventually } from '../../../test/eventually.ts';
import { startTestServer, type TestServer } from '../../../test/harness.ts';
import { type PlanStage, planStage } from '../../../test/plan-stage.ts';
import { openConnection, type RawConnection } from '../../../test/raw-http.ts';

/** These plans are made by a model that never answers. */
describe('whoever leaves while a model makes their plan', () => {
  let model: ModelSandbox;
  let server: TestServer;
  let stage: PlanStage;
  before(async () => {
    model = await startModel();
    server = await startTestServer({
      ROLES: 'api',
      ...model.env('openai-compatible'),
      AI_PLANS_PER_DAY: '24',
    });
    stage = await planStage(server);
    model.answerAlways(() => [{ stall: true }]);
  });
  after(async () => {
    await server.stop();
    await model.stop();
  });

  const BODY = { weeks: 2, experience_level: 'beginner', start_date: '2026-09-07' };

  function begin(path: string): RawConnection {
    const body = JSON.stringify({ org_id: stage.club.org_id, ...BODY });
    const connection = openConnection(server.url);
    connection.write(
      `POST /api/v1/plans${path} HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${stage.club.coach.token}\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
    );
    return connection;
  }

  const outcomes = (): string[] => model.requests.list().map((request) => request.outcome());

  for (const path of ['/draft/stream', '/draft'])
    test(`${path}: is waited for by nobody, the model least of all`, async () => {
      const asked = model.requests.list().length;
      const connection = begin(path);
      await eventually(
        () => outcomes().length,
        (now) => now > asked,
      );
      if (path.endsWith('stream')) await connection.until(/event: progress/);
      connection.socket.resetAndDestroy();
      await eventually(
        () => outcomes().slice(asked),
        (now) => now.length > 0 && now.every((outcome) => outcome === 'cut'),
      );
    });

  test('makes room for the next: three at once are what a coach has', async () => {
    const asked = model.requests.list().length;
    const connections = [begin('/draft/stream'), begin('/draft/stream'), begin('/draft')];
    await eventually(
      () => outcomes().length,
      (now) => now >= asked + 3,
    );
    const refused = await stage.ask('/draft/stream', BODY);
    assert.deepEqual([refused.status, refused.body.code], [429, 'rate_limited']);
    assert.ok(Number(refused.headers.get('retry-after')) > 0);
    for (const { socket } of connections) socket.resetAndDestroy();
    await eventually(
      () => outcomes(),
      (now) => now.every((outcome) => outcome === 'cut'),
    );
    const next = begin('/draft/stream');
    assert.match(await next.until(/event: progress/), /^HTTP\/1\.1 200/);
    next.socket.resetAndDestroy();
    await eventually(
      () => outcomes(),
      (now) => now.every((outcome) => outcome === 'cut'),
    );
  });

  test('is asked for so many in a day and no more, those included that nobody waited for', async () => {
    const asked = model.requests.list().length;
    const refused = await stage.ask('/draft', BODY);
    assert.deepEqual([refused.status, refused.body.code], [429, 'rate_limited']);
    assert.match(refused.body.error, /^You have had the 6 drafts and plans .* a day/);
    assert.ok(Number(refused.headers.get('retry-after')) > 80_000);
    assert.equal(model.requests.list().length, asked);
  });
});
