import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { before, test } from 'node:test';
import { newId } from '../../shared/ids.ts';
import { DAY_MS, MINUTE_MS } from '../../shared/time.ts';
import { signUp } from '../../test/factories.ts';
import { type TestServer, testServer } from '../../test/harness.ts';
import { sql } from '../db/sql.ts';
import { idempotencyJobs } from './forget-writes.ts';
import { type WriteKey, writeOnce } from './write-once.ts';

let server: TestServer;
before(async () => {
  server = await testServer();
});

async function keyOf(key: string, asked = 'the same'): Promise<WriteKey> {
  const { user_id } = await signUp(server);
  return { user_id, key, fingerprint: hash('sha256', asked, 'buffer') };
}

function writer(write_key: WriteKey | undefined) {
  let runs = 0;
  const write = () =>
    writeOnce(server.deps, write_key, async () => {
      runs += 1;
      return { id: newId() };
    });
  return { write, runs: () => runs };
}

test('a write that comes twenty times at once with one key is done once, and all get the same result', async () => {
  const { write, runs } = writer(await keyOf('a'));
  const results = await Promise.all(Array.from({ length: 20 }, write));
  assert.equal(new Set(results.map(({ id }) => id)).size, 1);
  assert.equal(runs(), 1);
});

test('without a key each write is done', async () => {
  const { write, runs } = writer(undefined);
  await Promise.all([write(), write()]);
  assert.equal(runs(), 2);
});

test('the same key of another person is another key, and with another request it is refused', async () => {
  const mine = await keyOf('b');
  const theirs = { ...(await keyOf('b')), fingerprint: hash('sha256', 'other', 'buffer') };
  const [first, second] = [writer(mine), writer(theirs)];
  assert.notEqual((await first.write()).id, (await second.write()).id);
  const reused = writer({ ...mine, fingerprint: theirs.fingerprint });
  await assert.rejects(reused.write(), { code: 'idempotency_key_reused', status: 422 });
  assert.equal(reused.runs(), 0);
});

test('of a write that failed nothing is kept: the same key does it', async () => {
  const key = await keyOf('c');
  await assert.rejects(
    writeOnce(server.deps, key, async () => {
      throw new Error('no');
    }),
    { message: 'no' },
  );
  const again = writer(key);
  await again.write();
  assert.equal(again.runs(), 1);
});

test('keys are forgotten after 30 days and not before, and go with their person', async (t) => {
  t.after(() => server.clock.reset());
  const key = await keyOf('d');
  const { write, runs } = writer(key);
  await write();
  const [job] = idempotencyJobs(server.deps);
  const clean = async () => {
    await job?.run({}, { logger: server.deps.logger } as never);
  };
  server.clock.advance(30 * DAY_MS - MINUTE_MS);
  await clean();
  await write();
  assert.equal(runs(), 1);
  server.clock.advance(2 * MINUTE_MS);
  await clean();
  await write();
  assert.equal(runs(), 2);
  await server.deps.db.execute(sql`DELETE FROM users WHERE user_id = ${key.user_id}`);
  const { rows } = await server.deps.db.executeSql('SELECT 1 FROM write_keys WHERE user_id = $1', [
    key.user_id,
  ]);
  assert.equal(rows.length, 0);
});
