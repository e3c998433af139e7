import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import type { Static } from 'typebox';
import { sql } from '../../infra/db/sql.ts';
import type { PrivacySettings } from '../../privacy/index.ts';
import { addDays } from '../../shared/calendar.ts';
import { DAY_MS } from '../../shared/time.ts';
import { countStatements } from '../../test/count-statements.ts';
import {
  addMember,
  createGroup,
  createOrganization,
  type TestOrganization,
  type TestUser,
} from '../../test/factories.ts';
import { type TestServer, testServer } from '../../test/harness.ts';
import { insertActivities } from '../../test/insert-activities.ts';
import { makeActivity } from '../../test/random-activities.ts';
import { saveQuietPlan, setVdot } from '../../test/saved-plans.ts';
import { seedAthlete } from '../../test/seed-athletes.ts';
import type { TriageAthlete, TriageEvidence, TriageList } from './contract.ts';

type Person = { readonly user_id: string };

describe('the lists of triage and the evidence of one athlete', () => {
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

  const path = () => `/api/v1/organizations/${club.org_id}/triage`;
  async function get(rest: string): Promise<unknown> {
    const { status, body } = await server.request('GET', `${path()}${rest}`, { token: club.coach.token });
    assert.equal(status, 200, JSON.stringify(body));
    return body.data;
  }
  const list = async (query = '') => (await get(query)) as Static<typeof TriageList>['data'];
  const evidence = async ({ user_id }: Person) =>
    (await get(`/${user_id}/evidence`)) as Static<typeof TriageEvidence>['data'];
  async function rowOf({ user_id }: Person): Promise<TriageAthlete> {
    const found = (await list('?state=all')).athletes.find((one) => one.user_id === user_id);
    assert.ok(found !== undefined);
    return found;
  }
  async function run({ user_id }: Person, days: number, distance_m = 8_000): Promise<string> {
    const activity = makeActivity(user_id, {
      source: 'upload',
      sport_type: 'run',
      workout_type: null,
      is_race: false,
      private: false,
      start_time: new Date(Date.parse(`${today}T08:00:00Z`) - days * DAY_MS),
      duration_s: 3_000,
      moving_time_s: 3_000,
      distance_m,
    });
    await insertActivities(server.deps.db, [activity]);
    return activity.id;
  }
  const seed = (privacy: Partial<PrivacySettings> = {}) =>
    seedAthlete(server, club.org_id, { privacy, timezone: 'UTC' });
  async function member(): Promise<TestUser> {
    const found = await addMember(server, club);
    await server.deps.db.execute(sql`
      UPDATE users SET preferences = preferences || '{"timezone": "UTC"}' WHERE user_id = ${found.user_id}`);
    return found;
  }
  const share = async ({ user_id }: Person, settings: Partial<PrivacySettings>) =>
    await server.deps.db.execute(sql`
      UPDATE users SET privacy = (privacy::jsonb || ${JSON.stringify(settings)}::jsonb) WHERE user_id = ${user_id}`);
  async function plan(athlete: Person): Promise<string> {
    await setVdot(server, athlete.user_id, 45);
    const start_date = addDays(today, -10);
    const athlete_ids = [athlete.user_id];
    const { body } = await saveQuietPlan(server, club, { start_date, weeks: 2, athlete_ids });
    return body.data.assigned[0].plan_id;
  }
  async function mark({ user_id }: Person, body: object): Promise<void> {
    const { token } = club.coach;
    assert.equal((await server.request('PUT', `${path()}/${user_id}/mark`, { token, body })).status, 200);
  }

  test('all athletes come in one list, section by section, and by pages in the same order', async () => {
    const sections = ['first', 'then', 'later', 'handled', 'well', 'private'];
    const people = await Promise.all(
      sections.map((section) => seed({ share_activity_with_coach: section !== 'private' })),
    );
    const [first, , later, handled, well] = people;
    assert.ok(first !== undefined && later !== undefined && handled !== undefined && well !== undefined);
    await plan(first);
    for (const one of people.slice(0, 4)) await run(one, 9);
    await run(well, 1);
    const until = new Date(server.clock.now().getTime() + DAY_MS).toISOString();
    await mark(later, { state: 'later', until });
    await mark(handled, { state: 'handled', note: 'Called her.' });
    const { athletes, counts, next_cursor } = await list('?state=all');
    assert.deepEqual(
      athletes.map(({ section, user_id }) => [section, user_id]),
      sections.map((section, place) => [section, people[place]?.user_id]),
    );
    assert.deepEqual(counts, { open: 2, first: 1, later: 1, handled: 1, well: 1, private: 1 });
    assert.equal(next_cursor, null);
    assert.deepEqual(
      athletes.map(({ mark: decided }) => decided?.note ?? null),
      [null, null, '', 'Called her.', null, null],
    );
    const paged: string[] = [];
    let cursor: string | null = '';
    for (let pages = 0; cursor !== null; pages += 1) {
      assert.ok(pages < 10);
      const page = await list(`?state=all&limit=2${cursor === '' ? '' : `&cursor=${cursor}`}`);
      paged.push(...page.athletes.map(({ section }) => section));
      cursor = page.next_cursor;
    }
    assert.deepEqual(paged, sections);
    for (const section of ['later', 'handled', 'well', 'private'])
      assert.deepEqual(
        (await list(`?state=${section}`)).athletes.map((one) => one.section),
        [section],
      );
  });

  test('a row has initials and groups, and is found by group and by coach', async () => {
    const [athlete, other] = [await seed(), await seed()];
    const { db } = server.deps;
    const groups = [];
    for (const name of ['Track', 'Hills'])
      groups.push(await createGroup(server, club, { members: [athlete], fields: { name } }));
    await db.execute(sql`
      UPDATE organization_members SET coach_id = ${club.coach.user_id} WHERE user_id = ${athlete.user_id}`);
    for (const [name, initials] of [
      ['Yuki van der Tanaka', 'YT'],
      ['Åsa', 'Å'],
      ['田中 優希', '田優'],
      ['é́lan 👩‍👩‍👧 x', 'É́X'],
    ]) {
      await db.execute(
        sql`UPDATE organization_members SET display_name = ${name} WHERE user_id = ${athlete.user_id}`,
      );
      assert.equal((await rowOf(athlete)).initials, initials);
    }
    const row = await rowOf(athlete);
    assert.deepEqual(
      row.groups.map(({ group_id, name }) => [group_id, name]),
      groups.map(({ id, name }) => [id, name]),
    );
    assert.deepEqual((await rowOf(other)).groups, []);
    for (const query of [`group_id=${groups[1]?.id}`, `coach_id=${club.coach.user_id}`]) {
      const { athletes } = await list(`?state=all&${query}`);
      assert.deepEqual(
        athletes.map(({ user_id }) => user_id),
        [athlete.user_id],
      );
    }
  });

  test('the strip of the week has a slot a day: what is planned, what was run and how much of it was done', async () => {
    const athlete = await seed();
    const plan_id = await plan(athlete);
    await run(athlete, 1, 6_000);
    await run(athlete, 0, 5_000);
    const calendar = async () => {
      const { body } = await server.request(
        'GET',
        `/api/v1/organizations/${club.org_id}/calendar?from=${addDays(today, -2)}&to=${addDays(today, 4)}`,
        { token: club.coach.token },
      );
      const [{ days }] = body.data.athletes;
      return days.map(({ workouts: [one] }: { workouts: Record<string, Record<string, unknown>>[] }) => [
        one?.workout_type ?? null,
        one?.compliance?.share ?? null,
        one?.distance_m ?? null,
      ]);
    };
    const strip = async () => (await rowOf(athlete)).week.days;
    const days = await strip();
    assert.deepEqual(
      days.map(({ kind, share: done, planned_distance_m }) => [kind, done, planned_distance_m]),
      await calendar(),
    );
    assert.deepEqual(
      days.map(({ done_distance_m }) => done_distance_m),
      [null, 6_000, 5_000, null, null, null, null],
    );
    assert.equal(days[1]?.kind, 'intervals');
    assert.ok((days[1]?.share ?? 0) > 0.3);
    // Without paces there is no distance, and the share is that of the calendar: of the workout as it is for nobody in particular.
    await share(athlete, { share_pace_data: false });
    const hidden = await strip();
    assert.ok(hidden.every(({ planned_distance_m }) => planned_distance_m === null));
    assert.deepEqual(
      hidden.map(({ kind, share: done }) => [kind, done, null]),
      await calendar(),
    );
    assert.ok(plan_id.length > 0);
  });

  test('the last words are the newest note that is shared, or a message that waits', async () => {
    const athlete = await member();
    const id = await run(athlete, 1);
    const say = async (note: string) => {
      const said = await server.request('PUT', `/api/v1/activities/${id}/feedback`, {
        token: athlete.token,
        body: { rpe: 7, note },
      });
      assert.equal(said.status, 200, JSON.stringify(said.body));
    };
    const write = async (token: string, text: string) => {
      const at = `/api/v1/organizations/${club.org_id}/athletes/${athlete.user_id}/messages`;
      assert.equal((await server.request('POST', at, { token, body: { text } })).status, 201);
    };
    const words = async () => (await rowOf(athlete)).last_words;
    assert.equal(await words(), null);
    await say(`${'é'.repeat(600)}`);
    const note = await words();
    assert.deepEqual(
      [note?.source, note?.text, note?.is_cut, note?.activity_id],
      ['feedback', 'é'.repeat(500), true, id],
    );
    server.clock.advance(1_000);
    await write(athlete.token, 'May I run on Sunday?');
    const message = await words();
    assert.deepEqual(
      [message?.source, message?.text, message?.is_cut],
      ['message', 'May I run on Sunday?', false],
    );
    assert.equal(typeof message?.conversation_id, 'string');
    await write(club.coach.token, 'Yes.');
    assert.equal((await words())?.source, 'feedback', 'an answered message waits no more');
    const told = async () => (await evidence(athlete)).words.map(({ source }) => source);
    assert.deepEqual(await told(), ['message', 'feedback']);
    for (const hides of [
      () => share(athlete, { share_feedback_with_coach: false }),
      () => server.deps.db.execute(sql`UPDATE activities SET private = true WHERE id = ${id}`),
    ]) {
      await share(athlete, { share_feedback_with_coach: true });
      await hides();
      assert.equal(await words(), null);
      assert.deepEqual(await told(), ['message']);
    }
  });

  test('the evidence of an athlete is their row, twelve weeks of what was planned and run, and the rules with their limits', async () => {
    const athlete = await seed();
    await plan(athlete);
    await run(athlete, 9, 8_000);
    await run(athlete, 30, 12_500);
    await run(athlete, 29, 7_500);
    await server.request('PATCH', `${path()}/limits`, {
      token: club.coach.token,
      body: { silent_days: 5 },
    });
    const { athlete: row, weeks, rules } = await evidence(athlete);
    const { renewed_at: _then, ...listed } = await rowOf(athlete);
    const { renewed_at: _now, ...shown } = row;
    assert.deepEqual(shown, listed);
    const monday = addDays(today, -2);
    assert.deepEqual(
      weeks.map(({ week_start }) => week_start),
      Array.from({ length: 12 }, (_, week) => addDays(monday, 7 * (week - 11))),
    );
    assert.deepEqual(
      weeks.slice(6).map(({ done_distance_m }) => done_distance_m),
      [0, 20_000, 0, 0, 8_000, 0],
    );
    const planned = weeks.map(({ planned_distance_m }) => planned_distance_m);
    assert.ok(planned.slice(0, 9).every((metres) => metres === null));
    assert.ok((planned[9] ?? 0) > 0 && (planned[10] ?? 0) > (planned[9] ?? 0) && (planned[11] ?? 0) > 0);
    const codes = row.reasons.map(({ code }) => code);
    assert.deepEqual(
      rules.map(({ code, rule_version }) => [code, rule_version]),
      codes.map((code) => [code, row.reasons[0]?.rule_version]),
    );
    assert.deepEqual(rules.find(({ code }) => code === 'silent')?.limits, [
      { name: 'silent_days', value: 5, default_value: 7 },
    ]);
    await share(athlete, { share_pace_data: false });
    const hidden = (await evidence(athlete)).weeks;
    assert.ok(hidden.every(({ planned_distance_m }) => planned_distance_m === null));
    assert.equal(hidden[7]?.done_distance_m, 20_000);
    await share(athlete, { share_activity_with_coach: false });
    const nothing = await evidence(athlete);
    assert.ok(nothing.weeks.every(({ done_distance_m }) => done_distance_m === null));
    assert.deepEqual([nothing.athlete.section, nothing.rules, nothing.words], ['private', [], []]);
  });

  test('the evidence tells level, coach, zones and the number of activities, of zones and activities as far as they are shared', async () => {
    const athlete = await seed();
    await run(athlete, 9, 8_000);
    const { user_id } = athlete;
    await setVdot(server, user_id, 48.5);
    const members = `/api/v1/organizations/${club.org_id}/members/${user_id}`;
    const { token, user_id: coach_id } = club.coach;
    const changed = await server.request('PATCH', members, {
      token,
      body: { member_level: 'Intermediate', coach_id },
    });
    assert.equal(changed.status, 200, JSON.stringify(changed.body));
    const { member_level, coach, activity_count, zones, privacy_filtered } = (await evidence(athlete))
      .profile;
    assert.deepEqual(
      [member_level, coach?.user_id, activity_count, zones?.vdot?.value, privacy_filtered],
      ['Intermediate', coach_id, 1, 48.5, []],
    );
    await share(athlete, { share_pace_data: false });
    const paceless = (await evidence(athlete)).profile;
    assert.deepEqual(
      [paceless.zones, paceless.privacy_filtered, paceless.activity_count],
      [undefined, ['zones'], 1],
    );
    await share(athlete, { share_activity_with_coach: false });
    assert.equal((await evidence(athlete)).profile.activity_count, null);
  });

  test('the evidence names the plan that is followed now, else the next, and none that is over', async () => {
    const athlete = await seed();
    const planOf = async () => (await evidence(athlete)).profile.plan;
    const give = async (title: string, start_date: string): Promise<string> =>
      (await saveQuietPlan(server, club, { title, start_date, athlete_ids: [athlete.user_id] })).body.data
        .plan.id;
    await give('Over', addDays(today, -30));
    assert.equal(await planOf(), null);
    const next = await give('Next', addDays(today, 60));
    assert.deepEqual(await planOf(), { saved_plan_id: next, title: 'Next' });
    const now = await give('Now', today);
    assert.deepEqual(await planOf(), { saved_plan_id: now, title: 'Now' });
  });

  test('the evidence of who is no athlete there is not found, and members of the club may not read it', async () => {
    const [mine, elsewhere] = [await member(), await createOrganization(server)];
    const stranger = await seedAthlete(server, elsewhere.org_id);
    const at = (user_id: string) => `${path()}/${user_id}/evidence`;
    const { token } = club.coach;
    assert.equal((await server.request('GET', at(stranger.user_id), { token })).status, 404);
    assert.equal((await server.request('GET', at('7'), { token })).status, 404);
    for (const [who, status] of [
      [mine.token, 403],
      [elsewhere.coach.token, 404],
    ] as const)
      assert.equal((await server.request('GET', at(mine.user_id), { token: who })).status, status);
    await server.deps.db.execute(sql`
      UPDATE organization_members SET left_at = now() WHERE org_id = ${club.org_id} AND user_id = ${mine.user_id}`);
    assert.equal((await server.request('GET', at(mine.user_id), { token })).status, 404);
  });

  test('all athletes in one list take as many statements as a few', async () => {
    const counted = await countStatements(server);
    const counts = [];
    for (const size of [2, 12]) {
      for (let n = 0; n < size; n += 1) await run(await seed(), 1 + (n % 9));
      await list('?state=all');
      const { body, statements } = await counted.get(`${path()}?state=all`, { token: club.coach.token });
      counts.push([body.data.athletes.length, statements.length]);
    }
    await counted.close();
    assert.deepEqual(
      counts.map(([athletes]) => athletes),
      [2, 14],
    );
    assert.equal(counts[0]?.[1], counts[1]?.[1]);
  });
});
