import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import {
  DEFAULT_SOURCE_POLICIES,
  SOURCES,
  type Source,
  type SourcePolicies,
} from '../../../privacy/index.ts';
import { makeActivity } from '../../../test/random-activities.ts';
import { MORNING, NO_ANCHORS, secondsLater, toldRun } from '../../../test/tell-workouts.ts';
import { type ActivityEdits, uniteEdits } from './edits.ts';
import { mergeRecords, sourcesThatMark, type ToldRecord } from './merge.ts';
import type { ReportedActivity } from './report.ts';

const EQUAL = Object.fromEntries(
  SOURCES.map((source) => [source, DEFAULT_SOURCE_POLICIES.upload]),
) as SourcePolicies;
const OWNER = { user_id: 'who', language: 'en', timezone: 'Asia/Taipei', anchors: NO_ANCHORS } as const;

const record = (source: Source, told: Partial<ReportedActivity> = {}, has_streams = false): ToldRecord => ({
  id: source,
  key: `${source}:1`,
  source,
  external_id: '1',
  told: toldRun(told),
  has_streams,
});
const merge = (records: ToldRecord[], edits: ActivityEdits = {}, policies = EQUAL) =>
  mergeRecords(records, { edits, policies, owner: OWNER });
const [lap] = makeActivity('who').laps;

describe('what records of one workout make together', () => {
  test('the one with samples leads, then the one with laps, then by source', () => {
    const laps = lap === undefined ? [] : [lap];
    const phone = record('apple_health', {}, true);
    assert.equal(merge([record('garmin', { laps }), phone]).source, 'apple_health');
    assert.equal(merge([record('garmin'), record('strava', { laps })]).source, 'strava');
    assert.equal(
      merge([record('strava'), record('coros'), record('garmin'), record('upload')]).source,
      'upload',
    );
    const { streams_of, laps: shown } = merge([record('garmin', { laps }), phone]);
    assert.deepEqual([streams_of, shown], ['apple_health', laps]);
  });

  test('gaps are filled from the next, totals that belong together come from one', () => {
    const merged = merge([
      record('upload', { distance_m: null, duration_s: 630, moving_time_s: 500, average_power_w: 250 }, true),
      record('garmin', { distance_m: 2_000, duration_s: 600, average_speed_mps: 3.4, calories_kcal: 130 }),
      record('strava', {
        distance_m: 2_050,
        moving_time_s: 590,
        max_speed_mps: 3,
        average_heart_rate_bpm: 150,
        max_heart_rate_bpm: 149,
        elevation_gain_m: 12,
        device_name: 'Garmin Forerunner 965',
      }),
      record('apple_health', { max_speed_mps: 4, elevation_loss_m: 11 }),
    ]);
    const { distance_m, duration_s, moving_time_s, average_speed_mps, max_speed_mps } = merged;
    assert.deepEqual(
      { distance_m, duration_s, moving_time_s, average_speed_mps, max_speed_mps },
      // From the platform that knows the distance; 590 s are another's, and 3 m/s would be below the average.
      { distance_m: 2_000, duration_s: 600, moving_time_s: null, average_speed_mps: 3.4, max_speed_mps: 4 },
    );
    assert.deepEqual(
      [merged.average_power_w, merged.calories_kcal, merged.device_name, merged.average_heart_rate_bpm],
      [250, 130, 'Garmin Forerunner 965', 150],
    );
    assert.deepEqual([merged.elevation_gain_m, merged.elevation_loss_m], [12, 11]);
  });

  test('load and VDOT are of what is shown, and of no record that may be shown in fewer places', () => {
    const anchors = { ...NO_ANCHORS, max_bpm: 190, resting_bpm: 50, threshold_bpm: 170, vdot: 40 };
    const loadOf = (records: ToldRecord[], policies = EQUAL) => {
      const merged = mergeRecords(records, { edits: {}, policies, owner: { ...OWNER, anchors } });
      return [merged.training_load, merged.vdot];
    };
    const hour = { duration_s: 3_600, distance_m: 10_000 };
    const samples = {
      heart_rate: { lowest_bpm: 170, seconds: [3_600] },
      normalized_graded_speed_mps: null,
    };
    const watch = record('garmin', { ...hour, average_heart_rate_bpm: 150 });
    const app = record('strava', { ...hour, intensity: samples, is_race: true });
    assert.deepEqual(loadOf([watch]), [63.3, null]);
    // Samples beat averages, whoever has them; any source's race mark counts.
    assert.deepEqual(loadOf([watch, app]), [100, 32.3]);
    const strict = { ...EQUAL, strava: { ...EQUAL.strava, show_to_coach: false } };
    assert.deepEqual(loadOf([watch, app], strict), [63.3, 32.3]);
  });

  test('a hidden start, or one without a zone, never beats a true one', () => {
    const hidden = { start_time: secondsLater(-18_000), start_is: 'day', timezone: 'Asia/Tokyo' } as const;
    const clock = { start_time: secondsLater(32_400), start_is: 'local' } as const;
    const rich = record('garmin', hidden, true);
    const merged = merge([rich, record('strava', clock), record('apple_health')]);
    assert.deepEqual([merged.start_time, merged.timezone, merged.source], [MORNING, 'Asia/Tokyo', 'garmin']);
    assert.deepEqual(merge([rich, record('strava', clock)]).start_time, secondsLater(32_400));
    assert.deepEqual(merge([rich]).start_time, secondsLater(-18_000));
    assert.equal(merge([record('garmin')]).timezone, 'Asia/Taipei', 'the athlete’s own where nobody says');
  });

  test('a name given at Strava beats another; where nobody gave one, sport and time of day do', () => {
    const [garmin, strava] = [
      record('garmin', { name: 'Taipei Running' }),
      record('strava', { name: 'Ten with Ann' }),
    ];
    assert.equal(merge([garmin, strava]).name, 'Ten with Ann');
    assert.equal(merge([garmin, record('strava')]).name, 'Taipei Running');
    assert.equal(merge([record('garmin'), record('strava')]).name, 'Lunch run');
    assert.equal(merge([garmin, strava], { name: 'Mine' }).name, 'Mine');
  });

  test('who may be shown in fewer places gives marks and nothing else', () => {
    const strava = record(
      'strava',
      { name: 'Ten with Ann', average_power_w: 250, private: true, is_race: true, workout_type: 'race' },
      true,
    );
    const watch = record('garmin', {}, true);
    const merged = merge([watch, strava], {}, DEFAULT_SOURCE_POLICIES);
    assert.deepEqual(
      [merged.source, merged.streams_of, merged.average_power_w, merged.workout_type, merged.name],
      ['garmin', watch.id, null, null, 'Lunch run'],
    );
    assert.deepEqual([merged.private, merged.is_race], [true, true]);
    assert.equal(
      merge([strava], {}, DEFAULT_SOURCE_POLICIES).average_power_w,
      250,
      'alone it is shown whole',
    );
  });

  test('with samples comes before shown in more places, but not before shown to coaches', () => {
    const [phone, strava] = [record('apple_health'), record('strava', { name: 'Ten with Ann' }, true)];
    const merged = merge([phone, strava], {}, DEFAULT_SOURCE_POLICIES);
    assert.deepEqual([merged.source, merged.streams_of, merged.name], ['strava', strava.id, 'Ten with Ann']);
    const { strava: usual } = DEFAULT_SOURCE_POLICIES;
    const closed = { ...DEFAULT_SOURCE_POLICIES, strava: { ...usual, show_to_coach: false } };
    const shown = merge([phone, strava], {}, closed);
    assert.deepEqual([shown.source, shown.streams_of], ['apple_health', null]);
  });

  test('of two that may be shown in different places, and neither in all of the other’s, one is shown', () => {
    const { upload } = DEFAULT_SOURCE_POLICIES;
    const policies: SourcePolicies = {
      ...EQUAL,
      strava: { ...upload, export: false },
      garmin: { ...upload, use_in_ai: false },
    };
    const records = [record('strava', { calories_kcal: 1 }), record('garmin', { average_power_w: 2 })];
    const { source, calories_kcal, average_power_w } = merge(records, {}, policies);
    assert.deepEqual([source, calories_kcal, average_power_w], ['garmin', null, 2]);
    const closed = { ...EQUAL, garmin: { ...upload, show_to_coach: false } };
    assert.equal(merge([...records, record('manual')], {}, closed).source, 'strava', 'no coach, nobody else');
  });

  test('the stricter mark of a platform holds even over the athlete’s; of their own sources theirs does', () => {
    const edits = { private: false, is_race: false } as const;
    const marked = { private: true, is_race: true } as const;
    const shown = merge([record('upload', marked)], edits);
    assert.deepEqual([shown.private, shown.is_race], [false, false]);
    const hidden = merge([record('upload'), record('strava', marked)], edits);
    assert.deepEqual([hidden.private, hidden.is_race], [true, true]);
    assert.deepEqual(sourcesThatMark([record('upload', marked), record('strava', marked)], 'private'), [
      'strava',
    ]);
    assert.equal(merge([record('garmin')], { workout_type: 'race' }).is_race, true);
    assert.equal(
      merge([record('garmin', { workout_type: 'tempo' })], { workout_type: null }).workout_type,
      null,
    );
  });

  test('what was set of several workouts holds for the one they are: of the oldest first, marks of any', () => {
    const edits = [
      { name: 'First' },
      { name: 'Second', description: 'Hot.', private: false },
      { private: true },
    ];
    assert.deepEqual(uniteEdits(edits), { name: 'First', description: 'Hot.', private: true });
  });

  test('the order of records does not matter', () => {
    const told = fc.record({
      distance_m: fc.option(fc.constantFrom(2_000, 2_010)),
      name: fc.option(fc.constantFrom('a', 'b')),
      start_is: fc.constantFrom('exact' as const, 'day' as const),
      private: fc.boolean(),
    });
    const anyRecords = fc.uniqueArray(fc.tuple(fc.constantFrom(...SOURCES), told, fc.boolean()), {
      minLength: 1,
      selector: ([source]) => source,
    });
    fc.assert(
      fc.property(anyRecords, (given) => {
        const records = given.map(([source, word, has_streams]) => record(source, word, has_streams));
        for (const policies of [EQUAL, DEFAULT_SOURCE_POLICIES]) {
          const merged = merge(records, {}, policies);
          assert.deepEqual(merge(records.toReversed(), {}, policies), merged);
          assert.equal(
            merged.private,
            records.some((one) => one.told.private),
          );
        }
      }),
      { numRuns: 200 },
    );
  });
});
