import { type JobContext, PermanentJobError } from '../jobs/index.ts';
import { MailError, type Mailer, type MailMessage } from './mailer.ts';

/**
 * Sends a mail as the work of a job. What the mail server refuses for good is given up at once; everything else is tried
 * again as the job says. A job that was given to another worker meanwhile sends nothing, and one that is cut off by a server that
 * stops is taken up by the next.
 *
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
