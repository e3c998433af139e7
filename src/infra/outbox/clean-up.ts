import { readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { type Clock, DAY_MS, HOUR_MS } from '../../shared/time.ts';
import { defineJob, handleJob, type JobRegistration } from '../jobs/index.ts';
import { timeInName } from './index.ts';

/** Older files have been read or never will be; mails hold sign-in links. */
const KEPT_MS = 7 * DAY_MS;
/** Writing takes less than a second, so an older draft was left by a killed process. */
const DRAFT_KEPT_MS = HOUR_MS;

/** Our files and their drafts; other files in the folder stay. */
const OUR_NAME = /^(\d{8}T\d{9}Z)-.*\.(?:eml|push\.json|chat\.json)(\.[0-9a-f-]{36}\.tmp)?$/;

const cleanUpOutboxJob = defineJob<object>({
  name: 'outbox.clean-up',
  payload: () => ({}),
  retry: { limit: 3, delay_s: 60, backoff: true },
  expire_in_s: 600,
  schedule: '35 3 * * *',
  one_running: true,
});

/** Cleans the outbox of the process that runs it, once a day. */
export function outboxJobs(deps: {
  readonly outboxFolder: string;
  readonly clock: Clock;
}): readonly JobRegistration[] {
  return [
    handleJob(cleanUpOutboxJob, async (_payload, { logger }) => {
      const removed = await cleanOutbox(deps.outboxFolder, deps.clock.now());
      if (removed > 0) logger.info({ files: removed }, 'old files of the outbox removed');
    }),
  ];
}

/**
 * Removes files older than seven days by the time in their name, and drafts of killed processes.
 * @returns the number of files; 0 without outbox
 */
export async function cleanOutbox(folder: string, now: Date): Promise<number> {
  const before = (ms: number): string => timeInName(new Date(now.getTime() - ms));
  const [oldest, oldestDraft] = [before(KEPT_MS), before(DRAFT_KEPT_MS)];
  const old = (await namesIn(folder)).filter((name) => {
    const [, written_at = '', draft] = OUR_NAME.exec(name) ?? [];
    return written_at !== '' && written_at < (draft === undefined ? oldest : oldestDraft);
  });
  for (const name of old) await rm(path.join(folder, name), { force: true });
  return old.length;
}

async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
    throw error;
  }
}
