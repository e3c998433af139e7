import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { LANGUAGES, type Language } from '../shared/languages.ts';
import { phrase } from './index.ts';
import { durationWords, spaceNumbers, spanWords, timeTakenWords } from './measure-words.ts';

describe('numbers in a sentence', () => {
  test('have one space before what they count, and where letters of another kind begin', () => {
    for (const [written, spaced] of [
      ['先週は4回走り、合計42.2 kmでした。', '先週は 4 回走り、合計 42.2 km でした。'],
      ['12%多い', '12% 多い'],
      ['ペースは5:13 /kmでした', 'ペースは 5:13 /km でした'],
      ['ランナースコアは72です', 'ランナースコアは 72 です'],
      ['スコア72：上昇', 'スコア 72：上昇'],
      ['比平常的37.6 公里多12%。', '比平常的 37.6 公里多 12%。'],
      ['VDOTの値', 'VDOT の値'],
      ['3 時間 40 分、11.2 マイル', '3 時間 40 分、11.2 マイル'],
      ['Plus 2 other workouts, 90 min.', 'Plus 2 other workouts, 90 min.'],
      ['', ''],
    ] as const) {
      assert.equal(spaceNumbers(written), spaced);
      assert.equal(spaceNumbers(spaced), spaced, 'once is enough');
    }
  });
});

describe('times', () => {
  test('that something took have hours from one on; those that are prescribed from an hour and a half', () => {
    for (const [time_s, taken, prescribed] of [
      [0, '0 min', '0 min'],
      [45, '45 s', '45 s'],
      [60, '1 min', '1 min'],
      [3_599, '59 min 59 s', '59 min 59 s'],
      [3_599.6, '1 h', '60 min'],
      [3_600, '1 h', '60 min'],
      [5_148, '1 h 25 min 48 s', '85 min 48 s'],
      [5_400, '1 h 30 min', '90 min'],
      [6_465, '1 h 47 min 45 s', '1 h 47 min 45 s'],
      [7_200, '2 h', '2 h'],
    ] as const) {
      assert.equal(timeTakenWords(time_s, { language: 'en' }), taken);
      assert.equal(durationWords(time_s, { language: 'en' }), prescribed);
    }
    const inAll = LANGUAGES.map((language) => timeTakenWords(5_148, { language }));
    assert.deepEqual(inAll, ['1 h 25 min 48 s', '1 小時 25 分鐘 48 秒', '1 時間 25 分 48 秒']);
  });
});

describe('how long ago something was', () => {
  const said = (days: number, language: Language = 'en') => spanWords(days, { language });

  test('is said in whole ones of the unit that people count in', () => {
    const spans: [days: number, words: string][] = [
      [0, '0 days'],
      [1, '1 day'],
      [27, '27 days'],
      [28, '4 weeks'],
      [34, '4 weeks'],
      [35, '5 weeks'],
      [60, '8 weeks'],
      [61, '2 months'],
      [183, '6 months'],
      [730, '23 months'],
      [731, '2 years'],
      [1_095, '2 years'],
      [1_096, '3 years'],
    ];
    for (const [days, words] of spans) assert.equal(said(days), words, String(days));
    const inAll = (days: number) => LANGUAGES.map((language) => said(days, language));
    assert.deepEqual(inAll(1), ['1 day', '1 天', '1 日']);
    assert.deepEqual(inAll(40), ['5 weeks', '5 週', '5 週間']);
    assert.deepEqual(inAll(100), ['3 months', '3 個月', '3 か月']);
    assert.deepEqual(inAll(1_000), ['2 years', '2 年', '2 年']);
    assert.deepEqual(
      LANGUAGES.map((language) => phrase(language, 'measures.days', { n: 200 })),
      ['200 days', '200 天', '200 日'],
    );
  });

  test('never gets shorter with the days', () => {
    const units = ['day', 'week', 'month', 'year'];
    let last = [-1, -1];
    for (let days = 0; days < 8_000; days += 1) {
      const [number = '', unit = ''] = said(days).split(' ');
      const now = [units.indexOf(unit.replace(/s$/, '')), Number(number)];
      assert.ok((now[0] ?? 0) > (last[0] ?? 0) || (now[1] ?? 0) >= (last[1] ?? 0), String(days));
      last = now;
    }
  });
});
