import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { secondsLater, toldRun } from '../../../test/tell-workouts.ts';
import { clusterRecords, type Ruling, reachableRecords } from './cluster.ts';
import type { Candidate } from './find-edges.ts';
import { compareRecords } from './match.ts';

const SOURCES = ['strava', 'garmin', 'apple_health', 'upload'] as const;

const record = (
  source: Candidate['source'],
  id: string,
  seconds = 0,
  more: Partial<Candidate> = {},
): Candidate => ({
  ...toldRun({ start_time: secondsLater(seconds) }),
  source,
  key: `${source}:${id}`,
  ...more,
});
const keysOf = (clusters: readonly (readonly Candidate[])[]): string[][] =>
  clusters.map((cluster) => cluster.map(({ key }) => key));
const together = (...records: Candidate[]): string[][] => keysOf(clusterRecords(records, []));

describe('records of one workout', () => {
  test('meet across platforms, never within one', () => {
    const [garmin, strava, phone] = [
      record('garmin', '1'),
      record('strava', '1', 2),
      record('apple_health', '1', 60),
    ];
    assert.deepEqual(together(garmin, strava, phone), [['apple_health:1', 'garmin:1', 'strava:1']]);
    assert.deepEqual(together(garmin, record('garmin', '2', 1)), [['garmin:1'], ['garmin:2']]);
  });

  test('a recording meets other recordings, and not its own other parts', () => {
    const part = (file: string, index: number): Candidate =>
      record('upload', '', index, { key: `upload::${file.repeat(64)}:${index}` });
    const [a0, a1, b0] = [part('a', 0), part('a', 1), part('b', 0)];
    assert.deepEqual(together(a0, a1), [[a0.key], [a1.key]]);
    assert.deepEqual(together(a0, a1, b0), [[a0.key, b0.key], [a1.key]]);
  });

  test('the closest meet first', () => {
    const hidden = record('strava', '1', 0, { start_is: 'day', timezone: 'UTC', distance_m: 2_050 });
    const [early, late] = [
      record('garmin', 'a', -3_600),
      record('garmin', 'b', 3_600, { distance_m: 2_049 }),
    ];
    assert.deepEqual(together(hidden, early, late), [['garmin:a'], ['garmin:b', 'strava:1']]);
  });

  test('each two of them are alike: who hides their start does not bind what began at different times', () => {
    const hidden = record('strava', '1', 0, { start_is: 'day', timezone: 'UTC' });
    const [watch, phone] = [record('garmin', '1'), record('apple_health', '1', 3_600)];
    assert.deepEqual(
      together(hidden, watch, phone)
        .map((cluster) => cluster.length)
        .toSorted(),
      [1, 2],
    );
  });

  test('what the athlete says goes before everything', () => {
    const [one, two, copy] = [record('garmin', '1'), record('garmin', '2', 900), record('strava', '1', 1)];
    const same: Ruling = { a: one.key, b: two.key, same: true };
    assert.deepEqual(keysOf(clusterRecords([one, two, copy], [same])), [
      ['garmin:1', 'garmin:2', 'strava:1'],
    ]);
    const apart: Ruling = { a: copy.key, b: one.key, same: false };
    assert.deepEqual(keysOf(clusterRecords([one, two, copy], [apart])), [
      ['garmin:1'],
      ['garmin:2'],
      ['strava:1'],
    ]);
    const both = clusterRecords([one, two, copy], [same, apart]);
    assert.deepEqual(keysOf(both), [['garmin:1', 'garmin:2'], ['strava:1']]);
  });

  const anyRecords = fc.uniqueArray(
    fc.record({
      source: fc.constantFrom(...SOURCES),
      id: fc.integer({ min: 0, max: 3 }),
      seconds: fc.integer({ min: 0, max: 12 }).map((step) => step * 40),
      start_is: fc.constantFrom(
        'exact' as const,
        'exact' as const,
        'exact' as const,
        'day' as const,
        'local' as const,
      ),
      distance_m: fc.option(fc.constantFrom(2_000, 2_080, 2_160)),
    }),
    { maxLength: 9, selector: ({ source, id }) => `${source} ${id}` },
  );
  const anyRulings = fc.array(fc.tuple(fc.nat(8), fc.nat(8), fc.boolean()), { maxLength: 2 });
  const made = (given: typeof anyRecords extends fc.Arbitrary<infer T> ? T : never): Candidate[] =>
    given.map(({ source, id, seconds, ...more }) => record(source, String(id), seconds, more));
  const ruled = (records: Candidate[], rulings: [number, number, boolean][]): Ruling[] =>
    rulings.flatMap(([a, b, same]) => {
      const [one, other] = [records[a], records[b]];
      return one && other && one !== other ? [{ a: one.key, b: other.key, same }] : [];
    });

  test('in whatever order they come, they are grouped alike, by the rules', () => {
    fc.assert(
      fc.property(
        anyRecords.chain((given) =>
          fc.tuple(fc.constant(given), fc.shuffledSubarray(given, { minLength: given.length })),
        ),
        anyRulings,
        ([given, shuffled], said) => {
          const records = made(given);
          const rulings = ruled(records, said);
          const clusters = clusterRecords(records, rulings);
          assert.deepEqual(keysOf(clusterRecords(made(shuffled), rulings.toReversed())), keysOf(clusters));
          assert.deepEqual(
            clusters
              .flat()
              .map(({ key }) => key)
              .toSorted(),
            records.map(({ key }) => key).toSorted(),
          );
          if (rulings.some(({ same }) => same)) return;
          for (const cluster of clusters) {
            const sources = cluster.filter(({ source }) => source !== 'upload').map(({ source }) => source);
            assert.equal(new Set(sources).size, sources.length);
            for (const [index, one] of cluster.entries()) {
              for (const other of cluster.slice(index + 1)) assert.ok(compareRecords(one, other));
            }
          }
        },
      ),
      { numRuns: 200 },
    );
  });

  test('whoever hangs together with what changes is found, and the others group as they would without them', () => {
    fc.assert(
      fc.property(anyRecords, anyRulings, fc.nat(8), (given, said, place) => {
        const records = made(given);
        const rulings = ruled(records, said);
        const seed = records[place];
        if (seed === undefined) return;
        const reached = reachableRecords({ records, rulings, together: [] }, [seed]);
        const others = records.filter((one) => !reached.includes(one));
        assert.ok(reached.includes(seed));
        assert.deepEqual(
          keysOf([...clusterRecords(reached, rulings), ...clusterRecords(others, rulings)]).toSorted(),
          keysOf(clusterRecords(records, rulings)).toSorted(),
        );
      }),
      { numRuns: 150 },
    );
  });
});
