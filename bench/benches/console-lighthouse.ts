import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createInterface } from 'node:readline';
import lighthouse from 'lighthouse';
import { type Browser, chromium } from 'playwright-core';
import { type Bench, type BenchContext, MissingError } from '../bench.ts';
import { measuredRow, median, type Row } from '../row.ts';
import { freePort } from '../stage/process.ts';
import { throwAwayFolder } from '../stage/throw-away.ts';

const CHROMIUM = process.env.CHROMIUM ?? '/usr/bin/chromium';
const BARS = { performance: 95, accessibility: 100, 'best-practices': 100 } as const;
type Category = keyof typeof BARS;
const CATEGORIES = Object.keys(BARS) as Category[];

const PAGES = [
  { name: 'sign-in', by: null, pathIn: () => '/sign-in' },
  { name: 'triage', by: 'coach', pathIn: (org_id: string) => `/console/o/${org_id}/triage` },
  { name: 'today', by: 'athlete', pathIn: () => '/console/today' },
] as const;

/** What Lighthouse says of the first pages that people open, on a mid-range phone over slow 4G, as it simulates both. */
export const consoleLighthouse: Bench = {
  name: 'console-lighthouse',
  rows: PAGES.flatMap(({ name }) => CATEGORIES.map((category) => `${name}-${category}`)),
  run: async (context) => {
    if (!existsSync(CHROMIUM)) throw new MissingError(`no browser at ${CHROMIUM} (Debian: chromium)`);
    const demo = await startDemo(context);
    const rows: Row[] = [];
    for (const { name, by, pathIn } of PAGES) {
      const cookie = by === null ? null : await sessionCookie(demo, demo[by]);
      const path = pathIn(cookie === null ? '' : await ownOrganization(demo, cookie));
      const rounds: Record<Category, number>[] = [];
      for (let round = 0; round < (context.quick ? 1 : 3); round += 1)
        rounds.push(await judge(context, `${demo.url}${path}`, cookie));
      for (const category of CATEGORIES)
        rows.push(
          measuredRow({
            name: `${name}-${category}`,
            value: median(rounds.map((scores) => scores[category])),
            unit: 'of 100',
            bar: { is: '>=', value: BARS[category] },
            detail: `median of ${rounds.length} of Lighthouse's ${category} for ${path}, phone, first visit`,
          }),
        );
    }
    return rows;
  },
};

type Demo = {
  readonly url: string;
  readonly coach: string;
  readonly athlete: string;
  readonly password: string;
};

async function startDemo(context: BenchContext): Promise<Demo> {
  const DATA_DIR = await throwAwayFolder(context);
  const demo = spawn(process.execPath, ['src/cli.mjs', 'demo'], {
    env: { ...process.env, DATA_DIR, PORT: String(await freePort()), LOG_FORMAT: 'json' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise((resolve) => demo.once('exit', resolve));
  context.cleanup.defer(async () => {
    demo.kill();
    await ended;
  });
  for await (const line of createInterface({ input: demo.stdout })) {
    const entry = JSON.parse(line) as Demo & { readonly msg: string };
    if (entry.msg === 'ready') return entry;
    context.log(entry.msg);
  }
  throw new Error('The demo has ended.');
}

async function sessionCookie({ url, password }: Demo, email: string): Promise<string> {
  const answer = await fetch(`${url}/api/v1/auth/cookie-session`, {
    method: 'POST',
    body: JSON.stringify({ email, password }),
    headers: { 'content-type': 'application/json', 'X-Ekiden-Console': '1', origin: url },
  });
  const [cookie] = answer.headers.getSetCookie();
  if (answer.status !== 200 || cookie === undefined) throw new Error(`Signing in answered ${answer.status}.`);
  return cookie.split(';')[0] ?? '';
}

async function ownOrganization({ url }: Demo, cookie: string): Promise<string> {
  const answer = await fetch(`${url}/api/v1/users/me/memberships`, {
    headers: { cookie, 'X-Ekiden-Console': '1', origin: url, 'sec-fetch-site': 'same-origin' },
  });
  const { data } = (await answer.json()) as { data: { memberships: { org_id: string }[] } };
  const [membership] = data.memberships;
  if (membership === undefined) throw new Error('The demo’s coach is in no organization.');
  return membership.org_id;
}

/** One visit with an empty cache. */
async function judge(
  context: BenchContext,
  url: string,
  cookie: string | null,
): Promise<Record<Category, number>> {
  const port = await freePort();
  const browser = await chromium.launch({
    executablePath: CHROMIUM,
    args: ['--no-sandbox', `--remote-debugging-port=${port}`],
  });
  try {
    // As a header it would be missing from what the service worker fetches.
    if (cookie !== null) await keepCookie(browser, url, cookie);
    const result = await lighthouse(url, {
      port,
      output: 'json',
      logLevel: 'error',
      onlyCategories: CATEGORIES,
    });
    if (result === undefined) throw new Error(`Lighthouse said nothing of ${url}.`);
    const { categories, audits } = result.lhr;
    for (const category of CATEGORIES)
      for (const { id, weight } of categories[category]?.auditRefs ?? []) {
        const { score, title } = audits[id] ?? { score: null, title: id };
        if (weight > 0 && score !== null && score < 0.9)
          context.log(`${url}: ${category}: ${title} (${score})`);
      }
    return Object.fromEntries(
      CATEGORIES.map((category) => [category, Math.round((categories[category]?.score ?? 0) * 100)]),
    ) as Record<Category, number>;
  } finally {
    await browser.close();
  }
}

/** Lighthouse visits with what the browser keeps, and forgets everything else. */
async function keepCookie(browser: Browser, url: string, cookie: string): Promise<void> {
  const [name = '', ...value] = cookie.split('=');
  const devtools = await browser.newBrowserCDPSession();
  await devtools.send('Storage.setCookies', {
    cookies: [{ url, name, value: value.join('='), path: '/', httpOnly: true, sameSite: 'Strict' }],
  });
  await devtools.detach();
}
