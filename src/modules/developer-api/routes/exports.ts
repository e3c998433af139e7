import Type from 'typebox';
import { type Route, route } from '../../../http/route.ts';
import { idParams, OneOf, pageQuery } from '../../../http/schemas.ts';
import type { Database } from '../../../infra/db/database.ts';
import type { Jobs } from '../../../infra/jobs/index.ts';
import type { ObjectStore } from '../../../infra/object-store/index.ts';
import type { Clock } from '../../../shared/time.ts';
import {
  createExport,
  DOWNLOAD_URL_LIFETIME_S,
  downloadExport,
  exportExpired,
  exportNotReady,
  listExports,
  readExport,
  requireExportLeft,
} from '../../exports/index.ts';
import { CreateExportBody, EXPORT_STATUSES, ExportObject, Success } from '../contract.ts';
import { presentExport } from '../present.ts';

const tag = 'Exports';
const reads = { kind: 'developer_key', scope: 'exports:read' } as const;

export function createExportRoute(deps: {
  db: Database;
  clock: Clock;
  jobs: Jobs;
  exportsPerHour: number;
}): Route {
  return route({
    operation_id: 'createExport',
    method: 'POST',
    path: '/exports',
    guard: { kind: 'developer_key', scope: 'exports:create' },
    limit: (actor) => requireExportLeft(deps, actor),
    tag,
    summary: 'Ask for an export',
    description:
      'Poll it until it is `completed` or `failed`, then ask for a download link. ' +
      'A key may create a few exports in any hour (5 unless the server is set otherwise). This limit is checked before the ' +
      'limits of all requests, and only accepted exports count; when it refuses, the rate-limit headers describe it.',
    body: CreateExportBody,
    responses: { 202: Success({ export: ExportObject }, 'Accepted; the archive is made in the background.') },
    handler: async ({ actor, body }) => {
      const job = await createExport(deps, actor, {
        start_date_ms: body.start_date ?? null,
        end_date_ms: body.end_date ?? null,
        format: body.format ?? 'both',
        athlete_ids: body.athlete_ids ?? null,
      });
      return { status: 202, body: { success: true as const, data: { export: presentExport(job) } } };
    },
  });
}

export function listExportsRoute(deps: { db: Database }): Route {
  return route({
    operation_id: 'listExports',
    method: 'GET',
    path: '/exports',
    guard: reads,
    tag,
    summary: 'Exports this key has asked for, newest first',
    query: Type.Object({
      status: Type.Optional(OneOf(EXPORT_STATUSES, { description: 'Only exports in this state.' })),
      ...pageQuery(50, 100),
    }),
    responses: {
      200: Success(
        { exports: Type.Array(ExportObject), limit: Type.Integer(), offset: Type.Integer() },
        'A page of exports.',
      ),
    },
    handler: async ({ actor, query: { status, limit = 50, offset = 0 } }) => {
      const jobs = await listExports(deps, actor, { status: status ?? null, limit, offset });
      return {
        status: 200,
        body: { success: true as const, data: { exports: jobs.map(presentExport), limit, offset } },
      };
    },
  });
}

export function readExportRoute(deps: { db: Database }): Route {
  return route({
    operation_id: 'getExport',
    method: 'GET',
    path: '/exports/:export_id',
    guard: reads,
    tag,
    summary: 'One export',
    params: idParams('export_id'),
    responses: { 200: Success({ export: ExportObject }, 'The export.') },
    handler: async ({ actor, params }) => {
      const job = await readExport(deps, actor, params.export_id);
      return { status: 200, body: { success: true as const, data: { export: presentExport(job) } } };
    },
  });
}

export function downloadExportRoute(deps: { db: Database; clock: Clock; store: ObjectStore }): Route {
  return route({
    operation_id: 'getExportDownload',
    method: 'GET',
    path: '/exports/:export_id/download',
    guard: reads,
    tag,
    summary: 'A fresh download link to a completed export',
    volatile: true,
    params: idParams('export_id'),
    responses: {
      200: Success(
        {
          download_url: Type.String({
            format: 'uri',
            description: 'Pre-signed: whoever has it may download.',
          }),
          expires_in_seconds: Type.Literal(DOWNLOAD_URL_LIFETIME_S),
        },
        'The link.',
      ),
    },
    errors: [exportNotReady, exportExpired],
    handler: async ({ actor, params }) => ({
      status: 200,
      body: { success: true as const, data: await downloadExport(deps, actor, params.export_id) },
    }),
  });
}
