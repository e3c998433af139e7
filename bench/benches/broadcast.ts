import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { type FcmSandbox, startFcm } from '../../sandbox/fcm/start-fcm.ts';
import { hashToken } from '../../src/infra/crypto/tokens.ts';
import type { Bench, BenchContext } from '../bench.ts';
import { measuredRow } from '../row.ts';
import { fillDevices, tokenOf } from '../stage/fill-devices.ts';
import { startServerUnderTest } from '../stage/server.ts';
import { throwAwayDatabase, throwAwayFolder } from '../stage/throw-away.ts';

const NAMES = [
  'broadcast-pushes-per-second',
  'broadcast-wrong',
  'broadcast-unknown',
  'broadcast-dead-left',
  'broadcast-memory-growth',
] as const;
/** Of the devices, when the server is killed. */
const KILLED_AT = [0.05, 0.15];
/** Two jobs of a server have taken twenty-five each. */
const IN_FLIGHT = 50;
const POLL_MS = 20;
/** What a device that is asked to wait waits for. */
const RETRY_AFTER_S = 2;

/**
 * A message to everybody, each with a device, a hundredth of them dead and a hundredth over its quota at first, is sent by a server
 * that is killed twice on the way. Then what the push service got is held against what the server says of each device.
 */
export const broadcast: Bench = {
  name: 'broadcast',
  rows: NAMES,
  run: async (context) => {
    const devices = context.quick ? 5_000 : 50_000;
    const done = await broadcastTo(context, devices);
    const of = `of ${devices} devices, after ${KILLED_AT.length} kill -9${context.quick ? '; quick' : ''}`;
    return [
      measuredRow({
        name: NAMES[0],
        value: done.rate,
        unit: '/s',
        detail: `by the last server, from its first push until half of what was left was sent, 50 at once; ${of}`,
      }),
      measuredRow({
        name: NAMES[1],
        value: done.wrong,
        unit: 'devices',
        bar: { is: '<=', value: 0 },
        detail: `${of}: got it twice, or got it not without being counted as unknown, or the other way round, or counts that do not add up`,
      }),
      measuredRow({
        name: NAMES[2],
        value: done.unknown,
        unit: 'devices',
        // What each job had taken to send when its server was killed.
        bar: { is: '<=', value: KILLED_AT.length * IN_FLIGHT },
        detail: `${of}: of which nobody knows, counted as such; ${done.unknown_but_got} of them have got it`,
      }),
      measuredRow({
        name: NAMES[3],
        value: done.dead_left,
        unit: 'devices',
        bar: { is: '<=', value: 0 },
        detail: `${of}: dead, known to be, and not forgotten`,
      }),
      measuredRow({
        name: NAMES[4],
        value: done.late.resident_mb / done.early.resident_mb,
        unit: 'x',
        bar: { is: '<=', value: 1.2 },
        detail: `the server that sent the rest, garbage collected: ${done.late.resident_mb.toFixed(0)} MB (${done.late.live_mb.toFixed(1)} alive) at its end, ${done.early.resident_mb.toFixed(0)} MB (${done.early.live_mb.toFixed(1)} alive) after a fifth; peak ${done.peak_mb.toFixed(0)} MB; ${of}`,
      }),
    ];
  },
};

async function broadcastTo(context: BenchContext, devices: number) {
  const fcm = await startFcm({ retry_after_s: RETRY_AFTER_S });
  context.cleanup.defer(() => fcm.stop());
  const DATABASE_URL = await throwAwayDatabase(context);
  const env = { ...fcm.env(), DATA_DIR: await throwAwayFolder(context), DATABASE_URL };
  const id = await fillDevices(env, devices);
  const client = new pg.Client({ connectionString: DATABASE_URL });
  await client.connect();
  // The database goes with the benchmark, and this with it.
  client.on('error', () => undefined);
  const got = (): number => fcm.messages.list().length;
  for (const share of KILLED_AT) {
    const server = await startServerUnderTest(context, { env });
    while (got() < devices * share) await sleep(POLL_MS * Math.random());
    process.kill(server.pid, 'SIGKILL');
    context.log(`killed after ${got()} of ${devices}`);
  }
  const sent = await sendTheRest(context, { env, got, client, id });
  const told = await reports(client, id);
  const wrong = wrongOf(fcm, told, devices) + Math.abs(told.total - devices);
  const unknown = told.states
    .values()
    .filter((state) => state === 'unknown')
    .toArray().length;
  const unknown_but_got = fcm.messages.list().filter(({ token }) => told.stateOf(token) === 'unknown').length;
  await client.end();
  return { ...sent, wrong, unknown, unknown_but_got, dead_left: told.dead_left };
}

async function sendTheRest(
  context: BenchContext,
  { env, got, client, id }: { env: Record<string, string>; got: () => number; client: pg.Client; id: string },
) {
  const before = got();
  const server = await startServerUnderTest(context, { env, inspected: true });
  const devices = await client.query('SELECT count(*)::int AS n FROM users');
  const rest = devices.rows[0].n - before;
  while (got() === before) await sleep(POLL_MS);
  const begun = performance.now();
  while (got() < before + rest * 0.2) await sleep(POLL_MS);
  const early = await server.collected();
  // Not to the end: what the killed ones have left is nobody else's for a minute.
  while (got() < before + rest * 0.5) await sleep(POLL_MS);
  const rate = (rest * 0.5 * 1_000) / (performance.now() - begun);
  while (!(await isDone(client, id))) await sleep(POLL_MS * 10);
  const late = await server.collected();
  const peak_mb = server.memory()?.peak_mb ?? Number.NaN;
  context.log(
    `${got() - before} by the last server, ${rate.toFixed(0)} a second, peak ${peak_mb.toFixed(0)} MB`,
  );
  await server.stop();
  return { rate, early, late, peak_mb };
}

async function isDone(client: pg.Client, id: string): Promise<boolean> {
  const { rows } = await client.query('SELECT state FROM outgoing_messages WHERE id = $1', [id]);
  return rows[0].state === 'done';
}

type Reports = {
  /** What the server says became of each device, by the hash of its token. */
  readonly states: ReadonlyMap<string, string>;
  stateOf(token: string): string | undefined;
  /** The sum of its counts. */
  readonly total: number;
  readonly dead_left: number;
};

async function reports(client: pg.Client, id: string): Promise<Reports> {
  const { rows } = await client.query<{ hash: string; state: string }>(
    `SELECT encode(address_hash, 'hex') AS hash, state FROM deliveries WHERE outgoing_id = $1`,
    [id],
  );
  const counts = await client.query<{ total: number }>(
    // Those by state: besides, there is one of each channel's people, without a state.
    `SELECT sum((tally ->> 2)::int)::int AS total FROM outgoing_messages, jsonb_array_elements(counts) tally
     WHERE id = $1 AND tally ->> 1 IS NOT NULL`,
    [id],
  );
  const left = await client.query<{ n: number }>(
    `SELECT count(*)::int AS n FROM deliveries d JOIN device_tokens t ON t.token_hash = d.address_hash
     WHERE d.outgoing_id = $1 AND d.state = 'gone'`,
    [id],
  );
  const states = new Map(rows.map(({ hash, state }) => [hash, state]));
  return {
    states,
    stateOf: (token) => states.get(hashToken(token).toString('hex')),
    total: counts.rows[0]?.total ?? 0,
    dead_left: left.rows[0]?.n ?? 0,
  };
}

/** Devices of which what they got and what the server says do not fit. */
function wrongOf(fcm: FcmSandbox, told: Reports, devices: number): number {
  const times = new Map<string, number>();
  for (const { token } of fcm.messages.list()) times.set(token, (times.get(token) ?? 0) + 1);
  let wrong = 0;
  for (let n = 0; n < devices; n++) {
    const token = tokenOf(n);
    const fitting: Readonly<Record<number, readonly string[]>> = {
      0: token.startsWith('dead-') ? ['gone', 'unknown'] : ['unknown'],
      1: ['sent', 'unknown'],
    };
    const state = told.stateOf(token) ?? '';
    if (fitting[times.get(token) ?? 0]?.includes(state) !== true) wrong += 1;
  }
  return wrong;
}
