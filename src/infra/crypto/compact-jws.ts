const COMPACT_JWS = /^[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+$/;

/**
 * The parts of a compact JWS (header, payload, signature) in canonical base64url; null for anything else. They are not
 * verified.
 * @param maxChars a longer text is refused before decoding
 */
export function readCompactJws(
  token: string,
  maxChars: number,
): { header: Buffer; payload: Buffer; signature: Buffer } | null {
  if (token.length > maxChars || !COMPACT_JWS.test(token)) return null;
  const parts = token.split('.').map((part) => ({ part, bytes: Buffer.from(part, 'base64url') }));
  // Unused bits of the last character must be zero, or one token would have several spellings.
  if (parts.some(({ part, bytes }) => bytes.toString('base64url') !== part)) return null;
  const [header, payload, signature] = parts.map(({ bytes }) => bytes);
  if (header === undefined || payload === undefined || signature === undefined) return null;
  return { header, payload, signature };
}

/** The JSON object that bytes hold; null when they hold none. */
export function readJsonObject(bytes: Uint8Array): Readonly<Record<string, unknown>> | null {
  try {
    const value: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
    return isObject(value) ? value : null;
  } catch {
    return null;
  }
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
