import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { inBrowser, NO_BROWSER } from '../../src/test/browser.ts';
import { addMember, createOrganization } from '../../src/test/factories.ts';
import { type AnswerInstead, answerInstead } from './answer-instead.ts';
import { type DemoStage, demoStage, stageOf } from './demo-stage.ts';
import { holdAll, isOfShell, SCREENS, type Screen, type WatchedPage, watchedPage } from './every-screen.ts';
import { assertNothingIsCut } from './look-inside.ts';
import { assertAccessible } from './stage.ts';

const PHONE: BrowserContextOptions = { viewport: { width: 390, height: 844 }, colorScheme: 'dark' };
/** What stands on the page, by the status that everything but the shell is answered with. */
const REFUSALS = {
  403: 'You may not see or do this here.',
  429: 'Too many requests at once. Wait a minute.',
  503: 'The server has a problem. What was saved before is still there.',
} as const;
/** What is tried once more is waited for longest: it begins first, and others are looked at meanwhile. */
const STATUSES = [503, 403, 429] as const;
const AT_ONCE = 2;
/** Two parts of a screen may ask the same, and each tries once more where the server has a problem. */
const MOST_TRIES = 6;

/** Screens of the console: those outside it ask for nothing. */
const OF_CONSOLE = SCREENS.filter(({ by }) => by !== 'nobody');
/** Of one thing that has to be there. */
const OF_SOMETHING = new Set([
  'review',
  'session',
  'own-run',
  'own-session',
  'settings-groups',
  'plan',
  'campaign',
]);

describe('every screen in every state', { skip: NO_BROWSER }, () => {
  test('says so, is accessible and fits', { concurrency: AT_ONCE }, async (t) => {
    const demo = await demoStage();
    await inBrowser(async (browser) => {
      await Promise.all([
        ...STATUSES.map((status) =>
          t.test(`says what failed and what to do where the server answers ${status}`, (each) =>
            holdRefused(each, browser, demo, status),
          ),
        ),
        t.test('shows the page with slots while it is loading', (each) => holdLoading(each, browser, demo)),
        t.test('says that there is nothing yet where there is nothing', (each) =>
          holdNothing(each, browser, demo),
        ),
      ]);
    });
  });
});

async function holdNothing(t: TestContext, browser: Browser, { server }: DemoStage): Promise<void> {
  const club = await createOrganization(server);
  const athlete = await addMember(server, club);
  const { org_id: org } = club;
  const { user_id } = athlete;
  const nothing = { activity: '', session: '', group: '', plan: '', campaign: '', run: '' };
  const ids = { org, athlete: user_id, quiet: user_id, ...nothing };
  const stage = stageOf(server, ids, { coach: club.coach, athlete });
  await eachScreen(browser, stage, {}, ({ page, misdeeds, open }) => async (screen) => {
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
}

async function holdLoading(t: TestContext, browser: Browser, stage: DemoStage): Promise<void> {
  await eachScreen(browser, stage, {}, async ({ page, requests, load }) => {
    const answering = await answerAll(page, 'never');
    return async (screen) => {
      await t.test(screen.name, async () => {
        answering.of(screen);
        await load(screen.path(stage.ids));
        await page.getByRole('navigation').first().waitFor();
        await page
          .getByRole('heading', { level: 1 })
          .or(page.getByRole('status', { name: 'Loading' }))
          .first()
          .waitFor();
        // The slots come into sight after 150 ms, so that a page whose data is there at once does not flicker.
        await page.evaluate('Promise.allSettled(document.getAnimations().map(({ finished }) => finished))');
        if (!asksMore(requests, screen)) return;
        await assertAccessible(page);
        await assertNothingIsCut(page, '1440 px');
      });
    };
  });
}

async function holdRefused(
  t: TestContext,
  browser: Browser,
  stage: DemoStage,
  status: (typeof STATUSES)[number],
): Promise<void> {
  const body = JSON.stringify({ status: 'error', error: 'Refused by the test.', code: 'refused' });
  await eachScreen(browser, stage, PHONE, async ({ page, requests, open }) => {
    const answering = await answerAll(page, { status, type: 'application/json', body });
    return async (screen) => {
      await t.test(screen.name, async () => {
        answering.of(screen);
        await open(screen.path(stage.ids));
        if (!asksMore(requests, screen)) return;
        // Of parts of an organization the page says itself whose they are.
        const said = page.getByText(REFUSALS[status]);
        await (status === 403 ? said.or(page.getByText('You may not see this here.')) : said)
          .first()
          .waitFor();
        const asked = Map.groupBy(requests, (request) => request);
        const again = [...asked.values()].filter(({ length }) => length > MOST_TRIES);
        assert.deepEqual(again.flat(), [], 'what was refused is asked for again and again');
        if (status !== 503) return;
        await page.getByRole('button', { name: 'Try again' }).first().waitFor();
        await assertAccessible(page);
        await assertNothingIsCut(page, '390 px');
      });
    };
  });
}

/** @param prepare makes a page ready, and says what is done with each screen in it */
async function eachScreen(
  browser: Browser,
  stage: DemoStage,
  options: BrowserContextOptions,
  prepare: (watched: WatchedPage) => Work | Promise<Work>,
): Promise<void> {
  for (const by of ['coach', 'athlete'] as const) {
    const context = await stage.browserOf(browser, by, options, true);
    const work = await prepare(await watchedPage(context, stage.server.url));
    for (const screen of OF_CONSOLE.filter((one) => one.by === by)) await work(screen);
    await context.close();
  }
}

type Work = (screen: Screen) => Promise<void>;

const asksMore = (requests: readonly string[], screen: Screen): boolean =>
  requests.some((request) => !isOfShell(request, screen));

/** Everything that a screen asks but for what the shell asks. */
async function answerAll(
  page: Page,
  answer: AnswerInstead,
): Promise<{ readonly of: (screen: Screen) => void }> {
  let shown: Screen | undefined;
  await answerInstead(page, ['*/api/v1/*'], ({ method, url: { pathname } }) => {
    const isServers =
      pathname.endsWith('/stream') || shown === undefined || isOfShell(`${method} ${pathname}`, shown);
    return isServers ? null : answer;
  });
  return {
    of: (screen) => {
      shown = screen;
    },
  };
}
