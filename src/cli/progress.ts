import type { CommandContext } from './terminal.ts';

type Step = {
  readonly stage: string;
  readonly done: number;
  readonly total: number | null;
  readonly unit: string;
};

/** On a terminal one line is written over; elsewhere a new one comes this often. */
const TERMINAL_EVERY_MS = 200;
const LINE_EVERY_MS = 5_000;
/** A rate of less is none. */
const LEAST_MEASURED_MS = 1_000;

/**
 * Shows how long work goes on: how much is done, how fast, and how long the rest of a stage takes at that rate. Beside what the
 * command prints, which a program may read.
 *
 * @param now in milliseconds, from any beginning
 */
export function showProgress(
  { complain, status }: Pick<CommandContext, 'complain' | 'status'>,
  now: () => number = () => performance.now(),
): { step(step: Step): void; end(): void } {
  let stage = '';
  let began = 0;
  let shown = Number.NEGATIVE_INFINITY;
  const every = status === undefined ? LINE_EVERY_MS : TERMINAL_EVERY_MS;
  return {
    step(step) {
      const at = now();
      if (step.stage !== stage) {
        stage = step.stage;
        began = at;
        // A stage that is over before the first line is due needs none.
        shown = status === undefined ? at : Number.NEGATIVE_INFINITY;
      }
      if (at - shown < every) return;
      shown = at;
      const line = describe(step, at - began);
      if (status === undefined) complain(line);
      else status(line);
    },
    end: () => status?.(''),
  };
}

function describe({ stage, done, total, unit }: Step, took_ms: number): string {
  const counted = total === null ? count(done) : `${count(done)} of ${count(total)}`;
  const parts = [`${stage}: ${counted} ${unit}`.trimEnd()];
  if (took_ms >= LEAST_MEASURED_MS && done > 0) {
    const each_s = (done / took_ms) * 1_000;
    parts.push(`${count(each_s < 10 ? Number(each_s.toFixed(1)) : Math.round(each_s))} a second`);
    if (total !== null && total > done) parts.push(`${duration((total - done) / each_s)} left`);
  }
  return parts.join(', ');
}

const count = (number: number): string => number.toLocaleString('en');

/** `1:05`, `2:00:00`. */
function duration(seconds: number): string {
  const whole = Math.ceil(seconds);
  const [hours, minutes] = [Math.floor(whole / 3_600), Math.floor(whole / 60) % 60];
  const two = (number: number): string => String(number).padStart(2, '0');
  return hours > 0 ? `${hours}:${two(minutes)}:${two(whole % 60)}` : `${minutes}:${two(whole % 60)}`;
}
