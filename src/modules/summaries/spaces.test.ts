import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LANGUAGES } from '../../shared/languages.ts';
import { phrase } from '../../words/index.ts';
import { workoutReminder } from '../notifications/listeners/workout-reminder.ts';
import { REMARKS, type SpokenWorkout } from './activity/spoken-workout.ts';
import { SPORT_NAMES } from './activity/workout-facts.ts';
import { wordsOfWorkout, writeWorkout } from './activity/workout-text.ts';
import type { Voice } from './facts.ts';
import { SCORE_WAYS, type SpokenWeek, WEEK_KINDS } from './weekly/spoken-week.ts';
import { wordsOfWeek, writeWeek } from './weekly/week-text.ts';

const TURNS = [0, 1, 2] as const;
const VOICES = LANGUAGES.flatMap((language) =>
  (['rex', 'joy'] as const).map((persona): Voice => ({ language, persona, unit_system: 'metric' })),
);
/** Figures by language as `measure-words.ts` says them, some with a unit in Latin letters and some without. */
const FIGURES = {
  en: { distance: '42.2 km', time: '3 h 40 min', pace: '5:13 /km', climb: '120 m', span: '27 days' },
  'zh-TW': {
    distance: '42.2 公里',
    time: '3 小時 40 分鐘',
    pace: '5:13 /km',
    climb: '120 公尺',
    span: '6 個月',
  },
  ja: { distance: '42.2 km', time: '3 時間 40 分', pace: '8:24 /mi', climb: '262 フィート', span: '5 週間' },
} as const;
const DAYS = { en: 'Sunday', 'zh-TW': '星期日', ja: '日曜日' } as const;

function* weeks({ language }: Voice): Generator<SpokenWeek> {
  const { distance, time, pace, span } = FIGURES[language];
  const day = DAYS[language];
  const score = { now: 72, before: 70, by: 'progress' } as const;
  for (const kind of WEEK_KINDS)
    for (const way of SCORE_WAYS) yield { kind, runs: 0, others: 0, score: { ...score, way } };
  for (const is_far of [true, false])
    for (const share of [{ share: '12%' }, {}])
      for (const run of [{ distance, time, pace }, { time }])
        yield {
          kind: 'steady',
          runs: 4,
          run,
          raced: {
            what: phrase(language, 'summaries.race.over', { distance }),
            time: '1:42:10',
            day,
            ...(is_far ? { taper: span } : {}),
          },
          usual: { distance, share: '12%' },
          grown: { distance, ...share },
          longer: { day, days: span, is_far, ...share },
          longest: { distance, day },
          fastest: { pace, day },
          others: 2,
          other_time: time,
          race: { days: 27, words: span },
        };
  yield { kind: 'no_run', runs: 0, others: 2, other_time: time, race: { days: 0, words: '' } };
}

function* workouts({ language }: Voice): Generator<SpokenWorkout> {
  const { distance, time, pace, climb, span } = FIGURES[language];
  const heart_rate = '151 bpm';
  for (const sport of SPORT_NAMES) {
    yield { sport, remark: 'run', time };
    yield { sport, remark: 'run', time, climb };
    yield { sport, remark: 'run', time, heart_rate };
    for (const remark of REMARKS)
      for (const is_graded of [true, false])
        yield {
          sport,
          remark,
          time,
          distance,
          pace,
          climb,
          heart_rate,
          halves: { first: pace, second: pace, is_graded },
          longer: { days: span, ...(is_graded ? { share: '38%' } : {}) },
          since: span,
        };
    for (const way of ['jog', 'walk', 'rest', null] as const)
      yield {
        sport,
        remark: 'hard',
        time,
        repetitions: {
          sets: `6 × ${distance}`,
          fastest: '3:12',
          slowest: '3:18',
          between: { length: time, way },
        },
      };
    for (const event of ['5k', 'half_marathon', '10_miles'] as const)
      yield {
        sport,
        remark: 'race',
        time,
        race: { what: phrase(language, `summaries.race.event.${event}`), time: '1:42:10', pace, taper: span },
      };
  }
}

/** Every sentence, by each voice in each turn, and what a model gets of them. */
function* sentences(voice: Voice): Generator<string> {
  for (const turn of TURNS) {
    for (const week of weeks(voice)) {
      yield writeWeek(week, voice, turn);
      yield* Object.values(wordsOfWeek(week, voice, turn)).filter((words) => words !== undefined);
    }
    for (const workout of workouts(voice)) {
      yield writeWorkout(workout, voice, turn);
      yield* Object.values(wordsOfWorkout(workout, voice, turn));
    }
  }
}

const LETTER = '[\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}ー]';
const MARK = '[、。，：；！（）「」]';
/** What breaks the one rule of `spaceNumbers`. */
const WRONG: readonly (readonly [what: string, pattern: RegExp])[] = [
  ['no space after a figure', new RegExp(`[0-9A-Za-z%]${LETTER}`, 'u')],
  ['no space before a figure', new RegExp(`${LETTER}[0-9A-Za-z]`, 'u')],
  ['a number that sticks to its unit', /\d\p{L}|\d\//u],
  ['a number away from its per cent', /(?<!\d)%/u],
  ['more than one space', / {2}/u],
  ['a space at an end', /^ | $/u],
  ['a space between letters that have none', new RegExp(`${LETTER} ${LETTER}`, 'u')],
  ['a space at a mark that has none', new RegExp(` ${MARK}|${MARK} `, 'u')],
];

const textsIn = (value: unknown): string[] =>
  typeof value === 'string' ? [value] : Object.values(value as object).flatMap(textsIn);

test('any number of any sentence stands from its unit, and from its neighbours, as all others do', () => {
  const texts = VOICES.flatMap((voice) => [...sentences(voice)]);
  const due = ['A', 'B', 'C', 'D', 'E'].map((title) => ({
    plan_id: '',
    title,
    distance_m: null,
    duration_s: null,
  }));
  const reminder = textsIn(workoutReminder('2026-11-22', due).texts);
  const all = new Set([...texts, ...reminder]);
  assert.ok(all.size > 1_000, String(all.size));
  for (const text of all)
    for (const [what, pattern] of WRONG) assert.doesNotMatch(text, pattern, `${what}: ${text}`);
});
