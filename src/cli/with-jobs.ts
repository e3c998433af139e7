import type { Database } from '../infra/db/database.ts';
import { createJobs, type JobDefinition, type Jobs } from '../infra/jobs/index.ts';
import { createLogger } from '../infra/logger.ts';
import { openServerDatabase } from './open-server-database.ts';
import type { CommandContext } from './terminal.ts';

const STOP_LIMIT_MS = 5_000;

/**
 * Opens a server's database and its queues without working on jobs.
 * @param definitions what `work` may enqueue
 */
export async function withJobs<T>(
  config: CommandContext['config'],
  definitions: readonly JobDefinition<object>[],
  work: (jobs: Jobs, db: Database) => Promise<T>,
): Promise<T> {
  const db = await openServerDatabase(config);
  try {
    const logger = await createLogger(config.logLevel, config.logFormat);
    const jobs = createJobs({ db, logger });
    try {
      await jobs.start(definitions, { worker: false });
      return await work(jobs, db);
    } finally {
      await jobs.stop({ timeout_ms: STOP_LIMIT_MS });
    }
  } finally {
    await db.close();
  }
}
