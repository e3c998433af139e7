import Type from 'typebox';
import type { ApiKeyActor } from '../../../http/actor.ts';
import { missingScope } from '../../../http/guard.ts';
import { type Route, route } from '../../../http/route.ts';
import { eitherPageEcho, eitherPageQuery, idParams, OneOf } from '../../../http/schemas.ts';
import type { Database } from '../../../infra/db/database.ts';
import type { Jobs } from '../../../infra/jobs/index.ts';
import type { Scope } from '../../../shared/access.ts';
import { readDateRange } from '../../../shared/read-time.ts';
import { type Clock, isoOrNull } from '../../../shared/time.ts';
import {
  createExport,
  DOWNLOAD_URL_LIFETIME_S,
  type DownloadDeps,
  downloadExport,
  type ExportInclude,
  type ExportJob,
  exportExpired,
  exportLimitReached,
  exportNotReady,
  exportWithdrawn,
  listExports,
  noSuchExport,
  readExport,
  requesterOf,
  requireExportLeft,
} from '../../exports/index.ts';
import {
  CreateExportBody,
  EXPORT_EXAMPLES,
  EXPORT_STATUSES,
  ExportObject,
  MAX_PAGE_SIZE,
  PAGE_SIZE,
  Success,
} from '../contract.ts';
import { pageFound, rowsAsked } from '../either-page.ts';

const tag = 'Exports';
const reads = { kind: 'developer_key', scope: 'exports:read' } as const;

function shown(summary: string, moment: keyof typeof EXPORT_EXAMPLES) {
  return { summary, value: { success: true as const, data: { export: EXPORT_EXAMPLES[moment] } } };
}

const SCOPE_OF = {
  feedback: 'feedback:read',
  availability: 'availability:read',
  sessions: 'sessions:read',
} as const satisfies Record<ExportInclude, Scope>;

/** A key can only export what it may read. */
function requireScopesOf({ scopes }: ApiKeyActor, include: readonly ExportInclude[]): void {
  const missing = include.map((name) => SCOPE_OF[name]).filter((scope) => !scopes.includes(scope));
  if (missing.length > 0)
    throw missingScope({ message: `The API key lacks the scope ${missing.join(', ')}.` });
}

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
    limit: (actor) => requireExportLeft(deps, requesterOf(actor)),
    tag,
    summary: 'Ask for an export',
    description:
      'Poll it until it is `completed` or `failed`, then ask for a download link. ' +
      'A key may create a few exports in any hour (5 unless the server is set otherwise). This limit is checked before the ' +
      'limits of all requests, and only accepted exports count; when it refuses, the rate-limit headers describe it.',
    body: CreateExportBody,
    responses: { 202: Success({ export: ExportObject }, 'Accepted; the archive is made in the background.') },
    examples: { 202: { pending: shown('Just asked for', 'pending') } },
    errors: [exportLimitReached],
    handler: async ({ actor, body }) => {
      requireScopesOf(actor, body.include ?? []);
      const { start_date_ms = null, end_date_ms = null } = readDateRange(body);
      const job = await createExport(deps, requesterOf(actor), {
        start_date_ms,
        end_date_ms,
        format: body.format,
        include: body.include ?? [],
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
    description: 'Then by id. Those of other keys and of people are not among them, nor are deleted ones.',
    query: Type.Object({
      status: Type.Optional(OneOf(EXPORT_STATUSES, { description: 'Only exports in this state.' })),
      ...eitherPageQuery(PAGE_SIZE, MAX_PAGE_SIZE),
    }),
    responses: {
      200: Success(
        {
          exports: Type.Array(ExportObject, {
            maxItems: MAX_PAGE_SIZE,
            description: 'Newest first, then by id.',
          }),
          ...eitherPageEcho(PAGE_SIZE, MAX_PAGE_SIZE),
        },
        'A page of exports.',
      ),
    },
    handler: async ({ actor, query }) => {
      const found = await listExports(deps, requesterOf(actor).owner, {
        status: query.status ?? null,
        ...rowsAsked(query),
      });
      const { rows, echo } = pageFound(query, found, ({ created_at, id }) => ({ at: created_at, id }));
      return {
        status: 200,
        body: { success: true as const, data: { exports: rows.map(presentExport), ...echo } },
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
    description: 'To be asked every few seconds until its `status` is `completed` or `failed`.',
    params: idParams('export_id'),
    responses: { 200: Success({ export: ExportObject }, 'The export.') },
    examples: {
      200: {
        completed: shown('Its archive can be downloaded', 'completed'),
        failed: shown('It could not be made', 'failed'),
      },
    },
    errors: [noSuchExport],
    handler: async ({ actor, params }) => {
      const job = await readExport(deps, requesterOf(actor).owner, params.export_id);
      return { status: 200, body: { success: true as const, data: { export: presentExport(job) } } };
    },
  });
}

export function downloadExportRoute(deps: DownloadDeps): Route {
  return route({
    operation_id: 'getExportDownload',
    holds_secret: true,
    method: 'GET',
    path: '/exports/:export_id/download',
    guard: reads,
    tag,
    summary: 'A fresh download link to a completed export',
    description:
      'Works without the key for ten minutes and answers `Range`. Ask as often as you like while the export exists; each ' +
      'time is in the audit log of the organization. Each request for it, and each request by the link, looks again: once ' +
      'somebody in the archive has left, or shares less than it shows, it is `export_withdrawn`, and a new export holds what ' +
      'may still be shown. A link works only while the key it was made with does. That an export has expired is said for ' +
      '30 days.',
    volatile: true,
    params: idParams('export_id'),
    responses: {
      200: Success(
        {
          download_url: Type.String({
            format: 'uri',
            maxLength: 4_096,
            description: 'Pre-signed: whoever has it may download.',
            examples: [
              'https://files.example.org/exports/019f639c-1240-7873-9522-2b363bf29cfd.zip?expires=1784083500&signature=x4mPl3',
            ],
          }),
          expires_in_seconds: Type.Literal(DOWNLOAD_URL_LIFETIME_S, {
            description: 'How long the link works, from now.',
          }),
        },
        'The link.',
      ),
    },
    errors: [noSuchExport, exportNotReady, exportExpired, exportWithdrawn],
    handler: async ({ actor, params }) => ({
      status: 200,
      body: {
        success: true as const,
        data: await downloadExport(deps, requesterOf(actor), params.export_id),
      },
    }),
  });
}

function presentExport(job: ExportJob) {
  const { api_key_id } = job;
  if (api_key_id === null) throw new Error('An export that a person asked for is shown to no key.');
  return {
    id: job.id,
    requester_uid: `api-key:${api_key_id}`,
    org_id: job.org_id,
    export_type: job.export_type,
    params: {
      start_date: job.start_date_ms,
      end_date: job.end_date_ms,
      format: job.format,
      athlete_ids: job.athlete_ids === null ? null : [...job.athlete_ids],
      ...(job.include.length === 0 ? {} : { include: [...job.include] }),
      actor_type: 'api_key' as const,
      api_key_id,
    },
    status: job.status,
    file_size_bytes: job.file_size_bytes,
    schema_version: job.schema_version,
    error_message: job.error_message,
    skipped_athletes: job.skipped_athletes === null ? null : [...job.skipped_athletes],
    left_out: job.left_out === null ? null : [...job.left_out],
    created_at: isoOrNull(job.created_at),
    completed_at: isoOrNull(job.completed_at),
    expires_at: isoOrNull(job.expires_at),
  };
}
