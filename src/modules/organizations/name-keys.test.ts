import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { nameKeys } from './name-keys.ts';

const lookAlike = (one: string, other: string): boolean => {
  const keys = new Set(nameKeys(one).map((key) => key.toString('hex')));
  return nameKeys(other).some((key) => keys.has(key.toString('hex')));
};

test('what passes for another name shares a key with it', () => {
  for (const [name, imitation] of [
    ['Ekiden Club', 'Екіdеn Club'],
    ['Ekiden Club', 'EКIDEN CLUB'],
    ['Ekiden Club', 'Ekiden CIub'],
    ['Ekiden Club', 'Ekiden C1ub'],
    ['Ironman', 'lronman'],
    ['IRONMAN', 'lronman'],
    ['Bali', 'ВALI'],
    ['Новые бегуны', 'HОВЫЕ БЕГУНЫ'],
    ['Paypal Runners', 'раураl Runners'],
    ['Modern Run', 'rnodern Run'],
    ['Run 10', 'Run 1O'],
    ['Ekiden Club', 'Ｅｋｉｄｅｎ　Ｃｌｕｂ'],
    ['Ekiden Club', '𝐄𝐤𝐢𝐝𝐞𝐧 𝐂𝐥𝐮𝐛'],
    ['Ekiden Club', 'Ekiden-Club!'],
    ['Ekiden Club', 'Ekiden  Club'],
    ['Ekiden Club', 'EkidenClub'],
    ['Ekiden Club', 'Ekiden Clubʼ'],
    ['Ekiden Club', 'Ekiden Club´'],
    ['Ekiden Club', 'Ekiden\u3164Club\u3164'],
    ['Ekiden Club', 'Ekiden\u2800Club'],
    ['Ekiden Club', 'Eki\u200dden Club\ufe0f'],
    ['東京ランナーズ', '東京ランナ一ズ'],
    ['ランナーズ', 'ﾗﾝﾅｰｽﾞ'],
    ['カ走会', '力走会'],
    ['Αθήνα', 'Aθήνα'],
  ] as const)
    assert.ok(lookAlike(name, imitation), `${name} and ${imitation}`);
});

test('what reads differently has keys of its own, in whatever script', () => {
  const names = [
    ...['Ekiden Club', 'Ekiden Club 2', 'Ekiden Club 3', 'Zürich', 'Zurich', 'Run Bali', 'Run Ball'],
    ...['Run 1.5', 'Run 15', 'Run 1 55', 'C Runners', 'C++ Runners', 'Élan', 'Elan', 'Alan'],
    ...[
      '東京ランナーズ',
      '京都ランナーズ',
      '大阪走友会',
      '台北路跑',
      '高雄路跑',
      'かけっこ',
      'がけっこ',
      'ハシル',
      'バシル',
      'パシル',
    ],
    ...['Бегуны Москвы', 'Бегуны Минска', 'Спорт', 'Порт', 'Δρομείς', 'رياضة', 'دويدن', 'वर्ष', 'दौड़'],
    ...['🏃', '🏃‍♀️🏁', '!!!', '???'],
  ];
  for (const [n, one] of names.entries())
    for (const other of names.slice(n + 1)) assert.ok(!lookAlike(one, other), `${one} and ${other}`);
});

test('a name has one to three keys of 32 bytes, whatever is in it, and shares them in any case of its letters', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 100 }), (name) => {
      const keys = nameKeys(name);
      assert.ok(keys.length >= 1 && keys.length <= 3 && keys.every(({ length }) => length === 32));
      assert.deepEqual(nameKeys(name.normalize('NFD')), nameKeys(name.normalize('NFC')));
      assert.ok(
        name.toLowerCase().toUpperCase() !== name.toUpperCase() || lookAlike(name, name.toLowerCase()),
      );
    }),
    { examples: [['\u1fcd']] },
  );
});
