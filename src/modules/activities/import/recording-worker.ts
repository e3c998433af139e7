import { AppError } from '../../../shared/errors.ts';
import { packStreams } from '../pack-streams.ts';
import { parseAndHash } from './parse-recording.ts';
import { refusal } from './refuse.ts';
import type { ParsedActivity } from './types.ts';

/** What crosses to the worker thread. */
export type RecordingTask = { bytes: Uint8Array; fileName: string };

/** What comes back: errors lose their class on the way, so they travel as data. */
export type RecordingResult =
  | { ok: true; activities: ParsedActivity[]; sha256: Uint8Array }
  | { ok: false; code: string; status: number; message: string; cause: string };

/** Runs in a worker thread of `createRecordingParser`. */
export function parseInWorker({ bytes, fileName }: RecordingTask): RecordingResult {
  try {
    const { activities, sha256 } = parseAndHash(bytes, fileName);
    const packed = activities.map(({ streams, ...summary }) => ({
      ...summary,
      packed_streams: packStreams(streams),
    }));
    return { ok: true, activities: packed, sha256 };
  } catch (error) {
    const refused = error instanceof AppError ? error : refusal('The recording could not be read.', error);
    const { code, status, message, cause } = refused;
    return { ok: false, code, status, message, cause: cause instanceof Error ? (cause.stack ?? '') : '' };
  }
}
