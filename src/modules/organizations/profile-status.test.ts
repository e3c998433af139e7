import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { sql } from '../../infra/db/sql.ts';
import type { PrivacySettings } from '../../privacy/index.ts';
import { newId } from '../../shared/ids.ts';
import { DAY_MS } from '../../shared/time.ts';
import { countStatements } from '../../test/count-statements.ts';
import {
  addMember,
  assignPlan,
  connectPlatform,
  createApiKey,
  createOrganization,
  grantAdmin,
  signUp,
  type TestOrganization,
  type TestUser,
} from '../../test/factories.ts';
import { type TestServer, testServer } from '../../test/harness.ts';
import { seedAthlete } from '../../test/seed-athletes.ts';
import { loseConnectionsOf } from '../integrations/connections/end-connection.ts';

const NOTHING = {
  has_strava: false,
  has_garmin: false,
  has_pace_zones: false,
  has_hr_zones: false,
  has_next_race: false,
  has_training_plan: false,
  has_mbti: false,
  profile_image_url: null,
  gender: null,
};
const EVERYTHING = {
  has_strava: true,
  has_garmin: true,
  has_pace_zones: true,
  has_hr_zones: true,
  has_next_race: true,
  has_training_plan: true,
  has_mbti: true,
  profile_image_url: 'https://example.org/me.png',
  gender: 'non_binary',
};

describe('the profile status of members', () => {
  let server: TestServer;
  let club: TestOrganization;
  before(async () => {
    server = await testServer();
    club = await createOrganization(server);
  });

  const listPath = ({ org_id }: { org_id: string }, query = 'include_profile_status=true') =>
    `/api/v1/organizations/${org_id}/members?${query}`;

  async function statusOf({ user_id }: { user_id: string }, token = club.coach.token, organization = club) {
    const { status, body } = await server.request('GET', listPath(organization), { token });
    assert.equal(status, 200);
    return body.members.find((one: { user_id: string }) => one.user_id === user_id).profile_status;
  }

  async function change({ user_id, token }: TestUser, body: Readonly<Record<string, unknown>>) {
    const answer = await server.request('PUT', `/api/v1/users/${user_id}`, { token, body });
    assert.equal(answer.status, 200, JSON.stringify(answer.body));
  }

  const dayFromNow = (days: number) =>
    new Date(server.clock.now().getTime() + days * DAY_MS).toISOString().slice(0, 10);

  async function addAthleteWithEverything(): Promise<TestUser> {
    const member = await addMember(server, club);
    await change(member, {
      zones: { pace: { threshold_pace_s_per_km: 270 }, heartrate: { max_bpm: 190 } },
      next_race: { name: 'City Run', date: dayFromNow(30), distance_m: 10_000 },
      mbti: 'INFP',
      gender: 'non_binary',
      profile_image_url: 'https://example.org/me.png',
    });
    for (const provider of ['strava', 'garmin'] as const)
      await connectPlatform(server, member, { provider, provider_user_id: newId() });
    await assignPlan(server, club.org_id, [member], { start_date: dayFromNow(-1) });
    return member;
  }

  test('stands in the list that asks for it, for whoever may read the list, and in no other', async () => {
    const organization = await createOrganization(server);
    const member = await addMember(server, organization);
    const admin = await signUp(server);
    await grantAdmin(server, admin.user_id);
    const key = await createApiKey(server, organization, { scopes: ['athletes:read'] });
    for (const token of [organization.coach.token, admin.token, key.secret]) {
      assert.deepEqual(await statusOf(member, token, organization), NOTHING);
    }
    for (const query of ['', 'include_profile_status=false']) {
      const { body } = await server.request('GET', listPath(organization, query), {
        token: organization.coach.token,
      });
      assert.deepEqual([body.count, 'profile_status' in body.members[0]], [1, false]);
    }
    for (const value of ['1', 'yes', 'TRUE', '', '%00', 'true&include_profile_status=true']) {
      const path = listPath(organization, `include_profile_status=${value}`);
      const { status, body } = await server.request('GET', path, { token: organization.coach.token });
      assert.deepEqual([status, body.code], [400, 'validation_error'], value);
    }
  });

  test('says what is there; what the athlete withholds answers like what is not', async () => {
    const member = await addAthleteWithEverything();
    const key = await createApiKey(server, club, { scopes: ['athletes:read'] });
    const privacyBut = async (changes: Partial<PrivacySettings>) => {
      const all = { share_profile_info: true, share_pace_data: true, share_race_goal: true };
      await change(member, { privacy: { ...all, ...changes } });
      const seen = await statusOf(member);
      assert.deepEqual(await statusOf(member, key.secret), seen, 'a key sees what a coach sees');
      return seen;
    };
    assert.deepEqual(await privacyBut({}), EVERYTHING);
    const { profile_image_url, gender, has_mbti } = NOTHING;
    assert.deepEqual(await privacyBut({ share_profile_info: false }), {
      ...EVERYTHING,
      ...{ profile_image_url, gender, has_mbti },
    });
    const noZones = { has_pace_zones: false, has_hr_zones: false };
    assert.deepEqual(await privacyBut({ share_pace_data: false }), { ...EVERYTHING, ...noZones });
    assert.deepEqual(await privacyBut({ share_race_goal: false }), { ...EVERYTHING, has_next_race: false });
    const { db } = server.deps;
    await db.execute(sql`UPDATE users SET status = 'suspended' WHERE user_id = ${member.user_id}`);
    assert.deepEqual(await statusOf(member), NOTHING);
  });

  test('each is told apart from the others', async () => {
    const member = await addMember(server, club);
    const status = () => statusOf(member);
    await change(member, { zones: { pace: { threshold_pace_s_per_km: 270 } } });
    assert.deepEqual(await status(), { ...NOTHING, has_pace_zones: true });
    await change(member, { zones: { pace: null, heartrate: { max_bpm: 190 } } });
    assert.deepEqual(await status(), { ...NOTHING, has_hr_zones: true });
    await change(member, { zones: { heartrate: null }, integrations: { strava: { connected: true } } });
    assert.deepEqual(await status(), NOTHING, 'what an app says of Strava is not taken');
    await connectPlatform(server, member, { provider: 'strava', provider_user_id: newId() });
    assert.deepEqual(await status(), { ...NOTHING, has_strava: true });
    await change(member, {
      integrations: { apple_health: { connected: true }, coros: { connected: true } },
    });
    await connectPlatform(server, member, { provider: 'garmin', provider_user_id: newId() });
    assert.deepEqual(await status(), { ...NOTHING, has_strava: true, has_garmin: true });
    const provider = { id: 'strava', title: 'Strava' } as const;
    await server.deps.db.transaction((tx) =>
      loseConnectionsOf(tx, server.deps, {
        user_ids: [member.user_id],
        provider,
        now: server.clock.now(),
      }),
    );
    assert.deepEqual(await status(), { ...NOTHING, has_garmin: true }, 'a lost connection is none');
    const key = await createApiKey(server, club, { scopes: ['athletes:read'] });
    const path = `/developer/v1/athletes/${member.user_id}`;
    const { body } = await server.request('GET', path, { apiKey: key.secret });
    assert.deepEqual(body.data.athlete.connected_providers, ['garmin', 'apple_health', 'coros']);
    const profile = await server.request('GET', `/api/v1/users/${member.user_id}`, { token: member.token });
    assert.deepEqual(profile.body.data.integrations.strava, { connected: false });
  });

  test('a race and a plan end with their last day, where the athlete lives', async () => {
    // At 11:30 UTC the date line has today on the one side and tomorrow on the other.
    const noon = new Date(`${dayFromNow(1)}T11:30:00Z`);
    server.clock.advance(noon.getTime() - server.clock.now().getTime());
    try {
      const organization = await createOrganization(server);
      const [today, yesterday] = [dayFromNow(0), dayFromNow(-1)];
      const seed = async (timezone: string, day: string) => {
        const athlete = await seedAthlete(server, organization.org_id, { timezone });
        const race = JSON.stringify({ name: 'Run', date: day, distance_m: 5_000, goal_time_s: null });
        await server.deps.db.execute(
          sql`UPDATE users SET next_race = ${race} WHERE user_id = ${athlete.user_id}`,
        );
        const start = new Date(Date.parse(day) - 6 * DAY_MS).toISOString().slice(0, 10);
        await assignPlan(server, organization.org_id, [athlete], { start_date: start });
        const status = await statusOf(athlete, organization.coach.token, organization);
        assert.equal(status.has_next_race, status.has_training_plan);
        return status.has_next_race;
      };
      assert.equal(await seed('UTC', today), true);
      assert.equal(await seed('UTC', yesterday), false);
      assert.equal(await seed('Etc/GMT+12', yesterday), true, 'it is 23:30 of yesterday there');
      assert.equal(await seed('Pacific/Kiritimati', today), false, 'it is tomorrow there');
      assert.equal(await seed('Nowhere/At_All', today), true, 'a zone that nobody knows is UTC');
    } finally {
      server.clock.reset();
    }
  });

  test('a plan is one of this organization that nobody has taken back', async () => {
    const member = await addMember(server, club);
    const other = await createOrganization(server);
    await addMember(server, other, { user: member });
    await assignPlan(server, other.org_id, [member], { start_date: dayFromNow(0) });
    await assignPlan(server, club.org_id, [member], {
      start_date: dayFromNow(0),
      ended_at: server.clock.now(),
    });
    assert.equal((await statusOf(member)).has_training_plan, false);
    assert.equal((await statusOf(member, other.coach.token, other)).has_training_plan, true);
    await assignPlan(server, club.org_id, [member], { start_date: dayFromNow(20), weeks: 2 });
    assert.equal((await statusOf(member)).has_training_plan, true, 'one that is to come counts');
  });

  test('however many members, as many statements; and as many as without it', async () => {
    const counting = await countStatements(server);
    try {
      const [small, large] = [await createOrganization(server), await createOrganization(server)];
      await addMember(server, small);
      for (let n = 0; n < 40; n++) await seedAthlete(server, large.org_id);
      const counts = [];
      for (const organization of [small, large]) {
        const { token } = organization.coach;
        const asked = await counting.get(listPath(organization), { token });
        const plain = await counting.get(listPath(organization, ''), { token });
        assert.deepEqual([asked.body.count, plain.body.count], organization === small ? [1, 1] : [40, 40]);
        assert.ok(asked.body.members.every((one: object) => 'profile_status' in one));
        counts.push(asked.statements.length, plain.statements.length);
      }
      assert.deepEqual(counts, [3, 3, 3, 3]);
    } finally {
      await counting.close();
    }
  });
});
