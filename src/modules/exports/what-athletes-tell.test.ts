import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { addDays } from '../../shared/calendar.ts';
import {
  type Archive,
  csvRecords,
  downloadArchive,
  jsonRecords,
  runExportOverHttp,
} from '../../test/archives.ts';
import { answerSession, hoursAhead, planSession, sessionsOf } from '../../test/club-sessions.ts';
import {
  addMember,
  createApiKey,
  createOrganization,
  type TestOrganization,
  type TestUser,
} from '../../test/factories.ts';
import { ofActivity, storeRun } from '../../test/feedback-stage.ts';
import { type TestServer, testServer } from '../../test/harness.ts';

const TOLD = ['feedback', 'availability', 'injuries', 'sessions', 'attendance'] as const;
const ALL = { include: ['feedback', 'availability', 'sessions'] };

describe('an archive of what athletes tell', () => {
  let server: TestServer;
  let club: TestOrganization;
  let apiKey: string;
  /** Who shares all of it, who shares it without what hurts, and who shares nothing of it with programs. */
  let open: TestUser;
  let guarded: TestUser;
  let closed: TestUser;
  let activity_id: string;
  let session_id: string;
  let today: string;

  const act = async (user: TestUser, method: string, path: string, body?: object) => {
    const answer = await server.request(method, path.startsWith('/api') ? path : `/api/v1${path}`, {
      token: user.token,
      ...(body && { body }),
    });
    assert.ok(answer.status < 300, `${method} ${path}: ${JSON.stringify(answer.body)}`);
    return answer.body.data;
  };
  const share = (user: TestUser, privacy: object) => act(user, 'PUT', `/users/${user.user_id}`, { privacy });
  const make = async (body: Record<string, unknown>, key = apiKey) => {
    const job = await runExportOverHttp(server, key, body);
    assert.equal(job.status, 'completed', JSON.stringify(job));
    return job;
  };
  const archiveOf = async (body: Record<string, unknown>): Promise<Archive> =>
    await downloadArchive(server, apiKey, (await make(body)).id);
  const download = (id: string) => server.request('GET', `/developer/v1/exports/${id}/download`, { apiKey });

  before(async () => {
    server = await testServer();
    club = await createOrganization(server);
    apiKey = (await createApiKey(server, club, { scopes: ['admin'] })).secret;
    today = server.clock.now().toISOString().slice(0, 10);
    [open, guarded, closed] = [
      await addMember(server, club),
      await addMember(server, club),
      await addMember(server, club),
    ];
    const with_api = {
      share_feedback_with_api: true,
      share_availability_with_api: true,
      share_sessions_with_api: true,
    };
    await share(open, { ...with_api, share_injuries_with_coach: true });
    await share(guarded, { ...with_api, share_injuries_with_coach: false });
    const session = await planSession(server, club, { title: '=SUM(1)', starts_at: hoursAhead(server, 1) });
    session_id = session.id;
    for (const user of [open, guarded, closed]) {
      const run = await storeRun(server, user.user_id);
      if (user === open) activity_id = run;
      await act(user, 'PUT', ofActivity(run), {
        rpe: 6,
        note: '=HYPERLINK("x")',
        pain: { area: 'knee', side: 'left', level: 3 },
      });
      const [from, to] = [addDays(today, 1), addDays(today, 2)];
      await act(user, 'POST', '/availability', { kind: 'unavailable', from, to, reason: 'Away' });
      await act(user, 'POST', '/injuries', { kind: 'injury', area: 'knee', from, running: 'none' });
      assert.equal((await answerSession(server, session, user, 'yes')).status, 200);
    }
    const ticks = [open, closed].map(({ user_id }) => ({
      ...{ user_id, came: 'yes' },
      ticked_at: hoursAhead(server, -0.1),
    }));
    await act(club.coach, 'PUT', `${sessionsOf(club)}/${session.id}/attendance`, { ticks });
  });

  test('holds of each athlete what they share, in both forms alike, and nothing of who shares nothing of it', async () => {
    const { files, manifest } = await archiveOf({ format: 'both', ...ALL });
    assert.deepEqual(manifest.include, ALL.include);
    const read = Object.fromEntries(TOLD.map((name) => [name, jsonRecords(files.get(`${name}.json`))]));
    assert.deepEqual(manifest.counts, {
      ...{ athletes: 3, activities: 3, laps: manifest.counts.laps },
      ...{ feedback: 2, availability: 2, injuries: 1, sessions: 1, attendance: 2 },
    });
    const of = (name: (typeof TOLD)[number], { user_id }: TestUser) =>
      (read[name] ?? []).filter(({ athlete_id }) => athlete_id === user_id);
    for (const name of TOLD) assert.deepEqual(of(name, closed), [], name);
    const [feedback] = of('feedback', open);
    const { id: _, ...said } = feedback;
    assert.deepEqual(said, {
      ...{ athlete_id: open.user_id, activity_id, plan_id: null, workout_id: null, workout_date: null },
      ...{ rpe: 6, feel: null, note: '=HYPERLINK("x")', skip_reason: null },
      ...{ pain_area: 'knee', pain_side: 'left', pain_level: 3 },
    });
    const [theirs] = of('feedback', guarded);
    assert.deepEqual([theirs.rpe, 'pain_area' in theirs, of('injuries', guarded)], [6, false, []]);
    const [entry] = of('availability', open);
    assert.deepEqual(
      [entry.kind, entry.from_day, entry.to_day, entry.reason],
      ['unavailable', addDays(today, 1), addDays(today, 2), 'Away'],
    );
    assert.deepEqual(
      [open, guarded].map((user) => of('attendance', user).map(({ answer, came }) => [answer, came])),
      [[['yes', true]], [['yes', null]]],
    );
    assert.deepEqual(
      (read.sessions ?? []).map(({ id: found, title, status }) => [found, title, status]),
      [[session_id, '=SUM(1)', 'scheduled']],
    );
    for (const name of TOLD) {
      const cells = csvRecords(files.get(`${name}.csv`));
      assert.equal(cells.length, read[name]?.length, name);
    }
    const [, attended] = csvRecords(files.get('attendance.csv')).toSorted((a, b) =>
      (a.came ?? '') < (b.came ?? '') ? -1 : 1,
    );
    assert.deepEqual([attended?.waits, attended?.came], ['false', 'true']);
    const text = String(files.get('feedback.csv'));
    assert.ok(text.includes(`"'=HYPERLINK(""x"")"`), text);
    assert.ok(String(files.get('sessions.csv')).includes("'=SUM(1)"));
    const hidden = csvRecords(files.get('feedback.csv')).find((row) => row.athlete_id === guarded.user_id);
    assert.deepEqual([hidden?.pain_area, hidden?.rpe], ['', '6']);
  });

  test('holds what was asked for alone, within the range', async () => {
    const plain = await archiveOf({ format: 'json' });
    const tables = ['athletes.json', 'activities.json', 'laps.json'];
    assert.deepEqual([...plain.files.keys()], [...tables, 'manifest.json']);
    assert.equal('include' in plain.manifest, false);
    const sessions = await archiveOf({ format: 'json', include: ['sessions'] });
    assert.deepEqual(
      [...sessions.files.keys()],
      [...tables, 'sessions.json', 'attendance.json', 'manifest.json'],
    );
    const early = await archiveOf({ format: 'json', ...ALL, end_date: Date.parse('2020-01-01T00:00:00Z') });
    for (const name of TOLD) assert.deepEqual(jsonRecords(early.files.get(`${name}.json`)), [], name);
  });

  test('has rows in an order that tells nothing of who hides their races', async () => {
    const of = await createOrganization(server);
    const { secret } = await createApiKey(server, of, { scopes: ['admin'] });
    const people = [await addMember(server, of), await addMember(server, of), await addMember(server, of)];
    for (const user of people) {
      await share(user, { share_feedback_with_api: true, share_availability_with_api: true });
      await act(user, 'PUT', ofActivity(await storeRun(server, user.user_id)), { rpe: 6 });
      await act(user, 'POST', '/availability', { kind: 'unavailable', from: today, to: today });
    }
    const told = async () => {
      const job = await runExportOverHttp(server, secret, { format: 'csv', ...ALL });
      const { files } = await downloadArchive(server, secret, job.id);
      return TOLD.map((name) => String(files.get(`${name}.csv`)));
    };
    const shown = await told();
    for (const user of people.slice(1)) {
      await share(user, { share_race_history: false });
      assert.deepEqual(await told(), shown);
    }
  });

  test('holds of a race no more than its athlete shares of it', async () => {
    const of = await createOrganization(server);
    const { secret } = await createApiKey(server, of, { scopes: ['admin'] });
    const user = await addMember(server, of);
    await share(user, { share_feedback_with_api: true });
    const race = await storeRun(server, user.user_id, { is_race: true });
    await act(user, 'PUT', ofActivity(race), { rpe: 9 });
    const rated = async () => {
      const job = await runExportOverHttp(server, secret, { format: 'json', ...ALL });
      const { files } = await downloadArchive(server, secret, job.id);
      return jsonRecords(files.get('feedback.json')).map(({ rpe }) => rpe);
    };
    assert.deepEqual(await rated(), [9]);
    await share(user, { share_race_history: false });
    assert.deepEqual(await rated(), []);
  });

  test('needs for each part the scope that reads it', async () => {
    const scopes = ['exports:create', 'exports:read', 'feedback:read'];
    const { secret } = await createApiKey(server, club, { scopes });
    const ask = (body: object) => server.request('POST', '/developer/v1/exports', { apiKey: secret, body });
    for (const include of [['availability'], ['sessions'], ['feedback', 'sessions']]) {
      const refused = await ask({ include });
      assert.deepEqual([refused.status, refused.body.code], [403, 'missing_scope'], include.join());
    }
    for (const include of [['pain'], [], ['feedback', 'feedback'], 'feedback'])
      assert.equal((await ask({ include })).status, 400, JSON.stringify(include));
    const job = await make({ include: ['feedback'] }, secret);
    assert.deepEqual(job.params.include, ['feedback']);
  });

  test('is withdrawn when somebody shares less of it or takes something back, and one without it is not', async () => {
    const plain = await make({ format: 'json' });
    const isWithdrawnBy = async (include: string, change: () => Promise<unknown>): Promise<void> => {
      const job = await make({ format: 'json', include: [include] });
      assert.equal((await download(job.id)).status, 200);
      await change();
      const answer = await download(job.id);
      assert.deepEqual([answer.status, answer.body.code], [410, 'export_withdrawn'], include);
      assert.equal((await download(plain.id)).status, 200);
    };
    apiKey = (await createApiKey(server, club, { scopes: ['admin'] })).secret;
    const first = await make({ format: 'json' });
    plain.id = first.id;
    await isWithdrawnBy('feedback', () => act(open, 'PATCH', ofActivity(activity_id), { note: null }));
    await isWithdrawnBy('feedback', () => share(open, { share_feedback_with_api: false }));
    await isWithdrawnBy('sessions', () => share(open, { share_sessions_with_api: false }));
    await isWithdrawnBy('availability', async () => {
      const { injuries } = await act(open, 'GET', '/injuries');
      await act(open, 'DELETE', `/injuries/${injuries[0].id}`);
    });
  });
});
