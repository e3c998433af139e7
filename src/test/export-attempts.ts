/** Single attempts at an export, which the server's own worker does not see. */
import { pino } from 'pino';
import { createExport } from '../modules/exports/create-export.ts';
import type { ExportJob } from '../modules/exports/export-job.ts';
import { runExport } from '../modules/exports/run-export.ts';
import { newId } from '../shared/ids.ts';
import type { TestServer } from './harness.ts';

const NO_LIMITS = { requests_per_minute: null, requests_per_hour: null, exports_per_hour: null };

/** An export as the key asks for it, without its job. */
export async function recordExport(
  server: TestServer,
  owner: { readonly org_id: string; readonly key_id: string },
  input: { readonly athlete_ids?: readonly string[] } = {},
): Promise<ExportJob> {
  const actor = { type: 'api_key', ...owner, scopes: [], features: [], limits: NO_LIMITS } as const;
  return await createExport({ ...server.deps, jobs: { enqueue: async () => null } }, actor, {
    start_date_ms: null,
    end_date_ms: null,
    format: 'both',
    athlete_ids: null,
    ...input,
  });
}

/** One attempt, with other dependencies than the server's where they are given. */
export async function attemptExport(
  server: TestServer,
  job: ExportJob,
  options: Partial<Parameters<typeof runExport>[0]> & { attempt?: number; signal?: AbortSignal } = {},
): Promise<void> {
  const { attempt = 1, signal = new AbortController().signal, ...deps } = options;
  const context = { job_id: newId(), attempt, signal, logger: pino({ level: 'silent' }) };
  await runExport({ ...server.deps, ...deps }, { org_id: job.org_id, export_id: job.id }, context);
}

/** The keys of what lies in the store for an export. */
export async function objectsOf(
  server: TestServer,
  { org_id, id }: { readonly org_id: string; readonly id: string },
): Promise<string[]> {
  const objects = await Array.fromAsync(server.deps.store.list(`exports/${org_id}/${id}`));
  return objects.map(({ key }) => key);
}
