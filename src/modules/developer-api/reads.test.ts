import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { sql } from '../../infra/db/sql.ts';
import { PRIVACY_SETTINGS } from '../../privacy/index.ts';
import { newId } from '../../shared/ids.ts';
import { expectedActivity, expectedList } from '../../test/expected-activities.ts';
import {
  addMember,
  createApiKey,
  createGroup,
  createOrganization,
  type TestOrganization,
} from '../../test/factories.ts';
import { type TestServer, testServer } from '../../test/harness.ts';
import { insertActivities } from '../../test/insert-activities.ts';
import { makeActivity } from '../../test/random-activities.ts';
import { seedAthlete } from '../../test/seed-athletes.ts';

describe('reading through the developer API', () => {
  let server: TestServer;
  let club: TestOrganization;
  let other: TestOrganization;
  let apiKey: string;
  before(async () => {
    server = await testServer();
    club = await createOrganization(server);
    other = await createOrganization(server);
    ({ secret: apiKey } = await createApiKey(server, club));
  });

  const get = (where: string, key = apiKey) =>
    server.request('GET', `/developer/v1${where}`, { apiKey: key });

  async function dataOf(where: string, key = apiKey) {
    const { status, body } = await get(where, key);
    assert.equal(status, 200, `${where}: ${JSON.stringify(body)}`);
    assert.equal(body.success, true);
    return body.data;
  }

  async function assertRefused(where: string, status: number, code: string): Promise<string> {
    const { body, ...answer } = await get(where);
    assert.equal(answer.status, status, `${where}: ${JSON.stringify(body)}`);
    assert.equal(body.code, code);
    return body.error;
  }

  const BAD_PAGES = [
    'limit=0',
    'limit=101',
    'limit=-1',
    'limit=1.5',
    'limit=1e1',
    'limit=',
    'limit=ten',
    'limit=%2010',
  ];
  const BAD_OFFSETS = ['offset=-1', 'offset=0.5', 'offset=99999999999999', 'offset=x', 'offset=null'];

  test('organization and roster count current members, whatever their settings', async () => {
    const fresh = await createOrganization(server);
    const { secret } = await createApiKey(server, fresh);
    assert.deepEqual((await dataOf('/org', secret)).organization, {
      id: fresh.org_id,
      name: fresh.name,
      athlete_count: 0,
    });
    assert.deepEqual(await dataOf('/athletes', secret), { athletes: [], total: 0, limit: 50, offset: 0 });
    await seedAthlete(server, fresh.org_id);
    await seedAthlete(server, fresh.org_id, { privacy: { share_activity_with_coach: false } });
    await seedAthlete(server, fresh.org_id, { left_at: new Date() });
    assert.equal((await dataOf('/org', secret)).organization.athlete_count, 2);
    assert.equal((await dataOf('/athletes?limit=1', secret)).total, 2);
  });

  test('a member whose account is not active is nowhere, and back when it is active again', async () => {
    const fresh = await createOrganization(server);
    const { secret } = await createApiKey(server, fresh);
    const { db, clock } = server.deps;
    const joined = clock.now().getTime();
    const [first, athlete, last] = await Promise.all(
      [0, 1, 2].map((i) => seedAthlete(server, fresh.org_id, { joined_at: new Date(joined + i) })),
    );
    assert.ok(first && athlete && last);
    await createGroup(server, fresh, { members: [first, athlete] });
    const activity = makeActivity(athlete.user_id);
    await insertActivities(db, [activity]);
    const places = [
      `/athletes/${athlete.user_id}`,
      `/activities?athlete_id=${athlete.user_id}`,
      `/activities/${activity.id}`,
    ];
    const setStatus = (status: string) =>
      db.execute(sql`UPDATE users SET status = ${status} WHERE user_id = ${athlete.user_id}`);
    const seen = async (): Promise<object> => {
      const roster = await dataOf('/athletes', secret);
      const { organization } = await dataOf('/org', secret);
      const [group] = (await dataOf('/groups', secret)).groups;
      return {
        ids: roster.athletes.map(({ id }: { id: string }) => id),
        counts: [roster.total, organization.athlete_count, group.member_count],
        answers: await Promise.all(places.map(async (where) => (await get(where, secret)).status)),
      };
    };
    const everybody = [first, athlete, last].map(({ user_id }) => user_id);
    const whole = { ids: everybody, counts: [3, 3, 2], answers: [200, 200, 200] };
    assert.deepEqual(await seen(), whole);
    const without = { ids: [first.user_id, last.user_id], counts: [2, 2, 1], answers: [404, 404, 404] };
    for (const status of ['suspended', 'deactivated', 'inactive', 'pending']) {
      await setStatus(status);
      assert.deepEqual(await seen(), without, status);
      const second = await dataOf('/athletes?limit=1&offset=1', secret);
      assert.deepEqual(
        second.athletes.map(({ id }: { id: string }) => id),
        [last.user_id],
      );
    }
    const strangers = [`/athletes/${newId()}`, `/activities?athlete_id=${newId()}`, `/activities/${newId()}`];
    for (const [index, where] of places.entries()) {
      const [hidden, none] = [await get(where, secret), await get(strangers[index] ?? '', secret)];
      assert.equal(hidden.body.error, none.body.error, 'like one who was never here');
    }
    await setStatus('active');
    assert.deepEqual(await seen(), whole);
  });

  test('athletes page by joining, then id, without gaps, and the total is that of all', async () => {
    const fresh = await createOrganization(server);
    const { secret } = await createApiKey(server, fresh);
    const joined = server.clock.now().getTime();
    const seeded = [];
    for (let i = 0; i < 9; i++) {
      const joined_at = new Date(joined + Math.floor(i / 4));
      seeded.push({ joined_at, ...(await seedAthlete(server, fresh.org_id, { joined_at })) });
    }
    const order = seeded
      .toSorted((a, b) => a.joined_at.getTime() - b.joined_at.getTime() || (a.user_id < b.user_id ? -1 : 1))
      .map(({ user_id }) => user_id);
    const paged: string[] = [];
    for (let offset = 0; offset < 12; offset += 2) {
      const { athletes, total, ...page } = await dataOf(`/athletes?limit=2&offset=${offset}`, secret);
      assert.deepEqual(page, { limit: 2, offset });
      assert.equal(total, 9);
      paged.push(...athletes.map(({ id }: { id: string }) => id));
    }
    assert.deepEqual(paged, order);
    const far = await dataOf('/athletes?limit=100&offset=2147483647', secret);
    assert.deepEqual(far, { athletes: [], total: 9, limit: 100, offset: 2_147_483_647 });
    for (const bad of [...BAD_PAGES, ...BAD_OFFSETS])
      await assertRefused(`/athletes?${bad}`, 400, 'validation_error');
    await assertRefused('/athletes?limit=1&limit=2', 400, 'validation_error');
  });

  test('the athlete object is what the specification lists, less what the settings withhold', async () => {
    const member = await addMember(server, club, { fields: { display_name: 'Nick', labels: ['fast'] } });
    const group = await createGroup(server, club, { members: [member] });
    const { athlete } = await dataOf(`/athletes/${member.user_id}`);
    assert.deepEqual(Object.keys(athlete).sort(), [
      'connected_providers',
      'display_name',
      'first_name',
      'group_ids',
      'id',
      'joined_at',
      'labels',
      'last_name',
      'member_level',
      'privacy_filtered',
      'profile_image_url',
      'status',
      'timezone',
      'unit_system',
      'username',
      'zones',
    ]);
    assert.equal(athlete.display_name, 'Nick');
    assert.deepEqual(athlete.group_ids, [group.id]);
    assert.ok(!JSON.stringify(athlete).includes(member.email), 'the e-mail is never shown');

    for (const [setting, hidden] of [
      ['share_profile_info', ['first_name', 'last_name', 'profile_image_url']],
      ['share_pace_data', ['zones']],
    ] as const) {
      const { user_id } = await seedAthlete(server, club.org_id, { privacy: { [setting]: false } });
      const { athlete: view } = await dataOf(`/athletes/${user_id}`);
      assert.deepEqual(view.privacy_filtered, hidden);
      for (const name of hidden) assert.ok(!(name in view), name);
    }
  });

  test('who is not in the organization does not exist: elsewhere, left, never, no id', async () => {
    const [elsewhere, left] = await Promise.all([
      seedAthlete(server, other.org_id),
      seedAthlete(server, club.org_id, { left_at: new Date() }),
    ]);
    const [theirs, hers] = [makeActivity(elsewhere.user_id), makeActivity(left.user_id)];
    await insertActivities(server.deps.db, [theirs, hers]);
    const texts = new Set<string>();
    for (const id of [elsewhere.user_id, left.user_id, newId(), 'nobody', '0', `${newId()}%00`]) {
      texts.add(await assertRefused(`/athletes/${id}`, 404, 'not_found'));
    }
    assert.ok(texts.size <= 2, 'one text for ids, one for what is no id');
    for (const id of [elsewhere.user_id, left.user_id, newId(), 'nobody'])
      await assertRefused(`/activities?athlete_id=${id}`, 404, 'not_found');
    for (const id of [theirs.id, hers.id, newId(), 'nothing'])
      await assertRefused(`/activities/${id}`, 404, 'not_found');
    const ids = (await dataOf('/athletes?limit=100')).athletes.map(({ id }: { id: string }) => id);
    assert.ok(!ids.includes(elsewhere.user_id) && !ids.includes(left.user_id));
  });

  test('a member who leaves is gone at once, and back with everything on joining again', async () => {
    const member = await addMember(server, club);
    const activity = makeActivity(member.user_id);
    await insertActivities(server.deps.db, [activity]);
    const places = [
      `/athletes/${member.user_id}`,
      `/activities?athlete_id=${member.user_id}`,
      `/activities/${activity.id}`,
    ];
    for (const where of places) await dataOf(where);
    const path = `/api/v1/organizations/${club.org_id}/members/${member.user_id}`;
    assert.equal((await server.request('DELETE', path, { token: club.coach.token })).status, 200);
    for (const where of places) await assertRefused(where, 404, 'not_found');
    await addMember(server, club, { user: member });
    for (const where of places) await dataOf(where);
  });

  test('activities come newest first, in pages without gaps, within a range that includes both ends', async () => {
    const { user_id, privacy } = await seedAthlete(server, club.org_id);
    const start = Date.parse('2026-01-01T00:00:00.000Z');
    const activities = Array.from({ length: 23 }, (_, index) =>
      makeActivity(user_id, { start_time: new Date(start + Math.floor(index / 3)) }),
    );
    await insertActivities(server.deps.db, activities);
    const all = expectedList(activities, privacy, 'api');
    const list = `/activities?athlete_id=${user_id}`;
    assert.deepEqual(await dataOf(list), { activities: all, limit: 50, offset: 0, athlete_id: user_id });
    const paged = [];
    for (let offset = 0; offset < 28; offset += 4)
      paged.push(...(await dataOf(`${list}&limit=4&offset=${offset}`)).activities);
    assert.deepEqual(paged, all);
    const between = (from: number, to: number) =>
      all.filter(({ start_time_ms: ms }) => Number(ms) >= start + from && Number(ms) <= start + to);
    for (const [from, to] of [
      [0, 0],
      [2, 4],
      [7, 9],
      [-5, -1],
    ] as const) {
      const range = `start_date=${start + from}&end_date=${start + to}`;
      assert.deepEqual((await dataOf(`${list}&${range}`)).activities, between(from, to));
    }
    assert.deepEqual((await dataOf(`${list}&start_date=${start + 5}`)).activities, between(5, 100));
    assert.deepEqual((await dataOf(`${list}&end_date=${start + 1}`)).activities, between(-100, 1));
    assert.deepEqual((await dataOf(`${list}&start_date=0&end_date=253402300799999`)).activities, all);
    assert.deepEqual((await dataOf(`${list}&offset=2147483647`)).activities, []);
    assert.deepEqual((await dataOf(`/activities?athlete_id=${user_id.toUpperCase()}`)).activities, all);
    const bad = [
      'start_date=2&end_date=1',
      'start_date=-1',
      'end_date=253402300800000',
      'start_date=1.5',
      'start_date=2026-01-01',
      'end_date=',
    ];
    for (const query of [...bad, ...BAD_PAGES, ...BAD_OFFSETS])
      await assertRefused(`${list}&${query}`, 400, 'validation_error');
    await assertRefused('/activities?athlete_id=', 400, 'validation_error');
    // Validation comes before existence.
    await assertRefused(`/activities?athlete_id=${newId()}&start_date=2&end_date=1`, 400, 'validation_error');
  });

  test('each privacy switch hides what it says, in lists and single reads alike', async () => {
    for (const setting of [...PRIVACY_SETTINGS, 'all on'] as const) {
      const open = Object.fromEntries(PRIVACY_SETTINGS.map((name) => [name, name !== setting]));
      const { user_id, privacy } = await seedAthlete(server, club.org_id, { privacy: open });
      const activities = [
        makeActivity(user_id),
        makeActivity(user_id, { is_race: true }),
        makeActivity(user_id, { private: true }),
        makeActivity(user_id, { source: 'strava' }),
      ];
      await insertActivities(server.deps.db, activities);
      const expected = expectedList(activities, privacy, 'api');
      const listed = await dataOf(`/activities?athlete_id=${user_id}`);
      assert.deepEqual(listed.activities, expected, setting);
      for (const activity of activities) {
        const view = expectedActivity(activity, privacy, 'api');
        if (view === null) await assertRefused(`/activities/${activity.id}`, 404, 'not_found');
        else assert.deepEqual((await dataOf(`/activities/${activity.id}`)).activity, view, setting);
      }
    }
  });

  test('a change of the settings holds from the next request on', async () => {
    const { user_id } = await seedAthlete(server, club.org_id);
    await insertActivities(server.deps.db, [makeActivity(user_id)]);
    const count = async () => (await dataOf(`/activities?athlete_id=${user_id}`)).activities.length;
    assert.equal(await count(), 1);
    await server.deps.db.execute(sql`
      UPDATE users SET privacy = privacy || '{"share_activity_with_coach": false}' WHERE user_id = ${user_id}`);
    assert.equal(await count(), 0);
    assert.equal((await dataOf(`/athletes/${user_id}`)).athlete.id, user_id);
  });

  test('groups come without their members, and only the organization’s own', async () => {
    const member = await addMember(server, club);
    const mine = await createGroup(server, club, { members: [member], fields: { description: 'Tuesdays' } });
    const theirs = await createGroup(server, other);
    const { groups } = await dataOf('/groups');
    const found = groups.find(({ id }: { id: string }) => id === mine.id);
    assert.deepEqual(
      { ...found, created_at: '', updated_at: '', color: '' },
      {
        id: mine.id,
        org_id: club.org_id,
        name: mine.name,
        description: 'Tuesdays',
        color: '',
        member_count: 1,
        created_at: '',
        updated_at: '',
      },
    );
    assert.ok(!JSON.stringify(groups).includes(theirs.id));
    assert.ok(!JSON.stringify(groups).includes(member.user_id));
  });

  test('the slowest pace and the fastest are within what the document says', async () => {
    const { user_id } = await seedAthlete(server, club.org_id);
    const slowest = makeActivity(user_id, { sport_type: 'run', moving_time_s: 1e9, distance_m: 1 });
    const fastest = makeActivity(user_id, { sport_type: 'run', moving_time_s: 1, distance_m: 1e9 });
    await insertActivities(server.deps.db, [slowest, fastest]);
    const paceOf = async (id: string) =>
      (await dataOf(`/activities/${id}`)).activity.average_pace_s_per_km as number;
    assert.deepEqual([await paceOf(slowest.id), await paceOf(fastest.id)], [1e12, 0]);
  });
});
