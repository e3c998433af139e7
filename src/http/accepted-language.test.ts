import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Language } from '../shared/languages.ts';
import { acceptedLanguage } from './accepted-language.ts';

test('the language that is wanted most of ours, else English', () => {
  const cases: [string | undefined, Language][] = [
    [undefined, 'en'],
    ['', 'en'],
    ['*', 'en'],
    ['fr-FR,fr;q=0.9', 'en'],
    ['ja', 'ja'],
    ['ja-JP,ja;q=0.9,en-US;q=0.8,en;q=0.7', 'ja'],
    ['JA', 'ja'],
    ['zh-TW,zh;q=0.9,en;q=0.8', 'zh-TW'],
    ['zh-Hant-HK', 'zh-TW'],
    ['zh-CN,zh;q=0.9', 'zh-TW'],
    ['en-GB,ja;q=0.9', 'en'],
    ['en;q=0.5, ja;q=0.6', 'ja'],
    ['fr, ja ; q=0.1, en;q=0.05', 'ja'],
    ['ja;q=0, zh-TW;q=0.001', 'zh-TW'],
    ['ja;q=0.000', 'en'],
    ['ja;q=2, zh;q=0.1', 'zh-TW'],
    ['jam', 'en'],
    ['toString, constructor', 'en'],
    [`${'ja-'.repeat(5_000)}`, 'en'],
  ];
  for (const [header, language] of cases) assert.equal(acceptedLanguage(header), language, String(header));
});
