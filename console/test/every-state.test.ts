import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { BrowserContext, BrowserContextOptions, Page, Route } from 'playwright-core';
import { inBrowser, NO_BROWSER } from '../../src/test/browser.ts';
import { addMember, createOrganization } from '../../src/test/factories.ts';
import { type DemoStage, demoStage, stageOf } from './demo-stage.ts';
import {
  holdAll,
  OF_THE_SHELL,
  SCREENS,
  type Screen,
  type WatchedPage,
  watchedPage,
} from './every-screen.ts';
import { assertNothingIsCut } from './look-inside.ts';
import { assertAccessible } from './stage.ts';

const PHONE: BrowserContextOptions = { viewport: { width: 390, height: 844 }, colorScheme: 'dark' };
/** What stands on the page, by the status that everything but the shell is answered with. */
const REFUSALS = {
  403: 'You may not see or do this here.',
  429: 'Too many requests at once. Wait a minute.',
  503: 'The server has a problem. What was saved before is still there.',
} as const;
const STATUSES = [403, 429, 503] as const;

/** Screens of the console: those outside it ask for nothing. */
const OF_CONSOLE = SCREENS.filter(({ by }) => by !== 'nobody');
/** Of one thing that has to be there. */
const OF_SOMETHING = new Set(['review', 'session', 'own-run', 'own-session', 'settings-groups']);

describe('every screen in every state', { skip: NO_BROWSER }, () => {
  test('says that there is nothing yet where there is nothing', async (t) => {
    const { server } = await demoStage();
    const club = await createOrganization(server);
    const athlete = await addMember(server, club);
    const { org_id: org } = club;
    const { user_id } = athlete;
    const ids = { org, athlete: user_id, quiet: user_id, activity: '', session: '', group: '', run: '' };
    const stage = stageOf(server, ids, { coach: club.coach, athlete });
    await eachScreen(stage, async (screen, { page, misdeeds, open }) => {
      if (OF_SOMETHING.has(screen.name)) return;
      await t.test(screen.name, async () => {
        await open(screen.path(ids));
        await holdAll({
          'axe, light': () => assertAccessible(page),
          width: () => assertNothingIsCut(page, '1440 px'),
          phone: async () => {
            await page.setViewportSize({ width: 390, height: 844 });
            await assertNothingIsCut(page, '390 px');
          },
          misdeeds: async () => assert.deepEqual(misdeeds, []),
        });
      });
    });
  });

  test('shows the page with slots while it is loading', async (t) => {
    const stage = await demoStage();
    const never: Route[] = [];
    await eachScreen(stage, async (screen, { page, requests }) => {
      await t.test(screen.name, async () => {
        await answerAll(page, (route) => void never.push(route));
        await page.goto(screen.path(stage.ids));
        await page.getByRole('navigation').first().waitFor();
        await page
          .getByRole('heading', { level: 1 })
          .or(page.getByRole('status', { name: 'Loading' }))
          .first()
          .waitFor();
        // They come into sight a moment later, so that what is there at once does not flicker.
        await page.evaluate('Promise.all(document.getAnimations().map(({ finished }) => finished))');
        if (!asksMore(requests)) return;
        await assertAccessible(page);
        await assertNothingIsCut(page, '1440 px');
      });
    });
    await Promise.all(never.map((route) => route.abort().catch(() => undefined)));
  });

  for (const status of STATUSES)
    test(`says what failed and what to do where the server answers ${status}`, async (t) => {
      const stage = await demoStage();
      await eachScreen(
        stage,
        async (screen, { page, requests, open }) => {
          await t.test(screen.name, async () => {
            await answerAll(page, (route) => refuse(route, status));
            await open(screen.path(stage.ids));
            if (!asksMore(requests)) return;
            await page.getByText(REFUSALS[status]).first().waitFor();
            if (status !== 503) return;
            await page.getByRole('button', { name: 'Try again' }).first().waitFor();
            await assertAccessible(page);
            await assertNothingIsCut(page, '390 px');
          });
        },
        PHONE,
      );
    });
});

async function eachScreen(
  stage: DemoStage,
  work: (screen: Screen, watched: WatchedPage) => Promise<void>,
  options: BrowserContextOptions = {},
): Promise<void> {
  await inBrowser(async (browser) => {
    for (const by of ['coach', 'athlete'] as const) {
      const context: BrowserContext = await stage.browserOf(browser, by, options);
      for (const screen of OF_CONSOLE.filter((one) => one.by === by)) {
        await work(screen, await watchedPage(context, stage.server.url));
      }
      await context.close();
    }
  });
}

const asksMore = (requests: readonly string[]): boolean =>
  requests.some((request) => !OF_THE_SHELL.test(request));

/** Everything that is asked but for what the shell asks. */
async function answerAll(page: Page, answer: (route: Route) => unknown): Promise<void> {
  await page.route('**/api/v1/**', async (route) => {
    const request = route.request();
    const { pathname } = new URL(request.url());
    if (pathname.endsWith('/stream') || OF_THE_SHELL.test(`${request.method()} ${pathname}`))
      await route.continue();
    else await answer(route);
  });
}

async function refuse(route: Route, status: number): Promise<void> {
  await route.fulfill({ status, json: { status: 'error', error: 'Refused by the test.', code: 'refused' } });
}
