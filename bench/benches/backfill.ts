import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import { type StravaSandbox, startStrava } from '../../sandbox/strava/start-strava.ts';
import { parseConfig } from '../../src/config.ts';
import { hashToken, newToken } from '../../src/infra/crypto/tokens.ts';
import type { Database } from '../../src/infra/db/database.ts';
import { sql } from '../../src/infra/db/sql.ts';
import { startServer } from '../../src/main.ts';
import { type Clock, MINUTE_MS, SECOND_MS } from '../../src/shared/time.ts';
import type { Bench, BenchContext } from '../bench.ts';
import { measuredRow } from '../row.ts';
import { prepareClub } from '../stage/prepare-club.ts';
import { freePort } from '../stage/process.ts';
import { throwAwayFolder } from '../stage/throw-away.ts';

const TIME = 'backfill-vs-limit';
const SHARE = 'backfill-share-of-limit';
const QUARTER_MS = 15 * MINUTE_MS;
const LOOK_MS = 25;
/** Of waiting for the server to do what it could do now. */
const STUCK_MS = 120_000;

/** The larger tier, which lets 500 workouts come over within a day, and a small one for a small form. */
const LIMITS = {
  full: { short: 400, daily: 4_000, read_short: 200, read_daily: 2_000 },
  quick: { short: 80, daily: 1_600, read_short: 40, read_daily: 800 },
} as const;

/** How long a past takes to come over from a Strava, against what Strava's limits allow. */
export const backfill: Bench = {
  name: 'backfill',
  rows: [TIME, SHARE],
  run: async (context) => {
    const activities = context.quick ? 100 : 500;
    const limits = context.quick ? LIMITS.quick : LIMITS.full;
    const clock = leapingClock();
    const strava = await startStrava({ clock, limits });
    context.cleanup.defer(() => strava.stop());
    const { id } = strava.addAthlete();
    strava.addSeason(id, { weeks: 8, per_week: activities / 8, resolution_s: 10 });
    const { db, connect } = await stageServer(context, strava, clock);
    // Limits begin anew with each quarter of an hour: from the beginning of one on.
    clock.leapTo(new Date((Math.floor(clock.now().getTime() / QUARTER_MS) + 1) * QUARTER_MS));
    const begun = clock.now();
    const really_begun = performance.now();
    await connect(id);
    const waits = await waitAsAsked(db, clock, context);
    const took_ms = clock.now().getTime() - begun.getTime();
    const worked_s = (performance.now() - really_begun) / SECOND_MS;
    const imported = await countActivities(db);
    if (imported !== activities) throw new Error(`${imported} of ${activities} activities have come over.`);
    const calls = strava.requests.list();
    const reads = calls.filter(({ call }) => READS.has(call ?? '')).map(({ at }) => at);
    const refused = calls.filter(({ status }) => status === 429).length;
    // When the last of so many reads may be made at the earliest, with the same work.
    const least_min =
      Math.floor((reads.length - 1) / limits.read_short) * (QUARTER_MS / MINUTE_MS) + worked_s / 60;
    const took_min = took_ms / MINUTE_MS;
    const suffix = context.quick ? '; quick' : '';
    return [
      measuredRow({
        name: TIME,
        value: took_min / least_min,
        unit: 'x',
        bar: { is: '<=', value: 1.1 },
        detail: `${activities} activities with their streams in ${took_min.toFixed(1)} min by the clock of the stand-in, against ${least_min.toFixed(1)} min that its limit asks for: ${reads.length} reads, ${limits.read_short} in a quarter of an hour; ${waits} waits, ${refused} requests too many, ${worked_s.toFixed(0)} s of work; embedded database${suffix}`,
      }),
      measuredRow({
        name: SHARE,
        value: shareOfLimit(reads, limits.read_short),
        unit: 'x',
        bar: { is: '>=', value: 0.9 },
        detail: `of what the limit allows, used in each quarter of an hour but the last; the rest is kept for news${suffix}`,
      }),
    ];
  },
};

/** How much of what a quarter of an hour allows was used, in the mean of all but the last, in which nothing was left to do. */
function shareOfLimit(reads: readonly Date[], allowed: number): number {
  const quarters = Map.groupBy(reads, (at) => Math.floor(at.getTime() / QUARTER_MS));
  const [first, last] = [Math.min(...quarters.keys()), Math.max(...quarters.keys())];
  if (first === last) throw new Error('The limit was never reached.');
  const before = reads.length - (quarters.get(last)?.length ?? 0);
  return before / ((last - first) * allowed);
}

const READS = new Set(['activities', 'activity', 'streams', 'athlete', 'athlete_zones']);

type LeapingClock = Clock & { leapTo(time: Date): void };

/** Goes like the machine's, and leaps ahead when it is told to: nobody sits through hours of waiting. */
function leapingClock(): LeapingClock {
  let ahead_ms = 0;
  const now = (): Date => new Date(Date.now() + ahead_ms);
  return {
    now,
    leapTo: (time) => {
      ahead_ms += Math.max(0, time.getTime() - now().getTime());
    },
  };
}

/** The server in this process, for its clock's sake, with an athlete who can connect. */
async function stageServer(context: BenchContext, strava: StravaSandbox, clock: Clock) {
  const PORT = String(await freePort());
  const env = {
    DATA_DIR: await throwAwayFolder(context),
    PORT,
    STRAVA_CLIENT_ID: String(strava.settings.client_id),
    STRAVA_CLIENT_SECRET: strava.settings.client_secret,
    STRAVA_WEB_URL: strava.url,
    STRAVA_API_URL: `${strava.url}/api/v3`,
  };
  const { access_tokens } = await prepareClub(env, { athletes: 1, activities_each: 0, tokens: 1 });
  const server = await startServer(parseConfig(env), { clock, logger: pino({ level: 'silent' }) });
  context.cleanup.defer(() => server.stop());
  const connect = async (athlete_id: number): Promise<void> => {
    const headers = { authorization: `Bearer ${access_tokens[0]}` };
    // As an app does that confirms its return: there is no browser here.
    const code_verifier = newToken();
    const code_challenge = hashToken(code_verifier).toString('base64url');
    const asking = `${server.url}/api/v1/strava/oauth/authorize-url?code_challenge=${code_challenge}`;
    const asked = await fetch(asking, { headers });
    const { data } = (await asked.json()) as { data: { authorize_url: string } };
    strava.decideFor({ athlete_id, decision: 'accept' });
    const page = await fetch(data.authorize_url, { redirect: 'manual' });
    const { pathname, search } = new URL(page.headers.get('location') ?? '');
    const back = await fetch(`${server.url}${pathname}${search}`, { redirect: 'manual' });
    if (back.status !== 302) throw new Error(`The callback was answered with ${back.status}.`);
    const confirm_code = new URL(back.headers.get('location') ?? '').searchParams.get('confirm_code');
    const confirmed = await fetch(`${server.url}/api/v1/integrations/confirm`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify({ confirm_code, code_verifier }),
    });
    const said = await confirmed.text();
    if (!said.includes('"status":"success"')) throw new Error(`Strava was not connected: ${said}`);
  };
  return { db: server.deps.db, connect };
}

type Progress = { state: string; not_before: Date; imported: number; steps: number; reason: string | null };

/** Leaps ahead to whatever time the server waits for, until all has come over. @returns how often */
async function waitAsAsked(db: Database, clock: LeapingClock, context: BenchContext): Promise<number> {
  let waits = 0;
  let [steps, moved] = [-1, performance.now()];
  for (;;) {
    const now = await db.maybeOne<Progress>(
      sql`SELECT state, not_before, imported, steps, reason FROM backfills`,
    );
    if (now?.state === 'done') return waits;
    if (now?.state === 'failed') throw new Error(`The backfill failed: ${now.reason}`);
    if (now !== null && now.steps !== steps) [steps, moved] = [now.steps, performance.now()];
    if (performance.now() - moved > STUCK_MS)
      throw new Error(`The backfill is stuck: ${JSON.stringify(now)}`);
    if (now?.state === 'waiting' && now.not_before > clock.now()) {
      waits += 1;
      context.log(`wait ${waits}: ${now.steps} steps so far, until ${now.not_before.toISOString()}`);
      clock.leapTo(now.not_before);
      await db.execute(sql`
        UPDATE pgboss.job SET start_after = now() WHERE name = 'integrations.backfill' AND state < 'active'`);
    }
    await sleep(LOOK_MS);
  }
}

async function countActivities(db: Database): Promise<number> {
  const { count } = await db.one<{ count: number }>(
    sql`SELECT count(*)::int AS count FROM activities WHERE source = 'strava'`,
  );
  return count;
}
