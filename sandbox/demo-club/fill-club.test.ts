import assert from 'node:assert/strict';
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { findOrMakeDemoKey } from '../../src/cli/demo-key.ts';
import { describeDemo } from '../../src/cli/describe-demo.ts';
import { parseConfig } from '../../src/config.ts';
import { createPasswordHasher } from '../../src/infra/crypto/passwords.ts';
import { createSecretBox } from '../../src/infra/crypto/secret-box.ts';
import { sql } from '../../src/infra/db/sql.ts';
import { daysBetween } from '../../src/shared/calendar.ts';
import { DAY_MS } from '../../src/shared/time.ts';
import { openTestDatabase } from '../../src/test/database.ts';
import { signUp } from '../../src/test/factories.ts';
import { startTestServer, type TestServer } from '../../src/test/harness.ts';
import { type DemoActivity, type DemoAthlete, type DemoClub, demoClub } from './club.ts';
import { fillClub } from './fill-club.ts';
import { type FilledClub, headCoachOf } from './find-club.ts';

const PASSWORD = 'Demo-Club-1';
const MAIL_FROM = 'Ekiden <ekiden@localhost>';
/** Of the first athlete the newest, which have streams, and enough for more than one batch; of the others some. */
const SEASONS = [260, 40, 40];
const ALL = SEASONS.reduce((sum, season) => sum + season);

/** One who shows much, one who shares nothing, one who has left. */
function smallClub(): DemoClub {
  const until = new Date();
  const club = demoClub({ seed: 'fill', until });
  const pick = (test: (athlete: DemoAthlete) => boolean): DemoAthlete => {
    const found = club.athletes.find(test);
    assert.ok(found);
    return found;
  };
  const athletes = [
    pick(({ key }) => key === 'mateus'),
    pick(({ privacy }) => Object.values(privacy).every((shared) => !shared)),
    pick(({ member }) => member.left_at !== null),
  ];
  const keys = athletes.map(({ key }) => key);
  const groups = club.groups.map((group) => ({
    ...group,
    member_keys: group.member_keys.filter((key) => keys.includes(key)),
  }));
  const seasons = new Map<string, DemoActivity[]>();
  const activities = (athlete: DemoAthlete): DemoActivity[] => {
    const last = SEASONS[athletes.indexOf(athlete)] ?? assert.fail(athlete.key);
    // Everybody trains every third day or more often.
    const end = athlete.member.left_at ?? until;
    const since = new Date(end.getTime() - 3 * last * DAY_MS);
    const season = seasons.get(athlete.key) ?? [...club.activities(athlete, since)].slice(-last);
    seasons.set(athlete.key, season);
    return season;
  };
  return { ...club, athletes, groups, activities };
}

describe('the demo club in a database', () => {
  let server: TestServer;
  let club: DemoClub;
  let filled: FilledClub;
  const lines: string[] = [];
  const report = (line: string): void => void lines.push(line);
  const options = () => ({ password: PASSWORD, data_dir: server.dataDir, mail_from: MAIL_FROM, report });

  before(async () => {
    server = await startTestServer();
    club = smallClub();
  });
  after(() => server.stop());

  type Table = 'users' | 'activities' | 'activity_streams' | 'audit_log' | 'races';
  const count = async (table: Table): Promise<number> => {
    const { rows } = await server.deps.db.executeSql(`SELECT count(*)::int AS count FROM ${table}`);
    return (rows as { count: number }[])[0]?.count ?? 0;
  };
  const tokens = new Map<string, string>();
  const signIn = async (email: string): Promise<string> => {
    // Once each: hashing a password takes its time.
    const known = tokens.get(email);
    if (known !== undefined) return known;
    const body = { email, password: PASSWORD };
    const answer = await server.request('POST', '/api/v1/auth/login', { body });
    assert.equal(answer.status, 200, JSON.stringify(answer.body));
    tokens.set(email, answer.body.access_token);
    return answer.body.access_token;
  };
  const userId = async ({ email }: { email: string }): Promise<string> => {
    const user = await server.deps.db.one<{ user_id: string }>(
      sql`SELECT user_id FROM users WHERE email = ${email}`,
    );
    return user.user_id;
  };

  const counts = async () => await Promise.all((['users', 'activities', 'audit_log'] as const).map(count));
  const outbox = async (): Promise<string[]> => await readdir(join(server.dataDir, 'outbox')).catch(() => []);

  test('a fill that is interrupted leaves nothing, and the next one makes the whole club', async () => {
    const interrupted = {
      ...options(),
      report: (line: string) => {
        if (line.includes('mails and pushes')) throw new Error('the lights went out');
      },
    };
    await assert.rejects(fillClub(server.deps, club, interrupted), /the lights went out/);
    assert.deepEqual([await counts(), await outbox()], [[0, 0, 0], []]);
    const stop = new AbortController();
    const steps: { done: number; total: number }[] = [];
    const progress = ({ done, total }: { done: number; total: number }): void => {
      steps.push({ done, total });
      if (done === 1) stop.abort(new Error('stopped'));
    };
    const stopped = fillClub(server.deps, club, { ...options(), progress, signal: stop.signal });
    await assert.rejects(stopped, /^Error: stopped$/);
    const total = club.athletes.length;
    assert.deepEqual(steps, [
      { done: 0, total },
      { done: 1, total },
    ]);
    assert.deepEqual([await counts(), await outbox()], [[0, 0, 0], []]);
    lines.length = 0;
    filled = await fillClub(server.deps, club, options());
    assert.equal(await count('users'), 6);
    assert.equal(await count('activities'), ALL);
    assert.ok((await count('activity_streams')) > 20);
    const [activities, plans, days, feedback, words, sent] = lines.slice(-6);
    assert.match(activities ?? '', new RegExp(`^${ALL} activities of 3 athletes`));
    assert.match(plans ?? '', /^3 training plans for 2 athletes; 5 workouts/);
    const races = `what hurts, and ${await count('races')} races of their calendars.`;
    assert.ok(days?.endsWith(races) === true, days ?? '');
    assert.match(feedback ?? '', /^[1-9]\d* times somebody said how a workout was\./);
    assert.match(words ?? '', /^\d+ club sessions; [1-9]\d* comments, messages and notes/);
    assert.equal(
      sent,
      `${(await outbox()).length} mails and pushes of the last week, in ${server.dataDir}/outbox.`,
    );
  });

  test('filling again changes nothing, also when somebody else has signed up since', async () => {
    await signUp(server);
    const former = await counts();
    lines.length = 0;
    assert.deepEqual(await fillClub(server.deps, club, options()), filled);
    assert.deepEqual(await counts(), former);
    assert.deepEqual(lines, []);
  });

  test('the head coach signs in and sees the roster as of its dates', async () => {
    const token = await signIn(headCoachOf(club).email);
    const path = `/api/v1/organizations/${filled.org_id}`;
    const organization = await server.request('GET', path, { token });
    assert.equal(organization.body.org_name, club.organization.org_name);
    const roster = await server.request('GET', `${path}/members`, { token });
    const members = club.athletes.filter(({ member }) => member.left_at === null);
    assert.deepEqual(
      roster.body.members.map((member: { joined_at: string }) => member.joined_at).sort(),
      members.map(({ member }) => member.joined_at.toISOString()).sort(),
    );
    const log = await server.request('GET', `${path}/audit-logs?limit=100`, { token });
    const events: { event_type: string; created_at: string }[] = log.body.logs;
    const founded = events.find(({ event_type }) => event_type === 'organization_created');
    assert.equal(founded?.created_at, club.organization.created_at.toISOString());
    for (const event of ['coach_added', 'member_added', 'member_removed', 'group_created', 'plan_assigned']) {
      assert.ok(
        events.some(({ event_type }) => event_type === event),
        event,
      );
    }
  });

  test('an athlete signs in and has their activities, the newest with its seconds', async () => {
    const [athlete] = club.athletes;
    assert.ok(athlete);
    const token = await signIn(athlete.email);
    const page = await server.request('GET', '/api/v1/activities', { token });
    const newest = page.body.data.activities[0];
    const expected = [...club.activities(athlete)].at(-1);
    assert.equal(newest.start_time, expected?.start_time.toISOString());
    const streams = await server.request('GET', `/api/v1/activities/${newest.id}/streams`, { token });
    assert.equal(streams.status, 200);
    const rows = await server.deps.db.query<{ late: boolean }>(sql`
      SELECT created_at > start_time + duration_s * interval '1 second' AS late FROM activities`);
    assert.ok(rows.every(({ late }) => late));
  });

  test('an athlete has had their last weeks summed up, with the sums of what they did', async () => {
    const [athlete] = club.athletes;
    assert.ok(athlete);
    const token = await signIn(athlete.email);
    const { body } = await server.request('GET', '/api/v1/notifications/ai-summary/weekly', { token });
    const { summaries } = body.data;
    assert.equal(summaries.length, 4);
    const { preferences, activities } = { ...athlete, activities: [...club.activities(athlete)] };
    const wall = new Intl.DateTimeFormat('sv-SE', { timeZone: preferences.timezone });
    for (const { week_start, total_distance, total_activities, runner_score } of summaries) {
      const own = activities.filter(({ start_time }) => {
        const days = daysBetween(week_start, wall.format(start_time));
        return days >= 0 && days < 7;
      });
      const metres = own.reduce((sum, { distance_m }) => sum + (distance_m ?? 0), 0);
      assert.deepEqual([total_activities, total_distance], [own.length, Math.round(metres) / 1_000]);
      assert.ok(own.length > 0 && runner_score > 0);
    }
  });

  test('an athlete has zones of their own body, and only who shares paces shows them', async () => {
    const [shows, hides] = club.athletes;
    assert.ok(shows && hides);
    const token = await signIn(shows.email);
    const profile = await server.request('GET', `/api/v1/users/${await userId(shows)}`, { token });
    const { heartrate, pace, vdot } = profile.body.data.zones;
    const { max_heart_rate_bpm, resting_heart_rate_bpm } = shows.body;
    assert.deepEqual(
      [heartrate.method, heartrate.max_bpm, heartrate.resting_bpm, pace.method, vdot.value],
      ['heart_rate_reserve', max_heart_rate_bpm, resting_heart_rate_bpm, 'race', shows.habits.vdot_to],
    );
    const { db, clock } = server.deps;
    const apiKey = await findOrMakeDemoKey({ db, clock }, filled, server.dataDir);
    const seen = async (person: DemoAthlete) =>
      (await server.request('GET', `/developer/v1/athletes/${await userId(person)}`, { apiKey })).body.data
        .athlete;
    assert.deepEqual((await seen(shows)).zones, profile.body.data.zones);
    assert.equal('zones' in (await seen(hides)), false);
  });

  const described = async (shown: DemoAthlete, api_key: string): Promise<string> => {
    const athlete = { email: shown.email, user_id: await userId(shown) };
    const platforms = { strava_url: null, garmin_url: null };
    const { org_id } = filled;
    const access = { club, org_id, api_key, password: PASSWORD, athlete, platforms };
    return describeDemo(parseConfig({ BASE_URL: server.url }), access);
  };

  test('athletes have plans of which they have done something, and who shares nothing shows their coach none of it', async () => {
    const [shows, hides] = club.athletes;
    assert.ok(shows && hides);
    const text = await described(shows, 'no key');
    const [, mine, theirs, request, generate, link] =
      /(\/api\/v1\/plans\/mine)\n.*?(\/api\/v1\/org\S+\/plans)\n.* -d '(.*)' .*?(\/api\/v1\/plans\S+)\n.* -X POST .*?(\/api\/v1\/plans[^\s;]+)/.exec(
        text,
      ) ?? [];
    assert.ok(mine && theirs && request && generate && link, text);
    const [token, coach] = [await signIn(shows.email), await signIn(headCoachOf(club).email)];
    const { plans } = (await server.request('GET', mine, { token })).body.data;
    assert.deepEqual([plans.length, plans[0].weeks, plans[0].engine], [1, 10, 'rules']);
    // Two weeks that are over.
    const from = `?from=${plans[0].start_date}`;
    const own = (await server.request('GET', mine + from, { token })).body.data;
    const { planned, done, upcoming } = own.summary;
    assert.ok(planned === 6 && done > 0 && upcoming === 0, JSON.stringify(own.summary));
    // Their own beats, where the saved plan says how hard.
    assert.match(JSON.stringify(own.days), /"type":"heart_rate"/);
    const seen = await server.request('GET', theirs + from, { token: coach });
    assert.deepEqual(seen.body.data.summary, own.summary);
    const hidden = theirs.replace(await userId(shows), await userId(hides)) + from;
    const { summary } = (await server.request('GET', hidden, { token: coach })).body.data;
    assert.deepEqual(summary, { planned, done: 0, partly: 0, missed: 0, upcoming: 0, unknown: planned });
    const made = await server.request('POST', generate, { token: coach, body: JSON.parse(request) });
    assert.match(String(made.body), /^event: done$/m);
    assert.doesNotMatch(String(made.body), /^event: error$/m);
    const subscription = (await server.request('POST', link, { token })).body.data.subscription;
    const calendar = await server.request('GET', new URL(subscription.url).pathname);
    assert.match(String(calendar.body), /^BEGIN:VEVENT\r$/m);
  });

  test('the key opens the developer API, where who shares nothing shows nothing', async () => {
    const [shows, hides, left] = club.athletes;
    assert.ok(shows && hides && left);
    const { db, clock } = server.deps;
    const apiKey = await findOrMakeDemoKey({ db, clock }, filled, server.dataDir);
    const text = await described(shows, apiKey);
    const paths = [...text.matchAll(/^ {2}curl .*?(\/developer\/v1\/[^"\s]*)/gm)].map(
      ([, path]) => path ?? '',
    );
    const [org = '', activities = '', exports = ''] = paths;
    assert.equal((await server.request('GET', org, { apiKey })).body.data.organization.athlete_count, 2);
    assert.equal((await server.request('GET', activities, { apiKey })).body.data.activities.length, 2);
    assert.equal((await server.request('POST', exports, { apiKey, body: {} })).status, 202);
    const of = async (person: DemoAthlete) =>
      server.request('GET', `/developer/v1/activities?athlete_id=${await userId(person)}`, { apiKey });
    assert.deepEqual((await of(hides)).body.data.activities, []);
    assert.equal((await of(left)).status, 404);
  });

  test('the key stays the same until its file is lost; then the former one is revoked', async () => {
    const { db, clock } = server.deps;
    const file = join(server.dataDir, 'demo-api-key');
    const first = await findOrMakeDemoKey({ db, clock }, filled, server.dataDir);
    assert.equal(await findOrMakeDemoKey({ db, clock }, filled, server.dataDir), first);
    assert.equal((await readFile(file, 'utf8')).trim(), first);
    if (process.platform !== 'win32') assert.equal((await stat(file)).mode & 0o777, 0o600);
    await rm(file);
    const second = await findOrMakeDemoKey({ db, clock }, filled, server.dataDir);
    assert.equal((await server.request('GET', '/developer/v1/org', { apiKey: first })).status, 401);
    assert.equal((await server.request('GET', '/developer/v1/org', { apiKey: second })).status, 200);
  });
});

test('two fills at once make one club', async () => {
  const db = await openTestDatabase();
  try {
    const small = smallClub();
    const club = { ...small, athletes: small.athletes.slice(0, 1), groups: [], activities: () => [] };
    const { baseUrl, sourcePolicies } = parseConfig({});
    const secretBox = createSecretBox([Buffer.alloc(32, 1)]);
    const deps = { db, passwords: createPasswordHasher(), secretBox, baseUrl, sourcePolicies };
    const data_dir = await mkdtemp(join(tmpdir(), 'ekiden-test-'));
    const options = { password: PASSWORD, data_dir, mail_from: MAIL_FROM, report: () => undefined };
    const [one, other] = await Promise.all([fillClub(deps, club, options), fillClub(deps, club, options)]);
    assert.deepEqual(one, other);
    await rm(data_dir, { recursive: true, force: true });
  } finally {
    await db.close();
  }
});

test('a database with other users is left alone', async () => {
  const server = await startTestServer();
  try {
    await signUp(server);
    const report = () => assert.fail('nothing is to be done');
    const options = { password: PASSWORD, data_dir: server.dataDir, mail_from: MAIL_FROM, report };
    await assert.rejects(fillClub(server.deps, smallClub(), options), /has users already/);
  } finally {
    await server.stop();
  }
});
