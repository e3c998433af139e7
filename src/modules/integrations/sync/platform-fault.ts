import type { Logger } from 'pino';
import { PlatformError } from '../platform-error.ts';

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
  if (!(error instanceof PlatformError)) throw error;
  logger.warn(
    { ...asked, fault: error.fault, error: error.message },
    'a platform did not do what it was asked',
  );
  return error;
}
