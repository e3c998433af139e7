import type { BrowserContext } from 'playwright-core';
import type { Bench } from '../bench.ts';
import { measuredRow, median } from '../row.ts';
import {
  openBrowser,
  openPage,
  openProfile,
  SLOWER,
  type TraceEvent,
  traced,
  untilQuiet,
} from '../stage/console-page.ts';
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
    const detail = `from asking for the page until the first athletes are on the screen, by the trace, median of ${cold.length}; processor slowed ${SLOWER} ×; ${club.members} members`;
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

/** In the page: marks the frame that the first athlete of the list is drawn in. */
const MARK = 'first athlete';
const MARK_FRAME = `(() => {
  const look = () => {
    if (document.querySelector('[id^="triage-"][href]') === null) return requestAnimationFrame(look);
    performance.mark(${JSON.stringify(MARK)});
    requestAnimationFrame(() => requestAnimationFrame(() => console.debug(${JSON.stringify(MARK)})));
  };
  look();
})()`;

/** From asking for the page until the frame with the first athlete was on the screen, by the browser's trace, in milliseconds. */
async function timePaint(profile: BrowserContext, path: string): Promise<number> {
  const { page, protocol } = await openPage(profile, SLOWER);
  await page.addInitScript(MARK_FRAME);
  const events = await traced(protocol, ['blink.user_timing', 'cc', 'benchmark'], async () => {
    // Until then nothing is asked of the page, since whatever asks puts a large script into it first, which the page would have to run.
    const drawn = page.waitForEvent('console', (message) => message.text() === MARK);
    await page.goto(path, { waitUntil: 'commit' });
    await drawn;
  });
  // What is kept for the next time is kept by then.
  await page.evaluate('navigator.serviceWorker.ready.then(() => undefined)');
  await untilQuiet(page, QUIET_MS);
  await page.close();
  return paintedAfter(events, path);
}

type OfNavigation = { readonly documentLoaderURL?: string };
type OfFrame = { readonly state: string };

function paintedAfter(events: readonly TraceEvent[], path: string): number {
  const asked = events.find(
    ({ name, args }) =>
      name === 'navigationStart' &&
      (args?.data as OfNavigation | undefined)?.documentLoaderURL?.endsWith(path),
  );
  const marked = events.find(({ name }) => name === MARK);
  if (asked === undefined || marked === undefined) throw new Error('The page was not traced.');
  // A frame's report begins before the page draws it and ends when it is on the screen; the browser uses its ids again.
  const reports = events
    .filter(({ name }) => name === 'PipelineReporter')
    .toSorted((one, other) => one.ts - other.ts);
  const shown = reports.flatMap((report, place) => {
    const { state } = (report.args?.frame_reporter ?? { state: '' }) as OfFrame;
    if (report.ph !== 'b' || state !== 'STATE_PRESENTED_ALL' || report.ts > marked.ts) return [];
    const end = reports.slice(place).find(({ ph, id2 }) => ph === 'e' && id2?.local === report.id2?.local);
    return end !== undefined && end.ts > marked.ts ? [end.ts] : [];
  });
  if (shown.length === 0) throw new Error('No frame with the first athlete was drawn.');
  return (Math.min(...shown) - asked.ts) / 1_000;
}
