import type { CDPSession, Page } from 'playwright-core';
import type { Bench } from '../bench.ts';
import { measuredRow, median } from '../row.ts';
import { openBrowser, openPage, openProfile, SLOWER, untilQuiet } from '../stage/console-page.ts';
import { openLargeClub } from '../stage/large-club.ts';

const MOST_ROWS = 80;
const FILTER_LIMIT_MS = 50;
const MEMORY_LIMIT_MB = 120;
const LEAST_FPS = 55;
/** Every page of everything is there when nothing was asked for during so long. */
const QUIET_MS = 4_000;

/** Each narrows or widens what is shown, so that each is drawn. */
const FILTERS = [
  'level:beginner',
  'group:"group 7"',
  '77',
  'label:juniors no:plan',
  '',
  'yuki 1',
  'has:group',
];
const SCROLLED_PX = 12_000;
const SCROLL_PX_PER_S = 2_400;

/** What the roster of a large club is like in a browser: rows in the page, filtering, memory and scrolling. */
export const consoleRoster: Bench = {
  name: 'console-roster',
  rows: [
    'console-roster-rows',
    'console-roster-filter',
    'console-roster-filter-slowed',
    'console-roster-memory',
    'console-roster-scroll',
  ],
  run: async (context) => {
    const browser = await openBrowser(context);
    const club = await openLargeClub(context);
    const profile = await openProfile(browser, { port: club.port, token: club.coach_token });
    const { page, protocol } = await openPage(profile, 1);
    await page.goto(`/console/o/${club.org_id}/roster`);
    await page.getByRole('grid', { name: 'Roster' }).waitFor();
    await untilQuiet(page, QUIET_MS);
    const rows = await page.locator('[role=grid] [role=row]').count();
    const memory_mb = await heapOf(protocol);
    const filter_ms = await filterTimes(page);
    await protocol.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
    const slowed_ms = await filterTimes(page);
    const fps = await scrollRate(page, protocol);
    context.log(
      `filters ${filter_ms.map(Math.round).join()} ms, slowed ${slowed_ms.map(Math.round).join()} ms`,
    );
    const members = `${club.members.toLocaleString('en')} athletes${context.quick ? '; quick' : ''}`;
    const slowed = `processor slowed ${SLOWER} ×`;
    return [
      measuredRow({
        name: 'console-roster-rows',
        value: rows,
        unit: 'rows',
        bar: { is: '<=', value: MOST_ROWS },
        detail: `in the page at once, of ${members}`,
      }),
      measuredRow({
        name: 'console-roster-filter',
        value: Math.max(...filter_ms),
        unit: 'ms',
        bar: { is: '<=', value: FILTER_LIMIT_MS },
        detail: `from typing to the frame with the rows, the slowest of ${filter_ms.length} filters; ${members}`,
      }),
      measuredRow({
        name: 'console-roster-filter-slowed',
        value: median(slowed_ms),
        unit: 'ms',
        detail: `the same, median, ${slowed}`,
      }),
      measuredRow({
        name: 'console-roster-memory',
        value: memory_mb,
        unit: 'MB',
        bar: { is: '<=', value: MEMORY_LIMIT_MB },
        detail: `heap of the page with all of them fetched, garbage collected; ${members}`,
      }),
      measuredRow({
        name: 'console-roster-scroll',
        value: fps,
        unit: 'frames/s',
        bar: { is: '>=', value: LEAST_FPS },
        detail: `that the page’s own thread drew while scrolling by ${SCROLL_PX_PER_S} px/s; ${slowed}; ${members}`,
      }),
    ];
  },
};

async function heapOf(protocol: CDPSession): Promise<number> {
  await protocol.send('HeapProfiler.enable');
  await protocol.send('HeapProfiler.collectGarbage');
  const { usedSize } = await protocol.send('Runtime.getHeapUsage');
  return usedSize / 1_000_000;
}

/** From each text in the field to the frame in which the rows for it are drawn, in milliseconds. */
async function filterTimes(page: Page): Promise<number[]> {
  const times: number[] = [];
  // The first round is not counted: it pays for what later rounds reuse, such as compiled code.
  for (const typed of [...FILTERS, ...FILTERS, ...FILTERS]) {
    times.push(await page.evaluate<number>(`(${TIME_FILTER})(${JSON.stringify(typed)})`));
  }
  return times.slice(FILTERS.length);
}

const TIME_FILTER = `(typed) => new Promise((resolve) => {
  const field = document.querySelector('main input');
  const grid = document.querySelector('[role=grid]').parentElement;
  const begun = performance.now();
  const seen = new MutationObserver(() => {
    seen.disconnect();
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => resolve(performance.now() - begun);
      port2.postMessage(null);
    });
  });
  seen.observe(grid, { subtree: true, attributes: true, attributeFilter: ['aria-rowcount'], childList: true });
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value').set.call(field, typed);
  field.dispatchEvent(new InputEvent('input', { bubbles: true }));
})`;

/** Frames a second that the page's thread drew while the list was scrolled by its wheel. */
async function scrollRate(page: Page, protocol: CDPSession): Promise<number> {
  const box = await page.getByRole('grid').boundingBox();
  if (box === null) throw new Error('The roster is not there.');
  await page.evaluate(`globalThis.frames_at = []; (function note(at) {
    globalThis.frames_at.push(at);
    requestAnimationFrame(note);
  })(performance.now())`);
  await protocol.send('Input.synthesizeScrollGesture', {
    x: box.x + box.width / 2,
    y: box.y + box.height / 2,
    yDistance: -SCROLLED_PX,
    speed: SCROLL_PX_PER_S,
    preventFling: true,
  });
  const frames = await page.evaluate<number[]>('globalThis.frames_at');
  const end = frames.at(-1) ?? 0;
  const during = frames.filter((at) => at > end - (SCROLLED_PX / SCROLL_PX_PER_S) * 1_000);
  return ((during.length - 1) / (end - (during[0] ?? 0))) * 1_000;
}
