import type { Logger } from 'pino';
import { PlatformError, type PlatformFault, UnreadableDelivery } from '../platform-error.ts';

/** Why a question to a platform failed. `ours`: it was not the platform's fault. */
export type Fault = Pick<PlatformError, 'until' | 'message'> & { readonly fault: PlatformFault | 'ours' };

/**
 * Why asking a platform failed.
 *
 * @param context.signal an aborted call has not failed
 */
export function faultOf(
  error: unknown,
  { signal, logger }: { readonly signal: AbortSignal; readonly logger: Logger },
  asked: Readonly<Record<string, string>>,
): Fault {
  signal.throwIfAborted();
  const fault = faultIn(error);
  if (fault.fault === 'ours') logger.error({ ...asked, err: error }, 'asking a platform failed here');
  else {
    const record = { ...asked, fault: fault.fault, error: fault.message };
    logger.warn(record, 'a platform did not do what it was asked');
  }
  return fault;
}

function faultIn(error: unknown): Fault {
  if (error instanceof PlatformError) return error;
  // The answer is none of its API's; the next one may be.
  if (error instanceof UnreadableDelivery)
    return new PlatformError('unavailable', error.message, { cause: error });
  // It counts like the others: otherwise it would be tried for ever, and block everything behind it.
  return { fault: 'ours', until: null, message: 'This server failed at it: its log says why.' };
}
