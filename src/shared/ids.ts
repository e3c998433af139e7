import { randomUUIDv7 } from 'node:crypto';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Before and after every id there is: where a list by id begins, upwards and downwards. */
export const LOWEST_ID = '00000000-0000-0000-0000-000000000000';
export const HIGHEST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

/** A new identifier: UUIDv7, so that ids sort by creation time. */
export function newId(): string {
  return randomUUIDv7();
}

/** Whether a string may be compared with a `uuid` column; anything else is an id of nothing. */
export function isUuid(value: string): boolean {
  return UUID.test(value);
}
