import assert from 'node:assert/strict';
import { test } from 'node:test';
import { exampleSimulation } from '../../../sandbox/recordings/example-simulation.ts';
import { steadyRun } from '../../../sandbox/recordings/plan-session.ts';
import { simulateActivity } from '../../../sandbox/recordings/simulate-activity.ts';
import { writeFit } from '../../../sandbox/recordings/write-fit.ts';
import { createDeveloperClient } from '../../../sdk/src/index.ts';
import { PRIVACY_SETTINGS } from '../../privacy/index.ts';
import { addDays } from '../../shared/calendar.ts';
import { answerSession, hoursAhead, planSession } from '../../test/club-sessions.ts';
import { startContractProxy } from '../../test/contract-proxy.ts';
import {
  addMember,
  assignPlan,
  createApiKey,
  createGroup,
  createOrganization,
  uploadFile,
} from '../../test/factories.ts';
import { ofActivity, say, share } from '../../test/feedback-stage.ts';
import { testServer } from '../../test/harness.ts';

test('the client asks for every operation of the document, each of which has something to answer as it is described', async (t) => {
  const server = await testServer();
  const proxy = await startContractProxy(`${server.url}/developer/v1`);
  t.after(() => proxy.close());
  const club = await createOrganization(server);
  const athlete = await addMember(server, club);
  await createGroup(server, club, { members: [athlete] });
  await share(server, athlete, Object.fromEntries(PRIVACY_SETTINGS.map((name) => [name, true])));
  const recording = writeFit([simulateActivity(exampleSimulation(steadyRun(1_000), { seed: 'all' }))]);
  const uploaded = await uploadFile(server, athlete, recording);
  assert.equal(uploaded.status, 201);
  const activity_id: string = uploaded.body.data.activities[0].id;
  await say(server, athlete, ofActivity(activity_id), {
    ...{ rpe: 6, note: 'Windy.', pain: { area: 'knee', side: null, level: 2 } },
  });
  const today = server.clock.now().toISOString().slice(0, 10);
  const [from, to] = [addDays(today, 1), addDays(today, 3)];
  const [plan] = await assignPlan(server, club.org_id, [athlete], { start_date: today });
  for (const [path, body] of [
    ['availability', { kind: 'limited', minutes: 40, from, to, reason: 'Fair' }],
    ['availability', { kind: 'unavailable', weekdays: ['monday'], part: 'morning' }],
    ['injuries', { kind: 'injury', area: 'knee', from, running: 'easy_only' }],
  ] as const) {
    const told = await server.request('POST', `/api/v1/${path}`, { token: athlete.token, body });
    assert.equal(told.status, 201, JSON.stringify(told.body));
  }
  const session = await planSession(server, club, { starts_at: hoursAhead(server, 1) });
  assert.equal((await answerSession(server, session, athlete, 'yes')).status, 200);

  const { secret } = await createApiKey(server, club, { scopes: ['admin'] });
  const sent: string[] = [];
  const client = createDeveloperClient({
    baseUrl: proxy.url,
    apiKey: secret,
    fetch: (address, init) => {
      sent.push(`${init?.method ?? 'GET'} ${new URL(address).pathname}`);
      return proxy.fetch(address, init);
    },
    maxRetries: 0,
  });
  const made = await client.createExport({
    format: 'csv',
    include: ['feedback', 'availability', 'sessions'],
  });
  await client.waitForExport(made.id, { pollMs: 20, maxPollMs: 100 });
  const id = athlete.user_id;
  const asked: Record<string, () => Promise<unknown>> = {
    getOrganization: () => client.getOrganization(),
    listAthletes: () => client.listAthletes(),
    getAthlete: () => client.getAthlete(id),
    getAthleteLoad: () => client.getAthleteLoad(id),
    listAthleteHealthDays: () => client.listAthleteHealthDays(id),
    listAthleteFeedback: async () => {
      const [feedback] = (await client.listAthleteFeedback(id)).feedback;
      assert.deepEqual([feedback?.rpe, feedback?.pain?.level], [6, 2]);
    },
    listAthleteAvailability: async () => {
      const read = await client.listAthleteAvailability(id, { from, to });
      assert.deepEqual([read.days[0]?.date, read.injuries.length, read.privacy_filtered], [from, 1, []]);
    },
    listClubSessions: async () => {
      const { sessions } = await client.listClubSessions();
      assert.deepEqual(
        sessions.map(({ answers }) => answers.yes_count),
        [1],
      );
    },
    listClubSessionAttendance: async () => {
      const { attendance } = await client.listClubSessionAttendance(session.id);
      assert.deepEqual(
        attendance.map(({ athlete_id, answer }) => [athlete_id, answer]),
        [[id, 'yes']],
      );
    },
    listActivities: () => client.listActivities({ athlete_id: id }),
    getActivity: () => client.getActivity(activity_id),
    getActivityStreams: () => client.getActivityStreams(activity_id),
    downloadActivityFile: async () => {
      const { bytes } = await client.downloadActivityFile(activity_id);
      // The proxy reads answers as text, which changes bytes: that they are the file's, the client's own tests say.
      assert.ok(bytes.length > 0);
    },
    listPlans: () => client.listPlans({ athlete_id: id }),
    getPlan: () => client.getPlan(plan?.id ?? ''),
    listChanges: async () => {
      const { changes } = await client.listChanges();
      const kinds = new Set<string>(changes.map(({ type }) => type));
      const all = [
        'activity',
        'athlete',
        'attendance',
        'availability',
        'feedback',
        'group',
        'plan',
        'session',
      ];
      assert.deepEqual([...kinds].sort(), all);
    },
    listGroups: () => client.listGroups(),
    createExport: async () => assert.deepEqual(made.params.include, ['feedback', 'availability', 'sessions']),
    listExports: () => client.listExports(),
    getExport: () => client.getExport(made.id),
    getExportDownload: () => client.getExportDownload(made.id),
  };
  const { body: document } = await server.request('GET', '/developer/v1/openapi.json');
  const operations = Object.entries(
    document.paths as Record<string, Record<string, { operationId?: string }>>,
  )
    .flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, { operationId = '' }]) => ({ path, method, operationId })),
    )
    .filter(({ operationId }) => operationId !== '' && operationId !== 'getOpenApiDocument');
  assert.deepEqual(Object.keys(asked).sort(), operations.map(({ operationId }) => operationId).sort());
  for (const [operation, ask] of Object.entries(asked))
    await assert.doesNotReject(ask, `${operation} answers as it is described`);
  const unsent = operations.filter(({ path, method }) => {
    const address = new RegExp(`^${method.toUpperCase()} ${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`);
    return !sent.some((request) => address.test(request));
  });
  assert.deepEqual(unsent, [], 'the client has a method for each operation');
});
