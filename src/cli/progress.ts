import { SECOND_MS } from '../shared/time.ts';

const TERMINAL_EVERY_MS = 200;
/** Of a log that somebody may read later, few lines are enough. */
const LINE_EVERY_MS = 10 * SECOND_MS;

export type ProgressReport = {
  /** @param total null where nobody knows it */
  tell(what: string, done: number, total: number | null): void;
  /** Takes the last line away, where it stands on a terminal. */
  end(): void;
};

/** How far a long command has come: one line that changes on a terminal, elsewhere a line now and then. */
export function reportProgress(options: {
  readonly isTerminal: boolean;
  readonly write: (text: string) => void;
}): ProgressReport {
  const { isTerminal, write } = options;
  let stage = '';
  let begun_ms = 0;
  let told_ms = performance.now();
  const clear = isTerminal ? '\r\u001b[2K' : '';
  return {
    tell: (what, done, total) => {
      const now_ms = performance.now();
      if (what !== stage) {
        stage = what;
        begun_ms = now_ms;
      }
      if (now_ms - told_ms < (isTerminal ? TERMINAL_EVERY_MS : LINE_EVERY_MS)) return;
      told_ms = now_ms;
      write(
        `${clear}${describe(what, { done, total, spent_s: (now_ms - begun_ms) / SECOND_MS })}${isTerminal ? '' : '\n'}`,
      );
    },
    end: () => {
      if (isTerminal) write(clear);
    },
  };
}

function describe(
  what: string,
  { done, total, spent_s }: { done: number; total: number | null; spent_s: number },
): string {
  const rate = spent_s < 1 ? 0 : done / spent_s;
  const share =
    total === null || total === 0 ? '' : ` of ${amount(total)} (${Math.floor((done / total) * 100)} %)`;
  const left_s = total === null || rate === 0 ? null : Math.max(0, Math.ceil((total - done) / rate));
  return [
    `${what}: ${amount(done)}${share}`,
    ...(rate === 0 ? [] : [`${amount(Math.round(rate))} a second`]),
    ...(left_s === null ? [] : [`${Math.floor(left_s / 60)}:${String(left_s % 60).padStart(2, '0')} left`]),
  ].join(', ');
}

const amount = (count: number): string => count.toLocaleString('en');
