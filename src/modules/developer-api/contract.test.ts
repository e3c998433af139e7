import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { exampleSimulation } from '../../../sandbox/recordings/example-simulation.ts';
import { steadyRun } from '../../../sandbox/recordings/plan-session.ts';
import { simulateActivity } from '../../../sandbox/recordings/simulate-activity.ts';
import { writeFit } from '../../../sandbox/recordings/write-fit.ts';
import {
  type Activity,
  createDeveloperClient,
  type DeveloperClient,
  type DeveloperClientOptions,
  EkidenApiError,
  type ErrorCode,
  RateLimitedError,
} from '../../../sdk/src/index.ts';
import { addDays } from '../../shared/calendar.ts';
import { DAY_MS, HOUR_MS } from '../../shared/time.ts';
import { jsonRecords, openArchive } from '../../test/archives.ts';
import { type ContractProxy, startContractProxy } from '../../test/contract-proxy.ts';
import {
  addMember,
  assignPlan,
  createApiKey,
  createGroup,
  createOrganization,
  setTier,
  type TestOrganization,
  type TestUser,
  uploadFile,
} from '../../test/factories.ts';
import { startTestServer, type TestServer, testServer } from '../../test/harness.ts';

/** The developer API as a customer uses it: through the published client and a proxy that fails on every answer outside the OpenAPI document. */

const UNKNOWN = '019a1c5e-8f00-7000-8000-1b2c3d4e5f60';
const ADMIN = { scopes: ['admin'] };
const FIRST_RUN = Date.parse('2026-03-01T07:30:00Z');
/** Days after the first run on which each athlete runs. */
const RUNS = [[0, 1, 2, 3, 4], [0, 7], [3], [], []];

/** A client behind the proxy. It tries nothing again, so that an answer against the contract shows at once. */
function clientOf(
  proxy: ContractProxy,
  apiKey: string,
  options: Partial<DeveloperClientOptions> = {},
): DeveloperClient {
  return createDeveloperClient({ baseUrl: proxy.url, apiKey, fetch: proxy.fetch, maxRetries: 0, ...options });
}

function run(day: number): Uint8Array {
  const start = new Date(FIRST_RUN + day * DAY_MS);
  return writeFit([simulateActivity(exampleSimulation(steadyRun(1000), { seed: `run ${day}`, start }))]);
}

const byId = (a: { id: string }, b: { id: string }): number => (a.id < b.id ? -1 : 1);

describe('the developer API through its client and a contract proxy', () => {
  let server: TestServer;
  let proxy: ContractProxy;
  let club: TestOrganization;
  let athletes: TestUser[];
  let client: DeveloperClient;
  before(async () => {
    server = await testServer();
    proxy = await startContractProxy(`${server.url}/developer/v1`);
    club = await createOrganization(server);
    athletes = [];
    for (const days of RUNS) {
      const athlete = await addMember(server, club);
      athletes.push(athlete);
      for (const day of days) assert.equal((await uploadFile(server, athlete, run(day))).status, 201);
    }
    await createGroup(server, club, { members: athletes.slice(0, 2), fields: { name: 'Track' } });
    await createGroup(server, club, { fields: { name: 'Trail' } });
    client = clientOf(proxy, (await createApiKey(server, club, ADMIN)).secret);
  });
  after(async () => {
    server.clock.reset();
    await proxy.close();
  });

  const activitiesOf = async (athlete: TestUser | undefined): Promise<Activity[]> =>
    await Array.fromAsync(client.activities({ athlete_id: athlete?.user_id ?? '' }));

  test('the organization, its groups without their members, its athletes over several pages', async () => {
    assert.deepEqual(await client.getOrganization(), { id: club.org_id, name: club.name, athlete_count: 5 });
    const groups = await client.listGroups();
    assert.deepEqual(
      groups.map(({ name, member_count }) => ({ name, member_count })),
      [
        { name: 'Track', member_count: 2 },
        { name: 'Trail', member_count: 0 },
      ],
    );
    assert.ok(groups.every((group) => !('members' in group)));

    const paged = await Array.fromAsync(client.athletes({}, { pageSize: 2 }));
    assert.deepEqual(
      paged.map(({ id }) => id),
      athletes.map(({ user_id }) => user_id),
    );
    const { athletes: page, ...rest } = await client.listAthletes({ limit: 2, offset: 3 });
    assert.deepEqual([page, rest], [paged.slice(3), { total: 5, limit: 2, offset: 3 }]);
    for (const athlete of paged) assert.deepEqual(await client.getAthlete(athlete.id), athlete);
    assert.deepEqual(
      paged.map(({ group_ids }) => group_ids.length),
      [1, 1, 0, 0, 0],
    );
  });

  test('activities over several pages, newest first, single ones alike, nobody else’s', async () => {
    const [athlete] = athletes;
    const athlete_id = athlete?.user_id ?? '';
    const paged = await Array.fromAsync(client.activities({ athlete_id }, { pageSize: 2 }));
    assert.deepEqual(
      paged.map(({ start_time_ms }) => start_time_ms),
      [4, 3, 2, 1, 0].map((day) => FIRST_RUN + day * DAY_MS),
    );
    assert.ok(paged.every((activity) => activity.athlete_id === athlete_id && activity.source === 'upload'));
    assert.deepEqual(await Promise.all(paged.map(({ id }) => client.getActivity(id))), paged);
    assert.ok(paged.every(({ privacy_filtered }) => privacy_filtered.includes('map_polyline')));
    const three = await Array.fromAsync(client.activities({ athlete_id, limit: 3 }, { pageSize: 2 }));
    assert.deepEqual(three, paged.slice(0, 3));
    assert.deepEqual(await activitiesOf(athletes[3]), []);
  });

  test('date ranges include both ends, to the millisecond', async () => {
    const athlete_id = athletes[0]?.user_id ?? '';
    const daysIn = async (start_date?: number, end_date?: number): Promise<number[]> => {
      const range = {
        ...(start_date === undefined ? {} : { start_date }),
        ...(end_date === undefined ? {} : { end_date }),
      };
      const found = await Array.fromAsync(client.activities({ athlete_id, ...range }, { pageSize: 1 }));
      return found.map(({ start_time_ms }) => (start_time_ms - FIRST_RUN) / DAY_MS).reverse();
    };
    const [second, fourth] = [FIRST_RUN + DAY_MS, FIRST_RUN + 3 * DAY_MS];
    assert.deepEqual(await daysIn(second, fourth), [1, 2, 3]);
    assert.deepEqual(await daysIn(second + 1, fourth - 1), [2]);
    assert.deepEqual(await daysIn(fourth), [3, 4]);
    assert.deepEqual(await daysIn(undefined, second), [0, 1]);
    assert.deepEqual(await daysIn(second, second), [1]);
  });

  test('plans over several pages, the latest start first, single ones alike, with and without the paces', async () => {
    const athlete = await addMember(server, club);
    const athlete_id = athlete.user_id;
    const today = server.clock.now().toISOString().slice(0, 10);
    const given = [];
    for (const weeks of [3, 2, 1]) {
      const start_date = addDays(today, weeks);
      given.push(...(await assignPlan(server, club.org_id, [athlete], { start_date, weeks })));
    }
    const plans = () => Array.fromAsync(client.plans({ athlete_id }, { pageSize: 2 }));
    const shown = await plans();
    assert.deepEqual(
      shown,
      given.map((plan) => ({ ...plan, privacy_filtered: [] })),
    );
    assert.deepEqual(await Promise.all(shown.map(({ id }) => client.getPlan(id))), shown);
    const body = { privacy: { share_pace_data: false } };
    const path = `/api/v1/users/${athlete_id}`;
    assert.equal((await server.request('PUT', path, { token: athlete.token, body })).status, 200);
    const [withheld = assert.fail(), ...others] = await plans();
    assert.equal(others.length, 2);
    assert.ok(withheld.privacy_filtered.includes('workouts.segments.target.min'));
    assert.ok(withheld.workouts.every(({ distance_m }) => distance_m === undefined));
    await server.request('DELETE', `/api/v1/organizations/${club.org_id}/members/${athlete_id}`, {
      token: club.coach.token,
    });
    await assert.rejects(client.getPlan(withheld.id), { code: 'not_found' });
  });

  test('reads that have not changed are confirmed, not sent again', async () => {
    const statuses: number[] = [];
    const { secret } = await createApiKey(server, club, ADMIN);
    const caching = clientOf(proxy, secret, {
      cacheEntries: 10,
      fetch: async (url, init) => {
        const response = await proxy.fetch(url, init);
        statuses.push(response.status);
        return response;
      },
    });
    const reads = [
      () => caching.getOrganization(),
      () => caching.listAthletes(),
      () => caching.listActivities({ athlete_id: athletes[0]?.user_id ?? '' }),
      () => caching.listGroups(),
    ];
    for (const read of reads) assert.deepEqual(await read(), await read());
    assert.deepEqual(statuses, [200, 304, 200, 304, 200, 304, 200, 304]);
  });

  test('an export is made, waited for, downloaded, and holds exactly what the reads show', async () => {
    const asked = await client.createExport({
      format: 'json',
      athlete_ids: [...athletes.slice(0, 3).map(({ user_id }) => user_id), UNKNOWN],
    });
    assert.equal(asked.status, 'pending');
    const job = await client.waitForExport(asked.id, { pollMs: 20, maxPollMs: 100 });
    assert.deepEqual(job.skipped_athletes, [{ uid: UNKNOWN, reason: 'not_a_member' }]);
    const archive = await client.downloadExport(job.id);
    const bytes = Buffer.from(await new Response(archive.body).arrayBuffer());
    assert.equal(bytes.length, job.file_size_bytes);
    assert.equal(archive.size_bytes, bytes.length);
    assert.match(archive.file_name ?? '', new RegExp(`^ekiden-${club.org_id}-\\d{4}-\\d\\d-\\d\\d\\.zip$`));

    const { files, manifest } = await openArchive(bytes);
    const read = (await Promise.all(athletes.slice(0, 3).map(activitiesOf))).flat();
    assert.equal(read.length, 8);
    assert.deepEqual(jsonRecords(files.get('activities.json')).sort(byId), read.sort(byId));
    const members = (await client.listAthletes({ limit: 3 })).athletes;
    assert.deepEqual(jsonRecords(files.get('athletes.json')).sort(byId), members.sort(byId));
    assert.deepEqual(manifest.counts, {
      athletes: 3,
      activities: 8,
      laps: read.flatMap(({ laps }) => laps).length,
    });
    assert.deepEqual(manifest.skipped_athletes, job.skipped_athletes);
  });

  test('exports over several pages, newest first, those of this key alone', async () => {
    const mine = clientOf(proxy, (await createApiKey(server, club, ADMIN)).secret);
    const made: string[] = [];
    for (let i = 0; i < 3; i++) made.unshift((await mine.createExport({ format: 'csv' })).id);
    for (const id of made) await mine.waitForExport(id, { pollMs: 20, maxPollMs: 100 });
    const listed = await Array.fromAsync(mine.exports({ status: 'completed' }, { pageSize: 2 }));
    assert.deepEqual(
      listed.map(({ id }) => id),
      made,
    );
    assert.deepEqual(await Array.fromAsync(mine.exports({ status: 'failed' })), []);
    await assert.rejects(client.getExport(made[0] ?? ''), { code: 'not_found' });
  });

  test('a link lives ten minutes; a download whose link has expired asks for another', async () => {
    const links: string[] = [];
    const late = clientOf(proxy, (await createApiKey(server, club, ADMIN)).secret, {
      maxRetries: 1,
      timing: { sleep: async () => undefined },
      fetch: async (url, init) => {
        if (!url.includes('/files/')) return await proxy.fetch(url, init);
        links.push(url);
        // Too late for the first one, in time for the second.
        if (links.length === 1) server.clock.advance(600_000 + 1_000);
        return await fetch(url, init);
      },
    });
    try {
      const { id } = await late.createExport({ format: 'csv' });
      while ((await late.getExport(id)).status !== 'completed') await sleep(20);
      assert.equal((await late.getExportDownload(id)).expires_in_seconds, 600);
      const { body, size_bytes } = await late.downloadExport(id);
      assert.equal((await new Response(body).arrayBuffer()).byteLength, size_bytes);
      assert.equal(new Set(links).size, 2);
    } finally {
      server.clock.reset();
    }
  });

  describe('every code of the specification', () => {
    let limited: TestServer;
    let limitedProxy: ContractProxy;
    let limitedClub: TestOrganization;
    /** How long the client has slept, in milliseconds; the server's clock went along. */
    let slept: number[];
    before(async () => {
      // No worker: its exports stay pending.
      limited = await startTestServer({ ROLES: 'api', RATE_LIMIT_PER_MINUTE: '3', EXPORTS_PER_HOUR: '1' });
      limitedProxy = await startContractProxy(`${limited.url}/developer/v1`);
      limitedClub = await createOrganization(limited);
    });
    beforeEach(() => {
      slept = [];
    });
    after(async () => {
      await limitedProxy.close();
      await limited.stop();
    });

    const limitedClient = async (options: Partial<DeveloperClientOptions> = {}): Promise<DeveloperClient> => {
      const { secret } = await createApiKey(limited, limitedClub, ADMIN);
      const timing = {
        random: () => 0,
        sleep: async (ms: number) => {
          slept.push(ms);
          limited.clock.advance(ms);
        },
      };
      return clientOf(limitedProxy, secret, { timing, ...options });
    };
    const otherKey = async (fields: Record<string, unknown> = ADMIN): Promise<DeveloperClient> =>
      clientOf(proxy, (await createApiKey(server, club, fields)).secret);

    /** All but what a server that works, with all that it needs, does not have. */
    const provoke: Record<
      Exclude<ErrorCode, 'internal_error' | 'unavailable'>,
      [status: number, () => Promise<unknown>]
    > = {
      invalid_key: [401, () => clientOf(proxy, 'ekiden_nonsense').getOrganization()],
      key_expired: [
        401,
        async () => {
          const expires_at = new Date(server.clock.now().getTime() + HOUR_MS).toISOString();
          const expiring = await otherKey({ ...ADMIN, expires_at });
          server.clock.advance(HOUR_MS + 1);
          await expiring.getOrganization().finally(() => server.clock.reset());
        },
      ],
      key_revoked: [
        401,
        async () => {
          const { id, secret } = await createApiKey(server, club, ADMIN);
          const path = `/api/v1/organizations/${club.org_id}/api-keys/${id}`;
          assert.equal((await server.request('DELETE', path, { token: club.coach.token })).status, 200);
          await clientOf(proxy, secret).getOrganization();
        },
      ],
      feature_not_enabled: [
        403,
        async () => {
          const poor = await createOrganization(server);
          const { secret } = await createApiKey(server, poor, ADMIN);
          await setTier(server, poor.org_id, 'coach');
          await clientOf(proxy, secret).getOrganization();
        },
      ],
      missing_scope: [403, async () => (await otherKey({ scopes: ['org:read'] })).listGroups()],
      not_found: [404, () => client.getAthlete(UNKNOWN)],
      validation_error: [400, () => client.listAthletes({ limit: 101 })],
      export_not_ready: [
        409,
        async () => {
          const waiting = await limitedClient();
          const { id } = await waiting.createExport();
          await waiting.getExportDownload(id);
        },
      ],
      export_expired: [
        410,
        async () => {
          const { id } = await client.createExport({ format: 'csv' });
          await client.waitForExport(id, { pollMs: 20, maxPollMs: 100 });
          server.clock.advance(7 * DAY_MS + 1);
          await client.downloadExport(id).finally(() => server.clock.reset());
        },
      ],
      cursor_expired: [
        410,
        async () => {
          const { next_cursor } = await client.listChanges();
          const parts = JSON.parse(Buffer.from(next_cursor, 'base64url').toString());
          const later = JSON.stringify(parts.with(4, parts[4] + 1_000_000));
          await client.listChanges({ after: Buffer.from(later).toString('base64url') });
        },
      ],
      export_withdrawn: [
        410,
        async () => {
          const leaving = await addMember(server, club);
          const { id } = await client.createExport({ format: 'csv' });
          await client.waitForExport(id, { pollMs: 20, maxPollMs: 100 });
          const path = `/api/v1/organizations/${club.org_id}/members/${leaving.user_id}`;
          assert.equal((await server.request('DELETE', path, { token: leaving.token })).status, 200);
          await client.downloadExport(id);
        },
      ],
      payload_too_large: [
        413,
        () => client.createExport({ athlete_ids: Array.from({ length: 11_000 }, () => 'x'.repeat(100)) }),
      ],
      unsupported_media_type: [
        415,
        async () => {
          const headers = { 'content-type': 'text/plain' };
          const fetch: DeveloperClientOptions['fetch'] = (url, init) =>
            proxy.fetch(url, {
              ...init,
              headers: { ...(init.headers as Record<string, string>), ...headers },
            });
          await clientOf(proxy, (await createApiKey(server, club, ADMIN)).secret, { fetch }).createExport();
        },
      ],
      rate_limited: [
        429,
        async () => {
          const impatient = await limitedClient({ maxWaitMs: 0 });
          for (let i = 0; i < 4; i++) await impatient.getOrganization();
        },
      ],
    };
    for (const [code, [status, call]] of Object.entries(provoke)) {
      test(`${code} is ${status}`, async () => {
        await assert.rejects(call, (error) => {
          assert.ok(error instanceof EkidenApiError, String(error));
          assert.deepEqual([error.status, error.code], [status, code]);
          assert.match(error.request_id ?? '', /^[\w.-]{1,128}$/);
          assert.equal(error instanceof RateLimitedError, code === 'rate_limited');
          return true;
        });
      });
    }

    test('not_found is the answer to whatever a key may not know of', async () => {
      const elsewhere = await createOrganization(server);
      const stranger = await addMember(server, elsewhere);
      assert.equal((await uploadFile(server, stranger, run(0))).status, 201);
      const theirs = clientOf(proxy, (await createApiKey(server, elsewhere, ADMIN)).secret);
      const athlete_id = stranger.user_id;
      const [hidden] = await Array.fromAsync(theirs.activities({ athlete_id }));
      assert.ok(hidden);
      const asked = [
        () => client.getAthlete(athlete_id),
        () => client.listActivities({ athlete_id }),
        () => client.getActivity(hidden.id),
        () => client.getActivity('no-uuid'),
        () => client.getExport(UNKNOWN),
        () => client.getExportDownload(UNKNOWN),
      ];
      for (const ask of asked) await assert.rejects(ask, { status: 404, code: 'not_found' });
    });

    test('a used-up minute is waited out as Retry-After says, and then the call succeeds', async () => {
      const patient = await limitedClient();
      for (let i = 0; i < 7; i++) await patient.getOrganization();
      assert.equal(slept.length, 2);
      for (const ms of slept) assert.ok(ms > 0 && ms <= 60_000, `${ms} ms`);
    });

    test('a used-up hour of exports is longer than the client waits unless told to', async () => {
      const patient = await limitedClient();
      await patient.createExport();
      await assert.rejects(patient.createExport(), (error) => {
        assert.ok(error instanceof RateLimitedError);
        assert.ok(error.retry_after_s !== null && error.retry_after_s > 3000 && error.retry_after_s <= 3600);
        return true;
      });
      assert.deepEqual(slept, []);
      const veryPatient = await limitedClient({ maxWaitMs: HOUR_MS });
      await veryPatient.createExport();
      await veryPatient.createExport();
      assert.equal(slept.length, 1);
    });
  });
});
