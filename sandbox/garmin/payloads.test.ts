import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { type Stage, setStage } from '../../src/test/garmin-stand-in.ts';
import { enduranceRide, poolSwim, steadyRun } from '../recordings/plan-session.ts';
import { HEALTH_TYPES, SUMMARY_TYPE_NAMES } from './summary-types.ts';

/** A run, a ride, lengths of a pool, a manual entry and a day: one of everything. */
async function recordEverything(stage: Stage): Promise<Record<string, Record<string, unknown>[]>> {
  const { garmin, person } = stage;
  await stage.connect();
  garmin.recordActivity(person.user_id, { session: steadyRun(3_000), name: 'Run' });
  garmin.recordActivity(person.user_id, { session: enduranceRide(9_000), name: 'Ride' });
  const pool = poolSwim({ sets: 2, set_m: 100, rest_s: 20, pool_length_m: 25 });
  garmin.recordActivity(person.user_id, { session: pool, name: 'Swim' });
  garmin.recordActivity(person.user_id, { manual: true, name: 'By hand' });
  garmin.syncDay(person.user_id, '2026-10-17');
  const told: Record<string, Record<string, unknown>[]> = {};
  for (const { body } of await stage.delivered()) {
    for (const [type, records] of Object.entries(body)) told[type] = [...(told[type] ?? []), ...records];
  }
  return told;
}

/** Names of members with the kind of their values; items of a list and seconds of a map are one. */
function members(value: unknown, path = ''): string[] {
  if (Array.isArray(value)) return value.flatMap((item) => members(item, `${path}[]`));
  if (typeof value !== 'object' || value === null) return [`${path}: ${typeof value}`];
  return Object.entries(value).flatMap(([name, inner]) =>
    members(inner, `${path}.${/^\d+$/.test(name) ? '<seconds>' : name}`),
  );
}

describe('payloads of the stand-in for Garmin', () => {
  test('payloads are consistent in themselves', async () => {
    const stage = await setStage({ settings: { heart_rate_every_s: 900 } });
    const { person } = stage;
    const told = await recordEverything(stage);
    await stage.stop();
    assert.deepEqual(Object.keys(told).sort(), [...SUMMARY_TYPE_NAMES].sort());
    for (const records of Object.values(told)) {
      for (const one of records) {
        assert.equal(one.userId, person.user_id);
        assert.equal(typeof one.summaryId, 'string');
      }
    }
    for (const type of HEALTH_TYPES) {
      assert.ok(
        told[type]?.every(({ summaryId }) => String(summaryId).startsWith(`x${person.user_id.slice(0, 7)}-`)),
      );
    }
    for (const { summary, samples } of told.activityDetails ?? []) {
      const activity = Object(summary);
      const all = samples as Record<string, number>[];
      let before = { clock: -1, timer: 0, moving: 0, distance: 0 };
      for (const sample of all) {
        const { clockDurationInSeconds: clock = 0, timerDurationInSeconds: timer = 0 } = sample;
        const { movingDurationInSeconds: moving = 0, totalDistanceInMeters: distance = 0 } = sample;
        assert.equal(sample.startTimeInSeconds, activity.startTimeInSeconds + clock);
        assert.ok(moving <= timer && timer <= clock);
        assert.ok(clock > before.clock && timer >= before.timer && moving >= before.moving);
        assert.ok(distance >= before.distance);
        before = { clock, timer, moving, distance };
      }
      assert.equal(before.timer, activity.durationInSeconds);
      assert.ok(Math.abs(before.distance - activity.distanceInMeters) < 1);
    }
    for (const sleep of told.sleeps ?? []) {
      const {
        deepSleepDurationInSeconds: deep,
        lightSleepDurationInSeconds: light,
        remSleepInSeconds: rem,
      } = sleep;
      assert.equal(Number(deep) + Number(light) + Number(rem), sleep.durationInSeconds);
    }
  });

  /** Samples of real shape, which lie beside the repository where there are any. */
  const SAMPLES = new URL('../../../shared/facts/samples/garmin/', import.meta.url);
  const isHere = existsSync(SAMPLES);
  const sample = (name: string): unknown => JSON.parse(readFileSync(new URL(name, SAMPLES), 'utf8'));

  /** What samples lack but their description names. */
  const ALSO: readonly string[] = [
    '.activities[].averageSwimCadenceInStrokesPerMinute: number',
    '.activities[].numberOfActiveLengths: number',
    '.activities[].maxBikeCadenceInRoundsPerMinute: number',
    '.activityDetails[].samples[].bikeCadenceInRPM: number',
    '.activityDetails[].samples[].swimCadenceInStrokesPerMinute: number',
    // An activity within details is an activity.
    '.activityDetails[].summary.averageBikeCadenceInRoundsPerMinute: number',
    '.activityDetails[].summary.maxBikeCadenceInRoundsPerMinute: number',
    '.activityDetails[].summary.averageSwimCadenceInStrokesPerMinute: number',
    '.activityDetails[].summary.numberOfActiveLengths: number',
  ];
  /** What is never invented: it would have to name activities of the same day. */
  const isLeftOut = (member: string): boolean =>
    member.startsWith('.stressDetails[].bodyBatteryActivityEvents');

  const skip = isHere ? {} : { skip: 'the samples of payloads are not here' };
  test('payloads have the members of the samples', skip, async () => {
    const stage = await setStage({ settings: { heart_rate_every_s: 900 } });
    const told = await recordEverything(stage);
    const { person, keys, garmin } = stage;
    garmin.changePermissions(person.user_id, keys.client_id, ['ACTIVITY_EXPORT']);
    garmin.revoke(person.user_id, keys.client_id);
    for (const { body } of await stage.delivered()) Object.assign(told, body);
    await stage.stop();
    const types = [
      'activities',
      'activityDetails',
      'bodyComps',
      'dailies',
      'deregistrations',
      'epochs',
      'hrv',
      'manuallyUpdatedActivities',
      'moveIQActivities',
      'sleeps',
      'stressDetails',
      'userMetrics',
      'userPermissionsChange',
    ];
    for (const type of types) {
      const expected = new Set(members(sample(`push-${type}.json`)));
      const given = new Set(members({ [type]: told[type] }));
      const unknown = [...given].filter((member) => !expected.has(member) && !ALSO.includes(member));
      const missing = [...expected].filter((member) => !given.has(member) && !isLeftOut(member));
      assert.deepEqual({ type, unknown, missing }, { type, unknown: [], missing: [] });
    }
    const { all } = sample('activity-types.json') as { all: string[] };
    for (const { activityType } of told.activities ?? []) assert.ok(all.includes(String(activityType)));
    const file = Object(sample('ping-notifications.json')).activityFiles;
    assert.deepEqual(new Set(members({ activityFiles: told.activityFiles })), new Set(members(file)));
  });

  test('payloads of pings have the members of the samples', skip, async () => {
    const stage = await setStage({ endpoints: { activities: { mode: 'ping' } } });
    await stage.connect();
    stage.garmin.recordActivity(stage.person.user_id);
    const [post] = await stage.delivered();
    await stage.stop();
    const expected = Object(sample('ping-notifications.json')).activities;
    assert.deepEqual(members(post?.body).sort(), members(expected).sort());
    const { 'Content-Type': type, 'User-Agent': agent } = sample('push-headers.json') as Record<
      string,
      string
    >;
    assert.deepEqual([post?.headers['content-type'], post?.headers['user-agent']], [type, agent]);
  });
});
