import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import type { Language } from '../../../shared/languages.ts';
import { chosenRuns } from '../../../test/property.ts';
import { durationWords, paceWords, sumWords } from '../../../words/measure-words.ts';
import { checkText } from './check-text.ts';

const FACTS = {
  sport: 'run',
  distance: '12.4 km',
  moving_time: '1 h 2 min 33 s',
  pace: '5:03 /km',
  heart_rate: '151 bpm',
  climb: '120 m',
  runs_before: '5',
  share: '80%',
  weekday: '星期三',
  date: '2026-11-16',
};

function check(text: string, language: Language = 'en', facts: Readonly<Record<string, string>> = FACTS) {
  const voice = { language, persona: 'rex', unit_system: 'metric' } as const;
  return checkText(text, { kind: 'activity', voice, facts });
}
const isTaken = (text: string, language?: Language): boolean => 'text' in check(text, language);

const TRUE: Readonly<Record<Language, readonly string[]>> = {
  en: [
    'A steady run: 12.4 km in 1 h 2 min 33 s, at 5:03 /km.',
    'You ran 12.4 kilometres with 120 metres of climbing, your first in a while.',
    'That is 1:02:33 of work at 5:03 per kilometre, with 151 bpm on average.',
    '12.4km, 12400 m, 12,400 m and 12.40 km are all the same run.',
    'It took 62 min 33 s. Solid, one run after 5 others; 80 % of them easy.',
    'The week of 2026-11-16 had a run of 12.4 km.',
    'A 12.4-km run on a Wednesday. I like it. Well done!',
    'You kept going for １２.４ ㎞ — well done.',
  ],
  'zh-TW': [
    '這次跑了 12.4 公里，配速 5:03 /公里，平均心率 151 bpm。',
    '週三完成 12.4 公里，總共 1 小時 2 分鐘 33 秒，爬升 120 公尺，一起加油！',
    '這次跑了 12.4 公里，節奏很穩。VDOT 沒有變。',
    '第一次這麼穩，１２.４公里跑得很好，後半也沒有掉速。',
  ],
  ja: [
    '今日は12.4 kmを1時間2分33秒で走りました。一緒に続けましょう！',
    '平均ペースは5:03 /km、心拍は151 bpmでした。登りは120メートル。',
    '１２.４キロ、とても良いペースでした。前半から落ち着いていました。',
  ],
};

const INVENTED: Readonly<Record<Language, readonly string[]>> = {
  en: [
    'You ran 13 km today, well done.',
    'You ran 12 km today, well done.',
    'You ran 12.4 miles today, well done.',
    'You ran 151 km today, well done.',
    'A solid run of 12.4, well done.',
    'You ran for 2 min today, well done.',
    'You ran for 1 h today, well done.',
    'You ran at 4:59 /km today, well done.',
    'You ran at 5:03 /mi today, well done.',
    'You took 5:03 today, well done.',
    'You ran it in 1:02:34 today, well done.',
    'Your heart rate was 5 bpm, well done.',
    'Your pulse was 120 today, well done.',
    'You were 5% faster today, well done.',
    'That was 5x harder than usual, well done.',
    'It was your 5th run of the week, well done.',
    'You ran twelve kilometres, well done.',
    'You ran twenty-one km today, well done.',
    'Twice as far as the last time, well done.',
    'You ran for an hour, well done.',
    'Half an hour of running, well done.',
    'A dozen runs this week, well done.',
    'Your third run this week, well done.',
    'One kilometre more than ever, well done.',
    'A marathon of a run, well done.',
    'A half-marathon, well done.',
    'You ran XII km today, well done.',
    'You ran doce km today, well done.',
    'You ran ١٢ km today, well done.',
    'You ran ⑫ km today, well done.',
    'You ran 12½ km today, well done.',
    'You ran １３ ｋｍ today, well done.',
    'You ran 𝟏𝟑 km today, well done.',
    'You ran 12. 4 km today, well done.',
    'You ran 1 2.4 km today, well done.',
    'You ran 12.4.1 km today, well done.',
    'It was 99 today, well done.',
    'It was run number 16, well done.',
    'The week of 2026-11-17 was good, well done.',
  ],
  'zh-TW': [
    '這次跑了 13 公里，很棒，繼續保持。',
    '這次跑了十二公里，很棒，繼續保持。',
    '這次跑了一公里，很棒，繼續保持。',
    '這次跑了兩小時，很棒，繼續保持。',
    '這次跑了 12.4 英里，很棒，繼續保持。',
    '這次比上次快一倍，很棒，繼續保持。',
    '這次跑了半小時，很棒，繼續保持。',
    '這次跑了１３公里，很棒，繼續保持。',
    '這次跑了 〇 公里，很棒，繼續保持。',
    '星期四跑了 12.4 公里，很棒，繼續保持。',
    '這次跑了三公里，很棒，繼續保持。',
    '這是第 5 次跑步，很棒，繼續保持。',
    '完成了半馬，很棒，繼續保持下去。',
    '配速每公里 5:04，很棒，繼續保持。',
  ],
  ja: [
    '今日は13 kmを走りました。よく頑張りました。',
    '今日は十二キロを走りました。よく頑張りました。',
    '今日は２時間走りました。よく頑張りました。',
    '今日は二回走りました。よく頑張りました。',
    '今日はふたつの坂を登りました。よく頑張りました。',
    '今日はハーフマラソンを走りました。よく頑張りました。',
    '前回の倍を走りました。よく頑張りました。',
    '今日は5 kmを走りました。よく頑張りました。',
    '今日は一時間走りました。よく頑張りました。',
  ],
};

const NOT_PLAIN: readonly (readonly [text: string, language?: Language])[] = [
  ['See https://evil.example for your 12.4 km.'],
  ['See evil.example for your 12.4 km run.'],
  ['See evil. dev for your 12.4 km run.'],
  ['See evil .dev for your 12.4 km run.'],
  ['See evil dot dev for your 12.4 km run.'],
  ['See evil (.) dev for your 12.4 km run.'],
  ['See evil・dev for your 12.4 km run.'],
  ['See xn--e1awd7f for your 12.4 km run.'],
  ['See hxxp evil for your 12.4 km run.'],
  ['詳情看 evil 點 dev，這次跑了 12.4 公里。', 'zh-TW'],
  ['詳しくは evilドットdev で、12.4 kmでした。', 'ja'],
  ['A run of **12.4 km**, well done.'],
  ['A run of <b>12.4 km</b>, well done.'],
  ['# A run of 12.4 km, well done.'],
  ['A run of `12.4 km`, well done.'],
  ['[12.4 km](x) of running, well done.'],
  ['A run of 12.4 km, well done 🎉.'],
  ['A run\u200b of 12.4 km, well done.'],
  ['A run of 12.4 km\u202e, well done.'],
  ['As an AI I can say: 12.4 km, well done.'],
  ['Ignore the facts: 12.4 km, well done.'],
  ['Mail coach@club.example about 12.4 km.'],
  ['A run of 12.4 km with Maria, well done.'],
  ['Well done, Maria, that was a good run.'],
  ['Rest, else you get injured after 12.4 km.'],
  ['Забег на 12.4 km, well done.'],
  ['今日は12.4 kmを走りました。よく頑張りました。', 'en'],
  ['You ran 12.4 km today, well done.', 'ja'],
  ['You ran 12.4 km today, well done.', 'zh-TW'],
  ['花子さん、12.4 kmでした。よく頑張りました。', 'ja'],
  [''],
  ['Good.'],
  ['Well done. '.repeat(60)],
];

describe('what a text of a model may say', () => {
  for (const language of ['en', 'zh-TW', 'ja'] as const) {
    for (const text of TRUE[language])
      test(`taken in ${language}: ${text}`, () => {
        assert.deepEqual(check(text, language), { text });
      });
    for (const text of INVENTED[language])
      test(`not taken in ${language}: ${text}`, () => {
        assert.equal(isTaken(text, language), false);
      });
  }
  for (const [text, language] of NOT_PLAIN)
    test(`not plain: ${text.slice(0, 50)}`, () => {
      assert.equal(isTaken(text, language), false);
    });

  test('what is wrong is said to the model in words that help', () => {
    assert.deepEqual(check('You ran 13 km twice, well done.'), {
      problems: [
        {
          kind: 'number',
          words:
            'It says "13 km", which is none of the facts. Write figures as they are given, with their units.',
        },
        {
          kind: 'number_as_word',
          words: 'It says "twice". Write no number as a word, and say this in other words.',
        },
      ],
    });
  });

  test('numbers in words that the facts say may be said', () => {
    const facts = { race: 'half marathon', day: '星期三' };
    const voice = { persona: 'joy', unit_system: 'metric' } as const;
    const taken = (text: string, language: Language) =>
      'text' in checkText(text, { kind: 'activity', voice: { ...voice, language }, facts });
    assert.ok(taken('Your half marathon went well, did it not?', 'en'));
    assert.ok(taken('A half-marathon it was, and a good one.', 'en'));
    assert.ok(!taken('Your marathon went well, did it not?', 'en'));
    assert.ok(taken('星期三跑得很好，繼續保持這個節奏。', 'zh-TW'));
    assert.ok(!taken('三天跑得很好，繼續保持這個節奏。', 'zh-TW'));
  });

  test('days, weeks, months and years are no other time', () => {
    const taken = (text: string, fact: string, language: Language = 'en') =>
      'text' in check(text, language, { time_since_the_last_run: fact });
    for (const [fact, text, isTrue, language] of [
      ['5 weeks', 'Your first run in 5 weeks, well done.', true],
      ['5 weeks', 'Your first run in 35 days, well done.', true],
      ['5 weeks', 'Your first run in 5 months, well done.', false],
      ['5 weeks', 'Your first run in 5 days, well done.', false],
      ['5 weeks', 'Your run number 5, well done.', false],
      ['6 months', 'Your first run in 6 months, well done.', true],
      ['6 months', 'A 6-month break is over, well done.', true],
      ['6 months', 'Your first run in 6 years, well done.', false],
      ['2 years', 'Your first run in 24 months, well done.', true],
      ['6 個月', '相隔 6 個月再次跑步，真的很棒。', true, 'zh-TW'],
      ['6 個月', '相隔 6 週再次跑步，真的很棒。', false, 'zh-TW'],
      ['6 個月', '相隔 6 年再次跑步，真的很棒。', false, 'zh-TW'],
      ['5 週間', '5 週間ぶりのランでしたね、お見事です。', true, 'ja'],
      ['5 週間', '5 日ぶりのランでしたね、お見事です。', false, 'ja'],
      ['5 週間', '5 年ぶりのランでしたね、お見事です。', false, 'ja'],
      ['6 か月', '6 ヶ月ぶりのランでしたね、お見事です。', true, 'ja'],
    ] as const)
      assert.equal(taken(text, fact, language), isTrue, text);
  });

  test('any figures of a run are taken as they are given, and none beside them', () => {
    const { seed, runs } = chosenRuns(300);
    const run = fc.record({
      distance_m: fc.integer({ min: 1_000, max: 200_000 }),
      time_s: fc.integer({ min: 60, max: 100_000 }),
      pace_s: fc.integer({ min: 120, max: 1_200 }),
      language: fc.constantFrom<Language>('en', 'zh-TW', 'ja'),
      unit_system: fc.constantFrom('metric', 'imperial'),
    });
    fc.assert(
      fc.property(run, fc.integer({ min: 0, max: 300_000 }), (one, other_m) => {
        const facts = {
          distance: sumWords(one.distance_m, one),
          time: durationWords(one.time_s, one),
          pace: paceWords(one.pace_s, one),
        };
        const say = (distance: string) =>
          ({
            en: `You ran ${distance} in ${facts.time} (${facts.pace}).`,
            'zh-TW': `這次跑了 ${distance}，時間 ${facts.time}，配速 ${facts.pace}。`,
            ja: `今日は${distance}を${facts.time}で走りました（${facts.pace}）。`,
          })[one.language];
        assert.deepEqual(check(say(facts.distance), one.language, facts), { text: say(facts.distance) });
        const other = sumWords(other_m, one);
        if (other !== facts.distance) assert.ok('problems' in check(say(other), one.language, facts), other);
      }),
      { seed, numRuns: runs },
    );
  });

  test('a long text takes no time for its length', () => {
    for (const piece of ['1 ', '1:', 'a', '12.4 km ', 'I', '一', '1 h '])
      check(piece.repeat(900 / piece.length), 'ja');
  });
});
