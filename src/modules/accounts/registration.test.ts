import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import { type OpenIdProvider, startOpenIdProvider } from '../../../sandbox/openid-provider/start-provider.ts';
import { sql } from '../../infra/db/sql.ts';
import { DAY_MS } from '../../shared/time.ts';
import { acceptInvitation, acceptOffer, invite, newEmail, verificationToken } from '../../test/factories.ts';
import { freePort } from '../../test/free-port.ts';
import {
  startTestServer,
  TEST_APP_KEY,
  type TestResponse,
  type TestServer,
  USUAL_PASSWORD,
} from '../../test/harness.ts';
import { createAccount, createAdmin } from './index.ts';

const APP = 'ekiden-app';
const assertRefused = (answer: TestResponse, code: string): void =>
  assert.deepEqual([answer.status, answer.body.code], [403, code], JSON.stringify(answer.body));

describe('who may make an account and an organization', () => {
  let provider: OpenIdProvider;
  let server: TestServer;
  let closed: TestServer;
  let admin: { token: string; user_id: string };
  let coach: { token: string; user_id: string };
  let club: {
    org_id: string;
    name: string;
    coach: { token: string } & Record<'user_id' | 'email' | 'password', string>;
  };

  const post = (path: string, body: object, at = server): Promise<TestResponse> =>
    at.request('POST', `/api/v1/auth/${path}`, { body });
  const ask = (fields: object = {}, at = server): Promise<TestResponse> =>
    post('request-verification', { email: newEmail(), ...fields }, at);
  const signIn = async (email: string): Promise<{ token: string; user_id: string }> => {
    const { status, body } = await post('login', { email, password: USUAL_PASSWORD });
    assert.equal(status, 200, JSON.stringify(body));
    return { token: body.access_token, user_id: body.user_id };
  };
  async function idToken(email = newEmail()): Promise<string> {
    const person = { sub: randomUUID(), email, email_verified: true };
    provider.addPerson(person);
    return await provider.idTokenOf(person.sub);
  }
  const found = (token: string, fields: object = {}): Promise<TestResponse> =>
    server.request('POST', '/api/v1/organizations', {
      token,
      body: { name: `Club ${randomUUID()}`, ...fields },
    });
  async function tokenBy(invitation_token: string, email = newEmail()): Promise<string> {
    const asked = await ask({ email, invitation_token });
    assert.equal(asked.status, 200, JSON.stringify(asked.body));
    const { text } = await server.mailTo(email);
    return /token=([\w-]+)/.exec(text)?.[1] ?? assert.fail(text);
  }
  const complete = (token: string, at = server): Promise<TestResponse> =>
    post('complete-signup', { token, password: USUAL_PASSWORD }, at);

  before(async () => {
    provider = await startOpenIdProvider({ port: await freePort(), client_ids: [APP] });
    const OIDC_ISSUERS = JSON.stringify([{ issuer: provider.issuer, audience: APP }]);
    [server, closed] = await Promise.all([
      startTestServer({ OIDC_ISSUERS, REGISTRATION: 'invite', ORGANIZATION_CREATION: 'admins' }),
      startTestServer({ OIDC_ISSUERS, REGISTRATION: 'closed' }),
    ]);
    const email = newEmail('admin');
    const { link } = await createAdmin(server.deps, { email });
    const token = new URL(link).searchParams.get('token');
    const set = await post('password-reset/confirm', { token, new_password: USUAL_PASSWORD });
    assert.equal(set.status, 200, JSON.stringify(set.body));
    admin = await signIn(email);
    const coaches = newEmail('coach');
    const profile = { membership_role: 'coach' } as const;
    await createAccount(server.deps, { email: coaches, password: USUAL_PASSWORD, profile });
    coach = await signIn(coaches);
    const made = await found(admin.token, { head_coach_user_id: coach.user_id });
    assert.equal(made.status, 201, JSON.stringify(made.body));
    const { org_id, org_name } = made.body.organization;
    await acceptOffer(server, { org_id }, coach);
    club = { org_id, name: org_name, coach: { ...coach, email: coaches, password: USUAL_PASSWORD } };
  });
  after(async () => {
    await Promise.all([server.stop(), closed.stop(), provider.stop()]);
  });

  test('ORGANIZATION_CREATION=admins: platform admins found for a coach, applications as ever, coaches do not', async () => {
    assertRefused(await found(coach.token), 'organization_creation_restricted');
    const forThemself = await found(admin.token);
    assert.equal(forThemself.status, 403);
    assert.match(forThemself.body.error, /head_coach_user_id/);
    const athlete = await found(admin.token, { head_coach_user_id: admin.user_id });
    assert.equal(athlete.status, 403);
    const unknown = await found(admin.token, { head_coach_user_id: randomUUID() });
    assert.equal(unknown.status, 404);
    const byApp = await server.request('POST', '/api/v1/organizations', {
      apiKey: TEST_APP_KEY,
      body: { name: `Club ${randomUUID()}`, head_coach_user_id: coach.user_id },
    });
    assert.equal(byApp.status, 201, JSON.stringify(byApp.body));
  });

  test('REGISTRATION=invite: no account without an invitation that can be accepted', async () => {
    for (const fields of [{}, { invitation_token: 'x'.repeat(43) }]) {
      assertRefused(await ask(fields), 'invitation_required');
      assertRefused(await post('signup', { id_token: await idToken(), ...fields }), 'invitation_required');
    }
    const old = await verificationToken(server, newEmail());
    const checked = await post('verify-token', { token: old });
    assert.equal(checked.body.data.valid, false);
    assert.match(checked.body.data.reason, /by invitation only/);
    assertRefused(await complete(old), 'invitation_required');
    const { id, token } = await invite(server, club);
    const meanwhile = await tokenBy(token);
    const path = `/api/v1/organizations/${club.org_id}/invitations/${id}`;
    assert.equal((await server.request('DELETE', path, { token: coach.token })).status, 200);
    assertRefused(await ask({ invitation_token: token }), 'invitation_required');
    assertRefused(await complete(meanwhile), 'invitation_required');
  });

  test('an invitation leads to an account, which then accepts it; who has an account signs in without one', async () => {
    const { token } = await invite(server, club);
    const email = newEmail();
    const made = await complete(await tokenBy(token, email));
    assert.equal(made.status, 201, JSON.stringify(made.body));
    const accepted = await acceptInvitation(server, { token: made.body.access_token }, token);
    assert.equal(accepted.status, 200, JSON.stringify(accepted.body));
    assert.equal((await post('signup', { id_token: await idToken(email) })).status, 200);
    const other = await invite(server, club);
    const id_token = await idToken();
    assert.equal((await post('signup', { id_token, invitation_token: other.token })).status, 201);
    assert.equal((await post('signup', { id_token })).status, 200);
  });

  test('an invitation makes as many accounts as it has uses, also of sign-ups at once', async () => {
    const { token } = await invite(server, club);
    const tokens = await Promise.all([tokenBy(token), tokenBy(token), tokenBy(token)]);
    const answers = await Promise.all(tokens.map((one) => complete(one)));
    assert.deepEqual(answers.map(({ status }) => status).toSorted(), [201, 403, 403]);
    assertRefused(await ask({ invitation_token: token }), 'invitation_required');
    const id_token = await idToken();
    assertRefused(await post('signup', { id_token, invitation_token: token }), 'invitation_required');
    const wide = await invite(server, club, { max_uses: 2 });
    const more = await Promise.all([tokenBy(wide.token), tokenBy(wide.token)]);
    for (const one of more) assert.equal((await complete(one)).status, 201);
  });

  test('the page of an invitation sends its token along, and says in each language that one cannot sign up', async () => {
    for (const language of ['en', 'zh-TW', 'ja']) {
      const { body } = await server.request('GET', '/join', { headers: { 'accept-language': language } });
      assert.match(body, /invitation_token: token/);
      assert.match(body, /data-no-new-accounts="[^"]{20,}"/);
    }
  });

  test('REGISTRATION=closed: nobody gets an account, not even with a token from before; those who have one sign in', async () => {
    assertRefused(await ask({}, closed), 'registration_closed');
    assertRefused(await ask({ invitation_token: 'x'.repeat(43) }, closed), 'registration_closed');
    const id_token = await idToken();
    assertRefused(await post('signup', { id_token }, closed), 'registration_closed');
    const old = await verificationToken(closed, newEmail());
    assertRefused(await complete(old, closed), 'registration_closed');
    const checked = await post('verify-token', { token: old }, closed);
    assert.match(checked.body.data.reason, /no new accounts/);
    const { count } = await closed.deps.db.one<{ count: number }>(
      sql`SELECT count(*)::int AS count FROM users`,
    );
    assert.equal(count, 0);
    const email = newEmail();
    await createAccount(closed.deps, { email, password: USUAL_PASSWORD, profile: {} });
    assert.equal((await post('login', { email, password: USUAL_PASSWORD }, closed)).status, 200);
    assert.equal((await post('signup', { id_token: await idToken(email) }, closed)).status, 200);
  });

  test('the link of a new admin works once and for an hour, and an address has one account', async () => {
    const email = newEmail('admin');
    const { link } = await createAdmin(server.deps, { email });
    await assert.rejects(createAdmin(server.deps, { email: email.toUpperCase() }), /admin grant/);
    await assert.rejects(createAdmin(server.deps, { email: 'nobody' }), /"nobody" is no e-mail address/);
    const token = new URL(link).searchParams.get('token');
    server.clock.advance(DAY_MS / 24);
    const late = await post('password-reset/confirm', { token, new_password: USUAL_PASSWORD });
    server.clock.reset();
    assert.equal(late.status, 400);
    const set = () => post('password-reset/confirm', { token, new_password: USUAL_PASSWORD });
    assert.equal((await set()).status, 200);
    assert.equal((await set()).status, 400);
    const { token: access } = await signIn(email);
    const { body } = await server.request('GET', '/api/v1/auth/me', { token: access });
    assert.deepEqual(body.data.roles, ['user', 'admin']);
  });
});
