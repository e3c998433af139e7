import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { type TestContext, test } from 'node:test';
import { pino } from 'pino';
import { sql } from '../../../infra/db/sql.ts';
import { DEFAULT_SOURCE_POLICIES } from '../../../privacy/index.ts';
import { eventually } from '../../../test/eventually.ts';
import { addMember, createApiKey, createOrganization, type TestUser } from '../../../test/factories.ts';
import { startTestServer, type TestServer } from '../../../test/harness.ts';
import { lastingDatabase } from '../../../test/lasting-database.ts';
import { MORNING, reportOf } from '../../../test/tell-workouts.ts';
import { findUser } from '../../users/index.ts';
import { mixingRules, partedSources } from './mixing-rules.ts';
import { remerge } from './remerge.ts';
import { findOlderRules } from './remerge-queries.ts';
import { storeReports } from './store-reports.ts';

const EQUAL = { use_in_ai: true, export: true };
const NO_COACH = { show_to_coach: false };
const SIGNAL = new AbortController().signal;

async function sameData(t: TestContext) {
  const { env, remove } = await lastingDatabase();
  const started: TestServer[] = [];
  t.after(async () => {
    for (const server of started) await server.stop();
    await remove();
  });
  const where = { ...env, SECRETS_KEY: randomBytes(32).toString('base64'), BASE_URL: 'https://ekiden.test' };
  return async (strava: object, roles = 'api') => {
    await started.at(-1)?.stop();
    const settings = { SOURCE_POLICY: JSON.stringify({ strava }), ROLES: roles };
    const server = await startTestServer({ ...where, ...settings });
    started.push(server);
    return server;
  };
}

async function tell(server: TestServer, { user_id }: TestUser, days: number): Promise<void> {
  const { db, sourcePolicies: policies, clock, events } = server.deps;
  const user = await findUser(db, user_id);
  assert.ok(user);
  const reports = Array.from({ length: days }, (_, day) => {
    const start_time = new Date(MORNING.getTime() - day * 86_400_000);
    return [
      reportOf('garmin', `${day}`, { start_time, device_name: 'Forerunner' }),
      reportOf('strava', `${day}`, { start_time, name: 'Secret loop', calories_kcal: 90 }),
    ];
  }).flat();
  await db.transaction((tx) => storeReports(tx, { user, reports, policies, now: clock.now(), events }));
}

test('what was mixed shows nothing of a source that a tightened policy keeps apart, from the first answer on', async (t) => {
  const start = await sameData(t);
  const equal = await start(EQUAL);
  const club = await createOrganization(equal);
  const { secret: apiKey } = await createApiKey(equal, club, { scopes: ['activities:read'] });
  const [athlete, second] = [await addMember(equal, club), await addMember(equal, club)];
  await tell(equal, athlete, 201);
  await tell(equal, second, 1);
  const answers = async (server: TestServer, { user_id }: TestUser): Promise<string[]> => {
    const asked = [
      [`/api/v1/organizations/${club.org_id}/athletes/${user_id}/activities`, { token: club.coach.token }],
      [`/developer/v1/activities?athlete_id=${user_id}&limit=100`, { apiKey }],
      ['/api/v1/activities', { token: athlete.token }],
    ] as const;
    const bodies: string[] = [];
    for (const [path, options] of asked) {
      const { status, body } = await server.request('GET', path, options);
      assert.equal(status, 200, path);
      bodies.push(JSON.stringify(body));
    }
    return bodies;
  };
  for (const text of await answers(equal, athlete))
    assert.match(text, /Secret loop.*Forerunner|Forerunner.*Secret/);
  const own = async (server: TestServer) =>
    (await server.request('GET', '/api/v1/activities?limit=1', { token: athlete.token })).body.data
      .activities[0];
  const { id, updated_at } = await own(equal);

  const tightened = await start(NO_COACH);
  for (const person of [athlete, second]) {
    for (const text of await answers(tightened, person)) {
      assert.match(text, /garmin/);
      assert.doesNotMatch(text, /Secret|strava/);
    }
  }
  const shown = await own(tightened);
  assert.deepEqual([shown.id, shown.source, shown.calories_kcal], [id, 'garmin', null]);
  assert.notEqual(shown.updated_at, updated_at);
  assert.deepEqual(await findOlderRules(tightened.deps.db, mixingRules(tightened.deps.sourcePolicies)), []);

  // An activity that may be mixed now shows less until the worker has merged it again.
  const loosened = await start(EQUAL, 'api,worker');
  const { db, sourcePolicies } = loosened.deps;
  const older = () => findOlderRules(db, mixingRules(sourcePolicies));
  await eventually(older, (found) => found.length === 0);
  for (const text of await answers(loosened, athlete)) assert.match(text, /Secret loop/);

  const mixed = await own(loosened);
  await db.execute(sql`UPDATE activities SET merged_under = '' WHERE merged_under IS NOT NULL`);
  const said: unknown[] = [];
  const logger = pino({}, { write: (line: string) => said.push(JSON.parse(line).activities) });
  const [one, other] = [
    { ...loosened.deps, logger },
    { ...loosened.deps, logger },
  ];
  await Promise.all([remerge(one, SIGNAL), remerge(other, SIGNAL)]);
  await remerge(one, SIGNAL);
  assert.equal(
    said.reduce((sum: number, activities) => sum + Number(activities), 0),
    202,
    'by two at once each is merged once',
  );
  assert.deepEqual([await older(), await own(loosened)], [[], mixed], 'what changes nothing is no news');
});

test('the pairs that could be mixed and must not be any more', () => {
  const rules = mixingRules(DEFAULT_SOURCE_POLICIES);
  const strava = { ...DEFAULT_SOURCE_POLICIES.strava, show_to_coach: false };
  const tightened = mixingRules({ ...DEFAULT_SOURCE_POLICIES, strava });
  assert.deepEqual(partedSources(rules, rules), []);
  assert.deepEqual(partedSources(rules, tightened), [], 'nothing was mixed with Strava');
  const forAWeek = { ...DEFAULT_SOURCE_POLICIES.garmin, keep_days: 7 };
  assert.equal(mixingRules({ ...DEFAULT_SOURCE_POLICIES, garmin: forAWeek }), rules);
  const coros = { ...DEFAULT_SOURCE_POLICIES.coros, export: false };
  const pairs = partedSources(rules, mixingRules({ ...DEFAULT_SOURCE_POLICIES, coros }));
  assert.deepEqual(
    pairs.map(({ a, b }) => `${a} ${b}`),
    ['garmin coros', 'coros upload', 'coros manual'],
  );
  assert.equal(partedSources('', rules).length, 9, 'of unknown rules, all that are apart now');
});
