import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { WEEKDAYS } from '../../../shared/calendar.ts';
import { type Constraints, NO_CONSTRAINTS } from '../../../training/planning/constraints.ts';
import { type CoachTexts, readInstructions } from './read-instructions.ts';

const NONE: CoachTexts = { instructions: null, training_principle: null, extra_guidance: null };
const read = (instructions: string) =>
  readInstructions({ ...NONE, instructions }, { workout_days: WEEKDAYS });

const off = (...days_off: Constraints['days_off']) => ({ days_off });
const without = (...types: Constraints['exclude']) => ({ exclude: types });
const HARD = without('tempo', 'intervals', 'hills', 'race-pace', 'fartlek');

const UNDERSTOOD: readonly (readonly [string, Partial<Constraints>])[] = [
  ['No running on Mondays', off('monday')],
  ['No running on Monday, Wednesday and Friday', off('monday', 'wednesday', 'friday')],
  ['Mondays, Wednesdays and Fridays off', off('monday', 'wednesday', 'friday')],
  ['Take Mon off', off('monday')],
  ['Monday: rest', off('monday')],
  ['Rest days: Monday, Friday', off('monday', 'friday')],
  ['Not available on weekends', off('saturday', 'sunday')],
  ["He can't run on Tuesdays", off('tuesday')],
  ['The athlete cannot train on Tue/Thu', off('tuesday', 'thursday')],
  ['Prefers Sundays off', off('sunday')],
  ['No running on Monday to Wednesday', off('monday', 'tuesday', 'wednesday')],
  ['Please no hills', without('hills')],
  ['No intervals, hills or tempo', without('tempo', 'intervals', 'hills')],
  ['No intervals and no hills.', without('intervals', 'hills')],
  ['no speed work', without('intervals', 'fartlek')],
  ['No hard workouts', HARD],
  ["Don't do hill repeats", without('hills')],
  ['Hills are out', without('hills')],
  ['Skip strength training', without('strength')],
  ['Long run on Sunday', { long_run_day: 'sunday' }],
  ['Long run: Saturday', { long_run_day: 'saturday' }],
  ['Sunday long run', { long_run_day: 'sunday' }],
  ['Put the long run on Saturdays', { long_run_day: 'saturday' }],
  ['Long run on Sunday, Monday off', { long_run_day: 'sunday', days_off: ['monday'] }],
  ['Max 50 km per week', { max_weekly_distance_m: 50_000 }],
  ['No more than 30 miles a week', { max_weekly_distance_m: 48_280 }],
  ['Weekly mileage max. 60 km', { max_weekly_distance_m: 60_000 }],
  ['50 km/week max', { max_weekly_distance_m: 50_000 }],
  ['Keep it under 40 km per week', { max_weekly_distance_m: 40_000 }],
  ['Start with 20 km per week', { first_week_distance_m: 20_000 }],
  ['First week: 25 km', { first_week_distance_m: 25_000 }],
  ['Longest run at most 30 km', { longest_run_m: 30_000 }],
  ['Long runs no longer than 28 km', { longest_run_m: 28_000 }],
  ['No run longer than 18 miles', { longest_run_m: 28_968 }],
  ['Run every day', {}],
  ['Four days a week.', { days_per_week: 4 }],
  ['Run 5 days per week', { days_per_week: 5 }],
  ['Train three times a week', { days_per_week: 3 }],
  ['每週五天', { days_per_week: 5 }],
  ['每週跑四天', { days_per_week: 4 }],
  ['一週訓練3天', { days_per_week: 3 }],
  ['週4日走る', { days_per_week: 4 }],
  ['週に3回練習する', { days_per_week: 3 }],
  ['週一休息', off('monday')],
  ['每週一休息', off('monday')],
  ['週一、週三不跑', off('monday', 'wednesday')],
  ['星期二和星期四不能跑步', off('tuesday', 'thursday')],
  ['週末不跑', off('saturday', 'sunday')],
  ['請避開週三', off('wednesday')],
  ['休息日：週五', off('friday')],
  ['不要間歇', without('intervals')],
  ['請不要安排間歇跑', without('intervals')],
  ['不要間歇、坡道', without('intervals', 'hills')],
  ['避免高強度訓練', HARD],
  ['長跑安排在週日', { long_run_day: 'sunday' }],
  ['每週日跑長跑', { long_run_day: 'sunday' }],
  ['每週最多５０公里', { max_weekly_distance_m: 50_000 }],
  ['週跑量不超過 60 公里', { max_weekly_distance_m: 60_000 }],
  ['從每週20公里開始', { first_week_distance_m: 20_000 }],
  ['第一週30公里', { first_week_distance_m: 30_000 }],
  ['長跑最多 25 公里', { longest_run_m: 25_000 }],
  ['最長不超過30公里', { longest_run_m: 30_000 }],
  ['月曜日は休み', off('monday')],
  ['月・水・金は休み', off('monday', 'wednesday', 'friday')],
  ['月曜と金曜は走れません', off('monday', 'friday')],
  ['土日は休みにしてください', off('saturday', 'sunday')],
  ['休養日は月曜', off('monday')],
  ['インターバルはなし', without('intervals')],
  ['インターバル、坂道はなし', without('intervals', 'hills')],
  ['坂道練習は入れないでください', without('hills')],
  ['スピード練習なし', without('intervals', 'fartlek')],
  ['ポイント練習は避ける', HARD],
  ['ロング走は日曜日', { long_run_day: 'sunday' }],
  ['毎週日曜日にロング走', { long_run_day: 'sunday' }],
  ['週50kmまで', { max_weekly_distance_m: 50_000 }],
  ['週間走行距離は最大60km', { max_weekly_distance_m: 60_000 }],
  ['走行距離は週40km以内', { max_weekly_distance_m: 40_000 }],
  ['最初の週は20km', { first_week_distance_m: 20_000 }],
  ['週20kmから始める', { first_week_distance_m: 20_000 }],
  ['ロング走は最長30kmまで', { longest_run_m: 30_000 }],
];

/** Near to the above, and something else: read as a wish, each would make a plan that nobody asked for. */
const NOT_UNDERSTOOD = [
  'No more than 2 interval sessions a week',
  'No hard intervals before week 4',
  "Don't skip the intervals",
  'No long run on Sunday',
  'No problem with hills',
  'Without hills there is no strength',
  'No hills in the taper',
  'No running in the rain',
  'Increase by at most 5 km a week',
  'Currently runs 4 days a week',
  'Four days a week in the taper',
  'Intervals every Tuesday',
  'No long runs',
  'Run on Tuesday',
  'Long run at least 15 km',
  'At least 40 km per week',
  'Start with 5 km runs',
  'Currently runs 40 km a week',
  'No intervals on Monday',
  'Intervals on Tuesday',
  'Every other Monday off',
  'Monday off if tired',
  'No rest on Monday',
  'Off-road on Saturday',
  'No running on Monday mornings',
  'Long run on Saturday or Sunday',
  'No strength without warm-up',
  'Not only intervals',
  'Long run on Sunday only if it is dry',
  'Intervals are not a problem',
  'Max 50 km per week in the first month',
  'Never skip the long run on Sunday',
  'No need to avoid hills',
  'Monday is not off',
  'Hills are not out',
  'No intervals longer than 1 km',
  'No hills, intervals only after week 4',
  'No hills before May, long run on Sunday',
  '週一不休息',
  '不要取消間歇',
  '每週一次間歇',
  '不是不要間歇',
  '第四週之前不要間歇',
  '每週至少50公里',
  '週一晚上不跑',
  '不要超過兩次間歇',
  '間歇不要太多',
  '如果下雨，週三不跑',
  '每週三次',
  '長跑不要在週日',
  '不要減少長跑',
  '週日可以長跑也可以休息',
  '月曜は休まない',
  '月曜は休みではない',
  'インターバルは減らしすぎない',
  '坂道は嫌いではない',
  '週50km以上',
  '毎日走らない',
  '日曜はロング走をしない',
  '月曜は雨なら休み',
  'インターバルなしではつまらない',
  '第4週まではインターバルなし',
  '月曜の朝は走らない',
  'ロング走は日曜以外',
];

describe('instructions', () => {
  test('are understood as coaches say them', () => {
    for (const [text, constraints] of UNDERSTOOD) {
      const { constraints: read_wishes, not_understood, faults } = read(text);
      assert.deepEqual(read_wishes, { ...NO_CONSTRAINTS, ...constraints }, text);
      assert.deepEqual([not_understood, faults], [[], []], text);
    }
  });

  test('what is only near to them changes nothing', () => {
    for (const text of NOT_UNDERSTOOD) {
      const { constraints, understood, not_understood } = read(text);
      assert.deepEqual([constraints, understood], [NO_CONSTRAINTS, []], text);
      assert.ok(not_understood.length > 0, text);
    }
  });

  test('each sentence is quoted as it stands, and of a mixed one each part', () => {
    const { constraints, understood, not_understood } = read(
      '- No hills.\n- Likes trails, long run on Sunday\n\n1. He ran a marathon in 3:45 last year!\n請不要安排間歇跑。',
    );
    assert.deepEqual(understood, ['No hills', 'long run on Sunday', '請不要安排間歇跑']);
    assert.deepEqual(not_understood, ['Likes trails', 'He ran a marathon in 3:45 last year']);
    assert.deepEqual(constraints.long_run_day, 'sunday');
    assert.deepEqual(constraints.exclude, ['intervals', 'hills']);
  });

  test('nothing is nothing', () => {
    assert.deepEqual(readInstructions(NONE, { workout_days: ['monday'] }), {
      constraints: NO_CONSTRAINTS,
      understood: [],
      overruled: [],
      not_understood: [],
      faults: [],
    });
  });
});

describe('contradictions', () => {
  const PAIRS: readonly (readonly [string, string, string])[] = [
    ['Long run on Sunday. Sundays off.', 'Long run on Sunday', 'Sundays off'],
    ['Long run on Sunday. Long run on Saturday.', 'Long run on Sunday', 'Long run on Saturday'],
    ['Max 50 km per week. At most 60 km a week.', 'Max 50 km per week', 'At most 60 km a week'],
    ['Max 30 km per week\nStart with 40 km per week', 'Start with 40 km per week', 'Max 30 km per week'],
    [
      'Longest run at most 20 km. No run longer than 25 km.',
      'Longest run at most 20 km',
      'No run longer than 25 km',
    ],
    ['Run every day. No running on Mondays.', 'Run every day', 'No running on Mondays'],
    ['週日長跑。週日休息。', '週日長跑', '週日休息'],
    ['日曜にロング走。日曜は休み。', '日曜にロング走', '日曜は休み'],
    ['Rest on Tuesday. Intervals on Tuesday.', 'Rest on Tuesday', 'Intervals on Tuesday'],
    ['Run on Monday. Mondays off.', 'Mondays off', 'Run on Monday'],
    ['週二休息。週二間歇。', '週二休息', '週二間歇'],
    ['火曜は休み。火曜にインターバル。', '火曜は休み', '火曜にインターバル'],
    ['No intervals. Intervals every Tuesday.', 'No intervals', 'Intervals every Tuesday'],
    ['No hard workouts. Include hills.', 'No hard workouts', 'Include hills'],
    ['不要間歇。每週一次間歇。', '不要間歇', '每週一次間歇'],
    ['インターバルはなし。毎週火曜にインターバル。', 'インターバルはなし', '毎週火曜にインターバル'],
    ['No long runs. Long run every Sunday.', 'No long runs', 'Long run every Sunday'],
    ['不要長跑。每週日長跑。', '不要長跑', '每週日長跑'],
    ['ロング走はなし。日曜にロング走。', 'ロング走はなし', '日曜にロング走'],
    ['Max 30 km per week. At least 50 km per week.', 'At least 50 km per week', 'Max 30 km per week'],
    ['每週最多30公里。每週至少50公里。', '每週至少50公里', '每週最多30公里'],
    ['週30kmまで。週50km以上。', '週50km以上', '週30kmまで'],
    ['Long run at most 10 km. Long run at least 15 km.', 'Long run at least 15 km', 'Long run at most 10 km'],
    ['長跑最多10公里。長跑至少15公里。', '長跑至少15公里', '長跑最多10公里'],
    ['ロング走は10kmまで。ロング走は15km以上。', 'ロング走は15km以上', 'ロング走は10kmまで'],
    ['Four days a week. Five days a week.', 'Four days a week', 'Five days a week'],
    ['Run every day. Four days a week.', 'Run every day', 'Four days a week'],
    ['Six days a week. Weekends off.', 'Six days a week', 'Weekends off'],
  ];

  test('both are named', () => {
    for (const [text, one, other] of PAIRS)
      assert.deepEqual(read(text).faults, [
        { path: 'instructions', code: 'instructions_contradict', values: { one, other } },
      ]);
  });

  test('what goes together is none', () => {
    for (const text of [
      'Rest on Tuesday. Intervals on Thursday.',
      'No intervals. Hills every Tuesday.',
      'No intervals. Speed work on Tuesday.',
      'Max 50 km per week. At least 30 km per week.',
      'Long run at least 10 km. Long run at most 15 km.',
      'Four days a week. Mondays off.',
      'Run every day. Seven days a week.',
      'No intervals on Tuesday. Intervals on Thursday.',
    ])
      assert.deepEqual(read(text).faults, [], text);
  });

  test('the same said twice is none', () => {
    assert.deepEqual(read('Max 50 km per week. 每週最多50公里. Mondays off. 月曜は休み').faults, []);
  });

  test('the training days are named with what does not go with them', () => {
    const workout_days = ['tuesday', 'saturday'] as const;
    for (const instructions of ['Long run on Sunday', '每天跑步'])
      assert.deepEqual(readInstructions({ ...NONE, instructions }, { workout_days }).faults, [
        {
          path: 'instructions',
          code: 'instructions_contradict',
          values: { one: instructions, days: 'tuesday, saturday' },
        },
      ]);
    const none = readInstructions({ ...NONE, instructions: 'No running on Tue and Sat' }, { workout_days });
    assert.deepEqual(none.faults, [{ path: 'instructions', code: 'no_training_days', values: {} }]);
  });

  test('guidance counts as much as instructions, and its place is told', () => {
    const texts = { ...NONE, instructions: 'Long run on Sunday', extra_guidance: 'Sundays off' };
    const [fault] = readInstructions(texts, { workout_days: WEEKDAYS }).faults;
    assert.equal(fault?.path, 'extra_guidance');
  });

  test('a principle gives way, and is never a reason to refuse', () => {
    const texts = {
      instructions: 'Long run on Sunday. Max 40 km per week.',
      extra_guidance: null,
      training_principle: 'Sundays off. Max 60 km per week. No hills. Be patient.',
    };
    const { constraints, understood, overruled, not_understood, faults } = readInstructions(texts, {
      workout_days: WEEKDAYS,
    });
    assert.deepEqual(faults, []);
    assert.deepEqual(constraints, {
      ...NO_CONSTRAINTS,
      long_run_day: 'sunday',
      max_weekly_distance_m: 40_000,
      exclude: ['hills'],
    });
    assert.deepEqual(overruled, ['Sundays off', 'Max 60 km per week']);
    assert.deepEqual(understood, ['Long run on Sunday', 'Max 40 km per week', 'No hills']);
    assert.deepEqual(not_understood, ['Be patient']);
    const alone = { ...NONE, training_principle: 'No running on Mondays' };
    assert.deepEqual(readInstructions(alone, { workout_days: ['monday'] }).overruled, [
      'No running on Mondays',
    ]);
  });
});

test('a hostile text is read at once', () => {
  const size = 200_000;
  for (const text of [
    'no hills, ',
    'Monday ',
    '不要',
    '§D0§ off. ',
    '1 km ',
    'a',
    '月・',
    'no\n',
    '週跑量都要請為是',
    'he she they ',
    `${'1,'.repeat(199)}\n`,
    'long run on Sunday, ',
  ]) {
    const long = text.repeat(size / text.length);
    const before = process.cpuUsage();
    readInstructions(
      { instructions: long, training_principle: long, extra_guidance: null },
      { workout_days: ['tuesday', 'sunday'] },
    );
    const { user } = process.cpuUsage(before);
    assert.ok(user < 3_000_000, `${text} took ${user} µs`);
  }
  const { constraints, understood } = read('§D0§ off. §K0§ are out. Mondays are fun');
  assert.deepEqual([constraints, understood], [NO_CONSTRAINTS, []]);
});
