import { randomUUID } from 'node:crypto';
import { sql } from '../../infra/db/sql.ts';
import { DAY_MS } from '../../shared/time.ts';
import type { Book, What } from './canaries.ts';
import type { LeakStage } from './client.ts';
import type { Person } from './model.ts';

/** Days, injuries and races that tell whose they are by their words. */
export async function plantDays(
  { deps: { db, clock } }: LeakStage,
  book: Book,
  subject: Person,
): Promise<void> {
  const now = clock.now();
  const day = (days: number): string => new Date(now.getTime() + days * DAY_MS).toISOString().slice(0, 10);
  const word = (what: What, field: string): string => book.text({ what, field, subject });
  const { user_id } = subject;
  await db.execute(sql`
    INSERT INTO availability_entries (id, user_id, kind, part, minutes, weekdays, from_day, to_day, reason, created_at, updated_at)
    VALUES (${randomUUID()}, ${user_id}, 'unavailable', 'day', NULL, NULL, ${day(-5)}, ${day(9)},
        ${word('availability', 'dated reason')}, ${now}, ${now}),
      (${randomUUID()}, ${user_id}, 'limited', 'day', 45, '{monday,thursday}', NULL, NULL,
        ${word('availability', 'weekly reason')}, ${now}, ${now})`);
  await db.execute(sql`
    INSERT INTO injuries (id, user_id, kind, area, from_day, to_day, running, note, created_at, updated_at)
    VALUES (${randomUUID()}, ${user_id}, 'injury', ${word('injury', 'area')}, ${day(-9)}, NULL, 'no_hills',
      ${word('injury', 'note')}, ${now}, ${now})`);
  await db.execute(sql`
    INSERT INTO races (id, user_id, race_day, name, distance_m, priority, result_time_s, result_conditions, created_at, updated_at)
    VALUES (${randomUUID()}, ${user_id}, ${day(45)}, ${word('race_upcoming', 'race to come')}, 10000, 'a', NULL, NULL, ${now}, ${now}),
      (${randomUUID()}, ${user_id}, ${day(-45)}, ${word('race_past', 'race run')}, 5000, 'b', 1500,
        ${word('race_past', 'conditions of the race')}, ${now}, ${now})`);
}
