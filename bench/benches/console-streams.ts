import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import type { Page } from 'playwright-core';
import { parseConfig } from '../../src/config.ts';
import { hashToken, newToken } from '../../src/infra/crypto/tokens.ts';
import { sql } from '../../src/infra/db/sql.ts';
import { startServer } from '../../src/main.ts';
import { CHROMIUM } from '../../src/test/chromium.ts';
import { eventually } from '../../src/test/eventually.ts';
import type { Bench, BenchContext } from '../bench.ts';
import { measuredRow, median } from '../row.ts';
import { openBrowser, type TraceEvent, traced } from '../stage/console-page.ts';
import { freePort } from '../stage/process.ts';
import { throwAwayDatabase, throwAwayFolder } from '../stage/throw-away.ts';

const FIRST_DRAW = 'console-streams-first-draw';
const PLAYHEAD = 'console-streams-playhead';
const FIRST_DRAW_LIMIT_MS = 80;
const PLAYHEAD_LIMIT_MS = 8;
/** Four hours, a sample a second. */
const SAMPLES = 14_400;
const LANES = 5;
const PASSWORD = 'Bench-Password-0123';
const EMAIL = 'runner@bench.example.org';
/** Moves of the pointer over the lanes, a frame each. */
const MOVES = 90;

/** Four hours of samples drawn in five lanes, and a playhead moved through them. */
export const consoleStreams: Bench = {
  name: 'console-streams',
  rows: [FIRST_DRAW, PLAYHEAD],
  run: async (context) => {
    const browser = await openBrowser(context);
    const { url, activity_id } = await stageRun(context);
    const draws: number[] = [];
    const frames: number[] = [];
    const rounds = context.quick ? 3 : 12;
    const page = await (
      await browser.newContext({ baseURL: url, viewport: { width: 1440, height: 900 }, locale: 'en' })
    ).newPage();
    const signedIn = await page.request.post(`${url}/api/v1/auth/cookie-session`, {
      data: { email: EMAIL, password: PASSWORD },
      headers: { 'X-Ekiden-Console': '1', origin: url },
    });
    if (signedIn.status() !== 200) throw new Error(`Signing in was answered ${signedIn.status()}.`);
    await page.addInitScript(WATCH);
    const streams = JSON.stringify({ status: 'ok', data: { activity_id, streams: samples() } });
    await page.route('**/streams', async (route) => {
      // They come last, so that neither the server nor drawing what else there is of the run is measured.
      await page.getByRole('heading', { name: 'Laps' }).waitFor();
      await route.fulfill({ contentType: 'application/json', body: streams });
    });
    for (let round = 0; round <= rounds; round += 1) {
      const first_ms = await drawOnce(page, activity_id);
      const moved = await movePlayhead(page);
      context.log(`first draw ${first_ms.toFixed(0)} ms, frames ${median(moved).toFixed(1)} ms`);
      // The first round fetches and compiles the code.
      if (round === 0) continue;
      draws.push(first_ms);
      frames.push(...moved);
    }
    const p95 = frames.toSorted((a, b) => a - b)[Math.floor(frames.length * 0.95)] ?? Number.NaN;
    const how = `${SAMPLES} samples, ${LANES} lanes, 1,440 px, ${CHROMIUM}${context.quick ? '; quick' : ''}`;
    return [
      measuredRow({
        name: FIRST_DRAW,
        value: median(draws),
        unit: 'ms',
        bar: { is: '<=', value: FIRST_DRAW_LIMIT_MS },
        detail: `from the last byte of the samples to the frame in which all lanes are painted, reading them included; median of ${draws.length}, slowest ${Math.max(...draws).toFixed(0)} ms; ${how}`,
      }),
      measuredRow({
        name: PLAYHEAD,
        value: median(frames),
        unit: 'ms',
        bar: { is: '<=', value: PLAYHEAD_LIMIT_MS },
        detail: `of the main thread a frame in which the pointer moves, by the trace; median of ${frames.length}, p95 ${p95.toFixed(1)} ms; ${how}`,
      }),
    ];
  },
};

/** A server with an account and a workout; the samples are given to the browser by the benchmark. */
async function stageRun(context: BenchContext): Promise<{ url: string; activity_id: string }> {
  const port = String(await freePort());
  const server = await startServer(
    parseConfig({
      DATA_DIR: await throwAwayFolder(context),
      DATABASE_URL: await throwAwayDatabase(context),
      PORT: port,
      ROLES: 'api',
      LOG_LEVEL: 'silent',
    }),
    { logger: pino({ enabled: false }) },
  );
  context.cleanup.defer(() => server.stop());
  const url = server.url ?? '';
  const token = newToken();
  await server.deps.db.execute(sql`
    INSERT INTO email_verifications (token_hash, email, created_at, expires_at)
    VALUES (${hashToken(token)}, ${EMAIL}, now(), now() + interval '1 day')`);
  const post = async <Answer>(path: string, body: object, bearer?: string): Promise<Answer> => {
    const answer = await fetch(`${url}/api/v1${path}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(bearer !== undefined && { authorization: `Bearer ${bearer}` }),
      },
      body: JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(`${path} was answered ${answer.status}: ${await answer.text()}`);
    return (await answer.json()) as Answer;
  };
  const { access_token } = await post<{ access_token: string }>('/auth/complete-signup', {
    token,
    password: PASSWORD,
  });
  const { data } = await post<{ data: { activity: { id: string } } }>(
    '/activities',
    { sport_type: 'run', start_time: '2026-03-01T07:00:00Z', duration_s: SAMPLES, distance_m: 42_195 },
    access_token,
  );
  return { url, activity_id: data.activity.id };
}

/** What a watch records of four hours, with changes of pace and hills. */
function samples(): Record<string, unknown[]> {
  const seconds = Array.from({ length: SAMPLES }, (_, second) => second);
  const wave = (second: number, period: number): number => Math.sin(second / period);
  return {
    time_s: seconds,
    distance_m: seconds.map((second) => Math.round(29.3 * second) / 10),
    speed_mps: seconds.map((s) => Math.round(1_000 * (2.9 + 0.5 * wave(s, 240) + 0.15 * wave(s, 7))) / 1_000),
    heart_rate_bpm: seconds.map((s) => Math.round(150 + 15 * wave(s, 300) + 2 * wave(s, 11))),
    cadence_spm: seconds.map((s) => Math.round(172 + 4 * wave(s, 60))),
    power_w: seconds.map((s) => Math.round(250 + 40 * wave(s, 180) + 12 * wave(s, 5))),
    altitude_m: seconds.map((s) => Math.round(10 * (80 + 30 * wave(s, 900))) / 10),
    latlng: seconds.map((s) => [55.9 + 0.02 * wave(s, 1_200), -3.2 + 0.03 * Math.cos(s / 1_200)]),
  };
}

/** In the page: notes when lanes were painted last. A task that is posted from a frame runs once that frame is painted. */
const WATCH = `
  localStorage.setItem('ekiden.lanes', 'pace heartRate cadence power elevation');
  globalThis.painted = 0;
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = () => { globalThis.painted = performance.now(); };
  const stroke = CanvasRenderingContext2D.prototype.stroke;
  CanvasRenderingContext2D.prototype.stroke = function (...given) {
    requestAnimationFrame(() => port2.postMessage(0));
    return stroke.apply(this, given);
  };
`;

/** Opens the run anew. @returns milliseconds from the arrival of the samples to the paint of the lanes */
async function drawOnce(page: Page, activity_id: string): Promise<number> {
  await page.goto('about:blank');
  // What the page keeps of earlier rounds would show at once.
  await page.goto('/console/runs');
  await page.evaluate("indexedDB.deleteDatabase('ekiden')");
  await page.goto(`/console/runs/${activity_id}`);
  // Asked again and again, since the page's policy lets no text be run in it.
  await eventually(
    () => page.evaluate<boolean>(`document.querySelectorAll('canvas').length === ${LANES} && painted > 0`),
    (isThere) => isThere,
  );
  await sleep(300);
  return await page.evaluate<number>(`(() => {
    const entry = performance.getEntriesByType('resource').findLast(({ name }) => name.endsWith('/streams'));
    return painted - entry.responseEnd;
  })()`);
}

/** Moves the pointer over the lanes, a move a frame. @returns milliseconds of the main thread for each move */
async function movePlayhead(page: Page): Promise<number[]> {
  const box = await page.getByRole('slider', { name: 'Moment in the run' }).boundingBox();
  if (box === null) throw new Error('There is no playhead.');
  const client = await page.context().newCDPSession(page);
  const events = await traced(client, ['toplevel', 'devtools.timeline', 'blink.user_timing'], async () => {
    for (let move = 0; move < MOVES; move += 1) {
      await page.evaluate(`performance.mark('move ${move}')`);
      await page.mouse.move(box.x + (box.width * (move + 1)) / (MOVES + 2), box.y + box.height / 3);
      await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))');
    }
    await page.evaluate(`performance.mark('move ${MOVES}')`);
  });
  await client.detach();
  return framesOf(events);
}

/** What the events of drawing took on the page's main thread between each two marks. */
function framesOf(events: readonly TraceEvent[]): number[] {
  const marks = events
    .filter(({ name, ph }) => /^move \d+$/.test(name) && 'RIn'.includes(ph))
    .sort((a, b) => a.ts - b.ts);
  const main = marks[0];
  const WORK = new Set([
    'EventDispatch',
    'FireAnimationFrame',
    'UpdateLayoutTree',
    'Layout',
    'PrePaint',
    'Paint',
    'Layerize',
    'Commit',
    'RunMicrotasks',
  ]);
  const work = events.filter(
    ({ name, ph, tid, pid }) => ph === 'X' && tid === main?.tid && pid === main?.pid && WORK.has(name),
  );
  return marks.slice(0, -1).map(({ ts }, index) => {
    const until = marks[index + 1]?.ts ?? ts;
    const own = work.filter((event) => event.ts >= ts && event.ts < until).sort((a, b) => a.ts - b.ts);
    // What lies within another has been counted with it.
    let end = 0;
    let total = 0;
    for (const { ts: from, dur = 0 } of own) {
      if (from < end) continue;
      total += dur;
      end = from + dur;
    }
    return total / 1_000;
  });
}
