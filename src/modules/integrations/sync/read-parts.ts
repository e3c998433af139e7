import type { Notice } from '../notice.ts';
import { UnreadableDelivery } from '../platform-error.ts';
import type { PlatformId } from '../provider.ts';
import { READERS } from '../providers/readers.ts';

export type ReadTask = {
  readonly provider: PlatformId;
  readonly what: string;
  readonly parts: readonly Uint8Array[];
};

/** What the thread answers: errors lose their class on the way, so they travel as data. */
export type ReadResult =
  | { ok: true; notices: readonly Notice[] }
  | { ok: false; message: string; cause: string };

/** Runs in place, or in a thread of `createReader`. */
export function readParts({ provider, what, parts }: ReadTask): ReadResult {
  try {
    const read = READERS[provider][what];
    if (read === undefined) throw new Error(`There is no reader "${what}" of ${provider}.`);
    return { ok: true, notices: read(parts) };
  } catch (error) {
    const message = error instanceof UnreadableDelivery ? error.message : 'its reader failed';
    return { ok: false, message, cause: error instanceof Error ? (error.stack ?? '') : '' };
  }
}
