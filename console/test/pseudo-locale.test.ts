import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Page, Response } from 'playwright-core';
import { inBrowser, NO_BROWSER } from '../../src/test/browser.ts';
import { demoStage } from './demo-stage.ts';
import { holdAll, SCREENS, watchedPage } from './every-screen.ts';
import { assertNothingIsCut, lookInside } from './look-inside.ts';
import { speakPseudo } from './pseudo-words.ts';

/** Days and months are the browser's own words, units and names of things those of standards. */
const OF_STANDARDS = new Set(
  'Chrome Linux km mi min bpm spm kg Strava Garmin Apple Health Telegram LINE Ekiden FIT GPX TCX CSV JSON ZIP iCal API PNG Esc Ctrl Alt Del Enter Shift English https'.split(
    ' ',
  ),
);
/** Fields in which a single small word is somebody's own. */
const WORDS_OF_PEOPLE = new Set(['labels', 'member_level', 'username', 'device']);
/** Such as Africa/Porto-Novo. */
const TIME_ZONE = /^(?:[A-Z][\w -]+\/)+[\w -]+$/;
const WORD = /\p{Script=Latin}{2,}/gu;

function wordsOfIntl(): string[] {
  const days = Array.from({ length: 366 }, (_, day) => new Date(Date.UTC(2026, 0, day)));
  const forms = (['long', 'short'] as const).map(
    (form) => new Intl.DateTimeFormat('en-GB', { weekday: form, month: form, timeZone: 'UTC' }),
  );
  const lists = new Intl.ListFormat('en-GB').format(['1', '2', '3']);
  const spans = new Intl.RelativeTimeFormat('en-GB', { numeric: 'auto' });
  const ago = (['day', 'week', 'month', 'year'] as const).flatMap((unit) =>
    [-2, -1, 0, 1, 2].map((count) => spans.format(count, unit)),
  );
  return [...forms.flatMap((form) => days.map((day) => form.format(day))), lists, ...ago];
}

/** What is said of people and things, and not names of kinds that a catalog has words for. */
function saidBy(value: unknown, key = ''): string[] {
  if (Array.isArray(value)) return value.flatMap((one) => saidBy(one, key));
  if (typeof value === 'object' && value !== null)
    return Object.entries(value).flatMap(([name, one]) => saidBy(one, name));
  if (typeof value !== 'string') return [];
  return /^[a-z0-9]+([_.:-][a-z0-9]+)*$/.test(value) && !WORDS_OF_PEOPLE.has(key) ? [] : [value];
}

describe('the texts of every screen', { skip: NO_BROWSER }, () => {
  test('come from catalogs, and fit where they are a third longer', async (t) => {
    const stage = await demoStage();
    const standing = new Set([...OF_STANDARDS, ...wordsOfIntl().flatMap((text) => text.match(WORD) ?? [])]);
    await inBrowser(async (browser) => {
      for (const by of ['coach', 'athlete'] as const) {
        const context = await stage.browserOf(browser, by);
        const { page, open } = await watchedPage(context, stage.server.url);
        await speakPseudo(page);
        const data = followData(page);
        for (const screen of SCREENS.filter((one) => one.by === by))
          await t.test(screen.name, async () => {
            data.forget();
            await open(screen.path(stage.ids));
            await holdAll({
              'texts outside catalogs': async () => {
                const known = new Set([
                  ...standing,
                  ...(await data.texts()).flatMap((text) => text.match(WORD) ?? []),
                ]);
                const texts = await lookInside<string[]>(page, 'inPage.texts()');
                // Two capitals are the initials of somebody.
                const isPlain = (word: string): boolean =>
                  /^[A-Za-z]+$/.test(word) && !/^[A-Z]{2}$/.test(word) && !known.has(word);
                const outside = texts.filter(
                  (text) => !TIME_ZONE.test(text) && text.match(WORD)?.some(isPlain),
                );
                assert.deepEqual(outside, []);
              },
              widths: async () => {
                for (const width of [1440, 768, 390]) {
                  await page.setViewportSize({ width, height: 900 });
                  await assertNothingIsCut(page, `${width} px`);
                }
              },
            });
          });
        await context.close();
      }
    });
  });
});

/** What the server has answered since it was forgotten. */
function followData(page: Page): { readonly texts: () => Promise<string[]>; readonly forget: () => void } {
  let answers: Promise<string[]>[] = [];
  page.on('response', (response: Response) => {
    const { pathname } = new URL(response.url());
    if (!pathname.startsWith('/api/') || pathname.endsWith('/stream')) return;
    answers.push(response.json().then(saidBy, () => []));
  });
  return {
    texts: async () => (await Promise.all(answers)).flat(),
    forget: () => {
      answers = [];
    },
  };
}
