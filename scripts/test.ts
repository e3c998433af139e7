import { execFileSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { projectFiles } from './boundaries.ts';
import { coverStatements } from './cover-statements.ts';
import { bytesHeld } from './memory-held.ts';
import type { EngineName } from './note-statements.ts';
import type { Told } from './report-tests.ts';
import type { SortedTests } from './sort-tests.ts';
import { type FileRun, startTestProcess, type TestProcess } from './test-process.ts';
import { findServices, type Services } from './test-services.ts';

/**
 * `npm test [-- FILE …]`: all tests but those in a browser, or the files that are named. Where a PostgreSQL server answers, all run on
 * it, and then as many again on the embedded database as it takes for each statement to run on both; else all run on the embedded one.
 * `npm run test:browser` (`--browser`): those in a browser. `--both-engines`: each on both; so are files that are named,
 * without a browser. `--times`: ends with the slowest files.
 *
 * As many processes as there are cores take one file after the other. A failure is told as soon as it is known, in at most forty lines,
 * and how far the run is now and then. The last lines say what was used. With EKIDEN_TEST_REQUIRE (such as `postgres,redis`, as CI sets
 * it) a service that is named there and was not used fails the run.
 */
const { values: options, positionals } = parseArgs({
  options: {
    browser: { type: 'boolean', default: false },
    'both-engines': { type: 'boolean', default: false },
    times: { type: 'boolean', default: false },
  },
  allowPositionals: true,
});

const PROGRESS_MS = 20_000;
/** Weighing a process that holds a gigabyte takes 20 ms of a processor. */
const WEIGHING_MS = 5_000;
/** Of a property's usual runs, on the server. */
const SHARE_ON_SERVER = 1 / 2;
/** Where a file is repeated for its statements, and not for what it finds. */
const SHARE_OF_REPEATED = 1 / 4;
/** A process that holds more is replaced by a new one. */
const MOST_BYTES = 1.5e9;
const SLOWEST = 40;

const started_at = performance.now();
const services = await findServices();
const named = positionals.map((file) => path.relative('.', file));
const plan = planOf(named, services);
const runs: (FileRun & { readonly engine: EngineName })[] = [];
const tally = { passed: 0, failed: 0, skipped: 0 };
/** What has been told already, with how many more have failed by it. */
const same = new Map<string, number>();
let processes = 0;
let most_bytes = 0;

const progress = setInterval(() => {
  const { passed, failed } = tally;
  console.log(
    `${runs.length} files (${plan.left()} or more to come), ${passed} tests passed, ${failed} failed, ${secondsSince(started_at)} s`,
  );
}, PROGRESS_MS);
const weighing = setInterval(() => {
  most_bytes = Math.max(most_bytes, bytesHeld());
}, WEIGHING_MS);
await Promise.all(Array.from({ length: Math.max(2, availableParallelism()) }, runLane));
clearInterval(progress);
clearInterval(weighing);
process.exit(tellEnd() ? 0 : 1);

/** Takes files until there are no more; the process stays for as long as its engine is the one that is needed. */
async function runLane(): Promise<void> {
  let current: { readonly engine: EngineName; readonly process: TestProcess; failed: boolean } | null = null;
  const end = async (): Promise<void> => {
    if (current === null) return;
    const { passed, how } = await current.process.end();
    if (!passed && !current.failed) tellEnded(current.engine, how, 'after its last file');
    current = null;
  };
  const start = async (engine: EngineName): Promise<NonNullable<typeof current>> => {
    processes += 1;
    const started = await startTestProcess(engine, services.env, (told) => {
      tell(engine, told);
      if (told.became === 'failed' && current !== null) current.failed = true;
    });
    return { engine, process: started, failed: false };
  };
  for (;;) {
    const job = await plan.next(current?.engine);
    if (job === null) return await end();
    if (current?.engine !== job.engine) await end();
    current ??= await start(job.engine);
    const run: FileRun | null = await current.process.run(job.file, job.share);
    if (run === null) {
      tellEnded(job.engine, (await current.process.end()).how, `in ${job.file}`);
      current = null;
    } else {
      runs.push({ ...run, engine: job.engine });
      if (run.memory_bytes > MOST_BYTES) await end();
    }
    plan.done(job, run);
  }
}

type Job = { readonly file: string; readonly engine: EngineName; readonly share: number };
type Plan = {
  /** The next file, on the engine where it does not matter; waits where it depends on what is running. */
  next(engine: EngineName | undefined): Promise<Job | null>;
  done(job: Job, run: FileRun | null): void;
  left(): number;
  uncovered(): string[];
};

function planOf(files: readonly string[], { used }: Services): Plan {
  // By a process of its own: what reads the files keeps 300 MB until it ends.
  const script = path.join(import.meta.dirname, 'sort-tests.ts');
  const sorted: SortedTests = JSON.parse(
    execFileSync(process.execPath, [script], { encoding: 'utf8', maxBuffer: 1e8 }),
  );
  const kinds = {
    browser: new Set(sorted.browser),
    database: new Set(sorted.database),
    engine: new Set(sorted.engine),
  };
  const all =
    files.length > 0
      ? files
      : projectFiles('.test.ts').filter((file) => kinds.browser.has(file) === options.browser);
  // The longer ones first: with the others the cores end together.
  const size = new Map(all.map((file) => [file, statSync(file).size]));
  const chosen = [...all].sort((one, other) => (size.get(other) ?? 0) - (size.get(one) ?? 0));
  const touching = chosen.filter((file) => kinds.database.has(file));
  const others = chosen.filter((file) => !kinds.database.has(file));
  const isOnBoth = (file: string): boolean =>
    !used.postgres ||
    kinds.engine.has(file) ||
    options['both-engines'] ||
    (files.length > 0 && !kinds.browser.has(file));
  const onServer = used.postgres ? [...touching] : [];
  const embedded = touching.filter(isOnBoth);
  const isCovered = used.postgres && !options.browser && !options['both-engines'] && files.length === 0;
  const coverage = coverStatements(sorted.statements);
  const running = new Set<Job>();
  let wake = Promise.withResolvers<void>();

  const take = (engine: EngineName | undefined): Job | null | 'wait' => {
    const serverFile = onServer.shift();
    if (serverFile !== undefined) return { file: serverFile, engine: 'postgres', share: SHARE_ON_SERVER };
    const isBusy = (on: EngineName): boolean =>
      [...running].some((job) => job.engine === on && kinds.database.has(job.file));
    if (embedded.length === 0 && isCovered && !isBusy('postgres') && !isBusy('embedded'))
      embedded.push(...coverage.missing());
    const embeddedFile = embedded.shift();
    if (embeddedFile !== undefined)
      return { file: embeddedFile, engine: 'embedded', share: isCovered ? SHARE_OF_REPEATED : 1 };
    const other = others.shift();
    if (other !== undefined) return { file: other, engine: engine ?? 'embedded', share: 1 };
    return isCovered && (isBusy('postgres') || isBusy('embedded')) ? 'wait' : null;
  };

  return {
    next: async (engine) => {
      for (;;) {
        const job = take(engine);
        if (job === 'wait') {
          await wake.promise;
          continue;
        }
        if (job !== null) running.add(job);
        return job;
      }
    },
    done: (job, run) => {
      running.delete(job);
      if (run !== null) coverage.note(job.engine, run);
      wake.resolve();
      wake = Promise.withResolvers();
    },
    left: () => onServer.length + embedded.length + others.length + running.size,
    uncovered: () => (isCovered ? coverage.uncovered() : []),
  };
}

/** Each failure once: what fails for the same reason in the same file is counted. */
function tell(engine: EngineName, { became, file, line, name, error = '' }: Told): void {
  tally[became] += 1;
  if (became !== 'failed') return;
  const which = `${file} on ${engine}\n${error}`;
  const others = same.get(which);
  same.set(which, others === undefined ? 0 : others + 1);
  if (others !== undefined) return;
  console.log(`\nFAILED on ${engine}: ${name}\n  ${file}:${line}\n${error.replaceAll(/^/gm, '  ')}`);
}

function tellEnded(engine: EngineName, how: string, when: string): void {
  tally.failed += 1;
  console.log(`\nFAILED on ${engine}: a process of tests ended by ${how} ${when}, with no test that failed.`);
}

/** @returns whether all is well */
function tellEnd(): boolean {
  for (const [which, more] of same)
    if (more > 0) console.log(`\n${more} more failed as ${which.split('\n')[0]}`);
  if (options.times) tellTimes();
  const missing = (process.env.EKIDEN_TEST_REQUIRE ?? '')
    .split(',')
    .filter((name) => name in services.used && !services.used[name as keyof Services['used']]);
  const summary = [
    tookOn('embedded', 'PostgreSQL in the process (PGlite)'),
    tookOn('postgres', 'PostgreSQL as a server'),
    ...services.told,
    ...(most_bytes > 0
      ? [`memory: ${(most_bytes / 1e9).toFixed(1)} GB at the most, all processes together`]
      : []),
    ...missing.map((name) => `FAILED: ${name} is required here and was not used.`),
  ];
  console.log(`\nWhat the tests used:\n${summary.join('\n')}`);
  const { passed, failed, skipped } = tally;
  console.log(`\n${passed} passed, ${failed} failed, ${skipped} skipped in ${secondsSince(started_at)} s`);
  return failed === 0 && missing.length === 0;
}

function tookOn(engine: EngineName, what: string): string {
  const own = runs.filter((run) => run.engine === engine);
  const seconds = own.reduce((sum, run) => sum + run.seconds, 0);
  return `${engine}: ${what}: ${own.length} files in ${Math.round(seconds)} s of one process`;
}

function tellTimes(): void {
  for (const engine of ['postgres', 'embedded'] as const) {
    const own = runs.filter((run) => run.engine === engine);
    const processor_s = own.reduce((sum, run) => sum + run.processor_s, 0);
    console.log(
      `\nThe slowest files on ${engine} (${Math.round(processor_s)} s of a processor in all, ${processes} processes):`,
    );
    for (const { file, seconds, processor_s } of own
      .sort((one, other) => other.seconds - one.seconds)
      .slice(0, SLOWEST))
      console.log(
        `${seconds.toFixed(1).padStart(6)} s, ${processor_s.toFixed(1).padStart(5)} s of a processor  ${file}`,
      );
  }
  const uncovered = plan.uncovered();
  console.log(`\n${uncovered.length} statements ran on the server alone.`);
}

function secondsSince(start_ms: number): number {
  return Math.round((performance.now() - start_ms) / 1_000);
}
