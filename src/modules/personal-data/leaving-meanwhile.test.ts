import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { exampleSimulation } from '../../../sandbox/recordings/example-simulation.ts';
import { steadyRun } from '../../../sandbox/recordings/plan-session.ts';
import { simulateActivity } from '../../../sandbox/recordings/simulate-activity.ts';
import { writeFit } from '../../../sandbox/recordings/write-fit.ts';
import { personalDataParts } from '../../app.ts';
import { sql } from '../../infra/db/sql.ts';
import { newId } from '../../shared/ids.ts';
import {
  addCoach,
  addMember,
  createApiKey,
  createOrganization,
  invite,
  signUp,
  type TestUser,
  uploadFile,
} from '../../test/factories.ts';
import { startTestServer, type TestServer } from '../../test/harness.ts';
import { webPushToken } from '../../test/web-push-token.ts';
import { sendPasswordChangedMail } from '../accounts/send-password-changed-mail.ts';
import { removeUploads, removeUploadsHandler } from '../activities/remove-uploads.ts';
import { athletesExported } from '../exports/index.ts';
import { deleteAccount } from './delete-account.ts';

const recording = writeFit([simulateActivity(exampleSimulation(steadyRun(1_000), { resolution_s: 5 }))]);

describe('what goes on while somebody leaves', () => {
  let server: TestServer;
  before(async () => {
    server = await startTestServer();
  });
  after(() => server.stop());

  /** Without the hash, which takes longer than everything that others do at the same moment. */
  const leaveNow = async ({ user_id }: TestUser, after_ms: number): Promise<void> => {
    await sleep(after_ms);
    const passwords = { ...server.deps.passwords, verifyPassword: async () => true };
    const deps = { ...server.deps, passwords, parts: personalDataParts(server.deps) };
    const proof = { password: 'x', id_token: undefined, client_ip: '127.0.0.1' };
    const actor = { type: 'user', user_id, roles: ['user'], token_issued_at: server.clock.now() } as const;
    await deleteAccount(deps, actor, proof);
  };
  const ROUNDS = 12;

  test('whoever refers to a person at that moment finds them, or nobody', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const club = await createOrganization(server);
      const user = await signUp(server, { membership_role: 'coach' });
      const member = await addMember(server, club);
      await addCoach(server, club, { user, role: 'admin' });
      const key = await createApiKey(server, club);
      const { token } = await invite(server, club);
      const at = `/api/v1/organizations/${club.org_id}`;
      const by = { token: club.coach.token };
      const send = (method: string, path: string, body: object, token = club.coach.token) =>
        server.request(method, path, { token, body });
      const requests = [
        send('POST', `${at}/members`, { user_id: user.user_id }),
        send('PUT', `${at}/coaches/${user.user_id}`, { role: 'assistant_coach' }),
        send('PATCH', `${at}/members/${member.user_id}`, { coach_id: user.user_id }),
        send('POST', `${at}/api-keys`, { name: 'Late' }, user.token),
        send('POST', `${at}/api-keys/${key.id}/reroll`, {}, user.token),
        send(
          'POST',
          '/api/v1/notifications/tokens/device',
          { token: webPushToken(), platform: 'web' },
          user.token,
        ),
        send('POST', `${at}/invitations`, { email: user.email }),
        send('POST', `${at}/invitations`, {}, user.token),
        send('POST', `/api/v1/invitations/${token}/accept`, {}, user.token),
        server.request('DELETE', `${at}/coaches/${user.user_id}`, by),
      ];
      await leaveNow(user, round);
      for (const { status, body } of await Promise.all(requests))
        assert.ok(status < 500, JSON.stringify(body));
      const logs = await server.request('GET', `${at}/audit-logs?limit=200`, by);
      const about = logs.body.logs.filter((one: { target_id: string }) => one.target_id === user.user_id);
      assert.ok(about.length > 0 && about.every((one: { target_name: unknown }) => one.target_name === null));
    }
  });

  test('two who leave at once, each of whom is named by what the other has, both leave', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const club = await createOrganization(server);
      const at = `/api/v1/organizations/${club.org_id}/members`;
      const pair = await Promise.all([addCoach(server, club), addCoach(server, club)]);
      const [one, other] = pair;
      for (const user of pair) await addMember(server, club, { user });
      for (const [user, coach] of [[one, other] as const, [other, one] as const]) {
        const body = { coach_id: coach.user_id };
        const answer = await server.request('PATCH', `${at}/${user.user_id}`, {
          token: club.coach.token,
          body,
        });
        assert.equal(answer.status, 200);
      }
      await told(pair);
      await Promise.all([leaveNow(one, 0), leaveNow(other, round / 4)]);
    }
  });

  /** Waits until each of the coaches has been told of each of the two who joined. */
  async function told(coaches: readonly TestUser[]): Promise<void> {
    const ids = coaches.map(({ user_id }) => user_id);
    const deadline = Date.now() + 120_000;
    for (;;) {
      const { count } = await server.deps.db.one<{ count: number }>(sql`
        SELECT count(*)::int AS count FROM notifications
        WHERE user_id = ANY(${ids}::uuid[]) AND data ->> 'user_id' = ANY(${ids})`);
      if (count === 4) return;
      assert.ok(Date.now() < deadline, `${count} of 4 were told`);
      await sleep(10);
    }
  }

  test('who founds an organization at that moment keeps the account, or has none to found one with', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const user = await signUp(server, { membership_role: 'coach' });
      const body = { name: `Club ${randomUUID()}` };
      const [left, founded] = await Promise.all([
        leaveNow(user, round / 2).then(
          () => 200,
          (error: { status: number }) => error.status,
        ),
        server.request('POST', '/api/v1/organizations', { token: user.token, body }),
      ]);
      const outcome = `${left} ${founded.status}`;
      assert.ok(['409 201', '200 401', '200 404'].includes(outcome), outcome);
    }
  });

  test('an upload under way leaves nothing behind, whichever comes first', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const user = await signUp(server);
      const upload = uploadFile(server, user, recording);
      await leaveNow(user, round * 8);
      const { status, body } = await upload;
      assert.ok([201, 401].includes(status), JSON.stringify(body));
      await nothingStored(user);
    }
  });

  const uploadsOf = ({ user_id }: TestUser) =>
    Array.fromAsync(server.deps.store.list(`uploads/${user_id}/`), ({ key }) => key);

  async function nothingStored(user: TestUser): Promise<void> {
    const deadline = Date.now() + 120_000;
    while ((await uploadsOf(user)).length > 0) {
      assert.ok(Date.now() < deadline, 'the file is still there');
      await sleep(20);
    }
  }

  test('work that was waiting for them finds nobody, and is done', async () => {
    const user = await signUp(server);
    const club = await createOrganization(server);
    const { db, jobs, events } = server.deps;
    const { email, user_id } = user;
    const reset = await server.request('POST', '/api/v1/auth/password-reset', { body: { email } });
    assert.equal(reset.status, 200);
    await leaveNow(user, 0);
    await db.transaction(async (tx) => {
      await jobs.enqueue(tx, sendPasswordChangedMail, { user_id, changed_at_ms: 0 });
      await jobs.enqueue(tx, removeUploads, { user_id });
      await events.emit(tx, athletesExported, {
        org_id: club.org_id,
        org_name: club.name,
        export_id: newId(),
        start_date_ms: null,
        end_date_ms: null,
        completed_at_ms: 0,
        athlete_ids: [user_id],
      });
    });
    await queueIsEmpty();
    await db.execute(sql`UPDATE pgboss.job SET start_after = now() WHERE name = 'accounts.forget-mails'`);
    await queueIsEmpty();
    assert.deepEqual(await jobs.listFailed(), []);
    assert.deepEqual(await server.mailsTo(email), []);
  });

  async function queueIsEmpty(): Promise<void> {
    const deadline = Date.now() + 120_000;
    for (;;) {
      const left = await server.deps.db.query<{ name: string }>(sql`
        SELECT name FROM pgboss.job
        WHERE NOT starts_with(name, '__') AND state <> 'completed' AND start_after <= now()`);
      if (left.length === 0) return;
      assert.ok(Date.now() < deadline, JSON.stringify(left));
      await sleep(50);
    }
  }

  test('a store that is away loses nothing: the files go when it is back', async () => {
    const user = await signUp(server);
    assert.equal((await uploadFile(server, user, recording)).status, 201);
    const { store } = server.deps;
    const away = { ...store, delete: () => Promise.reject(new Error('away')) };
    const context = {
      job_id: newId(),
      attempt: 1,
      signal: new AbortController().signal,
      logger: server.deps.logger,
    };
    await assert.rejects(
      removeUploadsHandler({ store: away })(user, context),
      /away/,
      'and so it is tried again',
    );
    assert.equal((await uploadsOf(user)).length, 1);
    for (const _ of ['then', 'and once more']) await removeUploadsHandler({ store })(user, context);
    assert.deepEqual(await uploadsOf(user), []);
  });
});
