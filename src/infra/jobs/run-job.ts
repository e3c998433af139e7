import type { Job, JobResult } from 'pg-boss';
import type { Logger } from 'pino';
import { isOutage } from '../../shared/errors.ts';
import { patiently } from '../db/database.ts';
import { describeError, stackFrames } from './describe-error.ts';
import { type JobRegistration, PermanentJobError } from './job.ts';

/** Runs one attempt and says what becomes of the job. Never throws. */
export async function runJob(
  registration: JobRegistration,
  job: Job<object>,
  parent: Logger,
): Promise<JobResult> {
  const attempt = job.retryCount + 1;
  const logger = parent.child({ job: job.name, job_id: job.id, attempt });
  const started = performance.now();
  try {
    await patiently(() =>
      registration.run(job.data, { job_id: job.id, attempt, signal: job.signal, logger }),
    );
    logger.debug({ ms: Math.round(performance.now() - started) }, 'job done');
    return { id: job.id, status: 'completed' };
  } catch (error) {
    const message = describeError(error);
    const permanent = error instanceof PermanentJobError;
    const final = permanent || attempt > registration.job.retry.limit;
    const record = { error: message, at: stackFrames(error) };
    if (final) logger.error(record, 'job given up: see the failed jobs');
    else logger[isOutage(error) ? 'debug' : 'warn'](record, 'job failed, will be tried again');
    return { id: job.id, status: permanent ? 'deadletter' : 'failed', output: { message } };
  }
}
