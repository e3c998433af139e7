import type { PartsReader } from '../parts-reader.ts';
import { PULLED_TYPES, readDelivery, readPulled } from './read-delivery.ts';

const EMPTY = new Uint8Array();

/** Readers of what may be large enough for a thread: a post, and the answer of a callback URL for each type. */
export const GARMIN_READERS: Readonly<Record<string, PartsReader>> = {
  delivery: ([body = EMPTY]) => readDelivery(body),
  ...Object.fromEntries(
    PULLED_TYPES.map((type): [string, PartsReader] => [type, ([body = EMPTY]) => readPulled(type, body)]),
  ),
};
