import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { AppError } from '../../../shared/errors.ts';
import { newId } from '../../../shared/ids.ts';
import { chosenRuns } from '../../../test/property.ts';
import { anyPlanBrief } from '../../../test/random-plan-briefs.ts';
import { movePlan, type PlanToCopy } from '../../../training/plan-copies/move-plan.ts';
import type { PlanBrief } from '../../../training/plan-request/plan-brief.ts';
import { adaptPlan } from '../../../training/planning/adapt-plan.ts';
import { checkPlan } from '../../../training/planning/check-plan.ts';
import type { Finding } from '../../../training/planning/findings.ts';
import { planPaces, type Runner, VDOT_OF_LEVEL } from '../../../training/planning/paces.ts';
import { isWritten, type PlanContent, type Segment } from '../../../training/planning/plan.ts';
import { buildPlan } from '../../planning/rules/plan-weeks.ts';
import { workoutWords } from '../../planning/words/workout-words.ts';
import { copyist } from './own-copy.ts';
import { checkContent } from './plan-input.ts';

/**
 * Findings that depend on the runner of a plan. The others were checked when it was saved, and can arise only where they existed before.
 */
const OF_RUNNER: readonly string[] = [
  'sum_wrong',
  'time_sum_wrong',
  'weekly_info_wrong',
  'pace_target',
  'heart_rate_target',
  'effort_target',
  'long_run_time',
  'session_cap',
  'hard_share',
];

/** A plan of the rules as it is saved; null where it is refused. */
function saved(brief: PlanBrief): PlanToCopy | null {
  const { start_date, weeks, goal, runner } = brief;
  const frame = { start_date, weeks, goal, experience_level: runner.experience_level };
  try {
    return { ...frame, ...checkContent(buildPlan(brief, newId), frame, 'en').content };
  } catch (error) {
    if (error instanceof AppError) return null;
    throw error;
  }
}

function isByTime(segments: readonly Segment[]): boolean {
  return segments.some(
    ({ duration_s, repeat }) => duration_s !== undefined || isByTime(repeat?.segments ?? []),
  );
}

function findingsIn(content: PlanContent, brief: PlanBrief, runner: Runner) {
  return checkPlan(content, { ...brief, runner, history: null });
}

test('whoever gets a plan of the rules runs nothing that is too much for them', async () => {
  const { seed, runs } = chosenRuns(120);
  const vdots = fc.double({ min: 15, max: 85, noNaN: true });
  let shortened = 0;
  const made: unknown[] = [];
  await fc.assert(
    fc.asyncProperty(anyPlanBrief, vdots, async (brief, vdot) => {
      const plan = saved(brief);
      if (plan === null) return;
      const { experience_level } = brief.runner;
      const untouched = structuredClone(plan);
      const runner: Runner = { paces: planPaces(vdot), heart_rates: null, experience_level };
      const copy = await copyist(movePlan(plan, plan.start_date), brief)({ ...runner, shows_zones: true });
      assert.deepEqual(plan, untouched, 'the saved plan stays as it is');
      made.push(copy);
      if (copy === null) return;
      const adapted = adaptPlan(plan, runner);
      const before = findingsIn(adapted, brief, runner);
      const known = new Set(before.map(({ code, week_number }) => `${code} ${week_number}`));
      const isCut = before.some(({ code }) => code === 'long_run_time');
      const usual = { paces: null, heart_rates: null, experience_level };
      const decided = findingsIn(adaptPlan(plan, usual), brief, usual);
      const isDecided = (finding: Finding): boolean =>
        decided.some(
          ({ code, date, week_number, found }) =>
            code === finding.code &&
            date === finding.date &&
            week_number === finding.week_number &&
            (finding.found ?? 0) <= (found ?? 0),
        );
      const isOfPerson = ({ date, week_number }: Finding): boolean =>
        copy.workouts.some(
          (workout) =>
            isWritten(workout) &&
            (date === null ? workout.week_number === week_number : workout.date === date),
        );
      const wrong = findingsIn(copy, brief, runner).filter(
        (finding) =>
          !isDecided(finding) &&
          !isOfPerson(finding) &&
          (OF_RUNNER.includes(finding.code) ||
            (isCut && !known.has(`${finding.code} ${finding.week_number}`))),
      );
      assert.deepEqual(wrong, []);
      const isFaster = vdot >= Math.max(VDOT_OF_LEVEL[experience_level], brief.runner.paces?.vdot ?? 0);
      for (const [place, workout] of copy.workouts.entries()) {
        const { as_planned, title, description, ...own } = workout;
        const was = adapted.workouts[place];
        assert.ok(was);
        assert.ok(
          own.distance_m <= was.distance_m && own.duration_s <= was.duration_s,
          'nothing gets longer',
        );
        if (as_planned === undefined) assert.deepEqual(workout, was);
        else {
          assert.ok(!isWritten(workout), 'what a person wrote stands');
          shortened += 1;
          assert.deepEqual({ ...own, ...as_planned }.segments, was.segments);
          const words = workoutWords(workout, brief, workout.week_number);
          assert.deepEqual({ title, description }, words, 'words say what it is now');
        }
        // A faster runner covers more distance in the same time, and never takes longer for the same distance.
        if (isFaster && !isByTime(own.segments)) assert.equal(own.distance_m, was.distance_m);
      }
    }),
    { seed, numRuns: runs, endOnFailure: true },
  );
  assert.ok(shortened > 0);
  const refused = made.filter((copy) => copy === null).length;
  assert.ok(refused <= made.length / 50, `${refused} of ${made.length} had nothing to cut`);
});

const RACE: PlanToCopy = {
  start_date: '2026-08-03',
  weeks: 1,
  goal: { event: 'marathon', race_date: '2026-08-09', target_time_s: null },
  experience_level: 'beginner',
  workouts: [
    {
      id: newId(),
      week_number: 1,
      day: 'sunday',
      date: '2026-08-09',
      phase: 'taper',
      workout_type: 'race',
      title: 'Race: marathon',
      description: '',
      duration_s: 0,
      distance_m: 42_195,
      segments: [
        { kind: 'work', distance_m: 42_195, target: { type: 'effort', min: 5, max: 6, zone: 'marathon' } },
      ],
      source: 'generated',
    },
  ],
  weekly_info: {
    1: {
      phase: 'taper',
      focus: '',
      total_distance_m: 42_195,
      training_distance_m: 0,
      race_distance_m: 42_195,
      total_duration_s: 0,
      workout_count: 1,
    },
  },
};
const VOICE = { language: 'en', persona: 'rex', unit_system: 'metric' } as const;
const SLOW = { paces: planPaces(25), heart_rates: null, shows_zones: true };

test('a plan on other days has its race on another day too, which may take as long as it takes', async () => {
  const moved = movePlan(RACE, '2026-08-10');
  assert.equal(moved.goal?.race_date, '2026-08-16');
  const [own] = (await copyist(moved, VOICE)(SLOW))?.workouts ?? [];
  assert.equal(own?.date, '2026-08-16');
  assert.equal(own?.distance_m, 42_195);
  assert.ok((own?.duration_s ?? 0) > 5 * 3_600);
});

test('others are served after each copy, one that is not safe too', async () => {
  const target = { type: 'effort', min: 2, max: 4, zone: 'easy' } as const;
  const repeat = { times: 13, segments: [{ kind: 'work' as const, distance_m: 2_000, target }] };
  const workouts = RACE.workouts.map((workout) => ({
    ...workout,
    text_source: 'generated' as const,
    workout_type: 'long-run' as const,
    distance_m: 26_000,
    segments: [{ kind: 'repeat' as const, repeat }],
  }));
  const unsafe: PlanToCopy = { ...RACE, goal: null, workouts };
  for (const plan of [RACE, unsafe]) {
    const copyFor = copyist(plan, VOICE);
    // The last two runners share one copy; other requests are served after each of them all the same.
    for (const runner of [SLOW, { ...SLOW, paces: null }, { ...SLOW, paces: null }]) {
      let served = false;
      setImmediate(() => {
        served = true;
      });
      const isSafe = plan === RACE || runner.paces === null;
      assert.equal((await copyFor(runner)) !== null, isSafe);
      assert.ok(served);
    }
  }
});

test('what a person wrote is whole for whoever gets it, and the sessions of an engine give way to it', async () => {
  const [race] = RACE.workouts;
  assert.ok(race);
  const target = (zone: string) => ({ type: 'effort', min: 2, max: 4, zone }) as const;
  const long = (sources: object) => ({
    ...{ ...race, id: newId(), workout_type: 'long-run' as const, distance_m: 26_000, ...sources },
    segments: [{ kind: 'work' as const, distance_m: 26_000, target: target('easy') }],
  });
  const tempo = (date: string, day: 'tuesday' | 'thursday', sources: object) => ({
    ...{ ...race, id: newId(), date, day, workout_type: 'tempo' as const, distance_m: 8_000, ...sources },
    segments: [
      { kind: 'warmup' as const, distance_m: 2_000, target: target('easy') },
      { kind: 'work' as const, distance_m: 6_000, target: target('threshold') },
    ],
  });
  const copyOf = async (workouts: PlanToCopy['workouts']) =>
    await copyist({ ...RACE, goal: null, workouts }, VOICE)(SLOW);
  for (const sources of [
    { text_source: 'written' },
    {},
    { text_source: 'generated', segments_source: 'written' },
  ] as const) {
    const [own] = (await copyOf([long(sources)]))?.workouts ?? [];
    assert.deepEqual([own?.distance_m, own?.as_planned], [26_000, undefined], JSON.stringify(sources));
    assert.ok((own?.duration_s ?? 0) > 3 * 3_600);
  }
  for (const sources of [
    { text_source: 'generated' },
    { text_source: 'written', segments_source: 'generated' },
  ] as const) {
    const [own] = (await copyOf([long(sources)]))?.workouts ?? [];
    assert.ok((own?.distance_m ?? 0) < 26_000, JSON.stringify(sources));
  }
  const week = [
    tempo('2026-08-04', 'tuesday', { text_source: 'written' }),
    tempo('2026-08-06', 'thursday', { text_source: 'generated' }),
    long({ text_source: 'generated' }),
  ];
  const [written, generated, run] = (await copyOf(week))?.workouts ?? [];
  assert.deepEqual([written?.distance_m, written?.as_planned], [8_000, undefined]);
  assert.ok((generated?.distance_m ?? 0) < 8_000 && (run?.distance_m ?? 0) < 26_000);
});

test('words of a person stay when a workout is made less, and what is left is said below them', async () => {
  const workout = RACE.workouts[0];
  assert.ok(workout);
  const long = {
    ...workout,
    workout_type: 'long-run' as const,
    distance_m: 26_000,
    segments: [
      {
        kind: 'work' as const,
        distance_m: 26_000,
        target: { type: 'effort', min: 2, max: 4, zone: 'easy' } as const,
      },
    ],
  };
  const words = async (text_source: 'generated' | 'written') => {
    const workouts = [
      {
        ...long,
        ...{ title: 'Forest, 26 km', description: 'As far as 26 km takes you.', text_source },
        segments_source: 'generated' as const,
      },
    ];
    const [own] = (await copyist({ ...RACE, goal: null, workouts }, VOICE)(SLOW))?.workouts ?? [];
    assert.ok(own !== undefined && own.distance_m < 26_000);
    return own;
  };
  const written = await words('written');
  assert.equal(written.title, 'Forest, 26 km');
  assert.match(written.description, /^As far as 26 km takes you\.\nLong run 1\d(\.\d)? km$/);
  const generated = await words('generated');
  assert.match(generated.title, /^Long run 1\d(\.\d)? km$/);
  assert.doesNotMatch(generated.description, /26/);
});
