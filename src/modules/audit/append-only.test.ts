import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { sql } from '../../infra/db/sql.ts';
import { SERVER_LIMITS } from '../../shared/access.ts';
import { newId } from '../../shared/ids.ts';
import { signUp } from '../../test/factories.ts';
import { type TestServer, testServer } from '../../test/harness.ts';
import { eraseNames } from './erase-queries.ts';
import { EVENTS_ABOUT_A_PERSON } from './events.ts';
import { AUDIT_EVENTS, findAuditEntries, writeAudit } from './index.ts';

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
  findAuditEntries(server.deps.db, {
    org_id,
    event_type: undefined,
    actor_id: undefined,
    target_id: undefined,
    before: undefined,
    after: null,
    limit: 200,
  });

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

describe('names of people', () => {
  const refused = { message: /audit_log is append-only/ };

  async function writeAll(target_id: string): Promise<string> {
    const org_id = newId();
    const data = { head_coach_user_id: target_id, head_coach_name: 'Yuki', note: 'stays' };
    await server.deps.db.transaction(async (tx) => {
      for (const event_type of AUDIT_EVENTS) {
        const now = new Date();
        await writeAudit(tx, {
          org_id,
          event_type,
          actor: { type: 'system' },
          target_id,
          target_name: 'Yuki',
          data,
          now,
        });
      }
    });
    return org_id;
  }

  test('go once there is no such person any more, of all that are theirs, and nothing else goes', async () => {
    const gone = newId();
    const org_id = await writeAll(gone);
    const before = await entriesOf(org_id);
    await server.deps.db.transaction((tx) => eraseNames(tx, gone));
    const about: readonly string[] = EVENTS_ABOUT_A_PERSON;
    const expected = before.map((entry) => {
      if (about.includes(entry.event_type)) return { ...entry, target_name: null };
      const { head_coach_name: _, ...data } = entry.data;
      return entry.event_type === 'organization_created' ? { ...entry, data } : entry;
    });
    assert.deepEqual(await entriesOf(org_id), expected);
    await server.deps.db.transaction((tx) => eraseNames(tx, gone));
    assert.deepEqual(await entriesOf(org_id), expected);
  });

  test('stay while there is such a person', async () => {
    const { user_id } = await signUp(server);
    const org_id = await writeAll(user_id);
    const { db } = server.deps;
    await assert.rejects(
      db.transaction((tx) => eraseNames(tx, user_id)),
      refused,
    );
    assert.ok((await entriesOf(org_id)).every(({ target_name }) => target_name === 'Yuki'));
  });

  test('can neither be changed nor go together with anything else, and those of other things stay', async () => {
    const org_id = await writeAll(newId());
    const { db } = server.deps;
    const changes = [
      `target_name = 'Somebody'`,
      `target_name = NULL, event_type = 'member_added'`,
      'target_name = NULL, target_id = NULL',
      'target_name = NULL, actor_id = target_id',
      `target_name = NULL, data = '{}'`,
      `target_name = NULL, created_at = now() + interval '1 second'`,
      `target_name = NULL, org_id = '${newId()}'`,
    ];
    for (const change of changes) {
      const update = `UPDATE audit_log SET ${change} WHERE org_id = $1 AND event_type = 'member_removed'`;
      await assert.rejects(db.executeSql(update, [org_id]), refused, change);
    }
    for (const event of AUDIT_EVENTS.filter((one) => !EVENTS_ABOUT_A_PERSON.some((about) => about === one))) {
      const erase = 'UPDATE audit_log SET target_name = NULL WHERE org_id = $1 AND event_type = $2';
      await assert.rejects(db.executeSql(erase, [org_id, event]), refused, event);
    }
    for (const data of [`'{}'`, `data - 'note'`, `data - 'head_coach_user_id'`, `data || '{"a": 1}'`]) {
      const update = `UPDATE audit_log SET data = ${data} WHERE org_id = $1 AND event_type = 'organization_created'`;
      await assert.rejects(db.executeSql(update, [org_id]), refused, data);
    }
  });
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
