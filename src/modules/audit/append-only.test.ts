import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { sql } from '../../infra/db/sql.ts';
import { SERVER_LIMITS } from '../../shared/access.ts';
import { newId } from '../../shared/ids.ts';
import { type TestServer, testServer } from '../../test/harness.ts';
import { findAuditEntries, writeAudit } from './index.ts';

let server: TestServer;
before(async () => {
  server = await testServer();
});

async function writeOne(org_id: string, now = new Date()): Promise<void> {
  await server.deps.db.transaction((tx) =>
    writeAudit(tx, { org_id, event_type: 'group_created', actor: { type: 'system' }, now }),
  );
}

const entriesOf = (org_id: string) =>
  findAuditEntries(server.deps.db, { org_id, event_type: undefined, before: undefined, limit: 200 });

test('the database refuses to change, delete or truncate the log', async () => {
  const org_id = newId();
  await writeOne(org_id);
  const refused = { message: /audit_log is append-only/ };
  const { db } = server.deps;
  await assert.rejects(
    db.execute(sql`UPDATE audit_log SET target_name = 'x' WHERE org_id = ${org_id}`),
    refused,
  );
  await assert.rejects(db.execute(sql`DELETE FROM audit_log WHERE org_id = ${org_id}`), refused);
  await assert.rejects(db.execute(sql`TRUNCATE audit_log`), refused);
  assert.equal((await entriesOf(org_id)).length, 1);
});

test('an entry goes with the transaction it was written in', async () => {
  const org_id = newId();
  const work = server.deps.db.transaction(async (tx) => {
    await writeAudit(tx, { org_id, event_type: 'group_created', actor: { type: 'app' }, now: new Date() });
    throw new Error('changed my mind');
  });
  await assert.rejects(work, { message: 'changed my mind' });
  assert.deepEqual(await entriesOf(org_id), []);
});

test('entries say who acted, newest first, and stay with their organization', async () => {
  const org_id = newId();
  await writeOne(org_id, new Date('2026-01-01T00:00:00Z'));
  const key = {
    type: 'api_key',
    key_id: newId(),
    org_id,
    scopes: [],
    features: [],
    limits: SERVER_LIMITS,
  } as const;
  const user = { type: 'user', user_id: newId(), roles: ['user'] } as const;
  for (const [day, actor] of [
    ['02', key],
    ['03', user],
  ] as const) {
    await server.deps.db.transaction((tx) =>
      writeAudit(tx, {
        org_id,
        event_type: 'export_created',
        actor,
        now: new Date(`2026-01-${day}T00:00:00Z`),
      }),
    );
  }
  await writeOne(newId());
  const entries = await entriesOf(org_id);
  assert.deepEqual(
    entries.map(({ actor_type, actor_id }) => [actor_type, actor_id]),
    [
      ['user', user.user_id],
      ['api_key', key.key_id],
      ['system', null],
    ],
  );
});
