import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';

const IN_PAGE = await readFile(new URL('./in-page.js', import.meta.url), 'utf8');

/** Evaluates an expression with the functions of `in-page.js`. */
export async function lookInside<T>(page: Page, expression: string): Promise<T> {
  // Again after each loading: nothing of it stays behind.
  return await page.evaluate<T>(`globalThis.inPage ?? (() => { ${IN_PAGE} })(); ${expression}`);
}

/** Nothing of the page lies beside the window, and no text is cut off or reaches out of what it stands in. */
export async function assertNothingIsCut(page: Page, where: string, isLarge = false): Promise<void> {
  await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))');
  const faults = await lookInside<string[]>(
    page,
    `[...inPage.beyondTheSide(${isLarge}), ...inPage.cutOff(${isLarge})]`,
  );
  assert.ok(faults.length === 0, `${where}:\n  ${faults.slice(0, 12).join('\n  ')}`);
}
