import assert from 'node:assert/strict';
import { once } from 'node:events';
import { after, afterEach, before, describe, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { pino } from 'pino';
import { openTestDatabase } from '../../test/database.ts';
import type { Database } from '../db/database.ts';
import {
  createJobs,
  defineJob,
  handleJob,
  type JobContext,
  type JobDefinition,
  type JobHandler,
  type Jobs,
  PermanentJobError,
} from './index.ts';

type Note = { n: number };

function parseNote(value: unknown): Note {
  if (typeof value === 'object' && value !== null && 'n' in value && typeof value.n === 'number') {
    return { n: value.n };
  }
  throw new Error('n must be a number');
}

const quick = { payload: parseNote, retry: { limit: 2, delay_s: 0, backoff: false }, expire_in_s: 60 };
const note = defineJob({ name: 'test.note', ...quick });
const once_a_key = defineJob({ name: 'test.once', ...quick, one_waiting: true });
const serial = defineJob({ name: 'test.serial', ...quick, one_running: true, concurrency: 4 });
const definitions = [note, once_a_key, serial];

async function eventually(condition: () => boolean | Promise<boolean>): Promise<void> {
  const end = Date.now() + 120_000;
  while (!(await condition())) {
    if (Date.now() > end) assert.fail(`never came true: ${condition}`);
    await delay(10);
  }
}

describe('jobs', () => {
  let db: Database;
  const open: Jobs[] = [];
  const log: string[] = [];
  const logger = pino({ level: 'error' }, { write: (line) => log.push(line) });

  before(async () => {
    db = await openTestDatabase({ migrations: false });
  });
  afterEach(async () => {
    await Promise.all(open.splice(0).map((jobs) => jobs.stop({ timeout_ms: 1_000 })));
    await db.executeSql('DELETE FROM pgboss.job');
    // A handler may fail in a test, but the queue itself may not.
    assert.deepEqual(
      log.splice(0).filter((line) => !line.includes('job given up')),
      [],
    );
  });
  after(() => db.close());

  async function startJobs(
    handlers: readonly [JobDefinition<Note>, JobHandler<Note>][] = [],
    options: { worker?: boolean; only_process?: boolean; list?: readonly JobDefinition<object>[] } = {},
  ): Promise<Jobs> {
    const { worker = true, only_process = false, list = definitions } = options;
    const jobs = createJobs({
      db,
      logger,
      timings: { heartbeat_s: 10, supervise_s: 1, schedule_s: 1, look_ms: 50 },
    });
    open.push(jobs);
    await jobs.start(list, { worker, only_process });
    if (worker) await jobs.work(handlers.map(([job, handler]) => handleJob(job, handler)));
    return jobs;
  }

  const enqueue = (jobs: Jobs, n: number, job = note, options = {}) =>
    db.transaction((tx) => jobs.enqueue(tx, job, { n }, options));

  test('a committed job runs once, one rolled back never', async () => {
    const seen: [Note, number][] = [];
    const jobs = await startJobs([
      [note, async (payload, { attempt }) => void seen.push([payload, attempt])],
    ]);
    await assert.rejects(
      db.transaction(async (tx) => {
        await jobs.enqueue(tx, note, { n: 1 });
        throw new Error('the writer fails');
      }),
      /the writer fails/,
    );
    const id = await enqueue(jobs, 2);
    assert.match(id ?? '', /^[0-9a-f-]{36}$/);
    await eventually(() => seen.length > 0);
    await enqueue(jobs, 3);
    await eventually(() => seen.length > 1);
    assert.deepEqual(seen, [
      [{ n: 2 }, 1],
      [{ n: 3 }, 1],
    ]);
  });

  test('a job is not seen before its transaction ends', async () => {
    let ran = false;
    const jobs = await startJobs([
      [
        note,
        async () => {
          ran = true;
        },
      ],
    ]);
    await db.transaction(async (tx) => {
      await jobs.enqueue(tx, note, { n: 1 });
      await delay(400);
      assert.equal(ran, false);
    });
    await eventually(() => ran);
  });

  test('jobs enqueued before there is a worker run when one starts', async () => {
    const writer = await startJobs([], { worker: false });
    await enqueue(writer, 7);
    await assert.rejects(writer.work([]), /not started as a worker/);
    const seen: number[] = [];
    await startJobs([[note, async ({ n }) => void seen.push(n)]]);
    await eventually(() => seen.length === 1);
  });

  test('a failing job is tried again until it succeeds', async () => {
    const attempts: number[] = [];
    const jobs = await startJobs([
      [
        note,
        async (_payload, { attempt }) => {
          attempts.push(attempt);
          if (attempt < 3) throw new Error('not yet');
        },
      ],
    ]);
    await enqueue(jobs, 1);
    await eventually(() => attempts.length === 3);
    await delay(50);
    assert.deepEqual(attempts, [1, 2, 3]);
    assert.deepEqual(await jobs.listFailed(), []);
  });

  test('after the last attempt it is kept as failed, and can be tried again by hand', async () => {
    let fail = true;
    const attempts: number[] = [];
    const jobs = await startJobs([
      [
        note,
        async (_payload, { attempt }) => {
          attempts.push(attempt);
          if (fail) throw new Error('no', { cause: new Error('GET https://x.test/a?token=hidden failed') });
        },
      ],
    ]);
    const id = await enqueue(jobs, 5);
    await eventually(async () => (await jobs.listFailed()).length === 1);
    const [failed] = await jobs.listFailed({ name: note.name });
    assert.ok(failed?.created_at instanceof Date && failed.failed_at instanceof Date);
    assert.deepEqual(failed, {
      id: failed.id,
      job_id: id,
      name: note.name,
      payload: { n: 5 },
      error: 'Error: no ← Error: GET https://x.test/a?… failed',
      attempts: 3,
      created_at: failed.created_at,
      failed_at: failed.failed_at,
    });
    assert.deepEqual(await jobs.listFailed({ name: serial.name }), []);
    assert.equal((await jobs.counts()).find(({ name }) => name === 'dead-letters') !== undefined, true);

    fail = false;
    assert.equal(await jobs.retry('no such id'), false);
    assert.equal(await jobs.retry(id ?? ''), false);
    assert.equal(await jobs.retry(failed.id), true);
    await eventually(() => attempts.length === 4);
    assert.deepEqual(attempts, [1, 2, 3, 1]);
    assert.deepEqual(await jobs.listFailed(), []);
    assert.equal(await jobs.retry(failed.id), false);
  });

  test('a permanent error gives a job up at once', async () => {
    let runs = 0;
    const jobs = await startJobs([
      [
        note,
        async () => {
          runs += 1;
          throw new PermanentJobError('the account is gone');
        },
      ],
    ]);
    await enqueue(jobs, 1);
    await eventually(async () => (await jobs.listFailed()).length === 1);
    const [failed] = await jobs.listFailed();
    assert.deepEqual(
      [runs, failed?.attempts, failed?.error],
      [1, 1, 'PermanentJobError: the account is gone'],
    );
  });

  test('a payload that cannot be read is refused when enqueued, and given up at once when found', async () => {
    let runs = 0;
    const jobs = await startJobs([
      [
        note,
        async () => {
          runs += 1;
        },
      ],
    ]);
    await assert.rejects(
      db.transaction((tx) => jobs.enqueue(tx, note, { n: Number.NaN })),
      /n must be a number/,
    );
    const text = defineJob({ ...quick, name: note.name, payload: (value) => value as { text: string } });
    await assert.rejects(
      db.transaction((tx) => jobs.enqueue(tx, text, { text: 'x'.repeat(262_144) })),
      /over 262144 bytes/,
    );
    await db.transaction((tx) => jobs.enqueue(tx, text, { text: 'old' }));
    await eventually(async () => (await jobs.listFailed()).length === 1);
    const [failed] = await jobs.listFailed();
    assert.deepEqual([runs, failed?.attempts, failed?.payload], [0, 1, { text: 'old' }]);
    assert.match(failed?.error ?? '', /payload cannot be read: n must be a number/);
  });

  test('two workers do not run one job twice', async () => {
    const seen: number[] = [];
    const handlers = [[note, async ({ n }: Note) => void seen.push(n)]] satisfies [
      typeof note,
      JobHandler<Note>,
    ][];
    const one = await startJobs(handlers);
    await startJobs(handlers);
    await db.transaction(async (tx) => {
      for (let n = 0; n < 100; n += 1) await one.enqueue(tx, note, { n });
    });
    await eventually(() => seen.length >= 100);
    await delay(100);
    assert.deepEqual(
      seen.toSorted((a, b) => a - b),
      [...Array(100).keys()],
    );
  });

  test('a delayed job waits for its time', async () => {
    const seen: number[] = [];
    const jobs = await startJobs([[note, async ({ n }) => void seen.push(n)]]);
    await enqueue(jobs, 1, note, { start_after: new Date(Date.now() + 1_500) });
    await enqueue(jobs, 2);
    await eventually(() => seen.length === 2);
    assert.deepEqual(seen, [2, 1]);
  });

  test('one_waiting: a second job of the key changes nothing until the first one runs', async () => {
    const jobs = await startJobs([], { worker: false });
    const first = await enqueue(jobs, 1, once_a_key, { singleton_key: 'a' });
    assert.notEqual(first, null);
    assert.equal(await enqueue(jobs, 2, once_a_key, { singleton_key: 'a' }), null);
    assert.notEqual(await enqueue(jobs, 3, once_a_key, { singleton_key: 'b' }), null);
    const again = ['a', 'b', 'c'].map((singleton_key) => ({ payload: { n: 9 }, options: { singleton_key } }));
    await db.transaction((tx) => jobs.enqueueAll(tx, once_a_key, again));
    assert.notEqual(await enqueue(jobs, 4, once_a_key), null);
    assert.equal(await enqueue(jobs, 5, once_a_key), null);
    const seen: number[] = [];
    await startJobs([[once_a_key, async ({ n }) => void seen.push(n)]]);
    await eventually(() => seen.length === 4);
    assert.notEqual(await enqueue(jobs, 6, once_a_key, { singleton_key: 'a' }), null);
    await eventually(() => seen.length === 5);
    assert.deepEqual(seen.toSorted(), [1, 3, 4, 6, 9]);
  });

  test('one_running: jobs of one key run one after the other, other keys beside them', async () => {
    const now = new Set<string>();
    let together = 0;
    let done = 0;
    const jobs = await startJobs([
      [
        serial,
        async ({ n }) => {
          const key = n % 2 === 0 ? 'even' : 'odd';
          assert.equal(now.has(key), false, `two of ${key} at once`);
          now.add(key);
          together = Math.max(together, now.size);
          await delay(30);
          now.delete(key);
          done += 1;
        },
      ],
    ]);
    await db.transaction(async (tx) => {
      for (let n = 0; n < 12; n += 1) {
        await jobs.enqueue(tx, serial, { n }, { singleton_key: n % 2 === 0 ? 'even' : 'odd' });
      }
    });
    await eventually(() => done === 12);
    assert.equal(together, 2);
    assert.deepEqual(await jobs.listFailed(), []);
  });

  test('stop waits for what runs and takes nothing new', async () => {
    const started: number[] = [];
    const finished: number[] = [];
    const gate = Promise.withResolvers<void>();
    const single = defineJob({ name: 'test.single', ...quick, concurrency: 1 });
    const jobs = await startJobs(
      [
        [
          single,
          async ({ n }) => {
            started.push(n);
            await gate.promise;
            finished.push(n);
          },
        ],
      ],
      { list: [single] },
    );
    await enqueue(jobs, 1, single);
    await enqueue(jobs, 2, single);
    await eventually(() => started.length === 1);
    const stopped = jobs.stop({ timeout_ms: 20_000 });
    await enqueue(jobs, 3, single);
    gate.resolve();
    await stopped;
    assert.deepEqual([started, finished], [[1], [1]]);

    const others: number[] = [];
    await startJobs([[single, async ({ n }) => void others.push(n)]], { list: [single] });
    await eventually(() => others.length === 2);
    assert.deepEqual(others, [2, 3]);
  });

  test('what does not end in time is aborted and runs again elsewhere', async () => {
    const seen: JobContext[] = [];
    const stubborn: JobHandler<Note> = async (_payload, context) => {
      seen.push(context);
      if (context.attempt === 1) await once(context.signal, 'abort');
    };
    const jobs = await startJobs([[note, stubborn]]);
    await enqueue(jobs, 1);
    await eventually(() => seen.length === 1);
    await jobs.stop({ timeout_ms: 10 });
    assert.equal(seen[0]?.signal.aborted, true);
    await startJobs([[note, stubborn]]);
    await eventually(() => seen.length === 2);
    assert.deepEqual([seen[1]?.attempt, seen[1]?.job_id === seen[0]?.job_id], [2, true]);
  });

  test('an attempt that takes too long is aborted and tried again', async () => {
    const slow = defineJob({ ...quick, name: 'test.slow', expire_in_s: 1 });
    const attempts: number[] = [];
    const jobs = await startJobs(
      [
        [
          slow,
          async (_payload, { attempt, signal }) => {
            attempts.push(attempt);
            if (attempt === 1) await once(signal, 'abort');
          },
        ],
      ],
      { list: [slow] },
    );
    await enqueue(jobs, 1, slow);
    await eventually(() => attempts.length === 2);
    assert.deepEqual(attempts, [1, 2]);
  });

  describe('a process that was killed', () => {
    /** Leaves a job like a killed process does: running, its last heartbeat some time ago. */
    async function orphan(silent_s: number): Promise<void> {
      const writer = await startJobs([], { worker: false });
      await enqueue(writer, 1);
      await db.executeSql(
        `UPDATE pgboss.job SET state = 'active', started_on = now() - interval '1 hour',
           heartbeat_on = now() - $1 * interval '1 second'`,
        [silent_s],
      );
    }

    test('leaves its job to another one, once it has been silent for long enough', async () => {
      await orphan(11);
      const attempts: number[] = [];
      await startJobs([[note, async (_payload, { attempt }) => void attempts.push(attempt)]]);
      await eventually(() => attempts.length === 1);
      assert.deepEqual(attempts, [2]);
    });

    test('leaves it at once where there is only one process', async () => {
      await orphan(0);
      const attempts: number[] = [];
      await startJobs([[note, async (_payload, { attempt }) => void attempts.push(attempt)]], {
        only_process: true,
      });
      await eventually(() => attempts.length === 1);
      assert.deepEqual(attempts, [2]);
    });
  });

  test('a scheduled job runs once across two processes', async () => {
    const scheduled = defineJob({
      ...quick,
      name: 'test.scheduled',
      payload: () => ({ n: 0 }),
      schedule: '* * * * *',
    });
    const minutes: string[] = [];
    const handler: JobHandler<Note> = async () => void minutes.push(new Date().toISOString().slice(0, 16));
    // The test does not cross the turn of a minute, when jobs of both minutes may run.
    const left_ms = 60_000 - (Date.now() % 60_000);
    if (left_ms < 12_000) await delay(left_ms + 1_000);
    await startJobs([[scheduled, handler]], { list: [scheduled] });
    await startJobs([[scheduled, handler]], { list: [scheduled] });
    await eventually(() => minutes.length > 0);
    await delay(2_500);
    assert.ok(minutes.length <= 2, 'at most one for each minute that the test touched');
    assert.equal(new Set(minutes).size, minutes.length);
    // A definition without schedule removes the schedule.
    const { schedule: _removed, ...unscheduled } = scheduled;
    await startJobs([], { list: [unscheduled] });
    const { rows } = await db.executeSql('SELECT name FROM pgboss.schedule');
    assert.deepEqual(rows, []);
  });

  test('misuse is refused with a clear message', async () => {
    const jobs = createJobs({ db, logger });
    await assert.rejects(
      db.transaction((tx) => jobs.enqueue(tx, note, { n: 1 })),
      /call start\(\) first/,
    );
    await assert.rejects(jobs.start([note, note], { worker: false }), /test.note is listed twice/);
    await jobs.stop({ timeout_ms: 0 });
    const started = await startJobs([], { list: [serial] });
    await assert.rejects(started.start([], { worker: false }), /started already/);
    await assert.rejects(
      db.transaction((tx) => started.enqueue(tx, note, { n: 1 })),
      /not in the list/,
    );
    await assert.rejects(started.work([handleJob(note, async () => undefined)]), /not in the list/);
    for (const wrong of [
      { name: '' },
      { name: 'a b' },
      { expire_in_s: 0 },
      { expire_in_s: 1.5 },
      { concurrency: 0 },
      { retry: { limit: -1, delay_s: 0, backoff: false } },
      { retry: { limit: 1, delay_s: 0.5, backoff: false } },
      { retry: { limit: 1, delay_s: 1, backoff: false, max_delay_s: 9 } },
    ]) {
      assert.throws(() => defineJob({ ...note, ...wrong }), /cannot be: /, JSON.stringify(wrong));
    }
  });
});
