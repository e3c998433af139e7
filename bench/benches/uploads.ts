import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Bench, BenchContext } from '../bench.ts';
import { measuredRow, median } from '../row.ts';
import { prepareClub } from '../stage/prepare-club.ts';
import { freePort } from '../stage/process.ts';
import { type ServerUnderTest, startServerUnderTest } from '../stage/server.ts';
import { settle, throwAwayDatabase, throwAwayFolder } from '../stage/throw-away.ts';

const SLOW = 'uploads-beside-slow-vs-idle';
const REFUSED = 'uploads-beside-slow-refused';
const BUSY = 'uploads-beside-busy-vs-idle';

const OTHERS = 4;
/** Two of each account, which is what an account may hold. */
const SLOW_CONNECTIONS = 50;
const SLOW_ACCOUNTS = SLOW_CONNECTIONS / 2;
/** A little faster than what loses its place, in pieces. */
const PIECE = Buffer.alloc(1_024, 'x');
const PIECES_PER_S = 5;
/** What they say they will send: as much as there can be, and half of it wherever that is refused, so that all room is taken. */
const LARGEST_BYTES = 32 * 1024 * 1024;
const SMALLEST_BYTES = 64 * 1024;
/** What one account sends at once. */
const BUSY_AT_ONCE = 20;

/** Small uploads while fifty others send as slowly as they can, and while one sends twenty at a time, against the same alone. */
export const uploads: Bench = {
  name: 'uploads',
  rows: [SLOW, REFUSED, BUSY],
  run: async (context) => {
    const DATABASE_URL = await throwAwayDatabase(context);
    const env = {
      DATA_DIR: await throwAwayFolder(context),
      DATABASE_URL,
      // Access tokens name the address.
      PORT: String(await freePort()),
      QUOTA_UPLOADS_PER_DAY: '1000000',
      QUOTA_RECORDING_BYTES: String(2 ** 50),
    };
    const people = OTHERS + SLOW_ACCOUNTS + 1;
    const { access_tokens } = await prepareClub(env, {
      athletes: people,
      activities_each: 1,
      tokens: people,
    });
    await settle(DATABASE_URL);
    const server = await startServerUnderTest(context, { env });
    const others = access_tokens.slice(0, OTHERS);
    const slow = access_tokens.slice(OTHERS, OTHERS + SLOW_ACCOUNTS);
    const busy = access_tokens.slice(-1);
    const measure_ms = context.quick ? 4_000 : 10_000;
    let refused = 0;
    const measure = async (name: string): Promise<number> => {
      const { p95_ms, count, failures } = await uploadFor(server, others, measure_ms);
      context.log(`  ${name}: ${count} uploads, p95 ${p95_ms.toFixed(1)} ms, ${failures} refused`);
      refused += failures;
      return p95_ms;
    };
    const p95 = { idle: [] as number[], slow: [] as number[], busy: [] as number[] };
    const rounds = context.quick ? 2 : 5;
    await measure('warm-up');
    for (let round = 1; round <= rounds; round++) {
      context.log(`round ${round}`);
      p95.idle.push(await measure('idle'));
      p95.slow.push(await besideSlow(context, server, slow, () => measure('slow')));
      p95.busy.push(await besideBusy(server, busy, () => measure('busy')));
    }
    const [idle, withSlow, withBusy] = [median(p95.idle), median(p95.slow), median(p95.busy)];
    const how = `${OTHERS} athletes upload runs of 60 kB one after the other, medians of ${rounds} alternating rounds, nothing pinned${context.quick ? '; quick' : ''}`;
    return [
      measuredRow({
        name: SLOW,
        value: withSlow / idle,
        unit: 'x',
        bar: { is: '<=', value: 3 },
        detail: `p95 ${withSlow.toFixed(1)} ms beside ${SLOW_CONNECTIONS} connections of ${SLOW_ACCOUNTS} accounts that send ${PIECES_PER_S} KiB/s each and take all the room they can, ${idle.toFixed(1)} ms idle; ${how}`,
      }),
      measuredRow({
        name: REFUSED,
        value: refused,
        unit: 'uploads',
        bar: { is: '<=', value: 0 },
        detail: 'of those athletes, in all rounds',
      }),
      measuredRow({
        name: BUSY,
        value: withBusy / idle,
        unit: 'x',
        bar: { is: '<=', value: 3 },
        detail: `p95 ${withBusy.toFixed(1)} ms beside one account that sends ${BUSY_AT_ONCE} such runs at a time, ${idle.toFixed(1)} ms idle; ${how}`,
      }),
    ];
  },
};

let minutes = 0;

/** A run of ten minutes, a second a point; another one each time, on a day of its own. */
function anotherRun(): Blob {
  minutes += 1;
  const start = Date.UTC(1990, 0, 1) + minutes * 86_400_000 * 0.3;
  const points = Array.from({ length: 600 }, (_, second) => {
    const time = new Date(start + second * 1_000).toISOString();
    return `<trkpt lat="${(46.5 + second * 3e-5).toFixed(5)}" lon="15.60000"><ele>270</ele><time>${time}</time></trkpt>`;
  });
  return new Blob([
    `<gpx creator="bench"><trk><type>running</type><trkseg>${points.join('')}</trkseg></trk></gpx>`,
  ]);
}

/** The status of an upload's answer. */
async function upload({ url }: ServerUnderTest, token: string | undefined): Promise<number> {
  const body = new FormData();
  body.set('file', anotherRun(), 'run.gpx');
  const headers = { authorization: `Bearer ${token}` };
  const answer = await fetch(`${url}/api/v1/activities/upload`, { method: 'POST', headers, body });
  const text = await answer.text();
  if (answer.status !== 201 && answer.status !== 429) throw new Error(`${answer.status}: ${text}`);
  return answer.status;
}

/** Uploads for each of the people, one after the other. */
async function uploadFor(
  server: ServerUnderTest,
  tokens: readonly string[],
  measure_ms: number,
): Promise<{ p95_ms: number; count: number; failures: number }> {
  const until = performance.now() + measure_ms;
  const times: number[] = [];
  let failures = 0;
  const work = async (token: string): Promise<void> => {
    while (performance.now() < until) {
      const begun = performance.now();
      const status = await upload(server, token);
      if (status === 201) times.push(performance.now() - begun);
      else failures += 1;
    }
  };
  await Promise.all(tokens.map(work));
  times.sort((a, b) => a - b);
  return { p95_ms: times[Math.floor(times.length * 0.95)] ?? 0, count: times.length, failures };
}

/** Whoever is refused or cut off comes again. */
async function besideSlow<T>(
  context: BenchContext,
  { url }: ServerUnderTest,
  tokens: readonly string[],
  work: () => Promise<T>,
): Promise<T> {
  const stopped = new AbortController();
  let begun = 0;
  const drip = async (index: number): Promise<void> => {
    const token = tokens[index % tokens.length];
    let length = LARGEST_BYTES;
    while (!stopped.signal.aborted) {
      begun += 1;
      const { socket, wasRefused } = beginUpload(url, token, length);
      while (!socket.destroyed && !stopped.signal.aborted) {
        socket.write(PIECE);
        await sleep(1_000 / PIECES_PER_S);
      }
      socket.destroy();
      length = wasRefused() ? Math.max(length / 2, SMALLEST_BYTES) : LARGEST_BYTES;
    }
  };
  const all = Array.from({ length: SLOW_CONNECTIONS }, (_, index) => drip(index));
  // Until all that will get a place have it.
  await sleep(3_000);
  try {
    return await work();
  } finally {
    stopped.abort();
    await Promise.all(all);
    context.log(`  slow ones began ${begun} times`);
  }
}

function beginUpload(url: string, token: string | undefined, length: number) {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  let isRefused = false;
  socket.on('error', () => undefined);
  socket.on('data', (answer: Buffer) => {
    isRefused = answer.toString('latin1', 9, 12) === '429';
    socket.destroy();
  });
  socket.write(
    `POST /api/v1/activities/upload HTTP/1.1\r\nHost: bench\r\nAuthorization: Bearer ${token}\r\n` +
      `Content-Type: multipart/form-data; boundary=x\r\nContent-Length: ${length}\r\n\r\n` +
      '--x\r\nContent-Disposition: form-data; name="file"; filename="run.fit"\r\n\r\n',
  );
  return { socket, wasRefused: () => isRefused };
}

async function besideBusy<T>(
  server: ServerUnderTest,
  [token]: readonly string[],
  work: () => Promise<T>,
): Promise<T> {
  const stopped = new AbortController();
  const send = async (): Promise<void> => {
    while (!stopped.signal.aborted) await upload(server, token);
  };
  const all = Array.from({ length: BUSY_AT_ONCE }, send);
  try {
    return await work();
  } finally {
    stopped.abort();
    await Promise.all(all);
  }
}
