import type { Browser } from 'playwright-core';
import { atEnd } from './at-end.ts';
import { launchChromium } from './chromium.ts';

export { NO_BROWSER } from './chromium.ts';

let launched: Promise<Browser> | undefined;

/** The browser that all test files of a process share; what they open in it they close. */
export function sharedBrowser(): Promise<Browser> {
  if (launched === undefined) {
    const launching = launchChromium();
    launched = launching;
    atEnd(async () => (await launching).close());
  }
  return launched;
}

/** Lends the shared browser, and closes whatever is still open in it afterwards. */
export async function inBrowser(work: (browser: Browser) => Promise<void>): Promise<void> {
  const browser = await sharedBrowser();
  const before = new Set(browser.contexts());
  try {
    await work(browser);
  } finally {
    const opened = browser.contexts().filter((context) => !before.has(context));
    await Promise.all(opened.map((context) => context.close()));
  }
}
