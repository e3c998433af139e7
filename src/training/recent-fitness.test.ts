import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type RecentRun, recentFitness, vdotAtHeartRate } from './recent-fitness.ts';

const run = (values: Partial<RecentRun> = {}): RecentRun => ({
  ...{
    sport_type: 'run',
    is_race: false,
    days_ago: 10,
    distance_m: 10_000,
    duration_s: 3_600,
    moving_time_s: null,
  },
  ...{ elevation_gain_m: null, elevation_loss_m: null, best_efforts: [] },
  ...{ average_heart_rate_bpm: null, average_cadence_spm: null },
  ...values,
});
/** A race of 10 km in 40 minutes, which is a VDOT of 51.9. */
const race = (values: Partial<RecentRun> = {}) => run({ is_race: true, duration_s: 2_400, ...values });
/** A run with a warm-up that has 5 km in 20 minutes, which is a VDOT of 49.8. */
const hard = (values: Partial<RecentRun> = {}) =>
  run({ best_efforts: [{ distance_m: 5_000, duration_s: 1_200 }], ...values });
/** A run at 6:00/km with a heart rate of 145 of 185. */
const easy = (values: Partial<RecentRun> = {}) =>
  run({
    average_heart_rate_bpm: 145,
    best_efforts: [{ distance_m: 5_000, duration_s: 1_780 }],
    ...values,
  });
const easyRuns = (values: Partial<RecentRun> = {}, count = 5) =>
  Array.from({ length: count }, () => easy(values));

test('a heart rate of easy running shows what the published example says, and so do five beats more or less', () => {
  const speed_mps = 1_000 / 360;
  const at = (bpm: number, max_bpm: number) =>
    Math.round(vdotAtHeartRate(speed_mps, (100 * bpm) / max_bpm) * 10) / 10;
  assert.equal(at(145, 185), 45);
  assert.deepEqual([at(145, 180), at(145, 190)], [42.7, 47.3]);
  assert.deepEqual([at(150, 185), at(140, 185)], [42.2, 48.1]);
});

test('a race weighs before a best effort, this before easy running, and nothing is shown by nothing', () => {
  const known = [...easyRuns(), hard(), race({ duration_s: 2_700 }), race()];
  assert.deepEqual(recentFitness(known, 185), { vdot: 51.9, source: 'race' });
  assert.deepEqual(recentFitness(known.slice(0, 6), 185), { vdot: 49.8, source: 'best_effort' });
  assert.deepEqual(recentFitness(known.slice(0, 5), 185), { vdot: 40.5, source: 'easy_running' });
  assert.equal(recentFitness(known.slice(0, 4), 185), null);
  assert.equal(recentFitness([], 185), null);
});

test('a race counts for twelve weeks, and only as one of the flat road from 1,500 m to the marathon', () => {
  assert.equal(recentFitness([race({ days_ago: 84 })], null)?.source, 'race');
  for (const no of [
    { days_ago: 84.1 },
    { sport_type: 'trail_run' as const },
    { sport_type: 'ride' as const },
    { elevation_gain_m: 250 },
    { distance_m: 50_000, duration_s: 14_000 },
    { distance_m: 1_000, duration_s: 200 },
    { distance_m: 10_000, duration_s: 1_300 },
    { distance_m: null },
    { distance_m: 0 },
  ])
    assert.equal(recentFitness([race(no)], null), null, JSON.stringify(no));
});

test('a best effort counts where it is faster than the athlete runs otherwise, and not faster than anybody could be', () => {
  const efforts = (duration_s: number) => hard({ best_efforts: [{ distance_m: 5_000, duration_s }] });
  const with_others = (one: RecentRun) => recentFitness([run(), run(), one], null);
  assert.equal(with_others(efforts(1_560))?.source, 'best_effort');
  assert.equal(with_others(efforts(1_580)), null, 'easy running');
  assert.equal(with_others(efforts(990)), null, 'a ride');
  assert.equal(recentFitness([efforts(1_580)], null)?.source, 'best_effort', 'there is no other run');
  assert.equal(recentFitness([run(), hard({ days_ago: 85 })], null), null);
});

test('of easy running five flat runs of twenty minutes and more in eight weeks are needed, with a pulse that is one', () => {
  assert.equal(recentFitness(easyRuns({ days_ago: 56 }), 185)?.source, 'easy_running');
  assert.equal(recentFitness(easyRuns(), null), null, 'no highest heart rate');
  for (const no of [
    { days_ago: 56.1 },
    { distance_m: 3_000, duration_s: 1_199 },
    { moving_time_s: 1_100 },
    { elevation_gain_m: 250 },
    { average_heart_rate_bpm: null },
    { average_heart_rate_bpm: 110 },
    { average_heart_rate_bpm: 160 },
    { average_cadence_spm: 146 },
  ])
    assert.equal(
      recentFitness([...easyRuns({}, 4), easy({ best_efforts: [], ...no })], 185),
      null,
      JSON.stringify(no),
    );
});
