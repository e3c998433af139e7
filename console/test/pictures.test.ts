import assert from 'node:assert/strict';
import { existsSync, globSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import pixelmatch from 'pixelmatch';
import type { BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { PNG } from 'pngjs';
import { inBrowser, NO_BROWSER } from '../../src/test/browser.ts';
import { demoStage } from './demo-stage.ts';
import { SCREENS, watchedPage } from './every-screen.ts';
import { lookInside } from './look-inside.ts';

const EXPECTED = join(import.meta.dirname, 'pictures');
/** What was found instead, where it differs. */
const FOUND = join(tmpdir(), 'ekiden-pictures');
/** `npm run pictures -- --accept`: what is found is what is expected from then on. */
const ACCEPTS = process.env.EKIDEN_ACCEPT_PICTURES === 'yes';

/** Small enough to keep a picture of everything, large enough that a line that is gone shows. */
const WIDE: BrowserContextOptions = { viewport: { width: 1440, height: 900 }, deviceScaleFactor: 0.5 };
const PHONE: BrowserContextOptions = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 0.75 };
const SIGHTS: Readonly<
  Record<string, { readonly options: BrowserContextOptions; readonly language?: 'zh-TW' | 'ja' }>
> = {
  light: { options: WIDE },
  dark: { options: { ...WIDE, colorScheme: 'dark' } },
  phone: { options: PHONE },
  'zh-TW': { options: { ...WIDE, locale: 'zh-TW' }, language: 'zh-TW' },
  ja: { options: { ...WIDE, locale: 'ja' }, language: 'ja' },
};
/** Chinese and Japanese are drawn by a font of the system; with another one every line is another. */
const HAS_CJK = globSync('/usr/share/fonts/**/NotoSansCJK-Regular.ttc').length > 0;

/** How unlike two colours are, from 0 to 1, before they count as two: versions of the browser smooth letters a little differently. */
const UNLIKE = 0.2;
/** The share of a picture that may be unlike. */
const TOLERANCE = 0.001;
/** Each colour is kept in steps of so many of 256: a third of the bytes. */
const STEP = 32;

/** By which Chromium they were taken: another one may draw every letter a little differently. */
const TAKEN_BY = join(EXPECTED, 'chromium.txt');

describe('pictures of every screen', { skip: NO_BROWSER }, () => {
  test('are what they were, light, dark, on a phone and in three languages', async (t) => {
    const stage = await demoStage();
    await inBrowser(async (browser) => {
      const [major = ''] = browser.version().split('.');
      if (ACCEPTS) await writeFile(TAKEN_BY, `${major}\n`);
      const taken_by = (await readFile(TAKEN_BY, 'utf8')).trim();
      if (major !== taken_by) {
        t.skip(`They were taken by Chromium ${taken_by}, and this is ${major}: npm run pictures -- --accept`);
        return;
      }
      for (const [sight, { options, language }] of Object.entries(SIGHTS))
        for (const by of ['coach', 'athlete', 'nobody'] as const) {
          const context = await stage.browserOf(browser, by, { reducedMotion: 'reduce', ...options });
          if (language !== undefined) await speaks(context, language);
          const { page, open } = await watchedPage(context, stage.server.url);
          for (const screen of SCREENS.filter((one) => one.by === by))
            await t.test(`${screen.name}, ${sight}`, async () => {
              await open(screen.path(stage.ids));
              if (language !== undefined) await assertSpoken(page, language);
              if (language === undefined || HAS_CJK) await holdPicture(page, `${screen.name}-${sight}.png`);
            });
          await context.close();
        }
    });
  });
});

/** Whoever is signed in has this language in their profile, which is not changed for it. */
async function speaks(context: BrowserContext, language: string): Promise<void> {
  await context.route('**/api/v1/users/me', async (route) => {
    const answer = await route.fetch();
    const body = await answer.json();
    body.data.preferences.language = language;
    await route.fulfill({ response: answer, json: body });
  });
}

/** The page says which language it is in, and no key stands in the place of its text. */
async function assertSpoken(page: Page, language: string): Promise<void> {
  assert.equal(await page.evaluate('document.documentElement.lang'), language);
  const texts = await lookInside<string[]>(page, 'inPage.texts()');
  assert.deepEqual(
    texts.filter((text) => /^[a-z]+(?:-[a-z]+)?(?:\.[\w-]+)+$/.test(text)),
    [],
  );
}

async function holdPicture(page: Page, name: string): Promise<void> {
  // Of two fonts that the page may still fetch, and of a cursor that blinks.
  await page.evaluate('document.fonts.ready.then(() => document.activeElement?.blur())');
  const found = coarse(
    PNG.sync.read(await page.screenshot({ caret: 'hide', animations: 'disabled', scale: 'device' })),
  );
  const file = join(EXPECTED, name);
  if (ACCEPTS) {
    const isSame =
      existsSync(file) && shareUnlike(PNG.sync.read(await readFile(file)), found, null) <= TOLERANCE;
    if (!isSame) await store(EXPECTED, name, found);
    return;
  }
  assert.ok(existsSync(file), `There is no ${file} yet: npm run pictures -- --accept makes it.`);
  const expected = PNG.sync.read(await readFile(file));
  const unlike = new PNG({ width: found.width, height: found.height });
  const share = shareUnlike(expected, found, unlike);
  if (share <= TOLERANCE) return;
  await store(FOUND, name, found);
  await store(FOUND, name.replace('.png', '.unlike.png'), unlike);
  assert.fail(
    `${(share * 100).toFixed(2)} % of ${name} is another: look at ${join(FOUND, name)}. If it is meant: npm run pictures -- --accept`,
  );
}

function shareUnlike(expected: PNG, found: PNG, into: PNG | null): number {
  const { width, height } = found;
  if (expected.width !== width || expected.height !== height) return 1;
  const options = { threshold: UNLIKE };
  return pixelmatch(expected.data, found.data, into?.data, width, height, options) / (width * height);
}

function coarse(picture: PNG): PNG {
  picture.data = Buffer.from(picture.data.map((value) => Math.min(255, Math.round(value / STEP) * STEP)));
  return picture;
}

async function store(folder: string, name: string, picture: PNG): Promise<void> {
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, name), PNG.sync.write(picture, { colorType: 2, deflateLevel: 9 }));
}
