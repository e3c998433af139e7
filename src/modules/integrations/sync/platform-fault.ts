import type { Logger } from 'pino';
import { PlatformError, UnreadableDelivery } from '../platform-error.ts';

/**
 * Why a platform did not do what it was asked; whatever else went wrong is thrown on.
 *
 * @param context.signal what was cut off has not failed
 */
export function platformFault(
  error: unknown,
  { signal, logger }: { readonly signal: AbortSignal; readonly logger: Logger },
  asked: Readonly<Record<string, string>>,
): PlatformError {
  signal.throwIfAborted();
  const fault = faultIn(error);
  const record = { ...asked, fault: fault.fault, error: fault.message };
  logger.warn(record, 'a platform did not do what it was asked');
  return fault;
}

function faultIn(error: unknown): PlatformError {
  if (error instanceof PlatformError) return error;
  // An answer that is none of its API's: the next one may be.
  if (error instanceof UnreadableDelivery)
    return new PlatformError('unavailable', error.message, { cause: error });
  throw error;
}
