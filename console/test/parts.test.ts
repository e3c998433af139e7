import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import Fastify from 'fastify';
import { build } from 'vite';
import { serveConsole } from '../../src/http/serve-console.ts';
import { inBrowser, NO_BROWSER } from '../../src/test/browser.ts';
import { freePort } from '../../src/test/free-port.ts';
import { assertAccessible, assertFits } from './stage.ts';

const CONFIG = fileURLToPath(new URL('../vite.config.ts', import.meta.url));

describe('the page of all parts', { skip: NO_BROWSER }, () => {
  test('every part is accessible and stays within the window at each width and look', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'ekiden-parts-'));
    await build({
      configFile: CONFIG,
      mode: 'parts',
      logLevel: 'error',
      build: { outDir: folder, emptyOutDir: true },
    });
    const app = Fastify();
    serveConsole(app, folder);
    const port = await freePort();
    await app.listen({ port, host: '127.0.0.1' });
    try {
      await inBrowser(async (browser) => {
        for (const width of [390, 1440]) {
          for (const colorScheme of ['light', 'dark'] as const) {
            const context = await browser.newContext({ viewport: { width, height: 900 }, colorScheme });
            const page = await context.newPage();
            page.on('console', (message) => {
              if (message.type() === 'error') assert.fail(message.text());
            });
            await page.goto(`http://127.0.0.1:${port}/console/`);
            await page.getByRole('heading', { name: 'Parts of the console' }).waitFor();
            await page.getByRole('button', { name: 'Do something' }).click();
            await page.getByText('Thursday was moved.').waitFor();
            await assertAccessible(page);
            await assertFits(page);
            await page.getByRole('button', { name: 'Open a dialog' }).click();
            await page.getByRole('dialog', { name: 'Revoke the key?' }).waitFor();
            await assertAccessible(page);
            await context.close();
          }
        }
      });
    } finally {
      await app.close();
      await rm(folder, { recursive: true });
    }
  });
});
