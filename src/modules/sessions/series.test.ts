import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import fc from 'fast-check';
import { addDays, daysBetween, WEEKDAYS, weekdayOf } from '../../shared/calendar.ts';
import { answerSession, planSession, sessionsOf } from '../../test/club-sessions.ts';
import { addMember, createOrganization, type TestOrganization } from '../../test/factories.ts';
import { type TestServer, testServer } from '../../test/harness.ts';
import { daysOfRule, instantOf, localOf } from './series-rule.ts';

const anyDay = fc.integer({ min: 0, max: 40_000 }).map((days) => addDays('1990-01-01', days));

test('a rule has its weekdays of every so many weeks, from its first day on', () => {
  const rule = fc.record({
    weekdays: fc.uniqueArray(fc.constantFrom(...WEEKDAYS), { minLength: 1 }),
    interval_weeks: fc.integer({ min: 1, max: 52 }),
    occurrences: fc.integer({ min: 1, max: 366 }),
  });
  fc.assert(
    fc.property(rule, anyDay, ({ weekdays, interval_weeks, occurrences }, first) => {
      const days = daysOfRule({ weekdays, interval_weeks, until: null, occurrences }, first);
      assert.equal(days.length, occurrences);
      assert.deepEqual(days, [...new Set(days)].toSorted());
      const monday = addDays(first, -WEEKDAYS.indexOf(weekdayOf(first)));
      for (const day of days) {
        assert.ok(weekdays.includes(weekdayOf(day)) && daysBetween(first, day) >= 0);
        assert.equal(Math.floor(daysBetween(monday, day) / 7) % interval_weeks, 0);
      }
    }),
  );
});

test('a time of day that a clock change leaves out is later, and one that comes twice is the first', () => {
  const iso = (local: string) => instantOf(local, 'Europe/Berlin')?.toISOString();
  assert.equal(iso('2026-03-29T02:30'), '2026-03-29T01:30:00.000Z');
  assert.equal(iso('2026-10-25T02:30'), '2026-10-25T00:30:00.000Z');
  assert.equal(iso('2026-02-30T02:30'), undefined);
  assert.deepEqual(localOf(new Date('2026-10-25T00:30:00Z'), 'Europe/Berlin'), {
    date: '2026-10-25',
    time: '02:30:00',
  });
});

describe('a series of sessions', () => {
  let server: TestServer;
  before(async () => {
    server = await testServer();
  });

  type Session = {
    id: string;
    org_id: string;
    title: string;
    starts_at: string;
    status: string;
    answer_until: string;
  };
  const newClub = () => createOrganization(server, { fields: { settings: { timezone: 'Europe/Berlin' } } });
  const all = async (club: TestOrganization): Promise<Session[]> => {
    const { body } = await server.request('GET', `${sessionsOf(club)}?limit=200`, {
      token: club.coach.token,
    });
    return body.data.sessions;
  };
  const change = async (club: TestOrganization, { id }: { id: string }, body: object) => {
    const answer = await server.request('PATCH', `${sessionsOf(club)}/${id}`, {
      token: club.coach.token,
      body,
    });
    assert.equal(answer.status, 200, JSON.stringify(answer.body));
    return answer.body.data.session;
  };
  const tuesday = () => {
    const year = server.clock.now().getUTCFullYear() + 1;
    const days = Array.from({ length: 7 }, (_, place) => addDays(`${year}-03-01`, place));
    return days.find((day) => weekdayOf(day) === 'tuesday') ?? '';
  };
  const local = ({ starts_at }: Session) => localOf(new Date(starts_at), 'Europe/Berlin');

  test('begins at the same time of day whatever the clocks do, and each session is its own', async () => {
    const club = await newClub();
    const first = tuesday();
    const session = await planSession(server, club, {
      starts_at: `${first}T19:00`,
      answer_until: `${addDays(first, -1)}T12:00`,
      series: { weekdays: ['tuesday', 'thursday'], occurrences: 12 },
    });
    assert.deepEqual(session.series, {
      id: session.series.id,
      date: first,
      weekdays: ['tuesday', 'thursday'],
      interval_weeks: 1,
      until: null,
      occurrences: 12,
      is_exception: false,
    });
    const sessions = await all(club);
    assert.equal(sessions.length, 12);
    assert.deepEqual([...new Set(sessions.map((one) => local(one).time))], ['19:00:00']);
    assert.equal(new Set(sessions.map(({ starts_at }) => starts_at.slice(11))).size, 2, 'summer and winter');
    for (const one of sessions) {
      const until = localOf(new Date(one.answer_until), 'Europe/Berlin');
      assert.deepEqual([until.date, until.time], [addDays(local(one).date, -1), '12:00:00']);
    }
  });

  test('has exceptions, which keep their time when all that follow are moved', async () => {
    const club = await newClub();
    const first = tuesday();
    await planSession(server, club, { starts_at: `${first}T19:00`, series: { occurrences: 6 } });
    const sessions = await all(club);
    const [, second, third, fourth, , last] = sessions as [
      Session,
      Session,
      Session,
      Session,
      Session,
      Session,
    ];
    await change(club, fourth, { starts_at: `${local(fourth).date}T07:30` });
    await change(club, third, { status: 'cancelled' });
    const runner = await addMember(server, club);
    await answerSession(server, last, runner, 'yes');
    const moved = await change(club, second, {
      applies_to: 'following',
      title: 'Wednesday track',
      starts_at: `${addDays(local(second).date, 1)}T18:30`,
    });
    assert.equal(moved.series.is_exception, false);
    const now = await all(club);
    assert.deepEqual(
      now.map(({ title, status }) => `${title} ${status}`),
      [
        'Tuesday track scheduled',
        'Wednesday track scheduled',
        'Wednesday track cancelled',
        'Wednesday track scheduled',
        'Wednesday track scheduled',
        'Wednesday track scheduled',
      ],
    );
    assert.deepEqual(
      now.map((one) => `${weekdayOf(local(one).date)} ${local(one).time}`),
      [
        'tuesday 19:00:00',
        'wednesday 18:30:00',
        'tuesday 19:00:00',
        'tuesday 07:30:00',
        'wednesday 18:30:00',
        'wednesday 18:30:00',
      ],
    );
    await server.request('DELETE', `${sessionsOf(club)}/${third.id}/following`, {
      token: club.coach.token,
    });
    assert.equal((await all(club)).length, 2);
  });

  test('has at most 366 sessions, and a club 2,000 to come', async () => {
    const club = await newClub();
    const make = (occurrences: number) =>
      server.request('POST', sessionsOf(club), {
        token: club.coach.token,
        body: {
          title: 'Run',
          starts_at: `${tuesday()}T19:00`,
          series: { weekdays: [...WEEKDAYS], occurrences },
        },
      });
    assert.equal((await make(367)).status, 400);
    for (let made = 0; made < 5; made += 1) assert.equal((await make(366)).status, 201);
    const full = await make(366);
    assert.deepEqual([full.status, full.body.code], [409, 'too_many_sessions']);
    assert.equal((await make(170)).status, 201);
  });
});
