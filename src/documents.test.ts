import assert from 'node:assert/strict';
import { existsSync, globSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';

const ROOT = path.join(import.meta.dirname, '..');
const DOCUMENTS = globSync('**/*.md', {
  cwd: ROOT,
  exclude: ['**/node_modules', 'data', 'demo-data', 'console/dist', 'sdk/dist'],
});
const MOST_LINES = 60;
const MOST_WORDS = 20_000;

/** Without fenced code blocks. */
const textOf = (file: string): string =>
  readFileSync(path.join(ROOT, file), 'utf8').replaceAll(/^```.*?^```$/gms, '');

/** The anchors that renderers give to headings. */
function anchorsOf(file: string): string[] {
  return [...textOf(file).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(/\s/g, '-'),
  );
}

test('every link between documents leads to a file, and to a heading of it where it names one', () => {
  assert.ok(DOCUMENTS.length > 100);
  const astray = DOCUMENTS.flatMap((file) =>
    [...textOf(file).matchAll(/\]\(([^)\s]+)\)/g)].flatMap(([, link = '']) => {
      if (/^[a-z]+:/.test(link)) return [];
      const [target = '', anchor] = link.split('#');
      const leads = target === '' ? file : path.join(path.dirname(file), target);
      const full = path.join(ROOT, leads);
      if (!existsSync(full)) return [`${file}: ${link}`];
      const isThere = anchor === undefined || (statSync(full).isFile() && anchorsOf(leads).includes(anchor));
      return isThere ? [] : [`${file}: ${link}`];
    }),
  );
  assert.deepEqual(astray, []);
});

test(`no README has more than ${MOST_LINES} lines, and all together have at most ${MOST_WORDS} words`, () => {
  const readmes = DOCUMENTS.filter((file) => path.basename(file) === 'README.md').map((file) => {
    const text = readFileSync(path.join(ROOT, file), 'utf8');
    return {
      file,
      lines: text.trimEnd().split('\n').length,
      words: text.split(/\s+/).filter(Boolean).length,
    };
  });
  assert.deepEqual(
    readmes.filter(({ lines }) => lines > MOST_LINES),
    [],
  );
  const words = readmes.reduce((sum, one) => sum + one.words, 0);
  assert.ok(words <= MOST_WORDS, `${words} words`);
});
