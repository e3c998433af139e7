import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { pino } from 'pino';
import { type Database, openDatabase } from '../infra/db/database.ts';
import { sql } from '../infra/db/sql.ts';
import { createUser } from '../modules/users/index.ts';
import { newId } from '../shared/ids.ts';
import { systemClock } from '../shared/time.ts';
import { lastingDatabase } from '../test/lasting-database.ts';
import { runCli } from '../test/run-cli.ts';

const logger = pino({ level: 'silent' });

describe('what came to nothing between platforms and the server', () => {
  let lasting: Awaited<ReturnType<typeof lastingDatabase>>;
  before(async () => {
    lasting = await lastingDatabase();
  });
  after(() => lasting.remove());
  const withDatabase = async <T>(work: (db: Database) => Promise<T>): Promise<T> => {
    const { DATABASE_URL: url, DATA_DIR } = lasting.env;
    const db = await openDatabase({ url, dataDir: join(DATA_DIR, 'db'), logger });
    return await work(db).finally(() => db.close());
  };

  test('an operator lists, reads, retries and discards what platforms posted and could not be read', async () => {
    const inbox = (...args: string[]) => runCli(lasting.env, 'inbox', ...args);
    const [first, second, waiting] = [newId(), newId(), newId()];
    await withDatabase((db) =>
      db.execute(sql`
    INSERT INTO webhook_deliveries (id, provider, received_at, not_before, body, set_aside_because, set_aside_at)
    VALUES
      (${first}, 'strava', '2026-07-01T06:00:00Z', '2026-07-01T06:00:00Z', ${Buffer.from('\u001b[2Jno json\u0000')}, 'it is no JSON', '2026-07-01T06:00:01Z'),
      (${second}, 'garmin', '2026-07-01T06:00:00Z', '2026-07-01T06:00:00Z', ${Buffer.alloc(70_000, 'x')}, 'it is too much', '2026-07-01T06:00:02Z'),
      (${waiting}, 'garmin', '2026-07-01T06:00:00Z', '2026-07-01T06:00:00Z', ${Buffer.from('{}')}, NULL, NULL)`),
    );

    const listed = await inbox('list');
    assert.equal(
      listed.out,
      [
        'ID                                    SET ASIDE AT              PLATFORM      BYTES  WHY',
        `${second}  2026-07-01T06:00:02.000Z  garmin        70000  it is too much`,
        `${first}  2026-07-01T06:00:01.000Z  strava           12  it is no JSON`,
      ].join('\n'),
    );
    const shown = await inbox('show', first);
    assert.equal(
      shown.out,
      [
        'From strava, received 2026-07-01T06:00:00.000Z, set aside 2026-07-01T06:00:01.000Z',
        'Why: it is no JSON',
        '12 bytes:',
        '\u{FFFD}[2Jno json\u{FFFD}',
      ].join('\n'),
    );
    assert.match((await inbox('show', second)).out, /\nThe first 65536 of 70000 bytes:\nx{65536}$/);
    for (const [verb, id] of [
      ['retry', waiting],
      ['show', 'no-id'],
    ] as const) {
      const refused = await inbox(verb, id);
      assert.deepEqual([refused.code, refused.out], [1, '']);
      assert.match(refused.err, new RegExp(`^ekiden inbox: No post with the id ${id} has been set aside`));
    }
    assert.equal((await inbox('retry', first)).code, 0);
    assert.equal((await inbox('discard', second)).out, `The post ${second} is removed.`);
    assert.match((await inbox('list')).out, /^No post/);
    for (const wrong of [[], ['list', 'all'], ['show'], ['drop', first], ['retry', first, second]]) {
      assert.equal((await inbox(...wrong)).code, 2, wrong.join(' '));
    }
  });

  test('an operator lists what platforms did not give, and has them asked again', async () => {
    const sync = (...args: string[]) => runCli(lasting.env, 'sync', ...args);
    const now = systemClock.now();
    const email = 'athlete@example.org';
    const told_at = '2026-07-01T06:00:00Z';
    const user_id = await withDatabase(async (db) => {
      const { user_id } = await db.transaction((tx) => createUser(tx, { email, is_verified: true, now }));
      await db.execute(sql`
    INSERT INTO platform_connections (user_id, provider, provider_user_id, connected_at)
    VALUES (${user_id}, 'strava', '1', ${now}), (${user_id}, 'garmin', '2', ${now})`);
      await db.execute(sql`
    INSERT INTO platform_fetches (user_id, provider, kind, subject, words, words_done, told_at, not_before, given_up_because)
    VALUES
      (${user_id}, 'strava', 'workout', '77', 2, 2, ${told_at}, ${told_at}, ${'It answers\nwith \u001b[2J.'}),
      (${user_id}, 'garmin', 'elsewhere', 'abc', 1, 1, '2026-07-02T06:00:00Z', ${told_at}, 'It refuses.'),
      (${user_id}, 'strava', 'workout', '78', 1, 1, ${told_at}, ${told_at}, NULL),
      (${user_id}, 'strava', 'consent', '', 1, 0, ${told_at}, ${told_at}, NULL)`);
      await db.execute(sql`
    INSERT INTO backfills (user_id, provider, provider_user_id, scopes, from_time, until_time, state, reason, not_before, created_at, updated_at)
    VALUES (${user_id}, 'strava', '1', '{}', ${told_at}, ${told_at}, 'failed', 'Strava refused.', ${told_at}, ${told_at}, ${told_at})`);
      return user_id;
    });

    const listed = await sync('list');
    assert.equal(
      listed.out,
      [
        'USER                                  SINCE                     PLATFORM  WHAT: WHY',
        `${user_id}  2026-07-02T06:00:00.000Z  garmin    an address: It refuses.`,
        `${user_id}  2026-07-01T06:00:00.000Z  strava    the past: Strava refused.`,
        `${user_id}  2026-07-01T06:00:00.000Z  strava    workout 77: It answers with \u{FFFD}[2J.`,
      ].join('\n'),
    );
    const again = await sync('retry', user_id, 'strava');
    assert.match(again.out, /^strava is asked again for 2 things/);
    await withDatabase(async (db) => {
      const waiting = await db.query<{ name: string }>(sql`
      SELECT name FROM pgboss.job WHERE name LIKE 'integrations.%' AND state = 'created' ORDER BY name`);
      assert.deepEqual(waiting, [{ name: 'integrations.backfill' }, { name: 'integrations.fetches' }]);
      const left = await db.query<{ provider: string }>(
        sql`SELECT provider FROM platform_fetches WHERE given_up_because IS NOT NULL`,
      );
      assert.deepEqual(left, [{ provider: 'garmin' }]);
    });
    for (const [user, platform] of [
      [user_id, 'strava'],
      ['no-id', 'garmin'],
    ] as const) {
      const refused = await sync('retry', user, platform);
      assert.deepEqual([refused.code, refused.out], [1, '']);
      assert.match(
        refused.err,
        /^ekiden sync: Nothing of this user has been given up at .*: see ekiden sync list/,
      );
    }
    for (const wrong of [[], ['list', 'all'], ['retry', user_id], ['retry', user_id, 'myspace'], ['drop']])
      assert.equal((await sync(...wrong)).code, 2, wrong.join(' '));
  });
});
