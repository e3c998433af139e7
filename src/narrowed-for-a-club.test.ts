import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import { PRIVACY_SETTINGS } from './privacy/index.ts';
import {
  athleteIn,
  type LookingClub,
  lookingClub,
  type SeenAthlete,
  type Sight,
  sightOf,
} from './test/club-sight.ts';
import { type TestServer, testServer } from './test/harness.ts';

/** What of a club’s sight each setting takes something from: by what the specification says of the setting. */
const TAKEN: Readonly<Record<(typeof PRIVACY_SETTINGS)[number], readonly string[]>> = {
  share_activity_in_profile: [],
  share_activity_with_public: [],
  paticipate_leaderboard: [],
  share_activity_with_coach: [
    'coach’s list',
    'load',
    'health',
    'feedback',
    'feedback by key',
    'calendar',
    'team',
    'metrics',
    'activities',
    'activity',
    'archive',
    'draft',
    'coach’s workout',
    'planned',
    'streams',
    'file',
    'races',
    'best times',
    'load by key',
    'health by key',
    'streams by key',
    'file by key',
  ],
  share_profile_info: [
    'roster',
    'metrics',
    'team',
    'coaches',
    'name in notifications',
    'session',
    'register',
    'athletes',
    'athlete',
    'archive',
    'file',
    'file by key',
  ],
  share_race_goal: ['roster', 'draft', 'races', 'constraints', 'calendar', 'team'],
  share_pb: [
    'best times',
    'coach’s list',
    'activities',
    'activity',
    'archive',
    'coach’s workout',
    'planned',
    'streams',
    'file',
    'streams by key',
    'file by key',
  ],
  share_pace_data: [
    'best times',
    'coach’s list',
    'load',
    'calendar',
    'team',
    'metrics',
    'roster',
    'draft',
    'session',
    'athletes',
    'athlete',
    'activities',
    'activity',
    'plans',
    'plan',
    'archive',
    'coach’s workout',
    'planned',
    'streams',
    'file',
    'load by key',
    'streams by key',
    'file by key',
  ],
  share_race_history: [
    'races',
    'best times',
    'coach’s list',
    'calendar',
    'team',
    'metrics',
    'load',
    'activities',
    'activity',
    'archive',
    'draft',
    'coach’s workout',
    'planned',
    'load by key',
    'feedback',
    'feedback by key',
  ],
  share_activity_map: [
    'coach’s list',
    'activities',
    'activity',
    'archive',
    'coach’s workout',
    'streams',
    'file',
    'streams by key',
    'file by key',
  ],
  share_health_with_coach: ['health', 'health by key'],
  share_health_with_api: ['health by key'],
  share_streams_with_api: ['streams by key', 'file by key'],
  share_files_with_coach: ['file', 'file by key'],
  share_feedback_with_coach: ['feedback', 'feedback by key', 'load', 'load by key'],
  share_feedback_with_api: ['feedback by key', 'load by key'],
  share_injuries_with_coach: [
    'feedback',
    'feedback by key',
    'availability',
    'constraints',
    'calendar',
    'team',
    'availability by key',
  ],
  share_availability_with_coach: ['availability', 'constraints', 'calendar', 'team', 'availability by key'],
  share_availability_with_api: ['availability by key'],
  share_sessions_with_api: ['sessions by key', 'attendance by key'],
};

describe('what an athlete closes for one club', () => {
  let server: TestServer;
  let club: LookingClub;
  let other: LookingClub;
  let athlete: SeenAthlete;
  let whole: Sight;
  let elsewhere: Sight;
  before(async () => {
    server = await testServer();
    const now = server.clock.now();
    const days = (3 - now.getUTCDay() + 7) % 7;
    const noon = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() + days, 4);
    server.clock.advance(noon - now.getTime());
    club = await lookingClub(server);
    other = await lookingClub(server);
    athlete = await athleteIn(server, [club, other]);
    [whole, elsewhere] = [await look(club), await look(other)];
  });
  after(() => server.clock.reset());

  const put = async (path: string, body: object): Promise<void> => {
    const answer = await server.request('PUT', `/api/v1${path}`, { token: athlete.token, body });
    assert.equal(answer.status, 200, JSON.stringify(answer.body));
  };
  const inGeneral = (privacy: object) => put(`/users/${athlete.user_id}`, { privacy });
  const forClub = (settings: object) => put(`/organizations/${club.org_id}/membership/privacy`, settings);
  const look = (at: LookingClub): Promise<Sight> => sightOf(server, at, athlete);

  const assertSeen = (sight: Sight, expected: Sight): void => {
    for (const [door, seen] of Object.entries(sight)) assert.deepEqual(seen, expected[door], door);
  };
  const changedBetween = (one: Sight, two: Sight): string[] =>
    Object.keys(one).filter((door) => !isDeepStrictEqual(one[door], two[door]));

  for (const setting of PRIVACY_SETTINGS) {
    describe(setting, () => {
      test('hides from it at once what is hidden in general, and nothing from another club', async () => {
        await inGeneral({ [setting]: false });
        const closed = await look(club);
        assert.deepEqual(changedBetween(whole, closed).sort(), TAKEN[setting].toSorted());
        await inGeneral({ [setting]: true });
        await forClub({ [setting]: false });
        assertSeen(await look(club), closed);
        assertSeen(await look(other), elsewhere);
        await inGeneral({ [setting]: false });
        await forClub({ [setting]: true });
        assertSeen(await look(club), closed);
        await inGeneral({ [setting]: true });
      });
    });
  }

  test('taken back, it hides nothing any more', async () => {
    await forClub(Object.fromEntries(PRIVACY_SETTINGS.map((setting) => [setting, false])));
    assert.deepEqual(changedBetween(whole, await look(club)), Object.keys(whole));
    await forClub(Object.fromEntries(PRIVACY_SETTINGS.map((setting) => [setting, true])));
    assertSeen(await look(club), whole);
  });
});
