import { existsSync } from 'node:fs';
import type { Browser } from 'playwright-core';

const PLACES = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'];

/** Debian's browser without a window starts a page in a third of the time that the whole one takes. */
export const CHROMIUM = process.env.CHROMIUM ?? PLACES.find((place) => existsSync(place)) ?? PLACES[0] ?? '';

/** For tests in a browser: why they are left out where there is none. */
export const NO_BROWSER = existsSync(CHROMIUM)
  ? false
  : `no browser at ${CHROMIUM} (Debian: chromium-headless-shell)`;

export async function launchChromium(executablePath = CHROMIUM): Promise<Browser> {
  const { chromium } = await import('playwright-core');
  return await chromium.launch({ executablePath, args: ['--no-sandbox'] });
}
