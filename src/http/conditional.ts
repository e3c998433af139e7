import { createHash, hash } from 'node:crypto';
import type { Guard } from './guard.ts';

/**
 * The strong entity tag of a body (RFC 9110 §8.8.3), or of all that it follows from: the same bytes, the same tag, on every node and
 * after a restart. 132 bits of SHA-256: long enough that two bodies never share one.
 */
export function entityTag(body: Uint8Array | readonly (string | Uint8Array)[]): string {
  return `"${digestOf(body).slice(0, TAG_CHARACTERS)}"`;
}

const TAG_CHARACTERS = 22;

function digestOf(body: Uint8Array | readonly (string | Uint8Array)[]): string {
  if (body instanceof Uint8Array) return hash('sha256', body, 'base64url');
  const all = createHash('sha256');
  // With the length of each, or parts could be parted otherwise.
  for (const part of body) all.update(`${part.length} `).update(part);
  return all.digest('base64url');
}

/**
 * Whether `If-None-Match` names the tag. Compared weakly, as RFC 9110 §13.1.2 demands: a proxy that compresses makes
 * tags weak. What is no list of tags names none.
 */
export function isKnown(tag: string, ifNoneMatch: string | undefined): boolean {
  if (ifNoneMatch === undefined) return false;
  if (ifNoneMatch.trim() === '*') return true;
  return ifNoneMatch.match(/"[\x21\x23-\x7e\x80-\xff]*"/g)?.includes(tag) === true;
}

/** An answer may be kept, and is to be asked for again each time; one for somebody's eyes by that client only. */
export function cacheControl(guard: Guard): string {
  return guard.kind === 'open' ? 'no-cache' : 'private, no-cache';
}
