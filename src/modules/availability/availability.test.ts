import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { sql } from '../../infra/db/sql.ts';
import { addDays } from '../../shared/calendar.ts';
import { newId } from '../../shared/ids.ts';
import {
  addMember,
  createApiKey,
  createOrganization,
  signUp,
  type TestOrganization,
  type TestUser,
} from '../../test/factories.ts';
import { type TestServer, testServer } from '../../test/harness.ts';

describe('availability', () => {
  let server: TestServer;
  let today: string;
  before(async () => {
    server = await testServer();
    today = server.clock.now().toISOString().slice(0, 10);
  });
  const day = (days: number): string => addDays(today, days);
  const api = (method: string, path: string, { token }: { token: string }, body?: unknown, headers = {}) =>
    server.request(method, `/api/v1${path}`, { token, headers, ...(body === undefined ? {} : { body }) });
  async function put(user: TestUser, body: object, path = '/availability') {
    const answer = await api('POST', path, user, body);
    assert.equal(answer.status, 201, JSON.stringify(answer.body));
    return answer.body.data.entry ?? answer.body.data.injury;
  }
  async function share(user: TestUser, privacy: Readonly<Record<string, boolean>>): Promise<void> {
    const answer = await api('PUT', `/users/${user.user_id}`, user, { privacy });
    assert.equal(answer.status, 200, JSON.stringify(answer.body));
  }
  const ofAthlete = (club: TestOrganization, { user_id }: TestUser, by: TestUser = club.coach, query = '') =>
    api('GET', `/organizations/${club.org_id}/athletes/${user_id}/availability${query}`, by);
  const away = { kind: 'unavailable', from: '', to: '', reason: 'Visiting family' };

  test('entries are put down, read, changed and deleted by their athlete alone', async () => {
    const [athlete, other] = [await signUp(server), await signUp(server)];
    const made = await put(athlete, { ...away, from: day(3), to: day(5), reason: '  Visiting family ' });
    assert.deepEqual(
      { ...made, id: '', created_at: '', updated_at: '' },
      {
        id: '',
        kind: 'unavailable',
        part: 'day',
        minutes: null,
        weekdays: null,
        from: day(3),
        to: day(5),
        reason: 'Visiting family',
        created_at: '',
        updated_at: '',
      },
    );
    const at = `/availability/${made.id}`;
    assert.deepEqual((await api('GET', at, athlete)).body.data.entry, made);
    assert.equal((await api('GET', at, other)).status, 404);
    assert.equal((await api('PATCH', at, other, { to: day(9) })).status, 404);
    assert.equal((await api('DELETE', at, other)).status, 404);
    server.clock.advance(1_000);
    const changed = await api('PATCH', at, athlete, { kind: 'limited', minutes: 30, reason: ' ' });
    const { minutes, reason, from, updated_at } = changed.body.data.entry;
    assert.deepEqual([minutes, reason, from], [30, null, day(3)]);
    assert.notEqual(updated_at, made.updated_at);
    server.clock.advance(1_000);
    const same = await api('PATCH', at, athlete, { minutes: 30 });
    assert.equal(same.body.data.entry.updated_at, updated_at, 'what changes nothing is no change');
    const freed = await api('PATCH', at, athlete, { kind: 'travelling' });
    assert.equal(freed.body.data.entry.minutes, null);
    assert.equal((await api('DELETE', at, athlete)).status, 200);
    assert.equal((await api('DELETE', at, athlete)).status, 404);
    assert.equal((await api('GET', '/availability', { token: '' })).status, 401);
  });

  test('lists are pages, the latest first', async () => {
    const athlete = await signUp(server);
    const ids: string[] = [];
    for (let place = 0; place < 5; place++)
      ids.unshift((await put(athlete, { ...away, from: day(place), to: day(place) })).id);
    const seen: string[] = [];
    let cursor = '';
    do {
      const { body } = await api('GET', `/availability?limit=2${cursor}`, athlete);
      seen.push(...body.data.entries.map(({ id }: { id: string }) => id));
      cursor = body.data.next_cursor === null ? '' : `&cursor=${body.data.next_cursor}`;
    } while (cursor !== '');
    assert.deepEqual(seen, ids);
  });

  test('days are expanded: dated and weekly entries, parts of days and minutes, with injuries of the range', async () => {
    const athlete = await signUp(server);
    // A Monday, well ahead.
    const monday = day(7 + ((8 - new Date(`${day(7)}T00:00:00Z`).getUTCDay()) % 7));
    await put(athlete, { kind: 'unavailable', weekdays: ['tuesday'], part: 'morning' });
    await put(athlete, { kind: 'unavailable', weekdays: ['tuesday'], part: 'afternoon' });
    await put(athlete, { kind: 'limited', weekdays: ['tuesday'], part: 'evening', minutes: 40 });
    await put(athlete, { kind: 'travelling', from: addDays(monday, 2), to: addDays(monday, 2) });
    await put(athlete, { ...away, from: addDays(monday, 4), to: addDays(monday, 5) });
    const hurt = { kind: 'injury', area: 'Knee', from: day(-20), running: 'no_hills', note: 'Physio' };
    const injury = await put(athlete, hurt, '/injuries');
    await put(athlete, { ...hurt, to: day(-1) }, '/injuries');
    const { body } = await api('GET', `/availability/days?from=${monday}&to=${addDays(monday, 6)}`, athlete);
    const told = body.data.days.map((one: { date: string; minutes: number | null; entries: unknown[] }) => [
      one.date,
      one.minutes,
      one.entries.length,
    ]);
    assert.deepEqual(told, [
      [addDays(monday, 1), 40, 3],
      [addDays(monday, 2), null, 1],
      [addDays(monday, 4), 0, 1],
      [addDays(monday, 5), 0, 1],
    ]);
    assert.deepEqual(body.data.injuries, [{ injury_id: injury.id, ...hurt, to: null }]);
    const usual = await api('GET', '/availability/days', athlete);
    assert.deepEqual([usual.body.data.from, usual.body.data.to], [today, day(27)]);
  });

  test('what makes no sense is refused with what to change', async () => {
    const athlete = await signUp(server);
    const refused = async (body: object, path = '/availability') => {
      const answer = await api('POST', path, athlete, body);
      return [answer.status, answer.body.error];
    };
    const kind = 'unavailable';
    assert.deepEqual(await refused({ kind, from: day(5), to: day(4) }), [400, 'from: must not be after to.']);
    assert.deepEqual(await refused({ kind, from: day(-3), to: day(-1) }), [
      400,
      `to: must not be before today, which is ${today} where you live.`,
    ]);
    assert.deepEqual(await refused({ kind, from: day(0), to: day(366) }), [
      400,
      'from: must be at most 366 days before to, to itself counted.',
    ]);
    assert.deepEqual(await refused({ kind }), [400, 'from: is required without weekdays.']);
    assert.deepEqual(await refused({ kind: 'limited', weekdays: ['monday'] }), [
      400,
      'minutes: is required with limited.',
    ]);
    assert.equal((await refused({ kind, weekdays: ['monday'], minutes: 20 }))[0], 400);
    assert.equal((await refused({ kind, weekdays: [] }))[0], 400);
    assert.equal((await refused({ kind, from: '2026-02-30', to: '2026-03-01' }))[0], 400);
    assert.equal((await refused({ kind, from: day(1), to: '9999-12-31' }))[0], 400);
    assert.equal((await refused({ kind, from: day(1), to: day(1), reason: 'x'.repeat(501) }))[0], 400);
    const hurt = { kind: 'injury', area: 'Knee', from: day(0), running: 'none' };
    assert.equal((await refused({ ...hurt, area: ' ' }, '/injuries'))[0], 400);
    assert.equal((await refused({ ...hurt, to: day(-1) }, '/injuries'))[0], 400);
    assert.equal((await refused({ ...hurt, running: 'all' }, '/injuries'))[0], 400);
    const hostile = '<script>alert(1)</script> \u202e\u2066evil';
    const kept = await put(athlete, { kind, from: day(1), to: day(1), reason: hostile });
    assert.equal(kept.reason, hostile, 'words are kept as they are, and are JSON wherever they go');
  });

  test('there are at most 500 entries and 200 injuries, and who has them is told so', async () => {
    const athlete = await signUp(server);
    await server.deps.db.execute(sql`
      INSERT INTO availability_entries (id, user_id, kind, part, from_day, to_day, created_at, updated_at)
      SELECT gen_random_uuid(), ${athlete.user_id}, 'unavailable', 'day', ${today}::date, ${today}::date, now(), now()
      FROM generate_series(1, 499)`);
    const body = { kind: 'unavailable', from: day(1), to: day(1) };
    const both = await Promise.all([
      api('POST', '/availability', athlete, body),
      api('POST', '/availability', athlete, body),
    ]);
    assert.deepEqual(both.map(({ status }) => status).sort(), [201, 409]);
    const { body: told } = await api('POST', '/availability', athlete, body);
    assert.match(told.error, /^You have 500 entries/);
    const { body: days } = await api('GET', `/availability/days?to=${day(2)}&from=${today}`, athlete);
    assert.equal(days.data.days[0].entries.length, 499);
  });

  test('a write that is sent again with its key is done once', async () => {
    const athlete = await signUp(server);
    const body = { kind: 'unavailable', from: day(1), to: day(1) };
    const key = { 'idempotency-key': newId() };
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => api('POST', '/availability', athlete, body, key)),
    );
    assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([201]));
    assert.equal(new Set(answers.map((answer) => answer.body.data.entry.id)).size, 1);
    const other = await api('POST', '/availability', athlete, { ...body, to: day(2) }, key);
    assert.equal(other.status, 422);
    const gone = { 'idempotency-key': newId() };
    const at = `/availability/${answers[0]?.body.data.entry.id}`;
    assert.equal((await api('DELETE', at, athlete, undefined, gone)).status, 200);
    assert.equal((await api('DELETE', at, athlete, undefined, gone)).status, 200);
  });

  test('coaches see days while the athlete lets them, injuries only if they say so, and each look is noted', async () => {
    const club = await createOrganization(server);
    const athlete = await addMember(server, club);
    await put(athlete, { ...away, from: day(2), to: day(2) });
    await put(athlete, { kind: 'illness', area: 'Flu', from: day(0), running: 'none' }, '/injuries');
    const first = (await ofAthlete(club, athlete)).body.data;
    assert.deepEqual(
      first.days.map(({ date }: { date: string }) => date),
      [day(2)],
    );
    assert.equal(first.days[0].entries[0].reason, 'Visiting family');
    assert.deepEqual([first.injuries, first.privacy_filtered], [[], ['injuries']]);
    await share(athlete, { share_injuries_with_coach: true });
    const second = (await ofAthlete(club, athlete)).body.data;
    assert.deepEqual([second.injuries[0].area, second.privacy_filtered], ['Flu', []]);
    const inCapitals = { ...athlete, user_id: athlete.user_id.toUpperCase() };
    assert.deepEqual((await ofAthlete(club, inCapitals)).body.data, second);
    await share(athlete, { share_availability_with_coach: false, share_injuries_with_coach: false });
    const none = (await ofAthlete(club, athlete)).body.data;
    assert.deepEqual(
      [none.days, none.injuries, none.privacy_filtered],
      [[], [], ['availability', 'availability_reason', 'injuries']],
    );
    const accesses = await api('GET', '/users/me/accesses', athlete);
    const text = JSON.stringify(accesses.body);
    assert.match(text, /availability/);
  });

  test('nobody else reads an athlete’s days: other clubs, members, keys, who has left', async () => {
    const [club, other] = [await createOrganization(server), await createOrganization(server)];
    const athlete = await addMember(server, club);
    await put(athlete, { ...away, from: day(2), to: day(2) });
    const none = await ofAthlete(club, await signUp(server));
    assert.equal(none.status, 404);
    assert.equal((await ofAthlete(other, athlete)).body.error, none.body.error);
    assert.equal((await ofAthlete(club, athlete, other.coach)).status, 404);
    assert.equal((await ofAthlete(club, athlete, athlete)).status, 403);
    const key = await createApiKey(server, club, { scopes: ['admin'] });
    const path = `/api/v1/organizations/${club.org_id}/athletes/${athlete.user_id}/availability`;
    const byKey = await server.request('GET', path, { headers: { authorization: `Bearer ${key.secret}` } });
    assert.equal(byKey.status, 403);
    await api('DELETE', `/organizations/${club.org_id}/members/${athlete.user_id}`, club.coach);
    assert.equal((await ofAthlete(club, athlete)).body.error, none.body.error);
  });
});
