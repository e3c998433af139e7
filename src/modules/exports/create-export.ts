import type { ApiKeyActor } from '../../http/actor.ts';
import { invalidKey } from '../../http/guard.ts';
import type { Database } from '../../infra/db/database.ts';
import type { Jobs } from '../../infra/jobs/index.ts';
import { requireDateOrder } from '../../shared/date-range.ts';
import { isUuid, newId } from '../../shared/ids.ts';
import type { Clock } from '../../shared/time.ts';
import { writeAudit } from '../audit/index.ts';
import type { ExportFormat, ExportJob } from './export-job.ts';
import { holdKey, insertExport } from './queries.ts';
import { requireExportLeft } from './require-export-left.ts';
import { runExportJob } from './run-export-job.ts';

export type CreateExportInput = {
  /** Epoch milliseconds UTC, inclusive; null is open. */
  readonly start_date_ms: number | null;
  readonly end_date_ms: number | null;
  readonly format: ExportFormat;
  /** Null means all athletes. */
  readonly athlete_ids: readonly string[] | null;
};

/**
 * Records an export, its audit entry and its job together. The archive is made in the background.
 *
 * @throws AppError rate_limited when the key has created `exportsPerHour` within the last hour; invalidKey when it has gone
 *   with its organization
 */
export async function createExport(
  deps: { db: Database; clock: Clock; jobs: Pick<Jobs, 'enqueue'>; exportsPerHour: number },
  actor: ApiKeyActor,
  input: CreateExportInput,
): Promise<ExportJob> {
  const { start_date_ms, end_date_ms, format } = input;
  requireDateOrder(start_date_ms, end_date_ms);
  // A uuid is the same in either case; what is none is skipped as it was written.
  const athlete_ids = input.athlete_ids && [
    ...new Set(input.athlete_ids.map((id) => (isUuid(id) ? id.toLowerCase() : id))),
  ];
  const id = newId();
  return await deps.db.transaction(async (tx) => {
    // One at a time, or requests at once would all find the same export left.
    if (!(await holdKey(tx, { org_id: actor.org_id, api_key_id: actor.key_id }))) throw invalidKey();
    await requireExportLeft({ ...deps, db: tx }, actor);
    const now = deps.clock.now();
    const job = await insertExport(tx, {
      id,
      org_id: actor.org_id,
      api_key_id: actor.key_id,
      start_date_ms,
      end_date_ms,
      format,
      athlete_ids,
      created_at: now,
    });
    await writeAudit(tx, {
      org_id: actor.org_id,
      event_type: 'export_created',
      actor,
      target_id: id,
      data: { start_date_ms, end_date_ms, format, athletes: athlete_ids?.length ?? 'all' },
      now,
    });
    await deps.jobs.enqueue(tx, runExportJob, { org_id: actor.org_id, export_id: id });
    return job;
  });
}
