import assert from 'node:assert/strict';
import { before, beforeEach, describe, test } from 'node:test';
import { pino } from 'pino';
import type { Database, Transaction } from '../../infra/db/database.ts';
import { openPostgres } from '../../infra/db/postgres.ts';
import { sql } from '../../infra/db/sql.ts';
import { DAY_MS } from '../../shared/time.ts';
import { createOrganization, type TestOrganization } from '../../test/factories.ts';
import { type TestServer, testServer } from '../../test/harness.ts';
import { makeActivity } from '../../test/random-activities.ts';
import { seedAthlete } from '../../test/seed-athletes.ts';
import { insertActivities } from '../activities/queries.ts';
import { type RosterGuesses, readRosterMetrics } from './read-roster-metrics.ts';

const ATHLETES = 7;

describe('an overview that is read in several statements', () => {
  let server: TestServer;
  let club: TestOrganization;
  before(async () => {
    server = await testServer();
  });
  beforeEach(async () => {
    club = await createOrganization(server);
    for (let made = 0; made < ATHLETES; made++) {
      const { user_id } = await seedAthlete(server, club.org_id, { joined_at: new Date(made >> 1) });
      const start_time = new Date(server.clock.now().getTime() - made * DAY_MS);
      await insertActivities(server.deps.db, [makeActivity(user_id, { start_time, private: false })]);
    }
  });

  async function read(
    db: Database,
    guesses: RosterGuesses,
    page: { limit: number; offset: number; group_id?: string; coach_id?: string },
  ) {
    const actor = { type: 'user', user_id: club.coach.user_id, roles: ['user'] } as const;
    const asked = {
      org_id: club.org_id,
      group_id: undefined,
      coach_id: undefined,
      status: undefined,
      ...page,
    };
    const { athletes, count } = await readRosterMetrics({ ...server.deps, db, guesses }, actor, asked);
    return { athletes: JSON.parse(athletes.list('[', ']').toString()), count };
  }

  /** The database, whose snapshots are seen by as many transactions as the test wants. */
  const dividing = (
    work: (tx: Transaction) => readonly [Transaction, ...Transaction[]],
    asked: number[] = [],
  ): Database => ({
    ...server.deps.db,
    inOneSnapshot: (atMost, next) => {
      asked.push(atMost);
      return server.deps.db.inOneSnapshot(1, ([tx]) => next(work(tx)));
    },
  });

  const guessing = async (athletes: number): Promise<RosterGuesses> => {
    const guesses: RosterGuesses = new Map();
    await read(server.deps.db, guesses, { limit: 1, offset: 0 });
    const known = guesses.get(club.org_id);
    assert.equal(known?.athletes, ATHLETES);
    return new Map([[club.org_id, { ...known, athletes }]]);
  };

  test('has everybody once and in order, wherever it is cut and whatever was guessed', async () => {
    const pages = [0, 1, 4, 6, 9].flatMap((offset) => [1, 2, 5, 100].map((limit) => ({ limit, offset })));
    for (const page of pages) {
      const whole = await read(server.deps.db, new Map(), page);
      assert.equal(whole.count, ATHLETES);
      assert.equal(whole.athletes.length, Math.max(0, Math.min(page.limit, ATHLETES - page.offset)));
      for (const [parts, guess] of [
        [2, ATHLETES],
        [3, ATHLETES],
        [2, 2],
        [2, 1_000],
        [2, undefined],
      ] as const) {
        const db = dividing((tx) => [tx, ...Array.from({ length: parts - 1 }, () => tx)]);
        const guesses = guess === undefined ? new Map() : await guessing(guess);
        assert.deepEqual(await read(db, guesses, page), whole, JSON.stringify({ page, parts, guess }));
      }
    }
  });

  test('asks for a second connection for long pages only', async () => {
    const all = { limit: 10_000, offset: 0 };
    for (const [athletes, page, connections] of [
      [1_999, all, 1],
      [2_000, all, 2],
      [9_000, { ...all, limit: 1_999 }, 1],
      [9_000, { ...all, offset: 7_001 }, 1],
      [9_000, { ...all, offset: 7_000 }, 2],
      [9_000, { ...all, group_id: club.org_id }, 1],
      [9_000, { ...all, coach_id: club.org_id }, 1],
    ] as const) {
      const asked: number[] = [];
      await read(
        dividing((tx) => [tx], asked),
        await guessing(athletes),
        page,
      );
      assert.deepEqual(asked, [connections], JSON.stringify({ athletes, page }));
    }
    const guesses = await guessing(9_000);
    await read(server.deps.db, guesses, all);
    assert.equal(guesses.get(club.org_id)?.athletes, ATHLETES, 'what was counted is what is guessed next');
  });

  test('stays in one snapshot while athletes change what they share', async (t) => {
    const { url } = server.deps.db;
    if (url === null) return t.skip('the embedded engine has one connection: nobody else writes meanwhile');
    const elsewhere = await openPostgres({ url, logger: pino({ level: 'silent' }), poolSize: 1 });
    let changes = 0;
    const changing = (tx: Transaction): Transaction => ({
      ...tx,
      each: async (statement, take) => {
        changes += 1;
        await elsewhere.execute(sql`
          UPDATE users SET privacy = jsonb_build_object('share_pb', ${changes % 2 === 0}::boolean, 'unknown', ${changes}::int)
          WHERE user_id IN (SELECT user_id FROM organization_members WHERE org_id = ${club.org_id})`);
        await tx.each(statement, take);
      },
    });
    try {
      const guesses = await guessing(ATHLETES);
      const { athletes } = await read(
        dividing((tx) => [changing(tx)]),
        guesses,
        { limit: 100, offset: 0 },
      );
      assert.deepEqual([athletes.length, changes], [ATHLETES, 2]);
    } finally {
      await elsewhere.close();
    }
  });
});
