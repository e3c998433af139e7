import { promisify } from 'node:util';
import { deflateRaw } from 'node:zlib';
import { type Database, SNAPSHOT, type Transaction } from '../../infra/db/database.ts';
import { isDataError } from '../../infra/db/database-errors.ts';
import { exportSnapshot } from '../../infra/db/share-snapshot.ts';
import type { ObjectStore } from '../../infra/object-store/index.ts';
import { type SourcePolicies, sourcesKeptFrom } from '../../privacy/index.ts';
import { newId } from '../../shared/ids.ts';
import type { Clock } from '../../shared/time.ts';
import { archiveFiles } from './archive-files.ts';
import { archiveFolder, type ExportJob, type LeftOut } from './export-job.ts';
import { openFile } from './file-plan.ts';
import { findUnreadable } from './find-unreadable.ts';
import { countLeftOut } from './left-out.ts';
import { type ManifestFacts, manifestFile } from './manifest.ts';
import { type ExportPlan, planExport } from './plan-export.ts';
import { copiedFile, pageReader } from './read-rows.ts';
import type { ToldTable } from './told-table.ts';
import { writeArchive } from './write-archive.ts';
import { type ArchiveThread, writeOnThread } from './write-on-thread.ts';

type MakeDeps = {
  readonly db: Database;
  readonly store: ObjectStore;
  readonly clock: Clock;
  readonly sourcePolicies: SourcePolicies;
  readonly archiveTables: readonly ToldTable[];
};

export type Archive = {
  readonly object_key: string;
  readonly size_bytes: number;
  readonly org_name: string;
  readonly left_out: readonly LeftOut[];
} & Pick<ExportPlan, 'skipped' | 'contents' | 'snapshot'>;

/** One attempt: plans it and streams its archive into the store, again without those whose rows cannot be read. */
export async function makeArchive(deps: MakeDeps, job: ExportJob, signal: AbortSignal): Promise<Archive> {
  const { db, sourcePolicies: policies } = deps;
  const unreadable = new Set<string>();
  const plan = (tx: Transaction): Promise<ExportPlan> => planExport(tx, { job, policies, unreadable });
  for (;;) {
    try {
      return await writeOnce(deps, { job, plan, signal });
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

type Task = {
  readonly job: ExportJob;
  readonly plan: (tx: Transaction) => Promise<ExportPlan>;
  readonly signal: AbortSignal;
};

type Planned = ExportPlan & { readonly left_out: readonly LeftOut[] };

async function writeOnce(deps: MakeDeps, task: Task): Promise<Archive> {
  const { url } = deps.db;
  task.signal.throwIfAborted();
  return url === null ? await writeHere(deps, task) : await writeBeside(deps, task, url);
}

/** On Node's thread pool, for where others are on the thread. */
export const deflateOnPool = promisify(deflateRaw);

/**
 * On this thread, where the embedded engine is. Its one connection is everybody's, so only the plan is one snapshot; the
 * rows are read by pages.
 */
async function writeHere(deps: MakeDeps, { job, plan, signal }: Task): Promise<Archive> {
  const planned = await deps.db.transaction(plan, SNAPSHOT);
  const left_out = await countLeftOut(deps.db, planned.slices, deps.sourcePolicies);
  const read = pageReader(deps.db);
  const contents = {
    files: filesOf(deps, job, planned).map((file) => openFile(file, read)),
    manifest: manifestFile(factsOf(deps, job, { ...planned, left_out })),
    modified_at: job.created_at,
  };
  return await stored(
    deps,
    job,
    { ...planned, left_out },
    until(signal, writeArchive(contents, deflateOnPool)),
  );
}

/** On a thread beside this one, which reads the rows from the snapshot of the plan. */
async function writeBeside(deps: MakeDeps, { job, plan, signal }: Task, url: string): Promise<Archive> {
  let thread: ArchiveThread | undefined;
  const open = async (tx: Transaction): Promise<{ planned: Planned; thread: ArchiveThread }> => {
    const made = await plan(tx);
    const planned = { ...made, left_out: await countLeftOut(tx, made.slices, deps.sourcePolicies) };
    thread = writeOnThread({
      url,
      snapshot: await exportSnapshot(tx),
      files: filesOf(deps, job, planned).map(copiedFile),
      manifest: factsOf(deps, job, planned),
      modified_at: job.created_at,
      signal,
    });
    await thread.ready;
    return { planned, thread };
  };
  try {
    const opened = await deps.db.transaction(open, SNAPSHOT);
    return await stored(deps, job, opened.planned, opened.thread.bytes);
  } finally {
    await thread?.close();
  }
}

function filesOf(
  { archiveTables: tables }: MakeDeps,
  job: ExportJob,
  { athletes, slices, told }: ExportPlan,
): ReturnType<typeof archiveFiles> {
  return archiveFiles({ job, athletes, slices, told, tables });
}

function factsOf({ clock, sourcePolicies }: MakeDeps, job: ExportJob, plan: Planned): ManifestFacts {
  const { organization, athletes, skipped, left_out } = plan;
  const sources_left_out = sourcesKeptFrom('export', sourcePolicies);
  return {
    job,
    organization,
    athlete_count: athletes.length,
    skipped,
    sources_left_out,
    left_out,
    generated_at: clock.now(),
  };
}

async function stored(
  { store }: MakeDeps,
  job: ExportJob,
  { organization, skipped, contents, snapshot, left_out }: Planned,
  bytes: AsyncIterable<Uint8Array>,
): Promise<Archive> {
  const object_key = `${archiveFolder(job)}${newId()}.zip`;
  const { size_bytes } = await store.put(object_key, bytes, { contentType: 'application/zip' });
  return { object_key, size_bytes, org_name: organization.name, skipped, contents, snapshot, left_out };
}

export async function* until(
  signal: AbortSignal,
  bytes: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  for await (const chunk of bytes) {
    signal.throwIfAborted();
    yield chunk;
  }
}
