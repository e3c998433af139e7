import assert from 'node:assert/strict';
import { mkdtemp, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { pino } from 'pino';
import { openDatabase } from '../infra/db/database.ts';
import { sql } from '../infra/db/sql.ts';
import { newId } from '../shared/ids.ts';
import { createServerDatabase, emptyClusterDirectory, testEngine } from '../test/database.ts';
import { runCli } from '../test/run-cli.ts';

const logger = pino({ level: 'silent' });

test('an operator lists, reads, retries and discards what platforms posted and could not be read', async (t) => {
  const dataDir = await mkdtemp(join(tmpdir(), 'ekiden-test-'));
  t.after(() => rm(dataDir, { recursive: true }));
  let env: Record<string, string> = { DATA_DIR: dataDir };
  if (testEngine() === 'postgres') {
    const { url, drop } = await createServerDatabase();
    t.after(drop);
    env = { ...env, DATABASE_URL: url };
  } else await rename(await emptyClusterDirectory(), join(dataDir, 'db'));
  await runCli({ ...env, LOG_LEVEL: 'silent' }, 'migrate');
  const inbox = (...args: string[]) => runCli(env, 'inbox', ...args);
  const [first, second, waiting] = [newId(), newId(), newId()];
  const db = await openDatabase({ url: env.DATABASE_URL, dataDir: join(dataDir, 'db'), logger });
  await db.execute(sql`
    INSERT INTO webhook_deliveries (id, provider, received_at, not_before, body, set_aside_because, set_aside_at)
    VALUES
      (${first}, 'strava', '2026-07-01T06:00:00Z', '2026-07-01T06:00:00Z', ${Buffer.from('\u001b[2Jno json\u0000')}, 'it is no JSON', '2026-07-01T06:00:01Z'),
      (${second}, 'garmin', '2026-07-01T06:00:00Z', '2026-07-01T06:00:00Z', ${Buffer.alloc(70_000, 'x')}, 'it is too much', '2026-07-01T06:00:02Z'),
      (${waiting}, 'garmin', '2026-07-01T06:00:00Z', '2026-07-01T06:00:00Z', ${Buffer.from('{}')}, NULL, NULL)`);
  await db.close();

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
