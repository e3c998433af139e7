/** Somebody of whom something is kept in every place there is. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { exampleSimulation } from '../../sandbox/recordings/example-simulation.ts';
import { steadyRun } from '../../sandbox/recordings/plan-session.ts';
import { simulateActivity } from '../../sandbox/recordings/simulate-activity.ts';
import { writeFit } from '../../sandbox/recordings/write-fit.ts';
import { sql } from '../infra/db/sql.ts';
import { addDays } from '../shared/calendar.ts';
import { downloadArchive, runExportOverHttp } from './archives.ts';
import { hoursAhead, planSession } from './club-sessions.ts';
import {
  addCoach,
  addMember,
  assignPlan,
  createApiKey,
  createGroup,
  createOrganization,
  invite,
  type TestOrganization,
  type TestUser,
  uploadFile,
} from './factories.ts';
import type { TestServer } from './harness.ts';

/** All that the person says of themself, or is called, holds the mark. */
const textsWith = (mark: string) => ({
  email: `Zelda.${mark}@quist.example.org`,
  username: `zelda_${mark}`,
  display_name: `Zelly ${mark}`,
  first_name: `Zelda${mark}`,
  last_name: `Quist${mark}`,
  bio: `Runs with ${mark} along the river.`,
  next_race: { name: `Run of ${mark}`, date: '2027-05-01', distance_m: 10_000, goal_time_s: 2_400 },
  /** What a coach calls them. */
  nickname: `Zed ${mark}`,
  /** At another issuer. */
  subject: `subject-${mark}`,
  file_name: `zelda-${mark}.fit`,
  /** Of an activity. */
  description: `Slow, as ${mark} said.`,
  password: 'Sakura-1964',
});
type Texts = ReturnType<typeof textsWith>;

export type Everything = Awaited<ReturnType<typeof personWithEverything>>;

/** @param mark what nobody else in the database is called */
export async function personWithEverything(server: TestServer, mark: string) {
  const texts = textsWith(mark);
  const person = await signUpByMail(server, texts);
  const clubs = await joinClubs(server, person, texts, mark);
  const training = await train(server, person, texts, mark);
  await leaveTraces(server, person, texts, mark);
  const exports = await beExported(server, person, clubs);
  return { texts, person, ...clubs, ...training, exports };
}

/** @returns the body of a request that succeeds */
export async function succeed(
  server: TestServer,
  method: string,
  path: string,
  token: string,
  body?: unknown,
) {
  const sent = { token, ...(body === undefined ? {} : { body }) };
  const answer = await server.request(method, `/api/v1${path}`, sent);
  assert.equal(Math.floor(answer.status / 100), 2, `${method} ${path}: ${JSON.stringify(answer.body)}`);
  return answer.body;
}

/** The token of a verification mail to an address. */
export async function tokenByMail(server: TestServer, email: string): Promise<string> {
  await succeed(server, 'POST', '/auth/request-verification', '', { email });
  const [, token = ''] = /token=([\w-]+)/.exec((await server.mailTo(email)).text) ?? [];
  return token;
}

async function signUpByMail(server: TestServer, texts: Texts): Promise<TestUser> {
  const { email, password, username, display_name, first_name, last_name, bio, next_race } = texts;
  const names = { username, display_name, first_name, last_name };
  const profile = { ...names, membership_role: 'coach', platform: 'ios' };
  const token = await tokenByMail(server, email);
  const signedUp = await succeed(server, 'POST', '/auth/complete-signup', '', {
    token,
    password,
    ...profile,
  });
  const person = { user_id: signedUp.user_id, token: signedUp.access_token, email, password };
  const path = `/users/${person.user_id}`;
  await succeed(server, 'PUT', path, person.token, { bio, next_race, gender: 'female', birth_year: 1990 });
  return person;
}

/** A member at home and away, where they are a coach too; of a third club, which they have left; and a fourth asks them. */
/** Answers to a session and is in its register; plans another one, answers for somebody and ticks them. */
async function meetAt(
  server: TestServer,
  {
    home,
    away,
    bystander,
  }: {
    readonly home: TestOrganization;
    readonly away: TestOrganization;
    readonly bystander: TestUser;
  },
  person: TestUser,
): Promise<void> {
  const starts_at = hoursAhead(server, 1);
  const came = (user_id: string) => ({
    ticks: [{ user_id, came: 'yes', ticked_at: hoursAhead(server, -1) }],
  });
  const at = ({ org_id }: { org_id: string }, { id }: { id: string }) =>
    `/organizations/${org_id}/sessions/${id}`;
  const joined = await planSession(server, home, { starts_at });
  await succeed(server, 'PUT', `${at(home, joined)}/answer`, person.token, { answer: 'yes' });
  await succeed(server, 'PUT', `${at(home, joined)}/attendance`, home.coach.token, came(person.user_id));
  const led = await planSession(
    server,
    { ...away, coach: person },
    { starts_at, coach_user_id: person.user_id },
  );
  const answer = `${at(away, led)}/participants/${bystander.user_id}/answer`;
  await succeed(server, 'PUT', answer, person.token, { answer: 'maybe' });
  await succeed(server, 'PUT', `${at(away, led)}/attendance`, person.token, came(bystander.user_id));
}

async function joinClubs(server: TestServer, person: TestUser, texts: Texts, mark: string) {
  const { nickname } = texts;
  const { user_id, token } = person;
  const [home, away] = [await createOrganization(server), await createOrganization(server)];
  const former = await createOrganization(server);
  await addMember(server, home, { user: person, fields: { display_name: nickname, labels: [mark] } });
  await addMember(server, away, { user: person });
  await addMember(server, former, { user: person });
  await succeed(server, 'DELETE', `/organizations/${former.org_id}/members/${user_id}`, token);
  const asking = await createOrganization(server);
  const offer = { user_id, display_name: nickname, labels: [mark] };
  const offered = await server.request('POST', `/api/v1/organizations/${asking.org_id}/members`, {
    token: asking.coach.token,
    body: offer,
  });
  assert.equal(offered.status, 201);
  const group = await createGroup(server, home, { members: [person] });
  const bystander = await addMember(server, away);
  await addCoach(server, away, { user: person, role: 'admin' });
  const path = `/organizations/${away.org_id}/members/${bystander.user_id}`;
  await succeed(server, 'PATCH', path, away.coach.token, { coach_id: user_id });
  await succeed(server, 'PATCH', path, token, { member_level: 'advanced' });
  const asked = { name: 'Made by who leaves', scopes: ['admin'] };
  const made = await succeed(server, 'POST', `/organizations/${away.org_id}/api-keys`, token, asked);
  const own: { id: string; secret: string } = made.api_key;
  const keys = { home: await createApiKey(server, home, { scopes: ['admin'] }), own };
  const received = await invite(server, former, { email: texts.email, display_name: nickname });
  await server.mailTo(texts.email, { after: 1 });
  const link = await succeed(server, 'POST', `/organizations/${away.org_id}/invitations`, token, {});
  const invitations = { made: link.data.invitation.id as string, received: received.id };
  const start_date = addDays(server.clock.now().toISOString().slice(0, 10), 1);
  const [plan] = await assignPlan(server, home.org_id, [person], { start_date });
  const [written] = await assignPlan(server, away.org_id, [bystander], { start_date, title: 'Of a coach' });
  await server.deps.db.execute(
    sql`UPDATE plans SET created_by = ${user_id} WHERE id = ${written?.saved_plan_id ?? ''}`,
  );
  const segments = [{ kind: 'work', duration_s: 1_800, target: { zone: 'easy' } }];
  const workout = { title: 'Easy half hour', workout_type: 'easy-run', segments };
  await succeed(server, 'POST', `/organizations/${away.org_id}/workouts`, token, workout);
  const principle = { org_id: away.org_id, principle: `Slow, says ${mark}.`, level: 'coach' };
  await succeed(server, 'PUT', '/plans/training-principle', token, principle);
  await succeed(server, 'PUT', `/notifications/settings/opt-outs/${home.org_id}`, token);
  await meetAt(server, { home, away, bystander }, person);
  const push = { topic: `org-${away.org_id}`, title: 'Track is closed', message: 'At the river.' };
  await succeed(server, 'POST', '/notifications/push', token, push);
  return { home, away, former, group, bystander, keys, invitations, plan_id: plan?.id ?? '' };
}

async function train(server: TestServer, person: TestUser, texts: Texts, mark: string) {
  const simulation = exampleSimulation(steadyRun(2_000), { resolution_s: 5, seed: mark });
  const recording = writeFit([simulateActivity(simulation)]);
  const uploaded = await uploadFile(server, person, recording, texts.file_name);
  const activity_id: string = uploaded.body.data.activities[0].id;
  const changes = { description: texts.description, private: true };
  await succeed(server, 'PATCH', `/activities/${activity_id}`, person.token, changes);
  return { recording, activity_id };
}

async function leaveTraces(server: TestServer, person: TestUser, texts: Texts, mark: string): Promise<void> {
  const { db, clock } = server.deps;
  const now = clock.now();
  await db.execute(sql`
    INSERT INTO user_identities (issuer, subject, user_id, created_at)
    VALUES ('https://id.example.org', ${texts.subject}, ${person.user_id}, ${now})`);
  await db.execute(sql`
    INSERT INTO password_resets (token_hash, user_id, request_id, created_at, expires_at)
    VALUES (${Buffer.from(mark)}, ${person.user_id}, ${randomUUID()}, ${now}, ${now})`);
  await db.execute(sql`
    INSERT INTO email_verifications (token_hash, email, created_at, expires_at)
    VALUES (${Buffer.from(mark)}, ${texts.email}, ${now}, ${now})`);
  await succeed(server, 'POST', '/notifications/tokens/device', person.token, {
    token: `push-${mark}-1`,
    platform: 'ios',
    device_id: `phone-${mark}`,
    metadata: { device_model: `Phone of ${mark}` },
  });
  const quiet_hours = { start: '22:00', end: '07:00' };
  await succeed(server, 'PATCH', '/notifications/settings', person.token, { quiet_hours });
  await succeed(server, 'PUT', `/notifications/topics/news-of-${mark}`, person.token);
  await db.execute(sql`
    INSERT INTO chat_accounts (user_id, service, chat_id, linked_at)
    VALUES (${person.user_id}, 'line', ${`chat-of-${mark}`}, ${now})`);
  await db.execute(sql`
    INSERT INTO chat_link_codes (code_hash, user_id, service, expires_at)
    VALUES (${Buffer.from(`code-of-${mark}`)}, ${person.user_id}, 'telegram', ${now})`);
  await db.execute(sql`
    INSERT INTO platform_connections (user_id, provider, provider_user_id, connected_at, last_sync_at, token_expired_at)
    VALUES (${person.user_id}, 'garmin', ${`runner-${mark}`}, ${now}, '2026-01-02T03:04:05Z', '2026-02-03T04:05:06Z')`);
  // A platform told of a workout that they deleted, and they said once that it was another than their run.
  await db.execute(sql`
    WITH deleted AS (
      INSERT INTO activity_records (id, user_id, source, external_id, key, sport_type, start_time, start_is, duration_s,
        created_at, updated_at)
      VALUES (${randomUUID()}, ${person.user_id}, 'garmin', ${`run-${mark}`}, ${`garmin:run-${mark}`}, 'run', ${now}, 'exact', 600,
        ${now}, ${now}) RETURNING id, user_id
    )
    INSERT INTO activity_rulings (user_id, record_a, record_b, same, ruled_at)
    SELECT d.user_id, least(r.id, d.id), greatest(r.id, d.id), false, ${now}
    FROM deleted d JOIN activity_records r USING (user_id)`);
  await db.execute(sql`INSERT INTO loads_to_fill VALUES (${person.user_id})`);
  await notifyOfDays(server, person, mark);
  await succeed(server, 'POST', '/apple-health/sync', person.token, {
    heart_rate_samples: [{ date: now.toISOString(), value: 61, source_bundle_id: `app.${mark}` }],
  });
  const body = { email: texts.email, password: 'Wrong-1964' };
  assert.equal((await server.request('POST', '/api/v1/auth/login', { body })).status, 401);
  // Counted for everybody's tests, which come from the same one.
  await db.execute(sql`DELETE FROM login_failures WHERE subject LIKE 'address:%'`);
}

/** On which days they cannot train, what hurts, and a race that was run. */
async function notifyOfDays(server: TestServer, { token }: TestUser, mark: string): Promise<void> {
  const today = server.clock.now().toISOString().slice(0, 10);
  const away = {
    kind: 'unavailable',
    from: addDays(today, 3),
    to: addDays(today, 4),
    reason: `With ${mark}`,
  };
  await succeed(server, 'POST', '/availability', token, away);
  const hurt = {
    kind: 'injury',
    area: `Knee of ${mark}`,
    from: today,
    running: 'no_hills',
    note: `Says ${mark}`,
  };
  await succeed(server, 'POST', '/injuries', token, hurt);
  const result = { time_s: 2_700, conditions: `Rain on ${mark}` };
  const race = { name: `Ten of ${mark}`, date: addDays(today, -9), event: '10k', result };
  await succeed(server, 'POST', '/races', token, race);
}

type Clubs = Awaited<ReturnType<typeof joinClubs>>;

/** With everybody at home, by name away, and as who is not there by the club that they have left. */
async function beExported(server: TestServer, { user_id }: TestUser, { keys, former }: Clubs) {
  const ended = async (secret: string, body: Readonly<Record<string, unknown>>): Promise<string> => {
    const job = await runExportOverHttp(server, secret, body);
    assert.equal(job.status, 'completed');
    return job.id;
  };
  const foreign_key = await createApiKey(server, former, { scopes: ['admin'] });
  const exports = {
    whole: await ended(keys.home.secret, {}),
    named: await ended(keys.own.secret, { athlete_ids: [user_id] }),
    foreign: await ended(foreign_key.secret, { athlete_ids: [user_id] }),
  };
  const { files } = await downloadArchive(server, keys.home.secret, exports.whole);
  assert.ok(String(files.get('athletes.csv')).includes(user_id));
  return exports;
}
