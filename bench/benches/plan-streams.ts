import { setTimeout as sleep } from 'node:timers/promises';
import type { Bench, BenchContext } from '../bench.ts';
import { measuredRow, median, type Row, skippedRow } from '../row.ts';
import { type LoadGenerator, SERVER_CORE, startLoadGenerator } from '../stage/companions.ts';
import { type PreparedRoster, prepareRosters } from '../stage/prepare-rosters.ts';
import { freePort, PINNING } from '../stage/process.ts';
import { type ServerUnderTest, startServerUnderTest } from '../stage/server.ts';
import { settle, throwAwayDatabase, throwAwayFolder } from '../stage/throw-away.ts';

const STREAMS = 100;
const WEEKS = 52;
const WARM_UP = 3;
/** Of the time that the whole plan takes, until the first event; and in milliseconds, on a machine that does nothing else. */
const FIRST_EVENT_SHARE = 0.25;
const FIRST_EVENT_AIM_MS = 15;
const MEMORY_MB = 300;
/** As much longer others may wait. */
const SLOWER = 3;
const ROWS = {
  first: 'plan-stream-first-event-vs-whole',
  first_ms: 'plan-stream-first-event',
  complete: 'plan-streams-incomplete',
  memory: 'plan-streams-memory',
  others: 'plan-streams-others-vs-idle',
};

/** A hundred coaches who watch a year's plan being made, and what that is to everybody else. */
export const planStreams: Bench = {
  name: 'plan-streams',
  rows: Object.values(ROWS),
  run: async (context) => {
    const stage = await openStage(context);
    const load = await startLoadGenerator(context);
    const first = await firstEvents(context, stage);
    const rounds = context.quick ? 2 : 5;
    const p95 = { idle: [] as number[], streaming: [] as number[] };
    let incomplete = 0;
    await readOthers(load, stage);
    for (let round = 1; round <= rounds; round++) {
      p95.idle.push(await readOthers(load, stage));
      const stopped = new AbortController();
      const streams = keepStreaming(stage, stopped.signal);
      // All of them have begun.
      await sleep(500);
      p95.streaming.push(await readOthers(load, stage));
      stopped.abort();
      const ended = await streams;
      incomplete += ended.filter((whole) => !whole).length;
      context.log(
        `round ${round}: ${ended.length} streams; others p95 ${p95.idle.at(-1)?.toFixed(2)} ms idle, ${p95.streaming.at(-1)?.toFixed(2)} ms meanwhile; peak ${stage.server.memory()?.peak_mb.toFixed(0) ?? '?'} MB`,
      );
    }
    const peak_mb = stage.server.memory()?.peak_mb ?? null;
    return rowsOf(context, { first, incomplete, p95, peak_mb, started_mb: stage.started_mb });
  },
};

type Stage = {
  readonly server: ServerUnderTest;
  readonly club: PreparedRoster;
  /** Of a plan that is drafted already. */
  readonly body: string;
  /** What the server had when it had started. */
  readonly started_mb: number | null;
};

async function openStage(context: BenchContext): Promise<Stage> {
  const DATABASE_URL = await throwAwayDatabase(context);
  // The token is made before the server is there, and names its address.
  const port = await freePort();
  const env = { DATA_DIR: await throwAwayFolder(context), DATABASE_URL, PORT: String(port) };
  const [club] = await prepareRosters(env, { clubs: [{ members: 100, groups: 10 }], others: 0, weeks: 1 });
  if (club === undefined) throw new Error('The club was not made.');
  await settle(DATABASE_URL);
  const asked = {
    org_id: club.org_id,
    weeks: WEEKS,
    experience_level: 'advanced',
    start_date: '2026-09-07',
    goal: { event: 'marathon', race_date: '2027-08-29' },
  };
  // The very first start of all compiles what later ones find in a cache, which takes memory of its own.
  const first = await startServerUnderTest(context, { env });
  const answer = await ask({ server: first, club }, '/draft', JSON.stringify(asked));
  const { data } = (await answer.json()) as { data: { draft: string } };
  await first.stop();
  const server = await startServerUnderTest(context, { env, core: SERVER_CORE });
  const started_mb = server.memory()?.resident_mb ?? null;
  return { server, club, body: JSON.stringify({ ...asked, refined_draft: data.draft }), started_mb };
}

async function ask(
  { server, club }: Pick<Stage, 'server' | 'club'>,
  path: string,
  body: string,
): Promise<Response> {
  const headers = { authorization: `Bearer ${club.coach_token}`, 'content-type': 'application/json' };
  const answer = await fetch(`${server.url}/api/v1/plans${path}`, { method: 'POST', headers, body });
  if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
  return answer;
}

type Times = {
  readonly first_ms: readonly number[];
  /** Of the same plan, asked for without a stream. */
  readonly whole_ms: readonly number[];
};

/** How long until the first event, and until the whole plan, by turns and one after the other, on a server that has made some. */
async function firstEvents(context: BenchContext, stage: Stage): Promise<Times> {
  const [first_ms, whole_ms]: [number[], number[]] = [[], []];
  for (let made = 0; made < (context.quick ? 10 : 30); made++) {
    const first = await timeFirstEvent(stage);
    const asked = performance.now();
    await (await ask(stage, '/generate', stage.body)).arrayBuffer();
    // The first ones load and compile what they need.
    if (made < WARM_UP) continue;
    first_ms.push(first);
    whole_ms.push(performance.now() - asked);
  }
  context.log(
    `first event after ${median(first_ms).toFixed(1)} ms (${Math.min(...first_ms).toFixed(1)} to ${Math.max(...first_ms).toFixed(1)}), whole plan after ${median(whole_ms).toFixed(1)} ms`,
  );
  return { first_ms, whole_ms };
}

async function timeFirstEvent(stage: Stage): Promise<number> {
  const asked = performance.now();
  const { body } = await ask(stage, '/generate/stream', stage.body);
  const reader = body?.getReader();
  await reader?.read();
  const took_ms = performance.now() - asked;
  // To its end: one stream after the other, not one beside a plan that nobody waits for any more.
  while (reader !== undefined && !(await reader.read()).done);
  return took_ms;
}

/** So many streams all the time, each followed by the next until `signal` says so. @returns which of them were whole */
async function keepStreaming(stage: Stage, signal: AbortSignal): Promise<boolean[]> {
  const lines = Array.from({ length: STREAMS }, async () => {
    const ended: boolean[] = [];
    do ended.push(await isWhole(stage));
    while (!signal.aborted);
    return ended;
  });
  return (await Promise.all(lines)).flat();
}

/** A stream read to its end: with a week's sum for each week, a result, and nothing after that it is done. */
async function isWhole(stage: Stage): Promise<boolean> {
  const answer = await ask(stage, '/generate/stream', stage.body);
  const decoder = new TextDecoder();
  let [weeks, results, tail] = [0, 0, ''];
  for await (const bytes of answer.body ?? []) {
    const lines = `${tail}${decoder.decode(bytes, { stream: true })}`.split('\n\n');
    tail = lines.pop() ?? '';
    for (const line of lines) {
      if (line.startsWith('event: weekly_info')) weeks += 1;
      if (line.startsWith('event: result')) results += 1;
      if (line.startsWith('event: error')) return false;
      if (line.startsWith('event: done')) return weeks === WEEKS && results === 1;
    }
  }
  return false;
}

/** The 95th percentile in milliseconds of a coach's look at the groups of the club. */
async function readOthers(load: LoadGenerator, { server, club }: Stage): Promise<number> {
  const { p95_ms } = await load.round({
    port: Number(new URL(server.url).port),
    paths: [`/api/v1/organizations/${club.org_id}/groups`],
    authorization: `Bearer ${club.coach_token}`,
    connections: 1,
    warm_up_ms: 500,
    measure_ms: 4_000,
  });
  return p95_ms;
}

function rowsOf(
  { quick }: BenchContext,
  found: {
    first: Times;
    incomplete: number;
    p95: { idle: readonly number[]; streaming: readonly number[] };
    peak_mb: number | null;
    started_mb: number | null;
  },
): Row[] {
  const how = `${STREAMS} incremental streams of ${WEEKS} weeks at a time, by rules; ${PINNING}${quick ? '; quick' : ''}`;
  const [first_ms, whole_ms] = [median(found.first.first_ms), median(found.first.whole_ms)];
  const [idle, streaming] = [median(found.p95.idle), median(found.p95.streaming)];
  return [
    measuredRow({
      name: ROWS.first,
      value: first_ms / whole_ms,
      unit: 'x',
      bar: { is: '<=', value: FIRST_EVENT_SHARE },
      detail: `of the ${whole_ms.toFixed(1)} ms of the same plan asked for without a stream, by turns; medians; ${WEEKS} weeks by rules; ${PINNING}`,
    }),
    measuredRow({
      name: ROWS.first_ms,
      value: first_ms,
      unit: 'ms',
      detail: `from the request to the first event, the median of ${found.first.first_ms.length} one after the other, ${Math.min(...found.first.first_ms).toFixed(1)} to ${Math.max(...found.first.first_ms).toFixed(1)} ms; aim: at most ${FIRST_EVENT_AIM_MS} ms where nothing else runs`,
    }),
    measuredRow({
      name: ROWS.complete,
      value: found.incomplete,
      unit: 'streams',
      bar: { is: '<=', value: 0 },
      detail: `that ended without all weeks, result and done; ${how}`,
    }),
    found.peak_mb === null || found.started_mb === null
      ? skippedRow(ROWS.memory, 'this system does not tell how much memory a process had')
      : measuredRow({
          name: ROWS.memory,
          value: found.peak_mb,
          unit: 'MB',
          bar: { is: '<=', value: MEMORY_MB },
          detail: `VmHWM of the server, all of it: ${found.started_mb.toFixed(0)} MB are there when it has started; ${how}`,
        }),
    measuredRow({
      name: ROWS.others,
      value: streaming / idle,
      unit: 'x',
      bar: { is: '<=', value: SLOWER },
      detail: `p95 ${streaming.toFixed(2)} ms of a list of groups meanwhile, ${idle.toFixed(2)} ms idle; medians of alternating rounds; ${how}`,
    }),
  ];
}
