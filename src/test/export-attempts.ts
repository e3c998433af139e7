/** Single attempts at an export, which the server's own worker does not see. */
import { pino } from 'pino';
import type { ObjectStore } from '../infra/object-store/index.ts';
import { createExport } from '../modules/exports/create-export.ts';
import type { ExportJob } from '../modules/exports/export-job.ts';
import { requesterOf } from '../modules/exports/requester.ts';
import { runExport } from '../modules/exports/run-export.ts';
import { SERVER_LIMITS } from '../shared/access.ts';
import { newId } from '../shared/ids.ts';
import { createApiKey, createOrganization, type TestOrganization } from './factories.ts';
import type { TestServer } from './harness.ts';

type Owner = { readonly org_id: string; readonly key_id: string };

/** A club, and a key of its own that may do everything with exports. */
export type Exporter = {
  readonly club: TestOrganization;
  readonly key: { readonly id: string; readonly secret: string };
  readonly owner: Owner;
};

export async function createExporter(server: TestServer): Promise<Exporter> {
  const club = await createOrganization(server);
  const key = await createApiKey(server, club, { scopes: ['admin'] });
  return { club, key, owner: { org_id: club.org_id, key_id: key.id } };
}

/** An export as the key asks for it, without its job. */
export async function recordExport(
  server: TestServer,
  owner: Owner,
  input: { readonly athlete_ids?: readonly string[] } = {},
): Promise<ExportJob> {
  const actor = { type: 'api_key', ...owner, scopes: [], features: [], limits: SERVER_LIMITS } as const;
  return await createExport({ ...server.deps, jobs: { enqueue: async () => null } }, requesterOf(actor), {
    start_date_ms: null,
    end_date_ms: null,
    format: 'both',
    include: [],
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
  await runExport(
    { ...server.deps, archiveTables: [], ...deps },
    { org_id: job.org_id, export_id: job.id },
    context,
  );
}

/** The keys of what lies in the store for an export. */
export async function objectsOf(
  server: TestServer,
  { org_id, id }: { readonly org_id: string; readonly id: string },
): Promise<string[]> {
  const objects = await Array.fromAsync(server.deps.store.list(`exports/${org_id}/${id}`));
  return objects.map(({ key }) => key);
}

/** A store that breaks down with everything written. */
export function failingStore(store: ObjectStore): ObjectStore {
  return {
    ...store,
    put: async (name, body, options) => {
      await store.put(name, body, options);
      throw new Error('the store broke down after writing');
    },
  };
}

/** A store that waits, with everything written, until it is told to go on. */
export function pausingStore(store: ObjectStore): {
  slow: ObjectStore;
  stored: Promise<void>;
  goOn: () => void;
} {
  const stored = Promise.withResolvers<void>();
  const told = Promise.withResolvers<void>();
  const slow: ObjectStore = {
    ...store,
    put: async (name, body, options) => {
      const put = await store.put(name, body, options);
      stored.resolve();
      await told.promise;
      return put;
    },
  };
  return { slow, stored: stored.promise, goOn: () => told.resolve() };
}
