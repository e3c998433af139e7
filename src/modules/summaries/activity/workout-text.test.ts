import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { LANGUAGES } from '../../../shared/languages.ts';
import { chosenRuns } from '../../../test/property.ts';
import { WORKOUT_TYPES } from '../../../training/workout-types.ts';
import type { ActivityView } from '../../activities/index.ts';
import type { Voice } from '../facts.ts';
import { checkText } from '../model/check-text.ts';
import { factsOfSpoken, REMARKS, type Remark, speakWorkout } from './spoken-workout.ts';
import { factsOfWorkout, type RunsBefore, SPORT_NAMES, type WorkoutFacts } from './workout-facts.ts';
import { wordsOfWorkout, writeWorkout } from './workout-text.ts';

const RUN: WorkoutFacts = {
  sport: 'run',
  is_running: true,
  workout_type: null,
  is_race: false,
  distance_m: 12_400,
  time_s: 3_753,
  pace_s_per_km: 302.7,
  climb_m: 120.4,
  heart_rate_bpm: 150.6,
  halves: null,
  repetitions: null,
};
const USUAL: RunsBefore = { runs: 12, longest_m: 21_000, days_since: 2 };
const NOTHING_MORE = { samples: null, is_planned_race: false };
const PERSONAS = ['rex', 'joy'] as const;
const VOICES: readonly Voice[] = LANGUAGES.flatMap((language) =>
  PERSONAS.map((persona) => ({ language, persona, unit_system: 'metric' as const })),
);
const EN: Voice = { language: 'en', persona: 'rex', unit_system: 'metric' };

describe('a workout by rules', () => {
  test('is told in its figures, in each language, manner and unit', () => {
    const write = (voice: Partial<Voice>) =>
      writeWorkout(
        speakWorkout({ workout: RUN, before: USUAL }, { ...EN, ...voice }),
        { ...EN, ...voice },
        0,
      );
    assert.deepEqual(
      LANGUAGES.flatMap((language) => [write({ language }), write({ language, persona: 'joy' })]),
      [
        'Run: 12.4 km, 1 h 2 min 33 s, 5:03 /km. 120 m of climbing, heart rate 151 bpm on average. Done. On to the next one.',
        'Run done: 12.4 km in 1 h 2 min 33 s, at 5:03 /km on average. You climbed 120 m, at 151 bpm on average. Well done, another good step!',
        '跑步：12.4 公里，1 小時 2 分鐘 33 秒，5:03 /km。爬升 120 公尺，平均心率 151 bpm。完成，準備下一次。',
        '完成跑步 12.4 公里，用時 1 小時 2 分鐘 33 秒，平均配速 5:03 /km。爬升了 120 公尺，平均心率是 151 bpm。做得好，又前進了一步！',
        'ランニング：12.4 km、1 時間 2 分 33 秒、5:03 /km。登り 120 m、平均心拍 151 bpm。完了。次へ。',
        'ランニング 12.4 km、1 時間 2 分 33 秒、平均ペース 5:03 /km でした。登りは 120 m、平均心拍は 151 bpm でした。お疲れさまでした。また前へ進みましたね！',
      ],
    );
    assert.equal(
      write({ unit_system: 'imperial' }),
      'Run: 7.7 mi, 1 h 2 min 33 s, 8:07 /mi. 395 ft of climbing, heart rate 151 bpm on average. Done. On to the next one.',
    );
  });

  const halves = (second_s_per_km: number, most = second_s_per_km) => ({
    first_s_per_km: 300,
    second_s_per_km,
    is_graded: most !== second_s_per_km,
    ratio: { least: second_s_per_km / 300, most: most / 300 },
  });
  const repetitions = (way: 'jog' | 'walk') => ({
    count: 6,
    each: { distance_m: 800 },
    fastest_s_per_km: 240,
    slowest_s_per_km: 247.5,
    times: { fastest_s: 192, slowest_s: 198 },
    between: { way, duration_s: 120 },
  });
  const TABLE: readonly (readonly [Remark, Partial<WorkoutFacts>, RunsBefore | null])[] = [
    ['race', { is_race: true, halves: halves(400) }, { runs: 4, longest_m: 5_000, days_since: 30 }],
    ['return', {}, { runs: 0, longest_m: null, days_since: 29 }],
    ['comeback', {}, { runs: 0, longest_m: null, days_since: 28 }],
    ['comeback', {}, { runs: 1, longest_m: 5_000, days_since: 14 }],
    ['run', {}, { runs: 1, longest_m: 5_000, days_since: 13 }],
    ['longest', {}, { runs: 4, longest_m: 12_399, days_since: 2 }],
    ['run', {}, { runs: 4, longest_m: 12_400, days_since: 2 }],
    ['run', {}, { runs: 3, longest_m: 12_399, days_since: 2 }],
    ['run', { distance_m: 4_999 }, { runs: 4, longest_m: 4_000, days_since: 2 }],
    ['hard', { workout_type: 'intervals', halves: halves(400) }, USUAL],
    ['longest', {}, { runs: 4, longest_m: 10_000, known_days: 20, days_since: 2 }],
    ['longest_by_far', {}, { runs: 4, longest_m: 9_000, known_days: 20, days_since: 2 }],
    ['run', {}, { runs: 4, longest_m: 9_000, known_days: 13, days_since: 2 }],
    ['hard', { workout_type: 'tempo' }, USUAL],
    ['hard', { repetitions: repetitions('jog'), halves: halves(400) }, USUAL],
    ['run', { repetitions: repetitions('walk'), halves: halves(400) }, USUAL],
    ['easy', { repetitions: repetitions('jog'), workout_type: 'easy-run' }, USUAL],
    ['run', { halves: halves(290, 300) }, USUAL],
    ['run', { halves: halves(310, 400) }, USUAL],
    ['faster_end', { halves: halves(294) }, USUAL],
    ['run', { halves: halves(295) }, USUAL],
    ['run', { halves: halves(317) }, USUAL],
    ['slower_end', { halves: halves(318) }, USUAL],
    ['slower_end', { workout_type: 'long-run', halves: halves(330) }, USUAL],
    ['long', { workout_type: 'long-run' }, USUAL],
    ['easy', { workout_type: 'easy-run' }, USUAL],
    ['easy', { workout_type: 'recovery-run' }, null],
    ['run', {}, null],
    ['other', { sport: 'ride', is_running: false, pace_s_per_km: null }, null],
  ];
  for (const [remark, more, before] of TABLE)
    test(`${JSON.stringify(more)} after ${JSON.stringify(before)} is ${remark}`, () => {
      assert.equal(speakWorkout({ workout: { ...RUN, ...more }, before }, EN).remark, remark);
    });

  test('each remark of each voice and turn is another one, and each is in the table', () => {
    assert.deepEqual(new Set(TABLE.map(([remark]) => remark)), new Set(REMARKS));
    const texts = VOICES.flatMap((voice) =>
      REMARKS.flatMap((remark) =>
        [0, 1, 2].map((turn) => wordsOfWorkout({ sport: 'run', time: '', remark }, voice, turn).remark),
      ),
    );
    assert.equal(new Set(texts).size, 6 * 3 * REMARKS.length);
  });

  test('is said in other words the next day, and a week later', () => {
    const days = Array.from({ length: 400 }, (_, day) => 20_000 + day);
    for (const voice of VOICES)
      for (const facts of [RUN, { ...RUN, workout_type: 'long-run' as const, halves: halves(290) }]) {
        const spoken = speakWorkout(
          { workout: facts, before: { runs: 0, longest_m: null, days_since: null } },
          voice,
        );
        const texts = days.map((day) => writeWorkout(spoken, voice, day));
        const first = texts.map((text) => text.split(/(?<=[.!。！])(?!\d)/u)[0]);
        const last = days.map((day) => wordsOfWorkout(spoken, voice, day).remark);
        assert.ok(texts.every((text, place) => text.endsWith(last[place] ?? '?')));
        for (const later of [1, 7])
          for (const [place] of days.slice(later).entries()) {
            assert.notEqual(first[place], first[place + later]);
            assert.notEqual(last[place], last[place + later]);
          }
      }
  });

  test('greets who comes back, the more the longer they were away', () => {
    const told = (
      days_since: number,
      more: Partial<WorkoutFacts> = {},
      voice: Partial<Voice> = {},
      turn = 0,
    ) => {
      const spokenTo = { ...EN, ...voice };
      const facts = { ...RUN, climb_m: null, heart_rate_bpm: null, ...more };
      const spoken = speakWorkout(
        { workout: facts, before: { runs: 0, longest_m: null, days_since } },
        spokenTo,
      );
      return writeWorkout(spoken, spokenTo, turn);
    };
    const figures = 'Run: 12.4 km, 1 h 2 min 33 s, 5:03 /km. ';
    const done = 'Done. On to the next one.';
    const again = 'Back at it. Keep the next runs short and easy.';
    const back = 'Welcome back. Start small and build up slowly.';
    for (const [days, text] of [
      [0, done],
      [13, done],
      [14, `First run in 14 days. ${again}`],
      [28, `First run in 4 weeks. ${again}`],
      [29, `First run in 4 weeks. ${back}`],
      [35, `First run in 5 weeks. ${back}`],
      [60, `First run in 8 weeks. ${back}`],
      [61, `First run in 2 months. ${back}`],
      [183, `First run in 6 months. ${back}`],
      [730, `First run in 23 months. ${back}`],
      [731, `First run in 2 years. ${back}`],
      [1_096, `First run in 3 years. ${back}`],
      // A watch whose clock begins in 1970.
      [20_000, done],
    ] as const)
      assert.equal(told(days), figures + text, String(days));
    assert.deepEqual(
      LANGUAGES.flatMap((language) => PERSONAS.map((persona) => told(190, {}, { language, persona }, 1))),
      [
        `Run done: 12.4 km, 1 h 2 min 33 s, 5:03 /km. The last run was 6 months ago. Good to have you back. Let the old numbers be, and run short and easy.`,
        'You finished your run: 12.4 km in 1 h 2 min 33 s, at 5:03 /km on average. Your last run was 6 months ago. So good to see you again! Short and gentle runs are all it takes for now.',
        '跑步完成：12.4 公里，1 小時 2 分鐘 33 秒，5:03 /km。距離上次跑步 6 個月。回來就好。別管以前的成績，跑短、跑輕鬆。',
        '你完成了這次跑步：12.4 公里，用時 1 小時 2 分鐘 33 秒，平均配速 5:03 /km。距離上次跑步已經 6 個月了。好高興又見到你！現在短短地、輕輕地跑就夠了。',
        'ランニング完了：12.4 km、1 時間 2 分 33 秒、5:03 /km。前回のランから 6 か月。戻ってきたな。以前の記録は忘れて、短く楽に走ること。',
        '今回のランニングは 12.4 km、1 時間 2 分 33 秒、平均ペース 5:03 /km でした。前回のランから 6 か月たちましたね。また会えましたね！今は短くて優しいランで大丈夫です。',
      ],
    );
    assert.match(told(190, { is_race: true }), /First run in 6 months\. A race\./);
    assert.doesNotMatch(told(21, { is_race: true }), /First run/);
    assert.doesNotMatch(told(190, { sport: 'ride', is_running: false }), /months/);
  });

  test('of a race is told as one: event, time, taper', () => {
    const race = {
      ...RUN,
      is_race: true,
      distance_m: 21_300,
      time_s: 6_130,
      pace_s_per_km: 287.8,
      climb_m: null,
      heart_rate_bpm: null,
    };
    const told = (voice: Partial<Voice>, more: Partial<WorkoutFacts> = {}) => {
      const facts = {
        workout: { ...race, ...more },
        before: USUAL,
        race: { is_planned: false, taper_weeks: 2 },
      };
      return writeWorkout(speakWorkout(facts, { ...EN, ...voice }), { ...EN, ...voice }, 0);
    };
    assert.equal(
      told({}),
      'Half marathon in 1:42:10, 4:48 /km on average, 2 weeks of taper before it. A race. Recover before you judge it.',
    );
    assert.match(told({ language: 'zh-TW' }), /^半程馬拉松：1:42:10，平均配速 4:48 \/km，賽前減量 2 週。/);
    assert.match(
      told({ language: 'ja' }),
      /^ハーフマラソン、1:42:10、平均ペース 4:48 \/km、レース前の調整は 2 週間。/,
    );
    assert.match(told({}, { distance_m: 12_300 }), /^12\.3 km race in 1:42:10/);
    assert.match(
      told({}, { sport: 'ride', is_running: false, pace_s_per_km: null }),
      /^Ride: 21\.3 km, 1 h 42 min 10 s\./,
    );
  });

  test('of repetitions tells how many, how fast and what was between', () => {
    const told = (language: Voice['language'], way: 'jog' | 'walk' = 'jog') => {
      const workout = { ...RUN, climb_m: null, heart_rate_bpm: null, repetitions: repetitions(way) };
      const voice = { ...EN, language };
      return writeWorkout(speakWorkout({ workout, before: USUAL }, voice), voice, 0);
    };
    assert.ok(told('en').includes(' 6 × 800 m, 3:12 to 3:18, jogging 2 min between. '), told('en'));
    assert.ok(told('en', 'walk').includes(', walking 2 min between. '));
    assert.ok(told('zh-TW').includes('6 × 800 公尺，3:12 到 3:18，中間慢跑 2 分鐘。'), told('zh-TW'));
    assert.ok(told('ja').includes('6 × 800 m、3:12 から 3:18、間は 2 分のジョグ。'), told('ja'));
  });

  test('of hills says that halves are compared as on the flat', () => {
    const hilly = { ...halves(330), is_graded: true };
    const voice = { ...EN };
    const text = writeWorkout(
      speakWorkout({ workout: { ...RUN, halves: hilly }, before: USUAL }, voice),
      voice,
      0,
    );
    assert.match(text, /Hills reckoned with: first half 5:00 \/km, second half 5:30 \/km\./);
  });

  test('what the halves of a run were is found in its laps', () => {
    const laps = (...seconds: number[]) =>
      seconds.map((duration_s) => ({ distance_m: 1_000, duration_s, moving_time_s: duration_s }));
    const view = (some: readonly object[]) =>
      ({ sport_type: 'run', distance_m: 5_000, moving_time_s: 1_500, laps: some }) as unknown as ActivityView;
    const of = (some: readonly object[]) => {
      const { halves: found } = factsOfWorkout(view(some), NOTHING_MORE);
      return found && { first_s_per_km: found.first_s_per_km, second_s_per_km: found.second_s_per_km };
    };
    assert.deepEqual(of(laps(310, 310, 290, 290)), { first_s_per_km: 310, second_s_per_km: 290 });
    assert.deepEqual(of(laps(310, 310, 300, 290, 290)), { first_s_per_km: 308, second_s_per_km: 292 });
    assert.equal(of(laps(300, 300)), null, 'too short');
    assert.equal(of([...laps(300, 300), { distance_m: 2_000, moving_time_s: 600 }]), null, 'a lap too long');
    assert.equal(of([...laps(300, 300, 300, 300), { distance_m: null, moving_time_s: 60 }]), null);
    assert.equal(
      of(laps(300, 300, 300, 300).map(({ moving_time_s }) => ({ moving_time_s }))),
      null,
      'hidden',
    );
    assert.equal(of([]), null);
    assert.equal(of(laps(10, 10, 10, 10)), null, 'nobody runs so fast');
  });

  test('what nobody can have walked or run has no pace', () => {
    const facts = (view: object) =>
      factsOfWorkout({ duration_s: 601, ...view } as unknown as ActivityView, NOTHING_MORE);
    const told = { distance_m: 2_000, average_pace_s_per_km: 300 };
    assert.equal(
      facts({ ...told, sport_type: 'run' }).pace_s_per_km,
      300.5,
      'of what is said, not what was rounded',
    );
    assert.equal(
      facts({ ...told, sport_type: 'run', average_pace_s_per_km: null }).pace_s_per_km,
      null,
      'hidden',
    );
    assert.equal(facts({ ...told, sport_type: 'ride' }).pace_s_per_km, null);
    assert.equal(facts({ ...told, sport_type: 'run', duration_s: 239 }).pace_s_per_km, null);
    assert.equal(facts({ ...told, sport_type: 'run', distance_m: 99 }).pace_s_per_km, null);
    assert.equal(facts({ sport_type: 'run', distance_m: 99 }).distance_m, null);
  });

  test('whatever there is to tell, no text says more than its facts, by the rule for models', () => {
    const { seed, runs } = chosenRuns(400);
    const orNull = <T>(one: fc.Arbitrary<T>) => fc.option(one, { nil: null });
    const measure = (max: number) => fc.double({ min: 0, max, noNaN: true });
    const pace = fc.double({ min: 120, max: 3_600, noNaN: true });
    const workout = fc.record({
      sport: fc.constantFrom(...SPORT_NAMES),
      is_running: fc.boolean(),
      workout_type: orNull(fc.constantFrom(...WORKOUT_TYPES)),
      is_race: fc.boolean(),
      distance_m: orNull(fc.double({ min: 100, max: 1e9, noNaN: true })),
      time_s: measure(1e7),
      pace_s_per_km: orNull(pace),
      climb_m: orNull(measure(1e5)),
      heart_rate_bpm: orNull(measure(300)),
      halves: orNull(
        fc.record({
          first_s_per_km: pace,
          second_s_per_km: pace,
          is_graded: fc.boolean(),
          ratio: fc.record({ least: measure(3), most: measure(3) }),
        }),
      ),
      repetitions: orNull(
        fc.record({
          count: fc.integer({ min: 3, max: 40 }),
          each: fc.oneof(
            fc.record({ distance_m: fc.constantFrom(100, 400, 1_609.344, 5_000) }),
            fc.record({ duration_s: fc.constantFrom(30, 75, 90, 300) }),
          ),
          fastest_s_per_km: pace,
          slowest_s_per_km: pace,
          times: orNull(fc.record({ fastest_s: measure(5_000), slowest_s: measure(5_000) })),
          between: orNull(
            fc.record({
              way: orNull(fc.constantFrom('jog', 'walk', 'rest')),
              duration_s: fc.constantFrom(15, 90, 300),
            }),
          ),
        }),
      ),
    });
    const before = orNull(
      fc.record({
        runs: fc.integer({ min: 0, max: 100 }),
        longest_m: orNull(measure(1e6)),
        known_days: fc.nat(30),
        days_since: orNull(fc.integer({ min: 0, max: 10_000 })),
      }),
    );
    const voice = fc.record({
      language: fc.constantFrom(...LANGUAGES),
      persona: fc.constantFrom('rex', 'joy'),
      unit_system: fc.constantFrom('metric', 'imperial'),
    });
    fc.assert(
      fc.property(
        workout,
        before,
        orNull(fc.integer({ min: 1, max: 3 })),
        voice,
        fc.nat(30_000),
        (facts, runsBefore, taper_weeks, spokenTo, turn) => {
          const spoken = speakWorkout(
            { workout: facts, before: runsBefore, race: { is_planned: false, taper_weeks } },
            spokenTo,
          );
          const text = writeWorkout(spoken, spokenTo, turn);
          const given = factsOfSpoken(spoken, wordsOfWorkout(spoken, spokenTo, turn));
          assert.deepEqual(checkText(text, { kind: 'activity', voice: spokenTo, facts: given }), { text });
        },
      ),
      { seed, numRuns: runs },
    );
  });
});
