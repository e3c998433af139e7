import type { Database, Transaction } from '../../infra/db/database.ts';
import type { ReadDatabase } from '../../infra/db/replica-reads.ts';
import type { Events } from '../../infra/events/index.ts';
import type { JobContext } from '../../infra/jobs/index.ts';
import type { ObjectStore } from '../../infra/object-store/index.ts';
import type { SourcePolicies } from '../../privacy/index.ts';
import type { Clock } from '../../shared/time.ts';
import { holdUsers } from '../users/index.ts';
import { archiveIncomplete } from './archive-incomplete.ts';
import { findWhoAsked, insertExportAthletes } from './archive-queries.ts';
import { athletesExported, athletesExportedBy } from './athletes-exported.ts';
import { type ExportJob, RETENTION_MS, SCHEMA_VERSION } from './export-job.ts';
import { failExports } from './fail-exports.ts';
import { type Archive, makeArchive } from './make-archive.ts';
import { completeExport, isRecorded, startExport } from './queries.ts';
import { removeArchives } from './remove-archives.ts';
import { type RunExportPayload, runExportJob } from './run-export-job.ts';
import type { ToldTable } from './told-table.ts';

type RunExportDeps = {
  readonly db: Database;
  readonly store: ObjectStore;
  readonly clock: Clock;
  readonly sourcePolicies: SourcePolicies;
  readonly archiveTables: readonly ToldTable[];
  readonly events: Events;
  readonly reads: Pick<ReadDatabase, 'choose'>;
};

/**
 * Makes the archive of one export. Running it twice, even at once, is harmless: each attempt writes an object of its
 * own, the first that ends is recorded, and the objects of the others are removed. Where the organization was deleted
 * meanwhile, nothing is left of any, and that is no failure.
 */
export async function runExport(
  deps: RunExportDeps,
  payload: RunExportPayload,
  context: JobContext,
): Promise<void> {
  const job = await startExport(deps.db, payload.org_id, payload.export_id);
  if (job === null) {
    await removeIfGone(deps, payload);
    return;
  }
  try {
    await completeWith(
      deps,
      job,
      await makeArchive({ ...deps, db: await deps.reads.choose() }, job, context.signal),
    );
  } catch (error) {
    if (await removeIfGone(deps, payload)) return;
    // The queue gives up now, also when a shutdown or the time limit cut this attempt short.
    if (context.attempt > runExportJob.retry.limit) await failExports(deps, [job.id]);
    throw error;
  }
}

/** Removes what attempts at an export have left that is not recorded any more. @returns whether it is not */
async function removeIfGone(
  { db, store }: RunExportDeps,
  { org_id, export_id }: RunExportPayload,
): Promise<boolean> {
  if (await isRecorded(db, org_id, export_id)) return false;
  await removeArchives(store, { org_id, id: export_id });
  return true;
}

/**
 * The first archive is recorded and its athletes are told, both or neither; any other is removed. So is one that holds or
 * names somebody who has deleted their account meanwhile.
 */
async function completeWith(
  { db, store, clock, events }: RunExportDeps,
  job: ExportJob,
  archive: Archive,
): Promise<void> {
  const { object_key, skipped, contents } = archive;
  const athlete_ids = contents.athletes.map(({ user_id }) => user_id);
  const known = skipped.filter(({ reason }) => reason !== 'not_a_member').map(({ uid }) => uid);
  const people = [...athlete_ids, ...known];
  const completed_at = clock.now();
  const outcome = await db.transaction(async (tx) => {
    // Before the record is touched, in the order in which an account is deleted: its owner either finds this archive and
    // withdraws it, or is found to be missing here.
    if ((await holdUsers(tx, people)) < people.length) return 'somebody left';
    const completed = await completeExport(tx, job.org_id, job.id, {
      object_key,
      file_size_bytes: archive.size_bytes,
      schema_version: SCHEMA_VERSION,
      skipped_athletes: archive.skipped,
      left_out: archive.left_out,
      shown: contents.shown,
      snapshot: archive.snapshot,
      completed_at,
      expires_at: new Date(completed_at.getTime() + RETENTION_MS),
    });
    if (!completed) return 'ended before';
    await insertExportAthletes(tx, {
      id: job.id,
      exported_at: completed_at,
      athletes: contents.athletes,
    });
    for (const event of athletesExportedBy(job, { ...archive, athlete_ids, completed_at }))
      await events.emit(tx, athletesExported, event);
    await emitIncomplete(tx, events, job, archive);
    return 'recorded';
  });
  if (outcome === 'recorded') return await removeArchives(store, job, object_key);
  await store.delete(object_key);
  // The next attempt is without them.
  if (outcome === 'somebody left')
    throw new Error('Somebody in the archive has deleted their account meanwhile.');
}

async function emitIncomplete(
  tx: Transaction,
  events: Events,
  job: ExportJob,
  { org_name, left_out }: Archive,
): Promise<void> {
  const counted = left_out.filter(({ activities }) => activities !== null);
  if (counted.length === 0) return;
  await events.emit(tx, archiveIncomplete, {
    org_id: job.org_id,
    org_name,
    export_id: job.id,
    coach_ids: await findWhoAsked(tx, job),
    left_out: counted,
  });
}
