import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Bench, BenchContext } from '../bench.ts';
import { measuredRow } from '../row.ts';
import { type FilledInbox, fillInbox } from '../stage/fill-inbox.ts';
import { GARMIN_ENV, PUSH_KEY, PUSH_PATH, pushOfRun } from '../stage/platform-settings.ts';
import { startServerUnderTest } from '../stage/server.ts';
import { throwAwayDatabase, throwAwayFolder } from '../stage/throw-away.ts';

const NAMES = ['inbox-events-per-second', 'inbox-lost-or-twice', 'inbox-memory-growth'] as const;
const KILLS = 10;
const POLL_MS = 20;

/**
 * Events that wait are worked off by a server that is killed ten times on the way, at moments that chance says; then what is
 * there is held against what was sent. The kills are in the first half, so that one process works off the other: what it holds at the
 * end stands against what it held after a fifth of that, when everything is warm, each after its garbage was collected.
 */
export const workOffInbox: Bench = {
  name: 'inbox',
  rows: NAMES,
  run: async (context) => {
    const events = context.quick ? 4_000 : 100_000;
    const done = await workOffAll(context, events);
    const suffix = context.quick ? '; quick' : '';
    return [
      measuredRow({
        name: NAMES[0],
        value: done.rate,
        unit: '/s',
        detail: `${events} posts of one record each, a fifth of them runs, for ${done.people} athletes, stored by one worker; over its last half, without a kill${suffix}`,
      }),
      measuredRow({
        name: NAMES[1],
        value: done.wrong,
        unit: 'events',
        bar: { is: '<=', value: 0 },
        detail: `of ${events}, after ${KILLS} kill -9 at random moments${suffix}`,
      }),
      measuredRow({
        name: NAMES[2],
        value: done.late.resident_mb / done.early.resident_mb,
        unit: 'x',
        bar: { is: '<=', value: 1.2 },
        detail: `the process that worked off the last half, garbage collected: ${done.late.resident_mb.toFixed(0)} MB (${done.late.live_mb.toFixed(1)} alive) at its end, ${done.early.resident_mb.toFixed(0)} MB (${done.early.live_mb.toFixed(1)} alive) after a fifth; peak ${done.peak_mb.toFixed(0)} MB${suffix}`,
      }),
    ];
  },
};

type Memory = { readonly live_mb: number; readonly resident_mb: number };

type Outcome = {
  readonly people: number;
  readonly rate: number;
  readonly wrong: number;
  readonly early: Memory;
  readonly late: Memory;
  readonly peak_mb: number;
};

async function workOffAll(context: BenchContext, events: number): Promise<Outcome> {
  const DATABASE_URL = await throwAwayDatabase(context);
  const env = { ...GARMIN_ENV, DATA_DIR: await throwAwayFolder(context), DATABASE_URL };
  const inbox = await fillInbox(env, events);
  const client = new pg.Client({ connectionString: DATABASE_URL });
  await client.connect();
  // The database goes with the benchmark, and this with it.
  client.on('error', () => undefined);
  const left = async (): Promise<number> => {
    const { rows } = await client.query('SELECT count(*)::int AS left FROM webhook_deliveries');
    return rows[0].left;
  };
  const moments = Array.from({ length: KILLS }, () => events * (0.5 + Math.random() / 2));
  for (const moment of moments.sort((a, b) => b - a)) {
    const server = await startWorking(context, env);
    while ((await left()) > moment) await sleep(POLL_MS * Math.random());
    process.kill(server.pid, 'SIGKILL');
    context.log(`killed with ${await left()} of ${events} left`);
  }
  // What a killed process had taken is nobody else's for a minute: that wait is no work, and not in the rate.
  const taken = await takenByTheDead(client);
  const server = await startWorking(context, env, { inspected: true });
  const rest = (await left()) - taken;
  const until = async (most: number): Promise<void> => {
    while ((await left()) > most) await sleep(POLL_MS);
  };
  const begun = performance.now();
  await until(taken + rest * 0.8);
  const early = await server.collected();
  await until(taken);
  const seconds = (performance.now() - begun) / 1_000;
  await until(0);
  const late = await server.collected();
  const peak_mb = server.memory()?.peak_mb ?? Number.NaN;
  context.log(`${rest} in ${seconds.toFixed(1)} s, peak ${peak_mb.toFixed(0)} MB`);
  await server.stop();
  const wrong = await countWrong(client, inbox);
  await client.end();
  return { people: inbox.people, rate: rest / seconds, wrong, early, late, peak_mb };
}

async function takenByTheDead(client: pg.Client): Promise<number> {
  const { rows } = await client.query(
    'SELECT count(*)::int AS taken FROM webhook_deliveries WHERE not_before > now()',
  );
  return rows[0].taken;
}

/** A post of nobody's is the sign to begin; without one the next minute would be. */
async function startWorking(
  context: BenchContext,
  env: Readonly<Record<string, string>>,
  options: { inspected?: boolean } = {},
) {
  const server = await startServerUnderTest(context, { env, ...options });
  const headers = { 'content-type': 'application/json', 'x-api-key': PUSH_KEY };
  const body = pushOfRun({ garmin_id: 'nobody', number: 0, day: 0 });
  const { status } = await fetch(`${server.url}${PUSH_PATH}`, { method: 'POST', headers, body });
  if (status !== 200) throw new Error(`The inbox answers ${status}.`);
  return server;
}

/** Records that are missing, and those that are there besides. */
async function countWrong(client: pg.Client, { runs, days }: FilledInbox): Promise<number> {
  const { rows } = await client.query(
    `SELECT (SELECT count(*)::int FROM activities) AS runs, (SELECT count(*)::int FROM health_days) AS days,
       (SELECT count(*)::int FROM webhook_deliveries) AS left`,
  );
  const found = rows[0];
  return Math.abs(found.runs - runs) + Math.abs(found.days - days) + found.left;
}
