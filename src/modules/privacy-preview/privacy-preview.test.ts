import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import fc from 'fast-check';
import { exampleSimulation } from '../../../sandbox/recordings/example-simulation.ts';
import { steadyRun } from '../../../sandbox/recordings/plan-session.ts';
import { simulateActivity } from '../../../sandbox/recordings/simulate-activity.ts';
import { writeFit } from '../../../sandbox/recordings/write-fit.ts';
import { sql } from '../../infra/db/sql.ts';
import { PRIVACY_SETTINGS } from '../../privacy/index.ts';
import { newId } from '../../shared/ids.ts';
import { downloadArchive, jsonRecords, runExportOverHttp } from '../../test/archives.ts';
import {
  addMember,
  createApiKey,
  createOrganization,
  signUp,
  type TestOrganization,
  type TestUser,
  uploadFile,
} from '../../test/factories.ts';
import { type TestServer, testServer } from '../../test/harness.ts';
import { checkProperty, chosenRuns } from '../../test/property.ts';
import { storeHealthDays } from '../integrations/health/store-health-days.ts';
import { holdUser } from '../users/index.ts';

// biome-ignore lint/suspicious/noExplicitAny: answers over the wire, of which the server checks the shape
type Json = any;
type Settings = Record<string, boolean>;

const ALL_ON: Settings = Object.fromEntries(PRIVACY_SETTINGS.map((setting) => [setting, true]));
const ALL_OFF: Settings = Object.fromEntries(PRIVACY_SETTINGS.map((setting) => [setting, false]));

describe('the preview of privacy', () => {
  let server: TestServer;
  let club: TestOrganization;
  let athlete: TestUser;
  let activity_id: string;
  let key: string;
  let day: string;
  before(async () => {
    server = await testServer();
    club = await createOrganization(server);
    athlete = await addMember(server, club);
    key = (await createApiKey(server, club, { scopes: ['admin'] })).secret;
    day = server.clock.now().toISOString().slice(0, 10);
    activity_id = await runToday(athlete);
    await tellHealth(athlete);
    await put(`/activities/${activity_id}/feedback`, athlete, {
      rpe: 7,
      feel: 4,
      note: 'Windy at the river.',
      pain: { area: 'knee', side: 'left', level: 2 },
    });
    const { user_id, token } = athlete;
    await put(`/users/${user_id}`, athlete, {
      first_name: 'Yuki',
      last_name: 'Tanaka',
      bio: 'Runs before work.',
      gender: 'female',
    });
    for (const [path, body] of [
      ['availability', { kind: 'unavailable', part: 'evening', weekdays: ['monday'], reason: 'Choir' }],
      ['injuries', { kind: 'injury', area: 'Knee', from: day, running: 'no_hills' }],
    ] as const) {
      const answer = await server.request('POST', `/api/v1/${path}`, { token, body });
      assert.equal(answer.status, 201, JSON.stringify(answer.body));
    }
  });

  async function runToday(user: TestUser): Promise<string> {
    const file = writeFit([simulateActivity(exampleSimulation(steadyRun(1_500), { resolution_s: 5 }))]);
    const id = (await uploadFile(server, user, file)).body.data.activities[0].id;
    const now = new Date(server.clock.now().getTime() - 1_000);
    await server.deps.db.execute(sql`UPDATE activities SET start_time = ${now} WHERE id = ${id}`);
    return id;
  }
  async function tellHealth({ user_id }: TestUser): Promise<void> {
    await server.deps.db.transaction(async (tx) => {
      assert.ok(await holdUser(tx, user_id));
      const heart_rate = { resting_bpm: 48, min_bpm: 44, max_bpm: 172, average_bpm: null };
      const hrv = { rmssd_ms: 48, highest_5_min_rmssd_ms: 71, sdnn_ms: null };
      const reports = [{ source: 'garmin' as const, day, heart_rate, hrv }];
      await storeHealthDays(tx, { user_id, reports, now: server.clock.now() });
    });
  }
  async function put(path: string, user: TestUser, body: unknown): Promise<void> {
    const answer = await server.request('PUT', `/api/v1${path}`, { token: user.token, body });
    assert.equal(answer.status, 200, JSON.stringify(answer.body));
  }
  const save = async (privacy: Settings) => await put(`/users/${athlete.user_id}`, athlete, { privacy });
  const close = async (privacy: Settings) =>
    await put(`/organizations/${club.org_id}/membership/privacy`, athlete, privacy);
  const ask = async (body: unknown, user = athlete) =>
    await server.request('POST', '/api/v1/users/me/privacy/preview', { token: user.token, body });
  async function preview(body: unknown = {}): Promise<Json> {
    const { status, body: answer } = await ask(body);
    assert.equal(status, 200, JSON.stringify(answer));
    return answer.data;
  }
  const viewOf = ({ views }: Json, audience: string, org_id: string | null = club.org_id): Json =>
    views.find((view: Json) => view.audience === audience && (view.organization?.org_id ?? null) === org_id);
  const causesOf = (part: Json, field: string): Json[] =>
    part.withheld.find((one: Json) => one.field === field)?.causes ?? [];
  async function ofCoach(path: string): Promise<Json> {
    const address = `/api/v1/organizations/${club.org_id}/athletes/${path}`;
    const { status, body } = await server.request('GET', address, { token: club.coach.token });
    return status === 404 ? null : body.data;
  }
  async function ofKey(path: string): Promise<Json> {
    const { status, body } = await server.request('GET', `/developer/v1/${path}`, { apiKey: key });
    return status === 404 ? null : body.data;
  }

  async function assertSame(shown: Json): Promise<void> {
    const id = athlete.user_id;
    const { week_start: from } = shown.subject;
    const range = `from=${from}&to=${Temporal.PlainDate.from(from).add({ days: 6 }).toString()}`;
    const [coach, program] = [viewOf(shown, 'coach'), viewOf(shown, 'organization_api')];
    assert.deepEqual(
      coach.activity.value,
      (await ofCoach(`${id}/activities/${activity_id}`))?.activity ?? null,
    );
    const metrics = (await ofCoach('metrics')).athletes.find((one: Json) => one.user_id === id);
    const { left_out_activities, ...week } = coach.week.value ?? {};
    assert.deepEqual(coach.week.value && week, metrics.this_week ?? null);
    assert.equal(coach.profile.value.display_name, metrics.display_name);
    assert.equal(left_out_activities ?? 0, 0);
    assert.deepEqual(coach.health.value, await ofCoach(`${id}/health/daily?from=${day}&to=${day}`));
    const said = (await ofCoach(`${id}/feedback`)).feedback;
    assert.deepEqual(coach.feedback.value, said[0] ?? null);
    assert.deepEqual(coach.availability.value, await ofCoach(`${id}/availability?${range}`));

    const activity = (await ofKey(`activities/${activity_id}`))?.activity ?? null;
    assert.deepEqual(program.activity.value, activity);
    const { privacy_filtered, ...profile } = (await ofKey(`athletes/${id}`)).athlete;
    for (const [name, value] of Object.entries(profile))
      assert.deepEqual(program.profile.value[name], value, name);
    for (const name of privacy_filtered) assert.equal(name in program.profile.value, false, name);
    const without = ({ athlete_id: _, ...data }: Json): Json => data;
    const health = without(await ofKey(`athletes/${id}/health/daily?from=${day}&to=${day}`));
    assert.deepEqual(program.health.value, health);
    assert.deepEqual(program.feedback.value, (await ofKey(`athletes/${id}/feedback`)).feedback[0] ?? null);
    const days = without(await ofKey(`athletes/${id}/availability?${range}`));
    assert.deepEqual(program.availability.value, days);

    const seen = viewOf(shown, 'public', null).profile.value;
    const { body } = await server.request('GET', `/api/v1/users/${id}/public`, { token: club.coach.token });
    const everybody = body.data ?? body;
    for (const name of ['username', 'display_name', 'profile_image_url', 'bio'])
      assert.deepEqual(seen[name], everybody[name], name);
  }

  test('shows of each audience what that audience’s own endpoints answer, whatever is shared', async (t) => {
    const anyOn = fc.array(fc.boolean(), {
      minLength: PRIVACY_SETTINGS.length,
      maxLength: PRIVACY_SETTINGS.length,
    });
    const some = (on: readonly boolean[]): Settings =>
      Object.fromEntries(PRIVACY_SETTINGS.map((setting, index) => [setting, on[index] === true]));
    const anySettings = fc.oneof(fc.constant(ALL_ON), anyOn.map(some));
    await checkProperty(t, chosenRuns(16), {
      any: fc.record({ general: anySettings, closed: fc.oneof(fc.constant(ALL_ON), anySettings) }),
      check: async ({ general, closed }) => {
        const proposed = await preview({
          org_id: club.org_id,
          privacy: general,
          membership_privacy: closed,
        });
        await save(general);
        await close(closed);
        const shown = await preview({ org_id: club.org_id });
        assert.deepEqual(proposed, shown, 'what might be is shown as what is once it is');
        await assertSame(shown);
      },
      story: (example) => JSON.stringify(example),
    });
    await close(ALL_ON);
  });

  test('shows of an export what the archive holds', async () => {
    for (const settings of [ALL_ON, { ...ALL_ON, share_pace_data: false, share_profile_info: false }]) {
      await save(settings);
      const view = viewOf(await preview(), 'export');
      const job = await runExportOverHttp(server, key, { format: 'json' });
      const { files } = await downloadArchive(server, key, job.id);
      const [activity] = jsonRecords(files.get('activities.json')).filter(({ id }) => id === activity_id);
      for (const [name, value] of Object.entries(activity ?? {}))
        if (name in view.activity.value && name !== 'laps')
          assert.deepEqual(view.activity.value[name], value, name);
      assert.equal('average_speed_mps' in view.activity.value, settings.share_pace_data);
      const [profile] = jsonRecords(files.get('athletes.json')).filter(({ id }) => id === athlete.user_id);
      for (const [name, value] of Object.entries(profile ?? {}))
        if (name !== 'privacy_filtered') assert.deepEqual(view.profile.value[name], value, name);
      assert.equal(view.profile.value.first_name, settings.share_profile_info ? 'Yuki' : undefined);
      assert.deepEqual(causesOf(view.health, '*')[0].code, 'not_offered');
    }
  });

  test('says why each field is withheld: switch, consent, club, scope, platform and the mark as private', async () => {
    await save({ ...ALL_ON, share_pace_data: false, share_health_with_api: false });
    await close({ share_activity_map: false });
    const shown = await preview({ scopes: ['activities:read', 'metrics:read'] });
    const program = viewOf(shown, 'organization_api');
    const cause = { setting: null, closed_in: null, source: null, permission: null, scope: null };
    assert.deepEqual(causesOf(program.activity, 'average_speed_mps'), [
      { ...cause, code: 'switch', setting: 'share_pace_data', closed_in: 'general' },
    ]);
    assert.deepEqual(causesOf(program.activity, 'map_polyline'), [
      { ...cause, code: 'consent', setting: 'share_activity_map', closed_in: 'organization' },
    ]);
    assert.deepEqual(causesOf(program.health, 'hrv'), [
      { ...cause, code: 'consent', setting: 'share_health_with_api', closed_in: 'general' },
    ]);
    assert.deepEqual(causesOf(program.profile, '*'), [{ ...cause, code: 'scope', scope: 'athletes:read' }]);
    assert.equal(viewOf(shown, 'ai', null).profile.value.first_name, undefined);
    assert.deepEqual(causesOf(viewOf(shown, 'ai', null).profile, 'first_name'), [
      { ...cause, code: 'audience' },
    ]);
    await server.deps.db.execute(
      sql`UPDATE activities SET source = 'strava', private = true WHERE id = ${activity_id}`,
    );
    const hidden = await preview();
    const policy = { ...cause, code: 'source_policy', source: 'strava' };
    assert.deepEqual(causesOf(viewOf(hidden, 'coach').activity, '*'), [{ ...cause, code: 'private' }]);
    assert.deepEqual(causesOf(viewOf(hidden, 'export').activity, '*'), [
      { ...cause, code: 'private' },
      { ...policy, permission: 'export' },
    ]);
    assert.equal(viewOf(hidden, 'coach').feedback.value, null);
    assert.equal(viewOf(hidden, 'coach').week.value.left_out_activities, 1);
    assert.equal(viewOf(hidden, 'self', null).activity.value.id, activity_id);
    assert.deepEqual(viewOf(hidden, 'self', null).week.value.left_out_activities, 0);
    await server.deps.db.execute(
      sql`UPDATE activities SET source = 'upload', private = false WHERE id = ${activity_id}`,
    );
    await close(ALL_ON);
  });

  test('saves nothing, and hides by default what an unknown person has nothing of', async () => {
    await save(ALL_ON);
    await preview({ privacy: ALL_OFF });
    assert.deepEqual((await preview()).settings, ALL_ON);
    const nobody = await signUp(server);
    const { status, body } = await ask({}, nobody);
    assert.equal(status, 200);
    assert.deepEqual(
      body.data.views.map(({ audience }: Json) => audience),
      ['self', 'ai', 'public'],
    );
    assert.deepEqual(
      [body.data.subject.activity_id, body.data.subject.day, body.data.views[0].activity.value],
      [null, null, null],
    );
  });

  test('asks for one’s own alone, and says what is wrong with a request', async () => {
    const stranger = await signUp(server);
    const answers = [
      await ask({ activity_id }, stranger),
      await ask({ activity_id: newId() }, stranger),
      await ask({ org_id: club.org_id }, stranger),
      await ask({ org_id: newId() }, stranger),
    ];
    assert.deepEqual(
      answers.map(({ status }) => status),
      [404, 404, 404, 404],
    );
    assert.equal(answers[0]?.body.error, answers[1]?.body.error);
    assert.equal(answers[2]?.body.error, answers[3]?.body.error);
    for (const [body, path] of [
      [{ day: '2026-02-30' }, 'day'],
      [{ membership_privacy: { share_pb: false } }, 'membership_privacy'],
      [{ scopes: ['everything'] }, 'scopes.0'],
      [{ privacy: { share_all: true } }, 'privacy.share_all'],
    ] as const) {
      const answer = await ask(body);
      assert.equal(answer.status, 400, path);
      assert.match(JSON.stringify(answer.body.details), new RegExp(path.replaceAll('.', '\\.')));
    }
    const answer = await server.request('POST', '/api/v1/users/me/privacy/preview', { body: {} });
    assert.equal(answer.status, 401);
  });
});
