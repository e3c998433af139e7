import { hash } from 'node:crypto';
import { invalidField } from '../../shared/errors.ts';
import { LATEST_MS } from '../../shared/page-cursor.ts';
import type { RosterPlace, RosterQuestion } from './queries.ts';

/** Eight bytes of what was asked, sixteen of the id, then the key: none, eight bytes of a time, or a name. */
const ASKED_BYTES = 8;
const FIXED_BYTES = 24;
const TIME_BYTES = 8;
/** The names that coaches see have up to 201 characters, of up to four bytes. */
const MAX_NAME_BYTES = 804;

const charsOf = (bytes: number): number => Math.ceil((bytes * 4) / 3);
export const ROSTER_CURSOR_CHARS = {
  least: charsOf(FIXED_BYTES),
  most: charsOf(FIXED_BYTES + MAX_NAME_BYTES),
} as const;

export function rosterCursorOf(question: RosterQuestion, { key, user_id }: RosterPlace): string {
  const id = Buffer.from(user_id.replaceAll('-', ''), 'hex');
  return Buffer.concat([digestOf(question), id, bytesOf(key)]).toString('base64url');
}

/** @throws invalidField for what no page of this question has ended with */
export function rosterPlaceOf(question: RosterQuestion, cursor: string): RosterPlace {
  const bytes = Buffer.from(cursor, 'base64url');
  const key = keyOf(question, bytes.subarray(FIXED_BYTES));
  const isOfQuestion = bytes.subarray(0, ASKED_BYTES).equals(digestOf(question));
  if (bytes.length < FIXED_BYTES || !isOfQuestion || key === undefined)
    throw invalidField('cursor', 'must be the next_cursor of a page with the same sort, order and filters');
  return { key, user_id: bytes.toString('hex', ASKED_BYTES, FIXED_BYTES) };
}

function bytesOf(key: RosterPlace['key']): Buffer {
  if (typeof key === 'string') return Buffer.from(key);
  const bytes = Buffer.alloc(key === null ? 0 : TIME_BYTES);
  if (key !== null) bytes.writeBigInt64BE(BigInt(key.getTime()));
  return bytes;
}

/** Undefined for what is no key of the order. */
function keyOf({ sort }: RosterQuestion, bytes: Buffer): RosterPlace['key'] | undefined {
  if (sort === 'name') return bytes.includes(0) ? undefined : bytes.toString();
  if (bytes.length === 0 && sort === 'last_activity') return null;
  const ms = bytes.length === TIME_BYTES ? Number(bytes.readBigInt64BE()) : Number.NaN;
  return ms >= 0 && ms <= LATEST_MS ? new Date(ms) : undefined;
}

function digestOf({ labels, ...rest }: RosterQuestion): Buffer {
  const { org_id, group_id, coach_id, status, level, q, sort, order } = rest;
  const asked = [org_id, group_id, coach_id, status, level, labels.toSorted(), q, sort, order];
  return hash('sha256', JSON.stringify(asked), 'buffer').subarray(0, ASKED_BYTES);
}
