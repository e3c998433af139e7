import type { Answer } from './answers.ts';

/** What goes wrong with a call, or with a post to an app. */
export type Fault = {
  /** How many calls; without it all of them, until the faults are cleared. */
  readonly times?: number;
  /** How many calls go well before. */
  readonly skip?: number;
  /** The call is carried out, and only its answer is lost. What comes late or in part is always of one. */
  readonly after_work?: boolean;
} & (
  | { readonly kind: 'slow'; readonly ms: number }
  /** The call waits until a promise of the test's is kept, and goes on well. */
  | { readonly kind: 'held'; readonly until: Promise<unknown> }
  /** Refused, in the words of the platform. */
  | { readonly kind: 'status'; readonly status: number }
  /** Another answer; text calls itself JSON unless its headers say otherwise. */
  | {
      readonly kind: 'says';
      readonly status?: number;
      readonly body: string;
      readonly headers?: Answer['headers'];
    }
  | { readonly kind: 'html'; readonly status?: number }
  | { readonly kind: 'redirect'; readonly to: string }
  /** The line is cut at once; in the middle of a body; a body stops in its middle, never ends, never begins. */
  | { readonly kind: 'drop' | 'half' | 'drip' | 'endless' | 'silent' }
);

/** @param apart calls that faults of all calls do not befall */
export function planFaults<Call extends string>(...apart: readonly Call[]) {
  let planned: { call: Call | 'all'; fault: Fault; skip: number; left: number }[] = [];
  const add = (call: Call | 'all', fault: Fault): void => {
    planned.push({ call, fault, skip: fault.skip ?? 0, left: fault.times ?? Number.POSITIVE_INFINITY });
  };
  return {
    add,
    /** The next calls meet with these, one each. */
    meetWith: (...faults: readonly Fault[]): void => {
      for (const fault of faults) add('all', { ...fault, times: 1 });
    },
    /** Everything goes well again, or that call does. */
    clear: (call?: Call | 'all'): void => {
      planned = call === undefined ? [] : planned.filter((one) => one.call !== call);
    },
    /** What goes wrong with this call: the oldest fault that holds for it. */
    take: (call: Call): Fault | undefined => {
      const holds = (one: { call: Call | 'all' }): boolean =>
        one.call === call || (one.call === 'all' && !apart.includes(call));
      for (const one of planned) {
        if (!holds(one) || one.left <= 0) continue;
        if (one.skip > 0) {
          one.skip -= 1;
          continue;
        }
        one.left -= 1;
        return one.fault;
      }
      return undefined;
    },
  };
}

/** Whether the real answer does not go out. */
export function replacesAnswer({ kind }: Fault): boolean {
  return !['slow', 'held', 'half', 'drip'].includes(kind);
}
