import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { inBrowser, NO_BROWSER } from '../../src/test/browser.ts';
import { demoStage } from './demo-stage.ts';
import { holdAll, SCREENS, watchedPage } from './every-screen.ts';
import { hostileStage } from './hostile-stage.ts';
import { assertNothingIsCut } from './look-inside.ts';

/** Far from the club, and from each other. */
const ZONES = { coach: 'Asia/Kolkata', athlete: 'Pacific/Apia' } as const;

describe('a club of hostile texts', { skip: NO_BROWSER }, () => {
  test('breaks no layout, and nothing of it is executed', async (t) => {
    const { server } = await demoStage();
    const stage = await hostileStage(server);
    await inBrowser(async (browser) => {
      for (const by of ['coach', 'athlete'] as const) {
        const context = await stage.browserOf(browser, by, { timezoneId: ZONES[by] });
        const { page, misdeeds, open } = await watchedPage(context, server.url);
        for (const screen of SCREENS.filter((one) => one.by === by))
          await t.test(screen.name, async () => {
            await open(screen.path(stage.ids));
            await holdAll({
              widths: async () => {
                for (const width of [1440, 768, 390]) {
                  await page.setViewportSize({ width, height: 900 });
                  await assertNothingIsCut(page, `${width} px`);
                }
              },
              execution: async () => {
                assert.equal(await page.evaluate('globalThis.executed'), undefined);
                assert.equal(await page.locator('main img, main script').count(), 0);
                assert.deepEqual(misdeeds, []);
              },
            });
          });
        await context.close();
      }
    });
  });
});
