import { type AppError, validationError } from '../../../shared/errors.ts';

/** The refusal of a file: what is wrong with it and what its owner can do. */
export function refusal(message: string, cause?: unknown): AppError {
  return validationError(cause === undefined ? { message } : { message, cause });
}

/** A piece of someone's file as it may stand in a message: short, one line, printable. */
export function quoted(text: string): string {
  const plain = text.replaceAll(/[^\p{L}\p{N}\p{P}\p{S} ]/gu, ' ').trim();
  return plain.length > 60 ? `"${plain.slice(0, 60)}…"` : `"${plain}"`;
}

export function counted(value: number): string {
  return value.toLocaleString('en-US');
}
