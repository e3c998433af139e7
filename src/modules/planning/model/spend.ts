import type { Clock } from '../../../shared/time.ts';
import type { Budget } from './limits.ts';

/** What is left of time, calls and tokens. */
export type Spend = {
  /** Milliseconds that are left, 0 at least. */
  msLeft(): number;
  /** Takes what a call may use at most, whatever it really uses: false, and nothing taken, where there is not so much left. */
  take(tokens: number): boolean;
  /** So many more tokens for each call that is left. */
  allow(tokens_a_call: number): void;
};

export function startSpending(clock: Clock, ms: number, { calls, tokens }: Budget): Spend {
  const end = clock.now().getTime() + ms;
  let [callsLeft, tokensLeft] = [calls, tokens];
  const msLeft = (): number => Math.max(0, end - clock.now().getTime());
  return {
    msLeft,
    take: (wanted) => {
      if (callsLeft < 1 || tokensLeft < wanted || msLeft() === 0) return false;
      callsLeft -= 1;
      tokensLeft -= wanted;
      return true;
    },
    allow: (tokens) => {
      tokensLeft += callsLeft * tokens;
    },
  };
}
