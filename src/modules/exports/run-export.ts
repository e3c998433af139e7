import { type Database, SNAPSHOT, type Transaction } from '../../infra/db/database.ts';
import { isDataError } from '../../infra/db/database-errors.ts';
import { sql } from '../../infra/db/sql.ts';
import type { Events } from '../../infra/events/index.ts';
import type { JobContext } from '../../infra/jobs/index.ts';
import type { ObjectStore } from '../../infra/object-store/index.ts';
import type { SourcePolicies } from '../../privacy/index.ts';
import { newId } from '../../shared/ids.ts';
import type { Clock } from '../../shared/time.ts';
import { archiveFiles } from './archive-files.ts';
import { athletesExported, athletesExportedBy } from './athletes-exported.ts';
import { archiveFolder, type ExportJob, RETENTION_MS, SCHEMA_VERSION } from './export-job.ts';
import { failExports } from './fail-exports.ts';
import { findUnreadable } from './find-unreadable.ts';
import { manifestOf } from './manifest.ts';
import { type ExportPlan, planExport } from './plan-export.ts';
import { completeExport, startExport } from './queries.ts';
import { copyReader, pageReader, type RowReader } from './read-rows.ts';
import { removeArchives } from './remove-archives.ts';
import { type RunExportPayload, runExportJob } from './run-export-job.ts';
import { writeArchive } from './write-archive.ts';

type RunExportDeps = {
  readonly db: Database;
  readonly store: ObjectStore;
  readonly clock: Clock;
  readonly sourcePolicies: SourcePolicies;
  readonly events: Events;
};

/**
 * Makes the archive of one export. Running it twice, even at once, is harmless: each attempt writes an object of its
 * own, the first that ends is recorded, and the objects of the others are removed.
 */
export async function runExport(
  deps: RunExportDeps,
  payload: RunExportPayload,
  context: JobContext,
): Promise<void> {
  const job = await startExport(deps.db, payload.org_id, payload.export_id);
  if (job === null) return;
  try {
    await completeWith(deps, job, await makeArchive(deps, job, context.signal));
  } catch (error) {
    // The queue gives up now, also when a shutdown or the time limit cut this attempt short.
    if (context.attempt > runExportJob.retry.limit) await failExports(deps, [job.id]);
    throw error;
  }
}

type Archive = {
  readonly object_key: string;
  readonly size_bytes: number;
  readonly org_name: string;
  readonly athlete_ids: readonly string[];
  readonly skipped: ExportPlan['skipped'];
};

/** An upload can be silent for longer than a transaction may be by default. */
const LONGEST_SILENCE = '10min';

async function makeArchive(deps: RunExportDeps, job: ExportJob, signal: AbortSignal): Promise<Archive> {
  const { db, sourcePolicies: policies } = deps;
  const unreadable = new Set<string>();
  const plan = (tx: Transaction): Promise<ExportPlan> => planExport(tx, { job, policies, unreadable });
  for (;;) {
    try {
      // The one connection of the embedded engine is everybody's: only the plan is one snapshot there.
      if (db.engine === 'embedded') {
        return await writeRows(deps, job, await db.transaction(plan, SNAPSHOT), pageReader(db), signal);
      }
      // Elsewhere all of it is. It streams to the store while it is open, which writes nothing here and holds no lock.
      return await db.transaction(async (tx) => {
        await tx.query(
          sql`SELECT set_config('idle_in_transaction_session_timeout', ${LONGEST_SILENCE}, true)`,
        );
        return await writeRows(deps, job, await plan(tx), copyReader(tx), signal);
      }, SNAPSHOT);
    } catch (error) {
      if (!isDataError(error)) throw error;
      const { slices } = await db.transaction(plan, SNAPSHOT);
      const found = await findUnreadable(pageReader(db), slices, { format: job.format, signal });
      const everybody = slices.reduce((sum, { user_ids }) => sum + user_ids.length, 0);
      // Nobody's rows, or those of all of several: then the fault is not an athlete's.
      if (found.length === 0 || (found.length === everybody && everybody > 1)) throw error;
      for (const user_id of found) unreadable.add(user_id);
    }
  }
}

async function writeRows(
  { store, clock }: RunExportDeps,
  job: ExportJob,
  plan: ExportPlan,
  reader: RowReader,
  signal: AbortSignal,
): Promise<Archive> {
  const object_key = `${archiveFolder(job)}${newId()}.zip`;
  const { organization, athletes, slices, skipped } = plan;
  const { size_bytes } = await writeArchive(store, object_key, {
    files: archiveFiles({ format: job.format, athletes, slices, reader }),
    manifest: {
      name: 'manifest.json',
      text: (files) => {
        const facts = { job, organization, athlete_count: athletes.length, skipped, files };
        return `${JSON.stringify(manifestOf({ ...facts, generated_at: clock.now() }), null, 2)}\n`;
      },
    },
    modified_at: job.created_at,
    signal,
  });
  const athlete_ids = athletes.map(({ id }) => id);
  return { object_key, size_bytes, org_name: organization.name, athlete_ids, skipped };
}

/** The first archive is recorded and its athletes are told, both or neither; any other is removed. */
async function completeWith(
  { db, store, clock, events }: RunExportDeps,
  job: ExportJob,
  archive: Archive,
): Promise<void> {
  const { object_key } = archive;
  const completed_at = clock.now();
  const isFirst = await db.transaction(async (tx) => {
    const completed = await completeExport(tx, job.org_id, job.id, {
      object_key,
      file_size_bytes: archive.size_bytes,
      schema_version: SCHEMA_VERSION,
      skipped_athletes: archive.skipped,
      completed_at,
      expires_at: new Date(completed_at.getTime() + RETENTION_MS),
    });
    if (!completed) return false;
    for (const event of athletesExportedBy(job, { ...archive, completed_at }))
      await events.emit(tx, athletesExported, event);
    return true;
  });
  if (isFirst) await removeArchives(store, job, object_key);
  else await store.delete(object_key);
}
