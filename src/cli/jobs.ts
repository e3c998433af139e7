import type { FailedJob } from '../infra/jobs/index.ts';
import type { CommandContext } from './terminal.ts';
import { UsageError } from './usage-error.ts';
import { withJobs } from './with-jobs.ts';

const LIMIT = 1_000;
const MAX_ERROR_CHARS = 200;

/** `ekiden jobs list --failed`, `ekiden jobs retry <id>` */
export async function runJobsCommand(args: readonly string[], context: CommandContext): Promise<number> {
  const [verb, argument, ...rest] = args;
  if (rest.length > 0) throw new UsageError('That is too much.');
  if (verb === 'list' && argument === '--failed') return await listFailed(context);
  if (verb === 'retry' && argument !== undefined) return await retry(argument, context);
  throw new UsageError('Say list --failed, or retry and the id of a failed job.');
}

async function listFailed({ config, print }: CommandContext): Promise<number> {
  const failed = await withJobs(config, [], (jobs) => jobs.listFailed({ limit: LIMIT }));
  if (failed.length === 0) print('No job has failed for good.');
  else
    print([`${'ID'.padEnd(36)}  FAILED AT                 TRIES  JOB: ERROR`, ...failed.map(row)].join('\n'));
  if (failed.length === LIMIT) print(`These are the newest ${LIMIT}; there may be more.`);
  return 0;
}

function row({ id, failed_at, attempts, name, error }: FailedJob): string {
  const line = error.replaceAll(/\s+/g, ' ').slice(0, MAX_ERROR_CHARS);
  return `${id}  ${failed_at.toISOString()}  ${String(attempts).padStart(5)}  ${name}: ${line}`;
}

async function retry(id: string, { config, print }: CommandContext): Promise<number> {
  const found = await withJobs(config, [], (jobs) => jobs.retry(id));
  if (!found) throw new Error(`There is no failed job with the id ${id}: see ekiden jobs list --failed.`);
  print(`The job ${id} is back in its queue. It runs when a server with the worker role does.`);
  return 0;
}
