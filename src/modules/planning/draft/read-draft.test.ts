import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { DraftDay, DraftWeek } from '../../../training/planning/draft.ts';
import { readDraft } from './read-draft.ts';

/** This day is a Monday. */
const START = '2026-09-14';
const OPTIONS = { weeks: 1, start_date: START, unit_system: 'metric' } as const;

function weekOf(lines: string, options: Parameters<typeof readDraft>[1] = OPTIONS): DraftWeek {
  const { weeks, faults } = readDraft(`# Plan\n\n## Week 1: Base, 40 km\n\n${lines}\n`, options);
  assert.equal(faults, undefined, `${lines}: ${JSON.stringify(faults)}`);
  const [week] = weeks ?? [];
  assert.ok(week);
  return week;
}

const SHORT = {
  mon: 'monday',
  tue: 'tuesday',
  wed: 'wednesday',
  thu: 'thursday',
  fri: 'friday',
  sat: 'saturday',
  sun: 'sunday',
};

/** Formats a day as "mon easy-run 8000 m": the day, the type, and the distance or the time. */
function shortOf({ day, workout_type, distance_m, duration_s }: DraftDay): string {
  assert.ok(distance_m === null || duration_s === null);
  const short = Object.entries(SHORT).find(([, name]) => name === day)?.[0];
  const measure = distance_m !== null ? ` ${distance_m} m` : duration_s !== null ? ` ${duration_s} s` : '';
  return `${short} ${workout_type}${measure}`;
}

const LINES: readonly (readonly [string, string])[] = [
  ['- **Monday** (2026-09-14): Easy run, 8 km – relaxed', 'mon easy-run 8000 m'],
  ['- Tue: 5 × 1 km intervals', 'tue intervals'],
  ['- Tue: 5 x 1 km, 60 s jog', 'tue intervals'],
  ['- Thu 8 km', 'thu easy-run 8000 m'],
  ['- - **Thursday**: Cross-training, 45 min', 'thu cross-training 2700 s'],
  ['- * [ ] Thursday: easy 8 km', 'thu easy-run 8000 m'],
  ['→ Thursday: easy 8 km', 'thu easy-run 8000 m'],
  ['Thursday cross-training', 'thu cross-training'],
  ['Thursday: 8', 'thu easy-run 8000 m'],
  ['- Sat: Long run 18 km with 6 km at marathon pace', 'sat long-run 18000 m'],
  ['* Sunday – recovery jog 30 min', 'sun recovery-run 1800 s'],
  ['- Mon/Wed: easy 5 miles', 'mon easy-run 8047 m, wed easy-run 8047 m'],
  ['- Sat and Sun: jog 40 minutes', 'sat easy-run 2400 s, sun easy-run 2400 s'],
  ['- Fri-Sat: easy 5 km', 'fri easy-run 5000 m, sat easy-run 5000 m'],
  ['- 2026-09-16: Tempo 40 min', 'wed tempo 2400 s'],
  ['- 16 Sep: Fartlek 45 min', 'wed fartlek 2700 s'],
  ['- Sep 16, 2026: easy 8–10 km', 'wed easy-run 9000 m'],
  ['- 9/16 – hills 8 x 60 s', 'wed hills'],
  ['- 16/9 – hills, 9 km', 'wed hills 9000 m'],
  ['- Day 3: easy 8,5 km', 'wed easy-run 8500 m'],
  ['1. Monday – Easy 5k', 'mon easy-run 5000 m'],
  ['- [ ] Monday: *Easy* run, `8 km`', 'mon easy-run 8000 m'],
  ['- Saturday: 10K race', 'sat race 10000 m'],
  ['- Saturday: Half marathon', 'sat race'],
  ['- Monday: easy pre-race shakeout 20 min', 'mon easy-run 1200 s'],
  ['- Monday: 3 × 2 km at race pace, 12 km in total', 'mon race-pace 12000 m'],
  ['- Monday: warm up 2 km, 20 min tempo, total 8 km', 'mon tempo 8000 m'],
  ['- Monday: Easy 2 km warm-up, 5 x 1 km, 2 km cool-down', 'mon intervals'],
  ['- Monday: 6 × 20 s strides after 6 km easy', 'mon strides 6000 m'],
  ['- Monday: easy run 6 km + 4 strides', 'mon strides 6000 m'],
  ['- Monday: Easy run, 6 km – no strides today', 'mon easy-run 6000 m'],
  ['- Monday: Easy long run 16 km', 'mon long-run 16000 m'],
  ['- Monday: swim 45 min', 'mon cross-training 2700 s'],
  ['- Monday: run/walk 30 min', 'mon easy-run 1800 s'],
  ['- Monday: gym', 'mon strength'],
  ['- Monday: strength + easy 5 km', 'mon easy-run 5000 m'],
  ['- Monday: long run 1:45:00', 'mon long-run 6300 s'],
  ['- Monday: long run 1 h 45 min (about 18 km)', 'mon long-run 6300 s'],
  ['- Monday: easy run (8 km)', 'mon easy-run 8000 m'],
  ['- Monday: 8 km easy @ 5:30/km', 'mon easy-run 8000 m'],
  ['- Monday: 8 × 400 m @ 5k pace', 'mon race-pace'],
  ['- Monday: easy 8 km in 50 min', 'mon easy-run 8000 m'],
  ['- 週二（9/15）：間歇跑 １０ 公里 – 5 × 1 公里', 'tue intervals 10000 m'],
  ['- 星期一：輕鬆跑加快步跑，6.4 公里', 'mon strides 6400 m'],
  ['- 禮拜四：節奏跑 40 分鐘', 'thu tempo 2400 s'],
  ['- 週日：長距離慢跑 1 小時 45 分鐘', 'sun long-run 6300 s'],
  ['- 週六：長跑 2 個半小時', 'sat long-run 9000 s'],
  ['- 週三：坡道跑 8 × 60 秒', 'wed hills'],
  ['- 週三、週五：慢跑 5 公里', 'wed easy-run 5000 m, fri easy-run 5000 m'],
  ['- 週六：比賽，10 公里', 'sat race 10000 m'],
  ['- 星期二：半馬配速跑 8 公里', 'tue race-pace 8000 m'],
  ['- 第3天：恢復跑 30 分鐘', 'wed recovery-run 1800 s'],
  ['- 週一：肌力訓練 30 分鐘', 'mon strength 1800 s'],
  ['- 月曜日：イージーラン８キロ', 'mon easy-run 8000 m'],
  ['- 火：インターバル 1km×5本', 'tue intervals'],
  ['- 日（9/20）：ロング走 20km', 'sun long-run 20000 m'],
  ['- 9月17日(木) 坂道走 60 分', 'thu hills 3600 s'],
  ['- 土日: ジョグ 40分', 'sat easy-run 2400 s, sun easy-run 2400 s'],
  ['- 水曜：ビルドアップ 10km', 'wed tempo 10000 m'],
  ['- 木曜：レースペース走 8km', 'thu race-pace 8000 m'],
  ['- 木曜：ロングジョグ 2時間半', 'thu long-run 9000 s'],
  ['- 土曜：レース 10km', 'sat race 10000 m'],
  ['- 金曜：補強 30分', 'fri strength 1800 s'],
  ['### Monday\n\nEasy run, 8 km', 'mon easy-run 8000 m'],
  ['- Monday\n  - tempo, 8 km\n  - relaxed', 'mon tempo 8000 m'],
  [
    '| Mon | Easy run | 8 km |\n|---|---|---|\n| Tue | 2026-09-15 | Rest | |\n| Fri | | |',
    'mon easy-run 8000 m',
  ],
  [
    '| Mon | Tue | Wed |\n|---|---|---|\n| Easy 8 km | Rest | Tempo |\n| | | 9 km |',
    'mon easy-run 8000 m, wed tempo 9000 m',
  ],
  ['| Day | Workout | km |\n| Sat | Long run | 18.5 |', 'sat long-run 18500 m'],
  ['- Sunday: long run 18 km\n- Monday: easy 5 km', 'mon easy-run 5000 m, sun long-run 18000 m'],
];

/** Lines for a day without running. */
const DAYS_OFF = [
  'Wednesday: Rest',
  '- Fri: off',
  '- Fri: day off (travel)',
  '- Mon 14/9: rest day',
  '- Wed: –',
  '- Wed -',
  '- 星期三：休息',
  '- 週五：休跑',
  '- 月曜：休み',
  '- 水：オフ',
  '- 木曜日：完全休養',
  '- Mon: Rest or easy 5 km',
  '- 週三：休息或輕鬆跑',
  '- 水曜: 完全オフ',
] as const;

const NOT_UNDERSTOOD = [
  '- Monday: travel',
  '- 2026-10-16: easy 8 km',
  '- 週一：看電影',
  '- 月曜：未定',
  '- Monday: no strides',
  '- On Thursday: swim 45 min',
  '- ~ **Thursday**: Cross-training, 45 min',
  '- 🏊 Thursday (2026-09-17): Cross-training, 45 min',
];

describe('days of a draft', () => {
  test('kinds, distances and times are read as coaches write them', () => {
    for (const [lines, days] of LINES) assert.equal(weekOf(lines).days?.map(shortOf).join(', '), days, lines);
  });

  test('a day off is none', () => {
    for (const line of DAYS_OFF)
      assert.deepEqual(
        weekOf(`${line}\n- Saturday: easy 5 km`).days?.map(shortOf),
        ['sat easy-run 5000 m'],
        line,
      );
    assert.deepEqual(weekOf('- Monday: rest').days, []);
  });

  test('what says no kind and no measure is named by its line', () => {
    for (const line of NOT_UNDERSTOOD) {
      const { faults } = readDraft(`## Week 1\n\n${line}`, OPTIONS);
      assert.deepEqual(
        faults?.map(({ code, values }) => [code, values.line]),
        [['draft_line', 3]],
        line,
      );
    }
  });

  test('prose is no day, and a week that names none leaves them open', () => {
    assert.equal(weekOf('_Fresh legs on Sunday_\n\nSunday is when it counts.\n- 8 km').days, null);
    assert.equal(weekOf('').distance_m, 40_000);
  });

  test('a day twice is a fault', () => {
    const { faults } = readDraft('## Week 1\n- Tue: easy 5 km\n- 週二：休息', OPTIONS);
    assert.deepEqual(
      faults?.map(({ path, code, values }) => [path, code, values]),
      [['refined_draft', 'draft_line', { line: 3, text: '週二:休息', reason: 'day_taken' }]],
    );
  });

  test('days stand from the first of the plan, and numbers without a unit are in the coach’s own', () => {
    const from = { weeks: 1, start_date: '2026-09-17', unit_system: 'imperial' } as const;
    const days = weekOf('- Monday: easy 5\n- Thursday: tempo 6', from).days?.map(shortOf);
    assert.deepEqual(days, ['thu tempo 9656 m', 'mon easy-run 8047 m']);
  });

  test('what else a line says is kept', () => {
    const [day] = weekOf('- **Tue**: Intervals, 10 km – 5 × 1 km, __relaxed__').days ?? [];
    assert.equal(day?.words, '5 × 1 km, relaxed');
    const { faults } = readDraft(`## Week 1\n- Tue: Intervals, 10 km – ${'x'.repeat(5_000)}`, OPTIONS);
    assert.deepEqual(
      faults?.map(({ values }) => [values.line, values.reason]),
      [[2, 'line_too_long']],
    );
  });
});

const numbered = (...numbers: number[]) =>
  numbers.map((number) => `## Week ${number}: Base\n- Tue: 5 km`).join('\n');

describe('weeks of a draft', () => {
  const faultsOf = (text: string, weeks: number) =>
    readDraft(text, { ...OPTIONS, weeks }).faults?.map(({ code, values }) => [code, values]);

  test('each number is there exactly once and in order', () => {
    assert.equal(faultsOf(numbered(1, 2, 3), 3), undefined);
    assert.deepEqual(faultsOf('Easy running for a while, then a race.', 3), [
      ['draft_without_weeks', { weeks: 3 }],
    ]);
    assert.deepEqual(faultsOf(numbered(1, 3, 5), 4), [
      ['draft_weeks_differ', { weeks: 4, missing: '2, 4', unknown: '5' }],
    ]);
    assert.deepEqual(faultsOf(numbered(0, 1), 1), [
      ['draft_weeks_differ', { weeks: 1, missing: '', unknown: '0' }],
    ]);
    assert.deepEqual(faultsOf(numbered(1, 2, 2), 2), [['draft_week_repeated', { week: 2 }]]);
    assert.deepEqual(faultsOf(numbered(1, 3, 2), 3), [['draft_weeks_out_of_order', { week: 2, after: 3 }]]);
  });

  test('headings are read in the usual variants', () => {
    for (const heading of [
      '## Week 1: Base, 42 km',
      '##Week 1 – Base (42 km)',
      '# **WEEK 1**: long run 18 km, 42 km in all',
      '### 第 1 週：基礎期，42 公里',
      '## 第一週 42 公里',
      '## 第1週目 42km',
      '## 1週目：４２キロ',
      '**Week 1** 26.1 mi',
      'Week 1: 42 km',
      '> ## Week 1: 42 km',
    ]) {
      const { weeks } = readDraft(`Intro, 50 km\n\n${heading}\n- Tue: 5 km`, OPTIONS);
      assert.equal(weeks?.length, 1, heading);
      assert.ok(Math.abs((weeks?.[0]?.distance_m ?? 0) - 42_000) < 10, heading);
      assert.equal(weeks?.[0]?.days?.length, 1, heading);
    }
  });

  test('what only looks like a heading is none, and notes below one of their own are of no week', () => {
    const text = `Week 7: hard\n- Week 2 is light\n${numbered(1)}\nWeek 3 will follow.\n## Weekly notes\n- Monday: buy shoes`;
    assert.deepEqual(
      readDraft(text, OPTIONS).weeks?.map(({ number }) => number),
      [1],
    );
  });

  test('two million signs of anything are read at once, and with few faults', () => {
    const size = 2_000_000;
    const filled = (text: string) => `## Week 1: x\n${text.repeat(Math.ceil(size / text.length))}`;
    const texts = [
      'a\n',
      ' ',
      '\n',
      '- Mon 8 km easy\n',
      '## Week 1\n',
      '|',
      '| Mon | Tue \n',
      '*',
      '- Mon: (',
      '5 x ',
      `- Wed: ${'easy '.repeat(190)}\n`,
      `Sunday is ${'1:1:1 x '.repeat(110)}\n`,
      '月火水木金土日・',
      'mon,tue,',
      '- Mon\n',
      '\ufdfa',
      '第一天',
      '1,1',
      '# ',
    ];
    for (const text of texts) {
      const before = process.cpuUsage();
      const { faults } = readDraft(filled(text), OPTIONS);
      const { user } = process.cpuUsage(before);
      assert.ok((faults?.length ?? 0) <= 1_000);
      // A hundredth of a second of processor time is usual; quadratic time for two million characters would be hours.
      assert.ok(user < 5_000_000, `${JSON.stringify(text.slice(0, 20))} took ${user} µs`);
    }
  });
});
