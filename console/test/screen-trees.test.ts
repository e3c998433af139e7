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
        for (const screen of SCREENS.filter((one) => one.by === by))
          await t.test(screen.name, async () => {
            const { page, open } = await watchedPage(context, stage.server.url);
            await open(screen.path(stage.ids));
            const { pathname } = new URL(page.url());
            // What stands around each page is said once.
            const whole = ['triage', 'today'].includes(screen.name) || by === 'nobody';
            const tree = essence(await page.locator(whole ? 'body' : 'main').ariaSnapshot());
            await holdTree(screen.name, tree, pathname);
            await page.close();
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

/** The lines that say where one is and what one can do; of what is listed the first of each. */
function essence(snapshot: string): string {
  const kept: string[] = [];
  /** How far in the original the nodes around the current line stand, and how many of them were kept. */
  const around: { indent: number; depth: number; items: number }[] = [{ indent: -1, depth: 0, items: 0 }];
  let skipsBelow = Number.POSITIVE_INFINITY;
  for (const line of snapshot.split('\n')) {
    const [, space = '', role = '', rest = ''] = /^( *)- '?([a-z]+)(.*)$/.exec(line) ?? [];
    const indent = space.length;
    if (role === '' || indent > skipsBelow) continue;
    skipsBelow = Number.POSITIVE_INFINITY;
    while ((around.at(-1)?.indent ?? -1) >= indent) around.pop();
    const parent = around.at(-1) ?? { indent: -1, depth: 0, items: 0 };
    if (role === 'listitem' || (role === 'row' && !rest.includes('columnheader'))) {
      parent.items += 1;
      if (parent.items > ITEMS + (role === 'row' ? 1 : 0)) {
        skipsBelow = indent;
        continue;
      }
    }
    const isKept = KEPT.has(role);
    if (isKept) {
      const said = `${role}${rest.replace(/'?:( .*)?$/, '')}`;
      kept.push(`${'  '.repeat(parent.depth)}${said.length > MOST_LETTERS ? `${said.slice(0, MOST_LETTERS)} …` : said}`);
    }
    around.push({ indent, depth: parent.depth + (isKept ? 1 : 0), items: 0 });
  }
  return `${kept.join('\n')}\n`;
}
