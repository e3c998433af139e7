import { reasonOf } from '../../shared/errors.ts';

const MAX_CHARS = 2_000;

/** An error as stored with a job and shown to operators: name, message and causes, without stack and secrets. */
export function describeError(error: unknown): string {
  const parts: string[] = [];
  for (let current = error, depth = 0; current !== undefined && depth < 3; depth += 1) {
    parts.push(current instanceof Error ? `${current.name}: ${reasonOf(current)}` : reasonOf(current));
    current = typeof current === 'object' && current !== null ? Reflect.get(current, 'cause') : undefined;
  }
  return hideSecrets(parts.join(' ← ')).slice(0, MAX_CHARS).toWellFormed();
}

/** Removes passwords and query strings of URLs (signatures, one-time tokens), bearer tokens and JWTs. */
function hideSecrets(text: string): string {
  return (
    text
      // Bounds the work; no more is kept anyway.
      .slice(0, 4 * MAX_CHARS)
      .replaceAll('\u0000', '')
      .replaceAll(/\b([a-z][a-z0-9+.-]{1,20}:\/\/)[^\s/@]+@/gi, '$1…@')
      .replaceAll(/\b([a-z][a-z0-9+.-]{1,20}:\/\/[^\s?#]+)[?#][^\s"')]+/gi, '$1?…')
      .replaceAll(/\b(bearer|basic)\s+[\w.~+/=-]{8,}/gi, '$1 …')
      .replaceAll(/\beyJ[\w-]+\.[\w-]+\.[\w-]*/g, '…')
      .replaceAll(/\bekiden_[0-9A-Za-z]{20,}/g, 'ekiden_…')
      .replaceAll(/(token|password|secret|api_?key)(["']?\s*[=:]\s*["']?)[^\s"'&,;}]+/gi, '$1$2…')
      .replaceAll(/([?&](?:code|sig|signature)=)[^\s"'&]+/gi, '$1…')
  );
}

/** Where an error was thrown, without its message: the stack's own lines. */
export function stackFrames(error: unknown): string | undefined {
  if (!(error instanceof Error) || error.stack === undefined) return undefined;
  return error.stack
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .slice(0, 10)
    .join('\n');
}
