import { type Route, route } from '../../http/route.ts';
import { idParams } from '../../http/schemas.ts';
import type { Jobs } from '../../infra/jobs/index.ts';
import { featureNotEnabled, forbidden } from '../../shared/errors.ts';
import { pageOf } from '../../shared/page-cursor.ts';
import { readFromTo } from '../../shared/read-time.ts';
import { isoOrNull } from '../../shared/time.ts';
import { noSuchOrganization } from '../organizations/index.ts';
import {
  AskForExportBody,
  DownloadResponse,
  ExportResponse,
  ExportsQuery,
  ExportsResponse,
} from './contract.ts';
import { createExport } from './create-export.ts';
import { type DownloadDeps, downloadExport } from './download-export.ts';
import {
  exportExpired,
  exportLimitReached,
  exportNotReady,
  exportWithdrawn,
  noSuchExport,
} from './errors.ts';
import type { ExportJob } from './export-job.ts';
import { listExports, readExport } from './read-exports.ts';
import { requireExporter } from './requester.ts';

function presentOrganizationExport(job: ExportJob, now: Date) {
  const { status } = job;
  if (status === 'deleted') throw noSuchExport();
  return {
    id: job.id,
    org_id: job.org_id,
    from: edge(job.start_date_ms),
    to: edge(job.end_date_ms),
    format: job.format,
    include: [...job.include],
    athlete_ids: job.athlete_ids === null ? null : [...job.athlete_ids],
    status,
    is_downloadable: job.object_key !== null && job.expires_at !== null && job.expires_at > now,
    file_size_bytes: job.file_size_bytes,
    error_message: job.error_message,
    skipped_athletes: job.skipped_athletes?.map(({ uid, reason }) => ({ user_id: uid, reason })) ?? null,
    left_out:
      job.left_out?.map(({ source, reason, athletes, activities }) => ({
        source,
        reason,
        athletes,
        activities,
      })) ?? null,
    created_at: job.created_at.toISOString(),
    completed_at: isoOrNull(job.completed_at),
    expires_at: isoOrNull(job.expires_at),
  };
}

const edge = (time_ms: number | null): string | null =>
  time_ms === null ? null : new Date(time_ms).toISOString();

type Deps = DownloadDeps & { readonly jobs: Jobs; readonly exportsPerHour: number };

const PATH = '/organizations/:org_id/exports';
const ONE = `${PATH}/:export_id`;
const guard = { kind: 'user' } as const;
const tag = 'Exports';
const params = idParams('org_id', 'export_id');
const refused = [forbidden, featureNotEnabled, noSuchOrganization];

/** Exports that people ask for: the same use cases as with keys. */
export function exportRoutes(deps: Deps): readonly Route[] {
  return [createRoute(deps), listRoute(deps), readRoute(deps), downloadRoute(deps)];
}

const createRoute = (deps: Deps): Route =>
  route({
    operation_id: 'createOrganizationExport',
    method: 'POST',
    path: PATH,
    guard,
    tag,
    summary: 'Ask for an archive of what athletes share',
    description:
      'For the head coach and admins of the organization, where its tier includes the developer API. The archive is made in the background: ' +
      'read the export until it is `completed` or `failed`, then ask for a download link. Only you see it. Each athlete who is in it is told. ' +
      'One person may ask for a few in any hour (5 unless the server is set otherwise).',
    params: idParams('org_id'),
    body: AskForExportBody,
    responses: { 202: ExportResponse },
    errors: [...refused, exportLimitReached],
    handler: async ({
      actor,
      params: { org_id },
      body: { from, to, format = 'both', include = [], athlete_ids = null },
    }) => {
      const requester = await requireExporter(deps.db, actor, org_id);
      const { start_date_ms = null, end_date_ms = null } = readFromTo({ from, to });
      const job = await createExport(deps, requester, {
        ...{ start_date_ms, end_date_ms, format, include, athlete_ids },
      });
      const data = { export: presentOrganizationExport(job, deps.clock.now()) };
      return { status: 202, body: { status: 'ok' as const, data } };
    },
  });

const listRoute = (deps: Deps): Route =>
  route({
    operation_id: 'listOrganizationExports',
    method: 'GET',
    path: PATH,
    guard,
    tag,
    summary: 'Exports that you have asked for',
    description:
      'For the head coach and admins of the organization. Newest first. Those of API keys and of others are not among them: the audit log has all.',
    params: idParams('org_id'),
    query: ExportsQuery,
    responses: { 200: ExportsResponse },
    errors: refused,
    handler: async ({ actor, params: { org_id }, query: { status = null, limit, cursor } }) => {
      const { owner } = await requireExporter(deps.db, actor, org_id);
      const { rows, next_cursor } = await pageOf(
        { limit, cursor },
        (place) => listExports(deps, owner, { status, offset: 0, ...place }),
        ({ created_at, id }) => ({ at: created_at, id }),
      );
      const now = deps.clock.now();
      const data = { exports: rows.map((job) => presentOrganizationExport(job, now)), next_cursor };
      return { status: 200, body: { status: 'ok' as const, data } };
    },
  });

const readRoute = (deps: Deps): Route =>
  route({
    operation_id: 'getOrganizationExport',
    method: 'GET',
    path: ONE,
    guard,
    tag,
    summary: 'One export that you have asked for',
    description: 'For the head coach and admins of the organization. Says who is not in it, and why.',
    params,
    responses: { 200: ExportResponse },
    errors: [...refused, noSuchExport],
    handler: async ({ actor, params: { org_id, export_id } }) => {
      const { owner } = await requireExporter(deps.db, actor, org_id);
      const job = await readExport(deps, owner, export_id);
      const data = { export: presentOrganizationExport(job, deps.clock.now()) };
      return { status: 200, body: { status: 'ok' as const, data } };
    },
  });

const downloadRoute = (deps: Deps): Route =>
  route({
    operation_id: 'getOrganizationExportDownload',
    holds_secret: true,
    method: 'GET',
    path: `${ONE}/download`,
    guard,
    tag,
    summary: 'A fresh link to the archive',
    description:
      'For the head coach and admins of the organization. Works for ten minutes, and only while you may export; each time is in the audit log. ' +
      'Each request looks again: once somebody in the archive has left, or shares less than it shows, it is `export_withdrawn`.',
    volatile: true,
    params,
    responses: { 200: DownloadResponse },
    errors: [...refused, noSuchExport, exportNotReady, exportExpired, exportWithdrawn],
    handler: async ({ actor, params: { org_id, export_id } }) => {
      const requester = await requireExporter(deps.db, actor, org_id);
      const data = await downloadExport(deps, requester, export_id);
      return { status: 200, body: { status: 'ok' as const, data } };
    },
  });
