import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import type { Transaction } from '../../infra/db/database.ts';
import { sql } from '../../infra/db/sql.ts';
import { newId } from '../../shared/ids.ts';
import {
  addMember,
  createGroup,
  createOrganization,
  signUp,
  type TestOrganization,
} from '../../test/factories.ts';
import { type TestServer, testServer } from '../../test/harness.ts';
import { verifyAuditLog, writeAudit } from './index.ts';

let server: TestServer;
before(async () => {
  server = await testServer();
});

const verify = (org_id: string, known_hash?: string) =>
  verifyAuditLog(server.deps.db, { org_id, known_hash });

async function readLog(club: TestOrganization, query = '&limit=200'): Promise<Record<string, unknown>[]> {
  const path = `/api/v1/organizations/${club.org_id}/audit-logs?${query}`;
  const answer = await server.request('GET', path, { token: club.coach.token });
  assert.equal(answer.status, 200, JSON.stringify(answer.body));
  return answer.body.logs;
}

describe('the chain of an audit log', () => {
  let club: TestOrganization;
  before(async () => {
    club = await createOrganization(server);
    await createGroup(server, club, { members: [await addMember(server, club)] });
    await createGroup(server, club);
  });

  test('holds every entry, whatever others write into theirs', async () => {
    await createOrganization(server);
    const log = await readLog(club);
    assert.equal(log.length, 5);
    const { entries, last_hash } = await verify(club.org_id);
    assert.equal(entries, 5);
    assert.match(last_hash, /^[0-9a-f]{64}$/);
    await createGroup(server, club);
    assert.equal((await verify(club.org_id, last_hash.toUpperCase())).entries, 6);
  });

  test('of an organization that never was is none', async () => {
    for (const nowhere of [newId(), 'nowhere'])
      await assert.rejects(verify(nowhere), { status: 404, message: /There is no audit log/ });
  });

  /** Verifies the log after a manipulation of the database, which is then undone. */
  async function verifyAfter(change: string, known_hash?: string): Promise<string> {
    let said = '';
    const undo = new Error('undo');
    const work = server.deps.db.transaction(async (tx: Transaction) => {
      await tx.executeSql('SET LOCAL session_replication_role = replica');
      await tx.executeSql(change.replaceAll('$org', `'${club.org_id}'`));
      said = await verifyAuditLog(tx, { org_id: club.org_id, known_hash }).then(
        ({ entries }) => `${entries} entries`,
        (error: Error) => error.message,
      );
      throw undo;
    });
    await assert.rejects(work, undo);
    return said;
  }

  const REWRITE = `
    DO $$ DECLARE e audit_log; h bytea := ''; BEGIN
      FOR e IN SELECT * FROM audit_log WHERE org_id = $org ORDER BY seq LOOP
        h := sha256(h || convert_to(audit_entry_text(e), 'UTF8'));
        UPDATE audit_log SET hash = h WHERE id = e.id;
        UPDATE audit_chains SET hash = h WHERE org_id = $org;
      END LOOP;
    END $$`;

  test('breaks where anything was changed, put in or taken out', async () => {
    const at = 'WHERE org_id = $org AND seq = 3';
    const third = /Entry 3 \([0-9a-f-]{36}\) is not as it was written/;
    const changes: [change: string, said: RegExp][] = [
      [`UPDATE audit_log SET event_type = 'member_updated' ${at}`, third],
      [`UPDATE audit_log SET actor_id = '${newId()}' ${at}`, third],
      [`UPDATE audit_log SET actor_type = 'system' ${at}`, third],
      [`UPDATE audit_log SET target_id = NULL ${at}`, third],
      [`UPDATE audit_log SET target_name = 'Another' ${at}`, third],
      [`UPDATE audit_log SET data = '{"a": 1}' ${at}`, third],
      [`UPDATE audit_log SET created_at = created_at + interval '1 millisecond' ${at}`, third],
      [`UPDATE audit_log SET hash = sha256('') ${at}`, third],
      [`DELETE FROM audit_log ${at}`, /Entry 3 is missing/],
      ['DELETE FROM audit_log WHERE org_id = $org AND seq = 1', /Entry 1 is missing/],
      [
        'DELETE FROM audit_log WHERE org_id = $org AND seq > 4',
        /Its end is missing: 4 of 6 entries are there/,
      ],
      ['DELETE FROM audit_log WHERE org_id = $org', /Its end is missing: 0 of 6/],
      ['DELETE FROM audit_chains WHERE org_id = $org', /The end of the chain is not known/],
      ['UPDATE audit_chains SET length = 5 WHERE org_id = $org', /Its last entry is not the one/],
      [`UPDATE audit_log SET seq = seq + 100 ${at}`, /Entry 3 is missing/],
      [`UPDATE audit_log SET data = '{"head_coach_name": "Somebody"}' ${at}`, third],
      ...['NULL, NULL', "0, ''", "-3, ''", "7, ''", "95, ''"].map((place): [string, RegExp] => [
        `INSERT INTO audit_log (id, org_id, event_type, actor_type, created_at, seq, hash)
         VALUES ('${newId()}', $org, 'group_created', 'system', now(), ${place})`,
        /1 of its entries are in no place of the chain/,
      ]),
      [
        `UPDATE audit_chains SET length = 3, hash = (SELECT hash FROM audit_log ${at}) WHERE org_id = $org`,
        /3 of its entries are in no place of the chain/,
      ],
      [
        `CREATE OR REPLACE FUNCTION audit_entry_text(entry audit_log) RETURNS text LANGUAGE sql AS $f$ SELECT 'x' $f$;
         UPDATE audit_log SET actor_type = 'system' ${at}`,
        third,
      ],
    ];
    assert.equal(await verifyAfter('SELECT 1'), '6 entries');
    for (const [change, said] of changes) assert.match(await verifyAfter(change), said, change);
  });

  test('written anew as a whole is known by a hash that was kept', async () => {
    const { last_hash } = await verify(club.org_id);
    const forged = `UPDATE audit_log SET actor_type = 'system' WHERE org_id = $org AND seq = 3; ${REWRITE}`;
    assert.equal(await verifyAfter(forged), '6 entries');
    assert.match(await verifyAfter(forged, last_hash), /No entry has the hash [0-9a-f]{64}/);
    assert.equal(await verifyAfter(REWRITE, last_hash), '6 entries');
  });

  test('stays whole when a name in it goes', async () => {
    const member = await signUp(server);
    await addMember(server, club, { user: member });
    const { entries, last_hash } = await verify(club.org_id);
    const answer = await server.request('DELETE', '/api/v1/users/me', {
      token: member.token,
      body: { password: member.password },
    });
    assert.equal(answer.status, 200, JSON.stringify(answer.body));
    const about = (await readLog(club)).filter(({ target_id }) => target_id === member.user_id);
    assert.deepEqual(
      about.map(({ event_type, target_name }) => [event_type, target_name]),
      [
        ['member_removed', null],
        ['member_added', null],
      ],
    );
    assert.equal((await verify(club.org_id, last_hash)).entries, entries + 1);
  });

  test('cannot be written to by hand, nor an entry given another place', async () => {
    const refused = { message: /append-only|audit_log_place/ };
    const { db } = server.deps;
    const { org_id } = club;
    for (const change of [sql`seq = seq + 1`, sql`hash = NULL`, sql`seq = NULL, hash = NULL`])
      await assert.rejects(db.execute(sql`UPDATE audit_log SET ${change} WHERE org_id = ${org_id}`), refused);
    const half = sql`
      INSERT INTO audit_log (id, org_id, event_type, actor_type, created_at, seq)
      VALUES (${newId()}, ${org_id}, 'group_created', 'system', now(), 1000)`;
    await assert.rejects(db.execute(half), refused);
    const grow = { message: /audit_chains only grow/ };
    await assert.rejects(db.execute(sql`DELETE FROM audit_chains WHERE org_id = ${org_id}`), grow);
    await assert.rejects(db.execute(sql`TRUNCATE audit_chains`), grow);
    for (const change of [sql`length = 1`, sql`hash = ''`, sql`org_id = ${newId()}, length = length + 1`])
      await assert.rejects(db.execute(sql`UPDATE audit_chains SET ${change} WHERE org_id = ${org_id}`), grow);
    await verify(org_id);
  });
});

describe('the order of an audit log', () => {
  const write = (org_id: string, now: Date, times = 1) =>
    server.deps.db.transaction(async (tx) => {
      for (let n = 0; n < times; n++)
        await writeAudit(tx, { org_id, event_type: 'group_created', actor: { type: 'system' }, now });
    });
  const timesOf = (org_id: string) =>
    server.deps.db.query<{ created_at: Date }>(
      sql`SELECT created_at FROM audit_log WHERE org_id = ${org_id} ORDER BY seq`,
    );

  test('of many at once is one chain, whose times differ', async () => {
    const org_id = newId();
    const now = new Date('2026-04-01T08:00:00.000Z');
    await Promise.all(Array.from({ length: 20 }, (_, n) => write(org_id, new Date(now.getTime() - n), 3)));
    assert.equal((await verify(org_id)).entries, 60);
    const times = (await timesOf(org_id)).map(({ created_at }) => created_at.getTime());
    assert.deepEqual(times, [...new Set(times)].toSorted(), 'each later than the one before');
    assert.ok(Math.max(...times) < now.getTime() + 1_000);
  });

  test('pages by time without leaving out or repeating what was written in one moment', async () => {
    const club = await createOrganization(server);
    await write(club.org_id, server.clock.now(), 25);
    const all = (await readLog(club)).map(({ id }) => id);
    assert.equal(all.length, 26);
    const paged: unknown[] = [];
    for (let page = await readLog(club, '&limit=7'); page.length > 0; ) {
      paged.push(...page.map(({ id }) => id));
      page = await readLog(club, `&limit=7&before=${page.at(-1)?.created_at}`);
    }
    assert.deepEqual(paged, all);
  });

  test('keeps the time of a clock that was wrong, and goes on', async () => {
    const org_id = newId();
    const at = ['2026-04-01T08:00:00.000Z', '2099-01-01T00:00:00.000Z', '2026-04-01T08:00:01.000Z'];
    for (const time of [...at, '2026-04-01T08:00:00.000Z']) await write(org_id, new Date(time));
    const times = (await timesOf(org_id)).map(({ created_at }) => created_at.toISOString());
    assert.deepEqual(times, [...at, '2026-04-01T08:00:01.001Z']);
  });

  test('is filtered by who acted and what it is about, with the other filters', async () => {
    const club = await createOrganization(server);
    const member = await addMember(server, club);
    const group = await createGroup(server, club, { members: [member] });
    await server.request('DELETE', `/api/v1/organizations/${club.org_id}/members/${member.user_id}`, {
      token: member.token,
    });
    const eventsOf = async (query: string) =>
      (await readLog(club, query)).map(({ event_type }) => event_type);
    assert.deepEqual(await eventsOf(`&actor_id=${member.user_id}`), ['member_removed']);
    assert.deepEqual(await eventsOf(`&target_id=${member.user_id.toUpperCase()}`), [
      'member_removed',
      'group_member_added',
      'member_added',
    ]);
    assert.deepEqual(await eventsOf(`&target_id=${group.id}&event_type=group_created`), ['group_created']);
    assert.deepEqual(await eventsOf(`&target_id=${group.id}&actor_id=${member.user_id}`), []);
    const bad = await server.request('GET', `/api/v1/organizations/${club.org_id}/audit-logs?actor_id=me`, {
      token: club.coach.token,
    });
    assert.equal(bad.status, 400);
    assert.equal(bad.body.details[0].path, 'actor_id');
  });
});
