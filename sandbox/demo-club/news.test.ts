import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { exportLastWeek } from '../../src/cli/demo.ts';
import { findOrMakeDemoKey } from '../../src/cli/demo-key.ts';
import { describeDemo } from '../../src/cli/describe-demo.ts';
import { parseConfig } from '../../src/config.ts';
import { timeInName } from '../../src/infra/outbox/index.ts';
import { calendarDay, DAY_MS, HOUR_MS, hourOfDay, mondayOf } from '../../src/shared/time.ts';
import { eventually } from '../../src/test/eventually.ts';
import { startTestServer, type TestServer } from '../../src/test/harness.ts';
import { type DemoActivity, type DemoClub, demoClub } from './club.ts';
import news from './data/news.json' with { type: 'json' };
import { fillClub } from './fill-club.ts';
import { type FilledClub, headCoachOf } from './find-club.ts';

const PASSWORD = 'Demo-Club-1';
/** Of whom the news are: one who trains, one without mails, one who leaves, one who comes, one who sleeps, one without a phone, one who writes down what nothing recorded. */
const KEYS = ['mateus', 'tom', 'eleni', 'yichun', 'misaki', 'zoe', 'noor'];
const TRAINS = 'mateus';
const UNTIL = new Date();
const LATELY = new Date(UNTIL.getTime() - 35 * DAY_MS);

/** Only one has trained, lately: two years of everybody take their time. */
function newsyClub(): DemoClub {
  const club = demoClub({ seed: 'news', until: UNTIL });
  const athletes = club.athletes.filter(({ key }) => KEYS.includes(key));
  const activities = (athlete: (typeof athletes)[number]): DemoActivity[] =>
    athlete.key === TRAINS ? [...club.activities(athlete, LATELY)] : [];
  return { ...club, athletes, groups: [], activities };
}

type Told = {
  type: string;
  category: string;
  title: string;
  message: string;
  is_read: boolean;
  created_at: number;
};
type Channel = { channel: string; counted_in: string; recipients: number; sent: number; skipped: object };

describe('the last week of the demo club', () => {
  let server: TestServer;
  let club: DemoClub;
  let filled: FilledClub;
  before(async () => {
    server = await startTestServer();
    club = newsyClub();
    const options = { password: PASSWORD, data_dir: server.dataDir, mail_from: 'Ekiden <ekiden@localhost>' };
    filled = await fillClub(server.deps, club, { ...options, report: () => undefined });
  });
  after(() => server.stop());

  const tokens = new Map<string, string>();
  const signIn = async (key: string): Promise<string> => {
    const known = tokens.get(key);
    if (known !== undefined) return known;
    const { body } = await server.request('POST', '/api/v1/auth/login', {
      body: { email: emailOf(key), password: PASSWORD },
    });
    tokens.set(key, body.access_token);
    return body.access_token;
  };
  const emailOf = (key: string): string =>
    [...club.coaches, ...club.athletes, ...club.asked].find((person) => person.key === key)?.email ??
    assert.fail(key);
  const get = async (key: string, path: string) =>
    (await server.request('GET', `/api/v1${path}`, { token: await signIn(key) })).body;
  const centreOf = async (key: string): Promise<Told[]> =>
    (await get(key, '/notifications/center?page_size=100')).data.notifications;
  /** Without what the server itself may tell meanwhile. */
  const weekOf = async (key: string): Promise<Told[]> =>
    (await centreOf(key)).filter(({ created_at }) => created_at <= UNTIL.getTime());
  const typesOf = (told: readonly Told[]): string[] => [...new Set(told.map(({ type }) => type))].sort();
  const outbox = async (): Promise<string[]> => await readdir(join(server.dataDir, 'outbox'));

  test('is in the centres of those it concerns, the newest first, in their languages', async () => {
    const athlete = await weekOf(TRAINS);
    assert.deepEqual(typesOf(athlete), [
      'activity_summary',
      'campaign',
      'weekly_summary',
      'workout_reminder',
    ]);
    assert.deepEqual(
      athlete,
      athlete.toSorted((one, other) => other.created_at - one.created_at),
    );
    for (const { created_at, type, title, message } of athlete) {
      const at = new Date(created_at);
      assert.ok(UNTIL.getTime() - created_at < 7 * DAY_MS && at <= UNTIL, at.toISOString());
      assert.ok(title !== '' && message !== '');
      if (type === 'workout_reminder') assert.equal(hourOfDay(at, 'Europe/London'), 7);
      if (type === 'weekly_summary')
        assert.deepEqual(
          [calendarDay(at, 'Europe/London'), hourOfDay(at, 'Europe/London')],
          [mondayOf(at, 'Europe/London').day, 6],
        );
    }
    const days = athlete.filter(({ type }) => type === 'workout_reminder').map(({ message }) => message);
    assert.equal(days.length, 3, 'Tuesday, Thursday, Sunday');

    const coach = await weekOf('fiona');
    assert.deepEqual(
      coach.map(({ type, message, is_read }) => [type, message, is_read]),
      [
        ['athlete_left', 'Ελένη Παπαδοπούλου has left Crag & Canal Running Club.', false],
        ['athlete_joined', 'Yi-Chun has joined Crag & Canal Running Club.', true],
      ],
    );
    const joined = (await weekOf('yichun')).filter(({ type }) => type !== 'campaign');
    assert.deepEqual(
      joined.map(({ type, title }) => [type, title]),
      [
        ['plan_assigned', '你有一份新的訓練計畫'],
        ['membership_offered', 'Crag & Canal Running Club 想將你加入名單'],
      ],
    );
    assert.deepEqual(await weekOf('eleni'), []);
  });

  test('was read on phones until some days ago, and counted', async () => {
    const read_until = UNTIL.getTime() - 84 * HOUR_MS;
    for (const key of KEYS) {
      const told = await centreOf(key);
      const unread = told.filter(({ is_read }) => !is_read);
      const { unread: counted, total } = await get(key, '/notifications/center/counts');
      assert.deepEqual([counted, total], [unread.length, told.length], key);
      const hasPhone = key in news.phones;
      for (const { is_read, created_at } of told)
        assert.equal(is_read, hasPhone && created_at <= read_until, key);
    }
    assert.ok((await get(TRAINS, '/notifications/center/counts')).unread > 0);
  });

  test('a campaign has gone out, with counts that add up and a night that was left alone, and one is a draft', async () => {
    const { campaigns } = (await get('fiona', `/organizations/${filled.org_id}/campaigns`)).data;
    const [draft, sent, ...more] = campaigns;
    assert.deepEqual(more, []);
    const titles = news.campaigns.map(({ title }) => title);
    assert.deepEqual([sent.title, draft.title], titles);
    assert.deepEqual([sent.state, draft.state, draft.deliveries], ['sent', 'draft', []]);
    // Half past six in the morning in Tokyo, after the quiet hours of one.
    const { quiet_hours } = (await get('misaki', '/notifications/settings')).data;
    assert.deepEqual(quiet_hours, { start: '22:00', end: '06:30' });
    assert.match(new Date(sent.sent_at).toISOString(), /T21:30:00.000Z$/);
    const deliveries: Channel[] = sent.deliveries;
    const none = { opted_out: 0, switched_off: 0, no_verified_email: 0, no_chat: 0 };
    assert.deepEqual(
      deliveries.map(({ channel, counted_in, recipients, sent: taken, skipped }) => ({
        [channel]: [counted_in, recipients, taken, skipped],
      })),
      [
        { push: ['addresses', 3, 3, { ...none, email_off: 0, no_device: 3 }] },
        { email: ['addresses', 5, 5, { ...none, email_off: 1, no_device: 0 }] },
      ],
    );
    for (const key of KEYS) {
      const told = (await centreOf(key)).filter(({ type }) => type === 'campaign');
      assert.deepEqual(
        told.map(({ title }) => title),
        key === 'eleni' ? [] : [sent.title],
      );
      const mails = (await server.mailsTo(emailOf(key))).map(({ subject }) => subject);
      assert.equal(mails.includes(sent.title), !['eleni', 'tom'].includes(key), key);
    }
  });

  test('somebody has been added and has not answered: the roster shows nothing of them, and they say yes', async () => {
    const [asked = assert.fail()] = club.asked;
    const members = `/organizations/${filled.org_id}/members`;
    const pending = async () =>
      (await get('fiona', `${members}?status=pending`)).members.map((one: object) => Object.entries(one));
    const [shown, ...more] = await pending();
    assert.deepEqual(more, []);
    assert.equal(Object.fromEntries(shown).status, 'pending');
    assert.doesNotMatch(JSON.stringify(shown), new RegExp([asked.first_name, asked.email].join('|')));
    assert.deepEqual(typesOf(await weekOf(asked.key)), ['membership_offered']);
    const token = await signIn(asked.key);
    const path = `/api/v1/organizations/${filled.org_id}/membership/accept`;
    assert.equal((await server.request('POST', path, { token })).status, 200);
    assert.deepEqual(await pending(), []);
  });

  test('a workout that nothing recorded stands among the activities of who wrote it down', async () => {
    const { key, name, sport_type, duration_s, description } = news.by_hand[0] ?? assert.fail();
    const { activities } = (await get(key, '/activities')).data;
    assert.equal(activities.length, 1);
    assert.partialDeepStrictEqual(activities[0], {
      sport_type,
      duration_s,
      description,
      name,
      source: 'manual',
    });
  });

  test('what went out is in the outbox, at the times it went out, and says no token', async () => {
    const [week_ago, end] = [new Date(UNTIL.getTime() - 7 * DAY_MS), UNTIL].map(timeInName);
    const names = (await outbox()).filter((name) => name.slice(0, end?.length) <= (end ?? ''));
    assert.ok(names.every((name) => name > (week_ago ?? '')));
    const mails = await Promise.all(
      names
        .filter((name) => name.endsWith('.eml'))
        .map((name) => readFile(join(server.dataDir, 'outbox', name), 'utf8')),
    );
    // Whether what was written down falls into the week that was summed up depends on the day.
    const certain = mails.filter((mail) => !mail.includes(emailOf('noor')));
    assert.equal(certain.length, 7, 'a campaign, one week, and two offers');
    const pushes = names.filter((name) => name.endsWith('.push.json'));
    const texts = await Promise.all(
      pushes.map((name) => readFile(join(server.dataDir, 'outbox', name), 'utf8')),
    );
    assert.doesNotMatch(texts.join(), /demo-(?:ios|android)/);
    const told = (
      await Promise.all([...KEYS, 'fiona', 'rafael'].filter((key) => key in news.phones).map(weekOf))
    ).flat();
    assert.deepEqual(
      texts.map((text) => JSON.parse(text).title).sort(),
      told.map(({ title }) => title).sort(),
    );
  });

  test('an export has been made of it, once, and the athletes in it are told', async () => {
    const { db, clock } = server.deps;
    const apiKey = await findOrMakeDemoKey({ db, clock }, filled, server.dataDir);
    for (let time = 0; time < 2; time += 1)
      await exportLastWeek(server.deps, { api_key: apiKey, until: UNTIL });
    await eventually(
      () => centreOf(TRAINS),
      (told) => told.some(({ type, is_read }) => type === 'data_exported' && !is_read),
    );
    const { data } = (await server.request('GET', '/developer/v1/exports', { apiKey })).body;
    assert.equal(data.exports.length, 1);
  });

  test('the greeting’s commands show it: counts, a page, what comes meanwhile, a campaign from draft to counts', async () => {
    const athlete = { email: emailOf(TRAINS), user_id: 'not asked for' };
    const access = { club, org_id: filled.org_id, api_key: 'no key', password: PASSWORD, athlete };
    const platforms = { strava_url: null, garmin_url: null };
    const text = describeDemo(parseConfig({ BASE_URL: server.url }), { ...access, platforms });
    const [, section = ''] = text.split('  Notifications:');
    const paths = [...section.matchAll(/(\/api\/v1\/(?:notifications|organizations)[^"\s;]*)/g)].map(
      ([, path]) => path ?? '',
    );
    const [counts = '', page = '', stream = '', campaigns = '', send = '', read = ''] = paths;
    const [, draft] = / -d '(.*)' /.exec(section) ?? [];
    const [token, coach] = [await signIn(TRAINS), await signIn(headCoachOf(club).key)];
    const before = (await server.request('GET', counts, { token })).body;
    const { notifications } = (await server.request('GET', page, { token })).body.data;
    assert.equal(notifications.length, 3);

    const live = await fetch(`${server.url}${stream}`, { headers: { authorization: `Bearer ${token}` } });
    const made = await server.request('POST', campaigns, { token: coach, body: JSON.parse(draft ?? '') });
    const { campaign } = made.body.data;
    assert.equal(campaign.state, 'draft');
    const named = (path: string): string => path.replace('$campaign', campaign.id);
    assert.equal(
      (await server.request('POST', named(send), { token: coach })).body.data.campaign.state,
      'sending',
    );
    let heard = '';
    for await (const chunk of live.body ?? assert.fail('no stream')) {
      heard += Buffer.from(chunk).toString();
      if (heard.includes(`"unread":${before.unread + 1}`)) break;
    }
    assert.match(heard, new RegExp(campaign.title));
    const { deliveries } = await eventually(
      async () => (await server.request('GET', named(read), { token: coach })).body.data.campaign,
      ({ deliveries: [, email] }) => email.sent === 6,
    );
    // One may be asleep.
    const [{ recipients, sent, waiting }] = deliveries;
    assert.deepEqual([recipients, sent + waiting], [3, 3]);
  });
});
