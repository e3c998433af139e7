import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { inBrowser, NO_BROWSER } from '../../src/test/browser.ts';
import { type DemoStage, demoStage } from './demo-stage.ts';
import { holdAll, isOfShell, SCREENS, type Screen, type WatchedPage, watchedPage } from './every-screen.ts';
import { assertNothingIsCut, lookInside } from './look-inside.ts';
import { assertAccessible } from './stage.ts';

const MOST_REQUESTS = 3;
/** Asked for once the rest is there: what was said of a run, and the name of its athlete for who comes by a link and not from a list. */
const LATER = /\/activities\/[^/]+\/(?:comments|feedback)$|\/members$/;
/** So many stops are walked through: rows of a list are alike. */
const MOST_STOPS = 60;
/** WCAG 1.4.10 and 1.4.4: the narrowest window, with texts twice as large. */
const NARROWEST = { width: 320, height: 640 } as const;

describe('every screen', { skip: NO_BROWSER }, () => {
  test('is accessible, fits, asks little, and is used by keyboard alone', async (t) => {
    const stage = await demoStage();
    await inBrowser(async (browser) => {
      for (const by of ['coach', 'athlete', 'nobody'] as const) {
        const context = await stage.browserOf(browser, by);
        const watched = await watchedPage(context, stage.server.url);
        for (const screen of SCREENS.filter((one) => one.by === by))
          await t.test(screen.name, () => holdScreen(watched, stage, screen));
        await context.close();
      }
    });
  });
});

async function holdScreen(watched: WatchedPage, stage: DemoStage, screen: Screen): Promise<void> {
  const { page, requests, misdeeds, open } = watched;
  await page.emulateMedia({ colorScheme: 'light' });
  await open(screen.path(stage.ids));
  const ofScreen = requests.filter((request) => request.startsWith('GET ') && !isOfShell(request, screen));
  const isReview = ['review', 'own-run'].includes(screen.name);
  const asked = ofScreen.filter((request) => !(isReview && LATER.test(request)));
  const resize = async (width: number, height = 900): Promise<void> => {
    await page.setViewportSize({ width, height });
  };
  await holdAll({
    requests: async () => assert.ok(asked.length <= MOST_REQUESTS, asked.join('\n')),
    'axe, light': () => assertAccessible(page),
    'forced colours': () => holdForcedColors(page),
    'reduced motion': () => holdReducedMotion(page),
    keyboard: () => walkByTab(page),
    'keys while typing': () => typeInFields(page),
    'what opens': () => openAndClose(page),
    widths: async () => {
      for (const width of [1440, 768, 390]) {
        await resize(width);
        await assertNothingIsCut(page, `${width} px`);
      }
    },
    'axe, dark, on a phone': async () => {
      await resize(390, 844);
      await page.emulateMedia({ colorScheme: 'dark' });
      await assertAccessible(page);
    },
    'texts twice as large': async () => {
      await resize(NARROWEST.width, NARROWEST.height);
      await page.evaluate(`document.documentElement.style.fontSize = '200%'`);
      await assertNothingIsCut(page, `${NARROWEST.width} px with texts twice as large`, true);
    },
    misdeeds: async () => assert.deepEqual(misdeeds, []),
  });
}

/** What is told apart by colour alone elsewhere has an outline or a pattern where the system chooses all colours. */
async function holdForcedColors(page: Page): Promise<void> {
  await lookInside(page, 'inPage.findColored()');
  await page.emulateMedia({ forcedColors: 'active' });
  const lost = await lookInside<string[]>(page, 'inPage.lostColors()');
  await page.emulateMedia({ forcedColors: null });
  assert.deepEqual(lost, []);
}

async function holdReducedMotion(page: Page): Promise<void> {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const moving = await lookInside<string[]>(page, 'inPage.moving()');
  await page.emulateMedia({ reducedMotion: null });
  assert.deepEqual(moving, []);
}

/** From the beginning of the page by Tab alone: every stop is reached, with a ring that nothing hides. */
async function walkByTab(page: Page): Promise<void> {
  const found = await lookInside<{ count: number; faults: string[] }>(page, 'inPage.findStops()');
  assert.deepEqual(found.faults, [], 'no key leads there');
  const faults = new Set<string>();
  await lookInside(page, 'inPage.goToFirstStop()');
  const reached = new Set([0]);
  const most = Math.min(found.count, MOST_STOPS);
  for (let press = 0; press < most + 3; press += 1) {
    await page.keyboard.press('Tab');
    const at = await lookInside<{ place: number; faults: string[] }>(page, 'inPage.lookAtFocus()');
    if (at.place >= 0) reached.add(at.place);
    for (const fault of at.faults) faults.add(fault);
  }
  // In the order of the document, which is that of Tab but for a stop or two that it begins elsewhere.
  const missed = await lookInside<string[]>(
    page,
    `inPage.missedStops(${most - 3}, ${JSON.stringify([...reached])})`,
  );
  assert.deepEqual({ missed, faults: [...faults] }, { missed: [], faults: [] });
}

/** Keys of one letter are letters where one types. */
async function typeInFields(page: Page): Promise<void> {
  const field = page
    .locator(
      'main :is(input[type=text], input[type=search], input:not([type]), textarea):not([role=combobox])',
    )
    .filter({ visible: true })
    .first();
  if ((await field.count()) === 0 || !(await field.isEditable())) return;
  const before = page.url();
  await field.focus();
  await page.keyboard.type('jkgt?xe');
  assert.ok((await field.inputValue()).includes('jkgt?xe'), `it holds “${await field.inputValue()}”`);
  assert.equal(await page.getByRole('dialog').count(), 0);
  assert.equal(new URL(page.url()).pathname, new URL(before).pathname);
  for (let key = 0; key < 7; key += 1) await page.keyboard.press('Backspace');
}

/** Each thing that opens something: Enter opens it, it is accessible, Esc closes it, and the focus is where it was. */
async function openAndClose(page: Page): Promise<void> {
  const buttons = page.locator('main [aria-haspopup]:is(button, [role=button])').filter({ visible: true });
  const count = Math.min(await buttons.count(), 6);
  for (let place = 0; place < count; place += 1) {
    const button = buttons.nth(place);
    if (!(await button.isEnabled())) continue;
    await button.focus();
    await page.keyboard.press('Enter');
    const opened = page.locator('[role=dialog], [role=menu], [role=listbox]').filter({ visible: true });
    await opened.first().waitFor();
    if (place === 0) await assertAccessible(page);
    await page.keyboard.press('Escape');
    await opened.first().waitFor({ state: 'detached' });
    // It is given back in a frame of its own.
    await button.and(page.locator(':focus')).waitFor();
  }
}
