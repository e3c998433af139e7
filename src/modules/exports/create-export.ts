import { invalidKey } from '../../http/guard.ts';
import type { Database, Transaction } from '../../infra/db/database.ts';
import type { Jobs } from '../../infra/jobs/index.ts';
import { requireDateOrder } from '../../shared/date-range.ts';
import { unauthenticated } from '../../shared/errors.ts';
import { isUuid, newId } from '../../shared/ids.ts';
import type { Clock } from '../../shared/time.ts';
import { writeAudit } from '../audit/index.ts';
import { noSuchOrganization } from '../organizations/index.ts';
import { holdActiveUser } from '../users/index.ts';
import { EXPORT_INCLUDES, type ExportFormat, type ExportInclude, type ExportJob } from './export-job.ts';
import { holdForExporters, holdKey, insertExport } from './queries.ts';
import { type Requester, requireExporter } from './requester.ts';
import { requireExportLeft } from './require-export-left.ts';
import { runExportJob } from './run-export-job.ts';

export type CreateExportInput = {
  readonly start_date_ms: number | null;
  readonly end_date_ms: number | null;
  readonly format: ExportFormat;
  /** What besides. Whoever calls has checked that the key may read it. */
  readonly include: readonly ExportInclude[];
  readonly athlete_ids: readonly string[] | null;
};

/**
 * Records an export, its audit entry and its job together; the archive is made in the background.
 * @throws AppError rate_limited when the key or person has created `exportsPerHour` within the last hour; invalidKey, or
 * the errors of `requireExporter`, when the right has ended meanwhile
 */
export async function createExport(
  deps: { db: Database; clock: Clock; jobs: Pick<Jobs, 'enqueue'>; exportsPerHour: number },
  { actor, owner }: Requester,
  input: CreateExportInput,
): Promise<ExportJob> {
  const { start_date_ms, end_date_ms, format } = input;
  const include = EXPORT_INCLUDES.filter((name) => input.include.includes(name));
  requireDateOrder(start_date_ms, end_date_ms);
  // UUIDs are compared in lower case; invalid ids are reported as written.
  const athlete_ids = input.athlete_ids && [
    ...new Set(input.athlete_ids.map((id) => (isUuid(id) ? id.toLowerCase() : id))),
  ];
  const id = newId();
  return await deps.db.transaction(async (tx) => {
    // Locked, or concurrent requests would all see the same quota.
    await holdRequester(tx, { actor, owner });
    await requireExportLeft({ ...deps, db: tx }, { actor, owner });
    const now = deps.clock.now();
    const job = await insertExport(tx, {
      id,
      owner,
      start_date_ms,
      end_date_ms,
      format,
      include,
      athlete_ids,
      created_at: now,
    });
    await writeAudit(tx, {
      org_id: owner.org_id,
      event_type: 'export_created',
      actor,
      target_id: id,
      data: { start_date_ms, end_date_ms, format, include, athletes: athlete_ids?.length ?? 'all' },
      now,
    });
    await deps.jobs.enqueue(tx, runExportJob, { org_id: owner.org_id, export_id: id });
    return job;
  });
}

async function holdRequester(tx: Transaction, { actor, owner }: Requester): Promise<void> {
  if ('api_key_id' in owner) {
    if (!(await holdKey(tx, owner))) throw invalidKey();
  } else if (actor.type === 'user') {
    if (!(await holdForExporters(tx, owner.org_id))) throw noSuchOrganization();
    await requireExporter(tx, actor, owner.org_id);
    if (!(await holdActiveUser(tx, actor.user_id))) throw unauthenticated();
  }
}
