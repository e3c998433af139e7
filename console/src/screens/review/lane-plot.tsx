import { useLayoutEffect, useRef, useSyncExternalStore } from 'react';
import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import style from './lanes.module.css';
import { decimate, LANES, type LaneName, type Samples, type Values } from './samples.ts';

const NO_AXIS: uPlot.Axis = { show: false };

/** The line of a lane, drawn on a canvas. What stands around it are elements. */
export function LanePlot(props: {
  readonly lane: LaneName;
  readonly samples: Samples;
  readonly positions: readonly number[];
  readonly values: Values;
  readonly slots: readonly number[];
  readonly low: number;
  readonly high: number;
  readonly width: number;
  readonly height: number;
}) {
  const { lane, samples, positions, values, slots, low, high, width, height } = props;
  const host = useRef<HTMLDivElement>(null);
  const look = useLook();
  useLayoutEffect(() => {
    const element = host.current;
    if (element === null || width <= 0) return;
    const color = colorsOf(element, look)[lane];
    const plot = new uPlot(
      {
        width,
        height,
        padding: [0, 0, 0, 0],
        legend: { show: false },
        cursor: { show: false },
        axes: [NO_AXIS, NO_AXIS],
        scales: {
          x: { time: false, range: [positions[0] ?? 0, positions.at(-1) ?? 1] },
          y: { range: [low, high] },
        },
        series: [{}, { stroke: color, width: 1.5, points: { show: false }, spanGaps: false }],
      },
      decimate(samples, positions, values, slots),
      element,
    );
    return () => plot.destroy();
  }, [samples, positions, values, slots, low, high, width, height, look, lane]);
  return <div ref={host} className={style.plot} data-lane={lane} />;
}

type Colors = Readonly<Record<LaneName, string>>;
let known: { readonly look: string; readonly colors: Colors } | undefined;

/** The colours of all lanes as they are now, asked for once for all: each question lays out the page anew. */
function colorsOf(within: Element, look: string): Colors {
  if (known?.look === look) return known.colors;
  const probes = LANES.map((lane) => {
    const probe = document.createElement('i');
    probe.className = style.plot ?? '';
    probe.dataset.lane = lane;
    within.append(probe);
    return [lane, probe] as const;
  });
  const colors = Object.fromEntries(probes.map(([lane, probe]) => [lane, getComputedStyle(probe).color]));
  for (const [, probe] of probes) probe.remove();
  known = { look, colors: colors as Colors };
  return known.colors;
}

const QUERIES = ['(prefers-color-scheme: dark)', '(forced-colors: active)'];

function lookNow(): string {
  const { look = '' } = document.documentElement.dataset;
  return [look, ...QUERIES.map((query) => matchMedia(query).matches)].join(' ');
}

function onLookChange(change: () => void): () => void {
  const queries = QUERIES.map((query) => matchMedia(query));
  for (const query of queries) query.addEventListener('change', change);
  const root = new MutationObserver(change);
  root.observe(document.documentElement, { attributeFilter: ['data-look'] });
  return () => {
    for (const query of queries) query.removeEventListener('change', change);
    root.disconnect();
  };
}

/** Changes whenever colours do: a canvas does not follow them by itself. */
function useLook(): string {
  return useSyncExternalStore(onLookChange, lookNow);
}
