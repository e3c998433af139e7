import assert from 'node:assert/strict';
import { test } from 'node:test';
import { daysBetween, WEEKDAYS } from '../../shared/calendar.ts';
import type { PlanNumbers } from './brief.ts';
import { buildSkeleton } from './build-skeleton.ts';
import { NO_CONSTRAINTS } from './constraints.ts';
import type { SkeletonWeek } from './skeleton.ts';

const NUMBERS: PlanNumbers = {
  weeks: 12,
  start_date: '2027-01-04',
  goal: { event: 'half_marathon', race_date: '2027-03-28', target_time_s: null },
  workout_days: ['tuesday', 'thursday', 'saturday', 'sunday'],
  runner: { paces: null, heart_rates: null, experience_level: 'intermediate' },
  history: null,
  constraints: NO_CONSTRAINTS,
};

function weeksOf(numbers: Partial<PlanNumbers> = {}, constraints = NO_CONSTRAINTS): SkeletonWeek[] {
  return buildSkeleton({ ...NUMBERS, ...numbers, constraints }, { seed: 1 });
}

const LETTERS = { base: 'a', build: 'b', peak: 'p', taper: 't', recovery: 'r' };
const phases = (weeks: readonly SkeletonWeek[]): string => weeks.map(({ phase }) => LETTERS[phase]).join('');

test('phases by how long there is until the race, and after it', () => {
  assert.equal(phases(weeksOf()), 'aaarbbbrpptt');
  const inWeek = (weeks: number, race_date: string, event: PlanNumbers['goal']['event'] = '10k') =>
    phases(weeksOf({ weeks, goal: { event, race_date, target_time_s: null } }));
  assert.equal(inWeek(1, '2027-01-10'), 't');
  assert.equal(inWeek(2, '2027-01-17', 'marathon'), 'tt');
  assert.equal(inWeek(4, '2027-06-27').includes('t'), false);
  // The race is on the first day of a week, so that week is recovery and the one before it is the taper.
  assert.equal(inWeek(6, '2027-02-01').slice(3, 5), 'tr');
  assert.match(inWeek(12, '2027-02-14', 'marathon'), /^.{4}ttrrr/);
});

test('no more than three weeks in a row grow, and a year has four cycles', () => {
  for (const weeks of [3, 8, 15, 23, 37, 52]) {
    const year = weeksOf({ weeks, goal: { event: 'general', race_date: null, target_time_s: null } });
    assert.doesNotMatch(phases(year), /[abp]{4}/);
  }
  const year = weeksOf({ weeks: 52, goal: { event: 'general', race_date: null, target_time_s: null } });
  assert.equal(phases(year).match(/p+r/g)?.length, 4);
  const volumes = year.map(({ volume_m }) => volume_m);
  assert.ok(Math.max(...volumes.slice(40)) > 1.2 * (volumes[0] ?? 0));
});

test('metres begin at what was run lately, and grow no further than half as much again', () => {
  const history = {
    weekly_distance_m: [38, 40, 42, 40, 41, 39, 40, 40].map((km) => km * 1_000),
    longest_run_m: 15_000,
  };
  const volumes = weeksOf({
    weeks: 40,
    goal: { event: 'marathon', race_date: null, target_time_s: null },
    history,
  }).map(({ volume_m }) => volume_m);
  assert.equal(volumes[0], 40_000);
  assert.ok(Math.max(...volumes) <= 60_000);
  const nothing = { weekly_distance_m: [0, 0, 0, 0, 0, 0, 0, 0], longest_run_m: 0 };
  assert.ok((weeksOf({ history: nothing })[0]?.volume_m ?? 0) < (weeksOf()[0]?.volume_m ?? 0));
});

test('hard days and the long run are apart, whatever the days', () => {
  for (let set = 1; set < 128; set++) {
    const workout_days = WEEKDAYS.filter((_, index) => (set >> index) % 2 === 1);
    const weeks = weeksOf({ workout_days, runner: { ...NUMBERS.runner, experience_level: 'advanced' } });
    const hard = weeks.flatMap(({ days }) =>
      days.filter(({ role }) => role === 'quality' || role === 'race'),
    );
    for (const [index, { date }] of hard.entries()) {
      const next = hard[index + 1];
      if (next !== undefined) assert.ok(daysBetween(date, next.date) >= 2, `${workout_days} ${date}`);
    }
    for (const { days } of weeks) {
      const dates = days.filter(({ role }) => role !== 'race').map(({ day }) => day);
      assert.deepEqual(dates.toSorted(), workout_days.filter((day) => dates.includes(day)).toSorted());
    }
  }
});

test('constraints move days and cap metres', () => {
  const constraints = {
    ...NO_CONSTRAINTS,
    days_off: ['sunday'] as const,
    first_week_distance_m: 25_000,
    max_weekly_distance_m: 33_000,
  };
  const weeks = weeksOf({}, constraints);
  assert.ok(weeks.every(({ days }) => days.every(({ day, role }) => day !== 'sunday' || role === 'race')));
  assert.equal(weeks[0]?.volume_m, 25_000);
  assert.ok(weeks.every(({ volume_m }) => volume_m <= 33_000));
  const long = weeksOf({}, { ...NO_CONSTRAINTS, long_run_day: 'thursday' });
  assert.ok(long.flatMap(({ days }) => days).every(({ day, role }) => role !== 'long' || day === 'thursday'));
});
