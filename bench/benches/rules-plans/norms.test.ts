import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { RULES } from './findings.ts';
import { planGrid } from './grid.ts';
import { LONGEST, TYPICAL } from './norms.ts';
import { reachableVdot } from './paces.ts';
import { PUBLISHED_PLANS, publishedRange } from './published-plans.ts';
import { readinessOf } from './readiness.ts';
import { raceTimeOf, speedOfZone, vdotOfRace } from './vdot.ts';
import { type Asked, type Known, LEVELS } from './wire.ts';

describe('the norms', () => {
  for (const { name, source, event, level, weeks, days, week, longest } of PUBLISHED_PLANS)
    test(`${name} (${source}) starts and peaks within those of its kind`, () => {
      const range = publishedRange({ event, level, weeks, days: days[1] }) ?? assert.fail();
      const within = (km: number, [least, most]: readonly [number, number]): boolean =>
        km >= least && km <= most;
      assert.ok(within(week[0], range.start_km) && within(week[1], range.peak_km), JSON.stringify(range));
      assert.ok(longest * 1_000 >= LONGEST[event].least_m, 'its longest run is no shorter than ours may be');
    });

  test('of the longest runs of published plans only those for much running are longer than ours may be', () => {
    const longer = PUBLISHED_PLANS.filter(
      ({ event, longest }) => longest * 1_000 > LONGEST[event].most_m + 500,
    );
    assert.deepEqual(
      longer.map(({ name }) => name),
      [
        'Hansons Half Advanced',
        'Pfitzinger Half 63 mi',
        'Pfitzinger Half 84 mi',
        'Pfitzinger Marathon 18/70',
        'Pfitzinger Marathon 18/85',
      ],
    );
  });

  test('a plan for nobody in particular may begin where published ones do', () => {
    for (const level of LEVELS)
      for (const { event, weeks, days } of PUBLISHED_PLANS.filter((one) => one.level === level)) {
        const range = publishedRange({ event, level, weeks, days: days[0] }) ?? assert.fail();
        assert.ok(range.start_km[0] * 1_000 <= TYPICAL[level].week_m, `${level} ${event}`);
      }
  });

  test('and the whole judge import nothing of the engine', () => {
    const files = readdirSync(import.meta.dirname).filter(
      (name) => name.endsWith('.ts') && name !== 'serve-plan.ts',
    );
    const imports = files.flatMap((name) =>
      [...readFileSync(`${import.meta.dirname}/${name}`, 'utf8').matchAll(/from '(\.\.\/[^']*)'/g)].map(
        ([, path]) => path,
      ),
    );
    assert.deepEqual([...new Set(imports)], ['../../../src/shared/calendar.ts']);
  });
});

test('docs/planning-rules.md has each rule once, with its rank', () => {
  const page = readFileSync(`${import.meta.dirname}/../../../docs/planning-rules.md`, 'utf8');
  const rows = page.split('\n').filter((line) => line.startsWith('| `'));
  const written = rows.flatMap((row) => {
    const [codes = '', ...cells] = row.split(' | ');
    const rank = cells.find((cell) => cell === 'invalid' || cell === 'warning');
    return [...codes.matchAll(/`([a-z_]+)`/g)].map(([, code]) => [code, rank]);
  });
  // These are about what a coach writes, and nobody wrote in the plans of the grid.
  const of_coaches = ['health_mentioned', 'pace_target', 'heart_rate_target', 'effort_target'].map((code) => [
    code,
    'warning',
  ]);
  assert.deepEqual(written.toSorted(), [...Object.entries(RULES), ...of_coaches].toSorted());
});

describe('readiness', () => {
  const asked = (
    weeks: number,
    event: Asked['goal']['event'],
    target_time_s: number | null = null,
  ): Asked => ({
    weeks,
    start_date: '2027-01-04',
    experience_level: 'beginner',
    workout_days: ['tuesday', 'thursday', 'sunday'],
    goal: { event, race_date: null, target_time_s },
  });
  const runs = (km: number, vdot: number | null = null): Known => ({
    history: { weekly_distance_m: Array.from({ length: 8 }, () => km * 1_000), longest_run_m: km * 400 },
    vdot,
  });

  const TABLE: readonly (readonly [Asked, Known, string])[] = [
    [asked(4, 'marathon'), runs(14), 'not_advised'],
    [asked(16, 'marathon'), runs(24), 'stretch'],
    [asked(18, 'marathon'), runs(24), 'ready'],
    [asked(18, 'marathon'), runs(11), 'not_advised'],
    [asked(12, 'half_marathon'), runs(16), 'ready'],
    [asked(9, 'half_marathon'), runs(16), 'not_advised'],
    [asked(8, '5k'), runs(0), 'ready'],
    [asked(5, '5k'), runs(30), 'ready'],
    [asked(5, '5k'), runs(5), 'not_advised'],
    [asked(18, 'marathon'), { history: null, vdot: null }, 'stretch'],
    [asked(1, 'general'), runs(0), 'ready'],
    [asked(8, '10k', 2_400), runs(20), 'stretch'],
    [asked(8, '10k', 2_400), runs(20, 35), 'not_advised'],
    [asked(8, '10k', 3_300), runs(20, 36), 'ready'],
    // A gain of 1.04 is told as 1.
    [asked(8, '10k', Math.round(raceTimeOf(41.04, 10_000))), runs(20, 40), 'ready'],
    [asked(8, '10k', Math.round(raceTimeOf(41.1, 10_000))), runs(20, 40), 'stretch'],
  ];
  for (const [one, known, level] of TABLE)
    test(`${one.goal.event} in ${one.weeks} weeks on ${known.history?.weekly_distance_m[0] ?? 'unknown'} m is ${level}`, () => {
      assert.equal(readinessOf(one, known, null), level);
    });
});

test('a race of 5 km in 19:57 is a VDOT of 50 by Daniels’ table, and beginners gain four in eight weeks at most', () => {
  assert.ok(Math.abs(vdotOfRace(5_000, 19 * 60 + 57) - 50) < 0.1);
  assert.equal(reachableVdot(30, 'beginner', 8), 34);
  assert.equal(reachableVdot(30, 'beginner', 24), 40);
});

test('metres by effort take as long as Daniels’ table has them for the VDOT of the level', () => {
  const pace = (zone: string): number => Math.round(1_000 / speedOfZone(50, zone));
  for (const [zone, table_s] of [
    ['marathon', 271],
    ['threshold', 255],
    ['interval', 235],
  ] as const)
    assert.ok(Math.abs(pace(zone) - table_s) <= 2, `${zone} ${pace(zone)}`);
});

test('what plans for five days and more have is no norm for three', () => {
  const peak = (days: number) =>
    publishedRange({ event: 'half_marathon', level: 'advanced', weeks: 12, days })?.peak_km[0];
  assert.equal(peak(3), 0);
  assert.equal(peak(5), 0.7 * 101);
});

test('the grid is the same on every run, and has more than two thousand requests', () => {
  assert.deepEqual(planGrid(), planGrid());
  assert.ok(planGrid().length > 2_000);
});
