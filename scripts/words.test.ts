import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, test } from 'node:test';
import { LANGUAGES, type Language } from '../src/shared/languages.ts';
import { askedKeys } from './asked-keys.ts';
import { faultsOf, messageTypes, type RoomFile } from './words.ts';

type Texts = Readonly<Record<string, unknown>>;

/** Catalogs of one room `club`, of which each language says what English says unless it is given. */
const catalogs = (en: Texts, others: Partial<Record<Language, Texts>> = {}, room = 'club'): RoomFile[] =>
  LANGUAGES.map((language) => {
    const texts = Object.entries(en).filter(([key]) => language === 'en' || !key.startsWith('@'));
    const given = Object.entries(others[language] ?? {});
    const merged = [...new Map([...texts, ...given])].filter(([, text]) => text !== undefined);
    return { language, room, entries: new Map(merged) };
  });

/** What a file of this text asks for. */
function askedIn(source: string) {
  const folder = mkdtempSync(path.join(tmpdir(), 'ekiden-words-'));
  const file = path.join(folder, 'code.ts');
  try {
    writeFileSync(file, source);
    return askedKeys([file], ['club']).map((key) => ({ ...key, file: 'code.ts' }));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const faults = (files: readonly RoomFile[], source = "say('club.hello')"): string[] =>
  faultsOf(files, askedIn(source));

describe('the check of the catalogs', () => {
  test('passes what is whole, in every form that catalogs use', () => {
    const en = {
      '@club.hello': 'Above the list.',
      'club.hello':
        '{name} <b> has {n, plural, one {{n} run} other {{n} runs}}{by, select, coach {, given} other {}}.',
    };
    const ja = { 'club.hello': '{name}：{n} 本{by, select, coach {（指定）} other {}}' };
    assert.deepEqual(faults(catalogs(en, { ja, 'zh-TW': ja })), []);
  });

  test('names a key that a language has not, and one that English has not', () => {
    const files = catalogs(
      { 'club.hello': 'Hello' },
      { ja: { 'club.hello': undefined, 'club.bye': 'では' } },
    );
    assert.deepEqual(faults(files), [
      'ja: club.hello is missing',
      'ja: club.bye is not in the English catalog',
    ]);
  });

  test('names a key that is used nowhere, and one that is asked for and in no catalog', () => {
    const files = catalogs({ 'club.hello': 'Hello', 'club.old': 'Old' });
    assert.deepEqual(faults(files, "say('club.hello');\nphrase(language, 'club.new', { a });"), [
      'code.ts:2 asks for club.new, which no catalog has',
      'club.old is used nowhere: take it out of every language',
    ]);
    assert.deepEqual(faults(files, "say(isOld ? 'club.old' : 'club.helo')"), [
      'code.ts:1 asks for club.helo, which no catalog has',
      'club.hello is used nowhere: take it out of every language',
    ]);
  });

  test('takes a template for all keys of one form, and none of another', () => {
    const files = catalogs({
      'club.role.coach': 'Coach',
      'club.role.member': 'Member',
      'club.role.a.b': 'B',
    });
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the source of a file.
    assert.deepEqual(faults(files, 'say(`club.role.${role}`)'), [
      'club.role.a.b is used nowhere: take it out of every language',
    ]);
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the source of a file.
    const unknown = "say('club.hello'); say(`club.rank.${rank}`)";
    assert.deepEqual(faults(catalogs({ 'club.hello': 'Hi' }), unknown), [
      'code.ts:1 asks for club.rank.…, which no catalog has',
    ]);
  });

  test('takes the beginning of keys for the texts that take turns, which are numbered without a gap', () => {
    const texts = { 'club.tip.easy.1': 'Slow', 'club.tip.easy.2': 'Slower', 'club.tip.hard.1': 'Fast' };
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the source of a file.
    const source = 'sayInTurn(`club.tip.${type}`)';
    assert.deepEqual(faults(catalogs(texts), source), []);
    assert.deepEqual(faults(catalogs({ ...texts, 'club.tip.long.x': 'Far' }), source), [
      'club.tip.long.x is used nowhere: take it out of every language',
    ]);
    assert.deepEqual(faults(catalogs(texts), `${source}; sayInTurn('club.rest')`), [
      'code.ts:1 asks for club.rest, which no catalog has',
    ]);
    assert.deepEqual(
      faults(catalogs({ ...texts, 'club.tip.easy.4': 'Slowest' }), source).filter((fault) =>
        fault.startsWith('en: '),
      ),
      ['en: club.tip.easy.4 stands without club.tip.easy.3'],
    );
  });

  test('names a placeholder that differs between languages', () => {
    const files = catalogs({ 'club.hello': 'Hello {name}' }, { ja: { 'club.hello': 'こんにちは、{nme}' } });
    assert.deepEqual(faults(files), [
      'ja: club.hello has no {name}, which English has',
      'ja: club.hello has {nme}, which English has not',
    ]);
  });

  test('names a choice that another language makes otherwise', () => {
    const en = { 'club.hello': '{who, select, coach {Coach} other {All}} {name}' };
    const of = (text: string): string[] => faults(catalogs(en, { ja: { 'club.hello': text } }));
    assert.deepEqual(of('{who, select, trainer {コーチ} other {皆}} {name}'), [
      'ja: club.hello chooses trainer of {who}, which English does not know',
    ]);
    assert.deepEqual(of('{who} {name}'), ['ja: club.hello says {who} itself, by which English only chooses']);
    assert.deepEqual(of('{who, select, other {皆}} {name, plural, other {皆}}'), [
      'ja: club.hello counts by {name}, which English does not: it may be no number',
    ]);
  });

  test('names a message that does not parse, with where it fails', () => {
    const of = (text: string): string =>
      faults(catalogs({ 'club.hello': 'Hi' }, { ja: { 'club.hello': text } })).join();
    assert.match(
      of('もう{more'),
      /^ja: club\.hello cannot be read: .*EXPECT_ARGUMENT_CLOSING_BRACE.* at character 3$/,
    );
    assert.match(of('{n, plural, one {1}}'), /ja: club\.hello cannot be read: .*MISSING_OTHER_CLAUSE/);
    assert.match(of('終わり}'), /ja: club\.hello has a brace that neither opens nor closes/);
  });

  test('names what catalogs leave to code, and plural forms that a language has not', () => {
    const of = (text: string): string[] => faults(catalogs({ 'club.hello': text }, {}));
    assert.match(
      of('{n, number}').join(),
      /^en: club\.hello formats \{n\}: quantities come as words already/,
    );
    assert.match(of('{at, date, short}').join(), /formats \{at\}/);
    assert.match(
      of('{n, plural, other {# runs}}').join(),
      /en: club\.hello has a #: write the placeholder itself/,
    );
    assert.deepEqual(of('{n, plural, one {{n} run} other {{n} runs}}'), [
      'zh-TW: club.hello has a plural form one of {n} that this language has not',
      'ja: club.hello has a plural form one of {n} that this language has not',
    ]);
  });

  test('names what is no text or no key, is in the wrong file, or is a note on nothing', () => {
    const texts = { 'club.hello': ' ', 'club.': 'A', 'roster.all': 'B', '@club.gone': 'C' };
    assert.deepEqual(
      faultsOf(catalogs(texts).slice(0, 1), []).filter((fault) => fault.startsWith('en: ')),
      [
        'en: club.hello is no text',
        'en: club. is no key: names with dots between them',
        'en: roster.all does not belong into club.json',
        'en: @club.gone is a note on a text that is not there',
      ],
    );
    assert.deepEqual(faults(catalogs({ 'club.hello': 'Hi' }, { ja: { '@club.hello': 'あ' } })), [
      'ja: @club.hello is a note: notes stand in the English catalog alone',
    ]);
  });

  test('types each placeholder by what is done with it', () => {
    const types = messageTypes(
      catalogs({
        '@club.a': 'Note.',
        'club.a': 'None',
        'club.b': '{name}',
        'club.c': '{n, plural, =0 {none} other {{n}}}',
        'club.d': '{is, select, true {yes} other {no}}{who, select, coach {{by}} other {}}',
        'club.e': '{pace, select, none {} other {at {pace}}}',
      }),
    );
    assert.deepEqual(
      types.split('\n').filter((line) => line.startsWith("  '")),
      [
        "  'club.a': Nothing;",
        "  'club.b': { name: Text };",
        "  'club.c': { n: number };",
        "  'club.d': { is: boolean; who: 'coach' | 'other'; by: Text };",
        "  'club.e': { pace: Text };",
      ],
    );
  });
});
