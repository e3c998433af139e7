import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import fc from 'fast-check';
import type { Database } from '../../infra/db/database.ts';
import { sql } from '../../infra/db/sql.ts';
import {
  type ActivityCeiling,
  AUDIENCES,
  activityCeiling,
  DEFAULT_PRIVACY,
  DEFAULT_SOURCE_POLICIES,
  PRIVACY_SETTINGS,
  type PrivacySettings,
} from '../../privacy/index.ts';
import { newId } from '../../shared/ids.ts';
import { openTestDatabase } from '../../test/database.ts';
import { anyActivity } from '../../test/random-activities.ts';
import type { StoredActivity } from './activity.ts';
import { viewOwnActivity, viewStoredActivity } from './present.ts';
import { countActivities, findActivity, insertActivities, listActivitiesJson } from './queries.ts';

/** What no activity asks for: all of these are on, or none. */
const ELSEWHERE = /_(?:feedback|injuries|availability|sessions|health)_with_|leaderboard|race_goal/;

/** Every ceiling that any privacy settings give any audience, each once. */
const CEILINGS: readonly ActivityCeiling[] = [
  ...new Map(
    AUDIENCES.flatMap((audience) =>
      everySettings().map((settings) => {
        const ceiling = activityCeiling({ settings, policies: DEFAULT_SOURCE_POLICIES, audience });
        return [JSON.stringify(ceiling), ceiling] as const;
      }),
    ),
  ).values(),
];

/** All combinations of the settings that activities ask for. */
function everySettings(): PrivacySettings[] {
  const asked = PRIVACY_SETTINGS.filter((name) => !ELSEWHERE.test(name));
  return Array.from({ length: 2 ** (asked.length + 1) }, (_, bits) => {
    const settings: Record<string, boolean> = {};
    for (const name of PRIVACY_SETTINGS) settings[name] = (bits & 1) !== 0;
    for (const [index, name] of asked.entries()) settings[name] = (bits & (2 << index)) !== 0;
    return settings as PrivacySettings;
  });
}

const OWNER = activityCeiling({
  settings: DEFAULT_PRIVACY,
  policies: DEFAULT_SOURCE_POLICIES,
  audience: 'self',
});

const EVERYTHING_SHARED = Object.fromEntries(PRIVACY_SETTINGS.map((name) => [name, true])) as PrivacySettings;

const COACH = activityCeiling({
  settings: EVERYTHING_SHARED,
  policies: DEFAULT_SOURCE_POLICIES,
  audience: 'coach',
});

/** Hides by all that can hide a row: private ones, races, and of the sources one. */
const ARCHIVE_WITHOUT_RACES = activityCeiling({
  settings: { ...EVERYTHING_SHARED, share_race_history: false },
  policies: DEFAULT_SOURCE_POLICIES,
  audience: 'export',
});

/** What a list must hold, by way of the presenter in code. */
function expectedList(ceiling: ActivityCeiling, activities: readonly StoredActivity[]): unknown[] {
  const newestFirst = activities.toSorted(
    (a, b) => b.start_time.getTime() - a.start_time.getTime() || (a.id < b.id ? 1 : -1),
  );
  const views = newestFirst.map((activity) =>
    ceiling.show_private ? viewOwnActivity(activity) : viewStoredActivity(ceiling, activity),
  );
  return JSON.parse(JSON.stringify(views.filter((view) => view !== null)));
}

describe('the list that the database makes', () => {
  let db: Database;
  before(async () => {
    db = await openTestDatabase();
  });
  after(() => db.close());

  async function newUser(): Promise<string> {
    const user_id = newId();
    await db.execute(sql`
      INSERT INTO users (user_id, email, username, preferences, notification_settings, privacy, subscription,
        created_at, updated_at)
      VALUES (${user_id}, ${`${user_id}@example.org`}, ${user_id}, '{}', '{}', '{}', '{}', now(), now())`);
    return user_id;
  }

  async function list(user_id: string, ceiling: ActivityCeiling, range = {}): Promise<unknown[]> {
    const page = { user_id, ceiling, limit: 100, offset: 0, ...range };
    return JSON.parse(`[${await listActivitiesJson(db, page)}]`);
  }

  test('is what the presenter and the ceiling make of each activity, for every ceiling there is', async () => {
    assert.ok(CEILINGS.length > 30, `${CEILINGS.length} ceilings`);
    const user_id = await newUser();
    await fc.assert(
      fc.asyncProperty(
        fc.array(anyActivity(user_id), { minLength: 4, maxLength: 12 }),
        async (activities) => {
          await db.execute(sql`DELETE FROM activities WHERE user_id = ${user_id}`);
          await insertActivities(db, activities);
          for (const ceiling of CEILINGS) {
            const expected = expectedList(ceiling, activities);
            assert.deepEqual(await list(user_id, ceiling), expected);
            assert.equal(await countActivities(db, { user_id, ceiling }), expected.length);
          }
          for (const activity of activities) {
            assert.deepEqual(await findActivity(db, { activity_id: activity.id, user_id }), activity);
          }
        },
      ),
      { numRuns: 12 },
    );
  });

  test('pages without gaps or repetitions, within a range that includes both ends', async () => {
    const user_id = await newUser();
    const [sample] = fc.sample(anyActivity(user_id), 1);
    assert.ok(sample);
    const first = Date.parse('2026-01-01T00:00:00.000Z');
    // Always two at the same millisecond, and enough of them for offsets that are cut out of the index alone.
    const activities = Array.from({ length: 400 }, (_, index) => ({
      ...sample,
      id: newId(),
      external_id: null,
      start_time: new Date(first + Math.floor(index / 2)),
      private: index % 5 === 0,
      is_race: index % 7 === 0,
      source: index % 3 === 0 ? ('strava' as const) : ('garmin' as const),
    }));
    await insertActivities(db, activities);
    for (const [ceiling, count] of [
      [OWNER, 400],
      [COACH, 320],
      [ARCHIVE_WITHOUT_RACES, 183],
    ] as const) {
      const all = expectedList(ceiling, activities);
      assert.equal(all.length, count);
      const paged = [];
      for (let offset = 0; offset < 410; offset += 23) {
        paged.push(...(await list(user_id, ceiling, { limit: 23, offset })));
      }
      assert.deepEqual(paged, all);
      assert.deepEqual(await list(user_id, ceiling, { offset: 400 }), []);
      const after = { at: first + 150, id: activities[300]?.id ?? '' };
      const later = (range: object) =>
        list(user_id, ceiling, { after: { at: new Date(after.at), id: after.id }, ...range });
      const isLater = ({ start_time, id }: { start_time: string; id: string }): boolean =>
        Date.parse(start_time) < after.at || (Date.parse(start_time) === after.at && id < after.id);
      const expected = all.filter((one) => isLater(one as { start_time: string; id: string }));
      assert.ok(expected.length > 100);
      assert.deepEqual(await later({}), expected.slice(0, 100));
      assert.deepEqual(await later({ end_date_ms: first + 399 }), expected.slice(0, 100));
      assert.deepEqual(
        await later({ end_date_ms: first + 20 }),
        await list(user_id, ceiling, { end_date_ms: first + 20 }),
      );
      assert.equal(await countActivities(db, { user_id, ceiling }), count);
    }
    const all = expectedList(OWNER, activities);
    const range = { start_date_ms: first + 3, end_date_ms: first + 85 };
    assert.deepEqual(await list(user_id, OWNER, range), all.slice(228, 328));
    assert.deepEqual(await list(user_id, OWNER, { ...range, offset: 110 }), all.slice(338, 394));
    assert.equal(await countActivities(db, { user_id, ceiling: OWNER, ...range }), 166);
    assert.deepEqual(await list(await newUser(), OWNER), []);
  });

  test('values that JSON or arithmetic cannot carry do not get into the table', async () => {
    const user_id = await newUser();
    const [sample] = fc.sample(anyActivity(user_id), 1);
    assert.ok(sample);
    for (const distance_m of [-1, 1e10]) {
      await assert.rejects(insertActivities(db, [{ ...sample, distance_m }]), /measure/);
    }
    await assert.rejects(
      db.execute(
        sql`UPDATE activities SET vdot = 'NaN' WHERE user_id = ${user_id} RETURNING ${'NaN'}::measure`,
      ),
      /measure/,
    );
  });
});
