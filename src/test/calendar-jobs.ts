/** Changes of many athletes' plans as a worker has left them, stored past HTTP. */
import { sql } from '../infra/db/sql.ts';
import { newId } from '../shared/ids.ts';
import type { TestServer } from './harness.ts';

const REQUEST = { action: 'clear', from: '9000-01-02', conflict: 'skip', dry_run: true, takes_races: false };

/** One that was tried, with what came of it for an athlete: nothing was meant. */
export async function storeCalendarJob(
  { deps: { db, clock } }: { readonly deps: Pick<TestServer['deps'], 'db' | 'clock'> },
  {
    org_id,
    created_by,
    athlete_id,
  }: { readonly org_id: string; readonly created_by: string; readonly athlete_id: string },
): Promise<string> {
  const id = newId();
  const now = clock.now();
  const refused = [{ user_id: athlete_id, workout_id: null, date: null, reason: 'no_workout' }];
  await db.execute(sql`
    INSERT INTO calendar_jobs (id, org_id, created_by, kind, request, source, refused, created_at, finished_at)
    VALUES (${id}, ${org_id}, ${created_by}, 'action', ${JSON.stringify(REQUEST)}::json, '[]', '[]', ${now}, ${now})`);
  await db.execute(sql`
    INSERT INTO calendar_job_athletes (job_id, user_id, outcome)
    VALUES (${id}, ${athlete_id}, ${JSON.stringify({ changes: [], refused })}::json)`);
  return id;
}
