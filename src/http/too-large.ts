import { type AppError, defineError } from '../shared/errors.ts';

export const payloadTooLarge = defineError('payload_too_large', 413, 'The request body is too large.');

export function bodyTooLarge(limitBytes: number, cause?: unknown): AppError {
  const mebibytes = Math.floor(limitBytes / 1024 / 1024);
  return payloadTooLarge({ message: `The request body is larger than ${mebibytes} MiB.`, cause });
}
