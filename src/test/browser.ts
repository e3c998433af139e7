import { existsSync } from 'node:fs';
import type { Browser } from 'playwright-core';

export const CHROMIUM = process.env.CHROMIUM ?? '/usr/bin/chromium';

/** For tests in a browser: why they are left out where there is none. */
export const NO_BROWSER = existsSync(CHROMIUM) ? false : `no browser at ${CHROMIUM} (Debian: chromium)`;

export async function inBrowser(work: (browser: Browser) => Promise<void>): Promise<void> {
  const { chromium } = await import('playwright-core');
  const browser = await chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox'] });
  await work(browser).finally(() => browser.close());
}
