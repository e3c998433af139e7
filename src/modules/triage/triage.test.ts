import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { sql } from '../../infra/db/sql.ts';
import { DEFAULT_SOURCE_POLICIES, type PrivacySettings } from '../../privacy/index.ts';
import { addDays } from '../../shared/calendar.ts';
import { newId } from '../../shared/ids.ts';
import { DAY_MS, HOUR_MS } from '../../shared/time.ts';
import { countStatements } from '../../test/count-statements.ts';
import { addCoach, addMember, createOrganization, type TestOrganization } from '../../test/factories.ts';
import { type TestServer, testServer } from '../../test/harness.ts';
import { insertActivities } from '../../test/insert-activities.ts';
import { makeActivity } from '../../test/random-activities.ts';
import { saveQuietPlan, setVdot } from '../../test/saved-plans.ts';
import { seedAthlete } from '../../test/seed-athletes.ts';
import type { StoredActivity } from '../activities/index.ts';
import type { TriageAthlete } from './contract.ts';
import { readTriage } from './read-triage.ts';

describe('triage', () => {
  let server: TestServer;
  let club: TestOrganization;
  let today: string;
  before(async () => {
    server = await testServer();
  });
  after(() => server.clock.reset());
  beforeEach(async () => {
    server.clock.reset();
    const now = server.clock.now();
    const days = (3 - now.getUTCDay() + 7) % 7;
    const noon = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() + days, 12);
    server.clock.advance(noon - now.getTime());
    today = new Date(noon).toISOString().slice(0, 10);
    club = await createOrganization(server);
  });

  const path = ({ org_id } = club) => `/api/v1/organizations/${org_id}/triage`;
  async function read(query = '', token = club.coach.token) {
    const { status, body } = await server.request('GET', `${path()}${query}`, { token });
    assert.equal(status, 200, JSON.stringify(body));
    return body.data as {
      athletes: TriageAthlete[];
      counts: Record<string, number>;
      pending_athletes: number;
      next_cursor: string | null;
    };
  }
  async function codesOf(user_id: string, query = ''): Promise<string[] | undefined> {
    const { athletes } = await read(query);
    return athletes.find((one) => one.user_id === user_id)?.reasons.map(({ code }) => code);
  }
  async function look(deps: Partial<TestServer['deps']> = {}) {
    const coach = { type: 'user', user_id: club.coach.user_id, roles: [] } as never;
    const asked = {
      state: 'open',
      group_id: undefined,
      coach_id: undefined,
      limit: 50,
      cursor: undefined,
    } as const;
    return await readTriage({ ...server.deps, ...deps }, coach, { org_id: club.org_id, ...asked });
  }
  async function lookedAt(user_id: string): Promise<string[] | undefined> {
    const { athletes } = await look();
    return athletes.find((one) => one.user_id === user_id)?.reasons.map(({ code }) => code);
  }
  const ago = (days: number): Date => new Date(Date.parse(`${today}T08:00:00Z`) - days * DAY_MS);
  async function run(
    { user_id }: { user_id: string },
    days: number,
    fields: Partial<StoredActivity> = {},
  ): Promise<string> {
    const activity = makeActivity(user_id, {
      source: 'upload',
      sport_type: 'run',
      workout_type: null,
      is_race: false,
      private: false,
      start_time: ago(days),
      duration_s: 3_000,
      moving_time_s: 3_000,
      distance_m: 8_000,
      ...fields,
    });
    await insertActivities(server.deps.db, [activity]);
    return activity.id;
  }
  const seed = (privacy: Partial<PrivacySettings> = {}, org_id = club.org_id) =>
    seedAthlete(server, org_id, { privacy, timezone: 'UTC' });
  const share = async ({ user_id }: { user_id: string }, settings: Partial<PrivacySettings>) =>
    server.deps.db.execute(sql`
      UPDATE users SET privacy = (privacy::jsonb || ${JSON.stringify(settings)}::jsonb) WHERE user_id = ${user_id}`);
  const mark = (user_id: string, body: object, headers = {}, token = club.coach.token) =>
    server.request('PUT', `${path()}/${user_id}/mark`, { token, body, headers });

  /** Two quiet weeks that began ten days ago: easy, intervals and a long run on the days 0, 2 and 5 of each. */
  async function plan(athlete: { user_id: string }): Promise<string> {
    await setVdot(server, athlete.user_id, 45);
    const start_date = addDays(today, -10);
    const { body } = await saveQuietPlan(server, club, {
      start_date,
      weeks: 2,
      athlete_ids: [athlete.user_id],
    });
    return body.data.assigned[0].plan_id;
  }

  test('an athlete who missed a key session is first, with the session as evidence and the week day by day', async () => {
    const athlete = await seed();
    const plan_id = await plan(athlete);
    for (const days of [10, 8, 3]) await run(athlete, days);
    const { athletes, counts } = await read();
    const [found] = athletes;
    assert.equal(athletes.length, 1);
    assert.equal(found?.section, 'first');
    const [reason] = found?.reasons ?? [];
    assert.equal(reason?.code, 'key_session_missed');
    assert.equal(reason?.since, addDays(today, -5));
    assert.ok(reason !== undefined);
    const { sessions, sessions_count } = reason.evidence;
    assert.equal(sessions_count, 2);
    assert.deepEqual(
      (sessions as unknown as Record<string, unknown>[]).map(({ plan_id, date, workout_type, status }) => [
        plan_id,
        date,
        workout_type,
        status,
      ]),
      [
        [plan_id, addDays(today, -5), 'long-run', 'missed'],
        [plan_id, addDays(today, -1), 'intervals', 'missed'],
      ],
    );
    assert.deepEqual(counts, { open: 1, first: 1, later: 0, handled: 0, well: 0, private: 0 });
    const days = found?.week.days ?? [];
    assert.equal(found?.week.week_start, addDays(today, -2));
    assert.deepEqual(
      days.map(({ planned, done }) => [planned.map(({ status }) => status), done.length]),
      [
        [[], 0],
        [['missed'], 0],
        [[], 0],
        [[], 0],
        [['upcoming'], 0],
        [[], 0],
        [[], 0],
      ],
    );
    assert.ok((days[1]?.planned[0]?.distance_m ?? 0) > 0);
  });

  /** A session of the club at noon so many days ago, which the athlete said yes to and which stands for what a plan has for that day. */
  async function comeInstead(
    { user_id }: { user_id: string },
    { days, plan_id, workout = null }: { days: number; plan_id: string | null; workout?: object | null },
  ): Promise<void> {
    const { db } = server.deps;
    const [id, now] = [newId(), server.clock.now()];
    await db.execute(sql`
      INSERT INTO club_sessions (id, org_id, title, description, starts_at, timezone, duration_s, place, workout, reminded_at,
        created_at, updated_at)
      VALUES (${id}, ${club.org_id}, 'Track', '', ${ago(days)}, 'UTC', 3600, '', ${workout && JSON.stringify(workout)}::jsonb, ${now},
        ${now}, ${now})`);
    await db.execute(sql`
      INSERT INTO club_session_answers (org_id, session_id, user_id, answer, answered_at, received_at, queue_number, replaces_plan_id,
        replaces_workout_id)
      VALUES (${club.org_id}, ${id}, ${user_id}, 'yes', ${now}, ${now}, 1, ${plan_id}, (
        SELECT workout_id::uuid FROM assigned_workouts
        WHERE assignment_id = ${plan_id} AND date = ${addDays(today, -days)}::date))`);
  }
  const sessionWorkout = (distance_m: number) => ({
    workout_type: 'tempo',
    segments: [{ kind: 'work', distance_m, target: { type: 'effort', min: 6, max: 7, zone: 'threshold' } }],
    groups: [],
  });

  test('what became of a workout for which a club session stands is what became of the session', async () => {
    const [came, without, stayed] = [await seed(), await seed(), await seed()];
    for (const athlete of [came, without, stayed]) {
      const plan_id = await plan(athlete);
      for (const days of [10, 8, 5, 3])
        await run(athlete, days, { distance_m: 12_000, moving_time_s: 4_000 });
      assert.deepEqual(await codesOf(athlete.user_id), ['key_session_missed']);
      const workout = athlete === without ? null : sessionWorkout(5_000);
      await comeInstead(athlete, { days: 1, plan_id, workout });
    }
    // As long as the session, and not half as long as the intervals that the plan has.
    await run(came, 1, { distance_m: 4_500, moving_time_s: 1_300 });
    assert.equal(await codesOf(came.user_id), undefined);
    assert.equal(await codesOf(without.user_id), undefined, 'nobody knows what was to be run there');
    assert.deepEqual(await codesOf(stayed.user_id), ['key_session_missed']);
    const { athletes } = await read('?state=well');
    const statusOf = ({ user_id }: { user_id: string }, state = athletes) =>
      state.find((one) => one.user_id === user_id)?.week.days[1]?.planned.map(({ status }) => status);
    assert.deepEqual([statusOf(came), statusOf(without)], [['done'], ['unknown']]);
    // Taken back, it is as before.
    await server.deps.db.execute(sql`
      UPDATE club_session_answers SET replaces_plan_id = NULL, replaces_workout_id = NULL WHERE user_id = ${without.user_id}`);
    assert.deepEqual(await codesOf(without.user_id), ['key_session_missed']);
  });

  test('a run at a session that stands for nothing counts for the session, and a cancelled one takes none', async () => {
    const athlete = await seed();
    await plan(athlete);
    for (const days of [10, 8, 5, 3]) await run(athlete, days, { distance_m: 12_000, moving_time_s: 4_000 });
    await run(athlete, 1, { distance_m: 10_000, moving_time_s: 2_600 });
    assert.equal(await codesOf(athlete.user_id), undefined);
    await comeInstead(athlete, { days: 1, plan_id: null, workout: sessionWorkout(10_000) });
    assert.deepEqual(await codesOf(athlete.user_id), ['key_session_missed']);
    await server.deps.db.execute(
      sql`UPDATE club_sessions SET cancelled_at = ${server.clock.now()} WHERE org_id = ${club.org_id}`,
    );
    assert.equal(await codesOf(athlete.user_id), undefined);
  });

  test('of who shares no paces a workout has the title that it has for everybody', async () => {
    const athlete = await seed();
    const plan_id = await plan(athlete);
    await server.deps.db.execute(sql`
      UPDATE plan_assignments SET workouts = (
        SELECT json_agg(w.workout::jsonb || jsonb_build_object('title', '2 × 800 m', 'as_planned', jsonb_build_object(
          'title', w.workout ->> 'title', 'description', w.workout ->> 'description', 'segments', w.workout -> 'segments')))
        FROM json_array_elements(workouts) AS w (workout)) WHERE id = ${plan_id}`);
    const told = async () => JSON.stringify(await read('?state=open'));
    assert.ok((await told()).includes('2 × 800 m'));
    await share(athlete, { share_pace_data: false });
    const text = await told();
    assert.ok(text.includes('3 × 800 m'), text);
    assert.equal(text.includes('2 × 800 m'), false);
  });

  test('what changes is seen at the next look: an activity that comes in, and one that goes', async () => {
    const athlete = await seed();
    await run(athlete, 9);
    assert.deepEqual(await codesOf(athlete.user_id), ['silent']);
    const id = await run(athlete, 1);
    assert.equal(await codesOf(athlete.user_id), undefined);
    await server.deps.db.execute(sql`DELETE FROM activities WHERE id = ${id}`);
    assert.deepEqual(await codesOf(athlete.user_id), ['silent']);
    assert.equal((await read()).pending_athletes, 0);
  });

  test('time alone makes a silence: on the seventh day and not before', async () => {
    const athlete = await seed();
    await run(athlete, 1);
    assert.equal(await lookedAt(athlete.user_id), undefined);
    server.clock.advance(6 * DAY_MS - 5 * HOUR_MS);
    assert.equal(await lookedAt(athlete.user_id), undefined);
    server.clock.advance(2 * HOUR_MS);
    assert.deepEqual(await lookedAt(athlete.user_id), ['silent']);
  });

  test('what is kept private is no evidence, and its absence accuses nobody', async () => {
    const athlete = await seed();
    await plan(athlete);
    await run(athlete, 9);
    assert.deepEqual(await codesOf(athlete.user_id), ['key_session_missed', 'volume_below_plan', 'silent']);
    await share(athlete, { share_pace_data: false });
    assert.deepEqual(await codesOf(athlete.user_id), ['key_session_missed', 'silent']);
    await share(athlete, { share_activity_with_coach: false });
    assert.equal(await codesOf(athlete.user_id), undefined);
    const { athletes, counts } = await read('?state=private');
    assert.equal(counts.private, 1);
    const [hidden] = athletes;
    assert.equal(hidden?.user_id, athlete.user_id);
    assert.deepEqual(hidden?.reasons, []);
    assert.ok(hidden?.week.days.every(({ done }) => done.length === 0));
    assert.ok(hidden?.week.days.every(({ planned }) => planned.every((one) => !('distance_m' in one))));
    assert.deepEqual(hidden?.privacy_filtered, [
      'reasons.key_session_missed',
      'reasons.load_rising',
      'reasons.long_run_jump',
      'reasons.pain_reported',
      'reasons.silent',
      'reasons.volume_above_plan',
      'reasons.volume_below_plan',
    ]);
    // Narrowed for this club alone it is the same.
    await share(athlete, { share_activity_with_coach: true });
    await server.deps.db.execute(sql`
      UPDATE organization_members SET narrowed_privacy = '{"share_activity_with_coach": false}'
      WHERE org_id = ${club.org_id} AND user_id = ${athlete.user_id}`);
    assert.equal(await codesOf(athlete.user_id), undefined);
  });

  test('a platform whose activities coaches do not see lets nothing be missing', async () => {
    const athlete = await seed();
    await server.deps.db.execute(sql`
      UPDATE users SET integrations = '{"strava": true}' WHERE user_id = ${athlete.user_id}`);
    await run(athlete, 9);
    const strava = { ...DEFAULT_SOURCE_POLICIES.strava, show_to_coach: false };
    const sourcePolicies = { ...DEFAULT_SOURCE_POLICIES, strava };
    assert.deepEqual(await lookedAt(athlete.user_id), ['silent']);
    const { athletes, counts } = await look({ sourcePolicies });
    assert.deepEqual([athletes, counts.well], [[], 1]);
  });

  test('a jump of one run and a rising load are told with their numbers, and a race is no jump', async () => {
    const [jumped, raced] = [await seed(), await seed()];
    for (const athlete of [jumped, raced]) {
      for (const days of [27, 24, 20, 16, 12, 9]) await run(athlete, days, { distance_m: 10_000 });
    }
    const activity_id = await run(jumped, 2, { distance_m: 24_000 });
    await run(raced, 2, { distance_m: 21_100, is_race: true });
    const { athletes } = await read();
    const reasons = athletes.find(({ user_id }) => user_id === jumped.user_id)?.reasons ?? [];
    assert.deepEqual(
      reasons.map(({ code, evidence }) => [code, evidence]),
      [
        [
          'long_run_jump',
          { activity_id, distance_m: 24_000, longest_30_days_m: 10_000, ratio: 2.4, limit_ratio: 1.3 },
        ],
      ],
    );
    assert.equal(await codesOf(raced.user_id), undefined);
    await run(jumped, 1, { distance_m: 18_000 });
    assert.deepEqual(await codesOf(jumped.user_id), ['long_run_jump', 'load_rising']);
  });

  test('pain is told only with its consent, and with the workout it was about', async () => {
    const member = await addMember(server, club);
    await server.deps.db.execute(sql`
      UPDATE users SET preferences = preferences || '{"timezone": "UTC"}' WHERE user_id = ${member.user_id}`);
    const id = await run(member, 1);
    const said = await server.request('PUT', `/api/v1/activities/${id}/feedback`, {
      token: member.token,
      body: { rpe: 7, pain: { area: 'knee', side: 'left', level: 5 } },
    });
    assert.equal(said.status, 200, JSON.stringify(said.body));
    assert.equal(await codesOf(member.user_id), undefined, 'pain is shared with nobody until it is');
    await share(member, { share_injuries_with_coach: true });
    const { athletes } = await read();
    const [reason] = athletes.find(({ user_id }) => user_id === member.user_id)?.reasons ?? [];
    assert.deepEqual(
      [reason?.code, reason?.evidence],
      ['pain_reported', { area: 'knee', level: 5, limit_level: 3, reported_on: today, reports: 1 }],
    );
    await server.deps.db.execute(sql`UPDATE activities SET private = true WHERE id = ${id}`);
    assert.equal(await codesOf(member.user_id), undefined);
  });

  test('pain in a workout of a plan is told by its organization alone, and not of before somebody joined it again', async () => {
    const member = await addMember(server, club);
    await share(member, { share_injuries_with_coach: true });
    const { db } = server.deps;
    const now = server.clock.now();
    const sayOf = async (org_id: string, first_said: Date) => {
      await db.execute(sql`DELETE FROM feedback WHERE user_id = ${member.user_id}`);
      await db.execute(sql`
        INSERT INTO feedback (user_id, org_id, saved_plan_id, plan_id, workout_id, workout_date, pain, said_at, last_at, created_at,
          updated_at)
        VALUES (${member.user_id}, ${org_id}, ${newId()}, ${newId()}, ${newId()}, ${today}::date,
          '{"area": "calf", "side": null, "level": 6}', ${JSON.stringify({ pain: now.toISOString() })}::jsonb, ${now},
          ${first_said}, ${now})`);
    };
    await sayOf(club.org_id, new Date(now.getTime() + 1_000));
    assert.deepEqual(await codesOf(member.user_id), ['pain_reported']);
    await sayOf((await createOrganization(server)).org_id, new Date(now.getTime() + 1_000));
    assert.equal(await codesOf(member.user_id), undefined);
    // They left and are back since: what they said of plans of before is not back either.
    await sayOf(club.org_id, new Date(now.getTime() - HOUR_MS));
    assert.equal(await codesOf(member.user_id), undefined);
  });

  test('a message that nobody has answered for a day is told, and no more once it is', async () => {
    const member = await addMember(server, club);
    const messages = `/api/v1/organizations/${club.org_id}/athletes/${member.user_id}/messages`;
    const write = async (token: string, text: string) => {
      const { status, body } = await server.request('POST', messages, { token, body: { text } });
      assert.equal(status, 201, JSON.stringify(body));
    };
    await write(member.token, 'May I run on Sunday?');
    assert.equal(await lookedAt(member.user_id), undefined);
    server.clock.advance(25 * HOUR_MS);
    const { athletes } = await look();
    const [reason] = athletes.find(({ user_id }) => user_id === member.user_id)?.reasons ?? [];
    assert.deepEqual([reason?.code, reason?.evidence.limit_hours], ['message_unanswered', 24]);
    await server.deps.db.execute(
      sql`UPDATE message_threads SET waiting_since = NULL WHERE athlete_id = ${member.user_id}`,
    );
    assert.equal(await lookedAt(member.user_id), undefined);
  });

  test('workouts on days that are ruled out, and a race of the athlete’s calendar, are told', async () => {
    const athlete = await seed();
    await plan(athlete);
    for (const days of [10, 8, 5, 3, 1])
      await run(athlete, days, { distance_m: 12_000, moving_time_s: 4_000 });
    const { db } = server.deps;
    const now = server.clock.now();
    await db.execute(sql`
      INSERT INTO availability_entries (id, user_id, kind, part, weekdays, from_day, to_day, reason, created_at, updated_at)
      VALUES (${newId()}, ${athlete.user_id}, 'unavailable', 'day', NULL, ${today}, ${addDays(today, 6)}, 'Away', ${now}, ${now})`);
    await db.execute(sql`
      INSERT INTO races (id, user_id, race_day, name, distance_m, priority, created_at, updated_at)
      VALUES (${newId()}, ${athlete.user_id}, ${addDays(today, 9)}, 'City 10k', 10000, 'a', ${now}, ${now})`);
    const reasonsOf = async () =>
      ((await read()).athletes.find(({ user_id }) => user_id === athlete.user_id)?.reasons ?? [])
        .filter(({ code }) => code === 'low_availability' || code === 'race_near')
        .map(({ code, evidence }) => [code, evidence]);
    assert.deepEqual(await reasonsOf(), [
      ['low_availability', { planned_count: 1, unavailable_count: 1, limit_share: 0.5 }],
      ['race_near', { date: addDays(today, 9), name: 'City 10k', days_to_race: 9, limit_days: 14 }],
    ]);
    await share(athlete, { share_availability_with_coach: false, share_race_goal: false });
    assert.deepEqual(await reasonsOf(), []);
    assert.equal(JSON.stringify(await read()).includes('Away'), false);
    // An injury that allows no running is such a day as well, and looked at where that is shared.
    await db.execute(sql`
      INSERT INTO injuries (id, user_id, kind, area, from_day, to_day, running, note, created_at, updated_at)
      VALUES (${newId()}, ${athlete.user_id}, 'injury', 'Knee', ${today}, NULL, 'none', NULL, ${now}, ${now})`);
    const hidden = async () =>
      (await read('?state=all')).athletes.find(({ user_id }) => user_id === athlete.user_id)
        ?.privacy_filtered;
    assert.deepEqual([await reasonsOf(), (await hidden())?.includes('reasons.low_availability')], [[], true]);
    await share(athlete, { share_injuries_with_coach: true });
    assert.deepEqual(
      (await reasonsOf()).map(([code]) => code),
      ['low_availability'],
    );
    assert.equal((await hidden())?.includes('reasons.low_availability'), false);
  });

  test('handled stays away until there is new evidence, for all coaches', async () => {
    const athlete = await seed();
    await run(athlete, 9);
    const other = await addCoach(server, club, { role: 'assistant_coach' });
    assert.deepEqual(await codesOf(athlete.user_id), ['silent']);
    const marked = await mark(athlete.user_id, { state: 'handled', note: ' Called her. ' }, {}, other.token);
    assert.equal(marked.status, 200, JSON.stringify(marked.body));
    assert.deepEqual(
      [marked.body.data.mark.note, marked.body.data.mark.marked_by, marked.body.data.mark.until],
      ['Called her.', other.user_id, null],
    );
    const { athletes, counts } = await read('?state=handled');
    assert.equal(await codesOf(athlete.user_id), undefined);
    assert.deepEqual([athletes[0]?.mark?.note, counts.handled, counts.open], ['Called her.', 1, 0]);
    server.clock.advance(3 * DAY_MS);
    assert.equal(await lookedAt(athlete.user_id), undefined, 'the same silence is no news');
    for (const days of [27, 24, 20, 16, 12, 10]) await run(athlete, days);
    await run(athlete, -2.5, { distance_m: 24_000 });
    assert.deepEqual(await lookedAt(athlete.user_id), ['long_run_jump']);
  });

  test('what is put off comes back when its time is over, and at once when it is taken back', async () => {
    const athlete = await seed();
    await run(athlete, 9);
    await read();
    const until = new Date(server.clock.now().getTime() + 20 * HOUR_MS).toISOString();
    await mark(athlete.user_id, { state: 'later', until });
    assert.equal(await codesOf(athlete.user_id), undefined);
    assert.equal((await read('?state=later')).athletes[0]?.mark?.until, until);
    server.clock.advance(20 * HOUR_MS);
    assert.deepEqual(await codesOf(athlete.user_id), ['silent']);
    await mark(athlete.user_id, { state: 'handled' });
    assert.equal(await codesOf(athlete.user_id), undefined);
    for (let twice = 0; twice < 2; twice += 1) {
      const { status } = await server.request('DELETE', `${path()}/${athlete.user_id}/mark`, {
        token: club.coach.token,
      });
      assert.equal(status, 200);
    }
    assert.deepEqual(await codesOf(athlete.user_id), ['silent']);
  });

  test('a mark that is sent again with its key is made once; another coach’s in between stays', async () => {
    const athlete = await seed();
    await run(athlete, 9);
    const key = { 'idempotency-key': newId() };
    const first = await mark(athlete.user_id, { state: 'handled', note: 'one' }, key);
    await mark(athlete.user_id, { state: 'handled', note: 'two' });
    const again = await mark(athlete.user_id, { state: 'handled', note: 'one' }, key);
    assert.deepEqual([first.status, again.status, again.body.data.mark.note], [200, 200, 'two']);
    const reused = await mark(athlete.user_id, { state: 'handled', note: 'three' }, key);
    assert.deepEqual([reused.status, reused.body.code], [422, 'idempotency_key_reused']);
  });

  test('bad marks are refused with what to change', async () => {
    const [athlete, well] = [await seed(), await seed()];
    await run(athlete, 9);
    await run(well, 1);
    const past = new Date(server.clock.now().getTime() - HOUR_MS).toISOString();
    const far = new Date(server.clock.now().getTime() + 400 * DAY_MS).toISOString();
    for (const [body, status, about] of [
      [{ state: 'later' }, 400, 'until'],
      [{ state: 'later', until: past }, 400, 'until'],
      [{ state: 'later', until: far }, 400, 'until'],
      [{ state: 'handled', until: far }, 400, 'until'],
      [{ state: 'gone' }, 400, 'state'],
      [{ state: 'handled', note: 'x'.repeat(501) }, 400, 'note'],
    ] as const) {
      const answer = await mark(athlete.user_id, body);
      assert.equal(answer.status, status, JSON.stringify(answer.body));
      assert.ok(answer.body.error.startsWith(about), answer.body.error);
    }
    assert.equal((await mark(well.user_id, { state: 'handled' })).status, 409);
    const bad = await mark(athlete.user_id, { state: 'handled' }, { 'idempotency-key': 'two words' });
    assert.deepEqual([bad.status, bad.body.details[0].path], [400, 'Idempotency-Key']);
  });

  test('an organization’s own limits hold at once, and null takes one back', async () => {
    const athlete = await seed();
    await run(athlete, 4);
    assert.equal(await codesOf(athlete.user_id), undefined);
    const set = (body: object, token = club.coach.token) =>
      server.request('PATCH', `${path()}/limits`, { token, body });
    const answer = await set({ silent_days: 3 });
    assert.deepEqual(
      [answer.status, answer.body.data.limits.silent_days, answer.body.data.defaults.silent_days],
      [200, 3, 7],
    );
    assert.deepEqual(await codesOf(athlete.user_id), ['silent']);
    const back = await set({ silent_days: null });
    assert.equal(back.body.data.limits.silent_days, 7);
    assert.equal(await codesOf(athlete.user_id), undefined);
    for (const body of [{ silent_days: 1 }, { silent_days: 7.5 }, { silent: 3 }, { load_ratio: 'x' }])
      assert.equal((await set(body)).status, 400, JSON.stringify(body));
    const assistant = await addCoach(server, club, { role: 'assistant_coach' });
    assert.equal((await set({ silent_days: 3 }, assistant.token)).status, 403);
  });

  test('who is no coach there sees nothing: members 403, strangers 404, nobody 401', async () => {
    const member = await addMember(server, club);
    const stranger = await createOrganization(server);
    for (const [token, status] of [
      [member.token, 403],
      [stranger.coach.token, 404],
      [undefined, 401],
    ] as const) {
      const answer = await server.request('GET', path(), token === undefined ? {} : { token });
      assert.equal(answer.status, status);
    }
    const athlete = await seed({}, stranger.org_id);
    await run(athlete, 9);
    assert.equal((await mark(athlete.user_id, { state: 'handled' })).status, 404);
    assert.equal(await codesOf(athlete.user_id), undefined);
  });

  test('who leaves is gone, and comes back without what was decided about them', async () => {
    const athlete = await seed();
    await run(athlete, 9);
    await mark(athlete.user_id, { state: 'handled', note: 'x' });
    await server.deps.db.execute(sql`
      UPDATE organization_members SET left_at = ${server.clock.now()} WHERE org_id = ${club.org_id} AND user_id = ${athlete.user_id}`);
    const { counts, pending_athletes } = await read('?state=handled');
    assert.deepEqual([counts.handled, pending_athletes], [0, 0]);
    const { rows } = await server.deps.db.executeSql('SELECT 1 FROM triage_entries WHERE user_id = $1', [
      athlete.user_id,
    ]);
    assert.equal(rows.length, 0);
  });

  test('pages hold everybody once, in the order of what presses most', async () => {
    const people = [];
    for (let n = 0; n < 7; n += 1) {
      const athlete = await seed();
      await run(athlete, 9);
      if (n % 2 === 0) await plan(athlete);
      people.push(athlete.user_id);
    }
    const seen: TriageAthlete[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const page = await read(`?limit=3${cursor === '' ? '' : `&cursor=${cursor}`}`);
      seen.push(...page.athletes);
      cursor = page.next_cursor;
    }
    assert.deepEqual(seen.map(({ user_id }) => user_id).sort(), people.sort());
    const elsewhere = await server.request('GET', `${path()}?cursor=AAABn2OcGGcBn2OcEkB4c5UiKzY78pz9`, {
      token: club.coach.token,
    });
    assert.deepEqual([elsewhere.status, elsewhere.body.data.athletes], [200, []], 'a cursor of another list');
    const sections = seen.map(({ section }) => section);
    assert.deepEqual(sections, [...sections].sort());
    assert.equal(sections.filter((section) => section === 'first').length, 4);
  });

  test('the number of statements does not depend on the number of athletes', async () => {
    const counted = await countStatements(server);
    const counts = [];
    for (const size of [2, 12]) {
      for (let n = 0; n < size; n += 1) await run(await seed(), 9);
      await read();
      const { body, statements } = await counted.get(path(), { token: club.coach.token });
      counts.push([body.data.athletes.length, statements.length]);
    }
    await counted.close();
    assert.deepEqual(
      counts.map(([athletes]) => athletes),
      [2, 14],
    );
    assert.equal(counts[0]?.[1], counts[1]?.[1]);
  });

  test('the rows of assigned workouts are those of the plans, also after a change and when a plan is taken back', async () => {
    const athlete = await seed();
    const plan_id = await plan(athlete);
    const rowsOf = async () => {
      const { rows } = await server.deps.db.executeSql(
        'SELECT workout_id, date::text, title, distance_m FROM assigned_workouts WHERE assignment_id = $1 ORDER BY place',
        [plan_id],
      );
      return rows;
    };
    const { rows } = await server.deps.db.executeSql(
      `SELECT w ->> 'id' AS workout_id, w ->> 'date' AS date, w ->> 'title' AS title, (w ->> 'distance_m')::double precision AS distance_m
       FROM plan_assignments a, json_array_elements(a.workouts) w WHERE a.id = $1`,
      [plan_id],
    );
    assert.equal(rows.length, 6);
    assert.deepEqual(await rowsOf(), rows);
    await server.deps.db.execute(sql`
      UPDATE plan_assignments SET workouts = replace(workouts::text, '3 × 800 m', 'Intervals')::json WHERE id = ${plan_id}`);
    assert.equal(
      (await rowsOf()).filter((row) => Reflect.get(row as object, 'title') === 'Intervals').length,
      2,
    );
    await server.deps.db.execute(sql`UPDATE plan_assignments SET ended_at = now() WHERE id = ${plan_id}`);
    assert.deepEqual(await rowsOf(), []);
  });
});
