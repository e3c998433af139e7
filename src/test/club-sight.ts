/** All that a club is shown of one athlete, through each door there is, so that two moments or two clubs can be compared. */
import assert from 'node:assert/strict';
import { storeHealthDays } from '../modules/integrations/health/store-health-days.ts';
import { findRosterName } from '../modules/organizations/index.ts';
import { holdUser } from '../modules/users/index.ts';
import { PRIVACY_SETTINGS } from '../privacy/index.ts';
import { DAY_MS } from '../shared/time.ts';
import { downloadArchive, jsonRecords, runExportOverHttp } from './archives.ts';
import { answerSession, hoursAhead, planSession } from './club-sessions.ts';
import {
  addCoach,
  addMember,
  assignPlan,
  createApiKey,
  createOrganization,
  signUp,
  type TestOrganization,
  type TestUser,
  uploadFile,
} from './factories.ts';
import type { TestServer } from './harness.ts';
import { insertActivities } from './insert-activities.ts';
import { THREE_WEEKS } from './plan-stage.ts';
import { makeActivity } from './random-activities.ts';

/** A club with a key that may do everything. */
export type LookingClub = TestOrganization & { readonly apiKey: string };

/** An athlete with everything that a setting can hide, who is in several clubs and coaches each of them as well. */
export type SeenAthlete = {
  readonly user_id: string;
  readonly token: string;
  readonly activity_ids: readonly string[];
  /** Of one with samples, from a file. */
  readonly recorded_id: string;
  /** Of each club, one that they come to. */
  readonly session_ids: ReadonlyMap<string, string>;
};

export async function lookingClub(server: TestServer): Promise<LookingClub> {
  const club = await createOrganization(server);
  const { secret } = await createApiKey(server, club, { scopes: ['admin'] });
  return { ...club, apiKey: secret };
}

/** On a Wednesday at noon in Taipei, so that no day or week ends while a test compares. */
export async function athleteIn(server: TestServer, clubs: readonly LookingClub[]): Promise<SeenAthlete> {
  const now = server.clock.now();
  const athlete = await signUp(server);
  const { user_id, token } = athlete;
  const profile = {
    first_name: 'Yuki',
    last_name: 'Tanaka',
    profile_image_url: 'https://example.org/me.png',
    preferences: { timezone: 'Asia/Taipei' },
    privacy: Object.fromEntries(PRIVACY_SETTINGS.map((name) => [name, true])),
    mbti: 'INFP',
    gender: 'non_binary',
    zones: { pace: { threshold_pace_s_per_km: 270 }, heartrate: { max_bpm: 190 } },
    next_race: { name: 'Run', date: dayAfter(now, 60), distance_m: 10_000, goal_time_s: 2_700 },
  };
  const set = await server.request('PUT', `/api/v1/users/${user_id}`, { token, body: profile });
  assert.equal(set.status, 200, JSON.stringify(set.body));
  for (const club of clubs) {
    await addMember(server, club, { user: athlete });
    await addCoach(server, club, { user: athlete });
    await assignPlan(server, club.org_id, [athlete], { start_date: dayAfter(now, -2), weeks: 3 });
  }
  const ago = (days: number): Date => new Date(now.getTime() - days * DAY_MS);
  const activities = [
    makeActivity(user_id, { sport_type: 'run', start_time: ago(1), distance_m: 10_000, training_load: 70 }),
    makeActivity(user_id, { sport_type: 'run', start_time: ago(2), distance_m: 5_000, is_race: true }),
    makeActivity(user_id, { sport_type: 'run', start_time: ago(20), distance_m: 8_000, training_load: 50 }),
  ];
  await insertActivities(server.deps.db, activities);
  await server.deps.db.transaction(async (tx) => {
    assert.ok(await holdUser(tx, user_id));
    const heart_rate = { resting_bpm: 48, min_bpm: 44, max_bpm: 172, average_bpm: null };
    const report = { source: 'garmin', day: dayAfter(now, 0), heart_rate } as const;
    await storeHealthDays(tx, { user_id, reports: [report], now });
  });
  await notifyOfDays(server, { user_id, token }, now, activities[1]?.id ?? '');
  for (const { id } of activities) {
    const said = { rpe: 6, note: 'Windy.', pain: { area: 'knee', level: 2 } };
    const rated = await server.request('PUT', `/api/v1/activities/${id}/feedback`, { token, body: said });
    assert.equal(rated.status, 200, JSON.stringify(rated.body));
  }
  const uploaded = await uploadFile(server, athlete, recordingAt(ago(12)));
  assert.equal(uploaded.status, 201, JSON.stringify(uploaded.body));
  const recorded_id = uploaded.body.data.activities[0].id;
  const session_ids = new Map<string, string>();
  for (const club of clubs) session_ids.set(club.org_id, await comeToSession(server, club, athlete));
  return { user_id, token, activity_ids: activities.map(({ id }) => id), recorded_id, session_ids };
}

/** One of which the athlete shows what they answered, whether they came, and at which pace they run. */
async function comeToSession(server: TestServer, club: LookingClub, athlete: TestUser): Promise<string> {
  const workout = { workout_type: 'intervals', text: '5x\n- Threshold 1km\n- 60s rest' };
  const session = await planSession(server, club, { starts_at: hoursAhead(server, 3), workout });
  assert.equal((await answerSession(server, session, athlete, 'yes')).status, 200);
  const ticks = [{ user_id: athlete.user_id, came: 'yes', ticked_at: hoursAhead(server, -1) }];
  const path = `/api/v1/organizations/${club.org_id}/sessions/${session.id}/attendance`;
  const ticked = await server.request('PUT', path, { token: club.coach.token, body: { ticks } });
  assert.equal(ticked.status, 200, JSON.stringify(ticked.body));
  return session.id;
}

/** Days of which one is a day of the plan, an injury, and races to come and run. */
async function notifyOfDays(
  server: TestServer,
  { token }: Pick<SeenAthlete, 'user_id' | 'token'>,
  now: Date,
  activity_id: string,
): Promise<void> {
  const [tomorrow, later] = [dayAfter(now, 1), dayAfter(now, 30)];
  const told: readonly (readonly [string, object])[] = [
    ['/availability', { kind: 'unavailable', from: tomorrow, to: tomorrow, reason: 'Visiting family' }],
    ['/injuries', { kind: 'injury', area: 'Knee', from: dayAfter(now, 0), running: 'none' }],
    ['/races', { name: 'Ten', date: later, event: '10k', target_time_s: 2_600 }],
    [
      '/races',
      { name: 'Five', date: dayAfter(now, -2), event: '5k', result: { time_s: 1_500 }, activity_id },
    ],
  ];
  for (const [path, body] of told) {
    const answer = await server.request('POST', `/api/v1${path}`, { token, body });
    assert.equal(answer.status, 201, JSON.stringify(answer.body));
  }
}

/** A track of a few minutes, by GPX. */
function recordingAt(start: Date): string {
  const points = Array.from({ length: 30 }, (_, place) => {
    const time = new Date(start.getTime() + place * 10_000).toISOString();
    const at = `lat="${(25.03 + place * 0.0003).toFixed(5)}" lon="121.56"`;
    return `<trkpt ${at}><ele>${10 + place}</ele><time>${time}</time></trkpt>`;
  });
  return `<gpx version="1.1" creator="Ekiden test"><trk><trkseg>${points.join('')}</trkseg></trk></gpx>`;
}

const dayAfter = (now: Date, days: number): string =>
  new Date(now.getTime() + days * DAY_MS).toISOString().slice(0, 10);

/** What each door shows, by its name. */
export type Sight = Readonly<Record<string, unknown>>;

export async function sightOf(server: TestServer, club: LookingClub, athlete: SeenAthlete): Promise<Sight> {
  const { org_id, coach, apiKey } = club;
  const { user_id, activity_ids, recorded_id } = athlete;
  const asked = async (as: { token: string } | { apiKey: string }, path: string): Promise<unknown> => {
    const { status, body } = await server.request('GET', path, as);
    assert.ok(status === 200 || status === 404, `${path}: ${JSON.stringify(body)}`);
    if (path.endsWith('/file')) return { status, bytes: status === 200 ? body : null };
    return { status, data: body.data ?? body.members ?? body.athletes ?? body.coaches };
  };
  const coachs = (path: string) => asked({ token: coach.token }, `/api/v1/organizations/${org_id}${path}`);
  const keys = (path: string) => asked({ apiKey }, `/developer/v1${path}`);
  const plans = (await keys(`/plans?athlete_id=${user_id}`)) as { data: { plans: { id: string }[] } };
  return {
    'coach’s list': await coachs(`/athletes/${user_id}/activities`),
    load: await coachs(`/athletes/${user_id}/load`),
    health: await coachs(`/athletes/${user_id}/health/daily`),
    feedback: await coachs(`/athletes/${user_id}/feedback`),
    'coach’s workout': await Promise.all(
      activity_ids.map((id) => coachs(`/athletes/${user_id}/activities/${id}`)),
    ),
    streams: await coachs(`/athletes/${user_id}/activities/${recorded_id}/streams`),
    planned: await Promise.all(
      activity_ids.map((id) => coachs(`/athletes/${user_id}/activities/${id}/planned`)),
    ),
    file: await coachs(`/athletes/${user_id}/activities/${recorded_id}/file`),
    calendar: await coachs(`/athletes/${user_id}/plans`),
    availability: await coachs(`/athletes/${user_id}/availability`),
    constraints: await coachs(
      `/athletes/${user_id}/availability/constraints?from=${dayAfter(server.clock.now(), 0)}&to=${dayAfter(server.clock.now(), 60)}`,
    ),
    races: await coachs(`/athletes/${user_id}/races`),
    'best times': await coachs(`/athletes/${user_id}/races/best-times`),
    metrics: await coachs('/athletes/metrics'),
    team: await coachs('/calendar'),
    roster: await coachs('/members?include_profile_status=true'),
    coaches: await coachs(''),
    'name in notifications': await server.deps.db.transaction((tx) =>
      findRosterName(tx, { org_id, user_id }),
    ),
    draft: await draftFor(server, club, user_id),
    session: await coachs(`/sessions/${athlete.session_ids.get(org_id)}/participants`),
    register: await coachs(`/sessions/${athlete.session_ids.get(org_id)}/attendance`),
    'sessions by key': await keys('/sessions'),
    'attendance by key': await keys(`/sessions/${athlete.session_ids.get(org_id)}/attendance`),
    athletes: await keys('/athletes'),
    athlete: await keys(`/athletes/${user_id}`),
    activities: await keys(`/activities?athlete_id=${user_id}`),
    activity: await Promise.all(activity_ids.map((id) => keys(`/activities/${id}`))),
    'load by key': await keys(`/athletes/${user_id}/load`),
    'feedback by key': await keys(`/athletes/${user_id}/feedback`),
    'health by key': await keys(`/athletes/${user_id}/health/daily`),
    'availability by key': await keys(`/athletes/${user_id}/availability`),
    'streams by key': await keys(`/activities/${recorded_id}/streams`),
    'file by key': await keys(`/activities/${recorded_id}/file`),
    plans,
    plan: await keys(`/plans/${plans.data.plans[0]?.id}`),
    archive: await archiveOf(server, club),
  };
}

async function draftFor(server: TestServer, { org_id, coach }: LookingClub, athlete_id: string) {
  const { workout_days: _days, ...three } = THREE_WEEKS;
  const body = { ...three, org_id, athlete_id, start_date: undefined };
  const answer = await server.request('POST', '/api/v1/plans/draft', { token: coach.token, body });
  assert.equal(answer.status, 200, JSON.stringify(answer.body));
  const { generated_at: _, ...draft } = answer.body.data;
  return draft;
}

async function archiveOf(server: TestServer, { apiKey }: LookingClub): Promise<unknown> {
  const { id, skipped_athletes } = await runExportOverHttp(server, apiKey, { format: 'json' });
  const { files } = await downloadArchive(server, apiKey, id);
  const records = ['athletes', 'activities', 'laps'].map((name) => jsonRecords(files.get(`${name}.json`)));
  return { skipped_athletes, records };
}
