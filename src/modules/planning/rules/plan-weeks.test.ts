import assert from 'node:assert/strict';
import { test } from 'node:test';
import { daysBetween, WEEKDAYS } from '../../../shared/calendar.ts';
import { countedIds, planBrief } from '../../../test/plan-brief.ts';
import { checkProperty, chosenRuns } from '../../../test/property.ts';
import { anyPlanBrief } from '../../../test/random-plan-briefs.ts';
import { checkContext } from '../../../training/plan-request/check-context.ts';
import type { PlanBrief } from '../../../training/plan-request/plan-brief.ts';
import { checkPlan } from '../../../training/planning/check-plan.ts';
import { NO_CONSTRAINTS } from '../../../training/planning/constraints.ts';
import { HARD_TYPES } from '../../../training/planning/limits.ts';
import { planPaces } from '../../../training/planning/paces.ts';
import type { PlanContent, PlannedWorkout, Segment } from '../../../training/planning/plan.ts';
import { readDraft } from '../draft/read-draft.ts';
import { writeDraft } from '../draft/write-draft.ts';
import { buildPlan } from './plan-weeks.ts';

const planOf = (changes: Partial<PlanBrief> = {}): PlanContent => buildPlan(planBrief(changes), countedIds());

function storyOf({ runner, ...brief }: PlanBrief): string {
  return JSON.stringify({ ...brief, runner: { ...runner, paces: runner.paces?.vdot ?? null } });
}

test('whatever is asked for, nothing is wrong with the plan, and its draft sent back makes it again', async (t) => {
  let runs = 0;
  await checkProperty(t, chosenRuns(120), {
    any: anyPlanBrief,
    story: storyOf,
    check: async (brief) => {
      const plan = buildPlan(brief, countedIds());
      assert.deepEqual(checkPlan(plan, checkContext(brief)), []);
      runs += 1;
      // Only every fourth run reads a draft, since reading takes most of the time.
      if (runs % 4 !== 0) return;
      assert.deepEqual(buildPlan(brief, countedIds()), plan);
      const text = writeDraft(plan, brief);
      const { weeks } = readDraft(text, brief);
      assert.ok(weeks !== undefined, text);
      const again = buildPlan({ ...brief, draft: { weeks, text } }, countedIds());
      assert.deepEqual(again.workouts.map(numbersOf), plan.workouts.map(numbersOf));
    },
  });
});

function numbersOf({ date, workout_type, segments, distance_m, duration_s }: PlannedWorkout) {
  return { date, workout_type, segments, distance_m, duration_s };
}

test('a marathon is led up to in blocks, the longest run before the taper, the week of the race light', () => {
  const plan = planOf({
    weeks: 16,
    goal: { event: 'marathon', race_date: '2027-04-25', target_time_s: null },
    workout_days: ['monday', 'tuesday', 'thursday', 'saturday', 'sunday'],
    runner: { paces: planPaces(45), heart_rates: null, experience_level: 'intermediate' },
    history: { weekly_distance_m: Array.from({ length: 8 }, () => 45_000), longest_run_m: 18_000 },
  });
  const weeks = Object.values(plan.weekly_info);
  assert.deepEqual(
    weeks.map(({ phase }) => phase),
    [
      ...['base', 'base', 'base', 'recovery', 'base', 'base', 'build', 'recovery'],
      ...['build', 'build', 'build', 'recovery', 'peak', 'peak', 'taper', 'taper'],
    ],
  );
  const volumes = weeks.map((_, index) => volumeOf(plan, index + 1));
  assert.ok(volumes[0] !== undefined && volumes[0] >= 43_000 && volumes[0] <= 47_000, `${volumes}`);
  assert.ok(Math.max(...volumes) >= 60_000, `${volumes}`);
  assert.ok((volumes[15] ?? 0) <= 0.5 * Math.max(...volumes), `${volumes}`);
  const longest = plan.workouts.filter(({ workout_type }) => workout_type === 'long-run');
  const farthest = longest.reduce((most, one) => (one.distance_m > most.distance_m ? one : most));
  assert.ok(farthest.distance_m >= 24_000, `${farthest.distance_m}`);
  assert.ok(farthest.week_number >= 9 && farthest.week_number <= 14, `${farthest.week_number}`);
  assert.ok(
    longest.some(({ segments }) => segments.some(({ target }) => target?.zone === 'marathon')),
    'no long run has marathon pace in it',
  );
  assert.deepEqual(numbersOf(plan.workouts.at(-1) ?? assert.fail()).workout_type, 'race');
});

function volumeOf({ workouts }: PlanContent, week: number): number {
  return workouts
    .filter(({ week_number, workout_type }) => week_number === week && workout_type !== 'race')
    .reduce((sum, { distance_m }) => sum + distance_m, 0);
}

test('after a race in the middle of a plan days are easy, and the way up begins again', () => {
  const plan = planOf({
    weeks: 16,
    goal: { event: 'half_marathon', race_date: '2027-02-28', target_time_s: null },
  });
  const after = plan.workouts.filter(({ date }) => {
    const days = daysBetween('2027-02-28', date);
    return days > 0 && days <= 7;
  });
  assert.ok(after.length >= 4);
  assert.deepEqual(
    after.filter(({ workout_type }) => HARD_TYPES.has(workout_type)),
    [],
  );
  assert.equal(plan.weekly_info['9']?.phase, 'recovery');
  assert.ok(volumeOf(plan, 9) < 0.65 * volumeOf(plan, 5));
  assert.ok(volumeOf(plan, 15) > 1.3 * volumeOf(plan, 9));
});

test('a plan whose event has no date has no long run in its last week', () => {
  const plan = planOf({ weeks: 16, goal: { event: 'marathon', race_date: null, target_time_s: null } });
  const long = plan.workouts.filter(({ workout_type }) => workout_type === 'long-run');
  assert.ok(long.length >= 12);
  assert.deepEqual(
    long.filter(({ week_number }) => week_number === 16),
    [],
  );
});

test('who wants neither strength nor cross-training rests in the days after a race that have no room for runs', () => {
  const brief = planBrief({
    weeks: 12,
    goal: { event: 'marathon', race_date: '2027-02-28', target_time_s: null },
    workout_days: [...WEEKDAYS],
    runner: { paces: planPaces(80), heart_rates: null, experience_level: 'intermediate' },
    history: { weekly_distance_m: Array.from({ length: 8 }, () => 12_000), longest_run_m: 4_000 },
    constraints: {
      ...NO_CONSTRAINTS,
      max_weekly_distance_m: 12_000,
      exclude: ['strength', 'cross-training'],
    },
  });
  const plan = buildPlan(brief, countedIds());
  const ofWeek = (week: number) => plan.workouts.filter(({ week_number }) => week_number === week);
  assert.equal(ofWeek(5).length, 7);
  assert.ok(ofWeek(9).length < 7);
  assert.deepEqual(checkPlan(plan, checkContext(brief)), []);
});

test('to an ultra on three days, from nothing, weeks have two long runs before they have a session', () => {
  const plan = planOf({
    weeks: 17,
    goal: { event: '50k', race_date: '2027-04-30', target_time_s: null },
    workout_days: ['thursday', 'friday', 'saturday'],
    runner: { paces: planPaces(44), heart_rates: null, experience_level: 'intermediate' },
    history: { weekly_distance_m: Array.from({ length: 8 }, () => 0), longest_run_m: 0 },
  });
  const metres = (week: number, day: string): number =>
    plan.workouts.find((one) => one.week_number === week && one.day === day)?.distance_m ?? 0;
  for (const week of [9, 10, 11, 13, 14])
    assert.ok(metres(week, 'friday') >= 0.4 * metres(week, 'saturday'), `${week}`);
});

test('sessions are such as a coach writes, and change from week to week', () => {
  const { workouts } = planOf({ weeks: 24, goal: { event: '10k', race_date: null, target_time_s: null } });
  for (const { segments, title } of workouts) {
    for (const { distance_m, duration_s } of segments.flatMap((one) => one.repeat?.segments ?? [one])) {
      assert.ok((distance_m ?? 0) % 100 === 0, title);
      assert.ok((duration_s ?? 0) % 15 === 0, title);
    }
  }
  const hard = workouts.filter(({ workout_type }) => HARD_TYPES.has(workout_type));
  assert.ok(new Set(hard.map(({ workout_type }) => workout_type)).size >= 5);
  const titles = hard.map(({ title }) => title);
  assert.ok(titles.every((title, index) => title !== titles[index + 1]));
  assert.ok(new Set(titles).size >= 0.6 * titles.length, titles.join('; '));
});

test('another seed makes another plan of the same weeks', () => {
  const [one, other] = [planOf({ seed: 1 }), planOf({ seed: 2 })];
  assert.notDeepEqual(one.workouts.map(numbersOf), other.workouts.map(numbersOf));
  assert.deepEqual(
    Object.values(one.weekly_info).map(({ phase }) => phase),
    Object.values(other.weekly_info).map(({ phase }) => phase),
  );
});

test('beginners on seven days a week do not run on all of them', () => {
  const { workouts } = planOf({
    workout_days: ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'],
    runner: { paces: null, heart_rates: null, experience_level: 'beginner' },
  });
  for (let week = 1; week <= 9; week++) {
    const own = workouts.filter(({ week_number }) => week_number === week);
    assert.equal(own.length, 7);
    assert.ok(own.filter(({ distance_m }) => distance_m > 0).length <= 4);
    assert.ok(own.some(({ workout_type }) => workout_type === 'strength'));
    assert.ok(own.some(({ workout_type }) => workout_type === 'cross-training'));
  }
});

test('constraints are kept: days off, the day of the long run, the largest week, kinds that are not wanted', () => {
  const constraints = {
    ...NO_CONSTRAINTS,
    days_off: ['thursday'] as const,
    long_run_day: 'saturday' as const,
    max_weekly_distance_m: 32_000,
    longest_run_m: 11_000,
    exclude: ['hills', 'intervals', 'strides'] as const,
  };
  const { workouts } = planOf({ constraints });
  assert.ok(workouts.every(({ day }) => day !== 'thursday'));
  assert.ok(workouts.every(({ workout_type, day }) => workout_type !== 'long-run' || day === 'saturday'));
  assert.ok(workouts.every(({ workout_type }) => !constraints.exclude.some((type) => type === workout_type)));
  for (let week = 1; week <= 10; week++) assert.ok(volumeOf({ workouts, weekly_info: {} }, week) <= 32_000);
  const runs = workouts.filter(({ workout_type }) => workout_type !== 'race');
  assert.ok(runs.every(({ distance_m }) => distance_m <= 11_000));
});

test('targets are the runner’s own: paces, heart rates where easy is kept by them, else efforts', () => {
  const paces = planPaces(48);
  const heart_rates = { easy: { min: 130, max: 145 }, recovery: { min: 110, max: 129 } };
  const types = (runner: PlanBrief['runner']) =>
    new Set(
      planOf({ runner }).workouts.flatMap(({ segments }) => segments.map(({ target }) => target?.type)),
    );
  const known = types({ paces, heart_rates, experience_level: 'intermediate' });
  assert.ok(known.has('heart_rate') && known.has('pace'));
  const unknown = types({ paces: null, heart_rates: null, experience_level: 'intermediate' });
  assert.ok(unknown.has('effort') && !unknown.has('pace') && !unknown.has('heart_rate'));
});

const MARATHON: Partial<PlanBrief> = {
  weeks: 16,
  goal: { event: 'marathon', race_date: '2027-04-25', target_time_s: null },
  workout_days: ['monday', 'tuesday', 'thursday', 'saturday', 'sunday'],
  runner: { paces: planPaces(45), heart_rates: null, experience_level: 'intermediate' },
  history: { weekly_distance_m: Array.from({ length: 8 }, () => 47_000), longest_run_m: 18_000 },
};

function metresAt(zone: string, segments: readonly Segment[], times = 1): number {
  return segments.reduce((sum, { repeat, target, distance_m = 0 }) => {
    if (repeat !== undefined) return sum + metresAt(zone, repeat.segments, times * repeat.times);
    return sum + (target?.zone === zone ? times * distance_m : 0);
  }, 0);
}

test('on the way to a marathon long runs have long stretches at its pace, and several are near the longest', () => {
  const { workouts } = planOf(MARATHON);
  const long = workouts.filter(({ workout_type }) => workout_type === 'long-run');
  const blocks = long.map(({ segments }) => metresAt('marathon', segments)).filter((metres) => metres > 0);
  assert.ok(blocks.length >= 3 && blocks.every((metres) => metres >= 7_000), `${blocks}`);
  const most_s = Math.max(...long.map(({ duration_s }) => duration_s));
  assert.ok(most_s > 160 * 60 && most_s <= 181 * 60, `${most_s}`);
  const farthest = Math.max(...long.map(({ distance_m }) => distance_m));
  assert.ok(long.filter(({ distance_m }) => distance_m >= 0.9 * farthest).length >= 3);
});

test('the nearer the race, the more like it are the sessions', () => {
  for (let seed = 0; seed < 12; seed++) {
    for (const event of ['marathon', 'half_marathon'] as const) {
      const { workouts } = planOf({
        ...MARATHON,
        goal: { event, race_date: '2027-04-25', target_time_s: null },
        seed,
      });
      for (const { phase, workout_type, segments, title } of workouts) {
        if (phase !== 'peak' || workout_type !== 'intervals') continue;
        const work = segments
          .flatMap((one) => one.repeat?.segments ?? [])
          .find(({ kind }) => kind === 'work');
        assert.ok((work?.distance_m ?? 0) >= 1_000, title);
        assert.equal(work?.target?.zone, event === 'marathon' ? 'interval' : '10k', title);
      }
    }
  }
});

test('once the race is over the plan is for running as such', () => {
  for (let seed = 0; seed < 6; seed++) {
    const plan = planOf({
      weeks: 14,
      goal: { event: '10k', race_date: '2027-02-21', target_time_s: null },
      seed,
    });
    for (let week = 8; week <= 14; week++) assert.notEqual(plan.weekly_info[week]?.phase, 'peak');
    const after = plan.workouts.filter(({ week_number }) => week_number > 7);
    assert.ok(after.every(({ workout_type }) => workout_type !== 'race-pace'));
  }
});

test('the first week is gentle, and so is a plan of one week', () => {
  for (let seed = 0; seed < 12; seed++) {
    const first = planOf({ seed }).workouts.filter(({ week_number }) => week_number === 1);
    const hard = first.filter(({ workout_type }) => HARD_TYPES.has(workout_type));
    assert.ok(hard.every(({ workout_type }) => ['fartlek', 'tempo'].includes(workout_type)));
    const runner = { paces: null, heart_rates: null, experience_level: 'beginner' } as const;
    const one = planOf({ weeks: 1, goal: GENERAL, runner, seed });
    assert.equal(one.weekly_info[1]?.phase, 'base');
    assert.ok(one.workouts.every(({ workout_type }) => !HARD_TYPES.has(workout_type)));
  }
});

const GENERAL = { event: 'general', race_date: null, target_time_s: null } as const;

test('a beginner’s long run is the longest of its week, and grows from one building week to the next', () => {
  const runner = { paces: null, heart_rates: null, experience_level: 'beginner' } as const;
  for (const workout_days of [WEEKDAYS, ['tuesday', 'thursday', 'sunday'] as const]) {
    for (const goal of [GENERAL, { ...GENERAL, event: '5k' as const }]) {
      const { workouts, weekly_info } = planOf({ weeks: 12, goal, workout_days, runner });
      let before = 0;
      for (let week = 1; week <= 12; week++) {
        const own = workouts.filter(({ week_number }) => week_number === week);
        const long = own.find(({ workout_type }) => workout_type === 'long-run')?.distance_m ?? 0;
        const others = own.filter(({ workout_type }) => workout_type !== 'long-run');
        const { phase } = weekly_info[week] ?? assert.fail();
        // In a taper sessions keep more of their length than long runs do.
        if (phase === 'taper') continue;
        assert.ok(
          others.every(({ distance_m }) => distance_m < long),
          `week ${week}`,
        );
        if (phase === 'recovery') continue;
        assert.ok(long >= before, `week ${week}: ${long} after ${before}`);
        before = long;
      }
      assert.ok(before >= 5_500, `${before}`);
    }
  }
});

test('who reckons in miles runs whole and half ones, but for repetitions on the track', () => {
  const { workouts } = planOf({ ...MARATHON, unit_system: 'imperial' });
  const steady = workouts.filter(({ workout_type }) =>
    ['easy-run', 'recovery-run', 'long-run', 'strides'].includes(workout_type),
  );
  for (const { segments, title } of steady) {
    for (const { distance_m = 0, repeat } of segments) {
      if (repeat !== undefined) continue;
      const halves = distance_m / 804.672;
      assert.ok(
        Number.isInteger(distance_m) && Math.abs(halves - Math.round(halves)) < 0.005,
        `${title} ${distance_m}`,
      );
    }
  }
  assert.ok(steady.some(({ title }) => /^Long run \d+(\.5)? mi/.test(title)));
  assert.ok(workouts.some(({ title }) => /× (1 km|[468]00 m)/.test(title)));
});
