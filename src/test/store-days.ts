import { sql } from '../infra/db/sql.ts';
import { newId } from '../shared/ids.ts';
import { DAY_MS } from '../shared/time.ts';
import type { TestServer } from './harness.ts';

/** A weekly entry of availability, an injury and a race of the other day of somebody, past HTTP. @returns their ids */
export async function storeDays(
  { deps: { db }, clock }: TestServer,
  user_id: string,
): Promise<{ entry_id: string; injury_id: string; race_id: string }> {
  const now = clock.now();
  const day = (days: number): string => new Date(now.getTime() + days * DAY_MS).toISOString().slice(0, 10);
  const [entry_id, injury_id, race_id] = [newId(), newId(), newId()];
  await db.execute(sql`
    INSERT INTO availability_entries (id, user_id, kind, part, weekdays, reason, created_at, updated_at)
    VALUES (${entry_id}, ${user_id}, 'unavailable', 'evening', '{monday}', 'Choir', ${now}, ${now})`);
  await db.execute(sql`
    INSERT INTO injuries (id, user_id, kind, area, from_day, running, created_at, updated_at)
    VALUES (${injury_id}, ${user_id}, 'injury', 'Knee', ${day(-3)}, 'no_hills', ${now}, ${now})`);
  await db.execute(sql`
    INSERT INTO races (id, user_id, race_day, name, distance_m, priority, created_at, updated_at)
    VALUES (${race_id}, ${user_id}, ${day(-3)}, 'Harbour Ten', 10000, 'b', ${now}, ${now})`);
  return { entry_id, injury_id, race_id };
}
