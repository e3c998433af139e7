import { matchSteps } from '../../src/modules/calendars/planned-against-done/match-worker.ts';
import { runIntervals } from '../../src/test/synthetic-intervals.ts';
import type { Bench } from '../bench.ts';
import { measuredRow, median } from '../row.ts';

const ROW = 'match-steps-vs-parse';
/** Forty repetitions of five minutes with a minute of rest: with warm-up and cool-down four and a half hours. */
const SESSION = {
  seed: 4,
  count: 40,
  work: { duration_s: 300 },
  rest_s: 60,
  rest: 'jog',
  easy_mps: 2.9,
  faster: 1.25,
} as const;

/** Holding a plan against hours of samples, the reading of them included, against reading them and nothing else. */
export const matchStepsBench: Bench = {
  name: 'match-steps',
  rows: [ROW],
  run: async ({ quick }) => {
    const { planned, samples } = runIntervals(SESSION, { noise: 0.05, lasting: 0.9, laps: 'none' });
    const { time_s = [], distance_m = [], heart_rate_bpm = [] } = samples ?? {};
    const altitude_m = time_s.map((second) => Math.round(1_000 + 200 * Math.sin(second / 300)) / 10);
    const speed_mps = distance_m.map((at, index) => (at ?? 0) - (distance_m[index - 1] ?? at ?? 0));
    const streams = JSON.stringify({ time_s, distance_m, altitude_m, speed_mps, heart_rate_bpm });
    const task = {
      planned,
      recordings: [{ activity_id: 'one', is_run: true, whole: null, laps: [], streams }],
      runner: { paces: null, heart_rates: null },
    };
    const times = { match: [] as number[], parse: [] as number[] };
    const timed = (into: number[], work: () => unknown): void => {
      const start = performance.now();
      work();
      into.push(performance.now() - start);
    };
    let found = 0;
    for (let round = 0; round < (quick ? 12 : 60); round += 1) {
      const measured = round < 5 ? { match: [], parse: [] } : times;
      timed(measured.parse, () => JSON.parse(streams));
      timed(measured.match, () => {
        const { steps } = matchSteps(task);
        found = steps.filter(({ step, status }) => step.kind === 'work' && status === 'matched').length;
      });
    }
    const [match, parse] = [median(times.match), median(times.parse)];
    return [
      measuredRow({
        name: ROW,
        value: match / parse,
        unit: 'x',
        bar: { is: '<=', value: 60 },
        detail:
          `${match.toFixed(1)} ms for ${time_s.length} samples (${(streams.length / 1_000).toFixed(0)} kB) and 82 steps, ${found} of 40 repetitions ` +
          `found, against ${parse.toFixed(1)} ms of JSON.parse alone; medians of ${times.match.length} rounds in turns${quick ? '; quick' : ''}`,
      }),
    ];
  },
};
