import { type Answer, html, invalidToken, json, notFound } from './answers.ts';

/** The calls of the platform, by name. */
const CALLS = [
  'authorize',
  'decide',
  'token',
  'deauthorize',
  'revoke',
  'athlete',
  'athlete_zones',
  'athlete_stats',
  'activities',
  'activity',
  'streams',
  'laps',
  'activity_zones',
  'create_subscription',
  'view_subscription',
  'delete_subscription',
] as const;
export type CallName = (typeof CALLS)[number];

/** What goes wrong: an answer that comes late, an error, or an answer that is none. */
type FaultKind =
  | { readonly kind: 'slow'; readonly ms: number }
  | { readonly kind: 'status'; readonly status: 401 | 404 | 429 | 500 | 503 }
  | { readonly kind: 'html'; readonly status?: number }
  /** Any text, which calls itself JSON. */
  | { readonly kind: 'says'; readonly body: string; readonly status?: number }
  | { readonly kind: 'redirect'; readonly to: string }
  /** The line is cut at once; in the middle of a body; a body stops in its middle, never ends, never begins. */
  | { readonly kind: 'drop' | 'half' | 'drip' | 'endless' | 'silent' };

export type Fault = FaultKind & {
  /** How many calls; without it all of them, until the faults are cleared. */
  readonly times?: number;
  /** How many calls go well before. */
  readonly skip?: number;
  /** The call is carried out, and only its answer is lost. What comes late or in part is always of one. */
  readonly after_work?: boolean;
};

export type Faults = {
  /** Switches a fault on for a call, or for all. */
  add(call: CallName | 'all', fault: Fault): void;
  /** Everything goes well again. */
  clear(): void;
  /** What goes wrong with this call: the oldest fault that holds for it. */
  take(call: CallName): Fault | undefined;
};

export function planFaults(): Faults {
  let planned: { call: CallName | 'all'; fault: Fault; skip: number; left: number }[] = [];
  return {
    add: (call, fault) => {
      planned.push({ call, fault, skip: fault.skip ?? 0, left: fault.times ?? Number.POSITIVE_INFINITY });
    },
    clear: () => {
      planned = [];
    },
    take: (call) => {
      for (const one of planned) {
        if ((one.call !== 'all' && one.call !== call) || one.left <= 0) continue;
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
  return kind !== 'slow' && kind !== 'half' && kind !== 'drip';
}

/** What is said instead; nothing by those that cut the line or never answer. */
export function faultAnswer(fault: Fault, tooMany: () => Answer): Answer {
  if (fault.kind === 'html') return html(fault.status ?? 200, '<!doctype html><title>Maintenance</title>');
  if (fault.kind === 'says') return { ...json(fault.status ?? 200, null), body: fault.body };
  if (fault.kind === 'redirect') return { status: 302, headers: { location: fault.to }, body: null };
  const status = fault.kind === 'status' ? fault.status : 500;
  if (status === 429) return tooMany();
  if (status === 401) return invalidToken().answer;
  if (status === 404) return notFound('Resource').answer;
  return json(status, {
    message: status === 503 ? 'Service Unavailable' : 'Internal Server Error',
    errors: [],
  });
}
