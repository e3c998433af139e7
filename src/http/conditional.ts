import { createHash, hash } from 'node:crypto';
import type { Guard } from './guard.ts';

/**
 * The strong entity tag of a body (RFC 9110 §8.8.3), or of everything that determines it; the same on every node and
 * after a restart. 132 bits of SHA-256 make collisions impossible in practice.
 */
export function entityTag(body: Uint8Array | readonly (string | Uint8Array)[]): string {
  return `"${digestOf(body).slice(0, TAG_CHARACTERS)}"`;
}

const TAG_CHARACTERS = 22;

function digestOf(body: Uint8Array | readonly (string | Uint8Array)[]): string {
  if (body instanceof Uint8Array) return hash('sha256', body, 'base64url');
  const all = createHash('sha256');
  // The length of each part is hashed too, or parts could be divided differently.
  for (const part of body) all.update(`${part.length} `).update(part);
  return all.digest('base64url');
}

/** Whether `If-None-Match` names the tag, compared weakly as RFC 9110 §13.1.2 demands. An invalid header names none. */
export function isKnown(tag: string, ifNoneMatch: string | undefined): boolean {
  if (ifNoneMatch === undefined) return false;
  if (ifNoneMatch.trim() === '*') return true;
  return ifNoneMatch.match(/"[\x21\x23-\x7e\x80-\xff]*"/g)?.includes(tag) === true;
}

/** Answers may be stored but must be revalidated; personal ones by the client only. */
export function cacheControl(guard: Guard): string {
  return guard.kind === 'open' ? 'no-cache' : 'private, no-cache';
}
