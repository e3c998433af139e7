import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { seededRandom } from '../../../sandbox/recordings/seeded-random.ts';
import { createDeveloperClient, type DeveloperClient } from '../../../sdk/src/index.ts';
import { sql } from '../../infra/db/sql.ts';
import { DEFAULT_SOURCE_POLICIES } from '../../privacy/index.ts';
import { newId } from '../../shared/ids.ts';
import { DAY_MS } from '../../shared/time.ts';
import {
  addMember,
  assignPlan,
  createApiKey,
  createOrganization,
  setStatus,
  type TestOrganization,
  type TestUser,
} from '../../test/factories.ts';
import { type TestServer, testServer } from '../../test/harness.ts';
import { insertActivities } from '../../test/insert-activities.ts';
import { emptyCopy, follow, followInPart, happen, readAnew } from '../../test/kept-copy.ts';
import { chosenRuns } from '../../test/property.ts';
import { makeActivity } from '../../test/random-activities.ts';
import { seedAthlete } from '../../test/seed-athletes.ts';
import { expandDays } from '../../training/availability/days.ts';
import { presentDays } from '../availability/index.ts';
import { keepChanges } from './keep-changes.ts';
import { readChanges } from './read-changes.ts';

describe('following the changes of an organization', () => {
  let server: TestServer;
  let club: TestOrganization;
  let secret: string;
  before(async () => {
    server = await testServer();
    club = await createOrganization(server);
    ({ secret } = await createApiKey(server, club));
  });

  const clientOf = (apiKey = secret): DeveloperClient =>
    createDeveloperClient({ baseUrl: `${server.url}/developer/v1`, apiKey });
  const store = (...activities: Parameters<typeof insertActivities>[1]) =>
    insertActivities(server.deps.db, activities);
  const change = async (method: string, path: string, token: string, body?: object): Promise<void> => {
    const answer = await server.request(method, `/api/v1${path}`, { token, ...(body ? { body } : {}) });
    assert.ok(answer.status < 300, `${method} ${path}: ${JSON.stringify(answer.body)}`);
  };
  async function now(client = clientOf()): Promise<string> {
    return await follow(client, emptyCopy(), {});
  }
  async function told(after: string, client = clientOf()): Promise<string[]> {
    const pages = await Array.fromAsync(client.changes({ after }));
    return pages.flatMap(({ changes }) => changes).map((one) => `${one.type} ${one.action} ${one.id}`);
  }

  describe('what happens to an athlete', () => {
    let runner: TestUser;
    let after: string;
    const activity = () => makeActivity(runner.user_id);
    before(async () => {
      runner = await addMember(server, club);
    });

    test('an activity appears, changes, becomes private, appears again and is deleted', async () => {
      const run = activity();
      after = await now();
      await store(run);
      const pages = await Array.fromAsync(clientOf().changes({ after }));
      const [first] = pages.flatMap(({ changes }) => changes);
      assert.deepEqual(first?.object, await clientOf().getActivity(run.id));
      assert.equal(first?.athlete_id, runner.user_id);

      for (const [method, body, expected] of [
        ['PATCH', { name: 'Along the river' }, 'upserted'],
        ['PATCH', { private: true }, 'withdrawn'],
        ['PATCH', { private: false }, 'upserted'],
        ['DELETE', undefined, 'withdrawn'],
      ] as const) {
        after = await now();
        await change(method, `/activities/${run.id}`, runner.token, body);
        const { changes } = await clientOf().listChanges({ after });
        assert.deepEqual(
          changes.map((one) => [one.action, one.id]),
          [[expected, run.id]],
        );
        const isTombstone = expected === 'withdrawn';
        const { cursor, at, ...ids } = changes[0] ?? assert.fail();
        const tombstone = { type: 'activity', action: 'withdrawn', athlete_id: runner.user_id, id: run.id };
        if (isTombstone) assert.deepEqual(ids, tombstone);
        assert.ok(Math.abs(Date.parse(at) - server.clock.now().getTime()) < 60_000);
        assert.deepEqual((await clientOf().listChanges({ after: cursor })).changes, []);
        assert.deepEqual(await told(after), [`activity ${expected} ${run.id}`], 'the same when asked again');
      }
    });

    test('what was never shown is never told of', async () => {
      const path = `/users/${runner.user_id}`;
      await change('PUT', path, runner.token, { privacy: { share_race_history: false } });
      const shown = activity();
      const hidden = [
        makeActivity(runner.user_id, { private: true }),
        makeActivity(runner.user_id, { is_race: true }),
      ];
      after = await now();
      await store(shown, ...hidden);
      for (const { id } of hidden)
        await change('PATCH', `/activities/${id}`, runner.token, { name: 'Hidden' });
      for (const { id } of hidden) await change('DELETE', `/activities/${id}`, runner.token);
      assert.deepEqual(await told(after), [`activity upserted ${shown.id}`]);
      after = await now();
      await change('PATCH', `/activities/${shown.id}`, runner.token, { is_race: true });
      assert.deepEqual(await told(after), [`activity withdrawn ${shown.id}`]);
      await change('PATCH', `/activities/${shown.id}`, runner.token, { is_race: false });
      await change('PUT', path, runner.token, { privacy: { share_race_history: true } });
    });

    test('sharing less, in general or with this club, withdraws all and tells what is left', async () => {
      const kept = await clientOf().listActivities({ athlete_id: runner.user_id });
      const [one] = kept.activities;
      const all = [
        `athlete upserted ${runner.user_id}`,
        'activity withdrawn null',
        ...kept.activities.map(({ id }) => `activity upserted ${id}`),
        'plan withdrawn null',
      ];
      const nothing = all.filter((line) => !line.startsWith('activity upserted'));
      after = await now();
      await change('PUT', `/users/${runner.user_id}`, runner.token, { privacy: { share_pace_data: false } });
      assert.deepEqual(await told(after), all);
      const { changes } = await clientOf().listChanges({ after });
      const again = changes.find(({ id }) => id === one?.id)?.object ?? assert.fail();
      assert.ok(!('average_speed_mps' in again));
      assert.deepEqual(again, await clientOf().getActivity(one?.id ?? ''));

      after = await now();
      const membership = `/organizations/${club.org_id}/membership/privacy`;
      await change('PUT', membership, runner.token, { share_activity_with_coach: false });
      assert.deepEqual(await told(after), nothing);
      after = await now();
      await change('PUT', membership, runner.token, { share_activity_with_coach: true });
      assert.deepEqual(await told(after), all);
      await change('PUT', `/users/${runner.user_id}`, runner.token, { privacy: { share_pace_data: true } });
    });

    test('plans are told as they are given and taken back, and the athlete as the roster has them', async () => {
      after = await now();
      const [plan] = await assignPlan(server, club.org_id, [runner], {
        start_date: server.clock.now().toISOString().slice(0, 10),
      });
      assert.deepEqual(await told(after), [`plan upserted ${plan?.id}`]);
      const { changes } = await clientOf().listChanges({ after });
      assert.deepEqual(changes[0]?.object, await clientOf().getPlan(plan?.id ?? ''));
      await server.deps.db.execute(
        sql`UPDATE plan_assignments SET ended_at = now() WHERE id = ${plan?.id ?? ''}`,
      );
      assert.deepEqual(await told(after), [`plan withdrawn ${plan?.id}`]);
      after = await now();
      const member = `/organizations/${club.org_id}/members/${runner.user_id}`;
      await change('PATCH', member, club.coach.token, { labels: ['marathon'] });
      assert.deepEqual(await told(after), [`athlete upserted ${runner.user_id}`]);
    });

    test('availability is told as far as it is shared, and injuries to nobody who does not see them', async () => {
      const client = clientOf((await createApiKey(server, club, { scopes: ['availability:read'] })).secret);
      const path = `/users/${runner.user_id}`;
      const say = (kind: string, body: object) => change('POST', `/${kind}`, runner.token, body);
      const from = new Date(server.clock.now().getTime() + DAY_MS).toISOString().slice(0, 10);
      const entry = { kind: 'unavailable', from, to: from, reason: 'Away' };
      const injury = { kind: 'injury', area: 'knee', from, running: 'none' };
      const upserted = [`availability upserted ${runner.user_id}`];
      after = await now(client);
      await say('availability', entry);
      assert.deepEqual(await told(after, client), [], 'not shared with programs');
      await change('PUT', path, runner.token, { privacy: { share_availability_with_api: true } });
      assert.deepEqual(await told(after, client), upserted);
      after = await now(client);
      await say('injuries', injury);
      assert.deepEqual(await told(after, client), [], 'injuries are not shared');
      await change('PUT', path, runner.token, { privacy: { share_injuries_with_coach: true } });
      await say('injuries', injury);
      const { changes } = await client.listChanges({ after });
      const [one] = changes;
      assert.ok(one?.type === 'availability' && one.object && changes.length === 1);
      assert.deepEqual([one.object.entries.length, one.object.injuries.length], [1, 2]);
      assert.equal(one.object.entries[0]?.reason, 'Away');
      after = await now(client);
      await change('PUT', path, runner.token, { privacy: { share_availability_with_api: false } });
      assert.deepEqual(await told(after, client), [`availability withdrawn ${runner.user_id}`]);
    });

    test('groups are told as they are made, changed, joined and deleted', async () => {
      const groups = `/organizations/${club.org_id}/groups`;
      after = await now();
      await change('POST', groups, club.coach.token, { name: 'Tuesdays' });
      const { changes } = await clientOf().listChanges({ after });
      const [made] = changes;
      assert.ok(made?.type === 'group' && changes.length === 1);
      assert.deepEqual([made.object], await clientOf().listGroups());
      assert.equal(made.athlete_id, null);
      const one = `${groups}/${made.id}`;
      const isTold = async (...expected: string[]): Promise<void> => {
        assert.deepEqual(await told(after), expected);
        after = await now();
      };
      after = await now();
      await change('PATCH', one, club.coach.token, { name: 'Wednesdays' });
      await isTold(`group upserted ${made.id}`);
      await change('PUT', `${one}/members/${runner.user_id}`, club.coach.token);
      await isTold(`athlete upserted ${runner.user_id}`, `group upserted ${made.id}`);
      await change('DELETE', `${one}/members/${runner.user_id}`, club.coach.token);
      await isTold(`athlete upserted ${runner.user_id}`, `group upserted ${made.id}`);
      await change('DELETE', one, club.coach.token);
      await isTold(`group withdrawn ${made.id}`);
    });

    test('of who leaves, is suspended or deletes the account, everything is withdrawn', async () => {
      const gone = [`athlete withdrawn ${runner.user_id}`, 'activity withdrawn null', 'plan withdrawn null'];
      after = await now();
      await setStatus(server, { email: runner.email, status: 'suspended' });
      assert.deepEqual(await told(after), gone);
      await setStatus(server, { email: runner.email, status: 'active' });
      const body = { email: runner.email, password: runner.password };
      const { body: signedIn } = await server.request('POST', '/api/v1/auth/login', { body });
      const token: string = signedIn.access_token;
      after = await now();
      await change('DELETE', `/organizations/${club.org_id}/members/${runner.user_id}`, token);
      assert.deepEqual(await told(after), gone);
      await store(activity());
      assert.deepEqual(await told(await now()), []);

      await addMember(server, club, { user: { ...runner, token } });
      after = await now();
      await change('DELETE', '/users/me', token, { password: runner.password });
      assert.deepEqual(await told(after), gone);
    });
  });

  test('a key is told of what its scopes are for, and refused without any of them', async () => {
    const { user_id } = await seedAthlete(server, club.org_id);
    await store(makeActivity(user_id));
    for (const [scope, kind] of [
      ['athletes:read', 'athlete'],
      ['activities:read', 'activity'],
      ['plans:read', 'plan'],
      ['groups:read', 'group'],
      ['availability:read', 'availability'],
    ] as const) {
      const client = clientOf((await createApiKey(server, club, { scopes: [scope] })).secret);
      const pages = await Array.fromAsync(client.changes());
      const kinds = new Set(pages.flatMap(({ changes }) => changes.map((one) => one.type)));
      assert.deepEqual([...kinds], [kind]);
    }
    const { secret: other } = await createApiKey(server, club, { scopes: ['org:read'] });
    await assert.rejects(clientOf(other).listChanges(), { code: 'missing_scope', status: 403 });
  });

  test('cursors of another organization, of nobody, of an older state and of long ago are refused', async () => {
    const other = await createOrganization(server);
    const { secret: foreign } = await createApiKey(server, other);
    const after = await now();
    await assert.rejects(clientOf(foreign).listChanges({ after }), /next_cursor of a page/);
    for (const bad of ['x', 'bnVsbA', 'WzEsMiwzLDQsNV0', Buffer.from('[1]').toString('base64url')]) {
      await assert.rejects(clientOf().listChanges({ after: bad }), { code: 'validation_error' });
    }
    const { db } = server.deps;
    const parts = JSON.parse(Buffer.from(after, 'base64url').toString());
    const future = Buffer.from(JSON.stringify(parts.with(4, parts[4] + 1_000_000))).toString('base64url');
    await assert.rejects(clientOf().listChanges({ after: future }), { code: 'cursor_expired', status: 410 });

    await seedAthlete(server, club.org_id);
    const later = await now();
    const signal = new AbortController().signal;
    const clock = { now: () => new Date(server.clock.now().getTime() + 29 * DAY_MS) };
    await keepChanges({ db, clock }, signal);
    assert.equal((await clientOf().listChanges({ after })).changes.length, 3, 'kept for thirty days');
    clock.now = () => new Date(server.clock.now().getTime() + 31 * DAY_MS);
    await keepChanges({ db, clock }, signal);
    await assert.rejects(clientOf().listChanges({ after }), { code: 'cursor_expired', status: 410 });
    assert.deepEqual(await told(later), [], 'nothing that follows it was forgotten');
  });

  test('where the terms of a source forbid more than before, all athletes are told anew', async () => {
    const mine = await createOrganization(server);
    const { user_id } = await seedAthlete(server, mine.org_id);
    const run = makeActivity(user_id, { source: 'garmin' });
    await store(run);
    const request = { org_id: mine.org_id, kinds: ['activity'] as const, limit: 100 };
    const { next_cursor } = await readChanges(server.deps, { ...request, after: null });
    const garmin = { ...DEFAULT_SOURCE_POLICIES.garmin, show_to_coach: false };
    const strict = { ...server.deps, sourcePolicies: { ...DEFAULT_SOURCE_POLICIES, garmin } };
    const { changes } = await readChanges(strict, { ...request, after: next_cursor });
    assert.deepEqual(
      changes.map((one) => [one.type, one.action, one.id]),
      [['activity', 'withdrawn', null]],
    );
  });

  test('what is committed late is told late, and nothing is missed', async (t) => {
    if (server.deps.db.engine === 'embedded') return t.skip('one transaction at a time');
    // Of two athletes: who changes the activities of one waits for each other.
    const [one, other] = [await seedAthlete(server, club.org_id), await seedAthlete(server, club.org_id)];
    const [early, late] = [makeActivity(one.user_id), makeActivity(other.user_id)];
    const after = await now();
    const written = Promise.withResolvers<void>();
    const commit = Promise.withResolvers<void>();
    // Whatever fails in between, nobody waits for it.
    t.after(() => commit.resolve());
    const slow = server.deps.db.transaction(async (tx) => {
      await insertActivities(tx, [late]);
      written.resolve();
      await commit.promise;
    });
    await written.promise;
    await store(early);
    const first = await clientOf().listChanges({ after });
    assert.deepEqual(
      first.changes.map(({ id }) => id),
      [early.id],
    );
    commit.resolve();
    await slow;
    const second = await clientOf().listChanges({ after: first.next_cursor });
    assert.deepEqual(
      second.changes.map(({ id }) => id),
      [late.id],
    );
    const both = await clientOf().listChanges({ after });
    assert.deepEqual(
      both.changes.map(({ id }) => id),
      [early.id, late.id],
      'the same order for everybody',
    );
  });

  test('a copy kept by the client equals a fresh read, whatever happens meanwhile', async (t) => {
    const { seed, runs } = chosenRuns(6);
    t.diagnostic(`seed ${seed}, ${runs} runs`);
    for (let run = 0; run < runs; run += 1) {
      const random = seededRandom(`${seed} ${run}`);
      const mine = await createOrganization(server);
      const { secret: apiKey } = await createApiKey(server, mine, { scopes: ['admin'] });
      const client = clientOf(apiKey);
      const privacy = {
        share_feedback_with_api: true,
        share_injuries_with_coach: true,
        share_availability_with_api: true,
        share_sessions_with_api: true,
      };
      const athletes = await Promise.all(
        [1, 2, 3, 4].map(() => seedAthlete(server, mine.org_id, { privacy })),
      );
      const user_ids = athletes.map(({ user_id }) => user_id) as [string, ...string[]];
      await assignPlan(server, mine.org_id, athletes, {
        start_date: server.clock.now().toISOString().slice(0, 10),
      });
      const copy = emptyCopy();
      const pageSize = random.pick([1, 2, 3, 7, 100]);
      let after: string | undefined;
      for (let round = 0; round < 4; round += 1) {
        const writers = Array.from({ length: 4 }, async (_, writer) => {
          const own = random.fork(`${round} ${writer}`);
          for (let step = 0; step < 5; step += 1)
            await happen(server.deps.db, own, { org_id: mine.org_id, user_ids });
        });
        const follower = async (): Promise<void> => {
          // As a client that stops in the middle of a page and goes on behind the last change that it has stored.
          for (let look = 0; look < 6; look += 1)
            after = await followInPart(client, copy, { after, pageSize, random });
          after = await follow(client, copy, { after, pageSize });
        };
        await Promise.all([...writers, follower()]);
        after = await follow(client, copy, { after, pageSize });
        const sorted = (all: ReadonlyMap<string, unknown>) =>
          new Map([...all].sort(([a], [b]) => (a < b ? -1 : 1)));
        const fresh = await readAnew(client, { feedback: true, sessions: true });
        const kinds = [
          'athletes',
          'activities',
          'plans',
          'groups',
          'feedback',
          'sessions',
          'attendance',
        ] as const;
        for (const kind of kinds) {
          assert.deepEqual(
            sorted(copy[kind]),
            sorted(fresh[kind]),
            `${kind}, run ${run}, round ${round}, seed ${seed}`,
          );
        }
        const hint = `availability, run ${run}, round ${round}, seed ${seed}`;
        await equalsReads(copy, { client, athlete_ids: [...fresh.athletes.keys()], hint });
      }
    }
  });

  test('the list of everybody’s activities has what the lists of each athlete have, and updated_since narrows it', async () => {
    const mine = await createOrganization(server);
    const client = clientOf((await createApiKey(server, mine)).secret);
    const times = [0, 1, 2, 3].map((hours) => new Date(Date.UTC(2026, 4, 1, hours)));
    for (const privacy of [
      {},
      { share_race_history: false },
      { share_pace_data: false },
      { share_activity_with_coach: false },
    ]) {
      const { user_id } = await seedAthlete(server, mine.org_id, { privacy });
      await store(
        ...times.flatMap((start_time) => [
          makeActivity(user_id, { start_time, created_at: start_time, updated_at: start_time }),
          makeActivity(user_id, { start_time, is_race: true, updated_at: start_time }),
          makeActivity(user_id, { start_time, private: true }),
        ]),
      );
    }
    const expected = (query: object) =>
      Array.fromAsync(client.athletes()).then(async (athletes) => {
        const lists = await Promise.all(
          athletes.map(({ id }) => Array.fromAsync(client.activities({ athlete_id: id, ...query }))),
        );
        return lists
          .flat()
          .sort((a, b) =>
            a.start_time_ms === b.start_time_ms
              ? a.id < b.id
                ? 1
                : -1
              : (b.start_time_ms ?? 0) - (a.start_time_ms ?? 0),
          );
      });
    const queries = [
      {},
      { start_date: times[1]?.toISOString() ?? '' },
      { end_date: times[2]?.getTime() ?? 0 },
      { updated_since: times[2]?.toISOString() ?? '' },
      { updated_since: times[1]?.getTime() ?? 0, end_date: times[2]?.getTime() ?? 0 },
    ];
    for (const query of queries) {
      const one = await expected(query);
      assert.ok(one.length > 0);
      for (const pageSize of [3, 100]) {
        assert.deepEqual(
          await Array.fromAsync(client.activities(query, { pageSize })),
          one,
          JSON.stringify(query),
        );
      }
    }
    const page = await client.listActivities({ limit: 2 });
    assert.equal(page.athlete_id, null);
    await assert.rejects(client.listActivities({ updated_since: 'yesterday' }), /updated_since/);
    await assert.rejects(client.listActivities({ athlete_id: newId() }), { code: 'not_found' });
  });

  test('updated_since lists athletes whom something has happened to', async () => {
    const mine = await createOrganization(server);
    const client = clientOf((await createApiKey(server, mine)).secret);
    await seedAthlete(server, mine.org_id);
    const two = await seedAthlete(server, mine.org_id);
    assert.equal((await client.listAthletes({ updated_since: 0 })).total, 2);
    server.clock.advance(DAY_MS);
    try {
      const since = server.clock.now().getTime();
      assert.deepEqual((await client.listAthletes({ updated_since: since })).athletes, []);
      await server.deps.db.execute(
        sql`UPDATE organization_members SET labels = '{new}' WHERE org_id = ${mine.org_id} AND user_id = ${two.user_id}`,
      );
      const { athletes, total } = await client.listAthletes({ updated_since: since });
      assert.deepEqual([athletes.map(({ id }) => id), total], [[two.user_id], 1]);
    } finally {
      server.clock.reset();
    }
  });
});

/** Whether the availability of a copy, laid out on days, is what the read of each athlete has. */
async function equalsReads(
  copy: ReturnType<typeof emptyCopy>,
  { client, athlete_ids, hint }: { client: DeveloperClient; athlete_ids: readonly string[]; hint: string },
): Promise<void> {
  const sharing: string[] = [];
  for (const id of athlete_ids) {
    const read = await client.listAthleteAvailability(id, { from: '2026-07-01', to: '2026-07-31' });
    const kept = copy.availability.get(id);
    if (!read.privacy_filtered.includes('availability') || !read.privacy_filtered.includes('injuries'))
      sharing.push(id);
    const entries = (kept?.entries ?? []).map(({ entry_id, ...entry }) => ({ ...entry, id: entry_id }));
    const range = { from: read.from, to: read.to };
    const { days } = presentDays({
      ...{ ...range, timezone: read.timezone, injuries: [], privacy_filtered: [] },
      days: expandDays(entries, range),
    });
    assert.deepEqual(days, read.days, hint);
    assert.deepEqual(kept?.injuries ?? [], read.injuries, hint);
    if (kept) assert.deepEqual(kept.privacy_filtered, read.privacy_filtered, hint);
  }
  assert.deepEqual([...copy.availability.keys()].sort(), sharing.sort(), hint);
}
