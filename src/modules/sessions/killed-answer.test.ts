import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { sql } from '../../infra/db/sql.ts';
import { hoursAhead, planSession, sessionsOf } from '../../test/club-sessions.ts';
import { migratedClusterDirectory } from '../../test/database.ts';
import { testEngine } from '../../test/engine.ts';
import { addMember, createOrganization } from '../../test/factories.ts';
import { startTestServer } from '../../test/harness.ts';
import { startServerProcess } from '../../test/server-process.ts';

/** This many writes are under way when the process dies: some were stored, some were not, and no client knows which. */
const AT_ONCE = 12;

test('answers and ticks whose server was killed are there once when they are sent again', {
  skip: testEngine() !== 'embedded' && 'the process has an embedded database of its own',
}, async (t) => {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'ekiden-test-'));
  t.after(() => rm(dataDir, { recursive: true, force: true }));
  await rename(await migratedClusterDirectory(), path.join(dataDir, 'db'));
  const seeding = await startTestServer({ DATA_DIR: dataDir });
  const club = await createOrganization(seeding);
  const runner = await addMember(seeding, club);
  const session = await planSession(seeding, club, { starts_at: hoursAhead(seeding, 5) });
  const at = `${sessionsOf(club)}/${session.id}`;
  const ticks = (place: number) => [
    {
      user_id: runner.user_id,
      came: place % 2 === 0 ? 'yes' : 'no',
      ticked_at: hoursAhead(seeding, -0.1 * place),
    },
  ];
  const writes = Array.from({ length: AT_ONCE }, (_, place) => ({
    key: randomUUID(),
    ...(place % 3 === 0
      ? {
          path: `${at}/answer`,
          user: runner,
          body: { answer: 'yes', answered_at: hoursAhead(seeding, -place) },
        }
      : { path: `${at}/attendance`, user: club.coach, body: { ticks: ticks(place) } }),
  }));
  await seeding.stop();
  const tokensOf = async (url: string): Promise<Map<string, string>> => {
    const tokens = new Map<string, string>();
    for (const { user_id, email, password } of [runner, club.coach]) {
      const answer = await fetch(`${url}/api/v1/auth/login`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email, password }),
      });
      const { access_token } = (await answer.json()) as { access_token: string };
      tokens.set(user_id, access_token);
    }
    return tokens;
  };
  const sender =
    (url: string, tokens: ReadonlyMap<string, string>) =>
    ({ key, user, ...write }: (typeof writes)[number]) =>
      fetch(`${url}${write.path}`, {
        method: 'PUT',
        headers: {
          authorization: `Bearer ${tokens.get(user.user_id)}`,
          'content-type': 'application/json',
          'idempotency-key': key,
        },
        body: JSON.stringify(write.body),
      });

  const first = await startServerProcess(t, dataDir);
  const sendFirst = sender(first.url, await tokensOf(first.url));
  const dying = writes.map((write) =>
    sendFirst(write).then(
      ({ status }) => status,
      () => null,
    ),
  );
  await Promise.race(dying);
  first.child.kill('SIGKILL');
  await once(first.child, 'exit');
  const heard = await Promise.all(dying);

  const second = await startServerProcess(t, dataDir);
  const sendAgain = sender(second.url, await tokensOf(second.url));
  const again = await Promise.all(writes.map((write) => sendAgain(write)));
  assert.deepEqual([...new Set(again.map(({ status }) => status))], [200]);
  for (const write of writes) assert.equal((await sendAgain(write)).status, 200);
  second.child.kill('SIGTERM');
  await once(second.child, 'exit');

  const server = await startTestServer({ DATA_DIR: dataDir });
  t.after(() => server.stop());
  const { db } = server.deps;
  const count = async (statement: ReturnType<typeof sql>) =>
    (await db.one<{ count: number }>(statement)).count;
  const { id } = session;
  assert.equal(
    await count(sql`SELECT count(*)::int AS count FROM club_session_answers WHERE session_id = ${id}`),
    1,
  );
  const kept = await count(
    sql`SELECT count(*)::int AS count FROM club_session_ticks WHERE session_id = ${id}`,
  );
  assert.equal(kept, writes.filter(({ body }) => 'ticks' in body).length, JSON.stringify(heard));
});
