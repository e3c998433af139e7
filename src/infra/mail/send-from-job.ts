import { type JobContext, PermanentJobError } from '../jobs/index.ts';
import { MailError, type Mailer, type MailMessage } from './mailer.ts';

/**
 * Sends a mail in a job. A permanent refusal gives up at once; other failures are retried as the job says. A job that was
 * given to another worker sends nothing, and one interrupted by a shutdown is taken up later.
 * @throws PermanentJobError, MailError; the signal's reason
 */
export async function sendFromJob(
  mailer: Mailer,
  message: MailMessage,
  { signal }: Pick<JobContext, 'signal'>,
): Promise<void> {
  signal.throwIfAborted();
  try {
    await mailer.send(message, signal);
  } catch (error) {
    if (error instanceof MailError && error.permanent) throw new PermanentJobError(error.message);
    throw error;
  }
}
