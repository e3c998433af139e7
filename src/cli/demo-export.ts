import type { Deps } from '../deps.ts';
import { createExport, listExports, requesterOf } from '../modules/exports/index.ts';
import { DAY_MS } from '../shared/time.ts';
import { actorOfKey } from './demo-key.ts';

/**
 * Exports the demo club's last week as its API key unless an export exists. The server's worker makes the archive because
 * it cannot be part of a transaction.
 */
export async function exportLastWeek(
  deps: Pick<Deps, 'db' | 'clock' | 'jobs' | 'exportsPerHour'>,
  { api_key, until }: { readonly api_key: string; readonly until: Date },
): Promise<void> {
  const requester = requesterOf(await actorOfKey(deps, api_key));
  const { owner } = requester;
  if ((await listExports(deps, owner, { status: null, limit: 1, offset: 0, after: null })).length > 0) return;
  const start_date_ms = until.getTime() - 7 * DAY_MS;
  await createExport(deps, requester, {
    start_date_ms,
    end_date_ms: until.getTime(),
    format: 'csv',
    include: [],
    athlete_ids: null,
  });
}
