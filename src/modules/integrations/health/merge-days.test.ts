import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { type DayOfActivity, type HealthReport, type NightOfSleep, NOTHING_TOLD } from './health-report.ts';
import { type KeptDay, mergeSources, tellMore } from './merge-days.ts';

const activity = (values: Partial<DayOfActivity>): DayOfActivity => ({
  ...NOTHING_TOLD,
  ...values,
});
const night = (duration_s: number, is_final: boolean): NightOfSleep => ({
  start_time: null,
  duration_s,
  deep_s: null,
  light_s: null,
  rem_s: null,
  awake_s: null,
  score: null,
  is_final,
});

function told(source: HealthReport['source'], reports: readonly Partial<HealthReport>[]): KeptDay {
  const nothing: KeptDay = {
    day: '2026-07-01',
    source,
    activity: null,
    sleep: null,
    hrv: null,
    heart_rate: null,
  };
  return reports.reduce<KeptDay>(
    (kept, one) => tellMore(kept, { source, day: '2026-07-01', ...one }),
    nothing,
  );
}

describe('reports of a day', () => {
  test('leave what they do not speak of, and take away nothing by not knowing it', () => {
    const { activity: day, sleep } = told('garmin', [
      { activity: activity({ steps: 100, floors_climbed: 2 }) },
      { sleep: night(20_000, true) },
      { activity: activity({ steps: 90 }) },
    ]);
    assert.deepEqual([day?.steps, day?.floors_climbed, sleep?.duration_s], [90, 2, 20_000]);
  });

  test('come to the same in whatever order their editions come', () => {
    const anyReports = fc.uniqueArray(
      fc.record({ edition: fc.nat(9), steps: fc.nat(99), is_final: fc.boolean(), duration_s: fc.nat(99) }),
      { selector: ({ edition }) => edition, minLength: 1 },
    );
    fc.assert(
      fc.property(
        anyReports.chain((all) =>
          fc.tuple(fc.constant(all), fc.shuffledSubarray(all, { minLength: all.length })),
        ),
        ([all, shuffled]) => {
          const kept = (list: typeof all) =>
            told(
              'garmin',
              list.map(({ edition, steps, is_final, duration_s }) => ({
                edition,
                activity: activity({ steps }),
                sleep: night(duration_s, is_final),
              })),
            );
          assert.deepEqual(kept(shuffled), kept(all));
          const latest = all.toSorted((a, b) => b.edition - a.edition)[0];
          assert.equal(kept(shuffled).activity?.steps, latest?.steps);
          const finals = all.filter(({ is_final }) => is_final).toSorted((a, b) => b.edition - a.edition);
          assert.equal(kept(shuffled).sleep?.duration_s, (finals[0] ?? latest)?.duration_s);
        },
      ),
    );
  });

  test('of a phone count up, whichever post comes last', () => {
    const posts = [
      { activity: activity({ steps: 7_000 }) },
      { activity: activity({ steps: 3_000, distance_m: 5 }) },
    ];
    for (const order of [posts, posts.toReversed()]) {
      const { activity: day } = told('apple_health', order);
      assert.deepEqual([day?.steps, day?.distance_m], [7_000, 5]);
    }
    const nights = [{ sleep: night(9_000, true) }, { sleep: night(27_000, true) }];
    for (const order of [nights, nights.toReversed()]) {
      assert.equal(told('apple_health', order).sleep?.duration_s, 27_000);
    }
  });
});

test('a day of several sources: value by value from who is believed first, a night whole, RMSSD and SDNN apart', () => {
  const day = mergeSources('2026-07-01', [
    {
      source: 'apple_health',
      activity: activity({ steps: 9_000, floors_climbed: 4 }),
      sleep: night(25_000, true),
      hrv: { rmssd_ms: null, highest_5_min_rmssd_ms: null, sdnn_ms: 58 },
    },
    {
      source: 'garmin',
      activity: activity({ steps: 8_000 }),
      sleep: night(20_000, false),
      hrv: { rmssd_ms: 40, highest_5_min_rmssd_ms: 60, sdnn_ms: null },
    },
  ]);
  assert.deepEqual(day.sources, ['garmin', 'apple_health']);
  assert.deepEqual([day.activity?.steps, day.activity?.floors_climbed], [8_000, 4]);
  assert.equal(day.sleep?.duration_s, 25_000, 'a final night before one that is not');
  assert.deepEqual(day.hrv, { rmssd_ms: 40, highest_5_min_rmssd_ms: 60, sdnn_ms: 58 });
  assert.equal(day.heart_rate, null);
});
