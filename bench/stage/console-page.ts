import { existsSync } from 'node:fs';
import type { Browser, BrowserContext, CDPSession, Page } from 'playwright-core';
import { CONSOLE_FOLDER } from '../../src/http/serve-console.ts';
import { launchChromium, NO_BROWSER } from '../../src/test/chromium.ts';
import { type BenchContext, MissingError } from '../bench.ts';

/** How many times slower than this machine the processor of the page is made. */
export const SLOWER = 4;

/** @throws MissingError without a browser or a build of the console */
export async function openBrowser(context: BenchContext): Promise<Browser> {
  if (NO_BROWSER !== false) throw new MissingError(NO_BROWSER);
  if (!existsSync(CONSOLE_FOLDER))
    throw new MissingError('the console is not built: npm run console (or npm start, which does it)');
  const browser = await launchChromium();
  context.cleanup.defer(() => browser.close());
  return browser;
}

/** A browser of their own for whoever has the token, with nothing kept from before. */
export async function openProfile(
  browser: Browser,
  { port, token }: { readonly port: number; readonly token: string },
): Promise<BrowserContext> {
  return await browser.newContext({
    baseURL: `http://127.0.0.1:${port}`,
    viewport: { width: 1440, height: 900 },
    locale: 'en',
    extraHTTPHeaders: { authorization: `Bearer ${token}` },
  });
}

/** A page with the protocol of its browser, its processor slowed down. */
export async function openPage(
  profile: BrowserContext,
  slower: number,
): Promise<{ page: Page; protocol: CDPSession }> {
  const page = await profile.newPage();
  const protocol = await profile.newCDPSession(page);
  await protocol.send('Emulation.setCPUThrottlingRate', { rate: slower });
  return { page, protocol };
}

/** Waits until a page has asked for nothing for some time, in milliseconds. */
export async function untilQuiet(page: Page, quiet_ms: number): Promise<void> {
  let last = performance.now();
  const note = (): void => {
    last = performance.now();
  };
  page.on('request', note);
  page.on('requestfinished', note);
  while (performance.now() - last < quiet_ms) await page.waitForTimeout(quiet_ms / 10);
  page.off('request', note);
  page.off('requestfinished', note);
}

/** One thing that a browser did; times in microseconds. */
export type TraceEvent = {
  readonly name: string;
  readonly ph: string;
  readonly ts: number;
  readonly dur?: number;
  readonly tid: number;
  readonly pid: number;
  /** Of things that begin and end apart. */
  readonly id2?: { readonly local?: string };
  readonly args?: Readonly<Record<string, unknown>>;
};

/** What the browser did while something was done to a page, of these categories of its trace. */
export async function traced(
  protocol: CDPSession,
  categories: readonly string[],
  act: () => Promise<void>,
): Promise<readonly TraceEvent[]> {
  const events: TraceEvent[] = [];
  const note = ({ value }: { readonly value: object[] }): void => {
    events.push(...(value as TraceEvent[]));
  };
  const ended = new Promise((resolve) => protocol.once('Tracing.tracingComplete', resolve));
  protocol.on('Tracing.dataCollected', note);
  await protocol.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories: ['__metadata', ...categories] },
  });
  await act();
  await protocol.send('Tracing.end');
  await ended;
  protocol.off('Tracing.dataCollected', note);
  return events;
}
