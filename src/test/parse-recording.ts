import { parseAndHash } from '../modules/activities/import/parse-recording.ts';
import type { ImportedActivity } from '../modules/activities/import/types.ts';

/** The activities of a file, read in this thread. */
export function parseRecording(bytes: Uint8Array, fileName: string): ImportedActivity[] {
  return parseAndHash(bytes, fileName).activities;
}
