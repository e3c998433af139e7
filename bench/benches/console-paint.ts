import type { BrowserContext } from 'playwright-core';
import type { Bench } from '../bench.ts';
import { measuredRow, median } from '../row.ts';
import { openBrowser, openPage, openProfile, SLOWER, untilQuiet } from '../stage/console-page.ts';
import { openLargeClub } from '../stage/large-club.ts';
import { renewTriage } from '../stage/renew-triage.ts';

const COLD_LIMIT_MS = 2_000;
const WARM_LIMIT_MS = 600;
const QUIET_MS = 2_000;
const MEMBERS = 500;

/** How long a coach looks at an empty page who opens the console in the morning. */
export const consolePaint: Bench = {
  name: 'console-paint',
  rows: ['console-paint-cold', 'console-paint-warm'],
  run: async (context) => {
    const browser = await openBrowser(context);
    const club = await openLargeClub(context, MEMBERS);
    await renewTriage(context, club);
    const path = `/console/o/${club.org_id}/triage`;
    const cold: number[] = [];
    const warm: number[] = [];
    for (let round = 0; round <= (context.quick ? 2 : 5); round++) {
      const profile = await openProfile(browser, { port: club.port, token: club.coach_token });
      const times = [await timePaint(profile, path), await timePaint(profile, path)] as const;
      await profile.close();
      context.log(`round ${round}: cold ${times[0].toFixed(0)} ms, warm ${times[1].toFixed(0)} ms`);
      // The first one makes the server ready.
      if (round === 0) continue;
      cold.push(times[0]);
      warm.push(times[1]);
    }
    const detail = `from asking for the page to the frame with the first athletes, median of ${cold.length}; processor slowed ${SLOWER} ×; ${club.members} members`;
    return [
      measuredRow({
        name: 'console-paint-cold',
        value: median(cold),
        unit: 'ms',
        bar: { is: '<=', value: COLD_LIMIT_MS },
        detail: `${detail}; nothing kept in the browser`,
      }),
      measuredRow({
        name: 'console-paint-warm',
        value: median(warm),
        unit: 'ms',
        bar: { is: '<=', value: WARM_LIMIT_MS },
        detail: `${detail}; with what the visit before left in the browser`,
      }),
    ];
  },
};

/** Notes when the first athlete of the list is drawn. */
const NOTE_PAINT = `(() => {
  const look = () => {
    if (document.querySelector('[id^="triage-"][href]') === null) requestAnimationFrame(look);
    else requestAnimationFrame(() => { globalThis.painted_at = performance.now(); });
  };
  look();
})()`;

async function timePaint(profile: BrowserContext, path: string): Promise<number> {
  const { page } = await openPage(profile, SLOWER);
  await page.addInitScript(NOTE_PAINT);
  await page.goto(path);
  await page.locator('[id^="triage-"][href]').first().waitFor();
  const painted_ms = await page.evaluate<number>(
    'new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve(globalThis.painted_at))))',
  );
  // What is kept for the next time is kept by then.
  await page.evaluate('navigator.serviceWorker.ready.then(() => undefined)');
  await untilQuiet(page, QUIET_MS);
  await page.close();
  return painted_ms;
}
