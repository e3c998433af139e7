import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { addDays } from '../../../src/shared/calendar.ts';
import {
  type Broken,
  codesOf,
  FIVE_K,
  HALF,
  MARATHON,
  MIDWAY,
  ULTRA,
  weeks,
  workout,
  YEAR,
} from './break-plan.ts';
import { RULES } from './findings.ts';
import { judgeFamily, judgePlan } from './judge-plan.ts';
import { type PaperCase, paperPlan } from './paper-plan.ts';

const PACED: PaperCase = { ...HALF, known: { ...HALF.known, vdot: 42 } };
const UNKNOWN_5K: PaperCase = {
  ...FIVE_K,
  asked: { ...FIVE_K.asked, weeks: 8, goal: { ...FIVE_K.asked.goal, race_date: addDays('2027-01-04', 55) } },
  weeks: [
    'tue e3 thu e3 sun l4',
    'tue e3 thu e3.5 sun l5',
    'tue e3.5 thu e3.5 sun l5.5',
    'tue e3 thu e3 sun l4',
    'tue e3.5 thu e4 sun l6',
    'tue e4 thu e4 sun l6.5',
    'tue e4 thu e3 sun e3',
    'tue e2.5 thu e2 sun r5',
  ],
};

/** Plans that break a rule of training, and nothing else. */
const BROKEN: readonly Broken[] = [
  [
    'growth',
    'a week of more than a fifth more',
    () => weeks(YEAR, { 1: 'tue t10/3.5 wed e11 thu e13 sat s sun l15' }),
  ],
  [
    'long_run_growth',
    'a run four kilometres farther than any of 30 days',
    () => weeks(MARATHON, { 2: 'tue e5 thu e4 sat e4 sun l13' }),
  ],
  [
    'no_recovery_week',
    'seven weeks without a lighter one',
    () => weeks(YEAR, { 4: 'tue i9/2.7 wed e8 thu e8 sat s sun l15.5' }),
  ],
  [
    'start_beyond_norms',
    'a novice who begins with 15 km',
    () => weeks(UNKNOWN_5K, { 1: 'tue e5 thu e5 sun l5' }),
  ],
  [
    'peak_beyond_norms',
    'a novice who runs 21 km',
    () =>
      weeks(UNKNOWN_5K, {
        3: 'tue e4.5 thu e4.5 sun l5.5',
        4: 'tue e3.5 thu e3.5 sun l4',
        5: 'tue e5.5 thu e6 sun l6',
        6: 'tue e7 thu e6.5 sun l7',
        7: 'tue e5 thu e4 sun e3.5',
        8: 'tue e4 thu e3 sun r5',
      }),
  ],
  [
    'long_run_short',
    'a marathon with no run beyond 20.5 km',
    () =>
      weeks(MARATHON, {
        10: 'tue e8 thu e10 sat e6 sun l20',
        11: 'tue e8 thu e10 sat e6 sun l20.5',
        13: 'tue e9 thu e11 sat e7 sun l20.5',
      }),
  ],
  ['long_run_far', 'more than three hours', () => weeks(MARATHON, { 13: 'tue e8 thu e10 sat e6 sun l24.5' })],
  [
    'back_to_back_missing',
    'an ultra without long runs on two days',
    () =>
      weeks(
        ULTRA,
        Object.fromEntries(
          ULTRA.weeks.map((line, index) => [
            index + 1,
            index < 14 ? line.replace(/thu e(\d+) sat e(\d+)/, 'thu e$2 sat e$1') : line,
          ]),
        ),
      ),
  ],
  [
    'taper_shallow',
    'a last week of four fifths',
    () => weeks(MARATHON, { 16: 'tue e10 thu e9 sat e7 sun r42.195' }),
  ],
  [
    'taper_deep',
    'hardly a run in the last week',
    () => weeks(MARATHON, { 15: 'tue e6 thu e6 sat e5 sun e3', 16: 'tue e3 thu e2.5 sat e2 sun r42.195' }),
  ],
  [
    'taper_without_intensity',
    'two weeks of nothing but easy running',
    () => weeks(HALF, { 11: 'tue e8 thu e8 sun e9', 12: 'tue e7 thu e5 sun r21.0975' }),
  ],
  [
    'long_run_before_race',
    'the long run a week before',
    () => weeks(MARATHON, { 15: 'tue e6 thu e6 sat e5 sun l9.5' }),
  ],
  [
    'long_run_before_race',
    'a long run under another name',
    () => weeks(MARATHON, { 15: 'tue e6 thu e4 sat e4 sun e13.5' }),
  ],
  [
    'hard_before_race',
    'a tempo run two days before',
    () => ({
      ...weeks(
        {
          ...HALF,
          asked: { ...HALF.asked, workout_days: ['tuesday', 'thursday', 'friday', 'sunday'] },
          weeks: HALF.weeks.map((line) => line.replace('sun', 'fri x sun')),
        },
        { 12: 'tue e7 thu e5 fri t4/2 sun r21.0975' },
      ),
    }),
  ],
  [
    'hard_after_race',
    'intervals two days after',
    () => weeks(MIDWAY, { 10: 'tue i7/2 thu e5 sat e5 sun e7' }),
  ],
  [
    'long_run_after_race',
    'a long run in the week after',
    () => weeks(MIDWAY, { 10: 'tue x thu e6 sat e6 sun l9' }),
  ],
  [
    'strength_after_race',
    'strength two days after',
    () => weeks(MIDWAY, { 10: 'tue s thu e6 sat e6 sun e9' }),
  ],
  [
    'race_recovery',
    'a whole week after the race',
    () => weeks(MIDWAY, { 10: 'tue e10 thu e10 sat e9 sun e10' }),
  ],
  [
    'hard_days',
    'three hard days beside the long run',
    () => weeks(YEAR, { 5: 'tue t8/2 wed x thu i7/2 sat t7/1.5 sun l15' }),
  ],
  [
    'hard_days_too_close',
    'tempo the day after intervals',
    () => weeks(YEAR, { 5: 'tue i8/2.4 wed t8/2 thu e7 sat s sun l15' }),
  ],
  [
    'quality_missing',
    'one element in a full week on three days',
    () => weeks(HALF, { 7: 'tue t10/3.6 thu e12 sun l20' }),
  ],
  [
    'key_session_cut',
    'a lighter week that loses its session',
    () => weeks(YEAR, { 8: 'tue e9 wed s thu e7 sat e6 sun l12' }),
  ],
  [
    'peak_session_smaller',
    'the largest tempo run in the first weeks',
    () =>
      weeks(
        { ...MARATHON, known: MARATHON.known },
        { 2: 'tue t6/1.9 thu e5 sat e4 sun l11', 13: 'tue t8/1.3 thu e10 sat e6 sun l23.5' },
      ),
  ],
  [
    'session_repeated',
    'the same intervals three times',
    () =>
      weeks(YEAR, {
        10: 'tue i9/2.5 wed e8 thu e7 sat s sun l15.5',
        12: 'tue i9/2.5 wed s thu e7 sat e6 sun l12',
        14: 'tue i9/2.5 wed e8 thu e7 sat s sun l15.5',
      }),
  ],
  [
    'session_cap',
    'a quarter of the week as threshold',
    () => weeks(YEAR, { 5: 'tue t12/6 wed e8 thu e7 sat s sun l15' }),
  ],
  ['hard_share', 'a third of the week hard', () => weeks(HALF, { 5: 'tue t10/3.4 thu e11 sun l17.5+7.5' })],
  ['run_too_short', 'twelve minutes', () => weeks(FIVE_K, { 1: 'tue e3 thu e1.6 sun l4' })],
  [
    'target_pace_beyond_reach',
    'threshold at somebody else’s pace',
    () =>
      workout(PACED, 0, {
        segments: [
          { kind: 'warmup', distance_m: 5_000 },
          {
            kind: 'work',
            distance_m: 3_000,
            target: { type: 'pace', min: 240, max: 250, zone: 'threshold' },
          },
        ],
      }),
  ],
];

describe('a plan that breaks one rule of training', () => {
  for (const [code, what, plan] of BROKEN)
    test(`${code}: ${what}`, () => {
      assert.deepEqual(codesOf(plan()), [code], JSON.stringify(judgePlan(plan()), null, 1));
    });

  test('long_run_by_days: a day more, and a shorter long run', () => {
    const three = paperPlan(HALF);
    const four = weeks(HALF, {
      9: 'tue t10/4 thu e12 sun l18+4',
      7: 'tue t10/3.6 thu e12 sun l18+4',
      6: 'tue i9/2.8 thu e11 sun l18+3.5',
    });
    const family = [
      { ...four, asked: { ...four.asked, workout_days: [...three.asked.workout_days, 'saturday' as const] } },
      three,
    ];
    assert.deepEqual(
      judgeFamily(family).map(({ code }) => code),
      ['long_run_by_days'],
    );
    assert.deepEqual(judgeFamily([three, { ...three, asked: family[0]?.asked ?? assert.fail() }]), []);
  });

  test('there is one for each', () => {
    const broken = new Set<string>([...BROKEN.map(([code]) => code), 'long_run_by_days']);
    const rules = Object.entries(RULES).filter(([, rank]) => rank === 'warning');
    assert.deepEqual(
      rules.map(([code]) => code).filter((code) => !broken.has(code)),
      [],
    );
  });
});

test('a run-walk of ten minutes is a whole session for a beginner', () => {
  const minute = { duration_s: 60 };
  const repeat = {
    times: 5,
    segments: [
      { kind: 'work', ...minute },
      { kind: 'recovery', ...minute },
    ],
  };
  const short = { duration_s: 600, distance_m: 1_300 };
  const runWalk = workout(FIVE_K, 1, { ...short, segments: [{ kind: 'repeat', repeat }] });
  assert.deepEqual(codesOf(runWalk), []);
  const run = workout(FIVE_K, 1, { ...short, segments: [{ kind: 'work', duration_s: 600 }] });
  assert.deepEqual(codesOf(run), ['run_too_short']);
});
