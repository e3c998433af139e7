import fc from 'fast-check';
import { sql } from '../infra/db/sql.ts';
import { addDays } from '../shared/calendar.ts';
import { newId } from '../shared/ids.ts';
import { HOUR_MS } from '../shared/time.ts';
import type { TestServer } from './harness.ts';

const around = fc.integer({ min: -9, max: 18 });

/** What an athlete tells of their days, and the sessions that they come to; days are counted from today. */
export const anyDays = fc.record({
  entries: fc.array(
    fc.record({
      kind: fc.constantFrom('unavailable', 'travelling', 'limited'),
      minutes: fc.integer({ min: 10, max: 80 }),
      after: around,
      length: fc.integer({ min: 0, max: 5 }),
    }),
    { maxLength: 3 },
  ),
  injuries: fc.array(
    fc.record({ running: fc.constantFrom('none', 'easy_only', 'no_hills', 'no_speed'), after: around }),
    { maxLength: 1 },
  ),
  sessions: fc.array(
    fc.record({
      hours: fc.integer({ min: -200, max: 400 }),
      /** Which of their planned workouts it stands for, if any. */
      replaces: fc.option(fc.nat(20)),
      has_workout: fc.boolean(),
    }),
    { maxLength: 3 },
  ),
});
type Days = typeof anyDays extends fc.Arbitrary<infer Value> ? Value : never;
type Planned = { readonly plan_id: string; readonly workout_id: string };

const WORKOUT = {
  workout_type: 'tempo',
  segments: [
    { kind: 'work', distance_m: 6_000, target: { type: 'effort', min: 6, max: 7, zone: 'threshold' } },
  ],
  groups: [],
};

/** Stores it past HTTP. */
export async function storeDays(
  { deps: { db, clock } }: Pick<TestServer, 'deps'>,
  { org_id, user_id, planned }: { org_id: string; user_id: string; planned: readonly Planned[] },
  { entries, injuries, sessions }: Days,
): Promise<void> {
  const now = clock.now();
  const today = now.toISOString().slice(0, 10);
  for (const { kind, minutes, after, length } of entries) {
    const from = addDays(today, after);
    await db.execute(sql`
      INSERT INTO availability_entries (id, user_id, kind, part, minutes, from_day, to_day, created_at, updated_at)
      VALUES (${newId()}, ${user_id}, ${kind}, 'day', ${kind === 'limited' ? minutes : null}, ${from}, ${addDays(from, length)},
        ${now}, ${now})`);
  }
  for (const { running, after } of injuries) {
    await db.execute(sql`
      INSERT INTO injuries (id, user_id, kind, area, from_day, running, created_at, updated_at)
      VALUES (${newId()}, ${user_id}, 'injury', 'Knee', ${addDays(today, after)}, ${running}, ${now}, ${now})`);
  }
  const taken = new Set<string>();
  for (const [place, { hours, replaces, has_workout }] of sessions.entries()) {
    const found = replaces === null || planned.length === 0 ? undefined : planned[replaces % planned.length];
    const instead = found !== undefined && !taken.has(found.workout_id) ? found : undefined;
    if (instead !== undefined) taken.add(instead.workout_id);
    const id = newId();
    await db.execute(sql`
      INSERT INTO club_sessions (id, org_id, title, description, starts_at, timezone, duration_s, place, workout, reminded_at, created_at,
        updated_at)
      VALUES (${id}, ${org_id}, 'Track', '', ${new Date(now.getTime() + hours * HOUR_MS)}, 'UTC', 3600, '',
        ${has_workout ? JSON.stringify(WORKOUT) : null}, ${now}, ${now}, ${now})`);
    await db.execute(sql`
      INSERT INTO club_session_answers (org_id, session_id, user_id, answer, answered_at, received_at, queue_number,
        replaces_plan_id, replaces_workout_id)
      VALUES (${org_id}, ${id}, ${user_id}, 'yes', ${now}, ${now}, ${place}, ${instead?.plan_id ?? null},
        ${instead?.workout_id ?? null})`);
  }
}

/** A session in the calendar of one athlete. */
export type SessionOfDay = Record<'session_id' | 'title' | 'starts_at' | 'timezone', string> & {
  readonly workout: { readonly workout_type: string } | null;
  readonly compliance: { readonly status: string; readonly share: number | null } | null;
};

/** The same in the calendar of a team. */
export function sessionInShort(session: SessionOfDay) {
  const { session_id, title, starts_at, timezone, workout, compliance } = session;
  const became = compliance && { status: compliance.status, share: compliance.share };
  return {
    ...{ session_id, title, starts_at, timezone, workout_type: workout?.workout_type ?? null },
    compliance: became,
  };
}
