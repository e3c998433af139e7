import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { AppError } from '../../shared/errors.ts';
import { addMember, createApiKey, createOrganization, signUp, type TestUser } from '../../test/factories.ts';
import { type TestResponse, type TestServer, testServer } from '../../test/harness.ts';
import { HEART_RATE_BY_HAND, PACE_BY_HAND, PACES_BY_HAND } from '../../test/zones-by-hand.ts';
import { readZoneChanges } from './read-zones.ts';

const change = (server: TestServer, user: TestUser, zones: unknown): Promise<TestResponse> =>
  server.request('PUT', `/api/v1/users/${user.user_id}`, { token: user.token, body: { zones } });

async function zonesOf(server: TestServer, { user_id, token }: TestUser) {
  const { status, body } = await server.request('GET', `/api/v1/users/${user_id}`, { token });
  assert.equal(status, 200);
  return body.data.zones;
}

describe('zones are computed by the server', () => {
  // Bands from 50, 60, 70, 80 and 90 % of the maximum, and of the reserve (Karvonen); Friel's bands of the threshold.
  const heartRates: [object, string, number[]][] = [
    [{ max_bpm: 190 }, 'percent_max', [95, 114, 133, 152, 171]],
    [{ max_bpm: 190, resting_bpm: 50 }, 'heart_rate_reserve', [120, 134, 148, 162, 176]],
    [{ threshold_bpm: 170 }, 'percent_threshold', [30, 145, 153, 162, 170]],
    [
      { method: 'percent_max', max_bpm: 190, resting_bpm: 50, threshold_bpm: 170 },
      'percent_max',
      [95, 114, 133, 152, 171],
    ],
    [
      { method: 'percent_threshold', max_bpm: 190, threshold_bpm: 170 },
      'percent_threshold',
      [30, 145, 153, 162, 170],
    ],
  ];
  test('of heart rate', async () => {
    const server = await testServer();
    const user = await signUp(server);
    for (const [given, method, begins] of heartRates) {
      assert.equal((await change(server, user, { heartrate: given })).status, 200);
      const { zones, ...how } = (await zonesOf(server, user)).heartrate;
      assert.deepEqual(how, { ...given, method });
      assert.deepEqual(
        zones.map(({ min_bpm }: { min_bpm: number }) => min_bpm),
        begins,
      );
      assert.deepEqual(
        zones.map(({ zone }: { zone: number }) => zone),
        [1, 2, 3, 4, 5],
      );
    }
  });

  test('of pace, from the pace at the threshold or from a race', async () => {
    const server = await testServer();
    const user = await signUp(server);
    assert.equal((await change(server, user, { pace: { threshold_pace_s_per_km: 270 } })).status, 200);
    assert.deepEqual((await zonesOf(server, user)).pace, {
      method: 'percent_threshold',
      threshold_pace_s_per_km: 270,
      zones: [
        { zone: 1, min_s_per_km: 348, max_s_per_km: null },
        { zone: 2, min_s_per_km: 305, max_s_per_km: 348 },
        { zone: 3, min_s_per_km: 284, max_s_per_km: 305 },
        { zone: 4, min_s_per_km: 270, max_s_per_km: 284 },
        { zone: 5, min_s_per_km: null, max_s_per_km: 270 },
      ],
    });
    // Daniels' table: VDOT 50 runs ten kilometres in 41:21, and its threshold pace is 4:15 a kilometre.
    const race = { distance_m: 10_000, time_s: 2_481 };
    assert.equal((await change(server, user, { pace: { race } })).status, 200);
    const { zones, ...how } = (await zonesOf(server, user)).pace;
    assert.deepEqual(how, { method: 'race', race, threshold_pace_s_per_km: 255 });
    assert.equal(zones[4].max_s_per_km, 255);
  });

  test('of training, from a VDOT or from a race', async () => {
    const server = await testServer();
    const user = await signUp(server);
    const race = { distance_m: 10_000, time_s: 2_481 };
    await change(server, user, { vdot: { race } });
    const fromRace = (await zonesOf(server, user)).vdot;
    assert.deepEqual([fromRace.method, fromRace.value, fromRace.race], ['race', 50, race]);
    assert.deepEqual(fromRace.paces.threshold, { min_s_per_km: 255, max_s_per_km: 255 });
    const kinds = ['easy', 'marathon', 'threshold', 'interval', 'repetition'];
    assert.deepEqual(Object.keys(fromRace.paces), kinds);
    assert.ok(fromRace.paces.easy.min_s_per_km < fromRace.paces.easy.max_s_per_km);
    await change(server, user, { vdot: { value: 50 } });
    const fromValue = (await zonesOf(server, user)).vdot;
    assert.deepEqual(fromValue, { method: 'value', value: 50, paces: fromRace.paces });
  });
});

test('zones by hand are kept as they are, with what is said along', async () => {
  const server = await testServer();
  const user = await signUp(server);
  const zones = {
    heartrate: { method: 'manual', max_bpm: 190, zones: HEART_RATE_BY_HAND },
    pace: { method: 'manual', threshold_pace_s_per_km: 285, zones: PACE_BY_HAND },
    vdot: { method: 'manual', value: 47.5, paces: PACES_BY_HAND },
  };
  assert.equal((await change(server, user, zones)).status, 200);
  assert.deepEqual(await zonesOf(server, user), zones);
});

test('what was read can be sent back, however it came about', async () => {
  const server = await testServer();
  const user = await signUp(server);
  const race = { distance_m: 21_097.5, time_s: 5_823.4 };
  for (const zones of [
    { heartrate: { max_bpm: 187, resting_bpm: 48 }, pace: { race }, vdot: { race } },
    { heartrate: { threshold_bpm: 168 }, pace: { threshold_pace_s_per_km: 271.5 }, vdot: { value: 43.2 } },
    { heartrate: { method: 'manual', zones: HEART_RATE_BY_HAND } },
  ]) {
    await change(server, user, zones);
    const read = await zonesOf(server, user);
    assert.equal((await change(server, user, read)).status, 200);
    assert.deepEqual(await zonesOf(server, user), read);
  }
});

test('each kind is replaced or cleared by itself; at once, too', async () => {
  const server = await testServer();
  const user = await signUp(server);
  const answers = await Promise.all([
    change(server, user, { heartrate: { max_bpm: 190, resting_bpm: 50 } }),
    change(server, user, { pace: { threshold_pace_s_per_km: 270 } }),
    change(server, user, { vdot: { value: 50 } }),
  ]);
  for (const { status, body } of answers)
    assert.deepEqual([status, body.data.updated_fields], [200, ['zones']]);
  const all = await zonesOf(server, user);
  assert.deepEqual(Object.keys(all).sort(), ['heartrate', 'pace', 'vdot']);
  await change(server, user, { heartrate: { max_bpm: 185 } });
  const { heartrate, ...others } = await zonesOf(server, user);
  assert.deepEqual([heartrate.max_bpm, 'resting_bpm' in heartrate], [185, false], 'replaced whole');
  assert.deepEqual(others, { pace: all.pace, vdot: all.vdot });
  await change(server, user, { pace: null });
  assert.deepEqual(await zonesOf(server, user), { heartrate, vdot: all.vdot });
  await change(server, user, {});
  assert.deepEqual(await zonesOf(server, user), { heartrate, vdot: all.vdot });
  await change(server, user, { heartrate: null, vdot: null, pace: null });
  assert.deepEqual(await zonesOf(server, user), {});
});

test('a key of the club sees them, unless share_pace_data is off', async () => {
  const server = await testServer();
  const club = await createOrganization(server);
  const athlete = await addMember(server, club);
  const { secret } = await createApiKey(server, club, { scopes: ['athletes:read'] });
  await change(server, athlete, { heartrate: { max_bpm: 190 }, vdot: { value: 50 } });
  const own = await zonesOf(server, athlete);
  const seen = async () => {
    const path = `/developer/v1/athletes/${athlete.user_id}`;
    const { status, body } = await server.request('GET', path, { apiKey: secret });
    assert.equal(status, 200, JSON.stringify(body));
    return body.data.athlete;
  };
  assert.deepEqual((await seen()).zones, own);
  await server.request('PUT', `/api/v1/users/${athlete.user_id}`, {
    token: athlete.token,
    body: { privacy: { share_pace_data: false } },
  });
  const { zones, privacy_filtered } = await seen();
  assert.deepEqual([zones, privacy_filtered], [undefined, ['zones']]);
});

test('for any numbers within the limits: zones, or a refusal that names a field', () => {
  const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined });
  const race = fc.record({
    distance_m: fc.double({ min: 800, max: 100_000, noNaN: true }),
    time_s: fc.double({ min: 90, max: 86_400, noNaN: true }),
  });
  const input = fc.record(
    {
      heartrate: fc.record({
        max_bpm: maybe(fc.integer({ min: 100, max: 250 })),
        resting_bpm: maybe(fc.integer({ min: 30, max: 120 })),
        threshold_bpm: maybe(fc.integer({ min: 80, max: 240 })),
      }),
      pace: fc.oneof(
        fc.record({ threshold_pace_s_per_km: fc.double({ min: 120, max: 1_200, noNaN: true }) }),
        fc.record({ race }),
      ),
      vdot: fc.oneof(fc.record({ value: fc.double({ min: 15, max: 90, noNaN: true }) }), fc.record({ race })),
    },
    { requiredKeys: [] },
  );
  fc.assert(
    fc.property(input, (given) => {
      try {
        const { heartrate, pace, vdot } = readZoneChanges(JSON.parse(JSON.stringify(given)));
        for (const [index, { zone, min_bpm, max_bpm }] of (heartrate?.zones ?? []).entries()) {
          assert.ok(zone === index + 1 && min_bpm <= max_bpm && min_bpm >= 30 && max_bpm <= 250);
        }
        for (const { min_s_per_km, max_s_per_km } of pace?.zones ?? []) {
          assert.ok((min_s_per_km ?? 120) >= 120 && (max_s_per_km ?? 2_000) <= 2_000);
        }
        for (const { min_s_per_km, max_s_per_km } of Object.values(vdot?.paces ?? {})) {
          assert.ok(min_s_per_km <= max_s_per_km && min_s_per_km >= 120 && max_s_per_km <= 1_200);
        }
      } catch (error) {
        assert.ok(error instanceof AppError && error.status === 400, String(error));
      }
    }),
  );
});
