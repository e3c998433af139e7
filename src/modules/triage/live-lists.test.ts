import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { DAY_MS, SECOND_MS } from '../../shared/time.ts';
import { eventually } from '../../test/eventually.ts';
import { addCoach, addMember, createOrganization, type TestOrganization } from '../../test/factories.ts';
import { type Followed, followEvents } from '../../test/follow-events.ts';
import { type TestServer, testServer } from '../../test/harness.ts';
import { insertActivities } from '../../test/insert-activities.ts';
import { makeActivity } from '../../test/random-activities.ts';
import type { ReadEvent } from '../../test/read-events.ts';
import { rosterHeard } from '../../test/roster-heard.ts';
import { seedAthlete } from '../../test/seed-athletes.ts';
import { tellPeople } from '../../test/tell-people.ts';
import { changedLists, findListVersions } from './live-lists.ts';

const MOST_MS = 10 * SECOND_MS;
type Coach = { readonly user_id: string; readonly token: string };

describe('lists of triage that are followed', () => {
  let server: TestServer;
  let club: TestOrganization;
  let other: Coach;
  const open: Followed[] = [];
  before(async () => {
    server = await testServer();
  });
  beforeEach(async () => {
    club = await createOrganization(server);
    other = await addCoach(server, club, { role: 'assistant_coach' });
    await rosterHeard(server, club);
  });
  after(() => {
    for (const stream of open) stream.leave();
  });

  async function follow({ token }: Coach): Promise<Followed> {
    const stream = await followEvents(server, '/api/v1/notifications/center/stream', token);
    open.push(stream);
    await stream.first(1);
    return stream;
  }
  /** Nobody is to be looked at any more, so that what comes next is a change of its own. */
  async function settled(): Promise<void> {
    const path = `/api/v1/organizations/${club.org_id}/triage`;
    const { status, body } = await server.request('GET', path, { token: club.coach.token });
    assert.deepEqual([status, body.data.pending_athletes], [200, 0]);
  }
  const run = async (user_id: string, days: number): Promise<void> =>
    await insertActivities(server.deps.db, [
      makeActivity(user_id, {
        source: 'upload',
        sport_type: 'run',
        private: false,
        is_race: false,
        start_time: new Date(server.clock.now().getTime() - days * DAY_MS),
      }),
    ]);
  const changed = (org_id: string): ReadEvent => ({ type: 'triage.changed', org_id });
  async function markOf(user_id: string, method: 'PUT' | 'DELETE', body?: object): Promise<void> {
    const path = `/api/v1/organizations/${club.org_id}/triage/${user_id}/mark`;
    const { status } = await server.request(method, path, {
      token: club.coach.token,
      ...(body && { body }),
    });
    assert.equal(status, 200);
  }

  test('all coaches are told within ten seconds what an athlete did, and of which organization, and nothing else', async () => {
    const athlete = await seedAthlete(server, club.org_id);
    await settled();
    const streams = [await follow(club.coach), await follow(other)];
    const began = performance.now();
    for (const days of [9, 12, 15]) await run(athlete.user_id, days);
    for (const stream of streams) {
      const events = await stream.first(2);
      assert.deepEqual(events[1], changed(club.org_id));
    }
    assert.ok(performance.now() - began < MOST_MS, `${performance.now() - began} ms`);
  });

  test('what another coach decides is told to all, also a note that changes, and that it is taken back', async () => {
    const athlete = await seedAthlete(server, club.org_id);
    await run(athlete.user_id, 9);
    await settled();
    const stream = await follow(other);
    let told = 1;
    for (const decide of [
      () => markOf(athlete.user_id, 'PUT', { state: 'handled' }),
      () => markOf(athlete.user_id, 'PUT', { state: 'handled', note: 'Called her.' }),
      () => markOf(athlete.user_id, 'DELETE'),
    ]) {
      const began = performance.now();
      await decide();
      told += 1;
      const events = await stream.first(told);
      assert.deepEqual(events.at(-1), changed(club.org_id));
      assert.ok(performance.now() - began < MOST_MS);
    }
  });

  test('a hundred changes at once are a few events', async () => {
    const athletes = await Promise.all(Array.from({ length: 20 }, () => seedAthlete(server, club.org_id)));
    await settled();
    const stream = await follow(club.coach);
    const versions = async () =>
      await findListVersions(server.deps.db, { user_id: club.coach.user_id, now: server.clock.now() });
    const first = await versions();
    for (const { user_id } of athletes) for (const days of [9, 11, 13, 15, 17]) await run(user_id, days);
    await eventually(versions, (now) => changedLists(first, now).length > 0);
    await settled();
    await stream.first(2);
    await tellPeople(server, [club.coach.user_id]);
    const events = await stream.first(3);
    assert.ok(events.filter(({ type }) => type === 'triage.changed').length <= 2, JSON.stringify(events));
  });

  test('who coaches there no more is told nothing more, while the others are', async () => {
    const athlete = await seedAthlete(server, club.org_id);
    await settled();
    const [stays, leaves] = [await follow(club.coach), await follow(other)];
    const path = `/api/v1/organizations/${club.org_id}/coaches/${other.user_id}`;
    assert.equal((await server.request('DELETE', path, { token: club.coach.token })).status, 200);
    await run(athlete.user_id, 9);
    const events = await stays.first(2);
    assert.deepEqual(events.at(-1), changed(club.org_id));
    // Told after the change, so that the change would have come before it.
    await tellPeople(server, [other.user_id]);
    const [, next] = await leaves.first(2);
    assert.equal(next?.type, 'notification');
    leaves.leave();
    assert.equal(
      (await leaves.whole()).some(({ type }) => type === 'triage.changed'),
      false,
    );
  });

  test('athletes, and coaches of other clubs, are told nothing of it', async () => {
    const elsewhere = await createOrganization(server);
    const member = await addMember(server, club);
    await settled();
    const [mine, theirs] = [await follow(club.coach), await follow(elsewhere.coach)];
    const own = await follow(member);
    await run(member.user_id, 9);
    await mine.first(2);
    for (const [stream, { user_id }] of [
      [theirs, elsewhere.coach],
      [own, member],
    ] as const) {
      await tellPeople(server, [user_id]);
      await stream.first(2);
      stream.leave();
      assert.equal(
        (await stream.whole()).some(({ type }) => type === 'triage.changed'),
        false,
      );
    }
  });
});
