/** A copy that a client keeps by following changes, a fresh read to hold it against, and what may happen to a club meanwhile. */
import { setImmediate } from 'node:timers/promises';
import type { SeededRandom } from '../../sandbox/recordings/seeded-random.ts';
import { applyChanges, attendanceKey, type Copy, type DeveloperClient } from '../../sdk/src/index.ts';
import type { Database, Transaction } from '../infra/db/database.ts';
import { type Sql, sql } from '../infra/db/sql.ts';
import { PRIVACY_SETTINGS } from '../privacy/index.ts';
import { newId } from '../shared/ids.ts';
import { insertActivities } from './insert-activities.ts';
import { makeActivity } from './random-activities.ts';

export const emptyCopy = (): Required<Copy> => ({
  athletes: new Map(),
  activities: new Map(),
  plans: new Map(),
  groups: new Map(),
  feedback: new Map(),
  availability: new Map(),
  sessions: new Map(),
  attendance: new Map(),
});

/** Follows what there is to follow, and gives the cursor to go on with. */
export async function follow(
  client: DeveloperClient,
  copy: Copy,
  options: { after?: string | undefined; pageSize?: number },
): Promise<string> {
  let cursor = '';
  for await (const page of client.changes(options)) {
    applyChanges(copy, page.changes);
    cursor = page.next_cursor;
  }
  return cursor;
}

/** Applies some of the next page's changes, and gives the cursor of the last one of these. */
export async function followInPart(
  client: DeveloperClient,
  copy: Copy,
  { after, pageSize, random }: { after: string | undefined; pageSize: number; random: SeededRandom },
): Promise<string | undefined> {
  const { changes, next_cursor } = await client.listChanges({
    limit: pageSize,
    ...(after === undefined ? {} : { after }),
  });
  const some = changes.slice(0, random.integer(0, changes.length));
  applyChanges(copy, some);
  const isWhole = some.length === changes.length;
  return isWhole ? next_cursor : (some.at(-1)?.cursor ?? after);
}

/** Everything as the lists have it; feedback and sessions only for keys that may read them. */
export async function readAnew(
  client: DeveloperClient,
  { feedback = false, sessions = false } = {},
): Promise<Required<Copy>> {
  const copy = emptyCopy();
  for await (const athlete of client.athletes()) {
    copy.athletes.set(athlete.id, athlete);
    for await (const plan of client.plans({ athlete_id: athlete.id })) copy.plans.set(plan.id, plan);
    if (!feedback) continue;
    for await (const one of client.feedback(athlete.id)) copy.feedback.set(one.id, one);
  }
  for await (const activity of client.activities()) copy.activities.set(activity.id, activity);
  for (const group of await client.listGroups()) copy.groups.set(group.id, group);
  if (sessions) await readSessions(client, copy);
  return copy;
}

/** Sessions and shared attendance as the lists have them. */
export async function readSessions(
  client: DeveloperClient,
  { sessions, attendance }: Required<Copy>,
): Promise<void> {
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const page = await client.listClubSessions(cursor ? { cursor } : {});
    for (const { answers: _, ...facts } of page.sessions) sessions.set(facts.id, facts);
    cursor = page.next_cursor;
  }
  for (const id of sessions.keys()) {
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const page = await client.listClubSessionAttendance(id, { limit: 2, ...(cursor ? { cursor } : {}) });
      for (const one of page.attendance) attendance.set(attendanceKey(one.athlete_id, id), one);
      cursor = page.next_cursor;
    }
  }
}

/** Something that happens to one athlete of a club, in a transaction of its own that takes a while. */
export async function happen(
  db: Database,
  random: SeededRandom,
  { org_id, user_ids }: { org_id: string; user_ids: readonly [string, ...string[]] },
): Promise<void> {
  const user_id = random.pick(user_ids);
  const what = random.pick(HAPPENINGS);
  const pauses = random.integer(0, 6);
  const fails = random.chance(0.1);
  await db
    .transaction(async (tx) => {
      await what(tx, random, { org_id, user_id });
      for (let pause = 0; pause < pauses; pause += 1) await setImmediate();
      if (fails) throw new RolledBack();
    })
    .catch((error: unknown) => {
      if (!(error instanceof RolledBack)) throw error;
    });
}

class RolledBack extends Error {}

type Happening = (
  tx: Transaction,
  random: SeededRandom,
  place: { org_id: string; user_id: string },
) => Promise<unknown>;

const store: Happening = async (tx, random, { user_id }) => {
  const activities = Array.from({ length: random.integer(1, 3) }, () =>
    makeActivity(user_id, {
      source: random.pick(['garmin', 'strava', 'upload']),
      private: random.chance(0.2),
      is_race: random.chance(0.2),
      start_time: new Date(Date.UTC(2026, 5, 1) + random.integer(0, 10_000) * 60_000),
    }),
  );
  await insertActivities(tx, activities);
};

/** One of the athlete's activities, if there is any. */
const one = (random: SeededRandom, user_id: string): Sql => sql`
  id = (SELECT id FROM activities WHERE user_id = ${user_id} ORDER BY md5(id::text || ${String(random.next())}) LIMIT 1)`;

const aGroup = (random: SeededRandom, org_id: string): Sql => sql`
  (SELECT id FROM groups WHERE org_id = ${org_id} ORDER BY md5(id::text || ${String(random.next())}) LIMIT 1)`;

/** Says something of an activity or of a planned workout, or takes back what was said. */
const sayOf = (random: SeededRandom, { user_id }: { user_id: string }): Sql => {
  const rpe = random.chance(0.6) ? random.integer(1, 10) : null;
  const pain = random.chance(0.4)
    ? JSON.stringify({ area: 'knee', side: null, level: random.integer(1, 9) })
    : null;
  const told_at = rpe === null ? null : new Date(Date.UTC(2026, 6, 1) + random.integer(0, 1_000) * 60_000);
  const pain_at = pain === null ? null : new Date(Date.UTC(2026, 6, 1) + random.integer(0, 1_000) * 60_000);
  const said_at = JSON.stringify({
    ...(told_at && { rpe: told_at.toISOString() }),
    ...(pain_at && { pain: pain_at.toISOString() }),
  });
  const said = sql`${rpe}::smallint, ${pain}::jsonb, ${said_at}::jsonb, ${told_at}::timestamptz,
    greatest(${told_at}::timestamptz, ${pain_at}::timestamptz), now(), now()`;
  const columns = sql`rpe, pain, said_at, told_at, last_at, created_at, updated_at`;
  const changed = sql`rpe = excluded.rpe, pain = excluded.pain, said_at = excluded.said_at, told_at = excluded.told_at,
    last_at = excluded.last_at`;
  return random.chance(0.7)
    ? sql`
      INSERT INTO feedback (user_id, activity_id, ${columns})
      SELECT user_id, id, ${said} FROM activities WHERE ${one(random, user_id)} FOR KEY SHARE
      ON CONFLICT (activity_id) DO UPDATE SET ${changed}`
    : sql`
      INSERT INTO feedback (user_id, org_id, saved_plan_id, plan_id, workout_id, workout_date, ${columns})
      SELECT user_id, org_id, plan_id, id, (workouts -> 0 ->> 'id')::uuid, start_date, ${said}
      FROM plan_assignments WHERE user_id = ${user_id}
      ON CONFLICT (user_id, saved_plan_id, workout_id) DO UPDATE SET ${changed}`;
};

/** Says, changes or takes back on which days they cannot train, or what hurts. */
const sayOfDays: Happening = async (tx, random, { user_id }) => {
  const from = `2026-07-${random.integer(10, 28)}`;
  const id = newId();
  await tx.execute(
    random.pick([
      sql`INSERT INTO availability_entries (id, user_id, kind, part, from_day, to_day, created_at, updated_at)
        VALUES (${id}, ${user_id}, 'unavailable', 'day', ${from}, ${from}, now(), now())`,
      sql`INSERT INTO injuries (id, user_id, kind, area, from_day, running, created_at, updated_at)
        VALUES (${id}, ${user_id}, 'injury', 'knee', ${from}, 'none', now(), now())`,
      sql`UPDATE availability_entries SET reason = ${`Why ${random.next()}`} WHERE user_id = ${user_id}`,
      sql`UPDATE injuries SET note = ${`Note ${random.next()}`} WHERE user_id = ${user_id}`,
      sql`DELETE FROM availability_entries WHERE user_id = ${user_id}`,
      sql`DELETE FROM injuries WHERE user_id = ${user_id}`,
    ]),
  );
};

const aSession = (random: SeededRandom, org_id: string): Sql => sql`
  (SELECT id FROM club_sessions WHERE org_id = ${org_id} ORDER BY md5(id::text || ${String(random.next())}) LIMIT 1 FOR KEY SHARE)`;

/** A session is planned, changed or deleted; somebody answers or takes that back; the register says something of them. */
const meet: Happening = async (tx, random, { org_id, user_id }) => {
  const at = new Date(Date.UTC(2026, 6, 1) + random.integer(0, 1_000) * 60_000);
  const answer = random.pick(['yes', 'no', 'maybe']);
  await tx.execute(
    random.pick([
      sql`INSERT INTO club_sessions (id, org_id, title, description, starts_at, timezone, duration_s, place, reminded_at, created_at,
          updated_at)
        VALUES (${newId()}, ${org_id}, 'Track', '', ${at}, 'UTC', 3600, '', ${at}, ${at}, ${at})`,
      sql`UPDATE club_sessions SET title = ${`Track ${random.next()}`} WHERE id = ${aSession(random, org_id)}`,
      sql`DELETE FROM club_sessions WHERE id = ${aSession(random, org_id)} AND ${random.chance(0.4)}`,
      sql`INSERT INTO club_session_answers (org_id, session_id, user_id, answer, answered_at, received_at, queue_number)
        SELECT ${org_id}, s.id, ${user_id}, ${answer}, ${at}, ${at}, ${answer === 'yes' ? 1 : null}::bigint
        FROM ${aSession(random, org_id)} s
        ON CONFLICT (session_id, user_id) DO UPDATE SET answer = excluded.answer, queue_number = excluded.queue_number,
          answered_at = excluded.answered_at`,
      sql`DELETE FROM club_session_answers
        WHERE org_id = ${org_id} AND user_id = ${user_id} AND session_id = ${aSession(random, org_id)}`,
      sql`INSERT INTO club_session_ticks (id, org_id, session_id, user_id, came, ticked_at, received_at)
        SELECT ${newId()}, ${org_id}, s.id, ${user_id}, ${random.chance(0.5)}::boolean, ${at}, ${at}
        FROM ${aSession(random, org_id)} s`,
    ]),
  );
};

const SETTINGS = PRIVACY_SETTINGS as unknown as [string, ...string[]];

const HAPPENINGS: [Happening, ...Happening[]] = [
  store,
  store,
  sayOfDays,
  sayOfDays,
  sayOfDays,
  meet,
  meet,
  meet,
  meet,
  (tx, random, place) => tx.execute(sayOf(random, place)),
  (tx, random, place) => tx.execute(sayOf(random, place)),
  (tx, random, place) => tx.execute(sayOf(random, place)),
  (tx, random, { user_id }) =>
    tx.execute(sql`
      UPDATE activities SET private = NOT private
      WHERE ${one(random, user_id)}`),
  (tx, random, { user_id }) =>
    tx.execute(sql`
      UPDATE activities SET is_race = NOT is_race, name = ${`Named ${random.next()}`}
      WHERE ${one(random, user_id)}`),
  (tx, random, { user_id }) =>
    tx.execute(sql`
      DELETE FROM activities
      WHERE ${one(random, user_id)}`),
  (tx, _random, { user_id }) =>
    tx.execute(
      sql`UPDATE activities SET training_load = coalesce(training_load, 0) + 1 WHERE user_id = ${user_id}`,
    ),
  (tx, random, { user_id }) =>
    tx.execute(sql`
      UPDATE users SET privacy = privacy || jsonb_build_object(${random.pick(SETTINGS)}::text, ${random.chance(0.6)}::boolean)
      WHERE user_id = ${user_id}`),
  (tx, random, { org_id, user_id }) =>
    tx.execute(sql`
      UPDATE organization_members
      SET narrowed_privacy = ${random.chance(0.5) ? '{}' : JSON.stringify({ [random.pick(SETTINGS)]: false })}
      WHERE org_id = ${org_id} AND user_id = ${user_id}`),
  (tx, random, { org_id, user_id }) =>
    tx.execute(sql`
      UPDATE organization_members SET left_at = CASE WHEN ${random.chance(0.6)}::boolean THEN NULL ELSE now() END
      WHERE org_id = ${org_id} AND user_id = ${user_id}`),
  (tx, random, { org_id, user_id }) =>
    tx.execute(sql`
      UPDATE organization_members SET member_level = ${`Level ${random.integer(1, 9)}`}
      WHERE org_id = ${org_id} AND user_id = ${user_id}`),
  (tx, random, { user_id }) =>
    tx.execute(sql`
      UPDATE users SET status = ${random.chance(0.8) ? 'active' : 'suspended'}, first_name = ${`Name ${random.next()}`}
      WHERE user_id = ${user_id}`),
  (tx, random, { org_id }) =>
    tx.execute(sql`
      INSERT INTO groups (id, org_id, name, created_at, updated_at)
      VALUES (${newId()}, ${org_id}, ${`Group ${random.next()}`}, now(), now())`),
  (tx, random, { org_id }) =>
    tx.execute(
      random.chance(0.3)
        ? sql`DELETE FROM groups WHERE id = ${aGroup(random, org_id)}`
        : sql`UPDATE groups SET description = ${`On ${random.next()}`} WHERE id = ${aGroup(random, org_id)}`,
    ),
  (tx, random, { org_id, user_id }) =>
    tx.execute(
      random.chance(0.6)
        ? sql`
          INSERT INTO group_members (org_id, group_id, user_id, added_at)
          SELECT ${org_id}, id, ${user_id}, now() FROM groups WHERE id = ${aGroup(random, org_id)} FOR KEY SHARE
          ON CONFLICT DO NOTHING`
        : sql`DELETE FROM group_members WHERE org_id = ${org_id} AND user_id = ${user_id}`,
    ),
  (tx, random, { org_id, user_id }) =>
    tx.execute(sql`
      UPDATE plan_assignments SET ended_at = CASE WHEN ${random.chance(0.5)}::boolean THEN NULL ELSE now() END
      WHERE org_id = ${org_id} AND user_id = ${user_id}`),
];
