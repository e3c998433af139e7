import { subtle } from 'node:crypto';
import type { Logger } from 'pino';
import type { UserActor } from '../../http/actor.ts';
import type { Database } from '../../infra/db/database.ts';
import type { Events } from '../../infra/events/index.ts';
import { type ObjectStore, ObjectStoreError } from '../../infra/object-store/index.ts';
import type { SourcePolicies } from '../../privacy/index.ts';
import { unauthenticated } from '../../shared/errors.ts';
import { newId } from '../../shared/ids.ts';
import type { Clock } from '../../shared/time.ts';
import { findUser, holdUser, type User } from '../users/index.ts';
import type { StoredActivity } from './activity.ts';
import { storageUnavailable, uploadedAtOnce } from './errors.ts';
import type { RecordingParser } from './import/recording-parser.ts';
import type { ParsedActivity } from './import/types.ts';
import { plainText } from './plain-text.ts';
import { findActivitiesOfFile, type ImportedFile, insertFile } from './queries.ts';
import type { IncomingTelling } from './records/activity-record.ts';
import { storeTellings } from './records/store-tellings.ts';
import { toldByRecording } from './records/summarize-recording.ts';
import { uploadKey } from './uploaded-file.ts';

export type ImportDeps = {
  readonly db: Database;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly store: ObjectStore;
  readonly recordings: RecordingParser;
  readonly sourcePolicies: SourcePolicies;
  readonly events: Pick<Events, 'emit'>;
};

const MAX_FILE_NAME = 255;

/**
 * Imports a recording that an athlete uploads: once, however often and however simultaneously it comes, and however it
 * is packed.
 *
 * @returns the activities, earliest first, and whether they are new
 * @throws AppError 400 that says what is wrong with the file, 503 when the store is full or away; nothing is left behind
 */
export async function importRecording(
  deps: ImportDeps,
  actor: UserActor,
  upload: { file_name: string; bytes: Uint8Array },
): Promise<{ activities: StoredActivity[]; created: boolean }> {
  const { db, clock, recordings, store } = deps;
  const { user_id } = actor;
  // By way of WebCrypto, which hashes on another thread: 32 MiB take some 20 ms.
  const sha256 = Buffer.from(await subtle.digest('SHA-256', new Uint8Array(upload.bytes)));
  const known = await findActivitiesOfFile(db, { user_id, sha256 });
  if (known.length > 0) return { activities: known, created: false };

  const parsed = await recordings.parse(upload.bytes, upload.file_name);
  const user = await findUser(db, user_id);
  if (user === null) throw accountGone();
  const id = newId();
  const now = clock.now();
  const file: ImportedFile = {
    id,
    user_id,
    sha256,
    recording_sha256: parsed.sha256,
    object_key: uploadKey({ user_id, sha256, id }),
    file_name: plainText(upload.file_name, MAX_FILE_NAME) ?? '',
    size_bytes: upload.bytes.byteLength,
    created_at: now,
  };
  await putFile(store, file.object_key, upload.bytes);
  const created = await record(deps, { file, user, activities: parsed.activities });
  const activities = await findActivitiesOfFile(db, { user_id, sha256: parsed.sha256 });
  if (activities.length > 0) return { activities, created };
  throw uploadedAtOnce();
}

/** Whoever deletes their account while an upload is under way. */
const accountGone = () => unauthenticated({ message: 'The account was deleted at this moment.' });

async function putFile(store: ObjectStore, key: string, bytes: Uint8Array): Promise<void> {
  try {
    await store.put(key, bytes);
  } catch (error) {
    throw error instanceof ObjectStoreError ? storageUnavailable({ cause: error }) : error;
  }
}

/** Writes the rows; if they are not written, for whatever reason, the stored object goes again. */
async function record(
  deps: ImportDeps,
  { file, user, activities }: { file: ImportedFile; user: User; activities: readonly ParsedActivity[] },
): Promise<boolean> {
  const { sourcePolicies: policies, events } = deps;
  const now = file.created_at;
  const tellings = activities.map((activity, index) => toldByFile(file, activity, index));
  let recorded = false;
  try {
    recorded = await deps.db.transaction(async (tx) => {
      if (!(await holdUser(tx, file.user_id))) throw accountGone();
      if (!(await insertFile(tx, file))) return false;
      await storeTellings(tx, { user, tellings, policies, now, events });
      return true;
    });
    return recorded;
  } finally {
    if (!recorded) await removeObject(deps, file.object_key);
  }
}

/** Removes a stored file that nothing refers to. A failure is not the caller's: the clean-up tries again. */
export async function removeObject(
  { store, logger }: Pick<ImportDeps, 'store' | 'logger'>,
  key: string,
): Promise<void> {
  try {
    await store.delete(key);
  } catch (error) {
    logger.error(
      { err: error, object_key: key },
      'an uploaded file that nothing refers to could not be deleted',
    );
  }
}

/** An athlete's own file says what was measured; names, marks and zones it leaves out are found elsewhere. */
function toldByFile(file: ImportedFile, activity: ParsedActivity, index: number): IncomingTelling {
  return {
    source: 'upload',
    external_id: null,
    told: toldByRecording(activity),
    packed_streams: activity.packed_streams,
    file: { id: file.id, recording_sha256: file.recording_sha256, index },
  };
}
