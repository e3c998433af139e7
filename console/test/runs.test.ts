import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { exampleSimulation } from '../../sandbox/recordings/example-simulation.ts';
import type { Session } from '../../sandbox/recordings/plan-session.ts';
import { simulateActivity } from '../../sandbox/recordings/simulate-activity.ts';
import { writeFit } from '../../sandbox/recordings/write-fit.ts';
import { inBrowser, NO_BROWSER } from '../../src/test/browser.ts';
import { eventually } from '../../src/test/eventually.ts';
import { signUp, type TestUser } from '../../src/test/factories.ts';
import { storeRun } from '../../src/test/feedback-stage.ts';
import { type TestServer, testServer } from '../../src/test/harness.ts';
import { assertAccessible, assertFits, openConsole } from './stage.ts';

const HOUR_MS = 3_600_000;

describe('the list of one’s runs', { skip: NO_BROWSER }, () => {
  let server: TestServer;
  let user: TestUser;
  before(async () => {
    server = await testServer();
    user = await signUp(server);
    const now = server.clock.now().getTime();
    for (let number = 1; number <= 90; number += 1) {
      await storeRun(server, user.user_id, {
        name: `Run ${number}`,
        sport_type: number % 30 === 0 ? 'trail_run' : 'run',
        start_time: new Date(now - number * 20 * HOUR_MS),
      });
    }
  });

  /** A recording of half an hour as a watch writes it. */
  function recording(seed: string): Buffer {
    const start = new Date(server.clock.now().getTime() - 5 * HOUR_MS);
    const session: Session = {
      sport: 'run',
      surface: 'road',
      lap_key: false,
      stops_at_lights: false,
      steps: [{ intensity: 'active', effort: 0.7, end: { duration_s: 1_800 } }],
    };
    return Buffer.from(
      writeFit([simulateActivity(exampleSimulation(session, { start, timezone: 'UTC', seed }))]),
    );
  }

  test('shows runs by pages as one scrolls, draws few of them, filters by sport, and is walked by keys', async () => {
    await inBrowser(async (browser) => {
      const { page, requests } = await openConsole(browser, server, { user, path: '/runs' });
      const list = page.getByRole('list', { name: 'Runs' });
      await list.getByRole('link', { name: 'Run 1', exact: true }).waitFor();
      await page.getByText('90', { exact: true }).waitFor();
      assert.ok(requests.filter((request) => request === 'GET /api/v1/activities').length <= 2);
      await assertAccessible(page);
      const rows = list.getByRole('listitem');
      assert.ok((await rows.count()) < 45, 'only what is near the window is in the page');
      while (!(await list.getByRole('link', { name: 'Run 90', exact: true }).isVisible())) {
        await page.mouse.move(700, 500);
        await page.mouse.wheel(0, 900);
        await page.evaluate('new Promise((done) => requestAnimationFrame(done))');
      }
      await page.getByLabel('Sport').selectOption('Trail run');
      await list.getByRole('link', { name: 'Run 60', exact: true }).waitFor();
      await eventually(
        () => rows.count(),
        (count) => count === 3,
      );
      assert.match(page.url(), /\?sport=trail_run$/);
      await page.getByLabel('Sport').blur();
      await page.keyboard.press('j');
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { level: 1, name: 'Run 60' }).waitFor();
    });
  });

  test('takes a file by button and by dropping, says which run it became, and why one could not be taken', async () => {
    await inBrowser(async (browser) => {
      const { page } = await openConsole(browser, server, { user, path: '/runs' });
      const [chooser] = await Promise.all([
        page.waitForEvent('filechooser'),
        page.getByRole('button', { name: 'Upload files' }).click(),
      ]);
      const file = { name: 'morning.fit', mimeType: 'application/octet-stream', buffer: recording('a') };
      await chooser.setFiles([file, { ...file, name: 'notes.fit', buffer: Buffer.from('no recording') }]);
      const uploads = page.getByRole('region', { name: 'Uploaded files' });
      await uploads.getByText(/^morning.fit became/).waitFor();
      await uploads.getByText(/could not be taken: ./).waitFor();
      await assertAccessible(page);

      const bytes = [...file.buffer];
      const files = await page.evaluateHandle((content) => {
        const { DataTransfer, File } = globalThis as unknown as {
          DataTransfer: new () => { items: { add: (file: unknown) => void } };
          File: new (parts: unknown[], name: string) => unknown;
        };
        const transfer = new DataTransfer();
        transfer.items.add(new File([new Uint8Array(content)], 'again.fit'));
        return transfer;
      }, bytes);
      const title = page.getByRole('heading', { level: 1, name: 'Runs' });
      await title.dispatchEvent('dragover', { dataTransfer: files });
      await page.getByText(/^Drop them here/).waitFor();
      await title.dispatchEvent('drop', { dataTransfer: files });
      await uploads.getByText(/^again.fit was here already:/).waitFor();
    });
  });

  test('takes a run entered by hand, says what is wrong beside its field, and shows the run', async () => {
    await inBrowser(async (browser) => {
      const { page } = await openConsole(browser, server, { user, path: '/runs', width: 390, look: 'dark' });
      await page.getByRole('link', { name: 'Run 1', exact: true }).waitFor();
      await assertAccessible(page);
      await assertFits(page);
      await page.keyboard.press('n');
      const dialog = page.getByRole('dialog', { name: 'Enter by hand' });
      await dialog.getByLabel('Time', { exact: true }).fill('soon');
      await dialog.getByLabel('Distance in km').fill('-3');
      await dialog.getByRole('button', { name: 'Enter it' }).click();
      await dialog.getByText('Write minutes, 48:10, or 1:18:28.').waitFor();
      await dialog.getByText('Write a number above 0, or leave it empty.').waitFor();
      await assertAccessible(page);
      await dialog.getByLabel('Time', { exact: true }).fill('48:10');
      await dialog.getByLabel('Distance in km').fill('9,5');
      await dialog.getByLabel('Name').fill('Around the loch');
      await dialog.getByLabel('Day').fill('2020-03-29');
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { level: 1, name: 'Around the loch' }).waitFor();
      await page.getByText('9.50').waitFor();
      await page.getByText('Nothing was recorded over time in this one.').waitFor();
    });
  });

  test('invites whoever has none to bring some', async () => {
    const newcomer = await signUp(server);
    await inBrowser(async (browser) => {
      const { page } = await openConsole(browser, server, { user: newcomer, path: '/runs' });
      await page.getByText(/^No runs yet\./).waitFor();
      await assertAccessible(page);
    });
  });
});
