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
import { insertActivities } from '../../test/insert-activities.ts';
import { anyActivity } from '../../test/random-activities.ts';
import type { StoredActivity } from './activity.ts';
import { viewOwnActivity, viewStoredActivity } from './present.ts';
import { countActivities, findActivity, listActivitiesWithTotal } from './queries.ts';

/** Settings that activities do not ask for are all on or all off. */
const ELSEWHERE = /_(?:feedback|injuries|availability|sessions|health)_with_|leaderboard|race_goal/;

/** Every ceiling that any settings give any audience, each once. */
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

/** The expected list, made by the presenter in code. */
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
    return JSON.parse(`[${(await listActivitiesWithTotal(db, page)).activities}]`);
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

  test('says how many there are on all pages, whatever is stored, changed and deleted in between', async () => {
    const [user_id, other] = [await newUser(), await newUser()];
    const stored = new Map<string, StoredActivity>();
    const check = async (): Promise<void> => {
      for (const ceiling of [OWNER, COACH, ARCHIVE_WITHOUT_RACES]) {
        const expected = expectedList(ceiling, [...stored.values()]).length;
        assert.equal(await countActivities(db, { user_id, ceiling }), expected);
        const { activities, total } = await listActivitiesWithTotal(db, { user_id, ceiling, limit: 3 });
        assert.deepEqual([activities.length, total], [Math.min(3, expected), expected]);
        const range = { start_date_ms: Date.parse('2000-01-01T00:00:00.000Z') };
        assert.equal(
          (await listActivitiesWithTotal(db, { user_id, ceiling, limit: 3, ...range })).total,
          await countActivities(db, { user_id, ceiling, ...range }),
        );
      }
    };
    const anyFlags = fc.record({
      private: fc.boolean(),
      is_race: fc.boolean(),
      source: fc.constantFrom('strava' as const, 'garmin' as const, 'manual' as const),
    });
    const store = async (activities: readonly StoredActivity[]): Promise<void> => {
      const fresh = activities.map((one) => ({ ...one, id: newId(), external_id: null }));
      // One statement for two people.
      const others = fresh.map((one) => ({ ...one, id: newId(), user_id: other }));
      await insertActivities(db, [...fresh, ...others]);
      for (const one of fresh) stored.set(one.id, one);
    };
    const change = async (before: StoredActivity, to: Partial<StoredActivity>): Promise<void> => {
      await db.execute(sql`
        UPDATE activities SET private = ${to.private}, is_race = ${to.is_race}, source = ${to.source} WHERE id = ${before.id}`);
      stored.set(before.id, { ...before, ...to });
    };
    const remove = async ({ id }: StoredActivity): Promise<void> => {
      await db.execute(sql`DELETE FROM activities WHERE id = ${id}`);
      stored.delete(id);
    };
    const anyStep = fc.record({
      store: fc.array(anyActivity(user_id), { maxLength: 4 }),
      change: fc.nat(),
      to: anyFlags,
      remove: fc.nat(),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(anyStep, { minLength: 1, maxLength: 4 }), async (steps) => {
        for (const step of steps) {
          await store(step.store);
          const some = [...stored.values()];
          const [changed, removed] = [some[step.change % some.length], some[step.remove % some.length]];
          if (changed !== undefined) await change(changed, step.to);
          if (removed !== undefined) await remove(removed);
        }
        await check();
      }),
      { numRuns: 15 },
    );
    await db.execute(sql`DELETE FROM users WHERE user_id = ${user_id}`);
    stored.clear();
    await check();
    const kept = await db.query(sql`SELECT count FROM activity_counts WHERE user_id = ${user_id}`);
    assert.deepEqual(kept, []);
  });

  test('pages without gaps or repetitions, within a range that includes both ends', async () => {
    const user_id = await newUser();
    const [sample] = fc.sample(anyActivity(user_id), 1);
    assert.ok(sample);
    const first = Date.parse('2026-01-01T00:00:00.000Z');
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
