/** Beyond fifteen digits a double may be another number than the one that was written. */
const LONG_NUMBER = /\d{16}/;

/**
 * The value of a JSON text. Whole numbers that a double cannot hold exactly become their digits, so that no id turns into another one;
 * undefined for text that is no JSON in UTF-8.
 */
export function readJson(bytes: Uint8Array): unknown {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    // A check of every value is slow for samples, which have no such numbers.
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

/** An id as text, in either of its forms; null for anything else. */
export function readId(value: unknown): string | null {
  if (typeof value === 'number') return Number.isSafeInteger(value) && value > 0 ? String(value) : null;
  return typeof value === 'string' && /^[1-9]\d{0,24}$/.test(value) ? value : null;
}

export function readText(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}
