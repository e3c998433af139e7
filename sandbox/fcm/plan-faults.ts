import type { Answer } from './answers.ts';

/** The two calls that there are. */
export type CallName = 'token' | 'send';

export type Fault = {
  /** How many calls; without it all of them, until the faults are cleared. */
  readonly times?: number;
} & (
  | { readonly kind: 'says'; readonly answer: Answer }
  /** Any text, which calls itself JSON or HTML. */
  | { readonly kind: 'text'; readonly status: number; readonly text: string }
  /** The call waits until a promise of the test's is kept, and goes on well. */
  | { readonly kind: 'held'; readonly until: Promise<unknown> }
  /** The line is cut before anything is done; an answer has half of its body; none ever comes. */
  | { readonly kind: 'drop' | 'half' | 'silent' }
);

export type Faults = {
  add(call: CallName, fault: Fault): void;
  /** Everything goes well again. */
  clear(): void;
  /** What goes wrong with this call: the oldest fault that holds for it. */
  take(call: CallName): Fault | undefined;
};

export function planFaults(): Faults {
  let planned: { call: CallName; fault: Fault; left: number }[] = [];
  return {
    add: (call, fault) => {
      planned.push({ call, fault, left: fault.times ?? Number.POSITIVE_INFINITY });
    },
    clear: () => {
      planned = [];
    },
    take: (call) => {
      const found = planned.find((one) => one.call === call && one.left > 0);
      if (found === undefined) return undefined;
      found.left -= 1;
      return found.fault;
    },
  };
}
