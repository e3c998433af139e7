import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mapDaily, mapHrv, mapSleep } from './map-health.ts';

const DAILY = {
  calendarDate: '2026-10-18',
  startTimeInSeconds: 1_792_274_400,
  startTimeOffsetInSeconds: 7_200,
  durationInSeconds: 43_200,
  steps: 9_120,
  distanceInMeters: 7_411.5,
  activeKilocalories: 512,
  bmrKilocalories: 1_640,
  activeTimeInSeconds: 5_400,
  moderateIntensityDurationInSeconds: 1_200,
  vigorousIntensityDurationInSeconds: 600,
  floorsClimbed: 7,
  minHeartRateInBeatsPerMinute: 44,
  averageHeartRateInBeatsPerMinute: 63,
  maxHeartRateInBeatsPerMinute: 165,
  restingHeartRateInBeatsPerMinute: 47,
  averageStressLevel: 28,
  maxStressLevel: 91,
};

test('a day: what was counted, and the heart rate without the average, which is that of a week', () => {
  assert.deepEqual(mapDaily(DAILY), {
    source: 'garmin',
    day: '2026-10-18',
    activity: {
      steps: 9_120,
      distance_m: 7_411.5,
      active_energy_kcal: 512,
      resting_energy_kcal: 1_640,
      active_time_s: 5_400,
      moderate_intensity_s: 1_200,
      vigorous_intensity_s: 600,
      floors_climbed: 7,
      average_stress: 28,
      max_stress: 91,
    },
    heart_rate: { resting_bpm: 47, min_bpm: 44, max_bpm: 165, average_bpm: null },
    edition: 43_200,
  });
});

test('stress below 0 is none, as is any value that cannot be; without a heart rate there is no such part', () => {
  const told = mapDaily({
    ...DAILY,
    averageStressLevel: -1,
    maxStressLevel: -2,
    steps: -5,
    distanceInMeters: '7411',
    floorsClimbed: null,
    minHeartRateInBeatsPerMinute: 0,
    maxHeartRateInBeatsPerMinute: 999,
    restingHeartRateInBeatsPerMinute: undefined,
  });
  const { activity } = told ?? {};
  assert.deepEqual([activity?.average_stress, activity?.max_stress], [null, null]);
  assert.deepEqual([activity?.steps, activity?.distance_m, activity?.floors_climbed], [null, null, null]);
  assert.ok(told !== null && !('heart_rate' in told));
});

const SLEEP = {
  calendarDate: '2026-10-18',
  startTimeInSeconds: 1_792_274_400,
  durationInSeconds: 27_060,
  deepSleepDurationInSeconds: 5_400,
  lightSleepDurationInSeconds: 15_060,
  remSleepInSeconds: 6_600,
  awakeDurationInSeconds: 1_200,
  validation: 'ENHANCED_FINAL',
  overallSleepScore: { value: 84, qualifierKey: 'GOOD' },
};

test('a night, with the score of the platform', () => {
  assert.deepEqual(mapSleep(SLEEP), {
    source: 'garmin',
    day: '2026-10-18',
    sleep: {
      start_time: '2026-10-17T22:00:00.000Z',
      duration_s: 27_060,
      deep_s: 5_400,
      light_s: 15_060,
      rem_s: 6_600,
      awake_s: 1_200,
      score: 84,
      is_final: true,
    },
    edition: 1_027_060,
  });
});

test('of a night a longer word comes after a shorter one, and a final one after any other', () => {
  const edition = (validation: string, durationInSeconds: number): number =>
    mapSleep({ ...SLEEP, validation, durationInSeconds })?.edition ?? -1;
  const tentative = edition('ENHANCED_TENTATIVE', 20_000);
  assert.ok(edition('AUTO_TENTATIVE', 30_000) > tentative);
  for (const final of ['ENHANCED_FINAL', 'AUTO_FINAL', 'AUTO_MANUAL', 'MANUAL', 'DEVICE']) {
    assert.ok(edition(final, 15_000) > edition('ENHANCED_TENTATIVE', 60_000), final);
  }
  assert.equal(mapSleep({ ...SLEEP, validation: 'OFF_WRIST' })?.sleep?.is_final, false);
});

test('heart rate variability is RMSSD', () => {
  const night = {
    calendarDate: '2026-10-18',
    lastNightAvg: 44,
    lastNight5MinHigh: 72,
    durationInSeconds: 300,
  };
  assert.deepEqual(mapHrv(night), {
    source: 'garmin',
    day: '2026-10-18',
    hrv: { rmssd_ms: 44, highest_5_min_rmssd_ms: 72, sdnn_ms: null },
    edition: 300,
  });
});

test('the day is the one that is said, else that of the wall clock, else there is none', () => {
  const { calendarDate: _, ...unnamed } = DAILY;
  assert.equal(mapDaily(unnamed)?.day, '2026-10-18');
  assert.equal(mapDaily({ ...unnamed, startTimeOffsetInSeconds: -7_200 })?.day, '2026-10-17');
  for (const calendarDate of [
    ...['2026-02-30', '2026-13-01', '18.10.2026', '9999-01-01', '2026-10-18T00:00'],
    ...['1989-12-31', '2100-01-01', '2026-1-5', '+2026-01-05', '2026-10-18\n'],
  ]) {
    assert.equal(mapDaily({ ...DAILY, calendarDate }), null, calendarDate);
  }
  for (const calendarDate of ['1990-01-01', '2028-02-29', '2099-12-31']) {
    assert.equal(mapDaily({ ...DAILY, calendarDate })?.day, calendarDate);
  }
  assert.equal(mapSleep({}), null);
  assert.equal(mapHrv({ startTimeInSeconds: 1_792_274_400_000 }), null);
});
