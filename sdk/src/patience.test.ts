import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { freePort } from '../../src/test/free-port.ts';
import { type Answer, failure, scriptedServer, success, testClient } from '../test/scripted-server.ts';
import { EkidenConnectionError, RateLimitedError } from './index.ts';
import { systemTiming } from './timing.ts';

const FINE = success({ organization: {}, export: {} });
const DOWN = failure(503, 'shutting_down');
const CUT: Answer = { ...FINE, sent: 10, ending: 'cut' };
const limited = (retryAfter?: string): Answer =>
  failure(429, 'rate_limited', retryAfter === undefined ? {} : { 'retry-after': retryAfter });

/** Answers one after the other, then the last one for ever. */
const inTurn =
  (...answers: Answer[]) =>
  (_request: unknown, index: number): Answer =>
    answers[Math.min(index, answers.length - 1)] ?? FINE;

describe('reads after faults', () => {
  test('are tried again after 5xx, after broken answers and proxies’ error pages, each time later', async (t) => {
    const proxyPage = { status: 502, body: '<html>', headers: { 'content-type': 'text/html' } };
    const server = await scriptedServer(t, inTurn(DOWN, CUT, proxyPage, FINE));
    const client = testClient(server);
    await client.getOrganization();
    assert.deepEqual(client.waits, [500, 1000, 2000]);
  });

  test('wait a random part of that: at least half, never more', async (t) => {
    const server = await scriptedServer(t, inTurn(DOWN, DOWN, FINE));
    const client = testClient(server, { timing: { random: () => 0.5 } });
    await client.getOrganization();
    assert.deepEqual(client.waits, [375, 750]);
  });

  test('are given up after maxRetries, with the last error', async (t) => {
    const server = await scriptedServer(t, inTurn(CUT, DOWN));
    const client = testClient(server, { maxRetries: 6 });
    await assert.rejects(client.getOrganization(), { status: 503, code: 'shutting_down' });
    assert.equal(server.requests.length, 7);
    assert.deepEqual(client.waits, [500, 1000, 2000, 4000, 8000, 8000]);
  });

  test('wait as long as a server asks for that has an outage, unless that is longer than maxWaitMs', async (t) => {
    const away = failure(503, 'unavailable', { 'retry-after': '5' });
    const client = testClient(await scriptedServer(t, inTurn(away, away, FINE)));
    await client.getOrganization();
    assert.deepEqual(client.waits, [5000, 5000]);
    const hurried = testClient(await scriptedServer(t, inTurn(away)), { maxWaitMs: 4_000 });
    await assert.rejects(hurried.getOrganization(), { status: 503, code: 'unavailable', retry_after_s: 5 });
    assert.deepEqual(hurried.waits, []);
  });

  test('a server that is not there is a connection error, whose cause says why', async () => {
    const url = `http://127.0.0.1:${await freePort()}`;
    const client = testClient({ url }, { maxRetries: 1 });
    await assert.rejects(client.getOrganization(), (error) => {
      assert.ok(error instanceof EkidenConnectionError);
      assert.equal(error.message, `GET ${url}/org: no whole answer.`);
      assert.ok(error.cause instanceof Error);
      return true;
    });
    assert.equal(client.waits.length, 1);
  });

  test('silence counts as a fault, with a signal of the caller’s too', async (t) => {
    for (const options of [{}, { signal: new AbortController().signal }]) {
      const server = await scriptedServer(t, inTurn({ ...FINE, sent: 5, ending: 'stall' }, FINE));
      const client = testClient(server, { timeoutMs: 250 });
      await client.getOrganization(options);
      assert.equal(client.waits[0], 500);
    }
  });

  test('a time-out may be as long as one likes', async (t) => {
    for (const timeoutMs of [2 ** 31, Number.POSITIVE_INFINITY]) {
      const client = testClient(await scriptedServer(t, inTurn(FINE)), { timeoutMs });
      await client.getOrganization();
      assert.deepEqual(client.waits, []);
    }
  });

  test('refusals of the request itself are not tried again', async (t) => {
    for (const status of [400, 401, 403, 404, 409, 410]) {
      const server = await scriptedServer(t, () => failure(status, 'refused'));
      await assert.rejects(testClient(server).getOrganization(), { status });
      assert.equal(server.requests.length, 1);
    }
  });
});

test('a write is not tried again after a fault: nobody knows whether it has happened', async (t) => {
  for (const fault of [DOWN, CUT]) {
    const server = await scriptedServer(t, inTurn(fault, FINE));
    await assert.rejects(testClient(server).createExport());
    assert.equal(server.requests.length, 1);
  }
});

describe('a used-up limit', () => {
  test('is waited out as long as Retry-After says, for reads and writes', async (t) => {
    for (const call of ['getOrganization', 'createExport'] as const) {
      const server = await scriptedServer(t, inTurn(limited('17'), limited('60'), FINE));
      const client = testClient(server);
      await client[call]();
      assert.deepEqual(client.waits, [17_000, 60_000]);
    }
  });

  test('is waited out a little longer than that, so that not everybody comes back at once', async (t) => {
    const server = await scriptedServer(t, inTurn(limited('17'), FINE));
    const client = testClient(server, { timing: { random: () => 0.5 } });
    await client.getOrganization();
    assert.deepEqual(client.waits, [17_500]);
  });

  test('that lasts longer than maxWaitMs is an error at once, which says how long', async (t) => {
    const server = await scriptedServer(t, inTurn(limited('3600')));
    const client = testClient(server);
    await assert.rejects(client.createExport(), (error) => {
      assert.ok(error instanceof RateLimitedError);
      assert.deepEqual([error.status, error.code, error.retry_after_s], [429, 'rate_limited', 3600]);
      return true;
    });
    assert.deepEqual(client.waits, []);
    const patient = testClient(await scriptedServer(t, inTurn(limited('3600'), FINE)), {
      maxWaitMs: 3_600_000,
    });
    await patient.createExport();
    assert.deepEqual(patient.waits, [3_600_000]);
  });

  test('that comes back again and again ends when the waits together reach maxWaitMs', async (t) => {
    const server = await scriptedServer(t, inTurn(limited('50')));
    const client = testClient(server, { maxWaitMs: 120_000 });
    await assert.rejects(client.getOrganization(), RateLimitedError);
    assert.deepEqual(client.waits, [50_000, 50_000]);
  });

  test('that says to come back at once is no endless loop', async (t) => {
    const server = await scriptedServer(t, inTurn(limited('0')));
    const client = testClient(server, { maxWaitMs: 5_000 });
    await assert.rejects(client.getOrganization(), { name: 'RateLimitedError', retry_after_s: 0 });
    assert.deepEqual(client.waits, [1000, 1000, 1000, 1000, 1000]);
  });

  test('without a number of seconds is waited out like a fault', async (t) => {
    const server = await scriptedServer(t, inTurn(limited(), limited('soon'), FINE));
    const client = testClient(server);
    await client.getOrganization();
    assert.deepEqual(client.waits, [500, 1000]);
  });

  test('costs none of the retries after faults', async (t) => {
    const server = await scriptedServer(t, inTurn(limited('1'), DOWN, limited('1'), limited(), FINE));
    const client = testClient(server, { maxRetries: 1 });
    await client.getOrganization();
    assert.deepEqual(client.waits, [1000, 500, 1000, 500]);
    const after = testClient(await scriptedServer(t, inTurn(limited(), DOWN, FINE)), { maxRetries: 1 });
    await after.getOrganization();
    assert.deepEqual(after.waits, [500, 500]);
  });
});

describe('an aborted signal', () => {
  const reason = new Error('The user went away.');

  test('ends a call before it starts', async (t) => {
    const server = await scriptedServer(t, () => FINE);
    const options = { signal: AbortSignal.abort(reason) };
    await assert.rejects(testClient(server).getOrganization(options), reason);
    await assert.rejects(testClient(server).createExport({}, options), reason);
    assert.equal(server.requests.length, 0);
  });

  test('ends a request that is under way, which is no fault to be tried again', async (t) => {
    for (const call of ['getOrganization', 'createExport'] as const) {
      const controller = new AbortController();
      const server = await scriptedServer(t, () => {
        setImmediate(() => controller.abort(reason));
        return { ...FINE, sent: 1, ending: 'stall' };
      });
      const client = testClient(server);
      const options = { signal: controller.signal };
      await assert.rejects(
        call === 'createExport' ? client.createExport({}, options) : client[call](options),
        reason,
      );
      assert.equal(server.requests.length, 1);
    }
  });

  test('ends a wait, on the clock of the system too', async (t) => {
    const controller = new AbortController();
    const server = await scriptedServer(t, () => {
      setTimeout(() => controller.abort(reason), 20);
      return limited('60');
    });
    const client = testClient(server, { timing: systemTiming });
    await assert.rejects(client.getOrganization({ signal: controller.signal }), reason);
    assert.equal(server.requests.length, 1);
  });
});

test('the sleep of the system leaves nothing behind, neither at its end nor aborted', async () => {
  const timers = (): number => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;
  const before = timers();
  const controller = new AbortController();
  await systemTiming.sleep(1, controller.signal);
  const aborted = systemTiming.sleep(60_000, controller.signal);
  controller.abort(new Error('enough'));
  await assert.rejects(aborted, /enough/);
  await assert.rejects(systemTiming.sleep(60_000, controller.signal), /enough/);
  assert.equal(timers(), before);
});
