import { cpus } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArguments } from './arguments.ts';
import { type Bench, type BenchContext, MissingError } from './bench.ts';
import { activityStreams } from './benches/activity-streams.ts';
import { activityTriggers } from './benches/activity-triggers.ts';
import { backfill } from './benches/backfill.ts';
import { backup, backupEmbedded } from './benches/backup.ts';
import { broadcast } from './benches/broadcast.ts';
import { centre } from './benches/centre.ts';
import { changes } from './benches/changes.ts';
import { consoleLighthouse } from './benches/console-lighthouse.ts';
import { consolePaint } from './benches/console-paint.ts';
import { consoleRoster } from './benches/console-roster.ts';
import { consoleStreams } from './benches/console-streams.ts';
import { constraints } from './benches/constraints.ts';
import { exportActivities, exportEmbedded } from './benches/export-activities.ts';
import { faults } from './benches/faults.ts';
import { growth } from './benches/growth.ts';
import { importFit } from './benches/import-fit.ts';
import { leaks } from './benches/leaks.ts';
import { listActivities } from './benches/list-activities.ts';
import { listAtScale, listOffset, listTotals } from './benches/list-latency.ts';
import { matchStepsBench } from './benches/match-steps.ts';
import { memory } from './benches/memory.ts';
import { metrics } from './benches/metrics.ts';
import { planStreams } from './benches/plan-streams.ts';
import { readsDuringExports } from './benches/reads-during-exports.ts';
import { readsDuringLogins } from './benches/reads-during-logins.ts';
import { refuseOverLimit } from './benches/refuse-over-limit.ts';
import { rolling } from './benches/rolling-upgrade.ts';
import { roster } from './benches/roster.ts';
import { rulesPlans } from './benches/rules-plans.ts';
import { soak } from './benches/soak.ts';
import { start } from './benches/start.ts';
import { teamCalendar } from './benches/team-calendar.ts';
import { triage } from './benches/triage.ts';
import { uploads } from './benches/uploads.ts';
import { webhooks } from './benches/webhooks.ts';
import { weeklySummaries } from './benches/weekly-summaries.ts';
import { workOffInbox } from './benches/work-off-inbox.ts';
import { workoutBytes } from './benches/workout-bytes.ts';
import { failedRow, isFall, type Row, skippedRow, toJsonLine, toText } from './row.ts';

const BENCHES: readonly Bench[] = [
  listActivities,
  listOffset,
  listAtScale,
  growth,
  workoutBytes,
  listTotals,
  refuseOverLimit,
  metrics,
  activityStreams,
  readsDuringExports,
  readsDuringLogins,
  roster,
  teamCalendar,
  triage,
  consoleRoster,
  consolePaint,
  consoleLighthouse,
  changes,
  activityTriggers,
  centre,
  planStreams,
  webhooks,
  workOffInbox,
  backfill,
  broadcast,
  exportActivities,
  exportEmbedded,
  backup,
  backupEmbedded,
  start,
  rolling,
  memory,
  faults,
  soak,
  importFit,
  matchStepsBench,
  uploads,
  rulesPlans,
  constraints,
  weeklySummaries,
  consoleStreams,
  leaks,
];

/** Of all processors together; a database that writes down what it was given takes less. */
const MOST_BUSY = 0.25;
const LOOK_MS = 500;

process.exitCode = await main(process.argv.slice(2));

/** Runs what was asked for. 0: every bar holds; 1: one does not, or a benchmark broke; 2: the question was wrong. */
async function main(argv: readonly string[]): Promise<number> {
  let asked: ReturnType<typeof parseArguments>;
  try {
    asked = parseArguments(
      argv,
      BENCHES.map(({ name }) => name),
    );
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    return 2;
  }
  const { quick, json, rows: rowsAsked, names } = asked;
  const chosen = names.length === 0 ? BENCHES : BENCHES.filter(({ name }) => names.includes(name));
  let good = true;
  for (const bench of chosen) {
    console.error(`\n${bench.name}`);
    const before = await busyShare();
    const measured = await runBench(bench, { quick, rows: rowsAsked });
    const busy = Math.max(before, await busyShare());
    const contended = busy > MOST_BUSY;
    const rows = measured.map((row) => ({ ...row, contended }));
    if (contended)
      console.error(`  contended: others kept ${Math.round(busy * 100)} % of the processors busy`);
    for (const row of rows) console.log(json ? toJsonLine(row) : toText(row));
    if (rows.some(isFall)) good = false;
  }
  return good ? 0 : 1;
}

/** Which share of all processors is busy while no benchmark runs, from 0 to 1. */
async function busyShare(): Promise<number> {
  const read = () => cpus().map(({ times }) => times);
  const before = read();
  await sleep(LOOK_MS);
  const passed = read().map((now, core) => {
    const then = before[core] ?? now;
    const { user, nice, sys, idle, irq } = now;
    const all = user + nice + sys + idle + irq - (then.user + then.nice + then.sys + then.idle + then.irq);
    return { idle: idle - then.idle, all };
  });
  const sum = (of: 'idle' | 'all'): number => passed.reduce((total, core) => total + core[of], 0);
  return sum('all') === 0 ? 0 : 1 - sum('idle') / sum('all');
}

/** Whatever happens, an interrupt included, what the benchmark started ends. */
async function runBench(bench: Bench, asked: Pick<BenchContext, 'quick' | 'rows'>): Promise<readonly Row[]> {
  const cleanup = new AsyncDisposableStack();
  const interrupt = (): void => {
    cleanup.disposeAsync().finally(() => process.exit(130));
  };
  process.on('SIGINT', interrupt);
  process.on('SIGTERM', interrupt);
  const context: BenchContext = { ...asked, cleanup, log: (line) => console.error(`  ${line}`) };
  try {
    return await bench.run(context);
  } catch (error) {
    if (error instanceof MissingError) return bench.rows.map((name) => skippedRow(name, error.message));
    console.error(error);
    return bench.rows.map((name) => failedRow(name, error));
  } finally {
    await cleanup.disposeAsync();
    process.off('SIGINT', interrupt);
    process.off('SIGTERM', interrupt);
  }
}
