import { ExportFailedError, ExportTimeoutError } from './errors.ts';
import type { Timing } from './timing.ts';
import type { ExportJob } from './types.ts';

export type WaitOptions = {
  /** Milliseconds before the second look, 1,000 unless given; each later wait is half as long again. */
  readonly pollMs?: number | undefined;
  /** Milliseconds between two looks at the most, 10,000 unless given. */
  readonly maxPollMs?: number | undefined;
  /** Milliseconds to wait in all, half an hour unless given; `Infinity` for ever. */
  readonly timeoutMs?: number | undefined;
  readonly signal?: AbortSignal | undefined;
};

const GROWTH = 1.5;

/** Looks at an export until it has ended. */
export async function waitForExport(
  readExport: () => Promise<ExportJob>,
  { pollMs = 1_000, maxPollMs = 10_000, timeoutMs = 30 * 60_000, signal }: WaitOptions,
  timing: Timing,
): Promise<ExportJob> {
  const deadline = timing.now() + timeoutMs;
  for (let wait = pollMs; ; wait = wait * GROWTH) {
    const job = await readExport();
    if (job.status === 'completed') return job;
    if (job.status === 'failed' || job.status === 'deleted') throw new ExportFailedError(job);
    const pause = Math.min(wait, maxPollMs);
    if (timing.now() + pause > deadline) throw new ExportTimeoutError(job, timeoutMs);
    await timing.sleep(pause, signal);
  }
}
