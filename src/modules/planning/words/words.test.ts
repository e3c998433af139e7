import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { LANGUAGES, type Language } from '../../../shared/languages.ts';
import type { Voice } from '../../../training/plan-request/plan-brief.ts';
import {
  FAULT_CODES,
  type FaultCode,
  type FaultValues,
  findingFault,
  planFault,
} from '../../../training/plan-request/plan-fault.ts';
import { isInvalid } from '../../../training/planning/finding-rules.ts';
import { FINDING_CODES } from '../../../training/planning/findings.ts';
import { PHASES, type Segment } from '../../../training/planning/plan.ts';
import { ZONE_NAMES, type ZoneName } from '../../../training/planning/zone-names.ts';
import { NOTE_KEYS } from '../../../training/sessions/plan-words.ts';
import { WORKOUT_TYPES, type WorkoutType } from '../../../training/workout-types.ts';
import { phrase } from '../../../words/index.ts';
import { faultsWords, faultWords } from './fault-words.ts';
import { findingWords } from './finding-words.ts';
import { weekFocus } from './plan-words.ts';
import { workoutWords } from './workout-words.ts';

const VOICES: readonly Voice[] = LANGUAGES.flatMap((language) =>
  (['rex', 'joy'] as const).flatMap((persona) =>
    (['metric', 'imperial'] as const).map((unit_system) => ({ language, persona, unit_system })),
  ),
);

const at = (zone: ZoneName) => ({ type: 'pace', min: 241, max: 249, zone }) as const;
const work = (distance_m: number, zone: ZoneName): Segment => ({
  kind: 'work',
  distance_m,
  target: at(zone),
});
const times = (count: number, ...segments: Segment[]): Segment => ({
  kind: 'repeat',
  repeat: { times: count, segments },
});
const rest = (duration_s: number): Segment => ({ kind: 'recovery', duration_s });
const warm: Segment = { kind: 'warmup', duration_s: 900, target: at('easy') };
const cool: Segment = { kind: 'cooldown', duration_s: 600, target: at('easy') };

const TITLES: readonly (readonly [WorkoutType, readonly Segment[], string, string, string])[] = [
  ['easy-run', [work(8_000, 'easy')], 'Easy run 8 km', '輕鬆跑 8 公里', 'イージーラン 8 km'],
  ['long-run', [work(18_000, 'easy')], 'Long run 18 km', '長跑 18 公里', 'ロング走 18 km'],
  [
    'long-run',
    [work(10_000, 'easy'), work(8_000, 'marathon')],
    'Long run 18 km, 8 km at marathon pace',
    '長跑 18 公里（其中以馬拉松配速跑 8 公里）',
    'ロング走 18 km（うちマラソンペースで 8 km）',
  ],
  [
    'intervals',
    [warm, times(5, work(1_000, 'threshold'), rest(60)), cool],
    '5 × 1 km threshold',
    '閾值跑 5 × 1 公里',
    '閾値走 5 × 1 km',
  ],
  [
    'intervals',
    [warm, times(3, times(4, work(400, 'interval'), rest(60)), rest(180)), cool],
    '3 × (4 × 400 m) intervals',
    '間歇跑 3 × (4 × 400 公尺)',
    'インターバル走 3 × (4 × 400 m)',
  ],
  [
    'strides',
    [work(6_000, 'easy'), times(6, { kind: 'work', duration_s: 20, target: at('repetition') }, rest(60))],
    'Easy run 6 km + 6 strides',
    '輕鬆跑 6 公里＋快步跑 6 趟',
    'イージーラン 6 km＋流し 6 本',
  ],
  [
    'hills',
    [warm, times(8, { kind: 'work', duration_s: 45, target: at('interval') }, rest(90)), cool],
    'Hills 8 × 45 s',
    '坡道跑 8 × 45 秒',
    '坂道走 8 × 45 秒',
  ],
  [
    'race-pace',
    [warm, work(8_000, 'half_marathon'), cool],
    '8 km at half marathon pace',
    '半馬配速跑 8 公里',
    'ハーフマラソンペース走 8 km',
  ],
  [
    'race',
    [work(21_097.5, 'half_marathon')],
    'Race: half marathon',
    '比賽日：半程馬拉松',
    'レース当日：ハーフマラソン',
  ],
  [
    'strength',
    [{ kind: 'work', duration_s: 1_800 }],
    'Strength 30 min',
    '肌力訓練 30 分鐘',
    '筋力トレーニング 30 分',
  ],
  [
    'long-run',
    [{ kind: 'work', duration_s: 6_300, target: at('easy') }],
    'Long run 1 h 45 min',
    '長跑 1 小時 45 分鐘',
    'ロング走 1 時間 45 分',
  ],
];

/** Texts that would reveal how fast the athlete is, or their heart rates. */
const PACE_OR_BEATS = /\d:\d\d|\/\s?(?:km|mi)|bpm|beats a|24[1-9]|每公里|心率 ?\d|心拍数? ?\d/iu;
const KANA = /[\p{Script=Hiragana}\p{Script=Katakana}]/u;
/** Characters of simplified Chinese, among those that texts about running use. */
const SIMPLIFIED = /[训练间轻长时钟组热发动赛务让总这个们对应实现节体复强经过达还后点]/u;

function assertIn(language: Language, text: string): void {
  assert.doesNotMatch(text, /undefined|NaN|null|§|\[object/);
  if (language === 'en') assert.doesNotMatch(text, /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u);
  if (language !== 'zh-TW') return;
  assert.doesNotMatch(text, KANA, text);
  assert.doesNotMatch(text, SIMPLIFIED, text);
}

describe('words of workouts', () => {
  test('titles say what is prescribed, in each language', () => {
    for (const [workout_type, segments, en, zh, ja] of TITLES)
      for (const [language, title] of [
        ['en', en],
        ['zh-TW', zh],
        ['ja', ja],
      ] as const) {
        const voice = { language, persona: 'rex', unit_system: 'metric' } as const;
        assert.equal(workoutWords({ workout_type, phase: 'build', segments }, voice).title, title);
      }
  });

  test('miles are told where the voice has them, and what is run on a track stays metric', () => {
    const voice = { language: 'en', persona: 'rex', unit_system: 'imperial' } as const;
    const long = { workout_type: 'long-run', phase: 'base', segments: [work(16_093.44, 'easy')] } as const;
    assert.equal(workoutWords(long, voice).title, 'Long run 10 mi');
    const reps = times(8, work(400, 'interval'), rest(60));
    const track = { workout_type: 'intervals', phase: 'base', segments: [reps] } as const;
    assert.equal(workoutWords(track, voice).title, '8 × 400 m intervals');
  });

  test('a description tells warm-up, work, rests and cool-down', () => {
    const segments = [warm, times(5, work(1_000, 'threshold'), rest(60)), cool];
    const workout = { workout_type: 'intervals', phase: 'build', segments } as const;
    const { description } = workoutWords(workout, { language: 'en', persona: 'rex', unit_system: 'metric' });
    assert.ok(
      description.startsWith(
        'Warm up: 15 min easy. 5 × 1 km at threshold pace, 1 min of easy jogging between. Cool down: 10 min easy.',
      ),
      description,
    );
  });

  test('blocks stand one after the other, and a ladder in one line', () => {
    const voice = { language: 'en', persona: 'rex', unit_system: 'metric' } as const;
    const minutes = (count: number): Segment => ({
      kind: 'work',
      duration_s: count * 60,
      target: at('threshold'),
    });
    const wordsOf = (workout_type: WorkoutType, segments: readonly Segment[]) =>
      workoutWords({ workout_type, phase: 'build', segments }, voice);
    const blocks = wordsOf('tempo', [minutes(10), rest(120), minutes(10)]);
    assert.equal(blocks.title, '10 min + 10 min threshold');
    assert.match(
      blocks.description,
      /^10 min at threshold pace, then 2 min of easy jogging, then 10 min at threshold pace\. /,
    );
    const ladder = wordsOf('fartlek', [minutes(1), rest(60), minutes(2), rest(120), minutes(1)]);
    assert.equal(ladder.title, 'Fartlek 1-2-1 min');
    assert.match(
      ladder.description,
      /^1-2-1 min at threshold pace, 1 min – 2 min of easy jogging between\. /,
    );
  });

  test('every kind, phase, zone and voice has words within the limits, and none names a pace', () => {
    for (const voice of VOICES)
      for (const workout_type of WORKOUT_TYPES)
        for (const [index, zone] of ZONE_NAMES.entries())
          for (const phase of PHASES) {
            const segments = [warm, times(4, work(2_000, zone), rest(120)), work(3_000, zone), cool];
            const words = workoutWords({ workout_type, phase, segments }, voice, index);
            assert.ok(words.title.length <= 200 && words.title !== '');
            assert.ok(words.description.length <= 2_000 && words.description !== '');
            for (const text of [words.title, words.description]) {
              assert.doesNotMatch(text, PACE_OR_BEATS);
              assertIn(voice.language, text);
            }
          }
  });

  test('the longest and the emptiest workouts stay within the limits', () => {
    const many = Array.from({ length: 100 }, (_, index) => work(1_234 + index * 1_111, 'threshold'));
    const sets = times(100, ...many.slice(0, 99), rest(59));
    for (const voice of VOICES)
      for (const segments of [
        [],
        [rest(60)],
        [warm],
        [cool],
        many,
        [sets],
        [sets, sets, sets],
        [{ kind: 'work' } as Segment],
      ])
        for (const workout_type of WORKOUT_TYPES) {
          const words = workoutWords({ workout_type, phase: 'base', segments }, voice);
          assert.ok(words.title.length > 0 && words.title.length <= 200, words.title);
          assert.ok(words.description.length <= 2_000, `${words.description.length}`);
        }
  });
});

test('focus, notes and progress are there in every voice', () => {
  for (const voice of VOICES) {
    for (const key of NOTE_KEYS)
      assertIn(voice.language, phrase(voice.language, `planning.note.${voice.persona}.${key}`));
    for (const phase of PHASES)
      for (const number of [1, 2, 3, 4])
        for (const types of [['tempo', 'easy-run'], ['race'], []] as const)
          for (const event of ['5k', 'general'] as const) {
            const focus = weekFocus({ number, weeks: 12, phase, types, event }, voice);
            assert.ok(focus !== '' && focus.length <= 200);
            assertIn(voice.language, focus);
          }
    for (const status of ['preparing', 'generating', 'checking', 'falling_back', 'finished'] as const)
      assertIn(voice.language, phrase(voice.language, `planning.progress.${status}`));
  }
});

describe('what is wrong', () => {
  test('every finding has words in every language, with and without date and numbers', () => {
    for (const language of LANGUAGES)
      for (const code of FINDING_CODES)
        for (const date of [null, '2026-09-15'])
          for (const numbers of [
            { found: null, allowed: null },
            { found: 52_300, allowed: 46_000 },
          ]) {
            const words = findingWords({ code, week_number: 3, date, ...numbers }, language);
            assertIn(language, words);
            assert.match(words, date === null ? /3/ : /2026-09-15/);
          }
    const growth = { code: 'growth', week_number: 3, date: null, found: 52_300, allowed: 46_000 } as const;
    assert.equal(
      findingWords(growth, 'en'),
      'Week 3 comes to 52.3 km; after the weeks before it the rule is at most 46 km.',
    );
  });

  test('training judgement is told as an observation, since the coach decides', () => {
    const commands = /\. [A-Z]|must|should|請|ください|しましょう/;
    const finding = { week_number: 3, date: null, found: 52_300, allowed: 46_000 };
    for (const code of FINDING_CODES.filter((one) => !isInvalid({ code: one })))
      for (const language of LANGUAGES)
        assert.doesNotMatch(findingWords({ ...finding, code }, language), commands);
    assert.match(findingWords({ ...finding, code: 'sum_wrong' }, 'en'), commands);
  });

  test('what is a runner’s own is in no finding', () => {
    for (const language of LANGUAGES)
      for (const code of ['pace_target', 'heart_rate_target'] as const) {
        const words = findingWords({ code, week_number: 3, date: null, found: 287, allowed: 301 }, language);
        assert.doesNotMatch(words, /287|301/);
      }
  });

  const VALUES: FaultValues = {
    race_before_start: { race_date: '2026-09-01', start_date: '2026-09-14' },
    race_too_soon: { race_date: '2026-09-15', earliest: '2026-09-20' },
    race_too_far: { race_date: '2030-09-15', latest: '2028-09-20' },
    race_without_event: { race_date: '2026-09-15' },
    time_without_event: { target_time_s: 3_600 },
    time_implausible: { event: 'marathon', target_time_s: 600, fastest_s: 7_200, slowest_s: 36_000 },
    no_training_days: {},
    constraints_contradict: {
      one: 'constraints.days_off',
      other: '“Long run on Sunday”',
      why: 'longRunOnDayOff',
    },
    draft_contradicts: { one: 'constraints.exclude', week: 3, day: 'tuesday' },
    constraint_not_kept: { one: 'constraints.exclude', week: 3, date: '2026-09-30' },
    range_reversed: { from: '2026-09-15', to: '2026-09-14' },
    day_before_plan: { date: '2026-09-13', start_date: '2026-09-14' },
    day_after_plan: { date: '2026-12-13', end_date: '2026-12-06' },
    kind_not_excludable: { kind: 'long-run' },
    event_or_distance: {},
    race_time_implausible: { target_time_s: 600, fastest_s: 7_200, slowest_s: 36_000 },
    draft_without_weeks: { weeks: 8 },
    draft_weeks_differ: { weeks: 8, missing: '3, 5', unknown: '9' },
    draft_week_repeated: { week: 4 },
    draft_weeks_out_of_order: { week: 4, after: 5 },
    draft_line: { line: 17, text: 'Monday: travel', reason: 'not_understood' },
    draft_days_differ: { draft_days: 'monday, friday', days: 'tuesday' },
    draft_dates_differ: { draft_start: '2026-11-23', start_date: '2026-11-30' },
    draft_invalid: {
      finding: 'sum_wrong',
      week_number: 2,
      date: '2026-09-22',
      found: 60_000,
      allowed: 44_000,
    },
    library_lacks: { types: 'tempo, long-run' },
    plan_unsafe: { finding: 'race_missing', week_number: 2, date: '2026-09-20' },
  };
  const NAMED: Readonly<Record<FaultCode, readonly RegExp[]>> = {
    race_before_start: [/2026-09-01/, /2026-09-14/],
    race_too_soon: [/2026-09-15/, /2026-09-20/],
    race_too_far: [/2030-09-15/, /2028-09-20/],
    race_without_event: [/2026-09-15/],
    time_without_event: [],
    time_implausible: [/10:00 \(600 s\)/, /2:00:00 \(7200 s\)/],
    no_training_days: [],
    constraints_contradict: [/constraints\.days_off/, /“Long run on Sunday”/, /on a day off|休息日|休みの日/],
    draft_contradicts: [/constraints\.exclude/, /3/, /Tuesday|星期二|火曜日/],
    constraint_not_kept: [/constraints\.exclude/, /3/, /2026-09-30/],
    range_reversed: [/2026-09-15/, /2026-09-14/],
    day_before_plan: [/2026-09-13/, /2026-09-14/],
    day_after_plan: [/2026-12-13/, /2026-12-06/],
    kind_not_excludable: [/long-run/],
    event_or_distance: [],
    race_time_implausible: [/10:00 \(600 s\)/, /2:00:00 \(7200 s\)/],
    draft_without_weeks: [/8/, /## Week 1/],
    draft_weeks_differ: [/8/, /3, 5/, /9/],
    draft_week_repeated: [/4/],
    draft_weeks_out_of_order: [/4/, /5/],
    draft_line: [/17/, /Monday: travel/, /rest|休息|休み/],
    draft_days_differ: [/Monday, Friday|星期一、星期五|月曜日、金曜日/, /Tuesday|星期二|火曜日/],
    draft_dates_differ: [/2026-11-23/, /2026-11-30/],
    draft_invalid: [/2026-09-22/],
    library_lacks: [/Tempo run, Long run|節奏跑、長跑|テンポ走、ロング走/],
    plan_unsafe: [/2026-09-20/],
  };

  test('every fault names its values in every language', () => {
    for (const language of LANGUAGES)
      for (const code of FAULT_CODES) {
        const words = faultWords(planFault('x', code, VALUES[code]), language);
        assert.doesNotMatch(words, /undefined|NaN|null/);
        for (const named of NAMED[code]) assert.match(words, named);
      }
  });

  test('what findings begin with is said once', () => {
    const fault = planFault('refined_draft', 'draft_invalid', VALUES.draft_invalid);
    const words = faultsWords([fault, fault, fault], 'en');
    assert.equal(words.split('The draft cannot be followed as it stands.').length, 2);
    assert.equal(words.split('2026-09-22').length, 4);
  });

  test('a quote is one line and not endless', () => {
    const text = `Monday:\n${'x'.repeat(5_000)}`;
    const words = faultWords(
      planFault('refined_draft', 'draft_line', { line: 1, text, reason: 'day_unknown' }),
      'en',
    );
    assert.ok(words.length < 400 && !words.includes('\n'));
  });

  test('a finding that stands in the way is told whole', () => {
    const finding = {
      code: 'long_run_time',
      week_number: 5,
      date: null,
      found: 11_400,
      allowed: 9_000,
    } as const;
    assert.equal(
      faultWords(findingFault('refined_draft', 'draft_invalid', finding), 'en'),
      'The draft cannot be followed as it stands. The long run of Week 5 takes 3 h 10 min; the rule is at most 2 h 30 min.',
    );
  });
});
