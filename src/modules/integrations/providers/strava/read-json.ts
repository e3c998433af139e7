/** Past fifteen digits a double may be another number than the one that was written. */
const LONG_NUMBER = /\d{16}/;

/**
 * The value of a JSON text. Whole numbers that a double cannot hold exactly are given as their digits, so that no id turns into
 * another one; undefined for what is no JSON in UTF-8.
 */
export function readJson(bytes: Uint8Array): unknown {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    // Asking about every value is slow where there are samples, which have no such numbers.
    return LONG_NUMBER.test(text) ? JSON.parse(text, keepDigits) : JSON.parse(text);
  } catch {
    return undefined;
  }
}

function keepDigits(_key: string, value: unknown, context?: { source?: string }): unknown {
  if (typeof value !== 'number' || Number.isSafeInteger(value)) return value;
  const digits = context?.source ?? '';
  return /^-?\d+$/.test(digits) ? digits : value;
}

/** An id as text, whichever way it is written; null for what is none. */
export function readId(value: unknown): string | null {
  if (typeof value === 'number') return Number.isSafeInteger(value) && value > 0 ? String(value) : null;
  return typeof value === 'string' && /^[1-9]\d{0,24}$/.test(value) ? value : null;
}

/** A text with something in it, else null. */
export function readText(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}
