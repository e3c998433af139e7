import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import fc from 'fast-check';
import { sql } from '../../infra/db/sql.ts';
import { PRIVACY_SETTINGS, type PrivacySettings } from '../../privacy/index.ts';
import { csvRecords, downloadArchive, jsonRecords, runExportOverHttp } from '../../test/archives.ts';
import { expectedActivity, expectedList } from '../../test/expected-activities.ts';
import { createApiKey, createOrganization, type TestOrganization } from '../../test/factories.ts';
import { type TestServer, testServer } from '../../test/harness.ts';
import { anyActivity } from '../../test/random-activities.ts';
import { seedAthlete } from '../../test/seed-athletes.ts';
import type { StoredActivity } from '../activities/index.ts';
import { insertActivities } from '../activities/queries.ts';

type Person = {
  privacy: PrivacySettings;
  standing: 'member' | 'left' | 'suspended' | 'elsewhere';
  seed: number;
  count: number;
};

const settingsWithout = (off: readonly string[]) =>
  Object.fromEntries(PRIVACY_SETTINGS.map((name) => [name, !off.includes(name)])) as PrivacySettings;

const anyPerson: fc.Arbitrary<Person> = fc.record({
  // Mostly one switch off, which then makes the difference.
  privacy: fc.oneof(
    fc
      .constantFrom('share_pace_data', 'share_pb', 'share_race_history', 'share_activity_map')
      .map((name) => settingsWithout([name])),
    fc.constantFrom(...PRIVACY_SETTINGS).map((name) => settingsWithout([name])),
    fc.subarray([...PRIVACY_SETTINGS]).map(settingsWithout),
  ),
  standing: fc.constantFrom(
    'member',
    'member',
    'member',
    'member',
    'member',
    'left',
    'suspended',
    'elsewhere',
  ),
  seed: fc.integer(),
  count: fc.integer({ min: 0, max: 8 }),
});

type Athlete = { user_id: string; person: Person; activities: StoredActivity[] };

describe('the ceiling', () => {
  let server: TestServer;
  let club: TestOrganization;
  let other: TestOrganization;
  before(async () => {
    server = await testServer();
    club = await createOrganization(server);
    other = await createOrganization(server);
  });

  async function seedClub(people: readonly Person[]): Promise<Athlete[]> {
    const { db, clock } = server.deps;
    await db.execute(sql`DELETE FROM organization_members WHERE org_id = ${club.org_id}`);
    const start = clock.now().getTime();
    const athletes: Athlete[] = [];
    for (const [index, person] of people.entries()) {
      const { privacy, standing, seed, count } = person;
      const { user_id } = await seedAthlete(server, standing === 'elsewhere' ? other.org_id : club.org_id, {
        privacy,
        joined_at: new Date(start + index),
        account_status: standing === 'suspended' ? 'suspended' : 'active',
        ...(standing === 'left' ? { left_at: new Date(start - 60_000) } : {}),
      });
      const activities = fc.sample(anyActivity(user_id), { numRuns: count + 1, seed }).slice(1);
      await insertActivities(db, activities);
      athletes.push({ user_id, person, activities });
    }
    return athletes;
  }

  test('lists, single reads, counts and exports agree with a model that knows only the specification', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(anyPerson, { minLength: 3, maxLength: 6 }),
        fc.nat(),
        async (people, pick) => {
          const athletes = await seedClub(people);
          const { secret: apiKey } = await createApiKey(server, club, { scopes: ['admin'] });
          const get = (where: string) => server.request('GET', `/developer/v1${where}`, { apiKey });
          const current = athletes.filter(({ person }) => person.standing === 'member');

          assert.equal((await get('/org')).body.data.organization.athlete_count, current.length);
          const roster = (await get('/athletes')).body.data;
          assert.equal(roster.total, current.length);
          assert.deepEqual(
            roster.athletes.map(({ id }: { id: string }) => id),
            current.map(({ user_id }) => user_id),
          );

          for (const athlete of athletes) await checkReads(athlete, current.includes(athlete), get);

          const instants = athletes.flatMap(({ activities }) =>
            activities.map(({ start_time }) => start_time.getTime()),
          );
          const [one = 0, two = one] = [
            instants[pick % (instants.length || 1)],
            instants[(pick >> 3) % (instants.length || 1)],
          ];
          const range =
            pick % 2 === 0 ? {} : { start_date: Math.min(one, two), end_date: Math.max(one, two) };
          await checkExport(apiKey, athletes, range);
        },
      ),
      { numRuns: 20, seed: 20_260_701 },
    );
  });

  async function checkReads(
    { user_id, person: { privacy }, activities }: Athlete,
    isMember: boolean,
    get: (where: string) => ReturnType<TestServer['request']>,
  ): Promise<void> {
    const single = await get(`/athletes/${user_id}`);
    const list = await get(`/activities?athlete_id=${user_id}&limit=100`);
    if (!isMember) {
      assert.deepEqual([single.status, list.status], [404, 404]);
      for (const { id } of activities) assert.equal((await get(`/activities/${id}`)).status, 404);
      return;
    }
    const hidden = [
      ...(privacy.share_profile_info ? [] : ['first_name', 'last_name', 'profile_image_url']),
      ...(privacy.share_pace_data ? [] : ['zones']),
    ];
    assert.deepEqual(single.body.data.athlete.privacy_filtered, hidden);
    for (const name of hidden) assert.ok(!(name in single.body.data.athlete));
    assert.deepEqual(list.body.data.activities, expectedList(activities, privacy, 'api'));
    for (const activity of activities) {
      const view = expectedActivity(activity, privacy, 'api');
      const answer = await get(`/activities/${activity.id}`);
      if (view === null) assert.equal(answer.status, 404);
      else assert.deepEqual(answer.body.data.activity, view);
    }
  }

  async function checkExport(
    apiKey: string,
    athletes: readonly Athlete[],
    range: { start_date?: number; end_date?: number },
  ): Promise<void> {
    const athlete_ids = athletes.map(({ user_id }) => user_id);
    const job = await runExportOverHttp(server, apiKey, { ...range, athlete_ids });
    assert.equal(job.status, 'completed');
    const reasons = athletes.map(({ user_id, person: { standing, privacy } }) => ({
      uid: user_id,
      reason:
        { elsewhere: 'not_a_member', left: 'left_organization', suspended: 'account_inactive', member: null }[
          standing
        ] ?? (privacy.share_activity_with_coach ? null : 'sharing_disabled'),
    }));
    assert.deepEqual(
      job.skipped_athletes,
      reasons.filter(({ reason }) => reason !== null),
    );
    const included = athletes.filter((_, index) => reasons[index]?.reason === null);
    const inRange = ({ start_time }: StoredActivity) =>
      start_time.getTime() >= (range.start_date ?? 0) && start_time.getTime() <= (range.end_date ?? 8.64e15);
    const { files, manifest } = await downloadArchive(server, apiKey, job.id);
    const rows = jsonRecords(files.get('activities.json'));
    const cells = csvRecords(files.get('activities.csv'));
    let total = 0;
    for (const { user_id, person, activities } of included) {
      const expected = expectedList(activities.filter(inRange), person.privacy, 'export');
      total += expected.length;
      assert.deepEqual(
        rows.filter(({ athlete_id }) => athlete_id === user_id),
        expected,
      );
      const own = cells.filter(({ athlete_id }) => athlete_id === user_id);
      assert.equal(own.length, expected.length);
      for (const [index, view] of expected.entries()) {
        for (const [name, cell] of Object.entries(own[index] ?? {})) {
          if (!(name in view)) assert.equal(cell, '', `${name} is hidden`);
          else if (typeof view[name] === 'number') assert.equal(Number(cell), view[name], name);
        }
        assert.equal(own[index]?.id, view.id);
      }
    }
    assert.deepEqual([rows.length, cells.length, manifest.counts.activities], [total, total, total]);
    const exported = jsonRecords(files.get('athletes.json')).map(({ id }) => id);
    assert.deepEqual(
      exported,
      included.map(({ user_id }) => user_id),
    );
    const laps = jsonRecords(files.get('laps.json'));
    assert.equal(
      laps.length,
      rows.reduce((sum, { laps: { length } }) => sum + length, 0),
    );
    for (const lap of laps) {
      const owner = included.find(({ user_id }) => user_id === lap.athlete_id);
      assert.equal('distance_m' in lap, owner?.person.privacy.share_pace_data);
    }
  }
});
