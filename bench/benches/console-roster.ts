import type { CDPSession, Page } from 'playwright-core';
import type { Bench } from '../bench.ts';
import { measuredRow, median } from '../row.ts';
import { openBrowser, openPage, openProfile, SLOWER, traced, untilQuiet } from '../stage/console-page.ts';
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
/** How often each filter is timed, after a first time that does not count. */
const ROUNDS = 3;
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
    'console-roster-scroll-missing',
    'console-roster-scroll-page',
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
    const scrolled = await scroll(page, protocol);
    context.log(`filters ${shown(filter_ms)} ms; slowed ${shown(slowed_ms)} ms`);
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
        value: Math.max(...filter_ms.map(median)),
        unit: 'ms',
        bar: { is: '<=', value: FILTER_LIMIT_MS },
        detail: `from typing to the frame with the rows: the slowest of ${filter_ms.length} filters, each the median of ${ROUNDS} goes; ${members}`,
      }),
      measuredRow({
        name: 'console-roster-filter-slowed',
        value: median(slowed_ms.flat()),
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
        value: scrolled.drawn_per_s,
        unit: 'frames/s',
        bar: { is: '>=', value: LEAST_FPS },
        detail: `drawn while scrolling by ${SCROLL_PX_PER_S} px/s, by the trace; ${slowed}; ${members}`,
      }),
      measuredRow({
        name: 'console-roster-scroll-missing',
        value: scrolled.incomplete,
        unit: 'frames',
        bar: { is: '<=', value: 0 },
        detail: `of those, in which anything in view was not there yet; ${slowed}; ${members}`,
      }),
      measuredRow({
        name: 'console-roster-scroll-page',
        value: scrolled.by_page_per_s,
        unit: 'frames/s',
        detail: `in which the page’s own thread put further rows in; ${slowed}; ${members}`,
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

const shown = (times: readonly (readonly number[])[]): string =>
  times.map((goes) => goes.map(Math.round).join(' ')).join(', ');

/** From each text in the field to the frame in which the rows for it are drawn: for each filter the milliseconds of all goes. */
async function filterTimes(page: Page): Promise<number[][]> {
  const times = FILTERS.map((): number[] => []);
  for (let round = 0; round <= ROUNDS; round += 1)
    for (const [index, typed] of FILTERS.entries()) {
      const time_ms = await page.evaluate<number>(`(${TIME_FILTER})(${JSON.stringify(typed)})`);
      // The first round pays for what later ones reuse, such as compiled code.
      if (round > 0) times[index]?.push(time_ms);
    }
  return times;
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

type Scrolled = {
  readonly drawn_per_s: number;
  readonly incomplete: number;
  readonly by_page_per_s: number;
};

/** Scrolls by the wheel. The browser moves what it has on a thread of its own, while the page's puts further rows in. */
async function scroll(page: Page, protocol: CDPSession): Promise<Scrolled> {
  const box = await page.getByRole('grid').boundingBox();
  if (box === null) throw new Error('The roster is not there.');
  await page.evaluate(WATCH_ROWS);
  const categories = ['cc', 'benchmark', 'disabled-by-default-devtools.timeline.frame'];
  const events = await traced(protocol, categories, async () => {
    await protocol.send('Input.synthesizeScrollGesture', {
      x: box.x + box.width / 2,
      y: box.y + box.height / 2,
      yDistance: -SCROLLED_PX,
      speed: SCROLL_PX_PER_S,
      preventFling: true,
    });
  });
  const seen = await page.evaluate<SeenRows[]>('globalThis.seen_rows');
  const during_s = SCROLLED_PX / SCROLL_PX_PER_S;
  const drawn = new Map<number, boolean>();
  for (const { name, ph, args } of events) {
    const frame = args?.frame_reporter as FrameReport | undefined;
    if (name !== 'PipelineReporter' || ph !== 'b' || frame === undefined) continue;
    if (frame.scroll_state === 'SCROLL_NONE' || !frame.state.startsWith('STATE_PRESENTED')) continue;
    const { frame_sequence, checkerboarded_needs_raster, checkerboarded_needs_record } = frame;
    const isIncomplete =
      frame.has_missing_content || checkerboarded_needs_raster || checkerboarded_needs_record;
    drawn.set(frame_sequence, isIncomplete || drawn.get(frame_sequence) === true);
  }
  // What a frame of the page put in is what is there until the next but one is drawn, however far the list has moved by then.
  const late = seen.filter(({ end_px }, index) => {
    const then = seen[index + 2];
    return then !== undefined && then.top_px + then.height_px > end_px;
  });
  return {
    drawn_per_s: drawn.size / during_s,
    incomplete: [...drawn.values()].filter((isIncomplete) => isIncomplete).length + late.length,
    by_page_per_s: seen.length / during_s,
  };
}

type FrameReport = {
  readonly frame_sequence: number;
  readonly state: string;
  readonly scroll_state: string;
  readonly has_missing_content: boolean;
  readonly checkerboarded_needs_raster: boolean;
  readonly checkerboarded_needs_record: boolean;
};

type SeenRows = {
  readonly top_px: number;
  readonly height_px: number;
  readonly end_px: number;
};

/** In the page: at each of its frames while the list moves, how far it is scrolled, and where the last row that is there ends. */
const WATCH_ROWS = `(() => {
  const grid = document.querySelector('[role=grid]');
  globalThis.seen_rows = [];
  let before = grid.scrollTop;
  const note = () => {
    if (grid.scrollTop !== before) {
      before = grid.scrollTop;
      const rows = [...grid.querySelectorAll('[role=rowgroup] > [role=row]')];
      const from = grid.getBoundingClientRect().top;
      const end = Math.max(...rows.map((row) => row.getBoundingClientRect().bottom)) - from;
      globalThis.seen_rows.push({ top_px: before, height_px: grid.clientHeight, end_px: before + end });
    }
    requestAnimationFrame(note);
  };
  requestAnimationFrame(note);
})()`;
