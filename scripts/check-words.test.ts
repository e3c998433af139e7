import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';

const CHECK = path.join(import.meta.dirname, 'check-words.ts');

/** A project of a few files, whose catalogs and code the command checks from inside it. */
function inProject(
  use: (write: (file: string, text: string) => void, check: (...args: string[]) => string) => void,
) {
  const folder = mkdtempSync(path.join(tmpdir(), 'ekiden-words-'));
  const write = (file: string, text: string): void => {
    mkdirSync(path.join(folder, path.dirname(file)), { recursive: true });
    writeFileSync(path.join(folder, file), text);
  };
  const check = (...args: string[]): string => {
    const run = spawnSync(process.execPath, [CHECK, ...args], { cwd: folder, encoding: 'utf8' });
    return `${run.status}: ${run.stdout}${run.stderr}`;
  };
  try {
    use(write, check);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

test('the command passes whole catalogs, and fails with the key that is wrong', () => {
  inProject((write, check) => {
    const hello = (text: string): string => JSON.stringify({ 'club.hello': text });
    write('src/words/generated/messages.ts', '');
    write('src/code.ts', "say('club.hello', { name });");
    write('console/src/words/generated/messages.ts', '');
    write('console/src/page.tsx', "say('page.title');");
    for (const language of ['en', 'ja', 'zh-TW'])
      write(`console/src/words/${language}/page.json`, JSON.stringify({ 'page.title': 'Title' }));
    for (const language of ['en', 'ja', 'zh-TW'])
      write(`src/words/${language}/club.json`, hello('Hi {name}'));
    assert.match(check(), /^1: src\/words\/generated\/messages\.ts is out of date: run npm run words/);
    assert.match(check('--write'), /^0: /);
    assert.match(check(), /^0: The texts of the server and the console are whole/);

    write('src/words/ja/club.json', hello('{nam} さん'));
    assert.match(check(), /^1: ja: club\.hello has \{nam\}.*\nja: club\.hello has no \{name\}/);
    write('src/words/ja/club.json', hello('{name さん'));
    assert.match(check(), /^1: ja: club\.hello cannot be read/);
    write('src/words/ja/club.json', '{}');
    assert.match(check(), /^1: ja: club\.hello is missing/);
    write('src/words/ja/club.json', '{"club.hello": }');
    assert.match(check(), /^1: [\s\S]*src\/words\/ja\/club\.json is no JSON/);
    write('src/words/ja/club.json', hello('{name}'));

    write('src/code.ts', "say('club.helo', { name });");
    assert.match(check(), /^1: src\/code\.ts:1 asks for club\.helo.*\nclub\.hello is used nowhere/);
    write('src/code.ts', "say('club.hello', { name });");
    write('console/src/words/ja/page.json', JSON.stringify({ 'page.title': '<b>題</b>' }));
    assert.match(check(), /^1: ja: page\.title has the tags “<b>”, English has “”/);
    write('console/src/words/ja/page.json', JSON.stringify({ 'page.title': '題' }));
    write('console/src/page.tsx', '');
    assert.match(check(), /^1: page\.title is used nowhere/, 'each part asks for its own');
    write('src/code.ts', '');
    write('src/code.test.ts', "say('club.hello', { name });");
    assert.match(check(), /club\.hello is used nowhere/, 'tests use no text');
  });
});
