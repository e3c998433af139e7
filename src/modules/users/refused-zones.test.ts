import assert from 'node:assert/strict';
import { test } from 'node:test';
import { signUp, type TestUser } from '../../test/factories.ts';
import { type TestResponse, type TestServer, testServer } from '../../test/harness.ts';
import { HEART_RATE_BY_HAND, PACE_BY_HAND, PACES_BY_HAND } from '../../test/zones-by-hand.ts';

const change = (server: TestServer, user: TestUser, zones: unknown): Promise<TestResponse> =>
  server.request('PUT', `/api/v1/users/${user.user_id}`, { token: user.token, body: { zones } });

async function zonesOf(server: TestServer, { user_id, token }: TestUser) {
  const { status, body } = await server.request('GET', `/api/v1/users/${user_id}`, { token });
  assert.equal(status, 200);
  return body.data.zones;
}

test('what makes no zones is refused, and named', async () => {
  const server = await testServer();
  const user = await signUp(server);
  await change(server, user, { heartrate: { max_bpm: 190 } });
  const before = await zonesOf(server, user);
  const [first, second, third] = HEART_RATE_BY_HAND;
  const hr = (...zones: unknown[]) => ({ heartrate: { method: 'manual', zones } });
  const [slow, middle, fast] = PACE_BY_HAND;
  const pace = (...zones: unknown[]) => ({ pace: { method: 'manual', zones } });
  const paces = (changes: object) => ({
    vdot: { method: 'manual', value: 50, paces: { ...PACES_BY_HAND, ...changes } },
  });
  const cases: [unknown, string, RegExp][] = [
    [null, 'zones', /must be an object, not null/],
    [{ heartrate: {} }, 'zones.heartrate', /must have max_bpm or threshold_bpm/],
    [{ heartrate: { resting_bpm: 50 } }, 'zones.heartrate', /must have max_bpm/],
    [{ heartrate: { max_bpm: 190, threshold_bpm: 170 } }, 'zones.heartrate.method', /is required with both/],
    [
      { heartrate: { max_bpm: 170, threshold_bpm: 171, method: 'percent_max' } },
      'zones.heartrate.threshold_bpm',
      /not be above max_bpm/,
    ],
    [
      { heartrate: { max_bpm: 120, resting_bpm: 91 } },
      'zones.heartrate.resting_bpm',
      /at least 30 below max_bpm/,
    ],
    [
      { heartrate: { threshold_bpm: 120, resting_bpm: 91 } },
      'zones.heartrate.resting_bpm',
      /at least 30 below threshold_bpm/,
    ],
    [
      { heartrate: { method: 'heart_rate_reserve', max_bpm: 190 } },
      'zones.heartrate.resting_bpm',
      /is required with the method heart_rate_reserve/,
    ],
    [
      { heartrate: { method: 'percent_threshold', max_bpm: 190 } },
      'zones.heartrate.threshold_bpm',
      /is required with/,
    ],
    [{ heartrate: { method: 'manual' } }, 'zones.heartrate.zones', /is required with the method manual/],
    [
      { heartrate: { zones: HEART_RATE_BY_HAND } },
      'zones.heartrate.method',
      /must be manual to set zones by hand/,
    ],
    [{ heartrate: { method: 'guessed', max_bpm: 190 } }, 'zones.heartrate.method', /one of percent_max/],
    [{ heartrate: { max_bpm: 99 } }, 'zones.heartrate.max_bpm', /from 100 to 250/],
    [{ heartrate: { max_bpm: 190.5 } }, 'zones.heartrate.max_bpm', /whole number/],
    [{ heartrate: { max_bpm: '190' } }, 'zones.heartrate.max_bpm', /not a string/],
    [{ heartrate: { max_bpm: null } }, 'zones.heartrate.max_bpm', /not null/],
    [hr(), 'zones.heartrate.zones', /must not be empty/],
    [hr(second), 'zones.heartrate.zones.0.zone', /must be 1/],
    [hr(first, third), 'zones.heartrate.zones.1.zone', /must be 2/],
    [hr({ ...first, max_bpm: 100 }), 'zones.heartrate.zones.0.max_bpm', /above min_bpm/],
    ...[119, 120].map((min_bpm): [unknown, string, RegExp] => [
      hr(first, { ...second, min_bpm }),
      'zones.heartrate.zones.1.min_bpm',
      /must be above 120, which belongs to zone 1/,
    ]),
    [hr({ ...first, min_bpm: 29 }), 'zones.heartrate.zones.0.min_bpm', /from 30 to 250/],
    [hr({ ...first, max_bpm: 251 }), 'zones.heartrate.zones.0.max_bpm', /from 30 to 250/],
    [hr({ ...first, zone: 6 }), 'zones.heartrate.zones.0.zone', /from 1 to 5/],
    [hr({ zone: 1, min_bpm: 100 }), 'zones.heartrate.zones.0.max_bpm', /is required/],
    [hr(...Array(6).fill(first)), 'zones.heartrate.zones', /at most 5 items/],
    [{ pace: {} }, 'zones.pace', /must have threshold_pace_s_per_km or race/],
    [{ pace: { threshold_pace_s_per_km: 119 } }, 'zones.pace.threshold_pace_s_per_km', /from 120 to 1200/],
    [
      { pace: { threshold_pace_s_per_km: 270, race: { distance_m: 10_000, time_s: 2_481 } } },
      'zones.pace.method',
      /is required/,
    ],
    [{ pace: { race: { distance_m: 10_000 } } }, 'zones.pace.race.time_s', /is required/],
    [
      { pace: { race: { distance_m: 10_000, time_s: 600 } } },
      'zones.pace.race',
      /would be a VDOT of \d+, which is not from 15 to 90: check/,
    ],
    [{ pace: { race: { distance_m: 800, time_s: 86_400 } } }, 'zones.pace.race', /would be a VDOT of -\d+/],
    [pace(slow, { ...middle, max_s_per_km: null }), 'zones.pace.zones.1.max_s_per_km', /only the first zone/],
    [pace({ ...slow, min_s_per_km: null }, middle), 'zones.pace.zones.0.min_s_per_km', /only the last zone/],
    [
      pace(slow, { ...middle, max_s_per_km: 361 }),
      'zones.pace.zones.1.max_s_per_km',
      /must not be above 360, where zone 1 ends/,
    ],
    [pace(slow, { ...middle, min_s_per_km: 360 }), 'zones.pace.zones.1.max_s_per_km', /it is the slow end/],
    [pace(slow, fast), 'zones.pace.zones.1.zone', /must be 2/],
    [pace({ ...slow, min_s_per_km: 1_201 }), 'zones.pace.zones.0.min_s_per_km', /from 120 to 1200/],
    [{ vdot: {} }, 'zones.vdot', /must have value or race/],
    [{ vdot: { value: 91 } }, 'zones.vdot.value', /from 15 to 90/],
    [
      { vdot: { value: 50, race: { distance_m: 10_000, time_s: 2_481 } } },
      'zones.vdot.method',
      /is required/,
    ],
    [
      { vdot: { method: 'manual', paces: PACES_BY_HAND } },
      'zones.vdot.value',
      /is required with the method manual/,
    ],
    [{ vdot: { paces: PACES_BY_HAND } }, 'zones.vdot.method', /must be manual/],
    [{ vdot: { method: 'manual', value: 50, paces: {} } }, 'zones.vdot.paces.easy', /is required/],
    [
      paces({ marathon: { min_s_per_km: 310, max_s_per_km: 300 } }),
      'zones.vdot.paces.marathon.max_s_per_km',
      /slow end/,
    ],
    [
      paces({ interval: { min_s_per_km: 281, max_s_per_km: 285 } }),
      'zones.vdot.paces.interval.min_s_per_km',
      /that of threshold/,
    ],
  ];
  for (const [zones, path, says] of cases) {
    const { status, body } = await change(server, user, zones);
    assert.equal(status, 400, JSON.stringify(zones));
    assert.deepEqual([body.code, body.details[0].path], ['validation_error', path], body.error);
    assert.match(body.error, says);
  }
  assert.deepEqual(await zonesOf(server, user), before);
});
