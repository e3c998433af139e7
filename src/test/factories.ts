import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { accountClosing } from '../app.ts';
import { hashToken, newToken } from '../infra/crypto/tokens.ts';
import { sql } from '../infra/db/sql.ts';
import { setAccountStatus } from '../modules/accounts/index.ts';
import { setIntegration } from '../modules/users/index.ts';
import { addDays } from '../shared/calendar.ts';
import { newId } from '../shared/ids.ts';
import { DAY_MS } from '../shared/time.ts';
import type { PlanContent } from '../training/planning/plan.ts';
import { writeWorkoutText } from '../training/workout-text/write-workout-text.ts';
import { givenPlan } from './given-plan.ts';
import { TEST_APP_KEY, type TestResponse, type TestServer, USUAL_PASSWORD } from './harness.ts';

export type TestUser = {
  readonly user_id: string;
  readonly token: string;
  readonly email: string;
  readonly password: string;
};

/** An address that no other test has. */
export function newEmail(prefix = 'runner'): string {
  return `${prefix}@${randomUUID()}.example.org`;
}

/** A verification token for an address, without the mail and its limits: accounts' own tests read the mails. */
export async function verificationToken(server: TestServer, email: string): Promise<string> {
  const token = newToken();
  const now = server.clock.now();
  await server.deps.db.execute(sql`
    INSERT INTO email_verifications (token_hash, email, created_at, expires_at)
    VALUES (${hashToken(token)}, ${email}, ${now}, ${new Date(now.getTime() + DAY_MS)})`);
  return token;
}

/** A new account, signed in. `fields` go into the sign-up, such as `{ membership_role: 'coach' }`. */
export async function signUp(
  server: TestServer,
  fields: Readonly<Record<string, unknown>> = {},
): Promise<TestUser> {
  const email = newEmail();
  const token = await verificationToken(server, email);
  const body = { token, password: USUAL_PASSWORD, ...fields };
  const answer = await server.request('POST', '/api/v1/auth/complete-signup', { body });
  assert.equal(answer.status, 201, JSON.stringify(answer.body));
  return { user_id: answer.body.user_id, token: answer.body.access_token, email, password: USUAL_PASSWORD };
}

/** A session of a user that nobody has a token of. */
export async function storeSession(server: TestServer, user_id: string): Promise<string> {
  const session_id = newId();
  const now = server.clock.now();
  await server.deps.db.execute(sql`
    INSERT INTO sessions (session_id, user_id, family_hash, current_hash, created_at, last_seen_at, address)
    VALUES (${session_id}, ${user_id}, ${hashToken(newToken())}, ${hashToken(newToken())}, ${now}, ${now}, '192.0.2.1')`);
  return session_id;
}

/** Makes a user a platform admin, as the command line does. */
export async function grantAdmin(server: TestServer, userId: string): Promise<void> {
  await server.deps.db.execute(sql`UPDATE users SET is_platform_admin = true WHERE user_id = ${userId}`);
}

export type TestOrganization = { readonly org_id: string; readonly name: string; readonly coach: TestUser };

/** A new organization and its head coach, or one for a coach who is there already. */
export async function createOrganization(
  server: TestServer,
  options: { coach?: TestUser; fields?: Readonly<Record<string, unknown>> } = {},
): Promise<TestOrganization> {
  const coach = options.coach ?? (await signUp(server, { membership_role: 'coach' }));
  const body = { name: `Club ${randomUUID()}`, ...options.fields };
  const answer = await server.request('POST', '/api/v1/organizations', { token: coach.token, body });
  assert.equal(answer.status, 201, JSON.stringify(answer.body));
  return { org_id: answer.body.organization.org_id, name: answer.body.organization.org_name, coach };
}

/** Says yes to what an organization asks somebody to be. */
export async function acceptOffer(
  server: TestServer,
  { org_id }: Pick<TestOrganization, 'org_id'>,
  user: Pick<TestUser, 'token'>,
): Promise<void> {
  const path = `/api/v1/organizations/${org_id}/membership/accept`;
  const answer = await server.request('POST', path, { token: user.token });
  assert.equal(answer.status, 200, JSON.stringify(answer.body));
}

/** Puts a user on the roster, as an application does: a new athlete unless one is given. `fields` are those of the member. */
export async function addMember(
  server: TestServer,
  organization: TestOrganization,
  options: { user?: TestUser; fields?: Readonly<Record<string, unknown>> } = {},
): Promise<TestUser> {
  const user = options.user ?? (await signUp(server));
  const at = `/api/v1/organizations/${organization.org_id}`;
  // Who has left before lets the organization ask again.
  await server.request('DELETE', `${at}/membership/block`, { token: user.token });
  const body = { user_id: user.user_id, ...options.fields };
  const answer = await server.request('POST', `${at}/members`, { apiKey: TEST_APP_KEY, body });
  assert.equal(answer.status, 201, JSON.stringify(answer.body));
  return user;
}

/** Makes a user, a new one unless given, a coach beside the head coach, who accepts or is one already. */
export async function addCoach(
  server: TestServer,
  organization: TestOrganization,
  options: { user?: TestUser; role?: 'admin' | 'assistant_coach' } = {},
): Promise<TestUser> {
  const user = options.user ?? (await signUp(server));
  const path = `/api/v1/organizations/${organization.org_id}/coaches/${user.user_id}`;
  const body = { role: options.role ?? 'assistant_coach' };
  const answer = await server.request('PUT', path, { token: organization.coach.token, body });
  assert.equal(answer.status, 200, JSON.stringify(answer.body));
  const pending: readonly { user_id: string }[] = answer.body.data.organization.pending_coaches;
  if (pending.some(({ user_id }) => user_id === user.user_id)) await acceptOffer(server, organization, user);
  return user;
}

/** A new invitation. Without an `email` among the fields it is a link, and `token` is that of its address. */
export async function invite(
  server: TestServer,
  organization: TestOrganization,
  fields: Readonly<Record<string, unknown>> = {},
): Promise<{ id: string; token: string }> {
  const path = `/api/v1/organizations/${organization.org_id}/invitations`;
  const answer = await server.request('POST', path, { token: organization.coach.token, body: fields });
  assert.equal(answer.status, 201, JSON.stringify(answer.body));
  const { id, url } = answer.body.data.invitation;
  return { id, token: url === undefined ? '' : (new URL(url).searchParams.get('token') ?? '') };
}

/** The answer to somebody who accepts. */
export async function acceptInvitation(
  server: TestServer,
  user: Pick<TestUser, 'token'>,
  token: string,
): Promise<TestResponse> {
  return await server.request('POST', `/api/v1/invitations/${token}/accept`, { token: user.token });
}

/** A new group with the given members in it. */
export async function createGroup(
  server: TestServer,
  organization: TestOrganization,
  options: { members?: readonly { user_id: string }[]; fields?: Readonly<Record<string, unknown>> } = {},
): Promise<{ id: string; name: string }> {
  const groups = `/api/v1/organizations/${organization.org_id}/groups`;
  const { token } = organization.coach;
  const body = { name: `Group ${randomUUID()}`, ...options.fields };
  const answer = await server.request('POST', groups, { token, body });
  assert.equal(answer.status, 201, JSON.stringify(answer.body));
  const { id, name } = answer.body.data.group;
  for (const { user_id } of options.members ?? []) {
    const put = await server.request('PUT', `${groups}/${id}/members/${user_id}`, { token });
    assert.equal(put.status, 200, JSON.stringify(put.body));
  }
  return { id, name };
}

/** A new API key with its secret. `fields` are those of the key, such as `scopes`. */
export async function createApiKey(
  server: TestServer,
  organization: TestOrganization,
  fields: Readonly<Record<string, unknown>> = {},
): Promise<{ id: string; secret: string }> {
  const answer = await server.request('POST', `/api/v1/organizations/${organization.org_id}/api-keys`, {
    token: organization.coach.token,
    body: { name: 'Test key', ...fields },
  });
  assert.equal(answer.status, 201, JSON.stringify(answer.body));
  return { id: answer.body.api_key.id, secret: answer.body.api_key.secret };
}

/** Sets an organization's tier, as the command line does. */
export async function setTier(server: TestServer, orgId: string, tier: string): Promise<void> {
  await server.deps.db.execute(sql`UPDATE organizations SET tier = ${tier} WHERE org_id = ${orgId}`);
}

/** Uploads a file for a user. */
export async function uploadFile(
  server: TestServer,
  user: TestUser,
  content: Uint8Array | string,
  fileName = 'recording.fit',
): Promise<TestResponse> {
  const form = new FormData();
  form.append('file', new Blob([typeof content === 'string' ? content : new Uint8Array(content)]), fileName);
  return await server.request('POST', '/api/v1/activities/upload', { token: user.token, form });
}

/** Copies of a plan have its workouts' ids. */
function withIdsOf({ workouts: saved }: PlanContent, copy: PlanContent): PlanContent {
  const workouts = copy.workouts.map((workout, place) => ({
    ...workout,
    id: saved[place]?.id ?? workout.id,
  }));
  return { ...copy, workouts };
}

/**
 * A saved plan, given to athletes: each one's as the wire shows it whole, in their order. Written by SQL: of any day, with
 * everything in it that one can hold.
 */
export async function assignPlan(
  server: TestServer,
  org_id: string,
  athletes: readonly { readonly user_id: string; readonly pace_s_per_km?: number }[],
  options: { start_date: string; weeks?: number; title?: string; ended_at?: Date },
) {
  const { start_date, weeks = 1, title = 'Autumn 10k', ended_at = null } = options;
  const saved_plan_id = newId();
  const now = server.clock.now();
  const saved = givenPlan(start_date, weeks, 300);
  const assigned = athletes.map(({ user_id, pace_s_per_km = 270 }) => ({
    id: newId(),
    athlete_id: user_id,
    ...withIdsOf(saved, givenPlan(start_date, weeks, pace_s_per_km)),
  }));
  await server.deps.db.transaction(async (tx) => {
    await tx.execute(sql`
      INSERT INTO plans (id, org_id, title, start_date, weeks, weekly_info, workouts, engine, created_at, updated_at)
      VALUES (${saved_plan_id}, ${org_id}, ${title}, ${start_date}, ${weeks}, ${JSON.stringify(saved.weekly_info)},
        ${JSON.stringify(saved.workouts)}, 'rules', ${now}, ${now})`);
    await tx.execute(sql`
      INSERT INTO plan_assignments (id, org_id, plan_id, user_id, start_date, weeks, weekly_info, workouts,
        assigned_at, updated_at, ended_at)
      SELECT id, ${org_id}, ${saved_plan_id}, athlete_id, ${start_date}, ${weeks}, weekly_info, workouts,
        ${now}, ${now}, ${ended_at}
      FROM json_to_recordset(${JSON.stringify(assigned)}::json)
        AS given(id uuid, athlete_id uuid, weekly_info json, workouts json)`);
  });
  const at = now.toISOString();
  const end_date = addDays(start_date, weeks * 7 - 1);
  return assigned.map(({ weekly_info, workouts, ...ids }) => ({
    ...ids,
    saved_plan_id,
    title,
    start_date,
    end_date,
    weeks,
    engine: 'rules',
    weekly_info,
    workouts: workouts.map((workout) => ({ ...workout, text: writeWorkoutText(workout.segments) })),
    assigned_at: at,
    updated_at: at,
  }));
}

/** Opens or closes an account, as the command line does. */
export async function setStatus(
  server: TestServer,
  change: Parameters<typeof setAccountStatus>[1],
): ReturnType<typeof setAccountStatus> {
  return await setAccountStatus({ ...server.deps, onClosing: accountClosing(server.deps) }, change);
}

/** Connects a platform as a consent does, without one. */
export async function connectPlatform(
  { deps, clock }: TestServer,
  { user_id }: Pick<TestUser, 'user_id'>,
  { provider, provider_user_id }: { provider: 'strava' | 'garmin'; provider_user_id: string },
): Promise<void> {
  const now = clock.now();
  await deps.db.transaction(async (tx) => {
    await tx.execute(sql`
      INSERT INTO platform_connections (user_id, provider, provider_user_id, connected_at)
      VALUES (${user_id}, ${provider}, ${provider_user_id}, ${now})`);
    await setIntegration(tx, { user_id, provider, is_connected: true, now });
  });
}
