import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from '../../infra/db/sql.ts';
import { storeRecording } from '../../modules/activities/index.ts';
import { addDays } from '../../shared/calendar.ts';
import { CURSOR_CHARS } from '../../shared/page-cursor.ts';
import { atEnd } from '../at-end.ts';
import { attachFile } from '../attach-file.ts';
import { storeCalendarJob } from '../calendar-jobs.ts';
import { campaignOf } from '../campaign-stage.ts';
import { answerSession, storeClubSession } from '../club-sessions.ts';
import type { SurfaceName } from '../envelopes.ts';
import {
  addMember,
  assignPlan,
  createApiKey,
  createGroup,
  createOrganization,
  invite,
  storeSession,
  type TestOrganization,
} from '../factories.ts';
import { startTestServer, type TestServer } from '../harness.ts';
import { postOf } from '../message-stage.ts';
import { makeActivity } from '../random-activities.ts';
import { storeDays } from '../store-days.ts';
import { notificationOf } from '../tell-people.ts';
import { topicPushOf } from '../topic-push.ts';
import { UNREACHABLE_PLATFORMS } from '../unreachable-platforms.ts';
import type { RawRequest } from './exchange.ts';
import type { ServedOperation, ServedParameter } from './served-operations.ts';

/** A club with one of everything, on a server where nothing moves by itself: no job runs. */
export type Stage = {
  readonly server: TestServer;
  readonly club: TestOrganization;
  /** Of the club, with all scopes. */
  readonly apiKey: string;
  /** The line that lets a request in. */
  readonly credentials: Readonly<Record<SurfaceName, string>>;
  /** Ids of what is there, by the names of parameters. */
  readonly ids: Readonly<Record<string, string>>;
};

let shared: Promise<Stage> | undefined;

atEnd(async () => {
  await (await shared)?.server.stop();
});

/** The stage that all tests of bad input share. What one of them adds (keys, exports) is nothing that another asks for. */
export function badInputStage(): Promise<Stage> {
  shared ??= newStage();
  return shared;
}

/** A stage of its own, for tests that change what is on it; the caller stops its server. */
export async function newStage(): Promise<Stage> {
  // Of this provider no request has a token: it is never asked for anything, and nothing answers there.
  const issuer = 'http://127.0.0.1:1';
  const server = await startTestServer({
    ROLES: 'api',
    ...UNREACHABLE_PLATFORMS,
    // A stream that says what there is and ends.
    NOTIFICATION_STREAM_SECONDS: '0',
    OIDC_ISSUERS: JSON.stringify([{ issuer, audience: 'ekiden' }]),
  });
  return { server, ...(await furnishedClub(server)) };
}

/** A club with one of everything, as its head coach and its key see it. */
export async function furnishedClub(server: TestServer): Promise<Omit<Stage, 'server'>> {
  const club = await createOrganization(server);
  const { org_id, coach } = club;
  // On the roster too, so that the same ids are good on both surfaces.
  await addMember(server, club, { user: coach });
  const group = await createGroup(server, club, { members: [coach] });
  const key = await createApiKey(server, club, { scopes: ['admin'] });
  const invitation = await invite(server, club, { max_uses: 10_000 });
  const { user_id } = coach;
  const activity = makeActivity(user_id);
  await server.deps.db.transaction((tx) =>
    storeRecording(tx, { user_id, activities: [activity], streams: [] }),
  );
  await attachFile(server, { user_id, record_id: activity.id });
  const shares = { share_activity_map: true, share_streams_with_api: true, share_files_with_coach: true };
  const shared = await server.request('PUT', `/api/v1/users/${user_id}`, {
    token: coach.token,
    body: { privacy: shares },
  });
  assert.equal(shared.status, 200);
  const [plan] = await assignPlan(server, org_id, [coach], {
    start_date: addDays(server.clock.now().toISOString().slice(0, 10), 1),
  });
  // The saved plan and the athlete's own, and a workout of the plan and of the library, have one id, so that it is good wherever one
  // of them is asked for.
  const plan_id = plan?.saved_plan_id ?? '';
  const workout_id = plan?.workouts[0]?.id ?? '';
  await server.deps.db.execute(sql`UPDATE plan_assignments SET id = plan_id WHERE plan_id = ${plan_id}`);
  await server.deps.db.execute(sql`
    INSERT INTO library_workouts (id, org_id, title, description, workout_type, segments, created_at, updated_at)
    VALUES (${workout_id}, ${org_id}, 'Run', '', 'easy-run', '[{"kind":"work","duration_s":1800}]', now(), now())`);
  const answer = await server.request('POST', '/developer/v1/exports', { apiKey: key.secret, body: {} });
  await server.deps.db.execute(sql`
    UPDATE export_jobs SET requested_by = ${user_id} WHERE id = ${answer.body.data.export.id}`);
  const post = await postOf(server, club, coach);
  const changes = await server.request('GET', '/developer/v1/changes', { apiKey: key.secret });
  return {
    club,
    apiKey: key.secret,
    credentials: {
      '/developer/v1': `X-API-Key: ${key.secret}`,
      '/api/v1': `Authorization: Bearer ${coach.token}`,
    },
    ids: {
      athlete_id: coach.user_id,
      activity_id: activity.id,
      // Stored like this, a record has the id of its activity.
      record_id: activity.id,
      export_id: answer.body.data.export.id,
      org_id,
      user_id: coach.user_id,
      group_id: group.id,
      key_id: key.id,
      invitation_id: invitation.id,
      notification_id: await notificationOf(server, coach.user_id),
      push_id: await topicPushOf(server, club),
      campaign_id: await campaignOf(server, club),
      session_id: await storeSession(server, coach.user_id),
      ...(await storeDays(server, coach.user_id)),
      club_session_id: await clubSessionFor(server, club),
      calendar_job_id: await storeCalendarJob(server, {
        ...{ org_id, created_by: coach.user_id, athlete_id: coach.user_id },
      }),
      ...post,
      week_start: '2026-07-06',
      topic: 'trail-news',
      service: 'telegram',
      token: invitation.token,
      plan_id,
      workout_id,
      draft_id: await draftOf(server, club),
      stream_id: await streamOf(server, club),
      after: changes.body.data.next_cursor,
      roster_cursor: await rosterCursorFor(server, club),
    },
  };
}

/** A draft of a plan that the coach keeps. */
async function draftOf(server: TestServer, { org_id, coach }: TestOrganization): Promise<string> {
  const path = `/api/v1/organizations/${org_id}/plan-drafts`;
  const body = { title: 'Autumn', draft: '' };
  const answer = await server.request('POST', path, { token: coach.token, body });
  assert.equal(answer.status, 201, JSON.stringify(answer.body));
  return answer.body.data.draft.id;
}

/** A stream of a draft that the coach began. */
async function streamOf(server: TestServer, { org_id, coach }: TestOrganization): Promise<string> {
  const body = { org_id, weeks: 1, experience_level: 'beginner' };
  const path = '/api/v1/plans/draft/stream?resumable=true';
  const answer = await server.request('POST', path, { token: coach.token, body });
  const id = /^id: ([0-9a-f-]{36})\./mu.exec(String(answer.body))?.[1];
  assert.ok(id !== undefined, JSON.stringify(answer.body));
  return id;
}

/** A session that the coach, who is on the roster, comes to. */
async function clubSessionFor(server: TestServer, { org_id, coach }: TestOrganization): Promise<string> {
  const id = await storeClubSession(server, org_id);
  const answered = await answerSession(server, { id, org_id }, coach, 'yes');
  assert.equal(answered.status, 200, JSON.stringify(answered.body));
  return id;
}

/** Where a page of the roster's metrics ends that was asked for without filters: one more athlete is there than is on it. */
async function rosterCursorFor(server: TestServer, club: TestOrganization): Promise<string> {
  await addMember(server, club);
  const path = `/api/v1/organizations/${club.org_id}/athletes/metrics?limit=1`;
  const { body } = await server.request('GET', path, { token: club.coach.token });
  assert.ok(typeof body.data.next_cursor === 'string', 'there are two athletes');
  return body.data.next_cursor;
}

/** A request for an operation with which nothing is wrong, but for what `wrong` puts in its place, as it is sent. */
export function requestFor(
  stage: Stage,
  { surface, method, path, parameters, isOpen }: ServedOperation,
  wrong: { parameter?: ServedParameter; text?: string; query?: string; headers?: readonly string[] } = {},
): RawRequest {
  const { ids, credentials } = stage;
  const goodOf = (name: string): string => {
    const id = ids[name];
    if (id === undefined) throw new Error(`What is a good "${name}"? Put one on the stage.`);
    return id;
  };
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) =>
    wrong.parameter?.in === 'path' && wrong.parameter.name === name ? (wrong.text ?? '') : goodOf(name),
  );
  const required = parameters
    .filter((one) => one.in === 'query' && one.required && one !== wrong.parameter)
    .map((one) => `${one.name}=${goodValueOf(stage, one)}`);
  const query = [...required, ...(wrong.query === undefined ? [] : [wrong.query])].join('&');
  return {
    method,
    target: `${surface}${filled}${query === '' ? '' : `?${query}`}`,
    headers: [...(isOpen ? [] : [credentials[surface]]), ...(wrong.headers ?? [])],
  };
}

/** A value of a query parameter with which nothing is wrong. */
export function goodValueOf({ ids }: Stage, { name, schema }: ServedParameter): string {
  const { type, minimum, enum: words, format } = schema;
  if ([type].flat().includes('integer')) return String(minimum ?? 0);
  if (Array.isArray(words)) return String(words[0]);
  if (type === 'boolean') return 'true';
  const { user_id } = ids;
  // A cursor that holds what a page was ordered by is longer than others, and good for one question.
  const kind = name === 'cursor' && Number(schema.maxLength) > CURSOR_CHARS ? 'roster_cursor' : name;
  const value =
    ids[kind] ??
    {
      before: '2026-07-01',
      cursor: 'AAABn2OcGGcBn2OcEkB4c5UiKzY78pz9',
      code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
      return_url: 'ekiden://integrations/callback',
      'hub.mode': 'subscribe',
      'hub.challenge': '15f7d1a91c1f40f8',
      'hub.verify_token': UNREACHABLE_PLATFORMS.STRAVA_WEBHOOK_VERIFY_TOKEN,
      from: '2026-07-01',
      to: '2026-07-01',
      week_start: '2026-07-06',
      coach_id: user_id,
      actor_id: user_id,
      target_id: user_id,
    }[name];
  if (value !== undefined) return value;
  if (format !== undefined) throw new Error(`What is a good "${name}"? Put one on the stage.`);
  return 'fast';
}

/** Holds everything that is stored to what it was before `work`. */
export async function changingNothing(
  stage: Pick<Stage, 'server'>,
  work: () => Promise<void>,
): Promise<void> {
  const before = await stateOf(stage);
  await work();
  assert.deepEqual(await stateOf(stage), before, 'nothing has changed');
}

/** Every row of every table and every stored file, but for what requests leave behind that were let in. */
async function stateOf({ server }: Pick<Stage, 'server'>): Promise<Readonly<Record<string, unknown>>> {
  const { db } = server.deps;
  const { rows } = await db.executeSql(`
    SELECT schemaname || '.' || tablename AS name FROM pg_tables
    WHERE schemaname NOT IN ('pg_catalog', 'information_schema')`);
  const state: Record<string, unknown> = {};
  for (const { name } of rows as { name: string }[]) {
    // Who asks where to connect a platform is waited for.
    if (name === 'public.connection_attempts') continue;
    // What was read is counted for whose it is.
    if (name === 'public.data_reads') continue;
    // Whoever looks at the triage finds anew what changed before; the marks, which people make, are compared.
    if (/^public\.triage_(due|entries|versions)$/.test(name)) continue;
    // Once a minute the queue notes that it has looked after itself.
    if (name === 'pgboss.version') continue;
    const { rows: found } = await db.executeSql(
      `SELECT to_jsonb(t) - ARRAY['last_used_at', 'last_login_at'] AS row FROM ${name} t`,
    );
    state[name] = found.map((row) => JSON.stringify(row)).sort();
  }
  const files = await readdir(join(server.dataDir), { recursive: true });
  state.files = files.filter((file) => file.startsWith('objects')).sort();
  return state;
}
