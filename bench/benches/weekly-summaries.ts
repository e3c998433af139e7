import { pino } from 'pino';
import { parseConfig } from '../../src/config.ts';
import { createDeps, type Deps } from '../../src/deps.ts';
import { migrate } from '../../src/infra/db/migrate.ts';
import { MIGRATIONS } from '../../src/main.ts';
import { findRaceDays } from '../../src/modules/calendars/index.ts';
import { weeklySummariesWritten, writeWeeklySummaries } from '../../src/modules/summaries/index.ts';
import { HOUR_MS, MINUTE_MS } from '../../src/shared/time.ts';
import type { Bench, BenchContext } from '../bench.ts';
import { measuredRow, type Row } from '../row.ts';
import { seedWeeks, ZONES } from '../stage/seed-weeks.ts';
import { settle, sizeOf, throwAwayDatabase, throwAwayFolder } from '../stage/throw-away.ts';

const WRONG = 'weekly-summaries-wrong';
const TIME = 'weekly-summaries-time';
const IDLE = 'weekly-summaries-idle';

/** On its Sunday clocks change in Europe, Beirut and Greenland; in the weeks around it in other places. */
const WEEK = '2026-10-19';
/** Before the first and after the last of all Mondays at six. */
const FROM = new Date('2026-10-25T14:00:00Z');
const UNTIL = new Date('2026-10-26T20:00:00Z');
const TICK_MS = 15 * MINUTE_MS;
const WEEKS = 30;

/** Everybody's week, written by two processes at once that look every quarter of an hour and now and then are stopped midway. */
export const weeklySummaries: Bench = {
  name: 'weekly-summaries',
  rows: [WRONG, TIME, IDLE],
  run: async (context) => {
    const people = context.quick ? 1_000 : 10_000;
    const DATABASE_URL = await throwAwayDatabase(context);
    let now = FROM;
    const open = async (): Promise<Deps> => {
      const env = { DATA_DIR: await throwAwayFolder(context), DATABASE_URL, LOG_LEVEL: 'error' };
      const deps = await createDeps(parseConfig(env), { clock: { now: () => now } });
      context.cleanup.defer(async () => {
        await deps.jobs.stop({ timeout_ms: 1_000 });
        await deps.close();
      });
      return deps;
    };
    const [one, other] = [await open(), await open()];
    await migrate(one.db, MIGRATIONS);
    await seedWeeks(one.db, { people, weeks: WEEKS, until: UNTIL });
    await settle(DATABASE_URL);
    context.log(`database of ${await sizeOf(DATABASE_URL)}`);
    // Nobody works off what is emitted: it stays there to be counted.
    for (const deps of [one, other]) await deps.jobs.start([weeklySummariesWritten.job], { worker: false });
    const ticks: number[] = [];
    for (; now < UNTIL; now = new Date(now.getTime() + TICK_MS)) {
      const began = performance.now();
      const isStopped = ticks.length % 3 === 0;
      await Promise.all([write(one, isStopped ? 20 : null), write(other, null)]);
      ticks.push(performance.now() - began);
    }
    // What a look costs that finds nothing to write.
    const began = performance.now();
    await write(one, null);
    const idle_ms = performance.now() - began;
    return rowsOf(context, { people, ticks, idle_ms, ...(await judge(one)) });
  },
};

/** @param stopped_after_ms after which this process is told to stop, wherever it is */
async function write(deps: Deps, stopped_after_ms: number | null): Promise<void> {
  const stopping = new AbortController();
  const timer =
    stopped_after_ms === null
      ? undefined
      : setTimeout(() => stopping.abort(new Error('stopped')), stopped_after_ms);
  const writer = { write: async ({ text }: { readonly text: string }) => ({ text, engine: 'rules' }) };
  try {
    const context = { signal: stopping.signal, logger: pino({ level: 'error' }) };
    await writeWeeklySummaries({ ...deps, writer, findRaceDays }, context);
  } catch (error) {
    if (!stopping.signal.aborted) throw error;
  } finally {
    clearTimeout(timer);
  }
}

type Verdict = { readonly expected: number; readonly wrong: number; readonly why: string };

/** Everything is held against what PostgreSQL says by its own calendar. */
async function judge({ db }: Deps): Promise<Verdict> {
  const { rows } = await db.executeSql(`
    WITH person AS (
      SELECT user_id, preferences ->> 'timezone' AS zone FROM users
    ), done AS (
      SELECT p.user_id, p.zone, count(*) FILTER (WHERE day >= date '${WEEK}') AS activities,
        coalesce(sum(distance_m) FILTER (WHERE day >= date '${WEEK}'), 0) AS distance_m
      FROM person p JOIN activities a USING (user_id),
        LATERAL (SELECT (a.start_time AT TIME ZONE p.zone)::date AS day) d
      WHERE day BETWEEN date '${WEEK}' - 21 AND date '${WEEK}' + 6
      GROUP BY 1, 2
    ), told AS (
      SELECT (one ->> 'user_id')::uuid AS user_id, count(*) AS times
      FROM pgboss.job j, jsonb_array_elements(j.data -> 'people') one
      WHERE j.name = '${weeklySummariesWritten.job.name}' AND j.data ->> 'week_start' = '${WEEK}' GROUP BY 1
    ), written AS (SELECT * FROM weekly_summaries WHERE week_start = date '${WEEK}')
    SELECT (SELECT count(*)::int FROM done) AS expected,
      count(*) FILTER (WHERE w.user_id IS NULL)::int AS missing,
      count(*) FILTER (WHERE d.user_id IS NULL)::int AS uncalled_for,
      count(*) FILTER (WHERE w.activities <> d.activities OR abs(w.distance_m - d.distance_m) > 0.001)::int AS wrong_sums,
      count(*) FILTER (WHERE (w.generated_at AT TIME ZONE d.zone) NOT BETWEEN timestamp '${WEEK}' + interval '7 days 6 hours'
        AND timestamp '${WEEK}' + interval '7 days 6 hours 15 minutes')::int AS wrong_time,
      count(*) FILTER (WHERE coalesce(t.times, 0) <> 1)::int AS not_told_once
    FROM done d FULL JOIN written w USING (user_id) LEFT JOIN told t ON t.user_id = coalesce(d.user_id, w.user_id)`);
  const [found] = rows as Record<string, number>[];
  const { expected = 0, ...faults } = found ?? {};
  return {
    expected,
    wrong: Object.values(faults).reduce((sum, count) => sum + count, 0),
    why: Object.entries(faults)
      .map(([fault, count]) => `${count} ${fault.replaceAll('_', ' ')}`)
      .join(', '),
  };
}

function rowsOf(
  { quick }: BenchContext,
  measured: Verdict & { people: number; ticks: readonly number[]; idle_ms: number },
): Row[] {
  const { people, expected, wrong, why, ticks, idle_ms } = measured;
  if (expected < people * 0.9)
    throw new Error(`Only ${expected} of ${people} people are to hear of their week.`);
  const hours = Math.round((UNTIL.getTime() - FROM.getTime()) / HOUR_MS);
  const seconds = ticks.reduce((sum, ms) => sum + ms, 0) / 1_000;
  const how = `${people} people in ${ZONES.length} time zones, ${WEEKS} weeks of activities each, the week from ${WEEK}; two processes${quick ? '; quick' : ''}`;
  return [
    measuredRow({
      name: WRONG,
      value: wrong,
      unit: '',
      bar: { is: '<=', value: 0 },
      detail: `of ${expected} who did something in four weeks: ${why}; ${how}`,
    }),
    measuredRow({
      name: TIME,
      value: seconds,
      unit: 's',
      detail: `${ticks.length} looks in ${hours} hours of the clock, the longest ${(Math.max(...ticks) / 1_000).toFixed(1)} s; ${how}`,
    }),
    measuredRow({
      name: IDLE,
      value: idle_ms,
      unit: 'ms',
      detail: `a look that finds nothing to write; ${how}`,
    }),
  ];
}
