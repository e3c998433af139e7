import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { CoachTexts } from '../../../training/plan-request/wish.ts';
import type { Constraints } from '../../../training/planning/constraints.ts';
import { healthMentions, readWishes } from './read-wishes.ts';

const NONE: CoachTexts = { instructions: null, training_principle: null, extra_guidance: null };
const read = (instructions: string) => readWishes({ ...NONE, instructions });

const off = (...days_off: Constraints['days_off']) => ({ days_off });
const without = (...exclude: Constraints['exclude']) => ({ exclude });
const HARD = without('tempo', 'intervals', 'hills', 'race-pace', 'fartlek', 'speed');

const READ: readonly (readonly [string, Partial<Constraints>])[] = [
  ['No running on Mondays', off('monday')],
  ['No running on Monday, Wednesday and Friday', off('monday', 'wednesday', 'friday')],
  ['Mondays, Wednesdays and Fridays off', off('monday', 'wednesday', 'friday')],
  ['Take Mon off', off('monday')],
  ['Monday: rest', off('monday')],
  ['Rest days: Monday, Friday', off('monday', 'friday')],
  ['Not available on weekends', off('saturday', 'sunday')],
  ['Please no hills', without('hills')],
  ['No intervals, hills or tempo', without('intervals', 'hills', 'tempo')],
  ['No intervals and no hills.', without('intervals', 'hills')],
  ['no speed work', without('speed')],
  ['No hard workouts', HARD],
  ['Long run on Sunday', { long_run_day: 'sunday' }],
  ['Long run: Saturday', { long_run_day: 'saturday' }],
  ['Sunday long run', { long_run_day: 'sunday' }],
  ['Put the long run on Saturdays', { long_run_day: 'saturday' }],
  ['Max 50 km per week', { max_weekly_distance_m: 50_000 }],
  ['No more than 30 miles a week', { max_weekly_distance_m: 48_280 }],
  ['Weekly mileage max. 60 km', { max_weekly_distance_m: 60_000 }],
  ['50 km/week max', { max_weekly_distance_m: 50_000 }],
  ['Start with 20 km per week', { first_week_distance_m: 20_000 }],
  ['First week: 25 km', { first_week_distance_m: 25_000 }],
  ['Longest run at most 30 km', { longest_run_m: 30_000 }],
  ['Long runs no longer than 28 km', { longest_run_m: 28_000 }],
  ['No run longer than 18 miles', { longest_run_m: 28_968 }],
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
  ['スピード練習なし', without('speed')],
  ['ポイント練習は避ける', HARD],
  ['ロング走は日曜日', { long_run_day: 'sunday' }],
  ['毎週日曜日にロング走', { long_run_day: 'sunday' }],
  ['週50kmまで', { max_weekly_distance_m: 50_000 }],
  ['週間走行距離は最大60km', { max_weekly_distance_m: 60_000 }],
  ['走行距離は週40km以内', { max_weekly_distance_m: 40_000 }],
  ['最初の週は20km', { first_week_distance_m: 20_000 }],
  ['週20kmから始める', { first_week_distance_m: 20_000 }],
  ['ロング走は最長30kmまで', { longest_run_m: 30_000 }],
  ['NO HILLS!', without('hills')],
  ['Can’t run on Tuesdays', off('tuesday')],
  ["Don't plan fartlek", without('fartlek')],
  ['Tue/Thu off', off('tuesday', 'thursday')],
  ['No race-pace runs', without('race-pace')],
  ['12.5 km in the first week', { first_week_distance_m: 12_500 }],
  ['ＬＳＤは日曜日です', { long_run_day: 'sunday' }],
  ['不要坡道、間歇和節奏跑', without('hills', 'intervals', 'tempo')],
];

/** Sentences close to the forms above that mean something else or more. Read as a form, each would make a plan that nobody asked for. */
const NOT_READ = [
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
  'Achilles tendinopathy: no hills, no speed work',
  'Long run on Sunday, Monday off',
  'Long run on Sunday?',
  'No hills (knee)',
  'Weekend long run',
  'Max 5 0 km per week',
  'Max 900 km per week',
  'Prefers Sundays off',
  "He can't run on Tuesdays",
  'Hills are out',
  'No easy runs',
  'Longest run: 30 km',
];

describe('a sentence of a coach', () => {
  test('counts where all of it is a form, in any of the languages', () => {
    for (const [text, constraints] of READ) {
      const { wishes, not_acted_on } = read(text);
      const whole = text.replace(/[.!]$/, '');
      assert.deepEqual(wishes, [{ from: 'instructions', text: whole, constraints }], text);
      assert.deepEqual(not_acted_on, [], text);
    }
  });

  test('that is only near to one comes back whole', () => {
    for (const text of NOT_READ) {
      const { wishes, not_acted_on } = read(text);
      assert.deepEqual(wishes, [], text);
      assert.deepEqual(
        not_acted_on.map((one) => one.text),
        [text],
      );
    }
  });

  test('is quoted as it stands, with the text it is of', () => {
    const { wishes, not_acted_on } = readWishes({
      instructions:
        '- No hills.\n- Likes trails, long run on Sunday\n\n1. He ran 3:45 last year!\n請不要安排間歇跑。',
      training_principle: 'Be patient. Sundays off.',
      extra_guidance: 'Max. 50 km per week. Nothing new.',
    });
    assert.deepEqual(
      wishes.map(({ from, text }) => [from, text]),
      [
        ['instructions', 'No hills'],
        ['instructions', '請不要安排間歇跑'],
        ['training_principle', 'Sundays off'],
        ['extra_guidance', 'Max. 50 km per week'],
      ],
    );
    assert.deepEqual(
      not_acted_on.map(({ from, text }) => [from, text]),
      [
        ['instructions', 'Likes trails, long run on Sunday'],
        ['instructions', 'He ran 3:45 last year'],
        ['training_principle', 'Be patient'],
        ['extra_guidance', 'Nothing new'],
      ],
    );
  });

  test('that nothing is made of names the field that would say it, where its words tell', () => {
    for (const [text, field] of [
      ['Achilles tendinopathy: no hills, no speed work', 'injuries'],
      ['膝蓋會痛，不要跑太多', 'injuries'],
      ['足底筋膜炎なので坂道は控えめに', 'injuries'],
      ['On holiday in the second week', 'unavailable'],
      ['第三週出差', 'unavailable'],
      ['8月は出張があります', 'unavailable'],
      ['He has a race on 12 October', 'races'],
      ['No intervals before week 4', 'exclude'],
      ['Hills are not his thing', 'exclude'],
      ['Long run on Saturday or Sunday', 'long_run_day'],
      ['Increase the weekly mileage slowly', 'max_weekly_distance_m'],
      ['Sometimes four days a week', 'days_per_week'],
      ['Prefers Sundays off', 'days_off'],
      ['Intervals every Tuesday', null],
      ['Be patient', null],
    ] as const)
      assert.equal(read(text).not_acted_on[0]?.field, field, text);
  });

  test('beyond the three hundredth comes back with all that follow', () => {
    const { wishes, not_acted_on } = read(`${'No hills.\n'.repeat(2)}${'Be kind\n'.repeat(300)}Sundays off`);
    assert.equal(wishes.length, 1);
    assert.match(not_acted_on.at(-1)?.text ?? '', /Sundays off$/);
  });

  test('of an injury or an illness is found in every language, and no other', () => {
    for (const text of [
      'Achilles tendinopathy since May',
      'She had COVID-19 in spring',
      'Runner’s knee on the left',
      '左膝舊傷',
      '他上週感冒',
      '膝を痛めています',
      '疲労骨折の後です',
    ])
      assert.deepEqual(healthMentions(`Be kind. ${text}.`), [text]);
    for (const text of [
      'Skills and hills',
      'A painter from Illinois',
      'Still willing to run on Sunday',
      '長跑在週日',
      '坂道は楽しく',
    ])
      assert.deepEqual(healthMentions(text), [], text);
  });
});

test('a hostile text is read at once', () => {
  for (const text of [
    'no hills, ',
    'Monday and ',
    '不要',
    '1 km ',
    'a',
    '月・',
    'no\n',
    'please ',
    'ください',
    '1,',
    'sat,and',
  ]) {
    const long = text.repeat(32_768 / text.length);
    for (const instructions of [long, `no ${long.slice(0, 390)}x`, `${long.slice(0, 390)} off x`]) {
      const before = process.cpuUsage();
      readWishes({ instructions, training_principle: instructions, extra_guidance: null });
      healthMentions(instructions.repeat(6));
      const { user } = process.cpuUsage(before);
      assert.ok(user < 2_000_000, `${text} took ${user} µs`);
    }
  }
});
