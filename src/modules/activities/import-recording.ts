import { subtle } from 'node:crypto';
import type { Logger } from 'pino';
import type { UserActor } from '../../http/actor.ts';
import type { Database, Transaction } from '../../infra/db/database.ts';
import type { Events } from '../../infra/events/index.ts';
import { type ObjectStore, ObjectStoreError } from '../../infra/object-store/index.ts';
import type { SourcePolicies } from '../../privacy/index.ts';
import { outageAnswer, unauthenticated } from '../../shared/errors.ts';
import { newId } from '../../shared/ids.ts';
import { type Quotas, requireQuota } from '../../shared/quotas.ts';
import type { Clock } from '../../shared/time.ts';
import { countForAccount, countForDay, findUsage, reduceUsage, untilTomorrow } from '../quotas/index.ts';
import { findUser, holdUser, type User } from '../users/index.ts';
import type { StoredActivity } from './activity.ts';
import { noRoomForRecordings, uploadedAtOnce, uploadsOfTheDay } from './errors.ts';
import type { RecordingParser } from './import/recording-parser.ts';
import type { ParsedActivity } from './import/types.ts';
import { plainText } from './plain-text.ts';
import { deleteUnusedFiles, findActivitiesOfFile, type ImportedFile, insertFile } from './queries.ts';
import type { IncomingReport } from './records/activity-record.ts';
import { storeReports } from './records/store-reports.ts';
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
  readonly quotas: Pick<Quotas, 'recording_bytes' | 'uploads_per_day'>;
};

const MAX_FILE_NAME = 255;
/** The reason, such as a full disk, is logged for the operator. */
const NOT_STORED =
  'Files cannot be stored at the moment. Nothing of this one was kept: upload it again in a few seconds.';

/**
 * Imports an uploaded recording once, however often and however packed it comes.
 * @returns the activities, earliest first, and whether they are new
 * @throws AppError 400 that says what is wrong with the file, 429 where a quota is used up, 503 when the store is full or
 * away; nothing is left behind
 */
export async function importRecording(
  deps: ImportDeps,
  actor: UserActor,
  upload: { file_name: string; bytes: Uint8Array },
): Promise<{ activities: StoredActivity[]; created: boolean }> {
  const { db, clock, recordings, store } = deps;
  const { user_id } = actor;
  // WebCrypto hashes on another thread: 32 MiB take some 20 ms.
  const sha256 = Buffer.from(await subtle.digest('SHA-256', new Uint8Array(upload.bytes)));
  const known = await findActivitiesOfFile(db, { user_id, sha256 });
  if (known.length > 0) return { activities: known, created: false };

  await requireSomeRoom(deps, { user_id, size_bytes: upload.bytes.byteLength });
  const parsed = await recordings.parse(upload.bytes, upload.file_name, user_id);
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
    activity_count: parsed.activities.length,
  };
  await putFile(store, file.object_key, upload.bytes);
  const created = await record(deps, { file, user, activities: parsed.activities });
  const activities = await findActivitiesOfFile(db, { user_id, sha256: parsed.sha256 });
  if (activities.length > 0) return { activities, created };
  throw uploadedAtOnce();
}

/** A preliminary check that avoids needless reading; `record` counts safely. */
async function requireSomeRoom(
  { db, clock, quotas }: ImportDeps,
  { user_id, size_bytes }: Pick<ImportedFile, 'user_id' | 'size_bytes'>,
): Promise<void> {
  const now = clock.now();
  const usage = new Map((await findUsage(db, { user_id, now })).map(({ quota, used }) => [quota, used]));
  const { recording_bytes, uploads_per_day } = quotas;
  const [bytes, uploads] = [usage.get('recording_bytes') ?? 0, usage.get('uploads_per_day') ?? 0];
  requireQuota(noRoomForRecordings, { used: bytes, limit: recording_bytes, more: size_bytes });
  requireQuota(uploadsOfTheDay, { used: uploads, limit: uploads_per_day, headers: untilTomorrow(now) });
}

/** Whoever deletes their account while an upload is under way. */
const accountGone = () => unauthenticated({ message: 'The account was deleted at this moment.' });

async function putFile(store: ObjectStore, key: string, bytes: Uint8Array): Promise<void> {
  try {
    await store.put(key, bytes);
  } catch (error) {
    throw error instanceof ObjectStoreError ? outageAnswer(error, NOT_STORED) : error;
  }
}

/** Writes the rows; if that fails, the stored object is deleted. */
async function record(
  deps: ImportDeps,
  { file, user, activities }: { file: ImportedFile; user: User; activities: readonly ParsedActivity[] },
): Promise<boolean> {
  const { sourcePolicies: policies, events } = deps;
  const now = file.created_at;
  const reports = activities.map((activity, index) => toldByFile(file, activity, index));
  let recorded = false;
  try {
    recorded = await deps.db.transaction(async (tx) => {
      if (!(await holdUser(tx, file.user_id))) throw accountGone();
      if (!(await insertFile(tx, file))) return false;
      await storeReports(tx, { user, reports, policies, now, events });
      await countUpload(tx, deps.quotas, file);
      return true;
    });
    return recorded;
  } finally {
    if (!recorded) await removeObject(deps, file.object_key);
  }
}

async function countUpload(tx: Transaction, quotas: ImportDeps['quotas'], file: ImportedFile): Promise<void> {
  const { user_id, size_bytes, created_at: now } = file;
  const { recording_bytes, uploads_per_day } = quotas;
  await countForAccount(tx, {
    user_id,
    define: noRoomForRecordings,
    limit: recording_bytes,
    more: size_bytes,
  });
  await countForDay(tx, { user_id, define: uploadsOfTheDay, limit: uploads_per_day, now });
}

/**
 * Deletes file rows without a record and frees their quota.
 * @returns the object keys, to be removed after the transaction
 */
export async function forgetUnusedFiles(
  tx: Transaction,
  { user_id, file_ids }: { user_id: string; file_ids: readonly string[] },
): Promise<string[]> {
  const { object_keys, size_bytes } = await deleteUnusedFiles(tx, { user_id, file_ids });
  if (size_bytes > 0) await reduceUsage(tx, { user_id, quota: 'recording_bytes', less: size_bytes });
  return object_keys;
}

/** Deletes a stored file. A failure is left to the clean-up. */
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

/** What the file measured; names, marks and zones have other sources. */
function toldByFile(file: ImportedFile, activity: ParsedActivity, index: number): IncomingReport {
  return {
    source: 'upload',
    external_id: null,
    told: toldByRecording(activity),
    packed_streams: activity.packed_streams,
    file: { id: file.id, recording_sha256: file.recording_sha256, index },
  };
}
