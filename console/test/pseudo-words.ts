import { readdirSync, readFileSync } from 'node:fs';
import { compileMessage } from '@lingui/message-utils/compileMessage';
import type { Page } from 'playwright-core';
import { answerInstead } from './answer-instead.ts';

const CONSOLE = new URL('../', import.meta.url);
const OPENS = '⟦';
const CLOSES = '⟧';
const LONGER = 1.3;
const PLAIN = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ';
const ACCENTED = [...'áƀćđéƒǵĥíĵķłḿńóṕʠŕšťúṽŵẋýžÁɃĆĐÉƑǴĤÍĴĶŁḾŃÓṔɊŔŠŤÚṼŴẊÝŽ'];

/** A message as the build compiles it: pieces of text, and what a placeholder, a plural or a select stands for. */
type Compiled = string | readonly Piece[];
type Piece =
  | string
  | readonly [name: string, format?: string, forms?: Readonly<Record<string, Compiled | number>>];

/**
 * Serves another language in the place of English, made of its catalogs: every letter has an accent, every text stands in brackets
 * and is a third longer. What has no accent on a page then has not come from a catalog.
 */
export async function speakPseudo(page: Page): Promise<void> {
  const manifest: Record<string, { file: string }> = JSON.parse(
    readFileSync(new URL('dist/vite-manifest.json', CONSOLE), 'utf8'),
  );
  const bodies = new Map<string, string>();
  for (const room of readdirSync(new URL('src/words/en/', CONSOLE))) {
    const built = manifest[`src/words/en/${room}`];
    if (built === undefined) throw new Error(`the build has no texts of ${room}`);
    bodies.set(`/console/${built.file}`, `export default ${JSON.stringify(pseudoCatalog(room))};`);
  }
  const type = 'text/javascript; charset=utf-8';
  await answerInstead(
    page,
    [...bodies.keys()].map((path) => `*${path}`),
    ({ url }) => {
      const body = bodies.get(url.pathname);
      return body === undefined ? null : { status: 200, type, body };
    },
  );
}

function pseudoCatalog(room: string): Record<string, Compiled> {
  const catalog: Record<string, string> = JSON.parse(
    readFileSync(new URL(`src/words/en/${room}`, CONSOLE), 'utf8'),
  );
  return Object.fromEntries(
    Object.entries(catalog)
      .filter(([key]) => !key.startsWith('@'))
      .map(([key, message]) => {
        const compiled = compileMessage(message) as Compiled;
        return [key, [OPENS, ...pseudoPieces(typeof compiled === 'string' ? [compiled] : compiled), CLOSES]];
      }),
  );
}

function pseudoPieces(pieces: readonly Piece[]): Piece[] {
  return pieces.map((piece) => {
    if (typeof piece === 'string') return piece === '#' ? piece : pseudoText(piece);
    const [name, format, forms] = piece;
    if (format === undefined || forms === undefined || typeof forms === 'string') return piece;
    const said = Object.entries(forms).map(([form, value]) => [
      form,
      typeof value === 'string' ? pseudoText(value) : Array.isArray(value) ? pseudoPieces(value) : value,
    ]);
    return [name, format, Object.fromEntries(said)];
  });
}

/** Tags are names of elements and stay. */
function pseudoText(text: string): string {
  const letters = text.replaceAll(/<\/?[\w]+\/?>/g, '').match(/[a-z]/gi)?.length ?? 0;
  const more = 'ẋ'.repeat(Math.ceil(letters * (LONGER - 1)));
  const said = text
    .split(/(<\/?\w+\/?>)/)
    .map((part) => (/^<.+>$/.test(part) ? part : accented(part)))
    .join('');
  // Within the last word: a word of its own would break where the longer one cannot.
  return said.replace(/(\p{L})(?=(?:<[^>]*>|[^\p{L}])*$)/u, `$1${more}`);
}

const accented = (text: string): string =>
  [...text].map((letter) => ACCENTED[PLAIN.indexOf(letter)] ?? letter).join('');
