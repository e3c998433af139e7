import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { addDays } from '../../../shared/calendar.ts';
import { LANGUAGES } from '../../../shared/languages.ts';
import { chosenRuns } from '../../../test/property.ts';
import type { ScoreMove } from '../../../training/runner-score.ts';
import { VOLUME_GRADES, type VolumeGrade } from '../../../training/volume-change.ts';
import { phrasesInTurn } from '../../../words/index.ts';
import type { Voice } from '../facts.ts';
import { checkText } from '../model/check-text.ts';
import { factsOfSpoken, type SCORE_WAYS, speakWeek, WEEK_KINDS } from './spoken-week.ts';
import { numberOfWeek } from './week.ts';
import type { WeekFacts } from './week-facts.ts';
import { wordsOfWeek, writeWeek } from './week-text.ts';

const FULL: WeekFacts = {
  activities: 6,
  distance_m: 92_345.6,
  time_s: 18_600,
  active_days: 5,
  load: 300,
  running: { activities: 4, distance_m: 42_195.2, time_s: 13_211, pace_s_per_km: 313.09 },
  other: { activities: 2, distance_m: 50_150.4, time_s: 5_389 },
  longest_run: { date: '2026-11-22', distance_m: 18_000 },
  fastest_run: { date: '2026-11-18', pace_s_per_km: 281 },
  usual_run_m: 37_600,
  change_percent: 12,
  growth: { grade: 'more', best_m: 37_600, over_best_percent: 12 },
  race: { date: '2026-12-20', distance_m: 42_195, days_left: 27 },
  runner_score: 72,
  score_move: { before: 70, now: 72, by: 'fitness' },
};
const NO_RUNS = { activities: 0, distance_m: 0, time_s: 0, pace_s_per_km: null };
const NO_MORE = {
  growth: null,
  longest_run: null,
  fastest_run: null,
  usual_run_m: null,
  change_percent: null,
};
const RESTED: WeekFacts = {
  ...FULL,
  ...NO_MORE,
  activities: 0,
  running: NO_RUNS,
  other: { activities: 0, distance_m: 0, time_s: 0 },
  race: null,
  runner_score: null,
};

const quiet = {
  change_percent: -12,
  growth: { grade: 'less', best_m: 40_000, over_best_percent: -20 },
} as const;
const PERSONAS = ['rex', 'joy'] as const;
const VOICES: readonly Voice[] = LANGUAGES.flatMap((language) =>
  PERSONAS.flatMap((persona) =>
    (['metric', 'imperial'] as const).map((unit_system) => ({ language, persona, unit_system })),
  ),
);
const said = (facts: WeekFacts, voice: Partial<Voice> = {}, turn = 0): string => {
  const whole: Voice = { language: 'en', persona: 'rex', unit_system: 'metric', ...voice };
  return writeWeek(speakWeek(facts, whole), whole, turn);
};
const kindOf = (facts: WeekFacts) =>
  speakWeek(facts, { language: 'en', persona: 'rex', unit_system: 'metric' }).kind;

describe('a week in words', () => {
  test('says everything that there is to say, as each persona does in each language', () => {
    const texts: [Partial<Voice>, string][] = [
      [
        {},
        'Last week: 42.2 km, 4 runs, 3 h 40 min, 5:13 /km on average. 12% more than the best of the weeks before, 37.6 km. Longest run: 18 km on ' +
          'Sunday. Fastest: 4:41 /km on Wednesday. Plus 2 other workouts, 1 h 30 min. A step up. Sleep and eat for it. Runner score: ' +
          '72, up from 70: your fitness has grown. 27 days to the race.',
      ],
      [
        { persona: 'joy', unit_system: 'imperial' },
        'Last week you ran 26.2 mi in 4 runs, 3 h 40 min in all and 8:24 /mi on average. That is 12% more than the 23.4 mi of ' +
          'your best week before. Your longest run was 11.2 mi on Sunday. The fastest one was on Wednesday, at 7:32 /mi. On top of ' +
          'that came 2 other workouts, 1 h 30 min in all. You are building up nicely. Give yourself good sleep and food to go with ' +
          'it. Your runner score has risen from 70 to 72, because your fitness has grown! 27 days until your race!',
      ],
      [
        { language: 'zh-TW' },
        '上週跑步 4 次：42.2 公里，3 小時 40 分鐘，平均配速 5:13 /km。比前幾週最多的 37.6 公里多 12%。最長一次：星期日 18 公里。最快一次：星期三 ' +
          '4:41 /km。另有其他訓練 2 次，共 1 小時 30 分鐘。訓練量上升了。睡眠和飲食要跟上。跑者分數：72，前一週是 70，上升了：體能提升了。' +
          '距離比賽還有 27 天。',
      ],
      [
        { language: 'ja', persona: 'joy' },
        '先週は 4 回走り、合計 42.2 km、3 時間 40 分、平均 5:13 /km でした。これまでの数週間で一番多かった 37.6 km より 12% 多いですね。一番長かったのは' +
          '日曜日の 18 km です。一番速かったのは水曜日の 4:41 /km です。ほかにも 2 回、合計 1 時間 30 分のトレーニングをしました。順調に積み上げて' +
          'いますね。睡眠と食事も大切にしてください。ランナースコアは 70 から 72 に上がりました。体力が上がったからですね！' +
          'レースまであと 27 日です！',
      ],
    ];
    for (const [voice, text] of texts) assert.equal(said(FULL, voice), text);
  });

  test('leaves out what there is nothing to say of', () => {
    assert.equal(said(RESTED), 'Nothing last week. Put the next run in the calendar and keep it short.');
    const others = { ...RESTED, activities: 1, other: { activities: 1, distance_m: 0, time_s: 3_600 } };
    assert.equal(said(others), 'Last week: 1 workout, 1 h, no run. It counts. An easy run would count, too.');
    const treadmill = { ...RESTED, activities: 1, running: { ...NO_RUNS, activities: 1, time_s: 2_400 } };
    assert.equal(
      said(treadmill),
      'Last week: 1 run, 40 min. A start. Do it again this week, no more than that.',
    );
    assert.match(said(treadmill, { persona: 'joy' }), /^Last week you went for 1 run, 40 min in all\. /);
    const steps = { activities: 1, distance_m: 40, time_s: 20, pace_s_per_km: 500 };
    assert.match(said({ ...RESTED, activities: 1, running: steps }), /^Last week: 1 run, 20 s\. /);
    assert.match(
      said({ ...FULL, race: { ...FULL.race, days_left: 0 } as WeekFacts['race'] }),
      /Race today\./,
    );
    assert.doesNotMatch(
      said({ ...FULL, race: { ...FULL.race, days_left: 201 } as WeekFacts['race'] }),
      /race/,
    );
  });

  test('says what kind of week it was', () => {
    const kind = (changes: Partial<WeekFacts>) => kindOf({ ...FULL, ...changes });
    const race = (days_left: number, distance_m = 42_195) => ({
      race: { date: '2026-12-20', distance_m, days_left },
    });
    const less = {
      change_percent: -10,
      growth: { grade: 'less', best_m: 40_000, over_best_percent: -20 },
    } as const;
    const raced = { raced: { date: '2026-11-22', distance_m: 21_300, time_s: 6_130, taper_weeks: 2 } };
    const grade = (name: VolumeGrade) => ({ growth: { grade: name, best_m: 37_600, over_best_percent: 12 } });
    for (const name of VOLUME_GRADES) assert.equal(kind({ ...grade(name), race: null }), name);
    assert.equal(kind({ ...less, ...race(21) }), 'before_race');
    assert.equal(kind({ ...less, ...race(22) }), 'less');
    assert.equal(kind({ ...less, ...race(15, 21_097) }), 'less', 'nobody tapers for so long');
    assert.equal(kind({ ...less, ...race(14, 21_097) }), 'before_race');
    assert.equal(kind({ ...less, is_recovery: true }), 'after_race');
    assert.equal(kind({ is_recovery: true }), 'more', 'more is no recovery');
    assert.equal(kind({ ...less, ...raced, is_recovery: true }), 'raced');
    assert.equal(kind({ running: NO_RUNS, activities: 0, is_recovery: true }), 'after_race');
    assert.equal(kind({ growth: null }), 'untold');
    assert.equal(kind({ growth: null, change_percent: null }), 'begun');
    assert.equal(kind({ running: NO_RUNS }), 'no_run');
    assert.equal(kind({ running: NO_RUNS, activities: 0 }), 'nothing');
  });

  test('tells a race first, by the name of its event, and what was less around it without a reproach', () => {
    const raced = { date: '2026-11-22', distance_m: 21_300, time_s: 6_130, taper_weeks: 2 };
    const of = (more: Partial<WeekFacts>, voice: Partial<Voice> = {}) =>
      said(
        {
          ...FULL,
          change_percent: -45,
          growth: { grade: 'less', best_m: 60_000, over_best_percent: -45 },
          ...more,
        },
        voice,
      );
    const first = (text: string) => text.split(/(?<=[.!] )|(?<=[。！])/u)[0]?.trim();
    assert.deepEqual(
      LANGUAGES.flatMap((language) => PERSONAS.map((persona) => first(of({ raced }, { language, persona })))),
      [
        'Half marathon on Sunday in 1:42:10, 2 weeks of taper before it.',
        'You finished your half marathon on Sunday in 1:42:10, after 2 weeks of taper!',
        '星期日半程馬拉松：1:42:10，賽前減量 2 週。',
        '恭喜你星期日完成半程馬拉松，成績 1:42:10，賽前還好好減量了 2 週！',
        '日曜日のハーフマラソン、1:42:10、レース前の調整は 2 週間。',
        '日曜日のハーフマラソンは 1:42:10 でした、2 週間の調整の成果ですね！',
      ],
    );
    assert.match(
      of({ raced: { ...raced, distance_m: 12_300, taper_weeks: null } }),
      /^12\.3 km race on Sunday in 1:42:10\. /,
    );
    assert.match(
      of({ raced: { ...raced, distance_m: null, time_s: 1_185, taper_weeks: 1 } }),
      /^Race on Sunday in 19:45, 1 week of taper/,
    );
    const reproach = /habit|less than usual|Back to the usual|pick it up/i;
    for (const more of [
      { raced },
      { is_recovery: true },
      { race: { date: '2026-12-01', distance_m: 10_000, days_left: 8 } },
    ])
      for (const turn of [0, 1, 2]) {
        const text = said(
          {
            ...FULL,
            change_percent: -45,
            growth: { grade: 'less', best_m: 60_000, over_best_percent: -45 },
            ...more,
          },
          {},
          turn,
        );
        assert.doesNotMatch(text.replace('Less than usual, as it should be before a race.', ''), reproach);
      }
  });

  test('says how far off it was, where that is worth saying', () => {
    const rise = (over_best_percent: number): WeekFacts => ({
      ...FULL,
      growth: { grade: 'leap', best_m: 37_600, over_best_percent },
    });
    assert.match(said({ ...FULL, ...quiet }), /12% less than the usual 37\.6 km\./);
    assert.match(said(rise(51)), /51% more than the best of the weeks before, 37\.6 km\./);
    assert.match(said(rise(201)), /Far more than the best of the weeks before/);
    assert.doesNotMatch(
      said({ ...FULL, change_percent: 9, growth: { grade: 'steady', best_m: 42_000, over_best_percent: 1 } }),
      /37\.6|9%/,
    );
    assert.doesNotMatch(said({ ...FULL, ...quiet, usual_run_m: 50 }), /usual 0/);
    assert.doesNotMatch(
      said({ ...FULL, growth: null, change_percent: 300 }),
      /more than|step up/,
      'history is too short to tell',
    );
    const longer_run = { date: '2026-11-22', distance_m: 18_000, percent: 38, is_far: true };
    assert.match(
      said({ ...FULL, longer_run }),
      /The run on Sunday was 38% longer than any in 30 days before it: a lot for one run\./,
    );
  });

  test('has something to say of each kind in each voice and turn, and no number in it', () => {
    const lines = VOICES.filter(({ unit_system }) => unit_system === 'metric').flatMap((voice) =>
      WEEK_KINDS.flatMap((kind) =>
        [0, 1, 2].map((turn) => wordsOfWeek({ kind, runs: 0, others: 0 }, voice, turn).assessment),
      ),
    );
    assert.equal(new Set(lines).size, 6 * 3 * WEEK_KINDS.length);
    for (const line of lines) assert.match(line, /^\D+[.!。！]$/u);
  });

  describe('says of the runner score which way it went and why', () => {
    const moved = (move: ScoreMove | null, changes: Partial<WeekFacts> = {}): WeekFacts => ({
      ...FULL,
      race: null,
      runner_score: move?.now ?? 72,
      score_move: move,
      ...changes,
    });
    const TABLE: [WeekFacts, way: (typeof SCORE_WAYS)[number], end: string][] = [
      [moved(null), 'alone', 'Runner score: 72.'],
      [moved({ before: 72, now: 72, by: null }), 'stayed', 'Runner score: 72, as a week earlier.'],
      [
        moved({ before: 70, now: 72, by: 'consistency' }),
        'rose',
        'Runner score: 72, up from 70: your runs have come more regularly.',
      ],
      [
        moved({ before: 70, now: 72, by: 'progress' }, quiet),
        'rose',
        'Runner score: 72, up from 70: your fitness has come along better lately than before.',
      ],
      [
        moved({ before: 75, now: 72, by: 'fitness' }, quiet),
        'fell',
        'Runner score: 72, down from 75: less running lately has let your fitness drop. A figure, no verdict.',
      ],
      [
        moved(
          { before: 75, now: 72, by: 'fitness' },
          { ...quiet, race: { date: '2026-12-01', distance_m: 42_195, days_left: 8 } },
        ),
        'fell_resting',
        'Runner score: 72, down from 75, as it is around a race. 8 days to the race.',
      ],
      [
        moved({ before: 75, now: 72, by: 'progress' }),
        'fell_anyway',
        'A step up. Sleep and eat for it. Even so, runner score 72, down from 75: your fitness has come along less well lately ' +
          'than before. It looks back on many weeks, not on this one alone.',
      ],
    ];
    for (const [facts, way, end] of TABLE)
      test(`${JSON.stringify(facts.score_move)} after a week that was ${kindOf(facts)}: ${way}`, () => {
        const spoken = speakWeek(facts, { language: 'en', persona: 'rex', unit_system: 'metric' });
        assert.equal(spoken.score?.way, way);
        assert.ok(said(facts).endsWith(` ${end}`), said(facts));
      });

    test('as facts that a model gets, too', () => {
      const facts = moved({ before: 75, now: 72, by: 'consistency' });
      const voice: Voice = { language: 'ja', persona: 'joy', unit_system: 'metric' };
      const spoken = speakWeek(facts, voice);
      const given = factsOfSpoken(spoken, '2026-11-16', wordsOfWeek(spoken, voice, 0));
      const { runner_score_of_100: now, runner_score_a_week_earlier: before } = given;
      assert.deepEqual(
        [now, before, given.runner_score_moved_because],
        ['72', '75', '最近はランの間隔が空きがちだった'],
      );
    });

    test('with words of going up or down that fit, in every voice and turn', () => {
      const up = /\bup\b|risen|上|升|進步/iu;
      const down = /\bdown\b|went from|\bafter\b|下|降|變成|になりました|前一週是|へ。|低/iu;
      for (const voice of VOICES) {
        for (const [way, words, others] of [
          ['rose', up, /\bdown\b|下|降|落/iu],
          ['fell', down, /\bup\b|risen|上がった|上升|升到|進步|[!！]/iu],
          ['fell_anyway', down, /\bup\b|risen|上がった|上升|升到|進步|[!！]/iu],
          ['fell_resting', down, /\bup\b|risen|上がった|上升|升到|進步|[!！]/iu],
        ] as const)
          for (const turn of [0, 1, 2]) {
            const sayInTurn = phrasesInTurn(voice.language, turn);
            const values = { now: 72, before: 71, why: '' };
            const sentence = sayInTurn(`summaries.week.${voice.persona}.score.${way}`, values);
            assert.match(sentence, words);
            assert.doesNotMatch(sentence, others);
          }
      }
    });
  });

  test('is never said in the same words in two weeks that follow each other, over years', () => {
    const weeks = Array.from({ length: 110 }, (_, week) => addDays('2025-12-01', week * 7));
    const facts = fc.constantFrom<WeekFacts>(
      FULL,
      RESTED,
      { ...RESTED, runner_score: 40, score_move: { before: 43, now: 40, by: 'consistency' } },
      { ...RESTED, activities: 1, other: { activities: 1, distance_m: 2_000, time_s: 3_600 } },
      { ...RESTED, activities: 1, running: { ...NO_RUNS, activities: 1, time_s: 2_400 } },
      { ...FULL, change_percent: 0, growth: null, race: null, score_move: { before: 72, now: 72, by: null } },
      { ...FULL, ...quiet, score_move: { before: 75, now: 72, by: 'fitness' } },
      {
        ...FULL,
        change_percent: 300,
        growth: { grade: 'leap', best_m: 37_600, over_best_percent: 250 },
        longer_run: { date: '2026-11-22', distance_m: 18_000, percent: 38, is_far: true },
        score_move: null,
      },
      {
        ...FULL,
        raced: { date: '2026-11-22', distance_m: 21_300, time_s: 6_130, taper_weeks: 2 },
        score_move: { before: 75, now: 72, by: 'fitness' },
      },
      { ...FULL, race: { date: '2026-12-20', distance_m: 42_195, days_left: 0 } },
    );
    const sentences = (text: string) => text.split(/(?<=[.!] )|(?<=[。！])/u).map((one) => one.trim());
    fc.assert(
      fc.property(facts, fc.constantFrom(...VOICES), (week, voice) => {
        const texts = weeks.map((week_start) => said(week, voice, numberOfWeek(week_start)));
        for (const [place, text] of texts.entries()) {
          const before = new Set(sentences(texts[place - 1] ?? ''));
          assert.deepEqual(
            sentences(text).filter((sentence) => before.has(sentence)),
            [],
            `${weeks[place]}: ${text}`,
          );
        }
      }),
      { numRuns: 200 },
    );
    const again = said(FULL, {}, numberOfWeek('2026-12-28'));
    assert.equal(said(FULL, {}, numberOfWeek('2026-12-28')), again, 'written anew it reads the same');
  });

  test('says no more than its facts, by the rule for models, in any voice and turn, whatever the week was', () => {
    const maybe = <T>(any: fc.Arbitrary<T>) => fc.option(any, { freq: 3 });
    const sums = fc.record({
      activities: fc.nat(40),
      distance_m: fc.oneof(fc.nat(300_000), fc.double({ min: 0, max: 1e9, noNaN: true })),
      time_s: fc.oneof(fc.nat(200_000), fc.double({ min: 0, max: 1e9, noNaN: true })),
    });
    const pace = fc.double({ min: 60, max: 3_600, noNaN: true });
    const date = fc.constantFrom('2026-11-16', '2026-11-19', '2026-11-22');
    const anyFacts = fc
      .record({
        running: sums,
        other: sums,
        pace: maybe(pace),
        longest_run: maybe(fc.record({ date, distance_m: fc.nat(100_000) })),
        fastest_run: maybe(fc.record({ date, pace_s_per_km: pace })),
        usual_run_m: maybe(fc.double({ min: 0, max: 1e6, noNaN: true })),
        change_percent: maybe(fc.integer({ min: -100, max: 100_000 })),
        growth: maybe(
          fc.record({
            grade: fc.constantFrom(...VOLUME_GRADES),
            best_m: maybe(fc.double({ min: 0, max: 1e6, noNaN: true })),
            over_best_percent: fc.integer({ min: -100, max: 1_000 }),
          }),
        ),
        longer_run: maybe(
          fc.record({
            date,
            distance_m: fc.nat(100_000),
            percent: fc.integer({ min: 11, max: 900 }),
            is_far: fc.boolean(),
          }),
        ),
        raced: maybe(
          fc.record({
            date,
            distance_m: maybe(
              fc.oneof(fc.nat(120_000), fc.constantFrom(1_609, 5_050, 16_100, 21_300, 42_500, 100_400)),
            ),
            time_s: fc.nat(100_000),
            taper_weeks: maybe(fc.integer({ min: 1, max: 3 })),
          }),
        ),
        is_recovery: fc.boolean(),
        days_left: maybe(fc.nat(400)),
        runner_score: maybe(fc.integer({ min: 0, max: 100 })),
        score_before: maybe(fc.integer({ min: 0, max: 100 })),
        by: fc.constantFrom('fitness', 'consistency', 'progress'),
      })
      .map(
        ({ running, other, pace: pace_s_per_km, days_left, score_before, by, ...rest }): WeekFacts => ({
          ...rest,
          score_move:
            score_before === null || rest.runner_score === null
              ? null
              : {
                  before: score_before,
                  now: rest.runner_score,
                  by: score_before === rest.runner_score ? null : by,
                },
          activities: running.activities + other.activities,
          distance_m: running.distance_m + other.distance_m,
          time_s: running.time_s + other.time_s,
          active_days: 3,
          load: null,
          running: { ...running, pace_s_per_km },
          other,
          race: days_left === null ? null : { date: '2027-01-01', distance_m: 10_000, days_left },
        }),
      );
    const { seed, runs } = chosenRuns(800);
    fc.assert(
      fc.property(anyFacts, fc.constantFrom(...VOICES), fc.nat(10_000), (facts, voice, turn) => {
        const spoken = speakWeek(facts, voice);
        const text = writeWeek(spoken, voice, turn);
        const given = factsOfSpoken(spoken, '2026-11-16', wordsOfWeek(spoken, voice, turn));
        assert.deepEqual(checkText(text, { kind: 'weekly', voice, facts: given }), { text });
        assert.doesNotMatch(text, /undefined|null|NaN|Infinity| {2}/);
      }),
      { seed, numRuns: runs },
    );
  });
});
