import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { createDeveloperClient, type DeveloperClient } from '../../../sdk/src/index.ts';
import { sql } from '../../infra/db/sql.ts';
import { answerSession, hoursAhead, planSession, storeClubSession } from '../../test/club-sessions.ts';
import { addMember, createApiKey, createOrganization, type TestOrganization } from '../../test/factories.ts';
import { type TestServer, testServer } from '../../test/harness.ts';
import { emptyCopy, follow, readSessions } from '../../test/kept-copy.ts';
import { seedAthlete } from '../../test/seed-athletes.ts';

describe('club sessions among the changes of an organization', () => {
  let server: TestServer;
  before(async () => {
    server = await testServer();
  });

  async function clientOf(club: TestOrganization): Promise<DeveloperClient> {
    const { secret } = await createApiKey(server, club, { scopes: ['sessions:read'] });
    return createDeveloperClient({ baseUrl: `${server.url}/developer/v1`, apiKey: secret });
  }
  const change = async (method: string, path: string, token: string, body?: object): Promise<void> => {
    const answer = await server.request(method, `/api/v1${path}`, { token, ...(body ? { body } : {}) });
    assert.ok(answer.status < 300, `${method} ${path}: ${JSON.stringify(answer.body)}`);
  };

  test('sessions are told by their facts, and attendance of those alone who share it', async () => {
    const club = await createOrganization(server);
    const client = await clientOf(club);
    const runner = await addMember(server, club);
    const closed = await addMember(server, club);
    let after = await follow(client, emptyCopy(), {});
    const session = await planSession(server, club, { starts_at: hoursAhead(server, 1) });
    const at = `/organizations/${club.org_id}/sessions/${session.id}`;
    const { changes } = await client.listChanges({ after });
    const [planned] = changes;
    assert.ok(planned?.type === 'session' && changes.length === 1);
    const { sessions } = await client.listClubSessions();
    assert.deepEqual(
      sessions.map(({ answers: _, ...facts }) => facts),
      [planned.object],
    );
    assert.deepEqual([planned.athlete_id, planned.id], [null, session.id]);
    const isTold = async (...expected: string[]): Promise<void> => {
      const all = (await client.listChanges({ after })).changes;
      assert.deepEqual(
        all.map((one) => `${one.type} ${one.action} ${one.id}`),
        expected,
      );
      after = await follow(client, emptyCopy(), { after });
    };
    after = await follow(client, emptyCopy(), { after });
    for (const user of [runner, closed]) await answerSession(server, session, user, 'yes');
    await isTold();
    const share = (share_sessions_with_api: boolean) =>
      change('PUT', `/users/${runner.user_id}`, runner.token, { privacy: { share_sessions_with_api } });
    await share(true);
    await isTold('attendance withdrawn null', `attendance upserted ${session.id}`);
    const ticked_at = hoursAhead(server, -0.1);
    const ticks = [runner, closed].map(({ user_id }) => ({ user_id, came: 'yes', ticked_at }));
    await change('PUT', `${at}/attendance`, club.coach.token, { ticks });
    const [came] = (await client.listChanges({ after })).changes;
    const { attendance } = await client.listClubSessionAttendance(session.id);
    assert.ok(came?.type === 'attendance');
    assert.deepEqual([came.athlete_id, came.object], [runner.user_id, attendance[0]]);
    await isTold(`attendance upserted ${session.id}`);
    await change('PATCH', at, club.coach.token, { title: 'Moved to the park' });
    await isTold(`session upserted ${session.id}`);
    await share(false);
    await isTold('attendance withdrawn null');
    for (const user of [runner, closed]) await answerSession(server, session, user, 'no');
    await isTold();
    await change('DELETE', at, club.coach.token);
    await isTold(`session withdrawn ${session.id}`);
  });

  test('a session that many come to is told page by page, also to who begins anew', async () => {
    const mine = await createOrganization(server);
    const client = await clientOf(mine);
    const privacy = { share_sessions_with_api: true };
    const athletes = [1, 2, 3].map(() => seedAthlete(server, mine.org_id, { privacy }));
    const user_ids = (await Promise.all(athletes)).map(({ user_id }) => user_id);
    const sessions = [1, 2, 3, 4, 5].map(() => storeClubSession(server, mine.org_id));
    const session_ids = await Promise.all(sessions);
    await server.deps.db.execute(sql`
      INSERT INTO club_session_answers (org_id, session_id, user_id, answer, answered_at, received_at)
      SELECT ${mine.org_id}, s, u, 'maybe', now(), now()
      FROM unnest(${session_ids}::uuid[]) s CROSS JOIN unnest(${user_ids}::uuid[]) u`);
    const fresh = emptyCopy();
    await readSessions(client, fresh);
    assert.equal(fresh.attendance.size, 15);
    for (const pageSize of [1, 2, 5, 6, 100]) {
      const copy = emptyCopy();
      await follow(client, copy, { pageSize });
      const hint = `pages of ${pageSize}`;
      assert.deepEqual(copy.sessions, fresh.sessions, hint);
      assert.deepEqual(copy.attendance, fresh.attendance, hint);
    }
  });
});
