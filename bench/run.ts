import { parseArguments } from './arguments.ts';
import { type Bench, type BenchContext, MissingError } from './bench.ts';
import { backfill } from './benches/backfill.ts';
import { broadcast } from './benches/broadcast.ts';
import { centre } from './benches/centre.ts';
import { changes } from './benches/changes.ts';
import { consoleLighthouse } from './benches/console-lighthouse.ts';
import { constraints } from './benches/constraints.ts';
import { exportActivities, exportEmbedded } from './benches/export-activities.ts';
import { importFit } from './benches/import-fit.ts';
import { leaks } from './benches/leaks.ts';
import { listActivities } from './benches/list-activities.ts';
import { listAtScale, listOffset } from './benches/list-latency.ts';
import { matchStepsBench } from './benches/match-steps.ts';
import { planStreams } from './benches/plan-streams.ts';
import { readsDuringExports } from './benches/reads-during-exports.ts';
import { readsDuringLogins } from './benches/reads-during-logins.ts';
import { refuseOverLimit } from './benches/refuse-over-limit.ts';
import { roster } from './benches/roster.ts';
import { rulesPlans } from './benches/rules-plans.ts';
import { start } from './benches/start.ts';
import { teamCalendar } from './benches/team-calendar.ts';
import { triage } from './benches/triage.ts';
import { uploads } from './benches/uploads.ts';
import { webhooks } from './benches/webhooks.ts';
import { weeklySummaries } from './benches/weekly-summaries.ts';
import { workOffInbox } from './benches/work-off-inbox.ts';
import { failedRow, type Row, skippedRow, toJsonLine, toText } from './row.ts';

const BENCHES: readonly Bench[] = [
  listActivities,
  listOffset,
  listAtScale,
  refuseOverLimit,
  readsDuringExports,
  readsDuringLogins,
  roster,
  teamCalendar,
  triage,
  consoleLighthouse,
  changes,
  centre,
  planStreams,
  webhooks,
  workOffInbox,
  backfill,
  broadcast,
  exportActivities,
  exportEmbedded,
  start,
  importFit,
  matchStepsBench,
  uploads,
  rulesPlans,
  constraints,
  weeklySummaries,
  leaks,
];

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
  const { quick, json, names } = asked;
  const chosen = names.length === 0 ? BENCHES : BENCHES.filter(({ name }) => names.includes(name));
  let good = true;
  for (const bench of chosen) {
    console.error(`\n${bench.name}`);
    const rows = await runBench(bench, quick);
    for (const row of rows) console.log(json ? toJsonLine(row) : toText(row));
    if (rows.some(({ holds }) => holds === false)) good = false;
  }
  return good ? 0 : 1;
}

/** Whatever happens, an interrupt included, what the benchmark started ends. */
async function runBench(bench: Bench, quick: boolean): Promise<readonly Row[]> {
  const cleanup = new AsyncDisposableStack();
  const interrupt = (): void => {
    cleanup.disposeAsync().finally(() => process.exit(130));
  };
  process.on('SIGINT', interrupt);
  process.on('SIGTERM', interrupt);
  const context: BenchContext = { quick, cleanup, log: (line) => console.error(`  ${line}`) };
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
