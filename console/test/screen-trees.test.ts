import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { inBrowser, NO_BROWSER } from '../../src/test/browser.ts';
import { demoStage } from './demo-stage.ts';
import { SCREENS, watchedPage } from './every-screen.ts';

const EXPECTED = join(import.meta.dirname, 'trees');
/** `npm run pictures -- --accept`: what is found is what is expected from then on. */
const ACCEPTS = process.env.EKIDEN_ACCEPT_PICTURES === 'yes';

const KEPT = new Set(
  'banner navigation main complementary contentinfo region search form dialog heading table grid treegrid columnheader tablist tab tabpanel textbox searchbox combobox spinbutton slider checkbox switch radio radiogroup group toolbar button link img alert status'.split(
    ' ',
  ),
);
/** Alike: of each list so many are enough. */
const ITEMS = 1;
const MOST_LETTERS = 90;

describe('what a screen reader finds on every screen', { skip: NO_BROWSER }, () => {
  test('is what it was: landmarks, headings and what everything is called', async (t) => {
    const stage = await demoStage();
    await inBrowser(async (browser) => {
      for (const by of ['coach', 'athlete', 'nobody'] as const) {
        const context = await stage.browserOf(browser, by);
        const { page, open } = await watchedPage(context, stage.server.url);
        for (const screen of SCREENS.filter((one) => one.by === by))
          await t.test(screen.name, async () => {
            await open(screen.path(stage.ids));
            const { pathname } = new URL(page.url());
            // What stands around each page is said once.
            const whole = ['triage', 'today'].includes(screen.name) || by === 'nobody';
            // Only a page whose rail is drawn is compared.
            if (whole && by !== 'nobody')
              await page
                .getByRole('button', { name: /Fiona Drummond|Aïssatou/ })
                .first()
                .waitFor();
            const tree = essence(await page.locator(whole ? 'body' : 'main').ariaSnapshot());
            await holdTree(screen.name, tree, pathname);
          });
        await context.close();
      }
    });
  });
});

async function holdTree(name: string, tree: string, where: string): Promise<void> {
  const file = join(EXPECTED, `${name}.txt`);
  if (ACCEPTS) {
    await mkdir(EXPECTED, { recursive: true });
    await writeFile(file, tree);
    return;
  }
  assert.ok(existsSync(file), `There is no ${file} yet: npm run pictures -- --accept makes it.`);
  assert.equal(tree, await readFile(file, 'utf8'), `If it is meant (${where}): npm run pictures -- --accept`);
}

type Node = { readonly indent: number; readonly depth: number; items: number };

/** The lines that say where one is and what one can do; of what is listed the first of each. */
function essence(snapshot: string): string {
  const kept: string[] = [];
  /** What the current line stands in: how far in there, and how deep in what is kept. */
  const around: Node[] = [];
  let skipsBelow = Number.POSITIVE_INFINITY;
  for (const line of snapshot.split('\n')) {
    const [, space = '', role = '', rest = ''] = /^( *)- '?([a-z]+)(.*)$/.exec(line) ?? [];
    const indent = space.length;
    if (role === '' || indent > skipsBelow) continue;
    while ((around.at(-1)?.indent ?? -1) >= indent) around.pop();
    const isLeftOut = isOneMore(role, rest, around.at(-1));
    skipsBelow = isLeftOut ? indent : Number.POSITIVE_INFINITY;
    if (isLeftOut) continue;
    const depth = around.at(-1)?.depth ?? 0;
    const isKept = KEPT.has(role);
    if (isKept) kept.push('  '.repeat(depth) + shortened(`${role}${rest.replace(/'?:( .*)?$/, '')}`));
    around.push({ indent, depth: depth + (isKept ? 1 : 0), items: 0 });
  }
  return `${kept.join('\n')}\n`;
}

/** Whether it is one of a list of which enough are there already. */
function isOneMore(role: string, rest: string, parent: Node | undefined): boolean {
  const isRow = role === 'row' && !rest.includes('columnheader');
  if (parent === undefined || (role !== 'listitem' && !isRow)) return false;
  parent.items += 1;
  // The first row of a table may be its head.
  return parent.items > (isRow ? ITEMS + 1 : ITEMS);
}

const shortened = (said: string): string =>
  said.length > MOST_LETTERS ? `${said.slice(0, MOST_LETTERS)} …` : said;
