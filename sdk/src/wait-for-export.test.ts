import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  failure,
  type ScriptedServer,
  scriptedServer,
  success,
  testClient,
} from '../test/scripted-server.ts';
import { ExportFailedError, ExportTimeoutError } from './index.ts';

type Script = Parameters<typeof scriptedServer>[0];

/** An export that goes through these states, a look at a time, and stays in the last. */
const goingThrough = (t: Script, ...states: string[]): Promise<ScriptedServer> =>
  scriptedServer(t, (_request, index) => {
    const status = states[Math.min(index, states.length - 1)];
    const error_message = status === 'failed' ? 'The disk is full.' : null;
    return success({ export: { id: 'export-1', status, error_message } });
  });

test('looks less and less often until the export is completed, then gives it', async (t) => {
  const server = await goingThrough(t, ...Array(8).fill('pending'), 'running', 'completed');
  const client = testClient(server);
  const job = await client.waitForExport('export-1');
  assert.equal(job.status, 'completed');
  assert.deepEqual(
    client.waits.map(Math.round),
    [1000, 1500, 2250, 3375, 5063, 7594, 10_000, 10_000, 10_000],
  );
  assert.ok(server.requests.every(({ path }) => path === '/exports/export-1'));
});

test('an export that has ended already costs one look', async (t) => {
  const client = testClient(await goingThrough(t, 'completed'));
  await client.waitForExport('export-1');
  assert.deepEqual(client.waits, []);
});

test('one that failed throws why, with the record', async (t) => {
  const client = testClient(await goingThrough(t, 'running', 'failed'));
  await assert.rejects(client.waitForExport('export-1'), (error) => {
    assert.ok(error instanceof ExportFailedError);
    assert.equal(error.error_message, 'The disk is full.');
    assert.equal(error.export.status, 'failed');
    assert.equal(error.message, 'The export export-1 is failed: The disk is full.');
    return true;
  });
});

test('one that was deleted meanwhile throws, by either way of saying so', async (t) => {
  await assert.rejects(
    testClient(await goingThrough(t, 'deleted')).waitForExport('export-1'),
    ExportFailedError,
  );
  const gone = await scriptedServer(t, () => failure(404, 'not_found'));
  await assert.rejects(testClient(gone).waitForExport('export-1'), { code: 'not_found' });
});

test('waiting ends before it would last longer than timeoutMs, with what was seen last', async (t) => {
  const client = testClient(await goingThrough(t, 'pending', 'running'));
  await assert.rejects(client.waitForExport('export-1', { timeoutMs: 5_000 }), (error) => {
    assert.ok(error instanceof ExportTimeoutError);
    assert.equal(error.export.status, 'running');
    return true;
  });
  assert.deepEqual(client.waits, [1000, 1500, 2250]);
});

test('the pace can be set', async (t) => {
  const client = testClient(await goingThrough(t, 'pending', 'pending', 'pending', 'completed'));
  await client.waitForExport('export-1', { pollMs: 20, maxPollMs: 40, timeoutMs: Number.POSITIVE_INFINITY });
  assert.deepEqual(client.waits, [20, 30, 40]);
});

test('an aborted signal ends it while it waits', async (t) => {
  const controller = new AbortController();
  const reason = new Error('Enough.');
  const server = await goingThrough(t, 'running');
  const client = testClient(server, {
    timing: {
      sleep: async (_ms, signal) => {
        assert.equal(signal, controller.signal);
        controller.abort(reason);
        signal.throwIfAborted();
      },
    },
  });
  await assert.rejects(client.waitForExport('export-1', { signal: controller.signal }), reason);
  assert.equal(server.requests.length, 1);
});
