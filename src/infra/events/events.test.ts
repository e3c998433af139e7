import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, afterEach, before, describe, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { pino } from 'pino';
import { runCommand } from '../../cli/run-command.ts';
import { lastingDatabase } from '../../test/lasting-database.ts';
import { type Database, openDatabase } from '../db/database.ts';
import { sql } from '../db/sql.ts';
import { createJobs, type JobDefinition, type Jobs, PermanentJobError } from '../jobs/index.ts';
import type { EventDefinition } from './event.ts';
import { createEvents, defineEvent, eventJobs, type Listener, on } from './index.ts';

type Lap = { n: number };

function parseLap(value: unknown): Lap {
  if (typeof value === 'object' && value !== null && 'n' in value && typeof value.n === 'number') {
    return { n: value.n };
  }
  throw new Error('n must be a number');
}

const lapRun = defineEvent({ name: 'lap_run', payload: parseLap });
const lapWalked = defineEvent({ name: 'lap_walked', payload: parseLap });
const AT_ONCE = { retry: { limit: 2, delay_s: 0, backoff: false } };

async function eventually(condition: () => boolean | Promise<boolean>): Promise<void> {
  const end = Date.now() + 120_000;
  while (!(await condition())) {
    if (Date.now() > end) assert.fail(`never came true: ${condition}`);
    await delay(10);
  }
}

describe('events', () => {
  const logger = pino({ level: 'silent' });
  const open: Jobs[] = [];
  let env: { readonly DATA_DIR: string; readonly DATABASE_URL?: string };
  let remove: () => Promise<void>;
  let db: Database;
  const openAgain = async () => {
    db = await openDatabase({ url: env.DATABASE_URL, dataDir: join(env.DATA_DIR, 'db'), logger });
  };

  before(async () => {
    ({ env, remove } = await lastingDatabase());
    await openAgain();
    await db.executeSql('CREATE TABLE laps (n integer)');
  });
  afterEach(async () => {
    await stopAll();
    await db.executeSql('DELETE FROM pgboss.job');
  });
  after(async () => {
    await db.close();
    await remove();
  });

  const stopAll = async () => {
    await Promise.all(open.splice(0).map((jobs) => jobs.stop({ timeout_ms: 1_000 })));
  };

  function createProcess(): Jobs {
    const jobs = createJobs({
      db,
      logger,
      timings: { heartbeat_s: 10, supervise_s: 1, schedule_s: 1, look_ms: 50 },
    });
    open.push(jobs);
    return jobs;
  }

  async function startWorker(...listeners: Listener[]): Promise<Jobs> {
    const jobs = createProcess();
    const registrations = eventJobs({ db, jobs }, listeners);
    await jobs.start(
      registrations.map(({ job }) => job),
      { worker: true, only_process: false },
    );
    await jobs.work(registrations);
    return jobs;
  }

  async function startEmitter(...events: EventDefinition<object>[]): Promise<Jobs> {
    const jobs = createProcess();
    const definitions: JobDefinition<object>[] = events.map(({ job }) => job);
    await jobs.start(definitions, { worker: false });
    return jobs;
  }

  const emit = (jobs: Jobs, n: number, event = lapRun) =>
    db.transaction((tx) => createEvents(jobs).emit(tx, event, { n }));

  const waiting = async () => {
    const { count } = await db.one<{ count: number }>(
      sql`SELECT count(*)::int AS count FROM pgboss.job WHERE name LIKE 'events/%' AND state < 'completed'`,
    );
    return count;
  };

  test('what committed is heard by everybody who listens to it; what rolled back by nobody', async () => {
    const heard: string[] = [];
    const jobs = await startWorker(
      on(lapRun, 'counter', async ({ n }) => void heard.push(`counter ${n}`)),
      on(lapRun, 'speaker', async ({ n }) => void heard.push(`speaker ${n}`)),
      on(lapWalked, 'counter', async ({ n }) => void heard.push(`walked ${n}`)),
    );
    const laps = async () => (await db.query<{ n: number }>(sql`SELECT n FROM laps`)).map(({ n }) => n);
    const write = (n: number, fail: boolean) =>
      db.transaction(async (tx) => {
        await tx.execute(sql`INSERT INTO laps VALUES (${n})`);
        await createEvents(jobs).emit(tx, lapRun, { n });
        if (fail) throw new Error('the writer fails');
      });
    await assert.rejects(write(1, true), /the writer fails/);
    await write(2, false);
    await emit(jobs, 3, lapWalked);
    await eventually(() => heard.length === 3);
    await eventually(async () => (await waiting()) === 0);
    assert.deepEqual(heard.toSorted(), ['counter 2', 'speaker 2', 'walked 3']);
    assert.deepEqual(await laps(), [2]);
  });

  test('a listener that fails is tried again by itself', async () => {
    const attempts: number[] = [];
    const others: string[] = [];
    const jobs = await startWorker(
      on(lapRun, 'before', async () => void others.push('before')),
      on(
        lapRun,
        'stumbling',
        async (_lap, { attempt }) => {
          attempts.push(attempt);
          if (attempt < 3) throw new Error('not yet');
        },
        AT_ONCE,
      ),
      on(lapRun, 'after', async () => void others.push('after')),
    );
    await emit(jobs, 1);
    await eventually(() => attempts.length === 3);
    await eventually(async () => (await waiting()) === 0);
    assert.deepEqual(
      [attempts, others.toSorted()],
      [
        [1, 2, 3],
        ['after', 'before'],
      ],
    );
    assert.deepEqual(await jobs.listFailed(), []);
  });

  test('emitted by a process without listeners; one fails for ever, across restarts, the other heard it once', async () => {
    const emitter = await startEmitter(lapRun);
    await emit(emitter, 7);
    await stopAll();

    const attempts: number[] = [];
    const others: number[] = [];
    const listeners = [
      on(
        lapRun,
        'hopeless',
        async (_lap, { attempt }) => {
          attempts.push(attempt);
          throw new Error('never\nany use');
        },
        { retry: { limit: 2, delay_s: 3_600, backoff: false } },
      ),
      on(lapRun, 'steady', async ({ n }) => void others.push(n)),
    ];
    await startWorker(...listeners);
    await eventually(async () => attempts.length === 1 && (await waiting()) === 1);
    await stopAll();
    await db.close();
    await openAgain();
    assert.deepEqual([attempts, others], [[1], [7]], 'the process ended before the second attempt');

    const jobs = await startWorker(...listeners);
    await eventually(async () => {
      await db.executeSql(`UPDATE pgboss.job SET start_after = now() WHERE state = 'retry'`);
      return (await jobs.listFailed()).length === 1;
    });
    assert.deepEqual([attempts, others], [[1, 2, 3], [7]]);
    const [failed] = await jobs.listFailed();
    assert.deepEqual(
      [failed?.name, failed?.payload, failed?.attempts],
      ['events/lap_run/hopeless', { n: 7 }, 3],
    );
    await stopAll();
    await db.close();
    const listed = await commandLine('jobs', 'list', '--failed');
    assert.match(listed, / 3 {2}events\/lap_run\/hopeless: Error: never any use$/m);
    assert.doesNotMatch(listed, /steady/);
    assert.match(await commandLine('jobs', 'retry', failed?.id ?? ''), /is back in its queue/);
    await openAgain();

    // A retry by hand reaches this listener alone.
    const mended: number[] = [];
    await startWorker(
      on(lapRun, 'hopeless', async ({ n }) => void mended.push(n)),
      on(lapRun, 'steady', async ({ n }) => void others.push(n)),
    );
    await eventually(() => mended.length === 1);
    await eventually(async () => (await waiting()) === 0);
    assert.deepEqual([mended, others], [[7], [7]]);
  });

  async function commandLine(...argv: string[]): Promise<string> {
    const printed: string[] = [];
    const print = (text: string) => void printed.push(text);
    assert.equal(await runCommand(argv, { env, print, complain: print }), 0, printed.join('\n'));
    return printed.join('\n');
  }

  test('passing on that breaks off in the middle reaches nobody, and everybody the next time', async () => {
    const heard: string[] = [];
    const listeners = ['first', 'second'].map((name) =>
      on(lapRun, name, async () => void heard.push(name), AT_ONCE),
    );
    const jobs = createProcess();
    let broken = true;
    const breaking: Pick<Jobs, 'enqueue'> = {
      enqueue: async (tx, job, payload) => {
        if (job.name.endsWith('second') && broken) {
          broken = false;
          throw new Error('the database went away');
        }
        return await jobs.enqueue(tx, job, payload);
      },
    };
    const registrations = eventJobs({ db, jobs: breaking }, listeners);
    await jobs.start(
      registrations.map(({ job }) => job),
      { worker: true, only_process: false },
    );
    await jobs.work(registrations);
    await emit(jobs, 1);
    await eventually(() => heard.length >= 2);
    await eventually(async () => (await waiting()) === 0);
    assert.deepEqual([broken, heard.toSorted()], [false, ['first', 'second']]);
  });

  test('what a listener cannot hear is given up at once, and misuse is said clearly', async () => {
    const none = async () => undefined;
    const jobs = await startWorker(
      on(lapRun, 'strict', async () => {
        throw new PermanentJobError('no such athlete');
      }),
    );
    await emit(jobs, 1);
    await eventually(async () => (await jobs.listFailed()).length === 1);
    assert.equal((await jobs.listFailed())[0]?.attempts, 1);
    await assert.rejects(emit(jobs, Number.NaN), /n must be a number/);
    await assert.rejects(emit(jobs, 1, lapWalked), /events\/lap_walked is not in the list/);
    await assert.rejects(
      startWorker(on(lapRun, 'twin', none), on(lapRun, 'twin', none)),
      /events\/lap_run\/twin is listed twice/,
    );
    assert.throws(() => defineEvent({ name: 'lap run', payload: parseLap }), /events\/lap run cannot be/);
    assert.throws(() => on(lapRun, 'a listener', none), /cannot be: its name/);
  });
});
