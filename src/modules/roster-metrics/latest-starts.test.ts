import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import fc from 'fast-check';
import { pino } from 'pino';
import { openPostgres } from '../../infra/db/postgres.ts';
import { sql } from '../../infra/db/sql.ts';
import { DAY_MS } from '../../shared/time.ts';
import { createOrganization } from '../../test/factories.ts';
import { type TestServer, testServer } from '../../test/harness.ts';
import { insertActivities } from '../../test/insert-activities.ts';
import { checkProperty, chosenRuns } from '../../test/property.ts';
import { makeActivity } from '../../test/random-activities.ts';
import { seedAthlete } from '../../test/seed-athletes.ts';

const SOURCE = ['garmin', 'strava', 'upload'] as const;
type Change =
  | {
      readonly kind: 'add';
      readonly days: number;
      readonly source: 0 | 1 | 2;
      readonly race: boolean;
      readonly own: boolean;
    }
  | { readonly kind: 'close' | 'race' | 'move' | 'take'; readonly place: number };

const anyChange: fc.Arbitrary<Change> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('add' as const),
      days: fc.integer({ min: -2, max: 20 }),
      source: fc.constantFrom(0 as const, 1 as const, 2 as const),
      race: fc.boolean(),
      own: fc.boolean(),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constantFrom('close' as const, 'race' as const, 'move' as const, 'take' as const),
      place: fc.nat(9),
    }),
  },
);

describe('when people last began something', () => {
  let server: TestServer;
  let people: string[];
  before(async () => {
    server = await testServer();
    const { org_id } = await createOrganization(server);
    people = [await seedAthlete(server, org_id), await seedAthlete(server, org_id)].map(
      ({ user_id }) => user_id,
    );
  });

  async function keptAndTrue(): Promise<[unknown[], unknown[]]> {
    const { db } = server.deps;
    return [
      await db.query(sql`
        SELECT user_id, source, is_race, start_time FROM latest_starts
        WHERE user_id = ANY (${people}::uuid[]) ORDER BY 1, 2, 3`),
      await db.query(sql`
        SELECT user_id, source, is_race, max(start_time) AS start_time FROM activities
        WHERE user_id = ANY (${people}::uuid[]) AND NOT private GROUP BY 1, 2, 3 ORDER BY 1, 2, 3`),
    ];
  }

  async function make(change: Change): Promise<void> {
    const { db, clock } = { db: server.deps.db, clock: server.clock };
    if (change.kind === 'add') {
      const start_time = new Date(clock.now().getTime() - change.days * DAY_MS);
      await insertActivities(
        db,
        people.map((user_id) =>
          makeActivity(user_id, {
            start_time,
            source: SOURCE[change.source],
            is_race: change.race,
            private: change.own,
            external_id: null,
          }),
        ),
      );
      return;
    }
    const chosen = sql`id = (SELECT id FROM activities WHERE user_id = ANY (${people}::uuid[])
      ORDER BY start_time DESC, id OFFSET ${change.place} LIMIT 1)`;
    const statements = {
      close: sql`UPDATE activities SET private = NOT private WHERE ${chosen}`,
      race: sql`UPDATE activities SET is_race = NOT is_race WHERE user_id = ANY (${people}::uuid[])`,
      move: sql`UPDATE activities SET start_time = start_time - interval '5 days', source = 'upload' WHERE ${chosen}`,
      take: sql`DELETE FROM activities WHERE ${chosen}`,
    };
    await db.execute(statements[change.kind]);
  }

  test('is kept as the activities say, whatever is added, changed, hidden and taken away', async (t) => {
    await checkProperty(t, chosenRuns(15), {
      any: fc.array(anyChange, { minLength: 1, maxLength: 12 }),
      check: async (changes) => {
        await server.deps.db.execute(sql`DELETE FROM activities WHERE user_id = ANY (${people}::uuid[])`);
        for (const change of changes) {
          await make(change);
          const [kept, said] = await keptAndTrue();
          assert.deepEqual(kept, said, JSON.stringify(change));
        }
      },
      story: (changes) => JSON.stringify(changes),
    });
  });

  test('is kept when two take away and add at the same time', async (t) => {
    const { url } = server.deps.db;
    if (url === null) return t.skip('the embedded engine has one connection: nobody else writes meanwhile');
    const [user_id = ''] = people;
    await server.deps.db.execute(sql`DELETE FROM activities WHERE user_id = ANY (${people}::uuid[])`);
    const ago = (days: number) =>
      makeActivity(user_id, {
        start_time: new Date(server.clock.now().getTime() - days * DAY_MS),
        source: 'garmin',
        is_race: false,
        private: false,
        external_id: null,
      });
    const [newest, middle, oldest, added] = [ago(1), ago(2), ago(3), ago(1.5)];
    await insertActivities(server.deps.db, [newest, middle, oldest]);
    const elsewhere = await openPostgres({ url, logger: pino({ level: 'silent' }), poolSize: 2 });
    try {
      const others: Promise<unknown>[] = [];
      await server.deps.db.transaction(async (tx) => {
        await tx.execute(sql`DELETE FROM activities WHERE id = ${newest.id}`);
        others.push(
          elsewhere.execute(sql`DELETE FROM activities WHERE id = ${middle.id}`),
          insertActivities(elsewhere, [added]),
        );
        await tx.execute(sql`SELECT pg_sleep(0.3)`);
      });
      await Promise.all(others);
      const [kept, said] = await keptAndTrue();
      assert.deepEqual(kept, said);
      assert.equal(kept.length, 1);
    } finally {
      await elsewhere.close();
    }
  });
});
