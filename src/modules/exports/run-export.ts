import type { Database } from '../../infra/db/database.ts';
import type { JobContext } from '../../infra/jobs/index.ts';
import type { ObjectStore } from '../../infra/object-store/index.ts';
import type { SourcePolicies } from '../../privacy/index.ts';
import type { Clock } from '../../shared/time.ts';
import {
  findOrganizationSummary,
  listAthletes,
  type PresentedAthlete,
  presentAthlete,
} from '../organizations/index.ts';
import { archiveFiles } from './archive-files.ts';
import { type ExportJob, RETENTION_MS, SCHEMA_VERSION } from './export-job.ts';
import { manifestOf } from './manifest.ts';
import { completeExport, failExport, listRoster, startExport } from './queries.ts';
import { copyReader, pageReader, type RowReader } from './read-rows.ts';
import { type RunExportPayload, runExportJob } from './run-export-job.ts';
import { type Selection, selectAthletes } from './select-athletes.ts';
import { writeArchive } from './write-archive.ts';

type RunExportDeps = {
  readonly db: Database;
  readonly store: ObjectStore;
  readonly clock: Clock;
  readonly sourcePolicies: SourcePolicies;
};

const FAILED_MESSAGE =
  'The export could not be completed. Create a new one; if that fails too, ask the operator.';

/**
 * Makes the archive of one export. Running it twice is harmless: the key of the archive follows from the export, the
 * store replaces whole objects, and only the first end is recorded.
 */
export async function runExport(
  deps: RunExportDeps,
  payload: RunExportPayload,
  context: JobContext,
): Promise<void> {
  const job = await startExport(deps.db, payload.org_id, payload.export_id);
  if (job === null) return;
  try {
    await makeArchive(deps, job, context.signal);
  } catch (error) {
    // An attempt that was cut short (shutdown, expiry) is no verdict: another one follows.
    const lastAttempt = context.attempt > runExportJob.retry.limit;
    if (lastAttempt && !context.signal.aborted) {
      await failExport(deps.db, job.org_id, job.id, {
        error_message: FAILED_MESSAGE,
        completed_at: deps.clock.now(),
      });
    }
    throw error;
  }
}

async function makeArchive(deps: RunExportDeps, job: ExportJob, signal: AbortSignal): Promise<void> {
  const { db, store, clock } = deps;
  const object_key = `exports/${job.org_id}/${job.id}.zip`;
  const plan = await planExport(deps, job);
  const write = (reader: RowReader) =>
    writeArchive(store, object_key, {
      files: archiveFiles({ format: job.format, range: job, reader, ...plan }),
      manifest: {
        name: 'manifest.json',
        text: (files) =>
          `${JSON.stringify(manifestOf({ job, files, generated_at: clock.now(), ...plan }), null, 2)}\n`,
      },
      modified_at: job.created_at,
      signal,
    });
  // One snapshot for all files. It streams to the store while it is open, which writes nothing here and holds no lock.
  const { size_bytes } =
    db.engine === 'postgres'
      ? await db.transaction((tx) => write(copyReader(tx)), { isolation: 'repeatable read', readOnly: true })
      : await write(pageReader(db));
  const completed_at = clock.now();
  await completeExport(db, job.org_id, job.id, {
    object_key,
    file_size_bytes: size_bytes,
    schema_version: SCHEMA_VERSION,
    skipped_athletes: plan.skipped,
    completed_at,
    expires_at: new Date(completed_at.getTime() + RETENTION_MS),
  });
}

type ExportPlan = Selection & {
  readonly organization: { id: string; name: string };
  readonly athletes: readonly PresentedAthlete[];
  readonly athlete_count: number;
};

async function planExport({ db, sourcePolicies }: RunExportDeps, job: ExportJob): Promise<ExportPlan> {
  const organization = await findOrganizationSummary(db, job.org_id);
  if (organization === null) throw new Error('The organization of this export no longer exists.');
  const selection = selectAthletes(await listRoster(db, job.org_id), job.athlete_ids, sourcePolicies);
  const included = new Set(selection.groups.flatMap(({ user_ids }) => user_ids));
  const athletes = (await readAthletes(db, job.org_id)).filter(
    ({ id }) => id !== undefined && included.has(id),
  );
  return { ...selection, organization, athletes, athlete_count: athletes.length };
}

const ATHLETES_A_PAGE = 1_000;

async function readAthletes(db: Database, org_id: string): Promise<PresentedAthlete[]> {
  const presented: PresentedAthlete[] = [];
  for (let offset = 0; ; offset += ATHLETES_A_PAGE) {
    const { athletes } = await listAthletes(db, { org_id, limit: ATHLETES_A_PAGE, offset });
    for (const athlete of athletes) presented.push(presentAthlete(athlete, 'export'));
    if (athletes.length < ATHLETES_A_PAGE) return presented;
  }
}
