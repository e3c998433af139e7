import { execFileSync, spawn } from 'node:child_process';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { launchChromium } from '../src/test/chromium.ts';
import { freePort } from '../src/test/free-port.ts';

/**
 * `npm run pictures`: the pictures of the README, taken of the demo as it is. With `--accept`, what tests find on every screen instead,
 * pictures and trees of a screen reader, is what they expect from then on. Needs Debian's Chromium, and fonts-noto-cjk.
 */
const FOLDER = join(import.meta.dirname, '../docs/pictures');
const AT_END = join(import.meta.dirname, '../src/test/at-end.ts');
const HELD = ['console/test/pictures.test.ts', 'console/test/screen-trees.test.ts'];

if (process.argv.includes('--accept')) {
  const flags = ['--expose-gc', '--import', AT_END, '--test', '--test-isolation=none', '--test-force-exit'];
  execFileSync(process.execPath, [...flags, ...HELD], {
    env: { ...process.env, EKIDEN_ACCEPT_PICTURES: 'yes' },
    stdio: 'inherit',
  });
  process.exit();
}

const dataDir = await mkdtemp(join(tmpdir(), 'ekiden-pictures-'));
const port = await freePort();
const demo = spawn(process.execPath, [join(import.meta.dirname, '../src/cli.mjs'), 'demo'], {
  env: { ...process.env, DATA_DIR: dataDir, PORT: String(port), LOG_FORMAT: 'json' },
  stdio: ['ignore', 'pipe', 'inherit'],
});
const stopped = new Promise((resolve) => demo.once('exit', resolve));
try {
  const { url, coach, password } = await untilReady();
  await mkdir(FOLDER, { recursive: true });
  const browser = await launchChromium();
  try {
    for (const look of ['light', 'dark'] as const) {
      const context = await browser.newContext({
        baseURL: url,
        viewport: { width: 1440, height: 900 },
        colorScheme: look,
      });
      // With the face of Latin letters, as on every visit but the first.
      await context.addCookies([{ name: 'ekiden_face', value: 'kept', url }]);
      await context.request.post('/api/v1/auth/cookie-session', {
        data: { email: coach, password },
        headers: { 'X-Ekiden-Console': '1', origin: url },
      });
      const page = await context.newPage();
      await page.goto('/console/');
      await page.getByRole('heading', { name: 'Triage' }).waitFor();
      // The evidence comes last.
      await page.getByRole('heading', { name: 'This week' }).waitFor();
      await page.screenshot({ path: join(FOLDER, `triage-${look}.png`) });
      await context.close();
    }
  } finally {
    await browser.close();
  }
} finally {
  demo.kill();
  await stopped;
  await rm(dataDir, { recursive: true, force: true });
}

type Facts = { readonly url: string; readonly coach: string; readonly password: string };

/** The demo says in its log when it serves, and whom one may be. */
async function untilReady(): Promise<Facts> {
  for await (const line of createInterface({ input: demo.stdout })) {
    const entry = JSON.parse(line) as Facts & { readonly msg: string };
    if (entry.msg === 'ready') return entry;
  }
  throw new Error('The demo has ended.');
}
